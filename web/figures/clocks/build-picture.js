/**
 * Draws the task `build` of PeClocks. At the top are the clocks that the reader has built. Below
 * them is the strip of positions, in rows. A chart shows the number of look-alikes for each base.
 */
import { decades } from '../chassis/decades.js';
import { grouped } from '../chassis/format.js';
import { BASES, DIRECTIONS, POSITIONS, basesFor } from './build-model.js';
import { drawHands } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { buildLabels: labels, plainWave } = translated('clocks', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./build-model.js').Build} Build */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {Model & {build: Build}} BuildModel */
/** @typedef {ReturnType<typeof buildLayout>} Box */

/** The height of the question above the clocks, which beginners see. */
const QUESTION = 30;
/** The height of the tallest bar, in pixels. */
const TALLEST = 56;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {number} count the number of clocks
 * @param {boolean} beginner whether a question is above the clocks
 */
export function buildLayout(width, count, beginner) {
  const wide = width >= 560;
  const cell = Math.min(Math.floor(width / count), 132);
  const radius = Math.max(12, Math.min(52, cell / 2 - 6));
  const top = beginner ? QUESTION : 4;
  const words = top + 2 * radius + 18;
  const columns = wide ? 100 : 50;
  const rows = POSITIONS / columns;
  const gridLeft = 34;
  const step = { x: (width - gridLeft - 2) / columns, y: wide ? 11 : 8 };
  const grid = { left: gridLeft, top: words + 132, columns, step };
  const bottom = grid.top + rows * step.y;
  const chart = { left: 18, right: width - 24, title: bottom + 34, base: bottom + 70 + TALLEST };
  return {
    wide,
    cell,
    radius,
    beginner,
    /** The y of the top of the clocks. */
    top,
    left: (width - count * cell) / 2,
    /** The y of the wavelengths. The lines of text are below. */
    words,
    grid: { ...grid, bottom },
    chart,
    height: Math.round(chart.base + 48),
  };
}

/** The ends of the axis of bases. */
const [LOW, HIGH] = [decades(BASES[0]) - 0.12, decades(BASES[BASES.length - 1]) + 0.12];

/** @param {Box['chart']} chart @param {number} base */
const baseX = ({ left, right }, base) =>
  left + ((decades(base) - LOW) / (HIGH - LOW)) * (right - left);

/** @param {Box['grid']} grid @param {number} position */
const cellAt = ({ left, top, columns, step }, position) => ({
  x: left + (position % columns) * step.x,
  y: top + Math.floor(position / columns) * step.y,
});

/**
 * Returns what the reader points at: a position on the strip, or a base of the chart.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @returns {{position?: number, base?: number}}
 */
export function partAt({ grid, chart, beginner }, x, y) {
  const { left, top, columns, step } = grid;
  if (y >= chart.title - 12) {
    const gap = (/** @type {number} */ base) => Math.abs(baseX(chart, base) - x);
    return {
      base: basesFor(beginner).reduce((best, base) => (gap(base) < gap(best) ? base : best)),
    };
  }
  if (y < top || y >= grid.bottom) return {};
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - left) / step.x)));
  return { position: Math.floor((y - top) / step.y) * columns + column };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {BuildModel} model
 * @param {Box} box
 * @param {ArrayLike<number>} readings the sine and cosine of each clock at the position shown
 * @param {number} shown the position shown
 */
export function drawBuild(pen, model, box, readings, shown) {
  const clocks = model.waves.length;
  if (pen.beginner) pen.text(labels.question(clocks), 0, 16, { size: 15, weight: 650 });
  for (let pair = 0; pair < clocks; pair++) drawBuilt(pen, model, box, { pair, shown, readings });
  drawVerdict(pen, model, box);
  drawGrid(pen, model, box);
  drawChart(pen, model, box);
}

/**
 * Draws one clock. The slice contains all directions that look like the current position's hand.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {{pair: number, shown: number, readings: ArrayLike<number>}} clock
 */
function drawBuilt(pen, model, { left, top, cell, radius, words }, { pair, shown, readings }) {
  const { hair, ink, control } = pen.c;
  const clock = { x: left + (pair + 0.5) * cell, y: top + radius, radius };
  const { x, y } = clock;
  const turns = shown / model.waves[pair];
  const middle = turns - Math.floor(turns);
  const slice = { fill: hair, from: middle - 1 / DIRECTIONS, to: middle + 1 / DIRECTIONS };
  pen.circle(x, y, radius, slice);
  pen.circle(x, y, radius, { stroke: control });
  drawHands(pen, model, { clock, pair, thick: Math.min(4, radius / 12) }, readings);
  const how = { align: 'center', size: 12, mono: true, color: ink };
  if (cell >= 48 || pair % 2 === 0) pen.text(plainWave(model.waves[pair]), x, words, how);
}

/**
 * Writes how the wavelengths grow, how many look-alikes there are, and what a look-alike is.
 * @param {Pen} pen
 * @param {BuildModel} model
 * @param {Box} box
 */
function drawVerdict(pen, { state, waves, build }, { wide, words }) {
  const { quiet, right, wrong } = pen.c;
  const middle = { align: 'center', color: quiet };
  pen.text(labels.spacing(state.spacing, waves), pen.width / 2, words + 22, middle);
  const color = build.count ? wrong : right;
  pen.text(labels.verdict(build.count, wide), 0, words + 62, { size: 20, weight: 650, color });
  pen.text(wide ? labels.rule : labels.ruleBrief, 0, words + 84, { color: quiet });
}

/**
 * Draws the strip of positions, in rows. Marks the positions that look like the current position.
 * @param {Pen} pen
 * @param {BuildModel} model
 * @param {Box} box
 */
function drawGrid(pen, { state, build }, { grid }) {
  const { you, other, hair, wrong, quiet, ink } = pen.c;
  const { left, top, columns, step } = grid;
  const { position } = state;
  const gaps = new Set(build.gaps);
  const lit = [];
  for (let at = 0; at < POSITIONS; at++) {
    if (gaps.has(Math.abs(at - position))) lit.push(at);
    const { x, y } = cellAt(grid, at);
    pen.rect(x, y, step.x - 1, step.y - 2, hair);
  }
  /** @param {number} at @param {string} color */
  const mark = (at, color) => {
    const { x, y } = cellAt(grid, at);
    pen.rect(x - 1, y - 1, step.x + 1, step.y, color);
  };
  lit.forEach((at) => mark(at, wrong));
  const rival = pen.covered ? null : build.rival;
  if (!lit.length && rival !== null) mark(rival, other);
  mark(position, you);
  const row = { align: 'right', base: 'middle', mono: true, size: 12, color: quiet };
  for (let at = 0; at < POSITIONS; at += columns * 2)
    pen.text(String(at), left - 6, cellAt(grid, at).y + step.y / 2 - 1, row);
  pen.text(labels.alike(position, lit.length, rival), left, top - 12, { color: ink });
}

/**
 * Draws a bar for each base. The height of the bar shows the number of look-alikes. A line marks
 * the chosen base.
 * @param {Pen} pen
 * @param {BuildModel} model
 * @param {Box} box
 */
function drawChart(pen, { state, build }, { chart, wide }) {
  const { you, hair, wrong, right, quiet } = pen.c;
  const { base, title } = chart;
  const bases = basesFor(pen.beginner);
  const counts = bases.map((each) => build.survey[BASES.indexOf(each)]);
  const most = Math.max(...counts);
  pen.text(labels.chart(most), 0, title, { color: quiet });
  pen.hline(chart.left - 12, chart.right + 12, base, hair);
  const half = wide ? 9 : 4;
  const x = baseX(chart, state.base);
  pen.vline(
    x,
    base - TALLEST - 6,
    base - Math.max(20, (build.count / Math.max(1, most)) * TALLEST),
    you,
    2,
  );
  bases.forEach((each, at) => {
    const count = counts[at];
    const high = count && Math.max(3, (count / most) * TALLEST);
    const middle = baseX(chart, each);
    if (count) pen.rect(middle - half, base - high, 2 * half, high, wrong);
    else pen.text(labels.works, middle, base - 6, { align: 'center', color: right, weight: 700 });
  });
  drawBases(pen, chart, wide);
  const how = { color: you, weight: 700, align: 'center' };
  pen.text(labels.base(state.base), x, base - TALLEST - 12, how);
  if (state.spacing === 'linear') return;
  pen.text(labels.tooSmall(wide), 0, base + 40, { color: quiet });
  pen.text(labels.tooLarge(wide), pen.width, base + 40, { align: 'right', color: quiet });
}

/**
 * Writes the powers of ten under the bars. A narrow chart shows only every second power.
 * @param {Pen} pen
 * @param {Box['chart']} chart
 * @param {boolean} wide
 */
function drawBases(pen, chart, wide) {
  const how = { align: 'center', size: 12, mono: true, color: pen.c.quiet };
  for (let value = wide ? 10 : 100; value <= 1e7; value *= wide ? 10 : 100) {
    pen.vline(baseX(chart, value), chart.base, chart.base + 4, pen.c.quiet);
    pen.text(grouped(value), baseX(chart, value), chart.base + 20, how);
  }
}
