/* Sines and cosines of positions times frequencies: what sinusoidal.js, rope.js and shift.js share. */
import {makeParts, prepareGroups} from './axes.js';
import * as check from './check.js';
import {FLOAT32_ANGLE, FLOAT64, INTERLEAVED, STRIP, TILE, address, copyIn, copyOut, open, resident, tiles} from './wasm.js';

/** Bytes of a tile of a table and of its positions: 64 rows of 4096 floats. */
const ROOM = (1 << 20) + 512;

/**
 * @typedef {object} Angles what a table is made of
 * @property {number} pairs
 * @property {number} base
 * @property {number} divisor w[i] = base^(-2i / divisor)
 * @property {number} start
 * @property {Float64Array} [positions] instead of start; with groups one row of them for each axis
 * @property {boolean} [rounded] the usual float32 angle instead of the exact one
 * @property {string} [key] tells these frequencies from others of the same base and divisor
 * @property {(m: import('./wasm.js').Machine, high: number, low: number, pairs: number, first?: number) => void} [change] of the frequencies from pair `first` on, in place;
 *   with it or with groups there are at most STRIP pairs
 * @property {number} [amplitude] of sines and cosines; 1
 * @property {import('./axes.js').Group[]} [groups] pairs that turn with other axes
 * @property {number} [axes] how many there are; 1
 * @property {{center: number, scale: number, gamma: number, keys: boolean}} [xpos]
 */

/**
 * Puts the frequencies of a strip of pairs in their place, unless they are there already.
 * @param {import('./wasm.js').Machine} m @param {Angles} angles
 */
function prepare(m, {base, divisor, key: own = '', change, amplitude = 1, groups}, first = 0, pairs = 0) {
  const key = `${base} ${divisor} ${first} ${pairs} ${own}${groups ? ' of axes' : ''}`;
  if (m.key === key) return;
  m.key = '';
  const high = m.frequencies, low = high + 8 * STRIP;
  if (groups) prepareGroups(m, groups, {base, divisor, pairs, change, amplitude, high, low});
  else {
    m.kernels.pe_frequencies(high, low, pairs, first, base, divisor);
    change?.(m, high, low, pairs);
    m.kernels.pe_angles_begin(m.work, pairs, high, low, amplitude);
  }
  m.key = key;
}

/**
 * Writes rows of sines and cosines to wasm memory; for at most STRIP pairs from pair `strip`.
 * @param {import('./wasm.js').Machine} m @param {Angles} angles
 * @param {{strip?: number, pairs: number, cosines: number, first: number, rows: number, sine: number, cosine: number,
 *   stride: number, flags: number, scratch: number}} part rows from row `first`; positions are passed through `scratch`, behind
 *   which spare(angles) bytes for each row are free
 */
export function makeRows(m, angles, {strip = 0, pairs, cosines, first, rows, sine, cosine, stride, flags, scratch}) {
  prepare(m, angles, strip, pairs);
  const {positions, start, rounded} = angles, whole = Math.trunc(start);
  if (angles.groups || angles.xpos)
    return makeParts(m, angles, {first, rows, sine, cosine, stride, flags: flags | (rounded ? FLOAT32_ANGLE : 0), scratch});
  if (positions) copyIn(m.f64, scratch, positions, first, 1, rows);
  m.kernels.pe_angles(sine, cosine, rows, stride, pairs, cosines, flags | (rounded ? FLOAT32_ANGLE : 0), m.work, m.frequencies,
    positions ? scratch : 0, whole + first, start - whole);
}

/** Bytes behind the positions that a row takes besides. @param {Angles} angles */
export const spare = ({groups, xpos, pairs}) => groups || xpos ? 24 * pairs + 8 : 0;

/**
 * A table of `length` rows in arrays of the caller, through the window.
 * @param {number} length @param {Angles} angles
 * @param {{sines: any, cosines?: any, stride: number, column?: number, at?: number, count?: number, interleaved?: boolean}} target
 *   without `cosines` both go to `sines`: the sines from `column` on, the cosines from column `at` on; `count` of them
 */
export function writeTable(length, angles, {sines, cosines, stride, column = 0, at = 0, count = angles.pairs, interleaved = false}) {
  const m = open(sines, cosines), size = sines.BYTES_PER_ELEMENT, view = size === 8 ? m.f64 : m.f32;
  const flags = (interleaved ? INTERLEAVED : 0) | (size === 8 ? FLOAT64 : 0), scratch = m.window;
  const extra = spare(angles), inPlace = resident(m, sines) && (!cosines || resident(m, cosines));
  tiles(angles.pairs, STRIP, (strip, pairs) => {
    const some = Math.min(pairs, count - strip), whole = !cosines && pairs === angles.pairs, from = column + (interleaved ? 2 * strip : strip);
    if (inPlace) return tiles(length, extra ? Math.floor(ROOM / extra) : angles.positions ? TILE / 8 : length, (first, rows) => {
      const sine = address(sines, first * stride + from);
      const cosine = interleaved ? sine + size : address(cosines ?? sines, first * stride + at + strip);
      makeRows(m, angles, {strip, pairs, cosines: some, first, rows, sine, cosine, stride, flags, scratch});
    });
    // The tile has the rows of the result where it can, or else those of each part.
    const width = whole ? stride : interleaved ? pairs + some : pairs, planes = whole || interleaved ? 1 : 2;
    const fit = Math.max(1, Math.floor(ROOM / (width * size * planes + 8 + extra)));
    // Rows on both sides of an anchor are made together, so tiles end where blocks of 64 do.
    const most = fit < 64 ? fit : fit & -64, short = fit < 64 ? 0 : 96 - angles.start & 63;
    const tile = scratch + 8 * (angles.positions ? Math.min(most, length) + 1 & -2 : 0) + (extra * Math.min(most, length) + 15 & -16);
    const sine = whole ? tile + column * size : tile, cosine = interleaved ? tile + size : tile + (whole ? at * size : most * width * size + 15 & -16);
    tiles(length, most, (first, rows) => {
      makeRows(m, angles, {strip, pairs, cosines: some, first, rows, sine, cosine, stride: width, flags, scratch});
      copyOut(view, tile, sines, first * stride + (whole ? 0 : from), rows, whole || interleaved ? width : pairs, stride, width);
      if (!whole && !interleaved) copyOut(view, cosine, cosines ?? sines, first * stride + at + strip, rows, some, stride, width);
    }, short);
  });
}

/**
 * Frequencies as doubles, each correctly rounded, or the wavelengths that belong to them.
 * @param {Pick<Angles, 'pairs' | 'base' | 'divisor' | 'key' | 'change' | 'groups' | 'amplitude'>} angles
 */
export function readFrequencies(angles, wavelengths = false) {
  const {pairs} = angles, out = new Float64Array(pairs), m = open();
  tiles(pairs, STRIP, (first, some) => {
    prepare(m, /** @type {any} */ (angles), first, some);
    let from = m.frequencies;
    if (wavelengths) m.kernels.pe_wavelengths(from = m.window, m.frequencies, m.frequencies + 8 * STRIP, some);
    copyOut(m.f64, from, out, first, 1, some);
  });
  return out;
}

const WAVELENGTHS = check.names('base');

/**
 * Positions per cycle of each sine and cosine pair, 2 pi base^(2i / dim).
 * @param {number} dim at most 2^29; an odd one has a last pair of a sine alone
 * @param {{base?: number}} [options]
 * @returns {Float64Array} [ceil(dim / 2)]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5
 */
export function wavelengths(dim, options) {
  const {base = 1e4} = check.known(options, WAVELENGTHS);
  return readFrequencies({pairs: Math.ceil(check.count('dim', dim, 0, 536870912) / 2), base: check.base(base), divisor: dim}, true);
}
