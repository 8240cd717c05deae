import { rich } from './dom.js';
import { bindKeys, bindPointer } from './keys.js';
import { Motion } from './motion.js';
import { linkedState } from './share.js';
import { buildFigure, hideParts } from './skeleton.js';
import { Stage } from './stage.js';
import { normalise } from './state.js';
import { adoptStyle } from './style.js';
import { csv } from './table.js';
import { lastPosition } from './transport.js';

const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});
const LIVE_MS = 350;

/**
 * What every figure has. A figure itself says only what is its own: `fields`, `heading`, `arrows`, and
 * the methods under "What a figure says". It draws `model`, which `compute` made from the state, and nothing else.
 */
export class PeFigure extends Base {
  /** @type {import('./state.js').Fields} */
  static fields = {};
  static heading = '';
  /** Keys of the data cursor and what they do. @type {string[][]} */
  static arrows = [];
  /** The number field that play, step and scrub move; null where nothing runs. @type {string | null} */
  static timeline = 'position';

  /** @returns {import('./state.js').Fields} */
  static get allFields() {
    return this.timeline ? { ...this.fields, speed: { kind: 'number', value: 4, min: 1, max: 1000, label: 'Speed' } } : this.fields;
  }

  static get observedAttributes() { return ['theme', 'level', 'hide', ...Object.keys(this.allFields)]; }

  /** Defines the element, unless this or another copy has done so. @param {string} tag */
  static define(tag) {
    for (const key of Object.keys(this.allFields)) {
      Object.defineProperty(this.prototype, key, {
        configurable: true,
        get() { return this.state[key]; },
        set(/** @type {unknown} */ value) { this.setState({ [key]: value }); },
      });
    }
    if (globalThis.customElements && !customElements.get(tag)) customElements.define(tag, this);
  }

  /** @type {any} */ #ui = null;
  /** @type {any} */ #stage = null;
  /** @type {any} */ #computed = null;
  /** @type {any} */ #written = null;
  /** @type {AbortController | null} */ #life = null;
  #reflecting = false;
  #liveTimer = 0;
  #lost = false;

  constructor() {
    super();
    /** @type {any} */
    this.state = normalise(this.#fields);
    /** What the attributes said first: reset returns here, links leave it out. @type {any} */
    this.initial = this.state;
    /** The numbers drawn. @type {any} */
    this.model = null;
    this.motion = new Motion(this, this.#fields);
  }

  get timeline() { return /** @type {typeof PeFigure} */ (this.constructor).timeline; }
  get #fields() { return /** @type {typeof PeFigure} */ (this.constructor).allFields; }
  get ui() { return this.#ui; }
  get playing() { return this.motion.playing; }

  /** Whether the `hide` attribute names a part. @param {string} part */
  hides(part) { return (this.getAttribute('hide') ?? '').split(/[\s,]+/).includes(part); }

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
  /** Arrow keys. @param {number} dx @param {number} _dy */
  move(dx, _dy) { this.step(dx); }
  /** Home and End. @param {number} way */
  edge(way) { this.seek(way < 0 ? -Infinity : lastPosition(this)); }
  /** The pointer, in CSS pixels of the plot. @param {number} _x @param {number} _y @param {PointerEvent} _event */
  point(_x, _y, _event) {}
  /** One sentence for the live region. */
  describe() { return ''; }
  /** Derives one field of a patch from another. @param {any} patch @param {any} _before */
  adjust(patch, _before) { return patch; }

  // Life in a page.
  connectedCallback() {
    const first = !this.#ui;
    if (first) {
      this.#ui = buildFigure(this);
      this.#stage = new Stage(this, this.#ui);
      this.#upgrade();
      hideParts(this, this.#ui);
      this.initial = this.getState();
    }
    if (!this.hasAttribute('data-pe')) this.setAttribute('data-pe', '');
    adoptStyle(this.getRootNode());
    this.#life = new AbortController();
    const { signal } = this.#life;
    bindKeys(this, this.#ui.plot, signal);
    bindPointer(this, this.#ui.plot, signal);
    globalThis.addEventListener('hashchange', () => this.#fromLink(true), { signal });
    if (first) this.#fromLink(false);
    this.#stage.connect(signal);
    this.#stage.measure();
    this.update();
    queueMicrotask(() => { if (this.isConnected && this.model) this.emit('pe-ready', { state: this.getState() }); });
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.motion.stop();
    this.#stage.disconnect();
    clearTimeout(this.#liveTimer);
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (this.#reflecting) return;
    if (name === 'theme' || name === 'level') this.#stage?.restyle();
    else if (name === 'hide') { if (this.#ui) hideParts(this, this.#ui); } else this.setState({ [name]: value === null ? undefined : value === '' ? true : value });
  }

  /** Properties that were set before the element was defined. */
  #upgrade() {
    for (const key of Object.keys(this.#fields)) {
      if (!Object.hasOwn(this, key)) continue;
      const value = /** @type {any} */ (this)[key];
      delete /** @type {any} */ (this)[key];
      this.setState({ [key]: value });
    }
  }

  /** @param {boolean} later after the figure was made */
  #fromLink(later) {
    const linked = linkedState(this);
    if (!linked) return;
    this.setState(linked.patch ?? {});
    if (linked.first && !later) requestAnimationFrame(() => this.scrollIntoView({ block: 'start' }));
  }

  // State.
  getState() { return { ...this.state }; }

  /**
   * Clamps, never throws.
   * @param {Record<string, unknown>} patch keys that are no field are left out
   * @param {{ease?: boolean}} [how] whether the picture moves to the new state or jumps
   */
  setState(patch, { ease = false } = {}) {
    if (this.playing && this.timeline && this.timeline in patch) this.pause();
    if (this.change(patch)) this.motion.follow(ease && !!this.#stage?.active);
  }

  /** Without stopping what plays; true when something changed. @param {Record<string, unknown>} patch */
  change(patch) {
    const before = this.state;
    const state = normalise(this.#fields, this.adjust({ ...patch }, before), before);
    const changed = Object.keys(state).filter((key) => state[key] !== before[key]);
    if (!changed.length) return false;
    this.state = state;
    this.#stage?.invalidate();
    for (const key of changed) this.emit('pe-change', { key, value: state[key], state: this.getState() });
    return true;
  }

  reset() {
    this.pause();
    this.setState(this.initial, { ease: true });
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
  /** Brings numbers and text up to the state; false where the kernels cannot run. */
  update() {
    const ui = this.#ui;
    this.#compute();
    ui.transport.sync(this.state);
    ui.controls.sync(this.state);
    if (!this.model) return false;
    if (this.#written === this.model) return true;
    this.#written = this.model;
    this.#stage.measure();
    ui.caption.replaceChildren(...rich(this.caption(this.model)));
    ui.formula.replaceChildren(...this.formula(this.model));
    ui.extra?.sync?.(this.model);
    ui.table.sync();
    this.#reflect();
    return true;
  }

  /** The numbers of the present state; null where the kernels cannot run. */
  currentModel() { return this.#compute(), this.model; }

  #compute() {
    if (this.#computed === this.state || this.#lost) return;
    try {
      this.model = this.compute(this.state);
      this.#computed = this.state;
      if (this.getAttribute('data-pe') !== 'ready') this.setAttribute('data-pe', 'ready');
    } catch (error) {
      this.#lost = true;
      this.model = null;
      this.pause();
      this.#ui.grid.hidden = true;
      this.#ui.error.hidden = false;
      this.#ui.error.textContent = `This figure cannot run here. ${error instanceof Error ? error.message : error}`;
      this.emit('pe-error', { error });
    }
  }

  #reflect() {
    this.#reflecting = true;
    for (const [key, value] of Object.entries(this.state)) {
      if (value === this.initial[key] && !this.hasAttribute(key)) continue;
      const text = value === true ? '' : String(value);
      if (value === false) this.removeAttribute(key);
      else if (this.getAttribute(key) !== text) this.setAttribute(key, text);
    }
    this.#reflecting = false;
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

  /** @param {string} type @param {any} detail */
  emit(type, detail) { this.dispatchEvent?.(new CustomEvent(type, { detail, bubbles: true, composed: true })); }
}
