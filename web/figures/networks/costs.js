/**
 * Draws what the networks cost, and the shapes of all arrays in a layer with attention. Beginners
 * do not see these parts.
 */
import { decades, tenTo } from '../chassis/decades.js';
import { LENGTHS, costOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { costLabels: labels } = translated('networks', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Shape} Shape */
/** @typedef {ReturnType<typeof layoutCosts>} Costs */
/** @typedef {'stamps' | 'recurrent' | 'convolution' | 'attention'} Cost */

/** The lines of the chart, and the colour role of each. @type {[Cost, string][]} */
const LINES = [
  ['stamps', 'other'],
  ['recurrent', 'plus'],
  ['convolution', 'minus'],
  ['attention', 'you'],
];

/** The number of shapes. The layout needs it before the model exists. */
const SHAPES = 8;
const TILE = { width: 152, height: 144 };

const ENDS = LENGTHS.map(decades);

/**
 * Returns where the chart and the tiles are.
 * @param {number} width
 * @param {number} top
 */
export function layoutCosts(width, top) {
  const wide = width >= 600;
  const chart = { left: 44, right: width - (wide ? 250 : 10), top: top + 46, bottom: top + 216 };
  const legend = wide ? null : chart.bottom + 64;
  const tiles = chart.bottom + (legend ? 140 : 52);
  const columns = Math.max(1, Math.floor(width / TILE.width));
  const rows = Math.ceil(SHAPES / columns);
  return { width, top, chart, legend, tiles, columns, height: tiles + 30 + rows * TILE.height };
}

/**
 * Returns the length at a point of the chart, or null.
 * @param {Costs} costs
 * @param {number} x
 * @param {number} y
 */
export function lengthAt({ chart: { left, right, top, bottom } }, x, y) {
  if (y < top - 12 || y > bottom + 24 || x < left - 12 || x > right + 12) return null;
  return tenTo(ENDS[0] + ((ENDS[1] - ENDS[0]) * (x - left)) / (right - left));
}

/**
 * Draws the multiply-adds of one layer against the length of the text, both on logarithmic axes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Costs} box
 */
export function drawCosts(pen, { state, costs }, { top, width, chart, legend }) {
  const { left, right, bottom } = chart;
  const { quiet, hair, control } = pen.c;
  const ends = LENGTHS.map((length) => costOf({ ...state, length }));
  const low = decades(ends[0].stamps.count);
  const high = Math.max(...LINES.map(([name]) => decades(ends[1][name].count)));
  /** @param {number} length */
  const xOf = (length) =>
    left + ((right - left) * (decades(length) - ENDS[0])) / (ENDS[1] - ENDS[0]);
  /** @param {number} count */
  const yOf = (count) => bottom - ((bottom - chart.top) * (decades(count) - low)) / (high - low);
  pen.text(labels.chart, 0, top + 14, { size: 15, weight: 650 });
  for (let power = Math.ceil(low); power <= high; power += 2) {
    const y = yOf(tenTo(power));
    pen.hline(left, right, y, hair);
    pen.text(labels.power(power), left - 6, y, { align: 'right', base: 'middle', color: quiet });
  }
  for (const length of [16, 512, 8192, 131072])
    pen.text(labels.length(length), xOf(length), bottom + 18, { align: 'center', color: quiet });
  pen.vline(xOf(state.length), chart.top - 4, bottom, control, 1, [3, 4]);
  const amounts = legend ? { x: 0, y: legend - 18 } : { x: right + 10, y: chart.top - 16 };
  pen.text(labels.amounts(state.length), amounts.x, amounts.y, { color: quiet });
  // The legend is sorted by the amounts at the chosen length, not by the ends of the lines.
  const byAmount = [...LINES].sort(([one], [two]) => costs[two].count - costs[one].count);
  byAmount.forEach(([name, role], at) => {
    const [from, to] = ends.map((end) => yOf(end[name].count));
    pen.line([left, from, right, to], pen.c[role], 2);
    pen.circle(xOf(state.length), yOf(costs[name].count), 4.5, { fill: pen.c[role] });
    const text = labels.line(name, state.kernel, costs[name].count);
    const place = legend ? { x: 0, y: legend } : { x: right + 10, y: chart.top + 8 };
    pen.text(text, place.x, place.y + 18 * at, { color: pen.c[role], weight: 650 });
  });
  pen.text(labels.here(state.length), Math.min(xOf(state.length), width - 60), chart.top - 8, {
    align: 'center',
    plate: true,
  });
}

/** Returns the side of a box, in pixels, for a number of rows or columns. @param {number} size */
const sideOf = (size) => 7 + 22 * decades(size);

/**
 * Draws the array of each step as a box, or as a stack of boxes with one for each head.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Costs} box
 */
export function drawShapes(pen, { shapes, words, state }, { tiles, columns, width }) {
  const { quiet } = pen.c;
  const { text, ...style } = pen.fit(labels.shapes(words.length, state), width, 15);
  pen.text(text, 0, tiles + 10, { ...style, weight: 650 });
  shapes.forEach((shape, at) => {
    const left = (at % columns) * (width / columns);
    const top = tiles + 30 + Math.floor(at / columns) * TILE.height;
    pen.text(labels.shapeName(shape.name, at), left, top + 14, { weight: 650 });
    drawBox(pen, shape, left, top + 26);
    pen.text(labels.sizes(shape.shape), left, top + 88, { mono: true });
    pen.text(labels.numbers(shape), left, top + 106, { color: quiet });
    pen.text(labels.bytes(shape), left, top + 123, { color: quiet });
  });
}

/**
 * Draws one box. Each side grows with the logarithm of the number of rows or columns.
 * @param {Pen} pen
 * @param {Shape} shape
 * @param {number} left
 * @param {number} top
 */
function drawBox(pen, { shape, name }, left, top) {
  const sizes = [1, 1, ...shape].slice(-3);
  const [sheets, rows, columns] = name === 'words' ? [1, shape[0], 1] : sizes;
  const [width, height] = [sideOf(columns), sideOf(rows)];
  const color = pen.c[name === 'scores' ? 'you' : 'control'];
  for (let sheet = Math.min(sheets, 8) - 1; sheet >= 0; sheet--) {
    const [x, y] = [pen.snap(left + 2 + sheet * 4), pen.snap(top + sheet * 2)];
    pen.rect(x, y, width, height, pen.c.paper);
    pen.frame(x, y, width, height, color, 1.25);
  }
}
