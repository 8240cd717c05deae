/* Defines the command that finds the rotation between two arrays. */
import { enoughRows, examineRotation, oddElements, readPair } from '../findings/pairs.js';
import { isUndecided, judged } from '../findings/rotation-check.js';
import { judgeImage } from '../findings/image-rotation.js';
import { judgeRotation, openNotes } from '../findings/judge-rotation.js';
import { layerOf } from '../findings/layer-kinds.js';
import { allCompared, firstRead } from '../findings/reports.js';
import { inItems, selectRows } from '../findings/row-arrays.js';
import { departing, wholeCheck } from '../findings/whole-rotation.js';
import { UsageError } from './arguments.js';
import { describeFile, openTensor, readWhole } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';
import { pairResult } from './output.js';
import { progressOf } from './progress.js';

/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').Reading} Reading */
/** @typedef {import('../findings/pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../findings/row-arrays.js').RowArray} RowArray */
/** @typedef {import('../files/tensor.js').Tensor} Tensor */

/** @satisfies {import('./arguments.js').Options} */
const ROTATION = {
  heads: { kind: 'number', says: 'the number of heads; default: from the shape' },
  headDim: { kind: 'number', says: 'the elements of a head; default: the last axis' },
  length: { kind: 'number', says: 'the length of each sequence' },
  positions: {
    kind: 'listOrFile',
    says: 'positions of rows: 5..20 or FILE[:TENSOR], or of the first; default 0, 1, ..',
  },
  mask: { kind: 'text', says: 'FILE[:TENSOR], [batch, length]: 0 for padding, which is left out' },
  dtype: {
    kind: 'text',
    says: 'the type to which the arrays were rounded; its errors are allowed',
  },
  scaling: { kind: 'object', says: 'a scaling to try first, as in a config.json' },
  config: { kind: 'text', says: 'the config.json or .gguf whose rotation it should be' },
  layer: {
    kind: 'number',
    says: 'with --config: the layer, from 0; default: the one in the arrays’ names',
  },
};

/** @type {import('./commands.js').Command<typeof ROTATION>} */
export const rotation = {
  words: ['BEFORE', 'AFTER'],
  says: 'find the rotation that turned one array into another',
  more: [
    'BEFORE and AFTER are FILE[:TENSOR], of the shape [..., length, heads, headDim]. If the shape is',
    '[..., heads, length, headDim], give --heads 1 and --length. With --config, the status says',
    'whether AFTER is what the model wants. BEFORE may be golden.json:q.before, which has positions.',
    'In large arrays, a rotation is sought in the first rows. If it is right there, all rows are',
    'compared with it, if rows are the first axis.',
  ],
  options: ROTATION,
  example: 'posenc rotation q.npy rotated.npy --config config.json',
  async run(words, { config, layer, mask, positions, ...options }) {
    if (layer !== undefined && config === undefined)
      throw new UsageError('--layer: expected --config with it');
    const opened = await Promise.all(words.map(openTensor));
    const isSelected = mask !== undefined || typeof positions === 'string';
    const { pair, given, whole, kept, axes } = isSelected
      ? await readSelected(opened, { mask, positions }, options)
      : await readRows(
          opened,
          /** @type {Reading} */ ({ ...options, ...(positions && { positions }) }),
        );
    if (axes) return pairResult(pair, await ofImage(pair, axes, config));
    const all =
      config === undefined
        ? await alone(pair, given, whole)
        : await againstModel(pair, given, whole, { config, layer, names: namesOf(words, opened) });
    const found = inItemsOf(all, kept);
    if (!found.agrees) found.says.unshift(...oddElements(pair));
    if (!whole) return pairResult(pair, found);
    const [rows] = opened[0].shape;
    const { read, isWhole } = whole;
    const rowsRead = [{ start: 0, end: isWhole ? rows : read }];
    const note = isWhole ? allCompared(read, rows) : firstRead(read, rows);
    const data = { ...found.data, rowsRead };
    return pairResult({ a: opened[0] }, { ...found, data, notes: [...found.notes, note] });
  },
};

/**
 * Rewrites the sentences of a finding so that "row 9" becomes a row of a batch item, such as "row 1
 * of batch item 2".
 * @template {Pick<RotationFinding, 'says' | 'notes'> & {data: {notes: string[]}}} F
 * @param {F} found
 * @param {import('../findings/row-arrays.js').Kept} [kept]
 */
const inItemsOf = (found, kept) => ({
  ...found,
  data: { ...found.data, notes: inItems(found.data.notes, kept) },
  says: inItems(found.says, kept),
  notes: inItems(found.notes, kept),
});

/**
 * Returns names that may contain the layer of the arrays: the names of the tensors if they contain
 * it, or else the words of the command line.
 * @param {string[]} words
 * @param {Tensor[]} opened
 */
function namesOf(words, opened) {
  const names = opened.map(({ name }) => name);
  return layerOf(names) === undefined ? words : names;
}

/**
 * Large arrays. `isWhole` becomes true when all rows were compared with a rotation.
 * @typedef {import('../findings/whole-rotation.js').Whole & {isWhole: boolean}} Whole
 */

/**
 * Reads both arrays, but only the first rows of large arrays.
 * @param {Tensor[]} opened
 * @param {Reading} options
 * @returns {Promise<{pair: Pair, given: Reading, whole?: Whole, kept?: undefined, axes?: undefined}>}
 */
async function readRows(opened, options) {
  const { tensors, reading, read } = enoughRows(opened, options);
  const pair = await readPair(tensors, readWhole);
  if (read === undefined) return { pair, given: reading };
  const { positions } = options;
  const whole = { tensors: opened, read, positions, tell: () => undefined, isWhole: false };
  return { pair, given: reading, whole };
}

/**
 * Compares all rows of large arrays with a rotation.
 * @param {Whole} whole
 * @param {RotationFinding} found
 * @param {object} wanted
 */
async function compareAll(whole, found, wanted) {
  const progress = progressOf('comparing');
  const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
  const all = await wholeCheck({ ...whole, tell: progress.at }, found, wanted, parts);
  progress.done();
  whole.isWhole = true;
  return all;
}

/**
 * Finds the rotation when no model is given. Compares all rows of large arrays with the rotation.
 * @param {Pair} pair
 * @param {Reading} given
 * @param {Whole} [whole]
 */
async function alone(pair, given, whole) {
  const found = examineRotation(pair, given, await loadDoctor());
  if (!whole || !found.agrees) return found;
  const all = await compareAll(whole, found, found.data);
  return all.differ ? departing(found, all) : found;
}

/**
 * Reads both arrays, and selects the rows that are not padding, with their positions.
 * @param {Tensor[]} opened
 * @param {{mask?: string, positions?: string | number[]}} given the mask as FILE[:TENSOR]; the
 *   positions as FILE[:TENSOR] or as a list of numbers
 * @param {{length?: unknown}} options
 */
async function readSelected(opened, { mask, positions }, { length, ...others }) {
  if (length !== undefined)
    throw new UsageError(
      '--length: expected only without --mask and without a file for --positions',
    );
  const rowArrays = {
    mask: mask === undefined ? undefined : await readRowArray(mask),
    positions: await readPositions(positions),
  };
  const both = await readPair(opened, readWhole);
  const selected = selectRows(both, rowArrays, await loadLibrary());
  const { pair, positions: known, kept, axes } = selected;
  const given = /** @type {Reading} */ ({ ...others, positions: known });
  return { pair, given, whole: undefined, kept, axes };
}

/**
 * Compares the second array with the rotation that a model prescribes for images.
 * @param {Pair} pair
 * @param {number[][]} axes the positions of all rows on each axis
 * @param {string | undefined} config the path of the model's config
 */
async function ofImage(pair, axes, config) {
  if (config === undefined)
    throw new UsageError('--positions: expected --config with positions on several axes');
  const { opened, model } = await describeFile(config);
  return judgeImage(pair, axes, opened.name, model, await loadLibrary());
}

/** @param {string} word FILE[:TENSOR] @returns {Promise<RowArray>} */
async function readRowArray(word) {
  const tensor = await openTensor(word);
  return { shape: tensor.shape, data: /** @type {ArrayLike<number>} */ (await tensor.read()) };
}

/** @param {string | number[] | undefined} given @returns {Promise<RowArray | undefined>} */
async function readPositions(given) {
  if (typeof given === 'string') return readRowArray(given);
  return given && { shape: [given.length], data: given };
}

/**
 * Finds the rotation, and compares the second array with the rotation that a model prescribes.
 * @param {Pair} pair
 * @param {Reading} options
 * @param {Whole | undefined} whole
 * @param {{config: string, layer?: number, names: string[]}} asked the path of the model's config, the
 *   layer of the arrays, and names that may contain this layer
 */
async function againstModel(pair, options, whole, { config, layer, names }) {
  const { opened, model } = await describeFile(config);
  if (model.scheme !== 'rope')
    throw new UsageError(`--config: expected a model with rope, got ${model.scheme}`);
  const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
  const own = numbered(layer, names, model);
  const wanted = { name: opened.name, model, layer: own };
  const judgement = judgeRotation(pair, options, wanted, parts);
  const { found, compared, later, causes, hints, isMistake } = judgement;
  if (isUndecided(found, compared)) {
    const [note, ...notes] = found.notes;
    const isGiven = found.reading.positions !== undefined;
    const hint = isGiven ? [judged(opened.name, compared)] : [NO_POSITION];
    return { ...found, says: [note, ...hint], notes, agrees: isGiven };
  }
  const all =
    whole && !compared.differ ? await compareAll(whole, found, judgement.wanted) : undefined;
  const { differ } = all ?? compared;
  const verdict = judged(opened.name, all ?? compared);
  if (isMistake) {
    const data = { ...found.data, verdict, differ, notes: causes };
    const says = [verdict, ...causes, ...hints];
    return { data, says, settings: {}, notes: found.notes.slice(-1), agrees: false };
  }
  if (all?.differ) {
    const departs = departing(found, all);
    const data = { ...departs.data, verdict, differ };
    return { ...departs, data, says: [verdict, ...departs.says] };
  }
  const where = later
    ? [...later.says, `Then give --positions ${whole ? later.range.split('..')[0] : later.range}.`]
    : [];
  const { length } = judgement;
  const axis = length ? [`If it is the sequence, give --heads 1 --length ${length}.`] : [];
  const told = [...new Set([...causes, ...found.data.notes])];
  const open = openNotes(pair, judgement);
  const about = [...(differ ? causes : told), ...hints, ...axis, ...where];
  const says = [verdict, ...open, ...about, ...found.says];
  const notes = found.notes.filter((note) => !says.includes(note));
  const { heads } = found.reading;
  const isBatch = found.sequences * Number(heads) > (judgement.heads ?? Infinity);
  if (isBatch && !found.reading.positions) notes.push(PADDED);
  const data = { ...found.data, verdict, differ, notes: [...(differ ? causes : told), ...hints] };
  return { ...found, data, says, notes, agrees: !differ && length === undefined };
}

/**
 * Returns the layer of the arrays: the given layer, or the layer in their names.
 * @param {number | undefined} layer
 * @param {string[]} names
 * @param {import('../inspect/describe-model.js').Description} model
 */
function numbered(layer, names, { perLayer }) {
  if (layer === undefined || !perLayer) return layerOf(names);
  if (!perLayer[layer])
    throw new UsageError(`--layer: expected 0 to ${perLayer.length - 1}, got ${layer}`);
  return layer;
}

/** The hint for a row that may be at position 0. */
const NO_POSITION = 'Give the position of the row, such as --positions 17.';

/** The note for several sequences without a mask. */
const PADDED = 'If a sequence has padding on its left, give the mask: --mask FILE.';
