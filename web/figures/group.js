/**
 * Figures of one `group` move their cursors together: the number fields named here, where a figure has them.
 * What shapes a figure (length, dim, base, ...) stays its own.
 */
export const CURSORS = ['position', 'other', 'offset', 'pair', 'dimension', 'head', 'query', 'key'];

/** @type {Map<string, {members: Set<any>, at: Record<string, number>}>} */
const groups = new Map();

/** Joins a group; returns where its cursors stand, as far as one has been moved. @param {any} figure @param {string | null} name */
export function join(figure, name) {
  leave(figure);
  if (!name) return {};
  const group = groups.get(name) ?? { members: new Set(), at: {} };
  groups.set(name, group);
  group.members.add(figure);
  return group.at;
}

/** @param {any} figure */
export function leave(figure) {
  for (const [name, { members }] of groups) if (members.delete(figure) && !members.size) groups.delete(name);
}

/**
 * Tells the others of the group; what they clamp or refuse is not told back.
 * @param {any} figure @param {string[]} changed fields
 * @param {(figure: any, patch: Record<string, number>) => void} tell
 */
export function share(figure, changed, tell) {
  const patch = Object.fromEntries(changed.filter((key) => CURSORS.includes(key) && typeof figure.state[key] === 'number').map((key) => [key, figure.state[key]]));
  for (const { members, at } of groups.values()) {
    if (!members.has(figure) || !Object.keys(patch).length) continue;
    Object.assign(at, patch);
    for (const other of members) if (other !== figure) tell(other, patch);
  }
}
