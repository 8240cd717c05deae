/* Compares the numbers in the figures and on the page with the numbers that they must show. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PeClocks, PeHeatmap, PeShift } from '../../../web/elements.js';
import { columnsFor } from '../../../web/figures/clocks/picture.js';
import { clocksModel } from '../../../web/figures/clocks/model.js';
import { game } from '../../../web/figures/clocks/words.js';
import { columnOf, heatmapModel, movedTo } from '../../../web/figures/heatmap/model.js';
import { shiftModel } from '../../../web/figures/shift/model.js';
import { textNumber } from '../../../web/quiz/numbers.js';

const clocks = (position, dim = 64) => clocksModel({ position, other: 0, dim, base: 10000 });
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

test('clocks: clock 0 confuses positions 44 and 710 with 0, but not 3 and 6', () => {
  assert.equal(clocks(44).chords[0].toFixed(4), '0.0177');
  assert.equal(clocks(710).chords[0].toPrecision(3), '0.0000603');
  assert.equal(clocks(3).chords[0].toFixed(3), '1.995');
  assert.equal(clocks(6).chords[0].toFixed(3), '0.282');
  assert.equal(clocks(710).total.toFixed(3), '7.297');
  assert.ok(clocks(710).chords[0] < clocks(44).chords[0]);
});

test('clocks: the distances from position 0, on all clocks together', () => {
  for (const [position, wanted] of [
    [1, '1.472'],
    [5, '4.122'],
    [6, '4.109'],
    [10, '4.679'],
    [48, '5.913'],
    [96, '6.516'],
  ])
    assert.equal(clocks(position).total.toFixed(3), wanted);
});

test('clocks: the wavelength of the slowest clock depends on dim, and is not 62,832', () => {
  for (const [dim, wanted] of [
    [64, '47117.2'],
    [128, '54410.1'],
    [512, '60611.5'],
  ])
    assert.equal(clocks(0, dim).waves[dim / 2 - 1].toFixed(1), wanted);
});

test('clocks: a clock confuses positions if its hands are less than 0.02 apart', () => {
  // 44 is 0.0177 more than 14 π, and 88 is 0.0354 more than 28 π.
  assert.equal(clocks(88).chords[0].toFixed(4), '0.0354');
  for (const [position, confused] of [
    [44, true],
    [88, false],
    [710, true],
  ]) {
    const { chords, fooled } = clocks(position);
    assert.equal(fooled, [...chords].filter((chord) => chord < 0.02).length);
    const figure = new PeClocks();
    figure.setState({ position, other: 0, pair: 0 });
    const text = words(figure.caption(figure.compute(figure.state)));
    assert.equal(text.includes('it cannot tell the positions apart'), confused, text);
  }
  // The game names the limit as an angle.
  const degrees = (2 * Math.asin(0.02 / 2) * 180) / Math.PI;
  assert.ok(game.task().includes(`must be less than ${degrees.toFixed(1)}° apart`), game.task());
});

test('clocks: the wall of clocks has at least as many columns as rows', () => {
  for (const count of [1, 4, 8, 16, 32, 64, 128, 256])
    assert.ok(columnsFor(count) * columnsFor(count) >= count);
});

test('heat map: rows 1 and 50 begin with the right numbers', () => {
  const { table } = heatmapModel({
    length: 64,
    dim: 64,
    base: 10000,
    layout: 'interleaved',
    dtype: 'float32',
    position: 50,
    other: 1,
  });
  const row = (position) =>
    [...table.subarray(position * 64, position * 64 + 8)]
      .map((value) => value.toFixed(3))
      .join(' ');
  assert.equal(row(1), '0.841 0.540 0.682 0.732 0.533 0.846 0.409 0.912');
  assert.equal(row(50), '-0.262 0.965 -0.203 0.979 0.157 -0.988 0.787 -0.617');
});

test('heat map: the columns of one layout are a permutation of the other', () => {
  const state = { length: 64, dim: 64, base: 10000, dtype: 'float64', position: 0, other: 0 };
  const [one, two] = ['interleaved', 'concatenated'].map(
    (layout) => heatmapModel({ ...state, layout }).table,
  );
  for (let at = 0; at < 4096; at++) {
    const column = at % 64;
    assert.equal(two[at - column + movedTo(64, column)], one[at]);
  }
  assert.equal(new Set(Array.from({ length: 64 }, (_, column) => movedTo(64, column))).size, 64);
  for (let column = 0; column < 64; column++) {
    assert.deepEqual(
      columnOf({ dim: 64, layout: 'interleaved' }, column),
      columnOf({ dim: 64, layout: 'concatenated' }, movedTo(64, column)),
    );
  }
});

test('shift: the transpose moves back, and its error is the same at every position', () => {
  const state = {
    dim: 64,
    base: 10000,
    offset: 5,
    length: 64,
    convention: /** @type {const} */ ('column'),
  };
  const wrong = shiftModel(state);
  assert.deepEqual(
    [0, 10, 20, 30].map((position) => wrong.error.max[position].toFixed(4)),
    ['1.9999', '1.9995', '1.9982', '1.9960'],
  );
  for (const error of wrong.error.l2) assert.equal(error.toFixed(4), '4.6794');
  assert.ok(Math.max(...wrong.back.l2) < 2e-15);
  const right = shiftModel({ ...state, convention: 'row' });
  assert.ok(Math.max(...right.error.l2) < 2e-15 && Math.max(...right.error.max) <= 1.2e-15);
});

test('shift: the caption names angle and direction of the turn', () => {
  const figure = new PeShift();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  assert.match(say({}), /5\.0000 rad = 286\.48° clockwise, the same as 73\.52° anticlockwise/);
  assert.match(
    say({ convention: 'column' }),
    /286\.48° anticlockwise, the same as 73\.52° clockwise.* to 5, which misses 15 by 4\.6794/,
  );
});

test('captions and tables hold the numbers of the model', () => {
  for (const Figure of [PeClocks, PeHeatmap, PeShift]) {
    const figure = new Figure();
    figure.setState({ position: 12 });
    const model = figure.compute(figure.state);
    assert.ok(words(figure.caption(model)).includes('12'));
    for (const table of figure.tables(model)) {
      for (let row = 0; row < table.rows; row++)
        assert.equal(table.row(row).length, table.columns.length, table.name);
      assert.ok(table.row(0).every((cell) => typeof cell === 'string' || Number.isFinite(cell)));
    }
  }
  const figure = new PeClocks();
  figure.setState({ position: 710 });
  const model = figure.compute(figure.state);
  const [table] = figure.tables(model);
  assert.deepEqual(table.row(0).slice(-1), [model.chords[0]]);
  assert.equal(table.show(model.chords[0], 6), '6.03×10⁻⁵');
});

test('every number in the text of the page is the kernels’ number', () => {
  const page = readFileSync(new URL('../../../web/lab/index.html', import.meta.url), 'utf8');
  const places = [...page.matchAll(/data-n="([^"]+)">([^<]+)</g)];
  assert.ok(places.length > 40);
  for (const [, ask, printed] of places) assert.equal(textNumber(ask), printed, ask);
});

test('the page refers to no address on the network', () => {
  const page = readFileSync(new URL('../../../web/lab/index.html', import.meta.url), 'utf8');
  assert.doesNotMatch(page, /https?:|\/\/[a-z]/i);
});
