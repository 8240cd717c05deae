/* What tables of relative positions add to scores, pair by pair in double precision. */
import assert from 'node:assert/strict';
import {ulp32} from './exact.js';

/** The dot product of `dim` elements, and the sum of its terms without their signs. */
function dot(x, i, y, j, dim) {
  let sum = 0, size = 0;
  for (let d = 0; d < dim; d++) {
    sum += x[i + d] * y[j + d];
    size += Math.abs(x[i + d] * y[j + d]);
  }
  return [sum, size];
}

/**
 * Checks every element: scale (q . table[row] + other . otherTable[row]), each to half a unit and the errors of its sums.
 * @param {Float32Array} out @param {any} o q, table, heads, queries, keys, headDim
 * @param {(relative: number) => number | undefined} rowOf key - query, undefined for -Infinity
 * @param {number} scale
 * @param {{rows: (head: number, row: number) => number, other?: Float32Array, otherAt?: (head: number, key: number) => number, otherTable?: Float32Array}} of where
 *   the row of a table begins, and the other factor
 */
export function relativeBias(out, {q, table, heads, queries, keys, headDim}, rowOf, scale, {rows, other, otherAt, otherTable = table}) {
  for (let head = 0, at = 0; head < heads; head++)
    for (let i = 0; i < queries; i++)
      for (let j = 0; j < keys; j++, at++) {
        const row = rowOf(j - (i + keys - queries)), where = `${queries} x ${keys}, head ${head}, query ${i}, key ${j}`;
        if (row === undefined) {
          if (out[at] !== -Infinity) assert.equal(out[at], -Infinity, where);
          continue;
        }
        const [a, sizeA] = dot(q, (head * queries + i) * headDim, table, rows(head, row), headDim);
        const [b, sizeB] = other ? dot(other, otherAt(head, j), otherTable, rows(head, row), headDim) : [0, 0], expected = scale * (a + b);
        if (!(Math.abs(out[at] - expected) <= ulp32(expected) / 2 + 1e-14 * Math.abs(scale) * (sizeA + sizeB) * Math.sqrt(headDim))) assert.equal(out[at], expected, where);
      }
}
