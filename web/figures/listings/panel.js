/** The panel with the code of a figure. It shows the program for the current state. */
import { h } from '../chassis/dom.js';
import { copy } from '../chassis/links.js';
import { LISTINGS } from './listings.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { listingWords: words } = translated('listings', english);

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {keyof import('./listing.js').Listing} Language */

const LANGUAGES = /** @type {Language[]} */ (Object.keys(words.languages));

/** The language that the reader chose last. Panels that are opened later begin with it. */
let last = LANGUAGES[0];

/** The panels by their elements. @type {WeakMap<HTMLElement, CodePanel>} */
const panels = new WeakMap();

/** Shows the program for the current state of one figure, in one language. */
class CodePanel {
  #figure;
  #element;
  #language = last;
  #buttons = LANGUAGES.map((language) => this.#makeButton(language));
  #code = h('code');
  #pre = h('pre', { class: 'pe-scroll', role: 'group', tabindex: 0 }, this.#code);
  #note = h('span', { class: 'pe-quiet', role: 'status' });
  #copy = h(
    'button',
    { type: 'button', class: 'pe-plain', onclick: () => this.#save() },
    words.copy,
  );

  /**
   * @param {Figure} figure
   * @param {HTMLElement} element
   */
  constructor(figure, element) {
    this.#figure = figure;
    this.#element = element;
    const named = { class: 'pe-foot', role: 'group', 'aria-label': words.group };
    element.append(h('div', named, this.#buttons, this.#copy, this.#note), this.#pre);
    figure.addEventListener('pe-change', () => this.#follow());
  }

  /** @param {Language} language */
  #makeButton(language) {
    const props = { type: 'button', class: 'pe-plain', 'data-language': language };
    const onclick = () => this.#choose(language);
    return h('button', { ...props, onclick }, words.languages[language]);
  }

  /** @param {Language} language */
  #choose(language) {
    this.#language = language;
    last = language;
    this.show();
  }

  /** Copies the program. */
  async #save() {
    const isCopied = await copy(this.#code.textContent ?? '');
    this.#note.textContent = isCopied ? words.copied : words.notCopied;
  }

  /** Writes the program anew after a change, if the panel is open. */
  #follow() {
    if (!this.#element.hidden) this.show();
  }

  /** Writes the program for the current state. */
  show() {
    const figure = this.#figure;
    const model = figure.currentModel();
    const listing = model && LISTINGS[figure.localName.slice('pe-'.length)](model);
    this.#buttons.forEach((button, at) =>
      button.setAttribute('aria-pressed', String(LANGUAGES[at] === this.#language)),
    );
    this.#pre.setAttribute('aria-label', words.label(words.languages[this.#language]));
    this.#code.textContent = listing ? listing[this.#language] : words.none;
    this.#copy.hidden = !listing;
    this.#note.textContent = '';
  }
}

/**
 * Writes the program for the current state of a figure into its panel.
 * @param {Figure} figure
 * @param {HTMLElement} element
 */
export function fillCode(figure, element) {
  const panel = panels.get(element) ?? new CodePanel(figure, element);
  panels.set(element, panel);
  panel.show();
}
