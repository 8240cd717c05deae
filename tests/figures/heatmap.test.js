/* Compares the numbers of pe-heatmap with plain JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../support/random.js';
import {
  columnIn,
  columnOf,
  heatmapModel,
  movedTo,
  shareOfFirst,
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
      for (let row = 0; row < length; row++)
        for (let column = 0; column < dim; column++) {
          const place = layout === 'interleaved' ? column : movedTo(dim, column);
          assert.equal(table[row * dim + place], interleaved()[row * dim + column]);
        }
    }),
  );
});

test('neighbouring rows differ most in the columns of the fast clocks', () => {
  const state = {
    length: 64,
    dim: 64,
    base: 10000,
    layout: 'interleaved',
    dtype: 'float64',
    position: 28,
    other: 27,
  };
  const model = { ...heatmapModel(state), state };
  const squares = Array.from({ length: 32 }, (_, pair) => {
    // In one step, the hand of a clock turns by 10000 ** (-pair / 32) radians. The result is the
    // squared distance that its tip moves.
    return (2 * Math.sin(10000 ** (-pair / 32) / 2)) ** 2;
  });
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  for (const pairs of [1, 8, 16, 32]) {
    const wanted = sum(squares.slice(0, pairs)) / sum(squares);
    assert.ok(Math.abs(shareOfFirst(model, 2 * pairs) - wanted) < 1e-12, `${pairs} clocks`);
  }
});
