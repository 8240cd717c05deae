/* Reads how far elements may be off: one number for all, for each row, or for each element. */
import * as check from '../check.js';

/**
 * @param {number | ArrayLike<number>} tolerance
 * @param {{rows: number, dim: number}} shape
 */
export function readTolerance(tolerance, { rows, dim }) {
  if (typeof tolerance === 'number') return check.number('tolerance', tolerance, 0);
  const list = check.numbers('tolerance', tolerance, (name, each) => check.number(name, each, 0));
  if (list.length !== rows && list.length !== rows * dim)
    check.refuse('tolerance', `${rows} or ${rows * dim} numbers`, tolerance);
  return Float64Array.from(list);
}

/**
 * Returns how far an element may be off.
 * @param {{tolerance: number | Float64Array, rows: number, dim: number}} arrays
 * @param {number} i the index of the element
 */
export function toleranceAt({ tolerance, rows, dim }, i) {
  if (typeof tolerance === 'number') return tolerance;
  return tolerance[tolerance.length === rows ? Math.floor(i / dim) : i];
}
