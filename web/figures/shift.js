import { sinusoidal } from '../index.js';
import { m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { distance, fixed, grouped, scientific, signed } from './format.js';
import { decades } from './log.js';
import { shiftModel } from './models/shift.js';
import { colorOf, inkOn } from './palette.js';

const DIMS = [8, 16, 32, 64, 128];

/** @typedef {ReturnType<typeof shiftModel> & {state: any}} Model */

export class PeShift extends PeFigure {
  static heading = 'Shifting is rotating';
  static arrows = [
    ['← →', 'position one back or on'],
    ['↑ ↓', 'a faster or a slower pair'],
    ['Home, End', 'first or last position'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    dim: { kind: 'number', value: 64, min: 2, max: 128, step: 2, label: 'Dimensions', control: 'select', picks: DIMS, expert: true },
    base: { kind: 'number', value: 10000, min: 2, max: 1e7, label: 'Base', expert: true },
    length: { kind: 'number', value: 64, min: 1, max: 512, step: 1, label: 'Length' },
    position: { kind: 'number', value: 10, min: 0, max: (state) => state.length - 1, step: 1, label: 'Position', ease: true },
    offset: { kind: 'number', value: 5, min: -32, max: 32, step: 1, label: 'Offset k', control: 'range', ease: true },
    pair: { kind: 'number', value: 0, min: 0, max: (state) => state.dim / 2 - 1, step: 1, label: 'Pair', control: 'range' },
    convention: { kind: 'choice', value: 'row', options: ['row', 'column'], label: 'Use the transpose (column convention)', control: 'toggle', ease: true },
  };

  #kept = { key: '', model: /** @type {any} */ (null) };

  /** @param {any} state */
  compute(state) {
    // The position moves more often than the matrix changes.
    const key = [state.dim, state.base, state.offset, state.length, state.convention].join();
    if (key !== this.#kept.key) this.#kept = { key, model: shiftModel(state) };
    return { ...this.#kept.model, state };
  }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width */
  #box(width) {
    const wide = width >= 560;
    const size = wide ? Math.min(Math.floor(width * 0.5), 380) : Math.min(width, 340);
    const circle = { x: wide ? size / 2 : width / 2, y: size / 2 - 8, radius: size / 2 - 38 };
    const side = wide ? Math.min(width - size - 28, size - 34) : Math.min(width - 24, 280);
    const matrix = { x: wide ? width - side : (width - side) / 2, y: wide ? 34 : size + 96, size: side };
    const strip = { x: 52, y: (wide ? size + 40 : matrix.y + matrix.size) + 56, w: width - 52 - 8, h: 120 };
    return { circle, matrix, strip, height: Math.round(strip.y + strip.h + 44) };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const box = this.#box(pen.width);
    this.#circle(pen, model, box.circle, shown);
    this.#matrix(pen, model, box.matrix);
    this.#strip(pen, model, box.strip);
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {{x: number, y: number, radius: number}} circle @param {Record<string, number>} shown */
  #circle(pen, { state, frequencies }, { x, y, radius }, shown) {
    const { c } = pen;
    const { dim, base, pair } = state;
    const { position, offset } = shown;
    // 0 with the right matrix, 1 with its transpose; between them the arrow is on its way.
    const turned = shown.convention;
    const lands = position + offset * (1 - 2 * turned);
    const turns = Math.abs((lands - position) * frequencies[pair]) / (2 * Math.PI);
    const steps = Math.max(2, Math.min(400, Math.ceil(turns * 48) + 2));
    const positions = [position, position + offset, lands];
    for (let step = 0; step <= steps; step++) positions.push(position + ((lands - position) * step) / steps);
    const rows = sinusoidal(positions.length, dim, { dtype: 'float64', base, positions });
    /** @param {number} row */
    const tip = (row, size = radius) => [x + size * rows[row * dim + 2 * pair], y - size * rows[row * dim + 2 * pair + 1]];
    pen.circle(x, y, radius, { stroke: c.hair, weight: 1.5 });
    pen.hline(x - radius, x + radius, y, c.hair);
    pen.vline(x, y - radius, y + radius, c.hair);
    pen.text('cos', x + 6, y - radius + 14, { size: 12, color: c.quiet });
    pen.text('sin', x + radius - 4, y - 6, { size: 12, color: c.quiet, align: 'right' });
    /** @type {number[]} */
    const trace = [];
    for (let step = 0; step <= steps; step++) trace.push(...tip(3 + step, radius * (0.34 + (0.26 * step) / steps)));
    pen.line(trace, c.ink, 1.5);
    if (Math.abs(lands - position) * frequencies[pair] > 0.05) pen.arrow(trace[2 * steps - 2], trace[2 * steps - 1], trace[2 * steps], trace[2 * steps + 1], c.ink, 1.5);
    const [ax, ay] = tip(0);
    const [bx, by] = tip(1);
    const [rx, ry] = tip(2);
    pen.arrow(x, y, bx, by, c.other, 3);
    pen.arrow(x, y, ax, ay, c.you, 5);
    if (turned > 0) pen.line([x, y, rx, ry], c.ink, 2, [3, 5]);
    pen.circle(rx, ry, 9, { stroke: c.ink, weight: 2.5 });
    const wrong = turned > 0.5;
    /** @param {number} row @param {string} text @param {string} color */
    const label = (row, text, color) => {
      const [tx, ty] = tip(row, radius + 20);
      const side = tx < x - radius * 0.5 ? 'right' : tx > x + radius * 0.5 ? 'left' : 'center';
      const width = pen.measure(text, 13, true) + 4;
      // Beside the tip where there is room, else above or below it.
      const cut = (side === 'right' && tx < width) || (side === 'left' && tx + width > Math.min(pen.width, 2 * x + 24));
      pen.text(text, tx, cut ? ty + (ty < y ? -20 : 20) : ty, { align: cut ? 'center' : side, base: 'middle', color, weight: 650, mono: true });
    };
    /** @param {number} row @param {number} from */
    const apart = (row, from) => Math.abs(rows[row * dim + 2 * pair] - rows[from * dim + 2 * pair]) + Math.abs(rows[row * dim + 2 * pair + 1] - rows[from * dim + 2 * pair + 1]) > 0.16;
    label(0, `p = ${state.position}`, c.you);
    if (apart(1, 0)) label(1, `p + k = ${state.position + state.offset}`, c.other);
    if (wrong && apart(2, 0) && apart(2, 1)) label(2, `p − k = ${state.position - state.offset}`, c.ink);
    const { radians, degrees } = this.#angle({ state, frequencies });
    pen.text(`${grouped(Math.abs(radians), 3)} rad = ${grouped(Math.abs(degrees), 2)}° ${degrees < 0 ? 'anticlockwise' : 'clockwise'}`, x, y + radius + 54, { align: 'center', mono: true, weight: 600 });
    pen.circle(x - 66, y + radius + 76 - 4, 5, { stroke: c.ink, weight: 2 });
    pen.text('what the product gives', x - 54, y + radius + 76, { color: c.quiet });
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {{x: number, y: number, size: number}} box */
  #matrix(pen, { state, matrix }, { x, y, size }) {
    const { c, theme } = pen;
    const { dim, pair } = state;
    const cell = Math.floor((size * pen.ratio) / dim) / pen.ratio || size / dim;
    const whole = cell * dim;
    pen.text(state.convention === 'row' ? `M for k = ${fixed(state.offset, 0)}` : `M transposed, k = ${fixed(state.offset, 0)}`, x, y - 12, { weight: 650 });
    pen.blocks(pen.heat('matrix', matrix, dim, dim), 0, dim, x, y, whole, whole);
    pen.frame(x, y, whole, whole, c.hair, 1);
    const at = 2 * pair * cell;
    pen.frame(x + at, y + at, 2 * cell, 2 * cell, c.ink, 2);
    const big = Math.min(58, whole * 0.21);
    const low = at + cell > whole / 2;
    const [zx, zy] = low ? [x + whole * 0.06, y + whole * 0.94 - 2 * big] : [x + whole * 0.94 - 2 * big, y + whole * 0.06];
    pen.line(low ? [x + at, y + at, zx, zy, zx, zy] : [x + at + 2 * cell, y + at, zx, zy], c.control, 1);
    pen.line(low ? [x + at, y + at + 2 * cell, zx + 2 * big, zy + 2 * big] : [x + at + 2 * cell, y + at + 2 * cell, zx, zy + 2 * big], c.control, 1);
    for (let row = 0; row < 2; row++) {
      for (let column = 0; column < 2; column++) {
        const value = matrix[(2 * pair + row) * dim + 2 * pair + column];
        pen.rect(zx + column * big, zy + row * big, big, big, colorOf(value, theme.mode));
        pen.text(signed(value, big > 50 ? 3 : 2), zx + (column + 0.5) * big, zy + (row + 0.5) * big, { align: 'center', base: 'middle', mono: true, size: big > 50 ? 13 : 12, color: inkOn(value, theme.mode), weight: 600 });
      }
    }
    pen.frame(zx, zy, 2 * big, 2 * big, c.ink, 2);
  }

  /**
   * The error at every position, for the matrix and for its transpose, on a scale of decades.
   * @param {import('./surface.js').Pen} pen @param {Model} model @param {{x: number, y: number, w: number, h: number}} box
   */
  #strip(pen, { state, both }, { x, y, w, h }) {
    const { c } = pen;
    const [low, high] = [-17, 1.2];
    /** @param {number} value */
    const py = (value) => y + h - ((Math.max(decades(value), low) - low) / (high - low)) * h;
    /** @param {number} position */
    const px = (position) => x + ((position + 0.5) / state.length) * w;
    pen.text(w < 420 ? 'distance of the product from PE[p + k]' : 'distance of the product from PE[p + k], at every position p', 0, y - 16, { color: c.quiet });
    for (const [exponent, name] of /** @type {[number, string][]} */ ([[-17, '0'], [-15, '10⁻¹⁵'], [-10, '10⁻¹⁰'], [-5, '10⁻⁵'], [0, '1']])) {
      const at = y + h - ((exponent - low) / (high - low)) * h;
      pen.hline(x, x + w, at, c.hair);
      pen.text(name, x - 8, at, { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
    }
    pen.vline(px(state.position), y - 6, y + h + 4, c.you, 2);
    const dot = Math.max(1.5, Math.min(4, (w / state.length) * 0.32));
    for (const [which, values] of /** @type {[string, Float64Array][]} */ ([['row', both.row.l2], ['column', both.column.l2]])) {
      const chosen = which === state.convention;
      const color = !chosen ? c.control : which === 'row' ? c.right : c.wrong;
      for (let position = 0; position < state.length; position++) {
        const [cx, cy] = [px(position), py(values[position])];
        if (which === 'row') pen.circle(cx, cy, chosen ? dot : dot * 0.6, { fill: color });
        else {
          const arm = chosen ? dot : dot * 0.6;
          pen.line([cx - arm, cy - arm, cx + arm, cy + arm], color, chosen ? 1.75 : 1);
          pen.line([cx - arm, cy + arm, cx + arm, cy - arm], color, chosen ? 1.75 : 1);
        }
      }
    }
    const worst = Math.max(...both.row.l2);
    pen.text(`✗ transposed: ${distance(both.column.l2[state.position])} at every position`, x + w, Math.min(py(both.column.l2[0]) + 20, y + h - 40), { align: 'right', color: state.convention === 'column' ? c.wrong : c.quiet, weight: state.convention === 'column' ? 650 : 400, plate: true });
    pen.text(`✓ right: at most ${scientific(worst, 1)}`, x + w, py(worst) - 12, { align: 'right', color: state.convention === 'row' ? c.right : c.quiet, weight: state.convention === 'row' ? 650 : 400, plate: true });
    for (let position = 0; position < state.length; position += state.length > 128 ? 64 : state.length > 32 && w < 400 ? 20 : 10) {
      pen.text(String(position), px(position), y + h + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
    }
    pen.text('position p', x + w, y + h + 38, { align: 'right', color: c.quiet });
  }

  /** The angle of the shift in the chosen pair, as a clock hand sees it. @param {{state: any, frequencies: Float64Array}} model */
  #angle({ state, frequencies }) {
    const radians = state.offset * frequencies[state.pair] * (state.convention === 'row' ? 1 : -1);
    const degrees = (radians * 180) / Math.PI;
    const rest = degrees - 360 * Math.round(degrees / 360);
    return { radians, degrees, rest };
  }

  /** @param {Model} model */
  caption(model) {
    const { state, error } = model;
    const { position, offset, convention } = state;
    const { radians, degrees, rest } = this.#angle(model);
    const same = Math.abs(degrees - rest) < 1e-9 ? '' : ` ≡ ${fixed(rest, 2)}°`;
    return [
      ['you', String(position)], ` shifted by ${fixed(offset, 0)} should land on `, ['other', String(position + offset)],
      `. Pair ${state.pair} turns by ${grouped(Math.abs(radians), 4)} rad = ${grouped(Math.abs(degrees), 2)}° ${degrees < 0 ? 'anticlockwise' : 'clockwise'}${same}. `,
      ...(convention === 'row' ? [['right', '✓ '], `Error over all ${state.dim} dimensions: `, ['b', scientific(error.l2[position], 1)], '.']
        : [['wrong', '✗ '], 'It lands on ', ['b', fixed(position - offset, 0)], ` and misses ${position + offset} by `, ['b', fixed(error.l2[position], 4)], `; largest single difference ${fixed(error.max[position], 4)}.`]),
    ];
  }

  /** @param {Model} model */
  formula({ state, table, matrix, got }) {
    const { dim, pair, position } = state;
    /** @param {number} number */
    const value = (number) => mn(signed(number, 3));
    /** @param {number[]} cells */
    const row = (...cells) => m('mtr', ...cells.map((cell) => m('mtd', value(cell))));
    /** @param {any[]} rows */
    const grid = (...rows) => m('mrow', mo('[', true), m('mtable', ...rows), mo(']', true));
    /** @param {number} a @param {number} b */
    const at = (a, b) => matrix[(2 * pair + a) * dim + 2 * pair + b];
    /** @param {Float64Array} from */
    const two = (from) => grid(row(from[position * dim + 2 * pair], from[position * dim + 2 * pair + 1]));
    const lands = state.convention === 'row' ? position + state.offset : position - state.offset;
    return [
      m('math', two(table)),
      m('math', grid(row(at(0, 0), at(0, 1)), row(at(1, 0), at(1, 1)))),
      m('math', m('mrow', mo('='), two(got))),
      m('math', m('mrow', mo('='), mi('PE'), mo('['), mn(fixed(lands, 0)), mo(']'))),
    ];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, table, ahead, got, both, error, back, matrix }) {
    const { dim, length, pair, offset, convention } = state;
    /** @param {number} value @param {number} column */
    const number = (value, column) => (column === 0 ? String(value) : value !== 0 && Math.abs(value) < 1e-3 ? scientific(value) : fixed(value, 4));
    /** @param {Float64Array} values @param {number} p */
    const two = (values, p) => [values[p * dim + 2 * pair], values[p * dim + 2 * pair + 1]];
    return [
      {
        name: `Errors of PE[p] M against PE[p + ${offset}], ${convention} convention`,
        columns: ['position', 'error, this matrix', 'largest difference', `error against p − k`, 'error, row convention', 'error, column convention'],
        rows: length,
        row: (p) => [p, error.l2[p], error.max[p], back.l2[p], both.row.l2[p], both.column.l2[p]],
        show: number,
      },
      {
        name: `Arrows of pair ${pair}`,
        columns: ['position', 'sin p', 'cos p', 'sin p + k', 'cos p + k', 'product, first', 'product, second'],
        rows: length,
        row: (p) => [p, ...two(table, p), ...two(ahead, p), ...two(got, p)],
        show: number,
      },
      {
        name: `The matrix, ${convention} convention`,
        columns: ['row', ...Array.from({ length: dim }, (_, column) => String(column))],
        rows: dim,
        row: (at) => [at, ...matrix.subarray(at * dim, (at + 1) * dim)],
        show: number,
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'A popular tutorial multiplies position 10 by the matrix for “5 steps on”, but transposed by mistake. Where does position 10 land?',
      options: [['near', 'near 15, a little off'], ['back', 'exactly on 5'], ['nowhere', 'on no position at all']],
      answer: 'back',
      show: (figure) => figure.setState({ dim: 64, base: 10000, position: 10, offset: 5, pair: 0, convention: 'column' }, { ease: true }),
      surprise: ({ error, state }) => fixed(error.l2[state.position], 4),
      because: ({ error, back, state }) => [`away from 15, because it went back in time: it sits on 5 with an error of ${scientific(back.l2[state.position], 1)}. Play: the miss is the same ${fixed(error.l2[0], 4)} at every position.`],
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['x', 'transpose the matrix', () => this.setState({ convention: this.state.convention === 'row' ? 'column' : 'row' }, { ease: true })],
      ['+', 'offset one more', () => this.setState({ offset: this.state.offset + 1 }, { ease: true })],
      ['-', 'offset one less', () => this.setState({ offset: this.state.offset - 1 }, { ease: true })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const { matrix, strip } = this.#box(this.ui.plot.clientWidth);
    const { dim, length } = this.state;
    if (y > strip.y - 10) this.setState({ position: Math.floor(((x - strip.x) / strip.w) * length) });
    else if (x >= matrix.x && x < matrix.x + matrix.size && y >= matrix.y && y < matrix.y + matrix.size) this.setState({ pair: Math.floor(((y - matrix.y) / matrix.size) * (dim / 2)) });
  }

  describe() {
    const { state, error } = this.model;
    const lands = state.convention === 'row' ? state.position + state.offset : state.position - state.offset;
    return `Position ${state.position} times the ${state.convention === 'row' ? '' : 'transposed '}matrix for ${state.offset} steps lands on ${lands}; error against ${state.position + state.offset}: ${distance(error.l2[state.position])}.`;
  }
}
