/** The numbers of PeAlibi: slopes, biases, and the attention weights that follow from them. */
import { alibiBias, alibiSlopes, attention, ropeFrequencies } from '../../index.js';

/** @typedef {'paper' | 'geometric'} Rule how slopes are computed from the number of heads */

/**
 * @typedef {object} State
 * @property {number} heads
 * @property {Rule} rule
 * @property {number} head the chosen head, counted from 1
 * @property {number} length the number of positions of the text
 * @property {number} position the position of the query
 * @property {number} other the position of the key
 * @property {boolean} causal whether keys after the query are masked
 */

/**
 * The page of the lab (web/lab/index.html) shows some of these numbers. Its attributes `data-n`
 * contain their names.
 * @typedef {object} Model
 * @property {State} state
 * @property {Record<Rule, Float32Array>} slopesByRule the slopes of all heads, for each rule
 * @property {Float32Array} slopes the slopes of all heads by the chosen rule
 * @property {Float64Array} halves for each head, the distance at which its bias halves a weight
 * @property {number} differ the number of heads to which the two rules give different slopes
 * @property {number[]} rising the heads that have a larger slope than the head before them
 * @property {Float32Array} rows [heads, length] the biases of the query with each key
 * @property {Float32Array} weights [heads, length] the attention weights of the query under each
 *   head if all scores are equal
 * @property {Float32Array} bias [length, length] the biases of the chosen head
 */

/** @type {Rule[]} */
export const RULES = ['paper', 'geometric'];

/**
 * Returns the slopes that a popular tutorial wrongly prints for eight heads: 2^(-i / 8).
 * These slopes result from `maxBias` 1, but ALiBi uses 8.
 */
export const misprinted = () => alibiSlopes(8, { maxBias: 1 });

/**
 * Returns the largest power of two that is not above the number of heads.
 * @param {number} heads
 */
export function powerBelow(heads) {
  let power = 1;
  while (2 * power <= heads) power *= 2;
  return power;
}

/**
 * Returns the exponent of a head's slope as a fraction: [a, b] means a slope of 2^(-8 a / b).
 * @param {Pick<State, 'heads' | 'rule'>} state
 * @param {number} head counted from 1
 * @returns {[number, number]}
 */
export function exponentOf({ heads, rule }, head) {
  const power = powerBelow(heads);
  if (rule === 'geometric') return [head, heads];
  return head <= power ? [head, power] : [2 * (head - power) - 1, 2 * power];
}

/**
 * Returns, for each head, the distance at which a key gets half the weight of distance 0.
 * If m is the slope of the head, this distance is ln 2 / m. The slopes of the library are float32.
 * Here the slopes are RoPE frequencies of base 256 in float64, because 2^(-8 a / b) = 256^(-a / b).
 * @param {Pick<State, 'heads' | 'rule'>} state
 */
export function halfDistancesOf(state) {
  /** @type {Map<number, Float64Array>} */
  const series = new Map();
  return Float64Array.from({ length: state.heads }, (_, at) => {
    const [a, b] = exponentOf(state, at + 1);
    const of = series.get(b) ?? ropeFrequencies(2 * b, { base: 256 }).frequencies;
    series.set(b, of);
    return Math.LN2 / (a === b ? 1 / 256 : of[a]);
  });
}

/**
 * Returns the biases of the query with every key, under every head: [heads, length].
 * @param {State} state
 * @param {Float32Array} slopes
 */
function biasRows({ heads, length, position, causal }, slopes) {
  // For a single query, alibiBias gives each head the biases of the distances length - 1 to 0.
  // Each key gets the bias of its own distance from the query.
  const ramps = alibiBias(heads, 1, length, { slopes });
  return ramps.map((_, at) => {
    const key = at % length;
    if (causal && key > position) return -Infinity;
    return ramps[at - key + length - 1 - Math.abs(position - key)];
  });
}

/**
 * Returns the attention weights of the query under each head. Before the bias, all scores are
 * equal.
 * @param {State} state
 * @param {Float32Array} bias [heads, length]
 */
function equalScoreWeights({ heads, length }, bias) {
  const nothing = new Float32Array(heads * length);
  return attention({
    q: new Float32Array(heads),
    k: nothing,
    v: nothing,
    heads,
    queries: 1,
    keys: length,
    headDim: 1,
    bias,
  }).weights;
}

/**
 * Computes all numbers that the figure shows.
 * @param {State} state
 * @returns {Model}
 */
export function alibiModel(state) {
  const { heads, rule, head, length, causal } = state;
  const slopesByRule = {
    paper: alibiSlopes(heads),
    geometric: alibiSlopes(heads, { rule: 'geometric' }),
  };
  const slopes = slopesByRule[rule];
  const rows = biasRows(state, slopes);
  let differ = 0;
  const rising = [];
  for (let at = 0; at < heads; at++) {
    if (slopesByRule.paper[at] !== slopesByRule.geometric[at]) differ++;
    if (at && slopes[at] > slopes[at - 1]) rising.push(at + 1);
  }
  return {
    state,
    slopesByRule,
    slopes,
    halves: halfDistancesOf(state),
    differ,
    rising,
    rows,
    weights: equalScoreWeights(state, rows),
    bias: alibiBias(1, length, length, { slopes: [slopes[head - 1]], causal }),
  };
}
