import { applyRope, learnedTable, ropeFrequencies, ropeTable, swapRopeLayout } from '../../index.js';

/** Offsets on either side of the middle of the curve. */
export const REACH = 64;
/** Points of the curve for each whole offset. */
export const FINE = 4;
/** The longest arrow of an example, and the largest number that is read. */
export const LONGEST = 1.2;
const LARGEST = 4;

/** The two dimensions that make a pair. @param {string} layout @param {number} dim @param {number} pair */
export const dimsOf = (layout, dim, pair) => (layout === 'half' ? [pair, pair + dim / 2] : [2 * pair, 2 * pair + 1]);

/** A vector as text, to two decimals. @param {ArrayLike<number>} vector */
export const written = (vector) => Array.from(vector, (value) => String(Math.round(value * 100) / 100)).join(' ');

/** The numbers of a text; where it has none, the given ones stay. @param {string} text @param {Float64Array} vector */
function read(text, vector) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  for (let at = 0; at < Math.min(words.length, vector.length); at++) {
    const value = Number(words[at]);
    if (!Number.isNaN(value)) vector[at] = Math.min(Math.max(value, -LARGEST), LARGEST);
  }
  return vector;
}

/**
 * Query, key and value as the model was trained with them, pair after pair. A key resembles its query, and
 * no arrow is too short or too long to be seen.
 * @param {{dim: number, seed: number, query: string, key: string}} state
 */
export function vectors({ dim, seed, query, key }) {
  const table = learnedTable(3, dim, { seed, std: 1 });
  /** @param {(at: number) => number} from */
  const make = (from) => Float64Array.from({ length: dim }, (_, at) => {
    const [x, y] = [from(at - (at % 2)), from(at - (at % 2) + 1)];
    const length = Math.sqrt(x * x + y * y) || 1;
    return Math.round((from(at) / length) * Math.min(Math.max(length, 0.6), LONGEST) * 100) / 100;
  });
  return {
    q: read(query, make((at) => table[at])),
    k: read(key, make((at) => 0.6 * table[at] + 0.8 * table[dim + at])),
    v: make((at) => table[2 * dim + at]),
  };
}

/**
 * A vector as the weights store it, with its pairs where they were trained; `permute` moves them to where the code takes them from.
 * @param {Float64Array} vector pair after pair
 * @param {{dim: number, layout: any, weights: any, permute: boolean}} state
 */
export const stored = (vector, { dim, layout, weights, permute }) =>
  swapRopeLayout(vector.slice(), { headDim: dim, from: 'interleaved', to: permute ? layout : weights });

/**
 * One vector turned for each of several positions.
 * @param {Float64Array} vector @param {number[]} positions @param {any} layout @param {number} base
 */
export function turned(vector, positions, layout, base, inverse = false) {
  const rows = new Float64Array(positions.length * vector.length);
  for (let row = 0; row < positions.length; row++) rows.set(vector, row * vector.length);
  return applyRope(rows, { heads: 1, headDim: vector.length, layout, base, positions, inverse });
}

/** What each pair adds to the dot product. @param {Float64Array} query @param {Float64Array} key @param {string} layout */
function shares(query, key, layout) {
  const parts = new Float64Array(key.length / 2);
  for (let pair = 0; pair < parts.length; pair++) {
    const [x, y] = dimsOf(layout, key.length, pair);
    parts[pair] = query[x] * key[x] + query[y] * key[y];
  }
  return parts;
}

/** @param {Float64Array} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * Row by row, the scores of queries with keys, of which there may be one for all.
 * @param {Float64Array} queries @param {Float64Array} keys @param {number} dim @param {string} layout
 */
function scores(queries, keys, dim, layout) {
  const single = keys.length === dim;
  return Float64Array.from({ length: queries.length / dim }, (_, row) => sum(shares(queries.subarray(row * dim, (row + 1) * dim), single ? keys : keys.subarray(row * dim, (row + 1) * dim), layout)));
}

/** Places at which a slide is looked at, at most. */
const LOOKS = 4096;

/**
 * The least and the largest score while both tokens slide and their offset stays.
 * @param {any} state @param {number} from position of the query @param {number} to
 */
export function slide(state, from, to) {
  const { base, layout, position, other } = state;
  const stride = Math.max(1, Math.ceil((to - from) / LOOKS));
  const places = Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, at) => to - at * stride);
  const { q, k } = vectors(state);
  const queries = turned(stored(q, state), places, layout, base);
  const keys = turned(stored(k, state), places.map((place) => place - position + other), layout, base);
  const seen = scores(queries, keys, q.length, layout);
  return { low: seen.reduce((low, score) => Math.min(low, score)), high: seen.reduce((high, score) => Math.max(high, score)) };
}

/**
 * The score at every offset around the present one: by the code, and as the weights were trained.
 * @param {any} state
 */
export function ropeCurves(state) {
  const { dim, base, position, other, layout, weights } = state;
  const first = Math.abs(position - other) > REACH ? position - other - REACH : -REACH;
  const offsets = Array.from({ length: 2 * REACH * FINE + 1 }, (_, at) => first + at / FINE);
  const { q, k } = vectors(state);
  /** @param {any} how @param {any} code */
  const run = (how, code) => scores(turned(stored(q, how), offsets, code, base), turned(stored(k, how), [0], code, base), dim, code);
  const curve = run(state, layout);
  return { offsets, curve, trainedCurve: layout === weights ? curve : run({ ...state, permute: false }, weights) };
}

/**
 * A query and a key turned by code that pairs dimensions as `layout`, beside what the weights were trained for.
 * @param {any} state
 */
export function ropeModel(state) {
  const { dim, base, position, other, layout, weights, permute, values } = state;
  const plain = vectors(state);
  /** @param {any} how @param {any} code */
  const run = (how, code) => {
    const [q, k] = [stored(plain.q, how), stored(plain.k, how)];
    const [qTurned, kTurned] = [turned(q, [position], code, base), turned(k, [other], code, base)];
    const parts = shares(qTurned, kTurned, code);
    return { q, k, qTurned, kTurned, parts, score: sum(parts) };
  };
  const code = run(state, layout);
  const mixed = layout !== weights;
  const trained = mixed ? run({ ...state, permute: false }, weights) : code;
  // Element by element, once both stand pair after pair.
  let differ = 0;
  for (const name of /** @type {const} */ (['qTurned', 'kTurned'])) {
    const [a, b] = [[code, mixed && !permute ? weights : layout], [trained, weights]].map(([from, order]) =>
      swapRopeLayout(from[name].slice(), { headDim: dim, from: order, to: 'interleaved' }));
    for (let at = 0; at < dim; at++) if (a[at] !== b[at]) differ++;
  }
  const v = stored(plain.v, state);
  const vTurned = values ? turned(v, [other], layout, base) : v;
  const start = values ? turned(v, [other - Math.min(position, other)], layout, base) : v;
  let moved = 0;
  for (let at = 0; at < dim; at++) moved += (vTurned[at] - start[at]) * (vTurned[at] - start[at]);
  return {
    ...code, v, vTurned, moved: Math.sqrt(moved), trained, differ, mixed, wrong: mixed && !permute,
    table: ropeTable(1, dim, { base, dtype: 'float64', start: position }), frequencies: ropeFrequencies(dim, { base }).frequencies,
  };
}
