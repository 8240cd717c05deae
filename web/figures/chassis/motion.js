/**
 * Moves the picture while the figure plays, and eases it. An ease is a short, smooth movement from
 * one state to the next.
 */
import { media } from './dom.js';
import { coerce } from './state.js';
import { lastPosition } from './transport.js';

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./state.js').State} State */

/** The duration of an ease, in milliseconds. */
const EASE_MS = 240;

/** Rounding may leave a moving number this much below the whole number that it has reached. */
const ROUNDING = 1e-6;

/** The shortest time between two steps with reduced motion, in milliseconds. */
const STILL_MS = 500;

/**
 * In one frame, playing moves forward by at most this many milliseconds. After a longer pause, for
 * example while the page was hidden, playing does not catch up.
 */
const LONGEST_FRAME_MS = 100;

/**
 * An ease goes from the numbers `from` to the numbers `to`. It lasts `lasts` milliseconds, and has
 * run for `ran` milliseconds. `leg` says which part of a longer way the ease covers, as two
 * fractions of this way: [0, 1] is the whole way.
 * @typedef {object} Ease
 * @property {Record<string, number>} from
 * @property {Record<string, number>} to
 * @property {number} lasts
 * @property {number} ran
 * @property {[begin: number, end: number]} leg
 */

/** Slows the start and the end of an ease. @param {number} part the share of time, from 0 to 1 */
export const smooth = (part) => part * part * (3 - 2 * part);

/**
 * Returns the numbers between two sets of numbers.
 * @param {Record<string, number>} from
 * @param {Record<string, number>} to
 * @param {number} part 0 gives `from`, and 1 gives `to`
 */
export function between(from, to, part) {
  /** @type {Record<string, number>} */
  const numbers = {};
  for (const [key, end] of Object.entries(to)) {
    const begin = from[key] ?? end;
    numbers[key] = begin + (end - begin) * part;
  }
  return numbers;
}

/**
 * Returns the whole numbers that a moving picture has reached, by field.
 * @param {Figure} figure
 * @param {Record<string, number>} shown the numbers that are drawn
 */
export function reached({ definition, state }, shown) {
  /** @type {Record<string, number>} */
  const numbers = {};
  for (const [key, field] of Object.entries(definition.allFields))
    if (field.ease && field.kind === 'number')
      numbers[key] = coerce(field, Math.floor(shown[key]), state);
  return numbers;
}

/**
 * Computes the numbers that are drawn while something moves. `shown` contains every field that
 * eases, and the numbers that the method `eased` of the figure adds. For a field with options,
 * `shown` has the index of the chosen option. When nothing moves, `shown` has the values of the
 * state.
 */
export class Motion {
  #figure;
  #fields;
  /**
   * The ease that moves the picture now.
   * @type {Ease | null}
   */
  #ease = null;
  /** The duration of the next ease, in milliseconds. */
  #lasts = EASE_MS;
  /** The time of the last frame of this movement, in milliseconds; 0 before the first frame. */
  #time = 0;
  #timer = 0;
  /** Whether the picture moves so slowly that the reader can read its numbers on the way. */
  #isSlow = false;
  /** How far along its way the picture is while no ease runs, from 0 to 1. */
  #share = 1;
  /** The last state that `moment` computed from moving numbers. @type {State} */
  #last = {};
  playing = false;

  /**
   * @param {Figure} figure
   * @param {import('./state.js').Fields} fields
   */
  constructor(figure, fields) {
    this.#figure = figure;
    this.#fields = Object.entries(fields).filter(([, field]) => field.ease);
    this.shown = this.#rest();
  }

  /** Whether the reader prefers reduced motion. */
  get reduced() {
    return media('(prefers-reduced-motion: reduce)').matches;
  }

  /** Whether the picture changes from one frame to the next. */
  get moving() {
    return !!this.#ease || (this.playing && !this.reduced);
  }

  /** Returns the numbers that are drawn for the current state when nothing moves. */
  #rest() {
    const { state } = this.#figure;
    /** @type {Record<string, number>} */
    const numbers = {};
    for (const [key, { options }] of this.#fields)
      numbers[key] = options ? options.indexOf(state[key]) : state[key];
    return { ...numbers, ...this.#figure.eased(state) };
  }

  /**
   * Moves the picture to the current state after a change.
   * @param {boolean} ease true moves the picture smoothly, false makes it jump
   */
  follow(ease) {
    if (!ease || this.reduced) {
      this.settle();
      return;
    }
    if (!this.moving) this.#time = 0;
    const [from, to] = [{ ...this.shown }, this.#rest()];
    this.#ease = { from, to, lasts: this.#lasts, ran: 0, leg: [0, 1] };
    this.#isSlow = this.#lasts > EASE_MS;
  }

  /**
   * Moves the picture slowly along a leg of its way to the current state.
   * @param {Record<string, number>} from the numbers at the start of the way
   * @param {[begin: number, end: number]} leg two shares of the way
   * @param {number} lasts in milliseconds
   */
  travel(from, leg, lasts) {
    this.hold(from, leg[0]);
    const to = between(from, this.#rest(), leg[1]);
    this.#ease = { from: this.shown, to, lasts, ran: 0, leg };
    this.#time = 0;
  }

  /**
   * Changes the state with an ease that takes longer than usual, so that the reader can follow.
   * @param {number} lasts in milliseconds
   * @param {() => void} change changes the state
   */
  eases(lasts, change) {
    this.#lasts = lasts;
    try {
      change();
    } finally {
      this.#lasts = EASE_MS;
    }
  }

  /**
   * The state of the moment that is drawn. While the picture moves slowly, the number fields have
   * the whole numbers that the picture has reached. Otherwise this is the state of the figure.
   */
  get moment() {
    const { state } = this.#figure;
    if (!this.#isSlow) return state;
    const moment = { ...state, ...reached(this.#figure, this.shown) };
    // Equal values give the same object, because the figure computes a model for each new object.
    if (Object.keys(moment).some((key) => moment[key] !== this.#last[key])) this.#last = moment;
    return this.#last;
  }

  /** The share of the movement's time that has passed, from 0 to 1. */
  get progress() {
    if (!this.#ease) return this.#share;
    const { ran, lasts, leg } = this.#ease;
    return leg[0] + (leg[1] - leg[0]) * Math.min(1, ran / lasts);
  }

  /** Whether the picture moves slowly and has not arrived. Until then, it must show no result. */
  get onTheWay() {
    return this.#isSlow && this.progress < 1;
  }

  /**
   * Holds the picture on its way to the current state, until the state changes. The picture is held
   * at a whole position, so that all numbers beside it belong to this position.
   * @param {Record<string, number>} from the numbers at the start of the way
   * @param {number} share the share of the way, from 0 to 1
   */
  hold(from, share) {
    this.#ease = null;
    this.#isSlow = true;
    this.#share = share;
    const to = this.#rest();
    const shown = between(from, to, share);
    for (const key of this.#positions)
      if (Math.abs(to[key] - from[key]) > 1) shown[key] = Math.floor(shown[key] + ROUNDING);
    this.shown = shown;
  }

  /** The fields that ease in whole steps, such as positions; none if there is no timeline. */
  get #positions() {
    const { timeline } = this.#figure;
    return this.#fields.flatMap(([key, { kind, step }]) =>
      kind === 'number' && step === 1 && timeline ? [key] : [],
    );
  }

  /** Jumps to the current state. */
  settle() {
    this.#ease = null;
    this.#isSlow = false;
    this.#share = 1;
    this.shown = this.#rest();
  }

  play() {
    this.playing = true;
    this.#ease = null;
    this.#isSlow = false;
    this.#share = 1;
    this.#time = 0;
  }

  stop() {
    this.playing = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.settle();
  }

  /**
   * Starts the timer for the next step if the figure plays with reduced motion. The picture then
   * moves in steps, and not in every frame. Stops the timer if the figure cannot be seen.
   * @param {boolean} active whether the figure can be seen
   */
  wake(active) {
    if (!active) {
      this.#time = 0;
      clearTimeout(this.#timer);
      this.#timer = 0;
    } else if (this.playing && this.reduced && !this.#timer) {
      const { speed } = this.#figure.state;
      this.#timer = setTimeout(this.#step, Math.max(STILL_MS, 1000 / speed));
    }
  }

  #step = () => {
    this.#timer = 0;
    if (!this.playing) return;
    const count = Math.round((this.#figure.state.speed * STILL_MS) / 1000);
    this.#goTo(this.#at + Math.max(1, count));
  };

  get #timeline() {
    return /** @type {string} */ (this.#figure.timeline);
  }

  /** The position on the timeline that is drawn. It need not be a whole number. */
  get #at() {
    return this.shown[this.#timeline];
  }

  /** Goes to a position on the timeline, and pauses at the end. @param {number} position */
  #goTo(position) {
    const end = lastPosition(this.#figure);
    const at = Math.min(position, end);
    this.shown = { ...this.shown, [this.#timeline]: at };
    this.#figure.change({ [this.#timeline]: Math.floor(at) });
    if (at >= end) this.#figure.pause();
  }

  /** Moves the shown numbers to the time of a frame. @param {number} now in milliseconds */
  advance(now) {
    // The time of a frame should never decrease. If it does, no time counts as passed.
    const passed = this.#time ? Math.max(0, now - this.#time) : 0;
    this.#time = now;
    if (this.playing && !this.reduced) {
      const seconds = Math.min(passed, LONGEST_FRAME_MS) / 1000;
      this.#goTo(this.#at + seconds * this.#figure.state.speed);
    }
    if (this.#ease) this.#advanceEase(this.#ease, passed);
  }

  /**
   * @param {Ease} ease
   * @param {number} passed the milliseconds since the last frame
   */
  #advanceEase(ease, passed) {
    ease.ran += passed;
    const part = smooth(Math.min(1, ease.ran / ease.lasts));
    const [, end] = ease.leg;
    if (part === 1 && end === 1) {
      this.settle();
      return;
    }
    this.shown = between(ease.from, ease.to, part);
    if (part < 1) return;
    this.#ease = null;
    this.#share = end;
  }
}
