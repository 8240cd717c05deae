/** Builds the elements of the sheets and of their keys. A key lists the answers to a sheet. */
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

/** Returns the present language's marks between thousands and before decimals. */
function marksNow() {
  const text = grouped(1234.5, 1);
  return { group: text[1], decimal: text[5] };
}

/**
 * Whether a number in a picture answers a question. This is false for whole numbers without a mark
 * between thousands, since axes have such numbers, too.
 * @param {string} text
 * @param {Task[]} tasks
 */
function isAnswer(text, tasks) {
  const { group, decimal } = marksNow();
  const [whole, digits = ''] = text.replaceAll(group, '').split(decimal);
  const value = Number(`${whole}.${digits}`);
  if (!digits && !text.includes(group)) return false;
  const unit = Number(`1e-${digits.length}`);
  return tasks.some(({ number, within = 0, told = '' }) => {
    if (told.match(NUMBER)?.includes(text)) return true;
    const difference = Math.abs(value - Math.abs(number ?? Infinity));
    return difference <= Math.max(within, unit / 2);
  });
}

/**
 * Returns a copy of a picture without the answers. Each number that answers a question becomes a
 * question mark.
 * @param {SVGElement} picture
 * @param {Task[]} tasks
 */
function coveredPicture(picture, tasks) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  for (const text of copy.querySelectorAll('text')) {
    const said = text.textContent ?? '';
    const safe = said.replace(NUMBER, (each) => (isAnswer(each, tasks) ? words.covered : each));
    if (safe === said) continue;
    text.textContent = safe;
    // This attribute has the length of the old text.
    text.removeAttribute('textLength');
  }
  return copy;
}

/** @param {Task} task */
function taskItem({ ask, options, label, unit }) {
  const choices = options.map((text, at) =>
    h('li', {}, h('span', { class: 'pw-box' }), h('b', {}, letterAt(at)), ` ${text}`),
  );
  const room = options.length
    ? h('ul', { class: 'pw-options' }, choices)
    : [
        h('div', { class: 'pw-room' }),
        h('p', { class: 'pw-answer' }, `${label || words.answer}: `, h('span'), withUnit('', unit)),
      ];
  return h('li', { class: 'pw-task' }, h('p', {}, ask), room);
}

/** @param {string} label */
const blank = (label) => h('span', { class: 'pw-blank' }, `${label}: `, h('span'));

/**
 * Builds a sheet.
 * @param {Exhibit[]} exhibits
 * @param {Task[][]} tasks the questions about each figure
 * @param {{copy: number, heading: string, seed: string}} head
 */
export function sheetElement(exhibits, tasks, { copy, heading, seed }) {
  const all = tasks.flat();
  const letter = () =>
    h('span', { class: 'pw-letter' }, `${words.sheet(letterAt(copy))} · ${seed}`);
  // A later figure may begin a page, which must still belong to its sheet and its student.
  const again = () => h('p', { class: 'pw-again' }, blank(words.name), letter());
  const parts = exhibits.map(({ heading: title, picture }, at) => {
    const start = tasks.slice(0, at).flat().length + 1;
    return h(
      'section',
      { class: 'pw-part' },
      h(
        'div',
        { class: 'pw-figure' },
        at ? again() : null,
        h('h3', {}, title),
        coveredPicture(picture, all),
      ),
      tasks[at].length ? h('ol', { start }, tasks[at].map(taskItem)) : null,
    );
  });
  return h(
    'article',
    { class: 'pw-paper' },
    h(
      'header',
      {},
      h('h2', {}, heading || words.heading),
      letter(),
      h('p', {}, blank(words.name), blank(words.date)),
    ),
    parts,
  );
}

/**
 * Builds the key to a sheet.
 * @param {Task[][]} tasks
 * @param {{copy: number, seed: string}} head
 */
export function keyElement(tasks, { copy, seed }) {
  const items = tasks.flat().map(({ solve }) => {
    const { answer, note } = solve();
    return h('li', {}, h('b', {}, answer), note && `: ${note}`);
  });
  return h(
    'section',
    { class: 'pw-solutions' },
    h('h3', {}, `${words.keyOf(letterAt(copy))} · ${seed}`),
    h('ol', {}, items),
  );
}
