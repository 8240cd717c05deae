/** Reads and writes links to states, copies them to the clipboard, and saves files. */
import { differing, formatHash, normalise, parseHash } from './state.js';

/** @typedef {import('./parameters.js').Parameters} Parameters */
/** @typedef {import('./state.js').Entry} Entry */

/**
 * Returns the name of a figure: "clocks" for the first of its kind, then "clocks.2" and so on.
 * @param {string} kind
 * @param {number} at the index of the figure among all figures of its kind
 */
export const numberedName = (kind, at) => kind + (at > 0 ? `.${at + 1}` : '');

/**
 * Returns the name of a figure in links: its id, or its tag without "pe-". The second pe-clocks of
 * a page is called "clocks.2".
 * @param {HTMLElement} figure
 */
export function linkName(figure) {
  if (figure.id) return figure.id;
  const tag = figure.localName;
  const root = /** @type {Element | Document} */ (figure.getRootNode());
  // A figure that is in no page may be its own root. Then it is not in this list.
  const same = [...root.querySelectorAll(tag)].filter((each) => !each.id);
  return numberedName(tag.replace(/^pe-/, ''), same.indexOf(figure));
}

/**
 * Reads the state of a figure from the address of the page.
 * @param {Parameters} figure
 * @returns {{entry: Entry, first: boolean} | null} `entry`: the fields in the address; `first`:
 *   whether this figure is the first in the address; null if the address does not name it
 */
export function linkedState(figure) {
  try {
    const entries = parseHash(globalThis.location?.hash);
    // linkName is slow on a page with many figures, so it must not run without need.
    if (!entries.size) return null;
    const name = linkName(figure);
    const entry = entries.get(name);
    return entry ? { entry, first: entries.keys().next().value === name } : null;
  } catch {
    return null;
  }
}

/**
 * Returns the fields that a link must contain, so that `restore` leads to the current state.
 * @param {Parameters} figure
 */
export function linkEntry(figure) {
  const { initial } = figure;
  const state = { ...figure.state, ...figure.unlinked };
  const entry = differing(state, initial);
  // When the link is opened, `adjust` may derive one field from another. If the derived value
  // differs from the current state, the link must contain this field too.
  const derived = normalise(
    figure.definition.allFields,
    figure.adjust({ ...entry }, initial),
    initial,
  );
  return Object.assign(entry, differing(state, derived));
}

/**
 * Writes an entry into the address of the page. The address keeps the states of other figures.
 * @param {string} name
 * @param {Entry} entry
 * @returns the new address
 */
export function writeEntry(name, entry) {
  const others = parseHash(location.hash);
  others.delete(name);
  const hash = formatHash(new Map([[name, entry], ...others]));
  // A sandboxed page may refuse both ways to change its address. The link is returned even then.
  try {
    history.replaceState(history.state, '', hash || location.pathname + location.search);
  } catch {
    try {
      location.hash = hash;
    } catch {
      // Nothing is left to try.
    }
  }
  return location.href.split('#')[0] + hash;
}

/**
 * Writes the state of a figure into the address of the page.
 * @param {Parameters} figure
 * @returns the new address
 */
export const writeLink = (figure) => writeEntry(linkName(figure), linkEntry(figure));

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser allowed it
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the page may be in a sandbox. A sandbox can forbid downloads, and a page cannot find out
 * whether its sandbox does. A page in a sandbox is in a frame, or has an opaque origin. A local
 * file also has an opaque origin.
 */
const maybeSandboxed = () =>
  globalThis.top !== globalThis.self ||
  (globalThis.origin === 'null' && location.protocol !== 'file:');

/**
 * Saves a file in the folder of downloads.
 * @param {Blob} blob
 * @param {string} name
 * @returns false if a sandbox may have forbidden the download
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the object URL some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  return !maybeSandboxed();
}
