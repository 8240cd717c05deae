/** The picture of PeRope: where everything stands, and how it is drawn. */
import { fixed, grouped, scientific, signed } from './format.js';
import { LONGEST, dimsOf, turned } from './models/rope.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{low: number, high: number, step: number}} Range */
/** @typedef {{position: number, other: number}} Places where both tokens stand, perhaps on their way */

/** Positions that the ruler shows. */
const SPAN = 127;
const EDGE = 14;
/** Where the circles begin. */
export const RULER = 120;

/** @param {number} width @param {number} dim */
export function layoutOf(width, dim) {
  const count = dim / 2;
  const columns = width < 560 ? (count > 8 ? 8 : 4) : count > 16 ? 16 : Math.min(8, count);
  const cell = Math.min(Math.floor(width / columns), 132);
  const label = cell >= 60 ? 18 : 0;
  const grid = { columns, cell, label, left: Math.floor((width - columns * cell) / 2), top: RULER };
  const [wide, h] = [width >= 640, 176];
  const y = RULER + Math.ceil(count / columns) * (cell + label) + 48;
  const sum = { x: 34, y, w: wide ? Math.round(width * 0.42) - 34 : width - 34 - 96, h };
  const left = wide ? sum.x + sum.w + 126 : 34;
  const curve = { x: left, y: wide ? y : y + h + 96, w: width - left - 10, h };
  return { grid, sum, curve, height: curve.y + h + 44 };
}

/** The circle of a pair. @param {ReturnType<typeof layoutOf>['grid']} grid @param {number} pair */
export const circleOf = ({ columns, cell, left, top, label }, pair) =>
  ({ x: left + (pair % columns + 0.5) * cell, y: top + Math.floor(pair / columns) * (cell + label) + cell / 2, radius: cell / 2 - (cell >= 60 ? 6 : 2) });

/** The ruler moves on where a token would leave it. @param {Places} at @param {number} width */
export function rulerOf({ position, other }, width) {
  const first = Math.max(0, Math.max(position, other) - 111);
  const scale = (width - 2 * EDGE) / SPAN;
  return {
    first,
    /** @param {number} place */
    x: (place) => EDGE + Math.min(Math.max(place - first, 0), SPAN) * scale,
    /** @param {number} x */
    place: (x) => Math.round(first + Math.min(Math.max((x - EDGE) / scale, 0), SPAN)),
  };
}

/** Pixels for one unit: the same for all examples, unless a longer arrow has to fit. @param {any} model @param {number} radius */
export function arrowScale({ state, q, k, v }, radius) {
  let most = LONGEST * LONGEST;
  for (const vector of state.values ? [q, k, v] : [q, k]) {
    for (let pair = 0; pair < state.dim / 2; pair++) {
      const [x, y] = dimsOf(state.layout, state.dim, pair);
      most = Math.max(most, vector[x] * vector[x] + vector[y] * vector[y]);
    }
  }
  return (radius - 2) / Math.sqrt(most);
}

/** @param {import('./surface.js').Pen} pen @param {any} state @param {Places} at */
export function drawRuler(pen, state, at) {
  const { c, width } = pen;
  const y = 56;
  const ruler = rulerOf(at, width);
  const [q, k] = [ruler.x(at.position), ruler.x(at.other)];
  pen.hline(EDGE, width - EDGE, y, c.control);
  for (let place = Math.ceil(ruler.first / 16) * 16; place <= ruler.first + SPAN; place += 16) {
    const x = ruler.x(place);
    pen.vline(x, y, y + 5, c.control);
    if (width > 640 || place % (width > 480 ? 32 : 64) === 0) pen.text(grouped(place), x, y + 26, { align: 'center', size: 12, mono: true, color: c.quiet });
  }
  pen.line([q, y, k, y], c.ink, state.hold ? 7 : 3);
  for (const [x, letter, color, radius] of /** @type {[number, string, string, number][]} */ ([[k, 'k', c.other, 10], [q, 'q', c.you, 11]])) {
    pen.circle(x, y, radius, { fill: color, stroke: c.paper, weight: 2 });
    pen.text(letter, x, y + 0.5, { align: 'center', base: 'middle', color: c.paper, weight: 700, clamp: false });
  }
  pen.text(`${grouped(state.position - state.other)} apart${state.hold ? ', held' : ''}`, (q + k) / 2, y - 17, { align: 'center', weight: 650 });
  const x = 21 + pen.text(`query at ${grouped(state.position)}`, 1, 15, { color: c.you, weight: 650 });
  pen.text(`key at ${grouped(state.other)}`, x, 15, { color: c.other, weight: 650 });
}

/**
 * Query and key in each pair, turned; dashed as they were.
 * @param {import('./surface.js').Pen} pen @param {any} model @param {ReturnType<typeof layoutOf>['grid']} grid @param {Places} at
 */
export function drawCircles(pen, model, grid, at) {
  const { state: { dim, base, layout, pair: chosen, values }, q, k, v } = model;
  const { c } = pen;
  const { cell } = grid;
  const now = { q: turned(q, [at.position], layout, base), k: turned(k, [at.other], layout, base), v: values ? turned(v, [at.other], layout, base) : v };
  const hand = Math.max(1.5, Math.min(3.5, cell / 26));
  const scale = arrowScale(model, circleOf(grid, 0).radius);
  pen.text(`${pen.width < 480 ? '' : 'a circle for each pair, '}fast to slow; dashed: ${pen.width < 480 ? 'unturned' : 'before turning'}${values ? `; ${pen.theme.mode === 'dark' ? 'white' : 'black'}: v` : ''}`, 0, RULER - 16, { color: c.quiet });
  for (let pair = 0; pair < dim / 2; pair++) {
    const { x, y, radius } = circleOf(grid, pair);
    const dims = dimsOf(layout, dim, pair);
    /** @param {Float64Array} vector */
    const tip = (vector) => [x + scale * vector[dims[0]], y - scale * vector[dims[1]]];
    const [[qx, qy], [kx, ky], [vx, vy]] = [tip(now.q), tip(now.k), tip(now.v)];
    pen.circle(x, y, radius, { stroke: pair === chosen ? c.ink : c.hair, weight: pair === chosen ? 2 : 1 });
    pen.area([x, y, qx, qy, kx, ky], c.you, 0.14);
    if (cell >= 48) {
      pen.line([x, y, ...tip(k)], c.other, 1, [2, 3]);
      pen.line([x, y, ...tip(q)], c.you, 1, [2, 3]);
    }
    if (values) pen.arrow(x, y, vx, vy, c.ink, Math.max(1.5, hand * 0.6));
    pen.arrow(x, y, kx, ky, c.other, hand * 0.8);
    pen.arrow(x, y, qx, qy, c.you, hand);
    if (cell >= 60) {
      pen.text(`${cell >= 80 ? 'dims ' : ''}${dims[0]}, ${dims[1]}`, x, y + radius + 19,
        { align: 'center', size: 12, mono: true, color: pair === chosen ? c.ink : c.quiet, weight: pair === chosen ? 600 : 400 });
    }
  }
}

/** The scale that the sum and the curve share. @param {any} model @returns {Range} */
export function scoreRange({ parts, curve, trainedCurve }) {
  let [low, high, total] = [0, 0, 0];
  for (const part of parts) { total += part; low = Math.min(low, total); high = Math.max(high, total); }
  for (const values of [curve, trainedCurve]) for (const value of values) { low = Math.min(low, value); high = Math.max(high, value); }
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].find((each) => (high - low) / each <= 5) ?? 500;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
}

/** @param {import('./surface.js').Pen} pen @param {Box} box @param {Range} range @param {boolean} labels */
function axis(pen, { x, y, w, h }, { low, high, step }, labels) {
  /** @param {number} value */
  const py = (value) => y + h - ((value - low) / (high - low)) * h;
  for (let value = low; value <= high + step / 2; value += step) {
    pen.hline(x, x + w, py(value), Math.abs(value) < step / 2 ? pen.c.control : pen.c.hair);
    if (labels) pen.text(fixed(value, step < 1 ? 1 : 0), x - 8, py(value), { align: 'right', base: 'middle', size: 12, mono: true, color: pen.c.quiet });
  }
  return py;
}

/**
 * What each pair adds, each bar standing on the one before. Returns the height of the score.
 * @param {import('./surface.js').Pen} pen @param {any} model @param {Box} box @param {Range} range
 */
export function drawSum(pen, { state, parts, score, wrong, trained, held }, box, range) {
  const { c } = pen;
  const py = axis(pen, box, range, true);
  const slot = box.w / parts.length;
  const gap = slot > 12 ? Math.min(8, slot * 0.2) : 1;
  let total = 0;
  for (let pair = 0; pair < parts.length; pair++) {
    const next = total + parts[pair];
    const [x, top, high] = [box.x + pair * slot + gap / 2, Math.min(py(total), py(next)), Math.max(Math.abs(py(next) - py(total)), 1.5)];
    const chosen = pair === state.pair;
    pen.rect(x, top, slot - gap, high, parts[pair] < 0 ? c.minus : c.plus);
    pen.hline(x + slot - gap, x + slot + gap / 2, py(next), c.control);
    if (chosen) pen.frame(x - 1, top - 1, slot - gap + 2, high + 2, c.ink, 2);
    if (slot >= 40 || chosen) {
      pen.text(signed(parts[pair], 2), Math.max(x + (slot - gap) / 2, box.x + 20), parts[pair] < 0 ? top + high + 16 : top - 8,
        { align: 'center', size: 12, mono: true, plate: slot < 40, weight: chosen ? 700 : 400, color: chosen ? c.ink : c.quiet });
    }
    if (slot > 24) pen.text(String(pair), box.x + (pair + 0.5) * slot, box.y + box.h + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
    total = next;
  }
  pen.text('the pairs add up to the score', 0, box.y - 24, { color: c.quiet });
  pen.text('pair, fast to slow', box.x + box.w, box.y + box.h + 38, { align: 'right', color: c.quiet });
  const level = py(score);
  const [x, below] = [box.x + box.w + 12, level < box.y + 50];
  pen.hline(box.x + box.w - gap / 2, x + 104, level, c.you, 2);
  pen.text(signed(score), x, below ? level + 24 : level - 8, { size: 22, mono: true, weight: 700, color: wrong ? c.wrong : c.ink });
  pen.text(wrong ? `✗ not ${signed(trained.score, 2)}` : 'score q · k', x, below ? level + 42 : level - 30, { color: wrong ? c.wrong : c.quiet, weight: wrong ? 650 : 400 });
  if (held.from < held.to) {
    pen.text('drift so far', x, level + (below ? 66 : 20), { color: c.right });
    pen.text(scientific(held.high - held.low, 1), x, level + (below ? 86 : 40), { color: c.right, mono: true, size: 15, weight: 700 });
  }
  return level;
}

/**
 * The score of every offset, with a mark at the present one.
 * @param {import('./surface.js').Pen} pen @param {any} model @param {Box} box @param {Range} range
 * @param {number | null} level where the sum beside it ends
 */
export function drawCurve(pen, { state, curve, trainedCurve, offsets, score, wrong }, box, range, level) {
  const { c } = pen;
  const py = axis(pen, box, range, level === null);
  const [first, last] = [offsets[0], offsets[offsets.length - 1]];
  /** @param {number} offset */
  const px = (offset) => box.x + ((offset - first) / (last - first)) * box.w;
  /** @param {Float64Array} values */
  const points = (values) => {
    const made = [];
    for (let at = 0; at < values.length; at++) made.push(px(offsets[at]), py(values[at]));
    return made;
  };
  const now = px(state.position - state.other);
  pen.vline(now, box.y - 6, box.y + box.h, c.you, 1, [2, 4]);
  if (wrong) pen.line(points(trainedCurve), c.right, 1.5, [5, 4]);
  pen.line(points(curve), wrong ? c.wrong : c.ink, 1.75);
  if (level !== null) pen.hline(box.x - 10, now, level, c.you, 2);
  pen.circle(now, py(score), 6, { fill: c.you, stroke: c.paper, weight: 2 });
  pen.text(wrong && box.w < 310 ? 'score' : 'score at every offset', level === null ? 0 : box.x, box.y - 24, { color: c.quiet });
  if (wrong) {
    const width = pen.text('✗ computed', box.x + box.w, box.y - 24, { align: 'right', color: c.wrong, weight: 650 });
    pen.text('✓ trained', box.x + box.w - width - 14, box.y - 24, { align: 'right', color: c.right, weight: 650 });
  }
  for (let offset = Math.ceil(first / 32) * 32; offset <= last; offset += 32) {
    pen.text(grouped(offset), px(offset), box.y + box.h + 20, { align: 'center', size: 12, mono: true, color: c.quiet });
  }
  pen.text('offset m − n', box.x + box.w, box.y + box.h + 38, { align: 'right', color: c.quiet });
}
