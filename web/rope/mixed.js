/*
 * Computes what rotary embeddings of grids need: the coordinates of the tokens of images and
 * videos, and tables for rotations by angles that are sums over several axes.
 */
import { Angles, makeRows } from '../angles/angles.js';
import * as check from '../check.js';
import { result, elementType } from '../dtypes.js';
import { LARGEST_ANGLE } from './plan.js';
import { replaceBy } from './scaling.js';
import { Carver, FLOAT64, TILE, copyOut, open, tiles, viewOf } from '../wasm.js';

/** @typedef {import('../dtypes.js').Elements} Elements */
/** @typedef {import('./rope.js').RopeTable} RopeTable */
/**
 * @template D
 * @typedef {import('../dtypes.js').ArrayOf<D>} ArrayOf
 */

/**
 * The type of a table whose arrays have the element type D.
 * @template D
 * @typedef {{cos: ArrayOf<D>, sin: ArrayOf<D>}} MixedTableOf
 */

const readGridOptions = check.reader(
  'gridPositions',
  [],
  ({ coordinates, normalize, start, scale }) => ({
    coordinates,
    normalize,
    start,
    scale,
  }),
);
const readMixedOptions = check.reader('ropeMixedTable', [], ({ axes, dtype, out }) => ({
  axes,
  dtype,
  out,
}));
const readTable = check.reader('', [], ({ cos, sin }) => ({ cos, sin }));

/** Reads frequencies, which are usually the same in all calls. */
const readFrequencies = check.recaller(
  'frequencies',
  -Number.MAX_VALUE,
  Number.MAX_VALUE,
  check.number,
);
const COORDINATES = ['index', 'dinov3'];
const NORMALIZE = ['separate', 'max', 'min'];

/** For each value of the option `coordinates`, the options that have no effect with it. */
const UNUSED = /** @type {const} */ ({ index: ['normalize'], dinov3: ['start', 'scale'] });

/** The largest number of axes. */
const AXES = 16;

/**
 * The largest number of frequencies. The cosines and sines of one position must fit in the window
 * of wasm memory that kernels work in.
 */
const FREQUENCIES = 2048;

/**
 * @typedef {object} GridOptions
 * @property {'index' | 'dinov3'} [coordinates] default 'index'
 * @property {'separate' | 'max' | 'min'} [normalize] which size 'dinov3' divides by: the size of
 *   the same axis ('separate'), or the largest ('max') or smallest ('min') size of all axes;
 *   default 'separate'
 * @property {number | ArrayLike<number>} [start] the first coordinate of 'index': one number, or
 *   one for each axis; default 0
 * @property {number | ArrayLike<number>} [scale] the distance between neighbours of 'index': one
 *   number, or one for each axis; default 1
 */

/**
 * Returns the coordinates of a grid's tokens, in row-major order: the index on the last axis
 * changes fastest. The result serves as `positions` for applyRope and ropeTable with `sections`.
 * - 'index': start + index * scale. `scale` adapts a grid whose size differs from pretraining
 *   (EVA-02); `start` can centre a grid (Qwen-Image).
 * - 'dinov3': 2 pi (2 (index + 1/2) / N - 1), for sectioning 'axial' and base 100. N is the size
 *   that `normalize` chooses.
 * @param {ArrayLike<number>} shape the sizes of 1 to 16 axes, such as [height, width] or [frames,
 *   height, width]
 * @param {GridOptions} [options]
 * @returns {Float64Array<ArrayBuffer>} [axes, product of the sizes], with the axes in the order of
 *   `shape`
 * @throws {RangeError | TypeError}
 * Sources: Heo et al. 2024, section 3.2 (axial); Siméoni et al. 2025 (DINOv3), with its code
 * @example
 * console.log(gridPositions([2, 3])); // [0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2]
 * const positions = gridPositions([2, 3], { coordinates: 'dinov3' });
 * console.log(positions);
 * // [-3.1416, -3.1416, -3.1416, 3.1416, 3.1416, 3.1416, -4.1888, 0, 4.1888, -4.1888, 0, 4.1888]
 */
export function gridPositions(shape, options) {
  const checked = readGridOptions(options);
  const { coordinates = 'index', normalize, start, scale } = checked;
  const sizes = check.numbers('shape', shape, (name, value) => check.count(name, value, 1));
  const axes = sizes.length;
  if (!axes || axes > AXES) check.refuse('shape', `1 to ${AXES} sizes`, shape);
  const centred = check.word('coordinates', coordinates, COORDINATES) === 'dinov3';
  for (const name of UNUSED[/** @type {keyof typeof UNUSED} */ (coordinates)])
    if (checked[name] !== undefined)
      check.refuseUnused(
        name,
        `with coordinates "${coordinates}", which do not use it`,
        checked[name],
      );
  const starts = check.each('start', start === undefined ? 0 : start, axes, check.position);
  const scales = check.each('scale', scale === undefined ? 1 : scale, axes, check.position);
  const by = check.word('normalize', normalize === undefined ? 'separate' : normalize, NORMALIZE);
  let tokens = 1;
  for (let axis = 0; axis < axes; axis++) tokens *= sizes[axis];
  check.fits(axes * tokens, 8, '[axes, tokens]');
  const out = new Float64Array(axes * tokens);
  // The number of consecutive tokens that share their index on the current axis.
  let run = tokens;
  for (let axis = 0; axis < axes; axis++) {
    const size = sizes[axis];
    run /= size;
    // 'dinov3' divides the indices by this size.
    let whole = size;
    if (by === 'max') whole = Math.max(...sizes);
    if (by === 'min') whole = Math.min(...sizes);
    const begin = axis * tokens;
    let at = begin;
    for (let index = 0; index < size; index++) {
      const value = centred
        ? 2 * Math.PI * ((2 * (index + 0.5)) / whole - 1)
        : starts[axis] + index * scales[axis];
      for (let i = 0; i < run; i++) out[at++] = value;
    }
    // After the last index, the coordinates of the axis repeat.
    for (let done = run * size; done < tokens; done *= 2)
      out.copyWithin(begin + done, begin, begin + Math.min(done, tokens - done));
  }
  return out;
}

/**
 * Returns the cosines and sines of RoPE-Mixed. Each angle is a sum over the axes, and every pair of
 * every head has its own frequencies:
 *
 *     angle = sum over axes of positions[axis][token] * frequencies[axis][head][pair]
 *
 * To rotate with this table, call applyRope(x, {heads: 1, headDim, length: length * heads, table}),
 * with the layout that the frequencies were trained for.
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {ArrayLike<number>} positions [axes, length]
 * @param {ArrayLike<number>} frequencies [axes, heads, headDim / 2], at most 2048 numbers
 * @param {{axes?: number, dtype?: D, out?: RopeTable}} [options] axes: the number of axes, 2 to 16;
 *   default 2
 * @returns {MixedTableOf<D>} each [length, heads, headDim / 2]
 * @throws {RangeError | TypeError}
 * Source: Heo et al. 2024, section 3.3
 * @example
 * const positions = gridPositions([1, 2]);
 * const frequencies = [1, 0.5, 1, 0.25];
 * const { cos } = ropeMixedTable(positions, frequencies);
 * console.log(cos); // [1, 1, 0.5403, 0.9689]
 */
export function ropeMixedTable(positions, frequencies, options) {
  const checked = readMixedOptions(options);
  const { axes = 2 } = checked;
  const arrays = readTable(checked.out, 'out');
  check.count('axes', axes, 2, AXES);
  const places = check.within(
    'positions',
    positions,
    -check.FARTHEST,
    check.FARTHEST,
    check.position,
  );
  const speeds = readFrequencies(frequencies);
  const length = check.rowsOf('positions', places, axes, '[axes, length]');
  const width = check.rowsOf('frequencies', speeds, axes, '[axes, heads, headDim / 2]');
  if (speeds.length > FREQUENCIES) check.refuse('frequencies', `at most ${FREQUENCIES}`, speeds);
  const shared = sharedBy(speeds, axes);
  if (check.farthest(places) * shared.fastest > LARGEST_ANGLE)
    check.refuse('frequencies', 'angles within 2^40', speeds);
  const type = elementType(checked.dtype);
  const shape = '[length, heads, headDim / 2]';
  const cos = result(arrays.cos, type, length * width, shape, 'out.cos');
  const sin = result(arrays.sin, type, length * width, shape, 'out.sin');
  check.apart('out.sin', sin, 'out.cos', cos);
  const table = { cos, sin, half: type.half };
  if (width) writeMixed(length, width, mixedAngles(places, shared), table);
  return /** @type {MixedTableOf<D>} */ ({ cos: check.given(cos), sin: check.given(sin) });
}

/**
 * The data that depend only on the frequencies and the number of axes. `fastest` is the largest
 * magnitude of a frequency.
 * @typedef {Pick<Angles, 'axes' | 'key' | 'change' | 'groups'> & {list: Float64Array,
 *   fastest: number}} Shared
 */

/**
 * What sharedBy returned last. The next call usually has the same frequencies.
 * @type {Shared | undefined}
 */
let last;

/**
 * Returns the data that depend only on the frequencies and the number of axes.
 * @param {Float64Array} frequencies
 * @param {number} axes
 * @returns {Shared}
 */
function sharedBy(frequencies, axes) {
  if (last?.list === frequencies && last.axes === axes) return last;
  const count = frequencies.length / axes;
  last = {
    axes,
    key: `mixed ${axes}`,
    list: frequencies,
    fastest: check.farthest(frequencies),
    change: replaceBy(frequencies),
    groups: Array.from({ length: axes }, (_, axis) => ({
      axis,
      from: axis * count,
      step: 1,
      count,
      own: false,
    })),
  };
  return last;
}

/**
 * Returns the angles of every axis side by side. They are not summed yet.
 * @param {Float64Array} positions
 * @param {Shared} shared
 */
function mixedAngles(positions, { axes, key, list, change, groups }) {
  const angles = new Angles(list.length, 1, 1, 0, positions);
  angles.axes = axes;
  angles.key = key;
  angles.list = list;
  angles.change = change;
  angles.groups = groups;
  return angles;
}

/**
 * Writes the cosines and sines of a table whose angles are sums over axes.
 * @param {number} length
 * @param {number} width the number of pairs of all heads together
 * @param {Angles} angles
 * @param {{cos: Elements, sin: Elements, half: number}} table
 */
function writeMixed(length, width, angles, { cos, sin, half }) {
  const { pairs, axes } = angles;
  const machine = open(cos, sin);
  const view = viewOf(machine, cos);
  const size = check.sizeOf(cos);
  const most = Math.floor((4 * TILE) / (16 * pairs + 8));
  const carver = new Carver(machine);
  const sines = carver.doubles(most * pairs);
  const cosines = carver.doubles(most * pairs);
  const scratch = carver.doubles(most);
  tiles(length, most, (first, rows) => {
    makeRows(machine, angles, {
      pairs,
      cosines: pairs,
      first,
      rows,
      sine: sines,
      cosine: cosines,
      stride: pairs,
      flags: FLOAT64,
      scratch,
    });
    for (let row = 0; row < rows; row++) {
      const at = 8 * row * pairs;
      for (let axis = 1; axis < axes; axis++) {
        // Only the last sum is rounded to the element type of the table.
        const flags = axis === axes - 1 && size === 4 ? 0 : FLOAT64;
        const other = at + 8 * axis * width;
        machine.kernels.pe_compose(
          sines + at,
          cosines + at,
          sines + other,
          cosines + other,
          width,
          flags,
        );
      }
    }
    if (half)
      for (const area of [sines, cosines])
        machine.kernels.pe_halves(area, area, rows * pairs, half);
    const stride = half ? pairs : (pairs * 8) / size;
    copyOut(view, sines, sin, first * width, rows, width, width, stride);
    copyOut(view, cosines, cos, first * width, rows, width, width, stride);
  });
}
