/* Compares the numbers of pe-heatmap with plain JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeHeatmap } from '../../web/elements.js';
import fc from '../support/random.js';
import {
  columnIn,
  columnOf,
  heatmapModel,
  movedTo,
  shareOfFirst,
} from '../../web/figures/heatmap/model.js';
import { figurePage, launchChromium } from '../support/browsers.js';
import { range } from '../support/reference.js';

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

test('of 64 × 128 numbers, the smallest is −0.99999999: no row makes exactly half a turn', () => {
  const state = { length: 64, dim: 128, dtype: 'float64', dimension: 2, position: 1 };
  const figure = new PeHeatmap();
  const say = (patch, beginner) => {
    figure.setState({ ...state, ...patch });
    const pieces = figure.words.caption(figure.compute(figure.state), false, beginner);
    return pieces.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');
  };
  const exact = (row, column) => {
    const angle = row * 10000 ** (-(column & ~1) / 128);
    return column % 2 ? Math.cos(angle) : Math.sin(angle);
  };
  const places = range(64).flatMap((row) => range(128).map((column) => [row, column]));
  const all = places.map(([row, column]) => [exact(row, column), row, column]);
  const [least, row, column] = all.reduce((best, each) => (each[0] < best[0] ? each : best));
  const most = Math.max(...all.map(([value]) => value));
  assert.deepEqual([least.toFixed(8), row, column, most], ['-0.99999999', 53, 25, 1]);
  const said =
    'The matrix has 64 × 128 = 8,192 numbers. ' +
    'The smallest is −0.99999999, in row 53 and column 25. The largest is +1.00000000.';
  assert.ok(say({}, false).endsWith(said), say({}, false));
  assert.match(say({ layout: 'concatenated' }, false), /in row 53 and column 76\./);
  assert.ok(say({}, true).endsWith('8,192 numbers.'), say({}, true));
  // The caption for beginners leaves the distance out, because beginners have no definition of it.
  assert.match(say({}, false), /Rows 1 and 0 are \d\.\d{3} apart/);
  assert.doesNotMatch(say({}, true), /apart/);
});

test('the formula has the divisor of the angle as a power and as a number', async () => {
  const chromium = await launchChromium();
  const state = 'position=1 dim=64 dimension=62';
  const { page, close } = await figurePage(chromium, `<pe-heatmap ${state}></pe-heatmap>`);
  const divisor = (10000 ** (62 / 64)).toFixed(1);
  assert.equal(divisor, '7498.9');
  const text = await page.locator('.pe-formula').textContent();
  assert.match(text, /^PE\(1,62\)=sin\(110,00062\/64\)=sin\(17,498\.9\)=sin\(0\.0001\)=/);
  await close();
  await chromium.close();
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
