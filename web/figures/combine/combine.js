import { h, rich } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { POSITIONS, SENTENCE, STDS, combineModel, readAt, spreadOf } from './model.js';
import { cardAt, drawCombine, layout, spreadAt } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('combine', english);

/**
 * Replaces the words of the sentence by their names in the language of the page.
 * @param {Reading[]} readings
 */
const named = (readings) =>
  readings.map((reading) => ({ ...reading, word: words.names[reading.token] }));

/** @typedef {import('./model.js').Reading} Reading */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/**
 * Makes the field for the dimensions, the heads or the layers of a large model. The figure counts
 * the numbers in the matrices of this model.
 * @param {number} value
 * @param {number[]} picks
 * @returns {import('../chassis/state.js').Field}
 */
const costField = (value, picks) => ({
  kind: 'number',
  value,
  min: picks[0],
  max: picks[picks.length - 1],
  step: picks[0],
  control: 'select',
  picks,
  expert: true,
});

/** The states to try are under the bar. In a narrow figure, they are under the question. */
const presetsStyle = `
.pe-stack>:is(.pe-picture,.pe-bar){order:-2}
.pe-presets{order:-1}`;

/** Adds a position vector to a word vector, and shows whether both can be read from the sum. */
export class PeCombine extends PeFigure {
  static words = words;
  static isSlow = true;
  static timeline = null;
  static waiting = { beginner: ['scaled', 'presets'] };
  static style = presetsStyle;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    query: {
      kind: 'number',
      value: 0,
      min: 0,
      max: SENTENCE - 1,
      step: 1,
    },
    scaled: { kind: 'flag', value: false, control: 'check' },
    mode: {
      kind: 'choice',
      value: 'add',
      options: ['add', 'concat'],
      control: 'toggle',
      ease: true,
      expert: true,
    },
    std: {
      kind: 'choice',
      value: '0.1',
      options: STDS,
      control: 'select',
      expert: true,
    },
    dim: dimField({ min: 16, max: 128, step: 16, expert: true }),
    start: {
      kind: 'number',
      value: 0,
      min: 0,
      max: POSITIONS - SENTENCE,
      step: 1,
      control: 'range',
      expert: true,
    },
    width: costField(512, [64, 128, 256, 512, 768, 1024, 2048, 4096]),
    heads: costField(8, [1, 2, 4, 8, 12, 16, 32]),
    layers: costField(6, [1, 2, 6, 12, 24, 48]),
    measured: { kind: 'flag', value: true },
  };

  /** @param {State} state */
  modelKey(state) {
    return `${state.dim} ${spreadOf(state)} ${state.start} ${state.mode}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return readAt(state, spreadOf(state));
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return combineModel(state, named(this.keptModel(state)));
  }

  /** @param {State} state */
  eased(state) {
    return { spread: spreadOf(state), reach: Number(state.measured) };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.beginner).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    const { state, spread } = model;
    const resting = shown.spread === spread;
    drawCombine(pen, model, layout(pen.width, pen.beginner), {
      reading: resting ? model.chosen : named(readAt(state, shown.spread))[state.query],
      spread: shown.spread,
      reach: shown.reach,
      apart: shown.mode,
      hidden: this.covered && !this.trying,
    });
  }

  /** @override */
  describe() {
    return words.describe(this.model, this.covered, this.beginner);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const asked = { ...words.states.asked, mode: 'add', dim: 64, start: 0, query: 0 };
    const from = { ...asked, measured: true };
    return {
      ...words.questionTexts,
      answer: 'position',
      // Each wrong answer is tried in a state in which it would be right.
      tries: {
        both: { from, to: words.states.balance },
        word: { from, to: words.states.long },
      },
      // The distances are measured again, so the picture moves even if nothing else changes.
      shows: { from: { ...asked, measured: false }, to: { measured: true } },
    };
  }

  /** Measures the distances again, in an animation. */
  #measure() {
    this.setState({ measured: false });
    this.motion.eases(1500, () => this.setState({ measured: true }, { ease: true }));
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { scaled, mode, start } = this.state;
    /** @param {Partial<State>} patch */
    const go = (patch) => this.setState(patch, { ease: true });
    return [
      ['x', words.keyLabels.x, () => go({ scaled: !scaled })],
      ['c', words.keyLabels.c, () => go({ mode: mode === 'add' ? 'concat' : 'add' })],
      ['m', words.keyLabels.m, () => this.#measure()],
      ['+', words.keyLabels.plus, () => go({ start: start + 1 })],
      ['-', words.keyLabels.minus, () => go({ start: start - 1 })],
    ];
  }

  /** Makes the panel that shows what it costs to put the position vector beside the word vector. */
  extra() {
    const line = h('p', {});
    const element = h(
      'div',
      { class: ['pe-panel', 'pe-expert'].join(' '), part: 'cost' },
      h('p', {}, h('b', {}, words.costTexts.heading)),
      line,
    );
    const sync = (/** @type {Model} */ model) =>
      line.replaceChildren(...rich(words.costTexts.counts(model)));
    return { element, sync };
  }

  /**
   * Left and right choose a word; up and down change the spread.
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    const { query, std } = this.state;
    if (dx) this.setState({ query: query + dx });
    const at = Math.min(Math.max(STDS.indexOf(std) - dy, 0), STDS.length - 1);
    if (dy) this.setState({ std: STDS[at] }, { ease: true });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ query: way < 0 ? 0 : SENTENCE - 1 });
  }

  /**
   * Chooses a word, or the spread under the pointer in the chart.
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const box = layout(this.ui.plot.clientWidth, this.beginner);
    const query = cardAt(box, x, y);
    const spread = spreadAt(box, x, y);
    if (query !== null) this.setState({ query });
    else if (spread !== null) this.setState({ std: this.#nearestStd(spread) }, { ease: true });
  }

  /**
   * Returns the option of STDS whose spread is nearest to the given spread.
   * @param {number} spread
   */
  #nearestStd(spread) {
    const { state } = this;
    /**
     * Compares an option's spread with the given spread: returns the larger divided by the smaller.
     * @param {string} std
     */
    const factor = (std) => {
      const own = spreadOf({ ...state, std });
      return Math.max(own / spread, spread / own);
    };
    return STDS.reduce((best, std) => (factor(std) < factor(best) ? std : best));
  }
}
