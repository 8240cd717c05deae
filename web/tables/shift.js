/*
 * Moves rows of sinusoidal tables by an offset. Row pos + k is row pos times a matrix M, which
 * depends only on the offset k: PE[pos + k] = PE[pos] M. This matrix rotates each pair of the row.
 */
import { Angles, makeRows } from '../angles/angles.js';
import * as check from '../check.js';
import {
  Carver,
  FLOAT64,
  INTERLEAVED,
  INVERSE,
  TILE,
  WIDEST,
  copyIn,
  copyOut,
  open,
  tiles,
  viewOf,
} from '../wasm.js';

/** @type {check.Pick<{base: any, convention: any}>} */
const pick = ({ base, convention }) => ({ base, convention });
const readMatrixOptions = check.reader('shiftMatrix', [], pick);
const readRowOptions = check.reader('shiftRows', [], pick);
const CONVENTIONS = ['row', 'column'];

/**
 * Checks the parameters of shiftMatrix or shiftRows. Returns the angles by which pairs turn, as a
 * table of one row, and whether the convention is 'row'.
 * @param {number} dim
 * @param {number} offset
 * @param {{base?: number, convention?: 'row' | 'column'}} options
 */
function shiftOf(dim, offset, { base = 1e4, convention = 'row' }) {
  const pairs = check.even('dim', dim, 0, WIDEST) / 2;
  const angles = new Angles(pairs, check.base(base), dim, check.position('offset', offset));
  return { angles, forward: check.word('convention', convention, CONVENTIONS) === 'row' };
}

/**
 * Writes the sine and cosine of the angle of each pair to the window of wasm memory.
 * @param {import('../wasm.js').Machine} machine
 * @param {import('../angles/angles.js').Angles} angles
 * @param {number} size the bytes of an element
 * @returns {{sine: number, cosine: number, carver: Carver}} the addresses of the sines and of the
 *   cosines, and a carver, which allocates space in the rest of the window
 */
function makeTurns(machine, angles, size) {
  const { pairs } = angles;
  const carver = new Carver(machine);
  const sine = carver.bytes(size * pairs);
  const cosine = carver.bytes(size * pairs);
  makeRows(machine, angles, {
    pairs,
    cosines: pairs,
    first: 0,
    rows: 1,
    sine,
    cosine,
    stride: pairs,
    flags: size === 8 ? FLOAT64 : 0,
    scratch: 0,
  });
  return { sine, cosine, carver };
}

/**
 * Makes the matrix that moves interleaved sinusoidal rows by `offset` positions. The matrix has
 * blocks of 2 by 2 on its diagonal, and zeros elsewhere.
 * @param {number} dim even, at most 8192
 * @param {number} offset any real number from -2^40 to 2^40
 * @param {object} [options]
 * @param {number} [options.base] at least 1, default 10000
 * @param {'row' | 'column'} [options.convention] 'row' is for PE[pos + k] = PE[pos] M; 'column' is
 *   for PE[pos + k]^T = M PE[pos]^T, and gives the transposed matrix; default 'row'
 * @returns {Float64Array<ArrayBuffer>} [dim, dim]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5 ("for any fixed offset k")
 * @example
 * console.log(shiftMatrix(2, 1)); // [0.5403, -0.8415, 0.8415, 0.5403]
 * console.log(shiftMatrix(2, 1, { convention: 'column' })); // [0.5403, 0.8415, -0.8415, 0.5403]
 */
export function shiftMatrix(dim, offset, options) {
  const { angles, forward } = shiftOf(dim, offset, readMatrixOptions(options));
  const { pairs } = angles;
  check.fits(dim * dim, 8, '[dim, dim]');
  const out = new Float64Array(dim * dim);
  const machine = open();
  const { sine, cosine } = makeTurns(machine, angles, 8);
  for (let i = 0; i < pairs; i++) {
    const s = machine.f64[sine / 8 + i];
    const c = machine.f64[cosine / 8 + i];
    const block = 2 * i * (dim + 1);
    out[block] = c;
    out[block + dim + 1] = c;
    out[block + (forward ? dim : 1)] = s;
    out[block + (forward ? 1 : dim)] = 0 - s;
  }
  return out;
}

/**
 * Multiplies rows by shiftMatrix(dim, offset), in place, without making the matrix.
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., dim], pairs interleaved
 * @param {number} dim even, at most 8192
 * @param {number} offset any real number from -2^40 to 2^40
 * @param {object} [options]
 * @param {number} [options.base] at least 1, default 10000
 * @param {'row' | 'column'} [options.convention] 'row' moves rows forward by the offset. 'column'
 *   moves rows back by the offset, because the transposed matrix is also the inverse; default 'row'
 * @returns {T} x
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5
 * @example
 * const row = sinusoidal(1, 4, { start: 3 });
 * shiftRows(row, 4, 2);
 * console.log(row); // [-0.9589, 0.2837, 0.04998, 0.9988]
 * console.log(sinusoidal(1, 4, { start: 5 })); // [-0.9589, 0.2837, 0.04998, 0.9988]
 */
export function shiftRows(x, dim, offset, options) {
  const { angles, forward } = shiftOf(dim, offset, readRowOptions(options));
  const list = check.array('x', x, check.FLOATS);
  const { pairs } = angles;
  const rows = check.rowsOf('x', list, dim, '[..., dim]');
  const machine = open();
  const view = viewOf(machine, list);
  const size = check.sizeOf(list);
  const { sine, cosine, carver } = makeTurns(machine, angles, size);
  const tile = carver.free;
  // The kernel turns a pair anticlockwise. A pair here is (sine, cosine), not (cosine, sine), and
  // therefore moves forward when it turns clockwise.
  const flags = (size === 8 ? FLOAT64 : 0) | INTERLEAVED | (forward ? INVERSE : 0);
  tiles(rows, Math.max(1, Math.floor(TILE / (dim * size))), (first, some) => {
    copyIn(view, tile, list, first * dim, 1, some * dim);
    machine.kernels.pe_rotate(tile, some, dim, pairs, 1, 1, 0, cosine, sine, 1, flags);
    copyOut(view, tile, list, first * dim, 1, some * dim);
  });
  return x;
}
