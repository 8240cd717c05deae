import { sinusoidal } from '../../index.js';
import { h } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { grouped } from '../chassis/format.js';
import { baseField, dimField } from '../parts/fields.js';
import { FOOLED, clocksModel } from './model.js';
import { drawClocks, layout, pairAt } from './picture.js';
import * as words from './words.js';

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** The last position of the scrub bar while the bar is linear. */
const LAST_NEAR = 127;

export class PeClocks extends PeFigure {
  static words = words;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    dim: dimField(words.labels.dim),
    base: baseField(words.labels.base),
    position: {
      kind: 'number',
      value: 12,
      min: 0,
      max: 1e6,
      step: 1,
      label: words.labels.position,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 0,
      min: 0,
      max: 1e6,
      step: 1,
      label: words.labels.other,
      control: 'number',
    },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.dim / 2 - 1,
      step: 1,
      label: words.labels.pair,
      control: 'range',
    },
    far: { kind: 'flag', value: false, label: words.labels.far },
  };

  /**
   * Makes the scrub bar logarithmic for a far position. If the bar becomes linear again, moves
   * a far position to the end of the bar.
   * @param {Partial<State>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    if (Number(patch.position) > LAST_NEAR && !before.far && !('far' in patch))
      return { ...patch, far: true };
    const turnedOff = 'far' in patch && !patch.far;
    if (turnedOff && !('position' in patch) && before.position > LAST_NEAR)
      return { ...patch, position: LAST_NEAR };
    return patch;
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...clocksModel(state), state };
  }

  /** @param {number} width */
  heightFor(width) {
    return this.#box(width).height;
  }

  /** @param {number} width */
  #box(width) {
    return layout(width, this.state.dim / 2);
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    const { position, dim, base } = model.state;
    const readings =
      shown.position === position
        ? model.table
        : sinusoidal(1, dim, { dtype: 'float64', base, start: shown.position });
    drawClocks(pen, model, this.#box(pen.width), readings);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    return {
      ...words.questionTexts,
      answer: '44',
      show: (figure) => figure.setState({ position: 44, other: 0, pair: 0 }, { ease: true }),
      because: ({ state }) => {
        /** @param {number} position */
        const apart = (position) => clocksModel({ ...state, position }).chords[0];
        return words.questionTexts.because({ three: apart(3), six: apart(6) });
      },
    };
  }

  /** Makes the panel of the game. It shows the best position that the reader has found so far. */
  extra() {
    let closest = Infinity;
    const line = h('p', { role: 'status' }, words.game.none);
    const element = h(
      'div',
      { class: 'pe-panel', part: 'game' },
      h('p', {}, h('b', {}, words.game.title)),
      h('p', {}, words.game.task),
      line,
    );
    return {
      element,
      reset() {
        closest = Infinity;
        line.replaceChildren(words.game.none);
      },
      sync: (/** @type {Model} */ { state: { position, other }, chords, total }) => {
        const [chord] = chords;
        const counts = !this.playing && other === 0 && position !== 0;
        if (!counts || !(chord < closest)) return;
        closest = chord;
        const fools = chord < FOOLED;
        line.replaceChildren(
          h(
            'span',
            { class: fools ? 'pe-right' : 'pe-quiet' },
            fools ? words.game.fools : words.game.closest,
          ),
          h('b', {}, grouped(position)),
          words.game.result({ position, chord, total }),
        );
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [['m', words.keyLabels.m, () => this.setState({ other: this.state.position })]];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const pair = pairAt(this.#box(this.ui.plot.clientWidth), this.model.waves, x, y);
    if (pair !== null) this.setState({ pair });
  }
}
