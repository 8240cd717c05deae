/* Rotations over grids: the coordinates of their tokens, and angles that are sums over axes. */
import {makeRows} from './angles.js';
import * as check from './check.js';
import {FLOAT64, TILE, copyOut, open, tiles} from './wasm.js';

const GRID = check.names('coordinates normalize start scale'), MIXED = check.names('axes dtype out'), ARRAYS = check.names('cos sin');
const COORDINATES = ['index', 'dinov3'], NORMALIZE = ['separate', 'max', 'min'];

/**
 * The coordinates of a grid's tokens in row-major order, the last axis fastest: `positions` for applyRope and ropeTable with `sections`.
 * - 'index': start + index * scale. Pretraining grids of another size (EVA-02): scale; a centred grid (Qwen-Image): start.
 * - 'dinov3': 2 pi (2 (index + 1/2) / N - 1), for sectioning 'axial' and base 100; N is the size of the axis, or the largest or smallest size.
 * @param {ArrayLike<number>} shape the size of each axis, 1 to 16 of them, such as [height, width] or [frames, height, width]
 * @param {{coordinates?: 'index' | 'dinov3', normalize?: 'separate' | 'max' | 'min', start?: number | ArrayLike<number>, scale?: number | ArrayLike<number>}} [options]
 * @returns {Float64Array} [axes, product of the sizes], the axes in the order of `shape`
 * @throws {RangeError | TypeError}
 * Sources: Heo et al. 2024, section 3.2 (axial); Siméoni et al. 2025 (DINOv3) and its published code
 */
export function gridPositions(shape, options) {
  const {coordinates = 'index', normalize = 'separate', start = 0, scale = 1} = check.known(options, GRID);
  const sizes = [...check.numbers('shape', shape, (at, value) => check.count(at, value, 1))], axes = sizes.length;
  if (!axes || axes > 16) check.refuse('shape', '1 to 16 sizes', sizes);
  const turns = check.word('coordinates', coordinates, COORDINATES) === 'dinov3', from = check.each('start', start, axes, check.position), by = check.each('scale', scale, axes, check.position);
  check.word('normalize', normalize, NORMALIZE);
  const count = sizes.reduce((a, b) => a * b);
  check.fits(axes * count, 8, '[axes, tokens]');
  const out = new Float64Array(axes * count), all = normalize === 'separate' ? 0 : normalize === 'max' ? Math.max(...sizes) : Math.min(...sizes);
  for (let axis = 0, run = count; axis < axes; axis++) {
    const size = sizes[axis];
    run /= size;
    for (let i = 0; i < count; i++) {
      const index = Math.floor(i / run) % size;
      out[axis * count + i] = turns ? 2 * Math.PI * (2 * (index + 0.5) / (all || size) - 1) : from[axis] + index * by[axis];
    }
  }
  return out;
}

/**
 * Cosines and sines of RoPE-Mixed, whose angle is a sum over the axes with frequencies of its own for each head and pair:
 *
 *     angle = sum over axes of positions[axis][token] * frequencies[axis][head][pair]
 *
 * Rotate by it with applyRope(x, {heads: 1, headDim, length: length * heads, table}), in the layout the frequencies were trained for.
 * @template {'float32' | 'float64'} [D='float32']
 * @param {ArrayLike<number>} positions [axes, length]
 * @param {ArrayLike<number>} frequencies [axes, heads, headDim / 2], at most 2048 of them
 * @param {{axes?: number, dtype?: D, out?: import('./rope.js').RopeTable}} [options] axes: 2 to 16; 2
 * @returns {D extends 'float64' ? {cos: Float64Array, sin: Float64Array} : {cos: Float32Array, sin: Float32Array}} each [length, heads, headDim / 2]
 * @throws {RangeError | TypeError}
 * Source: Heo et al. 2024, section 3.3
 */
export function ropeMixedTable(positions, frequencies, options) {
  const {axes = 2, dtype = 'float32', out: given} = check.known(options, MIXED);
  check.count('axes', axes, 2, 16);
  const list = check.numbers('positions', positions, check.position), f = check.numbers('frequencies', frequencies, check.number);
  const length = check.rowsOf('positions', list, axes, '[axes, length]'), width = check.rowsOf('frequencies', f, axes, '[axes, heads, headDim / 2]');
  if (f.length > 2048) check.refuse('frequencies', 'at most 2048', f);
  if (check.farthest(list) * check.farthest(f) > 1099511627776) check.refuse('frequencies', 'angles within 2^40', f);
  const Kind = /** @type {any} */ (check.word('dtype', dtype, check.DTYPES) === 'float32' ? Float32Array : Float64Array), {cos, sin} = check.known(given, ARRAYS, 'out');
  /** @type {any} */
  const out = {
    cos: check.result(cos, Kind, length * width, '[length, heads, headDim / 2]', 'out.cos'), sin: check.result(sin, Kind, length * width, '[length, heads, headDim / 2]', 'out.sin')
  };
  const m = open(out.cos, out.sin), pairs = f.length, {kernels} = m, size = Kind.BYTES_PER_ELEMENT, flags = size === 8 ? FLOAT64 : 0;
  const angles = {
    pairs, base: 1, divisor: 1, start: 0, positions: list, axes, key: `mixed ${axes} ${f.join()}`,
    change: (/** @type {any} */ m, /** @type {number} */ high, /** @type {number} */ low) => { m.f64.set(f, high / 8); m.f64.fill(0, low / 8, low / 8 + pairs); },
    groups: Array.from({length: axes}, (_, axis) => ({axis, from: axis * width, step: 1, count: width, own: false})).filter(({count}) => count)
  };
  const most = Math.floor(4 * TILE / (16 * pairs + 8)), sine = m.window, cosine = sine + most * pairs * 8, scratch = cosine + most * pairs * 8;
  tiles(pairs ? length : 0, most, (first, rows) => {
    makeRows(m, angles, {pairs, cosines: pairs, first, rows, sine, cosine, stride: pairs, flags: FLOAT64, scratch});
    for (let r = 0; r < rows; r++) for (let axis = 1; axis < axes; axis++) {
      const at = 8 * r * pairs, other = at + 8 * axis * width;
      kernels.pe_compose(sine + at, cosine + at, sine + other, cosine + other, width, axis === axes - 1 ? flags : FLOAT64);
    }
    const view = size === 8 ? m.f64 : m.f32, stride = pairs * 8 / size;
    copyOut(view, sine, out.sin, first * width, rows, width, width, stride);
    copyOut(view, cosine, out.cos, first * width, rows, width, width, stride);
  });
  return out;
}
