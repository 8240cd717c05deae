import { h, put, readout } from '../chassis/dom.js';
import { PeFigure } from '../chassis/figure.js';
import { makeFinds } from '../parts/finds.js';
import { grouped } from '../chassis/format.js';
import { baseField, dimField } from '../parts/fields.js';
import { turnsRound } from '../parts/hand.js';
import { POSITIONS, basesFor, buildModel, surveyOf } from './build-model.js';
import { buildLayout, drawBuild, partAt as builtPartAt } from './build-picture.js';
import { FOOLED, clocksModel, degreesApart, handsAt } from './model.js';
import { drawClocks, layout, pairAt, partAt, waveAxis } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('clocks', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** The largest position of the figure. */
const FARTHEST = 1e6;

/** @param {State} state */
const compares = ({ task }) => task === 'compare';
/** @param {State} state */
const builds = ({ task }) => task === 'build';

/**
 * Returns the position that is compared with position 0; 0 if there is none.
 * @param {State} state
 */
const comparedWithFirst = ({ position, other }) => (position && other ? 0 : position || other);

/** Shows positions as clocks, and lets the reader build a small stack of clocks. */
export class PeClocks extends PeFigure {
  static words = words;
  static hasCode = true;
  // The text of the game names the answer, so the game waits until the question is answered.
  static waiting = { always: ['game'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    task: {
      kind: 'choice',
      value: 'compare',
      options: ['compare', 'build'],
      names: words.names.task,
      control: 'select',
      expert: true,
    },
    spacing: {
      kind: 'choice',
      value: 'geometric',
      options: ['geometric', 'linear'],
      names: words.names.spacing,
      control: 'select',
      when: builds,
    },
    clocks: {
      kind: 'number',
      value: 5,
      min: 2,
      max: 8,
      step: 1,
      control: 'range',
      when: builds,
    },
    dim: dimField({ expert: true, when: compares }),
    base: baseField({ when: compares }),
    position: {
      kind: 'number',
      value: 12,
      min: 0,
      max: (state) => (builds(state) ? POSITIONS - 1 : FARTHEST),
      step: 1,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 0,
      min: 0,
      max: FARTHEST,
      step: 1,
      control: 'number',
      when: compares,
    },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      when: compares,
    },
    far: { kind: 'flag', value: false },
  };

  /**
   * Makes the scrub bar logarithmic for a far position. If the bar becomes linear again, moves
   * a far position to the end of the bar.
   * @param {Partial<State>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    if (Number(patch.position) > this.near && !before.far && !('far' in patch))
      return { ...patch, far: true };
    const turnedOff = 'far' in patch && !patch.far;
    if (turnedOff && !('position' in patch) && before.position > this.near)
      return { ...patch, position: this.near };
    return patch;
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    if (builds(state)) return buildModel(state, this.keptModel(state));
    return { ...clocksModel(state), state, build: null };
  }

  /** @param {State} state */
  modelKey(state) {
    return builds(state) ? `${state.clocks} ${state.spacing}` : '';
  }

  /** Counts the pairs of positions that look alike, for each base. @param {State} state */
  makeModel(state) {
    return surveyOf(state);
  }

  /** @param {number} width */
  heightFor(width) {
    return (builds(this.state) ? this.#buildBox(width) : this.#box(width)).height;
  }

  /** @param {number} width */
  #box(width) {
    return layout(width, this.state.dim / 2, this.beginner);
  }

  /** @param {number} width */
  #buildBox(width) {
    return buildLayout(width, this.state.clocks, this.beginner);
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, { position }) {
    const { state, build, waves, table } = model;
    if (build) {
      const stack = { ...state, dim: 2 * waves.length };
      const readings = position === state.position ? table : handsAt(stack, [position]);
      drawBuild(pen, { ...model, build }, this.#buildBox(pen.width), readings, position);
      return;
    }
    const isThere = position === state.position;
    // The caption is about a whole position, so it is hidden while the hand is between two.
    const isBetween = !isThere && (this.motion.onTheWay || this.playing);
    if (this.ui) this.ui.caption.style.visibility = isBetween ? 'hidden' : '';
    const now = isThere ? model : { ...model, ...clocksModel({ ...state, position }) };
    drawClocks(pen, now, this.#box(pen.width));
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const from = {
      task: 'compare',
      base: 10000,
      spacing: 'geometric',
      position: 0,
      other: 0,
      pair: 0,
    };
    const walk = (/** @type {number} */ position) => ({ from, to: { position } });
    return {
      ...words.questionTexts,
      answer: '44',
      tries: { 3: walk(3), 6: walk(6) },
      shows: { ...walk(44), stops: [0.5] },
    };
  }

  /** Whether the reader has started the game, which makes the scrub bar longer. */
  #plays = false;

  /** The last position of the linear scrub bar. The game needs a longer bar. @override */
  get near() {
    return this.#plays ? POSITIONS - 1 : super.near;
  }

  /** Makes the panels of the two tasks: the game, and the slider of the base. */
  extra() {
    const game = this.#makeGame();
    const slider = this.#makeSlider();
    return {
      wide: [slider.element, game.element],
      reset: game.reset,
      forget: game.forget,
      sync: (/** @type {Model} */ model) => {
        slider.element.hidden = compares(model.state);
        game.element.hidden = builds(model.state);
        slider.sync(model);
        game.sync(model);
      },
    };
  }

  /** Makes the slider of the base. Each place of the slider is one base of the chart. */
  #makeSlider() {
    const oninput = () => this.setState({ base: basesFor(this.beginner)[Number(input.value)] });
    const input = h('input', {
      id: 'bases',
      type: 'range',
      min: 0,
      oninput,
    });
    const output = readout({ for: 'bases' });
    const label = h('label', { for: 'bases' }, words.labels.base);
    return {
      element: h('div', { class: 'pe-control', part: 'base' }, label, input, output),
      /** @param {Model} model */
      sync: ({ state: { base } }) => {
        const bases = basesFor(this.beginner);
        const place = bases.findIndex((each) => each >= base);
        const max = bases.length - 1;
        put(input, { max, value: place < 0 ? max : place });
        put(output, { textContent: grouped(base) });
        input.setAttribute('aria-valuetext', grouped(base));
        input.disabled = this.locks('base');
      },
    };
  }

  /**
   * The game refers to the figure's own question. If the page asks another question, the game is
   * hidden.
   * @override @param {string} part
   */
  hides(part) {
    return super.hides(part) || (part === 'game' && !!this.author?.question);
  }

  /**
   * Makes the panel of the game. It shows the last position that fooled clock 0, or else the best
   * position so far.
   */
  #makeGame() {
    let closest = Infinity;
    const finds = makeFinds(this, 'clocks-game', () => words.game.task());
    const line = h('p', { role: 'status' }, words.game.none);
    const start = h('button', { type: 'button', class: 'pe-plain' }, words.game.start());
    start.onclick = () => {
      this.#plays = true;
      this.stale();
      this.ui.transport.element.querySelector('input')?.focus();
    };
    const element = h(
      'div',
      { class: 'pe-panel', part: 'game' },
      h('p', {}, h('b', {}, words.game.title)),
      h('p', {}, words.game.task()),
      start,
      line,
    );
    return {
      element,
      reset: () => (this.#plays = false),
      forget: () => {
        closest = Infinity;
        finds.reset();
        line.replaceChildren(words.game.none);
      },
      sync: (/** @type {Model} */ { state, waves, chords, total }) => {
        const [chord] = chords;
        start.hidden = this.#plays;
        const position = comparedWithFirst(state);
        // Position 44 is the answer to the question, so finding it does not count.
        const isFind = position > 0 && position !== 44;
        const counts = isFind && compares(state) && this.judges && !this.playing;
        const fools = chord < FOOLED;
        finds.note(counts && fools ? String(position) : null);
        if (!counts || !(fools || chord < closest)) return;
        closest = Math.min(closest, chord);
        const degrees = degreesApart(position, waves[0]);
        line.replaceChildren(
          h(
            'span',
            { class: fools ? 'pe-right' : 'pe-quiet' },
            fools ? words.game.fools : words.game.closest,
          ),
          h('b', {}, grouped(position)),
          words.game.result({ position, chord, degrees, total, beginner: this.beginner }),
        );
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {number} by */
    const change = (by) => {
      const bases = basesFor(this.beginner);
      const place = bases.findIndex((each) => each >= this.state.base);
      const base = bases[Math.max(0, place + by)];
      if (base) this.setState({ task: 'build', base }, { ease: true });
    };
    return [
      ['m', words.keyLabels.m, () => this.setState({ other: this.state.position })],
      [
        'b',
        words.keyLabels.b,
        () =>
          this.setState(builds(this.state) ? { task: 'compare' } : { task: 'build', far: true }),
      ],
      ['+', words.keyLabels.larger, () => change(1)],
      ['-', words.keyLabels.smaller, () => change(-1)],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (!dy) return;
    if (builds(this.state)) this.step(dy * 100);
    else this.setState({ pair: this.state.pair + dy });
  }

  /** The part of the picture on which the present drag began: see `partAt`. */
  #part = '';
  /** Follows the pointer in the present drag. @type {(x: number, y: number) => void} */
  #drag = () => {};

  /** @override */
  get holds() {
    return this.#part === 'hand';
  }

  /** @override */
  drop() {
    this.#part = '';
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const width = this.ui.plot.clientWidth;
    if (builds(this.state)) {
      this.setState(builtPartAt(this.#buildBox(width), x, y));
      return;
    }
    if (event.type === 'pointerdown') {
      const box = this.#box(width);
      this.#part = partAt(box, this.model, x, y);
      this.#drag = this.#dragOf(box, [x, y]);
    }
    this.#drag(x, y);
  }

  /**
   * Returns the function that follows the pointer in a drag of a part.
   * @param {ReturnType<typeof layout>} box
   * @param {number[]} start where the drag begins
   * @returns {(x: number, y: number) => void}
   */
  #dragOf(box, start) {
    const { waves, state } = this.model;
    if (box.big && this.#part === 'wave') {
      const axis = waveAxis(box.big.wave, state.position);
      return (x) => this.setState({ position: axis.place(x) });
    }
    if (box.big && this.#part) return this.#turning(box.big, start);
    return (x, y) => {
      const pair = pairAt(box, waves, x, y);
      if (pair !== null) this.setState({ pair });
    };
  }

  /**
   * Returns the function that turns the large hand with the pointer. The hand stops at whole
   * positions.
   * @param {{x: number, y: number}} middle
   * @param {number[]} start
   */
  #turning(middle, start) {
    const { waves, state } = this.model;
    let at = start;
    let { position } = state;
    return (/** @type {number} */ x, /** @type {number} */ y) => {
      const moved = position + turnsRound(middle, at, [x, y]) * waves[state.pair];
      at = [x, y];
      position = Math.min(Math.max(moved, 0), FARTHEST);
      this.setState({ position: Math.round(position) }, { ease: true });
    };
  }
}
