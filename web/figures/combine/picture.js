/**
 * Draws the picture of PeCombine. At the top are the words of the sentence. Below them are three
 * strips: the chosen word, its stamp, and their sum. Beside the strips are bars with the lengths of
 * the vectors. Two rulers show the distances from the sum to each word, and to each stamp. Only
 * readers who are not beginners see the length of the sum, and how many of all sums are read right.
 */
import { decades, tenTo } from '../chassis/decades.js';
import { localized } from '../chassis/format.js';
import { colorOf } from '../chassis/palette.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { SENTENCE, SPREADS } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, names } = translated('combine', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Reading} Reading */
/** @typedef {ReturnType<typeof layout>} Box */

/**
 * What the picture shows at one moment, in addition to the model.
 * @typedef {object} View
 * @property {Reading} reading what is read for the chosen word, at the spread that is drawn
 * @property {number} spread the standard deviation of the words' numbers that is drawn
 * @property {number} reach the part of the distances that is measured already, from 0 to 1
 * @property {number} apart from 0 (the sum) to 1 (word and stamp side by side)
 * @property {boolean} hidden whether everything that answers the question is hidden
 */

/** The colour scale goes from -1.25 to 1.25. Numbers outside it get the colour of the end. */
const COLOR_REACH = 1.25;

const CARD_HEIGHT = 40;
/** The height of the space for the marks under a card, in pixels. */
const MARKS_HEIGHT = 44;

/** The width that both labels at the right end of a ruler need together, in pixels. */
const FAR_ROOM = 210;

/** How far the circles of a ruler are above or below its axis, in pixels. */
const LANE = 9;

/** A vector of this length has a bar of full width. The bar of a longer vector has a gap. */
const FULL_BAR = 10;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {boolean} beginner
 */
export function layout(width, beginner) {
  const wide = width >= 600;
  const label = wide ? 118 : 0;
  const bar = wide ? 216 : width;
  const strips = CARD_HEIGHT + MARKS_HEIGHT + (wide ? 36 : 18);
  const pitch = wide ? 46 : 64;
  const rulers = strips + 3 * pitch + (wide ? 16 : 10);
  const ruler = wide ? 92 : 112;
  const shares = rulers + 2 * ruler + 8;
  const bars = { left: 0, top: shares, width: wide ? width * 0.42 : width - 2, height: 158 };
  const chartTop = wide ? shares : shares + bars.height + 8;
  const chartLeft = wide ? width * 0.5 : 38;
  const chart = {
    left: chartLeft,
    right: width - 8,
    top: chartTop + 40,
    bottom: chartTop + 150,
    height: 192,
  };
  return {
    width,
    wide,
    cards: { left: label, width: wide ? 120 : (width - 2) / SENTENCE - 6, gap: wide ? 12 : 8 },
    strip: {
      left: label,
      top: strips,
      width: wide ? width - label - bar : width - 2,
      height: wide ? 30 : 22,
      pitch,
    },
    bar: { left: wide ? width - bar + 20 : 0, width: wide ? bar - 96 : width - 2 },
    ruler: { left: 10, right: width - 10, top: rulers, height: ruler },
    full: beginner ? null : { bars, chart },
    height: Math.round(beginner ? shares - 4 : chartTop + chart.height),
  };
}

/**
 * Returns the card at a point, or null.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
export function cardAt({ cards }, x, y) {
  if (y > CARD_HEIGHT + MARKS_HEIGHT || x < cards.left) return null;
  const at = Math.floor((x - cards.left) / (cards.width + cards.gap));
  return at < SENTENCE ? at : null;
}

/** The decimal logarithms of the ends of the chart. */
const ENDS = [SPREADS[0], SPREADS[SPREADS.length - 1]].map(decades);

/**
 * Returns the spread at a point of the chart, or null.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
export function spreadAt({ full }, x, y) {
  if (!full || y < full.chart.top - 10 || x < full.chart.left - 10) return null;
  const { left, right } = full.chart;
  return tenTo(ENDS[0] + ((ENDS[1] - ENDS[0]) * (x - left)) / (right - left));
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
export function drawCombine(pen, model, box, view) {
  drawCards(pen, model, box, view);
  drawStrips(pen, model, box, view);
  drawRulers(pen, model, box, view);
  if (!box.full) return;
  drawShares(pen, model, box.full.bars, view);
  drawChart(pen, model, box.full.chart, view);
}

/**
 * Draws the words of the sentence. Marks under each word show whether the word and its position can
 * be read.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawCards(pen, { readings, state }, { cards }, { hidden, reach }) {
  const { you, control, ink, right, wrong } = pen.c;
  readings.forEach(({ word, token, position, readWord, readPosition }) => {
    const chosen = token === state.query;
    const left = pen.snap(cards.left + token * (cards.width + cards.gap)) + 2;
    const width = Math.floor(cards.width) - 4;
    pen.frame(left, 4, width, CARD_HEIGHT - 4, chosen ? you : control, chosen ? 3 : 1);
    pen.text(word, left + width / 2, CARD_HEIGHT / 2 + 3, {
      align: 'center',
      base: 'middle',
      size: 19,
      weight: chosen ? 650 : 400,
      color: chosen ? you : ink,
    });
    if (hidden || reach < 1 || pen.onTheWay) return;
    const marks = [
      { isRight: readWord === token, name: labels.word },
      { isRight: readPosition === position, name: labels.position(position) },
    ];
    marks.forEach(({ isRight, name }, line) =>
      pen.text(labels.mark(isRight, name), left + width / 2, CARD_HEIGHT + 20 + 18 * line, {
        align: 'center',
        color: isRight ? right : wrong,
        weight: 650,
      }),
    );
  });
}

/** For each standard deviation, the length of a word as a multiple of its length at 0.1. */
const MULTIPLES = new Map([
  ['0.01', '⅒ '],
  ['0.02', '⅕ '],
  ['0.05', '½ '],
  ['0.2', '2 × '],
  ['0.5', '5 × '],
  ['1', '10 × '],
  ['2', '20 × '],
]);

/**
 * Draws the strips of the word, its stamp and their sum, and bars for their lengths.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawStrips(pen, { state }, box, { reading, apart }) {
  const { rows, lengths, word, position } = reading;
  const names = labels.strips((MULTIPLES.get(state.std) ?? '') + word, position, state);
  const colors = [pen.c.you, pen.c.plus, pen.c.ink];
  const { strip, bar, wide } = box;
  if (wide) {
    const y = strip.top - 12;
    pen.text(labels.numbers(state), strip.left, y, { color: pen.c.quiet });
    pen.text(labels.length, bar.left, y, { color: pen.c.quiet });
  }
  [lengths.word, lengths.stamp, lengths.sum].forEach((length, at) => {
    const top = strip.top + at * strip.pitch;
    const middle = top + strip.height / 2 + 1;
    const stripTop = wide ? top : top + 20;
    const style = { color: colors[at], weight: 650, size: 15 };
    pen.text(names[at], 0, wide ? middle : top + 14, wide ? { ...style, base: 'middle' } : style);
    // The length of a sum is not the sum of the lengths. To beginners, it would look wrong.
    if (at < 2 || !pen.beginner) drawLength(pen, box, length, top, style);
    if (at === 0) drawCells(pen, rows.word, box, stripTop);
    if (at === 1) drawCells(pen, rows.stamp, box, stripTop);
    if (at === 2) drawBoth(pen, reading, box, stripTop, apart);
  });
}

/**
 * Draws the length of a vector as a bar and a number. All bars have the same scale.
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} length
 * @param {number} top the top of the space for the strip
 * @param {{color: string, weight: number, size: number}} style
 */
function drawLength(pen, { strip, bar, wide, width }, length, top, style) {
  const text = labels.lengthText(length, !pen.beginner);
  const barLength = bar.width * Math.min(1, length / FULL_BAR);
  const middle = top + strip.height / 2 + 1;
  const [y, height] = wide ? [middle - 7, 12] : [top + strip.height + 24, 7];
  pen.rect(bar.left, y, barLength, height, style.color);
  if (length > FULL_BAR) pen.rect(bar.left + barLength - 14, y, 5, height, pen.c.paper);
  const left = bar.left + barLength + 8;
  if (wide) pen.text(text, left, middle, { ...style, base: 'middle', mono: true });
  else pen.text(`${labels.length} ${text}`, width - 2, top + 14, { ...style, align: 'right' });
}

/**
 * Draws the sum, or the word and the stamp side by side. While the mode changes, the sum fades into
 * the word and the stamp, or back.
 * @param {Pen} pen
 * @param {Reading} reading
 * @param {Box} box
 * @param {number} top
 * @param {number} apart 0 for the sum, 1 for side by side
 */
function drawBoth(pen, { rows }, box, top, apart) {
  const { ctx } = pen;
  if (apart < 1) drawCells(pen, rows.sum, box, top);
  if (!apart) return;
  ctx.globalAlpha = apart;
  drawCells(pen, rows.word, box, top, 0, 0.5);
  drawCells(pen, rows.stamp, box, top, 0.5, 1);
  ctx.globalAlpha = 1;
}

/**
 * Draws a vector as a row of coloured cells.
 * @param {Pen} pen
 * @param {Float32Array} values
 * @param {Box} box
 * @param {number} top
 * @param {number} [from] where the row begins, as a share of the strip
 * @param {number} [to] where the row ends, as a share of the strip
 */
function drawCells(pen, values, { strip }, top, from = 0, to = 1) {
  const begin = pen.snap(strip.left + 1 + strip.width * from);
  const end = pen.snap(strip.left - 1 + strip.width * to);
  const [y, bottom] = [pen.snap(top), pen.snap(top + strip.height)];
  values.forEach((value, at) => {
    const left = pen.snap(begin + ((end - begin) * at) / values.length);
    const right = pen.snap(begin + ((end - begin) * (at + 1)) / values.length);
    pen.rect(left, y, right - left, bottom - y, colorOf(value / COLOR_REACH, pen.theme.mode));
  });
  pen.frame(begin, y, end - begin, bottom - y, pen.c.control, 1);
}

/**
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawRulers(pen, { state }, box, view) {
  const { reading, apart } = view;
  const { added, apart: halves, token, position } = reading;
  /** Returns the distances that are drawn. @param {'words' | 'stamps'} which */
  const drawn = (which) =>
    Array.from(added[which], (far, at) => far + (halves[which][at] - far) * apart);
  const [toWords, toStamps] = [drawn('words'), drawn('stamps')];
  const most = 1.04 * Math.max(...toWords, ...toStamps);
  const beside = state.mode === 'concat';
  drawRuler(pen, box, view, most, 0, {
    ...labels.wordRuler(beside),
    distances: toWords,
    own: token,
    color: pen.c.you,
    name: (at) => names[at],
  });
  drawRuler(pen, box, view, most, 1, {
    ...labels.positionRuler(beside),
    distances: toStamps,
    own: position,
    color: pen.c.plus,
    name: (at) => labels.position(at),
  });
}

/**
 * @typedef {object} Ruler
 * @property {string} title
 * @property {string} from the name of the start of the ruler
 * @property {string} circles the meaning of a circle
 * @property {number[]} distances
 * @property {number} own the index of the word or stamp that should be the nearest
 * @property {string} color
 * @property {(at: number) => string} name
 */

/**
 * Draws a ruler: its question, a circle at each distance, and the verdict. During the measurement,
 * all circles move to the right together, and each stops at its own distance. The circle that stops
 * first is the nearest.
 * @param {Pen} pen
 * @param {Box} box
 * @param {View} view
 * @param {number} most the distance at the right end
 * @param {number} line 0 for the upper ruler, 1 for the lower
 * @param {Ruler} ruler
 */
function drawRuler(pen, box, { hidden, reach }, most, line, ruler) {
  const { wide, ruler: place } = box;
  const { quiet, hair, ink } = pen.c;
  const top = place.top + line * place.height;
  const axis = top + (wide ? 54 : 72);
  const { distances, own } = ruler;
  const least = Math.min(...distances);
  const found = distances.indexOf(least);
  const isKnown = !hidden && (reach < 1 ? reach * most >= least : !pen.onTheWay);
  const title = pen.text(ruler.title, 0, top + 14, { size: 15, weight: 650 });
  const verdict = drawVerdict(pen, box, top, isKnown, ruler);
  const room = box.width - verdict - title - 40;
  if (wide && pen.measure(ruler.circles) < room)
    pen.text(ruler.circles, title + 14, top + 14, { color: quiet });
  pen.hline(place.left, place.right, axis, hair);
  pen.vline(place.left, axis - 8, axis + 8, ink, 2);
  pen.text(ruler.from, 0, axis + 28, { color: quiet });
  /** @param {number} at */
  const xOf = (at) =>
    place.left + ((place.right - place.left) * Math.min(distances[at], reach * most)) / most;
  // The label at the right end is left out if the label of the nearest circle may overlap it.
  const isFree = hidden || found === own || xOf(found) < place.right - FAR_ROOM;
  if (isFree) pen.text(labels.far, place.right, axis + 28, { color: quiet, align: 'right' });
  if (!hidden) drawCircles(pen, { axis, xOf, isKnown, isEnd: reach === 1, found }, ruler);
}

/**
 * Draws the circles of a ruler in three lanes, so that equal distances do not hide each other. The
 * right word or stamp is on the axis, and all others are above or below the axis.
 * @param {Pen} pen
 * @param {object} place
 * @param {number} place.axis
 * @param {(at: number) => number} place.xOf
 * @param {boolean} place.isKnown whether the nearest circle has stopped
 * @param {boolean} place.isEnd whether all circles have stopped
 * @param {number} place.found the index of the nearest circle
 * @param {Ruler} ruler
 */
function drawCircles(pen, { axis, xOf, isKnown, isEnd, found }, { distances, own, color, name }) {
  const { control, wrong } = pen.c;
  /** @param {number} at */
  const yOf = (at) => axis + (at % 2 ? LANE : -LANE);
  distances.forEach((_, at) => {
    if (at !== own) pen.circle(xOf(at), yOf(at), 4, { stroke: control, weight: 1.25 });
  });
  pen.circle(xOf(own), axis, 6.5, { fill: color });
  const isWrong = isKnown && found !== own;
  /** @param {string} text @param {number} at */
  const measured = (text, at) => (isWrong && isEnd ? labels.measured(text, distances[at]) : text);
  const style = { align: 'center', weight: 650, plate: true };
  pen.text(measured(name(own), own), xOf(own), axis - 19, { ...style, color });
  if (!isWrong) return;
  const x = xOf(found);
  pen.vline(x, yOf(found), axis + 16, wrong, 1.5);
  pen.circle(x, yOf(found), 5, { fill: wrong });
  const text = measured(labels.nearest(name(found)), found);
  pen.text(text, x, axis + 28, { ...style, color: wrong });
}

/**
 * Writes whether the nearest row is the right row. Only the mark is coloured, because the text
 * contains a name that has another colour in the picture. Returns the width of mark and text.
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} top
 * @param {boolean} isKnown
 * @param {Ruler} ruler
 */
function drawVerdict(pen, { wide, width }, top, isKnown, { distances, own, name }) {
  const isRight = distances[own] <= Math.min(...distances);
  const mark = isRight ? labels.yes : labels.no;
  const y = wide ? top + 14 : top + 36;
  const style = { size: 15, weight: 650 };
  const align = wide ? { align: /** @type {const} */ ('right') } : {};
  const right = width - 10;
  if (!isKnown)
    return pen.text(labels.unknown, wide ? right : 0, y, {
      ...style,
      ...align,
      color: pen.c.quiet,
    });
  const text = labels.verdict(isRight, name(own));
  const [room, gap] = [BOLD_WIDTH * pen.measure(mark, 15), 6];
  const most = right - room - gap;
  const written = pen.text(text, wide ? right : room + gap, y, { ...style, ...align, room: most });
  const color = isRight ? pen.c.right : pen.c.wrong;
  pen.text(mark, wide ? right - written - gap : 0, y, { ...style, ...align, color });
  return written + gap + room;
}

/**
 * Draws the shares of sums that the nearest row reads right, and that a fitted probe reads right.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{left: number, top: number, width: number}} place
 * @param {View} view
 */
function drawShares(pen, { shares, state }, { left, top, width }, view) {
  const hidden = view.hidden || pen.onTheWay;
  const { hair, you, plus, quiet } = pen.c;
  pen.text(labels.shares(state.mode === 'concat'), left, top + 14, { size: 15, weight: 650 });
  const from = left + 166;
  /** @type {[string, string, 'nearest' | 'probe', keyof import('./model.js').Shares, string][]} */
  const rows = [
    [labels.word, labels.byNearest, 'nearest', 'word', you],
    ['', labels.byProbe, 'probe', 'word', you],
    [labels.place, labels.byNearest, 'nearest', 'position', plus],
    ['', labels.byProbe, 'probe', 'position', plus],
  ];
  rows.forEach(([name, how, reader, which, color], at) => {
    const y = top + 44 + at * 26 + (at > 1 ? 8 : 0);
    pen.text(name, left, y, { weight: 650, color, base: 'middle' });
    pen.text(how, left + 74, y, { color: quiet, base: 'middle' });
    const full = left + width - 60 - from;
    pen.rect(from, y - 6, full, 11, hair);
    const share = hidden ? 0 : shares[reader][which];
    if (share) pen.rect(from, y - 6, full * share, 11, color);
    const text = hidden ? labels.unknown : labels.percent(share);
    pen.text(text, left + width, y, { align: 'right', mono: true, base: 'middle' });
  });
  pen.text(labels.chance, left, top + 158, { color: quiet });
}

/**
 * Draws the shares of sums that the nearest row reads right, against the spread of the words'
 * numbers.
 * @param {Pen} pen
 * @param {Model} model
 * @param {{left: number, right: number, top: number, bottom: number}} place
 * @param {View} view
 */
function drawChart(pen, { shares, state }, place, { spread, hidden }) {
  const { left, right, top, bottom } = place;
  const { quiet, hair, ink, you, plus } = pen.c;
  /** @param {number} value */
  const xOf = (value) => left + ((right - left) * (decades(value) - ENDS[0])) / (ENDS[1] - ENDS[0]);
  /** @param {number} share */
  const yOf = (share) => bottom - (bottom - top) * share;
  for (const share of [0, 0.5, 1]) {
    pen.hline(left, right, yOf(share), hair);
    pen.text(labels.percent(share, 0), left - 6, yOf(share), {
      align: 'right',
      base: 'middle',
      size: 12,
      color: quiet,
    });
  }
  for (const tick of [0.01, 0.1, 1, 10])
    pen.text(localized(String(tick)), xOf(tick), bottom + 18, {
      align: 'center',
      size: 12,
      color: quiet,
    });
  pen.text(labels.spread, right, bottom + 36, { align: 'right', color: quiet });
  const x = xOf(spread);
  pen.vline(x, top - 4, bottom, ink, 1.5);
  if (state.scaled) drawFactor(pen, xOf(Number(state.std)), x, place, state.dim);
  if (hidden) return;
  /** @type {[keyof import('./model.js').Shares, string][]} */
  const lines = [
    ['position', plus],
    ['word', you],
  ];
  for (const [which, color] of lines) {
    const points = SPREADS.flatMap((at, step) => [xOf(at), yOf(shares.curve[step][which])]);
    pen.line(points, color, 2.5);
  }
  pen.text(labels.place, left + 2, top - 10, { weight: 650, color: plus });
  pen.text(labels.word, right - 2, top - 10, { align: 'right', weight: 650, color: you });
}

/**
 * Draws an arrow from the standard deviation to its product with the square root of dim.
 * @param {Pen} pen
 * @param {number} from
 * @param {number} to
 * @param {{top: number, bottom: number}} place
 * @param {number} dim
 */
function drawFactor(pen, from, to, { top, bottom }, dim) {
  const y = (top + bottom) / 2 + 22;
  pen.vline(from, top, bottom, pen.c.control, 1, [3, 4]);
  pen.arrow(from, y, to, y, pen.c.ink, 1.5);
  pen.text(labels.factor(dim), (from + to) / 2, y - 8, { align: 'center', plate: true });
}
