/** Plays the acts of a scene one after the other. Each act moves the picture and says something. */
import { speak } from './language.js';
import { differing } from './state.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/** Some fields and their values. @typedef {Record<string, number | string | boolean>} Patch */

/**
 * A movement of the picture, as data.
 * @typedef {object} Movement
 * @property {Patch} [from] the fields at its start; without them, it starts at the present state
 * @property {Patch} to the fields at its end
 */

/**
 * @typedef {object} Act
 * @property {Movement} [movement] what moves; without it, the picture stands still
 * @property {() => void} [begin] called before the picture moves
 * @property {() => void} [set] called when the figure has the state at the end of the movement
 * @property {() => void} [arrive] says something once the picture has moved
 * @property {number} lasts how long the act is seen, in milliseconds
 * @property {number} moves for how many of these milliseconds the picture moves
 */

/**
 * Jumps to the start of a movement. Its model is computed, since some numbers tell how far the
 * figure has moved from there.
 * @param {Figure} figure
 * @param {Movement} movement
 */
function goToStart(figure, { from }) {
  if (from) figure.setState(from);
  figure.currentModel();
}

/**
 * Jumps to the end of a movement, by way of its start.
 * @param {Figure} figure
 * @param {Movement} movement
 */
export function enact(figure, movement) {
  goToStart(figure, movement);
  figure.setState(movement.to);
}

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
  /** The numbers that were drawn when the present movement began. @type {Record<string, number>} */
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
    this.#begin(act);
    const { arrive = () => {} } = act;
    if (motion.reduced) {
      arrive();
      if (!this.#rest.length) this.next();
      return;
    }
    this.#arrival = setTimeout(arrive, act.movement ? act.moves : 0);
    this.#timer = setTimeout(() => this.next(), act.lasts);
  }

  /** Sets the state of an act, to which the picture begins to move. @param {Act} act */
  #begin({ movement, begin, set, moves }) {
    const figure = this.#figure;
    begin?.();
    if (movement) goToStart(figure, movement);
    this.#from = { ...figure.motion.shown };
    if (movement) figure.motion.eases(moves, () => figure.setState(movement.to, { ease: true }));
    this.#state = figure.state;
    set?.();
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
