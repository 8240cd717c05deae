/**
 * Draws the picture of PeTrain. The left chart, the race, shows the loss of each model while it
 * trains. The right chart shows the loss of each model on new texts, by position. A line, the wall,
 * marks where the training texts end. In a narrow picture, the race is above the other chart. Both
 * charts have the same scale. Below the charts, experts see where a head looks, and how alike the
 * rows of a learned table are.
 */
import { fixed } from '../chassis/format.js';
import { BLOCKS, SCHEMES } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, names } = translated('train', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Panel */
/** @typedef {ReturnType<typeof layout>} Box */

/** The width of the column with the names, and the least distance between two names. */
const NAMES_WIDTH = 112;
const NAME_HEIGHT = 18;

/**
 * The scale of losses ends at this many times the loss of guessing, or at the largest loss if that
 * is larger.
 */
const TOP_GUESSES = 2;

/** The gap between two maps, and the height of the texts above and below a map. */
const MAP_GAP = 40;
const MAP_TEXTS = 84;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {number} maps the number of maps below the charts: two for the attention of a head, and
 *   one more if there is a learned table
 */
export function layout(width, maps) {
  const wide = width >= 560;
  const left = 34;
  const right = width - NAMES_WIDTH;
  const between = wide ? left + Math.round((right - left) * 0.3) : right;
  const top = 42;
  const readTop = wide ? top : 222;
  const bottom = wide ? 352 : 470;
  const race = { left, right: between, top, bottom: wide ? bottom : 150 };
  const read = { left: wide ? between + 22 : left, right, top: readTop, bottom };
  const foot = bottom + 44;
  const columns = wide ? maps : 2;
  const side = maps && Math.min(200, Math.floor((width - 20) / columns - MAP_GAP / 2));
  const pitch = { x: side + MAP_GAP, y: side + MAP_TEXTS - 24 };
  const rows = Math.ceil(maps / columns);
  const height = maps ? foot + MAP_TEXTS + side + (rows - 1) * pitch.y : foot;
  return { wide, race, read, foot, side, columns, pitch, height };
}

/** Returns the upper end of the scale of losses, which both charts share. @param {Model} model */
const topOf = ({ blocks, races, guessing }) =>
  Math.max(
    TOP_GUESSES * guessing,
    ...blocks.flatMap((list) => (list ?? []).filter((each) => !Number.isNaN(each))),
    ...races.flatMap((points) => points.slice(0, 1).map(({ loss }) => loss)),
  );

/** @param {Panel} panel @param {number} top */
const scaleOf = (panel, top) => (/** @type {number} */ loss) =>
  panel.bottom - ((panel.bottom - panel.top) * Math.min(loss, top)) / top;

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
export function drawTraining(pen, model, box) {
  const top = topOf(model);
  drawGround(pen, model, box);
  drawAxes(pen, box.race, top, labels.race, true);
  drawAxes(pen, box.read, top, labels.reading, !box.wide);
  drawMarks(pen, model, box, top);
  drawRace(pen, model, box.race, top);
  if (model.blocks.some(Boolean)) drawReading(pen, model, box.read, top);
  else drawEmpty(pen, model, box.read);
  if (model.attention && box.side) drawAttention(pen, model, model.attention, box);
}

/**
 * Draws the trained positions and the others, with the wall between them.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawGround(pen, { wall, longest }, { read }) {
  const { left, right, top, bottom } = read;
  const x = pen.snap(left + ((right - left) * wall) / longest);
  pen.rect(left, top, x - left, bottom - top, pen.c.seen);
  pen.rect(x, top, right - x, bottom - top, pen.c.unseen);
  pen.text(labels.never, x + 6, top - 6, { size: 12, color: pen.c.quiet });
}

/**
 * Draws the title and the scale of a chart.
 * @param {Pen} pen
 * @param {Panel} panel
 * @param {number} top
 * @param {string} title
 * @param {boolean} numbered
 */
function drawAxes(pen, panel, top, title, numbered) {
  const { left, right, bottom } = panel;
  const y = scaleOf(panel, top);
  pen.text(title, left, panel.top - 26, { weight: 650 });
  const step = top > 5 ? 2 : 1;
  for (let loss = 0; loss <= top; loss += step) {
    pen.hline(left, right, y(loss), pen.c.hair);
    const style = { align: 'right', base: 'middle', size: 12, mono: true, color: pen.c.quiet };
    if (numbered) pen.text(String(loss), left - 8, y(loss), style);
  }
  pen.hline(left, right, bottom, pen.c.control);
}

/**
 * Draws the losses of guessing and of the best possible model, and the numbers of both axes.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} top
 */
function drawMarks(pen, { guessing, floor, steps, wall, longest }, { race, read, wide }, top) {
  const small = { size: 12, color: pen.c.quiet };
  for (const panel of [race, read]) {
    const y = scaleOf(panel, top);
    pen.hline(panel.left, panel.right, y(guessing), pen.c.quiet, 1, [3, 4]);
    if (floor) pen.hline(panel.left, panel.right, y(floor), pen.c.right, 1, [3, 4]);
  }
  const y = scaleOf(race, top)(guessing);
  pen.text(labels.guessing, race.right - 4, y - 5, { ...small, align: 'right' });
  const under = { ...small, base: 'top' };
  pen.text(`${labels.step} 0`, race.left, race.bottom + 6, under);
  pen.text(String(steps), race.right, race.bottom + 6, { ...under, align: 'right' });
  const x = read.left + ((read.right - read.left) * wall) / longest;
  pen.text('0', read.left, read.bottom + 6, under);
  pen.text(String(wall), x, read.bottom + 6, { ...under, align: 'center', color: pen.c.ink });
  pen.text(String(longest - 1), read.right, read.bottom + 6, { ...under, align: 'right' });
  const title = wide ? labels.position : labels.positionShort;
  pen.text(title, (x + read.right) / 2, read.bottom + 6, { ...under, align: 'center' });
  const wallTop = wide ? read.top : read.top - 4;
  pen.vline(x, wallTop, read.bottom, pen.c.ink, 2);
}

/**
 * Draws the loss of each model while it trains.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Panel} panel
 * @param {number} top
 */
function drawRace(pen, { races, steps, chosen }, panel, top) {
  const y = scaleOf(panel, top);
  const x = (/** @type {number} */ step) =>
    panel.left + ((panel.right - panel.left) * step) / steps;
  for (const at of inFront(chosen)) {
    const { role, dash } = SCHEMES[at];
    const points = races[at].flatMap(({ step, loss }) => [x(step), y(loss)]);
    if (points.length) pen.line(points, pen.c[role], at === chosen ? 3 : 1.75, dash);
  }
}

/** Returns the indices of all schemes, the chosen one last. @param {number} chosen */
const inFront = (chosen) => [...SCHEMES.map((_, at) => at).filter((at) => at !== chosen), chosen];

/**
 * Draws the loss of each model by position, and writes its name at the end of its curve.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Panel} panel
 * @param {number} top
 */
function drawReading(pen, model, panel, top) {
  const { blocks, chosen, state, wall } = model;
  const { left, right } = panel;
  const y = scaleOf(panel, top);
  for (const at of inFront(chosen)) {
    const list = blocks[at];
    if (!list) continue;
    const { role, dash } = SCHEMES[at];
    const points = list.flatMap((loss, block) =>
      Number.isNaN(loss) ? [] : [left + ((right - left) * (block + 0.5)) / BLOCKS, y(loss)],
    );
    pen.line(points, pen.c[role], at === chosen ? 3.5 : 2, dash);
  }
  if (model.phase === 'done' && state.window === 'near')
    pen.text(labels.window(wall), right - 4, panel.top + 36, {
      align: 'right',
      color: pen.c.quiet,
    });
  drawNames(pen, model, panel, top);
  if (!pen.beginner || model.phase === 'done') drawCursor(pen, model, panel, y);
}

/**
 * Moves labels apart, so that none covers another.
 * @param {number[]} wanted the y at which each label should be, from top to bottom
 * @param {number} top
 * @param {number} bottom
 */
function spaced(wanted, top, bottom) {
  let above = top - NAME_HEIGHT;
  const places = wanted.map((y) => (above = Math.max(y, above + NAME_HEIGHT)));
  let below = bottom + NAME_HEIGHT;
  for (let i = places.length - 1; i >= 0; i--)
    below = places[i] = Math.min(places[i], below - NAME_HEIGHT);
  return places;
}

/**
 * Writes the names at the ends of the curves, and the name of the best possible loss.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Panel} panel
 * @param {number} top
 */
function drawNames(pen, { blocks, floor, reached, chosen }, panel, top) {
  const y = scaleOf(panel, top);
  const ends = blocks.flatMap((list, at) => {
    const loss = list?.filter((each) => !Number.isNaN(each)).at(-1);
    if (loss === undefined) return [];
    const number = reached && !pen.beginner ? fixed(reached[at].beyond, 1) : '';
    return [{ text: names[at], number, role: SCHEMES[at].role, loss, isChosen: at === chosen }];
  });
  if (floor)
    ends.push({ text: labels.floor, number: '', role: 'right', loss: floor, isChosen: false });
  ends.sort((a, b) => b.loss - a.loss);
  const places = spaced(
    ends.map(({ loss }) => y(loss)),
    panel.top,
    panel.bottom - 4,
  );
  const { right } = panel;
  for (const [i, { text, number, role, loss, isChosen }] of ends.entries()) {
    const color = pen.c[role];
    const size = role === 'right' ? 12 : 13;
    pen.line([right, y(loss), right + 10, places[i]], color, 1);
    const style = { color, base: 'middle', weight: isChosen ? 700 : 500, size };
    const width = pen.text(text, right + 14, places[i], style);
    const small = { color, base: 'middle', size: 12, mono: true };
    if (number) pen.text(number, right + 20 + width, places[i], small);
  }
}

/**
 * Marks the chosen position, and the loss of the chosen model there.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Panel} panel
 * @param {(loss: number) => number} y
 */
function drawCursor(pen, { here, state, chosen, longest }, { left, right, top, bottom }, y) {
  if (here === null || Number.isNaN(here)) return;
  const x = left + ((right - left) * (state.position + 0.5)) / longest;
  const color = pen.c[SCHEMES[chosen].role];
  pen.vline(x, top, bottom, pen.c.control, 1);
  pen.circle(x, y(here), 5, { fill: color, stroke: pen.c.paper, weight: 2 });
  const text = `${names[chosen]} ${fixed(here, 2)}`;
  const isRight = x > (left + right) / 2;
  const style = { align: isRight ? 'right' : 'left', color, weight: 650, plate: true };
  const above = y(here) - 14 < top + 30 ? y(here) + 22 : y(here) - 12;
  pen.text(text, x + (isRight ? -8 : 8), above, style);
}

/**
 * Says before a run what the models will learn.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Panel} panel
 */
function drawEmpty(pen, { wall, longest, state }, { left, right, top, bottom }) {
  const from = left + ((right - left) * wall) / longest;
  const middle = (from + right) / 2;
  const room = right - from - 12;
  // The line of guessing is in the middle of the chart, so the text is in the upper half.
  const y = top + (bottom - top) / 4;
  const [says, example] = labels.idle[state.task];
  const first = pen.fit(says, room, 15);
  pen.text(first.text, middle, y, { ...first, align: 'center' });
  const second = pen.fit(example, room / 1.05, 15);
  pen.text(second.text, middle, y + 26, {
    ...second,
    align: 'center',
    mono: true,
    color: pen.c.quiet,
  });
}

/**
 * Draws where the chosen head looks, within the trained length and beyond it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {import('./model.js').Attention} attention
 * @param {Box} box
 */
function drawAttention(pen, model, attention, { foot, side, columns, pitch }) {
  const { state, chosen, wall, longest, alike } = model;
  const top = foot + 24;
  const title = labels.attention(names[chosen], state.layer, state.head);
  const fitted = pen.fit(title, pen.width, 13);
  pen.text(fitted.text, 0, top, { ...fitted, weight: 650 });
  const { inside, beyond, far } = attention;
  /** @type {[name: string, values: Float32Array, above: string, below: string][]} */
  const maps = [
    ['inside', rootsOf(inside), labels.positions(0, wall - 1), ''],
    ['beyond', rootsOf(beyond), labels.positions(longest - wall, longest - 1), labels.far(far)],
  ];
  if (alike) maps.push(['alike', alike.cosines, labels.alike, labels.means(alike)]);
  for (const [at, [name, values, above, below]] of maps.entries()) {
    const x = 1 + (at % columns) * pitch.x;
    const y = top + 36 + Math.floor(at / columns) * pitch.y;
    const isLast = at === maps.length - 1 || at % columns === columns - 1;
    const room = isLast ? pen.width - x : side + MAP_GAP - 12;
    const small = { size: 12, color: pen.c.quiet };
    const head = pen.fit(above, room, 12);
    pen.text(head.text, x, y - 8, { ...head, ...small });
    pen.rect(x, y, side, side, pen.c.paper);
    pen.blocks(pen.heat(name, values, wall, wall), 0, wall, x, y, side, side);
    pen.frame(x, y, side, side, pen.c.control, 1);
    const foot = pen.fit(below, room, 12);
    pen.text(foot.text, x, y + side + 18, foot);
  }
}

/** For each array of weights, its square roots. They make small weights visible. */
const roots = /** @type {WeakMap<Float32Array, Float32Array>} */ (new WeakMap());

/** @param {Float32Array} weights */
function rootsOf(weights) {
  let list = roots.get(weights);
  if (!list) {
    list = weights.map((weight) => Math.sqrt(weight));
    roots.set(weights, list);
  }
  return list;
}

/**
 * Returns the position at a point of the chart of positions, and the model whose curve is nearest;
 * null outside the chart.
 * @param {Model} model
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
export function placeAt(model, { read }, x, y) {
  const { left, right, top, bottom } = read;
  if (x < left - 8 || x > right + 8 || y < top - 8 || y > bottom + 24) return null;
  const part = Math.min(Math.max((x - left) / (right - left), 0), 0.999);
  const scale = scaleOf(read, topOf(model));
  const block = Math.floor(part * BLOCKS);
  let nearest = model.chosen;
  let least = Infinity;
  for (const [at, list] of model.blocks.entries()) {
    const away = Math.abs(scale(list?.[block] ?? NaN) - y);
    if (away < least) [nearest, least] = [at, away];
  }
  return { position: Math.floor(part * model.longest), scheme: SCHEMES[nearest].key };
}
