/* Recognises the row of zeros that tables of fairseq have for padding. */
import { roundedTo } from '../doctor/rounding.js';
import { rebuilt } from './identify-rows.js';

/** @typedef {import('../inspect/identify.js').Identification} Identification */

/** The row of padding has at most this index. */
const LAST = 3;

/**
 * Identifies a fairseq table once more, after its row of padding has been filled in. The table must
 * begin at position 0. The row of padding is the first that departs from the formula. Its zeros are
 * replaced by the values of the formula.
 * @param {import('../files/tensor.js').Tensor} tensor
 * @param {Identification} found what `identify` says of the whole table
 * @param {{length: number, dim: number}} shape
 * @param {typeof import('../index.js')} library
 * @returns {Promise<{found: Identification, padding: number} | undefined>} `padding` is the index
 *   of the row; undefined if this row is not found, or if other elements depart, too
 */
export async function withoutPadding(tensor, found, { length, dim }, library) {
  const { departure, layout, start: from } = found;
  if (!departure || departure.row > LAST || layout !== 'fairseq' || from !== 0) return undefined;
  const values = (await tensor.readFloats()).slice();
  const padding = departure.row;
  const [start, end] = [padding * dim, (padding + 1) * dim];
  if (values.subarray(start, end).some((x) => x !== 0)) return undefined;
  const type = /16$/.test(tensor.dtype)
    ? /** @type {'float16' | 'bfloat16'} */ (tensor.dtype)
    : 'float64';
  const row = rebuilt(library, found, { start: padding, end: padding + 1 }, dim);
  values.set(
    row.map((x) => roundedTo(type, x)),
    start,
  );
  const filled = library.identify(values, length, dim);
  return filled.departure ? undefined : { found: filled, padding };
}
