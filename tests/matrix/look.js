/* Looks at a page as a reader does: is a figure there, with ink, a caption and right numbers? */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address that recipes use for a content network. Requests for it get the packed files. */
const NETWORK = 'https://cdn.example/posenc@0.1.0';

/** Answers requests for the content network as it would: the bare address has a file of its own. */
async function routeNetwork(page, installed) {
  const { jsdelivr } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  await page.route(`${NETWORK}**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace(/^\/posenc@[^/]*/, '');
    const path = join(installed, name || jsdelivr);
    if (!existsSync(path)) return route.fulfill({ status: 404 });
    return route.fulfill({ path, headers: { 'access-control-allow-origin': '*' } });
  });
}

/** Returns the frame that contains a figure, after waiting for it. */
async function frameOf(page, tag) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) if (await frame.$(tag).catch(() => null)) return frame;
    await page.waitForTimeout(100);
  }
  throw new Error(`the page has no ${tag}`);
}

/** Runs in the page. A figure's parts are in its shadow root or in the element itself. */
function readFigure(tag) {
  const figure = document.querySelector(tag);
  const find = (selector) =>
    figure.shadowRoot?.querySelector(selector) ?? figure.querySelector(selector);
  const canvas = find('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return {
    colours: new Set(new Uint32Array(data.buffer)).size,
    caption: find('.pe-caption').textContent,
    csv: figure.toCSV(),
    state: figure.getState(),
  };
}

/** Compares the sines and cosines in the table of `pe-clocks` with plain JavaScript. */
function checkNumbers({ csv, state }) {
  const rows = csv.trim().split('\n').slice(1);
  assert.equal(rows.length, state.dim / 2, 'the table has one row for each clock');
  for (const row of rows) {
    const [clock, , sine, cosine] = row.split(',').map(Number);
    const angle = state.position * state.base ** ((-2 * clock) / state.dim);
    assert.ok(Math.abs(sine - Math.sin(angle)) < 1e-6, `sine of clock ${clock}: ${sine}`);
    assert.ok(Math.abs(cosine - Math.cos(angle)) < 1e-6, `cosine of clock ${clock}: ${cosine}`);
  }
}

/**
 * Opens a page with `pe-clocks` at position 12, and checks it. An error or a warning in the console
 * fails, such as that of a framework whose server wrote other elements than it finds.
 */
export async function lookAt(browser, url, { installed, says, ignores, then }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => {
    const text = message.text();
    const counts = ['error', 'warning'].includes(message.type()) && !ignores?.test(text);
    if (counts) errors.push(text);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await routeNetwork(page, installed);
  try {
    await page.goto(url);
    const frame = await frameOf(page, 'pe-clocks');
    await frame.locator('pe-clocks').first().scrollIntoViewIfNeeded();
    await frame.waitForFunction(() => {
      const figure = document.querySelector('pe-clocks');
      const canvas = figure?.shadowRoot?.querySelector('canvas') ?? figure?.querySelector('canvas');
      return canvas?.width > 1;
    });
    await page.waitForTimeout(500);
    const figure = await frame.evaluate(readFigure, 'pe-clocks');
    assert.ok(figure.colours > 10, `the canvas has ${figure.colours} colours`);
    assert.ok(figure.caption.length > 20, `the caption is "${figure.caption}"`);
    assert.equal(figure.state.position, 12, 'the position in the tag reaches the figure');
    checkNumbers(figure);
    if (says) assert.ok((await page.innerText('body')).includes(says), `the page says ${says}`);
    await then?.(page);
    assert.deepEqual(errors, [], 'the console is silent');
  } catch (error) {
    throw new Error([error.message, ...errors].join('\n'));
  } finally {
    await context.close();
  }
}
