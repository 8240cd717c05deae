/** Asks the question of a figure. The reader answers it before the figure shows the answer. */
import { h, put, rich, showPlot } from './dom.js';
import { Scene } from './scene.js';
import { questionWords as words } from './words.js';

/** @typedef {import('./dom.js').Piece} Piece */
/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./scene.js').Movement} Movement */

/**
 * A question, its options and its answer.
 * @template [Model=any]
 * @typedef {object} Question
 * @property {string} ask the text of the question
 * @property {[value: string, label: string, reply?: string][]} [options] the answers to choose
 *   from, and the reply to each wrong answer
 * @property {string} [reply] the reply to a wrong number
 * @property {string | number} answer the value of the right option, or the right number
 * @property {string} [id] a name that no other question has; the figure's own question needs none
 * @property {(answer: string | number) => boolean} [isRight] whether an answer is right; without
 *   `isRight`, only `answer` is right
 * @property {(onInput: () => void) => Input} [makeInput] makes an input for another kind of answer
 * @property {string} [unit] the unit of a number that the reader types
 * @property {number} [within] how far off this number may be
 * @property {number} [share] `within` as a fraction of the number, if the author names no tolerance
 * @property {string} [shown] the right number as text
 * @property {boolean} [isComputed] whether the figure computes the right number
 * @property {string[]} [fields] the fields that the reader sets in the picture as an answer
 * @property {Record<string, Movement>} [tries] for each wrong option, the movement that tests it
 * @property {boolean} [isTested] whether the movement that tests a wrong answer also leads to the
 *   right answer, so that the picture need not move again
 * @property {Movement} shows the movement to the state that shows the answer
 * @property {string} [watch] says what to watch while the picture moves, without the answer
 * @property {((model: Model) => string)[]} [atStops] for each stop of `shows`, says what is seen
 *   there
 * @property {(model: Model) => string} [surprise] returns the surprising number of the answer, with
 *   its unit
 * @property {(model: Model) => Piece[]} because explains the answer. The first piece is shown at
 *   once, and the others when the reader asks why
 */

/**
 * The part of the card in which the reader answers.
 * @typedef {object} Input
 * @property {HTMLElement} element
 * @property {string} hint says that an answer is missing
 * @property {string | number | null} answer the answer; null before there is one
 * @property {string} said the answer, as the reader sees it
 * @property {() => void} focus
 * @property {() => void} open forgets the answer, and takes another
 * @property {() => void} close takes no more answers
 * @property {(right: string | number) => void} mark marks the right answer
 */

/** The time for which the picture moves to a wrong answer, in milliseconds. */
const ATTEMPT_MS = 1500;
/** The time for which the reply to a wrong answer is then shown, in milliseconds. */
const REPLY_MS = 4500;
/** Replaces REPLY_MS if the picture shows the right answer by then. The reply stays in the card. */
const SHORT_REPLY_MS = 1200;
/** The time for which the picture moves to the right answer, in milliseconds. */
const TRUTH_MS = 3200;
/** With the attribute `present`, the slide show gets these keys. Remote controls send them. */
const SLIDE_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'];
/** With reduced motion, the picture has this stop if the question names no stops. */
const HALFWAY = [0.5];

/** The radio buttons of a question with options. */
class Choices {
  hint = words.chooseFirst;
  #onInput;

  /**
   * @param {[value: string, label: string, reply?: string][]} options
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

  /** The text of the chosen option. */
  get said() {
    return this.options.find(({ radio }) => radio.checked)?.label.textContent ?? '';
  }

  focus() {
    this.options[0].radio.focus();
  }

  close() {
    for (const { radio } of this.options) radio.disabled = true;
  }

  /**
   * Marks the right option, and also the chosen option if it is wrong. Hides all others to make
   * space for the reply.
   * @param {string | number} right
   */
  mark(right) {
    for (const { radio, label } of this.options) {
      if (radio.value === right) label.dataset.mark = 'right';
      else if (radio.checked) label.dataset.mark = 'wrong';
      else label.hidden = true;
    }
  }

  open() {
    for (const { radio, label } of this.options) {
      label.hidden = false;
      radio.disabled = false;
      radio.checked = false;
      delete label.dataset.mark;
    }
  }
}

/**
 * The card that asks the question, takes an answer, and shows the right answer in a scene. If the
 * reader's answer is wrong, the figure tries it first: the picture shows what it would mean. The
 * reader may also decline to answer.
 */
export class QuestionCard {
  #figure;
  #question;
  #scene;
  /** Whether the reader has answered or declined. */
  #answered = false;
  /** The surprising number of the answer, and the explanation. @type {(Node | string)[]} */
  #explanation = [];
  /** Whether the figure has shown the answer. */
  #shown = false;
  /** Whether the scene that follows an answer is playing. */
  plays = false;
  /**
   * The wrong answer that the figure tries; null if it tries none.
   * @type {string | number | null}
   */
  tries = null;
  #revealButton;
  #declineButton;
  #nextButton;
  #replayButton;
  #againButton;
  /** The slider that goes to any moment of the movement to the answer. */
  #timeBar;
  /** The label that contains this slider. */
  #rewind;
  #result;
  /** The line above the question. If the reader has left the state of the answer, it says so. */
  #kicker = h('span', { class: 'pe-kicker' }, words.kicker);
  /** The note on the picture while the figure tries an answer. It is removed afterwards. */
  #trial = h('p', { class: 'pe-trial' }, words.trial);
  /** The id of the animation frame in which the slider will follow the picture. */
  #frame = 0;

  /**
   * @param {Figure} figure
   * @param {Question} question
   */
  constructor(figure, question) {
    this.#figure = figure;
    this.#question = question;
    const onInput = () => this.#enable();
    /** @type {Input} */
    this.input = question.makeInput?.(onInput) ?? new Choices(question.options ?? [], onInput);
    this.input.element.onkeydown = (/** @type {KeyboardEvent} */ event) => this.#onKey(event);
    this.input.element.onclick = () => setTimeout(() => this.#release());
    this.#revealButton = h(
      'button',
      {
        type: 'button',
        class: 'pe-reveal',
        'aria-disabled': 'true',
        onclick: () => this.#reveal(),
      },
      words.reveal,
    );
    this.#declineButton = this.#makeButton(words.decline, () => this.#close(null));
    this.#declineButton.classList.add('pe-decline');
    this.#nextButton = this.#makeButton(words.next, () => this.#scene.next());
    this.#replayButton = this.#makeButton(words.replay, () => this.#replay());
    this.#againButton = this.#makeButton(words.again, () => this.#askAgain());
    this.#timeBar = h('input', {
      type: 'range',
      min: 0,
      max: 100,
      value: 0,
      oninput: () => this.#scrub(),
    });
    this.#rewind = h('label', { class: 'pe-time' }, words.scrub, this.#timeBar);
    this.#scene = new Scene(figure);
    this.#result = h('div', { class: 'pe-result', role: 'status' });
    this.element = h(
      'fieldset',
      { class: 'pe-predict', part: 'predict' },
      h('legend', {}, this.#kicker, question.ask),
      this.input.element,
      h('div', { class: 'pe-acts' }, this.#parts),
      this.#result,
    );
    /** The button that scrolls to the message. `placeCard` puts it into the bar under the plot. */
    this.preview = h('button', {
      type: 'button',
      class: 'pe-plain pe-preview',
      hidden: true,
      onclick: () => this.#showResult(),
    });
    this.#offer(this.#revealButton, this.#declineButton);
  }

  /** Whether the question has options and is presented to an audience. */
  get #presented() {
    return this.input instanceof Choices && this.#figure.hasAttribute('present');
  }

  /**
   * Takes the focus from an option that a presenter clicked, so that keys do not change the choice.
   */
  #release() {
    const active = /** @type {HTMLElement | null} */ (
      this.input.element.querySelector(':focus:not(:focus-visible)')
    );
    if (this.#presented) active?.blur();
  }

  /**
   * Handles a key in the part that takes the answer. Enter reveals, and a digit chooses an option.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    const { key } = event;
    const option = this.input instanceof Choices ? this.input.options[Number(key) - 1] : undefined;
    const leaves = this.#presented && SLIDE_KEYS.includes(key);
    if (key !== 'Enter' && !option && !leaves) return;
    // Otherwise Enter would also press the button that gets the focus next.
    event.preventDefault();
    if (leaves) {
      event.stopPropagation();
      this.#figure.dispatchEvent(new KeyboardEvent('keydown', event));
    } else if (option) option.radio.click();
    else {
      this.#revealButton.focus();
      this.#reveal();
    }
  }

  /** Whether the question is open. Then no part of the figure may show the answer. */
  get asks() {
    return !this.#shown && !this.element.classList.contains('pe-gone');
  }

  /**
   * Makes a small button.
   * @param {string} label
   * @param {() => void} onclick
   */
  #makeButton(label, onclick) {
    return h('button', { type: 'button', class: 'pe-plain', onclick }, label);
  }

  /** The parts below the options. Only some of them are shown at a time. */
  get #parts() {
    return [
      this.#revealButton,
      this.#declineButton,
      this.#nextButton,
      this.#rewind,
      this.#replayButton,
      this.#againButton,
    ];
  }

  /**
   * Shows these parts and hides the others. If a part with the focus is hidden, the first of these
   * parts gets the focus.
   * @param {...HTMLElement} shown
   */
  #offer(...shown) {
    const active = this.#figure.shadowRoot?.activeElement;
    for (const part of this.#parts) part.hidden = !shown.includes(part);
    // The page does not scroll, because the reader may watch the picture.
    if (this.#parts.some((part) => part === active && part.hidden))
      shown[0].focus({ preventScroll: true });
  }

  /**
   * Shows the Reveal button as enabled once there is an answer. A press before there is an answer
   * shows a message that the answer is missing.
   */
  #enable() {
    this.#revealButton.setAttribute('aria-disabled', String(this.input.answer === null));
  }

  #reveal() {
    const { answer } = this.input;
    if (this.#answered) return;
    if (answer === null) {
      this.#say(h('span', { class: 'pe-quiet' }, this.input.hint));
      this.input.focus();
      return;
    }
    this.#close(answer);
  }

  /**
   * Writes a message into the card. If the message is out of view, the bar under the plot shows its
   * beginning: the verdict and the surprising number.
   * @param {...(Node | string)} message
   */
  #say(...message) {
    const result = this.#result;
    result.replaceChildren(...message);
    const spans = message.filter((part) => part instanceof HTMLSpanElement);
    const short = spans.slice(0, 2).map((part) => part.textContent);
    this.preview.textContent = short.join(words.dot);
    this.preview.hidden = !short.length || result.getBoundingClientRect().top < innerHeight - 40;
  }

  /**
   * Says something about the moving picture. The message is at least three lines high and never
   * shrinks, so that nothing below it jumps.
   * @param {...(Node | string)} message
   */
  #sayMoving(...message) {
    const result = this.#result;
    result.style.minHeight = `max(4.5em, ${result.offsetHeight}px)`;
    this.#say(...message);
  }

  /** Scrolls to the message that the bar shows. */
  #showResult() {
    this.#result.scrollIntoView({ block: 'center' });
    this.preview.hidden = true;
  }

  /**
   * Takes the answer, and plays the scene. A wrong answer is tried before the right answer is
   * shown.
   * @param {string | number | null} answer null if the reader declined
   */
  #close(answer) {
    const { id, ask, isRight, answer: right } = this.#question;
    const correct = answer === null ? null : (isRight?.(answer) ?? answer === right);
    this.#answered = true;
    this.plays = true;
    const said = answer === null ? '' : this.input.said;
    this.#figure.tellAnswer(answer, correct, id, { ask, said });
    this.input.close();
    this.#offerNext();
    showPlot(this.#figure);
    const acts =
      answer !== null && correct === false
        ? [this.#attempt(answer), this.#truth(this.#question.isTested)]
        : [this.#truth()];
    const reply = answer === null ? '' : this.#replyTo(answer, correct);
    this.#scene.play(acts, () => this.#end(correct, reply));
  }

  /**
   * Returns the act that tries a wrong answer in the figure.
   * @param {string | number} answer
   * @returns {import('./scene.js').Act}
   */
  #attempt(answer) {
    const { tries, isTested } = this.#question;
    const movement = tries?.[answer];
    return {
      movement,
      begin: () => {
        this.tries = answer;
        if (movement || this.#figure.trying !== null) this.#figure.ui.plot.after(this.#trial);
        this.#sayQuietly(words.said(this.input.said) + words.space + words.watch);
      },
      arrive: () => this.#reply(answer),
      moves: isTested ? TRUTH_MS : ATTEMPT_MS,
      stays: isTested ? SHORT_REPLY_MS : REPLY_MS,
    };
  }

  /**
   * Returns the act that shows the right answer in the figure.
   * @param {boolean} [isThere] whether the picture has moved to the answer already
   * @returns {import('./scene.js').Act}
   */
  #truth(isThere) {
    const act = this.#showing({
      begin: () => {
        this.#shown = true;
        this.#endTrial();
        this.#offerNext(this.#rewind);
        this.#sayQuietly(this.#watch);
        this.#figure.uncover();
      },
      set: () => this.#explain(),
    });
    return isThere ? { ...act, movement: { to: this.#question.shows.to }, moves: 0 } : act;
  }

  /**
   * Returns an act that moves the figure to the state that shows the answer.
   * @param {Pick<import('./scene.js').Act, 'begin' | 'set'>} calls
   * @returns {import('./scene.js').Act}
   */
  #showing(calls) {
    const { shows } = this.#question;
    const stops = shows.stops ?? (this.#figure.motion.reduced ? HALFWAY : []);
    const atStop = (/** @type {number} */ stop) => this.#sayAtStop(stop);
    return { movement: { ...shows, stops }, ...calls, atStop, moves: TRUTH_MS, stays: 0 };
  }

  /** What to watch while the picture moves to the right answer. */
  get #watch() {
    return this.#question.watch ?? words.watch;
  }

  /** Writes a grey message before the picture moves. @param {string} text */
  #sayQuietly(text) {
    this.#sayMoving(h('span', { class: 'pe-quiet' }, text));
  }

  /** Says what is seen at a stop. @param {number} stop its index */
  #sayAtStop(stop) {
    const figure = this.#figure;
    const says = this.#question.atStops?.[stop];
    const model = figure.currentModel(figure.motion.moment);
    this.#sayMoving(h('span', {}, says?.(model) ?? words.halfway + words.space + this.#watch));
    if (figure.motion.reduced) this.#followMotion();
  }

  /**
   * Returns the reply to an answer.
   * @param {string | number} answer
   * @param {boolean | null} correct
   */
  #replyTo(answer, correct) {
    const { options, reply } = this.#question;
    const own = options?.find(([value]) => value === answer)?.[2];
    return own ?? (correct ? '' : (reply ?? ''));
  }

  /** Replies to a wrong answer, while the figure shows it. @param {string | number} answer */
  #reply(answer) {
    const wrong = h('span', { class: 'pe-wrong' }, words.wrong);
    this.#sayMoving(wrong, words.space, h('span', {}, this.#replyTo(answer, false)));
  }

  /**
   * Prepares the explanation from the state that shows the answer. It is called when the picture
   * begins to move, because the reader may leave this state before the scene ends.
   */
  #explain() {
    const question = this.#question;
    const model = this.#figure.currentModel();
    const surprise = question.surprise?.(model);
    const [first = '', ...others] = question.because(model);
    const start = rich([...(surprise ? [['surprise', surprise]] : []), first]);
    this.#explanation = [...start, ...(others.length ? [this.#fold(others)] : [])];
    this.#followMotion();
  }

  /** Puts the rest of an explanation into a folded element. @param {Piece[]} pieces */
  #fold(pieces) {
    return h('details', { class: 'pe-why' }, h('summary', {}, words.why), rich(pieces));
  }

  /** Moves the time bar with the picture. With reduced motion, this is called at each stop. */
  #followMotion() {
    const { motion } = this.#figure;
    this.#showProgress(motion.progress);
    if (!motion.reduced) this.#frame = requestAnimationFrame(() => this.#followMotion());
  }

  /** @param {number} progress how far the picture has moved, from 0 to 1 */
  #showProgress(progress) {
    const { ui, timeline } = this.#figure;
    // Without a timeline, the caption describes the end of the movement. It is hidden until then.
    ui.caption.classList.toggle('pe-waits', !timeline && progress < 1);
    this.#timeBar.value = String(100 * progress);
  }

  /** Stops the updates in every frame, once the picture has arrived or has been stopped. */
  #endMotion() {
    cancelAnimationFrame(this.#frame);
    this.#showProgress(1);
    this.#result.style.minHeight = '';
  }

  /** Ends the scene if it still plays, and shows the moment that the time bar selects. */
  #scrub() {
    const part = Number(this.#timeBar.value) / 100;
    if (!this.#nextButton.hidden) this.#scene.end();
    this.#timeBar.value = String(100 * part);
    this.#scene.scrub(part);
  }

  /**
   * Shows whether the answer is right, the reply to it, and the explanation.
   * @param {boolean | null} correct null if the reader declined
   * @param {string} reply
   */
  #end(correct, reply) {
    this.#endScene();
    this.input.mark(this.#question.answer);
    const said = h('span', { class: 'pe-said' }, words.space + words.said(this.input.said));
    const wrong = h('span', { class: 'pe-wrong' }, words.wrong, said);
    const judged = correct ? h('span', { class: 'pe-right' }, words.right) : wrong;
    const verdict = correct === null ? '' : judged;
    this.#say(verdict, reply && words.space + reply, ...this.#explanation);
    this.#offerMore();
    this.#figure.emit('pe-reveal', { correct: correct ?? false });
  }

  /** Plays the movement to the right answer again, from the first state. */
  #replay() {
    const result = [...this.#result.childNodes];
    this.#figure.restore({});
    this.#offerNext(this.#rewind);
    showPlot(this.#figure);
    this.#sayQuietly(this.#watch);
    this.#scene.play([this.#showing({ set: () => this.#followMotion() })], () => {
      this.#say(...result);
      this.#offerMore();
    });
  }

  /**
   * Shows the button that continues the scene.
   * @param {...HTMLElement} more other parts
   */
  #offerNext(...more) {
    this.#nextButton.textContent = this.#figure.motion.reduced ? words.step : words.next;
    this.#offer(this.#nextButton, ...more);
  }

  /** Shows what the reader can do after the answer. */
  #offerMore() {
    this.#endMotion();
    this.#offer(this.#againButton, this.#replayButton, this.#rewind);
  }

  /**
   * Ends the scene if the reader has changed the state. Greys the card and says why, if the reader
   * has left the state that the card explains. The card keeps its height, so that nothing below it
   * moves.
   */
  age() {
    const { isPast: hasLeft } = this.#scene;
    if (hasLeft && !this.#nextButton.hidden) this.#scene.leave();
    const isPast = hasLeft && !this.#againButton.hidden && this.#result.hasChildNodes();
    this.element.classList.toggle('pe-past', isPast);
    this.preview.classList.toggle('pe-waits', isPast);
    put(this.#kicker, { textContent: isPast ? words.past : words.kicker });
  }

  /** Gives up the question if it is open. Shows everything, but does not go to the answer. */
  waive() {
    if (this.#answered) return;
    this.#answered = true;
    this.#shown = true;
    this.input.close();
    this.#offer(this.#againButton);
    this.#figure.uncover();
  }

  /** Ends the trial of a wrong answer. */
  #endTrial() {
    this.tries = null;
    this.#trial.remove();
  }

  /** Marks the scene as ended, and writes the title, which may now say what was seen. */
  #endScene() {
    this.plays = false;
    put(this.#figure.ui.title, { textContent: this.#figure.heading });
  }

  /** Stops the scene, because another card replaces this one. */
  stop() {
    this.#scene.stop();
    this.#endMotion();
    this.#endTrial();
    this.#endScene();
  }

  #askAgain() {
    this.reset();
    this.input.focus();
  }

  /** Returns the card to its first state: no answer is chosen, and no result is shown. */
  reset() {
    this.stop();
    this.#answered = false;
    this.#shown = false;
    this.input.open();
    this.#say();
    this.#offer(this.#revealButton, this.#declineButton);
    this.#enable();
    this.#figure.uncover();
  }

  /**
   * Returns whether the figure can show the answer without changing a locked field. A second
   * figure, which is in no page, tries it.
   */
  possible() {
    const figure = this.#figure;
    if (!figure.hasAttribute('lock')) return true;
    const probe = new figure.definition();
    probe.setState(figure.state);
    const { state } = probe;
    const { from = {}, to } = this.#question.shows;
    probe.setState(from);
    probe.setState(to);
    return !Object.keys(state).some((key) => figure.locks(key) && probe.state[key] !== state[key]);
  }
}
