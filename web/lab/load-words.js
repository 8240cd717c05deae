/** Loads the words of a language that a page in a single file carries. */
import { packOf } from '../figures/chassis/language.js';
import { TYPE, inflated } from './carried.js';

/** Loads the texts of a language. Returns whether they are available. @param {string} language */
export function loadWords(language) {
  const carried = document.getElementById(`posenc-${language}`);
  if (carried?.getAttribute('type') !== TYPE) return Boolean(packOf(language));
  const script = document.createElement('script');
  script.textContent = inflated(carried.textContent);
  document.head.append(script);
  return true;
}
