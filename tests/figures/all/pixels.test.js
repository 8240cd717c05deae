/*
 * Checks the texts on the canvas by their pixels. Each text must have enough contrast, be visible
 * and not cut off, and must not overlap another text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAGS, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { VIEWS } from '../../support/axe.js';
import { openPage, settle, show } from '../../support/browsers.js';
import { canvasTexts, isCut, overlap } from '../../support/canvas-texts.js';
import { crossed } from '../../support/crossed.js';

useAuthors();

/** Runs in the page. Draws a figure, with or without texts. Returns the texts and the pixels. */
async function draw(figure, withWords) {
  const { texts, picture } = canvasTexts(figure, withWords);
  const canvas = await picture;
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { texts, width, height, data };
}

/** Runs in the page. Returns the contrast ratio of two colours, as WCAG defines it. */
function contrast(one, two) {
  const linear = (byte) =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  const [a, b] = [one, two].map(
    ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue),
  );
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Runs in the page. Measures how visible a text is. `contrast` compares the colour of the text with
 * the pixels under it, which come from a picture without texts (`bare`). `painted` is the share of
 * the pixels in its box that the text changes.
 */
function judge({ text, color, size, alpha, box }, whole, bare) {
  const { width, height } = whole;
  const ink = color.startsWith('#')
    ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
    : color.match(/[\d.]+/g).map(Number);
  const [left, top] = [Math.floor(box[0]), Math.floor(box[1])];
  const [right, bottom] = [Math.ceil(box[2]), Math.ceil(box[3])];
  const ratios = [];
  let painted = 0;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
    for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
      const at = 4 * (y * width + x);
      const under = [...bare.data.subarray(at, at + 3)];
      if (under.some((part, i) => Math.abs(part - whole.data[at + i]) > 24)) painted++;
      ratios.push(contrast(ink, under));
    }
  ratios.sort((a, b) => a - b);
  return {
    text,
    size,
    alpha,
    box,
    contrast: ratios[Math.floor(ratios.length * 0.1)],
    painted: painted / ratios.length,
    cut: isCut(box, width, height),
  };
}

/** Runs in the page. Measures every text that a figure draws. */
async function judgeTexts(figure) {
  const whole = await draw(figure, true);
  const bare = await draw(figure, false);
  return whole.texts.filter(({ text }) => text.trim()).map((each) => judge(each, whole, bare));
}

/** The source code of judgeTexts and of the functions that it calls. */
const judging = `(figure) => {
  const isCut = ${isCut};
  ${[canvasTexts, draw, contrast, judge, judgeTexts].join('\n')}
  return judgeTexts(figure);
}`;

const round = ([a, b, c, d]) => [a, b, c, d].map(Math.round).join(' ');

/** Lists the faults of one text. */
function* faultsOf({ contrast, size, cut, painted }) {
  if (contrast < 4.5) yield `contrast ${contrast.toFixed(2)}`;
  if (size < 12) yield `${size} px`;
  if (cut) yield 'cut';
  if (painted < 0.04) yield `covered, ${(painted * 100).toFixed(1)} % of its box is painted`;
}

/** Lists the faults of all texts of a picture. */
function allFaults(texts) {
  const faults = [];
  for (const [at, one] of texts.entries()) {
    const where = `"${one.text}" at ${round(one.box)}`;
    for (const fault of faultsOf(one)) faults.push(`${where}: ${fault}`);
    for (const two of texts.slice(at + 1))
      if (overlap(one.box, two.box)) faults.push(`${where}: on "${two.text}" at ${round(two.box)}`);
  }
  return faults;
}

/**
 * Runs in the page. Brings a figure to its first state, or to the state that answers its question.
 */
function choose(figure, isAnswered) {
  figure.reset();
  figure.motion.settle();
  if (!isAnswered) return;
  const { from = {}, to = {} } = figure.question()?.shows ?? {};
  figure.setState(from);
  figure.setState(to);
}

const ROWS = crossed({
  tag: TAGS,
  view: VIEWS.map(({ name }) => name),
  width: [360, 1000],
  isAnswered: [false, true],
});

test('text on the canvas has contrast, is whole and overlaps no other, in any theme', async () => {
  const { page, close } = await openPage(chromium, server.author(each() + classic));
  const faults = [];
  for (const { name, media } of VIEWS)
    for (const width of [360, 1000]) {
      await page.emulateMedia(media);
      await page.setViewportSize({ width, height: 900 });
      for (const row of ROWS.filter((row) => row.view === name && row.width === width)) {
        const { tag, isAnswered } = row;
        await show(page, tag);
        await on(page, tag, choose, isAnswered);
        await settle(page);
        const texts = await on(page, tag, judging);
        const where = `${tag}, ${name}, ${width} px${isAnswered ? ', answered' : ''}`;
        assert.ok(texts.length > 3, `${where}: ${texts.length} texts`);
        for (const fault of allFaults(texts)) faults.push(`${where}: ${fault}`);
      }
    }
  await close();
  assert.deepEqual(faults, []);
});
