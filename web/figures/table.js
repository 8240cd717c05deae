import { h } from './dom.js';
import { csvCell } from './format.js';

const PAGE = 25;

/**
 * @typedef {object} Table
 * @property {string} name
 * @property {string[]} columns the first names the row
 * @property {number} rows
 * @property {(row: number) => (string | number)[]} row
 * @property {(value: number, column: number) => string} show a number as the figure shows it
 */

/** All rows with all digits. @param {Table} table */
export function csv(table) {
  /** @type {(string | number)[][]} */
  const lines = [table.columns];
  for (let row = 0; row < table.rows; row++) lines.push(table.row(row));
  return lines.map((cells) => cells.map(csvCell).join(',')).join('\n') + '\n';
}

/**
 * The numbers drawn, 25 rows at a time, in a real table.
 * @param {any} figure
 * @param {string} id
 */
export function makeTable(figure, id) {
  let page = 0;
  let which = 0;
  /** @type {any} */
  let shown = null;
  const scroll = h('div', { class: 'pe-scroll', role: 'group', tabindex: 0, 'aria-label': 'Table of the numbers drawn' });
  const pick = h('select', { 'aria-label': 'Which table', onchange: () => { which = Number(pick.value); page = 0; render(); } });
  const status = h('span', { class: 'pe-quiet pe-num' });
  /** @param {number} by @param {string} label */
  const turn = (by, label) => h('button', { type: 'button', 'aria-disabled': 'false', onclick: () => { page += by; render(); } }, label);
  const back = turn(-1, 'Previous rows');
  const next = turn(1, 'Next rows');
  const pager = h('div', { class: 'pe-acts' }, back, next, status);
  const element = h('div', { class: 'pe-panel', id: `${id}-table`, hidden: true, 'data-part': 'table' }, h('div', { class: 'pe-acts' }, pick), pager, scroll);

  function render() {
    const model = figure.currentModel();
    /** @type {Table[]} */
    const tables = figure.tables(model);
    which = Math.min(which, tables.length - 1);
    const table = tables[which];
    const pages = Math.max(1, Math.ceil(table.rows / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * PAGE;
    const last = Math.min(first + PAGE, table.rows);
    pick.replaceChildren(...tables.map((each, at) => h('option', { value: at, selected: at === which }, each.name)));
    pick.hidden = tables.length < 2;
    pager.hidden = pages < 2;
    back.setAttribute('aria-disabled', String(page === 0));
    next.setAttribute('aria-disabled', String(page === pages - 1));
    status.textContent = `rows ${first + 1} to ${last} of ${table.rows}`;
    const body = h('tbody', {});
    for (let row = first; row < last; row++) {
      body.append(h('tr', {}, ...table.row(row).map((cell, column) => {
        const text = typeof cell === 'number' ? table.show(cell, column) : cell;
        return column ? h('td', { 'data-v': cell }, text) : h('th', { scope: 'row', 'data-v': cell }, text);
      })));
    }
    scroll.replaceChildren(h('table', {}, h('caption', {}, table.name),
      h('thead', {}, h('tr', {}, ...table.columns.map((name) => h('th', { scope: 'col' }, name)))), body));
    shown = figure.tableKey(model);
  }

  return {
    element,
    /** @param {boolean} open */
    toggle(open) {
      element.hidden = !open;
      if (open) render();
    },
    sync() {
      if (!element.hidden && shown !== figure.tableKey(figure.model)) render();
    },
    current: () => figure.tables(figure.model)[element.hidden ? 0 : which],
  };
}
