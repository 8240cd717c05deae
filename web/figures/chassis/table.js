/** Shows the numbers of a figure as tables, and writes them as CSV. */
import { h } from './dom.js';
import { csvCell } from './format.js';
import { inFull } from './language.js';
import { tableWords as words } from './words.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/**
 * A table of the numbers in the plot.
 * @typedef {object} Table
 * @property {string} name
 * @property {boolean} [answers] whether the table answers the question of the figure
 * @property {string[]} columns the headers of the columns; the first column names the rows
 * @property {number} rows the number of rows
 * @property {(row: number) => (string | number)[]} row returns the cells of a row, with all digits
 * @property {(value: number, column: number) => string} show formats a number as the figure does
 */

/** The panel shows at most this many rows at a time. */
const PAGE = 25;

/** Writes a table as CSV, with all rows and all digits. @param {Table} table */
export function csv(table) {
  const rows = Array.from({ length: table.rows }, (_, row) => table.row(row));
  return [table.columns, ...rows].map((cells) => cells.map(csvCell).join(',') + '\n').join('');
}

/**
 * @param {Table} table
 * @param {number} row
 */
const makeRow = (table, row) =>
  h(
    'tr',
    {},
    table.row(row).map((cell, column) => {
      // Beginners, too, see all digits in a table.
      const text = typeof cell === 'number' ? inFull(() => table.show(cell, column)) : cell;
      const props = { 'data-v': cell };
      return column ? h('td', props, text) : h('th', { scope: 'row', ...props }, text);
    }),
  );

/**
 * Makes an HTML table of the rows [from, to).
 * @param {Table} table
 * @param {number} from
 * @param {number} to
 */
function makeTable(table, from, to) {
  const headers = table.columns.map((name) => h('th', { scope: 'col' }, name));
  const body = h('tbody');
  for (let row = from; row < to; row++) body.append(makeRow(table, row));
  return h(
    'table',
    {},
    h('caption', {}, table.name),
    h('thead', {}, h('tr', {}, ...headers)),
    body,
  );
}

/** The panel that shows one table of a figure at a time, in pages of 25 rows. */
export class TablePanel {
  #figure;
  #which = 0;
  #page = 0;
  /** The result of tableKey when the table was last shown. @type {unknown} */
  #shown = null;
  /** Whether the question was open when the table was last shown. */
  #covered = false;
  #pick;
  #back;
  #next;
  #status;
  #pager;
  #scroll;

  /**
   * @param {Figure} figure
   */
  constructor(figure) {
    this.#figure = figure;
    const onchange = () => this.choose(Number(this.#pick.value));
    this.#pick = h('select', { 'aria-label': words.pick, onchange });
    this.#back = this.#makePageButton(-1, words.previous);
    this.#next = this.#makePageButton(1, words.next);
    this.#status = h('span', { class: 'pe-quiet pe-num' });
    this.#pager = h('div', { class: 'pe-acts' }, this.#back, this.#next, this.#status);
    this.#scroll = h('div', {
      class: 'pe-scroll',
      role: 'group',
      tabindex: 0,
      'aria-label': words.label,
    });
    this.element = h(
      'div',
      { class: 'pe-panel', id: 'table', hidden: true, part: 'table' },
      h('div', { class: 'pe-acts' }, this.#pick),
      this.#pager,
      this.#scroll,
    );
  }

  /**
   * @param {number} by the number of pages to move: -1 or 1
   * @param {string} label
   */
  #makePageButton(by, label) {
    const onclick = () => {
      this.#page += by;
      this.fill();
    };
    return h('button', { type: 'button', 'aria-disabled': 'false', onclick }, label);
  }

  /**
   * Shows another table, at the page that contains a row.
   * @param {number} which
   * @param {number} [row]
   */
  choose(which, row = 0) {
    this.#which = which;
    this.#page = Math.floor(row / PAGE);
    this.fill();
  }

  /** Writes the chosen page of the chosen table, with the numbers that the figure shows now. */
  fill() {
    const { model } = this.#figure;
    const tables = this.#figure.tables(model);
    this.#which = Math.min(this.#which, tables.length - 1);
    const table = tables[this.#which];
    const pages = Math.max(1, Math.ceil(table.rows / PAGE));
    this.#page = Math.min(Math.max(this.#page, 0), pages - 1);
    const from = this.#page * PAGE;
    const to = Math.min(from + PAGE, table.rows);
    this.#renderPick(tables);
    this.#pager.hidden = pages < 2;
    this.#back.setAttribute('aria-disabled', String(this.#page === 0));
    this.#next.setAttribute('aria-disabled', String(this.#page === pages - 1));
    this.#status.textContent = words.rows(from + 1, to, table.rows);
    this.#scroll.replaceChildren(makeTable(table, from, to));
    this.#shown = this.#figure.tableKey(model);
    this.#covered = this.#figure.covered;
  }

  /** @param {Table[]} tables */
  #renderPick(tables) {
    const options = tables.map(({ name }, at) =>
      h('option', { value: at, selected: at === this.#which }, name),
    );
    this.#pick.replaceChildren(...options);
    this.#pick.hidden = tables.length < 2;
  }

  /** Updates the table, if the panel is open and the result of tableKey has changed. */
  sync() {
    if (this.element.hidden) return;
    const { covered, model } = this.#figure;
    if (this.#shown !== this.#figure.tableKey(model) || this.#covered !== covered) this.fill();
  }

  /** Returns the table that is shown, or the first table while the panel is closed. */
  current() {
    return this.#figure.tables(this.#figure.model)[this.element.hidden ? 0 : this.#which];
  }
}
