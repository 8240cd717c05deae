/**
 * Tests pe-networks: in how many steps the first word reaches each output, and what tiny networks
 * know of position. Also tests costs, the shapes of arrays, and the question.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PeNetworks } from '../../web/elements.js';
import { lengthAt, layoutCosts } from '../../web/figures/networks/costs.js';
import {
  connectionsOf,
  costOf,
  reachOf,
  shapesOf,
  wordsOf,
} from '../../web/figures/networks/model.js';
import { runNetwork, vectorsOf } from '../../web/figures/networks/tiny.js';
import { figurePage, goOn, launchChromium, settle, typist } from '../support/browsers.js';
import { textsOn } from '../support/canvas-texts.js';
import { learnedRows } from '../support/draws.js';
import { range } from '../support/reference.js';
import { seedOf } from '../support/word-seed.js';

const SETTINGS = { kernel: 3, dilated: false, padding: true };
const figureWith = (patch = {}) => {
  const figure = new PeNetworks();
  figure.setState(patch);
  return figure;
};
const modelWith = (patch) => {
  const figure = figureWith(patch);
  return figure.compute(figure.state);
};

test('the news needs as many steps as the closed forms say', () => {
  for (let count = 3; count <= 16; count++)
    for (let kernel = 2; kernel <= 7; kernel++) {
      const reach = (kind, dilated) => reachOf(kind, count, { kernel, dilated, padding: true });
      const recurrent = reach('recurrent', false);
      assert.equal(recurrent.steps, count - 1);
      assert.deepEqual(recurrent.heardAt, range(count));
      const plain = reach('convolution', false);
      assert.equal(plain.steps, Math.ceil((count - 1) / (kernel - 1)));
      range(count).forEach((at) =>
        assert.equal(plain.heardAt[at], Math.ceil(at / (kernel - 1)), `${count} ${kernel} ${at}`),
      );
      // With dilation, m layers reach kernel^m words.
      let layers = 0;
      while (kernel ** layers < count) layers++;
      assert.equal(reach('convolution', true).steps, layers);
      const { steps, heardAt } = reach('attention', false);
      assert.equal(steps, 1);
      assert.deepEqual(heardAt, [0, ...Array(count - 1).fill(1)]);
    }
});

test('each layer has exactly the connections of its network', () => {
  for (const count of [3, 8, 16])
    for (const [kernel, dilated, layer] of [
      [2, false, 3],
      [3, true, 0],
      [3, true, 1],
      [2, true, 3],
      [7, true, 1],
    ]) {
      const settings = { kernel, dilated, padding: true };
      const pairs = range(count).flatMap((from) => range(count).map((to) => [from, to]));
      const spacing = dilated ? kernel ** layer : 1;
      const isRead = {
        recurrent: (back) => back === 1,
        convolution: (back) => back >= 0 && back % spacing === 0 && back < kernel * spacing,
        attention: () => true,
      };
      for (const [kind, reads] of Object.entries(isRead))
        assert.deepEqual(
          connectionsOf(kind, layer, count, settings).map(String).sort(),
          pairs
            .filter(([from, to]) => reads(to - from))
            .map(String)
            .sort(),
          `${kind} ${count} ${kernel} ${dilated} ${layer}`,
        );
    }
});

test('another first word changes exactly the words of a tiny network that it has reached', () => {
  const words = PeNetworks.words.sentences.asked.split(' ');
  const other = ['cat', ...words.slice(1)];
  for (const settings of [SETTINGS, { ...SETTINGS, dilated: true }, { ...SETTINGS, kernel: 2 }])
    for (const kind of ['recurrent', 'convolution', 'attention']) {
      const { heardAt, steps } = reachOf(kind, words.length, settings);
      for (let layers = 1; layers <= (kind === 'recurrent' ? 1 : steps); layers++) {
        const [one, two] = [words, other].map((each) =>
          runNetwork(kind, vectorsOf(each), settings, layers),
        );
        const changed = one.map((row, at) => row.some((value, i) => value !== two[at][i]));
        const heard = heardAt.map((step) => kind === 'recurrent' || step <= layers);
        assert.deepEqual(changed, heard, `${kind}, ${layers} layers`);
      }
    }
});

const rowsOf = (words) =>
  words.map((word) => [...learnedRows(1, 8, { std: 1, seed: seedOf(word) })]);
const matrix = (seed, factor = 1) => learnedRows(8, 8, { std: factor / Math.sqrt(8), seed });
const times = (row, table) =>
  range(8).map((to) => range(8).reduce((sum, at) => sum + row[at] * table[at * 8 + to], 0));
const squash = (...rows) =>
  range(8).map((at) => {
    const sum = rows.reduce((total, row) => total + row[at], 0);
    return sum / (1 + Math.abs(sum));
  });

test('one layer of each tiny network is that of plain JavaScript', () => {
  const words = ['dog', 'bites', 'man', 'now'];
  const rows = rowsOf(words);
  const near = (got, wanted, what) =>
    wanted.forEach((row, at) =>
      row.forEach((value, i) =>
        assert.ok(
          Math.abs(got[at][i] - value) < 1e-5,
          `${what} ${at} ${i}: ${got[at][i]} ${value}`,
        ),
      ),
    );
  const run = (kind) => runNetwork(kind, vectorsOf(words), SETTINGS, 1);
  const zeros = Array(8).fill(0);
  const states = [];
  for (const row of rows)
    states.push(squash(times(row, matrix(7)), times(states.at(-1) ?? zeros, matrix(8, 1.5))));
  near(run('recurrent'), states, 'recurrent');
  const windows = rows.map((_, to) =>
    squash(...range(3).map((back) => times(rows[to - back] ?? zeros, matrix(7 + back)))),
  );
  near(run('convolution'), windows, 'convolution');
  const [q, k, v] = range(3).map((at) => rows.map((row) => times(row, matrix(7 + at))));
  const mixed = q.map((query) => {
    const odds = k.map((key) =>
      Math.exp(key.reduce((sum, x, at) => sum + x * query[at], 0) / Math.sqrt(8)),
    );
    const all = odds.reduce((sum, each) => sum + each);
    return range(8).map((at) => v.reduce((sum, row, i) => sum + (odds[i] / all) * row[at], 0));
  });
  near(run('attention'), mixed, 'attention');
});

test('a recurrent network has one layer, and its last output shows a swap of two words', () => {
  const last = (words) =>
    rowsOf(words).reduce(
      (state, row) => squash(times(row, matrix(7)), times(state, matrix(8, 1.5))),
      Array(8).fill(0),
    );
  const [one, other] = [last(['dog', 'bites', 'man']), last(['bites', 'dog', 'man'])];
  const wanted = Math.max(...one.map((value, at) => Math.abs(value - other[at])));
  const { recurrent } = modelWith({ tokens: 'dog bites man' });
  assert.ok(Math.abs(recurrent.swapped - wanted) < 1e-5, `${recurrent.swapped} ${wanted}`);
  assert.equal(recurrent.differingDeep, 3);
});

test('the same word everywhere gives n, kernel and 1 different outputs in the networks', () => {
  for (const [tokens, kernel] of [
    ['dog bites man', 2],
    [PeNetworks.words.sentences.asked, 3],
    [PeNetworks.words.sentences.long, 5],
  ]) {
    const model = modelWith({ tokens, kernel });
    const { words, recurrent, convolution, attention } = model;
    assert.equal(recurrent.differing, words.length);
    assert.equal(convolution.differing, kernel);
    assert.equal(convolution.differingDeep, words.length);
    assert.deepEqual([attention.differing, attention.differingDeep], [1, 1]);
    // If two words are swapped, the last output changes in networks that know the order.
    assert.ok(recurrent.swapped > 1e-3 && convolution.swapped > 1e-3);
    assert.ok(attention.swapped < 1e-6);
    // Without padding, only words with a complete kernel window have outputs. Each window holds
    // the same words here, so these outputs are equal.
    const bare = modelWith({ tokens, kernel, padding: false }).convolution;
    assert.equal(bare.differing, 1);
    assert.equal(bare.outputs.filter(Boolean).length, words.length - kernel + 1);
  }
});

test('attention costs as much as the recurrent network at L = d, and grows twice as fast', () => {
  for (const dim of [64, 512, 4096]) {
    const { recurrent, attention, stamps, convolution } = costOf({
      length: dim,
      dim,
      kernel: 5,
      heads: '8',
    });
    assert.equal(attention.count, recurrent.count);
    assert.equal(recurrent.count, 2 * dim ** 3);
    assert.equal(convolution.count, 5 * dim ** 3);
    assert.equal(stamps.count, dim ** 2);
    assert.equal(attention.bytes, 4 * 8 * dim ** 2);
  }
  const { growth, perStamp, ratio } = modelWith({ length: 2048, dim: 512 });
  assert.equal(ratio, 2048 / 512);
  assert.deepEqual(growth, { stamps: 2, recurrent: 2, convolution: 2, attention: 4 });
  assert.equal(perStamp, 2 * 2048 + 12 * 512);
});

test('multiply-adds and bytes are those of the matrices and arrays of each network', () => {
  for (const [length, dim, kernel, heads] of [
    [16, 64, 3, 8],
    [2048, 512, 7, 32],
  ]) {
    // Multiplying a row by a matrix takes one multiply-add for each number of the matrix.
    const times = (rows, columns) => length * rows * columns;
    const bytes = (...arrays) =>
      arrays.reduce((sum, sizes) => sum + 4 * sizes.reduce((one, other) => one * other), 0);
    const tokens = [length, dim];
    assert.deepEqual(costOf({ length, dim, kernel, heads: String(heads) }), {
      stamps: { count: length * dim, bytes: bytes(tokens) },
      recurrent: { count: times(dim, dim) + times(dim, dim), bytes: bytes([dim]) },
      convolution: { count: times(kernel * dim, dim), bytes: bytes([kernel, dim]) },
      // These are the products of queries and keys, and of weights and values.
      attention: {
        count: times(dim, length) + times(length, dim),
        bytes: bytes([heads, length, length]),
      },
      projections: { count: times(dim, 4 * dim), bytes: bytes(tokens, tokens, tokens) },
      feedForward: {
        count: times(dim, 4 * dim) + times(4 * dim, dim),
        bytes: bytes([length, 4 * dim]),
      },
    });
  }
});

test('the shapes are those of a layer with attention, and give the counts of numbers', () => {
  const sizes = (words, dim, heads) => shapesOf(words, { dim, heads }).map(({ shape }) => shape);
  assert.deepEqual(sizes(['dog', 'bites', 'man'], 512, '8'), [
    [3],
    [3, 512],
    [3, 512],
    [3, 512],
    [8, 3, 64],
    [8, 3, 3],
    [8, 3, 64],
    [3, 512],
  ]);
  for (const { name, shape, numbers, bytes } of shapesOf(['a', 'b', 'c', 'd'], {
    dim: 64,
    heads: '32',
  })) {
    assert.equal(
      numbers,
      shape.reduce((product, size) => product * size),
      name,
    );
    assert.equal(bytes, 4 * numbers);
  }
});

const said = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

test('while the question is open, nothing says what attention needs', () => {
  const { caption, describe, tables, questionTexts } = PeNetworks.words;
  const figure = figureWith();
  const model = figure.compute(figure.state);
  for (const beginner of [false, true]) {
    assert.doesNotMatch(said(caption(model, true, beginner)), /attention|equal|outputs/i);
    assert.match(said(caption(model, false, beginner)), /Attention needs 1 step/);
  }
  assert.doesNotMatch(describe(model, true), /attention/);
  assert.match(describe(model, false), /recurrent 2, convolution 3, attention 8/);
  assert.deepEqual(
    tables(model).map(({ answers }) => Boolean(answers)),
    [true, true, false, false],
  );
  // The question and its options contain numbers. They must be those of the state of the question.
  const question = figure.question();
  const steps = Object.fromEntries(model.lanes.map((lane) => [lane.kind, lane.steps]));
  assert.equal(question.answer, 'attention');
  assert.match(
    question.ask,
    new RegExp(`of ${model.words.length} words .* needs ${steps.recurrent} `),
  );
  for (const [kind, label] of questionTexts.options)
    assert.equal(Number.parseInt(label, 10), steps[kind], kind);
  for (const { columns, rows, row, show } of tables(model))
    for (const at of range(rows)) {
      assert.equal(row(at).length, columns.length);
      row(at).forEach((value, column) => assert.ok(show(value, column).length));
    }
});

test('any text becomes 3 to 16 words', () => {
  assert.equal(wordsOf('dog bites'), null);
  assert.deepEqual(wordsOf(' a  b\nc '), ['a', 'b', 'c']);
  assert.equal(wordsOf('x '.repeat(60)).length, 16);
  // `length` is the number of words for the costs. It has the limits 2^4 and 2^17. A typed text has
  // at most 120 characters.
  for (const [length, wanted] of [
    [15, 2 ** 4],
    [2 ** 18, 2 ** 17],
  ])
    assert.equal(figureWith({ length }).state.length, wanted);
  const long = `${'eighteen '.repeat(13)}sixteen`;
  assert.equal(figureWith({ tokens: long }).state.tokens, `${'eighteen '.repeat(13)}six`);
  assert.equal(figureWith({ tokens: 'one two' }).state.tokens, PeNetworks.words.sentences.asked);
  const { tokens, taken } = figureWith({ tokens: 'dog bites man', taken: 9 }).state;
  assert.deepEqual([tokens, taken], ['dog bites man', 2]);
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('a wrong answer marks its network, then attention is done in one step', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-networks level="beginner"></pe-networks>',
  );
  const press = typist(page);
  const title = page.locator('.pe-title');
  assert.equal(await title.textContent(), PeNetworks.words.topic);
  await press('Tab', 'Space', 'Tab', 'Enter');
  await page.locator('.pe-result', { hasText: 'the news only to the next' }).waitFor();
  assert.equal(await title.textContent(), PeNetworks.words.topic);
  // The first key skips the scene of the wrong answer, and the second that of the right answer.
  await press('Enter', 'Enter');
  await page.locator('.pe-surprise', { hasText: '1 step instead of 7' }).waitFor();
  await settle(page);
  assert.equal(await title.textContent(), PeNetworks.words.heading);
  const caption = page.locator('.pe-caption');
  assert.match(
    await caption.textContent(),
    /after 7 steps.* after 4 steps.* the same output every/,
  );
  await page.locator('.pe-plot').focus();
  await press('Home');
  const state = () => page.evaluate(() => document.querySelector('pe-networks').getState());
  assert.equal((await state()).taken, 0);
  await press('ArrowRight');
  assert.equal((await state()).taken, 1);
  await press('ArrowUp');
  assert.equal((await state()).kernel, 4);
  await press('d');
  await settle(page);
  assert.match(await caption.textContent(), /in a convolution, after 2 steps/);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: a word chooses a step, and the chart a length', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-networks hide="predict"></pe-networks>',
  );
  const plot = page.locator('.pe-plot');
  const { width, height } = await plot.boundingBox();
  await plot.click({ position: { x: width - 12, y: 40 } });
  const state = () => page.evaluate(() => document.querySelector('pe-networks').getState());
  assert.equal((await state()).taken, 7);
  // The chart below the lanes has the layout of layoutCosts, moved down by `top`.
  const alone = layoutCosts(width, 0);
  const top = height - alone.height;
  const [x, y] = [(alone.chart.left + alone.chart.right) / 2, top + alone.chart.top + 60];
  await plot.click({ position: { x, y } });
  const { length } = await state();
  assert.ok(Math.abs(length / lengthAt(alone, x, alone.chart.top + 60) - 1) < 0.02, `${length}`);
  assert.deepEqual(errors, []);
  await close();
});

test('outputs are judged at rest, missing ones are dashes, and costs are in order', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-networks></pe-networks>', {
    reducedMotion: 'reduce',
  });
  const drawn = async () => {
    await settle(page);
    return textsOn(page, 'pe-networks');
  };
  await page.getByRole('button', { name: 'Just show me' }).click();
  assert.ok(
    !(await drawn()).some((text) => /outputs? (differ|equal)|different outputs/.test(text)),
  );
  await goOn(page);
  const texts = await drawn();
  for (const text of ['all outputs differ', '3 different outputs', 'all outputs equal'])
    assert.ok(texts.includes(text), text);
  const costs = (all) => all.filter((text) => / = \d/.test(text)).map((text) => text.split(':')[0]);
  assert.deepEqual(costs(texts), ['convolution', 'recurrent', 'attention', 'stamps']);
  await page.evaluate(() =>
    document.querySelector('pe-networks').setState({ padding: false, length: 131072 }),
  );
  const without = await drawn();
  assert.deepEqual(costs(without), ['attention', 'convolution', 'recurrent', 'stamps']);
  assert.equal(without.filter((text) => text === '–').length, 2);
  assert.ok(without.includes('all 6 outputs equal'));
  assert.deepEqual(errors, []);
  await close();
});
