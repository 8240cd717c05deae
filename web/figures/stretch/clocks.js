/**
 * Draws the picture of PeStretch for beginners: three fast clocks and three slow clocks. The fast
 * clocks must tell neighbouring words apart. The slow clocks must not reach angles that training
 * never showed.
 */
import { grouped } from '../chassis/format.js';
import { turned } from '../parts/turn-curves.js';
import { drawDial } from './dial.js';
import { clockPairs } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { clockTexts } = translated('stretch', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Clock} Clock */
/** @typedef {{x: number, y: number, radius: number}} Place */

/** Hands share one label if the angle from one hand to the next is below this, in turns. */
const CLOSE = 0.08;

/**
 * Computes where the two groups of clocks are, in CSS pixels.
 * @param {number} width of the plot
 */
export function clocksLayout(width) {
  const wide = width >= 560;
  const half = wide ? Math.round((width - 40) / 2) : width;
  const cell = half / 3;
  const radius = Math.min(48, Math.round(cell * 0.36));
  /** The distance from the top of a group to the centres of its clocks. */
  const center = 66 + radius;
  const high = center + radius + 50;
  const [right, below] = wide ? [width - half, 0] : [0, high + 16];
  return { cell, radius, center, right, below, height: high + below };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Clock[]} clocks what the clocks show in this frame, from the fastest to the slowest;
 *   empty if the question hides the chosen method
 */
export function drawClocks(pen, model, clocks) {
  const { cell, radius, center, right, below } = clocksLayout(pen.width);
  const { fast, fastNote, slow, slowNote } = clockTexts;
  drawHead(pen, 0, 0, fast, fastNote);
  drawHead(pen, right, below, slow(grouped(model.target)), slowNote);
  clockPairs(model.waves.length).forEach((pair, at) => {
    const column = ((at % 3) + 0.5) * cell;
    const seen = model.state.length / model.waves[pair];
    if (at < 3) drawFast(pen, { x: column, y: center, radius }, clocks[at], at === 0);
    else drawSlow(pen, { x: right + column, y: below + center, radius }, clocks[at], seen);
  });
}

/**
 * Writes above a group of clocks what the group shows.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} title
 * @param {string} note
 */
function drawHead(pen, x, y, title, note) {
  pen.text(title, x, y + 16, { size: 15, weight: 650 });
  pen.text(note, x, y + 35, { color: pen.c.quiet });
}

/**
 * Draws a fast clock with three hands, and writes how far apart the hands are.
 * @param {Pen} pen
 * @param {Place} place
 * @param {Clock | undefined} clock
 * @param {boolean} isNamed whether to write the words at the hands
 */
function drawFast(pen, place, clock, isNamed) {
  const { x, y, radius } = place;
  pen.circle(x, y, radius, { fill: pen.c.seen, stroke: pen.c.control });
  if (!clock) return;
  const { step } = clock;
  pen.ctx.globalAlpha = 0.2;
  pen.circle(x, y, radius, { fill: pen.c.you, to: 2 * step });
  pen.ctx.globalAlpha = 1;
  clockTexts.words.forEach((_, word) => {
    const tip = pointAt(place, word * step, radius - 2);
    pen.line([x, y, ...tip], pen.c.you, 3);
  });
  if (isNamed) drawWords(pen, place, step);
  drawVerdict(pen, place, clockTexts.apart(step), pen.c.you, clock);
}

/**
 * Writes the three words at their hands, or in one place if the hands are close together.
 * @param {Pen} pen
 * @param {Place} place
 * @param {number} step
 */
function drawWords(pen, place, step) {
  const { words } = clockTexts;
  const labels = step < CLOSE ? [words.join(' ')] : words;
  labels.forEach((label, word) => {
    const [x, y] = pointAt(place, word * step, place.radius + 8);
    const [align, drop] = word ? ['left', 5] : ['center', 0];
    pen.text(label, x, y + drop, { align, size: 12, color: pen.c.you });
  });
}

/**
 * Draws a slow clock. It shows the angles of training and the angles of the long text.
 * @param {Pen} pen
 * @param {Place} place
 * @param {Clock | undefined} clock
 * @param {number} seen the number of turns in training
 */
function drawSlow(pen, place, clock, seen) {
  const reached = clock?.far ?? 0;
  const fresh = seen < 1 && reached > seen * (1 + 1e-6);
  drawDial(pen, place, { seen, reached, fresh });
  if (!clock) return;
  const { newAngles, seenAngles } = clockTexts;
  const [text, color] = fresh ? [newAngles, pen.c.wrong] : [seenAngles, pen.c.right];
  drawVerdict(pen, place, text, color, clock);
}

/**
 * Writes two lines under a clock: the given text, and how much slower the clock turns than in
 * training.
 * @param {Pen} pen
 * @param {Place} place
 * @param {string} text
 * @param {string} color
 * @param {Clock} clock
 */
function drawVerdict(pen, { x, y, radius }, text, color, { slowed }) {
  const align = 'center';
  pen.text(text, x, y + radius + 22, { align, color, weight: 650 });
  pen.text(clockTexts.speed(slowed), x, y + radius + 40, { align, size: 12, color: pen.c.quiet });
}

/**
 * Returns a point at an angle on a circle around the centre of a clock.
 * @param {Place} place
 * @param {number} turns clockwise from the top
 * @param {number} radius
 * @returns {[number, number]}
 */
function pointAt({ x, y }, turns, radius) {
  const [right, up] = turned([2 * Math.PI * turns]);
  return [x + radius * right, y - radius * up];
}
