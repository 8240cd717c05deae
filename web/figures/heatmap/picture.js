/** Draws PeHeatmap: the matrix, its chosen column as a wave, and its chosen row as bars. */
import { sinusoidal } from '../../index.js';
import { signed } from '../chassis/format.js';
import { colorOf } from '../chassis/palette.js';
import { placeText } from '../chassis/words.js';
import { columnIn, columnOf, movedTo } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { chosenValue, labelsOnPicture: labels } = translated('heatmap', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */
/**
 * While the layout changes, this is a function that returns where an interleaved column is drawn.
 * At other times, it is null.
 * @typedef {((column: number) => number) | null} Moving
 */

const BARS_HEIGHT = 88;
/** The matrix is at most this high, in pixels. */
const MOST_HIGH = 380;
/** The rows are made high enough for a matrix of about this height or more, in pixels. */
const LEAST_HIGH = 240;
/** The style of the numbers at the left of the matrix and of the bars. */
const AXIS = { align: 'right', base: 'middle', mono: true };

/**
 * Rounds a size down to whole device pixels. A size below one device pixel is not rounded.
 * @param {number} size
 * @param {number} ratio device pixels per CSS pixel
 */
const whole = (size, ratio) => (size * ratio >= 1 ? Math.floor(size * ratio) / ratio : size);

/**
 * Returns the height of a row, in CSS pixels.
 * @param {number} length
 * @param {number} cell the width of a cell
 * @param {number} ratio device pixels per CSS pixel
 */
function rowHeight(length, cell, ratio) {
  if (length > MOST_HIGH) return MOST_HIGH / length;
  const tall = whole(Math.min(cell * 1.25, MOST_HIGH / length) || 1, ratio);
  return Math.max(tall, whole(LEAST_HIGH / length, ratio), 1 / ratio);
}

/**
 * Returns where each part of the picture is. The sides of a cell are whole numbers of device
 * pixels, unless the cell is smaller than a pixel.
 * @param {number} width
 * @param {Pick<import('./model.js').State, 'length' | 'dim'>} state
 */
export function layout(width, { length, dim }) {
  const ratio = globalThis.devicePixelRatio || 1;
  const left = 40;
  const top = 48;
  const cell = whole((width - left - 16 - (width < 480 ? 52 : 96)) / dim, ratio);
  const row = rowHeight(length, cell, ratio);
  const right = left + cell * dim;
  const bottom = top + row * length;
  const side = right + 20;
  const bars = { top: bottom + 30, height: BARS_HEIGHT };
  return {
    left,
    top,
    right,
    bottom,
    width: cell * dim,
    height: row * length,
    /** The width of a cell; `row` is its height. */
    cell,
    row,
    side: { left: side, width: width - side - 4 },
    bars,
    pictureHeight: Math.round(bars.top + bars.height + 28),
  };
}

/**
 * Returns the dimension and the position at a point. Left and right of the matrix, there is no
 * dimension. Above and below it, there is no position.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @returns {{dimension?: number, position?: number}}
 */
export function cellAt({ left, top, right, bottom, cell, row }, x, y) {
  return {
    ...(x >= left && x < right && { dimension: Math.floor((x - left) / cell) }),
    ...(y >= top && y < bottom && { position: Math.floor((y - top) / row) }),
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown
 */
export function drawHeatmap(pen, model, box, shown) {
  const { dim } = model.state;
  const moving = shown.layout > 0 && shown.layout < 1;
  /** @param {number} column */
  const between = (column) => column + (movedTo(dim, column) - column) * shown.layout;
  const place = moving ? between : null;
  drawMatrix(pen, model, box, place);
  drawAxes(pen, model, box, moving);
  drawCursors(pen, model, box, shown, place);
  drawColumn(pen, model, box);
  drawBars(pen, model, box, shown, place);
}

/**
 * Draws the matrix, or its moving columns while the layout changes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Moving} place
 */
function drawMatrix(pen, { state, table, interleaved }, { left, top, width, height, cell }, place) {
  const { length, dim } = state;
  if (!place) {
    pen.blocks(pen.heat('table', table, length, dim), 0, dim, left, top, width, height);
    return;
  }
  const image = pen.heat('plain', interleaved(), length, dim);
  for (let column = 0; column < dim; column++)
    pen.blocks(image, column, column + 1, left + place(column) * cell, top, cell, height);
}

/**
 * Writes numbers at the rows and columns, and the names of the axes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {boolean} moving whether the layout is changing
 */
function drawAxes(pen, { state }, box, moving) {
  const { quiet, control } = pen.c;
  const { length, dim } = state;
  const { left, top, width, cell, row } = box;
  const small = { mono: true, size: 12, color: quiet };
  const rows = [1, 2, 5, 10, 20, 50, 100].find((each) => each * row >= 28) ?? 200;
  /**
   * Returns whether the number of a position is clear of the numbers of both chosen rows.
   * @param {number} position
   */
  const free = (position) =>
    [state.position, state.other].every((chosen) => Math.abs(position - chosen) * row > 20);
  for (let position = 0; position < length; position += rows)
    if (free(position))
      pen.text(String(position), left - 9, top + (position + 0.5) * row, { ...AXIS, ...small });
  const columns = [1, 2, 4, 8, 16, 32, 64, 128].find((each) => each * cell >= 34) ?? 256;
  for (let column = 0; column < dim; column += columns) {
    const x = left + (column + 0.5) * cell;
    pen.text(String(column), x, top - 10, { ...small, align: 'center' });
  }
  if (state.layout === 'concatenated' && !moving) {
    pen.text(labels.sines, left + width / 4, 14, { align: 'center', color: quiet });
    pen.text(labels.cosines, left + (width * 3) / 4, 14, { align: 'center', color: quiet });
    pen.vline(left + width / 2, 2, top - 24, control);
  } else {
    const name = width < 330 ? labels.dimension : labels.dimensionInterleaved;
    pen.text(name, 92, 14, { color: quiet });
  }
  pen.text(labels.position, 0, 14, { color: quiet });
}

/**
 * Marks the two chosen rows and the chosen cell, and writes the numbers of the rows.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown
 * @param {Moving} place
 */
function drawCursors(pen, { state }, box, shown, place) {
  const { you, other, ink } = pen.c;
  const { left, top, width, cell, row } = box;
  const thick = Math.max(row, 3);
  const y = top + shown.position * row;
  const otherY = top + state.other * row;
  const column = place ? place(columnIn(state, 'interleaved')) : state.dimension;
  const x = left + column * cell;
  // The frames are thin, and the thick marks are beside the matrix. So neither covers other rows.
  for (const [rowY, color] of /** @type {[number, string][]} */ ([
    [otherY, other],
    [y, you],
  ])) {
    pen.frame(left - 0.5, rowY - 0.5, width + 1, thick + 1, color, 1);
    for (const markX of [left - 7, left + width + 1]) pen.rect(markX, rowY, 6, thick, color);
  }
  pen.vline(x + cell / 2, top - 6, top - 1, ink, 2);
  pen.frame(x - 0.5, y - 0.5, Math.max(cell, 3) + 1, thick + 1, ink, 1.5);
  const near = Math.abs(y - otherY) < 14;
  const how = { ...AXIS, plate: true };
  if (!near)
    pen.text(String(state.other), left - 9, otherY + row / 2, {
      ...how,
      color: other,
      weight: 600,
    });
  pen.text(String(state.position), left - 9, y + row / 2, { ...how, color: you, weight: 700 });
}

/**
 * Draws the chosen column as a wave from top to bottom.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawColumn(pen, { state, table }, { top, bottom, row, side }) {
  const { paper, you, other, ink, hair } = pen.c;
  const { dim, length, dimension } = state;
  const middle = side.left + side.width / 2;
  const reach = side.width / 2 - 6;
  /** @param {number} position */
  const point = (position) => [
    middle + reach * table[position * dim + dimension],
    top + (position + 0.5) * row,
  ];
  pen.vline(middle, top, bottom, hair);
  const points = Array.from({ length }, (_, position) => point(position));
  pen.line(points.flat(), ink, 1.5);
  const [otherX, otherY] = point(state.other);
  pen.circle(otherX, otherY, 4, { fill: paper, stroke: other, weight: 2 });
  const [x, y] = point(state.position);
  pen.circle(x, y, 5, { fill: you, stroke: paper, weight: 1.5 });
  const title = { align: 'center', size: 12, color: ink, weight: 600 };
  pen.text(labels.column(dimension), middle, top - 10, title);
}

/**
 * Draws the chosen row as bars under the columns.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown
 * @param {Moving} place
 */
function drawBars(pen, model, box, shown, place) {
  const { state, table } = model;
  const { base, dtype, dim } = state;
  const { left, cell, bars } = box;
  const zero = bars.top + bars.height / 2;
  const reach = bars.height / 2 - 2;
  const gap = cell >= 4 ? 1 : 0;
  const columns = place ? 'interleaved' : state.layout;
  const start = shown.position;
  const values = sinusoidal(1, dim, { base, dtype, layout: columns, start });
  for (let column = 0; column < dim; column++) {
    const x = left + (place ? place(column) : column) * cell;
    drawBar(pen, values[column], x, zero, cell - gap, reach);
    if (place || cell < 3) continue;
    const tick = zero - reach * table[state.other * dim + column];
    pen.hline(x, x + cell - gap - 1, tick, pen.c.other, 1.5);
  }
  drawBarsAxis(pen, model, box, zero);
  if (!place) drawReading(pen, model, box, zero, cell - gap);
}

/**
 * Draws the bar of one value.
 * @param {Pen} pen
 * @param {number} value
 * @param {number} x
 * @param {number} zero the y of the value 0
 * @param {number} width
 * @param {number} reach the height of a bar for the value 1
 */
function drawBar(pen, value, x, zero, width, reach) {
  const high = value * reach;
  // A short bar needs a strong colour too, so that it can be seen.
  const strong = value < 0 ? Math.min(value, -0.45) : Math.max(value, 0.45);
  const color = colorOf(strong, pen.theme.mode);
  const top = Math.min(zero, zero - high);
  pen.rect(x, top, Math.max(width, 0.5), Math.max(Math.abs(high), 0.5), color);
}

/**
 * Draws the axis of the bars, and writes which rows the bars and ticks show.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} zero the y of the value 0
 */
function drawBarsAxis(pen, { state }, { left, right, bars }, zero) {
  const { quiet, you, other } = pen.c;
  const small = { ...AXIS, size: 12, color: quiet };
  const end = bars.top + bars.height;
  pen.hline(left, right, zero, quiet);
  pen.text(labels.most, left - 9, bars.top + 5, small);
  pen.text(labels.least, left - 9, end - 5, small);
  const name = labels.row(placeText(state.position, pen.beginner));
  const row = pen.text(name, left, end + 20, { color: you, weight: 650 });
  const [long, brief] = [pen.beginner, false].map((named) =>
    labels.otherRow(placeText(state.other, named)),
  );
  const from = left + row + 6;
  const text = from + pen.measure(long) <= pen.width ? long : brief;
  pen.text(text, from, end + 20, { color: other });
}

/**
 * Draws a frame around the chosen bar, and writes its value at the right.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} zero the y of the value 0
 * @param {number} width the width of the bar
 */
function drawReading(pen, model, { left, cell, side, bars }, zero, width) {
  const { ink, quiet } = pen.c;
  const { state } = model;
  const { pair, cosine } = columnOf(state, state.dimension);
  const x = left + state.dimension * cell;
  pen.frame(x, bars.top, Math.max(width, 2), bars.height, ink, 1.5);
  const middle = side.left + side.width / 2;
  pen.text(signed(chosenValue(model)), middle, zero + 4, {
    align: 'center',
    mono: true,
    size: side.width > 70 ? 17 : 12,
    weight: 650,
  });
  const small = { align: 'center', size: 12, color: quiet };
  pen.text(cosine ? labels.cosine : labels.sine, middle, zero + 22, small);
  pen.text(labels.clock(pair), middle, zero + 38, small);
}
