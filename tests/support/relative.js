/* Checks what tables of relative positions add to the scores of queries and keys. */
import assert from 'node:assert/strict';
import { ulp32 } from './exact.js';

/**
 * Returns the query and the key of an element of [groups, queries, keys]. The last query is at the
 * position of the last key.
 * @param {number} at the index of the element
 * @param {number} queries
 * @param {number} keys
 */
export function pairAt(at, queries, keys) {
  const row = Math.floor(at / keys);
  const query = row % queries;
  const key = at % keys;
  const position = query + keys - queries;
  return { group: Math.floor(row / queries), query, key, position, relative: key - position };
}

/** Returns the dot product of `dim` elements, and the sum of the magnitudes of its terms. */
function dot(a, startOfA, b, startOfB, dim) {
  let sum = 0;
  let size = 0;
  for (let i = 0; i < dim; i++) {
    const term = a[startOfA + i] * b[startOfB + i];
    sum += term;
    size += Math.abs(term);
  }
  return { sum, size };
}

const NOTHING = { sum: 0, size: 0 };

/**
 * The term of a score that depends on the key.
 * @typedef {object} KeyTerm
 * @property {Float32Array} vectors
 * @property {(head: number, key: number) => number} vectorAt returns where the vector of a key
 *   begins
 * @property {Float32Array} [table] the same table as for queries if left out
 */

/**
 * A vector that is added to each query, after the query was multiplied by the scale.
 * @typedef {object} Added
 * @property {Float32Array} vectors
 * @property {(head: number, position: number) => number} vectorAt returns where the vector for the
 *   position of a query begins
 * @property {number} scale
 */

/**
 * Returns `length` multiples of 1/8, from -1 to 1. A sum of a few of their products is exact.
 * Golden values in the tests were computed from the same numbers.
 */
export const eighths = (length, step) =>
  Float32Array.from({ length }, (_, i) => (((i * step) % 17) - 8) / 8);

/**
 * Checks every element of `out` against scale (q . table[row] + k . keyTable[row]) in double
 * precision. The error of an element may be half an ulp, plus the errors of its sums.
 * @param {Float32Array} out
 * @param {object} options q, table, heads, queries, keys, headDim
 * @param {object} formula
 * @param {(relative: number) => number | undefined} formula.rowOf returns the table row of key -
 *   query; undefined if the bias is -Infinity
 * @param {(head: number, row: number) => number} formula.rowAt returns where a row of the table
 *   begins
 * @param {number} formula.scale
 * @param {KeyTerm} [formula.keyTerm]
 * @param {Added} [formula.added]
 */
export function checkRelativeBias(out, options, { rowOf, rowAt, scale, keyTerm, added }) {
  const { q, table, heads, queries, keys, headDim } = options;
  for (let at = 0; at < heads * queries * keys; at++) {
    const { group: head, query, key, position, relative } = pairAt(at, queries, keys);
    const where = `${queries} x ${keys}, head ${head}, query ${query}, key ${key}`;
    const row = rowOf(relative);
    if (row === undefined) {
      if (out[at] !== -Infinity) assert.equal(out[at], -Infinity, where);
      continue;
    }
    const start = rowAt(head, row);
    const byQuery = dot(q, (head * queries + query) * headDim, table, start, headDim);
    const byKey = keyTerm
      ? dot(keyTerm.vectors, keyTerm.vectorAt(head, key), keyTerm.table ?? table, start, headDim)
      : NOTHING;
    const byPosition = added
      ? dot(added.vectors, added.vectorAt(head, position), table, start, headDim)
      : NOTHING;
    const factor = added?.scale ?? 0;
    const expected = scale * (byQuery.sum + byKey.sum) + factor * byPosition.sum;
    const size = Math.abs(scale) * (byQuery.size + byKey.size) + Math.abs(factor) * byPosition.size;
    const allowed = ulp32(expected) / 2 + 1e-14 * size * Math.sqrt(headDim);
    if (!(Math.abs(out[at] - expected) <= allowed)) assert.equal(out[at], expected, where);
  }
}
