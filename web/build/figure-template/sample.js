import { PeFigure } from '../chassis/figure.js';
import { sampleModel } from './model.js';
import { drawSample, layout, positionAt } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('sample', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Shows the sine of one pair at each position. */
export class PeSample extends PeFigure {
  static words = words;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    length: {
      kind: 'number',
      value: 32,
      min: 8,
      max: 128,
      step: 1,
      control: 'range',
    },
    pair: {
      kind: 'number',
      value: 2,
      min: 0,
      max: 31,
      step: 1,
      control: 'range',
    },
    position: {
      kind: 'number',
      value: 5,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      ease: true,
    },
  };

  /** @param {State} state */
  modelKey(state) {
    return `${state.length} ${state.pair}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return sampleModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...this.keptModel(state), state };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawSample(pen, model, layout(pen.width), shown);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    return {
      ...words.questionTexts,
      answer: 'slow',
      shows: { from: { pair: 0 }, to: { pair: 8 } },
    };
  }

  /** Up chooses a faster pair, down chooses a slower pair. @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy }, { ease: true });
  }

  /** @param {number} x */
  point(x) {
    const { length } = this.state;
    this.setState({ position: positionAt(layout(this.ui.plot.clientWidth), x, length) });
  }
}
