import { m, mi, mn, mo } from './dom.js';
import { makeFacts } from './facts.js';
import { PeFigure } from './figure.js';
import { fixed, grouped, signed } from './format.js';
import { BUCKETS, SCHEMES, schemesModel, wordsOf } from './models/schemes.js';
import { makeChoice } from './scenarios.js';

const TOKENS = 'the cat saw the dog and the dog saw the cat';
/** The places where position can enter, on the way from words to weights. @type {[string, string][]} */
const DOORS = [['words', 'words'], ['qk', 'q, k'], ['scores', 'scores']];

/** Changes below this read 0.0000: the rounding of float32. */
const STILL = 0.00005;

/** @typedef {ReturnType<typeof schemesModel> & {state: any, key: number, chosen: number}} Model */

export class PeSchemes extends PeFigure {
  static heading = 'Where position enters decides what a shift can change';
  static timeline = 'start';
  static arrows = [
    ['← →', 'key one back or on'],
    ['↑ ↓', 'scheme above or below'],
    ['Home, End', 'first or last key'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    tokens: { kind: 'text', value: TOKENS, longest: 120, clean: (text) => wordsOf(text.trim() || TOKENS).join(' '), label: 'Your words', control: 'text' },
    query: { kind: 'number', value: 10, min: 0, max: (state) => wordsOf(state.tokens).length - 1, step: 1, label: 'Word that asks', control: 'range' },
    key: { kind: 'number', value: 1, min: 0, max: (state) => wordsOf(state.tokens).length - 1, step: 1, label: 'Key' },
    scheme: { kind: 'choice', value: 'none', options: SCHEMES.map((each) => each.key), names: SCHEMES.map((each) => each.name), label: 'Scheme' },
    length: { kind: 'number', value: 64, min: 16, max: 2048, step: 1, label: 'Trained length', control: 'select', picks: [32, 64, 128, 512] },
    start: { kind: 'number', value: 0, min: 0, max: (state) => state.length, step: 1, label: 'First position', ease: true },
    dim: { kind: 'number', value: 64, min: 8, max: 128, step: 8, label: 'Dimensions', control: 'select', picks: [16, 32, 64, 128], expert: true },
    heads: { kind: 'number', value: 12, min: 1, max: 32, step: 1, label: 'Heads', control: 'select', picks: [8, 12, 16, 32], expert: true },
    head: { kind: 'number', value: 1, min: 0, max: (state) => state.heads - 1, step: 1, label: 'Head shown', control: 'range', expert: true },
  };

  #kept = { key: '', model: /** @type {any} */ (null) };

  /** @param {any} state */
  compute(state) {
    const { tokens, query, start, length, dim, heads, head } = state;
    const key = [query, start, length, dim, heads, head, tokens].join();
    if (key !== this.#kept.key) this.#kept = { key, model: schemesModel(state) };
    return { ...this.#kept.model, state, chosen: SCHEMES.findIndex((each) => each.key === state.scheme) };
  }

  /** @param {Model} model */
  tableKey(model) { return model.weights; }

  /** @param {number} width */
  heightFor(width) { return this.#box(width).height; }

  /** @param {number} width */
  #box(width) {
    const wide = width >= 600;
    const count = wordsOf(this.state.tokens).length;
    const [x0, x1] = wide ? [250, width - 132] : [0, width];
    const top = wide ? 150 : 168;
    const row = wide ? 70 : 82;
    const doors = wide ? [120, 166, 212] : [104, 142, 180];
    const right = wide ? [width - 66, width - 2] : [width - 64, width - 2];
    return { wide, x0, x1, cell: (x1 - x0) / count, ruler: 24, words: 92, top, row, doors, right, reach: wide ? 58 : 46, span: this.state.length + count, height: top + row * SCHEMES.length + 8 };
  }

  /** The foot of a bar, in CSS pixels of the plot. @param {number} scheme @param {number} key */
  locate(scheme, key) {
    const box = this.#box(this.ui.plot.clientWidth);
    return { x: box.x0 + (key + 0.5) * box.cell, y: box.top + (scheme + 1) * box.row - 8 };
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const { c } = pen;
    const box = this.#box(pen.width);
    const { state, words } = model;
    const { x0, x1, cell, top, row, doors, right, wide } = box;
    const at = x0 + state.key * cell;
    const bottom = top + row * SCHEMES.length;
    const rank = (/** @type {number} */ key) => (key === state.key ? 2 : key === state.query ? 1 : 0);
    if (wide) this.#column(pen, at, box.words + 22, cell, bottom);
    this.#ruler(pen, model, box, shown.start);
    // The two words in play stand in full, over what they cover.
    const covered = (/** @type {number} */ key) => [state.query, state.key].some((each) => rank(key) < rank(each) && Math.abs(key - each) * cell < (pen.measure(words[each]) + cell) / 2);
    for (const key of [...words.keys()].sort((a, b) => rank(a) - rank(b))) {
      const middle = x0 + (key + 0.5) * cell;
      const color = [c.ink, c.other, c.you][rank(key)];
      if (!covered(key)) pen.text(rank(key) ? words[key] : shorten(pen, words[key], cell - 3), middle, box.words, { align: 'center', color, weight: rank(key) ? 650 : 400, plate: rank(key) > 0 && pen.measure(words[key]) > cell });
      pen.text(String(state.start + key), middle, box.words + 17, { align: 'center', size: 12, mono: true, color: state.start + key < state.length ? c.quiet : c.wrong });
      if (key === state.query) pen.text('asks', middle, box.words + 32, { align: 'center', size: 12, color: c.other });
    }
    const head = top - (wide ? 18 : 14);
    if (wide) pen.text('position enters', doors[1], head - 18, { align: 'center', size: 12, color: c.quiet });
    else pen.text('enters at', 8, head, { size: 12, color: c.quiet });
    DOORS.forEach(([, name], door) => pen.text(name, doors[door], head, { align: 'center', size: 12, color: c.quiet }));
    pen.text('weight', right[0], head, { align: 'right', size: 12, color: c.you });
    pen.text('moved', right[1], head, { align: 'right', size: 12, color: c.quiet });
    const most = Math.max(...[...model.weights, ...model.home].flatMap((each) => (each ? [...each] : [])));
    const full = most > 0.6 ? 1 : 0.6;
    SCHEMES.forEach((_, scheme) => this.#row(pen, model, box, scheme, full));
  }

  /** The cursor. @param {import('./surface.js').Pen} pen @param {number} x @param {number} y0 @param {number} width @param {number} y1 */
  #column(pen, x, y0, width, y1) { pen.area([x, y0, x + width, y0, x + width, y1, x, y1], pen.c.you, 0.12); }

  /** Where the sentence stands, on all positions. @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {number} start */
  #ruler(pen, { state, words }, { ruler, span, x0, x1, words: at }, start) {
    const { c } = pen;
    const [left, right] = [1, pen.width - 1];
    /** @param {number} position */
    const x = (position) => left + (position / span) * (right - left);
    const wall = x(state.length);
    pen.rect(left, ruler, wall - left, 12, c.seen);
    pen.rect(wall, ruler, right - wall, 12, c.unseen);
    pen.hline(left, right, ruler + 12, c.control);
    const trained = pen.text(`positions 0 to ${grouped(state.length - 1)}: trained`, left, ruler - 9, { size: 12, color: c.quiet });
    if (wall > trained + 12) pen.text(pen.width - wall > 90 ? 'never trained' : 'never', right, ruler - 9, { size: 12, align: 'right', color: c.quiet });
    const [from, to] = [x(start), x(start + words.length)];
    pen.rect(from, ruler - 1, to - from, 14, c.you);
    pen.vline(wall, ruler - 5, ruler + 17, c.paper, 6);
    pen.vline(wall, ruler - 4, ruler + 16, c.ink, 2);
    pen.line([from, ruler + 13, from, ruler + 16, x0 + 2, at - 22, x0 + 2, at - 16], c.you, 1);
    pen.line([to, ruler + 13, to, ruler + 16, x1 - 2, at - 22, x1 - 2, at - 16], c.you, 1);
  }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {any} box @param {number} scheme @param {number} full the weight of a whole bar */
  #row(pen, model, { x0, x1, cell, top, row, doors, right, reach, wide }, scheme, full) {
    const { c } = pen;
    const { state, chosen, change } = model;
    const { name, door } = SCHEMES[scheme];
    const mine = scheme === chosen;
    const foot = top + (scheme + 1) * row - 8;
    const line = wide ? foot - 18 : foot - reach - 12;
    const dots = line - 4;
    if (mine) pen.rect(0, line - 15, 3, 20, c.ink);
    pen.text(name, 8, line, { size: wide ? 15 : 13, weight: mine ? 700 : 400 });
    pen.hline(doors[0], wide ? x0 - 8 : doors[2], dots, c.control);
    if (wide) pen.area([x0 - 4, dots, x0 - 11, dots - 4, x0 - 11, dots + 4], c.control);
    DOORS.forEach(([key], at) => {
      const enters = key === door;
      pen.circle(doors[at], dots, enters ? 6 : 2.5, enters ? { fill: mine ? c.ink : c.quiet } : { fill: c.paper, stroke: c.control });
    });
    if (!wide) this.#column(pen, x0 + state.key * cell, foot - reach, cell, foot);
    pen.hline(x0, x1, foot, c.control);
    const [now, before] = [model.weights[scheme], model.home[scheme]];
    if (!now) {
      pen.rect(x0, foot - reach, x1 - x0, reach, c.unseen);
      pen.text(`✗ ${model.error}`, x0 + 8, foot - reach / 2, { base: 'middle', color: c.wrong, weight: 650 });
      return;
    }
    const width = Math.min(cell * 0.62, 28);
    for (let key = 0; key < now.length; key++) {
      const x = pen.snap(x0 + (key + 0.5) * cell - width / 2);
      const [high, was] = [now[key] / full * reach, (before ?? now)[key] / full * reach];
      const color = key === state.key ? c.you : mine ? c.ink : c.control;
      pen.rect(x, foot - Math.min(high, was), width, Math.min(high, was), color);
      if (Math.abs(high - was) < 0.4) continue;
      pen.rect(x, foot - Math.max(high, was), width, Math.abs(high - was), high > was ? c.plus : c.paper);
      if (high < was) pen.frame(x + 1, foot - was + 1, width - 2, was - high - 1, c.minus, 1);
    }
    const step = (/** @type {number} */ key) => now[key] - (before ?? now)[key];
    const most = now.reduce((best, _, key) => (Math.abs(step(key)) > Math.abs(step(best)) ? key : best), 0);
    if (wide && Math.abs(step(most)) >= 0.03) {
      pen.text(signed(step(most)), x0 + (most + 0.5) * cell, foot - Math.max(now[most], now[most] - step(most)) / full * reach - 5, { align: 'center', size: 12, mono: true, color: step(most) > 0 ? c.plus : c.minus });
    }
    const stirred = (change[scheme] ?? 0) >= STILL;
    pen.text(fixed(now[state.key], 3), right[0], line, { align: 'right', mono: true, color: c.you, weight: mine ? 650 : 400 });
    pen.text(state.start ? fixed(change[scheme] ?? 0, 4) : '–', right[1], line, { align: 'right', mono: true, color: stirred ? c.ink : c.quiet, weight: stirred ? 650 : 400 });
  }

  /** @param {Model} model */
  caption({ state, words, chosen, weights, change, parameters, error }) {
    const { name, kind, where } = SCHEMES[chosen];
    const { key, query, start } = state;
    const now = weights[chosen];
    const row = now ? [` ‘${words[query]}’ at `, ['other', String(start + query)], ` gives ‘${words[key]}’ at `, ['you', String(start + key)], ' the weight ', ['b', fixed(now[key], 3)], '.'] : [' ', ['wrong', '✗ '], `${error}.`];
    const moved = !start ? [' Play, or drag the window: which rows move?'] : now ? [` ${grouped(start)} positions on, its weights moved by at most `, ['b', fixed(change[chosen] ?? 0, 4)], '.'] : [];
    return [['b', name], `: ${chosen ? where : 'position enters nowhere'}; ${kind}; ${grouped(parameters[chosen])} parameters.`, ...row, ...moved];
  }

  /** @param {Model} model */
  formula({ state, chosen, dim, slope, buckets, bias }) {
    const { start, query, key } = state;
    const [at, to] = [start + query, start + key];
    const root = () => m('msqrt', mn(dim));
    /** @param {string} side @param {string} name @param {number} position */
    const sum = (side, name, position) => m('mrow', mo('('), mi(side), mo('+'), mi(name), mo('['), mn(position), mo(']'), mo(')'));
    /** @param {string} side @param {number | string} position */
    const turned = (side, position) => m('mrow', m('msub', mi('R'), mn(position)), mi(side));
    const plain = () => m('mfrac', m('mrow', mi('q'), mo('·'), mi('k')), root());
    /** @param {...any} parts */
    const score = (...parts) => m('math', m('mrow', mi('score'), mo('='), ...parts));
    /** @param {any} a @param {any} b */
    const product = (a, b) => score(m('mfrac', m('mrow', a, mo('·'), b), root()));
    const apart = Math.abs(query - key);
    const bucket = buckets[key];
    return [{
      none: () => [score(plain())],
      sinusoidal: () => [product(sum('q', 'PE', at), sum('k', 'PE', to))],
      learned: () => [product(sum('q', 'E', at), sum('k', 'E', to))],
      rope: () => [product(turned('q', at), turned('k', to)), m('math', m('mrow', mo('='), m('mfrac', m('mrow', mi('q'), mo('·'), turned('k', fixed(to - at, 0))), root())))],
      alibi: () => [score(plain(), mo('−'), mn(slope), mo('·'), mn(apart)), m('math', m('mrow', mo('='), plain(), mo('−'), mn(slope * apart)))],
      t5: () => [score(plain(), mo('+'), m('msub', mi('b'), mn(bucket))), m('math', m('mrow', mo('='), plain(), mo(bias[bucket] < 0 ? '−' : '+'), mn(fixed(Math.abs(bias[bucket])))))],
    }[/** @type {'none'} */ (SCHEMES[chosen].key)]()].flat();
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, words, weights, home, change, parameters }) {
    const names = SCHEMES.map((each) => each.name);
    /** @param {number} value @param {number} column */
    const show = (value, column) => (column < 3 ? String(value) : fixed(value, 4));
    /** @param {(Float32Array | null)[]} rows @param {number} start @returns {import('./table.js').Table} */
    const table = (rows, start) => ({
      name: `Attention weights, the sentence from position ${start} on`,
      columns: ['key', 'word', 'position', ...names],
      rows: words.length,
      row: (key) => [key, words[key], start + key, ...rows.map((row) => (row ? row[key] : ''))],
      show,
    });
    return [table(weights, state.start), table(home, 0), {
      name: 'The schemes',
      columns: ['scheme', 'parameters', 'largest change', 'position is', 'enters', 'past the trained length', 'used by'],
      rows: SCHEMES.length,
      row: (at) => { const { name, kind, where, beyond, models } = SCHEMES[at]; return [name, parameters[at], change[at] ?? '', kind, where, beyond, models]; },
      show: (value, column) => (column === 1 ? grouped(value) : fixed(value, 4)),
    }];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'Put 16 other words before the sentence: its words keep their neighbours, but every position grows by 16. Which rows change?',
      options: [['all', 'all that know position'], ['added', 'those that add to the words'], ['learned', 'only the learned table']],
      answer: 'added',
      show: (figure) => figure.setState({ length: 64, start: 16, scheme: 'sinusoidal' }, { ease: true }),
      surprise: ({ change }) => fixed(change[1], 4),
      because: ({ change }) => [`is the most that a weight moves under sinusoids, and ${fixed(change[2], 4)} under the learned table; under RoPE, ALiBi and T5 it is ${fixed(Math.max(change[3], change[4], change[5]), 4)}. `,
        'So “all methods add position to the token embeddings before the first layer” is wrong: RoPE turns q and k, ALiBi and T5 add to the scores, in each layer, and all they see is the distance.'],
    };
  }

  /** The table of schemes, whose rows light up the figure, and the choosing. */
  extra() {
    const facts = makeFacts(this, 'scheme', 'The six side by side: choose a row to light it up. Word vectors, the learned table and T5’s biases are seeded, not trained.',
      ['scheme', 'parameters', 'moved by at most', 'position is', 'enters', 'past the trained length', 'used by'], SCHEMES, ({ state, change, parameters }, at) => {
        const { key, kind, where, beyond, models } = SCHEMES[at];
        const product = key === 't5' ? [state.heads, BUCKETS] : [state.length, state.dim];
        return [[grouped(parameters[at]), parameters[at] ? product.join(' × ') : ''], change[at] === null ? '✗ no row' : state.start ? fixed(change[at], 4) : '–', kind, where, beyond, models];
      });
    const choice = makeChoice(this);
    return { wide: facts.element, sync: facts.sync, element: choice.element, reset: choice.reset };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['+', 'window one position on', () => this.step(1)],
      ['-', 'window one position back', () => this.step(-1)],
      ['q', 'the word at the cursor asks', () => this.setState({ query: this.state.key })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.setState({ key: this.state.key + dx });
    const at = SCHEMES.findIndex((each) => each.key === this.state.scheme) + dy;
    if (dy && SCHEMES[at]) this.setState({ scheme: SCHEMES[at].key });
  }

  /** @param {number} way */
  edge(way) { this.setState({ key: way < 0 ? 0 : Infinity }); }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { x0, x1, cell, ruler, words, top, row, span } = this.#box(this.ui.plot.clientWidth);
    if (y < ruler + 30) {
      this.setState({ start: Math.round((x / this.ui.plot.clientWidth) * span - this.model.words.length / 2) });
      return;
    }
    const patch = /** @type {any} */ ({});
    if (x >= x0 && x < x1 && y > words - 20) patch[event.shiftKey ? 'query' : 'key'] = Math.floor((x - x0) / cell);
    const at = Math.floor((y - top) / row);
    if (y >= top && SCHEMES[at]) patch.scheme = SCHEMES[at].key;
    this.setState(patch);
  }

  describe() {
    const { state, words, weights, chosen, change } = this.model;
    const row = weights[chosen];
    return `${SCHEMES[chosen].name}: ‘${words[state.key]}’ at position ${state.start + state.key} ${row ? `has weight ${fixed(row[state.key], 3)}; ${state.start} positions on, weights moved by at most ${fixed(change[chosen], 4)}` : 'has no row in the learned table'}.`;
  }
}

/** As many letters of a word as fit. @param {import('./surface.js').Pen} pen @param {string} word @param {number} room */
function shorten(pen, word, room) {
  const letters = [...word];
  while (letters.length > 1 && pen.measure(letters.join('')) > room) letters.pop();
  return letters.join('');
}
