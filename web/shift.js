/* Moving by an offset is a rotation of every pair: PE[pos + k] = PE[pos] M. */
import {makeRows} from './angles.js';
import * as check from './check.js';
import {FLOAT64, INTERLEAVED, INVERSE, TILE, WIDEST, copyIn, copyOut, open, tiles, viewOf} from './wasm.js';

const NAMES = check.names('base convention');
const CONVENTIONS = ['row', 'column'];

/** @param {any} dim @param {any} offset @param {any} options */
function arguments_(dim, offset, options) {
  const {base = 1e4, convention = 'row'} = check.known(options, NAMES);
  return {
    pairs: check.even('dim', dim, 0, WIDEST) / 2, divisor: dim, base: check.base(base), start: check.position('offset', offset),
    row: check.word('convention', convention, CONVENTIONS) === 'row'
  };
}

/**
 * The matrix that moves interleaved sinusoidal rows by `offset` positions: blocks of 2 by 2 on the diagonal.
 * @param {number} dim even, at most 8192
 * @param {number} offset of any sign, whole or not
 * @param {{base?: number, convention?: 'row' | 'column'}} [options] 'row': PE[pos + k] = PE[pos] M;
 *   'column': PE[pos + k]^T = M PE[pos]^T, the transpose
 * @returns {Float64Array} [dim, dim]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5 ("for any fixed offset k")
 */
export function shiftMatrix(dim, offset, options) {
  const {row, ...angles} = arguments_(dim, offset, options), {pairs} = angles;
  const out = check.result(undefined, Float64Array, dim * dim, '[dim, dim]');
  const m = open(), sine = m.window, cosine = sine + 8 * pairs;
  makeRows(m, angles, {pairs, cosines: pairs, first: 0, rows: 1, sine, cosine, stride: pairs, flags: FLOAT64, scratch: 0});
  for (let i = 0; i < pairs; i++) {
    const s = m.f64[sine / 8 + i], c = m.f64[cosine / 8 + i], at = 2 * i * (dim + 1);
    out[at] = out[at + dim + 1] = c;
    out[at + (row ? dim : 1)] = s;
    out[at + (row ? 1 : dim)] = 0 - s;
  }
  return out;
}

/**
 * Rows times shiftMatrix(dim, offset), in place, without forming the matrix.
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., dim], pairs interleaved
 * @param {number} dim even, at most 8192
 * @param {number} offset
 * @param {{base?: number, convention?: 'row' | 'column'}} [options] 'row' moves rows forward by the offset;
 *   'column', whose matrix is for columns, moves rows back: the transpose is the inverse
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function shiftRows(x, dim, offset, options) {
  check.array('x', x, check.FLOATS);
  const {row, ...angles} = arguments_(dim, offset, options), {pairs} = angles;
  const rows = check.rowsOf('x', x, dim, '[..., dim]');
  const m = open(), view = viewOf(m, x), size = x.BYTES_PER_ELEMENT, flags = size === 8 ? FLOAT64 : 0;
  const sine = m.window, cosine = sine + size * pairs, at = (cosine + size * pairs + 15) & -16;
  makeRows(m, angles, {pairs, cosines: pairs, first: 0, rows: 1, sine, cosine, stride: pairs, flags, scratch: 0});
  tiles(rows, Math.max(1, Math.floor(TILE / (dim * size))), (first, some) => {
    copyIn(view, at, x, first * dim, 1, some * dim);
    // (sine, cosine) moves forward by turning clockwise, hence the inverse
    m.kernels.pe_rotate(at, some, dim, pairs, 1, 1, 0, cosine, sine, 1, flags | INTERLEAVED | (row ? INVERSE : 0));
    copyOut(view, at, x, first * dim, 1, some * dim);
  });
  return x;
}
