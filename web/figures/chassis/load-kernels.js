/**
 * Loads the kernels in another way, where the first call of a figure failed: asynchronously, and if
 * that fails too, the scalar kernels. Where the first call succeeds, nothing here runs.
 */
import { ready } from '../../index.js';

/** The script of this bundle, if it is a classic one. */
const own = /** @type {HTMLScriptElement | undefined} */ (globalThis.document?.currentScript);

/** Loads scalar.js: a text in the page, or the file beside this script or module. */
async function loadScalar() {
  const carried = document.getElementById('posenc-scalar');
  if (!carried && !own?.src) {
    await import('../../scalar.js');
    return;
  }
  const script = document.createElement('script');
  if (carried) script.textContent = carried.textContent;
  else script.src = new URL('scalar.js', own?.src).href;
  const loaded = new Promise((resolve) => {
    script.onload = script.onerror = resolve;
  });
  document.head.append(script);
  if (!carried) await loaded;
}

/** Loads the kernels. Throws an error that says what is missing, if nothing helps. */
async function load() {
  try {
    await ready();
  } catch {
    await loadScalar();
    await ready();
  }
}

/** @type {Promise<void> | undefined} */
let loading;

/** Loads the kernels once for all figures of a page. */
export const loadKernels = () => (loading ??= load());
