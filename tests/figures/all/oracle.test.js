/*
 * Checks every number on screen. Each figure runs twice: with the wasm kernels, and with an oracle.
 * The oracle computes the same functions by plain formulas in doubles (tests/support/oracle.js).
 * Both runs must show the same digits on the canvas, and in the caption, formula, tables, question
 * and panels. The test of each figure checks how its model uses the results of these functions.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import fc from '../../support/random.js';
import { FIGURES, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { openPage, root, show } from '../../support/browsers.js';
import { canvasTexts } from '../../support/canvas-texts.js';
import { isWhole } from '../../support/crossed.js';
import { numbersIn } from '../../support/printed.js';
import { anyPatch } from '../../support/states.js';

/** The functions that the oracle does not replace, because they compute no number on screen. */
const WORDS = ['colorize', 'describeModel', 'ready'];
const drawing = readdirSync(`${root}/web/figures`, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => [name, readFileSync(`${root}/web/figures/${name}`, 'utf8')]);

useAuthors();

test('the oracle has every function that a figure calls', async () => {
  const used = new Set(
    drawing.flatMap(([, text]) =>
      [...text.matchAll(/import \{([^}]*)\} from '(?:\.\.\/)+index\.js'/g)].flatMap(([, names]) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ),
  );
  const oracle = readFileSync(`${root}/tests/support/oracle.js`, 'utf8');
  const own = [...oracle.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
  assert.ok(used.size > 4);
  assert.deepEqual(
    [...used].filter((name) => !own.includes(name) && !WORDS.includes(name)),
    [],
  );
});

test('every figure has a model, and every model a test', () => {
  const tests = readdirSync(`${root}/tests/figures`, { recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => readFileSync(`${root}/tests/figures/${name}`, 'utf8'))
    .join();
  for (const { tag } of FIGURES) {
    const model = `figures/${tag.slice(3)}/model.js`;
    assert.ok(existsSync(`${root}/web/${model}`), tag);
    assert.ok(tests.includes(`${model}'`), `${tag}: no test of its model`);
  }
});

/**
 * Runs in the page. Returns all texts of a figure, with up to 64 rows of each table. Without a
 * patch, the figure first shows the answer to its question.
 */
function everything(figure, patch) {
  const { from = {}, to = {} } = figure.question()?.shows ?? {};
  figure.setState(patch ?? from);
  figure.currentModel();
  if (!patch) figure.setState(to);
  const said = {};
  const { texts } = canvasTexts(figure);
  figure.update();
  said.canvas = texts.map(({ text }) => text).join(' | ');
  for (const [name, selector] of Object.entries({
    caption: '.pe-caption',
    formula: '.pe-formula',
    side: '.pe-side',
    under: '.pe-main > :not(.pe-caption, .pe-formula)',
  }))
    said[name] = [...figure.shadowRoot.querySelectorAll(selector)]
      .map((part) => part.textContent)
      .join(' | ');
  said.live = figure.describe();
  const question = figure.question();
  const model = figure.currentModel();
  if (question && !patch)
    said.surprise = [question.surprise(model), ...question.because(model).flat()].join(' ');
  for (const table of figure.tables(model)) {
    const rows = Math.min(table.rows, 64);
    said[table.name] = Array.from({ length: rows }, (_, row) =>
      table
        .row(row)
        .map((cell, column) => (typeof cell === 'number' ? table.show(cell, column) : cell))
        .join(' | '),
    ).join('\n');
  }
  return said;
}

/** The source code of everything() and of the function that it calls. */
const reading = `(figure, patch) => {
  ${[canvasTexts, everything].join('\n')}
  return everything(figure, patch);
}`;

/**
 * Describes how two texts differ; '' if they do not. Rounding errors are ignored. Numbers below
 * 1e-12 count as zero, and numbers with many digits may differ by a part in 1e11.
 */
function differ(one, two) {
  const [a, b] = [numbersIn(one), numbersIn(two)];
  const words = (text, numbers) =>
    numbers.reduce((rest, { token }) => rest.replace(token, '#'), text);
  if (a.length !== b.length || words(one, a) !== words(two, b)) return `${one}\nis not\n${two}`;
  const at = a.findIndex(
    ({ value, unit }, i) =>
      Math.abs(value - b[i].value) >
        Math.max(0, Math.abs(value) * 1e-11, unit < 1e-9 ? 1e-12 : 0) &&
      Math.max(Math.abs(value), Math.abs(b[i].value)) >= 1e-12,
  );
  return at < 0 ? '' : `${a[at].token} is not ${b[at].token}, in: ${one.slice(0, 300)}`;
}

test('with the oracle, every figure says the same as with the kernels', async (t) => {
  const oracle = {
    name: 'oracle',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/index\.js$/ }, ({ importer }) =>
        importer.endsWith('oracle.js') ? undefined : { path: `${root}/tests/support/oracle.js` },
      ),
  };
  const { text } = (
    await build({
      entryPoints: [`${root}/web/elements.js`],
      bundle: true,
      format: 'iife',
      target: 'es2022',
      write: false,
      plugins: [oracle],
    })
  ).outputFiles[0];
  const pages = await Promise.all(
    [classic, `<script>${text.replaceAll('</script', '<\\/script')}</script>`].map((script) =>
      openPage(chromium, server.author(each() + script)),
    ),
  );
  let numbers = 0;
  for (const Figure of FIGURES) {
    for (const { page } of pages) await show(page, Figure.tag);
    for (const patch of [
      {},
      null,
      ...fc.sample(anyPatch(Figure.allFields), { numRuns: isWhole ? 6 : 2, seed: 2 }),
    ]) {
      const [one, two] = await Promise.all(
        pages.map(({ page }) => on(page, Figure.tag, reading, patch)),
      );
      assert.deepEqual(Object.keys(one), Object.keys(two), Figure.tag);
      for (const part of Object.keys(one)) {
        assert.equal(
          differ(one[part], two[part]),
          '',
          `${Figure.tag}, ${part}, ${JSON.stringify(patch)}`,
        );
        numbers += numbersIn(one[part]).length;
      }
    }
  }
  t.diagnostic(`${numbers} numbers compared`);
  assert.ok(numbers > 1000 * FIGURES.length);
  for (const { errors, close } of pages) {
    assert.deepEqual(errors, []);
    await close();
  }
});
