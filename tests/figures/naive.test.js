/*
 * Tests PeNaive: five ways to number positions, the five meters that measure them, and what the
 * figure says about them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PeNaive } from '../../web/elements.js';
import {
  ENCODINGS,
  METERS,
  codes,
  digitsFor,
  metersFor,
  naiveModel,
} from '../../web/figures/naive/model.js';
import { code, reading, verdict } from '../../web/figures/naive/words.js';
import { goOn, launchChromium, openPage, root, settle, show } from '../support/browsers.js';
import { textsOn } from '../support/canvas-texts.js';
import { penTexts } from '../support/pen-texts.js';

const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
const passes = (measured) => METERS.filter((meter) => measured.meters[meter].pass).join(' ');

/** Functions that compute the codes in plain double arithmetic. */
const plain = {
  raw: (p) => [p],
  fraction: (p, length) => [p / length],
  binary: (p, length) =>
    [...p.toString(2).padStart((length - 1).toString(2).length, '0')].map(Number),
  sine: (p) => [Math.sin(p)],
  sinusoidal: (p, _, dim) =>
    Array.from({ length: dim }, (_, at) =>
      (at % 2 ? Math.cos : Math.sin)(p / 10000 ** ((at - (at % 2)) / dim)),
    ),
};
const rowsOf = (encoding, length, dim) =>
  Array.from({ length }, (_, p) => plain[encoding](p, length, dim));
const apart = (a, b) => Math.sqrt(a.reduce((sum, value, at) => sum + (value - b[at]) ** 2, 0));

test('each simple idea fails a requirement, and only the sinusoidal encoding meets all', () => {
  for (const length of [16, 17, 31, 64, 100, 256, 512]) {
    const { all } = naiveModel({ length, dim: 16 });
    assert.deepEqual(
      all.map(passes),
      [
        'unique smooth same any',
        'bounded unique smooth same',
        'bounded unique',
        'bounded smooth any',
        'bounded unique smooth same any',
      ],
      `${length}`,
    );
  }
});

test('one pair of sine and cosine is not enough: the codes of 0 and 44 are too close', () => {
  const [, , , , { meters }] = naiveModel({ length: 64, dim: 2 }).all;
  assert.deepEqual(
    [meters.unique.pass, meters.unique.at, meters.unique.value.toFixed(4)],
    [false, [0, 44], '0.0177'],
  );
});

/** Returns the smallest and the largest distance between any two rows. */
function extremes(rows) {
  let near = Infinity;
  let far = 0;
  rows.forEach((a, i) =>
    rows.slice(i + 1).forEach((b) => {
      near = Math.min(near, apart(a, b));
      far = Math.max(far, apart(a, b));
    }),
  );
  return { near, far };
}

/** Compares the codes and meters of one encoding with values in plain double arithmetic. */
function compareWithReference(measured, length, dim) {
  const { encoding, width, table, steps, meters } = measured;
  const rows = rowsOf(encoding, length, dim);
  assert.equal(width, rows[0].length);
  rows
    .flat()
    .forEach((value, at) => assert.ok(Math.abs(table[at] - value) < 1e-12, `${encoding} ${at}`));
  const wanted = rows.slice(1).map((row, p) => apart(rows[p], row));
  wanted.forEach((step, p) => assert.ok(Math.abs(steps[p] - step) < 1e-12));
  const { near, far } = extremes(rows);
  // The model compares float32 distances. Rounding may make it choose another pair that is nearly
  // as extreme.
  const close = (got, value) =>
    assert.ok(
      Math.abs(got - value) <= 3e-7 * Math.abs(value) + 1e-12,
      `${encoding} ${length}: ${got} for ${value}`,
    );
  close(meters.bounded.value, Math.max(...rows.flat().map(Math.abs)));
  close(meters.unique.value, near);
  close(apart(rows[meters.unique.at[0]], rows[meters.unique.at[1]]), near);
  close(meters.smooth.share, Math.max(...wanted) / far);
  close(meters.same.share, Math.max(...wanted) / Math.min(...wanted));
  const longer = rowsOf(encoding, 2 * length, dim).slice(0, length);
  if (encoding === 'binary')
    assert.deepEqual(meters.any, { pass: false, value: 0, extra: 1, at: [0] });
  else close(meters.any.value, Math.max(...rows.map((row, p) => apart(row, longer[p]))));
  const percent = (100 * Math.max(...wanted)) / far;
  assert.equal(
    reading(measured, 'smooth'),
    `${percent.toFixed(meters.smooth.share < 0.1 ? 1 : 0)} %`,
  );
}

test('every meter equals a reference in plain arithmetic, at the digits shown', () => {
  for (const [length, dim] of [
    [16, 16],
    [33, 2],
    [100, 64],
    [512, 16],
  ]) {
    const { all } = naiveModel({ length, dim });
    for (const measured of all) compareWithReference(measured, length, dim);
  }
});

test('binary: four digits flip between 7 and 8', () => {
  const { chosen } = new PeNaive().compute({ ...new PeNaive().getState(), encoding: 'binary' });
  assert.deepEqual([code(chosen, 7), code(chosen, 8)], ['0111', '1000']);
  assert.equal(chosen.steps[7], 2);
  assert.deepEqual(chosen.meters.smooth.at, [7, 8]);
  assert.equal(chosen.meters.smooth.share, 1);
  assert.deepEqual([2, 16, 17, 32, 512].map(digitsFor), [1, 4, 5, 5, 9]);
  assert.deepEqual([...codes('binary', 16, 16).table.subarray(40, 44)], [1, 0, 1, 0]);
});

test('sinusoidal codes are equally long, and float32 keeps steps equal to seven digits', () => {
  const {
    all: [, , , , pe],
    rounded,
  } = naiveModel({ length: 512, dim: 64 });
  for (let p = 0; p < 512; p++)
    assert.equal(
      Math.sqrt(
        pe.table.subarray(p * 64, p * 64 + 64).reduce((sum, value) => sum + value * value, 0),
      ).toFixed(4),
      Math.sqrt(32).toFixed(4),
    );
  assert.ok(pe.meters.same.spread < 4e-15);
  assert.ok(rounded.spread > 1e-8 && rounded.spread < 2e-7);
  assert.equal(rounded.still, 2);
  assert.match(
    verdict(pe, 'same', 512, rounded).says,
    new RegExp(
      '^every step is 1\\.4718 long, since each step is the same rotation\\. ' +
        'In float32, steps differ by up to 1\\.0×10⁻⁷, ' +
        'and the slowest cosine is exactly 1 up to position 1\\.$',
    ),
  );
});

test('the caption names the code, the requirement, and the numbers that decide', () => {
  const figure = new PeNaive();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  assert.equal(
    say({}),
    'Position 3 gets the code 3; the step to 4 is 1.0000 long. ' +
      '✗ within ±1: the largest value is 15. ' +
      'In longer texts it grows beyond anything that a network has seen.',
  );
  assert.equal(
    say({ encoding: 'fraction' }),
    'Position 3 gets the code 0.1875; the step to 4 is 0.0625 long. ' +
      '✗ any length: in a text twice as long, the code of 15 moves by 0.4688. ' +
      'The same position gets a different code.',
  );
  assert.equal(
    say({ encoding: 'binary', position: 7 }),
    'Position 7 gets the code 0111; the step to 8 is 2.0000 long. ' +
      '✗ smooth: the step from 7 to 8 is 100 % of the largest distance between any two codes.',
  );
  assert.equal(
    say({ encoding: 'sine', position: 8 }),
    'Position 8 gets the code +0.9894; the step to 9 is 0.5772 long. ' +
      '✗ unique: the codes of 8 and 14 are only 0.0012 apart. ' +
      'An average step is 0.6031.',
  );
  assert.match(
    say({ encoding: 'sinusoidal', position: 15 }),
    new RegExp(
      '^Position 15 gets the code \\(\\+0\\.650, −0\\.760, …\\)\\. ' +
        '✓ same step: every step is 1\\.0147 long',
    ),
  );
  for (const encoding of ENCODINGS)
    for (const meter of METERS) {
      const text = say({ encoding, meter });
      assert.doesNotMatch(text, /undefined|NaN/);
      for (const table of figure.tables(figure.compute(figure.state)))
        for (let row = 0; row < table.rows; row++)
          assert.equal(table.row(row).length, table.columns.length);
    }
});

test('choosing an encoding chooses its meter, unless a meter is given too', () => {
  const figure = new PeNaive();
  figure.setState({ encoding: 'binary' });
  assert.equal(figure.meter, 'smooth');
  figure.setState({ encoding: 'sine', meter: 'same' });
  assert.equal(figure.meter, 'same');
  figure.setState({ length: 4, position: 99 });
  assert.deepEqual([figure.state.length, figure.state.position], [16, 15]);
});

test('a beginner sees the verdict of a requirement that has a column', () => {
  const figure = new PeNaive();
  Object.defineProperty(figure, 'beginner', { value: true });
  for (const encoding of [...ENCODINGS.slice(1), 'raw']) {
    figure.setState({ encoding });
    assert.ok(metersFor(true).includes(figure.meter), `${encoding}: ${figure.meter}`);
    // The question asks about the steps of the binary code, so the verdict is about another
    // requirement.
    if (encoding === 'binary') assert.equal(figure.meter, 'any');
  }
});

test('for beginners, the bar of a binary step is as high as the number of digits that flip', () => {
  const texts = penTexts(PeNaive, { encoding: 'binary', meter: 'smooth', position: 7 });
  assert.ok(texts.includes('digits that flip') && texts.includes('7 → 8: 4 digits flip'), texts);
  assert.ok(texts.includes('4') && !texts.includes('2.00'), texts);
  assert.ok(penTexts(PeNaive, { encoding: 'raw' }).includes('1.00'));
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

const lesson = async (options) => {
  const opened = await openPage(
    chromium,
    'data:text/html,<!doctype html><html lang="en"><title>A lesson</title>' +
      '<meta name="viewport" content="width=device-width"><main><pe-naive></pe-naive></main>',
    options,
  );
  await opened.page.addScriptTag({ path: `${root}/dist/figures.iife.js` });
  await show(opened.page, 'pe-naive');
  return {
    ...opened,
    read: () => opened.page.evaluate(() => document.querySelector('pe-naive').getState()),
  };
};

test('until the scene has reached the answer, neither picture nor caption gives the verdict', () => {
  const state = { encoding: 'binary', meter: 'smooth', position: 7 };
  const said = (share) => {
    let caption;
    const texts = penTexts(PeNaive, state, {}, (figure) => {
      figure.motion.hold({ ...figure.motion.shown, position: 0 }, share);
      caption = words(figure.caption(figure.compute(figure.motion.moment)));
    });
    return [...texts, caption];
  };
  // At position 3, the scene stops and asks whether more digits can flip at once.
  const early = said(3 / 7);
  assert.ok(early.includes('3 → 4: 3 digits flip'), early);
  assert.ok(!early.some((text) => /100 %|smooth:/.test(text)), early);
  const last = said(1);
  assert.ok(last.includes('7 → 8: 4 digits flip'), last);
  assert.ok(
    last.some((text) => /✗ smooth: .*100 %/.test(text)),
    last,
  );
});

test('by keyboard: all five encodings and what they break, in at most 25 keystrokes', async () => {
  const { page, errors, read, close } = await lesson();
  let strokes = 0;
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      strokes++;
    }
    await settle(page);
  };
  const says = () => page.locator('.pe-caption').textContent();
  while (
    !(await page.evaluate(() =>
      document.activeElement?.shadowRoot?.activeElement?.classList.contains('pe-plot'),
    ))
  )
    await press('Tab');
  assert.match(await says(), /✗ within ±1: the largest value is 15/);
  for (const wanted of [
    /✗ any length/,
    // The question is about the steps of this encoding, so the verdict waits for the answer.
    /gets the code 0011[^✗✓]*$/,
    /✗ unique: the codes of 8 and 14/,
    /✓ same step/,
  ]) {
    await press('ArrowDown');
    assert.match(await says(), wanted);
  }
  for (const [at, meter] of METERS.entries()) {
    await press(String(at + 1));
    assert.equal((await read()).meter, meter);
    assert.match(await says(), /✓/);
  }
  await press('ArrowRight');
  assert.equal((await read()).position, 4);
  assert.ok(strokes <= 25, `${strokes} keystrokes`);
  await page.waitForFunction(() =>
    /^Sinusoidal: position 4 gets the code/.test(
      document.querySelector('pe-naive').shadowRoot.querySelector('[part=live]').textContent,
    ),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('beginners see the marks of an encoding after they have tried it or answered', async () => {
  const { page, errors, close } = await lesson({ reducedMotion: 'reduce' });
  const marks = async () => {
    await settle(page);
    const texts = await textsOn(page, 'pe-naive');
    return [
      texts.filter((text) => text === '?').length,
      texts.filter((t) => /^[✓✗]$/.test(t)).length,
    ];
  };
  assert.deepEqual(await marks(), [5, 24], 'experts');
  await page.evaluate(() => document.querySelector('pe-naive').setAttribute('level', 'beginner'));
  assert.deepEqual(await marks(), [16, 4]);
  await page.evaluate(() => document.querySelector('pe-naive').setState({ encoding: 'sine' }));
  assert.deepEqual(await marks(), [12, 8]);
  await page.getByRole('button', { name: 'Just show me' }).click();
  await goOn(page);
  assert.deepEqual(await marks(), [0, 20]);
  assert.deepEqual(errors, []);
  await close();
});

test('a press picks an encoding and a meter in the table, and a position in the plot', async () => {
  for (const options of [
    {},
    { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  ]) {
    const { page, read, close } = await lesson(options);
    const plot = page.locator('.pe-plot');
    const { width, height } = await plot.boundingBox();
    const row = width < 600 ? 62 : 40;
    const press = (x, y) =>
      options.hasTouch ? plot.tap({ position: { x, y } }) : plot.click({ position: { x, y } });
    await press(width - 20, height - 4 - 2.5 * row);
    assert.deepEqual([(await read()).encoding, (await read()).meter], ['binary', 'any']);
    await press(width - 10, 100);
    assert.equal((await read()).position, 15);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await close();
  }
});
