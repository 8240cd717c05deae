import { ropeFrequencies, shiftMatrix, shiftRows, sinusoidal } from '../../index.js';

/**
 * Row by row, how far `got` is from `wanted`: Euclidean, and the largest single difference.
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} wanted
 * @param {number} length
 * @param {number} dim
 */
export function errors(got, wanted, length, dim) {
  const l2 = new Float64Array(length);
  const max = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    let sum = 0;
    for (let at = row * dim; at < (row + 1) * dim; at++) {
      const gap = got[at] - wanted[at];
      sum += gap * gap;
      max[row] = Math.max(max[row], Math.abs(gap));
    }
    l2[row] = Math.sqrt(sum);
  }
  return { l2, max };
}

/**
 * Every row times the matrix, against the rows that were wanted.
 * @param {{dim: number, base: number, offset: number, length: number, convention: 'row' | 'column'}} state
 */
export function shiftModel({ dim, base, offset, length, convention }) {
  /** @param {number} start */
  const rows = (start) => sinusoidal(length, dim, { dtype: 'float64', base, start });
  const table = rows(0);
  const ahead = rows(offset);
  /** @param {'row' | 'column'} which */
  const times = (which) => shiftRows(table.slice(), dim, offset, { base, convention: which });
  const got = times(convention);
  const both = { row: errors(times('row'), ahead, length, dim), column: errors(times('column'), ahead, length, dim) };
  const frequencies = ropeFrequencies(dim, { base }).frequencies;
  return {
    table, ahead, got, both, frequencies,
    matrix: shiftMatrix(dim, offset, { base, convention }),
    error: both[convention],
    back: errors(got, rows(-offset), length, dim),
  };
}
