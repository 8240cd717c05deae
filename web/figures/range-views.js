import { grouped, wave } from './format.js';
import { SHOWN, chosen, intoTurn, swept } from './models/range.js';
import { turned } from './turned.js';

/** As many clocks are shown. */
export const CLOCKS = 32;

/** @typedef {import('./surface.js').Pen} Pen */
/** @typedef {import('./range.js').Box} Box */

/** @param {Pen} pen @param {number} top @param {string} title @param {string} note */
function head(pen, top, title, note) {
  const name = pen.text(title, 0, top - 16, { weight: 650 });
  if (name + 10 + pen.measure(note) < pen.width) pen.text(note, name + 10, top - 16, { color: pen.c.quiet });
}

/**
 * Each clock, the arc that training showed it, and its hand now.
 * @param {Pen} pen @param {any} model @param {Box} box @param {number} position
 */
export function drawClocks(pen, { state, waves }, { zoom, columns, pitch, cell, wide }, position) {
  const { c } = pen;
  const some = chosen(waves.length, CLOCKS);
  const radius = cell / 2 - 4;
  const hands = turned(some.map((pair) => (2 * Math.PI * intoTurn(position, waves[pair])) / waves[pair]));
  some.forEach((pair, at) => {
    const [x, y] = [((at % columns) + 0.5) * pitch, zoom + Math.floor(at / columns) * (cell + (wide ? 18 : 2)) + cell / 2];
    const wavelength = waves[pair];
    const seen = Math.min(1, (state.length - 1) / wavelength);
    pen.circle(x, y, radius, { fill: c.seen, to: seen });
    pen.circle(x, y, radius, { stroke: c.hair });
    pen.circle(x, y, radius, { stroke: c.right, weight: 3, to: seen });
    const known = swept(position, wavelength, state.length);
    const [hx, hy] = [x + radius * hands[2 * at], y - radius * hands[2 * at + 1]];
    pen.line([x, y, hx, hy], known ? c.you : c.wrong, known ? 2 : 3);
    if (!known) {
      pen.line([hx - 4, hy - 4, hx + 4, hy + 4], c.wrong, 2);
      pen.line([hx - 4, hy + 4, hx + 4, hy - 4], c.wrong, 2);
    }
    if (wide) pen.text(wavelength < 1000 ? wave(wavelength) : grouped(wavelength), x, y + radius + 17, { align: 'center', size: 12, mono: true, color: known ? c.quiet : c.wrong });
  });
  const asked = `${state.scheme === 'rope' ? 'distance ' : ''}${grouped(state.position)}`;
  head(pen, zoom, `${some.length < waves.length ? `${some.length} of ${grouped(waves.length)}` : some.length} ${some.length > 1 ? 'clocks' : 'clock'} at ${asked}`,
    wide ? 'thick: the arc that training showed; below: positions per turn' : 'thick: seen in training');
}

/**
 * The last rows of the table, and the one asked for, as far as there is one.
 * @param {Pen} pen @param {any} model @param {Box} box
 */
export function drawRows(pen, { state, rows, error, parameters }, { zoom, wide }) {
  const { c } = pen;
  const { position, length, dim } = state;
  const [count, high] = wide ? [15, 10] : [9, 9];
  const from = Math.max(0, Math.min(position - (count >> 1), length - 5));
  const [x, w] = [76, wide ? Math.min(330, pen.width - 360) : pen.width - 80];
  const there = Math.min(count, length - from);
  const slot = Math.min(position - from, count - 2);
  const { ctx } = pen;
  ctx.imageSmoothingEnabled = false;
  const columns = Math.min(SHOWN, dim);
  ctx.drawImage(pen.heat('rows', rows, length, columns), 0, from, columns, there, x, zoom, w, there * high);
  for (let row = there + 1; row <= count; row++) pen.hline(x, x + w, zoom + row * high, c.hair, 1, [3, 4]);
  if (there < count) pen.hline(x, x + w, zoom + there * high, c.ink, 2);
  /** @param {number} row @param {string} text */
  const name = (row, text, color = c.quiet, weight = 400) => pen.text(text, x - 10, zoom + (row + 0.5) * high, { align: 'right', base: 'middle', mono: true, size: 12, color, weight });
  for (const row of [0, there - 1]) if (Math.abs(row - slot) > 1) name(row, grouped(from + row));
  if (slot < position - from && (slot - there) * high > 24) name((there + slot) / 2, '⋮');
  const color = error ? c.wrong : c.you;
  pen.frame(x, zoom + slot * high, w, high, c.paper, 4);
  pen.frame(x, zoom + slot * high, w, high, color, 2);
  name(slot, grouped(position), color, 700);
  head(pen, zoom, 'rows of the table', wide ? `the first ${columns} of ${grouped(dim)} columns, before training` : 'before training');
  const left = wide ? x + w + 32 : 0;
  let top = wide ? zoom + 20 : zoom + count * high + 24;
  if (wide) {
    pen.text(`${grouped(length)} × ${grouped(dim)} = ${grouped(parameters)}`, left, top, { mono: true, size: 17, weight: 650 });
    pen.text('numbers, each learned for its own row', left, top + 22, { color: c.quiet });
    top += 60;
  }
  if (error) error.split(/(?<=]:|,) /).forEach((/** @type {string} */ line, /** @type {number} */ at) => pen.text(line, left, top + at * 18, { mono: true, color: c.wrong }));
}

/**
 * Straight lines that no wall stops.
 * @param {Pen} pen @param {any} model @param {Box} box
 */
export function drawBiases(pen, { state, slopes }, { zoom, wide, height }) {
  const { c } = pen;
  const { position, length } = state;
  const far = Math.max(2 * length, position) * 1.06;
  const [x0, x1, y0, y1] = [wide ? 76 : 58, pen.width - 48, zoom, height - 26];
  const deep = slopes[3] * far;
  /** @param {number} distance */
  const x = (distance) => x0 + (distance / far) * (x1 - x0);
  /** @param {number} bias */
  const y = (bias) => y0 + (bias / deep) * (y1 - y0);
  const wall = x(length - 1);
  pen.rect(x0, y0, wall - x0, y1 - y0, c.seen);
  pen.rect(wall, y0, x1 - wall, y1 - y0, c.unseen);
  pen.vline(wall, y0, y1, c.ink, 2);
  pen.vline(x(position), y0, y1, c.you, 2.5);
  slopes.forEach((/** @type {number} */ slope, /** @type {number} */ at) => {
    const end = Math.min(far, deep / slope);
    pen.line([x(0), y(0), x(end), y(slope * end)], c.ink, 1.5);
    if (slope * position <= deep) pen.circle(x(position), y(slope * position), 4, { fill: c.you, stroke: c.paper });
    if (at > 2 && at < 6) pen.text(`1/${1 / slope}`, x1 + 8, y(slope * end), { base: 'middle', size: 12, mono: true, color: c.quiet });
  });
  for (const share of [0, 0.5, 1]) pen.text(share ? `−${grouped(deep * share, deep < 100 ? 1 : 0)}` : '0', x0 - 8, y(deep * share), { align: 'right', base: 'middle', size: 12, mono: true, color: c.quiet });
  for (const distance of [0, length - 1]) if (Math.abs(x(distance) - x(position)) > 50 && (!distance || wall - x0 > 50)) pen.text(grouped(distance), x(distance), y1 + 18, { align: 'center', size: 12, mono: true, color: c.quiet });
  pen.text(grouped(position), x(position), y1 + 18, { align: 'center', mono: true, color: c.you, weight: 700 });
  head(pen, zoom, 'bias of 8 heads', wide ? '−slope × distance, on even axes: a straight line knows no wall' : '−slope × distance');
}
