/*
 * Draws pe-similarity. The matrix compares every position with every other. All cells of a diagonal
 * have the same number. The plot shows these numbers as a curve over the separation. The bars show
 * what each pair adds to the similarity. The rival of a separation is a larger separation at which
 * positions are more similar. If there are several, it is the one with the most similar positions.
 */
import { sinusoidal } from '../../index.js';
import { fixed } from '../chassis/format.js';
import { colorOf } from '../chassis/palette.js';
import { colorLegend } from '../parts/color-legend.js';
import { FINE, lead, measures } from './model.js';
import { measureTexts } from './measure-text.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('similarity', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Model } from './model.js' */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {ReturnType<typeof plotOf>} Plot */

/** The values at these separations are printed below the curve. */
const PRINTED = [1, 4, 16, 32];

/**
 * Returns where everything is in a plot of this width.
 * @param {number} width
 * @param {number} length the number of positions
 */
export function layout(width, length) {
  const wide = width >= 560;
  const ratio = globalThis.devicePixelRatio || 1;
  const room = wide ? Math.min(width * 0.4, 360) : width - 44;
  const cell = Math.floor((room / length) * ratio) / ratio;
  const size = cell * length;
  const matrix = { x: 36, y: 44, size };
  const left = wide ? matrix.x + size + 76 : 40;
  const curve = {
    x: left,
    y: wide ? 44 : matrix.y + size + 112,
    width: width - left - 12,
    height: wide ? 256 : 200,
  };
  const bars = { x: left, y: curve.y + curve.height + 84, width: curve.width, height: 84 };
  return {
    wide,
    cell,
    matrix,
    curve,
    bars,
    scale: matrix.y + size + 22,
    height: Math.round(Math.max(matrix.y + size + 70, bars.y + bars.height + 28)),
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
export function drawSimilarity(pen, model, shown) {
  const { dim, base, length, metric } = model.state;
  const box = layout(pen.width, length);
  const row = sinusoidal(1, dim, { dtype: 'float64', base, start: shown.offset });
  drawMatrix(pen, model, box, shown);
  drawCursor(pen, model, box, shown);
  pen.text(labelsOnPicture.matrix, 0, 14, { color: pen.c.quiet });
  drawScale(pen, model, box);
  drawPlot(pen, model, box, { offset: shown.offset, value: measures(row, dim, metric)[0] });
  drawBars(pen, model, box, row);
}

/**
 * Draws the matrix. Marks the diagonals of the chosen separation and of its rival.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
function drawMatrix(pen, { state, picture, rivals }, { matrix, cell }, shown) {
  const { c: colors } = pen;
  const { length } = state;
  const { x, y, size } = matrix;
  pen.blocks(pen.heat('matrix', picture, length, length), 0, length, x, y, size, size);
  /**
   * Draws a line along the diagonal of a separation.
   * @param {number} offset the separation
   * @param {string} color
   * @param {number} weight
   */
  const diagonal = (offset, color, weight) => {
    const first = 0.5 * cell;
    const last = size - (offset + 0.5) * cell;
    const right = x + offset * cell;
    const points = [right + first, y + first, right + last, y + last];
    pen.line(points, colors.paper, weight + 2);
    pen.line(points, color, weight);
  };
  const rival = rivals[state.offset];
  if (rival >= 0 && !pen.covered) diagonal(rival, colors.other, 2);
  diagonal(shown.offset, colors.you, 2.5);
}

/**
 * Marks the cell of the two positions in the matrix, and writes the numbers along its edges.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
function drawCursor(pen, { state }, { matrix, cell }, { position, offset }) {
  const { c: colors } = pen;
  const { x, y } = matrix;
  const column = position + offset;
  const [cursorX, cursorY] = [x + (column + 0.5) * cell, y + (position + 0.5) * cell];
  pen.line([x, cursorY, cursorX, cursorY], colors.you, 1, [2, 3]);
  pen.line([cursorX, y, cursorX, cursorY], colors.you, 1, [2, 3]);
  pen.circle(cursorX, cursorY, 5, { fill: colors.you, stroke: colors.paper, weight: 1.5 });
  const row = { align: 'right', base: 'middle', mono: true };
  const head = { align: 'center', mono: true };
  const tick = { size: 12, color: colors.quiet };
  const step = [1, 2, 5, 10, 20, 50].find((each) => each * cell >= 30) ?? 100;
  for (let at = 0; at < state.length; at += step) {
    const middle = (at + 0.5) * cell;
    if (Math.abs(at - position) * cell > 15)
      pen.text(String(at), x - 8, y + middle, { ...row, ...tick });
    if (Math.abs(at - column) * cell > 20)
      pen.text(String(at), x + middle, y - 9, { ...head, ...tick });
  }
  const you = { color: colors.you, weight: 700 };
  pen.text(String(state.position), x - 8, cursorY, { ...row, ...you });
  pen.text(String(state.position + state.offset), cursorX, y - 9, { ...head, ...you });
}

/**
 * Draws the scale that explains the colours of the matrix.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawScale(pen, model, { matrix, scale }) {
  const { used, labels, colors } = scaleOf(model);
  // The part in use shows how far the similarity falls. This helps to answer the question. So the
  // part is hidden while the question is open.
  const shown = pen.covered ? { labels: labels.slice(1) } : { labels, used };
  colorLegend(pen, { x: matrix.x, y: scale, w: matrix.size, colors, ...shown });
}

/**
 * Returns the colours and the labels of the scale. `used` is the part of the scale whose values
 * occur in the matrix. The first label is the value of the least similar positions.
 * @param {Model} model
 * @returns {Omit<Parameters<typeof colorLegend>[1], 'x' | 'y' | 'w'>}
 */
function scaleOf({ state: { metric, dim }, values, least, unit }) {
  const { same, zero, unrelated, unrelatedZero, opposite } = labelsOnPicture.scale;
  const worst = values[least];
  const worstText = fixed(worst, metric === 'cosine' ? 3 : 2);
  if (metric === 'euclidean') {
    const place = Math.min(1, worst / unit);
    return {
      colors: [0, -1],
      used: [0, place],
      labels: [
        [place, worstText],
        [0, same],
        [1, unrelated(dim)],
      ],
    };
  }
  const place = (worst / unit + 1) / 2;
  return {
    colors: [-1, 1],
    used: [place, 1],
    labels: [
      [place, worstText],
      [1, fixed(unit, 0)],
      [0, opposite(unit)],
      [0.5, unrelatedZero],
      [0.5, zero],
    ],
  };
}

/**
 * Returns where the plot of the curve is, and how it scales its axes. Separations grow to the
 * right, the measure grows upwards.
 * @param {Model} model
 * @param {Box} box
 */
function plotOf({ state: { metric, length }, values, least, unit }, { curve, wide }) {
  const { x, y, width, height } = curve;
  const distance = metric === 'euclidean';
  const bottom = distance ? 0 : Math.min(0, values[least] - 0.1 * unit);
  const top = distance ? Math.max(unit, values[least]) * 1.06 : unit;
  return {
    ...curve,
    wide,
    bottom,
    top,
    /** Whether the measure is a distance: smaller values mean more similar positions. */
    distance,
    dot: Math.min(3, (width / length) * 0.28),
    /** Returns the x coordinate of a separation. @param {number} separation */
    px: (separation) => x + (separation / (length - 1)) * width,
    /** Returns the y coordinate of a value of the measure. @param {number} value */
    py: (value) => y + height - ((value - bottom) / (top - bottom)) * height,
  };
}

/** @typedef {{offset: number, value: number}} Now the separation in this frame, and its measure */

/**
 * Draws the plot, which shows the numbers of the matrix as a curve over the separation.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Now} now
 */
function drawPlot(pen, model, box, now) {
  const plot = plotOf(model, box);
  drawValueAxis(pen, model, plot);
  drawCurve(pen, model, plot);
  pen.vline(plot.px(now.offset), plot.y - 4, plot.y + plot.height, pen.c.you, 2);
  if (!pen.covered) drawComparison(pen, model, plot, now);
  drawNow(pen, model, plot, now);
  drawSeparations(pen, model, plot);
}

/**
 * Draws the marks that compare separations with each other. These marks answer the question.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 * @param {Now} now
 */
function drawComparison(pen, model, plot, now) {
  drawRises(pen, model, plot);
  if (model.state.metric === 'cosine' && model.values[model.least] > 0.3)
    drawPrinted(pen, model, plot);
  drawTurningPoints(pen, model, plot);
  drawFarther(pen, model, plot, now);
  drawRival(pen, model, plot, now);
}

/**
 * Draws the axis of the measure, the heading above the plot, and the level of unrelated encodings.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawValueAxis(pen, model, { x, y, width, wide, bottom, top, distance, py }) {
  const { c: colors } = pen;
  const { metric } = model.state;
  const { unit } = model;
  const name = pen.text(labelsOnPicture.measure[metric], wide ? x - 30 : 0, y - 30, {
    weight: 650,
  });
  const note = labelsOnPicture.bold(width > 300);
  if (!pen.covered) pen.text(note, (wide ? x - 20 : 10) + name, y - 30, { color: colors.quiet });
  const tick = { align: 'right', base: 'middle', mono: true, size: 12, color: colors.quiet };
  const step = metric === 'cosine' ? 0.25 : unit / 4;
  for (let value = Math.ceil(bottom / step) * step; value <= top + 1e-9; value += step) {
    pen.hline(x, x + width, py(value), colors.hair);
    pen.text(fixed(value, metric === 'cosine' ? 2 : 1), x - 8, py(value), tick);
  }
  const level = py(distance ? unit : 0);
  pen.hline(x, x + width, level, colors.control, 1, [6, 4]);
  pen.text(labelsOnPicture.unrelated(model), x + width, level + (distance ? 16 : -8), {
    align: 'right',
    size: 12,
    color: colors.quiet,
    plate: true,
  });
}

/**
 * Returns the points of the curve, as pairs of coordinates.
 * @param {Model} model
 * @param {Plot} plot
 */
const curvePoints = ({ curve }, { px, py }) =>
  Array.from(curve).flatMap((value, at) => [px(at / FINE), py(value)]);

/**
 * Draws the curve with a dot for each whole separation. While the question is open, the curve ends
 * at the chosen separation.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawCurve(pen, model, plot) {
  const { c: colors } = pen;
  const { state, values } = model;
  const { px, py, dot } = plot;
  const last = pen.covered ? state.offset : state.length - 1;
  pen.line(curvePoints(model, plot).slice(0, 2 * FINE * last + 2), colors.control, 1.5);
  for (let k = 0; k <= last; k++) pen.circle(px(k), py(values[k]), dot, { fill: colors.control });
}

/**
 * Draws the curve bold between two neighbouring separations if positions at the larger separation
 * are more similar.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawRises(pen, model, plot) {
  const { state, values } = model;
  const points = curvePoints(model, plot);
  for (let k = 1; k < state.length; k++) {
    if (lead(values, state.metric, k, k - 1) > 0)
      pen.line(points.slice(2 * FINE * (k - 1), 2 * FINE * k + 2), pen.c.ink, 3.5);
  }
}

/**
 * Prints a few values in two rows below the curve. Leaves out values that would overlap others.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawPrinted(pen, { state, values }, { x, px, py }) {
  const { c: colors } = pen;
  const style = { size: 12, mono: true, color: colors.quiet, plate: true };
  const taken = [x - 3, x - 3];
  for (const k of PRINTED) {
    const row = taken.findIndex((right) => px(k) - 3 >= right);
    if (k >= state.length || row < 0) continue;
    const level = py(row ? 0.12 : 0.25) - 4;
    pen.vline(px(k), py(values[k]), level - 12, colors.hair);
    const width = pen.text(fixed(values[k], 3), px(k) - 3, level, style);
    taken[row] = px(k) + 8 + width;
  }
}

/**
 * Draws a triangle at each turning point of the curve: below a minimum, above a maximum.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawTurningPoints(pen, { values, low, high }, { distance, px, py }) {
  /**
   * Draws a triangle at a separation.
   * @param {number} k the separation
   * @param {number} way 1 to draw it below the curve, -1 above
   */
  const triangle = (k, way) => {
    const x = px(k);
    const y = py(values[k]);
    const base = y + way * 11;
    pen.area([x, y + way * 6, x - 3.5, base, x + 3.5, base], pen.c.quiet);
  };
  const below = distance ? -1 : 1;
  for (const k of low) triangle(k, below);
  for (const k of high) triangle(k, -below);
}

/**
 * Draws a dashed line from the chosen separation to the right, at the level of its measure. Marks
 * all larger separations at which positions are more similar.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 * @param {Now} now
 */
function drawFarther(pen, { state, values }, { x, width, dot, px, py }, now) {
  const { c: colors } = pen;
  const { length, metric, offset } = state;
  pen.line([px(now.offset), py(now.value), x + width, py(now.value)], colors.you, 1, [2, 3]);
  const style = { fill: colors.other, stroke: colors.paper, weight: 1 };
  for (let k = offset + 1; k < length; k++) {
    if (lead(values, metric, k, offset) > 0)
      pen.circle(px(k), py(values[k]), Math.max(dot + 1.5, 3), style);
  }
}

/**
 * Marks the rival of the chosen separation, and writes the rival's value.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 * @param {Now} now
 */
function drawRival(pen, model, { y, distance, px, py }, now) {
  const { state, values, rivals } = model;
  const { c: colors } = pen;
  const rival = rivals[state.offset];
  if (rival < 0) return;
  const at = py(values[rival]);
  pen.circle(px(rival), at, 6, { fill: colors.other, stroke: colors.paper, weight: 1.5 });
  const close = px(rival) - px(now.offset) < 56;
  const text = labelsOnPicture.value(rival, measureTexts(model)[1]);
  pen.text(text, px(rival) + (close ? 12 : 0), Math.max(y + 16, at + (distance ? 28 : -20)), {
    align: close ? 'left' : 'center',
    mono: true,
    color: colors.other,
    weight: 650,
    plate: true,
  });
}

/**
 * Marks the chosen separation on the curve, and writes its value.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 * @param {Now} now
 */
function drawNow(pen, model, { y, px, py }, now) {
  const { offset } = model.state;
  const { c: colors } = pen;
  const style = { fill: colors.you, stroke: colors.paper, weight: 1.5 };
  pen.circle(px(now.offset), py(now.value), 6, style);
  pen.text(labelsOnPicture.value(offset, measureTexts(model)[0]), px(now.offset), y - 10, {
    align: 'center',
    mono: true,
    color: colors.you,
    weight: 700,
  });
}

/**
 * Labels the axis of separations with numbers and its name.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Plot} plot
 */
function drawSeparations(pen, { state: { length } }, { x, y, width, height, px }) {
  const { c: colors } = pen;
  const tick = { align: 'center', mono: true, size: 12, color: colors.quiet };
  const step = [1, 2, 5, 10, 20].find((each) => (each / length) * width >= 30) ?? 50;
  for (let k = 0; k < length; k += step) pen.text(String(k), px(k), y + height + 18, tick);
  const style = { align: 'right', color: colors.quiet };
  pen.text(labelsOnPicture.separation, x + width, y + height + 36, style);
}

/**
 * Draws a bar for what each pair adds to the similarity. Together the bars explain the waves of the
 * curve. Once the question is answered, a bracket marks the pairs that do not finish a turn.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Float64Array} row the encoding of a position that is this frame's separation away from
 *   position 0
 */
function drawBars(pen, { state, unfinished }, { bars, wide }, row) {
  const { c: colors, theme } = pen;
  const { x, y, width, height } = bars;
  const pairs = state.dim / 2;
  const zero = y + height / 2;
  const slot = width / pairs;
  pen.text(labelsOnPicture.bars(wide), wide ? x - 30 : 0, y - 22, { color: colors.quiet });
  for (let pair = 0; pair < pairs; pair++) {
    const value = row[2 * pair + 1];
    const left = pen.snap(x + pair * slot);
    const right = pen.snap(x + (pair + 1) * slot);
    pen.rect(
      left,
      Math.min(zero, zero - (value * height) / 2),
      Math.max(right - left - (slot > 3 ? 1 : 0), 1 / pen.ratio),
      Math.max(Math.abs(value * height) / 2, 0.5),
      colorOf(value < 0 ? Math.min(value, -0.4) : Math.max(value, 0.4), theme.mode),
    );
  }
  pen.hline(x, x + width, zero, colors.quiet);
  const end = { align: 'right', base: 'middle', mono: true, size: 12, color: colors.quiet };
  for (const value of [1, -1])
    pen.text(value > 0 ? '+1' : '−1', x - 8, zero - (value * height) / 2 + value * 5, end);
  if (!unfinished || pen.covered) return;
  const left = x + (pairs - unfinished) * slot;
  const right = x + width;
  const bottom = y + height;
  const bracket = [left, bottom + 4, left, bottom + 9, right, bottom + 9, right, bottom + 4];
  const text = labelsOnPicture.unfinished(unfinished, pairs, state.length);
  pen.line(bracket, colors.ink, 1.5);
  pen.text(text, right, bottom + 25, { align: 'right', weight: 650 });
}
