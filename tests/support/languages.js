/** Compares the words of a language with the English words, by name and by form. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './browsers.js';
import { stringsOf } from './code.js';
import { CHASSIS, MODULES } from './pseudo.js';

const load = (path) => import(pathToFileURL(join(root, path)).href);

/** The apps around the figures, and the part of their module that has all words. */
const APPS = {
  checkup: 'words',
  editor: 'all',
  lab: 'labWords',
  quiz: 'quizWords',
  tour: 'tourWords',
};

/** Returns the English words of every module, by the name that packs use. */
export async function englishWords() {
  const chassis = await load('web/figures/chassis/words.js');
  const words = Object.fromEntries(CHASSIS.map((name) => [name, chassis[`${name}Words`]]));
  for (const [name, path] of Object.entries(MODULES)) words[name] = await load(`web/${path}`);
  for (const [name, part] of Object.entries(APPS))
    words[name] = (await load(`web/${name}/words.js`))[part];
  return words;
}

/** The languages that have a pack. */
export const LANGUAGES = readdirSync(join(root, 'web/languages'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.replace('.js', ''));

/** Returns the pack of a language. */
export async function packOf(language) {
  await load(`web/languages/${language}.js`);
  return globalThis[Symbol.for('posenc.languages')].packs[language];
}

const kindOf = (value) => (Array.isArray(value) ? 'array' : typeof value);

/** Lists the differences in form between words and their translation. */
export function differences(english, other, path) {
  if (kindOf(english) !== kindOf(other))
    return [`${path}: expected ${kindOf(english)}, got ${kindOf(other)}`];
  // A view of the chassis' words does not tell how many arguments a function takes.
  if (typeof english === 'function')
    return english.length && other.length > english.length
      ? [`${path}: has more arguments than in English`]
      : [];
  if (english === null || typeof english !== 'object') return [];
  const found = [];
  for (const key of Object.keys(other))
    if (!Object.hasOwn(english, key)) found.push(`${path}.${key}: is not in English`);
  if (Array.isArray(english) && english.length !== other.length)
    found.push(`${path}: expected ${english.length} items, got ${other.length}`);
  for (const key of Object.keys(english))
    if (key in other) found.push(...differences(english[key], other[key], `${path}.${key}`));
  return found;
}

/** Lists the texts that a translation lacks. Readers see them in English. */
export function missing(english, other, path) {
  if (other === undefined) return hasText(english) ? [path] : [];
  if (english === null || typeof english !== 'object' || Array.isArray(english)) return [];
  return Object.keys(english).flatMap((key) =>
    missing(english[key], other?.[key], `${path}.${key}`),
  );
}

/** Whether a text has two words. */
const saysWords = (text) => /\p{L}{2,},? \p{L}{2,}/u.test(text);

/** Whether a value says something to the reader. */
function hasText(value) {
  if (typeof value === 'function') return stringsOf(value.toString()).some(saysWords);
  if (value && typeof value === 'object') return Object.values(value).some(hasText);
  return typeof value === 'string' && saysWords(value);
}

/** Chooses the language in which words are read from now on. */
export function speakNow(language) {
  globalThis[Symbol.for('posenc.languages')].now = language;
}

/** Returns the text of a caption, whose pieces may be coloured. */
export const textOf = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');

/** The marks between thousands and before decimals. */
const MARKS = { en: [',', '.'], de: ['.', ','], zh: [',', '.'] };

/** Returns the numbers in a text, without marks between thousands and with a decimal point. */
export function numbersOf(text, language) {
  const [group, decimal] = MARKS[language];
  const pattern = new RegExp(`\\d+(?:\\${group}\\d{3})*(?:\\${decimal}\\d+)?`, 'g');
  return (text.match(pattern) ?? []).map((number) =>
    number.replaceAll(group, '').replace(decimal, '.'),
  );
}
