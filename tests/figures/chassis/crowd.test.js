/*
 * Checks figures in unusual pages: in tiny containers, in great numbers and in a sandbox. Also
 * checks figures that several copies of the script define.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app } from '../../../web/build/budgets.js';
import { defining } from '../../../web/build/figure-list.js';
import { FIGURES, TAGS, chromium, classic, on, server, useAuthors } from '../../support/authors.js';
import { isWhole } from '../../support/crossed.js';
import { figurePage, openPage, settle, show } from '../../support/browsers.js';

useAuthors();

/**
 * Returns the widths at which a figure is drawn, of 1 to 60 pixels. Each figure gets every fourth
 * width, and its neighbours in the list of figures get the others.
 */
const widthsOf = (at) =>
  Array.from({ length: 60 }, (_, width) => width + 1).filter(
    (width) => isWhole || width % 4 === at % 4,
  );

test('every figure draws in a container of 1 to 60 pixels, and without its children', async () => {
  const { page, errors, close } = await figurePage(chromium, '');
  const list = TAGS.map((tag, at) => [tag, widthsOf(at)]);
  const drawn = await page.evaluate(async (list) => {
    let count = 0;
    const main = document.querySelector('main');
    const add = async (tag, width) => {
      const figure = document.createElement(tag);
      figure.style.cssText = `display: block; width: ${width}px`;
      main.append(figure);
      // A figure in view is drawn in a microtask, after the script that added it.
      await Promise.resolve();
      count += figure.shadowRoot.querySelector('canvas').width > 1;
      return figure;
    };
    for (const [tag, widths] of list) {
      for (const width of widths) (await add(tag, width)).remove();
      const figure = await add(tag, 600);
      figure.replaceChildren('Other words');
      figure.style.width = '30px';
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      figure.reset();
      figure.step(1);
      await figure.toPNG({ scale: 1 });
      figure.remove();
    }
    return count;
  }, list);
  assert.deepEqual([...new Set(errors)], []);
  // The narrowest plots have no room for a canvas.
  const all = list.reduce((sum, [, widths]) => sum + widths.length, 0);
  assert.ok(drawn > (5 / 6) * all, `${drawn} of ${all} figures drawn`);
  await close();
});

test('120 figures add as many listeners to the page as 12, and search it as often', async () => {
  const { page, errors, close } = await figurePage(chromium, '');
  const watched = (count) =>
    page.evaluate(
      async ([tags, count]) => {
        const { addEventListener } = EventTarget.prototype;
        const { querySelectorAll } = Document.prototype;
        const listeners = new Set();
        let searches = 0;
        EventTarget.prototype.addEventListener = function (type, listener, options) {
          const target = this ?? window;
          if ([window, document].includes(target) || target instanceof MediaQueryList)
            listeners.add(listener);
          return addEventListener.call(target, type, listener, options);
        };
        Document.prototype.querySelectorAll = function (selector) {
          searches++;
          return querySelectorAll.call(this, selector);
        };
        const tagsOf = Array.from({ length: count }, (_, at) => tags[at % tags.length]);
        const figures = tagsOf.map((tag) => document.createElement(tag));
        document.querySelector('main').append(...figures);
        await Promise.resolve();
        EventTarget.prototype.addEventListener = addEventListener;
        Document.prototype.querySelectorAll = querySelectorAll;
        figures.forEach((figure) => figure.remove());
        return { listeners: listeners.size, searches };
      },
      [TAGS, count],
    );
  await watched(12);
  assert.deepEqual(await watched(120), await watched(12));
  assert.deepEqual(errors, []);
  await close();
});

test('figures of two copies of the script share groups, and their ids are unique', async () => {
  const { page, errors, close } = await openPage(
    chromium,
    server.author('<pe-clocks group="g"></pe-clocks><pe-heatmap group="g"></pe-heatmap>'),
  );
  for (const tag of ['pe-clocks', 'pe-heatmap']) {
    const Figure = FIGURES.find((each) => each.tag === tag);
    const { name } = Figure;
    await page.addScriptTag({
      content: await app(defining({ name, tag, folder: tag.slice(3) })),
      type: 'module',
    });
    await show(page, tag);
  }
  const positions = () =>
    page.evaluate(() => [...document.querySelectorAll('[group]')].map(({ position }) => position));
  assert.deepEqual(await positions(), [12, 1]);
  await page.evaluate(() => document.querySelector('pe-clocks').step(2));
  assert.deepEqual(await positions(), [14, 14]);
  await page.evaluate(() => document.querySelector('pe-heatmap').step(3));
  assert.deepEqual(await positions(), [17, 17]);
  for (const tag of ['pe-clocks', 'pe-heatmap']) {
    const ids = await on(page, tag, ({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('[id]')].map(({ id }) => id),
    );
    assert.ok(ids.length > 9, tag);
    assert.equal(new Set(ids).size, ids.length, tag);
  }
  assert.deepEqual(errors, []);
  await close();
});

/** Presses the buttons CSV and PNG of a figure, and returns what it says after each. */
async function exportsOf(frame) {
  const note = frame.locator('.pe-foot [role=status]');
  const said = [];
  for (const [act, kind] of [
    ['csv', 'CSV'],
    ['png', 'PNG'],
  ]) {
    await frame.locator(`[data-act=${act}]`).click();
    await note.getByText(kind).waitFor();
    said.push(await note.textContent());
  }
  return said;
}

test('if a frame may forbid downloads, the figure says so, else what it saved', async () => {
  const figure = `<pe-clocks></pe-clocks>${classic}`;
  const inside = server.author(figure);
  const frame = (sandbox) =>
    server.author(`<iframe ${sandbox} width="900" height="900" src="${inside}"></iframe>`);
  const forbids = ['CSV', 'PNG'].map(
    (kind) => `If your browser saved no ${kind}, the page around this figure forbids downloads.`,
  );
  for (const [address, wanted, files] of [
    [inside, ['CSV saved, with all digits.', 'PNG saved.'], 2],
    [frame('sandbox="allow-scripts"'), forbids, 0],
    [frame('sandbox="allow-scripts allow-downloads"'), forbids, 2],
    [server.author(figure, 'sandbox allow-scripts'), forbids, 0],
  ]) {
    const { page, close } = await openPage(chromium, address);
    const saved = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    const shown = page.frames().at(-1);
    await shown.locator('.pe-foot').waitFor();
    assert.deepEqual(await exportsOf(shown), wanted);
    await settle(page);
    assert.equal(saved.length, files, saved.join());
    await close();
  }
});
