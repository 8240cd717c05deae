/* Finds the rotation that turned one array into another. */
import * as check from '../check.js';
import {
  candidate,
  candidatesAtOnePosition,
  candidatesFor,
  contextsOf,
  frequenciesOf,
} from './bases.js';
import { coarser, dtypeOf, narrowestType, readElements, roundingOf } from './elements.js';
import { FLOAT32_ANGLE, positionOf } from './positions.js';
import { bestPairing, changedElements, isAtOnePosition, measureTurns, MOST_ROWS } from './turns.js';
import { isTwice, notesOf, unchangedNote } from './rotation-notes.js';
import { placeNotes, turnNotes } from './rotation-places.js';
import { positionsOfRows, rowNotes } from './row-positions.js';
import { withoutSections } from './sections.js';
import { EXPLAINED, SMALL_ERROR, compareWith, departureAt, verify } from './verify-rotation.js';

/** @typedef {import('./bases.js').Candidate} Candidate */
/** @typedef {import('./bases.js').Scaling} Scaling */
/** @typedef {import('./elements.js').FloatArray} FloatArray */
/** @typedef {import('./turns.js').Arrays} Arrays */
/** @typedef {import('./turns.js').Pairing} Pairing */
/** @typedef {import('./turns.js').Turns} Turns */
/** @typedef {import('./verify-rotation.js').Settings} Settings */
/** @typedef {import('./verify-rotation.js').Verdict} Verdict */

/**
 * The shape of both arrays, and what is known of the rotation.
 * @typedef {object} IdentifyRotationOptions
 * @property {number} heads the number of heads of the arrays
 * @property {number} headDim the number of elements of each head, at most 1024
 * @property {number} [length] the length of each sequence, 1 for a decoding step; by default, the
 *   arrays are one sequence. If they are [batch, heads, length, headDim], give heads: 1 and this
 *   length
 * @property {ArrayLike<number>} [positions] [length], the positions that the rows should have, or
 *   only that of the first row; default 0, 1, 2, ...
 * @property {import('./elements.js').Dtype} [dtype] what the bits in a Uint16Array are: 'float16'
 *   or 'bfloat16'. For other arrays, the type to which they were rounded, if it is coarser
 * @property {Scaling | Scaling[]} [scaling] scaling objects to try first. A config's longrope is
 *   found only if it is given here
 * @property {object} [expected] a result of describeModel, or other options of applyRope. Its
 *   scaling is tried first. `notes` says how headDim, layout, rotaryDim, rotaryStart, base, scaling
 *   and the attention factor differ. If the layers differ, `perLayer` is not compared.
 *   Dynamic scaling depends on the text, and is not compared
 * @property {'queries' | 'keys' | 'values'} [of] what the arrays contain; default 'queries'. Values
 *   should not rotate
 */

/**
 * An element that the rotation does not explain.
 * @typedef {object} RotationDeparture
 * @property {number} row the index of the token
 * @property {number} head
 * @property {number} element the index in its head
 * @property {number} expected
 * @property {number} got
 */

/**
 * The rotation that was found. Most properties have the names of the options of applyRope.
 * @typedef {object} Rotation
 * @property {'half' | 'interleaved' | 'interleaved-to-half'} [layout] missing if nothing rotates
 * @property {number} rotaryDim how many elements of each head rotate
 * @property {number} [rotaryStart] the first element that rotates
 * @property {number} [base] missing if only one pair rotates, since one pair shows no base
 * @property {Scaling} [scaling] as in the option `scaling`, or what was found
 * @property {number} start row r has the position start + step * positions[r]
 * @property {number} step 0 if all rows have the same position
 * @property {boolean} inverse whether the angles are negated, as in an inverse rotation
 * @property {'exact' | 'float32'} precision 'float32' if the angles have the errors of float32
 * @property {number} attentionFactor the factor of all cosines and sines
 * @property {import('./elements.js').Dtype} type the coarsest type that represents all elements after
 *   the rotation
 * @property {number} matched the fraction of the elements that the rotation explains
 * @property {RotationDeparture} [departure] the first element that it does not explain
 * @property {Float64Array} [rowPositions] the position of each row of all sequences. It is missing
 *   if start + step * positions[r] is right, or if no positions explain all elements
 * @property {string[]} notes what is unusual, and which mistake may have caused it
 */

const readOptions = check.reader(
  'identifyRotation',
  [],
  ({ heads, headDim, length, positions, dtype, scaling, expected, of }) => ({
    heads,
    headDim,
    length,
    positions,
    dtype,
    scaling,
    expected,
    of,
  }),
);

const CONTENTS = /** @type {const} */ (['queries', 'keys', 'values']);

/** The largest number of elements of a head. */
const WIDEST = 1024;

/** A start beyond this becomes 0. Pairs that hardly turn may suggest such positions. */
const FARTHEST = 1099511627776 / 4; // 2^38

/** Attention factors between 1 / LARGEST_FACTOR and LARGEST_FACTOR are accepted. */
const LARGEST_FACTOR = 1e6;

/** The model's settings are tried first if the best settings explain less than this fraction. */
const LEAST = 0.5;

/** The additional cost of settings that rotate more elements than differ between the arrays. */
const WIDER = 6;

/** Settings of at least this cost have a base of many digits. The true settings may be simpler. */
const UNUSUAL = 7;

/** At most this many candidates are compared with the arrays. */
const MOST_CANDIDATES = 40;

/**
 * Finds the rotation that turned one array into another: which elements are pairs, the base and the
 * scaling of the frequencies, and the positions of the rows. If no rotation explains all elements,
 * it returns the nearest rotation, and where the array first departs from it.
 *
 * Each pair shows its angle in each row, so 16 rows of float32 and one head are enough. The only row
 * of a decoding step shows its position, too, unless this is 0. Numbers with few digits are tried
 * first: the base 10000, then bases of one digit, and so on. The known scalings are linear, ntk,
 * yarn, llama3 and proportional with the usual parameters, and those in the option `scaling`.
 * Dynamic scaling is found as ntk.
 *
 * Different settings may give the same rotation. A linear factor of 4 equals a step of 0.25. The
 * result is then the linear factor. An inverse rotation equals a rotation with positions that count
 * down. The result is then `inverse`.
 *
 * @param {FloatArray} before [..., length, heads, headDim]: Float32Array, Float64Array,
 *   Float16Array, or a Uint16Array with the bits of float16 or bfloat16
 * @param {FloatArray} after an array of the same shape
 * @param {IdentifyRotationOptions} options
 * @returns {Rotation}
 * @throws {RangeError | TypeError}
 * @example
 * const before = learnedTable(16, 64, { seed: 1 });
 * const after = applyRope(before.slice(), { heads: 1, headDim: 64, base: 500000, start: 7 });
 * const { layout, base, start, matched } = identifyRotation(before, after, {
 *   heads: 1,
 *   headDim: 64,
 * });
 * console.log(layout, base, start, matched); // half 500000 7 1
 */
export function identifyRotation(before, after, options) {
  const given = readOptions(options);
  const wanted = readWanted(given);
  const scalings = [...wanted.scalings, ...scalingsOf(given.scaling)];
  const { arrays, slack, type } = readArrays(before, after, given);
  const changed = changedElements(arrays, slack);
  const pairing = changed && bestPairing(arrays, changed);
  if (!changed) return { ...unchanged(arrays, wanted), type };
  if (!pairing) return { ...unexplained(arrays), type };
  const step = stepOfModel(arrays, pairing, wanted);
  if (step) return { ...report(arrays, step, wanted), type };
  const find = (/** @type {number} */ pairs) => {
    const turns = measureTurns(arrays, { ...pairing, pairs });
    return nearest(arrays, turns, scalings);
  };
  let best = find(pairing.pairs);
  const isBlurred = isBlurredAtEnd(best.turns);
  if (isBlurred || best.cost >= UNUSUAL || best.verdict.matched < EXPLAINED) {
    best.cost += widthCost(arrays, pairing.pairs);
    for (const pairs of widerThan(arrays, pairing)) {
      const found = find(pairs);
      found.cost += (isBlurred ? 0 : WIDER) + widthCost(arrays, pairs);
      if (isBetter(found, best)) best = found;
    }
  }
  return { ...report(arrays, best, wanted), type };
}

/** The result for several rows if no element changes. @type {Omit<Rotation, 'type'>} */
const NOTHING = Object.freeze({
  layout: undefined,
  rotaryDim: 0,
  start: 0,
  step: 0,
  inverse: false,
  precision: 'exact',
  attentionFactor: 1,
  matched: 1,
  notes: ['Nothing rotates: both arrays are equal.'],
});

/**
 * Returns the result if no element changes. A single row may have the position 0.
 * @param {Arrays} arrays
 * @param {Model} wanted
 * @returns {Omit<Rotation, 'type'>}
 */
function unchanged(arrays, { isGiven }) {
  const { before, after, length, positions } = arrays;
  const first = after.findIndex((x, i) => Number.isNaN(x) || Number.isNaN(before[i]));
  if (first >= 0) return withNan(arrays, first);
  if (length > 1) return NOTHING;
  const [position] = positions;
  return { ...NOTHING, start: 0 - position, step: 1, notes: [unchangedNote(position, isGiven)] };
}

/**
 * Returns the result if no element changes, except that some are NaN.
 * @param {Arrays} arrays
 * @param {number} first the index of the first NaN
 * @returns {Omit<Rotation, 'type'>}
 */
function withNan(arrays, first) {
  const { before, after } = arrays;
  const count = after.filter((x, i) => Number.isNaN(x) || Number.isNaN(before[i])).length;
  return {
    ...NOTHING,
    matched: 1 - count / after.length,
    departure: departureAt(arrays, first, before[first]),
    notes: [
      count === after.length
        ? 'All elements are NaN in one of the arrays.'
        : `${count} of ${after.length} elements are NaN. All others are equal in both arrays.`,
    ],
  };
}

/**
 * Returns the result for arrays that differ, but in which no elements can be pairs.
 * @param {Arrays} arrays
 * @returns {Omit<Rotation, 'type'>}
 */
function unexplained(arrays) {
  const { before, after } = arrays;
  const isOther = (/** @type {number} */ x, /** @type {number} */ i) => !(x === before[i]);
  const first = after.findIndex(isOther);
  return {
    ...NOTHING,
    matched: 1 - after.filter(isOther).length / after.length,
    departure: departureAt(arrays, first, before[first]),
    notes: ['No rotation explains these arrays.'],
  };
}

/** @param {Scaling | Scaling[] | undefined} scaling @returns {Scaling[]} */
const scalingsOf = (scaling) =>
  [scaling ?? []]
    .flat()
    .map((each) => withoutSections({ ...check.readAll('scaling', each) }))
    .filter((each) => each !== undefined);

/** What the rotation should be. @typedef {import('./rotation-notes.js').Wanted} Model */

/**
 * Reads what the rotation should be.
 * @param {IdentifyRotationOptions} given
 * @returns {Model}
 */
function readWanted({ expected = {}, of = 'queries', positions }) {
  const names = /** @type {const} */ ([
    'layout',
    'rotaryDim',
    'rotaryStart',
    'base',
    'headDim',
    'scaling',
    'model_type',
  ]);
  const { scaling, model_type: type, ...others } = check.readAny('expected', expected, names);
  if (type !== undefined)
    check.refuse(
      'expected.model_type',
      'the result of describeModel(config), not config itself',
      type,
    );
  const isValues = check.word('of', of, CONTENTS) === 'values';
  return { ...others, scalings: scalingsOf(scaling), isValues, isGiven: positions !== undefined };
}

/**
 * Checks all arguments, and reads the arrays.
 * @param {FloatArray} before
 * @param {FloatArray} after
 * @param {IdentifyRotationOptions} given
 */
function readArrays(before, after, given) {
  const dtype = dtypeOf(given.dtype);
  const heads = check.count('heads', given.heads, 1);
  const headDim = check.count('headDim', given.headDim, 2, WIDEST);
  const list = given.positions === undefined ? undefined : check.positions(0, given.positions);
  const first = readElements('before', before, dtype);
  const shape = '[..., length, heads, headDim]';
  const rows = check.rowsOf(
    'before',
    /** @type {ArrayLike<number>} */ (before),
    heads * headDim,
    shape,
  );
  if (rows < 1) check.refuse('before', 'at least 1 row', before);
  const length = given.length === undefined ? rows : check.count('length', given.length, 1);
  if (rows % length) check.refuse('length', `a divisor of ${rows}, the number of rows`, length);
  if (list) check.oneOfLengths('positions', list, 1, length);
  const second = readElements('after', after, dtype, first.values.length, 'as before');
  const types = [first, second].map(({ values, type }) => narrowestType(values, type));
  const type = coarser(coarser(types[0], types[1]), dtype ?? 'float64');
  const rounding = roundingOf(type);
  const arrays = {
    before: first.values,
    after: second.values,
    sequences: rows / length,
    length,
    heads,
    headDim,
    rounding,
    positions: list?.length === length ? list : countedFrom(list?.[0] ?? 0, length),
  };
  // If the arrays are rounded to different types, elements that do not rotate change, too.
  const slack = types[0] === types[1] ? 0 : 2 * rounding;
  return { arrays, slack, type: coarser(types[1], dtype ?? 'float64') };
}

/** Returns consecutive positions. @param {number} first @param {number} length */
const countedFrom = (first, length) => Float64Array.from({ length }, (_, i) => first + i);

/**
 * Lists larger numbers of pairs to try. In the interleaved layout, only the changed elements show
 * how many pairs there are. Slow pairs that do not change are not counted.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 */
function widerThan({ headDim }, { layout, rotaryStart, pairs }) {
  if (layout !== 'interleaved') return [];
  const most = Math.floor((headDim - rotaryStart) / 2);
  const widths = [most, 2 * pairs, 16, 32, 64].filter((each) => each > pairs && each <= most);
  return [...new Set(widths)];
}

/**
 * Whether the slowest pair turns so little that a slower pair would not change visibly.
 * @param {Turns} turns
 */
function isBlurredAtEnd({ list }) {
  const { speed, speedError } = list[list.length - 1];
  return Math.abs(speed) < 20 * speedError;
}

/**
 * Returns how unusual a number of pairs is.
 * @param {Arrays} arrays
 * @param {number} pairs
 */
function widthCost({ headDim }, pairs) {
  if (2 * pairs === headDim) return 0;
  return pairs % 8 ? 3 : 1;
}

/**
 * A candidate: the turns that were measured, and settings that may explain them. `verdict` says how
 * much they explain, and `cost` how unusual they are.
 * @typedef {{turns: Turns, settings: Settings, verdict: Verdict, cost: number}} Found
 */

/**
 * Whether settings are better than others. They are if they explain more, have less than half the
 * error, or have a similar error and a lower cost.
 * @param {Found} found
 * @param {Found} other
 */
function isBetter(found, other) {
  const explains = found.verdict.matched >= EXPLAINED;
  if (explains !== other.verdict.matched >= EXPLAINED) return explains;
  if (!explains) return found.verdict.matched > other.verdict.matched;
  const ratio = found.verdict.error / (other.verdict.error + Number.MIN_VALUE);
  if (ratio < 0.5 || ratio > 2) return ratio < 0.5;
  return found.cost < other.cost;
}

/**
 * Finds the settings that explain the measured turns best.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Scaling[]} scalings
 * @returns {Found}
 */
function nearest(arrays, turns, scalings) {
  const { pairs } = turns.pairing;
  const candidates = isAtOnePosition(arrays, turns)
    ? candidatesAtOnePosition(turns.list, { pairs, scalings, step: arrays.length > 1 ? 0 : 1 })
    : candidatesFor(turns.list, { pairs, scalings });
  return bestOf(arrays, turns, candidates.slice(0, MOST_CANDIDATES));
}

/**
 * Finds the candidate that explains the measured turns best.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Candidate[]} candidates
 */
function bestOf(arrays, turns, candidates) {
  const sample = firstRows(arrays);
  /** @type {Found | undefined} */
  let best;
  for (const candidate of candidates) {
    // If the error is below half a rounding, no candidate of a higher cost can be better.
    if (best && best.cost < candidate.cost && isCertain(best.verdict)) break;
    const settings = settingsOf(turns, candidate);
    const verdict = verify(sample, turns, settings);
    const found = { turns, settings, verdict, cost: candidate.cost };
    if (best && isInvented(found)) continue;
    if (!best || isInvented(best) || isBetter(found, best)) best = found;
  }
  return /** @type {Found} */ (best);
}

/** Settings beyond these are taken only if they explain an array. */
const LARGEST = { base: 1e10, step: 1e6 };

/**
 * Whether the settings are larger than those of any model, and explain only a part of the array.
 * @param {Found} found
 */
const isInvented = ({ settings: { base, step }, verdict }) =>
  verdict.matched < EXPLAINED && (base > LARGEST.base || Math.abs(step) > LARGEST.step);

/**
 * Tries the rotation of the model on arrays of one decoding step. A single row has few angles, so
 * wrong settings at another position may explain it, too.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 * @param {Model} wanted
 * @returns {Found | undefined} nothing if the model's rotation explains the arrays at no position
 */
function stepOfModel(arrays, pairing, wanted) {
  if (arrays.length > 1) return undefined;
  const models = settingsOfModel(arrays, pairing, wanted);
  if (!models.length) return undefined;
  const candidates = models.map((each) => ({ ...each, step: 1, cost: 0 }));
  const [{ layout, back, rotaryStart, pairs }] = models;
  const own = { layout, back, rotaryStart, pairs };
  for (const each of pairing.pairs === pairs ? [own, pairing] : [own]) {
    const found = bestOf(arrays, measureTurns(arrays, each), candidates);
    if (found.verdict.matched >= EXPLAINED) return found;
  }
  return undefined;
}

/** Whether other settings can hardly explain the arrays better. @param {Verdict} verdict */
const isCertain = ({ matched, error }) => matched >= EXPLAINED && error < SMALL_ERROR;

/**
 * Returns the first MOST_ROWS rows of the first sequence. Shorter sequences are returned whole.
 * @param {Arrays} arrays
 */
function firstRows(arrays) {
  const { before, after, length, heads, headDim, positions } = arrays;
  if (length <= MOST_ROWS) return arrays;
  const end = MOST_ROWS * heads * headDim;
  return {
    ...arrays,
    before: before.subarray(0, end),
    after: after.subarray(0, end),
    sequences: 1,
    length: MOST_ROWS,
    positions: positions.subarray(0, MOST_ROWS),
  };
}

/**
 * Completes a candidate with the direction, the positions and the attention factor.
 * @param {Turns} turns
 * @param {Candidate} candidate
 * @returns {Settings}
 */
function settingsOf(turns, candidate) {
  const { list, pairing, amplitude, center } = turns;
  const direction = candidate.step && list[0].speed < 0 ? -1 : 1;
  const inverse = pairing.layout === 'interleaved-to-half' ? pairing.back : direction < 0;
  // 'interleaved-to-half' shows by `back` whether the rotation is inverse. If the direction of the
  // pairs does not fit this, positions count down.
  const sign = inverse ? -direction : direction;
  const phases = list.map(({ phase, phaseError }) => ({
    phase: inverse ? -phase : phase,
    error: phaseError,
  }));
  const step = sign * candidate.step;
  const { position, error } = positionOf(phases, candidate.frequencies, step * center);
  const begin = position - step * center;
  const exact = Math.abs(begin) < FARTHEST ? begin : 0;
  return {
    ...pairing,
    base: candidate.base,
    contextLength: candidate.contextLength,
    step,
    start: shortened(exact, Math.max(1e-5, 8 * error, FLOAT32_ANGLE * Math.abs(position))),
    inverse,
    ...amplitudeOf(candidate, inverse ? 1 / amplitude : amplitude, turns.amplitudeError),
  };
}

/**
 * Returns the attention factor, and the scaling that contains it. The factor of the scaling is
 * returned if the measured factor agrees with it, except for rounding.
 * @param {Candidate} candidate
 * @param {number} measured
 * @param {number} error
 */
function amplitudeOf(candidate, measured, error) {
  const { scaling } = candidate;
  const { attentionFactor } = frequenciesOf(candidate);
  const isPlausible = measured > 1 / LARGEST_FACTOR && measured < LARGEST_FACTOR;
  if (!isPlausible || Math.abs(measured / attentionFactor - 1) < error)
    return { attentionFactor, scaling };
  const factor = Math.abs(measured - 1) < error ? 1 : shortened(measured, error);
  const type = scaling?.rope_type;
  const amplifies = type === 'yarn' || type === 'longrope' || type === 'su';
  return {
    attentionFactor: factor,
    scaling: amplifies ? { ...scaling, attention_factor: factor } : scaling,
  };
}

/**
 * Returns the number with the fewest decimals that is near a number.
 * @param {number} x
 * @param {number} error
 */
function shortened(x, error) {
  for (let digits = 0; digits < 7; digits++) {
    const short = Number(x.toFixed(digits));
    if (Math.abs(short - x) <= error) return short === 0 ? 0 : short;
  }
  return x;
}

/**
 * Turns the best settings into the result.
 * @param {Arrays} arrays
 * @param {Found} found
 * @param {Model} wanted
 * @returns {Omit<Rotation, 'type'>}
 */
function report(arrays, found, wanted) {
  const { settings, verdict, rows, places = [] } = withRows(arrays, found, wanted);
  const { layout, pairs, start, base, scaling, step, inverse, attentionFactor } = settings;
  return {
    layout,
    rotaryDim: 2 * pairs,
    rotaryStart: settings.rotaryStart,
    base: pairs > 1 ? base : undefined,
    scaling,
    start,
    step,
    inverse,
    precision: verdict.precision,
    attentionFactor,
    matched: verdict.matched,
    departure: verdict.departure,
    ...(rows && { rowPositions: rows.found }),
    notes: notesOf(arrays, { ...settings, wanted }, verdict, rows ? rowNotes(rows) : [], places),
  };
}

/**
 * Compares the best settings with all rows. If they do not explain the rows, it finds the position
 * of each row. It tries this with the best settings and with those of the model. If no positions
 * explain the rows either, it returns the settings of the model where these are nearly as good.
 * @param {Arrays} arrays
 * @param {Found} found
 * @param {Model} wanted
 * @returns {{settings: Settings, verdict: Verdict, rows?: import('./row-positions.js').Rows,
 *   places?: string[]}} `places` says in which pairs or heads the array departs
 */
function withRows(arrays, { turns, settings }, wanted) {
  const verdict = verify(arrays, turns, settings, true);
  const best = { settings, verdict };
  if (verdict.matched >= EXPLAINED) return best;
  const models = settingsOfModel(arrays, turns.pairing, wanted);
  const isNear = verdict.matched >= LEAST;
  // If most rows are rotated twice, the settings that were found have doubled positions. The rows
  // that are rotated once have half the start, and the step 1.
  const plain = isTwice(settings) ? [{ ...settings, start: settings.start / 2, step: 1 }] : [];
  const all = isNear ? [...plain, settings, ...models] : [...models, ...plain, settings];
  const first = firstOf(all, (each) => withPositions(arrays, turns, each));
  if (!first) return nearestOf(arrays, turns, best, models);
  // The model's settings are preferred, unless they need more rows at unexpected positions.
  const own = firstOf(models, (each) => withPositions(arrays, turns, each));
  const { rows, precision, ...found } = own && own.others <= first.others ? own : first;
  const isKnown = found.settings === settings && precision === verdict.precision;
  return {
    settings: found.settings,
    verdict: isKnown ? verdict : compareWith(arrays, found.turns, found.settings, precision),
    rows,
  };
}

/**
 * Returns the first result of a function that is not undefined.
 * @template T, R
 * @param {T[]} list
 * @param {(each: T) => R | undefined} find
 * @returns {R | undefined}
 */
function firstOf(list, find) {
  for (const each of list) {
    const found = find(each);
    if (found) return found;
  }
  return undefined;
}

/**
 * Finds for each row the position at which the settings explain it. `others` counts the rows whose
 * position is not the expected one.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {Settings} settings
 */
function withPositions(arrays, turns, settings) {
  const own = { ...turns, amplitude: settings.attentionFactor, usual: [] };
  const rows = positionsOfRows(arrays, settings);
  if (!rows) return undefined;
  const { sequences, length } = arrays;
  const whole = { ...arrays, sequences: 1, length: sequences * length, positions: rows.found };
  const { matched, precision } = verify(whole, own, { ...settings, start: 0, step: 1 });
  if (matched < EXPLAINED) return undefined;
  const others = rows.found.filter((position, row) => position !== rows.expected[row]).length;
  return { settings, turns: own, precision, rows: { ...rows, length }, others };
}

/**
 * Chooses between the best settings and those of the model, if none of them explain the array.
 * @param {Arrays} arrays
 * @param {Turns} turns
 * @param {{settings: Settings, verdict: Verdict}} best
 * @param {Settings[]} models
 */
function nearestOf(arrays, turns, best, models) {
  for (const settings of models) {
    const own = { ...turns, amplitude: settings.attentionFactor, usual: [] };
    const verdict = verify(arrays, own, { ...settings, start: 0, step: 1 }, true);
    const places = placeNotes(arrays, { ...settings, start: 0, step: 1 }, verdict);
    const isGood = verdict.matched >= LEAST || places.length > 0;
    if (isGood && verdict.matched >= best.verdict.matched - LEAD)
      return { settings: { ...settings, start: 0, step: 1 }, verdict, places };
  }
  const isNear = best.verdict.matched >= LEAST;
  const places = isNear
    ? placeNotes(arrays, best.settings, best.verdict)
    : turnNotes(arrays, turns, models[0]);
  return { ...best, places };
}

/**
 * If no settings explain an array, the best settings replace the model's only if they explain this
 * much more of the elements.
 */
const LEAD = 0.15;

/**
 * Lists the settings that a model wants, if they are known: one for each context length to try.
 * @param {Arrays} arrays
 * @param {Pairing} pairing
 * @param {Model} wanted
 * @returns {(Settings & Candidate)[]}
 */
function settingsOfModel({ headDim }, { layout, back }, wanted) {
  const { base, rotaryDim = headDim, rotaryStart = 0, scalings } = wanted;
  if (base === undefined || rotaryStart + rotaryDim > headDim) return [];
  const [scaling] = scalings;
  const pairs = rotaryDim / 2;
  const own = /** @type {Pairing['layout']} */ (wanted.layout ?? layout);
  const contexts = scaling ? contextsOf(scaling) : [undefined];
  return contexts
    .map((contextLength) => candidate({ pairs, base, scaling, contextLength, step: 1, cost: 0 }))
    .filter((each) => each !== undefined)
    .map((each) => ({
      ...{ ...each, layout: own, back, rotaryStart, pairs, start: 0, inverse: false },
      attentionFactor: frequenciesOf(each).attentionFactor,
    }));
}
