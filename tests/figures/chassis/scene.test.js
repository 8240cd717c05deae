/*
 * Checks what is seen and said while an answer is shown. Picture, slider and caption show the same
 * moment.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES, on, useAuthors } from '../../support/authors.js';
import { Bench } from '../../support/bench.js';

useAuthors();
/** Pages for figures that stand still, and for those that move. */
const still = new Bench({ reducedMotion: 'reduce' });
const moving = new Bench();

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

/** Runs in the page. Gives the right answer, and returns the moments of the scene until its end. */
async function momentsOf(figure) {
  const { ui, motion, timeline } = figure;
  const { answer } = figure.question();
  const { element } = ui.predict;
  const { elapse, go } = window.tools.stopTime();
  const radio = element.querySelector(`input[value="${answer}"]`);
  if (radio) radio.click();
  else element.querySelector('.pe-option input').value = String(answer);
  element.querySelector('.pe-reveal').click();
  // An open table shows the numbers of the present moment, too.
  figure.toggle('table', true);
  const output = ui.transport.element.querySelector('[data-act="scrub"]').nextElementSibling;
  const moments = [];
  /** Records what is drawn, what is computed and what is written after a frame. */
  const look = async () => {
    await elapse(150);
    moments.push({
      shown: motion.shown[timeline],
      model: figure.model.state[timeline],
      written: Number(output.textContent.replace(/\D/g, '')),
      end: figure.state[timeline],
      progress: motion.progress,
    });
  };
  do await look();
  while (moments.at(-1).progress < 1 && moments.length < 200);
  // The scene may have ended in this frame, before the picture of this frame was drawn.
  await look();
  go();
  return moments;
}

test('at least six figures show their answer by a movement along the timeline', () => {
  assert.ok(TRAVELLING.length >= 6, TRAVELLING.join());
});

for (const tag of TRAVELLING)
  test(`${tag}: while its answer is shown, slider and numbers have reached the picture`, async () => {
    await moving.put(`<${tag}></${tag}>`);
    const moments = await on(moving.page, tag, momentsOf);
    const onTheWay = moments.filter(({ progress }) => progress > 0 && progress < 1);
    assert.ok(onTheWay.length > 10, `${onTheWay.length} moments`);
    for (const { shown, model, written } of onTheWay) {
      assert.equal(model, Math.floor(shown));
      assert.equal(written, model);
    }
    const { model, end, written } = moments.at(-1);
    assert.deepEqual([model, written], [end, end]);
    assert.deepEqual(moving.errors, []);
  });

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
 * Runs in the page. Steps to the answer as a reader does who only presses Enter: each press is on
 * the part with the focus. Returns what is seen after each press, and whether the pictures are
 * those of the movement at its start, at each stop and at its end.
 */
async function stepToTheAnswer(figure) {
  const { button, frames, pixels } = window.tools;
  const { shadowRoot, motion, ui } = figure;
  const { watch, shows } = figure.question();
  const shares = [0, ...(shows.stops ?? [0.5]), 1];
  const bar = shadowRoot.querySelector('.pe-time input');
  const pictures = [];
  const steps = [];
  button(figure, 'Just show me').focus();
  for (let step = 0; step < shares.length; step++) {
    shadowRoot.activeElement.click();
    await frames(1);
    pictures.push(pixels(figure));
    steps.push({
      isNextFocused: shadowRoot.activeElement === button(figure, 'Next'),
      hasSurprise: !!shadowRoot.querySelector('.pe-surprise'),
      time: Number(bar.value),
    });
  }
  const result = ui.predict.element.querySelector('.pe-result').textContent;
  const { said } = figure;
  figure.setState(shows.from ?? {});
  const from = { ...motion.shown };
  figure.currentModel();
  figure.setState(shows.to);
  const isOnTheWay = shares.map((share, at) => {
    motion.hold(from, share);
    return pixels(figure) === pictures[at];
  });
  return { watch, steps, said, result, different: new Set(pictures).size, isOnTheWay };
}

for (const { tag } of ASKING)
  test(`${tag}: with reduced motion, the reader steps to the answer by keys`, async () => {
    await still.put(`<${tag}></${tag}>`);
    await on(still.page, tag, listen);
    const { steps, watch, said, result, ...seen } = await on(still.page, tag, stepToTheAnswer);
    const last = steps.length - 1;
    for (const [at, { isNextFocused, hasSurprise }] of steps.entries()) {
      assert.equal(isNextFocused, at < last, 'the button has lost the focus');
      assert.equal(hasSurprise, at === last, 'the answer comes too early, or not at all');
    }
    assert.equal(seen.different, steps.length, 'a step leaves the picture as it is');
    assert.deepEqual(
      seen.isOnTheWay,
      steps.map(() => true),
    );
    const times = steps.map(({ time }) => time);
    assert.deepEqual(
      times,
      [...times].sort((one, other) => one - other),
    );
    assert.deepEqual([times[0], times.at(-1)], [0, 100]);
    assert.equal(said.length, steps.length, `${said}`);
    assert.equal(said[0], watch);
    assert.equal(said.at(-1), result);
    assert.equal(new Set(said).size, said.length, `${said}`);
    assert.deepEqual(still.errors, []);
  });

/**
 * Runs in the page. Answers the question, and changes the state in the scene, by a preset, or by an
 * arrow key if no preset changes it. With `isWrong`, gives a wrong answer, unless the question has
 * options and no wrong option has a scene. Returns what is there then.
 */
async function changeInTheScene(figure, isWrong) {
  const { press, stopTime } = window.tools;
  const { ui, words, shadowRoot } = figure;
  const { element } = ui.predict;
  const { answer, tries = {} } = figure.question();
  const wrong = Object.keys(tries)[0];
  const { elapse, go } = stopTime();
  const radio = element.querySelector(`input[value="${isWrong && wrong ? wrong : answer}"]`);
  if (radio) radio.click();
  else element.querySelector('input').value = String(isWrong ? Number(answer) + 1 : answer);
  let reveals = 0;
  figure.addEventListener('pe-reveal', () => reveals++, { once: true });
  element.querySelector('.pe-reveal').click();
  for (let frame = 0; frame < 4; frame++) await elapse(50);
  const before = { state: figure.state, reveals };
  const presets = (words.presets ?? []).map(
    ([, patch]) =>
      () =>
        figure.setState(patch, { ease: true }),
  );
  const keys = [-1, 1].map((by) => () => figure.move(by, 0));
  for (const run of [...presets, ...keys]) {
    run();
    if (Object.keys(before.state).some((key) => before.state[key] !== figure.state[key])) break;
  }
  const wanted = figure.state;
  for (let frame = 0; frame < 100 && !reveals; frame++) await elapse(100);
  const { state, covered, trying } = figure;
  const after = {
    state,
    reveals,
    isOpen: covered || trying !== null || ui.predict.plays,
    marks: shadowRoot.querySelectorAll('[data-mark="right"]').length,
    frames: shadowRoot.querySelectorAll('.pe-trial').length,
    verdict: shadowRoot.querySelector('.pe-result').textContent,
    surprise: shadowRoot.querySelector('.pe-surprise')?.textContent,
  };
  press(figure, 'Ask me again');
  figure.reset();
  await elapse(500);
  go();
  return { before, wanted, after };
}

for (const { tag } of ASKING)
  test(`${tag}: a reader who changes the state ends the scene, and sees the verdict`, async () => {
    await moving.put(`<${tag}></${tag}>`);
    const surprises = new Set();
    for (const isWrong of [true, false]) {
      const { before, wanted, after } = await on(moving.page, tag, changeInTheScene, isWrong);
      assert.equal(before.reveals, 0);
      assert.notDeepEqual(wanted, before.state, 'nothing has changed');
      surprises.add(after.surprise);
      assert.deepEqual(after.state, wanted, 'the change of the reader is lost');
      assert.deepEqual([after.reveals, after.isOpen, after.frames], [1, false, 0]);
      assert.match(after.verdict, isWrong ? /^✗ Wrong\. You said/ : /^✓ Right/);
    }
    assert.equal(surprises.size, 1, 'the explanation depends on the state of the reader');
    assert.deepEqual(moving.errors, []);
  });

test('pe-order shows the swap of a wrong answer once, and then the answer', async () => {
  await moving.put('<pe-order></pe-order>');
  const swaps = await on(moving.page, 'pe-order', async (figure) => {
    const { elapse, go } = window.tools.stopTime();
    const { predict } = figure.ui;
    predict.element.querySelector('input[value="moved"]').click();
    predict.element.querySelector('.pe-reveal').click();
    let swaps = 0;
    let last = 0;
    for (let frame = 0; frame < 400 && !figure.shadowRoot.querySelector('.pe-surprise'); frame++) {
      await elapse(50);
      const { at0 } = figure.motion.shown;
      if (at0 > 1 && last <= 1) swaps++;
      last = at0;
    }
    go();
    return figure.shadowRoot.querySelector('.pe-surprise') ? swaps : 'no answer';
  });
  assert.equal(swaps, 1);
});

/** What pe-clocks says during its scene, before it explains the answer. */
const CLOCKS = [
  'Watch the large hand: how near does it come to where it began?',
  'At position 22, after 3.50 turns, the hands are 179° apart.',
];

/**
 * Runs in the page. Gives a wrong answer, lets the scene play, moves the time bar, and plays the
 * movement again. Returns what the card says meanwhile.
 */
async function listenToScene(figure) {
  const { press, stopTime } = window.tools;
  const { shadowRoot, motion } = figure;
  const said = () => figure.said.splice(0);
  const side = () => shadowRoot.querySelector('.pe-side').getBoundingClientRect().y;
  const { elapse, go } = stopTime();
  /** Lets time pass until a condition holds, for at most ten seconds. */
  const passUntil = async (isThere) => {
    for (let ms = 0; ms < 10_000 && !isThere(); ms += 50) await elapse(50);
  };
  const seen = {};
  shadowRoot.querySelector('input[value="6"]').click();
  press(figure, 'Reveal');
  await null;
  seen.first = said();
  await passUntil(() => figure.said.length);
  seen.reply = said();
  press(figure, 'Skip ahead');
  seen.top = side();
  seen.way = [];
  await passUntil(() => {
    seen.way.push(motion.shown.position);
    return shadowRoot.querySelector('.pe-surprise');
  });
  await null;
  seen.scene = said();
  const bar = shadowRoot.querySelector('.pe-time input');
  for (const moment of [25, 50, 75, 100]) {
    bar.value = moment;
    bar.dispatchEvent(new Event('input'));
  }
  await null;
  seen.scrubbing = said();
  seen.below = side();
  press(figure, 'Play it again');
  await passUntil(() => figure.said.length === 2);
  seen.belowAgain = side();
  await passUntil(() => figure.said.length === 3);
  seen.again = said();
  go();
  return seen;
}

test('the picture stops where a sentence names it; nothing is said twice, or while scrubbing', async () => {
  await moving.put('<pe-clocks></pe-clocks>');
  await on(moving.page, 'pe-clocks', listen);
  const seen = await on(moving.page, 'pe-clocks', listenToScene);
  assert.deepEqual(seen.first, ['You said: 6, about one turn. Watch the picture.']);
  assert.match(seen.reply[0], /^✗ Wrong\. Close/);
  const resting = seen.way.filter((position) => position === 22).length;
  assert.ok(resting > 2, `${resting} frames at the stop`);
  assert.deepEqual(
    seen.way,
    [...seen.way].sort((one, other) => one - other),
  );
  const [watch, stop, end, ...more] = seen.scene;
  assert.deepEqual([watch, stop, more], [...CLOCKS, []]);
  assert.match(end, /You said: 6.*1\.0° apart/);
  assert.deepEqual(seen.scrubbing, []);
  // The movement is played again with its sentences, and nothing below the card moves.
  assert.ok(seen.below > seen.top);
  assert.ok(Math.abs(seen.belowAgain - seen.below) < 2);
  assert.deepEqual(seen.again, [...CLOCKS, end]);
  assert.deepEqual(moving.errors, []);
});

test('on a phone, the bar under the picture keeps its height while sentences change', async () => {
  const size = { width: 360, height: 740 };
  await moving.put('<pe-schemes level="beginner"></pe-schemes>', { size });
  const { heights, texts } = await on(moving.page, 'pe-schemes', async (figure) => {
    const { press, stopTime } = window.tools;
    const { shadowRoot } = figure;
    const preview = shadowRoot.querySelector('.pe-preview');
    const heights = new Set();
    const texts = new Set();
    const { elapse, go } = stopTime();
    press(figure, 'Just show me');
    for (let frame = 0; frame < 400 && !shadowRoot.querySelector('.pe-surprise'); frame++) {
      texts.add(preview.textContent);
      await elapse(50);
      heights.add(shadowRoot.querySelector('.pe-bar').offsetHeight);
    }
    go();
    return { heights: [...heights], texts: [...texts] };
  });
  assert.equal(texts.length, 2, `${texts}`);
  assert.equal(heights.length, 1, `${heights}`);
  assert.deepEqual(moving.errors, []);
});
