/*
 * Tests PeSchemes. Compares the weights of every scheme with formulas in doubles. Checks which
 * weights a shift may change. Uses the figure in a browser.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeSchemes } from '../../web/elements.js';
import {
  BUCKETS,
  SCHEMES,
  rowsOf,
  schemesModel,
  spelling,
  wordsOf,
} from '../../web/figures/schemes/model.js';
import { enact } from '../../web/figures/chassis/scene.js';
import { noRow, schemeTexts } from '../../web/figures/schemes/words.js';
import { alibiSlopes, learnedTable, sinusoidal } from '../../web/index.js';
import { goOn, launchChromium, openPage, root, settle } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';

const STATE = {
  tokens: 'at noon a dog bites man and man bites dog',
  query: 5,
  back: 1,
  start: 0,
  length: 64,
  dim: 64,
  heads: 12,
  head: 0,
};
const [NONE, SINUSOIDAL, LEARNED, ROPE, ALIBI, T5] = SCHEMES.keys();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

/** Computes the weights of each scheme in doubles, from the figure's own seeded numbers. */
function reference({ tokens: typed, query, back, start, length, dim, heads, head }) {
  const tokens = wordsOf(typed);
  const x = tokens.map((word) =>
    Array.from(learnedTable(1, dim, { std: 0.05, seed: spelling(word) })),
  );
  const angle = (p, j) => p * 10000 ** ((-2 * Math.floor(j / 2)) / dim);
  const pe = (p) =>
    Array.from({ length: dim }, (_, j) => (j % 2 ? Math.cos : Math.sin)(angle(p, j)));
  const plus = (a, b) => a.map((value, j) => value + b[j]);
  const dot = (a, b) => a.reduce((sum, value, j) => sum + value * b[j], 0);
  const row = (q, keys, bias = () => 0) => {
    const scores = keys.map((key, n) => (192 / dim) * dot(q, key) + bias(n));
    const e = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const sum = e.reduce((a, b) => a + b);
    return e.map((value) => value / sum);
  };
  // A pair (a, b) turns in the same way as (sin, cos) of a growing angle.
  const rotate = (word, p) =>
    word.map((value, j) => {
      const a = angle(p, j);
      return j % 2
        ? value * Math.cos(a) - word[j - 1] * Math.sin(a)
        : value * Math.cos(a) + word[j + 1] * Math.sin(a);
    });
  const u = pe(0);
  const plain = x.map((word) => plus(u, word));
  const table = learnedTable(length, dim, { std: 0.16, seed: 1 });
  const learned = (p) => Array.from(table.subarray(p * dim, (p + 1) * dim));
  const at = start + query - back;
  return [
    row(u, plain),
    row(
      pe(at),
      x.map((word, n) => plus(word, pe(start + n))),
    ),
    start + tokens.length <= length
      ? row(
          learned(at),
          x.map((word, n) => plus(word, learned(start + n))),
        )
      : null,
    row(
      rotate(u, at),
      plain.map((word, n) => rotate(word, start + n)),
    ),
    row(u, plain, (n) => -alibiSlopes(heads)[head] * Math.abs(query - n)),
    row(u, plain, (n) => (query - n === back ? 5 : 0)),
  ];
}

test('every weight equals the formulas in doubles, and prints the same digits', () => {
  for (const patch of [
    {},
    { start: 16 },
    { start: 58, query: 4 },
    { tokens: 'one two one', query: 1, dim: 16, length: 16, heads: 8, head: 7 },
    { dim: 128, start: 53, back: 3 },
    { back: 4, query: 9 },
  ]) {
    const state = { ...STATE, ...patch };
    const weights = rowsOf(state);
    reference(state).forEach((row, scheme) => {
      assert.equal(weights[scheme] === null, row === null);
      row?.forEach((weight, key) => {
        const off = Math.abs(weights[scheme][key] - weight);
        assert.ok(off < 2e-6, `${SCHEMES[scheme].key} ${key}: ${weights[scheme][key]}, ${weight}`);
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
  assert.deepEqual(
    shown.map((each) => each.toFixed(4)),
    ['0.0000', '0.1833', '0.0219', '0.0000', '0.0000', '0.0000'],
  );
});

test('a matrix fitted to the learned table makes each row out of the next', () => {
  const dim = 16;
  const table = learnedTable(dim, dim, { std: 0.16, seed: 1 });
  const rows = Array.from({ length: dim }, (_, p) => [...table.subarray(p * dim, (p + 1) * dim)]);
  // Gauss-Jordan elimination on [rows | earlier rows] leaves the fitted matrix on the right.
  const work = rows.map((row, p) => [...row, ...rows[(p + dim - 1) % dim]]);
  for (let at = 0; at < dim; at++) {
    const best = work.findIndex(
      (row, n) =>
        n >= at && Math.abs(row[at]) === Math.max(...work.slice(at).map((r) => Math.abs(r[at]))),
    );
    [work[at], work[best]] = [work[best], work[at]];
    const pivot = work[at][at];
    assert.ok(Math.abs(pivot) > 1e-6, 'the rows are independent');
    work[at] = work[at].map((value) => value / pivot);
    work.forEach((row, n) => {
      if (n !== at) work[n] = row.map((value, j) => value - row[at] * work[at][j]);
    });
  }
  for (let p = 1; p < dim; p++)
    for (let j = 0; j < dim; j++) {
      const made = rows[p].reduce((sum, value, n) => sum + value * work[n][dim + j], 0);
      assert.ok(Math.abs(made - rows[p - 1][j]) < 1e-9);
    }
});

test('the right schemes find the word before: early, later, and past the end of training', () => {
  const found = (patch) => schemesModel({ ...STATE, ...patch }).found;
  for (const start of [0, 16, 40])
    assert.deepEqual(found({ start }), [false, true, true, true, false, true]);
  assert.deepEqual(found({ start: 64 }), [false, true, false, true, false, true]);
  for (const back of [2, 3, 4])
    assert.deepEqual(found({ back }), [false, true, true, true, false, true]);
});

test('a shift changes schemes that add to the words, and none that see only distances', () => {
  const word = fc.constantFrom('a', 'cat', 'saw', 'The', 'dog', 'ß', '💥');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 3, maxLength: 16 }),
      fc.nat(15),
      fc.integer({ min: 1, max: 48 }),
      fc.constantFrom(64, 128),
      (text, query, start, dim) => {
        const { change } = schemesModel({
          ...STATE,
          tokens: text.join(' '),
          query: 1 + (query % (text.length - 1)),
          start,
          dim,
        });
        for (const scheme of [NONE, ALIBI, T5]) assert.equal(change[scheme], 0);
        assert.ok(change[ROPE] < 3e-6, `${change[ROPE]}`);
      },
    ),
    { numRuns: 200 },
  );
  for (const start of [1, 16, 48]) {
    const { change } = schemesModel({ ...STATE, start });
    assert.ok(change[SINUSOIDAL] > 0.001 && change[LEARNED] > 0.001, `${change}`);
  }
});

test('without positions equal words have equal weights', () => {
  const [none] = rowsOf(STATE);
  assert.ok(none[3] === none[9] && none[4] === none[8] && none[5] === none[7]);
});

test('past the end of the learned table, the figure names the first missing row', () => {
  assert.equal(schemesModel({ ...STATE, start: 54 }).missing, null);
  const { weights, change, missing } = schemesModel({ ...STATE, start: 55 });
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
  assert.equal(BUCKETS, 32);
});

test('two of five schemes add to the words, and the answer names the missing row', () => {
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
  enact(figure, question.tries.none);
  assert.equal(figure.state.start, 54);
  assert.equal(figure.compute(figure.state).missing, null);
  enact(figure, question.tries.added);
  assert.ok(figure.compute(figure.state).found[SINUSOIDAL]);
  enact(figure, question.shows);
  const model = figure.compute(figure.state);
  assert.equal(question.surprise(model), 'no row 64');
  assert.match(
    words(question.because(model)),
    /RoPE, ALiBi and T5 .* the same everywhere\. The learned table ends at 63\. .* products of word and stamp.*before 63/,
  );
});

test('in all languages, only the learned head loses its mark, and sinusoidal changes before', async () => {
  for (const file of ['figures/schemes/words', 'languages/de/schemes', 'languages/zh/schemes']) {
    const { sentence } = await import(`../../web/${file}.js`);
    const numbers = (start) => schemesModel({ ...STATE, tokens: sentence, start });
    const marked = numbers(0).found;
    assert.deepEqual(marked, [false, true, true, true, false, true], file);
    assert.deepEqual(numbers(54).found, marked, file);
    assert.deepEqual(numbers(64).found, [...marked.slice(0, 2), false, ...marked.slice(3)], file);
    for (let start = 1; start <= 64; start++) {
      const { change } = numbers(start);
      assert.ok(change[SINUSOIDAL] > 0.001, `${file} ${start}: ${change[SINUSOIDAL]}`);
      assert.ok(Math.max(change[ROPE], change[ALIBI], change[T5]) < 3e-6, `${file} ${start}`);
    }
  }
});

test('sinusoidal weights change by the products of word and stamp alone', () => {
  const { tokens, dim, query, back } = { ...STATE, ...new PeSchemes().getState() };
  const list = tokens.split(' ');
  const vectors = list.map((word) => learnedTable(1, dim, { std: 0.05, seed: spelling(word) }));
  const dot = (one, two) => one.reduce((sum, value, at) => sum + value * two[at], 0);
  const at = (position) => sinusoidal(1, dim, { dtype: 'float64', start: position });
  const scoresAt = (start) => {
    const q = at(start + query - back);
    const stamps = list.map((_, key) => dot(q, at(start + key)));
    const products = list.map((_, key) => dot(q, vectors[key]));
    return { stamps, products };
  };
  const [home, far] = [scoresAt(0), scoresAt(61)];
  home.stamps.forEach((score, key) => assert.ok(Math.abs(score - far.stamps[key]) < 1e-9));
  // Adding the scores of the stamps and the products with the words gives the figure's weights.
  for (const [start, { stamps, products }] of [
    [0, home],
    [61, far],
  ]) {
    const powers = stamps.map((score, key) => Math.exp(3 * (score + products[key])));
    const share = powers[query - back] / powers.reduce((sum, power) => sum + power);
    const { weights } = schemesModel({ ...STATE, start });
    assert.ok(Math.abs(share - weights[SINUSOIDAL][query - back]) < 1e-4);
  }
});

test('past the trained length, sinusoidal and RoPE say that trained heads may fail', () => {
  const figure = new PeSchemes();
  for (const [scheme, warns] of [
    ['sinusoidal', true],
    ['rope', true],
    ['t5', false],
  ])
    for (const start of [0, 64]) {
      figure.setState({ scheme, start });
      const said = words(figure.words.caption(figure.compute(figure.state), false, true));
      assert.equal(said.includes('A trained head may fail here'), warns && start > 0, said);
    }
});

test('only schemes whose head should find a word get a mark, right or wrong', () => {
  const figure = new PeSchemes();
  const captionOf = (scheme) => {
    figure.setState({ scheme, start: 64 });
    return words(figure.words.caption(figure.compute(figure.state), false, true));
  };
  for (const scheme of ['none', 'alibi']) assert.doesNotMatch(captionOf(scheme), /[✓✗]/);
  for (const scheme of ['sinusoidal', 'rope', 't5']) assert.match(captionOf(scheme), /✓/);
  assert.match(captionOf('learned'), /✗ no row 64/);
});

test('at rest, each row says whether its weights are those of position 0', async () => {
  const { page, errors, close, figure } = await alone({ reducedMotion: 'reduce' });
  const drawn = async () => {
    await settle(page);
    const { texts } = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-schemes'), false)`,
    );
    return texts.map(({ text }) => text);
  };
  const count = (texts, text) => texts.filter((each) => each === text).length;
  await figure.getByRole('button', { name: 'Just show me' }).click();
  const onTheWay = await drawn();
  assert.equal(count(onTheWay, 'unchanged'), 0);
  await goOn(page);
  const texts = await drawn();
  // The scheme 'none' sees no positions. RoPE, ALiBi and T5 see only distances. The sinusoidal row
  // has changed.
  assert.equal(count(texts, 'unchanged'), 4);
  assert.ok(texts.includes('22.4') && texts.includes('✗ no row 64: the table ends at 63'));
  assert.deepEqual(errors, []);
  await close();
});

test('any state has its numbers, captions and tables', () => {
  const figure = new PeSchemes();
  for (const patch of [
    {},
    { tokens: '   ' },
    { tokens: 'x'.repeat(500) },
    { tokens: Array(40).fill('w').join(' '), query: 99, back: 9 },
    { start: 999, scheme: 'learned' },
    { heads: 1 },
    { scheme: 't5' },
    { scheme: 'alibi' },
    { scheme: 'rope' },
    { scheme: 'none', dim: 16 },
  ]) {
    figure.setState(patch);
    const { query, back, length, dim } = figure.state;
    const model = figure.compute(figure.state);
    figure.model = model;
    assert.ok(model.words.length <= 16 && query < model.words.length && query >= back);
    assert.ok(length <= dim, 'the matrix can be fitted exactly');
    for (const beginner of [false, true])
      assert.ok(words(figure.words.caption(model, false, beginner)).length > 40);
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

/** Opens a page that contains only the figure. `tag` may have attributes. */
async function alone(options, tag = '<pe-schemes></pe-schemes>') {
  const { page, errors, close } = await openPage(chromium, 'about:blank', options);
  await page.setContent(
    '<!doctype html><html lang="en"><title>A lesson</title>' +
      `<main><h1>A lesson</h1>${tag}</main>`,
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
  assert.match(await figure.locator('.pe-result').textContent(), /Right.*no row 64/);
  assert.equal((await state()).start, 64);
  // The first Tab goes to “More on this”, the second to the picture.
  await press('Tab', 'Tab', 'Home', 'PageDown', 'ArrowRight', 'ArrowDown', 'q', 'q', 'a');
  assert.ok(strokes <= 25);
  const { start, scheme, query } = await state();
  assert.deepEqual({ start, scheme, query }, { start: 11, scheme: 'rope', query: 6 });
  await page.waitForFunction(() =>
    /RoPE: the query ‘and’ at position 17 gives 9\d percent of its weight to ‘man’\./.test(
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
    ['RoPE0–relativeturns q and k in each layer–Llama, Mistral, Qwen, Gemma'],
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
  const { query, back } = await state();
  assert.deepEqual([query, back], [5, 1]);
  await figure.locator('.pe-plot').scrollIntoViewIfNeeded();
  const box = await figure.locator('.pe-plot').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + 30);
  await page.mouse.up();
  assert.equal((await state()).start, 64);
  assert.doesNotMatch(await figure.textContent(), /no row 64/);
  // If only one row were hidden, readers could guess that this row is the answer.
  const hidden = () =>
    page.evaluate(() => document.querySelector('pe-schemes').model.weights.map((row) => !row));
  assert.deepEqual(await hidden(), Array(6).fill(true));
  await figure.getByRole('button', { name: 'Just show me' }).click();
  await figure.getByRole('button', { name: 'Skip ahead' }).click();
  await settle(page);
  assert.deepEqual(
    await hidden(),
    SCHEMES.map(({ key }) => key === 'learned'),
  );
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

const BEGINNER = '<pe-schemes level="beginner"></pe-schemes>';

/** Returns the texts of the picture, with their boxes. */
async function drawnTexts(page) {
  await settle(page);
  const { texts } = await page.evaluate(
    `(${canvasTexts})(document.querySelector('pe-schemes'), false)`,
  );
  return texts;
}

test('a row that is chosen after the answer leaves the reply as it is', async () => {
  const { page, errors, close, figure } = await alone({ reducedMotion: 'reduce' }, BEGINNER);
  await figure.getByRole('button', { name: 'Just show me' }).click();
  await goOn(page);
  const isPast = () => figure.locator('.pe-predict.pe-past').count();
  await figure.locator('.pe-plot').focus();
  await page.keyboard.press('ArrowDown');
  await settle(page);
  assert.match(await figure.locator('.pe-caption').textContent(), /RoPE/);
  assert.equal(await isPast(), 0);
  await page.keyboard.press('ArrowLeft');
  await settle(page);
  assert.equal(await isPast(), 1);
  assert.deepEqual(errors, []);
  await close();
});

for (const width of [360, 1280])
  test(`at ${width} px, the sentence fits into its input, and into the column on a wide page`, async () => {
    const options = { reducedMotion: 'reduce', viewport: { width, height: 740 } };
    const { page, errors, close, figure } = await alone(options, BEGINNER);
    await figure.getByRole('button', { name: 'Just show me' }).click();
    await goOn(page);
    if (width < 860) await figure.locator('.pe-unfold').click();
    const input = figure.getByLabel('Your words');
    const [needed, room] = await input.evaluate((each) => [each.scrollWidth, each.clientWidth]);
    assert.ok(needed <= room, `${needed} > ${room}`);
    const { x } = await figure.locator('.pe-plot').boundingBox();
    assert.ok(Math.abs((await input.boundingBox()).x - x) <= 1, 'the input is under the picture');
    assert.deepEqual(errors, []);
    await close();
  });

test('on a phone, the frame of a trial is clear of the legend, and a hidden row says no more', async () => {
  const { page, errors, close, figure } = await alone(
    { reducedMotion: 'reduce', viewport: { width: 360, height: 740 } },
    BEGINNER,
  );
  const looking = (texts) => texts.filter(({ text }) => text === 'looks back').length;
  assert.equal(looking(await drawnTexts(page)), 4);
  await figure.locator('.pe-option').first().click();
  await figure.locator('.pe-reveal').click();
  const texts = await drawnTexts(page);
  assert.ok(texts.some(({ text }) => text === 'hidden until the answer'));
  assert.equal(looking(texts), 0);
  const { box } = texts.find(({ text }) => text.startsWith('✓ over half'));
  const { y } = await figure.locator('.pe-plot').boundingBox();
  const trial = await figure.locator('.pe-trial').boundingBox();
  assert.ok(trial.y - y - box[3] >= 2, `${trial.y - y - box[3]} px`);
  assert.deepEqual(errors, []);
  await close();
});
