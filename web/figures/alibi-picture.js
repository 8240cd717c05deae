/** The picture of PeAlibi: where everything stands, and how it is drawn. */
import { fixed } from './format.js';
import { decades } from './log.js';
import { RULES, powerBelow, slopeText } from './models/alibi.js';
import { inkOn } from './palette.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** The bias at which a matrix is darkest: e^-5 of the weight is next to nothing. */
const DARK = 5;
const LANE = 44;

/** @param {number} width @param {number} heads */
export function boxesOf(width, heads) {
  const wide = width >= 640;
  const left = wide ? Math.floor(width * 0.5) : width;
  const side = Math.floor(wide ? Math.min(width - left - 80, 400) : width - 36);
  const lane = Math.min(Math.min(Math.max(wide ? side : 200, heads * 15), 600) / heads, LANE);
  const lanes = { x: 34, y: 32, w: left - 34, h: lane * heads };
  const told = lanes.y + lanes.h + (powerBelow(heads) < heads ? 62 : 26);
  const triangle = { x: width - side - 2, y: wide ? 32 : told + 52, w: side, h: side };
  const row = { x: 34, y: Math.max(wide ? told + 8 : 0, triangle.y + side + 44) + 44, w: width - 36, h: 132 };
  return { lane, lanes, triangle, row, height: row.y + row.h + 44 };
}

/** @type {WeakMap<Float32Array, Float32Array>} */
const shades = new WeakMap();

/** A bias as a heat map takes it. @param {Float32Array} bias */
function shadesOf(bias) {
  let made = shades.get(bias);
  if (!made) shades.set(bias, made = bias.map((value) => (value === -Infinity ? 0 : Math.max(value / DARK, -1))));
  return made;
}

/** Positions on an axis so that their labels have room. @param {number} cell */
const strideOf = (cell) => [1, 2, 4, 8, 16, 32].find((each) => each * cell >= 40) ?? 64;

/**
 * The slopes, one head a lane, beside what the other rule gives.
 * @param {import('./surface.js').Pen} pen @param {any} model @param {Box} box @param {Record<string, number>} shown
 */
export function drawLanes(pen, { state, both, slopes, halves, differ }, { x, y, w, h }, shown) {
  const { c } = pen;
  const { heads, rule } = state;
  const lane = h / heads;
  const narrow = w < 360;
  const end = x + w - (narrow ? 146 : 176);
  const low = decades(1 / 512);
  /** @param {number} exponent */
  const px = (exponent) => x + (1 - exponent / low) * (end - x);
  const bottom = y + h;
  for (const power of narrow ? [256, 16, 1] : [256, 64, 16, 4, 1]) {
    const at = px(decades(1 / power));
    pen.vline(at, y, bottom + 4, c.hair);
    pen.text(power === 1 ? '1' : `1/${power}`, at, bottom + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
  }
  pen.text('head', 0, y - 14, { color: c.quiet });
  pen.text(narrow ? 'slope m' : 'slope m, log scale', x + 14, y - 14, { color: c.quiet });
  pen.text('halves every', x + w, y - 14, { align: 'right', color: c.quiet });
  const thick = lane < 5 ? lane * 0.8 : Math.max(lane * 0.36, 4);
  for (let head = 1; head <= heads; head++) {
    const middle = y + (head - 0.5) * lane;
    const chosen = head === state.head;
    const [from, to] = RULES.map((each) => decades(both[/** @type {'paper'} */ (each)][head - 1]));
    const long = px(from + (to - from) * shown.rule) - x;
    const color = chosen ? c.ink : c.control;
    const borrowed = rule === 'paper' && head > powerBelow(heads);
    if (borrowed && lane >= 8) pen.frame(x + 1.5, middle - thick / 2 + 1.5, long - 3, thick - 3, color, 1.5);
    else pen.rect(x, middle - thick / 2, long, thick, color);
    if (differ && lane >= 8) pen.vline(px(rule === 'paper' ? to : from), middle - lane * 0.42, middle + lane * 0.42, c.quiet, 1.5);
    // Where lanes are narrow, the first, the last and the chosen one speak.
    if (lane < 14 && !chosen && ((head > 1 && head < heads) || Math.abs(head - state.head) * lane < 15)) continue;
    const how = { base: 'middle', mono: true, size: lane >= 20 && !narrow ? 13 : 12, weight: chosen ? 700 : 400, color: chosen ? c.ink : c.quiet };
    pen.text(String(head), x - 8, middle, { ...how, align: 'right' });
    pen.text(slopeText(slopes[head - 1]), end + 14, middle, how);
    pen.text(fixed(halves[head - 1], 2), x + w, middle, { ...how, align: 'right' });
  }
  if (differ) pen.text(rule === 'paper' ? 'tick: as one geometric series' : 'tick: by the paper', x, bottom + 40, { color: c.quiet });
  if (rule === 'paper' && powerBelow(heads) < heads) pen.text(`hollow: every other slope of ${2 * powerBelow(heads)} heads`, x, bottom + 58, { color: c.quiet });
}

/** The bias of the chosen head. @param {import('./surface.js').Pen} pen @param {any} model @param {Box} box @param {Record<string, number>} shown */
export function drawTriangle(pen, { state, bias, halves }, { x, y, w }, shown) {
  const { c, theme } = pen;
  const { length, position, other, causal, head } = state;
  const cell = w / length;
  const half = halves[head - 1];
  pen.blocks(pen.heat('bias', shadesOf(bias), length, length), 0, length, x, y, w, w);
  if (causal) {
    const steps = [x + w, y];
    for (let row = length - 1; row >= 0; row--) steps.push(x + row * cell + cell, y + row * cell + cell, x + row * cell + cell, y + row * cell);
    pen.area(steps, c.paper);
    pen.text('masked: after the query', x + w - 10, y + 22, { align: 'right', color: c.quiet });
  }
  pen.frame(x, y, w, w, c.hair, 1);
  if (half < length) {
    const edge = half * cell;
    pen.line([x + cell / 2, y + edge + cell / 2, x + w - edge - cell / 2, y + w - cell / 2], c.ink, 1.5, [5, 4]);
    if (!causal) pen.line([x + edge + cell / 2, y + cell / 2, x + w - cell / 2, y + w - edge - cell / 2], c.ink, 1.5, [5, 4]);
  }
  /** @param {number} at */
  const top = (at) => y + at * cell;
  const thick = Math.max(cell, 3);
  const row = causal ? (position + 1) * cell : w;
  pen.frame(x - 1, top(shown.position), row + 2, thick, c.paper, 4);
  pen.frame(x - 1, top(shown.position), row + 2, thick, c.you, 2.5);
  if (!causal || other <= position) {
    pen.frame(x + other * cell, top(shown.position), thick, thick, c.paper, 5);
    pen.frame(x + other * cell, top(shown.position), thick, thick, c.other, 3);
  }
  for (let at = 0; at < length; at += strideOf(cell)) {
    if (Math.abs(at - position) * cell > 15) pen.text(String(at), x - 8, top(at) + cell / 2, { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
    pen.text(String(at), x + (at + 0.5) * cell, y + w + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
  }
  pen.text(String(position), x - 8, top(shown.position) + cell / 2, { align: 'right', base: 'middle', mono: true, weight: 700, color: c.you });
  pen.text(`head ${head}: ${w < 310 ? '' : 'bias '}−m · distance`, x, y - 14, { weight: 650 });
  pen.text('key →', x + w, y + w + 40, { align: 'right', color: c.quiet });
  pen.text('query ↓', x - 26, y + w + 40, { color: c.quiet });
  if (half < length) pen.text(w < 340 ? 'dashed: half' : 'dashed: half weight', x + w, y - 14, { align: 'right', color: c.quiet });
  const deepest = bias[(length - 1) * length];
  if ((length - position) * cell > 36) pen.text(fixed(deepest, 2), x + 8, y + w - 12, { mono: true, size: 12, color: inkOn(Math.max(deepest / DARK, -1), theme.mode) });
}

/** What the query attends to, its scores being equal. @param {import('./surface.js').Pen} pen @param {any} model @param {Box} box @param {Record<string, number>} shown */
export function drawRow(pen, { state, weights, halves }, { x, y, w, h }, shown) {
  const { c } = pen;
  const { heads, head, length, position, other, causal } = state;
  const cell = w / length;
  /** @param {number} at @param {number} key */
  const share = (at, key) => weights[(at - 1) * length + key] / weights[(at - 1) * length + position];
  /** @param {number} part */
  const py = (part) => y + h - part * h;
  for (const [part, name] of /** @type {[number, string][]} */ ([[0, '0'], [0.5, '0.5'], [1, '1']])) {
    pen.hline(x, x + w, py(part), c.hair);
    pen.text(name, x - 8, py(part), { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
  }
  const gap = cell > 6 ? 1.5 : cell > 3 ? 1 : 0;
  const last = causal ? position : length - 1;
  for (let key = 0; key <= last; key++) {
    const [left, wide, top] = [pen.snap(x + key * cell + gap / 2), Math.max(cell - gap, 0.75), py(share(head, key))];
    if (key === position || key === other) pen.rect(left, top, wide, y + h - top, key === position ? c.you : c.other);
    else pen.area([left, top, left + wide, top, left + wide, y + h, left, y + h], c.you, 0.25);
  }
  for (let at = 1; at <= heads; at++) {
    const points = [];
    for (let key = 0; key <= last; key++) points.push(x + (key + 0.5) * cell, py(share(at, key)));
    pen.line(points, at === head ? c.ink : heads > 16 ? c.hair : c.control, at === head ? 2 : 1);
  }
  const half = halves[head - 1];
  const from = x + (shown.position + 0.5) * cell;
  const to = from - half * cell;
  pen.text(w < 500 ? 'all scores equal' : `what query ${position} attends to, all scores equal`, 0, y - 24, { color: c.quiet });
  pen.text(`1 = ${w < 500 ? 'own' : 'its own'} weight, ${fixed(weights[(head - 1) * length + position], 4)}`, x + w, y - 24, { align: 'right', color: c.you, weight: 650 });
  if (to >= x) {
    pen.hline(to, from, py(0.5), c.ink, 2);
    pen.vline(to, py(0.5) - 6, py(0.5) + 6, c.ink, 2);
  }
  const said = `halves every ${fixed(half, 2)} positions${to < x && w > 500 ? ': more than the text so far' : ''}`;
  // Before the bracket, else beyond the query, else where it can stand.
  const long = pen.measure(said) * 1.15 + 16;
  const at = to - x > long ? to - 8 - long : x + w - from > long + cell ? from + cell : x;
  pen.text(said, at + 8, py(0.5) - 10, { weight: 650, plate: true });
  for (let at = 0; at < length; at += strideOf(cell)) {
    if (Math.abs(at - position) * cell > 22) pen.text(String(at), x + (at + 0.5) * cell, y + h + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
  }
  pen.text(String(position), x + (shown.position + 0.5) * cell, y + h + 20, { align: 'center', mono: true, weight: 700, color: c.you });
  pen.text('key', x + w, y + h + 38, { align: 'right', color: c.quiet });
}
