/* The commands: their words, options, examples, and what they do. */
import { bench } from './bench.js';
import { bias } from './bias.js';
import { compareFiles, rotation } from './pairs.js';
import { golden } from './golden.js';
import { identifyFile } from './identify.js';
import { describe, rope, table } from './models.js';

/**
 * @typedef {object} Command
 * @property {string[]} words what follows the name of the command
 * @property {string} says what it does
 * @property {string[]} [more] further lines of its help
 * @property {Record<string, {kind: 'text' | 'number' | 'list' | 'object' | 'flag', says: string}>}
 *   options
 * @property {string} example a line that runs
 * @property {(words: string[], options: Record<string, any>) =>
 *   Promise<import('./output.js').Result>} run
 */

/** @type {Record<string, Command>} */
export const COMMANDS = {
  describe,
  table,
  rope,
  bias,
  identify: identifyFile,
  rotation,
  compare: compareFiles,
  golden,
  bench,
};
