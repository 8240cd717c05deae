/* Makes sinusoidal tables (Vaswani et al. 2017, section 3.5) in the three layouts in use. */
import { Angles, writeTable } from '../angles/angles.js';
import * as check from '../check.js';
import { result, elementType } from '../dtypes.js';

const readOptions = check.reader('sinusoidal', ['sinusoidal'], (given, described) => ({
  layout: given.layout,
  dtype: given.dtype,
  base: given.base,
  start: given.start,
  positions: given.positions,
  precision: given.precision,
  out: given.out,
  ofModel: described ? given : undefined,
}));
const LAYOUTS = ['interleaved', 'concatenated', 'fairseq'];

/** The largest number of rows of sinusoidalPE, which makes an array for each row. */
const MOST_ROWS = 1048576;

/**
 * Makes a table of sines and cosines, with a row for each position.
 *
 *     angle = position * base^(-2i / dim)
 *
 * - 'interleaved' (the paper): sin 0, cos 0, sin 1, cos 1, ... If dim is odd, a row ends with a
 *   sine without its cosine.
 * - 'concatenated' (Marian, RoFormer, Transformer-XL): ceil(dim / 2) sines, then floor(dim / 2)
 *   cosines.
 * - 'fairseq' (tensor2tensor, fairseq, Whisper): floor(dim / 2) sines, then floor(dim / 2) cosines.
 *   The frequencies are base^(-i / (floor(dim / 2) - 1)). If dim is less than 4, the only frequency
 *   is 1. If dim is odd, the last column is zeros. In fairseq itself, one row is zeros, for
 *   padding, and the first token is at position padding_idx + 1, usually 2. To get the rows of
 *   fairseq, give this position as `start`.
 *
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {number} length the number of rows
 * @param {number} dim the number of columns, even or odd
 * @param {object} [options]
 * @param {'interleaved' | 'concatenated' | 'fairseq'} [options.layout] default 'interleaved'
 * @param {D} [options.dtype] default 'float32'
 * @param {number} [options.base] at least 1, default 10000
 * @param {number} [options.start] the first position: any real number from -2^40 to 2^40, default 0
 * @param {check.Positions} [options.positions] the position of each row, instead of `start`
 * @param {'exact' | 'float32'} [options.precision] 'float32' first rounds frequencies, positions
 *   and angles to float32, as most implementations do; default 'exact'
 * @param {import('../dtypes.js').OutOf<D>} [options.out] receives the result: length * dim
 *   elements
 * @returns {import('../dtypes.js').ArrayOf<D>} [length, dim]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5
 * @example
 * const table = sinusoidal(2, 4);
 * console.log(table); // [0, 1, 0, 1, 0.8415, 0.5403, 0.01, 0.9999]
 * console.log(sinusoidal(1, 4, { start: 1, layout: 'concatenated' }));
 * // [0.8415, 0.01, 0.5403, 0.9999]
 */
export function sinusoidal(length, dim, options) {
  const given = readOptions(options);
  const { grid, sections } = given.ofModel ?? {};
  if (grid ?? sections)
    throw check.failure(TypeError, 'scheme', 'a table of one axis', 'one of rows and columns');
  return /** @type {any} */ (makeSinusoids(length, dim, given));
}

/**
 * Does what sinusoidal does, with options that have been read.
 * @param {number} length
 * @param {number} dim
 * @param {Partial<ReturnType<typeof readOptions>>} options
 * @param {Float64Array} [own] positions that posenc has made; they replace the option `positions`
 * @returns {import('../dtypes.js').Elements}
 */
export function makeSinusoids(length, dim, options, own) {
  const { layout = 'interleaved', base = 1e4, start = 0, precision = 'exact' } = options;
  check.count('length', length);
  check.count('dim', dim);
  check.word('layout', layout, LAYOUTS);
  const type = elementType(options.dtype);
  const half = Math.floor(dim / 2);
  const fairseq = layout === 'fairseq';
  const pairs = fairseq ? half : Math.ceil(dim / 2);
  const divisor = fairseq ? Math.max(1, 2 * half - 2) : dim;
  check.base(base);
  const list = own ?? check.positions(start, options.positions, length);
  const angles = new Angles(pairs, base, divisor, start, list);
  angles.rounded = check.word('precision', precision, check.PRECISIONS) === 'float32';
  const out = result(options.out, type, length * dim, '[length, dim]');
  writeTable(length, angles, {
    sines: out,
    stride: dim,
    at: pairs,
    count: half,
    interleaved: layout === 'interleaved',
    half: type.half,
  });
  if (fairseq && dim % 2) clearColumn(out, dim - 1, dim);
  return check.given(out);
}

/**
 * Fills a column of a table with zeros.
 * @param {import('../dtypes.js').Elements} table
 * @param {number} column
 * @param {number} dim
 */
export function clearColumn(table, column, dim) {
  for (let i = column; i < table.length; i += dim) table[i] = 0;
}

/**
 * Makes the interleaved table of `sinusoidal`, as an array of rows, which is the shape in common
 * tutorial code.
 * @param {number} maxLen the number of rows, at most 2^20, because each row is an array of its own
 * @param {number} d the number of columns
 * @param {number} [base] at least 1, default 10000
 * @returns {Float32Array<ArrayBuffer>[]} maxLen rows of d elements
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, section 3.5
 * @example
 * const [first, second] = sinusoidalPE(2, 4);
 * console.log(first); // [0, 1, 0, 1]
 * console.log(second); // [0.8415, 0.5403, 0.01, 0.9999]
 */
export function sinusoidalPE(maxLen, d, base = 1e4) {
  check.enter('sinusoidalPE');
  check.count('maxLen', maxLen, 0, MOST_ROWS);
  check.count('d', d);
  check.base(base);
  check.fits(maxLen * Math.max(d, 1), 4, '[maxLen, d]');
  const table = sinusoidal(maxLen, d, { base });
  return Array.from({ length: maxLen }, (_, row) => table.slice(row * d, row * d + d));
}
