/*
 * Every number on screen: each figure runs twice, over the kernels and over an oracle of plain formulas in doubles
 * (oracle.js), and has to say the same, on canvas, in caption, formula, tables, question and panels, to every digit
 * it shows. What a figure makes of the functions' results is held by a test of its model (figures-*.test.js).
 */
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {test} from 'node:test';
import {build} from 'esbuild';
import fc from 'fast-check';
import {FIGURES, chromium, classic, each, server, useAuthors} from './authors.js';
import {openPage, root, show} from './browsers.js';
import {numbersIn} from './printed.js';
import {anyPatch} from './states.js';

/** What the oracle leaves to the kernels' module: it shows no number that is not among its arguments. */
const WORDS = ['colorize', 'describeModel'];
const drawing = readdirSync(`${root}/web/figures`, {recursive: true}).filter(name => name.endsWith('.js')).map(name => [name, readFileSync(`${root}/web/figures/${name}`, 'utf8')]);

useAuthors();

test('the oracle has every function that a figure calls', async () => {
  const used = new Set(drawing.flatMap(([, text]) => [...text.matchAll(/import \{([^}]*)\} from '(?:\.\.\/)+index\.js'/g)].flatMap(([, names]) => names.split(',').map(name => name.trim()))));
  const oracle = readFileSync(`${root}/tests/oracle.js`, 'utf8'), own = [...oracle.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
  assert.ok(used.size > 4);
  assert.deepEqual([...used].filter(name => !own.includes(name) && !WORDS.includes(name)), []);
});

test('every figure has a model, and every model a test', () => {
  const tests = readdirSync(`${root}/tests`).filter(name => name.endsWith('.test.js')).map(name => readFileSync(`${root}/tests/${name}`, 'utf8')).join();
  for (const {tag} of FIGURES) {
    assert.ok(existsSync(`${root}/web/figures/models/${tag.slice(3)}.js`), tag);
    assert.ok(tests.includes(`figures/models/${tag.slice(3)}.js'`), `${tag}: no test of its model`);
  }
});

/** In the page: all that a figure says in a state, with all rows of its tables. */
async function everything(figure, patch) {
  if (patch) figure.setState(patch);
  else figure.question()?.show(figure);
  figure.motion.settle();
  const said = {}, canvas = [], {fillText} = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...words) { canvas.push(words[0]); fillText.apply(this, words); };
  const drawn = figure.toPNG({scale: 1});
  CanvasRenderingContext2D.prototype.fillText = fillText;
  await drawn;
  figure.update();
  said.canvas = canvas.join(' | ');
  for (const [name, selector] of Object.entries({caption: '.pe-caption', formula: '.pe-formula', side: '.pe-side', under: '.pe-main > :not(.pe-caption, .pe-formula)'}))
    said[name] = [...figure.querySelectorAll(selector)].map(part => part.textContent).join(' | ');
  said.live = figure.describe();
  const question = figure.question(), model = figure.currentModel();
  if (question && !patch) said.surprise = [question.surprise(model), ...question.because(model).flat()].join(' ');
  for (const table of figure.tables(model)) {
    const rows = Math.min(table.rows, 64);
    said[table.name] = Array.from({length: rows}, (_, row) => table.row(row).map((cell, column) => typeof cell === 'number' ? table.show(cell, column) : cell).join(' | ')).join('\n');
  }
  return said;
}

/** Whether two texts are the same but for noise: numbers below 1e-12 stand for zero, and of many digits eleven count. */
function differ(one, two) {
  const [a, b] = [numbersIn(one), numbersIn(two)], words = (text, numbers) => numbers.reduce((rest, {token}) => rest.replace(token, '#'), text);
  if (a.length !== b.length || words(one, a) !== words(two, b)) return `${one}\nis not\n${two}`;
  const at = a.findIndex(({value, unit}, i) => Math.abs(value - b[i].value) > Math.max(0, Math.abs(value) * 1e-11, unit < 1e-9 ? 1e-12 : 0) && Math.max(Math.abs(value), Math.abs(b[i].value)) >= 1e-12);
  return at < 0 ? '' : `${a[at].token} is not ${b[at].token}, in: ${one.slice(0, 300)}`;
}

test('over the oracle every figure says the same', async t => {
  const oracle = {name: 'oracle', setup: ({onResolve}) => onResolve({filter: /\/index\.js$/}, ({importer}) => importer.endsWith('oracle.js') ? undefined : {path: `${root}/tests/oracle.js`})};
  const {text} = (await build({entryPoints: [`${root}/web/elements.js`], bundle: true, format: 'iife', target: 'es2022', write: false, plugins: [oracle]})).outputFiles[0];
  const pages = await Promise.all([classic, `<script>${text.replaceAll('</script', '<\\/script')}</script>`].map(script => openPage(chromium, server.author(each() + script))));
  let numbers = 0;
  for (const Figure of FIGURES) {
    for (const {page} of pages) await show(page, Figure.tag);
    for (const patch of [{}, null, ...fc.sample(anyPatch(Figure.allFields), {numRuns: 6, seed: 2})]) {
      const [one, two] = await Promise.all(pages.map(({page}) => page.evaluate(([tag, source, patch]) => (0, eval)(source)(document.querySelector(tag), patch), [Figure.tag, `(${everything})`, patch])));
      assert.deepEqual(Object.keys(one), Object.keys(two), Figure.tag);
      for (const part of Object.keys(one)) {
        assert.equal(differ(one[part], two[part]), '', `${Figure.tag}, ${part}, ${JSON.stringify(patch)}`);
        numbers += numbersIn(one[part]).length;
      }
    }
  }
  t.diagnostic(`${numbers} numbers compared`);
  assert.ok(numbers > 1000 * FIGURES.length);
  for (const {errors, close} of pages) {
    assert.deepEqual(errors, []);
    await close();
  }
});
