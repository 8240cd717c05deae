import { join, leave, share } from './group.js';
import { linkedState } from './share.js';
import { entryOf, normalise } from './state.js';

const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** Attributes of every figure that are no fields, and properties of the same name; `state` as a property is the state itself. */
export const SETTINGS = ['theme', 'level', 'hide', 'lock', 'group', 'state'];

/** The state of a figure, and all ways into it: attributes, properties, methods, links, the group. */
export class Parameters extends Base {
  /** @type {import('./state.js').Fields} */
  static fields = {};
  /** The number field that play, step and scrub move; without such a field nothing runs. @type {string | null} */
  static timeline = 'position';
  /** The element's name. */
  static tag = '';

  /** @returns {import('./state.js').Fields} */
  static get allFields() {
    return this.timeline && this.timeline in this.fields ? { ...this.fields, speed: { kind: 'number', value: 4, min: 1, max: 1000, label: 'Speed' } } : this.fields;
  }

  static get observedAttributes() { return [...SETTINGS, ...Object.keys(this.allFields)]; }

  /** Defines the element, unless this or another copy has done so. @param {string} tag */
  static define(tag) {
    this.tag = tag;
    const fields = this.allFields;
    for (const key of [...SETTINGS, ...Object.keys(fields)]) {
      if (key === 'state') continue;
      Object.defineProperty(this.prototype, key, {
        configurable: true,
        /** @this {Parameters} */
        get() { return key in fields ? this.state[key] : this.getAttribute(key) ?? ''; },
        /** @this {Parameters} @param {any} value */
        set(value) {
          if (key in fields) this.#author({ [key]: value });
          else this.setAttribute(key, value);
        },
      });
    }
    if (globalThis.customElements && !customElements.get(tag)) customElements.define(tag, this);
  }

  /** @type {any} */ #state;
  #begun = false;
  #authored = false;
  #following = false;
  #reflecting = false;

  constructor() {
    super();
    this.#state = normalise(this.#fields);
    /** What the page said first: reset returns here, links leave it out. @type {any} */
    this.initial = this.#state;
  }

  get #fields() { return /** @type {typeof Parameters} */ (this.constructor).allFields; }
  get timeline() {
    const { timeline, fields } = /** @type {typeof Parameters} */ (this.constructor);
    return timeline && timeline in fields ? timeline : null;
  }

  /** Never changed in place. Takes a patch, or the text of a link. @type {any} */
  get state() { return this.#state; }
  set state(value) {
    if (typeof value === 'string') this.restore(entryOf(value));
    else this.setState(value);
  }

  getState() { return { ...this.#state }; }

  /** @param {string} attribute @param {string} word */
  #names(attribute, word) { return !!this.getAttribute?.(attribute)?.split(/[\s,]+/).includes(word); }
  /** Whether the `hide` attribute names a part. @param {string} part */
  hides(part) { return this.#names('hide', part); }
  /** Whether the `lock` attribute names a field. @param {string} key */
  locks(key) { return this.#names('lock', key); }

  // What the figure does with it.
  /** Derives one field of a patch from another. @param {any} patch @param {any} _before */
  adjust(patch, _before) { return patch; }
  /** A setting has changed. @param {string} _name */
  tailor(_name) {}
  /** The picture no longer shows the state. */
  stale() {}
  /** Goes to the new state. @param {boolean} _ease */
  moved(_ease) {}
  /** @returns {boolean} */
  get playing() { return false; }
  pause() {}

  /**
   * Clamps, never throws. Locked fields stay as they are.
   * @param {Record<string, unknown>} patch keys that are no field are left out
   * @param {{ease?: boolean}} [how] whether the picture moves to the new state or jumps
   */
  setState(patch, { ease = false } = {}) {
    if (this.playing && this.timeline && patch && this.timeline in patch) this.pause();
    if (this.change(patch, ease)) this.moved(ease);
  }

  /** Without stopping what plays; true when something changed. @param {Record<string, unknown>} patch */
  change(patch, ease = false) { return this.#take(this.#next(patch, this.#state), ease); }

  /** All fields: those that the entry leaves out are as they were first. @param {Record<string, unknown>} entry */
  restore(entry, { ease = false, linked = false } = {}) {
    this.pause();
    const from = Object.fromEntries(Object.keys(this.initial).map((key) => [key, (this.locks(key) ? this.#state : this.initial)[key]]));
    if (this.#take(this.#next(entry, from), ease, linked)) this.moved(ease);
  }

  /** The one word that a lock obeys: the page's own attribute or property. @param {Record<string, unknown>} patch */
  #author(patch) {
    this.#authored = true;
    try { this.setState(patch); } finally { this.#authored = false; }
  }

  /** @param {Record<string, unknown>} patch @param {any} from */
  #next(patch, from) {
    /** @param {any} wanted */
    const open = (wanted) => Object.fromEntries(Object.entries(wanted ?? {}).filter(([key]) => this.#authored || !this.locks(key))
      .map(([key, value]) => [key, ['number', 'string', 'boolean'].includes(typeof value) ? value : undefined]));
    return normalise(this.#fields, open(this.adjust(open(patch), from)), from);
  }

  /** @param {any} state @param {boolean} ease */
  #take(state, ease, linked = false) {
    const before = this.#state;
    const changed = Object.keys(state).filter((key) => state[key] !== before[key]);
    if (!changed.length) return false;
    this.#state = state;
    this.stale();
    for (const key of changed) this.emit('pe-change', { key, value: state[key], state: this.getState() });
    if (!this.#following) share(this, changed, (other, patch) => { if (!linked || !linkedState(other)) other.follow(patch, ease); });
    return true;
  }

  /** What another figure of the group says. @param {Record<string, number>} patch */
  follow(patch, ease = false) {
    this.#following = true;
    try { this.setState(Object.fromEntries(Object.entries(patch).filter(([key]) => this.#fields[key]?.kind === 'number')), { ease }); } finally { this.#following = false; }
  }

  /** The first state, from all the page says. */
  begin() {
    const text = this.getAttribute('state');
    /** @type {[string, any][]} */
    const early = [];
    // Properties that were set before the element was defined.
    for (const key of [...SETTINGS, ...Object.keys(this.#fields)]) {
      if (!Object.hasOwn(this, key)) continue;
      early.push([key, /** @type {any} */ (this)[key]]);
      delete /** @type {any} */ (this)[key];
    }
    this.initial = this.#state;
    if (text) this.state = text;
    for (const [key, value] of early) /** @type {any} */ (this)[key] = value;
    this.initial = this.#state;
    this.#begun = true;
  }

  /** @param {AbortSignal} signal until the figure leaves the page */
  listen(signal) {
    this.follow(join(this, this.getAttribute('group')));
    signal.addEventListener('abort', () => leave(this));
    globalThis.addEventListener('hashchange', () => this.fromLink(), { signal });
  }

  /** Takes what the page's address says; true where it names this figure first. */
  fromLink() {
    const link = linkedState(this);
    if (link) this.restore(link.entry, { linked: true });
    return !!link?.first;
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (this.#reflecting) return;
    if (!SETTINGS.includes(name)) this.#author({ [name]: value === null ? undefined : value === '' ? true : value });
    else if (!this.#begun) return;
    else if (name === 'state') this.state = value ?? '';
    else if (name !== 'group') this.tailor(name);
    else if (this.isConnected) this.follow(join(this, value));
  }

  /** Writes the state into the attributes. */
  reflect() {
    this.#reflecting = true;
    for (const [key, value] of Object.entries(this.#state)) {
      if (value === this.initial[key] && !this.hasAttribute(key)) continue;
      const text = value === true ? '' : String(value);
      if (value === false) this.removeAttribute(key);
      else if (this.getAttribute(key) !== text) this.setAttribute(key, text);
    }
    this.#reflecting = false;
  }

  /** @param {string} type @param {any} detail */
  emit(type, detail) { this.dispatchEvent?.(new CustomEvent(type, { detail, bubbles: true, composed: true })); }
}
