/**
 * Draws PePatches: the image in patches, and a map of how alike the stamps are. Below, it shows how
 * many steps the neighbours are from the chosen patch. Experts also see some stamps as strips, and
 * the patch that a trained model mistakes the chosen patch for.
 */
import { fixed } from '../chassis/format.js';
import { colorOf, inkOn } from '../chassis/palette.js';
import { TRAINED, patchAt } from './model.js';
import { translated } from '../chassis/language.js';
import { questionWords } from '../chassis/words.js';
import * as english from './words.js';

const { labelsOnPicture: labels } = translated('patches', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Patch} Patch */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {{x: number, y: number, size: number}} Square */

/**
 * What the picture shows at this moment, in addition to the model.
 * @typedef {object} View
 * @property {HTMLCanvasElement} image
 * @property {number} spread the share of patches that have been compared, beginning with the most
 *   similar ones
 * @property {boolean} hidden whether the comparison is hidden, because it would answer the question
 */

/** The space for numbers to the left of a square, and above it. */
const LEFT = 32;
const ABOVE = 46;
const GAP = 28;
const LARGEST = 364;
/** The sizes in a narrow picture. With them, image and map fit on one screen of a phone. */
const NARROW = { image: 200, map: 250 };
/** The largest size of a patch in the line. */
const LARGEST_CELL = 26;
/** Numbers beside a square are at least this far apart. */
const NUMBER_GAP = 20;
/** The least size of a patch that contains its rank. */
const RANK_ROOM = 16;
/** The least size of a patch that gets a second, inner frame. */
const INNER_ROOM = 14;
const STRIP = 20;
/** The positions of the least similar and the most similar patch on the colour scale. */
const PALE = 0.04;
const DARK = 0.86;

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {boolean} beginner
 */
export function layout(width, beginner) {
  const wide = width >= 560;
  const room = Math.floor(wide ? (width - LEFT - GAP - 4) / 2 : width - LEFT - 4);
  const [imageSize, mapSize] = [NARROW.image, NARROW.map].map((narrow) =>
    Math.min(wide ? LARGEST : narrow, room),
  );
  const used = LEFT + (wide ? imageSize + GAP + mapSize : mapSize);
  const left = Math.floor((width - used) / 2) + LEFT;
  const image = { x: left, y: ABOVE, size: imageSize };
  const below = { x: left, y: 2 * ABOVE + imageSize + 16 };
  const map = { ...(wide ? { x: left + imageSize + GAP, y: ABOVE } : below), size: mapSize };
  const scale = map.y + mapSize + 12;
  const line = scale + (wide ? 60 : 50);
  const lineEnd = line + (wide ? 76 : 82);
  const twinSize = wide ? 132 : 120;
  const stripsEnd = lineEnd + 26 + 3 * (STRIP + 6) + 40;
  const twin = wide ? { x: width - twinSize - 6, y: lineEnd + 20 } : { x: 122, y: stripsEnd + 8 };
  const fullEnd = Math.max(stripsEnd, twin.y + twinSize + 30);
  return {
    wide,
    width,
    image,
    map,
    scale,
    line,
    strips: { y: lineEnd + 26, x: 62, width: wide ? twin.x - 62 - 40 : width - 62 - 4 },
    twin: { ...twin, size: twinSize },
    height: Math.round(beginner ? lineEnd : fullEnd),
  };
}

/**
 * Returns the patch at a point of the image or of the map, or null outside both.
 * @param {Box} box
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @returns {Patch | null}
 */
export function patchUnder(box, side, x, y) {
  for (const { x: left, y: top, size } of [box.image, box.map]) {
    const column = Math.floor(((x - left) / size) * side);
    const row = Math.floor(((y - top) / size) * side);
    if ([row, column].every((at) => at >= 0 && at < side)) return { row, column };
  }
  return null;
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
export function drawPatches(pen, model, box, view) {
  const { state, partner } = model;
  drawImage(pen, model, box, view);
  drawMap(pen, model, box, view);
  const isCompared = !view.hidden && view.spread === 1;
  for (const square of view.hidden ? [box.image] : [box.image, box.map]) {
    const inner = square === box.image;
    if (isCompared) drawFrame(pen, square, state.side, partner, 'other', inner);
    drawFrame(pen, square, state.side, state, 'you', inner);
  }
  if (state.grid) drawRowAndColumn(pen, model, box, view);
  else drawLine(pen, model, box, view);
  if (pen.beginner) return;
  if (box.wide) drawSize(pen, model, box);
  drawStamps(pen, model, box, view);
  drawTwin(pen, model, box, view);
}

/**
 * Draws a frame just inside the edges of a patch.
 * @param {Pen} pen
 * @param {Square} square
 * @param {number} side
 * @param {Patch} patch
 * @param {'you' | 'other'} role
 * @param {boolean} inner whether to draw a second frame inside, which stands out from an image
 */
function drawFrame(pen, square, side, { row, column }, role, inner) {
  const [left, top, right, bottom] = edgesOf(pen, square, side, row, column);
  if (inner && right - left >= INNER_ROOM)
    pen.frame(left + 4, top + 4, right - left - 8, bottom - top - 8, pen.c.paper, 2);
  pen.frame(left + 2, top + 2, right - left - 4, bottom - top - 4, pen.c[role], 3);
}

/**
 * Returns the left, upper, right and lower edge of a patch.
 * @param {Pen} pen
 * @param {Square} square
 * @param {number} side
 * @param {number} row
 * @param {number} column
 */
function edgesOf(pen, { x, y, size }, side, row, column) {
  /** @param {number} from @param {number} at */
  const edge = (from, at) => pen.snap(from + (size * at) / side);
  return [edge(x, column), edge(y, row), edge(x, column + 1), edge(y, row + 1)];
}

/**
 * Draws the image, cut into patches, and the numbers of its rows or columns.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawImage(pen, { state }, box, { image }) {
  const { x, y, size } = box.image;
  const { side, grid, path } = state;
  pen.ctx.imageSmoothingEnabled = true;
  pen.ctx.drawImage(image, x, y, size, size);
  for (let at = 0; at <= side; at++) {
    pen.vline(x + (size * at) / side, y, y + size, pen.c.paper);
    pen.hline(x, x + size, y + (size * at) / side, pen.c.paper);
  }
  pen.text(labels.image[grid ? 'grid' : path], x, 14);
  const pitch = size / side;
  const every = [1, 2, 4, 8].find((step) => step * pitch >= NUMBER_GAP) ?? 8;
  const style = { base: 'middle', size: 12, mono: true, color: pen.c.quiet };
  for (let at = 0; at < side; at += every) {
    const middle = (at + 0.5) * pitch;
    const first = grid ? at : at * side;
    if (grid || path === 'rows')
      pen.text(String(first), x - 6, y + middle, { ...style, align: 'right' });
    const columnRoom = grid || Math.floor(at / every) % 2 === 0;
    if ((grid || path === 'columns') && columnRoom)
      pen.text(String(first), x + middle, y - 10, { ...style, align: 'center' });
  }
  if (grid) return;
  if (path === 'rows') pen.arrow(x + 2, y - 9, x + size * 0.5, y - 9, pen.c.control, 1.5);
  else pen.arrow(x - 10, y + 2, x - 10, y + size * 0.5, pen.c.control, 1.5);
}

/**
 * Returns the position of a cosine on the colour scale, from PALE to DARK.
 * @param {Model} model
 * @param {number} cosine
 */
const shadeOf = ({ least }, cosine) =>
  PALE + ((DARK - PALE) * (cosine - least)) / Math.max(1e-9, 1 - least);

/**
 * Draws the map. The colour of a patch shows the cosine of its stamp with the chosen patch's stamp.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawMap(pen, model, box, { hidden, spread }) {
  const { map } = box;
  const { cosines, ranks, state } = model;
  const { side } = state;
  const { mode } = pen.theme;
  const most = hidden ? 0 : spread * cosines.length;
  pen.text(hidden ? labels.alike : labels.map, map.x, map.y - ABOVE + 14);
  cosines.forEach((cosine, at) => {
    const [left, top, right, bottom] = edgesOf(pen, map, side, Math.floor(at / side), at % side);
    const isSeen = ranks[at] <= most && most > 0;
    const color = isSeen ? colorOf(shadeOf(model, cosine), mode) : pen.c.paper;
    pen.rect(left, top, right - left, bottom - top, color);
  });
  pen.frame(map.x, map.y, map.size, map.size, pen.c.control, 1);
  if (hidden) {
    const how = { align: 'center', base: 'middle', size: 44, weight: 650, color: pen.c.quiet };
    pen.text(labels.unknown, map.x + map.size / 2, map.y + map.size / 2, how);
    return;
  }
  if (spread === 1) drawRanks(pen, model, box);
  drawScale(pen, model, box);
}

/**
 * Writes the ranks of the neighbours into the map.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawRanks(pen, model, { map }) {
  const { neighbours, state } = model;
  const pitch = map.size / state.side;
  if (pitch < RANK_ROOM) return;
  pen.text(labels.ranks, map.x, map.y - 10, { size: 12, color: pen.c.quiet });
  for (const { row, column, rank, cosine } of neighbours) {
    const text = String(rank);
    if (pen.measure(text, 12, true) > pitch - 2) continue;
    const [x, y] = [map.x + (column + 0.5) * pitch, map.y + (row + 0.5) * pitch + 1];
    const color = inkOn(shadeOf(model, cosine), pen.theme.mode);
    pen.text(text, x, y, { align: 'center', base: 'middle', size: 12, mono: true, color });
  }
}

/**
 * Draws the colour scale under the map.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawScale(pen, { least }, { map, scale }) {
  const steps = 48;
  for (let step = 0; step < steps; step++) {
    const [left, right] = [step, step + 1].map((at) => pen.snap(map.x + (map.size * at) / steps));
    const shade = PALE + ((DARK - PALE) * step) / (steps - 1);
    pen.rect(left, scale, right - left, 8, colorOf(shade, pen.theme.mode));
  }
  const [low, high] = pen.beginner
    ? [labels.leastOf, labels.most]
    : [labels.cosine(fixed(least, 4)), fixed(1, 4)];
  const style = { size: 12, color: pen.c.quiet };
  pen.text(low, map.x, scale + 22, style);
  pen.text(high, map.x + map.size, scale + 22, { ...style, align: 'right' });
}

/**
 * Draws one patch of the image.
 * @param {Pen} pen
 * @param {View} view
 * @param {number} side
 * @param {Patch} patch
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawPatch(pen, { image }, side, { row, column }, x, y, size) {
  const pixels = image.width / side;
  const [left, right] = [pen.snap(x), pen.snap(x + size)];
  const from = [column * pixels, row * pixels, pixels, pixels];
  pen.ctx.drawImage(image, from[0], from[1], from[2], from[3], left, y, right - left - 1, size);
}

/**
 * Draws a piece of the line of all patches. It reaches from `side` places before the chosen patch
 * to `side` places after it.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawLine(pen, model, box, view) {
  const { state, place, neighbours, partner } = model;
  const { side } = state;
  const cell = Math.min(LARGEST_CELL, (box.width - 4) / (2 * side + 1));
  const from = (box.width - cell * (2 * side + 1)) / 2;
  const y = box.line;
  /** @param {number} other a place in the line */
  const xOf = (other) => from + (other - place + side) * cell;
  pen.text(labels.line, from, y - 10, { color: pen.c.quiet });
  for (let other = place - side; other <= place + side; other++) {
    if (other < 0 || other >= side * side) continue;
    drawPatch(pen, view, side, patchAt(state, other), xOf(other), y, cell);
  }
  frameIn(pen, xOf(place), y, cell, 'you');
  if (view.hidden) return;
  for (const { way, place: other } of neighbours) {
    const steps = Math.abs(other - place);
    if (steps !== side) continue;
    const isPartner = way === partner.way;
    frameIn(pen, xOf(other), y, cell, isPartner ? 'other' : 'control');
    const color = isPartner ? pen.c.other : pen.c.quiet;
    const [low, high] = [Math.min(place, other), Math.max(place, other)];
    const inset = isPartner ? 0.6 : 0.4;
    const ends = [xOf(low) + cell * (low === place ? inset : 0.5), 0];
    ends[1] = xOf(high) + cell * (high === place ? 1 - inset : 0.5);
    const under = y + cell + 12;
    pen.line([ends[0], under - 6, ends[0], under, ends[1], under, ends[1], under - 6], color, 1.5);
    const how = { align: 'center', color, weight: isPartner ? 650 : 400 };
    pen.text(labels.far(way, steps), (ends[0] + ends[1]) / 2, under + 18, how);
  }
}

/**
 * Frames a patch in a line.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {'you' | 'other' | 'control'} role
 */
function frameIn(pen, x, y, cell, role) {
  const left = pen.snap(x);
  pen.frame(left, y, pen.snap(x + cell) - left - 1, cell, pen.c[role], role === 'control' ? 2 : 3);
}

/**
 * Draws the row and the column of the chosen patch as two lines.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawRowAndColumn(pen, model, box, view) {
  const { state, neighbours, partner } = model;
  const { side, row, column } = state;
  const { wide, width, line } = box;
  const room = wide ? (width - GAP) / 2 : width - 4;
  const cell = Math.min(LARGEST_CELL - 4, room / side);
  const used = wide ? 2 * room + GAP : room;
  const from = (width - used) / 2;
  for (const axis of /** @type {const} */ (['row', 'column'])) {
    const isRow = axis === 'row';
    const x = from + (isRow || !wide ? 0 : room + GAP);
    const y = line + (isRow || wide ? 0 : 52);
    const own = isRow ? column : row;
    const name = isRow ? labels.row(row) : labels.column(column);
    const named = pen.text(name, x, y - 10, { color: pen.c.quiet });
    for (let at = 0; at < side; at++) {
      const patch = isRow ? { row, column: at } : { row: at, column };
      drawPatch(pen, view, side, patch, x + at * cell, y, cell);
    }
    const near = isRow ? neighbours.find(({ way }) => way === 'right') : partner;
    if (near && !view.hidden) {
      const at = isRow ? near.column : near.row;
      frameIn(pen, x + at * cell, y, cell, isRow ? 'control' : 'other');
      const color = isRow ? pen.c.quiet : pen.c.other;
      const how = { color, weight: isRow ? 400 : 650 };
      pen.text(labels.near(near.way), x + named + 16, y - 10, how);
    }
    frameIn(pen, x + own * cell, y, cell, 'you');
  }
}

/**
 * Draws the class token under the image, and writes how many numbers the table has.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 */
function drawSize(pen, { state, size }, { image }) {
  const top = image.y + image.size + 12;
  const style = { base: 'middle', color: pen.c.quiet };
  let { x } = image;
  if (state.token) {
    pen.frame(x + 1, top, 20, 20, pen.c.control, 1.5);
    x += 30;
  }
  pen.text(labels.size(state.token, size.rows, state.dim, size.numbers), x, top + 11, style);
}

/**
 * Draws the stamps of the chosen patch and of two neighbours as strips. Each number is a colour.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawStamps(pen, model, box, { hidden }) {
  const { state, stamp, neighbours, partner } = model;
  const { x, y, width } = box.strips;
  const beside = neighbours.find(({ way }) => way === 'right') ?? neighbours[0];
  pen.text(labels.stamps, x, y - 12, { color: pen.c.quiet });
  /** @type {[string, Float32Array, string][]} */
  const rows = [
    [labels.chosen, stamp, pen.c.you],
    [labels.ways[beside.way], beside.stamp, pen.c.ink],
    [labels.ways[partner.way], partner.stamp, pen.c.other],
  ];
  const seen = hidden ? rows.slice(0, 1) : rows;
  seen.forEach(([name, values, color], at) => {
    const top = y + at * (STRIP + 6);
    const style = { align: 'right', base: 'middle', color };
    pen.text(name, x - 8, top + STRIP / 2, style);
    pen.blocks(pen.heat(`stamp ${at}`, values, 1, state.dim), 0, state.dim, x, top, width, STRIP);
  });
  const parts = labels.parts[state.grid ? state.axes : 'line'];
  const under = y + seen.length * (STRIP + 6) + 2;
  parts.forEach((part, at) => {
    const [left, right] = [at, at + 1].map((edge) => x + (width * edge) / parts.length);
    pen.line(
      [left + 2, under, left + 2, under + 5, right - 2, under + 5, right - 2, under],
      pen.c.control,
    );
    const { text, ...style } = pen.fit(labels.part(part, box.wide), right - left - 4, 13);
    pen.text(text, (left + right) / 2, under + 21, {
      ...style,
      align: 'center',
      color: pen.c.quiet,
    });
  });
}

/**
 * Draws the patch of the trained grid that a trained model mistakes the chosen patch for.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {View} view
 */
function drawTwin(pen, { twin }, box, { image, hidden }) {
  if (hidden) return;
  const { x, y, size } = box.twin;
  labels.twin.forEach((text, at) => {
    if (box.wide)
      pen.text(at ? '' : labels.twin.join(questionWords.space), x + size, y - 10, {
        align: 'right',
      });
    else pen.text(text, 4, y + 14 + 18 * at);
  });
  pen.ctx.imageSmoothingEnabled = true;
  pen.ctx.drawImage(image, x, y, size, size);
  pen.frame(x, y, size, size, pen.c.control, 1);
  drawFrame(pen, box.twin, TRAINED, twin, 'you', false);
  const text = labels.twinAt(twin);
  pen.text(text, x + size / 2, y + size + 20, { align: 'center', color: pen.c.you, weight: 650 });
}
