/*
 * Tests every kernel in a native program: sanitizers find no error, and the results have the same
 * bits as in wasm.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { fixedRuns } from './fixed-runs.js';

const SANITIZERS = '-fsanitize=address,undefined';
const FLAGS = [
  ...['-std=c11', '-g', '-O1', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror'],
  ...[SANITIZERS, '-fno-sanitize-recover=all'],
];

/** Returns the C sources of a folder. */
const sourcesOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(root, folder, name));
const drivers = sourcesOf('tests/kernels');

const run = (command, args, input) => {
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
  return spawnSync(command, args, { input, encoding: 'utf8', env });
};

/** Returns the first compiler that works. It must be able to link the sanitizers. */
function compiler(folder) {
  const candidates = process.env.CC ? [process.env.CC] : ['cc', 'gcc', 'clang'];
  const name = candidates.find((each) => run(each, ['--version']).status === 0);
  const install = 'install it with: apt-get install gcc libc6-dev';
  assert.ok(name, `a C compiler is missing (${candidates.join(', ')}); ${install}`);
  const probe = ['-x', 'c', '-', SANITIZERS, '-o', join(folder, 'probe')];
  const { status } = run(name, probe, 'int main(void) { return 0; }');
  const hint = 'it comes with gcc, or with libclang-rt-dev';
  assert.equal(status, 0, `${name} cannot link ${SANITIZERS}: its runtime is missing; ${hint}`);
  return name;
}

/** Compiles and runs the drivers, and returns what they print. */
function native() {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  const program = join(folder, 'native');
  try {
    const sources = [...sourcesOf('c'), ...drivers];
    const built = run(compiler(folder), [...FLAGS, ...sources, '-o', program, '-lm']);
    assert.equal(built.status, 0, built.stderr);
    const { status, signal, stdout, stderr } = run(program, []);
    assert.equal(status, 0, `the drivers ended with ${status ?? signal}:\n${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the native drivers call every kernel of posenc.h', () => {
  const driver = drivers.map((file) => readFileSync(file, 'utf8')).join('');
  const header = readFileSync(join(root, 'c/posenc.h'), 'utf8');
  const names = header.match(/(?<=PE_API [^;]*?)pe_\w+(?=\()/g);
  assert.ok(names.length > 20);
  for (const name of names) assert.match(driver, new RegExp(`\\b${name}\\(`));
});

test('every kernel is clean under the sanitizers, and has the bits of wasm', () => {
  const lines = native().trim().split('\n');
  const wasm = fixedRuns();
  assert.ok(new Set(wasm.map((line) => line.split(' ')[2])).size > 40, 'the runs differ');
  assert.deepEqual(lines, wasm);
});
