/* What every figure promises to every reader and every page it stands in. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {extname} from 'node:path';
import {after, before, test} from 'node:test';
import {labFile, launchChromium, openPage, root, settle, show} from './browsers.js';

const TAGS = ['pe-clocks', 'pe-heatmap', 'pe-shift'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TYPES = {'.js': 'text/javascript', '.html': 'text/html'};
const pages = {};
let chromium, server, origin;

/** A page of an author, served beside dist/, under a content security policy if one is given. */
function author(name, html, policy) {
  pages[`/${name}`] = {html, policy};
  return `${origin}/${name}`;
}

before(async () => {
  server = createServer((request, response) => {
    const page = pages[request.url];
    response.setHeader('content-type', TYPES[page ? '.html' : extname(request.url)] ?? 'application/octet-stream');
    if (page?.policy) response.setHeader('content-security-policy', page.policy);
    try {
      response.end(page ? `<!doctype html><html lang="en"><head><title>A lesson</title><link rel="icon" href="data:,"></head><body><main>${page.html}</main></body></html>` : readFileSync(`${root}/dist${request.url}`));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${server.address().port}`;
  chromium = await launchChromium();
});
after(async () => {
  await chromium?.close();
  server.close();
});

for (const [name, media] of [['light', {colorScheme: 'light'}], ['dark', {colorScheme: 'dark'}], ['forced colours', {forcedColors: 'active'}]])
  test(`axe finds nothing in ${name}, at 360, 768 and 1280 px, tables and lists open`, async () => {
    // a page with a policy against foreign scripts takes the tool through the debugger, not a tag
    const {page, close} = await openPage(chromium, labFile, media);
    await page.evaluate(axe);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({width, height: 900});
      for (const tag of TAGS) await show(page, tag);
      await page.evaluate(tags => tags.forEach(tag => { document.querySelector(tag).toggle('table', true); document.querySelector(tag).toggle('help', true); }), TAGS);
      await page.evaluate(() => scrollTo(0, 0));  // so that the bar that stays on top covers nothing
      const {violations, passes} = await page.evaluate(() => window.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));
      assert.ok(passes.length > 20);
      assert.deepEqual(violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.target).join(', ')}`), [], `${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: wider than the page`);
    }
    await close();
  });

test('coarse pointers have targets of at least 44 px, others of at least 24', async () => {
  for (const [least, options] of [[24, {}], [44, {hasTouch: true, isMobile: true, viewport: {width: 360, height: 740}}]]) {
    const {page, close} = await openPage(chromium, labFile, options);
    for (const tag of TAGS) await show(page, tag);
    const small = await page.evaluate(least => [...document.querySelectorAll('pe-clocks, pe-heatmap, pe-shift')].flatMap(figure =>
      [...figure.querySelectorAll('button, select, input:not([type=range], [type=radio], [type=checkbox]), label:has(input[type=radio], input[type=checkbox])')])
      .filter(each => each.checkVisibility()).map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
      .filter(([, box]) => box.height < least || box.width < 24).map(([text, box]) => `${text}: ${box.width} x ${box.height}`), least - 0.5);
    assert.deepEqual(small, []);
    await close();
  }
});

test('nothing is drawn while nothing changes, and nothing runs off screen', async () => {
  const {page, close} = await openPage(chromium, labFile);
  await page.evaluate(() => {
    window.frames_ = 0;
    const ask = window.requestAnimationFrame;
    window.requestAnimationFrame = work => (window.frames_++, ask.call(window, work));
  });
  for (const tag of TAGS) await show(page, tag);
  await page.waitForTimeout(500);
  const count = () => page.evaluate(() => window.frames_);
  const still = await count();
  await page.waitForTimeout(600);
  assert.equal(await count(), still, 'frames without a change');
  await page.evaluate(() => { scrollTo(0, 0); document.querySelector('pe-shift').play(); });
  await page.waitForTimeout(300);
  const away = await count();
  await page.waitForTimeout(600);
  assert.equal(await count(), away, 'frames of a figure nobody sees');
  await show(page, 'pe-shift');
  await page.waitForTimeout(300);
  assert.ok(await count() > away + 4, 'playing goes on when seen again');
  await close();
});

test('with reduced motion, play makes steps and nothing eases', async () => {
  const {page, close} = await openPage(chromium, labFile, {reducedMotion: 'reduce'});
  const figure = await show(page, 'pe-clocks');
  const first = await page.evaluate(() => document.querySelector('pe-clocks').state.position);
  await figure.getByRole('button', {name: 'Play', exact: true}).click();
  const shown = new Set();
  for (let i = 0; i < 24; i++) {
    shown.add(await page.evaluate(() => document.querySelector('pe-clocks').motion.shown.position));
    await page.waitForTimeout(70);
  }
  assert.ok(shown.size > 1 && [...shown].every(Number.isInteger), [...shown].join());
  assert.ok(Math.max(...shown) > first);
  await close();
});

test('the canvas has the pixels of the screen, also after the ratio changes', async () => {
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const {page, close} = await openPage(chromium, labFile, {deviceScaleFactor});
    await show(page, 'pe-heatmap');
    const ratio = () => page.evaluate(() => { const canvas = document.querySelector('pe-heatmap canvas'); return canvas.width / canvas.getBoundingClientRect().width; });
    assert.ok(Math.abs(await ratio() - deviceScaleFactor) < 0.02);
    // another height too: a ratio that changes alone gives a headless page no frame
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', {width: 1280, height: 820, deviceScaleFactor: 2, mobile: false});
    await page.waitForFunction(() => devicePixelRatio === 2);
    await page.waitForFunction(() => { const canvas = document.querySelector('pe-heatmap canvas'); return Math.abs(canvas.width / canvas.getBoundingClientRect().width - 2) < 0.02; }, null, {timeout: 5000});
    await close();
  }
});

test('an author embeds figures by a module or by a classic script, twice, and created hidden', async () => {
  const tags = '<h1>A lesson</h1><pe-clocks dim="32" position="3"></pe-clocks><div hidden id="later"><pe-shift offset="7"></pe-shift></div>';
  for (const [name, script] of [['module', '<script type="module" src="figures.js"></script>'], ['classic', '<script src="figures.iife.js"></script>']]) {
    const {page, errors, close} = await openPage(chromium, author(name, `${tags}${script}${script}<script src="figures.iife.js"></script>`));
    await show(page, 'pe-clocks');
    assert.deepEqual(await page.evaluate(() => { const {dim, position} = document.querySelector('pe-clocks').getState(); return [dim, position]; }), [32, 3]);
    assert.equal(await page.evaluate(() => document.querySelectorAll('pe-clocks canvas').length), 1);
    await page.evaluate(() => { document.getElementById('later').hidden = false; });
    await show(page, 'pe-shift');
    assert.equal(await page.evaluate(() => document.querySelector('pe-shift').offset), 7);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('attributes clamp and never throw, and changes tell the page', async () => {
  const {page, errors, close} = await openPage(chromium, author('clamp', '<h1>A lesson</h1><pe-heatmap length="99999" dim="-3" position="x" layout="nonsense"></pe-heatmap><script src="figures.iife.js"></script>'));
  await show(page, 'pe-heatmap');
  const {length, dim, position, layout} = await page.evaluate(() => document.querySelector('pe-heatmap').getState());
  assert.deepEqual({length, dim, position, layout}, {length: 512, dim: 2, position: 1, layout: 'interleaved'});
  const detail = await page.evaluate(() => new Promise(done => {
    document.addEventListener('pe-change', event => done({key: event.detail.key, value: event.detail.value}));
    document.querySelector('pe-heatmap').setAttribute('position', '9');
  }));
  assert.deepEqual(detail, {key: 'position', value: 9});
  await settle(page);
  assert.deepEqual(errors, []);
  await close();
});

test('a page that forbids WebAssembly shows what the author wrote, and why', async () => {
  const html = '<h1>A lesson</h1><pe-clocks><p>Clocks, in a still picture.</p></pe-clocks><script src="figures.iife.js"></script>';
  const {page, close} = await openPage(chromium, author('policy', html, "script-src 'self'; style-src 'self'"));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.textContent(), /posenc cannot run its kernels here.*'wasm-unsafe-eval'/);
  assert.ok(await page.getByText('Clocks, in a still picture.').isVisible());
  await close();
  const allowed = await openPage(chromium, author('allowed', html, "script-src 'self' 'wasm-unsafe-eval'; style-src 'none'; require-trusted-types-for 'script'"));
  await show(allowed.page, 'pe-clocks');
  assert.deepEqual(allowed.errors, []);
  await allowed.close();
});

test('the module works at once in a page and in a worker', async () => {
  const code = "import {sinusoidal} from '/posenc.js'; const answer = sinusoidal(2, 4)[4].toFixed(4);";
  pages['/worker.js'] = undefined;
  const {page, errors, close} = await openPage(chromium, author('module-page', `<h1>A page</h1><script type="module">${code} document.title = answer;</script>`));
  await page.waitForFunction(() => document.title === '0.8415');
  const worker = await page.evaluate(code => new Promise((done, fail) => {
    const url = URL.createObjectURL(new Blob([code.replace('/posenc.js', `${location.origin}/posenc.js`), 'postMessage(answer)'], {type: 'text/javascript'}));
    const worker = new Worker(url, {type: 'module'});
    worker.onmessage = event => done(event.data);
    worker.onerror = () => fail(new Error('the worker failed'));
  }), code);
  assert.equal(worker, '0.8415');
  assert.deepEqual(errors, []);
  await close();
});

test('CSV has all digits and reads back, and the PNG is a picture', async () => {
  const {page, close} = await openPage(chromium, labFile);
  await show(page, 'pe-heatmap');
  const {csv, table, dim, png} = await page.evaluate(async () => {
    const figure = document.querySelector('pe-heatmap'), blob = await figure.toPNG({scale: 2});
    return {csv: figure.toCSV(), table: [...figure.model.table], dim: figure.state.dim, png: [blob.type, [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())]]};
  });
  const read = csv.trim().split('\n').slice(1).flatMap(line => line.split(',').slice(1).map(Number));
  assert.deepEqual(read, table);
  assert.equal(csv.split('\n')[0].split(',').length, dim + 1);
  assert.deepEqual(png, ['image/png', [137, 80, 78, 71]]);
  await close();
});
