/*
 * Makes random calls of the whole public API. support/fuzz/property.js tells what must hold for
 * each of them; `npm run fuzz` makes more calls.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as posenc from '../../web/index.js';
import { fuzz, tally } from '../support/fuzz/property.js';
import { SIGNATURES } from '../support/fuzz/signatures.js';

test('50,000 random calls give the right result, or one clear error', (t) => {
  const { failed, text } = fuzz(50000, 20260101);
  assert.ok(!failed, text);
  t.diagnostic(JSON.stringify(tally));
  for (const [name, least] of Object.entries({ accepted: 10000, refused: 25000, compared: 2000 }))
    assert.ok(tally[name] >= least, `${name}: ${tally[name]}`);
});

test('random calls are made of every public function', () => {
  const called = Object.keys(SIGNATURES).map((signature) => signature.split(' ')[0]);
  for (const name of Object.keys(posenc)) assert.ok(called.includes(name), name);
});
