import { h } from './dom.js';

/**
 * A table of what is compared: a row that is chosen lights up the figure, and the other way round.
 * @param {any} figure
 * @param {string} field what a row chooses
 * @param {string} caption
 * @param {string[]} columns the first names the rows
 * @param {{key: string, name: string}[]} rows
 * @param {(model: any, row: number) => (string | [string, string])[]} cells as the model has them; a second text is quiet
 */
export function makeFacts(figure, field, caption, columns, rows, cells) {
  const made = rows.map(({ key, name }) => {
    const button = h('button', { type: 'button', class: 'pe-pick', 'aria-pressed': 'false', onclick: () => figure.setState({ [field]: key }) }, name);
    const places = columns.slice(1).map((label) => h('td', { 'data-label': label }));
    return { key, button, places, element: h('tr', {}, h('th', { scope: 'row' }, button), ...places) };
  });
  return {
    element: h('div', { class: 'pe-panel', 'data-part': 'facts' }, h('table', { class: 'pe-facts' }, h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...made.map((row) => row.element)))),
    /** @param {any} model */
    sync: (model) => made.forEach(({ key, button, places, element }, row) => {
      const chosen = model.state[field] === key;
      button.setAttribute('aria-pressed', String(chosen));
      element.classList.toggle('pe-chosen', chosen);
      cells(model, row).forEach((cell, at) => {
        const [text, more] = typeof cell === 'string' ? [cell] : cell;
        if (places[at].dataset.text === text + more) return;
        places[at].dataset.text = text + more;
        places[at].replaceChildren(text, ...more ? [h('span', { class: 'pe-quiet' }, ` ${more}`)] : []);
      });
    }),
  };
}
