/*
 * Tests the reading of .gguf files. file-makers.js makes them by the description of the format.
 * Wrong files must be refused.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, readGguf } from '../../web/files/index.js';
import { bytesOf, gguf, llama, value } from '../support/file-makers.js';

test('metadata, settings of the architecture and tensors are read', async () => {
  const file = await readGguf(llama(), 'model.gguf');
  assert.equal(file.architecture, 'llama');
  assert.deepEqual(file.settings, {
    'rope.freq_base': 500000,
    'rope.dimension_count': 8,
    'attention.head_count': 4,
    context_length: 8192,
    'attention.head_count_kv': [4, 4, 2],
  });
  assert.equal(file.metadata['tokenizer.ggml.add_bos_token'], true);
  assert.deepEqual(file.metadata['tokenizer.ggml.tokens'], { type: 'string', length: 5000 });
  assert.equal(file.factors.freqs.shape[0], 4);
  assert.equal(file.factors.long, undefined);
  assert.deepEqual(await file.factors.freqs.read(), Float32Array.of(1, 1, 4, 8));
  const [, q, half, brain] = file.tensors;
  assert.deepEqual([q.dtype, q.shape, q.length], ['Q8_0', [2, 32], 64]);
  assert.match(q.unreadable, /^blk\.0\.attn_q\.weight is Q8_0; posenc reads only float32, /);
  await assert.rejects(
    q.read(),
    /^FileError: the tensor blk\.0\.attn_q\.weight of model\.gguf: expected only/,
  );
  assert.deepEqual(await half.read({ start: 1 }), Uint16Array.of(3, 4, 0x7c00));
  assert.deepEqual(await half.readFloats({ end: 1 }), Float32Array.of(1, 2 ** -24, 2 ** -23));
  assert.deepEqual(await brain.readFloats(), Float32Array.of(1, -2));
});

test('version 2, other alignments and big-endian files are read', async () => {
  const tensors = [{ name: 'a', type: 0, shape: [1, 3], data: Float32Array.of(1, 2, 3) }];
  const aligned = gguf({
    version: 2,
    alignment: 64,
    keys: { 'general.alignment': value.uint32(64) },
    tensors: [...tensors, { name: 'b', type: 0, shape: [1], data: Float32Array.of(4) }],
  });
  const opened = await readGguf(aligned);
  assert.deepEqual(await opened.tensors[1].read(), Float32Array.of(4));
  const reversed = (size, number) => bytesOf([size, number]).reverse();
  const big = bytesOf(
    'GGUF',
    ...[reversed(4, 3), reversed(8, 1), reversed(8, 0)],
    ...[reversed(8, 1), 'a', reversed(4, 1), reversed(8, 2), reversed(4, 0), reversed(8, 0)],
    new Uint8Array(64 - 57),
    Uint8Array.of(0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0),
  );
  const [tensor] = (await readGguf(big)).tensors;
  assert.deepEqual(await tensor.read(), Float32Array.of(1, -2));
});

/** Returns a file that gives this length for its only key, although only 9 bytes follow. */
const keyOfLength = (length) =>
  bytesOf('GGUF', [4, 3], [8, 0], [8, 1], [8, length], new Uint8Array(9));

const key = (bytes) => gguf({ keys: { k: bytes } });
const info = (changes) =>
  gguf({ tensors: [{ name: 't', type: 0, shape: [2], data: Float32Array.of(1, 2), ...changes }] });

test('wrong files are refused with a message', async () => {
  const twice = [1, 2].map(() => ({ name: 't', type: 0, shape: [1], data: Float32Array.of(1) }));
  const cases = [
    ['the first bytes of x: expected GGUF, got other bytes', bytesOf('GGML and more')],
    ['the version of x: expected an integer from 2 to 3, got 1', gguf({ version: 1 })],
    [
      'the number of tensors of x: expected at most 0, since the file has no room for more, got 1152921504606846976',
      gguf({ counts: { tensors: 2n ** 60n } }),
    ],
    ['the number of keys of x: expected at most 0, since', gguf({ counts: { keys: 99 } })],
    ['the length of a key of x: expected at most 9, since', keyOfLength(99)],
    [
      'the type of the value of k of x: expected a type from 0 to 12, got 13',
      key(bytesOf([4, 13])),
    ],
    [
      'the length of the value of k of x: expected at most 19, since',
      key(bytesOf([4, 8], [8, 2n ** 63n])),
    ],
    [
      'the length of the value of k of x: expected at most 3, since',
      key(bytesOf([4, 9], [4, 5], [8, 2n ** 40n])),
    ],
    [
      'the length of the value of k of x: expected at most 1, since',
      key(bytesOf([4, 9], [4, 8], [8, 2n ** 40n])),
    ],
    [
      'the type in the value of k of x: expected a type from 0 to 12',
      key(bytesOf([4, 9], [4, 77], [8, 0])),
    ],
    [
      'the type in the value of k of x: expected a type from 0 to 12, but not 9, got 9',
      key(bytesOf([4, 9], [4, 9], [8, 0])),
    ],
    [
      'the keys of x: expected names of at least one character, got ""',
      gguf({ keys: { '': value.uint32(1) } }),
    ],
    [
      'the type of general.alignment of x: expected an integer from 4 to 4, got 10',
      aligned(value.uint64(32)),
    ],
    [
      'the type of general.alignment of x: expected an integer from 4 to 4, got 6',
      aligned(value.float32(32)),
    ],
    ['general.alignment of x: expected a power of two, got 13', aligned(value.uint32(13))],
    ['general.alignment of x: expected an integer', aligned(value.uint32(0))],
    ['the type of general.alignment of x: expected an integer', aligned(value.string('32'))],
    ['the axes of t of x: expected an integer from 0 to 4, got 5', info({ axes: 5 })],
    ['the shape of t of x: expected an integer from 0', info({ shape: [2n ** 63n] })],
    ['the offset of t of x: expected 0, got 32', info({ offset: 32 })],
    ['the type of t of x: expected a type of ggml, got 4', info({ type: 4 })],
    ['the shape of t of x: expected rows of a multiple of 32, got 2', info({ type: 2 })],
    [
      'the tensor t of x: expected 800 bytes from byte 64 on, got a file of 96',
      info({ shape: [200] }),
    ],
    ['the tensor t of x: expected Infinity bytes', info({ shape: [2 ** 40, 2 ** 40] })],
    ['the tensors of x: expected each name once, got "t"', gguf({ tensors: twice })],
  ];
  for (const [message, bytes] of cases)
    await assert.rejects(readGguf(bytes, 'x'), (error) => {
      assert.ok(error instanceof FileError, error.stack);
      assert.ok(error.message.startsWith(message), `${error.message}\n${message}`);
      return true;
    });
});

const aligned = (bytes) =>
  gguf({
    keys: { 'general.alignment': bytes },
    tensors: [{ name: 't', type: 0, shape: [1], data: Float32Array.of(1) }],
  });

test('a file with 60,000 tokens is read in pieces', async () => {
  const tokens = Array.from({ length: 60000 }, (_, i) => `token ${i}`);
  const bytes = gguf({
    keys: { 'tokenizer.ggml.tokens': value.strings(tokens), 'general.name': value.string('m') },
    tensors: [{ name: 't', type: 0, shape: [262144], data: new Float32Array(262144) }],
  });
  const reads = [];
  const source = {
    size: bytes.length,
    name: 'm.gguf',
    read: (offset, length) => (reads.push(length), bytes.subarray(offset, offset + length)),
  };
  const { metadata } = await readGguf(source);
  assert.equal(metadata['general.name'], 'm');
  assert.ok(reads.length > 3 && Math.max(...reads) <= 262144, `${reads}`);
});
