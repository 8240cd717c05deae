/**
 * Draws the picture of PeNaive in three parts. The plot at the top shows the codes of the chosen
 * encoding. The bars in the middle show the steps, the distances from each code to the next. The
 * score at the bottom shows what the five meters measure for each of the five encodings.
 */
import { sinusoidal } from '../../index.js';
import { distance, grouped } from '../chassis/format.js';
import { inkOn } from '../chassis/palette.js';
import { BOLD_WIDTH } from '../chassis/pen.js';
import { firstWords } from '../chassis/words.js';
import { ENCODINGS, METERS, answersQuestion, metersFor } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { labelsOnPicture: labels, mark, names, reading, recipes } = translated('naive', english);

/** @typedef {import('../chassis/pen.js').Pen} Pen */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Measured} Measured */
/** @typedef {ReturnType<typeof layout>} Box */
/**
 * The sizes and the colour that the plot and the bars of the steps share.
 * @typedef {object} Columns
 * @property {(position: number) => number} middle the x of the middle of a position's column
 * @property {number} width the width of a column
 * @property {number} cursor the chosen position, a fraction while the cursor moves
 * @property {string} verdict the colour that shows whether the encoding meets the requirement
 * @property {boolean} hidden whether the verdict would answer the open question
 */
/** @typedef {ReturnType<typeof valueScale>} Values */

/** The style of the numbers and words at the left of the plot. */
const AXIS = { align: 'right', base: 'middle', size: 12 };

/**
 * Returns where each part of the picture is.
 * @param {number} width
 * @param {boolean} beginner whether the score has only marks, without numbers
 */
export function layout(width, beginner) {
  const wide = width >= 600;
  // In a stacked row, the name of the encoding is above its marks.
  const stacked = !wide && !beginner;
  // A narrow picture for beginners has a small height, so that the question below it is on the same
  // screen.
  const low = !wide && beginner;
  const { high, gap, bars, axis, row } = heightsOf(wide, low);
  const plot = { left: 46, top: wide ? 42 : 56, width: width - 46 - 4, height: high };
  const steps = { top: plot.top + plot.height + gap, height: bars };
  const top = steps.top + steps.height + axis;
  const thumb = width >= 720 ? 136 : 0;
  const named = wide ? 132 : 106;
  const left = stacked ? 0 : named + (thumb && thumb + 28);
  const meters = metersFor(beginner);
  const cell = (width - left) / meters.length;
  const marks = stacked ? 25 : 4;
  const score = { top, row, thumb, left, cell, meters, stacked, marks, head: wide ? 44 : 38 };
  return {
    wide,
    low,
    width,
    plot,
    steps,
    score,
    height: Math.round(top + row * ENCODINGS.length + 4),
  };
}

/**
 * Returns the heights of the plot, of the bars and of a row of the score. `gap` is above the bars,
 * and `axis` below them.
 * @param {boolean} wide
 * @param {boolean} low
 */
function heightsOf(wide, low) {
  if (wide) return { high: 168, gap: 44, bars: 64, axis: 100, row: 40 };
  if (low) return { high: 96, gap: 40, bars: 36, axis: 66, row: 25 };
  return { high: 136, gap: 44, bars: 52, axis: 96, row: 62 };
}

/**
 * Returns what a press at a point chooses. In the plot and the bars, this is a position. In the
 * score, it is an encoding, a meter, or both.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} length
 */
export function hit({ plot, steps, score }, x, y, length) {
  if (y < steps.top + steps.height + 24)
    return { position: Math.floor(((x - plot.left) / plot.width) * length) };
  const meter =
    x >= score.left ? score.meters[Math.floor((x - score.left) / score.cell)] : undefined;
  const encoding = y >= score.top ? ENCODINGS[Math.floor((y - score.top) / score.row)] : undefined;
  return { ...(meter && { meter }), ...(encoding && { encoding }) };
}

/**
 * Draws the whole picture.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown
 */
export function drawNaive(pen, model, box, shown) {
  const { state, chosen } = model;
  const width = box.plot.width / state.length;
  const hidden = !pen.judges && answersQuestion(state);
  const verdict = chosen.meters[state.meter].pass ? pen.c.right : pen.c.wrong;
  const columns = {
    middle: (/** @type {number} */ position) => box.plot.left + (position + 0.5) * width,
    width,
    cursor: shown.position ?? state.position,
    verdict: hidden ? pen.c.control : verdict,
    hidden,
  };
  drawTitle(pen, model, box, columns);
  if (chosen.width === 1) drawDots(pen, model, box, columns);
  else drawGrid(pen, model, box, columns);
  drawSteps(pen, model, box, columns);
  drawScore(pen, model, box, shown);
}

/**
 * Writes the name of the chosen encoding, its formula, and how it meets or fails the requirement.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 */
function drawTitle(pen, { state, chosen }, { wide }, { verdict, hidden }) {
  const { encoding, meter, length, dim } = state;
  const name = pen.text(names.encoding[encoding], 0, 18, { size: 17, weight: 650 });
  const recipe = pen.text(recipes[encoding](length, dim), name + 10, 18, { color: pen.c.quiet });
  if (hidden) return;
  const room = pen.width - (name + 10 + recipe + 16);
  const fits = wide && pen.measure(labels.result(chosen, meter, true)) * BOLD_WIDTH < room;
  const result = pen.beginner
    ? labels.verdict(meter, chosen.meters[meter].pass)
    : labels.result(chosen, meter, fits);
  const how = { weight: 650, color: verdict };
  if (wide) pen.text(result, pen.width, 18, { ...how, align: 'right' });
  else pen.text(result, 0, 40, how);
}

// The plot of codes that are one number: a dot for each position.

/**
 * Returns the range of the values, and a function from a value to its y.
 * @param {Measured} measured
 * @param {number} top
 * @param {number} bottom
 */
function valueScale({ meters }, top, bottom) {
  const low = -1;
  const high = Math.max(1, meters.bounded.value);
  const y = (/** @type {number} */ value) =>
    bottom - ((value - low) / (high - low)) * (bottom - top);
  return { low, high, y };
}

/**
 * Draws a band from -1 to 1, the range of values that suits a network.
 * @param {Pen} pen
 * @param {number} left
 * @param {number} right
 * @param {Values} values
 * @param {number} alpha
 */
const drawBand = (pen, left, right, { y }, alpha) =>
  pen.area([left, y(1), right, y(1), right, y(-1), left, y(-1)], pen.c.hair, alpha);

/**
 * Draws the plot of an encoding whose codes are one number.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 */
function drawDots(pen, model, box, columns) {
  const { state, chosen } = model;
  const { encoding, meter, length, position } = state;
  const { plot } = box;
  const { middle, width } = columns;
  const { you, ink } = pen.c;
  const values = valueScale(chosen, plot.top + 10, plot.top + plot.height - 8);
  const dot = Math.max(1.25, Math.min(5, width * 0.28));
  drawValueAxis(pen, plot, values);
  if (encoding === 'sine' && width > 5) drawWave(pen, length, columns, values);
  if (meter === 'any') drawLonger(pen, model, box, columns, values, dot);
  pen.vline(middle(columns.cursor), plot.top, plot.top + plot.height, you, 1.5);
  for (let each = 0; each < length; each++)
    pen.circle(middle(each), values.y(chosen.table[each]), dot, { fill: ink });
  if (meter === 'unique' || meter === 'smooth' || meter === 'bounded')
    drawMarked(pen, model, columns, values, dot);
  pen.circle(middle(columns.cursor), values.y(chosen.table[position]), dot + 2, { fill: you });
}

/**
 * Draws the band from -1 to 1, its lines, and the numbers at the left.
 * @param {Pen} pen
 * @param {Box['plot']} plot
 * @param {Values} values
 */
function drawValueAxis(pen, { left, width }, values) {
  const { hair, quiet } = pen.c;
  const { high, y } = values;
  const right = left + width;
  drawBand(pen, left, right, values, 0.4);
  for (const value of [-1, 0, 1]) pen.hline(left, right, y(value), hair);
  const tick = (/** @type {number} */ value, /** @type {string} */ text) =>
    pen.text(text, left - 10, y(value), { ...AXIS, mono: true, color: quiet });
  if (high > 1) {
    tick(0, '±1');
    tick(high, grouped(high));
  } else {
    tick(1, '1');
    tick(0, '0');
    tick(-1, '−1');
  }
}

/**
 * Draws the sine between the positions, with eight points per position.
 * @param {Pen} pen
 * @param {number} length
 * @param {Columns} columns
 * @param {Values} values
 */
function drawWave(pen, length, { middle }, { y }) {
  const positions = Array.from({ length: length * 8 - 7 }, (_, part) => part / 8);
  const wave = sinusoidal(positions.length, 1, { dtype: 'float64', positions });
  const points = positions.flatMap((each, part) => [middle(each), y(wave[part])]);
  pen.line(points, pen.c.control, 1);
}

/**
 * Draws a circle for the code that each position gets in a text twice as long. A line shows how far
 * the code moves.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 * @param {Values} values
 * @param {number} dot
 */
function drawLonger(pen, { state, chosen }, { plot }, { middle, width, verdict }, values, dot) {
  const { table, longer } = chosen;
  const { y, high } = values;
  const weight = width > 6 ? 1.5 : 0.5;
  for (let each = 0; each < state.length; each++) {
    const x = middle(each);
    const moved = y(longer.table[each]);
    if (longer.table[each] !== table[each])
      pen.line([x, y(table[each]), x, moved], pen.c.wrong, Math.min(1.5, width / 3));
    pen.circle(x, moved, dot * 1.4, { stroke: verdict, weight });
  }
  const right = plot.left + plot.width - 6;
  const free = y(high > 1 ? high * 0.14 + 0.6 : -0.72);
  pen.text(labels.longer(state.length), right, free, { align: 'right', color: verdict });
}

/**
 * Draws rings around the one or two dots that decide the chosen meter, and labels the dots.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Columns} columns
 * @param {Values} values
 * @param {number} dot
 */
function drawMarked(pen, { state, chosen }, { middle, verdict }, { low, high, y }, dot) {
  const { table, meters } = chosen;
  const marked = meters[state.meter].at;
  const [a, b] = marked;
  if (state.meter === 'unique')
    pen.line([middle(a), y(table[a]), middle(b), y(table[b])], verdict, 2, [2, 4]);
  const roomy = marked.length > 1 && middle(b) - middle(a) > 30;
  for (const each of marked) {
    const value = table[each];
    pen.circle(middle(each), y(value), dot + 4, { stroke: verdict, weight: 2.5 });
    // If two labels would overlap, one label at the second dot replaces both.
    if (each === a && marked.length > 1 && !roomy) continue;
    const below = value > (high + low) / 2;
    pen.text(
      markedText(marked, each, value, roomy),
      middle(each),
      y(value) + (below ? dot + 20 : -dot - 10),
      {
        align: 'center',
        mono: true,
        weight: 650,
        color: verdict,
        plate: true,
      },
    );
  }
}

/**
 * Returns the label of a marked dot. If only one dot is marked, the label is its value. Otherwise,
 * the label is its position. If two labels do not fit, one label contains both positions.
 * @param {number[]} marked
 * @param {number} position
 * @param {number} value
 * @param {boolean} roomy whether two labels fit
 */
function markedText(marked, position, value, roomy) {
  if (marked.length < 2) return grouped(value, Number.isInteger(value) ? 0 : 2);
  return roomy ? String(position) : labels.pair(marked);
}

// The plot of codes that are several numbers: a column of colours for each position.

/**
 * Draws the plot of an encoding whose codes are several numbers.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 */
function drawGrid(pen, model, { plot }, columns) {
  const { state, chosen } = model;
  const { encoding, meter, length } = state;
  const binary = encoding === 'binary';
  const extra = binary && meter === 'any' ? 1 : 0;
  const row = plot.height / (chosen.width + extra);
  const { left, width } = plot;
  const grid = { left, width, row, top: plot.top + extra * row, height: plot.height - extra * row };
  const image = pen.heat(encoding, chosen.picture, chosen.width, length);
  pen.blocks(image, 0, length, left, grid.top, width, grid.height);
  pen.frame(left, grid.top, width, grid.height, pen.c.hair, 1);
  if (extra) drawExtraDigit(pen, length, plot, row, columns.verdict);
  if (binary) drawDigits(pen, model, grid, columns);
  else drawSpeeds(pen, chosen.width, grid);
  drawMarkedColumns(pen, model, grid, columns);
}

/** @typedef {{left: number, top: number, width: number, height: number, row: number}} Grid */

/**
 * Draws an empty row for the extra binary digit that a text twice as long would need.
 * @param {Pen} pen
 * @param {number} length
 * @param {Box['plot']} plot
 * @param {number} row the height of the row
 * @param {string} color
 */
function drawExtraDigit(pen, length, { left, top, width }, row, color) {
  pen.frame(left, top, width, row - 2, color, 1, [4, 4]);
  pen.text(labels.extraDigit(length), left + width / 2, top + row / 2, {
    align: 'center',
    base: 'middle',
    color,
    weight: 650,
    plate: true,
  });
}

/**
 * Writes the value of each binary place, and the digits if they fit.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Grid} grid
 * @param {Columns} columns
 */
function drawDigits(pen, { state, chosen }, grid, { middle, width }) {
  const digits = chosen.width;
  const centered = { align: 'center', base: 'middle', mono: true };
  for (let row = 0; row < digits; row++) {
    const y = grid.top + (row + 0.5) * grid.row;
    const place = grouped(1 << (digits - 1 - row));
    pen.text(place, grid.left - 10, y, { ...AXIS, mono: true, color: pen.c.quiet });
    if (width <= 16) continue;
    for (let each = 0; each < state.length; each++) {
      const digit = chosen.table[each * digits + row];
      const color = inkOn(digit, pen.theme.mode);
      pen.text(String(digit), middle(each), y, { ...centered, color });
    }
  }
}

/**
 * Labels the first row as a sine and the last row as a cosine. Also labels the fast and slow end.
 * @param {Pen} pen
 * @param {number} dim
 * @param {Grid} grid
 */
function drawSpeeds(pen, dim, { left, top, height, row }) {
  const name = (/** @type {string} */ text, /** @type {number} */ y) =>
    pen.text(text, left - 10, y, { ...AXIS, color: pen.c.quiet });
  name(labels.sine, top + 0.5 * row + 4);
  name(labels.cosine, top + (dim - 0.5) * row - 4);
  if (dim <= 2) return;
  name(labels.fast, top + 24);
  name(labels.slow, top + height - 24);
}

/**
 * Draws frames around the columns that decide the chosen meter, and around the chosen position.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Grid} grid
 * @param {Columns} columns
 */
function drawMarkedColumns(pen, { state, chosen }, { top, height }, columns) {
  const { middle, width, cursor, verdict, hidden } = columns;
  const wide = Math.max(width, 3);
  /** @param {number} from @param {number} to @param {string} color */
  const frame = (from, to, color) => {
    const left = pen.snap(middle(from) - wide / 2);
    pen.frame(left, top, (to - from) * width + wide, height, color, 3);
  };
  if (!hidden && (state.meter === 'unique' || state.meter === 'smooth')) {
    const [a, b] = chosen.meters[state.meter].at;
    if (b === a + 1) frame(a, b, verdict);
    else {
      frame(a, a, verdict);
      frame(b, b, verdict);
    }
  }
  frame(cursor, cursor, pen.c.you);
}

// The bars of the steps.

/** Returns the positions whose steps decide the chosen meter. @param {Model} model */
function markedSteps({ state, chosen: { steps, meters } }) {
  if (state.meter === 'smooth') return new Set([meters.smooth.at[0]]);
  if (state.meter !== 'same') return new Set();
  return new Set(meters.same.pass ? steps.keys() : meters.same.at);
}

/** Whether the bars show how many digits flip, not how long the steps are. */
const counts = (/** @type {Pen} */ pen, /** @type {Measured} */ { encoding }) =>
  pen.beginner && encoding === 'binary';

/**
 * Returns what the bars show: the steps, or how many digits flip in each step.
 * @param {Pen} pen
 * @param {Measured} chosen
 */
const stepHeights = (pen, chosen) =>
  counts(pen, chosen) ? chosen.steps.map((step) => Math.round(step * step)) : chosen.steps;

/**
 * Draws each step as a bar. While the question about binary digits is open, only the step at the
 * cursor is drawn.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 */
function drawSteps(pen, model, box, columns) {
  const { you, control } = pen.c;
  const { state, chosen } = model;
  const { top, height } = box.steps;
  const { middle, width, verdict } = columns;
  const heights = stepHeights(pen, chosen);
  const longest = Math.max(...heights);
  drawStepAxes(pen, model, box, longest);
  const wide = Math.max(1, Math.min(18, width * 0.5));
  const marked = markedSteps(model);
  const asked = !pen.judges && state.encoding === 'binary';
  heights.forEach((step, each) => {
    if (asked && each !== state.position) return;
    const left = pen.snap(middle(each) + width / 2 - wide / 2);
    const high = Math.max(1, (step / longest) * height);
    const color = marked.has(each) ? verdict : control;
    const bar = Math.max(wide, 1 / pen.ratio);
    pen.rect(left, top + height - high, bar, high, each === state.position ? you : color);
  });
  drawPositions(pen, model, box, columns);
}

/**
 * Draws the title, the chosen step in numbers, and the axis at the left.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {number} longest the value of the highest bar
 */
function drawStepAxes(pen, { state, chosen }, { plot, steps: { top, height } }, longest) {
  const { you, quiet, hair } = pen.c;
  const { position, length } = state;
  const flips = counts(pen, chosen);
  pen.text(flips ? labels.flipped : labels.steps, 0, top - 16, { color: quiet });
  if (position + 1 < length) {
    const step = chosen.steps[position];
    const text = flips
      ? labels.flips(position, Math.round(step * step))
      : labels.step(position, step, pen.beginner ? 2 : 4);
    const how = { align: 'right', mono: true, weight: 650, color: you };
    pen.text(text, pen.width, top - 16, how);
  }
  pen.hline(plot.left, plot.left + plot.width, top + height, hair);
  pen.hline(plot.left, plot.left + plot.width, top, hair);
  const axis = { ...AXIS, mono: true, color: quiet };
  const most = flips ? String(longest) : distance(longest, longest < 0.1 ? 3 : 2);
  pen.text(most, plot.left - 10, top, axis);
  pen.text('0', plot.left - 10, top + height, axis);
}

/**
 * Writes as many positions under the bars as fit. A picture of small height leaves out the name of
 * the axis, and puts the word of the chosen position beside its number.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Columns} columns
 */
function drawPositions(pen, { state }, { low, plot, steps: { top, height } }, { middle, width }) {
  const { you, quiet } = pen.c;
  const stride = [1, 2, 5, 10, 20, 50, 100].find((each) => each * width > 30) ?? 100;
  const word = low ? firstWords()[state.position] : undefined;
  const chosen = word ? `${state.position} ${word}` : String(state.position);
  for (let each = 0; each < state.length; each += stride)
    pen.text(each === state.position ? chosen : String(each), middle(each), top + height + 18, {
      align: 'center',
      size: 12,
      mono: true,
      color: each === state.position ? you : quiet,
    });
  if (low) return;
  const end = { align: 'right', color: quiet };
  pen.text(labels.position, plot.left + plot.width, top + height + 36, end);
  if (pen.beginner) drawWords(pen, state.position, top + height + 36, { middle, width });
}

/**
 * Writes the words of the example sentence under their positions. If they do not fit, writes only
 * the word of the chosen position.
 * @param {Pen} pen
 * @param {number} position
 * @param {number} y
 * @param {Pick<Columns, 'middle' | 'width'>} columns
 */
function drawWords(pen, position, y, { middle, width }) {
  const words = firstWords();
  const isRoomy = words.every((word) => pen.measure(word, 12) + 6 <= width);
  for (const [at, word] of words.entries()) {
    const color = at === position ? pen.c.you : pen.c.quiet;
    if (isRoomy || at === position)
      pen.text(word, middle(at), y, { align: 'center', size: 12, color });
  }
}

// The score: the readings of five meters for five encodings.

/**
 * Draws the score, and a frame around the chosen reading.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Record<string, number>} shown
 */
function drawScore(pen, model, box, shown) {
  const { you } = pen.c;
  const { state, all } = model;
  const { top, row, left, cell, meters, stacked, marks } = box.score;
  drawMeterNames(pen, model, box);
  all.forEach((measured, at) => drawScoreRow(pen, model, box, measured, top + at * row));
  const line = top + (shown.encoding ?? ENCODINGS.indexOf(state.encoding)) * row;
  pen.rect(0, line + 1, 3, row - 1, you);
  if (!meters.includes(state.meter)) return;
  const at = shown.meter ?? METERS.indexOf(state.meter);
  const [from, to] = [Math.floor(at), Math.ceil(at)].map((each) => columnOf(meters, each));
  const column = left + (from + (to - from) * (at % 1)) * cell;
  pen.frame(column + 2, line + marks, cell - 4, stacked ? 35 : row - 8, you, 2);
}

/**
 * Returns the column of a meter. A meter without a column takes the column of the meter before it.
 * @param {string[]} meters the meters that have columns
 * @param {number} at the index of the meter among all meters
 */
const columnOf = (meters, at) =>
  meters.includes(METERS[at]) ? meters.indexOf(METERS[at]) : meters.indexOf(METERS[at - 1]);

/** Returns the space between a cell's left edge and its text. @param {Box} box */
const gapOf = ({ wide }) => (wide ? 8 : 4);

/** @param {Pen} pen @param {Model} model @param {Box} box */
function drawMeterNames(pen, { state }, box) {
  const { you, ink, quiet } = pen.c;
  const { wide } = box;
  const { top, head, left, cell, meters, stacked } = box.score;
  meters.forEach((meter, at) => {
    const x = left + at * cell + gapOf(box);
    const y = top - head + 14;
    const chosen = meter === state.meter;
    // Bold names would not fit beside each other in narrow columns.
    const weight = wide || stacked || chosen ? 650 : 400;
    const how = { weight, size: wide ? 13 : 12, color: chosen ? you : ink };
    const name = names.meter[meter];
    if (wide) {
      pen.text(name, x, pen.beginner ? y + 17 : y, how);
      if (!pen.beginner) pen.text(labels.units[meter], x, y + 17, { size: 12, color: quiet });
    } else name.split(' ').forEach((word, below) => pen.text(word, x, y + 15 * below, how));
  });
}

/**
 * Draws the row of one encoding: its name, a thumbnail of its codes, and what the meters measure.
 * @param {Pen} pen
 * @param {Model} model
 * @param {Box} box
 * @param {Measured} measured
 * @param {number} top the top of the row
 */
function drawScoreRow(pen, { state, tried }, box, measured, top) {
  const { you, ink, quiet, hair } = pen.c;
  const { wide } = box;
  const { row, thumb, left, cell, meters, stacked } = box.score;
  const chosen = measured.encoding === state.encoding;
  const middle = top + (stacked ? 34 : row / 2);
  pen.hline(0, pen.width, top, hair);
  pen.text(names.encoding[measured.encoding], wide ? 10 : 8, stacked ? top + 15 : middle, {
    base: 'middle',
    weight: chosen ? 650 : 400,
    color: chosen ? you : ink,
  });
  const room = { left: 132, top: top + 6, width: thumb, height: row - 12 };
  if (thumb) drawThumbnail(pen, measured, state.length, room);
  // On the screen, beginners see the readings of an encoding after they have tried it, or have
  // answered.
  const isTried = pen.paper || tried.has(measured.encoding);
  const isOpen = !pen.beginner || pen.judges || isTried;
  // The question is about binary digits. Until it is answered, beginners see only the chosen
  // reading in the row of binary digits.
  const isAsked = METERS.some((meter) => answersQuestion({ encoding: measured.encoding, meter }));
  meters.forEach((meter, at) => {
    const x = left + at * cell + gapOf(box);
    const asked = answersQuestion({ encoding: measured.encoding, meter });
    const isSole = pen.beginner && !pen.paper && isAsked;
    const waits = asked || (isSole && meter !== state.meter);
    if (isOpen && (pen.judges || !waits)) drawReading(pen, measured, meter, x, middle, wide);
    else pen.text('?', x, middle, { base: 'middle', color: quiet });
  });
}

/**
 * Writes whether an encoding meets a requirement, and the number that its meter measures.
 * @param {Pen} pen
 * @param {Measured} measured
 * @param {import('./model.js').Meter} meter
 * @param {number} x
 * @param {number} y
 * @param {boolean} wide
 */
function drawReading(pen, measured, meter, x, y, wide) {
  const { right, wrong, quiet } = pen.c;
  const { pass } = measured.meters[meter];
  const base = 'middle';
  pen.text(mark(pass), x, y, { base, weight: 650, color: pass ? right : wrong });
  if (pen.beginner) return;
  // The question asks for the longest step. So the meter 'smooth' shows no number until the answer.
  const text = !pen.judges && meter === 'smooth' ? '?' : reading(measured, meter);
  pen.text(text, wide ? x + 16 : x, wide ? y : y + 16, {
    base,
    mono: true,
    size: wide ? 13 : 12,
    color: pass ? quiet : wrong,
    weight: pass ? 400 : 650,
  });
}

/**
 * Draws a thumbnail of the codes of an encoding.
 * @param {Pen} pen
 * @param {Measured} measured
 * @param {number} length
 * @param {Box['plot']} room
 */
function drawThumbnail(pen, measured, length, { left, top, width, height }) {
  const { encoding, width: rows, table, picture } = measured;
  if (rows > 1) {
    const image = pen.heat(encoding, picture, rows, length);
    pen.blocks(image, 0, length, left, top, width, height);
    return;
  }
  const values = valueScale(measured, top + 2, top + height - 2);
  drawBand(pen, left, left + width, values, 0.5);
  const radius = length > 64 ? 0.8 : 1.6;
  for (let each = 0; each < length; each++) {
    const x = left + ((each + 0.5) / length) * width;
    pen.circle(x, values.y(table[each]), radius, { fill: pen.c.ink });
  }
}
