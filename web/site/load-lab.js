/**
 * Loads the scripts of the lab after the browser has drawn the page for the first time. The reader
 * then sees the text sooner, and no long task blocks the page. If the language is not English, its
 * texts are loaded before the scripts.
 */
import { wantedLanguage } from '../lab/wanted-language.js';

/** Loads a script. Scripts run in the order in which they were added. @param {string} name */
function load(name) {
  const script = document.createElement('script');
  script.src = name;
  script.async = false;
  document.body.append(script);
}

/** Whether a language is not English, and the lab offers it. @param {string} language */
const isThere = (language) =>
  language !== 'en' &&
  [...document.querySelectorAll('#language option')].some((each) => each.value === language);

requestAnimationFrame(() =>
  setTimeout(() => {
    const language = wantedLanguage();
    if (isThere(language)) load(`lab-${language}.js`);
    load('lab-figures.js');
    load('lab.js');
  }),
);
