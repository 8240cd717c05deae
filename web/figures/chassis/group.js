/**
 * The fields that are cursors. Figures whose attribute `group` has the same value move these
 * cursors together. A figure shares a cursor only if the cursor is a number in that figure.
 * Parameters of a figure, such as length, dim and base, are not shared.
 */
export const CURSORS = ['position', 'other', 'offset', 'pair', 'dimension', 'head', 'query', 'key'];

/** @typedef {import('./parameters.js').Parameters} Parameters */
/** @typedef {Record<string, number>} Cursors the value of each cursor, by the name of its field */

/**
 * The figures of a group, and the cursors that they have moved.
 * @typedef {{members: Set<Parameters>, at: Cursors}} Group
 */

// All copies of this script in the page find the same groups by this symbol. A page may load one
// copy for each figure, for example.
const KEY = Symbol.for('posenc.groups');
const here = /** @type {Record<symbol, Map<string, Group>>} */ (
  /** @type {unknown} */ (globalThis)
);

/** The groups by name. */
const groups = (here[KEY] ??= new Map());

/**
 * Adds a figure to a group, and removes it from the group that it was in before.
 * @param {Parameters} figure
 * @param {string | null} name the name of the group; null for no group
 * @returns {Cursors} the value of each cursor that a figure of the group has moved; empty at first
 */
export function join(figure, name) {
  leave(figure);
  if (!name) return {};
  const group = groups.get(name) ?? { members: new Set(), at: {} };
  groups.set(name, group);
  group.members.add(figure);
  return group.at;
}

/** Removes a figure from its group. @param {Parameters} figure */
export function leave(figure) {
  for (const [name, { members }] of groups)
    if (members.delete(figure) && !members.size) groups.delete(name);
}

/**
 * Passes the cursors that a figure has moved to the other figures of its group.
 * @param {Parameters} figure
 * @param {string[]} changed the names of the fields that have changed
 * @param {(other: Parameters, patch: Cursors) => void} tell sets the cursors of another figure
 */
export function share(figure, changed, tell) {
  const moved = changed.filter(
    (key) => CURSORS.includes(key) && typeof figure.state[key] === 'number',
  );
  if (!moved.length) return;
  const patch = Object.fromEntries(moved.map((key) => [key, figure.state[key]]));
  for (const { members, at } of groups.values()) {
    if (!members.has(figure)) continue;
    Object.assign(at, patch);
    for (const other of members) if (other !== figure) tell(other, patch);
  }
}
