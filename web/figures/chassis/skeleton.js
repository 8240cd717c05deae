/** Builds the HTML elements of a figure, and hides the parts that the page wants to hide. */
import { makeControls } from './controls.js';
import { h, showPlot } from './dom.js';
import { makeHelp } from './keys.js';
import { languageNow } from './language.js';
import { copy, download, writeLink } from './links.js';
import { TablePanel } from './table.js';
import { makeTransport } from './transport.js';
import { footWords, plotWords } from './words.js';

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./state.js').State} State */

/** A panel that a small button opens. @typedef {'table' | 'code' | 'help'} PanelName */

/**
 * An element, and the function that shows a state in it.
 * @typedef {{element: HTMLElement, sync: (state: State) => void}} StatePart
 */

/**
 * The card beside the picture, which asks a question before the figure shows the answer.
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {HTMLElement} [preview] the button that scrolls to the card's message; `placeCard` puts
 *   it into the bar
 * @property {boolean} asks whether the question is open; then no part may show the answer
 * @property {string | number | null} [tries] the wrong answer that the figure tries
 * @property {boolean} [plays] whether the scene after an answer has not ended
 * @property {() => boolean} possible whether the figure can show the answer despite locked fields
 * @property {() => void} reset returns the card to its first state
 * @property {() => void} [stop] stops the card, because another card replaces it
 * @property {() => void} [age] marks an explanation of a state that the reader has left
 * @property {() => void} [waive] gives up the question, and shows everything
 */

/**
 * The elements of a figure, and the objects that keep them up to date.
 * @typedef {object} Ui
 * @property {HTMLElement} root contains all other elements of the figure
 * @property {HTMLElement} probe an invisible element, from which pen.js reads colours and fonts
 * @property {HTMLElement} grid contains everything that is shown while the figure runs
 * @property {HTMLElement} error says why the figure does not run
 * @property {HTMLElement} live the live region, whose text screen readers read aloud
 * @property {HTMLElement} title
 * @property {HTMLElement} plot contains the canvas, and receives keys and the pointer
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLElement} caption
 * @property {HTMLElement} formula
 * @property {HTMLElement} help the list of keys
 * @property {HTMLElement} code the code that computes the numbers; empty until it is opened
 * @property {Record<PanelName, HTMLElement | null>} buttons the buttons that open the panels
 * @property {HTMLElement} level the button that shows everything in a figure for beginners
 * @property {StatePart & {follow: (state: State) => void}} transport
 * @property {StatePart} controls
 * @property {Card | null} predict
 * @property {TablePanel} table
 * @property {Panel | null} extra
 */

/**
 * Panels that only one figure has.
 * @template [Model=any]
 * @typedef {object} Panel
 * @property {HTMLElement} [element] a panel below the controls
 * @property {HTMLElement | HTMLElement[]} [wide] panels under the plot
 * @property {(model: Model) => void} [sync] shows a model in the panels
 * @property {() => void} [reset] shows the first state of the figure in the panels
 * @property {() => void} [forget] forgets what the reader has answered or found in the panels
 */

/**
 * Opens the shadow root of a figure, where all its elements will be. The page, its frameworks and
 * its style sheets do not reach into it. The content of the tag stays outside. A slot shows this
 * content until the figure runs.
 * @param {Figure} figure
 * @returns the element around the slot; it also reserves the space for the figure
 */
export function openShadow(figure) {
  const slot = h('slot', { onslotchange: () => figure.readAuthor() });
  const poster = h('div', { class: 'pe-later' }, slot);
  figure.attachShadow({ mode: 'open' }).append(poster);
  return poster;
}

/**
 * Writes the title and the caption of a figure that has not been built, for screen readers and for
 * the browser's search. These texts do not answer the question of the figure. They need no elements
 * of their own, which keeps a page with many figures small.
 * @param {Figure} figure
 * @param {HTMLElement} poster
 */
export function foretellFigure(figure, poster) {
  const { words, state, beginner, definition } = figure;
  const title = words.topic || words.heading;
  let caption = '';
  try {
    const pieces = definition.isSlow ? [] : words.caption(figure.compute(state), true, beginner);
    caption = pieces.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');
  } catch {
    // The kernels cannot run, or are not loaded yet.
  }
  withdrawWords(poster);
  const named = { role: 'group', 'aria-label': title, lang: languageNow() };
  for (const [name, value] of Object.entries(named)) poster.setAttribute(name, value);
  poster.append(`${title}${plotWords.stop}${caption}`);
}

/** Removes what `foretellFigure` wrote, before a figure is built. @param {HTMLElement} poster */
export function withdrawWords(poster) {
  if (!poster.hasAttribute('role')) return;
  poster.lastChild?.remove();
  for (const name of ['role', 'aria-label', 'lang']) poster.removeAttribute(name);
}

/**
 * Builds all elements of a figure in its shadow root, which has ids of its own. At first only the
 * plot takes part in the layout.
 * @param {Figure} figure
 * @returns {Ui}
 */
export function buildFigure(figure) {
  const title = h('p', { class: 'pe-title', id: 'title', part: 'title' }, figure.words.heading);
  const { plot, canvas, how } = makePlot(figure);
  const transport = makeTransport(figure);
  const caption = h('p', { class: 'pe-caption', id: 'caption', part: 'caption' });
  const formula = h('div', { class: 'pe-formula pe-expert', part: 'formula' });
  const controls = makeControls(figure);
  const predict = figure.card();
  const extra = figure.extra();
  const table = new TablePanel(figure);
  const help = makeHelp();
  const code = makeCode();
  const side = h('div', { class: 'pe-stack pe-side' }, controls.element, extra?.element);
  const { foot, buttons, level } = makeFoot(figure, side);
  // This order is the order of the Tab key.
  const picture = h('div', { class: 'pe-picture' }, title, plot, how);
  const presets = makePresets(figure);
  const main = [picture, transport.element, caption, presets, formula, extra?.wide].flat();
  const grid = h(
    'div',
    { class: 'pe-grid' },
    h('div', { class: 'pe-stack pe-main' }, main),
    side,
    h('div', { class: 'pe-stack pe-under' }, foot, help, table.element, code),
  );
  placeCard(predict, grid, transport.element);
  const probe = h('span', { class: 'pe-probe', 'aria-hidden': 'true' });
  const error = h('p', { class: 'pe-error', role: 'alert', hidden: true });
  const live = h('div', { class: 'pe-hidden', 'aria-live': 'polite', part: 'live' });
  // Screen readers read the figure as a group with a name and a description.
  const named = { role: 'group', 'aria-labelledby': title.id, 'aria-describedby': caption.id };
  const lang = languageNow();
  const root = h('div', { class: 'pe-root pe-bare', lang, ...named }, probe, grid, error, live);
  figure.shadowRoot?.append(root);
  const panels = { predict, extra, table, help, code, buttons, level };
  const shown = { title, plot, canvas, caption, formula, transport, controls, ...panels };
  return { root, probe, grid, error, live, ...shown };
}

/**
 * Puts a card before all other parts, and its preview into the bar.
 * @param {Card | null} card
 * @param {HTMLElement} grid
 * @param {HTMLElement} bar
 */
export function placeCard(card, grid, bar) {
  if (card) grid.prepend(card.element);
  if (card?.preview) bar.append(card.preview);
}

/** @param {Figure} figure */
function makePlot(figure) {
  const { arrows, heading, topic } = figure.words;
  const canvas = h('canvas', { 'aria-hidden': 'true', width: 1, height: 1 });
  const plot = h(
    'div',
    {
      class: 'pe-plot',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': plotWords.kind,
      'aria-label': topic ?? heading,
      'aria-describedby': 'how',
      part: 'plot',
    },
    canvas,
  );
  const how = h(
    'p',
    { class: 'pe-hidden', id: 'how' },
    plotWords.how(arrows, Boolean(figure.timeline)),
  );
  return { canvas, plot, how };
}

/**
 * Makes the button that shows the controls. Only a narrow figure for beginners hides them at first.
 * @param {HTMLElement} side
 */
function makeUnfold(side) {
  const button = plainButton('unfold', plotWords.unfold, () => {
    const isOpen = side.classList.toggle('pe-open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  button.classList.add('pe-unfold');
  button.setAttribute('aria-expanded', 'false');
  return button;
}

/**
 * Makes the row of states to try; null if the figure has none.
 * @param {Figure} figure
 */
function makePresets(figure) {
  const { presets } = figure.words;
  if (!presets) return null;
  const buttons = presets.map(([label, patch, isExpert]) => {
    const run = () => {
      showPlot(figure);
      figure.setState(patch, { ease: true });
    };
    return plainButton('preset', label, run, isExpert ? expert : {});
  });
  const named = { role: 'group', 'aria-label': plotWords.presets, part: 'presets' };
  return h('div', { class: 'pe-acts pe-presets', ...named }, plotWords.presets, buttons);
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
 * Makes the button that shows everything in a figure for beginners, and hides it again. A figure
 * that the page made for experts does not show this button.
 * @param {Figure} figure
 */
const makeLevel = (figure) =>
  plainButton(
    'level',
    footWords.more,
    () => {
      figure.widened = figure.beginner;
      figure.setAttribute('level', figure.beginner ? 'full' : 'beginner');
      showPlot(figure);
    },
    { part: 'level' },
  );

/** A button that level="beginner" hides. */
const expert = { class: 'pe-plain pe-expert' };

/** Makes the panel with the code, which level="beginner" hides. It is empty until it is opened. */
const makeCode = () =>
  h('div', { class: 'pe-panel pe-expert', id: 'code', hidden: true, part: 'code' });

/**
 * Makes the row of small buttons at the bottom: controls, table, code, CSV, PNG, SVG, link, level,
 * keys.
 * @param {Figure} figure
 * @param {HTMLElement} side
 */
function makeFoot(figure, side) {
  const note = h('span', { class: 'pe-quiet', role: 'status' });
  /** @param {...(string | Node)} message */
  const say = (...message) => note.replaceChildren(...message);
  /** @param {PanelName} name @param {import('./dom.js').Props} [props] */
  const panelButton = (name, props) =>
    plainButton(name, footWords[name], () => figure.toggle(name), {
      'aria-expanded': 'false',
      'aria-controls': name,
      part: name,
      ...props,
    });
  const buttons = {
    table: panelButton('table'),
    code: figure.definition.hasCode ? panelButton('code', expert) : null,
    help: panelButton('help'),
  };
  const level = makeLevel(figure);
  const foot = h(
    'div',
    { class: 'pe-foot', part: 'export' },
    makeUnfold(side),
    buttons.table,
    buttons.code,
    plainButton('csv', footWords.csv, () => say(saveCSV(figure)), expert),
    plainButton('png', footWords.png, async () => say(await savePicture(figure, 'PNG')), expert),
    plainButton('svg', footWords.svg, async () => say(await savePicture(figure, 'SVG')), expert),
    plainButton('link', footWords.link, async () => say(...(await copyLink(figure))), expert),
    level,
    buttons.help,
    note,
  );
  return { buttons, foot, level };
}

/**
 * Saves a file.
 * @param {Figure} figure
 * @param {'CSV' | 'PNG' | 'SVG'} kind
 * @param {Blob} blob
 * @returns a message for the reader
 */
function save(figure, kind, blob) {
  const isSaved = download(blob, `posenc-${figure.fileName}.${kind.toLowerCase()}`);
  return isSaved ? footWords.saved[kind] : footWords.maybeSaved(kind);
}

/**
 * Saves the table as a CSV file.
 * @param {Figure} figure
 * @returns a message for the reader
 */
const saveCSV = (figure) => save(figure, 'CSV', new Blob([figure.toCSV()], { type: 'text/csv' }));

/**
 * Saves the picture as a PNG or SVG file.
 * @param {Figure} figure
 * @param {'PNG' | 'SVG'} kind
 * @returns a message for the reader
 */
async function savePicture(figure, kind) {
  try {
    const isSvg = kind === 'SVG';
    const picture = isSvg ? await figure.toSVG() : await figure.toPNG({ scale: 3 });
    return save(figure, kind, new Blob([picture], { type: isSvg ? 'image/svg+xml' : 'image/png' }));
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
 * Applies the attributes `hide`, `present` and `lock`. `hide="base table"` hides two parts that a
 * lesson does not need. `lock="dim"` shows a field that the reader cannot change. Also hides the
 * parts that wait until the question is closed.
 * @param {Figure} figure
 * @param {Ui} ui
 */
export function tailorParts(figure, ui) {
  const question = ui.predict?.element;
  // The question is not asked if a locked field keeps the figure from showing the answer.
  const asks = !figure.hides('predict') && ui.predict?.possible();
  question?.classList.toggle('pe-gone', !asks);
  for (const part of ui.root.querySelectorAll('[part]')) {
    const name = part.getAttribute('part') ?? '';
    if (part !== question)
      part.classList.toggle('pe-gone', figure.hides(name) || figure.postpones(name));
  }
  ui.level.hidden = !figure.beginner && !figure.widened;
  ui.level.textContent = figure.beginner ? footWords.more : footWords.less;
  // If the small buttons are hidden, no button can show the controls. So the controls are shown.
  ui.grid.classList.toggle('pe-unfolded', figure.hides('export'));
  const beside = ui.grid.querySelectorAll(
    '.pe-predict, .pe-control, .pe-side > :not(.pe-controls)',
  );
  const isAlone = [...beside].every((part) => part.closest('.pe-gone'));
  const folded = ui.grid.querySelectorAll('.pe-side :is(.pe-control, .pe-panel)');
  const isFolded = (/** @type {Element} */ part) => !part.closest('.pe-gone, .pe-expert, [hidden]');
  ui.grid.classList.toggle('pe-whole', ![...folded].some(isFolded));
  ui.grid.classList.toggle('pe-alone', isAlone);
}
