import { PeFigure } from '../chassis/figure.js';
import { baseField, dimField } from '../parts/fields.js';
import { FORMATS, lensesOf, nearOf, overviewOf } from './model.js';
import { clockAt, drawPrecision, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('precision', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Play begins this many positions before the slower shown clock first stands still. */
const LEAD = 8;

/** Shows what happens to positions when their sines and cosines are stored with few bits. */
export class PePrecision extends PeFigure {
  static words = words;
  static isSlow = true;
  static hasCode = true;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    format: {
      kind: 'choice',
      value: 'bfloat16',
      options: FORMATS,
      names: words.formatNames,
      control: 'select',
    },
    dim: dimField({ expert: true }),
    base: baseField(),
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      ease: true,
    },
    position: {
      kind: 'number',
      value: 235,
      min: 1,
      max: 1e6,
      step: 1,
      ease: true,
    },
    far: { kind: 'flag', value: true },
  };

  /** @param {State} state */
  modelKey({ dim, base }) {
    return `${dim} ${base}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return overviewOf(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...this.keptModel(state), ...nearOf(state), state };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.beginner).height;
  }

  /**
   * Returns 0 if the picture shows the exact tips of the hands, and 1 if it shows the stored tips.
   * In float64, the stored tips are as good as exact.
   * @param {State} state
   */
  eased({ format }) {
    return { rounded: format === 'float64' ? 0 : 1 };
  }

  /** While the picture moves, the caption states no conclusion. @override @param {Model} model */
  caption(model) {
    return words.caption(model, !this.judges, this.beginner);
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, { rounded }) {
    const isTried = !pen.covered || this.trying !== null;
    drawPrecision(pen, model, {
      rounded: isTried ? rounded : 0,
      verdict: isTried && !pen.onTheWay,
      bars: pen.judges,
    });
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const from = { dim: 64, base: 10000, position: 235, pair: 31, format: 'float64' };
    return {
      ...words.questionTexts,
      answer: 'slow',
      tries: {
        none: { from, to: { format: 'float32' } },
        fast: { from: { ...from, pair: 3 }, to: { format: 'bfloat16' } },
      },
      shows: { from, to: { format: 'bfloat16' } },
    };
  }

  /**
   * Plays from shortly before the slower clock under the lenses first stands still. At earlier
   * positions, the reader would see nothing happen. @override
   */
  play() {
    if (this.begun && !this.playing && !this.covered) {
      const { first, state } = /** @type {Model} */ (this.currentModel());
      const start = first[state.format][lensesOf(state)[1]] - LEAD;
      if (state.position < start) this.seek(start);
    }
    super.play();
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { format } = this.state;
    const next = FORMATS[(FORMATS.indexOf(format) + 1) % FORMATS.length];
    return [
      ['n', words.keyLabels.n, () => this.setState({ format: next })],
      ['f', words.keyLabels.f, () => this.#goToFirst()],
    ];
  }

  /** Goes to the first position at which the chosen clock stands still, if it ever does. */
  #goToFirst() {
    const { first, state } = /** @type {Model} */ (this.currentModel());
    const position = first[state.format][state.pair];
    if (position && !this.covered) this.setState({ position });
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy }, { ease: true });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const box = layout(this.ui.plot.clientWidth, this.beginner);
    const pair = clockAt(box, this.state.dim / 2, x, y);
    if (pair !== null) this.setState({ pair });
  }
}
