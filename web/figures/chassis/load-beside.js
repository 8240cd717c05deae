/**
 * Loads a script that most pages do not need. The script is a file, a module, or a text in the
 * page. The text may be deflated.
 */

import { addressOf, runText } from './trusted.js';

/** The property of globalThis with the function that inflates texts: see web/lab/carried.js. */
const INFLATED = Symbol.for('posenc-inflated');

/** The type of a script that is deflated. */
export const DEFLATED = 'text/deflated';

/** The types of scripts whose texts may be run. The browser itself runs those without a type. */
const CODE = ['', 'text/plain', DEFLATED];

/**
 * The script element of this bundle, if the bundle is a classic script and not a module. An element
 * with the name currentScript hides the property of the document, so it is no script.
 */
const current = globalThis.document?.currentScript;
const own = current && current instanceof HTMLScriptElement ? current : undefined;

/**
 * Finds a script that the page contains as text. Pages let their users write elements with any id,
 * but not scripts. So no other element counts, whatever its id, and no script of another type.
 * @param {string} name its id is posenc-NAME
 * @param {string[]} [types] the types that it may have
 * @returns {HTMLScriptElement | undefined}
 */
export function carriedScript(name, types = CODE) {
  // The list may also contain scripts of SVG, which belong to another class.
  const all = Array.from(document.getElementsByTagName('script'));
  const isIt = (/** @type {Element} */ each) =>
    each instanceof HTMLScriptElement && each.id === `posenc-${name}` && types.includes(each.type);
  return all.find(isIt);
}

/** Returns the text of a script that the page contains. @param {HTMLScriptElement} script */
export function textOf(script) {
  const text = script.textContent ?? '';
  if (script.type !== DEFLATED) return text;
  /** @typedef {Record<symbol, (text: string) => string>} Functions */
  return /** @type {Functions} */ (/** @type {unknown} */ (globalThis))[INFLATED](text);
}

/**
 * Runs a script that the page contains as text. Returns whether the page contains it.
 * @param {string} name
 */
export function runCarried(name) {
  const carried = carriedScript(name);
  if (carried) runText(textOf(carried));
  return carried !== undefined;
}

/**
 * Loads a script, and runs it.
 * @param {string} name the name of the file, without its extension
 * @param {() => Promise<unknown>} importModule imports the script, if this bundle is a module
 */
export async function loadBeside(name, importModule) {
  if (runCarried(name)) return;
  if (!own?.src) {
    await importModule();
    return;
  }
  const script = document.createElement('script');
  script.src = addressOf(new URL(`${name}.js`, own.src).href);
  const loaded = new Promise((resolve) => {
    script.onload = script.onerror = resolve;
  });
  document.head.append(script);
  await loaded;
}
