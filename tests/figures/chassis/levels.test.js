/*
 * Checks which parts wait until the question is answered. Also checks the button that shows and
 * hides what level="beginner" hides.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES, chromium, classic, on, server, useAuthors } from '../../support/authors.js';
import { openPage, settle, show } from '../../support/browsers.js';

useAuthors();

/** Opens a page with one figure. */
async function open(html) {
  const opened = await openPage(chromium, server.author(html + classic), {
    reducedMotion: 'reduce',
  });
  const tag = html.match(/pe-\w+/)[0];
  await show(opened.page, tag);
  return { ...opened, tag, parts: () => on(opened.page, tag, shownParts) };
}

/** Returns the names of the parts that the reader sees. */
const shownParts = ({ shadowRoot }) => {
  const parts = [...shadowRoot.querySelectorAll('[part]')];
  return parts
    .filter((part) => part.getClientRects().length)
    .map((part) => part.getAttribute('part'));
};

/** Returns the elements of `parts` that are also in `shown`. */
const among = (parts, shown) => parts.filter((part) => shown.includes(part));

/** Presses “Just show me”, and then “Skip ahead” until the answer is shown. */
async function decline(page, tag) {
  await page.locator(`${tag} .pe-predict`).getByRole('button', { name: 'Just show me' }).click();
  for (;;) {
    const next = page.locator(`${tag} .pe-predict button:visible`, { hasText: 'Skip ahead' });
    if (!(await next.count())) break;
    await next.click();
    await settle(page);
  }
}

const WAITING = FIGURES.filter(({ waiting }) => waiting.beginner);

test('figures of all kinds have parts that wait', () => {
  const parts = WAITING.flatMap(({ waiting }) => waiting.beginner);
  for (const part of ['controls', 'choice', 'image', 'slow', 'tokens', 'finder'])
    assert.ok(parts.includes(part), part);
});

for (const { tag, waiting, fields } of WAITING) {
  const parts = waiting.beginner;
  const [field, { value }] = Object.entries(fields).find(([, { kind }]) => kind !== 'text');

  test(`${tag}: beginners see ${parts.join(', ')} after the question`, async () => {
    const { page, errors, close, parts: shown } = await open(`<${tag} level="beginner"></${tag}>`);
    assert.deepEqual(among([...parts, ...(waiting.always ?? [])], await shown()), []);
    await decline(page, tag);
    assert.deepEqual(among(parts, await shown()), parts);
    await on(page, tag, (figure) => figure.reset());
    assert.deepEqual(among(parts, await shown()), []);
    assert.deepEqual(errors, []);
    await close();
  });

  test(`${tag}: experts, figures without a question and questions of pages see them`, async () => {
    const list = '<ul><li>a</li><li data-correct>b</li></ul>';
    const own = `<pe-question shows="${field}=${value}">Which?${list}</pe-question>`;
    for (const html of [
      `<${tag}></${tag}>`,
      `<${tag} level="beginner" hide="predict"></${tag}>`,
      `<${tag} level="beginner">${own}</${tag}>`,
    ]) {
      const { close, parts: shown } = await open(html);
      assert.deepEqual(among(parts, await shown()), parts, html);
      await close();
    }
  });
}

for (const tag of ['pe-clocks', 'pe-similarity'])
  test(`${tag}: the game waits at every level, since its task would answer the question`, async () => {
    for (const level of ['beginner', 'full']) {
      const { page, close, parts } = await open(`<${tag} level="${level}"></${tag}>`);
      assert.ok(!(await parts()).includes('game'), level);
      await decline(page, tag);
      assert.ok((await parts()).includes('game'), level);
      await close();
    }
  });

test('a button shows by keyboard what beginners do not see, and hides it again', async () => {
  const { page, errors, close, parts } = await open('<pe-rope level="beginner"></pe-rope>');
  const folded = ['formula', 'code', 'dim', 'base', 'speed'];
  const button = page.locator('pe-rope [part=level]');
  assert.deepEqual(among(folded, await parts()), []);
  assert.equal(await button.textContent(), 'Show everything');
  await button.press('Enter');
  await settle(page);
  assert.deepEqual(among(folded, await parts()), folded);
  assert.equal(await page.locator('pe-rope').getAttribute('level'), 'full');
  assert.equal(await button.textContent(), 'Show less');
  assert.ok(await button.evaluate((each) => each.getRootNode().activeElement === each));
  await button.press('Enter');
  await settle(page);
  assert.deepEqual(among(folded, await parts()), []);
  assert.equal(await page.locator('pe-rope').getAttribute('level'), 'beginner');
  assert.deepEqual(errors, []);
  await close();
});

test('a figure for experts has no such button, and neither has one without small buttons', async () => {
  for (const attributes of ['', 'level="full"', 'level="beginner" hide="export"']) {
    const { close, parts } = await open(`<pe-rope ${attributes}></pe-rope>`);
    assert.ok(!(await parts()).includes('level'), attributes);
    await close();
  }
});
