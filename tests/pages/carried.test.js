/*
 * Checks the scripts that pages in a single file carry as text: the text carries all bytes and no
 * unsafe character, and Chromium, Firefox and WebKit read it unchanged.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { LANGUAGES } from '../support/languages.js';
import { labFile, launchChromium, launchFirefox, root } from '../support/browsers.js';
import { launchWebKit } from '../support/webkit.js';
import { TYPE, UNSAFE, bytesOf, carrying } from '../../web/lab/carried.js';

const scratch = mkdtempSync(join(tmpdir(), 'posenc-carried-'));
const browsers = {};
before(async () => {
  const started = await Promise.all([launchChromium(), launchFirefox(), launchWebKit()]);
  ['Chromium', 'Firefox', 'WebKit'].forEach((name, at) => (browsers[name] = started[at]));
});
after(async () => {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  rmSync(scratch, { recursive: true });
});

/**
 * Every pair of bytes, one after the other. A character of the text stands for seven bits. In these
 * bytes, every group of seven bits follows every group.
 */
const PAIRS = Uint8Array.from({ length: 1 << 17 }, (_, i) => (i & 1 ? i >> 1 : i >> 9));

/**
 * Asserts that a text has no unsafe character, and that each of its characters takes one or two
 * bytes in UTF-8.
 */
function assertSafe(text, what) {
  for (const each of UNSAFE)
    assert.ok(!text.includes(each), `${what} has character ${each.charCodeAt(0)}`);
  const codes = new Set(Array.from(text, (each) => each.charCodeAt(0)));
  for (const code of codes) assert.ok(code < 128 || (code >= 256 && code < 2048), `${code}`);
}

test('a text carries bytes of every length, with 8/7 of their number in UTF-8', () => {
  for (let length = 0; length < 200; length++)
    for (const from of [0, 512 * 97, 512 * 240]) {
      const bytes = PAIRS.subarray(from, from + length);
      const text = carrying(bytes);
      const got = bytesOf(new TextDecoder().decode(new TextEncoder().encode(text)));
      assert.deepEqual(got.subarray(0, length), bytes);
      assert.ok(got.length === length || (got.length === length + 1 && got[length] === 0));
      assert.ok(Buffer.byteLength(text) <= Math.ceil((8 * length) / 7) + 1);
    }
  const text = carrying(PAIRS);
  assert.equal(Buffer.compare(bytesOf(text).subarray(0, PAIRS.length), PAIRS), 0);
  assertSafe(text, 'the text');
  // The text has all characters that can occur, also all that replace an unsafe one.
  assert.ok(new Set(text).size > 128 * (UNSAFE.length + 1) - UNSAFE.length - 1);
});

test('the texts of the pages carry scripts that their policies allow', () => {
  const element = new RegExp(`<script type="${TYPE}" id="posenc-([^"]+)">([^<]*)</script>`, 'g');
  for (const [name, least] of [
    ['posenc-lab.html', LANGUAGES.length + 6],
    ['embed.html', LANGUAGES.length + 3],
  ]) {
    const page = readFileSync(join(root, 'dist', name), 'utf8');
    const found = [...page.matchAll(element)];
    assert.equal(found.length, least, name);
    for (const [, id, text] of found) {
      assertSafe(text, `${name}: ${id}`);
      const hash = createHash('sha256')
        .update(inflateRawSync(bytesOf(text)))
        .digest('base64');
      assert.ok(page.includes(`'sha256-${hash}'`), `${name}: ${id}`);
    }
  }
});

/** Opens a page in a browser. For WebKit, the browser itself has the methods of its only page. */
const pageOf = (browser) => browser.newPage?.() ?? browser;

test('browsers read every character unchanged, also after a transfer that adds CR', async () => {
  const text = carrying(PAIRS);
  for (const [end, name] of [
    ['\n', 'lf.html'],
    ['\r\n', 'crlf.html'],
  ]) {
    const lines = ['<!doctype html>', '<meta charset="utf-8">'];
    lines.push(`<script type="${TYPE}">${text}</script>`, '<p>after</p>', '');
    const file = join(scratch, name);
    writeFileSync(file, lines.join(end));
    for (const [browser, started] of Object.entries(browsers)) {
      const page = await pageOf(started);
      await page.goto(pathToFileURL(file).href);
      const got = await page.evaluate(() => [
        document.querySelector('script').textContent,
        document.querySelector('p').textContent,
      ]);
      assert.ok(got[0] === text && got[1] === 'after', `${browser} changes ${name}`);
    }
  }
});

test('each browser shows the lab in a language that it carries, and opens the editor', async () => {
  for (const [browser, started] of Object.entries(browsers)) {
    const page = await pageOf(started);
    await page.goto(`${labFile}?lang=zh#editor`);
    const shown = await page.evaluate(async () => {
      const end = performance.now() + 10_000;
      while (!document.querySelector('pe-editor')?.shadowRoot && performance.now() < end)
        await new Promise(requestAnimationFrame);
      const title = document.querySelector('pe-editor')?.shadowRoot?.querySelector('h2');
      return `${document.documentElement.lang} ${title?.textContent}`;
    });
    assert.match(shown, /^zh \p{Script=Han}+$/u, browser);
  }
});
