/* Checks pe-tour in a page: pictures, taking over, keys, links, voice, print, and the lab. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit } from '../support/axe.js';
import { chromium, on, server, useAuthors } from '../support/authors.js';
import { labFile, openPage, settle } from '../support/browsers.js';
import { rulerOf } from '../../web/figures/rope/picture.js';
import { script } from '../../web/tour/script.js';
import { LENGTH, captionText, captions, starts, vtt } from '../../web/tour/timeline.js';

useAuthors();

const texts = captions.map(captionText);

/** A script that replaces the voice of the browser, and records the texts to be read. */
const voice = `<script>
  window.said = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, 'speechSynthesis', {
    value: { speak: ({ text }) => said.push(text), cancel() {} },
  });
</script>`;
const lesson = `<h1>Tour</h1><pe-tour>Later</pe-tour>${voice}
<script type="module" src="tour.js"></script>`;

/** All tests except those in the lab use one page, which the first test opens. */
let page;
let errors;
let requests;

const noErrors = () => assert.deepEqual(errors, []);
const main = () => page.locator('pe-tour .pe-dock .pe-reveal');
const button = (name) => page.locator('pe-tour').getByRole('button', { name });
const summary = () => page.locator('pe-tour .pe-transcript summary');
const moment = () => on(page, 'pe-tour', ({ t }) => t);
const plays = () => on(page, 'pe-tour', ({ playing }) => playing);
const line = () => page.locator('pe-tour .pe-line').textContent();
const go = (t) => on(page, 'pe-tour', (tour, t) => (tour.t = t), t);
const waitUntil = (t) => page.waitForFunction((t) => document.querySelector('pe-tour').t >= t, t);

/**
 * Goes to a moment, if given. Returns the picture, the names of the figures in the layout, and the
 * height of the tour. Also returns whether these figures were drawn at once, and how many figures
 * are drawn in all.
 */
const look = (t = null) =>
  on(
    page,
    'pe-tour',
    async (tour, t) => {
      const canvasOf = (figure) => figure.shadowRoot?.querySelector('canvas');
      const isDrawn = (figure) => canvasOf(figure)?.width > 1;
      const figures = () => [...tour.shadowRoot.querySelectorAll('.pe-screen > *')];
      const inFlow = () => figures().filter((figure) => !figure.inert);
      if (t !== null) tour.t = t;
      const atOnce = inFlow().every(isDrawn);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const shown = inFlow();
      return {
        picture: canvasOf(shown[0]).toDataURL(),
        shown: shown.map(({ localName }) => localName),
        atOnce,
        drawn: figures().filter(isDrawn).length,
        height: tour.getBoundingClientRect().height,
      };
    },
    t,
  );

/** Fails if a moment does not have this picture. The pictures are too long to be printed. */
async function hasPicture(picture, t, message = `${t} s`) {
  const now = await look(t);
  assert.ok(now.picture === picture, message);
}

test('the keyboard alone plays, pauses and moves the tour, also from the figure', async () => {
  const focused = () =>
    page.evaluate(() => {
      let { activeElement } = document;
      while (activeElement.shadowRoot) ({ activeElement } = activeElement.shadowRoot);
      return activeElement.className;
    });
  ({ page, errors, requests } = await openPage(chromium, server.author(lesson)));
  await page.locator('pe-tour .pe-line').waitFor();
  assert.deepEqual([await moment(), await plays()], [0, false]);
  // The tour also draws the figure of the next chapter, in advance.
  await page.locator('pe-tour pe-clocks canvas').waitFor({ state: 'attached' });
  assert.equal((await look()).drawn, 2);
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'pe-plot');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'pe-reveal');
  await page.keyboard.press('Space');
  await waitUntil(0.2);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  assert.equal(await plays(), false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await moment(), 4);
  const scrub = page.locator('pe-tour .pe-dock input');
  assert.equal(await scrub.getAttribute('aria-valuetext'), '4 seconds, Order');
  await button('Next caption').press('Enter');
  assert.equal(await line(), texts[1]);
  await button('RoPE').press('Enter');
  assert.equal(await moment(), starts[2]);
  await page.keyboard.press('End');
  assert.equal(await moment(), LENGTH);
  noErrors();
});

test('every moment has one picture, whichever moment came before, and nothing jumps', async () => {
  const times = Array.from({ length: 12 }, (_, at) => at * 5 + 1.3);
  const looks = [];
  for (const t of times) looks.push(await look(t));
  for (let at = times.length - 1; at >= 0; at--) await hasPicture(looks[at].picture, times[at]);
  // These jumps stay within one move. At 27.9 s, pe-rope has moved by less than one position.
  for (const t of [27.9, 3.3]) {
    const { picture } = await look(t);
    for (const from of [t + 1, t - 1]) {
      await look(from);
      await hasPicture(picture, t, `${t} s from ${from} s`);
    }
  }
  assert.ok(new Set(looks.map(({ picture }) => picture)).size > 9);
  assert.equal(new Set(looks.map(({ height }) => height)).size, 1);
  assert.ok(looks.every(({ shown, atOnce }) => shown.length === 1 && atOnce));
  const figures = script.map(({ figure }) => `pe-${figure}`);
  assert.deepEqual([...new Set(looks.map(({ shown }) => shown[0]))], figures);
  noErrors();
  assert.deepEqual(
    requests.filter((address) => !address.startsWith(server.origin)),
    [],
  );
});

test('playing and jumping to a moment give one picture; the tour stops at its end', async () => {
  await go(captions[1].begins - 0.3);
  await main().click();
  await waitUntil(captions[1].begins + 0.2);
  assert.equal(await line(), texts[1]);
  assert.equal(await main().textContent(), 'Pause');
  await main().click();
  const t = await moment();
  const { picture } = await look();
  await look(30);
  await hasPicture(picture, t);
  await go(LENGTH - 0.1);
  await main().click();
  await page.waitForFunction(() => !document.querySelector('pe-tour').playing);
  assert.equal(await moment(), LENGTH);
  assert.equal(await main().textContent(), 'Watch again');
  noErrors();
});

test('the reader takes over, and “Go on” restores the picture', async () => {
  const { picture } = await look(33);
  const caption = await line();
  await main().click();
  const rope = page.locator('pe-tour pe-rope .pe-plot');
  await rope.click({ position: { x: 500, y: 56 } });
  assert.equal(await plays(), false);
  assert.match(await line(), /^Now you move the picture/);
  const t = await moment();
  const taken = await look();
  await page.keyboard.press('ArrowRight');
  assert.ok((await look()).picture !== taken.picture);
  assert.deepEqual([await moment(), await main().textContent()], [t, 'Go on']);
  await main().click();
  await waitUntil(t + 0.01);
  assert.equal(await line(), caption);
  await main().click();
  await hasPicture(picture, 33);
  noErrors();
});

test('a press that does not move changes nothing, and a drag changes the distance', async () => {
  await go(33);
  const rope = page.locator('pe-tour pe-rope .pe-plot');
  const { state, width } = await on(page, 'pe-tour', ({ shadowRoot }) => {
    const { state, ui } = shadowRoot.querySelector('pe-rope');
    return { state, width: ui.plot.clientWidth };
  });
  const stateNow = () =>
    on(page, 'pe-tour', ({ shadowRoot }) => shadowRoot.querySelector('pe-rope').state);
  const ruler = rulerOf(state, width);
  // The first two presses are beside the middle of a word. The third press is on an empty area.
  for (const [x, y] of [
    [ruler.x(state.other) - 6, 56],
    [ruler.x(state.position) + 6, 56],
    [2, 200],
  ]) {
    await rope.click({ position: { x, y } });
    assert.deepEqual(await stateNow(), state, `${x}`);
  }
  const box = await rope.boundingBox();
  await page.mouse.move(box.x + ruler.x(state.position), box.y + 56);
  await page.mouse.down();
  await page.mouse.move(box.x + ruler.x(state.position + 4), box.y + 56, { steps: 4 });
  await page.mouse.up();
  const { position, other } = await stateNow();
  assert.deepEqual([position, other], [state.position + 4, state.other]);
  noErrors();
});

test('the figures say what can be dragged only while the tour does not play', async () => {
  const isHinted = () =>
    on(page, 'pe-tour', async ({ shadowRoot }) =>
      (await shadowRoot.querySelector('pe-rope').toSVG()).includes('drag q or k'),
    );
  await go(30);
  assert.equal(await isHinted(), true);
  await main().click();
  assert.equal(await isHinted(), false);
  await main().click();
  assert.equal(await isHinted(), true);
});

test('links lead to moments, and the transcript has all captions', async () => {
  await page.evaluate(() => (location.hash = '#pe1:tour/t=23'));
  await page.waitForFunction(() => document.querySelector('pe-tour').t === 23);
  assert.equal(await plays(), false);
  await summary().click();
  assert.deepEqual(await page.locator('pe-tour dd').allTextContents(), texts);
  assert.equal(await on(page, 'pe-tour', (tour) => tour.vtt), vtt());
  await page.locator('pe-tour dt a').nth(7).click();
  await page.waitForFunction((t) => document.querySelector('pe-tour').t === t, captions[7].begins);
  await go(9.87);
  await button('Link to this moment').click();
  await page.waitForFunction(() => location.hash === '#pe1:tour/t=9.9');
  await page.evaluate(() => (location.hash = '#pe1:tour/t=x'));
  await page.waitForFunction(() => document.querySelector('pe-tour').t === 0);
  await summary().click();
  noErrors();
});

test('the voice speaks only when asked for, once for each caption', async () => {
  const said = () => page.evaluate(() => window.said);
  const live = () => page.locator('pe-tour .pe-line').getAttribute('aria-live');
  assert.deepEqual([await said(), await live()], [[], 'polite']);
  await go(captions[1].begins - 0.2);
  await button('Read aloud').click();
  assert.deepEqual([await said(), await live()], [[texts[0]], 'off']);
  await page.evaluate(() => (window.said = []));
  await main().click();
  await waitUntil(captions[1].begins + 0.2);
  await main().click();
  assert.deepEqual(await said(), texts.slice(0, 2));
  await button('Read aloud').click();
  await go(captions[2].begins);
  assert.deepEqual([await said(), await live()], [texts.slice(0, 2), 'polite']);
  noErrors();
});

test('with reduced motion, the tour goes from caption to caption', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go(0);
  for (const [at, text] of texts.entries()) {
    assert.deepEqual([await line(), await moment()], [text, captions[at].begins]);
    assert.equal(await main().textContent(), at < texts.length - 1 ? 'Next' : 'Watch again');
    if (at === 1) await hasPicture((await look()).picture, captions[at].ends - 0.01);
    await main().click();
  }
  assert.equal(await line(), texts[0]);
  await on(page, 'pe-tour', (tour) => tour.play());
  assert.equal(await plays(), false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  noErrors();
});

test('axe finds nothing, in light and dark and at 360 px', async () => {
  await summary().click();
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await go(45);
    await settle(page);
    await audit(page, `${colorScheme}, ${width} px`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(beyond <= 0, `${width} px`);
  }
  await summary().click();
  noErrors();
});

test('a printed page contains the transcript', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-tour-'));
  const file = join(folder, 'tour.pdf');
  await page.pdf({ path: file, format: 'A4' });
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  for (const each of texts) assert.ok(text.replace(/\s+/g, ' ').includes(each), each);
  assert.equal(await page.locator('pe-tour dd').first().isVisible(), false);
  noErrors();
});

test('the lab builds the tour when it is opened, and plays it', async () => {
  const lab = await openPage(chromium, labFile);
  const tour = lab.page.locator('pe-tour .pe-line');
  await lab.page.locator('pe-order canvas').waitFor();
  assert.equal(await tour.count(), 0);
  const fold = lab.page.locator('#main').getByText('Watch it in 60 seconds');
  await fold.click();
  await lab.page.waitForFunction(() => document.querySelector('pe-tour').t > 0.2);
  // The header names what is on the screen.
  const here = lab.page.locator('#here');
  await here.filter({ hasText: 'Watch it in 60 seconds' }).waitFor();
  await fold.click();
  await here.filter({ hasText: '1 of 8' }).waitFor();
  await lab.page.waitForFunction(() => !document.querySelector('pe-tour').playing);
  await lab.page.evaluate(() => (location.hash = '#pe1:tour/t=23'));
  await lab.page.waitForFunction(() => document.querySelector('pe-tour').t === 23);
  assert.ok(await tour.isVisible());
  assert.deepEqual(lab.errors, []);
  await lab.close();
});
