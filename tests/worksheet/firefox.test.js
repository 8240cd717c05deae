/* Prints worksheets in Firefox, which divides them into pages in another way than Chromium. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { serveAuthors } from '../support/authors.js';
import { launchFirefox } from '../support/browsers.js';

let server;
let firefox;
before(async () => {
  server = await serveAuthors();
  firefox = await launchFirefox();
});
after(async () => {
  await firefox?.close();
  server.close();
});

const MARGIN = Object.fromEntries(['top', 'right', 'bottom', 'left'].map((at) => [at, '14mm']));

/** Prints a page with sheets, and returns the first line of each sheet of paper. */
async function firstLines(html, format) {
  const page = await firefox.newPage();
  const script = '<script type="module" src="worksheet.js"></script>';
  await page.goto(server.author(html + script));
  await page.waitForFunction(() =>
    document.querySelector('pe-worksheet')?.shadowRoot?.querySelector('[aria-busy=false]'),
  );
  const input = await page.pdf({ format, margin: MARGIN });
  await page.close();
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' });
  const pages = text.split('\f').slice(0, -1);
  return pages.map((each) => each.split('\n')[0]);
}

const SHEETS = '<pe-worksheet figures="clocks" copies="2" key></pe-worksheet>';
const LINES = ['Name: Date: Sheet A', 'Name: Date: Sheet B', 'Key to version 1'];

test('in Firefox, no empty page comes before the sheets', async () => {
  for (const format of ['A4', 'Letter'])
    assert.deepEqual(await firstLines(SHEETS, format), LINES, format);
});

test('in Firefox, the first sheet begins a page if something stands before it', async () => {
  const html = `<h1>Class</h1>${SHEETS}<p>The end</p>`;
  assert.deepEqual(await firstLines(html, 'A4'), ['Class', ...LINES, 'The end']);
});
