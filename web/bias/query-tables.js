/*
 * Biases that are products of queries, and sometimes keys, with rows of tables of relative
 * positions:
 *
 *     scale * (query . table[row] + key . keyTable[row])
 *
 * The row is the bucket of key - query. Each of the two products is a term. The matrix is computed
 * in blocks of a few queries and keys. First, a vector that depends on the query's position may be
 * added to each query. Then the queries are multiplied with all rows that the block needs, and so
 * are the keys. At the end, the kernel pe_relative selects the products of each pair of a query
 * and a key.
 */
import { checkResult, fillTiles } from './distance.js';
import { makeBuckets, placeThresholds } from './buckets.js';
import * as check from '../check.js';
import { Carver, WIDEST, copyIn, open, tiles } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

/**
 * The options that these biases have in common.
 * @typedef {object} QueryOptions
 * @property {Float32Array} q [heads, queries, headDim]
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} headDim at most 8192
 * @property {boolean} [causal]
 * @property {number} [scale]
 * @property {Float32Array} [out]
 */

/**
 * Checks the options that these biases have in common. Returns the same object, to which it adds
 * the scale and the array for the bias.
 * @template {QueryOptions} T
 * @param {T} given the options, as returned by a function that check.reader made
 * @param {number} [terms] the default of the scale is 1 / sqrt(terms * headDim), or 1 if `terms` is
 *   0
 * @returns {T & {out: Float32Array<ArrayBuffer>, scale: number}}
 */
export function checkQueries(given, terms = 1) {
  const { q, heads, queries, keys, headDim } = given;
  const out = checkResult(heads, queries, keys, given.out, given.causal);
  const shape = { heads, queries, headDim: check.count('headDim', headDim, 1, WIDEST) };
  given.scale = check.scale(given.scale, terms * headDim || 1);
  given.q = check.shaped('q', q, shape);
  given.out = out;
  return /** @type {T & {out: Float32Array<ArrayBuffer>, scale: number}} */ (given);
}

/**
 * A table of relative positions.
 * @typedef {object} Table
 * @property {Float32Array} values
 * @property {number} head the number of elements from a head's first row to the next head's first
 *   row; 0 if heads share their rows
 * @property {number} row the number of elements from a row to the next row of the same head
 */

/**
 * The inputs of the term that multiplies keys.
 * @typedef {object} KeySide
 * @property {Float32Array} vectors with a table: [heads, keys, headDim]; without a table:
 *   [heads, headDim], and all keys of a head share a vector
 * @property {Table} [table] the table that keys are multiplied with (keyTable above); without it,
 *   the vector is multiplied with the same table as the queries
 */

/**
 * The vectors that are added to queries.
 * @typedef {object} Positions
 * @property {Table} table the table that contains these vectors
 * @property {number} zero the row for position 0; the next row is for position 1, and so on
 * @property {number} last the last row; it is also for all larger positions
 * @property {number} scale the factor of these vectors; the queries themselves have the factor
 *   `scale` of the other options
 */

/**
 * Writes scale * (q . table[bucket] + key . keyTable[bucket]) for each head, query and key, and
 * -Infinity for keys without a bucket.
 * @param {QueryOptions & {out: Float32Array<ArrayBuffer>, scale: number}} options the options that
 *   checkQueries returns
 * @param {import('./buckets.js').Buckets} buckets the buckets of key - query. When key - query
 *   grows, they only rise or only fall. All keys after their query have a bucket, or none has
 * @param {Table} table
 * @param {KeySide} [keySide]
 * @param {Positions} [positions]
 * @returns {Float32Array<ArrayBuffer>} out
 */
export function writeRelative(options, buckets, table, keySide, positions) {
  const { out, q, heads, queries, keys } = options;
  check.apart('out', out, 'q', q);
  check.apart('out', out, 'the table', table.values);
  if (keySide) check.apart('out', out, 'the vectors of keys', keySide.vectors);
  if (keySide?.table) check.apart('out', out, 'the table of queries', keySide.table.values);
  const bias = new RelativeBias(open(out), options, buckets, table, keySide, positions);
  fillTiles(
    out,
    heads,
    queries,
    keys,
    bias.tile,
    (head, query, rows, column, columns, to, stride) =>
      bias.fill(head, query, rows, column, columns, to, stride),
  );
  return check.given(out);
}

/** Adds two weighted lists of doubles. In wasm memory, the second list follows the first. */
export class PairSum {
  /**
   * @param {Machine} machine
   * @param {Carver} carver
   * @param {number} [first] the weight of the first list
   * @param {number} [second] the weight of the second list
   */
  constructor(machine, carver, first = 1, second = 1) {
    this.kernels = machine.kernels;
    this.span = carver.words(2);
    this.weights = carver.doubles(2);
    machine.i32.set([0, 2], this.span / 4);
    machine.f64.set([first, second], this.weights / 8);
  }

  /**
   * Replaces the first list by the sum.
   * @param {number} lists the address of both lists
   * @param {number} length the length of each
   */
  run(lists, length) {
    this.kernels.pe_resize(lists, lists, 2, this.span, 0, this.weights, 2, 1, length);
  }
}

/**
 * @typedef {object} TermSize
 * @property {number} vectors the largest number of vectors in a block
 * @property {number} rows the largest number of rows in a block
 * @property {number} dim the number of elements of a vector or row
 */

/** One term of the bias: the products of vectors with rows of a table. */
class Term {
  /**
   * @param {Machine} machine
   * @param {Carver} carver
   * @param {Float32Array} vectors [count, dim]
   * @param {Table} table
   * @param {TermSize} most
   * @param {number} [sharedRows] the address of the rows, if another term already copies the same
   *   rows
   */
  constructor(machine, carver, vectors, table, most, sharedRows) {
    this.machine = machine;
    this.vectors = vectors;
    this.table = table;
    this.dim = most.dim;
    this.vectorArea = carver.doubles(most.vectors * most.dim);
    this.rowArea = sharedRows ?? carver.doubles(most.rows * most.dim);
    this.products = carver.doubles(most.vectors * most.rows);
  }

  /** Copies vectors to wasm memory. @param {number} first @param {number} count */
  loadVectors(first, count) {
    const { machine, dim } = this;
    copyIn(machine.f64, this.vectorArea, this.vectors, first * dim, count, dim);
  }

  /**
   * Copies some of a head's table rows to wasm memory.
   * @param {number} head
   * @param {number} first
   * @param {number} count
   */
  loadRows(head, first, count) {
    const { values, head: headStride, row } = this.table;
    const start = head * headStride + first * row;
    copyIn(this.machine.f64, this.rowArea, values, start, count, this.dim, row);
  }

  /**
   * Computes the products of all copied vectors with all copied rows.
   * @param {number} vectors
   * @param {number} rows
   * @param {number} scale
   */
  multiply(vectors, rows, scale) {
    const { products, vectorArea, rowArea, dim } = this;
    const { pe_products } = this.machine.kernels;
    pe_products(products, rows, vectorArea, vectors, rowArea, rows, dim, scale);
  }
}

/**
 * Computes a bias block by block. A block consists of a few queries and keys, and of the table rows
 * that they need.
 */
class RelativeBias {
  /**
   * @param {Machine} machine
   * @param {QueryOptions & {scale: number}} options
   * @param {import('./buckets.js').Buckets} buckets
   * @param {Table} table
   * @param {KeySide} [keySide]
   * @param {Positions} [positions]
   */
  constructor(machine, options, buckets, table, keySide, positions) {
    const { q, queries, keys, headDim: dim, scale } = options;
    this.machine = machine;
    this.queries = queries;
    this.keys = keys;
    this.scale = scale;
    this.buckets = buckets;
    this.positions = positions;
    /** Whether each key has its own vector and is multiplied with a table for keys. */
    this.keysReadTable = keySide?.table !== undefined;
    // A block needs about queries + keys rows. Each query is multiplied with all of them, but only
    // `keys` of its products are used. So few queries and many keys waste the fewest products,
    // unless each key has a vector that is multiplied, too.
    const side = Math.max(1, Math.min(64, Math.floor(16384 / dim)));
    this.mostQueries = this.keysReadTable ? side : (side + 1) >> 1;
    this.mostKeys = this.keysReadTable ? side : 4 * side;
    const rows = this.mostQueries + this.mostKeys;

    const carver = new Carver(machine);
    this.thresholds = placeThresholds(machine, carver, buckets);
    this.index = carver.words(rows);
    // The vectors that are added to queries are first copied to the memory after the queries.
    const perQuery = { vectors: this.mostQueries * (positions ? 2 : 1), rows, dim };
    this.queryTerm = new Term(machine, carver, q, table, perQuery);
    if (positions) this.sum = new PairSum(machine, carver, scale, positions.scale);
    if (keySide) {
      const perKey = { vectors: this.mostKeys, rows, dim };
      const sharedRows = this.keysReadTable ? undefined : this.queryTerm.rowArea;
      const keyTable = keySide.table ?? table;
      this.keyTerm = new Term(machine, carver, keySide.vectors, keyTable, perKey, sharedRows);
    }
    this.tile = carver.free;
    /** The first of the table rows that the block needs, and the number of these rows. */
    this.lowest = 0;
    this.rows = 0;
  }

  /** Fills a part of a head's matrix. @type {import('./distance.js').FillPart} */
  fill(head, query, rows, column, columns, to, stride) {
    tiles(rows, this.mostQueries, (row, queries) => {
      this.queryTerm.loadVectors(head * this.queries + query + row, queries);
      if (this.positions) this.addPositions(this.positions, head, query + row, queries);
      tiles(columns, this.mostKeys, (key, keys) => {
        const block = to + 4 * (row * stride + key);
        this.fillBlock(head, query + row, queries, column + key, keys, block, stride);
      });
    });
  }

  /** Fills one block of the matrix. @type {import('./distance.js').FillPart} */
  fillBlock(head, query, queries, key, keys, to, stride) {
    const { queryTerm, keyTerm, keysReadTable, machine } = this;
    this.findRows(key - (query + queries - 1 + this.keys - this.queries), queries - 1 + keys);
    const { lowest, rows } = this;
    queryTerm.loadRows(head, lowest, rows);
    // addPositions has multiplied the queries by the scale already.
    queryTerm.multiply(queries, rows, this.positions ? 1 : this.scale);
    if (keyTerm) this.multiplyKeys(keyTerm, head, key, keys);
    machine.kernels.pe_relative(
      to,
      queries,
      keys,
      stride,
      this.index,
      lowest,
      queryTerm.products,
      keyTerm ? keyTerm.products : 0,
      rows,
      keysReadTable ? rows : 0,
    );
  }

  /**
   * Multiplies the copied queries by the scale, and adds the vectors of their positions.
   * @param {Positions} positions
   * @param {number} head
   * @param {number} query the index of the first query
   * @param {number} count
   */
  addPositions({ table, zero, last }, head, query, count) {
    const { machine, queryTerm, sum } = this;
    const { vectorArea, dim } = queryTerm;
    const first = zero + query + this.keys - this.queries;
    for (let i = 0; i < count; i++) {
      const row = Math.max(0, Math.min(last, first + i));
      const to = vectorArea + 8 * (count + i) * dim;
      copyIn(machine.f64, to, table.values, head * table.head + row * table.row, 1, dim);
    }
    sum?.run(vectorArea, count * dim);
  }

  /**
   * Computes the buckets of the differences first, first + 1, ..., and finds the table rows for
   * these buckets.
   * @param {number} first
   * @param {number} count
   */
  findRows(first, count) {
    const { machine, index, buckets } = this;
    makeBuckets(machine, index, count, first, this.thresholds, buckets);
    const withBucket = buckets.after.sign ? count : Math.min(count, Math.max(0, 1 - first));
    // Buckets only rise or only fall, so the first and the last bucket are the smallest and the
    // largest.
    const start = machine.i32[index / 4];
    const end = machine.i32[index / 4 + Math.max(withBucket, 1) - 1];
    this.lowest = Math.min(start, end);
    this.rows = withBucket && Math.abs(start - end) + 1;
  }

  /**
   * Computes the products of the vectors of the block's keys, or of the one vector that all keys
   * share.
   * @param {Term} term
   * @param {number} head
   * @param {number} key
   * @param {number} keys
   */
  multiplyKeys(term, head, key, keys) {
    const vectors = this.keysReadTable ? keys : 1;
    term.loadVectors(this.keysReadTable ? head * this.keys + key : head, vectors);
    if (this.keysReadTable) term.loadRows(head, this.lowest, this.rows);
    term.multiply(vectors, this.rows, this.scale);
  }
}
