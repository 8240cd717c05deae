/* Makes the initial values of learned tables, and looks up rows of tables. */
import * as check from '../check.js';
import { TILE, copyOut, open, tiles } from '../wasm.js';

const readTableOptions = check.reader('learnedTable', ['learned'], ({ init, std, seed, out }) => ({
  init,
  std,
  seed,
  out,
}));
const readLookupOptions = check.reader('lookup', ['learned'], ({ offset, out }) => ({
  offset,
  out,
}));
const INITS = ['normal', 'xavier'];

/**
 * Makes the initial values of a learned table. The random generator is SplitMix64 in counter mode
 * (posenc.h). A seed gives the same table on every computer and in every version of posenc.
 * @param {number} maxLength the number of rows
 * @param {number} dim the number of columns
 * @param {object} [options]
 * @param {'normal' | 'xavier'} [options.init] 'normal' draws from the normal distribution with mean
 *   0 and standard deviation `std`; 'xavier' draws from the uniform distribution between -b and b,
 *   where b = sqrt(6 / (maxLength + dim)) (Glorot and Bengio 2010, eq. 16); default 'normal'
 * @param {number} [options.std] default 0.02, as in BERT and GPT-2
 * @param {number} [options.seed] an integer from 0 to 2^53 - 1, default 0
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [maxLength, dim]
 * @throws {RangeError | TypeError}
 * @example
 * console.log(learnedTable(2, 2)); // [-0.009055, 0.004155, 0.05301, -0.009808]
 * console.log(learnedTable(2, 2, { seed: 1, std: 1 })); // [-0.02825, -1.0656, -0.2279, 0.08309]
 */
export function learnedTable(maxLength, dim, options) {
  const { init = 'normal', std, seed = 0, out: given } = readTableOptions(options);
  check.count('maxLength', maxLength);
  check.count('dim', dim);
  const normal = check.word('init', init, INITS) === 'normal';
  if (!normal && std !== undefined)
    check.refuseUnused('std', 'with init "xavier", whose spread is fixed', std);
  const deviation = check.number('std', std === undefined ? 0.02 : std, 0);
  const spread = normal ? deviation : Math.sqrt(6 / (maxLength + dim));
  check.count('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  const out = check.result(given, Float32Array, maxLength * dim, '[maxLength, dim]');
  const { kernels, f32, window } = open();
  const draw = normal ? kernels.pe_random_normal : kernels.pe_random_uniform;
  tiles(out.length, TILE / 4, (first, count) => {
    draw(window, count, first, seed, spread);
    copyOut(f32, window, out, first, 1, count);
  });
  return check.given(out);
}

/**
 * Copies the rows of a table that belong to the given positions.
 * @template {Float32Array | Float64Array} T
 * @param {T} table [rows, dim]
 * @param {number} dim
 * @param {check.Positions} positions whole numbers, 0 or larger
 * @param {object} [options]
 * @param {number} [options.offset] the index of the row of position 0: padding_idx + 1 in RoBERTa
 *   and fairseq, 2 in BART, OPT and XGLM; default 0
 * @param {T} [options.out]
 * @returns {T} [positions.length, dim]
 * @throws {RangeError | TypeError} also if a position is beyond the last row
 * @example
 * const table = Float32Array.of(0, 1, 10, 11, 20, 21);
 * console.log(lookup(table, 2, [2, 0])); // [20, 21, 0, 1]
 * console.log(lookup(table, 2, [0], { offset: 2 })); // [20, 21]
 */
export function lookup(table, dim, positions, options) {
  const { offset = 0, out } = readLookupOptions(options);
  const at = check.copy('positions', check.withoutBigints('positions', positions));
  const list = check.array('table', table, check.FLOATS);
  const rows = check.rowsOf('table', list, check.count('dim', dim), '[rows, dim]');
  if (at.length && !rows) check.refuse('table', 'at least one row', list);
  const last = rows - 1 - check.count('offset', offset, 0, Math.max(0, rows - 1));
  const wrong = at.findIndex((row) => !(Number.isInteger(row) && row >= 0 && row <= last));
  if (wrong >= 0) check.count(`positions[${wrong}]`, at[wrong], 0, last);
  const Kind = /** @type {check.Kind<T>} */ (
    /** @type {unknown} */ (check.sizeOf(list) === 8 ? Float64Array : Float32Array)
  );
  const found = check.result(out, Kind, at.length * dim, '[positions, dim]');
  if (out !== undefined) check.apart('out', found, 'table', list);
  for (let i = 0; i < at.length;) {
    // Rows that are consecutive in the table are copied together.
    let run = 1;
    while (at[i + run] === at[i] + run) run++;
    const from = at[i] + offset;
    check.write(found, check.part(list, from * dim, (from + run) * dim), i * dim);
    i += run;
  }
  return check.given(found);
}
