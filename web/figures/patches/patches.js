import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { makeImageBox } from './image-box.js';
import { drawnImage } from './image.js';
import { FILLS, TRAINED, patchesModel, tablesOf } from './model.js';
import { drawPatches, layout, patchUnder } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('patches', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** The numbers of patches on a side. The images have 112, 224, 256 and 384 pixels on a side. */
const SIDES = [7, 14, 16, 24];

/**
 * Makes the field of the row or of the column of the chosen patch.
 * @param {number} value
 * @returns {import('../chassis/state.js').Field}
 */
const placeField = (value) => ({
  kind: 'number',
  value,
  min: 0,
  max: (state) => state.side - 1,
  step: 1,
});

/** Cuts an image into patches, and compares the stamps of their positions. */
export class PePatches extends PeFigure {
  static words = words;
  static timeline = null;
  static waiting = { beginner: ['grid', 'image'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    grid: {
      kind: 'flag',
      value: false,
      control: 'toggle',
    },
    path: {
      kind: 'choice',
      value: 'rows',
      options: ['rows', 'columns'],
      names: words.names.path,
      control: 'select',
      when: ({ grid }) => !grid,
      expert: true,
    },
    axes: {
      kind: 'choice',
      value: 'mae',
      options: ['mae', 'timm', 'timm-interleaved'],
      names: words.names.axes,
      control: 'select',
      when: ({ grid }) => grid,
      expert: true,
    },
    side: {
      kind: 'number',
      value: TRAINED,
      min: SIDES[0],
      max: SIDES[SIDES.length - 1],
      step: 1,
      control: 'select',
      picks: SIDES,
      expert: true,
    },
    fill: {
      kind: 'choice',
      value: 'computed',
      options: Object.keys(FILLS),
      names: words.names.fill,
      control: 'select',
      when: ({ side }) => side !== TRAINED,
      expert: true,
    },
    token: {
      kind: 'flag',
      value: true,
      control: 'check',
      expert: true,
    },
    dim: dimField({
      value: 768,
      min: 4,
      max: 1024,
      step: 4,
      picks: [64, 128, 384, 768, 1024],
      expert: true,
    }),
    row: placeField(7),
    column: placeField(6),
    compared: { kind: 'flag', value: true },
  };

  /** The image that is cut into patches; null before it is first drawn. */
  #image = /** @type {HTMLCanvasElement | null} */ (null);

  /**
   * Keeps the chosen patch at its place in the image when the number of patches changes.
   * @param {Partial<State>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    const side = Number(patch.side);
    if (!(side >= SIDES[0]) || 'row' in patch || 'column' in patch) return patch;
    /** @param {number} at */
    const moved = (at) => Math.floor(((at + 0.5) * side) / before.side);
    return { row: moved(before.row), column: moved(before.column), ...patch };
  }

  /** @param {State} state */
  modelKey({ grid, path, axes, side, fill, dim }) {
    return [grid, path, axes, side, fill, dim].join();
  }

  /** @param {State} state */
  makeModel(state) {
    return tablesOf(state);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...patchesModel(state, this.keptModel(state)), state };
  }

  /** @param {State} state */
  eased({ grid, compared }) {
    return { spread: Number(compared), grid: Number(grid) };
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
    this.#image ??= drawnImage();
    const turned = model.state.grid ? shown.grid : 1 - shown.grid;
    drawPatches(pen, model, layout(pen.width, pen.beginner), {
      image: this.#image,
      spread: Math.min(shown.spread, turned),
      hidden: this.covered && !this.trying,
    });
  }

  /** @override */
  describe() {
    return words.describe(this.model, this.covered, this.beginner);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const asked = { ...words.states.line, row: 7, column: 6, compared: false };
    /**
     * Returns the movement in which the figure compares the stamps, one patch after the other.
     * @param {object} patch fields whose values replace those of the question's state
     */
    const spread = (patch) => ({ from: { ...asked, ...patch }, to: { compared: true } });
    return {
      ...words.questionTexts,
      answer: 'row',
      // Each wrong answer is tried in a state in which it would be right.
      tries: {
        around: spread({ grid: true, axes: 'mae' }),
        column: spread({ path: 'columns' }),
      },
      shows: spread({}),
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { grid, side } = this.state;
    const next = SIDES[(SIDES.indexOf(side) + 1) % SIDES.length];
    return [
      ['g', words.keyLabels.g, () => this.setState({ grid: !grid }, { ease: true })],
      ['n', words.keyLabels.n, () => this.setState({ side: next })],
      ['c', words.keyLabels.c, () => this.#compare()],
    ];
  }

  /** Compares the stamps again in an animation. The most similar stamps appear first. */
  #compare() {
    this.setState({ compared: false });
    this.motion.eases(2500, () => this.setState({ compared: true }, { ease: true }));
  }

  /** Makes the panel that takes an image. */
  extra() {
    return makeImageBox(
      this,
      () => this.hides('image'),
      (image) => {
        this.#image = image;
        this.stale();
      },
    );
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    const { row, column } = this.state;
    this.setState({ row: row + dy, column: column + dx });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ column: way < 0 ? 0 : this.state.side - 1 });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const box = layout(this.ui.plot.clientWidth, this.beginner);
    const patch = patchUnder(box, this.state.side, x, y);
    if (patch) this.setState(patch);
  }
}
