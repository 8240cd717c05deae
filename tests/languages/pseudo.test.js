/* Finds texts that cannot be translated, because they stand in code and not among the words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAGS, chromium, classic, each, on, server, useAuthors } from '../support/authors.js';
import { openPage, show } from '../support/browsers.js';
import { pseudoPack } from '../support/pseudo.js';

useAuthors();

/** Names and code that are the same in every language. */
const NAMES =
  /^(?:RoPE|ALiBi|YaRN|NTK|PNG|CSV|JSON|NumPy|Python|PyTorch|JavaScript|float\d+|bfloat16|sin|cos|exp|max|config|json|linear|dynamic|kerple|softmax)$/;

/** Runs in the page. Returns all texts that a figure shows, on the canvas too. */
async function textsOf(figure) {
  const found = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    found.push(text);
    fillText.call(this, text, ...place);
  };
  await figure.toPNG({ scale: 1 });
  CanvasRenderingContext2D.prototype.fillText = fillText;
  const walker = document.createTreeWalker(figure.shadowRoot, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!parentElement.closest('style, math, pre, code, slot, textarea')) found.push(nodeValue);
  }
  for (const part of figure.shadowRoot.querySelectorAll('*'))
    for (const name of [
      'aria-label',
      'title',
      'placeholder',
      'aria-roledescription',
      'aria-valuetext',
    ])
      if (part.hasAttribute(name)) found.push(part.getAttribute(name));
  return [...new Set(found)];
}

/** Runs in the page. Gives up the question, and opens all panels. */
function unfold(figure) {
  figure.shadowRoot.querySelector('.pe-predict .pe-plain:not([hidden])')?.click();
  figure.toggle('help', true);
  figure.toggle('table', true);
  figure.motion.settle();
}

/** Returns the texts with plain letters that are neither names nor words of the sentence. */
const untranslated = (texts, sentence) =>
  texts.filter((text) =>
    [...text.matchAll(/[a-z]{3,}\w*/gi)].some(
      ([word]) => !NAMES.test(word) && !sentence.includes(word),
    ),
  );

test('every text on screen and on the canvas can be translated', async () => {
  const script = `<script>${(await pseudoPack()).replaceAll('</script', '<\\/script')}</script>`;
  const html = `<div lang="xx">${each()}</div>`;
  const { page, close } = await openPage(chromium, server.author(html + script + classic));
  const left = [];
  for (const tag of TAGS) {
    await show(page, tag);
    const sentence = await on(page, tag, ({ state }) => `${state.tokens ?? ''} dog bites man`);
    for (const step of [() => {}, unfold]) {
      await on(page, tag, step);
      const texts = await on(page, tag, textsOf);
      assert.ok(texts.length > 10, tag);
      left.push(...untranslated(texts, sentence).map((text) => `${tag}: ${text.slice(0, 90)}`));
    }
  }
  await close();
  assert.deepEqual([...new Set(left)], []);
});
