/** Writes a lesson as one page that needs no network, and reads such a page back. */
import { h } from '../figures/chassis/dom.js';
import { carriedScript, textOf } from '../figures/chassis/load-beside.js';
import { runText } from '../figures/chassis/trusted.js';
import { figureElement } from './figures.js';
import { markdown } from './markdown.js';
import { PAGE_CSS } from './page-style.js';
import { answersForm } from './answers-form.js';
import { SOURCE, lessonScript, readLesson } from './lesson.js';
import { fileWords, words } from './words.js';

/** @typedef {import('./lesson.js').Block} Block */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/** What begins the element that contains the lesson; see lessonScript. */
const SOURCE_START = `<script type="application/json" id="${SOURCE}">`;

/** The largest size of a file with a lesson, in bytes. */
const LARGEST = 20e6;

/**
 * Returns what readers see of a part of a lesson.
 * @param {Block} block
 * @param {string} [name] the name that reports of answers give to the teacher's question
 * @returns {(Node | string)[]}
 */
export const contentOf = (block, name) =>
  block.kind === 'text'
    ? markdown(block.text)
    : [h('div', { class: 'figure' }, figureElement(block, name))];

/** Returns the name of the question of a part. @param {number} at the part, counted from 0 */
export const questionName = (at) => `part-${at + 1}`;

/**
 * Returns the names of the scripts that a saved page contains as text. The page of the lab also
 * contains them as text.
 * @param {Lesson} lesson
 */
const carriedBy = ({ blocks }) => {
  const isTrained = blocks.some((block) => block.kind === 'figure' && block.figure === 'train');
  return isTrained ? ['scalar', 'trainer', 'train-scalar'] : ['scalar'];
};

/** The files of scripts, for pages that do not contain them. All other scripts are languages. */
const FILES = new Map([
  ['figures', 'figures.iife.js'],
  ['scalar', 'scalar.js'],
  ['trainer', 'trainer.js'],
  ['train-scalar', 'train-scalar.js'],
  ['reporter', 'reporter.js'],
]);

/**
 * Returns the text of a script. Takes it from the page if the page contains it, and otherwise from
 * a file.
 * @param {string} name
 * @param {string} base the folder of the files
 */
async function scriptText(name, base) {
  const carried = carriedScript(name);
  if (carried) return textOf(carried);
  const file = FILES.get(name) ?? `languages/${name}.js`;
  try {
    const response = await fetch(new URL(file, base));
    if (response.ok) return await response.text();
  } catch {
    // If the page was opened from a file, the browser may forbid it to read other files. The error
    // below is then the same as for a missing file.
  }
  throw new Error(fileWords.noScript(file));
}

/**
 * Loads the texts of a language. Throws an error with a sentence for the teacher if this fails.
 * @param {string} lang
 * @param {string} base the folder of the scripts, if the page of the editor does not contain them
 */
export async function loadLanguage(lang, base) {
  runText(await scriptText(lang, base));
}

/**
 * Returns the source of a content security policy that allows an inline text. Pages that were
 * loaded without encryption cannot compute hashes, so they allow all inline texts.
 * @param {string} text
 */
async function sourceOf(text) {
  if (!globalThis.crypto?.subtle) return "'unsafe-inline'";
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  );
  return `'sha256-${btoa(String.fromCharCode(...bytes))}'`;
}

/** Returns a policy that allows only the content of the page itself. @param {string[]} scripts */
async function policyOf(scripts) {
  const allowed = [...new Set(await Promise.all(scripts.map(sourceOf)))];
  return [
    "default-src 'none'",
    `script-src ${allowed.join(' ')} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${await sourceOf(PAGE_CSS)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Escapes a text for HTML and XML. @param {string} text */
export const escaped = (text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * What the page of a lesson contains.
 * @typedef {object} Contents
 * @property {Block[]} blocks the parts as readers get them
 * @property {string[]} questions the names of the questions that count
 */

/**
 * Returns the scripts of a lesson: `texts`, and the elements that contain them.
 * @param {Lesson} lesson
 * @param {string} base
 */
export async function scriptsOf(lesson, base) {
  const carried = carriedBy(lesson);
  const spoken = lesson.lang === 'en' ? [] : [lesson.lang];
  const texts = await Promise.all(
    [...carried, ...spoken, 'figures'].map((name) => scriptText(name, base)),
  );
  const elements = texts.map((text, at) => {
    const name = carried[at];
    const how = name ? ` type="text/plain" id="posenc-${name}"` : '';
    return `<script${how}>${text}</script>`;
  });
  return { texts, elements: [lessonScript(lesson), ...elements] };
}

/**
 * Returns the first lines of a page, up to its title.
 * @param {Lesson} lesson
 * @param {string} [policy]
 */
export const headOf = ({ lang, title }, policy = '') =>
  `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">${policy && `\n<meta http-equiv="Content-Security-Policy" content="${policy}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title.trim() || words.untitled)}</title>`;

/**
 * Writes a lesson as a page.
 * @param {Lesson} lesson
 * @param {string} base the folder of the scripts, if the page of the editor does not contain them
 * @param {Contents} contents
 * @param {boolean} [reports] whether it reports answers to a learning system
 */
export async function writePage(lesson, base, { blocks, questions }, reports = false) {
  const { texts, elements } = await scriptsOf(lesson, base);
  const reporter = await scriptText('reporter', base);
  const policy = await policyOf([...texts, reporter]);
  const title = lesson.title.trim();
  const parts = blocks.flatMap((block, at) => contentOf(block, questionName(at)));
  const main = h('main', { lang: lesson.lang }, title ? h('h1', {}, title) : null, parts);
  if (questions.length) main.append(answersForm(main));
  const names = escaped(JSON.stringify(questions));
  const lines = [
    headOf(lesson, policy),
    `<meta name="color-scheme" content="light dark">\n<style>${PAGE_CSS}</style>\n</head>\n<body>`,
    main.outerHTML,
    ...elements,
    `<script data-questions="${names}"${reports ? ' data-scorm' : ''}>${reporter}</script>`,
    '</body>\n</html>\n',
  ];
  return lines.join('\n');
}

/**
 * Finds the text of the element that contains the lesson, which itself contains no `<`.
 * @param {string} page
 */
function sourceIn(page) {
  const at = page.indexOf(SOURCE_START);
  if (at < 0) return undefined;
  const begin = at + SOURCE_START.length;
  const end = page.indexOf('<', begin);
  return end >= 0 && page.startsWith('</script>', end) ? page.slice(begin, end) : undefined;
}

/**
 * Reads the lesson of a page that `writePage` has written. The page is read as text and never run.
 * Throws an error with a sentence for the reader if the file is not a lesson.
 * @param {File} file
 * @returns {Promise<Lesson>}
 */
export async function readPage(file) {
  if (file.size > LARGEST) throw new Error(fileWords.tooLarge(file.name));
  const source = sourceIn(await file.text());
  if (source === undefined) throw new Error(fileWords.notLesson(file.name));
  return readLesson(source, file.name);
}
