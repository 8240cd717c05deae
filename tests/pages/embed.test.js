/* Checks embed.html: one figure in a frame of a page that has no other code of this project. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TAGS, chromium, server, useAuthors } from '../support/authors.js';
import { openPage, root, settle } from '../support/browsers.js';

useAuthors();

/** Makes a page with frames, and gives each frame the height that it asks for. */
const page = (frames) =>
  server.author(`<h1>A lesson</h1><div style="height: 300px">Above</div>${frames}
  <div style="height: 3000px">Below</div>
  <script>
    window.heights = [];
    addEventListener('message', ({data, source}) => {
      if (data?.type !== 'posenc:resize') return;
      heights.push(data.height);
      for (const frame of document.querySelectorAll('iframe'))
        if (frame.contentWindow === source) frame.style.height = data.height + 'px';
    });
  </script>`);
const frame = (query, attributes = 'sandbox="allow-scripts"') =>
  `<iframe title="A figure" width="600" height="150" style="border: 0" ${attributes}
    src="embed.html?${query}"></iframe>`;

test('every figure fits its sandboxed frame, with attributes from the query', async () => {
  const opened = await openPage(
    chromium,
    page(
      TAGS.map((tag) =>
        frame(`figure=${tag.slice(3)}&hide=predict+table&theme=dark&onclick=alert(1)&nonsense=1`),
      ).join(''),
    ),
  );
  const frames = opened.page.frames().slice(1);
  assert.equal(frames.length, TAGS.length);
  for (const [at, tag] of TAGS.entries()) {
    const inside = frames[at];
    await opened.page.locator('iframe').nth(at).scrollIntoViewIfNeeded();
    await inside.waitForFunction(
      (tag) => document.querySelector(tag)?.shadowRoot.querySelector('canvas')?.width > 1,
      tag,
    );
    assert.equal(await inside.evaluate(() => self.origin), 'null');
    assert.deepEqual(
      await inside.evaluate(
        (tag) =>
          ['theme', 'onclick', 'nonsense', 'figure'].map((name) =>
            document.querySelector(tag).getAttribute(name),
          ),
        tag,
      ),
      ['dark', null, null, null],
    );
    assert.equal(await inside.locator('[part=predict]:visible').count(), 0);
    // The frame has no scroll bar, because it is as high as its content.
    await inside.waitForFunction(
      () =>
        document.documentElement.scrollHeight <= innerHeight &&
        Math.ceil(document.querySelector('main').getBoundingClientRect().height) === innerHeight,
    );
  }
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

test('a frame grows and shrinks with its figure, and tells its page the height', async () => {
  const opened = await openPage(chromium, page(frame('figure=clocks&dim=32&state=position%3D5')));
  const inside = opened.page.frames()[1];
  await inside.waitForFunction(
    () => document.querySelector('pe-clocks')?.shadowRoot.querySelector('canvas')?.width > 1,
  );
  assert.deepEqual(
    await inside.evaluate(() => {
      const { dim, position } = document.querySelector('pe-clocks').state;
      return [dim, position];
    }),
    [32, 5],
  );
  const height = () => opened.page.evaluate(() => document.querySelector('iframe').offsetHeight);
  await opened.page.waitForFunction(() => document.querySelector('iframe').offsetHeight > 300);
  const low = await height();
  await inside.getByRole('button', { name: 'Table', exact: true }).click();
  await opened.page.waitForFunction(
    (low) => document.querySelector('iframe').offsetHeight > low + 100,
    low,
  );
  await inside.getByRole('button', { name: 'Table', exact: true }).click();
  await opened.page.waitForFunction(
    (low) => document.querySelector('iframe').offsetHeight === low,
    low,
  );
  const heights = await opened.page.evaluate(() => window.heights.length);
  // A frame that keeps on telling its height does so within a few frames.
  for (let time = 0; time < 3; time++) {
    await settle(inside);
    await settle(opened.page);
  }
  assert.equal(
    await opened.page.evaluate(() => window.heights.length),
    heights,
    'it keeps on telling',
  );
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

test('a page that begins to listen late gets the height, and then no more messages', async () => {
  const opened = await openPage(chromium, 'about:blank');
  await opened.page.clock.install();
  await opened.page.goto(server.author(frame('figure=clocks')));
  const inside = opened.page.frames()[1];
  await inside.waitForFunction(
    () => document.querySelector('pe-clocks')?.shadowRoot.querySelector('canvas')?.width > 1,
  );
  await opened.page.evaluate(() => {
    window.told = 0;
    addEventListener('message', ({ data: { type, height } }) => {
      if (type !== 'height') return;
      window.told++;
      document.querySelector('iframe').style.height = `${height}px`;
    });
  });
  // A frame without its height sends it again at least this often.
  await opened.page.clock.fastForward(8000);
  await opened.page.waitForFunction(() => window.told === 1);
  for (let time = 0; time < 3; time++) {
    await settle(inside);
    await opened.page.clock.fastForward(8000);
  }
  await settle(opened.page);
  assert.equal(await opened.page.evaluate(() => window.told), 1);
  assert.ok(await inside.evaluate(() => innerHeight > 300));
  await opened.close();
});

test('a page with a frame keeps its mouse wheel, keys and place, and links are right', async () => {
  const opened = await openPage(chromium, page(frame('figure=clocks#pe1:clocks/position=44')));
  const { page: around } = opened;
  const inside = around.frames()[1];
  const box = () => around.locator('iframe').boundingBox();
  await inside.waitForFunction(() => document.querySelector('pe-clocks')?.state.position === 44);
  await around.waitForFunction(() => document.querySelector('iframe').offsetHeight > 300);
  await settle(around);
  assert.equal(await around.evaluate(() => scrollY), 0, 'a link inside moved the page');
  const { x, y } = await box();
  await around.mouse.move(x + 200, y + 150);
  await around.mouse.wheel(0, 240);
  await around.waitForFunction(() => scrollY === 240);
  await around.evaluate(() => document.body.focus());
  await around.keyboard.press('ArrowDown');
  await around.waitForFunction(() => scrollY > 240);
  assert.equal(await inside.evaluate(() => document.querySelector('pe-clocks').state.position), 44);
  await inside.evaluate(() => {
    document.querySelector('pe-clocks').position = 45;
  });
  await inside.getByRole('button', { name: 'Link to this' }).click();
  await inside.waitForFunction(
    () =>
      document.querySelector('pe-clocks').shadowRoot.querySelector('[part=export] [role=status]')
        .textContent,
  );
  const link = inside.getByRole('link', { name: 'this link' });
  assert.match(
    await link.getAttribute('href'),
    /embed\.html\?figure=clocks#pe1:clocks\/position=45$/,
  );
  assert.deepEqual(
    opened.errors.filter((text) => !/clipboard|permissions policy/i.test(text)),
    [],
  );
  await opened.close();
});

test('an unknown figure gives one line that names all figures', async () => {
  const opened = await openPage(chromium, `${server.origin}/embed.html?figure=%3Cb%3Eclock`);
  const alert = opened.page.getByRole('alert');
  assert.equal(
    await alert.textContent(),
    `embed.html?figure=<b>clock: expected one of ${TAGS.map((tag) => tag.slice(3)).join(', ')}`,
  );
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

test('embed.html works when opened as a file, and requests no other file', async () => {
  const opened = await openPage(
    chromium,
    `${pathToFileURL(`${root}/dist/embed.html`).href}?figure=shift&offset=7`,
  );
  await opened.page.waitForFunction(
    () => document.querySelector('pe-shift').shadowRoot.querySelector('canvas')?.width > 1,
  );
  assert.equal(await opened.page.evaluate(() => document.querySelector('pe-shift').offset), 7);
  assert.equal(opened.requests.filter((url) => !/^(data|blob):/.test(url)).length, 1);
  assert.deepEqual(opened.errors, []);
  assert.doesNotMatch(
    readFileSync(`${root}/dist/embed.html`, 'utf8').replaceAll(
      /http:\/\/www\.w3\.org\/[\w/]+/g,
      '',
    ),
    /(?:src|href)=["']?(?:https?:)?\/\/|@import|url\((?!["']?(?:data|#))/,
  );
  await opened.close();
});
