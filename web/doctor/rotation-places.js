/* Says in which pairs or heads an array departs from a rotation. */
import { frequenciesOf } from './bases.js';
import { FLOAT32_ANGLE } from './positions.js';
import { elementsOf, measureTurns } from './turns.js';

/** @typedef {import('./turns.js').Arrays} Arrays */
/** @typedef {import('./turns.js').Turns} Turns */
/** @typedef {import('./verify-rotation.js').Settings} Settings */
/** @typedef {import('./verify-rotation.js').Verdict} Verdict */

/** A pair or a head departs if more than this fraction of its elements does. */
const DEPARTS = 0.1;

/** A pair or a head agrees if at most this fraction of its elements departs. */
const AGREES = 0.01;

/** If more than this fraction of the pairs or heads departs, the others may agree by chance. */
const MOST = 0.75;

/** A speed differs from the wanted one if they are more than this many standard errors apart. */
const SIGMAS = 7;

/**
 * Lists the indices that depart, if some do and all others agree.
 * @param {ArrayLike<number>} departed how many elements of each index depart
 * @param {number} count how many elements each index has
 */
function departing(departed, count) {
  const list = Array.from(departed, (each) => each / count);
  const found = [...list.keys()].filter((i) => list[i] > DEPARTS);
  const isClear = list.every((each) => each > DEPARTS || each <= AGREES);
  return isClear && found.length <= MOST * list.length ? found : [];
}

/**
 * Writes indices as numbers and ranges.
 * @param {number[]} list
 */
function ranges(list) {
  const parts = [];
  for (let first = 0, next; first < list.length; first = next) {
    for (next = first + 1; list[next] === list[next - 1] + 1; next++);
    const [from, to] = [list[first], list[next - 1]];
    parts.push(to - from > 1 ? `${from}-${to}` : list.slice(first, next).join(', '));
  }
  return parts.join(', ');
}

/** @param {number} x */
const short = (x) => Number(x.toPrecision(4));

/**
 * Says which pairs, heads or other elements depart from a rotation, if all others agree with it.
 * @param {Arrays} arrays
 * @param {Settings} settings
 * @param {Verdict} verdict
 * @returns {string[]}
 */
export function placeNotes(arrays, settings, { byPair, byHead }) {
  const { length, sequences, heads, headDim } = arrays;
  const { pairs } = settings;
  const units = length * sequences * heads;
  const still = headDim - 2 * pairs;
  const counts = byPair.subarray(0, pairs);
  const wrong = departing(counts, 2 * units);
  const isStill = byPair[pairs] > DEPARTS * still * units;
  if (wrong.length) return pairNotes(arrays, settings, wrong);
  if (isStill && counts.every((count) => count <= AGREES * 2 * units))
    return ['All pairs turn as they should, but elements that should not rotate are changed.'];
  const wrongHeads = departing(byHead, (units / heads) * headDim);
  if (wrongHeads.length === 1) return [`Only head ${wrongHeads[0]} of ${heads} differs.`];
  return wrongHeads.length
    ? [`Only ${wrongHeads.length} of ${heads} heads differ: ${ranges(wrongHeads)}.`]
    : [];
}

/** Pairs turn evenly if their angles are off by at most this many roundings. */
const EVEN = 40;

/** The length of a pair is kept if it changes by at most this fraction. */
const KEPT = 0.01;

/**
 * Returns the fraction of the pairs, in all heads and rows, whose length changes only by the common
 * factor.
 * @param {Arrays} arrays
 * @param {Turns} turns
 */
function keptLengths({ before, after, headDim }, { pairing, amplitude }) {
  let [kept, count] = [0, 0];
  for (let pair = 0; pair < pairing.pairs; pair++) {
    const [x, y, u, v] = elementsOf(pairing, pair);
    for (let at = 0; at < before.length; at += headDim) {
      const size = Math.sqrt(before[at + x] * before[at + x] + before[at + y] * before[at + y]);
      const now = Math.sqrt(after[at + u] * after[at + u] + after[at + v] * after[at + v]);
      count++;
      if (Math.abs(now - amplitude * size) <= KEPT * amplitude * size) kept++;
    }
  }
  return kept / count;
}

/**
 * Says how pairs turn if no settings explain the array, but pairs turn evenly from row to row.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Settings | undefined} model
 * @returns {string[]}
 */
export function turnNotes(arrays, turns, model) {
  const { list, pairing, usual } = turns;
  const farthest = arrays.positions.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const limit = EVEN * arrays.rounding + FLOAT32_ANGLE * farthest;
  const isEven = usual.every(Boolean) && list.every(({ phaseError }) => phaseError < limit);
  if (arrays.length < 4 || !isEven) return [];
  const isKept = keptLengths(arrays, turns) > 1 - KEPT;
  const isSame =
    model &&
    ['layout', 'rotaryStart', 'pairs'].every(
      (name) => model[/** @type {'layout'} */ (name)] === pairing[/** @type {'layout'} */ (name)],
    );
  if (!isSame) return isKept ? [EVENLY] : [];
  const { frequencies } = frequenciesOf(model);
  const wrong = list.findIndex(
    ({ speed, speedError }, i) =>
      Math.abs(Math.abs(speed) - frequencies[i]) > SIGMAS * speedError + NEAR * frequencies[i],
  );
  if (wrong < 0 && isKept) return [];
  if (wrong < 0)
    return ['All pairs turn as they should, but not all keep their length: are rows normalised?'];
  if (!isKept) return [];
  return [EVENLY, speedNote(wrong, list[wrong].speed, frequencies[wrong])];
}

/** Frequencies whose relative difference is at most this are equal. */
const NEAR = 1e-5;

const EVENLY =
  'Each pair turns evenly from row to row, but the frequencies follow no known formula.';

/** @param {number} pair @param {number} speed @param {number} wanted */
const speedNote = (pair, speed, wanted) =>
  `Pair ${pair} turns by ${short(Math.abs(speed))} for each position, not by ${short(wanted)}.`;

/**
 * Says how fast the first of the departing pairs turns.
 * @param {Arrays} arrays
 * @param {Settings} settings
 * @param {number[]} wrong the pairs that depart
 */
function pairNotes(arrays, settings, wrong) {
  const { layout, back, rotaryStart, pairs, step } = settings;
  const [pair] = wrong;
  const where =
    wrong.length === 1
      ? `Only pair ${pair} of ${pairs} turns differently.`
      : `Only ${wrong.length} of ${pairs} pairs turn differently: ${ranges(wrong)}.`;
  const { list } = measureTurns(arrays, { layout, back, rotaryStart, pairs });
  const { speed, speedError } = list[pair];
  const wanted = Math.abs(frequenciesOf(settings).frequencies[pair] * step);
  const [got, expected] = [Math.abs(speed), wanted].map(short);
  const isShown = Math.abs(Math.abs(speed) - wanted) > SIGMAS * speedError && got !== expected;
  if (arrays.length < 3 || !isShown) return [where];
  return [where, speedNote(pair, speed, wanted)];
}
