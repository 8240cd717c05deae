/*
 * Measures how the time of a computation grows with the size of its input. Only processor time of
 * this process counts, and only ratios of times are judged. So the result depends neither on the
 * speed of the machine nor on what else it does.
 */
import assert from 'node:assert/strict';

/** The larger input is this many times as large as the smaller one. */
export const TIMES = 8;

/**
 * The larger input may take at most this many times as long. In time n log n it takes 9 to 11 times
 * as long, and in quadratic time 64 times. Where only a part of the work is quadratic, it is between.
 */
export const MOST_RATIO = 26;

/**
 * A measurement that is too slow is repeated this often, since other work may have disturbed it: it
 * makes the collector of garbage slower, too. The fastest of the long runs counts.
 */
const TRIES = 10;

/**
 * Inputs grow until the larger one takes this many milliseconds, or is as large as its format
 * allows.
 */
const ENOUGH = 150;

/** Returns the milliseconds of processor time that a computation takes. */
async function timeOf(run, input) {
  const start = process.cpuUsage();
  await run(input);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Returns the value in the middle. @param {number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

/**
 * Asserts that a computation takes no more than about n log n time.
 * @param {string} name
 * @param {(size: number) => unknown} make makes an input of about this size
 * @param {(input: any) => unknown} run
 * @param {{from?: number, most: number, enough?: number}} sizes the size at which the search begins,
 *   the limit, and the milliseconds that the larger input must take below the limit
 * @returns {Promise<string>} what was measured
 */
export async function assertGrowth(name, make, run, { from = 256, most, enough = ENOUGH }) {
  let small = Math.min(from, Math.floor(most / TIMES));
  let input = make(small * TIMES);
  await timeOf(run, input);
  let long = await timeOf(run, input);
  while (long < enough && small * TIMES < most) {
    small = Math.min(2 * small, Math.ceil(most / TIMES));
    input = make(small * TIMES);
    long = await timeOf(run, input);
  }
  const said = `${name}: ${long.toFixed(1)} ms at size ${small * TIMES}`;
  if (long < enough) return said;
  const shorter = make(small);
  let shortest = long;
  let ratio = Infinity;
  const shorts = [];
  for (let attempt = 0; attempt < TRIES && ratio > MOST_RATIO; attempt++) {
    if (attempt) shortest = Math.min(shortest, await timeOf(run, input));
    shorts.push(await timeOf(run, shorter));
    ratio = shortest / Math.max(median(shorts), 1);
  }
  assert.ok(ratio <= MOST_RATIO, `${said}, ${ratio.toFixed(1)} times as long as at ${small}`);
  return `${said}, ${ratio.toFixed(1)} times as long as at ${small}`;
}
