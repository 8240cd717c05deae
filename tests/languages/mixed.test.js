/* Checks a page whose figures speak different languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, classic, server, useAuthors } from '../support/authors.js';
import { openPage, show } from '../support/browsers.js';

useAuthors();

test('each figure of a page speaks the language of its own attribute', async () => {
  const packs = ['de', 'zh'].map((each) => `<script src="languages/${each}.js"></script>`).join('');
  // A tag counts in any case, and with any country or script.
  const figures = Object.entries({ de: 'DE-at', zh: 'zh-Hans', fr: 'fr' }).map(
    ([id, tag]) => `<pe-waves id="${id}" lang="${tag}"></pe-waves>`,
  );
  const { page, errors, close } = await openPage(
    chromium,
    server.author(figures.join('') + packs + classic),
  );
  const captions = [];
  for (const id of ['de', 'zh', 'fr']) {
    await show(page, `#${id}`);
    captions.push(await page.locator(`#${id} .pe-caption`).textContent());
  }
  assert.match(captions[0], /^Uhr 0 dreht in 6,28 Positionen/);
  assert.match(captions[1], /^时钟 0 每 6\.28 个位置/);
  // There is no French pack, so the caption is English.
  assert.match(captions[2], /^Clock 0 turns once in 6\.28 positions/);
  assert.deepEqual(errors, []);
  await close();
});

test('a sentence of another language keeps the order that the page gives', async () => {
  // As in modules, the pack is loaded after the figures. The element is added after both.
  const element = '<pe-order lang="de" state="order=210,scheme=sinusoidal"></pe-order>';
  const html = [
    classic,
    '<script src="languages/de.js"></script>',
    `<script>document.body.innerHTML = '${element}'</script>`,
  ];
  const { page, errors, close } = await openPage(chromium, server.author(html.join('')));
  const figure = await show(page, 'pe-order');
  const { tokens, order } = await figure.evaluate((each) => each.getState());
  assert.deepEqual([tokens, order], ['Hund beißt Mann', '210']);
  assert.equal(await figure.evaluate((each) => each.model.differ), 48);
  assert.deepEqual(errors, []);
  await close();
});
