/*
 * Writes to the streams of the command. Names and values of files may have any characters, and those
 * that command a terminal could forge a report. All that a person reads passes `tell`, and all that
 * a program reads passes `give`. No other file writes to a stream.
 */
import { escapedJson, printable } from '../files/printable.js';

/** @typedef {import('./run.js').Stream} Stream */

/** Writes lines for a person. @param {Stream} stream @param {string[]} lines */
export const tell = (stream, lines) =>
  stream.write(lines.map((line) => `${printable(line)}\n`).join(''));

/**
 * Writes data for a program: JSON, or a table of numbers. They may also be shown on a terminal, so
 * JSON has \u sequences for the characters that `tell` replaces.
 * @param {Stream} stream
 * @param {string | Uint8Array} data
 */
export const give = (stream, data) =>
  stream.write(typeof data === 'string' ? escapedJson(data) : data);

/** The sequence that clears the rest of a line. */
const CLEAR = '\u001b[K';

/**
 * Writes a line that the next one replaces, if the stream is a terminal.
 * @param {Stream} stream
 * @param {string} line empty to remove the line before
 */
export function tellAgain(stream, line) {
  if (!stream.isTTY && line) tell(stream, [line]);
  if (stream.isTTY) stream.write(`\r${printable(line)}${line ? '' : CLEAR}`);
}
