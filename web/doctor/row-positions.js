/* Finds the positions of single rows, and says what is unusual about them. */
import { frequenciesOf } from './bases.js';
import { roundedTo } from './elements.js';
import { FLOAT32_ANGLE, positionOf } from './positions.js';
import { MOST_ROWS, turnOf } from './turns.js';

/** @typedef {import('./turns.js').Arrays} Arrays */
/** @typedef {import('./verify-rotation.js').Settings} Settings */

/**
 * Positions that differ by less than this are equal. At large positions, the errors of angles in
 * float32 allow larger differences.
 */
const NEAR = 0.02;

/** At most this many sentences tell where positions differ. */
const MOST_LISTED = 4;

/** At most this many whole turns of the slowest pair are tried for each row. */
const MOST_TURNS = 1000;

/** The types to which some programs round positions. */
const HALVES = /** @type {const} */ (['bfloat16', 'float16']);

/**
 * Finds the position of each row of all sequences from the angles of its pairs. A row of zeros has
 * no angles, and gets the position that it should have.
 * @param {Arrays} arrays
 * @param {Settings} settings `start` and `step` say which positions the rows should have
 * @returns {{found: Float64Array, expected: Float64Array} | undefined} nothing if the settings explain
 *   none of the first rows
 */
export function positionsOfRows(arrays, settings) {
  const { length, sequences, heads, rounding, positions } = arrays;
  const { start, step, inverse, pairs } = settings;
  const { frequencies } = frequenciesOf(settings);
  const rows = sequences * length;
  const error = rounding / Math.sqrt(heads);
  const expected = Float64Array.from(
    { length: rows },
    (_, row) => start + step * positions[row % length],
  );
  const found = expected.slice();
  let isKnown = false;
  for (let row = 0; row < rows; row++) {
    if (row === MOST_ROWS && !isKnown) return undefined;
    const phases = Array.from({ length: pairs }, (_, pair) => {
      const phase = turnOf(arrays, settings, row, pair);
      return { phase: inverse ? -phase : phase, error };
    });
    const isZero = phases.every(({ phase }) => Number.isNaN(phase));
    const { position, agrees } = positionOf(phases, frequencies, expected[row], MOST_TURNS);
    isKnown ||= isZero || agrees;
    if (!isZero && !isNear(position, expected[row])) found[row] = tidy(position);
  }
  return { found, expected };
}

/** Whether two positions are equal. @param {number} a @param {number} b */
const isNear = (a, b) => Math.abs(a - b) < Math.max(NEAR, FLOAT32_ANGLE * Math.abs(b));

/** Rounds a position to a near integer, or else to two decimals. @param {number} x */
function tidy(x) {
  const whole = Math.round(x);
  return (isNear(x, whole) ? whole : Number(x.toFixed(2))) || 0;
}

/**
 * The positions that rows have and should have, and the length of a sequence.
 * @typedef {{found: Float64Array, expected: Float64Array, length: number}} Rows
 */

/**
 * Says where positions differ from those that the rows should have.
 * @param {Rows} rows
 * @returns {string[]}
 */
export function rowNotes(rows) {
  const { found, expected } = rows;
  const first = found.findIndex((position, row) => position !== expected[row]);
  if (first < 0) return [];
  for (const type of HALVES)
    if (found.every((position, row) => position === roundedTo(type, expected[row])))
      return [
        `Positions are rounded to ${type}: ` +
          `row ${first} has the position ${found[first]}, not ${expected[first]}.`,
      ];
  if (found.every((position, row) => position === found[row % first]) && isWhole(rows, first))
    return [`Positions begin at ${found[0]} again every ${first} rows: are these sequences?`];
  return runNotes(rows);
}

/** Whether the rows divide into groups of this size. @param {Rows} rows @param {number} size */
const isWhole = ({ found }, size) => size > 1 && found.length % size === 0;

/**
 * Says which runs of rows have other positions than they should have.
 * @param {Rows} rows
 */
function runNotes(rows) {
  const { found, expected } = rows;
  const notes = [];
  let more = 0;
  let repeated = 0;
  for (let row = 0; row < found.length; row++) {
    if (isRepeated(rows, row)) {
      repeated++;
      row += rows.length - 1;
      continue;
    }
    if (found[row] === expected[row]) continue;
    const last = Math.max(lastEqual(rows, row), lastShifted(rows, row), lastDoubled(rows, row));
    if (notes.length < MOST_LISTED) notes.push(runNote(rows, row, last));
    else more += last - row + 1;
    row = last;
  }
  if (more) notes.push(`${more} more rows have other positions.`);
  if (repeated)
    notes.push(`${repeated} sequences have the positions of the one before: they may be heads.`);
  if (notes.some((note) => note.includes('padding'))) notes.push(HARMLESS);
  if (rows.length < found.length) notes.push('Rows are counted through all sequences.');
  return notes;
}

/**
 * Whether a sequence begins in a row, and has the positions of the sequence before it.
 * @param {Rows} rows
 * @param {number} row
 */
function isRepeated({ found, length }, row) {
  if (row % length || row === 0) return false;
  const own = found.subarray(row, row + length);
  return own.every((position, i) => position === found[row - length + i]);
}

/**
 * Returns the last row of the run of rows that have the same position as `row`.
 * @param {Rows} rows
 * @param {number} row
 */
function lastEqual(rows, row) {
  const { found, expected } = rows;
  const end = endOf(rows, row);
  let last = row;
  while (last + 1 < end && found[last + 1] === found[row] && expected[last + 1] !== found[row])
    last++;
  return last;
}

/**
 * Returns the last row of the run of rows that have the same shift as `row`.
 * @param {Rows} rows
 * @param {number} row
 */
function lastShifted(rows, row) {
  const { found, expected } = rows;
  const shift = found[row] - expected[row];
  const end = endOf(rows, row);
  let last = row;
  while (last + 1 < end && isNear(found[last + 1] - expected[last + 1], shift)) last++;
  return last;
}

/**
 * Returns the last row of the run of rows whose positions are twice the expected ones.
 * @param {Rows} rows
 * @param {number} row
 */
function lastDoubled(rows, row) {
  const { found, expected } = rows;
  const end = endOf(rows, row);
  let last = row;
  while (last < end && isNear(found[last], 2 * expected[last])) last++;
  return Math.max(row, last - 1);
}

/** Returns the end of the sequence of a row. @param {Rows} rows @param {number} row */
const endOf = ({ length }, row) => (Math.floor(row / length) + 1) * length;

/**
 * Says what is wrong with the positions of a run of rows.
 * @param {Rows} rows
 * @param {number} row
 * @param {number} last
 */
function runNote(rows, row, last) {
  const { found, expected, length } = rows;
  const position = found[row];
  if (row === last) return `Row ${row} has the position ${position}, not ${expected[row]}.`;
  if (position === found[row + 1])
    return `Rows ${row} to ${last} all have the position ${position}.`;
  if (last > row + 1 && lastDoubled(rows, row) === last) {
    // If the row before has the position 0, it belongs to the run, since 0 is twice 0.
    const first = row % length === 1 && expected[row - 1] === 0 ? row - 1 : row;
    return `Rows ${first} to ${last} have twice their positions: are they rotated twice?`;
  }
  const shift = tidy(position - expected[row]);
  const isAtEnd = last + 1 === endOf(rows, row);
  if (shift < 0 && isAtEnd && position === found[0])
    return `Positions begin at ${position} again in row ${row}: is the length of the cache left out?`;
  if (shift < 0) return `Positions of rows ${row} to ${last} are ${-shift} too small.`;
  const isNew = row % length === 0 || expected[row] < expected[row - 1];
  return isNew
    ? `Positions of rows ${row} to ${last} are ${shift} too large: does padding count?`
    : `Positions of rows ${row} to ${last} are ${shift} too large.`;
}

/** The sentence that follows notes on padding. */
const HARMLESS = 'If queries and keys of a sequence shift alike, no score changes.';
