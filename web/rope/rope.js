/*
 * Rotary position embedding (Su et al. 2021): each query and key is rotated by angles that grow
 * with its position.
 */
import { Angles, makeRows, readFrequencies, writeTable } from '../angles/angles.js';
import * as check from '../check.js';
import { CHANGED, halfOf, precisionOf, result, elementType, widened } from '../dtypes.js';
import { AXES, blocksOf, lengthInDims, shapeOf } from './axes.js';
import { readFrequencyOptions, readRotationOptions, readTableOptions } from './options.js';
import { anglesOf, markOf, planTurning, positionsInUse } from './plan.js';
import { settle, widthOf } from './scaling.js';
import {
  Carver,
  FLOAT64,
  INTERLEAVED,
  INVERSE,
  TILE,
  WIDEST,
  address,
  copyIn,
  copyNumbers,
  copyOut,
  open,
  resident,
  tiles,
  viewOf,
} from '../wasm.js';

/** @typedef {import('../check.js').Floats} Floats */
/** @typedef {import('../dtypes.js').Dtype} Dtype */
/** @typedef {import('../dtypes.js').Elements} Elements */
/** @typedef {import('../dtypes.js').InPlace} InPlace */
/**
 * @template D
 * @typedef {import('../dtypes.js').ArrayOf<D>} ArrayOf
 */
/** @typedef {import('../wasm.js').Machine} Machine */
/** @typedef {import('../check.js').Tensor} Tensor */
/** @typedef {import('../check.js').Positions} Positions */
/** @typedef {import('./axes.js').Axes} Axes */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./scaling.js').FrequencyOptions} FrequencyOptions */

/** Where the two elements of a pair are. @typedef {'half' | 'interleaved' | 'interleaved-to-half'} Layout */

/**
 * Cosines and sines, each [length, rotaryDim / 2]. Both are already multiplied by the attention
 * factor. A table that ropeTable made also says what it is for, and applyRope refuses it elsewhere.
 * @typedef {object} RopeTable
 * @property {InPlace} cos
 * @property {InPlace} sin
 * @property {number} [attentionFactor] the factor in both arrays; missing if it is 1
 * @property {number} [rotaryDim] the width: how many elements of a head the table rotates
 * @property {Dtype} [dtype] the type of the elements of cos and sin
 * @property {string} [settings] a text that identifies the frequencies
 */

/**
 * The type of a table whose arrays have the element type D.
 * @template D
 * @typedef {{cos: ArrayOf<D>, sin: ArrayOf<D>, attentionFactor?: number, rotaryDim: number,
 *   dtype: Dtype, settings: string}} RopeTableOf
 */

/**
 * @typedef {object} SectionOptions
 * @property {ArrayLike<number>} [sections] how many pairs turn with each axis, in the order of the
 *   axes; default: mrope_section of the scaling. With sections, `positions` has one row for each
 *   axis, [axes, length]; without `positions`, all axes have the positions start, start + 1, ...
 * @property {'chunked' | 'interleaved' | 'axial'} [sectioning] how pairs are assigned to axes.
 *   'chunked' (Qwen2-VL): the pairs of each axis are neighbours; 'interleaved' (Qwen3-VL): axis 1
 *   has every third pair from pair 1 on, axis 2 every third pair from pair 2 on, and axis 0 all
 *   others; 'axial': the pairs of each axis are neighbours, and the frequencies of each axis begin
 *   at 1
 */

/**
 * The options of xPos, which scales queries and keys by position (Sun et al. 2022). Queries are
 * multiplied by zeta[i]^((position - center) / scale), and keys by the inverse of that factor.
 * @typedef {object} XposOptions
 * @property {'queries' | 'keys'} of whether x contains queries or keys
 * @property {number} [center] default 0; it must be the same for all calls that share a cache
 * @property {number} [scale] default 512
 * @property {number} [gamma] default 0.4
 */

/** @typedef {SectionOptions & {xpos?: XposOptions}} AxisOptions */

/** @typedef {FrequencyOptions & AxisOptions} RopeOptions */

/**
 * @typedef {object} PositionOptions
 * @property {number} [start] the first position; default 0
 * @property {Positions} [positions] the positions of all tokens, instead of `start`
 * @property {'exact' | 'float32'} [precision] 'float32': frequencies and angles are rounded to
 *   float32, as in most implementations; default 'exact'
 */

/**
 * @typedef {object} RotationOptions
 * @property {number} heads the number of heads of x
 * @property {number} headDim the number of elements of each head, at most 8192
 * @property {number} [length] the length of each sequence in x; by default, x is one sequence. With
 *   axes that have a batch, it must be given, unless x is a tensor. If `positions` has one position
 *   for each token of all sequences in the order [..., length, heads, headDim], this length has no
 *   effect. It must still divide the number of tokens
 * @property {Axes} [axes] the order of the axes of x: b is the batch, s the sequence, h the heads
 *   and d the elements of a head; default: [..., length, heads, headDim]. transformers.js, ONNX
 *   Runtime and PyTorch have 'bhsd'
 * @property {Layout} [layout] default 'half'
 * @property {number} [rotaryStart] the index of the first element of each head that rotates;
 *   default 0. This element and those after it rotate, rotaryDim elements in all
 * @property {number | ArrayLike<number>} [rotaryHeads] which heads rotate: [first, end], where `end`
 *   is the head after the last; or a number of heads, counted from the last one. By default all. In
 *   rows of packed [q | k | v], [0, heads + keyHeads] rotates q and k
 * @property {RopeTable} [table] a table from ropeTable, whose row p is for position p. It takes the
 *   place of the frequencies, precision and xpos
 * @property {boolean} [inverse] whether to rotate back, and to divide by the attention factor;
 *   default false
 * @property {Dtype} [dtype] the type of the elements of x. A Uint16Array needs it: 'float16' or
 *   'bfloat16'. Other arrays have only one type
 */

const readSwapOptions = check.reader(
  'swapRopeLayout',
  ['rope'],
  ({ headDim, rotaryDim, rotaryStart, from, to, dtype }) => ({
    headDim,
    rotaryDim,
    rotaryStart,
    from,
    to,
    dtype,
  }),
);
const readTable = check.reader(
  '',
  [],
  ({ cos, sin, attentionFactor, rotaryDim, dtype, settings }) => ({
    cos,
    sin,
    attentionFactor,
    rotaryDim,
    dtype,
    settings,
  }),
);
const readXpos = check.reader('', [], ({ of, center, scale, gamma }) => ({
  of,
  center,
  scale,
  gamma,
}));
const LAYOUTS = ['half', 'interleaved'];
const ROTATED = ['half', 'interleaved', 'interleaved-to-half'];
const SHAPE = '[..., length, heads, headDim]';

/** The smallest number that is accepted as positive. Divisions by it do not overflow. */
const LEAST = 1e-300;

/** A number of positions that is larger than any in use. */
const FARTHEST = check.FARTHEST;

/**
 * Returns the frequencies of the rotary pairs, in radians per position: base^(-2i / rotaryDim),
 * scaled as the model's config says.
 * @param {number} headDim at most 8192
 * @param {FrequencyOptions & SectionOptions & {precision?: 'exact' | 'float32'}} [options]
 *   precision: with 'float32', each frequency is rounded to float32, as most implementations store
 *   it
 * @returns {{frequencies: Float64Array<ArrayBuffer>, attentionFactor: number}} the frequencies,
 *   [rotaryDim / 2], correctly rounded; and the factor that multiplies all cosines and sines
 * @throws {RangeError | TypeError}
 * Sources: Su et al. 2021, section 3.4.2; c/posenc.h for each scaling
 * @example
 * console.log(ropeFrequencies(8)); // { frequencies: [1, 0.1, 0.01, 0.001], attentionFactor: 1 }
 * const scaling = { rope_type: 'linear', factor: 4 };
 * console.log(ropeFrequencies(8, { scaling }).frequencies); // [0.25, 0.025, 0.0025, 0.00025]
 */
export function ropeFrequencies(headDim, options) {
  return frequenciesAndFactor(headDim, settle(readFrequencyOptions(options)));
}

/**
 * Does what ropeFrequencies does, with options that `settle` has returned.
 * @param {number} headDim
 * @param {FrequencyOptions & SectionOptions & {precision?: 'exact' | 'float32'}} options
 */
export function frequenciesAndFactor(headDim, options) {
  const plan = planTurning(options, headDim);
  return { frequencies: frequenciesOfPlan(plan), attentionFactor: plan.amplitude };
}

/** Returns the frequencies of a plan, in radians per position. @param {Plan} plan */
export function frequenciesOfPlan(plan) {
  const { pairs, base, divisor, grouped: key, change, groups, amplitude, rounded } = plan;
  const frequencies = readFrequencies({ pairs, base, divisor, key, change, groups, amplitude });
  return rounded ? frequencies.map(Math.fround) : frequencies;
}

/**
 * Returns a table of cosines and sines for applyRope. Row p of the table is for position start + p.
 * @template {Dtype} [D='float32']
 * @param {number} length
 * @param {number} headDim at most 8192
 * @param {RopeOptions & PositionOptions & {dtype?: D, out?: RopeTable}} [options]
 * @returns {RopeTableOf<D>} the arrays are [length, rotaryDim / 2], and are multiplied by the
 *   attention factor; `attentionFactor` is missing if it is 1
 * @throws {RangeError | TypeError}
 * Source: Su et al. 2021, eq. 34; c/posenc.h for each scaling
 * @example
 * const { cos, sin } = ropeTable(3, 4);
 * console.log(cos); // [1, 1, 0.5403, 0.9999, -0.4161, 0.9998]
 * console.log(sin); // [0, 0, 0.8415, 0.01, 0.9093, 0.02]
 */
export function ropeTable(length, headDim, options) {
  const given = readTableOptions(options);
  // The caller may pass an earlier table. Only its arrays matter.
  const { cos, sin } = readTable(given.out, 'out');
  if (given.xpos !== undefined) given.xpos = readXpos(given.xpos, 'xpos');
  check.count('length', length);
  const { start = 0, dtype = 'float32' } = settle(given);
  const positions = check.positions(start, given.positions);
  const plan = planTurning(given, headDim, contextOf(given, start, length, positions));
  return /** @type {RopeTableOf<D>} */ (
    makeTable(plan, { start, length, positions, dtype }, cos, sin)
  );
}

/**
 * Returns how many positions are in use, if the frequencies may depend on it.
 * @param {RopeOptions} options
 * @param {number} start
 * @param {number} length
 * @param {Float64Array | undefined} positions
 */
const contextOf = ({ scaling }, start, length, positions) =>
  scaling ? positionsInUse(start, length, positions) : 0;

/**
 * Makes a table from a plan.
 * @param {Plan} plan
 * @param {object} rows
 * @param {number} rows.start
 * @param {number} rows.length
 * @param {Float64Array} [rows.positions]
 * @param {Dtype} rows.dtype
 * @param {unknown} [cos] the array for the cosines; by default a new one
 * @param {unknown} [sin] the array for the sines; by default a new one
 * @returns {RopeTable}
 */
export function makeTable(plan, { start, length, positions, dtype }, cos, sin) {
  const { pairs, amplitude } = plan;
  if (positions) check.oneOfLengths('positions', positions, plan.coordinates * length);
  const angles = anglesOf(plan, start, length, positions);
  const type = elementType(dtype);
  const shape = '[length, rotaryDim / 2]';
  const cosines = result(cos, type, length * pairs, shape, 'out.cos');
  const sines = result(sin, type, length * pairs, shape, 'out.sin');
  check.apart('out.sin', sines, 'out.cos', cosines);
  writeTable(length, angles, { sines, cosines, stride: pairs, half: type.half });
  /** @type {RopeTable} */
  const made = { cos: check.given(cosines), sin: check.given(sines), rotaryDim: 2 * pairs };
  if (amplitude !== 1) made.attentionFactor = amplitude;
  made.dtype = dtype;
  made.settings = markOf(plan);
  return made;
}

/**
 * Rotates queries or keys in place.
 *
 *     (x, y) -> (x cos a - y sin a, x sin a + y cos a),   a = position * frequency
 *
 * In the 'half' layout (GPT-NeoX, Llama on the Hugging Face hub), (x, y) are the elements i and i +
 * rotaryDim / 2. In the 'interleaved' layout (the paper, GPT-J), they are the elements 2i and 2i +
 * 1. Weights that are trained for one layout give wrong results with the other.
 * 'interleaved-to-half' (DeepSeek V2 and V3) reads the interleaved layout and writes the half
 * layout. If both queries and keys are rotated so, their scores are the same as without this step.
 *
 * A Float32Array is rotated in float32, and a Float64Array in double precision. x may also contain
 * numbers of 16 bits. They are computed in double precision, and each result is rounded once.
 *
 * @template {InPlace | Tensor} T
 * @param {T} x [..., length, heads, headDim], or in the order that `axes` says
 * @param {RopeOptions & PositionOptions & RotationOptions} options positions: one position for each
 *   index of a sequence, or one for each token of all sequences, [batch, length]
 * @returns {T} x
 * @throws {RangeError | TypeError}
 * Source: Su et al. 2021, eq. 34
 * @example
 * const q = Float32Array.of(1, 2, 3, 4, 1, 2, 3, 4);
 * applyRope(q, { heads: 1, headDim: 4 });
 * console.log(q.subarray(0, 4)); // [1, 2, 3, 4]
 * console.log(q.subarray(4)); // [-1.9841, 1.9599, 2.4624, 4.0198]
 * applyRope(q, { heads: 1, headDim: 4, inverse: true });
 * console.log(q.subarray(4)); // [1, 2, 3, 4]
 */
export function applyRope(x, options) {
  const given = readRotationOptions(options);
  if (given.table !== undefined) {
    given.table = readTable(given.table, 'table');
    refuseBesideTable(given);
  }
  if (given.xpos !== undefined) given.xpos = readXpos(given.xpos, 'xpos');
  rotateArray(x, settle(given));
  return x;
}

/** Options that determine angles, and that no description has. */
const NEVER_BESIDE = /** @type {const} */ ([
  ...['frequencies', 'divisors', 'originalMaxPositions', 'xpos', 'precision'],
]);

/** All options that determine angles. */
const BESIDE = /** @type {const} */ ([
  ...NEVER_BESIDE,
  ...['base', 'scaling', 'contextLength', 'maxPositions', 'sections', 'sectioning'],
]);

/**
 * Throws if options that determine angles are given together with a table, which has fixed angles.
 * A description from describeModel may contain some of them, because other functions need them. A
 * table with other frequencies than those of the description is refused, too.
 * @param {ReturnType<typeof readRotationOptions>} options
 */
function refuseBesideTable(options) {
  const { described } = options;
  for (const name of described ? NEVER_BESIDE : BESIDE)
    if (options[name] != null)
      check.refuseUnused(name, 'beside table, whose angles are fixed', options[name]);
  const { settings } = options.table;
  if (!described || settings === undefined) return;
  // The frequencies may depend on the number of positions, which the table does not say.
  const plans = [1, FARTHEST].map((context) => planTurning(options, options.headDim, context));
  if (/ dynamic /.test(plans[1].scaled)) return;
  if (plans.some((plan) => markOf(plan) === settings)) return;
  const expected = 'a table with the frequencies of the model';
  throw check.failure(TypeError, 'table', expected, 'one with others');
}

/**
 * Does what applyRope does, with options that `settle` has returned.
 * @param {InPlace | Tensor} x
 * @param {RopeOptions & PositionOptions & RotationOptions} options
 * @param {number} [half] FLOAT16 or BFLOAT16 if x has elements of 16 bits, otherwise 0
 * @param {Plan} [plan] what the options say about frequencies, if it is known
 */
export function rotateArray(x, options, half = halfOf('x', x, options.dtype), plan = undefined) {
  const run = planRun(x, options, half, plan);
  if (!run.pairs || !run.rows) return;
  if (options.axes === undefined) rotate(run);
  else rotateBlocks(run, options.axes);
}

/**
 * Rotates an array whose axes have another order.
 * @param {Run} run
 * @param {Axes} axes
 */
function rotateBlocks(run, axes) {
  const { x, heads, headDim, rotaryHeads, headsAfter, rows, start, positions, plan } = run;
  const end = heads - headsAfter;
  const shape = { axes, rows, length: run.period, heads, headDim, start, positions };
  const coordinates = run.table || !plan ? 1 : plan.coordinates;
  const blocks = blocksOf({ ...shape, rotated: [end - rotaryHeads, end], coordinates });
  for (const { from, size, rotated, ...block } of blocks) {
    const isWhole = size === x.length;
    rotate({
      ...run,
      ...block,
      x: isWhole ? x : check.part(x, from, from + size),
      rows: size / (block.heads * headDim),
      rotaryHeads: rotated[1] - rotated[0],
      headsAfter: block.heads - rotated[1],
      angles: run.angles && anglesOfRun(run, block.length, block.positions),
    });
  }
}

/**
 * Rotates an array by rows of a table. The caller has checked all arguments.
 * @param {Elements} x
 * @param {number} half FLOAT16 or BFLOAT16 if x has elements of 16 bits, otherwise 0
 * @param {Pick<Run, 'heads' | 'rotaryHeads' | 'headsAfter' | 'rotaryStart' | 'rows' |
 *   'length' | 'start' | 'inverse'> & {headDim: number, rotaryDim: number, layout?: RotationOptions['layout']}} options
 * @param {PlannedTable} table
 * @param {Workspace} [before] what this function returned for an array of the same type, length and
 *   start
 * @returns {Workspace | undefined} the work areas, for the next call
 */
export function rotateByTable(x, half, options, table, before) {
  const { heads, headDim, rotaryHeads, rotaryStart, rows, length, start, inverse } = options;
  const { layout, rotaryDim } = options;
  if (!rotaryDim || !rows) return before;
  const isLike = before && open(x) === before.machine && viewOf(before.machine, x) === before.view;
  const ready = isLike && isSmall(x) ? before : undefined;
  /** @type {Run} */
  const run = {
    x,
    heads,
    headDim,
    rotaryHeads,
    headsAfter: options.headsAfter,
    rotaryStart,
    rows,
    length,
    period: length,
    pairs: rotaryDim / 2,
    start,
    positions: undefined,
    plan: undefined,
    angles: undefined,
    table,
    flags: flagsOf(x, layout, half),
    inverse,
    toHalf: layout === 'interleaved-to-half',
  };
  return rotate(run, ready);
}

/**
 * Returns the flags for the kernels, except INVERSE.
 * @param {Elements} x
 * @param {RotationOptions['layout']} layout
 * @param {number} half
 */
const flagsOf = (x, layout, half) =>
  (layout === 'interleaved' ? INTERLEAVED : 0) | half | precisionOf(x);

/**
 * Permutes the elements of heads from one layout to the other, in place.
 * @template {InPlace} T
 * @param {T} x [..., headDim]
 * @param {object} options
 * @param {number} options.headDim
 * @param {number} [options.rotaryDim] how many elements to permute, an even number; the other
 *   elements of a head stay. Default: headDim
 * @param {number} [options.rotaryStart] the index of the first of these elements; default 0
 * @param {'half' | 'interleaved'} options.from
 * @param {'half' | 'interleaved'} options.to
 * @param {Dtype} [options.dtype] the type of the elements of x; a Uint16Array needs it
 * @returns {T} x
 * @throws {RangeError | TypeError}
 * @example
 * const x = Float32Array.of(0, 1, 2, 3, 4, 5);
 * swapRopeLayout(x, { headDim: 6, from: 'half', to: 'interleaved' });
 * console.log(x); // [0, 3, 1, 4, 2, 5]
 */
export function swapRopeLayout(x, options) {
  const { headDim, rotaryDim, rotaryStart = 0, from, to, dtype } = readSwapOptions(options);
  const half = halfOf('x', x, dtype);
  const list = /** @type {Elements} */ (check.array('x', x, CHANGED));
  const width = widthOf(headDim, rotaryDim);
  const rows = check.rowsOf('x', list, headDim, '[..., headDim]');
  check.count('rotaryStart', rotaryStart, 0, headDim - width);
  check.word('from', from, LAYOUTS);
  check.word('to', to, LAYOUTS);
  if (from === to || !width) return x;
  const size = check.sizeOf(list);
  const flags = (to === 'half' ? 0 : INTERLEAVED) | half | (size === 8 ? FLOAT64 : 0);
  const most = Math.max(1, Math.floor(TILE / (headDim * size)));
  const machine = open();
  const view = viewOf(machine, list);
  const carver = new Carver(machine);
  const tile = carver.bytes(most * headDim * size);
  const scratch = carver.bytes(width * size);
  tiles(rows, most, (first, count) => {
    // The elements are copied as bits, so every NaN keeps its payload.
    copyIn(view, tile, list, first * headDim, 1, count * headDim);
    const start = tile + rotaryStart * size;
    machine.kernels.pe_swap_layout(start, count, headDim, width / 2, flags, scratch);
    copyOut(view, tile, list, first * headDim, 1, count * headDim);
  });
  return x;
}

/**
 * Returns the length of each sequence in an array: the given length, which must divide the number
 * of rows; or the length in the dims of a tensor; or the number of rows.
 * @param {string} name the name of the array, for the message
 * @param {unknown} value the array or tensor
 * @param {number} rows the number of rows of the array
 * @param {{heads: number, headDim: number, length?: number, axes?: Axes}} shape
 */
export function sequenceLength(name, value, rows, { heads, headDim, length, axes }) {
  if (axes !== undefined) check.word('axes', axes, AXES);
  if (length !== undefined) check.count('length', length);
  if (check.isTensor(value)) return lengthInDims(name, value, { heads, headDim, length, axes });
  if (axes && !axes.includes('b') && (length ?? rows) !== rows)
    check.refuse('length', `${rows}, because axes is "${axes}"`, length);
  if (length === undefined) {
    if (axes?.includes('b'))
      check.refuseKind('length', `the length of a sequence, because axes is "${axes}"`, length);
    return rows;
  }
  if (rows && !(length && Number.isInteger(rows / length))) {
    const shape = axes ? shapeOf(axes) : SHAPE;
    check.refuse(name, `a multiple of ${length * heads * headDim} elements (${shape})`, value);
  }
  return length;
}

/**
 * The checked arguments of one call of applyRope.
 * @typedef {object} Run
 * @property {Elements} x
 * @property {number} heads
 * @property {number} headDim
 * @property {number} rotaryHeads how many heads rotate
 * @property {number} headsAfter how many heads come after those that rotate
 * @property {number} rotaryStart
 * @property {number} rows the number of rows of x
 * @property {number} length the number of rows after which the angles repeat
 * @property {number} period the length of a sequence
 * @property {number} pairs
 * @property {number} start
 * @property {Float64Array | undefined} positions if given, used instead of `start`
 * @property {Plan | undefined} plan undefined if there is a table
 * @property {Angles | undefined} angles undefined if there is a table
 * @property {PlannedTable | undefined} table if given, used instead of angles
 * @property {number} flags the flags for the kernels, except INVERSE. FLOAT64 says that cosines and
 *   sines are doubles, as they also are for elements of 16 bits
 * @property {boolean} inverse
 * @property {boolean} toHalf whether heads change from the interleaved to the half layout
 */

/**
 * A table that the caller gave, after it is checked.
 * @typedef {object} PlannedTable
 * @property {Float32Array | Float64Array} cos
 * @property {Float32Array | Float64Array} sin
 * @property {number} factor multiplies cosines and sines: 1, or for an inverse rotation 1 /
 *   attentionFactor^2
 */

/**
 * Checks the arguments of applyRope, and returns them in the form that the rotation needs.
 * @param {InPlace | Tensor} array
 * @param {RopeOptions & PositionOptions & RotationOptions} options options that are settled
 * @param {number} half
 * @param {Plan} [known] what the options say about frequencies, if it is known
 * @returns {Run}
 */
function planRun(array, options, half, known) {
  const { heads, headDim, layout = 'half', rotaryStart = 0, axes } = options;
  const { start = 0, inverse = false, table } = options;
  const given = check.positions(start, options.positions);
  check.count('heads', heads, 1);
  check.count('headDim', headDim, 0, WIDEST);
  if (axes !== undefined) check.word('axes', axes, AXES);
  const [first, end] = rotaryRange(options.rotaryHeads, heads);
  const x = /** @type {Elements} */ (check.array('x', array, CHANGED));
  const width = heads * headDim;
  const rows = check.rowsOf('x', x, width, axes ? shapeOf(axes) : SHAPE);
  const period = sequenceLength('x', array, rows, options);
  const plan = table
    ? undefined
    : (known ?? planTurning(options, headDim, contextOf(options, start, period, given)));
  const coordinates = plan ? plan.coordinates : 1;
  if (given) check.oneOfLengths('positions', given, coordinates * period, coordinates * rows);
  const pairs = plan ? plan.pairs : widthOf(headDim, options.rotaryDim) / 2;
  check.flag('inverse', inverse);
  check.count('rotaryStart', rotaryStart, 0, headDim - 2 * pairs);
  const toHalf = check.word('layout', layout, ROTATED) === 'interleaved-to-half';
  if (toHalf && end - first < heads)
    check.refuse(
      'rotaryHeads',
      `all ${heads} heads in the layout "interleaved-to-half"`,
      options.rotaryHeads,
    );
  /** @type {Run} */
  const run = {
    x,
    heads,
    headDim,
    rotaryHeads: end - first,
    headsAfter: heads - end,
    rotaryStart,
    rows,
    length: given?.length === coordinates * rows ? rows : period,
    period,
    pairs,
    start,
    positions: given,
    plan,
    angles: undefined,
    table: undefined,
    flags: flagsOf(x, layout, half),
    inverse,
    toHalf,
  };
  if (table) planTable(table, run);
  else run.angles = anglesOfRun(run, run.length, given);
  return run;
}

/**
 * Checks the option rotaryHeads. Returns the first head that rotates, and the one after the last.
 * @param {number | ArrayLike<number> | undefined} rotaryHeads
 * @param {number} heads
 */
export function rotaryRange(rotaryHeads, heads) {
  if (rotaryHeads === undefined) return [0, heads];
  if (check.isKind(rotaryHeads, 'number'))
    return [heads - check.count('rotaryHeads', rotaryHeads, 0, heads), heads];
  const [first, end] = check.numbers(
    'rotaryHeads',
    rotaryHeads,
    (name, value) => check.count(name, value, 0, heads),
    2,
  );
  if (first > end) check.refuse('rotaryHeads', 'a first head before the end', `${[first, end]}`);
  return [first, end];
}

/**
 * Returns the angles of a run. For an inverse rotation, they are those of the inverse.
 * @param {Run} run
 * @param {number} length the number of rows after which the angles repeat
 * @param {Float64Array | undefined} positions
 */
function anglesOfRun({ plan, start, inverse }, length, positions) {
  const angles = anglesOf(/** @type {Plan} */ (plan), start, length, positions);
  return inverse ? inverted(angles) : angles;
}

/**
 * Returns the angles for the inverse of a rotation.
 * @param {Angles} angles
 * @returns {Angles}
 */
function inverted(angles) {
  const { pairs, base, divisor, start, positions, amplitude, key, xpos } = angles;
  return Object.assign(new Angles(pairs, base, divisor, start, positions), angles, {
    amplitude: 1 / amplitude,
    key: `${key} inverse`,
    xpos: xpos && { ...xpos, keys: !xpos.keys },
  });
}

/**
 * Checks the caller's table, and that it has all rows that the rotation needs. Then the run has the
 * table.
 * @param {RopeTable} table
 * @param {Run} run
 */
function planTable(table, run) {
  const { x, pairs, length, start, positions, inverse } = run;
  const { attentionFactor = 1, rotaryDim, dtype } = table;
  if (rotaryDim !== undefined && check.count('table.rotaryDim', rotaryDim) !== 2 * pairs)
    check.refuse('table', `a table for ${2 * pairs} elements of each head`, rotaryDim);
  const isBits = !check.FLOATS.includes(check.tagOf(check.dataOf('table.cos', table.cos)) ?? '');
  const half = isBits ? halfOf('table.cos', table.cos, dtype) : 0;
  const kinds = isBits ? CHANGED : check.FLOATS;
  const cos = /** @type {Floats} */ (check.array('table.cos', table.cos, kinds));
  const rows = check.rowsOf('table.cos', cos, pairs, '[rows, rotaryDim / 2]');
  const sin = /** @type {Floats} */ (
    check.array('table.sin', table.sin, kinds, cos.length, 'as table.cos')
  );
  if (half) halfOf('table.sin', table.sin, dtype);
  check.apart('x', x, 'table.cos', cos);
  check.apart('x', x, 'table.sin', sin);
  check.number('table.attentionFactor', attentionFactor, LEAST);
  const least = positions ? 1 : length;
  if (pairs && rows < least) check.refuse('table', `at least ${least} rows of ${pairs}`, cos);
  if (pairs && positions)
    positions.forEach((row, i) => check.count(`positions[${i}]`, row, 0, rows - 1));
  else if (pairs && length) check.count('start', start, 0, rows - length);
  const factor = inverse ? 1 / (attentionFactor * attentionFactor) : 1;
  run.table = half ? widenTable(run, { cos, sin, factor }, half) : { cos, sin, factor };
}

/**
 * Converts those rows of a table of 16 bits that a run needs. The run then has the positions of
 * these rows.
 * @param {Run} run
 * @param {PlannedTable} table
 * @param {number} half FLOAT16 or BFLOAT16
 * @returns {PlannedTable}
 */
function widenTable(run, { cos, sin, factor }, half) {
  const { pairs, positions } = run;
  const first = positions ? Math.min(...positions) : run.start;
  const end = positions ? Math.max(...positions) + 1 : run.start + run.length;
  /** @param {Floats} list */
  const part = (list) => widened(check.part(list, first * pairs, end * pairs), half);
  if (positions) run.positions = positions.map((position) => position - first);
  else run.start = 0;
  return { cos: part(cos), sin: part(sin), factor };
}

/**
 * The work areas of one rotation: the machine (the wasm module with its memory), and addresses in
 * that memory.
 * @typedef {object} Workspace
 * @property {Machine} machine
 * @property {import('../wasm.js').View} view a view of the wasm memory with the element type of x
 * @property {Float32Array | Float64Array} angles a view of the wasm memory with the type of the
 *   cosines and sines
 * @property {boolean} tableInPlace whether the caller's table lies in wasm memory and is used
 *   without a copy
 * @property {boolean} inPlace whether x lies in wasm memory and is rotated without a copy
 * @property {number} most how many rows of cosines and sines fit in their areas
 * @property {number} cosines the address of the cosines
 * @property {number} sines the address of the sines
 * @property {number} scratch the address of a work area for makeRows, which writes positions and
 *   then intermediate results there
 * @property {number} tile the address of a copy of the part of x that is being rotated
 * @property {number} swap the address of a work area for pe_swap_layout
 */

/**
 * Carries out a plan. Computes the angles for as many rows as fit, and then rotates all rows of x
 * that have these angles.
 * @param {Run} plan
 * @param {Workspace} [ready] the work areas of the previous call, if they contain the angles of
 *   this plan
 * @returns {Workspace | undefined} the work areas, if they contain all angles of the plan
 */
function rotate(plan, ready) {
  const { x, heads, length, rows } = plan;
  const work = ready ?? workspace(plan);
  if (isSmall(x) && length <= work.most && work.inPlace === work.machine.arena) {
    if (!ready && !work.tableInPlace) fillAngles(work, plan, 0, length);
    rotateAtOnce(work, plan);
    return work;
  }
  tiles(length, work.most, (first, count) => {
    if (!work.tableInPlace) fillAngles(work, plan, first, count);
    // If these are the angles of a whole sequence, one call rotates all sequences.
    if (count === length) rotateRun(work, plan, 0, rows * heads, count);
    else
      for (let row = first; row < rows; row += length)
        rotateRun(work, plan, row * heads, count * heads, count);
  });
  return undefined;
}

/** Returns whether an array fits in one tile. @param {Elements} x */
const isSmall = (x) => x.length * check.sizeOf(x) <= TILE;

/**
 * Rotates an array that fits in one tile, as most arrays of a decoding step do.
 * @param {Workspace} work
 * @param {Run} plan
 */
function rotateAtOnce(work, plan) {
  const { view, inPlace } = work;
  const { x, heads, rows, length, rotaryStart } = plan;
  const tile = inPlace ? address(x, 0) : work.tile;
  if (!inPlace) copyIn(view, tile, x, 0);
  rotateHeads(work, plan, tile + rotaryStart * check.sizeOf(x), rows * heads, 0, length);
  if (!inPlace) copyOut(view, tile, x, 0, 1, x.length);
}

/**
 * Allocates the work areas of a rotation in the window, the part of wasm memory that kernels work
 * in.
 * @param {Run} plan
 * @returns {Workspace}
 */
function workspace(plan) {
  const { x, headDim, length, pairs, positions, start, table, flags } = plan;
  const machine = open(x, table?.cos);
  const size = flags & FLOAT64 ? 8 : 4;
  const rowBytes = pairs * size;
  const ready = table && !positions && usableInPlace(machine, table, size) ? table : undefined;
  const most = ready ? length : Math.max(1, Math.floor(TILE / 2 / rowBytes));
  const carver = new Carver(machine);
  const cosines = ready ? address(ready.cos, start * pairs) : carver.bytes(most * rowBytes);
  const sines = ready ? address(ready.sin, start * pairs) : carver.bytes(most * rowBytes);
  // Intermediate results of makeRows may overlap the area `tile`, which is filled only later.
  const scratch = carver.doubles(positions ? most : 0);
  return {
    machine,
    view: viewOf(machine, x),
    angles: flags & FLOAT64 ? machine.f64 : machine.f32,
    tableInPlace: ready !== undefined,
    inPlace: resident(machine, x),
    most,
    cosines,
    sines,
    scratch,
    tile: carver.bytes(Math.max(TILE, headDim * size)),
    swap: carver.bytes(2 * rowBytes),
  };
}

/**
 * Returns whether a table lies in the machine's memory and can be used without a copy.
 * @param {Machine} machine
 * @param {PlannedTable} table
 * @param {number} size the number of bytes of a cosine
 */
const usableInPlace = (machine, { cos, sin, factor }, size) =>
  resident(machine, cos) &&
  resident(machine, sin) &&
  check.sizeOf(cos) === size &&
  check.sizeOf(sin) === size &&
  factor === 1;

/**
 * Computes or copies the cosines and sines for `count` rows of x, from row `first` on.
 * @param {Workspace} work
 * @param {Run} plan
 * @param {number} first
 * @param {number} count
 */
function fillAngles(work, plan, first, count) {
  const { angles, table, pairs, flags } = plan;
  if (table) copyTable(work, plan, table, first, count);
  if (angles)
    makeRows(work.machine, angles, {
      pairs,
      cosines: pairs,
      first,
      rows: count,
      sine: work.sines,
      cosine: work.cosines,
      stride: pairs,
      flags: flags & FLOAT64,
      scratch: work.scratch,
    });
}

/**
 * Copies those rows of a table that belong to `count` rows of x, from row `first` on.
 * @param {Workspace} work
 * @param {Run} plan
 * @param {PlannedTable} table
 * @param {number} first
 * @param {number} count
 */
function copyTable(work, { pairs, positions, start, flags }, { cos, sin, factor }, first, count) {
  const { machine, angles, cosines, sines } = work;
  const step = positions ? 1 : count;
  for (let row = 0; row < count; row += step) {
    const from = (positions ? positions[first + row] : start + first) * pairs;
    const offset = row * pairs * check.sizeOf(angles);
    copyNumbers(angles, cosines + offset, cos, from, step * pairs);
    copyNumbers(angles, sines + offset, sin, from, step * pairs);
  }
  if (factor === 1) return;
  machine.kernels.pe_scale(cosines, count * pairs, factor, flags & FLOAT64);
  machine.kernels.pe_scale(sines, count * pairs, factor, flags & FLOAT64);
}

/**
 * Rotates consecutive heads. If x lies outside of wasm memory, its elements are copied to the
 * window and back.
 * @param {Workspace} work
 * @param {Run} plan
 * @param {number} from the index in x of the first head
 * @param {number} units the number of heads
 * @param {number} period the number of rows after which the angles repeat
 */
function rotateRun(work, plan, from, units, period) {
  const { view, tile, inPlace } = work;
  const { x, headDim, rotaryStart } = plan;
  const size = check.sizeOf(x);
  const most = inPlace ? units : Math.max(1, Math.floor(TILE / (headDim * size)));
  tiles(units, most, (first, count) => {
    const element = (from + first) * headDim;
    const heads = inPlace ? address(x, element) : tile;
    if (!inPlace) copyIn(view, tile, x, element, 1, count * headDim);
    rotateHeads(work, plan, heads + rotaryStart * size, count, first, period);
    if (!inPlace) copyOut(view, tile, x, element, 1, count * headDim);
  });
}

/**
 * Rotates heads that lie in wasm memory.
 * @param {Workspace} work
 * @param {Run} plan
 * @param {number} at the address of the first rotated element, in wasm memory
 * @param {number} units the number of heads
 * @param {number} first the index of the first head to rotate; head 0 is the first head of the
 *   first row of angles
 * @param {number} period the number of rows after which the angles repeat
 */
function rotateHeads({ machine, cosines, sines, swap }, plan, at, units, first, period) {
  const { kernels } = machine;
  const { heads, headDim, rotaryHeads, headsAfter, pairs, flags, inverse, toHalf } = plan;
  if (toHalf && !inverse) kernels.pe_swap_layout(at, units, headDim, pairs, flags, swap);
  kernels.pe_rotate(
    at,
    units,
    headDim,
    pairs,
    heads,
    rotaryHeads,
    // The kernel rotates the last heads of a row. Heads after these belong to the next row here.
    first + headsAfter,
    cosines,
    sines,
    period,
    flags | (inverse ? INVERSE : 0),
  );
  if (toHalf && inverse)
    kernels.pe_swap_layout(at, units, headDim, pairs, flags | INTERLEAVED, swap);
}
