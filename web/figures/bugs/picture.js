/**
 * Draws PeBugs. At the top is a row of exhibits. Under it are two pictures of the chosen exhibit:
 * without the bug, and with the bug. Under them is a list of checks, with their results.
 */
import { BUGS } from './implementations.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { CHECK_ORDER, checkNames, labelsOnPicture: labels } = translated('bugs', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./views.js').View} View */
/** @typedef {import('./views.js').Hand} Hand */

/**
 * A rectangle, in CSS pixels.
 * @typedef {{x: number, y: number, width: number, height: number}} Area
 */

/**
 * What the picture shows at one moment, in addition to the model.
 * @typedef {object} Moment
 * @property {number} moved how far the hand of a clock has moved, from 0 to 1
 * @property {number} traced how much of the path of a hand is drawn, from 0 to 1
 * @property {boolean} hidden whether the verdicts are hidden
 * @property {boolean} asks whether the name of the exhibit would answer the open question
 * @property {Set<Bug>} ran the checks that have been run
 */

/**
 * One of the two pictures: its place, its name, its heading and its colour. `moved` and `traced`
 * are as in Moment.
 * @typedef {Area & {name: string, head: string, color: string, moved: number, traced: number}}
 *   Panel
 */

const GAP = 8;
const TILE = 36;
const TITLE = 56;
const HEAD = 26;
/** The height of a check in the list, in pixels. */
const ROW = 28;
/** The height of the note about the checks that are not listed, in pixels. */
const NOTE = 28;
/** The largest radius of a clock, in pixels. */
const RADIUS = 44;

/**
 * Places ten tiles in one or two rows.
 * @param {number} width
 * @param {number} top
 * @returns {Area[]}
 */
function tiles(width, top) {
  const each = width < 480 ? 5 : BUGS.length;
  const step = (width + GAP) / each;
  return BUGS.map((_, at) => ({
    x: (at % each) * step,
    y: top + Math.floor(at / each) * (TILE + GAP),
    width: step - GAP,
    height: TILE,
  }));
}

/**
 * Places checks in one or two columns.
 * @param {number} width
 * @param {number} top
 * @param {number} count
 * @returns {Area[]}
 */
function rows(width, top, count) {
  const columns = width < 600 ? 1 : 2;
  const each = Math.ceil(count / columns);
  const step = (width + GAP) / columns;
  return Array.from({ length: count }, (_, at) => ({
    x: Math.floor(at / each) * step,
    y: top + (at % each) * (ROW + GAP),
    width: step - GAP,
    height: ROW,
  }));
}

/**
 * Returns where each part of the picture is, in CSS pixels.
 * @param {number} width
 * @param {Bug[]} listed the checks that are shown
 */
export function layout(width, listed) {
  const exhibits = tiles(width, 0);
  const titled = exhibits[BUGS.length - 1].y + TILE;
  const top = titled + TITLE + HEAD;
  const gap = width < 600 ? 16 : 32;
  const side = (width - gap) / 2;
  const height = Math.round(Math.max(168, Math.min(side, 220)));
  const bottom = top + height;
  const checks = rows(width, bottom + 16, listed.length);
  const end = Math.max(bottom, ...checks.map((area) => area.y + ROW));
  const isCut = listed.length > 0 && listed.length < BUGS.length;
  return {
    exhibits,
    titled,
    right: { x: 0, y: top, width: side, height },
    wrong: { x: side + gap, y: top, width: side, height },
    listed,
    checks,
    end,
    height: end + (isCut ? NOTE : 0) + 4,
  };
}

/** @typedef {ReturnType<typeof layout>} Box */

/**
 * Returns the index of the tile or check at a point, or null.
 * @param {Area[]} areas
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
export function tileAt(areas, x, y) {
  const half = GAP / 2;
  const found = areas.findIndex(
    (area) =>
      x >= area.x - half &&
      x < area.x + area.width + half &&
      y >= area.y - half &&
      y < area.y + area.height + half,
  );
  return found < 0 ? null : found;
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Moment} moment
 */
export function drawBugs(pen, model, box, moment) {
  const { c } = pen;
  const { bug } = model.state;
  box.exhibits.forEach((area, at) => drawTile(pen, area, String(at + 1), BUGS[at] === bug));
  const { text, ...style } = pen.fit(labels.title(bug, moment.asks), pen.width, 17);
  pen.text(text, 0, box.titled + 26, { ...style, weight: 650 });
  pen.text(labels.shown(bug), 0, box.titled + 47, { color: c.quiet });
  const { moved, traced } = moment;
  const shown = { moved, traced };
  // In the exhibit `layout`, neither of the two layouts is wrong by itself.
  const [right, wrong] = bug === 'layout' ? [c.ink, c.ink] : [c.right, c.wrong];
  const { right: good, wrong: bad } = model;
  const [first, second] = [labels.right(bug), labels.wrong(bug)];
  drawPanel(pen, good, { ...box.right, name: 'right', head: first, color: right, ...shown });
  drawPanel(pen, bad, { ...box.wrong, name: 'wrong', head: second, color: wrong, ...shown }, good);
  drawChecks(pen, model, box, moment);
}

/**
 * Draws the tile of an exhibit.
 * @param {Pen} pen
 * @param {Area} area
 * @param {string} text
 * @param {boolean} chosen
 */
function drawTile(pen, { x, y, width, height }, text, chosen) {
  const { you, paper, ink, hair } = pen.c;
  if (chosen) pen.rect(x, y, width, height, you);
  else pen.frame(x + 1, y + 1, width - 2, height - 2, hair, 1);
  const middle = { align: 'center', base: 'middle', mono: true, size: 15 };
  const style = { ...middle, weight: chosen ? 650 : 400, color: chosen ? paper : ink };
  pen.text(text, x + width / 2, y + height / 2 + 1, style);
}

/** @type {Record<View['kind'], (pen: Pen, view: any, panel: Panel, right?: any) => void>} */
const DRAWINGS = {
  table: drawTable,
  path: drawPath,
  clocks: drawClocks,
  bars: drawBars,
  partners: drawPartners,
  wave: drawWave,
};

/**
 * Draws one of the two pictures.
 * @param {Pen} pen
 * @param {View} view
 * @param {Panel} panel
 * @param {View} [right] in the picture with the bug, the view without it
 */
function drawPanel(pen, view, panel, right) {
  const { x, y, width, head, color } = panel;
  pen.hline(x, x + width, y - HEAD + 4, color, 2);
  const { text, ...style } = pen.fit(head, width, 13);
  pen.text(text, x, y - 4, { ...style, color, weight: 650 });
  const inner = { ...panel, y: y + 8, height: panel.height - 8 };
  DRAWINGS[view.kind](pen, view, inner, right);
}

/**
 * Draws a table as a heat map.
 * @param {Pen} pen
 * @param {import('./views.js').TableView} view
 * @param {Panel} panel
 */
function drawTable(pen, { values, rows, columns }, { x, y, width, height, name }) {
  const side = Math.floor(Math.min(width - 20, height - 20));
  const [left, top] = [pen.snap(x + (width - side + 20) / 2), pen.snap(y)];
  pen.blocks(pen.heat(name, values, rows, columns), 0, columns, left, top, side, side);
  const { quiet } = pen.c;
  pen.text(labels.numbers, left, top + side + 16, { color: quiet, size: 12 });
  pen.upright(labels.words, left - 10, top + side, { color: quiet, size: 12 });
}

/**
 * Returns the index of the longest hand, or of the last hand if all have the same length.
 * @param {Hand[]} hands
 */
function longest(hands) {
  const squares = hands.map(([right, up]) => right * right + up * up);
  const most = Math.max(...squares);
  return squares.lastIndexOf(most > 1.01 ? most : squares[hands.length - 1]);
}

/**
 * Draws the tip of a hand at all positions.
 * @param {Pen} pen
 * @param {import('./views.js').PathView} view
 * @param {Panel} panel
 */
function drawPath(pen, { hands }, { x, y, width, height, color, ...seen }) {
  const { hair, you, ink } = pen.c;
  const [cx, cy] = [x + width / 2, y + height / 2];
  // In the wrong table, the tip reaches the corners of a square around the circle.
  const radius = Math.min(width, height) / 2 - 12;
  /** @param {Hand} hand */
  const point = ([right, up]) => [cx + right * radius, cy - up * radius];
  pen.circle(cx, cy, radius, { stroke: hair, weight: 1 });
  const last = longest(hands);
  const drawn = seen.traced < 1 ? hands.slice(0, Math.round(last * seen.traced) + 1) : hands;
  pen.line(drawn.flatMap(point), color, 1.5);
  for (const hand of drawn) {
    const [px, py] = point(hand);
    pen.circle(px, py, 2.5, { fill: color });
  }
  const at = Math.round(last * seen.moved);
  const [px, py] = point(hands[at]);
  pen.arrow(cx, cy, px, py, you, 2.5);
  pen.circle(cx, cy, 3, { fill: ink });
}

/**
 * @param {Pen} pen
 * @param {number} cx
 * @param {number} cy
 * @param {number} radius
 * @param {Hand} hand
 * @param {Hand} [ghost] where the hand should be
 */
function drawClock(pen, cx, cy, radius, hand, ghost) {
  const { control, you, quiet } = pen.c;
  const reach = radius - 2;
  pen.circle(cx, cy, radius, { stroke: control, weight: 1.25 });
  if (ghost) {
    const tip = [cx + ghost[0] * reach, cy - ghost[1] * reach];
    pen.line([cx, cy, ...tip], quiet, 1.5, [2, 4]);
  }
  pen.line([cx, cy, cx + hand[0] * reach, cy - hand[1] * reach], you, 3);
}

/**
 * Draws clocks above words.
 * @param {Pen} pen
 * @param {import('./views.js').ClocksView} view
 * @param {Panel} panel
 * @param {import('./views.js').ClocksView} [right]
 */
function drawClocks(pen, { columns }, { x, y, width, height, color }, right) {
  const { quiet } = pen.c;
  const count = Math.max(...columns.map(({ hands }) => hands.length));
  const step = width / columns.length;
  const foot = columns.some(({ note }) => note) ? 56 : 32;
  const each = (height - foot) / count;
  const radius = Math.min(RADIUS, step / 2 - 3, each / 2 - 4);
  const tall = 2 * count * (radius + 4);
  const top = y + (height - foot - tall) / 2;
  const bottom = top + tall;
  columns.forEach(({ word, note, hands }, at) => {
    const cx = x + (at + 0.5) * step;
    const style = { align: 'center', size: 13, clamp: false };
    if (!word) {
      pen.circle(cx, top + radius + 4, radius, { stroke: quiet, dash: [2, 5] });
      pen.text('–', cx, bottom + 20, { ...style, color: quiet });
    }
    hands.forEach((hand, clock) => {
      const cy = top + (2 * clock + 1) * (radius + 4);
      drawClock(pen, cx, cy, radius, hand, right?.columns[at].hands[clock]);
    });
    pen.text(labels.names[word] ?? word, cx, bottom + 20, style);
    pen.text(note, cx, bottom + 48, { ...style, size: 22, weight: 650, mono: true, color });
  });
}

/**
 * Draws bars with labels.
 * @param {Pen} pen
 * @param {import('./views.js').BarsView} view
 * @param {Panel} panel
 */
function drawBars(pen, { bars, most }, { x, y, width, height, color }) {
  const room = Math.max(...bars.map(({ label }) => pen.measure(label))) + 10;
  const after = bars.some(({ note }) => note) ? 44 : 0;
  const step = Math.min(height / bars.length, 56);
  const thick = Math.round(step * 0.6);
  const top = y + (height - bars.length * step) / 2;
  bars.forEach(({ label, value, note }, at) => {
    const middle = top + (at + 0.5) * step;
    const length = Math.max(1.5, ((width - room - after) * Math.max(0, value)) / most);
    pen.text(labels.names[label] ?? label, x + room - 10, middle, {
      align: 'right',
      base: 'middle',
    });
    pen.rect(pen.snap(x + room), pen.snap(middle - thick / 2), length, thick, color);
    pen.text(note, x + room + length + 6, middle, { base: 'middle', mono: true });
  });
}

/**
 * Draws numbers in a row, with an arc from each to its partner.
 * @param {Pen} pen
 * @param {import('./views.js').PartnersView} view
 * @param {Panel} panel
 */
function drawPartners(pen, { partners }, { x, y, width, height, color }) {
  const step = width / partners.length;
  const base = y + (height + width * 0.25) / 2;
  /** @param {number} at */
  const middle = (at) => x + (at + 0.5) * step;
  partners.forEach((partner, at) => {
    const radius = (middle(partner) - middle(at)) / 2;
    const style = { stroke: color, weight: 2.5, from: -0.25, to: 0.25 };
    if (partner > at) pen.circle(middle(at) + radius, base - 8, radius, style);
    pen.circle(middle(at), base, Math.min(11, step / 2 - 1), { fill: pen.c.ink });
    pen.text(String(at), middle(at), base + 1, {
      align: 'center',
      base: 'middle',
      size: 12,
      mono: true,
      color: pen.c.paper,
    });
  });
}

/**
 * Draws a curve over positions.
 * @param {Pen} pen
 * @param {import('./views.js').WaveView} view
 * @param {Panel} panel
 */
function drawWave(pen, { values, length }, { x, y, width, height, color }) {
  const { hair, quiet } = pen.c;
  const reach = (height - 32) / 2;
  const middle = y + reach + 4;
  pen.hline(x, x + width, middle, hair);
  const points = values.flatMap((value, at) => [
    x + (width * at) / (values.length - 1),
    middle - value * reach,
  ]);
  pen.line(points, color, 3);
  const foot = y + height - 4;
  pen.text('0', x, foot, { color: quiet, size: 12 });
  pen.text(labels.length(length), x + width, foot, { color: quiet, size: 12, align: 'right' });
}

/**
 * Draws the list of checks. A check that has not been run has a question mark. When the chosen
 * check finds the bug, all checks show results. A check that fails shows what it has measured.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Moment} moment
 */
function drawChecks(pen, { state, verdicts, caught }, box, { hidden, ran }) {
  const { right, wrong, quiet, hair, you } = pen.c;
  const { listed, checks: areas } = box;
  const ends = [labels.passes, labels.fails].map((word) => BOLD_WIDTH * pen.measure(word));
  const taken = Math.max(...ends) + 28;
  areas.forEach(({ x, y, width, height }, at) => {
    const check = listed[at];
    const chosen = state.check === check;
    pen.frame(x + 1, y + 1, width - 2, height - 2, chosen ? you : hair, chosen ? 2 : 1);
    const known = !hidden && (chosen || caught || ran.has(check));
    const fails = known && verdicts[check].fails;
    const mark = fails ? labels.fails : labels.passes;
    const color = fails ? wrong : right;
    const middle = y + height / 2 + 1;
    pen.text(known ? mark : labels.unknown, x + width - 10, middle, {
      base: 'middle',
      weight: 650,
      align: 'right',
      color: known ? color : quiet,
    });
    const name = checkNames[CHECK_ORDER.indexOf(check) + 1];
    const said = fails ? labels.measured(check, verdicts[check]) : name;
    const { text, ...style } = pen.fit(said, width - taken, 14);
    pen.text(text, x + 10, middle, { ...style, base: 'middle' });
  });
  const others = BUGS.length - listed.length;
  if (listed.length && others) pen.text(labels.blind(others), 0, box.end + 22, { color: quiet });
}
