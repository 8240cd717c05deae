/* Shows a report of pe-doctor. */
import { PeFigure } from '../elements.js';
import { h } from '../figures/chassis/dom.js';
import { formatHash } from '../figures/chassis/state.js';
import { copy, linkName } from '../figures/chassis/links.js';
import { translatedPhrase } from '../figures/chassis/phrases.js';
import { written } from '../findings/reports.js';
import { heatFigure } from './heat.js';
import { words } from './words.js';

/** @typedef {import('./examine.js').Report} Report */
/** @typedef {import('./figure-links.js').FigureLink} FigureLink */

/**
 * Functions of the element pe-doctor that a card calls when the reader uses its controls.
 * @typedef {object} Acts
 * @property {(file: string, tensor: string, partner?: string) => void} choose
 * @property {() => void} exchange
 * @property {(of: string, text: string) => void} place sets the positions of the rows of an array,
 *   from the text that the reader typed
 * @property {(golden: object) => void} save
 * @property {(message: string) => void} say tells the reader something
 */

/**
 * Makes the card of a report.
 * @param {Report} report
 * @param {Acts} acts
 * @param {HTMLElement} host the element, whose page may have figures
 */
export function makeCard(report, acts, host) {
  const { title, verdict, sure, says, settings = {}, heat, links = [], command } = report;
  const { positions } = report;
  const [first, ...others] = says.map(translatedPhrase);
  return h(
    'section',
    { class: 'pe-card', 'data-verdict': verdict },
    h(
      'p',
      { class: 'pe-kind' },
      h('b', { class: `pe-verdict-${verdict}` }, words.verdicts[verdict]),
      ' ',
      h('span', { class: 'pe-name' }, title),
    ),
    first ? h('p', { class: 'pe-first' }, first) : null,
    others.length ? h('p', {}, words.joined(others)) : null,
    sure ? h('p', { class: 'pe-quiet' }, sure) : null,
    positions ? makePositions(positions, acts) : null,
    heat ? heatFigure(heat) : null,
    makeSettings(settings),
    makeActs(report, acts),
    links.map((link) => makeLink(link, host)),
    command ? makeCommand(command, acts) : null,
  );
}

/** @param {NonNullable<Report['positions']>} field @param {Acts} acts */
function makePositions({ of, text, error }, { place }) {
  const input = h('input', {
    type: 'text',
    value: text,
    spellcheck: 'false',
    autocomplete: 'off',
    'data-of': of,
    'aria-invalid': error ? 'true' : undefined,
    'aria-label': `${words.positions}: ${words.positionsForm}`,
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && take(),
  });
  const take = () => place(of, input.value);
  return h(
    'div',
    { class: 'pe-positions' },
    h('label', {}, words.positions, input),
    h('button', { type: 'button', onclick: take }, words.place),
    error ? h('p', { class: 'pe-verdict-wrong' }, translatedPhrase(error)) : null,
    h('p', { class: 'pe-quiet' }, words.positionsForm),
  );
}

/** @param {Record<string, unknown>} settings */
function makeSettings(settings) {
  const rows = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (!rows.length) return null;
  return h(
    'details',
    { class: 'pe-found' },
    h('summary', {}, words.settings),
    h(
      'dl',
      {},
      rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, shortened(written(value)))]),
    ),
  );
}

/** The value of a setting is cut after this many characters. */
const LONGEST = 160;

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** @param {Report} report @param {Acts} acts */
function makeActs({ golden, pair, choice }, acts) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', onclick }, label);
  const made = [
    golden ? button(words.golden, () => acts.save(golden)) : null,
    golden ? h('span', { class: 'pe-quiet' }, words.goldenWhy) : null,
    pair ? button(words.exchange, acts.exchange) : null,
    choice ? makeChoice(choice, acts) : null,
  ].filter((each) => each !== null);
  return made.length ? h('div', { class: 'pe-row' }, made) : null;
}

/** @param {NonNullable<Report['choice']>} choice @param {Acts} acts */
function makeChoice({ file, names, chosen, partner }, { choose }) {
  const make = (
    /** @type {string} */ label,
    /** @type {string} */ none,
    /** @type {string} */ value,
    /** @type {(name: string) => void} */ act,
  ) => {
    const select = h(
      'select',
      { onchange: () => act(select.value) },
      ['', ...names].map((name) => h('option', { value: name }, name || none)),
    );
    select.value = value;
    return h('label', { class: 'pe-row' }, label, select);
  };
  const first = make(words.choose, words.chooseFirst, chosen ?? '', (name) => choose(file, name));
  if (!chosen) return first;
  const act = (/** @type {string} */ name) => choose(file, chosen, name);
  return h('div', { class: 'pe-row' }, first, make(words.partner, '', partner ?? '', act));
}

/**
 * Makes a link to a figure on the page, or a button that adds the figure if the page lacks it.
 * Either shows the figure in the state of the link.
 * @param {FigureLink} link
 * @param {HTMLElement} host
 */
function makeLink({ name, state }, host) {
  const label = words.open(words.figures[name]);
  const root = /** @type {Document | ShadowRoot} */ (host.getRootNode());
  const figure = root.querySelector(`pe-${name}`);
  if (figure instanceof PeFigure) {
    const href = formatHash(new Map([[linkName(figure), state]]));
    return h('p', {}, h('a', { href, onclick: () => follow(figure, href) }, label));
  }
  const place = h('p', {});
  const add = () => {
    const text = formatHash(new Map([['x', state]]));
    const added = document.createElement(`pe-${name}`);
    added.setAttribute('state', text.slice(text.indexOf('/') + 1));
    added.setAttribute('hide', 'title predict');
    place.replaceWith(added);
  };
  place.append(h('button', { type: 'button', onclick: add }, label));
  return place;
}

/**
 * Shows exactly the state of a link in a figure of the page, and scrolls there.
 * @param {PeFigure} figure
 * @param {string} href
 */
function follow(figure, href) {
  figure.reset();
  const scroll = () => figure.scrollIntoView({ block: 'start' });
  if (href === location.hash) scroll();
  else globalThis.addEventListener('hashchange', scroll, { once: true });
}

/** @param {string} command @param {Acts} acts */
function makeCommand(command, { say }) {
  const onclick = async () => say((await copy(command)) ? words.copied : words.notCopied);
  return h(
    'p',
    { class: 'pe-command' },
    h('span', { class: 'pe-quiet' }, words.command),
    h('code', {}, command),
    h('button', { type: 'button', class: 'pe-plain', onclick }, words.copy),
  );
}
