import { f32, f64, notNumbers, number, required, size, word } from './tools.js';

/** Lists refusals of values that are not arrays, and of arrays that the doctor does not read. */
const notArrays = (name) =>
  [...notNumbers, Array(8).fill(0), new Int32Array(8), new Uint8Array(8), new BigInt64Array(8)].map(
    (value) => [TypeError, name, value],
  );

const bits = () => new Uint16Array(8);

const config = {
  model_type: 'llama',
  hidden_size: 32,
  num_attention_heads: 4,
  max_position_embeddings: 64,
};

const metadata = {
  'general.architecture': 'llama',
  'llama.block_count': 2,
  'llama.embedding_length': 32,
  'llama.attention.head_count': 4,
  'llama.context_length': 64,
  'llama.rope.freq_base': 10000,
};

export const functions = {
  compare: {
    names: ['a', 'b'],
    good: () => ({ a: f32(8), b: f64(8), rows: 2, dim: 4 }),
    rows: [
      ...required('a', 'b'),
      ...notArrays('a'),
      ...notArrays('b'),
      [RangeError, 'b', f32(7)],
      [RangeError, 'b', f32(0)],
      ...size('rows').filter(([, , value]) => value !== 0),
      ...size('dim', 0),
      ...size('headDim', 0),
      [RangeError, 'rows', 3],
      [RangeError, 'rows', 0],
      [RangeError, 'dim', 3],
      [RangeError, 'dim', 3, { rows: undefined }],
      [RangeError, 'headDim', 3],
      [RangeError, 'headDim', 1, { layout: 'half' }],
      ...word('layout', 'interleaved-to-half'),
      ...word('dtype', 'float8', 'int8'),
      ...number('ulps', -1),
      // Lists are left out here, because `tolerance` may be a list. The lines below test lists.
      ...number('tolerance', -1).filter(([, , value]) => !Array.isArray(value)),
      [RangeError, 'tolerance', []],
      [RangeError, 'tolerance', [1, 1, 1]],
      [RangeError, 'tolerance', [1, -1], { shows: -1 }],
      [TypeError, 'tolerance', ['1', '1'], { shows: '1' }],
      [TypeError, 'a', bits(), { says: 'dtype', shows: /got undefined/ }],
      [TypeError, 'b', bits(), { dtype: 'float32', says: 'dtype', shows: 'float32' }],
    ],
    accepted: [
      [f32(0), f64(0)],
      [f32(0), f32(0), { rows: 0 }],
      [f32(1), f32(1), { rows: 1, dim: 1, headDim: 1, ulps: 0, tolerance: 0 }],
      [bits(), bits(), { dtype: 'float16', layout: 'half' }],
      [f32(8), f32(8), { rows: 2, tolerance: [0, 1] }],
      [bits(), f32(8), { dtype: 'bfloat16', layout: 'interleaved', rows: 4 }],
    ],
  },
  compareRows: {
    names: ['read'],
    good: () => ({ read: () => new Promise(() => {}), rows: 2, dim: 4 }),
    rows: [
      ...required('read', 'rows', 'dim'),
      [TypeError, 'read', f32(8)],
      ...size('rows').filter(([, , value]) => value !== 0),
      ...size('dim', 0),
      ...size('headDim', 0),
      [RangeError, 'headDim', 3],
      ...word('layout', 'interleaved-to-half'),
      ...word('dtype', 'float8', 'int8'),
      ...number('ulps', -1),
      // Lists are left out here, because `tolerance` may be a list. The lines below test lists.
      ...number('tolerance', -1).filter(([, , value]) => !Array.isArray(value)),
      [RangeError, 'tolerance', [1, 1, 1]],
    ],
    accepted: [
      [() => new Promise(() => {}), { rows: 1, dim: 1, headDim: 1, ulps: 0, tolerance: 0 }],
      [() => new Promise(() => {}), { rows: 0, dim: 1 }],
    ],
  },
  identifyRotation: {
    names: ['before', 'after'],
    good: () => ({ before: f32(16), after: f64(16), heads: 2, headDim: 4 }),
    rows: [
      ...required('before', 'after', 'heads', 'headDim'),
      ...notArrays('before'),
      ...notArrays('after'),
      [RangeError, 'before', f32(15)],
      [RangeError, 'before', f32(0)],
      [RangeError, 'after', f32(15)],
      ...size('heads', 0),
      ...size('headDim', 0, 1, 1025),
      ...size('length', 0),
      [RangeError, 'length', 3],
      [TypeError, 'positions', 3],
      [RangeError, 'positions', [0, 1, 2]],
      [RangeError, 'positions', [0, 2 ** 41], { says: 'positions[1]', shows: 2 ** 41 }],
      [TypeError, 'positions', ['0', 1], { says: 'positions[0]', shows: '0' }],
      ...word('dtype', 'float8'),
      [TypeError, 'before', bits(), { says: 'dtype', shows: /got undefined/ }],
      ...[3, 'yarn', true, [3]].map((value) => [
        TypeError,
        'scaling',
        value,
        { shows: Array.isArray(value) ? 3 : value },
      ]),
      ...[3, 'llama', true].map((value) => [TypeError, 'expected', value]),
      ...word('of', 'rows'),
    ],
    accepted: [
      [f32(4), f32(4), { heads: 2, headDim: 2, length: 1, positions: [7] }],
      [f32(8), f32(8), { heads: 1, headDim: 2, positions: [7] }],
      [f32(4), f32(4), { heads: 1, headDim: 2, expected: {}, of: 'values' }],
      [f32(4), f32(4), { heads: 1, headDim: 2, positions: [7, 7], scaling: [] }],
      [bits(), bits(), { heads: 1, headDim: 2, length: 2, dtype: 'bfloat16', scaling: {} }],
      [f64(2048), new Float32Array(2048), { heads: 1, headDim: 1024 }],
    ],
  },
  identifyBias: {
    names: ['bias', 'heads', 'queries', 'keys'],
    good: () => ({ bias: f32(8), heads: 2, queries: 2, keys: 2 }),
    rows: [
      ...required('bias', 'heads', 'queries', 'keys'),
      ...notArrays('bias'),
      [RangeError, 'bias', f32(7)],
      ...size('heads', 0),
      ...size('queries', 0),
      ...size('keys', 0),
      ...word('dtype', 'float8'),
      [TypeError, 'bias', bits(), { says: 'dtype', shows: /got undefined/ }],
    ],
    accepted: [
      [f32(1), 1, 1, 1],
      [bits(), 2, 2, 2, { dtype: 'bfloat16' }],
    ],
  },
  identifyTable: {
    names: ['table', 'length', 'dim'],
    good: () => ({ table: f32(8), length: 2, dim: 4 }),
    rows: [
      ...required('table', 'length', 'dim'),
      ...notArrays('table'),
      [RangeError, 'table', f32(7)],
      ...size('length', 0),
      ...size('dim', 0),
      ...word('dtype', 'float8'),
      [TypeError, 'table', bits(), { says: 'dtype', shows: /got undefined/ }],
      ...[3, 'yarn', true, [3]].map((value) => [
        TypeError,
        'scaling',
        value,
        { shows: Array.isArray(value) ? 3 : value },
      ]),
    ],
    accepted: [
      [f32(1), 1, 1],
      [bits(), 2, 4, { dtype: 'float16', scaling: [] }],
    ],
  },
  identifyVector: {
    names: ['vector'],
    good: () => ({ vector: f32(8) }),
    rows: [
      ...required('vector'),
      ...notArrays('vector'),
      [RangeError, 'vector', f32(0), { says: 'the length of vector', shows: 0 }],
      ...word('dtype', 'float8'),
      ...word('prefer', 'learned'),
      [TypeError, 'vector', bits(), { says: 'dtype', shows: /got undefined/ }],
      ...[3, 'yarn', true].map((value) => [TypeError, 'scaling', value]),
    ],
    accepted: [[f64(1)], [bits(), { dtype: 'float16', scaling: [], prefer: 'rope' }]],
  },
  describeGguf: {
    names: ['metadata'],
    good: () => ({ metadata }),
    rows: [
      ...required('metadata'),
      ...[3, 'llama', null, true].map((value) => [TypeError, 'metadata', value]),
      ...[3, 'rope_freqs', true].map((value) => [TypeError, 'factors', value]),
    ],
    accepted: [[metadata], [metadata, { factors: {} }]],
  },
  golden: {
    names: ['config'],
    good: () => ({ config }),
    rows: [
      ...required('config'),
      ...[3, 'llama', null, [], true].map((value) => [TypeError, 'config', value]),
      [RangeError, 'config', { scheme: 'learned' }, { shows: 'learned' }],
      [
        RangeError,
        'config',
        { ...config, model_type: 'gpt2', n_positions: 4 },
        { shows: 'learned' },
      ],
      [TypeError, 'positions', 3],
      [RangeError, 'positions', []],
      [RangeError, 'positions', Array(257).fill(0)],
      [RangeError, 'positions', [0, -1], { says: 'positions[1]', shows: -1 }],
      [RangeError, 'positions', [0.5], { says: 'positions[0]', shows: 0.5 }],
      [RangeError, 'positions', [2 ** 21], { says: 'positions[0]', shows: 2 ** 21 }],
      ...size('seed', 2 ** 32),
      ...word('dtype', 'float8'),
      ...[3, 'true', null].map((value) => [TypeError, 'bidirectional', value]),
      [RangeError, 'bidirectional', true, { shows: 'rope' }],
    ],
    accepted: [
      [config],
      [config, { positions: [0], seed: 0 }],
      [config, { positions: Array(256).fill(2 ** 20), seed: 2 ** 32 - 1, dtype: 'float16' }],
    ],
  },
};
