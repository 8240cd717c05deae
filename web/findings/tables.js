/* Finds what made one tensor: a table of positions, or a bias. */
import { examineBuckets } from './buckets.js';
import { identifyRows } from './identify-rows.js';
import { withoutPadding } from './padding-row.js';
import { apart, brief, departed, elements, firstRead } from './reports.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../inspect/identify.js').Identification} Identification */
/** @typedef {import('./reports.js').Finding} Finding */
/** @typedef {typeof import('../index.js')} Library */
/** @typedef {typeof import('../doctor/index.js')} Doctor */
/** @typedef {Identification & {rowsRead: {start: number, end: number}[]}} Read */
/** @typedef {import('../doctor/identify-table.js').TableIdentification} TableIdentification */
/** @typedef {import('../doctor/identify-bias.js').BiasIdentification} BiasIdentification */

/**
 * A table and what made it. `data` is the result of the API, whose `matched` is a fraction of
 * `count` elements. `padding` is a row of zeros that is not among these elements.
 * @typedef {Finding & {kind: 'table', data: Read | TableIdentification, length: number,
 *   dim: number, count: number, padding?: number}} TableFinding
 */

/**
 * A bias and what made it. `values` are its elements, [heads, queries, keys], if it is not a matrix
 * of indices.
 * @typedef {Finding & {kind: 'bias', data: BiasIdentification, count: number,
 *   values?: ArrayLike<number>, shape?: number[]}} BiasFinding
 */

/** @typedef {import('../doctor/identify-vector.js').VectorIdentification} VectorIdentification */

/**
 * A vector of frequencies or of slopes.
 * @typedef {Finding & {kind: 'vector', data: VectorIdentification, values: ArrayLike<number>,
 *   count: number}} VectorFinding
 */

/** What was found in one tensor. @typedef {TableFinding | BiasFinding | VectorFinding} TensorFinding */

/**
 * The nearest formula must explain at least this fraction of the elements, because even noise has a
 * nearest formula.
 */
export const NOTHING = 0.1;

/** Biases with more elements than this are not read. */
const LARGEST_BIAS = 16777216;

/** Tables with more columns than this are compared only with the formulas of `identify`. */
const WIDEST = 4096;

/**
 * Returns the axes of a tensor without those of length 1 at the front. The last two axes always
 * remain.
 * @param {Tensor} tensor
 */
export function axesOf({ shape }) {
  const first = shape.slice(0, -2).findIndex((side) => side !== 1);
  return first < 0 ? shape.slice(-2) : shape.slice(first);
}

/** The arrays that isIdentifiable accepts, in words. */
export const IDENTIFIABLE = 'a table [length, dim] or a bias [heads, queries, keys]';

/** Whether a tensor has the shape of a table or of a bias. @param {Tensor} tensor */
export function isIdentifiable(tensor) {
  const { length } = axesOf(tensor);
  if (tensor.unreadable || !tensor.length) return false;
  return length === 1 || length === 2 || (length === 3 && tensor.length <= LARGEST_BIAS);
}

/**
 * Finds what made a tensor, which isIdentifiable has accepted.
 * @param {Tensor} tensor
 * @param {{library: Library, doctor: Doctor}} parts
 * @param {(fraction: number) => void} tell is called with the fraction of the work that is done
 * @param {import('../inspect/describe-model.js').Description} [model] whose tensor it should be
 * @returns {Promise<TensorFinding>}
 */
export async function examineTensor(tensor, parts, tell, model) {
  if (axesOf(tensor).length === 3 || (await isMask(tensor)))
    return examineBias(tensor, parts.doctor);
  const isVector = tensor.shape.every((side) => [1, tensor.length].includes(side));
  const found = isVector
    ? await examineVector(tensor, parts.doctor, model)
    : await examineBuckets(tensor, parts);
  return found ?? examineTable(tensor, parts, tell);
}

/**
 * Whether a matrix only masks keys: each of its elements is 0, or is below HIGHEST_MASK.
 * @param {Tensor} tensor
 */
async function isMask(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  if (!(rows > 1 && rows <= columns) || tensor.length !== rows * columns) return false;
  if (tensor.length > LARGEST_BIAS) return false;
  const isMasked = (/** @type {number} */ x) => x === 0 || x < HIGHEST_MASK;
  if (tensor.shape[0] > 1 && !(await tensor.readFloats({ start: 0, end: 1 })).every(isMasked))
    return false;
  const values = await tensor.readFloats();
  return values.some((x) => x !== 0) && values.every(isMasked);
}

/** Masks contain 0, and values below this number. */
const HIGHEST_MASK = -9000;

/** The longest vector that is compared with formulas of vectors. */
const LONGEST = 4096;

/**
 * Finds what a vector contains.
 * @param {Tensor} tensor
 * @param {Doctor} doctor
 * @param {import('../inspect/describe-model.js').Description} [model]
 * @returns {Promise<VectorFinding | undefined>} nothing if it is neither frequencies nor slopes
 */
async function examineVector(tensor, { identifyVector }, model) {
  if (tensor.length < 3 || tensor.length > LONGEST) return undefined;
  const values = await tensor.readFloats();
  const prefer = [/** @type {const} */ ('rope'), /** @type {const} */ ('alibi')].find(
    (scheme) => scheme === model?.scheme,
  );
  const data = identifyVector(values, { scaling: model?.scaling ?? [], prefer });
  const { scheme, matched, departure, mistake } = data;
  if (scheme === 'none') return undefined;
  const [wanted, got] = departure ? apart([departure.expected, departure.got]) : [];
  const where = departure
    ? [`Element ${departure.index} differs first: expected ${wanted}, got ${got}.`]
    : [];
  const what =
    scheme === 'rope'
      ? 'These are the frequencies of RoPE (inv_freq).'
      : 'These are the slopes of ALiBi.';
  const says = [explained(elements(matched, tensor.length))];
  return {
    kind: 'vector',
    data,
    values,
    says: [...(mistake ? [mistake] : []), what, ...says],
    settings: settingsOf(data),
    notes: [...where, ...data.notes.filter((note) => note !== mistake)],
    agrees: !departure && !mistake,
    count: tensor.length,
  };
}

/**
 * @param {Tensor} tensor
 * @param {{library: Library, doctor: Doctor}} parts
 * @param {(fraction: number) => void} tell
 * @returns {Promise<TableFinding>}
 */
async function examineTable(tensor, { library, doctor }, tell) {
  const dim = tensor.shape[tensor.shape.length - 1] ?? 1;
  const length = tensor.length / dim;
  const found = await identifyRows(tensor, { length, dim }, library, tell);
  const common = { kind: /** @type {const} */ ('table'), length, dim };
  const isWhole = found.rowsRead[0].end === length;
  const filled = isWhole
    ? await withoutPadding(tensor, found, { length, dim }, library)
    : undefined;
  if (filled) {
    const { padding } = filled;
    const data = { ...filled.found, rowsRead: found.rowsRead };
    const count = (length - 1) * dim;
    const report = tableReport(data, { length, dim, count, padding });
    return { ...common, ...report, data, count, padding, agrees: true };
  }
  const isExplained = !found.departure && found.scheme !== 'unknown';
  if (!isExplained && isWhole && dim <= WIDEST) {
    const wider = doctor.identifyTable(await tensor.readFloats(), length, dim);
    if (wider.scheme !== 'learned' && !wider.departure)
      return { ...common, ...widerReport(wider), count: length * dim, data: wider, agrees: true };
  }
  const count = countOf(found, { length, dim });
  return {
    ...common,
    ...tableReport(found, { length, dim, count }),
    count,
    data: found,
    agrees: isExplained,
  };
}

/**
 * Returns the number of elements of which `matched` is a fraction. It counts the elements that were
 * read, or the whole table if a later piece shows where the formula ends.
 * @param {Read} found
 * @param {{length: number, dim: number}} shape
 */
function countOf({ rowsRead, departure }, { length, dim }) {
  if (departure && rowsRead.length > 1) return length * dim;
  return dim * rowsRead.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** @param {TableIdentification} found */
const widerReport = (found) => ({
  says: [nameOf(found), explained(elements(found.matched), found.maxError)],
  settings: settingsOf(found),
  notes: found.notes,
});

/** @param {string} which @param {number} [maxError] */
const explained = (which, maxError) =>
  maxError === undefined
    ? `The formula explains ${which}.`
    : `The formula explains ${which}. The largest error is ${brief(maxError)}.`;

/**
 * Names what made a table.
 * @param {{scheme: string, layout?: string, height?: number, width?: number}} found
 */
function nameOf({ scheme, layout, height, width }) {
  if (scheme === 'rope') return 'This is a table of RoPE.';
  if (scheme === 'sinusoidal2d')
    return `This is a sinusoidal table of a grid, ${height} x ${width}.`;
  return `This is a sinusoidal table, in the layout ${layout}.`;
}

/** Fields that sentences report, or that are too long for a list of settings. */
const SAID = ['matched', 'maxError', 'departure', 'mistake', 'notes', 'weights', 'table'];

/** @param {object} found */
const settingsOf = (found) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !SAID.includes(name)));

/** The note that says why tables of fairseq begin at position 2. */
const PADDED = 'fairseq counts positions from 2, since 0 and 1 are for other tokens.';

/**
 * @param {Read} found
 * @param {{length: number, dim: number, count: number, padding?: number}} shape
 */
function tableReport(found, { length, count, padding }) {
  const isWhole = found.rowsRead[0].end === length;
  const which = isWhole ? 'all elements' : 'all elements that were read';
  const { scheme, layout, base, start, precision, part, rotaryDim } = found;
  const { matched, departure, maxError, notes } = found;
  const settings = { scheme, layout, base, start, precision, part, rotaryDim };
  const read = readLine(found.rowsRead, length);
  if (scheme === 'unknown') {
    const says = `No formula is known for this table; the nearest formula explains ${elements(matched)}.`;
    return { says: [says, ...notes], settings: {}, notes: [read] };
  }
  if (!departure) {
    const covered =
      padding === undefined
        ? explained(which, maxError)
        : `Row ${padding} is zero, for padding. The formula explains all other rows.`;
    const says = [nameOf(found), covered];
    const padded = layout === 'fairseq' && (start === 2 || padding === 1) ? [PADDED] : [];
    return { says, settings, notes: [...notes, ...padded, read] };
  }
  const says = `The nearest formula explains ${elements(matched, count)}.`;
  return { says: [says], settings, notes: [departed(departure), ...notes, read] };
}

/** @param {Read['rowsRead']} rowsRead @param {number} length */
function readLine([first, ...probes], length) {
  if (first.end === length)
    return length === 1 ? 'The only row was read.' : `All ${length} rows were read.`;
  const count = probes.length;
  if (!count) return firstRead(first.end, length);
  return count === 1
    ? `Of ${length} rows, the first ${first.end} were read, and one piece of 16 rows after them.`
    : `Of ${length} rows, the first ${first.end} were read, and ${count} pieces of 16 rows after them.`;
}

/** The names of the schemes of biases that have a formula. @type {Record<string, string>} */
const BIASES = { alibi: 'ALiBi', t5: 'T5', kerple: 'KERPLE', sandwich: 'Sandwich', swin: 'Swin' };

/**
 * @param {Tensor} tensor
 * @param {Doctor} doctor
 * @returns {Promise<BiasFinding>}
 */
async function examineBias(tensor, { identifyBias }) {
  const [keys, queries, heads = 1] = axesOf(tensor).reverse();
  const values = await tensor.readFloats();
  const data = identifyBias(values, heads, queries, keys);
  const { scheme, matched, departure, mistake } = data;
  const settings = settingsOf(data);
  const name = BIASES[scheme];
  const named =
    scheme === 't5'
      ? `This is a bias of T5. Its buckets explain ${elements(matched)}.`
      : `This is a bias of ${name}. The formula explains ${elements(matched)}.`;
  const found = [name ? named : 'No formula is known for this bias.'];
  const isMasked = data.notes.length > 1 || data.causal;
  const isOnlyMask = scheme === 'none' && !departure && !!isMasked;
  const first = isOnlyMask ? ['This is a mask: it hides keys, and changes no other score.'] : found;
  const says = mistake ? [mistake, ...first] : first;
  const notes = data.notes.filter((note) => note !== mistake);
  const agrees = (!!name || isOnlyMask) && !departure && !mistake;
  const array = { values, shape: [heads, queries, keys], count: tensor.length };
  return { kind: 'bias', data, says, settings, notes, agrees, ...array };
}
