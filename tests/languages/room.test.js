/*
 * Checks every figure in German, in Chinese, and in two invented languages, whose words are 40 %
 * longer. One of these runs from right to left. All texts must fit. No text may be in the code of a
 * figure, where nobody could translate it. One page changes its language. Its figures must follow,
 * and keep what the reader has done.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAGS, chromium, classic, each, on, server, useAuthors } from '../support/authors.js';
import { NO_COLOURS, audit } from '../support/axe.js';
import { openPage, settle, show } from '../support/browsers.js';
import { canvasTexts, isCut, overlap } from '../support/canvas-texts.js';
import { clipping } from '../support/clipped.js';
import { LANGUAGES } from '../support/languages.js';
import { pseudoPack } from '../support/pseudo.js';

useAuthors();

/** Names and code that are the same in every language. */
const NAMES =
  /^(?:RoPE|ALiBi|YaRN|NTK|PNG|CSV|JSON|NumPy|Python|PyTorch|JavaScript|float\d+|bfloat16|sin|cos|exp|max|config|json|linear|dynamic|kerple|softmax)$/;

/** Opens a page with every figure and all languages. */
async function openLesson() {
  const packs = LANGUAGES.map((each) => `<script src="languages/${each}.js"></script>`).join('');
  const pseudo = `<script>${(await pseudoPack()).replaceAll('</script', '<\\/script')}</script>`;
  const html = each() + pseudo + packs + classic;
  const opened = await openPage(chromium, server.author(html), { reducedMotion: 'reduce' });
  for (const tag of TAGS) await show(opened.page, tag);
  return opened;
}

/** Runs in the page. Changes the language of the page and of every figure. */
async function speak({ language, tags }) {
  Object.assign(document.documentElement, { lang: language, dir: language === 'he' ? 'rtl' : '' });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (const tag of tags) document.querySelector(tag).update();
}

/**
 * The figures whose questions the test gives up. In pe-train, giving up would begin to train
 * models.
 */
const ASKING = TAGS.filter((tag) => tag !== 'pe-train');

/** Runs in the page. Gives up the question of a figure, and opens its table and list of keys. */
function unfold(figure, asking) {
  const decline = '.pe-predict .pe-plain:not([hidden])';
  if (asking.includes(figure.localName)) figure.shadowRoot.querySelector(decline)?.click();
  figure.toggle('help', true);
  figure.toggle('table', true);
  figure.motion.settle();
  figure.update();
}

/** Runs in the page. All cells of a table are built in the same way, so axe needs only a few. */
function shortenTables({ shadowRoot }) {
  const extra = '.pe-scroll tr:nth-child(n + 4), .pe-scroll :is(td, th):nth-child(n + 7)';
  for (const cell of shadowRoot.querySelectorAll(extra)) cell.remove();
}

/** Runs in the page. Returns the texts of all elements of a figure. */
function elementTexts({ shadowRoot }) {
  const found = [];
  const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!parentElement.closest('style, math, pre, code, slot, textarea')) found.push(nodeValue);
  }
  for (const part of shadowRoot.querySelectorAll('*'))
    for (const { name, value } of part.attributes)
      if (/^(?:title|placeholder|aria-(?:label|roledescription|valuetext))$/.test(name))
        found.push(value);
  return found;
}

/** Runs in the page. Returns what each figure shows, and the faults of its elements. */
const looking = `(tags) => {
  const { toBlob } = HTMLCanvasElement.prototype;
  // The pictures are drawn, but nobody needs the files.
  HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob());
  const found = tags.map((tag) => {
    const figure = document.querySelector(tag);
    const { clientWidth, clientHeight } = figure.ui.plot;
    return {
      tag,
      sentence: figure.state.tokens ?? '',
      size: [clientWidth, clientHeight],
      faults: (${clipping})(figure.shadowRoot),
      elements: (${elementTexts})(figure),
      canvas: (${canvasTexts})(figure).texts.filter(({ text }) => text.trim()),
    };
  });
  HTMLCanvasElement.prototype.toBlob = toBlob;
  return found;
}`;

/** Lists the faults of the texts on a canvas. */
function* canvasFaults({ canvas, size }) {
  for (const [at, one] of canvas.entries()) {
    if (isCut(one.box, ...size)) yield `the edge cuts “${one.text}” at ${one.box.map(Math.round)}`;
    if (/\p{L}…$/u.test(one.text)) yield `“${one.text}” is shortened`;
    for (const two of canvas.slice(at + 1))
      if (overlap(one.box, two.box))
        yield `“${one.text}” lies on “${two.text}” at ${two.box.map(Math.round)}`;
  }
}

/**
 * Returns the texts that were not translated. They contain a word in plain letters, which the
 * invented languages replace by other letters. Names and the words of the sentence may have plain
 * letters.
 */
const untranslated = ({ elements, canvas, sentence }) =>
  [...elements, ...canvas.map(({ text }) => text)].filter((text) =>
    [...text.matchAll(/[a-z]{3,}\w*/gi)].some(
      ([word]) => !NAMES.test(word) && !sentence.includes(word),
    ),
  );

/** Lists all faults of all figures. */
async function faultsOf(page, language) {
  const found = await page.evaluate(`(${looking})(${JSON.stringify(TAGS)})`);
  return found.flatMap((each) => {
    assert.ok(each.canvas.length > 3 && each.elements.length > 10, each.tag);
    const plain = LANGUAGES.includes(language) ? [] : untranslated(each);
    const left = plain.map((text) => `“${text.slice(0, 60)}” is not translated`);
    return [...each.faults, ...canvasFaults(each), ...left].map((fault) => `${each.tag}: ${fault}`);
  });
}

/** Runs in the page. Returns what the figures keep when the language changes. */
const kept = (tags) =>
  tags.map((tag) => {
    const { state, covered, shadowRoot } = document.querySelector(tag);
    const panels = ['table', 'help'].map((id) => !shadowRoot.getElementById(id).hidden);
    return { tag, state, covered, panels };
  });

/** Checks that the arrow keys have the direction of the picture, which runs from left to right. */
async function checkKeys(page) {
  const at = () => on(page, 'pe-clocks', ({ state }) => state.position);
  const start = await at();
  for (const part of ['.pe-plot', '[data-act=scrub]']) {
    await page.locator(`pe-clocks ${part}`).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), start + 1, part);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await at(), start, part);
  }
}

test('in every language the texts of all figures have room, and axe finds nothing', async () => {
  const { page, errors, close } = await openLesson();
  const faults = [];
  const look = async (language, ...widths) => {
    await page.evaluate(speak, { language, tags: TAGS });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const found = await faultsOf(page, language);
      faults.push(...found.map((fault) => `${language}, ${width} px, ${fault}`));
    }
  };
  await look('xx', 360);
  for (const tag of TAGS) await on(page, tag, unfold, ASKING);
  // The figures show their answers.
  await page.waitForFunction(
    (tags) => tags.every((tag) => !document.querySelector(tag).covered),
    ASKING,
  );
  const before = await page.evaluate(kept, TAGS);
  const titles = new Set();
  for (const language of ['xx', ...LANGUAGES, 'he']) {
    await look(language, 1180, 360);
    // axe would refuse the tag xx, because no language has it.
    if (language !== 'xx') {
      for (const tag of TAGS) await on(page, tag, shortenTables);
      await audit(page, language, [], NO_COLOURS);
    }
    assert.deepEqual(await page.evaluate(kept, TAGS), before);
    for (const title of await page.locator('.pe-title').allTextContents()) titles.add(title);
  }
  assert.deepEqual([...new Set(faults)], []);
  assert.equal(titles.size, TAGS.length * (LANGUAGES.length + 2));
  await checkKeys(page);
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Figures and states in which the picture for beginners shows words of the sentence. The list at
 * the end has the places of these words in the sentence.
 */
const WITH_WORDS = [
  ['pe-naive', { position: 2 }, [2]],
  ['pe-clocks', { position: 1, other: 0 }, [0, 1]],
  ['pe-clocks', { position: 2, other: 1 }, [1, 2]],
  ['pe-heatmap', { position: 2, other: 50 }, [2]],
  ['pe-shift', { position: 2, offset: 1 }, [1, 2]],
  ['pe-range', { position: 2 }, [2]],
  ['pe-rope', { position: 20, other: 8 }, [0, 2]],
];

test('for beginners, the words of the sentence are at the first positions, with room', async () => {
  const tags = [...new Set(WITH_WORDS.map(([tag]) => tag))];
  const packs = LANGUAGES.map((each) => `<script src="languages/${each}.js"></script>`).join('');
  const html = tags.map((tag) => `<${tag} level="beginner" hide="predict"></${tag}>`).join('');
  const { page, errors, close } = await openPage(chromium, server.author(html + packs + classic), {
    reducedMotion: 'reduce',
  });
  for (const tag of tags) await show(page, tag);
  for (const [language, sentence] of [
    ['en', 'dog bites man'],
    ['de', 'Hund beißt Mann'],
    ['zh', '狗 咬 人'],
  ])
    for (const width of [360, 1180]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(speak, { language, tags });
      for (const [tag, state, at] of WITH_WORDS) {
        await on(page, tag, (figure, state) => figure.setState(state), state);
        await settle(page);
        const [found] = await page.evaluate(`(${looking})(${JSON.stringify([tag])})`);
        const shown = found.canvas.map(({ text }) => text).join(' ');
        for (const word of at.map((place) => sentence.split(' ')[place]))
          assert.ok(shown.includes(word), `${language}, ${width} px, ${tag}: no ${word}: ${shown}`);
        assert.deepEqual([...canvasFaults(found)], [], `${language}, ${width} px, ${tag}`);
      }
    }
  assert.deepEqual(errors, []);
  await close();
});
