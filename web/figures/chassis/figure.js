/** The base class of all figures. */
// stage.js is the first import, because its imports lead to the kernels. The text of the kernels is
// then at the beginning of a bundle, and not between two parts of the code. Parts that are closer
// together compress better, because gzip finds repetitions only in the last 32 kB.
import { Stage } from './stage.js';
import { loadLate } from '../listings/load-late.js';
import { loadLate as loadQuestions } from '../questions/load-late.js';
import { equations, rich } from './dom.js';
import { arrive, depart, foretellLater } from './first-drawing.js';
import { bindKeys, bindPointer, fillHelp, keepKeys } from './keys.js';
import { languageNow, speak, speakOnEvents } from './language.js';
import { loadKernels } from './load-kernels.js';
import { Motion } from './motion.js';
import { Parameters } from './parameters.js';
import { QuestionCard } from './question.js';
import { buildFigure, foretellFigure, openShadow, tailorParts, withdrawWords } from './skeleton.js';
import { adoptStyle } from './style.js';
import { linkName } from './links.js';
import { csv } from './table.js';
import { NEAR, lastPosition } from './transport.js';
import { errorWords, panelWords, transportWords } from './words.js';

/** @typedef {import('../questions/author.js').Author} Author */
/** @typedef {import('./dom.js').Equation} Equation */
/** @typedef {import('./dom.js').Piece} Piece */
/** @typedef {import('./pen.js').Pen} Pen */
/** @typedef {import('./question.js').Question} Question */
/** @typedef {import('./skeleton.js').Panel} Panel */
/** @typedef {import('./skeleton.js').PanelName} PanelName */
/** @typedef {import('./skeleton.js').Ui} Ui */
/** @typedef {import('./table.js').Table} Table */

/** The live region is updated when the reader has done nothing for this many milliseconds. */
const LIVE_MS = 350;

/** The picture moves smoothly in a step of up to this many positions. It jumps in a longer step. */
const LONGEST_EASED_STEP = 10;

/**
 * A state to try: the label of its button, and its fields. The other fields keep their values. A
 * state for experts has `true` at the end.
 * @typedef {[label: string, patch: Record<string, unknown>, isExpert?: boolean]} Preset
 */

/**
 * All texts of a figure. The module words.js of a figure exports these names.
 * @template [Model=any]
 * @typedef {object} Words
 * @property {string} heading the title: one sentence without a full stop
 * @property {Record<string, any>} labels the label of each field
 * @property {string} [topic] the title while the question is open, if the heading would answer it
 * @property {(model: Model) => string | null | undefined} [headingOf] returns the title of a state
 *   in which the heading would be wrong; null if the heading is right
 * @property {Record<string, string>} [values] the default values of text fields, in the reader's
 *   language
 * @property {string[][]} arrows the keys that move the data cursor, as pairs [keys, effect]
 * @property {(model: Model, covered: boolean, beginner: boolean) => Piece[]} caption returns the
 *   caption under the picture. While the question is open, `covered` is true, and the caption must
 *   not answer it
 * @property {(model: Model) => Equation[]} formula returns the equations of the formula
 * @property {(model: Model, covered: boolean) => Table[]} tables returns the tables of the numbers
 *   in the plot; there is at least one table. While the question is open, `covered` is true
 * @property {Preset[]} [presets] states to try, as a row of buttons
 * @property {(model: Model, covered: boolean) => string} describe describes the state in one
 *   sentence, for the live region
 */

/**
 * A figure. A subclass defines only its own parts: `words`, `fields`, and the methods under
 * "Methods that a figure defines". The method `compute` makes the model, which contains all
 * numbers of a state. The picture and the text show only the model. The part of the model that
 * takes long to compute can be kept from one state to the next.
 * @template [FigureState=any] the values of the fields
 * @template [Model=any] all numbers of a state
 * @template [Kept=any] the kept part of the model
 */
export class PeFigure extends Parameters {
  /** All texts of the figure. @type {Words} */
  static words;

  /** Returns the label of a field, for the reader. @param {string} key */
  static labelOf(key) {
    return this.words.labels[key] ?? transportWords.speed;
  }

  /** Whether computing the model takes long. Then the caption waits until the figure is built. */
  static isSlow = false;

  /** Whether web/figures/listings/ has code for the figure. */
  static hasCode = false;

  /**
   * The parts that are hidden while the question is open. The parts of `always` would answer the
   * question. The parts of `beginner` would lead beginners away from the figure's own question.
   * @type {{always?: string[], beginner?: string[]}}
   */
  static waiting = {};

  /**
   * The fields that only highlight a part of the picture. When they change, what the question card
   * says about an answer stays true.
   * @type {string[]}
   */
  static highlights = [];

  /** The rules of CSS that only this figure needs. */
  static style = '';

  /**
   * Adds the style sheet of the figures to a shadow root. Other elements can call this method, so
   * their bundles need no copy of the style sheet.
   */
  static adoptStyle = adoptStyle;

  /** The elements; null before the figure has been built. @type {Ui | null} */
  #ui = null;
  /** Shows the content of the tag until the figure runs. @type {HTMLElement | null} */
  #poster = null;
  /** Whether the reader sees the figure, not its poster. */
  #shown = false;
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Model | null} */
  #model = null;
  /** The state from which the model was computed. @type {FigureState | null} */
  #computed = null;
  /** The model that the text shows. @type {Model | null} */
  #written = null;
  /** Whether the kernels cannot run, or are still being loaded in another way. */
  #failed = false;
  /** Whether the figure has tried to load the kernels in another way. */
  #retried = false;
  /** The kept part of the model, and its key. @type {{key: string, part: Kept} | null} */
  #kept = null;
  /** Removes all listeners when the figure leaves the page. @type {AbortController | null} */
  #life = null;
  #liveTimer = 0;
  /** How often the reader has answered each question. @type {Map<string, number>} */
  #attempts = new Map();
  /** Reads the question that the page put inside the tag. @type {Author | null} */
  author = null;
  /** Whether the reader only watches, as in a tour that plays. Then no text asks for a drag. */
  watched = false;
  /** Whether the reader asked to see everything in a figure for beginners. */
  widened = false;

  constructor() {
    super();
    this.motion = new Motion(this, this.definition.allFields);
  }

  /** The class of the figure. @override */
  get definition() {
    return /** @type {typeof PeFigure} */ (this.constructor);
  }

  /** All texts of the figure. */
  get words() {
    return this.definition.words;
  }

  /** The elements. The first read builds them. Before the figure enters a page, they are null. */
  get ui() {
    if (!this.#ui && this.begun) {
      const stage = this.build();
      stage.measure();
      stage.furnish();
    }
    return /** @type {Ui} */ (this.#ui);
  }

  /** Whether the question is open. Then no part of the figure may show the answer. */
  get covered() {
    return this.#ui?.predict?.asks ?? false;
  }

  /** Whether the figure may state a conclusion: the question is closed, and nothing moves. */
  get judges() {
    return !this.covered && !this.motion.onTheWay;
  }

  /**
   * The wrong answer that the picture tries now; null if it tries none. It is null, too, while the
   * page asks a question of its own.
   */
  get trying() {
    return (!this.author?.question && this.#ui?.predict?.tries) || null;
  }

  /** Whether the page asks for a figure for beginners. */
  get beginner() {
    return this.getAttribute?.('level') === 'beginner';
  }

  /**
   * The title. While the question is open, or while the picture plays an answer, the title does not
   * say what the figure shows.
   */
  get heading() {
    const { topic, heading, headingOf } = this.words;
    const isEarly = this.covered || this.#ui?.predict?.plays;
    if (isEarly && topic) return topic;
    return (this.model && headingOf?.(this.model)) ?? heading;
  }

  /** Whether a part is hidden until the question is closed. @param {string} part */
  postpones(part) {
    if (!this.covered) return false;
    const { always = [], beginner = [] } = this.definition.waiting;
    // A question of the page may ask for a number that the table shows.
    if (part === 'table' && this.author?.question?.isComputed) return true;
    // A question of the page may need a part of `beginner`, so none of these is hidden then.
    const leads = this.beginner && !this.author?.question && beginner.includes(part);
    return leads || always.includes(part);
  }

  /** Updates parts, numbers, text and picture, because the question was opened or closed. */
  uncover() {
    if (this.#ui) tailorParts(this, this.#ui);
    if (this.#model) this.#model = this.compute(this.motion.moment);
    this.#written = null;
    this.stale();
  }

  /**
   * The numbers that the picture and the text show. The first read computes them. If the wasm
   * kernels cannot run, the model is null, and nothing is drawn or written.
   */
  get model() {
    if (this.begun && !this.started) this.#compute();
    return /** @type {Model} */ (this.#model);
  }
  set model(model) {
    this.#model = model;
  }

  /** Whether the model has been computed, or the attempt has failed. */
  get started() {
    return this.#computed !== null || this.#failed;
  }

  /** @override */
  get playing() {
    return this.motion.playing;
  }

  // Methods that a figure defines.

  /**
   * Computes all numbers of a state.
   * @param {FigureState} _state
   * @returns {Model}
   */
  compute(_state) {
    return /** @type {Model} */ ({});
  }

  /**
   * Returns a text that changes whenever the kept part of the model must be computed again.
   * @param {FigureState} _state
   * @returns {string}
   */
  modelKey(_state) {
    return '';
  }

  /**
   * Computes the kept part of the model.
   * @param {FigureState} _state
   * @returns {Kept}
   */
  makeModel(_state) {
    return /** @type {Kept} */ ({});
  }

  /**
   * Returns the kept part of the model. It is computed again only when the result of modelKey
   * changes.
   * @param {FigureState} state
   * @returns {Kept}
   */
  keptModel(state) {
    const key = this.modelKey(state);
    if (this.#kept?.key !== key) this.#kept = { key, part: this.makeModel(state) };
    return this.#kept.part;
  }

  /**
   * Draws the picture.
   * @param {Pen} _pen
   * @param {Model} _model
   * @param {Record<string, number>} _shown the current values of the fields that move smoothly
   */
  draw(_pen, _model, _shown) {}

  /** Returns the height of the picture for a width, both in CSS pixels. @param {number} width */
  heightFor(width) {
    return width / 2;
  }

  /**
   * Returns a value that changes whenever the tables must be written again.
   * @param {Model} model
   * @returns {unknown}
   */
  tableKey(model) {
    return model;
  }

  /**
   * Returns the question of this figure; null if it has none.
   * @returns {Question | null}
   */
  question() {
    return null;
  }

  /**
   * Returns the card that asks the question; null if the figure asks none.
   * @returns {import('./skeleton.js').Card | null}
   */
  card() {
    const question = this.author?.question ?? this.question();
    return question && new QuestionCard(this, question);
  }

  /**
   * Returns the keys that only this figure has. Each has a name, a text about its effect, and a
   * function.
   * @returns {[key: string, effect: string, run: () => void][]}
   */
  keys() {
    return [];
  }

  /** Returns the panels that only this figure has. @returns {Panel | null} */
  extra() {
    return null;
  }

  /**
   * Returns the buttons that only this figure has. level="beginner" hides the buttons for experts.
   * A button that switches something on shows as pressed while `isOn` returns true.
   * @returns {import('./transport.js').Act[]}
   */
  acts() {
    return [];
  }

  /**
   * Returns numbers that move smoothly in the picture and are not fields.
   * @param {FigureState} _state
   * @returns {Record<string, number>}
   */
  eased(_state) {
    return {};
  }

  /**
   * Called when an arrow key has been pressed.
   * @param {number} dx -1, 0 or 1
   * @param {number} _dy -1, 0 or 1; 1 is down
   * @param {KeyboardEvent} [_event]
   */
  move(dx, _dy, _event) {
    this.step(dx);
  }

  /** In figures with the field `far`, the last position of the scrub bar while `far` is false. */
  get near() {
    return NEAR;
  }

  /** Called when Home or End has been pressed. @param {number} way -1 for Home, 1 for End */
  edge(way) {
    this.seek(way < 0 ? -Infinity : lastPosition(this));
  }

  /**
   * Called when the pointer has been pressed, or moved while it is pressed.
   * @param {number} _x CSS pixels from the left edge of the plot
   * @param {number} _y CSS pixels from the top edge of the plot
   * @param {PointerEvent} _event
   */
  point(_x, _y, _event) {}

  /**
   * Whether the reader is dragging something that can move in any direction. Then a touch does not
   * scroll the page.
   */
  get holds() {
    return false;
  }

  /** Called when the pointer has been released. */
  drop() {}

  // The texts of the figure about a model.

  /** Returns the caption. @param {Model} model */
  caption(model) {
    return this.words.caption(model, this.covered, this.beginner);
  }

  /** Returns the formula. @param {Model} model @returns {Equation[]} */
  formula(model) {
    return this.words.formula(model);
  }

  /** Returns the tables that do not answer an open question. @param {Model} model */
  tables(model) {
    const { covered } = this;
    return this.words.tables(model, covered).filter(({ answers }) => !answers || !covered);
  }

  /** Describes the state. */
  describe() {
    return this.words.describe(this.model, this.covered);
  }

  // Entering and leaving a page.

  connectedCallback() {
    const isFirst = !this.begun;
    if (isFirst) this.#start();
    this.#poster ??= openShadow(this);
    adoptStyle(/** @type {ShadowRoot} */ (this.shadowRoot), this.definition.style);
    this.#life = new AbortController();
    this.listen(this.#life.signal);
    // A figure in a frame must not scroll the page around the frame.
    if (isFirst && this.fromLink() && globalThis.top === globalThis.self)
      requestAnimationFrame(() => this.scrollIntoView({ block: 'start' }));
    if (this.#ui) this.#connect();
    // The figure waits for a question of the page, so that it does not ask its own question first.
    const arrives = () => this.isConnected && arrive(this);
    if (!this.readAuthor()?.then(arrives, arrives)) arrive(this);
  }

  /**
   * Reads the question that the page put inside the tag.
   * @returns {Promise<void> | null} null if there is none
   */
  readAuthor() {
    if (!this.author && !this.querySelector('pe-question')) return null;
    return loadQuestions().then(({ Author }) => (this.author ??= new Author(this)).read());
  }

  /**
   * Tells the page what the reader has answered.
   * @param {string | number | null} answer null if the reader declined
   * @param {boolean | null} correct null if the reader declined
   * @param {string} [id] a name that no other question has; without it, the figure's own question
   * @param {{ask?: string, said?: string}} [texts] `ask` is the text of the question. `said` is
   *   the answer as the reader saw it; by default, it is `answer`
   */
  tellAnswer(answer, correct, id, { ask = '', said = `${answer ?? ''}` } = {}) {
    const figure = this.definition.tag.slice(3);
    const question = id ?? `${linkName(this)}-predict`;
    const attempt = (this.#attempts.get(question) ?? 0) + 1;
    this.#attempts.set(question, attempt);
    const option = answer === null ? null : `${answer}`;
    const state = this.getState();
    this.emit('pe-answer', { figure, question, ask, option, said, correct, attempt, state });
  }

  /** Translates each text field that still has its English default. */
  translateDefaults() {
    const { fields } = this.definition;
    const own = Object.entries(this.words.values ?? {});
    const ofNow = own.filter(([key]) => this.state[key] === fields[key].value);
    // All other fields keep their values, even those that a new text would change.
    if (ofNow.length) this.change({ ...this.state, ...Object.fromEntries(ofNow) });
  }

  /** Translates the default texts, and completes the first state. */
  #start() {
    speak(this);
    this.translateDefaults();
    this.begin();
  }

  /**
   * Builds the elements and the stage, unless this has been done. A figure is built when it comes
   * near the screen, or earlier if something needs its elements.
   */
  build() {
    if (!this.#ui) {
      speak(this);
      if (this.#poster) withdrawWords(this.#poster);
      this.#ui = buildFigure(this);
      this.#stage = new Stage(this, this.#ui);
      tailorParts(this, this.#ui);
      if (this.isConnected) this.#connect();
    }
    return /** @type {Stage} */ (this.#stage);
  }

  /**
   * Writes title and caption before the figure is built, so that screen readers and a search of the
   * page find them.
   */
  foretell() {
    speak(this);
    if (!this.#ui && this.#poster) foretellFigure(this, this.#poster);
  }

  /**
   * Builds the elements again if the page has changed the language. The state stays, and so do an
   * answered question and open panels.
   */
  retell() {
    speak(this);
    const { root, predict, buttons } = this.#ui ?? {};
    if (!root || root.lang === languageNow()) return;
    predict?.stop?.();
    this.#stage?.disconnect();
    root.remove();
    this.#ui = null;
    if (!predict?.asks) this.ui.predict?.waive?.();
    this.uncover();
    for (const [name, button] of Object.entries(buttons ?? {}))
      this.toggle(
        /** @type {PanelName} */ (name),
        button?.getAttribute('aria-expanded') === 'true',
      );
  }

  /** Listens to keys and the pointer, and watches everything that the picture depends on. */
  #connect() {
    const { signal } = /** @type {AbortController} */ (this.#life);
    speakOnEvents(this, this.ui.root, { signal });
    bindKeys(this, this.ui.plot, signal);
    this.ui.root.addEventListener('keydown', keepKeys, { signal });
    bindPointer(this, this.ui.plot, signal);
    this.#stage?.connect();
  }

  /**
   * Draws the figure for the first time after it has been added to a page. first-drawing.js calls
   * this method.
   */
  appear() {
    if (document.visibilityState === 'visible') this.#stage?.render();
    else this.update();
    this.#stage?.furnish();
    this.#stage?.wake();
    if (this.model) this.emit('pe-ready', { state: this.getState() });
  }

  disconnectedCallback() {
    depart(this);
    this.#life?.abort();
    this.motion.stop();
    this.#stage?.disconnect();
    clearTimeout(this.#liveTimer);
  }

  /** @override @param {string} name */
  tailor(name) {
    if (!this.#ui) return;
    tailorParts(this, this.#ui);
    this.#ui.transport.sync(this.state);
    this.#ui.controls.sync(this.state);
    if (name === 'level') this.#written = null;
    if (name === 'theme' || name === 'level') this.#stage?.restyle();
  }

  /** @override */
  stale() {
    if (this.#stage) this.#stage.invalidate();
    else foretellLater(this);
  }

  /** @override @param {boolean} ease */
  moved(ease) {
    this.motion.follow(ease && !!this.#stage?.active);
  }

  // Actions of the reader.

  /** Returns to the first state, but keeps what the reader has answered or found. */
  restart() {
    this.restore({}, { ease: true });
    this.#ui?.extra?.reset?.();
  }

  /** Returns to the first state, and forgets all that the reader has answered or found. */
  reset() {
    this.restart();
    this.#ui?.extra?.forget?.();
    this.#ui?.predict?.reset();
  }

  /** Plays along the timeline. At the end of the timeline, it begins again at the start. */
  play() {
    if (this.playing || !this.begun || !this.timeline) return;
    this.build();
    if (this.state[this.timeline] >= lastPosition(this)) this.seek(-Infinity);
    this.motion.play();
    this.stale();
  }

  /** @override */
  pause() {
    if (!this.playing) return;
    this.motion.stop();
    this.stale();
    this.announce();
  }

  /** Moves along the timeline by a number of positions. @param {number} [count] */
  step(count = 1) {
    if (!this.timeline) return;
    const by = Math.round(Number(count) || 0);
    const ease = Math.abs(count) <= LONGEST_EASED_STEP;
    this.setState({ [this.timeline]: this.state[this.timeline] + by }, { ease });
  }

  /** Goes to a position on the timeline. @param {number} position */
  seek(position) {
    if (this.timeline) this.setState({ [this.timeline]: position });
  }

  // Updating the numbers, the picture and the text.

  /**
   * Updates the numbers, the picture and the text to the current state. The picture comes first,
   * because drawing reads the layout, and new text would make the browser compute it again.
   * @param {() => void} [paint] draws the picture; without it, only the text is updated
   */
  update(paint) {
    const { ui } = this;
    this.#compute();
    const { model } = this;
    const isFresh = model && this.#written !== model;
    if (isFresh) {
      if (this.#written) this.#stage?.hold();
      this.#stage?.measure(this.#stage.width);
    }
    if (model) paint?.();
    ui.transport.sync(this.state);
    ui.transport.follow(this.motion.moment);
    ui.controls.sync(this.motion.moment);
    if (isFresh) this.#write(model);
  }

  /** Writes the caption, the formula and the tables. @param {Model} model */
  #write(model) {
    const { ui } = this;
    this.#written = model;
    ui.title.textContent = this.heading;
    ui.caption.replaceChildren(...rich(this.caption(model)));
    ui.formula.replaceChildren(...equations(this.formula(model)));
    ui.extra?.sync?.(model);
    ui.predict?.age?.();
    ui.table.sync();
    this.reflect();
  }

  /**
   * Returns the model of the current state; null if the kernels cannot run.
   * @param {FigureState} [state] another state, such as the state that a slow movement shows now
   */
  currentModel(state = this.state) {
    this.#compute(state);
    return this.model;
  }

  /**
   * Computes the model of a state, unless this has been done.
   * @param {FigureState} [state] by default, the state that is drawn at this moment
   */
  #compute(state = this.motion.moment) {
    speak(this);
    if (this.#computed === state || this.#failed) return;
    try {
      this.model = this.compute(state);
      this.#computed = state;
      this.#show(true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Loads the kernels in another way after the first failure. After a second failure, tells the
   * reader that the kernels cannot run in this browser, and why.
   * @param {unknown} error
   */
  #fail(error) {
    this.#failed = true;
    this.#model = null;
    this.pause();
    if (!this.#retried) {
      this.#retried = true;
      loadKernels().then(
        () => this.#recover(),
        () => this.#tell(error),
      );
    } else this.#tell(error);
  }

  /** Tells the reader that this browser has no canvas. The stage calls it. */
  tellOfNoCanvas() {
    if (this.#failed) return;
    this.#failed = true;
    this.pause();
    this.#tell(new Error(errorWords.noCanvas));
  }

  /** Draws the figure after its kernels have been loaded. */
  #recover() {
    this.#failed = false;
    if (this.isConnected) this.appear();
  }

  /** Tells the reader that the kernels cannot run in this browser. @param {unknown} error */
  #tell(error) {
    this.#show(false);
    this.ui.error.textContent = errorWords.cannotRun(error);
    this.emit('pe-error', { error });
  }

  /**
   * Shows the figure, or shows the reason for the error and what the page put inside the tag.
   * @param {boolean} isReady whether the figure can run
   */
  #show(isReady) {
    const { grid, error } = this.ui;
    if (isReady && this.#shown) return;
    this.#shown = isReady;
    const poster = /** @type {HTMLElement} */ (this.#poster);
    poster.className = '';
    poster.hidden = isReady;
    error.hidden = isReady;
    grid.hidden = !isReady;
  }

  // Panels and exports.

  /** Returns the element of a panel. @param {PanelName} name */
  #panel(name) {
    const { table, code, help } = this.ui;
    return { table: table.element, code, help }[name];
  }

  /** Writes what an open panel shows. @param {PanelName} name */
  #fillPanel(name) {
    const { table, code, help } = this.ui;
    if (name === 'table') table.fill();
    else if (name === 'help') fillHelp(this, help);
    else
      loadLate().then(
        ({ fillCode }) => fillCode(this, code),
        () => (code.textContent = errorWords.noCode),
      );
  }

  /**
   * Opens or closes a panel.
   * @param {PanelName} name
   * @param {boolean} [open] without it, an open panel closes and a closed panel opens
   */
  toggle(name, open) {
    const button = this.ui.buttons[name];
    if (!button) return;
    const panel = this.#panel(name);
    const show = open ?? panel.hidden === true;
    this.#compute();
    panel.hidden = !show;
    if (show) this.#fillPanel(name);
    button.setAttribute('aria-expanded', String(show));
  }

  /**
   * Opens or closes a panel after a key. An open panel is scrolled into view. The live region says
   * whether the panel is open.
   * @param {'table' | 'help'} name
   */
  panelByKey(name) {
    if (this.hides(name)) return;
    this.toggle(name);
    const panel = this.#panel(name);
    clearTimeout(this.#liveTimer);
    this.ui.live.textContent = panelWords.said(name, !panel.hidden);
    if (!panel.hidden) panel.scrollIntoView({ block: 'nearest' });
  }

  /** Describes the state in the live region, after the reader has done nothing for a moment. */
  announce() {
    clearTimeout(this.#liveTimer);
    this.#liveTimer = setTimeout(() => {
      if (this.currentModel() && this.isConnected && !this.playing)
        this.ui.live.textContent = this.describe();
    }, LIVE_MS);
  }

  /** The name of saved files, without `posenc-` and the ending. */
  get fileName() {
    return linkName(this);
  }

  /**
   * Returns the shown table as CSV, with all digits. Returns null if the kernels cannot run.
   */
  toCSV() {
    const text = this.currentModel() && csv(this.ui.table.current());
    return /** @type {string} */ (text);
  }

  /**
   * Draws the picture as a PNG.
   * @param {{scale?: number}} [how] device pixels per CSS pixel, from 1 to 4
   * @returns {Promise<Blob>}
   */
  toPNG({ scale = 2 } = {}) {
    this.#compute();
    return new Promise((done, fail) => {
      const stage = /** @type {Stage} */ (this.#stage);
      const canvas = stage.picture(Math.min(Math.max(scale, 1), 4));
      /** @param {Blob | null} blob */
      const take = (blob) => (blob ? done(blob) : fail(new Error(errorWords.noPicture)));
      canvas.toBlob(take, 'image/png');
    });
  }

  /**
   * Draws the picture as an SVG document. Its texts are text elements, not outlines.
   * @param {{width?: number, theme?: 'light' | 'dark', still?: boolean}} [how] the width in CSS
   *   pixels, and the colours; by default, those of the figure. `still` leaves out hints such as
   *   “drag a word”
   * @returns {Promise<string>}
   */
  async toSVG(how = {}) {
    const { drawStill } = await loadLate();
    this.#compute();
    return drawStill(this, /** @type {Stage} */ (this.#stage), how);
  }
}
