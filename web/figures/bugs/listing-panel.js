/** Makes the panel with the code of the chosen check, and a link to a thread about the bug. */
import { h } from '../chassis/dom.js';
import { copy } from '../chassis/links.js';
import { HEADS, LISTINGS, interfaceOf } from './listings.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { ASKED } = english;
const { EXHIBITS, panelTexts: texts } = translated('bugs', english);

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

/** Returns the listing of the chosen check, with its import. @param {State} state */
function listingOf({ check, language }) {
  if (check === 'none') return '';
  const listing = LISTINGS[check][language];
  return `${HEADS[language]}\n${interfaceOf(listing, language)}\n\n${listing}\n`;
}

/** Says in which public thread the bug of an exhibit was seen. @param {State} state */
function threadOf({ bug }) {
  const [repository, number, kind, said] = EXHIBITS[bug].thread;
  const href = `https://github.com/${repository}/${kind}/${number}`;
  return [texts.seen, h('a', { href }, `${repository} #${number}`), texts.said(said)];
}

/**
 * Makes the panel.
 * @param {Figure} figure
 * @returns {import('../chassis/skeleton.js').Panel}
 */
export function makeListing(figure) {
  const title = h('p', {});
  const code = h('code');
  const status = h('span', { class: 'pe-quiet', role: 'status' });
  const onclick = async () => {
    const copied = await copy(listingOf(figure.state));
    status.textContent = copied ? texts.copied : texts.refused;
  };
  const button = h('button', { type: 'button', onclick }, texts.copy);
  const acts = h('div', { class: 'pe-acts' }, button, status);
  const scroll = h('div', { class: 'pe-scroll', role: 'group', tabindex: 0 }, h('pre', {}, code));
  const thread = h('p', { class: 'pe-quiet' });
  const element = h('div', { class: 'pe-panel', part: 'listing' }, thread, acts, title, scroll);
  /** @param {Model} model */
  const sync = ({ state }) => {
    const listing = listingOf(state);
    title.replaceChildren(h('b', {}, texts.title(state)));
    scroll.setAttribute('aria-label', texts.title(state));
    if (code.textContent !== listing) status.textContent = '';
    code.textContent = listing;
    scroll.hidden = !listing;
    acts.hidden = !listing;
    // The thread names the bug, which would answer the open question. The hidden line keeps its
    // height.
    thread.classList.toggle('pe-waits', figure.covered && state.bug === ASKED);
    thread.replaceChildren(...threadOf(state));
  };
  return { wide: element, sync };
}
