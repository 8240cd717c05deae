import { lastPosition } from './transport.js';

const EASE_MS = 240;
const STILL_MS = 500;

/** @param {number} part */
const smooth = (part) => part * part * (3 - 2 * part);

/**
 * What moves: playing, and the short ease from one state to the next. `shown` holds the eased
 * fields as numbers (a choice as the index of its option); at rest it equals the state.
 */
export class Motion {
  #figure;
  /** @type {any} */ #ease = null;
  #last = 0;
  #timer = 0;
  playing = false;

  /** @param {any} figure @param {import('./state.js').Fields} fields */
  constructor(figure, fields) {
    this.#figure = figure;
    this.fields = Object.entries(fields).filter(([, field]) => field.ease);
    this.shown = this.#rest();
  }

  get reduced() { return matchMedia('(prefers-reduced-motion: reduce)').matches; }
  get moving() { return !!this.#ease || (this.playing && !this.reduced); }

  #rest() {
    const { state } = this.#figure;
    const fields = Object.fromEntries(this.fields.map(([key, field]) => [key, field.options ? field.options.indexOf(state[key]) : state[key]]));
    return /** @type {Record<string, number>} */ ({ ...fields, ...this.#figure.eased(state) });
  }

  /** The state has changed. @param {boolean} ease */
  follow(ease) {
    const to = this.#rest();
    if (ease && !this.reduced) this.#ease = { from: { ...this.shown }, to, start: 0 };
    else this.settle();
  }

  settle() {
    this.#ease = null;
    this.shown = this.#rest();
  }

  play() {
    this.playing = true;
    this.#ease = null;
    this.#last = 0;
  }

  stop() {
    this.playing = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.settle();
  }

  /** With reduced motion playing is a step now and then. @param {boolean} active */
  wake(active) {
    if (!active) {
      this.#last = 0;
      clearTimeout(this.#timer);
      this.#timer = 0;
    } else if (this.playing && this.reduced && !this.#timer) {
      this.#timer = setTimeout(this.#step, Math.max(STILL_MS, 1000 / this.#figure.state.speed));
    }
  }

  /** Where the timeline stands. */
  get #at() { return this.shown[this.#figure.timeline]; }

  #step = () => {
    this.#timer = 0;
    if (this.playing) this.#reach(this.#at + Math.max(1, Math.round((this.#figure.state.speed * STILL_MS) / 1000)));
  };

  /** @param {number} position */
  #reach(position) {
    const end = lastPosition(this.#figure);
    const at = Math.min(position, end);
    this.shown = { ...this.shown, [this.#figure.timeline]: at };
    this.#figure.change({ [this.#figure.timeline]: Math.floor(at) });
    if (at >= end) this.#figure.pause();
  }

  /** @param {number} now */
  advance(now) {
    if (this.playing && !this.reduced) {
      const seconds = this.#last ? Math.min(now - this.#last, 100) / 1000 : 0;
      this.#last = now;
      this.#reach(this.#at + seconds * this.#figure.state.speed);
    }
    if (!this.#ease) return;
    const { from, to } = this.#ease;
    this.#ease.start ||= now;
    const part = smooth(Math.min(1, (now - this.#ease.start) / EASE_MS));
    if (part === 1) this.settle();
    else this.shown = Object.fromEntries(Object.entries(to).map(([key, value]) => [key, (from[key] ?? value) + (/** @type {number} */ (value) - (from[key] ?? value)) * part]));
  }
}
