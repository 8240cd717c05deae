/* Makes the texts of --help. */
import { COMMON } from './arguments.js';

/** @typedef {import('./arguments.js').Option} Option */
/** @typedef {import('./arguments.js').Options} Options */

/**
 * What the help shows in place of a value, by the kind of option.
 * @type {Record<Option['kind'], string>}
 */
const VALUES = {
  text: ' WORD',
  number: ' NUMBER',
  list: ' A,B..C',
  listOrFile: ' A,B..C',
  object: ' JSON',
  flag: '',
};

/** @param {import('./arguments.js').Commands} commands */
export function overview(commands) {
  const rows = Object.entries(commands).map(([name, { words, says }]) => [
    `  posenc ${[name, ...words].join(' ')}`,
    says,
  ]);
  return [
    'posenc checks and computes positional encodings. Nothing leaves the machine.',
    '',
    ...aligned(rows),
    '',
    'posenc COMMAND --help shows the options and an example.',
    'A terminal gets a short report. A pipe, or a file by -o, gets the data: an array as CSV, and',
    'everything else as JSON. The exit status is 0 if all agrees, 1 if it differs, and 2 for wrong',
    'use or a file that cannot be read.',
    '',
  ].join('\n');
}

/**
 * @param {string} name
 * @param {import('./commands.js').Command} command
 */
export function helpOf(name, { words, says, more = [], options, example }) {
  /** @type {Options} */
  const all = { ...options, ...COMMON };
  const rows = Object.entries(all).map(([option, { kind, short, says }]) => [
    `  ${short ? `-${short}, ` : ''}--${option}${option === 'output' ? ' FILE' : VALUES[kind]}`,
    says,
  ]);
  return [
    `posenc ${[name, ...words, '[options]'].join(' ')}`,
    `${says[0].toUpperCase()}${says.slice(1)}.`,
    ...more,
    '',
    ...aligned(rows),
    '',
    'Example:',
    `  ${example}`,
    '',
  ].join('\n');
}

/** Aligns the second column of rows. @param {string[][]} rows */
function aligned(rows) {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2;
  return rows.map(([first, second]) => first.padEnd(width) + second);
}
