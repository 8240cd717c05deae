/* Checks format and lint rules with the tools. `npm run format` corrects the format. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { cSources } from '../../web/build/sources.js';
import { cacheFolder } from '../support/cache.js';
import { root } from '../support/browsers.js';

/** Both tools read only files whose content has changed since they passed. */
const cached = (tool) => [
  ...['--cache', '--cache-strategy', 'content', '--cache-location'],
  `${cacheFolder}/${tool}`,
];

/** Runs a tool on the project. If it fails, the test fails with the output of the tool. */
function passes(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(error, undefined);
  assert.equal(status, 0, `${stdout}${stderr}`);
}

test('prettier finds nothing to change', () => {
  passes(
    'node_modules/.bin/prettier',
    ...cached('prettier'),
    '--check',
    '--log-level',
    'warn',
    '.',
  );
});

test('clang-format finds nothing to change', () => {
  const sources = cSources(root);
  assert.ok(sources.length > 20);
  passes(process.env.CLANG_FORMAT || 'clang-format', '--dry-run', '--Werror', ...sources);
});

test('eslint finds no long function, deep nesting, stacked ternary or unused name', () => {
  passes(
    'node_modules/.bin/eslint',
    ...cached('eslint'),
    '-c',
    '.eslint.config.js',
    'web',
    'tests',
  );
});
