import { PeFigure } from '../chassis/figure.js';
import { makeFacts } from '../parts/comparison-table.js';
import { dimField } from '../parts/fields.js';
import { SCHEMES, schemesModel, wordsOf } from './model.js';
import { drawPicture, layout } from './picture.js';
import { makeScenarios } from './scenarios.js';
import * as words from './words.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

/**
 * Returns the index of the last word.
 * @param {State} state
 */
const lastWord = ({ tokens }) => wordsOf(tokens).length - 1;

/**
 * The figure `<pe-schemes>`: one row of attention weights under six schemes, while the sentence
 * moves to other positions.
 */
export class PeSchemes extends PeFigure {
  static words = words;
  static timeline = 'start';
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    tokens: {
      kind: 'text',
      value: words.sentence,
      longest: 120,
      clean: (text) => wordsOf(text.trim() || words.sentence).join(' '),
      label: words.labels.tokens,
      control: 'text',
    },
    query: {
      kind: 'number',
      value: 10,
      min: 0,
      max: lastWord,
      step: 1,
      label: words.labels.query,
      control: 'range',
    },
    key: { kind: 'number', value: 1, min: 0, max: lastWord, step: 1, label: words.labels.key },
    scheme: {
      kind: 'choice',
      value: 'none',
      options: SCHEMES.map(({ key }) => key),
      names: words.names.scheme,
      label: words.labels.scheme,
    },
    length: {
      kind: 'number',
      value: 64,
      min: 16,
      max: 2048,
      step: 1,
      label: words.labels.length,
      control: 'select',
      picks: [32, 64, 128, 512],
    },
    start: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.length,
      step: 1,
      label: words.labels.start,
      ease: true,
    },
    dim: dimField(words.labels.dim, { min: 8, max: 128, step: 8, expert: true }),
    heads: {
      kind: 'number',
      value: 12,
      min: 1,
      max: 32,
      step: 1,
      label: words.labels.heads,
      control: 'select',
      picks: [8, 12, 16, 32],
      expert: true,
    },
    head: {
      kind: 'number',
      value: 1,
      min: 0,
      max: (state) => state.heads - 1,
      step: 1,
      label: words.labels.head,
      control: 'range',
      expert: true,
    },
  };

  /** @param {State} state */
  modelKey({ tokens, query, start, length, dim, heads, head }) {
    return [query, start, length, dim, heads, head, tokens].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return schemesModel(state);
  }

  /** @param {Model['state']} state */
  compute(state) {
    const chosen = SCHEMES.findIndex(({ key }) => key === state.scheme);
    return { ...this.keptModel(state), state, chosen };
  }

  /** @param {Model} model */
  tableKey(model) {
    return model.weights;
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.state).height;
  }

  /** Returns the layout of the current picture. */
  #layout() {
    return layout(this.ui.plot.clientWidth, this.state);
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
    drawPicture(pen, model, layout(pen.width, model.state), shown);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    return {
      ...words.questionTexts,
      answer: 'added',
      show: (figure) =>
        figure.setState({ length: 64, start: 16, scheme: 'sinusoidal' }, { ease: true }),
    };
  }

  /** Makes the table of schemes, whose rows choose a scheme, and the panel of cases. */
  extra() {
    const facts = makeFacts(
      this,
      'scheme',
      words.comparison.caption,
      words.comparison.columns,
      SCHEMES.map(({ key }) => ({ key, name: words.schemeTexts[key].name })),
      words.comparison.cells,
    );
    const { element, reset } = makeScenarios(this);
    return { wide: facts.element, sync: facts.sync, element, reset };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['+', words.keyLabels['+'], () => this.step(1)],
      ['-', words.keyLabels['-'], () => this.step(-1)],
      ['q', words.keyLabels.q, () => this.setState({ query: this.state.key })],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.setState({ key: this.state.key + dx });
    const at = SCHEMES.findIndex(({ key }) => key === this.state.scheme) + dy;
    if (dy && SCHEMES[at]) this.setState({ scheme: SCHEMES[at].key });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ key: way < 0 ? 0 : Infinity });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {PointerEvent} event
   */
  point(x, y, event) {
    const { x0, x1, cell, ruler, words: textTop, top, row, span, count } = this.#layout();
    if (y < ruler + 30) {
      const middle = (x / this.ui.plot.clientWidth) * span;
      this.setState({ start: Math.round(middle - count / 2) });
      return;
    }
    /** @type {Record<string, string | number>} */
    const patch = {};
    if (x >= x0 && x < x1 && y > textTop - 20)
      patch[event.shiftKey ? 'query' : 'key'] = Math.floor((x - x0) / cell);
    const scheme = SCHEMES[Math.floor((y - top) / row)];
    if (y >= top && scheme) patch.scheme = scheme.key;
    this.setState(patch);
  }
}
