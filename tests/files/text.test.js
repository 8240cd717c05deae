/* Tests arrays in text files: CSV, JSON, and test vectors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden } from '../../web/doctor/index.js';
import { openFile, writeCsv, writeJson } from '../../web/files/index.js';
import { sinusoidal } from '../../web/index.js';

const open = (text, name) => openFile(new TextEncoder().encode(text), name);
const refused = (text, message, name = 'x') =>
  assert.rejects(open(text, name), { name: 'FileError', message });

const CONFIG = { model_type: 'llama', hidden_size: 64, num_attention_heads: 4 };

test('writeCsv and writeJson are read again, bit for bit', async () => {
  const data = Float64Array.of(0.1, -0, 1e-300, NaN, Infinity, -Infinity, 1 / 3, 2);
  const csv = await open(writeCsv({ data, shape: [2, 4] }), 'a.csv');
  assert.deepEqual([csv.format, csv.tensors[0].name], ['csv', 'a']);
  assert.deepEqual([csv.tensors[0].shape, await csv.tensors[0].read()], [[2, 4], data]);
  const table = sinusoidal(6, 4);
  const json = await open(
    writeJson({ a: { data, shape: [2, 2, 2] }, b: { data: table } }),
    'x.json',
  );
  const [a, b] = json.tensors;
  assert.deepEqual([json.format, a.name, a.shape, await a.read()], ['json', 'a', [2, 2, 2], data]);
  assert.deepEqual([b.dtype, Float32Array.from(await b.readFloats())], ['float32', table]);
  const rows = await a.readFloats({ start: 1, end: 2 });
  assert.deepEqual(rows, data.slice(4));
});

test('text with tabs, spaces, comments, one number a line or nested lists is read', async () => {
  const one = async (text, name = 'x.txt') => {
    const [{ shape, readFloats }] = (await open(text, name)).tensors;
    return [shape, [...(await readFloats())]];
  };
  assert.deepEqual(await one('# numpy.savetxt\n1.0e+00 -2\n  3 4  \n\n'), [
    [2, 2],
    [1, -2, 3, 4],
  ]);
  assert.deepEqual(await one('1\t2\r\n3\t4\r\n'), [
    [2, 2],
    [1, 2, 3, 4],
  ]);
  assert.deepEqual(await one('1; 2 ;3\n'), [[3], [1, 2, 3]]);
  assert.deepEqual(await one('.5\n+7\n-inf\n'), [[3], [0.5, 7, -Infinity]]);
  assert.deepEqual(await one('[[[1, 2]], [[3, 4]]]'), [
    [2, 1, 2],
    [1, 2, 3, 4],
  ]);
  assert.deepEqual(await one(' [1, "NaN"]'), [[2], [1, NaN]]);
  const named = await open('{"q": [[1, 2]], "k": [3]}', 'qk.json');
  assert.deepEqual(
    named.tensors.map(({ name, shape }) => [name, shape]),
    [
      ['q', [1, 2]],
      ['k', [1]],
    ],
  );
});

test('texts that are no arrays are refused with a message, or are read as configs', async () => {
  await refused('1,2\n3\n', 'line 2 of x: expected 2 numbers, as before, got 1');
  await refused('1,2\n3,four\n', 'line 2 of x: expected numbers, got "four"');
  await refused('1,,2\n', 'line 1 of x: expected numbers, got ""');
  await refused('0x10\n', 'line 1 of x: expected numbers, got "0x10"');
  await refused(
    '[[1, 2], [3]]',
    /^the array x of x: expected lists of 2 elements, as the first, got/,
  );
  await refused('[1, [2]]', 'the array x of x: expected numbers, got Array of length 1');
  await refused('[1, null]', /^the array x of x: expected numbers, got null$/);
  await refused(`${'['.repeat(9)}1${']'.repeat(9)}`, /expected at most 8 axes/);
  await refused(
    '{"a": {"shape": [3], "values": [1, 2]}}',
    /expected 3 values for its shape, got 2$/,
  );
  await refused(
    '{"a": {"shape": [-1], "values": []}}',
    /^the shape of a of x: expected an integer/,
  );
  await refused('{"a": {"dtype": "int64", "shape": [1], "values": [1]}}', /a type such as float32/);
  assert.equal((await open('{"model_type": "llama", "sizes": [1, 2]}', 'c')).format, 'config');
  assert.equal((await open('{}', 'c')).format, 'config');
});

test('test vectors have tolerances, positions and options', async () => {
  const made = golden(CONFIG, { positions: [0, 3, 70] });
  const { format, tensors } = await open(JSON.stringify(made), 'golden.json');
  assert.equal(format, 'golden');
  const [{ options, arrays }] = made.parts;
  assert.deepEqual(
    tensors.map(({ name }) => name),
    ['frequencies', 'cos', 'sin', 'q', 'q.before', 'k', 'k.before'],
  );
  const q = tensors.find(({ name }) => name === 'q');
  assert.deepEqual([q.shape, [...(await q.read())]], [arrays.q.shape, arrays.q.values]);
  assert.deepEqual([...q.tolerance.float16], arrays.q.tolerance.float16);
  assert.deepEqual([[...q.positions], q.options], [[0, 3, 70], options]);
  const [frequencies] = tensors;
  assert.equal(frequencies.tolerance.relative, true);
  assert.equal(frequencies.positions, undefined);
  const before = tensors.find(({ name }) => name === 'k.before');
  assert.deepEqual([...(await before.read())], arrays.k.before);
  assert.equal(before.tolerance, undefined);
});

test('damaged test vectors are refused with a message', async () => {
  const made = () => JSON.parse(JSON.stringify(golden(CONFIG, { positions: [0, 3] })));
  const damage = async (change, message) => {
    const vectors = made();
    change(vectors, vectors.parts[0].arrays.q);
    await refused(JSON.stringify(vectors), message);
  };
  await damage((all) => (all.parts = []), /^parts of x: expected a list of parts/);
  await damage((all) => delete all.positions, /^positions of x: expected a list, got undefined$/);
  await damage((all) => (all.parts[0].arrays = 5), /^arrays of part 0 of x: expected an object/);
  await damage(
    (_, q) => q.values.pop(),
    /^the array q of x: expected 64 values for its shape, got/,
  );
  await damage((_, q) => (q.values[3] = 'x'), /^the array q of x: expected numbers, got "x"$/);
  await damage((_, q) => delete q.tolerance, /^the tolerance of q of x: expected an object/);
  await damage((_, q) => q.tolerance.float32.pop(), /^the tolerance of q of x: expected 2 numbers/);
  await damage((_, q) => (q.tolerance.float16[0] = -1), /expected numbers of at least 0, got/);
});
