/* The command that finds what made a table or a bias. */
import { linesOf, titled } from '../findings/reports.js';
import { IDENTIFIABLE, examineTensor, isIdentifiable } from '../findings/tables.js';
import { UsageError } from './arguments.js';
import { openTensor } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';
import { progressOf } from './progress.js';

/** @type {import('./commands.js').Command} */
export const identifyFile = {
  words: ['FILE[:TENSOR]'],
  says: 'find the formula that made a table [length, dim] or a bias [heads, queries, keys]',
  more: ['Of a large table, a piece at the beginning and 15 short ones farther on are read.'],
  options: {},
  example: 'posenc identify pe.npy',
  async run([word]) {
    const tensor = await openTensor(word);
    if (!isIdentifiable(tensor))
      throw new UsageError(`${titled(tensor)}: expected ${IDENTIFIABLE}`);
    const progress = progressOf(`reading ${tensor.name}`);
    const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
    const found = await examineTensor(tensor, parts, progress.at);
    progress.done();
    return { data: found.data, agrees: found.agrees, lines: [titled(tensor), ...linesOf(found)] };
  },
};
