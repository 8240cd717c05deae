/** Loads compressed scripts that a page contains: a language, the editor or the check of files. */
import { inflateSync, strFromU8 } from 'fflate';
import { packOf } from '../figures/chassis/language.js';

/** Runs a compressed script. Returns whether the page contains it. @param {string} name */
export function loadCarried(name) {
  const carried = document.getElementById(`posenc-${name}`);
  if (carried?.getAttribute('type') !== 'text/deflated') return false;
  const deflated = Uint8Array.from(atob(carried.textContent), (byte) => byte.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = strFromU8(inflateSync(deflated));
  document.head.append(script);
  return true;
}

/** Loads the texts of a language. Returns whether they are available. @param {string} language */
export const loadWords = (language) => loadCarried(language) || Boolean(packOf(language));
