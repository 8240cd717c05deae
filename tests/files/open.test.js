/*
 * Tests that openFile recognises a file by its content, and reads only what it needs. The file may
 * be bytes, a Blob, a path, or an object that reads pieces.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openFile, readConfig, writeCsv, writeJson, writeNpy } from '../../web/files/index.js';
import { bytesOf, safetensors, samples } from '../support/file-makers.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const FORMATS = {
  npy: 'npy',
  npz: 'npz',
  stored: 'npz',
  zip64: 'npz',
  safetensors: 'safetensors',
  gguf: 'gguf',
  config: 'config',
};

test('the content shows the format, in memory, a Blob, a path or pieces', async () => {
  for (const kind of Object.keys(FORMATS)) {
    const bytes = samples()[kind];
    const path = join(folder, `${kind}.bin`);
    writeFileSync(path, bytes);
    const inside = new Uint8Array(bytes.length + 3);
    inside.set(bytes, 3);
    const sources = {
      bytes,
      inside: inside.subarray(3),
      buffer: bytes.slice().buffer,
      blob: new Blob([bytes]),
      file: new File([bytes], `${kind}.bin`),
      path,
      pieces: { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) },
    };
    const first = await openFile(bytes, 'f');
    for (const [how, source] of Object.entries(sources)) {
      const opened = await openFile(source);
      assert.equal(opened.format, FORMATS[kind], `${kind} ${how}`);
      if (how === 'path' || how === 'file') assert.equal(opened.name, `${kind}.bin`);
      for (const [i, tensor] of opened.tensors.entries())
        if (!tensor.unreadable)
          assert.deepEqual(await tensor.read(), await first.tensors[i].read(), `${kind} ${how}`);
    }
  }
});

test('what is read does not share memory with the source', async () => {
  const bytes = writeNpy({ data: Float32Array.of(1, 2) });
  const [tensor] = (await openFile(bytes)).tensors;
  (await tensor.read()).fill(9);
  assert.deepEqual(await tensor.read(), Float32Array.of(1, 2));
});

test('an index in a folder finds its shards', async () => {
  const shard = safetensors(
    { w: { dtype: 'U8', shape: [1], data_offsets: [0, 1] } },
    Uint8Array.of(5),
  );
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(folder, 'model/a.safetensors'), shard);
  const index = join(folder, 'model/model.safetensors.index.json');
  writeFileSync(index, JSON.stringify({ weight_map: { w: 'a.safetensors' } }));
  const { tensors } = await openFile(index);
  assert.deepEqual(await tensors[0].read(), Uint8Array.of(5));
});

test('of a large file, only the header and the rows that are asked for are read', async () => {
  const head = writeNpy({ data: new Float32Array(0), shape: [0, 1024] });
  const text = Buffer.from(head).toString('latin1').replace('(0, 1024)', '(262144, 1024)');
  const start = Buffer.from(text.replace('      \n', ' \n'), 'latin1');
  const size = start.length + 2 ** 30;
  const reads = [];
  const read = (offset, length) => {
    reads.push([offset, length]);
    const bytes = new Uint8Array(length);
    if (offset < start.length) bytes.set(start.subarray(offset, offset + length));
    return bytes;
  };
  const [tensor] = (await openFile({ size, read }, 'large.npy')).tensors;
  assert.deepEqual(tensor.shape, [262144, 1024]);
  assert.ok(reads.every(([, length]) => length <= 128));
  reads.length = 0;
  const rows = await tensor.readFloats({ start: 100000, end: 100002 });
  assert.equal(rows.length, 2048);
  assert.deepEqual(reads, [[start.length + 100000 * 4096, 8192]]);
});

test('other content and wrong sources are refused', async () => {
  const other =
    /^FileError: the first bytes of x: expected those of npy, npz, safetensors, gguf, JSON or CSV/;
  for (const bytes of [bytesOf('%PDF-1.7'), new Uint8Array(0), bytesOf('<html>')])
    await assert.rejects(openFile(bytes, 'x'), other);
  const wrong =
    /^TypeError: openFile: source: expected a Uint8Array, a Blob, a path or \{size, read\}, got/;
  for (const source of [undefined, null, 5, [], {}, new Float32Array(4)])
    await assert.rejects(openFile(source), wrong);
  await assert.rejects(
    openFile(join(folder, 'nothing')),
    /^RangeError: openFile: source: .* \(ENOENT\)$/,
  );
  await assert.rejects(
    openFile(folder),
    /^RangeError: openFile: source: expected the path of a file/,
  );
  await assert.rejects(
    openFile(bytesOf('{}'), 5),
    /^TypeError: openFile: name: expected a string, got 5/,
  );
  const short = { size: 100, read: () => new Uint8Array(3) };
  await assert.rejects(openFile(short, 'x'), /^FileError: the first bytes of x: expected 16 bytes/);
  const endless = { size: Infinity, read: () => new Uint8Array(3) };
  await assert.rejects(openFile(endless), /^RangeError: openFile: source: expected a size/);
});

test('a config is an object of JSON', async () => {
  const { config } = await readConfig(bytesOf(' {"a": 1, "__proto__": 2}'), 'config.json');
  assert.equal(config.a, 1);
  assert.equal(Object.getPrototypeOf(config), Object.prototype);
  for (const text of ['[1]', '{"a": }', '5', ''])
    await assert.rejects(readConfig(bytesOf(text), 'c.json'), /^FileError: the file of c\.json: /);
});

const SPECIAL = [1 / 3, -0, 1e-45, 3.4028234663852886e38, 0.1, 16777217, 1e21, -2.5];

test('text makes round trips bit for bit', () => {
  for (const Kind of [Float32Array, Float64Array]) {
    const data = Kind.from([...SPECIAL, NaN, Infinity, -Infinity, 7]);
    const csv = writeCsv({ data, shape: [3, 4] });
    const words = { nan: NaN, inf: Infinity, '-inf': -Infinity };
    const lines = csv.trimEnd().split('\n');
    assert.deepEqual([lines.length, lines[0].split(',').length], [3, 4]);
    const read = lines.flatMap((line) =>
      line.split(',').map((text) => words[text] ?? Number(text)),
    );
    assert.deepEqual(Kind.from(read), data);
    const { x } = JSON.parse(writeJson({ x: { data, shape: [3, 4] } }));
    assert.deepEqual([x.dtype, x.shape], [Kind === Float32Array ? 'float32' : 'float64', [3, 4]]);
    assert.deepEqual(Kind.from(x.values, Number), data);
  }
  assert.equal(writeCsv({ data: Float32Array.of(0.1) }), '0.1\n');
  assert.equal(writeCsv({ data: BigInt64Array.of(-(2n ** 63n)) }), '-9223372036854775808\n');
  assert.equal(writeCsv({ data: Uint16Array.of(0x3c00, 1), dtype: 'float16' }), '1,5.9604645e-8\n');
});

test('writers refuse what does not fit', () => {
  const data = new Float32Array(6);
  const refuse = (array, message) =>
    assert.throws(
      () => writeNpy(array),
      (error) => {
        const text = error.message.replace(/^writeNpy: /, '');
        assert.notEqual(text, error.message);
        return message.test ? message.test(text) : message === text;
      },
    );
  refuse(
    { data, shape: [2, 2] },
    'array.shape: expected a product of 6, the length of data, got "2,2"',
  );
  refuse({ data, dtype: 'float16' }, 'dtype: expected "float32", got "float16"');
  refuse({ data: [1] }, /^array\.data: expected Float64Array or .*, got Array of length 1$/);
  refuse({ data, form: 1 }, 'array: expected only data, shape, dtype, got "form"');
  const brain = { data: new Uint16Array(1), dtype: 'bfloat16' };
  refuse(brain, /^dtype: expected a type that NumPy has; .*, got "bfloat16"$/);
});
