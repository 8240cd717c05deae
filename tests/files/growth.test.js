/*
 * Makes the worst files of each format, and checks that the time to read or refuse them grows no
 * faster than n log n with their size. Each file repeats one thing: a byte, an item, a level.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTensors } from '../../web/checkup/choose.js';
import { readPage } from '../../web/editor/file.js';
import { FileError, openFile, writeNpy } from '../../web/files/index.js';
import { bytesOf, gguf, safetensors, value, zip64 } from '../support/file-makers.js';
import { NOTHING } from '../support/opened.js';
import { assertGrowth } from '../support/growth.js';

/** Opens a file. It may be refused, but only by a sentence. */
const open = (bytes) =>
  openFile(bytes, 'x', (name) => (name === 's' ? shard : undefined)).catch((error) => {
    assert.ok(error instanceof FileError || error.name === 'RangeError', error.stack);
  });

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** Returns an .npy file with this header. */
const npy = (header) =>
  bytesOf(Uint8Array.of(0x93), 'NUMPY', [1, 1], [1, 0], [2, header.length], header);

const empty = (i) => [`t${i}`, { dtype: 'F32', shape: [0], data_offsets: [0, 0] }];
const shard = safetensors(Object.fromEntries([empty(0)]));

const described = (count, name) => ({
  format: 'posenc golden 1',
  positions: [0],
  parts: [
    {
      options: {},
      arrays: Object.fromEntries(
        many(count, (i) => [
          name(i),
          { shape: [0], values: [], tolerance: { float32: 1, float16: 1, bfloat16: 1 } },
        ]),
      ),
    },
  ],
});

const LONGEST = 9_900;
const MOST = 4_000_000;

/**
 * For each case: a function that makes the bytes, the largest size to try, and how many milliseconds
 * a file must take.
 */
const CASES = {
  'npy: spaces before a value': [(n) => npy(`{'descr':${' '.repeat(n)}[}`), LONGEST],
  'npy: spaces after a value': [(n) => npy(`{'descr': 'x'${' '.repeat(n)}[}`), LONGEST],
  'npy: spaces in a tuple': [(n) => npy(`{'shape': (${' '.repeat(n)}[}`), LONGEST],
  'npy: digits in a tuple': [(n) => npy(`{'shape': (${'1'.repeat(n)} x), }`), LONGEST],
  'npy: sides of a shape': [
    (n) => npy(`{'descr': '<f4', 'fortran_order': False, 'shape': (${'1 ,'.repeat(n / 3)}x)}`),
    LONGEST,
  ],
  'npy: braces': [(n) => npy('{'.repeat(n)), LONGEST],
  'npy: spaces around all': [(n) => npy(`${' '.repeat(n)}x`), LONGEST],
  'npy: entries': [(n) => npy(`{${many(n / 8, (i) => `'a${i}':1`).join()}}`), LONGEST],
  'csv: digits and a letter': [(n) => bytesOf(`${'1'.repeat(n)}x`), MOST],
  'csv: digits after a point': [(n) => bytesOf(`1.${'1'.repeat(n)}x`), MOST],
  'csv: spaces in a row': [(n) => bytesOf(`1${' '.repeat(n)}x`), MOST],
  'csv: spaces and commas': [(n) => bytesOf(`1${' ,'.repeat(n / 2)}x`), MOST],
  'csv: rows': [(n) => bytesOf('1\n'.repeat(n / 2)), MOST],
  'csv: columns': [(n) => bytesOf('1,'.repeat(n / 2)), MOST],
  'csv: empty lines': [(n) => bytesOf(`1${'\r\n'.repeat(n / 2)}`), MOST],
  'csv: comments': [(n) => bytesOf(`${'#\n'.repeat(n / 2)}1`), MOST],
  'json: brackets': [(n) => bytesOf('['.repeat(n)), MOST],
  'json: levels': [(n) => bytesOf(`${'['.repeat(n / 2)}${']'.repeat(n / 2)}`), 4000],
  'json: numbers': [(n) => bytesOf(`[${'1,'.repeat(n / 2)}1]`), MOST],
  'json: rows': [(n) => bytesOf(`[${'[1],'.repeat(n / 4)}[1]]`), MOST],
  'json: arrays': [
    (n) => bytesOf(JSON.stringify(Object.fromEntries(many(n / 10, (i) => [`a${i}`, [i]])))),
    MOST,
  ],
  'json: texts': [(n) => bytesOf(`[${'"nan",'.repeat(n / 6)}1]`), MOST],
  'config: fields': [
    (n) => bytesOf(JSON.stringify(Object.fromEntries(many(n / 10, (i) => [`a${i}`, i])))),
    MOST,
  ],
  'golden: arrays': [(n) => bytesOf(JSON.stringify(described(n / 100, (i) => `t${i}`))), MOST],
  'safetensors: tensors': [(n) => safetensors(Object.fromEntries(many(n / 60, empty))), MOST],
  'safetensors: a long name': [
    (n) => safetensors({ ['a'.repeat(n)]: { dtype: 'F32', shape: [0], data_offsets: [0, 0] } }),
    MOST,
  ],
  'safetensors: sides': [
    (n) =>
      safetensors({
        a: { dtype: 'F32', shape: [...many(n / 2, () => 1), 0], data_offsets: [0, 0] },
      }),
    MOST,
  ],
  'safetensors: descriptions of vectors': [
    (n) =>
      safetensors({
        __metadata__: { golden: JSON.stringify(described(n / 150, (i) => `t${i}`)) },
        ...Object.fromEntries(many(n / 150, (i) => empty(n - i))),
      }),
    2 * MOST,
    // The names are compared fast, so only large files show how their number counts.
    4000,
  ],
  'index: tensors': [
    (n) =>
      bytesOf(
        JSON.stringify({ weight_map: Object.fromEntries(many(n / 12, (i) => [`t${i}`, 's'])) }),
      ),
    MOST,
  ],
  'gguf: keys': [
    (n) => gguf({ keys: Object.fromEntries(many(n / 20, (i) => [`k${i}`, value.uint32(i)])) }),
    MOST,
  ],
  'gguf: strings': [(n) => gguf({ keys: { k: value.strings(many(n / 9, () => 'a')) } }), MOST / 4],
  'gguf: a long string': [(n) => gguf({ keys: { k: value.string('a'.repeat(n)) } }), MOST],
  'gguf: tensors': [
    (n) =>
      gguf({
        tensors: many(n / 80, (i) => ({
          name: `t${i}`,
          type: 0,
          shape: [0],
          data: new Uint8Array(0),
        })),
      }),
    MOST,
  ],
  'zip: members': [
    (n) =>
      zip64(
        Object.fromEntries(
          many(n / 400, (i) => [`${i}.npy`, writeNpy({ data: Float32Array.of(1), shape: [1] })]),
        ),
      ),
    MOST / 2,
  ],
  'zip: bytes before the end': [(n) => bytesOf('PK\x03\x04', new Uint8Array(n)), MOST],
  'zip: ends that are none': [(n) => bytesOf('PK\x03\x04', 'PK\x05\x06'.repeat(n / 4)), MOST],
  'zip: a member of zeros': [
    (n) => zip64({ 'a.npy': writeNpy({ data: new Float64Array(n) }) }),
    MOST,
  ],
};

for (const [name, [make, most, enough]] of Object.entries(CASES))
  test(`time grows with size: ${name}`, async (t) => {
    t.diagnostic(await assertGrowth(name, make, open, { from: 512, most, enough }));
  });

test('JSON may have 1,000 levels of brackets; those in texts do not count', async () => {
  const nested = (levels, text) =>
    bytesOf(`{"a":${'['.repeat(levels)}${JSON.stringify(text)}${']'.repeat(levels)}}`);
  const says = (bytes) => openFile(bytes, 'x.json').then(String, ({ message }) => message);
  const tooDeep = 'the file of x.json: expected at most 1000 levels of JSON, got more levels';
  assert.equal(await says(nested(1000, '')), tooDeep);
  assert.notEqual(await says(nested(999, '["\\[{'.repeat(1000))), tooDeep);
});

for (const [name, repeated] of Object.entries({
  'beginnings of scripts': '<script ',
  'elements that could be the lesson': '<script type="application/json" id="posenc-lesson">',
  'words and spaces': 'a ',
}))
  test(`time grows with size: pages that the editor opens, ${name}`, async (t) => {
    const make = (n) => new File([repeated.repeat(n / repeated.length)], 'lesson.html');
    const open = (file) => assert.rejects(readPage(file), /lesson\.html/);
    t.diagnostic(await assertGrowth(name, make, open, { most: 16_000_000 }));
  });

/** Returns the tensors of a file, as pe-doctor gets them. */
const listed = (names, name = 'x') => ({
  format: 'safetensors',
  name,
  tensors: names.map((name) => ({ name, shape: [4, 4], dtype: 'float32', length: 16 })),
});

for (const [name, names] of Object.entries({
  'pairs before and after': (i) => [`l${i}_q_before`, `l${i}_q_after`],
  'pairs of a port': (i) => [`l${i}_mine`, `l${i}_ref`],
  'one name': () => ['q_before', 'q_after'],
  'names of positions': (i) => [`pos_emb${i}`],
  'other names': (i) => [`w${i}`],
}))
  test(`time grows with size: tensors that pe-doctor pairs, ${name}`, async () => {
    const make = (n) => [listed(many(n, names).flat())];
    const run = (files) => chooseTensors(files, { ...NOTHING, chosen: new Map() });
    await assertGrowth(name, make, run, { from: 128, most: 40_000 });
  });

// The words of the name of the file count, too. This name has none.
test('tensors may have the names of members of objects', () => {
  const names = ['constructor', '__proto__', 'toString', 'q_before', 'q_after'];
  const { groups } = chooseTensors([listed(names, '模型')], { ...NOTHING, chosen: new Map() });
  assert.deepEqual(
    groups[0].map(({ tensor }) => tensor.name),
    ['q_before', 'q_after'],
  );
});
