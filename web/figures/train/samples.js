/** Makes the panel of the texts that the models of PeTrain write beyond the trained length. */
import { h, put } from '../chassis/dom.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { names, sampleTexts: texts } = translated('train', english);

/** @typedef {import('./model.js').Model} Model */

export function makeSamples() {
  const note = h('span', { class: 'pe-kicker' });
  const list = h('tbody');
  const table = h('table', {}, h('caption', {}, h('b', {}, texts.title), note), list);
  const scroll = { class: 'pe-scroll', role: 'group', tabindex: 0, 'aria-label': texts.title };
  const element = h(
    'div',
    { class: 'pe-panel', part: 'samples', hidden: true },
    h('div', scroll, table),
  );
  /** @type {unknown} */
  let shown = null;
  return {
    element,
    /** @param {Model} model */
    sync(model) {
      const { end } = model.run;
      const samples = end?.samples.filter(Boolean) ?? [];
      element.hidden = !samples.length;
      if (shown === end) return;
      shown = end;
      put(note, { textContent: texts.note(model) });
      list.replaceChildren(...samples.map((text, at) => makeRow(names[at], text)));
    },
  };
}

/** @param {string} name @param {string} text */
function makeRow(name, text) {
  const cell = h('td', {}, text);
  put(cell.style, { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', textAlign: 'start' });
  const head = h('th', { scope: 'row' }, name);
  put(head.style, { textAlign: 'start', verticalAlign: 'top' });
  return h('tr', {}, head, cell);
}
