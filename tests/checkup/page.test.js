/* Checks pe-doctor in the lab, opened as a file, and in a page that has only this element. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden } from '../../web/doctor/index.js';
import { writeNpy } from '../../web/files/index.js';
import { applyRope, learnedTable } from '../../web/index.js';
import { audit } from '../support/axe.js';
import { chromium, server, useAuthors } from '../support/authors.js';
import { labFile, openPage, savedText } from '../support/browsers.js';

useAuthors();

const CONFIG = {
  model_type: 'llama',
  hidden_size: 128,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
};
const before = learnedTable(64, 128, { seed: 3, std: 1 });
const after = applyRope(before.slice(), { heads: 4, headDim: 32, layout: 'interleaved' });
const late = applyRope(before.slice(), { heads: 4, headDim: 32, start: 5 });
const file = (name, data) => ({ name, mimeType: '', buffer: Buffer.from(data) });
const npy = (name, data) => file(name, writeNpy({ data, shape: [64, 4, 32] }));
const config = file('config.json', JSON.stringify(CONFIG));

/** All tests of the lab use one page, which the first test opens. */
let page;
let errors;
let requests;
let close;

const doctor = () => page.locator('pe-doctor');
const button = (name) => doctor().getByRole('button', { name });
const status = () => doctor().getByRole('status').textContent();
const firsts = () => doctor().locator('.pe-first').allTextContents();

/** Gives files to the doctor, and waits until it has read them. */
async function give(...files) {
  await doctor().locator('input[type=file]').setInputFiles(files);
  await settled();
}

const settled = () =>
  page.waitForFunction(() => {
    const said = document.querySelector('pe-doctor').shadowRoot.querySelector('[role=status]');
    return said.textContent && !said.textContent.startsWith('Reading');
  });

/** Returns the number of colours of the heat map. */
const colours = () =>
  doctor()
    .locator('canvas')
    .evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });

test('the keyboard alone opens the doctor in the lab, and shows an example', async () => {
  ({ page, errors, requests, close } = await openPage(chromium, labFile));
  assert.equal(await button('Try an example').count(), 0);
  const summary = page.getByText('Check files');
  const { y } = await summary.boundingBox();
  assert.ok(y < 740, `${y}`);
  await page.locator('.check summary').focus();
  await page.keyboard.press('Enter');
  await button(/^Drop files here/).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await settled();
  assert.equal(await status(), '3 files read. 1 check below failed.');
  assert.equal((await firsts())[0], 'The layout is interleaved, not half.');
  assert.ok((await colours()) > 20);
});

test('the report on two arrays names the layout, with a config and without', async () => {
  await button('Start again').press('Enter');
  assert.deepEqual(await firsts(), []);
  await give(npy('before.npy', before), npy('after.npy', after));
  assert.match((await firsts())[0], /^The rotation has the layout interleaved and the base 10000/);
  await give(config);
  assert.equal((await firsts())[0], 'The layout is interleaved, not half.');
  await doctor().getByText('npx posenc rotation before.npy after.npy').waitFor();
  await button('Exchange both arrays').click();
  await page.waitForFunction(() =>
    /goes back/.test(document.querySelector('pe-doctor').shadowRoot.textContent),
  );
});

test('links open figures of the lab at the state of the model', async () => {
  await doctor().getByRole('link', { name: 'stretching the context' }).click();
  await page.waitForFunction(() => document.querySelector('pe-stretch').dim === 32);
  assert.equal(await page.locator('pe-stretch').isVisible(), true);
  await doctor()
    .getByRole('link', { name: /rotation of pairs/ })
    .first()
    .click();
  await page.waitForFunction(() => document.querySelector('pe-rope').layout === 'interleaved');
  assert.equal(await page.locator('pe-rope').evaluate((rope) => rope.weights), 'half');
});

test('the keyboard gives the positions of rows, and the status says what cannot be used', async () => {
  await button('Start again').press('Enter');
  await give(config, npy('before.npy', before), npy('after.npy', late));
  assert.equal((await firsts())[0], 'Positions begin at 5.');
  const field = doctor().getByRole('textbox', { name: /^Positions of the rows/ });
  assert.equal(await field.inputValue(), '5..68');
  await field.fill('5-68');
  await field.press('Enter');
  const error = 'positions: expected numbers or ranges such as 100..115, got "5-68".';
  await doctor().getByRole('status').filter({ hasText: error }).waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await doctor().getByRole('status').filter({ hasText: '3 files read.' }).waitFor();
  assert.match((await firsts())[0], /wants at positions 5 to 68: all 8,192 elements agree\.$/);
  await doctor().getByText('--config config.json --positions 5', { exact: false }).waitFor();
  const isFocused = (input) => input.getRootNode().activeElement === input;
  assert.equal(await field.evaluate(isFocused), true);
});

test('the golden vectors of a config are equal to those of the API', async () => {
  const waiting = page.waitForEvent('download');
  await button('Download golden vectors').click();
  const download = await waiting;
  assert.equal(download.suggestedFilename(), 'golden.json');
  const text = await savedText(download);
  assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(golden(CONFIG))));
});

test('a pasted config is described, and damaged files are refused with a message', async () => {
  await button('Start again').press('Enter');
  await doctor().getByText('Or paste a config.json').click();
  await doctor()
    .getByRole('textbox')
    .fill(JSON.stringify({ ...CONFIG, rope_theta: 500000 }));
  await button('Check this text').click();
  await settled();
  assert.match(
    await doctor().locator('.pe-cards').innerText(),
    /The base \(rope_theta\) is 500,000/,
  );
  const head = writeNpy({ data: before, shape: [64, 4, 32] }).slice(0, 128);
  await give(file('short.npy', head), file('junk.gguf', 'GGUF\xff\xff\xff\xff\xff\xff\xff\xff'));
  const cards = await doctor().locator('.pe-card').allInnerTexts();
  assert.equal(cards.length, 3);
  assert.match(cards[0], /short\.npy was not read\s+.*short\.npy: expected .*\.$/);
  assert.match(cards[1], /junk\.gguf was not read\s+.*junk\.gguf: expected .*\.$/);
  assert.equal(await status(), '1 file read. Nothing was checked.');
  await button('Start again').press('Enter');
  await give(config, npy('before.npy', before), npy('after.npy', before));
  assert.equal(await status(), '3 files read. 1 check below left a doubt.');
});

test('dropped files and pasted text are examined', async () => {
  await button('Start again').press('Enter');
  await doctor().evaluate((host, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'config.json'));
    const drop = host.shadowRoot.querySelector('.pe-drop');
    drop.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, JSON.stringify(CONFIG));
  await settled();
  assert.equal((await firsts())[0], 'config.json rotates queries and keys (RoPE).');
  await doctor().evaluate((host) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '{"model_type": "bloom", "n_head": 8, "hidden_size": 512}');
    const drop = host.shadowRoot.querySelector('.pe-drop');
    const bubbles = true;
    drop.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles, cancelable: true }));
  });
  await page.waitForFunction(() =>
    /ALiBi/.test(document.querySelector('pe-doctor').shadowRoot.textContent),
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((url) => !/^(file|blob|data):/.test(url)),
    [],
  );
  await close();
});

test('the element is accessible, and adds a figure if the page has none', async () => {
  const html =
    '<h1>Check</h1><pe-doctor>Later</pe-doctor><script type="module" src="checkup.js"></script>';
  const address = server.author(html);
  for (const colorScheme of ['light', 'dark']) {
    const viewport = { width: 360, height: 740 };
    ({ page, errors, close } = await openPage(chromium, address, { viewport, colorScheme }));
    await button('Try an example').click();
    await settled();
    await audit(page, colorScheme);
    assert.ok((await colours()) > 20);
    await button('Start again').press('Enter');
    await give(config, npy('before.npy', before), npy('after.npy', late));
    await doctor().getByText('Positions of the rows', { exact: true }).waitFor();
    await audit(page, `${colorScheme}, positions`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await button('Start again').press('Enter');
    await button('Try an example').click();
    await settled();
    await button(/rotation of pairs/)
      .first()
      .click();
    await doctor().locator('pe-rope canvas').waitFor();
    assert.equal(
      await doctor()
        .locator('pe-rope')
        .evaluate((rope) => rope.layout),
      'interleaved',
    );
    assert.deepEqual(errors, []);
    await close();
  }
});
