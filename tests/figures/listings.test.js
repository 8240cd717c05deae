/*
 * Runs the code that figures show. JavaScript runs with the package. What NumPy and PyTorch print is
 * recorded by tests/tools/run-listings.py, with a hash of each program. NumPy runs here, too, where
 * it is installed. All must print the numbers that the figure shows.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import * as posenc from '../../web/index.js';
import { LISTINGS } from '../../web/figures/listings/listings.js';
import { launchChromium, openPage, root } from '../support/browsers.js';
import { FIGURES, STATES, hashOf, listingIn, listings } from '../support/listings.js';
import { anyPatch } from '../support/states.js';

const LANGUAGES = ['javascript', 'numpy', 'torch'];
const TOOL = 'tests/tools/run-listings.py';
const recorded = JSON.parse(readFileSync(`${root}/tests/support/golden/listings.json`, 'utf8'));

/** Runs a program in JavaScript, and returns what it prints. */
function run(text) {
  const printed = [];
  const console = { log: (...values) => printed.push(...values) };
  const program = text.replace(/^import (\{.*\}) from 'posenc';$/m, 'const $1 = posenc;');
  new Function('posenc', 'console', program)(posenc, console);
  return printed.map(Number);
}

const SPECIAL = { True: 1, False: 0, inf: Infinity, '-inf': -Infinity };

/** Reads what a program in Python has printed. */
const numbersOf = (printed) => printed.split(/\s+/).map((word) => SPECIAL[word] ?? Number(word));

/** Fails unless the numbers agree: float32 has 24 bits, and some listings print sums of 512. */
function agree(got, wanted, what) {
  assert.equal(got.length, wanted.length, `${what}: ${got}`);
  wanted.forEach((value, at) => {
    const isNear = Math.abs(got[at] - value) <= 1e-6 * Math.max(1, Math.abs(value));
    assert.ok(got[at] === value || isNear, `${what}: ${got[at]}, not ${value}`);
  });
}

const cases = Object.entries(listings());

test('every figure that has code has states in which it runs', () => {
  assert.ok(cases.length > 30);
  assert.deepEqual(Object.keys(LISTINGS), Object.keys(FIGURES).sort());
  assert.deepEqual(Object.keys(STATES), Object.keys(LISTINGS));
});

test('a listing has at most 12 lines and says first what it prints', () => {
  for (const [name, { listing }] of cases)
    for (const language of LANGUAGES) {
      const lines = listing[language].split('\n');
      assert.ok(lines.length <= 12, `${name} ${language}: ${lines.length} lines`);
      assert.match(lines[0], language === 'javascript' ? /^\/\/ Prints .+\.$/ : /^# Prints .+\.$/);
      assert.doesNotMatch(listing[language], /undefined|NaN|\[object/, `${name} ${language}`);
    }
});

for (const [name, { listing, shown }] of cases)
  test(`${name}: JavaScript, NumPy and PyTorch print what the figure shows`, () => {
    const wanted = shown();
    agree(run(listing.javascript), wanted, 'JavaScript');
    for (const language of ['numpy', 'torch']) {
      const [hash, printed] = recorded[`${name} ${language}`] ?? [];
      assert.equal(hash, hashOf(listing[language]), `${language}: run ${TOOL}`);
      agree(numbersOf(printed), wanted, language);
    }
  });

test('nothing is recorded that no longer runs', () => {
  const names = cases.flatMap(([name]) => [`${name} numpy`, `${name} torch`]);
  assert.deepEqual(Object.keys(recorded).sort(), names.sort());
});

/** Returns the first Python that has NumPy; undefined if there is none. */
const findPython = () =>
  ['python3', '/usr/bin/python3'].find((python) => {
    try {
      execFileSync(python, ['-c', 'import numpy'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });

test('NumPy prints the same here', (t) => {
  const python = findPython();
  if (!python) return t.skip('not run: python3 with NumPy is missing');
  const printed = JSON.parse(
    execFileSync(python, [TOOL, 'numpy'], { cwd: root, encoding: 'utf8' }),
  );
  for (const [name, { shown }] of cases)
    agree(numbersOf(printed[`${name} numpy`][1]), shown(), name);
});

for (const [name, Figure] of Object.entries(FIGURES))
  test(`${name}: JavaScript prints what the figure shows in any state`, () => {
    fc.assert(
      fc.property(anyPatch(Figure.allFields), (patch) => {
        const { listing, shown } = listingIn(name, patch);
        if (listing) agree(run(listing.javascript), shown(), listing.javascript);
      }),
      { numRuns: 25 },
    );
  });

test('a listing contains nothing but numbers of a model’s file', () => {
  const scaling = JSON.stringify({ rope_type: 'yarn', factor: 2, beta_fast: 'print(1)' });
  assert.equal(listingIn('stretch', { method: 'yarn', scaling }).listing, null);
});
