/**
 * Draws PeAlibi. Each head has a lane: a row with a bar for its slope, and numbers. Next to the
 * lanes, or below, is the matrix of biases of the chosen head. At the bottom is a chart of the
 * query's attention weights. The code calls this chart the row: it shows one row of weights.
 */
import { decades } from '../chassis/decades.js';
import { fixed, localized } from '../chassis/format.js';
import { inkOn } from '../chassis/palette.js';
import { RULES, powerBelow } from './model.js';
import { slopeText } from './slope-text.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('alibi', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {ReturnType<typeof layout>} Layout */

/** The matrix is darkest where the bias is -5 or less, because e^-5 is close to 0. */
const DARKEST_BIAS = 5;
/** A lane is at most this high, in pixels. */
const HIGHEST_LANE = 44;
/** If the height of lanes is below this, in pixels, only a few have numbers. */
const NUMBERED_LANE = 14;
/** If the height of lanes is below this, in pixels, they have no ticks and no hollow bars. */
const DETAILED_LANE = 8;
/** The gentlest slope on the axis of slopes, as its decimal logarithm. */
const GENTLEST = decades(1 / 512);

/**
 * Returns where the lanes, the matrix and the row are, in CSS pixels.
 * @param {number} width
 * @param {number} heads
 */
export function layout(width, heads) {
  const wide = width >= 640;
  const left = wide ? Math.floor(width * 0.5) : width;
  const side = Math.floor(wide ? Math.min(width - left - 80, 400) : width - 36);
  const lanesHeight = Math.min(Math.max(wide ? side : 200, heads * 15), 600);
  const lane = Math.min(lanesHeight / heads, HIGHEST_LANE);
  const lanes = { x: 34, y: 32, width: left - 34, height: lane * heads };
  const notes = powerBelow(heads) < heads ? 62 : 26;
  const underLanes = lanes.y + lanes.height + notes;
  const matrix = {
    x: width - side - 2,
    y: wide ? 32 : underLanes + 52,
    width: side,
    height: side,
  };
  const row = {
    x: 34,
    y: Math.max(wide ? underLanes + 8 : 0, matrix.y + side + 44) + 44,
    width: width - 36,
    height: 132,
  };
  return { lane, lanes, matrix, row, height: row.y + row.height + 44 };
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {Record<string, number>} shown the numbers that this frame draws
 */
export function drawPicture(pen, model, box, shown) {
  drawLanes(pen, model, box.lanes, shown.rule);
  drawMatrix(pen, model, box.matrix, shown.position);
  drawRow(pen, model, box.row, shown.position);
}

/**
 * Writes a small number at an axis.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{align: string, base?: string}} how
 */
function axisNumber(pen, text, x, y, how) {
  pen.text(text, x, y, { size: 12, mono: true, color: pen.c.quiet, ...how });
}

/**
 * Returns the distance between labels, in positions. At this distance, labels do not overlap.
 * @param {number} cell pixels per position
 */
const labelStride = (cell) => [1, 2, 4, 8, 16, 32].find((stride) => stride * cell >= 40) ?? 64;

// The lanes. Each shows the slope of one head as a bar, and its slope by the other rule as a tick.

/**
 * @typedef {object} SlopeAxis
 * @property {boolean} narrow
 * @property {number} end the x where the axis ends and the numbers begin
 * @property {(decadesOfSlope: number) => number} xOf returns the x of a slope, from its decimal
 *   logarithm
 */

/**
 * @param {Box} box
 * @returns {SlopeAxis}
 */
function slopeAxis({ x, width }) {
  const narrow = width < 360;
  const end = x + width - (narrow ? 146 : 176);
  return { narrow, end, xOf: (exponent) => x + (1 - exponent / GENTLEST) * (end - x) };
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} ruleShown 0 for the first rule, 1 for the second, and between 0 and 1 while the
 *   rule changes
 */
function drawLanes(pen, model, box, ruleShown) {
  const { heads } = model.state;
  const axis = slopeAxis(box);
  const lane = box.height / heads;
  drawSlopeAxis(pen, box, axis);
  for (let head = 1; head <= heads; head++) {
    const middle = box.y + (head - 0.5) * lane;
    if (!pen.covered) drawSlope(pen, model, head, { x: box.x, middle, lane }, axis, ruleShown);
    if (hasNumbers(model.state, head, lane)) drawLaneNumbers(pen, model, head, middle, box, axis);
  }
  drawLaneNotes(pen, model, box);
}

/**
 * @param {Pen} pen
 * @param {Box} box
 * @param {SlopeAxis} axis
 */
function drawSlopeAxis(pen, { x, y, width, height }, { narrow, xOf }) {
  const bottom = y + height;
  for (const power of narrow ? [256, 16, 1] : [256, 64, 16, 4, 1]) {
    const at = xOf(decades(1 / power));
    pen.vline(at, y, bottom + 4, pen.c.hair);
    axisNumber(pen, power === 1 ? '1' : `1/${power}`, at, bottom + 20, { align: 'center' });
  }
  const quiet = { color: pen.c.quiet };
  const { head, slope, slopeShort, halvesEvery } = labelsOnPicture;
  pen.text(head, 0, y - 14, quiet);
  pen.text(narrow ? slopeShort : slope, x + 14, y - 14, quiet);
  pen.text(halvesEvery, x + width, y - 14, { ...quiet, align: 'right' });
}

/**
 * Draws the bar of a head, and a tick at its slope by the other rule. A bar is hollow if
 * the paper takes its slope from the slopes for 2 * powerBelow(heads) heads.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} head
 * @param {{x: number, middle: number, lane: number}} place
 * @param {SlopeAxis} axis
 * @param {number} ruleShown from 0 to 1, as for drawLanes
 */
function drawSlope(pen, model, head, { x, middle, lane }, { xOf }, ruleShown) {
  const { state, slopesByRule, differ } = model;
  const [first, second] = RULES.map((rule) => decades(slopesByRule[rule][head - 1]));
  const length = xOf(first + (second - first) * ruleShown) - x;
  const thick = lane < 5 ? lane * 0.8 : Math.max(lane * 0.36, 4);
  const color = head === state.head ? pen.c.ink : pen.c.control;
  const borrowed = state.rule === 'paper' && head > powerBelow(state.heads);
  if (borrowed && lane >= DETAILED_LANE)
    pen.frame(x + 1.5, middle - thick / 2 + 1.5, length - 3, thick - 3, color, 1.5);
  else pen.rect(x, middle - thick / 2, length, thick, color);
  if (!differ || lane < DETAILED_LANE) return;
  const tick = xOf(state.rule === 'paper' ? second : first);
  pen.vline(tick, middle - lane * 0.42, middle + lane * 0.42, pen.c.quiet, 1.5);
}

/**
 * Returns whether a lane has numbers. If lanes have a small height, only the first head, the last
 * head and the chosen head have numbers.
 * @param {Model['state']} state
 * @param {number} head
 * @param {number} lane
 */
function hasNumbers(state, head, lane) {
  if (lane >= NUMBERED_LANE || head === state.head) return true;
  const atAnEnd = head === 1 || head === state.heads;
  return atAnEnd && Math.abs(head - state.head) * lane >= 15;
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} head
 * @param {number} middle
 * @param {Box} box
 * @param {SlopeAxis} axis
 */
function drawLaneNumbers(pen, model, head, middle, { x, width, height }, { narrow, end }) {
  const { state, slopes, halves } = model;
  const chosen = head === state.head;
  const how = {
    base: 'middle',
    mono: true,
    size: height / state.heads >= 20 && !narrow ? 13 : 12,
    weight: chosen ? 700 : 400,
    color: chosen ? pen.c.ink : pen.c.quiet,
  };
  pen.text(String(head), x - 8, middle, { ...how, align: 'right' });
  const [slope, half] = pen.covered
    ? ['?', '?']
    : [slopeText(slopes[head - 1]), fixed(halves[head - 1], 2)];
  pen.text(slope, end + 14, middle, how);
  pen.text(half, x + width, middle, { ...how, align: 'right' });
}

/**
 * Writes what ticks and hollow bars mean.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawLaneNotes(pen, { state, differ }, { x, y, height }) {
  const { heads, rule } = state;
  const bottom = y + height;
  const quiet = { color: pen.c.quiet };
  if (differ) pen.text(labelsOnPicture.tick[rule], x, bottom + 40, quiet);
  if (rule === 'paper' && powerBelow(heads) < heads)
    pen.text(labelsOnPicture.hollow(heads), x, bottom + 58, quiet);
}

// The matrix. It shows the bias of the chosen head for every query and key.

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query in this frame
 */
function drawMatrix(pen, model, box, queryShown) {
  const { state, bias } = model;
  const { x, y, width } = box;
  const heat = pen.heat('bias', shadesOf(bias), state.length, state.length);
  pen.blocks(heat, 0, state.length, x, y, width, width);
  if (state.causal) drawMask(pen, state.length, box);
  pen.frame(x, y, width, width, pen.c.hair, 1);
  if (!pen.covered) drawHalfLines(pen, model, box);
  drawChosenPair(pen, model, box, queryShown);
  drawMatrixAxes(pen, model, box, queryShown);
  drawMatrixLabels(pen, model, box);
  if (!pen.covered) drawDeepest(pen, model, box);
}

/**
 * The results of `shadesOf`, kept for each array of biases.
 * @type {WeakMap<Float32Array, Float32Array>}
 */
const keptShades = new WeakMap();

/**
 * Converts biases to values of the palette, from 0 to -1.
 * @param {Float32Array} bias
 */
function shadesOf(bias) {
  const kept = keptShades.get(bias);
  if (kept) return kept;
  const shades = bias.map((value) =>
    value === -Infinity ? 0 : Math.max(value / DARKEST_BIAS, -1),
  );
  keptShades.set(bias, shades);
  return shades;
}

/**
 * Covers the keys after each query with the background colour. The edge has a step for each row.
 * @param {Pen} pen
 * @param {number} length
 * @param {Box} box
 */
function drawMask(pen, length, { x, y, width }) {
  const cell = width / length;
  const steps = [x + width, y];
  for (let row = length - 1; row >= 0; row--) {
    const right = x + row * cell + cell;
    steps.push(right, y + row * cell + cell, right, y + row * cell);
  }
  pen.area(steps, pen.c.paper);
  pen.text(labelsOnPicture.masked, x + width - 10, y + 22, {
    align: 'right',
    color: pen.c.quiet,
  });
}

/**
 * Draws dashed lines at the distance that halves a weight, if this distance fits in the text.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawHalfLines(pen, { state, halves }, { x, y, width }) {
  const half = halves[state.head - 1];
  if (half >= state.length) return;
  const cell = width / state.length;
  const edge = half * cell;
  const [left, top] = [x + cell / 2, y + cell / 2];
  const [right, bottom] = [x + width - cell / 2, y + width - cell / 2];
  const dash = [5, 4];
  pen.line([left, y + edge + cell / 2, x + width - edge - cell / 2, bottom], pen.c.ink, 1.5, dash);
  if (!state.causal)
    pen.line([x + edge + cell / 2, top, right, y + width - edge - cell / 2], pen.c.ink, 1.5, dash);
}

/**
 * Draws a border around the query's row, and a border around the key in that row.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query at this moment of an animation
 */
function drawChosenPair(pen, { state }, { x, y, width }, queryShown) {
  const { length, position, other, causal } = state;
  const cell = width / length;
  const top = y + queryShown * cell;
  const thick = Math.max(cell, 3);
  const rowWidth = causal ? (position + 1) * cell : width;
  pen.frame(x - 1, top, rowWidth + 2, thick, pen.c.paper, 4);
  pen.frame(x - 1, top, rowWidth + 2, thick, pen.c.you, 2.5);
  if (causal && other > position) return;
  pen.frame(x + other * cell, top, thick, thick, pen.c.paper, 5);
  pen.frame(x + other * cell, top, thick, thick, pen.c.other, 3);
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query in this frame
 */
function drawMatrixAxes(pen, { state }, { x, y, width }, queryShown) {
  const { length, position } = state;
  const cell = width / length;
  /** @param {number} row */
  const middleOf = (row) => y + row * cell + cell / 2;
  const left = { align: 'right', base: 'middle' };
  for (let at = 0; at < length; at += labelStride(cell)) {
    if (Math.abs(at - position) * cell > 15) axisNumber(pen, String(at), x - 8, middleOf(at), left);
    axisNumber(pen, String(at), x + (at + 0.5) * cell, y + width + 20, { align: 'center' });
  }
  pen.text(String(position), x - 8, middleOf(queryShown), {
    ...left,
    mono: true,
    weight: 700,
    color: pen.c.you,
  });
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawMatrixLabels(pen, { state, halves }, { x, y, width }) {
  const { head, length } = state;
  const { matrix, matrixShort, keyAcross, queryDown, dashed, dashedShort } = labelsOnPicture;
  const quiet = { color: pen.c.quiet };
  pen.text(width < 310 ? matrixShort(head) : matrix(head), x, y - 14, { weight: 650 });
  pen.text(keyAcross, x + width, y + width + 40, { ...quiet, align: 'right' });
  pen.text(queryDown, x - 26, y + width + 40, quiet);
  if (halves[head - 1] < length && !pen.covered)
    pen.text(width < 340 ? dashedShort : dashed, x + width, y - 14, { ...quiet, align: 'right' });
}

/**
 * Writes the most negative bias into the lower left corner of the matrix. If the frame around the
 * query's row is too near, nothing is written.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawDeepest(pen, { state, bias }, { x, y, width }) {
  const { length, position } = state;
  const cell = width / length;
  if ((length - position) * cell <= 36) return;
  const deepest = bias[(length - 1) * length];
  pen.text(fixed(deepest, 2), x + 8, y + width - 12, {
    mono: true,
    size: 12,
    color: inkOn(Math.max(deepest / DARKEST_BIAS, -1), pen.theme.mode),
  });
}

// The row. It shows the attention weights of the query under each head if all scores are equal.

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query in this frame
 */
function drawRow(pen, model, box, queryShown) {
  drawShareAxis(pen, box);
  drawShareBars(pen, model, box);
  drawShareLines(pen, model, box);
  drawRowTitle(pen, model, box);
  if (!pen.covered) drawHalfBracket(pen, model, box, queryShown);
  drawKeyAxis(pen, model, box, queryShown);
}

/**
 * Returns the weight of a key under a head, divided by the weight that the query gives itself.
 * @param {Model} model
 * @param {number} head
 * @param {number} key
 */
function shareOf({ state, weights }, head, key) {
  const start = (head - 1) * state.length;
  return weights[start + key] / weights[start + state.position];
}

/**
 * @param {Box} box
 * @param {number} share
 */
const shareY = ({ y, height }, share) => y + height - share * height;

/** Returns the last key that the query sees. @param {Model['state']} state */
const lastKey = ({ causal, position, length }) => (causal ? position : length - 1);

/**
 * @param {Pen} pen
 * @param {Box} box
 */
function drawShareAxis(pen, box) {
  const { x, width } = box;
  for (const share of [0, 0.5, 1]) {
    const y = shareY(box, share);
    pen.hline(x, x + width, y, pen.c.hair);
    axisNumber(pen, localized(String(share)), x - 8, y, { align: 'right', base: 'middle' });
  }
}

/** Returns the gap between bars, in pixels. @param {number} cell pixels per bar */
function gapBetween(cell) {
  if (cell > 6) return 1.5;
  return cell > 3 ? 1 : 0;
}

/**
 * Draws the weights under the chosen head as bars.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawShareBars(pen, model, box) {
  const { head, length, position, other } = model.state;
  const cell = box.width / length;
  const gap = gapBetween(cell);
  const width = Math.max(cell - gap, 0.75);
  const foot = box.y + box.height;
  for (let key = 0; key <= lastKey(model.state); key++) {
    const left = pen.snap(box.x + key * cell + gap / 2);
    const top = shareY(box, shareOf(model, head, key));
    if (key === position) pen.rect(left, top, width, foot - top, pen.c.you);
    else if (key === other) pen.rect(left, top, width, foot - top, pen.c.other);
    else pen.area([left, top, left + width, top, left + width, foot, left, foot], pen.c.you, 0.25);
  }
}

/**
 * Draws the weights under each head as a line.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawShareLines(pen, model, box) {
  const { heads, head: chosen, length } = model.state;
  const cell = box.width / length;
  const quiet = heads > 16 ? pen.c.hair : pen.c.control;
  for (let head = 1; head <= heads; head++) {
    const points = [];
    for (let key = 0; key <= lastKey(model.state); key++)
      points.push(box.x + (key + 0.5) * cell, shareY(box, shareOf(model, head, key)));
    if (head === chosen) pen.line(points, pen.c.ink, 2);
    else if (!pen.covered) pen.line(points, quiet, 1);
  }
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawRowTitle(pen, { state, weights }, { x, y, width }) {
  const { head, length, position } = state;
  const { row, rowShort, own, ownShort } = labelsOnPicture;
  const narrow = width < 500;
  const weight = weights[(head - 1) * length + position];
  pen.text(narrow ? rowShort : row(position), 0, y - 24, { color: pen.c.quiet });
  pen.text(narrow ? ownShort(weight) : own(weight), x + width, y - 24, {
    align: 'right',
    color: pen.c.you,
    weight: 650,
  });
}

/**
 * Draws the distance at which the weight halves, as a bracket that ends at the query.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query in this frame
 */
function drawHalfBracket(pen, { state, halves }, box, queryShown) {
  const { x, width } = box;
  const cell = width / state.length;
  const half = halves[state.head - 1];
  const y = shareY(box, 0.5);
  const from = x + (queryShown + 0.5) * cell;
  const to = from - half * cell;
  if (to >= x) {
    pen.hline(to, from, y, pen.c.ink, 2);
    pen.vline(to, y - 6, y + 6, pen.c.ink, 2);
  }
  const { bracket, bracketBeyond } = labelsOnPicture;
  const text = to < x && width > 500 ? bracketBeyond(half) : bracket(half);
  const room = pen.measure(text) * 1.15 + 16;
  // The text is left of the bracket if it fits there. Otherwise it is right of the query, or at the
  // left edge.
  let left = x;
  if (to - x > room) left = to - 8 - room;
  else if (x + width - from > room + cell) left = from + cell;
  pen.text(text, left + 8, y - 10, { weight: 650, plate: true });
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} queryShown the position of the query in this frame
 */
function drawKeyAxis(pen, { state }, { x, y, width, height }, queryShown) {
  const { length, position } = state;
  const cell = width / length;
  const foot = y + height;
  for (let at = 0; at < length; at += labelStride(cell)) {
    if (Math.abs(at - position) * cell > 22)
      axisNumber(pen, String(at), x + (at + 0.5) * cell, foot + 20, { align: 'center' });
  }
  pen.text(String(position), x + (queryShown + 0.5) * cell, foot + 20, {
    align: 'center',
    mono: true,
    weight: 700,
    color: pen.c.you,
  });
  pen.text(labelsOnPicture.key, x + width, foot + 38, { align: 'right', color: pen.c.quiet });
}
