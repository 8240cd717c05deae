/**
 * Draws PeBuckets: a ruler of distances, and a row of buckets of equal width. Between them, a fan
 * leads from the distances on the ruler to the bucket that they share. If later words have buckets,
 * too, a second fan leads up from the ruler.
 */
import { decades } from '../chassis/decades.js';
import { grouped } from '../chassis/format.js';
import { colorOf, inkOn } from '../chassis/palette.js';
import { RULERS, bucketAt, countOf, lengthOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, rangeText } = translated('buckets', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */
/** @typedef {ReturnType<typeof layout>} Box */

/**
 * What the picture shows at one moment, in addition to the model.
 * @typedef {object} View
 * @property {number[]} starts the first distance of each bucket, a fraction while the ruler changes
 * @property {boolean} settled whether the ruler has stopped changing
 * @property {number} distance the chosen distance, a fraction while it moves
 * @property {number} count the chosen distance, as a whole number
 * @property {number} chosen the bucket of this distance, counted from 0 in each direction
 * @property {(distance: number) => number} x returns the x of a distance on the ruler
 * @property {boolean} hidden whether the buckets of distances are hidden
 */

/**
 * One of the two rows of buckets: the row below the ruler, or the row above.
 * @typedef {'earlier' | 'later'} Side
 */

const MARGIN = 12;
const RULER_HEIGHT = 34;
/** The height of the thumb: a box below the ruler with the chosen distance. */
const THUMB_HEIGHT = 24;
const CELL_HEIGHT = 34;
/** Two small marks of the ruler are at least this many pixels apart. */
const SMALL_GAP = 3;
/** Two marks with numbers are at least this many pixels apart. */
const NUMBER_GAP = 34;
/** A bucket that is narrower than this, in pixels, has its number outside. */
const NUMBERED_CELL = 20;
/** The position on the colour scale, from 0 to 1, of a bucket that has a single distance. */
const PALE = 0.07;
/** The position on the colour scale, from 0 to 1, of the last bucket. */
const DARK = 0.78;

/**
 * Returns where each part of the picture is, in CSS pixels.
 * @param {number} width
 * @param {Pick<State, 'both' | 'buckets'>} state
 */
export function layout(width, { both, buckets }) {
  const wide = width >= 600;
  const fan = wide ? 132 : 108;
  const left = MARGIN;
  const right = width - MARGIN;
  const cell = (right - left) / countOf({ both, buckets });
  /** The height of the space for numbers and notes above or below a row of cells. */
  const outside = (cell < NUMBERED_CELL ? 20 : 0) + 34;
  const ruler = both ? 26 + outside + CELL_HEIGHT + fan : 34;
  const below = ruler + RULER_HEIGHT + fan;
  const notes = both ? 26 : 48;
  return {
    wide,
    left,
    right,
    cell,
    fan,
    /** The upper edges of the ruler and of the two rows of buckets. */
    ruler,
    earlier: below,
    later: ruler - fan - CELL_HEIGHT,
    outside,
    height: Math.round(below + CELL_HEIGHT + outside + notes),
  };
}

/**
 * Returns the function that turns a distance into its x on the ruler.
 * @param {Pick<Box, 'left' | 'right'>} box
 * @param {number} length
 * @param {number} warp 0 for a linear axis, 1 for a logarithmic axis
 */
function axis({ left, right }, length, warp) {
  const whole = decades(length + 1);
  return (/** @type {number} */ distance) => {
    const even = distance / length;
    const share = warp ? even + (decades(distance + 1) / whole - even) * warp : even;
    return left + (right - left) * Math.min(1, share);
  };
}

/**
 * Finds the distance at an x of the ruler.
 * @param {number} width
 * @param {State} state
 * @param {number} at
 */
export function distanceAt(width, state, at) {
  const length = lengthOf(state);
  const x = axis(layout(width, state), length, Number(state.log));
  let distance = 0;
  while (distance < length - 1 && x(distance + 1) <= at) distance++;
  return distance;
}

/**
 * Returns the first distance of each bucket while the picture changes from one ruler to another.
 * @param {Model['starts']} starts
 * @param {number} at the ruler: its index, or a fraction between two indices
 */
function startsBetween(starts, at) {
  const low = starts[RULERS[Math.floor(at)]];
  const high = starts[RULERS[Math.ceil(at)]];
  return low.map((start, bucket) => start + (high[bucket] - start) * (at - Math.floor(at)));
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Record<string, number>} shown
 * @param {boolean} hidden whether the buckets of distances are hidden
 */
export function drawBuckets(pen, model, shown, hidden) {
  const { state } = model;
  const box = layout(pen.width, state);
  const starts = startsBetween(model.starts, shown.ruler);
  const distance = Math.min(shown.distance, model.length - 1);
  /** @type {View} */
  const view = {
    starts,
    settled: Number.isInteger(shown.ruler),
    distance,
    chosen: bucketAt(starts, state.distance),
    count: state.distance,
    x: axis(box, model.length, shown.warp),
    hidden,
  };
  /** @type {Side[]} */
  const sides = state.both ? ['earlier', 'later'] : ['earlier'];
  for (const side of sides) drawSide(pen, model, box, view, side);
  if (hidden) drawUnknown(pen, box, view);
  drawRuler(pen, model, box, view);
  if (!state.both) pen.text(labels.back, box.left, box.ruler - 16, { color: pen.c.quiet });
  drawThumb(pen, box, view);
}

/**
 * Draws a question mark where the fan will be, and a line to it from the chosen distance.
 * @param {Pen} pen
 * @param {Box} box
 * @param {View} view
 */
function drawUnknown(pen, box, { distance, x }) {
  const { you, quiet } = pen.c;
  const y = box.ruler + RULER_HEIGHT + box.fan / 2;
  const [from, to] = [x(distance + 0.5), pen.width / 2];
  const radius = 20;
  pen.line([from, box.ruler + RULER_HEIGHT + 8, from, y, to, y], you, 2, [2, 6]);
  pen.circle(to, y, radius, { fill: pen.c.paper, stroke: you, weight: 2, dash: [2, 6] });
  const how = { align: 'center', base: 'middle' };
  pen.text(labels.unknown, to, y + 1, { ...how, size: 22, weight: 650, color: you });
  pen.text(labels.which, to, box.earlier - 20, { ...how, color: quiet });
}

/**
 * Returns the position of a bucket on the colour scale, from 0 to 1. A bucket with more distances
 * is darker.
 * @param {View} view
 * @param {number} bucket
 */
function shadeOf({ starts }, bucket) {
  if (bucket === starts.length - 1) return DARK;
  const size = Math.max(1, starts[bucket + 1] - starts[bucket]);
  return Math.min(DARK, PALE + 0.4 * decades(size));
}

/** Returns the x of the left edge of a bucket. @param {Box} box @param {number} bucket */
const cellX = ({ left, cell }, bucket) => left + cell * bucket;

/**
 * Draws a row of buckets, and the fan that leads to it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 */
function drawSide(pen, model, box, view, side) {
  const isLater = side === 'later';
  const { starts, hidden } = view;
  // No later word is at distance 0.
  const chosen = hidden || (isLater && view.distance < 1) ? -1 : view.chosen;
  // In a dark picture, the colour of controls would hardly differ from the colours of the fan.
  const divider = pen.theme.mode === 'dark' ? pen.c.quiet : pen.c.control;
  const first = isLater ? starts.findIndex((_, bucket) => starts[bucket + 1] !== 1) : 0;
  for (let bucket = first; bucket < model.count && !hidden; bucket++) {
    const { area, edge } = rayOf(box, view, side, bucket);
    pen.area(area, colorOf(shadeOf(view, bucket), pen.theme.mode), 0.75);
    if (bucket > first) pen.line(edge, divider, 0.75);
  }
  for (let bucket = 0; bucket < model.count; bucket++)
    drawCell(pen, model, box, view, side, bucket, bucket < first);
  if (chosen >= 0) drawChosen(pen, box, view, side, chosen);
  drawNotes(pen, model, box, view, side, chosen);
}

/**
 * Returns the outline of the part of the fan that leads from the distances of a bucket to the
 * bucket. Also returns the left edge of this outline.
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 * @param {number} bucket
 */
function rayOf(box, { starts, x }, side, bucket) {
  const from = x(starts[bucket]);
  const to = bucket === starts.length - 1 ? box.right : x(starts[bucket + 1]);
  const [near, far] =
    side === 'earlier'
      ? [box.ruler + RULER_HEIGHT, box.earlier]
      : [box.ruler, box.later + CELL_HEIGHT];
  const edge = [];
  const area = [];
  for (let step = 0; step <= 1; step += 1 / 16) {
    const part = step * step * (3 - 2 * step);
    const y = near + (far - near) * step;
    edge.push(from + (cellX(box, bucket) - from) * part, y);
    area.unshift(to + (cellX(box, bucket + 1) - to) * part, y);
  }
  return { edge, area: [...edge, ...area] };
}

/**
 * Draws a bucket.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 * @param {number} bucket
 * @param {boolean} isEmpty whether no distance leads to it
 */
function drawCell(pen, { count }, box, view, side, bucket, isEmpty) {
  const { mode } = pen.theme;
  const [left, right] = [bucket, bucket + 1].map((at) => pen.snap(cellX(box, at)));
  const top = pen.snap(box[side]);
  const blank = view.hidden || isEmpty;
  const shade = shadeOf(view, bucket);
  pen.rect(left, top, right - left, CELL_HEIGHT, blank ? pen.c.paper : colorOf(shade, mode));
  pen.frame(left + 1, top, right - left - 1, CELL_HEIGHT, pen.c.control, 1);
  const text = String(bucket + (side === 'later' ? count : 0));
  const how = { align: 'center', base: 'middle', size: 12, mono: true };
  const middle = (left + right) / 2;
  if (box.cell >= NUMBERED_CELL) {
    const color = blank ? pen.c.quiet : inkOn(shade, mode);
    pen.text(text, middle, top + CELL_HEIGHT / 2 + 1, { ...how, color });
    return;
  }
  const every = [2, 4, 8, 16].find((step) => step * box.cell >= NUMBER_GAP) ?? 16;
  const y = side === 'earlier' ? top + CELL_HEIGHT + 12 : top - 11;
  if (bucket % every === 0) pen.text(text, middle, y, { ...how, color: pen.c.quiet });
}

/**
 * Marks the bucket of the chosen distance, and the part of the fan that leads to it.
 * @param {Pen} pen
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 * @param {number} chosen
 */
function drawChosen(pen, box, view, side, chosen) {
  const { you } = pen.c;
  const { area } = rayOf(box, view, side, chosen);
  pen.area(area, pen.c.paper);
  pen.area(area, you, 0.3);
  pen.line([...area, area[0], area[1]], you, 2);
  const left = pen.snap(cellX(box, chosen));
  pen.frame(left, pen.snap(box[side]), pen.snap(box.cell), CELL_HEIGHT, you, 3);
}

/**
 * Writes which distances share the chosen bucket. A second line says what the buckets contain.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 * @param {number} chosen -1 if no bucket is chosen
 */
function drawNotes(pen, model, box, view, side, chosen) {
  const { state, count } = model;
  const isLater = side === 'later';
  const edge = isLater
    ? box.later - box.outside + 34
    : box.earlier + CELL_HEIGHT + box.outside - 34;
  /** Returns the y of a row of notes. Row 0 is the nearest to the buckets. @param {number} row */
  const y = (row) => edge + (isLater ? -16 : 22) + (isLater ? -24 : 26) * row;
  if (chosen >= 0 && view.settled) {
    const last = chosen === count - 1 ? Infinity : view.starts[chosen + 1] - 1;
    const range = rangeText(Math.round(view.starts[chosen]), Math.round(last));
    const text = labels.chosen(chosen + (isLater ? count : 0), range, box.wide);
    const how = { align: 'center', size: 17, weight: 650, color: pen.c.you };
    pen.text(text, cellX(box, chosen + 0.5), y(0), how);
  }
  if (state.both) pen.text(labels[side], box.left, y(1), { color: pen.c.quiet });
  else if (!view.hidden && view.settled && state.ruler === 't5') drawGroups(pen, model, box, y(1));
}

/**
 * Writes under the buckets which of them have one distance each, and which are shared.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} y
 */
function drawGroups(pen, { exact, count }, box, y) {
  const { quiet, control } = pen.c;
  const shared = box.wide ? labels.shared : labels.sharedBrief;
  for (const [text, from, to] of /** @type {[string, number, number][]} */ ([
    [labels.exact, 0, exact],
    [shared, exact, count],
  ])) {
    const [left, right] = [cellX(box, from) + 2, cellX(box, to) - 2];
    pen.line([left, y - 16, left, y - 11, right, y - 11, right, y - 16], control);
    pen.text(text, (left + right) / 2, y + 5, { align: 'center', color: quiet });
  }
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawRuler(pen, { state, length }, box, { x }) {
  const { paper, ink, quiet } = pen.c;
  const { left, right, ruler } = box;
  const bottom = ruler + RULER_HEIGHT;
  pen.rect(left, ruler, right - left, RULER_HEIGHT, paper);
  pen.frame(left, ruler, right - left, RULER_HEIGHT, ink, 1.5);
  if (!state.both) pen.text(labels.beyond, right, ruler - 16, { align: 'right', color: quiet });
  const middle = (/** @type {number} */ at) => x(at + 0.5);
  let last = -Infinity;
  for (let at = 0; at < length; at++) {
    if (middle(at) - last < SMALL_GAP) continue;
    last = middle(at);
    pen.vline(last, bottom - 5, bottom, quiet);
  }
  last = -Infinity;
  for (const at of numbersOf(length, (right - left) / length, state.log)) {
    const to = middle(at);
    if (to - last < NUMBER_GAP || right - to < 18) continue;
    last = to;
    pen.vline(to, bottom - 10, bottom, ink);
    const inside = Math.max(to, left + 9);
    pen.text(grouped(at), inside, ruler + 17, { align: 'center', size: 12, mono: true });
  }
}

/**
 * Returns the distances whose marks may have numbers.
 * @param {number} length
 * @param {number} pitch the pixels for one distance on a linear axis
 * @param {boolean} log
 */
function numbersOf(length, pitch, log) {
  if (log)
    return [0, ...Array.from({ length: 11 }, (_, at) => 1 << at)].filter((at) => at < length);
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => each * pitch >= NUMBER_GAP) ?? 200;
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}

/**
 * Draws the thumb on the ruler, with the chosen distance.
 * @param {Pen} pen
 * @param {Box} box
 * @param {View} view
 */
function drawThumb(pen, { left, right, ruler }, { x, distance, count }) {
  const text = grouped(count);
  const width = Math.round(Math.max(32, pen.measure(text, 15, true) + 14));
  const middle = x(distance + 0.5);
  const from = pen.snap(Math.min(Math.max(middle - width / 2, left), right - width));
  const bottom = ruler + RULER_HEIGHT;
  // The thumb is below the ruler. On the ruler, it would hide the numbers.
  pen.vline(middle, bottom - 12, bottom, pen.c.you, 3);
  pen.rect(from, bottom, width, THUMB_HEIGHT, pen.c.you);
  pen.text(text, from + width / 2, bottom + THUMB_HEIGHT / 2 + 1, {
    align: 'center',
    base: 'middle',
    size: 15,
    mono: true,
    weight: 650,
    color: pen.c.paper,
  });
}
