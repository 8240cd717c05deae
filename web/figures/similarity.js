import { sinusoidal } from '../index.js';
import { h, m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { fixed, grouped } from './format.js';
import { FINE, lead, measures, similarityModel } from './models/similarity.js';
import { colorOf } from './palette.js';
import { colorScale } from './scale.js';

const DIMS = [8, 16, 32, 64, 128, 256, 512];
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];
const CARDS = [1, 4, 16, 32];
/** @type {Record<string, string>} */
const NAMES = { cosine: 'cosine similarity', dot: 'dot product', euclidean: 'distance' };

/** @typedef {ReturnType<typeof similarityModel> & {state: any}} Model */
/** @typedef {{x: number, y: number, w: number, h: number}} Area */

export class PeSimilarity extends PeFigure {
  static heading = 'Nearer is not always more alike';
  static timeline = 'offset';
  static arrows = [
    ['← →', 'separation one less or more'],
    ['↑ ↓', 'both positions back or on, the separation kept'],
    ['Home, End', 'smallest or largest separation'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    metric: { kind: 'choice', value: 'cosine', options: ['cosine', 'dot', 'euclidean'], names: ['cosine', 'dot product', 'Euclidean'], label: 'Measure', control: 'select' },
    dim: { kind: 'number', value: 128, min: 2, max: 512, step: 2, label: 'Dimensions', control: 'select', picks: DIMS },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true },
    length: { kind: 'number', value: 64, min: 8, max: 128, step: 1, label: 'Positions', control: 'range' },
    offset: { kind: 'number', value: 8, min: 0, max: (state) => state.length - 1, step: 1, label: 'Separation k', ease: true },
    position: { kind: 'number', value: 10, min: 0, max: (state) => state.length - 1 - state.offset, step: 1, label: 'First position', control: 'range', ease: true },
  };

  #kept = { key: '', model: /** @type {any} */ (null) };

  /** @param {any} state */
  compute(state) {
    // The separation moves more often than the matrix changes.
    const key = [state.dim, state.base, state.length, state.metric].join();
    if (key !== this.#kept.key) this.#kept = { key, model: similarityModel(state) };
    return { ...this.#kept.model, state };
  }

  /** @param {Model} model */
  tableKey(model) { return model.values; }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width */
  #box(width) {
    const wide = width >= 560;
    const ratio = globalThis.devicePixelRatio || 1;
    const room = wide ? Math.min(width * 0.4, 360) : width - 44;
    const cell = Math.floor((room / this.state.length) * ratio) / ratio;
    const size = cell * this.state.length;
    const matrix = { x: 36, y: 44, w: size, h: size };
    const left = wide ? matrix.x + size + 76 : 40;
    const curve = { x: left, y: wide ? 44 : matrix.y + size + 112, w: width - left - 12, h: wide ? 256 : 200 };
    const bars = { x: left, y: curve.y + curve.h + 84, w: curve.w, h: 84 };
    return { wide, cell, matrix, curve, bars, scale: matrix.y + size + 22, height: Math.round(Math.max(matrix.y + size + 70, bars.y + bars.h + 28)) };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const box = this.#box(pen.width);
    const { dim, base, metric } = model.state;
    const row = sinusoidal(1, dim, { dtype: 'float64', base, start: shown.offset });
    this.#matrix(pen, model, box, shown);
    this.#curve(pen, model, box, shown, measures(row, dim, metric)[0]);
    this.#bars(pen, model, box, row);
  }

  /** One number for each diagonal. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {Record<string, number>} shown */
  #matrix(pen, { state, picture, rivals, values, least, far }, { matrix: { x, y, w }, cell, scale }, shown) {
    const { c } = pen;
    const { length } = state;
    pen.blocks(pen.heat('matrix', picture, length, length), 0, length, x, y, w, w);
    /** @param {number} offset @param {string} color @param {number} weight @param {boolean} lower */
    const diagonal = (offset, color, weight, lower) => {
      const [from, to] = [0.5 * cell, w - (offset + 0.5) * cell];
      const [a, b] = [offset * cell, 0];
      const points = lower ? [x + b + from, y + a + from, x + b + to, y + a + to] : [x + a + from, y + b + from, x + a + to, y + b + to];
      pen.line(points, c.paper, weight + 2);
      pen.line(points, color, weight);
    };
    const rival = rivals[state.offset];
    if (rival >= 0) diagonal(rival, c.other, 2, false);
    diagonal(shown.offset, c.you, 2.5, false);
    const [row, column] = [shown.position, shown.position + shown.offset];
    const [cx, cy] = [x + (column + 0.5) * cell, y + (row + 0.5) * cell];
    pen.line([x, cy, cx, cy], c.you, 1, [2, 3]);
    pen.line([cx, y, cx, cy], c.you, 1, [2, 3]);
    pen.circle(cx, cy, 5, { fill: c.you, stroke: c.paper, weight: 1.5 });
    const step = [1, 2, 5, 10, 20, 50].find((each) => each * cell >= 30) ?? 100;
    for (let at = 0; at < length; at += step) {
      const middle = (at + 0.5) * cell;
      if (Math.abs(at - row) * cell > 15) pen.text(String(at), x - 8, y + middle, { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
      if (Math.abs(at - column) * cell > 20) pen.text(String(at), x + middle, y - 9, { align: 'center', mono: true, size: 12, color: c.quiet });
    }
    pen.text(String(state.position), x - 8, cy, { align: 'right', base: 'middle', mono: true, color: c.you, weight: 700 });
    pen.text(String(state.position + state.offset), cx, y - 9, { align: 'center', mono: true, color: c.you, weight: 700 });
    pen.text('every position with every other', 0, 14, { color: c.quiet });
    const distance = state.metric === 'euclidean';
    const [worst, unit, digits] = [values[least], state.metric === 'cosine' ? 1 : far, state.metric === 'cosine' ? 3 : 2];
    /** @param {number} value */
    const place = (value) => (distance ? Math.min(1, value / unit) : (value / unit + 1) / 2);
    colorScale(pen, {
      x, y: scale, w, colors: distance ? [0, -1] : [-1, 1], used: distance ? [0, place(worst)] : [place(worst), 1],
      labels: distance ? [[place(worst), fixed(worst, digits)], [0, '0 same'], [1, `√${state.dim} unrelated`]]
        : [[place(worst), fixed(worst, digits)], [1, fixed(unit, 0)], [0, `${fixed(-unit, 0)} opposite`], [0.5, '0 unrelated'], [0.5, '0']],
    });
  }

  /** The same numbers over the separation. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {Record<string, number>} shown @param {number} now */
  #curve(pen, { state, values, curve, far, least, rivals, low, high }, { curve: { x, y, w, h: tall }, wide }, shown, now) {
    const { c } = pen;
    const { length, metric, dim, offset } = state;
    const distance = metric === 'euclidean';
    const curveTop = y - 30;
    const unit = metric === 'cosine' ? 1 : far;
    const bottom = distance ? 0 : Math.min(0, values[least] - 0.1 * unit);
    const top = distance ? Math.max(unit, values[least]) * 1.06 : unit;
    /** @param {number} value */
    const py = (value) => y + tall - ((value - bottom) / (top - bottom)) * tall;
    /** @param {number} k */
    const px = (k) => x + (k / (length - 1)) * w;
    const name = pen.text(NAMES[metric], wide ? x - 30 : 0, curveTop, { weight: 650 });
    pen.text(w > 300 ? 'bold where it goes the wrong way' : 'bold: the wrong way', (wide ? x - 20 : 10) + name, curveTop, { color: c.quiet });
    const step = metric === 'cosine' ? 0.25 : unit / 4;
    for (let value = Math.ceil(bottom / step) * step; value <= top + 1e-9; value += step) {
      pen.hline(x, x + w, py(value), c.hair);
      pen.text(metric === 'cosine' ? fixed(value, 2) : fixed(value, 1), x - 8, py(value), { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
    }
    const level = distance ? unit : 0;
    pen.hline(x, x + w, py(level), c.control, 1, [6, 4]);
    pen.text(distance ? `unrelated: √${dim} = ${fixed(unit, 2)}` : 'unrelated: 0', x + w, py(level) + (distance ? 16 : -8), { align: 'right', size: 12, color: c.quiet, plate: true });
    const points = Array.from(curve).flatMap((value, at) => [px(at / FINE), py(value)]);
    pen.line(points, c.control, 1.5);
    if (metric === 'cosine' && values[least] > 0.3) {
      const taken = [x - 3, x - 3];
      for (const k of CARDS) {
        const row = taken.findIndex((right) => px(k) - 3 >= right);
        if (k >= length || row < 0) continue;
        const level = py(row ? 0.12 : 0.25) - 4;
        pen.vline(px(k), py(values[k]), level - 12, c.hair);
        taken[row] = px(k) + 8 + pen.text(fixed(values[k], 3), px(k) - 3, level, { size: 12, mono: true, color: c.quiet, plate: true });
      }
    }
    const dot = Math.min(3, (w / length) * 0.28);
    for (let k = 0; k < length; k++) pen.circle(px(k), py(values[k]), dot, { fill: c.control });
    for (let k = 1; k < length; k++) if (lead(values, metric, k, k - 1) > 0) pen.line(points.slice(2 * FINE * (k - 1), 2 * FINE * k + 2), c.ink, 3.5);
    for (const [list, way] of /** @type {[number[], number][]} */ ([[low, distance ? -1 : 1], [high, distance ? 1 : -1]])) {
      for (const k of list) pen.area([px(k), py(values[k]) + way * 6, px(k) - 3.5, py(values[k]) + way * 11, px(k) + 3.5, py(values[k]) + way * 11], c.quiet);
    }
    const rival = rivals[offset];
    // Everything on the wrong side of this line is farther and yet more alike.
    pen.line([px(shown.offset), py(now), x + w, py(now)], c.you, 1, [2, 3]);
    for (let k = offset + 1; k < length; k++) if (lead(values, metric, k, offset) > 0) pen.circle(px(k), py(values[k]), Math.max(dot + 1.5, 3), { fill: c.other, stroke: c.paper, weight: 1 });
    pen.vline(px(shown.offset), y - 4, y + tall, c.you, 2);
    const digits = metric === 'cosine' ? 4 : 3;
    if (rival >= 0) {
      pen.circle(px(rival), py(values[rival]), 6, { fill: c.other, stroke: c.paper, weight: 1.5 });
      const close = px(rival) - px(shown.offset) < 56;
      pen.text(`${rival}: ${fixed(values[rival], digits)}`, px(rival) + (close ? 12 : 0), Math.max(y + 16, py(values[rival]) + (distance ? 28 : -20)), { align: close ? 'left' : 'center', mono: true, color: c.other, weight: 650, plate: true });
    }
    pen.circle(px(shown.offset), py(now), 6, { fill: c.you, stroke: c.paper, weight: 1.5 });
    pen.text(`${offset}: ${fixed(values[offset], digits)}`, px(shown.offset), y - 10, { align: 'center', mono: true, color: c.you, weight: 700 });
    const stride = [1, 2, 5, 10, 20].find((each) => (each / length) * w >= 30) ?? 50;
    for (let k = 0; k < length; k += stride) pen.text(String(k), px(k), y + tall + 18, { align: 'center', mono: true, size: 12, color: c.quiet });
    pen.text('separation k', x + w, y + tall + 36, { align: 'right', color: c.quiet });
  }

  /** What each pair adds: the reason. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {Float64Array} row */
  #bars(pen, { state, unfinished }, { bars: { x, y, w, h: tall }, wide }, row) {
    const { c, theme } = pen;
    const pairs = state.dim / 2;
    const zero = y + tall / 2;
    const each = w / pairs;
    pen.text(wide ? 'cosine of the turn of each pair, fast to slow; their mean is the similarity' : 'cosine of each pair’s turn, fast to slow', wide ? x - 30 : 0, y - 22, { color: c.quiet });
    for (let pair = 0; pair < pairs; pair++) {
      const value = row[2 * pair + 1];
      const from = pen.snap(x + pair * each);
      const width = Math.max(pen.snap(x + (pair + 1) * each) - from - (each > 3 ? 1 : 0), 1 / pen.ratio);
      pen.rect(from, Math.min(zero, zero - (value * tall) / 2), width, Math.max(Math.abs(value * tall) / 2, 0.5), colorOf(value < 0 ? Math.min(value, -0.4) : Math.max(value, 0.4), theme.mode));
    }
    pen.hline(x, x + w, zero, c.quiet);
    for (const [value, text] of /** @type {[number, string][]} */ ([[1, '+1'], [-1, '−1']])) pen.text(text, x - 8, zero - (value * tall) / 2 + value * 5, { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
    const from = x + (pairs - unfinished) * each;
    if (unfinished) {
      pen.line([from, y + tall + 4, from, y + tall + 9, x + w, y + tall + 9, x + w, y + tall + 4], c.ink, 1.5);
      pen.text(`${unfinished} of ${pairs} finish no turn in ${state.length} positions`, x + w, y + tall + 25, { align: 'right', weight: 650 });
    }
  }

  /** @param {Model} model */
  caption({ state, values, rivals, beaten, least }) {
    const { position, offset, metric } = state;
    const digits = metric === 'cosine' ? 4 : 3;
    const rival = rivals[offset];
    return [
      'Positions ', ['you', String(position)], ' and ', ['you', String(position + offset)], `, ${offset} apart: ${NAMES[metric]} `, ['b', fixed(values[offset], digits)],
      ', the same all along the diagonal. ',
      ...(rival < 0 ? ['Nothing farther is more alike. '] : [['other', String(rival)], ` is farther and more alike, ${fixed(values[rival], digits)}`, beaten[offset] > 1 ? ` (${beaten[offset]} separations are). ` : '. ']),
      `Least alike of all: ${least} apart, `, ['b', fixed(values[least], digits)], metric === 'cosine' && values[least] > 0 ? ', far from 0.' : '.',
    ];
  }

  /** @param {Model} model */
  formula({ state, values, far }) {
    const { offset, metric, dim } = state;
    const sum = m('mrow', m('munder', mo('∑'), mi('i')), m('mrow', mi('cos'), mo('('), mn(String(offset)), m('msub', mi('ω'), mi('i')), mo(')')));
    const value = mn(fixed(values[offset], metric === 'cosine' ? 4 : 3));
    if (metric === 'euclidean') return [m('math', m('mrow', m('msqrt', m('mrow', mn(String(dim)), mo('−'), mn('2'), sum)), mo('='), value))];
    return [m('math', m('mrow', ...(metric === 'cosine' ? [m('mfrac', mn('1'), mn(grouped(far)))] : []), sum, mo('='), value))];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, values, rivals, beaten }) {
    const { metric, length, dim } = state;
    return [{
      name: `${NAMES[metric]} by separation, ${dim} dimensions`,
      columns: ['separation', NAMES[metric], 'farther and more alike', 'the most alike of them'],
      rows: length,
      row: (k) => [k, values[k], beaten[k], rivals[k] < 0 ? 'none' : rivals[k]],
      show: (value, column) => (column === 1 ? fixed(value, 4) : String(value)),
    }];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'Encodings of nearby positions are alike, far ones less so: that is what tutorials say. Which is more alike to position 0?',
      options: [['47', 'position 47, which is nearer'], ['50', 'position 50, which is farther'], ['same', 'neither: both have faded to 0']],
      answer: '50',
      show: (figure) => figure.setState({ dim: 128, base: 10000, length: 64, metric: 'cosine', offset: 47, position: 0 }, { ease: true }),
      surprise: ({ values }) => `${fixed(values[50], 4)} > ${fixed(values[47], 4)}`,
      because: ({ values, least, unfinished }) => [`Similarity falls in waves, since every pair swings at its own pace. And it never fades to 0: ${unfinished} of 64 pairs do not finish one turn in 64 positions and keep it up, at ${fixed(values[least], 3)} or more.`],
    };
  }

  /** The game: separations that a farther one beats. */
  extra() {
    let gap = 0;
    const line = h('p', { role: 'status' });
    const start = () => line.replaceChildren(h('span', { class: 'pe-quiet' }, 'None yet: move the separation.'));
    start();
    const element = h('div', { class: 'pe-panel', 'data-part': 'game' },
      h('p', {}, h('b', {}, 'Find a counter-example')),
      h('p', {}, 'A separation that a farther one beats. Two to find: the first of all, and the one with the widest gap.'), line);
    return {
      element,
      reset() { gap = 0; start(); },
      sync: (/** @type {Model} */ { state, values, rivals, first, largest }) => {
        const { offset, metric } = state;
        const rival = rivals[offset];
        if (this.playing || rival < 0) return;
        const digits = metric === 'cosine' ? 4 : 3;
        gap = Math.max(gap, lead(values, metric, rival, offset));
        const sign = metric === 'euclidean' ? '>' : '<';
        line.replaceChildren(h('span', { class: 'pe-right' }, '✓ '), h('b', {}, `${offset}`), ` is beaten by `, h('b', {}, `${rival}`), `: ${fixed(values[offset], digits)} ${sign} ${fixed(values[rival], digits)}.`,
          offset === first ? ' That is the first of all.' : '', offset === largest ? ` No gap is wider: ${fixed(gap, digits)}.` : ` Widest gap so far: ${fixed(gap, digits)}.`);
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [['c', 'cosine, dot product or distance', () => {
      const { options } = /** @type {any} */ (PeSimilarity.fields.metric);
      this.setState({ metric: options[(options.indexOf(this.state.metric) + 1) % 3] });
    }]];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ position: this.state.position + dy }, { ease: true });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const { matrix, curve, wide } = this.#box(this.ui.plot.clientWidth);
    const { length } = this.state;
    if (x <= matrix.x + matrix.w + 20 && y < matrix.y + matrix.h + 10) {
      /** @param {number} at @param {number} from */
      const index = (at, from) => Math.min(length - 1, Math.max(0, Math.floor(((at - from) / matrix.w) * length)));
      const [row, column] = [index(y, matrix.y), index(x, matrix.x)];
      this.setState({ offset: Math.abs(column - row), position: Math.min(column, row) });
    } else if (wide || y < curve.y + curve.h + 30) this.setState({ offset: Math.round(((x - curve.x) / curve.w) * (length - 1)) });
  }

  describe() {
    const { state, values, rivals } = this.model;
    const rival = rivals[state.offset];
    return `Separation ${state.offset}, as of positions ${state.position} and ${state.position + state.offset}: ${NAMES[state.metric]} ${fixed(values[state.offset], 4)}. ${rival < 0 ? 'Nothing farther is more alike.' : `Separation ${rival} is farther and more alike: ${fixed(values[rival], 4)}.`}`;
  }
}
