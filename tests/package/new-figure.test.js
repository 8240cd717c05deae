/*
 * Checks `npm run new figure NAME`. The test makes a new figure in a copy of the project. It builds
 * the figure, tests it, and opens it in a browser.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launchChromium, openPage, settle } from '../support/browsers.js';
import { copyOfProject } from '../support/copies.js';
import { isWhole } from '../support/crossed.js';

const copy = copyOfProject(['c', 'web', 'tests', 'dist', 'README.md', '.eslint.config.js']);
const browser = await launchChromium();
after(async () => {
  await browser.close();
  copy.remove();
});

// Node's test runner refuses to run inside a test, which it recognizes by this variable.
const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: copy.path, encoding: 'utf8', env });
const read = (name) => readFileSync(join(copy.path, name), 'utf8');

test('a new figure has its files, its entry, its row in the reference and a passing test', () => {
  assert.match(run('./build.sh', 'new', 'figure', 'probe'), /pe-probe is in web\/figures\/probe\//);
  assert.match(read('web/elements.js'), /PeProbe\.define\('pe-probe'\)/);
  const sections = run('node', 'tests/tools/elements-reference.js');
  assert.match(sections, /^## pe-probe$/m);
  assert.ok(read('web/figures/README.md').endsWith(`\n${sections}`));
  assert.match(run('node', '--test', 'tests/figures/probe.test.js'), /^# fail 0$/m);
  run('node_modules/.bin/prettier', '--check', 'web/elements.js', 'web/figures/probe');
  run(
    'node_modules/.bin/eslint',
    '-c',
    '.eslint.config.js',
    'web/elements.js',
    'web/figures/probe',
  );
});

/** Checks the types of the elements, to which the new figure belongs. */
function checkTypes() {
  const about = { extends: './tsconfig.json', files: ['elements.js'] };
  writeFileSync(join(copy.path, 'web/probe.json'), JSON.stringify(about));
  const tsc = 'node_modules/.bin/tsc';
  run(tsc, '-p', 'web/probe.json', '--noEmit', '--skipDefaultLibCheck');
}

/** Bundles all figures as a classic script, and returns the script. */
const bundle = () =>
  run(
    process.execPath,
    '--input-type=module',
    '-e',
    `import { bundled } from './web/build/minify.js';
    const entryPoints = ['web/elements.js'];
    process.stdout.write(await bundled({ entryPoints, format: 'iife' }));`,
  );

test('the new figure has right types, builds and works in a page', async () => {
  checkTypes();
  const script = bundle();
  if (isWhole) {
    run('node', 'web/build/bundle.js', 'classic', 'languages', 'lab');
    const reference = 'tests/figures/chassis/elements-reference.test.js';
    assert.match(run('node', '--test', reference), /^# fail 0$/m);
  }
  const { page, errors } = await openPage(browser, 'about:blank');
  await page.setContent('<!doctype html><title>A page</title><pe-probe></pe-probe>');
  await page.addScriptTag({ content: script });
  await page.waitForSelector('pe-probe canvas');
  const caption = () => page.textContent('pe-probe .pe-caption');
  const before = await caption();
  assert.match(before, /^At position 5, /);
  await page.focus('pe-probe .pe-plot');
  await page.keyboard.press('ArrowRight');
  await settle(page);
  assert.match(await caption(), /^At position 6, /);
  assert.deepEqual(errors, []);
});

test('a name that is taken or malformed is refused in one line', () => {
  for (const [name, words] of [
    ['clocks', 'posenc: NAME: expected a new name, but web/figures/clocks is there already\n'],
    ['Two Words', 'posenc: NAME: expected small letters only, got "Two Words"\n'],
  ]) {
    const args = ['new', 'figure', name];
    const { status, stderr } = spawnSync('./build.sh', args, { cwd: copy.path, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.equal(stderr, words);
  }
});
