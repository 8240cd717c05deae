/* Checks the pictures that figures draw as SVG. They look like the canvas, and texts stay texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAGS, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { openPage, settle, show } from '../../support/browsers.js';
import { canvasTexts } from '../../support/canvas-texts.js';
import { crossed } from '../../support/crossed.js';

useAuthors();

/**
 * The largest mean difference of a colour channel, out of 255, that the edges of shapes and texts
 * may cause. Where blocks of a heat map do not cover whole pixels, differences of up to 0.33 were
 * measured. Elsewhere, they were at most 0.11.
 */
const MEAN = 0.15;
const MEAN_OF_BLOCKS = 0.5;
const BLOCKS = ['pe-heatmap', 'pe-range'];

/** Runs in the page. Returns the pixels of a canvas. */
function pixels(canvas) {
  const { width, height } = canvas;
  return { width, height, data: canvas.getContext('2d').getImageData(0, 0, width, height).data };
}

/** Runs in the page. Returns a canvas with the picture of an SVG document. */
async function painted(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

/** Runs in the page. Draws a figure on a canvas and as SVG, and compares the two. */
async function compare(figure) {
  const { texts, picture } = canvasTexts(figure);
  const svg = await figure.toSVG();
  const one = pixels(await picture);
  const two = pixels(await painted(svg));
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) sum += Math.abs(one.data[at] - two.data[at]);
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const textsOf = (name) => [...root.querySelectorAll(name)].map((each) => each.textContent);
  return {
    sizes: [one.width, one.height, two.width, two.height],
    mean: sum / one.data.length,
    drawn: texts.map(({ text }) => text).filter((text) => text.trim()),
    texts: textsOf('text'),
    about: [...textsOf('title'), ...textsOf('desc')],
    expected: [figure.heading, figure.describe()],
    names: [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))],
    outside: svg.match(/(?:href="(?!data:)|url\((?!#)|<!)[^>]*/g),
    bytes: svg.length,
  };
}

/** Checks what `compare` returns. */
function check(
  { sizes, mean, drawn, texts, about, expected, names, outside, bytes },
  tag,
  name = tag,
) {
  assert.deepEqual(sizes.slice(2), sizes.slice(0, 2), name);
  const bound = BLOCKS.includes(tag) ? MEAN_OF_BLOCKS : MEAN;
  assert.ok(mean < bound, `${name}: the mean difference is ${mean}`);
  assert.deepEqual(texts, drawn, name);
  assert.deepEqual(about, expected, name);
  assert.equal(outside, null, name);
  assert.ok(!names.includes('script') && !names.includes('parsererror'), `${name}: ${names}`);
  assert.ok(bytes < 600_000, `${name}: ${bytes} bytes`);
}

/**
 * Runs in the page. Gives a figure a theme, and its first state or the state that answers its
 * question.
 */
function choose(figure, { theme, isAnswered }) {
  figure.setAttribute('theme', theme);
  figure.reset();
  figure.motion.settle();
  if (!isAnswered) return;
  const { from = {}, to = {} } = figure.question()?.shows ?? {};
  figure.setState(from);
  figure.currentModel();
  figure.setState(to);
}

const comparing = `async (figure) => {
  ${[canvasTexts, pixels, painted, compare].join('\n')}
  return compare(figure);
}`;

test('the SVG of every figure is its picture, in both themes and also after the answer', async () => {
  const html = each('style="width: 700px"') + classic;
  const { page, errors, close } = await openPage(chromium, server.author(html));
  const rows = crossed({ tag: TAGS, theme: ['light', 'dark'], isAnswered: [false, true] });
  for (const { tag, ...look } of rows) {
    await show(page, tag);
    await on(page, tag, choose, look);
    await settle(page);
    check(await on(page, tag, comparing), tag, `${tag}, ${JSON.stringify(look)}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a still may have another width and theme, and changes nothing in the page', async () => {
  const html = `<pe-clocks theme="light" style="width: 700px"></pe-clocks>${classic}`;
  const { page, close } = await openPage(chromium, server.author(html));
  await show(page, 'pe-clocks');
  const { svg, same, theme } = await on(page, 'pe-clocks', async (figure) => {
    const before = figure.ui.canvas.toDataURL();
    const svg = await figure.toSVG({ width: 400, theme: 'dark' });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const same = figure.ui.canvas.toDataURL() === before;
    return { svg, same, theme: figure.getAttribute('theme') };
  });
  assert.match(svg, /^<svg [^>]*width="400" height="\d+"/);
  assert.match(svg, /<rect x="0" y="0" width="400" height="\d+" fill="#15161a"\/>/);
  assert.deepEqual([same, theme], [true, 'light']);
  await close();
});
