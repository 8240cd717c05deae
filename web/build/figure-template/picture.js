import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('sample', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */

const MARGIN = 24;

/** Computes where everything is, in CSS pixels. @param {number} width */
export function layout(width) {
  const height = width < 600 ? 220 : 280;
  return { height, left: MARGIN, right: width - MARGIN, middle: height / 2, reach: height / 3 };
}

/** @typedef {ReturnType<typeof layout>} Box */

/** @param {Box} box @param {number} position @param {number} length */
const xOf = (box, position, length) =>
  box.left + ((box.right - box.left) * position) / Math.max(1, length - 1);

/** Finds the position nearest to `x`. @param {Box} box @param {number} x @param {number} length */
export const positionAt = (box, x, length) =>
  Math.round(((x - box.left) / (box.right - box.left)) * (length - 1));

/**
 * Draws the picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown the current values of the fields that move smoothly
 */
export function drawSample(pen, model, box, shown) {
  const { sines, state } = model;
  const cursor = xOf(box, shown.position ?? state.position, state.length);
  pen.hline(box.left, box.right, box.middle, pen.c.hair);
  pen.vline(cursor, box.middle - box.reach, box.middle + box.reach, pen.c.you, 1.5);
  sines.forEach((sine, position) => {
    const chosen = position === state.position;
    const [x, y] = [xOf(box, position, state.length), box.middle - box.reach * sine];
    pen.circle(x, y, chosen ? 5 : 3, { fill: chosen ? pen.c.you : pen.c.ink });
  });
  pen.text(labelsOnPicture.axis, box.right, box.height - 8, { align: 'right', color: pen.c.quiet });
}
