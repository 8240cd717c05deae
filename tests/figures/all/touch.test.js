/* Checks that nobody on a touch screen is told to drop a file, in any language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, classic, each, server, useAuthors } from '../../support/authors.js';
import { openPage } from '../../support/browsers.js';
import { LANGUAGES } from '../../support/languages.js';

useAuthors();

/** Matches texts that say that a file may be dropped, in English, German and Chinese. */
const DROPS = /\bdrop\b|hierher|拖/i;

/** The elements that take files, and their parts that invite the reader to give one. */
const INVITING = {
  'pe-doctor': '.pe-drop',
  'pe-patches': '[part=image]',
  'pe-stretch': '[part=config] label',
};

/** Returns the address of a page in a language with the elements that take files. */
function lessonIn(language) {
  const words = language === 'en' ? '' : `<script src="languages/${language}.js"></script>`;
  const set = `<script>document.documentElement.lang = '${language}'</script>`;
  const doctor = '<script type="module" src="checkup.js"></script>';
  return server.author(set + each('', Object.keys(INVITING)) + words + classic + doctor);
}

for (const language of ['en', ...LANGUAGES])
  test(`in ${language}, files are dropped only where a mouse can drag them`, async () => {
    for (const isMobile of [false, true]) {
      const options = { isMobile, hasTouch: isMobile };
      const { page, errors, close } = await openPage(chromium, lessonIn(language), options);
      for (const [tag, part] of Object.entries(INVITING)) {
        await page.locator(tag).scrollIntoViewIfNeeded();
        const text = await page.locator(`${tag} ${part}`).first().textContent();
        assert.equal(DROPS.test(text), !isMobile, `${tag}: ${text}`);
      }
      assert.deepEqual(errors, []);
      await close();
    }
  });
