/* Defines the error for files that cannot be read, and the form of its message. */
import { shown } from '../check.js';
import { MOST_LEVELS, isTooDeep } from './json-levels.js';
import { printable } from './printable.js';

/**
 * The error that readers throw for a file that breaks the rules of its format. The message has the
 * form of all messages of posenc: "PART of FILE: expected SOMETHING, got VALUE".
 * @example
 * const error = await readNpy(new Uint8Array(16), 'x.npy').catch((reason) => reason);
 * console.log(error instanceof FileError); // true
 * console.log(error.message.split(',')[0]); // the first bytes of x.npy: expected \x93NUMPY and a version
 */
export class FileError extends RangeError {
  name = 'FileError';
}

/**
 * Throws a FileError.
 * @param {string} file the name of the file
 * @param {string} part the part of the file that is wrong
 * @param {string} expected
 * @param {unknown} got a value, or a description that is given as `{says}`
 * @returns {never}
 */
export function refuseFile(file, part, expected, got) {
  throw new FileError(printable(`${part} of ${file}: expected ${expected}, got ${said(got)}`));
}

/** @param {unknown} got */
function said(got) {
  if (typeof got === 'object' && got !== null && 'says' in got) return String(got.says);
  return typeof got === 'bigint' ? String(got) : shown(got);
}

/**
 * Checks that a number of a file is an integer in a range, and returns it as a number.
 * @param {string} file
 * @param {string} part
 * @param {unknown} value a number, or a bigint
 * @param {number} min
 * @param {number} max
 */
export function integer(file, part, value, min, max) {
  const isBig = typeof value === 'bigint' && value >= -MOST && value <= MOST;
  const number = isBig ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
    return number;
  return refuseFile(file, part, `an integer from ${min} to ${max}`, value);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Parses JSON. If the text is not valid JSON, the error shows its first characters.
 * @param {string} file
 * @param {string} part
 * @param {Uint8Array} bytes
 * @returns {unknown}
 */
export function readJson(file, part, bytes) {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    refuseFile(file, part, 'text in UTF-8', { says: 'other bytes' });
  }
  if (isTooDeep(text))
    refuseFile(file, part, `at most ${MOST_LEVELS} levels of JSON`, { says: 'more levels' });
  try {
    return JSON.parse(text);
  } catch {
    return refuseFile(file, part, 'JSON', text.slice(0, 40));
  }
}

/**
 * Checks that a JSON value is an object, and returns its properties.
 * @param {string} file
 * @param {string} part
 * @param {unknown} value
 * @returns {Map<string, unknown>}
 */
export function entriesOf(file, part, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseFile(file, part, 'an object', value);
  return new Map(Object.entries(/** @type {object} */ (value)));
}
