/*
 * Draws pe-waves. At the top, the chosen clock has a hand. The height of its tip is the cosine. The
 * wave beside the clock shows this height, and a line leads from the tip to the wave. Each row
 * below, called a lane, shows the wave of another clock. The left end of a lane has a dial: a small
 * clock with its hand.
 */
import { tipOf } from '../parts/hand.js';
import { Curves, stepsFor, sweep, turned } from '../parts/turn-curves.js';
import { isSecret, pairsOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('waves', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Model, State } from './model.js' */
/** @typedef {ReturnType<typeof layout>} Box */

/**
 * The values drawn in this frame. During a transition they lie between the values of two states.
 * @typedef {object} Now
 * @property {number} position the current position
 * @property {number} other the position that the current position is compared with
 * @property {number} frequency the radians by which the chosen clock turns in one position
 * @property {Hand} you the hand of the chosen clock at `position`
 * @property {Hand} rival the hand of the chosen clock at `other`
 * @property {number} squash the width of the circle, as a fraction of its height; at 0 it is a line
 * @property {boolean} sines whether sines are drawn
 *
 * @typedef {{sine: number, cosine: number}} Hand the sine and the cosine of the angle of a hand,
 *   clockwise from 12 o'clock
 */

const curves = new Curves();

/**
 * Returns where everything is in a plot of this width.
 * @param {number} width
 * @param {State} state
 * @param {boolean} beginner
 */
export function layout(width, state, beginner) {
  const wide = width >= 560;
  const radius = wide ? 100 : 46;
  const left = wide ? 288 : 124;
  const right = width - (beginner ? 50 : 36);
  const centerY = radius + 48;
  const top = centerY + radius + (wide ? 58 : 62);
  const lane = wide ? 52 : 44;
  const axis = top + pairsOf(state).length * lane + 4;
  return {
    wide,
    /** The radius of the chosen clock, and the amplitude of its waves. */
    radius,
    centerX: wide ? radius + 24 : radius + 4,
    centerY,
    /** The waves begin at `left` with position 0, and end at `right` with the last position. */
    left,
    right,
    /** Returns the x coordinate of a position. @param {number} position */
    x: (position) => left + (position / state.length) * (right - left),
    /** The top of the first lane, and the height of each lane. */
    top,
    lane,
    axis,
    height: axis + 40,
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
export function drawWaves(pen, model, shown) {
  const box = layout(pen.width, model.state, pen.beginner);
  const now = momentOf(model, shown, pen.beginner);
  model.lanes.forEach((pair, row) => {
    drawLane(pen, model, box, { pair, middle: box.top + (row + 0.5) * box.lane }, now);
  });
  drawAxis(pen, model, box);
  drawCursors(pen, box, now);
  drawWave(pen, model, box, now);
  if (!pen.beginner) drawTrail(pen, model, box, now);
  drawCircle(pen, box, now);
  drawConnectors(pen, box, now);
  drawPoints(pen, box, now);
  drawHands(pen, box, now);
  drawTurns(pen, model, box);
  if (box.wide && !pen.beginner) drawChord(pen, model, box, now);
  drawPositions(pen, model, box, now);
}

/**
 * Computes the values of this frame. While the picture moves from one clock to another, the
 * frequency lies between the frequencies of both clocks.
 * @param {Model} model
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 * @param {boolean} beginner
 * @returns {Now}
 */
function momentOf({ frequencies }, { position, other, pair, parts }, beginner) {
  const low = Math.floor(pair);
  const high = Math.min(low + 1, frequencies.length - 1);
  const frequency = frequencies[low] + (frequencies[high] - frequencies[low]) * (pair - low);
  const [sine, cosine, otherSine, otherCosine] = turned([position * frequency, other * frequency]);
  return {
    position,
    other,
    frequency,
    you: { sine, cosine },
    rival: { sine: otherSine, cosine: otherCosine },
    squash: 1 - parts,
    sines: parts < 0.5 && !beginner,
  };
}

/**
 * Returns the points of a wave as x, y, x, y, ...
 * @param {{left: number, right: number}} ends the x coordinates of its ends
 * @param {Float64Array} curve sine, cosine, sine, cosine, ...
 * @param {0 | 1} part 0 for the sine, 1 for the cosine
 * @param {number} middle the y coordinate of the value 0
 * @param {number} reach the number of pixels between the values 0 and 1
 */
function across({ left, right }, curve, part, middle, reach) {
  const steps = curve.length / 2 - 1;
  return Array.from({ length: curve.length }, (_, at) =>
    at % 2 ? middle - reach * curve[at - 1 + part] : left + (at / 2 / steps) * (right - left),
  );
}

/**
 * Returns the point at which a hand ends. The circle narrows to a line as `squash` falls to 0.
 * @param {Box} box
 * @param {Now} now
 * @param {Hand} hand
 * @param {number} [size] the length of the hand, in radii of the circle
 */
const onCircle = ({ centerX, centerY, radius }, { squash }, { sine, cosine }, size = 1) =>
  tipOf({ x: centerX, y: centerY, radius: radius * size }, sine * squash, cosine);

/**
 * Returns the points at which all hands of a curve end, as x, y, x, y, ...
 * @param {Box} box
 * @param {Now} now
 * @param {Float64Array} curve sine, cosine, sine, cosine, ...
 * @param {(row: number) => number} [size] returns the length of each hand, in radii of the circle
 */
function roundCircle(box, now, curve, size) {
  const points = [];
  for (let row = 0; 2 * row < curve.length; row++) {
    const hand = { sine: curve[2 * row], cosine: curve[2 * row + 1] };
    points.push(...onCircle(box, now, hand, size?.(row)));
  }
  return points;
}

/**
 * Draws a vertical line through all waves at the current position, and another one at the position
 * compared with it.
 * @param {Pen} pen
 * @param {Box} box
 * @param {Now} now
 */
function drawCursors(pen, { x, centerY, radius, axis }, { position, other }) {
  const top = centerY - radius - 6;
  pen.vline(x(other), top, axis, pen.c.other, 1, [3, 4]);
  pen.vline(x(position), top, axis, pen.c.you, 2);
}

/**
 * Writes the numbers of both positions above their lines. If the numbers would overlap, writes only
 * the current position.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Now} now
 */
function drawPositions(pen, { state }, { x, centerY, radius }, { position, other }) {
  const y = centerY - radius - 12;
  const style = { align: 'center', mono: true };
  if (Math.abs(x(state.position) - x(state.other)) >= 30)
    pen.text(String(state.other), x(other), y, { ...style, color: pen.c.other, weight: 650 });
  pen.text(String(state.position), x(position), y, { ...style, color: pen.c.you, weight: 700 });
}

/**
 * Draws the height of the tip as a wave, which is bold up to the current position. If dots are far
 * enough apart, marks the height at each whole position with a dot. With sines, also draws the
 * sine.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Now} now
 */
function drawWave(pen, { state: { length } }, box, { position, frequency, squash, sines }) {
  const { c: colors } = pen;
  const { centerY, radius, left, right, x } = box;
  const radians = length * frequency;
  const steps = stepsFor(radians, Math.round((right - left) * 2));
  const curve = curves.get(radians, steps);
  const spacing = (right - left) / length;
  const roomy = spacing > 2.5;
  for (const value of [-1, 0, 1]) pen.hline(left, right, centerY - value * radius, colors.hair);
  if (sines && squash > 0 && roomy)
    pen.line(across(box, curve, 0, centerY, radius), colors.control, 1, [1, 4]);
  pen.line(across(box, curve, 1, centerY, radius), colors.control, 1);
  const passed = sweep(position * frequency, stepsFor(position * frequency, 2000));
  const ends = { left, right: x(position) };
  pen.line(across(ends, passed, 1, centerY, radius), colors.you, 2);
  if (roomy) {
    const dots = curves.get(radians, length);
    const size = Math.min(2.5, spacing * 0.36);
    for (let at = 0; at <= length; at++)
      pen.circle(x(at), centerY - radius * dots[2 * at + 1], size, { fill: colors.ink });
  }
  drawWaveNames(pen, box, curve[2 * steps], curve[2 * steps + 1], sines && roomy);
}

/**
 * Writes the names of the curves beside their right ends.
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} sine the last value of the sine curve
 * @param {number} cosine the last value of the cosine curve
 * @param {boolean} both whether the sine curve is drawn too
 */
function drawWaveNames(pen, { centerY, radius, right }, sine, cosine, both) {
  const apart = both && Math.abs(sine - cosine) * radius < 14 ? 7 : 0;
  const up = cosine > sine ? -1 : 1;
  const name = pen.beginner ? labelsOnPicture.height : labelsOnPicture.cosine;
  pen.text(name, right + 9, centerY - radius * cosine + up * apart, {
    base: 'middle',
    color: pen.c.ink,
  });
  if (!both) return;
  pen.text(labelsOnPicture.sine, right + 9, centerY - radius * sine - up * apart, {
    base: 'middle',
    color: pen.c.quiet,
  });
}

/**
 * Draws a horizontal line from the tip of each hand to the wave, which is at the same height.
 * @param {Pen} pen
 * @param {Box} box
 * @param {Now} now
 */
function drawConnectors(pen, box, now) {
  /** @param {Hand} hand @param {number} position */
  const level = (hand, position) => {
    const [x, y] = onCircle(box, now, hand);
    return [x, y, box.x(position), y];
  };
  pen.line(level(now.rival, now.other), pen.c.other, 1, [3, 4]);
  pen.line(level(now.you, now.position), pen.c.you, 1.5);
}

/**
 * Marks both positions on the curves: with full dots on the cosine, with hollow dots on the sine.
 * @param {Pen} pen
 * @param {Box} box
 * @param {Now} now
 */
function drawPoints(pen, { centerY, radius, x }, { you, rival, position, other, sines }) {
  const { c: colors } = pen;
  const y = (/** @type {number} */ value) => centerY - radius * value;
  if (sines) {
    const hollow = { fill: colors.paper, weight: 1.5 };
    pen.circle(x(other), y(rival.sine), 4, { ...hollow, stroke: colors.other });
    pen.circle(x(position), y(you.sine), 4, { ...hollow, stroke: colors.you });
  }
  const full = { stroke: colors.paper, weight: 1.5 };
  pen.circle(x(other), y(rival.cosine), 5, { ...full, fill: colors.other });
  pen.circle(x(position), y(you.cosine), 6, { ...full, fill: colors.you });
}

/**
 * Draws the circle of the chosen clock with its axes. With sines, also draws two lines whose
 * lengths are the cosine and the sine. The first line leads from the middle up or down to the
 * height of the tip. The second line leads from there to the tip.
 * @param {Pen} pen
 * @param {Box} box
 * @param {Now} now
 */
function drawCircle(pen, box, now) {
  const { c: colors } = pen;
  const { centerX, centerY, radius, wide } = box;
  const { you, squash, sines } = now;
  pen.line(roundCircle(box, now, curves.get(2 * Math.PI, 96)), colors.control, 1);
  pen.hline(centerX - radius * squash, centerX + radius * squash, centerY, colors.hair);
  pen.vline(centerX, centerY - radius, centerY + radius, colors.hair);
  pen.vline(centerX, centerY - radius - 3, centerY - radius + 5, colors.control, 2);
  if (!sines || !wide) return;
  const [tipX, tipY] = onCircle(box, now, you);
  pen.line([centerX, centerY, centerX, tipY, tipX, tipY], colors.ink, 1, [2, 3]);
  const name = { size: 12, color: colors.ink, base: 'middle', plate: true };
  const [across, up] = [Math.sign(you.sine) || 1, Math.sign(you.cosine) || 1];
  if (Math.abs(you.sine) > 0.4)
    pen.text(labelsOnPicture.sine, (centerX + tipX) / 2, tipY + 11 * up, {
      ...name,
      align: 'center',
    });
  if (Math.abs(you.cosine) > 0.4)
    pen.text(labelsOnPicture.cosine, centerX - 6 * across, (centerY + tipY) / 2, {
      ...name,
      align: across > 0 ? 'right' : 'left',
    });
}

/**
 * Draws the turns that the hand has made so far, as a spiral.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Now} now
 */
function drawTrail(pen, { state }, box, now) {
  const radians = now.position * now.frequency;
  const steps = stepsFor(radians, 2000);
  const points = roundCircle(
    box,
    now,
    sweep(radians, steps),
    (step) => 0.22 + (0.62 * step * now.position) / (steps * state.length),
  );
  pen.line(points, pen.c.ink, 1.25);
}

/**
 * Draws the hands of both positions.
 * @param {Pen} pen
 * @param {Box} box
 * @param {Now} now
 */
function drawHands(pen, box, now) {
  const { c: colors } = pen;
  const { centerX, centerY } = box;
  const [youX, youY] = onCircle(box, now, now.you);
  const [otherX, otherY] = onCircle(box, now, now.rival);
  pen.line([centerX, centerY, otherX, otherY], colors.other, 2);
  pen.line([centerX, centerY, youX, youY], colors.you, 4);
  pen.circle(otherX, otherY, 5, { fill: colors.other, stroke: colors.paper, weight: 1.5 });
  pen.circle(youX, youY, 6, { fill: colors.you, stroke: colors.paper, weight: 1.5 });
}

/**
 * Writes the number of the chosen clock, how long one turn takes, and the turns made so far.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawTurns(pen, { state, turns, waves }, { centerX, centerY, radius, wide }) {
  const { pair, position } = state;
  const { covered, beginner } = pen;
  const width = pen.text(labelsOnPicture.pair(pair), 0, 16, { weight: 650, size: 15 });
  if (isSecret(pair, covered)) return;
  pen.text(labelsOnPicture.oneTurn(waves[pair]), width + 10, 16, { color: pen.c.quiet });
  const soFar = labelsOnPicture.turnsSoFar(turns(pair, position), beginner);
  pen.text(soFar, centerX, centerY + radius + 22, {
    align: 'center',
    mono: true,
    size: wide ? 17 : 13,
    weight: 650,
    color: pen.c.you,
  });
}

/**
 * Draws a line between the tips of both hands, and writes its length. Draws neither if the tips
 * are too near each other.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Now} now
 */
function drawChord(pen, { cosine, chord }, box, now) {
  const { centerX, centerY, radius } = box;
  const { squash } = now;
  const [youX, youY] = onCircle(box, now, now.you);
  const [otherX, otherY] = onCircle(box, now, now.rival);
  const [acrossX, acrossY] = [youX - otherX, youY - otherY];
  const near = acrossX * acrossX + acrossY * acrossY < (radius * radius) / 4;
  if (near && squash > 0) return;
  pen.line([youX, youY, otherX, otherY], pen.c.ink, 1);
  const round = squash > 0.5;
  const middle = (youY + otherY) / 2;
  pen.text(
    labelsOnPicture.apart(round ? chord : cosine),
    round ? (youX + otherX) / 2 : centerX + 12,
    middle + (middle < centerY ? -9 : 20),
    { align: round ? 'center' : 'left', size: 12, mono: true, plate: true },
  );
}

/**
 * Draws one lane: the wave of a clock, its dial and its name.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {{pair: number, middle: number}} row the clock, and the y coordinate of the lane's middle
 * @param {Now} now
 */
function drawLane(pen, model, box, { pair, middle }, { position }) {
  const { c: colors } = pen;
  const { state, turns, frequencies } = model;
  const chosen = pair === state.pair;
  const radians = state.length * frequencies[pair];
  const steps = stepsFor(radians, Math.round((box.right - box.left) * 2));
  const reach = box.lane / 2 - 7;
  const points = across(box, curves.get(radians, steps), 1, middle, reach);
  const [sine, cosine] = turned([position * frequencies[pair]]);
  pen.hline(box.left, box.right, middle, colors.hair);
  pen.line(points, chosen ? colors.ink : colors.control, chosen ? 2 : 1.25);
  pen.circle(box.x(position), middle - reach * cosine, 3.5, {
    fill: colors.you,
    stroke: colors.paper,
    weight: 1,
  });
  const radius = box.wide ? 15 : 11;
  const clock = { x: radius + 2, y: middle, radius };
  const secret = isSecret(pair, pen.covered);
  drawDial(pen, secret ? 0 : turns(pair), clock, { sine, cosine });
  drawLaneName(pen, box, { pair, middle, chosen, turns: turns(pair) }, 2 * radius + 14);
}

/**
 * Draws the dial of a lane: a small clock with its hand. The bold arc is the part of the circle
 * that the hand passes from the first to the last position.
 * @param {Pen} pen
 * @param {number} turns the number of turns from the first to the last position
 * @param {{x: number, y: number, radius: number}} clock
 * @param {Hand} hand
 */
function drawDial(pen, turns, clock, { sine, cosine }) {
  const { c: colors } = pen;
  const { x, y, radius } = clock;
  pen.circle(x, y, radius, { stroke: colors.hair, weight: 1.5 });
  pen.circle(x, y, radius, { stroke: colors.ink, weight: 2.5, to: Math.min(1, turns) });
  pen.line([x, y, ...tipOf(clock, sine, cosine)], colors.you, 2);
}

/**
 * Writes the number of a clock and the number of its turns. A narrow plot has them in two lines.
 * @param {Pen} pen
 * @param {Box} box
 * @param {{pair: number, middle: number, chosen: boolean, turns: number}} row
 * @param {number} x the left edge of the text
 */
function drawLaneName(pen, { wide, left }, { pair, middle, chosen, turns }, x) {
  const { c: colors } = pen;
  pen.text(labelsOnPicture.pair(pair), x, wide ? middle : middle - 9, {
    base: 'middle',
    color: chosen ? colors.ink : colors.quiet,
    weight: chosen ? 650 : 400,
  });
  const number = { base: 'middle', mono: true, weight: 650 };
  const unit = { base: 'middle', color: colors.quiet };
  const count = isSecret(pair, pen.covered)
    ? labelsOnPicture.secret
    : labelsOnPicture.turnCount(turns, pen.beginner);
  if (wide) {
    pen.text(count, left - 72, middle, { ...number, align: 'right', size: 17 });
    pen.text(labelsOnPicture.turns, left - 64, middle, unit);
    return;
  }
  const width = pen.text(count, x, middle + 9, number);
  pen.text(labelsOnPicture.turns, x + 6 + width, middle + 9, { ...unit, size: 12 });
}

/**
 * Draws the axis of positions, and writes the heading above the lanes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawAxis(pen, { state: { length }, lanes }, { top, axis, left, right, wide, x }) {
  const { c: colors } = pen;
  const tick = { align: 'center', size: 12, mono: true, color: colors.quiet };
  const fits = (/** @type {number} */ each) => (each / length) * (right - left) >= 32;
  const step = [1, 2, 5, 10, 20, 50].find(fits) ?? 100;
  for (let position = 0; position <= length; position += step) {
    pen.vline(x(position), axis, axis + 5, colors.quiet);
    pen.text(String(position), x(position), axis + 20, tick);
  }
  pen.text(labelsOnPicture.position, right, axis + 38, { align: 'right', color: colors.quiet });
  if (lanes.length)
    pen.text(labelsOnPicture.lanes(length, wide), 0, top - 10, { color: colors.quiet });
}
