/**
 * Draws PeRange. Each scheme has a lane, a strip along the axis of positions. It shows what the
 * scheme gives at each position. The wall is the vertical line where training ended. Below the
 * lanes are details of the chosen scheme at the chosen position.
 */
import { grouped, wave } from '../chassis/format.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { placeText, plotWords } from '../chassis/words.js';
import { turned } from '../parts/turn-curves.js';
import {
  FARTHEST,
  SHOWN_COLUMNS,
  arcOutside,
  degreesOutside,
  drawnPairs,
  intoTurn,
  place,
  schemesFor,
} from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { degreesText, labelsOnPicture, names } = translated('range', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Scheme} Scheme */
/** @typedef {ReturnType<typeof layout>} Layout */

/**
 * Returns where the lanes of the schemes and the details below them are, in CSS pixels.
 * @param {number} width
 * @param {boolean} beginner whether to show fewer and larger clocks
 */
export function layout(width, beginner) {
  const wide = width >= 560;
  const [x0, x1] = wide ? [140, width - 160] : [0, width - 1];
  const schemes = schemesFor(beginner);
  const top = 58;
  // On a phone, the picture is less tall, so that the question below it fits on the same screen.
  const low = beginner && !wide;
  const narrow = low ? 62 : 70;
  const lane = wide ? 58 : narrow;
  const bottom = top + schemes.length * lane;
  const details = bottom + (low ? 78 : 84);
  const clocks = layoutClocks(width, wide, beginner);
  const height = details + (clocks.most / clocks.columns) * clocks.clockRow + 6;
  return { wide, beginner, schemes, x0, x1, top, lane, bottom, details, ...clocks, height };
}

/**
 * Returns how many clocks there are at most, and how large they are.
 * @param {number} width
 * @param {boolean} wide
 * @param {boolean} beginner
 */
function layoutClocks(width, wide, beginner) {
  const most = beginner ? 8 : 32;
  const columns = width >= 820 && !beginner ? 16 : 8;
  if (beginner && !wide) return clockSizes(width, most, 4, 56, 22);
  return clockSizes(width, most, columns, beginner ? 88 : 60, wide ? 18 + Number(beginner) * 6 : 2);
}

/**
 * @param {number} width
 * @param {number} most the largest number of clocks
 * @param {number} columns
 * @param {number} largest the largest diameter
 * @param {number} below the room under a clock
 */
function clockSizes(width, most, columns, largest, below) {
  const pitch = width / columns;
  const clock = Math.min(largest, Math.floor(pitch));
  return { most, columns, pitch, clock, clockRow: clock + below };
}

/**
 * The function that draws the details of each scheme.
 * @type {Record<Scheme,
 *   (pen: Pen, model: Model, box: Layout, positionShown: number, slow: number) => void>}
 */
const DETAILS = {
  learned: drawTable,
  sinusoidal: drawClocks,
  rope: drawClocks,
  alibi: drawBiases,
};

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {Record<string, number>} shown the numbers that this frame draws
 */
export function drawPicture(pen, model, box, shown) {
  const { state } = model;
  const wall = axisX(box, state.length - 1);
  const now = axisX(box, shown.position);
  for (let at = 0; at < box.schemes.length; at++) drawLane(pen, model, box, at, wall, now);
  drawAxis(pen, model, box);
  pen.vline(now, box.top - 14, box.top - (box.wide ? 0 : 2), pen.c.you, 2.5);
  pen.text(placeText(state.position, pen.beginner), now, box.top - 20, {
    align: 'center',
    mono: true,
    size: 15,
    weight: 700,
    color: pen.c.you,
    plate: true,
  });
  DETAILS[state.scheme](pen, model, box, shown.position, shown.slow ?? state.slow);
}

/**
 * Returns the x of a position on the axis.
 * @param {Layout} box
 * @param {number} position
 */
const axisX = ({ x0, x1 }, position) => x0 + place(position) * (x1 - x0);

/**
 * Writes a small number at an axis.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{align: string, base?: string}} how
 */
function axisNumber(pen, text, x, y, how) {
  pen.text(text, x, y, { size: 12, mono: true, color: pen.c.quiet, ...how });
}

// The lanes. Each shows what a scheme gives at the positions of training and at later positions.

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at the index of the scheme in SCHEMES
 * @param {number} wall the x where training ended
 * @param {number} now the x of the chosen position
 */
function drawLane(pen, model, box, at, wall, now) {
  const { wide, x0, x1 } = box;
  const y = box.top + at * box.lane;
  const top = y + (wide ? 0 : 26);
  const bottom = box.top + (at + 1) * box.lane;
  pen.rect(x0, top, wall - x0, bottom - top, pen.c.seen);
  pen.rect(wall, top, x1 - wall, bottom - top, pen.c.unseen);
  pen.hline(0, pen.width, y, pen.c.hair);
  drawShape(pen, model, box, at, wall);
  drawLaneTexts(pen, model, box, at);
  pen.vline(wall, top, bottom, pen.c.ink, 2);
  pen.vline(now, top, bottom, pen.c.you, 2.5);
}

/**
 * The drawing in a lane: an area and the lines around it, each as a list of x and y.
 * @typedef {{area: number[], lines: number[][]}} Shape
 */

/**
 * @typedef {object} Plot
 * @property {number} wall the x where training ended
 * @property {number} high the y of the value 1
 * @property {number} low the y of the value 0
 * @property {(heights: number[]) => number[]} curve converts the values at the sampled positions to
 *   the points of a curve
 * @property {boolean} covered whether the question is not answered yet
 */

/**
 * The function that computes the drawing in the lane of each scheme.
 * @type {Record<Scheme, (model: Model, box: Layout, plot: Plot) => Shape>}
 */
const SHAPES = {
  learned: rowsShape,
  sinusoidal: sharesShape,
  rope: sharesShape,
  alibi: biasesShape,
};

/**
 * Returns a rectangle up to the wall: the learned table has rows for these positions.
 * @param {Model} _model
 * @param {Layout} box
 * @param {Plot} plot
 * @returns {Shape}
 */
function rowsShape(_model, { x0 }, { wall, high, low }) {
  const line = [x0, high, wall, high, wall, low];
  return { area: [...line, x0, low], lines: [line] };
}

/**
 * Returns the area under a curve: the share of the pairs that are at angles that training saw.
 * @param {Model} model
 * @param {Layout} box
 * @param {Plot} plot
 * @returns {Shape}
 */
function sharesShape({ shares, positions, state }, { x0 }, { low, curve, covered }) {
  // The curve beyond the wall would answer the open question, so it is not drawn.
  const line = curve(shares.filter((_, at) => !covered || positions[at] < state.length));
  return { area: [x0, low, ...line, line[line.length - 2], low], lines: [line] };
}

/**
 * Returns the area between the biases of the steepest head and the biases of the gentlest head.
 * Both axes are logarithmic, so that the lines are straight.
 * @param {Model} model
 * @param {Layout} _box
 * @param {Plot} plot
 * @returns {Shape}
 */
function biasesShape({ depths }, _box, { curve }) {
  const [steep, gentle] = depths.map(curve);
  const back = [];
  for (let index = gentle.length - 2; index >= 0; index -= 2)
    back.push(gentle[index], gentle[index + 1]);
  return { area: [...steep, ...back], lines: [steep, gentle] };
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at
 * @param {number} wall
 */
function drawShape(pen, model, box, at, wall) {
  const { wide, schemes, x0, x1, lane } = box;
  const y = box.top + at * lane;
  const high = y + (wide ? 10 : 28);
  const low = y + lane - 8;
  /** @param {number[]} heights */
  const curve = (heights) => {
    const points = [];
    for (let index = 0; index < heights.length; index++)
      points.push(x0 + model.places[index] * (x1 - x0), low - heights[index] * (low - high));
    return points;
  };
  const active = schemes[at] === model.state.scheme;
  const { area, lines } = SHAPES[schemes[at]](model, box, {
    ...{ wall, high, low, curve },
    covered: pen.covered,
  });
  pen.area(area, pen.c.right, active ? 0.3 : 0.16);
  for (const line of lines) pen.line(line, active ? pen.c.right : pen.c.control, active ? 2 : 1.25);
  // In a narrow figure for beginners, drawLaneTexts writes a note where the scale would be.
  const isScaled = ['sinusoidal', 'rope'].includes(schemes[at]) && (wide || !pen.beginner);
  if (isScaled) drawScale(pen, model, box, high, low);
}

/**
 * Writes the scale of a lane: the total number of clocks at the top, and 0 at the bottom.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} high the y of the top
 * @param {number} low the y of the bottom
 */
function drawScale(pen, { waves }, { wide, x0 }, high, low) {
  // In a narrow figure, the numbers are on the colour of the lane, and need more contrast.
  const how = wide ? { align: 'right', base: 'middle' } : { align: 'left', color: pen.c.ink };
  const x = wide ? x0 - 6 : 4;
  axisNumber(pen, grouped(waves.length), x, high, { base: 'top', ...how });
  axisNumber(pen, '0', x, low, { base: 'bottom', ...how });
}

/**
 * Writes the name of a scheme, and its answers to two questions. Does the position have a value?
 * Did training include it? In a narrow picture, all this is in one line above the lane.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at
 */
function drawLaneTexts(pen, model, { wide, schemes, x1, top, lane }, at) {
  const scheme = schemes[at];
  const active = scheme === model.state.scheme;
  const y = top + at * lane;
  const [first, second] = wide ? [y + lane / 2 - 3, y + lane / 2 + 16] : [y + 19, y + 19];
  if (active) pen.rect(0, y + 7, 3, (wide ? lane : 26) - 12, pen.c.ink);
  const nameWidth = pen.text(names.scheme[at], 10, first, {
    weight: active ? 700 : 400,
    color: active ? pen.c.ink : pen.c.quiet,
  });
  const note = labelsOnPicture.laneNotes[scheme](model);
  if (wide) pen.text(note, 10, second, { size: 12, color: pen.c.quiet });
  // On the colour of a lane, a text needs more contrast.
  else if (pen.beginner) pen.text(note, 6, y + lane - 16, { size: 12, color: pen.c.ink });
  drawVerdict(pen, definedVerdict(model, scheme), wide ? x1 + 14 : nameWidth + 26, first, 'left');
  const end = wide ? x1 + 14 : pen.width;
  const trained = trainedVerdict(model, scheme);
  const isAnswer = pen.covered && !model.inside && trained.text !== labelsOnPicture.untrained;
  if (!isAnswer) drawVerdict(pen, trained, end, second, wide ? 'left' : 'right');
}

/** @typedef {{good: boolean, text: string}} Verdict the answer to one of the two questions */

/**
 * @param {Pen} pen
 * @param {Verdict} verdict
 * @param {number} x
 * @param {number} y
 * @param {string} align
 */
function drawVerdict(pen, { good, text }, x, y, align) {
  pen.text(`${good ? '✓' : '✗'} ${text}`, x, y, {
    align,
    color: good ? pen.c.right : pen.c.wrong,
    weight: 650,
  });
}

/**
 * @param {Model} model
 * @param {Scheme} scheme
 * @returns {Verdict}
 */
function definedVerdict({ error }, scheme) {
  if (scheme === 'learned' && error) return { good: false, text: labelsOnPicture.noRow };
  return { good: true, text: labelsOnPicture.defined };
}

/**
 * @param {Model} model
 * @param {Scheme} scheme
 * @returns {Verdict}
 */
function trainedVerdict({ inside, strange, waves }, scheme) {
  const { trainedHere, untrained, allSeen } = labelsOnPicture;
  if (scheme === 'learned' || scheme === 'alibi')
    return { good: inside, text: inside ? trainedHere : untrained };
  return {
    good: !strange,
    text: strange ? labelsOnPicture.unseen(strange, waves.length) : allSeen,
  };
}

/**
 * Writes the number of a tick, in a shorter form if the axis is narrow.
 * @param {number} value
 * @param {boolean} roomy
 */
function tickText(value, roomy) {
  if (roomy || value < 1000) return grouped(value);
  return plotWords.brief(value);
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawAxis(pen, { state }, box) {
  const { x0, x1, bottom } = box;
  const roomy = x1 - x0 > 560;
  for (let value = 1; value <= FARTHEST; value *= 10) {
    const x = axisX(box, value);
    const last = value === FARTHEST;
    pen.vline(x, bottom, bottom + 5, pen.c.quiet);
    axisNumber(pen, tickText(value, roomy), last ? x1 : x, bottom + 20, {
      align: last ? 'right' : 'center',
    });
  }
  const { axis, axisPlain, trained, neverTrained } = labelsOnPicture;
  pen.text(pen.beginner ? axisPlain : axis, x1, bottom + 38, {
    align: 'right',
    color: pen.c.quiet,
  });
  pen.text(trained(state.length - 1), x0, 14, { color: pen.c.right, weight: 650 });
  pen.text(neverTrained, x1, 14, { align: 'right', color: pen.c.wrong, weight: 650 });
}

// The details. They show the chosen scheme at the chosen position.

/**
 * Writes a title, and a note to the right of it if there is room.
 * @param {Pen} pen
 * @param {number} top the y where the picture under the title begins
 * @param {string} long
 * @param {string} note
 * @param {string} [short] the title that is written if there is no room for `long` and the note
 */
function drawTitle(pen, top, long, note, short = long) {
  const isRoomy = BOLD_WIDTH * pen.measure(long) + 10 + pen.measure(note) < pen.width;
  const title = isRoomy ? long : short;
  const end = pen.text(title, 0, top - 16, { weight: 650 }) + 10;
  if (end + pen.measure(note) < pen.width) pen.text(note, end, top - 16, { color: pen.c.quiet });
}

/**
 * Draws the clocks. Each has the arc of the angles that training showed, and its present hand. A
 * red arc leads from the trained arc to a hand outside it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} positionShown the position in this frame
 * @param {number} slow how many times slower the clocks turn in this frame
 */
function drawClocks(pen, model, box, positionShown, slow) {
  const { waves, state } = model;
  const isAnswer = pen.covered && positionShown > state.length - 1;
  const place = positionShown / slow;
  const { wide, beginner, details, columns, pitch, clock, clockRow } = box;
  const pairs = drawnPairs(waves, state, box.most);
  const hands = turned(
    pairs.map((pair) => (2 * Math.PI * intoTurn(place, waves[pair])) / waves[pair]),
  );
  pairs.forEach((pair, at) => {
    const x = ((at % columns) + 0.5) * pitch;
    const y = details + Math.floor(at / columns) * clockRow + clock / 2;
    const radius = clock / 2 - 4;
    const wavelength = waves[pair];
    const outside = arcOutside(place, wavelength, state.length);
    drawArcs(pen, x, y, radius, (state.length - 1) / wavelength, isAnswer ? [0, 0] : outside);
    const [right, up] = [hands[2 * at], hands[2 * at + 1]];
    pen.line([x, y, x + radius * right, y - radius * up], pen.c.you, beginner ? 3 : 2);
    if ((wide || beginner) && !isAnswer)
      drawUnder(pen, box, wavelength, degreesOutside(place, wavelength, state.length), {
        x,
        y: y + radius + 18,
      });
  });
  const { clocks, clocksShort, clocksNote, clocksNoteShort } = labelsOnPicture;
  drawTitle(
    pen,
    details,
    clocks(model, pairs.length),
    wide ? clocksNote(beginner) : clocksNoteShort,
    clocksShort(model, pairs.length),
  );
}

/**
 * Draws the trained arc in green. If the hand is outside this arc, draws the shortest arc between
 * the hand and the trained arc in red.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} seen the number of turns that the hand made in training
 * @param {number[]} outside where the red arc begins and ends, in turns
 */
function drawArcs(pen, x, y, radius, seen, [from, to]) {
  const trained = Math.min(1, seen);
  pen.circle(x, y, radius, { fill: pen.c.seen, to: trained });
  pen.circle(x, y, radius, { stroke: pen.c.hair });
  pen.ctx.lineCap = 'butt';
  pen.circle(x, y, radius, { stroke: pen.c.right, weight: 3, to: trained });
  if (to > from) {
    pen.ctx.globalAlpha = 0.3;
    pen.circle(x, y, radius, { fill: pen.c.wrong, from, to });
    pen.ctx.globalAlpha = 1;
    pen.circle(x, y, radius, { stroke: pen.c.wrong, weight: 6, from, to });
  }
  pen.ctx.lineCap = 'round';
}

/**
 * Writes under a clock by how many degrees its hand is outside the trained arc. If the hand is
 * inside, writes the positions per turn, or a word for beginners.
 * @param {Pen} pen
 * @param {Layout} box
 * @param {number} wavelength
 * @param {number} outside in degrees
 * @param {{x: number, y: number}} at
 */
function drawUnder(pen, { beginner }, wavelength, outside, { x, y }) {
  const inside = wavelength < 1000 ? wave(wavelength) : grouped(wavelength);
  const quiet = beginner ? labelsOnPicture.seen : inside;
  pen.text(outside ? degreesText(outside) : quiet, x, y, {
    align: 'center',
    size: beginner && outside ? 14 : 12,
    mono: !!outside || !beginner,
    weight: outside ? 650 : 400,
    color: outside ? pen.c.wrong : pen.c.quiet,
  });
}

/**
 * Returns which part of the learned table is shown, and where it is.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function tableWindow(pen, { state }, { details, wide }) {
  const { position, length } = state;
  const [count, high] = wide ? [15, 10] : [9, 9];
  const from = Math.max(0, Math.min(position - (count >> 1), length - 5));
  return {
    x: 76,
    y: details,
    width: wide ? Math.min(330, pen.width - 360) : pen.width - 80,
    /** The height of a row. */
    high,
    /** The first row shown. */
    from,
    /** The number of rows that fit. */
    count,
    /** How many of the rows that fit exist in the table. */
    there: Math.min(count, length - from),
    /** The place of the chosen row among the rows that fit, whether the row exists or not. */
    slot: Math.min(position - from, count - 2),
  };
}

/** @typedef {ReturnType<typeof tableWindow>} TableWindow */

/**
 * Draws rows of the learned table, and frames the chosen row or the place where it is missing.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawTable(pen, model, box) {
  const part = tableWindow(pen, model, box);
  const { state, error } = model;
  const columns = Math.min(SHOWN_COLUMNS, state.dim);
  drawTableRows(pen, model, part, columns);
  drawRowNumbers(pen, state.position, part);
  const color = error ? pen.c.wrong : pen.c.you;
  const top = part.y + part.slot * part.high;
  pen.frame(part.x, top, part.width, part.high, pen.c.paper, 4);
  pen.frame(part.x, top, part.width, part.high, color, 2);
  rowNumber(pen, part, part.slot, grouped(state.position), color, 700);
  const { rows, rowsNote, rowsNoteShort } = labelsOnPicture;
  drawTitle(pen, part.y, rows, box.wide ? rowsNote(columns, state.dim) : rowsNoteShort);
  if (box.wide) drawTableSize(pen, model, part);
  if (!error) return;
  const lines = pen.beginner
    ? labelsOnPicture.missing(state.position, state.length)
    : error.split(/(?<=]:|,) /);
  drawError(pen, lines, part, box.wide);
}

/**
 * Draws the rows that exist, and dashed lines for the rows that do not.
 * @param {Pen} pen
 * @param {Model} model
 * @param {TableWindow} part
 * @param {number} columns
 */
function drawTableRows(pen, { state, rows }, { x, y, width, high, from, count, there }, columns) {
  if (!rows) return;
  const { ctx } = pen;
  ctx.imageSmoothingEnabled = false;
  const heat = pen.heat('rows', rows, state.length, columns);
  ctx.drawImage(heat, 0, from, columns, there, x, y, width, there * high);
  for (let row = there + 1; row <= count; row++)
    pen.hline(x, x + width, y + row * high, pen.c.hair, 1, [3, 4]);
  if (there < count) pen.hline(x, x + width, y + there * high, pen.c.ink, 2);
}

/**
 * @param {Pen} pen
 * @param {TableWindow} part
 * @param {number} row
 * @param {string} text
 */
function rowNumber(pen, { x, y, high }, row, text, color = pen.c.quiet, weight = 400) {
  pen.text(text, x - 10, y + (row + 0.5) * high, {
    align: 'right',
    base: 'middle',
    mono: true,
    size: 12,
    color,
    weight,
  });
}

/**
 * Writes the numbers of the first and the last row shown, and dots where rows are left out.
 * @param {Pen} pen
 * @param {number} position
 * @param {TableWindow} part
 */
function drawRowNumbers(pen, position, part) {
  const { from, there, slot, high } = part;
  for (const row of [0, there - 1])
    if (Math.abs(row - slot) > 1) rowNumber(pen, part, row, grouped(from + row));
  if (slot < position - from && (slot - there) * high > 24)
    rowNumber(pen, part, (there + slot) / 2, '⋮');
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {TableWindow} part
 */
function drawTableSize(pen, model, { x, y, width }) {
  const { tableSize, tableNote } = labelsOnPicture;
  const left = x + width + 32;
  pen.text(tableSize(model), left, y + 20, { mono: true, size: 17, weight: 650 });
  pen.text(tableNote, left, y + 20 + 22, { color: pen.c.quiet });
}

/**
 * Writes why there is no row: for beginners in words, for others as the error of the library.
 * @param {Pen} pen
 * @param {string[]} lines
 * @param {TableWindow} part
 * @param {boolean} wide
 */
function drawError(pen, lines, { x, y, width, count, high }, wide) {
  const left = wide ? x + width + 32 : 0;
  const top = wide ? y + 80 : y + count * high + 24;
  const how = { mono: !pen.beginner, color: pen.c.wrong };
  lines.forEach((line, at) => pen.text(line, left, top + at * 18, how));
}

/**
 * Returns the axes of the biases. Both axes are linear, so that each head is a straight line.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function biasAxes(pen, { state, slopes }, { details, wide, height }) {
  const far = Math.max(2 * state.length, state.position) * 1.06;
  const [x0, x1, y0, y1] = [wide ? 76 : 58, pen.width - 48, details, height - 26];
  // The bias at the bottom of the picture. Only the three steepest heads reach larger biases.
  const deep = slopes[3] * far;
  return {
    far,
    deep,
    x0,
    x1,
    y0,
    y1,
    /** @param {number} distance */
    x: (distance) => x0 + (distance / far) * (x1 - x0),
    /** @param {number} bias */
    y: (bias) => y0 + (bias / deep) * (y1 - y0),
  };
}

/** @typedef {ReturnType<typeof biasAxes>} BiasAxes */

/**
 * Draws the bias of each head as a straight line that continues past the trained length.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawBiases(pen, model, box) {
  const axes = biasAxes(pen, model, box);
  const { x0, x1, y0, y1, x } = axes;
  const { position, length } = model.state;
  const wall = x(length - 1);
  pen.rect(x0, y0, wall - x0, y1 - y0, pen.c.seen);
  pen.rect(wall, y0, x1 - wall, y1 - y0, pen.c.unseen);
  pen.vline(wall, y0, y1, pen.c.ink, 2);
  pen.vline(x(position), y0, y1, pen.c.you, 2.5);
  drawHeadLines(pen, model, axes);
  drawBiasTicks(pen, model, axes);
  const { biases, biasesNote, biasesNoteShort } = labelsOnPicture;
  drawTitle(pen, box.details, biases, box.wide ? biasesNote : biasesNoteShort);
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {BiasAxes} axes
 */
function drawHeadLines(pen, { state, slopes }, { far, deep, x1, x, y }) {
  slopes.forEach((slope, at) => {
    const end = Math.min(far, deep / slope);
    const bias = slope * state.position;
    pen.line([x(0), y(0), x(end), y(slope * end)], pen.c.ink, 1.5);
    if (bias <= deep)
      pen.circle(x(state.position), y(bias), 4, { fill: pen.c.you, stroke: pen.c.paper });
    if (at > 2 && at < 6)
      axisNumber(pen, `1/${1 / slope}`, x1 + 8, y(slope * end), { align: 'left', base: 'middle' });
  });
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {BiasAxes} axes
 */
function drawBiasTicks(pen, { state }, { deep, x0, y1, x, y }) {
  const { position, length } = state;
  for (const share of [0, 0.5, 1]) {
    const text = share ? `−${grouped(deep * share, deep < 100 ? 1 : 0)}` : '0';
    axisNumber(pen, text, x0 - 8, y(deep * share), { align: 'right', base: 'middle' });
  }
  for (const distance of [0, length - 1]) {
    const clearOfNow = Math.abs(x(distance) - x(position)) > 50;
    const clearOfZero = !distance || x(distance) - x0 > 50;
    if (clearOfNow && clearOfZero)
      axisNumber(pen, grouped(distance), x(distance), y1 + 18, { align: 'center' });
  }
  pen.text(grouped(position), x(position), y1 + 18, {
    align: 'center',
    mono: true,
    color: pen.c.you,
    weight: 700,
  });
}
