/* Attention with linear biases, ALiBi (Press, Smith and Lewis 2022). */
import { checkResult, checkShape, writeBias } from './distance.js';
import * as check from '../check.js';
import { biasType } from '../dtypes.js';
import { Carver, FLOAT64, TILE, copyIn, copyOut, open, tiles, viewOf } from '../wasm.js';

/** The slopes that were computed last. Repeated calls often ask for the same slopes. */
let last = { heads: 0, maxBias: 0, geometric: false, slopes: new Float32Array(0) };

/** The largest number of heads. */
const HEADS = 65536;

const readSlopeOptions = check.reader('alibiSlopes', ['alibi'], (given, described) => ({
  rule: given.rule,
  maxBias: given.maxBias,
  out: given.out,
  ofModel: described ? given : undefined,
}));

/** @type {check.Pick<Record<'slopes' | 'maxBias' | 'causal' | 'positions' | 'dtype' | 'out' | 'described', any>>} */
const pickBias = (given, described) => ({
  slopes: given.slopes,
  maxBias: given.maxBias,
  causal: given.causal,
  positions: given.positions,
  dtype: given.dtype,
  out: given.out,
  described,
});
const readBiasOptions = check.reader('alibiBias', ['alibi'], pickBias);
const readAddOptions = check.reader('addAlibi', ['alibi'], pickBias, [
  'slopes',
  'maxBias',
  'causal',
]);
const RULES = ['paper', 'geometric'];

/** Checks the option maxBias, and returns it. @param {unknown} maxBias */
const checkedBias = (maxBias) => check.number('maxBias', maxBias, 0, 126);

/**
 * Returns the slope of each head, correctly rounded.
 * - 'paper': if the number of heads n is a power of two, 2^(-maxBias i / n), i = 1..n. For any
 *   other number of heads, the first slopes are those of the next smaller power of two. The 1st,
 *   3rd, 5th, ... slopes of the next larger power of two follow. So the slopes do not always fall
 *   from one head to the next.
 * - 'geometric': 2^(-maxBias i / heads), i = 1..heads, as in many tutorials.
 * @param {number} heads 1 to 65536
 * @param {object} [options]
 * @param {'paper' | 'geometric'} [options.rule] default 'paper'
 * @param {number} [options.maxBias] 0 to 126; default 8
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [heads]
 * @throws {RangeError | TypeError}
 * Source: Press et al. 2022, section 3, and the authors' code for other numbers of heads
 * @example
 * console.log(alibiSlopes(4)); // [0.25, 0.0625, 0.01563, 0.003906]
 * console.log(alibiSlopes(3)); // [0.0625, 0.003906, 0.25]
 * console.log(alibiSlopes(3, { rule: 'geometric' })); // [0.1575, 0.0248, 0.003906]
 */
export function alibiSlopes(heads, options) {
  const { rule = 'paper', maxBias = 8, out: given, ofModel } = readSlopeOptions(options);
  check.count('heads', heads, 1, HEADS);
  const geometric = check.word('rule', rule, RULES) === 'geometric';
  checkedBias(maxBias);
  const out = check.result(given, Float32Array, heads, '[heads]');
  const own = ofModel?.slopes;
  check.write(
    out,
    own == null
      ? computedSlopes(heads, maxBias, geometric)
      : check.numbers('slopes', own, check.number, heads),
  );
  return check.given(out);
}

/**
 * Returns slopes, and computes them only if the last call was for other slopes. Callers must not
 * modify the result.
 * @param {number} heads
 * @param {number} maxBias
 * @param {boolean} geometric
 */
function computedSlopes(heads, maxBias, geometric) {
  if (last.heads !== heads || last.maxBias !== maxBias || last.geometric !== geometric) {
    const { kernels, f32, window } = open();
    kernels.pe_alibi_slopes(window, heads, maxBias, geometric);
    last = { heads, maxBias, geometric, slopes: f32.slice(window / 4, window / 4 + heads) };
  }
  return last.slopes;
}

/**
 * @typedef {object} AlibiOptions
 * @property {ArrayLike<number>} [slopes] default: alibiSlopes(heads, {maxBias}). To give only the
 *   first n heads a bias, use [...alibiSlopes(n), 0, 0, ...]
 * @property {number} [maxBias] passed on to alibiSlopes if there are no slopes; default 8
 * @property {boolean} [causal] whether keys after their query get -Infinity; default false
 */

/**
 * @typedef {object} DistanceOptions
 * @property {check.Positions} [positions] [keys], the position of each key, as positionsFromMask
 *   returns them; the queries are the last keys. Distances then skip padding, as in BLOOM. By
 *   default, keys are one position apart
 */

/**
 * Checks the given slopes and returns them, or returns the slopes of the paper if none are given.
 * @param {number} heads
 * @param {AlibiOptions & {described: boolean}} options
 * @returns {ArrayLike<number>}
 */
function slopesOf(heads, { slopes, maxBias, described }) {
  if (slopes === undefined)
    return computedSlopes(heads, maxBias === undefined ? 8 : checkedBias(maxBias), false);
  // A description from describeModel always has a maxBias, and may be used together with slopes.
  if (maxBias !== undefined && !described)
    throw check.failure(TypeError, 'slopes', 'either slopes or maxBias', 'both');
  return check.numbers('slopes', slopes, check.number, heads);
}

/**
 * Returns the function that computes ramps for these slopes. A ramp contains the values for
 * consecutive differences of positions (see distance.js).
 * @param {ArrayLike<number>} slopes
 * @returns {import('./distance.js').MakeRamp}
 */
const rampOf = (slopes) => (machine, group, ramp, count, first, _, flags) =>
  machine.kernels.pe_alibi_ramp(ramp, count, first, 0, slopes[group % slopes.length], flags);

/**
 * Returns -slope |query - key| for each head. Add it to scores after they are scaled, as
 * `attention` does.
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {number} heads
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {AlibiOptions & DistanceOptions & {dtype?: D, out?: import('../dtypes.js').OutOf<D>}}
 *   [options] dtype: default 'float32'
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Press et al. 2022, section 3
 * @example
 * console.log(alibiBias(1, 2, 3, { slopes: [1] })); // [-1, 0, -1, -2, -1, 0]
 * console.log(alibiBias(1, 1, 4, { slopes: [0.5], causal: true })); // [-1.5, -1, -0.5, 0]
 */
export function alibiBias(heads, queries, keys, options) {
  const given = readBiasOptions(options);
  const { causal, dtype } = given;
  checkShape(heads, queries, keys, causal);
  const slopes = slopesOf(heads, given);
  const positions = check.positions(0, given.positions, keys);
  const makeRamp = rampOf(slopes);
  const out = checkResult(heads, queries, keys, given.out, causal, dtype);
  if (positions) return writeApart(out, { heads, queries, keys, slopes, positions, causal, dtype });
  return writeBias(out, heads, queries, keys, makeRamp, { causal, dtype });
}

/**
 * Writes the bias of keys at any positions. Each row is computed on its own.
 * @param {any} out [heads, queries, keys]
 * @param {object} of
 * @param {number} of.heads
 * @param {number} of.queries
 * @param {number} of.keys
 * @param {ArrayLike<number>} of.slopes
 * @param {Float64Array} of.positions
 * @param {boolean} [of.causal]
 * @param {import('../dtypes.js').BiasDtype} [of.dtype]
 */
function writeApart(out, { heads, queries, keys, slopes, positions, causal = false, dtype }) {
  if (queries > keys) check.refuse('queries', `at most ${keys} keys, with positions`, queries);
  const machine = open(out);
  const { kernels } = machine;
  const { half } = biasType(dtype);
  const view = viewOf(machine, out);
  const carver = new Carver(machine);
  const most = TILE / 8;
  const at = carver.doubles(most);
  const row = carver.doubles(most);
  tiles(keys, most, (first, count) => {
    copyIn(machine.f64, at, positions, first, 1, count);
    for (let i = 0; i < heads * queries; i++) {
      const query = keys - queries + (i % queries);
      const slope = slopes[Math.floor(i / queries)];
      kernels.pe_alibi_ramp(row, count, -positions[query], at, slope, FLOAT64);
      const seen = causal ? Math.max(0, query + 1 - first) : count;
      if (seen < count) machine.f64.fill(-Infinity, row / 8 + seen, row / 8 + count);
      if (half) kernels.pe_halves(row, row, count, half);
      copyOut(half ? view : machine.f64, row, out, i * keys + first, 1, count);
    }
  });
  return check.given(out);
}

/**
 * Adds the bias of alibiBias to scores, in place.
 * @param {Float32Array} scores [..., heads, queries, keys]
 * @param {number} heads
 * @param {number} queries
 * @param {number} keys
 * @param {AlibiOptions} [options]
 * @returns {Float32Array} scores
 * @throws {RangeError | TypeError}
 * Source: Press et al. 2022, section 3
 * @example
 * const scores = Float32Array.of(1, 1, 1, 1);
 * addAlibi(scores, 1, 2, 2, { slopes: [0.5], causal: true });
 * console.log(scores); // [1, -Infinity, 0.5, 1]
 */
export function addAlibi(scores, heads, queries, keys, options) {
  const given = readAddOptions(options);
  const { causal } = given;
  checkShape(heads, queries, keys, causal);
  const makeRamp = rampOf(slopesOf(heads, given));
  const list = check.array('scores', scores, check.FLOAT32);
  const size = heads * queries * keys;
  const batches = check.rowsOf('scores', list, size, '[..., heads, queries, keys]');
  return writeBias(list, batches * heads, queries, keys, makeRamp, { add: true, causal });
}
