/* Checks the table of environments. CI runs one recipe on each day, and each recipe has its day. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { ROWS, recipeOf } from './rows.js';

test('names of rows are unique, and a row that cannot run says why', () => {
  const names = ROWS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { name, steps, serve, test, not } of ROWS)
    assert.equal(Boolean(steps || serve || test), !not, name);
});

test('every folder of web/recipes/ is a row, and has its day unless it cannot run', () => {
  const folders = readdirSync(join(root, 'web/recipes'), { withFileTypes: true });
  const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  const impossible = ROWS.filter(({ recipe, not }) => recipe && not).map(({ recipe }) => recipe);
  const days = Array.from({ length: ROWS.length }, (_, day) => recipeOf(day).recipe);
  assert.deepEqual([...new Set([...days, ...impossible])].sort(), names.sort());
  assert.ok(days.includes('next') && days.includes('nuxt'));
});
