/* Reads the words of a command line. */
import { parseArgs } from 'node:util';
import { numberOf, numbersOf } from '../findings/number-list.js';

/**
 * The types of the values, by the kinds of options. An object is parsed from JSON, and the library
 * checks it. The name of a file stays a string.
 * @typedef {object} Kinds
 * @property {string} text
 * @property {number} number
 * @property {number[]} list
 * @property {number[] | string} listOrFile
 * @property {unknown} object
 * @property {boolean} flag
 */

/**
 * An option of a command.
 * @typedef {object} Option
 * @property {keyof Kinds} kind
 * @property {string} [short] a short name of one letter
 * @property {string} says what it does
 */

/** Options by their names. @typedef {Record<string, Option>} Options */

/**
 * The values of options. Those that were not given are missing.
 * @template {Options} O
 * @typedef {{[name in keyof O]?: Kinds[O[name]['kind']]}} Values
 */

/** @typedef {Record<string, import('./commands.js').Command>} Commands */

/**
 * A command line that was read. `options` has the common options and those of the command.
 * @typedef {object} Arguments
 * @property {string} [command]
 * @property {string[]} positionals
 * @property {Omit<Values<typeof COMMON>, 'help'> & Record<string, unknown>} options
 * @property {boolean} wantsHelp
 */

/** The error for a command line that is wrong. */
export class UsageError extends Error {}

/** Options that every command has. @satisfies {Options} */
export const COMMON = {
  json: { kind: 'flag', says: 'print the result as JSON, with the fields of the API' },
  output: {
    kind: 'text',
    short: 'o',
    says: 'write the data to FILE: .npy, .npz, .safetensors, .csv or .json',
  },
  help: { kind: 'flag', short: 'h', says: 'show this help' },
};

/** Options of all functions that take positions. @satisfies {Options} */
export const POSITIONS = {
  start: { kind: 'number', says: 'the first position; default 0' },
  positions: { kind: 'list', says: 'the position of each row, instead of start' },
  precision: { kind: 'text', says: 'exact or float32' },
  dtype: { kind: 'text', says: 'float32, float64, float16 or bfloat16' },
};

/**
 * Functions that turn the text of an option into its value.
 * @type {{[kind in keyof Kinds]: (name: string, text: string) => Kinds[kind]}}
 */
const READ = {
  text: (name, text) => text,
  number: (name, text) => {
    const value = numberOf(text);
    if (Number.isNaN(value)) throw new UsageError(`--${name}: expected a number, got "${text}"`);
    return value;
  },
  list: (name, text) => numbersOf(`--${name}`, text),
  listOrFile: (name, text) => (hasWord(text) ? text : numbersOf(`--${name}`, text)),
  object: (name, text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw new UsageError(`--${name}: expected JSON, got "${text}"`);
    }
  },
  flag: (name, text) => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw new UsageError(`--${name}: expected true or false, got "${text}"`);
  },
};

/** Whether a text has letters besides those of numbers such as 1e5. @param {string} text */
const hasWord = (text) => /[a-z]/i.test(text.replace(/\de[+-]?\d/gi, ''));

/** Returns an option's name as in the API: head-dim becomes headDim. @param {string} word */
const camel = (word) =>
  word.replace(/^--[^=]+/, (name) => name.replace(/(\w)-(\w)/g, (_, a, b) => a + b.toUpperCase()));

/**
 * Reads the words of a command line.
 * @param {string[]} words
 * @param {Commands} commands
 * @returns {Arguments}
 */
export function readArguments(words, commands) {
  const [name, ...rest] = words;
  if (name === undefined) return { options: {}, positionals: [], wantsHelp: false };
  if (['--help', '-h', 'help'].includes(name))
    return { ...none(rest[0], commands), wantsHelp: true };
  if (!Object.hasOwn(commands, name))
    throw new UsageError(
      `${name} is no command of posenc${advice(name, Object.keys(commands), '')}`,
    );
  const known = { ...commands[name].options, ...COMMON };
  const { positionals, options } = parse(rest, name, known);
  const { help: wantsHelp = false, ...others } = options;
  const wanted = commands[name].words;
  if (!wantsHelp && positionals.length !== wanted.length)
    throw new UsageError(
      `${name}: expected ${wanted.join(' ')}, got ${positionals.join(' ') || 'nothing'}; ` +
        `posenc ${name} --help shows an example`,
    );
  return { command: name, positionals, options: others, wantsHelp };
}

/**
 * Returns the arguments of `posenc help [COMMAND]`.
 * @param {string | undefined} word
 * @param {Commands} commands
 */
const none = (word, commands) => ({
  command: word !== undefined && Object.hasOwn(commands, word) ? word : undefined,
  options: {},
  positionals: [],
});

/**
 * Parses options and other words.
 * @param {string[]} words
 * @param {string} command
 * @param {Options} known all options of the command, with the common ones
 */
function parse(words, command, known) {
  const { tokens } = parseArgs({
    args: words.map(camel),
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { kind, short }]) => [
        name,
        { type: kind === 'flag' ? 'boolean' : 'string', ...(short ? { short } : {}) },
      ]),
    ),
  });
  /** @type {string[]} */
  const positionals = [];
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name))
      throw new UsageError(
        `${rawName} is no option of ${command}${advice(name, Object.keys(known), '--')}`,
      );
    const isFlag = known[name].kind === 'flag';
    if (value === undefined && !isFlag) throw new UsageError(`${rawName}: expected a value`);
    options[name] = READ[known[name].kind](name, value ?? 'true');
  }
  // READ has converted each option to the type of its kind.
  return { positionals, options: /** @type {Values<typeof COMMON> & typeof options} */ (options) };
}

/**
 * Returns the end of a message about a wrong word. It names the nearest word, or all words.
 * @param {string} word
 * @param {string[]} names
 * @param {'' | '--'} dashes
 */
function advice(word, names, dashes) {
  const near = nearest(word, names);
  if (near) return `; did you mean ${dashes}${near}?`;
  return `; it has ${names.map((name) => dashes + name).join(', ')}`;
}

/**
 * Returns the name that differs least from a word, unless none is near.
 * @param {string} word
 * @param {string[]} names
 */
export function nearest(word, names) {
  const ranked = names
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const most = Math.max(1, Math.floor(word.length / 2.5));
  return ranked[0]?.far <= most ? ranked[0].name : undefined;
}

/**
 * Returns how many edits turn `a` into `b`. An edit changes, adds or leaves out a letter, or
 * exchanges two neighbouring letters.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/**
 * Reads an argument that is an integer of at least 0.
 * @param {string} name
 * @param {string} text
 */
export function integerOf(name, text) {
  const value = Number(text);
  if (!/^\d+$/.test(text)) throw new UsageError(`${name}: expected an integer, got "${text}"`);
  return value;
}
