/* Checks `npm run dev`: it serves web/ without bundling, and reloads pages when a file changes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launchChromium, openPage } from '../support/browsers.js';
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
