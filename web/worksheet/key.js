/** Builds the key to all sheets: the answers, and how they are computed or why they are right. */
import { h } from '../figures/chassis/dom.js';
import { translated } from '../figures/chassis/language.js';
import { formulasOf, pageElement, raised } from './paper.js';
import { letterAt } from './tasks.js';
import * as english from './words.js';

/** @typedef {import('./tasks.js').Task} Task */

const words = translated('worksheet', english);

/** The largest number of questions in a table. Further questions are in another table. */
const COLUMNS = 8;

/**
 * Builds a table of answers, with a row for each sheet.
 * @param {Task[][]} sheets for each sheet, the questions of this table
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
  // On a phone, the table is wider than the screen, and the reader scrolls it.
  return h('div', { class: 'pw-wide', role: 'group', tabindex: 0, 'aria-label': words.key }, table);
}

/**
 * A question of the key.
 * @typedef {object} Asked
 * @property {number} number its number on the sheets
 * @property {{task: Task, copy: number}[]} places the sheets that ask it
 */

/**
 * Groups the questions of all sheets. Questions that differ only in their numbers are one group.
 * @param {Task[][]} sheets
 * @returns {Asked[]} sorted by their numbers
 */
function askedOn(sheets) {
  /** @type {Map<string, Asked>} */
  const groups = new Map();
  for (const [copy, tasks] of sheets.entries())
    for (const [at, task] of tasks.entries()) {
      const name = `${at} ${task.id}`;
      const known = groups.get(name) ?? { number: at + 1, places: [] };
      known.places.push({ task, copy });
      groups.set(name, known);
    }
  return [...groups.values()].sort((one, two) => one.number - two.number);
}

/** Says why an answer is right. @param {Task} task */
function reasonOf({ solve }) {
  const { right, note } = solve();
  return [right ? h('b', {}, right, note ? ': ' : '') : null, ...raised(note)];
}

/** Returns what the page replies to answers. @param {Task} task */
const repliesOf = ({ solve }) =>
  (solve().replies ?? []).map(([text, reply]) => h('div', {}, h('i', {}, text), `: ${reply}`));

/**
 * Builds the explanations of a question whose numbers vary. Sheets with the same numbers share an
 * explanation. Replies that are equal on all sheets come once, at the end.
 * @param {Asked['places']} places
 */
function waysOf(places) {
  const replies = (/** @type {Task} */ { solve }) => JSON.stringify(solve().replies ?? []);
  const isShared = new Set(places.map(({ task }) => replies(task))).size === 1;
  /** @type {Map<string, {task: Task, letters: string[]}>} */
  const ways = new Map();
  for (const { task, copy } of places) {
    const { right, note } = task.solve();
    const said = JSON.stringify([right, note, replies(task)]);
    if (!ways.has(said)) ways.set(said, { task, letters: [] });
    ways.get(said)?.letters.push(letterAt(copy));
  }
  const rows = [...ways.values()].map(({ task, letters }) =>
    h(
      'div',
      {},
      h('b', {}, `${letters.join(', ')}: `),
      reasonOf(task),
      isShared ? null : repliesOf(task),
    ),
  );
  return [h('div', { class: 'pw-ways' }, rows), ...(isShared ? repliesOf(places[0].task) : [])];
}

/**
 * Explains a question: how its answer is computed on each sheet, or why it is right.
 * @param {Asked} asked
 * @param {number} copies how many sheets there are
 */
function explanation({ number, places }, copies) {
  const [{ task }] = places;
  const { ask, id } = task;
  const letters = places.map(({ copy }) => letterAt(copy));
  const some = letters.length < copies ? `${words.onSheets(letters)} ` : '';
  const head = h('b', {}, `${number}. `);
  if (id !== ask) return h('li', {}, head, some, waysOf(places));
  return h('li', {}, head, some, `${ask} `, reasonOf(task), repliesOf(task));
}

/**
 * Builds the blocks of the key. A page break never divides a block.
 * @param {Task[][][]} sheets for each sheet and each figure, the questions
 * @returns {HTMLElement[]}
 */
export function keyBlocks(sheets) {
  const all = sheets.map((tasks) => tasks.flat());
  const count = all[0].length;
  const tables = Array.from({ length: Math.ceil(count / COLUMNS) }, (_, at) => {
    const first = at * COLUMNS;
    return answerTable(
      all.map((tasks) => tasks.slice(first, first + COLUMNS)),
      first + 1,
    );
  });
  const formulas = formulasOf(all.flat());
  const items = askedOn(all).map((asked) => explanation(asked, all.length));
  return [...tables, ...(formulas ? [formulas] : []), ...items];
}

/**
 * Builds the key from its blocks.
 * @param {HTMLElement[]} blocks
 * @param {number[][]} pages the indices of the blocks of each page
 * @param {string} seed
 */
export function keyElement(blocks, pages, seed) {
  const built = pages.map((own, page) => {
    const title = words.page(words.keyTo(seed), page + 1, pages.length);
    const nodes = own.map((block) => blocks[block]);
    const items = nodes.filter(({ localName }) => localName === 'li');
    const others = nodes.filter(({ localName }) => localName !== 'li');
    const list = items.length ? h('ul', { class: 'pw-why' }, items) : null;
    return pageElement([h('b', {}, title)], [...others, list]);
  });
  return h('article', { class: 'pw-paper pw-solutions' }, built);
}
