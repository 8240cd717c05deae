/* Finds what turned one array into another: a rotation, or single differences. */
import { headsNote } from './element-order.js';
import { canRotate, possibleReadings } from './readings.js';
import { apart, brief, departed, elements, placeOf } from './reports.js';
import { axesOf } from './tables.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../files/tensor.js').Rows} Rows */
/** @typedef {import('./reports.js').Finding} Finding */
/** @typedef {import('../doctor/identify-rotation.js').Rotation} Rotation */
/** @typedef {import('../doctor/identify-rotation.js').IdentifyRotationOptions} RotationOptions */
/** @typedef {import('../doctor/compare.js').Comparison} Comparison */
/** @typedef {import('../doctor/compare.js').CompareOptions} CompareOptions */
/** @typedef {import('../doctor/elements.js').Dtype} Dtype */
/** @typedef {typeof import('../doctor/index.js')} Doctor */

/**
 * Two tensors of the same shape, and their elements. `dtype` is the coarser of their types in the
 * files, which `values` no longer show: elements of 16 bits are widened.
 * @typedef {object} Pair
 * @property {Tensor} a
 * @property {Tensor} b
 * @property {Dtype} [dtype]
 * @property {(Float32Array | Float64Array)[]} values
 * @property {Tolerated} [tolerated] if one of them is a test vector
 */

/** How the rows and heads of an array are read. @typedef {Partial<RotationOptions>} Reading */

/**
 * What turned one array into another. `reading` says where the heads are, and `usual` where they
 * are in most arrays of this shape. `readings` lists all places where they may be. If `isDoubtful`,
 * the array may have many rows with one head, not one row with many heads. `doubts` has the
 * sentences that report how an uncertain array was read.
 * @typedef {Finding & {kind: 'rotation', data: Rotation, reading: Reading, usual: Reading,
 *   readings: Reading[], sequences: number, isDoubtful: boolean, doubts: string[]}} RotationFinding
 */

/**
 * How two arrays differ. `headDim` is the size of the heads, if the arrays have heads.
 * @typedef {Finding & {kind: 'comparison', data: Comparison, headDim?: number}} CompareFinding
 */

/**
 * How far the elements of the code under test may be from test vectors.
 * @typedef {{name: string, kind: 'float32' | 'float16' | 'bfloat16', most: number | Float64Array}}
 *   Tolerated
 */

/** The types to which arrays may be rounded, the finest first. */
const COARSENESS = ['float64', 'float32', 'float16', 'bfloat16'];

/** A rotation must explain at least this fraction of the elements. */
export const NEAR = 0.5;

/**
 * If a rotation explains this fraction of the elements, no other way to read the arrays is tried.
 * If this fraction agrees in a comparison, no other order of the heads is sought.
 */
export const EXPLAINED = 0.9;

/**
 * Returns the coarser type of two tensors; nothing for float64.
 * @param {Tensor} a
 * @param {Tensor} b
 * @throws {RangeError} if their shapes differ
 */
function commonType(a, b) {
  if (!fits(a, b))
    throw new RangeError(
      `${b.name}: expected the shape [${a.shape.join(', ')}] of ${a.name}, got [${b.shape.join(', ')}]`,
    );
  const rank = Math.max(...[a, b].map(({ dtype }) => COARSENESS.indexOf(dtype)));
  return rank > 0 ? /** @type {Dtype} */ (COARSENESS[rank]) : undefined;
}

/**
 * Reads two tensors.
 * @param {Tensor[]} tensors
 * @param {(tensor: Tensor) => Promise<Float32Array | Float64Array>} read
 * @returns {Promise<Pair>}
 * @throws {RangeError} if their shapes differ
 */
export async function readPair([a, b], read) {
  const dtype = commonType(a, b);
  const values = [await read(a), await read(b)];
  const known = b.tolerance ?? a.tolerance;
  if (!known) return { a, b, dtype, values };
  const [port, vectors] = b.tolerance ? [a, b] : [b, a];
  const kind = known[/** @type {'float32'} */ (port.dtype)] === undefined ? 'float32' : port.dtype;
  const most = known[/** @type {'float32'} */ (kind)];
  const exact = values[b.tolerance ? 1 : 0];
  const relative = (/** @type {number} */ x) => /** @type {number} */ (most) * Math.abs(x);
  const tolerated = {
    name: vectors.name,
    kind: /** @type {'float32'} */ (kind),
    most: known.relative ? Float64Array.from(exact, relative) : most,
  };
  return { a, b, dtype, values, tolerated };
}

/**
 * Says which elements are NaN or infinite in only one array of a pair. If all elements of an array
 * are NaN or infinite, another sentence of the report says so.
 * @param {Pair} pair
 */
export const oddElements = ({ a, b, values }) =>
  [a, b].flatMap(({ name, shape }, i) => {
    const odd = [...values[i].keys()].filter(
      (at) => !Number.isFinite(values[i][at]) && Number.isFinite(values[1 - i][at]),
    );
    if (!odd.length || odd.length === values[i].length) return [];
    const [first, last] = [odd[0], odd[odd.length - 1]].map((at) => placeOf(at, shape).at);
    const count = odd.length.toLocaleString('en');
    return first === last
      ? [`Element ${first} of ${name} is not finite.`]
      : [`${count} elements of ${name} are not finite, from ${first} to ${last}.`];
  });

/**
 * Cuts the longer of two tensors to the rows that both have, if only their first axes differ.
 * @param {Tensor[]} tensors
 * @returns {{tensors: Tensor[], notes: string[]}}
 */
export function commonRows(tensors) {
  const [a, b] = tensors;
  const isSame = a.shape.length > 1 && a.shape.slice(1).join() === b.shape.slice(1).join();
  const rows = Math.min(a.shape[0], b.shape[0]);
  const isCut = isSame && rows && a.shape[0] !== b.shape[0] && !a.tolerance && !b.tolerance;
  if (!isCut) return { tensors, notes: [] };
  const longer = a.shape[0] > rows ? a : b;
  const notes = [
    `Only the first ${rows} of ${longer.shape[0]} rows of ${longer.name} are compared.`,
  ];
  return { tensors: tensors.map((tensor) => firstRows(tensor, rows)), notes };
}

/**
 * Whether two tensors may be compared. Axes of length 1 in front do not count. Some text files have
 * only a list or rows of numbers, which do not show all axes. Then equal lengths are enough.
 * @param {Tensor} a
 * @param {Tensor} b
 */
export function fits(a, b) {
  if (axesOf(a).join() === axesOf(b).join()) return true;
  if (a.length !== b.length) return false;
  return [a, b].some(({ shape, isText }) => isText && shape.length < 3);
}

/**
 * Finds the rotation that turned the first array into the second.
 * @param {Pair} pair
 * @param {Reading} chosen options of identifyRotation. If `positions` has a single number, it is
 *   the position of the first row
 * @param {Doctor} doctor
 * @param {Reading[]} [places] where the heads may be; default: where the shape suggests
 * @returns {RotationFinding}
 */
export function examineRotation({ a, b, dtype, values }, chosen, { identifyRotation }, places) {
  const { positions } = a.positions ? a : b;
  const options = { dtype, ...known({ positions, expected: a.options }), ...chosen };
  const [count] = values.map(({ length }) => length);
  const readings =
    places?.map((each) => ({ ...options, ...each })) ?? possibleReadings(a.shape, options, count);
  const [usual] = readings;
  /** @param {Reading} reading */
  const read = (reading) => ({
    reading,
    data: identifyRotation(values[0], values[1], /** @type {RotationOptions} */ (reading)),
  });
  let best = read(usual);
  for (const each of readings.slice(1)) {
    const isExplained = best.data.matched >= EXPLAINED;
    // Rows at one position may be the heads of one decoding step.
    if (isExplained && !(each.length === 1 && best.data.step === 0)) continue;
    const other = read(each);
    const least = isExplained ? EXPLAINED : Math.max(NEAR, scoreOf(best.data));
    if (scoreOf(other.data) > least) best = other;
  }
  const { reading, data: found } = best;
  const { heads = 1, headDim = 1 } = reading;
  const { length = count / heads / headDim } = reading;
  const sequences = count / heads / headDim / length;
  const spans = found.matched >= EXPLAINED && headDim > Number(usual.headDim);
  const isOneHead = found.rotaryDim <= Number(usual.headDim);
  const cause = isOneHead ? ONE_HEAD : SPANS;
  const data = spans ? { ...found, notes: [cause, ...found.notes] } : found;
  const { says, settings, notes } = rotationReport(data, reading.positions);
  const shape =
    sequences === 1
      ? `A sequence was read as [length ${length}, heads ${heads}, headDim ${headDim}].`
      : `${sequences} sequences were read, each as [length ${length}, heads ${heads}, headDim ${headDim}].`;
  const isDoubtful = length === 1 && heads > 1 && a.shape.length < 4 && a.shape[0] > 1;
  const doubt = isDoubtful
    ? [`These heads may also be ${heads} rows that all have the same position.`]
    : [];
  const isOpen = !places && !options.positions && !spans && data.matched >= NEAR;
  const axis = isOpen ? axisDoubt(a.shape, reading, reading === usual) : [];
  const runs = isOpen && usual.length !== undefined ? batchDoubt(reading, usual, data) : [];
  const kind = /** @type {const} */ ('rotation');
  const doubts = [...runs, ...(axis.length ? [shape, ...axis] : [])];
  const told = doubts.length ? { ...data, notes: [...doubts, ...data.notes] } : data;
  const common = { kind, data: told, usual, readings, sequences, isDoubtful };
  return {
    ...common,
    reading: spans ? usual : reading,
    agrees: !data.departure,
    says: [...doubts, ...says],
    doubts,
    settings,
    notes: [...notes, ...(axis.length ? [] : [shape]), ...doubt],
  };
}

/**
 * Says that another axis may be the axis of the sequence. With at most three axes, the usual place
 * of the heads needs no such sentence.
 * @param {number[]} shape
 * @param {Reading} reading
 * @param {boolean} isUsual
 */
function axisDoubt(shape, { heads, headDim, length }, isUsual) {
  const { length: axes } = shape;
  const [width, above, rows] = [...shape].reverse();
  if (axes < 3 || above < 2 || rows < 2 || headDim !== width || (axes < 4 && isUsual)) return [];
  const isLater = heads === 1 && length === above;
  return [
    `If axis ${axes - (isLater ? 3 : 2)} is the sequence, the array is rotated along the heads.`,
  ];
}

/**
 * If all sequences of a batch were read as one sequence, says that positions run on through the
 * batch.
 * @param {Reading} reading
 * @param {Reading} usual
 * @param {Rotation} found
 */
function batchDoubt({ heads, length }, usual, { start, step }) {
  const isOne = heads === usual.heads && length === undefined && step === 1;
  return isOne ? [runsOn(start, Number(usual.length))] : [];
}

/**
 * Says that positions run on through a batch.
 * @param {number} first the position of the first row
 * @param {number} length the length of a sequence
 */
export const runsOn = (first, length) =>
  `Positions run on through the batch: sequence 1 begins at ${first + length}, not ${first}.`;

/**
 * Returns how much a rotation explains. If only positions are unexpected, the score is at least
 * EXPLAINED - 0.01. Another way to read the arrays may then still be better.
 * @param {Rotation} found
 */
const scoreOf = ({ matched, rowPositions }) =>
  rowPositions ? Math.max(matched, EXPLAINED - 0.01) : matched;

/** Notes on mistakes that show when a row is read as a single head. */
const ONE_HEAD = 'Only one head rotates.';
const SPANS = 'The rotation spans all heads of a row, as if they were one.';

/** Whether a note on a difference says more than that pairs turn. @param {string} note */
export const isOtherwise = (note) => !/^(Each pair is turned|Pairs turn) /.test(note);

/**
 * Whether a rotation is the better explanation of a pair. Two tables with shifted rows also look
 * like a rotation by the same angles in each row.
 * @param {RotationFinding} rotation
 * @param {CompareFinding['data']} difference
 * @param {boolean} isRope whether the model rotates
 */
export function looksRotated({ data, isDoubtful }, { agreed, notes }, isRope) {
  const { layout, matched, step, rowPositions } = data;
  const isTwice = data.notes.some((note) => / rotated twice\?$/.test(note));
  if (rowPositions && (isRope || isTwice) && agreed < NEAR) return true;
  if ((step === 0 || (isDoubtful && !isRope)) && notes.some(isOtherwise)) return false;
  return layout !== undefined && matched >= NEAR && matched > agreed;
}

/**
 * Says what is wrong with the rotation by which tested code turned the input of a test vector.
 * @param {Pair} pair
 * @param {Doctor} doctor
 */
export function rotationCauses(pair, doctor) {
  const { matched, notes } = examineRotation(pair, {}, doctor).data;
  return matched < NEAR ? [] : notes;
}

/**
 * Suggests the command that names a rotation, if a rotation turns the first array into the second.
 * @param {string[]} words FILE[:TENSOR] of both arrays
 * @param {Pair} pair
 * @param {CompareFinding['data']} difference
 * @param {Doctor} doctor
 */
export function rotationHint(words, pair, difference, doctor) {
  if (pair.a.length > ENOUGH || !canRotate(pair.a)) return [];
  const found = examineRotation(pair, {}, doctor);
  if (!looksRotated(found, difference, false)) return [];
  return [`A rotation turns the first array into the second: posenc rotation ${words.join(' ')}`];
}

/** Removes options that are undefined. @param {Reading} options @returns {Reading} */
const known = (options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The sentence for a rotation that is as expected, except for the positions of some rows. */
const OTHERWISE =
  'At the positions that were found for the rows, this rotation explains all elements:';

/**
 * Returns the finding for arrays that agree with the rotation that a model wants: with the model's
 * settings and without departures. The rotation that was found may explain fewer elements, for
 * example if its angles are exact.
 * @param {RotationFinding} found
 * @param {{layout?: any, base?: number, rotaryDim?: number, scaling?: object}} wanted
 * @returns {RotationFinding}
 */
export function withoutDepartures(found, { layout, base, rotaryDim = 0, scaling }) {
  const { departure, notes: old } = found.data;
  if (!departure) return found;
  const fixed = { layout, base, rotaryDim, scaling, start: 0, step: 1, inverse: false };
  const none = { departure: undefined, rowPositions: undefined, matched: 1 };
  const notes = old.filter((note) => note.endsWith(' are in use.'));
  const data = /** @type {RotationFinding['data']} */ ({ ...found.data, ...fixed, ...none, notes });
  const { says, settings } = rotationReport(data, found.reading.positions);
  const departures = old.filter((note) => !notes.includes(note));
  const isKept = (/** @type {string} */ note) =>
    !departures.includes(note) && !note.startsWith('The first difference ');
  return { ...found, data, says, settings, notes: found.notes.filter(isKept), agrees: true };
}

/**
 * @param {Rotation} found
 * @param {ArrayLike<number>} [positions] the positions that the rows should have. Then `start` is
 *   relative to them, and the report has the position of the first row instead
 */
function rotationReport({ matched, departure, notes, rowPositions, ...found }, positions) {
  const { start, ...others } = found;
  const first = { ...others, 'first position': start + found.step * (positions?.[0] ?? 0) };
  const settings = positions ? first : found;
  const { layout, rotaryDim } = found;
  if (!layout && !rotaryDim && !departure) return { says: [], settings: {}, notes };
  if (!departure) return { says: ['This rotation explains all elements:'], settings, notes };
  const { row, head, element, expected, got } = departure;
  const [wanted, actual] = apart([expected, got]);
  const where =
    `The first difference is in row ${row}, head ${head}, element ${element}: ` +
    `expected ${wanted}, got ${actual}.`;
  if (rowPositions) return { says: [OTHERWISE], settings, notes: [...notes, where] };
  const says = `The nearest rotation explains ${elements(matched)}.`;
  if (matched < NEAR) return { says: [says], settings: {}, notes };
  return { says: [says], settings, notes: [...notes, where] };
}

/**
 * Compares two arrays. The second one has the expected elements.
 * @param {Pair} pair
 * @param {CompareOptions} options
 * @param {Doctor} doctor
 * @param {number} [headDim] the size of the heads of a model
 * @returns {CompareFinding}
 */
export function examineDifference(pair, options, doctor, headDim) {
  const { a, b, dtype, values, tolerated } = pair;
  const isShaped = options.rows !== undefined || options.dim !== undefined;
  const axes = axesOf(a.shape.length < b.shape.length ? b : a);
  const shape = isShaped || axes.length < 2 || !a.length ? {} : { rows: axes[0] };
  const isGiven = options.tolerance !== undefined || options.ulps !== undefined || isShaped;
  const allowed = isGiven ? undefined : tolerated;
  const tolerance = allowed && { tolerance: allowed.most };
  const width = values[0].length / (shape.rows ?? 1);
  const size = axes.length > 2 ? axes[axes.length - 1] : headDim;
  const isHead = shape.rows && size && width % size === 0;
  const heads = isHead ? { headDim: size } : {};
  const given = { dtype, ...shape, ...heads, ...tolerance, ...options };
  const plain = doctor.compare(values[0], values[1], given);
  const isSought = shape.rows && plain.agreed < EXPLAINED;
  const moved = isSought ? headsNote(pair, given, doctor) : undefined;
  const data = moved ? { ...plain, notes: [moved, ...plain.notes] } : plain;
  const report = comparisonReport(data, allowed, placesIn(isShaped ? [] : axes, width));
  const agrees = !data.departure && !data.nan;
  return { kind: 'comparison', data, agrees, ...heads, ...report };
}

/** Tensors with more elements than this are large: 64 MiB of float32. */
const LARGE = 16777216;

/** Of large tensors, at most this many elements are read to find a rotation. */
const ENOUGH = 4194304;

/**
 * Whether two tensors are so large that they are compared in pieces of rows. The first axis must be
 * that of the rows.
 * @param {Tensor[]} tensors
 * @param {CompareOptions} options
 */
export function isLargePair([a, b], { rows, dim }) {
  const isPlain = rows === undefined && dim === undefined && !a.tolerance && !b.tolerance;
  return isPlain && a.length > LARGE && a.shape[0] > 1 && a.shape.length > 1 && hasRows(b, a);
}

/** @param {Tensor} tensor @param {Tensor} other */
const hasRows = (tensor, other) => tensor.shape[0] === other.shape[0];

/**
 * Compares two large tensors, which are read in pieces.
 * @param {Tensor[]} tensors
 * @param {CompareOptions} options
 * @param {Pick<Doctor, 'compareRows'>} doctor
 * @param {(fraction: number) => void} tell is called with the fraction of the rows that are read
 * @returns {Promise<CompareFinding>}
 */
export async function examineLargeDifference([a, b], options, { compareRows }, tell) {
  const [rows] = a.shape;
  const given = { dtype: commonType(a, b), ...options, rows, dim: a.length / rows };
  const read = async (/** @type {Required<Rows>} */ piece) => {
    tell(piece.start / rows);
    return [await a.readFloats(piece), await b.readFloats(piece)];
  };
  const { sought, ...data } = await compareRows(read, given);
  const places = placesIn(a.shape, a.length / rows);
  const { says, settings, notes } = comparisonReport(data, undefined, places);
  const where = sought
    ? [`Patterns of elements were sought in rows ${sought.start} to ${sought.end - 1}.`]
    : [];
  const all = { says, settings, notes: [...notes, ...where] };
  return { kind: 'comparison', data, agrees: !data.departure && !data.nan, ...all };
}

/**
 * Cuts large tensors to rows that suffice to find a rotation, with the positions of these rows. The
 * tensors are cut only if their first axis is that of the rows.
 * @param {Tensor[]} tensors
 * @param {Reading} reading
 * @returns {{tensors: Tensor[], reading: Reading, read?: number}} `read` is the number of rows that
 *   are left; missing if the tensors were not cut
 */
export function enoughRows(tensors, reading) {
  const [first] = tensors;
  const [rows] = first.shape;
  const { positions, length } = reading;
  const read = first.length > LARGE ? Math.floor(ENOUGH / (first.length / rows)) : 0;
  const isPlain = length === undefined && (!positions || [1, rows].includes(positions.length));
  if (read < 2 || !isPlain || !tensors.every((tensor) => hasRows(tensor, first)))
    return { tensors, reading };
  const cut = positions && Float64Array.from(positions).slice(0, read);
  return {
    tensors: tensors.map((tensor) => firstRows(tensor, read)),
    reading: { ...reading, ...known({ positions: cut }) },
    read,
  };
}

/**
 * Cuts a tensor to its first rows.
 * @param {Tensor} tensor
 * @param {number} end the number of rows that are left
 * @returns {Tensor}
 */
export const firstRows = (tensor, end) => ({
  ...tensor,
  shape: [end, ...tensor.shape.slice(1)],
  length: (tensor.length / tensor.shape[0]) * end,
  readFloats: (piece) => tensor.readFloats(piece ?? { start: 0, end }),
});

/**
 * Returns a function that turns the row and column of an element into an index on each axis. With
 * at most two axes, the function returns undefined, since row and column are already such indices.
 * @param {number[]} axes the shape of the array
 * @param {number} width the number of elements of a row
 */
const placesIn =
  (axes, width) =>
  /** @param {{row: number, column: number}} at */
  ({ row, column }) =>
    axes.length > 2 ? placeOf(row * width + column, axes) : undefined;

/**
 * @param {Comparison} found
 * @param {Tolerated | undefined} allowed
 * @param {ReturnType<typeof placesIn>} placeAt
 */
function comparisonReport(found, allowed, placeAt) {
  const { type, agreed, equal, maxError, departure, worst, histogram, notes } = found;
  const count = histogram.reduce((sum, entry) => sum + entry.count, 0);
  const agreeing = elements(agreed, count);
  const says = allowed
    ? `Within the tolerances of ${allowed.name} for ${allowed.kind}, ${agreeing} agree.`
    : `In ulps of ${type}, ${agreeing} agree, and ${elements(equal, count)} are equal.`;
  const where = [];
  if (departure) {
    const values = { ...departure, expected: departure.b, got: departure.a };
    where.push(departed(values, placeAt(departure)));
  }
  if (worst) where.push(worstOf(worst, placeAt(worst), allowed));
  const settings = { maxError };
  if (!departure && !found.nan) return { says: [says], settings, notes: [...where, ...notes] };
  // The notes that say what is wrong come first.
  return { says: [...notes, says], settings, notes: where };
}

/**
 * Says where the largest error is.
 * @param {NonNullable<Comparison['worst']>} worst
 * @param {import('./reports.js').Place | undefined} place
 * @param {Tolerated | undefined} allowed
 */
function worstOf({ row, column, error, ulps }, place, allowed) {
  if (place)
    return allowed
      ? `The largest error is in element ${place.at} of ${place.shape}: ${brief(error)}.`
      : `The largest error is in element ${place.at} of ${place.shape}: ${brief(error)}, or ${brief(ulps)} ulps.`;
  return allowed
    ? `The largest error is in row ${row}, column ${column}: ${brief(error)}.`
    : `The largest error is in row ${row}, column ${column}: ${brief(error)}, or ${brief(ulps)} ulps.`;
}
