import { makeControls } from './controls.js';
import { h } from './dom.js';
import { makeHelp } from './keys.js';
import { makePredict } from './predict.js';
import { copy, download, linkName, writeLink } from './share.js';
import { makeTable } from './table.js';
import { makeTransport } from './transport.js';

let made = 0;

/** Arrows as a screen reader should say them. @param {string} key */
const spoken = (key) => key.replace('← →', 'Left and right arrows').replace('↑ ↓', 'Up and down arrows');

/**
 * All elements of a figure, in its light DOM. What a page put into the figure itself is left where it is, and shown until the figure is.
 * @param {any} figure
 */
export function buildFigure(figure) {
  // A cloned figure brings a copy of these elements that nothing listens to.
  for (const copied of figure.querySelectorAll(':scope > .pe-root')) copied.remove();
  const { heading, arrows } = figure.constructor;
  const id = `pe-${++made}`;
  const ui = /** @type {any} */ ({ id });
  ui.title = h('p', { class: 'pe-title', id: `${id}-title` }, heading);
  ui.canvas = h('canvas', { 'aria-hidden': 'true', width: 1, height: 1 });
  ui.probe = h('span', { class: 'pe-probe', 'aria-hidden': 'true' });
  ui.plot = h('div', {
    class: 'pe-plot', tabindex: 0, role: 'application', 'aria-roledescription': 'interactive plot', 'aria-label': heading, 'aria-describedby': `${id}-how`, 'data-part': 'plot',
  }, ui.canvas);
  ui.how = h('p', { class: 'pe-hidden', id: `${id}-how` },
    `${arrows.map((/** @type {string[]} */ [key, what]) => `${spoken(key)}: ${what}`).join('. ')}. ${figure.timeline ? 'Space plays, ' : ''}T opens the table of the numbers, question mark lists all keys, Escape leaves. The buttons and sliders below do the same.`);
  ui.transport = makeTransport(figure, id);
  ui.caption = h('p', { class: 'pe-caption', id: `${id}-caption`, 'data-part': 'caption' });
  ui.formula = h('div', { class: 'pe-formula pe-expert', 'data-part': 'formula' });
  ui.controls = makeControls(figure, id);
  const question = figure.question();
  ui.predict = question && makePredict(figure, question, id);
  ui.extra = figure.extra();
  ui.table = makeTable(figure, id);
  ui.help = makeHelp(figure, id);
  ui.live = h('div', { class: 'pe-hidden', 'aria-live': 'polite', 'data-part': 'live' });
  ui.error = h('p', { class: 'pe-error', role: 'alert', hidden: true });
  ui.grid = h('div', { class: 'pe-grid' },
    ui.predict?.element,
    h('div', { class: 'pe-stack pe-main' }, h('div', {}, ui.title, ui.plot, ui.how), ui.transport.element, ui.caption, ui.formula, ui.extra?.wide),
    h('div', { class: 'pe-stack pe-side' }, ui.controls.element, ui.extra?.element),
    h('div', { class: 'pe-stack pe-under' }, makeFoot(figure, ui), ui.help, ui.table.element));
  ui.root = h('div', { class: 'pe-root', slot: 'pe' }, ui.probe, ui.grid, ui.error, ui.live);
  // Slots, so that what the page put inside can be hidden to its last loose word, whenever it came.
  ui.poster = h('slot', { hidden: true });
  figure.attachShadow({ mode: 'open' }).append(ui.poster, h('slot', { name: 'pe' }));
  figure.append(ui.root);
  if (!figure.hasAttribute('role')) figure.setAttribute('role', 'group');
  if (!figure.hasAttribute('aria-labelledby') && !figure.hasAttribute('aria-label')) figure.setAttribute('aria-labelledby', ui.title.id);
  if (!figure.hasAttribute('aria-describedby')) figure.setAttribute('aria-describedby', ui.caption.id);
  return ui;
}

/** Table, CSV, PNG, link, keys. @param {any} figure @param {any} ui */
function makeFoot(figure, ui) {
  const note = h('span', { class: 'pe-quiet', role: 'status' });
  /** @param {...any} parts */
  const say = (...parts) => note.replaceChildren(...parts);
  /** @param {string} extension */
  const name = (extension) => `posenc-${linkName(figure)}.${extension}`;
  /** @param {string} what @param {string} label @param {() => void} run */
  const act = (what, label, run, props = {}) => h('button', { type: 'button', class: 'pe-plain', 'data-act': what, onclick: run, ...props }, label);
  /** @param {string} what @param {string} label */
  const panel = (what, label) => act(what, label, () => figure.toggle(what), { 'aria-expanded': 'false', 'aria-controls': `${ui.id}-${what}`, 'data-part': what });
  ui.tableButton = panel('table', 'Table');
  ui.helpButton = panel('help', 'Keys');
  return h('div', { class: 'pe-foot', 'data-part': 'export' },
    ui.tableButton,
    act('csv', 'CSV', () => { download(new Blob([figure.toCSV()], { type: 'text/csv' }), name('csv')); say('CSV saved, with all digits.'); }),
    act('png', 'PNG', async () => {
      try {
        download(await figure.toPNG({ scale: 3 }), name('png'));
        say('PNG saved.');
      } catch (error) { say(String(error)); }
    }),
    act('link', 'Link to this', async () => {
      const link = writeLink(figure);
      say(...(await copy(link)) ? ['Link copied.'] : ['Copy ', h('a', { href: link }, 'this link'), '.']);
    }),
    ui.helpButton, note);
}

/**
 * `hide="base table"` takes away parts that a lesson does not need; `lock="dim"` shows a field that the reader cannot change.
 * @param {any} figure
 * @param {any} ui
 */
export function tailorParts(figure, ui) {
  for (const part of ui.root.querySelectorAll('[data-part]')) part.classList.toggle('pe-gone', figure.hides(part.dataset.part));
  // A question whose answer a lock keeps out of reach is not asked.
  if (ui.predict && !ui.predict.possible()) ui.predict.element.classList.add('pe-gone');
  const beside = [...ui.grid.querySelectorAll('.pe-predict, .pe-control, .pe-side > :not(.pe-controls)')];
  ui.grid.classList.toggle('pe-alone', beside.every((part) => part.closest('.pe-gone')));
  ui.transport.sync(figure.state);
  ui.controls.sync(figure.state);
}
