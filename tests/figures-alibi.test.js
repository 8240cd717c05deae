/** The ALiBi figure: slopes, biases and attention against doubles, and its use by keys. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { PeAlibi } from '../web/elements.js';
import { alibiModel, exponentOf, misprinted, powerBelow, slopeText } from '../web/figures/models/alibi.js';
import { figurePage, launchChromium, typist } from './browsers.js';

const plain = new PeAlibi().getState();
const model = (patch = {}) => alibiModel({ ...plain, ...patch });
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
const texts = (slopes) => [...slopes].map((slope) => slopeText(slope));

/** Slopes as the paper's own text defines them: for other counts, those of the power below, then every second one of twice that. */
function reference(heads, rule) {
  const series = (count) => Array.from({ length: count }, (_, at) => 2 ** (-8 * (at + 1) / count));
  const power = 2 ** Math.floor(Math.log2(heads));
  return rule === 'geometric' || power === heads ? series(heads) : [...series(power), ...series(2 * power).filter((_, at) => at % 2 === 0).slice(0, heads - power)];
}

test('eight heads: the slopes, and the distances at which a weight halves', () => {
  const { slopes, halves, differ, rises } = model();
  assert.deepEqual(texts(slopes), ['0.5', '0.25', '0.125', '0.0625', '0.03125', '0.015625', '0.0078125', '0.00390625']);
  assert.deepEqual([...halves].map((half) => half.toFixed(2)), ['1.39', '2.77', '5.55', '11.09', '22.18', '44.36', '88.72', '177.45']);
  assert.deepEqual([differ, rises], [0, []]);
});

test('the wrong print-out is 2^(-i / 8), another list altogether', () => {
  assert.deepEqual([...misprinted()].map((slope) => slope.toFixed(4)), ['0.9170', '0.8409', '0.7711', '0.7071', '0.6484', '0.5946', '0.5453', '0.5000']);
  assert.equal((Math.LN2 / misprinted()[7]).toFixed(2), '1.39');
});

test('twelve heads: two rules, and one of them starts again', () => {
  const { both, differ, rises } = model({ heads: 12 });
  assert.deepEqual(texts(both.paper).slice(8), ['0.7071', '0.3536', '0.1768', '0.08839']);
  assert.deepEqual([...both.geometric].map((slope) => slope.toFixed(3)).slice(0, 3), ['0.630', '0.397', '0.250']);
  assert.deepEqual([differ, rises], [12, [9]]);
  assert.deepEqual(model({ heads: 12, rule: 'geometric' }).rises, []);
  assert.deepEqual(texts(model({ heads: 6 }).slopes), ['0.25', '0.0625', '0.015625', '0.00390625', '0.5', '0.125']);
  assert.deepEqual(model({ heads: 40 }).rises, [33]);
});

test('every slope and half-weight distance that is shown has the digits of the double', () => {
  for (let heads = 1; heads <= 128; heads++) {
    for (const rule of ['paper', 'geometric']) {
      const { slopes, halves, rises } = model({ heads, rule, length: 2, position: 0, head: 1 });
      reference(heads, rule).forEach((wanted, at) => {
        const [a, b] = exponentOf({ heads, rule }, at + 1);
        assert.equal(2 ** (-8 * a / b), wanted);
        assert.equal(slopeText(slopes[at]), slopeText(wanted), `${heads} ${rule} ${at}`);
        assert.ok(Math.abs(halves[at] * wanted / Math.LN2 - 1) < 1e-15, `${heads} ${rule} ${at}`);
      });
      assert.deepEqual(rises, rule === 'paper' && powerBelow(heads) < heads && heads > 1 ? [powerBelow(heads) + 1] : []);
    }
  }
});

test('bias and attention are those of the formula, for every query, head and mask', () => {
  const states = fc.integer({ min: 1, max: 24 }).chain((heads) => fc.integer({ min: 2, max: 70 }).chain((length) => fc.record({
    heads: fc.constant(heads), length: fc.constant(length), head: fc.integer({ min: 1, max: heads }), position: fc.nat(length - 1), causal: fc.boolean(), rule: fc.constantFrom('paper', 'geometric'),
  })));
  fc.assert(fc.property(states, (state) => {
    const { bias, rows, weights } = alibiModel(state);
    const { heads, length, position, causal, head } = state;
    const slopes = reference(heads, state.rule);
    for (let at = 0; at < heads; at++) {
      const scores = Array.from({ length }, (_, key) => (causal && key > position ? -Infinity : -slopes[at] * Math.abs(position - key)));
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      scores.forEach((score, key) => {
        const [row, weight] = [rows[at * length + key], weights[at * length + key]];
        assert.ok(row === score || Math.abs(row / score - 1) < 1.5e-7, `${row} ${score}`);
        assert.ok(Math.abs(weight - Math.exp(score) / total) < 5e-8);
        if (at === head - 1) assert.equal(bias[position * length + key], row);
      });
    }
  }), { numRuns: 150 });
});

test('what is written is what was computed', () => {
  const figure = new PeAlibi();
  const say = (patch) => { figure.setState(patch); return words(figure.caption(figure.compute(figure.state))); };
  assert.equal(say({}), `Head 3 of 8: slope 0.125. Query 40 sees key 24, 16 away, with a bias of −2: ${Math.exp(-2).toFixed(3)} of its own weight. `);
  assert.match(say({ heads: 12 }), /The two rules differ in 12 of 12 heads\. Not monotone: head 9 starts again at 0\.7071\.$/);
  assert.match(say({ other: 50 }), /Query 40 does not see key 50: it comes later\./);
  for (const table of figure.tables(figure.compute(figure.state))) {
    for (let row = 0; row < table.rows; row++) assert.equal(table.row(row).length, table.columns.length, table.name);
  }
  const [, keys] = figure.tables(figure.compute(figure.state));
  assert.equal(keys.show(keys.row(50)[1], 1), '−∞');
});

let chromium;
before(async () => { chromium = await launchChromium(); });
after(() => chromium?.close());

test('by keys alone: the right print-out, then the twelve heads that are not monotone', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-alibi></pe-alibi>');
  const press = typist(page);
  await press('Tab', 'Space', 'Tab', 'Enter');
  assert.match(await page.locator('.pe-result').textContent(), /✓ Right\.0\.00390625is the last slope: this head’s weights halve only every 177\.45 positions.*0\.5000, halves every 1\.39/);
  await press('Tab', '+', '+', '+', '+', 'ArrowDown', 'ArrowLeft');
  const says = (text) => page.waitForFunction((text) => document.querySelector('.pe-caption').textContent.includes(text), text);
  await says('Head 9 of 12: slope 0.7071. Query 62 ');
  await says('Not monotone');
  await press('x', 'c');
  await says('Head 9 of 12: slope 0.015625. Query 62 ');
  assert.doesNotMatch(await page.locator('.pe-caption').textContent(), /monotone/);
  assert.deepEqual(await page.evaluate(() => { const { causal, rule } = document.querySelector('pe-alibi').state; return [causal, rule]; }), [false, 'geometric']);
  await page.waitForFunction(() => /Head 9 of 12, slope 0\.015625, halves every 44\.36 positions\. Query 62, key 24: bias −0\.59375/.test(document.querySelector('[aria-live]').textContent));
  assert.ok(press.count <= 25, `${press.count} keys`);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: a lane chooses its head, the matrix its query and key, the row a query', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-alibi></pe-alibi>');
  const state = () => page.evaluate(() => { const { head, position, other } = document.querySelector('pe-alibi').state; return [head, position, other]; });
  const at = async (part, across, down) => {
    const [x, y] = await page.evaluate(([part, across, down]) => {
      const figure = document.querySelector('pe-alibi');
      const { left, top } = figure.querySelector('.pe-plot').getBoundingClientRect();
      const box = figure.locate(part);
      return [left + box.x + across * box.w, top + box.y + down * box.h];
    }, [part, across, down]);
    await page.mouse.click(x, y);
  };
  await at('lanes', 0.5, 6.5 / 8);
  assert.deepEqual(await state(), [7, 40, 24]);
  await at('triangle', 10.5 / 64, 30.5 / 64);
  assert.deepEqual(await state(), [7, 30, 10]);
  await at('row', 50.5 / 64, 0.5);
  assert.deepEqual(await state(), [7, 50, 10]);
  assert.deepEqual(errors, []);
  await close();
});
