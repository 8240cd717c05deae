/*
 * Checks which parts wait until the question is answered. Also checks the button that shows and
 * hides what level="beginner" hides.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES, on, useAuthors } from '../../support/authors.js';
import { Bench } from '../../support/bench.js';
import { settle } from '../../support/browsers.js';

useAuthors();
const bench = new Bench({ reducedMotion: 'reduce' });

/** Runs in the page. Returns the names of the parts of a figure that the reader sees. */
const partsNow = ({ shadowRoot }) =>
  [...shadowRoot.querySelectorAll('[part]')]
    .filter((part) => part.getClientRects().length)
    .map((part) => part.getAttribute('part'));

/**
 * Runs in the page. Returns the parts that the reader sees after declining to answer the question,
 * and those after a reset.
 */
async function partsAfter(figure, partsNow) {
  const { button, frames, press } = window.tools;
  const parts = (0, eval)(partsNow);
  press(figure, 'Just show me');
  while (button(figure, 'Next')) press(figure, 'Next');
  await frames();
  const declined = parts(figure);
  figure.reset();
  return { declined, reset: parts(figure) };
}

/** Returns the parts of each figure of a page that has only these figures. */
async function partsIn(...figures) {
  await bench.put(figures.join('\n'), { all: true });
  const parts = [];
  for (const at of figures.keys())
    parts.push(await on(bench.page, `main > :nth-child(${at + 1})`, partsNow));
  assert.deepEqual(bench.errors, []);
  return parts;
}

/** Returns the parts of one figure before and after its question. */
async function partsOf(html) {
  const [first] = await partsIn(html);
  const later = await on(bench.page, 'main > *', partsAfter, `(${partsNow})`);
  assert.deepEqual(bench.errors, []);
  return { first, ...later };
}

/** Returns the elements of `parts` that are also in `shown`. */
const among = (parts, shown) => parts.filter((part) => shown.includes(part));

const WAITING = FIGURES.filter(({ waiting }) => waiting.beginner);

test('figures of all kinds have parts that wait', () => {
  const parts = WAITING.flatMap(({ waiting }) => waiting.beginner);
  for (const part of ['controls', 'choice', 'image', 'slow', 'tokens', 'finder'])
    assert.ok(parts.includes(part), part);
});

for (const { tag, waiting, fields } of WAITING) {
  const waits = waiting.beginner;
  const [field, { value }] = Object.entries(fields).find(([, { kind }]) => kind !== 'text');

  test(`${tag}: beginners see ${waits.join(', ')} after the question`, async () => {
    const { first, declined, reset } = await partsOf(`<${tag} level="beginner"></${tag}>`);
    assert.deepEqual(among([...waits, ...(waiting.always ?? [])], first), []);
    assert.deepEqual(among(waits, declined), waits);
    assert.deepEqual(among(waits, reset), []);
  });

  test(`${tag}: experts, figures without a question and questions of pages see them`, async () => {
    const list = '<ul><li>a</li><li data-correct>b</li></ul>';
    const own = `<pe-question shows="${field}=${value}">Which?${list}</pe-question>`;
    const pages = [
      `<${tag}></${tag}>`,
      `<${tag} level="beginner" hide="predict"></${tag}>`,
      `<${tag} level="beginner">${own}</${tag}>`,
    ];
    for (const [at, parts] of (await partsIn(...pages)).entries())
      assert.deepEqual(among(waits, parts), waits, pages[at]);
  });
}

for (const tag of ['pe-clocks', 'pe-similarity'])
  test(`${tag}: the game waits at every level, since its task would answer the question`, async () => {
    for (const level of ['beginner', 'full']) {
      const { first, declined } = await partsOf(`<${tag} level="${level}"></${tag}>`);
      assert.ok(!first.includes('game'), level);
      assert.ok(declined.includes('game'), level);
    }
  });

test('a button shows by keyboard what beginners do not see, and hides it again', async () => {
  const figure = await bench.put('<pe-rope level="beginner"></pe-rope>');
  const { page } = bench;
  const folded = ['formula', 'code', 'dim', 'base', 'speed'];
  const button = page.locator('pe-rope [part=level]');
  const seen = async () => {
    await settle(page);
    const isSeen = (part) => figure.locator(`[part=${part}]`).first().isVisible();
    const found = [];
    for (const part of folded) if (await isSeen(part)) found.push(part);
    return found;
  };
  assert.deepEqual(await seen(), []);
  assert.equal(await button.textContent(), 'Show everything');
  await button.press('Enter');
  assert.deepEqual(await seen(), folded);
  assert.equal(await figure.getAttribute('level'), 'full');
  assert.equal(await button.textContent(), 'Show less');
  assert.ok(await button.evaluate((each) => each.getRootNode().activeElement === each));
  await button.press('Enter');
  assert.deepEqual(await seen(), []);
  assert.equal(await figure.getAttribute('level'), 'beginner');
  assert.deepEqual(bench.errors, []);
});

test('a figure for experts has no such button, and neither has one without small buttons', async () => {
  const figures = ['', 'level="full"', 'level="beginner" hide="export"'].map(
    (attributes) => `<pe-rope ${attributes}></pe-rope>`,
  );
  for (const [at, parts] of (await partsIn(...figures)).entries())
    assert.ok(!parts.includes('level'), figures[at]);
});
