/* Tests .npy and .npz with files that NumPy has written. Wrong files must be refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, readNpy, readNpz, writeNpy, writeNpz } from '../../web/files/index.js';
import { bytesOf, fromBase64, numpy, zip64 } from '../support/file-makers.js';

const bytesIn = (elements) =>
  new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);

/** Asserts that each file is refused with a message that begins with its key in `cases`. */
async function refuses(read, name, cases) {
  for (const [message, bytes] of Object.entries(cases))
    await assert.rejects(read(bytes, name), (error) => {
      assert.ok(error instanceof FileError && error instanceof RangeError, error.stack);
      assert.ok(error.message.startsWith(message), `${error.message}\n${message}`);
      return true;
    });
}

test('every file of NumPy is read bit for bit', async () => {
  const cases = Object.entries(numpy.npy);
  assert.ok(cases.length > 90);
  for (const [name, { file, dtype, shape, bytes }] of cases) {
    const { tensors } = await readNpy(fromBase64(file), `${name}.npy`);
    assert.equal(tensors[0].name, name);
    assert.equal(tensors[0].dtype, dtype, name);
    assert.deepEqual(tensors[0].shape, shape, name);
    assert.deepEqual(bytesIn(await tensors[0].read()), fromBase64(bytes), name);
  }
});

test('single rows are read, in the order of C and of Fortran', async () => {
  for (const name of ['f4 (3, 1, 2, 2)', 'f8 Fortran', 'Fortran, three axes, big']) {
    const { file, dtype, shape, bytes } = numpy.npy[name];
    const [tensor] = (await readNpy(fromBase64(file))).tensors;
    const row = fromBase64(bytes).length / shape[0];
    const some = await tensor.read({ start: 1, end: 3 });
    assert.deepEqual(bytesIn(some), fromBase64(bytes).slice(row, 3 * row), `${name} ${dtype}`);
    assert.equal((await tensor.read({ start: 2, end: 2 })).length, 0);
    await assert.rejects(
      tensor.read({ start: 2, end: 1 }),
      /^RangeError: read: end: expected an integer/,
    );
    await assert.rejects(
      tensor.read({ begin: 1 }),
      /^TypeError: read: rows: expected only start, end/,
    );
  }
});

test('of very large columns in Fortran order, only the wanted rows are read', async () => {
  const rows = 1100000; // 4.4 MB for each column
  const head = `{'descr': '<f4', 'fortran_order': True, 'shape': (${rows}, 2), }\n`;
  const data = Float32Array.from({ length: 2 * rows }, (_, i) => i);
  const file = bytesOf('\x93NUMPY'.slice(1), [2, 1], [2, head.length], head, data);
  const whole = bytesOf([1, 0x93], file);
  const reads = [];
  const source = {
    size: whole.length,
    read: (offset, length) => (reads.push(length), whole.subarray(offset, offset + length)),
  };
  const [tensor] = (await readNpy(source)).tensors;
  assert.deepEqual([...(await tensor.read({ start: 7, end: 9 }))], [7, rows + 7, 8, rows + 8]);
  assert.ok(Math.max(...reads) < 200, `${reads}`);
});

test('writeNpy writes the bytes of numpy.save, for all types and shapes', async () => {
  const plain = Object.entries(numpy.npy).filter(([name]) => !/big|Fortran|version/.test(name));
  assert.ok(plain.length > 70);
  for (const [name, { file, dtype, shape }] of plain) {
    const [tensor] = (await readNpy(fromBase64(file))).tensors;
    const written = writeNpy({ data: await tensor.read(), shape, dtype });
    assert.deepEqual(written, fromBase64(file), name);
  }
});

test('floats are widened exactly', async () => {
  for (const [name, { file }] of Object.entries(numpy.npy)) {
    const [tensor] = (await readNpy(fromBase64(file))).tensors;
    const numbers = await tensor.readFloats();
    const elements = await tensor.read();
    const isSingle = ['float32', 'float16'].includes(tensor.dtype);
    assert.equal(numbers.constructor, isSingle ? Float32Array : Float64Array, name);
    if (tensor.dtype !== 'float16') {
      assert.deepEqual([...numbers], Array.from(elements, Number), name);
      continue;
    }
    for (let i = 0; i < numbers.length; i++) assert.ok(isHalf(elements[i], numbers[i]), name);
  }
});

/** Returns whether `number` is the float16 with these bits, by the definition of the format. */
function isHalf(bits, number) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.isNaN(number) : number === sign * Infinity;
  const size = exponent
    ? (1 + fraction / 1024) * 2 ** (exponent - 15)
    : (fraction / 1024) * 2 ** -14;
  return Object.is(number, sign * size);
}

test('every float16 is widened exactly', async () => {
  const data = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const [tensor] = (await readNpy(writeNpy({ data, dtype: 'float16' }))).tensors;
  const numbers = await tensor.readFloats();
  for (const bits of data) assert.ok(isHalf(bits, numbers[bits]), `${bits}`);
});

test('archives of NumPy are read, stored and deflated', async () => {
  for (const [name, { file, arrays }] of Object.entries(numpy.npz)) {
    const { tensors } = await readNpz(fromBase64(file), name);
    assert.deepEqual(
      tensors.map((each) => each.name),
      Object.keys(arrays),
    );
    for (const tensor of tensors) {
      const { dtype, shape, bytes } = arrays[tensor.name];
      assert.equal(tensor.dtype, dtype);
      assert.deepEqual(tensor.shape, shape);
      const read = bytesIn(await tensor.read());
      if (bytes === 'zeros') assert.ok(read.length === 640000 && read.every((byte) => !byte));
      else assert.deepEqual(read, fromBase64(bytes));
    }
  }
});

test('archives make round trips, and the same arrays give the same bytes', async () => {
  const data = Float64Array.of(1 / 3, -0, NaN, 5e-324);
  const arrays = { a: { data, shape: [2, 2] }, 'b/c': { data: new Int8Array(0), shape: [0, 7] } };
  const bytes = writeNpz(arrays);
  assert.deepEqual(bytes, writeNpz(arrays));
  const { tensors } = await readNpz(bytes);
  assert.deepEqual(
    tensors.map(({ name, shape }) => [name, shape]),
    [
      ['a', [2, 2]],
      ['b/c', [0, 7]],
    ],
  );
  assert.deepEqual(await tensors[0].read(), data);
});

/** Returns a .npy file of version 1.0 with this header. */
const npy = (header, data = new Uint8Array(24)) =>
  bytesOf([1, 0x93], 'NUMPY', [2, 1], [2, header.length], header, data);

const GOOD = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";

test('wrong .npy files are refused with a message', async () => {
  const changed = (from, to) => npy(GOOD.replace(from, to));
  const cases = {
    'the first bytes of x.npy: expected \\x93NUMPY': bytesOf('no npy at all'),
    'the version of x.npy: expected an integer from 1 to 3, got 9': (() => {
      const bytes = npy(GOOD);
      bytes[6] = 9;
      return bytes;
    })(),
    'the length of the header of x.npy: expected an integer from 2 to 10000, got 65535': bytesOf(
      [1, 0x93],
      'NUMPY',
      [2, 1],
      [2, 65535],
      GOOD,
    ),
    'the header of x.npy: expected 200 bytes from byte 10 on, got a file of 21 bytes': bytesOf(
      [1, 0x93],
      'NUMPY',
      [2, 1],
      [2, 200],
      'a few bytes',
    ),
    'descr of x.npy: expected a type of f8': changed("'<f4'", "'|O'"),
    'the header of x.npy: expected entries of plain values': changed("'<f4'", "[('a', '<f4')]"),
    'fortran_order of x.npy: expected True or False, got "0"': changed('False', '0'),
    'the header of x.npy: expected entries of plain values, got "\'shape\': (-2, 3),"': changed(
      '(2, 3)',
      '(-2, 3)',
    ),
    'shape of x.npy: expected a tuple of integers': changed('(2, 3)', '(2 3)'),
    'the data of x.npy: expected 36 bytes, as the shape [3,3] needs, got 24 bytes': changed(
      '2',
      '3',
    ),
    'shape of x.npy: expected fewer than 2^53 bytes, got [9007199254740991,99999]': changed(
      '(2, 3)',
      '(9007199254740991, 99999)',
    ),
    'the header of x.npy: expected each key once, got "shape"': changed('}', "'shape': (1,)}"),
    'the header of x.npy: expected the keys descr, fortran_order and shape': changed(
      'shape',
      'form',
    ),
    'shape of x.npy: expected at most 64 axes': changed('(2, 3)', `(${'1, '.repeat(65)})`),
    'shape of x.npy: expected an integer from 0 to 9007199254740991': changed(
      '(2, 3)',
      '(99999999999999999999, 0)',
    ),
  };
  await refuses(readNpy, 'x.npy', cases);
  await readNpy(npy(GOOD), 'x.npy');
});

test('wrong archives are refused with a message', async () => {
  const good = writeNpz({ a: { data: Float32Array.of(1, 2, 3) } });
  const view = (bytes) => new DataView(bytes.buffer);
  const end = good.length - 22;
  const list = view(good).getUint32(end + 16, true);
  const change = (at, size, number) => {
    const bytes = good.slice();
    bytes.set(bytesOf([size, number]), at);
    return bytes;
  };
  const cases = {
    'the end of x.npz: expected the end record of a zip file': good.slice(0, -1),
    'the end record of zip64 of x.npz: expected a locator before': change(end + 16, 4, 0xffffffff),
    'the end of x.npz: expected a zip file in one part': change(end + 4, 2, 1),
    'the list of members of x.npz: expected an end at byte ': change(end + 16, 4, 99999),
    'the list of members of x.npz: expected a member at byte 0': change(list, 2, 7),
    'the list of members of x.npz: expected names that end within the list': change(
      list + 28,
      2,
      60000,
    ),
    'the member a.npy of x.npz: expected no encryption': change(list + 8, 2, 1),
    'the member a.npy of x.npz: expected the method 0 (stored) or 8': change(list + 10, 2, 12),
    'the member a.npy of x.npz: expected 8 bytes of zip64': change(list + 20, 4, 0xffffffff),
    'the size of a.npy of x.npz: expected 140 bytes, got 141': change(list + 24, 4, 141),
    'the member a.npy of x.npz: expected a place from byte 0 to': change(list + 42, 4, 150),
    'the header of a.npy of x.npz: expected the signature of a member': change(0, 2, 0),
    'the format of x.npz: expected an array saved by NumPy or safetensors, got a file of torch.save':
      (() => {
        const bytes = good.slice();
        bytes.set(bytesOf('a.pkl'), list + 46);
        return bytes;
      })(),
    'a member of x.npz: expected a name that ends in .npy, got "a.txt"': (() => {
      const bytes = good.slice();
      bytes.set(bytesOf('a.txt'), list + 46);
      return bytes;
    })(),
  };
  await refuses(readNpz, 'x.npz', cases);
});

test('an archive with the numbers of zip64 is read, and wrong ones are refused', async () => {
  const data = Float32Array.of(1, 2, 3);
  const good = zip64({ 'a.npy': writeNpy({ data }), 'b.npy': writeNpy({ data, shape: [3, 1] }) });
  const { tensors } = await readNpz(good, 'x.npz');
  assert.deepEqual(tensors[1].shape, [3, 1]);
  for (const tensor of tensors) assert.deepEqual(await tensor.read(), data);
  const record = good.length - 22 - 20 - 56;
  const list = Number(new DataView(good.buffer).getBigUint64(record + 48, true));
  const change = (at, size, number) => {
    const bytes = good.slice();
    bytes.set(bytesOf([size, number]), at);
    return bytes;
  };
  const extra = list + 46 + 'a.npy'.length + 4;
  const cases = {
    'the end record of zip64 of x.npz: expected 56 bytes from byte': change(
      record + 64,
      8,
      2n ** 63n,
    ),
    'the end record of zip64 of x.npz: expected a record at byte 7': change(record + 64, 8, 7),
    'the end of x.npz: expected a zip file in one part': change(record + 24, 8, 7),
    'the list of members of x.npz: expected an end at byte ': change(record + 48, 8, record),
    'the member a.npy of x.npz: expected 24 bytes of zip64, got 16 b': change(extra + 2, 2, 16),
    'the size of a.npy of x.npz: expected at most': change(extra + 4, 8, 2n ** 40n),
    'the member a.npy of x.npz: expected a place from byte': change(extra + 20, 8, 2n ** 40n),
  };
  await refuses(readNpz, 'x.npz', cases);
});

test('rows of a large deflated member are read in any order, or in one pass', async () => {
  const rows = 18000; // 72 MB
  const data = new Float32Array(rows * 1024);
  for (let i = 0; i < data.length; i += 1024) data[i] = i / 1024;
  const bytes = zip64({ 'a.npy': writeNpy({ data, shape: [rows, 1024] }) });
  assert.ok(bytes.length < data.byteLength / 100);
  let fetched = 0;
  const read = (offset, length) => {
    fetched += length;
    return bytes.subarray(offset, offset + length);
  };
  const [tensor] = (await readNpz({ size: bytes.length, read }, 'x.npz')).tensors;
  const first = async (start) => (await tensor.read({ start, end: start + 2 })).at(1024);
  for (const start of [9, 5000, 5001, rows - 2]) assert.equal(await first(start), start + 1);
  // The file is read once for the checksum, and once for the rows. The last 64 KiB are also read
  // to find the directory.
  assert.ok(fetched < 2.6 * bytes.length, `${fetched} of ${bytes.length}`);
  assert.equal(await first(700), 701);
  assert.deepEqual(await Promise.all([first(rows - 2), first(1)]), [rows - 1, 2]);
});

test('the checksum shows a changed element of a stored or deflated member', async () => {
  const stored = writeNpz({ a: { data: Float32Array.of(1, 2, 3) } });
  stored[35 + 128 + 2] ^= 1;
  const [tensor] = (await readNpz(stored, 'x.npz')).tensors;
  await assert.rejects(tensor.read(), /^FileError: the checksum of a\.npy of x\.npz: expected \d/);
  const deflated = fromBase64(numpy.npz.deflated.file);
  const at = 30 + 7 + new DataView(deflated.buffer).getUint16(28, true) + 100;
  deflated[at] ^= 1;
  await assert.rejects(async () => {
    for (const each of (await readNpz(deflated, 'x.npz')).tensors) await each.read();
  }, FileError);
});

test('a member that inflates to more bytes than its size is refused', async () => {
  const bytes = fromBase64(numpy.npz['with a comment'].file);
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22 - 'a comment'.length;
  view.setUint32(view.getUint32(end + 16, true) + 24, 1000, true);
  await assert.rejects(readNpz(bytes, 'x.npz'), /^FileError: the member long\.npy .* 1000 bytes/);
});
