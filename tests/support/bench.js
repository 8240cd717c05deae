/*
 * A page in which the tests of a file look at one figure after the other. To put another figure
 * into such a page takes a fifth of the time of a new page.
 */
import assert from 'node:assert/strict';
import { chromium, classic, server } from './authors.js';
import { openPage } from './browsers.js';

const SIZE = { width: 1280, height: 900 };

/* The functions up to `addTools` are the tools: they run in the page, as members of `tools`. */

/** Waits for frames of the browser. After two, everything that was requested is on screen. */
async function frames(count = 2) {
  const { requestAnimationFrame } = window.tools.real;
  for (let at = 0; at < count; at++)
    await new Promise((done) => requestAnimationFrame.call(window, done));
}

/** Returns the button of a figure with this name that a reader can press now. */
const button = ({ shadowRoot }, name) =>
  [...shadowRoot.querySelectorAll('button')].find(
    (each) =>
      each.textContent.trim() === name && each.checkVisibility({ visibilityProperty: true }),
  );

/** Presses a button of a figure. */
function press(figure, name) {
  const found = window.tools.button(figure, name);
  if (!found) throw new Error(`${figure.localName}: no button “${name}” to press`);
  found.click();
}

/** Waits until a condition holds, and looks in each frame. */
async function until(condition, what) {
  for (let wait = 0; wait < 1200 && !condition(); wait++) await window.tools.frames(1);
  if (!condition()) throw new Error(`waited in vain: ${what ?? condition}`);
}

/**
 * Stops the time of a page at rest, in which no frame is asked for. Then time passes only with
 * `elapse`, which runs the timers of these milliseconds, and then one frame. `go` gives the time
 * back to the browser.
 */
function stopTime() {
  const { real } = window.tools;
  let now = performance.now();
  let last = 1e9;
  const frames = new Map();
  const timers = new Map();
  const add = (list, entry) => (list.set(++last, entry), last);
  window.requestAnimationFrame = (run) => add(frames, run);
  window.setTimeout = (run, ms = 0) => add(timers, { run, at: now + ms });
  window.cancelAnimationFrame = window.clearTimeout = (id) => {
    frames.delete(id);
    timers.delete(id);
    real.clearTimeout.call(window, id);
  };
  const nextTimer = (end) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, two]) => one.at - two.at)[0];
  const elapse = async (ms) => {
    const end = now + ms;
    for (let next = nextTimer(end); next; next = nextTimer(end)) {
      const [id, { run, at }] = next;
      timers.delete(id);
      now = at;
      run();
    }
    now = end;
    // A callback may ask for the next frame, or cancel another callback of this frame.
    for (const id of [...frames.keys()]) {
      const run = frames.get(id);
      frames.delete(id);
      run?.(now);
    }
    // This lets the observers of mutations run.
    await null;
  };
  const go = () => {
    Object.assign(window, real);
    for (const { run, at } of timers.values()) window.setTimeout(run, at - now);
    for (const run of frames.values()) window.requestAnimationFrame(run);
  };
  return { elapse, go };
}

/**
 * Returns the pixels of a figure's picture as one text. A PNG would say the same, but to encode it
 * takes long.
 */
function pixels(figure) {
  const { toBlob } = HTMLCanvasElement.prototype;
  let canvas;
  HTMLCanvasElement.prototype.toBlob = function () {
    canvas = this;
  };
  figure.toPNG({ scale: 1 });
  HTMLCanvasElement.prototype.toBlob = toBlob;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new TextDecoder('latin1').decode(data);
}

/** Adds the tools to a page. */
const addTools = (page) =>
  page.evaluate(
    (sources) => {
      const { requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout } = window;
      const real = { requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout };
      window.tools = { real };
      for (const [name, source] of sources) window.tools[name] = (0, eval)(source);
    },
    [frames, button, press, until, stopTime, pixels].map((tool) => [tool.name, `(${tool})`]),
  );

/** A page for many checks. It is opened when the first test puts something into it. */
export class Bench {
  #options;
  #opened;
  #size;

  /** @param {object} options the options of `openPage` */
  constructor(options = {}) {
    this.#options = options;
    this.#size = options.viewport ?? SIZE;
  }

  get page() {
    return this.#opened.page;
  }

  /** What the page has logged since `put` was called. */
  get errors() {
    return this.#opened.errors;
  }

  async #open() {
    const opened = await openPage(chromium, server.author(classic), this.#options);
    await addTools(opened.page);
    this.#opened = opened;
  }

  /**
   * Replaces everything in the page, and waits until the figures are drawn: those in view, or, with
   * `all`, also those below.
   * @param {string} html
   * @param {{all?: boolean, size?: {width: number, height: number}}} [how] `size` is the size of
   *   the window while this content is shown
   * @returns the page's locator of the first figure
   */
  async put(html, { all = false, size = this.#options.viewport ?? SIZE } = {}) {
    if (!this.#opened) await this.#open();
    const { page, errors } = this;
    assert.deepEqual(errors, [], 'the page before has logged something after its test');
    if (size.width !== this.#size.width || size.height !== this.#size.height)
      await page.setViewportSize(size);
    this.#size = size;
    await page.evaluate(
      async ([html, all]) => {
        const main = document.querySelector('main');
        main.innerHTML = html;
        scrollTo(0, 0);
        const figures = [...main.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
        await window.tools.frames();
        // Before a page is printed, it draws all figures.
        if (all) dispatchEvent(new Event('beforeprint'));
        const caption = ({ shadowRoot }) => shadowRoot.querySelector('.pe-caption')?.textContent;
        const isDrawn = () =>
          all ? figures.every(caption) : !figures.length || caption(figures[0]);
        await window.tools.until(isDrawn, 'a figure was not drawn');
      },
      [html, all],
    );
    const [, tag] = /<(pe-\w+)/.exec(html) ?? [];
    return tag && page.locator(tag).first();
  }
}
