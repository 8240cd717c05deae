/*
 * Writes tables of sines and cosines of angles. All sinusoidal and rotary tables use this file. An
 * angle is a position times a frequency. A table has a row for each position, and in each row a
 * sine and a cosine for each frequency. The sine and the cosine of a frequency are a pair. wasm.js
 * explains the words machine, window, tile, strip and resident.
 */
import { makeParts, prepareGroups } from './sections.js';
import * as check from '../check.js';
import { precisionOf } from '../dtypes.js';
import {
  Carver,
  FLOAT32_ANGLE,
  INTERLEAVED,
  NOTHING_MADE,
  STRIP,
  TILE,
  address,
  copyNumbers,
  copyOut,
  open,
  resident,
  tiles,
  viewOf,
} from '../wasm.js';

/**
 * The number of bytes in the window for a tile of a table and the positions of its rows. 64 rows of
 * 4096 floats fit.
 */
const ROOM = (1 << 20) + 512;

/** A table with at most this many elements is written at once. */
const FEW = 4096;

/** @typedef {import('../dtypes.js').Elements} Elements */
/** @typedef {import('../wasm.js').Machine} Machine */

/**
 * Changes frequencies in place, for example to scale them for long contexts. Each frequency is the
 * sum of a high part and a low part.
 * @callback Change
 * @param {Machine} machine
 * @param {number} high the address of the high parts
 * @param {number} low the address of the low parts
 * @param {number} pairs the number of frequencies
 * @param {number} [first] the index of the pair of the first frequency; default 0
 * @returns {void}
 */

/**
 * The frequencies of a table. With `change` or `groups` there are at most STRIP pairs.
 * @typedef {object} Frequencies
 * @property {number} pairs the number of pairs
 * @property {number} base
 * @property {number} divisor pair i has the frequency w[i] = base^(-2i / divisor)
 * @property {string} [key] distinguishes these frequencies from others with the same base and
 *   divisor
 * @property {Float64Array} [list] the frequencies, if the caller gave them one by one and the key
 *   does not contain them; the array never changes
 * @property {Change} [change] changes the frequencies after they are made
 * @property {import('./sections.js').Group[]} [groups] the pairs of each axis, if there are several
 *   axes
 * @property {number} [amplitude] the factor of all sines and cosines; default 1
 */

/**
 * The frequencies and positions of a table. Most tables need only the parameters of the
 * constructor. All objects with these properties come from this constructor, because engines then
 * read the properties faster. A row of 64 elements takes 40 ns less.
 */
export class Angles {
  /**
   * @param {number} pairs
   * @param {number} base
   * @param {number} divisor
   * @param {number} start the position of row 0, if `positions` are not given
   * @param {Float64Array} [positions] the positions of the rows; with groups, the positions of all
   *   rows on axis 0 come first, then those on axis 1, and so on
   */
  constructor(pairs, base, divisor, start, positions) {
    this.pairs = pairs;
    this.base = base;
    this.divisor = divisor;
    this.start = start;
    this.positions = positions;
    this.key = '';
    /** @type {Frequencies['list']} */
    this.list = undefined;
    /** @type {Frequencies['change']} */
    this.change = undefined;
    /** @type {Frequencies['groups']} */
    this.groups = undefined;
    this.amplitude = 1;
    /** The number of axes. */
    this.axes = 1;
    /** Whether angles are rounded to float32, as in most models. */
    this.rounded = false;
    /**
     * The options of xPos, which multiplies sines and cosines by factors that depend on the
     * position.
     * @type {{center: number, scale: number, gamma: number, keys: boolean} | undefined}
     */
    this.xpos = undefined;
  }
}

/**
 * Writes the frequencies of a strip to the memory of the machine, unless they are already there.
 * @param {Machine} machine
 * @param {Frequencies} frequencies
 * @param {number} first the index of the first pair of the strip
 * @param {number} pairs the number of pairs of the strip
 */
function prepare(machine, frequencies, first, pairs) {
  const { base, divisor, key = '', list, change, amplitude = 1, groups } = frequencies;
  const axes = groups !== undefined;
  const { made } = machine;
  if (
    made.pairs === pairs &&
    made.divisor === divisor &&
    made.base === base &&
    made.first === first &&
    made.axes === axes &&
    made.list === list &&
    made.key === key
  )
    return;
  machine.made = NOTHING_MADE;
  const high = machine.frequencies;
  const low = high + 8 * STRIP;
  if (groups)
    prepareGroups(machine, groups, { base, divisor, pairs, change, amplitude, high, low });
  else {
    machine.kernels.pe_frequencies(high, low, pairs, first, base, divisor);
    change?.(machine, high, low, pairs);
    machine.kernels.pe_angles_begin(machine.work, pairs, high, low, amplitude);
  }
  machine.made = { base, divisor, first, pairs, key, list, axes };
}

/**
 * Rows that makeRows writes to the memory of a machine. Addresses are in bytes, and strides are in
 * elements.
 * @typedef {object} Rows
 * @property {number} [strip] the index of the first pair; default 0
 * @property {number} pairs the number of pairs, at most STRIP
 * @property {number} cosines the number of pairs that have a cosine: all, or all but the last
 * @property {number} first the index of the first row
 * @property {number} rows the number of rows
 * @property {number} sine the address of the first sine
 * @property {number} cosine the address of the first cosine
 * @property {number} stride the distance from one row to the next
 * @property {number} flags INTERLEAVED and FLOAT64, if they apply
 * @property {number} scratch the address of a scratch area: first the positions of these rows, if
 *   positions are given, then spare(angles) bytes for each row
 */

/**
 * Writes rows of sines and cosines to the memory of a machine.
 * @param {Machine} machine
 * @param {Angles} angles
 * @param {Rows} part
 */
export function makeRows(
  machine,
  angles,
  { strip = 0, pairs, cosines, first, rows, sine, cosine, stride, flags, scratch },
) {
  prepare(machine, angles, strip, pairs);
  const { positions, start } = angles;
  const kind = flags | (angles.rounded ? FLOAT32_ANGLE : 0);
  if (angles.groups || angles.xpos) {
    makeParts(machine, angles, { first, rows, sine, cosine, stride, flags: kind, scratch });
    return;
  }
  const whole = Math.trunc(start);
  if (positions) copyNumbers(machine.f64, scratch, positions, first, rows);
  machine.kernels.pe_angles(
    sine,
    cosine,
    rows,
    stride,
    pairs,
    cosines,
    kind,
    machine.work,
    machine.frequencies,
    positions ? scratch : 0,
    whole + first,
    start - whole,
  );
}

/**
 * Returns how many extra scratch bytes each row needs. In the scratch area, the extra bytes of all
 * rows follow the positions.
 * @param {Angles} angles
 */
export const spare = ({ groups, xpos, pairs }) => (groups || xpos ? 24 * pairs + 8 : 0);

/**
 * A table that is being written, and the arrays that receive it.
 * @typedef {object} Table
 * @property {Machine} machine
 * @property {number} length the number of rows
 * @property {Angles} angles
 * @property {Elements} sines the array for the sines
 * @property {Elements} cosines the array for the cosines; it may be the array for the sines
 * @property {number} stride the distance from one row to the next in both arrays, in elements
 * @property {import('../wasm.js').View} view the view of the machine's memory whose elements have
 *   the type of these arrays
 * @property {number} size the number of bytes of an element in a tile, before it is rounded
 * @property {number} flags INTERLEAVED and FLOAT64, if they apply
 * @property {number} half FLOAT16 or BFLOAT16 if the arrays have elements of 16 bits, otherwise 0
 */

/**
 * A strip of a table: consecutive pairs, and their columns.
 * @typedef {object} Strip
 * @property {number} strip the index of the first pair
 * @property {number} pairs the number of pairs
 * @property {number} cosines the number of pairs that have a cosine
 * @property {number} sineColumn the column of the first sine
 * @property {number} cosineColumn the column of the first cosine
 */

/**
 * Writes a table to arrays of the caller.
 * @param {number} length the number of rows
 * @param {Angles} angles
 * @param {object} target
 * @param {Elements} target.sines the array for the sines
 * @param {Elements} [target.cosines] the array for the cosines; default `sines`
 * @param {number} target.stride the distance from one row to the next in each array, in elements
 * @param {number} [target.column] the column of the first sine; default 0
 * @param {number} [target.at] the column of the first cosine, if cosines are not interleaved with
 *   sines; default 0
 * @param {number} [target.count] the number of pairs that have a cosine: all, or all but the last
 * @param {boolean} [target.interleaved] whether each cosine is right after its sine; default false
 * @param {number} [target.half] FLOAT16 or BFLOAT16 if the arrays have elements of 16 bits
 */
export function writeTable(
  length,
  angles,
  {
    sines,
    cosines,
    stride,
    column = 0,
    at = 0,
    count = angles.pairs,
    interleaved = false,
    half = 0,
  },
) {
  const machine = open(sines, cosines);
  const view = viewOf(machine, sines);
  const precision = precisionOf(sines);
  const table = {
    machine,
    length,
    angles,
    sines,
    cosines: cosines ?? sines,
    stride,
    view,
    size: precision ? 8 : 4,
    flags: (interleaved ? INTERLEAVED : 0) | precision,
    half,
  };
  const inPlace = !half && resident(machine, sines) && (!cosines || resident(machine, cosines));
  if (!half && angles.pairs && length && length * stride <= FEW && (inPlace || !machine.arena)) {
    writeFew(table, column, at, count, cosines !== undefined, inPlace);
    return;
  }
  tiles(angles.pairs, STRIP, (strip, pairs) => {
    const sineColumn = column + (interleaved ? 2 * strip : strip);
    const cosineColumn = interleaved ? sineColumn + 1 : at + strip;
    const part = {
      strip,
      pairs,
      cosines: Math.min(pairs, count - strip),
      sineColumn,
      cosineColumn,
    };
    if (inPlace) writeInPlace(table, part);
    else if (!cosines && pairs === angles.pairs) writeWholeRows(table, part);
    else if (interleaved) writeInterleavedStrip(table, part);
    else writeSplitStrip(table, part);
  });
}

/**
 * Writes a table with at most FEW elements. One strip and one tile contain the whole table.
 * @param {Table} table
 * @param {number} column the column of the first sine
 * @param {number} at the column of the first cosine, if cosines are not interleaved with sines
 * @param {number} count the number of pairs that have a cosine
 * @param {boolean} apart whether the cosines are an array of their own
 * @param {boolean} inPlace whether kernels write to the arrays, since these are resident
 */
function writeFew(
  { machine, length, angles, sines, cosines, stride, view, size, flags },
  column,
  at,
  count,
  apart,
  inPlace,
) {
  const total = length * stride;
  const carver = new Carver(machine);
  const scratch = carver.doubles(length);
  carver.bytes(spare(angles) * length);
  const tile = inPlace ? address(sines, 0) : carver.bytes(total * size);
  const second = inPlace ? address(cosines, 0) : carver.free;
  const next = flags & INTERLEAVED ? column + 1 : at;
  makeRows(machine, angles, {
    pairs: angles.pairs,
    cosines: count,
    first: 0,
    rows: length,
    sine: tile + column * size,
    cosine: apart ? second : tile + next * size,
    stride,
    flags,
    scratch,
  });
  if (inPlace) return;
  copyOut(view, tile, sines, 0, 1, total);
  if (apart) copyOut(view, second, cosines, 0, 1, total);
}

/**
 * Writes a strip directly to resident arrays. Only the scratch area is in the window.
 * @param {Table} table
 * @param {Strip} strip
 */
function writeInPlace(table, strip) {
  const { machine, length, angles, sines, cosines, stride } = table;
  const extra = spare(angles);
  let most = angles.positions ? TILE / 8 : length;
  if (extra) most = Math.floor(ROOM / extra);
  tiles(length, most, (first, rows) => {
    const sine = address(sines, first * stride + strip.sineColumn);
    const cosine = address(cosines, first * stride + strip.cosineColumn);
    makeStrip(table, strip, first, rows, { sine, cosine, stride, scratch: machine.window });
  });
}

/**
 * Writes rows whose pairs all fit one strip. The tiles have the same layout as the result.
 * @param {Table} table
 * @param {Strip} strip
 */
function writeWholeRows(table, strip) {
  const { length, sines, stride, view, size } = table;
  const { most, short, scratch, carver } = carve(table, stride * size);
  const tile = carver.free;
  const sine = tile + strip.sineColumn * size;
  const place = { sine, cosine: tile + strip.cosineColumn * size, stride, scratch };
  const step = (/** @type {number} */ first, /** @type {number} */ rows) => {
    makeStrip(table, strip, first, rows, place);
    roundHalves(table, tile, rows * stride);
    copyOut(view, tile, sines, first * stride, rows, stride);
  };
  tiles(length, most, step, short);
}

/**
 * Writes one of several strips of rows whose sines and cosines are interleaved.
 * @param {Table} table
 * @param {Strip} strip
 */
function writeInterleavedStrip(table, strip) {
  const { length, sines, stride, view, size } = table;
  const width = strip.pairs + strip.cosines;
  const { most, short, scratch, carver } = carve(table, width * size);
  const tile = carver.free;
  const place = { sine: tile, cosine: tile + size, stride: width, scratch };
  const step = (/** @type {number} */ first, /** @type {number} */ rows) => {
    makeStrip(table, strip, first, rows, place);
    roundHalves(table, tile, rows * width);
    copyOut(view, tile, sines, first * stride + strip.sineColumn, rows, width, stride);
  };
  tiles(length, most, step, short);
}

/**
 * Writes a strip whose sines and cosines go to separate columns or arrays. It makes the sines in
 * one tile, and the cosines in another.
 * @param {Table} table
 * @param {Strip} strip
 */
function writeSplitStrip(table, strip) {
  const { length, sines, cosines, stride, view, size } = table;
  const width = strip.pairs;
  const { most, short, scratch, carver } = carve(table, 2 * width * size);
  const sine = carver.bytes(most * width * size);
  const cosine = carver.free;
  const place = { sine, cosine, stride: width, scratch };
  const step = (/** @type {number} */ first, /** @type {number} */ rows) => {
    makeStrip(table, strip, first, rows, place);
    roundHalves(table, sine, rows * width);
    roundHalves(table, cosine, rows * width);
    const row = first * stride;
    copyOut(view, sine, sines, row + strip.sineColumn, rows, width, stride);
    copyOut(view, cosine, cosines, row + strip.cosineColumn, rows, strip.cosines, stride, width);
  };
  tiles(length, most, step, short);
}

/**
 * Rounds the doubles of a tile in place, if the arrays have elements of 16 bits.
 * @param {Table} table
 * @param {number} tile the address of the tile
 * @param {number} count
 */
function roundHalves({ machine, half }, tile, count) {
  if (half) machine.kernels.pe_halves(tile, tile, count, half);
}

/**
 * Decides how many rows a tile has, and allocates the scratch area of a tile in the window.
 * @param {Table} table
 * @param {number} bytes the number of bytes of a row in the tile
 */
function carve({ machine, length, angles }, bytes) {
  const extra = spare(angles);
  const fit = Math.max(1, Math.floor(ROOM / (bytes + 8 + extra)));
  // The kernel computes a new sine and cosine for every 64th position. From each such position, it
  // makes the rows up to 32 positions before and after it, two rows at once. A tile therefore ends
  // half-way between two such positions.
  const blocks = fit >= 64;
  const most = blocks ? fit & -64 : fit;
  const short = blocks ? (96 - angles.start) & 63 : 0;
  const rows = Math.min(most, length);
  const carver = new Carver(machine);
  const scratch = carver.doubles(angles.positions ? rows : 0);
  carver.bytes(extra * rows);
  return { most, short, scratch, carver };
}

/**
 * Writes some rows of a strip to the memory of the machine.
 * @param {Table} table
 * @param {Strip} strip
 * @param {number} first the index of the first row
 * @param {number} rows the number of rows
 * @param {Pick<Rows, 'sine' | 'cosine' | 'stride' | 'scratch'>} place
 */
function makeStrip({ machine, angles, flags }, { strip, pairs, cosines }, first, rows, place) {
  const { sine, cosine, stride, scratch } = place;
  makeRows(machine, angles, {
    strip,
    pairs,
    cosines,
    first,
    rows,
    sine,
    cosine,
    stride,
    flags,
    scratch,
  });
}

/**
 * Returns frequencies, or their wavelengths, as correctly rounded doubles.
 * @param {Frequencies} frequencies
 * @param {boolean} wavelengths whether to return the wavelengths
 */
export function readFrequencies(frequencies, wavelengths = false) {
  const { pairs } = frequencies;
  const out = new Float64Array(pairs);
  const machine = open();
  const { kernels, f64, window } = machine;
  const high = machine.frequencies;
  tiles(pairs, STRIP, (first, some) => {
    prepare(machine, frequencies, first, some);
    if (wavelengths) kernels.pe_wavelengths(window, high, high + 8 * STRIP, some);
    copyOut(f64, wavelengths ? window : high, out, first, 1, some);
  });
  return out;
}

const readOptions = check.reader('wavelengths', [], ({ base }) => ({ base }));

/**
 * Returns the wavelength of each pair of a sine and a cosine: the number of positions in one cycle.
 * It is 2 pi base^(2i / dim).
 * @param {number} dim at most 2^29; if it is odd, the last pair is only a sine
 * @param {{base?: number}} [options] base: at least 1, default 10000
 * @returns {Float64Array<ArrayBuffer>} [ceil(dim / 2)]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5
 * @example
 * console.log(wavelengths(8)); // [6.2832, 62.8319, 628.3185, 6283.1853]
 * console.log(wavelengths(8, { base: 100 })); // [6.2832, 19.8692, 62.8319, 198.6918]
 */
export function wavelengths(dim, options) {
  const { base = 1e4 } = readOptions(options);
  const pairs = Math.ceil(check.count('dim', dim, 0, 536870912) / 2);
  return readFrequencies({ pairs, base: check.base(base), divisor: dim }, true);
}
