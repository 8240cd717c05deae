/* Joins the reports on the same tensor in several layers, if they say the same. */

/** @typedef {import('./examine.js').Report} Report */

/** The number of a layer in a name: the first one between dots or underscores. */
const LAYER = /(?<=[._])\d+(?=[._])/;

/**
 * Joins reports that differ only in the number of a layer. The title of the joined report lists the
 * layers.
 * @param {Report[]} reports
 */
export function shareCards(reports) {
  /** @type {Map<string, Report[]>} */
  const groups = new Map();
  for (const [i, report] of reports.entries()) {
    const key = keyOf(report) ?? String(i);
    groups.set(key, [...(groups.get(key) ?? []), report]);
  }
  return [...groups.values()].map((group) => {
    const layers = group.map(({ title }) => Number(LAYER.exec(title)));
    const [first] = group;
    const title = first.title.replace(LAYER, rangesOf(layers));
    return group.length > 1 ? { ...first, title } : first;
  });
}

/** Returns the same text for reports that may be joined. @param {Report} report */
function keyOf({ title, verdict, sure, says, settings, heat, positions, unchecked }) {
  if (heat || positions || unchecked || !LAYER.test(title)) return undefined;
  return JSON.stringify([title.replace(LAYER, '*'), verdict, sure, says, settings]);
}

/** Writes numbers as ranges, such as 0-2,5. @param {number[]} numbers */
function rangesOf(numbers) {
  /** @type {number[][]} */
  const runs = [];
  for (const each of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.[1] === each - 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs.map(([from, to]) => (to > from ? `${from}-${to}` : from)).join(',');
}
