import { h, rich } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { makeFinds } from '../parts/finds.js';
import { baseField, dimField } from '../parts/fields.js';
import { METRICS, lead, similarityModel } from './model.js';
import { drawSimilarity, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('similarity', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Fields } from '../chassis/state.js' */
/** @import { Model, State } from './model.js' */

/** The separation of the counter-example that the question shows. */
const ANSWER = 47;

export class PeSimilarity extends PeFigure {
  static words = words;
  static hasCode = true;
  static waiting = { always: ['game'], beginner: ['controls', 'presets'] };
  static timeline = 'offset';
  /** @type {Fields} */
  static fields = {
    metric: {
      kind: 'choice',
      value: 'cosine',
      options: METRICS,
      names: words.names.metric,
      control: 'select',
    },
    dim: dimField({ value: 128 }),
    base: baseField(),
    length: {
      kind: 'number',
      value: 64,
      min: 8,
      max: 128,
      step: 1,
      control: 'range',
    },
    offset: {
      kind: 'number',
      value: 8,
      min: 0,
      max: (/** @type {State} */ state) => state.length - 1,
      step: 1,
      ease: true,
    },
    position: {
      kind: 'number',
      value: 10,
      min: 0,
      max: (/** @type {State} */ state) => state.length - 1 - state.offset,
      step: 1,
      control: 'range',
      ease: true,
    },
  };

  /**
   * Leaves the two positions out of the key. So the matrix is not computed again when only they
   * change.
   * @param {State} state
   */
  modelKey({ dim, base, length, metric }) {
    return [dim, base, length, metric].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return similarityModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...this.keptModel(state), state };
  }

  /** @param {Model} model */
  tableKey(model) {
    return this.covered ? model.state : model.values;
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state.length).height;
  }

  /** @param {Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    drawSimilarity(pen, model, shown);
  }

  /** @returns {Question} */
  question() {
    const from = { dim: 128, base: 10000, length: 64, metric: 'cosine', offset: 0, position: 0 };
    /** Returns a movement to another separation. @param {number} offset this separation */
    const part = (offset) => ({ from, to: { offset } });
    return {
      ...words.questionTexts,
      answer: '50',
      tries: { 47: part(ANSWER), same: part(63) },
      shows: { from: { ...from, offset: 40 }, to: { offset: ANSWER } },
    };
  }

  /**
   * Makes the panel of the game. The reader looks for two positions that are less alike than two
   * positions farther apart.
   */
  extra() {
    let gap = 0;
    const finds = makeFinds(this, 'similarity-game', () => words.gameTexts.task);
    const line = h('p', { role: 'status' });
    const forget = () => {
      gap = 0;
      finds.reset();
      line.replaceChildren(...rich([['quiet', words.gameTexts.none]]));
    };
    forget();
    const element = h(
      'div',
      { class: 'pe-panel', part: 'game' },
      h('p', {}, h('b', {}, words.gameTexts.heading)),
      h('p', {}, words.gameTexts.task),
      line,
    );
    return {
      element,
      forget,
      sync: (/** @type {Model} */ model) => {
        const { state, values, rivals } = model;
        const rival = rivals[state.offset];
        const isFind = !this.playing && !this.motion.onTheWay && rival >= 0;
        // The figure itself has shown ANSWER, so this separation does not count as a find.
        const isOwn = isFind && !this.covered && state.offset !== ANSWER;
        finds.note(isOwn ? String(state.offset) : null);
        if (!isFind) return;
        gap = Math.max(gap, lead(values, state.metric, rival, state.offset));
        line.replaceChildren(...rich(words.gameTexts.found(model, gap)));
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const next = () => METRICS[(METRICS.indexOf(this.state.metric) + 1) % METRICS.length];
    return [['c', words.keyLabels.c, () => this.setState({ metric: next() })]];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ position: this.state.position + dy }, { ease: true });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const { length } = this.state;
    const { matrix, curve, wide } = layout(this.ui.plot.clientWidth, length);
    if (x <= matrix.x + matrix.size + 20 && y < matrix.y + matrix.size + 10) {
      /** @param {number} pixels */
      const index = (pixels) =>
        Math.min(length - 1, Math.max(0, Math.floor((pixels / matrix.size) * length)));
      const row = index(y - matrix.y);
      const column = index(x - matrix.x);
      this.setState({ offset: Math.abs(column - row), position: Math.min(column, row) });
    } else if (wide || y < curve.y + curve.height + 30) {
      this.setState({ offset: Math.round(((x - curve.x) / curve.width) * (length - 1)) });
    }
  }
}
