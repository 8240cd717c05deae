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
import { until } from '../support/settled.js';

/** A page that has the style and one source of the lab as texts. It loads faster than the lab. */
const SMALL = `<!doctype html><html><head><title>A page</title><link rel="icon" href="data:,">
  </head><body><script type="module">
    import style from '/figures/chassis/style-text.js';
    const response = await fetch('/lab/lab.js');
    globalThis.texts = { style, source: await response.text() };
  </script></body></html>`;

const copy = copyOfProject(['c', 'web', 'dist']);
writeFileSync(join(copy.path, 'web/small.html'), SMALL);
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

test('the lab runs from its sources', async () => {
  const { page, errors, close } = await openPage(browser, await address);
  await page.waitForSelector('pe-order canvas');
  assert.deepEqual(errors, []);
  await close();
});

test('a change of a source or of the style reloads a page, which then gets the change', async () => {
  const { page, errors, close } = await openPage(
    browser,
    new URL('/small.html', await address).href,
  );
  const texts = async () => (await page.waitForFunction(() => globalThis.texts)).jsonValue();
  for (const [file, text, what] of [
    ['web/lab/lab.js', '\nglobalThis.changed = true;\n', 'source'],
    ['web/figures/chassis/style.css', '\n.pe-root { --changed: yes; }\n', 'style'],
  ]) {
    assert.doesNotMatch((await texts())[what], /changed(?: = true|: yes)/);
    const loaded = page.waitForEvent('load');
    appendFileSync(join(copy.path, file), text);
    await loaded;
    assert.match((await texts())[what], /globalThis\.changed = true|\.pe-root\{--changed: yes\}/);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('addresses that no page has are refused, and the server goes on', async () => {
  for (const path of ['/%', '/%00', '/..%2f..%2fpackage.json', '/%e0%a4%a', '/nothing.js']) {
    const { status } = await fetch((await address).replace(/\/$/, '') + path);
    assert.equal(status, 404, path);
  }
  assert.equal((await fetch(await address)).status, 200);
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
  await until(async () => !(await isServed()), 'the server still answers');
});
