/** Plays the acts of a scene one after the other. Each act moves the picture and says something. */
import { speak } from './language.js';
import { differing } from './state.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/**
 * @typedef {object} Act
 * @property {() => void} run sets the state that the picture moves to
 * @property {() => void} [arrive] says something once the picture has moved
 * @property {number} lasts how long the act is seen, in milliseconds
 * @property {number} moves for how many of these milliseconds the picture moves
 */

/**
 * A scene plays by itself. The reader can go on to the next act at any time. The reader can also go
 * back to any moment of the last act. With reduced motion, the picture jumps, and the next act
 * begins only when the reader goes on.
 */
export class Scene {
  #figure;
  /** The acts that have not begun. @type {Act[]} */
  #rest = [];
  #onEnd = () => {};
  #timer = 0;
  #arrival = 0;
  /** The numbers that were drawn when the present act began. @type {Record<string, number>} */
  #from = {};
  /** The state to which the present act has brought the figure. @type {Record<string, unknown>} */
  #state = {};

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  /**
   * Plays acts from the first one.
   * @param {Act[]} acts
   * @param {() => void} onEnd called after the last act
   */
  play(acts, onEnd) {
    this.#rest = [...acts];
    this.#onEnd = onEnd;
    this.next();
  }

  /** Ends the present act, and begins the next one. */
  next() {
    this.#forgetTimes();
    speak(this.#figure);
    const { motion } = this.#figure;
    motion.settle();
    this.#figure.stale();
    const act = this.#rest.shift();
    if (!act) {
      this.#onEnd();
      return;
    }
    this.#from = { ...motion.shown };
    motion.eases(act.moves, act.run);
    this.#state = this.#figure.state;
    const { arrive = () => {} } = act;
    if (motion.reduced) {
      arrive();
      if (!this.#rest.length) this.next();
      return;
    }
    this.#arrival = setTimeout(arrive, act.moves);
    this.#timer = setTimeout(() => this.next(), act.lasts);
  }

  #forgetTimes() {
    clearTimeout(this.#arrival);
    clearTimeout(this.#timer);
  }

  /** Shows a moment of the last act. @param {number} part the share of its time, from 0 to 1 */
  scrub(part) {
    this.#figure.setState(this.#state);
    this.#figure.motion.scrub(this.#from, part);
    this.#figure.stale();
  }

  /** Whether the figure has left the state to which the last act has brought it. */
  get isLeft() {
    return Object.keys(differing(this.#figure.state, this.#state)).length > 0;
  }

  /** Stops the scene. `onEnd` is not called. */
  stop() {
    this.#forgetTimes();
    this.#rest = [];
  }
}
