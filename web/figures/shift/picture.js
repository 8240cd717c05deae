/*
 * Draws pe-shift. The circle shows the hand of the chosen pair before and after the shift. The
 * matrix is a heat map, with an enlarged copy of the block that turns the chosen pair: two rows and
 * two columns. The strip below shows the error at every position.
 */
import { sinusoidal } from '../../index.js';
import { decades } from '../chassis/decades.js';
import { signed } from '../chassis/format.js';
import { colorOf, inkOn } from '../chassis/palette.js';
import { labelsOnPicture } from './words.js';

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Model, State } from './model.js' */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {Box['circle']} Circle */
/** @typedef {Box['strip']} Strip */
/** @typedef {{sine: number, cosine: number}} Hand the direction of a pair's hand */

/** Returns where everything is in a plot of this width. @param {number} width */
export function layout(width) {
  const wide = width >= 560;
  const size = wide ? Math.min(Math.floor(width * 0.5), 380) : Math.min(width, 340);
  const circle = { x: wide ? size / 2 : width / 2, y: size / 2 - 8, radius: size / 2 - 38 };
  const side = wide ? Math.min(width - size - 28, size - 34) : Math.min(width - 24, 280);
  const matrix = {
    x: wide ? width - side : (width - side) / 2,
    y: wide ? 34 : size + 96,
    size: side,
  };
  const strip = {
    x: 52,
    y: (wide ? size + 40 : matrix.y + matrix.size) + 56,
    width: width - 52 - 8,
    height: 120,
  };
  return { circle, matrix, strip, height: Math.round(strip.y + strip.height + 44) };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
export function drawShift(pen, model, shown) {
  const { circle, matrix, strip } = layout(pen.width);
  drawCircle(pen, circle);
  drawArrows(pen, model, circle, shown);
  drawTurn(pen, model, circle);
  drawMatrix(pen, model, matrix);
  drawErrors(pen, model, strip);
}

/**
 * Draws the circle with its two axes and their names.
 * @param {Pen} pen
 * @param {Circle} circle
 */
function drawCircle(pen, { x, y, radius }) {
  const { c: colors } = pen;
  const name = { size: 12, color: colors.quiet };
  pen.circle(x, y, radius, { stroke: colors.hair, weight: 1.5 });
  pen.hline(x - radius, x + radius, y, colors.hair);
  pen.vline(x, y - radius, y + radius, colors.hair);
  pen.text(labelsOnPicture.cosine, x + 6, y - radius + 14, name);
  pen.text(labelsOnPicture.sine, x + radius - 4, y - 6, { ...name, align: 'right' });
}

/**
 * Returns the hands of the chosen pair at these positions, which need not be whole numbers.
 * @param {State} state
 * @param {number[]} positions
 * @returns {Hand[]}
 */
function handsAt({ dim, base, pair }, positions) {
  const rows = sinusoidal(positions.length, dim, { dtype: 'float64', base, positions });
  return positions.map((_, row) => ({
    sine: rows[row * dim + 2 * pair],
    cosine: rows[row * dim + 2 * pair + 1],
  }));
}

/**
 * Returns the point at which a hand ends. The hand points up at angle 0 and turns clockwise.
 * @param {Circle} circle
 * @param {Hand} hand
 * @param {number} [size] the length of the hand in pixels
 */
const tip = ({ x, y, radius }, { sine, cosine }, size = radius) => [
  x + size * sine,
  y - size * cosine,
];

/**
 * Draws the hand of the chosen pair before the shift, and the hand that the shift should give. A
 * ring marks the end of the hand that the chosen matrix gives.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Circle} circle
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
function drawArrows(pen, { state, frequencies }, circle, { position, offset, convention }) {
  const { c: colors } = pen;
  const { x, y } = circle;
  // `convention` is 0 for the correct matrix and 1 for its transpose. During a transition it is
  // between 0 and 1.
  const lands = position + offset * (1 - 2 * convention);
  const radians = Math.abs((lands - position) * frequencies[state.pair]);
  const steps = Math.max(2, Math.min(400, Math.ceil((radians / (2 * Math.PI)) * 48) + 2));
  const path = Array.from(
    { length: steps + 1 },
    (_, step) => position + ((lands - position) * step) / steps,
  );
  const hands = handsAt(state, [position, position + offset, lands, ...path]);
  const [before, target, landed, ...way] = hands;
  drawWay(pen, circle, way, radians > 0.05);
  const [targetX, targetY] = tip(circle, target);
  const [beforeX, beforeY] = tip(circle, before);
  const [landedX, landedY] = tip(circle, landed);
  pen.arrow(x, y, targetX, targetY, colors.other, 3);
  pen.arrow(x, y, beforeX, beforeY, colors.you, 5);
  if (convention > 0) pen.line([x, y, landedX, landedY], colors.ink, 2, [3, 5]);
  pen.circle(landedX, landedY, 9, { stroke: colors.ink, weight: 2.5 });
  drawHandName(pen, circle, before, labelsOnPicture.before(state.position), colors.you);
  if (apart(target, before)) {
    const name = labelsOnPicture.target(state.position + state.offset);
    drawHandName(pen, circle, target, name, colors.other);
  }
  if (convention > 0.5 && apart(landed, before) && apart(landed, target)) {
    const name = labelsOnPicture.backwards(state.position - state.offset);
    drawHandName(pen, circle, landed, name, colors.ink);
  }
}

/**
 * Whether two hands are far enough apart for two names.
 * @param {Hand} one
 * @param {Hand} two
 */
const apart = (one, two) =>
  Math.abs(one.sine - two.sine) + Math.abs(one.cosine - two.cosine) > 0.16;

/**
 * Draws the turn from the old hand to the new one, as a spiral.
 * @param {Pen} pen
 * @param {Circle} circle
 * @param {Hand[]} hands the hands on the way, from old to new
 * @param {boolean} pointed whether the spiral ends in an arrowhead
 */
function drawWay(pen, circle, hands, pointed) {
  const last = hands.length - 1;
  const points = hands.flatMap((hand, step) =>
    tip(circle, hand, circle.radius * (0.34 + (0.26 * step) / last)),
  );
  pen.line(points, pen.c.ink, 1.5);
  if (!pointed) return;
  const [x0, y0, x1, y1] = points.slice(-4);
  pen.arrow(x0, y0, x1, y1, pen.c.ink, 1.5);
}

/**
 * Writes a name beside the tip of a hand. If there is no room beside it, writes the name above or
 * below the tip.
 * @param {Pen} pen
 * @param {Circle} circle
 * @param {Hand} hand
 * @param {string} name
 * @param {string} color
 */
function drawHandName(pen, circle, hand, name, color) {
  const { x, y, radius } = circle;
  const [tipX, tipY] = tip(circle, hand, radius + 20);
  const width = pen.measure(name, 13, true) + 4;
  const left = tipX < x - radius * 0.5;
  const right = tipX > x + radius * 0.5;
  const cut = left ? tipX < width : right && tipX + width > Math.min(pen.width, 2 * x + 24);
  const style = { base: 'middle', color, weight: 650, mono: true };
  if (cut || !(left || right))
    pen.text(name, tipX, cut ? tipY + (tipY < y ? -20 : 20) : tipY, { ...style, align: 'center' });
  else pen.text(name, tipX, tipY, { ...style, align: left ? 'right' : 'left' });
}

/**
 * Writes the angle of the turn below the circle, and explains what the ring on the circle means.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Circle} circle
 */
function drawTurn(pen, model, { x, y, radius }) {
  const { c: colors } = pen;
  const bottom = y + radius;
  pen.text(labelsOnPicture.turn(model), x, bottom + 54, {
    align: 'center',
    mono: true,
    weight: 600,
  });
  pen.circle(x - 66, bottom + 76 - 4, 5, { stroke: colors.ink, weight: 2 });
  pen.text(labelsOnPicture.product, x - 54, bottom + 76, { color: colors.quiet });
}

/**
 * Draws the whole matrix, and an enlarged copy of the block that turns the chosen pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box['matrix']} box
 */
function drawMatrix(pen, { state, matrix }, { x, y, size }) {
  const { c: colors } = pen;
  const { dim, pair } = state;
  const cell = Math.floor((size * pen.ratio) / dim) / pen.ratio || size / dim;
  const whole = cell * dim;
  const at = 2 * pair * cell;
  const block = { left: x + at, top: y + at, right: x + at + 2 * cell, bottom: y + at + 2 * cell };
  const side = Math.min(58, whole * 0.21);
  // The enlarged copy is in the top right or bottom left corner, far from the block itself.
  const low = at + cell > whole / 2;
  const left = low ? x + whole * 0.06 : x + whole * 0.94 - 2 * side;
  const top = low ? y + whole * 0.94 - 2 * side : y + whole * 0.06;
  pen.text(labelsOnPicture.matrix(state), x, y - 12, { weight: 650 });
  pen.blocks(pen.heat('matrix', matrix, dim, dim), 0, dim, x, y, whole, whole);
  pen.frame(x, y, whole, whole, colors.hair, 1);
  pen.frame(block.left, block.top, 2 * cell, 2 * cell, colors.ink, 2);
  if (low) {
    pen.line([block.left, block.top, left, top, left, top], colors.control, 1);
    pen.line([block.left, block.bottom, left + 2 * side, top + 2 * side], colors.control, 1);
  } else {
    pen.line([block.right, block.top, left, top], colors.control, 1);
    pen.line([block.right, block.bottom, left, top + 2 * side], colors.control, 1);
  }
  drawBlock(pen, (row, column) => matrix[(2 * pair + row) * dim + 2 * pair + column], {
    left,
    top,
    side,
  });
}

/**
 * Draws the enlarged copy of a block: each number on its colour of the heat map.
 * @param {Pen} pen
 * @param {(row: number, column: number) => number} valueAt returns a number of the block
 * @param {{left: number, top: number, side: number}} box
 */
function drawBlock(pen, valueAt, { left, top, side }) {
  const { mode } = pen.theme;
  const large = side > 50;
  for (let row = 0; row < 2; row++) {
    for (let column = 0; column < 2; column++) {
      const value = valueAt(row, column);
      const middle = left + (column + 0.5) * side;
      pen.rect(left + column * side, top + row * side, side, side, colorOf(value, mode));
      pen.text(signed(value, large ? 3 : 2), middle, top + (row + 0.5) * side, {
        align: 'center',
        base: 'middle',
        mono: true,
        size: large ? 13 : 12,
        color: inkOn(value, mode),
        weight: 600,
      });
    }
  }
  pen.frame(left, top, 2 * side, 2 * side, pen.c.ink, 2);
}

/**
 * The ends of the logarithmic scale of errors, as powers of ten. Smaller errors, and errors of 0,
 * are drawn at the lower end.
 */
const LOWEST = -17;
const HIGHEST = 1.2;
/** The marks of the scale: powers of ten and their texts. @type {[number, string][]} */
const TICKS = [
  [LOWEST, '0'],
  [-15, '10⁻¹⁵'],
  [-10, '10⁻¹⁰'],
  [-5, '10⁻⁵'],
  [0, '1'],
];

/**
 * Returns the y coordinate of a power of ten.
 * @param {Strip} strip
 * @param {number} exponent
 */
const decadeY = ({ y, height }, exponent) =>
  y + height - ((exponent - LOWEST) / (HIGHEST - LOWEST)) * height;

/**
 * Returns the y coordinate of an error.
 * @param {Strip} strip
 * @param {number} error
 */
const errorY = (strip, error) => decadeY(strip, Math.max(decades(error), LOWEST));

/**
 * Returns the x coordinate of a position.
 * @param {Strip} strip
 * @param {number} position
 * @param {number} length the number of positions
 */
const positionX = ({ x, width }, position, length) => x + ((position + 0.5) / length) * width;

/**
 * Draws the strip: the error at every position, for the correct matrix and for its transpose.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Strip} strip
 */
function drawErrors(pen, model, strip) {
  const { c: colors } = pen;
  const { state, both } = model;
  const { x, y, width, height } = strip;
  const title = labelsOnPicture.errors(width < 420);
  const name = /** @type {const} */ ({ base: 'middle', size: 12, mono: true });
  const cursor = positionX(strip, state.position, state.length);
  const wrong = state.convention === 'column';
  pen.text(title, 0, y - 16, { color: colors.quiet });
  for (const [exponent, text] of TICKS) {
    const at = decadeY(strip, exponent);
    pen.hline(x, x + width, at, colors.hair);
    pen.text(text, x - 8, at, { ...name, align: 'right', color: colors.quiet });
  }
  pen.vline(cursor, y - 6, y + height + 4, colors.you, 2);
  drawDots(pen, both.row.l2, strip, wrong ? null : colors.right);
  // The question asks what the transpose does, so its marks wait for the answer.
  if (wrong || !pen.covered) drawCrosses(pen, both.column.l2, strip, wrong ? colors.wrong : null);
  drawVerdicts(pen, model, strip);
  drawPositions(pen, state, strip);
}

/**
 * Returns the radius of the marks in the strip.
 * @param {Strip} strip
 * @param {number} length the number of positions
 */
const markSize = ({ width }, length) => Math.max(1.5, Math.min(4, (width / length) * 0.32));

/**
 * Marks the errors of the correct matrix with dots.
 * @param {Pen} pen
 * @param {Float64Array} errors
 * @param {Strip} strip
 * @param {string | null} color null if the transpose is chosen
 */
function drawDots(pen, errors, strip, color) {
  const size = markSize(strip, errors.length);
  errors.forEach((error, position) => {
    const x = positionX(strip, position, errors.length);
    pen.circle(x, errorY(strip, error), color ? size : size * 0.6, {
      fill: color ?? pen.c.control,
    });
  });
}

/**
 * Marks the errors of the transpose with crosses.
 * @param {Pen} pen
 * @param {Float64Array} errors
 * @param {Strip} strip
 * @param {string | null} color null if the correct matrix is chosen
 */
function drawCrosses(pen, errors, strip, color) {
  const size = markSize(strip, errors.length);
  const arm = color ? size : size * 0.6;
  errors.forEach((error, position) => {
    const x = positionX(strip, position, errors.length);
    const y = errorY(strip, error);
    for (const way of [arm, -arm])
      pen.line([x - arm, y - way, x + arm, y + way], color ?? pen.c.control, color ? 1.75 : 1);
  });
}

/**
 * Writes the error of each matrix beside its marks. The text of the chosen matrix is bold.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Strip} strip
 */
function drawVerdicts(pen, { state, both }, strip) {
  const { c: colors } = pen;
  const { x, y, width, height } = strip;
  const wrong = state.convention === 'column';
  const worst = Math.max(...both.row.l2);
  const missed = labelsOnPicture.transposed(both.column.l2[state.position]);
  const top = Math.min(errorY(strip, both.column.l2[0]) + 20, y + height - 40);
  /** @param {boolean} chosen @param {string} color */
  const style = (chosen, color) => ({
    align: 'right',
    color: chosen ? color : colors.quiet,
    weight: chosen ? 650 : 400,
    plate: true,
  });
  if (wrong || !pen.covered) pen.text(missed, x + width, top, style(wrong, colors.wrong));
  const bottom = errorY(strip, worst) - 12;
  pen.text(labelsOnPicture.right(worst), x + width, bottom, style(!wrong, colors.right));
}

/**
 * Returns the number of positions between two numbers on the axis.
 * @param {number} length the number of positions
 * @param {number} width the width of the strip in pixels
 */
function stride(length, width) {
  if (length > 128) return 64;
  return length > 32 && width < 400 ? 20 : 10;
}

/**
 * Labels the axis of positions with numbers and its name.
 * @param {Pen} pen
 * @param {State} state
 * @param {Strip} strip
 */
function drawPositions(pen, { length }, strip) {
  const { c: colors } = pen;
  const { x, y, width, height } = strip;
  const bottom = y + height;
  const tick = { align: 'center', size: 12, mono: true, color: colors.quiet };
  for (let position = 0; position < length; position += stride(length, width))
    pen.text(String(position), positionX(strip, position, length), bottom + 20, tick);
  const name = { align: 'right', color: colors.quiet };
  pen.text(labelsOnPicture.position, x + width, bottom + 38, name);
}
