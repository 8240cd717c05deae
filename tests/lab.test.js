/* The lab as a reader meets it: served, and as one file, in Chromium and in Firefox. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {labFile, launchChromium, launchFirefox, openPage, root, settle, show, start} from './browsers.js';
import {sinusoidalPE} from './reference.js';

const TAGS = ['pe-clocks', 'pe-heatmap', 'pe-shift'];
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

test('the table of each figure holds the numbers drawn, which are those of the formula', async () => {
  const {page, close} = await openPage(chromium, labFile);
  for (const tag of TAGS) {
    const figure = await show(page, tag);
    await figure.getByRole('button', {name: 'Table', exact: true}).click();
    const {cells, drawn} = await page.evaluate(tag => {
      const element = document.querySelector(tag), tables = element.tables(element.model);
      const rows = [...element.querySelectorAll('.pe-panel tbody tr')].map(row => [...row.children].map(cell => Number(cell.dataset.v)));
      return {cells: rows, drawn: rows.map((_, row) => tables[0].row(row).map(Number))};
    }, tag);
    assert.ok(cells.length > 0 && cells.length <= 25);
    assert.deepEqual(cells, drawn);
  }
  // what is drawn against the formula in JavaScript
  const heat = await page.evaluate(() => { const {model, state} = document.querySelector('pe-heatmap'); return {table: [...model.table], ...state}; });
  sinusoidalPE(heat.length, heat.dim, heat.base).forEach((row, p) => row.forEach((value, i) => assert.ok(Math.abs(value - heat.table[p * heat.dim + i]) < 1.2e-7)));
  const shift = await page.evaluate(() => { const {model} = document.querySelector('pe-shift'); return {right: Math.max(...model.both.row.l2), wrong: [...model.both.column.l2]}; });
  assert.ok(shift.right < 2e-15);
  shift.wrong.forEach(error => assert.equal(error.toFixed(4), '4.6794'));
  const clocks = await page.evaluate(() => document.querySelector('pe-clocks').model.waves.at(-1));
  assert.equal(clocks.toFixed(1), '47117.2');
  await close();
});

test('printed numbers in the text are those the kernels give', async () => {
  const {page, close} = await openPage(chromium, labFile);
  const source = readFileSync(`${root}/web/lab/index.html`, 'utf8');
  const printed = [...source.matchAll(/data-n="([^"]+)">([^<]*)</g)].map(([, what, text]) => [what, text]);
  assert.ok(printed.length > 5);
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('[data-n]')].map(place => [place.dataset.n, place.textContent])), printed);
  await close();
});

test('each figure is used by keyboard alone, and leaves the page its own keys and wheel', async () => {
  const {page, errors, close} = await openPage(chromium, labFile);
  for (const tag of TAGS) {
    const figure = await show(page, tag), plot = figure.locator('.pe-plot');
    const state = () => page.evaluate(tag => document.querySelector(tag).getState(), tag);
    await plot.focus();
    const first = await state();
    for (const key of ['PageDown', 'PageUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await settle(page);
    assert.notDeepEqual(await state(), first, `${tag}: arrows do nothing`);
    const live = figure.locator('[aria-live]');
    await page.waitForFunction(tag => document.querySelector(tag).querySelector('[data-part=live]').textContent.length > 10, tag);
    assert.match(await live.textContent(), new RegExp(`osition ${(await state()).position}\\b`));
    await page.keyboard.press('t');
    assert.ok(await figure.locator('table').last().isVisible(), `${tag}: T shows no table`);
    await page.keyboard.press('?');
    assert.ok(await figure.locator('.pe-help').isVisible(), `${tag}: ? shows no keys`);
    await page.keyboard.press(' ');
    assert.ok(await page.evaluate(tag => document.querySelector(tag).playing, tag), `${tag}: Space does not play`);
    await page.waitForFunction(([tag, position]) => document.querySelector(tag).state.position > position, [tag, (await state()).position]);
    await page.keyboard.press(' ');
    await page.keyboard.press('r');
    await page.waitForFunction(tag => !document.querySelector(tag).playing, tag);
    assert.deepEqual(await state(), first, `${tag}: R does not reset`);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
  }
  const prevented = await page.evaluate(() => {
    const kept = [];
    for (const key of [' ', 'ArrowDown', 't', 'r', '?']) kept.push(document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})));
    for (const plot of document.querySelectorAll('.pe-plot')) kept.push(plot.dispatchEvent(new WheelEvent('wheel', {deltaY: 9, bubbles: true, cancelable: true})));
    return kept.includes(false);
  });
  assert.equal(prevented, false);
  assert.deepEqual(errors, []);
  await close();
});

test('a prediction is asked before the reveal, and the reveal brings the surprising number', async () => {
  const {page, close} = await openPage(chromium, labFile);
  for (const [tag, answer, number] of [['pe-clocks', '44', '0.0177'], ['pe-heatmap', '0', '0 of 4,096'], ['pe-shift', 'back', '4.6794']]) {
    const figure = await show(page, tag), card = figure.locator('.pe-predict');
    assert.ok(!(await card.textContent()).includes(number), `${tag}: shows ${number} before it is asked for`);
    const events = page.evaluate(tag => new Promise(done => document.addEventListener('pe-reveal', event => done([event.target.localName, event.detail.correct]), {once: true})), tag);
    if (tag === 'pe-heatmap') await card.getByRole('spinbutton').fill(answer);
    else await card.locator(`input[value="${answer}"]`).check();
    await card.getByRole('button', {name: 'Reveal'}).press('Enter');
    assert.deepEqual(await events, [tag, true]);
    assert.ok((await card.textContent()).includes(number), `${tag}: does not show ${number}`);
  }
  await close();
});

test('a link restores the state of each figure, and nonsense in it does no harm', async () => {
  const {page, close} = await openPage(chromium, labFile);
  await show(page, 'pe-shift');
  await page.evaluate(() => document.querySelector('pe-shift').setState({position: 20, offset: 7, convention: 'column'}));
  await page.locator('pe-shift').getByRole('button', {name: 'Link to this'}).click();
  const link = await page.evaluate(() => location.href);
  assert.match(link, /#pe1:/);
  await close();
  const again = await openPage(chromium, link);
  const {position, offset, convention} = await again.page.evaluate(() => document.querySelector('pe-shift').getState());
  assert.deepEqual({position, offset, convention}, {position: 20, offset: 7, convention: 'column'});
  await again.close();
  const broken = await openPage(chromium, `${labFile}#pe1:shift/position=1e999,offset=%zz,dim=-4;;=%00/;clocks/`);
  await show(broken.page, 'pe-shift');
  assert.deepEqual(broken.errors, []);
  await broken.close();
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
