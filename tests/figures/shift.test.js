/* Compares the numbers of pe-shift with plain JavaScript. Also drags parts of its picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../support/random.js';
import { PeShift } from '../../web/elements.js';
import { enact } from '../../web/figures/chassis/scene.js';
import {
  angleOf,
  brightened,
  errors,
  isTold,
  landsOn,
  look,
  looksAt,
  shiftModel,
  stepsOf,
} from '../../web/figures/shift/model.js';
import { layout, positionX } from '../../web/figures/shift/picture.js';
import { figurePage, launchChromium, settle } from '../support/browsers.js';

const anyState = fc.record({
  dim: fc.integer({ min: 1, max: 8 }).map((half) => 2 * half),
  base: fc.integer({ min: 2, max: 20000 }),
  offset: fc.integer({ min: -32, max: 32 }),
  length: fc.integer({ min: 1, max: 12 }),
  convention: fc.constantFrom('row', 'column'),
});
const near = (got, wanted, what) =>
  assert.ok(Math.abs(got - wanted) < 1e-9, `${what}: ${got}, not ${wanted}`);

/** Returns the encoding of a position. */
const encoding = (position, dim, base) =>
  Array.from({ length: dim }, (_, at) => {
    const angle = position * base ** (-(at & ~1) / dim);
    return at % 2 ? Math.cos(angle) : Math.sin(angle);
  });
const apart = (one, two) => Math.hypot(...one.map((value, at) => value - two[at]));

test('the error of a row is its Euclidean distance and its largest difference', () => {
  const { l2, max } = errors([1, 2, 3, 4, 5, 6], [1, 5, -1, 4, 4, 6], 3, 2);
  assert.deepEqual([...l2], [3, 4, 1]);
  assert.deepEqual([...max], [3, 4, 1]);
  assert.equal(errors([0, 0, 0], [2, -3, 6], 1, 3).l2[0], 7);
  assert.equal(errors([0, 0, 0], [2, -3, 6], 1, 3).max[0], 6);
});

test('the matrix moves every encoding ahead, and its transpose moves it back', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { dim, base, offset, length, convention } = state;
      const { table, ahead, got, both, error, back, matrix, frequencies } = shiftModel(state);
      const way = convention === 'row' ? offset : -offset;
      assert.equal(error, both[convention]);
      assert.deepEqual([matrix.length, frequencies.length], [dim * dim, dim / 2]);
      for (let row = 0; row < length; row++) {
        const of = (values) => [...values.subarray(row * dim, (row + 1) * dim)];
        const [here, there] = [row, row + offset].map((at) => encoding(at, dim, base));
        const behind = encoding(row - offset, dim, base);
        near(apart(of(table), here), 0, 'table');
        near(apart(of(ahead), there), 0, 'ahead');
        near(apart(of(got), encoding(row + way, dim, base)), 0, 'got');
        near(both.row.l2[row], 0, 'the row convention');
        near(both.column.l2[row], apart(behind, there), 'the column convention');
        near(back.l2[row], apart(encoding(row + way, dim, base), behind), 'back');
        const product = here.map((_, column) =>
          here.reduce((sum, value, at) => sum + value * matrix[at * dim + column], 0),
        );
        near(apart(product, encoding(row + way, dim, base)), 0, 'row times matrix');
      }
    }),
  );
});

/** Returns the attention of a query to keys: the softmax of its dot products with the keys. */
function attentionTo(keys, query) {
  const exponentials = keys.map((key) =>
    Math.exp(key.reduce((sum, value, at) => sum + value * query[at], 0)),
  );
  const total = exponentials.reduce((sum, value) => sum + value, 0);
  return exponentials.map((value) => value / total);
}

test('the head compares every query with every key times the matrix', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { dim, base, length } = state;
      const { weights, bright } = shiftModel(state);
      const keys = Array.from({ length }, (_, key) => encoding(key + stepsOf(state), dim, base));
      for (let row = 0; row < length; row++) {
        const wanted = attentionTo(keys, encoding(row, dim, base));
        const most = Math.max(...wanted);
        for (let key = 0; key < length; key++) {
          const at = row * length + key;
          assert.ok(Math.abs(weights[at] - wanted[key]) < 1e-6, 'weight');
          assert.ok(Math.abs(bright[at] - wanted[key] / most) < 1e-5, 'brightness');
        }
      }
      const between = attentionTo(keys, encoding(2.5, dim, base));
      look(state, stepsOf(state), [2.5]).forEach((weight, key) =>
        assert.ok(Math.abs(weight - between[key]) < 1e-6, 'between two positions'),
      );
    }),
  );
  assert.deepEqual([...brightened(Float32Array.of(1, 4, 2, 1), 2)], [0.25, 1, 1, 0.5]);
});

test('the head looks back by the offset from every position, and the transpose looks ahead', () => {
  const figure = new PeShift();
  for (const [offset, convention] of [
    [5, 'row'],
    [1, 'row'],
    [20, 'row'],
    [-7, 'row'],
    [5, 'column'],
  ]) {
    figure.setState({ offset, convention });
    const { weights } = figure.compute(figure.state);
    for (let position = 0; position < 64; position++) {
      const goal = looksAt({ ...figure.state, position });
      assert.equal(goal, convention === 'row' ? position - offset : position + offset);
      if (goal < 0 || goal > 63) continue;
      const row = [...weights.subarray(position * 64, (position + 1) * 64)];
      assert.equal(row.indexOf(Math.max(...row)), goal, `${convention} ${offset} ${position}`);
    }
  }
});

test('until the answer, only texts for position 10 or target 5 say where the head looks', () => {
  const figure = new PeShift();
  const { words } = PeShift;
  const text = (pieces) => pieces.map((piece) => (piece.at ? piece.at(-1) : piece)).join('');
  for (const [position, offset, told] of [
    [10, 5, true],
    [10, 9, true],
    [30, 25, true],
    [30, 5, false],
    [11, 5, false],
  ]) {
    figure.setState({ position, offset });
    const model = figure.compute(figure.state);
    assert.equal(isTold(figure.state), told);
    const said = `${text(words.caption(model, true, true))} ${words.describe(model, true)}`;
    assert.equal(said.includes(`${offset} back`), told, said);
    assert.ok(words.tables(model)[0].answers);
  }
  const { tries, shows } = figure.question();
  enact(figure, tries.same);
  assert.equal(looksAt(figure.state), 5);
  enact(figure, shows);
  assert.deepEqual([figure.state.position, looksAt(figure.state)], [30, 25]);
});

test('a matrix moves a position by the offset, and turns a pair by the right angle', () => {
  const state = { position: 10, offset: 5, pair: 1 };
  assert.equal(landsOn({ ...state, convention: 'row' }), 15);
  assert.equal(landsOn({ ...state, convention: 'column' }), 5);
  const frequencies = [1, 0.5, 3];
  const row = angleOf({ state: { ...state, convention: 'row' }, frequencies });
  near(row.radians, 2.5, 'radians');
  near(row.degrees, 450 / Math.PI, 'degrees');
  near(row.rest, 450 / Math.PI, 'rest');
  const column = angleOf({ state: { ...state, pair: 2, convention: 'column' }, frequencies });
  near(column.radians, -15, 'radians');
  near(column.degrees, -2700 / Math.PI, 'degrees');
  near(column.rest, -2700 / Math.PI + 720, 'rest');
  for (const [degrees, rest] of [
    [179.8, 179.8],
    [180.2, -179.8],
    [-179.8, -179.8],
    [539.9, 179.9],
  ]) {
    const turn = { position: 0, offset: 1, pair: 0, convention: 'row' };
    near(angleOf({ state: turn, frequencies: [(degrees * Math.PI) / 180] }).rest, rest, 'rest');
  }
});

test('by pointer: the position, the target of the head, or both can be dragged', async (t) => {
  const chromium = await launchChromium();
  t.after(() => chromium.close());
  const { page, errors, close } = await figurePage(chromium, '<pe-shift></pe-shift>');
  const places = () =>
    page.evaluate(() => {
      const { position, offset } = document.querySelector('pe-shift').getState();
      return [position, offset];
    });
  const plot = await page.locator('.pe-plot').boundingBox();
  const { strip, map } = layout(plot.width, false);
  const drag = async (from, to) => {
    await page.mouse.move(plot.x + from[0], plot.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(plot.x + to[0], plot.y + to[1]);
    await page.mouse.up();
    await settle(page);
  };
  const onStrip = (position) => [positionX(strip, position, 64), strip.y + strip.height / 2];
  const onMap = (row, column) =>
    [map.x, map.y].map((start, at) => start + (([column, row][at] + 0.5) * map.size) / 64);
  await drag(onStrip(5), onStrip(2));
  assert.deepEqual(await places(), [10, 8], 'where it looks');
  await drag(onStrip(40), onStrip(41));
  assert.deepEqual(await places(), [41, 8], 'the position');
  await drag(onStrip(33), onStrip(20));
  assert.deepEqual(await places(), [20, 8], 'before the answer, nothing tells where it looks');
  await drag(onMap(30, 25), onMap(50, 30));
  assert.deepEqual(await places(), [50, 20], 'both');
  assert.deepEqual(errors, []);
  await close();
});

test('while the answer is shown, the diagonal grows with the movement', async (t) => {
  const chromium = await launchChromium();
  t.after(() => chromium.close());
  const { page, errors, close } = await figurePage(chromium, '<pe-shift></pe-shift>');
  const plot = await page.locator('.pe-plot').boundingBox();
  const { map } = layout(plot.width, false);
  /** Returns, for four positions, whether the map has a colour in the cell where the head looks. */
  const drawn = (share) =>
    page.evaluate(
      async ({ share, map }) => {
        const figure = document.querySelector('pe-shift');
        figure.ui.predict.waive();
        figure.setState({ position: 10 });
        const from = { ...figure.motion.shown };
        figure.setState({ position: 30 });
        figure.motion.hold(from, share);
        if (share === 1) figure.motion.settle();
        figure.stale();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const { canvas } = figure.ui;
        const ratio = canvas.width / canvas.clientWidth;
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const pixels = copy.getContext('2d', { willReadFrequently: true });
        pixels.drawImage(canvas, 0, 0);
        const cell = map.size / 64;
        return [13, 17, 25, 50].map((row) => {
          const at = (index, start) => Math.round((start + (index + 0.5) * cell) * ratio);
          const [red, , blue] = pixels.getImageData(at(row - 5, map.x), at(row, map.y), 1, 1).data;
          return red - blue > 60;
        });
      },
      { share, map },
    );
  assert.deepEqual(await drawn(0.5), [true, true, false, false]);
  assert.deepEqual(await drawn(1), [true, true, true, true]);
  assert.deepEqual(errors, []);
  await close();
});

test('the picture and the caption say which clocks are turned onto which', () => {
  const { caption } = PeShift.words;
  const { clocks } = PeShift.words.labelsOnPicture;
  const figure = new PeShift();
  for (const [patch, wanted, said] of [
    [
      { position: 30 },
      'clocks of 25 (dashed), turned onto 30',
      /of (other)?25 are turned 5 steps forward, they point/,
    ],
    [
      { offset: -1 },
      'clocks of 31 (dashed), turned onto 30',
      /of (other)?31 are turned 1 step back, they point/,
    ],
    [{ offset: 0 }, 'each clock turns by its own angle', /turns no clock/],
  ]) {
    figure.setState(patch);
    const model = figure.compute(figure.state);
    assert.equal(clocks(figure.state, true), wanted);
    assert.equal(clocks(figure.state, false), 'each clock turns by its own angle');
    assert.match(caption(model, false, true).flat().join(''), said);
  }
});
