/**
 * Runs the examples of the reference, in its page and in tests. An example prints by console.log.
 * Each of its `//` comments is one line that it prints, and an example has no other comments.
 */

/** A list prints at most this many elements. */
const LONGEST = 16;

/**
 * Returns the text of a number. Whole numbers have all their digits. Other numbers are rounded to
 * four decimals, or to four significant digits if they are between -1 and 1.
 * @param {number} value
 */
function numberText(value) {
  if (Number.isInteger(value)) return String(value + 0);
  const digits = Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(4);
  return String(Number(digits));
}

/** @param {ArrayLike<unknown>} list */
function listText(list) {
  const items = Array.from({ length: Math.min(list.length, LONGEST) }, (_, i) =>
    innerText(list[i]),
  );
  if (list.length > LONGEST) items.push(`... ${list.length - LONGEST} more`);
  return `[${items.join(', ')}]`;
}

/** @param {object} object */
function objectText(object) {
  const items = Object.entries(object).map(([key, value]) => `${key}: ${innerText(value)}`);
  return items.length ? `{ ${items.join(', ')} }` : '{}';
}

/**
 * Returns the text of a value inside a list or an object.
 * @param {unknown} value
 * @returns {string}
 */
function innerText(value) {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return listText(/** @type {any} */ (value));
  return objectText(value);
}

/** @param {unknown} value */
const outerText = (value) => (typeof value === 'string' ? value : innerText(value));

const IMPORTS = /^import .* from \S+;\n*/gm;

/**
 * @type {new (...text: string[]) => (...values: unknown[]) => Promise<void>}
 */
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/**
 * Runs an example, and returns the lines that it prints. Throws what the example throws.
 * @param {string} text the example; lines that import have no effect
 * @param {Record<string, unknown>} library the public functions
 */
export async function runExample(text, library) {
  /** @type {string[]} */
  const lines = [];
  const log = (/** @type {unknown[]} */ ...values) => {
    lines.push(values.map(outerText).join(' '));
  };
  const names = Object.keys(library);
  const body = `'use strict';\n${text.replace(IMPORTS, '')}`;
  const run = new AsyncFunction('console', ...names, body);
  await run({ log }, ...Object.values(library));
  return lines;
}

/** Returns the lines that the comments of an example promise. @param {string} text */
export const promisedLines = (text) =>
  [...text.matchAll(/(?:^|\s)\/\/ (.*)$/gm)].map(([, line]) => line);
