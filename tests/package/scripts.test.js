/* Checks the published scripts in a browser: as classic scripts, as modules, and from files. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';
import { launchChromium, launchFirefox, openPage, root } from '../support/browsers.js';

const scratch = mkdtempSync(join(tmpdir(), 'posenc-scripts-'));
const browser = await launchChromium();
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const isScript = path.endsWith('.js');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? readFileSync(join(root, 'dist', path)) : '<!doctype html><title>A');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const site = `http://127.0.0.1:${server.address().port}`;
after(async () => {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
});

const read = (name) => readFileSync(join(root, 'dist', name), 'utf8');

/** Waits until a figure of the page is drawn, and returns the text of its formula. */
async function formulaOf(page, tag) {
  await page.waitForSelector(`${tag} canvas`);
  await page.waitForFunction(
    (tag) => document.querySelector(tag).shadowRoot.querySelector('canvas').width > 1,
    tag,
  );
  return page.textContent(`${tag} .pe-formula`);
}

/** Returns a value that only the right kernels compute, and facts about the global `posenc`. */
const useGlobal = (page) =>
  page.evaluate(() => {
    const { posenc } = globalThis;
    return {
      value: posenc.sinusoidal(2, 4)[4].toFixed(4),
      name: posenc.PeClocks.name,
      isElement: document.querySelector('pe-clocks') instanceof posenc.PeClocks,
    };
  });

const RIGHT = { value: '0.8415', name: 'PeClocks', isElement: true };

for (const name of ['figures.iife.js', 'cdn.js'])
  test(`${name}: a classic script in a file without a charset`, async () => {
    // eslint-disable-next-line no-control-regex
    assert.match(read(name), /^[\x00-\x7f]+$/);
    const file = join(scratch, `${name}.html`);
    const script = pathToFileURL(join(root, 'dist', name)).href;
    writeFileSync(file, `<!doctype html><script src="${script}"></script><pe-clocks></pe-clocks>`);
    const { page, errors, close } = await openPage(browser, pathToFileURL(file).href);
    assert.match(await formulaOf(page, 'pe-clocks'), /2π/);
    assert.deepEqual(await useGlobal(page), RIGHT);
    assert.deepEqual(errors, []);
    await close();
  });

/** Imports names of cdn.js in a page, and checks that the import defines no global. */
const IMPORT = `
  import('/cdn.js').then(({ sinusoidal, PeClocks }) => ({
    value: sinusoidal(2, 4)[4].toFixed(4),
    name: PeClocks.name,
    isElement: document.createElement('pe-clocks') instanceof PeClocks && !globalThis.posenc,
  }))`;

test('cdn.js: the same file as a module, in Chromium', async () => {
  const { page, errors, close } = await openPage(browser, site);
  assert.deepEqual(await page.evaluate(IMPORT), RIGHT);
  assert.deepEqual(errors, []);
  await close();
});

test('cdn.js: as a script and as a module, in Firefox', async () => {
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    await page.goto(site);
    assert.deepEqual(await page.evaluate(IMPORT), RIGHT);
    await page.goto(site);
    await page.setContent('<!doctype html><pe-clocks></pe-clocks>');
    await page.addScriptTag({ url: `${site}/cdn.js` });
    assert.deepEqual(await useGlobal(page), RIGHT);
  } finally {
    await firefox.close();
  }
});

test('two entries of figures share one module, and define only their own elements', async () => {
  const { page, errors, requests, close } = await openPage(browser, site);
  await page.setContent('<!doctype html><pe-clocks></pe-clocks><pe-waves></pe-waves>');
  const from = (name) => `${site}/figures/${name}.js`;
  for (const name of ['clocks', 'waves'])
    await page.addScriptTag({ type: 'module', url: from(name) });
  assert.match(await formulaOf(page, 'pe-clocks'), /2π/);
  await formulaOf(page, 'pe-waves');
  const loaded = requests.filter((url) => url.endsWith('.js'));
  const shared = loaded.filter((url) => url.includes('/chunks/'));
  assert.deepEqual(loaded.sort(), [...shared, from('clocks'), from('waves')].sort());
  assert.equal(shared.length, 1);
  assert.equal(await page.evaluate(() => customElements.get('pe-shift')), undefined);
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Opens a page with pe-stretch alone. `late` returns the addresses of the modules that the figure
 * loads only when it needs them, as far as it has loaded them.
 */
async function openStretch() {
  const opened = await openPage(browser, site);
  await opened.page.setContent('<!doctype html><pe-stretch></pe-stretch>');
  await opened.page.addScriptTag({ type: 'module', url: `${site}/figures/stretch.js` });
  await formulaOf(opened.page, 'pe-stretch');
  const late = () => opened.requests.filter((url) => url.includes('/chunks/late-'));
  return { ...opened, late, examples: opened.page.getByLabel('Example models') };
}

test('pe-stretch loads the code that reads configs when it gets its first config', async () => {
  const { page, errors, late, examples, close } = await openStretch();
  assert.deepEqual(late(), []);
  await examples.selectOption({ label: 'Gemma 3 1B' });
  await page.getByText('✓ Read as gemma3_text').waitFor();
  await examples.selectOption({ label: 'Llama 2 7B' });
  await page.getByText('✓ Read as llama').waitFor();
  assert.equal(late().length, 1);
  assert.deepEqual(errors, []);
  await close();
});

test('pe-stretch shows a message if it cannot load the code that reads configs', async () => {
  const { page, examples, close } = await openStretch();
  await page.route('**/chunks/late-*', (route) => route.abort());
  await examples.selectOption({ label: 'Gemma 3 1B' });
  await page.getByText('✗ The code for configs did not load').waitFor();
  await close();
});
