/* Checks the size budgets of web/build/budgets.js. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUDGETS, BUNDLED_FIGURE, ONE_FIGURE } from '../../web/build/budgets.js';
import { FIGURES } from '../../web/build/figure-list.js';

for (const { of, limit, measure } of BUDGETS)
  test(`${of}: at most ${limit} bytes`, async (t) => {
    const size = await measure();
    t.diagnostic(`${of}: ${size} bytes`);
    assert.ok(size <= limit, `${size} bytes`);
  });

test('there are figures to measure', () => assert.ok(FIGURES.length >= 12));

for (const [place, { limitOf, measure }] of [
  ['a page', ONE_FIGURE],
  ['an app', BUNDLED_FIGURE],
])
  for (const figure of FIGURES) {
    const limit = limitOf(figure);
    test(`${place} with ${figure.tag}: at most ${limit} bytes`, async (t) => {
      const size = await measure(figure);
      t.diagnostic(`${figure.tag}: ${size} bytes`);
      assert.ok(size <= limit, `${size} bytes`);
    });
  }
