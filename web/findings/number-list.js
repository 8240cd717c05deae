/* Reads numbers that a person writes: for the options of the command, and for fields of the page. */

/** A range such as 100..115 has at most this many numbers. */
const MOST = 1e6;

/**
 * Throws the error of all functions of this file. They do not use check.js, because a bundle would
 * then also contain the lists of names in check.js.
 * @param {string} name
 * @param {string} expected
 * @param {string | number} got
 * @returns {never}
 */
export function refuse(name, expected, got) {
  throw new RangeError(`${name}: expected ${expected}, got ${got}`);
}

/** Returns the number of a text; NaN if the text is not a number. @param {string} text */
export const numberOf = (text) => (text.trim() ? Number(text) : NaN);

/**
 * Returns the numbers of a list such as 0, 5, 100..115.
 * @param {string} name what the error calls the list
 * @param {string} text
 * @throws {RangeError}
 */
export const numbersOf = (name, text) =>
  text.split(/[,，]/).flatMap((part) => partOf(name, part.trim()));

/**
 * Returns the numbers of one part of a list: a number, or a range.
 * @param {string} name
 * @param {string} text
 */
function partOf(name, text) {
  const ends = text.split('..').map(numberOf);
  if (ends.some(Number.isNaN)) refuse(name, 'numbers or ranges such as 100..115', `"${text}"`);
  if (ends.length === 1) return ends;
  const [first, last] = ends;
  const steps = Math.floor(last - first);
  if (ends.length > 2 || !(steps >= 0 && steps < MOST))
    refuse(name, 'a range such as 100..115', `"${text}"`);
  return Array.from({ length: steps + 1 }, (_, at) => first + at);
}

/**
 * Returns the positions of all rows. A single number is the position of the first row.
 * @param {ArrayLike<number>} given
 * @param {number} rows
 * @throws {RangeError} if there are neither 1 nor `rows` positions
 */
export function positionsOfRows(given, rows) {
  if (given.length === rows) return given;
  if (given.length !== 1) refuse('positions', `1 or ${rows} numbers`, given.length);
  return Float64Array.from({ length: rows }, (_, row) => given[0] + row);
}

/**
 * Returns the position of the first row, if the positions count up by 1.
 * @param {ArrayLike<number>} given the positions of all rows, or only that of the first
 * @param {number} rows
 * @throws {RangeError} if they do not count up by 1
 */
export function firstOfRows(given, rows) {
  const positions = Array.from(positionsOfRows(given, rows));
  const [first] = positions;
  const odd = positions.findIndex((position, row) => position !== first + row);
  if (odd > 0) refuse('positions', 'numbers that count up by 1', `${positions[odd]} in row ${odd}`);
  return first;
}
