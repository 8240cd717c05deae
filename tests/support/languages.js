/**
 * Compares the texts of a language with the English texts: their names, their types, and their
 * numbers of items and arguments.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './browsers.js';
import { stringsOf } from './code.js';
import { APPS, CHASSIS, MODULES } from './pseudo.js';

const load = (path) => import(pathToFileURL(join(root, path)).href);

/**
 * Returns the texts of the quiz's questions that a language translates, by the id of the question.
 */
async function englishBank() {
  const { SETS } = await load('web/quiz/bank.js');
  const entries = SETS.mixed.map(({ id, ask, options, shows }) => [id, { ask, options, shows }]);
  return Object.fromEntries(entries);
}

/** Returns the titles and captions of the tour. */
async function englishScript() {
  const { script } = await load('web/tour/script.js');
  return script.map(({ title, lines }) => ({ title, lines }));
}

/** Returns the English texts of every module, by the name that language packs use. */
export async function englishWords() {
  const chassis = await load('web/figures/chassis/words.js');
  const words = Object.fromEntries(CHASSIS.map((name) => [name, chassis[`${name}Words`]]));
  for (const [name, path] of Object.entries(MODULES)) words[name] = await load(`web/${path}`);
  for (const [name, part] of Object.entries(APPS))
    words[name] = (await load(`web/${name}/words.js`))[part];
  words.questions = (await load('web/figures/questions/words.js')).inputWords;
  words.bank = await englishBank();
  words['tour-script'] = await englishScript();
  return words;
}

/** The languages that have a pack. */
export const LANGUAGES = readdirSync(join(root, 'web/languages'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.replace('.js', ''));

/** Returns the pack of a language. */
export async function packOf(language) {
  const file = `web/languages/${language}.js`;
  await load(file);
  const pack = globalThis[Symbol.for('posenc.languages')].packs[language];
  if (!pack) throw new Error(`${file}: expected addLanguage('${language}', ...), got another tag`);
  return pack;
}

const kindOf = (value) => (Array.isArray(value) ? 'array' : typeof value);

/**
 * Returns whether a value is a text of a quiz question. In each language, it may be a string or a
 * function.
 */
const isBankText = (value, path) =>
  path.startsWith('bank.') && ['string', 'function'].includes(typeof value);

/** Lists translated texts that have another name, type or number of items than in English. */
export function differences(english, other, path) {
  if (isBankText(english, path) && isBankText(other, path)) return [];
  if (kindOf(english) !== kindOf(other))
    return [`${path}: expected ${kindOf(english)}, got ${kindOf(other)}`];
  // The functions among the chassis's texts have the `length` 0. So the numbers of their arguments
  // are not compared.
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
  if (english === null || typeof english !== 'object') return [];
  return Object.keys(english).flatMap((key) =>
    missing(english[key], other?.[key], `${path}.${key}`),
  );
}

/** Returns the placeholders of numbers in a text, with their braces. */
const bracesOf = (text) => (typeof text === 'string' ? (text.match(/\{[^}]*\}/g) ?? []) : []);

/** Lists questions whose options have other names or another order than in English. */
export function otherOptions(english, other) {
  const namesOf = ({ options }) => options.map(([name]) => name).join();
  return Object.keys(english)
    .filter((id) => other[id] && namesOf(english[id]) !== namesOf(other[id]))
    .map((id) => `bank.${id}.options: expected ${namesOf(english[id])}`);
}

/** Lists texts that lack a number of the English text. Numbers are written in braces. */
export function lostNumbers(english, other, path) {
  if (english && typeof english === 'object' && other)
    return Object.keys(english).flatMap((key) =>
      lostNumbers(english[key], other[key], `${path}.${key}`),
    );
  const lost = bracesOf(english).filter((brace) => !bracesOf(other).includes(brace));
  return typeof other === 'string' ? lost.map((brace) => `${path}: expected ${brace} in it`) : [];
}

const placesIn = (text) => text.match(/\{\d?\}/g) ?? [];

/**
 * Lists the sentences of the library that a language does not translate. Readers see them in
 * English. `book` has the translation of each English sentence.
 */
export const missingPhrases = (phrases, book, name) =>
  phrases.filter((text) => !(text in book)).map((text) => `${name}: ${text}`);

/**
 * Lists the faults of translated sentences: sentences that the library does not say, another order,
 * and missing or extra values.
 */
export function wrongPhrases(phrases, book, name) {
  const extra = Object.keys(book).filter((text) => !phrases.includes(text));
  const found = extra.map((text) => `${name}: the library does not say "${text}"`);
  const shared = phrases.filter((text) => text in book);
  const said = Object.keys(book).filter((text) => phrases.includes(text));
  if (said.some((text, at) => text !== shared[at]))
    found.push(`${name}: expected the order of the code`);
  for (const [text, own] of Object.entries(book)) {
    const places = placesIn(own);
    const numbered = places.filter((place) => place !== '{}').sort();
    const wanted = numbered.length ? places.map((_, at) => `{${at}}`) : [];
    if (places.length !== placesIn(text).length || numbered.join() !== wanted.join())
      found.push(`${name}: expected the values of "${text}", got "${own}"`);
  }
  return found;
}

/**
 * Compares the texts of the lab's page in two languages, of which the first is complete. Lists
 * sections with another number of texts, and texts with other elements. Another test compares
 * complete languages with the English page.
 */
export function wrongPage(complete, page) {
  const slots = (text) => [...text.matchAll(/<(\d+)\/?>/g)].map(([, slot]) => slot).sort();
  const found = [];
  for (const section of new Set([...Object.keys(complete), ...Object.keys(page)])) {
    const [wanted, texts] = [complete[section] ?? [], page[section] ?? []];
    if (wanted.length !== texts.length)
      found.push(`page.${section}: expected ${wanted.length} texts, got ${texts.length}`);
    else
      for (const [at, text] of texts.entries())
        if (slots(text).join() !== slots(wanted[at]).join())
          found.push(`page.${section}.${at}: expected the elements ${slots(wanted[at])}`);
  }
  return found;
}

/** Returns whether a text has two words in a row. */
const saysWords = (text) => /\p{L}{2,},? \p{L}{2,}/u.test(text);

/** Returns whether a value contains at least two words in a row. */
function hasText(value) {
  if (typeof value === 'function') return stringsOf(value.toString()).some(saysWords);
  if (value && typeof value === 'object') return Object.values(value).some(hasText);
  return typeof value === 'string' && saysWords(value);
}

/** Chooses the language of all texts that are read from now on. */
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
  if (!MARKS[language])
    throw new Error(`MARKS: expected the marks of numbers in ${language}, got none`);
  const [group, decimal] = MARKS[language];
  const pattern = new RegExp(`\\d+(?:\\${group}\\d{3})*(?:\\${decimal}\\d+)?`, 'g');
  return (text.match(pattern) ?? []).map((number) =>
    number.replaceAll(group, '').replace(decimal, '.'),
  );
}
