/*
 * Shows the quiz, the tour, the doctor, the editor and worksheets in two invented languages, whose
 * words are 40 % longer. One runs from right to left. All texts must fit, on a phone too.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, on, server, useAuthors } from '../support/authors.js';
import { openPage, settle } from '../support/browsers.js';
import { pseudoPack } from '../support/pseudo.js';

useAuthors();

const pseudo = `<script>${(await pseudoPack()).replaceAll('</script', '<\\/script')}</script>`;

/** The apps: their markup, their script, and what a reader does before the test looks. */
const APPS = {
  'pe-quiz': {
    html: '<pe-quiz set="rope" count="2"></pe-quiz>',
    script: 'quiz.js',
    async use(app, page) {
      await app.locator('input').first().check();
      await page.keyboard.press('Enter');
    },
  },
  'pe-tour': {
    html: '<pe-tour></pe-tour>',
    script: 'tour.js',
    use: (app) => app.locator('button').first().waitFor(),
  },
  'pe-doctor': {
    html: '<pe-doctor></pe-doctor>',
    script: 'checkup.js',
    use: (app) => app.locator('button').first().click(),
  },
  'pe-editor': {
    html: '<pe-editor></pe-editor>',
    script: 'editor.js',
    use: (app) => app.locator('.pe-add button').last().click(),
  },
  'pe-worksheet': {
    html: '<pe-worksheet figures="pe-rope pe-alibi" copies="2" key></pe-worksheet>',
    script: 'worksheet.js',
    use: (app) => app.locator('[aria-busy=false]').waitFor(),
  },
};

/**
 * Runs in the page. Lists the elements of an app that cut off texts, and reports a page that is too
 * wide.
 */
function faultsOf(tag) {
  const { shadowRoot } = document.querySelector(tag);
  const isCut = (element) => {
    const { display, overflowX } = getComputedStyle(element);
    const isFlow = display !== 'inline' && !['auto', 'scroll'].includes(overflowX);
    const { clientWidth, scrollWidth } = element;
    return isFlow && clientWidth > 0 && scrollWidth > clientWidth + 1;
  };
  const { scrollWidth } = document.documentElement;
  const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const cut = [...shadowRoot.querySelectorAll('*')]
    .filter(
      (each) =>
        !each.matches('input, select, .pe-hidden, svg *, .pw-studio, .pw-studio *') && isCut(each),
    )
    .map(
      ({ localName, className, textContent }) =>
        `${localName}.${className} cuts: ${textContent.trim().slice(0, 40)}`,
    );
  return [...wide, ...cut];
}

for (const [tag, { html, script, use }] of Object.entries(APPS))
  test(`${tag}: long words have room, also from right to left and on a phone`, async () => {
    const module = `<script type="module" src="${script}"></script>`;
    const faults = [];
    for (const [language, dir] of [
      ['xx', 'ltr'],
      ['he', 'rtl'],
    ]) {
      const set = `Object.assign(document.documentElement, { lang: '${language}', dir: '${dir}' })`;
      const url = server.author(`<script>${set}</script>${pseudo}${html}${module}`);
      const { page, errors, close } = await openPage(chromium, url, { reducedMotion: 'reduce' });
      await use(page.locator(tag), page);
      const said = await on(page, tag, ({ shadowRoot }) => shadowRoot.textContent);
      // This shows that the app speaks the language at all.
      assert.match(said, language === 'xx' ? /[áéíó]/ : /[א-ת]{3}/);
      for (const width of [1180, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await settle(page);
        const found = await page.evaluate(faultsOf, tag);
        faults.push(...found.map((fault) => `${language}, ${width} px: ${fault}`));
      }
      assert.deepEqual(errors, []);
      await close();
    }
    assert.deepEqual(faults, []);
  });
