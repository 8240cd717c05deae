/* Positions counted by what the tokens hold (Golovneva et al. 2024, CoPE). */
import {place, result} from './bias.js';
import * as check from './check.js';
import {WIDEST} from './relative.js';
import {copyIn, copyOut, open, tiles} from './wasm.js';

const POSITIONS = check.names('maxPosition out'), NAMES = check.names('logits q table heads queries keys headDim scale out');

/** The most keys of a tile, and elements of each work area of doubles. */
const COLUMNS = 4096, ROOM = 32768;

/**
 * @param {Float32Array} out [groups, queries, keys] @param {Float32Array} logits the same
 * @param {number} groups @param {number} queries @param {number} keys @param {number} last the last position
 * @param {Float32Array} [q] what meets the rows of the table, if biases are wanted @param {Float32Array} [table]
 */
function count(out, logits, groups, queries, keys, last, q, table, dim = 1, scale = 1) {
  const m = open(), {kernels} = m, positions = table ? last + 1 : 0, wide = Math.min(keys, COLUMNS);
  const most = Math.max(1, Math.floor(ROOM / Math.max(64, positions, dim, wide))), tile = m.window + 8 * ROOM, sums = tile + 4 * most * wide + 7 & -8;
  for (let group = 0; group < groups; group++)
    tiles(queries, most, (query, rows) => {
      const row = group * queries + query;
      if (table) {
        const part = place(m, tile, q, row * dim, rows * dim);
        tiles(positions, Math.floor(ROOM / dim), (first, some) => {
          place(m, part, table, first * dim, some * dim);
          kernels.pe_products(m.window + 8 * first, positions, tile, rows, part, some, dim, scale);
        });
      }
      m.f64.fill(0, sums / 8, sums / 8 + rows);
      for (let end = keys; end > 0; end -= COLUMNS) {
        const columns = Math.min(end, COLUMNS), at = row * keys + end - columns;
        copyIn(m.f32, tile, logits, at, rows, columns, keys);
        kernels.pe_cope(tile, rows, columns, query + keys - queries - end + columns, sums, last, m.window, positions);
        copyOut(m.f32, tile, out, at, rows, columns, keys);
      }
    });
  return out;
}

/**
 * The position of each key seen from its query: the gates 1 / (1 + e^-logit) from the query back to
 * the key, both included, added up. 0 for keys after their query, whose logits are not read.
 * @param {Float32Array} logits [..., queries, keys], the last query on the last key
 * @param {number} queries @param {number} keys
 * @param {{maxPosition?: number, out?: Float32Array}} [options] maxPosition: where counting stops; nowhere unless given
 * @returns {Float32Array} of the shape of logits
 * @throws {RangeError | TypeError}
 */
export function copePositions(logits, queries, keys, options) {
  const {maxPosition, out} = check.known(options, POSITIONS);
  check.array('logits', logits, check.FLOAT32);
  const groups = check.rowsOf('logits', logits, check.count('queries', queries) * check.count('keys', keys), '[..., queries, keys]');
  const last = maxPosition === undefined ? Infinity : check.number('maxPosition', maxPosition, 0);
  return count(check.result(out, Float32Array, logits.length, '[..., queries, keys]'), logits, groups, queries, keys, last);
}

/**
 * scale * (q . table) at those positions, between its two neighbours by proportion; counting stops at the
 * last row. Causal: -Infinity for keys after their query.
 * @param {object} options
 * @param {Float32Array} options.logits [heads, queries, keys]; in the authors' code scaled by 1 / sqrt(headDim)
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.table [positions, headDim], the heads' own; at most 32768 positions
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {number} [options.scale] 1
 * @param {Float32Array} [options.out] it may be logits
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function copeBias(options) {
  const {logits, q, table, heads, queries, keys, headDim: dim, scale = 1, out: given} = check.known(options, NAMES);
  const out = result(heads, queries, keys, given);
  check.count('headDim', dim, 1, WIDEST);
  check.number('scale', scale);
  check.shaped('logits', logits, {heads, queries, keys});
  check.shaped('q', q, {heads, queries, headDim: dim});
  const positions = check.rowsOf('table', check.array('table', table, check.FLOAT32), dim, '[positions, headDim]');
  if (!positions || positions > ROOM) check.refuse('table', `1 to ${ROOM} rows`, table);
  return count(out, logits, heads, queries, keys, positions - 1, q, table, dim, scale);
}
