/*
 * Calls all kernels with random arguments under sanitizers. Each run makes the same calls.
 * tests/tools/fuzz-native.js makes more calls.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';
import { run, sourcesOf, withProgram } from '../support/native.js';

const CALLS = isWhole ? 500_000 : 150_000;
const sources = sourcesOf('tests/kernels', /^fuzz.*\.c$/);

test('the fuzzer calls every kernel of posenc.h', () => {
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('');
  const header = readFileSync(join(root, 'c/posenc.h'), 'utf8');
  const names = header.match(/(?<=PE_API [^;]*?)pe_\w+(?=\()/g);
  assert.ok(names.length > 40);
  // A function pointer calls the kernels of random numbers, so no CALL has their names.
  const direct = names.filter((name) => !name.startsWith('pe_random'));
  assert.ok(direct.length === names.length - 2);
  for (const name of direct) assert.match(text, new RegExp(`CALL\\(${name}\\)`), name);
});

test('random calls break no law, and the sanitizers find no error', () => {
  withProgram(sources, (program) => {
    const { status, signal, stdout, stderr } = run(program, ['1', String(CALLS)]);
    assert.equal(status, 0, `the fuzzer ended with ${status ?? signal}:\n${stderr}`);
    assert.ok(Number(/(\d+) calls in \d+ cases/.exec(stdout)?.[1]) >= CALLS, stdout);
  });
});
