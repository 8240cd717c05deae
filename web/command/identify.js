/* The command that finds the formula of a table. */
import { UsageError } from './arguments.js';
import { identifyRows } from './identify-rows.js';
import { openTensor } from './inputs.js';
import { loadLibrary } from './load.js';
import { progressOf } from './progress.js';
import { brief, departed, fields, elements, titled } from './reports.js';

/** A formula is nearest to noise, too. Below this, it explains nothing. */
const NOTHING = 0.1;

/**
 * Functions that identify tensors, by the number of axes that are longer than 1.
 * @type {Record<number, typeof identifyTable>}
 */
const BY_AXES = { 1: identifyTable, 2: identifyTable };

/** @type {import('./commands.js').Command} */
export const identifyFile = {
  words: ['FILE[:TENSOR]'],
  says: 'find the formula that made a table',
  more: ['Of a large file, a piece at the beginning and 15 short ones farther on are read.'],
  options: {},
  example: 'posenc identify pe.npy',
  async run([word]) {
    const tensor = await openTensor(word);
    const sides = tensor.shape.slice(0, -2).some((side) => side !== 1) ? tensor.shape.length : 2;
    const identifyThis = BY_AXES[sides];
    if (!identifyThis || !tensor.length)
      throw new UsageError(`${titled(tensor)} is no table [length, dim]`);
    return identifyThis(tensor);
  },
};

/** @param {import('../files/tensor.js').Tensor} tensor */
async function identifyTable(tensor) {
  const dim = tensor.shape.at(-1) ?? 1;
  const length = tensor.length / dim;
  const progress = progressOf(`reading ${tensor.name}`);
  const found = await identifyRows(tensor, { length, dim }, await loadLibrary(), progress.at);
  progress.done();
  return {
    data: found,
    agrees: found.departure === undefined,
    lines: [titled(tensor), ...linesOf(found, length), readLine(found.rowsRead, length)],
  };
}

/**
 * @param {import('../inspect/identify.js').Identification & {rowsRead: {end: number}[]}} found
 * @param {number} length
 */
function linesOf(found, length) {
  const isWhole = found.rowsRead[0].end === length;
  const which = isWhole ? 'all elements' : 'all elements that were read';
  const { scheme, layout, base, start, precision, matched, departure, maxError, notes } = found;
  const settings = {
    scheme,
    layout,
    base,
    start,
    precision,
    part: found.part,
    rotaryDim: found.rotaryDim,
  };
  if (!departure)
    return [
      `The formula is known, and explains ${which}. The largest error is ${brief(maxError)}.`,
      ...fields(settings),
      ...notes,
    ];
  const explained = `explains ${elements(matched)}.`;
  return [
    matched < NOTHING
      ? `No formula is known for this table; the nearest ${explained}`
      : `The nearest formula ${explained}`,
    ...fields(settings),
    departed(departure),
    ...(matched < NOTHING ? [] : notes),
  ];
}

/** @param {{start: number, end: number}[]} rowsRead @param {number} length */
function readLine([first, ...probes], length) {
  if (first.end === length) return `All ${length} rows were read.`;
  const more = probes.length ? `, and ${probes.length} pieces of 16 rows after them` : '';
  return `Of ${length} rows, the first ${first.end} were read${more}.`;
}
