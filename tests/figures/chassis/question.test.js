/* Checks that each figure asks its question first, and that a few keys lead to the surprise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { openPage, show } from '../../support/browsers.js';

useAuthors();

const MOST_KEYS = 25;

/** Records all later events of the question. */
const listen = (page, tag) =>
  on(page, tag, (figure) => {
    figure.told = [];
    for (const type of ['pe-predict', 'pe-reveal'])
      document.addEventListener(type, (event) => figure.told.push({ type, ...event.detail }));
  });
const told = (page, tag) => on(page, tag, (figure) => figure.told);

/** Answers rightly by keyboard, from the top of the page. Returns the number of keystrokes. */
async function answerByKeys(page, card, { answer, options }) {
  let keys = 0;
  const press = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  // The Tab key moves to the first input.
  while (!(await card.evaluate((element) => element.contains(document.activeElement))))
    await press('Tab');
  if (options) {
    await press('Space');
    const at = options.findIndex(([value]) => value === answer);
    for (let down = 0; down < at; down++) await press('ArrowDown');
    await press('Tab');
  } else for (const digit of String(answer)) await press(digit);
  await press('Enter');
  return keys;
}

/** Answers the question wrongly. */
async function answerWrongly(card, { answer, options }) {
  const wrong = options?.find(([value]) => value !== answer)[0];
  if (options) await card.locator(`input[value="${wrong}"]`).check();
  else await card.locator('input').fill(String(answer + 1));
  await card.getByRole('button', { name: 'Reveal' }).press('Enter');
}

/** Checks that the surprise comes from the figure, and that the card did not show it before. */
async function checkSurprise(page, tag, card, before) {
  const surprise = await card.locator('.pe-surprise').textContent();
  const wanted = await on(page, tag, (figure) => figure.question().surprise(figure.currentModel()));
  assert.ok(surprise && surprise === wanted, surprise);
  assert.ok(
    surprise.length < 4 || !before.includes(surprise),
    `${surprise} is there before it is asked for`,
  );
}

for (const { tag } of FIGURES)
  test(`${tag}: its question is answered in at most 25 keystrokes, and asked again`, async (t) => {
    const { page, errors, close } = await openPage(
      chromium,
      server.author(each('', [tag]) + classic),
    );
    const figure = await show(page, tag);
    const card = figure.locator('.pe-predict');
    const question = await on(page, tag, (figure) => {
      const { answer, options } = figure.question();
      return { answer, options };
    });
    await listen(page, tag);
    await on(page, tag, () => document.activeElement?.blur?.());
    const before = await card.textContent();
    const keys = await answerByKeys(page, card, question);
    assert.ok(keys <= MOST_KEYS, `${keys} keystrokes`);
    t.diagnostic(`${keys} keystrokes`);
    assert.deepEqual(await told(page, tag), [
      { type: 'pe-predict', answer: question.answer },
      { type: 'pe-reveal', correct: true },
    ]);
    await checkSurprise(page, tag, card, before);
    assert.match(await card.textContent(), /✓ Right/);

    // The question is asked again. Reveal without an answer only asks for an answer. Then a wrong
    // answer follows.
    await card.getByRole('button', { name: 'Ask me again' }).press('Enter');
    assert.equal((await card.locator('.pe-result').textContent()).trim(), '');
    await card.getByRole('button', { name: 'Reveal' }).press('Enter');
    assert.match(await card.textContent(), /first\. A guess is enough/);
    await answerWrongly(card, question);
    assert.equal((await told(page, tag)).at(-1).correct, false);
    assert.match(await card.textContent(), /✗ Wrong\./);
    assert.deepEqual(errors, []);
    await close();
  });
