/*
 * Finds scaled rotations in tables of cosines or sines. `identify` does not recognise the
 * frequencies of YaRN, Llama 3 and others, because they follow no single base.
 */
import { ropeTable } from '../index.js';
import { candidatesFor, distanceOf, frequenciesOf, rampsWith } from './bases.js';
import { angle, wrapped } from './elementary.js';
import { identifyRotation } from './identify-rotation.js';

/** @typedef {import('./bases.js').Candidate} Candidate */
/** @typedef {import('./bases.js').Scaling} Scaling */

/**
 * A table to identify.
 * @typedef {object} Table
 * @property {Float64Array} values [length, dim]
 * @property {number} length
 * @property {number} dim
 * @property {number} rounding the largest relative error of an element
 */

/**
 * An element of the table that differs from what the formula gives.
 * @typedef {{row: number, column: number, expected: number, got: number}} TableDeparture
 */

/**
 * A table of rope whose frequencies are scaled.
 * @typedef {object} ScaledTable
 * @property {'rope'} scheme
 * @property {'cos' | 'sin' | 'both'} part
 * @property {'half' | 'interleaved'} [layout]
 * @property {number} rotaryDim
 * @property {number} [base]
 * @property {Scaling} [scaling]
 * @property {number} attentionFactor
 * @property {number} start
 * @property {number} [step]
 * @property {'exact' | 'float32'} precision
 * @property {number} matched
 * @property {TableDeparture} [departure]
 */

/**
 * @typedef {object} About
 * @property {'half' | 'interleaved'} [layout]
 * @property {'cos' | 'sin' | 'both'} part
 * @property {number} amplitude
 * @property {number} [start]
 */

/** Scalings of published models: the ramps of YaRN and Llama 3 with usual factors. */
const USUAL = [2, 4, 8, 16, 32, 40].flatMap(rampsWith);

/** A candidate that explains this fraction of the elements is the right candidate. */
const CERTAIN = 0.99;

/** For each layout: the first column of pair i, and the distance to its second column. */
const COLUMNS = /** @type {const} */ ([
  ['half', (/** @type {number} */ i) => i, (/** @type {number} */ pairs) => pairs],
  ['interleaved', (/** @type {number} */ i) => 2 * i, () => 1],
]);

/** At most this many candidates are compared with the table. */
const MOST_CANDIDATES = 30;

/** A sine rises clearly while its cosine is larger than this. */
const STEEPEST = 0.3;

/** The relative error of an angle that is computed in float32 from a scaled frequency. */
const FLOAT32_ANGLE = 1 / 2097152; // 2^-21

/**
 * A column counts as a wave, and two columns as a circle, if their deviation is less than this.
 * Elements of 16 bits have errors of this size.
 */
const SLACK = 0.03;

/** Steps and starts are rounded to few digits if this changes them by at most this fraction. */
const NEAR = 1e-6;

/**
 * Finds the rotation of a table that has only cosines or only sines, from position 0 on.
 * @param {Table} table
 * @param {Scaling[]} scalings
 * @returns {ScaledTable | undefined}
 */
export function scaledPart(table, scalings) {
  const { values, length, dim } = table;
  if (length < 8) return undefined;
  const [layout, columnOf] = columnsOf(table);
  const pairs = layout ? dim / 2 : dim;
  /** @type {'sin' | 'cos'} */
  const part = values[0] === 0 ? 'sin' : 'cos';
  const amplitude = amplitudeOf(table, part);
  if (!(amplitude > 0.01 && amplitude < 100)) return undefined;
  if (!isWave(table, columnOf(0), amplitude)) return undefined;
  const turns = Array.from({ length: pairs }, (_, pair) =>
    speedOf(table, columnOf(pair), part, amplitude),
  );
  if (!(turns[0].speed > 0)) return undefined;
  const about = { layout, part, amplitude };
  const first = candidatesFor(turns, { pairs, scalings }).slice(0, MOST_CANDIDATES);
  const found = bestOf(table, first, about);
  if (found && found.matched >= CERTAIN) return found;
  // Slow cosines do not show their speed, so the usual scalings are tried, too.
  const speeds = turns.map(({ speed, speedError }) => ({ value: speed, error: speedError }));
  const ranked = candidatesFor(turns, { pairs, scalings: USUAL })
    .map((candidate) => ({ candidate, distance: distanceOf(speeds, candidate.frequencies) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_CANDIDATES)
    .map(({ candidate }) => candidate)
    .sort((one, other) => one.cost - other.cost);
  const other = bestOf(table, ranked, about);
  return found && (!other || found.matched >= other.matched) ? found : other;
}

/**
 * Returns what the best candidate explains.
 * @param {Table} table
 * @param {Candidate[]} candidates
 * @param {About} about
 */
function bestOf(table, candidates, about) {
  /** @type {ScaledTable | undefined} */
  let best;
  for (const candidate of candidates) {
    const found = compared(table, candidate, about);
    if (!best || found.matched > best.matched) best = found;
    if (best.matched === 1) break;
  }
  return best;
}

/**
 * Returns the layout in which each pair has two equal columns, or undefined if there is none. Also
 * returns a function that gives the first column of a pair.
 * @param {Table} table
 * @returns {['half' | 'interleaved' | undefined, (pair: number) => number]}
 */
function columnsOf({ values, length, dim }) {
  const pairs = dim / 2;
  if (Number.isInteger(pairs) && dim > 2)
    for (const [layout, columnOf, distance] of COLUMNS) {
      const isTwice = Array.from({ length: pairs }, (_, pair) => {
        const at = (length - 1) * dim + columnOf(pair);
        return values[at] === values[at + distance(pairs)];
      });
      if (isTwice.every(Boolean)) return [layout, columnOf];
    }
  return [undefined, (pair) => pair];
}

/**
 * Returns the factor of all elements.
 * @param {Table} table
 * @param {'cos' | 'sin'} part
 */
function amplitudeOf({ values, dim }, part) {
  if (part === 'cos') return values[0];
  // sin 2w = 2 sin w cos w
  const cosine = values[2 * dim] / values[dim] / 2;
  return values[dim] / Math.sqrt(Math.max(0, 1 - cosine * cosine));
}

/**
 * Whether a column is a wave: x(row + 1) + x(row - 1) is proportional to x(row).
 * @param {Table} table
 * @param {number} column
 * @param {number} amplitude
 */
function isWave({ values, length, dim }, column, amplitude) {
  const at = (/** @type {number} */ row) => values[row * dim + column] / amplitude;
  const rows = Array.from({ length: Math.min(length, 64) - 2 }, (_, i) => i + 1);
  const middle = rows.reduce((best, row) => (Math.abs(at(row)) > Math.abs(at(best)) ? row : best));
  const ratio = (at(middle + 1) + at(middle - 1)) / at(middle);
  return rows.every((row) => Math.abs(at(row + 1) + at(row - 1) - ratio * at(row)) < SLACK);
}

/**
 * Measures the speed of a column. Each row shows the speed more precisely than the rows before it,
 * which tell the number of whole turns. A cosine is in its first half turn while its values fall. A
 * sine is in its first quarter turn while its values rise.
 * @param {Table} table
 * @param {number} column
 * @param {'cos' | 'sin'} part
 * @param {number} amplitude
 */
function speedOf({ values, length, dim, rounding }, column, part, amplitude) {
  const isCosine = part === 'cos';
  const least = Math.sqrt(2 * rounding);
  let speed = 0;
  let speedError = Infinity;
  let last = isCosine ? 1 : 0;
  let isFirst = true;
  for (let row = 1; row < length; row++) {
    const x = values[row * dim + column] / amplitude;
    const other = Math.sqrt(Math.max(0, 1 - x * x));
    isFirst &&= isCosine ? x <= last : x >= last && other > STEEPEST;
    last = x;
    const error = (4 * rounding) / Math.max(other, least) / row;
    const isClear = isFirst || speedError * row < 1;
    if (!isClear || !(error < speedError)) continue;
    const own = isCosine ? angle(other, x) : angle(x, other);
    const mirrored = isCosine ? -own : Math.PI - own;
    speed = (isFirst ? own : nearestTurn(speed * row, own, mirrored)) / row;
    speedError = error;
  }
  return {
    speed,
    speedError: Math.max(speedError, speed * FLOAT32_ANGLE),
    phase: 0,
    phaseError: rounding,
  };
}

/**
 * Adds whole turns to two angles, and returns the sum that is nearest to an expected angle.
 * @param {number} expected
 * @param {number} one
 * @param {number} other
 */
function nearestTurn(expected, one, other) {
  const [first, second] = [one, other].map((a) => expected - wrapped(expected - a));
  return Math.abs(first - expected) <= Math.abs(second - expected) ? first : second;
}

/**
 * Compares a table with the table of a candidate, for exact angles and for angles in float32.
 * @param {Table} table
 * @param {Candidate} candidate
 * @param {About} about
 * @returns {ScaledTable}
 */
function compared(table, candidate, { layout, part, amplitude, start = 0 }) {
  const { values, length, dim, rounding } = table;
  const { pairs, base, scaling, step, frequencies } = candidate;
  const own = frequenciesOf(candidate).attentionFactor;
  const isOwn = Math.abs(amplitude / own - 1) < 8 * rounding;
  const attentionFactor = isOwn ? own : amplitude;
  const positions = Float64Array.from({ length }, (_, row) => start + step * row);
  const made = ropeTable(length, 2 * pairs, { base, scaling, positions, dtype: 'float64' });
  let exact = 0;
  let rough = 0;
  /** @type {TableDeparture | undefined} */
  let departure;
  values.forEach((got, i) => {
    const column = i % dim;
    const row = (i - column) / dim;
    const pair = layout === 'interleaved' ? column >> 1 : column % pairs;
    const isLater = layout === 'interleaved' ? column % 2 === 1 : column >= pairs;
    const both = isLater ? 'sin' : 'cos';
    const list = made[part === 'both' ? both : part];
    const expected = (list[row * pairs + pair] * attentionFactor) / own;
    const error = Math.abs(got - expected);
    const most = 3 * rounding * attentionFactor;
    const turned = Math.abs(positions[row]) * frequencies[pair];
    if (error <= most) exact++;
    if (error <= most + attentionFactor * turned * FLOAT32_ANGLE) rough++;
    else departure ??= { row, column, expected, got };
  });
  return {
    scheme: 'rope',
    part,
    layout,
    rotaryDim: 2 * pairs,
    base: pairs > 1 ? base : undefined,
    scaling,
    attentionFactor,
    start,
    step,
    precision: exact < 0.99 * rough ? 'float32' : 'exact',
    matched: rough / values.length,
    departure,
  };
}

/**
 * Finds the rotation of a table that has the cosine and the sine of each pair. All cosines come
 * before all sines, or cosines and sines alternate. Such a table contains the vectors (1, 0) after
 * the rotation.
 * @param {Table} table
 * @param {Scaling[]} scalings
 * @returns {ScaledTable | undefined}
 */
export function scaledBoth(table, scalings) {
  const { values, length, dim } = table;
  if (dim % 2 || length < 8) return undefined;
  const isHalf = [true, false].find((each) => isCircle(table, each));
  if (isHalf === undefined) return undefined;
  const isCosine = (/** @type {number} */ column) => (isHalf ? column < dim / 2 : column % 2 === 0);
  const before = values.map((_, i) => (isCosine(i % dim) ? 1 : 0));
  const found = identifyRotation(before, values, { heads: 1, headDim: dim, scaling: scalings });
  const { layout, rotaryDim, inverse, base = 1e4, scaling, attentionFactor } = found;
  if (rotaryDim !== dim || inverse || layout === 'interleaved-to-half') return undefined;
  const step = shortened(found.step);
  const pairs = dim / 2;
  const { frequencies } = frequenciesOf({ pairs, base, scaling });
  const candidate = { pairs, base, scaling, step, cost: 0, frequencies };
  const start = shortened(found.start);
  return compared(table, candidate, { layout, part: 'both', amplitude: attentionFactor, start });
}

/**
 * Whether the elements of all pairs are points on one circle.
 * @param {Table} table
 * @param {boolean} isHalf whether all cosines come first, and then all sines
 */
function isCircle({ values, length, dim }, isHalf) {
  const [step, distance] = isHalf ? [1, dim / 2] : [2, 1];
  const square = values[0] * values[0] + values[distance] * values[distance];
  for (let row = 0; row < Math.min(length, 32); row++)
    for (let pair = 0; pair < dim / 2; pair++) {
      const at = row * dim + pair * step;
      const own = values[at] * values[at] + values[at + distance] * values[at + distance];
      if (!(Math.abs(own - square) < SLACK * square)) return false;
    }
  return true;
}

/** Rounds x to four digits, if this changes x by at most the fraction NEAR. @param {number} x */
function shortened(x) {
  const short = Number(x.toPrecision(4));
  return Math.abs(short - x) <= NEAR * Math.abs(x) ? short : x;
}
