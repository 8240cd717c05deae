/*
 * Checks figures in pages that other tools write. Frameworks take over markup, style sheets reach
 * every element, and layouts are of every kind. No page may break a figure, and no figure may break
 * a page.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TAGS, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { Bench } from '../../support/bench.js';
import { clipping } from '../../support/clipped.js';
import {
  launchChromium,
  launchFirefox,
  openPage,
  root,
  settle,
  show,
} from '../../support/browsers.js';

useAuthors();

/** A page for figures that stand still, and one for figures that move. */
const still = new Bench({ reducedMotion: 'reduce' });
const moving = new Bench();

let firefox;
before(async () => {
  firefox = await launchFirefox();
});
after(() => firefox?.close());

/** Opens a page with this content in Firefox. */
async function openInFirefox(html) {
  const page = await firefox.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(server.author(html + classic));
  return page;
}

/** Opens a page with this content in Chromium. */
const open = (html, options) => openPage(chromium, server.author(html + classic), options);

/** Opens a page with this content in each browser, and calls `run` in the page. */
async function inBothBrowsers(html, run, argument) {
  const { page, errors, close } = await open(html);
  const results = { chromium: await page.evaluate(run, argument) };
  assert.deepEqual(errors, []);
  await close();
  const other = await openInFirefox(html);
  results.firefox = await other.evaluate(run, argument);
  await other.close();
  return Object.entries(results);
}

/** Runs in the page. Returns the markup of the page before and after all figures are drawn. */
async function markupAround(tags) {
  const main = document.querySelector('main');
  const before = main.outerHTML;
  // Before a page is printed, it draws all figures.
  dispatchEvent(new Event('beforeprint'));
  const missing = () =>
    tags.filter((tag) => !document.querySelector(tag).ui.caption.textContent).join();
  for (let wait = 0; wait < 1200 && missing(); wait++)
    await new Promise((done) => requestAnimationFrame(done));
  if (missing()) throw new Error(`${missing()}: not drawn`);
  return { before, after: main.outerHTML };
}

test('a figure that is drawn changes no attribute and no child in the page', async () => {
  const html = each('dim="-3" group="lesson" position="7.5"');
  for (const [browser, { before, after }] of await inBothBrowsers(html, markupAround, TAGS)) {
    assert.match(before, /<pe-clocks dim="-3" group="lesson" position="7.5"><\/pe-clocks>/);
    assert.equal(after, before, browser);
  }
});

test('a figure survives new children, a new place, a new document and a clone', async () => {
  const { page, errors, close } = await open('<pe-clocks>Sixteen <b>clocks</b></pe-clocks>');
  await show(page, 'pe-clocks');
  /** Steps the figure. Returns whether its canvas changed, and its caption. */
  const step = async (figure) => {
    const { ui, motion } = figure;
    const picture = ui.canvas.toDataURL();
    figure.step(1);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let wait = 0; wait < 1200 && (wait < 2 || motion.moving); wait++) await frame();
    return [ui.canvas.toDataURL() !== picture, ui.caption.textContent];
  };
  const changes = [
    (figure) => figure.replaceChildren(),
    (figure) => figure.append('Other words'),
    (figure) => {
      figure.innerHTML = '<p>And others</p>';
    },
    (figure) => figure.parentNode.prepend(figure),
    (figure) => {
      const { parentNode } = figure;
      figure.remove();
      parentNode.append(figure);
    },
    (figure) => figure.replaceWith(figure.cloneNode(true)),
    (figure) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      frame.contentDocument.body.append(figure);
      document.querySelector('main').append(figure);
      frame.remove();
    },
  ];
  for (const change of changes) {
    await on(page, 'pe-clocks', change);
    await show(page, 'pe-clocks');
    const [moved, caption] = await on(page, 'pe-clocks', step);
    assert.ok(moved, `${change}`);
    assert.match(caption, /Its hands for \d+/, `${change}`);
    const width = await page.locator('pe-clocks .pe-plot').evaluate((plot) => plot.clientWidth);
    assert.ok(width > 400, `${width} px after ${change}`);
    assert.equal(
      await page.locator('pe-clocks .pe-foot').evaluate((foot) => getComputedStyle(foot).display),
      'flex',
      `the style is lost after ${change}`,
    );
  }
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Places in a page. Each has the least width of a figure there, in pixels, and the style of the
 * element around the figure. Some also have markup beside the figure.
 */
const PLACES = {
  'flex row': [500, 'display: flex; align-items: center'],
  'flex row with a neighbour': [300, 'display: flex', '<p style="flex: none; width: 300px">Aside'],
  'centred flex row': [500, 'display: flex; justify-content: center; align-items: center'],
  'centred flex column': [500, 'display: flex; flex-direction: column; align-items: center'],
  'centred grid': [500, 'display: grid; place-items: center'],
  'grid of two columns': [300, 'display: grid; grid-template-columns: auto auto', '<p>Aside'],
  float: [500, 'float: left'],
  'inline-block': [500, 'display: inline-block'],
  'as wide as its content': [500, 'width: fit-content'],
  absolute: [500, 'position: absolute; top: 0'],
  'table cell': [500, 'display: table-cell'],
  'transparent box': [600, 'display: contents'],
  '200 px': [200, 'width: 200px'],
  '3000 px': [3000, 'width: 3000px'],
  columns: [300, 'columns: 2'],
};

/** Runs in the page. Puts a figure into elements with these styles, and returns its sizes in each. */
async function sizesIn(places) {
  const main = document.querySelector('main');
  const sizes = [];
  for (const [style, aside] of places) {
    main.innerHTML = `<div style="${style}"><pe-clocks></pe-clocks>${aside ?? ''}</div>`;
    const [figure] = main.getElementsByTagName('pe-clocks');
    const { plot, canvas } = figure.ui;
    plot.scrollIntoView();
    for (let wait = 0; wait < 2 || (wait < 1200 && canvas.width < 2); wait++)
      await new Promise((done) => requestAnimationFrame(done));
    sizes.push({
      width: figure.offsetWidth,
      overflow: figure.shadowRoot.querySelector('.pe-root').scrollWidth - figure.offsetWidth,
      plot: plot.clientWidth,
      canvas: canvas.clientWidth,
      height: plot.clientHeight,
    });
  }
  return sizes;
}

test('a figure has a size and is not cut off in all kinds of places', async () => {
  const styles = Object.values(PLACES).map(([, ...how]) => how);
  for (const [browser, all] of await inBothBrowsers('<p></p>', sizesIn, styles))
    for (const [at, [place, [least]]] of Object.entries(PLACES).entries()) {
      const sizes = all[at];
      const text = `${place}, ${browser}: ${JSON.stringify(sizes)}`;
      assert.ok(sizes.width >= least && sizes.width <= Math.max(least, 1280), text);
      assert.ok(sizes.overflow <= 0, text);
      assert.ok(sizes.height > 30, text);
      assert.equal(sizes.canvas, sizes.plot, text);
    }
});

test('a figure in a hidden tab is drawn when the tab is shown, even repeatedly', async () => {
  const { page, errors, close } = await open(
    '<div id="tab" style="display: none"><pe-clocks></pe-clocks></div>',
  );
  const visible = (isVisible) =>
    page.evaluate((isVisible) => {
      document.getElementById('tab').style.display = isVisible ? 'block' : 'none';
    }, isVisible);
  await visible(true);
  await show(page, 'pe-clocks');
  await on(page, 'pe-clocks', (figure) => figure.setState({ position: 9 }, { ease: true }));
  await page.waitForFunction(() => {
    const { position } = document.querySelector('pe-clocks').motion.shown;
    return position !== 12;
  });
  await visible(false);
  await settle(page);
  await on(page, 'pe-clocks', (figure) => figure.step(1));
  await visible(true);
  await show(page, 'pe-clocks');
  assert.match(await page.locator('.pe-caption').textContent(), /10/);
  assert.deepEqual(errors, []);
  await close();
});

/** Styles with which a page may scale a slide, and the factor by which each scales a figure. */
const SCALED = {
  'not scaled': ['', 1],
  half: ['transform: scale(0.5)', 0.5],
  double: ['transform: scale(2)', 2],
  'by a fraction, moved': ['transform: translate(30px, 20px) scale(1.37) rotate(0)', 1.37],
  'by the property scale': ['scale: 0.6', 0.6],
  zoomed: ['zoom: 1.25', 1.25],
  'zoomed and scaled': ['zoom: 0.8; transform: scale(1.5)', 1.2],
};

/** Runs in the page. Scales the slide. Returns the plot's box and the canvas's pixel density. */
async function scaleSlide([style, framed, wanted]) {
  const frame = document.querySelector('iframe');
  const page = framed ? frame.contentDocument : document;
  const slide = framed ? frame : page.querySelector('.slide');
  slide.style = `width: 640px; height: 700px; border: 0; transform-origin: 0 0; ${style}`;
  dispatchEvent(new Event('resize'));
  frame?.contentWindow.dispatchEvent(new Event('resize'));
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  await nextFrame();
  await nextFrame();
  const figure = page.querySelector('pe-clocks');
  figure.reset();
  const { plot, canvas } = figure.ui;
  plot.scrollIntoView({ block: 'start' });
  const density = () => canvas.width / parseFloat(getComputedStyle(plot).width) / devicePixelRatio;
  // On a busy computer, the figure is redrawn later.
  for (let wait = 0; wanted && wait < 180 && Math.abs(density() - wanted) >= 0.01; wait++)
    await nextFrame();
  return { density: density(), plot: plot.getBoundingClientRect().toJSON() };
}

test('in a scaled slide, the pointer hits the right parts, and the canvas is sharp', async () => {
  const html = '<div class="slide"><pe-clocks></pe-clocks></div>';
  const { page, close } = await open(html);
  const other = await openInFirefox(html);
  for (const [browser, tab] of Object.entries({ chromium: page, firefox: other })) {
    const chosen = new Set();
    for (const [name, [style, scale]] of Object.entries(SCALED)) {
      const { density, plot } = await tab.evaluate(scaleSlide, [style, false, Math.max(1, scale)]);
      const text = `${browser}, ${name}: ${density}`;
      assert.ok(Math.abs(density - Math.max(1, scale)) < 0.01, text);
      assert.ok(Math.abs(plot.width / 640 - scale) < 0.01, `${text}, ${plot.width} px`);
      await tab.mouse.click(plot.x + plot.width * 0.34, plot.y + plot.height * 0.3);
      chosen.add(await tab.evaluate(() => document.querySelector('pe-clocks').state.pair));
    }
    assert.equal(chosen.size, 1, `${browser}: ${[...chosen]}`);
    assert.ok([...chosen][0] > 1);
    // The slide still has the last of these styles. The bar must be below the plot.
    const gap = await tab.evaluate(() => {
      const { plot, transport } = document.querySelector('pe-clocks').ui;
      const bar = transport.element;
      return bar.getBoundingClientRect().top - plot.getBoundingClientRect().bottom;
    });
    assert.ok(gap >= 0, `${browser}: the bar is ${gap} px below the plot`);
  }
  await other.close();
  await close();
});

test('in a scaled frame, the pointer hits the right parts', async () => {
  const framed = server.author(`<pe-clocks></pe-clocks>${classic}`);
  const { page, close } = await open(`<iframe src="${framed}"></iframe>`);
  await page.frameLocator('iframe').locator('.pe-plot').waitFor();
  const chosen = new Set();
  for (const style of ['', 'transform: scale(0.5)', 'transform: scale(1.4)', 'zoom: 1.25']) {
    const { plot } = await page.evaluate(scaleSlide, [style, true]);
    const frame = await page.evaluate(() =>
      document.querySelector('iframe').getBoundingClientRect().toJSON(),
    );
    const scale = frame.width / 640;
    const inFrame = [plot.x + plot.width * 0.34, plot.y + plot.height * 0.3];
    await page.mouse.click(frame.x + inFrame[0] * scale, frame.y + inFrame[1] * scale);
    chosen.add(await page.frames()[1].evaluate(() => document.querySelector('pe-clocks').pair));
  }
  assert.equal(chosen.size, 1, [...chosen].join());
  assert.ok([...chosen][0] > 1);
  await close();
});

test('a slide show gets all keys, except those that a focused figure uses', async () => {
  const { page, close } = await open('<pe-clocks></pe-clocks>');
  await show(page, 'pe-clocks');
  await page.evaluate(() => {
    window.taken = [];
    document.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented) window.taken.push(event.key);
    });
  });
  const taken = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return page.evaluate(() => window.taken.splice(0));
  };
  const SHOW = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', ' '];
  assert.deepEqual(await taken(...SHOW), SHOW);
  await page.locator('pe-clocks [data-act=table]').focus();
  assert.deepEqual(await taken(...SHOW.slice(0, 6)), SHOW.slice(0, 6));
  await page.locator('.pe-plot').focus();
  assert.deepEqual(await taken(...SHOW, 'a', 'Tab'), ['a', 'Tab']);
  await page.locator('pe-clocks select').first().focus();
  assert.deepEqual(await taken('ArrowDown'), []);
  await page.locator('.pe-plot').focus();
  assert.deepEqual(await taken('Escape', 'ArrowRight'), ['ArrowRight']);
  await close();
});

/** Runs in the page. Records in `window.taken` the keys that a slide show would receive. */
function recordKeys() {
  window.taken = [];
  document.addEventListener('keydown', (event) => window.taken.push(event.key));
}

test('Escape leaves every control of a figure, and then the slide show gets the keys', async () => {
  const { page, errors, close } = await open('<pe-rope></pe-rope><pe-train></pe-train>');
  await page.evaluate(recordKeys);
  const kinds = new Set();
  for (const tag of ['pe-rope', 'pe-train']) {
    await show(page, tag);
    await on(page, tag, (figure) => {
      const all = 'button, input, select, textarea, [tabindex="0"]';
      const controls = [...figure.shadowRoot.querySelectorAll(all)];
      window.controls = controls.filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled,
      );
    });
    const focusNext = () =>
      page.evaluate(() => {
        const control = window.controls.shift();
        if (!control) return null;
        window.taken = [];
        control.focus();
        const isFocused = control.getRootNode().activeElement === control;
        const kind = `${control.localName} ${control.type}`;
        return { isFocused, kind, markup: control.outerHTML.slice(0, 80) };
      });
    for (let control = await focusNext(); control; control = await focusNext()) {
      assert.ok(control.isFocused, control.markup);
      kinds.add(control.kind);
      await page.keyboard.press('Escape');
      const left = await page.evaluate(() => document.activeElement.localName);
      await page.keyboard.press('PageDown');
      const taken = await page.evaluate(() => window.taken);
      assert.deepEqual([left, ...taken], ['body', 'PageDown'], control.markup);
    }
  }
  const wanted = ['button button', 'div undefined', 'input radio', 'input range', 'input text'];
  assert.deepEqual(
    wanted.filter((kind) => !kinds.has(kind)),
    [],
  );
  assert.ok(kinds.has('select select-one'));
  assert.deepEqual(errors, []);
  await close();
});

test('on a slide, the keys of a remote control change the slide, and not an answer', async () => {
  const { page, errors, close } = await open('<pe-clocks present></pe-clocks><pe-rope></pe-rope>');
  await page.evaluate(recordKeys);
  const chosen = (tag) =>
    page
      .locator(`${tag} .pe-option input`)
      .evaluateAll((all) => all.findIndex((each) => each.checked));
  const taken = () => page.evaluate(() => window.taken.splice(0));
  const REMOTE = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'PageDown', 'PageUp'];
  await show(page, 'pe-clocks');
  const options = page.locator('pe-clocks .pe-option');
  // After a click on an option, no key changes the chosen option. All keys are for the slide show.
  await options.nth(1).click();
  await settle(page);
  for (const key of [...REMOTE, ' ']) await page.keyboard.press(key);
  assert.deepEqual(await taken(), [...REMOTE, ' ']);
  assert.equal(await chosen('pe-clocks'), 1);
  // If an option has the focus, these keys are for the slide show, too. Digits then choose an
  // option.
  await options.nth(1).locator('input').focus();
  for (const key of REMOTE) await page.keyboard.press(key);
  assert.deepEqual(await taken(), REMOTE);
  assert.equal(await chosen('pe-clocks'), 1);
  await page.keyboard.press('3');
  assert.equal(await chosen('pe-clocks'), 2);
  await page.keyboard.press('9');
  assert.equal(await chosen('pe-clocks'), 2);
  assert.deepEqual(await taken(), []);
  // In pe-rope, which is not presented, arrow keys choose an option, as in every form.
  await show(page, 'pe-rope');
  await page.locator('pe-rope .pe-option').first().click();
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen('pe-rope'), 1);
  assert.deepEqual(await taken(), []);
  assert.deepEqual(errors, []);
  await close();
});

/** The styles with which slide shows hide a slide. */
const HIDDEN = [
  'display: none',
  'visibility: hidden',
  'opacity: 0',
  'transform: scale(1.5) translateX(-3000px)',
  'content-visibility: hidden',
];

/** Runs in the page. Adds a hidden slide with a figure, and counts the frames that it requests. */
async function hideSlide(style) {
  let frames = 0;
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (run) => (frames++, ask.call(window, run));
  const slide = document.querySelector('.slide');
  slide.style = `width: 640px; transform: scale(1.5); transform-origin: 0 0; ${style}`;
  slide.innerHTML = '<pe-clocks></pe-clocks>';
  // The browser reports what is in view with its frames. After ten frames, it has nothing to report.
  for (let frame = 0; frame < 10; frame++) await new Promise((done) => ask.call(window, done));
  window.requestAnimationFrame = ask;
  return { frames, built: Boolean(slide.firstChild.shadowRoot.querySelector('canvas')) };
}

test('a figure on a hidden slide is idle, and is sharp when the slide is shown', async () => {
  const { page, errors, close } = await open('<div class="slide"></div>');
  for (const style of HIDDEN) {
    const { frames, built } = await page.evaluate(hideSlide, style);
    assert.ok(frames <= 2, `${style}: ${frames} frames`);
    if (style === 'display: none') assert.equal(built, false);
    await page.evaluate(() => {
      const slide = document.querySelector('.slide');
      slide.style = 'width: 640px; transform: scale(1.5); transform-origin: 0 0';
    });
    await show(page, 'pe-clocks');
    const { width, caption } = await on(page, 'pe-clocks', ({ ui }) => ({
      width: ui.canvas.width,
      caption: ui.caption.textContent,
    }));
    assert.ok(Math.abs(width - 960) <= 1, `${style}: ${width} device pixels`);
    assert.match(caption, /hands/, style);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the attribute present enlarges a figure, and shows only the parts it names', async () => {
  const { page, close } = await open(
    '<div style="width: 1216px"><pe-clocks present></pe-clocks></div>',
  );
  await show(page, 'pe-clocks');
  const look = (figure) => {
    const { plot, caption, root } = figure.ui;
    const scale = plot.getBoundingClientRect().width / parseFloat(getComputedStyle(plot).width);
    const isSeen = (part) => part.getBoundingClientRect().height > 0;
    const parts = [...root.querySelectorAll('[part]')].filter(isSeen);
    return {
      sizes: [12, parseFloat(getComputedStyle(caption).fontSize)].map((size) => size * scale),
      parts: parts.map((part) => part.getAttribute('part')),
    };
  };
  const { sizes, parts } = await on(page, 'pe-clocks', look);
  assert.ok(sizes[0] >= 20 && sizes[1] >= 24, sizes.join());
  const always = ['predict', 'title', 'plot', 'transport', 'caption', 'live'];
  assert.deepEqual(parts.sort(), always.sort());
  await on(page, 'pe-clocks', (figure) => {
    figure.present = 'dim presets';
    figure.hide = 'predict';
  });
  const chosen = await on(page, 'pe-clocks', look);
  const more = ['controls', 'dim', 'presets'];
  const expected = [...always.filter((part) => part !== 'predict'), ...more];
  assert.deepEqual(chosen.parts.sort(), expected.sort());
  await close();
});

test('a figure that is enlarged keeps its height while its position changes', async () => {
  const { page, close } = await open(
    `<pe-clocks present></pe-clocks>
     <div style="width: 640px; transform: scale(1.5)"><pe-alibi></pe-alibi></div>`,
  );
  for (const tag of ['pe-clocks', 'pe-alibi']) {
    await show(page, tag);
    const heights = await on(page, tag, async (figure) => {
      const heights = new Set();
      for (let step = 0; step < 8; step++) {
        figure.setState({ position: 20 + step });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        heights.add(Math.round(figure.getBoundingClientRect().height));
      }
      return [...heights];
    });
    assert.equal(heights.length, 1, `${tag}: ${heights} px`);
  }
  await close();
});

/** Runs in the page. Returns the height of each figure by its tag. */
const heightsNow = () =>
  Object.fromEntries(
    [...document.querySelectorAll('main *')]
      .filter(({ shadowRoot }) => shadowRoot)
      .map((figure) => [figure.localName, figure.getBoundingClientRect().height]),
  );

/**
 * Returns the height of each figure by its tag, in a page with all of them. `attributes` are those
 * of every figure. `sizes` has values of --pe-large for single figures.
 */
async function presentedHeights(size, attributes, sizes = {}) {
  const styleOf = (tag) => (sizes[tag] ? `style="--pe-large: ${sizes[tag]}"` : '');
  const tags = TAGS.map((tag) => `<${tag} ${attributes} ${styleOf(tag)}></${tag}>`);
  const html = `<style>body { margin: 0 }</style>${tags.join('')}`;
  await still.put(html, { all: true, size });
  const heights = await still.page.evaluate(heightsNow);
  assert.deepEqual(Object.keys(heights), TAGS);
  return heights;
}

/** What the guide says under "On slides". */
const slides = readFileSync(join(root, 'web/figures/README.md'), 'utf8')
  .split('### On slides')[1]
  .split('\n### ')[0];
const tagsIn = (text) => [...text.matchAll(/`(pe-[a-z]+)`/g)].map(([, tag]) => tag);

/** Returns the rows of a table. Each row has a size, and a text with the tags of figures. */
const rowsOf = (text) => [...text.matchAll(/^\| ([\d.]+) \|(.*)\|$/gm)];

test('presented figures fit slides and screens as the guide says', async () => {
  const rows = rowsOf(slides.split('| on 1280 x 720')[0]);
  const sizes = Object.fromEntries(
    rows.flatMap(([, size, tags]) => tagsIn(tags).map((tag) => [tag, Number(size)])),
  );
  const [, large] = /`(pe-\w+)` needs more room/.exec(slides);
  assert.deepEqual([...Object.keys(sizes), large].sort(), [...TAGS].sort());
  const onSlide = await presentedHeights(
    { width: 960, height: 700 },
    'present hide="title predict"',
    { ...sizes, [large]: 0.8 },
  );
  for (const [tag, height] of Object.entries(onSlide))
    assert.equal(height <= 700, tag !== large, `${tag} at ${sizes[tag]}: ${height} px`);
  const whole = tagsIn(/On 1920 x 1080, (.*) are whole; on 1280 x 720, none/.exec(slides)[1]);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
  ]) {
    const heights = await presentedHeights({ width, height }, 'present');
    const fitting = TAGS.filter((tag) => heights[tag] <= height);
    assert.deepEqual(fitting.sort(), width === 1920 ? whole : [], `${width} x ${height}`);
  }
});

/** Runs in the page. Gives the wrong answer with the longest reply, and skips the scenes. */
async function answerWrongly(figure) {
  const { answer, options } = figure.question();
  const wrong = options.filter(([value]) => value !== answer);
  const length = ([, , reply = '']) => reply.length;
  const [[longest]] = wrong.sort((one, other) => length(other) - length(one));
  const press = (part) => figure.shadowRoot.querySelector(`.pe-predict ${part}`).click();
  press(`input[value="${longest}"]`);
  press('.pe-reveal');
  let isDone = false;
  figure.addEventListener('pe-reveal', () => (isDone = true), { once: true });
  while (!isDone) press('.pe-plain:not([hidden])');
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Runs in the page. Answers all questions but that of pe-train, which needs six trained models. */
async function answerAll(answerWrongly) {
  const figures = [...document.querySelectorAll('main *')].filter(({ shadowRoot }) => shadowRoot);
  for (const figure of figures)
    if (figure.localName !== 'pe-train') {
      // A figure out of view draws no frames.
      figure.ui.plot.scrollIntoView();
      await (0, eval)(answerWrongly)(figure);
    }
}

/**
 * Returns the heights of presented figures with their questions on a slide, by tag: before and
 * after a wrong answer. `sizes` has the value of --pe-large for each.
 */
async function heightsOfQuestions(sizes, attributes, size) {
  const tags = Object.entries(sizes).map(
    ([tag, large]) =>
      `<${tag} present hide="title" ${attributes} style="--pe-large: ${large}"></${tag}>`,
  );
  const html = `<style>body { margin: 0 }</style>${tags.join('')}`;
  await still.put(html, { all: true, size });
  const before = await still.page.evaluate(heightsNow);
  await still.page.evaluate(answerAll, `(${answerWrongly})`);
  const after = await still.page.evaluate(heightsNow);
  assert.deepEqual(Object.keys(after), Object.keys(sizes));
  return Object.keys(sizes).map((tag) => [tag, before[tag], after[tag]]);
}

test('figures with a question fit a slide as the guide says, before and after the answer', async () => {
  const [, large, excepted] = /At ([\d.]+), all\s+figures are whole there.*?except (.*?)\./s.exec(
    slides,
  );
  const except = tagsIn(excepted);
  const tags = TAGS.filter((each) => each !== 'pe-train');
  const sizes = Object.fromEntries(tags.map((tag) => [tag, large]));
  for (const [tag, ...heights] of await heightsOfQuestions(sizes, '', {
    width: 960,
    height: 700,
  })) {
    const isWhole = Math.max(...heights) <= 700;
    assert.equal(isWhole, !except.includes(tag), `${tag}: ${heights} px`);
  }
  assert.ok(except.includes('pe-train'));
});

test('figures for beginners fit a wide slide as the guide says, in the longest language', async () => {
  const rows = rowsOf(slides.split('| on 1280 x 720')[1]);
  assert.deepEqual(rows.flatMap(([, , tags]) => tagsIn(tags)).sort(), [...TAGS].sort());
  const sizes = Object.fromEntries(
    rows.flatMap(([, size, tags]) => tagsIn(tags).map((tag) => [tag, size])),
  );
  await still.put('');
  await still.page.addScriptTag({ url: 'languages/de.js' });
  const how = 'lang="de" level="beginner"';
  const all = await heightsOfQuestions(sizes, how, { width: 1280, height: 720 });
  for (const [tag, ...heights] of all)
    assert.ok(Math.max(...heights) <= 720, `${tag} at ${sizes[tag]}: ${heights} px`);
  // Otherwise these would be the heights in English.
  const asked = await on(still.page, 'pe-clocks', ({ ui }) => ui.predict.element.textContent);
  assert.match(asked, /Auflösen/);
});

/** A substitute for reveal.js, which shows only the second slide. */
const SHOW = `globalThis.Reveal = class {
  initialize() {
    for (const [at, slide] of document.querySelectorAll('section').entries()) slide.hidden = at !== 1;
  }
};`;

test('the deck of the guide works from a file, with what it says to copy', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-deck-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [, deck] = /```html\n(<!doctype.*?)```/s.exec(slides);
  const files = { 'index.html': deck, 'reveal.js': SHOW, 'reveal.css': '', 'white.css': '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ['figures.iife.js', 'languages/de.js'])
    copyFileSync(join(root, 'dist', name), join(folder, basename(name)));
  const { page, errors, requests, close } = await openPage(
    chromium,
    pathToFileURL(join(folder, 'index.html')).href,
    { reducedMotion: 'reduce' },
  );
  await show(page, 'pe-clocks');
  assert.match(await page.locator('pe-clocks .pe-predict').innerText(), /Auflösen/);
  await on(page, 'pe-clocks', answerWrongly);
  assert.match(await page.locator('pe-clocks .pe-result').innerText(), /Falsch/);
  assert.deepEqual(errors, []);
  const wanted = ['de.js', 'figures.iife.js', 'index.html', 'reveal.css', 'reveal.js', 'white.css'];
  assert.deepEqual(requests.map((url) => basename(url)).sort(), wanted);
  await close();
});

const HOSTILE = `<style>
  * { letter-spacing: 9px; text-align: right; text-transform: uppercase; line-height: 3;
    font: italic 30px fantasy; word-spacing: 1em; white-space: nowrap; cursor: help }
  div, p, button, canvas, input, table, fieldset, label { display: none; border: 9px solid red;
    position: fixed; opacity: 0.1 }
  main { display: block; all: revert }
</style>`;

/** Runs in the page. Returns the computed styles of every part of a figure, and of the page. */
function stylesOf() {
  const figure = document.querySelector('pe-clocks');
  const keys = 'display fontFamily fontSize lineHeight letterSpacing textAlign whiteSpace position';
  const styleOf = (element) => {
    const style = getComputedStyle(element);
    const values = keys.split(' ').map((key) => style[key]);
    return [element.localName, element.className, ...values].join(' ');
  };
  const inside = [...figure.ui.root.querySelectorAll('*')].map(styleOf);
  const outside = [...document.querySelectorAll('.pe-plain, .pe-root, #title')].map(styleOf);
  return { inside: [...new Set(inside)], outside };
}

test('no style of a page affects a figure, and no style of a figure affects the page', async () => {
  const others = '<p class="pe-root" id="title">Text</p><button class="pe-plain">Press</button>';
  const plain = await inBothBrowsers(`<pe-clocks></pe-clocks>${others}`, stylesOf);
  const hostile = await inBothBrowsers(`${HOSTILE}<pe-clocks></pe-clocks>${others}`, stylesOf);
  const without = await inBothBrowsers(`${others}<pe-clocks hidden></pe-clocks>`, stylesOf);
  for (const at of [0, 1]) {
    assert.ok(plain[at][1].inside.length > 30);
    assert.deepEqual(hostile[at][1].inside, plain[at][1].inside, plain[at][0]);
    assert.deepEqual(plain[at][1].outside, without[at][1].outside, plain[at][0]);
  }
});

test('a page styles a figure by its element, its parts and its variables', async () => {
  const { page, close } = await open(`<style>
    pe-clocks { --pe-ink: rgb(1, 2, 3); padding: 7px; display: inline-block; width: 500px }
    pe-clocks.wide { width: 900px }
    pe-clocks::part(caption) { font-size: 19px }
  </style><pe-clocks class="wide"></pe-clocks>`);
  await show(page, 'pe-clocks');
  assert.deepEqual(
    await on(page, 'pe-clocks', (figure) => {
      const caption = getComputedStyle(figure.ui.caption);
      return [
        caption.fontSize,
        caption.color,
        figure.offsetWidth,
        figure.ui.plot.clientWidth > 400,
      ];
    }),
    ['19px', 'rgb(1, 2, 3)', 914, true],
  );
  await close();
});

test("the browser's own search finds caption, formula and table", async () => {
  const found = await inBothBrowsers('<pe-clocks></pe-clocks>', async () => {
    const figure = document.querySelector('pe-clocks');
    figure.toggle('table', true);
    while (!figure.ui.caption.textContent) await new Promise((done) => setTimeout(done, 20));
    const cell = figure.ui.table.element.querySelector('caption').textContent;
    const texts = [figure.ui.caption.textContent.slice(0, 30), cell.slice(0, 20), 'no such words'];
    return texts.map((text) => {
      getSelection().removeAllRanges();
      return window.find(text, false, false, true);
    });
  });
  for (const [browser, results] of found) assert.deepEqual(results, [true, true, false], browser);
});

test('a PDF of the page contains title, caption and the open table as text', async () => {
  await moving.put(each(), { all: true });
  const { page } = moving;
  for (const tag of TAGS) await on(page, tag, (figure) => figure.toggle('table', true));
  const folder = mkdtempSync(join(tmpdir(), 'posenc-pdf-'));
  const file = join(folder, 'lesson.pdf');
  await page.pdf({ path: file });
  const squeeze = (text) => text.replace(/\s+/g, ' ');
  const text = squeeze(execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }));
  for (const tag of TAGS) {
    const { title, caption, cells } = await on(page, tag, ({ heading, ui }) => ({
      title: heading,
      caption: ui.caption.textContent,
      cells: [...ui.table.element.querySelector('tbody tr').cells].map((cell) => cell.textContent),
    }));
    // The paper may cut the right columns of a table, so this looks for the first three cells.
    const row = squeeze(cells.slice(0, 3).join(' '));
    assert.ok(cells.length > 1 && text.includes(row), `${tag}: ${row}`);
    assert.ok(text.includes(squeeze(title)), `${tag}: ${title}`);
    assert.ok(text.includes(squeeze(caption).slice(0, 20)), `${tag}: ${caption}`);
  }
  rmSync(folder, { recursive: true });
});

/** Returns how many nodes below a node of the accessibility tree have each role. */
function rolesBelow(node, nodes) {
  const byId = new Map(nodes.map((each) => [each.nodeId, each]));
  const counts = {};
  const visit = ({ childIds = [] }) => {
    for (const child of childIds.map((id) => byId.get(id)).filter(Boolean)) {
      const role = child.role?.value;
      counts[role] = (counts[role] ?? 0) + 1;
      visit(child);
    }
  };
  visit(node);
  return counts;
}

test('the accessibility tree has each figure as a group with title, caption and table', async () => {
  await moving.put(each(), { all: true });
  const { page } = moving;
  const wanted = [];
  for (const tag of TAGS) {
    wanted.push(
      await on(page, tag, (figure) => {
        figure.toggle('table', true);
        const cells = [...figure.shadowRoot.querySelectorAll('td, th')];
        return {
          title: figure.heading,
          caption: figure.ui.caption.textContent,
          cells: cells.filter((cell) => cell.checkVisibility()).length,
        };
      }),
    );
  }
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  for (const { title, caption, cells } of wanted) {
    const group = nodes.find(({ role, name }) => role?.value === 'group' && name?.value === title);
    assert.ok(group, `no group "${title}"`);
    assert.equal(group.description?.value.trim(), caption.trim(), title);
    const plot = ({ role, name }) => role?.value === 'application' && name?.value === title;
    assert.ok(nodes.some(plot), `${title} has no plot`);
    const counts = rolesBelow(group, nodes);
    const count = (...roles) => roles.reduce((sum, role) => sum + (counts[role] ?? 0), 0);
    assert.ok(count('table') >= 1, `${title} has no table`);
    assert.equal(count('cell', 'gridcell', 'columnheader', 'rowheader'), cells, title);
  }
});

/** Runs in the page. Returns how large the figures show their texts, and what is cut off. */
async function sizesOfTexts([tags, clipping]) {
  const sizes = [];
  // Before a page is printed, it draws all figures.
  dispatchEvent(new Event('beforeprint'));
  for (const tag of tags) {
    const figure = document.querySelector(tag);
    for (let wait = 0; wait < 1200 && !figure.ui?.caption.textContent; wait++)
      await new Promise((done) => requestAnimationFrame(done));
    const { title, canvas, plot } = figure.ui;
    const range = document.createRange();
    range.selectNodeContents(title);
    sizes.push({
      tag,
      line: range.getClientRects()[0].height,
      density: canvas.width / plot.clientWidth,
      faults: new Function(`return ${clipping}`)()(figure.shadowRoot),
    });
  }
  return { sizes, overflow: document.documentElement.scrollWidth - innerWidth };
}

test('a larger text in the settings of the browser enlarges figures, on phones too', async (t) => {
  const large = await launchChromium('--blink-settings=defaultFontSize=24');
  t.after(() => large.close());
  for (const width of [360, 1280]) {
    const options = { viewport: { width, height: 900 } };
    const seen = [];
    for (const browser of [chromium, large]) {
      const opened = await openPage(browser, server.author(each() + classic), options);
      seen.push(await opened.page.evaluate(sizesOfTexts, [TAGS, clipping]));
      assert.deepEqual(opened.errors, []);
      await opened.close();
    }
    const [before, after] = seen;
    assert.ok(after.overflow <= 0, `${width} px: ${after.overflow} px too wide`);
    after.sizes.forEach(({ tag, line, density, faults }, i) => {
      const grown = line / before.sizes[i].line;
      assert.ok(Math.abs(grown - 1.5) < 0.1, `${tag}, ${width} px: ${grown} times as high`);
      assert.ok(Math.abs(density - 1.5) < 0.02, `${tag}: ${density} device pixels per pixel`);
      assert.deepEqual(faults, [], `${tag}, ${width} px`);
    });
  }
});
