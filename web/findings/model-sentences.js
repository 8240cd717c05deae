/* Says in sentences how a model encodes positions. */
import { pairsOf } from '../doctor/layouts.js';
import { typeOf } from '../doctor/scaling-differences.js';
import { layersDiffer } from './layer-kinds.js';

/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */

/** @param {number} value */
const number = (value) => value.toLocaleString('en', { maximumFractionDigits: 8 });

/**
 * Whether a scaling is one list of factors, as a .gguf file stores it. The notes of the model
 * already mention such a list, so no sentence about it is needed.
 * @param {Record<string, unknown>} scaling
 */
const isOneList = ({ long_factor: long, short_factor: short }) =>
  Array.isArray(long) && Array.isArray(short) && long.join() === short.join();

/** Types of scalings that leave frequencies as they are. @type {unknown[]} */
const PLAIN = [undefined, 'default', 'mrope'];

/**
 * These sentences say what happens to keys after their query. PARTS is for models that have an
 * encoder and a decoder. The two sentences below it are for models with only one part.
 */
const PARTS = [
  'In the encoder, keys after their query have buckets of their own: bidirectional is true.',
  'In the decoder, these keys share the bucket of distance 0: bidirectional is false.',
];
const OWN_BUCKETS = 'Keys after their query have buckets of their own: bidirectional is true.';
const SHARED_BUCKET =
  'Keys after their query share the bucket of distance 0: bidirectional is false.';

/** Matches the note on latent attention. This note says how much of a head rotates. */
const LATENT = /^The last \d+ dimensions of a head rotate;/;

/** Says how much of a head rotates. @param {number} headDim @param {number} rotaryDim */
const widthOf = (headDim, rotaryDim) =>
  rotaryDim === headDim
    ? `All ${headDim} elements of a head rotate.`
    : `${rotaryDim} of the ${headDim} elements of a head rotate.`;

/** Sentences by scheme. */
const SENTENCES = new Map(
  Object.entries(
    /** @type {Record<string, (model: Description) => (string | undefined)[]>} */ ({
      rope: ({
        layout,
        headDim,
        queryDim = headDim,
        rotaryDim = headDim,
        base,
        scaling,
        notes,
      }) => [
        notes.some((note) => LATENT.test(note)) ? undefined : widthOf(queryDim, rotaryDim),
        `The layout is ${layout}: a pair is ${pairsOf(layout, rotaryDim)}.`,
        base === undefined ? undefined : `The base (rope_theta) is ${number(base)}.`,
        scaling && !isOneList(scaling) && !PLAIN.includes(typeOf(scaling))
          ? `The frequencies are scaled by the method ${typeOf(scaling)}.`
          : undefined,
      ],
      alibi: ({ heads, maxBias = 8 }) => [
        `Its ${heads} heads have slopes down to 2^-${maxBias}.`,
        'A score falls by the slope for each position of distance.',
      ],
      t5: ({ buckets, maxDistance, bidirectional, parts }) => [
        `Distances fall into ${buckets} buckets. From ${maxDistance} on, they share one bucket.`,
        ...(parts ? PARTS : [bidirectional ? OWN_BUCKETS : SHARED_BUCKET]),
      ],
      learned: ({ maxPositions, dim, offset }) => [
        `The table has ${number(maxPositions ?? 0)} rows of ${dim} numbers. Later positions do not exist.`,
        offset ? `Position 0 has the row ${offset}.` : undefined,
      ],
      sinusoidal: ({ layout, dim, start }) => [
        `Its rows have ${dim} elements in the layout ${layout}.`,
        start ? `The first position is ${start}.` : undefined,
      ],
    }),
  ),
);

/** @param {number | undefined} heads @param {number} keyHeads */
const shared = (heads, keyHeads) =>
  keyHeads === 1
    ? `${heads} heads of queries share one head of keys.`
    : `${heads} heads of queries share ${keyHeads} heads of keys.`;

/**
 * @param {Description} model
 * @param {unknown} [config] the config that describes the model, if one does
 * @returns {string[]}
 */
export function modelSentences(model, config) {
  const { scheme, heads, keyHeads, contextLength, window, perLayer } = model;
  const own = SENTENCES.get(scheme)?.(model) ?? [];
  const all = [
    ...own,
    model.base !== undefined && config && !/"[^"]*(theta|_base)"/.test(JSON.stringify(config))
      ? 'The config names no base, so the default is assumed.'
      : undefined,
    keyHeads && keyHeads !== heads ? shared(heads, keyHeads) : undefined,
    contextLength && `The context has ${number(contextLength)} positions.`,
    window && `A token sees only the ${number(window)} nearest positions.`,
    layersDiffer(model) &&
      perLayer &&
      `The ${perLayer.length} layers differ. Layers with full attention are described.`,
  ];
  return all.filter((each) => typeof each === 'string');
}

/**
 * Adds to a verdict what the verdict depends on, if the type of the model is not known.
 * @param {string} verdict
 * @param {string} name the name of the model's config
 * @param {string} [readAs] the type whose rules are used for the model
 */
export const withAssumption = (verdict, name, readAs) =>
  readAs === undefined
    ? verdict
    : `${verdict} The type of ${name} is not known: it was read as ${readAs}, whose layout and defaults were assumed.`;
