/** Loads what a page carries, deflated, as a text: a language, the editor, the code that trains. */
import { inflateSync, strFromU8 } from 'fflate';
import { packOf } from '../figures/chassis/language.js';

/** Runs a script that the page carries. Returns whether it carries it. @param {string} name */
export function loadCarried(name) {
  const carried = document.getElementById(`posenc-${name}`);
  if (carried?.getAttribute('type') !== 'text/deflated') return false;
  const deflated = Uint8Array.from(atob(carried.textContent), (byte) => byte.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = strFromU8(inflateSync(deflated));
  document.head.append(script);
  return true;
}

/** Returns whether the words of the language are there. @param {string} language */
export const loadWords = (language) => loadCarried(language) || Boolean(packOf(language));
