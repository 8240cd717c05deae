/*
 * Checks the build. It gives the same bytes each time, and skips steps that are up to date. It
 * reports when the compiler fails.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/browsers.js';
import { copyOfProject } from '../support/copies.js';
import { isWhole } from '../support/crossed.js';

/**
 * The steps of the bundler that the test compares, with some of their products. Between them they
 * use each way to make a file: a module with a map, modules that share parts, a CommonJS module and
 * a page.
 */
const STEPS = {
  figures: ['figures/clocks.js', 'figures/clocks.js.map'],
  commonjs: ['cjs/figures.js'],
  command: ['command.js', 'command.js.map'],
  lab: ['posenc-lab.html'],
};

/** More products, which are compared if the whole build is. */
const OTHERS = [
  ...['posenc.js', 'train.wasm', 'train.js', 'doctor.js', 'files.js', 'figures.js'],
  ...['figures.iife.js', 'posenc.js.map', 'embed.html'],
];

/** The system's programs. build.sh takes those of emcc from here, to get the same bytes everywhere. */
const SYSTEM = '/usr/bin:/bin';

const build = (path) => execFileSync('./build.sh', ['build'], { cwd: path, encoding: 'utf8' });

/** Fails unless files of dist/ have the same bytes in this project and in a copy of it. */
function sameBytes(path, names) {
  for (const name of names) {
    const [here, there] = [root, path].map((folder) => readFileSync(join(folder, 'dist', name)));
    assert.ok(here.equals(there), `${name} differs`);
  }
}

/** Writes a program into a copy of the project, and returns its path. */
function programIn(path, name, lines) {
  const file = join(path, name);
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

test('in another folder, the kernels get the same bytes; if a later one fails, none is left', (t) => {
  const { path, remove } = copyOfProject(['c', 'web']);
  t.after(remove);
  // All kernels are compiled in the same way, so one is enough. This compiler fails at the second.
  const EMCC = programIn(
    path,
    'emcc',
    `case "$*" in
      --version | *dist/posenc.wasm*) exec "${process.env.EMCC || 'emcc'}" "$@" ;;
    esac
    cp dist/posenc.wasm dist/kept.wasm
    exit 1`,
  );
  const PATH = process.env.EMCC ? process.env.PATH : SYSTEM;
  const env = { ...process.env, EMCC, PATH };
  const { status } = spawnSync('./build.sh', ['kernels'], { cwd: path, env });
  assert.equal(status, 1);
  const [here, there] = [join(root, 'dist/posenc.wasm'), join(path, 'dist/kept.wasm')];
  assert.ok(readFileSync(here).equals(readFileSync(there)), 'posenc.wasm differs');
  assert.deepEqual(readdirSync(join(path, 'dist')), ['kept.wasm']);
});

test('in another folder, the bundles and pages get the same bytes', (t) => {
  const { path, remove } = copyOfProject(['c', 'web', 'dist']);
  t.after(remove);
  const names = [...Object.values(STEPS).flat(), ...(isWhole ? OTHERS : [])];
  for (const name of names) rmSync(join(path, 'dist', name));
  rmSync(join(path, 'web/figures/chassis/style-text.js'));
  if (isWhole) {
    rmSync(join(path, 'web/kernels.js'));
    rmSync(join(path, 'web/train/kernels.js'));
    execFileSync('./build.sh', ['kernels'], { cwd: path });
  }
  execFileSync('./build.sh', ['style'], { cwd: path });
  const steps = isWhole ? [] : Object.keys(STEPS);
  execFileSync('node', ['web/build/bundle.js', ...steps], { cwd: path });
  sameBytes(path, names);
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
  // This command imports nothing, so that its types are checked fast.
  const wrong = '/** @type {string} */\nexport const x = 1;\n';
  writeFileSync(join(path, 'web/command/index.js'), wrong);
  // The bundles seem newer than all sources, so that only the types are checked.
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(path, 'dist/posenc-lab.html'), later, later);
  const { status, stdout, stderr } = spawnSync('./build.sh', ['build'], {
    cwd: path,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stdout, /^web\/command\/index\.js\(2,14\): error TS2322: /m);
  assert.match(stderr, /the types do not hold$/m);
  assert.ok(!existsSync(join(path, 'dist/types/index.d.ts')));
});

test('a compiler of another version is named in a warning', (t) => {
  const { path, remove } = copyOfProject(['c', 'web']);
  t.after(remove);
  const EMCC = programIn(path, 'emcc', 'echo "emcc (Emscripten) 9.9.9 (0123)"\nexit 1');
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
