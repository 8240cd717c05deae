/*
 * The formulas that `identify` tries. Each formula tells what the columns of its tables contain.
 * This file also estimates the base and the first position of a formula from a table.
 */
import { Angles, writeTable } from '../angles/angles.js';
import { open } from '../wasm.js';

/** The speeds of waves are measured in at most this many rows. */
const ROWS_READ = 128;

/** The scale of a table that treats its angles as degrees, in radians per position. */
export const DEGREE = Math.PI / 180;

/**
 * @typedef {object} Table
 * @property {Float32Array | Float64Array} values [length, dim]
 * @property {number} length
 * @property {number} dim
 */

/**
 * Tells what a table contains. Most names are those of options of `sinusoidal` and `ropeTable`.
 * @typedef {object} Kind
 * @property {'sinusoidal' | 'rope'} scheme
 * @property {string} [layout]
 * @property {'cos' | 'sin'} [part] for rope: whether the table contains cosines or sines
 * @property {number} [rotaryDim] for rope: the number of dimensions that rotate
 * @property {true} [flipped] cosines come before sines
 */

/**
 * A formula for a table whose columns are sines and cosines. From one position to the next, the
 * angle of pair i grows by base^(-2i / divisor).
 * @typedef {object} Formula
 * @property {Kind} kind
 * @property {number} pairs
 * @property {number} divisor
 * @property {number[]} order what each column contains: i for the sine of pair i, pairs + i for its
 *   cosine, and -1 for zeros
 * @property {number[]} pairOf the pair of each column
 * @property {(number | undefined)[]} partner for each column, the column with the other element of
 *   its pair
 * @property {number[]} slowestFirst the columns that contain a wave, ordered by rising frequency
 * @property {string} [note] what is unusual about the formula
 */

/**
 * The columns of a formula. A variant with sines and cosines exchanged is derived from them.
 * @typedef {object} Columns
 * @property {Kind} kind
 * @property {number} pairs
 * @property {number} divisor
 * @property {PairOf} pairOf
 * @property {IsCosine} isCosine
 * @property {string} [note]
 * @property {string} [swappedNote] the note of the variant with sines and cosines exchanged
 */

/**
 * Generates the formulas for tables with this many columns, beginning with the plainest. After each
 * formula comes its variant with sines and cosines exchanged.
 * @param {number} dim
 * @returns {Generator<Formula>}
 */
export function* formulasFor(dim) {
  for (const columns of columnsFor(dim)) {
    const { pairs, kind, note, swappedNote = note } = columns;
    const order = Array.from({ length: dim }, (_, column) => {
      if (column >= 2 * pairs) return -1;
      return columns.pairOf(column) + (columns.isCosine(column) ? pairs : 0);
    });
    const swapped = order.map((held) => (held < 0 ? held : (held + pairs) % (2 * pairs)));
    yield formula(columns, kind, order, note);
    yield formula(
      columns,
      kind.part ? { ...kind, part: 'sin' } : { ...kind, flipped: true },
      swapped,
      swappedNote,
    );
  }
}

/**
 * Completes a formula with the pairs and partners of its columns.
 * @param {Columns} columns
 * @param {Kind} kind
 * @param {number[]} order
 * @param {string} [note]
 * @returns {Formula}
 */
function formula({ pairs, divisor }, kind, order, note) {
  const pairOf = order.map((held) => (held + pairs) % pairs);
  /** @type {number[]} */
  const columnOf = [];
  order.forEach((held, column) => {
    if (held >= 0) columnOf[held] = column;
  });
  return {
    kind,
    pairs,
    divisor,
    order,
    pairOf,
    partner: order.map((held) => (held < 0 ? undefined : columnOf[(held + pairs) % (2 * pairs)])),
    slowestFirst: [...order.keys()]
      .filter((column) => order[column] >= 0)
      .sort((a, b) => pairOf[b] - pairOf[a]),
    note,
  };
}

/**
 * Returns the pair of a column.
 * @typedef {(column: number) => number} PairOf
 */

/** @type {PairOf} */
const neighbours = (column) => column >> 1;
/** @type {PairOf} */
const eachColumn = (column) => column;
/** @type {(pairs: number) => PairOf} */
const halves = (pairs) => (column) => column % pairs;

/**
 * Whether a column contains the cosine of its pair, not the sine.
 * @typedef {(column: number) => boolean} IsCosine
 */

/** @type {IsCosine} */
const isOdd = (column) => column % 2 === 1;
/** @type {IsCosine} */
const always = () => true;
/** @type {(pairs: number) => IsCosine} */
const inSecondHalf = (pairs) => (column) => column >= pairs;

/**
 * Returns the columns of all formulas for tables with this many columns.
 * @param {number} dim
 * @returns {Columns[]}
 */
function columnsFor(dim) {
  const formulas = [...sinusoidalColumns(dim), ...ropeColumns(dim), ...mistakenColumns(dim)];
  return formulas.filter((columns) => columns !== false);
}

/**
 * Returns the columns for each layout of `sinusoidal`. If dim is odd, the last pair has only a
 * sine, and with 'fairseq' the last column is zero.
 * @param {number} dim
 * @returns {(Columns | false)[]}
 */
function sinusoidalColumns(dim) {
  const half = Math.floor(dim / 2);
  const pairs = dim - half;
  return [
    {
      kind: { scheme: 'sinusoidal', layout: 'interleaved' },
      pairs,
      divisor: dim,
      pairOf: neighbours,
      isCosine: isOdd,
      swappedNote: 'Sine and cosine have changed places.',
    },
    {
      kind: { scheme: 'sinusoidal', layout: 'concatenated' },
      pairs,
      divisor: dim,
      pairOf: halves(pairs),
      isCosine: inSecondHalf(pairs),
    },
    dim > 2 && {
      kind: { scheme: 'sinusoidal', layout: 'fairseq' },
      pairs: half,
      divisor: 2 * half - 2 || 1,
      pairOf: halves(half),
      isCosine: inSecondHalf(half),
    },
  ];
}

/**
 * Returns the columns for the cosines of rope. The layouts with two equal columns for each pair
 * come first. The layout with one column for each pair comes last.
 * @param {number} dim
 * @returns {(Columns | false)[]}
 */
function ropeColumns(dim) {
  const pairs = dim / 2;
  const isEven = dim % 2 === 0;
  return [
    isEven && {
      kind: { scheme: 'rope', part: 'cos', rotaryDim: dim, layout: 'half' },
      pairs,
      divisor: dim,
      pairOf: halves(pairs),
      isCosine: always,
    },
    isEven && {
      kind: { scheme: 'rope', part: 'cos', rotaryDim: dim, layout: 'interleaved' },
      pairs,
      divisor: dim,
      pairOf: neighbours,
      isCosine: always,
    },
    {
      kind: { scheme: 'rope', part: 'cos', rotaryDim: 2 * dim },
      pairs: dim,
      divisor: 2 * dim,
      pairOf: eachColumn,
      isCosine: always,
    },
  ];
}

/**
 * Returns the columns of sinusoidal tables that contain a common mistake.
 * @param {number} dim
 * @returns {(Columns | false)[]}
 */
function mistakenColumns(dim) {
  return [
    {
      kind: { scheme: 'sinusoidal', layout: 'interleaved' },
      pairs: dim,
      divisor: 2 * dim,
      pairOf: eachColumn,
      isCosine: isOdd,
      note: 'A sine and its cosine have different frequencies.',
    },
    dim > 4 && {
      kind: { scheme: 'sinusoidal', layout: 'interleaved' },
      pairs: Math.ceil(dim / 2),
      divisor: dim - 2,
      pairOf: neighbours,
      isCosine: isOdd,
      note: 'Exponents are divided by dim - 2.',
    },
  ];
}

/**
 * Computes the sines of all pairs and then their cosines, for each position.
 * @param {Pick<Formula, 'pairs' | 'divisor'>} formula
 * @param {number} base
 * @param {ArrayLike<number>} positions
 * @returns {Float64Array<ArrayBuffer>} [positions.length, 2 * pairs]
 */
export function wavesAt({ pairs, divisor }, base, positions) {
  const waves = new Float64Array(2 * pairs * positions.length);
  writeTable(positions.length, new Angles(pairs, base, divisor, 0, Float64Array.from(positions)), {
    sines: waves,
    stride: 2 * pairs,
    at: pairs,
  });
  return waves;
}

/**
 * Measures the speed of the wave in each column, in radians per row. The speed is 0 if the table
 * does not show it.
 *
 * A wave of speed w satisfies x(row + 1) + x(row - 1) = 2 cos(w) x(row), whatever its phase. So
 * each row gives a value of (2 sin(w / 2))^2, and the weighted median of these values is used.
 * @param {Table} table
 */
export function columnSpeeds({ values, length, dim }) {
  const { pe_angle: angle } = open().kernels;
  const end = Math.min(length, ROWS_READ) * dim;
  return Array.from({ length: dim }, (_, column) => {
    const rows = [];
    for (let at = column + dim; at + dim < end; at += dim) {
      const x = values[at];
      const square = (x - values[at - dim] + (x - values[at + dim])) / x;
      if (Math.abs(square) < 5) rows.push([square, x * x]);
    }
    const square = weightedMedian(rows, 0) / 4;
    return square > 0 && square < 1 ? 2 * angle(Math.sqrt(square), Math.sqrt(1 - square)) : 0;
  });
}

/**
 * Returns the median of values that have weights.
 * @param {number[][]} values pairs of a value and its weight; they are sorted in place
 * @param {number} none the result if there are no values
 */
function weightedMedian(values, none) {
  values.sort((a, b) => a[0] - b[0]);
  let rest = values.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  return values.find(([, weight]) => (rest -= weight) <= 0)?.[0] ?? none;
}

/**
 * Returns the speeds of the columns that contain a wave, slowest pair first. The weight of a speed
 * tells how precisely it is known. A slow wave hardly turns from one row to the next. Its speed is
 * therefore measured from the first row to the last.
 * @param {Table} table
 * @param {Formula} formula
 * @param {number[]} speeds the result of `columnSpeeds`
 * @param {1 | -1} direction -1 for descending positions
 */
export function weightedSpeeds(table, formula, speeds, direction) {
  const last = Math.min(table.length, ROWS_READ) - 1;
  return formula.slowestFirst.map((column) => {
    const speed = speeds[column];
    const isAlone = formula.partner[column] === undefined;
    if (speed * last > 1 || (speed && isAlone)) return { speed, weight: speed };
    const turned =
      angleAt(table, formula, column, last, positiveHalf) -
      angleAt(table, formula, column, 0, positiveHalf);
    return { speed: (direction * (turned - wholeTurns(turned))) / last, weight: last };
  });
}

/**
 * Estimates the base. Each speed shows a base, and their weighted median is used. If no speed shows
 * a base, the result is 10000.
 * @param {Formula} formula
 * @param {{speed: number, weight: number}[]} speeds the result of `weightedSpeeds`
 * @param {number} scale radians per position, positive
 */
export function estimateBase({ divisor, pairOf, slowestFirst }, speeds, scale) {
  const { pe_log: log, pe_exp: exp } = open().kernels;
  const rates = speeds.map(({ speed, weight }, i) => {
    const pair = pairOf[slowestFirst[i]];
    return [log(scale / speed) / pair, pair * speed * weight];
  });
  const rate = weightedMedian(
    rates.filter(([, weight]) => weight > 0),
    0,
  );
  return rate > 0 ? exp(Math.min(600, (rate * divisor) / 2)) : 1e4;
}

/**
 * Returns the positions to try for the first row: 0, and two estimates from different rows.
 * @param {Table} table
 * @param {Formula} formula
 * @param {number} base
 * @param {number} scale radians per position
 */
export function estimateStarts(table, formula, base, scale) {
  const step = wavesAt(formula, base, [scale]);
  const starts = [0, Math.min(2, table.length - 2)]
    .map((row) => positionOf(table, formula, step, row) - row)
    .filter((start) => Math.abs(start) < 1e11)
    .map(rounded);
  return new Set([0, ...starts]);
}

/**
 * Estimates the position of a row. The slowest wave shows it roughly, and each faster wave shows it
 * more precisely. The slower waves tell how many whole turns a faster wave has made.
 * @param {Table} table
 * @param {Formula} formula
 * @param {Float64Array} step the sines and cosines of the angle of each pair from one row to the
 *   next
 * @param {number} row
 */
function positionOf(table, formula, step, row) {
  const { values, dim } = table;
  const { pe_angle: angle } = open().kernels;
  let position = row;
  for (const column of formula.slowestFirst) {
    const pair = formula.pairOf[column];
    const sine = step[pair];
    const cosine = step[pair + formula.pairs];
    const speed = angle(sine, cosine);
    const isSine = formula.order[column] < formula.pairs;
    const phase = angleAt(
      table,
      formula,
      column,
      row,
      // sin(a + step) = sin(a) cos(step) + cos(a) sin(step), so sines in two successive rows give
      // the cosine. In the same way, two cosines give the sine.
      (x) => (values[(row + 1) * dim + column] - x * cosine) / (isSine ? sine : -sine),
    );
    const isAlone = formula.partner[column] === undefined;
    if (Math.abs(speed) > (isAlone ? 1e-5 : 1e-8))
      position = (phase + wholeTurns(position * speed - phase)) / speed;
  }
  return position;
}

/**
 * Returns the angle of the pair to which an element belongs.
 * @param {Table} table
 * @param {Formula} formula
 * @param {number} column
 * @param {number} row
 * @param {(x: number) => number} otherHalf computes the other element of the pair, if no column
 *   contains it
 */
function angleAt({ values, dim }, { order, pairs, partner }, column, row, otherHalf) {
  const { pe_angle: angle } = open().kernels;
  const x = values[row * dim + column];
  const other = partner[column];
  const y = other === undefined ? otherHalf(x) : values[row * dim + other];
  return order[column] < pairs ? angle(x, y) : angle(y, x);
}

/**
 * Returns the other element of a pair, on the assumption that it is not negative. The assumption is
 * true at the beginning of a slow wave.
 * @param {number} x
 */
const positiveHalf = (x) => Math.sqrt(Math.max(0, 1 - x * x));

/**
 * Rounds an angle in radians to whole turns.
 * @param {number} angle
 */
const wholeTurns = (angle) => 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * Rounds a number to as few decimals as possible, with an error below 1e-5.
 * @param {number} x
 */
const rounded = (x) =>
  [0, 1, 2, 3, 4]
    .map((digits) => Number(x.toFixed(digits)))
    .find((short) => Math.abs(short - x) < 1e-5) ?? x;
