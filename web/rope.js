/* Rotary position embedding (Su et al. 2021): queries and keys turned by their position. */
import {makeRows, readFrequencies, writeTable} from './angles.js';
import {groupsOf} from './axes.js';
import * as check from './check.js';
import {OPTIONS, frequenciesOf, widthOf} from './scaling.js';
import {FLOAT64, INTERLEAVED, INVERSE, TILE, WIDEST, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

/**
 * @typedef {{cos: Float32Array | Float64Array, sin: Float32Array | Float64Array, attentionFactor?: number}} RopeTable each
 *   [length, rotaryDim / 2], both times the attention factor
 */

/**
 * @typedef {object} AxisOptions
 * @property {ArrayLike<number>} [sections] pairs that turn with each axis, in the order of the axes; with them `positions` has a row for each
 *   axis, [axes, length], and without `positions` all axes count alike. mrope_section of the scaling
 * @property {'chunked' | 'interleaved' | 'axial'} [sectioning] 'chunked' (Qwen2-VL): runs of the continuous frequencies; 'interleaved'
 *   (Qwen3-VL): axes 1 and 2 have every third pair from 1 and 2 on, axis 0 the others; 'axial': runs that each begin anew at frequency 1
 * @property {{of: 'queries' | 'keys', center?: number, scale?: number, gamma?: number}} [xpos] lengths that grow or shrink with the position
 *   (Sun et al. 2022): zeta[i]^((position - center) / scale) for queries and its inverse for keys. center 0, the same for all calls that share a
 *   cache; scale 512; gamma 0.4
 */

/** @typedef {import('./scaling.js').FrequencyOptions & AxisOptions} RopeOptions */

const AXES = `${OPTIONS} sections sectioning`;
const FREQUENCIES = check.names(`${AXES} precision`), TABLE = check.names(`${AXES} xpos start positions dtype precision out`);
const APPLY = check.names(`heads headDim length layout rotaryStart rotaryHeads ${AXES} xpos table start positions precision inverse`);
const SWAP = check.names('headDim rotaryDim rotaryStart from to'), ARRAYS = check.names('cos sin attentionFactor'), XPOS = check.names('of center scale gamma');
const LAYOUTS = ['half', 'interleaved'], ROTATED = ['half', 'interleaved', 'interleaved-to-half'], OF = ['queries', 'keys'];

/** @param {any} value */
const rounded = value => check.word('precision', value, check.PRECISIONS) === 'float32';

/**
 * The frequencies of the rotary pairs, in radians per position: base^(-2i / rotaryDim), scaled as a model's config says.
 * @param {number} headDim at most 8192
 * @param {import('./scaling.js').FrequencyOptions & Pick<AxisOptions, 'sections' | 'sectioning'> & {precision?: 'exact' | 'float32'}} [options]
 *   precision 'float32': each rounded to float32, as most implementations keep them
 * @returns {{frequencies: Float64Array, attentionFactor: number}} [rotaryDim / 2], correctly rounded; the factor on cosines and sines
 * @throws {RangeError | TypeError}
 * Sources: Su et al. 2021, section 3.4.2; c/posenc.h for each scaling
 */
export function ropeFrequencies(headDim, options) {
  const o = check.known(options, FREQUENCIES), {precision = 'exact'} = o, f = withAxes(frequenciesOf(o, headDim), o), round = rounded(precision);
  const frequencies = readFrequencies(f);
  return {frequencies: round ? frequencies.map(Math.fround) : frequencies, attentionFactor: f.amplitude};
}

/** @param {import('./scaling.js').Frequencies} f @param {any} options @returns {import('./scaling.js').Frequencies & {groups?: import('./axes.js').Group[], axes?: number}} */
function withAxes(f, {sections = f.scaling.mrope_section ?? undefined, sectioning = f.scaling.mrope_interleaved ? 'interleaved' : 'chunked'}) {
  if (sections === undefined) return f;
  const {key, ...found} = groupsOf(sections, sectioning, f.pairs);
  return {...f, ...found, key: `${f.key} ${key}`};
}

/**
 * What a table is made of. @param {any} options @param {any} headDim @param {number} length @param {number} [other] positions may be as many, too
 * @returns {import('./angles.js').Angles & {amplitude: number}}
 */
function anglesOf(options, headDim, length, other = length) {
  const {start = 0, positions, precision = 'exact', scaling, xpos} = options, sections = options.sections ?? scaling?.mrope_section ?? undefined;
  const axes = sections?.length || 1, list = check.positions(start, positions, axes * length, axes * other);
  let last = scaling ? start + length : 0;
  if (list && scaling) last = list.reduce((most, p) => Math.max(most, p + 1), 0);
  const plain = frequenciesOf(options, headDim, Math.max(last, 0)), f = withAxes(plain, options), {fastest} = f;
  if (fastest) {
    const far = fastest * check.farthest(list ?? [start, start + length]);
    if (!(far <= 1099511627776)) check.refuse(options.frequencies ? 'frequencies' : options.divisors ? 'divisors' : 'scaling', 'angles within 2^40', far);
  }
  // where all axes count alike, one will do
  /** @type {typeof f & {start: any, positions?: Float64Array, rounded: boolean}} */
  const angles = {...list || f.groups?.[0]?.own ? f : plain, start, positions: list, rounded: rounded(precision)};
  if (xpos === undefined) return angles;
  const {of, center = 0, scale = 512, gamma = 0.4} = check.known(xpos, XPOS, 'xpos');
  if (angles.groups) throw new TypeError('xpos: expected without sections, got both');
  check.word('xpos.of', of, OF);
  return {
    ...angles,
    xpos: {keys: of === 'keys', center: check.position('xpos.center', center), scale: check.number('xpos.scale', scale, 1e-300), gamma: check.number('xpos.gamma', gamma, 1e-300)}
  };
}

/**
 * Cosines and sines for applyRope: row p of the table is position start + p.
 * @template {'float32' | 'float64'} [D='float32']
 * @param {number} length
 * @param {number} headDim at most 8192
 * @param {RopeOptions & {start?: number, positions?: ArrayLike<number>, dtype?: D, precision?: 'exact' | 'float32', out?: RopeTable}} [options]
 * @returns {D extends 'float64' ? {cos: Float64Array, sin: Float64Array, attentionFactor?: number} :
 *   {cos: Float32Array, sin: Float32Array, attentionFactor?: number}} each [length, rotaryDim / 2], times the attention factor, which is there where it is not 1
 * @throws {RangeError | TypeError}
 */
export function ropeTable(length, headDim, options) {
  const {dtype = 'float32', out: given} = check.known(options, TABLE);
  check.count('length', length);
  const angles = anglesOf(options ?? {}, headDim, length), {pairs} = angles;
  const Kind = /** @type {any} */ (check.word('dtype', dtype, check.DTYPES) === 'float32' ? Float32Array : Float64Array);
  const {cos, sin} = check.known(given, ARRAYS, 'out');
  /** @type {any} */
  const out = {
    cos: check.result(cos, Kind, length * pairs, '[length, rotaryDim / 2]', 'out.cos'),
    sin: check.result(sin, Kind, length * pairs, '[length, rotaryDim / 2]', 'out.sin'),
    ...angles.amplitude !== 1 && {attentionFactor: angles.amplitude}
  };
  writeTable(length, angles, {sines: out.sin, cosines: out.cos, stride: pairs});
  return out;
}

/**
 * Rotates queries or keys in place.
 *
 *     (x, y) -> (x cos a - y sin a, x sin a + y cos a),   a = position * frequency
 *
 * for the pair (i, i + rotaryDim / 2) in the 'half' layout (GPT-NeoX, Llama on the hub) or (2i, 2i + 1) in the
 * 'interleaved' one (the paper, GPT-J). Weights trained for one are wrong for the other. 'interleaved-to-half'
 * (DeepSeek V2 and V3) takes interleaved pairs and leaves them half-split, which no score notices.
 *
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., length, heads, headDim]
 * @param {RopeOptions & {
 *   heads: number, headDim: number, length?: number, layout?: 'half' | 'interleaved' | 'interleaved-to-half', rotaryStart?: number,
 *   rotaryHeads?: number, table?: RopeTable, start?: number, positions?: ArrayLike<number>, precision?: 'exact' | 'float32', inverse?: boolean
 * }} options without length x is one sequence; the rotaryDim elements from rotaryStart (0) on of the last rotaryHeads (all) heads turn, the
 *   rest stays; table: of ropeTable, row p for position p, instead of frequencies, precision and xpos; positions: one for each position, or for
 *   each batch and position; inverse: rotates back, the attention factor divided out.
 *   Of x [batch, heads, length, headDim] each head is a sequence of its own: heads 1, with that length
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function applyRope(x, options) {
  const {heads, headDim, length: given, layout = 'half', rotaryStart = 0, rotaryHeads = heads, table, start = 0, inverse = false} = check.known(options, APPLY);
  check.array('x', x, check.FLOATS);
  check.count('heads', heads, 1);
  check.count('headDim', headDim, 0, WIDEST);
  check.count('rotaryHeads', rotaryHeads, 0, heads);
  const all = check.rowsOf('x', x, heads * headDim, '[..., length, heads, headDim]');
  let length = given === undefined ? all : check.count('length', given);
  if (all && !(length && Number.isInteger(all / length))) check.refuse('x', `a multiple of ${length * heads * headDim} elements ([..., length, heads, headDim])`, x);
  const angles = table === undefined ? anglesOf(options, headDim, length, all) : tableAngles(options, headDim, length, all), {pairs, axes = 1} = angles;
  const size = x.BYTES_PER_ELEMENT, back = check.flag('inverse', inverse) ? INVERSE : 0;
  if (angles.positions?.length === axes * all) length = all;
  check.count('rotaryStart', rotaryStart, 0, headDim - 2 * pairs);
  const toHalf = check.word('layout', layout, ROTATED) === 'interleaved-to-half', flags = (layout === 'interleaved' ? INTERLEAVED : 0) | (size === 8 ? FLOAT64 : 0);
  if (toHalf && rotaryHeads < heads) check.refuse('rotaryHeads', `all ${heads} heads in the layout "interleaved-to-half"`, rotaryHeads);
  const copyTable = table === undefined ? undefined : tableRows(table, pairs, length, angles, inverse);
  if (!pairs || !all) return x;
  if (back) {
    angles.amplitude = 1 / angles.amplitude;
    angles.key += ' inverse';
    if (angles.xpos) angles.xpos = {...angles.xpos, keys: !angles.xpos.keys};
  }

  const m = open(x, table?.cos), view = size === 8 ? m.f64 : m.f32, stays = resident(m, x);
  // A table that stands in this memory, of the kind of x, serves where it is.
  const ready = table && !angles.positions && resident(m, table.cos) && resident(m, table.sin) && table.cos.BYTES_PER_ELEMENT === size &&
    table.sin.BYTES_PER_ELEMENT === size && !(back && (table.attentionFactor ?? 1) !== 1);
  const most = ready ? length : Math.max(1, Math.floor(TILE / 2 / (pairs * size)));
  const cosine = ready ? address(table.cos, start * pairs) : m.window, sine = ready ? address(table.sin, start * pairs) : cosine + most * pairs * size;
  const scratch = m.window + TILE, at = scratch + (angles.positions ? 8 * most : 0), swap = at + Math.max(TILE, headDim * size);
  tiles(length, most, (first, rows) => {
    if (copyTable && !ready) copyTable(m, view, cosine, sine, first, rows);
    else if (!ready) makeRows(m, angles, {pairs, cosines: pairs, first, rows, sine, cosine, stride: pairs, flags: flags & FLOAT64, scratch});
    // All batches in one run where the rows of one stand in wasm memory; else batch by batch.
    const runs = rows === length ? 1 : all / length, units = (rows === length ? all : rows) * heads;
    for (let run = 0; run < runs; run++) {
      const from = (run * length + first) * heads;
      tiles(units, stays ? units : Math.max(1, Math.floor(TILE / (headDim * size))), (unit, some) => {
        const tile = (stays ? address(x, (from + unit) * headDim) : at) + rotaryStart * size;
        if (!stays) copyIn(view, at, x, (from + unit) * headDim, 1, some * headDim);
        if (toHalf && !back) m.kernels.pe_swap_layout(tile, some, headDim, pairs, flags, swap);
        m.kernels.pe_rotate(tile, some, headDim, pairs, heads, rotaryHeads, unit, cosine, sine, rows, flags | back);
        if (toHalf && back) m.kernels.pe_swap_layout(tile, some, headDim, pairs, flags | INTERLEAVED, swap);
        if (!stays) copyOut(view, at, x, (from + unit) * headDim, 1, some * headDim);
      });
    }
  });
  return x;
}

/** The width and positions of a call with a table of its own. @param {any} options @param {any} headDim @param {number} length @param {number} other @returns {any} */
function tableAngles({rotaryDim, base = 1, start = 0, positions, precision = 'exact'}, headDim, length, other) {
  check.base(base);
  rounded(precision);
  return {pairs: widthOf(headDim, rotaryDim) / 2, start, positions: check.positions(start, positions, length, other), amplitude: 1};
}

/**
 * Checks a table of the caller, and returns what copies its rows for the positions asked for.
 * @param {any} table @param {number} pairs @param {number} length @param {import('./angles.js').Angles} angles @param {boolean} inverse
 */
function tableRows(table, pairs, length, {start, positions}, inverse) {
  const {cos, sin, attentionFactor = 1} = check.known(table, ARRAYS, 'table');
  check.array('table.cos', cos, check.FLOATS);
  const rows = check.rowsOf('table.cos', cos, pairs, '[rows, rotaryDim / 2]');
  check.array('table.sin', sin, check.FLOATS, /** @type {any} */ (cos).length, 'as table.cos');
  check.number('table.attentionFactor', attentionFactor, 1e-300);
  if (pairs && rows < (positions ? 1 : length)) check.refuse('table', `at least ${positions ? 1 : length} rows of ${pairs}`, cos);
  if (pairs && positions) positions.forEach((p, i) => check.count(`positions[${i}]`, p, 0, rows - 1));
  else if (pairs && length) check.count('start', start, 0, rows - length);
  return (/** @type {import('./wasm.js').Machine} */ m, /** @type {any} */ view, /** @type {number} */ toCos, /** @type {number} */ toSin, /** @type {number} */ first, /** @type {number} */ some) => {
    const step = positions ? 1 : some, size = view.BYTES_PER_ELEMENT;
    for (let r = 0; r < some; r += step) {
      const from = (positions ? positions[first + r] : start + first) * pairs;
      copyIn(view, toCos + r * pairs * size, cos, from, 1, step * pairs);
      copyIn(view, toSin + r * pairs * size, sin, from, 1, step * pairs);
    }
    if (inverse && attentionFactor !== 1)
      for (const at of [toCos, toSin]) m.kernels.pe_scale(at, some * pairs, 1 / (attentionFactor * attentionFactor), size === 8 ? FLOAT64 : 0);
  };
}

/**
 * Permutes heads between the two layouts, in place.
 * @template {Float32Array | Float64Array} T
 * @param {T} x [..., headDim]
 * @param {object} options
 * @param {number} options.headDim @param {number} [options.rotaryDim] even @param {number} [options.rotaryStart] 0; the rest of each head stays
 * @param {'half' | 'interleaved'} options.from @param {'half' | 'interleaved'} options.to
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function swapRopeLayout(x, options) {
  const {headDim, rotaryDim, rotaryStart = 0, from, to} = check.known(options, SWAP);
  check.array('x', x, check.FLOATS);
  const width = widthOf(headDim, rotaryDim), rows = check.rowsOf('x', x, headDim, '[..., headDim]');
  check.count('rotaryStart', rotaryStart, 0, headDim - width);
  check.word('from', from, LAYOUTS);
  check.word('to', to, LAYOUTS);
  if (from === to || !width) return x;
  // moved as bits, so that a NaN keeps its payload
  const m = open(), size = x.BYTES_PER_ELEMENT, at = m.window + WIDEST * 8, view = viewOf(m, x);
  tiles(rows, Math.max(1, Math.floor(TILE / (headDim * size))), (first, some) => {
    copyIn(view, at, x, first * headDim, 1, some * headDim);
    m.kernels.pe_swap_layout(at + rotaryStart * size, some, headDim, width / 2, (to === 'half' ? 0 : INTERLEAVED) | (size === 8 ? FLOAT64 : 0), m.window);
    copyOut(view, at, x, first * headDim, 1, some * headDim);
  });
  return x;
}
