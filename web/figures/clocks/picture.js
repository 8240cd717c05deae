/**
 * Draws the picture of PeClocks: the wall of clocks with two hands each. For beginners, a large
 * copy of the chosen clock is above the wall, and its hand draws a wave. Other readers see a bar
 * for each clock below the wall, at the clock's wavelength. The bar shows the distance between the
 * tips of the clock's two hands.
 */
import { decades } from '../chassis/decades.js';
import { grouped, wave } from '../chassis/format.js';
import { firstWords, plotWords } from '../chassis/words.js';
import { tipOf } from '../parts/hand.js';
import { stepsFor, turned } from '../parts/turn-curves.js';
import { FOOLED, degreesApart } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, plainWave } = translated('clocks', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {{left: number, right: number, title: number, top: number, bottom: number}} Bars */
/** @typedef {{x: number, y: number, radius: number}} Clock */
/** @typedef {{left: number, right: number, span: number}} Wave `span` is in positions */
/** @typedef {Clock & {wave: Wave}} BigClock */
/** @typedef {ReturnType<typeof wavelengthAxis>} Axis */

/** The height of the bars with their title and axis. */
const BARS_HEIGHT = 212;
/** If a clock has at least this width, in pixels, its wavelength is written inside its cell. */
const LABELED = 60;
/** For beginners, the wavelength is below the cell, if the cell has at least this width. */
const LABELED_BELOW = 48;
/** The height of the line of text with a wavelength, in pixels. */
const LABEL = 16;
/** The width of the rim around the large clock. The rim contains both positions as numbers. */
const RIM = 44;
/** A press at most this many pixels beside the large hand starts to drag the hand. */
const NEAR = 22;

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
 * @param {number} width
 * @param {number} top
 * @param {number} count the number of clocks
 * @param {number} columns
 * @param {number} cell the width of a clock with its margins
 * @param {{label: number, below?: boolean}} how `label` is the height of the text of a wavelength,
 *   and `below` is whether this text is below the cell, not in it
 */
function wallAt(width, top, count, columns, cell, { label, below = false }) {
  const row = below ? cell + label : cell;
  const left = Math.floor((width - columns * cell) / 2);
  const clocksBottom = top + Math.ceil(count / columns) * row;
  return { count, columns, cell, row, label, left, top, clocksBottom };
}

/** @param {number} width @param {number} count */
function layoutAll(width, count) {
  const columns = columnsFor(count);
  const rows = Math.ceil(count / columns);
  const cell = Math.min(Math.floor(width / columns), 112, Math.max(64, Math.floor(380 / rows)));
  const wall = wallAt(width, 0, count, columns, cell, { label: cell >= LABELED ? LABEL : 0 });
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
  const x = radius + RIM;
  const left = x + radius + (wide ? 72 : 38);
  const wave = { left, right: width - 8, span: wide ? 64 : 50 };
  const big = { x, y: 24 + RIM + radius, radius, wave };
  const bigBottom = big.y + radius + RIM;
  const columns = Math.min(count, columnsFor(count) * (wide ? 2 : 1), 16);
  const cell = Math.min(Math.floor(width / columns), 56);
  const label = cell >= LABELED_BELOW ? LABEL : 0;
  const top = bigBottom + 28;
  const wall = wallAt(width, top, count, columns, cell, { label, below: true });
  return { ...wall, width, bars: null, big, height: wall.clocksBottom + 8 };
}

/** Returns the middle and the radius of a clock. @param {Box} box @param {number} pair */
export function clockAt({ columns, cell, row, label, left, top }, pair) {
  const room = row - label;
  const margin = label ? 4 : Math.max(1, cell * 0.08);
  return {
    x: left + (pair % columns) * cell + cell / 2,
    y: top + Math.floor(pair / columns) * row + room / 2,
    radius: room / 2 - margin,
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
  const { count, columns, cell, row, left, top, bars } = box;
  if (y < box.clocksBottom || !bars) {
    const column = Math.floor((x - left) / cell);
    const pair = Math.floor((y - top) / row) * columns + column;
    return column >= 0 && column < columns && pair >= 0 && pair < count ? pair : null;
  }
  const axis = wavelengthAxis(bars, waves);
  let nearest = 0;
  for (let pair = 0; pair < count; pair++)
    if (Math.abs(axis.x(waves[pair]) - x) < Math.abs(axis.x(waves[nearest]) - x)) nearest = pair;
  return nearest;
}

/**
 * Returns the name of the part of the picture for beginners at a point. It is 'hand' near the hand
 * that can be dragged, and 'dial' elsewhere on the large clock. It is 'wave' on the wave of this
 * clock, and '' elsewhere.
 * @param {Box} box
 * @param {Model} model
 * @param {number} x
 * @param {number} y
 */
export function partAt({ big, top }, { table, state: { pair } }, x, y) {
  if (!big || y >= top) return '';
  const [right, down] = [x - big.x, y - big.y];
  const [sine, cosine] = [table[2 * pair], table[2 * pair + 1]];
  const along = right * sine - down * cosine;
  const beside = Math.abs(right * cosine + down * sine);
  const reach = big.radius + NEAR;
  if (beside <= NEAR && along >= 0 && along <= reach) return 'hand';
  if (right * right + down * down <= reach * reach) return 'dial';
  return x >= big.wave.left - 8 ? 'wave' : '';
}

/**
 * Returns the first position of the wave, and functions that convert between position and x.
 * @param {Wave} wave
 * @param {number} position the position that is drawn
 */
export function waveAxis({ left, right, span }, position) {
  const first = Math.max(0, position - 0.9 * span);
  const step = (right - left) / span;
  return {
    first,
    step,
    /** @param {number} place */
    x: (place) => left + (place - first) * step,
    /** @param {number} x */
    place: (x) => Math.round(Math.max(0, first + (Math.min(x, right) - left) / step)),
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model the numbers of the position that is drawn, which need not be a whole number
 * @param {Box} box
 */
export function drawClocks(pen, model, box) {
  for (let pair = 0; pair < box.count; pair++) {
    const chosen = pair === model.state.pair;
    const clock = clockAt(box, pair);
    drawClock(pen, model, { clock, pair, chosen, cell: box.cell });
    drawWavelength(pen, model, box, clock, pair);
  }
  if (box.bars) drawBars(pen, model, box, box.bars);
  if (!box.big) return;
  drawWave(pen, model, box.big);
  drawBig(pen, model, box, box.big);
}

/**
 * Draws one clock: the dial, the area between the two hands, and the hands.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{clock: Clock, pair: number, chosen: boolean, cell: number}} place `cell` is the width of
 *   the clock with its margins
 */
function drawClock(pen, model, { clock, pair, chosen, cell }) {
  const { you, ink, hair } = pen.c;
  const { x, y, radius } = clock;
  const thick = Math.max(1.5, Math.min(4, cell / 24));
  const [hand, otherHand] = tipsOf(model, clock, pair, model.table);
  pen.circle(x, y, radius, { stroke: chosen ? ink : hair, weight: chosen ? 2 : 1 });
  pen.area([x, y, ...hand, ...otherHand], you, 0.14);
  pen.line([...hand, ...otherHand], you, Math.max(0.75, thick * 0.4));
  drawHands(pen, model, { clock, pair, thick });
}

/**
 * Returns the tips of both hands of a clock: for the current position, then for the other position.
 * @param {Model} model
 * @param {Clock} clock
 * @param {number} pair
 * @param {ArrayLike<number>} readings the sine and cosine of each clock at the position shown
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
 * @param {ArrayLike<number>} [readings] the sine and cosine of each clock at the position shown
 */
export function drawHands(pen, model, { clock, pair, thick }, readings = model.table) {
  const { you, other } = pen.c;
  const { x, y, radius } = clock;
  const [hand, otherHand] = tipsOf(model, clock, pair, readings);
  pen.line([x, y, ...otherHand], other, Math.max(1, thick * 0.6));
  pen.line([x, y, ...hand], you, thick);
  if (radius >= 12) pen.circle(hand[0], hand[1], thick * 0.9, { fill: you });
}

/**
 * Writes the wavelength of a clock below the clock, if there is space.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Clock} clock
 * @param {number} pair
 */
function drawWavelength(pen, { state, waves }, { label }, { x, y, radius }, pair) {
  if (!label) return;
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
 * Draws the large copy of the chosen clock, with the names of its hands, its turns, and the angle
 * between its hands.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {BigClock} clock
 */
function drawBig(pen, model, box, clock) {
  const { state, waves, table, position, other } = model;
  const { pair, dim } = state;
  const { quiet, you } = pen.c;
  const name = pen.text(labels.clock(pair), 0, 16, { weight: 650, size: 15 });
  pen.text(labels.oneTurn(waves[pair]), name + 10, 16, { color: quiet });
  pen.vline(clock.x, clock.y - clock.radius - 3, clock.y - clock.radius + 5, pen.c.control, 2);
  drawClock(pen, model, { clock, pair, chosen: true, cell: clock.radius });
  const hand = [table[2 * pair], table[2 * pair + 1]];
  const otherHand = [table[dim + 2 * pair], table[dim + 2 * pair + 1]];
  const tip = tipOf(clock, hand[0], hand[1]);
  if (!pen.still) pen.circle(tip[0], tip[1], 8, { fill: you, stroke: pen.c.paper, weight: 2 });
  const degrees = degreesApart(position - other, waves[pair]);
  const near = degrees < 25;
  // Words would make the texts of two hands side by side overlap.
  const named = !near || Math.abs(hand[0]) < 0.5;
  nameHand(pen, clock, hand, position, { named, out: 18, color: you });
  nameHand(pen, clock, otherHand, other, { named, out: near ? 36 : 18, color: pen.c.other });
  const wide = box.width >= 560;
  const x = wide ? clock.wave.left : 0;
  const y = wide ? 16 : clock.y + clock.radius + RIM;
  const angle = { size: 17, weight: 650 };
  const turns = pen.text(labels.turns(position / waves[pair]), x, y, {
    mono: true,
    color: you,
    weight: 650,
  });
  pen.text(labels.degrees(degrees), x + Math.max(turns, 96) + 24, y, angle);
  pen.text(labels.wall(box.count), 0, box.top - (wide ? 12 : 8), { color: quiet });
}

/**
 * Draws the wave that the tip of the large hand has drawn: its height at each position. The wave
 * begins at position 0, or later if the whole wave does not fit.
 * @param {Pen} pen
 * @param {Model} model
 * @param {BigClock} clock
 */
function drawWave(pen, model, { wave, ...clock }) {
  const { you, ink, hair, quiet } = pen.c;
  const { table, waves, position, other, state } = model;
  const { pair } = state;
  const { left, right, span } = wave;
  const { first, step, x } = waveAxis(wave, position);
  /** @param {number} cosine */
  const y = (cosine) => clock.y - clock.radius * cosine;
  /** Returns the points of the wave. @param {number[]} places */
  const points = (places) => {
    const hands = turned(places.map((place) => (2 * Math.PI * place) / waves[pair]));
    return places.flatMap((place, at) => [x(place), y(hands[2 * at + 1])]);
  };
  for (const height of [-1, 0, 1]) pen.hline(left, right, y(height), hair);
  const [tip, otherTip] = tipsOf(model, clock, pair, table);
  pen.line([...otherTip, right, otherTip[1]], pen.c.other, 1, [3, 4]);
  const radians = (2 * Math.PI * (position - first)) / waves[pair];
  const steps = stepsFor(radians, 2000);
  const share = (position - first) / steps;
  pen.line(points(Array.from({ length: steps + 1 }, (_, at) => first + at * share)), you, 2);
  const whole = Math.ceil(first);
  const count = Math.floor(position) - whole + 1;
  const dots = points(Array.from({ length: count }, (_, at) => whole + at));
  for (let at = 0; at < dots.length && step > 4; at += 2)
    pen.circle(dots[at], dots[at + 1], 2, { fill: ink });
  if (other >= first && other <= position)
    pen.circle(x(other), otherTip[1], 4, { fill: pen.c.other });
  pen.line([...tip, x(position), tip[1]], you, 1.5);
  pen.circle(x(position), tip[1], 4, { fill: you });
  const how = { align: 'center', mono: true, size: 12, color: quiet };
  const stride = step > 4 ? 10 : 20;
  for (let place = Math.ceil(first / stride) * stride; place <= first + span; place += stride)
    pen.text(grouped(place), x(place), clock.y + clock.radius + 20, how);
  const narrow = pen.width < 560;
  pen.text(labels.wave(narrow), left, clock.y - clock.radius - 12, { color: quiet });
}

/**
 * Writes a position beside the tip of its hand. If a word makes the text longer, the text moves
 * outwards, so that it does not cover the dial.
 * @param {Pen} pen
 * @param {Clock} clock
 * @param {number[]} hand its sine and its cosine
 * @param {number} position
 * @param {{named: boolean, out: number, color: string}} how `named` is whether the text has a
 *   word before one of the first positions, and `out` is how far outside the dial the text is
 */
function nameHand(pen, clock, [sine, cosine], position, { named, out, color }) {
  const [x, y] = tipOf({ ...clock, radius: clock.radius + out }, sine, cosine);
  const word = named ? firstWords()[position] : undefined;
  // A position between two whole positions has a decimal.
  const place = grouped(position, Number.isInteger(position) ? 0 : 1);
  const text = word ? word + plotWords.colon + place : place;
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
  const { state, waves, chords, position, other } = model;
  const axis = wavelengthAxis(bars, waves);
  const narrow = room < 480;
  const title = narrow ? labels.distancesBrief : labels.distances;
  pen.text(title, 0, bars.title, { color: pen.c.quiet });
  drawChordAxis(pen, bars);
  drawSeparation(pen, Math.abs(position - other), bars, axis);
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
