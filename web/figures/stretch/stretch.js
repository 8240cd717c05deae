import { PeFigure } from '../chassis/figure.js';
import { makeFacts } from '../parts/comparison-table.js';
import tableStyle from '../parts/comparison-table-style.js';
import { makeConfigBox } from './config-box.js';
import stripStyle from './layer-strip-style.js';
import { clocksLayout, drawClocks } from './clocks.js';
import { METHODS, clocksOf, pacesOf, scalingOf, stretchModel, withoutAnswers } from './model.js';
import { drawPicture, layout } from './picture.js';
import { makeReported } from '../parts/reported.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('stretch', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./layers.js').LayerPlan} LayerPlan */
/** @typedef {import('../chassis/table.js').Table} Table */

/** The state in which the methods are compared, before any stretching. @type {Partial<State>} */
export const UNSTRETCHED = {
  dim: 128,
  base: 10000,
  length: 4096,
  target: 65536,
  scaling: '',
  factor: 1,
};
/** The stretch that reaches the target of UNSTRETCHED. */
const WHOLE = 16;

/**
 * Returns the index of a method in METHODS.
 * @param {string} key
 */
const methodIndex = (key) => METHODS.findIndex((method) => method.key === key);

/**
 * Returns the largest stretch. A stretch beyond the target is useless, but the scaling of a model
 * may ask for it.
 * @param {Partial<State>} state
 */
const mostStretch = ({ length = 1, target, scaling }) =>
  target && !scaling ? Math.min(128, Math.max(1, Math.ceil(target / length))) : 128;

/** The element `<pe-stretch>`. It shows what six methods of stretching the context do to pairs. */
export class PeStretch extends PeFigure {
  static words = words;
  static style = tableStyle + stripStyle;
  static hasCode = true;
  /** The layers of the config that was read, and their table; null if all layers are alike. */
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
      control: 'select',
      expert: true,
      picks: [2048, 4096, 8192, 32768, 131072],
    },
    target: {
      kind: 'number',
      value: 65536,
      min: 0,
      max: 1e9,
      step: 1,
      control: 'select',
      expert: true,
      picks: [0, 8192, 16384, 32768, 65536, 131072, 1048576],
      names: words.names.target,
    },
    scaling: {
      kind: 'text',
      value: '',
      longest: 3000,
      clean: (text) => (scalingOf(text) ? text : ''),
    },
    factor: {
      kind: 'number',
      value: 1,
      min: 1,
      max: mostStretch,
      step: 1,
      ease: true,
    },
    base: {
      kind: 'number',
      value: 10000,
      min: 2,
      max: 1e9,
      control: 'select',
      expert: true,
      picks: [10000, 150000, 500000, 1000000],
    },
    dim: {
      kind: 'number',
      value: 128,
      min: 4,
      max: 512,
      step: 2,
      control: 'select',
      expert: true,
      picks: [64, 96, 128, 256],
    },
    ramp: {
      kind: 'choice',
      value: 'paper',
      options: ['paper', 'code', 'exact'],
      names: words.names.ramp,
      control: 'select',
      expert: true,
    },
    method: {
      kind: 'choice',
      value: 'linear',
      options: METHODS.map(({ key }) => key),
    },
    pair: {
      kind: 'number',
      value: 56,
      min: 0,
      max: (state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      expert: true,
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
    return this.#modelOf(state, this.keptModel(state));
  }

  /**
   * Returns the model of a state. Until the question is answered, the model lacks the answers.
   * @param {State} state
   * @param {import('./model.js').Numbers} numbers
   * @returns {Model}
   */
  #modelOf(state, numbers) {
    const { covered } = this;
    const shown = covered ? withoutAnswers(numbers) : numbers;
    return { ...shown, state, chosen: methodIndex(state.method), covered };
  }

  /**
   * Lets the clocks move smoothly from one method to another.
   * @param {State} state
   */
  eased(state) {
    // `keptModel` needs the kernels. Until the first model exists, they may still be loading.
    if (!this.started || !this.model) return {};
    return pacesOf(this.keptModel(state), methodIndex(state.method));
  }

  /** @override */
  appear() {
    super.appear();
    // Before the first model, `eased` returned no numbers. Now it returns some, and the clocks jump
    // to them.
    this.motion.settle();
  }

  /** @param {Model} model */
  tables(model) {
    const tables = words.tables(model);
    return this.#layers ? [...tables, this.#layers.table] : tables;
  }

  /** @param {Model} model */
  tableKey(model) {
    return [this.modelKey(model.state), model.covered, this.#layers?.plan.kindOf].join(' ');
  }

  /** @param {number} width */
  heightFor(width) {
    return (this.beginner ? clocksLayout(width) : layout(width)).height;
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
    const { factor } = shown;
    // While the picture moves slowly, the factor in the state is a whole number. The picture also
    // shows the factors in between.
    const isFollowed = this.playing || state !== this.state;
    const isBetween = factor !== state.factor && (isFollowed || !pen.beginner);
    const drawn = isBetween ? this.#modelOf(state, stretchModel({ ...state, factor })) : model;
    if (!pen.beginner) {
      drawPicture(pen, drawn, layout(pen.width));
      return;
    }
    const paces = pacesOf(drawn, model.chosen);
    const isMoving = paces.reach && !isBetween && 'reach' in shown;
    drawClocks(pen, drawn, clocksOf(model.waves, isMoving ? shown : paces));
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const linear = { ...UNSTRETCHED, method: 'linear' };
    return {
      ...words.questionTexts,
      answer: 'slow',
      tries: {
        // The clocks return to their trained speeds.
        none: { from: { ...linear, factor: WHOLE }, to: { factor: 1 } },
        all: { from: linear, to: { factor: WHOLE } },
      },
      shows: { from: { ...UNSTRETCHED, method: 'yarn', ramp: 'paper' }, to: { factor: WHOLE } },
    };
  }

  /** Makes the box for a model's config, and the table in which the reader can choose a method. */
  extra() {
    const facts = makeFacts(
      this,
      'method',
      words.comparison.caption,
      words.comparison.columns,
      METHODS.map(({ key }) => ({ key, name: words.methodTexts[key].name })),
      words.comparison.cells,
    );
    const box = makeConfigBox((text, late) => this.#useConfig(text, late));
    const reset = () => {
      this.#layers = null;
      box.reset();
    };
    facts.element.classList.add('pe-expert');
    box.element.classList.add('pe-expert');
    const wide = [facts.element, makeReported(words.reported)];
    return { wide, sync: facts.sync, element: box.element, reset };
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
    if (error || !reading) {
      const said = [late.shortened(error ?? ''), late.problems.unchanged];
      return { said, right: false };
    }
    // Readers with a model of their own want its numbers, so they need not answer the question.
    this.ui.predict?.waive?.();
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
    /** @param {number} by */
    const choose = (by) => this.setState({ pair: this.state.pair + by });
    return [
      ['p', words.keyLabels.p, () => choose(1)],
      ['o', words.keyLabels.o, () => choose(-1)],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.step(dx);
    const next = METHODS[methodIndex(this.state.method) + dy];
    if (dy && next) this.setState({ method: next.key }, { ease: true });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    if (this.beginner) return;
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
