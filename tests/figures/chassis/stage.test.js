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
  server,
  useAuthors,
} from '../../support/authors.js';
import { openPage, settle, show } from '../../support/browsers.js';

const playing = FIGURES.filter((Figure) => new Figure().timeline).map((Figure) => Figure.tag);
useAuthors();

/**
 * Opens a page with one of each figure, and waits until all are drawn. With `tall`, only one figure
 * is on screen at a time.
 */
async function open(options, { tall = false, tags = TAGS } = {}) {
  const space = tall ? '<style>main > * { margin-bottom: 1500px !important; }</style>' : '';
  const opened = await openPage(chromium, server.author(space + each('', tags) + classic), options);
  for (const tag of tags) await show(opened.page, tag);
  return opened;
}

/** Counts all later calls that ask for a frame or set a timer. */
const watch = (page) =>
  page.evaluate(() => {
    window.work_ = 0;
    for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval']) {
      const ask = window[name];
      window[name] = (...arguments_) => (window.work_++, ask.apply(window, arguments_));
    }
  });

test('nothing is drawn while nothing changes, and nothing runs off screen', async () => {
  const { page, close } = await open({}, { tall: true });
  await watch(page);
  const during = async (ms) => {
    const before = await page.evaluate(() => window.work_);
    await page.waitForTimeout(ms);
    return (await page.evaluate(() => window.work_)) - before;
  };
  /** Waits until no figure has asked for a frame or a timer for 700 ms. */
  const rest = async () => {
    for (let wait = 0; wait < 20 && (await during(700)); wait++);
  };
  await rest();
  assert.equal(await during(500), 0, 'frames or timers without a change');
  await page.evaluate((tags) => {
    scrollTo(0, 0);
    tags.forEach((tag) => document.querySelector(tag).play());
  }, playing);
  await show(page, playing[0]);
  const plays = async () =>
    page.waitForFunction(
      (from) => window.work_ > from + 8,
      await page.evaluate(() => window.work_),
    );
  await plays();
  await page.evaluate((tag) => document.querySelector(tag).pause(), playing[0]);
  await rest();
  assert.equal(await during(500), 0, 'work for figures that nobody sees');
  await show(page, playing.at(-1));
  // A figure that plays goes on when it comes back on screen.
  await plays();
  await close();
});

test('with reduced motion, play makes whole steps, and nothing is animated', async () => {
  const { page, close } = await open({ reducedMotion: 'reduce' });
  for (const Figure of FIGURES) {
    const { tag } = Figure;
    const { timeline } = new Figure();
    await show(page, tag);
    // The next frame shows the new state completely, and no further frame is asked for.
    await page.evaluate(
      (tag) => document.querySelector(tag).shadowRoot.querySelector('.pe-plot').focus(),
      tag,
    );
    await page.keyboard.press('ArrowRight');
    assert.ok(
      await page.evaluate((tag) => {
        const { motion } = document.querySelector(tag);
        return !motion.moving;
      }, tag),
      `${tag} eases`,
    );
    if (!timeline) continue;
    await page.evaluate((tag) => {
      const figure = document.querySelector(tag);
      figure.seek(-Infinity);
      figure.play();
    }, tag);
    const shown = await page.evaluate(
      ([tag, timeline]) =>
        new Promise((done) => {
          const figure = document.querySelector(tag);
          const seen = [figure.motion.shown[timeline]];
          const look = setInterval(() => {
            if (seen.at(-1) !== figure.motion.shown[timeline])
              seen.push(figure.motion.shown[timeline]);
            if (seen.length > 1 || !figure.playing) {
              clearInterval(look);
              figure.pause();
              done(seen);
            }
          }, 20);
        }),
      [tag, timeline],
    );
    assert.ok(shown.length > 1 && shown.every(Number.isInteger), `${tag}: ${shown}`);
  }
  await close();
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
    [1, TAGS.slice(0, 2)],
    [1.5, TAGS],
    [3, TAGS.slice(-2)],
  ]) {
    const viewport = { width: 700, height: 900 };
    const { page, close } = await open({ deviceScaleFactor, viewport }, { tags });
    for (const ratio of await ratios(page, tags))
      assert.ok(Math.abs(ratio - deviceScaleFactor) < 0.02, `${ratio} for ${deviceScaleFactor}`);
    // The height changes too, because a headless page gets no frame if only the ratio changes.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 700,
      height: 820,
      deviceScaleFactor: 2,
      mobile: false,
    });
    await page.waitForFunction(() => devicePixelRatio === 2);
    for (const tag of tags) await show(page, tag);
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
  for (const tag of TAGS) {
    await show(page, tag);
    assert.equal(
      await page.evaluate(
        (tag) =>
          document.querySelector(tag).shadowRoot.querySelector('canvas').getBoundingClientRect()
            .width,
        tag,
      ),
      500,
      tag,
    );
  }
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
  for (const tag of TAGS) await show(page, tag);
  for (const color of await corner()) assert.equal(color, '21,22,26');
  await close();
});

test('a thousand figures that come and go leave nothing behind', async (t) => {
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
    await pass(1500, fresh);
    const first = await used();
    await pass(1000, fresh);
    const last = await used();
    const bytes = last.usedSize - first.usedSize;
    const nodes = last.nodes - first.nodes;
    const listeners = last.jsEventListeners - first.jsEventListeners;
    const kilobytes = (bytes / 1024).toFixed(0);
    t.diagnostic(
      `${fresh ? 'new' : 'the same'}: ${kilobytes} kB, ${nodes} nodes, ${listeners} listeners`,
    );
    assert.ok(bytes < 1 << 20, `${bytes} bytes more`);
    assert.ok(nodes < 100 && listeners < 20, JSON.stringify({ first, last }));
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
