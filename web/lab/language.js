/**
 * Shows the page in the language that the address names, as in ?lang=de, or that was kept. The build
 * puts the texts of each language into the page. This runs before the figures are defined.
 */
import { speak } from '../figures/chassis/language.js';
import { store } from '../quiz/store.js';
import { loadWords } from './load-words.js';

const KEY = 'posenc-language';

/** Replaces the English parts of the page. @param {HTMLTemplateElement} template */
function show({ content, lang }) {
  document.documentElement.lang = lang;
  document.title = content.querySelector('title').textContent;
  loadWords(lang);
  for (const part of ['header', 'main', 'footer', '#present'])
    document.querySelector(`body > ${part}`).replaceWith(content.querySelector(part));
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

const templates = [...document.querySelectorAll('template[lang]')];
const wanted = new URLSearchParams(location.search).get('lang') ?? store.get(KEY);
const template = templates.find(({ lang }) => lang === wanted);
if (template) show(template);
speak(document.documentElement);
if (templates.length) offer();
