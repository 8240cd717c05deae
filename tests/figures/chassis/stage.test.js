/*
 * Checks when figures draw and when they are idle. Also checks their resolution, their colours in
 * print, and that they free their memory.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIGURES,
  TAGS,
  chromium,
  classic,
  each,
  on,
  server,
  useAuthors,
} from '../../support/authors.js';
import { Bench } from '../../support/bench.js';
import { openPage, settle, show } from '../../support/browsers.js';
import { isWhole } from '../../support/crossed.js';

const playing = FIGURES.filter((Figure) => new Figure().timeline).map((Figure) => Figure.tag);
useAuthors();

/** Opens a page with these figures, and waits until they are drawn. */
async function open(options, { tags = TAGS } = {}) {
  const opened = await openPage(chromium, server.author(each('', tags) + classic), options);
  await drawAll(opened.page, tags);
  return opened;
}

/** Scrolls to each figure, and waits until all are drawn. */
async function drawAll(page, tags) {
  await page.evaluate(async (tags) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (const tag of tags) {
      const { ui } = document.querySelector(tag);
      ui.plot.scrollIntoView();
      for (let wait = 0; wait < 2 || (wait < 1200 && ui.canvas.width < 2); wait++) await frame();
    }
  }, tags);
}

/** Runs in the page. Counts the frames and timers that are asked for and have not run. */
function countWork() {
  const { requestAnimationFrame, setTimeout, cancelAnimationFrame, clearTimeout } = window;
  const open = new Set();
  let asked = 0;
  const watch = (ask, name) => (run, ms) => {
    asked++;
    const done = (now) => {
      open.delete(key);
      run(now);
    };
    const id = ask.call(window, done, ms);
    const key = `${name} ${id}`;
    open.add(key);
    return id;
  };
  const forget = (cancel, name) => (id) => {
    open.delete(`${name} ${id}`);
    cancel.call(window, id);
  };
  window.requestAnimationFrame = watch(requestAnimationFrame, 'frame');
  window.setTimeout = watch(setTimeout, 'timer');
  window.cancelAnimationFrame = forget(cancelAnimationFrame, 'frame');
  window.clearTimeout = forget(clearTimeout, 'timer');
  window.setInterval = () => {
    throw new Error('setInterval runs for ever');
  };
  window.work = { open, asked: () => asked };
}

const moving = new Bench();
const still = new Bench({ reducedMotion: 'reduce' });

test('nothing is drawn while nothing changes, and nothing runs off screen', async () => {
  await moving.put('');
  const { page } = moving;
  await page.evaluate(countWork);
  const space = '<style>main > * { margin-bottom: 1500px !important; }</style>';
  await moving.put(space + each(), { all: true });
  /** Waits until no frame and no timer is left, and returns how many are asked for later. */
  const rest = () =>
    page.evaluate(async () => {
      const { until, frames } = window.tools;
      const { open, asked } = window.work;
      await until(() => !open.size, 'a page without frames and timers');
      const before = asked();
      await frames(12);
      return asked() - before;
    });
  assert.equal(await rest(), 0, 'frames or timers without a change');
  await page.evaluate((tags) => {
    scrollTo(0, 0);
    tags.forEach((tag) => document.querySelector(tag).play());
  }, playing);
  await show(page, playing[0]);
  const plays = () =>
    page.evaluate(async () => {
      const { asked } = window.work;
      const before = asked();
      await window.tools.until(() => asked() > before + 8, 'a figure that plays');
    });
  await plays();
  await page.evaluate((tag) => document.querySelector(tag).pause(), playing[0]);
  assert.equal(await rest(), 0, 'work for figures that nobody sees');
  await show(page, playing.at(-1));
  // A figure that plays goes on when it comes back on screen.
  await plays();
});

/** Runs in the page. Plays a figure, and returns the positions that it draws until it has moved. */
async function positionsOfPlay(figure) {
  const { elapse, go } = window.tools.stopTime();
  const { timeline, motion } = figure;
  figure.seek(-Infinity);
  figure.play();
  const seen = [motion.shown[timeline]];
  for (let ms = 0; ms < 5000 && seen.length < 3 && figure.playing; ms += 50) {
    await elapse(50);
    const now = motion.shown[timeline];
    if (seen.at(-1) !== now) seen.push(now);
  }
  figure.pause();
  go();
  return seen;
}

test('with reduced motion, play makes whole steps, and nothing is animated', async () => {
  for (const Figure of FIGURES) {
    const { tag } = Figure;
    await still.put(`<${tag}></${tag}>`);
    const { page } = still;
    // The next frame shows the new state completely, and no further frame is asked for.
    await on(page, tag, ({ ui }) => ui.plot.focus());
    await page.keyboard.press('ArrowRight');
    assert.ok(await on(page, tag, ({ motion }) => !motion.moving), `${tag} eases`);
    if (!new Figure().timeline) continue;
    const shown = await on(page, tag, positionsOfPlay);
    assert.ok(shown.length > 1 && shown.every(Number.isInteger), `${tag}: ${shown}`);
  }
  assert.deepEqual(still.errors, []);
});

/** Returns the number of canvas pixels per CSS pixel, for each figure. */
const ratios = (page, tags) =>
  page.evaluate(
    (tags) =>
      tags.map((tag) => {
        const canvas = document.querySelector(tag).shadowRoot.querySelector('canvas');
        return canvas.width / canvas.getBoundingClientRect().width;
      }),
    tags,
  );

test('every canvas has the pixels of the screen, also after the ratio changes', async () => {
  for (const [deviceScaleFactor, tags] of [
    [1, TAGS.filter((_, at) => at % 3 === 0)],
    [1.5, TAGS.filter((_, at) => at % 3 === 1)],
    [3, TAGS.filter((_, at) => at % 3 === 2)],
  ]) {
    const viewport = { width: 700, height: 420 };
    const { page, close } = await open({ deviceScaleFactor, viewport }, { tags });
    for (const ratio of await ratios(page, tags))
      assert.ok(Math.abs(ratio - deviceScaleFactor) < 0.02, `${ratio} for ${deviceScaleFactor}`);
    // The height changes too, because a headless page gets no frame if only the ratio changes.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 700,
      height: 400,
      deviceScaleFactor: 2,
      mobile: false,
    });
    await page.waitForFunction(() => devicePixelRatio === 2);
    await drawAll(page, tags);
    await page.waitForFunction(
      (tags) =>
        tags.every((tag) => {
          const canvas = document.querySelector(tag).shadowRoot.querySelector('canvas');
          return Math.abs(canvas.width / canvas.getBoundingClientRect().width - 2) < 0.02;
        }),
      tags,
    );
    await close();
  }
});

test('hair lines are sharp: one row of device pixels, at any ratio', async () => {
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const { page, close } = await open({ deviceScaleFactor }, { tags: ['pe-clocks'] });
    const rows = await page.evaluate(() => {
      const canvas = document.querySelector('pe-clocks').shadowRoot.querySelector('canvas');
      const x = Math.round(canvas.width * 0.985);
      const { data } = canvas
        .getContext('2d')
        .getImageData(
          x,
          Math.round(canvas.height - 190 * devicePixelRatio),
          1,
          Math.round(160 * devicePixelRatio),
        );
      const column = Array.from({ length: data.length / 4 }, (_, i) =>
        data.slice(4 * i, 4 * i + 3).join(),
      );
      const paper = column[0];
      return column
        .join(' ')
        .split(paper)
        .map((run) => run.trim().split(' ').filter(Boolean))
        .filter((run) => run.length);
    });
    assert.ok(rows.length >= 2, `${rows.length} lines at ${deviceScaleFactor}`);
    for (const run of rows)
      assert.equal(new Set(run).size, 1, `${deviceScaleFactor}: a line in ${run.join(' ')}`);
    await close();
  }
});

test('a figure that is made hidden is drawn when it is shown, at its width then', async () => {
  const { page, errors, close } = await openPage(
    chromium,
    server.author(
      `<h1>A lesson</h1><div hidden id="later" style="width: 500px">${each()}</div>${classic}`,
    ),
  );
  await settle(page);
  await page.evaluate(() => {
    document.getElementById('later').hidden = false;
  });
  await drawAll(page, TAGS);
  const widths = await page.evaluate(
    (tags) =>
      tags.map((tag) => document.querySelector(tag).ui.canvas.getBoundingClientRect().width),
    TAGS,
  );
  assert.deepEqual(
    widths,
    TAGS.map(() => 500),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('print shows every figure, even unseen ones, on light paper without controls', async () => {
  const { page, close } = await openPage(
    chromium,
    server.author(
      `<style>main > * { margin-bottom: 1500px !important; }</style>${each()}${classic}`,
    ),
    { colorScheme: 'dark' },
  );
  const corner = () =>
    page.evaluate(
      (tags) =>
        tags.map((tag) => {
          const { shadowRoot } = document.querySelector(tag);
          const canvas = shadowRoot.querySelector('canvas');
          const { data } = canvas.getContext('2d').getImageData(1, canvas.height - 2, 1, 1);
          return data.slice(0, 3).join();
        }),
      TAGS,
    );
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await settle(page);
  for (const color of await corner()) assert.equal(color, '252,251,248');
  for (const part of ['.pe-bar', '.pe-foot', '.pe-controls']) {
    assert.ok(await page.locator(part).count(), part);
    assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
  }
  const pdf = await page.pdf();
  assert.ok(pdf.length > (20000 * TAGS.length) / 3, `${pdf.length} bytes`);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await settle(page);
  await drawAll(page, TAGS);
  for (const color of await corner()) assert.equal(color, '21,22,26');
  await close();
});

/** How many figures come and go. */
const COMINGS = isWhole ? 1000 : 500;

test('hundreds of figures that come and go leave nothing behind', async (t) => {
  const { page, close } = await open({}, { tags: TAGS.slice(0, 1) });
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return { usedSize, nodes, jsEventListeners };
  };
  const pass = (rounds, fresh) =>
    page.evaluate(
      async ([tags, rounds, fresh]) => {
        const main = document.querySelector('main');
        const kept = tags.map((tag) => document.createElement(tag));
        for (let i = 0; i < rounds; i++) {
          const figure = fresh
            ? document.createElement(tags[i % tags.length])
            : kept[i % tags.length];
          figure.setAttribute('group', `g${i % 7}`);
          main.append(figure);
          if (i % 40 === 0)
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          figure.remove();
        }
      },
      [TAGS, rounds, fresh],
    );
  for (const fresh of [false, true]) {
    // This warm-up compiles all code, and makes everything that the page keeps permanently.
    await pass(1.5 * COMINGS, fresh);
    const first = await used();
    await pass(COMINGS, fresh);
    const last = await used();
    const bytes = last.usedSize - first.usedSize;
    const nodes = last.nodes - first.nodes;
    const listeners = last.jsEventListeners - first.jsEventListeners;
    const kilobytes = (bytes / 1024).toFixed(0);
    t.diagnostic(
      `${fresh ? 'new' : 'the same'}: ${kilobytes} kB, ${nodes} nodes, ${listeners} listeners`,
    );
    assert.ok(bytes < 1048 * COMINGS, `${bytes} bytes more`);
    assert.ok(nodes < COMINGS / 10 && listeners < COMINGS / 50, JSON.stringify({ first, last }));
  }
  await close();
});

test('the room for a caption grows with longer text, and does not shrink again', async () => {
  const { page, close } = await open(
    { viewport: { width: 400, height: 900 } },
    { tags: ['pe-clocks'] },
  );
  const heights = await page.evaluate(async () => {
    const figure = document.querySelector('pe-clocks');
    const caption = figure.shadowRoot.querySelector('.pe-caption');
    const seen = [];
    const text = figure.caption;
    for (const words of [5, 90, 5, 60, 5, 90, 5]) {
      figure.caption = () => ['word '.repeat(words)];
      figure.step(1);
      for (let i = 0; i < 20; i++) await new Promise((done) => requestAnimationFrame(done));
      seen.push(caption.offsetHeight);
    }
    figure.caption = text;
    return seen;
  });
  assert.ok(heights[1] > heights[0] + 40, heights.join());
  assert.equal(new Set(heights.slice(1)).size, 1, heights.join());
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.evaluate(() => document.querySelector('pe-clocks').step(1));
  await settle(page);
  await page.evaluate(() => document.querySelector('pe-clocks').step(1));
  await settle(page);
  assert.ok(
    (await page.evaluate(
      () =>
        document.querySelector('pe-clocks').shadowRoot.querySelector('.pe-caption').offsetHeight,
    )) < heights[1],
    'at another width it begins anew',
  );
  await close();
});
