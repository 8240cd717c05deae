/*
 * Changes the source of a kernel in one place at a time. Counts the changes that make the fuzzer or
 * the native drivers (tests/kernels) fail:
 *
 *   node tests/tools/mutate-kernels.js FILE [COUNT [SEED]]
 *
 * FILE is a source such as c/rope.c. SEED determines the COUNT random changes. If COUNT is 0, the
 * tool makes all changes.
 * The tool prints each change that nothing notices. equivalent-mutants.json lists the changes that
 * make no difference, each with the reason. These changes do not count.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../support/browsers.js';
import { SANITIZERS, run, sourcesOf } from '../support/native.js';

const COMPILER = process.env.CC ?? 'clang';
const FLAGS = ['-std=c11', '-O1', '-ffp-contract=off', '-w', `-I${root}/c`];
const SANITIZED = [SANITIZERS, '-fno-sanitize-recover=all'];

/**
 * The limit for a program, in milliseconds, because a changed kernel may never return. The programs
 * usually take about a second.
 */
const TIMEOUT = 120_000;

/** The programs that may notice a change, the fastest first. */
const PROGRAMS = [
  { name: 'fuzzer', pattern: /^fuzz.*\.c$/, flags: [], args: ['1', '500000'] },
  { name: 'fuzzer, sanitized', pattern: /^fuzz.*\.c$/, flags: SANITIZED, args: ['1', '500000'] },
  { name: 'drivers, sanitized', pattern: /^native.*\.c$/, flags: SANITIZED, args: [] },
];

/** The replacements of each token. */
const REPLACEMENTS = {
  ...{ '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['/'], '&': ['|'], '|': ['&'] },
  ...{ '<<': ['>>'], '>>': ['<<'], '&&': ['||'], '||': ['&&'], '==': ['!='], '!=': ['=='] },
  ...{ '<': ['<=', '>'], '>': ['>=', '<'], '<=': ['<'], '>=': ['>'], '!': [''], '~': [''] },
  ...{ '+=': ['-=', '='], '-=': ['+='], '*=': ['/=', '='], '|=': ['&='], '^': ['|'] },
  ...{ '++': ['--'], '--': ['++'], continue: [''], break: [''], true: ['false'], false: ['true'] },
};

const TOKENS = new RegExp(
  [
    ...[/\/\*[^]*?\*\//, /\/\/.*/, /^#.*$/, /"[^"]*"/], // comments, directives and strings
    ...[/\b0x[\da-f.]+p[-+]?\d+\b/, /\b\d+(?:\.\d+)?\b/, /\w+/],
    ...[/<<=?|>>=?|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=/, /[-+*/%&|^<>!~]/],
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** Matches what precedes the * of a pointer: a type, a comma, a parenthesis or an equals sign. */
const BEFORE_POINTER = /(?:double|float|char|void|area|f32|state|uint32_t|angle|[(,=]) ?\**$/;

/** Returns what may replace a token. A number is replaced by other numbers. */
function replacementsOf(token) {
  if (/^0x/.test(token)) return [token.replace('p', '1p'), '0.0'];
  if (/^\d+\.\d+$/.test(token)) return [`${Number(token) + 1}.0`, '0.5'];
  if (/^\d+$/.test(token))
    return token === '0' ? ['1'] : [String(Number(token) - 1), String(Number(token) + 1)];
  return Object.hasOwn(REPLACEMENTS, token) ? REPLACEMENTS[token] : [];
}

/** Returns all changes of a source: the index of a token, the token, and its replacement. */
function changesOf(text) {
  const found = [];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '*' && BEFORE_POINTER.test(text.slice(Math.max(0, index - 12), index))) continue;
    for (const by of replacementsOf(token)) found.push({ index, token, by });
  }
  return found;
}

/** Draws `count` elements of a list at random, by a linear congruential generator. */
function drawn(list, count, seed) {
  let state = seed;
  const rest = [...list];
  const chosen = [];
  while (chosen.length < count && rest.length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    chosen.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return chosen;
}

/** Returns the line of a change, as it is before and after the change. */
function linesOf(text, { index, token, by }) {
  const from = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return {
    number: text.slice(0, index).split('\n').length,
    line: text.slice(from, end).trim(),
    changed: (text.slice(from, index) + by + text.slice(index + token.length, end)).trim(),
  };
}

/** Compiles a source to an object file in a folder. Returns its path, or '' if that fails. */
function compiled(folder, source, flags) {
  const object = join(folder, `${basename(source)}.o`);
  const { status } = run(COMPILER, [...FLAGS, ...flags, '-c', source, '-o', object]);
  return status === 0 ? object : '';
}

/** Runs PROGRAMS with changed sources of one file. All other files are compiled only once. */
class Programs {
  constructor(file) {
    this.folder = mkdtempSync(join(tmpdir(), 'posenc-mutants-'));
    this.source = join(this.folder, basename(file));
    const others = sourcesOf('c').filter((path) => !path.endsWith(`/${basename(file)}`));
    this.programs = PROGRAMS.map((program) => {
      const folder = join(this.folder, program.name);
      mkdirSync(folder);
      const sources = [...others, ...sourcesOf('tests/kernels', program.pattern)];
      const objects = sources.map((source) => compiled(folder, source, program.flags));
      return { ...program, folder, objects };
    });
  }

  /** Returns what notices a changed source: 'compiler', a program, or '' if nothing does. */
  noticing(text) {
    writeFileSync(this.source, text);
    for (const { name, folder, flags, args, objects } of this.programs) {
      const object = compiled(folder, this.source, flags);
      if (!object) return 'compiler';
      const program = join(folder, 'program');
      const linked = run(COMPILER, [...flags, ...objects, object, '-o', program, '-lm']);
      if (linked.status !== 0) throw new Error(linked.stderr);
      if (run(program, args, { timeout: TIMEOUT }).status !== 0) return name;
    }
    return '';
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const [file, count = '120', seed = '1'] = process.argv.slice(2);
const text = readFileSync(join(root, file), 'utf8');
const listed = JSON.parse(
  readFileSync(join(import.meta.dirname, 'equivalent-mutants.json'), 'utf8'),
);
const all = changesOf(text);
const programs = new Programs(file);
const tally = {};
try {
  if (programs.noticing(text)) throw new Error(`${file} fails without a change`);
  for (const change of drawn(all, Number(count) || all.length, Number(seed))) {
    const { index, token, by } = change;
    const { number, line, changed } = linesOf(text, change);
    const equivalent = listed.some(
      (each) => each.file === file && each.line === line && each.changed === changed,
    );
    const mutant = text.slice(0, index) + by + text.slice(index + token.length);
    const result = equivalent ? 'equivalent' : programs.noticing(mutant) || 'nothing';
    tally[result] = (tally[result] ?? 0) + 1;
    if (result === 'nothing') console.log(`${file}:${number}\n  - ${line}\n  + ${changed}`);
  }
} finally {
  programs.remove();
}
console.log(`${file}, ${all.length} possible changes, seed ${seed}; noticed by:`, tally);
