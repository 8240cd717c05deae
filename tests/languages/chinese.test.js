/* Checks how Chinese is set: where it has spaces, and where headings break. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { translatedPhrase } from '../../web/figures/chassis/phrases.js';
import { FIGURES } from '../support/authors.js';
import { launchChromium, openPage, root } from '../support/browsers.js';
import { packOf, speakNow, textOf } from '../support/languages.js';

const lab = `${pathToFileURL(join(root, 'dist/posenc-lab.html')).href}?lang=zh`;

const pack = await packOf('zh');

/** The patterns of faults in Chinese texts, by the name of the fault. */
const FAULTS = {
  'a space after a mark': /[。，、：；！？”）」] /,
  'a space before a mark': / [。，、：；！？“（」%]/,
  'a space within Chinese': /\p{Script=Han} \p{Script=Han}/u,
  'no space before Latin letters or numbers': /\p{Script=Han}[A-Za-z0-9√]/u,
  'no space after Latin letters or numbers': /[A-Za-z0-9%](?![万千])\p{Script=Han}/u,
  'an English mark after Chinese': /\p{Script=Han}[,:;?!.(]/u,
};

/** Lists the faults of a text. Placeholders for numbers and elements count as a number. */
function faultsOf(text, where) {
  const plain = text.replace(/<\d+\/>|\{[^}]*\}/g, '7').replace(/<\/?\d+>/g, '');
  return Object.entries(FAULTS).flatMap(([fault, pattern]) => {
    const at = plain.search(pattern);
    return at < 0 ? [] : [`${where}: ${fault}: ${plain.slice(Math.max(0, at - 9), at + 9)}`];
  });
}

/** Lists all strings in `words` and in its lists and objects, with their paths. */
function textsOf(words, where) {
  if (typeof words === 'string') return [[words, where]];
  if (words === null || typeof words !== 'object') return [];
  return Object.keys(words).flatMap((key) => textsOf(words[key], `${where}.${key}`));
}

const models = new Map();

/** Returns the model of a figure in a state. */
function modelOf(Figure, state) {
  const key = Figure.tag + JSON.stringify(state);
  if (!models.has(key)) {
    const figure = new Figure();
    figure.setState(state);
    const model = figure.compute(figure.state);
    figure.model = model;
    models.set(key, model);
  }
  return models.get(key);
}

/** Returns the texts about a state that the code of a figure composes from pieces. */
function sayings({ words }, model) {
  const captions = [true, false].flatMap((covered) =>
    [true, false].map((beginner) => textOf(words.caption(model, covered, beginner).flat(0))),
  );
  const described = [true, false].map((covered) => words.describe(model, covered, false));
  const tables = words.tables(model).flatMap(({ name, columns }) => [name, ...columns]);
  return [...captions, ...described, ...tables];
}

/** Returns what a figure says after its own question, at the state that shows the answer. */
function answers(Figure) {
  const question = new Figure().question?.();
  if (!question) return [];
  const { shows, surprise, atStops = [], because } = question;
  const model = modelOf(Figure, { ...shows.from, ...shows.to });
  const stops = atStops.map((says) => says(model));
  return [...stops, surprise?.(model) ?? '', textOf(because(model))];
}

test('Chinese has no space beside a mark, and one beside Latin letters and numbers', () => {
  const texts = textsOf(pack, 'zh').filter(
    ([, where]) => !/\.(?:errors|findings)\.|tokens|sentence/.test(where),
  );
  assert.ok(texts.length > 1500);
  assert.deepEqual(
    texts.flatMap(([text, where]) => faultsOf(text, where)),
    [],
  );
});

test('sentences that a figure makes of pieces are set as Chinese is', () => {
  speakNow('zh');
  const faults = FIGURES.flatMap((Figure) => {
    const states = [{}, ...(Figure.words.presets ?? []).map(([, patch]) => patch)];
    const said = states.flatMap((state) => sayings(Figure, modelOf(Figure, state)));
    return [...said, ...answers(Figure)].flatMap((text) => faultsOf(text, Figure.tag));
  });
  speakNow('en');
  assert.deepEqual(faults, []);
});

test('findings name the way of pairing in Chinese, and have no space before a per cent sign', () => {
  speakNow('zh');
  const layout = translatedPhrase('The layout is half, not interleaved.');
  const share = translatedPhrase('The nearest formula explains 12.50 % of the elements.');
  speakNow('en');
  for (const name of ['对半配对（half）', '相邻配对（interleaved）'])
    assert.ok(layout.includes(name), layout);
  assert.match(share, /12\.50% /);
  assert.deepEqual([...faultsOf(layout, 'layout'), ...faultsOf(share, 'share')], []);
});

let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/**
 * Runs in the page. Returns the headings, titles and questions with a bad line break. A break
 * between two marks is bad, unless the part between the marks is wider than a line.
 */
function brokenWithin() {
  const figures = [...document.querySelectorAll('.figure')].map(({ shadowRoot }) => shadowRoot);
  const titles = [document, ...figures].flatMap((within) => [
    ...within.querySelectorAll('h1, h2, .pe-title, legend'),
  ]);
  const range = document.createRange();
  const topOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  return titles.flatMap((title) => {
    const node = [...title.childNodes].find((each) => each.nodeType === Node.TEXT_NODE);
    const text = node?.nodeValue ?? '';
    const size = parseFloat(getComputedStyle(title).fontSize);
    const fits = (part) => part.length * size < title.clientWidth - 2 * size;
    let start = 0;
    return text.split(/(?<=[，。？：；！、 ])/).flatMap((part) => {
      const [from, to] = [start, (start += part.length) - 1];
      if (!part.trim() || !topOf(node, from).width || !fits(part)) return [];
      return topOf(node, from).top === topOf(node, to).top ? [] : [part];
    });
  });
}

test('on a phone, no heading, title or question breaks within words that fit on a line', async () => {
  for (const width of [360, 390]) {
    const { page, errors, close } = await openPage(browser, lab, {
      viewport: { width, height: 800 },
    });
    await page.waitForFunction(() => document.querySelector('pe-order')?.shadowRoot?.textContent);
    const lines = await page.evaluate(() => document.querySelectorAll('h2').length);
    assert.ok(lines > 8);
    assert.deepEqual(await page.evaluate(brokenWithin), [], `${width} px`);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('the glossary has the order of its language', async () => {
  const { page, close } = await openPage(browser, lab);
  const names = await page.locator('.terms dt').allTextContents();
  assert.deepEqual(names, names.toSorted(new Intl.Collator('zh').compare));
  assert.ok(names.includes('位置章'));
  await close();
});

test('the card of a question puts no space between its sentences', async () => {
  const { page, close } = await openPage(browser, `${lab}#order`, { reducedMotion: 'reduce' });
  const figure = page.locator('pe-order').first();
  await figure.locator('.pe-option').first().click();
  await figure.locator('.pe-reveal').click();
  const said = new Set();
  for (let step = 0; step < 4; step++) {
    said.add(await figure.locator('.pe-result').textContent());
    const next = figure.getByRole('button', { name: '下一步' });
    if (await next.isVisible()) await next.click();
  }
  assert.ok(said.size > 1, [...said].join('|'));
  assert.deepEqual(
    [...said].flatMap((text) => faultsOf(text, 'result')),
    [],
  );
  await close();
});
