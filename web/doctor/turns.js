/*
 * Measures how the pairs of an array turned: finds which elements are pairs, and by which angle
 * each pair turned in each row.
 */
import { angle, wrapped } from './elementary.js';
import { errorOf } from './elements.js';

/**
 * Two arrays of the shape [sequences, length, heads, headDim], as doubles.
 * @typedef {object} Arrays
 * @property {Float64Array} before
 * @property {Float64Array} after
 * @property {number} sequences
 * @property {number} length
 * @property {number} heads
 * @property {number} headDim
 * @property {number} rounding the largest relative error of a rounded element
 * @property {Float64Array} positions [length], the positions that the rows should have
 */

/**
 * How elements are joined into pairs.
 * @typedef {'half' | 'interleaved' | 'interleaved-to-half'} Layout
 */

/**
 * Which elements of a head are pairs.
 * @typedef {object} Pairing
 * @property {Layout} layout
 * @property {boolean} back for 'interleaved-to-half': whether the layout changes from half to
 *   interleaved instead
 * @property {number} rotaryStart the first element that rotates
 * @property {number} pairs
 */

/**
 * How one pair turned.
 * @typedef {object} Turn
 * @property {number} speed radians per position
 * @property {number} speedError its standard error
 * @property {number} phase the angle at position `center`, from -pi to pi
 * @property {number} phaseError its standard error
 */

/**
 * How all pairs turned.
 * @typedef {object} Turns
 * @property {Pairing} pairing
 * @property {number} amplitude the factor by which the pairs became longer
 * @property {number} amplitudeError how far `amplitude` may be from the true factor
 * @property {number} center the mean of the positions of the usual rows
 * @property {boolean[]} usual which rows fit one speed; other rows have unexpected positions
 * @property {Turn[]} list
 * @property {Float64Array} phases [length, pairs] the angle of each pair in each row
 */

/** At most this many rows are measured. */
export const MOST_ROWS = 64;

/** This many of the fastest pairs are tested to find out which elements are pairs. */
const TESTED_PAIRS = 4;

/**
 * Returns the indices of the first and the last element of a head that change anywhere, or
 * undefined if no element changes.
 * @param {Arrays} arrays
 * @param {number} slack elements whose relative change is at most this count as unchanged
 */
export function changedElements({ before, after, headDim }, slack) {
  let first = headDim;
  let last = -1;
  for (let i = 0; i < before.length; i++) {
    const element = i % headDim;
    const isInside = element >= first && element <= last;
    // NaN does not show whether an element changes.
    if (isInside || Number.isNaN(after[i]) || Number.isNaN(before[i])) continue;
    const error = errorOf(after[i], before[i]);
    if (!error || error <= slack * Math.abs(before[i])) continue;
    first = Math.min(first, element);
    last = Math.max(last, element);
  }
  return last < 0 ? undefined : { first, last };
}

/**
 * Lists the pairings that elements from `first` to `last` can have.
 * @param {number} headDim
 * @param {{first: number, last: number}} changed
 * @returns {Pairing[]}
 */
function pairingsFor(headDim, { first, last }) {
  // If pairs that begin at `first` cannot reach `last` within the head, the first pair begins at
  // element 0, and did not turn.
  const isTooLong = first > 0 && last - first >= 2 * Math.floor((headDim - first) / 2);
  const rotaryStart = isTooLong ? 0 : first;
  const least = Math.ceil((last - rotaryStart + 1) / 2);
  const most = Math.floor((headDim - rotaryStart) / 2);
  /** @type {Pairing[]} */
  const list = [];
  for (let pairs = least; pairs <= most; pairs++)
    list.push({ layout: 'half', back: false, rotaryStart, pairs });
  if (least > most) return list;
  list.push({ layout: 'interleaved', back: false, rotaryStart, pairs: least });
  for (const back of [false, true])
    list.push({ layout: 'interleaved-to-half', back, rotaryStart, pairs: least });
  return list;
}

/**
 * Returns the elements of a pair, before and after the rotation.
 * @param {Pairing} pairing
 * @param {number} pair
 */
export function elementsOf({ layout, back, rotaryStart, pairs }, pair) {
  const half = [rotaryStart + pair, rotaryStart + pair + pairs];
  const interleaved = [rotaryStart + 2 * pair, rotaryStart + 2 * pair + 1];
  const isHalfBefore = layout === 'half' || (layout === 'interleaved-to-half' && back);
  const isHalfAfter = layout === 'half' || (layout === 'interleaved-to-half' && !back);
  return [...(isHalfBefore ? half : interleaved), ...(isHalfAfter ? half : interleaved)];
}

/**
 * Sums of the products of a pair's vectors before and after, over all heads of one row.
 * @typedef {{dot: number, cross: number, before: number, after: number}} Sums
 */

/**
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 * @param {number} row
 * @param {number} pair
 * @returns {Sums}
 */
function sumsOf(arrays, pairing, row, pair) {
  const { sequences, length, heads, headDim } = arrays;
  const [bx, by, ax, ay] = elementsOf(pairing, pair);
  const sums = { dot: 0, cross: 0, before: 0, after: 0 };
  for (let sequence = 0; sequence < sequences; sequence++)
    for (let head = 0; head < heads; head++) {
      const at = ((sequence * length + row) * heads + head) * headDim;
      const x = arrays.before[at + bx];
      const y = arrays.before[at + by];
      const u = arrays.after[at + ax];
      const v = arrays.after[at + ay];
      sums.dot += x * u + y * v;
      sums.cross += x * v - y * u;
      sums.before += x * x + y * y;
      sums.after += u * u + v * v;
    }
  return sums;
}

/**
 * Returns the angle by which a pair turned in a row, from -pi to pi. It is NaN if the pair is zero.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 * @param {number} row the index among the rows of all sequences
 * @param {number} pair
 */
export function turnOf(arrays, pairing, row, pair) {
  const { dot, cross, before } = sumsOf({ ...arrays, sequences: 1 }, pairing, row, pair);
  return before ? angle(cross, dot) : NaN;
}

/** Returns the middle number of a list, or 0. @param {number[]} list */
function median(list) {
  const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Returns the fraction of the tested pairs and rows that a rotation explains. The vectors of all
 * heads then turn by the same angle, and change their length by the common factor.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 */
function qualityOf(arrays, pairing) {
  const rows = Math.min(arrays.length, MOST_ROWS);
  /** @type {Sums[]} */
  const cells = [];
  for (let pair = 0; pair < Math.min(pairing.pairs, TESTED_PAIRS); pair++)
    for (let row = 0; row < rows; row++) {
      const sums = sumsOf(arrays, pairing, row, pair);
      if (sums.before > 0) cells.push(sums);
    }
  const amplitude = median(cells.map(({ before, after }) => Math.sqrt(after / before)));
  const limit = 64 * arrays.rounding;
  const isKept = (/** @type {Sums} */ { dot, cross, before, after }) => {
    const stretch = Math.sqrt(after / before) / amplitude - 1;
    const spread = 1 - (dot * dot + cross * cross) / (before * after);
    return Math.abs(stretch) <= limit && spread <= limit * limit;
  };
  return cells.filter(isKept).length / Math.max(1, cells.length);
}

/**
 * Finds the pairing that explains the most angles.
 * @param {Arrays} arrays
 * @param {{first: number, last: number}} changed
 */
export function bestPairing(arrays, changed) {
  /** @type {Pairing | undefined} */
  let best;
  let most = -1;
  for (const pairing of pairingsFor(arrays.headDim, changed)) {
    const quality = qualityOf(arrays, pairing);
    if (quality <= most) continue;
    most = quality;
    best = pairing;
  }
  return best;
}

/**
 * Measures how all pairs turned.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 * @returns {Turns}
 */
export function measureTurns(arrays, pairing) {
  const { pairs } = pairing;
  const rows = Math.min(arrays.length, MOST_ROWS);
  const phases = new Float64Array(rows * pairs);
  const stretches = [];
  for (let row = 0; row < rows; row++)
    for (let pair = 0; pair < pairs; pair++) {
      const { dot, cross, before, after } = sumsOf(arrays, pairing, row, pair);
      phases[row * pairs + pair] = before ? angle(cross, dot) : NaN;
      if (before) stretches.push(Math.sqrt(after / before));
    }
  const x = arrays.positions.subarray(0, rows);
  const gap = commonGap(x);
  const column = (/** @type {number} */ pair) =>
    Float64Array.from({ length: rows }, (_, row) => phases[row * pairs + pair]);
  const usual = usualRows(column(0), x, gap, arrays.rounding);
  const kept = [...usual.keys()].filter((row) => usual[row]);
  const center = kept.reduce((sum, row) => sum + x[row], 0) / kept.length;
  const units = arrays.sequences * arrays.heads;
  const floor = (0.5 * arrays.rounding) / Math.sqrt(units);
  const list = Array.from({ length: pairs }, (_, pair) =>
    fitTurn(column(pair), x, kept, { gap, center, floor }),
  );
  return {
    pairing,
    amplitude: median(stretches),
    amplitudeError: 8 * arrays.rounding,
    center,
    usual,
    list: withoutAliases(withCommonErrors(list), gap),
    phases,
  };
}

/** A pair does not turn if its speed is at most this many times the error of the speed. */
const STANDS_STILL = 7;

/** Positions closer than this count as equal, since no angle shows so small a step. */
const SMALLEST_GAP = 1e-12;

/**
 * Returns the smallest distance between different positions of neighbouring rows.
 * @param {Float64Array} x the position of each row
 */
function commonGap(x) {
  let gap = Infinity;
  for (let row = 1; row < x.length; row++) {
    const distance = Math.abs(x[row] - x[row - 1]);
    if (distance > SMALLEST_GAP) gap = Math.min(gap, distance);
  }
  return gap === Infinity ? 1 : gap;
}

/**
 * Finds the rows in which a pair turned with one speed. Other rows may have other positions.
 * @param {Float64Array} phases
 * @param {Float64Array} x the position of each row
 * @param {number} gap
 * @param {number} rounding
 * @returns {boolean[]}
 */
function usualRows(phases, x, gap, rounding) {
  const limit = Math.max(0.012, 24 * rounding);
  /** @type {boolean[]} */
  let best = Array(x.length).fill(true);
  let most = 0;
  for (let row = 1; row < x.length && most < x.length; row++) {
    const distance = x[row] - x[row - 1];
    if (Math.abs(distance) !== gap) continue;
    const speed = wrapped(phases[row] - phases[row - 1]) / distance;
    const anchor = phases[row] - speed * x[row];
    const fits = Array.from(
      x,
      (at, i) => !(Math.abs(wrapped(phases[i] - anchor - speed * at)) > limit),
    );
    const count = fits.filter(Boolean).length;
    if (count <= most) continue;
    most = count;
    best = fits;
  }
  return best;
}

/**
 * Fits a line to the angles of one pair.
 * @param {Float64Array} phases
 * @param {Float64Array} x
 * @param {number[]} rows the rows to use
 * @param {{gap: number, center: number, floor: number}} about floor: the least error of an angle
 * @returns {Turn}
 */
function fitTurn(phases, x, rows, { gap, center, floor }) {
  let speed = firstSpeed(phases, x, rows, gap);
  const sorted = rows.filter((row) => !Number.isNaN(phases[row])).sort((a, b) => x[a] - x[b]);
  const line = { count: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
  let phase = 0;
  for (const row of sorted) {
    const at = x[row] - center;
    const y = line.count
      ? phase + speed * at + wrapped(phases[row] - phase - speed * at)
      : phases[row];
    line.count++;
    line.x += at;
    line.y += y;
    line.xx += at * at;
    line.xy += at * y;
    line.yy += y * y;
    const spread = line.xx - (line.x * line.x) / line.count;
    // One or two rows show the speed less precisely than the first estimate does.
    if (line.count > 2 && spread > 0) speed = (line.xy - (line.x * line.y) / line.count) / spread;
    phase = (line.y - speed * line.x) / line.count;
  }
  const count = Math.max(1, line.count);
  const spread = Math.max(line.xx - (line.x * line.x) / count, gap * gap * 0.5);
  const error = Math.max(floor, deviation(phases, x, sorted, { speed, phase, center }));
  return {
    speed,
    speedError: error / Math.sqrt(spread),
    phase: wrapped(phase),
    phaseError: error / Math.sqrt(count),
  };
}

/**
 * Returns the root mean square distance of the angles from their line.
 * @param {Float64Array} phases
 * @param {Float64Array} x
 * @param {number[]} rows
 * @param {{speed: number, phase: number, center: number}} line
 */
function deviation(phases, x, rows, { speed, phase, center }) {
  let sum = 0;
  for (const row of rows) {
    const off = wrapped(phases[row] - phase - speed * (x[row] - center));
    sum += off * off;
  }
  return Math.sqrt(sum / Math.max(1, rows.length - 2));
}

/**
 * Estimates the speed from neighbouring rows whose positions differ by `gap`.
 * @param {Float64Array} phases
 * @param {Float64Array} x
 * @param {number[]} rows
 * @param {number} gap
 */
function firstSpeed(phases, x, rows, gap) {
  const list = [];
  for (let i = 1; i < rows.length; i++) {
    const distance = x[rows[i]] - x[rows[i - 1]];
    const turned = wrapped(phases[rows[i]] - phases[rows[i - 1]]);
    if (Math.abs(distance) === gap && !Number.isNaN(turned)) list.push(turned / distance);
  }
  if (!list.length) return 0;
  // Turns of nearly half a circle may have either sign, so whole turns bring all near the first.
  const [first] = list;
  const offsets = list.map((speed) => wrapped((speed - first) * gap) / gap);
  return first + offsets.reduce((sum, each) => sum + each, 0) / offsets.length;
}

/** The error of a pair is at least the error of each of this many slower pairs. */
const SLOWER_PAIRS = 6;

/**
 * Whether the rows seem to be at one position. This is so if there is a single row. It is also so
 * if all pairs keep their angles in most rows, although the rows should have different positions.
 * @param {Arrays} arrays
 * @param {Turns} turns
 */
export const isAtOnePosition = ({ positions }, { list, usual }) =>
  positions.length === 1 ||
  (positions.some((position) => Math.abs(position - positions[0]) > SMALLEST_GAP) &&
    2 * usual.filter(Boolean).length > usual.length &&
    list.every(({ speed, speedError }) => Math.abs(speed) < STANDS_STILL * speedError));

/**
 * Gives each pair at least the errors of slower pairs. Rounded angles of a pair may lie on a wrong
 * line by chance, so its error may seem too small. Fast angles are never more precise than slow
 * angles.
 * @param {Turn[]} list
 */
const withCommonErrors = (list) =>
  list.map((turn, i) => {
    const near = list.slice(i, i + SLOWER_PAIRS + 1);
    return {
      ...turn,
      speedError: Math.max(...near.map(({ speedError }) => speedError)),
      phaseError: Math.max(...near.map(({ phaseError }) => phaseError)),
    };
  });

/**
 * Adds whole turns to fast pairs, which turn more than half a circle from row to row. The speeds of
 * two slower pairs tell roughly how fast a pair is.
 * @param {Turn[]} list
 * @param {number} gap
 */
function withoutAliases(list, gap) {
  const turns = list.map((turn) => ({ ...turn }));
  for (let i = list.length - 3; i >= 0; i--) {
    const [next, slower] = [turns[i + 1], turns[i + 2]];
    const isKnown = Math.abs(slower.speed) > 1000 * slower.speedError;
    const ratio = next.speed / slower.speed;
    if (!isKnown || !(ratio > 1)) continue;
    const missing = (next.speed * ratio - turns[i].speed) * gap;
    turns[i].speed += (2 * Math.PI * Math.round(missing / (2 * Math.PI))) / gap;
  }
  return turns;
}
