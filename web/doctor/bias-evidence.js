/* Describes a bias that no formula explains: how its values change, and on what they depend. */

/** @typedef {import('./bias-values.js').Bias} Bias */
/** @typedef {import('./bias-values.js').Mask} Mask */

/** Two values count as equal if they differ by at most this fraction of the largest value. */
const NEAR = 1e-4;

/**
 * Notes on a threshold need at least this many queries after it. The note on equal values before
 * the threshold needs as many queries before it.
 */
const FEWEST = 4;

/**
 * Says in how many heads values fall or rise with the distance, for keys before their query.
 * @param {Iterable<Float64Array>[]} heads for each head: lists of values, from the farthest key to
 *   the nearest
 */
export function courseNote(heads) {
  let [falls, rises] = [0, 0];
  for (const lists of heads) {
    let [nearer, farther] = [false, false];
    for (const list of lists)
      for (let i = 1; i < list.length; i++) {
        nearer ||= list[i] > list[i - 1];
        farther ||= list[i] < list[i - 1];
      }
    if (nearer && !farther) falls++;
    if (farther && !nearer) rises++;
  }
  const { length } = heads;
  if (falls === length) return 'In every head, values fall as the distance grows.';
  if (rises === length) return 'In every head, values rise as the distance grows.';
  if (!falls && !rises)
    return 'No head has values that only fall, or only rise, as the distance grows.';
  return `As the distance grows, values only fall in ${falls} of ${length} heads, and only rise in ${rises}.`;
}

/**
 * Returns notes on a bias that depends on more than the distance.
 * @param {Bias} bias
 * @param {Mask} mask
 */
export function evidenceOf(bias, { padding, window = Infinity }) {
  const { values, heads, queries, keys } = bias;
  const offset = keys - queries;
  const firstOf = (/** @type {number} */ query) => Math.max(padding, query + offset - window + 1);
  function* rowsOf(/** @type {number} */ head) {
    for (let query = 0; query < queries; query++) {
      const from = (head * queries + query) * keys;
      yield values.subarray(from + firstOf(query), from + query + offset + 1);
    }
  }
  const all = Array.from({ length: heads }, (_, head) => head);
  return [courseNote(all.map(rowsOf)), ...thresholdNotes(all.map((head) => [...rowsOf(head)]))];
}

/** Two rows may have the same curve if `courseOf` differs by at most this fraction. */
const SAME_COURSE = 0.1;

/** Returns the sum of |x[i] - x[i - 1]| over the values of a row. @param {Float64Array} row */
const courseOf = (row) => row.reduce((sum, x, i) => sum + (i ? Math.abs(x - row[i - 1]) : 0), 0);

/**
 * Finds the first query whose row has other values at the same distances. Says whether the rows
 * from there on look like FIRE. FIRE stretches one curve over all keys before the query, so these
 * rows begin and end with the same values.
 * @param {Float64Array[][]} heads for each head: the rows of values, from the farthest key to the
 *   nearest
 */
function thresholdNotes(heads) {
  let size = 0;
  for (const rows of heads)
    for (const row of rows) for (const x of row) size = Math.max(size, Math.abs(x));
  const isNear = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.abs(a - b) <= NEAR * size;
  /** Whether two rows have the same values at the same distances. */
  const isSame = (/** @type {Float64Array} */ row, /** @type {Float64Array} */ next) =>
    row.every((x, i) => isNear(x, next[next.length - row.length + i]));
  const end = heads[0].length;
  const isAsBefore = (/** @type {number} */ query) =>
    heads.every((rows) => isSame(rows[query - 1], rows[query]));
  let from = 1;
  while (from < end && isAsBefore(from)) from++;
  if (end - from < FEWEST) return [];
  const keepsEnds = heads.every((rows) =>
    rows
      .slice(from)
      .every((row) => [0, -1].every((i) => isNear(Number(row.at(i)), Number(rows[from].at(i))))),
  );
  // Stretching a curve does not change the sum of its steps up and down.
  const isCurve = heads.every((rows) => {
    const [half, whole] = [Math.floor((from + end) / 2), end - 1].map((at) => courseOf(rows[at]));
    return Math.abs(half - whole) <= SAME_COURSE * whole;
  });
  return [
    ...(from < FEWEST
      ? []
      : [
          `Before query ${from}, keys at the same distance have the same value; later, they do not.`,
        ]),
    ...(keepsEnds && isCurve
      ? [`From query ${from} on, the nearest and the farthest key keep their values, as in FIRE.`]
      : []),
  ];
}
