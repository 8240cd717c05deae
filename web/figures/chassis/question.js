/** Asks the question of a figure. The reader answers it before the figure shows the answer. */
import { h, rich } from './dom.js';
import { questionWords as words } from './words.js';

/** @typedef {import('./dom.js').Piece} Piece */
/** @typedef {import('./figure.js').PeFigure} Figure */

/**
 * A question, its options and its answer.
 * @template [Model=any]
 * @typedef {object} Question
 * @property {string} ask the text of the question
 * @property {[value: string, label: string][]} [options] the answers to choose from; without them
 *   the reader types a number
 * @property {string | number} answer the value of the right option, or the right number
 * @property {string} [unit] the unit, written after the number
 * @property {(figure: any) => void} show brings the figure to the state that shows the answer. The
 *   type is `any`, because each figure passes itself and has methods of its own.
 * @property {(model: Model) => string} surprise returns the surprising number of the answer
 * @property {(model: Model) => Piece[]} because explains the answer
 */

/** The radio buttons of a question with options. */
class Choices {
  hint = words.chooseFirst;
  #onInput;

  /**
   * @param {[value: string, label: string][]} options
   * @param {() => void} onInput
   */
  constructor(options, onInput) {
    this.#onInput = onInput;
    this.options = options.map(([value, label]) => this.#makeOption(value, label));
    this.element = h(
      'div',
      {},
      this.options.map(({ label }) => label),
    );
  }

  /**
   * @param {string} value
   * @param {string} text
   */
  #makeOption(value, text) {
    const radio = h('input', { type: 'radio', name: 'answer', value, onchange: this.#onInput });
    return { radio, label: h('label', { class: 'pe-option', 'data-value': value }, radio, text) };
  }

  /** The value of the chosen option; null before the reader has chosen one. */
  get answer() {
    return this.options.find(({ radio }) => radio.checked)?.radio.value ?? null;
  }

  focus() {
    this.options[0].radio.focus();
  }

  /**
   * Closes the options. Marks the right option, and also the chosen option if it is wrong.
   * @param {string | number} right
   */
  close(right) {
    for (const { radio, label } of this.options) {
      radio.disabled = true;
      if (radio.value === right) label.dataset.mark = 'right';
      else if (radio.checked) label.dataset.mark = 'wrong';
    }
  }

  open() {
    for (const { radio, label } of this.options) {
      radio.disabled = false;
      radio.checked = false;
      delete label.dataset.mark;
    }
  }
}

/** The input of a question that asks for a number. */
class NumberBox {
  hint = words.typeFirst;

  /**
   * @param {string} unit
   * @param {() => void} onInput
   * @param {() => void} onEnter
   */
  constructor(unit, onInput, onEnter) {
    /** @param {KeyboardEvent} event */
    const onkeydown = (event) => {
      if (event.key === 'Enter') onEnter();
    };
    this.input = h('input', { type: 'number', step: 'any', oninput: onInput, onkeydown });
    this.element = h('label', { class: 'pe-option' }, this.input, unit);
  }

  /** The number in the input; null before the reader has typed one. */
  get answer() {
    const text = this.input.value.trim();
    return text === '' ? null : Number(text);
  }

  focus() {
    this.input.focus();
  }

  close() {
    this.input.readOnly = true;
  }

  open() {
    this.input.readOnly = false;
    this.input.value = '';
  }
}

/** The card that asks the question, takes an answer, and shows the right answer. */
export class QuestionCard {
  #figure;
  #question;
  #answered = false;
  #revealButton;
  #againButton;
  #result;

  /**
   * @param {Figure} figure
   * @param {Question} question
   */
  constructor(figure, question) {
    this.#figure = figure;
    this.#question = question;
    const onInput = () => this.#enable();
    const onEnter = () => this.#reveal();
    this.input = question.options
      ? new Choices(question.options, onInput)
      : new NumberBox(question.unit ?? '', onInput, onEnter);
    this.#revealButton = h(
      'button',
      { type: 'button', class: 'pe-reveal', 'aria-disabled': 'true', onclick: onEnter },
      words.reveal,
    );
    this.#againButton = h(
      'button',
      { type: 'button', class: 'pe-plain', hidden: true, onclick: () => this.#askAgain() },
      words.again,
    );
    this.#result = h('div', { class: 'pe-result', role: 'status' });
    this.element = h(
      'fieldset',
      { class: 'pe-predict', part: 'predict' },
      h('legend', {}, h('span', { class: 'pe-kicker' }, words.kicker), question.ask),
      this.input.element,
      h('div', { class: 'pe-acts' }, this.#revealButton, this.#againButton),
      this.#result,
    );
  }

  /**
   * Shows the Reveal button as enabled once there is an answer. The button can also be pressed
   * before there is an answer. Then it says that an answer is missing.
   */
  #enable() {
    this.#revealButton.setAttribute('aria-disabled', String(this.input.answer === null));
  }

  #reveal() {
    const { answer } = this.input;
    if (this.#answered) return;
    if (answer === null) {
      this.#result.replaceChildren(h('span', { class: 'pe-quiet' }, this.input.hint));
      this.input.focus();
      return;
    }
    this.#answered = true;
    const correct = answer === this.#question.answer;
    this.#figure.emit('pe-predict', { answer });
    this.input.close(this.#question.answer);
    this.#question.show(this.#figure);
    this.#showResult(correct);
    this.#figure.emit('pe-reveal', { correct });
  }

  /** Shows whether the answer is right, and the explanation. @param {boolean} correct */
  #showResult(correct) {
    const question = this.#question;
    const model = this.#figure.currentModel();
    this.#result.replaceChildren(
      correct
        ? h('span', { class: 'pe-right' }, words.right)
        : h('span', { class: 'pe-wrong' }, words.wrong),
      h('span', { class: 'pe-surprise' }, question.surprise(model)),
      ...rich(question.because(model)),
    );
    const hadFocus = this.#figure.shadowRoot?.activeElement === this.#revealButton;
    this.#revealButton.hidden = true;
    this.#againButton.hidden = false;
    // The Reveal button is now hidden. Its focus goes to the button in its place.
    if (hadFocus) this.#againButton.focus();
  }

  #askAgain() {
    this.reset();
    this.input.focus();
  }

  /** Returns the card to its first state: no answer is chosen, and no result is shown. */
  reset() {
    this.#answered = false;
    this.input.open();
    this.#result.replaceChildren();
    this.#revealButton.hidden = false;
    this.#againButton.hidden = true;
    this.#enable();
  }

  /**
   * Whether the figure can show the answer without changing a locked field. This is tried on a
   * second figure, which is in no page.
   */
  possible() {
    const figure = this.#figure;
    if (!figure.hasAttribute('lock')) return true;
    const probe = new figure.definition();
    probe.setState(figure.state);
    const { state } = probe;
    try {
      this.#question.show(probe);
    } catch {
      // The method `show` of a question may need a figure that is in a page, and throw here.
    }
    return !Object.keys(state).some((key) => figure.locks(key) && probe.state[key] !== state[key]);
  }
}
