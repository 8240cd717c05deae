import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { shiftModel } from './model.js';
import { drawShift, layout } from './picture.js';
import * as words from './words.js';

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Fields } from '../chassis/state.js' */
/** @import { Model, State } from './model.js' */

export class PeShift extends PeFigure {
  static words = words;
  /** @type {Fields} */
  static fields = {
    dim: dimField(words.labels.dim, { max: 128, expert: true }),
    base: {
      kind: 'number',
      value: 10000,
      min: 2,
      max: 1e7,
      label: words.labels.base,
      expert: true,
    },
    length: { kind: 'number', value: 64, min: 1, max: 512, step: 1, label: words.labels.length },
    position: {
      kind: 'number',
      value: 10,
      min: 0,
      max: (/** @type {State} */ state) => state.length - 1,
      step: 1,
      label: words.labels.position,
      ease: true,
    },
    offset: {
      kind: 'number',
      value: 5,
      min: -32,
      max: 32,
      step: 1,
      label: words.labels.offset,
      control: 'range',
      ease: true,
    },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (/** @type {State} */ state) => state.dim / 2 - 1,
      step: 1,
      label: words.labels.pair,
      control: 'range',
    },
    convention: {
      kind: 'choice',
      value: 'row',
      options: ['row', 'column'],
      label: words.labels.convention,
      control: 'toggle',
      ease: true,
    },
  };

  /**
   * Leaves the position and the pair out of the key. So the matrix and its errors are not computed
   * again when only these two change.
   * @param {State} state
   */
  modelKey({ dim, base, offset, length, convention }) {
    return [dim, base, offset, length, convention].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return shiftModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...this.keptModel(state), state };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width).height;
  }

  /** @param {Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    drawShift(pen, model, shown);
  }

  /** @returns {Question} */
  question() {
    const state = { dim: 64, base: 10000, position: 10, offset: 5, pair: 0, convention: 'column' };
    return {
      ...words.questionTexts,
      answer: 'back',
      show: (figure) => figure.setState(state, { ease: true }),
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {Partial<State>} patch */
    const set = (patch) => this.setState(patch, { ease: true });
    const transpose = () => {
      set({ convention: this.state.convention === 'row' ? 'column' : 'row' });
    };
    return [
      ['x', words.keyLabels.x, transpose],
      ['+', words.keyLabels['+'], () => set({ offset: this.state.offset + 1 })],
      ['-', words.keyLabels['-'], () => set({ offset: this.state.offset - 1 })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const { matrix, strip } = layout(this.ui.plot.clientWidth);
    const { dim, length } = this.state;
    if (y > strip.y - 10) {
      this.setState({ position: Math.floor(((x - strip.x) / strip.width) * length) });
      return;
    }
    const [right, down] = [(x - matrix.x) / matrix.size, (y - matrix.y) / matrix.size];
    if (right >= 0 && right < 1 && down >= 0 && down < 1)
      this.setState({ pair: Math.floor(down * (dim / 2)) });
  }
}
