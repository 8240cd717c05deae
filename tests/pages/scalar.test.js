/*
 * Checks that the scalar kernels give the same bits where WebAssembly is missing or forbidden.
 * Figures and the lab load these kernels automatically.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import {
  TAGS,
  chromium,
  classic,
  each,
  lessonFile,
  server,
  useAuthors,
} from '../support/authors.js';
import { launchChromium, launchFirefox, openPage, show, wholeLab } from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';

useAuthors();

/** A Chromium without WebAssembly. @type {import('playwright-core').Browser} */
let without;
before(async () => {
  without = await launchChromium('--js-flags=--jitless');
});
after(() => without?.close());

/** A program that prints the hashes of all functions. */
const PROGRAM = `
  const url = (path) => ${JSON.stringify(new URL('../../', import.meta.url).href)} + path;
  if (process.argv[1] === 'scalar') await import(url('dist/scalar.js'));
  const { hashesOf } = await import(url('tests/support/hashes.js'));
  const hashes = hashesOf(await import(url('dist/posenc.js')));
  console.log(JSON.stringify({ wasm: typeof WebAssembly, ...hashes }));`;

/** Runs the program. Returns what it prints. */
function results(flags, kernels) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '-e', PROGRAM, kernels],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr.slice(-1000));
  return JSON.parse(stdout);
}

test('without WebAssembly, the scalar kernels give the same bits', () => {
  const { wasm, ...bits } = results([], 'wasm');
  const { wasm: none, ...same } = results(['--jitless'], 'scalar');
  assert.equal(wasm, 'object');
  assert.equal(none, 'undefined');
  assert.deepEqual(same, bits);
});

/** Returns the text of the caption and of the table of figures, after they have been drawn. */
async function read(page, tags = TAGS) {
  const texts = {};
  for (const tag of tags) {
    await show(page, tag);
    texts[tag] = await page.$eval(tag, (figure) => {
      figure.toggle('table', true);
      return figure.shadowRoot.querySelector('.pe-caption').textContent + figure.toCSV();
    });
  }
  return texts;
}

test('from a file, the lab draws everything without WebAssembly', async () => {
  const texts = [];
  // What some figures say is compared with what they say by WebAssembly.
  const compared = TAGS.filter((_, at) => isWhole || at % 3 === 0);
  for (const hides of [false, true]) {
    const { page, errors, close } = await openPage(chromium, 'about:blank');
    // This page deletes WebAssembly itself. The flag --jitless would also stop the compilation of
    // JavaScript, and the page would take half a minute.
    if (hides) await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto(wholeLab);
    texts.push(await read(page, hides ? TAGS : compared));
    assert.deepEqual(errors, []);
    assert.equal(await page.evaluate(() => typeof WebAssembly === 'undefined'), hides);
    await close();
  }
  for (const tag of compared) assert.equal(texts[1][tag], texts[0][tag], tag);
});

/** One figure is enough to check how the kernels are loaded. */
const ONE = ['pe-clocks'];

test('the classic script loads the scalar kernels beside it, from a file too', async () => {
  const file = lessonFile(each('', ONE) + classic);
  const { page, errors, requests, close } = await openPage(without, file.url);
  await read(page, ONE);
  assert.deepEqual(errors, []);
  assert.equal(requests.filter((url) => url.endsWith('/scalar.js')).length, 1);
  await close();
  file.remove();
});

test('the module loads the scalar kernels beside it', async () => {
  const html = `${each('', ONE)}<script type="module" src="figures.js"></script>`;
  const { page, errors, requests, close } = await openPage(without, server.author(html));
  await read(page, ONE);
  assert.deepEqual(errors, []);
  assert.equal(requests.filter((url) => url.endsWith('/scalar.js')).length, 1);
  await close();
});

/** Runs in the page. Returns the caption of a figure, and the first losses of a training. */
async function readAndTrain() {
  const until = async (isDone) => {
    while (!isDone()) await new Promise((done) => setTimeout(done, 50));
  };
  const [clocks, train] = ['pe-clocks', 'pe-train'].map((tag) => document.querySelector(tag));
  await until(() => clocks.ui?.caption.textContent);
  train.train(false);
  await until(() => train.run.readings || train.run.phase === 'failed');
  const { reason, losses } = train.run;
  train.halt();
  return { caption: clocks.ui.caption.textContent, reason, loss: losses[0]?.[0] };
}

test('Firefox without WebAssembly draws and trains, with the bits of Chromium', async (t) => {
  const html = each('length="16" steps="15" layers="1"', ['pe-clocks', 'pe-train']) + classic;
  const firefox = await launchFirefox({ 'javascript.options.wasm': false });
  t.after(() => firefox.close());
  const { page, close } = await openPage(chromium, server.author(html));
  const wanted = await page.evaluate(readAndTrain);
  await close();
  const tab = await firefox.newPage();
  await tab.goto(server.author(html));
  assert.equal(await tab.evaluate(() => typeof WebAssembly), 'undefined');
  assert.deepEqual(await tab.evaluate(readAndTrain), wanted);
  assert.match(wanted.caption, /\w+/);
  assert.ok(wanted.loss > 1);
});
