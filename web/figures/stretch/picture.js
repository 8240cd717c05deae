/**
 * Draws the picture of PeStretch. A chart at the top shows the positions per turn of each pair. A
 * dial shows the angles of the chosen pair. Below, each method has one row, with a bar for each
 * pair.
 */
import { decades } from '../chassis/decades.js';
import { drawDial } from './dial.js';
import { METHODS } from './model.js';
import { translated } from '../chassis/language.js';
import { plotWords } from '../chassis/words.js';
import * as english from './words.js';

const { labelsOnPicture, methodTexts, ratioText } = translated('stretch', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Row} Row */
/** @typedef {ReturnType<typeof layout>} Layout */

/** The height of the longest bar, in CSS pixels. */
const REACH = 36;
/** The lower end of the chart's axis: 4 positions per turn. */
const LOWEST = decades(4);

/**
 * Computes where the chart, the dial and the rows of methods are, in CSS pixels.
 * @param {number} width of the plot
 */
export function layout(width) {
  const wide = width >= 600;
  const [x0, x1] = wide ? [240, width - 140] : [42, width - 6];
  const chart = { y0: 30, y1: wide ? 178 : 150 };
  const dial = wide
    ? { x: width - 62, y: 82, radius: 46 }
    : { x: 60, y: chart.y1 + 82, radius: 46 };
  const top = chart.y1 + (wide ? 54 : 178);
  const row = wide ? 58 : 82;
  return {
    wide,
    x0,
    x1,
    /** The left and right ends of the bars. */
    bars: wide ? [x0, x1] : [0, width],
    chart,
    dial,
    top,
    row,
    reach: REACH,
    /** The right ends of the columns: counts of pairs in `columns`, other numbers in `right`. */
    columns: wide ? [116, 170, 222] : [98, 150, 200],
    right: [width - 66, width - 2],
    height: top + row * METHODS.length + 4,
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
export function drawPicture(pen, model, box) {
  const { wide, x0, x1, top, row } = box;
  if (wide) drawBand(pen, model, [x0, x1], top, top + METHODS.length * row - 6);
  drawChart(pen, model, box);
  drawDialOfPair(pen, model, box);
  drawColumnHeads(pen, box);
  const most = largestSlowing(model);
  for (let at = 0; at < METHODS.length; at++) drawMethod(pen, model, box, at, most);
}

/**
 * Returns the factor for which a bar has its full height. This is the largest factor by which a
 * method slows a pair. It is at least the target length divided by the trained length. So for a
 * fixed target, the bars grow with the stretch.
 * @param {Model} model
 */
function largestSlowing({ state, target, rows }) {
  const ratios = rows.flatMap((row) => (row ? [...row.ratio] : []));
  return Math.max(target / state.length, 1 / Math.min(1, ...ratios));
}

/**
 * Draws the background of the pairs. One colour shows the pairs that completed a turn in training,
 * and another colour shows the other pairs. A band marks the chosen pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number[]} bars the left and right ends of the bars
 * @param {number} y0
 * @param {number} y1
 */
function drawBand(pen, { whole, state, waves }, [x0, x1], y0, y1) {
  const cell = (x1 - x0) / waves.length;
  pen.rect(x0, y0, whole * cell, y1 - y0, pen.c.seen);
  pen.rect(x0 + whole * cell, y0, (waves.length - whole) * cell, y1 - y0, pen.c.unseen);
  const x = x0 + state.pair * cell;
  pen.area([x, y0, x + cell, y0, x + cell, y1, x, y1], pen.c.you, 0.2);
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

// The chart. It shows the old and the new number of positions per turn of each pair. It has lines
// at the trained length and at the target length.

/**
 * Returns the scales of the chart: from a pair to x, and from a number of positions to y.
 * @param {Model} model
 * @param {Layout} box
 */
function chartAxes({ waves, rows, chosen, target }, { x0, x1, chart: { y0, y1 } }) {
  const longest = Math.max(target, ...waves, ...(rows[chosen]?.waves ?? []));
  const high = decades(longest * 3);
  const cell = (x1 - x0) / waves.length;
  return {
    high,
    cell,
    /** @param {number} pair */
    x: (pair) => x0 + (pair + 0.5) * cell,
    /** @param {number} positions */
    y: (positions) => y1 - ((decades(positions) - LOWEST) / (high - LOWEST)) * (y1 - y0),
  };
}

/** @typedef {ReturnType<typeof chartAxes>} ChartAxes */

/**
 * Draws the chart.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawChart(pen, model, box) {
  const { x0, x1, chart } = box;
  const axes = chartAxes(model, box);
  drawBand(pen, model, [x0, x1], chart.y0 - 6, chart.y1);
  drawChartTicks(pen, box, axes);
  drawLengths(pen, model, box, axes);
  drawWaves(pen, model, axes);
  drawEdge(pen, model, box, axes);
  drawPairAxis(pen, model, box, axes);
}

/**
 * Writes a tick's number briefly: 10k for 10,000.
 * @param {number} value
 */
const tickText = (value) => (value < 1000 ? String(value) : plotWords.brief(value));

/**
 * Draws the title and the numbers of the vertical axis.
 * @param {Pen} pen
 * @param {Layout} box
 * @param {ChartAxes} axes
 */
function drawChartTicks(pen, { wide, x0 }, { high, y }) {
  pen.text(labelsOnPicture.chart, wide ? x0 - 8 : 0, 14, {
    align: wide ? 'right' : 'left',
    size: 12,
    color: pen.c.quiet,
  });
  for (let value = 10; decades(value) < high; value *= 10) {
    // A long axis has a tick only at every second power of ten.
    if (decades(value) % 2 > 0.5 || high < 5)
      axisNumber(pen, tickText(value), x0 - 8, y(value), { align: 'right', base: 'middle' });
  }
}

/**
 * Draws a line at the trained length, and a dashed line at the target length.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {ChartAxes} axes
 */
function drawLengths(pen, { state, target, stages }, { x0, x1 }, { y }) {
  const { trained, target: targetText } = labelsOnPicture;
  pen.hline(x0, x1, y(state.length), pen.c.ink);
  pen.hline(x0, x1, y(target), pen.c.ink, 1, [5, 4]);
  pen.text(trained(state.length, stages), x0 + 6, y(state.length) + 15, { size: 12 });
  pen.text(targetText(target, stages), x0 + 6, y(target) - 5, { size: 12 });
}

/**
 * Draws the positions per turn as two curves, before and after stretching. Dots mark the chosen
 * pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {ChartAxes} axes
 */
function drawWaves(pen, { state, waves, rows, chosen }, { x, y }) {
  /** @param {Float64Array} values */
  const curve = (values) => Array.from(values).flatMap((value, pair) => [x(pair), y(value)]);
  const { pair } = state;
  const row = rows[chosen];
  pen.line(curve(waves), pen.c.control, 2);
  if (row) pen.line(curve(row.waves), pen.c.ink, 2.5);
  const old = { fill: pen.c.paper, stroke: pen.c.control, weight: 2 };
  pen.circle(x(pair), y(waves[pair]), 4, old);
  if (!row) return;
  const now = { fill: pen.c.you, stroke: pen.c.paper, weight: 1.5 };
  pen.circle(x(pair), y(row.waves[pair]), 5, now);
}

/**
 * Draws the line between the pairs that completed a turn in training and all other pairs.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {ChartAxes} axes
 */
function drawEdge(pen, { whole }, { x0, x1, chart: { y0, y1 } }, { cell }) {
  const { completed, neverDid } = labelsOnPicture;
  const edge = x0 + whole * cell;
  pen.vline(edge, y0 - 6, y1, pen.c.control);
  if (edge - x0 > 120)
    pen.text(completed, edge - 8, y1 - 8, {
      align: 'right',
      size: 12,
      color: pen.c.quiet,
    });
  if (x1 - edge > 66) pen.text(neverDid, edge + 8, y1 - 8, { size: 12, color: pen.c.wrong });
}

/**
 * Draws the numbers of the horizontal axis, which shows the pairs.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {ChartAxes} axes
 */
function drawPairAxis(pen, { waves }, { x0, chart: { y1 } }, { cell, x }) {
  const stride = [8, 16, 32, 64].find((pairs) => pairs * cell > 34) ?? 128;
  for (let pair = 0; pair < waves.length; pair += stride)
    axisNumber(pen, String(pair), x(pair), y1 + 16, { align: 'center' });
  pen.text(labelsOnPicture.pairs, x0 - 8, y1 + 16, {
    align: 'right',
    size: 12,
    color: pen.c.quiet,
  });
}

/**
 * Draws the angles that the chosen pair has seen in training, and the angles that it will reach.
 * The texts are above and below the dial, or right of it in a narrow picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawDialOfPair(pen, { state, waves, rows, chosen, target }, { wide, dial }) {
  const { pair, length } = state;
  const row = rows[chosen];
  const seen = length / waves[pair];
  const reached = row ? target / row.waves[pair] : 0;
  const fresh = !!row?.unseen[pair];
  drawDial(pen, dial, { seen, reached, fresh });
  const x = wide ? dial.x : dial.x + dial.radius + 22;
  const above = dial.y - dial.radius - 12;
  const below = dial.y + dial.radius + 20;
  const [first, second, third] = wide
    ? [above, below, below + 16]
    : [dial.y - 26, dial.y - 6, dial.y + 12];
  const how = { align: wide ? 'center' : 'left', size: 12 };
  const { dial: title, dialTrained, dialTarget } = labelsOnPicture;
  pen.text(title(pair), x, first, { ...how, size: 13, weight: 650, color: pen.c.you });
  pen.text(dialTrained(seen), x, second, how);
  if (!row) return;
  pen.text(dialTarget(reached), x, third, { ...how, color: fresh ? pen.c.wrong : pen.c.ink });
}

// The rows. Each shows the effect of one method on all pairs.

/**
 * Writes the names of the columns above the rows.
 * @param {Pen} pen
 * @param {Layout} box
 */
function drawColumnHeads(pen, { top, columns, right }) {
  const y = top - 10;
  const how = { align: 'right', size: 12, color: pen.c.quiet };
  labelsOnPicture.columns.forEach((name, at) => pen.text(name, columns[at], y, how));
  pen.text(labelsOnPicture.ratio, right[0], y, { ...how, color: pen.c.you });
  pen.text(labelsOnPicture.unseen, right[1], y, how);
}

/**
 * Draws the row of one method.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at the index of the method in METHODS
 * @param {number} most the largest factor by which a pair is slowed: its bar is the longest
 */
function drawMethod(pen, model, box, at, most) {
  const { wide, bars } = box;
  const base = box.top + (at + 1) * box.row - 8 - REACH;
  const line = wide ? base + 16 : base - 10;
  if (!wide) drawBand(pen, model, bars, base, base + REACH + 4);
  drawName(pen, model, box, at, line);
  pen.hline(bars[0], bars[1], base, pen.c.control);
  const row = model.rows[at];
  if (!row) {
    const text = labelsOnPicture.noRow(model, METHODS[at].key);
    const x = bars[0] + 8;
    pen.text(text, x, base + REACH / 2 + 2, { base: 'middle', size: 12, color: pen.c.quiet });
    return;
  }
  const active = at === model.chosen;
  drawBars(pen, model, row, bars, { base, most, color: active ? pen.c.ink : pen.c.control });
  drawCounts(pen, row, box, line, active ? 650 : 400);
  drawChosenPair(pen, row, model.state.pair, box, line, active ? 650 : 400);
}

/**
 * Writes the name of a method, and marks the chosen method and the one that the model uses.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at the index of the method in METHODS
 * @param {number} line the y of the text's baseline
 */
function drawName(pen, { chosen, own }, { wide }, at, line) {
  const { key } = METHODS[at];
  const active = at === chosen;
  if (active) pen.rect(0, line - 15, 3, 20, pen.c.ink);
  pen.text(methodTexts[key].name, 8, line, { size: wide ? 15 : 13, weight: active ? 700 : 400 });
  if (own === key)
    pen.text(labelsOnPicture.thisModel, 8, line + (wide ? 16 : -15), {
      size: 12,
      color: pen.c.other,
    });
}

/**
 * Draws one bar for each pair, hanging down. A longer bar means that the pair is slowed more. A
 * mark under a bar means that the pair reaches unseen angles.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Row} row
 * @param {number[]} bars
 * @param {{base: number, most: number, color: string}} how
 */
function drawBars(pen, { state }, { ratio, unseen }, [x0, x1], { base, most, color }) {
  const cell = (x1 - x0) / ratio.length;
  const scale = decades(most) || 1;
  const gap = cell > 3 ? 1 : 0;
  for (let pair = 0; pair < ratio.length; pair++) {
    const x = pen.snap(x0 + pair * cell);
    const width = pen.snap(x0 + (pair + 1) * cell) - x - gap;
    const height = Math.max(0, decades(1 / ratio[pair]) / scale) * REACH;
    pen.rect(x, base, width, height, pair === state.pair ? pen.c.you : color);
    if (unseen[pair]) pen.rect(x, base + REACH + 2, width + gap, 3, pen.c.wrong);
  }
}

/**
 * Writes how many pairs are kept, blended and slowed.
 * @param {Pen} pen
 * @param {Row} row
 * @param {Layout} box
 * @param {number} line
 * @param {number} weight
 */
function drawCounts(pen, { counts }, { columns }, line, weight) {
  [counts.kept, counts.blended, counts.slowed].forEach((count, at) =>
    pen.text(String(count), columns[at], line, {
      align: 'right',
      mono: true,
      weight,
      color: count ? pen.c.ink : pen.c.quiet,
    }),
  );
}

/**
 * Writes the frequency ratio of the chosen pair, and how many pairs reach unseen angles.
 * @param {Pen} pen
 * @param {Row} row
 * @param {number} pair
 * @param {Layout} box
 * @param {number} line
 * @param {number} weight
 */
function drawChosenPair(pen, { ratio, counts }, pair, { right }, line, weight) {
  const how = { align: 'right', mono: true, weight };
  pen.text(ratioText(ratio[pair]), right[0], line, { ...how, color: pen.c.you });
  const color = counts.unseen ? pen.c.wrong : pen.c.right;
  pen.text(counts.unseen ? `✗ ${counts.unseen}` : '✓ 0', right[1], line, { ...how, color });
}
