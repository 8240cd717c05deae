import { h } from '../chassis/dom.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {string | [text: string, quiet: string]} Cell a second text has a paler colour */

/**
 * The row of one thing that is compared. Its button chooses the row, and its cells describe the
 * thing with texts from the model.
 */
class Row {
  /** The present text of each cell. @type {string[]} */
  #said = [];

  /**
   * @param {Figure} figure
   * @param {string} field the field that the row sets
   * @param {{key: string, name: string}} choice the value for that field, and its name
   * @param {string[]} labels the labels of the cells
   */
  constructor(figure, field, { key, name }, labels) {
    this.key = key;
    const onclick = () => figure.setState({ [field]: key });
    const props = { type: 'button', class: 'pe-pick', 'aria-pressed': 'false', onclick };
    this.button = h('button', props, name);
    this.cells = labels.map((label) => h('td', { 'data-label': label }));
    this.element = h('tr', {}, h('th', { scope: 'row' }, this.button), ...this.cells);
  }

  /**
   * Updates the row.
   * @param {boolean} chosen whether this row is chosen
   * @param {Cell[]} cells the new texts of the cells
   */
  sync(chosen, cells) {
    this.button.setAttribute('aria-pressed', String(chosen));
    this.element.classList.toggle('pe-chosen', chosen);
    cells.forEach((cell, at) => this.#write(at, cell));
  }

  /**
   * Writes one cell, unless it has this text already.
   * @param {number} at the index of the cell
   * @param {Cell} cell
   */
  #write(at, cell) {
    const [text, quiet] = typeof cell === 'string' ? [cell, ''] : cell;
    const said = `${text} ${quiet}`;
    if (this.#said[at] === said) return;
    this.#said[at] = said;
    this.cells[at].replaceChildren(text);
    if (quiet) this.cells[at].append(h('span', { class: 'pe-quiet' }, ` ${quiet}`));
  }
}

/**
 * Makes the comparison table. Choosing a row sets a field of the figure. The row with the present
 * value of the field is shown as chosen.
 * @param {Figure} figure
 * @param {string} field the field that a row sets
 * @param {string} caption
 * @param {string[]} columns the headers of the columns; the first column names the rows
 * @param {{key: string, name: string}[]} rows
 * @param {(model: any, row: number) => Cell[]} cells returns the cells of a row. The type is `any`,
 *   because each figure has its own model.
 */
export function makeFacts(figure, field, caption, columns, rows, cells) {
  const [, ...labels] = columns;
  const made = rows.map((choice) => new Row(figure, field, choice, labels));
  const headers = columns.map((name) => h('th', { scope: 'col' }, name));
  const table = h(
    'table',
    { class: 'pe-facts' },
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...headers)),
    h(
      'tbody',
      {},
      made.map(({ element }) => element),
    ),
  );
  return {
    element: h('div', { class: 'pe-panel', part: 'facts' }, table),
    /** Updates all rows. @param {any} model the model of the figure */
    sync: (model) =>
      made.forEach((row, at) => row.sync(model.state[field] === row.key, cells(model, at))),
  };
}
