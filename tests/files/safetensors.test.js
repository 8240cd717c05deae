/*
 * Tests .safetensors: reads files made by the description of the format, reads what posenc writes,
 * and refuses wrong files.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, openFile, readSafetensors, writeSafetensors } from '../../web/files/index.js';
import { bytesOf, safetensors, samples } from '../support/file-makers.js';

test('tensors of all types are read or listed', async () => {
  const { tensors, metadata } = await readSafetensors(samples().safetensors);
  assert.deepEqual(metadata, { format: 'pt' });
  assert.deepEqual(
    tensors.map(({ name, dtype, shape, length }) => [name, dtype, shape, length]),
    [
      ['a', 'float32', [2, 2], 4],
      ['b', 'bfloat16', [4], 4],
      ['c', 'F8_E4M3', [2, 4], 8],
    ],
  );
  const [a, b, c] = tensors;
  const single = new Float32Array(Uint8Array.of(63, 63, 63, 63).buffer)[0];
  assert.deepEqual(await a.read({ end: 1 }), Float32Array.of(single, single));
  assert.deepEqual(await b.read(), new Uint16Array(4).fill(0x3f3f));
  assert.deepEqual(await b.readFloats(), new Float32Array(4).fill(0.74609375));
  assert.match(c.unreadable, /^c is F8_E4M3; posenc reads F64, F32, F16, BF16, /);
  await assert.rejects(
    c.read(),
    /^FileError: the tensor c of file: expected F64, .*, got F8_E4M3$/,
  );
});

test('every type makes a round trip bit for bit', async () => {
  const of = (Kind, ...list) => ({ data: Kind.from(list) });
  const arrays = {
    bool: { data: Uint8Array.of(1, 0, 1), dtype: 'bool' },
    half: { data: Uint16Array.of(1, 0x7c01, 0x8000), dtype: 'float16' },
    brain: { data: Uint16Array.of(1, 0x7f81, 0x8000), dtype: 'bfloat16' },
    uint16: of(Uint16Array, 1, 65535),
    float32: of(Float32Array, 1 / 3, -0, NaN, Infinity),
    float64: { data: Float64Array.of(1 / 3, 5e-324), shape: [1, 2, 1] },
    int8: of(Int8Array, -1),
    uint8: of(Uint8Array, 255),
    int16: of(Int16Array, -2),
    int32: of(Int32Array, -3),
    uint32: of(Uint32Array, 4294967295),
    int64: of(BigInt64Array, -1n),
    uint64: of(BigUint64Array, 2n ** 64n - 1n),
    empty: { data: new Float32Array(0), shape: [0, 5] },
  };
  const bytes = writeSafetensors(arrays, { made: 'here' });
  const { tensors, metadata } = await readSafetensors(bytes);
  assert.deepEqual(metadata, { made: 'here' });
  assert.equal(tensors.length, Object.keys(arrays).length);
  for (const tensor of tensors) {
    const { data, shape = [data.length], dtype } = arrays[tensor.name];
    assert.deepEqual(await tensor.read(), data, tensor.name);
    assert.deepEqual(tensor.shape, shape, tensor.name);
    if (dtype) assert.equal(tensor.dtype, dtype);
  }
  const header = JSON.parse(Buffer.from(bytes.subarray(8, 8 + bytes[0] + 256 * bytes[1])));
  const ends = Object.values(header).map(({ data_offsets }) => data_offsets?.[0] ?? 0);
  assert.deepEqual(
    ends,
    [...ends].sort((a, b) => a - b),
  );
});

const one = (changes) => ({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8], ...changes } });

test('wrong files are refused with a message', async () => {
  const data = new Uint8Array(8);
  const two = (begin) => ({
    ...one({}),
    b: { dtype: 'U8', shape: [2], data_offsets: [begin, begin + 2] },
  });
  const cases = [
    ['the file of x: expected at least 8 bytes, got 3', Uint8Array.of(1, 2, 3)],
    [
      'the length of the header of x: expected an integer from 2 to 98, got 99',
      safetensors(JSON.stringify(one({})).padEnd(90), data, 99),
    ],
    ['the length of the header of x: expected an integer', safetensors(one({}), data, 2n ** 63n)],
    ['the header of x: expected "{" as its first byte, got 91', safetensors('[1]', data)],
    ['the header of x: expected JSON, got "{\\"a\\"', safetensors('{"a"', data)],
    [
      'the header of x: expected text in UTF-8',
      safetensors('{"', new Uint8Array(8).fill(0xff), 10),
    ],
    ['__metadata__.a of x: expected a string, got 1', safetensors({ __metadata__: { a: 1 } })],
    ['the tensor a of x: expected an object, got 5', safetensors({ a: 5 })],
    ['dtype of a of x: expected a type of safetensors, got "F33"', one({ dtype: 'F33' })],
    ['dtype of a of x: expected a type', one({ dtype: '__proto__' })],
    ['shape of a of x: expected an integer from 0', one({ shape: [-2] })],
    ['shape of a of x: expected an integer from 0', one({ shape: [1e300] })],
    ['shape of a of x: expected an array of integers', one({ shape: 2 })],
    ['data_offsets of a of x: expected a beginning and an end', one({ data_offsets: [8, 0] })],
    ['data_offsets of a of x: expected 8 bytes, as its', one({ data_offsets: [0, 4] })],
    ['data_offsets of a of x: expected Infinity bytes', one({ shape: [2 ** 53 - 1, 4] })],
    ['data_offsets of a of x: expected a beginning at 0, got 8', one({ data_offsets: [8, 16] })],
    ['data_offsets of b of x: expected a beginning at 8, got 6', two(6)],
    ['data_offsets of b of x: expected a beginning at 8, got 9', two(9)],
    ['the data of x: expected 10 bytes, as the header says, got 8 bytes', two(8)],
  ];
  for (const [message, given] of cases) {
    const bytes = given instanceof Uint8Array ? given : safetensors(given, data);
    await assert.rejects(readSafetensors(bytes, 'x'), (error) => {
      assert.ok(error instanceof FileError, error.stack);
      assert.ok(error.message.startsWith(message), `${error.message}\n${message}`);
      return true;
    });
  }
});

const SHARDS = {
  'model-1.safetensors': safetensors(one({}), Float32Array.of(1, 2)),
  'model-2.safetensors': safetensors(
    { b: { dtype: 'F32', shape: [1], data_offsets: [0, 4] } },
    Float32Array.of(3),
  ),
};
const index = (weight_map) =>
  bytesOf(JSON.stringify({ metadata: { total_size: 12 }, weight_map }, null, 2));

test('an index opens its shards', async () => {
  const bytes = index({ b: 'model-2.safetensors', a: 'model-1.safetensors' });
  const opened = await openFile(bytes, 'model.safetensors.index.json', (name) => SHARDS[name]);
  assert.deepEqual(opened.shards, ['model-2.safetensors', 'model-1.safetensors']);
  assert.deepEqual(
    opened.tensors.map(({ name }) => name),
    ['b', 'a'],
  );
  assert.deepEqual(await opened.tensors[0].read(), Float32Array.of(3));
});

test('a wrong index is refused, and no name leads out of its folder', async () => {
  const open = (map) => openFile(index(map), 'i.json', (name) => SHARDS[name]);
  for (const name of ['../model-1.safetensors', '/etc/passwd', 'a\\b', '.hidden', '', 5])
    await assert.rejects(open({ a: name }), /^FileError: weight_map of i\.json: expected names of/);
  const missing =
    /^FileError: other\.bin of i\.json: expected the file beside the index, got nothing/;
  await assert.rejects(open({ a: 'other.bin' }), missing);
  const strange = /^FileError: c of i\.json: expected a tensor in model-1\.safetensors/;
  await assert.rejects(open({ c: 'model-1.safetensors' }), strange);
});
