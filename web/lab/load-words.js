/**
 * Loads the texts of a language. A page that is a single file contains the texts of other languages
 * in compressed form.
 */
import { packOf, tagOf } from '../figures/chassis/language.js';
import { carriedScript } from '../figures/chassis/load-beside.js';
import { runText } from '../figures/chassis/trusted.js';
import { TYPE, inflated } from './carried.js';

/** Matches the tag of a language. The other scripts of the page have longer names. */
const TAG = /^[a-z]{2,3}$/;

/**
 * Loads the texts of a language. Returns whether they are available. The language may be any text,
 * since the address of the page may name it.
 * @param {string} language
 */
export function loadWords(language) {
  const tag = tagOf(language);
  if (packOf(tag)) return true;
  const carried = TAG.test(tag) ? carriedScript(tag, [TYPE]) : undefined;
  if (carried) runText(inflated(carried.textContent ?? ''));
  return carried !== undefined;
}
