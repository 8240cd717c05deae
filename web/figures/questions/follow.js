/**
 * Lets a figure ask the question that its page put inside the tag. The page may add, change or
 * remove the question at any time. The figure only reads it.
 */
import { linkedState } from '../chassis/links.js';
import { readQuestion } from './read.js';
import { problems } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */

/** A question that is wrong for this many milliseconds is an error. Before, it may be incomplete. */
const PATIENCE_MS = 300;

/** Watches all that a question consists of. */
const ALL = { attributes: true, characterData: true, childList: true, subtree: true };

/** Follows the question inside one figure. */
class Follower {
  #figure;
  #observer = new MutationObserver(() => this.read());
  /** The markup that was read last. */
  #read = '';
  #timer = 0;

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  /** Reads the markup, unless it is as before: frameworks may write the same again. */
  read() {
    const found = [...this.#figure.children].filter(({ localName }) => localName === 'pe-question');
    this.#observer.disconnect();
    for (const element of found) this.#observer.observe(element, ALL);
    clearTimeout(this.#timer);
    const markup = found.map((element) => element.outerHTML).join('');
    if (markup === this.#read) return;
    try {
      if (found.length > 1) throw new Error(problems.several);
      const question = found.length ? readQuestion(found[0], this.#figure) : null;
      this.#read = markup;
      this.#ask(question);
    } catch (error) {
      this.#timer = setTimeout(() => {
        this.#read = markup;
        this.#fail(/** @type {Error} */ (error).message);
      }, PATIENCE_MS);
    }
  }

  /** @param {import('../chassis/question.js').Question | null} question */
  #ask(question) {
    const figure = this.#figure;
    this.#tell('');
    // A link leads to a state of its own.
    if (!linkedState(figure)) question?.start?.(figure);
    if (question || figure.posed) figure.pose(question);
  }

  /** Tells the author what is wrong. The figure asks its own question. @param {string} message */
  #fail(message) {
    console.error(message, this.#figure);
    if (this.#figure.posed) this.#figure.pose(null);
    this.#tell(message);
  }

  /** Writes a message below the figure, as soon as it is built. @param {string} message */
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

/** The followers of the figures. @type {WeakMap<Figure, Follower>} */
const followers = new WeakMap();

/** Reads the question inside a figure, and follows it. @param {Figure} figure */
export function followQuestion(figure) {
  const follower = followers.get(figure) ?? new Follower(figure);
  followers.set(figure, follower);
  follower.read();
}
