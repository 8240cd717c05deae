/*
 * Finds biases that are looked up in learned tables: T5's buckets of distances, and the offsets in
 * Swin's windows.
 */
import { swinIndex, t5Buckets } from '../index.js';
import { exp, log } from './elementary.js';
import { median } from './bias-values.js';

/** @typedef {import('./bias-values.js').Bias} Bias */
/** @typedef {import('./bias-values.js').Distances} Distances */
/** @typedef {import('./bias-values.js').Mask} Mask */

/**
 * T5's buckets, and the bias of each of them.
 * @typedef {object} T5
 * @property {boolean} bidirectional
 * @property {number} buckets
 * @property {number} maxDistance
 * @property {Float64Array} weights [buckets, heads]; NaN for buckets that no key has
 * @property {(distance: number) => number} bucketOf
 */

/** The numbers of buckets on one side of the query that are tried, the usual ones first. */
const SIDES = [16, 32, ...Array.from({ length: 63 }, (_, i) => i + 2), 128, 256];

/** The usual values of `maxDistance`, the most usual one first. */
const MOST_DISTANT = [128, 256, 512, 64, 1024, 2048, 32, 800, 20, 16, 100, 1000, 4096];

/**
 * Unusual settings are accepted only if this many buckets contain several distances. Fewer buckets
 * may agree by chance.
 */
const LEAST_LONG = 5;

/** T5 is recognised only if at least this fraction of neighbouring buckets differ in value. */
const VISIBLE = 0.9;

/** The largest `maxDistance` that is tried. */
const FARTHEST = 1048576;

/** @param {number} buckets @param {number} maxDistance */
const isUsual = (buckets, maxDistance) =>
  (buckets & (buckets - 1)) === 0 && MOST_DISTANT.includes(maxDistance);

/**
 * Finds T5's buckets. The values must be equal within each bucket, and some bucket must contain
 * several distances. If a short sequence does not show all settings, usual settings are tried
 * first.
 * @param {Bias} bias
 * @param {Distances} distances
 * @returns {T5 | undefined}
 */
export function findT5(bias, distances) {
  const { keys, queries } = bias;
  const runs = runsOf(bias, distances, -1);
  // The last run of equal values may go on beyond the farthest key, so it is not counted.
  const long = runs.filter((run, i) => runs[i + 1] - run > 1).length;
  if (runs.length < 3 || !long || isSmooth(bias, distances, runs)) return undefined;
  const hasAfter = queries > 1 && distances.counts[keys] > 0;
  const isShared = distances.values.every((list) => list[keys] === list[keys - 1]);
  const bidirectional = hasAfter && !(isShared && runsOf(bias, distances, 1).length < 2);
  for (const side of bidirectional ? SIDES : [32, ...SIDES]) {
    if (runs.length > side) continue;
    for (const maxDistance of distancesFor(runs, side)) {
      const buckets = bidirectional ? 2 * side : side;
      if (long < LEAST_LONG && !isUsual(buckets, maxDistance)) continue;
      const found = tryT5(bias, distances, { bidirectional, buckets, maxDistance });
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Whether neighbouring runs of equal values often differ by little more than a rounding. Rounding
 * turns smooth values into such runs, which look like buckets.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {number[]} runs
 */
function isSmooth({ keys, grain }, { values, size }, runs) {
  const jumps = runs.slice(1).map((run) => {
    const at = keys - 1 - run;
    return Math.max(...values.map((list) => Math.abs(list[at] - list[at + 1])));
  });
  return jumps.filter((jump) => jump > 16 * grain * size).length < 0.8 * jumps.length;
}

/**
 * Lists the distances at which the values change, on one side of the query. The first distance is 0
 * for keys up to the query, and 1 for keys after it.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {1 | -1} sign
 */
function runsOf({ keys, queries }, { values, counts }, sign) {
  const end = sign < 0 ? keys : queries;
  const first = sign < 0 ? 0 : 1;
  const indexOf = (/** @type {number} */ distance) => keys - 1 + sign * distance;
  const runs = [];
  for (let distance = first; distance < end; distance++) {
    const at = indexOf(distance);
    if (!counts[at]) break;
    const isNew = values.some((list) => list[at] !== list[indexOf(distance - 1)]);
    if (distance === first || isNew) runs.push(distance);
  }
  return runs;
}

/**
 * Lists the values of `maxDistance` that would give these runs.
 * @param {number[]} runs the distances at which the values change
 * @param {number} side the number of buckets on one side of the query
 */
function distancesFor(runs, side) {
  const exact = Math.floor(side / 2);
  const count = side - exact;
  const last = runs[runs.length - 1];
  const steps = runs.length - 1 - exact;
  if (last <= exact || steps < 1) return MOST_DISTANT.filter((each) => each > exact);
  // Bucket exact + j begins at the distance exact * (maxDistance / exact)^(j / count).
  const limit = (/** @type {number} */ border) =>
    exact * exp((log(Math.max(border, exact + 0.01) / exact) * count) / steps);
  const [low, high] = [limit(last - 1), limit(last)];
  const isWithin = (/** @type {number} */ x) =>
    x > low * 0.999 && x <= Math.min(FARTHEST, high * 1.001) && x > exact;
  const rounded = [1, 2, 3].flatMap((digits) =>
    [low, high, (low + high) / 2].map((each) => Number(each.toPrecision(digits))),
  );
  const each = high - low < 40 ? Array.from({ length: 42 }, (_, i) => Math.floor(low) + i) : [];
  return [...new Set([...MOST_DISTANT, ...rounded, ...each])].filter(
    (x) => Number.isInteger(x) && isWithin(x),
  );
}

/**
 * Returns the buckets with their biases, or undefined if they do not explain the values.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {{bidirectional: boolean, buckets: number, maxDistance: number}} settings
 * @returns {T5 | undefined}
 */
function tryT5({ heads, queries, keys }, { values, counts }, settings) {
  const back = t5Buckets(1, keys, settings);
  const ahead = t5Buckets(queries, 1, settings);
  const bucketOf = (/** @type {number} */ distance) =>
    distance <= 0 ? back[keys - 1 + distance] : ahead[queries - 1 - distance];
  if (!isShown(bucketOf, { values, counts, keys })) return undefined;
  /** @type {number[][]} */
  const members = Array.from({ length: settings.buckets }, () => []);
  counts.forEach((count, index) => {
    if (count) members[bucketOf(index - keys + 1)].push(index);
  });
  const weights = new Float64Array(settings.buckets * heads).fill(NaN);
  // A single wrong value is tolerated, if at most two keys have its distance.
  let spare = 1;
  for (const [bucket, indices] of members.entries())
    for (let head = 0; head < heads; head++) {
      const own = indices.map((index) => values[head][index]);
      const weight = median(own);
      const others = indices.filter((index) => values[head][index] !== weight);
      if (others.some((index) => counts[index] > 2 || spare-- <= 0)) return undefined;
      weights[bucket * heads + head] = weight;
    }
  return { ...settings, weights, bucketOf };
}

/**
 * Whether the keys before their query show at least one whole bucket of several distances. Most
 * neighbouring buckets must also have different values.
 * @param {(distance: number) => number} bucketOf
 * @param {{values: Float64Array[], counts: Uint32Array, keys: number}} shape
 */
function isShown(bucketOf, { values, counts, keys }) {
  let borders = 0;
  let visible = 0;
  let run = 0;
  let longest = 0;
  for (let distance = 1; distance < keys && counts[keys - 1 - distance]; distance++) {
    const at = keys - 1 - distance;
    run++;
    if (bucketOf(-distance) === bucketOf(1 - distance)) continue;
    borders++;
    if (values.some((list) => list[at] !== list[at + 1])) visible++;
    longest = Math.max(longest, run);
    run = 0;
  }
  return longest > 1 && visible >= VISIBLE * borders;
}

/**
 * Swin's window, and the bias of each offset.
 * @typedef {object} Swin
 * @property {number} height
 * @property {number} width
 * @property {Float64Array} table [(2 height - 1)(2 width - 1), heads]
 * @property {Int32Array} index [queries, keys]
 */

/** The longest side of a window. */
const LONGEST = 128;

/** A window explains a bias if it explains this fraction of its elements. */
const EXPLAINED = 0.9;

/**
 * Finds the window for which keys at the same offset have the same value.
 * @param {Bias} bias
 * @returns {Swin | undefined}
 */
export function findSwin(bias) {
  const { queries, keys } = bias;
  if (queries !== keys) return undefined;
  const sides = Array.from({ length: Math.min(LONGEST, keys >> 1) }, (_, i) => i + 1)
    .filter((height) => height > 1 && keys % height === 0 && keys / height <= LONGEST)
    .sort((a, b) => Math.abs(a - keys / a) - Math.abs(b - keys / b));
  for (const height of sides) {
    const found = tryWindow(bias, height, keys / height);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {Bias} bias
 * @param {number} height
 * @param {number} width
 * @returns {Swin | undefined}
 */
function tryWindow({ values, heads, keys }, height, width) {
  const index = swinIndex(height, width);
  const rows = (2 * height - 1) * (2 * width - 1);
  const table = new Float64Array(rows * heads);
  let equal = 0;
  for (let head = 0; head < heads; head++) {
    /** @type {number[][]} */
    const lists = Array.from({ length: rows }, () => []);
    index.forEach((row, i) => lists[row].push(values[head * keys * keys + i]));
    lists.forEach((list, row) => {
      const middle = median(list);
      table[row * heads + head] = middle;
      equal += list.filter((each) => each === middle).length;
    });
  }
  // Offsets that occur only once always count as equal, so this fraction must be large.
  return equal >= EXPLAINED * values.length ? { height, width, table, index } : undefined;
}
