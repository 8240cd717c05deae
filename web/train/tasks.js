/*
 * The texts that models learn from. A text is determined by its task, its seed, its number, and
 * whether it is for training or for tests. Random draws are mixed in integer arithmetic, so every
 * engine makes the same text.
 */
import * as check from '../check.js';
import { VOCABULARY } from './machine.js';

/** What models learn; see `trainingText`. @typedef {'sentences' | 'far' | 'copy'} Task */

/**
 * A text, and what is asked about it.
 * @typedef {object} Text
 * @property {Uint8Array<ArrayBuffer>} tokens [length] the index of each character in the alphabet
 * @property {Int8Array<ArrayBuffer>} targets [length] the token to predict at each position; -1
 *   where nothing is asked
 */

/** The longest text. */
export const LONGEST = 1024;

/** Mixes the bits of an integer, as the last step of MurmurHash3 does. @param {number} x */
function mixed(x) {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The number that is added to a state of the generator: 2^32 divided by the golden ratio. */
const GOLDEN = 0x9e3779b9;

/** A generator of random numbers. The arguments of the constructor determine its first state. */
export class Draws {
  /** @param {...number} numbers integers from 0 to 2^53 - 1 */
  constructor(...numbers) {
    this.state = 0;
    for (const each of numbers)
      for (const half of [each % 0x100000000, Math.floor(each / 0x100000000)])
        this.state = mixed(this.state + half + GOLDEN);
  }

  /** Returns a number in [0, 1), a multiple of 2^-32. */
  unit() {
    this.state = (this.state + GOLDEN) >>> 0;
    return mixed(this.state) / 0x100000000;
  }

  /** Returns an integer from 0 to end - 1. @param {number} end */
  below(end) {
    return Math.floor(this.unit() * end);
  }
}

/** Returns the tokens of a sentence. @param {string} text */
function tokensOf(text) {
  return Array.from(text, (letter) => LETTERS.indexOf(letter));
}

const ADJECTIVES = ['big', 'old', 'red', 'wet'];
const SUBJECTS = ['bird', 'cat', 'dog', 'fox', 'frog', 'hen', 'king', 'mouse'];
const VERBS = ['chased', 'found', 'liked', 'saw'];
const OBJECTS = ['ball', 'drum', 'egg', 'hat', 'key', 'lamp', 'nut', 'stone'];

/** The characters of all sentences. */
const LETTERS = [...' .abcdefghiklmnoprstuwxy'];

/** All 1024 sentences in the order of their numbers, as tokens. */
const SENTENCES = ADJECTIVES.flatMap((adjective) =>
  SUBJECTS.flatMap((subject) =>
    VERBS.flatMap((verb) =>
      OBJECTS.map((object) => tokensOf(`the ${adjective} ${subject} ${verb} the ${object}. `)),
    ),
  ),
);

/** The sentences for training, and those for tests. Each is assigned by a hash of its number. */
const PARTS = [0, 1].map((part) => SENTENCES.filter((_, i) => (mixed(i + 1) & 1) === part));

/** ln 1024, rounded to a double. */
const LN_1024 = 6.931471805599453;

/**
 * The entropy of test texts, in nats per character. It is ln(1024) per sentence, for a reader who
 * knows all words but not which sentences are for tests.
 */
const SENTENCES_FLOOR = (LN_1024 * PARTS[1].length) / PARTS[1].flat().length;

/**
 * Writes sentences one after the other. The first one begins at any of its characters. The answer
 * at each position is the next character.
 * @param {Draws} draws
 * @param {number} length
 * @param {boolean} test
 * @returns {Text}
 */
function writeSentences(draws, length, test) {
  const part = PARTS[Number(test)];
  const next = () => part[draws.below(part.length)];
  const tokens = new Uint8Array(length);
  const targets = new Int8Array(length);
  let sentence = next();
  let from = draws.below(sentence.length);
  for (let i = 0; i <= length; i++, from++) {
    if (from === sentence.length) {
      sentence = next();
      from = 0;
    }
    if (i < length) tokens[i] = sentence[from];
    if (i) targets[i - 1] = sentence[from];
  }
  return { tokens, targets };
}

/** In the task 'far', each text gives each of these names one of these values. */
const NAMES = [...'abcd'];
const VALUES = [...'1234'];
const FILLERS = ['..', ',,', ';;', '::'];

/**
 * The ids of the first question and of the first filler. The smallest ids are facts, the next are
 * questions, and the largest are fillers.
 */
const QUESTION = NAMES.length * VALUES.length;
const FILLER = QUESTION + NAMES.length;

/** The facts are among the tokens before this position. */
const FACTS_END = 12;

/**
 * Writes facts, one for each name, at random places before FACTS_END. Every later token is a
 * question or a filler. The answer to a question is the fact about its name.
 * @param {Draws} draws
 * @param {number} length
 * @returns {Text}
 */
function writeFar(draws, length) {
  const tokens = new Uint8Array(length);
  const targets = new Int8Array(length).fill(-1);
  const facts = NAMES.map((_, name) => name * VALUES.length + draws.below(VALUES.length));
  const left = [...facts];
  for (let i = 0; i < length; i++) {
    const isEarly = i < FACTS_END;
    if (isEarly && draws.below(FACTS_END - i) < left.length) {
      [tokens[i]] = left.splice(draws.below(left.length), 1);
    } else if (isEarly || draws.below(2)) {
      tokens[i] = FILLER + draws.below(FILLERS.length);
    } else {
      const name = draws.below(NAMES.length);
      tokens[i] = QUESTION + name;
      targets[i] = facts[name];
    }
  }
  return { tokens, targets };
}

/**
 * Writes random characters. The answer at each position is the character before.
 * @param {Draws} draws
 * @param {number} length
 * @returns {Text}
 */
function writeCopy(draws, length) {
  const tokens = new Uint8Array(length).map(() => draws.below(VOCABULARY));
  return { tokens, targets: Int8Array.from(tokens, (_, i) => (i ? tokens[i - 1] : -1)) };
}

const FACTS = NAMES.flatMap((name) => VALUES.map((value) => name + value));
const FAR_ALPHABET = [...FACTS, ...NAMES.map((name) => `${name}?`), ...FILLERS];

/**
 * The tasks. `alphabet` has the character of each token. `floor` is the smallest possible loss on
 * long test texts, in nats per answer. With `isNext`, the answers are the next tokens, so a model
 * must not attend to later tokens. Training texts have at least `least` tokens.
 * @type {Record<Task, {alphabet: readonly string[], floor: number, isNext: boolean, least: number,
 *   write: (draws: Draws, length: number, test: boolean) => Text}>}
 */
export const TASKS = {
  sentences: {
    alphabet: LETTERS,
    floor: SENTENCES_FLOOR,
    isNext: true,
    least: 4,
    write: writeSentences,
  },
  far: { alphabet: FAR_ALPHABET, floor: 0, isNext: false, least: FACTS_END + 4, write: writeFar },
  copy: { alphabet: LETTERS, floor: 0, isNext: false, least: 4, write: writeCopy },
};

export const TASK_NAMES = /** @type {const} */ (['sentences', 'far', 'copy']);

/** A hash of this many first tokens decides whether a text is for training or for tests. */
const HASHED = 16;

/** @param {Uint8Array} tokens */
function hashOf(tokens) {
  let hash = 0;
  for (let i = 0; i < HASHED; i++) hash = mixed(hash + tokens[i] + 1);
  return hash;
}

/**
 * Makes a text. If two texts differ only in `length`, the longer one begins with the shorter one.
 * @param {Task} task
 * @param {number} length
 * @param {{seed: number, index: number, test: boolean}} which
 * @returns {Text}
 */
export function makeText(task, length, { seed, index, test }) {
  const draws = new Draws(seed, Number(test), index);
  const { write } = TASKS[task];
  const size = Math.max(length, HASHED);
  for (;;) {
    const { state } = draws;
    if ((hashOf(write(draws, HASHED, test).tokens) & 1) !== Number(test)) continue;
    draws.state = state;
    const { tokens, targets } = write(draws, size, test);
    return { tokens: tokens.slice(0, length), targets: targets.slice(0, length) };
  }
}

/** The largest seed. */
export const SEEDS = Number.MAX_SAFE_INTEGER;

const readTextOptions = check.reader('trainingText', [], ({ seed, index, test }) => ({
  seed,
  index,
  test,
}));

/**
 * Returns a text that models learn from, or are tested with. The same arguments give the same text
 * on every computer.
 * - 'sentences': sentences such as "the old cat saw the key. ". The answer at each position is the
 *   next character. Half of the 1024 sentences are only in training texts, the others only in test
 *   texts. For a reader who knows the words but not this division, their entropy is 0.2476 nats per
 *   character.
 * - 'far': the first 12 tokens contain four facts. The fact "a3" says that the value of a is 3. All
 *   other tokens are fillers, and from the 13th token on also questions. The answer to "a?" is the
 *   fact about a. Only questions have an answer. The entropy is 0.
 * - 'copy': random characters. The answer at each position is the character before; the first
 *   position has none. The entropy is 0.
 *
 * No test text begins with the same 16 tokens as a training text.
 * @param {Task} task
 * @param {number} length 1 to 1024 tokens
 * @param {object} [options]
 * @param {number} [options.seed] an integer from 0 to 2^53 - 1, default 0
 * @param {number} [options.index] the number of the text, an integer from 0 to 2^53 - 1, default 0.
 *   Step n of a training takes the numbers from n * batch to n * batch + batch - 1
 * @param {boolean} [options.test] whether it is a text for tests; default false
 * @returns {Text} `targets` are the answers, or -1
 * @throws {RangeError | TypeError}
 * @example
 * const { tokens, targets } = trainingText('far', 16, { seed: 1 });
 * console.log(tokens); // [12, 21, 3, 22, 6, 21, 11, 23, 21, 20, 22, 21, 22, 19, 20, 22]
 * console.log(targets); // [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12, -1, -1]
 */
export function trainingText(task, length, options) {
  const { seed = 0, index = 0, test = false } = readTextOptions(options);
  check.word('task', task, TASK_NAMES);
  check.count('length', length, 1, LONGEST);
  check.count('seed', seed, 0, SEEDS);
  check.count('index', index, 0, SEEDS);
  check.flag('test', test);
  return makeText(task, length, { seed, index, test });
}
