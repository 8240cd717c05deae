/**
 * Draws the picture of PeOrder for beginners. Words go into a box, and come out as strips. A bag
 * holds the strips. A circle shows whether this bag equals the bag of the sentence as typed. A wide
 * picture also shows the sentence as typed, and its box.
 */
import { translated } from '../chassis/language.js';
import { weightOf } from './model.js';
import * as english from './words.js';

const { labelsOnPicture: labels } = translated('order', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {ReturnType<typeof layoutBags>} Box */

/**
 * What the picture shows at one moment, in addition to the model. Each list has one entry for each
 * token.
 * @typedef {object} View
 * @property {number[]} places the place of each word, a fraction while the word moves
 * @property {number[]} follow the place of each word's strip, which follows its word
 * @property {number[]} landed the place of each word; until its card has almost arrived, the place
 *   that the word left
 * @property {number[]} dips how far below its row each card is, in CSS pixels
 * @property {number[]} sinks how far below its row each strip is, as a share of a strip's height
 * @property {number[]} sides like `dips`, but for the picture without bags, in which every moving
 *   card is below its row
 * @property {number} part the share of the present movement that is over
 * @property {number} stamped how far the stamps have appeared, from 0 to 1
 * @property {boolean} hidden whether the outputs in the current order are hidden, because they
 *   would answer the question
 * @property {boolean[] | null} bets for each output, whether a wrong answer expects it to change
 */

/** One of the two sentences. @typedef {'now' | 'typed'} Side */

/** The colour scale goes from -2 to 2. Numbers outside it get the colour of the nearest end. */
const REACH = 2;

const CARD_HEIGHT = 44;
const BOX_HEIGHT = 52;
/** The width of a beam for the weight 1. */
const WIDEST_BEAM = 16;
/** How far a card dips on its way, so that it passes below other cards, in pixels. */
const DIP = 46;
/** How far a card that moves left or right dips in the picture without bags, in pixels. */
const SIDES = { left: 50, right: 100 };
/** The radius of the round corners of a bag. */
const CORNER = 18;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {number} count the number of words
 */
export function layoutBags(width, count) {
  const wide = width >= 600;
  const machineWidth = wide ? Math.min(420, (width - 120) / 2) : width;
  const left = 20;
  const lanesWidth = machineWidth - left - 2;
  const column = lanesWidth / count;
  const cards = wide ? 30 : 2;
  const machine = cards + CARD_HEIGHT + 28;
  const strips = machine + BOX_HEIGHT + 12;
  const stripHeight = wide ? 52 : 40;
  const bottom = strips + stripHeight;
  const bagWidth = wide ? Math.min(220, lanesWidth * 0.7) : Math.min(130, width * 0.35);
  const bagTop = bottom + (wide ? 28 : 24);
  const bagHeight = stripHeight + 34;
  const inMachine = left + (lanesWidth - bagWidth) / 2;
  const shift = width - machineWidth;
  return {
    wide,
    count,
    /** The left edge and the width of all lanes, then the width of one lane. */
    left,
    width: lanesWidth,
    column,
    /** How far the second sentence is to the right of the first. */
    shift,
    cards,
    machine,
    strips,
    stripWidth: Math.round(Math.min(30, column * 0.5)),
    stripHeight,
    /** The lower end of the lanes. */
    bottom,
    bag: { top: bagTop, width: bagWidth, bottom: bagTop + bagHeight },
    bagLeft: {
      now: wide ? inMachine : 6,
      typed: wide ? shift + inMachine : width - bagWidth - 6,
    },
    sign: {
      x: width / 2 + (wide ? left / 2 : 0),
      y: bagTop + bagHeight / 2,
      radius: wide ? 36 : 26,
    },
    height: Math.round(bagTop + bagHeight + 52),
  };
}

/**
 * Returns how far one phase of a movement is, from 0 to 1. Each phase starts and ends slowly.
 * @param {number} part the share of the whole movement that is over
 * @param {number} from the share at which the phase begins
 * @param {number} to the share at which it ends
 */
function phase(part, from, to) {
  const share = Math.min(1, Math.max(0, (part - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/**
 * Returns where the card and the strip of a word are drawn while the word stays at a place.
 * @param {number} at
 */
export const landed = (at) => ({
  part: 1,
  place: at,
  landed: at,
  follow: at,
  dip: 0,
  sink: 0,
  side: 0,
});

/** Returns the height of an arc: 0 at its ends, and 1 in its middle. @param {number} share */
const arc = (share) => 4 * share * (1 - share);

/**
 * Returns where the card and the strip of a moving word are drawn. The card moves first, and the
 * strip follows. Cards that pass each other are at different heights, and so are strips. Strips
 * that move left start later than strips that move right.
 * @param {number} from the place where the word came from
 * @param {number} to the current place of the word
 * @param {number} at the place between them that the word has reached
 */
export function flight(from, to, at) {
  if (from === to || at === to) return landed(at);
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)));
  const card = phase(part, 0, 0.5);
  const goesLeft = to < from;
  const strip = goesLeft ? phase(part, 0.35, 0.75) : phase(part, 0.15, 0.55);
  // A card that moves by more than one place passes below the cards in between.
  const passes = Math.min(1, Math.max(0, Math.abs(to - from) - 1));
  return {
    part,
    place: from + (to - from) * card,
    landed: card < 0.9 ? from : to,
    follow: from + (to - from) * strip,
    dip: arc(card) * DIP * (passes + Number(goesLeft)),
    sink: arc(strip) * (goesLeft ? 0.5 : -0.5),
    side: arc(card) * (goesLeft ? SIDES.left : SIDES.right),
  };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
export function drawBags(pen, model, box, view) {
  drawSentence(pen, model, box, view);
  if (box.wide) drawSentence(pen, model, box, view, 'typed');
  drawBag(pen, model, box, view, 'now');
  drawBag(pen, model, box, view, 'typed');
  const { x, y, radius } = box.sign;
  // The sign stays neutral before words have moved, while they move, and while the answer is covered.
  const isOpen = pen.covered || view.part < 1 || !model.moved;
  drawSign(pen, model, x, y, radius, isOpen);
  pen.text(labels.ask, x, box.bag.bottom + 17, { align: 'center' });
  pen.text(verdictOf(model, isOpen), x, box.bag.bottom + 44, {
    align: 'center',
    size: 17,
    weight: 650,
    color: model.fresh ? pen.c.other : pen.c.ink,
  });
}

/**
 * Returns the word under the sign.
 * @param {Model} model
 * @param {boolean} isOpen whether the sign says nothing yet
 */
export function verdictOf({ fresh }, isOpen) {
  if (isOpen) return '';
  return fresh ? labels.different : labels.same;
}

/**
 * Draws a circle with the sign = or ≠. It is filled if the bags differ.
 * @param {Pen} pen
 * @param {Model} model
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {boolean} isOpen whether the sign says nothing yet
 */
export function drawSign(pen, { fresh }, x, y, radius, isOpen) {
  const { paper, ink, quiet, other } = pen.c;
  const lit = fresh && !isOpen;
  const sign = fresh ? labels.unequal : labels.equals;
  const stroke = isOpen ? quiet : ink;
  pen.circle(x, y, radius, {
    fill: lit ? other : paper,
    stroke: lit ? other : stroke,
    weight: isOpen ? 1.5 : 2.5,
    dash: isOpen ? [3, 5] : [],
  });
  pen.text(isOpen ? labels.unknown : sign, x, y + 1, {
    align: 'center',
    base: 'middle',
    size: radius * 1.3,
    weight: 650,
    color: lit ? paper : stroke,
  });
}

/**
 * Draws a sentence, the box, and the strips that come out of it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 */
function drawSentence(pen, model, box, view, side = 'now') {
  const { ink, quiet, control, hair, paper } = pen.c;
  const { left, width, machine, shift } = box;
  const isNow = side === 'now';
  const from = left + (isNow ? 0 : shift);
  if (box.wide) {
    const title = isNow ? labels.now(pen.still) : labels.typed;
    pen.text(title, from + width / 2, 16, { align: 'center', color: quiet });
  }
  const words = lanesOf(model, box, view, side);
  for (const lane of words) drawLane(pen, model, box, view, lane);
  const top = pen.snap(machine);
  pen.rect(pen.snap(from), top, width, BOX_HEIGHT, paper);
  pen.frame(pen.snap(from), top, width, BOX_HEIGHT, isNow ? ink : control, isNow ? 2 : 1);
  if (isNow) drawBeams(pen, model, box, words);
  pen.text(labels.box, from + width / 2, machine + BOX_HEIGHT / 2 + 1, {
    align: 'center',
    base: 'middle',
    size: 17,
    weight: isNow ? 650 : 400,
    color: isNow ? ink : quiet,
  });
  const middle = box.strips + box.stripHeight / 2;
  if (isNow) pen.upright(labels.outputs, 9, middle, { align: 'center', color: quiet });
  for (const lane of words) drawWord(pen, model, box, lane, isNow ? control : hair);
  if (view.stamped > 0) drawStamps(pen, box, view, from);
}

/**
 * Draws a beam in the box from each word to the chosen word's output. The width of the beam shows
 * how much weight the chosen word gives to the word where the beam begins.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lane[]} lanes
 */
function drawBeams(pen, model, { machine }, lanes) {
  const { query } = model.state;
  const goal = /** @type {Lane} */ (lanes.find(({ token }) => token === query)).xStrip;
  pen.ctx.globalAlpha = 0.4;
  for (const { token, x } of lanes) {
    const width = WIDEST_BEAM * weightOf(model, query, token);
    // The round ends of a beam stay in the box.
    const [top, bottom] = [machine + 1 + width / 2, machine + BOX_HEIGHT - 1 - width / 2];
    if (width) pen.bend(x, top, goal, bottom, pen.c.you, width);
  }
  pen.ctx.globalAlpha = 1;
}

/** @typedef {ReturnType<typeof lanesOf>[number]} Lane */

/**
 * Returns the lane of each word. The chosen word is the last, so it is drawn on top.
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 */
function lanesOf({ words, state, tokens, bags }, box, view, side) {
  const { places, follow, dips, sinks, hidden } = view;
  const isNow = side === 'now';
  const from = box.left + (isNow ? 0 : box.shift);
  const lanes = words.map((word, token) => ({
    word,
    token,
    isNow,
    chosen: isNow && token === state.query,
    /** The middles of the card, of the strip below the box, and of the strip in the bag. */
    x: from + ((isNow ? places[token] : token) + 0.5) * box.column,
    xStrip: from + ((isNow ? follow[token] : token) + 0.5) * box.column,
    // A slot reveals which output of the other bag is equal. So a hidden output takes the slot with
    // the number of its place.
    xBag: slotX(box, side, isNow && hidden ? tokens[token].place : bags[side].indexOf(token)),
    dip: isNow ? dips[token] : 0,
    top: box.strips + (isNow ? sinks[token] * box.stripHeight : 0),
    output: isNow && hidden ? null : tokens[token][side],
  }));
  return lanes.sort((a, b) => Number(a.chosen) - Number(b.chosen));
}

/**
 * Returns the x of the middle of a strip in a bag.
 * @param {Box} box
 * @param {Side} side
 * @param {number} slot counts the strips of the bag from the left
 */
const slotX = (box, side, slot) =>
  box.bagLeft[side] + box.bag.width / 2 + (slot - (box.count - 1) / 2) * pitchOf(box);

/** Returns the distance from one strip in a bag to the next. @param {Box} box */
const pitchOf = ({ bag, count }) => Math.min(48, (bag.width - 16) / count);

/**
 * Draws the way of a word: a line into the box, a line out of it to the word's strip, the strip, and
 * a line from the strip into the bag.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Lane} lane
 */
function drawLane(pen, model, box, view, { x, xStrip, xBag, top, output, chosen, isNow }) {
  const { you, control, hair } = pen.c;
  const quiet = isNow ? control : hair;
  const color = chosen ? you : quiet;
  const thick = chosen ? 2.5 : 1.25;
  const { machine, stripWidth, stripHeight } = box;
  pen.line([x, box.cards + CARD_HEIGHT, x, machine], color, thick);
  pen.line([xStrip, machine + BOX_HEIGHT, xStrip, top], color, thick);
  pen.bend(xStrip, top + stripHeight, xBag, box.bag.top + 6, color, thick);
  drawStrip(pen, output, xStrip, top, stripWidth, stripHeight, color, chosen ? 2 : 1);
}

/**
 * Draws an output as a strip of colours. A hidden output is a question mark.
 * @param {Pen} pen
 * @param {Float32Array | null} output null if it is hidden
 * @param {number} middle
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @param {string} color the colour of the frame
 * @param {number} weight the width of the frame
 */
export function drawStrip(pen, output, middle, top, width, height, color, weight) {
  const left = pen.snap(middle - width / 2);
  top = pen.snap(top);
  if (output) pen.strip(output, REACH, left, top, width, height);
  else {
    pen.rect(left, top, width, height, pen.c.paper);
    const style = { align: 'center', base: 'middle', weight: 650, color: pen.c.quiet };
    pen.text(labels.unknown, middle, top + height / 2, style);
  }
  pen.frame(left, top, width, height, color, weight);
}

/**
 * Draws a word on a card. The words as typed have no cards, since they cannot be moved.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Lane} lane
 * @param {string} frame the colour of the card's edge
 */
function drawWord(pen, { words }, { cards, column }, { word, x, dip, chosen, isNow }, frame) {
  const { you, ink, quiet, paper } = pen.c;
  const width = Math.round(Math.min(128, column - Math.min(16, column * 0.12)));
  const left = pen.snap(x) - width / 2;
  const top = cards + Math.round(dip);
  if (isNow) {
    pen.rect(left, top, width, CARD_HEIGHT, paper);
    pen.frame(left, top, width, CARD_HEIGHT, chosen ? you : frame, chosen ? 3 : 1);
  }
  const size = Math.min(...words.map((each) => pen.fit(each, width - 6, 20).size));
  const plain = isNow ? ink : quiet;
  const { text, ...style } = pen.fit(word, width - 4, size);
  pen.text(text, x, top + CARD_HEIGHT / 2 + 1, {
    align: 'center',
    base: 'middle',
    ...style,
    weight: chosen ? 650 : 400,
    color: chosen ? you : plain,
  });
}

/**
 * Draws the stamps. A stamp belongs to a place, and each word at this place passes under it.
 * @param {Pen} pen
 * @param {Box} box
 * @param {View} view
 * @param {number} from the left edge of the lanes
 */
function drawStamps(pen, { count, column, cards, machine }, { stamped }, from) {
  const y = (cards + CARD_HEIGHT + machine) / 2 - (1 - stamped) * 10;
  const { plus, paper } = pen.c;
  pen.ctx.globalAlpha = stamped;
  for (let place = 0; place < count; place++) {
    const x = from + (place + 0.5) * column;
    const text = labels.stamp(place, column < 90);
    const width = Math.round(pen.measure(text) + 8);
    const [left, top] = [pen.snap(x - width / 2), pen.snap(y - 9)];
    pen.rect(left, top, width, 18, paper);
    pen.frame(left, top, width, 18, plus, 1);
    pen.text(text, x, y + 1, { align: 'center', base: 'middle', color: plus });
  }
  pen.ctx.globalAlpha = 1;
}

/**
 * Returns the points of the outline of a bag, from its left rim to its right rim.
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} bottom
 */
function outlineOf(left, top, width, bottom) {
  const points = [-4, top - 6, 0, top];
  // These points are on a quarter of a circle. Their x is the distance from the bag's left side.
  for (let step = 0; step <= 1; step += 1 / 8) {
    const scale = CORNER / (1 + step * step);
    points.push(CORNER - (1 - step * step) * scale, bottom - CORNER + 2 * step * scale);
  }
  const outline = [];
  for (let at = 0; at < points.length; at += 2) outline.push(left + points[at], points[at + 1]);
  for (let at = points.length - 2; at >= 0; at -= 2)
    outline.push(left + width - points[at], points[at + 1]);
  return outline;
}

/**
 * Draws a bag with its strips. In the bag `now`, marks say which strips the other bag has too.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 */
function drawBag(pen, model, box, view, side) {
  const { bag, bagLeft, stripHeight, stripWidth } = box;
  const { top, bottom, width } = bag;
  const isNow = side === 'now';
  const left = bagLeft[side];
  const color = isNow ? pen.c.ink : pen.c.control;
  pen.line(outlineOf(left, top, width, bottom), color, isNow ? 2 : 1.25);
  const thin = Math.min(stripWidth, Math.round(pitchOf(box) * 0.72));
  model.bags[side].forEach((token, slot) => {
    const x = slotX(box, side, slot);
    const output = isNow && view.hidden ? null : model.tokens[token][side];
    drawStrip(pen, output, x, top + 6, thin, stripHeight, pen.c.hair, 1);
    if (isNow) drawMark(pen, model, view, token, slot, x, top + stripHeight + 19);
  });
  drawBagName(pen, model, box, view, side);
}

/**
 * Writes a mark under a strip: whether the other bag has this strip too. The marks appear one after
 * the other. While a wrong answer is tried, each strip first has the mark that this answer expects.
 * @param {Pen} pen
 * @param {Model} model
 * @param {View} view
 * @param {number} token
 * @param {number} slot
 * @param {number} x
 * @param {number} y
 */
function drawMark(pen, { twins, order, moved }, { part, bets, hidden }, token, slot, x, y) {
  if (hidden || !moved || (pen.covered && !bets)) return;
  const { ink, other } = pen.c;
  const compared = slot < phase(part, 0.75, 1) * order.length;
  if (!compared && !bets) return;
  const differs = compared ? !twins[token] : bets?.[token];
  const style = { align: 'center', base: 'middle', size: 15, weight: 650 };
  pen.text(differs ? labels.unequal : labels.equals, x, y, {
    ...style,
    color: differs ? other : ink,
  });
}

/**
 * Writes a sentence under the bag that contains its outputs. Under the bag `now`, the sentence
 * changes when the cards have arrived.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 * @param {Side} side
 */
function drawBagName(pen, { words }, { bag, bagLeft }, view, side) {
  const read = words.map((word, token) => ({ word, place: view.landed[token] }));
  if (side === 'now') read.sort((a, b) => a.place - b.place);
  const x = bagLeft[side] + bag.width / 2;
  pen.text(labels.bag, x, bag.bottom + 17, { align: 'center', color: pen.c.quiet });
  const sentence = read.map(({ word }) => word).join(' ');
  const { text, ...style } = pen.fit(sentence, bag.width + 12, 14);
  pen.text(text, x, bag.bottom + 35, { ...style, align: 'center' });
}
