/**
 * Writes worksheets as one page, which needs no network:
 *   npm run worksheet -- pe-rope pe-alibi --seed 7 --copies 4 --language de --key --out sheet.html
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packOf } from '../figures/chassis/language.js';
import { entryOf } from '../figures/chassis/state.js';
import { NUMBERS } from '../worksheet/element.js';
import { SOURCES } from '../worksheet/tasks.js';
import { heading } from '../worksheet/words.js';
import { FIGURES } from './figure-list.js';
import { LANGUAGES } from './languages.js';
import { pageText } from './single-page.js';

/** The options that become attributes of pe-worksheet. */
const ATTRIBUTES = ['seed', 'copies', 'questions', 'kinds', 'heading'];

const OPTIONS = {
  ...Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string' }])),
  language: { type: 'string', default: 'en' },
  key: { type: 'boolean', default: false },
  out: { type: 'string', default: 'sheet.html' },
};

/** Ends with one line that says what is wrong. */
function refuse(message) {
  console.error(`posenc: ${message}`);
  process.exit(1);
}

/** Reads the arguments. */
function read() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
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
  const fields = Object.keys(found.Figure.allFields);
  if (state === undefined) return;
  const got = Object.keys(entryOf(state));
  const unknown = got.length ? got.find((key) => !fields.includes(key)) : state;
  if (unknown !== undefined)
    refuse(`${text}: expected fields of pe-${name} (${fields.join(', ')}), got ${unknown}`);
}

/** Refuses an option that pe-worksheet would replace. */
function checkOptions({ language, kinds = 'own', ...values }) {
  for (const [name, { most }] of Object.entries(NUMBERS)) {
    const value = Number(values[name] ?? 1);
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(`--${name}: expected a whole number from 1 to ${most}, got ${values[name]}`);
  }
  const unknown = kinds.split(' ').find((kind) => !SOURCES.includes(kind));
  if (unknown !== undefined) refuse(`--kinds: expected ${SOURCES.join(', ')}, got ${unknown}`);
  const languages = ['en', ...LANGUAGES];
  if (!languages.includes(language))
    refuse(`--language: expected ${languages.join(', ')}, got ${language}`);
}

/** Makes a text safe in HTML. */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the page. */
async function sheetPage(figures, { language, key, ...values }) {
  if (language !== 'en') await import(`../languages/${language}.js`);
  const title = values.heading ?? packOf(language)?.worksheet.heading ?? heading;
  const given = ATTRIBUTES.filter((name) => values[name] !== undefined);
  const attributes = [
    `figures="${escaped(figures.join(' '))}"`,
    ...given.map((name) => `${name}="${escaped(values[name])}"`),
    ...(key ? ['key'] : []),
  ];
  const languages = LANGUAGES.filter((each) => each === language);
  const files = { page: 'sheet.html', style: 'sheet.css', script: 'sheet.js' };
  return (await pageText({ ...files, languages }))
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace('<title>Worksheet<', () => `<title>${escaped(title)}<`)
    .replace('<pe-worksheet figures="pe-rope">', () => `<pe-worksheet ${attributes.join(' ')}>`);
}

const { values, positionals } = read();
if (!positionals.length) refuse('expected a figure, such as pe-rope');
positionals.forEach(checkFigure);
checkOptions(values);
// npm runs this in the folder of the project, and not where the command was given.
const path = resolve(process.env.INIT_CWD ?? '.', values.out);
const page = await sheetPage(positionals, values);
try {
  writeFileSync(path, page);
} catch ({ message }) {
  refuse(`--out: ${message}`);
}
console.log(`Open ${path} to see and print the sheets.`);
