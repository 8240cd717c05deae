import {
  FLOATS,
  array,
  f32,
  f64,
  i32,
  notNumbers,
  number,
  numbers,
  out,
  required,
  size,
} from './tools.js';

const config = {
  model_type: 'llama',
  hidden_size: 64,
  num_attention_heads: 4,
  max_position_embeddings: 32,
};
const model = (kind, fields, says, shows) => [
  kind,
  'config',
  { ...config, ...fields },
  { says, shows },
];
const segments = (kind, list, says, shows) => [kind, 'segments', list, { says, shows }];

export const functions = {
  describeModel: {
    names: ['config'],
    good: () => ({ config: { ...config } }),
    rows: [
      ...['x', null, 5, true, [], 7n, undefined].map((value) => [TypeError, 'config', value]),
      [TypeError, 'config', {}, { says: 'config.model_type', shows: 'undefined' }],
      model(RangeError, { model_type: 'toString' }, 'config.model_type', 'toString'),
      model(TypeError, { model_type: 7 }, 'config.model_type', 7),
      model(TypeError, { hidden_size: '64' }, 'config.hidden_size', '64'),
      model(RangeError, { hidden_size: 62 }, 'config.hidden_size / 4 heads', 15.5),
      model(RangeError, { head_dim: 8194 }, 'config.head_dim', 8194),
      model(RangeError, { num_key_value_heads: 0 }, 'config.num_key_value_heads', 0),
      model(RangeError, { rope_theta: 0.5 }, 'config.rope_theta', 0.5),
      model(TypeError, { rope_scaling: [] }, 'config.rope_scaling', 'Array'),
      model(
        TypeError,
        { rope_scaling: { type: 'linear' } },
        'config.rope_scaling.factor',
        'undefined',
      ),
      model(
        RangeError,
        { model_type: 'olmo3', num_hidden_layers: 1, layer_types: ['full'] },
        'config.layer_types[0]',
        'full',
      ),
      model(TypeError, { text_config: { head_dim: {} } }, 'config.text_config.head_dim', 'object'),
    ],
    accepted: [
      [config],
      [{ ...config, head_dim: 2 }],
      [{ ...config, partial_rotary_factor: 0.125, rope_theta: 1 }],
    ],
  },
  positionsFromMask: {
    names: ['mask', 'batch', 'length'],
    good: () => ({
      mask: [0, 1, 1, 1],
      batch: 2,
      length: 2,
      start: 0,
      pad: 0,
      sequences: [1, 1, 2, 2],
      out: i32(4),
    }),
    rows: [
      ...required('mask', 'batch', 'length'),
      ...numbers('mask', [0, 1, 1, 1], [2, -1, 0.5, NaN]).filter(
        ([, , value]) => !(value instanceof BigInt64Array),
      ),
      ...size('batch').slice(0, -1),
      ...size('length').slice(0, -1),
      ...notNumbers
        .filter((value) => !Array.isArray(value) && value !== '4')
        .map((value) => [TypeError, 'start', value]),
      [TypeError, 'start', '4'],
      ...[NaN, -1, 0.5, 2147483646].map((value) => [RangeError, 'start', value]),
      [RangeError, 'start', [1]],
      [RangeError, 'start', [1, -1], { says: 'start[1]', shows: -1 }],
      [TypeError, 'start', [1, null], { says: 'start[1]', shows: 'null' }],
      ...number('pad', -2, 0.5, 2147483648),
      ...numbers('sequences', [1, 1, 2, 2], [NaN, Infinity]),
      ...out(4, 'Int32Array'),
    ],
    accepted: [
      [[], 0, 0],
      [[], 0, 5],
      [[1], 1, 1],
      [new Uint8Array(1), 1, 1, { start: [2147483646], pad: -1 }],
    ],
  },
  mropePositions: {
    names: ['segments'],
    good: () => ({
      segments: [{ video: [1, 1, 1], secondsPerGrid: 1 }],
      start: 0,
      tokensPerSecond: 2,
    }),
    rows: [
      ...['x', null, 5, true, {}, 7n, undefined, f32(2)].map((value) => [
        TypeError,
        'segments',
        value,
      ]),
      ...size('start', 2147483648),
      ...number('tokensPerSecond', -1),
      ...[null, 5, 'x', []].map((value) =>
        segments(TypeError, [value], 'segments[0]', Array.isArray(value) ? 'Array' : String(value)),
      ),
      segments(TypeError, [{ text: 1 }, { txt: 1 }], 'segments[1]', 'txt'),
      segments(TypeError, [{}], 'segments[0].video', 'undefined'),
      segments(TypeError, [{ text: 1, image: [1, 1, 1] }], 'segments[0]', 'text,image'),
      segments(TypeError, [{ image: [1, 1, 1], video: [1, 1, 1] }], 'segments[0]', 'image,video'),
      segments(TypeError, [{ text: 1, secondsPerGrid: 1 }], 'segments[0]', 'text,secondsPerGrid'),
      segments(
        TypeError,
        [{ image: [1, 1, 1], secondsPerGrid: 1 }],
        'segments[0]',
        'image,secondsPerGrid',
      ),
      segments(RangeError, [{ text: -1 }], 'segments[0].text', -1),
      segments(TypeError, [{ image: 4 }], 'segments[0].image', 4),
      segments(RangeError, [{ image: [1, 2] }], 'segments[0].image', 'Array'),
      segments(RangeError, [{ video: [1, 0, 2] }], 'segments[0].video[1]', 0),
      segments(
        RangeError,
        [{ video: [1, 1, 2], secondsPerGrid: -1 }],
        'segments[0].secondsPerGrid',
        -1,
      ),
      segments(RangeError, [{ text: 178956971 }], 'segments', 178956971),
      [
        RangeError,
        'segments',
        [{ text: 9 }],
        { start: 2147483640, says: 'segments', shows: 2147483649 },
      ],
      [
        RangeError,
        'segments',
        [{ video: [3, 1, 1], secondsPerGrid: 1e9 }],
        { says: 'segments', shows: 4000000001 },
      ],
    ],
    accepted: [
      [[]],
      [[{ text: 0 }]],
      [[{ video: [1, 1, 1], secondsPerGrid: 1 }], { start: 1, tokensPerSecond: 0 }],
    ],
  },
  identify: {
    names: ['table', 'length', 'dim'],
    good: () => ({ table: f32(6), length: 3, dim: 2 }),
    rows: [
      ...required('table', 'length', 'dim'),
      ...array('table', FLOATS, 6),
      [TypeError, 'table', new Uint16Array(6), { says: 'table: expected floats, as readFloats()' }],
      ...size('length', 0),
      ...size('dim', 0, 4097),
    ],
    accepted: [
      [f32(1), 1, 1],
      [f64(4096), 1, 4096],
    ],
  },
};
