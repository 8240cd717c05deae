/* Says how a model encodes positions, from its config.json or the metadata of a .gguf file. */
import { modelSentences } from './model-sentences.js';

/** @typedef {import('../files/open.js').OpenedFile} OpenedFile */
/** @typedef {import('../files/gguf.js').GgufFile} GgufFile */
/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */
/** @typedef {import('./reports.js').Finding} Finding */

/** What a model with each scheme does. */
const SCHEMES = new Map(
  Object.entries(
    /** @type {Record<string, (name: string) => string>} */ ({
      rope: (name) => `${name} rotates queries and keys (RoPE).`,
      alibi: (name) => `${name} adds ALiBi biases to scores.`,
      t5: (name) => `${name} adds biases of T5 buckets to scores.`,
      learned: (name) => `${name} adds a learned table to the embeddings.`,
      sinusoidal: (name) => `${name} adds a sinusoidal table to the embeddings.`,
      nope: (name) => `${name} has no positions in its attention.`,
      none: (name) => `${name} has no attention.`,
    }),
  ),
);

/**
 * Describes the model of a file.
 * @param {string} name
 * @param {Description} model
 * @param {object} [config] the config that describes the model, if one does
 * @returns {Finding}
 */
export function modelReport(name, model, config) {
  const { scheme, notes, perLayer, ...settings } = model;
  const does = SCHEMES.get(scheme)?.(name) ?? `${name} uses the scheme ${scheme}.`;
  return {
    says: [does, ...modelSentences(model, config)],
    settings: { ...settings, layers: perLayer?.length },
    notes,
    agrees: true,
  };
}

/**
 * Describes the model of a config.json, or of the metadata and the factors of a .gguf file.
 * @param {OpenedFile} opened
 * @param {{library: typeof import('../index.js'), doctor: typeof import('../doctor/index.js')}} parts
 * @returns {Promise<Description | undefined>} nothing if the file has only tensors
 * @throws {RangeError | TypeError} names the setting that is missing or wrong
 */
export async function describeOpened(opened, { library, doctor }) {
  if (opened.format === 'config') return library.describeModel(opened.config);
  if (opened.format !== 'gguf') return undefined;
  const { freqs, long, short } = opened.factors;
  const factors = {
    rope_freqs: await freqs?.readFloats(),
    rope_factors_long: await long?.readFloats(),
    rope_factors_short: await short?.readFloats(),
  };
  const given = Object.entries(factors).filter(([, list]) => list !== undefined);
  const lists = /** @type {Record<string, Float32Array>} */ (Object.fromEntries(given));
  return doctor.describeGguf(opened.metadata, { factors: lists });
}
