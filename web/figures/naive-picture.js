/** The picture of PeNaive: the chosen codes large, their steps, and all five on five meters. */
import { sinusoidal } from '../index.js';
import { distance, grouped } from './format.js';
import { ENCODINGS, METERS } from './models/naive.js';
import { NAMES, RULES, UNITS, reading, recipe } from './naive-words.js';
import { colorOf, inkOn } from './palette.js';

/** @typedef {import('./surface.js').Pen} Pen */
/** @typedef {import('./naive.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */

/** @param {number} width */
export function layout(width) {
  const wide = width >= 600;
  const plot = { x: 46, w: width - 46 - 4, y: wide ? 42 : 56, h: wide ? 168 : 136 };
  const steps = { y: plot.y + plot.h + 44, h: wide ? 64 : 52 };
  const top = steps.y + steps.h + (wide ? 100 : 96);
  const row = wide ? 40 : 62;
  const thumb = width >= 720 ? 136 : 0;
  const left = wide ? 132 + (thumb && thumb + 28) : 0;
  const score = { top, row, thumb, left, cell: (width - left) / METERS.length, head: wide ? 44 : 38 };
  return { wide, width, plot, steps, score, height: Math.round(top + row * ENCODINGS.length + 4) };
}

/** What a press means. @param {Box} box @param {number} x @param {number} y @param {number} length */
export function hit({ plot, steps, score }, x, y, length) {
  if (y < steps.y + steps.h + 24) return { position: Math.floor(((x - plot.x) / plot.w) * length) };
  const meter = x >= score.left ? METERS[Math.floor((x - score.left) / score.cell)] : undefined;
  const encoding = y >= score.top ? ENCODINGS[Math.floor((y - score.top) / score.row)] : undefined;
  return { ...meter && { meter }, ...encoding && { encoding } };
}

/** @param {Pen} pen @param {Model} model @param {Box} box @param {Record<string, number>} shown */
export function drawNaive(pen, model, box, shown) {
  const { state, chosen } = model;
  const { c } = pen;
  const { pass } = chosen.meters[/** @type {'any'} */ (state.meter)];
  const name = pen.text(NAMES[state.encoding], 0, 18, { size: 17, weight: 650 });
  pen.text(recipe(state.encoding, state.length, state.dim), name + 10, 18, { color: c.quiet });
  pen.text(`${pass ? '✓' : '✗'} ${RULES[state.meter]}: ${UNITS[state.meter]} ${reading(chosen, state.meter)}${box.wide && state.meter === 'smooth' ? ' of the widest distance' : ''}`, box.wide ? pen.width : 0, box.wide ? 18 : 40,
    { align: box.wide ? 'right' : 'left', weight: 650, color: pass ? c.right : c.wrong });
  const width = box.plot.w / state.length;
  /** @param {number} position the middle of its column */
  const px = (position) => box.plot.x + (position + 0.5) * width;
  const at = { px, width, cursor: shown.position ?? state.position, color: pass ? c.right : c.wrong };
  if (chosen.width === 1) line(pen, model, box, at);
  else grid(pen, model, box, at);
  steps(pen, model, box, at);
  score(pen, model, box, shown);
}

/** @typedef {{px: (position: number) => number, width: number, cursor: number, color: string}} At */

/** One value for a position: dots against the band that words live in. @param {Pen} pen @param {Model} model @param {Box} box @param {At} at */
function line(pen, { state, chosen }, { plot }, { px, width, cursor, color }) {
  const { c } = pen;
  const { encoding, meter, length, position } = state;
  const { table, longer, meters } = chosen;
  const high = Math.max(1, meters.bounded.value);
  const [low, top, floor] = [-1, plot.y + 10, plot.y + plot.h - 8];
  /** @param {number} value */
  const py = (value) => floor - ((value - low) / (high - low)) * (floor - top);
  pen.area([plot.x, py(1), plot.x + plot.w, py(1), plot.x + plot.w, py(-1), plot.x, py(-1)], c.hair, 0.4);
  for (const value of [-1, 0, 1]) pen.hline(plot.x, plot.x + plot.w, py(value), c.hair);
  const marks = high > 1 ? [[0, '±1'], [high, grouped(high)]] : [[1, '1'], [0, '0'], [-1, '−1']];
  for (const [value, text] of /** @type {[number, string][]} */ (marks)) pen.text(text, plot.x - 10, py(value), { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
  if (encoding === 'sine' && width > 5) {
    const positions = Array.from({ length: length * 8 - 7 }, (_, part) => part / 8);
    const wave = sinusoidal(positions.length, 1, { dtype: 'float64', positions });
    pen.line(positions.flatMap((each, part) => [px(each), py(wave[part])]), c.control, 1);
  }
  const dot = Math.max(1.25, Math.min(5, width * 0.28));
  const marked = meters[/** @type {'any'} */ (meter)].at;
  if (meter === 'any') {
    for (let each = 0; each < length; each++) {
      if (longer.table[each] !== table[each]) pen.line([px(each), py(table[each]), px(each), py(longer.table[each])], c.wrong, Math.min(1.5, width / 3));
      pen.circle(px(each), py(longer.table[each]), dot * 1.4, { stroke: color, weight: width > 6 ? 1.5 : 0.5 });
    }
    pen.text(`○ in a text of ${grouped(2 * length)}`, plot.x + plot.w - 6, py(high > 1 ? high * 0.14 + 0.6 : -0.72), { align: 'right', color });
  }
  pen.vline(px(cursor), plot.y, plot.y + plot.h, c.you, 1.5);
  for (let each = 0; each < length; each++) pen.circle(px(each), py(table[each]), dot, { fill: c.ink });
  if (meter === 'unique') pen.line([px(marked[0]), py(table[marked[0]]), px(marked[1]), py(table[marked[1]])], color, 2, [2, 4]);
  if (meter === 'unique' || meter === 'smooth' || meter === 'bounded') {
    for (const each of marked) {
      pen.circle(px(each), py(table[each]), dot + 4, { stroke: color, weight: 2.5 });
      const below = table[each] > (high + low) / 2;
      if (marked.length < 2 || px(marked[1]) - px(marked[0]) > 30 || each === marked[1]) {
        const text = marked.length < 2 ? grouped(table[each], Number.isInteger(table[each]) ? 0 : 2) : px(marked[1]) - px(marked[0]) > 30 ? String(each) : `${marked[0]} and ${marked[1]}`;
        pen.text(text, px(each), py(table[each]) + (below ? dot + 20 : -dot - 10), { align: 'center', mono: true, weight: 650, color, plate: true });
      }
    }
  }
  pen.circle(px(cursor), py(table[position]), dot + 2, { fill: c.you });
}

/** Several values for a position: a column of colours. @param {Pen} pen @param {Model} model @param {Box} box @param {At} at */
function grid(pen, { state, chosen }, { plot }, { px, width, cursor, color }) {
  const { c, theme } = pen;
  const { encoding, meter, length } = state;
  const binary = encoding === 'binary';
  const extra = binary && meter === 'any' ? 1 : 0;
  const rows = chosen.width + extra;
  const high = plot.h / rows;
  const top = plot.y + extra * high;
  pen.blocks(pen.heat(encoding, chosen.picture, chosen.width, length), 0, length, plot.x, top, plot.w, plot.h - extra * high);
  pen.frame(plot.x, top, plot.w, plot.h - extra * high, c.hair, 1);
  if (extra) {
    pen.frame(plot.x, plot.y, plot.w, high - 2, color, 1, [4, 4]);
    pen.text(`one digit more for ${grouped(2 * length)} positions`, plot.x + plot.w / 2, plot.y + high / 2, { align: 'center', base: 'middle', color, weight: 650, plate: true });
  }
  for (let row = 0; row < chosen.width; row++) {
    if (binary) {
      let weight = 1;
      for (let doubled = row + 1; doubled < chosen.width; doubled++) weight *= 2;
      pen.text(grouped(weight), plot.x - 10, top + (row + 0.5) * high, { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
      for (let each = 0; width > 16 && each < length; each++) {
        const value = chosen.table[each * chosen.width + row];
        pen.text(String(value), px(each), top + (row + 0.5) * high, { align: 'center', base: 'middle', mono: true, color: inkOn(value, theme.mode) });
      }
    } else if (row === 0 || row === chosen.width - 1) pen.text(row ? 'cos' : 'sin', plot.x - 10, top + (row + 0.5) * high + (row ? -4 : 4), { align: 'right', base: 'middle', size: 12, color: c.quiet });
  }
  if (!binary && chosen.width > 2) {
    pen.text('fast', plot.x - 10, top + 24, { align: 'right', base: 'middle', size: 12, color: c.quiet });
    pen.text('slow', plot.x - 10, top + plot.h - 24, { align: 'right', base: 'middle', size: 12, color: c.quiet });
  }
  const wide = Math.max(width, 3);
  if (meter === 'unique' || meter === 'smooth') {
    const [a, b] = chosen.meters[/** @type {'unique'} */ (meter)].at;
    for (const [from, to] of b === a + 1 ? [[a, b]] : [[a, a], [b, b]]) pen.frame(pen.snap(px(from) - wide / 2), top, (to - from) * width + wide, plot.h - extra * high, color, 3);
  }
  pen.frame(pen.snap(px(cursor) - wide / 2), top, wide, plot.h - extra * high, c.you, 3);
}

/** How far each position is from the next. @param {Pen} pen @param {Model} model @param {Box} box @param {At} at */
function steps(pen, { state, chosen }, { plot, steps: { y, h } }, { px, width, color }) {
  const { c } = pen;
  const { position, length, meter } = state;
  const { steps: all, meters } = chosen;
  const most = meters.smooth.value;
  const marked = meter === 'smooth' ? [meters.smooth.at[0]] : meter === 'same' ? meters.same.pass ? [...all.keys()] : meters.same.at : [];
  pen.text('step to the next position', 0, y - 16, { color: c.quiet });
  if (position + 1 < length) pen.text(`${position} → ${position + 1}: ${distance(all[position])}`, pen.width, y - 16, { align: 'right', mono: true, weight: 650, color: c.you });
  pen.hline(plot.x, plot.x + plot.w, y + h, c.hair);
  pen.hline(plot.x, plot.x + plot.w, y, c.hair);
  pen.text(distance(most, most < 0.1 ? 3 : 2), plot.x - 10, y, { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
  pen.text('0', plot.x - 10, y + h, { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
  const wide = Math.max(1, Math.min(18, width * 0.5));
  const strong = new Set(marked);
  all.forEach((step, each) => {
    const left = pen.snap(px(each) + width / 2 - wide / 2);
    const high = Math.max(1, (step / most) * h);
    pen.rect(left, y + h - high, Math.max(wide, 1 / pen.ratio), high, each === position ? c.you : strong.has(each) ? color : c.control);
  });
  const gap = [1, 2, 5, 10, 20, 50, 100].find((each) => each * width > 30) ?? 100;
  for (let each = 0; each < length; each += gap) pen.text(String(each), px(each), y + h + 18, { align: 'center', size: 12, mono: true, color: each === position ? c.you : c.quiet });
  pen.text('position', plot.x + plot.w, y + h + 36, { align: 'right', color: c.quiet });
}

/** Five encodings, five meters. @param {Pen} pen @param {Model} model @param {Box} box @param {Record<string, number>} shown */
function score(pen, { state, all }, { wide, score: { top, row, thumb, left, cell, head } }, shown) {
  const { c } = pen;
  const [line, column] = [shown.encoding ?? ENCODINGS.indexOf(state.encoding), shown.meter ?? METERS.indexOf(state.meter)];
  const gap = wide ? 8 : 5;
  METERS.forEach((meter, at) => {
    const chosen = meter === state.meter;
    const lines = wide ? [RULES[meter]] : RULES[meter].split(' ');
    lines.forEach((text, below) => pen.text(text, left + at * cell + gap, top - head + 14 + 15 * below, { weight: 650, size: wide ? 13 : 12, color: chosen ? c.you : c.ink }));
    if (wide) pen.text(UNITS[meter], left + at * cell + gap, top - head + 31, { size: 12, color: c.quiet });
  });
  all.forEach((measured, at) => {
    const y = top + at * row;
    const chosen = measured.encoding === state.encoding;
    const middle = y + (wide ? row / 2 : 34);
    pen.hline(0, pen.width, y, c.hair);
    pen.text(NAMES[measured.encoding], wide ? 10 : 8, wide ? middle : y + 15, { base: 'middle', weight: chosen ? 650 : 400, color: chosen ? c.you : c.ink });
    if (thumb) small(pen, measured, state.length, 132, y + 6, thumb, row - 12);
    METERS.forEach((meter, which) => {
      const { pass } = measured.meters[/** @type {'any'} */ (meter)];
      const x = left + which * cell + gap;
      pen.text(pass ? '✓' : '✗', x, middle, { base: 'middle', weight: 650, color: pass ? c.right : c.wrong });
      pen.text(reading(measured, meter), wide ? x + 16 : x, wide ? middle : middle + 16, { base: 'middle', mono: true, size: wide ? 13 : 12, color: pass ? c.quiet : c.wrong, weight: pass ? 400 : 650 });
    });
  });
  pen.rect(0, top + line * row + 1, 3, row - 1, c.you);
  pen.frame(left + column * cell + 2, top + line * row + (wide ? 4 : 25), cell - 4, wide ? row - 8 : 35, c.you, 2);
}

/** The codes in small. @param {Pen} pen @param {import('./models/naive.js').Measured} measured @param {number} length @param {number} x @param {number} y @param {number} width @param {number} height */
function small(pen, { encoding, width: columns, table, picture, meters }, length, x, y, width, height) {
  if (columns > 1) return pen.blocks(pen.heat(encoding, picture, columns, length), 0, length, x, y, width, height);
  const high = Math.max(1, meters.bounded.value);
  /** @param {number} value */
  const py = (value) => y + height - 2 - ((value + 1) / (high + 1)) * (height - 4);
  pen.area([x, py(1), x + width, py(1), x + width, py(-1), x, py(-1)], pen.c.hair, 0.5);
  for (let each = 0; each < length; each++) pen.circle(x + ((each + 0.5) / length) * width, py(table[each]), length > 64 ? 0.8 : 1.6, { fill: pen.c.ink });
}
