import { put, showPlot } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { TrainCard } from './card.js';
import { Engine } from './engine.js';
import { Run, SCHEMES, TIMES, attentionKey, configOf, orderOf, trainModel } from './model.js';
import { drawTraining, layout, placeAt } from './picture.js';
import { makeSamples } from './samples.js';
import { speak, translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('train', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

/** The live region reports the progress of a run this many times. */
const ANNOUNCED = 4;

/** Makes the field of a number with a list of usual values, for experts. */
const picked = (
  /** @type {number} */ value,
  /** @type {number[]} */ picks,
  /** @type {number} */ min,
  /** @type {number} */ max,
  step = 1,
) => ({
  .../** @type {const} */ ({ kind: 'number', control: 'select', expert: true }),
  ...{ value, picks, min, max, step },
});

/**
 * The element `<pe-train>`. It has six transformers that differ only in how they encode positions.
 * The reader trains them, and sees how far past the trained length each can read.
 */
export class PeTrain extends PeFigure {
  static words = words;
  static timeline = null;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    task: {
      kind: 'choice',
      value: 'sentences',
      options: ['sentences', 'far', 'copy'],
      names: words.labels.tasks,
      control: 'select',
      expert: true,
    },
    window: {
      kind: 'choice',
      value: 'all',
      options: ['all', 'near'],
      names: words.labels.windows,
      control: 'select',
      expert: true,
    },
    layers: picked(2, [1, 2], 1, 2),
    causal: {
      kind: 'flag',
      value: true,
      // In the task `sentences`, the models predict later tokens. They must not see these tokens.
      // So the mask is always on.
      clean: (value, { task }) => /** @type {any} */ (task === 'sentences' || value),
      when: ({ task }) => task !== 'sentences',
      control: 'check',
      expert: true,
    },
    length: picked(32, [16, 32, 64], 16, 64, 8),
    steps: picked(300, [100, 300, 600], 15, 2000),
    seed: {
      kind: 'number',
      value: 0,
      min: 0,
      max: 1e6,
      step: 1,
      control: 'number',
      expert: true,
    },
    scheme: {
      kind: 'choice',
      value: 'alibi',
      options: SCHEMES.map(({ key }) => key),
      names: words.names,
      control: 'select',
      expert: true,
    },
    layer: {
      kind: 'number',
      value: 1,
      min: 1,
      max: (state) => state.layers,
      step: 1,
      control: 'range',
      expert: true,
    },
    head: {
      kind: 'number',
      value: 1,
      min: 1,
      max: 4,
      step: 1,
      control: 'range',
      expert: true,
    },
    position: {
      kind: 'number',
      value: 160,
      min: 0,
      max: (state) => TIMES * state.length - 1,
      step: 1,
    },
    guess: { kind: 'text', value: '012345', longest: 6, clean: orderOf },
  };

  /** The present run. */
  run = new Run();
  /** The engine of the present run. @type {Engine | null} */
  #engine = null;
  /** The head whose attention has been asked for. */
  #asked = '';
  /** How many times the live region has reported the progress of the run. */
  #announced = 0;

  /** @param {State} state @returns {Model} */
  compute(state) {
    return trainModel(state, this.run);
  }

  /** @param {number} width */
  heightFor(width) {
    return this.#layout(width).height;
  }

  /** Returns where each part of the picture is. @param {number} width */
  #layout(width) {
    if (this.beginner || !this.run.end) return layout(width, 0);
    return layout(width, this.state.scheme === 'learned' ? 3 : 2);
  }

  /** @param {import('../chassis/pen.js').Pen} pen @param {Model} model */
  draw(pen, model) {
    drawTraining(pen, model, this.#layout(pen.width));
  }

  /** After a run, the title states what the run confirms. Before, it is the topic. @override */
  get heading() {
    return this.run.phase === 'done' ? super.heading : words.topic;
  }

  /** Links do not contain the order that the reader has chosen. @override */
  get unlinked() {
    return { guess: this.initial.guess };
  }

  /** The names of saved files contain the settings of the run. @override */
  get fileName() {
    return words.fileName(this.state);
  }

  /** Adds a first line with the settings of the run. @override */
  toCSV() {
    return `# ${words.settings(this.state)}\n${super.toCSV()}`;
  }

  /** @override */
  card() {
    this.#card = new TrainCard(this);
    return this.#card;
  }
  /** @type {TrainCard | null} */
  #card = null;

  /** @returns {import('../chassis/skeleton.js').Panel} */
  extra() {
    const samples = makeSamples();
    return {
      wide: samples.element,
      sync: (/** @type {Model} */ model) => {
        // The bar has only the button Reset, so it need not stay in view.
        put(this.ui.transport.element.style, { position: 'static' });
        this.#card?.sync(model);
        samples.sync(model);
      },
    };
  }

  /** Drops a run whose settings the reader has changed. @override */
  stale() {
    const { config } = this.run;
    const now = configOf(this.state);
    if (
      config &&
      Object.entries(now).some(
        ([key, value]) => config[/** @type {keyof typeof now} */ (key)] !== value,
      )
    )
      this.forget();
    this.#askAttention();
    super.stale();
  }

  // The methods that the buttons of the card call.

  /** Trains the models. @param {boolean} guessed whether the reader has locked in an order */
  async train(guessed) {
    // The model that the reader ranked first becomes the chosen model.
    if (guessed) this.setState({ scheme: SCHEMES[Number(this.state.guess[0])].key });
    this.#begin(guessed ? this.state.guess : '');
    showPlot(this);
    const { run } = this;
    const engine = new Engine((message) => this.#hear(message));
    this.#engine = engine;
    await engine.open();
    // The engine may have failed. The reader may also have stopped or paused the run.
    if (this.#engine !== engine) return;
    run.place = engine.place;
    engine.send({ kind: 'train', config: configOf(this.state) });
    if (run.phase === 'paused') engine.send({ kind: 'pause' });
    else this.#enter('running');
  }

  /** Trains without an order. */
  decline() {
    this.tellAnswer(null, null, undefined, { ask: words.cardTexts.ask(this.model) });
    this.train(false);
  }

  /** Forgets the last run, and makes a new one. @param {string} guess */
  #begin(guess) {
    this.#engine?.close();
    this.run = new Run();
    this.run.config = configOf(this.state);
    this.run.guess = guess;
    this.#asked = '';
    this.#announced = 0;
    this.#enter('loading');
  }

  /** @param {string} guess */
  #namesOf(guess) {
    return [...guess].map((digit) => SCHEMES[Number(digit)].key).join();
  }

  /**
   * Tells the page which order the reader has locked in.
   * @param {string} guess digits; empty if there is no order
   * @param {boolean} correct
   */
  #tellOrder(guess, correct) {
    if (!guess) return;
    // A message from the runner ends a run. Unlike a click, it does not set the current language.
    speak(this);
    const said = [...guess].map((digit) => words.names[Number(digit)]).join(', ');
    const ask = words.cardTexts.ask(this.model);
    this.tellAnswer(this.#namesOf(guess), correct, undefined, { ask, said });
  }

  /** Pauses the run, or lets it go on. */
  hold() {
    const { run } = this;
    if (run.phase === 'running' || run.phase === 'loading') {
      this.#engine?.send({ kind: 'pause' });
      this.#enter('paused');
    } else if (run.phase === 'paused') {
      this.#engine?.send({ kind: 'resume' });
      this.#enter('running');
    }
  }

  /** Stops the run before its end. */
  halt() {
    if (!this.run.active) return;
    this.#engine?.close();
    this.#engine = null;
    this.#enter('stopped');
  }

  /** Trains again with the next seed. The reader's order stays the same. */
  trainOther() {
    const { guess } = this.run;
    this.setState({ seed: this.state.seed + 1, ...(guess && { guess }) });
    this.train(guess !== '');
  }

  /** Forgets the run, so that the reader can order the names again. */
  askAgain() {
    this.forget();
    this.stale();
  }

  /** Forgets the run. */
  forget() {
    this.#engine?.close();
    this.#engine = null;
    this.run = new Run();
    this.#refresh();
  }

  // The methods that handle the phases and the messages of the run.

  /** @param {import('./model.js').Run['phase']} phase */
  #enter(phase) {
    const { run } = this;
    const now = performance.now();
    if (run.phase === 'running') run.worked += now - run.since;
    run.since = now;
    run.phase = phase;
    this.#refresh();
  }

  /** @param {import('../../train/runner.js').Message} message */
  #hear(message) {
    const { run } = this;
    if (message.kind === 'error') {
      run.reason = message.message;
      this.#engine?.close();
      this.#engine = null;
      this.#enter('failed');
      return;
    }
    run.hear(message);
    if (message.kind === 'end') this.#finish();
    else this.#refresh();
    if (message.kind === 'part') this.#speak();
  }

  #finish() {
    this.#refresh();
    const { hits, order } = this.model;
    const correct = hits === order?.length;
    this.#tellOrder(this.run.guess, correct);
    this.emit('pe-reveal', { correct });
    this.#askAttention();
    this.announce();
  }

  /** Lets the live region say how far the training is, a few times in a run. */
  #speak() {
    const now = Math.floor(this.run.progress * ANNOUNCED);
    if (now <= this.#announced) return;
    this.#announced = now;
    this.ui.live.textContent = words.announced(this.model);
  }

  /** Asks for the attention of the chosen head, once the models are trained. */
  #askAttention() {
    const { run, state } = this;
    const key = attentionKey(state);
    if (!run.end || this.beginner || this.#asked === key) return;
    this.#asked = key;
    const scheme = SCHEMES.findIndex((each) => each.key === state.scheme);
    const { layer, head } = state;
    this.#engine?.send({ kind: 'attention', key, scheme, layer: layer - 1, head: head - 1 });
  }

  /** Computes the model again, and marks the picture as out of date. */
  #refresh() {
    if (!this.begun) return;
    this.model = this.compute(this.state);
    super.stale();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.halt();
    this.#engine?.close();
    this.#engine = null;
  }

  /** @override @param {string} name */
  tailor(name) {
    super.tailor(name);
    if (name === 'level') this.#askAttention();
  }

  // Keys and the pointer.

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['b', words.keyLabels.b, () => (this.run.active ? this.hold() : void this.train(false))],
      ['w', words.keyLabels.w, () => this.setState({ window: this.#otherWindow })],
    ];
  }

  get #otherWindow() {
    return this.state.window === 'all' ? 'near' : 'all';
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.setState({ position: this.state.position + dx });
    const at = SCHEMES.findIndex(({ key }) => key === this.state.scheme) + dy;
    if (dy && SCHEMES[at]) this.setState({ scheme: SCHEMES[at].key });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ position: way < 0 ? 0 : Infinity });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const place = placeAt(this.model, this.#layout(this.ui.plot.clientWidth), x, y);
    if (place) this.setState(place);
  }
}
