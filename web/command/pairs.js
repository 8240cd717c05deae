/* The commands that take two arrays. */
import { examineDifference, examineRotation, readPair } from '../findings/pairs.js';
import { linesOf, titled } from '../findings/reports.js';
import { openTensor, readWhole } from './inputs.js';
import { loadDoctor } from './load.js';

/** @typedef {import('../findings/pairs.js').Reading} Reading */
/** @typedef {import('../findings/pairs.js').CompareOptions} CompareOptions */

/** Reads the tensors of two words. @param {string[]} words */
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
  positions: { kind: 'list', says: 'the positions that the rows should have' },
  dtype: { kind: 'text', says: 'the type to which the arrays were rounded' },
  scaling: { kind: 'object', says: 'a scaling to try first, as in a config.json' },
};

/** @type {import('./commands.js').Command<typeof ROTATION>} */
export const rotation = {
  words: ['BEFORE', 'AFTER'],
  says: 'find the rotation that turned one array into another',
  more: [
    'BEFORE and AFTER are FILE[:TENSOR], [..., length, heads, headDim], or [..., heads, length,',
    'headDim]. --heads 1 and --length say that they are the latter.',
  ],
  options: ROTATION,
  example: 'posenc rotation before.npy after.npy',
  async run(words, options) {
    const pair = await readBoth(words);
    const given = /** @type {Reading} */ (options);
    return resultOf(pair, examineRotation(pair, given, await loadDoctor()));
  },
};

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
    'B is what is expected.',
  ],
  options: COMPARISON,
  example: 'posenc compare a.npy b.npy --ulps 2',
  async run(words, options) {
    const pair = await readBoth(words);
    const given = /** @type {CompareOptions} */ (options);
    return resultOf(pair, examineDifference(pair, given, await loadDoctor()));
  },
};
