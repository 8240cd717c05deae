/* Learned tables: their initial values, and looking rows up. */
import * as check from './check.js';
import {TILE, copyOut, open, tiles} from './wasm.js';

const TABLE = check.names('init std seed out'), LOOKUP = check.names('offset out');
const INITS = ['normal', 'xavier'];

/**
 * Initial values of a learned table. The generator is SplitMix64 in counter mode (posenc.h): the
 * same seed gives the same table on every machine, in every version.
 * @param {number} maxLength rows
 * @param {number} dim
 * @param {object} [options]
 * @param {'normal' | 'xavier'} [options.init] 'normal': mean 0 and standard deviation `std`;
 *   'xavier': uniform within sqrt(6 / (maxLength + dim)) (Glorot and Bengio 2010, eq. 16)
 * @param {number} [options.std] 0.02, as BERT and GPT-2
 * @param {number} [options.seed] an integer from 0 to 2^53 - 1; 0
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [maxLength, dim]
 * @throws {RangeError | TypeError}
 */
export function learnedTable(maxLength, dim, options) {
  const {init = 'normal', std = 0.02, seed = 0, out: given} = check.known(options, TABLE);
  check.count('maxLength', maxLength);
  check.count('dim', dim);
  const normal = check.word('init', init, INITS) === 'normal';
  check.number('std', std, 0);
  const spread = normal ? std : Math.sqrt(6 / (maxLength + dim));
  check.count('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  const out = check.result(given, Float32Array, maxLength * dim, '[maxLength, dim]'), m = open();
  tiles(out.length, TILE / 4, (first, count) => {
    m.kernels[normal ? 'pe_random_normal' : 'pe_random_uniform'](m.window, count, first, seed, spread);
    copyOut(m.f32, m.window, out, first, 1, count);
  });
  return out;
}

/**
 * Rows of a table.
 * @template {Float32Array | Float64Array} T
 * @param {T} table [rows, dim]
 * @param {number} dim
 * @param {ArrayLike<number>} positions whole numbers from 0
 * @param {object} [options]
 * @param {number} [options.offset] the row of position 0, where a table has rows before it: padding_idx + 1 in RoBERTa and
 *   fairseq; 2 in BART, OPT and XGLM; 0
 * @param {T} [options.out]
 * @returns {T} [positions.length, dim]
 * @throws {RangeError | TypeError} a position past the last row, too
 */
export function lookup(table, dim, positions, options) {
  const {offset = 0, out} = check.known(options, LOOKUP);
  check.array('table', table, check.FLOATS);
  const rows = check.rowsOf('table', table, check.count('dim', dim), '[rows, dim]');
  if (positions?.length && !rows) check.refuse('table', 'at least one row', table);
  const last = rows - 1 - check.count('offset', offset, 0, Math.max(0, rows - 1));
  const at = check.numbers('positions', positions, (name, value) => check.count(name, value, 0, last));
  const Kind = /** @type {any} */ (table.BYTES_PER_ELEMENT === 8 ? Float64Array : Float32Array);
  const found = check.result(out, Kind, at.length * dim, '[positions, dim]');
  for (let i = 0, run; i < at.length; i += run) {  // rows that stand together, in one piece
    for (run = 1; at[i + run] === at[i] + run; run++);
    found.set(table.subarray((at[i] + offset) * dim, (at[i] + offset + run) * dim), i * dim);
  }
  return /** @type {any} */ (found);
}
