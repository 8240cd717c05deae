/**
 * Draws the picture of PeNetworks. Under the words is a lane for each network. A lane shows how the
 * news about the first word spreads. It also shows which outputs differ if the same word is in
 * every place.
 */
import { drawCosts, drawShapes, layoutCosts } from './costs.js';
import { KINDS } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels } = translated('networks', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Lane} Lane */
/** @typedef {import('./model.js').Kind} Kind */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {Box['lanes'][number]} LaneBox */

/**
 * What the picture shows at one moment, in addition to the model.
 * @typedef {object} View
 * @property {number} at how many steps the networks have taken, as a fraction during a step
 * @property {boolean} hidden whether everything that answers the question is hidden
 * @property {string | number | null} tried the network that a wrong answer describes
 */

/** The colour role of each network. @type {Record<Kind, string>} */
export const ROLE = { recurrent: 'plus', convolution: 'minus', attention: 'you' };

/**
 * The heights in a lane, in pixels. A graph without rows has the height `chain`. Other graphs have
 * the height `row` for each row, and at least the height `least`. A narrow lane has a low graph, so
 * that a phone shows the last strips above the bar at the bottom of its screen.
 */
const LANES = {
  wide: { above: 14, chain: 46, row: 38, least: 58, below: 24, strip: 36 },
  narrow: { above: 58, chain: 0, row: 25, least: 50, below: 42, strip: 28 },
};
/** The height of the space between two lanes, in pixels. */
const GAP = 26;
/** Characters from this one on, such as Chinese characters, are as wide as two Latin letters. */
const WIDE = '\u2e80';
/** The widths of a letter, in pixels: in both layouts, and in words that read upwards. */
const LETTER = { wide: 8.2, narrow: 6.8, upright: 7 };

/** Counts the letters of a word. A wide letter counts twice. @param {string} word */
const lettersOf = (word) => [...word].reduce((count, letter) => count + (letter < WIDE ? 1 : 2), 0);

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {string[]} words
 * @param {number[]} layers the number of layers of each network
 * @param {boolean} beginner
 */
export function layout(width, words, layers, beginner) {
  const wide = width >= 600;
  const left = wide ? 214 : 0;
  const pitch = (width - left - 4) / words.length;
  const letters = Math.max(...words.map(lettersOf));
  const upright = letters * (wide ? LETTER.wide : LETTER.narrow) + 6 > pitch;
  const wordsHeight = upright ? letters * LETTER.upright + 16 : 30;
  const sizes = wide ? LANES.wide : LANES.narrow;
  let top = wordsHeight + 8;
  const lanes = KINDS.map((kind, at) => {
    const graph = top + sizes.above;
    const rows = kind === 'recurrent' ? 0 : layers[at];
    const height = rows ? Math.min(156, Math.max(sizes.least, sizes.row * rows)) : sizes.chain;
    const strip = graph + height + sizes.below;
    const lane = { kind, top, graph, rows, height, strip, bottom: strip + sizes.strip };
    top = lane.bottom + GAP;
    return lane;
  });
  const costs = beginner ? null : layoutCosts(width, top);
  const radius = Math.min(11, pitch * 0.34);
  const height = costs ? costs.height : top - GAP + 8;
  return {
    width,
    wide,
    left,
    pitch,
    radius,
    top: { upright, height: wordsHeight },
    lanes,
    costs,
    height,
  };
}

/** Returns the middle of a word's column. @param {Box} box @param {number} at */
const columnOf = ({ left, pitch }, at) => left + (at + 0.5) * pitch;

/**
 * Returns the word whose column is at a point.
 * @param {Box} box
 * @param {number} x
 */
export const wordAt = ({ left, pitch }, x) => Math.floor((x - left) / pitch);

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
export function drawNetworks(pen, model, box, view) {
  drawWords(pen, model, box);
  box.lanes.forEach((place, at) => {
    const covers = view.hidden && place.kind === 'attention';
    const lane = model.lanes[at];
    if (view.tried === place.kind)
      for (const y of [place.top - 5, place.bottom + 6]) pen.hline(0, pen.width, y, pen.c.other, 2);
    drawLabels(pen, model, lane, box, place, view);
    if (!covers) drawSignals(pen, lane, box, place, view.at);
    drawNodes(pen, lane, box, place, covers ? -1 : view.at);
    if (!covers) drawOutputs(pen, lane, box, place);
  });
  if (!box.costs) return;
  drawCosts(pen, model, box.costs);
  drawShapes(pen, model, box.costs);
}

/**
 * Writes the words. If their columns are narrow, the words read upwards.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawWords(pen, { words }, box) {
  const { upright, height } = box.top;
  if (box.wide) pen.text(labels.words, 0, height - 8, { color: pen.c.quiet });
  words.forEach((word, at) => {
    const isEnd = at === 0 || at === words.length - 1;
    const style = { weight: isEnd ? 700 : 400, size: box.wide && !upright ? 16 : 13 };
    const x = columnOf(box, at);
    if (upright) pen.upright(word, x, height - 4, style);
    else pen.text(word, x, height - 8, { ...style, align: 'center' });
  });
}

/**
 * Writes what a network does, how far its news has come, and what it knows of position.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Lane} lane
 * @param {Box} box
 * @param {LaneBox} place
 * @param {View} view
 */
function drawLabels(pen, { words, state }, lane, { wide, width, left }, place, { at, hidden }) {
  const { kind, top, strip } = place;
  const { quiet, ink, right } = pen.c;
  const covers = hidden && kind === 'attention';
  const done = at >= lane.steps;
  const status = labels.status(at, lane.steps, covers);
  const room = wide ? left - GAP / 2 : width;
  const bold = { weight: 650, size: 15, room };
  const statusStyle = { ...bold, color: done && !covers ? right : ink };
  pen.text(labels.kinds[kind], 0, top + 14, {
    weight: 700,
    size: 16,
    room,
    color: pen.c[ROLE[kind]],
  });
  if (!covers) pen.text(labels.does(kind, state.kernel), 0, top + 34, { color: quiet, room });
  if (wide) pen.text(status, 0, top + 58, statusStyle);
  else pen.text(status, width - 2, top + 14, { ...statusStyle, align: 'right' });
  const tested = labels.tested(words[0]);
  const isOpen = covers || pen.onTheWay;
  const found = isOpen ? '?' : differingText(lane, words.length);
  if (wide) {
    pen.text(tested, 0, strip + 12, { color: quiet, room });
    pen.text(found, 0, strip + 31, bold);
  } else {
    const end = pen.text(tested, 0, strip - 9, { color: quiet });
    pen.text(found, end + 8, strip - 9, { ...bold, size: 13 });
  }
}

/**
 * Says how many outputs of a lane differ.
 * @param {Lane} lane
 * @param {number} words the number of words
 */
const differingText = ({ outputs, differing }, words) =>
  labels.differing(differing, outputs.filter(Boolean).length, words);

/**
 * Returns the middle of a word in a row of a lane. The recurrent network has one row.
 * @param {Box} box
 * @param {LaneBox} place
 * @param {number} row
 * @param {number} at
 */
const nodeAt = (box, { graph, rows, height }, row, at) => ({
  x: columnOf(box, at),
  y: rows ? graph + (height * row) / rows : graph + height / 2,
});

/**
 * Draws the connections, and on them the news about the first word. A connection is coloured up to
 * the point that the news has reached.
 * @param {Pen} pen
 * @param {Lane} lane
 * @param {Box} box
 * @param {LaneBox} place
 * @param {number} now
 */
function drawSignals(pen, lane, box, place, now) {
  const color = pen.c[ROLE[place.kind]];
  const { radius } = box;
  /** @type {{x: number, y: number}[]} */
  const heads = [];
  lane.layers.forEach((connections, row) => {
    // All layers of the recurrent network have the same connections, so the first layer is enough.
    if (!place.rows && row) return;
    for (const [from, to] of connections) {
      const start = nodeAt(box, place, row, from);
      const end = nodeAt(box, place, row + 1, to);
      const begins = place.rows ? row : from;
      const carries = lane.heardAt[from] <= begins;
      const part = carries ? Math.min(1, Math.max(0, now - begins)) : 0;
      if (part < 1) pen.line([start.x, start.y, end.x, end.y], pen.c.hair, 1);
      if (!part) continue;
      const head = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
      pen.line([start.x, start.y, head.x, head.y], color, place.rows ? 1.5 : 3);
      if (part < 1) heads.push(head);
    }
  });
  for (const { x, y } of heads) pen.circle(x, y, Math.min(5, radius / 2), { fill: color });
}

/**
 * Draws the words of a lane, row by row. A word is filled when the news has reached it. The last
 * row has the numbers of the steps.
 * @param {Pen} pen
 * @param {Lane} lane
 * @param {Box} box
 * @param {LaneBox} place
 * @param {number} now the step; a negative number hides where the news is
 */
function drawNodes(pen, { heardAt }, box, place, now) {
  const color = pen.c[ROLE[place.kind]];
  const { rows, height } = place;
  const room = rows ? height / rows : height;
  const small = Math.min(5, room * 0.3, box.radius);
  for (let row = 0; row <= rows; row++)
    heardAt.forEach((step, at) => {
      const { x, y } = nodeAt(box, place, row, at);
      const isLast = row === rows;
      const heard = now >= 0 && now >= (rows ? row : step) && (!rows || step <= row);
      const radius = isLast ? box.radius : small;
      pen.circle(x, y, radius, {
        fill: heard ? color : pen.c.paper,
        stroke: heard ? color : pen.c.control,
      });
      if (!isLast || !heard || box.radius < 8) return;
      const style = { align: 'center', base: 'middle', size: 12, weight: 650, color: pen.c.paper };
      pen.text(String(step), x, y + 0.5, style);
    });
}

/**
 * Draws the outputs as strips of 8 colours. They are the outputs for the same word in every place.
 * @param {Pen} pen
 * @param {Lane} lane
 * @param {Box} box
 * @param {LaneBox} place
 */
function drawOutputs(pen, { outputs }, box, place) {
  const width = Math.min(26, box.pitch - 4);
  // Only attention can have outputs beyond ±1. So each network has its own scale.
  const reach = Math.max(...outputs.flatMap((row) => row ?? []).map(Math.abs));
  outputs.forEach((row, at) => {
    const left = pen.snap(columnOf(box, at) - width / 2);
    const { strip, bottom } = place;
    if (row) pen.strip(row, reach, left, strip, width, bottom - strip);
    else
      pen.text(labels.none, left + width / 2, (strip + bottom) / 2, {
        align: 'center',
        base: 'middle',
        color: pen.c.quiet,
      });
    pen.frame(
      left,
      pen.snap(place.strip),
      width,
      pen.snap(bottom) - pen.snap(place.strip),
      pen.c.control,
      1,
    );
  });
}
