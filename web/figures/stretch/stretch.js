import { PeFigure } from '../chassis/figure.js';
import { makeFacts } from '../parts/comparison-table.js';
import { makeConfigBox } from './config-box.js';
import { CONFIGS, LLAMA_3_SCALING } from './configs.js';
import { METHODS, scalingOf, stretchModel } from './model.js';
import { drawPicture, layout } from './picture.js';
import * as words from './words.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./layers.js').LayerPlan} LayerPlan */
/** @typedef {import('../chassis/table.js').Table} Table */

/** The state that shows Llama 3.1, without reading its config. @type {Partial<State>} */
export const LLAMA_3 = {
  dim: 128,
  base: 500000,
  length: 8192,
  factor: 8,
  target: 0,
  method: 'llama3',
  pair: 42,
  ramp: 'code',
  scaling: JSON.stringify({ ...LLAMA_3_SCALING, max_position_embeddings: 131072 }),
};

/**
 * Returns the index of a method in METHODS.
 * @param {string} key
 */
const methodIndex = (key) => METHODS.findIndex((method) => method.key === key);

/** The figure `<pe-stretch>`: six methods of stretching the context, and their effect on pairs. */
export class PeStretch extends PeFigure {
  static words = words;
  /** The layers of the config that was read, and their table, if they differ. */
  #layers = /** @type {{plan: LayerPlan, table: Table} | null} */ (null);
  static timeline = 'factor';
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    length: {
      kind: 'number',
      value: 4096,
      min: 16,
      max: 1e7,
      step: 1,
      label: words.labels.length,
      control: 'select',
      picks: [2048, 4096, 8192, 32768, 131072],
    },
    factor: {
      kind: 'number',
      value: 16,
      min: 1,
      max: 128,
      step: 1,
      label: words.labels.factor,
      ease: true,
    },
    target: {
      kind: 'number',
      value: 0,
      min: 0,
      max: 1e9,
      step: 1,
      label: words.labels.target,
      control: 'select',
      picks: [0, 8192, 16384, 32768, 65536, 131072, 1048576],
      names: words.names.target,
    },
    base: {
      kind: 'number',
      value: 10000,
      min: 2,
      max: 1e9,
      label: words.labels.base,
      control: 'select',
      picks: [10000, 150000, 500000, 1000000],
    },
    dim: {
      kind: 'number',
      value: 128,
      min: 4,
      max: 512,
      step: 2,
      label: words.labels.dim,
      control: 'select',
      picks: [64, 96, 128, 256],
    },
    ramp: {
      kind: 'choice',
      value: 'paper',
      options: ['paper', 'code', 'exact'],
      names: words.names.ramp,
      label: words.labels.ramp,
      control: 'select',
      expert: true,
    },
    method: {
      kind: 'choice',
      value: 'none',
      options: METHODS.map(({ key }) => key),
      label: words.labels.method,
    },
    pair: {
      kind: 'number',
      value: 56,
      min: 0,
      max: (state) => state.dim / 2 - 1,
      step: 1,
      label: words.labels.pair,
      control: 'range',
    },
    scaling: {
      kind: 'text',
      value: '',
      longest: 3000,
      clean: (text) => (scalingOf(text) ? text : ''),
      label: words.labels.scaling,
    },
  };

  /** @param {State} state */
  modelKey({ dim, base, length, factor, target, ramp, scaling }) {
    return [dim, base, length, factor, target, ramp, scaling].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return stretchModel(state);
  }

  /** @param {State} state */
  compute(state) {
    const chosen = methodIndex(state.method);
    return { ...this.keptModel(state), state, chosen };
  }

  /** @param {Model} model */
  tables(model) {
    const tables = words.tables(model);
    return this.#layers ? [...tables, this.#layers.table] : tables;
  }

  /** @param {Model} model */
  tableKey(model) {
    return `${this.modelKey(model.state)} ${this.#layers?.plan.kindOf}`;
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width).height;
  }

  /**
   * Returns the point where a bar begins, in CSS pixels of the plot.
   * @param {number} method its index in METHODS
   * @param {number} pair
   */
  locate(method, pair) {
    const { bars, top, row, reach } = layout(this.ui.plot.clientWidth);
    const [x0, x1] = bars;
    const cell = (x1 - x0) / (this.state.dim / 2);
    return { x: x0 + (pair + 0.5) * cell, y: top + (method + 1) * row - 8 - reach };
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    const { state } = model;
    const moving = shown.factor !== state.factor;
    const numbers = moving ? stretchModel({ ...state, factor: shown.factor }) : model;
    drawPicture(pen, { ...model, ...numbers }, layout(pen.width));
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    return {
      ...words.questionTexts,
      answer: '29',
      show: (figure) => figure.setState(LLAMA_3, { ease: true }),
    };
  }

  /** Makes the table of methods, whose rows choose a method, and the box for a model's config. */
  extra() {
    const facts = makeFacts(
      this,
      'method',
      words.comparison.caption,
      words.comparison.columns,
      METHODS.map(({ key }) => ({ key, name: words.methodTexts[key].name })),
      words.comparison.cells,
    );
    const box = makeConfigBox(CONFIGS, (text, late) => this.#useConfig(text, late));
    const reset = () => {
      this.#layers = null;
      box.reset();
    };
    return { wide: facts.element, sync: facts.sync, element: box.element, reset };
  }

  /**
   * Shows the model of a config. Returns sentences that describe the model or the error.
   * @param {string} text the config, as JSON
   * @param {import('./config-box.js').Late} late
   */
  #useConfig(text, late) {
    const { patch = {}, error, reading } = late.readConfig(text, this.state);
    const plan = reading?.plan;
    this.#layers = plan ? { plan, table: late.layerTable(plan) } : null;
    if (error || !reading) return { said: [error ?? '', late.problems.unchanged], right: false };
    this.setState(patch, { ease: true });
    const clamped = Object.entries(patch).find(([key, value]) => this.state[key] !== value);
    if (clamped) {
      const [key, value] = clamped;
      return { said: [late.problems.clamped(key, value, this.state[key])], right: false };
    }
    this.ui.table.sync();
    const said = late.paragraphs(this.currentModel(), reading);
    return { said, right: true, strip: plan && late.makeStrip(plan) };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['+', words.keyLabels['+'], () => this.step(1)],
      ['-', words.keyLabels['-'], () => this.step(-1)],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.setState({ pair: this.state.pair + dx });
    const next = METHODS[methodIndex(this.state.method) + dy];
    if (dy && next) this.setState({ method: next.key });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ pair: way < 0 ? 0 : Infinity });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const { x0, x1, bars, chart, top, row } = layout(this.ui.plot.clientWidth);
    const inChart = y < chart.y1 + 20;
    const [left, right] = inChart ? [x0, x1] : bars;
    /** @type {Record<string, string | number>} */
    const patch = {};
    if (x >= left && x < right && (inChart || y > top - 20))
      patch.pair = Math.floor(((x - left) / (right - left)) * (this.state.dim / 2));
    const method = METHODS[Math.floor((y - top) / row)];
    if (y >= top && method) patch.method = method.key;
    this.setState(patch);
  }
}
