import { h, m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { distance, fixed, grouped, signed, wave } from './format.js';
import { PRESETS, pairsOf, twinOf, wavesModel } from './models/waves.js';
import { Curves, stepsFor, sweep, turned } from './turned.js';

const DIMS = [8, 16, 32, 64, 128, 256, 512];
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];

/** A count of turns with the digits that say something. @param {number} value */
export const turnsText = (value) => grouped(value, value >= 1 || value === 0 ? 2 : value < 0.1 ? 4 : 3);

/** @typedef {ReturnType<typeof wavesModel> & {state: any, lanes: number[]}} Model */
/** @typedef {{cx: number, cy: number, radius: number, x0: number, x1: number, top: number, lane: number, axis: number, height: number, wide: boolean}} Box */

export class PeWaves extends PeFigure {
  static heading = 'Each pair goes round at its own pace';
  static arrows = [
    ['← →', 'position one back or on'],
    ['↑ ↓', 'a faster or a slower pair'],
    ['Home, End', 'first or last position'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    dim: { kind: 'number', value: 64, min: 2, max: 512, step: 2, label: 'Dimensions', control: 'select', picks: DIMS },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true },
    length: { kind: 'number', value: 100, min: 4, max: 200, step: 1, label: 'Positions', control: 'range' },
    position: { kind: 'number', value: 21, min: 0, max: (state) => state.length, step: 1, label: 'Position', ease: true },
    other: { kind: 'number', value: 1, min: 0, max: (state) => state.length, step: 1, label: 'Compared with', control: 'number', ease: true },
    pair: { kind: 'number', value: 0, min: 0, max: (state) => state.dim / 2 - 1, step: 1, label: 'Pair', control: 'range', ease: true },
    lines: { kind: 'choice', value: 'first', options: PRESETS, names: ['fast to slow', 'dims 0,2,10,30', 'first four pairs', 'my own pairs'], label: 'Below', control: 'select' },
    pairs: { kind: 'text', value: '0, 7, 16', longest: 40, label: 'Own pairs', control: 'text', when: (state) => state.lines === 'own' },
    parts: { kind: 'choice', value: 'both', options: ['both', 'sine'], label: 'Sine only', control: 'toggle', ease: true },
  };

  #curves = new Curves();

  /** @param {any} state */
  compute(state) { return { ...wavesModel(state), lanes: pairsOf(state), state }; }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width @returns {Box} */
  #box(width) {
    const wide = width >= 560;
    const radius = wide ? 100 : 46;
    const x0 = wide ? 288 : 124;
    const [cx, cy] = [wide ? radius + 24 : radius + 4, radius + 48];
    const top = cy + radius + (wide ? 58 : 62);
    const lane = wide ? 52 : 44;
    const axis = top + pairsOf(this.state).length * lane + 4;
    return { cx, cy, radius, x0, x1: width - 34, top, lane, axis, height: axis + 40, wide };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const box = this.#box(pen.width);
    const { state, frequencies, lanes } = model;
    const { c } = pen;
    /** @param {number} position */
    const x = (position) => box.x0 + (position / state.length) * (box.x1 - box.x0);
    const low = Math.floor(shown.pair);
    const frequency = frequencies[low] + (frequencies[Math.min(low + 1, frequencies.length - 1)] - frequencies[low]) * (shown.pair - low);
    lanes.forEach((pair, at) => this.#lane(pen, model, box, pair, box.top + (at + 0.5) * box.lane, x, shown));
    this.#axis(pen, model, box, x);
    pen.vline(x(shown.other), box.cy - box.radius - 6, box.axis, c.other, 1, [3, 4]);
    pen.vline(x(shown.position), box.cy - box.radius - 6, box.axis, c.you, 2);
    this.#wave(pen, model, box, x, frequency, shown);
    this.#circle(pen, model, box, frequency, shown);
    const near = Math.abs(x(state.position) - x(state.other)) < 30;
    if (!near) pen.text(String(state.other), x(shown.other), box.cy - box.radius - 12, { align: 'center', mono: true, color: c.other, weight: 650 });
    pen.text(String(state.position), x(shown.position), box.cy - box.radius - 12, { align: 'center', mono: true, color: c.you, weight: 700 });
  }

  /** The chosen pair over positions: curves behind, whole positions as dots. @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {(position: number) => number} x @param {number} frequency @param {Record<string, number>} shown */
  #wave(pen, { state }, { cx, cy, radius, x0, x1 }, x, frequency, shown) {
    const { c } = pen;
    const { length } = state;
    const count = stepsFor(length * frequency, Math.round((x1 - x0) * 2));
    const curve = this.#curves.get(length * frequency, count);
    /** @param {0 | 1} part */
    const points = (part) => Array.from({ length: 2 * count + 2 }, (_, at) => (at % 2 ? cy - radius * curve[at - 1 + part] : x0 + ((at / 2) / count) * (x1 - x0)));
    for (const value of [-1, 0, 1]) pen.hline(x0, x1, cy - value * radius, c.hair);
    const spacing = (x1 - x0) / length;
    if (shown.parts < 1 && spacing > 2.5) pen.line(points(1), c.control, 1, [1, 4]);
    pen.line(points(0), c.control, 1.5);
    const dots = this.#curves.get(length * frequency, length);
    const dot = Math.min(3, spacing * 0.36);
    if (spacing > 2.5) for (let position = 0; position <= length; position++) pen.circle(x(position), cy - radius * dots[2 * position], dot, { fill: c.ink });
    const end = 2 * count;
    const apart = Math.abs(curve[end] - curve[end + 1]) * radius < 14 ? 7 : 0;
    const up = curve[end] > curve[end + 1] ? -1 : 1;
    pen.text('sin', x1 + 7, cy - radius * curve[end] + up * apart, { base: 'middle', color: c.ink });
    if (shown.parts < 0.5 && spacing > 2.5) pen.text('cos', x1 + 7, cy - radius * curve[end + 1] - up * apart, { base: 'middle', color: c.quiet });
    const two = turned([shown.position * frequency, shown.other * frequency]);
    const squash = 1 - shown.parts;
    // From the point on the circle across to the same height on the wave.
    pen.line([cx + radius * two[3] * squash, cy - radius * two[2], x(shown.other), cy - radius * two[2]], c.other, 1, [3, 4]);
    pen.line([cx + radius * two[1] * squash, cy - radius * two[0], x(shown.position), cy - radius * two[0]], c.you, 1);
    if (shown.parts < 0.5) {
      pen.circle(x(shown.other), cy - radius * two[3], 4, { fill: c.paper, stroke: c.other, weight: 1.5 });
      pen.circle(x(shown.position), cy - radius * two[1], 4, { fill: c.paper, stroke: c.you, weight: 1.5 });
    }
    pen.circle(x(shown.other), cy - radius * two[2], 5, { fill: c.other, stroke: c.paper, weight: 1.5 });
    pen.circle(x(shown.position), cy - radius * two[0], 6, { fill: c.you, stroke: c.paper, weight: 1.5 });
  }

  /** The same pair as a point on a circle, with the turns behind it; seen edge-on when only the sine is kept. @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {number} frequency @param {Record<string, number>} shown */
  #circle(pen, { state, turns, waves, sine, chord }, { cx, cy, radius, wide }, frequency, shown) {
    const { c } = pen;
    const squash = 1 - shown.parts;
    /** @param {ArrayLike<number>} table @param {number} row @param {number} [size] */
    const at = (table, row, size = 1) => [cx + radius * size * table[2 * row + 1] * squash, cy - radius * size * table[2 * row]];
    const ring = this.#curves.get(2 * Math.PI, 96);
    pen.line(Array.from({ length: 97 }, (_, row) => at(ring, row)).flat(), c.control, 1);
    pen.hline(cx - radius * squash, cx + radius * squash, cy, c.hair);
    pen.vline(cx, cy - radius, cy + radius, c.hair);
    const two = turned([shown.position * frequency, shown.other * frequency]);
    if (shown.parts < 0.5 && Math.min(two[0], two[2]) > -0.5) pen.text('sin', cx + 5, cy + radius - 8, { size: 12, color: c.quiet });
    if (wide && shown.parts < 0.5 && Math.max(two[1], two[3]) < 0.5) pen.text('cos', cx + radius - 5, cy - 6, { size: 12, color: c.quiet, align: 'right' });
    const steps = stepsFor(shown.position * frequency, 2000);
    const trail = sweep(shown.position * frequency, steps);
    pen.line(Array.from({ length: steps + 1 }, (_, step) => at(trail, step, 0.22 + (0.62 * step * shown.position) / (steps * state.length))).flat(), c.ink, 1.25);
    const [yx, yy] = at(two, 0);
    const [ox, oy] = at(two, 1);
    pen.line([cx, cy, ox, oy], c.other, 2);
    pen.line([cx, cy, yx, yy], c.you, 4);
    pen.circle(ox, oy, 5, { fill: c.other, stroke: c.paper, weight: 1.5 });
    pen.circle(yx, yy, 6, { fill: c.you, stroke: c.paper, weight: 1.5 });
    const name = pen.text(`pair ${state.pair}`, 0, 16, { weight: 650, size: 15 });
    pen.text(`one turn in ${wave(waves[state.pair])} positions`, name + 10, 16, { color: c.quiet });
    pen.text(`${turnsText(turns(state.pair, state.position))} turns`, cx, cy + radius + 22, { align: 'center', mono: true, size: wide ? 17 : 13, weight: 650, color: c.you });
    if (!wide || (yx - ox) * (yx - ox) + (yy - oy) * (yy - oy) < radius * radius / 4 && squash > 0) return;
    // What lies between the two: a chord, or nothing once the circle is edge-on.
    pen.line([yx, yy, ox, oy], c.ink, 1);
    const middle = (yy + oy) / 2;
    pen.text(squash > 0.5 ? `${distance(chord)} apart` : `${distance(sine)} apart`, squash > 0.5 ? (yx + ox) / 2 : cx + 12, middle + (middle < cy ? -9 : 20), { align: squash > 0.5 ? 'center' : 'left', size: 12, mono: true, plate: true });
  }

  /** Another pair over the same positions. @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {number} pair @param {number} cy @param {(position: number) => number} x @param {Record<string, number>} shown */
  #lane(pen, { state, turns, frequencies }, { x0, x1, wide, lane }, pair, cy, x, shown) {
    const { c } = pen;
    const chosen = pair === state.pair;
    const count = stepsFor(state.length * frequencies[pair], Math.round((x1 - x0) * 2));
    const reach = lane / 2 - 7;
    const curve = this.#curves.get(state.length * frequencies[pair], count);
    const hand = turned([shown.position * frequencies[pair]]);
    pen.hline(x0, x1, cy, c.hair);
    pen.line(Array.from({ length: 2 * count + 2 }, (_, at) => (at % 2 ? cy - reach * curve[at - 1] : x0 + ((at / 2) / count) * (x1 - x0))), chosen ? c.ink : c.control, chosen ? 2 : 1.25);
    pen.circle(x(shown.position), cy - reach * hand[0], 3.5, { fill: c.you, stroke: c.paper, weight: 1 });
    const r = wide ? 15 : 11;
    const left = r + 2;
    pen.circle(left, cy, r, { stroke: c.hair, weight: 1.5 });
    const all = Math.min(1, turns(pair)) * 2 * Math.PI;
    const arc = this.#curves.get(all, 48);
    pen.line(Array.from({ length: 98 }, (_, at) => (at % 2 ? cy - r * arc[at - 1] : left + r * arc[at + 1])), c.ink, 2.5);
    pen.line([left, cy, left + r * hand[1], cy - r * hand[0]], c.you, 2);
    const color = chosen ? c.ink : c.quiet;
    pen.text(`pair ${pair}`, 2 * r + 14, wide ? cy : cy - 9, { base: 'middle', color, weight: chosen ? 650 : 400 });
    const text = turnsText(turns(pair));
    if (wide) {
      pen.text(text, x0 - 72, cy, { align: 'right', base: 'middle', mono: true, size: 17, weight: 650 });
      pen.text('turns', x0 - 64, cy, { base: 'middle', color: c.quiet });
    } else {
      const width = pen.text(text, 2 * r + 14, cy + 9, { base: 'middle', mono: true, weight: 650 });
      pen.text('turns', 2 * r + 20 + width, cy + 9, { base: 'middle', color: c.quiet, size: 12 });
    }
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {(position: number) => number} x */
  #axis(pen, { state, lanes }, { top, axis, x0, x1, wide }, x) {
    const { c } = pen;
    const step = [1, 2, 5, 10, 20, 50].find((each) => (each / state.length) * (x1 - x0) >= 32) ?? 100;
    for (let position = 0; position <= state.length; position += step) {
      pen.vline(x(position), axis, axis + 5, c.quiet);
      pen.text(String(position), x(position), axis + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
    }
    pen.text('position', x1, axis + 38, { align: 'right', color: c.quiet });
    if (lanes.length) pen.text(wide ? `in the same ${state.length} positions` : `in ${state.length} positions`, 0, top - 10, { color: c.quiet });
  }

  /** @param {Model} model */
  caption({ state, turns, waves, sine, chord }) {
    const { position, other, pair, length } = state;
    const whole = turns(pair);
    return [
      'Pair ', ['b', String(pair)], ` turns once in ${wave(waves[pair])} positions: ${turnsText(turns(pair, position))} turns by position `, ['you', String(position)], ', ', ['b', turnsText(whole)],
      ` in ${length}${whole < 1 ? `, an arc of ${fixed(whole * 360, 2)}°` : ''}. Its sine holds `, ['you', String(position)], ' and ', ['other', String(other)], ` ${distance(sine)} apart`,
      ...(state.parts === 'sine' ? ['; seen by the sine alone, the circle is a line.'] : ['; with the cosine they are ', ['b', distance(chord)], ' apart.']),
    ];
  }

  /** @param {Model} model */
  formula({ state, table, waves, turns }) {
    const { position, pair, dim, length } = state;
    const at = position * dim + 2 * pair;
    const angle = m('mfrac', m('mrow', mn('2'), mi('π'), mo('·'), mn(String(position))), mn(wave(waves[pair])));
    return [
      m('math', m('mrow', m('mfrac', mn(String(length)), mn(wave(waves[pair]))), mo('='), mn(turnsText(turns(pair))))),
      m('math', m('mrow', mo('sin'), mo('('), angle, mo(')'), mo('='), mn(signed(table[at], 4)))),
      ...(state.parts === 'sine' ? [] : [m('math', m('mrow', mo('cos'), mo('('), angle.cloneNode(true), mo(')'), mo('='), mn(signed(table[at + 1], 4))))]),
    ];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, table, waves, turns, frequencies }) {
    const { dim, length, pair } = state;
    return [
      {
        name: `Pair ${pair} at positions 0 to ${length}`,
        columns: ['position', 'turns', 'sin', 'cos'],
        rows: length + 1,
        row: (position) => [position, turns(pair, position), table[position * dim + 2 * pair], table[position * dim + 2 * pair + 1]],
        show: (value, column) => (column === 0 ? String(value) : column === 1 ? turnsText(value) : signed(value, 4)),
      },
      {
        name: `All pairs over ${length} positions`,
        columns: ['pair', 'positions per turn', `turns in ${length}`, 'radians per position'],
        rows: dim / 2,
        row: (which) => [which, waves[which], turns(which), frequencies[which]],
        show: (value, column) => (column === 0 ? String(value) : column === 1 ? wave(value) : column === 2 ? turnsText(value) : value.toPrecision(4)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'In 100 positions the fastest of 32 pairs goes round 15.92 times. How often does pair 16, halfway down the list?',
      options: [['half', 'about 8 times, half as often'], ['two', 'about twice'], ['part', 'less than a sixth of a turn']],
      answer: 'part',
      show: (figure) => figure.setState({ dim: 64, base: 10000, length: 100, lines: 'spread', pair: 16, position: 100, other: 0, parts: 'both' }, { ease: true }),
      surprise: ({ turns }) => `${turnsText(turns(16))} turns`,
      because: ({ turns }) => [`or ${fixed(turns(16) * 360, 1)}°. Each pair is slower than the one before by a constant factor, so halfway means 100 times slower. The “about 2 cycles” of a popular tutorial belong to pair 7, with ${turnsText(turns(7))}.`],
    };
  }

  /** The collision finder. */
  extra() {
    const line = h('p', { role: 'status' });
    const find = h('button', { type: 'button', onclick: () => this.#find() });
    const wide = h('div', { class: 'pe-panel', 'data-part': 'finder' },
      h('p', {}, h('b', {}, 'Why a pair, not a sine')),
      h('p', {}, 'A wave meets each height going up and coming down: sin x = sin(π − x). It is this mirror image that collides. Whole positions are never 2π apart, as some texts fear.'),
      h('div', { class: 'pe-acts' }, find, line));
    return {
      wide,
      sync: (/** @type {Model} */ { state, table, sine, chord }) => {
        const twin = twinOf(table, state.dim, state.pair, state.position);
        find.textContent = `Find the twin of ${state.position}`;
        find.setAttribute('aria-disabled', String(twin < 0));
        line.replaceChildren(...(twin < 0 ? [`None up to ${state.length}: this pair is still on its first quarter turn.`]
          : twin === state.other ? [h('span', { class: sine < 0.02 ? 'pe-right' : 'pe-quiet' }, sine < 0.02 ? '✓ ' : 'Nearest: '), h('b', {}, `${state.position} and ${twin}`), `, ${distance(sine)} apart by the sine, ${distance(chord)} with the cosine.`] : []));
      },
    };
  }

  #find() {
    const { state, table } = this.currentModel();
    const twin = twinOf(table, state.dim, state.pair, state.position);
    if (twin >= 0) this.setState({ other: twin }, { ease: true });
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['f', 'find the twin: the same sine', () => this.#find()],
      ['s', 'sine only, or the pair', () => this.setState({ parts: this.state.parts === 'both' ? 'sine' : 'both' }, { ease: true })],
      ['m', 'compare with the present position', () => this.setState({ other: this.state.position }, { ease: true })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy }, { ease: true });
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { x0, x1, top, lane } = this.#box(this.ui.plot.clientWidth);
    const { lanes, state } = this.model;
    const at = Math.floor((y - top) / lane);
    if (event.type === 'pointerdown' && at >= 0 && at < lanes.length) this.setState({ pair: lanes[at] }, { ease: true });
    if (x > x0 - 12) this.setState({ [event.shiftKey ? 'other' : 'position']: Math.round(((x - x0) / (x1 - x0)) * state.length) });
  }

  describe() {
    const { state, table, turns, sine, chord } = this.model;
    const { position, other, pair, dim } = state;
    const at = position * dim + 2 * pair;
    return `Position ${position}. Pair ${pair}, ${turnsText(turns(pair, position))} turns so far: sine ${signed(table[at])}, cosine ${signed(table[at + 1])}. From position ${other} ${distance(sine)} by the sine, ${distance(chord)} on the circle.`;
  }
}
