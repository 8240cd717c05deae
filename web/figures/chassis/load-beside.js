/**
 * Loads a script that most pages do not need. It is a text in the page, which may be compressed, or
 * a file or a module.
 */

/** The script element of this bundle, if the bundle is a classic script and not a module. */
const own = /** @type {HTMLScriptElement | undefined} */ (globalThis.document?.currentScript);

/**
 * Returns the text of a script that the page contains.
 * @param {Element} script
 * @returns {Promise<string>}
 */
export async function textOf(script) {
  const text = script.textContent ?? '';
  if (script.getAttribute('type') !== 'text/deflated') return text;
  const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

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
  if (carried) script.textContent = await textOf(carried);
  else script.src = new URL(`${name}.js`, own?.src).href;
  const loaded = new Promise((resolve) => {
    script.onload = script.onerror = resolve;
  });
  document.head.append(script);
  if (!carried) await loaded;
}
