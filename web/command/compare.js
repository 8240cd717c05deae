/* Defines the command that compares two arrays. */
import {
  commonRows,
  examineDifference,
  examineLargeDifference,
  isLargePair,
  readPair,
  rotationCauses,
  rotationHint,
} from '../findings/pairs.js';
import { openTensor, readWhole } from './inputs.js';
import { loadDoctor } from './load.js';
import { pairResult } from './output.js';
import { progressOf } from './progress.js';

/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').CompareOptions} CompareOptions */

/** @satisfies {import('./arguments.js').Options} */
const COMPARISON = {
  rows: { kind: 'number', says: 'the number of rows' },
  dim: { kind: 'number', says: 'the number of elements in a row' },
  headDim: { kind: 'number', says: 'the number of elements of each head' },
  layout: { kind: 'text', says: 'half or interleaved: which elements are a pair' },
  dtype: { kind: 'text', says: 'the type to which both were rounded' },
  ulps: { kind: 'number', says: 'elements agree within so many ulps; default 4' },
  tolerance: {
    kind: 'number',
    says: 'elements also agree if they differ by at most this; default 0',
  },
};

/** @type {import('./commands.js').Command<typeof COMPARISON>} */
export const compareFiles = {
  words: ['A', 'B'],
  says: 'compare two arrays, and say what the pattern of the differences tells',
  more: [
    'A and B are FILE[:TENSOR]. A row is an element of the first axis, unless --rows says else.',
    'B is what is expected. If it is golden.json:q, the tolerances are those of this file.',
    'If one has more rows than the other, its additional rows are not compared.',
    'Large arrays are read in pieces, and patterns are sought in the first rows that differ.',
  ],
  options: COMPARISON,
  example: 'posenc compare a.npy b.npy --ulps 2',
  async run(words, options) {
    const { tensors, notes } = commonRows(await Promise.all(words.map(openTensor)));
    const given = /** @type {CompareOptions} */ (options);
    const doctor = await loadDoctor();
    if (isLargePair(tensors, given)) {
      const progress = progressOf('comparing');
      const large = await examineLargeDifference(tensors, given, doctor, progress.at);
      progress.done();
      return pairResult({ a: tensors[0] }, { ...large, notes: [...large.notes, ...notes] });
    }
    const pair = await readPair(tensors, readWhole);
    const found = examineDifference(pair, given, doctor);
    const causes = found.agrees ? [] : await causesOf(words, pair, doctor);
    const says = [...causes, ...found.says];
    const isOpen = !found.agrees && !causes.length;
    const hint = isOpen ? rotationHint(words, pair, found.data, doctor) : [];
    return pairResult(pair, { ...found, says, notes: [...found.notes, ...hint, ...notes] });
  },
};

/**
 * Says what is wrong with a rotation that departs from a test vector. The file of the vector also
 * has the array before the rotation.
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
