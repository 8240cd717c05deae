/** Builds the elements of the sheets and of their key, which lists the answers to all sheets. */
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
 * between thousands, since axes have such numbers, too. It is also false for a number in the text
 * of a question.
 * @param {string} text
 * @param {boolean} isAngle whether the sign of degrees follows
 * @param {Task[]} tasks
 */
function isAnswer(text, isAngle, tasks) {
  const { group, decimal } = marksNow();
  const [whole, digits = ''] = text.replaceAll(group, '').split(decimal);
  const value = Number(`${whole}.${digits}`);
  if (!digits && !text.includes(group)) return false;
  if (tasks.some(({ ask }) => ask.match(NUMBER)?.includes(text))) return false;
  const step = Number(`1e-${digits.length}`);
  return tasks.some(({ number, unit, within = 0, told = '' }) => {
    if (told.match(NUMBER)?.includes(text)) return true;
    const difference = Math.abs(value - Math.abs(number ?? Infinity));
    return isAngle === (unit === '°') && difference <= Math.max(within, step / 2);
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
    const safe = said.replace(NUMBER, (each, /** @type {number} */ at) =>
      isAnswer(each, said[at + each.length] === '°', tasks) ? words.covered : each,
    );
    if (safe === said) continue;
    text.textContent = safe;
    // This attribute has the length of the old text.
    text.removeAttribute('textLength');
  }
  return copy;
}

/** Matches a question mark that hides a number. Others end a question, so they follow a letter. */
const HIDING = /(?<![\p{L}\p{N}\p{P}])\?/u;

/** Says what a question mark in a picture means, if it has one. @param {SVGElement} picture */
function markNote(picture) {
  const texts = [...picture.querySelectorAll('text')];
  const hides = texts.some(({ textContent }) => HIDING.test(textContent ?? ''));
  return hides ? h('p', { class: 'pw-note' }, words.hidden) : null;
}

/** Matches an exponent, which is in brackets or has one letter. */
const EXPONENT = /\^(\([^)]*(?:\([^)]*\)[^)]*)*\)|\w)/;

/**
 * Returns the parts of a text, and raises its exponents. The invisible marks of an exponent are for
 * readers who copy or hear the text.
 * @param {string} text
 */
function raised(text) {
  return text.split(EXPONENT).map((part, at) => {
    if (at % 2 === 0) return part;
    const [, open, power, close] = /** @type {RegExpExecArray} */ (/^(\(?)(.*?)(\)?)$/.exec(part));
    const mark = (/** @type {string} */ sign) => h('span', { class: 'pw-mark' }, sign);
    return h('sup', {}, mark(`^${open}`), power, mark(close ?? ''));
  });
}

/** Returns the formulas of questions, each of them once. @param {Task[]} tasks */
function formulasOf(tasks) {
  const all = new Map(tasks.flatMap(({ formulas }) => formulas));
  if (!all.size) return null;
  const rows = [...all].map(([formula, meaning]) =>
    h('li', {}, h('b', {}, raised(formula)), ' ', h('span', {}, raised(meaning))),
  );
  return h('aside', { class: 'pw-formulas' }, h('h4', {}, words.formulas), h('ul', {}, rows));
}

/**
 * Puts formulas beside a picture that leaves no room for them below.
 * @param {SVGElement} picture
 * @param {(HTMLElement | null)[]} texts the formulas, and what belongs to them
 */
function besideEachOther(picture, texts) {
  const element = h('div', { class: 'pw-beside' }, picture, h('div', { class: 'pw-side' }, texts));
  element.style.cssText = picture.style.cssText;
  return element;
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
  return h('li', { class: 'pw-task' }, h('p', {}, ask), room);
}

/**
 * Builds a sheet.
 * @param {Exhibit[]} exhibits
 * @param {Task[][]} tasks the questions about each figure
 * @param {{copy: number, heading: string, seed: string, hasFormulas: boolean}} head
 */
export function sheetElement(exhibits, tasks, { copy, heading, seed, hasFormulas }) {
  const all = tasks.flat();
  const letter = `${words.sheet(letterAt(copy))} · ${seed}`;
  const parts = exhibits.map(({ heading: title, picture }, at) => {
    const start = tasks.slice(0, at).flat().length + 1;
    const covered = coveredPicture(picture, all);
    const formulas = at === exhibits.length - 1 && hasFormulas ? formulasOf(all) : null;
    const note = markNote(covered);
    const isBeside = formulas !== null && covered.classList.contains('pw-high');
    const body = [
      at
        ? null
        : h('header', {}, h('h2', {}, heading || words.heading), h('p', {}, blank(words.date))),
      h('h3', {}, title),
      isBeside ? besideEachOther(covered, [formulas, note]) : covered,
      isBeside ? null : note,
      tasks[at].length ? h('ol', { start }, tasks[at].map(taskItem)) : null,
      isBeside ? null : formulas,
    ];
    // Print repeats the head on each page, which must belong to its sheet and its student.
    const head = h('p', {}, blank(words.name), h('span', { class: 'pw-letter' }, letter));
    return h(
      'section',
      { class: 'pw-part' },
      h('div', { class: 'pw-head' }, head),
      h('div', { class: 'pw-body' }, body),
    );
  });
  return h('article', { class: 'pw-paper' }, parts);
}

/** The most questions in a table of the key. Further questions are in another table. */
const COLUMNS = 8;

/**
 * Builds a table of answers, with a row for each sheet.
 * @param {Task[][]} sheets the questions of each sheet, in these columns
 * @param {number} first the number of the first question
 */
function answerTable(sheets, first) {
  const heads = sheets[0].map((task, at) => {
    const { allowed } = task.solve();
    return h('th', { scope: 'col' }, String(first + at), allowed ? h('div', {}, allowed) : null);
  });
  const rows = sheets.map((tasks, copy) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, letterAt(copy)),
      tasks.map((task) => h('td', {}, task.solve().answer)),
    ),
  );
  const table = h(
    'table',
    { class: 'pw-answers' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, words.sheets), heads)),
    h('tbody', {}, rows),
  );
  // On a phone, the reader scrolls to the last questions.
  return h('div', { class: 'pw-wide', role: 'group', tabindex: 0, 'aria-label': words.key }, table);
}

/**
 * Explains an answer: how it is computed on one sheet, or why it is right on all sheets.
 * @param {Task} task
 * @param {Set<number>} numbers the numbers that the question has on sheets
 * @param {number} copy the first sheet that asks it
 */
function explanation({ id, ask, solve }, numbers, copy) {
  const { right, note, replies = [] } = solve();
  const isComputed = id !== ask;
  const title = isComputed ? `${words.sheet(letterAt(copy))}: ` : `${ask} `;
  return h(
    'li',
    {},
    h('b', {}, `${[...numbers].sort((one, two) => one - two).join(', ')}. `),
    title,
    right ? h('b', {}, `${right}${note ? ': ' : ''}`) : null,
    note,
    replies.map(([text, reply]) => h('div', {}, h('i', {}, text), `: ${reply}`)),
  );
}

/**
 * Builds the key to all sheets: the answers, and once how they are computed or why they are right.
 * @param {Task[][][]} sheets for each sheet and each figure, the questions
 * @param {string} seed
 */
export function keyElement(sheets, seed) {
  const all = sheets.map((tasks) => tasks.flat());
  const count = all[0].length;
  const tables = Array.from({ length: Math.ceil(count / COLUMNS) }, (_, at) => {
    const first = at * COLUMNS;
    return answerTable(
      all.map((tasks) => tasks.slice(first, first + COLUMNS)),
      first + 1,
    );
  });
  /** @type {Map<string, {task: Task, numbers: Set<number>, copy: number}>} */
  const asked = new Map();
  for (const [copy, tasks] of all.entries())
    for (const [at, task] of tasks.entries()) {
      const known = asked.get(task.id) ?? { task, numbers: new Set(), copy };
      known.numbers.add(at + 1);
      asked.set(task.id, known);
    }
  const items = [...asked.values()].map(({ task, numbers, copy }) =>
    explanation(task, numbers, copy),
  );
  return h(
    'article',
    { class: 'pw-paper' },
    h(
      'section',
      { class: 'pw-solutions' },
      h('h3', {}, `${words.key} · ${seed}`),
      tables,
      formulasOf(all.flat()),
      h('ul', { class: 'pw-why' }, items),
    ),
  );
}
