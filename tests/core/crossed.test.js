/* Checks that crossed lists contain what they promise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossed, isWhole } from '../support/crossed.js';

const LISTS = { a: [1, 2, 3, 4, 5], b: ['x', 'y', 'z'], c: [true, false], d: [0, 1, 2] };

test('each pair of values of two lists is there, in far fewer rows than the product', () => {
  const rows = crossed(LISTS);
  for (const one of Object.keys(LISTS))
    for (const other of Object.keys(LISTS))
      for (const first of LISTS[one])
        for (const second of one === other ? [first] : LISTS[other])
          assert.ok(
            rows.some((row) => row[one] === first && row[other] === second),
            `${one} ${first}, ${other} ${second}`,
          );
  assert.equal(rows.length < 24, !isWhole, `${rows.length}`);
});

test('without pairs, each value is there, in as many rows as the longest list has values', () => {
  const rows = crossed(LISTS, { anyPair: false });
  for (const name of Object.keys(LISTS))
    assert.deepEqual(new Set(rows.map((row) => row[name])), new Set(LISTS[name]));
  assert.equal(rows.length, isWhole ? 90 : 5);
});
