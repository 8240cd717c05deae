/* Compares the numbers of pe-heatmap with plain JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  columnIn,
  columnOf,
  differences,
  heatmapModel,
  layoutDifferences,
  matrixOf,
  movedTo,
} from '../../web/figures/heatmap/model.js';

const LAYOUTS = ['interleaved', 'concatenated'];
const anyState = fc
  .record({
    length: fc.integer({ min: 2, max: 40 }),
    half: fc.integer({ min: 1, max: 12 }),
    base: fc.integer({ min: 2, max: 20000 }),
    layout: fc.constantFrom(...LAYOUTS),
    places: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ half, places, length, ...others }) => ({
    ...others,
    length,
    dim: 2 * half,
    dtype: 'float64',
    position: places[0] % length,
    other: places[1] % length,
  }));

test('a column has a clock and a function in each layout, and moves between the layouts', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((column) => columnOf({ dim: 6, layout: 'interleaved' }, column)),
    [0, 0, 1, 1, 2, 2].map((pair, column) => ({ pair, cosine: column % 2 === 1 })),
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((column) => columnOf({ dim: 6, layout: 'concatenated' }, column)),
    [0, 1, 2, 0, 1, 2].map((pair, column) => ({ pair, cosine: column > 2 })),
  );
  const moved = [0, 3, 1, 4, 2, 5];
  moved.forEach((to, column) => {
    assert.equal(movedTo(6, column), to);
    const from = (layout, dimension) => ({ dim: 6, layout, dimension });
    assert.equal(columnIn(from('interleaved', column), 'concatenated'), to);
    assert.equal(columnIn(from('concatenated', to), 'interleaved'), column);
    assert.equal(columnIn(from('interleaved', column), 'interleaved'), column);
    assert.equal(columnIn(from('concatenated', to), 'concatenated'), to);
  });
});

test('the matrix, its rows and its frequencies are those of the formula', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { length, dim, base, layout, position, other } = state;
      const { table, interleaved, apart, frequencies } = heatmapModel(state);
      assert.deepEqual([table.length, frequencies.length], [length * dim, dim / 2]);
      const value = (row, column) => {
        const { pair, cosine } = columnOf({ dim, layout }, column);
        const angle = row * base ** ((-2 * pair) / dim);
        return cosine ? Math.cos(angle) : Math.sin(angle);
      };
      let sum = 0;
      for (let column = 0; column < dim; column++) {
        const at = position * dim + column;
        assert.ok(Math.abs(table[at] - value(position, column)) < 1e-12);
        assert.ok(Math.abs(frequencies[column >> 1] - base ** (-(column & ~1) / dim)) < 1e-12);
        sum += (value(position, column) - value(other, column)) ** 2;
      }
      assert.ok(Math.abs(apart - Math.sqrt(sum)) < 1e-9);
      assert.equal(interleaved(), interleaved(), 'it is made once');
      assert.equal(interleaved() === table, layout === 'interleaved');
      if (layout === 'concatenated')
        assert.equal(differences(interleaved(), table, length, dim), 0);
    }),
  );
});

test('the layouts have the same values, and a changed value is counted', () => {
  assert.equal(layoutDifferences(64, 64, { base: 10000, dtype: 'float32' }), 0);
  const [one, two] = LAYOUTS.map(
    (layout) => matrixOf({ length: 4, dim: 6, base: 100, layout, dtype: 'float64' }).table,
  );
  assert.equal(differences(one, two, 4, 6), 0);
  for (const at of [0, 7, 23]) {
    two[at] += 1;
    assert.ok(differences(one, two, 4, 6) > 0);
  }
  assert.equal(differences(one, two, 4, 6), 3);
});
