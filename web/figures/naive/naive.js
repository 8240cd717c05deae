import { PeFigure } from '../chassis/figure.js';
import { ENCODINGS, METERS, naiveModel } from './model.js';
import { drawNaive, hit, layout } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('naive', english);

/** @typedef {import('./model.js').Encoding} Encoding */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/**
 * The most telling meter of each encoding. It shows the main fault or merit of the encoding.
 * @type {Record<Encoding, import('./model.js').Meter>}
 */
const TELLING = {
  raw: 'bounded',
  fraction: 'any',
  binary: 'smooth',
  sine: 'unique',
  sinusoidal: 'same',
};

/**
 * The most telling meters for beginners, who do not see the meter 'same'. The question has already
 * shown them that binary digits fail 'smooth'.
 * @type {typeof TELLING}
 */
const PLAIN = { ...TELLING, binary: 'any', sinusoidal: 'unique' };

/** Shows five ways to number the words, and which of five requirements each way meets. */
export class PeNaive extends PeFigure {
  static words = words;
  static waiting = { beginner: ['controls', 'presets'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    encoding: {
      kind: 'choice',
      value: 'raw',
      options: ENCODINGS,
      names: words.names.encoding,
      control: 'select',
      ease: true,
    },
    meter: {
      kind: 'choice',
      value: 'bounded',
      options: METERS,
      names: words.names.meter,
      control: 'select',
      expert: true,
      ease: true,
    },
    length: {
      kind: 'number',
      value: 16,
      min: 16,
      max: 512,
      step: 1,
      control: 'range',
    },
    dim: {
      kind: 'number',
      value: 16,
      min: 2,
      max: 64,
      step: 2,
      control: 'select',
      picks: [2, 4, 8, 16, 32, 64],
      when: (state) => state.encoding === 'sinusoidal',
    },
    position: {
      kind: 'number',
      value: 3,
      min: 0,
      max: (state) => state.length - 1,
      step: 1,
      ease: true,
    },
  };

  /** The encodings that the reader has chosen. @type {Set<Encoding>} */
  #tried = new Set();

  /**
   * When the reader chooses another encoding, also chooses its most telling meter.
   * @param {Partial<State>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    const { encoding } = patch;
    if (!encoding || encoding === before.encoding || 'meter' in patch) return patch;
    return { ...patch, meter: (this.beginner ? PLAIN : TELLING)[encoding] };
  }

  /** @param {State} state */
  modelKey({ length, dim }) {
    return `${length},${dim}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return naiveModel(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    const model = this.keptModel(state);
    const tried = this.#tried.add(this.state.encoding);
    return { ...model, state, tried, chosen: model.all[ENCODINGS.indexOf(state.encoding)] };
  }

  /** @param {Model} model */
  tableKey(model) {
    return model.chosen;
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.beginner).height;
  }

  /** The caption judges only a picture that has stopped moving. @override @param {Model} model */
  caption(model) {
    return words.caption(model, !this.judges, this.beginner);
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawNaive(pen, model, layout(pen.width, this.beginner), shown);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const codes = { encoding: 'binary', length: 16 };
    // The tries use the meter 'bounded': 'smooth' would mark the two codes that are asked for.
    const from = { ...codes, meter: 'bounded', position: 0 };
    return {
      ...words.questionTexts,
      answer: 'next',
      tries: { first: { from, to: { position: 1 } }, far: { from, to: { position: 14 } } },
      shows: {
        from: { ...codes, meter: 'smooth', position: 0 },
        to: { position: 7 },
        stops: [3 / 7],
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return METERS.map((meter, at) => [
      String(at + 1),
      words.keyLabels.meter(meter),
      () => this.setState({ meter }, { ease: true }),
    ]);
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (!dy) return;
    const at = ENCODINGS.indexOf(this.state.encoding) + dy;
    const encoding = ENCODINGS[Math.min(Math.max(at, 0), ENCODINGS.length - 1)];
    this.setState({ encoding }, { ease: true });
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const found = hit(layout(this.ui.plot.clientWidth, this.beginner), x, y, this.state.length);
    const onPlot = 'position' in found;
    if (onPlot || event.type === 'pointerdown') this.setState(found, { ease: !onPlot });
  }
}
