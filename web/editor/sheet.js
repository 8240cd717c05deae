/** Makes worksheets of a lesson, and writes lessons into addresses of such sheets. */
import { figureElement } from './figures.js';
import { readLesson, writeLesson } from './lesson.js';

/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/** The text before the lesson in the hash of a worksheet's address. */
const HEAD = '#lesson=';

/** Returns the figures of a lesson. @param {Lesson} lesson */
const figuresOf = ({ blocks }) =>
  /** @type {FigureBlock[]} */ (blocks.filter(({ kind }) => kind === 'figure'));

/**
 * Puts the figures of a lesson and their questions into an empty pe-worksheet. The sheets have as
 * many questions as the lesson, unless an attribute says otherwise.
 * @param {Element} sheets
 * @param {Lesson} lesson
 */
export function fillSheets(sheets, lesson) {
  const figures = figuresOf(lesson);
  const asked = figures.filter(({ question }) => question.kind !== 'none').length;
  const usual = { heading: lesson.title.trim(), questions: asked ? String(asked) : '' };
  for (const [name, value] of Object.entries(usual))
    if (value && !sheets.hasAttribute(name)) sheets.setAttribute(name, value);
  sheets.append(...figures.map((figure) => figureElement(figure)));
}

/**
 * Returns the address of the sheets of a lesson; an empty text if the lesson has no figures.
 * @param {string} lab the address of the lab
 * @param {Lesson} lesson
 */
export function sheetAddress(lab, lesson) {
  if (!figuresOf(lesson).length) return '';
  const address = new URL(lab);
  address.search = `?worksheet=&lang=${lesson.lang}`;
  address.hash = HEAD + encodeURIComponent(writeLesson(lesson));
  return address.href;
}

/**
 * Reads the lesson of an address. Throws an error with a sentence for the reader if the lesson is
 * damaged.
 * @param {string} hash
 * @returns {Lesson | null} null if the address contains no lesson
 */
export function lessonOf(hash) {
  if (!hash.startsWith(HEAD)) return null;
  let text = '';
  try {
    text = decodeURIComponent(hash.slice(HEAD.length));
  } catch {
    // An address that was cut off may end within a character. Then the text is not a lesson.
  }
  return readLesson(text, HEAD);
}
