import { alibiBias, alibiSlopes, attention, ropeFrequencies } from '../../index.js';

export const RULES = ['paper', 'geometric'];

/** As a popular tutorial says its code for eight heads prints them: 2^(-i / 8), which is what a largest bias of 1 gives. */
export const misprinted = () => alibiSlopes(8, { maxBias: 1 });

/**
 * The distance at which each head gives a key half the weight of the query's own, ln 2 / m. The slopes are taken in
 * double precision, as frequencies of base 256, since 2^(-8 a / b) = 256^(-a / b).
 * @param {{heads: number, rule: string}} state
 */
export function halfWeights(state) {
  /** @type {Record<number, Float64Array>} */
  const series = {};
  return Float64Array.from({ length: state.heads }, (_, at) => {
    const [a, b] = exponentOf(state, at + 1);
    series[b] ??= ropeFrequencies(2 * b, { base: 256 }).frequencies;
    return Math.LN2 / (a === b ? 1 / 256 : series[b][a]);
  });
}

/** A slope or a bias with all its digits where they are few, otherwise with four. @param {number} slope */
export function slopeText(slope) {
  const text = String(slope).length <= 10 ? String(slope) : slope.toPrecision(4);
  return text.replace('-Infinity', '−∞').replace('-', '−');
}

/** The power of two at or below a number of heads. @param {number} heads */
export function powerBelow(heads) {
  let power = 1;
  while (2 * power <= heads) power *= 2;
  return power;
}

/**
 * What stands over 2 in the exponent of a head's slope: [a, b] for 2^(-8 a / b).
 * @param {{heads: number, rule: string}} state @param {number} head from 1
 * @returns {[number, number]}
 */
export function exponentOf({ heads, rule }, head) {
  const power = powerBelow(heads);
  if (rule === 'geometric') return [head, heads];
  return head <= power ? [head, power] : [2 * (head - power) - 1, 2 * power];
}

/**
 * Slopes by both rules, the bias of the chosen head, and what a query attends to under each head when all its scores are equal.
 * @param {any} state
 */
export function alibiModel({ heads, rule, head, length, position, causal }) {
  const both = { paper: alibiSlopes(heads), geometric: alibiSlopes(heads, { rule: 'geometric' }) };
  const slopes = both[/** @type {'paper' | 'geometric'} */ (rule)];
  // One row from far to near holds every distance; the row of a query takes what it needs.
  const ramps = alibiBias(heads, 1, length, { slopes });
  const rows = Float32Array.from(ramps, (_, at) => {
    const key = at % length;
    return causal && key > position ? -Infinity : ramps[at - key + length - 1 - Math.abs(position - key)];
  });
  const nothing = new Float32Array(heads * length);
  const { weights } = attention({ q: new Float32Array(heads), k: nothing, v: nothing, heads, queries: 1, keys: length, headDim: 1, bias: rows });
  let differ = 0;
  const rises = [];
  for (let at = 0; at < heads; at++) {
    if (both.paper[at] !== both.geometric[at]) differ++;
    if (at && slopes[at] > slopes[at - 1]) rises.push(at + 1);
  }
  return { both, slopes, halves: halfWeights({ heads, rule }), differ, rises, rows, weights, bias: alibiBias(1, length, length, { slopes: [slopes[head - 1]], causal }) };
}
