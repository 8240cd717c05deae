/**
 * Computes whether a stack of clocks can tell the positions 0 to 999 apart. Two positions look the
 * same if, on every clock, their hands are less than an eighth of a turn apart. Both hands of a
 * clock turn at the same speed. So only the gap matters: how far apart the two positions are.
 */
import { turned } from '../parts/turn-curves.js';
import { clocksModel, wavesOf } from './model.js';

/** @typedef {import('./model.js').Stack} Stack */
/** @typedef {import('./model.js').State} State */
/** @typedef {ReturnType<typeof buildOf>} Build */

/** The clocks must tell this many positions apart. The first position is 0. */
export const POSITIONS = 1000;

/** At a glance, a reader can distinguish this many directions of a hand. */
export const DIRECTIONS = 8;

/** The bases of the chart and of the slider. */
export const BASES = [10, 100, 1e3, 1e4, 1e5, 1e6].flatMap((ten) => [ten, 2 * ten, 5 * ten]);
BASES.push(1e7);
/** The bases for beginners: powers of ten. Some of the other bases work only by chance. */
const TENS = BASES.filter((_, at) => at % 3 === 0);
/** Returns the bases that the chart and the slider offer. @param {boolean} beginner */
export const basesFor = (beginner) => (beginner ? TENS : BASES);

/** Returns the cosine of the smallest angle at which two hands look different. */
const limit = () => turned([(2 * Math.PI) / DIRECTIONS])[1];

/**
 * Returns the cosine of the angle between the two hands of a clock, for each gap.
 * @param {number[]} gaps
 * @param {number} wave the wavelength of the clock
 */
function cosines(gaps, wave) {
  const table = turned(gaps.map((gap) => (2 * Math.PI * gap) / wave));
  return gaps.map((_, at) => table[2 * at + 1]);
}

const GAPS = Array.from({ length: POSITIONS - 1 }, (_, at) => at + 1);

/**
 * Returns all gaps at which two positions look the same. Each clock leaves only the gaps at which
 * its own hands look the same.
 * @param {Stack} stack
 */
export function alikeGaps(stack) {
  const least = limit();
  let gaps = GAPS;
  for (const wave of wavesOf(stack)) {
    const near = cosines(gaps, wave);
    gaps = gaps.filter((_, at) => near[at] > least);
  }
  return gaps;
}

/**
 * Returns how many pairs of positions look the same.
 * @param {number[]} gaps the gaps at which two positions look the same
 */
export const countAlike = (gaps) => gaps.reduce((sum, gap) => sum + POSITIONS - gap, 0);

/**
 * Returns, for each gap, how alike two positions look on the clock that shows the largest
 * difference. The result is the cosine of the angle between the two hands of this clock.
 * @param {Stack} stack
 */
function likeness(stack) {
  const worst = new Float64Array(POSITIONS).fill(1);
  for (const wave of wavesOf(stack))
    cosines(GAPS, wave).forEach((cosine, at) => {
      worst[at + 1] = Math.min(worst[at + 1], cosine);
    });
  return worst;
}

/**
 * Returns the other position that looks most like the given position.
 * @param {Float64Array} worst the result of `likeness`
 * @param {number} position
 */
function rivalOf(worst, position) {
  let rival = position ? 0 : 1;
  const gapTo = (/** @type {number} */ other) => Math.abs(position - other);
  for (let other = 0; other < POSITIONS; other++)
    if (other !== position && worst[gapTo(other)] > worst[gapTo(rival)]) rival = other;
  return rival;
}

/** The stack that the reader builds. @param {State} state @returns {Stack} */
const stackOf = ({ clocks, base, spacing }) => ({ dim: 2 * clocks, base, spacing });

/**
 * Counts the look-alikes (the pairs of positions that look the same) for each base of BASES.
 * @param {State} state
 */
export const surveyOf = (state) =>
  BASES.map((base) => countAlike(alikeGaps({ ...stackOf(state), base })));

/**
 * Judges the stack that the reader builds.
 * @param {State} state
 * @param {number[]} survey the result of surveyOf
 */
function buildOf(state, survey) {
  const stack = stackOf(state);
  const waves = wavesOf(stack);
  const gaps = alikeGaps(stack);
  const jumps = Array.from(waves.subarray(1), (wave, at) => wave / waves[at]);
  const widest = jumps.indexOf(Math.max(...jumps));
  const slowest = waves[waves.length - 1];
  return {
    /** The gaps at which two positions look the same. */
    gaps,
    /** The number of pairs of positions that look the same. */
    count: countAlike(gaps),
    survey,
    /** The position that looks most like the current position. */
    rival: rivalOf(likeness(stack), state.position),
    /** The clock after which the wavelength grows by the largest factor, and that factor. */
    widest,
    jump: jumps[widest],
    /** Whether a clock turns once before the next clock has visibly moved. */
    gapped: jumps[widest] > DIRECTIONS,
    /** Whether the slowest clock turns so far that a late position looks like position 0. */
    comesRound: slowest * (1 - 1 / DIRECTIONS) < POSITIONS - 1,
  };
}

/**
 * Computes the model of the task `build`. It compares the current position with its rival: the
 * position that looks most like it.
 * @param {State} state
 * @param {number[]} survey the result of surveyOf
 */
export function buildModel(state, survey) {
  const build = buildOf(state, survey);
  const hands = { ...stackOf(state), position: state.position, other: build.rival };
  return { ...clocksModel(hands), state, build };
}
