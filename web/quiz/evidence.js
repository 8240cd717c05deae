/** Finds where a figure says the answer to a question, and shows it to the reader. */
import { modelOf } from './numbers.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../figures/chassis/table.js').Table} Table */
/** @typedef {import('./bank.js').Question} Question */

/**
 * Where a figure says something. `words` is the sentence that the quiz quotes, or the caption.
 * `table` is a row of a table, and `comparison` is the comparison under the figure. `other` is
 * another part, such as the picture.
 * @typedef {{in: 'words' | 'comparison' | 'other'} | {in: 'table', which: number, row: number}} Place
 */

/** Writes a row of a table as a reader sees it. @param {Table} table @param {number} row */
const rowText = (table, row) =>
  table
    .row(row)
    .map((cell, column) => (typeof cell === 'number' ? table.show(cell, column) : cell))
    .join(' ');

/** @param {Table} table @param {string} text @returns the index of the row, or -1 */
const rowWith = (table, text) =>
  Array.from({ length: table.rows }).findIndex((_, row) => rowText(table, row).includes(text));

/**
 * Finds where a figure says the answer.
 * @param {Question} question
 * @returns {Place}
 */
export function placeOf({ figure, state, shows }) {
  const model = modelOf(figure, state);
  const { words } = /** @type {typeof import('../elements.js').PeFigure} */ (
    customElements.get(`pe-${figure}`)
  );
  const caption = words
    .caption(model, false, true)
    .map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  if ([words.describe(model, false), caption.join('')].some((said) => said.includes(shows)))
    return { in: 'words' };
  const tables = words.tables(model, false);
  const rows = tables.map((table) => rowWith(table, shows));
  const which = rows.findIndex((row) => row >= 0);
  if (which >= 0) return { in: 'table', which, row: rows[which] };
  return { in: 'comparison' in words ? 'comparison' : 'other' };
}

/**
 * Opens the table of a figure at the row that has the answer, and marks this row.
 * @param {Figure} figure
 * @param {number} which the index of the table
 * @param {number} row
 * @param {string} text a text of the row
 */
export function openRow(figure, which, row, text) {
  figure.build();
  figure.toggle('table', true);
  const { table } = figure.ui;
  table.choose(which, row);
  const rows = [...table.element.querySelectorAll('tbody tr')];
  const words = (/** @type {Element} */ line) =>
    [...line.children].map(({ textContent }) => textContent).join(' ');
  const line = /** @type {HTMLElement | undefined} */ (
    rows.find((each) => words(each).includes(text))
  );
  if (line) line.style.background = 'var(--pe-hair)';
}
