/*
 * Which frequencies a model's rotary pairs have: from its base and the scaling object of its
 * config.json, read as the transformers library reads it, or given one by one.
 */
import * as check from './check.js';
import {WIDEST, copyIn, open} from './wasm.js';

/** The options that choose frequencies; every rotary function takes them. */
export const OPTIONS = 'base rotaryDim scaling contextLength maxPositions originalMaxPositions frequencies divisors';

/**
 * @typedef {object} FrequencyOptions
 * @property {number} [base] at least 1; the scaling's rope_theta, or 10000
 * @property {number} [rotaryDim] even, how much of each head is rotated; headDim, or the scaling's partial_rotary_factor of it
 * @property {object | null} [scaling] a model's `rope_scaling` or `rope_parameters` as it stands in its config.json. Its `rope_type` (or
 *   `type`) is default, linear, ntk, dynamic, yarn, llama3, longrope (su), proportional or mrope; keys that type does not need are ignored
 * @property {number} [contextLength] how many positions are in use, on which dynamic and longrope depend; the last position + 1, also
 *   where a description of describeModel says how many the model was made for
 * @property {number} [maxPositions] the config's max_position_embeddings, where scaling lacks it
 * @property {number} [originalMaxPositions] the config's original_max_position_embeddings, where scaling lacks it
 * @property {ArrayLike<number>} [frequencies] [rotaryDim / 2] in radians per position, instead of base and scaling
 * @property {ArrayLike<number>} [divisors] [rotaryDim / 2] numbers by which the frequencies are divided at last ("freq_factors")
 */

/**
 * @typedef {object} Frequencies
 * @property {number} pairs @property {number} base @property {number} divisor w[i] = base^(-2i / divisor), before `change`
 * @property {number} amplitude the attention factor, by which cosines and sines are multiplied
 * @property {string} key tells frequencies and amplitude from others of the same base and divisor
 * @property {(m: import('./wasm.js').Machine, high: number, low: number, pairs: number, first?: number) => void} [change] what scaling does to those from pair `first` on
 * @property {number} [fastest] none is more, where they may be more than 1
 * @property {any} scaling the object they come from, for its sections
 */

const TYPES = {default: 'default', mrope: 'default', linear: 'linear', ntk: 'ntk', dynamic: 'dynamic', yarn: 'yarn', llama3: 'llama3', longrope: 'longrope', su: 'longrope', proportional: 'proportional'};
const LEAST = 1e-300, NONE = Object.freeze({});

/** Division by one divisor, or by one for each pair: through the window. @param {ArrayLike<number>} divisors @returns {NonNullable<Frequencies['change']>} */
const divide = divisors => (m, high, low, pairs, first = 0) => {
  const each = divisors.length > 1 ? 1 : 0;
  copyIn(m.f64, m.window, divisors, each * first, 1, each ? pairs : 1);
  m.kernels.pe_scale_divide(high, low, pairs, m.window, each);
};
/** @param {Float64Array} divisors */
const fastestOf = divisors => 1 / Math.min(...divisors);

/** YaRN's 0.1 c ln s + 1. @param {number} scale @param {number} coefficient */
const magnitude = (scale, coefficient = 1) => scale <= 1 ? 1 : 0.1 * coefficient * open().kernels.pe_log(scale) + 1;

/**
 * What a scaling does: its change of the frequencies, its amplitude, and what tells it from others.
 * @param {string} type @param {any} s @param {any} options @param {number} width @param {number} base @param {number} context
 * @returns {{change?: Frequencies['change'], amplitude?: number, key?: any[], fastest?: number}}
 */
function changeOf(type, s, {maxPositions, originalMaxPositions}, width, base, context) {
  /** A number of the object, in (0, most]. @param {string} name @param {any} [fallback] */
  const field = (name, fallback, value = s[name] ?? fallback, shown = `scaling.${name}`) => check.number(shown, value, LEAST);
  const most = s.max_position_embeddings ?? maxPositions, original = s.original_max_position_embeddings ?? originalMaxPositions;
  /** @param {any} [fallback] */
  const trained = fallback => field('original_max_position_embeddings', original ?? fallback);
  if (type === 'linear') {
    const factor = field('factor');
    return {change: divide([factor]), key: [factor], fastest: 1 / factor};
  }
  if (type === 'ntk' || type === 'dynamic') {
    let alpha = s.alpha === undefined && type === 'ntk' ? field('factor') : 0;
    if (s.alpha !== undefined) alpha = field('alpha');
    else if (!alpha) {
      const factor = field('factor'), length = field('max_position_embeddings', most ?? original);
      alpha = factor * Math.max(context, length) / length - (factor - 1);
    }
    // With one pair there is no base to change.
    return {change: (m, high, low, pairs) => { if (pairs > 1) m.kernels.pe_scale_base(high, low, pairs, alpha, 2 * pairs - 2); }, key: [alpha], fastest: 1 / (alpha * alpha)};
  }
  if (type === 'llama3') {
    const factor = field('factor'), from = field('high_freq_factor'), to = field('low_freq_factor'), length = trained();
    if (!(to <= from)) check.refuse('scaling.low_freq_factor', `at most high_freq_factor, ${from}`, to);
    // Where they are one, as in Llama 4, the ramp is a step.
    const end = Math.min(to, from * (1 - 1e-12));
    return {change: (m, high, low, pairs) => m.kernels.pe_scale_ramp(high, low, pairs, factor, from, end, length), key: [factor, from, to, length], fastest: 1 / factor};
  }
  if (type === 'yarn') {
    const length = trained(most), factor = field('factor', most === undefined ? most : most / length), fast = field('beta_fast', 32), slow = field('beta_slow', 1);
    const truncate = check.flag('scaling.truncate', s.truncate ?? true), {mscale, mscale_all_dim: all} = s;
    if (base === 1) check.refuse('base', 'more than 1 for yarn', base);
    const given = s.attention_factor ?? (mscale && all ? magnitude(factor, field('mscale')) / magnitude(factor, field('mscale_all_dim')) : magnitude(factor));
    return {
      change(m, high, low, pairs) {
        m.kernels.pe_yarn_range(m.window, 2 * pairs, base, length, fast, slow, truncate);
        const [from, to] = m.f64.subarray(m.window / 8, m.window / 8 + 2);
        m.kernels.pe_scale_ramp(high, low, pairs, factor, from, to, 0);
      },
      amplitude: field('attention_factor', given), key: [factor, length, fast, slow, truncate], fastest: 1 / factor
    };
  }
  if (type === 'longrope') {
    const length = trained(most), long = context > length, name = long ? 'long' : 'short';
    const list = check.numbers(`scaling.${name}_factor`, s[`${name}_factor`], (at, value) => check.number(at, value, LEAST), width / 2);
    const factor = field('factor', most === undefined ? 1 : most / length), own = s[`${name}_mscale`] ?? s.attention_factor;
    const {kernels} = open(), given = factor <= 1 ? 1 : Math.sqrt(1 + kernels.pe_log(factor) / kernels.pe_log(length));
    return {change: divide(list), amplitude: field('attention_factor', 0, own ?? given), key: [list], fastest: fastestOf(list)};
  }
  if (type === 'proportional') {
    const factor = field('factor', 1), live = Math.floor(check.number('scaling.partial_rotary_factor', s.partial_rotary_factor ?? 1, 0, 1) * width / 2);
    return {
      change(m, high, low, pairs) {
        divide([factor])(m, high, low, pairs);
        for (const at of [high, low]) m.f64.fill(0, at / 8 + live, at / 8 + pairs);
      },
      key: [factor, live], fastest: 1 / factor
    };
  }
  return NONE;
}

/** How much of a head is rotated. @param {any} headDim @param {any} rotaryDim @param {number} [part] of the head, where rotaryDim is not given */
export function widthOf(headDim, rotaryDim, part) {
  check.count('headDim', headDim, 0, WIDEST);
  if (rotaryDim !== undefined) return check.even('rotaryDim', rotaryDim, 0, headDim);
  if (part === undefined) return check.even('headDim', headDim, 0, WIDEST);
  return check.even('headDim times scaling.partial_rotary_factor', Math.floor(headDim * check.number('scaling.partial_rotary_factor', part, 0, 1)));
}

/**
 * The frequencies that the options of a call choose.
 * @param {any} options @param {any} headDim @param {number} [last] the context length where none is given
 * @returns {Frequencies}
 */
export function frequenciesOf(options, headDim, last = 0) {
  const {scaling, frequencies, divisors, contextLength, maxPositions, originalMaxPositions, rotaryDim} = options, s = scaling ?? NONE;
  if (s === NONE && frequencies === undefined && divisors === undefined && contextLength === undefined && maxPositions === undefined && originalMaxPositions === undefined) {
    const width = widthOf(headDim, rotaryDim);
    return {pairs: width / 2, base: check.base(options.base === undefined ? 1e4 : options.base), divisor: width, amplitude: 1, key: '', scaling: s};
  }
  for (const [name, value] of [['maxPositions', maxPositions], ['originalMaxPositions', originalMaxPositions]]) if (value !== undefined) check.count(name, value, 1);
  if (typeof s !== 'object' || Array.isArray(s) || ArrayBuffer.isView(s)) check.refuseKind('scaling', 'an object or null', scaling);
  const name = s.rope_type ?? s.type ?? 'default', type = Object.hasOwn(TYPES, name) && /** @type {any} */ (TYPES)[name];
  if (!type) check.word('scaling.rope_type', name, Object.keys(TYPES));
  const width = widthOf(headDim, rotaryDim, type === 'proportional' ? undefined : s.partial_rotary_factor ?? undefined), pairs = width / 2;
  const base = options.base === undefined && s.rope_theta != null ? check.number('scaling.rope_theta', s.rope_theta, 1) : check.base(options.base === undefined ? 1e4 : options.base);
  // What a model was made for, in its description, is not what is in use, where that is known.
  const used = contextLength !== undefined && !(last && options.scheme && contextLength === s.max_position_embeddings);
  const context = used ? check.number('contextLength', contextLength, 0) : last;
  let {change, amplitude = 1, key = [], fastest = 1} = changeOf(type, s, options, width, base, context);
  if (frequencies !== undefined) {
    if (options.base !== undefined || scaling != null) throw new TypeError('frequencies: expected without base and scaling, got both');
    const list = check.numbers('frequencies', frequencies, check.number, pairs);
    change = (m, high, low, some, first = 0) => { copyIn(m.f64, high, list, first, 1, some); m.f64.fill(0, low / 8, low / 8 + some); };
    key = [list];
    fastest = check.farthest(list);
  }
  if (divisors !== undefined) {
    const list = check.numbers('divisors', divisors, (at, value) => check.number(at, value, LEAST), pairs), before = change;
    change = (...part) => { before?.(...part); if (pairs) divide(list)(...part); };
    key = [...key, list];
    fastest *= fastestOf(list);
  }
  // the unscaled frequencies have the same key however they are asked for
  return {pairs, base, divisor: width, amplitude, change, key: change ? `${frequencies === undefined ? type : 'own'} ${key.join(' ')} ${divisors !== undefined} ${amplitude}` : '', scaling: s, fastest};
}
