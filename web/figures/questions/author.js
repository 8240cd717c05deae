/**
 * Lets a figure ask the question that its page put inside the tag. The page may add, change or
 * remove the question at any time. The figure only reads it.
 */
import { speak } from '../chassis/language.js';
import { linkedState } from '../chassis/links.js';
import { loadKernels } from '../chassis/load-kernels.js';
import { differing, normalise } from '../chassis/state.js';
import { placeCard } from '../chassis/skeleton.js';
import { readQuestion } from './read.js';
import { problems } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../chassis/question.js').Question} Question */

/** A fault is reported only after this time, because the page may still be writing the question. */
const PATIENCE_MS = 300;

/** The options of an observer that reports every change of a question. */
const ALL = { attributes: true, characterData: true, childList: true, subtree: true };

/** Reads the question inside one figure, and reads it again when the page changes it. */
export class Author {
  /** The question that the figure asks. @type {Question | null} */
  question = null;
  #figure;
  #observer = new MutationObserver(() => this.read());
  /** The markup that was read last. */
  #markup = '';
  #timer = 0;
  /** The markup of a question whose numbers vary; null if they do not. @type {Element | null} */
  #element = null;
  /**
   * The first state of the figure, before a question changed it. It is null if none has changed it.
   * @type {import('../chassis/state.js').State}
   */
  #own = null;

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  /**
   * Reads the markup, unless it is unchanged: frameworks may write the same markup again.
   * @param {boolean} [isLast] whether this is the second attempt, which reports a mistake
   */
  read(isLast = false) {
    const found = [...this.#figure.children].filter(({ localName }) => localName === 'pe-question');
    this.#observer.disconnect();
    for (const element of found) this.#observer.observe(element, ALL);
    clearTimeout(this.#timer);
    const markup = found.map((element) => element.outerHTML).join('');
    if (markup === this.#markup) return;
    try {
      if (found.length > 1) throw new Error(problems.several);
      // The numbers of the question are written in the language of the figure.
      speak(this.#figure);
      const read = found.length ? readQuestion(found[0], this.#figure) : null;
      this.#markup = markup;
      this.#element = read?.varies ? found[0] : null;
      this.#ask(read?.question ?? null, read?.from);
    } catch (error) {
      if (isLast) {
        this.#markup = markup;
        this.#fail(/** @type {Error} */ (error).message);
      } else this.#timer = setTimeout(() => this.#readLater(), PATIENCE_MS);
    }
  }

  /** Reads the markup again once the kernels are loaded: they compute numbers of the question. */
  async #readLater() {
    const timer = this.#timer;
    await loadKernels().catch(() => {});
    if (this.#timer === timer) this.read(true);
  }

  /** Whether the numbers of the question vary. */
  get varies() {
    return this.#element !== null;
  }

  /**
   * Returns the question with other numbers. Returns null if its numbers do not vary.
   * @param {import('./variants.js').Pick} pick
   */
  variant(pick) {
    speak(this.#figure);
    return this.#element && readQuestion(this.#element, this.#figure, pick).question;
  }

  /**
   * @param {Question | null} question null if the page asks none
   * @param {import('../chassis/state.js').Entry} [from] the fields in which the first state of the
   *   figure differs from its attributes
   */
  #ask(question, from = {}) {
    const figure = this.#figure;
    this.#tell('');
    this.#begin(from);
    this.question = question;
    if (figure.shadowRoot?.querySelector('.pe-grid')) this.#replaceCard();
  }

  /** Changes the first state of the figure, and shows it. @param {Record<string, string>} from */
  #begin(from) {
    const figure = this.#figure;
    this.#own ??= figure.initial;
    const initial = normalise(figure.definition.allFields, from, this.#own);
    if (!Object.keys(differing(initial, figure.initial)).length) return;
    figure.initial = initial;
    // The state in the address of the page takes precedence over the first state.
    if (!linkedState(figure)) figure.restore({});
    else figure.fromLink();
  }

  /** Shows the card of this question or, if there is none, of the figure's own question. */
  #replaceCard() {
    const figure = this.#figure;
    const { ui } = figure;
    ui.predict?.stop?.();
    ui.predict?.element.remove();
    ui.predict?.preview?.remove();
    ui.predict = figure.card();
    placeCard(ui.predict, ui.grid, ui.transport.element);
    figure.uncover();
  }

  /** Reports an error to the author. Then the figure asks its own question. @param {string} message */
  #fail(message) {
    console.error(message, this.#figure);
    if (this.question) this.#ask(null);
    this.#tell(message);
  }

  /** Writes a message below the figure as soon as the figure is drawn. @param {string} message */
  #tell(message) {
    const figure = this.#figure;
    if (!figure.started) {
      if (message) figure.addEventListener('pe-ready', () => this.#tell(message), { once: true });
      return;
    }
    const { error } = figure.ui;
    error.textContent = message;
    error.hidden = !message;
  }
}
