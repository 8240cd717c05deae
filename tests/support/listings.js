/*
 * Makes the listings of the figures in a few states, and the numbers that each figure shows there.
 * Run as a program, this file prints the listings for tests/tools/run-listings.py.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import * as elements from '../../web/elements.js';
import { normalise } from '../../web/figures/chassis/state.js';
import { LISTINGS } from '../../web/figures/listings/listings.js';
import { CONFIGS } from '../../web/figures/stretch/configs.js';
import { readConfig } from '../../web/figures/stretch/read-config.js';

const configOf = (name) => {
  const [, config] = CONFIGS.find(([each]) => each.startsWith(name));
  return readConfig(JSON.stringify(config), {}).patch;
};

/** The figures that have code, by their names. */
export const FIGURES = Object.fromEntries(
  Object.values(elements)
    .filter(({ tag, hasCode }) => tag && hasCode)
    .map((Figure) => [Figure.tag.slice('pe-'.length), Figure]),
);

/** For each figure: the states in which its listing runs. Fields left out have their defaults. */
export const STATES = {
  alibi: [
    {},
    { heads: 12, head: 11, length: 24, position: 9, causal: false },
    { heads: 6, rule: 'geometric', head: 2, length: 16, position: 15 },
  ],
  buckets: [
    { distance: 40 },
    { both: true, buckets: 16, max: 64, distance: 11, log: true },
    { ruler: 'even', both: true, distance: 77 },
    { ruler: 'cut', distance: 50 },
  ],
  clocks: [
    {},
    { dim: 128, base: 500000, position: 44, other: 700000, pair: 40 },
    { spacing: 'linear', dim: 16, position: 300, other: 17, pair: 3 },
    { task: 'build', clocks: 4, base: 1000 },
    { task: 'build', clocks: 6, base: 10000, spacing: 'linear' },
  ],
  heatmap: [
    {},
    { length: 200, dim: 32, base: 500, layout: 'concatenated', position: 150, dimension: 20 },
    { dtype: 'float64', position: 33, other: 40, dimension: 63 },
  ],
  precision: [
    {},
    { pair: 31, position: 235 },
    { format: 'angle', pair: 8, position: 1000000 },
    { format: 'float16', pair: 30, position: 100 },
    { format: 'float64', pair: 31, position: 4096 },
  ],
  range: [
    {},
    { scheme: 'rope', length: 2048, position: 700000, dim: 128, base: 500000 },
    { scheme: 'learned', position: 600 },
    { scheme: 'alibi', position: 3000 },
  ],
  rope: [
    {},
    { dim: 32, base: 500000, position: 123456, other: 99, layout: 'interleaved', arrows: 5 },
    { layout: 'interleaved', permute: true, query: '1 2 -0.25', seed: 3 },
  ],
  shift: [
    {},
    { dim: 16, base: 100, position: 3, offset: -7, pair: 2, convention: 'column' },
    { convention: 'column', offset: 12 },
  ],
  similarity: [
    {},
    { metric: 'dot', dim: 32, offset: 20, position: 3 },
    { metric: 'euclidean', base: 100, offset: 31, position: 0 },
  ],
  stretch: [
    {},
    { method: 'ntk', factor: 16, pair: 20 },
    { method: 'yarn', factor: 16, pair: 30 },
    { method: 'yarn', factor: 8, pair: 33, ramp: 'code' },
    { ...configOf('Llama 3.1'), pair: 30 },
    { ...configOf('Llama 4'), pair: 40 },
    { ...configOf('Phi'), pair: 20 },
    { method: 'ntk', scaling: '{"rope_type":"dynamic","factor":2}', factor: 4, pair: 40 },
  ],
  waves: [{}, { dim: 16, base: 50, length: 200, position: 150, other: 3, pair: 5 }],
};

/** For each figure: those numbers of its model that its listing prints. */
const SHOWN = {
  alibi: ({ rows, state: { head, length } }) => rows.slice((head - 1) * length, head * length),
  buckets: ({ bucket, later }) => (later === null ? [bucket] : [bucket, later]),
  clocks: ({ build, chords, total, state }) =>
    build ? [build.count] : [chords[state.pair], total],
  heatmap: ({ table, apart, state: { position, dim, dimension } }) => [
    table[position * dim + dimension],
    apart,
  ],
  precision: ({ same, state }) => [Number(same[state.pair])],
  range: (model) => SHOWN_IN_RANGE[model.state.scheme](model),
  rope: ({ score }) => [score],
  shift: ({ got, error, back, state: { position, dim, pair } }) => [
    ...got.subarray(position * dim + 2 * pair, position * dim + 2 * pair + 2),
    error.l2[position],
    back.l2[position],
  ],
  similarity: ({ values, state }) => [values[state.offset]],
  stretch: ({ rows, chosen, state: { pair } }) => [
    1 / rows[chosen].ratio[pair],
    rows[chosen].waves[pair],
  ],
  waves: ({ sine, cosine, chord }) => [sine, cosine, chord],
};

const SHOWN_IN_RANGE = {
  learned: ({ parameters, inside }) => [parameters, Number(inside)],
  sinusoidal: ({ strange }) => [strange],
  rope: ({ strange }) => [strange],
  alibi: ({ slopes, state }) => slopes.map((slope) => -slope * state.position),
};

/** Returns the listing of a figure in a state, and the numbers that the figure shows there. */
export function listingIn(name, patch) {
  const Figure = FIGURES[name];
  const figure = new Figure();
  const model = figure.compute(normalise(Figure.allFields, patch));
  return { listing: LISTINGS[name](model), shown: () => [...SHOWN[name](model)] };
}

/** Returns all listings in their states, by the name of the figure and the number of the state. */
export const listings = () =>
  Object.fromEntries(
    Object.entries(STATES).flatMap(([name, states]) =>
      states.map((patch, at) => [`${name} ${at}`, listingIn(name, patch)]),
    ),
  );

/** Returns a hash of a program, as 16 hexadecimal digits. */
export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = {};
  for (const [name, { listing }] of Object.entries(listings()))
    for (const language of ['numpy', 'torch'])
      texts[`${name} ${language}`] = { hash: hashOf(listing[language]), text: listing[language] };
  process.stdout.write(JSON.stringify(texts));
}
