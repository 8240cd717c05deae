/**
 * Draws the picture of PeSchemes. At the top, a ruler shows all positions, and marks the positions
 * of the sentence. Below are the words, and one row for each scheme. A row has the scheme's name,
 * and a line with three dots for the places where position can enter. It also has a bar for the
 * weight of each key, and numbers.
 */
import { fixed, percent } from '../chassis/format.js';
import { SCHEMES, wordsOf } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { isAiming, labelsOnPicture, schemeTexts } = translated('schemes', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Door} Door */
/** @typedef {ReturnType<typeof layout>} Layout */

/** The places where position can enter, in order from words to weights. @type {Door[]} */
const DOORS = ['words', 'qk', 'scores'];
/** Smaller changes of a weight are rounding errors of float32. */
const STILL = 0.00005;

/**
 * Computes where the ruler, the words and the rows are, in CSS pixels.
 * @param {number} width of the plot
 * @param {{tokens: string, length: number}} state
 * @param {boolean} beginner whether to leave out decimals, and the places where positions enter
 */
export function layout(width, { tokens, length }, beginner) {
  const wide = width >= 600;
  const count = wordsOf(tokens).length;
  const [x0, x1] = wide ? [beginner ? 116 : 250, width - (beginner ? 92 : 156)] : [0, width];
  // On a phone, the picture is less tall, so that the question below it fits on the same screen.
  const low = beginner && !wide;
  const under = low ? 24 : 36;
  const [top, row] = topAndRow(wide, beginner);
  return {
    wide,
    beginner,
    count,
    x0,
    x1,
    /** The width of the column of a word. */
    cell: (x1 - x0) / count,
    ruler: 24,
    words: low ? 82 : 92,
    top,
    row,
    bottom: top + row * SCHEMES.length,
    doors: wide ? [120, 166, 212] : [104, 142, 180],
    /** The right ends of the columns of numbers. */
    right: [width - (wide ? 84 : 72), width - 2],
    /** The height of the highest bar. */
    reach: row - (wide ? 12 : under),
    /** The gap between the highest bar and the line of text above it. */
    lift: low ? 5 : 12,
    /** The height below the last text. While a wrong answer is tried, a frame is drawn there. */
    rest: low ? 13 : 8,
    /** The number of positions on the ruler. */
    span: length + count,
    height: top + row * SCHEMES.length + 44,
  };
}

/**
 * Returns the top of the rows, and the height of a row.
 * @param {boolean} wide
 * @param {boolean} beginner
 */
function topAndRow(wide, beginner) {
  if (beginner) return wide ? [118, 58] : [108, 44];
  return wide ? [150, 70] : [168, 82];
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} startShown the position of the first word in this frame
 */
export function drawPicture(pen, model, box, startShown) {
  const cursor = box.words + 22;
  if (box.wide) drawCursor(pen, model, box, cursor, box.bottom);
  drawRuler(pen, model, box, startShown);
  drawWords(pen, model, box);
  drawLook(pen, model, box);
  drawColumnHeads(pen, box);
  for (let scheme = 0; scheme < SCHEMES.length; scheme++) drawScheme(pen, model, box, scheme);
  drawLegend(pen, box, startShown > 0);
}

/**
 * Explains the mark ✓. If the sentence has moved, also explains how the added and the removed parts
 * of bars are drawn.
 * @param {Pen} pen
 * @param {Layout} box
 * @param {boolean} hasMoved
 */
function drawLegend(pen, { x0, height, rest }, hasMoved) {
  const { gained, lost, mark } = labelsOnPicture;
  const how = { size: 12, color: pen.c.quiet };
  const low = height - rest;
  pen.text(mark, x0, low, how);
  if (!hasMoved) return;
  pen.rect(x0, low - 27, 12, 10, pen.c.plus);
  const x = x0 + 36 + pen.text(gained, x0 + 18, low - 18, how);
  pen.frame(x, low - 26, 11, 8, pen.c.minus, 1);
  pen.text(lost, x + 18, low - 18, how);
}

/**
 * Draws a band over the word that the head should look at.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} y0
 * @param {number} y1
 */
function drawCursor(pen, { target }, { x0, cell }, y0, y1) {
  const x = x0 + target * cell;
  pen.area([x, y0, x + cell, y0, x + cell, y1, x, y1], pen.c.other, 0.12);
}

/**
 * Draws the ruler: all positions, the end of training, and the sentence.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} startShown the position of the first word, as drawn in this frame
 */
function drawRuler(pen, { state, words }, box, startShown) {
  const { ruler, span } = box;
  const [left, right] = [1, pen.width - 1];
  /** @param {number} position */
  const x = (position) => left + (position / span) * (right - left);
  const wall = x(state.length);
  pen.rect(left, ruler, wall - left, 12, pen.c.seen);
  pen.rect(wall, ruler, right - wall, 12, pen.c.unseen);
  pen.hline(left, right, ruler + 12, pen.c.control);
  pen.frame(left + 1, ruler + 1, wall - left - 2, 11, pen.c.control, 1);
  drawRulerLabels(pen, state.length, box, wall);
  const from = x(startShown);
  const to = x(startShown + words.length);
  pen.rect(from, ruler - 1, to - from, 14, pen.c.you);
  pen.vline(wall, ruler - 5, ruler + 17, pen.c.paper, 6);
  pen.vline(wall, ruler - 4, ruler + 16, pen.c.ink, 2);
  drawConnector(pen, from, box.x0 + 2, box);
  drawConnector(pen, to, box.x1 - 2, box);
}

/**
 * Writes the texts above the ruler.
 * @param {Pen} pen
 * @param {number} length the number of trained positions
 * @param {Layout} box
 * @param {number} wall the x of the end of training
 */
function drawRulerLabels(pen, length, { ruler }, wall) {
  const { within, beyond } = labelsOnPicture;
  const how = { size: 12, color: pen.c.quiet };
  const end = pen.text(within(length - 1), 1, ruler - 9, how);
  if (wall <= end + 12) return;
  pen.text(beyond(length - 1), pen.width - 1, ruler - 9, { ...how, align: 'right' });
}

/**
 * Draws a line from one end of the sentence on the ruler to the same end of the words.
 * @param {Pen} pen
 * @param {number} from
 * @param {number} to
 * @param {Layout} box
 */
function drawConnector(pen, from, to, { ruler, words }) {
  pen.line([from, ruler + 13, from, ruler + 16, to, words - 22, to, words - 16], pen.c.you, 1);
}

/**
 * Returns 2 for the word that the head should look at, 1 for the query, 0 for the other words.
 * @param {Model} model
 * @param {number} word
 */
function rankOf({ state, target }, word) {
  if (word === target) return 2;
  return word === state.query ? 1 : 0;
}

/**
 * Draws the words and their positions. The query and its target are never shortened.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawWords(pen, model, box) {
  for (const at of model.words.keys()) {
    const middle = box.x0 + (at + 0.5) * box.cell;
    drawWord(pen, model, box, at, middle);
    drawPosition(pen, model, box, at, middle);
  }
}

/** The smallest gap between two words, in CSS pixels. */
const WORD_GAP = 5;

/**
 * Returns half the width of a word and of the gap beside it, in CSS pixels. Bold text is up to 12 %
 * wider than the measured text.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} cell
 * @param {number} at the index of the word
 */
function halfOf(pen, { words }, cell, at) {
  const { size } = pen.fit(words[at], cell - WORD_GAP, 13);
  return (pen.measure(words[at], size) * 1.12 + WORD_GAP) / 2;
}

/**
 * Returns how far the query or its target moves away from the other, in CSS pixels. These two words
 * are never shortened, so they would otherwise overlap in narrow columns.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} cell
 * @param {number} at the index of one of the two words
 */
function asideOf(pen, model, cell, at) {
  const { state, target } = model;
  const other = at === target ? state.query : target;
  const needed = halfOf(pen, model, cell, at) + halfOf(pen, model, cell, other);
  return (Math.sign(at - other) * Math.max(0, needed - Math.abs(at - other) * cell)) / 2;
}

/**
 * Returns the width that a word may take beside the query and its target, in CSS pixels.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} cell
 * @param {number} at the index of a word that is neither the query nor its target
 */
function roomOf(pen, model, cell, at) {
  const rooms = [model.state.query, model.target].map((each) => {
    const apart = Math.abs((at - each) * cell - asideOf(pen, model, cell, each));
    return 2 * (apart - halfOf(pen, model, cell, each));
  });
  return Math.min(cell - WORD_GAP, ...rooms);
}

/**
 * Writes one word, if at least half of its column is free.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at the index of the word
 * @param {number} middle the x of its centre
 */
function drawWord(pen, model, { words: y, cell }, at, middle) {
  const rank = rankOf(model, at);
  const word = model.words[at];
  const own = rank ? cell - WORD_GAP : roomOf(pen, model, cell, at);
  if (own < cell / 2) return;
  const { text, size, room } = pen.fit(word, own, 13);
  const aside = rank ? asideOf(pen, model, cell, at) : 0;
  pen.text(rank ? word : text, middle + aside, y, {
    align: 'center',
    size,
    room: rank ? undefined : room,
    color: [pen.c.ink, pen.c.you, pen.c.other][rank],
    weight: rank ? 650 : 400,
  });
}

/**
 * Writes the position of one word.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} at the index of the word
 * @param {number} middle the x of its centre
 */
function drawPosition(pen, { state }, { words: y }, at, middle) {
  const position = state.start + at;
  pen.text(String(position), middle, y + 17, {
    align: 'center',
    size: 12,
    mono: true,
    color: position < state.length ? pen.c.quiet : pen.c.wrong,
  });
}

/**
 * Draws an arrow from the query to the word that the head should look at.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 */
function drawLook(pen, { state, target }, { x0, cell, words: y }) {
  const [from, to] = [state.query, target].map((word) => x0 + (word + 0.5) * cell);
  pen.line([from, y - 16, from, y - 22, to, y - 22], pen.c.you, 2);
  pen.arrow(to, y - 22, to, y - 13, pen.c.you, 2);
}

/**
 * Writes the names of the columns above the rows. Beginners see one column of numbers. Its name is
 * written only if the picture is wide.
 * @param {Pen} pen
 * @param {Layout} box
 */
function drawColumnHeads(pen, { wide, beginner, top, doors, right }) {
  const y = top - (wide ? 18 : 14);
  const how = { size: 12, color: pen.c.quiet };
  const { enters, entersShort, weight, change, points } = labelsOnPicture;
  const ofWeight = { ...how, align: /** @type {const} */ ('right'), color: pen.c.other };
  if (beginner) {
    if (wide) pen.text(weight, right[1], y + 18, ofWeight);
    return;
  }
  if (wide) pen.text(enters, doors[1], y - 18, { ...how, align: 'center' });
  else pen.text(entersShort, 8, y, how);
  DOORS.forEach((door, at) =>
    pen.text(labelsOnPicture.doors[door], doors[at], y, { ...how, align: 'center' }),
  );
  pen.text(weight, right[0], y, ofWeight);
  pen.text(change, right[1], y - 16, { ...how, align: 'right' });
  pen.text(points, right[1], y, { ...how, align: 'right' });
}

// The rows of the picture. Each row shows one scheme.

/**
 * Draws the row of one scheme.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} scheme the index of the scheme
 */
function drawScheme(pen, model, box, scheme) {
  const { wide, x0, x1, reach, lift } = box;
  const foot = box.top + (scheme + 1) * box.row - 8;
  const line = wide ? foot - 18 : foot - reach - lift;
  drawName(pen, model, box, scheme, line);
  if (!box.beginner) drawDoors(pen, model, box, scheme, line - 4);
  if (!wide) drawCursor(pen, model, box, foot - reach, foot);
  pen.hline(x0, x1, foot, pen.c.control);
  if (wide) pen.hline(x0, x1, foot - reach, pen.c.hair);
  const row = model.weights[scheme];
  if (!row) {
    drawMissing(pen, model, box, foot);
    return;
  }
  const how = { align: 'right', size: 12, color: pen.c.quiet };
  if (wide && !scheme) pen.text(labelsOnPicture.all, x1 - 2, foot - reach + 14, how);
  const bars = { row, before: model.home[scheme] ?? row, foot };
  for (let key = 0; key < row.length; key++) drawBar(pen, model, box, bars, key, scheme);
  drawNumbers(pen, model, box, scheme, line);
}

/**
 * Writes the name of a scheme and what its head does, and marks the chosen scheme. If the weights
 * are missing or hidden, writes only the name.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} scheme the index of the scheme
 * @param {number} line the y of the text's baseline
 */
function drawName(pen, model, { wide, beginner }, scheme, line) {
  const { chosen } = model;
  if (scheme === chosen) pen.rect(0, line - 15, 3, 20, pen.c.ink);
  const { name, does } = schemeTexts[SCHEMES[scheme].key];
  const end = pen.text(name, 8, line, {
    size: wide ? 15 : 13,
    weight: scheme === chosen ? 700 : 400,
  });
  const how = { size: 12, color: pen.c.quiet };
  if (!model.weights[scheme]) return;
  if (wide) pen.text(does, 8, line + 18, how);
  else if (beginner) pen.text(outcomeOf(pen, model, scheme) || does, 18 + end, line, how);
}

/**
 * Says whether the weights of a scheme differ from those at position 0. Returns '' at position 0,
 * and while the sentence moves.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} scheme
 */
function outcomeOf(pen, { state, change }, scheme) {
  const most = change[scheme];
  if (!state.start || most === null || pen.onTheWay) return '';
  return most < STILL ? labelsOnPicture.same : labelsOnPicture.changed;
}

/**
 * Draws the steps from words to weights as a line. A large dot marks the step that uses positions.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} scheme
 * @param {number} y
 */
function drawDoors(pen, { chosen }, { wide, x0, doors }, scheme, y) {
  pen.hline(doors[0], wide ? x0 - 8 : doors[2], y, pen.c.control);
  if (wide) pen.area([x0 - 4, y, x0 - 11, y - 4, x0 - 11, y + 4], pen.c.control);
  DOORS.forEach((door, at) => {
    if (door === SCHEMES[scheme].door)
      pen.circle(doors[at], y, 6, { fill: scheme === chosen ? pen.c.ink : pen.c.quiet });
    else pen.circle(doors[at], y, 2.5, { fill: pen.c.paper, stroke: pen.c.control });
  });
}

/**
 * Writes why a row has no bars, in their place.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} foot the y of the lower end of the bars
 */
function drawMissing(pen, model, { x0, x1, reach }, foot) {
  pen.rect(x0, foot - reach, x1 - x0, reach, pen.c.unseen);
  const { noRow, covered } = labelsOnPicture;
  const [text, color] = model.covered ? [covered, pen.c.quiet] : [`✗ ${noRow(model)}`, pen.c.wrong];
  pen.text(text, x0 + 8, foot - reach / 2, { base: 'middle', color, weight: 650 });
}

/**
 * The bars of one row.
 * @typedef {object} Bars
 * @property {Float32Array} row the weights at the current position
 * @property {Float32Array} before the weights with the sentence at position 0
 * @property {number} foot the y of the lower end of the bars
 */

/**
 * Draws the weight of one key as a bar. The part that the shift added has another colour. An empty
 * frame shows the part that the shift removed.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {Bars} bars
 * @param {number} key
 * @param {number} scheme
 */
function drawBar(pen, { target, chosen }, { x0, cell, reach }, bars, key, scheme) {
  const { row, before, foot } = bars;
  const width = Math.min(cell * 0.62, 28);
  const x = pen.snap(x0 + (key + 0.5) * cell - width / 2);
  const now = row[key] * reach;
  const was = before[key] * reach;
  const kept = Math.min(now, was);
  const quiet = scheme === chosen ? pen.c.ink : pen.c.control;
  pen.rect(x, foot - kept, width, kept, key === target ? pen.c.other : quiet);
  if (Math.abs(now - was) < 0.4) return;
  const change = Math.abs(now - was);
  pen.rect(x, foot - Math.max(now, was), width, change, now > was ? pen.c.plus : pen.c.paper);
  if (now < was) pen.frame(x + 1, foot - was + 1, width - 2, was - now - 1, pen.c.minus, 1);
}

/**
 * Writes the weight of the word that the head should look at. For experts, also writes the largest
 * change of a weight.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Layout} box
 * @param {number} scheme
 * @param {number} line
 */
function drawNumbers(pen, model, { wide, beginner, right }, scheme, line) {
  const { state, target, found, weights, change } = model;
  const weight = weights[scheme]?.[target] ?? 0;
  let [mark, color] = found[scheme] ? ['✓', pen.c.right] : ['✗', pen.c.wrong];
  if (!isAiming(SCHEMES[scheme].key)) [mark, color] = ['', pen.c.quiet];
  const share = percent(100 * weight, beginner ? 0 : 1);
  const how = { align: 'right', mono: true };
  pen.text(`${mark} ${share}`, right[beginner ? 1 : 0], line, { ...how, color, weight: 650 });
  const most = change[scheme] ?? 0;
  const outcome = outcomeOf(pen, model, scheme);
  const isStill = most < STILL;
  const said = { align: 'right', size: 12, weight: 650, color: isStill ? pen.c.ink : pen.c.plus };
  if (beginner && wide) pen.text(outcome, right[1], line + 18, said);
  if (beginner) return;
  if (outcome && isStill) pen.text(outcome, right[1], line, said);
  else pen.text(state.start ? fixed(100 * most, 1) : '–', right[1], line, { ...said, mono: true });
}
