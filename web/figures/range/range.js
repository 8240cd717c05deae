import { PeFigure } from '../chassis/figure.js';
import { baseField, dimField } from '../parts/fields.js';
import {
  ASKED,
  FARTHEST,
  SCHEMES,
  positionAt,
  rangeModel,
  rangeScene,
  schemesFor,
} from './model.js';
import { drawPicture, layout } from './picture.js';
import { makeReported } from '../parts/reported.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('range', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */

const LENGTHS = [128, 256, 512, 1024, 2048, 4096];
/** Play begins this many positions before the end of training. */
const RUN_UP = 20;
const DIMS = [16, 32, 64, 128, 256, 512, 768, 1024, 4096];

/** The movement that shows the answer pauses this many positions past the last trained one. */
const HALFWAY = 44;

/** The settings of the question. */
const STUDIED = { scheme: 'sinusoidal', length: ASKED.length, dim: 64, base: 10000, slow: 1 };

/** @param {State} state */
const hasAngles = ({ scheme }) => scheme === 'sinusoidal' || scheme === 'rope';

/** Shows what four schemes give at positions that training did not include. */
export class PeRange extends PeFigure {
  static words = words;
  static hasCode = true;
  static waiting = { beginner: ['slow'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    scheme: {
      kind: 'choice',
      value: 'sinusoidal',
      options: SCHEMES,
      names: words.names.scheme,
      control: 'select',
      expert: true,
    },
    length: {
      kind: 'number',
      value: 512,
      min: 16,
      max: 4096,
      step: 1,
      control: 'select',
      expert: true,
      picks: LENGTHS,
    },
    position: {
      kind: 'number',
      value: 100,
      min: 0,
      max: FARTHEST,
      step: 1,
      control: 'number',
      expert: true,
      ease: true,
    },
    dim: dimField({
      max: 4096,
      picks: DIMS,
      expert: true,
      when: (state) => state.scheme !== 'alibi',
    }),
    base: baseField({ when: hasAngles }),
    slow: {
      kind: 'number',
      value: 1,
      min: 1,
      max: 16,
      step: 1,
      control: 'range',
      ease: true,
      when: hasAngles,
    },
    far: { kind: 'flag', value: true },
  };

  /** @param {State} state */
  modelKey({ scheme, length, dim, base, slow }) {
    return [scheme === 'learned', length, dim, base, slow].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return rangeScene(state);
  }

  /** @param {State} state */
  compute(state) {
    return rangeModel(this.keptModel(state), state);
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.beginner).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    drawPicture(pen, model, layout(pen.width, pen.beginner), shown);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    // Up to the last trained position, slow clocks make no whole turn, so later angles are new.
    const last = ASKED.length - 1;
    return {
      ...words.questionTexts,
      answer: '16',
      tries: {
        none: { from: { ...STUDIED, position: 0 }, to: { position: last } },
        3: { from: { ...STUDIED, position: 256 }, to: { position: last } },
      },
      shows: {
        from: { ...STUDIED, position: last },
        to: { position: ASKED.position },
        // The movement pauses at this fraction of its way, where the position is a whole number.
        stops: [HALFWAY / (ASKED.position - last)],
      },
    };
  }

  extra() {
    return { wide: makeReported(words.reported) };
  }

  /**
   * Plays from the present position. If this is FARTHEST, or more than RUN_UP positions before the
   * end of training, play begins RUN_UP positions before the end.
   */
  play() {
    const { position, length } = this.state;
    const start = Math.max(0, length - RUN_UP);
    const isFar = position < start || position >= FARTHEST;
    if (this.begun && !this.playing && isFar) this.seek(start);
    super.play();
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { position, length } = this.state;
    /** @param {number} to */
    const go = (to) => this.setState({ position: to }, { ease: true });
    return [
      ['w', words.keyLabels.w, () => go(length)],
      ['d', words.keyLabels.d, () => go(Math.max(1, position * 2))],
      ['h', words.keyLabels.h, () => go(Math.floor(position / 2))],
    ];
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    if (dx) this.step(dx);
    const schemes = schemesFor(this.beginner);
    const next = schemes[schemes.indexOf(this.state.scheme) + dy];
    if (dy && next) this.setState({ scheme: next });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {PointerEvent} event
   */
  point(x, y, event) {
    const { x0, x1, top, lane, bottom } = layout(this.ui.plot.clientWidth, this.beginner);
    if (y > bottom + 44) return;
    const scheme = schemesFor(this.beginner)[Math.floor((y - top) / lane)];
    if (event.type === 'pointerdown' && scheme) this.setState({ scheme });
    if (x >= x0 - 8 && x <= x1 + 8) this.setState({ position: positionAt((x - x0) / (x1 - x0)) });
  }
}
