import { PeFigure } from '../chassis/figure.js';
import { makeFacts } from '../parts/comparison-table.js';
import tableStyle from '../parts/comparison-table-style.js';
import { dimField } from '../parts/fields.js';
import { SCHEMES, schemesModel, wordsOf } from './model.js';
import { drawPicture, layout } from './picture.js';
import { makeScenarios } from './scenarios.js';
import style from './schemes-style.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('schemes', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

/**
 * Returns the index of the last word.
 * @param {State} state
 */
const lastWord = ({ tokens }) => wordsOf(tokens).length - 1;

/** The state of the question. */
const FIRST = { back: 1, query: 5, dim: 64, length: 64 };

/**
 * The element `<pe-schemes>`. It shows one row of attention weights under six schemes, while the
 * sentence moves to other positions.
 */
export class PeSchemes extends PeFigure {
  static words = words;
  static style = tableStyle + style;
  static highlights = ['scheme'];
  static timeline = 'start';
  static waiting = { beginner: ['tokens', 'choice'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    tokens: {
      kind: 'text',
      value: words.sentence,
      longest: 120,
      clean: (text) => wordsOf(text.trim() || words.sentence).join(' '),
      control: 'text',
    },
    back: {
      kind: 'number',
      value: 1,
      min: (state) => Math.min(1, lastWord(state)),
      max: (state) => Math.min(4, lastWord(state)),
      step: 1,
      control: 'range',
      expert: true,
    },
    query: {
      kind: 'number',
      value: 5,
      min: (state) => state.back,
      max: lastWord,
      step: 1,
      control: 'range',
      expert: true,
    },
    scheme: {
      kind: 'choice',
      value: 'sinusoidal',
      options: SCHEMES.map(({ key }) => key),
      names: words.names.scheme,
    },
    dim: dimField({ min: 16, max: 128, step: 8, expert: true }),
    length: {
      kind: 'number',
      value: 64,
      min: 16,
      // A matrix can be fitted exactly to a learned table of at most this many rows.
      max: (state) => state.dim,
      step: 1,
      control: 'select',
      picks: [16, 32, 64],
      expert: true,
    },
    start: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.length,
      step: 1,
      ease: true,
    },
    heads: {
      kind: 'number',
      value: 12,
      min: 1,
      max: 32,
      step: 1,
      control: 'select',
      picks: [8, 12, 16, 32],
      expert: true,
    },
    head: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.heads - 1,
      step: 1,
      control: 'range',
      expert: true,
    },
  };

  /** @param {State} state */
  modelKey({ tokens, query, back, start, length, dim, heads, head }) {
    return [query, back, start, length, dim, heads, head, tokens].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return schemesModel(state);
  }

  /** @param {Model['state']} state */
  compute(state) {
    const chosen = SCHEMES.findIndex(({ key }) => key === state.scheme);
    const numbers = this.keptModel(state);
    const { covered } = this;
    // Before the question is answered, all weights are hidden if one scheme has no row.
    const hides = covered && !this.trying && numbers.weights.includes(null);
    const weights = hides ? numbers.weights.map(() => null) : numbers.weights;
    return { ...numbers, weights, state, chosen, covered };
  }

  /** @param {Model} model */
  tableKey(model) {
    return [this.modelKey(model.state), model.covered].join();
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state, this.beginner).height;
  }

  /** Returns the layout of the current picture. */
  #layout() {
    return layout(this.ui.plot.clientWidth, this.state, this.beginner);
  }

  /**
   * Returns the lower end of a bar, in CSS pixels of the plot.
   * @param {number} scheme its index in SCHEMES
   * @param {number} key
   */
  locate(scheme, key) {
    const { x0, cell, top, row } = this.#layout();
    return { x: x0 + (key + 0.5) * cell, y: top + (scheme + 1) * row - 8 };
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawPicture(pen, model, layout(pen.width, model.state, pen.beginner), shown.start);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const { length } = FIRST;
    const from = { ...FIRST, tokens: words.sentence, start: 0 };
    const count = words.sentence.split(' ').length;
    return {
      ...words.questionTexts,
      answer: 'learned',
      tries: {
        added: { from: { ...from, scheme: 'sinusoidal' }, to: { start: length } },
        // The sentence stops at the last rows of the table.
        none: { from: { ...from, scheme: 'learned' }, to: { start: length - count } },
      },
      shows: {
        from: { ...from, scheme: 'learned' },
        to: { start: length },
        // At this stop, the last word of the sentence has the last row of the table.
        stops: [1 - count / length],
      },
    };
  }

  /** Makes the panel of cases, and the table in which the reader can choose a scheme. */
  extra() {
    const facts = makeFacts(
      this,
      'scheme',
      words.comparison.caption,
      words.comparison.columns,
      SCHEMES.map(({ key }) => ({ key, name: words.schemeTexts[key].name })),
      words.comparison.cells,
    );
    facts.element.classList.add('pe-expert');
    const { element, forget } = makeScenarios(this);
    return { wide: facts.element, sync: facts.sync, element, forget };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {number} by */
    const choose = (by) => this.setState({ query: this.state.query + by });
    return [
      ['q', words.keyLabels.q, () => choose(1)],
      ['a', words.keyLabels.a, () => choose(-1)],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.step(dx);
    const at = SCHEMES.findIndex(({ key }) => key === this.state.scheme) + dy;
    if (dy && SCHEMES[at]) this.setState({ scheme: SCHEMES[at].key });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const { x0, x1, cell, ruler, words: textTop, top, row, span, count } = this.#layout();
    if (y < ruler + 30) {
      const middle = (x / this.ui.plot.clientWidth) * span;
      this.setState({ start: Math.round(middle - count / 2) });
      return;
    }
    /** @type {Record<string, string | number>} */
    const patch = {};
    if (x >= x0 && x < x1 && y > textTop - 20 && y < top) patch.query = Math.floor((x - x0) / cell);
    const scheme = SCHEMES[Math.floor((y - top) / row)];
    if (y >= top && scheme) patch.scheme = scheme.key;
    this.setState(patch);
  }
}
