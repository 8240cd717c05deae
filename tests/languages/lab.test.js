/* Checks the lab in every language: it has the same parts as in English, and no English text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TAGS } from '../support/authors.js';
import { NO_COLOURS, audit } from '../support/axe.js';
import { launchChromium, openPage, root } from '../support/browsers.js';
import { LANGUAGES, packOf } from '../support/languages.js';

const lab = pathToFileURL(join(root, 'dist/posenc-lab.html')).href;

let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

const english = readFileSync(join(root, 'web/lab/index.html'), 'utf8');
const translating = readFileSync(join(root, 'web/lab/translate.js'), 'utf8').replaceAll(
  'export ',
  '',
);

/** Runs in the page. Translates the page, and returns its texts and parts before and after. */
function translate([code, words]) {
  const { markedIn, sectionOf, slotsIn, translatePage } = new Function(
    `${code}; return { markedIn, sectionOf, slotsIn, translatePage };`,
  )();
  const slots = slotsIn(document.documentElement);
  const marks = slots.map(({ element, attribute }) => (attribute ? 0 : markedIn(element).length));
  const says = () =>
    slots.map(({ element, attribute }) =>
      attribute ? element.getAttribute(attribute) : element.textContent.replace(/\s+/g, ' ').trim(),
    );
  const nameOf = ({ tagName, attributes }) =>
    [tagName, ...[...attributes].map(({ name, value }) => `${name}=${value}`)].join(' ');
  const has = () => [...document.querySelectorAll('*')].map(nameOf).sort();
  const before = { says: says(), has: has() };
  translatePage(words);
  return { sections: slots.map(sectionOf), marks, before, after: { says: says(), has: has() } };
}

/** Asserts that what is said below the figures of the course is one sentence for each. */
function assertSeen(sentences, language) {
  assert.ok(sentences.length >= 8, language);
  for (const sentence of sentences) assert.match(sentence.trim(), /^[^.!?。！？]+[.。]$/, language);
}

for (const language of LANGUAGES) {
  test(`the lab in ${language} is fully translated, with the parts of the English lab`, async () => {
    const { page: words } = await packOf(language);
    const { page, close } = await openPage(browser, 'about:blank');
    await page.setContent(english.replace(/<script.*?<\/script>|<link rel="style.*?>/g, ''));
    const { sections, marks, before, after } = await page.evaluate(translate, [translating, words]);
    const counted = {};
    for (const [at, section] of sections.entries()) {
      const text = words[section]?.[(counted[section] ??= 0)];
      counted[section]++;
      const found = [...text.matchAll(/<(\d+)\/?>/g)].map(([, index]) => Number(index)).sort();
      assert.deepEqual(found, [...Array(marks[at]).keys()], `${section}: ${text}`);
      // Single words, such as “Attention”, may be the same in both languages.
      if (before.says[at].split(' ').length > 2) assert.notEqual(after.says[at], before.says[at]);
    }
    const expected = Object.entries(words).map(([section, texts]) => [section, texts.length]);
    assert.deepEqual(counted, Object.fromEntries(expected));
    const unlabelled = (names) => names.map((name) => name.replace(/aria-label=\S+.*/, ''));
    assert.deepEqual(unlabelled(after.has).sort(), unlabelled(before.has).sort());
    await close();
  });

  test(`the lab opens in ${language} by its address, and keeps a language chosen later`, async () => {
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
    assertSeen(await page.locator('.seen').allTextContents(), language);
    // The content of the figures is checked in room.test.js.
    await audit(page, language, TAGS, NO_COLOURS);
    await page.selectOption('#language', 'en');
    await page.waitForURL(/lang=en/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    assertSeen(await page.locator('.seen').allTextContents(), 'en');
    await page.goto(lab);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await close();
  });
}

test('in no language, pe-doctor is wider than the screen of a phone', async () => {
  const viewport = { width: 360, height: 800 };
  for (const language of ['en', ...LANGUAGES]) {
    const { page, close } = await openPage(browser, `${lab}?lang=${language}#doctor`, { viewport });
    await page.locator('pe-doctor .pe-drop').scrollIntoViewIfNeeded();
    const [width, cut] = await page.evaluate(() => {
      const parts = [...document.querySelector('pe-doctor').shadowRoot.querySelectorAll('*')];
      const isCut = (part) => part.clientWidth && part.scrollWidth > part.clientWidth;
      return [
        document.documentElement.scrollWidth,
        parts.filter(isCut).map(({ className }) => className),
      ];
    });
    assert.deepEqual([width, cut], [360, []], language);
    await close();
  }
});

test('without a choice, the lab opens in the language of the browser, or else in English', async () => {
  for (const [locale, wanted] of Object.entries({ 'de-CH': 'de', zh: 'zh', 'is-IS': 'en' })) {
    const { page, errors, close } = await openPage(browser, lab, { locale });
    assert.equal(await page.evaluate(() => document.documentElement.lang), wanted);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('the lab has no faults if its text runs from right to left', async () => {
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
