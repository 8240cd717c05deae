/** Finds and stores the language in which the reader wants the lab. */
import { tagOf } from '../figures/chassis/language.js';
import { store } from '../figures/chassis/store.js';

const KEY = 'posenc-language';

/** Returns the language in the address (?lang=de), the stored one, or that of the browser. */
export const wantedLanguage = () =>
  tagOf(new URLSearchParams(location.search).get('lang') ?? store.get(KEY) ?? navigator.language);

/** Opens the lab in a language, and stores the choice. @param {string} language */
export function openIn(language) {
  store.set(KEY, language);
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  location.assign(address);
}
