/** Reads the arguments of `npm run worksheet`. Each mistake is an error of one line. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPage } from '../editor/file.js';
import { entryOf } from '../figures/chassis/state.js';
import { NUMBERS, PARTS } from '../worksheet/element.js';
import { SOURCES, questionNamed } from '../worksheet/tasks.js';
import { FIGURES } from './figure-list.js';
import { LANGUAGES } from './languages.js';

/** @typedef {import('../editor/lesson.js').Lesson} Lesson */

/** The options that become attributes of pe-worksheet. */
export const ATTRIBUTES = [
  'seed',
  'copies',
  'questions',
  'kinds',
  'heading',
  'quiz',
  'hide',
  'level',
];

/** The levels of figures. */
const LEVELS = ['beginner', 'full'];

const OPTIONS = {
  ...Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string' }])),
  language: { type: 'string' },
  key: { type: 'boolean', default: false },
  out: { type: 'string', default: 'sheet.html' },
};

/** @returns {never} */
function refuse(message) {
  throw new TypeError(message);
}

/** Parses the arguments. If Node throws an error, keeps only the first sentence of its message. */
function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch ({ message }) {
    return refuse(message.split(/\. |\n/)[0]);
  }
}

/** Refuses a figure or a state that does not exist. @param {string} text such as rope/position=44 */
function checkFigure(text) {
  const [name, state] = text.replace(/^pe-/, '').split(/\/(.*)/s);
  const found = FIGURES.find(({ folder }) => folder === name);
  const names = FIGURES.map(({ folder }) => folder).join(', ');
  if (!found) refuse(`expected names of figures (${names}), got ${text}`);
  if (state === undefined) return;
  const fields = Object.keys(found.Figure.allFields);
  const got = Object.keys(entryOf(state));
  const unknown = got.length ? got.find((key) => !fields.includes(key)) : state;
  if (unknown !== undefined)
    refuse(`${text}: expected fields of pe-${name} (${fields.join(', ')}), got ${unknown}`);
}

/**
 * Returns whether an argument names a file that the editor has saved: a page or a SCORM package.
 */
const isFile = (text) => /\.(html?|zip)$/i.test(text);

/**
 * Reads a lesson that the editor has saved. npm runs commands in the folder of the project, but the
 * path is relative to the folder in which the user called npm.
 */
async function lessonIn(path) {
  let bytes;
  try {
    bytes = readFileSync(resolve(process.env.INIT_CWD ?? '.', path));
  } catch {
    refuse(`${path}: expected a lesson that the editor has saved, got no file`);
  }
  return readPage(new File([bytes], basename(path)));
}

/** Refuses the values of options that pe-worksheet would replace by other values. */
function checkOptions({ language = 'en', kinds = 'own', quiz = '', hide = '', ...values }) {
  for (const [name, { most }] of Object.entries(NUMBERS)) {
    const value = Number(values[name] ?? 1);
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(`--${name}: expected a whole number from 1 to ${most}, got ${values[name]}`);
  }
  const lists = { kinds: [kinds, SOURCES], hide: [hide || PARTS[0], PARTS] };
  for (const [name, [text, known]] of Object.entries(lists)) {
    const unknown = text.split(' ').find((each) => !known.includes(each));
    if (unknown !== undefined) refuse(`--${name}: expected ${known.join(', ')}, got ${unknown}`);
  }
  quiz
    .split(/[\s,]+/)
    .filter(Boolean)
    .forEach(questionNamed);
  if (values.level && !LEVELS.includes(values.level))
    refuse(`--level: expected ${LEVELS.join(', ')}, got ${values.level}`);
  const languages = ['en', ...LANGUAGES];
  if (!languages.includes(language))
    refuse(`--language: expected ${languages.join(', ')}, got ${language}`);
}

/**
 * Reads the arguments, and the lesson if they name one.
 * @param {string[]} args
 * @returns {Promise<{figures: string[], lesson: Lesson | null, options: Record<string, any>}>}
 */
export async function readArguments(args) {
  const { values, positionals } = parsed(args);
  const files = positionals.filter(isFile);
  const figures = positionals.filter((text) => !isFile(text));
  if (!positionals.length && !values.quiz)
    refuse('expected a figure, such as pe-rope, or a saved lesson');
  if (files.length > 1) refuse(`expected one lesson, got ${files.join(' ')}`);
  figures.forEach(checkFigure);
  checkOptions(values);
  const lesson = files.length ? await lessonIn(files[0]) : null;
  return { figures, lesson, options: values };
}
