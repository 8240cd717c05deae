/* Makes small files of each format for tests, and files that are damaged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Checksum } from '../../web/files/checksum.js';
import { writeNpy } from '../../web/files/index.js';
import { root } from './browsers.js';

/** The files that NumPy wrote. tests/tools/make-files.py collects them. */
export const numpy = JSON.parse(readFileSync(join(root, 'tests/files/numpy.json'), 'utf8'));

/** Returns the bytes of a text in base64. */
export const fromBase64 = (text) => new Uint8Array(Buffer.from(text, 'base64'));

/**
 * Joins bytes, texts and numbers. A number is given as [bytes, value], and its least significant
 * byte comes first.
 */
export const bytesOf = (...parts) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => {
        if (typeof part === 'string') return Buffer.from(part);
        if (ArrayBuffer.isView(part))
          return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
        const [size, value] = part;
        const view = new DataView(new ArrayBuffer(8));
        view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
        return Buffer.from(view.buffer, 0, size);
      }),
    ),
  );

/** Makes a .safetensors file. `header` is an object, or a text. */
export function safetensors(header, data = new Uint8Array(0), length = undefined) {
  const json = typeof header === 'string' ? header : JSON.stringify(header);
  return bytesOf([8, length ?? Buffer.byteLength(json)], json, data);
}

const string = (text) => bytesOf([8, Buffer.byteLength(text)], text);
const float = (value) => bytesOf(Float32Array.of(value));

/** For each type, a function that makes a GGUF value with its type. */
export const value = {
  uint32: (number) => bytesOf([4, 4], [4, number]),
  float32: (number) => bytesOf([4, 6], float(number)),
  bool: (flag) => bytesOf([4, 7], [1, flag ? 1 : 0]),
  string: (text) => bytesOf([4, 8], string(text)),
  uint64: (number) => bytesOf([4, 10], [8, number]),
  int32s: (list) => bytesOf([4, 9], [4, 5], [8, list.length], Int32Array.from(list)),
  strings: (list) => bytesOf([4, 9], [4, 8], [8, list.length], Buffer.concat(list.map(string))),
};

/**
 * Makes a .gguf file. Tensors are {name, type, shape, data, offset}, where the shape has the
 * slowest axis first.
 */
export function gguf({ keys = {}, tensors = [], version = 3, alignment = 32, counts = {} }) {
  const entries = Object.entries(keys);
  let at = 0;
  const infos = tensors.map(({ name, type, shape, data, offset = at, axes = shape.length }) => {
    at = Math.ceil((at + data.byteLength) / alignment) * alignment;
    const sides = [...shape].reverse().map((side) => bytesOf([8, side]));
    return bytesOf(string(name), [4, axes], ...sides, [4, type], [8, offset]);
  });
  const head = bytesOf(
    'GGUF',
    [4, version],
    [8, counts.tensors ?? tensors.length],
    [8, counts.keys ?? entries.length],
    ...entries.map(([key, bytes]) => bytesOf(string(key), bytes)),
    ...infos,
  );
  const padded = (bytes) =>
    bytesOf(bytes, new Uint8Array((alignment - (bytes.byteLength % alignment)) % alignment));
  return bytesOf(padded(head), ...tensors.map(({ data }) => padded(data)));
}

/** Makes a small .gguf file like those of llama.cpp. */
export const llama = () =>
  gguf({
    keys: {
      'general.architecture': value.string('llama'),
      'general.name': value.string('A model'),
      'llama.rope.freq_base': value.float32(500000),
      'llama.rope.dimension_count': value.uint32(8),
      'llama.attention.head_count': value.uint32(4),
      'llama.context_length': value.uint64(8192),
      'llama.attention.head_count_kv': value.int32s([4, 4, 2]),
      'tokenizer.ggml.tokens': value.strings(Array.from({ length: 5000 }, (_, i) => `t${i}`)),
      'tokenizer.ggml.add_bos_token': value.bool(true),
    },
    tensors: [
      { name: 'rope_freqs.weight', type: 0, shape: [4], data: Float32Array.of(1, 1, 4, 8) },
      { name: 'blk.0.attn_q.weight', type: 8, shape: [2, 32], data: new Uint8Array(68).fill(7) },
      { name: 'half', type: 1, shape: [2, 3], data: Uint16Array.of(0x3c00, 1, 2, 3, 4, 0x7c00) },
      { name: 'brain', type: 30, shape: [2], data: Uint16Array.of(0x3f80, 0xc000) },
    ],
  });

/** Joins integers with these numbers of bytes, for example fields('2 4', 1, 7). */
const fields = (sizes, ...values) =>
  bytesOf(...sizes.split(' ').map((size, i) => [Number(size), values[i]]));

/**
 * Makes a zip file with all sizes and places in zip64 fields, as in files of 4 GiB and more.
 * @param {Record<string, Uint8Array>} members
 */
export function zip64(members) {
  const small = 0xffffffff;
  const pieces = [];
  const list = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(members)) {
    const packed = deflateRawSync(bytes);
    const sum = new Checksum();
    sum.add(bytes);
    const common = fields('2 2 2 4 4 4 4 2', 45, 0, 8, 0, sum.value, small, small, name.length);
    const sizes = fields('8 8', bytes.length, packed.length);
    const header = bytesOf(
      'PK\x03\x04',
      common,
      fields('2', 20),
      name,
      fields('2 2', 1, 16),
      sizes,
    );
    const places = fields('2 2 2 2 4 4', 32, 0, 0, 0, 0, small);
    const extra = bytesOf(fields('2 2 2 2', 0x7075, 0, 1, 24), sizes, fields('8', at));
    list.push(bytesOf('PK\x01\x02', fields('2', 45), common, places, name, extra));
    pieces.push(header, packed);
    at += header.length + packed.length;
  }
  const listed = bytesOf(...list);
  const { length } = list;
  const record = fields('8 2 2 4 4 8 8 8 8', 44, 45, 45, 0, 0, length, length, listed.length, at);
  const locator = fields('4 8 4', 0, at + listed.length, 1);
  const end = fields('4 2 2 4 4 2', 0, 0xffff, 0xffff, small, small, 0);
  const ends = ['PK\x06\x06', record, 'PK\x06\x07', locator, 'PK\x05\x06', end];
  return bytesOf(...pieces, listed, ...ends);
}

/** Test vectors in the form in which golden() of posenc/doctor makes them. */
const VECTORS = {
  format: 'posenc golden 1',
  positions: [0, 7],
  parts: [
    {
      options: { base: 10000 },
      arrays: {
        q: {
          shape: [2, 1, 2],
          values: [1, 2, 3, 4],
          before: [4, 3, 2, 1],
          tolerance: { float32: [0, 0.5], float16: 1, bfloat16: 1 },
        },
      },
    },
  ],
};

/** Returns the values of many arrays by their names. */
const many = (count, make) => Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));

/**
 * Makes larger files of some kinds: with 300 tensors, members, keys or rows. Small files cannot show
 * that a reader compares each thing with all others.
 */
const largeSamples = () => ({
  largeSafetensors: safetensors(
    many(300, (i) => [
      `layers.${i}.w`,
      { dtype: 'F32', shape: [2], data_offsets: [8 * i, 8 * i + 8] },
    ]),
    new Uint8Array(2400),
  ),
  largeGguf: gguf({
    keys: many(300, (i) => [`key.${i}`, value.uint32(i)]),
    tensors: Array.from({ length: 100 }, (_, i) => ({
      ...{ name: `blk.${i}.w`, type: 0, shape: [8], data: new Float32Array(8) },
    })),
  }),
  largeZip: zip64(
    many(100, (i) => [`a${i}.npy`, writeNpy({ data: Float32Array.of(i, i), shape: [2] })]),
  ),
  largeCsv: bytesOf('0.25, -1e3, 7\n'.repeat(2000)),
  largeGolden: bytesOf(
    JSON.stringify({
      ...VECTORS,
      parts: Array.from({ length: 60 }, () => VECTORS.parts[0]),
    }),
  ),
});

/** Makes a file of each kind, for mutations. */
export const samples = () => ({
  ...largeSamples(),
  npy: fromBase64(numpy.npy['f4 (2, 3)'].file),
  npz: fromBase64(numpy.npz.deflated.file),
  stored: fromBase64(numpy.npz.stored.file),
  zip64: zip64({
    'a.npy': writeNpy({ data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] }),
    'b.npy': writeNpy({ data: new Float64Array(100) }),
  }),
  safetensors: safetensors(
    {
      __metadata__: { format: 'pt' },
      a: { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] },
      b: { dtype: 'BF16', shape: [4], data_offsets: [16, 24] },
      c: { dtype: 'F8_E4M3', shape: [2, 4], data_offsets: [24, 32] },
    },
    new Uint8Array(32).fill(63),
  ),
  gguf: gguf({
    keys: {
      'general.architecture': value.string('phi3'),
      'phi3.rope.freq_base': value.float32(10000),
      'phi3.rope.sections': value.int32s([1, 2, 3]),
      'tokenizer.ggml.tokens': value.strings(['a', 'b', 'c']),
    },
    tensors: [
      { name: 'rope_factors_long.weight', type: 0, shape: [4], data: new Float32Array(4) },
      { name: 'w', type: 2, shape: [1, 32], data: new Uint8Array(18) },
    ],
  }),
  index: bytesOf(
    JSON.stringify({ metadata: { total_size: 32 }, weight_map: { a: 'm-1.st', b: 'm-1.st' } }),
  ),
  csv: bytesOf('# rows\n1.5, -2e-3, nan\n4, inf, 6\n'),
  json: bytesOf('{"a": [[1, 2], [3.5, "NaN"]], "b": {"shape": [2, 1], "values": [5, -6]}}'),
  golden: bytesOf(JSON.stringify(VECTORS)),
  vectors: safetensors(
    {
      __metadata__: { golden: JSON.stringify(VECTORS) },
      q: { dtype: 'F32', shape: [2, 1, 2], data_offsets: [0, 16] },
    },
    new Uint8Array(16),
  ),
  config: bytesOf(JSON.stringify({ model_type: 'llama', rope_scaling: { factor: 8 }, list: [1] })),
});

/** Returns a generator of random integers below a limit, which repeats for a seed. */
export function randomBelow(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

/** Numbers that replace lengths and offsets. */
const HUGE = [
  0n,
  1n,
  0x7fffffffn,
  0xffffffffn,
  0x100000000n,
  0x7fffffffffffffffn,
  0xffffffffffffffffn,
  1n << 53n,
  1n << 40n,
];

/**
 * Returns a damaged copy of a file. The copy is cut off, or has flipped bits. Or another number
 * replaces bytes near its start, or a number in the text of its header. Or a piece of it is repeated,
 * up to a size at which a slow reader is noticed, or exchanged for another piece.
 */
export function mutated(bytes, random) {
  const copy = new Uint8Array(bytes);
  const kind = random(7);
  if (kind === 5) return withRepeats(copy, random);
  if (kind === 6) return withMoved(copy, random);
  if (kind === 0) return copy.slice(0, random(copy.length));
  if (kind === 1) {
    const size = 1 << random(4);
    const huge = HUGE[random(HUGE.length)];
    const at = random(Math.max(1, Math.min(copy.length, 400) - size));
    copy.set(bytesOf([size, huge]).subarray(0, Math.max(0, copy.length - at)), at);
    return copy;
  }
  if (kind === 2) return withOtherDigits(copy, random);
  for (let flips = 1 + random(kind === 3 ? 1 : 8); flips; flips--)
    copy[random(copy.length)] ^= 1 << random(8);
  return copy;
}

/** The lengths of pieces that are repeated: a byte, a mark and a number, an item. */
const LENGTHS = [1, 1, 2, 4, 8, 40];

/** A file has at most this many more bytes after a piece was repeated. */
const MOST_ADDED = 60_000;

/** Repeats a piece of a file, and lets the length in its header follow if there is one. */
function withRepeats(bytes, random) {
  const length = LENGTHS[random(LENGTHS.length)];
  const at = random(Math.max(1, Math.min(bytes.length, 600) - length));
  const piece = bytes.subarray(at, at + length);
  const times = 1 << random(16);
  const count = Math.min(times, Math.ceil(MOST_ADDED / length));
  const repeated = new Uint8Array(Buffer.concat(Array.from({ length: count }, () => piece)));
  const made = bytesOf(bytes.subarray(0, at), repeated, bytes.subarray(at));
  // The lengths of headers: of .npy version 1 at byte 8, and of .safetensors at byte 0.
  if (random(4) && at > 10) grow(made, repeated.length);
  return made;
}

/** Adds to the length of a header. */
function grow(bytes, added) {
  const view = new DataView(bytes.buffer);
  if (bytes[0] === 0x93) view.setUint16(8, view.getUint16(8, true) + added, true);
  else if (bytes[8] === 0x7b) view.setUint32(0, view.getUint32(0, true) + added, true);
}

/** Copies a piece of a file to another place of it. */
function withMoved(bytes, random) {
  const length = Math.min(bytes.length, 1 + random(64));
  const from = random(bytes.length - length + 1);
  bytes.copyWithin(random(bytes.length - length + 1), from, from + length);
  return bytes;
}

/** Replaces a number in the text of a header by another number. */
function withOtherDigits(bytes, random) {
  const text = Buffer.from(bytes).toString('latin1');
  const numbers = [...text.slice(0, 600).matchAll(/\d+/g)];
  if (!numbers.length) return bytes;
  const { index, 0: digits } = numbers[random(numbers.length)];
  const other = ['-1', '1e99', '999999999999', '0', '9007199254740993', '1.5', '3'][random(7)];
  const changed = text.slice(0, index) + other + text.slice(index + digits.length);
  return new Uint8Array(Buffer.from(changed, 'latin1'));
}
