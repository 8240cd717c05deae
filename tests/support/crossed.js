/*
 * Crosses lists of values, for tests that look at figures in themes, widths, languages and levels.
 * `npm test` tries each pair of values of two lists at least once, since most faults need no more
 * than two values to show. `npm run test:all` tries all combinations.
 */

/** Whether this run tries all combinations. */
export const isWhole = process.env.POSENC_TESTS === 'all';

/** Returns all combinations of one value of each list. */
const product = (lists) =>
  lists.reduce((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]]);

/** Returns the pairs of values in a row, each as one text. The values are numbers. */
const pairsIn = (row) =>
  row.flatMap((one, at) =>
    row.slice(at + 1).map((other, by) => `${at}:${one} ${at + 1 + by}:${other}`),
  );

/**
 * Returns rows of indices that contain each pair. It takes the next row that contains the most pairs
 * which no earlier row contains.
 */
function pairwise(sizes) {
  let rows = product(sizes.map((size) => [...Array(size).keys()]));
  const missing = new Set(rows.flatMap(pairsIn));
  const chosen = [];
  const gain = (row) => pairsIn(row).filter((pair) => missing.has(pair)).length;
  while (missing.size) {
    let best = rows[0];
    for (const row of rows) if (gain(row) > gain(best)) best = row;
    chosen.push(best);
    for (const pair of pairsIn(best)) missing.delete(pair);
    rows = rows.filter((row) => gain(row));
  }
  return chosen;
}

/**
 * Returns objects with one value for each name: `crossed({ tag: TAGS, theme: THEMES })`. Each pair of
 * values of two lists is in at least one of them, and with two lists these are all combinations.
 * `anyPair: false` only promises that each value is there, which is enough where a test of its own
 * crosses the lists already.
 * @param {Record<string, any[]>} lists
 * @param {{anyPair?: boolean}} [options]
 */
export function crossed(lists, { anyPair = true } = {}) {
  const names = Object.keys(lists);
  const sizes = names.map((name) => lists[name].length);
  const longest = Math.max(...sizes);
  const each = Array.from({ length: longest }, (_, at) => sizes.map((size) => at % size));
  const some = () => (anyPair ? pairwise(sizes) : each);
  const rows = isWhole ? product(sizes.map((size) => [...Array(size).keys()])) : some();
  return rows.map((row) =>
    Object.fromEntries(names.map((name, at) => [name, lists[name][row[at]]])),
  );
}
