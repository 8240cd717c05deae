/*
 * Makes random calls of the whole public API. support/fuzz/property.js tells what must hold for
 * each of them; `npm run fuzz` makes more calls.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as posenc from '../../web/index.js';
import { isWhole } from '../support/crossed.js';
import { fuzz, tally } from '../support/fuzz/property.js';
import { SIGNATURES } from '../support/fuzz/signatures.js';

const COUNT = isWhole ? 50000 : 12000;

test(`${COUNT} random calls give the right result, or one clear error`, (t) => {
  const { failed, text } = fuzz(COUNT, 20260101);
  assert.ok(!failed, text);
  t.diagnostic(JSON.stringify(tally));
  for (const [name, least] of Object.entries({ accepted: 0.2, refused: 0.5, compared: 0.04 }))
    assert.ok(tally[name] >= least * COUNT, `${name}: ${tally[name]}`);
});

test('random calls are made of every public function', () => {
  const called = Object.keys(SIGNATURES).map((signature) => signature.split(' ')[0]);
  for (const name of Object.keys(posenc)) assert.ok(called.includes(name), name);
});
