import { arrive, depart } from './arrival.js';
import { rich } from './dom.js';
import { bindKeys, bindPointer } from './keys.js';
import { Motion } from './motion.js';
import { Parameters } from './parameters.js';
import { buildFigure, tailorParts } from './skeleton.js';
import { Stage } from './stage.js';
import { adoptStyle } from './style.js';
import { csv } from './table.js';
import { lastPosition } from './transport.js';

const LIVE_MS = 350;

/**
 * What every figure has. A figure itself says only what is its own: `fields`, `heading`, `arrows`, and
 * the methods under "What a figure says". It draws `model`, which `compute` made from the state, and nothing else.
 */
export class PeFigure extends Parameters {
  static heading = '';
  /** Keys of the data cursor and what they do. @type {string[][]} */
  static arrows = [];

  /** @type {any} */ #ui = null;
  /** @type {any} */ #stage = null;
  /** @type {any} */ #model = null;
  /** @type {any} */ #computed = null;
  /** @type {any} */ #written = null;
  /** @type {AbortController | null} */ #life = null;
  #liveTimer = 0;
  #lost = false;

  constructor() {
    super();
    this.motion = new Motion(this, /** @type {typeof PeFigure} */ (this.constructor).allFields);
  }

  get ui() { return this.#ui; }
  /** The numbers drawn; the first ones are made when they are asked for. @type {any} */
  get model() {
    if (this.#ui && !this.started) this.#compute();
    return this.#model;
  }
  set model(model) { this.#model = model; }
  /** Whether there have been numbers, or cannot be. */
  get started() { return !!this.#computed || this.#lost; }
  get playing() { return !!this.motion?.playing; }

  // What a figure says.
  /** All numbers of a state. @param {any} _state @returns {any} */
  compute(_state) { return {}; }
  /** @param {import('./surface.js').Pen} _pen @param {any} _model @param {Record<string, number>} _shown */
  draw(_pen, _model, _shown) {}
  /** @param {number} width */
  heightFor(width) { return width / 2; }
  /** See rich() in dom.js. @param {any} _model @returns {any[]} */
  caption(_model) { return []; }
  /** Pieces of MathML. @param {any} _model @returns {any[]} */
  formula(_model) { return []; }
  /** @param {any} _model @returns {import('./table.js').Table[]} */
  tables(_model) { return []; }
  /** What the tables depend on. @param {any} model */
  tableKey(model) { return model; }
  /** @returns {import('./predict.js').Question | null} */
  question() { return null; }
  /** Keys of its own: key, what it does, doing it. @returns {[string, string, () => void][]} */
  keys() { return []; }
  /** Panels of its own: `element` beside the controls, `wide` under the plot. @returns {any} */
  extra() { return null; }
  /** Buttons of its own beside reset: label, doing it. @returns {[string, () => void][]} */
  acts() { return []; }
  /** Numbers that ease beside the fields that do. @param {any} _state @returns {Record<string, number>} */
  eased(_state) { return {}; }
  /** Arrow keys. @param {number} dx @param {number} _dy @param {KeyboardEvent} [_event] */
  move(dx, _dy, _event) { this.step(dx); }
  /** Home and End. @param {number} way */
  edge(way) { this.seek(way < 0 ? -Infinity : lastPosition(this)); }
  /** The pointer, in CSS pixels of the plot. @param {number} _x @param {number} _y @param {PointerEvent} _event */
  point(_x, _y, _event) {}
  /** Whether the pointer holds what goes in any direction: then a touch does not scroll the page. */
  get holds() { return false; }
  /** The pointer has let go. */
  drop() {}
  /** One sentence for the live region. */
  describe() { return ''; }

  // Life in a page.
  connectedCallback() {
    const first = !this.#ui;
    if (first) {
      this.begin();
      this.#ui = buildFigure(this);
      this.#stage = new Stage(this, this.#ui);
      tailorParts(this, this.#ui);
    }
    if (!this.hasAttribute('data-pe')) this.setAttribute('data-pe', '');
    adoptStyle(this.getRootNode());
    this.#life = new AbortController();
    const { signal } = this.#life;
    bindKeys(this, this.#ui.plot, signal);
    bindPointer(this, this.#ui.plot, signal);
    this.listen(signal);
    // A figure in a frame must not move the page around it.
    if (first && this.fromLink() && globalThis.top === globalThis.self) requestAnimationFrame(() => this.scrollIntoView({ block: 'start' }));
    this.#stage.connect(signal);
    arrive(this, this.#stage);
  }

  /** Brings the figure up to its state for the first time since it came into the page: see arrival.js. */
  appear() {
    if (document.visibilityState === 'visible') this.#stage.render();
    else this.update();
    this.#stage.wake();
    if (this.model) this.emit('pe-ready', { state: this.getState() });
  }

  disconnectedCallback() {
    depart(this);
    this.#life?.abort();
    this.motion.stop();
    this.#stage.disconnect();
    clearTimeout(this.#liveTimer);
  }

  /** @param {string} name a setting that has changed */
  tailor(name) {
    if (!this.#ui) return;
    tailorParts(this, this.#ui);
    if (name === 'theme' || name === 'level') this.#stage.restyle();
  }

  stale() { this.#stage?.invalidate(); }
  /** @param {boolean} ease */
  moved(ease) { this.motion.follow(ease && !!this.#stage?.active); }

  reset() {
    this.restore({}, { ease: true });
    this.#ui?.extra?.reset?.();
    this.#ui?.predict?.reset();
  }

  play() {
    if (this.playing || !this.#ui || !this.timeline) return;
    if (this.state[this.timeline] >= lastPosition(this)) this.seek(-Infinity);
    this.motion.play();
    this.#stage.invalidate();
  }

  pause() {
    if (!this.playing) return;
    this.motion.stop();
    this.#stage.invalidate();
    this.announce();
  }

  /** @param {number} [count] */
  step(count = 1) {
    if (this.timeline) this.setState({ [this.timeline]: this.state[this.timeline] + Math.round(Number(count) || 0) }, { ease: Math.abs(count) <= 10 });
  }

  /** @param {number} position on the timeline */
  seek(position) { if (this.timeline) this.setState({ [this.timeline]: position }); }

  // From state to numbers to text. Canvas only when somebody looks: see stage.js.
  /**
   * Brings numbers, picture and text up to the state. The picture comes before the text: it reads the layout, which new text would make stale.
   * @param {() => void} [paint]
   */
  update(paint) {
    const ui = this.#ui;
    this.#compute();
    const fresh = this.model && this.#written !== this.model;
    if (fresh && this.#written) this.#stage.hold();
    if (fresh) this.#stage.measure(this.#stage.width);
    if (this.model) paint?.();
    ui.transport.sync(this.state);
    ui.controls.sync(this.state);
    if (!fresh) return;
    this.#written = this.model;
    ui.caption.replaceChildren(...rich(this.caption(this.model)));
    ui.formula.replaceChildren(...this.formula(this.model));
    ui.extra?.sync?.(this.model);
    ui.table.sync();
    this.reflect();
  }

  /** The numbers of the present state; null where the kernels cannot run. */
  currentModel() { return this.#compute(), this.model; }

  #compute() {
    if (this.#computed === this.state || this.#lost) return;
    try {
      this.model = this.compute(this.state);
      this.#computed = this.state;
      this.#show(true);
    } catch (error) {
      this.#lost = true;
      this.model = null;
      this.pause();
      this.#show(false);
      this.#ui.error.textContent = `This figure cannot run here. ${error instanceof Error ? error.message : error}`;
      this.emit('pe-error', { error });
    }
  }

  /** The figure, or what the page put inside it and the reason. @param {boolean} ready */
  #show(ready) {
    const { poster, grid, error } = this.#ui;
    if (this.getAttribute('data-pe') === 'ready' && ready) return;
    this.setAttribute('data-pe', ready ? 'ready' : '');
    poster.hidden = error.hidden = ready;
    grid.hidden = !ready;
  }

  // What a reader takes away.
  /** @param {'table' | 'help'} name @param {boolean} [open] */
  toggle(name, open) {
    const ui = this.#ui;
    const panel = name === 'table' ? ui.table.element : ui.help;
    const show = open ?? panel.hidden;
    this.#compute();
    if (name === 'table') ui.table.toggle(show);
    else panel.hidden = !show;
    ui[`${name}Button`].setAttribute('aria-expanded', String(show));
  }

  /** From the keyboard: brought into view, and said. @param {'table' | 'help'} name */
  panelByKey(name) {
    if (this.hides(name)) return;
    this.toggle(name);
    const panel = name === 'table' ? this.#ui.table.element : this.#ui.help;
    clearTimeout(this.#liveTimer);
    this.#ui.live.textContent = `The ${name === 'table' ? 'table of the numbers' : 'list of keys'} is ${panel.hidden ? 'closed' : 'open below the figure'}.`;
    if (!panel.hidden) panel.scrollIntoView({ block: 'nearest' });
  }

  /** Says the state, once the reader has stopped moving. */
  announce() {
    clearTimeout(this.#liveTimer);
    this.#liveTimer = setTimeout(() => {
      this.#compute();
      if (this.model && this.isConnected && !this.playing) this.#ui.live.textContent = this.describe();
    }, LIVE_MS);
  }

  /** All digits of the numbers drawn. */
  toCSV() { return this.currentModel() && csv(this.#ui.table.current()); }

  /** @returns {Promise<Blob>} */
  toPNG({ scale = 2 } = {}) {
    this.#compute();
    return new Promise((done, fail) => this.#stage.picture(Math.min(Math.max(scale, 1), 4))
      .toBlob((/** @type {Blob | null} */ blob) => (blob ? done(blob) : fail(new Error('the canvas gave no picture'))), 'image/png'));
  }
}
