/* Defines the command that finds the rotation between two arrays. */
import { enoughRows, examineRotation, readPair, withoutPadding } from '../findings/pairs.js';
import {
  isUndecided,
  judged,
  laterPositions,
  mistakesOf,
  rotationCheck,
  scalingDifferences,
} from '../findings/rotation-check.js';
import { UsageError } from './arguments.js';
import { describeFile, openTensor, readWhole } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';
import { pairResult } from './output.js';

/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').Reading} Reading */
/** @typedef {import('../files/tensor.js').Tensor} Tensor */

/** @satisfies {import('./arguments.js').Options} */
const ROTATION = {
  heads: { kind: 'number', says: 'the number of heads; default: from the shape' },
  headDim: { kind: 'number', says: 'the elements of a head; default: the last axis' },
  length: { kind: 'number', says: 'the length of each sequence' },
  positions: {
    kind: 'list',
    says: 'the positions of the rows, such as 5..20, or of the first; default: 0, 1, ...',
  },
  mask: { kind: 'text', says: 'FILE[:TENSOR], [batch, length]: 0 for padding, which is left out' },
  dtype: { kind: 'text', says: 'the type to which the arrays were rounded: larger errors agree' },
  scaling: { kind: 'object', says: 'a scaling to try first, as in a config.json' },
  config: { kind: 'text', says: 'the config.json or .gguf whose rotation it should be' },
};

/** @type {import('./commands.js').Command<typeof ROTATION>} */
export const rotation = {
  words: ['BEFORE', 'AFTER'],
  says: 'find the rotation that turned one array into another',
  more: [
    'BEFORE and AFTER are FILE[:TENSOR], [..., length, heads, headDim], or [..., heads, length,',
    'headDim]. --heads 1 and --length say that they are the latter. With --config, the status says',
    'whether AFTER is what the model wants. BEFORE may be golden.json:q.before, which has positions.',
    'Of large arrays, only the first rows are read, if rows are the first axis.',
  ],
  options: ROTATION,
  example: 'posenc rotation q.npy rotated.npy --config config.json',
  async run(words, { config, mask, ...options }) {
    const opened = await Promise.all(words.map(openTensor));
    const { pair, given, notes } =
      mask === undefined
        ? await readRows(opened, /** @type {Reading} */ (options))
        : await readMasked(opened, mask, options);
    const found =
      config === undefined
        ? examineRotation(pair, given, await loadDoctor())
        : await againstModel(pair, given, config);
    return pairResult(pair, { ...found, notes: [...found.notes, ...notes] });
  },
};

/**
 * Reads both arrays, or rows of them that suffice.
 * @param {Tensor[]} opened
 * @param {Reading} options
 */
async function readRows(opened, options) {
  const { tensors, reading, notes } = enoughRows(opened, options);
  return { pair: await readPair(tensors, readWhole), given: reading, notes };
}

/**
 * Reads both arrays, and leaves out the rows that a mask calls padding.
 * @param {Tensor[]} opened
 * @param {string} word FILE[:TENSOR], the mask
 * @param {{positions?: unknown, length?: unknown}} options
 */
async function readMasked(opened, word, { positions, length, ...others }) {
  if (positions !== undefined || length !== undefined)
    throw new UsageError('--mask: expected neither --positions nor --length with it');
  const tensor = await openTensor(word);
  const data = /** @type {ArrayLike<number>} */ (await tensor.read());
  const mask = { shape: tensor.shape, data };
  const both = await readPair(opened, readWhole);
  const kept = withoutPadding(both, mask, await loadLibrary());
  const given = /** @type {Reading} */ ({ ...others, positions: kept.positions });
  return { pair: kept.pair, given, notes: [] };
}

/**
 * Finds the rotation, and compares the second array with what a model wants.
 * @param {Pair} pair
 * @param {Reading} options
 * @param {string} config the path of the model's config
 */
async function againstModel(pair, options, config) {
  const { opened, model } = await describeFile(config);
  if (model.scheme !== 'rope')
    throw new UsageError(`--config: expected a model with rope, got ${model.scheme}`);
  const found = examineRotation(pair, { expected: model, ...options }, await loadDoctor());
  const library = await loadLibrary();
  const mistakes = mistakesOf(pair, found, model, library);
  const read = mistakes.length ? { ...found, reading: found.usual } : found;
  const compared = rotationCheck(pair, read, model, library);
  if (!compared)
    throw new UsageError(
      `--config: expected heads of ${found.reading.headDim} elements, got ${model.headDim}`,
    );
  const { differ } = compared;
  const verdict = judged(opened.name, compared);
  if (isUndecided(found, compared)) {
    const [note, ...notes] = found.notes;
    const isGiven = found.reading.positions !== undefined;
    const hint = isGiven ? [verdict] : [NO_POSITION];
    return { ...found, says: [note, ...hint], notes, agrees: isGiven };
  }
  if (mistakes.length) {
    const data = { ...found.data, verdict, differ, notes: mistakes };
    const says = [verdict, ...mistakes];
    return { data, says, settings: {}, notes: [], agrees: false };
  }
  const causes = [...(differ ? scalingDifferences(found.data, model) : []), ...found.data.notes];
  const wanted = { name: opened.name, model };
  const later = differ ? laterPositions(pair, read, wanted, library) : undefined;
  const where = later ? [...later.says, `Then give --positions ${later.range}.`] : [];
  const says = [verdict, ...causes, ...where, ...found.says];
  const notes = found.notes.filter((note) => !says.includes(note));
  if (found.sequences > 1 && !found.reading.positions) notes.push(PADDED);
  const data = { ...found.data, verdict, differ, notes: causes };
  return { ...found, data, says, notes, agrees: !differ };
}

/** The hint for a row that may be at position 0. */
const NO_POSITION = 'Give the position of the row, such as --positions 17.';

/** The note for several sequences without a mask. */
const PADDED = 'If a sequence has padding on its left, give the mask: --mask FILE.';
