/*
 * Tests pe-bugs. Each bug makes its own check fail, and no other. This holds for the listings in
 * both languages, and for the numbers in the figure. Also compares the pictures with plain
 * JavaScript.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { PeBugs } from '../../web/elements.js';
import { concerning } from '../../web/figures/bugs/checks.js';
import { BUGS, RIGHT, WRONG } from '../../web/figures/bugs/implementations.js';
import { LISTINGS, interfaceOf } from '../../web/figures/bugs/listings.js';
import { verdictOf } from '../../web/figures/bugs/model.js';
import { applyRope } from '../../web/index.js';
import { layout } from '../../web/figures/bugs/picture.js';
import { VIEWS } from '../../web/figures/bugs/views.js';
import { goOn, figurePage, launchChromium, settle, typist } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';
import { penTexts } from '../support/pen-texts.js';
import { range } from '../support/reference.js';

const golden = JSON.parse(
  readFileSync(new URL('../support/golden/bug-listings.json', import.meta.url), 'utf8'),
);
const near = (value, wanted, most, what) =>
  assert.ok(Math.abs(value - wanted) <= most, `${what}: ${value} instead of ${wanted}`);
const nearAll = (values, wanted, most, what) => {
  assert.equal(values.length, wanted.length, what);
  values.forEach((value, at) => near(value, wanted[at], most, `${what}, ${at}`));
};
const { words } = PeBugs;
const modelOf = (patch) => {
  const figure = new PeBugs();
  figure.setState(patch);
  return figure.compute(figure.state);
};

/** Returns whether an assertion of a JavaScript listing fails. Throws any other error. */
function fails(listing, pe) {
  try {
    new Function('pe', 'assert', listing)(pe, assert);
    return false;
  } catch (error) {
    if (error.code !== 'ERR_ASSERTION') throw error;
    return true;
  }
}

const tested = [['right', RIGHT], ...Object.entries(WRONG)];
const own = (name) => BUGS.filter((bug) => bug === name);

test('each listing says which functions of the tested code it calls', () => {
  for (const languages of Object.values(LISTINGS))
    for (const [language, listing] of Object.entries(languages)) {
      const said = interfaceOf(listing, language);
      for (const [call, name] of listing.matchAll(/pe\.(\w+)\(/g))
        assert.ok(said.includes(`pe.${name}(`) && typeof RIGHT[name] === 'function', call);
      assert.ok(
        said.split('\n').every((line) => /^(#|\/\/) pe\./.test(line)),
        said,
      );
    }
});

test('in JavaScript, each bug makes its own listing fail, and no other', () => {
  assert.equal(tested.length, 11);
  for (const [name, pe] of tested)
    assert.deepEqual(
      BUGS.filter((check) => fails(LISTINGS[check].JavaScript, pe)),
      own(name),
      name,
    );
});

test('in Python, each bug makes only its own listing fail, as NumPy has recorded', () => {
  const again =
    'Run the changed listing: apt install python3-numpy; ' +
    '/usr/bin/python3 tests/tools/run-bug-listings.py';
  for (const bug of BUGS) {
    const hash = createHash('sha256').update(LISTINGS[bug].Python).digest('hex');
    assert.equal(hash, golden.sha256[bug], `${bug}. ${again}`);
  }
  assert.deepEqual(Object.keys(golden.fails), ['right', ...BUGS]);
  for (const [name, failed] of Object.entries(golden.fails)) assert.deepEqual(failed, own(name));
});

test('a listing has at most 8 short lines', () => {
  for (const [bug, both] of Object.entries(LISTINGS))
    for (const listing of Object.values(both)) {
      const lines = listing.split('\n');
      assert.ok(lines.length <= 8, bug);
      for (const line of lines) assert.ok(line.length <= 72, line);
    }
});

test('the numbers of the checks give the same verdicts, and are those of NumPy', () => {
  for (const bug of BUGS) {
    assert.deepEqual(
      BUGS.filter((check) => verdictOf(check, bug).fails),
      [bug],
    );
    const { right, wrong, wanted } = verdictOf(bug, bug);
    near(right, golden.measured[bug].right, 1e-6, `${bug}, right`);
    near(wrong, golden.measured[bug].wrong, 1e-6, `${bug}, wrong`);
    near(right, wanted, 1e-6, `${bug}, wanted`);
  }
});

const views = (bug) => [VIEWS[bug](RIGHT), VIEWS[bug](WRONG[bug])];
const clocks = (bug) => views(bug).map(({ columns }) => columns.map(({ hands }) => hands.flat()));

test('the pictures of tables show the numbers of plain JavaScript', () => {
  const row = (position, dim, exponent = (pair) => (2 * pair) / dim) =>
    range(dim / 2).flatMap((pair) => {
      const angle = position * 10000 ** -exponent(pair);
      return [Math.sin(angle), Math.cos(angle)];
    });
  const [path, left] = views('pairs').map(({ hands }) => hands.flat());
  nearAll(
    path,
    range(64).flatMap((at) => row(at, 16).slice(2, 4)),
    1e-6,
    'path',
  );
  const mixed = (at) => [Math.sin(at * 10000 ** (-2 / 16)), Math.cos(at * 10000 ** (-3 / 16))];
  nearAll(left, range(64).flatMap(mixed), 1e-6, 'path with the bug');
  const [table, side] = views('transposed');
  nearAll(
    table.values,
    range(24).flatMap((at) => row(at, 24)),
    1e-6,
    'table',
  );
  range(24 * 24).forEach((at) =>
    assert.equal(side.values[at], table.values[(at % 24) * 24 + Math.floor(at / 24)]),
  );
  const slow = range(128).flatMap((at) => row(at, 24, (pair) => (4 * pair) / 24));
  nearAll(views('exponent')[1].values, slow, 1e-5, 'exponent');
  const [zero, one] = clocks('first');
  zero.forEach((hands, at) => nearAll(hands, row(at, 16).slice(0, 6), 1e-6, 'first'));
  one.forEach((hands, at) => nearAll(hands, row(at + 1, 16).slice(0, 6), 1e-6, 'from 1'));
});

test('the pictures of positions, RoPE and ALiBi show the numbers of plain JavaScript', () => {
  assert.deepEqual(
    views('padding').map(({ columns }) => columns.map(({ note }) => note).join()),
    [',,0,1,2', ',,2,3,4'],
  );
  const weights = (distances) => {
    const scores = distances.map((by) =>
      range(4).reduce((sum, pair) => sum + 2 * Math.cos(by * 500000 ** (-pair / 4)), 0),
    );
    const powers = scores.map((score) => Math.exp(score / Math.sqrt(8)));
    const total = powers.reduce((sum, power) => sum + power);
    return powers.map((power) => power / total);
  };
  const [cached, restarted] = views('cache').map(({ bars }) => bars.map(({ value }) => value));
  nearAll(cached, weights([2, 1, 0]), 1e-6, 'cache');
  nearAll(restarted, weights([0, 1, 2]), 1e-6, 'cache with the bug');
  const up = Math.SQRT1_2;
  for (const hand of clocks('values')[0]) nearAll(hand, [up, up], 1e-6, 'values');
  for (const hand of clocks('values')[1]) assert.ok(Math.hypot(...hand) < 0.95);
  assert.deepEqual(
    views('layout').map(({ partners }) => partners.join('')),
    ['45670123', '10325476'],
  );
  const wave = (theta) => range(121).map((at) => Math.cos(50 * at * theta ** (-6 / 8)));
  const [flat, round] = views('theta').map(({ values }) => values);
  nearAll(flat, wave(500000), 1e-5, 'theta');
  nearAll(round, wave(10000), 1e-5, 'theta with the bug');
  assert.deepEqual(
    views('slopes').map(({ bars }) => bars.map(({ note }) => note).join(' ')),
    ['1/2 1/4 1/8 1/16 1/32 1/64 1/128 1/256', '1 1/2 1/4 1/8 1/16 1/32 1/64 1/128'],
  );
});

test('the code under test rotates rows as applyRope does', () => {
  const rows = range(6).map((at) => range(8).map((i) => Math.sin(3 * at + i)));
  const positions = [0, 1, 2, 17, 1000, 131071];
  for (const [pe, layout, base] of [
    [RIGHT, 'half', 500000],
    [WRONG.layout, 'interleaved', 500000],
    [WRONG.theta, 'half', 10000],
  ]) {
    const options = { heads: 1, headDim: 8, layout, base, positions };
    const wanted = applyRope(Float32Array.from(rows.flat()), options);
    nearAll(pe.rotate(rows, positions).flat(), [...wanted], 3e-7, layout);
  }
});

const said = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

test('a check that fails says what it measures, to beginners too', () => {
  for (const bug of BUGS) {
    const model = modelOf({ bug, check: bug });
    const numbers = [model.verdict.wrong, model.verdict.wanted];
    for (const beginner of [false, true]) {
      const text = said(words.caption(model, false, beginner));
      const found = /the bug is found\. .{8,}: (\S+) instead of (\S+)\.$/.exec(text);
      assert.ok(found, text);
      for (const [at, number] of numbers.entries())
        near(Number(found[at + 1].replace(/,/g, '').replace('−', '-')), number, 0.006, text);
    }
  }
});

test('while the question is open, no text says which check fails', () => {
  for (const check of ['none', 'pairs', 'first']) {
    const model = modelOf({ check });
    for (const beginner of [false, true])
      assert.doesNotMatch(said(words.caption(model, true, beginner)), /fails|passes|caught/);
    assert.doesNotMatch(words.describe(model, true), /fails|passes/);
    assert.deepEqual(
      words.tables(model).map(({ answers }) => Boolean(answers)),
      [true, true, false],
    );
  }
  // For a bug or a check that the question does not ask about, the caption gives the verdict.
  assert.match(
    said(words.caption(modelOf({ bug: 'theta', check: 'pairs' }), true, true)),
    /passes/,
  );
  assert.match(said(words.caption(modelOf({ check: 'pairs' }), false, true)), /C fails: the bug/);
  assert.match(said(words.caption(modelOf({ check: 'first' }), false, true)), /A passes/);
});

test('each wrong answer names a check that passes', () => {
  const { options, answer } = new PeBugs().question();
  const caught = (check) => modelOf({ bug: 'pairs', check }).caught;
  for (const [check] of options) assert.equal(caught(check), check === answer);
});

test('the tables have one failing check in each row', () => {
  const [checks, all, numbers] = words.tables(modelOf({ bug: 'theta' }));
  const measured = checks.row(1).slice(1, 4);
  assert.deepEqual(
    measured.map((value) => checks.show(value)),
    ['0.9986', '0.5403', '0.9986'],
  );
  range(all.rows).forEach((at) =>
    assert.equal(all.row(at).filter((cell) => cell === 'fails').length, 1),
  );
  assert.equal(numbers.rows, 121);
  const letters = new Set(range(10).map((at) => all.row(at).indexOf('fails')));
  assert.equal(letters.size, 10);
});

test('a choice of another exhibit clears the check, unless a check is given too', () => {
  const figure = new PeBugs();
  figure.setState({ check: 'pairs' });
  figure.setState({ bug: 'theta' });
  assert.equal(figure.state.check, 'none');
  figure.setState({ bug: 'slopes', check: 'slopes' });
  assert.equal(figure.state.check, 'slopes');
});

test('beginners see the checks that concern the exhibit, its own among them, and how many do not', () => {
  for (const bug of BUGS) {
    const concern = concerning(bug);
    assert.ok(concern.includes(bug));
    const texts = penTexts(PeBugs, { bug });
    const names = words.checkNames.slice(1).filter((name) => texts.includes(name));
    assert.equal(names.length, concern.length, bug);
    assert.ok(texts.includes(`${10 - names.length} more checks miss this bug.`));
    assert.equal(texts.filter((text) => text === '?').length, names.length);
  }
  assert.ok(!concerning('pairs').includes('slopes'));
});

test('a check that has failed says in its row what it has measured', () => {
  const texts = penTexts(PeBugs, { bug: 'padding', check: 'padding' });
  assert.ok(texts.includes('I. Position of “dog”: 2 instead of 0'), `${texts}`);
  assert.ok(!texts.includes('I. Padding changes no position'));
});

test('of the two pairings, none is called right or wrong', () => {
  const texts = penTexts(PeBugs, { bug: 'layout' }).join();
  assert.match(texts, /what the model learned with.*what it runs with/);
  assert.doesNotMatch(texts, /[✓✗]/);
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('a wrong test passes first, then the right one fails; the code can be copied', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-bugs></pe-bugs>', {
    reducedMotion: 'reduce',
  });
  const press = typist(page);
  const state = () => page.evaluate(() => document.querySelector('pe-bugs').getState());
  const title = page.locator('.pe-title');
  assert.equal(await title.textContent(), words.topic);
  await press('Tab', 'Space', 'Tab', 'Enter');
  await page.locator('.pe-result', { hasText: 'This test passes' }).waitFor();
  assert.equal((await state()).check, 'first');
  assert.equal(await title.textContent(), words.topic);
  await goOn(page);
  await page.locator('.pe-surprise', { hasText: '1.99 instead of 1' }).waitFor();
  await page.locator('.pe-title', { hasText: words.heading }).waitFor();
  const code = page.locator('code');
  assert.ok((await code.textContent()).endsWith(`\n\n${LISTINGS.pairs.JavaScript}\n`));
  await page.locator('.pe-plot').focus();
  await press('ArrowRight', 'c', ...Array(6).fill('ArrowDown'));
  await settle(page);
  const { bug, check } = await state();
  assert.deepEqual([bug, check], ['transposed', 'transposed']);
  assert.ok((await code.textContent()).endsWith(`\n\n${LISTINGS.transposed.Python}\n`));
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => (globalThis.copied = text) },
    }),
  );
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.locator('.pe-acts', { hasText: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.copied), await code.textContent());
  assert.deepEqual(errors, []);
  await close();
});

test('the picture names no bug before the answer, judges nothing on the way, and keeps results', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-bugs></pe-bugs>', {
    reducedMotion: 'reduce',
  });
  const drawn = async () => {
    await settle(page);
    const { texts } = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-bugs'), false)`,
    );
    return texts.map(({ text }) => text);
  };
  const run = (patch) =>
    page.evaluate((patch) => document.querySelector('pe-bugs').setState(patch), patch);
  const { name, bug } = words.EXHIBITS.pairs;
  const asked = await drawn();
  assert.ok(asked.includes('1. What is wrong here?'));
  assert.ok(![...asked, await page.locator('.pe-caption').textContent()].join().includes(name));
  assert.ok(!(await page.locator('.pe-caption').textContent()).includes(bug));
  assert.ok(!(await page.getByLabel('Exhibit', { exact: true }).isVisible()));
  await page.getByRole('button', { name: 'Just show me' }).click();
  const judged = (texts) => texts.filter((text) => ['passes', 'fails'].includes(text)).length;
  assert.equal(judged(await drawn()), 0);
  await goOn(page);
  const arrived = await drawn();
  assert.ok(arrived.includes(`1. ${name}`));
  assert.equal(judged(arrived), 10);
  await run({ bug: 'theta', check: 'first' });
  await run({ check: 'pairs' });
  assert.equal(judged(await drawn()), 2);
  await run({ bug: 'cache' });
  assert.equal(judged(await drawn()), 0);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: tiles choose an exhibit, and after the answer also a check', async () => {
  for (const width of [340, 800]) {
    const { page, errors, close } = await figurePage(
      chromium,
      `<pe-bugs level="beginner" hide="controls" style="width: ${width}px"></pe-bugs>`,
    );
    const plot = page.locator('.pe-plot');
    const { height } = await plot.boundingBox();
    assert.equal(Math.round(height), layout(width, []).height);
    await page.getByText('Just show me').click();
    await page.getByText('Skip ahead').click();
    await page.locator('.pe-surprise').waitFor();
    const listed = (bug) => words.CHECK_ORDER.filter((check) => concerning(bug).includes(check));
    const asked = layout(width, listed('pairs'));
    assert.equal(Math.round((await plot.boundingBox()).height), asked.height);
    const box = layout(width, listed('theta'));
    const click = ({ x, y, width, height }) =>
      plot.click({ position: { x: x + width / 2, y: y + height / 2 } });
    await click(box.exhibits[8]);
    await click(box.checks[listed('theta').indexOf('theta')]);
    const { bug, check } = await page.evaluate(() => document.querySelector('pe-bugs').getState());
    assert.deepEqual([bug, check], ['theta', 'theta']);
    await page.locator('.pe-caption', { hasText: 'Check B fails: the bug is found.' }).waitFor();
    assert.deepEqual(errors, []);
    await close();
  }
});

test('nothing gives the bug away before the answer; then the question fades, and nothing moves', async () => {
  for (const level of ['beginner', 'full']) {
    const { page, errors, close } = await figurePage(
      chromium,
      `<pe-bugs level="${level}"></pe-bugs>`,
      { reducedMotion: 'reduce' },
    );
    const texts = ['right test', 'the cosines had other exponents'];
    const seen = () =>
      Promise.all(texts.map((text) => page.getByText(text, { exact: false }).first().isVisible()));
    const card = page.locator('.pe-predict');
    const choose = (bug, check = 'none') =>
      page.evaluate((state) => document.querySelector('pe-bugs').setState(state), { bug, check });
    const parts = '.pe-predict, .pe-control, .pe-caption, [part=listing], .pe-presets, .pe-foot';
    const places = () =>
      page
        .locator(parts)
        .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
    await page.locator('.pe-reveal').waitFor();
    assert.deepEqual(await seen(), [false, false], level);
    const asked = await places();
    await choose('theta');
    await settle(page);
    assert.ok(await card.isVisible(), 'the open question stays');
    // For beginners, the picture of the open question has no checks, so its height is smaller.
    if (level === 'full') assert.deepEqual(await places(), asked);
    await page.getByRole('button', { name: 'Just show me' }).click();
    await goOn(page);
    await page.locator('.pe-surprise').waitFor();
    assert.deepEqual(await seen(), [true, true], level);
    const before = await places();
    for (const [bug, check, isPast] of [
      ['theta', 'none', true],
      ['pairs', 'pairs', false],
    ]) {
      await choose(bug, check);
      await settle(page);
      assert.equal(/pe-past/.test(await card.getAttribute('class')), isPast);
      assert.deepEqual(await places(), before, `${level}: ${bug}`);
    }
    assert.deepEqual(errors, []);
    await close();
  }
});

test('no name of an exhibit or a check is cut in its list, in any language', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-bugs level="full" style="width: 1100px"></pe-bugs>',
  );
  for (const language of [null, 'de', 'zh']) {
    if (language) {
      await page.addScriptTag({ path: `dist/languages/${language}.js` });
      await page.evaluate((language) => (document.documentElement.lang = language), language);
      await page.locator(`.pe-root[lang="${language}"]`).waitFor();
    }
    const widths = await page.evaluate(() => {
      const figure = document.querySelector('pe-bugs');
      figure.ui.predict.waive();
      return ['bug', 'check'].map((id) => {
        const select = figure.shadowRoot.querySelector(`select#${id}`);
        const room = select.parentElement.clientWidth;
        select.style.cssText = 'width: max-content; max-width: none';
        const width = select.offsetWidth;
        select.style.cssText = '';
        return [width, room];
      });
    });
    for (const [width, room] of widths) assert.ok(width <= room, `${language}: ${width} > ${room}`);
  }
  assert.deepEqual(errors, []);
  await close();
});
