/* Checks the reference of the functions: its data, and the output of every example. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readApi } from '../../web/build/site/api.js';
import { programOf } from '../../web/build/site/reference-page.js';
import * as answers from '../../web/answers/index.js';
import * as doctor from '../../web/doctor/index.js';
import * as files from '../../web/files/index.js';
import * as library from '../../web/index.js';
import * as train from '../../web/train/index.js';
import { promisedLines, runExample } from '../../web/site/example.js';
import { root } from '../support/browsers.js';

const posenc = { ...library, ...doctor, ...train, ...files, ...answers };
const { entries, types } = readApi();
const names = Object.keys(posenc);
const entryOf = (name) => entries.find((entry) => entry.name === name);

test('every public function is in the reference, with a text and an example', () => {
  assert.deepEqual(entries.map(({ name }) => name).sort(), [...names].sort());
  for (const { name, text, example } of entries) {
    assert.match(text, /\w+ [^]*\./, `${name} has no text`);
    assert.ok(promisedLines(example).length, `${name} has no example that prints`);
  }
});

/** The functions that no publication defines. */
const OWN = [
  ...[
    'addPositional',
    'colorize',
    'compare',
    'compareRows',
    'createArena',
    'describeGguf',
    'describeModel',
  ],
  ...['golden', 'identify', 'identifyBias', 'identifyRotation', 'identifyTable', 'identifyVector'],
  ...[
    'learnedTable',
    'lookup',
    'positionsFromMask',
    'ready',
    'similarity',
    'swapRopeLayout',
    'trainingText',
  ],
  'useModule',
  ...['FileError', 'openFile', 'readConfig', 'report', 'toXapi', 'writeCsv', 'writeJson'],
];

test('every function that a publication defines names its source', () => {
  const without = entries.filter(({ source }) => !source).map(({ name }) => name);
  assert.deepEqual(without.sort(), OWN.sort());
  for (const { name, source } of entries) assert.doesNotMatch(source, /console|@/, name);
});

/** Examples for pages need a document, which Node does not have. */
const page = { document: new EventTarget(), HTMLIFrameElement: class {} };

test('every example is a program that prints what its comments say', async () => {
  for (const entry of entries) {
    const program = programOf(entry, entries);
    const first = `^import \\{.*\\b${entry.name}\\b.*\\} from '${entry.module}';\n`;
    assert.match(program, new RegExp(first));
    Object.assign(globalThis, entry.module === 'posenc/answers' && page);
    const printed = await runExample(program, posenc);
    assert.deepEqual(printed, promisedLines(entry.example), entry.name);
  }
});

test('an example is run as it is written, and printed in one form', async () => {
  const printed = await runExample(
    `import { wavelengths } from 'posenc';

const [first] = wavelengths(2);
console.log('first', first, -0, 1 / 3, 2e-7, 1e9);
console.log({ a: [1, 'b'], f() {}, none: undefined }, Float32Array.of(0.1), NaN);
console.log(await Promise.resolve([...Array(18).keys()]));`,
    posenc,
  );
  assert.deepEqual(printed, [
    'first 6.2832 0 0.3333 2e-7 1000000000',
    "{ a: [1, 'b'], f: function, none: undefined } [0.1] NaN",
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... 2 more]',
  ]);
  await assert.rejects(runExample('sinusoidal(-1, 2);', posenc), RangeError);
  const example = "f('a//b'); // one\nif (x) {\n  // two\n}";
  assert.deepEqual(promisedLines(example), ['one', 'two']);
});

test('types, options, results, errors and sources are read', () => {
  const { parameters, result, errors, family, file } = entryOf('sinusoidal');
  assert.deepEqual(
    parameters.map(({ name, type, optional }) => [name, type, optional]),
    [
      ['length', 'number', false],
      ['dim', 'number', false],
      ['options', 'object', true],
    ],
  );
  const layout = parameters[2].members.find(({ name }) => name === 'layout');
  assert.deepEqual(layout, {
    name: 'layout',
    type: "'interleaved' | 'concatenated' | 'fairseq'",
    optional: true,
    text: "default 'interleaved'",
    members: [],
  });
  assert.deepEqual([result.type, result.text], ['ArrayOf<dtype>', '[length, dim]']);
  assert.deepEqual(errors, [{ type: 'RangeError | TypeError', text: '' }]);
  assert.deepEqual([family, file], ['family-tables', 'web/tables/sinusoidal.js']);
  assert.equal(entryOf('wavelengths').source, 'Vaswani et al. 2017, section 3.5');
  const [, options] = entryOf('wavelengths').parameters;
  assert.deepEqual([options.text, options.members[0].text], ['', 'at least 1, default 10000']);
  const rope = entryOf('createRope').result;
  assert.deepEqual(
    rope.members.map(({ name }) => name),
    ['frequencies', 'attentionFactor', 'apply'],
  );
});

test('every named type that the reference mentions is explained, and none is internal', () => {
  const known = types.map(({ name }) => name);
  for (const name of ['ArrayOf', 'Arena', 'Description', 'Dtype', 'RopeTable'])
    assert.ok(known.includes(name), name);
  assert.ok(!known.includes('Machine'));
  for (const { name, text } of types) assert.ok(text, `${name} has no text`);
});

test('examples are in the types, for editors, and not in the scripts', () => {
  const read = (name) => readFileSync(join(root, 'dist', name), 'utf8');
  assert.match(read('types/tables/sinusoidal.d.ts'), /@example/);
  for (const name of ['posenc.js', 'cjs/posenc.js'])
    assert.doesNotMatch(read(name), /@example|console\.log/, name);
  // Figures show listings that use console.log, so these scripts may contain it.
  for (const name of ['figures.js', 'figures.iife.js'])
    assert.doesNotMatch(read(name), /@example/, name);
});
