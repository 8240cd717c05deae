/* Checks pe-quiz in a page: by keyboard, after a reload, beside figures, and with axe. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../support/axe.js';
import { chromium, on, server, useAuthors } from '../support/authors.js';
import { openPage, settle } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';
import { speak } from '../../web/figures/chassis/language.js';
import { BANK, SETS, written } from '../../web/quiz/bank.js';
import { stateOf } from '../../web/quiz/numbers.js';

useAuthors();

const script = '<script type="module" src="quiz.js"></script>';

/** Returns the question that the quiz asks now. */
async function asked(page) {
  const legend = await page.locator('pe-quiz legend').textContent();
  const questions = [...BANK.values()].map(written);
  return questions.find(({ ask }) => legend.endsWith(ask));
}

/** Answers by keyboard, with the right or the first wrong option. Returns the option. */
async function answer(page, { options, answer }, isRight) {
  const option = options.find(([value]) => (value === answer) === isRight);
  const chosen = () => page.locator('pe-quiz input:checked').evaluate(({ value }) => value);
  await page.keyboard.press('Space');
  for (let down = 0; (await chosen()) !== option[0]; down++) {
    assert.ok(down < options.length, `the arrow keys do not reach ${option[0]}`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  return option;
}

const focused = (page) =>
  page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.textContent ?? '');
const result = (page) => page.locator('pe-quiz .pe-result').textContent();

/** Records later answers in `window.told`, each with the field `dim` of the figure's state. */
const listen = (page) =>
  page.evaluate(() => {
    window.told = [];
    document.addEventListener('pe-answer', ({ detail: { state, ...detail } }) =>
      window.told.push({ ...detail, dim: state.dim }),
    );
  });

test('a round works by keyboard, survives a reload, and repeats missed questions', async () => {
  const url = server.author(`<h1>Quiz</h1><pe-quiz set="rope" count="3">Later</pe-quiz>${script}`);
  const { page, errors, requests, close } = await openPage(chromium, url);
  await listen(page);
  await page.locator('pe-quiz legend').waitFor();
  await page.keyboard.press('Tab');

  const first = await asked(page);
  const [wrong, , wrongReply] = await answer(page, first, false);
  assert.equal(await result(page), `✗ Wrong. ${wrongReply}`);
  assert.equal(await focused(page), 'Answer');
  await page.keyboard.press('Enter');
  assert.match(await result(page), /Choose an answer first/);
  await page.keyboard.press('Shift+Tab');
  await answer(page, first, true);
  const rightReply = first.options.find(([value]) => value === first.answer)[2];
  assert.equal(await result(page), `✓ Right. ${rightReply}`);
  const { dim } = stateOf('rope', first.state);
  const about = { figure: 'rope', question: first.id, ask: first.ask, dim };
  assert.deepEqual(
    await page.evaluate(() => window.told),
    [
      [wrong, false, 1],
      [first.answer, true, 2],
    ].map(([option, correct, attempt]) => {
      const [, said] = first.options.find(([value]) => value === option);
      return { ...about, option, said, correct, attempt };
    }),
  );

  await page.reload();
  await page.locator('pe-quiz legend').waitFor();
  assert.match(await page.locator('pe-quiz legend').textContent(), /^Question 2 of 3/);
  await page.keyboard.press('Tab');
  for (const next of ['Next question', 'See the score']) {
    await answer(page, await asked(page), true);
    assert.equal(await focused(page), next);
    await page.keyboard.press('Enter');
  }
  assert.equal(await page.locator('pe-quiz .pe-surprise').textContent(), '2 of 3');
  assert.equal(await focused(page), 'Ask the missed ones again');
  await audit(page, 'the score');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('pe-quiz legend').textContent(), /^Question 1 of 1/);
  assert.equal((await asked(page)).id, first.id);
  await answer(page, await asked(page), true);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('pe-quiz .pe-surprise').textContent(), '1 of 1');
  await page.keyboard.press('Enter');
  const later = await asked(page);
  assert.ok(!SETS.rope.slice(0, 3).some(({ id }) => id === later.id), 'new questions come first');
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((address) => !address.startsWith(server.origin)),
    [],
  );
  await close();
});

test('“Show it” moves a figure of the page that can show the answer, or makes one', async () => {
  const figure = '<pe-clocks hide="predict" position="100"></pe-clocks>';
  const url = server.author(
    `<h1>Quiz</h1>${figure}<pe-quiz set="clocks" count="2" theme="light"></pe-quiz>${script}`,
  );
  const options = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' };
  const { page, errors, close } = await openPage(chromium, url, options);
  const quiz = page.locator('pe-quiz');
  // The quiz begins when it comes near the screen.
  await quiz.scrollIntoViewIfNeeded();
  await quiz.getByRole('button', { name: 'Just show me' }).press('Enter');
  assert.equal(await page.evaluate(() => document.querySelector('pe-clocks').position), 44);
  assert.equal(await quiz.locator('pe-clocks').count(), 0);
  assert.match(await result(page), /The figure shows: Position 44\. Clock 0 .* 0\.0177 apart/);
  assert.equal(await focused(page), 'Back to the question');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Next question');

  // While the question of the figure is open, the figure covers the answer.
  await page.evaluate(() => document.querySelector('pe-clocks').removeAttribute('hide'));
  await page.keyboard.press('Enter');
  await quiz.getByRole('button', { name: 'Just show me' }).press('Enter');
  await quiz.locator('pe-clocks .pe-caption').waitFor();
  assert.equal(await quiz.locator('pe-clocks').evaluate(({ position }) => position), 710);
  assert.equal(await quiz.locator('pe-clocks').getAttribute('theme'), 'light');
  await settle(page);
  await audit(page, 'the quiz with a figure');
  assert.deepEqual(errors, []);
  await close();
});

test('without storage, and with wrong attributes, the quiz asks all the same', async () => {
  const url = server.author(`<h1>Quiz</h1><pe-quiz set="none" count="-3"></pe-quiz>${script}`);
  const context = await chromium.newContext();
  const page = await context.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('refused');
      },
    }),
  );
  await page.goto(url);
  assert.match(await page.locator('pe-quiz legend').textContent(), /^Question 1 of 1/);
  assert.equal((await asked(page)).id, SETS.mixed[0].id);
  await context.close();
});

/**
 * Runs in the page. Gives up the present question, and goes on to the next one. Returns the question,
 * and the texts that the reader sees: what is said, drawn, or in an open table.
 */
const passing = `(async (quiz) => {
  const root = quiz.shadowRoot;
  const legend = root.querySelector('legend').textContent;
  const isShown = (each) => each.checkVisibility();
  const buttons = [...root.querySelectorAll('button')].filter(isShown);
  buttons.find(({ textContent }) => textContent === 'Just show me').click();
  let figure;
  while (!((figure = root.querySelector('#quiz-figure'))?.shadowRoot?.querySelector('canvas')?.width > 1)) {
    figure?.scrollIntoView();
    await new Promise(requestAnimationFrame);
  }
  const lines = [...figure.shadowRoot.querySelectorAll('.pe-caption, tr')].filter(isShown);
  const textOf = (each) => [...each.children].map((cell) => cell.textContent).join(' ');
  const texts = [
    root.querySelector('.pe-result').textContent,
    ...lines.map((each) => (each.localName === 'tr' ? textOf(each) : each.textContent)),
    ...(${canvasTexts})(figure, false).texts.map(({ text }) => text),
  ];
  // The button that leads to the next question has the focus.
  root.activeElement.click();
  return { legend, texts };
})`;

for (const level of ['beginner', 'full'])
  test(`a figure shows the answer to every question on the screen: ${level}`, async () => {
    const tag = `<pe-quiz set="mixed" count="${BANK.size}" level="${level}">Later</pe-quiz>`;
    const { page, errors, close } = await openPage(chromium, server.author(tag + script));
    await page.locator('pe-quiz legend').waitFor();
    const missing = [];
    // Beginners see fewer digits, in questions and in figures.
    speak({ getAttribute: (name) => (name === 'level' ? level : null) });
    for (const entry of BANK.values()) {
      const { id, ask, shows } = written(entry);
      const { legend, texts } = await on(page, 'pe-quiz', passing);
      assert.ok(legend.endsWith(ask), id);
      if (!texts.some((text) => text.includes(shows))) missing.push(`${id}: ${shows}`);
    }
    assert.deepEqual(missing, []);
    assert.deepEqual(errors, []);
    await close();
  });
