/*
 * Checks the list and the versions of the recipes, and that a page with a fault fails their checks.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { projectFiles } from '../../web/build/sources.js';
import { lookAt } from '../matrix/look.js';
import { flatMemory } from '../matrix/memory.js';
import { ROWS } from '../matrix/rows.js';
import { page, shows } from '../matrix/rows/programs.js';
import { serveAuthors } from '../support/authors.js';
import { launchChromium, root } from '../support/browsers.js';

const read = (name) => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json'));
const files = projectFiles(root).filter((name) => name.startsWith('web/recipes/'));
const browser = await launchChromium();
const server = await serveAuthors();
after(async () => {
  await browser.close();
  server.close();
});

test('every recipe has a row in the table of environments and a row in the README', () => {
  const folders = new Set(files.map((name) => /^web\/recipes\/(\w+)\//.exec(name)?.[1]));
  folders.delete(undefined);
  const recipes = [...new Set(ROWS.map((row) => row.recipe).filter(Boolean))];
  assert.ok(folders.size > 15);
  assert.deepEqual(recipes.sort(), [...folders].sort());
  const listed = [...read('web/recipes/README.md').matchAll(/^\| `(\w+)` \|/gm)];
  assert.deepEqual(listed.map(([, name]) => name).sort(), recipes);
});

test('recipes use this version of posenc, and exact versions of everything else', () => {
  for (const name of files) {
    for (const [, found] of read(name).matchAll(/cdn\.example\/posenc@([\d.]*\d)/g))
      assert.equal(found, version, name);
    if (!name.endsWith('/package.json')) continue;
    const { dependencies, devDependencies } = JSON.parse(read(name));
    assert.equal(dependencies.posenc, version, name);
    for (const exact of Object.values({ ...dependencies, ...devDependencies }))
      assert.match(exact, /^\d+\.\d+\.\d+$/, name);
  }
});

test('all rows of the table have different names, and each says what it runs', () => {
  const names = ROWS.map((row) => row.name);
  assert.ok(names.length > 60);
  assert.deepEqual([...new Set(names)], names);
  for (const { name, steps, serve, test, not } of ROWS) {
    assert.ok(steps?.length || serve || test || not, name);
    for (const step of steps ?? []) assert.equal(typeof step, 'string', name);
  }
});

const MODULE = `<script type="module">${shows('./posenc.js', './figures.js')}</script>`;
/** Returns the fault of a page, or 'nothing'. */
const look = (html, also) =>
  lookAt(browser, server.author(html), { installed: root, says: '0.8415', also }).then(
    () => 'nothing',
    (error) => error.message,
  );

test('a page with a correct figure passes, and pages with one fault fail', async () => {
  const right = page(MODULE);
  assert.equal(await look(right), 'nothing');
  assert.match(await look(right.replace('"12"', '"13"')), /position in the tag/);
  assert.match(await look(right.replace('<output>', '<output hidden>')), /page says 0\.8415/);
  const warning = '<script>console.warn("Hydration")</script>';
  assert.match(await look(right + warning), /console is not silent:\nHydration/);
  const missing = '<script src="missing.js"></script>';
  assert.match(await look(right + missing), /console is not silent:\n.*404/);
});

/**
 * Checks a page in which the script `code` spoils the figure. The script may call always(spoil),
 * which calls spoil() in each animation frame.
 */
const spoilt = (code) =>
  look(
    page(`${MODULE}<script type="module">
      const { PeClocks } = await import('./figures.js');
      const { toCSV } = PeClocks.prototype;
      const figure = document.querySelector('pe-clocks');
      const part = (name) =>
        figure.shadowRoot?.querySelector(name) ?? figure.querySelector(name) ?? {};
      const always = (spoil) => requestAnimationFrame(() => (spoil(), always(spoil)));
      ${code}
    </script>`),
  );

test('a figure with a wrong number, without ink or without a caption fails', async () => {
  const wrong = "toCSV.call(this).replace('-0.53657', '-0.53667')";
  assert.match(
    await spoilt(`PeClocks.prototype.toCSV = function () { return ${wrong}; };`),
    /sine of clock 0: -0\.53667/,
  );
  const blank = "always(() => part('canvas').getContext?.('2d').reset());";
  assert.match(await spoilt(blank), /the canvas has 1 colours/);
  const silent = "always(() => (part('.pe-caption').textContent = ''));";
  assert.match(await spoilt(silent), /the caption is ""/);
});

/** Returns a page that mounts a figure, and runs the code `keep` before it removes the figure. */
const mounting = (keep) =>
  page(`${MODULE}<script>
    const kept = [];
    const { body } = document;
    globalThis.mount = () => body.insertAdjacentHTML('beforeend', '<pe-clocks position="12">');
    globalThis.unmount = () => {
      const figure = document.querySelector('pe-clocks');
      ${keep}
      figure.remove();
    };
  </script>`);

test('removed figures leave no memory behind, and figures that are kept are found', async () => {
  const also = (page) => flatMemory(page, 30);
  assert.equal(await look(mounting(''), also), 'nothing');
  assert.match(await look(mounting('kept.push(figure);'), also), /memory: {"nodes":/);
  const listener = "document.addEventListener('click', () => 0);";
  assert.match(await look(mounting(listener), also), /memory: {"nodes":/);
});
