import { PeFigure } from '../chassis/figure.js';
import { RULERS, bucketsModel, chosenOf, exactOf, lengthOf } from './model.js';
import { distanceAt, drawBuckets, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('buckets', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Shows on a ruler which distances between words share a bucket in T5. */
export class PeBuckets extends PeFigure {
  static words = words;
  static hasCode = true;
  static timeline = 'distance';
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    ruler: {
      kind: 'choice',
      value: 't5',
      options: RULERS,
      names: words.names.ruler,
      control: 'select',
      ease: true,
      expert: true,
    },
    both: { kind: 'flag', value: false, control: 'check', expert: true },
    buckets: {
      kind: 'number',
      value: 32,
      min: 4,
      max: 64,
      step: 2,
      control: 'select',
      picks: [8, 16, 32, 64],
      expert: true,
    },
    max: {
      kind: 'number',
      value: 128,
      min: (state) => exactOf(state) + 1,
      max: 1024,
      step: 1,
      control: 'select',
      picks: [64, 128, 256, 512, 1024],
      expert: true,
    },
    distance: {
      kind: 'number',
      value: 2,
      min: 0,
      max: (state) => lengthOf(state) - 1,
      step: 1,
      ease: true,
    },
    log: { kind: 'flag', value: false, control: 'check', expert: true },
  };

  /** @param {State} state */
  modelKey({ both, buckets, max }) {
    return `${both} ${buckets} ${max}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return bucketsModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    const numbers = this.keptModel(state);
    return { ...numbers, ...chosenOf(numbers, state), state };
  }

  /** Lets the axis change smoothly between linear and logarithmic. @param {State} state */
  eased({ log }) {
    return { warp: Number(log) };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawBuckets(pen, model, shown, pen.covered && !this.trying);
  }

  /** Hides the formula while it would answer the open question. @override @param {Model} model */
  formula(model) {
    return this.covered ? [] : super.formula(model);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const asked = { both: false, buckets: 32, max: 128, log: false, distance: 0 };
    /** Returns the movement to larger distances, on a ruler. @param {State['ruler']} ruler */
    const walk = (ruler) => ({ from: { ...asked, ruler }, to: { distance: words.ASKED } });
    return {
      ...words.questionTexts,
      answer: 't5',
      tries: { even: walk('even'), cut: walk('cut') },
      shows: walk('t5'),
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { ruler, both, log } = this.state;
    const next = RULERS[(RULERS.indexOf(ruler) + 1) % RULERS.length];
    /** @param {Partial<State>} patch */
    const set = (patch) => this.setState(patch, { ease: true });
    return [
      ['b', words.keyLabels.b, () => set({ both: !both })],
      ['l', words.keyLabels.l, () => set({ log: !log })],
      ['s', words.keyLabels.s, () => set({ ruler: next })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.#goToBucket(-dy);
  }

  /**
   * Goes to the first distance of the next bucket that is not empty.
   * @param {number} way 1 to a higher bucket, -1 to a lower bucket
   */
  #goToBucket(way) {
    const { starts, bucket, state } = /** @type {Model} */ (this.currentModel());
    const own = starts[state.ruler];
    let next = bucket + way;
    while (next < own.length && own[next] === own[next + 1]) next += way;
    if (next >= 0 && next < own.length) this.setState({ distance: own[next] }, { ease: true });
  }

  /** @param {number} x */
  point(x) {
    this.setState({ distance: distanceAt(this.ui.plot.clientWidth, this.state, x) });
  }
}
