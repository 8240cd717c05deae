/* Makes texts from files harmless where they are printed. */

/**
 * Matches characters that are not shown but command: control characters, which set titles and clear
 * screens of terminals, and those that turn the direction of text, so that it reads otherwise than
 * it is. A line end is one of them. A tab is not: it only makes room.
 */
const COMMANDS = /(?!\t)\p{Cc}|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a line in which a question mark replaces each character that could command a terminal, or
 * turn the direction of text. Names in files may have any characters.
 * @param {string} line
 */
export const printable = (line) => line.replace(COMMANDS, '?');

/**
 * Returns JSON in which a \u sequence replaces each such character of a text. Line ends between the
 * values stay.
 * @param {string} json
 */
export const escapedJson = (json) =>
  json.replace(COMMANDS, (each) =>
    each === '\n' ? each : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
