/*
 * Tests every kernel in a native program: sanitizers find no error, and the results have the same
 * bits as in wasm.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { run, sourcesOf, withProgram } from '../support/native.js';
import { fixedRuns } from './fixed-runs.js';

const drivers = sourcesOf('tests/kernels', /^native.*\.c$/);

/** Compiles and runs the drivers, and returns what they print. */
const native = () =>
  withProgram(drivers, (program) => {
    const { status, signal, stdout, stderr } = run(program, []);
    assert.equal(status, 0, `the drivers ended with ${status ?? signal}:\n${stderr}`);
    return stdout;
  });

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
