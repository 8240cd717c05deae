/**
 * Draws the picture of PeClocks: the wall of clocks with two hands each. For beginners, the chosen
 * clock is beside the wall in large. Other readers see a bar for each clock below the wall, at the
 * clock's wavelength. The bar shows the distance between the tips of the clock's two hands.
 */
import { decades } from '../chassis/decades.js';
import { grouped, wave } from '../chassis/format.js';
import { firstWords } from '../chassis/words.js';
import { tipOf } from '../parts/hand.js';
import { FOOLED, degreesApart } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, plainWave } = translated('clocks', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {{left: number, right: number, title: number, top: number, bottom: number}} Bars */
/** @typedef {{x: number, y: number, radius: number}} Clock */
/** @typedef {ReturnType<typeof wavelengthAxis>} Axis */

/** The height of the bars with their title and axis. */
const BARS_HEIGHT = 212;
/** If a clock has at least this width, in pixels, its wavelength is written below. */
const LABELED = 60;
/** The width of the room around the large clock. The numbers of the two positions are there. */
const RIM = 44;

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
 * @param {boolean} beginner
 */
export function layout(width, count, beginner) {
  return beginner ? layoutIntro(width, count) : layoutAll(width, count);
}

/**
 * Returns the size and the place of the wall of clocks.
 * @param {number} from its left edge
 * @param {number} to its right edge
 * @param {number} top
 * @param {number} count
 * @param {number} largest the largest width of a clock
 */
function wallAt(from, to, top, count, largest) {
  const columns = columnsFor(count);
  const rows = Math.ceil(count / columns);
  const room = to - from;
  const cell = Math.min(Math.floor(room / columns), largest, Math.max(64, Math.floor(380 / rows)));
  const left = from + Math.floor((room - columns * cell) / 2);
  return { count, columns, cell, left, top, clocksBottom: top + rows * cell };
}

/** @param {number} width @param {number} count */
function layoutAll(width, count) {
  const wall = wallAt(0, width, 0, count, 112);
  const top = wall.clocksBottom + 16;
  return {
    ...wall,
    width,
    bars: { left: 34, right: width - 12, title: top + 12, top: top + 46, bottom: top + 156 },
    big: null,
    height: Math.round(top + BARS_HEIGHT),
  };
}

/** @param {number} width @param {number} count */
function layoutIntro(width, count) {
  const wide = width >= 560;
  const radius = wide ? 84 : 58;
  const big = { x: radius + RIM, y: 24 + RIM + radius, radius };
  const bigBottom = big.y + radius + RIM;
  const from = wide ? 2 * (radius + RIM) + 24 : 0;
  const wall = wallAt(from, width, wide ? 32 : bigBottom + 24, count, 72);
  const bottom = wide ? bigBottom + 52 : bigBottom;
  return { ...wall, width, bars: null, big, height: Math.max(bottom, wall.clocksBottom + 8) };
}

/** Returns the middle and the radius of a clock. @param {Box} box @param {number} pair */
export function clockAt({ columns, cell, left, top }, pair) {
  const label = cell >= LABELED ? 16 : 0;
  const margin = cell >= LABELED ? 4 : Math.max(1, cell * 0.08);
  return {
    x: left + (pair % columns) * cell + cell / 2,
    y: top + Math.floor(pair / columns) * cell + (cell - label) / 2,
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
  const { count, columns, cell, left, top, bars } = box;
  if (y < box.clocksBottom || !bars) {
    const column = Math.floor((x - left) / cell);
    const pair = Math.floor((y - top) / cell) * columns + column;
    return column >= 0 && column < columns && pair >= 0 && pair < count ? pair : null;
  }
  const axis = wavelengthAxis(bars, waves);
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
  for (let pair = 0; pair < box.count; pair++) {
    const chosen = pair === model.state.pair;
    const clock = clockAt(box, pair);
    drawClock(pen, model, { clock, pair, chosen, cell: box.cell }, readings);
    drawWavelength(pen, model, box, clock, pair);
  }
  if (box.bars) drawBars(pen, model, box, box.bars);
  if (box.big) drawBig(pen, model, box, box.big, readings);
}

/**
 * Draws one clock: the dial, the area between the two hands, and the hands.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{clock: Clock, pair: number, chosen: boolean, cell: number}} place `cell` is the width of
 *   the clock with its margins
 * @param {ArrayLike<number>} readings
 */
function drawClock(pen, model, { clock, pair, chosen, cell }, readings) {
  const { you, ink, hair } = pen.c;
  const { x, y, radius } = clock;
  const thick = Math.max(1.5, Math.min(4, cell / 24));
  const [hand, otherHand] = tipsOf(model, clock, pair, readings);
  pen.circle(x, y, radius, { stroke: chosen ? ink : hair, weight: chosen ? 2 : 1 });
  pen.area([x, y, ...hand, ...otherHand], you, 0.14);
  pen.line([...hand, ...otherHand], you, Math.max(0.75, thick * 0.4));
  drawHands(pen, model, { clock, pair, thick }, readings);
}

/**
 * Returns the tips of both hands of a clock: for the current position, then for the other one.
 * @param {Model} model
 * @param {Clock} clock
 * @param {number} pair
 * @param {ArrayLike<number>} readings
 */
function tipsOf({ table, waves }, clock, pair, readings) {
  const otherRow = 2 * waves.length;
  return [
    tipOf(clock, readings[2 * pair], readings[2 * pair + 1]),
    tipOf(clock, table[otherRow + 2 * pair], table[otherRow + 2 * pair + 1]),
  ];
}

/**
 * Draws both hands of a clock.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{clock: Clock, pair: number, thick: number}} place
 * @param {ArrayLike<number>} readings
 */
export function drawHands(pen, model, { clock, pair, thick }, readings) {
  const { you, other } = pen.c;
  const { x, y, radius } = clock;
  const [hand, otherHand] = tipsOf(model, clock, pair, readings);
  pen.line([x, y, ...otherHand], other, Math.max(1, thick * 0.6));
  pen.line([x, y, ...hand], you, thick);
  if (radius >= 12) pen.circle(hand[0], hand[1], thick * 0.9, { fill: you });
}

/**
 * Writes the wavelength of a clock below it, if there is room.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Clock} clock
 * @param {number} pair
 */
function drawWavelength(pen, { state, waves }, { cell }, { x, y, radius }, pair) {
  if (cell < LABELED) return;
  const chosen = pair === state.pair;
  const text = pen.beginner ? plainWave(waves[pair]) : wave(waves[pair]);
  pen.text(text, x, y + radius + 17, {
    align: 'center',
    size: 12,
    mono: true,
    color: chosen ? pen.c.ink : pen.c.quiet,
    weight: chosen ? 600 : 400,
  });
}

/**
 * Draws the chosen clock in large, with the names of its hands, its turns, and the angle between
 * its hands.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Clock} clock
 * @param {ArrayLike<number>} readings
 */
function drawBig(pen, model, box, clock, readings) {
  const { state, waves, table } = model;
  const { pair, dim, position, other } = state;
  const { quiet, you } = pen.c;
  const wide = box.width >= 560;
  const name = pen.text(labels.clock(pair), 0, 16, { weight: 650, size: 15 });
  pen.text(labels.oneTurn(waves[pair]), name + 10, 16, { color: quiet });
  pen.vline(clock.x, clock.y - clock.radius - 3, clock.y - clock.radius + 5, pen.c.control, 2);
  drawClock(pen, model, { clock, pair, chosen: true, cell: clock.radius }, readings);
  const degrees = degreesApart(position - other, waves[pair]);
  const otherHand = [table[dim + 2 * pair], table[dim + 2 * pair + 1]];
  const hand = [readings[2 * pair], readings[2 * pair + 1]];
  const near = degrees < 25;
  // Two names side by side would have no room for their words.
  const named = !near || Math.abs(hand[0]) < 0.5;
  nameHand(pen, clock, hand, position, { named, out: 16, color: you });
  nameHand(pen, clock, otherHand, other, { named, out: near ? 34 : 16, color: pen.c.other });
  const x = wide ? clock.x : clock.x + clock.radius + RIM + 16;
  const y = wide ? clock.y + clock.radius + RIM + 12 : clock.y - 8;
  const align = wide ? 'center' : 'left';
  pen.text(labels.turns(position / waves[pair]), x, y, {
    align,
    mono: true,
    color: you,
    weight: 650,
  });
  pen.text(labels.degrees(degrees), x, y + 24, { align, size: 17, weight: 650 });
  pen.text(labels.wall(box.count), box.left, box.top - (wide ? 16 : 8), { color: quiet });
}

/**
 * Writes a position beside the tip of its hand. A word makes the text longer, away from the dial.
 * @param {Pen} pen
 * @param {Clock} clock
 * @param {number[]} hand its sine and its cosine
 * @param {number} position
 * @param {{named: boolean, out: number, color: string}} how `named` is whether the first positions
 *   have their words, and `out` is how far outside the dial the text is
 */
function nameHand(pen, clock, [sine, cosine], position, { named, out, color }) {
  const [x, y] = tipOf({ ...clock, radius: clock.radius + out }, sine, cosine);
  const word = named ? firstWords()[position] : undefined;
  const place = grouped(position);
  const text = word ? `${place} ${word}` : place;
  const longer = pen.measure(text, 13, true) - pen.measure(place, 13, true);
  const how = { align: 'center', base: 'middle', mono: true, weight: 700, color };
  pen.text(text, x + (sine * longer) / 2, y, how);
}

/**
 * Returns the logarithmic axis of wavelengths under the bars. `high` is the decimal logarithm of
 * its end. `x` is the function that turns a wavelength into its x.
 * @param {Bars} bars
 * @param {ArrayLike<number>} waves
 */
function wavelengthAxis(bars, waves) {
  const low = decades(waves[0]) - 0.12;
  const high = Math.max(decades(waves[waves.length - 1]), 1.9) + 0.12;
  const x = (/** @type {number} */ value) =>
    bars.left + ((decades(value) - low) / (high - low)) * (bars.right - bars.left);
  return { high, x };
}

/**
 * Returns the y at which a distance between two hands is drawn.
 * @param {Bars} bars
 * @param {number} chord
 */
const chordY = ({ top, bottom }, chord) => bottom - (chord / 2) * (bottom - top);

/**
 * Draws the bars, their axes, and the distance on the chosen clock.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Bars} bars
 */
function drawBars(pen, model, { width: room }, bars) {
  const { state, waves, chords } = model;
  const axis = wavelengthAxis(bars, waves);
  const narrow = room < 480;
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

/** Draws lines at the distances 0, 1 and 2. @param {Pen} pen @param {Bars} bars */
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
 * @param {Bars} bars
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
 * @param {Bars} bars
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
 * @param {Bars} bars
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
