/*
 * Checks where figures run: from files in Chromium and in Firefox, and in a sandbox without
 * permissions. Also checks the module posenc.js alone, in a page and in a worker, and files.js in a
 * page.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  TAGS,
  chromium,
  classic,
  each,
  lessonFile,
  server,
  useAuthors,
} from '../support/authors.js';
import { launchFirefox, openPage, show } from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';

useAuthors();
const file = lessonFile(each() + classic);
after(() => file.remove());

/**
 * Runs in the page. Returns the number of colours on a figure's canvas, and the texts of its
 * caption, table and live region.
 */
function shown(tag) {
  const figure = document.querySelector(tag);
  const canvas = figure.shadowRoot.querySelector('canvas');
  const colours = new Set(
    new Uint32Array(
      canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer,
    ),
  ).size;
  figure.toggle('table', true);
  return {
    colours,
    text: [
      figure.shadowRoot.querySelector('.pe-caption').textContent,
      figure.shadowRoot.querySelector('.pe-formula').textContent,
      figure.shadowRoot.querySelector('.pe-scroll').textContent,
      figure.describe(),
    ],
  };
}

const said = {};

test('from a file, Chromium draws every figure and asks for nothing but the script', async () => {
  const { page, errors, requests, close } = await openPage(chromium, file.url);
  for (const tag of TAGS) {
    await show(page, tag);
    const { colours, text } = await page.evaluate(shown, tag);
    assert.ok(colours > 10, `${tag} is empty`);
    said[tag] = text;
  }
  assert.deepEqual(errors, []);
  assert.deepEqual(requests.filter((url) => !/^(data|blob):/.test(url)).length, 2, requests.join());
  await close();
});

test('from a file, Firefox draws every figure with the same digits, and its keys work', async () => {
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    const errors = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(file.url);
    for (const tag of TAGS) {
      // A figure that is not near the screen has no elements yet.
      await page.$eval(tag, (figure) => figure.scrollIntoView());
      const plot = await page.waitForSelector(`${tag} >>> .pe-plot`);
      await plot.evaluate((plot) => {
        plot.scrollIntoView({ block: 'center' });
        plot.focus({ preventScroll: true });
      });
      await page.waitForFunction(
        (tag) => document.querySelector(tag).shadowRoot.querySelector('canvas').width > 1,
        {},
        tag,
      );
      const { colours, text } = await page.evaluate(shown, tag);
      assert.ok(colours > 10, `${tag} is empty`);
      assert.deepEqual(text, said[tag], tag);
      const before = await page.$eval(tag, (figure) => JSON.stringify(figure.state));
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
      assert.notEqual(
        await page.$eval(tag, (figure) => JSON.stringify(figure.state)),
        before,
        `${tag}: the arrows do nothing`,
      );
    }
    assert.deepEqual(errors, []);
  } finally {
    await firefox.close();
  }
});

/** The test of embed.html shows every figure in a sandbox, so a few figures are enough here. */
const IN_SANDBOX = TAGS.filter((_, at) => isWhole || at % 3 === 0);

test('a sandboxed srcdoc, without storage and history, has figures whole', async () => {
  const script = classic.replace('figures', `${server.origin}/figures`);
  const inner = `<!doctype html><title>In a sandbox</title>${each('', IN_SANDBOX)}${script}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  const { page, errors, close } = await openPage(
    chromium,
    server.author(
      `<h1>A lesson</h1><iframe title="Figures" sandbox="allow-scripts" width="900" height="800"
        srcdoc="${inner}"></iframe>`,
    ),
  );
  const frame = page.frames()[1];
  await frame.waitForFunction(() => window.customElements.get('pe-clocks'));
  assert.equal(
    await frame.evaluate(() => {
      try {
        return Boolean(localStorage);
      } catch {
        return 'none';
      }
    }),
    'none',
  );
  for (const tag of IN_SANDBOX) {
    await frame.evaluate((tag) => document.querySelector(tag).scrollIntoView(), tag);
    await frame.waitForFunction(
      (tag) => document.querySelector(tag).shadowRoot.querySelector('canvas')?.width > 1,
      tag,
    );
    const { colours, text } = await frame.evaluate(shown, tag);
    assert.ok(colours > 10, `${tag} is empty`);
    assert.deepEqual(text, said[tag], tag);
    await frame.evaluate((tag) => {
      document.querySelector(tag).step(1);
      document.querySelector(tag).shadowRoot.querySelector('[data-act=link]').click();
    }, tag);
    await frame.waitForFunction(
      (tag) =>
        document.querySelector(tag).shadowRoot.querySelector('[part=export] [role=status]')
          .textContent,
      tag,
    );
  }
  assert.deepEqual(
    errors.filter((text) => !/clipboard|permissions policy/i.test(text)),
    [],
  );
  await close();
});

test('the module works at once in a page and in a worker', async () => {
  const code =
    "import {sinusoidal} from '/posenc.js'; const answer = sinusoidal(2, 4)[4].toFixed(4);";
  const { page, errors, close } = await openPage(
    chromium,
    server.author(`<h1>A page</h1><script type="module">${code} document.title = answer;</script>`),
  );
  await page.waitForFunction(() => document.title === '0.8415');
  const worker = await page.evaluate(
    (code) =>
      new Promise((done, fail) => {
        const url = URL.createObjectURL(
          new Blob(
            [code.replace('/posenc.js', `${location.origin}/posenc.js`), 'postMessage(answer)'],
            { type: 'text/javascript' },
          ),
        );
        const worker = new Worker(url, { type: 'module' });
        worker.onmessage = (event) => done(event.data);
        worker.onerror = () => fail(new Error('the worker failed'));
      }),
    code,
  );
  assert.equal(worker, '0.8415');
  assert.deepEqual(errors, []);
  await close();
});

test('a page reads files from a File object', async () => {
  const { page, errors, close } = await openPage(chromium, server.author('<h1>A page</h1>'));
  const found = await page.evaluate(async () => {
    const { openFile, writeNpz } = await import('/files.js');
    const bytes = writeNpz({ a: { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] } });
    const { name, tensors } = await openFile(new File([bytes], 'a.npz'));
    return [name, tensors[0].shape, [...(await tensors[0].read({ start: 1 }))]];
  });
  assert.deepEqual(found, ['a.npz', [2, 2], [3, 4]]);
  assert.deepEqual(errors, []);
  await close();
});
