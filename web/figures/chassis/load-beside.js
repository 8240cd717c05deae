/** Loads a script that most pages do not need. It is a text in the page, or a file or a module. */

/** The script of this bundle, if it is a classic one. */
const own = /** @type {HTMLScriptElement | undefined} */ (globalThis.document?.currentScript);

/**
 * Loads a script, and runs it.
 * @param {string} name the name of the file, without its extension
 * @param {() => Promise<unknown>} importModule imports the script, if this bundle is a module
 */
export async function loadBeside(name, importModule) {
  const carried = document.getElementById(`posenc-${name}`);
  if (!carried && !own?.src) {
    await importModule();
    return;
  }
  const script = document.createElement('script');
  if (carried) script.textContent = carried.textContent;
  else script.src = new URL(`${name}.js`, own?.src).href;
  const loaded = new Promise((resolve) => {
    script.onload = script.onerror = resolve;
  });
  document.head.append(script);
  if (!carried) await loaded;
}
