/*
 * Computes the frequencies of a model's rotary pairs, from the base and from the `rope_scaling`
 * object of the model's config.json. This object is read as in the transformers library. A caller
 * may also give the frequencies one by one. To support another type of scaling, add a function to
 * SCALINGS.
 */
import * as check from '../check.js';
import { WIDEST, copyIn, open } from '../wasm.js';

/**
 * What scaling objects of all types may have.
 * @typedef {object} AnyScaling
 * @property {number | null} [rope_theta]
 * @property {number | null} [partial_rotary_factor]
 * @property {number | null} [max_position_embeddings]
 * @property {number | null} [original_max_position_embeddings]
 * @property {ArrayLike<number> | null} [mrope_section]
 * @property {boolean | null} [mrope_interleaved]
 * @property {number | null} [attention_factor]
 */

/**
 * The name of a type: rope_type, or `type` in older files.
 * @template {string} T
 * @typedef {{rope_type: T, type?: string | null} | {rope_type?: null, type: T}} Named
 */

/**
 * The `rope_scaling` or `rope_parameters` object of a model's config.json, by its type.
 * @typedef {AnyScaling & ({rope_type?: 'default' | 'mrope' | null, type?: 'default' | 'mrope' | null,
 *     factor?: null}
 *   | Named<'linear'> & {factor: number}
 *   | Named<'ntk'> & {factor?: number, alpha?: number}
 *   | Named<'dynamic'> & {factor?: number, alpha?: number | null}
 *   | Named<'yarn'> & {factor?: number, beta_fast?: number | null, beta_slow?: number | null,
 *     truncate?: boolean | null, mscale?: number | null, mscale_all_dim?: number | null}
 *   | Named<'llama3'> & {factor: number, low_freq_factor: number, high_freq_factor: number}
 *   | Named<'longrope' | 'su'> & {short_factor: ArrayLike<number>, long_factor: ArrayLike<number>,
 *     factor?: number | null, short_mscale?: number | null, long_mscale?: number | null}
 *   | Named<'proportional'> & {factor?: number | null})} Scaling
 */

/**
 * @typedef {object} FrequencyOptions
 * @property {number} [base] at least 1; default: rope_theta of the scaling, or 10000
 * @property {number} [rotaryDim] how many elements of each head rotate, an even number; default:
 *   headDim, or the part of it given by partial_rotary_factor of the scaling
 * @property {Scaling | null} [scaling] the `rope_scaling` or `rope_parameters` object of a model's
 *   config.json, unchanged. Its `rope_type` (or `type`) is default, linear, ntk, dynamic, yarn,
 *   llama3, longrope (su), proportional or mrope. Other keys of the config are ignored, but a key
 *   that contradicts an option is an error
 * @property {number} [contextLength] how many positions are in use, at most 2^40; only together
 *   with scaling, whose types dynamic and longrope depend on it. Default: the last position + 1. A
 *   description from describeModel contains the number of positions that the model was made for. If
 *   positions are given, they override that number
 * @property {number} [maxPositions] max_position_embeddings of the config, if the scaling does not
 *   contain it; only together with scaling
 * @property {number} [originalMaxPositions] original_max_position_embeddings of the config, if the
 *   scaling does not contain it; only together with scaling
 * @property {ArrayLike<number>} [frequencies] [rotaryDim / 2], the frequencies in radians per
 *   position, instead of base and scaling
 * @property {ArrayLike<number>} [divisors] [rotaryDim / 2], the numbers by which the frequencies
 *   are divided after all scaling ("freq_factors")
 */

/** @typedef {import('../wasm.js').Machine} Machine */

/**
 * A copy of the option `scaling`. Its lists are checked when they are copied, and its other values
 * when they are used.
 * @typedef {{[Name in ScalingName]?: any}} RopeScaling
 */

/** @typedef {(typeof SCALING_NAMES)[number]} ScalingName */

/**
 * Changes the frequencies of `pairs` consecutive pairs in place, from pair `first` on. Each
 * frequency is the sum of two doubles, from two arrays that begin at the addresses `high` and
 * `low`.
 * @typedef {(machine: Machine, high: number, low: number, pairs: number, first?: number) => void}
 *   Change
 */

/**
 * The effect of a scaling.
 * @typedef {object} Scaled
 * @property {Change} [change] changes the frequencies; undefined if they stay as they are
 * @property {string} key a text that identifies the change and the values on which it depends
 * @property {number} fastest an upper bound of the frequencies' magnitudes
 * @property {number} [amplitude] the attention factor; default 1
 */

/**
 * @typedef {object} Frequencies
 * @property {number} pairs
 * @property {number} base
 * @property {number} divisor before `change`, frequency i is base^(-2i / divisor)
 * @property {number} amplitude the attention factor, which multiplies all cosines and sines
 * @property {string} key a text that distinguishes these frequencies and this amplitude from others
 *   with the same base and divisor
 * @property {Change} [change]
 * @property {number} [fastest] an upper bound of the frequencies' magnitudes; it may be missing if
 *   no magnitude exceeds 1
 * @property {RopeScaling} scaling the object that describes the scaling, which may also contain
 *   sections
 */

/** The keys of a scaling object that are read. */
const SCALING_NAMES = /** @type {const} */ ([
  'rope_type',
  'type',
  'factor',
  'alpha',
  'rope_theta',
  'partial_rotary_factor',
  'max_position_embeddings',
  'original_max_position_embeddings',
  'attention_factor',
  'beta_fast',
  'beta_slow',
  'truncate',
  'mscale',
  'mscale_all_dim',
  'low_freq_factor',
  'high_freq_factor',
  'short_factor',
  'long_factor',
  'short_mscale',
  'long_mscale',
  'mrope_section',
  'mrope_interleaved',
]);

/** Keys that change frequencies. A scaling that has one of them must have a type. */
const EFFECTS = /** @type {const} */ (['factor', 'alpha', 'short_factor', 'long_factor']);

/** The smallest number that is accepted as positive. Divisions by it do not overflow. */
const LEAST = 1e-300;

/** The largest factor. Its powers do not overflow. */
const LARGEST_FACTOR = 1e100;

/** The largest number of positions. */
const MOST_POSITIONS = 1099511627776; // 2^40

/** @type {RopeScaling} */
const NO_SCALING = Object.freeze({});

/** @type {Scaled} */
const UNCHANGED = Object.freeze({ key: '', fastest: 1 });

/** @param {string} name @param {unknown} value */
const positive = (name, value) => check.number(name, value, LEAST);

/** A config's scaling object, together with the other values that the formulas need. */
class Config {
  /**
   * @param {RopeScaling} scaling
   * @param {FrequencyOptions} options
   * @param {number} width the number of rotated elements of a head
   * @param {number} base
   * @param {number} context how many positions are in use
   */
  constructor(scaling, options, width, base, context) {
    this.scaling = scaling;
    this.width = width;
    this.base = base;
    this.context = context;
    const { maxPositions, originalMaxPositions } = options;
    /** How many positions the model is made for, if the config gives this number. @type {any} */
    this.longest = agreed(scaling, 'max_position_embeddings', 'maxPositions', maxPositions);
    /**
     * How many positions the model was first trained with, if the config gives this number.
     * @type {any}
     */
    this.original = agreed(
      scaling,
      'original_max_position_embeddings',
      'originalMaxPositions',
      originalMaxPositions,
    );
  }

  /**
   * Returns a value of the scaling object, after checking that it is a positive number.
   * @param {ScalingName} name
   * @param {unknown} [fallback] the value to use if the object lacks it
   */
  number(name, fallback) {
    const value = this.scaling[name] ?? fallback;
    return check.number(`scaling.${name}`, value, LEAST, LARGEST_FACTOR);
  }

  /**
   * Returns a number of positions, after checking it.
   * @param {ScalingName} name
   * @param {unknown} value
   */
  length(name, value) {
    return check.number(`scaling.${name}`, value, 1, MOST_POSITIONS);
  }

  /**
   * Returns how many positions the model was first trained with, after checking the number.
   * @param {unknown} [fallback]
   */
  trained(fallback) {
    return this.length('original_max_position_embeddings', this.original ?? fallback);
  }
}

/**
 * Returns a value that the scaling object or an option gives. If both give it, they must agree.
 * @param {RopeScaling} scaling
 * @param {ScalingName} name
 * @param {string} option the name of the option
 * @param {unknown} given the value of the option
 */
function agreed(scaling, name, option, given) {
  const value = scaling[name];
  if (value == null) return given;
  if (given !== undefined && given !== value)
    check.refuse(option, `scaling.${name}, which is ${check.shown(value)}, or none`, given);
  return value;
}

/**
 * Returns a change that divides all frequencies by one number, or each by a number of its own.
 * @param {ArrayLike<number>} divisors
 * @returns {Change}
 */
const divideBy =
  (divisors) =>
  (machine, high, low, pairs, first = 0) => {
    const stride = divisors.length > 1 ? 1 : 0;
    copyIn(machine.f64, machine.window, divisors, stride * first, 1, stride ? pairs : 1);
    machine.kernels.pe_scale_divide(high, low, pairs, machine.window, stride);
  };

/** @param {Iterable<number>} divisors */
const fastestOf = (divisors) => 1 / Math.min(...divisors);

/**
 * Position interpolation: `factor` divides all frequencies.
 * @param {Config} config
 * @returns {Scaled}
 */
function linear(config) {
  const factor = config.number('factor');
  return { change: divideBy([factor]), key: `linear ${factor}`, fastest: 1 / factor };
}

/**
 * NTK-aware scaling: the base grows until the last frequency is divided by `alpha`, or by `factor`
 * if there is no `alpha`.
 * @param {Config} config
 */
const ntk = (config) => growBase('ntk', alphaOf(config) ?? config.number('factor'));

/**
 * Dynamic NTK. If the config gives `alpha`, the frequencies are those of ntk. Otherwise this
 * function computes alpha, which grows with the context length.
 * @param {Config} config
 */
function dynamic(config) {
  const fixed = alphaOf(config);
  if (fixed !== undefined) return growBase('dynamic', fixed);
  const factor = config.number('factor');
  const length = config.length('max_position_embeddings', config.longest ?? config.original);
  const alpha = (factor * Math.max(config.context, length)) / length - (factor - 1);
  return growBase('dynamic', alpha);
}

/**
 * Returns `alpha` of the scaling, if there is one. If there is alpha, `factor` has no effect.
 * Published configs with alpha have a factor of 1.
 * @param {Config} config
 */
function alphaOf({ scaling: { alpha, factor } }) {
  if (alpha == null) return undefined;
  if (factor != null && factor !== 1)
    check.refuse('scaling.factor', '1 or none beside alpha', factor);
  return check.number('scaling.alpha', alpha, LEAST, LARGEST_FACTOR);
}

/**
 * Enlarges the base: the first frequency stays, and the last is divided by alpha.
 * @param {string} type
 * @param {number} alpha
 * @returns {Scaled}
 */
const growBase = (type, alpha) => ({
  change({ kernels }, high, low, pairs) {
    // If there is only one pair, its frequency is 1 with any base.
    if (pairs > 1) kernels.pe_scale_base(high, low, pairs, alpha, 2 * pairs - 2);
  },
  key: `${type} ${alpha}`,
  fastest: fastestOf([1, alpha * alpha]),
});

/**
 * Llama 3: pairs that turn at most low_freq_factor times within the original length are divided by
 * `factor`. Pairs that turn at least high_freq_factor times stay. Between them, the effect grows
 * gradually.
 * @param {Config} config
 * @returns {Scaled}
 */
function llama3(config) {
  const factor = config.number('factor');
  const from = config.number('high_freq_factor');
  const to = config.number('low_freq_factor');
  const length = config.trained();
  if (!(to <= from))
    check.refuse('scaling.low_freq_factor', `at most high_freq_factor, ${from}`, to);
  // The kernel divides by end - from. Llama 4 has equal factors, so `end` is made a little smaller.
  const end = Math.min(to, from * (1 - 1e-12));
  return {
    change({ kernels }, high, low, pairs) {
      kernels.pe_scale_ramp(high, low, pairs, factor, from, end, length);
    },
    key: `llama3 ${[factor, from, to, length]}`,
    fastest: fastestOf([1, factor]),
  };
}

/**
 * YaRN: pairs that turn at least beta_fast times within the original length stay. Pairs that turn
 * at most beta_slow times are divided by `factor`. Between them, the effect grows gradually.
 * @param {Config} config
 * @returns {Scaled}
 */
function yarn(config) {
  const { base, longest, scaling } = config;
  const length = config.trained(longest);
  const factor = config.number('factor', longest === undefined ? longest : longest / length);
  const fast = config.number('beta_fast', 32);
  const slow = config.number('beta_slow', 1);
  const truncate = check.flag('scaling.truncate', scaling.truncate ?? true);
  if (base === 1) check.refuse('base', 'more than 1 for yarn', base);
  const given = scaling.attention_factor;
  return {
    change({ kernels, f64, window }, high, low, pairs) {
      kernels.pe_yarn_range(window, 2 * pairs, base, length, fast, slow, truncate);
      const [from, to] = f64.subarray(window / 8, window / 8 + 2);
      kernels.pe_scale_ramp(high, low, pairs, factor, from, to, 0);
    },
    amplitude: positive('scaling.attention_factor', given ?? yarnMagnitude(config, factor)),
    key: `yarn ${[factor, length, fast, slow, truncate]}`,
    fastest: fastestOf([1, factor]),
  };
}

/**
 * Returns YaRN's attention factor. In DeepSeek's models it is the ratio of two such factors.
 * @param {Config} config
 * @param {number} factor
 */
function yarnMagnitude(config, factor) {
  /** @param {number} coefficient */
  const magnitude = (coefficient) =>
    factor <= 1 ? 1 : 0.1 * coefficient * open().kernels.pe_log(factor) + 1;
  const { mscale, mscale_all_dim: overall } = config.scaling;
  if (mscale && overall == null)
    check.refuseUnused('scaling.mscale', 'without mscale_all_dim', mscale);
  if (!(mscale && overall)) return magnitude(1);
  return magnitude(config.number('mscale')) / magnitude(config.number('mscale_all_dim'));
}

/**
 * LongRoPE: every pair has a divisor of its own. The divisors are long_factor if the context is
 * longer than the original length, and short_factor otherwise.
 * @param {Config} config
 * @returns {Scaled}
 */
function longrope(config) {
  const { scaling, longest } = config;
  const length = config.trained(longest);
  const name = config.context > length ? 'long' : 'short';
  const list = scaling[name === 'long' ? 'long_factor' : 'short_factor'];
  const divisors = check.numbers(`scaling.${name}_factor`, list, positive, config.width / 2);
  const factor = config.number('factor', longest === undefined ? 1 : longest / length);
  const { short_mscale: short, long_mscale: long } = scaling;
  const given = (name === 'long' ? long : short) ?? scaling.attention_factor;
  return {
    change: divideBy(divisors),
    amplitude: positive('scaling.attention_factor', given ?? longropeMagnitude(factor, length)),
    key: `longrope ${divisors}`,
    fastest: fastestOf(divisors),
  };
}

/** Returns LongRoPE's attention factor. @param {number} factor @param {number} length */
function longropeMagnitude(factor, length) {
  const { kernels } = open();
  return factor <= 1 ? 1 : Math.sqrt(1 + kernels.pe_log(factor) / kernels.pe_log(length));
}

/**
 * Proportional (Gemma 4): only the fraction partial_rotary_factor of the pairs turns. The other
 * pairs have frequency 0.
 * @param {Config} config
 * @returns {Scaled}
 */
function proportional(config) {
  const factor = config.number('factor', 1);
  const part = partOf(config.scaling.partial_rotary_factor ?? 1);
  const turning = Math.floor((part * config.width) / 2);
  const divide = divideBy([factor]);
  return {
    change(machine, high, low, pairs) {
      divide(machine, high, low, pairs);
      for (const at of [high, low]) machine.f64.fill(0, at / 8 + turning, at / 8 + pairs);
    },
    key: `proportional ${factor} ${turning}`,
    fastest: 1 / factor,
  };
}

/**
 * A type of scaling.
 * @typedef {object} ScalingType
 * @property {(config: Config) => Scaled} scale reads a config and returns the effect
 * @property {true} [keepsWidth] whether it reads partial_rotary_factor itself. With the other
 *   types, that factor reduces the number of rotated elements
 * @property {true} [amplifies] whether it has an attention factor
 */

/** @type {ScalingType} */
const PLAIN = { scale: () => UNCHANGED };

/** @type {ScalingType} */
const LONGROPE = { scale: longrope, amplifies: true };

/** All types of scaling, by their names in configs. @type {Record<string, ScalingType>} */
const SCALINGS = {
  default: PLAIN,
  mrope: PLAIN,
  linear: { scale: linear },
  ntk: { scale: ntk },
  dynamic: { scale: dynamic },
  yarn: { scale: yarn, amplifies: true },
  llama3: { scale: llama3 },
  longrope: LONGROPE,
  su: LONGROPE,
  proportional: { scale: proportional, keepsWidth: true },
};

/**
 * Returns the type that a scaling object names as rope_type, or as `type` in older files.
 * @param {RopeScaling} scaling
 * @returns {ScalingType}
 */
function typeOf({ rope_type: newer, type: older, ...others }) {
  const named = newer ?? older;
  if (named == null) {
    const effect = EFFECTS.find((name) => others[name] != null);
    if (effect) check.refuseKind('scaling.rope_type', `a type beside ${effect}`, named);
    return PLAIN;
  }
  const type = SCALINGS[check.word('scaling.rope_type', named, Object.keys(SCALINGS))];
  if (older != null && SCALINGS[check.word('scaling.type', older, Object.keys(SCALINGS))] !== type)
    check.refuse('scaling.type', `"${newer}" as in rope_type, or none`, older);
  return type;
}

/** @param {unknown} value */
const partOf = (value) => check.number('scaling.partial_rotary_factor', value, 0, 1);

/**
 * Returns how many elements of a head rotate.
 * @param {number} headDim
 * @param {number} [rotaryDim]
 * @param {unknown} [part] the fraction of the head that rotates; it must agree with rotaryDim
 */
export function widthOf(headDim, rotaryDim, part) {
  check.count('headDim', headDim, 0, WIDEST);
  const given =
    rotaryDim === undefined ? undefined : check.even('rotaryDim', rotaryDim, 0, headDim);
  if (part === undefined) return given ?? check.even('headDim', headDim, 0, WIDEST);
  const width = Math.floor(headDim * partOf(part));
  if (given !== undefined && given !== width)
    check.refuse('rotaryDim', `${width} as in scaling.partial_rotary_factor, or none`, given);
  return check.even('headDim times scaling.partial_rotary_factor', width);
}

/**
 * The options of one call that determine the frequencies, copied to a new object.
 * @typedef {FrequencyOptions & {sections?: ArrayLike<number>, described?: boolean,
 *   isChosen?: boolean}} Given
 *   described: whether the options are a description from describeModel
 *   isChosen: whether the caller chose the contextLength, although it is that of the description
 */

/**
 * Replaces the lists and the scaling of options by copies. Later changes by the caller then have no
 * effect.
 * @template {Given} T
 * @param {T} options options that a reader has returned
 * @returns {T} the same options
 */
export function settle(options) {
  const { scaling, frequencies, divisors, sections } = options;
  if (scaling != null) options.scaling = copyOfScaling(scaling);
  if (frequencies !== undefined) options.frequencies = check.copy('frequencies', frequencies);
  if (divisors !== undefined) options.divisors = check.copy('divisors', divisors);
  if (sections !== undefined) options.sections = check.numbers('sections', sections, size);
  return options;
}

/**
 * Copies a scaling object. Copies the lists in it that matter: `mrope_section`, and for longrope
 * the two lists of factors.
 * @param {unknown} scaling
 * @returns {RopeScaling}
 */
function copyOfScaling(scaling) {
  const copy = check.readAny('scaling', scaling, SCALING_NAMES);
  if (copy.mrope_section != null)
    copy.mrope_section = check.numbers('scaling.mrope_section', copy.mrope_section, size);
  /** @type {ScalingName[]} */
  const lists = typeOf(copy) === LONGROPE ? ['short_factor', 'long_factor'] : [];
  for (const name of lists)
    if (copy[name] != null) copy[name] = check.copy(`scaling.${name}`, copy[name]);
  return copy;
}

/** @type {check.Check} */
const size = (name, value) => check.count(name, value);

/**
 * Returns the frequencies that the options of a call determine.
 * @param {Given} options options that `settle` has returned
 * @param {number} headDim
 * @param {number} [last] the context length to use if the options give none
 * @returns {Frequencies}
 */
export function frequenciesOf(options, headDim, last = 0) {
  return isPlain(options)
    ? plainFrequencies(options, headDim)
    : chosenFrequencies(options, headDim, last);
}

/**
 * Returns whether the frequencies depend only on the base and on the number of rotated elements.
 * @param {FrequencyOptions} options
 */
const isPlain = (options) =>
  options.scaling == null &&
  options.frequencies === undefined &&
  options.divisors === undefined &&
  options.contextLength === undefined &&
  options.maxPositions === undefined &&
  options.originalMaxPositions === undefined;

/** @param {FrequencyOptions} options @param {number} headDim @returns {Frequencies} */
function plainFrequencies({ base = 1e4, rotaryDim }, headDim) {
  const width = widthOf(headDim, rotaryDim);
  return {
    pairs: width / 2,
    base: check.base(base),
    divisor: width,
    amplitude: 1,
    key: '',
    scaling: NO_SCALING,
  };
}

/**
 * Returns frequencies that are scaled, divided or given one by one.
 * @param {Given} options
 * @param {number} headDim
 * @param {number} last
 * @returns {Frequencies}
 */
function chosenFrequencies(options, headDim, last) {
  const scaling = /** @type {RopeScaling} */ (options.scaling ?? NO_SCALING);
  const type = typeOf(scaling);
  checkLengths(options);
  checkAttentionFactor(scaling, type);
  const part = type.keepsWidth ? undefined : scaling.partial_rotary_factor;
  const width = widthOf(headDim, options.rotaryDim, part ?? undefined);
  const base = baseOf(options, scaling);
  const context = contextOf(options, scaling, last);
  const scaled = type.scale(new Config(scaling, options, width, base, context));
  const given = options.frequencies === undefined ? scaled : givenFrequencies(options, width / 2);
  const { change, key, fastest } = divided(given, options.divisors, width / 2);
  const { amplitude = 1 } = scaled;
  return {
    pairs: width / 2,
    base,
    divisor: width,
    amplitude,
    change,
    // Unchanged frequencies get the key of plain frequencies, so that they are not computed anew.
    key: change || amplitude !== 1 ? `${key} ${amplitude}` : '',
    scaling,
    fastest,
  };
}

/**
 * Checks the options that are numbers of positions. They are accepted with every type of scaling,
 * so that a program can pass the lengths of any config. Throws if one is given without the option
 * `scaling`. A description from describeModel may contain them, because other functions need them.
 * @param {Given} options
 */
function checkLengths({ scaling, contextLength, maxPositions, originalMaxPositions, described }) {
  for (const [name, value] of Object.entries({
    maxPositions,
    originalMaxPositions,
    contextLength,
  })) {
    if (value === undefined) continue;
    if (name === 'contextLength') check.number(name, value, 0, MOST_POSITIONS);
    else check.count(name, value, 1);
    if (scaling === undefined && !described)
      check.refuseUnused(name, 'without scaling, which alone depends on it', value);
  }
}

/**
 * Refuses an attention factor that the type of the scaling would not apply.
 * @param {RopeScaling} scaling
 * @param {ScalingType} type
 */
function checkAttentionFactor({ attention_factor: factor }, type) {
  if (factor != null && factor !== 1 && !type.amplifies)
    check.refuse('scaling.attention_factor', '1 or none, except with yarn and longrope', factor);
}

/** @param {FrequencyOptions} options @param {RopeScaling} scaling */
function baseOf({ base }, scaling) {
  if (scaling.rope_theta != null) check.number('scaling.rope_theta', scaling.rope_theta, 1);
  return check.base(agreed(scaling, 'rope_theta', 'base', base) ?? 1e4);
}

/**
 * Returns how many positions are in use. In a description from describeModel, contextLength is the
 * number of positions that the model was made for. If the last position in use is known, it
 * overrides that number, except in a cache.
 * @param {Given} options
 * @param {RopeScaling} scaling
 * @param {number} last
 */
function contextOf({ contextLength, described, isChosen }, scaling, last) {
  const madeFor = described && !isChosen && contextLength === scaling.max_position_embeddings;
  return contextLength === undefined || (last && madeFor) ? last : contextLength;
}

/**
 * Returns a change that replaces all frequencies by those that the caller gave.
 * @param {FrequencyOptions} options
 * @param {number} pairs
 * @returns {Scaled}
 */
function givenFrequencies({ frequencies, base, scaling }, pairs) {
  if (base !== undefined || scaling != null)
    throw check.failure(
      TypeError,
      'frequencies',
      'neither base nor scaling with it',
      'at least one',
    );
  const list = check.numbers('frequencies', frequencies, check.number, pairs);
  return {
    change: replaceBy(list),
    key: `given ${list}`,
    fastest: check.farthest(list),
  };
}

/**
 * Returns a change that replaces all frequencies by those in a list.
 * @param {Float64Array} list
 * @returns {NonNullable<Scaled['change']>}
 */
export const replaceBy =
  (list) =>
  ({ f64 }, high, low, some, first = 0) => {
    copyIn(f64, high, list, first, 1, some);
    f64.fill(0, low / 8, low / 8 + some);
  };

/**
 * Divides frequencies by the caller's divisors, if there are any.
 * @param {Scaled} scaled
 * @param {ArrayLike<number> | undefined} divisors
 * @param {number} pairs
 * @returns {Scaled}
 */
function divided(scaled, divisors, pairs) {
  if (divisors === undefined) return scaled;
  const list = check.numbers('divisors', divisors, positive, pairs);
  const divide = divideBy(list);
  return {
    change(...part) {
      scaled.change?.(...part);
      if (pairs) divide(...part);
    },
    key: `${scaled.key} divided ${list}`,
    fastest: scaled.fastest * fastestOf(list),
  };
}
