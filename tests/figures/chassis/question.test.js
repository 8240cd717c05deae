/*
 * Checks that each figure asks its question first, and that a few keys show the answer. The code
 * calls the shown answer the surprise.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES, on, useAuthors } from '../../support/authors.js';
import { Bench } from '../../support/bench.js';
import { goOn, settle } from '../../support/browsers.js';
import { canvasTexts } from '../../support/canvas-texts.js';

useAuthors();
/** Pages for figures that stand still, and for those that move. */
const still = new Bench({ reducedMotion: 'reduce' });
const moving = new Bench();

const MOST_KEYS = 25;

/** Records all later events of the question. */
const listen = (page, tag) =>
  on(page, tag, (figure) => {
    figure.told = [];
    for (const type of ['pe-answer', 'pe-reveal'])
      document.addEventListener(type, ({ target, detail: { state: _state, ...told } }) => {
        if (target === figure) figure.told.push({ type, ...told });
      });
  });
const told = (page, tag) => on(page, tag, (figure) => figure.told);

/** Returns whether an element in a figure has the focus. */
const isFocused = (element) => element.getRootNode().activeElement === element;

/** Gives the right answer by keyboard, from the top of the page. Returns the number of keys. */
async function answerByKeys(page, card, { answer, options }) {
  let keys = 0;
  const press = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  // The Tab key moves to the first input.
  while (!(await card.evaluate((element) => element.contains(element.getRootNode().activeElement))))
    await press('Tab');
  if (options) {
    await press('Space');
    const at = options.findIndex(([value]) => value === answer);
    for (let down = 0; down < at; down++) await press('ArrowDown');
  } else for (const digit of String(answer)) await press(digit);
  await press('Enter');
  return keys;
}

/** Gives a wrong answer to the question. */
async function answerWrongly(card, { answer, options }) {
  const wrong = options?.find(([value]) => value !== answer)[0];
  if (options) await card.locator(`input[value="${wrong}"]`).check();
  else await card.locator('.pe-option input').fill(String(answer + 1));
  await card.getByRole('button', { name: 'Reveal' }).press('Enter');
}

/** Checks that the card shows the surprise of its figure, and did not show it before. */
async function checkSurprise(page, tag, card, before) {
  const surprise = await card.locator('.pe-surprise').textContent();
  const wanted = await on(page, tag, (figure) => figure.question().surprise(figure.currentModel()));
  assert.ok(surprise && surprise === wanted, surprise);
  assert.ok(
    surprise.length < 4 || !before.includes(surprise),
    `${surprise} is there before it is asked for`,
  );
}

/**
 * Runs in the page. Returns how the card looks while the figure shows the answer, then in its first
 * state, and then in the state of the answer again. In some figures, the first state shows the
 * answer, too.
 */
async function looksOfCard(figure) {
  const { element } = figure.ui.predict;
  const look = async () => {
    await window.tools.frames();
    return {
      isPast: element.classList.contains('pe-past'),
      note: element.querySelector('.pe-kicker').textContent,
      height: element.getBoundingClientRect().height,
    };
  };
  const { state } = figure;
  const first = await look();
  figure.restore({});
  const moves = JSON.stringify(figure.state) !== JSON.stringify(state);
  const away = await look();
  figure.setState(state);
  return { moves, first, away, back: await look() };
}

/**
 * Checks the card while the figure is in a state other than the answer. Then the card must be grey
 * and as high as before, and a note must say which picture the card explains.
 */
async function checkAge(page, tag) {
  const { moves, first, away, back } = await on(page, tag, looksOfCard);
  assert.ok(!first.isPast, 'the card is grey at once');
  assert.equal(away.isPast, moves);
  assert.equal(away.note, moves ? 'About the picture before your change:' : first.note);
  assert.equal(away.height, first.height);
  assert.ok(!back.isPast, 'the card stays grey');
  assert.equal(back.note, first.note, 'the note stays');
}

/** The figures whose question has a right answer from the start. */
const ASKING = FIGURES.filter((Figure) => new Figure().question());

for (const { tag } of ASKING)
  test(`${tag}: its question is answered in at most 25 keystrokes, and asked again`, async (t) => {
    const figure = await still.put(`<${tag}></${tag}>`);
    const { page, errors } = still;
    const card = figure.locator('.pe-predict');
    const question = await on(page, tag, (figure) => {
      const { ask, answer, options } = figure.question();
      return { ask, answer, options };
    });
    await listen(page, tag);
    await on(page, tag, () => document.activeElement?.blur?.());
    const before = await card.textContent();
    const answering = await answerByKeys(page, card, question);
    const keys = answering + (await goOn(card)).length;
    assert.ok(keys <= MOST_KEYS, `${keys} keystrokes`);
    t.diagnostic(`${keys} keystrokes`);
    const name = tag.slice(3);
    const { ask } = question;
    const asked = { figure: name, question: `${name}-predict`, ask };
    const option = String(question.answer);
    const said = question.options.find(([value]) => value === question.answer)[1];
    assert.ok(before.includes(ask), ask);
    assert.deepEqual(await told(page, tag), [
      { type: 'pe-answer', ...asked, option, said, correct: true, attempt: 1 },
      { type: 'pe-reveal', correct: true },
    ]);
    await checkSurprise(page, tag, card, before);
    assert.match(await card.textContent(), /✓ Right/);
    await checkAge(page, tag);

    // The question is asked again. Reveal without an answer only asks for an answer. Then a wrong
    // answer follows.
    await card.getByRole('button', { name: 'Ask me again' }).press('Enter');
    assert.equal((await card.locator('.pe-result').textContent()).trim(), '');
    await card.getByRole('button', { name: 'Reveal' }).press('Enter');
    assert.match(await card.textContent(), /first\. A guess is enough/);
    await answerWrongly(card, question);
    assert.match(await card.textContent(), /✗ Wrong\. .{15}/, 'a wrong answer has no reply');
    const later = await told(page, tag);
    assert.equal(later.length, 3, 'the answer is shown before the reply is read');
    assert.equal(later[2].correct, false);
    assert.equal(later[2].attempt, 2);
    await goOn(card);
    assert.equal((await told(page, tag)).at(-1).correct, false);
    assert.match(await card.textContent(), /✗ Wrong\./);
    assert.ok(await card.getByRole('button', { name: 'Ask me again' }).evaluate(isFocused));
    assert.deepEqual(errors, []);
  });

/**
 * Runs in the page. Shows the answer to a reader who declines, and then the question again. Returns
 * what is told on the way.
 */
async function declineAndReset(figure) {
  const { frames, button, press, until } = window.tools;
  const { shadowRoot, ui } = figure;
  const first = figure.getState();
  const other = new figure.constructor();
  const question = other.question();
  other.setState(question.shows.from ?? {});
  other.currentModel();
  other.setState(question.shows.to);
  const surprise = question.surprise(other.compute(other.state));
  figure.toggle('table', true);
  const before = shadowRoot.textContent + figure.describe() + figure.toCSV();
  const titles = [ui.title.textContent];
  /** Waits for another title, unless the figure has only one. */
  const retitled = () =>
    until(
      () => ui.title.textContent !== titles.at(-1) || !figure.words.topic,
      `a title other than “${titles.at(-1)}”`,
    ).then(() => titles.push(ui.title.textContent));
  press(figure, 'Just show me');
  while (button(figure, 'Next')) press(figure, 'Next');
  await until(() => shadowRoot.querySelector('.pe-surprise'), 'the surprise');
  await retitled();
  const verdict = ui.predict.element.querySelector('.pe-result').textContent;
  // This button restores the first state, and keeps the answer. reset() also forgets the answer.
  shadowRoot.querySelector('[data-act="reset"]').click();
  await frames();
  const surprises = shadowRoot.querySelectorAll('.pe-surprise').length;
  const restored = figure.getState();
  figure.reset();
  await retitled();
  return { first, surprise, before, titles, verdict, surprises, restored };
}

for (const { tag, words } of ASKING)
  test(`${tag}: nothing gives its answer away until the reader answers or declines`, async () => {
    await still.put(`<${tag}></${tag}>`);
    const seen = await on(still.page, tag, declineAndReset);
    const topic = words.topic ?? words.heading;
    assert.deepEqual(seen.titles, [topic, words.heading, topic]);
    if (seen.surprise.length >= 4) assert.ok(!seen.before.includes(seen.surprise), seen.surprise);
    assert.doesNotMatch(seen.verdict, /Right|Wrong/);
    assert.equal(seen.surprises, 1);
    assert.deepEqual(seen.restored, seen.first);
    assert.deepEqual(still.errors, []);
  });

/**
 * Texts that would answer an open question. While the question is open, neither the picture nor the
 * text of the figure may contain one of them. This is tested in the state in which the figure asks.
 * @type {Record<string, {state?: object, said: RegExp}>}
 */
const GIVEAWAYS = {
  'pe-alibi': { said: /0\.0039|0\.125|halves every \d|177\.45/ },
  'pe-bugs': { said: /leaves its circle|instead of 1/ },
  'pe-naive': { state: { encoding: 'binary', meter: 'smooth' }, said: /✗ smooth|100 %|✗ 4/ },
  'pe-schemes': { said: /at every position|within the table|no row 64/ },
  'pe-similarity': { said: /more alike: \d|least alike|0\.4439|finish no turn|counter-example/ },
};

for (const [tag, { state = {}, said }] of Object.entries(GIVEAWAYS))
  for (const level of ['beginner', 'full'])
    test(`${tag}, ${level}: an open question is answered neither by picture nor by text`, async () => {
      const figure = await still.put(`<${tag} level="${level}"></${tag}>`);
      const { page } = still;
      await on(page, tag, (figure, state) => figure.setState(state), state);
      await settle(page);
      const seen = async () => {
        const texts = await on(page, tag, canvasTexts);
        const visible = await on(page, tag, ({ shadowRoot }) =>
          [...shadowRoot.querySelectorAll('.pe-main > *, .pe-side > *')]
            .filter((element) => element.checkVisibility() && !element.matches('.pe-predict'))
            .map((element) => element.innerText)
            .join(' '),
        );
        const described = await on(page, tag, (figure) => figure.describe());
        return [...texts.texts.map(({ text }) => text), visible, described].join(' | ');
      };
      assert.doesNotMatch(await seen(), said);
      await figure.getByRole('button', { name: 'Just show me' }).click();
      await goOn(figure);
      await figure.locator('.pe-surprise').waitFor();
      assert.match(await seen(), said, 'the test would not notice a giveaway');
      assert.deepEqual(still.errors, []);
    });

/** Runs in the page. Returns the movements of the question that leave the picture as it is. */
function movementsThatStandStill(figure) {
  const { pixels } = window.tools;
  const { tries = {}, shows } = figure.question();
  const still = [];
  for (const [name, { from, to }] of Object.entries({ ...tries, shows })) {
    figure.setState(from);
    const start = pixels(figure);
    figure.setState(to);
    if (pixels(figure) === start) still.push(name);
  }
  return still;
}

for (const Figure of ASKING) {
  const { tag } = Figure;
  test(`${tag}: the right answer and every wrong one move the picture`, async () => {
    const { options, answer, tries } = new Figure().question();
    const wrong = options.map(([value]) => value).filter((value) => value !== answer);
    // In pe-bugs, the option `none` (no test is needed) has no scene, because no test would run.
    const untried = wrong.filter((value) => !Object.keys(tries).includes(value));
    assert.deepEqual(untried, tag === 'pe-bugs' ? ['none'] : []);
    await still.put(`<${tag} hide="predict"></${tag}>`);
    assert.deepEqual(await on(still.page, tag, movementsThatStandStill), []);
    assert.deepEqual(still.errors, []);
  });
}

test('every wrong option has its own reply', () => {
  const replies = ASKING.flatMap((Figure) => {
    const { options, answer, reply } = new Figure().question();
    if (!options) return [reply];
    return options.filter(([value]) => value !== answer).map(([, , reply]) => reply);
  });
  for (const reply of replies) assert.ok(reply?.length > 15, reply);
  assert.equal(new Set(replies).size, replies.length);
});

/** Runs in the page. Gives a wrong answer, and follows the scene to its end and on the time bar. */
async function watchWrongAnswer(figure) {
  const { button, press, stopTime } = window.tools;
  const { motion, shadowRoot } = figure;
  const text = (selector) => shadowRoot.querySelector(selector)?.textContent;
  // A frame around the picture has the text “trying your answer”.
  const trial = () => shadowRoot.querySelector('.pe-trial');
  const { elapse, go } = stopTime();
  shadowRoot.querySelector('input[value="3"]').click();
  press(figure, 'Reveal');
  for (let ms = 0; ms < 3000 && motion.shown.position !== 3; ms += 50) await elapse(50);
  const tried = {
    position: motion.shown.position,
    reply: text('.pe-result'),
    marks: shadowRoot.querySelectorAll('.pe-option[data-mark]').length,
    trial: trial()?.checkVisibility() && trial().textContent,
  };
  press(figure, 'Skip ahead');
  const way = [];
  while (!text('.pe-surprise')) {
    way.push({ at: motion.shown.position, to: figure.state.position, isTrial: !!trial() });
    await elapse(50);
  }
  const surprise = text('.pe-surprise');
  press(figure, 'Play it again');
  for (let ms = 0; ms < 1000; ms += 50) await elapse(50);
  const again = motion.shown.position;
  // With the time bar, the reader stops the scene and goes to any moment of the scene.
  const bar = shadowRoot.querySelector('.pe-time input');
  const scrubbed = [50, 0, 50, 100].map((moment) => {
    bar.value = moment;
    bar.dispatchEvent(new Event('input'));
    return [motion.shown.position, text('.pe-result')];
  });
  const name = bar.closest('label').textContent;
  go();
  return { tried, way, surprise, again, scrubbed, name, stops: !button(figure, 'Skip ahead') };
}

test('a wrong answer is shown first; then the picture moves to the right one in 3 s', async () => {
  await moving.put('<pe-clocks></pe-clocks>');
  const seen = await on(moving.page, 'pe-clocks', watchWrongAnswer);
  const { tried, way, surprise, again, scrubbed, name, stops } = seen;
  assert.equal(tried.position, 3);
  assert.match(tried.reply, /half a turn/);
  assert.equal(tried.marks, 0, 'marked too early');
  assert.equal(tried.trial, 'trying your answer', 'nothing says that the picture tries the answer');
  assert.ok(way.every(({ to }) => to === 44));
  assert.ok(!way.some(({ at, isTrial }) => at < 40 && isTrial), 'the trial has not ended');
  assert.ok(way.length * 50 > 2500 && way.length * 50 < 4500, `${way.length * 50} ms`);
  const places = new Set(way.map(({ at }) => Math.round(at)));
  assert.ok(places.size > 8, `${[...places]}`);
  assert.equal(surprise, '1.0° apart');
  assert.ok(again > 13 && again < 43, `${again}`);
  assert.equal(name, 'Rewind');
  assert.ok(stops, 'the scene goes on after the reader has moved the time bar');
  assert.match(scrubbed[0][1], /Wrong/);
  assert.deepEqual(
    scrubbed.slice(1).map(([at]) => at),
    [0, 22, 44],
  );
  assert.deepEqual(moving.errors, []);
});

const PHONE = { width: 360, height: 740 };

test('for beginners, a narrow figure has the picture first, and controls on demand', async () => {
  const figure = await moving.put('<pe-clocks level="beginner"></pe-clocks>', { size: PHONE });
  const { page } = moving;
  const tops = () =>
    figure.evaluate(({ shadowRoot }) =>
      Object.fromEntries(
        ['plot', 'bar', 'predict', 'caption'].map((name) => [
          name,
          shadowRoot.querySelector(`.pe-${name}`).getBoundingClientRect().y,
        ]),
      ),
    );
  const first = await tops();
  assert.ok(first.plot < first.predict);
  // The bar sticks to the lower edge of the screen, but covers no part of the question.
  await figure.locator('.pe-reveal').scrollIntoViewIfNeeded();
  const { bar, predict, caption } = await tops();
  assert.ok(bar < predict);
  assert.ok(predict < caption);
  assert.ok(await figure.locator('.pe-side').isHidden());
  await figure.getByRole('button', { name: 'Change more' }).press('Enter');
  assert.ok(await figure.locator('.pe-side').isVisible());
  await page.setViewportSize({ width: 1280, height: 740 });
  assert.ok(await figure.getByRole('button', { name: 'Change more' }).isHidden());
  // The picture comes into view before it moves, although the button was below it.
  await page.setViewportSize({ width: 360, height: 600 });
  await figure.locator('[data-value="44"] input').check();
  await figure.locator('.pe-reveal').click();
  await settle(page);
  const top = (await tops()).plot;
  assert.ok(top >= 0 && top < 100, `${top}`);
  assert.deepEqual(moving.errors, []);
  await page.setViewportSize(PHONE);
});

test('a question that was given up explains nothing, so its card does not turn grey', async () => {
  const figure = await moving.put('<pe-clocks></pe-clocks>');
  await on(moving.page, 'pe-clocks', (figure) => {
    figure.ui.predict.waive();
    figure.setState({ position: 3 });
  });
  await settle(moving.page);
  assert.equal(await figure.locator('.pe-past').count(), 0);
  assert.deepEqual(moving.errors, []);
});

test('the title says what was seen only after the scene', async () => {
  await moving.put('<pe-buckets></pe-buckets>');
  const { topic, heading, titles } = await on(moving.page, 'pe-buckets', async (figure) => {
    const { button, press, stopTime } = window.tools;
    const { words, shadowRoot, ui } = figure;
    const titles = [];
    const { elapse, go } = stopTime();
    shadowRoot.querySelector('.pe-option input').click();
    press(figure, 'Reveal');
    press(figure, 'Skip ahead');
    // The answer is no longer covered while the picture moves to it.
    for (let ms = 0; ms < 10_000 && !button(figure, 'Play it again'); ms += 100) {
      await elapse(100);
      if (!figure.covered && button(figure, 'Skip ahead')) titles.push(ui.title.textContent);
    }
    titles.push(ui.title.textContent);
    go();
    return { ...words, titles };
  });
  assert.ok(titles.length > 10, `${titles.length} frames`);
  assert.equal(titles.pop(), heading);
  assert.deepEqual([...new Set(titles)], [topic]);
  assert.deepEqual(moving.errors, []);
});

test('when the picture begins to move, the whole of it is above the bar', async () => {
  const space = '<p style="height: 600px">Before</p>';
  const size = { width: 1280, height: 800 };
  const figure = await moving.put(`${space}<pe-naive></pe-naive>${space}`, { all: true, size });
  const { page } = moving;
  await page.evaluate(() => scrollTo(0, 300));
  const edges = async () => {
    const plot = await figure.locator('.pe-plot').boundingBox();
    const bar = await figure.locator('.pe-bar').boundingBox();
    return { top: plot.y, below: bar.y - plot.y - plot.height };
  };
  assert.ok((await edges()).below < 0, 'the picture is whole from the start');
  await figure.locator('.pe-option input').first().check();
  await figure.locator('.pe-reveal').click();
  await settle(page);
  const { top, below } = await edges();
  assert.ok(top >= 0 && below >= 0, `${top}, ${below}`);
  assert.deepEqual(moving.errors, []);
});

/** Runs in the page. Gives a wrong answer on a phone, and follows the preview in the bar. */
async function followPreview(figure) {
  const { button, press, frames, stopTime } = window.tools;
  const { shadowRoot, ui } = figure;
  const preview = shadowRoot.querySelector('.pe-preview');
  const look = () => ({
    text: preview.checkVisibility({ visibilityProperty: true }) ? preview.textContent : null,
    top: ui.plot.getBoundingClientRect().y,
    result: shadowRoot.querySelector('.pe-result').getBoundingClientRect().y,
    bar: shadowRoot.querySelector('.pe-bar').getBoundingClientRect().bottom,
  });
  const { elapse, go } = stopTime();
  /** Lets time pass until the scene has ended, and returns what was seen on the way. */
  const scene = async () => {
    const seen = [];
    for (let ms = 0; ms < 20_000 && !button(figure, 'Ask me again'); ms += 100) {
      await elapse(100);
      seen.push(look());
    }
    return seen;
  };
  shadowRoot.querySelector('[data-value="fast"] input').click();
  const before = look();
  press(figure, 'Reveal');
  const { top } = look();
  const wrong = await scene();
  await frames();
  wrong.push(look());
  preview.click();
  const pressed = look();
  press(figure, 'Ask me again');
  const again = look();
  scrollTo(0, 0);
  press(figure, 'Just show me');
  scrollTo(0, 0);
  const declined = (await scene()).at(-1);
  // The preview disappears when the picture no longer shows the answer.
  figure.setState({ pair: 3 });
  await elapse(100);
  const left = look();
  go();
  return { before, top, wrong, pressed, again, declined, left };
}

test('on a phone, the bar shows the start of an answer out of view, and leads to it', async () => {
  const size = { width: 360, height: 640 };
  await moving.put('<pe-precision level="beginner"></pe-precision>', { size });
  const seen = await on(moving.page, 'pe-precision', followPreview);
  assert.equal(seen.before.text, null);
  // The preview shows the reply to the wrong answer, then the result. The picture keeps its place.
  const end = seen.wrong.at(-1);
  const reply = seen.wrong.find(({ text }) => /^✗ Wrong\. · .{20}/.test(text));
  assert.ok(reply, JSON.stringify(seen.wrong.map(({ text }) => text)));
  assert.match(end.text, /^✗ Wrong\. You said: .*\. · 13 of 32 clocks$/);
  for (const { result, top } of [reply, end]) {
    assert.ok(result >= size.height, `${result}`);
    assert.ok(Math.abs(top - seen.top) < 1, `${top}`);
  }
  assert.ok(end.bar <= size.height + 1, `${end.bar}`);
  assert.ok(seen.pressed.result < size.height);
  assert.equal(seen.pressed.text, null);
  assert.equal(seen.again.text, null);
  assert.equal(seen.declined.text, '13 of 32 clocks');
  assert.equal(seen.left.text, null);
  assert.deepEqual(moving.errors, []);
});
