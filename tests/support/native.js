/*
 * Compiles C sources of the project to native programs under sanitizers, and runs them. The
 * environment variable CC names the compiler. By default it is the first of cc, gcc and clang that
 * works.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './browsers.js';
import { cacheFolder, contentHash } from './cache.js';

/** AddressSanitizer and UndefinedBehaviorSanitizer. */
export const SANITIZERS = '-fsanitize=address,undefined,float-cast-overflow';

const FLAGS = [
  ...['-std=c11', '-g', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror'],
  ...['-Wshadow', '-Wvla', '-Wstrict-prototypes'],
  '-fno-sanitize-recover=all',
];

/** Returns the C sources of a folder whose names match. */
export const sourcesOf = (folder, pattern = /\.c$/) =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(root, folder, name));

/**
 * Runs a command for at most `timeout` milliseconds. Its messages go to the terminal if `show` is
 * true.
 */
export function run(command, args, { cwd, input, timeout, show = false } = {}) {
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
  return spawnSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    env,
    timeout,
    stdio: show ? 'inherit' : 'pipe',
  });
}

/** Returns the first compiler that works. It must be able to link the sanitizers. */
function compiler(folder, sanitizers) {
  const candidates = process.env.CC ? [process.env.CC] : ['cc', 'gcc', 'clang'];
  const name = candidates.find((each) => run(each, ['--version']).status === 0);
  const install = 'install it with: apt-get install gcc libc6-dev';
  assert.ok(name, `a C compiler is missing (${candidates.join(', ')}); ${install}`);
  const probe = ['-x', 'c', '-', sanitizers, '-o', join(folder, 'probe')];
  const { status } = run(name, probe, { input: 'int main(void) { return 0; }' });
  const hint = 'it comes with gcc, or with libclang-rt-dev';
  assert.equal(status, 0, `${name} cannot link ${sanitizers}: its runtime is missing; ${hint}`);
  return name;
}

/** Compiles sources to objects in this folder. */
function compile(name, flags, sources, folder) {
  const { status, stderr } = run(name, [...FLAGS, ...flags, '-c', ...sources], { cwd: folder });
  assert.equal(status, 0, stderr);
}

/** Returns the objects of kernels. They are compiled once for all programs with the same flags. */
function objectsOf(name, flags, kernels) {
  const headers = ['c', 'c/train'].flatMap((folder) => sourcesOf(folder, /\.h$/));
  const files = [...kernels, ...headers].map((file) => relative(root, file));
  const about = run(name, ['--version']).stdout;
  const key = contentHash([about, ...FLAGS, ...flags], files).slice(0, 16);
  const kept = join(cacheFolder, `objects-${key}`);
  if (!existsSync(kept)) {
    mkdirSync(cacheFolder, { recursive: true });
    const made = mkdtempSync(join(cacheFolder, 'compiling-'));
    try {
      compile(name, flags, kernels, made);
      renameSync(made, kept);
    } catch (error) {
      rmSync(made, { recursive: true });
      // Another test file may have made the same objects at the same time.
      if (!existsSync(kept)) throw error;
    }
  }
  return readdirSync(kept).map((file) => join(kept, file));
}

/**
 * Compiles the kernels with these sources, and returns what `use` returns for the program.
 * @param {string[]} sources
 * @param {(program: string) => T} use
 * @param {string[]} flags which sanitizers, and how much to optimize
 * @param {string[]} kernels the sources of the kernels; by default, those of all kernels of
 *   posenc.h
 * @template T
 */
export function withProgram(sources, use, flags = [SANITIZERS, '-O2'], kernels = sourcesOf('c')) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  const program = join(folder, 'native');
  try {
    const name = compiler(folder, flags[0]);
    const objects = objectsOf(name, flags, kernels);
    const args = [...FLAGS, ...flags, ...sources, ...objects, '-o', program, '-lm'];
    const { status, stderr } = run(name, args);
    assert.equal(status, 0, stderr);
    return use(program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
