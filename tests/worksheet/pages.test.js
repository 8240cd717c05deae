/* Checks how parts are laid out on pages before print. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_WIDTH, filled, pagesOf } from '../../web/worksheet/pages.js';

/** The height that a page has for parts, as in pages.js. */
const ROOM = 925;

/**
 * Returns a part with rows of questions, and with a picture that is 640 px wide and `height` px
 * high.
 */
const part = (height, rows = [80]) => ({
  title: 40,
  pictures: [{ width: 640, height, least: 2 / 3 }],
  rows,
});

/** Returns the parts of each page. */
const partsOf = (pages) => pages.map(({ pieces }) => pieces.map((piece) => piece.part));

/** Returns the height of the parts on a page, without the title of the sheet and the formulas. */
const heightOf = (parts, { pieces }) =>
  pieces.reduce((sum, { part: at, from, to, size: picture, width }) => {
    const { title, rows } = parts[at];
    const above = picture ? title + (picture.height * width) / picture.width : 0;
    return sum + above + rows.slice(from, to).reduce((one, two) => one + two, 0);
  }, 0);

const REST = { head: 60, formulas: 50 };

test('parts share a page where they fit, in their order, and each stays whole', () => {
  for (const heights of [[300], [300, 300], [500, 500], [400, 600, 400], [700, 200, 200, 700]]) {
    const parts = heights.map((height) => part(height));
    const pages = pagesOf(parts, REST);
    assert.deepEqual(partsOf(pages).flat(), [...parts.keys()]);
    assert.deepEqual(
      pages.map(({ hasFormulas }) => hasFormulas),
      pages.map((_, at) => at === pages.length - 1),
    );
    for (const [at, page] of pages.entries()) {
      const rest = (at ? 0 : REST.head) + (page.hasFormulas ? REST.formulas : 0);
      assert.ok(heightOf(parts, page) + rest <= ROOM + 0.001, `${heights}: page ${at}`);
      for (const { width } of page.pieces) {
        assert.ok(width >= 640 * (2 / 3) - 0.001 && width <= PAGE_WIDTH, `${heights}: ${width} px`);
      }
    }
  }
  assert.deepEqual(partsOf(pagesOf([part(300), part(300)], REST)), [[0, 1]]);
  // If two pages are needed, pictures are as large as two pages allow.
  assert.deepEqual(partsOf(pagesOf([part(400), part(600), part(300)], REST)), [[0], [1, 2]]);
});

test('a picture that leaves no room for all questions keeps its size', () => {
  const parts = [part(1180, [60, 70, 80, 90])];
  const pages = pagesOf(parts, REST);
  assert.equal(pages.length, 2);
  const [first, second] = pages.map(({ pieces }) => pieces[0]);
  assert.ok(first.width >= 426 && first.width < 440, `${first.width} px`);
  assert.deepEqual([first.from, first.to], [0, second.from]);
  assert.deepEqual([second.to, second.size], [4, undefined]);
});

test('answers get more room to write if this takes no further page', () => {
  const heightFor = (height, rooms) => {
    const pages = pagesOf([{ ...part(height, [80]), rooms }], REST);
    assert.equal(pages.length, 1);
    return (height * pages[0].pieces[0].width) / 640;
  };
  const [tight, roomy] = [[0], [26]].map((rooms) => heightFor(800, rooms));
  assert.ok(tight - roomy > 10 && tight - roomy < 40, `${tight}, ${roomy}`);
  // This picture is as small as it may be.
  const least = (ROOM - REST.head - REST.formulas - 120) * 1.5;
  assert.equal(heightFor(least, [26]), heightFor(least, [0]));
});

test('the picture of a phone is taken only if it saves a page', () => {
  const phone = { width: 560, height: 200, least: 2 / 3 };
  const withPhone = (height) => ({ ...part(height), pictures: [phone, ...part(height).pictures] });
  const sizesOf = (heights) =>
    pagesOf(heights.map(withPhone), REST).flatMap(({ pieces }) => pieces.map(({ size }) => size));
  assert.deepEqual(
    sizesOf([300, 300]).map(({ width }) => width),
    [640, 640],
  );
  assert.equal(pagesOf([700, 700].map(withPhone), REST).length, 1);
  assert.ok(sizesOf([700, 700]).includes(phone));
});

test('small texts of a picture make it larger', () => {
  const [picture] = part(700).pictures;
  const parts = [{ ...part(700), pictures: [{ ...picture, least: 0.8 }] }, part(500)];
  const [page] = pagesOf(parts, REST);
  assert.ok(page.pieces[0].width >= 0.8 * 640 - 0.001);
});

test('blocks of the key fill pages in their order', () => {
  assert.deepEqual(filled([500, 300, 200, 900, 40, 2000, 5]), [[0, 1], [2], [3], [4], [5], [6]]);
});
