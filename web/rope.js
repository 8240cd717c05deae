/* Rotary position embedding (Su et al. 2021): queries and keys turned by their position. */
import {FLOAT64, INTERLEAVED, INVERSE, makeRows, readFrequencies, writeTable} from './angles.js';
import * as check from './check.js';
import {WIDEST} from './shift.js';
import {TILE, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

/** @typedef {{cos: Float32Array | Float64Array, sin: Float32Array | Float64Array}} RopeTable each [length, rotaryDim / 2] */

const FREQUENCIES = check.names('base rotaryDim'), TABLE = check.names('base rotaryDim start positions dtype precision out');
const APPLY = check.names('heads headDim length layout rotaryDim base table start positions precision inverse');
const SWAP = check.names('headDim rotaryDim from to'), ARRAYS = check.names('cos sin');
const LAYOUTS = ['half', 'interleaved'];

/** @param {any} headDim @param {any} rotaryDim */
function widths(headDim, rotaryDim) {
  check.count('headDim', headDim, 0, WIDEST);
  if (rotaryDim === undefined) return check.even('headDim', headDim, 0, WIDEST);
  return check.even('rotaryDim', rotaryDim, 0, headDim);
}

/**
 * The frequencies of the rotary pairs, base^(-2i / rotaryDim), in radians per position.
 * @param {number} headDim at most 8192
 * @param {{base?: number, rotaryDim?: number}} [options] rotaryDim: even, the leading part that is rotated; headDim
 * @returns {{frequencies: Float64Array, attentionFactor: number}} [rotaryDim / 2], correctly rounded; 1
 * @throws {RangeError | TypeError}
 */
export function ropeFrequencies(headDim, options) {
  const {base = 1e4, rotaryDim} = check.known(options, FREQUENCIES), width = widths(headDim, rotaryDim);
  return {frequencies: readFrequencies(width / 2, check.base(base), width), attentionFactor: 1};
}

/**
 * Cosines and sines for applyRope: row p of the table is position start + p.
 * @template {'float32' | 'float64'} [D='float32']
 * @param {number} length
 * @param {number} headDim at most 8192
 * @param {object} [options]
 * @param {number} [options.base] @param {number} [options.rotaryDim]
 * @param {number} [options.start] @param {ArrayLike<number>} [options.positions]
 * @param {D} [options.dtype] @param {'exact' | 'float32'} [options.precision]
 * @param {RopeTable} [options.out]
 * @returns {D extends 'float64' ? {cos: Float64Array, sin: Float64Array} : {cos: Float32Array, sin: Float32Array}} each
 *   [length, rotaryDim / 2]
 * @throws {RangeError | TypeError}
 */
export function ropeTable(length, headDim, options) {
  const {rotaryDim, dtype = 'float32', out: given} = check.known(options, TABLE);
  check.count('length', length);
  const angles = anglesOf(options ?? {}, widths(headDim, rotaryDim), length), {pairs} = angles;
  const Kind = /** @type {any} */ (check.word('dtype', dtype, check.DTYPES) === 'float32' ? Float32Array : Float64Array);
  const {cos, sin} = check.known(given, ARRAYS, 'out');
  /** @type {any} */
  const out = {
    cos: check.result(cos, Kind, length * pairs, '[length, rotaryDim / 2]', 'out.cos'),
    sin: check.result(sin, Kind, length * pairs, '[length, rotaryDim / 2]', 'out.sin')
  };
  writeTable(length, angles, {sines: out.sin, cosines: out.cos, stride: pairs});
  return out;
}

/** @param {any} options @param {number} width @param {number} length @param {number} [other] @returns {import('./angles.js').Angles} */
function anglesOf({base = 1e4, start = 0, positions, precision = 'exact'}, width, length, other) {
  return {
    pairs: width / 2, divisor: width, base: check.base(base), start, positions: check.positions(start, positions, length, other),
    rounded: check.word('precision', precision, check.PRECISIONS) === 'float32'
  };
}

/**
 * Rotates queries or keys in place.
 *
 *     (x, y) -> (x cos a - y sin a, x sin a + y cos a),   a = position * base^(-2i / rotaryDim)
 *
 * for the pair (i, i + rotaryDim / 2) in the 'half' layout (GPT-NeoX, Llama on the hub) or
 * (2i, 2i + 1) in the 'interleaved' one (the paper, GPT-J). Weights trained for one are wrong for the other.
 *
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., length, heads, headDim]
 * @param {object} options
 * @param {number} options.heads @param {number} options.headDim at most 8192
 * @param {number} [options.length] without it x is one sequence
 * @param {'half' | 'interleaved'} [options.layout]
 * @param {number} [options.rotaryDim] even; the rest of each head stays
 * @param {number} [options.base]
 * @param {RopeTable} [options.table] of ropeTable, row p for position p, instead of base and precision
 * @param {number} [options.start] @param {ArrayLike<number>} [options.positions] one for each position, or for each batch and position
 * @param {'exact' | 'float32'} [options.precision]
 * @param {boolean} [options.inverse] rotates back
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function applyRope(x, options) {
  const {heads, headDim, length: given, layout = 'half', rotaryDim, table, start = 0, inverse = false} = check.known(options, APPLY);
  check.array('x', x, check.FLOATS);
  check.count('heads', heads, 1);
  const width = widths(headDim, rotaryDim), pairs = width / 2;
  const all = check.rowsOf('x', x, heads * headDim, '[..., length, heads, headDim]');
  let length = given === undefined ? all : check.count('length', given);
  if (all && !(length && Number.isInteger(all / length))) check.refuse('x', `a multiple of ${length * heads * headDim} elements ([..., length, heads, headDim])`, x);
  const angles = anglesOf(options, width, length, all), size = x.BYTES_PER_ELEMENT;
  if (angles.positions?.length === all) length = all;
  const flags = (check.word('layout', layout, LAYOUTS) === 'half' ? 0 : INTERLEAVED) | (size === 8 ? FLOAT64 : 0);
  const back = check.flag('inverse', inverse) ? INVERSE : 0;
  const copyTable = table === undefined ? undefined : tableRows(table, pairs, length, angles);
  if (!pairs || !all) return x;

  const m = open(x, table?.cos), view = size === 8 ? m.f64 : m.f32, stays = resident(m, x);
  // A table that stands in this memory, of the kind of x, serves where it is.
  const ready = table && !angles.positions && resident(m, table.cos) && resident(m, table.sin) && table.cos.BYTES_PER_ELEMENT === size && table.sin.BYTES_PER_ELEMENT === size;
  const most = ready ? length : Math.max(1, Math.floor(TILE / 2 / (pairs * size)));
  const cosine = ready ? address(table.cos, start * pairs) : m.window, sine = ready ? address(table.sin, start * pairs) : cosine + most * pairs * size;
  const scratch = m.window + TILE, at = scratch + (angles.positions ? 8 * most : 0);
  tiles(length, most, (first, rows) => {
    if (copyTable && !ready) copyTable(view, cosine, sine, first, rows);
    else if (!ready) makeRows(m, angles, {pairs, cosines: pairs, first, rows, sine, cosine, stride: pairs, flags: flags & FLOAT64, scratch});
    // All batches in one run where the rows of one stand in wasm memory; else batch by batch.
    const runs = rows === length ? 1 : all / length, units = (rows === length ? all : rows) * heads;
    for (let run = 0; run < runs; run++) {
      const from = (run * length + first) * heads;
      tiles(units, stays ? units : Math.max(1, Math.floor(TILE / (headDim * size))), (unit, some) => {
        if (!stays) copyIn(view, at, x, (from + unit) * headDim, 1, some * headDim);
        m.kernels.pe_rotate(stays ? address(x, (from + unit) * headDim) : at, some, headDim, pairs, heads, unit, cosine, sine, rows, flags | back);
        if (!stays) copyOut(view, at, x, (from + unit) * headDim, 1, some * headDim);
      });
    }
  });
  return x;
}

/**
 * Checks a table of the caller, and returns what copies its rows for the positions asked for.
 * @param {any} table @param {number} pairs @param {number} length @param {import('./angles.js').Angles} angles
 */
function tableRows(table, pairs, length, {start, positions}) {
  const {cos, sin} = check.known(table, ARRAYS, 'table');
  check.array('table.cos', cos, check.FLOATS);
  const rows = check.rowsOf('table.cos', cos, pairs, '[rows, rotaryDim / 2]');
  check.array('table.sin', sin, check.FLOATS, /** @type {any} */ (cos).length, 'as table.cos');
  if (pairs && rows < (positions ? 1 : length)) check.refuse('table', `at least ${positions ? 1 : length} rows of ${pairs}`, cos);
  if (pairs && positions) positions.forEach((p, i) => check.count(`positions[${i}]`, p, 0, rows - 1));
  else if (pairs && length) check.count('start', start, 0, rows - length);
  return (/** @type {any} */ view, /** @type {number} */ toCos, /** @type {number} */ toSin, /** @type {number} */ first, /** @type {number} */ some) => {
    const step = positions ? 1 : some, size = view.BYTES_PER_ELEMENT;
    for (let r = 0; r < some; r += step) {
      const from = (positions ? positions[first + r] : start + first) * pairs;
      copyIn(view, toCos + r * pairs * size, cos, from, 1, step * pairs);
      copyIn(view, toSin + r * pairs * size, sin, from, 1, step * pairs);
    }
  };
}

/**
 * Permutes heads between the two layouts, in place.
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., headDim]
 * @param {object} options
 * @param {number} options.headDim @param {number} [options.rotaryDim] even; the rest of each head stays
 * @param {'half' | 'interleaved'} options.from @param {'half' | 'interleaved'} options.to
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function swapRopeLayout(x, options) {
  const {headDim, rotaryDim, from, to} = check.known(options, SWAP);
  check.array('x', x, check.FLOATS);
  const width = widths(headDim, rotaryDim), rows = check.rowsOf('x', x, headDim, '[..., headDim]');
  check.word('from', from, LAYOUTS);
  check.word('to', to, LAYOUTS);
  if (from === to || !width) return x;
  // moved as bits, so that a NaN keeps its payload
  const m = open(), size = x.BYTES_PER_ELEMENT, at = m.window + WIDEST * 8, view = viewOf(m, x);
  tiles(rows, Math.max(1, Math.floor(TILE / (headDim * size))), (first, some) => {
    copyIn(view, at, x, first * headDim, 1, some * headDim);
    m.kernels.pe_swap_layout(at, some, headDim, width / 2, (to === 'half' ? 0 : INTERLEAVED) | (size === 8 ? FLOAT64 : 0), m.window);
    copyOut(view, at, x, first * headDim, 1, some * headDim);
  });
  return x;
}
