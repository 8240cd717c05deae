/*
 * What a runtime computes, in plain JavaScript with doubles. It shares no code with posenc. Arrays
 * are [batch, heads, length, headDim] unless a comment says otherwise.
 */
import { range } from '../support/reference.js';

/** Returns the frequencies of RoPE without a scaling. */
export const frequenciesOf = (base, dim) => range(dim / 2).map((i) => base ** ((-2 * i) / dim));

/** Returns the frequencies of Llama 3.1. */
export function llama3(base, dim, scaling) {
  const { factor, low_freq_factor: low, high_freq_factor: high } = scaling;
  const { original_max_position_embeddings: length } = scaling;
  return frequenciesOf(base, dim).map((w) => {
    const turns = (length * w) / (2 * Math.PI);
    const kept = Math.min(1, Math.max(0, (turns - low) / (high - low)));
    return w * (kept + (1 - kept) / factor);
  });
}

/** Returns the frequencies of YaRN, as the code of most models computes them. */
export function yarn(base, dim, { factor, beta_fast = 32, beta_slow = 1, truncate = true, ...of }) {
  const pairOf = (turns) =>
    (dim * Math.log(of.original_max_position_embeddings / (turns * 2 * Math.PI))) /
    (2 * Math.log(base));
  const whole = truncate ? [Math.floor, Math.ceil] : [(x) => x, (x) => x];
  const from = Math.max(whole[0](pairOf(beta_fast)), 0);
  const to = Math.min(whole[1](pairOf(beta_slow)), dim - 1);
  return frequenciesOf(base, dim).map((w, i) => {
    const slowed = Math.min(1, Math.max(0, (i - from) / Math.max(to - from, 0.001)));
    return w * (1 - slowed + slowed / factor);
  });
}

/**
 * Rotates one head in place. The pair of frequency w turns by w times its position.
 * @param {number[] | Float64Array} x the head begins at the index `at`
 * @param {(pair: number) => number} positionOf
 */
export function turnHead(x, at, frequencies, positionOf, { layout = 'half', factor = 1 } = {}) {
  const pairs = frequencies.length;
  frequencies.forEach((w, i) => {
    const [a, b] = layout === 'half' ? [at + i, at + i + pairs] : [at + 2 * i, at + 2 * i + 1];
    const angle = positionOf(i) * w;
    const [c, s] = [factor * Math.cos(angle), factor * Math.sin(angle)];
    [x[a], x[b]] = [x[a] * c - x[b] * s, x[a] * s + x[b] * c];
  });
}

/** Returns an array with all heads rotated. `positionOf` is called with (item, token, pair). */
export function turned(x, { batch = 1, heads, length, headDim, frequencies, positionOf, ...how }) {
  const out = Float64Array.from(x);
  for (const item of range(batch))
    for (const head of range(heads))
      for (const token of range(length)) {
        const at = ((item * heads + head) * length + token) * headDim;
        turnHead(out, at, frequencies, (pair) => positionOf(item, token, pair), how);
      }
  return out;
}

/**
 * Returns the output of attention. Heads of queries may share heads of keys. `biasOf` is called with
 * (item, head, query, key), and returns what is added to the score.
 */
export function attended({ q, k, v, batch = 1, heads, keyHeads = heads, ...of }) {
  const { queries, keys, headDim, scale = headDim ** -0.5, biasOf = () => 0 } = of;
  const out = new Float64Array(batch * heads * queries * headDim);
  for (const item of range(batch))
    for (const head of range(heads))
      for (const query of range(queries)) {
        const shared = item * keyHeads + Math.floor((head * keyHeads) / heads);
        const from = ((item * heads + head) * queries + query) * headDim;
        const at = (key) => (shared * keys + key) * headDim;
        const scores = range(keys).map((key) => {
          const product = range(headDim).reduce((sum, d) => sum + q[from + d] * k[at(key) + d], 0);
          return product * scale + biasOf(item, head, query, key);
        });
        const most = Math.max(...scores);
        // A query that sees no key, such as padding, has the output 0.
        if (most === -Infinity) continue;
        const weights = scores.map((score) => Math.exp(score - most));
        const sum = weights.reduce((total, weight) => total + weight, 0);
        range(headDim).forEach((d) => {
          const share = weights.reduce((part, weight, key) => part + weight * v[at(key) + d], 0);
          out[from + d] = share / sum;
        });
      }
  return out;
}

/** Returns the largest difference of two lists. */
export function distance(a, b) {
  if (a.length !== b.length) return Infinity;
  return range(a.length).reduce((most, i) => Math.max(most, Math.abs(a[i] - b[i])), 0);
}
