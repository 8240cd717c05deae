/** Loads the words of a language. The page carries them, deflated, as a text. */
import { inflateSync, strFromU8 } from 'fflate';

/** Returns whether the page carries the language. @param {string} language */
export function loadWords(language) {
  const carried = document.getElementById(`posenc-${language}`);
  if (!carried) return false;
  const deflated = Uint8Array.from(atob(carried.textContent), (byte) => byte.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = strFromU8(inflateSync(deflated));
  document.head.append(script);
  return true;
}
