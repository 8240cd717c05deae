/* Checks the README: its code runs, its links have targets, and it stays short. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';
import { root } from '../support/browsers.js';

const PAGES = [
  'README.md',
  '.github/ACCESSIBILITY.md',
  '.github/CONTRIBUTING.md',
  '.github/CHANGELOG.md',
  'web/figures/README.md',
  'web/recipes/README.md',
  'tests/bench/README.md',
];
const read = (name) => readFileSync(join(root, name), 'utf8');
const readme = read('README.md');

test('every JavaScript example runs as it is', () => {
  const examples = [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code);
  assert.ok(examples.length >= 3);
  for (const code of examples) {
    const here = code.replaceAll("'posenc'", "'./dist/posenc.js'");
    execFileSync(process.execPath, ['--input-type=module', '-e', here], { cwd: root });
  }
});

test('every function is in the table', () => {
  const table = readme.slice(readme.indexOf('## Functions'), readme.indexOf('## Schemes'));
  for (const name of Object.keys(posenc))
    assert.match(table, new RegExp(`\\b${name}\\b`), `${name} is missing`);
});

test('every link to a file leads to a file', () => {
  for (const page of PAGES)
    for (const [, to] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g))
      assert.ok(existsSync(join(root, dirname(page), to)), `${page}: ${to}`);
});

test('the README installs from a clone, and teachers read first what needs no code', () => {
  const { version } = JSON.parse(read('package.json'));
  assert.ok(readme.includes(`\`npm install ./posenc-${version}.tgz\``));
  const teachers = readme.split('## For teachers and writers')[1].split('\n## ')[0];
  assert.ok(teachers.indexOf('#editor') < teachers.indexOf('<script'));
});

test('the README has at most 220 lines', () => {
  assert.ok(readme.trimEnd().split('\n').length <= 220);
});
