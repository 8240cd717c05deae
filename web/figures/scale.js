import { colorOf } from './palette.js';

/**
 * What the colours of a heat map say: the palette between two of its values, a bracket over the range in use, and
 * labels under it, of which a later one gives way to an earlier one.
 * @param {import('./surface.js').Pen} pen
 * @param {{x: number, y: number, w: number, colors: [number, number], used: [number, number], labels: [number, string][]}} what
 *   colors: palette values at the ends; used and labels: from 0 at the left to 1 at the right
 */
export function colorScale(pen, { x, y, w, colors: [low, high], used: [from, to], labels }) {
  const steps = Math.round(w / 2);
  for (let step = 0; step < steps; step++) {
    const left = pen.snap(x + (step * w) / steps);
    pen.rect(left, y, pen.snap(x + ((step + 1) * w) / steps) - left, 9, colorOf(low + ((high - low) * step) / (steps - 1), pen.theme.mode));
  }
  pen.line([x + from * w, y + 10, x + from * w, y + 14, x + to * w, y + 14, x + to * w, y + 10], pen.c.ink, 1.5);
  /** @type {[number, number][]} */
  const taken = [];
  labels.forEach(([at, text], index) => {
    const width = pen.measure(text, 12, true);
    const left = Math.max(x, Math.min(x + at * w - width / 2, x + w - width));
    if (taken.some(([a, b]) => left < b + 8 && left + width > a - 8)) return;
    taken.push([left, left + width]);
    pen.text(text, left, y + 30, { mono: true, size: 12, color: index ? pen.c.quiet : pen.c.ink, weight: index ? 400 : 650 });
  });
}
