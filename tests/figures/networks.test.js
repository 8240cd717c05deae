/* Compares the numbers of pe-networks with plain JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networksModel } from '../../web/figures/networks/model.js';

test('the sines of a pair have the frequency of the pair', () => {
  const { sines, wavelength } = networksModel({ length: 32, pair: 2 });
  const frequency = 10000 ** (-4 / 64);
  sines.forEach((sine, position) =>
    assert.ok(Math.abs(sine - Math.sin(position * frequency)) < 1e-14, `position ${position}`),
  );
  assert.ok(Math.abs(wavelength - (2 * Math.PI) / frequency) < 1e-11);
});
