/* Checks the lab page, from a server and as a single file, in Chromium and in Firefox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TAGS } from '../support/authors.js';
import { auditViews } from '../support/axe.js';
import {
  goOn,
  labFile,
  launchChromium,
  launchFirefox,
  openPage,
  root,
  settle,
  show,
  start,
  wholeLab,
} from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';
import { LANGUAGES } from '../support/languages.js';

const source = readFileSync(`${root}/web/lab/index.html`, 'utf8');
const file = readFileSync(`${root}/dist/posenc-lab.html`, 'utf8');
/** The figures that the course for beginners shows. */
const COURSE = ['order', 'naive', 'clocks', 'heatmap', 'shift', 'range', 'rope', 'schemes'].map(
  (name) => `pe-${name}`,
);
/**
 * The figures that Firefox draws here. tests/pages/environments.test.js draws all figures in
 * Firefox, and other tests draw all figures of the lab.
 */
const IN_FIREFOX = isWhole ? TAGS : COURSE;
let chromium;
let server;
before(async () => {
  [chromium, server] = await Promise.all([launchChromium(), start()]);
});
after(() => chromium?.close());

/** Most tests share pages with these options. */
const STILL = { reducedMotion: 'reduce' };

/** The served lab with everything, which several tests use one after the other. */
let whole;

/**
 * Waits until all visible figures within a screen of the window are drawn, so that nothing above a place
 * grows any more.
 */
async function drawnAround(page) {
  await settle(page);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.figure')].every((figure) => {
      const { top, bottom } = figure.getBoundingClientRect();
      const isNear = top < 1.9 * innerHeight && bottom > -0.9 * innerHeight;
      return (
        !isNear ||
        !figure.checkVisibility() ||
        figure.shadowRoot?.querySelector('canvas')?.width > 1
      );
    }),
  );
  await settle(page);
}

/** Counts the colours on the canvas of a figure. */
const colours = (page, tag) =>
  page.evaluate((tag) => {
    const canvas = document.querySelector(tag).shadowRoot.querySelector('canvas');
    const data = new Uint32Array(
      canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer,
    );
    return new Set(data).size;
  }, tag);

test('the lab served draws every figure, logs no error and asks for nothing', async () => {
  const address = `${server.address}?level=full`;
  whole = await openPage(chromium, address, STILL);
  const { page, errors, requests } = whole;
  for (const tag of TAGS) {
    await show(page, tag);
    assert.ok((await colours(page, tag)) > 20, `${tag} is empty`);
  }
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((url) => !/^(data|blob):/.test(url)),
    [address],
  );
});

test('each refuted sentence links to a figure, which takes the state of the link', async () => {
  const { page, errors } = whole;
  for (const link of await page.locator('#wrong a.see').all()) {
    const [, id, entry] = /^#pe1:(\w+)\/(.*)$/.exec(await link.getAttribute('href'));
    await link.click();
    await settle(page);
    const state = await page.evaluate((id) => document.getElementById(id).getState(), id);
    for (const [key, value] of entry.split(',').map((part) => part.split('=')))
      assert.equal(String(state[key]), value, `${id}: ${key}`);
    await page.waitForFunction((id) => {
      const { top } = document.getElementById(id).getBoundingClientRect();
      return top >= 0 && top < 200;
    }, id);
  }
  assert.deepEqual(errors, []);
});

/** Runs in the page. Describes the presentation: its figure, where it is, and what it shows. */
function presentation() {
  const figure = document.querySelector('.presented');
  if (!figure) return null;
  const { plot, caption } = figure.ui;
  const { x, y, width, height } = figure.getBoundingClientRect();
  const scale = plot.getBoundingClientRect().width / parseFloat(getComputedStyle(plot).width);
  const isSeen = (part) => part.getClientRects().length > 0;
  const parts = [...figure.ui.root.querySelectorAll('[part]')].filter(isSeen);
  return {
    tag: figure.localName,
    box: [x, y, width, height],
    caption: parseFloat(getComputedStyle(caption).fontSize) * scale,
    text: 12 * scale,
    fits: figure.scrollWidth <= figure.clientWidth,
    parts: parts.map((part) => part.getAttribute('part')),
    above: document.elementFromPoint(innerWidth / 2, innerHeight / 3) === figure,
  };
}

test('a figure is presented alone, large, and the next by a key, until Escape', async () => {
  const { page, errors } = whole;
  const hidden = await page.locator('pe-clocks#clocks').getAttribute('hide');
  // Full screen is forbidden here, so the first presentation only covers the page.
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new Error('forbidden'));
  });
  await page.locator('pe-clocks#clocks ~ .show').first().press('Enter');
  await page.waitForFunction(presentation);
  const seen = [];
  for (;;) {
    await settle(page);
    const shown = await page.evaluate(presentation);
    if (shown.tag === seen.at(-1)?.tag) break;
    seen.push(shown);
    await page.keyboard.press('n');
  }
  assert.ok(seen.length > 12 && seen[0].tag === 'pe-clocks', seen.map(({ tag }) => tag).join());
  for (const { tag, box, caption, text, fits, parts, above } of seen) {
    assert.deepEqual(box, [0, 0, 1280, 900], tag);
    assert.ok(text >= 20 && caption >= 24, `${tag}: ${text} and ${caption} px`);
    assert.ok(fits && above, tag);
    assert.ok(parts.includes('title') && !parts.includes('export'), `${tag}: ${parts}`);
  }
  await page.keyboard.press('p');
  assert.equal((await page.evaluate(presentation)).tag, seen.at(-2).tag);
  await page.locator('.presented .pe-plot').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await page.evaluate(presentation)).tag, seen.at(-2).tag);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(presentation), null);
  const left = await page.evaluate(() => [
    document.querySelectorAll('[inert]').length,
    document.querySelectorAll('[present]').length,
    document.getElementById('clocks').getAttribute('hide'),
    document.activeElement.className,
  ]);
  assert.deepEqual(left, [0, 0, hidden, 'full show']);
  await page.evaluate(() => {
    delete document.documentElement.requestFullscreen;
    const leave = () => {
      window.presented_ = Boolean(document.querySelector('.presented'));
      document.exitFullscreen().catch(() => {});
    };
    document.addEventListener('fullscreenchange', leave, { once: true });
  });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.presented_ && !document.querySelector('.presented'));
  assert.deepEqual(errors, []);
});

test('an answered question is printed without its answer, unless the address asks for it', async () => {
  for (const [query, isPrinted] of [
    ['', false],
    ['&answers', true],
  ]) {
    const { page, errors, close } = await openPage(chromium, `${wholeLab}${query}`, STILL);
    const order = page.locator('pe-order').first();
    await order.locator('input[value="all"]').check();
    await order.getByRole('button', { name: 'Reveal' }).press('Enter');
    await goOn(order);
    await order.locator('.pe-surprise').waitFor();
    const parts = [order.locator('.pe-result'), page.locator('.seen:not(.covered)').first()];
    for (const part of parts) assert.ok(await part.isVisible(), 'the screen has the answer');
    await page.emulateMedia({ media: 'print' });
    for (const part of parts) assert.equal(await part.isVisible(), isPrinted, query);
    const mark = await order
      .locator('[data-mark="wrong"]')
      .evaluate((label) => getComputedStyle(label, '::after').display);
    assert.equal(mark !== 'none', isPrinted, query);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('axe finds nothing in the lab, in any theme, at any width', async () => {
  const { page, close } = whole;
  // The content of the figures is checked in tests/figures/all/audit.test.js.
  await auditViews(page, 'the lab', TAGS);
  await close();
});

test('Ctrl-C stops the server cleanly', async () => {
  assert.equal(await server.interrupt(), 0);
  await assert.rejects(fetch(server.address));
});

test('printed from its file, the lab has all figures, no answer and at most 12 pages', async () => {
  const { page, errors, requests, close } = await openPage(chromium, wholeLab, STILL);
  await drawnAround(page);
  const folder = mkdtempSync(join(tmpdir(), 'posenc-print-'));
  const file = join(folder, 'lab.pdf');
  await page.pdf({ path: file, format: 'A4' });
  const pages = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const count = Number(/Pages:\s+(\d+)/.exec(pages)[1]);
  assert.ok(count <= 12, `${count} pages`);
  const captions = await page.evaluate(
    (tags) =>
      tags.map(
        (tag) => document.querySelector(tag).shadowRoot.querySelector('.pe-caption').innerText,
      ),
    TAGS,
  );
  for (const caption of captions)
    assert.ok(text.replace(/\s+/g, ' ').includes(caption.slice(0, 40)), caption);
  assert.ok(!text.includes('Play it again'));
  for (const tag of TAGS) assert.ok((await colours(page, tag)) > 20, `${tag} is empty`);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((url) => !/^(data|blob):/.test(url)),
    [wholeLab],
  );
  await close();
});

test('the file of the lab contains no address from which it would load anything', () => {
  assert.doesNotMatch(
    file.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, ''),
    /(?:src|href)=["']?(?:https?:)?\/\/|@import|url\((?!["']?(?:data|#))/,
  );
});

test('the file of the lab has no spaces that indent its HTML, and no element would show them', () => {
  assert.doesNotMatch(source, /<(?:pre|textarea)\b/);
  const html = file.replace(/<(script|style)\b.*?<\/\1>/gs, '');
  assert.match(html, /<h2>/);
  assert.doesNotMatch(html, /\n[ \t]/);
});

test('the numbers that the page computes equal the numbers in its HTML', async () => {
  const numbers = /data-n="([^"]+)"\s*>\s*([^<]*?)\s*</g;
  const printed = [...source.matchAll(numbers)].map(([, what, text]) => [what, text]);
  assert.ok(printed.length > 100);
  const { page, errors, close } = await openPage(chromium, 'about:blank', STILL);
  await page.setContent(file.replace(numbers, 'data-n="$1">?<'));
  // The numbers do not wait for the figures, so only one figure is drawn.
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('.figure:not(pe-order) { display: none }');
    document.adoptedStyleSheets = [style];
  });
  await page.getByLabel('Everything').check();
  for (const chapter of await page.locator('.chapter').all()) {
    await chapter.scrollIntoViewIfNeeded();
    await settle(page);
  }
  await page.waitForFunction(
    () => ![...document.querySelectorAll('[data-n]')].some((place) => place.textContent === '?'),
  );
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-n]')].map((place) => [
        place.dataset.n,
        place.textContent,
      ]),
    ),
    printed,
  );
  assert.deepEqual(errors, []);
  await close();
});

test('every chapter has a question and figures, with tables until the figures run', () => {
  const chapters = source.split('<section ').slice(1);
  assert.deepEqual(
    TAGS.filter((tag) => source.split(new RegExp(`<${tag}\\s`)).length !== 2),
    [],
  );
  assert.equal(chapters.length, 16);
  for (const chapter of chapters.slice(0, 13)) {
    assert.match(chapter, /<h2>[^<]+\?<\/h2>/);
    for (const [, inside] of chapter.matchAll(/<pe-\w+\s[^>]*>(.*?)<\/pe-/gs))
      assert.match(inside, /<p>.*<table>.*data-n/s);
    assert.ok(chapter.split('class="number"').length <= 2);
  }
});

test('chapter 1 explains its picture first, and no word of a later chapter is needed', () => {
  const chapter = /<section id="order-chapter".*?<\/section>/s.exec(source)[0];
  const [before] = chapter.split('<pe-order');
  for (const word of ['strip of colours', 'A bag', 'a circle']) assert.ok(before.includes(word));
  assert.doesNotMatch(before, /\bheads?\b/);
  // The picture shows no weights, so the text states none.
  assert.doesNotMatch(before, /weights\.\d/);
  const terms = [...chapter.matchAll(/class="term" href="#([\w-]+)"/g)].map(([, id]) => id);
  assert.ok(terms.length >= 4);
  for (const id of terms) {
    const entry = new RegExp(`<div id="${id}"[^>]*>.*?</div>`, 's').exec(source)[0];
    assert.doesNotMatch(entry, /data-live|\bheads?\b/, id);
  }
});

test('on a laptop, the whole first picture is on the first screen', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page, 'pe-order');
  await page.evaluate(() => scrollTo(0, 0));
  const [plot, bar] = await page.evaluate(() => {
    const { ui } = document.querySelector('pe-order');
    const boxes = [ui.plot, ui.transport.element].map((part) => part.getBoundingClientRect());
    return [boxes[0].bottom, boxes[1].top];
  });
  assert.ok(plot <= bar, `the picture ends at ${plot}, and the bar begins at ${bar}`);
  assert.deepEqual(errors, []);
  await close();
});

test('the list of chapters marks the present one, works by keys, and keeps answers', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  const here = () => page.locator('#here').textContent();
  const open = () => page.evaluate(() => document.getElementById('chapters').open);
  assert.equal(await here(), '1 of 8Who bit whom');
  await page.locator('#chapters summary').focus();
  await page.keyboard.press('Enter');
  assert.ok(await open());
  await page.keyboard.press('Escape');
  assert.ok(!(await open()));
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'summary');
  await page.keyboard.press('Enter');
  for (let i = 0; i < 7; i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.getElementById('here').textContent === '7 of 8RoPE: turned, not added',
  );
  assert.ok(!(await open()));
  await show(page, 'pe-rope');
  await page.locator('pe-rope input[type=radio]').first().check();
  await page.locator('pe-rope .pe-reveal').press('Enter');
  await page.waitForSelector('.panel a.done', { state: 'attached' });
  await page.reload();
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('.panel a.done')].map((link) => link.hash),
    ),
    ['#rope-chapter'],
  );
  assert.match(await page.locator('#made').textContent(), /^\s*1 of 8 /);
  assert.deepEqual(errors, []);
  await close();
});

for (const [name, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 360, height: 640 }],
])
  test(`on ${name}, the page begins small and nothing jumps on the way through it`, async () => {
    const { page, errors, close } = await openPage(chromium, 'about:blank', { viewport });
    await page.addInitScript(() => {
      window.shift_ = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift_ += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // A slow machine shows the page before its script has run.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(labFile);
    await page.waitForFunction(
      () => document.querySelector('pe-order')?.shadowRoot?.querySelector('canvas')?.width > 1,
    );
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const count = await page.evaluate(() => {
      const countIn = (root) =>
        // Texts in templates and scripts, such as translations, are not laid out or styled.
        [...root.querySelectorAll(':not(template, script)')].reduce(
          (sum, { shadowRoot }) => sum + 1 + (shadowRoot ? countIn(shadowRoot) : 0),
          0,
        );
      return countIn(document);
    });
    assert.ok(count <= 1200, `${count} elements`);
    const empty = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const seen = [];
      while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
        // A fast reader scrolls by an eighth of the screen in two frames.
        scrollBy(0, innerHeight / 8);
        for (let i = 0; i < 2; i++) await frame();
        for (const figure of document.querySelectorAll('.chapter > .figure')) {
          if (!figure.shadowRoot?.querySelector('.pe-later')) continue;
          const { top, bottom } = figure.getBoundingClientRect();
          if (top < innerHeight && bottom > 0) seen.push(figure.id);
        }
      }
      return seen;
    });
    assert.deepEqual(empty, []);
    assert.equal(await page.locator('.chapter:not(.full) > .figure .pe-later').count(), 0);
    // A small shift is allowed: the arrow beside the chapter's name moves when the name changes.
    const shift = await page.evaluate(() => window.shift_);
    assert.ok(shift < 0.001, `the layout shifts by ${shift}`);
    assert.deepEqual(errors, []);
    await close();
  });

test('without scripts, the page shows its list of chapters and a table per figure', async () => {
  const { page, close } = await openPage(chromium, labFile, { javaScriptEnabled: false });
  for (const summary of await page.locator('summary').all()) await summary.click();
  assert.ok(await page.locator('.panel a').last().isVisible());
  for (const tag of TAGS) assert.ok(await page.locator(`${tag} > table`).isVisible(), tag);
  await close();
});

test('Firefox draws the figures of the course from the file, and their keys work', async () => {
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    const errors = [];
    const requests = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(wholeLab);
    for (const tag of IN_FIREFOX) {
      await page.$eval(tag, (figure) => figure.scrollIntoView());
      await page.waitForSelector(`${tag} >>> canvas`);
      const plot = await page.waitForSelector(`${tag} >>> .pe-plot`);
      await plot.evaluate((plot) => {
        plot.scrollIntoView({ block: 'center' });
        plot.focus();
      });
      await page.waitForFunction(
        (tag) => document.querySelector(tag).shadowRoot.querySelector('canvas').width > 1,
        {},
        tag,
      );
      await page.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      );
      assert.ok((await colours(page, tag)) > 20, `${tag} is empty`);
      const before = await page.$eval(tag, (figure) => JSON.stringify(figure.state));
      await page.keyboard.press('ArrowRight');
      // A busy Firefox may handle the key a moment later.
      const hasMoved = page.waitForFunction(
        (tag, before) => JSON.stringify(document.querySelector(tag).state) !== before,
        {},
        tag,
        before,
      );
      await assert.doesNotReject(hasMoved, `${tag}: the arrow does nothing`);
    }
    assert.deepEqual(errors, []);
    assert.deepEqual(
      requests.filter((url) => url !== wholeLab && !/^(data|blob):/.test(url)),
      [],
    );
  } finally {
    await firefox.close();
  }
});

test('Back returns to the text after a link to a figure, and the header follows every jump', async () => {
  const { page, errors, close } = await openPage(chromium, wholeLab, STILL);
  const link = page.locator('#wrong a.see').first();
  await link.scrollIntoViewIfNeeded();
  await drawnAround(page);
  await link.scrollIntoViewIfNeeded();
  const handle = await link.elementHandle();
  // While figures above the link are built, the layout may shift. So the place of the link is read
  // at the click itself.
  await link.evaluate((each) =>
    each.addEventListener('click', () => (window.before = each.getBoundingClientRect().top), true),
  );
  await link.click();
  await page.waitForFunction(() => scrollY < 2000);
  // Figures that are drawn late push the text down. Not all browsers then correct the scroll
  // position.
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none';
    const grow = () => (document.querySelector('pe-order').style.minHeight = '3000px');
    addEventListener('popstate', () => setTimeout(grow, 300), { once: true });
  });
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('pe-order').style.minHeight);
  await page.waitForFunction(
    (link) => Math.abs(link.getBoundingClientRect().top - window.before) <= 2,
    handle,
  );
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('End');
  await page.waitForFunction(
    () => scrollY + innerHeight > document.documentElement.scrollHeight - 2,
  );
  await page.waitForFunction(() => !/^1 of/.test(document.getElementById('here').textContent));
  await page.keyboard.press('Home');
  await page.waitForFunction(() => scrollY === 0);
  await page
    .locator('#here')
    .filter({ hasText: /^1 of 13/ })
    .waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('figures first show their main parts; on request all parts, also after a reload', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  const parts = ['pe-rope .pe-formula', 'pe-rope [part=layout]', 'pe-rope [data-act=csv]'];
  await show(page, 'pe-rope');
  for (const part of parts) assert.ok(!(await page.locator(part).isVisible()), part);
  assert.ok(await page.locator('pe-rope .pe-caption').isVisible());
  await page.getByLabel('Everything').check();
  for (const part of parts) assert.ok(await page.locator(part).isVisible(), part);
  await page.reload();
  await show(page, 'pe-rope');
  for (const part of parts) assert.ok(await page.locator(part).isVisible(), part);
  assert.deepEqual(errors, []);
  await close();
});

/** Answers the question of a figure rightly or wrongly, and scrolls to the message about it. */
async function answerFully(page, tag, rightly) {
  const figure = page.locator(`.chapter > ${tag}`);
  const right = await figure.evaluate((element) => element.question().answer);
  const options = figure.locator('.pe-option input');
  const values = await options.evaluateAll((radios) => radios.map(({ value }) => value));
  await options.nth(values.findIndex((value) => (value === right) === rightly)).check();
  await figure.locator('.pe-reveal').click();
  const skip = figure.getByRole('button', { name: 'Skip ahead' });
  while (await skip.isVisible()) await skip.click();
  const preview = figure.locator('.pe-preview');
  if (await preview.isVisible()) await preview.click();
}

/**
 * Counts the words before each figure, all words, and the screens that the page fills. Texts in
 * collapsed parts do not count.
 */
function measureCourse(page) {
  return page.evaluate(() => {
    const count = (text) => text.split(/\s+/).filter(Boolean).length;
    // A figure in a collapsed part has no offsetParent.
    const before = [...document.querySelectorAll('.chapter > .figure')]
      .filter((figure) => figure.offsetParent)
      .map((figure) => {
        const parts = [...figure.parentElement.children];
        const texts = parts.slice(0, parts.indexOf(figure)).map((part) => part.innerText);
        return count(texts.join(' '));
      });
    const inFigures = [...document.querySelectorAll('.chapter > .figure')]
      .filter((figure) => figure.offsetParent)
      .map((figure) => count(figure.shadowRoot.querySelector('.pe-grid').innerText));
    const words = count(document.body.innerText) + inFigures.reduce((sum, each) => sum + each, 0);
    return { before, words, screens: document.documentElement.scrollHeight / innerHeight };
  });
}

test('the course is short: few words and screens, also after right and wrong answers', async (t) => {
  const { page, errors, close } = await openPage(chromium, labFile, {
    viewport: { width: 360, height: 740 },
    ...STILL,
    hasTouch: true,
  });
  for (const tag of COURSE) await show(page, tag);
  for (const answers of ['no', 'right', 'wrong']) {
    for (const tag of COURSE) {
      if (answers === 'no') continue;
      await page.locator(`.chapter > ${tag}`).evaluate((figure) => figure.reset());
      await answerFully(page, tag, answers === 'right');
    }
    const { before, words, screens } = await measureCourse(page);
    t.diagnostic(`${answers} answers: ${words} words, ${screens.toFixed(1)} screens`);
    assert.equal(before.length, COURSE.length);
    if (answers === 'no') assert.ok(Math.max(...before) <= 120, `${before}`);
    assert.ok(words <= 2500, `${words} words after ${answers} answers`);
    assert.ok(screens <= 20, `${screens} screens after ${answers} answers`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('one sentence below each figure names what was seen, in every language', async () => {
  for (const language of ['en', ...LANGUAGES]) {
    const { page, close } = await openPage(chromium, `${labFile}?lang=${language}`);
    const sentences = await page.locator('.seen').allTextContents();
    assert.ok(sentences.length >= COURSE.length);
    for (const sentence of sentences)
      assert.match(sentence.trim(), /^[^.!?。！？]+[.。]$/, language);
    await close();
  }
});

test('the sentence below a figure is hidden until the answer, and again after Forget', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  const seen = page.locator('#order-chapter .seen');
  await show(page, 'pe-order');
  assert.ok(!(await seen.isVisible()));
  await page.locator('pe-order').getByRole('button', { name: 'Just show me' }).click();
  await goOn(page.locator('pe-order'));
  assert.ok(await seen.isVisible());
  await page.locator('pe-naive input[type=radio]').first().check();
  await page.locator('pe-naive .pe-reveal').click();
  await goOn(page.locator('pe-naive'));
  await page.reload();
  assert.ok(await page.locator('#naive-chapter .seen').isVisible());
  await page.locator('#chapters summary').click();
  await page.getByRole('button', { name: 'Forget this' }).click();
  assert.ok(!(await page.locator('#naive-chapter .seen').isVisible()));
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  assert.deepEqual(errors, []);
  await close();
});

test('each dotted word opens its explanation with a live figure, by keys too', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  const card = page.locator('.term-card');
  for (const term of await page.locator('a.term').all()) {
    const entry = page.locator(`${await term.getAttribute('href')} dd`);
    assert.equal(await entry.count(), 1, await term.textContent());
    if (!(await term.isVisible())) continue;
    await term.focus();
    await page.keyboard.press('Enter');
    assert.ok((await card.textContent()).includes(await entry.textContent()));
    if (await page.locator(`${await term.getAttribute('href')}[data-live]`).count())
      await card.locator('canvas').waitFor();
    const { x, y, width, height } = await card.boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 900);
    await page.keyboard.press('Escape');
    assert.ok(!(await card.isVisible()));
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a link to a figure outside the course shows this figure', async () => {
  const { page, errors, close } = await openPage(chromium, `${labFile}#pe1:alibi/head=3`, STILL);
  await page.locator('pe-alibi canvas').waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('pe-alibi').state.head), 3);
  await page.goto(`${labFile}#waves`);
  await page.locator('pe-waves canvas').waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('a link to any figure puts it at the top of the window, while others are drawn above', async () => {
  const ids = ['combine', 'buckets', 'networks', 'bugs'];
  for (const id of ids) {
    const { page, errors, close } = await openPage(chromium, `${labFile}#${id}`, STILL);
    await page.locator(`#${id} canvas`).waitFor();
    await drawnAround(page);
    const top = await page.evaluate((id) => document.getElementById(id).offsetTop - scrollY, id);
    assert.ok(top >= 50 && top <= 100, `${id} is ${top} px below the top`);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('a link in an open page leads to its figure, also into folded parts, and Back returns', async () => {
  const { page, errors, close } = await openPage(chromium, labFile, STILL);
  const top = (id) =>
    page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, id);
  const hashes = ['pe1:precision/position=9', 'pe1:order/order=210', 'precision', 'buckets'];
  for (const hash of [...hashes, 'pe1:waves/position=7']) {
    const [, id] = /^(?:pe1:)?(\w+)/.exec(hash);
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.locator(`#${id} canvas`).waitFor();
    await drawnAround(page);
    assert.ok((await top(id)) >= 50 && (await top(id)) <= 100, `${hash}: ${await top(id)} px`);
  }
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(
    () => document.getElementById('waves').getBoundingClientRect().top < 0,
  );
  await drawnAround(page);
  const left = await top('waves');
  // Following a link to the current state does not change the address.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: location.hash });
    document.body.append(link);
    link.click();
    link.remove();
  });
  await drawnAround(page);
  assert.ok(left < 0 && (await top('waves')) >= 50, `${left} px, then ${await top('waves')} px`);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(
    () => document.getElementById('waves').getBoundingClientRect().top < 0,
  );
  await drawnAround(page);
  const place = await page.evaluate(() => scrollY);
  await page.evaluate(() => (location.hash = 'precision'));
  await page.waitForFunction((place) => Math.abs(scrollY - place) > 300, place);
  await drawnAround(page);
  await page.goBack();
  const isBack = page.waitForFunction((place) => Math.abs(scrollY - place) <= 2, place);
  await assert.doesNotReject(isBack, 'Back does not return to the place');
  await drawnAround(page);
  assert.ok(Math.abs((await page.evaluate(() => scrollY)) - place) <= 2);
  assert.deepEqual(errors, []);
  await close();
});
