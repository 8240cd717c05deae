/*
 * Tests identifyVector with right and wrong frequencies of rope, and with right and wrong slopes of
 * ALiBi.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { identifyVector } from '../../web/doctor/index.js';
import { alibiSlopes, ropeFrequencies } from '../../web/index.js';
import { noise } from '../support/reference.js';

const LLAMA3 = { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
const SCALINGS = [
  undefined,
  { rope_type: 'linear', factor: 4 },
  { ...LLAMA3, original_max_position_embeddings: 8192 },
  { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
];

test('frequencies are named by base and scaling, in float64 and in float32', () => {
  for (const base of [10000, 500000, 1000000, 160000])
    for (const dim of [64, 80, 128])
      for (const scaling of SCALINGS) {
        const { frequencies } = ropeFrequencies(dim, { base, scaling });
        for (const vector of [frequencies, Float32Array.from(frequencies)]) {
          const found = identifyVector(vector, { scaling: scaling ?? [], prefer: 'rope' });
          const about = `${base} ${dim} ${scaling?.rope_type}`;
          assert.deepEqual([found.scheme, found.matched], ['rope', 1], about);
          assert.deepEqual([found.base, found.rotaryDim], [base, dim], about);
          assert.equal(found.scaling?.rope_type, scaling?.rope_type, about);
        }
      }
});

test('a wrong frequency is named', () => {
  const { frequencies } = ropeFrequencies(64, { base: 10000 });
  const expected = frequencies[9];
  frequencies[9] *= 1.5;
  const { base, matched, departure } = identifyVector(frequencies);
  assert.deepEqual([base, matched], [10000, 31 / 32]);
  assert.deepEqual(departure, { index: 9, expected, got: 1.5 * expected });
});

test('slopes are named by their rule, and mistakes are named', () => {
  for (const heads of [8, 12, 16, 71])
    for (const rule of ['paper', 'geometric']) {
      const found = identifyVector(alibiSlopes(heads, { rule }));
      const isBoth = (heads & (heads - 1)) === 0;
      assert.deepEqual([found.scheme, found.matched], ['alibi', 1]);
      assert.equal(found.rule, isBoth ? 'paper' : rule);
    }
  const late = alibiSlopes(16).map((slope) => slope / 2 ** 0.5);
  assert.match(identifyVector(late).mistake, /off by one/);
});

test('a vector without a formula is nothing', () => {
  const random = noise(Float32Array, 64, 1);
  const equal = [0, NaN, 0.5].map((x) => Float32Array.of(x, x, x));
  for (const vector of [random, random.map(Math.abs), ...equal])
    assert.equal(identifyVector(vector).scheme, 'none');
});
