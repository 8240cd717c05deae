/**
 * Draws the picture of PeOrder: the lanes, the readout and the matrix of attention weights. A lane
 * is the column of one word. It shows the word on a card, the word's output now, and the word's
 * output in the order typed. A strip shows an output as a column of colours. The readout says in
 * large digits how many output numbers have changed.
 */
import { fixed } from '../chassis/format.js';
import { colorOf, inkOn } from '../chassis/palette.js';
import { drawSign, drawStrip, verdictOf } from './bags.js';
import { weightOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels } = translated('order', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./bags.js').View} View */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {ReturnType<typeof lanesOf>} Lanes */

const CARD_HEIGHT = 48;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {number} count the number of words
 */
export function layout(width, count) {
  // The lanes and the matrix are side by side only if each lane is wide enough.
  const wide = width >= 620 && width - 388 >= count * 56;
  const sideWidth = wide ? 264 : width;
  const sideLeft = wide ? width - sideWidth : 0;
  const left = wide ? 84 : 22;
  const lanesWidth = (wide ? width - sideWidth - 40 : width) - left;
  const stripHeight = wide ? 112 : 96;
  const cards = wide ? 2 : 140;
  const now = cards + 164;
  const typed = now + stripHeight + 88;
  const bottom = typed + stripHeight + 28;
  const labelWidth = 80;
  const cell = Math.floor(Math.min(60, (sideWidth - labelWidth) / count));
  const matrix = { left: sideLeft + labelWidth, top: wide ? 222 : bottom + 148, cell, labelWidth };
  const underMatrix = matrix.top + count * cell + 24;
  return {
    wide,
    count,
    /** The left edge and the width of all lanes, then the width of one lane. */
    left,
    width: lanesWidth,
    column: lanesWidth / count,
    stripHeight,
    cards,
    now,
    typed,
    bottom,
    matrix,
    readout: { left: sideLeft, top: wide ? 0 : 4 },
    scale: { left: sideLeft, top: wide ? typed + stripHeight - 30 : bottom + 12 },
    height: Math.round(Math.max(bottom, underMatrix)),
  };
}

/** The sizes of the lanes, in this picture or in the picture for beginners. */
/** @typedef {Pick<Box, 'left' | 'width' | 'column' | 'count' | 'cards' | 'bottom'>} LaneBox */

/** Returns the x of the middle of a place's lane. @param {LaneBox} box @param {number} place */
export const middleOf = ({ left, column }, place) => left + (place + 0.5) * column;

/**
 * Returns the place whose middle is at x. The place may be a fraction.
 * @param {LaneBox} box @param {number} x
 */
export const columnAt = ({ left, column }, x) => (x - left) / column - 0.5;

/** Returns the place whose lane is nearest to x. @param {LaneBox} box @param {number} x */
export const placeAt = ({ left, column, count }, x) =>
  Math.min(Math.max(Math.floor((x - left) / column), 0), count - 1);

/**
 * Returns the place of the word at a point of the lanes, or null if the point is outside them.
 * @param {LaneBox} box
 * @param {number} x
 * @param {number} y
 */
export const cardAt = (box, x, y) =>
  y >= box.cards && y < box.bottom && x < box.left + box.width ? placeAt(box, x) : null;

/**
 * Returns the place of the matrix row at a point, or null if the point is outside the matrix.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
export function rowAt({ matrix: { left, top, cell, labelWidth }, count }, x, y) {
  const inside = x >= left - labelWidth && y >= top && y < top + cell * count;
  return inside ? Math.floor((y - top) / cell) : null;
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
export function drawOrder(pen, model, box, view) {
  drawReadout(pen, model, box);
  drawLanes(pen, model, box, view);
  drawMatrix(pen, model, box, view.places);
  drawScale(pen, model, box);
}

/**
 * Writes how many output numbers have changed, in large digits. A sign shows whether the bag of
 * outputs equals the bag of the order typed.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawReadout(pen, model, { readout: { left, top } }) {
  const { differ, values, moved } = model;
  const { quiet, other, ink } = pen.c;
  const changed = differ && pen.judges ? other : ink;
  const width = pen.text(pen.judges ? String(differ) : '?', left, top + 40, {
    size: 44,
    weight: 650,
    mono: true,
    color: moved ? changed : quiet,
  });
  const size = 22;
  pen.text(labels.of(values), left + width + 10, top + 40, { size, mono: true, color: quiet });
  pen.text(labels.differ, left, top + 64, { size: 15 });
  const note = moved || !pen.judges ? labels.fromTyped : labels.unmoved;
  pen.text(note, left, top + 85, { size: 15, color: quiet });
  drawSign(pen, model, left + 13, top + 112, 12, !pen.judges);
  const said = pen.text(labels.askBag, left + 34, top + 117, { size: 15 });
  const verdict = pen.judges ? verdictOf(model, false) : labels.unknown;
  const color = pen.judges ? changed : quiet;
  pen.text(verdict, left + 39 + said, top + 117, { size: 15, weight: 650, color });
}

/** Returns all tokens. The chosen token is the last, to be drawn on top. @param {Model} model */
const layersOf = ({ words, state: { query } }) =>
  [...words.keys()].sort((a, b) => Number(a === query) - Number(b === query));

/**
 * Returns the sizes and coordinates that all parts of the lanes share.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number[]} places
 */
function lanesOf(pen, { words }, box, places) {
  const { column } = box;
  const gap = column < 50 ? 4 : Math.min(20, column * 0.14);
  const cardWidth = Math.round(Math.min(148, column - gap));
  return {
    cardWidth,
    wordSize: Math.min(...words.map((word) => pen.fit(word, cardWidth - 6, 22).size)),
    stripWidth: Math.round(Math.min(44, column * 0.62)),
    marks: box.typed - 12,
    /** The x of the middle of each word's lane, now and in the order typed. */
    xNow: places.map((place) => middleOf(box, place)),
    xTyped: words.map((_, token) => middleOf(box, token)),
  };
}

/**
 * Draws the words, the attention of the chosen word, and two outputs of each word. One is the
 * output now, and the other is the output in the order typed.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawLanes(pen, model, box, { places, hidden, sides }) {
  const lanes = lanesOf(pen, model, box, places);
  const layers = layersOf(model);
  drawRowNames(pen, model, box);
  for (const token of layers) drawWayHome(pen, model, box, lanes, token, hidden);
  drawAttention(pen, model, box, lanes, layers);
  for (const token of layers) {
    drawCard(pen, model, box, lanes, token, sides[token]);
    drawOutputs(pen, model, box, lanes, token, hidden);
    drawMark(pen, model, box, lanes, token, hidden || pen.onTheWay);
  }
}

/**
 * Writes the names of the rows that cross the lanes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawRowNames(pen, { words, state }, { wide, stripHeight, cards, now, typed }) {
  const { you, quiet, ink } = pen.c;
  const { rows } = labels;
  const nowMiddle = now + stripHeight / 2 - 4;
  const typedMiddle = typed + stripHeight / 2 - 4;
  if (!wide) {
    pen.upright(rows.now[1], 8, nowMiddle + 4, { align: 'center', color: quiet });
    pen.upright(rows.typed[1], 8, typedMiddle + 4, { align: 'center', color: quiet });
    return;
  }
  /** @param {string[]} texts @param {number} y @param {string} [color] */
  const row = ([name, note], y, color) => {
    pen.text(name, 0, y, { weight: 650, color: color ?? ink });
    const { text, ...style } = pen.fit(note, 76, 13);
    pen.text(text, 0, y + 18, { ...style, color: color ?? quiet });
  };
  const [lanes, drag] = rows.words;
  row([lanes, pen.still ? '' : drag], cards + 22);
  row(rows.attention(words[state.query]), cards + 86, you);
  row(rows.now, nowMiddle);
  row(rows.typed, typedMiddle);
}

/**
 * Draws a line from a word's output now to its output in the order typed. The line is dashed if
 * the two outputs differ.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lanes} lanes
 * @param {number} token
 * @param {boolean} hidden whether the output now is hidden
 */
function drawWayHome(pen, { state, tokens }, { now, stripHeight }, lanes, token, hidden) {
  const chosen = token === state.query;
  pen.bend(
    lanes.xNow[token],
    now + stripHeight + 2,
    lanes.xTyped[token],
    lanes.marks - 14,
    chosen ? pen.c.you : pen.c.control,
    chosen ? 2.5 : 1.25,
    tokens[token].differ && !hidden ? [4, 5] : [],
  );
}

/**
 * Draws a line from each word to the chosen word's output. Its thickness shows the weight.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lanes} lanes
 * @param {number[]} layers
 */
function drawAttention(pen, model, { cards, now }, { xNow }, layers) {
  const { query } = model.state;
  pen.ctx.globalAlpha = 0.72;
  for (const token of layers) {
    const weight = weightOf(model, query, token);
    const thick = Math.max(0.75, 14 * weight);
    if (weight) pen.bend(xNow[token], cards + 92, xNow[query], now - 4, pen.c.you, thick);
  }
  pen.ctx.globalAlpha = 1;
}

/**
 * Draws a word, the position added to it, and the weight that the chosen word gives to it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lanes} lanes
 * @param {number} token
 * @param {number} aside how far the card is below its row, in CSS pixels, while others pass it
 */
function drawCard(pen, model, box, { cardWidth, wordSize, xNow }, token, aside) {
  const { column } = box;
  const cards = box.cards + aside;
  const { you, ink, quiet, control, paper, plus } = pen.c;
  const { state, words, tokens } = model;
  const chosen = token === state.query;
  const middle = pen.snap(xNow[token]);
  const left = middle - cardWidth / 2;
  pen.rect(left, cards, cardWidth, CARD_HEIGHT, paper);
  pen.frame(left, cards, cardWidth, CARD_HEIGHT, chosen ? you : control, chosen ? 3 : 1);
  const { text, ...style } = pen.fit(words[token], cardWidth - 4, wordSize);
  pen.text(text, middle, cards + 25, {
    ...style,
    clamp: !aside,
    align: 'center',
    base: 'middle',
    weight: chosen ? 650 : 400,
    color: chosen ? you : ink,
  });
  // Cards that pass each other leave no space for numbers.
  if (aside || pen.onTheWay) return;
  if (state.scheme !== 'none') {
    const text = labels.position(tokens[token].place, column <= 104);
    pen.text(text, middle, cards + 67, { align: 'center', color: plus, weight: 650 });
  }
  const weight = weightOf(model, state.query, token);
  const unseen = column > 64 ? labels.hidden : labels.dash;
  pen.text(weight ? fixed(weight, 2) : unseen, middle, cards + 86, {
    align: 'center',
    mono: weight > 0,
    weight: weight ? 650 : 400,
    color: weight ? you : quiet,
  });
}

/**
 * Draws two strips of colours: a word's output now, and its output in the order typed.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lanes} lanes
 * @param {number} token
 * @param {boolean} hidden whether the output now is hidden
 */
function drawOutputs(pen, { state, tokens }, box, { stripWidth, xNow, xTyped }, token, hidden) {
  const chosen = token === state.query;
  const color = chosen ? pen.c.you : pen.c.hair;
  const { now, typed } = tokens[token];
  /** @param {Float32Array | null} output @param {number} middle @param {number} top */
  const strip = (output, middle, top) =>
    drawStrip(pen, output, middle, top, stripWidth, box.stripHeight, color, chosen ? 2 : 1);
  strip(hidden ? null : now, xNow[token], box.now);
  strip(typed, xTyped[token], box.typed);
}

/**
 * Writes whether a word's output has changed. Also writes the word below its output in the order
 * typed.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lanes} lanes
 * @param {number} token
 * @param {boolean} hidden whether the output now is hidden
 */
function drawMark(pen, model, box, { cardWidth, wordSize, marks, xTyped }, token, hidden) {
  const { you, ink, quiet, other } = pen.c;
  const { state, words, tokens, moved } = model;
  const brief = box.column <= 90;
  const { differ } = tokens[token];
  const x = pen.snap(xTyped[token]);
  const align = 'center';
  if (hidden) pen.text(labels.unsure, x, marks, { align, weight: 650, color: quiet });
  else if (differ)
    pen.text(labels.differs(differ, brief), x, marks, { align, weight: 650, color: other });
  else {
    const text = moved && !brief ? labels.sameBits : labels.equals;
    pen.text(text, x, marks, { align, weight: 650, color: moved ? ink : quiet });
  }
  const color = token === state.query ? you : quiet;
  const below = box.typed + box.stripHeight + 20;
  const { text, ...style } = pen.fit(words[token], cardWidth, Math.min(wordSize, 15));
  pen.text(text, x, below, { ...style, align, color });
}

/**
 * Returns the text of a weight. A cell narrower than 40 pixels gets a short text: .25 or 1.0.
 * @param {number} weight
 * @param {number} cell
 */
export const brief = (weight, cell) =>
  cell < 40 ? fixed(weight, 2).replace(/^0/, '').slice(0, 3) : fixed(weight, 2);

/**
 * Draws the attention weights. A row shows the weights that one word gives to all words.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number[]} places
 */
function drawMatrix(pen, model, box, places) {
  const { left, top, cell, labelWidth } = box.matrix;
  const { words, state } = model;
  const flat = words.every((word) => pen.measure(word) < cell - 4);
  const titleTop = top - (flat ? 30 : 70);
  const title = pen.text(labels.matrix, left - labelWidth, titleTop, { weight: 650 });
  const note = left - labelWidth + title + 8;
  pen.text(labels.matrixNote, note, titleTop, { color: pen.c.quiet });
  const layers = layersOf(model);
  for (const token of layers) {
    drawMatrixWord(pen, model, box, token, places[token], flat);
    for (const key of layers) drawWeight(pen, model, box, places, token, key);
  }
  const chosenTop = pen.snap(top + places[state.query] * cell);
  pen.frame(left, chosenTop, box.count * cell - 1, cell - 1, pen.c.you, 2.5);
}

/**
 * Writes a word beside its row and above its column of the matrix.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} token
 * @param {number} place
 * @param {boolean} flat whether all words fit above their columns without being turned
 */
function drawMatrixWord(pen, { state, words }, { matrix }, token, place, flat) {
  const { left, top, cell, labelWidth } = matrix;
  const { you, quiet } = pen.c;
  const chosen = token === state.query;
  const word = words[token];
  const { text, ...style } = pen.fit(word, labelWidth - 10, 13);
  pen.text(text, left - 8, top + (place + 0.5) * cell, {
    color: chosen ? you : quiet,
    weight: chosen ? 650 : 400,
    align: 'right',
    base: 'middle',
    ...style,
  });
  const across = left + (place + 0.5) * cell;
  const isMoving = place % 1 !== 0;
  if (flat) pen.text(word, across, top - 8, { align: 'center', color: quiet, clamp: !isMoving });
  else pen.upright(pen.fit(word, 54, 13).text, across, top - 8, { color: quiet });
}

/**
 * Draws one cell of the matrix.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number[]} places
 * @param {number} token the word of the row
 * @param {number} key the word of the column
 */
function drawWeight(pen, model, { matrix }, places, token, key) {
  const { cell } = matrix;
  const { mode } = pen.theme;
  const { state, tokens } = model;
  const weight = weightOf(model, token, key);
  const left = pen.snap(matrix.left + places[key] * cell);
  const top = pen.snap(matrix.top + places[token] * cell);
  const middle = { align: 'center', base: 'middle' };
  if (state.causal && tokens[key].place > tokens[token].place) {
    pen.rect(left, top, cell - 1, cell - 1, pen.c.paper);
    pen.text(labels.dash, left + cell / 2, top + cell / 2, { ...middle, color: pen.c.quiet });
    return;
  }
  pen.rect(left, top, cell - 1, cell - 1, colorOf(weight, mode));
  if (cell < 28) return;
  pen.text(brief(weight, cell), left + cell / 2, top + cell / 2, {
    ...middle,
    clamp: places[key] % 1 === 0 && places[token] % 1 === 0,
    size: cell < 40 ? 12 : 13,
    mono: true,
    color: inkOn(weight, mode),
  });
}

/** Draws the legend of the colours. @param {Pen} pen @param {Model} model @param {Box} box */
function drawScale(pen, { state }, { scale: { left, top } }) {
  const { quiet } = pen.c;
  const small = { size: 12, color: quiet };
  pen.text(labels.strip(state.dim), left, top + 12, small);
  pen.text(labels.low, left, top + 34, { ...small, mono: true });
  for (let at = 0; at < 21; at++) {
    const color = colorOf(at / 10 - 1, pen.theme.mode);
    pen.rect(pen.snap(left + 36 + at * 6), top + 24, 6.5, 12, color);
  }
  pen.text(labels.high, left + 170, top + 34, { ...small, mono: true });
}
