/* The lab as a reader meets it: served, and as one file, in Chromium and in Firefox. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {TAGS as ALL} from './authors.js';
import {MEDIA, audit} from './axe.js';
import {labFile, launchChromium, launchFirefox, openPage, root, show, start} from './browsers.js';

const source = readFileSync(`${root}/web/lab/index.html`, 'utf8'), TAGS = ALL.filter(tag => source.includes(`<${tag}`));
let chromium, server;
before(async () => { [chromium, server] = await Promise.all([launchChromium(), start()]); });
after(() => chromium?.close());

/** How many colours a figure's canvas shows. */
const colours = (page, tag) => page.evaluate(tag => {
  const canvas = document.querySelector(tag).querySelector('canvas');
  const data = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return new Set(data).size;
}, tag);

for (const [name, address] of [['served', () => server.address], ['from its file', () => labFile]])
  test(`the lab ${name} draws every figure, logs no error and asks for nothing`, async () => {
    const {page, errors, requests, close} = await openPage(chromium, address());
    for (const tag of TAGS) {
      await show(page, tag);
      assert.ok(await colours(page, tag) > 20, `${tag} is empty`);
    }
    assert.deepEqual(errors, []);
    assert.deepEqual(requests.filter(url => !/^(data|blob):/.test(url)), [address()]);
    await close();
  });

test('the file holds no address to load from', () => {
  const page = readFileSync(`${root}/dist/posenc-lab.html`, 'utf8');
  assert.doesNotMatch(page.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, ''), /(?:src|href)=["']?(?:https?:)?\/\/|@import|url\((?!["']?(?:data|#))/);
});

test('printed numbers in the text are those the kernels give', async () => {
  const {page, close} = await openPage(chromium, labFile);
  const printed = [...source.matchAll(/data-n="([^"]+)">([^<]*)</g)].map(([, what, text]) => [what, text]);
  assert.ok(printed.length > 5);
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('[data-n]')].map(place => [place.dataset.n, place.textContent])), printed);
  await close();
});

for (const [name, media] of MEDIA)
  test(`axe finds nothing in the lab, ${name}, at 360, 768 and 1280 px`, async () => {
    const {page, close} = await openPage(chromium, labFile, media);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({width, height: 900});
      for (const tag of TAGS) await show(page, tag);
      // what stands inside the figures has audits of its own
      await audit(page, `${width} px`, ['.pe-root']);
    }
    await close();
  });

test('Ctrl-C stops the server cleanly', async () => {
  assert.equal(await server.interrupt(), 0);
  await assert.rejects(fetch(server.address));
});

test('Firefox draws every figure from the file, and its keys work', async () => {
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage(), errors = [], requests = [];
    page.on('console', message => { if (message.type() === 'error') errors.push(message.text()); });
    page.on('pageerror', error => errors.push(String(error)));
    page.on('request', request => requests.push(request.url()));
    await page.setViewport({width: 1280, height: 900});
    await page.goto(labFile);
    for (const tag of TAGS) {
      await page.$eval(`${tag} .pe-plot`, plot => { plot.scrollIntoView({block: 'center'}); plot.focus(); });
      await page.waitForFunction(tag => document.querySelector(tag).querySelector('canvas').width > 1, {}, tag);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
      assert.ok(await colours(page, tag) > 20, `${tag} is empty`);
      const before = await page.$eval(tag, figure => figure.state.position);
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.$eval(tag, figure => figure.state.position) !== before || tag === 'pe-heatmap', true, `${tag}: the arrow does nothing`);
    }
    assert.deepEqual(errors, []);
    assert.deepEqual(requests.filter(url => url !== labFile && !/^(data|blob):/.test(url)), []);
  } finally {
    await firefox.close();
  }
});
