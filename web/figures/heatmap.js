import { sinusoidal } from '../index.js';
import { m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { fixed, full, grouped, signed } from './format.js';
import { columnOf, differences, heatmapModel, movedTo } from './models/heatmap.js';
import { colorOf } from './palette.js';

const DIMS = [8, 16, 32, 64, 128, 256];
const BASES = [100, 1000, 10000, 100000, 1000000];

/** @typedef {ReturnType<typeof heatmapModel> & {state: any, plain?: Float32Array | Float64Array}} Model */
/** @typedef {{x: number, y: number, w: number, h: number, cell: number, high: number, side: number, sideWidth: number, bars: number, barsHeight: number, height: number}} Box */

export class PeHeatmap extends PeFigure {
  static heading = 'A column is a clock, a row is a position';
  static arrows = [
    ['← →', 'dimension one back or on'],
    ['↑ ↓', 'position one back or on'],
    ['Home, End', 'first or last dimension'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    length: { kind: 'number', value: 64, min: 1, max: 512, step: 1, label: 'Length', control: 'range' },
    dim: { kind: 'number', value: 64, min: 2, max: 512, step: 2, label: 'Dimensions', control: 'select', picks: DIMS },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', control: 'select', picks: BASES, expert: true },
    layout: { kind: 'choice', value: 'interleaved', options: ['interleaved', 'concatenated'], label: 'Layout', control: 'select', ease: true },
    dtype: { kind: 'choice', value: 'float32', options: ['float32', 'float64'], label: 'Number type', control: 'select', expert: true },
    position: { kind: 'number', value: 1, min: 0, max: (state) => state.length - 1, step: 1, label: 'Position', ease: true },
    other: { kind: 'number', value: 0, min: 0, max: (state) => state.length - 1, step: 1, label: 'Compared with', control: 'number' },
    dimension: { kind: 'number', value: 0, min: 0, max: (state) => state.dim - 1, step: 1, label: 'Dimension', control: 'range' },
  };

  #kept = { key: '', table: /** @type {any} */ (undefined) };

  /** @param {any} state */
  compute(state) {
    // The cursor moves more often than the matrix changes, and the picture is kept by identity.
    const key = [state.length, state.dim, state.base, state.layout, state.dtype].join();
    const model = heatmapModel(state, key === this.#kept.key ? this.#kept.table : undefined);
    this.#kept = { key, table: model.table };
    return { ...model, state };
  }

  /** @param {Model} model */
  tableKey(model) { return model.table; }

  /** @param {any} patch @param {any} before */
  adjust(patch, before) {
    // The cursor stays on its clock when the columns move.
    if (patch.layout && patch.layout !== before.layout && !('dimension' in patch) && ['interleaved', 'concatenated'].includes(patch.layout) && !('dim' in patch)) {
      const { pair, cosine } = columnOf(before, before.dimension);
      patch.dimension = patch.layout === 'concatenated' ? pair + (cosine ? before.dim / 2 : 0) : 2 * pair + (cosine ? 1 : 0);
    }
    return patch;
  }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width @returns {Box} */
  #box(width) {
    const { length, dim } = this.state;
    const ratio = globalThis.devicePixelRatio || 1;
    const side = width < 480 ? 52 : 96;
    /** @param {number} size */
    const whole = (size) => (size * ratio >= 1 ? Math.floor(size * ratio) / ratio : size);
    const cell = whole((width - 40 - 16 - side) / dim);
    const tall = whole(Math.min(cell * 1.25, 380 / Math.min(length, 380)) || 1) || 1;
    const high = length > 380 ? 380 / length : Math.max(tall, whole(Math.min(240, 380) / length), 1 / ratio);
    const [x, y] = [40, 48];
    const [w, hgt] = [cell * dim, high * length];
    return { x, y, w, h: hgt, cell, high, side: x + w + 20, sideWidth: width - (x + w + 20) - 4, bars: y + hgt + 30, barsHeight: 88, height: Math.round(y + hgt + 30 + 88 + 28) };
  }

  /** The middle of a cell, in CSS pixels of the plot. @param {number} position @param {number} dimension */
  locate(position, dimension) {
    const box = this.#box(this.ui.plot.clientWidth);
    return { x: box.x + (dimension + 0.5) * box.cell, y: box.y + (position + 0.5) * box.high };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const { state, table } = model;
    const { c } = pen;
    const { length, dim } = state;
    const box = this.#box(pen.width);
    const moving = shown.layout > 0 && shown.layout < 1;
    /** @param {number} column */
    const place = (column) => column + (movedTo(dim, column) - column) * shown.layout;
    if (moving) {
      const plain = state.layout === 'interleaved' ? table : (model.plain ??= sinusoidal(length, dim, { base: state.base, dtype: state.dtype }));
      const image = pen.heat('plain', plain, length, dim);
      for (let column = 0; column < dim; column++) pen.blocks(image, column, column + 1, box.x + place(column) * box.cell, box.y, box.cell, box.h);
    } else {
      pen.blocks(pen.heat('table', table, length, dim), 0, dim, box.x, box.y, box.w, box.h);
    }
    this.#axes(pen, model, box, moving);
    /** @param {number} position */
    const row = (position) => box.y + position * box.high;
    const chosen = columnOf(state, state.dimension);
    const at = box.x + (moving ? place(2 * chosen.pair + (chosen.cosine ? 1 : 0)) : state.dimension) * box.cell;
    const thick = Math.max(box.high, 3);
    pen.frame(box.x - 1, row(state.other), box.w + 2, thick, c.paper, 4);
    pen.frame(box.x - 1, row(state.other), box.w + 2, thick, c.other, 1.5, [5, 3]);
    pen.frame(box.x - 1, row(shown.position), box.w + 2, thick, c.paper, 5);
    pen.frame(box.x - 1, row(shown.position), box.w + 2, thick, c.you, 2.5);
    pen.vline(at + box.cell / 2, box.y - 6, box.y - 1, c.ink, 2);
    pen.frame(at, row(shown.position), Math.max(box.cell, 3), thick, c.paper, 6);
    pen.frame(at, row(shown.position), Math.max(box.cell, 3), thick, c.ink, 3);
    const [youY, otherY] = [row(shown.position) + box.high / 2, row(state.other) + box.high / 2];
    const near = Math.abs(youY - otherY) < 14;
    if (!near) pen.text(String(state.other), box.x - 9, otherY, { align: 'right', base: 'middle', mono: true, color: c.other, weight: 600, plate: true });
    pen.text(String(state.position), box.x - 9, youY, { align: 'right', base: 'middle', mono: true, color: c.you, weight: 700, plate: true });
    this.#column(pen, model, box, shown);
    this.#bars(pen, model, box, shown, moving ? place : null);
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {boolean} moving */
  #axes(pen, { state }, box, moving) {
    const { c } = pen;
    const { length, dim, layout } = state;
    const step = [1, 2, 5, 10, 20, 50, 100].find((each) => each * box.high >= 28) ?? 200;
    for (let position = 0; position < length; position += step) {
      const y = box.y + (position + 0.5) * box.high;
      if (Math.abs(position - state.position) * box.high > 14 && Math.abs(position - state.other) * box.high > 14) {
        pen.text(String(position), box.x - 9, y, { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
      }
    }
    const stride = [1, 2, 4, 8, 16, 32, 64, 128].find((each) => each * box.cell >= 34) ?? 256;
    for (let column = 0; column < dim; column += stride) {
      pen.text(String(column), box.x + (column + 0.5) * box.cell, box.y - 10, { align: 'center', mono: true, size: 12, color: c.quiet });
    }
    if (layout === 'concatenated' && !moving) {
      pen.text('sines', box.x + box.w / 4, 14, { align: 'center', color: c.quiet });
      pen.text('cosines', box.x + (box.w * 3) / 4, 14, { align: 'center', color: c.quiet });
      pen.vline(box.x + box.w / 2, 2, box.y - 24, c.control);
    } else {
      pen.text(box.w < 330 ? 'dimension →' : 'dimension →  sine and cosine take turns', 92, 14, { color: c.quiet });
    }
    pen.text('position ↓', 0, 14, { color: c.quiet });
  }

  /** The chosen column, read downwards: a wave. @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {Record<string, number>} shown */
  #column(pen, { state, table }, box, shown) {
    const { c } = pen;
    const { dim, length, dimension } = state;
    const mid = box.side + box.sideWidth / 2;
    const reach = box.sideWidth / 2 - 6;
    /** @param {number} position */
    const point = (position) => [mid + reach * table[position * dim + dimension], box.y + (position + 0.5) * box.high];
    pen.vline(mid, box.y, box.y + box.h, c.hair);
    const points = [];
    for (let position = 0; position < length; position++) points.push(...point(position));
    pen.line(points, c.ink, 1.5);
    const [ox, oy] = point(state.other);
    pen.circle(ox, oy, 4, { fill: c.paper, stroke: c.other, weight: 2 });
    const row = Math.min(length - 1, Math.round(shown.position));
    const [x, y] = point(row);
    pen.circle(x, y, 5, { fill: c.you, stroke: c.paper, weight: 1.5 });
    pen.text(`column ${dimension}`, mid, box.y - 10, { align: 'center', size: 12, color: c.ink, weight: 600 });
  }

  /**
   * The current row, as bars under its cells.
   * @param {import('./surface.js').Pen} pen @param {Model} model @param {Box} box @param {Record<string, number>} shown
   * @param {((column: number) => number) | null} place where a column stands on its way
   */
  #bars(pen, model, box, shown, place) {
    const { c, theme } = pen;
    const { state, table } = model;
    const { dim } = state;
    const layout = place ? 'interleaved' : state.layout;
    const values = sinusoidal(1, dim, { base: state.base, dtype: state.dtype, layout, start: shown.position });
    const zero = box.bars + box.barsHeight / 2;
    const reach = box.barsHeight / 2 - 2;
    const gap = box.cell >= 4 ? 1 : 0;
    for (let column = 0; column < dim; column++) {
      const x = box.x + (place ? place(column) : column) * box.cell;
      const high = values[column] * reach;
      pen.rect(x, Math.min(zero, zero - high), Math.max(box.cell - gap, 0.5), Math.max(Math.abs(high), 0.5), colorOf(values[column] < 0 ? Math.min(values[column], -0.45) : Math.max(values[column], 0.45), theme.mode));
      if (!place && box.cell >= 3) pen.hline(x, x + box.cell - gap - 1, zero - reach * table[state.other * dim + column], c.other, 1.5);
    }
    pen.hline(box.x, box.x + box.w, zero, c.quiet);
    pen.text('+1', box.x - 9, box.bars + 5, { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
    pen.text('−1', box.x - 9, box.bars + box.barsHeight - 5, { align: 'right', base: 'middle', mono: true, size: 12, color: c.quiet });
    const label = pen.text(`row ${state.position}`, box.x, box.bars + box.barsHeight + 20, { color: c.you, weight: 650 });
    pen.text(`and row ${state.other} as ticks`, box.x + label + 6, box.bars + box.barsHeight + 20, { color: c.other });
    if (place) return;
    const x = box.x + state.dimension * box.cell;
    pen.frame(x, box.bars, Math.max(box.cell - gap, 2), box.barsHeight, c.ink, 1.5);
    const { pair, cosine } = columnOf(state, state.dimension);
    const middle = box.side + box.sideWidth / 2;
    pen.text(signed(table[state.position * dim + state.dimension]), middle, zero + 4, { align: 'center', mono: true, size: box.sideWidth > 70 ? 17 : 12, weight: 650 });
    pen.text(`${cosine ? 'cos' : 'sin'} of ${pair}`, middle, zero + 24, { align: 'center', size: 12, color: c.quiet });
  }

  /** @param {Model} model */
  caption({ state, table, apart }) {
    const { position, other, dim, dimension, length } = state;
    const { pair, cosine } = columnOf(state, dimension);
    return [
      'Position ', ['you', String(position)], `, dimension ${dimension}: the ${cosine ? 'cosine' : 'sine'} of clock ${pair} reads `, ['b', signed(table[position * dim + dimension])],
      '. Rows ', ['you', String(position)], ' and ', ['other', String(other)], ` are ${fixed(apart, 3)} apart. ${grouped(length)} × ${grouped(dim)} = ${grouped(length * dim)} numbers.`,
    ];
  }

  /** @param {Model} model */
  formula({ state, table, frequencies }) {
    const { position, dim, dimension, base, dtype } = state;
    const { pair, cosine } = columnOf(state, dimension);
    const name = cosine ? 'cos' : 'sin';
    /** @param {any} inner */
    const call = (inner) => m('mrow', mi(name), mo('('), inner, mo(')'));
    const power = m('msup', mn(grouped(base)), m('mrow', mn(String(2 * pair)), mo('/'), mn(String(dim))));
    return [m('math', m('mrow', mi('PE'), mo('('), mn(String(position)), mo(','), mn(String(dimension)), mo(')'), mo('='),
      call(m('mfrac', mn(String(position)), power)))),
    m('math', m('mrow', mo('='), call(mn(grouped(position * frequencies[pair], 4))))),
    m('math', m('mrow', mo('='), mn(full(table[position * dim + dimension], dtype))))];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, table }) {
    const { length, dim, dtype } = state;
    return [{
      name: `sinusoidal(${length}, ${dim}), ${state.layout}, ${dtype}`,
      columns: ['position', ...Array.from({ length: dim }, (_, column) => String(column))],
      rows: length,
      row: (row) => [row, ...table.subarray(row * dim, (row + 1) * dim)],
      show: (value, column) => (column ? signed(value) : String(value)),
    }];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'One program writes sine, cosine, sine, cosine. Another writes all sines, then all cosines. The pictures look nothing alike. Of the 4,096 numbers, how many change their value?',
      answer: 0,
      unit: 'of 4,096 numbers',
      show: (figure) => figure.setState({ length: 64, dim: 64, layout: 'concatenated' }, { ease: true }),
      surprise: ({ state }) => {
        const options = { base: state.base, dtype: state.dtype };
        const count = differences(sinusoidal(64, 64, options), sinusoidal(64, 64, { ...options, layout: 'concatenated' }), 64, 64);
        return `${count} of 4,096`;
      },
      because: () => ['It is one matrix with its columns put in another order. Weights trained on one order read nonsense from the other.'],
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['m', 'compare with the present position', () => this.setState({ other: this.state.position })],
      ['l', 'change the layout', () => this.setState({ layout: this.state.layout === 'interleaved' ? 'concatenated' : 'interleaved' }, { ease: true })],
    ];
  }

  /** @param {number} way */
  edge(way) { this.setState({ dimension: way < 0 ? 0 : this.state.dim - 1 }); }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.setState({ dimension: this.state.dimension + dx });
    if (dy) this.step(dy);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const box = this.#box(this.ui.plot.clientWidth);
    const patch = /** @type {any} */ ({});
    if (x >= box.x && x < box.x + box.w) patch.dimension = Math.floor((x - box.x) / box.cell);
    if (y >= box.y && y < box.y + box.h) patch[event.shiftKey ? 'other' : 'position'] = Math.floor((y - box.y) / box.high);
    this.setState(patch);
  }

  describe() {
    const { state, table } = this.model;
    const { pair, cosine } = columnOf(state, state.dimension);
    return `Position ${state.position}, dimension ${state.dimension}: ${signed(table[state.position * state.dim + state.dimension])}, the ${cosine ? 'cosine' : 'sine'} of clock ${pair}.`;
  }
}
