/** Measures how deep JSON is nested, before it is parsed. */

/** Arrays and objects may be nested so deep. Files that people use have fewer than 40 levels. */
export const MOST_LEVELS = 1000;

const [QUOTE, BACKSLASH] = [...'"\\'].map((mark) => mark.charCodeAt(0));
const OPENING = new Set([...'[{'].map((mark) => mark.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((mark) => mark.charCodeAt(0)));

/**
 * Whether a text has more than MOST_LEVELS levels of brackets. JSON.parse takes a minute for 64 MiB
 * of opening brackets.
 * @param {string} text
 */
export function isTooDeep(text) {
  let levels = 0;
  let isString = false;
  for (let at = 0; at < text.length && levels <= MOST_LEVELS; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString) at += Number(code === BACKSLASH);
    else if (OPENING.has(code)) levels++;
    else if (CLOSING.has(code)) levels--;
  }
  return levels > MOST_LEVELS;
}
