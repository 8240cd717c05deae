/*
 * Compares posenc with its rivals: plain loops, and other libraries. The lead of a row is the time
 * of its fastest rival divided by the time of posenc.
 */

/**
 * The two variants of posenc, with their names in the printed tables. In the variant `window`, a
 * call copies the caller's arrays. In `resident`, the arrays are in an arena.
 */
export const SIDES = { window: 'your arrays', resident: 'in an arena' };

/**
 * The time of one call: the median of the rounds.
 * @typedef {{ms: number, rounds: number, calls: number}} Time
 */

/**
 * A rival, and the variants of posenc that it is compared with. `way` is the fastest of several
 * ways in which a library can compute the result.
 * @typedef {{beside: ('window' | 'resident')[], way?: string}} Rival
 */

/**
 * The measurements of a case. In `times`, 'window' and 'resident' are the variants of posenc. The
 * other names are those of the rivals, and 'limit', 'copies', 'fresh' and 'allocation' if the case
 * has them.
 * @typedef {object} Row
 * @property {string} name
 * @property {Record<string, Time>} times
 * @property {Record<string, Rival>} rivals
 * @property {Record<string, number>} differences the largest difference between a rival and posenc
 * @property {import('./cases.js').Bars} bars
 * @property {boolean} arithmetic
 */

/**
 * Returns the rivals that a variant of posenc is compared with, and its lead over each. The fastest
 * rival is first.
 * @param {Row} row
 * @param {'window' | 'resident'} side
 */
export const rivalsOf = ({ times, rivals }, side) =>
  Object.keys(rivals)
    .filter((by) => rivals[by].beside.includes(side))
    .map((by) => ({ by, ms: times[by].ms, ratio: times[by].ms / times[side].ms }))
    .sort((a, b) => a.ms - b.ms);

/** Returns the lead over the fastest rival, or undefined if there is no rival. */
export const leadOf = (row, side) => rivalsOf(row, side)[0];

/** Adds the leads of both variants of posenc to a row. */
export const withLeads = (row) => ({
  ...row,
  leads: { window: leadOf(row, 'window'), resident: leadOf(row, 'resident') },
});

/**
 * Merges several runs of a case. Of each variant, the fastest run counts, for posenc and rivals
 * alike.
 * @param {Row[]} runs
 */
export function best(runs) {
  const fastest = (name) =>
    runs
      .map(({ times }) => times[name])
      .filter(Boolean)
      .reduce((a, b) => (b.ms < a.ms ? b : a));
  const names = [...new Set(runs.flatMap(({ times }) => Object.keys(times)))];
  return withLeads({
    ...runs[0],
    rivals: Object.assign({}, ...runs.map(({ rivals }) => rivals)),
    times: Object.fromEntries(names.map((name) => [name, fastest(name)])),
  });
}

/** Returns the leads of all rows in all engines, smallest first. */
export const leadsOf = (hosts, side) =>
  hosts
    .flatMap(({ engine, rows }) =>
      rows.map((row) => ({ ...leadOf(row, side), name: row.name, engine, side })),
    )
    .filter(({ by }) => by)
    .sort((a, b) => a.ratio - b.ratio);

/** Returns the smallest lead of each variant of posenc, and all leads below 1. */
export function summarise(hosts) {
  const all = Object.keys(SIDES).map((side) => leadsOf(hosts, side));
  return {
    slowest: all.flatMap((leads) => leads.slice(0, 1)),
    below: all.flat().filter(({ ratio }) => ratio < 1),
  };
}
