/**
 * Draws pe-rope. At the top is a ruler with the positions of query and key. Below it, each pair has
 * a circle with its arrows. Bars show what each pair adds to the score, and a curve shows the score
 * at each offset. For beginners there is no curve, and no number has more than two decimals.
 */
import { fixed, grouped, signed } from '../chassis/format.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { NEAR } from '../chassis/transport.js';
import { firstWords } from '../chassis/words.js';
import { LONGEST, dimsOf, pairsOf, shares, total, turned, visiblePlace } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('rope', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Model, Places, State } from './model.js' */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */
/** @typedef {ReturnType<typeof layout>} Layout */
/** @typedef {Layout['grid']} Grid */
/** @typedef {ReturnType<typeof rulerOf>} Ruler */
/** @typedef {{low: number, high: number, step: number}} Range */
/** @typedef {(value: number) => number} Scale gives the y of a score */

/** The ruler shows this many positions after its first one. */
const SPAN = NEAR;
/** This many pixels stay free at each end of the ruler. */
const EDGE = 14;
/** The middles of the letters of query and key are at least this many pixels apart. */
const TOKENS_APART = 22;
/** This many pixels are between the names of query and key. */
const NAMES_APART = 20;
/** Rounding errors can make a moving position smaller than a whole number by at most this. */
const ROUNDING = 1e-6;
/** The height of the ruler, in pixels. The circles begin below it. */
const RULER = 120;

/**
 * Returns how many circles fit into a row.
 * @param {number} count the number of pairs
 * @param {number} width
 */
function columnsFor(count, width) {
  if (width < 560) return count > 8 ? 8 : 4;
  return count > 16 ? 16 : Math.min(8, count);
}

/**
 * Returns where the circles, the sum and the curve are, in CSS pixels.
 * @param {number} width
 * @param {State} state
 * @param {boolean} beginner
 */
export function layout(width, state, beginner) {
  if (beginner) return simpleLayout(width, state);
  const count = pairsOf(state);
  const columns = columnsFor(count, width);
  const cell = Math.min(Math.floor(width / columns), 132);
  const label = cell >= 60 ? 18 : 0;
  const grid = { columns, cell, label, left: Math.floor((width - columns * cell) / 2), top: RULER };
  const wide = width >= 640;
  const height = 176;
  const y = RULER + Math.ceil(count / columns) * (cell + label) + 48;
  const sum = { x: 34, y, width: wide ? Math.round(width * 0.42) - 34 : width - 34 - 96, height };
  const left = wide ? sum.x + sum.width + 126 : 34;
  const curve = { x: left, y: wide ? y : y + height + 96, width: width - left - 10, height };
  return { count, grid, sum, curve, height: curve.y + height + 44 };
}

/**
 * Returns where the circles and the sum are for beginners. The area for the circles does not depend
 * on their number. So nothing else moves when a circle is added.
 * @param {number} width
 * @param {State} state
 */
function simpleLayout(width, state) {
  const count = pairsOf(state);
  const wide = width >= 560;
  // On a phone, the picture is less tall, so that the question below it fits on the same screen.
  const room = { width: wide ? Math.round(width * 0.54) : width, height: wide ? 300 : 152 };
  const columns = count > 2 ? columnsFor(count, 0) : count;
  const rows = Math.ceil(count / columns);
  const cell = Math.floor(Math.min(room.width / columns, room.height / rows));
  const left = Math.floor((room.width - columns * cell) / 2);
  const top = RULER + Math.floor((room.height - rows * cell) / 2);
  const x = wide ? room.width + 40 : 24;
  const sum = {
    x,
    y: RULER + (wide ? 40 : room.height + 40),
    width: Math.min(width - x - 110, 84 * count),
    height: wide ? 220 : 70,
  };
  const height = wide ? RULER + room.height + 16 : sum.y + sum.height + 16;
  return { count, grid: { columns, cell, label: 0, left, top }, sum, curve: null, height };
}

/**
 * Returns the centre and the radius of a pair's circle.
 * @param {Grid} grid
 * @param {number} pair
 */
const circleOf = ({ columns, cell, left, top, label }, pair) => ({
  x: left + ((pair % columns) + 0.5) * cell,
  y: top + Math.floor(pair / columns) * (cell + label) + cell / 2,
  radius: cell / 2 - (cell >= 60 ? 6 : 2),
});

/**
 * Returns the first position of the ruler, and functions that convert between position and x.
 * The ruler begins at 0, or later if query or key would otherwise be near its end or beyond it.
 * @param {Places} places
 * @param {number} width
 * @param {number} [held] during a drag, the first position: the ruler must not move then
 */
export function rulerOf({ position, other }, width, held) {
  const first = held ?? Math.max(0, Math.max(position, other) - 111);
  const scale = (width - 2 * EDGE) / SPAN;
  return {
    first,
    /** @param {number} place */
    x: (place) => EDGE + Math.min(Math.max(place - first, 0), SPAN) * scale,
    /** @param {number} x */
    place: (x) => Math.round(first + Math.min(Math.max((x - EDGE) / scale, 0), SPAN)),
  };
}

/**
 * Returns how many pixels long the arrow of a vector of length 1 is.
 * All examples have the same scale. The scale is smaller only if the numbers in the fields `query`
 * and `key` make an arrow longer than those of any example.
 * @param {Model} model
 * @param {number} radius
 */
function arrowScale({ state, q, k, v }, radius) {
  let most = LONGEST * LONGEST;
  for (const vector of state.values ? [q, k, v] : [q, k]) {
    for (let pair = 0; pair < pairsOf(state); pair++) {
      const [x, y] = dimsOf(state.layout, state.dim, pair);
      most = Math.max(most, vector[x] * vector[x] + vector[y] * vector[y]);
    }
  }
  return (radius - 2) / Math.sqrt(most);
}

/**
 * Returns the circle of a pair and the tips of its arrows, in CSS pixels of the plot.
 * @param {Model} model
 * @param {Layout} box
 * @param {number} pair
 */
export function arrowsOf(model, box, pair) {
  const { dim, layout } = model.state;
  const circle = circleOf(box.grid, pair);
  const scale = arrowScale(model, circle.radius);
  const [x, y] = dimsOf(layout, dim, pair);
  /** @param {Float64Array} vector */
  const tip = (vector) => [circle.x + scale * vector[x], circle.y - scale * vector[y]];
  return { ...circle, scale, tips: { query: tip(model.qTurned), key: tip(model.kTurned) } };
}

/**
 * Returns how far a point is from an arrow, in pixels.
 * @param {number[]} point
 * @param {{x: number, y: number}} middle where the arrow begins
 * @param {number[]} tip
 */
export function awayFrom([x, y], middle, [tipX, tipY]) {
  const [dx, dy] = [tipX - middle.x, tipY - middle.y];
  const along = ((x - middle.x) * dx + (y - middle.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(Math.max(along, 0), 1);
  const [right, down] = [x - middle.x - part * dx, y - middle.y - part * dy];
  return Math.sqrt(right * right + down * down);
}

/**
 * Returns the name of the part of the picture at a point. It is '' if the pointer can do nothing
 * there.
 * @param {Layout} box
 * @param {number} x
 * @param {number} y
 */
export function partAt(box, x, y) {
  const { sum, curve } = box;
  if (y < RULER - 16) return 'ruler';
  if (curve && x >= curve.x && y >= curve.y) return 'curve';
  if (pairAt(box, x, y) >= 0) return 'circles';
  return x >= sum.x && x < sum.x + sum.width && y > sum.y && y < sum.y + sum.height ? 'sum' : '';
}

/**
 * Returns the pair whose circle is at a point, or -1 if there is no circle.
 * @param {Layout} box
 * @param {number} x
 * @param {number} y
 */
export function pairAt({ grid, count }, x, y) {
  const { columns, cell, left, top, label } = grid;
  const pair = Math.floor((y - top) / (cell + label)) * columns + Math.floor((x - left) / cell);
  const outside = x < left || x >= left + columns * cell || pair < 0 || pair >= count;
  return outside ? -1 : pair;
}

/**
 * Says whether a point of the ruler is near query or key, or between them. Also says which of them
 * is nearer.
 * @param {Ruler} ruler
 * @param {Places} places
 * @param {number} x
 */
export function tokensAt(ruler, { position, other }, x) {
  const toQuery = x - ruler.x(position);
  const toKey = x - ruler.x(other);
  const near = Math.min(Math.abs(toQuery), Math.abs(toKey)) <= 16;
  return {
    near,
    between: !near && toQuery * toKey < 0,
    nearest: Math.abs(toKey) < Math.abs(toQuery) ? 'other' : 'position',
  };
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Places} places the positions that this frame shows
 * @param {Places} before the positions before the present move
 * @param {number} [held] the first position of the ruler during a drag
 */
export function drawRope(pen, model, places, before, held) {
  const { state } = model;
  const { from, to } = model.held;
  const now = nowOf(model, places, before);
  const box = layout(pen.width, state, pen.beginner);
  const { sum, curve } = box;
  drawRuler(pen, state, places, rulerOf(places, pen.width, held));
  drawCircles(pen, model, box, now);
  // The question asks for the score after query and key have moved together, so no score is shown.
  if (pen.covered && from < to) {
    const mark = { size: 44, align: 'center', color: pen.c.quiet };
    pen.text('?', sum.x + sum.width / 2, sum.y + sum.height / 2, mark);
    return;
  }
  const drawn = { ...model, parts: now.parts, score: now.score };
  const range = scoreRange(drawn);
  const level = drawSum(pen, drawn, sum, range);
  const offset = places.position - places.other;
  if (curve)
    drawCurve(pen, drawn, curve, { range, level: curve.y === sum.y ? level : null, offset });
}

/**
 * Returns the vectors whose arrows are drawn in this frame, and the score of these vectors.
 * @param {Model} model
 * @param {Places} places
 * @param {Places} before
 */
function nowOf(model, places, before) {
  const { state, q, k, v, frequencies } = model;
  const { base, dim, layout, values } = state;
  /** @param {Float64Array} vector @param {'position' | 'other'} of */
  const at = (vector, of) => {
    const drawn = vector.slice();
    frequencies.forEach((frequency, pair) => {
      const place = visiblePlace(places[of], before[of], state[of], frequency);
      const row = turned(vector, [place], layout, base);
      for (const each of dimsOf(layout, dim, pair)) drawn[each] = row[each];
    });
    return drawn;
  };
  const isThere = places.position === state.position && places.other === state.other;
  const arrows = { q: at(q, 'position'), k: at(k, 'other'), v: values ? at(v, 'other') : v };
  const parts = isThere ? model.parts : shares(arrows.q, arrows.k, layout);
  return { ...arrows, parts, score: isThere ? model.score : total(parts, state) };
}

/**
 * Draws the ruler with query and key.
 * @param {Pen} pen
 * @param {State} state
 * @param {Places} places
 * @param {Ruler} ruler
 */
function drawRuler(pen, state, places, ruler) {
  const { c: colors } = pen;
  const y = 56;
  // Two letters that would cover each other move apart.
  const gap = ruler.x(places.position) - ruler.x(places.other);
  const push = (Math.max(0, TOKENS_APART - Math.abs(gap)) / 2) * (gap < 0 ? -1 : 1);
  const query = ruler.x(places.position) + push;
  const key = ruler.x(places.other) - push;
  drawRulerTicks(pen, ruler, y);
  pen.line([query, y, key, y], colors.ink, state.hold ? 7 : 3);
  /** @param {number} x @param {string} letter @param {string} color @param {number} radius */
  const token = (x, letter, color, radius) => {
    const inside = { align: 'center', base: 'middle', weight: 700, clamp: false };
    pen.circle(x, y, radius, { fill: color, stroke: colors.paper, weight: 2 });
    pen.text(letter, x, y + 0.5, { ...inside, color: colors.paper });
  };
  token(key, labelsOnPicture.key, colors.other, 10);
  token(query, labelsOnPicture.query, colors.you, 11);
  const title = { weight: 650 };
  // Moving positions are rounded down, as in the slider below the picture.
  const [position, other] = [places.position, places.other].map((place) =>
    Math.floor(place + ROUNDING),
  );
  const apart = labelsOnPicture.apart({ ...state, position, other }, pen.beginner);
  pen.text(apart, (query + key) / 2, y - 17, { ...title, align: 'center' });
  const [queryAt, keyAt] = placeNames(pen, { position, other });
  const left = 1 + pen.text(queryAt, 1, 15, { ...title, color: colors.you }) + NAMES_APART;
  pen.text(keyAt, left, 15, { ...title, color: colors.other });
}

/**
 * Says where query and key are. For beginners, also names the words of query and key, if there is
 * room.
 * @param {Pen} pen
 * @param {Places} places
 */
function placeNames(pen, { position, other }) {
  const { queryAt, keyAt } = labelsOnPicture;
  const plain = [queryAt(position), keyAt(other)];
  if (!pen.beginner) return plain;
  const [first, , last] = firstWords();
  const long = [queryAt(position, last), keyAt(other, first)];
  const room = (pen.width - NAMES_APART) / BOLD_WIDTH;
  return pen.measure(long.join('')) < room ? long : plain;
}

/**
 * @param {Pen} pen
 * @param {Ruler} ruler
 * @param {number} y
 */
function drawRulerTicks(pen, ruler, y) {
  const { c: colors, width } = pen;
  const tick = { align: 'center', size: 12, mono: true, color: colors.quiet };
  pen.hline(EDGE, width - EDGE, y, colors.control);
  for (let place = Math.ceil(ruler.first / 16) * 16; place <= ruler.first + SPAN; place += 16) {
    const x = ruler.x(place);
    pen.vline(x, y, y + 5, colors.control);
    if (width > 640 || place % (width > 480 ? 32 : 64) === 0)
      pen.text(grouped(place), x, y + 26, tick);
  }
}

/**
 * Draws query and key in each pair. Arrows show both after turning, and dashed lines show both
 * before turning.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {Pick<Model, 'q' | 'k' | 'v'>} now
 */
function drawCircles(pen, model, { grid, count }, now) {
  const { values } = model.state;
  const scale = arrowScale(model, circleOf(grid, 0).radius);
  const title = pen.beginner
    ? labelsOnPicture.turning(pen.still, model.state.hold)
    : labelsOnPicture.circles(pen.width < 480, values, pen.theme.mode);
  pen.text(title, 0, RULER - 16, { color: pen.c.quiet });
  for (let pair = 0; pair < count; pair++) drawPair(pen, model, grid, { pair, scale, now });
}

/**
 * Returns the points of the smaller arc between two directions.
 * @param {number[]} one a vector of length 1
 * @param {number[]} two a vector of length 1
 * @param {number} [depth] how often the arc is halved
 * @returns {number[][]}
 */
function arc(one, two, depth = 5) {
  if (!depth) return [one, two];
  const [x, y] = [one[0] + two[0], one[1] + two[1]];
  const length = Math.sqrt(x * x + y * y) || 1;
  const middle = [x / length, y / length];
  return [...arc(one, middle, depth - 1), ...arc(middle, two, depth - 1)];
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Grid} grid
 * @param {{pair: number, scale: number, now: Pick<Model, 'q' | 'k' | 'v'>}} what
 */
function drawPair(pen, { state, q, k }, grid, { pair, scale, now }) {
  const { c: colors, beginner } = pen;
  const { cell } = grid;
  const { x, y, radius } = circleOf(grid, pair);
  const dims = dimsOf(state.layout, state.dim, pair);
  const chosen = !beginner && pair === state.pair;
  const hand = Math.max(1.5, Math.min(5, cell / 26));
  /** @param {Float64Array} vector */
  const tip = (vector) => [x + scale * vector[dims[0]], y - scale * vector[dims[1]]];
  const query = tip(now.q);
  const key = tip(now.k);
  pen.circle(x, y, radius, { stroke: chosen ? colors.ink : colors.hair, weight: chosen ? 2 : 1 });
  drawAngle(pen, [x, y], query, key, radius * 0.45);
  if (cell >= 48 && !beginner) {
    pen.line([x, y, ...tip(k)], colors.other, 1, [2, 3]);
    pen.line([x, y, ...tip(q)], colors.you, 1, [2, 3]);
  }
  if (state.values) {
    const [valueX, valueY] = tip(now.v);
    pen.arrow(x, y, valueX, valueY, colors.ink, Math.max(1.5, hand * 0.6));
  }
  pen.arrow(x, y, key[0], key[1], colors.other, hand * 0.8);
  pen.arrow(x, y, query[0], query[1], colors.you, hand);
  if (beginner) {
    if (cell > 200) {
      drawTipName(pen, [x, y], key, labelsOnPicture.key, colors.other);
      drawTipName(pen, [x, y], query, labelsOnPicture.query, colors.you);
    }
    return;
  }
  if (cell < 60) return;
  pen.text(labelsOnPicture.dims(dims, cell >= 80), x, y + radius + 19, {
    align: 'center',
    size: 12,
    mono: true,
    color: chosen ? colors.ink : colors.quiet,
    weight: chosen ? 600 : 400,
  });
}

/**
 * Writes the name of an arrow beyond its tip.
 * @param {Pen} pen
 * @param {number[]} middle where the arrow begins
 * @param {number[]} tip
 * @param {string} name
 * @param {string} color
 */
function drawTipName(pen, [x, y], [tipX, tipY], name, color) {
  const [dx, dy] = [tipX - x, tipY - y];
  const more = 1 + 14 / (Math.sqrt(dx * dx + dy * dy) || 1);
  const style = { align: 'center', base: 'middle', size: 17, weight: 700, color };
  pen.text(name, x + dx * more, y + dy * more, style);
}

/**
 * Shades the angle between two arrows.
 * @param {Pen} pen
 * @param {number[]} middle where both arrows begin
 * @param {number[]} one the tip of an arrow
 * @param {number[]} two the tip of the other arrow
 * @param {number} radius
 */
function drawAngle(pen, [x, y], one, two, radius) {
  const [from, to] = [one, two].map(([tipX, tipY]) => {
    const [right, down] = [tipX - x, tipY - y];
    const length = Math.sqrt(right * right + down * down) || 1;
    return [right / length, down / length];
  });
  const points = arc(from, to).flatMap(([right, down]) => [x + right * radius, y + down * radius]);
  pen.area([x, y, ...points], pen.c.you, 0.16);
  pen.line(points, pen.c.ink, pen.beginner ? 1.5 : 1);
}

/**
 * Returns the range of scores that the sum and the curve share.
 * @param {Model} model
 * @returns {Range}
 */
function scoreRange({ state, parts, curve, trainedCurve }) {
  let low = 0;
  let high = 0;
  /** @param {number} value */
  const include = (value) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  let total = 0;
  for (const part of parts.subarray(0, pairsOf(state))) include((total += part));
  for (const values of [curve, trainedCurve]) values.forEach(include);
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];
  const step = steps.find((each) => (high - low) / each <= 5) ?? 500;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
}

/**
 * Draws the axis of the scores, and returns its scale.
 * @param {Pen} pen
 * @param {Area} area
 * @param {Range} range
 * @param {boolean} labelled whether the axis has numbers
 * @returns {Scale}
 */
function drawScoreAxis(pen, { x, y, width, height }, { low, high, step }, labelled) {
  const { c: colors } = pen;
  const tick = { align: 'right', base: 'middle', size: 12, mono: true, color: colors.quiet };
  /** @type {Scale} */
  const py = (value) => y + height - ((value - low) / (high - low)) * height;
  for (let value = low; value <= high + step / 2; value += step) {
    const isZero = Math.abs(value) < step / 2;
    const isWhole = Math.abs(value - Math.round(value)) < step / 2;
    if (pen.beginner && !isWhole) continue;
    pen.hline(x, x + width, py(value), isZero ? colors.control : colors.hair);
    if (labelled) pen.text(fixed(value, step < 1 && !pen.beginner ? 1 : 0), x - 8, py(value), tick);
  }
  return py;
}

/**
 * Draws what each pair adds to the score. Each bar begins where the previous bar ends.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Area} area
 * @param {Range} range
 * @returns {number} the y of the score
 */
function drawSum(pen, model, area, range) {
  const { c: colors, beginner } = pen;
  const parts = model.parts.subarray(0, pairsOf(model.state));
  const { x, y, width, height } = area;
  const py = drawScoreAxis(pen, area, range, true);
  const slot = width / parts.length;
  const gap = slot > 12 ? Math.min(8, slot * 0.2) : 1;
  const tick = { align: 'center', size: 12, mono: true, color: colors.quiet };
  let total = 0;
  parts.forEach((part, pair) => {
    const next = total + part;
    const ends = [py(total), py(next)];
    drawBar(pen, model, { pair, ends, area, slot, gap });
    if (slot > 24 && !beginner)
      pen.text(String(pair), x + (pair + 0.5) * slot, y + height + 20, tick);
    total = next;
  });
  const left = beginner ? x - 24 : 0;
  pen.text(labelsOnPicture.sum(beginner, parts.length), left, y - 24, { color: colors.quiet });
  if (!beginner) {
    const end = { align: 'right', color: colors.quiet };
    pen.text(labelsOnPicture.pairs, x + width, y + height + 38, end);
  }
  const level = py(model.score);
  pen.hline(x + width - gap / 2, x + width + 12 + 104, level, colors.you, 2);
  // The number and its name have a height of 44 pixels. They are above the line, or below it if the
  // line is near the top. In a chart of little height, the whole upper half is near the top.
  const below = level < y + Math.min(50, height / 2 + 3);
  drawScore(pen, model, { x: x + width + 12, level, below });
  return level;
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {{pair: number, ends: number[], area: Area, slot: number, gap: number}} what
 */
function drawBar(pen, { state, parts }, { pair, ends: [from, to], area, slot, gap }) {
  const { c: colors } = pen;
  const part = parts[pair];
  const chosen = !pen.beginner && pair === state.pair;
  const x = area.x + pair * slot + gap / 2;
  const width = slot - gap;
  const top = Math.min(from, to);
  const height = Math.max(Math.abs(to - from), 1.5);
  pen.rect(x, top, width, height, part < 0 ? colors.minus : colors.plus);
  pen.hline(x + width, x + slot + gap / 2, to, colors.control);
  if (chosen) pen.frame(x - 1, top - 1, width + 2, height + 2, colors.ink, 2);
  // With one pair, the bar is the whole score. Its number is already written beside the bar.
  if ((slot < 40 && !chosen) || pairsOf(state) === 1) return;
  const middle = Math.max(x + width / 2, area.x + 20);
  pen.text(signed(part, 2), middle, part < 0 ? top + height + 16 : top - 8, {
    align: 'center',
    size: 12,
    mono: true,
    plate: slot < 40 || pen.beginner,
    weight: chosen ? 700 : 400,
    color: chosen ? colors.ink : colors.quiet,
  });
}

/** The drift of the score is written after query and key have moved this many positions. */
const STEADY = 4;

/**
 * Writes the score and how far it has drifted, above or below the line at the y of the score.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{x: number, level: number, below: boolean}} place
 */
function drawScore(pen, { score, wrong, trained, held }, { x, level, below }) {
  const { c: colors, beginner } = pen;
  pen.text(signed(score, beginner ? 2 : 3), x, below ? level + 24 : level - 8, {
    size: 22,
    mono: true,
    weight: 700,
    color: wrong ? colors.wrong : colors.ink,
  });
  const name = wrong ? labelsOnPicture.not(trained.score) : labelsOnPicture.score(beginner);
  pen.text(name, x, below ? level + 42 : level - 30, {
    color: wrong ? colors.wrong : colors.quiet,
    weight: wrong ? 650 : 400,
  });
  if (held.to - held.from < STEADY) return;
  const drift = level + (below ? 66 : 20);
  pen.text(labelsOnPicture.drift(beginner), x, drift, { color: colors.right });
  if (beginner) return;
  pen.text(labelsOnPicture.driftValue(held), x, drift + 20, {
    color: colors.right,
    mono: true,
    size: 15,
    weight: 700,
  });
}

/**
 * Draws the score at every offset, and marks the current offset.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Area} area
 * @param {{range: Range, level: number | null, offset: number}} how `level` is the y where the sum
 *   ends, or null if the curve is below the sum
 */
function drawCurve(pen, model, area, { range, level, offset: shown }) {
  const { c: colors } = pen;
  const { curve, trainedCurve, offsets, score, wrong } = model;
  const { x, y, width, height } = area;
  const py = drawScoreAxis(pen, area, range, level === null);
  const first = offsets[0];
  const last = offsets[offsets.length - 1];
  /** @param {number} offset */
  const px = (offset) => x + ((offset - first) / (last - first)) * width;
  /** @param {Float64Array} values */
  const points = (values) =>
    Array.from(values).flatMap((value, at) => [px(offsets[at]), py(value)]);
  const now = px(shown);
  pen.vline(now, y - 6, y + height, colors.you, 1, [2, 4]);
  if (wrong) pen.line(points(trainedCurve), colors.right, 1.5, [5, 4]);
  pen.line(points(curve), wrong ? colors.wrong : colors.ink, 1.75);
  if (level !== null) pen.hline(x - 10, now, level, colors.you, 2);
  pen.circle(now, py(score), 6, { fill: colors.you, stroke: colors.paper, weight: 2 });
  drawCurveTitle(pen, wrong, level === null ? 0 : x, area);
  const tick = { align: 'center', size: 12, mono: true, color: colors.quiet };
  for (let offset = Math.ceil(first / 32) * 32; offset <= last; offset += 32)
    pen.text(grouped(offset), px(offset), y + height + 20, tick);
  const end = { align: 'right', color: colors.quiet };
  pen.text(labelsOnPicture.offset, x + width, y + height + 38, end);
}

/**
 * @param {Pen} pen
 * @param {boolean} wrong whether there are two curves that need names
 * @param {number} left
 * @param {Area} area
 */
function drawCurveTitle(pen, wrong, left, { x, y, width }) {
  const { c: colors } = pen;
  const narrow = wrong && width < 310;
  const right = x + width;
  pen.text(labelsOnPicture.curve(narrow), left, y - 24, { color: colors.quiet });
  if (!wrong) return;
  const name = { align: 'right', weight: 650 };
  const computed = pen.text(labelsOnPicture.computed, right, y - 24, {
    ...name,
    color: colors.wrong,
  });
  const trained = right - computed - 14;
  pen.text(labelsOnPicture.trained, trained, y - 24, { ...name, color: colors.right });
}
