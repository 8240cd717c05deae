/**
 * Defines the ten checks: the number that each check measures, and the value that it must have. The
 * code of the checks that readers see is in listings.js.
 */
import { sinusoidal } from '../../index.js';

/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {import('./implementations.js').Implementation} Implementation */

/**
 * @typedef {object} Check
 * @property {(pe: Implementation) => number} measure computes the number that reveals a bug
 * @property {() => number} wanted returns what the number must be
 * @property {number} within the largest allowed difference from that number
 */

const CLOSE = 0.001;
const EXACT = 0;

/** Makes the vectors of five equal words, [5, 8]. */
const ones = () => Array.from({ length: 5 }, () => Array(8).fill(1));

/** Makes a vector of 8 numbers: 1 at a place, and 0 elsewhere. @param {number} place */
const unit = (place) => Array.from({ length: 8 }, (_, at) => Number(at === place));

/**
 * Returns the one of `numbers` that is farthest from `from`.
 * @param {number[]} numbers
 * @param {number} from
 */
const farthest = (numbers, from) =>
  numbers.reduce((most, each) => (Math.abs(each - from) > Math.abs(most - from) ? each : most));

/**
 * Compares two lists place by place, and returns the largest absolute difference.
 * @param {number[]} one
 * @param {number[]} two
 */
const difference = (one, two) =>
  Math.abs(
    farthest(
      one.map((value, at) => value - two[at]),
      0,
    ),
  );

/** Returns sine² + cosine² of each pair in a row. @param {number[]} row */
const lengths = (row) =>
  row.flatMap((sine, at) => (at % 2 ? [] : [sine * sine + row[at + 1] * row[at + 1]]));

/** The bugs, grouped by subject. A check says nothing about a bug of another group. */
const SUBJECTS = /** @type {Bug[][]} */ ([
  ['pairs', 'transposed', 'exponent', 'first'],
  ['cache', 'values', 'layout', 'theta'],
  ['padding', 'first', 'cache'],
  ['slopes'],
]);

/** Returns the checks that concern a bug, including its own check. @param {Bug} bug */
export const concerning = (bug) =>
  /** @type {Bug[]} */ (SUBJECTS.find(([...checks]) => checks.includes(bug)));

/** @type {Record<Bug, Check>} */
export const CHECKS = {
  pairs: {
    measure: (pe) => farthest(pe.table(64, 16).flatMap(lengths), 1),
    wanted: () => 1,
    within: CLOSE,
  },
  transposed: {
    measure: (pe) => {
      const zeros = Array.from({ length: 16 }, () => Array(16).fill(0));
      return difference(pe.stamp(zeros).flat(), pe.table(16, 16).flat());
    },
    wanted: () => 0,
    within: EXACT,
  },
  exponent: {
    measure: (pe) => {
      const table = pe.table(2, 16);
      return table[1][8] - table[0][8];
    },
    wanted: () => 0.01,
    within: CLOSE,
  },
  first: { measure: (pe) => pe.table(1, 6)[0][0], wanted: () => 0, within: EXACT },
  padding: {
    measure: (pe) => pe.positions([0, 0, 1, 1, 1])[2],
    wanted: () => 0,
    within: EXACT,
  },
  cache: {
    measure: (pe) => {
      const values = ones().map((_, at) => unit(at));
      const [last] = pe.attend(ones().slice(4), ones(), values, 4);
      return difference(last, pe.attend(ones(), ones(), values, 0)[4]);
    },
    wanted: () => 0,
    within: CLOSE,
  },
  values: {
    measure: (pe) => farthest(pe.attend(ones(), ones(), ones(), 0).flat(), 1),
    wanted: () => 1,
    within: CLOSE,
  },
  layout: {
    measure: (pe) => pe.rotate([unit(0)], [1])[0][4],
    wanted: () => sinusoidal(1, 2, { start: 1 })[0],
    within: CLOSE,
  },
  theta: {
    measure: (pe) => pe.rotate([unit(7)], [1000])[0][7],
    wanted: () => sinusoidal(1, 8, { start: 1000, base: 500000 })[7],
    within: CLOSE,
  },
  slopes: { measure: (pe) => pe.slopes(8)[0], wanted: () => 1 / 2, within: EXACT },
};
