/**
 * Draws PePrecision. A lens shows the tip of one clock's hand at neighbouring positions. Its lines
 * mark the numbers that can be stored. Bars show up to which position each clock keeps moving. For
 * experts, a chart below shows the error of each format at every position.
 */
import { decades } from '../chassis/decades.js';
import { grouped } from '../chassis/format.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { BITS, FORMATS, LIMIT, SAMPLES } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { formatNames, labelsOnPicture: labels } = translated('precision', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */

/**
 * Whether the stored numbers and the bars are shown.
 * @typedef {{stored: boolean, bars: boolean}} Seen
 */

/** Lines of the lens are drawn if at most this many fit into it. */
const MOST_LINES = 40;
/** The smallest error on the chart, as a power of ten. */
const LEAST_ERROR = -9;

/**
 * Returns where each part of the picture is, in CSS pixels.
 * @param {number} width
 * @param {boolean} beginner
 */
export function layout(width, beginner) {
  const wide = width >= 600;
  const side = wide ? 280 : Math.min(width - 2, 260);
  const lens = { left: 1, top: 26, side };
  const top = wide ? 46 : lens.top + side + 126;
  const bars = {
    left: wide ? side + 76 : 46,
    right: width - 8,
    top,
    bottom: wide ? lens.top + side : top + 160,
  };
  const under = wide ? lens.top + side + 76 : bars.bottom + 46;
  const errors = {
    left: 52,
    right: width - (wide ? 150 : 8),
    top: under + 56,
    bottom: under + 212,
  };
  return { wide, lens, bars, errors, height: beginner ? under : errors.bottom + 34 };
}

/**
 * Returns the clock whose bar is at a point, or null if there is no bar.
 * @param {Box} box
 * @param {number} count
 * @param {number} x
 * @param {number} y
 */
export function clockAt({ bars }, count, x, y) {
  if (x < bars.left || x >= bars.right || y < bars.top || y > bars.bottom + 24) return null;
  return Math.floor(((x - bars.left) / (bars.right - bars.left)) * count);
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Seen} seen
 */
export function drawPrecision(pen, model, seen) {
  const { pair } = model.state;
  const box = layout(pen.width, pen.beginner);
  drawLens(pen, model, box, pair, seen);
  drawBars(pen, model, box, pair, seen);
  if (!pen.beginner) drawErrors(pen, model, box);
}

/**
 * Returns the part of the plane that the lens shows. `at` turns a sine and a cosine into x and y.
 * @param {Model} model
 * @param {Box['lens']} lens
 * @param {number} pair
 * @param {Seen} seen
 */
function windowOf({ exact, stored, state }, { left, top, side }, pair, seen) {
  const { dim } = state;
  /** @param {Float64Array} table @param {number} row */
  const tip = (table, row) => [table[row * dim + 2 * pair], table[row * dim + 2 * pair + 1]];
  const [before, now] = [tip(exact, 1), tip(exact, 2)];
  const middle = [(before[0] + now[0]) / 2, (before[1] + now[1]) / 2];
  const ends = [before, now, ...(seen.stored ? [tip(stored, 1), tip(stored, 2)] : [])];
  const away = ends.map(([sine, cosine]) =>
    Math.max(Math.abs(sine - middle[0]), Math.abs(cosine - middle[1])),
  );
  const reach = 1.5 * Math.max(...away);
  return {
    tip,
    reach,
    middle,
    at: (/** @type {number[]} */ [sine, cosine]) => [
      left + side / 2 + ((sine - middle[0]) / reach) * (side / 2),
      top + side / 2 - ((cosine - middle[1]) / reach) * (side / 2),
    ],
  };
}

/** Returns the largest power of two up to a positive number, at most 1. @param {number} value */
function powerBelow(value) {
  let power = 1;
  while (power > value && power > 1e-15) power /= 2;
  return power;
}

/**
 * Returns the numbers between two ends that can be stored. The result has no numbers whose lines
 * would be too close.
 * @param {number} from
 * @param {number} to
 * @param {number} bits
 * @returns {number[]}
 */
function storable(from, to, bits) {
  if (to <= 0) return storable(-to, -from, bits).map((value) => -value);
  if (from < 0) return [...storable(from, 0, bits), ...storable(0, to, bits)];
  let unit = 1;
  for (let bit = 1; bit < bits; bit++) unit /= 2;
  const least = powerBelow((to - from) / MOST_LINES);
  const gap = (/** @type {number} */ value) => Math.max(least, powerBelow(value) * unit);
  if (gap(to) === least) return [];
  const values = [];
  let value = Math.ceil(from / gap(from)) * gap(from);
  for (; value <= to; value += gap(value)) values.push(value);
  return values;
}

/**
 * Draws the lens.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} pair
 * @param {Seen} seen
 */
function drawLens(pen, model, { lens }, pair, seen) {
  const { left, top, side } = lens;
  const { ink, quiet, control } = pen.c;
  const view = windowOf(model, lens, pair, seen);
  pen.text(labels.lens(pair), left, 14, { color: ink, weight: 650 });
  const { ctx } = pen;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, side, side);
  ctx.clip();
  const lines = drawLines(pen, model, lens, view);
  const arc = [];
  for (let step = -1; step <= 1; step += 1 / 32) arc.push(...view.at(onCircle(view, step)));
  pen.line(arc, quiet, 1.5);
  if (seen.stored)
    for (const row of [0, 1, 4, 3, 2]) drawStored(pen, model, view, row, model.same[pair]);
  for (const row of [0, 4, 3, 1, 2]) drawTip(pen, view, model.exact, row);
  ctx.restore();
  pen.frame(left, top, side, side, control, 1);
  drawVerdict(pen, model, lens, pair, seen, lines > 0);
}

/** @typedef {ReturnType<typeof windowOf>} View */

/**
 * Returns a point on the circle of the clock.
 * @param {View} view
 * @param {number} step from -1 to 1: from one side of the lens to the other
 */
function onCircle({ middle, reach }, step) {
  const along = 1.6 * reach * step;
  const [sine, cosine] = [middle[0] + along * middle[1], middle[1] - along * middle[0]];
  const length = Math.sqrt(sine * sine + cosine * cosine);
  return [sine / length, cosine / length];
}

/**
 * Draws the lines of numbers that can be stored, and returns how many there are.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box['lens']} lens
 * @param {View} view
 */
function drawLines(pen, { state }, { left, top, side }, { middle, reach, at }) {
  const bits = BITS[state.format];
  const [sines, cosines] = middle.map((value) => storable(value - reach, value + reach, bits));
  for (const sine of sines) pen.vline(at([sine, 0])[0], top, top + side, pen.c.hair);
  for (const cosine of cosines) pen.hline(left, left + side, at([0, cosine])[1], pen.c.hair);
  return sines.length + cosines.length;
}

/** The colours of the five tips; the chosen position is the third. @type {string[]} */
const TIP_ROLES = ['control', 'other', 'you', 'control', 'control'];

/**
 * Draws the pair that is stored for an exact tip, and a dashed line to it from the tip.
 * @param {Pen} pen
 * @param {Model} model
 * @param {View} view
 * @param {number} row
 * @param {boolean} isSame whether the position before has the same pair
 */
function drawStored(pen, { exact, stored }, { tip, at }, row, isSame) {
  const color = pen.c[TIP_ROLES[row]];
  const [x, y] = at(tip(stored, row));
  pen.line([...at(tip(exact, row)), x, y], color, 1.5, [2, 4]);
  // Equal pairs are drawn at the same point. The lower dot is larger, so that both can be seen.
  pen.circle(x, y, row === 1 && isSame ? 9 : 5, { fill: color });
}

/**
 * Draws the exact tip of the hand at one position.
 * @param {Pen} pen
 * @param {View} view
 * @param {Float64Array} exact
 * @param {number} row
 */
function drawTip(pen, { tip, at }, exact, row) {
  const [x, y] = at(tip(exact, row));
  pen.circle(x, y, 4, { fill: pen.c.paper, stroke: pen.c[TIP_ROLES[row]], weight: 2 });
}

/**
 * Writes under the lens which positions it shows, and whether both are stored as the same pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box['lens']} lens
 * @param {number} pair
 * @param {Seen} seen
 * @param {boolean} hasLines
 */
function drawVerdict(pen, { state, same }, { left, top, side }, pair, seen, hasLines) {
  const { you, other, quiet, ink, wrong } = pen.c;
  const y = top + side + 20;
  const { position } = state;
  const named = [position - 1, position].map(labels.position);
  // Without room for both names, the numbers stand alone.
  const isTight = 2 * pen.measure(named[1], 14) > side;
  const [before, now] = isTight ? [position - 1, position].map((at) => grouped(at)) : named;
  pen.text(before, left, y, { color: other, weight: 650 });
  pen.text(now, left + side, y, { align: 'right', color: you, weight: 650 });
  const how = { align: 'center', size: 17, weight: 650 };
  if (!seen.stored) pen.text(labels.unknown, left + side / 2, y + 26, { ...how, color: quiet });
  else if (same[pair]) pen.text(labels.same, left + side / 2, y + 26, { ...how, color: wrong });
  else pen.text(labels.different, left + side / 2, y + 26, { ...how, color: ink });
  pen.text(hasLines ? labels.grid : labels.fine, left + side / 2, y + 48, {
    align: 'center',
    color: quiet,
  });
}

/**
 * Draws a bar for each clock. The bar ends before the first position at which the clock stands
 * still.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} pair
 * @param {Seen} seen
 */
function drawBars(pen, { state, first }, { bars, wide }, pair, seen) {
  const { left, right, top, bottom } = bars;
  const { ink, quiet, hair, control, wrong } = pen.c;
  const count = state.dim / 2;
  const pitch = (right - left) / count;
  const y = (/** @type {number} */ position) =>
    bottom - (decades(position) / decades(LIMIT)) * (bottom - top);
  pen.text(wide ? labels.bars : labels.barsBrief, wide ? left : 1, top - 32, { color: quiet });
  for (const position of [1, 10, 100, 1000, LIMIT]) {
    pen.hline(left, right, y(position), hair);
    const how = { align: 'right', base: 'middle', mono: true, size: 12, color: quiet };
    pen.text(grouped(position), left - 8, y(position), how);
  }
  pen.text(labels.clocks, (left + right) / 2, bottom + 20, { align: 'center', color: quiet });
  if (!seen.bars) {
    const how = { align: 'center', base: 'middle', size: 15, weight: 650, plate: true };
    pen.text(labels.hidden, (left + right) / 2, (top + bottom) / 2, how);
    return;
  }
  const limits = first[state.format];
  const width = Math.max(1, pitch * 0.66);
  /** @param {number} clock @param {number} across @param {string} color */
  const bar = (clock, across, color) => {
    const end = limits[clock] ? y(Math.max(1.3, limits[clock] - 1)) : top;
    pen.rect(left + (clock + 0.5) * pitch - across / 2, end, across, bottom - end, color);
  };
  for (let clock = 0; clock < count; clock++) bar(clock, width, limits[clock] ? wrong : control);
  // With many clocks, the bars are thin. The bar of the chosen clock is still easy to see.
  bar(pair, Math.max(3, width), ink);
  const chosen = labels.chosen(pair, limits[pair]);
  // The label of a fast clock begins where the bars begin, not on the lens.
  const middle = left + (pair + 0.5) * pitch;
  const isFast = middle - (pen.measure(chosen) * BOLD_WIDTH) / 2 < left;
  const align = isFast ? 'left' : 'center';
  pen.text(chosen, isFast ? left : middle, top - 10, { align, weight: 650 });
}

/**
 * Draws the largest error of each format at every position.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawErrors(pen, { state, errors }, { errors: box, wide }) {
  const { left, right, top, bottom } = box;
  const { ink, quiet, hair, you, control } = pen.c;
  const last = decades(SAMPLES[SAMPLES.length - 1]);
  const x = (/** @type {number} */ position) => left + (decades(position) / last) * (right - left);
  const y = (/** @type {number} */ error) =>
    top + (Math.max(decades(error), LEAST_ERROR) / LEAST_ERROR) * (bottom - top);
  pen.text(labels.errors, 1, top - 18, { color: quiet });
  const small = { mono: true, size: 12, color: quiet };
  for (let power = LEAST_ERROR; power <= 0; power += 3) {
    const at = top + (power / LEAST_ERROR) * (bottom - top);
    pen.hline(left, right, at, hair);
    pen.text(labels.power(power), left - 8, at, { ...small, align: 'right', base: 'middle' });
  }
  for (let position = 1; position <= 1e6; position *= wide ? 10 : 100)
    pen.text(grouped(position), x(position), bottom + 18, { ...small, align: 'center' });
  pen.vline(x(state.position), top, bottom, you, 1.5, [2, 4]);
  for (const format of FORMATS) {
    if (format === 'float64') continue;
    const chosen = format === state.format;
    const points = SAMPLES.flatMap((position, at) => [x(position), y(errors[format][at])]);
    pen.line(points, chosen ? ink : control, chosen ? 2.5 : 1.25);
    const how = { base: 'middle', color: chosen ? ink : quiet, weight: chosen ? 650 : 400 };
    const end = points[points.length - 1];
    if (wide) pen.text(formatNames[format], right + 8, end, how);
    else if (format === 'angle')
      pen.text(formatNames[format], right, end - 16, { ...how, align: 'right' });
    else
      pen.text(formatNames[format], left + 4, points[1] + (format === 'bfloat16' ? -10 : 10), how);
  }
}
