/* Checks that a page shows a figure with a drawing, a caption and correct numbers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from '../support/browsers.js';
import { settled, until } from '../support/settled.js';

/** The address of a content delivery network in recipes. Requests for it get the packed files. */
const NETWORK = 'https://cdn.example/posenc@';

/**
 * Answers requests for the network. An address without a path gets the file that `jsdelivr` in
 * package.json names.
 */
async function routeNetwork(page, installed) {
  const { jsdelivr } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  await page.route(`${NETWORK}**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace(/^\/posenc@[^/]*/, '');
    const path = join(installed, name || jsdelivr);
    if (!existsSync(path)) return route.fulfill({ status: 404 });
    return route.fulfill({ path, headers: { 'access-control-allow-origin': '*' } });
  });
}

/** Returns the frame of the page that contains a figure, after waiting for it. */
const frameWithFigure = (page) =>
  until(async () => {
    for (const frame of page.frames())
      if (await frame.$('pe-clocks').catch(() => null)) return frame;
  }, 'the page has no figure');

/**
 * Runs in the page. Returns a part of the figure, which is in its shadow root or in the element
 * itself.
 */
function partOf(name) {
  const figure = document.querySelector('pe-clocks');
  return figure.shadowRoot?.querySelector(name) ?? figure.querySelector(name);
}

/** Runs in the page. Returns what changes with the picture. To read pixels often would be slow. */
function readTexts(caption) {
  const figure = document.querySelector('pe-clocks');
  return [caption.textContent, figure.toCSV(), JSON.stringify(figure.getState())];
}

/** Runs in the page. Returns what a reader sees of the figure. */
function readFigure([canvas, caption]) {
  const figure = document.querySelector('pe-clocks');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return {
    colours: new Set(new Uint32Array(data.buffer)).size,
    caption: caption.textContent,
    csv: figure.toCSV(),
    state: figure.getState(),
  };
}

/** Scrolls to the figure, waits until it is drawn and the page is quiet, and reads it. */
async function drawnFigure(page) {
  const frame = await frameWithFigure(page);
  // Playwright's own methods for scrolling and reading texts fail in old browsers.
  await frame.evaluate(() => document.querySelector('pe-clocks').scrollIntoView());
  const part = (name) => frame.evaluateHandle(partOf, name);
  const isDrawn = async () => (await part('canvas')).evaluate((canvas) => canvas?.width > 1);
  await until(isDrawn, 'the figure is not drawn');
  const caption = await part('.pe-caption');
  await settled(() => frame.evaluate(readTexts, caption));
  return frame.evaluate(readFigure, [await part('canvas'), caption]);
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
 * Opens a page with `pe-clocks` at position 12, and checks it. Throws an error if the console shows
 * an error or a warning. Frameworks warn, for example, if their server wrote different elements.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {Partial<import('./rows.js').Row> & {installed: string}} wanted
 */
export async function lookAt(browser, url, { installed, says = '', ignores, also }) {
  const { page, errors, close } = await openPage(browser, 'about:blank');
  const counted = () => errors.filter((text) => !ignores?.test(text));
  await routeNetwork(page, installed);
  try {
    await page.goto(url);
    const figure = await drawnFigure(page);
    assert.ok(figure.colours > 10, `the canvas has ${figure.colours} colours`);
    assert.ok(figure.caption.length > 20, `the caption is "${figure.caption}"`);
    assert.equal(figure.state.position, 12, 'the position in the tag reaches the figure');
    checkNumbers(figure);
    const text = await page.evaluate(() => document.body.innerText);
    assert.ok(text.includes(says), `the page says ${says}`);
    await also?.(page);
    assert.ok(!counted().length, 'the console is not silent:');
  } catch (error) {
    throw new Error([error.message, ...counted()].join('\n'), { cause: error });
  } finally {
    await close();
  }
}
