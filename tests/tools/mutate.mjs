/*
 * Tests by mutation: makes one small mistake at a time in a file, and runs tests that should fail.
 *
 *   node tests/tools/mutate.mjs FILE [OPTIONS] -- TEST-COMMAND
 *
 *   node tests/tools/mutate.mjs web/figures/range/model.js -- node tests/figures/range.test.js
 *   node tests/tools/mutate.mjs c/rope.c --sample 40 --build './build.sh kernels' -- \
 *     node --test tests/rope/rope.test.js
 *
 * The mistakes are other numbers, operators, comparisons and bounds. They are made in a copy of the
 * project, so FILE itself never changes. Comments, texts and #include lines stay as they are.
 *   --sample N       makes only N of the mistakes, chosen at random
 *   --seed S         is the seed of the random choice; default 1
 *   --setup COMMAND  runs once in the copy, before everything else
 *   --build COMMAND  runs after each mistake; if it fails, the mistake does not count
 * It prints each mistake that survived, which means that all tests passed. At the end, it prints
 * how many mistakes were noticed. Tests count as failed if they take too long. The limit is 5 s
 * plus four times the time of setup, build and tests without a mistake.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfProject } from '../support/copies.js';

/** The kinds of tokens of JavaScript and C that are needed to make mistakes. */
const TOKENS = [
  ['skip', String.raw`\/\/[^\n]*|\/\*[^]*?\*\/|^[ \t]*#[ \t]*include[^\n]*`],
  ['text', String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\`(?:\\.|[^\`\\])*\``],
  [
    'regex',
    String.raw`(?<=(?:[=(,:;!&|?{}[]|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^\/\\\n])+\/\w*`,
  ],
  ['number', String.raw`0[xX][\da-fA-F]+\w*|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\w*`],
  ['word', String.raw`[\w$#]+`],
  [
    'sign',
    String.raw`>>>=?|\*\*=?|\.\.\.|[=!]==?|<<=?|>>=?|&&|\|\||\?\?|\?\.|=>|->|[-+*/%&|^]=|\+\+|--|[<>]=?|[^\s\w]`,
  ],
];
const PATTERN = TOKENS.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|');

/** What an operator may be mistaken for. */
const SIGNS = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '++': ['--'],
  '--': ['++'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '<<': ['>>'],
  '>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
};
/** What a sign before a value may be mistaken for. */
const PREFIXES = { '-': [''], '!': [''], '~': [''] };
const WORDS = {
  min: ['max'],
  max: ['min'],
  floor: ['ceil'],
  ceil: ['floor'],
  round: ['floor'],
  some: ['every'],
  every: ['some'],
  true: ['false'],
  false: ['true'],
};

/** Returns what a number may be mistaken for. An integer may become either of its neighbours. */
function otherNumbers(text) {
  const [, digits, suffix] = /^(0[xX][\da-fA-F]+|[\d_.]+(?:[eE][-+]?\d+)?)(.*)$/.exec(text);
  const value = Number(digits.replaceAll('_', ''));
  const others = Number.isInteger(value) ? [value + 1, value - 1] : [value * 1.25];
  const isFloat = /[.eE]/.test(digits) && !/^0[xX]/.test(digits);
  return others
    .filter((other) => other >= 0)
    .map((other) => (isFloat && Number.isInteger(other) ? `${other}.0` : other) + suffix);
}

/** Returns whether a sign after this token belongs to the value that follows it. */
const isPrefixAfter = (before) =>
  !before || before.text === 'return' || (before.kind === 'sign' && !/^[)\]}]$/.test(before.text));

function replacementsOf({ kind, text }, before, after) {
  if (kind === 'number') return otherNumbers(text);
  let table = {};
  if (kind === 'word' && after !== ':') table = WORDS;
  if (kind === 'sign') table = isPrefixAfter(before) ? PREFIXES : SIGNS;
  return Object.hasOwn(table, text) ? table[text] : [];
}

/** Returns all mistakes in a source: the index of a token, its text, and what replaces it. */
export function mutantsOf(source) {
  const tokens = [...source.matchAll(new RegExp(PATTERN, 'gm'))]
    .map(({ groups, index, 0: text }) => {
      const kind = Object.keys(groups).find((each) => groups[each] !== undefined);
      return { kind, text, index };
    })
    .filter(({ kind }) => kind !== 'skip');
  return tokens.flatMap((token, at) =>
    replacementsOf(token, tokens[at - 1], tokens[at + 1]?.text).map((instead) => ({
      index: token.index,
      text: token.text,
      instead,
    })),
  );
}

/** Returns `count` of the items in a random order, which is always the same for a seed. */
export function sampled(items, count, seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return items
    .map((item) => [next(), item])
    .sort(([one], [two]) => one - two)
    .slice(0, count)
    .map(([, item]) => item);
}

/** Returns the line of a mistake for the report: `12:5 a < b   <=`. */
function report(source, { index, text, instead }) {
  const before = source.slice(0, index).split('\n');
  const line = source.split('\n')[before.length - 1].trim();
  return `${before.length}:${before.at(-1).length + 1}  ${text || ' '} -> ${instead || '(nothing)'}   ${line}`;
}

function parse(args) {
  const end = args.indexOf('--');
  const [file, ...rest] = args.slice(0, end);
  const options = { sample: Infinity, seed: 1, setup: '', build: '' };
  for (let at = 0; at < rest.length; at += 2) options[rest[at].slice(2)] = rest[at + 1];
  if (end < 1 || !existsSync(file)) throw new Error('expected FILE [OPTIONS] -- TEST-COMMAND');
  return { file, ...options, test: args.slice(end + 1).join(' ') };
}

/** Makes the mistakes. Prints those that survived, and how many were noticed. */
function run({ file, sample, seed, setup, build, test }) {
  const copy = copyOfProject(['c', 'web', 'tests', 'dist', 'README.md']);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  // `timeout` also ends what the command has started.
  /** Runs a command in the copy, and returns whether it succeeded within some seconds. */
  const passes = (command, seconds = 600) =>
    !command ||
    spawnSync('timeout', ['-s', 'KILL', `${seconds}`, 'sh', '-c', command], { cwd: copy.path, env })
      .status === 0;
  try {
    const start = Date.now();
    if (!passes(setup) || !passes(build) || !passes(test))
      throw new Error('the tests fail before any mistake is made');
    const limit = 5 + (4 * (Date.now() - start)) / 1000;
    const source = readFileSync(file, 'utf8');
    const mutants = sampled(mutantsOf(source), Number(sample), Number(seed));
    let survived = 0;
    let counted = 0;
    for (const mutant of mutants) {
      const { index, text, instead } = mutant;
      const mistaken = source.slice(0, index) + instead + source.slice(index + text.length);
      writeFileSync(join(copy.path, file), mistaken);
      if (!passes(build)) continue;
      counted++;
      if (!passes(test, limit)) continue;
      survived++;
      console.log(`survived  ${file}:${report(source, mutant)}`);
    }
    console.log(`${file}: ${counted - survived} of ${counted} noticed`);
  } finally {
    copy.remove();
  }
}

if (process.argv[1] === import.meta.filename) run(parse(process.argv.slice(2)));
