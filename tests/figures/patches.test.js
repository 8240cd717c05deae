/*
 * Compares the stamps and cosines of pe-patches with plain JavaScript. Also uses the figure with
 * keys, with a pointer, and with images of the reader.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PePatches } from '../../web/elements.js';
import {
  cosinesWith,
  patchAt,
  placeOf,
  ranksOf,
  sizeOf,
  tablesOf,
} from '../../web/figures/patches/model.js';
import { lessonFile, serveAuthors } from '../support/authors.js';
import { goOn, figurePage, launchChromium, openPage, settle, typist } from '../support/browsers.js';
import { resizeGrid } from '../support/oracle.js';
import { range } from '../support/reference.js';

const plain = new PePatches().getState();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

/** Computes the model of a state. */
function model(patch = {}) {
  const figure = new PePatches();
  figure.setState({ ...plain, ...patch });
  return figure.compute(figure.state);
}

/** Returns the sines and the cosines of one coordinate, for `count` frequencies. */
function waves(at, count) {
  const angles = Array.from({ length: count }, (_, k) => at * 10000 ** (-k / count));
  return { sin: angles.map(Math.sin), cos: angles.map(Math.cos) };
}

/** Computes the stamp of a patch by the formulas. */
function stampOf({ grid, path, axes, side, dim }, row, column) {
  if (!grid) {
    const { sin, cos } = waves(
      path === 'rows' ? row * side + column : column * side + row,
      dim / 2,
    );
    return [...sin, ...cos];
  }
  const [r, c] = [waves(row, dim / 4), waves(column, dim / 4)];
  if (axes === 'mae') return [c.sin, c.cos, r.sin, r.cos].flat();
  if (axes === 'timm') return [r.sin, c.sin, r.cos, c.cos].flat();
  return [r.sin, r.cos, c.sin, c.cos].flat();
}

function cosine(a, b) {
  const dot = (x, y) => x.reduce((sum, each, at) => sum + each * y[at], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const KINDS = [
  { grid: false, path: 'rows' },
  { grid: false, path: 'columns' },
  { grid: true, axes: 'mae' },
  { grid: true, axes: 'timm' },
  { grid: true, axes: 'timm-interleaved' },
];

test('stamps and cosines are those of the formulas, in every order', () => {
  for (const kind of KINDS)
    for (const place of [
      { side: 14, dim: 64, row: 7, column: 6 },
      { side: 7, dim: 128, row: 6, column: 0 },
    ]) {
      const { stamp, cosines, neighbours, state } = model({ ...kind, ...place });
      const own = stampOf(state, place.row, place.column);
      own.forEach((value, at) => assert.ok(Math.abs(value - stamp[at]) < 1e-6));
      cosines.forEach((value, at) => {
        const other = stampOf(state, Math.floor(at / place.side), at % place.side);
        assert.ok(Math.abs(value - cosine(own, other)) < 1e-6, `${JSON.stringify(kind)} ${at}`);
      });
      for (const { row, column, cosine } of neighbours)
        assert.equal(cosine, cosines[row * place.side + column]);
    }
});

/** Returns the stamps of all patches of a grid, row by row. */
const stampsOf = (kind, side) =>
  range(side * side).flatMap((at) => stampOf({ ...kind, side }, Math.floor(at / side), at % side));

/** For each program, the options with which resizeGrid resizes a table as the program does. */
const RESIZED = { vit: {}, timm: { antialias: true }, dino: { interpolateOffset: 0.1 } };

test('tables of other grids are resized as ViT, timm and DINO resize them', () => {
  for (const [at, kind] of KINDS.entries())
    for (const [fill, options] of Object.entries(RESIZED)) {
      const side = [7, 9, 21][at % 3];
      const given = { axes: 'mae', ...kind, dim: 16, fill, side };
      const trained = stampsOf(given, 14);
      const wanted = resizeGrid(trained, [14, 14], [side, side], 16, options);
      const { stamps, trained: table } = tablesOf(given);
      const off = Math.max(...stamps.map((value, i) => Math.abs(value - wanted[i])));
      assert.ok(stamps.length === wanted.length && off < 1e-6, `${fill} ${side}: ${off}`);
      const inMae = stampsOf({ ...given, axes: 'mae' }, 14);
      assert.ok(inMae.every((value, i) => Math.abs(value - table[i]) < 1e-6));
    }
  // With fill 'computed', the table is computed for the new grid, and nothing is resized.
  const computed = { grid: true, axes: 'timm', dim: 16, fill: 'computed', side: 9 };
  const { stamps } = tablesOf(computed);
  assert.ok(stampsOf(computed, 9).every((value, i) => Math.abs(value - stamps[i]) < 1e-6));
});

test('the neighbours are those in the grid; the palest patch has the smallest cosine', () => {
  const ways = { left: [0, -1], right: [0, 1], above: [-1, 0], below: [1, 0] };
  for (const kind of KINDS)
    for (const [side, row, column] of [
      [7, 3, 2],
      [7, 0, 0],
      [9, 8, 8],
      [9, 8, 4],
      [9, 5, 0],
    ]) {
      const found = model({ ...kind, side, dim: 64, row, column });
      const wanted = Object.entries(ways)
        .map(([way, [down, right]]) => ({ way, row: row + down, column: column + right }))
        .filter((each) => Math.min(each.row, each.column) >= 0)
        .filter((each) => Math.max(each.row, each.column) < side);
      assert.deepEqual(
        found.neighbours.map(({ way, row, column }) => ({ way, row, column })),
        wanted,
      );
      for (const each of found.neighbours) {
        const own = stampOf(found.state, each.row, each.column);
        assert.ok(own.every((value, at) => Math.abs(value - each.stamp[at]) < 1e-6));
        const steps = kind.path === 'columns' ? [each.column, each.row] : [each.row, each.column];
        assert.equal(each.place, steps[0] * side + steps[1]);
      }
      const { partner, place, least, cosines, state } = found;
      assert.equal(partner.way, row === side - 1 ? 'above' : 'below');
      assert.equal(place, kind.path === 'columns' ? column * side + row : row * side + column);
      assert.equal(least, Math.min(...cosines));
      // The twin is the patch of the trained table with the largest cosine.
      const stamp = stampOf(state, row, column);
      const likeness = range(196).map((at) =>
        cosine(stamp, stampOf({ ...state, axes: 'mae', side: 14 }, Math.floor(at / 14), at % 14)),
      );
      const most = Math.max(...likeness);
      assert.ok(Math.abs(found.twin.cosine - most) < 1e-6);
      assert.ok(most - likeness[found.twin.row * 14 + found.twin.column] < 1e-6);
    }
});

test('cosines are those of all rows, however many; equal cosines differ by less than 1e-6', () => {
  for (const rows of [1, 7, 8, 9, 17]) {
    const table = Float32Array.from(range(3 * rows), (at) => Math.sin(3 * at + 1));
    const stamp = Float32Array.of(1, -2, 0.5);
    const wanted = range(rows).map((row) =>
      cosine([...stamp], [...table.slice(3 * row, 3 * row + 3)]),
    );
    const got = cosinesWith(stamp, table);
    assert.equal(got.length, rows);
    wanted.forEach((value, at) => assert.ok(Math.abs(got[at] - value) < 1e-6));
  }
  const step = 2 ** -24;
  const ranks = (steps) => [...ranksOf(Float32Array.of(0.9, 0.5, 0.5 + steps * step), 0)];
  // Between 0.5 and 1, neighbouring float32 numbers are one step apart. Cosines that differ by less
  // than 1e-6 share a rank: this is true for 16 steps, but not for 18.
  assert.deepEqual(ranks(16), [0, 1, 1]);
  assert.deepEqual(ranks(18), [0, 2, 1]);
  assert.deepEqual(sizeOf(14, true, 768), { rows: 197, numbers: 197 * 768 });
  assert.deepEqual(sizeOf(7, false, 64), { rows: 49, numbers: 49 * 64 });
});

test('in a line, the patch below has rank 27; in a grid, it has rank 1', () => {
  const rank = (patch) =>
    Object.fromEntries(model(patch).neighbours.map(({ way, rank }) => [way, rank]));
  assert.deepEqual(rank({}), { left: 1, right: 1, above: 27, below: 27 });
  assert.deepEqual(rank({ path: 'columns' }), { left: 27, right: 27, above: 1, below: 1 });
  for (const kind of KINDS.slice(2))
    assert.deepEqual(rank(kind), { left: 1, right: 1, above: 1, below: 1 });
});

test('equal cosines share a rank, and the chosen patch has rank 0', () => {
  assert.deepEqual(
    [...ranksOf(Float32Array.of(0.5, 1, 0.9, 0.5, 0.2, 0.9), 1)],
    [3, 0, 1, 3, 5, 1],
  );
});

test('placeOf returns the place in the line from which patchAt computed a patch', () => {
  for (const path of ['rows', 'columns'])
    for (let place = 0; place < 49; place++)
      assert.equal(placeOf({ path, side: 7 }, patchAt({ path, side: 7 }, place)), place);
});

test('a trained model finds the place in a stretched table, but not in other tables', () => {
  for (const fill of ['vit', 'timm', 'dino'])
    for (const [row, column] of [
      [0, 0],
      [12, 11],
      [20, 3],
      [23, 23],
    ]) {
      const { twin } = model({ grid: true, side: 24, fill, row, column });
      const wanted = [row, column].map((at) => ((at + 0.5) * 14) / 24 - 0.5);
      assert.ok(Math.abs(twin.row - wanted[0]) < 0.8 && Math.abs(twin.column - wanted[1]) < 0.8);
      assert.ok(twin.cosine > 0.98);
    }
  const where = (patch) => {
    const { row, column, cosine } = model(patch).twin;
    return [row, column, cosine.toFixed(4)];
  };
  // In 16 x 16 patches, row 3 and column 2 have the index 50. In 14 x 14 patches, this index was
  // row 3 and column 8.
  assert.deepEqual(where({ side: 16, row: 3, column: 2 }), [3, 8, '1.0000']);
  assert.deepEqual(where({ grid: true, axes: 'timm-interleaved' }), [6, 7, '1.0000']);
  const beyond = where({ grid: true, side: 24, row: 20, column: 3 });
  assert.deepEqual(beyond.slice(0, 2), [13, 3]);
  assert.ok(Number(beyond[2]) < 0.9);
});

test('the texts and tables contain the computed numbers', () => {
  const figure = new PePatches();
  const say = (patch, covered = false, beginner = false) => {
    figure.setState({ ...plain, ...patch });
    return words(figure.words.caption(figure.compute(figure.state), covered, beginner));
  };
  assert.match(
    say({}),
    /the stamp of position 104\. .* 14 steps .* 26 patches.* 0\.6571; right: 0\.9734/,
  );
  assert.match(say({}), /14 × 14 \+ 1 = 197 rows of 768 numbers: 151,296\./);
  assert.match(say({ token: false }), /14 × 14 = 196 rows of 768 numbers: 150,528\./);
  assert.match(say({ side: 24, fill: 'vit' }), /577 rows .* 443,136\..* 196 trained rows/);
  assert.match(
    say({ column: 13 }, false, true),
    /on the other side of the image \(rank 1 in likeness\)\.$/,
  );
  assert.doesNotMatch(say({ grid: true, column: 13 }), /other side/);
  assert.doesNotMatch(say({}, true), /26|0\.\d/);
  const [neighbours, all, stamp, sizes] = figure.tables(model());
  assert.deepEqual(neighbours.row(3).toSpliced(4, 1), ['below', 8, 6, 14, 27]);
  assert.deepEqual(all.row(105).slice(0, 4), [105, 7, 7, 105]);
  assert.deepEqual([all.rows, stamp.rows, stamp.row(384)[1]], [196, 768, 'cosines']);
  assert.deepEqual(sizes.row(1).slice(1), [14, 197, 768, 151296]);
  assert.deepEqual(sizes.row(4).slice(1), [37, 1370, 768, 1052160]);
});

test('the title says what the stamps of this state show', () => {
  const figure = new PePatches();
  const title = (grid) => {
    figure.setState({ ...plain, grid });
    figure.model = figure.compute(figure.state);
    return figure.heading;
  };
  assert.equal(title(false), 'In a line of patches, the patch below is far away');
  assert.equal(title(true), 'With row and column stamped, the patch below is near, too');
});

let chromium;
let server;
before(async () => {
  chromium = await launchChromium();
  server = await serveAuthors();
});
after(async () => {
  await chromium?.close();
  server.close();
});

const stateOf = (page) => page.evaluate(() => document.querySelector('pe-patches').getState());
/** Waits for the next frame, which writes the caption, and returns the caption. */
const captionOf = async (page) => {
  await settle(page);
  return page.locator('.pe-caption').textContent();
};

test('by keys: a wrong answer shows the grid, for which it is true, then the line', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-patches></pe-patches>', {
    reducedMotion: 'reduce',
  });
  const press = typist(page);
  assert.doesNotMatch(await page.locator('.pe-title').textContent(), /stranger/);
  await press('Tab', 'Space', 'Tab', 'Enter');
  assert.equal((await stateOf(page)).grid, true);
  assert.doesNotMatch(await captionOf(page), /more alike/);
  await goOn(page);
  assert.equal(await page.locator('.pe-surprise').textContent(), '26 patches more alike');
  assert.match(await captionOf(page), /14 steps away in the line: 26 patches/);
  await page.locator('.pe-plot').focus();
  await press('g');
  assert.match(await captionOf(page), /stamp \(7, 6\).*No stamp is more similar/);
  await press('g', 'End');
  assert.match(await captionOf(page), /other side of the image/);
  await press('Home', 'ArrowUp', 'n');
  // The place in the image stays: the middle of row 6 of 14 is in row 7 of 16.
  const { row, column, side } = await stateOf(page);
  assert.deepEqual([row, column, side], [7, 0, 16]);
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: a patch of the image or of the map is chosen', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-patches hide="predict"></pe-patches>',
  );
  const { x, y, width } = await page.locator('.pe-plot').boundingBox();
  const size = Math.floor(Math.min(364, (width - 64) / 2));
  const left = x + Math.floor((width - (32 + 2 * size + 28)) / 2) + 32;
  for (const [from, row, column] of [
    [left, 2, 3],
    [left + size + 28, 13, 0],
  ]) {
    await page.mouse.click(from + (size * (column + 0.5)) / 14, y + 46 + (size * (row + 0.5)) / 14);
    const state = await stateOf(page);
    assert.deepEqual([state.row, state.column], [row, column]);
  }
  assert.deepEqual(errors, []);
  await close();
});

/** Runs in the page. Returns the colour of the picture in the middle of the image. */
async function middle() {
  const figure = document.querySelector('pe-patches');
  const bitmap = await createImageBitmap(await figure.toPNG({ scale: 1 }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const size = Math.floor(Math.min(364, (bitmap.width - 64) / 2));
  const left = Math.floor((bitmap.width - (32 + 2 * size + 28)) / 2) + 32;
  return [...context.getImageData(left + Math.floor((size * 9.5) / 14), 46 + 60, 1, 1).data];
}

/** Runs in the page. Drops a file on the figure: a red image, or a text. */
async function drop(kind) {
  const canvas = new OffscreenCanvas(60, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 60, 40);
  const content = kind === 'image' ? await canvas.convertToBlob() : 'no image';
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], 'a.png', { type: 'image/png' }));
  const target = document.querySelector('pe-patches').shadowRoot.querySelector('.pe-plot');
  const options = { dataTransfer, bubbles: true, composed: true, cancelable: true };
  return !target.dispatchEvent(new DragEvent('drop', options));
}

const TAGS = '<pe-patches></pe-patches><script src="figures.iife.js"></script>';

/**
 * Opens the page at an address, and gives the figure images. The figure takes an image that is
 * dropped, and an image that is opened by keys. It refuses a text, and an image for a hidden panel.
 */
async function useImages(address) {
  const { page, errors, close } = await openPage(chromium, address);
  const note = page.locator('[part=image] [role=status]');
  const said = (text) => note.filter({ hasText: text }).waitFor();
  const drawn = await page.evaluate(middle);
  const before = await stateOf(page);
  assert.ok(await page.evaluate(drop, 'image'), 'the page would open the file');
  await said('Only the middle square of your image');
  assert.deepEqual(await page.evaluate(middle), [255, 0, 0, 255]);
  assert.deepEqual(await stateOf(page), before);
  await page.evaluate(drop, 'text');
  await said('The browser cannot read this file');
  assert.deepEqual(await page.evaluate(middle), [255, 0, 0, 255]);
  await page.getByRole('button', { name: 'Drawn image' }).click();
  await settle(page);
  assert.deepEqual(await page.evaluate(middle), drawn);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open an image' }).focus();
  await page.keyboard.press('Enter');
  const black = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
  const buffer = Buffer.from(black, 'base64');
  await (await chooser).setFiles({ name: 'b.gif', mimeType: 'image/gif', buffer });
  await said('Only the middle square of your image');
  assert.deepEqual(await page.evaluate(middle), [0, 0, 0, 255]);
  await page.evaluate(() => document.querySelector('pe-patches').setAttribute('hide', 'image'));
  assert.ok(!(await page.evaluate(drop, 'image')), 'a hidden panel takes an image');
  assert.deepEqual(errors, []);
  await close();
}

test('a reader’s image is drawn in a page opened as a file; a text is refused', async () => {
  const lesson = lessonFile(TAGS);
  await useImages(lesson.url);
  lesson.remove();
});

test('a reader’s image is drawn under the policy of the lab, without connections', async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; " +
    'img-src data: blob:';
  await useImages(server.author(TAGS, policy));
});
