/* The command that finds what made a table or a bias. */
import { isLearnedTable, modelDifferences } from '../findings/model-differences.js';
import { linesOf, titled } from '../findings/reports.js';
import { IDENTIFIABLE, examineTensor, isIdentifiable } from '../findings/tables.js';
import { UsageError } from './arguments.js';
import { describeFile, openTensor } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';
import { progressOf } from './progress.js';

/** @satisfies {import('./arguments.js').Options} */
const OPTIONS = {
  config: { kind: 'text', says: 'the config.json or .gguf whose table or bias it should be' },
};

/** @type {import('./commands.js').Command<typeof OPTIONS>} */
export const identifyFile = {
  words: ['FILE[:TENSOR]'],
  says: 'find the formula that made a table [length, dim] or a bias [heads, queries, keys]',
  more: ['Of a large table, a piece at the beginning and 15 short ones farther on are read.'],
  options: OPTIONS,
  example: 'posenc identify pe.npy',
  async run([word], { config }) {
    const tensor = await openTensor(word);
    if (!isIdentifiable(tensor))
      throw new UsageError(`${titled(tensor)}: expected ${IDENTIFIABLE}`);
    const progress = progressOf(`reading ${tensor.name}`);
    const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
    const found = await examineTensor(tensor, parts, progress.at);
    progress.done();
    if (config === undefined)
      return { data: found.data, agrees: found.agrees, lines: [titled(tensor), ...linesOf(found)] };
    const { opened, model } = await describeFile(config);
    const differences = modelDifferences({ name: opened.name, model }, found, parts.library);
    return {
      data: { ...found.data, differences },
      agrees: !differences.length && (found.agrees || isLearnedTable(model, found)),
      lines: [titled(tensor), ...differences, ...linesOf(found)],
    };
  },
};
