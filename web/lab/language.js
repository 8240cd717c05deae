/**
 * Shows the page in the language that the reader wants, if its texts are available. This module
 * runs before the figures are defined.
 */
import { packOf, speak } from '../figures/chassis/language.js';
import { loadWords } from './load-words.js';
import { translatePage } from './translate.js';
import { openIn, wantedLanguage } from './wanted-language.js';

/** Sorts the glossary in the alphabetical order of a language. @param {string} language */
function sortTerms(language) {
  const list = document.querySelector('.terms');
  const { compare } = new Intl.Collator(language);
  const nameOf = (/** @type {Element} */ term) => term.firstElementChild?.textContent ?? '';
  list?.append(...[...list.children].sort((one, other) => compare(nameOf(one), nameOf(other))));
}

/** Shows the page in a language whose texts have been loaded. @param {string} language */
function show(language) {
  document.documentElement.lang = language;
  translatePage(packOf(language).page ?? {});
  sortTerms(language);
}

/** Offers the languages of the page. A choice is stored, and loads the page again. */
function offer() {
  const list = /** @type {HTMLSelectElement} */ (document.getElementById('language'));
  list.hidden = false;
  list.value = document.documentElement.lang;
  list.addEventListener('change', () => openIn(list.value));
}

const wanted = wantedLanguage();
if (loadWords(wanted)) show(wanted);
speak(document.documentElement);
offer();
