import { PeFigure } from '../chassis/figure.js';
import { RULES, alibiModel } from './model.js';
import { drawPicture, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('alibi', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

/**
 * The width of the space to the left of each part of the picture, in pixels. The numbers of the
 * axis are there. A press on this space counts as a press on the part.
 */
const LEFT_MARGIN = 34;

/** Shows ALiBi: the slope of each head, its biases, and how far back the head sees. */
export class PeAlibi extends PeFigure {
  static words = words;
  static hasCode = true;
  static waiting = { beginner: ['controls', 'presets'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    heads: {
      kind: 'number',
      value: 8,
      min: 1,
      max: 128,
      step: 1,
      control: 'range',
    },
    rule: {
      kind: 'choice',
      value: 'paper',
      options: RULES,
      names: words.names.rule,
      control: 'select',
      ease: true,
    },
    head: {
      kind: 'number',
      value: 3,
      min: 1,
      max: (state) => state.heads,
      step: 1,
      control: 'range',
    },
    length: {
      kind: 'number',
      value: 64,
      min: 2,
      max: 256,
      step: 1,
      control: 'range',
    },
    position: {
      kind: 'number',
      value: 40,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 24,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      control: 'number',
    },
    causal: { kind: 'flag', value: true, control: 'check' },
  };

  /** @param {State} state */
  compute(state) {
    return alibiModel(state);
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state.heads).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawPicture(pen, model, layout(pen.width, model.state.heads), shown);
  }

  /** Hides the formula while it would answer the open question. @override @param {Model} model */
  formula(model) {
    return this.covered ? [] : super.formula(model);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const row = { heads: 8, rule: 'paper', length: 64, causal: true };
    /** Returns the movement of the query along the text. @param {number} head the chosen head */
    const walk = (head) => ({ from: { ...row, head, position: 0 }, to: { position: 63 } });
    return {
      ...words.questionTexts,
      answer: 'spread',
      tries: { close: walk(1), either: walk(3) },
      shows: walk(8),
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { state } = this;
    const otherRule = RULES[1 - RULES.indexOf(state.rule)];
    return [
      ['+', words.keyLabels['+'], () => this.setState({ heads: state.heads + 1 })],
      ['-', words.keyLabels['-'], () => this.setState({ heads: state.heads - 1 })],
      ['x', words.keyLabels.x, () => this.setState({ rule: otherRule }, { ease: true })],
      ['c', words.keyLabels.c, () => this.setState({ causal: !state.causal })],
      ['m', words.keyLabels.m, () => this.setState({ other: state.position })],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ head: this.state.head + dy });
  }

  /**
   * Returns the box of a part of the picture, in CSS pixels of the plot.
   * @param {'lanes' | 'matrix' | 'row'} part
   */
  locate(part) {
    return layout(this.ui.plot.clientWidth, this.state.heads)[part];
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {PointerEvent} event
   */
  point(x, y, event) {
    const { length, heads } = this.state;
    const { lane, lanes, matrix, row } = layout(this.ui.plot.clientWidth, heads);
    /** @param {import('./picture.js').Box} box */
    const inside = (box) =>
      x >= box.x - LEFT_MARGIN && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    /** @param {import('./picture.js').Box} box */
    const keyAt = (box) => Math.floor(((x - box.x) / box.width) * length);
    if (inside(matrix)) {
      this.setState({
        position: Math.floor(((y - matrix.y) / matrix.height) * length),
        other: Math.max(0, keyAt(matrix)),
      });
    } else if (inside(row)) {
      this.setState({ [event.shiftKey ? 'other' : 'position']: keyAt(row) });
    } else if (inside(lanes)) {
      this.setState({ head: 1 + Math.floor((y - lanes.y) / lane) });
    }
  }
}
