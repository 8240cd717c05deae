/* Lists the commands, with their words, options and examples. */
import { bench } from './bench.js';
import { bias } from './bias.js';
import { compareFiles } from './compare.js';
import { describe } from './describe.js';
import { golden } from './golden.js';
import { identifyFile } from './identify.js';
import { rope } from './rope.js';
import { rotation } from './rotation.js';
import { table } from './table.js';

/** @typedef {import('./arguments.js').Options} Options */

/**
 * A command with the options O.
 * @template {Options} [O=Options]
 * @typedef {object} Command
 * @property {string[]} words what follows the name of the command
 * @property {string} says what it does
 * @property {string[]} [more] further lines of its help
 * @property {O} options
 * @property {string} example a line that runs
 * @property {(words: string[], options: import('./arguments.js').Values<O>) =>
 *   Promise<import('./output.js').Result>} run
 */

/**
 * The commands, by their names. The cast is safe, because `readArguments` gives each command the
 * values of its own options.
 */
export const COMMANDS = /** @type {Record<string, Command>} */ ({
  describe,
  table,
  rope,
  bias,
  identify: identifyFile,
  rotation,
  compare: compareFiles,
  golden,
  bench,
});
