/*
 * Lists the settings of rope that may explain measured speeds: bases with few digits, and the known
 * types of scaling. A speed is the angle by which a pair turns per position.
 */
import { ropeFrequencies } from '../index.js';
import { exp, log } from './elementary.js';

/** @typedef {import('./turns.js').Turn} Turn */

/**
 * A scaling object, as in the option `scaling` of applyRope.
 * @typedef {Record<string, unknown>} Scaling
 */

/**
 * Settings that may explain measured speeds.
 * @typedef {object} Candidate
 * @property {number} pairs
 * @property {number} base
 * @property {Scaling} [scaling]
 * @property {number} [contextLength] chooses the long or the short factors of longrope
 * @property {number} step the distance between positions that should be 1 apart
 * @property {number} cost how unusual the settings are
 * @property {Float64Array} frequencies
 */

/** An estimate, and its standard error. @typedef {{value: number, error: number}} Estimate */

/** An estimate may be off by at most this many standard errors. */
const SIGMAS = 7;

/**
 * Bases of at most two digits are tried as if the estimate had at least this relative error. If the
 * angles are in float32, the true error may be larger than the standard error.
 */
const ROUGH = 3e-4;

/** The cost of the settings that are tried last: the base 10000 and the step 1. */
const UNKNOWN = 100;

/** The relative error of a frequency that is computed and stored in float32. */
const FLOAT32_FREQUENCY = 1 / 4194304; // 2^-22

/** A context length for which longrope takes its long factors. */
const LONGEST = 1099511627776; // 2^40

/** The usual bases of models. NTK scaling may have enlarged them. */
const USUAL_BASES = [1e3, 1e4, 1e5, 1e6, 1e7].flatMap((power) =>
  [1, 1.5, 1.6, 2, 2.5, 4, 5, 8].map((digits) => digits * power),
);

/** The usual values of original_max_position_embeddings: 256, 512, ..., 2097152. */
const LENGTHS = Array.from({ length: 14 }, (_, i) => 256 * (1 << i));

/**
 * Lists numbers near an estimate, those with the fewest digits first.
 * @param {Estimate} estimate
 * @param {number[]} favourites numbers that come before all others
 * @param {number} [most] the largest number of digits
 */
function shortNumbers({ value, error }, favourites, most = 6) {
  const isNear = (/** @type {number} */ x) => Math.abs(x - value) <= SIGMAS * error;
  const digits = Array.from({ length: most }, (_, i) => Number(value.toPrecision(i + 1)));
  return [...new Set([...favourites, ...digits].filter(isNear))];
}

/**
 * Returns how unusual a base is. A base of many digits costs more, as a scaling may have made it.
 * @param {number} base
 */
function costOf(base) {
  const digits = digitsOf(base);
  if (base === 1e4) return 0;
  const isUsual = digits < 4 && base >= 100 && base <= 1e9;
  return isUsual ? digits : digits + 3;
}

/** Counts the digits of a number without the zeros at its ends. @param {number} x */
export const digitsOf = (x) =>
  Number(x)
    .toExponential()
    .replace(/e.*|[-.]/g, '').length;

/**
 * Lists bases and scalings that may explain measured speeds, the simplest first.
 * @param {Turn[]} turns
 * @param {{pairs: number, scalings: Scaling[]}} given scalings: scalings to try before all others
 * @returns {Candidate[]}
 */
export function candidatesFor(turns, { pairs, scalings }) {
  const speeds = turns.map(({ speed, speedError }) => ({
    value: Math.abs(speed),
    error: speedError + FLOAT32_FREQUENCY * Math.abs(speed),
  }));
  const found = [];
  const [fastest] = speeds;
  const steps = shortNumbers(fastest, [1], 3);
  const { value, error } = fastest;
  const slowness = { value: 1 / value, error: error / (value * value) };
  const factors = shortNumbers(slowness, [], 3).filter((each) => each > 1);
  // The measured step itself is not tried if only float32 errors separate it from one of `steps`.
  const isShort = steps.some((step) => Math.abs(step / value - 1) <= SIGMAS * FLOAT32_FREQUENCY);
  for (const step of [...steps.slice(0, 2), ...(isShort ? [] : [value])])
    found.push(...withStep(speeds, pairs, step, undefined, scalings));
  for (const each of factors.slice(0, 2)) found.push(...withStep(speeds, pairs, 1, each, scalings));
  const unknown = candidate({ pairs, base: 1e4, step: 1, cost: UNKNOWN });
  return [...found, ...(unknown ? [unknown] : [])].sort((a, b) => a.cost - b.cost);
}

/**
 * Lists the candidates for rows that all have the same position, the simplest first. Pairs that
 * have made less than a quarter turn show the base by their angles. Usual bases of one digit are
 * tried, too.
 * @param {Turn[]} turns
 * @param {{pairs: number, scalings: Scaling[], step: number}} given scalings: scalings to try, too
 * @returns {Candidate[]}
 */
export function candidatesAtOnePosition(turns, { pairs, scalings, step }) {
  const angles = turns.map(({ phase, phaseError }) => ({ value: phase, error: phaseError }));
  const short = USUAL_BASES.filter((base) => digitsOf(base) === 1);
  const usual = short.map((base) => ({ base, cost: costOf(base) }));
  const bases = [...usual, ...basesNear(logarithmOfSlow(angles, pairs))];
  const found = bases.flatMap(({ base, cost }) => [
    candidate({ pairs, base, step, cost }),
    ...scalings.flatMap((scaling) =>
      contextsOf(scaling).map((contextLength) =>
        candidate({ pairs, base, scaling, contextLength, step, cost: cost - 3 }),
      ),
    ),
  ]);
  return found.filter((each) => each !== undefined).sort((a, b) => a.cost - b.cost);
}

/**
 * Returns the logarithm of the base from the angles of the slow pairs, which have not yet turned
 * far. Each of these angles has the same sign as the next angle, and a larger magnitude.
 * @param {Estimate[]} angles
 * @param {number} pairs
 */
function logarithmOfSlow(angles, pairs) {
  const size = (/** @type {number} */ i) => Math.abs(angles[i].value);
  let first = angles.length - 1;
  while (
    first > 0 &&
    angles[first - 1].value * angles[first].value > 0 &&
    size(first - 1) > size(first) &&
    size(first - 1) < Math.PI / 2
  )
    first--;
  const list = [];
  for (let i = first + 1; i < angles.length; i++) {
    const { error } = angles[i];
    if (!(size(i) > 10 * error)) continue;
    const distance = pairs / (i - first);
    const errors = error / size(i) + angles[first].error / size(first);
    list.push({ value: distance * log(size(first) / size(i)), error: distance * errors });
  }
  return weightedMean(list);
}

/**
 * Lists the candidates that have this step. If `linear` is given, they have linear scaling by this
 * factor.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 * @param {number} step
 * @param {number | undefined} linear
 * @param {Scaling[]} scalings
 */
function withStep(speeds, pairs, step, linear, scalings) {
  const unit = linear === undefined ? step : step / linear;
  const scaled = speeds.map(({ value, error }) => ({ value: value / unit, error: error / unit }));
  const stepCost = step === 1 ? 0 : 1 + digitsOf(step);
  const build = (
    /** @type {number} */ base,
    /** @type {Scaling | undefined} */ scaling,
    /** @type {number} */ cost,
    /** @type {number | undefined} */ contextLength = undefined,
  ) => candidate({ pairs, base, scaling, contextLength, step, cost: stepCost + cost });
  const list = [];
  const linearScaling = linear === undefined ? undefined : { rope_type: 'linear', factor: linear };
  const linearCost = linear === undefined ? 0 : digitsOf(linear) - 0.5;
  for (const { base, cost } of basesOf(scaled, pairs))
    list.push(build(base, linearScaling, cost + linearCost));
  if (linear !== undefined) return list.filter((each) => each !== undefined);
  for (const { base, factor, cost } of changedBases(scaled, pairs))
    list.push(build(base, { rope_type: 'ntk', factor }, cost));
  for (const { base, cost } of basesOf(scaled, pairs, true)) {
    for (const scaling of scalings)
      for (const context of contextsOf(scaling)) list.push(build(base, scaling, cost - 3, context));
    for (const scaling of rampsOf(scaled, pairs, base)) list.push(build(base, scaling, cost + 1));
    const part = turningPart(scaled, pairs, base);
    if (part) list.push(build(base, part, cost + 1));
  }
  return list.filter((each) => each !== undefined);
}

/**
 * Returns the frequencies and the attention factor of settings.
 * @param {Pick<Candidate, 'pairs' | 'base' | 'scaling' | 'contextLength'>} settings
 */
export const frequenciesOf = ({ pairs, base, scaling, contextLength }) =>
  ropeFrequencies(2 * pairs, { base, scaling, contextLength });

/** Lists context lengths to try. Only longrope depends on them. @param {Scaling} scaling */
export const contextsOf = ({ rope_type, type }) =>
  ['longrope', 'su'].includes(/** @type {string} */ (rope_type ?? type))
    ? [0, LONGEST]
    : [undefined];

/**
 * Completes a candidate with its frequencies. Returns undefined for settings that are impossible.
 * @param {Omit<Candidate, 'frequencies'>} settings
 * @returns {Candidate | undefined}
 */
export function candidate(settings) {
  try {
    return { ...settings, frequencies: frequenciesOf(settings).frequencies };
  } catch {
    return undefined;
  }
}

/**
 * Lists bases that fit speeds.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 * @param {boolean} [fastOnly] whether to use only fast pairs, which most scalings do not change
 * @returns {{base: number, cost: number}[]}
 */
function basesOf(speeds, pairs, fastOnly = false) {
  const logarithm = logarithmOf(speeds, pairs, fastOnly);
  if (!logarithm) return fastOnly ? [] : [{ base: 1e4, cost: 0 }];
  return basesNear(logarithm);
}

/**
 * Lists bases whose logarithm is near an estimate.
 * @param {Estimate | undefined} logarithm
 * @returns {{base: number, cost: number}[]}
 */
function basesNear(logarithm) {
  if (!logarithm) return [];
  const base = exp(Math.min(200, logarithm.value));
  const near = { value: base, error: base * (logarithm.error + 1e-12) };
  const rough = { value: base, error: Math.max(near.error, ROUGH * base) };
  const bases = new Set([...shortNumbers(rough, [1e4], 2), ...shortNumbers(near, [], 5)]);
  const list = [...bases].map((each) => ({ base: each, cost: costOf(each) }));
  return [...list.slice(0, 3), { base, cost: 12 }].filter((each) => each.base >= 1);
}

/**
 * Returns the logarithm of the base. Each pair with a precise speed gives an estimate, and the
 * result is their weighted mean.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 * @param {boolean} fastOnly
 * @returns {Estimate | undefined}
 */
function logarithmOf(speeds, pairs, fastOnly) {
  const list = [];
  for (let i = 1; i < speeds.length; i++) {
    const { value, error } = speeds[i];
    if (!(value > 10 * error) || (fastOnly && i > 1 && value < 0.3)) continue;
    const own = (-pairs / i) * log(value);
    const ownError = ((pairs / i) * error) / value;
    list.push({ value: own, error: ownError });
  }
  return weightedMean(list);
}

/**
 * Returns the weighted mean of estimates. The error of the mean grows if the estimates differ by
 * more than their errors.
 * @param {Estimate[]} list
 * @returns {Estimate | undefined}
 */
function weightedMean(list) {
  let sum = 0;
  let weights = 0;
  for (const { value, error } of list) {
    sum += value / (error * error);
    weights += 1 / (error * error);
  }
  if (!weights) return undefined;
  const mean = sum / weights;
  let squares = 0;
  for (const { value, error } of list)
    squares += ((value - mean) / error) * ((value - mean) / error);
  const excess = list.length > 1 ? Math.max(1, squares / (list.length - 1)) : 1;
  const least = Math.min(...list.map(({ error }) => error));
  return { value: mean, error: Math.min(least, 2 / Math.sqrt(weights)) * Math.sqrt(excess) };
}

/**
 * Lists usual bases that NTK scaling may have enlarged by a factor of one or two digits.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 */
function changedBases(speeds, pairs) {
  const logarithm = logarithmOf(speeds, pairs, false);
  if (!logarithm || pairs < 2) return [];
  const list = [];
  for (const base of USUAL_BASES) {
    // base' = base factor^(d / (d - 2))
    const power = ((logarithm.value - log(base)) * (pairs - 1)) / pairs;
    if (!(power > 0.05 && power < 12)) continue;
    const value = exp(power);
    const error = value * (logarithm.error + 1e-12);
    for (const factor of shortNumbers({ value, error }, [], 2).slice(0, 1))
      list.push({ base, factor, cost: digitsOf(factor) + digitsOf(base) + (base === 1e4 ? 0 : 1) });
  }
  return list;
}

/**
 * Lists scalings of YaRN and Llama 3 that may explain the speeds. These scalings change slow pairs
 * fully, pairs in the middle partly, and fast pairs not at all.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 * @param {number} base
 * @returns {Scaling[]}
 */
function rampsOf(speeds, pairs, base) {
  const plain = candidate({ pairs, base, step: 1, cost: 0 });
  const factor = plain && slowFactor(speeds, plain.frequencies);
  if (!factor) return [];
  /** @type {{scaling: Scaling, distance: number}[]} */
  const list = [];
  for (const each of shortNumbers(factor, [], 3).slice(0, 2))
    for (const scaling of rampsWith(each)) {
      const made = candidate({ pairs, base, scaling, step: 1, cost: 0 });
      if (made) list.push({ scaling, distance: distanceOf(speeds, made.frequencies) });
    }
  return list
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 2)
    .map(({ scaling }) => scaling);
}

/**
 * Lists the usual scalings of YaRN and Llama 3 that have the given factor.
 * @param {number} factor
 * @returns {Scaling[]}
 */
export const rampsWith = (factor) =>
  LENGTHS.flatMap((original_max_position_embeddings) => {
    const shared = { factor, original_max_position_embeddings };
    const llama = { rope_type: 'llama3', ...shared, low_freq_factor: 1 };
    return [
      { ...llama, high_freq_factor: 4 },
      { ...llama, high_freq_factor: 1 },
      { rope_type: 'yarn', ...shared },
      { rope_type: 'yarn', ...shared, truncate: false },
    ];
  });

/**
 * Returns the factor by which a scaling divides the frequencies of the slowest pairs. Returns
 * undefined if these pairs are not scaled, or show no factor.
 * @param {Estimate[]} speeds
 * @param {Float64Array} frequencies the frequencies without scaling
 * @returns {Estimate | undefined}
 */
function slowFactor(speeds, frequencies) {
  const last = speeds.length - 1;
  const list = [];
  for (let i = last; i > last - Math.max(1, speeds.length / 8); i--) {
    const value = frequencies[i] / speeds[i].value;
    const error = (value * speeds[i].error) / speeds[i].value;
    if (error < value / 4) list.push({ value, error });
  }
  const mean = weightedMean(list);
  if (!mean || mean.value < 1.05) return undefined;
  return { value: mean.value, error: Math.max(mean.error, 1e-6 * mean.value) };
}

/**
 * Returns how far frequencies are from measured speeds. The distance of each pair is limited, so
 * that a few wrong pairs do not decide.
 * @param {Estimate[]} speeds
 * @param {Float64Array} frequencies
 */
export function distanceOf(speeds, frequencies) {
  let sum = 0;
  speeds.forEach(({ value, error }, i) => {
    const off = (value - frequencies[i]) / error;
    sum += Math.min(off * off, 1e4);
  });
  return sum;
}

/**
 * Returns proportional scaling, if only the first pairs turn.
 * @param {Estimate[]} speeds
 * @param {number} pairs
 * @param {number} base
 * @returns {Scaling | undefined}
 */
function turningPart(speeds, pairs, base) {
  const plain = candidate({ pairs, base, step: 1, cost: 0 });
  let turning = speeds.length;
  while (turning && speeds[turning - 1].value < SIGMAS * speeds[turning - 1].error) turning--;
  const first = speeds[turning];
  if (!plain || !turning || !first) return undefined;
  // If the first still pair would be too slow to measure without scaling, it shows no scaling.
  if (plain.frequencies[turning] < 2 * SIGMAS * first.error) return undefined;
  return { rope_type: 'proportional', partial_rotary_factor: turning / pairs };
}
