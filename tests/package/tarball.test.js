/* Checks the package that users install: the tarball in a new project, and its types. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/browsers.js';

const scratch = mkdtempSync(join(tmpdir(), 'posenc-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const [packed] = JSON.parse(
  run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], root),
);
const consumer = join(scratch, 'consumer');
mkdirSync(consumer);
writeFileSync(
  join(consumer, 'package.json'),
  '{"name": "consumer", "private": true, "type": "module"}',
);
const install = ['install', '--offline', '--no-audit', '--no-fund'];
run('npm', [...install, join(scratch, packed.filename)], consumer);

test('the tarball holds the products, the licence and the readme, and nothing else', () => {
  const names = packed.files
    .map((file) => file.path)
    .filter((name) => !name.startsWith('dist/types/'));
  assert.deepEqual(names.sort(), [
    'LICENSE',
    'README.md',
    'dist/embed.html',
    'dist/figures.iife.js',
    'dist/figures.js',
    'dist/posenc-lab.html',
    'dist/posenc.js',
    'dist/posenc.wasm',
    'dist/scalar.js',
    'package.json',
  ]);
});

test('the package has no dependencies and runs no install script', () => {
  const manifest = JSON.parse(
    readFileSync(join(consumer, 'node_modules/posenc/package.json'), 'utf8'),
  );
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    assert.equal(manifest[field], undefined);
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    assert.equal(manifest.scripts[script], undefined);
});

test('an import from an empty project works at once, as a module and by require', () => {
  const code = "import {sinusoidal} from 'posenc'; console.log(sinusoidal(2, 4)[4].toFixed(4))";
  assert.equal(run('node', ['--input-type=module', '-e', code], consumer), '0.8415\n');
  const required = run(
    'node',
    ['-e', "import('posenc').then(p => console.log(p.alibiSlopes(8)[0]))"],
    consumer,
  );
  assert.equal(required, '0.5\n');
});

test('the figures import in Node, twice, without a DOM', () => {
  const code =
    "import {PeClocks} from 'posenc/figures'; import 'posenc/figures'; console.log(typeof PeClocks)";
  assert.equal(run('node', ['--input-type=module', '-e', code], consumer), 'function\n');
});

test('useModule takes the packaged wasm', () => {
  const code = `
    import {readFileSync} from 'node:fs';
    import {createRequire} from 'node:module';
    import {useModule, wavelengths} from 'posenc';
    const path = createRequire(import.meta.url).resolve('posenc/posenc.wasm');
    useModule(new WebAssembly.Module(readFileSync(path)));
    console.log(wavelengths(2)[0].toFixed(6));`;
  writeFileSync(join(consumer, 'module.js'), code);
  assert.equal(run('node', ['module.js'], consumer), '6.283185\n');
});

test('older versions of TypeScript know the types, which do not contain the kernels', () => {
  for (const name of readdirSync(join(root, 'dist/types'), { recursive: true }).filter((name) =>
    name.endsWith('.d.ts'),
  )) {
    const text = readFileSync(join(root, 'dist/types', name), 'utf8');
    assert.doesNotMatch(text, /<ArrayBuffer|AGFzb/, name);
  }
});

test('the types hold in a strict project, and refuse what the functions refuse', () => {
  writeFileSync(
    join(consumer, 'use.ts'),
    `
    import {applyRope, attention, ropeTable, sinusoidal, sinusoidalPE, addPositional, t5Buckets} from 'posenc';
    import {debertaBias, shawValues, xlnetTable} from 'posenc';
    const table: Float32Array = sinusoidal(4, 8, {layout: 'concatenated', start: 2});
    const exact: Float64Array = sinusoidal(4, 8, {dtype: 'float64'});
    const rotated: Float64Array = applyRope(exact, {heads: 2, headDim: 4, layout: 'interleaved'});
    const {cos}: {cos: Float32Array} = ropeTable(4, 8);
    const rows: Float32Array[] = addPositional(sinusoidalPE(4, 8), sinusoidalPE(4, 8));
    const buckets: Int32Array = t5Buckets(2, 2);
    const relative: Float64Array = xlnetTable(2, 3, 4, {dtype: 'float64', clamp: 2, backward: true});
    const shape = {heads: 1, queries: 2, keys: 2, headDim: 2};
    const attended = attention({q: table, k: table, v: table, ...shape});
    const valued: Float32Array = shawValues({...attended, table, ...shape, out: attended.output});
    // @ts-expect-error no weights
    shawValues({table, ...shape});
    // @ts-expect-error the third term is asked for by its factor
    debertaBias({q: table, k: table, keyTable: table, queryTable: table, ...shape, positionScale: true});
    // @ts-expect-error a misspelt layout
    sinusoidal(4, 8, {layout: 'interleave'});
    // @ts-expect-error a misspelt option
    sinusoidal(4, 8, {bse: 2});
    // @ts-expect-error the shape is missing
    attention({q: table, k: table, v: table});
    export {rotated, cos, rows, buckets, relative, valued};`,
  );
  writeFileSync(
    join(consumer, 'figures.ts'),
    `
    import {PeClocks, type PeHeatmapState} from 'posenc/figures';
    const clocks = document.createElement('pe-clocks'), heatmap: PeHeatmapState | undefined = document.querySelector('pe-heatmap')?.getState();
    const made: PeClocks = clocks, dim: number = clocks.dim, layout: 'interleaved' | 'concatenated' | undefined = heatmap?.layout;
    clocks.lock = 'dim'; clocks.far = true;
    clocks.state = 'position=44'; clocks.state = {position: 44};
    clocks.setState({position: dim}, {ease: true});
    clocks.addEventListener('pe-change', ({detail: {key, value}}) => key.length + value);
    document.addEventListener('pe-reveal', event => { const correct: boolean = event.detail.correct; return correct; });
    const picture: Promise<Blob> = clocks.toPNG({scale: 2}), text: string = clocks.toCSV();
    // @ts-expect-error no such field
    clocks.setState({positon: 3});
    // @ts-expect-error no such layout
    document.createElement('pe-heatmap').layout = 'halves';
    // @ts-expect-error no such detail
    clocks.addEventListener('pe-predict', event => event.detail.correct);
    export {made, layout, picture, text};`,
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  run('node', [tsc, ...strict, '--lib', 'es2022', 'use.ts'], consumer);
  run('node', [tsc, ...strict, '--lib', 'es2022,dom,dom.iterable', 'figures.ts'], consumer);
});
