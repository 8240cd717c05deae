import { describeModel, ropeFrequencies, wavelengths } from '../../index.js';

/**
 * Ways to stretch.
 * @type {{key: string, name: string, type: string, models: string}[]}
 */
export const METHODS = [
  { key: 'none', name: 'None', type: 'default', models: 'models within their length' },
  { key: 'linear', name: 'Linear', type: 'linear', models: 'LongChat, Gemma 3' },
  { key: 'ntk', name: 'NTK', type: 'ntk', models: 'InternLM2 (dynamic)' },
  { key: 'yarn', name: 'YaRN', type: 'yarn', models: 'Qwen 2.5, DeepSeek, gpt-oss' },
  { key: 'llama3', name: 'Llama 3', type: 'llama3', models: 'Llama 3.1 to 3.3' },
  { key: 'longrope', name: 'LongRoPE', type: 'longrope', models: 'Phi-3, Phi-4-mini' },
];

/** Ratios and angles nearer than this are one: they come from one rounding or two. */
const SAME = 1e-12;

/** The scaling of a model in the state; none where it is no JSON object. @param {string} text @returns {any} */
export function scalingOf(text) {
  try {
    const scaling = JSON.parse(text);
    return typeof scaling === 'object' && scaling && !Array.isArray(scaling) ? scaling : null;
  } catch {
    return null;
  }
}

/** @param {any} scaling a model's */
export const methodOf = (scaling) => ({ su: 'longrope', dynamic: 'ntk' }[/** @type {'su'} */ (scaling?.rope_type)] ?? METHODS.find((each) => each.type === scaling?.rope_type)?.key ?? 'none');

/**
 * What a method is asked for: its parameters are the model's where the model uses it, else the usual ones.
 * @param {string} key @param {any} state @param {any} scaling
 */
function requestOf(key, { length, factor, ramp }, scaling) {
  const own = scaling && methodOf(scaling) === key ? scaling : {};
  const trained = { original_max_position_embeddings: length, max_position_embeddings: length };
  const { beta_fast: fast = 32, beta_slow: slow = 1 } = own;
  return {
    none: undefined,
    linear: { rope_type: 'linear', factor },
    ntk: own.rope_type ? { ...own, ...trained, factor } : { rope_type: 'ntk', factor },
    // The paper's ramp counts turns, as that of Llama 3 does; the common code's counts pairs.
    yarn: ramp === 'paper' ? { rope_type: 'llama3', low_freq_factor: slow, high_freq_factor: fast, ...trained, factor } : { ...own, rope_type: 'yarn', ...trained, factor, truncate: ramp === 'code' },
    llama3: { low_freq_factor: 1, high_freq_factor: 4, ...own, rope_type: 'llama3', ...trained, factor },
    longrope: own.long_factor ? { ...own, ...trained, factor } : null,
  }[/** @type {'none'} */ (key)];
}

/**
 * One method on every pair; null where the method needs what only a model has, or refuses what it is given.
 * @param {string} key @param {any} state @param {any} scaling @param {Float64Array} plain @param {Float64Array} waves @param {number} target
 */
function stretched(key, state, scaling, plain, waves, target) {
  const { dim, base, length, factor } = state;
  const request = requestOf(key, state, scaling);
  if (request === null) return null;
  /** @param {any} asked */
  const ask = (asked) => ropeFrequencies(dim, { rotaryDim: dim, base, scaling: asked, contextLength: target });
  try {
    const { frequencies, attentionFactor } = ask(request);
    const ratio = frequencies.map((frequency, pair) => frequency / plain[pair]);
    const counts = { kept: 0, blended: 0, slowed: 0, unseen: 0 };
    const unseen = Array.from(ratio, (each, pair) => waves[pair] > length && each * target > length * (1 + SAME));
    ratio.forEach((each, pair) => {
      counts[Math.abs(each - 1) < SAME ? 'kept' : Math.abs(each * factor - 1) < SAME ? 'slowed' : 'blended']++;
      if (unseen[pair]) counts.unseen++;
    });
    const amplitude = key === 'yarn' && state.ramp === 'paper' ? ask(requestOf(key, { ...state, ramp: 'code' }, scaling)).attentionFactor : attentionFactor;
    return { frequencies, ratio, waves: waves.map((wave, pair) => wave / ratio[pair]), unseen, counts, amplitude };
  } catch {
    return null;
  }
}

/**
 * Every method on every pair.
 * @param {{dim: number, base: number, length: number, factor: number, target: number, ramp: string, scaling: string}} state target 0: factor times length
 */
export function stretchModel(state) {
  const { dim, base, length } = state;
  const target = state.target || length * state.factor;
  const scaling = scalingOf(state.scaling);
  const waves = wavelengths(dim, { base });
  const plain = ropeFrequencies(dim, { base }).frequencies;
  const rows = METHODS.map(({ key }) => stretched(key, state, scaling, plain, waves, target));
  const ntk = rows[2]?.frequencies;
  return {
    target, waves, rows,
    /** Pairs that came once around in training. */
    whole: waves.filter((wave) => wave <= length).length,
    /** NTK's base, since w[1] w[last] = 1 / base. */
    raised: ntk && ntk.length > 1 ? 1 / (ntk[1] * ntk[ntk.length - 1]) : base,
    scaling,
    own: scaling && methodOf(scaling),
  };
}

/** Numbers of a state, from a link that anyone may have written, as short as float32 has them. @param {any} value @returns {any} */
const short = (value) => (typeof value === 'number' ? Number(value.toPrecision(8)) : Array.isArray(value) ? value.map(short) : value);

/**
 * What a pasted config.json, or its rope_scaling alone, changes in the state, and what to say of it.
 * @param {string} text @param {any} state
 * @returns {{patch?: any, error?: string, note?: string}}
 */
export function readConfig(text, state) {
  let config;
  try {
    config = JSON.parse(text);
  } catch (refused) {
    return { error: `This is no JSON: ${/** @type {Error} */ (refused).message}` };
  }
  const alone = config && typeof config === 'object' && !config.model_type && (config.rope_type ?? config.type);
  try {
    const found = /** @type {any} */ (alone ? { scheme: 'rope', base: config.rope_theta ?? state.base, rotaryDim: state.dim, scaling: { ...config, rope_type: alone }, } : describeModel(config));
    const { scheme, base, rotaryDim, scaling, contextLength } = found;
    if (scheme !== 'rope' || !rotaryDim) return { error: `This model has no rotary pairs to stretch: its scheme is “${scheme}”.` };
    const method = methodOf(scaling);
    const type = scaling?.rope_type ?? 'default';
    const length = scaling?.original_max_position_embeddings ?? (type === 'linear' && contextLength ? contextLength / scaling.factor : contextLength ?? scaling?.max_position_embeddings ?? state.length);
    const factor = scaling?.factor ?? Math.max(1, (contextLength ?? length) / length);
    const target = contextLength > length && contextLength !== length * factor ? contextLength : 0;
    ropeFrequencies(rotaryDim, { rotaryDim, base, scaling, contextLength: target || 2 * length, originalMaxPositions: length });
    const kept = method === 'none' ? '' : JSON.stringify(Object.fromEntries(Object.entries(scaling).filter(([name]) => !/^mrope|^partial/.test(name)).map(([name, value]) => [name, short(value)])));
    const whole = wavelengths(rotaryDim, { base }).filter((wave) => wave <= length).length;
    // A pair that has seen part of its circle.
    const pair = Math.min(rotaryDim / 2 - 1, Math.floor((3 * whole + rotaryDim / 2) / 4));
    const patch = { dim: rotaryDim, base, length, factor, target, method, scaling: kept, pair, ramp: scaling?.truncate === false ? 'exact' : 'code' };
    const notes = [
      type === 'linear' && contextLength && 'The config gives one length, taken as the stretched one.',
      method === 'none' && type !== 'default' && `Its scaling, “${type}”, stretches nothing; the pairs are shown as they would turn without it.`,
      found.perLayer && 'Its layers differ; these are the ones that see everything.',
    ];
    return { patch, note: notes.filter(Boolean).join(' ') };
  } catch (refused) {
    // A list of all that it knows is more than a reader wants.
    return { error: `${/** @type {Error} */ (refused).message.replace(/^(.{90}\S*) .{120,}( \S+, got )/s, '$1 …$2')}.` };
  }
}
