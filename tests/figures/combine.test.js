/**
 * Tests pe-combine. Checks the lengths of vectors. Also checks which word and position can be read
 * from their sum, by the nearest row or by a fitted probe. Tests the cost of words and stamps side
 * by side, the tutorial's numbers, and the question.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { PeCombine } from '../../web/elements.js';
import {
  POSITIONS,
  SENTENCE,
  SPREADS,
  STDS,
  WORDS,
  readAt,
  sharesOf,
  spreadOf,
} from '../../web/figures/combine/model.js';
import { layout, spreadAt } from '../../web/figures/combine/picture.js';
import { RIDGES, probeShares, solve } from '../../web/figures/combine/probe.js';
import { TUTORIAL_TOKEN } from '../../web/figures/combine/tutorial.js';
import { figurePage, launchChromium, settle, typist } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';
import { learnedRows } from '../support/draws.js';
import { penTexts } from '../support/pen-texts.js';
import { range, sinusoidalPE } from '../support/reference.js';
import { seedOf } from '../support/word-seed.js';

const { S001, S003, S004 } = JSON.parse(
  readFileSync(new URL('../support/golden/seed-numbers.json', import.meta.url), 'utf8'),
);
const near = (value, wanted, most, what) =>
  assert.ok(Math.abs(value - wanted) <= most, `${what}: ${value} instead of ${wanted}`);

const wordRows = (dim, std) =>
  WORDS.map((word) => [...learnedRows(1, dim, { std, seed: seedOf(word) })]);
const stampRows = (dim) => sinusoidalPE(POSITIONS, dim).map((row) => [...row]);
const plus = (one, two) => one.map((value, at) => value + two[at]);
const far = (one, two) => Math.hypot(...one.map((value, at) => value - two[at]));
const nearest = (row, table) => {
  const distances = table.map((each) => far(row, each));
  return distances.indexOf(Math.min(...distances));
};

test('lengths and distances are those of plain JavaScript', () => {
  for (const [dim, std, start, mode] of [
    [64, 0.1, 0, 'add'],
    [64, 0.8, 0, 'add'],
    [16, 0.5, 29, 'add'],
    [128, 2, 7, 'concat'],
  ]) {
    const [words, stamps] = [wordRows(dim, std), stampRows(dim)];
    const readings = readAt({ dim, start, mode }, std);
    assert.equal(readings.length, SENTENCE);
    readings.forEach(({ position, lengths, added, apart, ...read }, token) => {
      const [word, stamp] = [words[token], stamps[start + token]];
      const sum = plus(word, stamp);
      assert.equal(position, start + token);
      const most = 1e-5 * (1 + std);
      near(lengths.word, Math.hypot(...word), most, 'word');
      near(lengths.stamp, Math.sqrt(dim / 2), most, 'stamp');
      near(lengths.sum, Math.hypot(...(mode === 'add' ? sum : [...word, ...stamp])), most, 'sum');
      words.forEach((each, at) => {
        near(added.words[at], far(sum, each), most, `to ${WORDS[at]}`);
        near(apart.words[at], far(word, each), most, `to ${WORDS[at]}, apart`);
      });
      stamps.forEach((each, at) => {
        near(added.stamps[at], far(sum, each), most, `to position ${at}`);
        near(apart.stamps[at], far(stamp, each), most, `to position ${at}, apart`);
      });
      assert.equal(read.readWord, nearest(mode === 'add' ? sum : word, words));
      assert.equal(read.readPosition, nearest(mode === 'add' ? sum : stamp, stamps));
    });
  }
});

/**
 * Returns the fraction of the sums whose nearest word is the right one, and the fraction whose
 * nearest stamp is the right one.
 */
function countNearest(dim, std) {
  const [words, stamps] = [wordRows(dim, std), stampRows(dim)];
  const right = { word: 0, position: 0 };
  words.forEach((word, at) =>
    stamps.forEach((stamp, position) => {
      const sum = plus(word, stamp);
      if (nearest(sum, words) === at) right.word++;
      if (nearest(sum, stamps) === position) right.position++;
    }),
  );
  const sums = WORDS.length * POSITIONS;
  return { word: right.word / sums, position: right.position / sums };
}

test('the nearest row finds the longer part, and more dimensions leave room for both', () => {
  for (const [dim, std] of [
    [64, 0.1],
    [64, 0.8],
    [16, 0.5],
  ])
    assert.deepEqual(sharesOf(dim, std).nearest, countNearest(dim, std), `${dim} ${std}`);
  const { curve } = sharesOf(64, 0.1);
  assert.equal(curve.length, SPREADS.length);
  assert.deepEqual(curve[12], countNearest(64, SPREADS[12]));
  assert.equal(SPREADS[0], 0.01);
  near(SPREADS.at(-1), 10 ** 1.3, 1e-7, 'the largest spread');
  SPREADS.forEach((spread, at) => near(spread / 10 ** (-2 + (3.3 * at) / 24), 1, 1e-8, at));
  // The longer a word's vector, the more often the word is found, and the less often its position.
  for (let at = 1; at < curve.length; at++) {
    assert.ok(curve[at].word >= curve[at - 1].word);
    assert.ok(curve[at].position <= curve[at - 1].position);
  }
  const both = (dim) => Math.min(...Object.values(sharesOf(dim, 0.4).nearest));
  assert.ok(both(16) < both(64) && both(64) < both(128));
});

/** Solves A X = B by elimination with pivots. */
function eliminate(matrix, sides) {
  const rows = matrix.map((row, at) => [...row, ...sides[at]]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const tail = range(size - column, column);
    const pivot = tail.reduce((best, at) =>
      Math.abs(rows[at][column]) > Math.abs(rows[best][column]) ? at : best,
    );
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let at = column; at < rows[row].length; at++) rows[row][at] -= factor * rows[column][at];
    }
  }
  return rows.map((row, at) => row.slice(size).map((value) => value / row[at]));
}

test('the factors of a matrix solve its equations', () => {
  const matrix = Float64Array.of(4, 2, 0.6, 2, 5, 1, 0.6, 1, 3);
  const sides = Float64Array.of(1, 0, 2, 1, 3, -1);
  const wanted = eliminate(
    [0, 1, 2].map((row) => [...matrix.slice(3 * row, 3 * row + 3)]),
    [0, 1, 2].map((row) => [...sides.slice(2 * row, 2 * row + 2)]),
  );
  const got = solve(matrix, sides, 3);
  wanted.flat().forEach((value, at) => near(got[at], value, 1e-15, at));
});

/** Fits a ridge regression to one half of the sums, and tests it on the other half. */
function countProbe(words, stamps, ridge) {
  const dim = words[0].length;
  const pairs = words.flatMap((_, word) => stamps.map((_, position) => [word, position]));
  const [fitted, tested] = [0, 1].map((odd) =>
    pairs
      .filter(([word, position]) => (word + position) % 2 === odd)
      .map(([word, position]) => ({ word, position, sum: plus(words[word], stamps[position]) })),
  );
  const products = (one) => range(dim).map((at) => one.reduce((sum, x) => sum + x[at], 0));
  const matrix = range(dim).map((row) =>
    products(fitted.map(({ sum }) => sum.map((value) => value * sum[row]))),
  );
  const mean = range(dim).reduce((sum, at) => sum + matrix[at][at], 0) / dim;
  for (const at of range(dim)) matrix[at][at] += ridge * mean;
  const columns = [
    ...words.map((_, at) => fitted.filter(({ word }) => word === at)),
    ...stamps.map((_, at) => fitted.filter(({ position }) => position === at)),
  ].map((own) => products(own.map(({ sum }) => sum)));
  const probe = eliminate(
    matrix,
    range(dim).map((row) => columns.map((column) => column[row])),
  );
  const best = (list) => list.indexOf(Math.max(...list));
  const right = { word: 0, position: 0 };
  for (const { word, position, sum } of tested) {
    const scores = columns.map((_, column) =>
      sum.reduce((total, value, at) => total + value * probe[at][column], 0),
    );
    if (best(scores.slice(0, words.length)) === word) right.word++;
    if (best(scores.slice(words.length)) === position) right.position++;
  }
  return { word: right.word / tested.length, position: right.position / tested.length };
}

test('a fitted probe reads what another ridge regression reads', () => {
  for (const [dim, std] of [
    [16, 0.1],
    [16, 0.8],
    [32, 0.4],
  ]) {
    const [words, stamps] = [wordRows(dim, std), stampRows(dim)];
    const flat = (rows) => Float32Array.from(rows.flat());
    const { probe, probes } = sharesOf(dim, std);
    RIDGES.forEach((ridge, at) => {
      const got = probeShares(flat(words), flat(stamps), dim, ridge);
      const wanted = countProbe(words, stamps, ridge);
      // The model rounds products to float32. This may change what it reads from a few sums.
      for (const which of ['word', 'position'])
        near(got[which], wanted[which], 0.01, `${dim} ${std} ${ridge} ${which}`);
      assert.deepEqual(probes[at], got);
    });
    assert.equal(probe, probes[0]);
  }
  // In 64 dimensions, the probe finds words that the nearest row does not find.
  const { nearest: row, probe } = sharesOf(64, 0.1);
  assert.ok(row.word < 0.2 && row.position === 1);
  assert.ok(probe.word > 0.99 && probe.position > 0.9);
});

test('the caption and the table say that the share of positions depends on the ridge', () => {
  assert.deepEqual(RIDGES, [1e-5, 1e-4, 1e-3]);
  const figure = new PeCombine();
  const model = figure.compute(figure.state);
  const shares = model.shares.probes.map(({ position }) => `${(100 * position).toFixed(1)} %`);
  assert.ok(new Set(shares).size > 1, `${shares}`);
  const text = said(PeCombine.words.caption(model));
  assert.match(text, /the table shows how the ridge of the fit changes this/);
  const table = figure.tables(model)[2];
  ['10⁻⁵', '10⁻⁴', '10⁻³'].forEach((ridge, at) => {
    const [name, , , position] = table.row(at);
    assert.equal(name, `linear probe, ridge ${ridge}`);
    assert.equal(position, model.shares.probes[at].position);
  });
});

/**
 * Yields the numbers of NumPy's np.random.seed(seed); np.random.randn(). They come from the
 * Mersenne twister and the polar method.
 */
function* randn(seed) {
  const state = new Uint32Array(624);
  state[0] = seed;
  for (let at = 1; at < 624; at++)
    state[at] = Math.imul(state[at - 1] ^ (state[at - 1] >>> 30), 1812433253) + at;
  let used = 624;
  const bits = () => {
    if (used === 624) {
      for (let at = 0; at < 624; at++) {
        const both = (state[at] & 0x80000000) | (state[(at + 1) % 624] & 0x7fffffff);
        state[at] = state[(at + 397) % 624] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
      }
      used = 0;
    }
    let word = state[used++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
  const signed = () => (2 * ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6))) / 2 ** 53 - 1;
  for (;;) {
    const [one, two] = [signed(), signed()];
    const square = one * one + two * two;
    if (square >= 1 || square === 0) continue;
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    yield factor * two;
    yield factor * one;
  }
}

test('the tutorial’s token has its printed length; its stamp is 7.77 times as long', () => {
  const draws = randn(42);
  assert.equal(TUTORIAL_TOKEN.length, 64);
  for (const value of TUTORIAL_TOKEN) near(value, 0.1 * draws.next().value, 6e-6, 'number');
  const figure = new PeCombine();
  const { word, stamp, sum, ratio } = figure.compute(figure.state).tutorial;
  assert.deepEqual(
    [word, sum].map((value) => Number(value.toFixed(4))),
    S001.token_norm_before_after,
  );
  near(stamp, S001.norm_d64, 1e-6, 'stamp');
  assert.equal(ratio.toFixed(2), S001.pe_over_token.toFixed(2));
});

test('the standard deviation of stamps leaves out their mean; root mean squares are 0.7071', () => {
  const figure = new PeCombine();
  const model = figure.compute(figure.state);
  const table = figure.tables(model)[4];
  const rows = range(table.rows).map((at) => table.row(at));
  const stamps = (length, dim) => sinusoidalPE(length, dim).flatMap((row) => [...row]);
  const { dim } = figure.state;
  const learned = (std) => [...learnedRows(POSITIONS, dim, { std, seed: 0 })];
  const wanted = [
    stamps(10, 32),
    stamps(POSITIONS, dim),
    wordRows(dim, 0.1).flat(),
    learned(0.02),
    learned(1),
  ];
  assert.equal(rows.length, wanted.length);
  wanted.forEach((numbers, at) => {
    const mean = numbers.reduce((sum, value) => sum + value) / numbers.length;
    const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const [, ...got] = rows[at];
    near(got[0], mean, 1e-7, 'mean');
    near(got[1], Math.sqrt(squares / numbers.length), 1e-7, 'standard deviation');
    near(got[2], Math.hypot(...numbers) / Math.sqrt(numbers.length), 1e-7, 'root mean square');
  });
  assert.equal(rows[0][1].toFixed(3), '0.467');
  assert.equal(rows[0][2].toFixed(3), S004.std_10x32.toFixed(3));
  near(rows[3][2], 0.02, 0.001, 'BERT');
  near(rows[4][2], 1, 0.05, 'a tutorial');
  for (const at of [0, 1]) near(rows[at][3], S004.rms, 1e-7, 'root mean square of stamps');
});

test('words are multiplied by the square root of the dimensions if they are scaled', () => {
  for (const [dim, std, query, start] of [
    [64, '0.1', 0, 0],
    [16, '0.5', 2, 7],
  ])
    for (const scaled of [false, true]) {
      const figure = new PeCombine();
      figure.setState({ dim, std, query, start, scaled });
      const { factor, spread, chosen, readings } = figure.compute(figure.state);
      const wanted = scaled ? Math.sqrt(dim) : 1;
      assert.equal(factor, wanted);
      near(spread, Number(std) * wanted, 1e-15, 'spread');
      assert.equal(chosen, readings[query]);
      const word = wordRows(dim, Number(std))[query].map((value) => value * wanted);
      const stamp = stampRows(dim)[start + query];
      for (const [name, row] of Object.entries({ word, stamp, sum: plus(word, stamp) }))
        row.forEach((value, at) => near(chosen.rows[name][at], value, 1e-6, `${name} ${at}`));
      assert.deepEqual([chosen.word, chosen.token], [WORDS[query], query]);
    }
});

test('side by side, the matrices have as many numbers as seed-numbers.json counts', () => {
  const figure = new PeCombine();
  const { added, concat, more, moreInFirst } = figure.compute(figure.state).cost;
  assert.equal(added, S003.wq_add);
  assert.equal(concat, S003.wq_concat);
  assert.equal(more, S003.extra_encoder_6layers_8heads_qkv);
  assert.equal(moreInFirst, more / 6);
  figure.setState({ width: 768, heads: 12, layers: 1 });
  assert.equal(figure.compute(figure.state).cost.more, 768 * 768 * 3);
  // Twelve heads do not share 512 dimensions evenly, so each head has 42 dimensions.
  figure.setState({ width: 512, heads: 12, layers: 2 });
  const uneven = figure.compute(figure.state).cost;
  assert.deepEqual([uneven.added, uneven.more], [512 * 42, 2 * 3 * 12 * 512 * 42]);
});

const said = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

test('while the question is open, no text says what is read', () => {
  const { caption, describe, tables } = PeCombine.words;
  const figure = new PeCombine();
  for (const patch of [{}, { scaled: true }, { mode: 'concat' }, { dim: 16, std: '1' }]) {
    figure.setState(patch);
    const model = figure.compute(figure.state);
    const tells = /found|lost|nearer|probe|both can/;
    for (const beginner of [false, true]) {
      assert.doesNotMatch(said(caption(model, true, beginner)), tells);
      assert.doesNotMatch(describe(model, true, beginner), tells);
      assert.match(said(caption(model, false, beginner)), tells);
      assert.match(describe(model, false, beginner), tells);
    }
    assert.deepEqual(
      tables(model).map(({ answers }) => Boolean(answers)),
      [true, true, true, false, false, false],
    );
  }
});

test('each answer is true in the state that its reply shows', () => {
  const { words } = PeCombine;
  const question = new PeCombine().question();
  const read = (patch) => {
    const figure = new PeCombine();
    figure.setState(patch);
    return figure.compute(figure.state).chosen;
  };
  const finds = ({ readWord, token, readPosition, position }) => [
    readWord === token,
    readPosition === position,
  ];
  assert.equal(question.answer, 'position');
  const [asked, balance, long] = ['asked', 'balance', 'long'].map((name) =>
    read(words.states[name]),
  );
  assert.deepEqual(finds(asked), [false, true]);
  assert.deepEqual(finds(balance), [true, true]);
  assert.deepEqual(finds(long), [true, false]);
  const ratio = ({ lengths }) => lengths.stamp / lengths.word;
  assert.equal(Math.round(ratio(asked)), 7);
  assert.equal(Math.round(1 / ratio(long)), 6);
  near(balance.lengths.word / asked.lengths.word, 4, 1e-5, 'four times as long');
  near(long.lengths.word / asked.lengths.word, 40, 1e-4, '40 times as long');
  assert.match(question.options[0][2], /four times as long as in the question/);
  assert.match(question.options[1][2], /40 times as long as in the question/);
});

test('the title says what can be read in this state', () => {
  const figure = new PeCombine();
  const title = (patch) => {
    figure.setState({ mode: 'add', ...patch });
    figure.model = figure.compute(figure.state);
    return figure.heading;
  };
  assert.equal(title(PeCombine.words.states.asked), PeCombine.words.heading);
  assert.equal(
    title({ ...PeCombine.words.states.asked, mode: 'concat' }),
    'Side by side, nothing is lost',
  );
  assert.match(
    title(PeCombine.words.states.balance),
    /in balance, word and stamp can both be read/,
  );
  assert.equal(title(PeCombine.words.states.long), 'A long word hides its stamp');
});

test('the tables contain the numbers of the model, each with a text', () => {
  const figure = new PeCombine();
  const model = figure.compute(figure.state);
  const [lengths, distances, shares, tutorial, , cost] = figure.tables(model);
  assert.equal(lengths.row(0)[0], 'dog');
  assert.equal(lengths.row(0)[2], model.chosen.lengths.word);
  assert.equal(distances.row(31)[1], model.chosen.added.words[31]);
  assert.equal(shares.row(0)[2], model.shares.probe.word);
  assert.equal(shares.rows, SPREADS.length + RIDGES.length + 1);
  assert.equal(tutorial.show(tutorial.row(0)[3], 3), '7.77');
  assert.equal(cost.show(cost.row(2)[3], 3), '4,718,592');
  for (const { columns, rows, row, show } of figure.tables(model))
    for (const at of range(rows)) {
      assert.equal(row(at).length, columns.length);
      row(at).forEach((value, column) => assert.ok(show(value, column).length));
    }
});

/** Returns the texts that beginners see in the picture of a state. */
const drawn = (patch, shown) => penTexts(PeCombine, patch, shown);

test('in the scene, a verdict is drawn as soon as the first circle has stopped', () => {
  const asked = PeCombine.words.states.asked;
  const verdicts = (reach) =>
    drawn(asked, { reach }).filter((text) => /^(yes|no): |\?$/.test(text));
  const [word, position] = ['Can the word still be read?', 'Can the position still be read?'];
  assert.deepEqual(verdicts(0.05), [word, '?', position, '?']);
  assert.deepEqual(verdicts(0.5), [word, '?', position, 'yes: position 0 is nearest']);
  assert.deepEqual(verdicts(0.92), [
    word,
    'no: dog is not nearest',
    position,
    'yes: position 0 is nearest',
  ]);
});

test('where a wrong circle is the nearest, both distances are drawn', () => {
  const texts = drawn(PeCombine.words.states.scaled);
  const { chosen } = new PeCombine().compute({ ...new PeCombine().state, scaled: true });
  const [own, found] = [0, 1].map((at) => chosen.added.stamps[at].toFixed(2));
  assert.ok(found < own);
  assert.ok(texts.includes(`position 0: ${own}`), `${texts}`);
  assert.ok(texts.includes(`position 1 is nearest: ${found}`), `${texts}`);
  assert.ok(texts.includes('dog'), `${texts}`);
});

test('beginners see the lengths of word and stamp, but not that of the sum', () => {
  const { lengths } = new PeCombine().compute(new PeCombine().state).chosen;
  const texts = drawn({});
  const seen = (length) => texts.includes(length.toFixed(1));
  assert.deepEqual([lengths.word, lengths.stamp, lengths.sum].map(seen), [true, true, false]);
});

test('side by side, the picture says how many numbers both have', () => {
  assert.ok(drawn({ mode: 'concat' }).includes('64 numbers each, 128 side by side'));
});

test('half the word is one of many lengths that work, because stamps are more alike than words', () => {
  const figure = new PeCombine();
  figure.setState(PeCombine.words.states.balance);
  assert.match(
    said(PeCombine.words.caption(figure.compute(figure.state), false, true)),
    /stamps are more alike than two words.*Many other lengths work/,
  );
  for (const factor of [0.5, 0.6, 0.7, 0.8])
    for (const { token, position, readWord, readPosition } of readAt(
      { start: 0, dim: 64, mode: 'add' },
      0.8 * factor,
    ))
      assert.deepEqual([readWord, readPosition], [token, position], `${factor}`);
  const [words, stamps] = [wordRows(64, 0.4), stampRows(64)];
  const steps = stamps.slice(1).map((stamp, at) => far(stamp, stamps[at]));
  const pairs = words.flatMap((word, at) => words.slice(0, at).map((other) => far(word, other)));
  assert.ok(Math.max(...steps) < Math.min(...pairs));
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('a wrong answer shows its own state, then the word is lost; × √64 finds it', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-combine level="beginner"></pe-combine>',
  );
  const press = typist(page);
  const state = () => page.evaluate(() => document.querySelector('pe-combine').getState());
  const title = page.locator('.pe-title');
  assert.equal(await title.textContent(), PeCombine.words.topic);
  await press('Tab', 'Space', 'Tab', 'Enter');
  await page.locator('.pe-result', { hasText: 'lengths must be in balance' }).waitFor();
  const { std, scaled } = await state();
  assert.deepEqual([std, scaled], ['0.05', true]);
  assert.equal(await title.textContent(), PeCombine.words.topic);
  // The first key skips the scene of the wrong answer, and the second that of the right answer.
  await press('Enter', 'Enter');
  await page.locator('.pe-surprise', { hasText: 'dog is read as “likes”' }).waitFor();
  assert.equal(await title.textContent(), PeCombine.words.heading);
  const caption = page.locator('.pe-caption');
  assert.match(await caption.textContent(), /dog is lost: “likes” is nearer\. Position 0 is found/);
  await page.getByLabel('Multiply words by √dimensions').check();
  await settle(page);
  assert.match(await caption.textContent(), /dog is found\. Its position is lost: .* of 1 is near/);
  await page.locator('.pe-plot').focus();
  await press('ArrowRight');
  await settle(page);
  assert.match(await caption.textContent(), /Both are found: bites and position 1/);
  await press('c');
  await settle(page);
  assert.match(await caption.textContent(), /The price is 128 numbers instead of 64/);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: a card chooses a word, and the chart a standard deviation', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-combine hide="predict"></pe-combine>',
  );
  const plot = page.locator('.pe-plot');
  const { width } = await plot.boundingBox();
  const box = layout(width, false);
  const { cards, full } = box;
  await plot.click({ position: { x: cards.left + 2.5 * (cards.width + cards.gap), y: 20 } });
  const x = full.chart.left + 30;
  const y = (full.chart.top + full.chart.bottom) / 2;
  await plot.click({ position: { x, y } });
  const state = await page.evaluate(() => document.querySelector('pe-combine').getState());
  assert.equal(state.query, 2);
  const spread = spreadAt(box, x, y);
  const factor = (std) => Math.abs(Math.log(spreadOf({ ...state, std }) / spread));
  const [wanted] = STDS.toSorted((one, two) => factor(one) - factor(two));
  assert.equal(state.std, wanted);
  assert.notEqual(state.std, '0.1');
  assert.deepEqual(errors, []);
  await close();
});

test('the meaning of the circles and the verdict have their full widths and room between', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-combine></pe-combine>');
  await page.evaluate(() => document.querySelector('pe-combine').reset());
  for (const width of [620, 760, 1000]) {
    const texts = await page.evaluate(`(async () => {
      const figure = document.querySelector('pe-combine');
      figure.style.width = '${width}px';
      figure.setAttribute('level', 'beginner');
      figure.ui.predict.waive();
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      figure.motion.settle();
      figure.update();
      return (${canvasTexts})(figure, false).texts;
    })()`);
    const circles = texts.filter(({ text }) => text.startsWith('circles:'));
    const verdicts = texts.filter(({ text }) => /^(yes|no): /.test(text));
    assert.equal(verdicts.length, 2, `${width}`);
    for (const [at, { text, box, squeezed }] of verdicts.entries()) {
      assert.equal(squeezed, 1, `${width}: ${text}`);
      if (circles[at]) assert.ok(box[0] - circles[at].box[2] >= 10, `${width}: ${text}`);
    }
  }
  const marked = await page.evaluate(`(() => {
    const figure = document.querySelector('pe-combine');
    figure.style.width = '240px';
    figure.setState({ std: '1', scaled: true });
    figure.motion.settle();
    figure.update();
    return (${canvasTexts})(figure, false).texts;
  })()`);
  const wrong = marked.find(({ text }) => text === '✗');
  const verdict = marked.find(({ text }) => text.startsWith('no: position'));
  assert.ok(verdict.box[0] > wrong.box[2], 'a narrow verdict stands beside its mark');
  assert.deepEqual(errors, []);
  await close();
});
