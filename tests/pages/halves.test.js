/*
 * Tests Float16Array in browsers, since Node 20 has none. The bits must be those of the calls with
 * a Uint16Array in Node.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import * as posenc from '../../dist/posenc.js';
import { launchChromium, launchFirefox, root } from '../support/browsers.js';

const source = readFileSync(resolve(root, 'dist/posenc.js'), 'utf8');

/** Runs in a page. Returns the classes of results, and their bits. */
async function inPage(text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const { sinusoidal, applyRope, swapRopeLayout, alibiBias, createArena, createRope } =
    await import(url);
  const dtype = 'float16';
  const bitsOf = (x) => [...new Uint16Array(x.buffer, x.byteOffset, x.length)];
  const table = sinusoidal(20, 10, { dtype });
  const x = Float16Array.from({ length: 24 }, (_, i) => i / 8 - 1);
  const rotated = applyRope(x, { heads: 1, headDim: 8 });
  const swapped = x.slice();
  swapRopeLayout(swapped, { headDim: 8, from: 'half', to: 'interleaved' });
  const resident = createArena(1000).float16(24);
  resident.set(Float16Array.from({ length: 24 }, (_, i) => i / 8 - 1));
  createRope({ heads: 1, headDim: 8, dtype }).apply({ q: resident });
  const out = new Float16Array(12);
  const bias = alibiBias(2, 2, 3, { dtype, causal: true, out });
  let refusal;
  try {
    applyRope(x, { heads: 1, headDim: 8, dtype: 'bfloat16' });
  } catch (error) {
    refusal = error.message;
  }
  return {
    classes: [table, rotated, resident].map((each) => each.constructor.name),
    same: [rotated === x, bias === out],
    values: [table[1], bias[2]],
    bits: [table, rotated, swapped, resident, bias].map(bitsOf),
    refusal,
  };
}

/** Returns the bits that inPage must return, from calls with a Uint16Array in Node. */
function inNode() {
  const dtype = 'float16';
  const x = Uint16Array.from(
    { length: 24 },
    (_, i) => posenc.alibiBias(1, 1, 2, { slopes: [1 - i / 8], dtype })[0],
  );
  const start = x.slice();
  posenc.applyRope(x, { heads: 1, headDim: 8, dtype });
  const swapped = x.slice();
  posenc.swapRopeLayout(swapped, { headDim: 8, from: 'half', to: 'interleaved', dtype });
  posenc.createRope({ heads: 1, headDim: 8, dtype }).apply({ q: start });
  const bias = posenc.alibiBias(2, 2, 3, { dtype, causal: true });
  return [posenc.sinusoidal(20, 10, { dtype }), x, swapped, start, bias].map((each) => [...each]);
}

for (const [name, launch] of [
  ['Chromium', launchChromium],
  ['Firefox', launchFirefox],
])
  test(`${name} has Float16Arrays with the bits that Node has`, async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const has = await page.evaluate(() => typeof Float16Array !== 'undefined');
      assert.ok(has, `${name} has no Float16Array, so this test tests nothing`);
      const { classes, same, values, bits, refusal } = await page.evaluate(inPage, source);
      assert.deepEqual(classes, ['Float16Array', 'Float16Array', 'Float16Array']);
      assert.deepEqual(same, [true, true]);
      assert.deepEqual(values, [1, -Infinity]);
      assert.deepEqual(bits, inNode());
      assert.match(
        refusal,
        /^applyRope: x: expected Uint16Array, since dtype is "bfloat16", got Float16Array/,
      );
    } finally {
      await browser.close();
    }
  });
