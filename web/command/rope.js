/* Defines the command that computes the frequencies and the table of a model with RoPE. */
import { brief, fields, sample } from '../findings/reports.js';
import { POSITIONS, UsageError } from './arguments.js';
import { describeFile } from './inputs.js';
import { loadLibrary } from './load.js';

/** @typedef {import('./output.js').ResultArray} ResultArray */
/** @typedef {import('../dtypes.js').Dtype} Dtype */
/** @typedef {import('../rope/rope.js').PositionOptions} PositionOptions */

/** A table of a model has at most this many rows, unless --length asks for more. */
const USUAL_LENGTH = 2048;

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
    const given = /** @type {PositionOptions & {positions?: number[], dtype?: Dtype}} */ (options);
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
 * Returns the settings of a layer, or those of the model if no layer is given or all are alike.
 * @param {import('../inspect/describe-model.js').Description} model
 * @param {number | undefined} layer
 */
function layerOf(model, layer) {
  const { perLayer, ...main } = model;
  if (layer === undefined || !perLayer) return main;
  const found = perLayer[layer];
  if (!found)
    throw new UsageError(
      `--layer: expected an integer from 0 to ${perLayer.length - 1}, got ${layer}`,
    );
  return found;
}
