/* Defines the commands that take two arrays. */
import {
  commonRows,
  examineDifference,
  examineRotation,
  readPair,
  rotationCauses,
  withoutPadding,
} from '../findings/pairs.js';
import { linesOf, titled } from '../findings/reports.js';
import {
  judged,
  mistakesOf,
  rotationCheck,
  scalingDifferences,
} from '../findings/rotation-check.js';
import { UsageError } from './arguments.js';
import { describeFile, openTensor, readWhole } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';

/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').Reading} Reading */
/** @typedef {import('../findings/pairs.js').CompareOptions} CompareOptions */

/** Reads the tensors that two words name. @param {string[]} words */
const readBoth = async (words) => readPair(await Promise.all(words.map(openTensor)), readWhole);

/**
 * Returns the result of a command.
 * @param {import('../findings/pairs.js').Pair} pair
 * @param {import('../findings/reports.js').Finding & {data: object}} finding
 */
const resultOf = ({ a }, finding) => ({
  data: finding.data,
  agrees: finding.agrees,
  lines: [titled(a), ...linesOf(finding)],
});

/** @satisfies {import('./arguments.js').Options} */
const ROTATION = {
  heads: { kind: 'number', says: 'the number of heads; default: from the shape' },
  headDim: { kind: 'number', says: 'the elements of a head; default: the last axis' },
  length: { kind: 'number', says: 'the length of each sequence' },
  positions: {
    kind: 'list',
    says: 'the positions of the rows, such as 100..115; default: 0, 1, ...',
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
  ],
  options: ROTATION,
  example: 'posenc rotation q.npy rotated.npy --config config.json',
  async run(words, { config, mask, ...options }) {
    const both = await readBoth(words);
    const masked = mask === undefined ? undefined : await readMask(mask, both, options);
    const { pair, ...positions } = masked ?? { pair: both };
    const given = /** @type {Reading} */ ({ ...options, ...positions });
    if (config !== undefined) return againstModel(pair, given, config);
    return resultOf(pair, examineRotation(pair, given, await loadDoctor()));
  },
};

/**
 * Leaves out the rows that a mask calls padding.
 * @param {string} word FILE[:TENSOR]
 * @param {Pair} pair
 * @param {{positions?: unknown, length?: unknown}} options
 */
async function readMask(word, pair, { positions, length }) {
  if (positions !== undefined || length !== undefined)
    throw new UsageError('--mask: expected neither --positions nor --length with it');
  const tensor = await openTensor(word);
  const data = /** @type {ArrayLike<number>} */ (await tensor.read());
  return withoutPadding(pair, { shape: tensor.shape, data }, await loadLibrary());
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
  if (mistakes.length) {
    const data = { ...found.data, verdict, differ, notes: mistakes };
    const says = [verdict, ...mistakes];
    return resultOf(pair, { data, says, settings: {}, notes: [], agrees: false });
  }
  const causes = [...(differ ? scalingDifferences(found.data, model) : []), ...found.data.notes];
  const says = [verdict, ...causes, ...found.says];
  const notes = found.notes.filter((note) => !says.includes(note));
  if (found.sequences > 1 && !found.reading.positions) notes.push(PADDED);
  const data = { ...found.data, verdict, differ, notes: causes };
  return resultOf(pair, { ...found, data, says, notes, agrees: !differ });
}

/** The note for several sequences without a mask. */
const PADDED = 'If a sequence has padding on its left, give the mask: --mask FILE.';

/** @satisfies {import('./arguments.js').Options} */
const COMPARISON = {
  rows: { kind: 'number', says: 'the number of rows' },
  dim: { kind: 'number', says: 'the number of elements in a row' },
  headDim: { kind: 'number', says: 'the number of elements of each head' },
  layout: { kind: 'text', says: 'half or interleaved: which elements are a pair' },
  dtype: { kind: 'text', says: 'the type to which both were rounded' },
  ulps: { kind: 'number', says: 'elements agree within so many ulps; default 4' },
  tolerance: { kind: 'number', says: 'elements agree within this error, too; default 0' },
};

/** @type {import('./commands.js').Command<typeof COMPARISON>} */
export const compareFiles = {
  words: ['A', 'B'],
  says: 'compare two arrays, and say what the pattern of the differences tells',
  more: [
    'A and B are FILE[:TENSOR]. A row is an element of the first axis, unless --rows says else.',
    'B is what is expected. If it is golden.json:q, the tolerances are those of this file.',
    'If one has more rows than the other, its first rows are compared.',
  ],
  options: COMPARISON,
  example: 'posenc compare a.npy b.npy --ulps 2',
  async run(words, options) {
    const { tensors, notes } = commonRows(await Promise.all(words.map(openTensor)));
    const pair = await readPair(tensors, readWhole);
    const given = /** @type {CompareOptions} */ (options);
    const doctor = await loadDoctor();
    const found = examineDifference(pair, given, doctor);
    const causes = found.agrees ? [] : await causesOf(words, pair, doctor);
    const says = [...causes, ...found.says];
    return resultOf(pair, { ...found, says, notes: [...found.notes, ...notes] });
  },
};

/**
 * Says what is wrong with a rotation that departs from a test vector. The input of the vector is in
 * the same file.
 * @param {string[]} words
 * @param {Pair} pair
 * @param {import('../findings/pairs.js').Doctor} doctor
 */
async function causesOf(words, { a, b }, doctor) {
  if (!b.tolerance || !b.positions) return [];
  const input = await openTensor(`${words[1]}.before`).catch(() => undefined);
  if (!input || input.length !== a.length) return [];
  return rotationCauses(await readPair([input, a], readWhole), doctor);
}
