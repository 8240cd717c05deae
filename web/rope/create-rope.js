/*
 * Provides RoPE for an inference loop. Frequencies and a table are made once for a cache of keys. A
 * call is refused if it would rotate with other frequencies than those of the cached keys.
 */
import * as check from '../check.js';
import { CHANGED, halfOf, precisionOf, elementType } from '../dtypes.js';
import { AXES } from './axes.js';
import { readArrays, readCacheOptions } from './options.js';
import { markOf, planTurning } from './plan.js';
import {
  frequenciesOfPlan,
  makeTable,
  rotaryRange,
  rotateArray,
  rotateByTable,
  sequenceLength,
} from './rope.js';
import { settle } from './scaling.js';

/** @typedef {import('../check.js').Positions} Positions */
/** @typedef {import('../check.js').Tensor} Tensor */
/** @typedef {import('../dtypes.js').Dtype} Dtype */
/** @typedef {import('../dtypes.js').Elements} Elements */
/** @typedef {import('../dtypes.js').InPlace} InPlace */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('./axes.js').Axes} Axes */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./rope.js').RopeOptions} RopeOptions */
/** @typedef {import('./rope.js').PlannedTable} PlannedTable */
/** @typedef {import('./rope.js').RotationOptions} RotationOptions */

/** @typedef {Omit<PlannedTable, 'factor'> & {attentionFactor?: number}} Table */

/**
 * The options of createRope that are not about frequencies.
 * @typedef {object} CacheOptions
 * @property {number} heads the number of heads of q
 * @property {number} [keyHeads] the number of heads of k; default `heads`
 * @property {number} headDim the number of elements of each head, at most 8192
 * @property {Axes} [axes] the order of the axes of q and k, as in applyRope; calls may have another
 * @property {RotationOptions['layout']} [layout] default 'half'
 * @property {number} [rotaryStart] the index of the first element of each head that rotates;
 *   default 0. This element and those after it rotate, rotaryDim elements in all
 * @property {RotationOptions['rotaryHeads']} [rotaryHeads] which heads rotate, as in applyRope; by
 *   default all
 * @property {number} [length] how many positions the table covers; default 2048. Calls with later
 *   positions compute their angles anew
 * @property {Dtype} [dtype] the element type of the arrays for which the table is made; default
 *   'float32'. If q or k is a Uint16Array, it must be 'float16' or 'bfloat16'
 * @property {'exact' | 'float32'} [precision] default 'exact'
 */

/**
 * The arrays of one call of `apply`, and their positions.
 * @typedef {object} RopeArrays
 * @property {InPlace | Tensor} [q] [..., length, heads, headDim], or in the order of `axes`
 * @property {InPlace | Tensor} [k] [..., length, keyHeads, headDim], or in the order of `axes`
 * @property {Axes} [axes] default: those of createRope
 * @property {number} [length] the length of each sequence in q and k; by default, q and k are one
 *   sequence each. With axes that have a batch, it must be given, unless q and k are tensors
 * @property {number} [start] the first position; default 0
 * @property {Positions} [positions] the positions of all tokens, instead of `start`: [length], or
 *   [batch, length]
 * @property {boolean} [inverse] whether to rotate back; default false
 * @property {number} [base] this option and the next ones may be repeated here; values that differ
 *   from those of createRope are an error
 * @property {import('./scaling.js').Scaling | null} [scaling]
 * @property {number} [heads]
 * @property {number} [keyHeads]
 * @property {number} [headDim]
 * @property {RotationOptions['layout']} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [contextLength]
 * @property {number} [maxPositions]
 */

const SHAPES = {
  q: '[..., length, heads, headDim]',
  k: '[..., length, keyHeads, headDim]',
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

/** The options of createRope, after they are read. @typedef {ReturnType<typeof readCacheOptions>} Given */

/** Rotates all queries and keys that belong to one cache of keys. */
export class Rope {
  /** The options. The caller cannot change them later. @type {Given} */
  #options;
  /** @type {number} */
  #keyHeads;
  /** What the options say about the frequencies. @type {Plan} */
  #plan;
  /** A text that is equal for equal frequencies, and differs for different ones. @type {string} */
  #mark;
  /**
   * Below this position, the scaling is known to give the same frequencies as for the cached keys.
   * @type {number}
   */
  #known;
  /**
   * The table of the first positions. It is undefined if the options have sections.
   * @type {Table | undefined}
   */
  #table;
  /** The number of positions in the table. @type {number} */
  #length;

  /**
   * @param {RopeOptions & CacheOptions} options
   * @param {string} of the public function that makes the rope, for messages
   * @param {number} [context] how many positions the cache is meant for, if the caller has said it
   *   beside a description
   */
  constructor(options, of, context) {
    const read = readCacheOptions(options);
    check.enter(of);
    // An instance of a class may have it, and createRope has no such option.
    const given = settle({ ...read, xpos: undefined });
    const { heads, keyHeads = heads, headDim, length = 2048, dtype = 'float32' } = given;
    check.count('heads', heads, 1);
    check.count('keyHeads', keyHeads, 1);
    check.count('length', length);
    if (given.axes !== undefined) check.word('axes', given.axes, AXES);
    const type = elementType(dtype);
    if (context !== undefined) Object.assign(given, { contextLength: context, isChosen: true });
    // A description says how many positions the model was made for, and not how many are in use.
    // These are at most as many as the table is asked to cover.
    const plan = planTurning(given, headDim, given.described ? (given.length ?? 1) : 0);
    /** The frequencies, [rotaryDim / 2], in radians per position. */
    this.frequencies = frequenciesOfPlan(plan);
    /** The factor that multiplies all cosines and sines. */
    this.attentionFactor = plan.amplitude;
    this.#options = given;
    this.#keyHeads = keyHeads;
    this.#plan = plan;
    this.#mark = markOf(plan);
    this.#length = length;
    this.#known = this.#sameUntil();
    // Rotating an empty array checks all other options.
    for (const each of [heads, keyHeads])
      this.#rotate({ x: new Float32Array(0), half: 0 }, each, undefined, { length: 0 });
    // Elements of 16 bits are rotated in double precision.
    const rows = { start: 0, length, dtype: type.half ? /** @type {Dtype} */ ('float64') : dtype };
    const isOne = plan.coordinates === 1 && !plan.groups;
    this.#table = isOne ? /** @type {Table} */ (makeTable(plan, rows)) : undefined;
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
    const { start = 0, inverse = false, axes = this.#options.axes } = given;
    if (given.q === undefined && given.k === undefined)
      check.refuseKind('q', 'a Float32Array or Float64Array, unless k is given', given.q);
    check.flag('inverse', inverse);
    const positions = check.positions(start, given.positions);
    this.#refuseOtherShape(given);
    this.#refuseOtherFrequencies(given);
    const call = { length: given.length, axes, start, positions, inverse };
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
    const { start = 0, axes, positions, inverse = false } = call;
    const table = given && precisionOf(given.cos) === precisionOf(x) ? given : undefined;
    if (!table || positions || axes) {
      this.#rotate({ x, half }, heads, table, { ...call, length });
      return undefined;
    }
    const { headDim, rotaryStart = 0, layout } = this.#options;
    const [first, end] = rotaryRange(this.#options.rotaryHeads, heads);
    const { cos, sin, attentionFactor = 1 } = table;
    const factor = inverse ? 1 / (attentionFactor * attentionFactor) : 1;
    const rotaryDim = 2 * this.#plan.pairs;
    return rotateByTable(
      x,
      half,
      {
        heads,
        headDim,
        rotaryHeads: end - first,
        headsAfter: heads - end,
        rotaryStart,
        rotaryDim,
        layout,
        rows,
        length,
        start,
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
    const { contextLength } = { ...this.#options, ...changed };
    const given = { ...this.#options, ...changed, contextLength, described: true, isChosen: true };
    return markOf(planTurning(given, this.#options.headDim));
  }

  /** Returns how many positions, as far as it is known, have the frequencies of the cache. */
  #sameUntil() {
    const { scaling, contextLength = 0 } = this.#options;
    if (scaling == null) return Infinity;
    const { original_max_position_embeddings: original, max_position_embeddings: longest } =
      scaling;
    const { originalMaxPositions = original, maxPositions = longest } = this.#options;
    // The frequencies are the same up to the largest of these lengths that gives them.
    const lengths = [contextLength, originalMaxPositions ?? 0, maxPositions ?? 0, 1];
    for (const length of [ENDLESS, ...lengths.sort((a, b) => b - a)])
      if (this.#markOf({ contextLength: length }) === this.#mark)
        return length === ENDLESS ? Infinity : length;
    return 0;
  }

  /**
   * Throws if an option of a call differs from that of createRope.
   * @param {RopeArrays} given
   */
  #refuseOtherShape({ heads, keyHeads, headDim, layout, rotaryDim }) {
    const own = this.#options;
    refuseOther('heads', heads, own.heads);
    refuseOther('keyHeads', keyHeads, this.#keyHeads);
    refuseOther('headDim', headDim, own.headDim);
    refuseOther('layout', layout, own.layout ?? 'half');
    refuseOther('rotaryDim', rotaryDim, 2 * this.#plan.pairs);
  }

  /**
   * Throws if an option of a call would give other frequencies than those of the cache.
   * @param {RopeArrays} given
   */
  #refuseOtherFrequencies({ base, scaling, contextLength, maxPositions }) {
    const any = base ?? scaling ?? contextLength ?? maxPositions;
    if (any === undefined && scaling === undefined) return;
    for (const [name, value] of Object.entries({ base, scaling, contextLength, maxPositions })) {
      const changed = /** @type {any} */ ({ [name]: value });
      if (value !== undefined && this.#markOf(settle(changed)) !== this.#mark)
        throw check.failure(
          RangeError,
          name,
          'a value with the frequencies of createRope',
          'one with others',
        );
    }
  }

  /**
   * Checks q or k. Returns it with its rows and the length of each sequence in it.
   * @param {'q' | 'k'} name
   * @param {InPlace | Tensor} array
   * @param {number} heads
   * @param {Call} call
   */
  #checked(name, array, heads, { length: given, axes, positions }) {
    const { dtype, headDim } = this.#options;
    const isBits = check.tagOf(array) === 'Uint16Array';
    const half = halfOf(name, array, isBits ? dtype : undefined);
    const x = /** @type {Elements} */ (check.array(name, array, CHANGED));
    const rows = check.rowsOf(name, x, heads * headDim, SHAPES[name]);
    const length = sequenceLength(name, array, rows, { heads, headDim, length: given, axes });
    const { coordinates } = this.#plan;
    if (positions)
      check.oneOfLengths('positions', positions, coordinates * length, coordinates * rows);
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
   * Rotates one array.
   * @param {{x: Elements, half: number}} array
   * @param {number} heads
   * @param {Table | undefined} table
   * @param {Call} call
   */
  #rotate({ x, half }, heads, table, { length, axes, start, positions, inverse }) {
    const { headDim, layout, rotaryStart, rotaryHeads } = this.#options;
    const rotaryDim = 2 * this.#plan.pairs;
    const shape = { heads, headDim, length, axes, layout, rotaryStart, rotaryHeads, rotaryDim };
    rotateArray(x, { ...shape, table, start, positions, inverse }, half, this.#plan);
  }
}

/**
 * The arguments of one call that apply to both q and k.
 * @typedef {object} Call
 * @property {number} [length]
 * @property {Axes} [axes]
 * @property {number} [start]
 * @property {Float64Array} [positions]
 * @property {boolean} [inverse]
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
 * The description of a model serves as options, unless its layers differ. For such a model, call
 * createRopes, or give one of its layers.
 * @param {RopeOptions & CacheOptions} options all options of RoPE except xpos. contextLength: for
 *   how many positions the cache is meant; needed only if the scaling depends on it. All positions
 *   get the frequencies of this length. If a description has such a scaling (longrope), the cache is
 *   meant for short texts, as in applyRope, unless `length` or another contextLength is given
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
export function createRope(options) {
  return new Rope(options, 'createRope');
}

const readRopesOptions = check.reader(
  'createRopes',
  [],
  ({ length, axes, contextLength, dtype, precision }) => ({
    length,
    axes,
    contextLength,
    dtype,
    precision,
  }),
);

/**
 * Prepares RoPE for all layers of a model. Layers of one kind share a rope.
 *
 *     const ropes = createRopes(describeModel(config));
 *     ropes[layer]?.apply({q, k, start: cached});
 *
 * @param {Description} model a description with layers, from describeModel
 * @param {object} [options]
 * @param {number} [options.length] how many positions the tables cover; default 2048
 * @param {Axes} [options.axes] the order of the axes of q and k
 * @param {number} [options.contextLength] for how many positions the caches are meant, as in
 *   createRope
 * @param {Dtype} [options.dtype] as in createRope
 * @param {'exact' | 'float32'} [options.precision] default 'exact'
 * @returns {(Rope | null)[]} the rope of each layer, or null for a layer that rotates nothing
 * @throws {RangeError | TypeError}
 * Source: Su et al. 2021, eq. 34
 * @example
 * const ropes = createRopes(
 *   describeModel({
 *     model_type: 'gemma3_text',
 *     num_hidden_layers: 6,
 *     num_attention_heads: 4,
 *     num_key_value_heads: 1,
 *     head_dim: 256,
 *     hidden_size: 1152,
 *     max_position_embeddings: 32768,
 *   }),
 * );
 * console.log(ropes.length, ropes[0] === ropes[4]); // 6 true
 * console.log(ropes[0].frequencies[1], ropes[5].frequencies[1]); // 0.9306 0.8977
 */
export function createRopes(model, options) {
  const given = readRopesOptions(options);
  const { scheme, perLayer } = check.readAny('model', model, ['scheme', 'perLayer']);
  if (scheme !== 'rope') throw check.failure(TypeError, 'scheme', "'rope'", `'${scheme}'`);
  const { length, read } = check.items(
    'model.perLayer',
    perLayer,
    'the layers of the model, which describeModel finds if the config has num_hidden_layers',
  );
  const { contextLength, ...others } = given;
  const own = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  /** @type {Map<string, Rope | null>} */
  const ropes = new Map();
  return Array.from({ length }, (_, i) => {
    const layer = /** @type {any} */ (read(i));
    const key = JSON.stringify(layer);
    const made = ropes.get(key);
    if (made !== undefined) return made;
    const isStill = check.readAny(`model.perLayer[${i}]`, layer, ['scheme']).scheme !== 'rope';
    const rope = isStill ? null : new Rope({ ...layer, ...own }, 'createRopes', contextLength);
    ropes.set(key, rope);
    return rope;
  });
}
