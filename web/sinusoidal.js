/* Sinusoidal tables (Vaswani et al. 2017, section 3.5) in the three layouts in use. */
import {writeTable} from './angles.js';
import * as check from './check.js';

const NAMES = check.names('layout dtype base start positions precision out');
const LAYOUTS = ['interleaved', 'concatenated', 'fairseq'];

/**
 * A table of sines and cosines, a row for each position.
 *
 *     angle = position * base^(-2i / dim)
 *
 * - 'interleaved' (the paper): sin 0, cos 0, sin 1, cos 1, ...; an odd dim ends in a sine without its cosine.
 * - 'concatenated' (Marian, RoFormer, Transformer-XL): ceil(dim / 2) sines, then floor(dim / 2) cosines.
 * - 'fairseq' (tensor2tensor, fairseq, Whisper): floor(dim / 2) sines, as many cosines, with other
 *   frequencies, base^(-i / (floor(dim / 2) - 1)); an odd dim appends a column of zeros. dim below 4: frequency 1.
 *   fairseq's own tables have a row of zeros for padding, and the first token is at padding_idx + 1, mostly 2: that is `start`.
 *
 * @template {'float32' | 'float64'} [D='float32']
 * @param {number} length rows
 * @param {number} dim columns, any number
 * @param {object} [options]
 * @param {'interleaved' | 'concatenated' | 'fairseq'} [options.layout]
 * @param {D} [options.dtype] 'float32'
 * @param {number} [options.base] at least 1; 10000
 * @param {number} [options.start] the first position, of any sign, whole or not, within 2^40; 0
 * @param {ArrayLike<number>} [options.positions] `length` positions instead of start
 * @param {'exact' | 'float32'} [options.precision] 'float32': frequency, position and angle are
 *   each rounded to float32 first, as most implementations do
 * @param {Float32Array | Float64Array} [options.out] of length * dim elements, filled and returned
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [length, dim]
 * @throws {RangeError | TypeError}
 */
export function sinusoidal(length, dim, options) {
  const {layout = 'interleaved', dtype, base = 1e4, start = 0, positions, precision = 'exact', out: given} = check.known(options, NAMES);
  check.count('length', length);
  check.count('dim', dim);
  check.word('layout', layout, LAYOUTS);
  const Kind = check.floats(dtype);
  const angles = {
    pairs: layout === 'fairseq' ? Math.floor(dim / 2) : Math.ceil(dim / 2),
    divisor: layout === 'fairseq' ? Math.max(1, 2 * Math.floor(dim / 2) - 2) : dim,
    base: check.base(base), start, positions: check.positions(start, positions, length),
    rounded: check.word('precision', precision, check.PRECISIONS) === 'float32'
  };
  const out = /** @type {any} */ (check.result(given, Kind, length * dim, '[length, dim]'));
  writeTable(length, angles, {sines: out, stride: dim, at: angles.pairs, count: Math.floor(dim / 2), interleaved: layout === 'interleaved'});
  if (layout === 'fairseq' && dim % 2) for (let i = dim - 1; i < out.length; i += dim) out[i] = 0;
  return out;
}

/**
 * The table in the shape of the common tutorial code: an array of rows.
 * @param {number} maxLen @param {number} d @param {number} [base]
 * @returns {Float32Array[]} maxLen rows of d
 * @throws {RangeError | TypeError}
 */
export function sinusoidalPE(maxLen, d, base = 1e4) {
  check.count('maxLen', maxLen);
  check.count('d', d);
  check.fits(maxLen * Math.max(d, 1), 4, '[maxLen, d]');
  const table = sinusoidal(maxLen, d, {base});
  return Array.from({length: maxLen}, (_, row) => table.slice(row * d, row * d + d));
}
