/** Asks one question of a quiz, and replies to each answer. */
import { h } from '../figures/chassis/dom.js';
import { quizWords as words } from './words.js';

/** @typedef {import('./bank.js').Question} Question */

/**
 * The functions by which a card tells its quiz what the reader does.
 * @typedef {object} Listener
 * @property {(option: string | null, attempt: number) => void} onAnswer called after each answer;
 *   `option` is null if the reader declines to guess
 * @property {() => string} onShow shows the answer in a figure, and returns what the figure says
 * @property {() => void} onNext called when the reader wants to go on
 */

export class Card {
  #question;
  #tell;
  #attempts = 0;
  #radios;
  #result = h('div', { class: 'pe-result', role: 'status' });
  #answerButton;
  #declineButton;
  #showButton;
  #nextButton;

  /**
   * @param {Question} question
   * @param {{at: number, count: number}} place the number of the question, counted from 1, and
   *   the number of questions in the round
   * @param {Listener} tell
   */
  constructor(question, { at, count }, tell) {
    this.#question = question;
    this.#tell = tell;
    const makeButton = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', onclick }, label);
    this.#answerButton = makeButton(words.answer, () => this.#answer());
    this.#answerButton.className = 'pe-reveal';
    this.#declineButton = makeButton(words.decline, () => this.#decline());
    this.#showButton = makeButton(words.show, () => this.#show());
    this.#nextButton = makeButton(at < count ? words.next : words.finish, tell.onNext);
    this.#radios = question.options.map(([value]) =>
      h('input', { type: 'radio', name: 'answer', value, onchange: () => this.#enable() }),
    );
    this.element = h(
      'fieldset',
      {
        class: 'pe-predict',
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      },
      h('legend', {}, h('span', { class: 'pe-kicker' }, words.kicker(at, count)), question.ask),
      h(
        'div',
        {},
        question.options.map(([, label], option) =>
          h('label', { class: 'pe-option' }, this.#radios[option], label),
        ),
      ),
      h('div', { class: 'pe-acts' }, [
        this.#answerButton,
        this.#declineButton,
        this.#showButton,
        this.#nextButton,
      ]),
      this.#result,
    );
    this.#offer(this.#answerButton, this.#declineButton);
    this.#enable();
  }

  focus() {
    this.#radios[0].focus();
  }

  /** Focuses the button that leads to the next question, or to the score. */
  focusNext() {
    this.#nextButton.focus();
  }

  /** Shows these buttons, and hides the others. @param {...HTMLElement} shown */
  #offer(...shown) {
    const buttons = [this.#answerButton, this.#declineButton, this.#showButton, this.#nextButton];
    for (const button of buttons) button.hidden = !shown.includes(button);
  }

  get #chosen() {
    return this.#radios.findIndex((radio) => radio.checked);
  }

  /** Shows the Answer button as enabled once an option is chosen. */
  #enable() {
    this.#answerButton.setAttribute('aria-disabled', String(this.#chosen < 0));
  }

  /** Enter answers with the option that has the focus. @param {KeyboardEvent} event */
  #onKey(event) {
    const isRadio = this.#radios.some((radio) => radio === event.target);
    if (event.key !== 'Enter' || !isRadio) return;
    // Otherwise the same key press would also activate the button that gets the focus.
    event.preventDefault();
    this.#answer();
  }

  /** @param {...(Node | string)} message */
  #say(...message) {
    this.#result.replaceChildren(h('p', {}, ...message));
  }

  /**
   * Marks an option, and writes the reply to it.
   * @param {number} option
   * @param {boolean} isRight
   */
  #reply(option, isRight) {
    const mark = isRight ? 'right' : 'wrong';
    const [, , reply] = this.#question.options[option];
    /** @type {HTMLElement} */ (this.#radios[option].parentElement).dataset.mark = mark;
    this.#say(h('span', { class: `pe-${mark}` }, words[mark]), ' ', reply);
  }

  #answer() {
    const option = this.#chosen;
    if (this.#answerButton.hidden) return;
    if (option < 0) {
      this.#say(h('span', { class: 'pe-quiet' }, words.chooseFirst));
      return;
    }
    const radio = this.#radios[option];
    const isRight = radio.value === this.#question.answer;
    this.#reply(option, isRight);
    this.#tell.onAnswer(radio.value, ++this.#attempts);
    if (isRight) {
      this.#close();
      return;
    }
    // The reader may try another option.
    this.#answerButton.focus();
    radio.checked = false;
    radio.disabled = true;
    this.#offer(this.#answerButton, this.#showButton, this.#nextButton);
    this.#enable();
  }

  /** Shows the right answer to a reader who does not want to guess. */
  #decline() {
    const option = this.#question.options.findIndex(([value]) => value === this.#question.answer);
    this.#tell.onAnswer(null, ++this.#attempts);
    this.#reply(option, true);
    this.#say(this.#question.options[option][2]);
    this.#close();
    this.#show();
  }

  /** Accepts no more answers, and offers the next question. */
  #close() {
    for (const radio of this.#radios) radio.disabled = true;
    this.#offer(this.#nextButton, this.#showButton);
    this.focusNext();
  }

  #show() {
    this.#result.querySelector('.pe-quiet')?.remove();
    const seen = words.seen(this.#tell.onShow());
    this.#result.append(h('p', { class: 'pe-quiet' }, seen));
  }
}
