/*
 * Runs the programs that figures show. JavaScript runs with the package. The output of NumPy and
 * PyTorch was recorded by tests/tools/run-listings.py, with a hash of each program. If NumPy is
 * installed, its programs also run here. All programs must print the numbers that the figure shows.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from '../support/random.js';
import * as posenc from '../../web/index.js';
import { LISTINGS } from '../../web/figures/listings/listings.js';
import { chromium, server, useAuthors } from '../support/authors.js';
import { openPage, root, show } from '../support/browsers.js';
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

/** Returns the numbers that a program in Python has printed. */
const numbersOf = (printed) => printed.split(/\s+/).map((word) => SPECIAL[word] ?? Number(word));

/**
 * Fails unless the numbers agree within 1e-6. Above 1, this tolerance is relative. Closer agreement
 * is not possible, because some listings print sums of 512 numbers in float32.
 */
function agree(got, wanted, what) {
  assert.equal(got.length, wanted.length, `${what}: ${got}`);
  wanted.forEach((value, at) => {
    const isNear = Math.abs(got[at] - value) <= 1e-6 * Math.max(1, Math.abs(value));
    assert.ok(got[at] === value || isNear, `${what}: ${got[at]}, not ${value}`);
  });
}

useAuthors();

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

test('the recorded programs are exactly those that figures show', () => {
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

test('NumPy on this machine prints what the figures show', (t) => {
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
      { numRuns: 10 },
    );
  });

test('a model’s file with code in place of a number gives no listing', () => {
  const scaling = JSON.stringify({ rope_type: 'yarn', factor: 2, beta_fast: 'print(1)' });
  assert.equal(listingIn('stretch', { method: 'yarn', scaling }).listing, null);
});

const open = async (html, options) => {
  const { page, close } = await openPage(chromium, server.author(html), options);
  for (const tag of html.match(/(?<=<)pe-\w+/g)) await show(page, tag);
  return { page, close };
};

/** A module with one figure loads its listings when they are first shown. */
const RANGE = `<script type="module" src="figures/range.js"></script>`;

test('the panel shows the program for the present state, and follows it', async () => {
  const { page, close } = await open(`<pe-range hide="predict"></pe-range>${RANGE}`);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  const button = page.locator('pe-range [data-act=code]');
  const code = page.locator('pe-range pre');
  const wanted = (patch) => listingIn('range', patch).listing;
  await button.press('Enter');
  await code.waitFor();
  assert.equal(requests.filter((url) => url.includes('/late-')).length, 1);
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  assert.equal(await code.textContent(), wanted({}).javascript);
  await page.locator('pe-range [data-language=torch]').press('Space');
  assert.equal(await code.textContent(), wanted({}).torch);
  assert.equal(await page.locator('pe-range [aria-pressed=true]').textContent(), 'PyTorch');
  await page.evaluate(() => document.querySelector('pe-range').setState({ position: 7777 }));
  assert.equal(await code.textContent(), wanted({ position: 7777 }).torch);
  await button.click();
  assert.equal(await code.isVisible(), false);
  await page.evaluate(() => document.querySelector('pe-range').setState({ scheme: 'alibi' }));
  await button.click();
  await page.locator('pe-range pre', { hasText: 'at distance 7777' }).waitFor();
  assert.equal(await code.textContent(), wanted({ scheme: 'alibi', position: 7777 }).torch);
  await close();
});

test('the program is copied, or the reader is told to copy it', async () => {
  const { page, close } = await open(`<pe-range hide="predict"></pe-range>${RANGE}`);
  await page.evaluate(() => {
    const clipboard = {
      writeText(text) {
        if (window.copied) throw new Error('not allowed');
        window.copied = text;
      },
    };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  await page.locator('pe-range [data-act=code]').click();
  const copyButton = page.locator('pe-range .pe-panel button', { hasText: 'Copy' });
  const note = page.locator('pe-range .pe-panel [role=status]');
  await copyButton.click();
  assert.equal(await note.textContent(), 'Copied.');
  assert.equal(await page.evaluate(() => window.copied), listingIn('range', {}).listing.javascript);
  await copyButton.click();
  assert.match(await note.textContent(), /Select the text/);
  await close();
});

test('beginners get no code, nor do pages that hide it; some states have no program', async () => {
  const figures = [
    '<pe-range level="beginner"></pe-range>',
    '<pe-waves hide="code"></pe-waves>',
    '<pe-naive></pe-naive>',
    '<pe-stretch method="longrope" hide="predict"></pe-stretch>',
  ].join('');
  const { page, close } = await open(figures + '<script src="figures.iife.js"></script>');
  await page.evaluate(() => {
    for (const tag of ['pe-range', 'pe-waves', 'pe-naive'])
      document.querySelector(tag).toggle('code', true);
  });
  for (const tag of ['pe-range', 'pe-waves', 'pe-naive']) {
    assert.equal(await page.locator(`${tag} [data-act=code]`).isVisible(), false, tag);
    assert.equal(await page.locator(`${tag} pre`).isVisible(), false, tag);
  }
  await page.locator('pe-stretch [data-act=code]').click();
  assert.match(await page.locator('pe-stretch pre').textContent(), /No short program/);
  await close();
});

test('the reader is told if the code cannot be loaded', async () => {
  const { page, close } = await open(`<pe-range hide="predict"></pe-range>${RANGE}`);
  await page.route('**/late-*', (route) => route.abort());
  await page.locator('pe-range [data-act=code]').click();
  await page.locator('pe-range .pe-panel', { hasText: 'did not load' }).waitFor();
  await close();
});
