import { makeConfig } from './config.js';
import { drawDial } from './dial.js';
import { makeFacts } from './facts.js';
import { PeFigure } from './figure.js';
import { grouped, wave } from './format.js';
import { decades } from './log.js';
import { CONFIGS } from './models/configs.js';
import { METHODS, readConfig, scalingOf, stretchModel } from './models/stretch.js';
import { caption, factsOf, formula, part, sentence, turned } from './stretch-words.js';

/** @typedef {ReturnType<typeof stretchModel> & {state: any, chosen: number}} Model */

export class PeStretch extends PeFigure {
  static heading = 'To stretch the context, slow the pairs that never came around';
  static timeline = 'factor';
  static arrows = [
    ['← →', 'pair one back or on'],
    ['↑ ↓', 'method above or below'],
    ['Home, End', 'fastest or slowest pair'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    length: { kind: 'number', value: 4096, min: 16, max: 1e7, step: 1, label: 'Trained length', control: 'select', picks: [2048, 4096, 8192, 32768, 131072] },
    factor: { kind: 'number', value: 16, min: 1, max: 128, step: 1, label: 'Stretch', ease: true },
    target: { kind: 'number', value: 0, min: 0, max: 1e9, step: 1, label: 'Target length', control: 'select', picks: [0, 8192, 16384, 32768, 65536, 131072, 1048576], names: ['as stretched'] },
    base: { kind: 'number', value: 10000, min: 2, max: 1e9, label: 'Base', control: 'select', picks: [10000, 150000, 500000, 1000000] },
    dim: { kind: 'number', value: 128, min: 4, max: 512, step: 2, label: 'Rotary dimensions', control: 'select', picks: [64, 96, 128, 256] },
    ramp: { kind: 'choice', value: 'paper', options: ['paper', 'code', 'exact'], names: ['paper, in turns', 'code, in pairs', 'code, exact'], label: 'YaRN’s ramp', control: 'select', expert: true },
    method: { kind: 'choice', value: 'none', options: METHODS.map((each) => each.key), label: 'Method' },
    pair: { kind: 'number', value: 56, min: 0, max: (state) => state.dim / 2 - 1, step: 1, label: 'Pair', control: 'range' },
    scaling: { kind: 'text', value: '', longest: 3000, clean: (text) => (scalingOf(text) ? text : ''), label: 'Scaling of the model' },
  };

  #kept = { key: '', model: /** @type {any} */ (null) };

  /** @param {any} state */
  compute(state) {
    const { dim, base, length, factor, target, ramp, scaling } = state;
    const key = [dim, base, length, factor, target, ramp, scaling].join();
    if (key !== this.#kept.key) this.#kept = { key, model: stretchModel(state) };
    return { ...this.#kept.model, state, chosen: METHODS.findIndex((each) => each.key === state.method) };
  }

  /** @param {Model} model */
  tableKey(model) { return model.rows; }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width */
  #box(width) {
    const wide = width >= 600;
    const count = this.state.dim / 2;
    const [x0, x1] = wide ? [240, width - 140] : [42, width - 6];
    const chart = { y0: 30, y1: wide ? 178 : 150 };
    const dial = wide ? { x: width - 62, y: 82, radius: 46 } : { x: 60, y: chart.y1 + 82, radius: 46 };
    const top = wide ? chart.y1 + 54 : chart.y1 + 178;
    const row = wide ? 58 : 82;
    const reach = 36;
    const columns = wide ? [116, 170, 222] : [98, 150, 200];
    const right = [width - 66, width - 2];
    return { wide, x0, x1, bars: wide ? [x0, x1] : [0, width], count, chart, dial, top, row, reach, columns, right, height: top + row * METHODS.length + 4 };
  }

  /** Where a bar hangs, in CSS pixels of the plot. @param {number} method @param {number} pair */
  locate(method, pair) {
    const { bars: [x0, x1], count, top, row, reach } = this.#box(this.ui.plot.clientWidth);
    return { x: x0 + ((pair + 0.5) / count) * (x1 - x0), y: top + (method + 1) * row - 8 - reach };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    if (shown.factor !== model.state.factor) model = { ...model, ...stretchModel({ ...model.state, factor: shown.factor }) };
    const { c } = pen;
    const box = this.#box(pen.width);
    const { wide, top, columns, right, row } = box;
    const foot = top + METHODS.length * row - 6;
    if (wide) this.#band(pen, model, [box.x0, box.x1], top, foot);
    this.#waves(pen, model, box);
    this.#dial(pen, model, box);
    const head = top - 10;
    ['kept', 'blended', 'slowed'].forEach((name, at) => pen.text(name, columns[at], head, { align: 'right', size: 12, color: c.quiet }));
    pen.text('new/old', right[0], head, { align: 'right', size: 12, color: c.you });
    pen.text('unseen', right[1], head, { align: 'right', size: 12, color: c.quiet });
    const least = Math.min(1 / model.state.factor, ...model.rows.flatMap((each) => (each ? [...each.ratio] : [])));
    METHODS.forEach((_, at) => this.#row(pen, model, box, at, Math.max(1, 1 / least)));
  }

  /** Which pairs never came around, and the cursor. @param {import('./surface.js').Pen} pen @param {Model} model @param {number[]} bars @param {number} y0 @param {number} y1 */
  #band(pen, { whole, state, waves }, [x0, x1], y0, y1) {
    const cell = (x1 - x0) / waves.length;
    pen.rect(x0, y0, whole * cell, y1 - y0, pen.c.seen);
    pen.rect(x0 + whole * cell, y0, (waves.length - whole) * cell, y1 - y0, pen.c.unseen);
    const x = x0 + state.pair * cell;
    pen.area([x, y0, x + cell, y0, x + cell, y1, x, y1], pen.c.you, 0.2);
  }

  /** Wavelengths, old and new, against both lengths. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box */
  #waves(pen, model, { wide, x0, x1, chart: { y0, y1 } }) {
    const { c } = pen;
    const { state, waves, rows, chosen, target, whole } = model;
    this.#band(pen, model, [x0, x1], y0 - 6, y1);
    const high = decades(Math.max(target, ...waves, ...rows[chosen]?.waves ?? []) * 3);
    const low = decades(4);
    /** @param {number} value */
    const y = (value) => y1 - ((decades(value) - low) / (high - low)) * (y1 - y0);
    const cell = (x1 - x0) / waves.length;
    /** @param {ArrayLike<number>} values */
    const points = (values) => Array.from(values).flatMap((value, pair) => [x0 + (pair + 0.5) * cell, y(value)]);
    pen.text(wide ? 'positions per turn' : 'positions per turn of each pair', wide ? x0 - 8 : 0, 14, { align: wide ? 'right' : 'left', size: 12, color: c.quiet });
    for (let value = 10; decades(value) < high; value *= 10) {
      if (decades(value) % 2 > 0.5 || high < 5) pen.text(value < 1000 ? String(value) : value < 1e6 ? `${value / 1000}k` : `${value / 1e6}M`, x0 - 8, y(value), { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
    }
    pen.hline(x0, x1, y(state.length), c.ink);
    pen.hline(x0, x1, y(target), c.ink, 1, [5, 4]);
    pen.text(`trained ${grouped(state.length)}`, x0 + 6, y(state.length) + 15, { size: 12 });
    pen.text(`target ${grouped(target)}${state.target || !wide ? '' : ` = ${state.factor} × trained`}`, x0 + 6, y(target) - 5, { size: 12 });
    pen.line(points(waves), c.control, 2);
    if (rows[chosen]) pen.line(points(rows[chosen].waves), c.ink, 2.5);
    const at = x0 + (state.pair + 0.5) * cell;
    pen.circle(at, y(waves[state.pair]), 4, { fill: c.paper, stroke: c.control, weight: 2 });
    if (rows[chosen]) pen.circle(at, y(rows[chosen].waves[state.pair]), 5, { fill: c.you, stroke: c.paper, weight: 1.5 });
    const edge = x0 + whole * cell;
    pen.vline(edge, y0 - 6, y1, c.control);
    if (edge - x0 > 120) pen.text(edge - x0 > 220 ? 'came around in training' : 'came around', edge - 8, y1 - 8, { align: 'right', size: 12, color: c.quiet });
    if (x1 - edge > 66) pen.text('never did', edge + 8, y1 - 8, { size: 12, color: c.wrong });
    for (let pair = 0; pair < waves.length; pair += [8, 16, 32, 64].find((each) => each * cell > 34) ?? 128) pen.text(String(pair), x0 + (pair + 0.5) * cell, y1 + 16, { align: 'center', size: 12, mono: true, color: c.quiet });
    pen.text('pair', x0 - 8, y1 + 16, { align: 'right', size: 12, color: c.quiet });
  }

  /** The angles one pair has seen, and those it will reach. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box */
  #dial(pen, { state, waves, rows, chosen, target }, { wide, dial: { x, y, radius } }) {
    const { c } = pen;
    const { pair, length } = state;
    const seen = length / waves[pair];
    const row = rows[chosen];
    const reached = row ? target / row.waves[pair] : 0;
    const fresh = !!row?.unseen[pair];
    drawDial(pen, x, y, radius, seen, reached, fresh);
    const [left, first] = wide ? [x, y + radius + 20] : [x + radius + 22, y - 26];
    const how = /** @type {any} */ ({ align: wide ? 'center' : 'left', size: 12 });
    pen.text(`pair ${pair}`, left, wide ? y - radius - 12 : first, { ...how, size: 13, weight: 650, color: c.you });
    pen.text(`trained: ${turned(seen)} turns`, left, wide ? first : first + 20, { ...how, color: c.ink });
    if (row) pen.text(`target: ${turned(reached)} turns`, left, wide ? first + 16 : first + 38, { ...how, color: fresh ? c.wrong : c.ink });
    if (row && !wide) pen.text(fresh ? '✗ reaches angles never seen' : '✓ all of it seen', left, first + 56, { ...how, color: fresh ? c.wrong : c.right });
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {number} at @param {number} most the largest slowing */
  #row(pen, model, { wide, bars: [x0, x1], top, row, reach, columns, right }, at, most) {
    const { c } = pen;
    const { state, rows, chosen, own } = model;
    const mine = at === chosen;
    const base = top + (at + 1) * row - 8 - reach;
    const line = wide ? base + 16 : base - 10;
    const name = METHODS[at].name;
    if (!wide) this.#band(pen, model, [x0, x1], base, base + reach + 4);
    if (mine) pen.rect(0, line - 15, 3, 20, c.ink);
    pen.text(name, 8, line, { size: wide ? 15 : 13, weight: mine ? 700 : 400 });
    if (own === METHODS[at].key) pen.text('this model', 8, line + (wide ? 16 : -15), { size: 12, color: c.other });
    pen.hline(x0, x1, base, c.control);
    const made = rows[at];
    if (!made) {
      pen.text(METHODS[at].key === 'longrope' ? 'needs a list of its own: paste a config' : 'cannot be had of these numbers', wide ? x0 + 8 : 8, base + reach / 2 + 2, { base: 'middle', size: 12, color: c.quiet });
      return;
    }
    const cell = (x1 - x0) / made.ratio.length;
    const scale = decades(most) || 1;
    const gap = cell > 3 ? 1 : 0;
    for (let pair = 0; pair < made.ratio.length; pair++) {
      const x = pen.snap(x0 + pair * cell);
      const width = pen.snap(x0 + (pair + 1) * cell) - x - gap;
      pen.rect(x, base, width, Math.max(0, decades(1 / made.ratio[pair]) / scale) * reach, pair === state.pair ? c.you : mine ? c.ink : c.control);
      if (made.unseen[pair]) pen.rect(x, base + reach + 2, width + gap, 3, c.wrong);
    }
    const { kept, blended, slowed, unseen } = made.counts;
    const weight = mine ? 650 : 400;
    [kept, blended, slowed].forEach((count, part) => pen.text(String(count), columns[part], line, { align: 'right', mono: true, weight, color: count ? c.ink : c.quiet }));
    pen.text(part(made.ratio[state.pair]), right[0], line, { align: 'right', mono: true, color: c.you, weight });
    pen.text(unseen ? `✗ ${unseen}` : '✓ 0', right[1], line, { align: 'right', mono: true, color: unseen ? c.wrong : c.right, weight });
  }

  /** @param {Model} model */
  caption(model) { return caption(model); }

  /** @param {Model} model */
  formula(model) { return formula(model); }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, waves, rows, target }) {
    const names = METHODS.map((each) => each.name);
    return [
      {
        name: `New over old frequency, stretch ${grouped(state.factor)}, trained on ${grouped(state.length)}`,
        columns: ['pair', 'positions per turn', 'turns in training', ...names],
        rows: waves.length,
        row: (pair) => [pair, waves[pair], state.length / waves[pair], ...rows.map((row) => (row ? row.ratio[pair] : ''))],
        show: (value, column) => (column === 0 ? String(value) : column === 1 ? wave(value) : column === 2 ? turned(value) : part(value)),
      },
      {
        name: `Turns at ${grouped(target)} positions`,
        columns: ['pair', 'in training', ...names],
        rows: waves.length,
        row: (pair) => [pair, state.length / waves[pair], ...rows.map((row) => (row ? target / row.waves[pair] : ''))],
        show: (value, column) => (column === 0 ? String(value) : turned(value)),
      },
      {
        name: 'Frequencies, radians per position',
        columns: ['pair', ...names],
        rows: waves.length,
        row: (pair) => [pair, ...rows.map((row) => (row ? row.frequencies[pair] : ''))],
        show: (value, column) => (column === 0 ? String(value) : value.toPrecision(9)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'With base 10,000 and 4,096 trained positions, 18 of 64 pairs never come around. Llama 3.1 has base 500,000 and was first trained on 8,192. How many of its 64 never did?',
      options: [['9', 'fewer: 9'], ['18', '18 again'], ['29', 'more: 29']],
      answer: '29',
      show: (figure) => figure.setState({ ...readConfig(JSON.stringify(CONFIGS[1][1]), figure.state).patch, target: 0 }, { ease: true }),
      surprise: ({ whole, waves }) => `${waves.length - whole} of ${waves.length}`,
      because: ({ state, rows, raised, chosen }) => {
        const { kept, blended, slowed } = rows[chosen].counts;
        return [`A larger base makes more pairs slow. Llama 3’s scaling slows just these ${slowed}, blends ${blended}, keeps ${kept}, and leaves the base alone. So does YaRN: that it changes the base is often said, and wrong. NTK does, here from ${grouped(state.base)} to ${grouped(raised, 1)}.`];
      },
    };
  }

  /** The methods side by side, and the place for a model. */
  extra() {
    const facts = makeFacts(this, 'method', 'The methods side by side: choose a row to light it up. Unseen: pairs that reach, at the target, angles they never showed in training.',
      ['method', 'what it does', 'kept', 'blended', 'slowed', 'unseen', 'cos, sin ×', 'used by'], METHODS, factsOf);
    const config = makeConfig(CONFIGS, (text) => {
      const { patch, error, note } = readConfig(text, this.state);
      if (error) return { said: error, right: false };
      this.setState(patch, { ease: true });
      const cut = Object.keys(patch).find((key) => this.state[key] !== patch[key]);
      if (cut) return { said: `The figure cannot show ${cut} ${patch[cut]}: it took ${this.state[cut]}.`, right: false };
      return { said: `${sentence(this.currentModel())} ${note}`, right: true };
    });
    return { wide: facts.element, sync: facts.sync, element: config.element, reset: config.reset };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['+', 'stretch one more', () => this.step(1)],
      ['-', 'stretch one less', () => this.step(-1)],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.setState({ pair: this.state.pair + dx });
    const at = METHODS.findIndex((each) => each.key === this.state.method) + dy;
    if (dy && METHODS[at]) this.setState({ method: METHODS[at].key });
  }

  /** @param {number} way */
  edge(way) { this.setState({ pair: way < 0 ? 0 : Infinity }); }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const { x0, x1, bars, count, chart, top, row } = this.#box(this.ui.plot.clientWidth);
    const [left, right] = y < chart.y1 + 20 ? [x0, x1] : bars;
    const patch = /** @type {any} */ ({});
    if (x >= left && x < right && (y < chart.y1 + 20 || y > top - 20)) patch.pair = Math.floor(((x - left) / (right - left)) * count);
    const at = Math.floor((y - top) / row);
    if (y >= top && METHODS[at]) patch.method = METHODS[at].key;
    this.setState(patch);
  }

  describe() {
    const { state, rows, chosen, waves, target } = this.model;
    const row = rows[chosen];
    if (!row) return `${METHODS[chosen].name}: not without a model’s own list.`;
    return `${METHODS[chosen].name}, pair ${state.pair}: new over old frequency ${part(row.ratio[state.pair])}; ${turned(state.length / waves[state.pair])} turns in training, ${turned(target / row.waves[state.pair])} at ${grouped(target)} positions${row.unseen[state.pair] ? ', angles never seen' : ''}.`;
  }
}
