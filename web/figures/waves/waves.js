import { h, rich } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { baseField, dimField } from '../parts/fields.js';
import { PRESETS, isSecret, pairsOf, wavesModel } from './model.js';
import { drawWaves, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('waves', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Fields } from '../chassis/state.js' */
/** @import { Model, State } from './model.js' */

export class PeWaves extends PeFigure {
  static words = words;
  static hasCode = true;
  static waiting = { beginner: ['finder'] };
  /** @type {Fields} */
  static fields = {
    dim: dimField({ expert: true }),
    base: baseField(),
    length: {
      kind: 'number',
      value: 100,
      min: 4,
      max: 200,
      step: 1,
      control: 'range',
      expert: true,
    },
    position: {
      kind: 'number',
      value: 21,
      min: 0,
      max: (/** @type {State} */ state) => state.length,
      step: 1,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 23,
      min: 0,
      max: (/** @type {State} */ state) => state.length,
      step: 1,
      control: 'number',
      expert: true,
      ease: true,
    },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (/** @type {State} */ state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      ease: true,
    },
    lines: {
      kind: 'choice',
      value: 'first',
      options: PRESETS,
      names: words.names.lines,
      control: 'select',
      expert: true,
    },
    pairs: {
      kind: 'text',
      value: '0, 7, 16',
      longest: 40,
      control: 'text',
      expert: true,
      when: (/** @type {State} */ state) => state.lines === 'own',
    },
    parts: {
      kind: 'choice',
      value: 'both',
      options: ['both', 'cosine'],
      control: 'toggle',
      expert: true,
      ease: true,
    },
  };

  /** @param {State} state */
  compute(state) {
    return wavesModel(state);
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state, this.beginner).height;
  }

  /** @param {Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    drawWaves(pen, model, shown);
  }

  /** Returns no formula for a clock that would answer the question. @param {Model} model */
  formula(model) {
    return isSecret(model.state.pair, this.covered) ? [] : super.formula(model);
  }

  /** Shows clock 0 in place of a clock that would answer the question. @param {Model} model */
  tables(model) {
    const { state } = model;
    const secret = isSecret(state.pair, this.covered);
    return super.tables(secret ? wavesModel({ ...state, pair: 0 }) : model);
  }

  /** @returns {Question} */
  question() {
    const state = { dim: 64, base: 10000, length: 100, parts: 'both', other: 0, position: 0 };
    /**
     * Returns the movement from position 0 to 100.
     * @param {object} patch more fields for the state in which the movement starts
     */
    const run = (patch) => ({ from: { ...state, ...patch }, to: { position: 100 } });
    /**
     * Returns the movement that shows why an answer is wrong.
     * @param {number} pair a clock that turns about as often as the answer says
     */
    const tried = (pair) => run({ lines: 'own', pairs: '0, 1, 2, 7', pair });
    return {
      ...words.questionTexts,
      answer: 'part',
      tries: { half: tried(2), two: tried(7) },
      shows: run({ lines: 'spread', pair: 16 }),
    };
  }

  /** Makes the panel that finds the twin of the current position. */
  extra() {
    const line = h('p', { role: 'status' });
    const reason = h('p', {}, words.finderTexts.reason);
    const find = h('button', { type: 'button', onclick: () => this.#find() });
    const wide = h(
      'div',
      { class: 'pe-panel', part: 'finder' },
      h('p', {}, h('b', {}, words.finderTexts.heading)),
      reason,
      h('div', { class: 'pe-acts' }, find, line),
    );
    return {
      wide,
      sync: (/** @type {Model} */ model) => {
        const { beginner } = this;
        find.textContent = words.finderTexts.button(model.state.position);
        find.setAttribute('aria-disabled', String(model.twin < 0));
        line.replaceChildren(...rich(words.finderTexts.found(model, beginner)));
      },
    };
  }

  /** Compares the current position with its twin, if it has one. */
  #find() {
    const { twin } = /** @type {Model} */ (this.currentModel());
    if (twin >= 0) this.setState({ other: twin }, { ease: true });
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {Partial<State>} patch */
    const set = (patch) => this.setState(patch, { ease: true });
    return [
      ['f', words.keyLabels.f, () => this.#find()],
      [
        's',
        words.keyLabels.s,
        () => set({ parts: this.state.parts === 'both' ? 'cosine' : 'both' }),
      ],
      ['m', words.keyLabels.m, () => set({ other: this.state.position })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy }, { ease: true });
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { left, right, top, lane } = layout(this.ui.plot.clientWidth, this.state, this.beginner);
    const lanes = pairsOf(this.state);
    const row = Math.floor((y - top) / lane);
    if (event.type === 'pointerdown' && row >= 0 && row < lanes.length)
      this.setState({ pair: lanes[row] }, { ease: true });
    if (x <= left - 12) return;
    const cursor = event.shiftKey ? 'other' : 'position';
    const position = Math.round(((x - left) / (right - left)) * this.state.length);
    this.setState({ [cursor]: position });
  }
}
