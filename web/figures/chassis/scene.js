/** Plays the acts of a scene one after the other. Each act moves the picture and says something. */
import { speak } from './language.js';
import { smooth } from './motion.js';
import { differing } from './state.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/** Some fields and their values. @typedef {Record<string, number | string | boolean>} Patch */

/**
 * A movement of the picture, as data.
 * @typedef {object} Movement
 * @property {Patch} [from] the fields at its start; without them, it starts at the current state
 * @property {Patch} to the fields at its end
 * @property {number[]} [stops] where the picture stops on its way: shares of the way between 0 and
 *   1, in order
 */

/**
 * @typedef {object} Act
 * @property {Movement} [movement] what moves; without it, the picture stands still
 * @property {() => void} [begin] called before the picture moves
 * @property {() => void} [set] called when the figure has the state at the end of the movement
 * @property {(stop: number) => void} [atStop] says something at the stop with this index
 * @property {() => void} [arrive] says something once the picture has moved
 * @property {number} moves for how many milliseconds the picture moves
 * @property {number} stays for how many milliseconds the act is seen after that
 */

/** How long the picture stays at a stop, in milliseconds. */
const STOP_MS = 800;

/**
 * Jumps to the start of a movement. Also computes the model of this state, because some models
 * compare later states with it.
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
 * Returns how far the picture is on its way. The picture starts slowly at each stop, and slows down
 * before the next stop.
 * @param {number} part the share of the movement's time, from 0 to 1
 * @param {number[]} stops
 */
function shareAt(part, stops) {
  const ends = [...stops, 1];
  const leg = ends.findIndex((end) => part <= end);
  const begin = ends[leg - 1] ?? 0;
  const length = ends[leg] - begin;
  return begin + length * smooth((part - begin) / length);
}

/**
 * A scene plays by itself. The reader can go on to the next act at any time. The reader can also go
 * back to any moment of the last act. With reduced motion, the picture jumps to its next stop or to
 * the end of the act, but only when the reader goes on.
 */
export class Scene {
  #figure;
  /** The acts that have not begun. @type {Act[]} */
  #rest = [];
  #onEnd = () => {};
  #timer = 0;
  /** The present act. @type {Act} */
  #act = { moves: 0, stays: 0 };
  /** The stops of the present movement. @type {number[]} */
  #stops = [];
  /** How many of these stops the picture has reached. */
  #reached = 0;
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
    this.#nextAct();
  }

  /** Goes on to the next act. With reduced motion, goes on to the next stop, if there is one. */
  next() {
    const isStep = this.#figure.motion.reduced && this.#reached < this.#stops.length;
    if (isStep) this.#reachStop();
    else this.#nextAct();
  }

  /** Ends the scene. */
  end() {
    this.stop();
    this.#nextAct();
  }

  /** Ends the scene, and keeps the state that the reader has set meanwhile. */
  leave() {
    const figure = this.#figure;
    const { state, motion, playing } = figure;
    const shown = { ...motion.shown };
    // The remaining acts run at once, from the state of the present act. `onEnd` needs what their
    // functions prepare.
    figure.setState(this.#state);
    for (const act of this.#rest.splice(0)) {
      this.#begin(act);
      act.set?.();
    }
    figure.setState(state);
    this.#nextAct();
    // The picture continues from what it showed: it plays, or moves smoothly to the reader's state.
    motion.shown = shown;
    if (playing) figure.play();
    else motion.follow(true);
  }

  /** Ends the present act, and begins the next one. */
  #nextAct() {
    clearTimeout(this.#timer);
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
    if (!motion.reduced) this.#travel();
    else if (this.#stops.length) motion.hold(this.#from, 0);
    act.set?.();
    if (!motion.reduced || this.#stops.length) return;
    act.arrive?.();
    if (!this.#rest.length) this.#nextAct();
  }

  /** Sets the state of an act, to which the picture then moves. @param {Act} act */
  #begin(act) {
    const figure = this.#figure;
    const { movement, begin } = act;
    begin?.();
    if (movement) goToStart(figure, movement);
    this.#from = { ...figure.motion.shown };
    if (movement) figure.setState(movement.to);
    this.#act = act;
    this.#state = figure.state;
    this.#reached = 0;
    const isStill = !Object.keys(differing(figure.motion.shown, this.#from)).length;
    this.#stops = isStill ? [] : (movement?.stops ?? []);
  }

  /** Moves the picture to the next stop, or to the end of its way. */
  #travel() {
    const figure = this.#figure;
    const { movement, moves } = this.#act;
    const begin = this.#stops[this.#reached - 1] ?? 0;
    const end = this.#stops[this.#reached] ?? 1;
    const lasts = movement ? (end - begin) * moves : 0;
    if (movement && !this.isLeft) figure.motion.travel(this.#from, [begin, end], lasts);
    figure.stale();
    this.#timer = setTimeout(() => (end < 1 ? this.#reachStop() : this.#arrive()), lasts);
  }

  /**
   * Holds the picture at a stop, and says what is seen there. Without reduced motion, it does
   * neither if the reader has changed the state meanwhile.
   */
  #reachStop() {
    const { reduced } = this.#figure.motion;
    const stop = this.#reached++;
    if (reduced || !this.isLeft) {
      speak(this.#figure);
      this.#show(this.#stops[stop]);
      this.#act.atStop?.(stop);
    }
    if (!reduced) this.#timer = setTimeout(() => this.#travel(), STOP_MS);
  }

  #arrive() {
    const { arrive, stays } = this.#act;
    speak(this.#figure);
    arrive?.();
    this.#timer = setTimeout(() => this.#nextAct(), stays);
  }

  /** Shows the picture on its way. @param {number} share the share of the way, from 0 to 1 */
  #show(share) {
    this.#figure.setState(this.#state);
    this.#figure.motion.hold(this.#from, share);
    this.#figure.stale();
  }

  /** Shows a moment of the last act. @param {number} part the share of the time, from 0 to 1 */
  scrub(part) {
    this.#show(shareAt(part, this.#stops));
  }

  /** The fields whose values differ from the state that the last act set. */
  get #changed() {
    return Object.keys(differing(this.#figure.state, this.#state));
  }

  /** Whether any field differs from the state that the last act set. */
  get isLeft() {
    return this.#changed.length > 0;
  }

  /** Whether any field except the highlights differs from the state that the last act set. */
  get isPast() {
    const { highlights } = this.#figure.definition;
    return this.#changed.some((key) => !highlights.includes(key));
  }

  /** Stops the scene. `onEnd` is not called. */
  stop() {
    clearTimeout(this.#timer);
    this.#rest = [];
  }
}
