/** Builds the elements of the sheets. */
import { h } from '../figures/chassis/dom.js';
import { grouped } from '../figures/chassis/format.js';
import { translated } from '../figures/chassis/language.js';
import { letterAt, withUnit } from './tasks.js';
import * as english from './words.js';

/** @typedef {import('./studio.js').Exhibit} Exhibit */
/** @typedef {import('./tasks.js').Task} Task */

const words = translated('worksheet', english);

/** Matches a number with the decimal and thousands marks of any language. */
const NUMBER = /\d(?:[\d.,]*\d)?/g;

/** Returns the current language's marks between thousands and before decimals. */
function marksNow() {
  const text = grouped(1234.5, 1);
  return { group: text[1], decimal: text[5] };
}

/**
 * Whether a question hides a number of a picture. The number is hidden if it is in an option, right
 * or wrong, or if it is the answer on all sheets. Computed questions hide nothing, since they are
 * about other encodings than the picture. Whole numbers without a mark between thousands are never
 * hidden, since axes have such numbers, too. Nor are numbers in the text of a question.
 * @param {string} text
 * @param {Task[]} tasks
 */
function isHidden(text, tasks) {
  const { group, decimal } = marksNow();
  if (!text.includes(group) && !text.includes(decimal)) return false;
  if (tasks.some(({ ask }) => ask.match(NUMBER)?.includes(text))) return false;
  return tasks.some(({ named = [] }) => named.some((each) => each.match(NUMBER)?.includes(text)));
}

/**
 * Returns a copy of a picture, in which a question mark replaces each number that must be hidden.
 * @param {SVGElement} picture
 * @param {Task[]} tasks
 */
function coveredPicture(picture, tasks) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  for (const text of copy.querySelectorAll('text')) {
    const said = text.textContent ?? '';
    const safe = said.replace(NUMBER, (each) => (isHidden(each, tasks) ? words.covered : each));
    if (safe === said) continue;
    text.textContent = safe;
    // The attribute textLength has the length of the old text.
    text.removeAttribute('textLength');
  }
  return copy;
}

/** Matches a question mark that hides a number. A question mark after a word ends a question. */
const HIDING = /(?<![\p{L}\p{N}\p{P}])\?/u;

/** Whether a picture has a question mark that may hide something. @param {SVGElement} picture */
const isMarked = (picture) =>
  [...picture.querySelectorAll('text')].some(({ textContent }) => HIDING.test(textContent ?? ''));

/**
 * Says what a question mark in a picture means, if it hides an answer.
 * @param {SVGElement} picture
 * @param {boolean} covered whether the figure covers the answer to its question
 * @param {SVGElement} whole the picture in which no number is hidden
 */
function markNote(picture, covered, whole) {
  const hides = covered ? isMarked(picture) : picture.textContent !== whole.textContent;
  return hides ? h('p', { class: 'pw-note' }, words.hidden) : null;
}

/**
 * Matches an exponent: an expression in brackets, a number, or one letter. An expression may contain
 * up to four pairs of brackets, with no others in them, and at most 40 characters before, in and
 * after each pair. These limits make the time linear in the length of the text, which may come
 * from a link.
 */
const EXPONENT = /\^(\([^()]{0,40}(?:\([^()]{0,40}\)[^()]{0,40}){0,4}\)|\d(?:[\d.,]{0,40}\d)?|\w)/;

/**
 * Splits a text into parts, with its exponents as superscripts. Readers who copy or hear the text
 * also get the invisible mark ^ and the brackets of an exponent.
 * @param {string} text
 */
export function raised(text) {
  return text.split(EXPONENT).map((part, at) => {
    if (at % 2 === 0) return part;
    const [, open, power, close] = /** @type {RegExpExecArray} */ (/^(\(?)(.*?)(\)?)$/.exec(part));
    const mark = (/** @type {string} */ sign) => h('span', { class: 'pw-mark' }, sign);
    return h('sup', {}, mark(`^${open}`), power, mark(close ?? ''));
  });
}

/** Returns the formulas of questions, each of them once. @param {Task[]} tasks */
export function formulasOf(tasks) {
  const all = new Map(tasks.flatMap(({ formulas }) => formulas));
  if (!all.size) return null;
  const rows = [...all].map(([formula, meaning]) =>
    h('li', {}, h('b', {}, raised(formula)), ' ', h('span', {}, raised(meaning))),
  );
  return h('aside', { class: 'pw-formulas' }, h('h4', {}, words.formulas), h('ul', {}, rows));
}

/** @param {string} label */
const blank = (label) => h('span', { class: 'pw-blank' }, `${label}: `, h('span'));

/** @param {Task} task */
function taskItem({ ask, options, label, unit }) {
  const choices = options.map((text, at) =>
    h('li', {}, h('span', { class: 'pw-box' }), h('b', {}, letterAt(at)), h('span', {}, text)),
  );
  const room = options.length
    ? h('ul', { class: 'pw-options' }, choices)
    : [
        h('div', { class: 'pw-room' }),
        h('p', { class: 'pw-answer' }, blank(label || words.answer), withUnit('', unit)),
      ];
  return h('li', { class: 'pw-task' }, h('p', {}, raised(ask)), room);
}

/** The number of questions in a row. */
const PER_ROW = 2;

/**
 * Builds the head and the body of one page. If the body needs more than one sheet of paper, print
 * repeats the head on each.
 * @param {(Node | null)[]} head
 * @param {(Node | null)[]} body
 */
export const pageElement = (head, body) =>
  h(
    'section',
    { class: 'pw-page' },
    h('div', { class: 'pw-head' }, h('p', {}, head)),
    h('div', { class: 'pw-body' }, body),
  );

/** Sets the size of a picture on paper. @param {SVGElement} picture @param {number} [width] */
function sized(picture, width = 0) {
  const [wide, high] = ['width', 'height'].map((name) => Number(picture.getAttribute(name)));
  picture.style.setProperty('--pw-width', `${width}px`);
  picture.style.setProperty('--pw-ratio', String(high / wide));
  return picture;
}

/**
 * Builds the elements of one piece: the figure, if it is in this piece, and questions about it.
 * @param {Exhibit} exhibit
 * @param {Task[]} tasks the questions about the figure
 * @param {Task[]} all the questions of the sheet
 * @param {number} before how many questions come before those about the figure
 * @param {import('./pages.js').Piece} piece
 */
function pieceNodes(exhibit, tasks, all, before, { from, to, size, width }) {
  const { heading, covered, pictures, sizes } = exhibit;
  const own = tasks.slice(PER_ROW * from, PER_ROW * to);
  const start = before + PER_ROW * from + 1;
  const list = own.length ? h('ol', { start }, own.map(taskItem)) : null;
  if (!size) return [list];
  const whole = pictures[sizes.indexOf(size)];
  const picture = sized(coveredPicture(whole, all), width);
  return [h('h3', {}, heading), picture, markNote(picture, covered, whole), list];
}

/** Returns the number of rows that questions need. @param {Task[]} tasks */
export const rowsOf = ({ length }) => Math.ceil(length / PER_ROW);

/**
 * Builds a sheet.
 * @param {Exhibit[]} exhibits
 * @param {Task[][]} tasks the questions about each figure
 * @param {import('./pages.js').Page[]} pages
 * @param {{copy: number, heading: string, seed: string, hasFormulas: boolean}} head
 */
export function sheetElement(exhibits, tasks, pages, { copy, heading, seed, hasFormulas }) {
  const all = tasks.flat();
  const title = h(
    'header',
    {},
    h('h2', {}, heading || words.heading),
    h('p', { class: 'pw-version' }, words.version(seed)),
  );
  const built = pages.map(({ pieces, hasFormulas: isLast }, page) => {
    const letter = words.page(words.sheet(letterAt(copy)), page + 1, pages.length);
    const nodes = pieces.flatMap((piece) => {
      const before = tasks.slice(0, piece.part).flat().length;
      return pieceNodes(exhibits[piece.part], tasks[piece.part], all, before, piece);
    });
    // Each page has the letter of its sheet and a blank for the name, in case pages are separated.
    const head = [blank(words.name), blank(words.date), h('span', { class: 'pw-letter' }, letter)];
    const formulas = isLast && hasFormulas ? formulasOf(all) : null;
    return pageElement(head, [page ? null : title, ...nodes, formulas]);
  });
  return h('article', { class: 'pw-paper' }, built);
}
