/**
 * Draws the picture of PeClocks: the clocks with two hands each, and below them a bar for each
 * clock, placed at the clock's wavelength. A bar shows the distance between the tips of two hands.
 */
import { decades } from '../chassis/decades.js';
import { grouped, wave } from '../chassis/format.js';
import { FOOLED } from './model.js';
import { labelsOnPicture as labels } from './words.js';

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {ReturnType<typeof wavelengthAxis>} Axis */

/** The height of the bars with their title and axis. */
const BARS_HEIGHT = 212;
/** A clock's wavelength is written below it if the clock has at least this width. */
const LABELED = 60;

/** Returns how many clocks are in a row. @param {number} count */
export function columnsFor(count) {
  let columns = 1;
  while (columns * columns < count * 2) columns *= 2;
  return columns;
}

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {number} count the number of clocks
 */
export function layout(width, count) {
  const columns = columnsFor(count);
  const rows = Math.ceil(count / columns);
  const cell = Math.min(Math.floor(width / columns), 112, Math.max(64, Math.floor(380 / rows)));
  const top = rows * cell + 16;
  return {
    width,
    count,
    columns,
    cell,
    left: Math.floor((width - columns * cell) / 2),
    clocksBottom: rows * cell,
    bars: { left: 34, right: width - 12, title: top + 12, top: top + 46, bottom: top + 156 },
    height: Math.round(top + BARS_HEIGHT),
  };
}

/** Returns the middle and the radius of a clock. @param {Box} box @param {number} pair */
export function clockAt({ columns, cell, left }, pair) {
  const label = cell >= LABELED ? 16 : 0;
  const margin = cell >= LABELED ? 4 : Math.max(1, cell * 0.08);
  return {
    x: left + (pair % columns) * cell + cell / 2,
    y: Math.floor(pair / columns) * cell + (cell - label) / 2,
    radius: (cell - label) / 2 - margin,
  };
}

/**
 * Returns the clock at a point. Below the clocks, returns the clock whose bar is nearest. Returns
 * null beside the clocks.
 * @param {Box} box
 * @param {ArrayLike<number>} waves
 * @param {number} x
 * @param {number} y
 */
export function pairAt(box, waves, x, y) {
  const { count, columns, cell, left } = box;
  if (y < box.clocksBottom) {
    const column = Math.floor((x - left) / cell);
    const pair = Math.floor(y / cell) * columns + column;
    return column >= 0 && column < columns && pair < count ? pair : null;
  }
  const axis = wavelengthAxis(box, waves);
  let nearest = 0;
  for (let pair = 0; pair < count; pair++)
    if (Math.abs(axis.x(waves[pair]) - x) < Math.abs(axis.x(waves[nearest]) - x)) nearest = pair;
  return nearest;
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {ArrayLike<number>} readings the sine and cosine of each clock at the position shown
 */
export function drawClocks(pen, model, box, readings) {
  for (let pair = 0; pair < box.count; pair++) drawClock(pen, model, box, readings, pair);
  drawBars(pen, model, box);
}

/**
 * Draws one clock: the dial, the area between the two hands, the hands, and the wavelength.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {ArrayLike<number>} readings
 * @param {number} pair
 */
function drawClock(pen, { state, table, waves }, box, readings, pair) {
  const { you, other, ink, hair, quiet } = pen.c;
  const { cell } = box;
  const { x, y, radius } = clockAt(box, pair);
  const chosen = pair === state.pair;
  const thick = Math.max(1.5, Math.min(4, cell / 24));
  /** Returns the tip of a hand. @param {number} sine @param {number} cosine */
  const tip = (sine, cosine) => [x + radius * sine, y - radius * cosine];
  const hand = tip(readings[2 * pair], readings[2 * pair + 1]);
  const otherHand = tip(table[state.dim + 2 * pair], table[state.dim + 2 * pair + 1]);
  pen.circle(x, y, radius, { stroke: chosen ? ink : hair, weight: chosen ? 2 : 1 });
  pen.area([x, y, ...hand, ...otherHand], you, 0.14);
  pen.line([...hand, ...otherHand], you, Math.max(0.75, thick * 0.4));
  pen.line([x, y, ...otherHand], other, Math.max(1, thick * 0.6));
  pen.line([x, y, ...hand], you, thick);
  if (cell >= 36) pen.circle(hand[0], hand[1], thick * 0.9, { fill: you });
  if (cell >= LABELED)
    pen.text(wave(waves[pair]), x, y + radius + 17, {
      align: 'center',
      size: 12,
      mono: true,
      color: chosen ? ink : quiet,
      weight: chosen ? 600 : 400,
    });
}

/**
 * Returns the logarithmic axis of wavelengths under the bars: its end, and the
 * function that turns a wavelength into its x.
 * @param {Box} box
 * @param {ArrayLike<number>} waves
 */
function wavelengthAxis({ bars }, waves) {
  const low = decades(waves[0]) - 0.12;
  const high = Math.max(decades(waves[waves.length - 1]), 1.9) + 0.12;
  const x = (/** @type {number} */ value) =>
    bars.left + ((decades(value) - low) / (high - low)) * (bars.right - bars.left);
  return { high, x };
}

/**
 * Returns the y at which a distance between two hands is drawn.
 * @param {Box['bars']} bars
 * @param {number} chord
 */
const chordY = ({ top, bottom }, chord) => bottom - (chord / 2) * (bottom - top);

/**
 * Draws the bars, their axes, and the distance on the chosen clock.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawBars(pen, model, box) {
  const { state, waves, chords } = model;
  const { bars } = box;
  const axis = wavelengthAxis(box, waves);
  const narrow = box.width < 480;
  const title = narrow ? labels.distancesBrief : labels.distances;
  pen.text(title, 0, bars.title, { color: pen.c.quiet });
  drawChordAxis(pen, bars);
  drawSeparation(pen, Math.abs(state.position - state.other), bars, axis);
  const width = Math.max(1, Math.min(10, ((bars.right - bars.left) / chords.length) * 0.56));
  for (let pair = 0; pair < chords.length; pair++)
    drawBar(pen, model, bars, axis.x(waves[pair]), width, pair);
  drawWavelengths(pen, bars, axis);
  const chosen = labels.chosen(state.pair, chords[state.pair]);
  pen.text(chosen, bars.right, bars.title, { align: 'right', weight: 650 });
}

/** Draws lines at the distances 0, 1 and 2. @param {Pen} pen @param {Box['bars']} bars */
function drawChordAxis(pen, bars) {
  const how = { align: 'right', base: 'middle', color: pen.c.quiet, mono: true, size: 12 };
  for (const chord of [0, 1, 2]) {
    pen.hline(bars.left, bars.right, chordY(bars, chord), pen.c.hair);
    pen.text(String(chord), bars.left - 10, chordY(bars, chord), how);
  }
}

/**
 * Draws a line at the wavelength that equals the distance between the two positions.
 * @param {Pen} pen
 * @param {number} separation
 * @param {Box['bars']} bars
 * @param {Axis} axis
 */
function drawSeparation(pen, separation, { left, right, top, bottom }, axis) {
  if (separation === 0) return;
  const x = axis.x(separation);
  if (x <= left || x >= right) return;
  const color = pen.c.you;
  pen.vline(x, top - 8, bottom, color, 1, [2, 4]);
  const how = { align: 'center', size: 12, color, mono: true };
  pen.text(labels.apart(separation), x, top - 13, how);
}

/**
 * Draws the bar of one clock.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box['bars']} bars
 * @param {number} x the middle of the bar
 * @param {number} width
 * @param {number} pair
 */
function drawBar(pen, { state, chords }, bars, x, width, pair) {
  const { ink, control, you } = pen.c;
  const chosen = pair === state.pair;
  const color = chords[pair] < FOOLED ? control : you;
  const half = width / 2 + (chosen ? 1 : 0);
  const left = pen.snap(x - half);
  const right = Math.max(pen.snap(x + half), left + 1 / pen.ratio);
  const high = Math.max(bars.bottom - chordY(bars, chords[pair]), 2);
  pen.rect(left, bars.bottom - high, right - left, high, chosen ? ink : color);
}

/**
 * Writes the powers of ten under the bars.
 * @param {Pen} pen
 * @param {Box['bars']} bars
 * @param {Axis} axis
 */
function drawWavelengths(pen, { right, bottom }, axis) {
  const { quiet } = pen.c;
  const how = { align: 'center', size: 12, mono: true, color: quiet };
  for (let value = 10; decades(value) <= axis.high; value *= 10) {
    pen.vline(axis.x(value), bottom, bottom + 5, quiet);
    pen.text(grouped(value), axis.x(value), bottom + 20, how);
  }
  pen.text(labels.wavelength, right, bottom + 38, { align: 'right', color: quiet });
}
