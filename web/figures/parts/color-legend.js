import { colorOf } from '../chassis/palette.js';

const BAR_HEIGHT = 9;

/** The smallest distance between two labels, in CSS pixels. */
const GAP = 8;

/**
 * The place and the content of a colour scale. All lengths are in CSS pixels.
 * @typedef {object} ColorLegend
 * @property {number} x the left edge
 * @property {number} y the top edge
 * @property {number} w the width
 * @property {[number, number]} colors the values at both ends, from -1 to 1
 * @property {[number, number]} [used] both ends of the range of values in use: 0 is the left edge,
 *   and 1 is the right edge
 * @property {[at: number, text: string][]} labels the place of each label, from 0 to 1, and its
 *   text; the first label is the most important
 */

/**
 * Draws the legend of a heat map: a bar of colours, a bracket under the range in use, and labels.
 * A label that would touch an earlier label is left out.
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {ColorLegend} scale
 */
export function colorLegend(pen, scale) {
  drawBar(pen, scale);
  drawUsed(pen, scale);
  drawLabels(pen, scale);
}

/**
 * Draws a bracket under the range in use.
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {ColorLegend} scale
 */
function drawUsed(pen, { x, y, w, used }) {
  if (!used) return;
  const [from, to] = [x + used[0] * w, x + used[1] * w];
  pen.line([from, y + 10, from, y + 14, to, y + 14, to, y + 10], pen.c.ink, 1.5);
}

/**
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {ColorLegend} scale
 */
function drawBar(pen, { x, y, w, colors: [low, high] }) {
  const steps = Math.round(w / 2);
  for (let step = 0; step < steps; step++) {
    const left = pen.snap(x + (step * w) / steps);
    const right = pen.snap(x + ((step + 1) * w) / steps);
    const value = low + ((high - low) * step) / (steps - 1);
    pen.rect(left, y, right - left, BAR_HEIGHT, colorOf(value, pen.theme.mode));
  }
}

/**
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {ColorLegend} scale
 */
function drawLabels(pen, { x, y, w, labels }) {
  /** @type {{left: number, right: number}[]} */
  const taken = [];
  for (const [index, [at, text]] of labels.entries()) {
    const width = pen.measure(text, 12, true);
    const left = Math.max(x, Math.min(x + at * w - width / 2, x + w - width));
    const right = left + width;
    if (taken.some((other) => left < other.right + GAP && right > other.left - GAP)) continue;
    taken.push({ left, right });
    const isFirst = index === 0;
    const color = isFirst ? pen.c.ink : pen.c.quiet;
    pen.text(text, left, y + 30, { mono: true, size: 12, color, weight: isFirst ? 650 : 400 });
  }
}
