/*
 * Compares the numbers of pe-precision with plain JavaScript, which rounds them by slow
 * conversions. Also uses the figure with keys and with a pointer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PePrecision } from '../../web/elements.js';
import { sinusoidal } from '../../web/index.js';
import { layout } from '../../web/figures/precision/picture.js';
import {
  BITS,
  FORMATS,
  LIMIT,
  ROWS,
  SAMPLES,
  gapAt,
  lensesOf,
  nearOf,
  overviewOf,
  positionsNear,
} from '../../web/figures/precision/model.js';
import { goOn, figurePage, launchChromium, settle, typist } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';
import { range } from '../support/reference.js';

const plain = new PePrecision().getState();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
const { fround } = Math;
const half = (dtype) => (value) => valueOfHalf(bitsOfHalf(value, dtype), dtype);

/** For each format, the function that rounds a sine or cosine to it. */
const ROUND = {
  float64: Number,
  float32: fround,
  angle: fround,
  float16: half('float16'),
  bfloat16: half('bfloat16'),
};

/** Computes one row of the table. */
function row(format, { dim, base }, position) {
  return Array.from({ length: dim }, (_, at) => {
    const frequency = base ** ((-2 * Math.floor(at / 2)) / dim);
    const angle =
      format === 'angle' ? fround(fround(position) * fround(frequency)) : position * frequency;
    return ROUND[format](at % 2 ? Math.cos(angle) : Math.sin(angle));
  });
}

const largest = (one, other) => Math.max(...one.map((value, at) => Math.abs(value - other[at])));

test('the first position with the pair of the position before, in all formats and clocks', () => {
  for (const state of [
    { ...plain, dim: 32 },
    { ...plain, dim: 16, base: 500000 },
  ]) {
    const { first, still } = overviewOf(state);
    for (const format of FORMATS) {
      const rows = Array.from({ length: LIMIT + 1 }, (_, at) => row(format, state, at));
      const isSame = (position, at) => rows[position][at] === rows[position - 1][at];
      const wanted = Array.from({ length: state.dim / 2 }, (_, pair) => {
        let position = 1;
        while (position <= LIMIT && !(isSame(position, 2 * pair) && isSame(position, 2 * pair + 1)))
          position++;
        return position > LIMIT ? 0 : position;
      });
      assert.deepEqual([...first[format]], wanted, `${format} ${state.dim}`);
      assert.equal(still[format], wanted.filter(Boolean).length);
    }
  }
});

test('of 32 clocks, 13 stand still in bfloat16, 6 in float16, and none in float32', () => {
  const { first, still } = overviewOf(plain);
  assert.deepEqual(still, { float64: 0, float32: 0, angle: 0, float16: 6, bfloat16: 13 });
  assert.deepEqual([first.bfloat16[18], first.bfloat16[19], first.bfloat16[31]], [0, 169, 235]);
});

test('errors stay small if the result is rounded, and grow if the angle is rounded', () => {
  const { errors } = overviewOf(plain);
  for (const [at, position] of SAMPLES.entries()) {
    const near = positionsNear(at);
    assert.equal(near[0], position);
    assert.ok(!at || near.every((each) => each >= SAMPLES[at - 1]), String(near));
    for (const format of FORMATS) {
      const wanted = Math.max(
        ...near.map((each) => largest(row(format, plain, each), row('float64', plain, each))),
      );
      assert.ok(Math.abs(errors[format][at] - wanted) < 3e-10, `${format} at ${position}`);
    }
    assert.ok(errors.float32[at] <= 2 ** -25 && errors.bfloat16[at] <= 2 ** -9);
    // The README states these bounds for angles in float32.
    assert.ok(errors.angle[at] <= (position <= LIMIT ? 2.4e-4 : 5e-2));
  }
  assert.ok(errors.angle.at(-1) > 1e5 * errors.float32.at(-1));
});

test('of the first rows: the largest error, where it is, and how long the slowest cosine is 1', () => {
  for (const state of [
    { ...plain, dim: 32 },
    { ...plain, dim: 16, base: 500000 },
  ]) {
    const { dim } = state;
    const { whole } = overviewOf(state);
    const exact = range(ROWS).map((position) => row('float64', state, position));
    for (const format of FORMATS) {
      const rows = range(ROWS).map((position) => row(format, state, position));
      const { error, position, dimension, ones } = whole[format];
      const wanted = Math.max(...rows.map((numbers, at) => largest(numbers, exact[at])));
      const found = Math.abs(rows[position][dimension] - exact[position][dimension]);
      for (const value of [error, found])
        assert.ok(Math.abs(value - wanted) < 1e-12, `${format} ${dim}: ${value}, not ${wanted}`);
      const moved = rows.findIndex((numbers) => numbers[dim - 1] !== 1);
      assert.equal(ones, (moved < 0 ? ROWS : moved) - 1, format);
    }
  }
});

test('in a table of 1,000 × 512, float32 rounds numbers by 2.98e-8, or angles by 5.69e-5', () => {
  const figure = new PePrecision();
  figure.setState({ ...plain, dim: 512, format: 'angle', pair: 4, position: 936 });
  const model = figure.compute(figure.state);
  const table = figure.tables(model).find(({ columns }) => columns.includes('dimension'));
  const rows = range(table.rows).map((at) =>
    table.row(at).map((cell, column) => (column ? table.show(cell, column) : cell)),
  );
  // 2^-25 is half of the gap between the largest float32 numbers below 1.
  assert.equal((2 ** -25).toExponential(2), '2.98e-8');
  assert.deepEqual(
    rows.map(([, error, ...others]) => [error, others.at(-1)]),
    [
      ['0', '0'],
      ['2.98×10⁻⁸', '2'],
      ['5.69×10⁻⁵', '2'],
      ['2.44×10⁻⁴', '213'],
      ['1.95×10⁻³', '603'],
    ],
  );
  assert.deepEqual(rows[2].slice(2, 4), ['936', '8']);
  assert.equal(model.whole.angle.error, model.far.angle.error);
  const exact = row('float64', figure.state, 936)[8];
  const error = Math.abs(row('angle', figure.state, 936)[8] - exact);
  assert.ok(Math.abs(error - model.whole.angle.error) < 1e-12, String(error));
});

test('the score of two words is the scaled dot product of their rows', () => {
  for (const position of [1, 235, 4096, 1000000]) {
    const { far, farther, exact, stored } = nearOf({ ...plain, format: 'angle', position });
    const dot = (format, apart) => {
      const other = row(format, plain, position - apart);
      return row(format, plain, position).reduce((sum, each, at) => sum + each * other[at], 0) / 32;
    };
    for (const format of FORMATS)
      assert.ok(Math.abs(far[format].score - dot(format, 12)) < 1e-8, `${format} ${position}`);
    assert.ok(Math.abs(farther - dot('float64', 13)) < 1e-8);
    assert.deepEqual([...stored.subarray(128, 192)], row('angle', plain, position));
    assert.ok(largest([...exact.subarray(192, 256)], row('float64', plain, position + 1)) < 1e-9);
  }
});

test('the preset of the largest error leads to the largest of all positions', () => {
  const [, state] = new PePrecision().words.presets.find(([, { format }]) => format === 'angle');
  const piece = 4000;
  let most = 0;
  let at = 0;
  for (let start = 1; start <= 1e6; start += piece) {
    const positions = Array.from({ length: piece }, (_, by) => start + by);
    const exact = sinusoidal(piece, 64, { positions, dtype: 'float64' });
    const rounded = sinusoidal(piece, 64, { positions, precision: 'float32' });
    exact.forEach((value, index) => {
      const error = Math.abs(value - rounded[index]);
      if (error <= most) return;
      most = error;
      at = index + 64 * (start - 1);
    });
  }
  assert.deepEqual([state.position, state.pair], [1 + Math.floor(at / 64), (at % 64) >> 1]);
  assert.equal(most, nearOf({ ...plain, ...state }).far.angle.error);
});

test('all five rows near a position are rounded to the format, the smallest numbers too', () => {
  // With this base, the slowest clocks have sines that are subnormal numbers in float16.
  for (const format of FORMATS)
    for (const position of [2, 3, 20, 4097]) {
      const state = { ...plain, dim: 32, base: 500000, format, position };
      const { exact, stored, same } = nearOf(state);
      const rows = range(5, position - 2).map((at) => row(format, state, at));
      const near = (got, wanted, most) =>
        wanted.forEach((value, at) =>
          assert.ok(Math.abs(got[at] - value) <= most, `${format} ${at}`),
        );
      const truth = range(5, position - 2).flatMap((at) => row('float64', state, at));
      near([...exact], truth, 1e-12);
      assert.equal(stored.length, 5 * 32);
      if (format === 'float64') near([...stored], truth, 1e-12);
      else assert.deepEqual([...stored], rows.flat(), `${format} ${position}`);
      const isSame = (at) => rows[2][at] === rows[1][at];
      assert.deepEqual(
        same,
        range(16).map((pair) => isSame(2 * pair) && isSame(2 * pair + 1)),
      );
    }
});

test('errors are computed at ten positions for each power of ten, up to a million', () => {
  assert.deepEqual(
    SAMPLES,
    range(61).map((at) => Math.round(10 ** (at / 10))),
  );
  assert.deepEqual([SAMPLES[0], SAMPLES.at(-1)], [1, 1e6]);
  assert.equal(LIMIT, 2 ** 12);
});

test('one lens shows the fastest clock, the other the chosen one, or else the slowest', () => {
  assert.deepEqual(lensesOf({ dim: 64, pair: 0 }), [0, 31]);
  assert.deepEqual(lensesOf({ dim: 64, pair: 9 }), [0, 9]);
});

test('the gap of a format is the smallest change of a number that it can store', () => {
  for (const format of ['float16', 'bfloat16', 'float32'])
    for (const value of [1, 0.75, 0.5, 0.03125, 0.7109375, 2 ** -20].map(ROUND[format])) {
      const gap = gapAt(format, -value);
      assert.equal(ROUND[format](value + gap), value + gap, `${format} ${value}`);
      assert.ok(ROUND[format](value + gap / 4) === value, `${format} ${value}`);
    }
});

test('in bfloat16, the fastest hand moves by many gaps, and the slowest by half a gap', () => {
  const state = { ...plain, pair: 31 };
  const [fast, slow] = nearOf(state).paces;
  const [before, now] = [234, 235].map((position) => row('float64', state, position));
  // The step of a clock is that of its sine or its cosine, whichever moves by more gaps.
  assert.ok(Math.abs(fast.step - Math.abs(now[1] - before[1])) < 1e-12);
  assert.ok(Math.abs(slow.step - Math.abs(now[62] - before[62])) < 1e-12);
  assert.deepEqual([fast.gap, slow.gap], [2 ** -8, 2 ** -12]);
  assert.ok(fast.step > 200 * fast.gap && slow.step < slow.gap);
});

test('the title says what the chosen format shows', () => {
  const figure = new PePrecision();
  const title = (patch) => {
    figure.setState({ ...plain, ...patch });
    figure.model = figure.compute(figure.state);
    return figure.heading;
  };
  assert.equal(title({}), 'With few bits, slow clocks stand still');
  assert.equal(
    title({ format: 'float32' }),
    'With float32, no clock stands still up to position 4,096',
  );
  assert.equal(title({ format: 'angle' }), 'Rounded angles go wrong at large positions');
});

test('a format has as many bits as halvings of a step until 1 and the step are stored as 1', () => {
  for (const format of FORMATS)
    assert.equal(
      BITS[format],
      range(60).find((bits) => ROUND[format](1 + 2 ** -bits) === 1),
      format,
    );
});

test('the texts contain the computed numbers', () => {
  const figure = new PePrecision();
  const say = (patch, beginner = false) => {
    figure.setState({ ...plain, ...patch });
    return words(figure.words.caption(figure.compute(figure.state), false, beginner));
  };
  const step = 'than moving a word by one position.';
  const slow = say({ pair: 31 }, true);
  assert.match(
    slow,
    /234 and 235\. Both tips are stored as the same two numbers.* But 30 of 32 clocks tell them apart\./,
  );
  assert.ok(slow.endsWith(`Rounding changes a score less ${step}`), slow);
  assert.match(say({ pair: 31 }), /With bfloat16, 13 of 32 clocks stand still at some position\./);
  assert.match(say({ pair: 31, format: 'float32' }), /two different pairs.*none of the 32 clocks/);
  assert.match(
    say({ position: 1000000, format: 'angle' }),
    /off by up to 1\.6×10⁻²\. .* is 0\.6660\. With exact numbers, it is 0\.6666\./,
  );
  assert.match(say({ format: 'float32' }), /is 0\.6666, as with exact numbers\./);
  const far = say({ position: 997477, format: 'angle' }, true);
  assert.ok(
    far.endsWith(`Larger angles get larger errors. Rounding changes a score less ${step}`),
    far,
  );
  const other = { dim: 128, base: 100, format: 'angle', position: 700228 };
  const wrong = say(other, true);
  assert.ok(wrong.endsWith(`Rounding changes a score more ${step}`), wrong);
  for (const table of figure.tables(figure.compute(figure.state)))
    for (let at = 0; at < table.rows; at++)
      assert.equal(table.row(at).length, table.columns.length, table.name);
});

test('past 256, bfloat16 cannot store every position, and the answer says so', () => {
  const stored = range(258).map((position) => ROUND.bfloat16(position));
  assert.deepEqual(stored.slice(0, 257), range(257));
  assert.notEqual(stored[257], 257);
  const figure = new PePrecision();
  const { shows, because } = figure.question();
  figure.setState(shows.from);
  figure.setState(shows.to);
  const model = figure.compute(figure.state);
  assert.match(words(because(model)), /past 256, bfloat16 cannot store them all/);
  // The answer also says that faster clocks tell these positions apart.
  assert.deepEqual(model.same.slice(0, 19), range(19).fill(false));
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('by keys and pointer: a slow clock stops in bfloat16, and moves in float16', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-precision></pe-precision>', {
    reducedMotion: 'reduce',
  });
  const press = typist(page);
  const caption = (text) =>
    page.waitForFunction(
      (text) =>
        document
          .querySelector('pe-precision')
          .shadowRoot.querySelector('.pe-caption')
          .textContent.includes(text),
      text,
    );
  const state = () => page.evaluate(() => document.querySelector('pe-precision').getState());
  await press('Tab', 'Space', 'Tab', 'Enter');
  assert.deepEqual(await state(), { ...plain, format: 'float32', pair: 31 });
  assert.doesNotMatch(await page.locator('.pe-caption').textContent(), /pair of numbers/);
  await goOn(page);
  await caption('Both tips are stored as the same two numbers');
  assert.equal(await page.locator('.pe-surprise').textContent(), '13 of 32 clocks');
  const { x, y, width } = await page.locator('.pe-plot').boundingBox();
  const { left, right } = layout(width, false).bars;
  await page.mouse.click(x + left + ((right - left) * 27.5) / 32, y + 250);
  await press('f');
  assert.deepEqual(await state(), { ...plain, pair: 27, position: 150 });
  await caption('Both tips are stored as the same two numbers');
  await page.evaluate(() => document.querySelector('pe-precision').setState({ format: 'float16' }));
  await caption('The tips are stored as two different pairs');
  assert.deepEqual(errors, []);
  await close();
});

test('on its way, the picture judges nothing: no verdict, no bars, no conclusion as the title', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-precision></pe-precision>', {
    reducedMotion: 'reduce',
  });
  const seen = async () => {
    await settle(page);
    const written = await page.locator('.pe-title, .pe-caption').allTextContents();
    const { texts } = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-precision'), false)`,
    );
    return [...written, ...texts.map(({ text }) => text)].join('|');
  };
  await page.getByRole('button', { name: 'Just show me' }).click();
  const onTheWay = await seen();
  assert.match(onTheWay, /^How many bits.*with a few bits each/);
  assert.match(onTheWay, /Where do the clocks stand still\?/);
  assert.doesNotMatch(onTheWay, /stored as (two pairs|the same)|gap between numbers/);
  await goOn(page);
  const arrived = await seen();
  assert.match(
    arrived,
    /^With few bits, slow clocks stand still.*Both tips are stored as the same/,
  );
  for (const text of ['two stored pairs', 'the same stored pair', 'step of the hand'])
    assert.ok(arrived.includes(`|${text}`), text);
  assert.deepEqual(errors, []);
  await close();
});

test('the label of a fast clock begins beside the lens', async () => {
  const tag = '<pe-precision format="float32"></pe-precision>';
  const { page, errors, close } = await figurePage(chromium, tag);
  await page.evaluate(() => document.querySelector('pe-precision').ui.predict.waive());
  for (const pair of [0, 1, 5]) {
    await page.evaluate((pair) => document.querySelector('pe-precision').setState({ pair }), pair);
    const texts = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-precision'), false).texts`,
    );
    assert.ok(texts.some(({ text }) => text === 'clock 0: fastest'));
    const label = texts.find(({ text }) => text.startsWith(`clock ${pair}: not up to`));
    const lens = layout(1280, false).lens;
    assert.ok(label.box[0] > lens.apart + lens.side + 20, `clock ${pair}: ${label.box}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('for beginners, lines and pale bars are named, and playing begins where a clock stops', async () => {
  const tag = '<pe-precision level="beginner"></pe-precision>';
  const { page, errors, close } = await figurePage(chromium, tag, { reducedMotion: 'reduce' });
  const written = async () => {
    await settle(page);
    const { texts } = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-precision'), false)`,
    );
    return texts.map(({ text }) => text);
  };
  const count = (texts, text) => texts.filter((each) => each === text).length;
  const before = await written();
  for (const text of ['lines: storable numbers', 'lines too fine to see'])
    assert.equal(count(before, text), 1, text);
  assert.deepEqual(
    [count(before, 'step of the hand'), count(before, 'gap between numbers')],
    [2, 0],
  );
  assert.equal(count(before, 'not up to 4,096'), 0);
  await page.getByRole('button', { name: 'Just show me' }).click();
  await goOn(page);
  assert.equal(count(await written(), 'not up to 4,096'), 1);
  // Beginners have no button “largest error”. At level="full", it shows where the error of a
  // float32 angle is largest.
  assert.equal(await page.getByRole('button', { name: 'largest error' }).isVisible(), false);
  const playFrom = (state) =>
    page.evaluate((state) => {
      const figure = document.querySelector('pe-precision');
      figure.setState(state);
      figure.play();
      figure.pause();
      return figure.state.position;
    }, state);
  assert.equal(await playFrom({ position: 4 }), 227);
  assert.equal(await playFrom({ position: 300 }), 300);
  assert.equal(await playFrom({ position: 4, pair: 9 }), 4);
  assert.deepEqual(errors, []);
  await close();
});
