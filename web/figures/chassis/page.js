/**
 * What all figures of a page share, also figures that are defined by different copies of this
 * script. The page may load one copy for each figure, for example.
 */

/** @typedef {import('./group.js').Group} Group */

/** @typedef {{made: number, groups: Map<string, Group>}} Page */

// All copies find the same object by this symbol.
const KEY = Symbol.for('posenc.figures');
const here = /** @type {Record<symbol, Page>} */ (/** @type {unknown} */ (globalThis));

/**
 * `made` is the number of figures that have been built; it makes ids unique. `groups` are the
 * groups by name.
 */
export const page = (here[KEY] ??= { made: 0, groups: new Map() });
