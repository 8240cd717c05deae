/*
 * Checks the build. It gives the same bytes each time, and skips steps that are up to date. It
 * reports when the compiler fails.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { copyOfProject } from '../support/copies.js';

const PRODUCTS = [
  'posenc.wasm',
  'posenc.js',
  'train.wasm',
  'train.js',
  'doctor.js',
  'command.js',
  'files.js',
  'figures.js',
  'figures.iife.js',
  'figures/clocks.js',
  'cjs/figures.js',
  'posenc.js.map',
  'embed.html',
  'posenc-lab.html',
];

const build = (path) => execFileSync('./build.sh', ['build'], { cwd: path, encoding: 'utf8' });

test('a build in another folder gives the same bytes', (t) => {
  const { path, remove } = copyOfProject(['c', 'web']);
  t.after(remove);
  rmSync(join(path, 'web/kernels.js'));
  rmSync(join(path, 'web/train/kernels.js'));
  rmSync(join(path, 'web/figures/chassis/style-text.js'));
  // The test does not compare types, so it leaves out the slow step that checks them.
  for (const step of ['kernels', 'style']) execFileSync('./build.sh', [step], { cwd: path });
  execFileSync('node', ['web/build/bundle.js'], { cwd: path });
  for (const name of PRODUCTS) {
    const [here, there] = [root, path].map((folder) => readFileSync(join(folder, 'dist', name)));
    assert.ok(here.equals(there), `${name} differs`);
  }
});

test('a second build rebuilds nothing', () => {
  assert.equal(build(root), '');
});

test('a build whose compiler fails says so, and leaves no old kernels', (t) => {
  const { path, remove } = copyOfProject(['c', 'web', 'dist']);
  t.after(remove);
  writeFileSync(join(path, 'c/alibi.c'), 'int broken(');
  const { status, stderr } = spawnSync('./build.sh', ['build'], { cwd: path, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /the kernels did not compile$/m);
  assert.ok(!readdirSync(join(path, 'dist')).includes('posenc.wasm'));
});

test('a build refuses a wrong type in the command, and checks the types again next time', (t) => {
  const { path, remove } = copyOfProject(['c', 'web', 'dist']);
  t.after(remove);
  appendFileSync(join(path, 'web/command/load.js'), '/** @type {string} */\nexport const x = 1;\n');
  const { status, stdout, stderr } = spawnSync('./build.sh', ['build'], {
    cwd: path,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stdout, /^web\/command\/load\.js\(\d+,14\): error TS2322: /m);
  assert.match(stderr, /the types do not hold$/m);
  assert.ok(!existsSync(join(path, 'dist/types/index.d.ts')));
});

test('a compiler of another version is named in a warning', (t) => {
  const { path, remove } = copyOfProject(['c', 'web']);
  t.after(remove);
  const EMCC = join(path, 'emcc');
  writeFileSync(EMCC, '#!/bin/sh\necho "emcc (Emscripten) 9.9.9 (0123)"\nexit 1\n', {
    mode: 0o755,
  });
  const env = { ...process.env, EMCC };
  const { stdout } = spawnSync('./build.sh', ['kernels'], { cwd: path, env, encoding: 'utf8' });
  assert.match(
    stdout,
    /^posenc: warning: .* emcc 3\.1\.6, and this is: emcc .* 9\.9\.9 \(0123\)$/m,
  );
});

test('an unknown command is refused in one line', () => {
  const { status, stderr } = spawnSync('./build.sh', ['bild'], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^posenc: expected build, start, .*, got bild\n$/);
});
