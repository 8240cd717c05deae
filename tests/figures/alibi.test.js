/**
 * Compares the slopes, biases and weights of the ALiBi figure with values in double precision.
 * Also uses the figure with keys and with a pointer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeAlibi } from '../../web/elements.js';
import { alibiModel, exponentOf, misprinted, powerBelow } from '../../web/figures/alibi/model.js';
import { slopeText } from '../../web/figures/alibi/slope-text.js';
import { figurePage, launchChromium, typist } from '../support/browsers.js';

const plain = new PeAlibi().getState();
const model = (patch = {}) => alibiModel({ ...plain, ...patch });
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
/** Fails unless `text` includes `wanted`. */
const includes = (text, wanted) => assert.ok(text.includes(wanted), text);
const texts = (slopes) => [...slopes].map((slope) => slopeText(slope));

/**
 * Computes the slopes as the text of the paper defines them. If the number of heads is not a power
 * of two, let p be the largest power of two below it. The first p heads have the slopes for p
 * heads. The remaining heads have every second slope for 2 p heads.
 */
function reference(heads, rule) {
  const series = (count) =>
    Array.from({ length: count }, (_, at) => 2 ** ((-8 * (at + 1)) / count));
  const power = 2 ** Math.floor(Math.log2(heads));
  return rule === 'geometric' || power === heads
    ? series(heads)
    : [
        ...series(power),
        ...series(2 * power)
          .filter((_, at) => at % 2 === 0)
          .slice(0, heads - power),
      ];
}

test('eight heads: the slopes, and the distances at which a weight halves', () => {
  const { slopes, halves, differ, rising } = model();
  assert.deepEqual(texts(slopes), [
    '0.5',
    '0.25',
    '0.125',
    '0.0625',
    '0.03125',
    '0.015625',
    '0.0078125',
    '0.00390625',
  ]);
  assert.deepEqual(
    [...halves].map((half) => half.toFixed(2)),
    ['1.39', '2.77', '5.55', '11.09', '22.18', '44.36', '88.72', '177.45'],
  );
  assert.deepEqual([differ, rising], [0, []]);
});

test('the wrong printout has the slopes 2^(-i / 8)', () => {
  assert.deepEqual(
    [...misprinted()].map((slope) => slope.toFixed(4)),
    ['0.9170', '0.8409', '0.7711', '0.7071', '0.6484', '0.5946', '0.5453', '0.5000'],
  );
  assert.equal((Math.LN2 / misprinted()[7]).toFixed(2), '1.39');
});

test('twelve heads: the rules differ, and the slopes of the paper do not keep falling', () => {
  const { slopesByRule, differ, rising } = model({ heads: 12 });
  assert.deepEqual(texts(slopesByRule.paper).slice(8), ['0.7071', '0.3536', '0.1768', '0.08839']);
  assert.deepEqual([...slopesByRule.geometric].map((slope) => slope.toFixed(3)).slice(0, 3), [
    '0.630',
    '0.397',
    '0.250',
  ]);
  assert.deepEqual([differ, rising], [12, [9]]);
  assert.deepEqual(model({ heads: 12, rule: 'geometric' }).rising, []);
  assert.deepEqual(texts(model({ heads: 6 }).slopes), [
    '0.25',
    '0.0625',
    '0.015625',
    '0.00390625',
    '0.5',
    '0.125',
  ]);
  assert.deepEqual(model({ heads: 40 }).rising, [33]);
});

test('every slope and every halving distance on screen is right in double precision', () => {
  for (let heads = 1; heads <= 128; heads++) {
    for (const rule of ['paper', 'geometric']) {
      const { slopes, halves, rising } = model({
        heads,
        rule,
        length: 2,
        position: 0,
        head: 1,
      });
      reference(heads, rule).forEach((wanted, at) => {
        const [a, b] = exponentOf({ heads, rule }, at + 1);
        assert.equal(2 ** ((-8 * a) / b), wanted);
        assert.equal(slopeText(slopes[at]), slopeText(wanted), `${heads} ${rule} ${at}`);
        assert.ok(Math.abs((halves[at] * wanted) / Math.LN2 - 1) < 1e-15, `${heads} ${rule} ${at}`);
      });
      assert.deepEqual(
        rising,
        rule === 'paper' && powerBelow(heads) < heads && heads > 1 ? [powerBelow(heads) + 1] : [],
      );
    }
  }
});

test('bias and attention are those of the formula, for every query, head and mask', () => {
  const states = fc.integer({ min: 1, max: 24 }).chain((heads) =>
    fc.integer({ min: 2, max: 70 }).chain((length) =>
      fc.record({
        heads: fc.constant(heads),
        length: fc.constant(length),
        head: fc.integer({ min: 1, max: heads }),
        position: fc.nat(length - 1),
        causal: fc.boolean(),
        rule: fc.constantFrom('paper', 'geometric'),
      }),
    ),
  );
  fc.assert(
    fc.property(states, (state) => {
      const { bias, rows, weights } = alibiModel(state);
      const { heads, length, position, causal, head } = state;
      const slopes = reference(heads, state.rule);
      for (let at = 0; at < heads; at++) {
        const scores = Array.from({ length }, (_, key) =>
          causal && key > position ? -Infinity : -slopes[at] * Math.abs(position - key),
        );
        const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
        scores.forEach((score, key) => {
          const [row, weight] = [rows[at * length + key], weights[at * length + key]];
          assert.ok(row === score || Math.abs(row / score - 1) < 1.5e-7, `${row} ${score}`);
          assert.ok(Math.abs(weight - Math.exp(score) / total) < 5e-8);
          if (at === head - 1) assert.equal(bias[position * length + key], row);
        });
      }
    }),
    { numRuns: 150 },
  );
});

test('the texts contain the computed numbers', () => {
  const figure = new PeAlibi();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  assert.equal(
    say({}),
    'Head 3 of 8 has slope 0.125. The word at 40 looks at the word at 24. ' +
      'The distance is 16, so the score drops by 2. ' +
      `The word at 24 gets ${Math.exp(-2).toFixed(3)} times ` +
      'the weight that the word at 40 gives itself. ',
  );
  const twelve = say({ heads: 12 });
  includes(
    twelve,
    'The two rules for slopes differ in 12 of 12 heads. The slopes do not keep falling: ',
  );
  assert.match(twelve, / falling: head 9 starts again at 0\.7071\.$/);
  assert.match(say({ other: 50 }), /The word at 40 cannot see the word at 50, which comes later\./);
  for (const table of figure.tables(figure.compute(figure.state))) {
    for (let row = 0; row < table.rows; row++)
      assert.equal(table.row(row).length, table.columns.length, table.name);
  }
  const [, keys] = figure.tables(figure.compute(figure.state));
  assert.equal(keys.show(keys.row(50)[1], 1), '−∞');
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('by keys: the right printout is chosen, then slopes of twelve heads rise once', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-alibi></pe-alibi>');
  const press = typist(page);
  await press('Tab', 'Space', 'Tab', 'Enter');
  await page.locator('.pe-surprise').waitFor();
  const result = await page.locator('.pe-result').textContent();
  includes(
    result,
    '✓ Right.slope 0.00390625The last head has this slope. ' +
      'Its weights halve only every 177.45 positions',
  );
  assert.match(result, / 177\.45 positions.*slope is 0\.5000\. With it, weights halve every 1\.39/);
  await press('Tab', '+', '+', '+', '+', 'ArrowDown', 'ArrowLeft');
  const says = (text) =>
    page.waitForFunction(
      (text) =>
        document
          .querySelector('pe-alibi')
          .shadowRoot.querySelector('.pe-caption')
          .textContent.includes(text),
      text,
    );
  await says('Head 9 of 12 has slope 0.7071. The word at 62 ');
  await says('do not keep falling');
  await press('x', 'c');
  await says('Head 9 of 12 has slope 0.015625. The word at 62 ');
  assert.doesNotMatch(await page.locator('.pe-caption').textContent(), /falling/);
  assert.deepEqual(
    await page.evaluate(() => {
      const { causal, rule } = document.querySelector('pe-alibi').state;
      return [causal, rule];
    }),
    [false, 'geometric'],
  );
  await page.waitForFunction(
    (text) =>
      document
        .querySelector('pe-alibi')
        .shadowRoot.querySelector('[part=live]')
        .textContent.includes(text),
    'Head 9 of 12 has slope 0.015625 and halves a weight every 44.36 positions. ' +
      'Query 62 and key 24 have bias −0.59375',
  );
  assert.ok(press.count <= 25, `${press.count} keys`);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: a lane chooses a head, the matrix a query and key, the row a query', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-alibi></pe-alibi>');
  const state = () =>
    page.evaluate(() => {
      const { head, position, other } = document.querySelector('pe-alibi').state;
      return [head, position, other];
    });
  const at = async (part, across, down) => {
    const [x, y] = await page.evaluate(
      ([part, across, down]) => {
        const figure = document.querySelector('pe-alibi');
        const { left, top } = figure.shadowRoot.querySelector('.pe-plot').getBoundingClientRect();
        const box = figure.locate(part);
        return [left + box.x + across * box.width, top + box.y + down * box.height];
      },
      [part, across, down],
    );
    await page.mouse.click(x, y);
  };
  await at('lanes', 0.5, 6.5 / 8);
  assert.deepEqual(await state(), [7, 40, 24]);
  await at('matrix', 10.5 / 64, 30.5 / 64);
  assert.deepEqual(await state(), [7, 30, 10]);
  await at('row', 50.5 / 64, 0.5);
  assert.deepEqual(await state(), [7, 50, 10]);
  assert.deepEqual(errors, []);
  await close();
});
