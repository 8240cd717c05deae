/*
 * Rotates the first of two arrays by settings that were found. Then it measures how much of the
 * second array the settings explain.
 */
import { applyRope } from '../index.js';
import { frequenciesOf } from './bases.js';
import { FLOAT32_ANGLE } from './positions.js';
import { elementsOf } from './turns.js';

/** @typedef {import('./bases.js').Scaling} Scaling */
/** @typedef {import('./identify-rotation.js').RotationDeparture} RotationDeparture */
/** @typedef {import('./turns.js').Arrays} Arrays */
/** @typedef {import('./turns.js').Pairing} Pairing */
/** @typedef {import('./turns.js').Turns} Turns */

/**
 * The settings of a rotation.
 * @typedef {Pairing & {base: number, scaling?: Scaling, contextLength?: number, start: number,
 *   step: number, inverse: boolean, attentionFactor: number}} Settings
 */

/**
 * How well settings explain the rotated array.
 * @typedef {object} Verdict
 * @property {'exact' | 'float32'} precision the arithmetic of the angles that explains more
 * @property {number} matched the fraction of the elements that are explained
 * @property {number} error the root mean square error, in units of the rounding of the elements
 * @property {number} maxError the largest difference between an element and the rotation by exact
 *   angles
 * @property {RotationDeparture} [departure] the first element that is not explained
 * @property {Uint32Array} byPair how many elements of each pair are not explained; the last number is
 *   for elements that do not rotate
 * @property {Uint32Array} byHead how many elements of each head are not explained
 */

/**
 * An element may be off by this many roundings: one for cosine and sine, one for the two products,
 * one for their sum, and one as a reserve.
 */
const ROUNDINGS = 4;

/** Angles in float32 may be off by at most this, however large they are. */
const LARGEST_ANGLE = 0.25;

/** Float32 angles are chosen if their error is below this fraction of the error of exact angles. */
const CLEARLY = 0.99;

/** A rotation explains an array if it explains this fraction of its elements. */
export const EXPLAINED = 0.999;

/**
 * If only angles in float32 explain an array, its elements must be this near to those of exact
 * angles. Otherwise, wrong angles could seem right.
 */
const FLOAT32_MOVES = 0.01;

/** Exact angles explain an array well if the root mean square error is below half a rounding. */
export const SMALL_ERROR = 0.5;

/**
 * Compares the array that settings predict with the measured array. The errors decide whether the
 * angles were computed exactly or in float32.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Settings} settings
 * @param {boolean} [isFinal] whether to try both precisions even if exact angles explain the array
 * @returns {Verdict}
 */
export function verify(arrays, turns, settings, isFinal = false) {
  const exact = compareWith(arrays, turns, settings, 'exact');
  if (!isFinal && exact.error < SMALL_ERROR && exact.matched === 1) return exact;
  const rough = compareWith(arrays, turns, settings, 'float32');
  const isRough = rough.error < CLEARLY * exact.error || onlyRoughExplains(rough, exact);
  return isRough ? { ...rough, maxError: exact.maxError } : exact;
}

/**
 * Whether angles in float32 explain an array that exact angles do not explain. The mean error
 * does not always show this, because programs round frequencies in different ways.
 * @param {Verdict} rough
 * @param {Verdict} exact
 */
const onlyRoughExplains = (rough, exact) =>
  rough.matched >= EXPLAINED && exact.matched < EXPLAINED && exact.maxError < FLOAT32_MOVES;

/** The largest position that applyRope accepts. */
const FARTHEST = 1099511627776; // 2^40

/** Returns the nearest position that applyRope accepts. @param {number} position */
const withinRange = (position) => Math.max(-FARTHEST, Math.min(FARTHEST, position));

/**
 * Rotates a copy of the first array.
 * @param {Arrays} arrays
 * @param {Settings} settings
 * @param {'exact' | 'float32'} precision
 */
function predicted({ before, length, heads, headDim, positions }, settings, precision) {
  const { pairs, layout, rotaryStart, base, scaling, contextLength } = settings;
  const { start, step, inverse } = settings;
  return applyRope(before.slice(), {
    heads,
    headDim,
    length,
    rotaryDim: 2 * pairs,
    rotaryStart,
    layout,
    base,
    scaling,
    contextLength,
    inverse,
    precision,
    positions: positions.map((position) => withinRange(start + step * position)),
  });
}

/**
 * Returns the factor by which the elements that applyRope rotated are still to be multiplied.
 * @param {Settings} settings
 */
function remainingFactor(settings) {
  const { attentionFactor, inverse } = settings;
  const own = frequenciesOf(settings).attentionFactor;
  return inverse ? own / attentionFactor : attentionFactor / own;
}

/**
 * Describes an element that the rotation does not explain: its row, its head and its index.
 * @param {Arrays} arrays
 * @param {number} index of the element
 * @param {number} expected
 * @returns {RotationDeparture}
 */
export function departureAt({ after, heads, headDim }, index, expected) {
  const unit = Math.floor(index / headDim);
  const [row, head] = [Math.floor(unit / heads), unit % heads];
  return { row, head, element: index % headDim, expected, got: after[index] };
}

/**
 * Predicts the array from settings and angles of one precision, and compares it with the measured
 * array.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Settings} settings
 * @param {'exact' | 'float32'} precision
 * @returns {Verdict}
 */
export function compareWith(arrays, turns, settings, precision) {
  const { before, after, length, heads, headDim, positions } = arrays;
  const wanted = predicted(arrays, settings, precision);
  const factor = remainingFactor(settings);
  const { pairs, start, step } = settings;
  const { frequencies } = frequenciesOf(settings);
  const pairOf = new Int32Array(headDim).fill(-1);
  const partners = Array.from({ length: pairs }, (_, pair) => elementsOf(settings, pair));
  partners.forEach(([, , x, y], pair) => {
    pairOf[x] = pair;
    pairOf[y] = pair;
  });
  const byPair = new Uint32Array(pairs + 1);
  const byHead = new Uint32Array(heads);
  let matched = 0;
  let squares = 0;
  let maxError = 0;
  /** @type {RotationDeparture | undefined} */
  let departure;
  for (let i = 0; i < before.length; i++) {
    const element = i % headDim;
    const unit = (i - element) / headDim;
    const row = Math.floor(unit / heads);
    const pair = pairOf[element];
    const expected = pair < 0 ? wanted[i] : wanted[i] * factor;
    const [x, y] = pair < 0 ? [element, element] : partners[pair];
    const size =
      Math.abs(before[i - element + x]) + (pair < 0 ? 0 : Math.abs(before[i - element + y]));
    const unitError = arrays.rounding * size * (pair < 0 ? 1 : turns.amplitude);
    const position = Math.abs(start + step * positions[row % length]);
    const angle = pair < 0 || precision === 'exact' ? 0 : position * frequencies[pair];
    const error = Math.abs(after[i] - expected);
    if (error > maxError) maxError = error;
    const rough = Math.min(angle * FLOAT32_ANGLE, LARGEST_ANGLE) * size * turns.amplitude;
    const most = ROUNDINGS * unitError + rough + 1e-300;
    if (error <= most || after[i] === expected) matched++;
    else {
      departure ??= departureAt(arrays, i, expected);
      byPair[pair < 0 ? pairs : pair]++;
      byHead[unit % heads]++;
    }
    // An error counts as at most 1e6 roundings, so that a few wrong rows do not decide.
    const off = unitError ? Math.min(error / unitError, 1e6) : 0;
    if (turns.usual[row % length] !== false) squares += off * off;
  }
  const count = Math.max(1, before.length);
  const error = Math.sqrt(squares / count);
  return { precision, matched: matched / count, error, maxError, departure, byPair, byHead };
}
