/*
 * Tests PeSchemes. Compares the weights of every scheme with formulas in doubles. Checks which
 * weights a shift may change. Uses the figure in a browser.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { PeSchemes } from '../../web/elements.js';
import {
  BUCKETS,
  SCHEMES,
  rowsOf,
  schemesModel,
  spelling,
  wordsOf,
} from '../../web/figures/schemes/model.js';
import { noRow, schemeTexts } from '../../web/figures/schemes/words.js';
import { alibiSlopes, learnedTable } from '../../web/index.js';
import { launchChromium, openPage, root, settle } from '../support/browsers.js';

const STATE = {
  tokens: 'the cat saw the dog and the dog saw the cat',
  query: 10,
  start: 0,
  length: 64,
  dim: 64,
  heads: 12,
  head: 1,
};
const [NONE, SINUSOIDAL, LEARNED, ROPE, ALIBI, T5] = SCHEMES.keys();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

/** Computes the rows of weights in doubles, by the formulas, from the same seeded numbers. */
function reference({ tokens: typed, query, start, length, dim, heads, head }) {
  const tokens = wordsOf(typed);
  const shared = learnedTable(1, dim, { std: 0.6, seed: 5 });
  const x = tokens.map((word) => {
    const own = learnedTable(1, dim, { std: 0.45, seed: spelling(word) });
    return Array.from(own, (value, j) => value + shared[j]);
  });
  const angle = (p, j) => p * 10000 ** ((-2 * Math.floor(j / 2)) / dim);
  const dot = (a, b) => a.reduce((sum, value, j) => sum + value * b[j], 0) / Math.sqrt(dim);
  const softmax = (scores) => {
    const e = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const sum = e.reduce((a, b) => a + b);
    return e.map((value) => value / sum);
  };
  const row = (rows, bias = () => 0) =>
    softmax(rows.map((key, n) => dot(rows[query], key) + bias(n)));
  const added = (table) =>
    row(x.map((word, n) => word.map((value, j) => value + table(start + n, j))));
  const rotate = (word, p) =>
    word.map((value, j) => {
      const half = dim / 2;
      const a = p * 10000 ** ((-2 * (j % half)) / dim);
      return j < half
        ? value * Math.cos(a) - word[j + half] * Math.sin(a)
        : value * Math.cos(a) + word[j - half] * Math.sin(a);
    });
  const bucket = (distance) => {
    const far = Math.abs(distance);
    const side = distance > 0 ? 16 : 0;
    return (
      side + (far < 8 ? far : Math.min(15, 8 + Math.floor((Math.log(far / 8) / Math.log(16)) * 8)))
    );
  };
  const table = learnedTable(length, dim, { std: 0.3, seed: 1 });
  const t5 = learnedTable(BUCKETS, heads, { std: 1, seed: 2 });
  return [
    row(x),
    added((p, j) => (j % 2 ? Math.cos(angle(p, j)) : Math.sin(angle(p, j)))),
    start + tokens.length <= length ? added((p, j) => table[p * dim + j]) : null,
    row(x.map((word, n) => rotate(word, start + n))),
    row(x, (n) => -alibiSlopes(heads)[head] * Math.abs(query - n)),
    row(x, (n) => t5[bucket(n - query) * heads + head]),
  ];
}

test('every weight equals the formulas in doubles, and prints the same digits', () => {
  for (const patch of [
    {},
    { start: 16 },
    { start: 58, query: 4 },
    { tokens: 'one two one', query: 1, dim: 8, heads: 8, head: 7 },
    { dim: 128, start: 53 },
  ]) {
    const state = { ...STATE, ...patch };
    const weights = rowsOf(state);
    reference(state).forEach((row, scheme) => {
      assert.equal(weights[scheme] === null, row === null);
      row?.forEach((weight, key) => {
        assert.ok(
          Math.abs(weights[scheme][key] - weight) < 3e-7,
          `${SCHEMES[scheme].key} ${key}: ${weights[scheme][key]}, not ${weight}`,
        );
        assert.equal(weights[scheme][key].toFixed(3), weight.toFixed(3));
      });
    });
  }
  const change = (start, scheme) =>
    Math.max(
      ...reference({ ...STATE, start })[scheme].map((weight, key) =>
        Math.abs(weight - reference(STATE)[scheme][key]),
      ),
    );
  const { change: shown } = schemesModel({ ...STATE, start: 16 });
  for (const scheme of [SINUSOIDAL, LEARNED])
    assert.equal(shown[scheme].toFixed(4), change(16, scheme).toFixed(4));
  assert.equal(shown[SINUSOIDAL].toFixed(4), '0.1337');
  assert.equal(shown[LEARNED].toFixed(4), '0.1931');
});

test('a shift changes schemes that add to the words, and none that see only distances', () => {
  const word = fc.constantFrom('a', 'cat', 'saw', 'The', 'dog', 'ß', '💥');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 16 }),
      fc.nat(15),
      fc.integer({ min: 1, max: 48 }),
      fc.constantFrom(8, 32, 64),
      (text, query, start, dim) => {
        const { change } = schemesModel({
          ...STATE,
          tokens: text.join(' '),
          query: query % text.length,
          start,
          dim,
        });
        assert.equal(change[NONE], 0);
        assert.equal(change[ALIBI], 0);
        assert.equal(change[T5], 0);
        assert.ok(change[ROPE] < 2e-7, `${change[ROPE]}`);
        assert.ok(change[SINUSOIDAL] > 1e-6 && change[LEARNED] > 1e-6);
      },
    ),
    { numRuns: 200 },
  );
});

test('without positions equal words have equal weights; with any scheme they differ', () => {
  const weights = rowsOf(STATE);
  const same = (row) => row[1] === row[10] && row[0] === row[3];
  assert.ok(same(weights[NONE]));
  for (const scheme of [SINUSOIDAL, LEARNED, ROPE, ALIBI, T5])
    assert.ok(!same(weights[scheme]), SCHEMES[scheme].key);
});

test('the learned table ends, and says where', () => {
  assert.equal(schemesModel({ ...STATE, start: 53 }).missing, null);
  const { weights, change, missing } = schemesModel({ ...STATE, start: 54 });
  assert.deepEqual(
    weights.map((row) => row === null),
    [false, false, true, false, false, false],
  );
  assert.equal(change[LEARNED], null);
  assert.equal(noRow({ missing, state: STATE }), 'no row 64: the table ends at 63');
});

test('parameters are counted from the state: T5-base has 384, BERT 393,216', () => {
  assert.deepEqual(schemesModel(STATE).parameters, [0, 0, 4096, 0, 0, 384]);
  assert.equal(SCHEMES[LEARNED].parameters({ length: 512, dim: 768 }), 393216);
});

test('two of five add position to the words, which a common summary says of all', () => {
  assert.deepEqual(
    SCHEMES.filter((each) => each.door === 'words').map((each) => each.key),
    ['sinusoidal', 'learned'],
  );
  assert.deepEqual(
    SCHEMES.filter((each) => each.door && each.door !== 'words').map(
      ({ key }) => schemeTexts[key].kind,
    ),
    ['relative', 'relative', 'relative'],
  );
  const figure = new PeSchemes();
  const question = figure.question();
  question.show(figure);
  const model = figure.compute(figure.state);
  assert.equal(question.surprise(model), '0.1337');
  assert.match(
    words(question.because(model)),
    /With the learned table it is 0\.1931\. With RoPE, ALiBi and T5 it is 0\.0000\. .*is wrong/,
  );
});

test('any state has its numbers, captions and tables', () => {
  const figure = new PeSchemes();
  for (const patch of [
    {},
    { tokens: '   ' },
    { tokens: 'x'.repeat(500) },
    { tokens: Array(40).fill('w').join(' '), query: 99, key: 99 },
    { start: 999, scheme: 'learned' },
    { heads: 1 },
    { scheme: 't5' },
    { scheme: 'alibi' },
    { scheme: 'rope' },
  ]) {
    figure.setState(patch);
    const model = figure.compute(figure.state);
    figure.model = model;
    assert.ok(
      model.words.length <= 16 &&
        figure.state.query < model.words.length &&
        figure.state.key < model.words.length,
    );
    assert.ok(words(figure.caption(model)).length > 40);
    assert.ok(figure.describe().length > 20);
    for (const table of figure.tables(model))
      for (let row = 0; row < table.rows; row++) {
        const cells = table.row(row);
        assert.equal(cells.length, table.columns.length);
        cells.forEach((cell, column) =>
          assert.ok(
            typeof cell === 'string' || (Number.isFinite(cell) && table.show(cell, column)),
          ),
        );
      }
  }
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

/** Opens a page that contains only the figure. */
async function alone(options) {
  const { page, errors, close } = await openPage(chromium, 'about:blank', options);
  await page.setContent(
    '<!doctype html><html lang="en"><title>A lesson</title>' +
      '<main><h1>A lesson</h1><pe-schemes></pe-schemes></main>',
  );
  await page.addScriptTag({ path: `${root}/dist/figures.iife.js` });
  await page.waitForFunction(
    () => document.querySelector('pe-schemes').shadowRoot.querySelector('canvas')?.width > 1,
  );
  await settle(page);
  const state = () => page.evaluate(() => document.querySelector('pe-schemes').getState());
  return { page, errors, close, state, figure: page.locator('pe-schemes') };
}

test('by keyboard alone, in 25 strokes: the reveal, the slide, rows and keys', async () => {
  const { page, errors, close, state, figure } = await alone();
  let strokes = 0;
  const press = async (...keys) => {
    for (const key of keys) (strokes++, await page.keyboard.press(key));
  };
  // These keys go to the question, choose the second answer, and press Reveal.
  await press('Tab', 'Space', 'ArrowDown', 'Tab', 'Enter');
  await settle(page);
  await figure.locator('.pe-surprise').waitFor();
  assert.match(await figure.locator('.pe-result').textContent(), /Right.*0\.1337/);
  assert.equal((await state()).start, 16);
  await press(
    'Tab',
    'r',
    'PageDown',
    '+',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'q',
  );
  assert.ok(strokes <= 25);
  const { start, scheme, key, query } = await state();
  assert.deepEqual({ start, scheme, key, query }, { start: 11, scheme: 'rope', key: 2, query: 2 });
  await page.waitForFunction(() =>
    new RegExp(
      'RoPE: the key ‘saw’ at position 13 has weight 0\\.\\d{3}\\. ' +
        'A shift of 11 positions changes the weights by at most 0\\.0000',
    ).test(
      document.querySelector('pe-schemes').shadowRoot.querySelector('[part=live]').textContent,
    ),
  );
  await press('Space');
  await page.waitForFunction(() => document.querySelector('pe-schemes').state.start > 11);
  await press('Space');
  assert.deepEqual(errors, []);
  await close();
});

test('a row of the table chooses a scheme, and the figure marks its row', async () => {
  const { page, errors, close, state, figure } = await alone();
  await figure.getByRole('button', { name: 'ALiBi' }).first().click();
  assert.equal((await state()).scheme, 'alibi');
  await figure.locator('.pe-plot').focus();
  await page.keyboard.press('ArrowUp');
  await settle(page);
  assert.deepEqual(
    await figure.locator('.pe-chosen').evaluateAll((rows) => rows.map((row) => row.textContent)),
    [
      'RoPE0–relativeturns q and k in each layer' +
        'defined: works well once rescaledLlama, Mistral, Qwen, Gemma',
    ],
  );
  await figure.getByLabel('Heads').selectOption('8');
  await settle(page);
  assert.match(await figure.locator('.pe-facts').textContent(), /T5256 8 × 32/);
  assert.deepEqual(errors, []);
  await close();
});

test('your words, dragged by the pointer past the end of training', async () => {
  const { page, errors, close, state, figure } = await alone({
    viewport: { width: 360, height: 800 },
  });
  const text = figure.getByLabel('Your words');
  await text.fill('to be or not to be');
  await text.press('Enter');
  const { query, key } = await state();
  assert.deepEqual([query, key], [5, 1]);
  await figure.locator('.pe-plot').scrollIntoViewIfNeeded();
  const box = await figure.locator('.pe-plot').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + 30);
  await page.mouse.up();
  assert.equal((await state()).start, 64);
  await figure.getByRole('button', { name: 'Learned' }).first().click();
  await settle(page);
  assert.match(
    await figure.locator('.pe-caption').textContent(),
    /✗ no row 64: the table ends at 63/,
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(errors, []);
  await close();
});

test('the cases are answered, with a reason', async () => {
  const { page, errors, close, figure } = await alone();
  const panel = figure.locator('[part=choice]');
  for (const [wrong, right] of [
    ['RoPE', 'Learned'],
    ['Learned', 'RoPE'],
    ['T5', 'ALiBi'],
    ['ALiBi', 'T5'],
    ['Learned', 'Sinusoidal'],
  ]) {
    await panel.getByRole('button', { name: wrong }).click();
    assert.match(await panel.textContent(), /✗ Not/);
    await panel.getByRole('button', { name: right }).click();
    assert.match(await panel.textContent(), /✓ /);
    await panel.getByRole('button', { name: 'Next case' }).click();
  }
  assert.match(await panel.textContent(), /Case 1 of 5/);
  await settle(page);
  assert.deepEqual(errors, []);
  await close();
});
