/**
 * Shows the page in the language that the address names, as in ?lang=de, or that was kept. This runs
 * before the figures are defined.
 */
import { packOf, speak } from '../figures/chassis/language.js';
import { store } from '../quiz/store.js';
import { CARRIED, loadWords } from './load-words.js';
import { translatePage } from './translate.js';

const KEY = 'posenc-language';

/** Shows the page in a language that it carries. @param {string} language */
function show(language) {
  document.documentElement.lang = language;
  translatePage(packOf(language).page ?? {});
}

/** Offers the languages of the page. A choice loads the page again, and is kept. */
function offer() {
  const list = /** @type {HTMLSelectElement} */ (document.getElementById('language'));
  list.hidden = false;
  list.value = document.documentElement.lang;
  list.addEventListener('change', () => {
    store.set(KEY, list.value);
    const address = new URL(location.href);
    address.searchParams.set('lang', list.value);
    location.assign(address);
  });
}

const wanted = new URLSearchParams(location.search).get('lang') ?? store.get(KEY) ?? 'en';
if (loadWords(wanted)) show(wanted);
speak(document.documentElement);
if (document.querySelector(CARRIED)) offer();
