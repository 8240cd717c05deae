/*
 * Checks `npm run dev`, which serves web/ without bundling and reloads pages when a file changes.
 * Also checks that a signal ends `npm start`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launchChromium, openPage, root } from '../support/browsers.js';
import { copyOfProject } from '../support/copies.js';

const copy = copyOfProject(['c', 'web', 'dist']);
const browser = await launchChromium();

/** Starts the server, and returns its address. */
function serve() {
  const child = spawn('./build.sh', ['dev'], {
    cwd: copy.path,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = new Promise((done) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = /http:\S+/.exec(text)?.[0];
      if (found) done(found);
    });
  });
  return { child, address };
}

const { child, address } = serve();
after(async () => {
  child.kill('SIGINT');
  await browser.close();
  copy.remove();
});

test('the lab runs from its sources, and a change of a source or of the style reloads it', async () => {
  const { page, errors } = await openPage(browser, await address);
  await page.waitForSelector('pe-order canvas');
  for (const [file, text] of [
    ['web/lab/lab.js', '\nglobalThis.changed = true;\n'],
    ['web/figures/chassis/style.css', '\n.pe-root { --changed: yes; }\n'],
  ]) {
    const loaded = page.waitForEvent('load');
    appendFileSync(join(copy.path, file), text);
    await loaded;
  }
  await page.waitForSelector('pe-order canvas');
  assert.equal(await page.evaluate(() => globalThis.changed), true);
  const changed =
    "getComputedStyle(document.querySelector('pe-order').shadowRoot.querySelector('.pe-root')).getPropertyValue('--changed')";
  assert.equal(await page.evaluate(changed), 'yes');
  assert.deepEqual(errors, []);
});

test('if npm gets a signal, the server of `npm start` ends', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // This build.sh does what the real build.sh does after its build.
  const folder = join(copy.path, 'started');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  writeFileSync(join(folder, 'build.sh'), '#!/bin/sh\ncd ..\nexec node web/build/serve.js\n');
  chmodSync(join(folder, 'build.sh'), 0o755);
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  while (!/http:\S+/.test(text)) text += (await once(npm.stdout, 'data'))[0];
  const [url] = /http:\S+/.exec(text);
  const isServed = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  assert.equal(await isServed(), true);
  npm.kill('SIGTERM');
  for (let wait = 0; wait < 50 && (await isServed()); wait++)
    await new Promise((done) => setTimeout(done, 100));
  assert.equal(await isServed(), false);
});
