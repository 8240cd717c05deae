/*
 * Provides RoPE for an inference loop. Frequencies and a table are made once for a cache of keys. A
 * call is refused if it would rotate with other frequencies than those of the cached keys.
 */
import * as check from '../check.js';
import { CHANGED, halfOf, precisionOf, elementType } from '../dtypes.js';
import {
  frequenciesAndFactor,
  makeTable,
  rotateArray,
  rotateByTable,
  sequenceLength,
} from './rope.js';
import { readCacheOptions } from './options.js';
import { frequenciesOf, settle } from './scaling.js';

/** @typedef {import('../dtypes.js').Elements} Elements */
/** @typedef {import('../dtypes.js').InPlace} InPlace */
/** @typedef {import('./rope.js').RopeOptions} RopeOptions */
/** @typedef {import('./rope.js').PlannedTable} PlannedTable */

/** @typedef {Omit<PlannedTable, 'factor'> & {attentionFactor?: number}} Table */
/** @typedef {import('./rope.js').RotationOptions} RotationOptions */

/**
 * @typedef {object} CacheOptions
 * @property {number} heads the number of heads of q
 * @property {number} [keyHeads] the number of heads of k; default `heads`
 * @property {number} headDim the number of elements of each head, at most 8192
 * @property {RotationOptions['layout']} [layout] default 'half'
 * @property {number} [rotaryStart] the index of the first element of each head that rotates;
 *   default 0. This element and those after it rotate, rotaryDim elements in all
 * @property {number} [rotaryHeads] how many heads rotate, counted from the last one; by default all
 * @property {number} [length] how many positions the table covers; default 2048. Calls with later
 *   positions compute their angles anew
 * @property {import('../dtypes.js').Dtype} [dtype] the element type of the arrays for which the
 *   table is made; default 'float32'. If q or k is a Uint16Array, it must be 'float16' or
 *   'bfloat16'
 * @property {'exact' | 'float32'} [precision] default 'exact'
 */

/**
 * The arrays of one call of `apply`, and their positions.
 * @typedef {object} RopeArrays
 * @property {InPlace} [q] [..., length, heads, headDim]
 * @property {InPlace} [k] [..., length, keyHeads, headDim]
 * @property {number} [length] the length of each sequence in q and k; by default, q and k are one
 *   sequence each
 * @property {number} [start] the first position; default 0
 * @property {ArrayLike<number>} [positions] the positions of all tokens, instead of `start`
 * @property {boolean} [inverse] whether to rotate back; default false
 * @property {number} [base] this option and the next ones may be repeated here; values that differ
 *   from those of createRope are an error
 * @property {object | null} [scaling]
 * @property {number} [heads]
 * @property {number} [keyHeads]
 * @property {number} [headDim]
 * @property {RotationOptions['layout']} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [contextLength]
 * @property {number} [maxPositions]
 */

const readArrays = check.reader((given) => ({
  q: given.q,
  k: given.k,
  length: given.length,
  start: given.start,
  positions: given.positions,
  inverse: given.inverse,
  heads: given.heads,
  keyHeads: given.keyHeads,
  headDim: given.headDim,
  layout: given.layout,
  rotaryDim: given.rotaryDim,
  base: given.base,
  scaling: given.scaling,
  contextLength: given.contextLength,
  maxPositions: given.maxPositions,
}));

const SHAPES = {
  q: '[..., length, heads, headDim]',
  k: '[..., length, keyHeads, headDim]',
};

/**
 * Options of a single call, which createRope does not have. A result of describeModel or an
 * instance of a class may have properties with these names. Such properties are ignored.
 */
const OF_ONE_CALL = {
  xpos: undefined,
  table: undefined,
  start: undefined,
  positions: undefined,
  inverse: undefined,
  out: undefined,
};

/** A context length that is larger than any position in use. */
const ENDLESS = 1099511627776; // 2^40

/** Returns whether a table can have a row for this position. @param {number} position */
const isRow = (position) => position >= 0 && Number.isInteger(position);

/**
 * Returns whether a table can have a row for each of these positions.
 * @param {ArrayLike<number>} positions
 */
function areRows(positions) {
  for (let i = 0; i < positions.length; i++) if (!isRow(positions[i])) return false;
  return true;
}

/** Returns the first position after all of these positions. @param {ArrayLike<number>} positions */
function endOf(positions) {
  let end = 0;
  for (let i = 0; i < positions.length; i++) end = Math.max(end, positions[i] + 1);
  return end;
}

/**
 * The options of createRope, as readCacheOptions and `settle` return them. The caller cannot change
 * them later.
 * @typedef {RopeOptions & CacheOptions & {described?: boolean, isCache?: boolean}} Settled
 */

/** Rotates all queries and keys that belong to one cache of keys. */
class Rope {
  /** The options, with defaults for layout, rotaryStart and contextLength. @type {Settled} */
  #options;
  /** @type {number} */
  #keyHeads;
  /** The number of elements of a head that rotate. @type {number} */
  #rotaryDim;
  /** A text that is equal for equal frequencies, and differs for different ones. @type {string} */
  #mark;
  /**
   * Below this position, the scaling is known to give the same frequencies as for the cached keys.
   * @type {number}
   */
  #known;
  /** The number of axes of the positions. @type {number} */
  #axes;
  /**
   * The table of the first positions. It is undefined if the options have sections.
   * @type {Table | undefined}
   */
  #table;
  /** The number of positions in the table. @type {number} */
  #length;

  /** @param {RopeOptions & CacheOptions} options */
  constructor(options) {
    const given = settle(readCacheOptions(options));
    const { heads, keyHeads = heads, headDim, length = 2048, dtype = 'float32' } = given;
    const { layout = 'half', rotaryStart = 0, contextLength = 0, precision } = given;
    check.count('heads', heads, 1);
    check.count('keyHeads', keyHeads, 1);
    check.count('length', length);
    const found = frequenciesAndFactor(headDim, given);
    /** The frequencies, [rotaryDim / 2], in radians per position. */
    this.frequencies = found.frequencies;
    /** The factor that multiplies all cosines and sines. */
    this.attentionFactor = found.attentionFactor;
    this.#keyHeads = keyHeads;
    this.#rotaryDim = 2 * found.frequencies.length;
    // frequenciesAndFactor has refused a contextLength without a scaling. Now contextLength always
    // has a value, and `described` allows it without a scaling.
    const kept = { layout, rotaryStart, contextLength, described: true, isCache: true };
    this.#options = { ...given, ...OF_ONE_CALL, ...kept };
    this.#mark = this.#markOf({});
    const scaling = /** @type {{mrope_section?: ArrayLike<number>} | undefined} */ (given.scaling);
    const sections = given.sections ?? scaling?.mrope_section;
    this.#axes = sections?.length ?? 1;
    this.#length = length;
    // Elements of 16 bits are rotated in double precision.
    const table = {
      ...this.#options,
      precision,
      dtype: elementType(dtype).half ? 'float64' : dtype,
    };
    const made = sections ? undefined : makeTable(length, headDim, table);
    this.#table = /** @type {Table | undefined} */ (made);
    // If a context length of 2^40 gives the same frequencies, every position has these frequencies.
    const endless = this.#markOf({ contextLength: ENDLESS }) === this.#mark;
    this.#known = endless ? Infinity : contextLength;
    // Rotating an empty array checks all other options.
    for (const each of [heads, keyHeads])
      this.#rotate({ x: new Float32Array(0), half: 0 }, each, undefined, { inverse: false });
  }

  /**
   * Rotates q and k in place, as applyRope does. Throws if base or scaling differ from those of
   * createRope. Also throws if the scaling (dynamic, longrope) has other frequencies for these
   * positions.
   * The function is an own property of the object, so callers may use it without the object.
   * @param {RopeArrays} arrays
   */
  apply = (arrays) => {
    const given = readArrays(arrays, 'arrays');
    const { start = 0, inverse = false } = given;
    if (given.q === undefined && given.k === undefined)
      check.refuseKind('q', 'a Float32Array or Float64Array, unless k is given', given.q);
    check.flag('inverse', inverse);
    const positions = check.positions(start, given.positions);
    this.#refuseOtherShape(given);
    this.#refuseOtherFrequencies(given);
    const call = { length: given.length, start, positions, inverse };
    const { heads } = this.#options;
    const q = given.q === undefined ? undefined : this.#checked('q', given.q, heads, call);
    const k = given.k === undefined ? undefined : this.#checked('k', given.k, this.#keyHeads, call);
    if (q && k) refuseUnequal(q, k);
    const rows = q?.length ?? k?.length ?? 0;
    const end = positions ? endOf(positions) : start + rows;
    this.#refuseBeyond(positions ? 'positions' : 'start', end);
    const whole = positions ? areRows(positions) : isRow(start);
    const table = whole && end <= this.#length ? this.#table : undefined;
    const work = q && this.#turn(q, heads, table, call);
    if (k) this.#turn(k, this.#keyHeads, table, call, work);
  };

  /**
   * Rotates q or k. If consecutive rows of the table are used, nothing is checked again.
   * @param {{x: Elements, rows: number, length: number, half: number}} checked
   * @param {number} heads
   * @param {Table | undefined} given the table; used only if it has the precision of x
   * @param {Call} call
   * @param {ReturnType<typeof rotateByTable>} [before] the result for q, which has the same
   *   angles as k
   * @returns {ReturnType<typeof rotateByTable>}
   */
  #turn({ x, rows, length, half }, heads, given, call, before) {
    const { start, positions, inverse } = call;
    const table = given && precisionOf(given.cos) === precisionOf(x) ? given : undefined;
    if (!table || positions) {
      this.#rotate({ x, half }, heads, table, call);
      return undefined;
    }
    const { headDim, rotaryHeads = heads, rotaryStart, layout } = this.#options;
    const { cos, sin, attentionFactor = 1 } = table;
    const factor = inverse ? 1 / (attentionFactor * attentionFactor) : 1;
    const rotaryDim = this.#rotaryDim;
    return rotateByTable(
      x,
      half,
      {
        heads,
        headDim,
        rotaryHeads,
        rotaryStart: rotaryStart ?? 0,
        rotaryDim,
        layout,
        rows,
        length,
        start: start ?? 0,
        inverse,
      },
      { cos, sin, factor },
      before,
    );
  }

  /**
   * Returns a text that identifies the frequencies that the cache would have with some options
   * changed.
   * @param {import('./scaling.js').FrequencyOptions} changed
   */
  #markOf(changed) {
    const { base, divisor, key } = frequenciesOf(
      { ...this.#options, ...changed },
      this.#options.headDim,
    );
    return `${base} ${divisor} ${key}`;
  }

  /**
   * Throws if an option of a call differs from that of createRope.
   * @param {Partial<Settled>} given
   */
  #refuseOtherShape({ heads, keyHeads, headDim, layout, rotaryDim }) {
    const { heads: ownHeads, headDim: ownHeadDim, layout: ownLayout } = this.#options;
    refuseOther('heads', heads, ownHeads);
    refuseOther('keyHeads', keyHeads, this.#keyHeads);
    refuseOther('headDim', headDim, ownHeadDim);
    refuseOther('layout', layout, ownLayout);
    refuseOther('rotaryDim', rotaryDim, this.#rotaryDim);
  }

  /**
   * Throws if an option of a call would give other frequencies than those of the cache.
   * @param {Settled} given
   */
  #refuseOtherFrequencies({ base, scaling, contextLength, maxPositions }) {
    const any = base ?? scaling ?? contextLength ?? maxPositions;
    if (any === undefined && scaling === undefined) return;
    for (const [name, value] of Object.entries({ base, scaling, contextLength, maxPositions }))
      if (value !== undefined && this.#markOf(settle({ [name]: value })) !== this.#mark)
        throw new RangeError(
          `${name}: expected a value with the frequencies of createRope, got one with others`,
        );
  }

  /**
   * Checks q or k. Returns it with its rows and the length of each sequence in it.
   * @param {'q' | 'k'} name
   * @param {InPlace} array
   * @param {number} heads
   * @param {Call} call
   */
  #checked(name, array, heads, { length: given, positions }) {
    const isBits = check.tagOf(array) === 'Uint16Array';
    const half = halfOf(name, array, isBits ? this.#options.dtype : undefined);
    const x = /** @type {Elements} */ (check.array(name, array, CHANGED));
    const width = heads * this.#options.headDim;
    const rows = check.rowsOf(name, x, width, SHAPES[name]);
    const length = sequenceLength(name, x, rows, width, given, SHAPES[name]);
    const axes = this.#axes;
    if (positions) check.oneOfLengths('positions', positions, axes * length, axes * rows);
    return { x, rows, length, half };
  }

  /**
   * Throws if the scaling has other frequencies for these positions than for the cached keys.
   * @param {'start' | 'positions'} name
   * @param {number} end the first position after the positions to check
   */
  #refuseBeyond(name, end) {
    if (end <= this.#known) return;
    if (this.#markOf({ contextLength: end }) !== this.#mark)
      check.refuse(
        name,
        'positions with the frequencies of the cached keys ' +
          '(for later ones, rotate all keys again with a larger contextLength)',
        end - 1,
      );
    this.#known = end;
  }

  /**
   * Rotates one array. The options are listed one by one, because spreading an object would take
   * longer than rotating one position.
   * @param {{x: Elements, half: number}} array
   * @param {number} heads
   * @param {Table | undefined} table
   * @param {Call} call
   */
  #rotate({ x, half }, heads, table, { length, start, positions, inverse }) {
    const own = this.#options;
    const options = {
      heads,
      headDim: own.headDim,
      length,
      layout: own.layout,
      rotaryStart: own.rotaryStart,
      rotaryHeads: own.rotaryHeads,
      base: own.base,
      rotaryDim: this.#rotaryDim,
      scaling: own.scaling,
      contextLength: own.contextLength,
      maxPositions: own.maxPositions,
      originalMaxPositions: own.originalMaxPositions,
      frequencies: own.frequencies,
      divisors: own.divisors,
      sections: own.sections,
      sectioning: own.sectioning,
      described: own.described,
      isCache: own.isCache,
      table,
      start,
      positions,
      precision: own.precision,
      inverse,
    };
    rotateArray(x, options, half);
  }
}

/**
 * The arguments of one call that apply to both q and k.
 * @typedef {object} Call
 * @property {number} [length]
 * @property {number} [start]
 * @property {Float64Array} [positions]
 * @property {boolean} inverse
 */

/**
 * Throws if an option that a call repeats is not that of createRope.
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} own the option of createRope
 */
function refuseOther(name, value, own) {
  if (value !== undefined && value !== own)
    check.refuse(name, `${own} as in createRope, or none`, value);
}

/**
 * Throws if q and k have different lengths, because the positions can fit only one of them. Also
 * throws if q and k share memory, which would be rotated twice.
 * @param {{x: Elements, length: number}} q
 * @param {{x: Elements, length: number}} k
 */
function refuseUnequal(q, k) {
  if (q.length !== k.length)
    check.refuse('k', `sequences of ${q.length} positions, as in q`, k.length);
  check.apart('q', q.x, 'k', k.x);
}

/**
 * Prepares RoPE for an inference loop. The number of heads, the layout and the frequencies are
 * given once. A table of the first positions is computed once.
 *
 *     const rope = createRope({heads: 32, keyHeads: 8, headDim: 128, base: 500000});
 *     rope.apply({q, k, start: cached});
 *
 * @param {RopeOptions & CacheOptions} options all options of RoPE except xpos. contextLength: for
 *   how many positions the cache is meant; needed only if the scaling depends on it. All positions
 *   get the frequencies of this length. A description from describeModel gives the model's length
 * @returns {Rope}
 * @throws {RangeError | TypeError}
 * Source: Su et al. 2021, eq. 34
 * @example
 * const rope = createRope({ heads: 2, keyHeads: 1, headDim: 4 });
 * const q = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0);
 * const k = Float32Array.of(1, 0, 0, 0);
 * rope.apply({ q, k, start: 1 });
 * console.log(q); // [0.5403, 0, 0.8415, 0, 0, 0.9999, 0, 0.01]
 * console.log(k); // [0.5403, 0, 0.8415, 0]
 */
export const createRope = (options) => new Rope(options);
