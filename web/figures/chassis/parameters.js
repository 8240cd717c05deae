/**
 * Stores the state of a figure. Attributes, properties, methods, links and the group of a figure
 * all change the state through this file.
 */
import { join, leave, share } from './group.js';
import { linkedState } from './links.js';
import { entryOf, normalise } from './state.js';

/** @typedef {import('./state.js').Entry} Entry */
/** @typedef {import('./state.js').Fields} Fields */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Value} Value */

/** The base class. Node has no HTMLElement, so there a figure only has its state and numbers. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * The attributes of every figure that are not fields. Each attribute has a property of the same
 * name. The property `state` is the state itself, as an object.
 */
export const SETTINGS = ['theme', 'level', 'hide', 'lock', 'present', 'group', 'state'];

/** The parts that the attribute `present` keeps. Its value may name further parts to keep. */
const PRESENTED = ['title', 'predict', 'plot', 'transport', 'caption', 'controls', 'live'];

/** The field `speed`, which is added to every figure with a timeline. @type {Fields[string]} */
const SPEED = { kind: 'number', value: 4, min: 1, max: 1000 };

/** The figures in the page. @type {Set<Parameters>} */
export const present = new Set();

/**
 * Sets the state of every figure that the address of the page names. One listener serves all
 * figures. One listener per figure would take long to add, because a browser compares each new
 * listener of an event with all earlier ones.
 */
function followAddress() {
  for (const figure of present) figure.fromLink();
}

/** @param {unknown} value */
const isFieldValue = (value) => ['number', 'string', 'boolean'].includes(typeof value);

/**
 * A figure without its elements and picture. It is a custom element that stores a state, and sends
 * an event when the state changes.
 */
export class Parameters extends Base {
  /** The fields of the state. Each field is an attribute and a property. @type {Fields} */
  static fields = {};

  /**
   * The name of the field of the timeline. Playing, stepping and the scrub bar change this field. A
   * figure without it does not play.
   * @type {string | null}
   */
  static timeline = 'position';

  /** The tag of the element, after `define` has run. */
  static tag = '';

  /**
   * The fields. If the figure plays, `speed` is one of them; it may have a default of its own.
   * @returns {Fields}
   */
  static get allFields() {
    return this.timeline && Object.hasOwn(this.fields, this.timeline)
      ? { ...this.fields, speed: this.fields.speed ?? SPEED }
      : this.fields;
  }

  static get observedAttributes() {
    return [...SETTINGS, ...Object.keys(this.allFields)];
  }

  /**
   * Gives the class a property for each field and setting, and defines the element. An element that
   * this script or a copy of it has defined is not defined again.
   * @param {string} tag
   */
  static define(tag) {
    this.tag = tag;
    for (const key of Object.keys(this.allFields)) Parameters.#defineField(this.prototype, key);
    for (const key of SETTINGS) if (key !== 'state') Parameters.#defineSetting(this.prototype, key);
    if (globalThis.customElements && !customElements.get(tag)) customElements.define(tag, this);
  }

  /** Links contain these values in place of the values of the state. @returns {Partial<State>} */
  get unlinked() {
    return {};
  }

  /**
   * Defines the property of one field.
   * @param {Parameters} prototype
   * @param {string} key
   */
  static #defineField(prototype, key) {
    Object.defineProperty(prototype, key, {
      configurable: true,
      /** @this {Parameters} */
      get() {
        return this.state[key];
      },
      /** @this {Parameters} @param {Value} value */
      set(value) {
        this.#setAsAuthor({ [key]: value });
      },
    });
  }

  /**
   * Defines the property of one setting, which reads and writes the attribute.
   * @param {Parameters} prototype
   * @param {string} key
   */
  static #defineSetting(prototype, key) {
    Object.defineProperty(prototype, key, {
      configurable: true,
      /** @this {Parameters} */
      get() {
        return this.getAttribute(key) ?? '';
      },
      /** @this {Parameters} @param {string} value */
      set(value) {
        this.setAttribute(key, value);
      },
    });
  }

  /** @type {State} */
  #state;
  /** Whether `begin` has completed the first state. This happens when the figure enters a page. */
  begun = false;
  /**
   * Whether the author of the page is setting an attribute or a property. Only attributes and
   * properties can change a locked field.
   */
  #authored = false;
  /** Whether the change comes from the group. If so, the figure must not pass it to the group. */
  #following = false;
  /** Whether `reflect` is writing attributes. If so, the figure must not read them. */
  #reflecting = false;
  /** The state when `reflect` was last called. @type {State | undefined} */
  #reflected;

  constructor() {
    super();
    this.#state = normalise(this.#fields);
    /** The first state. A reset returns to it, and links leave out the values that equal it. */
    this.initial = this.#state;
  }

  /** The class of the figure, which has the fields. */
  get definition() {
    return /** @type {typeof Parameters} */ (this.constructor);
  }

  get #fields() {
    return this.definition.allFields;
  }

  /** The name of the field of the timeline; null if the figure has no timeline. */
  get timeline() {
    const { timeline, fields } = this.definition;
    return timeline && Object.hasOwn(fields, timeline) ? timeline : null;
  }

  /**
   * The value of each field. Each change of the state makes a new object. The setter accepts an
   * object with some of the fields, or the text of a link.
   * @type {State}
   */
  get state() {
    return this.#state;
  }
  set state(value) {
    if (typeof value === 'string') this.restore(entryOf(value));
    else this.setState(value);
  }

  /** Returns a copy of the state. @returns {State} */
  getState() {
    return { ...this.#state };
  }

  /**
   * Whether the value of an attribute is a list that contains this word.
   * @param {string} attribute
   * @param {string} word
   */
  #lists(attribute, word) {
    const words = this.getAttribute?.(attribute)?.split(/[\s,]+/);
    return words?.includes(word) ?? false;
  }

  /** Whether the attributes `hide` and `present` leave out a part. @param {string} part */
  hides(part) {
    if (this.#lists('hide', part)) return true;
    const isPresented = this.getAttribute?.('present') != null;
    return isPresented && !PRESENTED.includes(part) && !this.#lists('present', part);
  }

  /** Whether the `lock` attribute names a field. @param {string} key */
  locks(key) {
    return this.#lists('lock', key);
  }

  // Methods that a figure or PeFigure replaces.

  /**
   * Derives fields from other fields that change.
   * @param {Record<string, Value>} patch the fields that change
   * @param {State} _before the state before the change
   * @returns {Record<string, Value>} the fields that change, with the derived ones
   */
  adjust(patch, _before) {
    return patch;
  }

  /** Called when a setting such as `theme` has changed. @param {string} _name */
  tailor(_name) {}

  /** Called when the picture is out of date. */
  stale() {}

  /**
   * Called when the state has changed.
   * @param {boolean} _ease true moves the picture to the new state, false makes it jump
   */
  moved(_ease) {}

  /** @returns {boolean} */
  get playing() {
    return false;
  }

  pause() {}

  // Methods that change the state.

  /**
   * Changes some fields, each to the nearest allowed value. It never throws. Locked fields do not
   * change.
   * @param {Record<string, unknown>} patch the new values; names that are not fields are ignored
   * @param {{ease?: boolean}} [how] `ease: true` moves the picture to the new state; otherwise it
   *   jumps
   */
  setState(patch, { ease = false } = {}) {
    if (this.playing && this.timeline && patch && Object.hasOwn(patch, this.timeline)) this.pause();
    if (this.change(patch, ease)) this.moved(ease);
  }

  /**
   * Changes some fields as setState does, but a figure that plays goes on playing.
   * @param {Record<string, unknown>} patch
   * @param {boolean} [ease]
   * @returns {boolean} whether something changed
   */
  change(patch, ease = false) {
    return this.#take(this.#next(patch, this.#state), ease);
  }

  /**
   * Sets all fields. A field that is not in the entry returns to its first value.
   * @param {Record<string, unknown>} entry
   * @param {{ease?: boolean, linked?: boolean}} [how] `linked`: the entry comes from the address of
   *   the page. The figures of the group that the address names then do not follow this figure,
   *   because they read the address themselves
   */
  restore(entry, { ease = false, linked = false } = {}) {
    this.pause();
    /** @type {State} */
    const from = {};
    for (const key of Object.keys(this.initial))
      from[key] = (this.locks(key) ? this.#state : this.initial)[key];
    if (this.#take(this.#next(entry, from), ease, linked)) this.moved(ease);
  }

  /**
   * Changes some fields as setState does, including locked fields. The author of the page does this
   * with attributes and properties.
   * @param {Record<string, unknown>} patch
   */
  #setAsAuthor(patch) {
    this.#authored = true;
    try {
      this.setState(patch);
    } finally {
      this.#authored = false;
    }
  }

  /**
   * Returns the part of a patch that may be set. A value of a type that no field can have becomes
   * undefined, which means the default.
   * @param {Record<string, unknown>} patch
   * @returns {Record<string, Value>}
   */
  #allowed(patch) {
    const entries = Object.entries(patch ?? {})
      .filter(([key]) => this.#authored || !this.locks(key))
      .map(([key, value]) => [key, isFieldValue(value) ? value : undefined]);
    return Object.fromEntries(entries);
  }

  /**
   * Returns the state that a patch leads to.
   * @param {Record<string, unknown>} patch
   * @param {State} from the state that the patch changes
   */
  #next(patch, from) {
    const adjusted = this.adjust(this.#allowed(patch), from);
    return normalise(this.#fields, this.#allowed(adjusted), from);
  }

  /**
   * Replaces the state, sends the events, and tells the group.
   * @param {State} state
   * @param {boolean} ease
   * @param {boolean} [linked] see restore
   * @returns {boolean} whether something changed
   */
  #take(state, ease, linked = false) {
    const before = this.#state;
    const changed = Object.keys(state).filter((key) => state[key] !== before[key]);
    if (!changed.length) return false;
    this.#state = state;
    this.stale();
    for (const key of changed)
      this.emit('pe-change', { key, value: state[key], state: this.getState() });
    if (this.#following) return true;
    share(this, changed, (other, patch) => {
      if (!linked || !linkedState(other)) other.follow(patch, ease);
    });
    return true;
  }

  /**
   * Sets the fields that another figure of the group has changed. CURSORS in group.js lists the
   * fields that a group shares.
   * @param {Record<string, number>} patch the new values of these fields
   */
  follow(patch, ease = false) {
    const numbers = Object.entries(patch).filter(([key]) => this.#fields[key]?.kind === 'number');
    this.#following = true;
    try {
      this.setState(Object.fromEntries(numbers), { ease });
    } finally {
      this.#following = false;
    }
  }

  /**
   * Completes the first state, from the attribute `state` and from properties that were set before
   * the element was defined.
   */
  begin() {
    const text = this.getAttribute('state');
    const early = this.#takeEarlyProperties();
    this.initial = this.#state;
    if (text) this.state = text;
    Object.assign(this, early);
    this.initial = this.#state;
    this.begun = true;
  }

  /**
   * Removes and returns the properties that were set before the element was defined. These
   * properties hide the properties of the class, so `begin` sets their values again.
   */
  #takeEarlyProperties() {
    const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    /** @type {Record<string, unknown>} */
    const early = {};
    for (const key of [...SETTINGS, ...Object.keys(this.#fields)]) {
      if (!Object.hasOwn(this, key)) continue;
      early[key] = own[key];
      delete own[key];
    }
    return early;
  }

  /**
   * Joins the group, and reads the address of the page whenever its hash changes.
   * @param {AbortSignal} signal aborts when the figure leaves the page
   */
  listen(signal) {
    this.follow(join(this, this.getAttribute('group')));
    present.add(this);
    signal.addEventListener('abort', () => {
      leave(this);
      present.delete(this);
    });
    // Adding the same listener again has no effect.
    globalThis.addEventListener('hashchange', followAddress);
  }

  /**
   * Goes to the state in the address of the page, if the address names this figure.
   * @returns {boolean} whether this figure is the first in the address
   */
  fromLink() {
    const link = linkedState(this);
    if (link) this.restore(link.entry, { linked: true });
    return link?.first ?? false;
  }

  /**
   * @param {string} name
   * @param {string | null} _before
   * @param {string | null} value
   */
  attributeChangedCallback(name, _before, value) {
    if (this.#reflecting) return;
    if (!SETTINGS.includes(name)) this.#setFromAttribute(name, value);
    else if (!this.begun) return;
    else if (name === 'state') this.state = value ?? '';
    else if (name !== 'group') this.tailor(name);
    else if (this.isConnected) this.follow(join(this, value));
  }

  /**
   * Sets a field from its attribute.
   * @param {string} name
   * @param {string | null} text the value of the attribute; null if it was removed, which means the
   *   default
   */
  #setFromAttribute(name, text) {
    const value = text === '' ? true : (text ?? undefined);
    this.#setAsAuthor({ [name]: value });
  }

  /**
   * Updates the attributes of the fields that have changed since the last call. The first call
   * writes nothing: frameworks expect the attributes that the server sent. A field that has its
   * first value and no attribute is left out.
   */
  reflect() {
    const before = (this.#reflected ??= this.#state);
    this.#reflected = this.#state;
    this.#reflecting = true;
    for (const [key, value] of Object.entries(this.#state)) {
      if (value === before[key]) continue;
      if (value === this.initial[key] && !this.hasAttribute(key)) continue;
      const text = value === true ? '' : String(value);
      if (value === false) this.removeAttribute(key);
      else if (this.getAttribute(key) !== text) this.setAttribute(key, text);
    }
    this.#reflecting = false;
  }

  /**
   * Sends an event that bubbles, also out of shadow roots.
   * @param {string} type
   * @param {unknown} detail
   */
  emit(type, detail) {
    this.dispatchEvent?.(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
