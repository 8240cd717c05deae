/**
 * Computes the numbers of PeStretch: what six methods of stretching the context do to every pair.
 * A pair is two numbers of a vector that turn together, at a frequency of their own. Stretching
 * slows some pairs. So in longer texts, fewer pairs reach angles that training never showed.
 * YaRN's ramp is its transition between the pairs that it keeps and the pairs that it slows.
 */
import { ropeFrequencies, wavelengths } from '../../index.js';

/** @typedef {'none' | 'linear' | 'ntk' | 'yarn' | 'llama3' | 'longrope'} MethodKey */

/**
 * @typedef {object} State
 * @property {number} length the number of positions that the model was trained on
 * @property {number} factor how many times longer the context becomes
 * @property {number} target the length to reach; 0 means factor times length
 * @property {number} base
 * @property {number} dim the number of rotary dimensions, two for each pair
 * @property {'paper' | 'code' | 'exact'} ramp how YaRN's ramp is computed
 * @property {MethodKey} method
 * @property {number} pair the chosen pair
 * @property {string} scaling a model's `rope_scaling` as JSON, or an empty text
 */

/** @typedef {import('../../rope/scaling.js').Scaling} ModelScaling */

/**
 * A model's `rope_scaling`. It may come from a link, so the library checks each of its values.
 * @typedef {object} Scaling
 * @property {string} [rope_type]
 * @property {number} [factor]
 * @property {number} [beta_fast]
 * @property {number} [beta_slow]
 * @property {number} [low_freq_factor]
 * @property {number} [high_freq_factor]
 * @property {boolean} [truncate]
 * @property {number[]} [long_factor]
 * @property {number} [original_max_position_embeddings]
 * @property {number} [max_position_embeddings]
 */

/**
 * The effect of one method on every pair. Each array has one element for each pair.
 * @typedef {object} Row
 * @property {Float64Array} frequencies radians per position
 * @property {Float64Array} ratio the new frequency divided by the old one
 * @property {Float64Array} waves the new number of positions per turn
 * @property {boolean[]} unseen whether the pair reaches angles that training never showed
 * @property {{kept: number, blended: number, slowed: number, unseen: number}} counts the
 *   number of pairs that are kept, blended, slowed, and at unseen angles
 * @property {number} amplitude the factor that multiplies cosines and sines
 */

/**
 * The two lengths of a model that was stretched before its file was published.
 * @typedef {object} Stages
 * @property {number} first the number of positions in the first training
 * @property {number} last the number of positions that the model was made for
 * @property {boolean} isTrained whether the model is known to have been trained on the last length
 */

/**
 * @typedef {object} Numbers
 * @property {number} target the length to reach
 * @property {Float64Array} waves the number of positions per turn of each pair in training
 * @property {(Row | null)[]} rows one row for each method; null if the method cannot run
 * @property {number} whole the number of pairs that completed a turn in training
 * @property {number} raised the new, larger base that NTK uses
 * @property {Scaling | null} scaling the `rope_scaling` of the model in the state
 * @property {Stages | null} stages the lengths in this scaling; null if it has only one length
 * @property {MethodKey | null} own the method that this model uses
 */

/**
 * All numbers that the figure shows. `chosen` is the index of the chosen method. Until the question
 * is answered, `covered` is true, and `rows` has null for the methods that would answer it.
 * @typedef {Numbers & {state: State, chosen: number, covered: boolean}} Model
 */

/**
 * What a clock of level="beginner" shows. Angles are in turns.
 * @typedef {object} Clock
 * @property {number} step the angle between the hands of two neighbouring words
 * @property {number} far the angle that the hand reaches at the target length
 * @property {number} slowed how many times slower the clock turns than in training
 */

/**
 * The methods, and the values of `rope_type` that name each of them.
 * @type {{key: MethodKey, types: string[]}[]}
 */
export const METHODS = [
  { key: 'none', types: ['default'] },
  { key: 'linear', types: ['linear'] },
  { key: 'ntk', types: ['ntk', 'dynamic'] },
  { key: 'yarn', types: ['yarn'] },
  { key: 'llama3', types: ['llama3'] },
  { key: 'longrope', types: ['longrope', 'su'] },
];
const NTK = METHODS.findIndex(({ key }) => key === 'ntk');

/** Ratios and angles that differ by less than this count as equal. Only rounding separates them. */
const SAME = 1e-12;

/**
 * Parses the scaling in the state. Returns null if the text is not a JSON object.
 * @param {string} text
 * @returns {Scaling | null}
 */
export function scalingOf(text) {
  // Usually the text is empty. JSON.parse would then throw an error. In a page that has just
  // loaded, catching an error takes very long.
  if (!text) return null;
  try {
    const scaling = JSON.parse(text);
    return typeof scaling === 'object' && scaling && !Array.isArray(scaling) ? scaling : null;
  } catch {
    return null;
  }
}

/**
 * Finds the method that a model's scaling names. Returns 'none' if it names no method of METHODS.
 * @param {{rope_type?: string | null} | null | undefined} scaling
 */
export const methodOf = (scaling) =>
  METHODS.find(({ types }) => types.includes(scaling?.rope_type ?? ''))?.key ?? 'none';

/**
 * Finds both lengths in a model's scaling. Returns null if there is only one, or if the reader has
 * changed the trained length. A file does not say on which lengths a model was trained. For Llama
 * 3.1 and its successors, "The Llama 3 Herd of Models" (2024), section 3.4.2, reports the lengths.
 * After 8,192 positions, six stages of training reached 131,072.
 * @param {Scaling | null} scaling
 * @param {number} length the trained length of the state
 * @returns {Stages | null}
 */
export function stagesOf(scaling, length) {
  const { original_max_position_embeddings: first, max_position_embeddings: last } = scaling ?? {};
  if (first !== length || !Number.isSafeInteger(last) || Number(last) <= first) return null;
  const isTrained = scaling?.rope_type === 'llama3' && first === 8192 && last === 131072;
  return { first, last: Number(last), isTrained };
}

/**
 * Each function makes the scaling with which the library computes one method. It returns null if
 * the method needs parameters from a model's config, and there is no such config. `own` contains
 * the model's parameters if the model uses this method; else it is empty.
 * @type {Record<MethodKey, (state: State, own: Scaling) => Scaling | null | undefined>}
 */
const REQUESTS = {
  none: () => undefined,
  linear: ({ factor }) => ({ rope_type: 'linear', factor }),
  ntk: (state, own) =>
    own.rope_type
      ? { ...own, ...lengthsOf(state), factor: state.factor }
      : { rope_type: 'ntk', factor: state.factor },
  yarn: yarnRequest,
  llama3: (state, own) => ({
    low_freq_factor: 1,
    high_freq_factor: 4,
    ...own,
    rope_type: 'llama3',
    ...lengthsOf(state),
    factor: state.factor,
  }),
  longrope: (state, own) =>
    own.long_factor ? { ...own, ...lengthsOf(state), factor: state.factor } : null,
};

/**
 * Returns the trained length under both names that a `rope_scaling` can give it.
 * @param {State} state
 */
const lengthsOf = ({ length }) => ({
  original_max_position_embeddings: length,
  max_position_embeddings: length,
});

/**
 * Makes the scaling that computes YaRN. The ramp of YaRN's paper depends on the number of turns, as
 * Llama 3's does. So Llama 3's formula computes this ramp. In the usual implementations, the ramp
 * depends on the index of the pair.
 * @param {State} state
 * @param {Scaling} own
 * @returns {Scaling}
 */
function yarnRequest(state, own) {
  const { ramp, factor } = state;
  const lengths = lengthsOf(state);
  if (ramp !== 'paper')
    return { ...own, rope_type: 'yarn', ...lengths, factor, truncate: ramp === 'code' };
  const { beta_fast: fast = 32, beta_slow: slow = 1 } = own;
  return {
    rope_type: 'llama3',
    low_freq_factor: slow,
    high_freq_factor: fast,
    ...lengths,
    factor,
  };
}

/**
 * Makes the scaling for a method, with the model's own parameters if the model uses this method.
 * @param {MethodKey} key
 * @param {State} state
 * @param {Scaling | null} scaling the model's scaling
 */
export const requestOf = (key, state, scaling) =>
  REQUESTS[key](state, scaling && methodOf(scaling) === key ? scaling : {});

/**
 * Returns 'kept' if the ratio does not change a frequency. Returns 'slowed' if the ratio divides it
 * by the whole factor, and 'blended' if the ratio is in between.
 * @param {number} ratio
 * @param {number} factor
 */
function kindOf(ratio, factor) {
  if (Math.abs(ratio - 1) < SAME) return 'kept';
  return Math.abs(ratio * factor - 1) < SAME ? 'slowed' : 'blended';
}

/**
 * Counts the pairs of each kind, and the pairs at unseen angles.
 * @param {Float64Array} ratio
 * @param {boolean[]} unseen
 * @param {number} factor
 */
function countPairs(ratio, unseen, factor) {
  const counts = { kept: 0, blended: 0, slowed: 0, unseen: 0 };
  ratio.forEach((each, pair) => {
    counts[kindOf(each, factor)]++;
    if (unseen[pair]) counts.unseen++;
  });
  return counts;
}

/**
 * Applies one method to every pair. Returns null if the method needs a model's parameters and there
 * are none, or if the library rejects the parameters.
 * @param {MethodKey} key
 * @param {State} state
 * @param {Scaling | null} scaling
 * @param {{plain: Float64Array, waves: Float64Array, target: number}} trained the
 *   trained frequencies, the trained positions per turn, and the length to reach
 * @returns {Row | null}
 */
function stretched(key, state, scaling, { plain, waves, target }) {
  const { dim, base, length, factor, ramp } = state;
  const request = requestOf(key, state, scaling);
  if (request === null) return null;
  /** @param {Scaling | null | undefined} wanted */
  const ask = (wanted) =>
    ropeFrequencies(dim, {
      rotaryDim: dim,
      base,
      scaling: /** @type {ModelScaling | null} */ (wanted ?? null),
      contextLength: target,
    });
  try {
    const { frequencies, attentionFactor } = ask(request);
    const ratio = frequencies.map((frequency, pair) => frequency / plain[pair]);
    const unseen = Array.from(
      ratio,
      (each, pair) => waves[pair] > length && each * target > length * (1 + SAME),
    );
    const amplitude =
      key === 'yarn' && ramp === 'paper'
        ? ask(requestOf(key, { ...state, ramp: 'code' }, scaling)).attentionFactor
        : attentionFactor;
    return {
      frequencies,
      ratio,
      waves: waves.map((wave, pair) => wave / ratio[pair]),
      unseen,
      counts: countPairs(ratio, unseen, factor),
      amplitude,
    };
  } catch {
    return null;
  }
}

/**
 * Returns the new base of NTK: 1 / (w[1] w[last]), where w are the new frequencies.
 * @param {Row | null} row
 * @param {number} base the old base, which is returned if there are fewer than two frequencies
 */
function raisedBase(row, base) {
  const frequencies = row?.frequencies;
  if (!frequencies || frequencies.length < 2) return base;
  return 1 / (frequencies[1] * frequencies[frequencies.length - 1]);
}

/**
 * Applies every method to every pair.
 * @param {State} state
 * @returns {Numbers}
 */
export function stretchModel(state) {
  const { dim, base, length } = state;
  const target = state.target || length * state.factor;
  const scaling = scalingOf(state.scaling);
  const waves = wavelengths(dim, { base });
  const plain = ropeFrequencies(dim, { base }).frequencies;
  const rows = METHODS.map(({ key }) => stretched(key, state, scaling, { plain, waves, target }));
  return {
    target,
    waves,
    rows,
    whole: waves.filter((wave) => wave <= length).length,
    raised: raisedBase(rows[NTK], base),
    scaling,
    stages: stagesOf(scaling, length),
    own: scaling && methodOf(scaling),
  };
}

/**
 * Returns the six pairs that level="beginner" shows as clocks: three fast ones and three slow ones.
 * @param {number} count the number of pairs
 */
export function clockPairs(count) {
  const last = count - 1;
  const shares = [0, 1 / 16, 1 / 8, 20 / 22, 21 / 22, 1];
  return shares.map((share) => Math.round(share * last));
}

/**
 * Returns the numbers that move smoothly while the clocks change. These are the target length, and
 * for each clock the new frequency divided by the old one. Returns no number if the question hides
 * the method.
 * @param {Numbers} numbers
 * @param {number} chosen the index of the method
 * @returns {Record<string, number>}
 */
export function pacesOf({ waves, rows, target }, chosen) {
  const row = rows[chosen];
  if (!row) return {};
  const paces = clockPairs(waves.length).map((pair, at) => [`pace${at}`, row.ratio[pair]]);
  return { reach: target, ...Object.fromEntries(paces) };
}

/**
 * Returns what each clock shows. Returns no clock if the question hides the method.
 * @param {Float64Array} waves the positions per turn of each pair in training
 * @param {Record<string, number>} paces as `pacesOf` returns them
 * @returns {Clock[]}
 */
export function clocksOf(waves, paces) {
  return clockPairs(waves.length).flatMap((pair, at) => {
    const pace = paces[`pace${at}`];
    const step = pace / waves[pair];
    return pace ? [{ step, far: paces.reach * step, slowed: 1 / pace }] : [];
  });
}

/**
 * Removes the rows of the methods that would answer the question. The rows of `none` and `linear`
 * stay, and so does the row of the method that the reader's own model uses.
 * @template {Numbers} Each
 * @param {Each} numbers
 * @returns {Each}
 */
export const withoutAnswers = (numbers) => ({
  ...numbers,
  rows: numbers.rows.map((row, at) => {
    const { key } = METHODS[at];
    return key === 'none' || key === 'linear' || key === numbers.own ? row : null;
  }),
});
