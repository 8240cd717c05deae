/* Compares a rotation with the one that a model wants. */
import { hasSections, withoutSections } from '../doctor/sections.js';
import { withAssumption } from './model-sentences.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {typeof import('../index.js')} Library */

/**
 * How an array is shown as a table. The functions take the index of an element in the array.
 * @typedef {object} Axes
 * @property {number} rows
 * @property {number} columns
 * @property {string} names what the columns are
 * @property {(index: number) => number} rowOf
 * @property {(index: number) => number} columnOf
 */

/** @typedef {Parameters<Library['applyRope']>[1]} Options */

/** An element may be off by this many roundings of the largest element of its head. */
const ROUNDINGS = 8;

/**
 * Half the distance between 1 and the next number of each type: 2^-53, 2^-24, 2^-11 and 2^-8.
 * @type {Record<string, number>}
 */
const ROUNDING = {
  float64: 1 / 9007199254740992,
  float32: 1 / 16777216,
  float16: 1 / 2048,
  bfloat16: 1 / 256,
};

/** The relative error of an angle that is computed in float32. */
const FLOAT32_ANGLE = 1 / 4194304; // 2^-22

/**
 * What applyRope takes from a model, or from a rotation that was found.
 * @typedef {object} Wanted
 * @property {string} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [rotaryStart]
 * @property {number} [base]
 * @property {object} [scaling]
 * @property {number} [headDim]
 * @property {number} [queryDim] of a model: the elements of a head, if more than headDim
 * @property {number} [heads] of a model
 * @property {number} [keyHeads] of a model
 * @property {number} [start]
 * @property {number} [step]
 * @property {boolean} [inverse]
 * @property {string} [readAs]
 * @property {'exact' | 'float32'} [precision]
 * @property {number} [attentionFactor] of a rotation that was found
 * @property {number} [textLength] the length of the text, if the array is a part of it
 * @property {number[][]} [axes] the positions of all rows on each axis, if there are several
 */

/**
 * How an array differs from the rotation that it should be.
 * @typedef {object} RotationCheck
 * @property {number} differ how many elements differ
 * @property {number} loose how many elements agree only because angles may have errors of float32
 * @property {number} count how many elements there are
 * @property {number} [first] the index of the first row that differs, counted among all rows
 * @property {ArrayLike<number>} positions the positions of the rows
 * @property {string} [readAs] the type whose rules are used for the model, if its own is not known
 * @property {Float32Array | Float64Array} expected what the array should be
 * @property {Axes} axes the rows and columns of the array as a table. Each pair has a column. The
 *   columns of elements that do not rotate come after those of the pairs
 * @property {(index: number) => boolean} departs whether an element differs
 * @property {(expected: ArrayLike<number>) => number} differingFrom counts the elements that differ
 *   from another expected array
 */

/**
 * Rotates the first array as it should be, and compares the second one with it.
 * @param {Pair} pair
 * @param {{reading: RotationFinding['reading'], data: {type: RotationFinding['data']['type']}}} found
 * @param {Wanted} wanted
 * @param {Library} library
 * @returns {RotationCheck | undefined} nothing if the heads have another size than those of the
 *   model
 */
export function rotationCheck({ values }, { reading, data }, wanted, library) {
  const [before] = values;
  const { heads = 1, headDim = 1 } = reading;
  if ((wanted.headDim ?? headDim) !== headDim) return undefined;
  const rows = before.length / heads / headDim;
  const { length = rows, positions: given } = reading;
  const { start = 0, step = 1, rotaryDim = headDim, rotaryStart = 0 } = wanted;
  const { layout, base, inverse, precision, axes } = wanted;
  // With several axes, errors grow with the largest position of a row.
  const positions = Array.from({ length }, (_, row) =>
    axes ? Math.max(...axes.map((axis) => axis[row])) : start + step * (given?.[row] ?? row),
  );
  const scaling = axes ? wanted.scaling : wanted.scaling && withoutSections({ ...wanted.scaling });
  // Some scalings depend on the length of the text.
  const { textLength = farthestOf(positions) + 1 } = wanted;
  const contextLength = scaling && textLength;
  const rotation = { layout, base, scaling, contextLength, inverse, precision };
  const all = axes?.flat() ?? positions;
  const options = { heads, headDim, length, rotaryDim, rotaryStart, positions: all, ...rotation };
  const expected = before.slice();
  if (rotaryDim) library.applyRope(expected, /** @type {Options} */ (options));
  if (rotaryDim) amplify(expected, options, wanted.attentionFactor, library);
  const rowOf = (/** @type {number} */ i) => Math.floor(i / (heads * headDim)) % length;
  const about = {
    headDim,
    rounding: ROUNDING[data.type],
    positionOf: (/** @type {number} */ i) => positions[rowOf(i)],
  };
  const differingFrom = (/** @type {ArrayLike<number>} */ wish) =>
    differing(values, wish, about).differ;
  const { differ, loose, first } = differing(values, expected, about);
  const columnOf = pairsOf({ headDim, rotaryDim, rotaryStart, layout });
  const columns = headDim - rotaryDim / 2;
  const table = {
    rows: length,
    columns,
    names: rotaryDim === headDim ? 'pairs' : 'pairs and elements',
  };
  const count = before.length;
  const firstRow = first === undefined ? undefined : Math.floor(first / (heads * headDim));
  const { readAs } = wanted;
  const found = { differ, loose, count, first: firstRow, positions: all, readAs, expected };
  const departs = (/** @type {number} */ i) => {
    const unit = i - (i % headDim);
    const size = sizeOf(before, unit, headDim);
    const { most } = limitsOf(size, about.positionOf(unit), about.rounding);
    return !(Math.abs(values[1][i] - expected[i]) <= most);
  };
  return { ...found, axes: { ...table, rowOf, columnOf }, departs, differingFrom };
}

/** Returns the largest position, at least 0. @param {ArrayLike<number>} positions */
export function farthestOf(positions) {
  let farthest = 0;
  for (let i = 0; i < positions.length; i++) farthest = Math.max(farthest, positions[i]);
  return farthest;
}

/**
 * Multiplies the elements that rotate by the part of an attention factor that applyRope leaves out.
 * @param {Float32Array | Float64Array} rotated
 * @param {{headDim: number, rotaryDim: number, rotaryStart: number, base?: number, scaling?: object,
 *   contextLength?: number, inverse?: boolean}} options options of applyRope
 * @param {number | undefined} attentionFactor
 * @param {Library} library
 */
function amplify(rotated, options, attentionFactor, { ropeFrequencies }) {
  if (attentionFactor === undefined) return;
  const { headDim, rotaryDim, rotaryStart, base, scaling, contextLength, inverse } = options;
  const settings = /** @type {Options} */ ({ base, scaling, contextLength });
  const own = ropeFrequencies(rotaryDim, settings).attentionFactor;
  const factor = inverse ? own / attentionFactor : attentionFactor / own;
  if (factor === 1) return;
  for (let i = 0; i < rotated.length; i++) {
    const at = (i % headDim) - rotaryStart;
    if (at >= 0 && at < rotaryDim) rotated[i] *= factor;
  }
}

/**
 * Returns the size of the largest element of a head.
 * @param {Float32Array | Float64Array} list
 * @param {number} unit
 * @param {number} headDim
 */
function sizeOf(list, unit, headDim) {
  let size = 0;
  for (let i = unit; i < unit + headDim; i++) size = Math.max(size, Math.abs(list[i]));
  return size;
}

/**
 * Returns how far an element may be off, with exact angles and with those of float32.
 * @param {number} size the largest element of its head
 * @param {number} position
 * @param {number} rounding
 */
function limitsOf(size, position, rounding) {
  const least = ROUNDINGS * rounding * size;
  return { least, most: least + Math.abs(position) * FLOAT32_ANGLE * size };
}

/**
 * Counts the elements of the second array that differ from what is expected. `first` is the index
 * of the first one. `loose` counts other elements, which agree only if angles have errors of
 * float32.
 * @param {(Float32Array | Float64Array)[]} values
 * @param {ArrayLike<number>} expected
 * @param {{headDim: number, rounding: number, positionOf: (index: number) => number}} about
 */
function differing([before, after], expected, { headDim, rounding, positionOf }) {
  let differ = 0;
  let loose = 0;
  /** @type {number | undefined} */
  let first;
  for (let unit = 0; unit < after.length; unit += headDim) {
    const size = sizeOf(before, unit, headDim);
    const { least, most } = limitsOf(size, positionOf(unit), rounding);
    for (let i = unit; i < unit + headDim; i++) {
      const error = Math.abs(after[i] - expected[i]);
      if (error <= least) continue;
      if (error <= most) loose++;
      else {
        differ++;
        first ??= i;
      }
    }
  }
  return { differ, loose, first };
}

/**
 * Returns a function that gives the pair of an element. Elements that do not rotate have indices
 * after those of the pairs.
 * @param {{headDim: number, rotaryDim: number, rotaryStart: number, layout?: string}} wanted
 */
function pairsOf({ headDim, rotaryDim, rotaryStart, layout }) {
  const half = rotaryDim / 2;
  return (/** @type {number} */ index) => {
    const element = index % headDim;
    const at = element - rotaryStart;
    if (at < 0) return half + element;
    if (at >= rotaryDim) return element - half;
    return layout === 'half' ? at % half : at >> 1;
  };
}

/**
 * Says whether a rotation is what a model wants at the positions of the rows.
 * @param {string} name the name of the model's config
 * @param {Pick<RotationCheck, 'differ' | 'loose' | 'count' | 'positions' | 'readAs'>} found
 */
export function judged(name, { differ, loose, count, positions, readAs }) {
  const first = positions[0];
  const isRange = Array.prototype.every.call(positions, (at, row) => at === first + row);
  const last = first + positions.length - 1;
  const range = last > first ? `positions ${first} to ${last}` : `position ${first}`;
  const where = isRange ? range : 'the given positions';
  const all = grouped(count);
  const agreement = loose
    ? `The rotated array is what ${name} wants at ${where}: within errors of float32 angles, all ${all} elements agree.`
    : `The rotated array is what ${name} wants at ${where}: all ${all} elements agree.`;
  const verdict = differ
    ? `The rotated array is not what ${name} wants at ${where}: ${grouped(differ)} of ${all} elements differ.`
    : agreement;
  return withAssumption(verdict, name, readAs);
}

/**
 * Says at which later positions an array is what a model wants. If no positions are given, earlier
 * rows may be in a cache. Returns undefined if positions are given, or if other settings differ.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {{name: string, model: Description}} wanted
 * @param {Library} library
 * @returns {{says: string[], range: string} | undefined} `range` has the positions
 */
export function laterPositions(pair, found, { name, model }, library) {
  const { start, step } = found.data;
  const mayBeLater = !found.reading.positions && step === 1 && start > 0 && Number.isInteger(start);
  const later = mayBeLater ? rotationCheck(pair, found, { ...model, start }, library) : undefined;
  if (!later || later.differ) return undefined;
  const last = start + later.positions.length - 1;
  if (last === start)
    return {
      says: [judged(name, later), 'If your row has this position, the port is right.'],
      range: String(start),
    };
  const hint = 'If your rows have these positions, the port is right.';
  return { says: [judged(name, later), hint], range: `${start}..${last}` };
}

/**
 * Whether the arrays cannot show that a rotation is right. They cannot if they are equal, and all
 * rows are at position 0, where nothing rotates.
 * @param {RotationFinding} found
 * @param {RotationCheck} compared
 */
export const isUndecided = ({ data }, { differ, positions }) =>
  !differ && !data.rotaryDim && Array.from(positions).every((position) => position === 0);

/**
 * Says that a model's base explains an array only because its elements are rounded coarsely.
 * @param {RotationFinding} found
 * @param {Wanted} model
 * @returns {string[]}
 */
export function coarseNotes({ data: { base, scaling, matched, type } }, model) {
  const isOther = base !== undefined && model.base !== undefined && base !== model.base;
  const isCoarse = type === 'bfloat16' || type === 'float16';
  if (!isOther || !isCoarse || matched < 1 || scaling || model.scaling) return [];
  return [`Another base is nearer, but ${type} is too coarse to decide: give more rows.`];
}

/**
 * Says what cannot be checked if a model's positions have several axes.
 * @param {Wanted} model
 * @returns {string[]}
 */
export const sectionNotes = ({ scaling }) => (hasSections(scaling) ? [ONE_AXIS] : []);

const ONE_AXIS =
  'Each row was taken to have one position, as in text. For images, give the three of each row, too: position_ids.';

/** @param {number} count */
const grouped = (count) => count.toLocaleString('en');
