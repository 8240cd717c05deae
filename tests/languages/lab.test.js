/* Checks the lab in every language: the same parts as in English, and no English left beside them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TAGS } from '../support/authors.js';
import { NO_COLOURS, audit } from '../support/axe.js';
import { launchChromium, openPage, root } from '../support/browsers.js';
import { LANGUAGES } from '../support/languages.js';

const pageOf = (language) => join(root, `web/languages/${language}/lab.html`);
const translated = LANGUAGES.filter((language) => existsSync(pageOf(language)));
const lab = pathToFileURL(join(root, 'dist/posenc-lab.html')).href;

let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** Lists what a page must have in every language, in its order. */
function partsOf(html) {
  const body = html.slice(html.indexOf('<header'), html.indexOf('</footer>'));
  const attributes = /\s(id|class|href|data-[\w]+|level|hide|state|set|count|lang)="([^"]*)"/g;
  return [...body.matchAll(/<(\w[\w-]*)([^>]*)>/g)]
    .filter(([, tag]) => !['b', 'i', 'em', 'strong', 'br', 'span'].includes(tag))
    .map(([, tag, rest]) => [tag, ...[...rest.matchAll(attributes)].map(([each]) => each.trim())])
    .filter(([tag, ...rest]) => rest.length || tag.startsWith('pe-'))
    .map((part) => part.join(' '));
}

/** Counts each part. Words may come in another order within a sentence. */
const sorted = (html) => partsOf(html).sort();

const english = readFileSync(join(root, 'web/lab/index.html'), 'utf8');

for (const language of translated) {
  test(`the lab in ${language} has the parts of the English lab`, () => {
    assert.deepEqual(sorted(readFileSync(pageOf(language), 'utf8')), sorted(english));
  });

  test(`the lab opens in ${language}, from the address and from the list, and keeps it`, async () => {
    const { page, close } = await openPage(browser, `${lab}?lang=${language}`);
    const first = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      title: document.title,
      figure: document.querySelector('pe-order').shadowRoot.querySelector('.pe-root')?.lang,
      list: document.getElementById('language').value,
    }));
    assert.equal(first.lang, language);
    assert.equal(first.figure, language);
    assert.equal(first.list, language);
    assert.notEqual(first.title, /<title>(.*)<\/title>/.exec(english)[1]);
    // The content of the figures is checked in room.test.js.
    await audit(page, language, TAGS, NO_COLOURS);
    await page.selectOption('#language', 'en');
    await page.waitForURL(/lang=en/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await page.goto(lab);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await close();
  });
}

test('the lab may run from right to left', async () => {
  const { page, close } = await openPage(browser, `${lab}?level=full`, {
    viewport: { width: 360, height: 900 },
  });
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  for (const width of [360, 1180]) {
    await page.setViewportSize({ width, height: 900 });
    await audit(page, `${width} px`, TAGS, NO_COLOURS);
    const edges = await page.evaluate(() =>
      ['h1', 'h2'].map((name) => {
        const heading = document.querySelector(`main ${name}`);
        const text = document.createRange();
        text.selectNodeContents(heading);
        const { right } = text.getBoundingClientRect();
        return heading.getBoundingClientRect().right - right;
      }),
    );
    for (const gap of edges) assert.ok(Math.abs(gap) < 2, `${gap} px right of a heading`);
  }
  await close();
});
