/*
 * Where WebAssembly is missing or forbidden, the scalar kernels give the same bits. Figures and the
 * lab load them without being asked.
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
import { labFile, launchChromium, openPage, show } from '../support/browsers.js';

useAuthors();

/** A Chromium without WebAssembly. @type {import('playwright-core').Browser} */
let without;
before(async () => {
  without = await launchChromium('--js-flags=--jitless');
});
after(() => without?.close());

/** A program that prints hashes of results of every kind of kernel. */
const PROGRAM = `
  import { createHash } from 'node:crypto';
  const url = (name) => ${JSON.stringify(new URL('../../dist/', import.meta.url).href)} + name;
  const scalar = process.argv[1] === 'scalar';
  if (scalar) await import(url('scalar.js'));
  const p = await import(url('posenc.js'));
  const hash = (...arrays) => {
    const sum = createHash('sha256');
    for (const { buffer, byteOffset, byteLength } of arrays)
      sum.update(Buffer.from(buffer, byteOffset, byteLength));
    return sum.digest('hex').slice(0, 16);
  };
  const x = p.learnedTable(64, 256, { seed: 3 });
  const q = x.slice(0, 4096);
  const arena = p.createArena(1 << 20);
  console.log(JSON.stringify({
    wasm: typeof WebAssembly,
    sinusoidal: hash(p.sinusoidal(513, 130), p.sinusoidal(40, 33, { dtype: 'float64', start: 1e9 })),
    rounded: hash(p.sinusoidal(64, 64, { precision: 'float32', layout: 'fairseq' })),
    arena: hash(p.sinusoidal(64, 64, { out: arena.float32(4096) })),
    grid: hash(p.sinusoidal2d(7, 9, 64), p.resizeGrid(x, [8, 8], [12, 10], 256)),
    features: hash(p.fourierFeatures(q, 4, { axes: 2 })),
    rope: hash(p.applyRope(x.slice(), { heads: 4, headDim: 64 }),
      p.applyRope(Float64Array.from(x), { heads: 4, headDim: 64, layout: 'interleaved' })),
    yarn: hash(p.ropeTable(100, 64, { scaling: { rope_type: 'yarn', factor: 4,
      original_max_position_embeddings: 32 } }).cos),
    biases: hash(p.alibiBias(12, 50, 70), p.t5Buckets(64, 300), p.kerpleBias(2, 9, 9,
      { p: [1, 2], a: [1, 0.5] }), p.sandwichBias(4, 9, 9)),
    attention: hash(p.attention({ q, k: q, v: q, heads: 1, queries: 64, keys: 64, headDim: 64 })
      .output),
    similarity: hash(p.similarity(x, 64, 256)),
  }));`;

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

/** Returns the text of the caption and of the table of every figure, after it has been drawn. */
async function read(page) {
  const texts = {};
  for (const tag of TAGS) {
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
  for (const browser of [chromium, without]) {
    const { page, errors, close } = await openPage(browser, labFile);
    texts.push(await read(page));
    assert.deepEqual(errors, []);
    assert.equal(await page.evaluate(() => typeof WebAssembly === 'object'), browser === chromium);
    await close();
  }
  assert.deepEqual(texts[1], texts[0]);
});

test('the classic script loads the scalar kernels beside it, from a file too', async () => {
  const file = lessonFile(each() + classic);
  const { page, errors, requests, close } = await openPage(without, file.url);
  await read(page);
  assert.deepEqual(errors, []);
  assert.equal(requests.filter((url) => url.endsWith('/scalar.js')).length, 1);
  await close();
  file.remove();
});

test('the module loads the scalar kernels beside it', async () => {
  const html = `${each()}<script type="module" src="figures.js"></script>`;
  const { page, errors, requests, close } = await openPage(without, server.author(html));
  await read(page);
  assert.deepEqual(errors, []);
  assert.equal(requests.filter((url) => url.endsWith('/scalar.js')).length, 1);
  await close();
});
