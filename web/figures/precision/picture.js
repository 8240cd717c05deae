/**
 * Draws PePrecision. Each of two lenses shows where the hand of a clock ends at neighbouring
 * positions. One lens always shows the fastest clock. The lines in a lens mark the numbers that can
 * be stored. Bars show up to which position each clock keeps moving. For experts, a chart below
 * shows the error of each format at every position.
 */
import { decades } from '../chassis/decades.js';
import { grouped, localized, scientific } from '../chassis/format.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { BITS, FORMATS, LIMIT, SAMPLES, powerBelow } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { formatNames, labelsOnPicture: labels } = translated('precision', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */

/**
 * What the picture shows. `rounded` says how far the tips have moved to stored numbers, from 0 to
 * 1. `verdict` and `bars` say whether the verdicts and the bars are shown.
 * @typedef {{rounded: number, verdict: boolean, bars: boolean}} Seen
 */

/** If about this many lines or more would cross a lens, none of them is drawn. */
const MOST_LINES = 40;
/** The smallest error on the chart, as a power of ten. */
const LEAST_ERROR = -9;
/** The height of the texts and bars under a lens, in CSS pixels. */
const UNDER_LENS = 150;

/**
 * Returns where each part of the picture is, in CSS pixels.
 * @param {number} width
 * @param {boolean} beginner
 */
export function layout(width, beginner) {
  const wide = width >= 600;
  const side = Math.min(wide ? 210 : (width - 14) / 2, 210);
  const lens = { left: 1, top: 26, side, apart: side + (wide ? 22 : 12) };
  const low = lens.top + side + UNDER_LENS;
  const top = wide ? 46 : low + 50;
  const bars = {
    left: wide ? lens.apart + side + 70 : 46,
    right: width - 8,
    top,
    bottom: wide ? low - 44 : top + 160,
  };
  const under = wide ? low : bars.bottom + 46;
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
  const box = layout(pen.width, pen.beginner);
  const views = model.paces.map(({ pair }) => viewOf(model, pair, seen));
  drawLens(pen, model, box, views, 0, seen);
  drawLens(pen, model, box, views, 1, seen);
  drawBars(pen, model, box, seen);
  if (!pen.beginner) drawErrors(pen, model, box);
}

/**
 * Returns the part of the plane that a lens shows: its middle, and its reach to each side. Also
 * returns two functions that give the tip of the hand in one of five rows, as sine and cosine.
 * `exact` gives the exact tip, and `moved` gives the tip on its way to the stored pair.
 * @param {Model} model
 * @param {number} pair
 * @param {Seen} seen
 */
function viewOf({ exact, stored, state }, pair, { rounded }) {
  /** @param {Float64Array} table @param {number} row */
  const tip = (table, row) => {
    const at = row * state.dim + 2 * pair;
    return [table[at], table[at + 1]];
  };
  const [before, now] = [tip(exact, 1), tip(exact, 2)];
  const middle = [(before[0] + now[0]) / 2, (before[1] + now[1]) / 2];
  const ends = [before, now, tip(stored, 1), tip(stored, 2)];
  const away = ends.map(([sine, cosine]) =>
    Math.max(Math.abs(sine - middle[0]), Math.abs(cosine - middle[1])),
  );
  /** @param {number} row */
  const moved = (row) => {
    const [from, to] = [tip(exact, row), tip(stored, row)];
    return from.map((value, by) => value + (to[by] - value) * rounded);
  };
  return {
    middle,
    reach: 1.5 * Math.max(...away),
    exact: (/** @type {number} */ row) => tip(exact, row),
    moved,
  };
}

/**
 * Returns the numbers between two ends that can be stored. Numbers whose lines would be too close
 * are left out. If even the largest numbers are too close, the result is empty.
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

/** @typedef {ReturnType<typeof viewOf>} View */

/**
 * Draws a lens, and what it shows.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View[]} views the views of both lenses
 * @param {number} which 0 for the lens of the fastest clock
 * @param {Seen} seen
 */
function drawLens(pen, model, { lens, wide }, views, which, seen) {
  const { top, side } = lens;
  const left = lens.left + which * lens.apart;
  const view = views[which];
  const { pair } = model.paces[which];
  const { ink, quiet, control } = pen.c;
  const isChosen = pair === model.state.pair;
  const name = labels.lens(pair, model.state.dim / 2);
  const end = pen.text(name, left, 14, { color: ink, weight: isChosen ? 650 : 400 });
  const zoom = labels.zoom(Math.max(1, views[0].reach / view.reach));
  if (end * BOLD_WIDTH + pen.measure(zoom) + 6 < side)
    pen.text(zoom, left + side, 14, { color: quiet, align: 'right' });
  /** Turns a sine and a cosine into x and y. @param {number[]} tip */
  const at = ([sine, cosine]) => [
    left + side / 2 + ((sine - view.middle[0]) / view.reach) * (side / 2),
    top + side / 2 - ((cosine - view.middle[1]) / view.reach) * (side / 2),
  ];
  const { ctx } = pen;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, side, side);
  ctx.clip();
  const isDense = drawGrid(pen, model, { left, top, side }, view, at);
  const arc = [];
  for (let step = -1; step <= 1; step += 1 / 32) arc.push(...at(onCircle(view, step)));
  pen.line(arc, quiet, 1.5);
  for (const row of pen.beginner ? NAMED : [0, 1, 4, 3, 2])
    drawStored(pen, view, at, row, seen, model.same[pair]);
  for (const row of pen.beginner ? NAMED : [0, 4, 3, 1, 2]) {
    const [x, y] = at(view.exact(row));
    pen.circle(x, y, 3, { fill: pen.c.paper, stroke: pen.c[TIP_ROLES[row]], weight: 2 });
  }
  ctx.restore();
  pen.frame(left, top, side, side, control, 1);
  const lines = wide ? labels.lines : labels.linesBrief;
  const legend = pen.fit(isDense ? labels.dense : lines, side, 12);
  pen.text(legend.text, left, top + side + 37, { ...legend, color: quiet });
  drawVerdict(pen, model, left, top + side, side, pair, seen);
  drawPace(pen, model.paces[which], left, top + side + 84, side, seen.verdict);
}

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
 * Draws the lines of numbers that can be stored. If they are too close, draws an area instead.
 * Returns true if it draws the area.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{left: number, top: number, side: number}} lens
 * @param {View} view
 * @param {(tip: number[]) => number[]} at
 */
function drawGrid(pen, { state }, { left, top, side }, { middle, reach }, at) {
  const bits = BITS[state.format];
  const [sines, cosines] = middle.map((value) => storable(value - reach, value + reach, bits));
  const isDense = !sines.length && !cosines.length;
  if (isDense) {
    const corners = [left, top, left + side, top, left + side, top + side, left, top + side];
    pen.area(corners, pen.c.hair, 0.45);
  }
  for (const sine of sines) pen.vline(at([sine, 0])[0], top, top + side, pen.c.hair);
  for (const cosine of cosines) pen.hline(left, left + side, at([0, cosine])[1], pen.c.hair);
  return isDense;
}

/** The colours of the five tips. The third tip is at the chosen position. @type {string[]} */
const TIP_ROLES = ['control', 'other', 'you', 'control', 'control'];
/** The tips that beginners see: those whose positions are written under the lens. */
const NAMED = [1, 2];

/**
 * Draws a dot on its way from an exact tip to the stored pair. A dashed line leads from the exact
 * tip to the dot.
 * @param {Pen} pen
 * @param {View} view
 * @param {(tip: number[]) => number[]} at
 * @param {number} row
 * @param {Seen} seen
 * @param {boolean} isSame whether the position before has the same pair
 */
function drawStored(pen, view, at, row, { rounded }, isSame) {
  if (!rounded) return;
  const color = pen.c[TIP_ROLES[row]];
  const [x, y] = at(view.moved(row));
  pen.line([...at(view.exact(row)), x, y], color, 1.5, [2, 4]);
  // Equal pairs are drawn at the same point. The dot underneath is larger, so that both are seen.
  pen.circle(x, y, row === 1 && isSame ? 10 : 6, { fill: color });
}

/**
 * Writes under a lens which positions it shows, and whether both are stored as the same pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} left
 * @param {number} bottom the lower edge of the lens
 * @param {number} side
 * @param {number} pair
 * @param {Seen} seen
 */
function drawVerdict(pen, { state, same }, left, bottom, side, pair, seen) {
  const { you, other, quiet, ink, wrong } = pen.c;
  const { position } = state;
  const named = [position - 1, position].map(labels.position);
  // If the two bold names do not fit side by side, only the numbers are written.
  const isTight = 2 * pen.measure(named[1], 14) > side - 28;
  const [before, now] = isTight ? [position - 1, position].map((at) => grouped(at)) : named;
  pen.text(before, left, bottom + 19, { color: other, weight: 650 });
  pen.text(now, left + side, bottom + 19, { align: 'right', color: you, weight: 650 });
  const [said, color] = same[pair] ? [labels.same, wrong] : [labels.different, ink];
  const { text, size } = pen.fit(seen.verdict ? said : labels.unknown, side, 17);
  pen.text(text, left + side / 2, bottom + 63, {
    align: 'center',
    size,
    weight: 650,
    room: side,
    color: seen.verdict ? color : quiet,
  });
}

/**
 * Writes how far the hand moves in a step. After the answer, also writes the gap between two stored
 * numbers, and draws the step and the gap as bars.
 * @param {Pen} pen
 * @param {import('./model.js').Pace} pace
 * @param {number} left
 * @param {number} top
 * @param {number} side
 * @param {boolean} compares whether to show the gap and the bars
 */
function drawPace(pen, { step, gap }, left, top, side, compares) {
  const { quiet, you, control } = pen.c;
  const most = Math.max(step, gap);
  /** @type {[string, number, string][]} */
  const rows = [
    [labels.step, step, you],
    [labels.gap, gap, control],
  ];
  rows.slice(0, compares ? 2 : 1).forEach(([name, value, color], at) => {
    const y = top + at * 28;
    const number = small(value);
    const room = side - pen.measure(number, 12, true) - 6;
    pen.text(name, left, y + 8, { size: 12, color: quiet, room });
    pen.text(number, left + side, y + 8, { size: 12, mono: true, color: quiet, align: 'right' });
    if (compares) pen.rect(left, y + 13, Math.max(1, (value / most) * side), 6, color);
  });
}

/** Writes a step or a gap with two digits. @param {number} value */
const small = (value) => (value < 0.0001 ? scientific(value, 1) : localized(value.toPrecision(2)));

/**
 * Draws a bar for each clock. The bar ends before the first position at which the clock stands
 * still. If there is no such position up to LIMIT, the bar is pale.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Seen} seen
 */
function drawBars(pen, { state, first }, { bars, wide }, seen) {
  const { pair } = state;
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
  for (let clock = 0; clock < count; clock++) bar(clock, width, limits[clock] ? wrong : hair);
  // With many clocks, the bars are thin. The bar of the chosen clock is at least 3 pixels wide.
  bar(pair, Math.max(3, width), limits[pair] ? ink : control);
  drawNever(pen, limits, bars, pitch);
  const chosen = labels.chosen(pair, limits[pair]);
  // A centred label of a fast clock would cover the lens. So it begins at the left end of the bars.
  const middle = left + (pair + 0.5) * pitch;
  const isFast = middle - (pen.measure(chosen) * BOLD_WIDTH) / 2 < left;
  const align = isFast ? 'left' : 'center';
  pen.text(chosen, isFast ? left : middle, top - 10, { align, weight: 650 });
}

/**
 * Writes on the pale bars of the fast clocks what they mean, if the bars are wide enough.
 * @param {Pen} pen
 * @param {Int32Array} limits
 * @param {Box['bars']} bars
 * @param {number} pitch the distance from one bar to the next
 */
function drawNever(pen, limits, { left, top, bottom }, pitch) {
  const first = limits.findIndex(Boolean);
  const room = (first < 0 ? limits.length : first) * pitch;
  const text = labels.never();
  if (pen.measure(text, 12) + 8 > room) return;
  const how = { align: 'center', base: 'middle', size: 12, color: pen.c.quiet, plate: true };
  pen.text(text, left + room / 2, (top + bottom) / 2, how);
}

/**
 * Draws the largest error of each format at every position.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawErrors(pen, { state, errors, far }, { errors: box, wide }) {
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
    if (chosen) pen.circle(x(state.position), y(far[format].error), 4.5, { fill: you });
    const how = { base: 'middle', color: chosen ? ink : quiet, weight: chosen ? 650 : 400 };
    const end = points[points.length - 1];
    if (wide) pen.text(formatNames[format], right + 8, end, how);
    else if (format === 'angle')
      pen.text(formatNames[format], right, end - 16, { ...how, align: 'right' });
    else
      pen.text(formatNames[format], left + 4, points[1] + (format === 'bfloat16' ? -10 : 10), how);
  }
}
