/*
 * Checks links in a page: every figure goes to the state in the address, and no address breaks a
 * figure.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../support/random.js';
import { linkEntry } from '../../../web/figures/chassis/links.js';
import { formatHash } from '../../../web/figures/chassis/state.js';
import {
  FIGURES,
  TAGS,
  chromium,
  classic,
  each,
  server,
  useAuthors,
} from '../../support/authors.js';
import { isWhole } from '../../support/crossed.js';
import { openPage, settle } from '../../support/browsers.js';
import { allowed, anyHash, anyPatch } from '../../support/states.js';

useAuthors();

/** How many addresses are tried. */
const ADDRESSES = isWhole ? 12 : 5;
const NONSENSE = isWhole ? 120 : 40;

/** Waits until all figures are drawn, also those below the screen. */
async function drawAll(page) {
  await settle(page);
  // Before a page is printed, it draws all figures.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.waitForFunction(
    (tags) => tags.every((tag) => document.querySelector(tag).ui.canvas.width > 1),
    TAGS,
  );
}

/** Sets the address, waits for the hashchange event, and returns the states of all figures. */
const go = (page, hash) =>
  page.evaluate(
    ([hash, tags]) =>
      new Promise((done) => {
        const states = () => done(tags.map((tag) => document.querySelector(tag).getState()));
        const before = location.hash;
        addEventListener('hashchange', states, { once: true });
        location.hash = hash;
        if (location.hash === before) {
          removeEventListener('hashchange', states);
          states();
        }
      }),
    [hash, TAGS],
  );

test('one address takes every figure to its state, at the start and later', async () => {
  const { page, errors, close } = await openPage(chromium, server.author(each() + classic));
  await drawAll(page);
  const samples = FIGURES.map((Figure) =>
    fc.sample(anyPatch(Figure.allFields), { numRuns: ADDRESSES, seed: 5 }).map((patch) => {
      const figure = new Figure();
      figure.restore(patch);
      return { state: figure.getState(), entry: linkEntry(figure) };
    }),
  );
  let link = '';
  let wanted;
  for (let i = 0; i < ADDRESSES; i++) {
    wanted = samples.map((states) => states[i].state);
    link = formatHash(
      new Map(FIGURES.map((Figure, at) => [Figure.tag.slice(3), samples[at][i].entry])),
    );
    // A figure that the address does not name must keep this state.
    const before = await page.evaluate(
      (tags) => tags.map((tag) => document.querySelector(tag).getState()),
      TAGS,
    );
    const now = await go(page, link);
    assert.deepEqual(
      now,
      wanted.map((state, at) => (Object.keys(samples[at][i].entry).length ? state : before[at])),
    );
    wanted = now;
  }
  await close();
  const again = await openPage(chromium, server.author(each() + classic) + link);
  for (const [at, tag] of TAGS.entries()) {
    const said = Object.keys(samples[at].at(-1).entry).length;
    assert.deepEqual(
      await again.page.evaluate((tag) => document.querySelector(tag).getState(), tag),
      said ? wanted[at] : new FIGURES[at]().getState(),
      tag,
    );
  }
  assert.deepEqual([...errors, ...again.errors], []);
  await again.close();
});

test('what "Link to this" writes restores the figure in another page', async () => {
  const { page, errors, close } = await openPage(chromium, server.author(each() + classic));
  await drawAll(page);
  const patches = FIGURES.map((Figure) => [
    Figure.tag,
    fc.sample(anyPatch(Figure.allFields), { numRuns: 1, seed: 11 })[0],
  ]);
  const states = await page.evaluate(
    (patches) =>
      patches.map(([tag, patch]) => {
        const figure = document.querySelector(tag);
        figure.setState(patch);
        const button = [...figure.shadowRoot.querySelectorAll('button')].find(
          (each) => each.textContent.trim() === 'Link to this' && each.checkVisibility(),
        );
        button.click();
        return figure.getState();
      }),
    patches,
  );
  await page.waitForFunction((count) => location.hash.split(';').length === count, FIGURES.length);
  const link = await page.evaluate(() => location.href);
  await close();
  const again = await openPage(chromium, link);
  for (const [at, tag] of TAGS.entries())
    assert.deepEqual(
      await again.page.evaluate((tag) => document.querySelector(tag).getState(), tag),
      states[at],
      tag,
    );
  assert.deepEqual([...errors, ...again.errors], []);
  await again.close();
});

test('nonsense in the address does no harm', async () => {
  const { page, errors, close } = await openPage(chromium, server.author(each() + classic));
  for (const hash of fc
    .sample(anyHash(FIGURES), { numRuns: NONSENSE, seed: 3 })
    .filter((text) => typeof text === 'string'))
    for (const [at, state] of (await go(page, hash)).entries())
      assert.ok(allowed(FIGURES[at].allFields, state), `${hash}: ${JSON.stringify(state)}`);
  await drawAll(page);
  await settle(page);
  assert.deepEqual(errors, []);
  await close();
});
