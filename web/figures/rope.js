import { m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { fixed, grouped, scientific, signed } from './format.js';
import { FINE, REACH, dimsOf, ropeCurves, ropeModel, slide, stored, turned, vectors, written } from './models/rope.js';
import { RULER, arrowScale, circleOf, drawCircles, drawCurve, drawRuler, drawSum, layoutOf, rulerOf, scoreRange } from './rope-picture.js';
import { coerce } from './state.js';

const DIMS = [8, 16, 32, 64];
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];
const FAR = 1e6;
const NEAR = 127;
const LAYOUTS = ['half', 'interleaved'];
const NAMES = ['i and i + d/2', '2i and 2i + 1'];

/** Both tokens moved, or as far as the first of them can go. @param {{position: number, other: number}} state @param {number} by */
function together({ position, other }, by) {
  const step = Math.min(Math.max(by, -Math.min(position, other)), FAR - Math.max(position, other));
  return { position: position + step, other: other + step };
}

/** @typedef {ReturnType<typeof ropeModel> & ReturnType<typeof ropeCurves> & {state: any, held: {low: number, high: number, from: number, to: number}}} Model */

export class PeRope extends PeFigure {
  static heading = 'Rotated by position, compared by distance';
  static arrows = [
    ['← →', 'query one back or on; with the offset held, both tokens'],
    ['↑ ↓', 'a faster or a slower pair'],
    ['Home, End', 'first or last position of the scrub bar'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    dim: { kind: 'number', value: 16, min: 8, max: 64, step: 2, label: 'Head width', control: 'select', picks: DIMS },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true },
    position: { kind: 'number', value: 20, min: 0, max: FAR, step: 1, label: 'Query at', ease: true },
    other: { kind: 'number', value: 8, min: 0, max: FAR, step: 1, label: 'Key at', control: 'number', ease: true },
    hold: { kind: 'flag', value: false, label: 'Hold the offset: slide both', control: 'check' },
    pair: { kind: 'number', value: 0, min: 0, max: (state) => state.dim / 2 - 1, step: 1, label: 'Pair', control: 'range' },
    weights: { kind: 'choice', value: 'half', options: LAYOUTS, names: NAMES, label: 'Trained on', control: 'select' },
    layout: { kind: 'choice', value: 'half', options: LAYOUTS, names: NAMES, label: 'Code pairs', control: 'select' },
    permute: { kind: 'flag', value: false, label: 'Permute the weights to fit', control: 'check', when: (state) => state.layout !== state.weights },
    values: { kind: 'flag', value: false, label: 'Rotate V too', control: 'check' },
    seed: { kind: 'number', value: 17, min: 0, max: 9999, step: 1, label: 'Example', control: 'number' },
    query: { kind: 'text', value: '', longest: 640, label: 'Your query', hint: 'x0 y0 x1 y1 …', control: 'text', expert: true },
    key: { kind: 'text', value: '', longest: 640, label: 'Your key', hint: 'x0 y0 x1 y1 …', control: 'text', expert: true },
    far: { kind: 'flag', value: false, label: 'Log scale' },
  };

  /** @param {any} patch @param {any} before */
  adjust(patch, before) {
    const { position, other } = before;
    // Held, the key follows the query, and both stop at the end that either reaches.
    if (this.ui && before.hold && 'position' in patch && !('other' in patch) && !('hold' in patch)) {
      Object.assign(patch, together(before, coerce(PeRope.fields.position, patch.position, before) - position));
    }
    if (!before.far && !('far' in patch) && (patch.position > NEAR || patch.other > NEAR)) patch.far = true;
    if ('far' in patch && !patch.far && !('position' in patch)) Object.assign(patch, together(before, Math.min(0, NEAR - Math.max(position, other))));
    return patch;
  }

  /** The curves of these vectors, and the scores of every place slid over since the offset was last changed. */
  #kept = { key: '', curves: /** @type {any} */ (null) };
  #held = { key: '', low: 0, high: 0, from: 0, to: 0 };

  /** @param {any} state */
  compute(state) {
    const model = ropeModel(state);
    const { position, other, dim, base, layout, weights, permute, seed, query } = state;
    const same = [dim, base, layout, weights, permute, seed, query, state.key].join('|');
    const [near, key] = [Math.abs(position - other) <= REACH, `${same}|${position - other}`];
    if (this.#kept.key !== (near ? same : key)) this.#kept = { key: near ? same : key, curves: ropeCurves(state) };
    const { low, high, from, to } = this.#held;
    if (key !== this.#held.key) this.#held = { key, low: model.score, high: model.score, from: position, to: position };
    else if (position < from || position > to) {
      const more = position < from ? slide(state, position, from) : slide(state, to, position);
      this.#held = { key, low: Math.min(low, more.low), high: Math.max(high, more.high), from: Math.min(from, position), to: Math.max(to, position) };
    }
    return { ...model, ...this.#kept.curves, held: this.#held, state };
  }

  /** @param {number} width */
  heightFor(width) { return layoutOf(width, this.state.dim).height; }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const { state } = model;
    const { grid, sum, curve } = layoutOf(pen.width, state.dim);
    // While it plays, only the query is on its way.
    const at = { position: shown.position, other: state.hold ? shown.position - state.position + state.other : shown.other };
    drawRuler(pen, state, at);
    drawCircles(pen, model, grid, at);
    const range = scoreRange(model);
    const level = drawSum(pen, model, sum, range);
    drawCurve(pen, model, curve, range, curve.y === sum.y ? level : null);
  }

  /** @param {Model} model */
  caption({ state, score, parts, held, wrong, mixed, trained, differ, moved, frequencies }) {
    const { position, other, dim, pair, values } = state;
    return [
      'Query at ', ['you', grouped(position)], ', key at ', ['other', grouped(other)], `: pair ${pair} has turned by ${grouped(position * frequencies[pair], 2)} and ${grouped(other * frequencies[pair], 2)} rad, and adds ${signed(parts[pair])}. `,
      ...(wrong ? [['wrong', '✗ '], 'Not the pairs of training: ', ['b', signed(score)], ` instead of ${signed(trained.score)}; ${differ} of ${2 * dim} numbers differ. `]
        : mixed ? [['right', '✓ '], 'Permuted: ', ['b', signed(score)], `, and ${differ} of ${2 * dim} numbers differ. `] : ['Score ', ['b', signed(score)], '. ']),
      ...(held.from < held.to ? ['From ', ['you', grouped(held.from)], ' to ', ['you', grouped(held.to)], ' it drifted by ', ['b', scientific(held.high - held.low, 1)], '. '] : []),
      ...(values ? [['wrong', '✗ '], 'Rotated, the value fetched has moved by ', ['b', fixed(moved)], ' since the text began; left alone, by 0.'] : []),
    ];
  }

  /** @param {Model} model */
  formula({ state, q, qTurned, table, score, parts }) {
    const { dim, pair, position, other, layout } = state;
    /** @param {number[][]} rows */
    const grid = (...rows) => m('mrow', mo('[', true), m('mtable', ...rows.map((row) => m('mtr', ...row.map((value) => m('mtd', mn(signed(value))))))), mo(']', true));
    const [x, y] = dimsOf(layout, dim, pair);
    const [cos, sin] = [table.cos[pair], table.sin[pair]];
    return [
      m('math', m('msub', mi('R'), mn(grouped(position))), mi('q'), mo('='), grid([cos, -sin], [sin, cos])),
      m('math', grid([q[x]], [q[y]]), mo('='), grid([qTurned[x]], [qTurned[y]])),
      m('math', mo('('), m('msub', mi('R'), mn(grouped(position))), mi('q'), mo(')'), mo('·'), mo('('), m('msub', mi('R'), mn(grouped(other))), mi('k'), mo(')')),
      m('math', mo('='), mi('q'), mo('·'), m('msub', mi('R'), mn(grouped(other - position))), mi('k'), mo('='), mn(signed(score))),
    ];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, q, k, qTurned, kTurned, parts, frequencies, offsets, curve, trainedCurve }) {
    const { dim, position, other, layout } = state;
    return [
      {
        name: `Pairs of query at ${position} and key at ${other}, ${layout}`,
        columns: ['pair', 'dimensions', 'radians per position', 'q, first', 'q, second', 'q turned, first', 'q turned, second', 'k, first', 'k, second', 'k turned, first', 'k turned, second', 'adds to the score'],
        rows: dim / 2,
        row: (pair) => {
          const [x, y] = dimsOf(layout, dim, pair);
          return [pair, `${x}, ${y}`, frequencies[pair], ...[q, qTurned, k, kTurned].flatMap((each) => [each[x], each[y]]), parts[pair]];
        },
        show: (value, column) => (column === 0 ? String(value) : column === 2 ? scientific(value, 4) : signed(value, 4)),
      },
      {
        name: 'Score at every offset',
        columns: ['offset', 'score', 'score as trained'],
        rows: (offsets.length - 1) / FINE + 1,
        row: (at) => [offsets[at * FINE], curve[at * FINE], trainedCurve[at * FINE]],
        show: (value, column) => (column ? signed(value, 4) : grouped(value)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'Every arrow turns as its token moves on. Slide both tokens 1,000 positions further, still 12 apart: how much of their score is left?',
      options: [['less', 'less: they are far out now'], ['other', 'anything: the arrows point elsewhere'], ['all', 'all of it']],
      answer: 'all',
      show: (figure) => {
        figure.setState({ dim: 16, base: 10000, position: 20, other: 8, layout: 'half', weights: 'half', values: false, hold: true });
        figure.currentModel();
        figure.setState({ position: 1020, other: 1008 }, { ease: true });
      },
      surprise: ({ held }) => scientific(held.high - held.low, 1),
      because: ({ score, frequencies }) => [`is all that changed, by rounding: it is ${signed(score)} at both places, though pair 0 has turned by another ${grouped(1000 * frequencies[0])} radians. Both arrows of a pair turn together; only the angle between them counts.`],
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {any} patch */
    const set = (patch) => this.setState(patch, { ease: true });
    const { state } = this;
    /** @param {string} name */
    const flip = (name) => set({ [name]: LAYOUTS[1 - LAYOUTS.indexOf(this.state[name])] });
    return [
      ['o', 'hold the offset, or let go', () => set({ hold: !this.state.hold })],
      ['+', 'offset one more: the key one back', () => set({ other: this.state.other - 1 })],
      ['-', 'offset one less: the key one on', () => set({ other: this.state.other + 1 })],
      ['l', 'the code pairs the other dimensions', () => flip('layout')],
      ['w', 'weights trained on the other layout', () => flip('weights')],
      ['p', 'permute the weights to fit', () => set({ permute: !this.state.permute })],
      ['v', 'rotate V too', () => set({ values: !this.state.values })],
      ['n', 'another example', () => set({ seed: this.state.seed + 1 })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** What the pointer took hold of, and how far from the query. */
  #drag = '';
  #grip = 0;

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { state } = this;
    const { position, other, dim } = state;
    const width = this.ui.plot.clientWidth;
    const { grid, sum, curve } = layoutOf(width, dim);
    const ruler = rulerOf(state, width);
    const place = ruler.place(x);
    if (event.type === 'pointerdown') {
      const [q, k] = [Math.abs(x - ruler.x(position)), Math.abs(x - ruler.x(other))];
      const between = Math.min(q, k) > 16 && (x - ruler.x(position)) * (x - ruler.x(other)) < 0;
      this.#drag = y < RULER - 16 ? (state.hold || between ? 'both' : k < q ? 'other' : 'position')
        : y < sum.y - 40 ? this.#grasp(x, y, grid) : x >= curve.x && y >= curve.y ? 'offset' : x < sum.x + sum.w && y < sum.y + sum.h ? 'pair' : '';
      this.#grip = Math.min(q, k) > 16 && !between ? 0 : place - position;
    }
    if (this.#drag === 'both') this.setState(together(state, place - this.#grip - position));
    else if (this.#drag === 'position' || this.#drag === 'other') this.setState({ [this.#drag]: place });
    else if (this.#drag === 'pair') this.setState({ pair: Math.floor(((x - sum.x) / sum.w) * (dim / 2)) });
    else if (this.#drag === 'offset') {
      const offset = Math.round(this.model.offsets[0] + Math.min(Math.max((x - curve.x) / curve.w, 0), 1) * 2 * REACH);
      this.setState({ position: Math.max(position, offset), other: Math.max(position, offset) - offset });
    } else if (this.#drag) this.#pull(x, y);
  }

  get holds() { return this.#drag === 'query' || this.#drag === 'key'; }

  /** The circle of a pair and the tips of its arrows, in CSS pixels of the plot. @param {number} pair */
  locate(pair) {
    const { state: { dim, layout }, model } = this;
    const circle = circleOf(layoutOf(this.ui.plot.clientWidth, dim).grid, pair);
    const scale = arrowScale(model, circle.radius);
    const [a, b] = dimsOf(layout, dim, pair);
    /** @param {Float64Array} vector */
    const tip = (vector) => [circle.x + scale * vector[a], circle.y - scale * vector[b]];
    return { ...circle, scale, tips: { query: tip(model.qTurned), key: tip(model.kTurned) } };
  }

  /** Chooses the pair, and names the vector whose tip is near. @param {number} x @param {number} y @param {any} grid */
  #grasp(x, y, { columns, cell, left, top, label }) {
    const pair = Math.floor((y - top) / (cell + label)) * columns + Math.floor((x - left) / cell);
    if (x < left || x >= left + columns * cell || pair < 0 || pair >= this.state.dim / 2) return '';
    this.setState({ pair });
    const { tips } = this.locate(pair);
    const [q, k] = [tips.query, tips.key].map(([tipX, tipY]) => Math.abs(x - tipX) + Math.abs(y - tipY));
    return Math.min(q, k) > 20 ? '' : q <= k ? 'query' : 'key';
  }

  /** Turns the pulled arrow back to how its vector was, and writes that down. @param {number} x @param {number} y */
  #pull(x, y) {
    const { state, model } = this;
    const query = this.#drag === 'query';
    const circle = this.locate(state.pair);
    const [across, up] = [x - circle.x, circle.y - y];
    const reach = circle.scale * Math.max(1, Math.sqrt(across * across + up * up) / circle.radius);
    const dims = dimsOf(state.layout, state.dim, state.pair);
    const row = (query ? model.qTurned : model.kTurned).slice();
    [row[dims[0]], row[dims[1]]] = [across / reach, up / reach];
    const back = turned(row, [query ? state.position : state.other], state.layout, state.base, true);
    const plain = vectors(state)[query ? 'q' : 'k'];
    // Where each stored number comes from.
    const from = stored(plain.map((_, at) => at), state);
    for (const at of dims) plain[from[at]] = back[at];
    this.setState({ [this.#drag]: written(plain) });
  }

  describe() {
    const { state, parts, score, held, wrong, trained } = this.model;
    const { position, other, pair } = state;
    return `Query at ${position}, key at ${other}, offset ${position - other}. Pair ${pair} adds ${signed(parts[pair])}. Score ${signed(score)}${wrong ? `, trained ${signed(trained.score)}` : ''}.${held.from < held.to ? ` Drift since position ${held.from}: ${scientific(held.high - held.low, 1)}.` : ''}`;
  }
}
