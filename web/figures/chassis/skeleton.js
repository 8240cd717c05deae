/** Builds the HTML elements of a figure, and hides the parts that the page wants to hide. */
import { makeControls } from './controls.js';
import { h } from './dom.js';
import { makeHelp } from './keys.js';
import { copy, download, linkName, writeLink } from './links.js';
import { page } from './page.js';
import { QuestionCard } from './question.js';
import { TablePanel } from './table.js';
import { makeTransport } from './transport.js';
import { footWords, plotWords } from './words.js';

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./state.js').State} State */

/**
 * An element, and the function that shows a state in it.
 * @typedef {{element: HTMLElement, sync: (state: State) => void}} StatePart
 */

/**
 * The elements of a figure, and the objects that keep them up to date.
 * @typedef {object} Ui
 * @property {HTMLElement} root contains all other elements of the figure
 * @property {HTMLElement} probe an invisible element, from which pen.js reads colours and fonts
 * @property {HTMLElement} grid contains everything that is shown while the figure runs
 * @property {HTMLSlotElement} poster shows what the page put inside the tag, until the figure runs
 * @property {HTMLElement} error says why the figure does not run
 * @property {HTMLElement} live the live region, whose text screen readers read aloud
 * @property {HTMLElement} plot contains the canvas, and receives keys and the pointer
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLElement} caption
 * @property {HTMLElement} formula
 * @property {HTMLElement} help the list of keys
 * @property {HTMLElement} tableButton
 * @property {HTMLElement} helpButton
 * @property {StatePart} transport
 * @property {StatePart} controls
 * @property {QuestionCard | null} predict
 * @property {TablePanel} table
 * @property {Panel | null} extra
 */

/**
 * Panels that only one figure has.
 * @template [Model=any]
 * @typedef {object} Panel
 * @property {HTMLElement} [element] a panel below the controls
 * @property {HTMLElement} [wide] a panel under the plot
 * @property {(model: Model) => void} [sync] shows a model in the panels
 * @property {() => void} [reset] returns the panels to their first state
 */

/**
 * Removes the elements of the original from a clone of a figure. The copies have no listeners.
 * @param {Figure} figure
 */
export function removeCopies(figure) {
  for (const copied of figure.querySelectorAll(':scope > .pe-root')) copied.remove();
}

/**
 * Builds all elements of a figure in its light DOM. What the page put inside the tag stays there,
 * and is shown until the figure runs. At first only the plot takes part in the layout.
 * @param {Figure} figure
 * @returns {Ui}
 */
export function buildFigure(figure) {
  const id = `pe-${++page.made}`;
  const title = h('p', { class: 'pe-title', id: `${id}-title` }, figure.words.heading);
  const { plot, canvas, how } = makePlot(figure, id);
  const transport = makeTransport(figure, id);
  const caption = h('p', { class: 'pe-caption', id: `${id}-caption`, 'data-part': 'caption' });
  const formula = h('div', { class: 'pe-formula pe-expert', 'data-part': 'formula' });
  const controls = makeControls(figure, id);
  const question = figure.question();
  const predict = question && new QuestionCard(figure, question, id);
  const extra = figure.extra();
  const table = new TablePanel(figure, id);
  const help = makeHelp(id);
  const { foot, tableButton, helpButton } = makeFoot(figure, id);
  // This order is the order of the Tab key.
  const picture = h('div', { class: 'pe-picture' }, title, plot, how);
  const main = [picture, transport.element, caption, formula, extra?.wide];
  const grid = h(
    'div',
    { class: 'pe-grid' },
    predict?.element,
    h('div', { class: 'pe-stack pe-main' }, main),
    h('div', { class: 'pe-stack pe-side' }, controls.element, extra?.element),
    h('div', { class: 'pe-stack pe-under' }, foot, help, table.element),
  );
  const probe = h('span', { class: 'pe-probe', 'aria-hidden': 'true' });
  const error = h('p', { class: 'pe-error', role: 'alert', hidden: true });
  const live = h('div', { class: 'pe-hidden', 'aria-live': 'polite', 'data-part': 'live' });
  const root = h('div', { class: 'pe-root pe-bare', slot: 'pe' }, probe, grid, error, live);
  const poster = makeSlots(figure);
  figure.append(root);
  describeTo(figure, title, caption);
  const panels = { predict, extra, table, help, tableButton, helpButton };
  const shown = { plot, canvas, caption, formula, transport, controls, ...panels };
  return { root, probe, grid, poster, error, live, ...shown };
}

/**
 * @param {Figure} figure
 * @param {string} id
 */
function makePlot(figure, id) {
  const { arrows, heading } = figure.words;
  const canvas = h('canvas', { 'aria-hidden': 'true', width: 1, height: 1 });
  const plot = h(
    'div',
    {
      class: 'pe-plot',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': plotWords.kind,
      'aria-label': heading,
      'aria-describedby': `${id}-how`,
      'data-part': 'plot',
    },
    canvas,
  );
  const how = h(
    'p',
    { class: 'pe-hidden', id: `${id}-how` },
    plotWords.how(arrows, Boolean(figure.timeline)),
  );
  return { canvas, plot, how };
}

/**
 * Gives the figure two slots. One slot shows everything that the page puts inside the tag, now or
 * later, even loose text. Hiding this slot hides all of that content.
 * @param {Figure} figure
 * @returns the slot that shows what the page put inside the tag
 */
function makeSlots(figure) {
  const poster = h('slot', { hidden: true });
  figure.attachShadow({ mode: 'open' }).append(poster, h('slot', { name: 'pe' }));
  return poster;
}

/**
 * Gives the figure a role, a name and a description for screen readers, unless the page has done
 * so.
 * @param {Figure} figure
 * @param {HTMLElement} title
 * @param {HTMLElement} caption
 */
function describeTo(figure, title, caption) {
  if (!figure.hasAttribute('role')) figure.setAttribute('role', 'group');
  if (!figure.hasAttribute('aria-labelledby') && !figure.hasAttribute('aria-label'))
    figure.setAttribute('aria-labelledby', title.id);
  if (!figure.hasAttribute('aria-describedby')) figure.setAttribute('aria-describedby', caption.id);
}

/**
 * Makes a small button.
 * @param {string} act the name of its action, for the attribute `data-act`
 * @param {string} label
 * @param {() => void} onclick
 * @param {import('./dom.js').Props} [props]
 */
const plainButton = (act, label, onclick, props) =>
  h('button', { type: 'button', class: 'pe-plain', 'data-act': act, onclick, ...props }, label);

/**
 * Makes the row of small buttons at the bottom: table, CSV, PNG, link and keys.
 * @param {Figure} figure
 * @param {string} id the prefix of the ids in this figure
 */
function makeFoot(figure, id) {
  const note = h('span', { class: 'pe-quiet', role: 'status' });
  /** @param {...(string | Node)} message */
  const say = (...message) => note.replaceChildren(...message);
  /** @param {'table' | 'help'} name */
  const panelButton = (name) =>
    plainButton(name, footWords[name], () => figure.toggle(name), {
      'aria-expanded': 'false',
      'aria-controls': `${id}-${name}`,
      'data-part': name,
    });
  const tableButton = panelButton('table');
  const helpButton = panelButton('help');
  const foot = h(
    'div',
    { class: 'pe-foot', 'data-part': 'export' },
    tableButton,
    plainButton('csv', footWords.csv, () => say(saveCSV(figure))),
    plainButton('png', footWords.png, async () => say(await savePNG(figure))),
    plainButton('link', footWords.link, async () => say(...(await copyLink(figure)))),
    helpButton,
    note,
  );
  return { tableButton, helpButton, foot };
}

/**
 * Saves a file.
 * @param {Figure} figure
 * @param {'CSV' | 'PNG'} kind
 * @param {Blob} blob
 * @returns a message for the reader
 */
function save(figure, kind, blob) {
  const isSaved = download(blob, `posenc-${linkName(figure)}.${kind.toLowerCase()}`);
  return isSaved ? footWords.saved[kind] : footWords.maybeSaved(kind);
}

/**
 * Saves the table as a CSV file.
 * @param {Figure} figure
 * @returns a message for the reader
 */
const saveCSV = (figure) => save(figure, 'CSV', new Blob([figure.toCSV()], { type: 'text/csv' }));

/**
 * Saves the picture as a PNG file.
 * @param {Figure} figure
 * @returns a message for the reader
 */
async function savePNG(figure) {
  try {
    return save(figure, 'PNG', await figure.toPNG({ scale: 3 }));
  } catch (error) {
    return String(error);
  }
}

/**
 * Writes the state into the address of the page, and copies the address.
 * @param {Figure} figure
 * @returns a message for the reader, in pieces
 */
async function copyLink(figure) {
  const link = writeLink(figure);
  if (await copy(link)) return [footWords.linkCopied];
  const [before, text, after] = footWords.linkToCopy;
  return [before, h('a', { href: link }, text), after];
}

/**
 * Applies the attributes `hide` and `lock`. `hide="base table"` hides two parts that a lesson does
 * not need. `lock="dim"` shows a field that the reader cannot change.
 * @param {Figure} figure
 * @param {Ui} ui
 */
export function tailorParts(figure, ui) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = ui.root.querySelectorAll('[data-part]');
  for (const part of parts) part.classList.toggle('pe-gone', figure.hides(part.dataset.part ?? ''));
  // The question is not asked if a locked field keeps the figure from showing the answer.
  if (ui.predict && !ui.predict.possible()) ui.predict.element.classList.add('pe-gone');
  const beside = ui.grid.querySelectorAll(
    '.pe-predict, .pe-control, .pe-side > :not(.pe-controls)',
  );
  const isAlone = [...beside].every((part) => part.closest('.pe-gone'));
  ui.grid.classList.toggle('pe-alone', isAlone);
}
