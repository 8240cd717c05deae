/*
 * Keeps pages that tests have closed, and gives them to the next test that wants one with the same
 * options. So most tests need no new page, whose process takes most of the time of a short test.
 */

import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach } from 'node:test';
import { cacheFolder } from './cache.js';

/** How long a test waits for what a page must show, in ms. A busy machine may need a minute. */
const PATIENCE = 120_000;

/**
 * Methods and properties of a page whose effects nothing undoes. A page on which a test has used
 * one of them is not kept. `context` is among them because it leads to cookies, permissions and the
 * debugger.
 */
const LASTING = [
  ...['addInitScript', 'addLocatorHandler', 'bringToFront', 'clock', 'close', 'context'],
  ...['emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once', 'pause', 'route'],
  ...['routeFromHAR', 'setExtraHTTPHeaders', 'workers'],
];

/** The pages that are at rest: for each browser, those of each set of options. */
const resting = new WeakMap();

/** The pages that tests use now. */
const inUse = new Set();

/** Saves a picture of each page that a failed test has left open, and says where. */
async function showPages(t) {
  const folder = join(cacheFolder, 'pictures');
  mkdirSync(folder, { recursive: true });
  for (const { page, errors } of inUse) {
    const name = `${basename(process.argv[1], '.test.js')}-${++pictures}.png`;
    const path = join(folder, name);
    const saved = await page.screenshot({ path, timeout: 10_000 }).then(
      () => `its picture is ${path}`,
      (error) => `it gave no picture: ${error.message.split('\n')[0]}`,
    );
    const logged = errors.length ? `; it logged ${JSON.stringify(errors)}` : '';
    t.diagnostic(`The test left ${page.url().slice(0, 200)} open, and ${saved}${logged}`);
  }
}

let pictures = 0;

// A program that is no test must not start the test runner.
if (process.env.NODE_TEST_CONTEXT)
  afterEach((t) => (t.passed === false ? showPages(t) : undefined));

/** Returns the list of the resting pages of a browser with these options. */
function restingPages(browser, key) {
  if (!resting.has(browser)) resting.set(browser, new Map());
  const lists = resting.get(browser);
  if (!lists.has(key)) lists.set(key, []);
  return lists.get(key);
}

/** A page, with what it has logged and requested since a test took it. */
class OpenPage {
  static async create(browser, options) {
    const size = { width: 1280, height: 900 };
    const context = await browser.newContext({ viewport: size, ...options });
    context.setDefaultTimeout(PATIENCE);
    return new OpenPage(context, await context.newPage(), options.viewport ?? size);
  }

  constructor(context, page, size) {
    Object.assign(this, { context, page, size, isKept: true });
    this.isUsed = this.isResized = false;
    this.begin();
    this.watch();
  }

  /** Forgets what the last test has done. */
  begin() {
    this.errors = [];
    this.requests = [];
    this.origins = new Set();
  }

  watch() {
    const { page } = this;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('framenavigated', (frame) => {
      if (frame.url() !== 'about:blank') this.origins.add(new URL(frame.url()).origin);
    });
    // A second page of the same context shares its storage.
    page.on('popup', () => (this.isKept = false));
  }

  /** Returns the page as a test uses it: it notes the uses that `clean` must know of. */
  forTest() {
    return new Proxy(this.page, {
      get: (page, name) => {
        if (LASTING.includes(name)) this.isKept = false;
        if (name === 'setViewportSize') this.isResized = true;
        if (name === 'waitForFunction') return (...what) => this.waitForFunction(...what);
        const value = page[name];
        return typeof value === 'function' ? value.bind(page) : value;
      },
    });
  }

  /** Waits as Playwright does. If the page does not get there, the error says where. */
  async waitForFunction(condition, argument, options) {
    try {
      return await this.page.waitForFunction(condition, argument, options);
    } catch (error) {
      const given = argument === undefined ? '' : `\nwith ${JSON.stringify(argument)}`;
      error.message += `\nThis did not become true in the page:\n${condition}${given}`;
      throw error;
    }
  }

  /** Loads an address. */
  async load(url) {
    const { page } = this;
    const [now, next] = [page.url(), url].map((address) => address.split('#')[0]);
    // An address that differs from the present one only after its # would not load anew.
    if (now === next && this.isUsed) await page.goto('about:blank');
    this.isUsed = true;
    await page.goto(url);
  }

  /** Undoes what tests do to a page. */
  async clean() {
    const { page } = this;
    await page.evaluate(() => {
      // A page without an origin has no storage.
      if (!/^(http|file)/.test(location.protocol)) return;
      localStorage.clear();
      sessionStorage.clear();
    });
    if (this.isResized) await page.setViewportSize(this.size);
    this.isResized = false;
    // The pointer must not rest on what the next test shows.
    await page.mouse.move(-1, -1);
    // Figures and frames end when they leave the page. A policy may forbid to write a new document.
    await page.evaluate(() => document.documentElement.replaceChildren());
  }

  /** Keeps the page for another test, or closes it. */
  async end(list) {
    inUse.delete(this);
    const mayKeep = () => this.isKept && this.origins.size <= 1 && !this.page.isClosed();
    if (mayKeep()) await this.clean();
    if (mayKeep()) list.push(this);
    else await this.context.close();
  }
}

/**
 * Opens a page, and records its errors and warnings and the addresses that it requests. `close`
 * keeps the page for the next test that wants one with the same options, unless this test has
 * changed more than what `clean` undoes.
 * @param {object} browser
 * @param {string} url
 * @param {object} options the options of Playwright's browser.newContext
 */
export async function openPage(browser, url, options = {}) {
  const list = restingPages(browser, JSON.stringify(options));
  const opened = list.pop() ?? (await OpenPage.create(browser, options));
  opened.begin();
  inUse.add(opened);
  const { errors, requests } = opened;
  try {
    await opened.load(url);
  } catch (error) {
    inUse.delete(opened);
    await opened.context.close();
    throw error;
  }
  return { page: opened.forTest(), errors, requests, close: () => opened.end(list) };
}
