/*
 * Attacks pages as their users may: by elements with the ids and names of posenc's scripts, by
 * strange languages in the address, and by browsers that lack a part. Also shows everything under
 * the strictest content security policy.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TAGS, chromium, each, server, useAuthors } from '../support/authors.js';
import { labFile, openPage, root, savedText, show } from '../support/browsers.js';

useAuthors();

/** The scripts that pages may carry as text, by the ends of their ids. */
const NAMES = [
  'scalar',
  'trainer',
  'train-scalar',
  'reporter',
  'figures',
  'de',
  'editor',
  'lesson',
];

const HIT = "window.hit = (window.hit ?? 0) + 1; document.title = 'hit'";

/** Elements other than scripts, and scripts of other kinds, each with the id of a script. */
const GADGETS = {
  'a paragraph': (id) => `<p id="${id}">${HIT}</p>`,
  'a div of the right type': (id) => `<div id="${id}" type="text/plain">${HIT}</div>`,
  'a template': (id) => `<template id="${id}">${HIT}</template>`,
  'a script of SVG': (id) => `<svg><script id="${id}" type="text/plain">${HIT}</script></svg>`,
  'a style': (id) => `<style id="${id}" type="text/plain">${HIT}</style>`,
  data: (id) => `<script id="${id}" type="application/ld+json">${HIT}</script>`,
};

/** Stops WebAssembly as a policy does that allows no compilation. */
const forbid = () => {
  for (const name of ['Module', 'Instance'])
    WebAssembly[name] = class {
      constructor() {
        throw new WebAssembly.CompileError('forbidden');
      }
    };
  WebAssembly.instantiate = () => Promise.reject(new WebAssembly.CompileError('forbidden'));
};

for (const [what, make] of Object.entries(GADGETS))
  test(`${what} with the id of a script is not run, and not saved`, async () => {
    const gadgets = NAMES.map((name) => make(`posenc-${name}`)).join('');
    const html = `${gadgets}<pe-clocks></pe-clocks><pe-train></pe-train><pe-editor></pe-editor>
      <script src="figures.iife.js"></script><script type="module" src="editor.js"></script>`;
    const { page, close } = await openPage(chromium, 'about:blank');
    await page.addInitScript(forbid);
    await page.goto(server.author(html));
    await show(page, 'pe-clocks');
    const train = await show(page, 'pe-train');
    await train.evaluate((figure) => figure.uncover?.());
    await page.evaluate(async () => {
      const editor = document.querySelector('pe-editor');
      editor.scrollIntoView();
      while (!editor.shadowRoot?.querySelector('.pe-strong'))
        await new Promise(requestAnimationFrame);
    });
    const download = page.waitForEvent('download');
    await page.locator('pe-editor .pe-strong').click();
    const text = await savedText(await download);
    assert.ok(!text.includes('window.hit'), 'the text is saved');
    assert.equal(await page.evaluate(() => window.hit), undefined);
    await close();
  });

test('an image called currentScript does not say where the scripts are', async () => {
  const html = `<img name="currentScript" src="https://attacker.invalid/x.js"><pe-clocks></pe-clocks>
    <script src="figures.iife.js"></script>`;
  const { page, requests, close } = await openPage(chromium, 'about:blank');
  await page.addInitScript(forbid);
  await page.goto(server.author(html));
  await page.evaluate(async () => {
    const figure = document.querySelector('pe-clocks');
    const isDone = () => {
      const root = figure.shadowRoot;
      const error = root?.querySelector('.pe-error');
      return root?.querySelector('canvas')?.width > 1 || (error && !error.hidden);
    };
    while (!isDone()) await new Promise(requestAnimationFrame);
  });
  const foreign = requests.filter((url) => url.includes('attacker') && !url.endsWith('x.js'));
  assert.deepEqual(foreign, []);
  await close();
});

for (const name of ['constructor', '__proto__', 'editor', 'scalar', 'toString', 'x"]', 'DE-at'])
  test(`?lang=${name} leaves the page and its list of languages whole`, async () => {
    const address = `${labFile}?lang=${encodeURIComponent(name)}`;
    const { page, errors, close } = await openPage(chromium, address);
    for (let visit = 0; visit < 2; visit++) {
      const list = page.locator('#language');
      await list.waitFor();
      assert.ok((await list.locator('option').count()) >= 3);
      assert.equal(await list.inputValue(), name === 'DE-at' ? 'de' : 'en');
      await page.evaluate((stored) => localStorage.setItem('posenc-language', stored), name);
      await page.goto(labFile);
    }
    assert.deepEqual(errors, []);
    await close();
  });

test('the languages of elements and frames may have any name', async () => {
  const html = `<div lang="constructor"><pe-clocks></pe-clocks></div>
    <div lang="DE"><pe-rope></pe-rope></div>
    <script src="languages/de.js"></script><script src="figures.iife.js"></script>`;
  const { page, errors, close } = await openPage(chromium, server.author(html));
  await show(page, 'pe-clocks');
  await show(page, 'pe-rope');
  const buttonsOf = (tag) => page.locator(tag).getByRole('button').allTextContents();
  assert.ok(
    (await buttonsOf('pe-clocks')).includes('Answer') || (await buttonsOf('pe-clocks')).length,
  );
  assert.match(
    await page.locator('pe-rope .pe-title').textContent(),
    /[äöüß]|Dreh|dreh|Versch|versch/,
  );
  await page.goto(`${server.origin}/embed.html?figure=clocks&lang=constructor`);
  await show(page, 'pe-clocks');
  assert.deepEqual(errors, []);
  await close();
});

/** The policy that SECURITY.md promises, and one that names the policy of trusted types. */
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data: blob:; " +
  "require-trusted-types-for 'script'";
const POLICIES = {
  any: STRICT.replace(' img-src data: blob:;', ''),
  named: `${STRICT}; trusted-types posenc`,
};

/** Removes the icon of the page, an image, from what is reported. */
const severe = (errors) => errors.filter((text) => !/data:,|favicon/.test(text));

/** Everything that a page may hold, as modules and as classic scripts. */
const modules = (...names) =>
  names.map((name) => `<script type="module" src="${name}.js"></script>`).join('');

for (const [name, policy] of Object.entries(POLICIES)) {
  for (const [kind, scripts] of Object.entries({
    modules: modules('figures'),
    'a classic script': '<script src="figures.iife.js"></script>',
  }))
    test(`every figure runs under a strict policy (${name}), by ${kind}`, async () => {
      const { page, errors, close } = await openPage(
        chromium,
        server.author(each() + scripts, policy),
      );
      for (const tag of TAGS) await show(page, tag);
      assert.deepEqual(severe(errors), []);
      await close();
    });

  test(`figures run under a strict policy (${name}) without WebAssembly, too`, async () => {
    for (const scripts of [modules('figures'), '<script src="figures.iife.js"></script>']) {
      const without = policy.replace(" 'wasm-unsafe-eval'", '');
      const { page, errors, close } = await openPage(
        chromium,
        server.author(each() + scripts, without),
      );
      for (const tag of TAGS) await show(page, tag);
      const others = severe(errors).filter((text) => !/wasm|WebAssembly/i.test(text));
      assert.deepEqual(others, []);
      await close();
    }
  });

  test(`doctor, editor, worksheet, quiz, tour and training run under a strict policy (${name})`, async () => {
    const html = `<pe-worksheet figures="pe-rope" questions="2"></pe-worksheet><pe-doctor></pe-doctor>
      <pe-quiz></pe-quiz><pe-editor></pe-editor>
      ${modules('worksheet', 'checkup', 'quiz', 'tour', 'editor')}`;
    const { page, errors, close } = await openPage(chromium, server.author(html, policy));
    const worksheet = page.locator('pe-worksheet');
    await worksheet.locator('.pw-paper svg').first().waitFor();
    await page.locator('pe-doctor').scrollIntoViewIfNeeded();
    await page.locator('pe-doctor .pe-drop').waitFor();
    await page.locator('pe-doctor input[type=file]').setInputFiles({
      name: 'config.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        '{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "max_position_embeddings": 128}',
      ),
    });
    await page.locator('pe-doctor').getByText('RoPE').first().waitFor();
    await page.locator('pe-editor').scrollIntoViewIfNeeded();
    await page.locator('pe-editor').getByRole('button', { name: 'Add this figure' }).click();
    await page.locator('pe-editor .pe-page canvas').first().waitFor();
    assert.deepEqual(severe(errors), []);
    await close();
  });
}

test('without a canvas, figures say so; without observers and media queries they are drawn', async () => {
  const html = `${each('', ['pe-clocks', 'pe-patches', 'pe-rope'])}<script src="figures.iife.js"></script>`;
  const { page, errors, close } = await openPage(chromium, 'about:blank');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(server.author(html));
  const error = page.locator('pe-clocks .pe-error');
  await error.filter({ hasText: 'This browser gives no canvas to draw on.' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
  const other = await openPage(chromium, 'about:blank');
  await other.page.addInitScript(() => {
    for (const name of ['ResizeObserver', 'IntersectionObserver', 'matchMedia'])
      delete globalThis[name];
  });
  await other.page.goto(server.author(html));
  for (const tag of ['pe-clocks', 'pe-patches', 'pe-rope']) await show(other.page, tag);
  const names = ['quiz', 'tour', 'checkup'];
  const scripts = names.map((name) => `<script type="module" src="${name}.js"></script>`).join('');
  await other.page.goto(
    server.author(`<pe-quiz></pe-quiz><pe-tour></pe-tour><pe-doctor></pe-doctor>${scripts}`),
  );
  await other.page.locator('pe-quiz').getByRole('radio').first().waitFor();
  await other.page.locator('pe-tour canvas').first().waitFor();
  await other.page.locator('pe-doctor').getByRole('button').first().waitFor();
  assert.deepEqual(other.errors, []);
  await other.close();
});

test('without memory for an instance, the scalar kernels run', async () => {
  const html = `${each('', ['pe-clocks'])}<script type="module" src="figures.js"></script>`;
  const { page, requests, close } = await openPage(chromium, 'about:blank');
  await page.addInitScript(() => {
    WebAssembly.Instance = class {
      constructor() {
        throw new RangeError('WebAssembly.Instance(): Out of memory');
      }
    };
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = (...given) =>
      instantiate(...given).then(() => Promise.reject(new RangeError('Out of memory')));
  });
  await page.goto(server.author(html));
  await show(page, 'pe-clocks');
  assert.ok(requests.some((url) => url.endsWith('/scalar.js')));
  await close();
});

test('the policies of the lab and of the frame name no base and no place for forms', () => {
  for (const name of ['posenc-lab', 'embed']) {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(
      readFileSync(`${root}/dist/${name}.html`, 'utf8'),
    );
    assert.match(policy, /base-uri 'none'; form-action 'none'/);
  }
});
