/**
 * Loads the texts of a language. A page that is a single file contains the texts of other languages
 * in compressed form.
 */
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
