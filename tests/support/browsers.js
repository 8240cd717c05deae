/*
 * Starts the system's browsers for the tests: Chromium by playwright-core, Firefox by
 * puppeteer-core.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { openPage } from './pages.js';

export { openPage };

export const root = resolve(import.meta.dirname, '../..');
export const labFile = pathToFileURL(resolve(root, 'dist/posenc-lab.html')).href;
/** The lab with everything, not only with the course for beginners. */
export const wholeLab = `${labFile}?level=full`;

/**
 * Returns the first path that exists. If there is none, it throws an error, so that the tests fail.
 */
export function program(variable, ...paths) {
  const path = [process.env[variable], ...paths].find((path) => path && existsSync(path));
  if (!path)
    throw new Error(`${paths[0]} is missing: install it, or set ${variable} to the path of yours`);
  return path;
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Borrows a browser of the run from tests/run.js. Returns its address, and what gives it back, or
 * undefined if it is busy.
 * @param {'chromium' | 'firefox'} kind
 */
async function borrow(kind) {
  const end = new AbortController();
  const address = `${process.env.POSENC_BROWSERS}/${kind}`;
  const response = await fetch(address, { signal: end.signal });
  if (response.status === 409) return undefined;
  const { value } = await response.body.getReader().read();
  const at = new TextDecoder().decode(value);
  if (!response.ok) throw new Error(`${kind} did not start: ${at}`);
  return { at, giveBack: () => end.abort() };
}

/**
 * Returns Chromium: that of the whole run, if there is one and no flags are given, or else a new
 * one. To close that of the run only ends the connection.
 * @param {string[]} flags more flags for it
 */
export async function launchChromium(...flags) {
  if (!process.env.POSENC_BROWSERS || flags.length) return chromium.launch(chromiumOptions(flags));
  const { at, giveBack } = await borrow('chromium');
  const browser = await chromium.connect(at);
  browser.on('disconnected', giveBack);
  return browser;
}

/** Returns what starts Chromium in the way of the tests. */
export const chromiumOptions = (flags = []) => ({
  executablePath: program('CHROME_PATH', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'),
  args: [...quiet, ...flags],
});

/** Starts Firefox with more settings. */
const launchFirefoxWith = (settings = {}) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: program('FIREFOX_PATH', '/usr/bin/firefox-esr'),
    // By default, Puppeteer lets a page that is a file load modules. The browsers of users do not.
    extraPrefsFirefox: { 'security.fileuri.strict_origin_policy': true, ...settings },
  });

/**
 * Starts Firefox for tests/run.js, and ends the session, so that a test file can begin its own.
 * Returns its address, and what stops it.
 */
export async function startFirefox() {
  const browser = await launchFirefoxWith();
  const at = browser.wsEndpoint();
  const process = browser.process();
  await browser.disconnect();
  return { at, stop: () => process.kill() };
}

/**
 * Returns Firefox: that of the whole run, if there is one and no settings are given, or else a new
 * one. Its pages share no storage with those of other files.
 */
export async function launchFirefox(settings) {
  if (!process.env.POSENC_BROWSERS || settings) return launchFirefoxWith(settings);
  const lent = await borrow('firefox');
  if (!lent) return launchFirefoxWith();
  const { at, giveBack } = lent;
  const connection = { browserWSEndpoint: at, protocol: 'webDriverBiDi' };
  let browser;
  try {
    browser = await puppeteer.connect(connection);
  } catch (error) {
    // Firefox may still be ending the session of the file before.
    if (!/Maximum number of active sessions/.test(error.message)) throw error;
    giveBack();
    return launchFirefoxWith();
  }
  const context = await browser.createBrowserContext();
  return {
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      await browser.disconnect();
      giveBack();
    },
  };
}

/**
 * Starts build.sh as `npm start` does. Returns the address that it prints, and a function that
 * presses Ctrl-C and returns the exit code.
 */
export function start() {
  const child = spawn('./build.sh', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  return new Promise((done, fail) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const address = /http:\S+/.exec(text)?.[0];
      if (address) done({ address, interrupt: () => (child.kill('SIGINT'), ended) });
    });
    ended.then((code) => fail(new Error(`build.sh start ended with ${code}: ${text}`)));
  });
}

/** Opens a page that contains only these tags, and waits until the figures are drawn. */
export async function figurePage(browser, tags, options = {}) {
  const opened = await openPage(browser, 'about:blank', options);
  await opened.page.setContent(
    `<!doctype html><html lang="en"><title>Figures</title><main>${tags}</main></html>`,
  );
  await opened.page.addScriptTag({ path: resolve(root, 'dist/figures.iife.js') });
  await opened.page.waitForFunction(() =>
    [...document.querySelectorAll('main *')].every(
      (figure) => (figure.shadowRoot?.querySelector('canvas')?.width ?? 2) > 1,
    ),
  );
  return opened;
}

/** Scrolls to a figure and waits until it is drawn. */
export async function show(page, tag) {
  const figure = page.locator(tag);
  // A figure has no plot before it comes near the screen.
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('.pe-plot').scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (tag) => document.querySelector(tag)?.shadowRoot.querySelector('canvas')?.width > 1,
    tag,
  );
  await settle(page);
  return figure;
}

/**
 * Presses Next until the scene after an answer has ended, in a page with reduced motion. Returns
 * what the question's card said before each press. `within` is the card, or an element around it.
 */
export async function goOn(within) {
  const button = within.getByRole('button', { name: /^(Next|Weiter|下一步)$/ });
  const said = [];
  while (await button.isVisible()) {
    said.push(await within.locator('.pe-result').first().textContent());
    await button.press('Enter');
  }
  return said;
}

/** Returns the text of a file that a page has saved. It works in a browser of the whole run, too. */
export async function savedText(download) {
  const pieces = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Waits for two frames, after which everything that was requested is on screen. */
export const settle = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/**
 * Stops the time of a page. Returns a function that lets `ms` pass, with one frame. So an animation
 * has the same number of frames on a slow machine as on a fast one.
 */
export async function stopTime(page, ms) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  return () => page.clock.fastForward(ms);
}

/** Returns a function that presses keys one by one and counts them. */
export function typist(page) {
  const press = async (...keys) => {
    for (const key of keys) {
      press.count++;
      await page.keyboard.press(key);
    }
  };
  press.count = 0;
  return press;
}
