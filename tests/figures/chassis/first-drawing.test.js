/* Checks that figures far from the screen are built only when something needs them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAGS, chromium, classic, each, server, useAuthors } from '../../support/authors.js';
import { openPage, settle } from '../../support/browsers.js';

const [FIRST, SECOND, THIRD] = TAGS;
const LAST = TAGS.at(-1);
useAuthors();

/** Opens a page with one of each figure, far apart, and waits until the first figure is drawn. */
async function open({ hash = '', attributes = '', below = '' } = {}) {
  const space = '<style>main > :not(h1) { margin-bottom: 4000px }</style>';
  const html = `${space}${each(attributes)}${below}${classic}`;
  const opened = await openPage(chromium, server.author(html) + hash);
  await opened.page.waitForSelector('canvas');
  await settle(opened.page);
  return opened;
}

/** Waits until a page has nothing to do: in idle moments, figures near the screen are built. */
const idle = (page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 20; count++) {
      await new Promise(requestAnimationFrame);
      await new Promise(requestIdleCallback);
    }
  });

/** Returns the tags of the figures that have been built. */
const built = (page) =>
  page.evaluate(
    (tags) =>
      tags.filter((tag) => document.querySelector(tag).shadowRoot.querySelector('.pe-root')),
    TAGS,
  );

const drawn = (page, tag) => page.waitForSelector(`${tag} canvas`);

test('a figure is built when it comes near the screen, before it is seen', async () => {
  const { page, errors, close } = await open();
  await idle(page);
  assert.deepEqual(await built(page), [FIRST]);
  await page.evaluate((tag) => {
    const { top } = document.querySelector(tag).getBoundingClientRect();
    scrollTo(0, top - 1.5 * innerHeight);
  }, SECOND);
  await drawn(page, SECOND);
  assert.deepEqual(await built(page), [FIRST, SECOND]);
  assert.deepEqual(errors, []);
  await close();
});

test('a link to a state, and a link to an element, build the figure that they show', async () => {
  const { page, close } = await open({ hash: '#pe1:clocks/position=44' });
  await drawn(page, 'pe-clocks');
  assert.deepEqual(await built(page), [FIRST, 'pe-clocks']);
  assert.equal(await page.evaluate(() => document.querySelector('pe-clocks').position), 44);
  await page.evaluate((tag) => {
    document.querySelector(tag).id = 'last';
    location.hash = '#last';
  }, LAST);
  await drawn(page, LAST);
  assert.deepEqual(await built(page), [FIRST, 'pe-clocks', LAST]);
  await page.waitForFunction((tag) => {
    const { top } = document.querySelector(tag).getBoundingClientRect();
    return top > -2 && top < innerHeight;
  }, LAST);
  await close();
});

test('properties, groups and events work before a figure is built; methods build it', async () => {
  const { page, errors, close } = await open({ attributes: 'group="all"' });
  const found = await page.evaluate(async () => {
    const [clocks, waves, rope] = ['clocks', 'waves', 'rope'].map((name) =>
      document.querySelector(`pe-${name}`),
    );
    const changes = [];
    waves.addEventListener('pe-change', ({ detail }) => changes.push(detail.key));
    clocks.position = 33;
    clocks.setAttribute('dim', '32');
    const isBuilt = [clocks, waves].map((figure) =>
      Boolean(figure.shadowRoot.querySelector('.pe-root')),
    );
    const { size } = await rope.toPNG({ scale: 1 });
    const rows = clocks.toCSV().trim().split('\n').length;
    waves.toggle('table', true);
    const cells = waves.shadowRoot.querySelectorAll('.pe-scroll td').length;
    return {
      changes,
      isBuilt,
      position: waves.position,
      size,
      rows,
      cells,
      says: clocks.describe(),
    };
  });
  assert.deepEqual(found.changes, ['position']);
  assert.deepEqual(found.isBuilt, [false, false]);
  assert.equal(found.position, 33);
  assert.ok(found.size > 5000, `a picture of ${found.size} bytes`);
  assert.equal(found.rows, 17);
  assert.ok(found.cells > 20);
  assert.match(found.says, /^Position 33\./);
  assert.deepEqual(
    (await built(page)).toSorted(),
    [FIRST, 'pe-clocks', 'pe-rope', 'pe-waves'].toSorted(),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('Tab goes from figure to figure in both directions, and skips none', async () => {
  const { page, errors, close } = await open({ below: '<button>After</button>' });
  const here = () =>
    page.evaluate(() => document.activeElement.closest('main > *')?.localName ?? '');
  const visited = new Set();
  for (let count = 0; count < 60 && !visited.has(THIRD); count++) {
    await page.keyboard.press('Tab');
    visited.add(await here());
  }
  assert.deepEqual([...visited], [FIRST, SECOND, THIRD]);
  await page.getByRole('button', { name: 'After' }).focus();
  await page.keyboard.press('Shift+Tab');
  assert.equal(await here(), LAST);
  const act = await page.evaluate(
    () => document.activeElement.shadowRoot.activeElement.dataset.act,
  );
  assert.equal(act, 'help', 'the last control of the figure');
  assert.deepEqual(errors, []);
  await close();
});

test('print and a search of the page get all figures', async () => {
  const { page, close } = await open();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.deepEqual(await built(page), TAGS);
  await close();
  const searched = await open();
  await searched.page.keyboard.press('Control+f');
  for (const tag of TAGS) await drawn(searched.page, tag);
  await searched.close();
});

test('before a figure is built, search and screen readers find its title and caption', async () => {
  const { page, errors, close } = await open();
  await page.waitForFunction(
    (tags) =>
      tags.every((tag) => document.querySelector(tag).shadowRoot.querySelector('[role=group]')),
    TAGS.slice(1),
  );
  assert.deepEqual(await built(page), [FIRST], 'only the first figure is built');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const groups = nodes.filter(({ role }) => role?.value === 'group').map(({ name }) => name.value);
  for (const tag of TAGS.slice(1)) {
    const { title, caption, says } = await page.evaluate((tag) => {
      const figure = document.querySelector(tag);
      const { words, state, shadowRoot } = figure;
      const pieces = words.caption(figure.compute(state), true, false);
      const { ariaLabel, textContent } = shadowRoot.querySelector('.pe-later');
      const text = pieces.map((piece) => [piece].flat().at(-1)).join('');
      // Until they are built, these figures have no caption. Computing its numbers takes too long.
      const caption = ['pe-combine', 'pe-precision'].includes(tag) ? '' : text;
      return { title: ariaLabel, caption, says: textContent };
    }, tag);
    assert.equal(says, `${title}. ${caption}`, tag);
    assert.ok(groups.includes(title), `${tag}: no group "${title}" in ${groups}`);
    // One call makes all searches. Each scrolls to what it finds, and then the figure is built.
    const found = await page.evaluate(
      (texts) => texts.map((text) => find(text, true, false, true)),
      [title, caption.slice(0, 30) || title, 'no such words'],
    );
    assert.deepEqual(found, [true, true, false], tag);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the words before a figure is built follow its state and the language', async () => {
  const { page, close } = await open();
  const words = (tag) =>
    page.$eval(tag, ({ shadowRoot }) => shadowRoot.firstElementChild.textContent);
  await page.evaluate(() => (document.querySelector('pe-clocks').position = 77));
  await page.waitForFunction(() =>
    /77/.test(document.querySelector('pe-clocks').shadowRoot.textContent),
  );
  await page.addScriptTag({ url: 'languages/de.js', type: 'module' });
  await page.evaluate(() => (document.documentElement.lang = 'de'));
  await page.waitForFunction(() =>
    document.querySelector('pe-clocks').shadowRoot.querySelector('.pe-later[lang=de]'),
  );
  assert.match(await words('pe-clocks'), /77/);
  assert.deepEqual(await built(page), [FIRST]);
  // When a figure is built, the words that were shown in its place are removed.
  await page.evaluate(() => document.querySelector('pe-clocks').scrollIntoView());
  await drawn(page, 'pe-clocks');
  assert.equal(await words('pe-clocks'), '');
  await close();
});

test('before a figure is built, a search of the page finds its children', async () => {
  const { page, close } = await openPage(
    chromium,
    server.author(
      `<div style="height: 5000px"></div><pe-clocks><p>Sixteen clocks</p></pe-clocks>${classic}`,
    ),
  );
  await page.waitForSelector('.pe-later', { state: 'attached' });
  const height = await page.evaluate(() => document.querySelector('pe-clocks').offsetHeight);
  assert.ok(height >= 900, `${height} px`);
  assert.ok(await page.evaluate(() => find('Sixteen clocks')), 'search does not find it');
  await page.evaluate(() => document.querySelector('p').scrollIntoView());
  await drawn(page, 'pe-clocks');
  await close();
});

test('a figure above the screen is drawn without moving what the reader reads', async () => {
  const html = `<style>body { overflow-anchor: none }</style><pe-clocks></pe-clocks>
    <div style="height: 3000px"></div><p id="here">Here</p><div style="height: 3000px"></div>`;
  const { page, errors, close } = await openPage(chromium, server.author(html));
  const here = page.locator('#here');
  const top = () =>
    here.evaluate((text) => [document.body.scrollHeight, text.getBoundingClientRect().top]);
  const goThere = () => here.evaluate((text) => text.scrollIntoView({ block: 'center' }));
  await goThere();
  await page.addScriptTag({ url: 'figures.iife.js' });
  await page.waitForSelector('.pe-later', { state: 'attached' });
  await goThere();
  const [before, place] = await top();
  // The key opens a search of the page, for which all figures are drawn.
  await page.keyboard.press('F3');
  await page.waitForSelector('pe-clocks canvas', { state: 'attached' });
  await settle(page);
  const [after, later] = await top();
  assert.ok(Math.abs(after - before) > 10, `the figure grows by ${after - before} px`);
  assert.ok(Math.abs(later - place) <= 1, `the text moves by ${later - place} px`);
  assert.deepEqual(errors, []);
  await close();
});
