/* Compares a rotation with the one that a model wants. */

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../doctor/identify-rotation.js').Rotation} Rotation */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {typeof import('../index.js')} Library */

/**
 * Where the elements of an array are in a table.
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
 * @property {number} [start]
 * @property {number} [step]
 * @property {boolean} [inverse]
 * @property {'exact' | 'float32'} [precision]
 */

/**
 * How an array differs from the rotation that it should be.
 * @typedef {object} RotationCheck
 * @property {number} differ how many elements differ
 * @property {number} count how many elements there are
 * @property {number[]} positions the positions of the rows
 * @property {Float32Array | Float64Array} expected what the array should be
 * @property {Axes} axes its rows, and its columns: a pair each, then what does not rotate
 */

/**
 * Rotates the first array as it should be, and compares the second one with it.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {Wanted} wanted
 * @param {Library} library
 * @returns {RotationCheck | undefined} nothing if the heads have another size than those of the
 *   model
 */
export function rotationCheck({ dtype, values }, { reading }, wanted, { applyRope }) {
  const [before, after] = values;
  const { heads = 1, headDim = 1 } = reading;
  if ((wanted.headDim ?? headDim) !== headDim) return undefined;
  const rows = before.length / heads / headDim;
  const { length = rows, positions: given } = reading;
  const { start = 0, step = 1, rotaryDim = headDim, rotaryStart = 0 } = wanted;
  const positions = Array.from({ length }, (_, row) => start + step * (given?.[row] ?? row));
  const { layout, base, scaling, inverse, precision } = wanted;
  // Some scalings depend on the length of the text.
  const contextLength = scaling && Math.max(...positions) + 1;
  const rotation = { layout, base, scaling, contextLength, inverse, precision };
  const options = { heads, headDim, length, rotaryDim, rotaryStart, positions, ...rotation };
  const expected = applyRope(before.slice(), /** @type {Options} */ (options));
  const rowOf = (/** @type {number} */ i) => Math.floor(i / (heads * headDim)) % length;
  const rounding = ROUNDING[dtype ?? (after instanceof Float64Array ? 'float64' : 'float32')];
  let differ = 0;
  for (let unit = 0; unit < after.length; unit += headDim) {
    const size = Math.max(...before.subarray(unit, unit + headDim).map(Math.abs));
    const angle = Math.abs(positions[rowOf(unit)]) * FLOAT32_ANGLE;
    const most = (ROUNDINGS * rounding + angle) * size;
    for (let i = unit; i < unit + headDim; i++)
      if (!(Math.abs(after[i] - expected[i]) <= most)) differ++;
  }
  const columnOf = pairsOf({ headDim, rotaryDim, rotaryStart, layout });
  const columns = headDim - rotaryDim / 2;
  const axes = {
    rows: length,
    columns,
    names: rotaryDim === headDim ? 'pairs' : 'pairs and elements',
  };
  const count = after.length;
  return { differ, count, positions, expected, axes: { ...axes, rowOf, columnOf } };
}

/**
 * Returns a function that gives the pair of an element. Elements that do not rotate follow the pairs.
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
 * @param {RotationCheck} found
 */
export function judged(name, { differ, count, positions }) {
  const [first] = positions;
  const isRange = positions.every((position, row) => position === first + row);
  const last = first + positions.length - 1;
  const where = isRange ? `positions ${first} to ${last}` : 'the given positions';
  const all = grouped(count);
  return differ
    ? `It is not what ${name} wants at ${where}: ${grouped(differ)} of ${all} elements differ.`
    : `It is what ${name} wants at ${where}: all ${all} elements agree.`;
}

/** @param {number} count */
const grouped = (count) => count.toLocaleString('en');

/**
 * Says that a model wants a scaling, and the rotation has none.
 * @param {Rotation} found
 * @param {Description} model
 */
export function unscaled(found, { scaling }) {
  const type = scaling?.rope_type ?? scaling?.type;
  return type && !found.scaling ? [`The frequencies are not scaled; the model wants ${type}.`] : [];
}
