import { PeFigure } from '../chassis/figure.js';
import { lengthAt } from './costs.js';
import { KINDS, LENGTHS, LONGEST, networksModel, reachOf, wordsOf } from './model.js';
import { drawNetworks, layout, wordAt } from './picture.js';
import { translated } from '../chassis/language.js';
import { joined } from '../parts/lazily.js';
import * as english from './words.js';

const words = translated('networks', english);

/** @typedef {import('./model.js').Kind} Kind */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Counts the words of the text in a state. @param {Partial<State>} state */
const countOf = ({ tokens }) => wordsOf(tokens)?.length ?? 0;

/** Shows how news about the first word spreads through three kinds of networks. */
export class PeNetworks extends PeFigure {
  static words = words;
  static timeline = 'taken';
  static waiting = { beginner: ['tokens'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    tokens: {
      kind: 'text',
      value: words.sentences.asked,
      longest: LONGEST,
      clean: (text) => wordsOf(text)?.join(' ') ?? words.sentences.asked,
      control: 'text',
    },
    taken: {
      kind: 'number',
      value: 1,
      min: 0,
      max: (state) => countOf(state) - 1,
      step: 1,
      ease: true,
    },
    kernel: {
      kind: 'number',
      value: 3,
      min: 2,
      max: 7,
      step: 1,
      control: 'select',
      picks: [2, 3, 4, 5, 7],
      expert: true,
    },
    dilated: {
      kind: 'flag',
      value: false,
      control: 'check',
      expert: true,
    },
    padding: {
      kind: 'flag',
      value: true,
      control: 'check',
      expert: true,
    },
    length: {
      kind: 'number',
      value: 512,
      min: LENGTHS[0],
      max: LENGTHS[1],
      step: 1,
      control: 'select',
      picks: [64, 512, 2048, 8192, 32768, 131072],
      expert: true,
    },
    dim: {
      kind: 'number',
      value: 512,
      min: 64,
      max: 4096,
      step: 64,
      control: 'select',
      picks: [64, 512, 768, 1024, 4096],
      expert: true,
    },
    heads: {
      kind: 'choice',
      value: '8',
      options: ['1', '2', '4', '8', '16', '32'],
      control: 'select',
      expert: true,
    },
    // A step takes half a second, so readers can follow how the first word's news spreads.
    speed: { kind: 'number', value: 2, min: 1, max: 1000 },
  };

  /** @param {State} state */
  modelKey({ taken: _taken, speed: _speed, ...others }) {
    return Object.values(others).join();
  }

  /** @param {State} state */
  makeModel(state) {
    return networksModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return joined(this.keptModel(state), { state });
  }

  /**
   * Returns where each part of the picture is. This works before the kernels are loaded.
   * @param {number} width
   */
  #layout(width) {
    const own = wordsOf(this.state.tokens) ?? [];
    const layers = KINDS.map((kind) => reachOf(kind, own.length, this.state).steps);
    return layout(width, own, layers, this.beginner);
  }

  /** @param {number} width */
  heightFor(width) {
    return this.#layout(width).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawNetworks(pen, model, this.#layout(pen.width), {
      at: shown.taken,
      hidden: pen.covered,
      tried: this.trying,
    });
  }

  /** Hides the formula while it would answer the open question. @override @param {Model} model */
  formula(model) {
    return this.covered ? [] : super.formula(model);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const from = { tokens: words.sentences.asked, kernel: 3, dilated: false, taken: 0 };
    // All networks run at once. The picture marks the network that a wrong answer names.
    const run = { from, to: { taken: countOf(from) - 1 } };
    return {
      ...words.questionTexts,
      answer: 'attention',
      tries: { recurrent: run, convolution: run },
      shows: run,
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { dilated, padding, length } = this.state;
    return [
      ['d', words.keyLabels.d, () => this.setState({ dilated: !dilated })],
      ['p', words.keyLabels.p, () => this.setState({ padding: !padding })],
      ['+', words.keyLabels.plus, () => this.setState({ length: length * 2 })],
      ['-', words.keyLabels.minus, () => this.setState({ length: length / 2 })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ kernel: this.state.kernel - dy });
  }

  /**
   * A press on the chart chooses a length. A press on a word's column chooses the step at which the
   * news reaches this word in the recurrent network.
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const box = this.#layout(this.ui.plot.clientWidth);
    const length = box.costs && lengthAt(box.costs, x, y);
    if (length) this.setState({ length });
    else if (y < box.lanes[2].bottom && x >= box.left) this.setState({ taken: wordAt(box, x) });
  }
}
