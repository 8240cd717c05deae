/**
 * Tests the measures of similarity for each distance between two positions. Also tests the
 * counter-examples: larger distances at which positions are more alike than at smaller ones.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from '../support/random.js';
import { PeSimilarity } from '../../web/elements.js';
import {
  FINE,
  lead,
  similarityModel,
  turningPoints,
  upsets,
} from '../../web/figures/similarity/model.js';

const seeds = JSON.parse(
  readFileSync(new URL('../support/golden/seed-numbers.json', import.meta.url), 'utf8'),
);
const cosine = similarityModel({ dim: 128, base: 10000, length: 64, metric: 'cosine' });
const euclidean = similarityModel({ dim: 64, base: 10000, length: 100, metric: 'euclidean' });
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

test('the cosine similarity has the published values and never falls to 0', () => {
  seeds.S004.cos_sim_d128_k0to63.forEach((wanted, k) =>
    assert.ok(Math.abs(cosine.values[k] - wanted) < 1e-14, String(k)),
  );
  assert.deepEqual(
    [1, 4, 16, 32].map((k) => cosine.values[k].toFixed(3)),
    ['0.970', '0.759', '0.620', '0.557'],
  );
  assert.equal(cosine.least, 62);
  assert.equal(cosine.values[62].toFixed(3), '0.444');
  assert.equal(cosine.unfinished, 47);
});

test('the distance has the published values', () => {
  seeds.S001.distance_d64_k0to99.forEach((wanted, k) =>
    assert.ok(Math.abs(euclidean.values[k] - wanted) < 1e-14, String(k)),
  );
  for (const [k, wanted] of [
    [1, '1.472'],
    [5, '4.122'],
    [6, '4.109'],
    [10, '4.679'],
    [48, '5.913'],
    [96, '6.516'],
  ])
    assert.equal(euclidean.values[k].toFixed(3), wanted);
  assert.equal(euclidean.unit, 8);
  assert.equal(euclidean.least, 96);
  assert.equal(
    similarityModel({ dim: 64, base: 10000, length: 50, metric: 'euclidean' }).least,
    48,
  );
});

test('the smallest counter-example and the one with the largest margin are found', () => {
  assert.equal(cosine.first, 11);
  assert.equal(cosine.rivals[11], 12);
  assert.deepEqual(
    [11, 12, 47, 50].map((k) => cosine.values[k].toFixed(4)),
    ['0.6616', '0.6622', '0.4780', '0.5462'],
  );
  assert.equal(cosine.rivals[47], 50);
  assert.equal(cosine.beaten[47], 9);
  assert.deepEqual(
    [cosine.largest, cosine.rivals[cosine.largest], cosine.gap.toFixed(4)],
    [54, 57, '0.0859'],
  );
  assert.deepEqual([euclidean.first, euclidean.rivals[5]], [5, 6]);
});

test('every larger separation that is more alike is found as a counter-example', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 30 }),
      fc.constantFrom('cosine', 'euclidean'),
      (values, metric) => {
        const { rivals, beaten, first, largest, gap } = upsets(values, metric);
        values.forEach((value, near) => {
          const better = values
            .map((_, far) => far)
            .filter((far) => far > near && lead(values, metric, far, near) > 0);
          assert.equal(beaten[near], better.length);
          assert.equal(rivals[near] >= 0, better.length > 0);
          for (const far of better) assert.ok(lead(values, metric, rivals[near], far) >= 0);
          if (better.length)
            assert.ok(
              first <= near && first >= 0 && gap >= lead(values, metric, rivals[near], near),
            );
        });
        assert.equal(largest >= 0, gap > 0);
      },
    ),
  );
});

test('without a counter-example, -1 is returned; of equal margins, the last counts', () => {
  const none = upsets([3, 2, 1], 'cosine');
  assert.deepEqual([none.first, none.largest, none.gap], [-1, -1, 0]);
  assert.deepEqual([...none.rivals, ...none.beaten], [-1, -1, -1, 0, 0, 0]);
  const { first, largest, gap } = upsets([1, 2, 1, 2], 'cosine');
  assert.deepEqual([first, largest, gap], [0, 2, 1]);
});

test('at a turning point, both neighbours are lower, or both are higher', () => {
  const { low, high } = turningPoints([9, 5, 6, 4, 4, 3, 8], 'cosine');
  assert.deepEqual([low, high], [[1, 5], [2]]);
  assert.deepEqual(turningPoints([9, 5, 6, 4, 4, 3, 8], 'euclidean'), { low: [2], high: [1, 5] });
  assert.ok(cosine.low.includes(11) && cosine.high.includes(50) && cosine.low.includes(62));
});

test('the diagonals of the matrix have the values of the curve, in every measure', () => {
  for (const metric of /** @type {const} */ (['cosine', 'dot', 'euclidean'])) {
    const { matrix, values, curve, picture } = similarityModel({
      dim: 16,
      base: 100,
      length: 20,
      metric,
    });
    for (let row = 0; row < 20; row++) {
      for (let column = 0; column < 20; column++)
        assert.ok(Math.abs(matrix[row * 20 + column] - values[Math.abs(row - column)]) < 2e-6);
    }
    values.forEach((value, k) => assert.ok(Math.abs(curve[k * FINE] - value) < 1e-14));
    assert.ok(
      picture.every((value) => (metric === 'euclidean' ? value <= 0 : Math.abs(value) <= 1)),
    );
  }
  // The squared distance is d minus twice the dot product, where d is the number of dimensions.
  const dot = similarityModel({ dim: 64, base: 10000, length: 100, metric: 'dot' });
  dot.values.forEach((value, k) =>
    assert.ok(Math.abs(64 - 2 * value - euclidean.values[k] * euclidean.values[k]) < 1e-12),
  );
});

test('the curve between separations, the colours and the counts are those of the formulas', () => {
  const [dim, base, length] = [16, 100, 40];
  const frequency = (pair) => base ** ((-2 * pair) / dim);
  const pairs = [...Array(dim / 2).keys()];
  const dotAt = (k) => pairs.reduce((sum, pair) => sum + Math.cos(k * frequency(pair)), 0);
  const formulas = {
    cosine: (k) => dotAt(k) / (dim / 2),
    dot: dotAt,
    euclidean: (k) => Math.sqrt(Math.max(0, dim - 2 * dotAt(k))),
  };
  const units = { cosine: 1, dot: 8, euclidean: 4 };
  for (const [metric, formula] of Object.entries(formulas)) {
    const model = similarityModel({ dim, base, length, metric });
    const sign = metric === 'euclidean' ? -1 : 1;
    assert.equal(FINE, 8);
    assert.equal(model.curve.length, 39 * 8 + 1);
    model.curve.forEach((value, at) => assert.ok(Math.abs(value - formula(at / 8)) < 1e-7, metric));
    assert.equal(model.unit, units[metric]);
    model.picture.forEach((value, at) =>
      assert.ok(Math.abs(value - (sign * model.matrix[at]) / units[metric]) < 1e-6, metric),
    );
    const slow = pairs.filter((pair) => (2 * Math.PI) / frequency(pair) > length);
    assert.equal(model.unfinished, slow.length);
    const alike = [...model.values].map((value) => sign * value);
    assert.equal(model.least, alike.indexOf(Math.min(...alike)));
  }
});

test('the caption names the larger separation that is more alike', () => {
  const figure = new PeSimilarity();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  const caption = say({});
  assert.match(caption, /^Positions 10 and 18 are 8 apart\. Their cosine similarity is 0\.7144/);
  assert.match(
    caption,
    /0\.7144.*No two positions farther apart are more alike than these.*62 apart: 0\.4439/,
  );
  assert.match(caption, /62 apart: 0\.4439, which is still above 0\.$/);
  assert.match(
    say({ offset: 11 }),
    /0\.6616.*Positions 12 apart are farther from each other, and yet more alike: 0\.6622\./,
  );
  assert.match(
    say({ metric: 'euclidean', dim: 64, length: 100, offset: 5 }),
    /4\.122.*Positions 6 apart are farther from each other, and yet more alike: 4\.109/,
  );
  figure.setState({ offset: 99, position: 50 });
  assert.equal(figure.state.position, 0, 'the second position stays inside');
  const [table] = figure.tables(figure.compute(figure.state));
  assert.deepEqual(table.row(99).slice(2), [0, 'none']);
});
