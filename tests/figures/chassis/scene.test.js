/*
 * Checks what is seen and said while an answer is shown. Picture, slider and caption show the same
 * moment.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIGURES, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { openPage, show, stopTime } from '../../support/browsers.js';

useAuthors();

/** The figures that ask a question. */
const ASKING = FIGURES.filter((Figure) => new Figure().question());

/** The tags of the figures whose answer is shown by a movement along the timeline. */
const TRAVELLING = FIGURES.filter((Figure) => {
  const figure = new Figure();
  const question = figure.question();
  if (!question || !figure.timeline) return false;
  const { from, to } = question.shows;
  return to[figure.timeline] !== (from ?? figure.state)[figure.timeline];
}).map(({ tag }) => tag);

/** Runs in the page. Gives the right answer, and opens the table. */
function giveAnswer(figure) {
  const { answer } = figure.question();
  const { element } = figure.ui.predict;
  const radio = element.querySelector(`input[value="${answer}"]`);
  if (radio) radio.click();
  else element.querySelector('.pe-option input').value = String(answer);
  element.querySelector('.pe-reveal').click();
  // An open table shows the numbers of the present moment, too.
  figure.toggle('table', true);
}

/** Runs in the page. Returns what is drawn, what is computed and what is written now. */
function momentOf({ ui, model, motion, timeline, state }) {
  const output = ui.transport.element.querySelector('[data-act="scrub"]').nextElementSibling;
  return {
    shown: motion.shown[timeline],
    model: model.state[timeline],
    written: Number(output.textContent.replace(/\D/g, '')),
    end: state[timeline],
    progress: motion.progress,
  };
}

/** Gives the right answer, and returns the moments of the scene until its end. */
async function momentsOf(page, tag) {
  const frame = await stopTime(page, 150);
  await on(page, tag, giveAnswer);
  const moments = [];
  const look = async () => {
    await frame();
    moments.push(await on(page, tag, momentOf));
  };
  do await look();
  while (moments.at(-1).progress < 1);
  // The scene may have ended in this frame, before the picture of this frame was drawn.
  await look();
  return moments;
}

test('at least six figures show their answer by a movement along the timeline', () => {
  assert.ok(TRAVELLING.length >= 6, TRAVELLING.join());
});

describe(
  'while an answer is shown, slider and numbers have reached what is drawn',
  {
    concurrency: 4,
  },
  () => {
    for (const tag of TRAVELLING)
      test(tag, async () => {
        const { page, errors, close } = await openPage(
          chromium,
          server.author(each('', [tag]) + classic),
        );
        await show(page, tag);
        const moments = await momentsOf(page, tag);
        const onTheWay = moments.filter(({ progress }) => progress > 0 && progress < 1);
        assert.ok(onTheWay.length > 10, `${onTheWay.length} moments`);
        for (const { shown, model, written } of onTheWay) {
          assert.equal(model, Math.floor(shown));
          assert.equal(written, model);
        }
        const { model, end, written } = moments.at(-1);
        assert.deepEqual([model, written], [end, end]);
        assert.deepEqual(errors, []);
        await close();
      });
  },
);

/** Returns the texts of a figure's question in all languages. */
async function questionTexts(name) {
  const files = [`figures/${name}/words.js`, `languages/de/${name}.js`, `languages/zh/${name}.js`];
  const modules = await Promise.all(files.map((file) => import(`../../../web/${file}`)));
  return modules.map((words) => words.questionTexts);
}

test('each question says in all languages what to watch, and what is seen at each stop', async () => {
  const watched = [];
  for (const Figure of ASKING) {
    const { stops = [] } = new Figure().question().shows;
    for (const [at, { watch, atStops = [] }] of (
      await questionTexts(Figure.tag.slice(3))
    ).entries()) {
      assert.match(watch ?? '', at < 2 ? /^\p{Lu}.{20,}[.?]$/u : /^[^\w].{8,}[。？]$/, Figure.tag);
      assert.equal(atStops.length, stops.length, Figure.tag);
      watched.push(watch);
    }
    for (const [at, stop] of stops.entries())
      assert.ok(stop > (stops[at - 1] ?? 0) && stop < 1, `${Figure.tag}: ${stops}`);
  }
  assert.equal(new Set(watched).size, watched.length, 'two questions watch the same');
});

test('the beginner’s course has a stop in each of its eight figures', () => {
  const stopping = ASKING.filter((Figure) => new Figure().question().shows.stops);
  const course = ['order', 'naive', 'clocks', 'heatmap', 'shift', 'range', 'rope', 'schemes'];
  const names = stopping.map(({ tag }) => tag.slice(3));
  assert.deepEqual(names.sort(), course.sort());
});

test('a picture stops at a whole position, so that all its numbers are of this position', () => {
  for (const Figure of ASKING) {
    const figure = new Figure();
    const { from = {}, to, stops = [] } = figure.question().shows;
    const [begin, end] = [from, to].map((patch) => patch[figure.timeline]);
    if (begin === undefined || end === undefined) continue;
    for (const stop of stops) {
      const place = begin + stop * (end - begin);
      assert.ok(Math.abs(place - Math.round(place)) < 1e-6, `${Figure.tag}: ${place}`);
    }
  }
});

/** Runs in the page. Records each message of the card, which is a live region. */
function listen(figure) {
  const result = figure.ui.predict.element.querySelector('.pe-result[role="status"]');
  figure.said = [];
  new MutationObserver(() => figure.said.push(result.textContent)).observe(result, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

/**
 * Runs in the page. Returns the picture as text, without the title, which changes when the scene
 * ends. A PNG would wait until the browser is idle.
 */
const pictureOf = async (figure) =>
  (await figure.toSVG()).replace(/aria-label="[^"]*"|<title>[^<]*<.title>/g, '');

/** Runs in the page. Returns the pictures at the start, at each stop, and at the end. */
async function picturesOnTheWay(figure, pictureOf) {
  const { shows } = figure.question();
  figure.setState(shows.from ?? {});
  const from = { ...figure.motion.shown };
  figure.currentModel();
  figure.setState(shows.to);
  const pictures = [];
  for (const share of [0, ...(shows.stops ?? [0.5]), 1]) {
    figure.motion.hold(from, share);
    pictures.push(await (0, eval)(pictureOf)(figure));
  }
  return pictures;
}

for (const { tag } of ASKING)
  test(`${tag}: with reduced motion, the reader steps to the answer by keys`, async () => {
    const { page, errors, close } = await openPage(
      chromium,
      server.author(each('', [tag]) + classic),
      { reducedMotion: 'reduce' },
    );
    const figure = await show(page, tag);
    await on(page, tag, listen);
    const { watch, stops } = await on(page, tag, (figure) => {
      const { watch, shows } = figure.question();
      return { watch, stops: shows.stops?.length ?? 1 };
    });
    await figure.getByRole('button', { name: 'Just show me' }).press('Enter');
    const next = figure.locator('.pe-predict').getByRole('button', { name: 'Next', exact: true });
    const pictures = [await on(page, tag, pictureOf)];
    const bar = figure.getByRole('slider', { name: 'Rewind' });
    const times = [Number(await bar.inputValue())];
    for (let step = 0; step <= stops; step++) {
      assert.ok(
        await next.evaluate((button) => button.getRootNode().activeElement === button),
        'the button has lost the focus',
      );
      assert.equal(await figure.locator('.pe-surprise').count(), 0, 'the answer comes too early');
      await page.keyboard.press('Enter');
      pictures.push(await on(page, tag, pictureOf));
      times.push(Number(await bar.inputValue()));
    }
    assert.equal(await figure.locator('.pe-surprise').count(), 1);
    assert.equal(new Set(pictures).size, stops + 2, 'a step leaves the picture as it is');
    assert.deepEqual(
      times,
      [...times].sort((one, other) => one - other),
    );
    assert.deepEqual([times[0], times.at(-1)], [0, 100]);
    const { said, result } = await on(page, tag, (figure) => ({
      said: figure.said,
      result: figure.ui.predict.element.querySelector('.pe-result').textContent,
    }));
    assert.equal(said.length, stops + 2, `${said}`);
    assert.equal(said[0], watch);
    assert.equal(said.at(-1), result);
    assert.equal(new Set(said).size, said.length, `${said}`);
    assert.deepEqual(await on(page, tag, picturesOnTheWay, `(${pictureOf})`), pictures);
    assert.deepEqual(errors, []);
    await close();
  });

/**
 * Runs in the page. Answers the question, and waits for some frames. With `isWrong`, gives a wrong
 * answer, unless the question has options and no wrong option has a scene.
 */
async function answer(figure, isWrong) {
  const { answer, tries = {} } = figure.question();
  const wrong = Object.keys(tries)[0];
  const { element } = figure.ui.predict;
  const radio = element.querySelector(`input[value="${isWrong && wrong ? wrong : answer}"]`);
  if (radio) radio.click();
  else element.querySelector('input').value = String(isWrong ? Number(answer) + 1 : answer);
  figure.reveals = 0;
  figure.addEventListener('pe-reveal', () => figure.reveals++, { once: true });
  element.querySelector('.pe-reveal').click();
  for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame);
}

/** Runs in the page. Changes the state by a preset, or by an arrow key if no preset changes it. */
function change(figure) {
  const { state, words } = figure;
  const presets = (words.presets ?? []).map(
    ([, patch]) =>
      () =>
        figure.setState(patch, { ease: true }),
  );
  const keys = [-1, 1].map((by) => () => figure.move(by, 0));
  for (const run of [...presets, ...keys]) {
    run();
    if (Object.keys(state).some((key) => state[key] !== figure.state[key])) break;
  }
}

for (const { tag } of ASKING)
  test(`${tag}: a reader who changes the state ends the scene, and sees the verdict`, async () => {
    const { page, errors, close } = await openPage(
      chromium,
      server.author(each('', [tag]) + classic),
    );
    const figure = await show(page, tag);
    const surprises = new Set();
    for (const isWrong of [true, false]) {
      await on(page, tag, answer, isWrong);
      const before = await on(page, tag, ({ state, reveals }) => ({ state, reveals }));
      assert.equal(before.reveals, 0);
      await on(page, tag, change);
      const { state } = await on(page, tag, ({ state }) => ({ state }));
      assert.notDeepEqual(state, before.state, 'nothing has changed');
      await page.waitForFunction((tag) => document.querySelector(tag).reveals, tag);
      const after = await on(page, tag, ({ state, reveals, covered, trying, ui, shadowRoot }) => ({
        state,
        reveals,
        isOpen: covered || trying !== null || ui.predict.plays,
        marks: shadowRoot.querySelectorAll('[data-mark="right"]').length,
        frames: shadowRoot.querySelectorAll('.pe-trial').length,
        verdict: shadowRoot.querySelector('.pe-result').textContent,
        surprise: shadowRoot.querySelector('.pe-surprise')?.textContent,
      }));
      surprises.add(after.surprise);
      assert.deepEqual(after.state, state, 'the change of the reader is lost');
      assert.deepEqual([after.reveals, after.isOpen, after.frames], [1, false, 0]);
      assert.match(after.verdict, isWrong ? /^✗ Wrong\. You said/ : /^✓ Right/);
      await figure.getByRole('button', { name: 'Ask me again' }).click();
      await on(page, tag, (figure) => figure.reset());
    }
    assert.equal(surprises.size, 1, 'the explanation depends on the state of the reader');
    assert.deepEqual(errors, []);
    await close();
  });

test('pe-order shows the swap of a wrong answer once, and then the answer', async () => {
  const { page, close } = await openPage(chromium, server.author(each('', ['pe-order']) + classic));
  await show(page, 'pe-order');
  const swaps = await on(page, 'pe-order', async (figure) => {
    const { predict } = figure.ui;
    predict.element.querySelector('input[value="moved"]').click();
    predict.element.querySelector('.pe-reveal').click();
    let swaps = 0;
    let last = 0;
    while (!figure.shadowRoot.querySelector('.pe-surprise')) {
      await new Promise(requestAnimationFrame);
      const { at0 } = figure.motion.shown;
      if (at0 > 1 && last <= 1) swaps++;
      last = at0;
    }
    return swaps;
  });
  assert.equal(swaps, 1);
  await close();
});

/** What pe-clocks says during its scene, before it explains the answer. */
const CLOCKS = [
  'Watch the large hand: how near does it come to where it began?',
  'At position 22, after 3.50 turns, the hands are 179° apart.',
];

test('the picture stops where a sentence names it; nothing is said twice, or while scrubbing', async () => {
  const { page, errors, close } = await openPage(
    chromium,
    server.author(each('', ['pe-clocks']) + classic),
  );
  const figure = await show(page, 'pe-clocks');
  await on(page, 'pe-clocks', listen);
  const said = () => on(page, 'pe-clocks', (figure) => figure.said.splice(0));
  const sideAt = async () => (await figure.locator('.pe-side').boundingBox()).y;
  await figure.locator('input[value="6"]').check();
  await figure.getByRole('button', { name: 'Reveal' }).click();
  assert.deepEqual(await said(), ['You said: 6, about one turn. Watch the picture.']);
  await page.waitForFunction(() => document.querySelector('pe-clocks').said.length);
  assert.match((await said())[0], /^✗ Wrong\. Close/);
  await figure.getByRole('button', { name: 'Skip ahead' }).click();
  const top = await sideAt();
  const seen = await on(page, 'pe-clocks', async (figure) => {
    const seen = [];
    while (!figure.shadowRoot.querySelector('.pe-surprise')) {
      seen.push(figure.motion.shown.position);
      await new Promise(requestAnimationFrame);
    }
    return seen;
  });
  const resting = seen.filter((position) => position === 22).length;
  assert.ok(resting > 2, `${resting} frames at the stop`);
  assert.deepEqual(
    seen,
    [...seen].sort((one, other) => one - other),
  );
  const [watch, stop, end, ...more] = await said();
  assert.deepEqual([watch, stop, more], [...CLOCKS, []]);
  assert.match(end, /You said: 6.*1\.0° apart/);
  const timeBar = figure.getByRole('slider', { name: 'Rewind' });
  for (const moment of ['25', '50', '75', '100']) await timeBar.fill(moment);
  assert.deepEqual(await said(), []);
  // The movement is played again with its sentences, and nothing below the card moves.
  const below = await sideAt();
  assert.ok(below > top);
  await figure.getByRole('button', { name: 'Play it again' }).click();
  await page.waitForFunction(() => document.querySelector('pe-clocks').said.length === 2);
  assert.ok(Math.abs((await sideAt()) - below) < 2);
  await page.waitForFunction(() => document.querySelector('pe-clocks').said.length === 3);
  assert.deepEqual(await said(), [...CLOCKS, end]);
  assert.deepEqual(errors, []);
  await close();
});

test('on a phone, the bar under the picture keeps its height while sentences change', async () => {
  const { page, errors, close } = await openPage(
    chromium,
    server.author(`<pe-schemes level="beginner"></pe-schemes>${classic}`),
    { viewport: { width: 360, height: 740 } },
  );
  const figure = await show(page, 'pe-schemes');
  await figure.getByRole('button', { name: 'Just show me' }).click();
  const { heights, texts } = await on(page, 'pe-schemes', async ({ shadowRoot }) => {
    const preview = shadowRoot.querySelector('.pe-preview');
    const heights = new Set();
    const texts = new Set();
    while (!shadowRoot.querySelector('.pe-surprise')) {
      texts.add(preview.textContent);
      await new Promise(requestAnimationFrame);
      heights.add(shadowRoot.querySelector('.pe-bar').offsetHeight);
    }
    return { heights: [...heights], texts: [...texts] };
  });
  assert.equal(texts.length, 2, `${texts}`);
  assert.equal(heights.length, 1, `${heights}`);
  assert.deepEqual(errors, []);
  await close();
});
