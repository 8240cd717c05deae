/* Tests PeOrder: what attention outputs when words change places, and how a reader moves words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeOrder } from '../../web/elements.js';
import { flight } from '../../web/figures/order/bags.js';
import {
  LONGEST,
  orderModel,
  orderOf,
  shuffled,
  weightOf,
  wordsOf,
} from '../../web/figures/order/model.js';
import { brief } from '../../web/figures/order/picture.js';
import * as english from '../../web/figures/order/words.js';
import * as chinese from '../../web/languages/zh/order.js';
import * as german from '../../web/languages/de/order.js';
import { learnedTable } from '../../web/index.js';
import { goOn, launchChromium, openPage, root, settle, show } from '../support/browsers.js';
import { textsOn } from '../support/canvas-texts.js';
import { uniform } from '../support/draws.js';

const state = { tokens: 'dog bites man', order: '210', dim: 16, scheme: 'none', causal: false };
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
const word = fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/\s/g, '_'));
const sentence = fc.array(word, { minLength: 3, maxLength: 7 });
const bits = (values) => [...new Uint32Array(values.slice().buffer)].join();

test('in every language, the question quotes only words of the sentence in the picture', () => {
  for (const { questionTexts, values } of [english, german, chinese]) {
    const quoted = [...questionTexts.ask.matchAll(/[„“](.+?)[“”]/g)].map(([, text]) => text);
    const seen = values.tokens.split(' ');
    assert.deepEqual(
      quoted.filter((text) => !seen.includes(text)),
      [],
    );
  }
});

test('dog bites man: nothing changes until positions or a mask are added', () => {
  for (const [patch, differ] of [
    [{}, 0],
    [{ scheme: 'sinusoidal' }, 48],
    [{ causal: true }, 48],
    [{ scheme: 'sinusoidal', causal: true }, 48],
  ]) {
    const model = orderModel({ ...state, ...patch });
    assert.equal(model.differ, differ);
    assert.equal(model.values, 48);
    assert.equal(model.bits === 0 && model.distance === 0 && model.most === 0, differ === 0);
    assert.equal(orderModel({ ...state, ...patch, order: '012' }).bits, 0);
  }
});

test('the bags are the same exactly if they hold the same outputs, in whatever order', () => {
  for (const [patch, fresh] of [
    [{}, 0],
    [{ order: '012', scheme: 'sinusoidal' }, 0],
    [{ scheme: 'sinusoidal' }, 3],
    [{ causal: true }, 3],
    // Equal words change places, so this is the same sentence.
    [{ tokens: 'dog bites dog', scheme: 'sinusoidal' }, 0],
    // The last word sees the same words as before, so only the other two outputs are new.
    [{ causal: true, order: '102' }, 2],
  ]) {
    const model = orderModel({ ...state, ...patch });
    assert.equal(model.fresh, fresh, JSON.stringify(patch));
    const [now, typed] = ['now', 'typed'].map((side) => model.tokens.map((token) => token[side]));
    assert.equal(fresh === 0, now.map(bits).sort().join() === typed.map(bits).sort().join());
    model.twins.forEach((twin, token) =>
      assert.equal(twin, typed.map(bits).includes(bits(now[token]))),
    );
    // A bag lists, for each slot of the picture, the token whose output is drawn there. Each bag
    // contains every output once. Equal outputs have the same slot in both bags.
    for (const bag of Object.values(model.bags)) assert.deepEqual([...bag].sort(), [0, 1, 2]);
    const looks = [
      model.bags.now.map((token) => bits(now[token])),
      model.bags.typed.map((token) => bits(typed[token])),
    ];
    assert.equal(looks[0].filter((look, slot) => look === looks[1][slot]).length, 3 - fresh);
    assert.deepEqual(model.bags.typed, [0, 1, 2]);
    // If all outputs are new, each is in the slot of the old output of the same word.
    if (fresh === 3) assert.deepEqual(model.bags.now, [0, 1, 2]);
  }
});

test('an output that two words share has at most as many twins as the other bag holds', () => {
  const tokens = 'dog dog man';
  const { twins, tokens: outputs } = orderModel({ ...state, tokens, causal: true, order: '021' });
  const shared = outputs.filter(({ now }) => bits(now) === bits(outputs[0].now)).length;
  const held = outputs.filter(({ typed }) => bits(typed) === bits(outputs[0].now)).length;
  // The first dog sees only itself, and the second sees dog twice: both get the value of dog.
  assert.deepEqual([shared, held], [1, 2]);
  assert.deepEqual(twins, [true, false, false]);
});

test('without positions, every word keeps its output bit for bit in every order', () => {
  fc.assert(
    fc.property(sentence, fc.nat(1e6), fc.constantFrom(4, 8, 16, 36, 64), (tokens, seed, dim) => {
      const order = shuffled(seed, tokens.length);
      const model = orderModel({ ...state, tokens: tokens.join(' '), order: order.join(''), dim });
      assert.equal(model.bits, 0);
      for (const token of model.tokens) assert.equal(bits(token.now), bits(token.typed));
      // The weights keep their values too, and only change places.
      order.forEach((row, place) =>
        order.forEach((column, at) =>
          assert.equal(
            model.weights[place * order.length + at],
            model.weightsTyped[row * order.length + column],
          ),
        ),
      );
    }),
    { numRuns: 400 },
  );
});

test('with positions, a word that moves gets another output', () => {
  fc.assert(
    fc.property(sentence, fc.nat(1e6), (tokens, seed) => {
      const order = shuffled(seed, tokens.length);
      const model = orderModel({
        ...state,
        tokens: tokens.join(' '),
        order: order.join(''),
        scheme: 'sinusoidal',
      });
      for (const [token, { place, differ }] of model.tokens.entries())
        if (place !== token) assert.ok(differ > 0, `${tokens} ${order}`);
    }),
    { numRuns: 100 },
  );
});

test('behind a mask, a word sees which words come before it, but not in which order', () => {
  const tokens = 'the quick brown fox outran us all';
  const model = orderModel({ ...state, tokens, causal: true, order: '2103456' });
  assert.deepEqual(
    model.tokens.map(({ bits: changed }) => changed === 0),
    [false, false, false, true, true, true, true],
  );
  const count = model.words.length;
  model.weights.forEach((weight, at) =>
    assert.equal(weight === 0, at % count > Math.floor(at / count)),
  );
  // The first word sees only itself, so it gives itself the weight 1.
  assert.equal(model.weights[0], 1);
});

/** Computes the attention head of the figure in plain double arithmetic. */
function reference(tokens, { dim, scheme, causal }) {
  const hash = (text) =>
    Number(
      [...text].reduce(
        (sum, letter) => ((sum ^ BigInt(letter.codePointAt(0))) * 16777619n) % (1n << 32n),
        2166136261n,
      ),
    );
  const x = tokens.map((text, place) =>
    [...learnedTable(1, dim, { std: 1, seed: hash(text) })].map((value, at) => {
      if (scheme === 'none') return value;
      const angle = place / 10000 ** ((at - (at % 2)) / dim);
      return value + (at % 2 ? Math.cos(angle) : Math.sin(angle));
    }),
  );
  const projections = learnedTable(3 * dim, dim, { std: 1 / Math.sqrt(dim), seed: 3345 });
  const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
  const [q, k, v] = [0, 1, 2].map((which) =>
    x.map((row) =>
      Array.from({ length: dim }, (_, at) =>
        dot(row, projections.subarray((which * dim + at) * dim, (which * dim + at + 1) * dim)),
      ),
    ),
  );
  const weights = q.map((query, i) => {
    const scores = k.map((key, j) =>
      causal && j > i ? 0 : Math.exp(dot(query, key) / Math.sqrt(dim)),
    );
    const sum = scores.reduce((a, b) => a + b);
    return scores.map((score) => score / sum);
  });
  return {
    weights,
    output: weights.map((row) =>
      Array.from({ length: dim }, (_, at) =>
        row.reduce((sum, weight, j) => sum + weight * v[j][at], 0),
      ),
    ),
  };
}

/** Compares the figure's numbers for a shuffled sentence with the numbers of `reference`. */
function compareWithReference(settings) {
  const list = settings.tokens.split(' ');
  const order = shuffled(7, list.length);
  const model = orderModel({ ...settings, order: order.join('') });
  const ordered = order.map((token) => list[token]);
  const { weights, output } = reference(ordered, settings);
  const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 2e-6, `${got} for ${wanted}`);
  weights.flat().forEach((weight, at) => near(model.weights[at], weight));
  order.forEach((token, place) =>
    output[place].forEach((value, at) => near(model.tokens[token].now[at], value)),
  );
}

test('the numbers equal one attention head in plain arithmetic, at the digits shown', () => {
  const sentences = [
    'dog bites man',
    'the quick brown fox outran us all',
    'l’été où 日本 💥 zwölf',
  ];
  for (const tokens of sentences) {
    for (const scheme of ['none', 'sinusoidal']) {
      for (const causal of [false, true])
        compareWithReference({ ...state, tokens, scheme, causal });
    }
  }
  const { weights } = reference(['man', 'bites', 'dog'], state);
  assert.deepEqual(
    weights.flat().map((weight) => weight.toFixed(2)),
    [...orderModel(state).weights].map((weight) => weight.toFixed(2)),
  );
});

test('the comparison counts the numbers and bits that differ, and measures distances', () => {
  const tokens = 'the quick brown fox';
  const order = [2, 0, 3, 1];
  const model = orderModel({ ...state, tokens, order: '2031', scheme: 'sinusoidal', dim: 8 });
  const plain = orderModel({ ...state, tokens, order: '0123', scheme: 'sinusoidal', dim: 8 });
  assert.deepEqual([model.moved, plain.moved, model.values], [true, false, 32]);
  const all = { differ: 0, bits: 0, sum: 0, most: 0 };
  for (const [token, got] of model.tokens.entries()) {
    assert.equal(got.place, order.indexOf(token));
    assert.equal(bits(got.typed), bits(plain.tokens[token].now));
    const gaps = [...got.now].map((value, at) => value - got.typed[at]);
    const changed = new Uint32Array(got.now.slice().buffer).map(
      (word, at) => word ^ new Uint32Array(got.typed.slice().buffer)[at],
    );
    const ones = [...changed].map((word) => word.toString(2).replaceAll('0', '').length);
    const wanted = {
      differ: ones.filter(Boolean).length,
      bits: ones.reduce((sum, count) => sum + count),
      sum: gaps.reduce((sum, gap) => sum + gap * gap, 0),
      most: Math.max(...gaps.map(Math.abs)),
    };
    for (const [key, value] of Object.entries(wanted)) {
      assert.equal(got[key], value, key);
      all[key] = key === 'most' ? Math.max(all.most, value) : all[key] + value;
    }
    for (const [key, { place }] of model.tokens.entries())
      assert.equal(weightOf(model, token, key), model.weights[got.place * 4 + place]);
  }
  const { differ, bits: bitCount, distance, most } = model;
  assert.deepEqual([differ, bitCount, most], [all.differ, all.bits, all.most]);
  assert.equal(distance, Math.sqrt(all.sum));
});

test('any input becomes valid words and a valid order', () => {
  assert.deepEqual(wordsOf(' a  b\tc '), ['a', 'b', 'c']);
  assert.equal(wordsOf('one two'), null);
  assert.equal(wordsOf(undefined), null);
  assert.equal(wordsOf('1 2 3 4 5 6 7 8 9').length, 7);
  assert.deepEqual(wordsOf('one two three'), ['one', 'two', 'three']);
  assert.deepEqual(wordsOf(`a b ${'c'.repeat(13)}`), ['a', 'b', `${'c'.repeat(11)}…`]);
  assert.deepEqual(wordsOf(`a b ${'💥'.repeat(13)}`), ['a', 'b', `${'💥'.repeat(11)}…`]);
  const spaces = (count) => `a b${' '.repeat(count)}c`;
  assert.deepEqual([LONGEST, wordsOf(spaces(96)).length, wordsOf(spaces(97))], [100, 3, null]);
  assert.deepEqual(orderOf('3210', 3), [2, 1, 0]);
  assert.deepEqual(orderOf('9x2 2', 3), [2, 0, 1]);
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (tokens, order, query) => {
      const figure = new PeOrder();
      figure.setState({ tokens, order, query });
      const now = figure.getState();
      const count = now.tokens.split(' ').length;
      assert.ok(count >= 3 && count <= 7);
      assert.deepEqual([...now.order].map(Number).sort(), [...Array(count).keys()]);
      assert.ok(Number.isInteger(now.query) && now.query >= 0 && now.query < count);
      // `shown` has the place of each word and the strength of the stamps, which move smoothly.
      assert.deepEqual(Object.keys(figure.motion.shown).length, count + 1);
      const other = new PeOrder();
      other.setState(now);
      assert.deepEqual(other.getState(), now);
    }),
    { numRuns: 1000 },
  );
});

test('shuffles depend on the seed alone, and each gives another order', () => {
  assert.deepEqual(
    [1, 2, 3].map((seed) => shuffled(seed, 7).join('')),
    [1, 2, 3].map((seed) => shuffled(seed, 7).join('')),
  );
  for (const seed of [0, 1, 5, 999]) {
    const draws = uniform(7, seed, 1);
    const byDraw = [...draws.keys()].sort((a, b) => draws[a] - draws[b]);
    assert.deepEqual(shuffled(seed, 7), byDraw);
  }
  const figure = new PeOrder();
  const run = figure.keys().find(([key]) => key === 's')[2];
  const orders = [];
  for (let time = 0; time < 20; time++) {
    run();
    orders.push(figure.state.order);
  }
  orders.forEach((order, at) => assert.notEqual(order, at ? orders[at - 1] : '012'));
  assert.ok(new Set(orders).size > 4);
});

test('captions and tables show the numbers of the model', () => {
  const figure = new PeOrder();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  assert.match(say({}), /^Drag a word/);
  const sayPlainly = (patch) => {
    figure.setState(patch);
    return words(PeOrder.words.caption(figure.compute(figure.state), false, true));
  };
  assert.match(sayPlainly({ order: '210' }), /“man bites dog” fills the bag with the same strips/);
  assert.match(sayPlainly({ scheme: 'sinusoidal' }), /stamp of its position.* 3 of 3 strips are/);
  assert.match(sayPlainly({ order: '012' }), /^Each word now carries a stamp.*watch the circle/);
  assert.match(
    sayPlainly({ tokens: 'dog bites dog', order: '210' }),
    /Equal words have swapped places/,
  );
  figure.setState({ tokens: 'dog bites man', order: '012', scheme: 'none' });
  assert.match(
    say({ order: '210' }),
    new RegExp(
      '^In “man bites dog”, each word gets exactly the same output ' +
        'as in “dog bites man”: 0 of the 1,536 bits of these 48 numbers differ',
    ),
  );
  assert.match(say({ scheme: 'sinusoidal' }), /^48 of 48 output numbers differ, by up to 1\.767/);
  assert.match(
    say({ scheme: 'none', causal: true, order: '102' }),
    /^32 of 48 output numbers differ.* For 1 of 3 words, no bit differs/,
  );
  assert.deepEqual(
    [
      [0.254, 60],
      [1, 60],
      [0.254, 30],
      [0.999, 30],
      [0, 30],
    ].map(([weight, cell]) => brief(weight, cell)),
    ['0.25', '1.00', '.25', '1.0', '.00'],
  );
  for (const table of figure.tables(figure.compute(figure.state))) {
    assert.ok(table.rows === 3);
    for (let row = 0; row < table.rows; row++)
      assert.equal(table.row(row).length, table.columns.length);
  }
});

test('Shuffle never returns to the order typed', () => {
  for (const count of [3, 4]) {
    const figure = new PeOrder();
    figure.setState({ tokens: 'a b c d'.slice(0, 2 * count - 1), order: '' });
    const typed = figure.state.order;
    const [, , shuffle] = figure.keys().find(([key]) => key === 's');
    const seen = new Set();
    for (let turn = 0; turn < 200; turn++) {
      const before = figure.state.order;
      shuffle();
      const { order } = figure.state;
      assert.ok(order !== typed && order !== before, order);
      seen.add(order);
    }
    assert.equal(seen.size, [6, 24][count - 3] - 1);
  }
});

test('the title says whether attention sees the order in this state', () => {
  const figure = new PeOrder();
  const title = (patch) => {
    figure.setState({ order: '210', scheme: 'none', causal: false, ...patch });
    figure.model = figure.compute(figure.state);
    return figure.heading;
  };
  assert.equal(title({}), 'Attention alone cannot see the order of words');
  assert.equal(title({ scheme: 'sinusoidal' }), 'With stamps, attention sees the order of words');
  assert.match(title({ causal: true }), /^With a mask, a word sees which words come before it/);
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

const lesson = async (options, attributes = '') => {
  const opened = await openPage(
    chromium,
    'data:text/html,<!doctype html><html lang="en"><title>A lesson</title>' +
      '<meta name="viewport" content="width=device-width"><main>' +
      `<pe-order ${attributes}></pe-order></main>`,
    options,
  );
  await opened.page.addScriptTag({ path: `${root}/dist/figures.iife.js` });
  await show(opened.page, 'pe-order');
  return {
    ...opened,
    read: () =>
      opened.page.evaluate(() => {
        const { state, model } = document.querySelector('pe-order');
        return { ...state, differ: model.differ };
      }),
  };
};

test('by keyboard: the order is invisible, then visible, in at most 25 keystrokes', async () => {
  const { page, errors, read, close } = await lesson();
  // The question is hidden, because while it is open, the figure does not say what differs.
  await page.evaluate(() => {
    document.querySelector('pe-order').hide = 'predict';
  });
  let strokes = 0;
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      strokes++;
    }
    await settle(page);
  };
  while (
    !(await page.evaluate(() =>
      document.activeElement?.shadowRoot?.activeElement?.classList.contains('pe-plot'),
    ))
  )
    await press('Tab');
  await press('Shift+ArrowRight', 'Shift+ArrowRight');
  assert.deepEqual(await read(), {
    tokens: 'dog bites man',
    order: '120',
    scheme: 'none',
    causal: false,
    query: 0,
    seed: 0,
    dim: 16,
    differ: 0,
  });
  await page.waitForFunction(() =>
    /bites man dog\. The bags are the same\. 0 of 48/.test(
      document.querySelector('pe-order').shadowRoot.querySelector('[part=live]').textContent,
    ),
  );
  await press('p');
  assert.equal((await read()).differ, 48);
  await press('p', 'm');
  assert.equal((await read()).differ, 48);
  await press('o');
  assert.deepEqual([(await read()).order, (await read()).differ], ['012', 0]);
  await press('End', 'ArrowLeft', 's');
  assert.equal((await read()).query, 1);
  assert.notEqual((await read()).order, '012');
  assert.ok(strokes <= 25, `${strokes} keystrokes`);
  assert.deepEqual(errors, []);
  await close();
});

test('a word can be carried to another place by pointer and by touch', async () => {
  const { page, read, close } = await lesson();
  const box = await page.locator('.pe-plot').boundingBox();
  const to = (x) => page.mouse.move(box.x + x, box.y + 26, { steps: 4 });
  await to(150);
  await page.mouse.down();
  await to(box.width - 320);
  await page.mouse.up();
  await settle(page);
  assert.equal((await read()).order, '120');
  await page.getByRole('button', { name: '← Move' }).click();
  assert.equal((await read()).order, '102');
  await close();

  const small = await lesson({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const place = await small.page.locator('.pe-plot').boundingBox();
  const session = await small.page.context().newCDPSession(small.page);
  const touch = (type, x) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x: place.x + x, y: place.y + 164 }],
    });
  await touch('touchStart', 70);
  for (const x of [110, 160, 210, 260, 300]) await touch('touchMove', x);
  await touch('touchEnd');
  await settle(small.page);
  assert.equal((await small.read()).order, '120');
  assert.ok(await small.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await small.close();
});

/**
 * Runs in the page. Returns all texts of the figure about its outputs, except those in the picture.
 */
function saidOf() {
  const figure = document.querySelector('pe-order');
  figure.toggle('table', true);
  const [caption, formula, table] = ['caption', 'formula', 'table'].map(
    (part) => figure.shadowRoot.querySelector(`[part=${part}]`).textContent,
  );
  return caption + formula + table + figure.toCSV() + figure.describe();
}

test('for beginners: the circle says nothing, then “same”, and “different” with stamps', async () => {
  const { page, errors, read, close } = await lesson(
    {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    },
    'level="beginner"',
  );
  const press = async (name) => {
    await page.getByRole('button', { name, exact: true }).click();
    await settle(page);
  };
  const plot = await page.locator('.pe-plot').boundingBox();
  assert.ok(plot.height <= 420 && plot.y + plot.height < 740, `${plot.y} + ${plot.height} px`);
  const sure = /same$|different|differ from|bits|≠|^=$/;
  const spoils = (texts) => texts.filter((text) => sure.test(text));
  assert.deepEqual(spoils(await textsOn(page, 'pe-order')), []);
  // No text has explained stamps yet, so the button for stamps is hidden.
  assert.equal(await page.getByRole('button', { name: 'Stamp positions' }).isVisible(), false);
  await press('Swap ends');
  assert.equal((await read()).order, '210');
  const open = await textsOn(page, 'pe-order');
  assert.deepEqual(spoils(open), []);
  // A question mark hides each strip below the box, each strip in the bag, and the sign.
  assert.equal(open.filter((text) => text === '?').length, 7);
  assert.doesNotMatch(await page.evaluate(saidOf), /same strips|differ|now carries/);

  // The reader answers wrongly that two strips are new. The picture then marks each strip as equal,
  // but the sign between the bags stays open.
  await page.locator('input[value="moved"]').check();
  await press('Reveal');
  const tried = await textsOn(page, 'pe-order');
  assert.deepEqual(
    tried.filter((text) => /^[=≠?]$/.test(text)),
    ['=', '=', '=', '?'],
  );
  await goOn(page);
  await settle(page);
  const shown = await textsOn(page, 'pe-order');
  assert.ok(shown.includes('same') && !shown.includes('≠') && !shown.includes('?'), `${shown}`);
  assert.ok(!shown.some((text) => /\d/.test(text)), `a beginner sees numbers: ${shown}`);
  assert.match(await page.evaluate(saidOf), /same strips.*numbers that differ.*bags are the same/s);
  const stamps = page.getByRole('button', { name: 'Stamp positions', exact: true });
  assert.equal(await stamps.getAttribute('aria-pressed'), 'false');
  await press('Stamp positions');
  assert.equal(await stamps.getAttribute('aria-pressed'), 'true');
  const stamped = await textsOn(page, 'pe-order');
  assert.ok(stamped.includes('different'), `${stamped}`);
  assert.equal(stamped.filter((text) => text === '≠').length, 4);
  assert.deepEqual(errors, []);
  await close();
});

test('a card goes first, and its strip follows to the same place', () => {
  const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => flight(0, 2, 2 * part));
  assert.deepEqual(
    [steps[0].place, steps[0].follow, steps[4].place, steps[4].follow],
    [0, 0, 2, 2],
  );
  for (const { place, follow } of steps.slice(1, 3)) assert.ok(place > follow);
  // The sentence under the bag changes when the card has landed.
  assert.deepEqual([steps[1].landed, steps[2].landed], [0, 2]);
  // A card that moves to the left dips below the others, and comes back to its row.
  const dips = [2, 1.5, 1, 0].map((at) => flight(2, 0, at).dip);
  assert.ok(dips[1] > 0 && Math.abs(dips[2]) < 1e-9 && dips[3] === 0, `${dips}`);
  assert.equal(flight(1, 1, 1).part, 1);
});

test('when the ends swap, no two cards or strips lie on each other for long', () => {
  // The card of the middle word does not move, so this computes only two flights.
  const ways = Array.from({ length: 99 }, (_, at) => 0.02 * (at + 1));
  const both = ways.map((way) => [flight(0, 2, way), flight(2, 0, 2 - way)]);
  const isNear = (one, other) => Math.abs(one - other) < 0.5;
  for (const [one, other] of both) {
    if (isNear(one.place, other.place)) assert.ok(other.dip - one.dip > 40, `${other.dip}`);
    if (isNear(one.place, 1)) assert.ok(one.dip > 30 && other.dip > 30);
    if (isNear(one.follow, other.follow)) assert.ok(other.sink - one.sink > 0.4);
  }
  // Where the scene stops, the strips are more than 0.3 places apart.
  const { stops } = new PeOrder().question().shows;
  const [one, other] = [flight(0, 2, 2 * stops[0]), flight(2, 0, 2 - 2 * stops[0])];
  const places = [one.follow, 1, other.follow].sort((a, b) => a - b);
  assert.ok(places[1] - places[0] > 0.3 && places[2] - places[1] > 0.3, `${places}`);
});
