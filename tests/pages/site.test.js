/*
 * Checks the pages of the site, from files and under a subpath. Also checks the examples and the
 * gallery, and runs axe on every page.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { prose } from '../../web/build/site/prose.js';
import { readRecipes, recipesPage } from '../../web/build/site/recipes-page.js';
import * as answers from '../../web/answers/index.js';
import * as doctor from '../../web/doctor/index.js';
import * as files from '../../web/files/index.js';
import * as library from '../../web/index.js';
import * as train from '../../web/train/index.js';
import { TAGS } from '../support/authors.js';
import { NO_COLOURS, audit, auditViews } from '../support/axe.js';
import { launchChromium, openPage, root, settle } from '../support/browsers.js';

const posenc = { ...library, ...doctor, ...train, ...files, ...answers };
const scratch = mkdtempSync(join(tmpdir(), 'posenc-site-'));
const folder = join(scratch, 'under', 'a path');
execFileSync(process.execPath, ['web/build/site.js', folder], { cwd: root, stdio: 'inherit' });
const read = (name) => readFileSync(join(folder, name), 'utf8');
const pages = ['index', 'lab', 'reference', 'gallery', 'lesson', 'recipes']
  .map((name) => `${name}.html`)
  .filter((name) => existsSync(join(folder, name)));

const hasFigures = (name) => /<pe-(?!editor)\w+/.test(read(name));

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  const file = join(scratch, path);
  if (!existsSync(file)) response.writeHead(404).end();
  else response.setHeader('content-type', TYPES[extname(path)] ?? '').end(readFileSync(file));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const served = `http://127.0.0.1:${server.address().port}/under/a%20path/`;
const fromFile = pathToFileURL(`${folder}/`).href;
const browser = await launchChromium();
after(async () => {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Opens a page of the site from its file. */
const open = (name, options) => openPage(browser, fromFile + name, options);

/** Runs in the page. Lists pairs of links and controls in the header that overlap. */
function collisions() {
  const parts = [...document.querySelectorAll('.top :is(a, summary, select, label), .pages a')];
  const shown = parts.filter((part) => part.checkVisibility() && !part.closest('.skip, .panel'));
  const boxes = shown.map((part) => part.getBoundingClientRect());
  const across = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return shown.flatMap((one, i) =>
    shown
      .filter((other, j) => j > i && !one.contains(other) && across(boxes[i], boxes[j]))
      .map((other) => `${one.textContent.trim()} and ${other.textContent.trim()}`),
  );
}

/** Waits until the first figure of a page is drawn, if the page has one. */
const firstFigure = (page, name) =>
  hasFigures(name) &&
  page.waitForFunction(() =>
    [...document.querySelectorAll('*')].some(
      ({ localName, shadowRoot }) =>
        localName.startsWith('pe-') && shadowRoot?.querySelector('canvas')?.width > 1,
    ),
  );

/** Checks that a page has logged no error, and has requested nothing outside of `address`. */
function assertAlone({ errors, requests }, address, name) {
  assert.deepEqual(errors, [], name);
  for (const url of requests.filter((url) => !/^(data|blob|about):/.test(url)))
    assert.ok(url.startsWith(address), url);
}

for (const query of ['', '?lang=de&level=full'])
  test(`every page${query} works from its file, from 360 to 1600 px`, async () => {
    for (const name of pages) {
      const opened = await open(name + query);
      const { page } = opened;
      await firstFigure(page, name);
      for (const width of [360, 412, 720, 768, 1000, 1280, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await page.evaluate(collisions), [], `${name} at ${width} px`);
        if (width > 360) continue;
        await settle(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, 360, `${name} is wider than a phone`);
      }
      assertAlone(opened, fromFile, name);
      await opened.close();
    }
  });

test('every page works under a subpath, in the theme that was chosen on another', async () => {
  const opened = await openPage(browser, `${served}reference.html`);
  const { page, close } = opened;
  await page.check('.theme [value=dark]');
  for (const name of pages) {
    await page.goto(served + name);
    await page.waitForSelector('.theme [value=dark]:checked');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', name);
    await firstFigure(page, name);
    assertAlone(opened, served, name);
  }
  await close();
});

test('every link is relative and leads to a file and a place of the site', () => {
  for (const name of pages) {
    const links = [...read(name).matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, to]) => to);
    assert.doesNotMatch(read(name), /<(?:link|script|img|iframe)[^>]* (?:href|src)="https?:/);
    assert.ok(links.length > 5, name);
    // Links to states of figures name no element. The test does not follow links to other sites.
    for (const to of links.filter((to) => !/^(data:,$|#pe1:|https:)/.test(to))) {
      const [file, place] = to.split('#');
      assert.doesNotMatch(to, /^\/|^\w+:/, `${name}: ${to}`);
      assert.ok(existsSync(join(folder, file || name)), `${name}: ${to}`);
      if (place) assert.ok(read(file || name).includes(` id="${place}"`), `${name}: ${to}`);
    }
  }
});

test('every page names itself, has one title, and leads to all others', () => {
  for (const name of pages) {
    const text = read(name);
    assert.match(text, /<title>[^<{]{10,}<\/title>/);
    assert.match(text, /<meta\s+name="description"\s+content="[^"{]{40,}"/);
    assert.equal(text.match(/<h1/g).length, 1, name);
    assert.match(text, new RegExp(`<a href="${name}"\\s+aria-current="page"`));
    for (const other of pages) assert.ok(text.includes(`<a href="${other}"`), `${name}: ${other}`);
    assert.doesNotMatch(text.slice(0, text.indexOf('<main')), /\{\{|undefined|\[object/, name);
    assert.ok(!/>(undefined|\[object \w+\])</.test(text), name);
  }
});

test('the lab of the site loads the words of another language from a file beside it', async () => {
  const { page, errors, requests, close } = await open('lab.html?lang=de');
  await page.waitForFunction(() => document.querySelector('pe-order')?.shadowRoot);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  assert.match(await page.textContent('#order-chapter h2'), /^Wer hat wen gebissen\?$/);
  assert.equal(await page.textContent('nav.pages a'), 'Home');
  await page.selectOption('#language', 'en');
  await page.waitForURL(/lang=en/);
  assert.match(await page.textContent('#order-chapter h2'), /^Who bit whom\?$/);
  assert.deepEqual(errors, []);
  assert.equal(requests.filter((url) => url.endsWith('lab-de.js')).length, 1);
  await close();
});

/** The reference, opened from its file. The next three tests use it one after the other. */
let page;
let errors;
let close;

test('the search box finds functions by words, and a link shows a hidden function', async () => {
  ({ page, errors, close } = await open('reference.html'));
  const shown = () => page.$$eval('.entry:not([hidden])', (all) => all.map(({ id }) => id));
  const all = await shown();
  assert.ok(all.length > Object.keys(posenc).length);
  await page.fill('#find', 'SLOPES geometric tutorials');
  assert.deepEqual(await shown(), ['alibiSlopes']);
  assert.equal(await page.locator('.found').textContent(), `1 of ${all.length}`);
  assert.equal(await page.locator('.names li:visible').count(), 1);
  await page.evaluate(() => (location.hash = '#sinusoidal'));
  await page.waitForFunction(() => !document.getElementById('sinusoidal').hidden);
  await page.fill('#find', 'nosuchword');
  assert.deepEqual(await shown(), []);
  await page.press('#find', 'Escape');
  assert.deepEqual(await shown(), all);
});

test('every example of the reference runs in the page, and says what its comments say', async () => {
  const output = (name) => page.locator(`#${name} output`);
  for (const name of ['sinusoidal', 'applyRope']) await page.click(`#${name} [type=submit]`);
  assert.equal(
    await output('sinusoidal').locator('pre').textContent(),
    '[0, 1, 0, 1, 0.8415, 0.5403, 0.01, 0.9999]\n[0.8415, 0.01, 0.5403, 0.9999]',
  );
  await page.evaluate(() => {
    for (const form of document.querySelectorAll('.example')) form.requestSubmit();
  });
  await page.waitForFunction(() => !document.querySelector('.example output:empty'));
  const states = await page.$$eval('.example', (forms) =>
    forms.map((form) => [form.closest('article').id, form.querySelector('output').dataset.state]),
  );
  assert.deepEqual(
    states.sort(),
    Object.keys(posenc)
      .sort()
      .map((name) => [name, 'same']),
  );
  assert.deepEqual(errors, []);
});

test('a reader can change an example, and sees its result or its error', async () => {
  const box = page.locator('#sinusoidal textarea');
  const printed = () => page.locator('#sinusoidal output pre').textContent();
  await box.fill("import { sinusoidal } from 'posenc';\nconsole.log(sinusoidal(1, 2)); // [1, 0]");
  await box.press('Control+Enter');
  await page.waitForSelector('#sinusoidal output[data-state=other]');
  assert.equal(await printed(), '[0, 1]');
  await box.fill('sinusoidal(-1, 2)');
  await page.click('#sinusoidal [type=submit]');
  await page.waitForSelector('#sinusoidal output[data-state=error]');
  assert.match(await printed(), /^RangeError: sinusoidal: length: expected .*, got -1$/);
  assert.deepEqual(errors, []);
  await close();
});

/** Changes each field of a figure through the form. Returns the names of the changed fields. */
const changeForm = (section) => {
  const { fields } = section.querySelector(section.id).constructor;
  const figure = section.querySelector(section.id);
  const form = section.querySelector('form');
  const before = figure.getState();
  for (const [name, field] of Object.entries(fields)) {
    const control = form.elements.namedItem(name);
    if (field.kind === 'flag') control.checked = !control.checked;
    else if (field.kind === 'choice')
      control.value =
        field.options[(field.options.indexOf(field.value) + 1) % field.options.length];
    else if (field.kind === 'number')
      control.value =
        Number(control.value) + (field.step ?? 1) * (control.value === control.max ? -1 : 1);
    else control.value = 'red "green" & <blue>';
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const state = figure.getState();
  return Object.keys(state).filter((key) => state[key] !== before[key]);
};

/** Makes an element from the code of a section, and compares its state with that of the figure. */
const comparePasted = (section) => {
  const code = (way) => section.querySelector(`[data-way=${way}] code`).textContent;
  const place = document.createElement('div');
  place.innerHTML = code('script').replace(/<script.*?<\/script>/, '');
  const [pasted] = place.children;
  place.innerHTML = code('frame');
  const query = new URLSearchParams(place.firstElementChild.getAttribute('src').split('?')[1]);
  const attributes = [...pasted.attributes].map(({ name, value }) => [name, value]);
  return {
    state: JSON.stringify(pasted.getState()),
    wanted: JSON.stringify(section.querySelector(section.id).getState()),
    attributes,
    inFrame: [...query].slice(1),
    elements: ['script', 'npm'].map((way) => code(way).split('</script>\n')[1]),
  };
};

/** The gallery, which the next two tests use one after the other. */
let gallery;

test('the form and the code follow the figure, and reset undoes all changes', async () => {
  gallery = await open('gallery.html');
  const { page } = gallery;
  const code = () => page.locator('#pe-clocks [data-way=script] code').textContent();
  const plain = await code();
  assert.equal(
    plain,
    '<script src="figures.iife.js"></script>\n<pe-clocks hide="predict"></pe-clocks>',
  );
  await page.$eval('pe-clocks', (figure) => figure.setState({ dim: 128, far: true }));
  assert.match(await code(), /<pe-clocks dim="128" far hide="predict">/);
  assert.equal(await page.inputValue('#pe-clocks-dim'), '128');
  assert.equal(await page.getAttribute('#pe-clocks-pair', 'max'), '63');
  await page.check('#pe-clocks .parts [value=predict]');
  await page.uncheck('#pe-clocks .parts [value=caption]');
  await page.selectOption('#pe-clocks-level', 'beginner');
  assert.match(await code(), / level="beginner" hide="caption">/);
  await page.click('#pe-clocks [type=reset]');
  await settle(page);
  assert.equal(await code(), plain);
});

test('in the gallery, the figure and its code follow the form', async () => {
  const { page, errors, close } = gallery;
  assert.deepEqual(await page.$$eval('.work', (all) => all.map(({ id }) => id)), TAGS);
  for (const tag of TAGS) {
    const section = page.locator(`section#${tag}`);
    const changed = await section.evaluate(changeForm);
    assert.ok(changed.length >= 3, `${tag}: ${changed}`);
    const pasted = await section.evaluate(comparePasted);
    const { state, wanted, attributes, inFrame, elements } = pasted;
    assert.equal(state, wanted, tag);
    assert.ok(attributes.length > changed.length / 2, tag);
    assert.deepEqual(inFrame, attributes, tag);
    assert.equal(elements[0], elements[1], tag);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the copy button of an example copies its code', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, close } = await openPage(browser, `${served}reference.html`, { permissions });
  await page.click('#sinusoidal .copy');
  await page.waitForSelector('#sinusoidal .copy[data-said]');
  assert.equal(await page.locator('#said').textContent(), 'Copied');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text, await page.inputValue('#sinusoidal textarea'));
  assert.match(text, /^import \{ sinusoidal \} from 'posenc';\n/);
  await close();
});

test('a figure has the same light or dark background as the page', async () => {
  const { page, close } = await open('index.html');
  await page.waitForSelector('pe-clocks canvas');
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const [paper, ownPaper] = await page.evaluate(() =>
      [document.body, document.querySelector('pe-clocks')].map(
        (element) => getComputedStyle(element).backgroundColor,
      ),
    );
    assert.equal(paper, colorScheme === 'light' ? 'rgb(252, 251, 248)' : 'rgb(21, 22, 26)');
    assert.equal(ownPaper, paper, colorScheme);
  }
  await close();
});

test('without scripts, the reference and the code of the gallery can be read', async () => {
  const options = { javaScriptEnabled: false };
  const { page, close } = await open('gallery.html', options);
  assert.match(await page.locator('#pe-rope [data-way=npm] code').textContent(), /<pe-rope hide/);
  await page.goto(`${fromFile}reference.html`);
  assert.ok(await page.locator('#sinusoidal textarea').isVisible());
  await close();
});

test('a recipe is a folder with its files, in the order of the README', () => {
  const recipes = join(scratch, 'recipes');
  mkdirSync(join(recipes, 'b/src'), { recursive: true });
  mkdirSync(join(recipes, 'a/node_modules'), { recursive: true });
  mkdirSync(join(recipes, 'empty'));
  writeFileSync(join(recipes, 'README.md'), '# Recipes\n\nFirst `b`, then `a`.\n');
  writeFileSync(join(recipes, 'b/README.md'), '# A table\n\nRun `node src/a.js`.\n');
  writeFileSync(join(recipes, 'b/src/a.js'), 'if (1 < 2) run();\n');
  writeFileSync(join(recipes, 'a/.page.html'), '<p>');
  writeFileSync(join(recipes, 'a/picture.png'), '\0');
  writeFileSync(join(recipes, 'a/node_modules/other.js'), 'other');
  const all = readRecipes(recipes);
  assert.deepEqual(
    all.recipes.map(({ id, title, files }) => [id, title, files.map(({ name }) => name)]),
    [
      ['b', 'A table', ['src/a.js']],
      ['a', 'a', ['.page.html']],
    ],
  );
  const page = `${recipesPage(all)}`;
  for (const part of [
    '<p>First <code>b</code>, then <code>a</code>.</p>',
    '<h2><a href="#b">A table</a></h2>',
    '<p>Run <code>node src/a.js</code>.</p>',
    '<h3><code>src/a.js</code></h3>',
    '<code>if (1 &lt; 2) run();</code>',
  ])
    assert.ok(page.includes(part), `${part} in ${page}`);
  assert.deepEqual(readRecipes(join(recipes, 'missing')), { text: '', recipes: [] });
});

test('prose becomes HTML, and no text in it is taken for a tag', () => {
  const text = [
    '# Title',
    '',
    "A <b> & the model's `code <i>`, **bold** 'value'",
    'and [a place](#x), [a file](./y.js).',
    '- one',
    '  and more',
    '- two',
    '',
    '    a = b',
    '',
    '| a | b |',
    '| --- | --- |',
    '| 1 | `2` |',
  ].join('\n');
  const written = prose(text, 2).join('').replaceAll(/>\s+</g, '><');
  for (const part of [
    '<h2>Title</h2>',
    "<p>A &lt;b&gt; &amp; the model's <code>code &lt;i&gt;</code>, <strong>bold</strong>",
    '<code>\'value\'</code> and <a href="#x">a place</a>, a file.</p>',
    '<ul><li>one and more</li><li>two</li></ul>',
    '<pre class="formula-text">a = b</pre>',
    '<td>1</td><td><code>2</code></td>',
  ])
    assert.ok(written.includes(part), `${part} in ${written}`);
});

/**
 * Removes all families of functions but one from the page. They look alike, and axe would need
 * seconds for all of them in each theme.
 */
const keepOneFamily = () =>
  document.querySelectorAll('.family:not(#family-attention)').forEach((each) => each.remove());

test('axe finds nothing on any page, in any theme, at any width', async () => {
  const { page, close } = await open('index.html');
  for (const name of pages.filter((name) => name !== 'lab.html')) {
    await page.goto(fromFile + name);
    // The content of the figures is checked in tests/figures/all/audit.test.js.
    if (name === 'reference.html') await audit(page, name, TAGS, NO_COLOURS);
    await page.evaluate(keepOneFamily);
    await auditViews(page, name, TAGS);
  }
  await close();
});

test('nothing on the front page moves while its figure is made', async () => {
  const { page, close } = await openPage(browser, `${served}index.html`, {
    viewport: { width: 412, height: 820 },
  });
  await firstFigure(page, 'index.html');
  await settle(page);
  await page.evaluate(() => {
    window.shift_ = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift_ += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await settle(page);
  const shift = await page.evaluate(() => window.shift_);
  assert.ok(shift < 0.05, `${shift}`);
  await close();
});
