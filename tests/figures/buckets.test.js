/*
 * Compares the buckets of pe-buckets with T5's formula in plain JavaScript. Also uses the figure
 * with keys and with a pointer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeBuckets } from '../../web/elements.js';
import { bucketsModel, chosenOf } from '../../web/figures/buckets/model.js';
import { goOn, figurePage, launchChromium, typist } from '../support/browsers.js';
import { textsOn } from '../support/canvas-texts.js';

const plain = new PeBuckets().getState();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

/** Computes the model of a state. */
function model(patch = {}) {
  const figure = new PeBuckets();
  figure.setState(patch);
  return figure.compute(figure.state);
}

/** Returns T5's bucket of an earlier word, as T5's paper and code define it. */
function reference({ both, buckets, max }, distance) {
  const count = both ? buckets / 2 : buckets;
  const exact = Math.floor(count / 2);
  if (distance < exact) return distance;
  // At powers of the ratio, the quotient of the logarithms may be just below a whole number.
  const share = Math.log(distance / exact) / Math.log(max / exact) + 1e-12;
  return Math.min(count - 1, exact + Math.floor(share * (count - exact)));
}

/**
 * Returns how many of T5's buckets contain a single distance, by the integer division of its code.
 */
const exactOf = ({ both, buckets }) => buckets >> (both ? 2 : 1);

const states = fc
  .record({ both: fc.boolean(), buckets: fc.integer({ min: 2, max: 32 }).map((half) => 2 * half) })
  .chain((state) =>
    fc.record({
      ruler: fc.constantFrom('even', 't5', 'cut'),
      both: fc.constant(state.both),
      buckets: fc.constant(state.buckets),
      max: fc.integer({ min: exactOf(state) + 1, max: 1024 }),
    }),
  );

test('of 32 buckets, 0 to 15 hold one distance each, and the last holds all from 113 on', () => {
  const wanted = { 0: 0, 15: 15, 16: 16, 18: 16, 19: 17, 20: 17, 32: 21, 64: 26, 112: 30, 113: 31 };
  for (const [distance, bucket] of Object.entries(wanted))
    assert.equal(model({ distance }).bucket, bucket, `distance ${distance}`);
  const { first, last } = model({ distance: 64 });
  assert.deepEqual([first, last], [59, 66]);
  assert.deepEqual(
    [model({ distance: 159 }).first, model({ distance: 159 }).last],
    [113, Infinity],
  );
});

test('with both directions, each has 16 buckets, and one bucket stays empty', () => {
  const { before, after } = model({ both: true });
  const wanted = { 1: [1, 17], 8: [8, 24], 16: [10, 26], 22: [10, 26], 23: [11, 27], 91: [15, 31] };
  for (const [distance, buckets] of Object.entries(wanted))
    assert.deepEqual([before[distance], after[distance]], buckets, `distance ${distance}`);
  assert.equal([...before, ...after].indexOf(16), -1);
  assert.equal(model({ both: true, distance: 0 }).later, null);
});

test('every bucket on screen is that of the formula, for every ruler', () => {
  fc.assert(
    fc.property(states, (state) => {
      const numbers = bucketsModel(state);
      const { count, exact, length } = numbers;
      assert.equal(exact, exactOf(state));
      // The ruler is longer than the maximum by a quarter, and has at least 24 distances.
      assert.ok(length >= 24 && 4 * length >= 5 * state.max);
      assert.ok(length === 24 || 4 * (length - 1) < 5 * state.max);
      for (let distance = 0; distance < length; distance++) {
        const rulers = {
          even: Math.min(count - 1, Math.floor((distance * count) / state.max)),
          t5: reference(state, distance),
          cut: Math.min(count - 1, distance),
        };
        const wanted = rulers[state.ruler];
        const { bucket, later, first, last } = chosenOf(numbers, { ...state, distance });
        assert.equal(bucket, wanted, `distance ${distance}`);
        assert.equal(later, state.both && distance ? wanted + count : null);
        assert.ok(first <= distance && distance <= last);
        assert.ok(
          !distance ||
            first === distance ||
            chosenOf(numbers, { ...state, distance: distance - 1 }).bucket === bucket,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('the texts and tables contain the computed numbers', () => {
  const figure = new PeBuckets();
  const say = (patch) => {
    figure.setState({ ...plain, ...patch });
    return words(figure.caption(figure.compute(figure.state)));
  };
  assert.match(
    say({ distance: 2 }),
    /“dog” is 2 words before “man”. Distance 2 has bucket 2 to itself/,
  );
  assert.match(say({ distance: 20 }), /^The distances 19 and 20 share bucket 17, /);
  assert.match(say({ distance: 150 }), /^All distances from 113 on share bucket 31, /);
  assert.match(say({ distance: 20, both: true }), /later .* bucket 26\..*Bucket 16 stays empty/);
  const [buckets, distances] = figure.tables(figure.compute(figure.state));
  assert.deepEqual(buckets.row(10), [10, 16, 22, 7]);
  assert.deepEqual(buckets.row(15), [15, 91, '∞', '∞']);
  assert.deepEqual(distances.row(20), [20, 10, 26]);
  for (const table of figure.tables(model({ buckets: 64, max: 33 })))
    for (let row = 0; row < table.rows; row++)
      assert.equal(table.row(row).length, table.columns.length, table.name);
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

const caption = (page, text) =>
  page.waitForFunction(
    (text) =>
      document
        .querySelector('pe-buckets')
        .shadowRoot.querySelector('.pe-caption')
        .textContent.includes(text),
    text,
  );

test('by keys: a wrong ruler is tried, then T5’s; up and down choose other buckets', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-buckets></pe-buckets>', {
    reducedMotion: 'reduce',
  });
  const press = typist(page);
  const state = () => page.evaluate(() => document.querySelector('pe-buckets').getState());
  const drawn = async () => (await textsOn(page, 'pe-buckets')).join(' | ');
  assert.match(await drawn(), /which bucket/);
  await press('Tab', 'Space', 'Tab', 'Enter');
  const { ruler, distance } = await state();
  assert.deepEqual([ruler, distance], ['even', 64]);
  assert.match(await drawn(), /bucket 16: distances 64 to 67/);
  assert.doesNotMatch(await page.locator('.pe-caption').textContent(), /share/);
  await goOn(page);
  await caption(page, 'The distances 59 to 66 share bucket 26');
  assert.equal(await page.locator('.pe-surprise').textContent(), 'distances 59 to 66');
  await page.locator('.pe-plot').focus();
  await press('ArrowUp');
  await caption(page, 'The distances 67 to 76 share bucket 27');
  await press('ArrowDown', 'ArrowDown');
  await caption(page, 'The distances 52 to 58 share bucket 25');
  await press('End', 'ArrowUp'); // The last bucket has no next one.
  await caption(page, 'All distances from 113 on share bucket 31');
  await press('b', 'l');
  await caption(page, 'All distances from 91 on share bucket 15');
  assert.deepEqual(await state(), { ...plain, distance: 159, both: true, log: true });
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: the distance under the pointer is chosen, on both kinds of ruler', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-buckets hide="predict"></pe-buckets>',
  );
  const { x, y, width } = await page.locator('.pe-plot').boundingBox();
  const at = async (part) => {
    await page.mouse.click(x + 12 + (width - 24) * part, y + 50);
    return page.evaluate(() => document.querySelector('pe-buckets').state.distance);
  };
  assert.equal(await at(100.5 / 160), 100);
  assert.equal(await at(0.5 / 160), 0);
  await page.evaluate(() => document.querySelector('pe-buckets').setState({ log: true }));
  assert.equal(await at(Math.log(21.5) / Math.log(161)), 20);
  assert.deepEqual(errors, []);
  await close();
});

test('the tag with the chosen distance hides no number of the ruler', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-buckets hide="predict"></pe-buckets>',
  );
  for (const distance of [2, 64]) {
    await page.evaluate(
      (distance) => document.querySelector('pe-buckets').setState({ distance }),
      distance,
    );
    const texts = await textsOn(page, 'pe-buckets');
    for (const number of ['60', '70'])
      assert.ok(texts.includes(number), `${number} at ${distance}`);
    // The number 0 is drawn twice: on the ruler, and as the number of bucket 0.
    assert.equal(texts.filter((text) => text === '0').length, 2, `0 at ${distance}`);
  }
  assert.deepEqual(errors, []);
  await close();
});
