/**
 * Shows the page in the language that the reader wants, if its words are there. This runs before the
 * figures are defined.
 */
import { packOf, speak } from '../figures/chassis/language.js';
import { loadWords } from './load-words.js';
import { translatePage } from './translate.js';
import { openIn, wantedLanguage } from './wanted-language.js';

/** Shows the page in a language whose words are there. @param {string} language */
function show(language) {
  document.documentElement.lang = language;
  translatePage(packOf(language).page ?? {});
}

/** Offers the languages of the page. A choice loads the page again, and is kept. */
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
