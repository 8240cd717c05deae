import { h, m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { fixed, grouped, wave } from './format.js';
import { FARTHEST, SCHEMES, intoTurn, place, positionAt, rangeModel, rangeScene, swept } from './models/range.js';
import { CLOCKS, drawBiases, drawClocks, drawRows } from './range-views.js';

const DIMS = [16, 32, 64, 128, 256, 512, 768, 1024, 4096];
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];
const LENGTHS = [128, 256, 512, 1024, 2048, 4096];
const NAMES = ['learned table', 'sinusoidal', 'RoPE', 'ALiBi'];

/** @param {any} state */
const turning = (state) => state.scheme === 'sinusoidal' || state.scheme === 'rope';

/** @typedef {ReturnType<typeof rangeModel> & {state: any}} Model */
/** @typedef {{wide: boolean, x0: number, x1: number, top: number, lane: number, bottom: number, zoom: number, columns: number, pitch: number, cell: number, height: number}} Box */

export class PeRange extends PeFigure {
  static heading = 'Defined is not the same as trained';
  static arrows = [
    ['← →', 'position one back or on'],
    ['↑ ↓', 'another scheme'],
    ['Home, End', 'position 0 or a million'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    scheme: { kind: 'choice', value: 'sinusoidal', options: SCHEMES, names: NAMES, label: 'Scheme', control: 'select' },
    length: { kind: 'number', value: 512, min: 16, max: 4096, step: 1, label: 'Trained on', control: 'select', picks: LENGTHS },
    position: { kind: 'number', value: 100, min: 0, max: FARTHEST, step: 1, label: 'Position', control: 'number', ease: true },
    dim: { kind: 'number', value: 64, min: 2, max: 4096, step: 2, label: 'Dimensions', control: 'select', picks: DIMS, when: (state) => state.scheme !== 'alibi' },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true, when: turning },
    far: { kind: 'flag', value: true, label: 'Log scale' },
  };

  #kept = { key: '', scene: /** @type {any} */ (null) };

  /** @param {any} state */
  compute(state) {
    const key = [state.scheme === 'learned', state.length, state.dim, state.base].join();
    if (key !== this.#kept.key) this.#kept = { key, scene: rangeScene(state) };
    return { ...rangeModel(this.#kept.scene, state), state };
  }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width @returns {Box} */
  #box(width) {
    const wide = width >= 560;
    const [x0, x1] = wide ? [140, width - 160] : [0, width - 1];
    const top = 58;
    const lane = wide ? 58 : 70;
    const bottom = top + 4 * lane;
    const columns = width >= 820 ? 16 : 8;
    const pitch = width / columns;
    const cell = Math.min(60, Math.floor(pitch));
    const zoom = bottom + 84;
    const rows = CLOCKS / columns;
    return { wide, x0, x1, top, lane, bottom, zoom, columns, pitch, cell, height: zoom + rows * (cell + (wide ? 18 : 2)) + 6 };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const box = this.#box(pen.width);
    const { state } = model;
    const { c } = pen;
    /** @param {number} position */
    const x = (position) => box.x0 + place(position) * (box.x1 - box.x0);
    const wall = x(state.length - 1);
    const at = x(shown.position);
    SCHEMES.forEach((_, lane) => {
      const top = box.top + lane * box.lane + (box.wide ? 0 : 26);
      const low = box.top + (lane + 1) * box.lane;
      pen.rect(box.x0, top, wall - box.x0, low - top, c.seen);
      pen.rect(wall, top, box.x1 - wall, low - top, c.unseen);
      this.#lane(pen, model, box, lane, wall);
      pen.vline(wall, top, low, c.ink, 2);
      pen.vline(at, top, low, c.you, 2.5);
    });
    this.#axis(pen, model, box, x);
    pen.vline(at, box.top - 14, box.top - (box.wide ? 0 : 2), c.you, 2.5);
    pen.text(grouped(state.position), at, box.top - 20, { align: 'center', mono: true, size: 15, weight: 700, color: c.you, plate: true });
    if (state.scheme === 'learned') drawRows(pen, model, box);
    else if (state.scheme === 'alibi') drawBiases(pen, model, box);
    else drawClocks(pen, model, box, shown.position);
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {(position: number) => number} x */
  #axis(pen, { state }, { bottom, x0, x1, wide }, x) {
    const { c } = pen;
    for (let value = 1; value <= FARTHEST; value *= 10) {
      pen.vline(x(value), bottom, bottom + 5, c.quiet);
      pen.text(x1 - x0 > 560 || value < 1e3 ? grouped(value) : value < FARTHEST ? `${value / 1000}k` : '1M', value < FARTHEST ? x(value) : x1, bottom + 20, { align: value < FARTHEST ? 'center' : 'right', size: 12, mono: true, color: c.quiet });
    }
    pen.text('position asked for', x1, bottom + 38, { align: 'right', color: c.quiet });
    pen.text(`trained on 0 to ${grouped(state.length - 1)}`, x0, 14, { color: c.right, weight: 650 });
    pen.text('never trained', x1, 14, { align: 'right', color: c.wrong, weight: 650 });
  }

  /** What becomes of a scheme past the wall, and its two answers. @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {number} at @param {number} wall */
  #lane(pen, model, { wide, x0, x1, top, lane }, at, wall) {
    const { c } = pen;
    const { state, places, shares, depths, parameters } = model;
    const scheme = SCHEMES[at];
    const active = scheme === state.scheme;
    const y = top + at * lane;
    const [high, low] = [y + (wide ? 10 : 28), y + lane - 8];
    pen.hline(0, pen.width, y, c.hair);
    /** @param {number[]} heights */
    const curve = (heights) => {
      const points = [];
      for (let index = 0; index < heights.length; index++) points.push(x0 + places[index] * (x1 - x0), low - heights[index] * (low - high));
      return points;
    };
    /** @param {number[]} outline @param {number[][]} lines */
    const shape = (outline, lines) => {
      pen.area(outline, c.right, active ? 0.3 : 0.16);
      for (const line of lines) pen.line(line, active ? c.right : c.control, active ? 2 : 1.25);
    };
    if (scheme === 'learned') shape([x0, high, wall, high, wall, low, x0, low], [[x0, high, wall, high, wall, low]]);
    else if (scheme === 'alibi') {
      // Both axes in decades: what is straight stays straight. Between the steepest head and the gentlest.
      const [steep, gentle] = depths.map(curve);
      const back = [];
      for (let index = gentle.length - 2; index >= 0; index -= 2) back.push(gentle[index], gentle[index + 1]);
      shape([...steep, ...back], [steep, gentle]);
    } else {
      const points = curve(shares);
      shape([x0, low, ...points, x1, low], [points]);
    }
    const { defined, what, trained, how } = this.#verdict(model, scheme);
    const [first, second] = wide ? [y + lane / 2 - 3, y + lane / 2 + 16] : [y + 19, y + 19];
    if (active) pen.rect(0, y + 7, 3, (wide ? lane : 26) - 12, c.ink);
    const name = pen.text(NAMES[at], 10, first, { weight: active ? 700 : 400, color: active ? c.ink : c.quiet });
    const small = scheme === 'learned' ? `${grouped(parameters)} numbers` : scheme === 'alibi' ? '8 biases' : 'angles seen';
    if (wide) pen.text(small, 10, second, { size: 12, color: c.quiet });
    pen.text(`${defined ? '✓' : '✗'} ${what}`, wide ? x1 + 14 : name + 26, first, { color: defined ? c.right : c.wrong, weight: 650 });
    pen.text(`${trained ? '✓' : '✗'} ${how}`, wide ? x1 + 14 : pen.width, second, { align: wide ? 'left' : 'right', color: trained ? c.right : c.wrong, weight: 650 });
  }

  /** Two different questions: is there a value, and has training been there? @param {Model} model @param {string} scheme */
  #verdict({ error, inside, strange, waves }, scheme) {
    if (scheme === 'learned') return { defined: !error, what: error ? 'no row' : 'defined', trained: inside, how: inside ? 'trained' : 'untrained' };
    if (scheme === 'alibi') return { defined: true, what: 'defined', trained: inside, how: inside ? 'trained' : 'untrained' };
    return { defined: true, what: 'defined', trained: !strange, how: strange ? `${strange} of ${waves.length} unseen` : 'all angles seen' };
  }

  /** @param {Model} model */
  caption({ state, norm, strange, waves, parameters, inside, slopes }) {
    const { scheme, position, length, dim } = state;
    /** @type {[string, string]} */
    const asked = ['you', grouped(position)];
    const table = `${grouped(length)} × ${grouped(dim)} = ${grouped(parameters)} numbers`;
    if (scheme === 'learned') return inside ? ['Row ', asked, ` is one of ${grouped(length)}: ${table}, all learned.`] : ['There is no row ', asked, `: the ${table} end with row ${grouped(length - 1)}. Asking is an error.`];
    if (scheme === 'alibi') return ['At distance ', asked, ` the heads subtract from ${grouped(slopes[0] * position, 1)} down to ${grouped(slopes[7] * position, 2)}. `, inside ? 'Training has been here.' : `Training ended at ${grouped(length - 1)}; the bias goes on as it began.`];
    /** @type {(text: string) => [string, string]} */
    const b = (text) => ['b', text];
    return [
      ...(scheme === 'rope' ? ['Distance ', asked, `: defined, a turn for each of ${grouped(dim / 2)} pairs that keeps every length. `] : ['Position ', asked, ': defined, a row of length ', b(fixed(norm, 4)), ` = √${grouped(dim / 2)}, as everywhere. `]),
      ...(strange ? [['wrong', '✗ '], b(`${strange} of ${waves.length}`), ` clocks point where training to ${grouped(length - 1)} never took them.`] : [['right', '✓ '], 'Training has shown every clock this angle.']),
    ];
  }

  /** @param {Model} model */
  formula({ state, norm, parameters, slopes }) {
    const { scheme, position, length, dim } = state;
    if (scheme === 'learned') return [m('math', m('mrow', mn(grouped(length)), mo('×'), mn(grouped(dim)), mo('='), mn(grouped(parameters))))];
    if (scheme === 'alibi') return [m('math', m('mrow', mo('−'), mn(String(slopes[0])), mo('·'), mn(grouped(position)), mo('='), mn(grouped(-slopes[0] * position, 1))))];
    const pairs = mn(grouped(dim / 2));
    return [m('math', m('mrow', m('msqrt', m('mrow', pairs, mo('·'), mo('('), mi('sin²'), mo('+'), mi('cos²'), mo(')'))), mo('='), m('msqrt', pairs.cloneNode(true)), mo('='), mn(fixed(norm, 4))))];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, waves, slopes }) {
    const { length, position, scheme } = state;
    /** @type {import('./table.js').Table} */
    const pairs = {
      name: `Pairs at ${position}, trained to ${length - 1}`,
      columns: ['pair', 'positions per turn', 'of a turn seen', 'of a turn now', 'seen in training'],
      rows: waves.length,
      row: (pair) => [pair, waves[pair], Math.min(1, (length - 1) / waves[pair]), intoTurn(position, waves[pair]) / waves[pair], swept(position, waves[pair], length) ? 'yes' : 'no'],
      show: (value, column) => (column === 0 ? String(value) : column === 1 ? wave(value) : fixed(value, 4)),
    };
    /** @type {import('./table.js').Table} */
    const heads = {
      name: `ALiBi at distance ${position}`,
      columns: ['head', 'slope', `bias at ${length - 1}`, `bias at ${position}`],
      rows: slopes.length,
      row: (head) => [head, slopes[head], -slopes[head] * (length - 1), -slopes[head] * position],
      show: (value, column) => (column < 2 ? String(value) : fixed(value, 2)),
    };
    return scheme === 'alibi' ? [heads, pairs] : [pairs, heads];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'A model with sinusoidal positions was trained on 512 of them. Position 600 has an encoding too. How many of its 32 clocks then point where they never pointed in training?',
      options: [['none', 'none: clocks only go round'], ['3', '3, the slowest'], ['16', '16, half of them']],
      answer: '16',
      show: (figure) => figure.setState({ scheme: 'sinusoidal', length: 512, dim: 64, base: 10000, position: 600 }, { ease: true }),
      surprise: ({ strange, waves }) => `${strange} of ${waves.length}`,
      because: ({ norm }) => [`clocks had not finished their first turn, and now leave the arc they know. Nothing warns you: the row has its length of ${fixed(norm, 4)}, as ever.`],
    };
  }

  /** What a figure cannot compute. */
  extra() {
    const wide = h('div', { class: 'pe-panel', 'data-part': 'reported' },
      h('p', {}, h('b', {}, 'Two questions, not one')),
      h('p', {}, 'Tables that grant sinusoidal and RoPE “length extrapolation: yes” answer the first: there is a value. Whether a model can use an angle it never met is learned, and no formula tells.'),
      h('p', {}, h('b', {}, 'Reported, not computed: '), 'a model of 1.3 billion parameters with ALiBi, trained on 1,024 tokens, did as well on 2,048 as a sinusoidal one trained on 2,048 (Press, Smith and Lewis, 2022).'));
    return { wide };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['w', 'to the wall: the first position past the training', () => this.setState({ position: this.state.length }, { ease: true })],
      ['d', 'twice as far', () => this.setState({ position: Math.max(1, this.state.position * 2) }, { ease: true })],
      ['h', 'half as far', () => this.setState({ position: Math.floor(this.state.position / 2) }, { ease: true })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    const next = SCHEMES[SCHEMES.indexOf(this.state.scheme) + dy];
    if (dy && next) this.setState({ scheme: next });
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { x0, x1, top, lane, bottom } = this.#box(this.ui.plot.clientWidth);
    if (y > bottom + 44) return;
    const scheme = SCHEMES[Math.floor((y - top) / lane)];
    if (event.type === 'pointerdown' && scheme) this.setState({ scheme });
    if (x >= x0 - 8 && x <= x1 + 8) this.setState({ position: positionAt((x - x0) / (x1 - x0)) });
  }

  describe() {
    const { state, norm, strange, waves, error, slopes } = this.model;
    const { scheme, position, length } = state;
    if (scheme === 'learned') return `Position ${position}: ${error ?? `row ${position} of ${length}, trained`}.`;
    if (scheme === 'alibi') return `Position ${position}: a bias from ${fixed(-slopes[0] * position, 1)} to ${fixed(-slopes[7] * position, 2)}; training ended at ${length - 1}.`;
    return `Position ${position}: defined, length ${fixed(norm, 4)}; ${strange} of ${waves.length} clocks point where training never took them.`;
  }
}
