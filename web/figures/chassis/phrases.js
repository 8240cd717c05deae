/**
 * Translates the notes, findings and errors of the library. The library always makes them in
 * English. A pack of a language has two books of phrases, `errors` and `findings`. A book has the
 * English sentences as keys and their translations as values. {} takes the place of a value.
 */
import { grouped, localized } from './format.js';
import { languageNow, packOf } from './language.js';

/**
 * A pattern that matches an English sentence, and the translation of the sentence.
 * @typedef {{pattern: RegExp, said: string}} Phrase
 */

/** The phrases of each pack that has been used. @type {Map<object, Phrase[]>} */
const books = new Map();

/** Matches a number in an English sentence, with or without marks between thousands. */
const NUMBER = /^-?\d+(,\d{3})*(\.\d+)?( %)?$/;

/** Converts a number from an English sentence to the current language. @param {string} english */
function numberNow(english) {
  if (!english.includes(',')) return localized(english);
  const [, decimals = ''] = english.split('.');
  return grouped(Number(english.replaceAll(',', '')), decimals.length);
}

/** Returns the fixed words of a phrase. @param {string} phrase */
const fixedIn = (phrase) => phrase.replaceAll('{}', '');

/**
 * Prepares a book. A phrase with more fixed words comes first, because it is more specific.
 * @param {Record<string, string>} book
 */
function prepare(book) {
  const entries = Object.entries(book);
  entries.sort(([one], [other]) => fixedIn(other).length - fixedIn(one).length);
  return entries.map(([english, said]) => {
    const source = english.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replaceAll('{}', '(.+)');
    return { pattern: new RegExp(`^${source}$`, 's'), said };
  });
}

/** Returns the phrases of the current language. */
function bookNow() {
  const pack = packOf(languageNow());
  if (!pack?.errors) return [];
  const ready = books.get(pack) ?? prepare({ ...pack.errors, ...pack.findings });
  books.set(pack, ready);
  return ready;
}

/**
 * Translates a sentence of the library into the current language, with the values in it. A
 * sentence that the book does not have stays English.
 * @param {string} english
 * @returns {string}
 */
export function translatedPhrase(english) {
  if (NUMBER.test(english)) return numberNow(english);
  for (const { pattern, said } of bookNow()) {
    const values = pattern.exec(english)?.slice(1).map(translatedPhrase);
    // If the translation has the values in another order, each pair of braces contains an index.
    let next = 0;
    if (values)
      return said
        .replace(/\{(\d?)\}/g, (_, at) => values[at === '' ? next++ : at])
        .replace(/([\p{Script=Han}）]) (?=\p{Script=Han})/gu, '$1');
  }
  return english;
}

/**
 * Returns the message of an error of the library without the name of the function, for readers who
 * did not call it.
 * @param {unknown} error
 */
export function plainMessage(error) {
  const { message = String(error), function: of } = /** @type {Error & {function?: string}} */ (
    error
  );
  return of && message.startsWith(`${of}: `) ? message.slice(of.length + 2) : message;
}
