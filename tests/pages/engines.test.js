/*
 * Checks the three engines: Chromium, Firefox and WebKit. All public functions give the bits that
 * they give in Node. WebKit draws the lab, the elements and the page for iframes as Chromium does.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as doctor from '../../dist/doctor.js';
import * as posenc from '../../dist/posenc.js';
import { TAGS, chromium, classic, each, server, useAuthors } from '../support/authors.js';
import { launchFirefox, root } from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';
import { CALLS, DOCTOR, hashesOf } from '../support/hashes.js';
import { launchWebKit } from '../support/webkit.js';

useAuthors();
const scratch = mkdtempSync(join(tmpdir(), 'posenc-engines-'));
/** @type {Awaited<ReturnType<typeof launchWebKit>>} */
let webkit;
before(async () => {
  webkit = await launchWebKit();
});
after(async () => {
  await webkit?.close();
  rmSync(scratch, { recursive: true });
});

/** A script that records the errors and warnings of its page, since the driver reports none. */
const RECORDER = `<script>{
  const problems = (globalThis.problems = []);
  for (const kind of ['error', 'warn'])
    console[kind] = (...words) => problems.push(words.join(' '));
  addEventListener('error', (event) => problems.push(event.message ?? event.target.outerHTML), true);
  addEventListener('unhandledrejection', (event) => problems.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) => problems.push(event.violatedDirective));
}</script>`;

/** Writes a page of dist/ with the recorder into a file, and returns the address of the file. */
function recorded(name) {
  const html = readFileSync(join(root, 'dist', name), 'utf8');
  const path = join(scratch, name);
  writeFileSync(path, html.replace('<head>', `<head>${RECORDER}`));
  return pathToFileURL(path).href;
}

/** Runs in a page. Returns the hashes of all functions. */
async function hashesInPage({ library, doctor, source }) {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { hashesOf } = await import(url);
  return hashesOf(await import(library), await import(doctor));
}

/** Returns the hashes in an empty page of the server. */
async function hashesIn(page) {
  const source = readFileSync(join(root, 'tests/support/hashes.js'), 'utf8');
  await page.goto(server.author(''));
  const [library, doctor] = ['posenc', 'doctor'].map((name) => `${server.origin}/${name}.js`);
  return page.evaluate(hashesInPage, { library, doctor, source });
}

test('every public function has a hash', () => {
  const called = ['ready', 'useModule', ...Object.keys(CALLS)];
  assert.deepEqual(called.sort(), Object.keys(posenc).sort());
  // compareRows computes the numbers that compare computes, so it needs no hash of its own.
  assert.deepEqual([...Object.keys(DOCTOR), 'compareRows'].sort(), Object.keys(doctor).sort());
});

test('Chromium, Firefox and WebKit give the same bits as Node', async () => {
  const expected = hashesOf(posenc, doctor);
  const firefox = await launchFirefox();
  try {
    for (const browser of [chromium, firefox])
      assert.deepEqual(await hashesIn(await browser.newPage()), expected);
    assert.deepEqual(await hashesIn(webkit), expected);
  } finally {
    await firefox.close();
  }
});

/** Runs in a page. Waits for a figure, and returns its texts and whether its picture is drawn. */
async function readingOf(tag) {
  const figure = document.querySelector(tag);
  figure.scrollIntoView({ block: 'center' });
  for (
    const end = performance.now() + 20_000;
    !(figure.shadowRoot?.querySelector('canvas')?.width > 1);
  ) {
    if (performance.now() > end) throw new Error(`${tag} is not drawn`);
    await new Promise(requestAnimationFrame);
  }
  figure.toggle('table', true);
  const picture = await createImageBitmap(await figure.toPNG({ scale: 1 }));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  return {
    state: figure.getState(),
    sentence: figure.describe(),
    numbers: figure.toCSV(),
    text: figure.shadowRoot.textContent,
    isDrawn: new Set(new Uint32Array(data.buffer)).size > 10,
  };
}

/** Returns the readings of figures of the page, by their tags. */
async function readingsOf(page, tags) {
  const readings = {};
  for (const tag of tags) readings[tag] = await page.evaluate(readingOf, tag);
  return readings;
}

/** Asserts that WebKit gives the same readings of figures as Chromium, and records no problem. */
async function assertAlike(url, tags) {
  const page = await chromium.newPage();
  const browsers = [page, webkit];
  const [expected, got] = await Promise.all(
    browsers.map(async (browser) => {
      await browser.goto(url);
      return readingsOf(browser, tags);
    }),
  );
  await page.close();
  for (const tag of tags) {
    assert.deepEqual(got[tag], expected[tag], tag);
    assert.ok(got[tag].isDrawn, `${tag} is empty`);
  }
  assert.deepEqual(await webkit.evaluate(() => globalThis.problems), []);
}

test('the recorder notices errors, rejections and violations of a policy', async () => {
  const policy = '<meta http-equiv="content-security-policy" content="img-src \'none\'">';
  const code = "console.error('one'); Promise.reject('two'); throw new Error('three')";
  const html = `${RECORDER}${policy}<img src="data:,"><script>${code}</script>`;
  await webkit.goto(`data:text/html,${encodeURIComponent(html)}`);
  const problems = await webkit.evaluate(() => globalThis.problems);
  const expected = ['<img src="data:,">', 'Error: three', 'img-src', 'one', 'two'];
  assert.deepEqual(problems.sort(), expected);
});

/** Each figure is compared in the lab or in a lesson, since Chromium shows all of them in both. */
const [IN_LAB, IN_LESSON] = [0, 1].map((half) =>
  TAGS.filter((_, at) => isWhole || at % 2 === half),
);

test('WebKit shows the lab as Chromium does', () =>
  assertAlike(`${recorded('posenc-lab.html')}?level=full`, IN_LAB));

test('WebKit shows the page for iframes as Chromium does', async () => {
  const page = recorded('embed.html');
  // The other tests compare all figures. These figures load additional scripts.
  for (const tag of ['pe-clocks', 'pe-stretch', 'pe-train'])
    await assertAlike(`${page}?figure=${tag.slice(3)}&theme=dark`, [tag]);
});

test('WebKit shows the elements of a lesson as Chromium does', () =>
  assertAlike(server.author(RECORDER + each('', IN_LESSON) + classic), IN_LESSON));

test('in WebKit, the Tab key leads to a plot, and the arrows move it', async () => {
  await webkit.goto(server.author(`<pe-clocks position="12"></pe-clocks>${classic}`));
  await webkit.evaluate(readingOf, 'pe-clocks');
  const position = () => webkit.evaluate(() => document.querySelector('pe-clocks').position);
  const [TAB, RIGHT] = ['\ue004', '\ue014'];
  for (let i = 0; i < 12 && (await position()) === 12; i++) await webkit.press(TAB, RIGHT);
  assert.equal(await position(), 13);
});
