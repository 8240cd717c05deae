import { addPositional, alibiBias, alibiSlopes, applyRope, attention, learnedTable, lookup, sinusoidal, t5Bias, t5Buckets } from '../../index.js';

/** T5's buckets. */
export const BUCKETS = 32;
/** Words share a part, as the embeddings of real models do, and have a part of their own; projections are left out. */
const SHARED = 0.6;
const OWN = 0.45;
/** A learned table is seeded here, not trained. */
const LEARNED = 0.3;

/**
 * The schemes, by where position enters.
 * @typedef {{key: string, name: string, door: '' | 'words' | 'qk' | 'scores', kind: string, where: string, beyond: string, models: string, parameters: (state: any) => number}} Scheme
 * @type {Scheme[]}
 */
export const SCHEMES = [
  { key: 'none', name: 'None', door: '', kind: 'blind to order', where: 'nowhere', beyond: 'nothing that could run out', models: 'single layers of Llama 4, SmolLM3', parameters: () => 0 },
  { key: 'sinusoidal', name: 'Sinusoidal', door: 'words', kind: 'absolute', where: 'added to the words once', beyond: 'defined, but never trained: weak', models: 'the Transformer of 2017', parameters: () => 0 },
  { key: 'learned', name: 'Learned', door: 'words', kind: 'absolute', where: 'added to the words once', beyond: 'no such row: an error', models: 'BERT, GPT-2, OPT, ViT', parameters: ({ length, dim }) => length * dim },
  { key: 'rope', name: 'RoPE', door: 'qk', kind: 'relative', where: 'turns q and k in each layer', beyond: 'defined; good once rescaled', models: 'Llama, Mistral, Qwen, Gemma', parameters: () => 0 },
  { key: 'alibi', name: 'ALiBi', door: 'scores', kind: 'relative', where: 'added to the scores in each layer', beyond: 'the line goes on: strong', models: 'BLOOM, MPT', parameters: () => 0 },
  { key: 't5', name: 'T5', door: 'scores', kind: 'relative', where: 'added to the scores in each layer', beyond: 'far distances share a bucket: fair', models: 'T5, mT5, UL2', parameters: ({ heads }) => heads * BUCKETS },
];

const WORDS = 16;

/** At most 16 words, at least one. @param {string} text */
export const wordsOf = (text) => (text.trim() || '?').split(/\s+/).slice(0, WORDS);

/** A seed from the spelling: the same word has the same vector wherever it stands. @param {string} word */
export const spelling = (word) => [...word.toLowerCase()].reduce((seed, letter) => (seed * 31 + /** @type {number} */ (letter.codePointAt(0))) % 4294967291, 7);

/**
 * The attention weights of one query row under each scheme, where the first word has position `start`.
 * @param {{tokens: string, query: number, start: number, length: number, dim: number, heads: number, head: number}} state
 * @returns {{weights: (Float32Array | null)[], error: string}} null, with the reason, where the learned table has no row
 */
export function rowsOf({ tokens, query, start, length, dim, heads, head }) {
  const words = wordsOf(tokens);
  const keys = words.length;
  const x = new Float32Array(keys * dim);
  const shared = learnedTable(1, dim, { std: SHARED, seed: 5 });
  words.forEach((word, at) => x.set(addPositional(learnedTable(1, dim, { std: OWN, seed: spelling(word) }), shared, { length: 1, dim }), at * dim));
  /** @param {Float32Array} rows @param {Float32Array} [bias] */
  const attend = (rows, bias) => attention({ q: rows.slice(query * dim, (query + 1) * dim), k: rows, v: rows, heads: 1, queries: 1, keys, headDim: dim, bias }).weights;
  /** @param {Float32Array} table */
  const added = (table) => attend(addPositional(x.slice(), table, { length: keys, dim }));
  /** @param {Float32Array} bias [heads, keys, keys] */
  const biased = (bias) => attend(x, bias.slice((head * keys + query) * keys, (head * keys + query + 1) * keys));
  let learned = null;
  let error = '';
  try {
    learned = added(lookup(learnedTable(length, dim, { std: LEARNED, seed: 1 }), dim, Array.from(words, (_, at) => start + at)));
  } catch (refused) {
    if (!(refused instanceof RangeError)) throw refused;
    error = `no row ${Math.max(length, start)}: the table ends at ${length - 1}`;
  }
  return {
    weights: [
      attend(x),
      added(sinusoidal(keys, dim, { start })),
      learned,
      attend(Float32Array.from(applyRope(Float64Array.from(x), { heads: 1, headDim: dim, start }))),
      biased(alibiBias(heads, keys, keys)),
      biased(t5Bias(learnedTable(BUCKETS, heads, { std: 1, seed: 2 }), heads, keys, keys)),
    ],
    error,
  };
}

/** The largest change of a weight. @param {Float32Array} a @param {Float32Array} b */
const largest = (a, b) => a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at])), 0);

/**
 * Every scheme's row now and before the window moved.
 * @param {{tokens: string, query: number, start: number, length: number, dim: number, heads: number, head: number}} state
 */
export function schemesModel(state) {
  const { weights, error } = rowsOf(state);
  const { weights: home } = rowsOf({ ...state, start: 0 });
  const words = wordsOf(state.tokens);
  const { dim, heads, head, query } = state;
  return {
    words, weights, home, error,
    change: weights.map((row, at) => (row && home[at] ? largest(row, /** @type {Float32Array} */ (home[at])) : null)),
    parameters: SCHEMES.map((scheme) => scheme.parameters(state)),
    slope: alibiSlopes(heads)[head],
    // What the biases say of each key: buckets, and the values that T5 learns.
    buckets: t5Buckets(words.length, words.length).slice(query * words.length, (query + 1) * words.length),
    bias: learnedTable(BUCKETS, heads, { std: 1, seed: 2 }).filter((_, at) => at % heads === head),
    dim,
  };
}
