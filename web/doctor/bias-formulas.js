/*
 * Fits biases that are functions of the distance between query and key: ALiBi, KERPLE and Sandwich.
 */
import { alibiSlopes, sandwichBias } from '../index.js';
import { exp, log } from './elementary.js';
import { explainDistances, median } from './bias-values.js';

/** @typedef {import('./bias-values.js').Bias} Bias */
/** @typedef {import('./bias-values.js').Distances} Distances */

/**
 * A formula with its parameters.
 * @typedef {object} Fit
 * @property {Record<string, unknown>} settings the parameters, named as in BiasIdentification
 * @property {(head: number, distance: number) => number} at the value for a distance key - query
 * @property {(head: number) => number} slack the absolute error that values may have in addition
 *   to their relative error, in units of the bias's `rounding`
 * @property {number} explained the fraction of the distances that the formula explains
 * @property {string[]} notes
 */

/**
 * For each direction: the bias of a key after its query is this factor times the bias of a key as
 * far before the query.
 */
const SIDES = /** @type {const} */ ({ both: 1, before: 0, signed: -1 });

/** A slope counts as 0 if its magnitude is less than this. */
const NOTHING = 1e-30;

/** Returns the logarithm to base 2. */
const log2 = (/** @type {number} */ x) => log(x) / Math.LN2;

/**
 * Returns, for each head, the values of keys that are 0, 1, 2, ... positions before their query.
 * @param {Bias} bias
 * @param {Distances} distances
 */
const sidesBefore = ({ keys }, { values }) =>
  values.map((list) =>
    Float64Array.from({ length: keys }, (_, distance) => list[keys - 1 - distance]),
  );

/**
 * Completes a formula of the distance with the direction that explains most.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {{settings: Record<string, unknown>, of: (head: number, distance: number) => number,
 *   slack?: (head: number) => number, notes?: string[]}} formula of: the value for a distance of at
 *   least 0
 * @returns {Fit}
 */
function withDirection(bias, distances, { settings, of, slack = () => 0, notes = [] }) {
  /** @type {Fit | undefined} */
  let best;
  const { keys } = bias;
  const hasLater = distances.counts.subarray(keys).some(Boolean);
  for (const [direction, factor] of Object.entries(SIDES)) {
    const at = (/** @type {number} */ head, /** @type {number} */ distance) =>
      distance > 0 ? factor * of(head, distance) : of(head, -distance);
    const explained = explainDistances(bias, distances, at, slack);
    if (best && explained <= best.explained) continue;
    best = {
      settings: { ...settings, ...(hasLater && { direction }) },
      at,
      slack,
      explained,
      notes,
    };
  }
  return /** @type {Fit} */ (best);
}

/**
 * Fits ALiBi: a value that is proportional to the distance.
 * @param {Bias} bias
 * @param {Distances} distances
 * @returns {Fit | undefined}
 */
export function fitAlibi(bias, distances) {
  const sides = sidesBefore(bias, distances);
  const { keys, rounding } = bias;
  const far = Math.min(...sides.map(farthest));
  if (keys < 3 || far < 2) return undefined;
  const own = sides.map((side) => (Number.isFinite(side[0]) ? side[0] : 0));
  // Far keys show the slope most precisely.
  const slopes = sides.map((side, head) =>
    median([...side.keys()].slice(Math.ceil((far + 1) / 2)).map((i) => -(side[i] - own[head]) / i)),
  );
  if (!slopes.some((slope) => Math.abs(slope) > NOTHING)) return undefined;
  const shift = median(slopes.map((slope, head) => (slope ? -own[head] / slope : NaN)));
  const whole = Math.round(shift);
  const rule = ruleOf(slopes, Math.max(16 * rounding, 1e-12));
  const exact = rule?.slopes ?? slopes;
  const isOpposite = exact.every((slope) => slope <= 0);
  const opposite = isOpposite ? ['Farther keys have a larger bias: its sign is flipped.'] : [];
  const { rule: name, maxBias, mistake = opposite[0] } = rule ?? {};
  const fit = withDirection(bias, distances, {
    settings: { rule: name, maxBias, slopes: Float64Array.from(exact), mistake },
    of: (head, distance) => 0 - exact[head] * (distance + whole),
    notes: [...(rule?.notes ?? ['The slopes follow no rule: they may be learned.']), ...opposite],
  });
  return whole ? withShift(fit, whole) : fit;
}

/**
 * Adds the note that the distances of a fit are shifted by a whole number. If all keys have this
 * shift, each row only gains a constant, which softmax ignores. Otherwise, the shift is a mistake.
 * @param {Fit} fit
 * @param {number} whole how much larger the distances are; negative if they are smaller
 * @returns {Fit}
 */
function withShift(fit, whole) {
  const { settings, notes } = fit;
  const isHarmless = [undefined, 'both'].includes(/** @type {undefined} */ (settings.direction));
  const shifted =
    whole > 0 ? `Distances are larger by ${whole}.` : `Distances are smaller by ${-whole}.`;
  if (!isHarmless)
    return {
      ...fit,
      settings: { ...settings, mistake: settings.mistake ?? shifted },
      notes: [...notes, shifted],
    };
  const harmless =
    whole > 0
      ? `Distances are larger by ${whole}. Softmax ignores the difference.`
      : `Distances are smaller by ${-whole}. Softmax ignores the difference.`;
  return { ...fit, notes: [...notes, harmless] };
}

/**
 * A rule that the slopes follow.
 * @typedef {object} Rule
 * @property {'paper' | 'geometric'} rule
 * @property {number} maxBias
 * @property {number[]} slopes
 * @property {string[]} notes
 * @property {string} [mistake] the note that names a mistake
 */

/**
 * Finds the rule that slopes follow.
 * @param {number[]} slopes
 * @param {number} tolerance the relative error that each slope may have
 * @returns {Rule | undefined}
 */
export function ruleOf(slopes, tolerance) {
  let heads = slopes.length;
  while (heads > 1 && Math.abs(slopes[heads - 1]) < NOTHING) heads--;
  const used = slopes.slice(0, heads);
  const zeros = slopes.slice(heads).map(() => 0);
  const rest = zeros.length ? [`Only the first ${heads} heads have a bias.`] : [];
  const unusual = `The paper has other slopes for ${heads} heads: ${heads} is no power of two.`;
  const signed = used[0] < 0 ? -1 : 1;
  const sizes = used.map((slope) => signed * slope);
  const ways = /** @type {const} */ ([
    [sizes, []],
    [[...sizes].reverse(), ['The slopes are in the reverse order of heads.']],
  ]);
  for (const [list, notes] of ways)
    for (const rule of /** @type {const} */ (['paper', 'geometric'])) {
      const found = namedRule(list, rule, tolerance);
      if (!found) continue;
      const ordered = notes.length ? [...found.slopes].reverse() : found.slopes;
      return {
        ...found,
        rule,
        slopes: [...ordered.map((slope) => signed * slope), ...zeros],
        notes: [...rest, ...notes, ...found.notes, ...(rule === 'geometric' ? [unusual] : [])],
        mistake: notes[0] ?? found.mistake,
      };
    }
  return undefined;
}

/**
 * Returns how slopes follow a rule: exactly, with a factor, or with a common mistake. Returns
 * undefined if they do not follow the rule.
 * @param {number[]} slopes
 * @param {'paper' | 'geometric'} rule
 * @param {number} tolerance
 */
function namedRule(slopes, rule, tolerance) {
  const heads = slopes.length;
  if (slopes.some((slope) => !(slope > 0))) return undefined;
  let whole = 1;
  while (2 * whole <= heads) whole *= 2;
  const count = rule === 'paper' ? whole : heads;
  const exponent =
    count > 1 ? (log2(slopes[0] / slopes[count - 1]) * count) / (count - 1) : -log2(slopes[0]);
  for (const digits of [1, 2, 3]) {
    const maxBias = Number(exponent.toPrecision(digits));
    if (!(maxBias > 0 && maxBias <= 126)) continue;
    const exact = [...alibiSlopes(heads, { rule, maxBias })];
    const step = exp((maxBias / count) * Math.LN2);
    const half = exp((maxBias / count / 2) * Math.LN2);
    const factor = slopes[0] / exact[0];
    const scaled = (/** @type {number} */ by) => exact.map((slope) => slope * by);
    const ways = /** @type {[number[], string[]][]} */ ([
      [exact, []],
      [
        exact.map((slope, head) => slope * (head < count ? step : half)),
        ['Slopes are off by one: heads are counted from 0, not from 1.'],
      ],
      [
        exact.map((slope, head) => slope / (head < count ? step : half)),
        ['Slopes are off by one: heads are counted from 2, not from 1.'],
      ],
      [
        exact.map((_, head) => exact[head % count]),
        [`The slopes begin again at head ${count}: they are those of ${count} heads.`],
      ],
      [
        scaled(factor),
        [`The slopes are those of the rule times ${Number(factor.toPrecision(6))}.`],
      ],
    ]);
    const fits = (/** @type {number[]} */ list) =>
      list.every((slope, head) => Math.abs(slopes[head] / slope - 1) <= tolerance);
    // One or two slopes fit every rule times some factor. So the last of `ways` needs more heads.
    const found = ways.slice(0, heads > 2 ? 5 : 4).find(([list]) => fits(list));
    const isMistake = found !== undefined && ways.indexOf(found) > 0 && found !== ways[4];
    const mistake = isMistake ? found[1][0] : undefined;
    if (found) return { maxBias, slopes: found[0], notes: found[1], mistake };
  }
  return undefined;
}

/** The unit roundoff of float32, 2^-24. */
const FLOAT32 = 1 / 16777216;

/** `shortened` may change a parameter by at most this fraction. */
const SHORT = 1 / 4194304; // 2^-22

/** KERPLE and Sandwich are not tried if there are fewer distances. */
const LEAST_DISTANCES = 5;

/**
 * Fits one form of KERPLE.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {'log' | 'power'} form
 * @returns {Fit | undefined}
 */
export function fitKerple(bias, distances, form) {
  const { rounding } = bias;
  const sides = sidesBefore(bias, distances);
  if (sides[0].filter(Number.isFinite).length <= LEAST_DISTANCES) return undefined;
  const fits = sides.map((side) => (form === 'log' ? logarithmOf(side, rounding) : powerOf(side)));
  if (!fits.every(({ p, a }) => p >= 0 && a >= 0 && p < Infinity && a < Infinity)) return undefined;
  const [exact, short] = [fits, fits.map(({ p, a }) => ({ p: shortened(p), a: shortened(a) }))].map(
    (list) => kerpleWith(bias, distances, form, list),
  );
  return short.explained >= exact.explained ? short : exact;
}

/**
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {'log' | 'power'} form
 * @param {{p: number, a: number}[]} fits the parameters of each head
 */
function kerpleWith(bias, distances, form, fits) {
  const of = (/** @type {number} */ head, /** @type {number} */ distance) => {
    const { p, a } = fits[head];
    if (!distance || !a || !p) return 0;
    return form === 'log' ? 0 - p * log(1 + a * distance) : 0 - a * exp(p * log(distance));
  };
  const share = sumShare(bias);
  return withDirection(bias, distances, {
    settings: { form, p: fits.map(({ p }) => p), a: fits.map(({ a }) => a) },
    of,
    // The sum 1 + a * distance is rounded before its logarithm is taken.
    slack: (head) => (form === 'log' ? 3 * fits[head].p * share : 0),
  });
}

/**
 * Returns the rounding error of sums, in units of the bias's `rounding`. It assumes that sums are
 * computed in float32, or in float64 if the bias has this type.
 * @param {Bias} bias
 */
const sumShare = ({ rounding }) => Math.min(1, FLOAT32 / rounding);

/** Rounds x to five digits, if this changes x by at most the fraction SHORT. @param {number} x */
function shortened(x) {
  const short = Number(x.toPrecision(5));
  return Math.abs(short - x) <= SHORT * Math.abs(x) ? short : x;
}

/** @param {Float64Array} side the values of the distances 0, 1, 2, ... */
function powerOf(side) {
  const far = farthest(side);
  if (!(side[1] < 0) || !(side[far] < 0)) return zeroOr(side);
  const p = median(
    [far, (2 * far) / 3, far / 2].map(Math.floor).map((i) => log(side[i] / side[1]) / log(i)),
  );
  // The value at distance 1 is -a, and other values show a, too.
  const a = median([1, 2, 3, far].map((i) => -side[i] / exp(p * log(i))));
  return { p, a };
}

/** Returns the last distance that has a value. @param {Float64Array} side */
function farthest(side) {
  let last = side.length - 1;
  while (last > 1 && !Number.isFinite(side[last])) last--;
  return last;
}

/** Returns p = a = 0 for a head without bias, else NaN. @param {Float64Array} side */
const zeroOr = (side) => (side.some((x) => x !== 0) ? { p: NaN, a: NaN } : { p: 0, a: 0 });

/**
 * Finds p and a of -p ln(1 + a * distance). The ratio of two values falls as a grows, so a
 * bisection finds a.
 * @param {Float64Array} side
 * @param {number} rounding
 */
function logarithmOf(side, rounding) {
  const far = farthest(side);
  if (!(side[1] < 0) || !(side[far] < 0)) return zeroOr(side);
  const near = Math.max(1, Math.floor(far / 8));
  const ratio = side[far] / side[near];
  let low = -60;
  let high = 60;
  for (let round = 0; round < 100; round++) {
    const middle = (low + high) / 2;
    const a = exp(middle);
    if (log(1 + a * far) / log(1 + a * near) > ratio) low = middle;
    else high = middle;
  }
  const start = { a: exp((low + high) / 2), p: 0 };
  start.p = -side[far] / log(1 + start.a * far);
  return refined(side, start, 0.02 + 8 * rounding);
}

/** Limits a step of a logarithm to the range from -1 to 1. @param {number} x */
const limited = (x) => Math.max(-1, Math.min(1, x));

/**
 * Improves both parameters by a few steps of least squares on the relative errors of all values.
 * @param {Float64Array} side
 * @param {{p: number, a: number}} start
 * @param {number} most values with a larger relative error are left out
 */
function refined(side, start, most) {
  let { p, a } = start;
  let limit = most;
  for (let round = 0; round < 4; round++) {
    let [uu, uv, vv, ue, ve] = [0, 0, 0, 0, 0];
    for (let i = 1; i < side.length; i++) {
      const part = log(1 + a * i);
      const error = -side[i] / (p * part) - 1;
      if (!(Math.abs(error) < limit)) continue;
      // The relative derivative of the value by ln a. The one by ln p is 1.
      const v = (a * i) / (1 + a * i) / part;
      uu += 1;
      uv += v;
      vv += v * v;
      ue += error;
      ve += v * error;
    }
    const determinant = uu * vv - uv * uv;
    if (!(determinant > 1e-9 * uu * vv)) break;
    p *= exp(limited((ue * vv - ve * uv) / determinant));
    a *= exp(limited((ve * uu - ue * uv) / determinant));
    // The right values fit better in each round. So the limit shrinks, and wrong values drop out.
    limit = Math.max(limit / 8, most / 16);
  }
  return { p, a };
}

/** The largest dimension of Sandwich that is tried. */
const WIDEST = 512;

/**
 * Fits Sandwich. Its values are sums of cosines. Head h = 1, 2, ... divides them by 8 h / heads.
 * @param {Bias} bias
 * @param {Distances} distances
 * @returns {Fit | undefined}
 */
export function fitSandwich(bias, distances) {
  const { heads, keys } = bias;
  const sides = sidesBefore(bias, distances);
  const first = -sides[heads - 1][1];
  if (keys < LEAST_DISTANCES || !(first > 0)) return undefined;
  const nearest = (/** @type {number} */ dim) =>
    Math.abs(-sandwichBias(1, 1, 2, { dim })[0] / first - 1);
  // The magnitude at distance 1 grows with the dimension, so a bisection finds the dimension.
  let low = 1;
  let high = WIDEST / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (-sandwichBias(1, 1, 2, { dim: 2 * middle })[0] < first) low = middle + 1;
    else high = middle;
  }
  const [dim] = [2 * low, 2 * low - 2].filter(Boolean).sort((a, b) => nearest(a) - nearest(b));
  const made = sandwichBias(heads, 1, keys, { dim });
  const share = sumShare(bias);
  return withDirection(bias, distances, {
    settings: { dim },
    of: (head, distance) => (distance < keys ? made[head * keys + keys - 1 - distance] : NaN),
    // Each cosine of the sum has a rounding error, and an error that comes from its angle.
    slack: (head) => ((dim * heads) / (head + 1)) * (1 + keys / 64) * share,
  });
}
