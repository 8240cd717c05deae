/* Tests that trainings give the same bits in all engines, and in kernels without WebAssembly. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchChromium, launchFirefox, root } from '../support/browsers.js';

/** Trains and evaluates with a module, and returns a hash of all numbers for each scheme. */
async function hashes(module) {
  const { createTraining } = await import(module);
  const schemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 't5'];
  return schemes.map((scheme) => {
    const training = createTraining({ scheme, seed: 5, steps: 20 });
    training.step(20);
    const { loss } = training.evaluate(100, { texts: 4 });
    const sample = training.sample([1, 2, 3], 20);
    let hash = 2166136261;
    for (const { buffer } of [training.state().parameters, loss, sample])
      for (const word of new Uint32Array(buffer)) hash = Math.imul(hash ^ word, 16777619);
    return `${scheme} ${hash >>> 0}`;
  });
}

const bytes = readFileSync(join(root, 'dist/train.js'));
const module = `data:text/javascript;base64,${bytes.toString('base64')}`;
const expected = await hashes(module);

test('each scheme has a hash of its own', () => {
  assert.equal(new Set(expected.map((line) => line.split(' ')[1])).size, 6);
});

test('without WebAssembly, the scalar kernels give the same bits', () => {
  const code = `
    delete globalThis.WebAssembly;
    await import('./dist/train-scalar.js');
    console.log(JSON.stringify(await (${hashes})('./dist/train.js')));`;
  const args = ['--input-type=module', '-e', code];
  const printed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(printed), expected);
});

for (const [name, launch] of [
  ['Chromium', launchChromium],
  ['Firefox', launchFirefox],
])
  test(`${name} gives the bits of Node`, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    const page = await browser.newPage();
    const found = await page.evaluate(`(${hashes})(${JSON.stringify(module)})`);
    assert.deepEqual(found, expected);
  });
