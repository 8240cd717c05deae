/** Loads the words of a language, which a page carries, deflated, as a text. */
import { inflateSync, strFromU8 } from 'fflate';
import { packOf } from '../figures/chassis/language.js';

/** Returns whether the words of the language are there. @param {string} language */
export function loadWords(language) {
  const carried = document.getElementById(`posenc-${language}`);
  if (carried?.getAttribute('type') !== 'text/deflated') return Boolean(packOf(language));
  const deflated = Uint8Array.from(atob(carried.textContent), (byte) => byte.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = strFromU8(inflateSync(deflated));
  document.head.append(script);
  return true;
}
