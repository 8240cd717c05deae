/** Explains the dotted terms of the text, many of them with a small live figure. */

import { labWords as words } from './words.js';

/** The parts that are hidden in the small figure of a term. */
const LEFT_OUT =
  'title predict transport caption presets formula controls table export help game facts choice';

/** Makes the small figure that belongs to a term. @param {string} live a tag and its attributes */
function makeFigure(live) {
  const [tag, ...attributes] = live.split(' ');
  const figure = document.createElement(tag);
  for (const attribute of attributes) figure.setAttribute(...attribute.split('='));
  figure.setAttribute('level', 'beginner');
  figure.setAttribute('hide', LEFT_OUT);
  const { theme } = document.documentElement.dataset;
  if (theme) figure.setAttribute('theme', theme);
  return figure;
}

/** Makes the button that closes the explanation. @param {HTMLElement} card */
function makeClose(card) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '✕';
  button.setAttribute('aria-label', words.close);
  button.addEventListener('click', () => card.hidePopover());
  return button;
}

/** Puts the explanation below its term, or above it if there is too little room below. */
function place(card, term) {
  const { left, bottom, top } = term.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const below = bottom + 8 + offsetHeight <= innerHeight;
  card.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  card.style.top = `${below ? bottom + 8 : Math.max(8, top - offsetHeight - 8)}px`;
}

/**
 * Opens the explanation of a term after a click on the term. In browsers without popovers, the term
 * is only a link to the glossary at the end of the page.
 * @param {Element} main
 */
export function explainTerms(main) {
  if (!HTMLElement.prototype.showPopover) return;
  const card = document.createElement('div');
  card.className = 'term-card';
  card.setAttribute('popover', '');
  main.append(card);
  main.addEventListener('click', (event) => {
    const term = event.target.closest('a.term');
    if (!term) return;
    event.preventDefault();
    const entry = document.querySelector(term.hash);
    const text = [...entry.children].map((part) => {
      const copy = document.createElement('p');
      copy.className = part.localName;
      copy.textContent = part.textContent;
      return copy;
    });
    const { live } = entry.dataset;
    card.replaceChildren(makeClose(card), ...text, ...(live ? [makeFigure(live)] : []));
    card.showPopover();
    place(card, term);
  });
  card.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') card.replaceChildren();
  });
}
