/* Defines the command that finds what made a table or a bias. */
import { fitOf, isLearnedTable, laterFirst } from '../findings/model-differences.js';
import { firstOfRows } from '../findings/number-list.js';
import { linesOf, titled } from '../findings/reports.js';
import { IDENTIFIABLE, examineTensor, isIdentifiable } from '../findings/tables.js';
import { UsageError } from './arguments.js';
import { describeFile, openTensor } from './inputs.js';
import { loadDoctor, loadLibrary } from './load.js';
import { progressOf } from './progress.js';

/** @satisfies {import('./arguments.js').Options} */
const OPTIONS = {
  config: { kind: 'text', says: 'the config.json or .gguf whose table or bias it should be' },
  positions: {
    kind: 'list',
    says: 'with --config: the positions of the rows, or of the first; default: 0',
  },
  weights: {
    kind: 'text',
    says: "with --config: T5's learned table [buckets, heads], FILE[:TENSOR]",
  },
};

/** @type {import('./commands.js').Command<typeof OPTIONS>} */
export const identifyFile = {
  words: ['FILE[:TENSOR]'],
  says: 'find what made a table [length, dim], a bias [heads, queries, keys], frequencies or slopes',
  more: ['Of a large table, a piece at the beginning and 15 short ones farther on are read.'],
  options: OPTIONS,
  example: 'posenc identify pe.npy',
  async run([word], { config, positions, weights }) {
    for (const [name, value] of Object.entries({ positions, weights }))
      if (value && config === undefined)
        throw new UsageError(`--${name}: expected --config with it`);
    const tensor = await openTensor(word);
    if (!isIdentifiable(tensor))
      throw new UsageError(`${titled(tensor)}: expected ${IDENTIFIABLE}`);
    const progress = progressOf(`reading ${tensor.name}`);
    const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
    const asked = config === undefined ? undefined : await describeFile(config);
    const found = await examineTensor(tensor, parts, progress.at, asked?.model);
    progress.done();
    const lines = [...linesOf(found), ...makingLine(found)];
    if (!asked)
      return { data: found.data, agrees: found.agrees, lines: [titled(tensor), ...lines] };
    const { opened, model } = asked;
    if (weights !== undefined && found.kind !== 'bias')
      throw new UsageError(`--weights: expected with a bias of T5, got ${found.data.scheme}`);
    const names = [tensor.name, word, weights ?? ''].map(
      (each) => each.split(/[\\/]/).pop() ?? each,
    );
    const wanted = { name: opened.name, model, weights: await weightTable(weights), names };
    const rows = found.kind === 'table' ? found.length : 1;
    const first = positions && firstOfRows(positions, rows);
    const fit = fitOf(wanted, found, parts.library, first);
    const { differences, notes, part, isUndecided, isExplained } = fit;
    const later = first === undefined ? laterFirst(wanted, found, parts.library) : undefined;
    const hint = later
      ? [`If the first row is at position ${later}, give --positions ${later}.`]
      : [];
    return {
      data: { ...found.data, differences, part, notes: [...notes, ...found.data.notes] },
      agrees: !differences.length && !isUndecided && (found.agrees || isLearnedTable(model, found)),
      lines: [titled(tensor), ...differences, ...notes, ...hint, ...(isExplained ? [] : lines)],
    };
  },
};

/** Reads the learned table of a model. @param {string | undefined} word */
async function weightTable(word) {
  if (word === undefined) return undefined;
  const tensor = await openTensor(word);
  return { name: tensor.name, values: await tensor.readFloats() };
}

/**
 * Returns a list with the command that makes a table, or an empty list if no command makes it.
 * @param {import('../findings/tables.js').TensorFinding}
 *   found
 */
function makingLine(found) {
  if (found.kind !== 'table' || !found.agrees || found.padding !== undefined) return [];
  const { data, length, dim } = found;
  if (data.scheme !== 'sinusoidal' || !('layout' in data) || !isPlain(data)) return [];
  const { layout, base, start, precision } = data;
  const options = Object.entries({ layout, base, start, precision })
    .filter(([name, value]) => value !== undefined && value !== USUAL[name])
    .map(([name, value]) => ` --${name} ${value}`);
  return [`To make it: posenc table ${length} ${dim}${options.join('')} -o pe.npy`];
}

/** Whether rows and columns have the order of the command `table`. @param {object} found */
const isPlain = (found) =>
  !['flipped', 'transposed', 'descending'].some(
    (name) => Object.hasOwn(found, name) && found[/** @type {never} */ (name)],
  );

/** The default options of the command `table`. @type {Record<string, unknown>} */
const USUAL = { layout: 'interleaved', base: 10000, start: 0, precision: 'exact' };
