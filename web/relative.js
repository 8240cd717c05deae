/* Biases that queries, and keys, read from tables of relative positions: products with rows of a table, gathered by bucket. */
import {fillTiles, result} from './bias.js';
import {makeBuckets, placeThresholds} from './buckets.js';
import * as check from './check.js';
import {WIDEST, copyIn, open, tiles} from './wasm.js';

/**
 * Options of a bias that reads its queries, checked as far as these biases are alike.
 * @param {any} options @param {Record<string, number>} names @param {number} [terms] the scale is 1 / sqrt(terms headDim), or 1 without terms
 */
export function reader(options, names, terms = 1) {
  const o = check.known(options, names), {heads, queries, keys, headDim} = o, out = result(heads, queries, keys, o.out, o.causal);
  check.shaped('q', o.q, {heads, queries, headDim: check.count('headDim', headDim, 1, WIDEST)});
  return {...o, out, scale: check.scale(o.scale, terms * headDim || 1)};
}

/**
 * @typedef {object} Table rows of relative positions, of which each head has its part
 * @property {Float32Array} values
 * @property {number} head elements from head to head
 * @property {number} row and from row to row
 */

/**
 * scale * (q . table[bucket] + other . otherTable[bucket]) for each head, query and key; -Infinity for keys without a bucket.
 * @param {any} o of reader: out [heads, queries, keys], q [heads, queries, headDim], ...
 * @param {import('./buckets.js').Buckets} buckets of key - query, monotone; a key without one is after its query, and all later ones are too
 * @param {Table} table
 * @param {Float32Array} [other] [heads, keys, headDim], or without a table of its own [heads, headDim], for every key
 * @param {Table} [otherTable]
 * @returns {Float32Array} out
 */
export function writeRelative({out, heads, queries, keys, headDim: dim, scale, q}, buckets, table, other, otherTable) {
  const m = open(out), {kernels, f64, i32} = m, side = Math.max(1, Math.min(64, Math.floor(16384 / dim)));
  // Products are made with every row that a part of the matrix needs: few rows and many columns waste least, unless keys read a table too.
  const mostRows = otherTable ? side : side + 1 >> 1, mostColumns = otherTable ? side : 4 * side, width = mostRows + mostColumns;
  let end = m.window + placeThresholds(m, m.window, buckets);
  const take = (/** @type {number} */ doubles) => (end += 8 * doubles + 15 & -16) - (8 * doubles + 15 & -16);
  const load = (/** @type {number} */ at, /** @type {Float32Array} */ x, /** @type {number} */ first, /** @type {number} */ rows, stride = dim) =>
    copyIn(f64, at, x, first, rows, dim, stride);
  const index = take(width / 2), atQ = take(mostRows * dim), atTable = take(width * dim), products = take(mostRows * width);
  const atOther = take(other ? mostColumns * dim : 0), atOtherTable = otherTable ? take(width * dim) : atTable, others = take(other ? mostColumns * width : 0);
  fillTiles(out, heads, queries, keys, end - m.window, (head, query, rows, column, columns, to, stride) => tiles(rows, mostRows, (row, some) => {
    load(atQ, q, (head * queries + query + row) * dim, some);
    tiles(columns, mostColumns, (key, wide) => {
      const first = column + key - (query + row + some - 1 + keys - queries), count = some - 1 + wide;
      makeBuckets(m, index, count, first, m.window, buckets);
      const past = buckets.after[1] ? count : Math.min(count, Math.max(0, 1 - first)), a = i32[index / 4], b = i32[index / 4 + Math.max(past, 1) - 1];
      const lowest = Math.min(a, b), length = past && Math.abs(a - b) + 1;
      load(atTable, table.values, head * table.head + lowest * table.row, length, table.row);
      if (otherTable) load(atOtherTable, otherTable.values, head * otherTable.head + lowest * otherTable.row, length, otherTable.row);
      kernels.pe_products(products, length, atQ, some, atTable, length, dim, scale);
      if (other) {
        load(atOther, other, (otherTable ? head * keys + column + key : head) * dim, otherTable ? wide : 1);
        kernels.pe_products(others, length, atOther, otherTable ? wide : 1, atOtherTable, length, dim, scale);
      }
      kernels.pe_relative(to + 4 * (row * stride + key), some, wide, stride, index, lowest, products, other ? others : 0, length, otherTable ? length : 0);
    });
  }));
  return out;
}
