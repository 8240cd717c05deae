/*
 * Finds out whether heads were normalised between two arrays. Some models normalise queries and keys
 * before they rotate them: they divide each head by its root mean square, and multiply each element
 * by a weight.
 */

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */

/** At most this many heads are compared, and at most this many pairs of each. */
const HEADS = 64;
const PAIRS = 8;

/**
 * Heads were normalised if `normalisedError` is below NEAR and `keptError` is above FAR. Rounding
 * to bfloat16 causes errors below NEAR.
 */
const NEAR = 1 / 1024;
const FAR = 1 / 128;

/**
 * Returns a hint if the lengths of pairs are those of heads that were normalised. A rotation changes
 * no length.
 * @param {Pair} pair
 * @param {Wanted} wanted
 * @returns {string[]}
 */
export function normHint({ values: [before, after] }, wanted) {
  const { headDim = 1, rotaryDim = headDim, rotaryStart = 0, layout } = wanted;
  const count = Math.floor(before.length / headDim);
  if (count < PAIRS) return [];
  const half = rotaryDim / 2;
  const heads = spread(HEADS, count).map((head) => head * headDim);
  const pairs = spread(PAIRS, half).map((pair) => {
    const [first, second] = layout === 'half' ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    return [rotaryStart + first, rotaryStart + second];
  });
  const squares = heads.map((head) => meanSquare(before, head, headDim));
  const fits = pairs.map(([first, second]) => {
    const rows = heads.map((head, i) => ({
      x: square(before[head + first]),
      y: square(before[head + second]),
      length: square(after[head + first]) + square(after[head + second]),
      size: squares[i],
    }));
    return { kept: keptError(rows), normalised: normalisedError(rows) };
  });
  const isNormalised = fits.every(({ kept, normalised }) => kept > FAR && normalised < NEAR);
  return isNormalised ? [HINT] : [];
}

const HINT = 'Each head was normalised: was the first array taken before q_norm or k_norm?';

/** Returns at most `most` indices of `count`, at equal distances. @param {number} most @param {number} count */
const spread = (most, count) =>
  Array.from({ length: Math.min(most, count) }, (_, i) =>
    Math.floor((i * count) / Math.min(most, count)),
  );

/** @param {number} x */
const square = (x) => x * x;

/** @param {ArrayLike<number>} list @param {number} start @param {number} length */
function meanSquare(list, start, length) {
  let sum = 0;
  for (let i = start; i < start + length; i++) sum += list[i] * list[i];
  return sum / length;
}

/** @typedef {{x: number, y: number, length: number, size: number}} Row */

/**
 * Returns how far squared lengths are from those before the rotation, as a relative squared error.
 * @param {Row[]} rows
 */
const keptError = (rows) =>
  sumOf(rows, ({ x, y, length }) => square(length - x - y)) /
  sumOf(rows, (row) => square(row.length));

/**
 * Returns how far squared lengths are from those of normalised heads, as a relative squared error.
 * The weights of the norm are fitted by least squares.
 * @param {Row[]} rows
 */
function normalisedError(rows) {
  const goal = (/** @type {Row} */ { length, size }) => length * size;
  const [xx, xy, yy] = [
    sumOf(rows, ({ x }) => x * x),
    sumOf(rows, ({ x, y }) => x * y),
    sumOf(rows, ({ y }) => y * y),
  ];
  const [xz, yz] = [
    sumOf(rows, (row) => row.x * goal(row)),
    sumOf(rows, (row) => row.y * goal(row)),
  ];
  const scale = xx * yy - xy * xy;
  const [a, b] = [(xz * yy - yz * xy) / scale, (yz * xx - xz * xy) / scale];
  const error = sumOf(rows, (row) => square(goal(row) - a * row.x - b * row.y));
  return error / sumOf(rows, (row) => square(goal(row)));
}

/** @param {Row[]} rows @param {(row: Row) => number} value */
const sumOf = (rows, value) => rows.reduce((sum, row) => sum + value(row), 0);
