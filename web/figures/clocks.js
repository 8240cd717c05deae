import { sinusoidal } from '../index.js';
import { h, m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { distance, fixed, grouped, scientific, signed, wave } from './format.js';
import { decades } from './log.js';
import { FOOLED, clocksModel } from './models/clocks.js';

const DIMS = [8, 16, 32, 64, 128, 256, 512];
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];

/** How many clocks stand in a row. @param {number} count */
export function columnsFor(count) {
  let columns = 1;
  while (columns * columns < count * 2) columns *= 2;
  return columns;
}

/** @typedef {{position: number, other: number, dim: number, base: number, pair: number, far: boolean}} State */
/** @typedef {ReturnType<typeof clocksModel> & {state: State}} Model */

export class PeClocks extends PeFigure {
  static heading = 'A position is what a stack of clocks reads';
  static arrows = [
    ['← →', 'position one back or on'],
    ['↑ ↓', 'a faster or a slower clock'],
    ['Home, End', 'first or last position of the scrub bar'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    dim: { kind: 'number', value: 64, min: 2, max: 512, step: 2, label: 'Dimensions', control: 'select', picks: DIMS },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true },
    position: { kind: 'number', value: 12, min: 0, max: 1e6, step: 1, label: 'Position', ease: true },
    other: { kind: 'number', value: 0, min: 0, max: 1e6, step: 1, label: 'Compared with', control: 'number' },
    pair: { kind: 'number', value: 0, min: 0, max: (state) => state.dim / 2 - 1, step: 1, label: 'Clock', control: 'range' },
    far: { kind: 'flag', value: false, label: 'Log scale' },
  };

  /** @param {any} patch @param {State} before */
  adjust(patch, before) {
    if (Number(patch.position) > 127 && !before.far && !('far' in patch)) patch.far = true;
    if ('far' in patch && !patch.far && !('position' in patch) && before.position > 127) patch.position = 127;
    return patch;
  }

  /** @type {(value: number) => number} */
  rulerX = () => 0;

  /** @param {State} state */
  compute(state) { return { ...clocksModel(state), state }; }

  /** @param {number} width */
  heightFor(width) {
    const { rows, cell } = this.#grid(width);
    return Math.round(rows * cell + 16 + 212);
  }

  /** @param {number} width */
  #grid(width) {
    const count = this.state.dim / 2;
    const columns = columnsFor(count);
    const rows = Math.ceil(count / columns);
    const cell = Math.min(Math.floor(width / columns), 112, Math.max(64, Math.floor(380 / rows)));
    return { count, columns, rows, cell, left: Math.floor((width - columns * cell) / 2) };
  }

  /** Where a pair's clock stands, in CSS pixels of the plot. @param {number} pair */
  locate(pair) {
    const { columns, cell, left } = this.#grid(this.ui.plot.clientWidth);
    const label = cell >= 60 ? 16 : 0;
    return { x: left + (pair % columns) * cell + cell / 2, y: Math.floor(pair / columns) * cell + (cell - label) / 2, radius: (cell - label) / 2 - (cell >= 60 ? 4 : Math.max(1, cell * 0.08)) };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const { state } = model;
    const { count, rows, cell } = this.#grid(pen.width);
    const now = shown.position === state.position && shown.other === undefined ? model.table : sinusoidal(1, state.dim, { dtype: 'float64', base: state.base, start: shown.position });
    const hand = Math.max(1.5, Math.min(4, cell / 24));
    for (let pair = 0; pair < count; pair++) {
      const { x, y, radius } = this.locate(pair);
      const chosen = pair === state.pair;
      const [ax, ay] = [x + radius * now[2 * pair], y - radius * now[2 * pair + 1]];
      const [bx, by] = [x + radius * model.table[state.dim + 2 * pair], y - radius * model.table[state.dim + 2 * pair + 1]];
      pen.circle(x, y, radius, { stroke: chosen ? pen.c.ink : pen.c.hair, weight: chosen ? 2 : 1 });
      pen.area([x, y, ax, ay, bx, by], pen.c.you, 0.14);
      pen.line([ax, ay, bx, by], pen.c.you, Math.max(0.75, hand * 0.4));
      pen.line([x, y, bx, by], pen.c.other, Math.max(1, hand * 0.6));
      pen.line([x, y, ax, ay], pen.c.you, hand);
      if (cell >= 36) pen.circle(ax, ay, hand * 0.9, { fill: pen.c.you });
      if (cell >= 60) pen.text(wave(model.waves[pair]), x, y + radius + 17, { align: 'center', size: 12, mono: true, color: chosen ? pen.c.ink : pen.c.quiet, weight: chosen ? 600 : 400 });
    }
    this.#ruler(pen, model, rows * cell + 16);
  }

  /** Each clock's disagreement, over its wavelength. @param {import('./surface.js').Pen} pen @param {Model} model @param {number} top */
  #ruler(pen, { state, waves, chords }, top) {
    const { c } = pen;
    const [x0, x1, y0, y1] = [34, pen.width - 12, top + 46, top + 156];
    const [low, high] = [decades(waves[0]) - 0.12, Math.max(decades(waves[waves.length - 1]), 1.9) + 0.12];
    /** @param {number} value */
    const x = (value) => x0 + ((decades(value) - low) / (high - low)) * (x1 - x0);
    /** @param {number} chord */
    const y = (chord) => y1 - (chord / 2) * (y1 - y0);
    this.rulerX = x;
    pen.text(pen.width < 480 ? 'distance on each clock' : 'distance between the two hands of each clock', 0, top + 12, { color: c.quiet });
    for (const chord of [0, 1, 2]) {
      pen.hline(x0, x1, y(chord), c.hair);
      pen.text(String(chord), x0 - 10, y(chord), { align: 'right', base: 'middle', color: c.quiet, mono: true, size: 12 });
    }
    const apart = Math.abs(state.position - state.other);
    const split = apart > 0 ? Math.min(Math.max(x(apart), x0), x1) : x0;
    if (apart > 0 && split > x0 && split < x1) {
      pen.vline(split, y0 - 8, y1, c.you, 1, [2, 4]);
      pen.text(`${grouped(apart)} apart`, split, y0 - 13, { align: 'center', size: 12, color: c.you, mono: true });
    }
    const width = Math.max(1, Math.min(10, (x1 - x0) / chords.length * 0.56));
    for (let pair = 0; pair < chords.length; pair++) {
      const at = x(waves[pair]);
      const chosen = pair === state.pair;
      const color = chosen ? c.ink : chords[pair] < FOOLED ? c.control : c.you;
      const left = pen.snap(at - width / 2 - (chosen ? 1 : 0));
      const right = Math.max(pen.snap(at + width / 2 + (chosen ? 1 : 0)), left + 1 / pen.ratio);
      const high = Math.max(y1 - y(chords[pair]), 2);
      pen.rect(left, y1 - high, right - left, high, color);
    }
    for (let value = 10; decades(value) <= high; value *= 10) {
      pen.vline(x(value), y1, y1 + 5, c.quiet);
      pen.text(grouped(value), x(value), y1 + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
    }
    pen.text('wavelength: positions per turn', x1, y1 + 38, { align: 'right', color: c.quiet });
    pen.text(`clock ${state.pair}: ${distance(chords[state.pair])}`, x1, top + 12, { align: 'right', weight: 650 });
  }

  /** @param {Model} model */
  caption({ state, waves, chords, total, fooled }) {
    const { position, other, pair } = state;
    return [
      'Clock ', ['b', String(pair)], ` turns once in ${wave(waves[pair])} positions. Between `, ['you', grouped(position)], ' and ', ['other', grouped(other)],
      ` it sees a distance of ${distance(chords[pair])}`, position !== other && chords[pair] < FOOLED ? ': it is fooled.' : '.',
      ` All ${chords.length} clocks together: `, ['b', fixed(total, 3)], position === other ? '.' : `; ${fooled} of ${chords.length} fooled.`,
    ];
  }

  /** @param {Model} model */
  formula({ state, table, waves }) {
    const { position, pair } = state;
    const angle = m('mfrac', m('mrow', mn('2'), mi('π'), mo('·'), mn(grouped(position))), mn(wave(waves[pair])));
    /** @param {string} name */
    const call = (name) => m('mrow', mi(name), mo('('), angle.cloneNode(true), mo(')'));
    return [
      m('math', m('mrow', mo('('), call('sin'), mo(','), call('cos'), mo(')'))),
      m('math', m('mrow', mo('='), mo('('), mn(signed(table[2 * pair], 4)), mo(','), mn(signed(table[2 * pair + 1], 4)), mo(')'))),
    ];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, waves, table, chords }) {
    const { dim, position, other } = state;
    return [{
      name: `Clocks at positions ${position} and ${other}`,
      columns: ['clock', 'positions per turn', `sin at ${position}`, `cos at ${position}`, `sin at ${other}`, `cos at ${other}`, 'apart'],
      rows: dim / 2,
      row: (pair) => [pair, waves[pair], table[2 * pair], table[2 * pair + 1], table[dim + 2 * pair], table[dim + 2 * pair + 1], chords[pair]],
      show: (value, column) => (column === 0 ? String(value) : column === 1 ? wave(value) : column === 6 ? distance(value) : signed(value, 4)),
    }];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'Clock 0 turns once in 6.28 positions. Which position does it confuse with position 0?',
      options: [['3', '3, about half a turn'], ['6', '6, about one turn'], ['44', '44, about seven turns']],
      answer: '44',
      show: (figure) => figure.setState({ position: 44, other: 0, pair: 0 }, { ease: true }),
      surprise: ({ chords }) => distance(chords[0]),
      because: ({ state }) => {
        /** @param {number} position */
        const apart = (position) => distance(clocksModel({ ...state, position }).chords[0]);
        return [`apart, on a clock whose hands can be 2 apart: 44 positions are almost exactly 7 turns. Position 6 is ${apart(6)} away and position 3 is ${apart(3)}, nearly opposite. The clocks beside it tell the two apart.`];
      },
    };
  }

  /** The game: the best position found that fools clock 0. */
  extra() {
    let best = { chord: Infinity, position: 0 };
    const line = h('p', { role: 'status' });
    /** @param {any[]} parts */
    const say = (...parts) => line.replaceChildren(...parts);
    const start = () => say('None yet. Move until clock 0 holds both hands together.');
    start();
    const element = h('div', { class: 'pe-panel', 'data-part': 'game' },
      h('p', {}, h('b', {}, 'Find the impostor')),
      h('p', {}, 'A position that clock 0 cannot tell from position 0: less than 0.02 apart. One far better than those in the question hides below 1,000.'), line);
    return {
      element,
      reset() { best = { chord: Infinity, position: 0 }; start(); },
      sync: (/** @type {Model} */ { state, chords, total }) => {
        if (this.playing || state.other !== 0 || state.position === 0 || !(chords[0] < best.chord)) return;
        best = { chord: chords[0], position: state.position };
        const fools = best.chord < FOOLED;
        say(h('span', { class: fools ? 'pe-right' : 'pe-quiet' }, fools ? '✓ ' : 'Closest so far: '), h('b', {}, grouped(best.position)), `, ${best.chord < 0.001 ? scientific(best.chord) : fixed(best.chord, 4)} apart on clock 0`,
          fools ? `, yet ${fixed(total, 3)} apart on all of them.` : '.', best.position === 710 ? ' No position below 100,000 does better.' : '');
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [['m', 'compare with the present position', () => this.setState({ other: this.state.position })]];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const width = this.ui.plot.clientWidth;
    const { count, columns, rows, cell, left } = this.#grid(width);
    if (y < rows * cell) {
      const column = Math.floor((x - left) / cell);
      const pair = Math.floor(y / cell) * columns + column;
      if (column >= 0 && column < columns && pair < count) this.setState({ pair });
      return;
    }
    let nearest = 0;
    const { waves } = this.model;
    for (let pair = 0; pair < count; pair++) if (Math.abs(this.rulerX(waves[pair]) - x) < Math.abs(this.rulerX(waves[nearest]) - x)) nearest = pair;
    this.setState({ pair: nearest });
  }

  describe() {
    const { state, waves, chords, table, total } = this.model;
    const { position, other, pair } = state;
    return `Position ${position}. Clock ${pair}, one turn in ${wave(waves[pair])} positions: sine ${signed(table[2 * pair])}, cosine ${signed(table[2 * pair + 1])}; ${distance(chords[pair])} from position ${other}. All clocks together ${fixed(total, 3)}.`;
  }
}
