/*
 * Compares the numbers of pe-clocks with plain JavaScript. Also checks what the figure says about
 * the stack of clocks that the reader builds.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeClocks } from '../../web/elements.js';
import { BASES, basesFor, buildModel, surveyOf } from '../../web/figures/clocks/build-model.js';
import { buildLayout, partAt } from '../../web/figures/clocks/build-picture.js';
import { clocksModel, degreesApart, handsAt, wavesOf } from '../../web/figures/clocks/model.js';
import { waveAxis } from '../../web/figures/clocks/picture.js';
import { turnsRound } from '../../web/figures/parts/hand.js';
import { figurePage, goOn, launchChromium, settle, stopTime } from '../support/browsers.js';
import { penTexts } from '../support/pen-texts.js';

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

const anyState = fc.record({
  position: fc.nat(2000),
  other: fc.nat(2000),
  dim: fc.integer({ min: 1, max: 32 }).map((half) => 2 * half),
  base: fc.integer({ min: 2, max: 20000 }),
});
/** Fails unless two numbers differ by less than 1e-9. */
const near = (got, wanted, what) =>
  assert.ok(Math.abs(got - wanted) < 1e-9, `${what}: ${got}, not ${wanted}`);

test('hands, their distances, and the distance on all clocks are those of the formulas', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { position, other, dim, base } = state;
      const { table, chords, total, fooled, waves } = clocksModel(state);
      assert.deepEqual([table.length, chords.length, waves.length], [2 * dim, dim / 2, dim / 2]);
      let sum = 0;
      let confused = 0;
      chords.forEach((chord, pair) => {
        const frequency = base ** ((-2 * pair) / dim);
        const angle = position * frequency;
        near(table[2 * pair], Math.sin(angle), `sine ${pair}`);
        near(table[dim + 2 * pair + 1], Math.cos(other * frequency), `cosine ${pair} of other`);
        near(waves[pair] * frequency, 2 * Math.PI, `wavelength ${pair}`);
        const wanted = 2 * Math.abs(Math.sin((angle - other * frequency) / 2));
        near(chord, wanted, `chord ${pair}`);
        sum += wanted * wanted;
        confused += wanted < 0.02;
      });
      near(total, Math.sqrt(sum), 'total');
      assert.equal(fooled, confused);
    }),
  );
});

test('the same position confuses every clock', () => {
  const { chords, total, fooled } = clocksModel({ position: 7, other: 7, dim: 8, base: 10000 });
  assert.deepEqual([[...chords], total, fooled], [[0, 0, 0, 0], 0, 4]);
});

/** Computes the wavelengths of a built stack of clocks, in plain JavaScript. */
function plainWaves({ clocks, base, spacing }) {
  const geometric = Array.from({ length: clocks }, (_, at) => 2 * Math.PI * base ** (at / clocks));
  if (spacing === 'geometric') return geometric;
  const [first, last] = [geometric[0], geometric.at(-1)];
  return geometric.map((_, at) => first + (at * (last - first)) / (clocks - 1));
}

/** Compares every pair of positions on every clock, and counts the pairs that look alike. */
function plainAlike(state) {
  const waves = plainWaves(state);
  const alike = (one, two) =>
    waves.every((wave) => {
      const turns = Math.abs(one - two) / wave;
      return Math.abs(turns - Math.round(turns)) < 1 / 8;
    });
  let count = 0;
  for (let one = 0; one < 1000; one++)
    for (let two = 0; two < one; two++) if (alike(one, two)) count++;
  return { count, alike };
}

const building = (patch) => {
  const figure = new PeClocks();
  figure.setState({ task: 'build', position: 0, ...patch });
  return { figure, model: figure.compute(figure.state) };
};

test('linear spacing has the same fastest and slowest clock, and equal steps between', () => {
  for (const base of [10, 10000]) {
    const linear = wavesOf({ dim: 10, base, spacing: 'linear' });
    plainWaves({ clocks: 5, base, spacing: 'linear' }).forEach((wave, at) =>
      near(linear[at] / wave, 1, `wave ${at}`),
    );
    const hands = handsAt({ dim: 10, base, spacing: 'linear' }, [7, 444]);
    linear.forEach((wave, at) => {
      near(hands[10 + 2 * at], Math.sin((2 * Math.PI * 444) / wave), `sine ${at}`);
      near(hands[2 * at + 1], Math.cos((2 * Math.PI * 7) / wave), `cosine ${at}`);
    });
  }
  assert.deepEqual([...wavesOf({ dim: 2, base: 10, spacing: 'linear' })].length, 1);
});

test('the look-alikes of a built stack are those that a search of all pairs finds', () => {
  const counts = {};
  for (const [base, spacing] of [
    [10, 'geometric'],
    [100, 'geometric'],
    [10000, 'geometric'],
    [1e6, 'geometric'],
    [10000, 'linear'],
  ]) {
    const { model } = building({ base, spacing, position: 300 });
    const { count, alike } = plainAlike({ clocks: 5, base, spacing });
    counts[`${base} ${spacing}`] = count;
    assert.equal(model.build.count, count);
    assert.equal(model.build.survey[BASES.indexOf(base)], count);
    for (let other = 0; other < 1000; other++)
      if (other !== 300)
        assert.equal(model.build.gaps.includes(Math.abs(other - 300)), alike(other, 300), other);
  }
  // Of these five stacks, only base 10,000 with geometric spacing tells all positions apart.
  assert.deepEqual(
    Object.keys(counts).filter((name) => counts[name] === 0),
    ['10000 geometric'],
  );
});

test('the rival is the position that looks most alike, and the caption names the reason', () => {
  for (const [patch, why, ofTens] of [
    [
      { base: 10000 },
      /does not come round.*7 of the 19 bases in the chart tell all positions apart/,
      '2 of the 7 bases',
    ],
    [{ clocks: 6, base: 2e5 }, /does not come round.*and that is already too slow\./],
    [{ base: 100 }, /slowest clock comes round after 250 positions/],
    [{ base: 1e6 }, /Clock 1 is 15\.8 times as slow as clock 0/],
    [{ spacing: 'linear' }, /Clock 1 is 397\.0 times as slow as clock 0/],
  ]) {
    const { figure, model } = building({ ...patch, position: 20 });
    const waves = plainWaves(figure.state);
    const worst = (other) => Math.max(...waves.map((wave) => degreesApart(other - 20, wave)));
    const least = Math.min(
      ...Array.from({ length: 1000 }, (_, other) => (other === 20 ? 180 : worst(other))),
    );
    near(worst(model.build.rival), least, 'rival');
    assert.equal(model.other, model.build.rival);
    const { caption } = PeClocks.words;
    const text = (covered, beginner = false) =>
      caption(model, covered, beginner)
        .map((part) => (typeof part === 'string' ? part : part[1]))
        .join('');
    assert.match(text(false), why);
    assert.ok(text(false).startsWith(`Position ${model.other} looks `));
    assert.ok(!text(true).includes(`Position ${model.other} `), 'the rival is named too early');
    assert.doesNotMatch(text(false), /\d\.\d{3}|\bpair/);
    if (ofTens) assert.ok(text(false, true).includes(ofTens), text(false, true));
  }
});

test('the survey of all bases is kept if the base changes, but not if the clocks change', () => {
  const { figure, model } = building({});
  figure.setState({ base: 500 });
  assert.equal(figure.compute(figure.state).build.survey, model.build.survey);
  assert.deepEqual(surveyOf(figure.state), model.build.survey);
  figure.setState({ clocks: 8 });
  const other = figure.compute(figure.state);
  assert.notEqual(other.build.survey, model.build.survey);
  assert.deepEqual(buildModel(figure.state, other.build.survey).build, other.build);
});

test('every position of the strip, and every base of the chart, can be pointed at', () => {
  for (const [width, beginner] of [
    [328, false],
    [820, false],
    [328, true],
  ]) {
    const box = buildLayout(width, 5, beginner);
    const { left, top, columns, step } = box.grid;
    for (const position of [0, 49, 50, 437, 999]) {
      const x = left + ((position % columns) + 0.5) * step.x;
      const y = top + (Math.floor(position / columns) + 0.5) * step.y;
      assert.deepEqual(partAt(box, x, y), { position });
    }
    const found = Array.from({ length: width }, (_, x) => partAt(box, x, box.chart.base).base);
    assert.deepEqual([...new Set(found)], basesFor(beginner));
    assert.deepEqual(partAt(box, 5, 5), {});
  }
});

test('a beginner reads whole degrees, and no verdict while the question is open', () => {
  const model = { ...clocksModel({ position: 44, other: 0, dim: 64, base: 10000 }), build: null };
  const { caption, questionTexts } = PeClocks.words;
  const state = { position: 44, other: 0, pair: 0, dim: 64, base: 10000 };
  const say = (covered) => JSON.stringify(caption({ ...model, state }, covered, true));
  assert.match(say(false), /1° apart: this clock cannot tell them apart/);
  assert.doesNotMatch(say(true), /this clock cannot/);
  assert.doesNotMatch(say(false), /\d\.\d/);
  assert.equal(questionTexts.surprise(model), '1.0° apart');
  near(degreesApart(44, 2 * Math.PI), ((44 - 14 * Math.PI) * 180) / Math.PI, 'degrees');
});

test('while the hand moves, the numbers beside it are those of the hand that is drawn', () => {
  const still = penTexts(PeClocks, { position: 44 });
  for (const text of ['44', '7.00 turns', '1° apart']) assert.ok(still.includes(text), text);
  // At 21.7, the hand has turned by 21.7 radians, which is 3.45 turns. It is 163° from the top.
  const moving = penTexts(PeClocks, { position: 44 }, { position: 21.7 });
  for (const text of ['21.7', '3.45 turns', '163° apart'])
    assert.ok(moving.includes(text), `${text}: ${moving}`);
});

test('no clock that can tell two positions apart is said to be as near as one that cannot', () => {
  const model = { ...clocksModel({ position: 44, other: 0, dim: 64, base: 10000 }), build: null };
  const state = { position: 44, other: 0, pair: 0, dim: 64, base: 10000 };
  const text = JSON.stringify(PeClocks.words.caption({ ...model, state }, false, true));
  assert.match(text, /are 1° apart: .* 26 of the 32 clocks can tell the two positions apart\./);
  const able = [...model.chords].filter((chord) => chord >= 0.02);
  assert.equal(able.length, 26);
  assert.ok(able.every((chord) => (2 * Math.asin(chord / 2) * 180) / Math.PI > 1.1));
});

test('the turns of a pointer about a middle are signed, and the shorter way', () => {
  const middle = { x: 3, y: 5 };
  const at = (turns) => {
    const angle = 2 * Math.PI * turns;
    return [middle.x + 7 * Math.sin(angle), middle.y - 7 * Math.cos(angle)];
  };
  fc.assert(
    fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (from) => {
      for (const by of [-0.49, -0.25, 0, 0.1, 0.49])
        near(turnsRound(middle, at(from), at(from + by)), by, `${from} by ${by}`);
    }),
  );
});

/** Drags the large hand of pe-clocks round by some turns. `send` presses and moves the pointer. */
async function dragRound(page, turns, send) {
  const box = await page.locator('pe-clocks').locator('.pe-plot').boundingBox();
  const start = await page.evaluate(() => document.querySelector('pe-clocks').state.position);
  const [x, y, radius] = box.width < 560 ? [102, 126, 50] : [128, 152, 70];
  const at = (turned) => {
    const angle = start + 2 * Math.PI * turned;
    return [box.x + x + radius * Math.sin(angle), box.y + y - radius * Math.cos(angle)];
  };
  await send('down', ...at(0));
  const steps = Math.ceil(Math.abs(turns) * 8);
  for (let step = 1; step <= steps; step++) await send('move', ...at((turns * step) / steps));
  await send('up');
  await settle(page);
  return page.evaluate(() => document.querySelector('pe-clocks').state.position);
}

test('the large hand can be dragged round: one turn is 6.28 positions, from 0 on', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-clocks level="beginner" position="0"></pe-clocks>',
  );
  const mouse = async (name, x, y) => {
    if (x !== undefined) await page.mouse.move(x, y);
    if (name !== 'move') await page.mouse[name]();
  };
  assert.equal(await dragRound(page, 7, mouse), 44);
  assert.equal(await dragRound(page, -2, mouse), 31);
  assert.equal(await dragRound(page, -9, mouse), 0);
  // The last drag went far beyond the limit 0. Even so, the hand turns back at once.
  assert.equal(await dragRound(page, 1, mouse), 6);
  assert.deepEqual(errors, []);
  await close();
});

test('a finger drags the hand, and a vertical swipe on the dial beside it scrolls', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-clocks level="beginner" position="0"></pe-clocks><p style="height: 2000px">',
    { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  );
  const session = await page.context().newCDPSession(page);
  const TYPES = { down: 'touchStart', move: 'touchMove', up: 'touchEnd' };
  const touch = (name, x, y) =>
    session.send('Input.dispatchTouchEvent', {
      type: TYPES[name],
      touchPoints: name === 'up' ? [] : [{ x, y }],
    });
  assert.equal(await dragRound(page, 2, touch), 13);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const box = await page.locator('pe-clocks').locator('.pe-plot').boundingBox();
  await page.evaluate(() => document.querySelector('pe-clocks').setState({ position: 0 }));
  const [x, y] = [box.x + 102, box.y + 126 + 40];
  await touch('down', x, y);
  for (let part = 1; part <= 10; part++) await touch('move', x + part / 2, y - 12 * part);
  await touch('up');
  await settle(page);
  assert.ok((await page.evaluate(() => scrollY)) > 50, 'the page does not scroll');
  assert.equal(await page.evaluate(() => document.querySelector('pe-clocks').state.position), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('a press on the wave goes to its position, also where the wave begins later', () => {
  const wave = { left: 100, right: 740, span: 64 };
  for (const [position, x, wanted] of [
    [44, 100, 0],
    [44, 540, 44],
    [44, 1000, 64],
    [44, 20, 0],
    [100, 676, 100],
  ])
    assert.equal(waveAxis(wave, position).place(x), wanted, `${position}, ${x}`);
});

test('the scene of the question finds nothing in the game, which waits for the reader', async () => {
  const { page, close } = await figurePage(chromium, '<pe-clocks></pe-clocks>');
  const figure = page.locator('pe-clocks');
  const line = figure.locator('[part=game] [role=status]');
  const before = await line.textContent();
  const pass = await stopTime(page, 200);
  await figure.getByRole('button', { name: 'Just show me' }).click();
  const again = figure.getByRole('button', { name: 'Play it again' });
  while (!(await again.isVisible())) await pass();
  assert.equal(await line.textContent(), before);
  await page.evaluate(() => document.querySelector('pe-clocks').setState({ position: 25 }));
  await pass();
  assert.match(await line.textContent(), /25/);
  await close();
});

test('a question of the page leaves out the game, which speaks of the own question', async () => {
  const { page, close } = await figurePage(
    chromium,
    '<pe-clocks><pe-question answer="position=22">Where is half a turn?</pe-question></pe-clocks>',
    { reducedMotion: 'reduce' },
  );
  const figure = page.locator('pe-clocks');
  await figure.getByRole('button', { name: 'Just show me' }).click();
  await goOn(figure);
  assert.equal(await figure.locator('[part=game]').isVisible(), false);
  await page.evaluate(() => document.querySelector('pe-question').remove());
  await figure.getByRole('button', { name: 'Just show me' }).click();
  await goOn(figure);
  assert.equal(await figure.locator('[part=game]').isVisible(), true);
  await close();
});

test('in the game, the scrub bar reaches its positions, and the reply is about what is shown', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-clocks level="beginner"></pe-clocks>',
    { reducedMotion: 'reduce' },
  );
  const figure = page.locator('pe-clocks');
  const line = figure.locator('[part=game] [role=status]');
  const bar = figure.getByRole('slider', { name: 'Position' });
  const last = async () => [await bar.getAttribute('max'), await bar.inputValue()];
  assert.deepEqual(await last(), ['127', '12']);
  await figure.getByRole('button', { name: 'Just show me' }).click();
  const next = figure.locator('.pe-predict').getByRole('button', { name: 'Next', exact: true });
  while (await next.isVisible()) await next.click();
  await settle(page);
  assert.deepEqual(await last(), ['127', '44']);
  await figure.getByRole('button', { name: 'Let the slider go to 999' }).press('Enter');
  await settle(page);
  assert.deepEqual(await last(), ['999', '44']);
  assert.ok(await bar.evaluate((input) => input.matches(':focus')));
  const says = async (state) => {
    await page.evaluate((patch) => document.querySelector('pe-clocks').setState(patch), state);
    await settle(page);
    return line.textContent();
  };
  assert.match(await says({ position: 45 }), /best so far: position 45\. .* still 58° from/);
  assert.match(await says({ position: 46 }), /position 45\./, 'not as near');
  await bar.fill('710');
  await settle(page);
  assert.match(await line.textContent(), /^✓ 710 fools clock 0: its hands are 0\.0035° apart/);
  assert.deepEqual(await last(), ['999', '710']);
  // Either of the two hands may be at position 0.
  assert.match(await says({ position: 0, other: 333 }), /^✓ 333 fools clock 0/);
  assert.match(await says({ position: 400, other: 333 }), /^✓ 333/);
  await figure.getByRole('button', { name: 'Reset' }).click();
  await settle(page);
  assert.deepEqual(await last(), ['127', '12']);
  assert.match(await line.textContent(), /^✓ 333/, 'what was found stays');
  assert.deepEqual(errors, []);
  await close();
});
