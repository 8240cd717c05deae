/* Checks the figures of the course on phones: picture, question and answers are on one screen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labFile, launchChromium, openPage, settle } from '../support/browsers.js';
import { canvasTexts, isCut, overlap, textsOn } from '../support/canvas-texts.js';

let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

/** The figures of the course that are outside of collapsed parts. */
const COURSE = ['order', 'naive', 'clocks', 'heatmap', 'shift', 'range', 'rope', 'schemes'];

/** For each language, at least this many options must be on screen. German questions are longer. */
const OPTIONS = { en: 2, de: 1, zh: 2 };

const phone = (width, height) => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
});

/** Puts the picture at the top of the screen. Returns where the question and its options end. */
const measure = (page, name) =>
  page.evaluate((name) => {
    const { shadowRoot } = document.querySelector(`pe-${name}.figure`);
    shadowRoot.querySelector('.pe-plot').scrollIntoView({ block: 'start', behavior: 'instant' });
    const bottom = (element) => element.getBoundingClientRect().bottom;
    return {
      top: shadowRoot.querySelector('.pe-plot').getBoundingClientRect().top,
      question: bottom(shadowRoot.querySelector('.pe-predict legend')),
      options: [...shadowRoot.querySelectorAll('.pe-predict .pe-option')].map(bottom),
    };
  }, name);

/** Returns what is wrong with the texts in a picture. */
async function faults(page, name) {
  const { texts, width, height } = await page.evaluate(
    ([name, source]) => {
      const figure = document.querySelector(`pe-${name}.figure`);
      const { clientWidth: width, clientHeight: height } = figure.ui.plot;
      return { ...(0, eval)(source)(figure), width, height };
    },
    [name, `(figure) => ({ texts: (${canvasTexts})(figure).texts })`],
  );
  assert.ok(texts.length > 3, name);
  return texts.flatMap((one, at) => [
    ...(one.size < 11 ? [`${one.text}: ${one.size} px`] : []),
    ...(isCut(one.box, width, height) ? [`${one.text} is cut`] : []),
    ...texts
      .slice(at + 1)
      .filter((two) => overlap(one.box, two.box))
      .map((two) => `${one.text} lies on ${two.text}`),
  ]);
}

test('on a phone, pe-range says what its lanes count, and what its colours mean', async () => {
  const { page, close } = await openPage(browser, labFile, phone(360, 740));
  await page.locator('pe-range.figure').scrollIntoViewIfNeeded();
  await page.locator('pe-range.figure canvas').waitFor();
  await settle(page);
  const texts = await textsOn(page, 'pe-range.figure');
  for (const text of ['clocks seen', '8 of 32 clocks', 'green: seen; red: outside'])
    assert.ok(texts.includes(text), `${texts}`);
  assert.ok(!texts.includes('32'), 'the ends of a scale stand on each other');
  await close();
});

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];

for (const [lang, count] of Object.entries(OPTIONS))
  test(`on phones, ${lang}: question and first options are below the picture`, async () => {
    const address = `${labFile}?lang=${lang}`;
    const { page, errors, close } = await openPage(browser, address, phone(360, 740));
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      for (const name of COURSE) {
        const where = `${name}, ${width} x ${height}`;
        const figure = page.locator(`pe-${name}.figure`);
        await figure.evaluate((element) => element.scrollIntoView());
        await page.waitForFunction(
          (name) =>
            document.querySelector(`pe-${name}.figure`).shadowRoot.querySelector('canvas')?.width >
            1,
          name,
        );
        await figure.evaluate((element) => element.reset());
        await settle(page);
        const { top, question, options } = await measure(page, name);
        assert.ok(top >= 0 && top < 100, `${where}: ${top}`);
        assert.ok(question < height, `${where}: the question ends at ${question}`);
        assert.ok(options[count - 1] <= height, `${where}: ${options}`);
        assert.deepEqual(await faults(page, name), [], where);
        await figure.evaluate((element) => element.ui.predict.waive());
        assert.deepEqual(await faults(page, name), [], `${where}, answered`);
      }
    }
    assert.deepEqual(errors, []);
    await close();
  });
