/**
 * Writes worksheets as one HTML file that works without a network:
 *   npm run worksheet -- pe-rope pe-alibi --seed 7 --copies 4 --language de --key --out sheet.html
 *   npm run worksheet -- posenc-lesson.html --copies 4
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lessonScript } from '../editor/lesson.js';
import { packOf } from '../figures/chassis/language.js';
import { heading } from '../worksheet/words.js';
import { LANGUAGES } from './languages.js';
import { pageScript } from './page-scripts.js';
import { pageText } from './single-page.js';
import { ATTRIBUTES, readArguments } from './worksheet-arguments.js';

/** Makes a text safe in HTML. */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the language of a lesson, or 'en' if posenc is not translated into that language. */
const languageOf = (lesson) => LANGUAGES.find((each) => each === lesson?.lang) ?? 'en';

/** Returns the HTML of the page. */
async function sheetPage({ figures, lesson, options }) {
  const { key, language = languageOf(lesson) } = options;
  if (language !== 'en') await import(`../languages/${language}.js`);
  const usual = lesson?.title.trim() || (packOf(language)?.worksheet.heading ?? heading);
  const title = options.heading ?? usual;
  const given = ATTRIBUTES.filter((name) => options[name] !== undefined);
  const attributes = [
    ...(figures.length ? [`figures="${escaped(figures.join(' '))}"`] : []),
    ...given.map((name) => `${name}="${escaped(options[name])}"`),
    ...(key ? ['key'] : []),
  ];
  const languages = LANGUAGES.filter((each) => each === language);
  const scripts = [{ source: await pageScript('web/lab/sheet.js') }];
  const files = { page: 'sheet.html', style: 'sheet.css', scripts };
  return (await pageText({ ...files, languages }))
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace('<title>Worksheet<', () => `<title>${escaped(title)}<`)
    .replace('<pe-worksheet figures="pe-rope">', () => `<pe-worksheet ${attributes.join(' ')}>`)
    .replace('<main>', () => (lesson ? `${lessonScript(lesson)}\n<main>` : '<main>'));
}

try {
  const given = await readArguments(process.argv.slice(2));
  // npm runs this script in the project's folder, but the user may have called npm elsewhere.
  const path = resolve(process.env.INIT_CWD ?? '.', given.options.out);
  writeFileSync(path, await sheetPage(given));
  console.log(`Open ${path} to see and print the sheets.`);
} catch ({ message }) {
  console.error(`posenc: ${message}`);
  process.exitCode = 1;
}
