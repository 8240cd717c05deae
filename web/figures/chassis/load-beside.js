/**
 * Loads a script that most pages do not need. The script is a file, a module, or a text in the
 * page. The text may be deflated.
 */

/** The property of globalThis with the function that inflates texts: see web/lab/carried.js. */
const INFLATED = Symbol.for('posenc-inflated');

/** The script element of this bundle, if the bundle is a classic script and not a module. */
const own = /** @type {HTMLScriptElement | undefined} */ (globalThis.document?.currentScript);

/** Returns the text of a script that the page contains. @param {Element} script */
export function textOf(script) {
  const text = script.textContent ?? '';
  if (script.getAttribute('type') !== 'text/deflated') return text;
  /** @typedef {Record<symbol, (text: string) => string>} Functions */
  return /** @type {Functions} */ (/** @type {unknown} */ (globalThis))[INFLATED](text);
}

/**
 * Runs a script that the page contains as text. Returns whether the page contains it.
 * @param {string} name
 */
export function runCarried(name) {
  const carried = document.getElementById(`posenc-${name}`);
  if (!carried) return false;
  const script = document.createElement('script');
  script.textContent = textOf(carried);
  document.head.append(script);
  return true;
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
  script.src = new URL(`${name}.js`, own.src).href;
  const loaded = new Promise((resolve) => {
    script.onload = script.onerror = resolve;
  });
  document.head.append(script);
  await loaded;
}
