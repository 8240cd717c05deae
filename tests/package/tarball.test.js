/* Checks the package that users install: the tarball in a new project, and its types. */
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { publint } from 'publint';
import { FIGURES } from '../../web/build/figure-list.js';
import { LANGUAGES, PARTS } from '../../web/build/languages.js';
import { root } from '../support/browsers.js';
import { installedPackage, run } from '../support/package.js';

const { names, tarball, consumer, folder, remove } = installedPackage();
after(remove);
const read = (name) => readFileSync(join(folder, name), 'utf8');
const evaluate = (kind, code) => run('node', [`--input-type=${kind}`, '-e', code], consumer);

/** The compiler of this project, and an older compiler, which arethetypeswrong installs. */
const COMPILERS = [
  'node_modules/typescript',
  'node_modules/@arethetypeswrong/core/node_modules/typescript',
];
const DOM = 'es2022,dom,dom.iterable';

const scripts = names.filter((name) => /^dist\/.*\.js$/.test(name));

/** The entry points that each have a module of their own in dist/. */
const ENTRIES = [
  ...[
    'answers',
    'checkup',
    'doctor',
    'editor',
    'files',
    'quiz',
    'scalar',
    'tour',
    'train',
    'train-scalar',
    'worksheet',
  ],
];

test('the tarball holds the products, their sources, the licence and the readme', () => {
  const products = names
    .filter((name) => !/^(web|dist\/types|dist\/cjs\/types)\/|\.map$/.test(name))
    .map((name) => name.replace(/-[A-Z0-9]{8}\./, '-HASH.'));
  const ofFigures = FIGURES.flatMap(({ folder }) => [
    `dist/cjs/figures/${folder}.js`,
    `dist/figures/${folder}.js`,
    `figures/${folder}/package.json`,
  ]);
  const packs = LANGUAGES.flatMap((tag) => [tag, ...PARTS.map((part) => `${tag}/${part}`)]);
  const ofLanguages = packs.flatMap((name) => [
    `dist/cjs/languages/${name}.js`,
    `dist/languages/${name}.js`,
    `languages/${name}/package.json`,
  ]);
  const wanted = [
    ...ofFigures,
    ...ofLanguages,
    'LICENSE',
    'README.md',
    'c/posenc.h',
    'c/train/train.h',
    'dist/cdn.js',
    'dist/command.js',
    'dist/chunks/chunk-HASH.js',
    'dist/chunks/chunk-HASH.js',
    'dist/chunks/late-HASH.js',
    'dist/chunks/late-HASH.js',
    'dist/chunks/late-HASH.js',
    'dist/cjs/figures.js',
    'dist/cjs/package.json',
    'dist/cjs/posenc.js',
    'dist/cjs/trainer.js',
    'dist/embed.html',
    'dist/figures.iife.js',
    'dist/figures.js',
    'dist/posenc-lab.html',
    'dist/posenc.js',
    'dist/posenc.wasm',
    'dist/posenc.workerd.js',
    'dist/reporter.js',
    'dist/trainer.js',
    'figures/package.json',
    ...ENTRIES.flatMap((name) => [
      ...[`${name}/package.json`, `dist/cjs/${name}.js`, `dist/${name}.js`],
    ]),
    'package.json',
  ];
  assert.deepEqual(products.sort(), wanted.sort());
  assert.deepEqual(
    names.filter((name) => /^(web\/(build|lab|recipes|site)|dist\/site)\//.test(name)),
    [],
  );
});

test('every script names its licence in its first line', () => {
  assert.ok(scripts.length > 25);
  for (const name of scripts)
    assert.match(read(name), /^(#!.*\n)?\/\* SPDX-License-Identifier: MIT \*\/\n/, name);
});

test('modules have source maps, whose sources are in the package', () => {
  const maps = names.filter((name) => name.endsWith('.map'));
  const isBundle = (name) => !/cjs|cdn|iife|languages|reporter|scalar|trainer|workerd/.test(name);
  assert.deepEqual(
    maps.sort(),
    scripts
      .filter(isBundle)
      .map((name) => `${name}.map`)
      .sort(),
  );
  for (const name of maps) {
    assert.match(read(name.slice(0, -4)), /\n\/\/# sourceMappingURL=[\w-]+\.js\.map\n$/, name);
    const { sources, mappings } = JSON.parse(read(name));
    assert.ok(mappings.length > 1000, name);
    for (const source of sources)
      if (!/\/node_modules\/(fflate|marked)\//.test(source))
        assert.ok(existsSync(join(folder, dirname(name), source)), `${name}: ${source}`);
  }
});

test('publint and arethetypeswrong find nothing', async () => {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  assert.deepEqual(messages, []);
  const entrypoints = [
    '.',
    './figures',
    './quiz',
    './scalar',
    './tour',
    './worksheet',
    './answers',
    './checkup',
    './editor',
    './train',
    './train-scalar',
    './doctor',
    './files',
    './languages/de',
    './languages/de/clocks',
    // The build writes the entries of all figures in the same way, so one figure is enough.
    `./figures/${FIGURES[0].folder}`,
  ];
  const checked = createPackageFromTarballData(tarball);
  const { problems, entrypoints: found } = await checkPackage(checked, { entrypoints });
  assert.equal(Object.keys(found).length, entrypoints.length);
  assert.deepEqual(problems, []);
});

test('the package has no dependencies and runs no install script', () => {
  const manifest = JSON.parse(read('package.json'));
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    assert.equal(manifest[field], undefined);
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    assert.equal(manifest.scripts[script], undefined);
});

test('the library works at once, by import and by require', () => {
  const print = 'console.log(sinusoidal(2, 4)[4].toFixed(4))';
  assert.equal(evaluate('module', `import {sinusoidal} from 'posenc'; ${print}`), '0.8415\n');
  assert.equal(
    evaluate('commonjs', `const {sinusoidal} = require('posenc'); ${print}`),
    '0.8415\n',
  );
});

test('the doctor works beside the library, by import and by require', () => {
  const print = `
    const a = sinusoidal(64, 8, { start: 1 });
    console.log(compare(a, sinusoidal(64, 8), { rows: 64 }).notes[0]);`;
  const note = 'Row r of a is row r + 1 of b.\n';
  const names = '{compare} from "posenc/doctor"; import {sinusoidal} from "posenc";';
  assert.equal(evaluate('module', `import ${names} ${print}`), note);
  const required = 'const {compare} = require("posenc/doctor"), {sinusoidal} = require("posenc");';
  assert.equal(evaluate('commonjs', `${required} ${print}`), note);
});

test('files are read and written without the library, by import and by require', () => {
  const print = `
    const bytes = writeNpz({ a: { data: Float32Array.of(1, 2) } });
    openFile(bytes).then(({ format, tensors }) => console.log(format, tensors[0].name));`;
  const names = '{openFile, writeNpz}';
  const imported = `import ${names} from "posenc/files"; ${print}`;
  assert.equal(evaluate('module', imported), 'npz a\n');
  assert.equal(
    evaluate('commonjs', `const ${names} = require("posenc/files"); ${print}`),
    'npz a\n',
  );
  assert.match(read('dist/files.js'), /\n\/\* Contains fflate, MIT .* \*\/\n/);
  assert.match(read('dist/editor.js'), /\n\/\* Contains marked, MIT .* \*\/\n/);
});

test('the command runs from the package', () => {
  const npx = ['exec', '--offline', '--', 'posenc', 'table', '2', '4'];
  assert.equal(run('npm', npx, consumer), '0,1,0,1\n0.84147096,0.5403023,0.009999833,0.99995\n');
});

test('the figures import without a DOM, all or one, and keep the names of their classes', () => {
  const entries = FIGURES.map(({ name, folder }) => ({ name, from: `posenc/figures/${folder}` }));
  const check = `
    const assert = load => load('posenc/figures').then(async all => {
      for (const [name, Class] of Object.entries(all))
        if (Class.name !== name) console.log('all', name, Class.name);
      for (const {name, from} of ${JSON.stringify(entries)}) {
        const one = await load(from);
        if (one[name].name !== name || !one[name].tag) console.log(from, one);
      }
      console.log(Object.keys(all).length);
    });`;
  const count = `${FIGURES.length + 1}\n`;
  assert.equal(evaluate('module', `${check} await assert(from => import(from));`), count);
  assert.equal(evaluate('commonjs', `${check} assert(async from => require(from));`), count);
});

/** Classes of elements, each with its entry and its first attribute. */
const ELEMENTS = [
  ['PeQuiz', 'quiz', 'set'],
  ['PeTour', 'tour', 't'],
  ['PeDoctor', 'checkup', 'theme'],
  ['PeEditor', 'editor', 'theme'],
];

test('quiz, tour, checkup and editor import without a DOM, by import and by require', () => {
  const printed = ELEMENTS.map(([, , first]) => `${first}\n`).join('');
  for (const [kind, take] of [
    ['module', (name, entry) => `import {${name}} from 'posenc/${entry}';`],
    ['commonjs', (name, entry) => `const {${name}} = require('posenc/${entry}');`],
  ]) {
    const lines = ELEMENTS.map(
      ([name, entry]) => `${take(name, entry)} console.log(${name}.observedAttributes[0]);`,
    );
    assert.equal(evaluate(kind, lines.join('\n')), printed);
  }
});

test('tools that do not read exports find the figures', () => {
  const wide = ['checkup', 'doctor', 'editor', 'figures', 'quiz', 'tour', 'train'];
  for (const entry of [...wide, ...FIGURES.map(({ folder }) => `figures/${folder}`)]) {
    const { main, module, types } = JSON.parse(read(`${entry}/package.json`));
    for (const path of [main, module, types])
      assert.ok(existsSync(join(folder, entry, path)), `${entry}: ${path}`);
  }
});

test('workerd loads the kernels from the file', () => {
  const { exports } = JSON.parse(read('package.json'));
  const code = read(exports['.'].workerd.default);
  assert.match(code, /^import module from '\.\/posenc\.wasm';$/m);
  assert.equal(Object.keys(exports['.'])[0], 'workerd');
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

test('the types do not contain the kernels', () => {
  const digits = read('web/kernels.js').slice(100, 200);
  for (const name of names.filter((name) => name.endsWith('.d.ts')))
    assert.ok(!read(name).includes(digits), name);
});

/** Programs that compilers must accept, by the names of their files. */
const PROGRAMS = {
  'use.ts': `
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
  'train.ts': `
    import {createTraining, trainingText} from 'posenc/train';
    const training = createTraining({scheme: 'rope', task: 'copy', causal: false});
    const loss: number = training.step(2);
    const {accuracy}: {accuracy: Float64Array} = training.evaluate(64, {window: 32});
    const {tokens}: {tokens: Uint8Array} = trainingText('copy', 40, {test: true});
    const weights: Float32Array = training.attention(tokens, 0, 1);
    training.restore(structuredClone(training.state()));
    // @ts-expect-error no scheme
    createTraining({task: 'copy'});
    // @ts-expect-error no such scheme
    createTraining({scheme: 'xpos'});
    // @ts-expect-error a misspelt option
    createTraining({scheme: 'none', step: 2});
    export {loss, accuracy, weights};`,
  'doctor.ts': `
    import {compare, golden, identifyRotation} from 'posenc/doctor';
    const {notes, departure} = compare(new Float32Array(8), new Float64Array(8), {rows: 2});
    const row: number | undefined = departure?.row, said: string[] = notes;
    const {layout, base} = identifyRotation(new Float32Array(8), new Float32Array(8), {heads: 1, headDim: 4});
    const known: 'half' | 'interleaved' | 'interleaved-to-half' | undefined = layout;
    const values: number[] | undefined = golden({model_type: 'llama'}, {seed: 1}).parts[0]?.arrays.q?.values;
    // @ts-expect-error the shape is missing
    identifyRotation(new Float32Array(8), new Float32Array(8));
    // @ts-expect-error a misspelt option
    compare(new Float32Array(8), new Float32Array(8), {row: 2});
    export {row, said, known, base, values};`,
  'files.ts': `
    import {FileError, openFile, readGguf, writeNpy} from 'posenc/files';
    const bytes: Uint8Array = writeNpy({data: new Float32Array(4), shape: [2, 2]});
    const opened = await openFile(bytes, 'pe.npy');
    const numbers: Float32Array | Float64Array | undefined = await opened.tensors[0]?.readFloats({end: 1});
    type Formats = 'npy' | 'npz' | 'safetensors' | 'gguf' | 'config' | 'csv' | 'json' | 'golden';
    const kind: Formats = opened.format;
    const {settings, factors} = await readGguf({size: 24, read: () => new Uint8Array(24)});
    const shape: number[] | undefined = factors.long?.shape;
    // @ts-expect-error the data are missing
    writeNpy({shape: [2]});
    // @ts-expect-error a misspelt option
    opened.tensors[0].read({from: 1});
    export {numbers, kind, settings, shape, FileError};`,
  'figures.ts': `
    import {PeClocks, type PeHeatmapState} from 'posenc/figures';
    import {PeDoctor} from 'posenc/checkup';
    import {PeEditor} from 'posenc/editor';
    import {PeQuiz} from 'posenc/quiz';
    import {PeTour} from 'posenc/tour';
    import {PeWorksheet} from 'posenc/worksheet';
    import {report, toXapi} from 'posenc/answers';
    const clocks = document.createElement('pe-clocks'), heatmap: PeHeatmapState | undefined = document.querySelector('pe-heatmap')?.getState();
    const made: PeClocks = clocks, dim: number = clocks.dim, layout: 'interleaved' | 'concatenated' | undefined = heatmap?.layout;
    clocks.lock = 'dim'; clocks.far = true;
    clocks.state = 'position=44'; clocks.state = {position: 44};
    clocks.setState({position: dim}, {ease: true});
    clocks.addEventListener('pe-change', ({detail: {key, value}}) => key.length + value);
    document.addEventListener('pe-reveal', event => { const correct: boolean = event.detail.correct; return correct; });
    const picture: Promise<Blob> = clocks.toPNG({scale: 2}), text: string = clocks.toCSV();
    const quiz: PeQuiz = document.createElement('pe-quiz');
    quiz.set = 'rope'; quiz.count = 5;
    quiz.addEventListener('pe-answer', ({detail: {correct, attempt}}) => correct && attempt > 1);
    document.addEventListener('pe-answer', ({detail}) => toXapi(detail, {actor: {}, activity: detail.question}));
    const stop: () => void = report(document, {scorm: {questions: 3}});
    // @ts-expect-error no such channel
    report(document, {mail: 'teacher@school.example'});
    const tour: PeTour = document.createElement('pe-tour'), plays: boolean = tour.playing;
    const sheets: PeWorksheet = document.createElement('pe-worksheet');
    const doctor: PeDoctor = document.createElement('pe-doctor'), editor: PeEditor = document.createElement('pe-editor');
    doctor.setAttribute('theme', 'dark');
    tour.t = 23; tour.play(); tour.pause();
    // @ts-expect-error no such field
    clocks.setState({positon: 3});
    // @ts-expect-error no such layout
    document.createElement('pe-heatmap').layout = 'halves';
    // @ts-expect-error no such detail
    clocks.addEventListener('pe-reveal', event => event.detail.option);
    export {doctor, editor, made, layout, picture, plays, sheets, stop, text};`,
  'buffers.ts': `
    import {alibiBias, applyRope, colorize, createArena, ropeTable, sinusoidal} from 'posenc';
    const table = sinusoidal(4, 8), arena = createArena(64);
    const image: ImageData = new ImageData(colorize(table, new Uint8Array(8)), 4);
    const blob: Blob = new Blob([table, ropeTable(4, 8).cos, alibiBias(2, 2, 2), arena.int32(4)]);
    fetch('table', {method: 'POST', body: sinusoidal(4, 8, {dtype: 'float64'})});
    const own: Float32Array = table;
    applyRope(own, {heads: 1, headDim: 8});
    sinusoidal(4, 8, {out: new Float32Array(new SharedArrayBuffer(128))});
    export {image, blob};`,
  'required.cts': `
    import posenc = require('posenc');
    import {PeClocks} from 'posenc/figures/clocks';
    const clocks: PeClocks = document.createElement('pe-clocks');
    clocks.position = posenc.sinusoidal(2, 4).length;
    export = clocks;`,
};

test('an error that nobody catches is short on the screen', () => {
  for (const program of [
    "import('posenc').then(({ sinusoidal }) => sinusoidal(-1, 8))",
    "require('posenc').sinusoidal(-1, 8)",
    "import('posenc/train').then(({ createTraining }) => createTraining({}))",
  ]) {
    const { status, stderr } = spawnSync('node', ['-e', program], {
      cwd: consumer,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /Error: (?:sinusoidal: length|createTraining: scheme): expected /);
    assert.ok(stderr.length < 5000, `${program} prints ${stderr.length} characters`);
  }
});

/**
 * Checks programs with a compiler in the strict mode. The compiler does not check the declarations
 * that come with it.
 */
function check(compiler, lib, ...rest) {
  const tsc = join(root, compiler, 'bin/tsc');
  const strict = ['--strict', '--noEmit', '--skipDefaultLibCheck', '--module', 'node16'];
  run('node', [tsc, ...strict, '--target', 'es2022', '--lib', lib, ...rest], consumer);
}

test('the types pass in a strict project, and refuse arguments that the functions refuse', () => {
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(consumer, name), text);
  for (const compiler of COMPILERS) {
    check(compiler, 'es2022', 'use.ts', 'doctor.ts', 'files.ts');
    check(compiler, DOM, 'figures.ts', 'buffers.ts', 'train.ts');
    check(compiler, DOM, 'required.cts');
  }
});

test('the types of the elements pass in templates', () => {
  const react = join(consumer, 'node_modules/react');
  mkdirSync(react, { recursive: true });
  writeFileSync(join(react, 'package.json'), '{"name": "react", "types": "react.d.ts"}');
  writeFileSync(
    join(react, 'react.d.ts'),
    `
    export interface HTMLAttributes<E> { id?: string; onClick?: (event: {currentTarget: E}) => void }
    export type DetailedHTMLProps<A, E> = A & { ref?: (element: E) => void };
    export namespace JSX { interface Element {} interface IntrinsicElements { div: {} } }
    export function createElement(...args: unknown[]): JSX.Element;`,
  );
  writeFileSync(
    join(consumer, 'template.tsx'),
    `
    import * as React from 'react';
    import 'posenc/figures/clocks';
    const right = <pe-clocks dim={64} position="5" far lock="dim" id="a"
      onClick={event => event.currentTarget.dim} onpe-change={event => event.detail.key.length} />;
    // @ts-expect-error no such field
    const misspelt = <pe-clocks dimm={64} />;
    // @ts-expect-error no such value
    const list = <pe-clocks dim={[64]} />;
    const asked = <pe-question shows="position=12" answer={12} id="b" />;
    // @ts-expect-error no such attribute
    const unasked = <pe-question show="position=12" />;
    // @ts-expect-error not imported
    const other = <pe-heatmap />;
    export {right, misspelt, list, asked, unasked, other};`,
  );
  check(COMPILERS[0], DOM, '--jsx', 'react', 'template.tsx');
});
