/* Runs the command posenc. */
import { UsageError, readArguments } from './arguments.js';
import { COMMANDS } from './commands.js';
import { helpOf, overview } from './help.js';
import { write } from './output.js';
import { tell } from './terminal.js';

/**
 * Where the command writes. A terminal has `isTTY`.
 * @typedef {{write: (text: string | Uint8Array) => unknown, isTTY?: boolean}} Stream
 * @typedef {{stdout: Stream, stderr: Stream}} Streams
 */

/** The names of the errors of posenc, whose messages name the argument or the part of a file. */
const KNOWN = ['TypeError', 'RangeError', 'FileError'];

/**
 * Runs the command with these words.
 * @param {string[]} words
 * @param {Streams} streams
 * @returns {Promise<0 | 1 | 2>} the exit status: 1 if the command found a difference, 2 for an
 *   error such as wrong use or a file that cannot be read, and otherwise 0
 */
export async function run(words, streams) {
  try {
    return await attempt(words, streams);
  } catch (error) {
    const [message, ...more] = reasonOf(error);
    tell(streams.stderr, [`posenc: ${message}`, ...more]);
    return 2;
  }
}

/**
 * Returns the lines for an error. Unexpected errors show their stack.
 * @param {unknown} error
 */
function reasonOf(error) {
  if (!(error instanceof Error)) return [String(error)];
  const isKnown = error instanceof UsageError || KNOWN.includes(error.name);
  return isKnown ? [withoutFunction(error)] : (error.stack ?? error.message).split('\n');
}

/**
 * Returns the message of an error. Users of the command have not called the function that it names.
 * @param {Error & {function?: string}} error
 */
const withoutFunction = ({ message, function: of }) =>
  of && message.startsWith(`${of}: `) ? message.slice(of.length + 2) : message;

/** @param {string[]} words @param {Streams} streams */
async function attempt(words, streams) {
  const { command, positionals, options, wantsHelp } = readArguments(words, COMMANDS);
  if (!command || wantsHelp) {
    const help = command ? helpOf(command, COMMANDS[command]) : overview(COMMANDS);
    tell(streams.stdout, help.trimEnd().split('\n'));
    return command || wantsHelp ? 0 : 2;
  }
  const { json, output, ...given } = options;
  const result = await COMMANDS[command].run(positionals, given);
  await write(result, { json, output }, streams);
  return result.agrees === false ? 1 : 0;
}
