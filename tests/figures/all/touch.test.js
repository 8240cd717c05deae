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

/** Matches texts that say that a file may be dropped, in English, German and Chinese. */
const DROPS = /\bdrop\b|hierher|拖/i;

/** Runs in the page. Returns the texts that invite the reader to give a file. */
async function invitations() {
  document.querySelector('.check').open = true;
  const parts = {
    'pe-doctor': '.pe-drop',
    'pe-patches': '[part=image]',
    'pe-stretch': '[part=config] label',
  };
  const texts = [];
  for (const [tag, part] of Object.entries(parts)) {
    const element = document.querySelector(tag);
    // A figure is built when it comes near the screen.
    while (!element.shadowRoot?.querySelector(part)) {
      element.scrollIntoView({ behavior: 'instant' });
      await new Promise((done) => setTimeout(done, 50));
    }
    texts.push(element.shadowRoot.querySelector(part).textContent);
  }
  return texts;
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
