import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { isTold, looksAt, shiftModel } from './model.js';
import { drawShift, layout, positionX } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('shift', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Fields } from '../chassis/state.js' */
/** @import { Model, State } from './model.js' */

export class PeShift extends PeFigure {
  static words = words;
  static hasCode = true;
  /** @type {Fields} */
  static fields = {
    dim: dimField({ max: 128, expert: true }),
    base: {
      kind: 'number',
      value: 10000,
      min: 2,
      max: 1e7,
      expert: true,
    },
    length: { kind: 'number', value: 64, min: 1, max: 512, step: 1 },
    position: {
      kind: 'number',
      value: 10,
      min: 0,
      max: (/** @type {State} */ state) => state.length - 1,
      step: 1,
      ease: true,
    },
    offset: {
      kind: 'number',
      value: 5,
      min: -32,
      max: 32,
      step: 1,
      control: 'range',
      ease: true,
    },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (/** @type {State} */ state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      expert: true,
    },
    convention: {
      kind: 'choice',
      value: 'row',
      options: ['row', 'column'],
      control: 'toggle',
      expert: true,
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
    return layout(width, this.beginner).height;
  }

  /** @param {Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    drawShift(pen, model, shown);
  }

  /** @returns {Question} */
  question() {
    const from = {
      dim: 64,
      base: 10000,
      length: 64,
      position: 10,
      offset: 5,
      convention: 'row',
    };
    return {
      ...words.questionTexts,
      answer: 'back',
      tries: {
        // A head that looks 25 back looks from position 30 at position 5.
        same: { from, to: { position: 30, offset: 25 } },
        nowhere: { from, to: { position: 20 } },
      },
      shows: { from, to: { position: 30 }, stops: [0.5] },
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

  /** What the pointer drags: one of the names in #patchFor, or '' for nothing. */
  #handle = '';

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    if (event.type === 'pointerdown') this.#handle = this.#handleAt(x, y);
    if (this.#handle) this.setState(this.#patchFor(this.#handle, x, y));
  }

  get #layout() {
    return layout(this.ui.plot.clientWidth, this.beginner);
  }

  /**
   * Returns what the pointer drags after a press at a point.
   * @param {number} x
   * @param {number} y
   */
  #handleAt(x, y) {
    const { state } = this;
    const { strip, map, matrix } = this.#layout;
    /** @param {{x: number, y: number, size: number} | null} box */
    const isIn = (box) =>
      box && x >= box.x && x < box.x + box.size && y >= box.y && y < box.y + box.size;
    if (isIn(map)) return 'map';
    if (isIn(matrix)) return 'pair';
    if (y > map.y - 30) return '';
    /** @param {number} position */
    const away = (position) => Math.abs(positionX(strip, position, state.length) - x);
    const isNear = away(looksAt(state)) < Math.min(12, away(state.position));
    return isNear && (!this.covered || isTold(state)) ? 'look' : 'position';
  }

  /**
   * Returns how the state changes when a handle is dragged to a point.
   * @param {string} handle
   * @param {number} x
   * @param {number} y
   * @returns {Partial<State>}
   */
  #patchFor(handle, x, y) {
    const { state } = this;
    const { strip, map, matrix } = this.#layout;
    const at = Math.floor(((x - strip.x) / strip.width) * state.length);
    const cell = map.size / state.length;
    /** @type {Record<string, () => Partial<State>>} */
    const patches = {
      position: () => ({ position: at }),
      look: () => this.#lookFrom(state.position, at),
      map: () => this.#lookFrom(Math.floor((y - map.y) / cell), Math.floor((x - map.x) / cell)),
      pair: () =>
        matrix ? { pair: Math.floor(((y - matrix.y) / matrix.size) * (state.dim / 2)) } : {},
    };
    return patches[handle]();
  }

  /**
   * Returns the state in which the head looks from one position at another.
   * @param {number} from
   * @param {number} to
   * @returns {Partial<State>}
   */
  #lookFrom(from, to) {
    const { length, convention } = this.state;
    const position = Math.min(Math.max(from, 0), length - 1);
    return { position, offset: convention === 'row' ? position - to : to - position };
  }
}
