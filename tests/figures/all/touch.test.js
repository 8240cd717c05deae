/* Checks that nobody on a touch screen is told to drop a file, in any language. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labFile, launchChromium, openPage } from '../../support/browsers.js';
import { LANGUAGES } from '../../support/languages.js';

let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** Says that a file may be dropped, in English, German and Chinese. */
const DROPS = /\bdrop\b|hierher|拖/i;

/** Runs in the page. Returns the texts that invite the reader to give a file. */
async function invitations() {
  const within = (tag, part) => document.querySelector(tag).shadowRoot.querySelector(part);
  document.documentElement.dataset.level = 'full';
  for (const tag of ['pe-patches', 'pe-stretch'])
    document.querySelector(tag).scrollIntoView({ behavior: 'instant' });
  document.querySelector('.check').open = true;
  const parts = [
    ['pe-doctor', '.pe-drop'],
    ['pe-patches', '[part=image]'],
    ['pe-stretch', '[part=config] label'],
  ];
  while (!parts.every(([tag, part]) => document.querySelector(tag).shadowRoot && within(tag, part)))
    await new Promise((done) => setTimeout(done, 50));
  return parts.map(([tag, part]) => within(tag, part).textContent);
}

for (const language of ['en', ...LANGUAGES])
  test(`in ${language}, files are dropped only where a mouse can drag them`, async () => {
    for (const isMobile of [false, true]) {
      const options = { isMobile, hasTouch: isMobile };
      const address = `${labFile}?lang=${language}&level=full`;
      const { page, close } = await openPage(browser, address, options);
      const texts = await page.evaluate(invitations);
      assert.equal(texts.length, 3);
      for (const text of texts) assert.equal(DROPS.test(text), !isMobile, text);
      await close();
    }
  });
