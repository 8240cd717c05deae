/** The element pe-worksheet makes sheets for print, with figures and questions. */
import * as elements from '../elements.js';
import { h } from '../figures/chassis/dom.js';
import { languageNow, speak, translated } from '../figures/chassis/language.js';
import { loadKernels } from '../figures/chassis/load-kernels.js';
import { makeBar } from './bar.js';
import { papersFor } from './measure.js';
import { problems } from './problems.js';
import { drawExhibit } from './studio.js';
import { adoptSheetStyle } from './style.js';
import { SOURCES, changing, makeTasks, questionNamed } from './tasks.js';
import * as english from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./studio.js').Exhibit} Exhibit */
/** @typedef {import('./tasks.js').Plan} Plan */

const words = translated('worksheet', english);

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** The largest and the default values of the attributes that are numbers. */
export const NUMBERS = { copies: { most: 26, usual: 1 }, questions: { most: 30, usual: 6 } };

/** The parts that the attribute `hide` may name. */
export const PARTS = /** @type {const} */ (['controls', 'formulas']);

/** The options of an observer that sees every change of the element and of its content. */
const INSIDE = { attributes: true, characterData: true, childList: true, subtree: true };

/** The tags of all figures. */
const TAGS = Object.values(elements).flatMap(({ tag }) => tag || []);

/** Separates names of figures. A comma may also be inside a state: pe-rope/position=9,dim=8. */
const BETWEEN_FIGURES = /\s+|,(?=[a-z-]+(?:[\s,/]|$))/;

/** Separates names of questions. */
const BETWEEN_NAMES = /[\s,]+/;

/**
 * Makes a figure from a name such as pe-rope, or from a state such as rope/position=44.
 * @param {string} text
 */
function figureNamed(text) {
  const slash = text.includes('/') ? text.indexOf('/') : text.length;
  const tag = `pe-${text.slice(0, slash).replace(/^pe-/, '')}`;
  if (!TAGS.includes(tag)) throw new TypeError(problems.figures(TAGS, text));
  const figure = document.createElement(tag);
  figure.setAttribute('state', text.slice(slash + 1));
  return figure;
}

/** The worksheets. An observer makes them only once if several attributes change together. */
export class PeWorksheet extends Base {
  static observedAttributes = [
    'figures',
    'quiz',
    'seed',
    'copies',
    'questions',
    'kinds',
    'key',
    'heading',
    'hide',
    'level',
    'lang',
  ];

  /** @type {HTMLElement | null} */
  #root = null;
  /** The invisible element in which figures are drawn. @type {HTMLElement | null} */
  #studio = null;
  /** The sheets, and the keys with their answers. @type {HTMLElement | null} */
  #papers = null;
  /** The bar above the sheets, and its language. @type {ReturnType<typeof makeBar> | null} */
  #bar = null;
  #barLanguage = '';
  /** What the bar says about the sheets. @type {import('./bar.js').Facts | null} */
  #facts = null;
  /** The number of attempts to make the sheets. Only the last result is shown. */
  #attempt = 0;
  /** @type {MutationObserver | undefined} */
  #observer;

  /** What the sheets have in common. @returns {Plan} */
  get #plan() {
    const kinds = (this.getAttribute('kinds') ?? '').split(/\s+/);
    const sources = SOURCES.filter((source) => kinds.includes(source));
    return {
      seed: this.getAttribute('seed') || '1',
      copies: this.#number('copies'),
      count: this.#number('questions', this.#quiz.length),
      quiz: this.#quiz,
      sources: sources.length ? sources : SOURCES,
    };
  }

  /** The names of the questions of the quiz that are on every sheet. */
  get #quiz() {
    return (this.getAttribute('quiz') ?? '').split(BETWEEN_NAMES).filter(Boolean);
  }

  /**
   * Returns the number that an attribute gives, within its limits.
   * @param {'copies' | 'questions'} name
   * @param {number} [wanted] the default of this attribute; if it is 0 or missing, the usual number
   *   is the default
   */
  #number(name, wanted) {
    const { most, usual } = NUMBERS[name];
    const value = Math.round(Number(this.getAttribute(name) ?? 0)) || wanted || usual;
    return Math.min(Math.max(value, 1), most);
  }

  get #hasKey() {
    return ![null, 'false'].includes(this.getAttribute('key'));
  }

  /** Whether the author hides a part. @param {typeof PARTS[number]} part */
  #hides(part) {
    return (this.getAttribute('hide') ?? '').split(/\s+/).includes(part);
  }

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (!globalThis.DOMParser) return;
    if (!this.#root) {
      this.#studio = h('div', { class: 'pw-studio', 'aria-hidden': 'true' });
      this.#papers = h('div');
      this.#root = h('div', { class: 'pe-root' }, this.#papers, this.#studio);
      root.append(this.#root);
    }
    adoptSheetStyle(root);
    this.#observer ??= new MutationObserver(() => this.#make());
    this.#observer.observe(this, INSIDE);
    this.#make();
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** Makes the sheets. If the kernels cannot run, loads them in another way, and tries again. */
  async #make() {
    const attempt = ++this.#attempt;
    const papers = /** @type {HTMLElement} */ (this.#papers);
    papers.setAttribute('aria-busy', 'true');
    /** @type {HTMLElement[]} */
    let made;
    try {
      made = await this.#papersOf().catch(() => loadKernels().then(() => this.#papersOf()));
    } catch (error) {
      speak(this);
      this.#facts = null;
      made = [h('p', { class: 'pe-error', role: 'alert' }, words.cannotRun(error))];
    }
    if (attempt !== this.#attempt) return;
    this.#showBar();
    papers.replaceChildren(...made);
    papers.setAttribute('aria-busy', 'false');
  }

  /**
   * Returns the figures of the sheets: those inside the tag, those that the attribute names, and
   * those about which the questions of the quiz ask.
   */
  #figures() {
    const inside = [...this.children].filter(({ localName }) => TAGS.includes(localName));
    const named = (this.getAttribute('figures') ?? '').split(BETWEEN_FIGURES).filter(Boolean);
    const figures = [
      ...inside.map((figure) => /** @type {Element} */ (figure.cloneNode(true))),
      ...named.map(figureNamed),
    ];
    for (const { figure } of this.#quiz.map(questionNamed))
      if (!figures.some(({ localName }) => localName === `pe-${figure}`))
        figures.push(figureNamed(figure));
    if (!figures.length) throw new TypeError(problems.none);
    const level = this.getAttribute('level');
    if (level !== null) for (const figure of figures) figure.setAttribute('level', level);
    return /** @type {Figure[]} */ (figures);
  }

  /** Draws the figures, and returns the sheets and their keys. */
  async #papersOf() {
    const plan = this.#plan;
    const key = this.#hasKey;
    const asks = plan.sources.includes('own');
    /** @type {Exhibit[]} */
    const exhibits = [];
    for (const [at, figure] of this.#figures().entries()) {
      // Without its own id, this figure would follow links to states of the page's figures.
      figure.id = `worksheet-figure-${at}`;
      const studio = /** @type {HTMLElement} */ (this.#studio);
      exhibits.push(await drawExhibit(figure, studio, { asks, key, ...plan }));
    }
    speak(this);
    /** @type {HTMLElement} */ (this.#root).lang = languageNow();
    const heading = this.getAttribute('heading') ?? '';
    const { copies, seed } = plan;
    const tasks = makeTasks(exhibits, plan);
    const hasFormulas = !this.#hides('formulas');
    const place = /** @type {HTMLElement} */ (this.#root);
    const head = { heading, seed, hasFormulas, hasKey: key };
    const { papers, ...pages } = papersFor(place, exhibits, tasks, head);
    const beginner = exhibits.every((exhibit) => exhibit.beginner);
    this.#facts = { copies, beginner, ...pages, ...changing(tasks) };
    return papers;
  }

  /** Shows the bar. A new bar loses the focus, so it is made only if the language has changed. */
  #showBar() {
    speak(this);
    const isHidden = this.#hides('controls');
    const language = isHidden ? '' : languageNow();
    if (language !== this.#barLanguage) {
      this.#bar?.element.remove();
      this.#bar = isHidden ? null : makeBar(this);
      this.#barLanguage = language;
      if (this.#bar) this.#root?.prepend(this.#bar.element);
    }
    const { seed, copies, count: questions } = this.#plan;
    const formulas = !this.#hides('formulas');
    this.#bar?.sync({ seed, copies, questions, formulas, key: this.#hasKey }, this.#facts);
  }
}
