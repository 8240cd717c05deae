/* Defines the commands that describe models, and compute their tables. */
import { modelReport } from '../findings/models.js';
import { brief, fields, linesOf, sample } from '../findings/reports.js';
import { UsageError } from './arguments.js';
import { describeFile } from './inputs.js';
import { loadFiles, loadLibrary } from './load.js';

/** @typedef {import('./output.js').ResultArray} ResultArray */
/** @typedef {import('../dtypes.js').Dtype} Dtype */
/** @typedef {import('../rope/rope.js').PositionOptions} PositionOptions */
/** @typedef {NonNullable<Parameters<import('./load.js').Library['sinusoidal']>[2]>} TableOptions */

/** Options of all functions that take positions. @satisfies {import('./arguments.js').Options} */
const POSITIONS = {
  start: { kind: 'number', says: 'the first position; default 0' },
  positions: { kind: 'list', says: 'the position of each row, instead of start' },
  precision: { kind: 'text', says: 'exact or float32' },
  dtype: { kind: 'text', says: 'float32, float64, float16 or bfloat16' },
};

/** A table of a model has at most this many rows, unless --length asks for more. */
const USUAL_LENGTH = 2048;

/** Keys of GGUF files that concern positions. */
const CONCERNS = /^(rope|attention)\.|context_length|embedding_length|block_count/;

/** @param {string} name @param {string} text */
export function integerOf(name, text) {
  const value = Number(text);
  if (!/^\d+$/.test(text)) throw new UsageError(`${name}: expected an integer, got "${text}"`);
  return value;
}

/** @type {import('./commands.js').Command} */
export const describe = {
  words: ['FILE'],
  says: 'say how a model encodes positions, from its config.json or .gguf',
  options: {},
  example: 'posenc describe config.json',
  async run([path]) {
    const { openFile } = await loadFiles();
    const opened = await openFile(path);
    if (opened.format === 'gguf') return describeGguf(path, opened);
    const { model } = await describeFile(path);
    const config = opened.format === 'config' ? opened.config : undefined;
    return { data: model, lines: linesOf(modelReport(opened.name, model, config)) };
  },
};

/**
 * Describes a .gguf file. Its settings are listed, too.
 * @param {string} path
 * @param {import('../files/gguf.js').GgufFile} opened
 */
async function describeGguf(path, opened) {
  const { name, architecture, factors } = opened;
  const settings = Object.fromEntries(
    Object.entries(opened.settings).filter(([key]) => CONCERNS.test(key)),
  );
  const tensors = Object.values(factors).filter((tensor) => tensor !== undefined);
  const divisors = tensors.map((tensor) => `${tensor.name} divides the frequencies.`);
  const { model } = await describeFile(path).catch((error) => {
    if (error.name !== 'TypeError' && error.name !== 'RangeError') throw error;
    return { model: undefined };
  });
  const lines = model ? linesOf(modelReport(name, model)) : [`${name}: ${architecture}`];
  return {
    data: model ?? { architecture, settings, factors: tensors.map((tensor) => tensor.name) },
    lines: [...lines, ...fields(settings), ...divisors],
  };
}

/** @satisfies {import('./arguments.js').Options} */
const TABLE = {
  layout: { kind: 'text', says: 'interleaved, concatenated or fairseq' },
  base: { kind: 'number', says: 'the base of the frequencies; default 10000' },
  ...POSITIONS,
};

/** @type {import('./commands.js').Command<typeof TABLE>} */
export const table = {
  words: ['LENGTH', 'DIM'],
  says: 'compute a sinusoidal table',
  options: TABLE,
  example: 'posenc table 512 128 --layout concatenated -o pe.npy',
  async run([length, dim], options) {
    const { sinusoidal } = await loadLibrary();
    const shape = [integerOf('LENGTH', length), integerOf('DIM', dim)];
    const given = /** @type {TableOptions} */ (options);
    const data = sinusoidal(shape[0], shape[1], given);
    /** @type {ResultArray} */
    const array = { data, shape, dtype: given.dtype ?? 'float32' };
    return { arrays: { table: array }, lines: sample('table', array) };
  },
};

/** @satisfies {import('./arguments.js').Options} */
const ROPE = {
  length: { kind: 'number', says: `rows; default: the model's context, at most ${USUAL_LENGTH}` },
  layer: { kind: 'number', says: 'the layer, for models whose layers differ' },
  ...POSITIONS,
};

/** @type {import('./commands.js').Command<typeof ROPE>} */
export const rope = {
  words: ['CONFIG'],
  says: 'compute the frequencies, cosines and sines of a model with RoPE',
  options: ROPE,
  example: 'posenc rope config.json --length 64 -o rope.npz',
  async run([path], { length, layer, ...options }) {
    const { ropeFrequencies, ropeTable } = await loadLibrary();
    const { opened, model } = await describeFile(path);
    refuseHalf(opened);
    const chosen = layerOf(model, layer);
    if (chosen.scheme !== 'rope')
      throw new UsageError(
        `${opened.name}: expected a model or a layer with rope, got ${chosen.scheme}`,
      );
    const given = /** @type {PositionOptions & {dtype?: Dtype}} */ (options);
    const { dtype = 'float32', positions } = given;
    const rows =
      length ?? positions?.length ?? Math.min(model.contextLength ?? USUAL_LENGTH, USUAL_LENGTH);
    const { headDim = model.headDim } = chosen;
    const found = ropeFrequencies(headDim, chosen);
    const slowest = found.frequencies.filter((frequency) => frequency > 0).at(-1);
    const { cos, sin } = ropeTable(rows, headDim, { ...chosen, ...given });
    const shape = [rows, rows ? cos.length / rows : 0];
    /** @type {ResultArray} */
    const frequencies = {
      data: found.frequencies,
      shape: [found.frequencies.length],
      dtype: 'float64',
    };
    /** @type {Record<string, ResultArray>} */
    const arrays = {
      frequencies,
      cos: { data: cos, shape, dtype },
      sin: { data: sin, shape, dtype },
    };
    return {
      arrays,
      lines: [
        `${opened.name}: ${2 * frequencies.shape[0]} of ${headDim} dimensions rotate.`,
        ...fields({ attentionFactor: found.attentionFactor, layout: chosen.layout }),
        ...Object.entries(arrays).flatMap(([name, array]) => sample(name, array)),
        ...(slowest === undefined ? [] : [turnOf(slowest)]),
      ],
    };
  },
};

/**
 * Says in how many positions the slowest pair turns once.
 * @param {number} slowest radians per position
 */
const turnOf = (slowest) =>
  `The slowest pair turns once in ${brief((2 * Math.PI) / slowest, 4)} positions.`;

/**
 * Refuses a .gguf file that has one list of the factors of longrope without the other.
 * @param {import('../files/open.js').OpenedFile} opened
 */
function refuseHalf(opened) {
  if (opened.format !== 'gguf') return;
  const { long, short } = opened.factors;
  const one = long ?? short;
  if (!one || (long && short)) return;
  throw new UsageError(
    `${opened.name}: expected rope_factors_long and _short, got only ${one.name}`,
  );
}

/**
 * Returns the options of a layer.
 * @param {import('../inspect/describe-model.js').Description} model
 * @param {number | undefined} layer
 */
function layerOf(model, layer) {
  if (layer === undefined) return model;
  if (!model.perLayer) return model;
  const found = model.perLayer[layer];
  if (!found)
    throw new UsageError(
      `--layer: expected an integer from 0 to ${model.perLayer.length - 1}, got ${layer}`,
    );
  return { layout: model.layout, contextLength: model.contextLength, ...found };
}
