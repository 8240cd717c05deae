/*
 * The frequencies of a model's rotary pairs. They are computed from the base and from the
 * `rope_scaling` object of the model's config.json, which is read as in the transformers library. A
 * caller may also give the frequencies one by one. To support another type of scaling, add a
 * function to SCALINGS.
 */
import * as check from '../check.js';
import { WIDEST, copyIn, open } from '../wasm.js';

/** The names of the options that determine the frequencies. Every rotary function accepts them. */
export const OPTIONS =
  'base rotaryDim scaling contextLength maxPositions originalMaxPositions frequencies divisors';

/**
 * @typedef {object} FrequencyOptions
 * @property {number} [base] at least 1; default: rope_theta of the scaling, or 10000
 * @property {number} [rotaryDim] how many elements of each head rotate, an even number; default:
 *   headDim, or the part of it given by partial_rotary_factor of the scaling
 * @property {object | null} [scaling] the `rope_scaling` or `rope_parameters` object of a model's
 *   config.json, unchanged. Its `rope_type` (or `type`) is default, linear, ntk, dynamic, yarn,
 *   llama3, longrope (su), proportional or mrope. Keys that this type does not need are ignored
 * @property {number} [contextLength] how many positions are in use; only dynamic and longrope
 *   depend on it. Default: the last position + 1. A description from describeModel contains the
 *   number of positions that the model was made for; if positions are given, they override that
 *   number
 * @property {number} [maxPositions] max_position_embeddings of the config, if the scaling does not
 *   contain it
 * @property {number} [originalMaxPositions] original_max_position_embeddings of the config, if the
 *   scaling does not contain it
 * @property {ArrayLike<number>} [frequencies] [rotaryDim / 2], the frequencies in radians per
 *   position, instead of base and scaling
 * @property {ArrayLike<number>} [divisors] [rotaryDim / 2], the numbers by which the frequencies
 *   are divided after all scaling ("freq_factors")
 */

/** @typedef {import('../wasm.js').Machine} Machine */

/**
 * The option `scaling`. Each of its values is checked when it is read.
 * @typedef {Record<string, unknown>} RopeScaling
 */

/**
 * Changes the frequencies of `pairs` consecutive pairs, from pair `first` on, in place. Each
 * frequency is the sum of two doubles, which lie at the addresses `high` and `low`.
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

/** The smallest number that is accepted as positive. Divisions by it do not overflow. */
const LEAST = 1e-300;

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
    /**
     * How many positions the model is made for, if the config says so. The value is not checked.
     */
    this.longest = /** @type {number | undefined} */ (
      scaling.max_position_embeddings ?? options.maxPositions
    );
    /**
     * How many positions the model was first trained with, if the config says so. The value is not
     * checked.
     */
    this.original = scaling.original_max_position_embeddings ?? options.originalMaxPositions;
  }

  /**
   * Returns a value of the scaling object, after checking that it is a positive number.
   * @param {string} name
   * @param {unknown} [fallback] the value to use if the object lacks it
   */
  number(name, fallback) {
    return positive(`scaling.${name}`, this.scaling[name] ?? fallback);
  }

  /**
   * Returns how many positions the model was first trained with, after checking the number.
   * @param {unknown} [fallback]
   */
  trained(fallback) {
    return this.number('original_max_position_embeddings', this.original ?? fallback);
  }
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

/** @param {Float64Array} divisors */
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
const ntk = (config) =>
  growBase('ntk', config.number(config.scaling.alpha === undefined ? 'factor' : 'alpha'));

/**
 * Dynamic NTK: like ntk, but without `alpha` the divisor grows with the context length.
 * @param {Config} config
 */
function dynamic(config) {
  if (config.scaling.alpha !== undefined) return growBase('dynamic', config.number('alpha'));
  const factor = config.number('factor');
  const length = config.number('max_position_embeddings', config.longest ?? config.original);
  const alpha = (factor * Math.max(config.context, length)) / length - (factor - 1);
  return growBase('dynamic', alpha);
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
  fastest: 1 / (alpha * alpha),
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
  // If the two factors are equal, as in Llama 4, the effect begins abruptly.
  const end = Math.min(to, from * (1 - 1e-12));
  return {
    change({ kernels }, high, low, pairs) {
      kernels.pe_scale_ramp(high, low, pairs, factor, from, end, length);
    },
    key: `llama3 ${[factor, from, to, length]}`,
    fastest: 1 / factor,
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
    fastest: 1 / factor,
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
  if (!(config.scaling.mscale && config.scaling.mscale_all_dim)) return magnitude(1);
  return magnitude(config.number('mscale')) / magnitude(config.number('mscale_all_dim'));
}

/**
 * LongRoPE: every pair has a divisor of its own. It comes from long_factor if the context is longer
 * than the original length, and from short_factor otherwise.
 * @param {Config} config
 * @returns {Scaled}
 */
function longrope(config) {
  const { scaling, longest } = config;
  const length = config.trained(longest);
  const name = config.context > length ? 'long' : 'short';
  const divisors = check.numbers(
    `scaling.${name}_factor`,
    scaling[`${name}_factor`],
    positive,
    config.width / 2,
  );
  const factor = config.number('factor', longest === undefined ? 1 : longest / length);
  const given = scaling[`${name}_mscale`] ?? scaling.attention_factor;
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
 * Proportional (Gemma 4): only a part of the pairs turns, which is the fraction
 * partial_rotary_factor. The other pairs have frequency 0.
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
 * All types of scaling, by their names in configs. Each function reads a config and returns the
 * effect.
 * @type {Record<string, (config: Config) => Scaled>}
 */
const SCALINGS = {
  default: () => UNCHANGED,
  mrope: () => UNCHANGED,
  linear,
  ntk,
  dynamic,
  yarn,
  llama3,
  longrope,
  su: longrope,
  proportional,
};

/**
 * The types whose function reads partial_rotary_factor itself. With all other types, that factor
 * reduces the number of rotated elements.
 */
const KEEP_WIDTH = ['proportional'];

/** Returns the type that a scaling object names. @param {RopeScaling} scaling */
function typeOf(scaling) {
  const type = scaling.rope_type ?? scaling.type ?? 'default';
  if (Object.hasOwn(SCALINGS, /** @type {string} */ (type))) return /** @type {string} */ (type);
  return check.word('scaling.rope_type', type, Object.keys(SCALINGS));
}

/** @param {unknown} value */
const partOf = (value) => check.number('scaling.partial_rotary_factor', value, 0, 1);

/**
 * Returns how many elements of a head rotate.
 * @param {number} headDim
 * @param {number} [rotaryDim]
 * @param {unknown} [part] which part of the head rotates, if rotaryDim is not given
 */
export function widthOf(headDim, rotaryDim, part) {
  check.count('headDim', headDim, 0, WIDEST);
  if (rotaryDim !== undefined) return check.even('rotaryDim', rotaryDim, 0, headDim);
  if (part === undefined) return check.even('headDim', headDim, 0, WIDEST);
  const width = Math.floor(headDim * partOf(part));
  return check.even('headDim times scaling.partial_rotary_factor', width);
}

/**
 * Returns the frequencies that the options of a call determine.
 * @param {FrequencyOptions & {scheme?: unknown}} options if they have a scheme, they are a
 *   description from describeModel
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
 * Whether the frequencies depend only on the base and on the number of rotated elements.
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
 * @param {FrequencyOptions & {scheme?: unknown}} options
 * @param {number} headDim
 * @param {number} last
 * @returns {Frequencies}
 */
function chosenFrequencies(options, headDim, last) {
  const scaling = scalingOf(options);
  const type = typeOf(scaling);
  const part = KEEP_WIDTH.includes(type) ? undefined : scaling.partial_rotary_factor;
  const width = widthOf(headDim, options.rotaryDim, part ?? undefined);
  const base = baseOf(options, scaling);
  const context = contextOf(options, scaling, last);
  const scaled = SCALINGS[type](new Config(scaling, options, width, base, context));
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
 * Checks the options for scaling, and returns the scaling object or an empty one.
 * @param {FrequencyOptions} options
 */
function scalingOf({ scaling, maxPositions, originalMaxPositions }) {
  if (maxPositions !== undefined) check.count('maxPositions', maxPositions, 1);
  if (originalMaxPositions !== undefined)
    check.count('originalMaxPositions', originalMaxPositions, 1);
  const found = scaling ?? NO_SCALING;
  if (typeof found !== 'object' || Array.isArray(found) || ArrayBuffer.isView(found))
    check.refuseKind('scaling', 'an object or null', scaling);
  return /** @type {RopeScaling} */ (found);
}

/** @param {FrequencyOptions} options @param {RopeScaling} scaling */
function baseOf({ base }, scaling) {
  const theta = scaling.rope_theta;
  if (base === undefined && theta != null) return check.number('scaling.rope_theta', theta, 1);
  return check.base(base === undefined ? 1e4 : base);
}

/**
 * Returns how many positions are in use. In a description from describeModel, contextLength is the
 * number of positions that the model was made for. If the last position in use is known, it
 * overrides that number.
 * @param {FrequencyOptions & {scheme?: unknown}} options
 * @param {RopeScaling} scaling
 * @param {number} last
 */
function contextOf({ contextLength, scheme }, scaling, last) {
  const madeFor = scheme && contextLength === scaling.max_position_embeddings;
  if (contextLength === undefined || (last && madeFor)) return last;
  return check.number('contextLength', contextLength, 0);
}

/**
 * Returns a change that replaces all frequencies by those that the caller gave.
 * @param {FrequencyOptions} options
 * @param {number} pairs
 * @returns {Scaled}
 */
function givenFrequencies({ frequencies, base, scaling }, pairs) {
  if (base !== undefined || scaling != null)
    throw new TypeError('frequencies: expected without base and scaling, got both');
  const list = check.numbers('frequencies', frequencies, check.number, pairs);
  return {
    change({ f64 }, high, low, some, first = 0) {
      copyIn(f64, high, list, first, 1, some);
      f64.fill(0, low / 8, low / 8 + some);
    },
    key: `given ${list}`,
    fastest: check.farthest(list),
  };
}

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
