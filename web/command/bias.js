/* Defines the command that computes biases of scores. */
import { UsageError, nearest } from './arguments.js';
import { openTensor, readWhole } from './inputs.js';
import { loadLibrary } from './load.js';
import { sample } from '../findings/reports.js';

/** @satisfies {import('./arguments.js').Options} */
const OPTIONS = {
  heads: { kind: 'number', says: 'the number of heads; default 8' },
  queries: { kind: 'number', says: 'the number of queries; default: keys' },
  keys: { kind: 'number', says: 'the number of keys; default 16' },
  causal: { kind: 'flag', says: 'keys after their query get -inf' },
  slopes: { kind: 'list', says: 'alibi: the slope of each head' },
  maxBias: { kind: 'number', says: 'alibi: see alibiSlopes; default 8' },
  bidirectional: { kind: 'flag', says: 't5: whether later keys have buckets of their own' },
  buckets: { kind: 'number', says: 't5: the number of buckets' },
  maxDistance: { kind: 'number', says: 't5: the distance of the last bucket' },
  weights: { kind: 'text', says: 't5, swin: FILE[:TENSOR] with the learned table' },
  dim: { kind: 'number', says: 'sandwich: the number of elements of a head' },
  form: { kind: 'text', says: 'kerple: log or power' },
  p: { kind: 'list', says: 'kerple: [heads], learned' },
  a: { kind: 'list', says: 'kerple: [heads], learned' },
  height: { kind: 'number', says: 'swin: rows of the window; default 7' },
  width: { kind: 'number', says: 'swin: columns of the window; default: height' },
  dtype: { kind: 'text', says: 'float32, float16 or bfloat16' },
};

/** @typedef {import('./load.js').Library} Library */
/** @typedef {Parameters<Library['kerpleBias']>[3]} KerpleOptions */
/** @typedef {import('./output.js').ResultArray} ResultArray */
/** @typedef {import('./arguments.js').Values<typeof OPTIONS>} Values */

/** @typedef {Record<'heads' | 'queries' | 'keys' | 'height' | 'width', number>} Sizes */

/**
 * The options without the sizes. The library checks their values.
 * @typedef {Omit<Values, keyof Sizes | 'dtype' | 'form'> &
 *   {dtype?: import('../dtypes.js').BiasDtype, form?: 'log' | 'power'}} Given
 */

/**
 * The result of a scheme. `dtype` is set only for indices. Biases have the type that the option
 * `dtype` names.
 * @typedef {Omit<ResultArray, 'dtype'> & {dtype?: ResultArray['dtype']}} Made
 */

/** Reads learned weights as float32. @param {string} word FILE[:TENSOR] */
async function readWeights(word) {
  const tensor = await openTensor(word);
  return Float32Array.from(await readWhole(tensor));
}

/**
 * Functions that compute the bias of each scheme, and its shape. `given` are the options without the
 * sizes.
 * @type {Record<string, (library: Library, sizes: Sizes, given: Given) => Made | Promise<Made>>}
 */
const SCHEMES = {
  alibi: ({ alibiBias }, { heads, queries, keys }, given) => ({
    data: alibiBias(heads, queries, keys, given),
    shape: [heads, queries, keys],
  }),
  sandwich: ({ sandwichBias }, { heads, queries, keys }, given) => ({
    data: sandwichBias(heads, queries, keys, given),
    shape: [heads, queries, keys],
  }),
  kerple: ({ kerpleBias }, { heads, queries, keys }, given) => ({
    data: kerpleBias(heads, queries, keys, /** @type {KerpleOptions} */ (given)),
    shape: [heads, queries, keys],
  }),
  t5: async ({ t5Bias, t5Buckets }, { heads, queries, keys }, { weights, ...given }) => {
    if (weights === undefined)
      return { data: t5Buckets(queries, keys, given), shape: [queries, keys], dtype: 'int32' };
    const data = t5Bias(await readWeights(weights), heads, queries, keys, given);
    return { data, shape: [heads, queries, keys] };
  },
  swin: async ({ swinBias, swinIndex }, { heads, height, width }, { weights, ...given }) => {
    const window = height * width;
    if (weights === undefined)
      return { data: swinIndex(height, width), shape: [window, window], dtype: 'int32' };
    const data = swinBias(await readWeights(weights), heads, height, width, given);
    return { data, shape: [heads, window, window] };
  },
};

/** @type {import('./commands.js').Command<typeof OPTIONS>} */
export const bias = {
  words: ['SCHEME'],
  says: `compute a bias of scores: ${Object.keys(SCHEMES).join(', ')}`,
  more: ['Without --weights, t5 and swin give the index of the weight of each score.'],
  options: OPTIONS,
  example: 'posenc bias alibi --heads 8 --keys 16 --causal -o bias.npy',
  async run(
    [scheme],
    { heads = 8, keys = 16, queries = keys, height = 7, width = height, ...others },
  ) {
    if (!Object.hasOwn(SCHEMES, scheme)) {
      const near = nearest(scheme, Object.keys(SCHEMES));
      const advice = near ? `did you mean ${near}?` : `it has ${Object.keys(SCHEMES).join(', ')}`;
      throw new UsageError(`${scheme} is no scheme of posenc bias; ${advice}`);
    }
    const sizes = { heads, queries, keys, height, width };
    const given = /** @type {Given} */ (others);
    const found = await SCHEMES[scheme](await loadLibrary(), sizes, given);
    /** @type {ResultArray} */
    const array = { dtype: given.dtype ?? 'float32', ...found };
    return { arrays: { bias: array }, lines: sample('bias', array) };
  },
};
