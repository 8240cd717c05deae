/*
 * Draws pe-shift. The bars at the top show how much the head at the current position looks at each
 * position. Each row of the map shows this for another position. The clocks show why: the
 * matrix turns every hand by an angle of its own. Beginners see a few clocks. Experts see the clock
 * of the chosen pair, and the matrix. An enlarged copy shows the block of the matrix for this pair.
 */
import { sinusoidal } from '../../index.js';
import { signed } from '../chassis/format.js';
import { colorOf, inkOn } from '../chassis/palette.js';
import { courseWords, firstWords } from '../chassis/words.js';
import { TOLD, brightened, isTold, look, looksAt, stepsOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture } = translated('shift', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Model, State } from './model.js' */
/** @typedef {{x: number, y: number, size: number}} Square */
/** @typedef {{x: number, y: number, width: number, height: number}} Strip */
/** @typedef {{x: number, y: number, radius: number}} Circle */
/** @typedef {{sine: number, cosine: number}} Hand the direction of a pair's hand */

/**
 * What a frame shows: the current position, and by how many positions the head moves the keys.
 * During a movement, these two need not be whole numbers. `told` says whether the reader may see
 * where the head looks.
 * @typedef {{position: number, steps: number, told: boolean}} Look
 */

/** The width at the left of the map, for the number of a row. */
const MARGIN = 30;
/** The gap between two parts of the picture that are side by side. */
const GAP = 40;
/** The least distance between two numbers on an axis, in CSS pixels. */
const APART = 24;
/** The width around a circle, for the names of its hands. */
const NAME = 34;
/** The width at the right of a narrow map, for the clocks of beginners. */
const CLOCK_ROOM = 108;
/** The pairs whose clocks beginners see, as fractions of the number of pairs. */
const CLOCKS = [0, 1 / 8, 1 / 4, 1 / 2];

/**
 * Returns where each part is in a plot of this width.
 * @param {number} width
 * @param {boolean} beginner
 */
export function layout(width, beginner) {
  const wide = width >= 560;
  if (beginner && !wide) return lowLayout(width);
  const count = beginner ? 2 : 3;
  const room = Math.floor((width - MARGIN - (count - 1) * GAP) / count);
  const size = wide ? Math.min(room, 320) : Math.min(width - 2 * MARGIN, 290);
  const strip = { x: 14, y: 62, width: width - 28, height: 80 };
  const top = strip.y + strip.height + 80;
  /** Returns the square of a part. @param {number} at its number, from 0 */
  const square = (at) => ({
    x: wide ? MARGIN + at * (size + GAP) : Math.round((width - size) / 2),
    y: wide ? top : top + at * (size + 72),
    size,
  });
  const [map, clocks, matrix] = [0, 1, 2].map(square);
  const height = (wide ? map : matrix).y + size + 36;
  return { strip, map, clocks, matrix: beginner ? null : matrix, beside: false, height };
}

/**
 * Returns where each part is for beginners in a narrow plot. The clocks are in a column beside the
 * map. So the question below the picture is on the same screen.
 * @param {number} width
 */
function lowLayout(width) {
  const strip = { x: 14, y: 58, width: width - 28, height: 60 };
  const size = Math.min(width - MARGIN - CLOCK_ROOM, 232);
  const map = { x: MARGIN, y: strip.y + strip.height + 76, size };
  const clocks = { x: MARGIN + size + 24, y: map.y, size };
  return { strip, map, clocks, matrix: null, beside: true, height: map.y + size + 46 };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Record<string, number>} shown the values of the state's fields in this frame
 */
export function drawShift(pen, model, shown) {
  const { state } = model;
  const { strip, map, clocks, matrix, beside } = layout(pen.width, pen.beginner);
  // `convention` is 0 for the matrix and 1 for its transpose. During a transition it is between
  // 0 and 1.
  const steps = shown.offset * (1 - 2 * shown.convention);
  const what = { position: shown.position, steps, told: !pen.covered || isTold(state) };
  drawStrip(pen, state, strip, what);
  drawMap(pen, model, map, what);
  if (matrix) {
    drawPairClock(pen, model, clocks, what);
    drawMatrix(pen, model, matrix);
  } else if (beside) drawColumn(pen, model, clocks, what);
  else drawClocks(pen, model, clocks, what);
}

/**
 * Returns the x coordinate of a position on an axis.
 * @param {{x: number, width: number}} axis
 * @param {number} position
 * @param {number} length the number of positions
 */
export const positionX = ({ x, width }, position, length) =>
  x + ((position + 0.5) / length) * width;

/** Limits a position to the range of the sequence. @param {number} at @param {number} length */
const within = (at, length) => Math.max(-0.5, Math.min(at, length - 0.5));

/**
 * Draws how much the head at the current position looks at each position. An arrow leads from the
 * current position to the position that the head looks for.
 * @param {Pen} pen
 * @param {State} state
 * @param {Strip} strip
 * @param {Look} what
 */
function drawStrip(pen, state, strip, what) {
  const { c: colors } = pen;
  const { length } = state;
  const { position, steps, told } = what;
  const { x, y, width, height } = strip;
  const bottom = y + height;
  const you = positionX(strip, position, length);
  const goal = told ? positionX(strip, within(position - steps, length), length) : you;
  const name = told ? goalName(pen, state) : labelsOnPicture.asked;
  pen.text(labelsOnPicture.strip, 0, 14, { color: colors.quiet });
  pen.hline(x, x + width, bottom, colors.control);
  if (told) drawBars(pen, look(state, steps, [position]), strip);
  pen.vline(you, y - 14, bottom, colors.you, 2);
  if (Math.abs(goal - you) > 2) pen.arrow(you, y - 14, goal, y - 14, colors.ink, 2);
  pen.text(name, (goal + you) / 2, y - 23, { align: 'center', weight: 650 });
  pen.circle(you, bottom, 6, { fill: colors.you, stroke: colors.paper, weight: 2 });
  drawNumbers(pen, state, { axis: strip, bottom: bottom + 22, what });
  const end = { align: 'right', color: colors.quiet };
  pen.text(labelsOnPicture.position, x + width, bottom + 40, end);
  const word = pen.beginner && firstWords()[state.position];
  if (word) pen.text(word, you, bottom + 40, { align: 'center', color: colors.you });
}

/**
 * Says how far the head looks. For beginners, also names the word at which it looks, if there is a
 * word.
 * @param {Pen} pen
 * @param {State} state
 */
function goalName(pen, state) {
  const gap = labelsOnPicture.gap(state);
  const word = pen.beginner && firstWords()[looksAt(state)];
  return word ? courseWords.named(gap, word) : gap;
}

/**
 * Draws a bar for each attention weight. The largest one reaches the top.
 * @param {Pen} pen
 * @param {Float32Array} weights
 * @param {Strip} strip
 */
function drawBars(pen, weights, { x, y, width, height }) {
  const slot = width / weights.length;
  brightened(weights, weights.length).forEach((bar, key) => {
    const left = pen.snap(x + (key + 0.12) * slot);
    const right = Math.max(pen.snap(x + (key + 0.88) * slot), left + 1 / pen.ratio);
    pen.rect(left, y + (1 - bar) * height, right - left, bar * height, pen.c.plus);
  });
}

/**
 * Writes numbers below an axis of positions. The current position and the position that the head
 * looks at are bold. Round numbers are written, too, if they are far enough from the bold numbers.
 * @param {Pen} pen
 * @param {State} state
 * @param {{axis: {x: number, width: number}, bottom: number, what: Look}} where
 */
function drawNumbers(pen, state, { axis, bottom, what: { position, steps, told } }) {
  const { c: colors } = pen;
  const style = { align: 'center', size: 12, mono: true };
  const bold = { ...style, size: 13, weight: 700 };
  const { length } = state;
  const found = state.position - stepsOf(state);
  const you = positionX(axis, position, length);
  const isSeen = told && found >= 0 && found < length && found !== state.position;
  const goal = isSeen ? positionX(axis, position - steps, length) : you;
  // Two bold numbers that are too near each other move apart.
  const push = isSeen ? Math.max(0, APART - Math.abs(goal - you)) / 2 : 0;
  const way = goal < you ? push : -push;
  const stride = length > 128 ? 64 : 10 * (length > 32 && axis.width < 400 ? 2 : 1);
  for (let each = 0; each < length; each += stride) {
    const x = positionX(axis, each, length);
    if (Math.abs(x - you) > APART + push && Math.abs(x - goal) > APART + push)
      pen.text(String(each), x, bottom, { ...style, color: colors.quiet });
  }
  pen.text(String(state.position), you + way, bottom, { ...bold, color: colors.you });
  if (isSeen) pen.text(String(found), goal - way, bottom, { ...bold, color: colors.other });
}

/**
 * Draws where the head looks from every position. Each position has a row. On the dashed diagonal,
 * each position would look at itself.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Square} box
 * @param {Look} what
 */
function drawMap(pen, { state, bright }, { x, y, size }, what) {
  const { c: colors } = pen;
  const { length } = state;
  const { position, steps, told } = what;
  const axis = { x, width: size };
  const cell = size / length;
  const you = positionX(axis, position, length);
  const goal = told ? positionX(axis, within(position - steps, length), length) : you;
  const middle = y + (position + 0.5) * cell;
  pen.text(labelsOnPicture.map(pen.beginner), x - MARGIN, y - 14, { color: colors.quiet });
  if (!pen.covered && !pen.onTheWay) {
    const still = steps === stepsOf(state);
    const values = still ? bright : brightened(look(state, steps), length);
    pen.blocks(pen.heat('map', values, length, length), 0, length, x, y, size, size);
  } else if (told) {
    // Before the answer, only the row of the current position is drawn. While the answer is shown,
    // each row that the movement reaches is added.
    const ends = [state.position, pen.covered ? state.position : Math.min(TOLD, length - 1)];
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    const rows = bright.subarray(first * length, (last + 1) * length);
    const top = pen.covered ? position : first;
    const image = pen.heat('rows', rows, last + 1 - first, length);
    pen.blocks(image, 0, length, x, y + top * cell, size, (last + 1 - first) * cell);
  }
  pen.frame(x, y, size, size, colors.hair, 1);
  if (pen.covered) {
    const mark = { size: 44, align: 'center', color: colors.quiet };
    pen.text('?', x + size * 0.3, y + size * 0.75, mark);
  }
  pen.line([x, y, x + size, y + size], colors.control, 1, [3, 4]);
  pen.frame(x, middle - cell / 2, size, cell, colors.you, 1.5);
  if (Math.abs(goal - you) > 12) pen.arrow(you, middle, goal, middle, colors.ink, 1.5);
  pen.circle(you, middle, 4, { fill: colors.you, stroke: colors.paper, weight: 1.5 });
  pen.text(String(state.position), x - 7, middle, {
    align: 'right',
    base: 'middle',
    mono: true,
    weight: 700,
    color: colors.you,
  });
  drawNumbers(pen, state, { axis, bottom: y + size + 20, what });
}

/**
 * Draws the clocks of a few pairs. Under each clock is the angle by which the matrix turns it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Square} box
 * @param {Look} what
 */
function drawClocks(pen, { state, frequencies }, { x, y, size }, what) {
  const cell = size / 2;
  pen.text(labelsOnPicture.clocks(state, what.told), x, y - 14, { color: pen.c.quiet });
  clocksOf(state).forEach((pair, at) => {
    const circle = {
      x: x + ((at % 2) + 0.5) * cell,
      y: y + Math.floor(at / 2) * cell + cell / 2 - 8,
      radius: cell / 2 - 14,
    };
    const clock = { state: { ...state, pair }, frequencies };
    drawClock(pen, clock, circle, what);
    const below = { ...ANGLE, color: pen.c.quiet };
    pen.text(labelsOnPicture.degrees(clock), circle.x, circle.y + circle.radius + 18, below);
  });
}

/**
 * Draws the clocks of a few pairs below each other, and their angles beside them.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Square} box
 * @param {Look} what
 */
function drawColumn(pen, { state, frequencies }, { x, y, size }, what) {
  const color = pen.c.quiet;
  const cell = size / CLOCKS.length;
  const radius = cell / 2 - 4;
  clocksOf(state).forEach((pair, at) => {
    const circle = { x: x + radius, y: y + (at + 0.5) * cell, radius };
    const clock = { state: { ...state, pair }, frequencies };
    drawClock(pen, clock, circle, what);
    const beside = { ...ANGLE, align: 'right', base: 'middle', color };
    pen.text(labelsOnPicture.degrees(clock), pen.width - 2, circle.y, beside);
  });
  const title = labelsOnPicture.clocks(state, what.told);
  pen.text(title, pen.width, y + size + 40, { align: 'right', color });
}

/** The style of the angle of a clock. */
const ANGLE = { align: 'center', size: 12, mono: true };

/** Returns the pairs whose clocks beginners see. @param {State} state */
const clocksOf = ({ dim }) => [...new Set(CLOCKS.map((part) => Math.floor((part * dim) / 2)))];

/**
 * Draws the clock of a pair, and the angle by which the matrix turns it.
 * @param {Pen} pen
 * @param {Pick<Model, 'state' | 'frequencies'>} model
 * @param {Circle} circle
 * @param {Look} what
 */
function drawClock(pen, model, circle, what) {
  pen.circle(circle.x, circle.y, circle.radius, { stroke: pen.c.hair, weight: 1.5 });
  drawTurn(pen, model, circle, what);
}

/**
 * Draws the clock of the chosen pair, with the names of its hands.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Square} box
 * @param {Look} what
 */
function drawPairClock(pen, model, { x, y, size }, what) {
  const { state } = model;
  const circle = { x: x + size / 2, y: y + size / 2, radius: size / 2 - NAME };
  pen.text(labelsOnPicture.pair(state.pair), x, y - 14, { weight: 650 });
  drawCircle(pen, circle);
  const [key, query] = drawTurn(pen, model, circle, what);
  drawHandName(pen, circle, query, labelsOnPicture.query(state.position), pen.c.you);
  if (what.told && apart(query, key))
    drawHandName(pen, circle, key, labelsOnPicture.key(state), pen.c.other);
  const bottom = { align: 'center', size: 12, mono: true, weight: 600 };
  pen.text(labelsOnPicture.turn(model), circle.x, y + size + 20, bottom);
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
 * Returns the hands of the chosen pair at the given positions, which need not be whole numbers.
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
 * Draws how the matrix turns a pair. The turn begins at the dashed hand, which belongs to the key
 * that the head looks for. It ends at the hand of the query, because the matrix turns the hand of
 * the key exactly there.
 * @param {Pen} pen
 * @param {Pick<Model, 'state' | 'frequencies'>} model
 * @param {Circle} circle
 * @param {Look} what
 * @returns {Hand[]} the hand of the key and the hand of the query
 */
function drawTurn(pen, { state, frequencies }, circle, { position, steps }) {
  const { c: colors } = pen;
  const { x, y, radius } = circle;
  const radians = Math.abs(steps * frequencies[state.pair]);
  const parts = Math.max(2, Math.min(400, Math.ceil((radians / (2 * Math.PI)) * 48) + 2));
  const path = Array.from(
    { length: parts + 1 },
    (_, part) => position - steps + (steps * part) / parts,
  );
  const way = handsAt(state, path);
  const [key, query] = [way[0], way[parts]];
  const [keyX, keyY] = tip(circle, key);
  const [queryX, queryY] = tip(circle, query);
  const thick = radius > 60 ? 4 : 3;
  drawWay(pen, circle, way, radians > 0.05);
  pen.line([x, y, keyX, keyY], colors.other, thick * 0.6, [3, 4]);
  pen.arrow(x, y, queryX, queryY, colors.you, radius > 60 ? thick * 1.4 : thick);
  pen.line([x, y, ...tip(circle, query, 0.8 * radius)], colors.other, thick * 0.45);
  return [key, query];
}

/**
 * Returns whether two hands are far enough apart for two names.
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
 * Writes a name beside the tip of a hand. If the name does not fit there, writes it above or below
 * the tip.
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
  const cut = (left || right) && Math.abs(tipX - x) + width > radius + 2 * NAME;
  const style = { base: 'middle', color, weight: 650, mono: true, plate: true };
  if (cut || !(left || right))
    pen.text(name, tipX, cut ? tipY + (tipY < y ? -20 : 20) : tipY, { ...style, align: 'center' });
  else pen.text(name, tipX, tipY, { ...style, align: left ? 'right' : 'left' });
}

/**
 * Draws the whole matrix, and an enlarged copy of the block that turns the chosen pair.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Square} box
 */
function drawMatrix(pen, { state, matrix }, { x, y, size }) {
  const { c: colors } = pen;
  const { dim, pair } = state;
  const cell = size / dim;
  const at = 2 * pair * cell;
  const block = { left: x + at, top: y + at, right: x + at + 2 * cell, bottom: y + at + 2 * cell };
  const side = Math.min(58, size * 0.21);
  // The enlarged copy is in the top right or bottom left corner, far from the block itself.
  const low = at + cell > size / 2;
  const left = low ? x + size * 0.06 : x + size * 0.94 - 2 * side;
  const top = low ? y + size * 0.94 - 2 * side : y + size * 0.06;
  pen.text(labelsOnPicture.matrix(state), x, y - 14, { weight: 650 });
  pen.blocks(pen.heat('matrix', matrix, dim, dim), 0, dim, x, y, size, size);
  pen.frame(x, y, size, size, colors.hair, 1);
  pen.frame(block.left, block.top, 2 * cell, 2 * cell, colors.ink, 2);
  if (low) {
    pen.line([block.left, block.top, left + 2 * side, top], colors.control, 1);
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
