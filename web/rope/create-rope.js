/*
 * RoPE for an inference loop. Frequencies and a table are made once for a cache of keys. Calls that
 * would rotate with other frequencies than the cached keys are refused.
 */
import * as check from '../check.js';
import { applyRope, ropeFrequencies, ropeTable, sequenceLength } from './rope.js';
import { OPTIONS, frequenciesOf } from './scaling.js';

/** @typedef {Float32Array | Float64Array} Floats */
/** @typedef {import('./rope.js').RopeOptions} RopeOptions */
/** @typedef {import('./rope.js').RopeTable} RopeTable */
/** @typedef {import('./rope.js').RotationOptions} RotationOptions */

/**
 * @typedef {object} CacheOptions
 * @property {number} heads the number of heads of q
 * @property {number} [keyHeads] the number of heads of k; default `heads`
 * @property {number} headDim the number of elements of each head, at most 8192
 * @property {RotationOptions['layout']} [layout] default 'half'
 * @property {number} [rotaryStart] the index of the first element of each head that rotates;
 *   default 0. From there on, rotaryDim elements rotate
 * @property {number} [rotaryHeads] how many heads rotate, counted from the last one; by default all
 * @property {number} [length] how many positions the table covers; default 2048. Calls with later
 *   positions compute their angles anew
 * @property {'float32' | 'float64'} [dtype] the element type of the arrays for which the table is
 *   made; default 'float32'
 * @property {'exact' | 'float32'} [precision] default 'exact'
 */

/**
 * @typedef {object} RopeArrays
 * @property {Floats} [q] [..., length, heads, headDim]
 * @property {Floats} [k] [..., length, keyHeads, headDim]
 * @property {number} [length] the length of each sequence in q and k; by default, q and k are one
 *   sequence each
 * @property {number} [start] the first position; default 0
 * @property {ArrayLike<number>} [positions] the positions of all tokens, instead of `start`
 * @property {boolean} [inverse] whether to rotate back; default false
 * @property {number} [base] may be repeated here; a base other than that of createRope is an error
 * @property {object | null} [scaling] may be repeated here; a scaling other than that of createRope
 *   is an error
 */

const SHAPE = 'layout rotaryStart rotaryHeads sections sectioning precision';
const NAMES = check.names(`heads keyHeads headDim length dtype ${SHAPE} ${OPTIONS}`);
const ARRAYS = check.names('q k length start positions inverse base scaling');

/**
 * The options of createRope that a call may repeat. A description from describeModel has all of
 * them.
 */
const REPEATED = check.names('base scaling rotaryDim contextLength maxPositions');

const SHAPES = {
  q: '[..., length, heads, headDim]',
  k: '[..., length, keyHeads, headDim]',
};

/** A context length that is larger than any position in use. */
const ENDLESS = 1099511627776; // 2^40

/**
 * Returns those of the named options that are not undefined.
 * @param {Record<string, unknown>} options
 * @param {string} names the option names, separated by spaces
 */
const pick = (options, names) =>
  Object.fromEntries(
    names
      .split(' ')
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, options[name]]),
  );

/**
 * Copies an option, together with the lists in it, so that the caller cannot change it later.
 * @template T
 * @param {T} value
 * @returns {T}
 */
function copied(value) {
  if (typeof value !== 'object' || !value) return value;
  const copy =
    'length' in value
      ? Array.from(/** @type {ArrayLike<unknown>} */ (value))
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]));
  return /** @type {T} */ (copy);
}

/** Whether a table can have a row for this position. @param {number} position */
const isRow = (position) => position >= 0 && Number.isInteger(position);

/**
 * Whether a table can have a row for each of these positions.
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

/** Rotates all queries and keys that belong to one cache of keys. */
class Rope {
  /** @type {number} */
  #heads;
  /** @type {number} */
  #keyHeads;
  /**
   * The options that say which elements rotate.
   * @type {Omit<RotationOptions, 'heads'> & {rotaryDim: number}}
   */
  #shape;
  /** The options that determine the frequencies. @type {import('./scaling.js').FrequencyOptions} */
  #chosen;
  /** A text that is equal for equal frequencies, and differs for different ones. @type {string} */
  #mark;
  /**
   * For positions below this one, it is already checked that the scaling keeps the frequencies.
   * @type {number}
   */
  #known;
  /** The number of axes of the positions. @type {number} */
  #axes;
  /**
   * The table of the first positions. It is undefined if the options have sections.
   * @type {RopeTable | undefined}
   */
  #table;
  /** The number of positions in the table. @type {number} */
  #length;
  /** The name of the array type for which the table is made. @type {string} */
  #kind;
  /**
   * The options of applyRope for calls that do not use the table.
   * @type {RopeOptions & {headDim: number}}
   */
  #direct;

  /** @param {RopeOptions & CacheOptions} options */
  constructor(options) {
    const checked = check.known(options, NAMES);
    const { heads, keyHeads = heads, headDim, length = 2048, dtype = 'float32' } = checked;
    const { layout = 'half', rotaryStart = 0, rotaryHeads, contextLength = 0 } = checked;
    check.count('heads', heads, 1);
    check.count('keyHeads', keyHeads, 1);
    check.count('length', length);
    const frequencies = pick(checked, `${OPTIONS} sections sectioning precision`);
    const found = ropeFrequencies(headDim, frequencies);
    /** The frequencies, [rotaryDim / 2], in radians per position. */
    this.frequencies = found.frequencies;
    /** The factor that multiplies all cosines and sines. */
    this.attentionFactor = found.attentionFactor;
    this.#heads = heads;
    this.#keyHeads = keyHeads;
    this.#shape = {
      headDim,
      layout,
      rotaryDim: 2 * found.frequencies.length,
      rotaryStart,
      rotaryHeads,
    };
    this.#chosen = copied(pick(checked, OPTIONS));
    this.#mark = this.#markOf({});
    this.#direct = { ...this.#chosen, ...copied(pick(checked, SHAPE)), headDim, contextLength };
    const scaling = /** @type {{mrope_section?: ArrayLike<number>}} */ (this.#chosen.scaling);
    const sections = this.#direct.sections ?? scaling?.mrope_section;
    this.#axes = sections?.length ?? 1;
    this.#length = length;
    const { precision } = checked;
    const table = { ...this.#chosen, precision, dtype, contextLength };
    this.#table = sections ? undefined : ropeTable(length, headDim, table);
    this.#kind = check.floats(dtype).name;
    // If even a huge context length has the same frequencies, all positions have them.
    const endless = this.#markOf({ contextLength: ENDLESS }) === this.#mark;
    this.#known = endless ? Infinity : contextLength;
    // Rotating an empty array checks all other options.
    for (const each of [heads, keyHeads])
      applyRope(new Float32Array(0), { ...this.#direct, heads: each });
  }

  /**
   * Rotates q and k in place, as applyRope does. Throws if base or scaling differ from those of
   * createRope, or if the scaling (dynamic, longrope) has other frequencies for these positions.
   * The function is an own property of the object, so callers may pass it on alone.
   * @param {RopeArrays} arrays
   */
  apply = (arrays) => {
    const checked = check.known(arrays, ARRAYS, 'arrays');
    const { q, k, start = 0, positions, inverse = false } = checked;
    if (q === undefined && k === undefined)
      check.refuseKind('q', 'a Float32Array or Float64Array, or else k', q);
    check.position('start', start);
    check.flag('inverse', inverse);
    this.#refuseOtherFrequencies(checked);
    const rows = Math.max(
      q === undefined ? 0 : this.#lengthOf('q', q, this.#heads, checked),
      k === undefined ? 0 : this.#lengthOf('k', k, this.#keyHeads, checked),
    );
    if (positions !== undefined && start !== 0)
      throw new TypeError(
        `positions: expected either start or positions, got both (start ${start})`,
      );
    const end = positions === undefined ? start + rows : endOf(positions);
    this.#refuseBeyond(positions === undefined ? 'start' : 'positions', end);
    const whole = positions === undefined ? isRow(start) : areRows(positions);
    const table = whole && end <= this.#length ? this.#table : undefined;
    if (q !== undefined) this.#rotate(q, this.#heads, table, checked);
    if (k !== undefined) this.#rotate(k, this.#keyHeads, table, checked);
  };

  /**
   * Returns a text that identifies the frequencies that the cache would have with some options
   * changed.
   * @param {import('./scaling.js').FrequencyOptions} changed
   */
  #markOf(changed) {
    const options = { ...this.#chosen, ...changed };
    const { base, divisor, key } = frequenciesOf(options, this.#shape.headDim);
    return `${base} ${divisor} ${key}`;
  }

  /**
   * Throws if an option of a call would choose other frequencies than the cache has.
   * @param {Record<string, unknown>} options
   */
  #refuseOtherFrequencies(options) {
    for (const name in options) {
      const value = name in REPEATED ? options[name] : undefined;
      if (value !== undefined && this.#markOf({ [name]: value }) !== this.#mark)
        throw new RangeError(`${name}: expected that of createRope, got another`);
    }
  }

  /**
   * Checks q or k, and returns the length of each sequence in it.
   * @param {'q' | 'k'} name
   * @param {Floats} x
   * @param {number} heads
   * @param {RopeArrays} arrays
   */
  #lengthOf(name, x, heads, { length: given, positions }) {
    check.array(name, x, check.FLOATS);
    const width = heads * this.#shape.headDim;
    const rows = check.rowsOf(name, x, width, SHAPES[name]);
    const length = sequenceLength(name, x, rows, width, given, SHAPES[name]);
    if (positions !== undefined) {
      const axes = this.#axes;
      check.numbers('positions', positions, check.position, axes * length, axes * rows);
    }
    return length;
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
        'positions that have the frequencies of the cached keys ' +
          '(beyond, rotate all keys anew with a larger contextLength)',
        end - 1,
      );
    this.#known = end;
  }

  /**
   * Rotates one array. Uses the table if it has the array's element type.
   * @param {Floats} x
   * @param {number} heads
   * @param {RopeTable | undefined} table
   * @param {RopeArrays} arrays
   */
  #rotate(x, heads, table, { length, start, positions, inverse }) {
    const { headDim, layout, rotaryDim, rotaryStart, rotaryHeads } = this.#shape;
    // The options are listed one by one, because spreading an object would take longer than
    // rotating one position.
    if (table && x[Symbol.toStringTag] === this.#kind)
      applyRope(x, {
        heads,
        headDim,
        length,
        layout,
        rotaryDim,
        rotaryStart,
        rotaryHeads,
        table,
        start,
        positions,
        inverse,
      });
    else applyRope(x, { ...this.#direct, heads, length, start, positions, inverse });
  }
}

/**
 * Prepares RoPE for an inference loop. The number of heads, the layout and the frequencies are
 * given once, and a table of the first positions is computed once.
 *
 *     const rope = createRope({heads: 32, keyHeads: 8, headDim: 128, base: 500000});
 *     rope.apply({q, k, start: cached});
 *
 * @param {RopeOptions & CacheOptions} options all options of RoPE except xpos. contextLength: for
 *   how many positions the cache is meant; needed only if the scaling depends on it
 * @returns {Rope}
 * @throws {RangeError | TypeError}
 */
export const createRope = (options) => new Rope(options);
