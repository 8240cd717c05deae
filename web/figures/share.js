import { differing, formatHash, normalise, parseHash } from './state.js';

/** The name of a figure in a link: its id, or its tag and which one of them it is. @param {any} figure */
export function linkName(figure) {
  if (figure.id) return figure.id;
  const tag = figure.localName;
  const same = [...figure.getRootNode().querySelectorAll?.(tag) ?? []].filter((/** @type {Element} */ each) => !each.id);
  const at = same.indexOf(figure);
  return tag.replace(/^pe-/, '') + (at > 0 ? `.${at + 1}` : '');
}

/** What the page's address says about a figure. @param {any} figure */
export function linkedState(figure) {
  try {
    const entries = parseHash(globalThis.location?.hash);
    const name = linkName(figure);
    return entries.has(name) ? { entry: entries.get(name) ?? {}, first: entries.keys().next().value === name } : null;
  } catch {
    return null;
  }
}

/** What a link has to say so that `restore` gives the present state. @param {any} figure */
export function linkEntry(figure) {
  const { state, initial } = figure;
  const entry = differing(state, initial);
  // One field may derive another on the way back; what it would derive otherwise is said too.
  return Object.assign(entry, differing(state, normalise(figure.constructor.allFields, figure.adjust({ ...entry }, initial), initial)));
}

/** Writes a figure's state into the address, beside what other figures wrote there. @param {any} figure */
export function writeLink(figure) {
  const name = linkName(figure);
  const others = parseHash(location.hash);
  others.delete(name);
  const hash = formatHash(new Map([[name, linkEntry(figure)], ...others]));
  // A sandboxed page may refuse either way; the link is then still returned.
  try {
    history.replaceState(history.state, '', hash || location.pathname + location.search);
  } catch {
    try { location.hash = hash; } catch { /* nothing left to try */ }
  }
  return location.href.split('#')[0] + hash;
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
