/** The element pe-quiz asks questions. A figure shows the answer to each question. */
import { h } from '../figures/chassis/dom.js';
import { languageNow, speak, speakOnEvents } from '../figures/chassis/language.js';
import { loadKernels } from '../figures/chassis/load-kernels.js';
import { whenNear } from '../figures/chassis/near.js';
import { adoptStyle } from '../figures/chassis/style.js';
import { BANK, SETS, written } from './bank.js';
import { boxOf } from './boxes.js';
import { Card } from './card.js';
import { openRow, placeOf } from './evidence.js';
import { modelOf, stateOf } from './numbers.js';
import { Round } from './round.js';
import { quizWords as words } from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./bank.js').Question} Question */

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** How many questions a round asks. */
const COUNT = 5;

/** The parts of a figure that are hidden in the quiz. */
const LEFT_OUT = 'title predict presets formula help level game config finder choice reported';

/**
 * Returns a question with its numbers, and with all fields of its figure's state.
 * @param {import('./bank.js').Entry} entry
 */
function withState(entry) {
  const question = written(entry);
  return { ...question, state: stateOf(question.figure, question.state) };
}

/** The quiz. Its attributes are those of `static observedAttributes`. */
export class PeQuiz extends Base {
  static observedAttributes = ['set', 'count', 'theme', 'level'];

  /**
   * Returns, in the current language, the first questions of a set. Each question has the state of
   * the figure that shows its answer.
   * @param {string} set the name of the set; an unknown name gives no questions
   * @param {number} [count]
   * @returns {(Omit<Question, 'state'> & {state: Record<string, unknown>})[]}
   */
  static questions(set, count) {
    const entries = Object.hasOwn(SETS, set) ? SETS[set].slice(0, count) : [];
    return entries.map(withState);
  }

  /**
   * Returns, in the current language, the question with this name; null if there is none.
   * @param {string} id such as rope-far
   */
  static question(id) {
    const entry = BANK.get(id);
    return entry ? withState(entry) : null;
  }

  /** @type {HTMLElement | null} */
  #root = null;
  /** @type {Round | null} */
  #round = null;
  /** The figure that the quiz has made to show the answer. @type {HTMLElement | null} */
  #made = null;
  /** Stops waiting until the quiz comes near the screen. @type {() => void} */
  #stopWaiting = () => {};
  /** The button that leads from a figure of the page back to the question. */
  #back = h('button', { type: 'button', class: 'pe-reveal', onclick: () => this.#return() });
  /** @type {Card | null} */
  #card = null;

  /** The name of the set; `mixed` if the attribute names none. */
  get set() {
    const name = this.getAttribute('set') ?? '';
    return Object.hasOwn(SETS, name) ? name : 'mixed';
  }
  set set(name) {
    this.setAttribute('set', name);
  }

  /** How many questions a round asks. */
  get count() {
    const count = Math.round(Number(this.getAttribute('count') ?? COUNT)) || COUNT;
    return Math.min(Math.max(count, 1), SETS[this.set].length);
  }
  set count(count) {
    this.setAttribute('count', String(count));
  }

  connectedCallback() {
    // Readers see the content that the page put inside the tag until the quiz runs.
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    adoptStyle(root);
    if (this.#root) return;
    if (!root.querySelector('slot')) root.append(h('slot'));
    this.#stopWaiting = whenNear(this, () => this.#start());
  }

  disconnectedCallback() {
    this.#stopWaiting();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.#root) return;
    if (name === 'set' || name === 'count') this.#begin();
    else this.#tailor();
  }

  /** Forgets all answers to all quizzes, and begins again. */
  forget() {
    this.#round ??= this.#makeRound();
    this.#round.forget();
    if (this.#root) this.#ask();
  }

  /** Begins the quiz. If the kernels cannot run, loads them in another way, and tries again. */
  async #start() {
    speak(this);
    try {
      this.#begin();
    } catch {
      try {
        await loadKernels();
        this.#begin();
      } catch (error) {
        this.shadowRoot?.append(
          h('p', { class: 'pe-error', role: 'alert' }, words.cannotRun(error)),
        );
      }
    }
  }

  /** Continues the round that this browser stores, or begins a new round. */
  #begin() {
    this.#round = this.#makeRound();
    this.#ask();
  }

  #makeRound() {
    const ids = SETS[this.set].map(({ id }) => id);
    return new Round(this.set, ids, this.count);
  }

  /**
   * Replaces what the quiz shows.
   * @param {HTMLElement} element
   */
  #put(element) {
    this.#made = null;
    this.#root = h('div', { class: 'pe-root', lang: languageNow() }, element);
    speakOnEvents(this, this.#root);
    this.shadowRoot?.replaceChildren(this.#root);
    adoptStyle(/** @type {ShadowRoot} */ (this.shadowRoot));
  }

  /** Asks the question that is next, or shows the score. */
  #ask() {
    speak(this);
    const { id, ids, results } = /** @type {Round} */ (this.#round);
    const entry = BANK.get(id);
    if (!entry) {
      this.#finish();
      return;
    }
    const question = written(entry);
    this.#card = new Card(
      question,
      { at: results.length + 1, count: ids.length },
      {
        onAnswer: (option, attempt) => this.#note(question, option, attempt),
        onShow: () => this.#show(question),
        onNext: () => this.#next(),
      },
    );
    this.#put(this.#card.element);
  }

  #next() {
    this.#ask();
    if (this.#round?.id) this.#card?.focus();
    else this.#root?.querySelector('button')?.focus();
  }

  /**
   * Records the first answer to a question, and tells the page about every answer.
   * @param {Question} question
   * @param {string | null} option
   * @param {number} attempt
   */
  #note({ id, figure, ask, options, answer, state: at }, option, attempt) {
    const correct = option === null ? null : option === answer;
    if (attempt === 1) this.#round?.note(correct === true);
    const state = stateOf(figure, at);
    const said = options.find(([value]) => value === option)?.[1] ?? '';
    const detail = { figure, question: id, ask, option, said, correct, attempt, state };
    this.dispatchEvent(new CustomEvent('pe-answer', { detail, bubbles: true, composed: true }));
  }

  /**
   * Shows the answer in a suitable figure of the page, or else in a figure of the quiz.
   * @param {Question} question
   * @returns what the figure says
   */
  #show(question) {
    const { figure: name, state, shows } = question;
    const place = placeOf(question);
    const found = this.#figureOnPage(name, place.in === 'comparison');
    if (found) {
      found.setState(stateOf(name, state), { ease: true });
      found.scrollIntoView({ block: 'start' });
      this.#offerReturn();
    } else this.#make(name, state, place.in === 'comparison');
    const figure = found ?? /** @type {Figure} */ (this.#made);
    if (place.in === 'table') openRow(figure, place.which, place.row, shows);
    const { words: said } = /** @type {typeof import('../elements.js').PeFigure} */ (
      customElements.get(`pe-${name}`)
    );
    return said.describe(modelOf(name, state), false);
  }

  /**
   * Finds a figure of the page that can show any state now. The figure must be visible, and none of
   * its fields may be locked. It must not be asking its own question, which would hide the answer.
   * @param {string} name
   * @param {boolean} whole whether the answer is in a part that beginners do not see
   */
  #figureOnPage(name, whole) {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const figures = /** @type {Figure[]} */ ([...root.querySelectorAll(`pe-${name}`)]);
    return figures.find((figure) => {
      if (figure.offsetParent === null || figure.hasAttribute('lock')) return false;
      if (whole && figure.getAttribute('level') === 'beginner') return false;
      figure.build();
      return !figure.covered;
    });
  }

  /**
   * Makes a figure below the question, unless there is one already.
   * @param {string} name
   * @param {string} state
   * @param {boolean} whole whether the answer is in a part that beginners do not see
   */
  #make(name, state, whole) {
    if (this.#made) return;
    // Without its own id, this figure would follow links to states of the page's figures.
    const props = { id: 'quiz-figure', state, hide: LEFT_OUT };
    this.#made = document.createElement(`pe-${name}`);
    for (const [key, value] of Object.entries(props)) this.#made.setAttribute(key, value);
    this.#made.style.marginTop = '16px';
    this.#tailor();
    if (whole) this.#made.removeAttribute('level');
    this.shadowRoot?.append(this.#made);
  }

  /** Gives the theme and the level of the quiz to its figure. */
  #tailor() {
    for (const name of ['theme', 'level']) {
      const value = this.getAttribute(name);
      if (value === null) this.#made?.removeAttribute(name);
      else this.#made?.setAttribute(name, value);
    }
  }

  /** Shows the button that leads back to the question, in the corner of the screen. */
  #offerReturn() {
    this.#back.textContent = words.back;
    const place = { position: 'fixed', insetInlineEnd: '16px', bottom: '16px', zIndex: '9' };
    Object.assign(this.#back.style, place);
    this.#root?.append(this.#back);
    this.#back.focus({ preventScroll: true });
  }

  /** Goes back to the question. */
  #return() {
    this.#back.remove();
    this.scrollIntoView({ block: 'center' });
    this.#card?.focusNext();
  }

  /** Shows the score at the end of the round. */
  #finish() {
    const round = /** @type {Round} */ (this.#round);
    const { ids, missed, score } = round;
    const all = SETS[this.set];
    const known = all.filter(({ id }) => boxOf(id) > 1).length;
    const again = (/** @type {string[]} */ chosen) => () => {
      round.begin(chosen);
      this.#next();
    };
    const makeButton = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', onclick }, label);
    this.#put(
      h(
        'div',
        { class: 'pe-predict' },
        h(
          'p',
          { role: 'status' },
          h('span', { class: 'pe-surprise' }, words.score(score, ids.length)),
          words.known(known, all.length),
        ),
        h(
          'div',
          { class: 'pe-acts' },
          missed.length ? makeButton(words.missed, again(missed)) : null,
          makeButton(words.more(this.count), () => {
            round.begin();
            this.#next();
          }),
        ),
      ),
    );
  }
}
