import { PeFigure } from '../chassis/figure.js';
import { baseField, dimField } from '../parts/fields.js';
import { columnIn, heatmapModel, matrixOf } from './model.js';
import { cellAt, drawHeatmap, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('heatmap', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

const LAYOUTS = ['interleaved', 'concatenated'];

/** Shows the sinusoidal matrix as a heat map, with one column and two rows chosen. */
export class PeHeatmap extends PeFigure {
  static words = words;
  static hasCode = true;
  static waiting = { beginner: ['controls', 'presets'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    length: {
      kind: 'number',
      value: 64,
      min: 1,
      max: 512,
      step: 1,
      control: 'range',
    },
    dim: dimField(),
    base: baseField(),
    layout: {
      kind: 'choice',
      value: 'interleaved',
      options: LAYOUTS,
      names: words.names.layout,
      control: 'select',
      expert: true,
      ease: true,
    },
    dtype: {
      kind: 'choice',
      value: 'float32',
      options: ['float32', 'float64'],
      control: 'select',
      expert: true,
    },
    position: {
      kind: 'number',
      value: 1,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      control: 'number',
    },
    dimension: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.dim - 1,
      step: 1,
      control: 'range',
    },
  };

  /**
   * When the layout changes, the cursor moves with its column.
   * @param {Partial<State>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    const { layout } = patch;
    const changes = layout && LAYOUTS.includes(layout) && layout !== before.layout;
    if (!changes || 'dimension' in patch || 'dim' in patch) return patch;
    return { ...patch, dimension: columnIn(before, layout) };
  }

  /** @param {State} state */
  modelKey({ length, dim, base, layout, dtype }) {
    return [length, dim, base, layout, dtype].join();
  }

  /** Makes the matrix. It is kept while only the cursor moves. @param {State} state */
  makeModel(state) {
    return matrixOf(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...heatmapModel(state, this.keptModel(state)), state };
  }

  /** @param {Model} model */
  tableKey(model) {
    return model.table;
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state).pictureHeight;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawHeatmap(pen, model, layout(pen.width, model.state), shown);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const start = { length: 64, dim: 64, base: 10000, layout: 'interleaved', position: 20 };
    /** Returns the movement of the cursor down one column, from position 20 to position 28. */
    const walk = (/** @type {number} */ dimension) => ({
      from: { ...start, other: 27, dimension },
      to: { position: 28 },
    });
    return {
      ...words.questionTexts,
      answer: 'left',
      tries: { right: walk(60), alike: walk(32) },
      shows: { ...walk(0), stops: [0.5] },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const compare = () => this.setState({ other: this.state.position });
    const otherLayout = () => {
      const layout = LAYOUTS.find((each) => each !== this.state.layout);
      this.setState({ layout }, { ease: true });
    };
    return [
      ['m', words.keyLabels.m, compare],
      ['l', words.keyLabels.l, otherLayout],
    ];
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ dimension: way < 0 ? 0 : this.state.dim - 1 });
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.setState({ dimension: this.state.dimension + dx });
    if (dy) this.step(dy);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const found = cellAt(layout(this.ui.plot.clientWidth, this.state), x, y);
    const { position, ...dimension } = found;
    const row = position === undefined ? {} : { [event.shiftKey ? 'other' : 'position']: position };
    this.setState({ ...dimension, ...row });
  }
}
