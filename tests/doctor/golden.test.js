/*
 * Tests `golden`. A right port must agree within its tolerances, in float32 and in numbers of 16
 * bits. A port with any of the usual bugs must not agree.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { golden } from '../../web/doctor/index.js';
import { alibiBias, describeModel, t5Bias } from '../../web/index.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';

const folder = join(import.meta.dirname, '../inspect/configs');
const CONFIGS = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
);

/** Functions that round to a type, by other code than that of the library. */
const ROUND = {
  float64: (x) => x,
  float32: Math.fround,
  float16: (x) => valueOfHalf(bitsOfHalf(x, 'float16'), 'float16'),
  bfloat16: (x) => valueOfHalf(bitsOfHalf(x, 'bfloat16'), 'bfloat16'),
};

/** Returns the frequencies of a port in float32, as the model's own code computes them. */
function frequenciesOf({ base, rotaryDim, scaling = {} }, bug) {
  const f = Math.fround;
  const pairs = rotaryDim / 2;
  const theta = bug === 'base' ? 10 * base : base;
  const width = bug === 'exponent' ? rotaryDim - 2 : rotaryDim;
  const plain = Array.from({ length: pairs }, (_, i) => f(1 / f(theta ** f((2 * i) / width))));
  const { factor = 1, original_max_position_embeddings: length } = scaling;
  if (bug === 'no scaling') return plain;
  if (scaling.rope_type === 'linear') return plain.map((w) => f(w / factor));
  if (scaling.rope_type === 'llama3') {
    const { low_freq_factor: low, high_freq_factor: high } = scaling;
    return plain.map((w) => {
      const turns = (length * w) / (2 * Math.PI);
      const kept = Math.min(1, Math.max(0, (turns - low) / (high - low)));
      return f((kept + (1 - kept) / factor) * w);
    });
  }
  if (scaling.rope_type !== 'yarn') return plain;
  const pairAt = (turns) =>
    (rotaryDim * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
  const cut = scaling.truncate === false;
  const from = Math.max(0, cut ? pairAt(32) : Math.floor(pairAt(32)));
  const to = Math.min(rotaryDim - 1, cut ? pairAt(1) : Math.ceil(pairAt(1)));
  return plain.map((w, i) => {
    const scaled = Math.min(1, Math.max(0, (i - from) / (to - from)));
    return f(w * (1 - scaled) + (w / factor) * scaled);
  });
}

/** Returns the attention factor of a port. */
function amplitudeOf({ scaling = {} }, bug) {
  if (scaling.rope_type !== 'yarn' || bug === 'no attention factor') return 1;
  if (scaling.mscale && scaling.mscale_all_dim) return 1;
  return 0.1 * Math.log(scaling.factor) + 1;
}

/** Returns the columns of a pair before the rotation, and its columns after the rotation. */
function elementsOf({ layout, rotaryDim, rotaryStart }, pair, bug) {
  const half = [rotaryStart + pair, rotaryStart + pair + rotaryDim / 2];
  const interleaved = [rotaryStart + 2 * pair, rotaryStart + 2 * pair + 1];
  const isHalf = (layout === 'half') !== (bug === 'layout');
  if (layout === 'interleaved-to-half') return [interleaved, bug === 'layout' ? interleaved : half];
  return isHalf ? [half, half] : [interleaved, interleaved];
}

/** Returns what a port computes. Cosines, sines and the rotated array are rounded to a type. */
function port({ options }, { positions }, { shape, before }, type, bug) {
  const round = ROUND[type];
  const angleType = bug === 'positions in bfloat16' ? ROUND.bfloat16 : Math.fround;
  const frequencies = frequenciesOf(options, bug);
  const amplitude = amplitudeOf(options, bug);
  const [, heads, headDim] = shape;
  const cos = [];
  const sin = [];
  const after = before.slice();
  positions.forEach((position, row) => {
    const shifted = bug === 'offset' ? position + 1 : position;
    const own = bug === 'next row' && row ? positions[row - 1] : shifted;
    frequencies.forEach((frequency, pair) => {
      const angle = Math.fround(angleType(own) * frequency) * (bug === 'twice' ? 2 : 1);
      const c = round(Math.cos(angle) * amplitude);
      const s = round(Math.sin(angle) * amplitude * (bug === 'inverse' ? -1 : 1));
      cos.push(c);
      sin.push(s);
      const [[bx, by], [ax, ay]] = elementsOf(options, pair, bug);
      for (let head = 0; head < heads; head++) {
        const at = (row * heads + head) * headDim;
        const [x, y] = [before[at + bx], before[at + by]];
        after[at + ax] = round(round(x * c) - round(y * s));
        after[at + ay] = round(round(x * s) + round(y * c));
      }
    });
  });
  return { frequencies, cos, sin, after };
}

/** Returns the index of the first element whose error exceeds its tolerance, or -1. */
function departure(array, got, type) {
  const { shape, values, tolerance, relative } = array;
  const width = values.length / shape[0];
  assert.equal(got.length, values.length);
  return values.findIndex((value, i) => {
    const own = tolerance[type];
    const most = Array.isArray(own) ? own[Math.floor(i / width)] : own;
    return !(Math.abs(got[i] - value) <= most * (relative ? Math.abs(value) : 1));
  });
}

/** Returns whether a port that rounds to `type` agrees with golden vectors. */
function agrees(vectors, part, type, bug) {
  const { arrays } = part;
  return ['q', 'k'].every((name) => {
    const got = port(part, vectors, arrays[name], type, bug);
    const pairs = [
      [arrays.frequencies, got.frequencies],
      [arrays.cos, got.cos],
      [arrays.sin, got.sin],
      [arrays[name], got.after],
    ];
    // The rotated array alone must show a bug, so the other arrays are not compared.
    const checked = bug ? pairs.slice(3) : pairs;
    return checked.every(([array, own]) => departure(array, own, type) < 0);
  });
}

const MODELS = [
  'llama-2-70b',
  'llama-3-8b',
  'llama-3.1-8b',
  'llama-3.2-1b',
  'gpt-j-6b',
  'gpt-neox-20b',
  'qwen2.5-7b-yarn',
  'gpt-oss-20b',
  'deepseek-v3',
  'gemma-3-4b',
  'phi-2',
  'glm-4-9b',
];
const TYPES = ['float32', 'float16', 'bfloat16'];

for (const name of MODELS)
  test(`a right port of ${name} agrees in every type`, () => {
    for (const seed of [0, 1, 77])
      for (const type of TYPES) {
        const vectors = golden(CONFIGS[name], { seed });
        assert.ok(vectors.parts.length);
        for (const part of vectors.parts) assert.ok(agrees(vectors, part, type), `${type} ${seed}`);
      }
  });

/** For each model, the bugs that are tested in its ports. */
const BUGS = {
  'llama-2-70b': ['layout', 'base', 'exponent', 'offset', 'next row', 'inverse', 'twice'],
  'gpt-j-6b': ['layout', 'base', 'exponent', 'offset', 'next row', 'inverse', 'twice'],
  'llama-3.1-8b': ['no scaling', 'base', 'offset', 'inverse', 'positions in bfloat16'],
  'qwen2.5-7b-yarn': ['no scaling', 'no attention factor', 'layout', 'positions in bfloat16'],
  'deepseek-v3': ['no scaling', 'layout', 'inverse'],
  'gemma-3-4b': ['no scaling', 'offset', 'base'],
};

for (const [name, bugs] of Object.entries(BUGS))
  test(`ports of ${name} with bugs do not agree`, () => {
    const vectors = golden(CONFIGS[name]);
    for (const type of TYPES)
      for (const bug of bugs) {
        const found = vectors.parts.some((part) => !agrees(vectors, part, type, bug));
        assert.ok(found, `${bug} in ${type}`);
      }
  });

test('values are rounded to the type that is asked for, and inputs are exact in every type', () => {
  const exact = golden(CONFIGS['llama-3-8b'], { seed: 3 });
  for (const dtype of ['float32', 'float16', 'bfloat16']) {
    const { parts } = golden(CONFIGS['llama-3-8b'], { seed: 3, dtype });
    for (const name of ['cos', 'sin', 'q', 'k']) {
      const { values, before = [] } = parts[0].arrays[name];
      assert.deepEqual(values, exact.parts[0].arrays[name].values.map(ROUND[dtype]), name);
      assert.deepEqual(before, before.map(ROUND[dtype]));
    }
  }
});

test('inputs follow the description of the generator', () => {
  const { seed, parts } = golden(CONFIGS['llama-2-70b'], { seed: 123456789, positions: [5] });
  const u32 = (x) => BigInt.asUintN(32, x);
  for (const [name, number] of [
    ['q', 1n],
    ['k', 2n],
  ])
    parts[0].arrays[name].before.forEach((element, i) => {
      let x = u32((BigInt(seed) + number * 0x9e3779b9n + BigInt(i)) * 0x85ebca6bn);
      x ^= x >> 16n;
      x = u32(x * 0x21f0aaadn);
      x ^= x >> 15n;
      x = u32(x * 0x735a2d97n);
      x ^= x >> 15n;
      assert.equal(element, (Number(x >> 24n) - 128) / 64);
    });
});

test('a result is plain data, and models have a part for each kind of layer', () => {
  for (const config of Object.values(CONFIGS)) {
    const { scheme, grid } = describeModel(config);
    if (!['rope', 'alibi', 't5', 'sinusoidal'].includes(scheme) || grid) continue;
    const vectors = golden(config, { positions: [0, 1, 9] });
    assert.deepEqual(
      JSON.parse(JSON.stringify(vectors)),
      JSON.parse(JSON.stringify(golden(describeModel(config), { positions: [0, 1, 9] }))),
    );
    for (const { arrays } of vectors.parts)
      for (const { shape, values, tolerance, why } of Object.values(arrays)) {
        assert.equal(
          values.length,
          shape.reduce((product, side) => product * side, 1),
        );
        assert.ok(values.every(Number.isFinite) && why.endsWith('.'));
        for (const type of TYPES)
          assert.ok([tolerance[type]].flat().every((each) => each >= 0 && each < 16));
      }
  }
  assert.deepEqual(
    golden(CONFIGS['gemma-3-4b']).parts.map(({ options }) => options.base),
    [10000, 1000000],
  );
});

test('biases are those of alibiBias and t5Bias', () => {
  const positions = [0, 1, 2, 3, 4, 5];
  const alibi = golden(CONFIGS['bloom-560m'], { positions }).parts[0].arrays.bias;
  assert.deepEqual(
    alibi.values.map(Math.fround),
    Array.from(alibiBias(16, 6, 6), (each) => each + 0),
  );
  const { arrays, options } = golden(CONFIGS['t5-small'], { positions, seed: 4 }).parts[0];
  const { heads, ...others } = options;
  const table = Float32Array.from(arrays.bias.before);
  assert.deepEqual(arrays.bias.values, [...t5Bias(table, heads, 6, 6, others)]);
});

test('T5 has a bias for each part, or for the part that is asked for', () => {
  const config = CONFIGS['t5-small'];
  const { parts } = golden(config, { positions: [0, 1, 9] });
  assert.deepEqual(
    parts.map(({ part, options }) => [part, options.bidirectional]),
    [
      ['encoder', true],
      ['decoder', false],
    ],
  );
  for (const { options, arrays } of parts) {
    const { bidirectional } = options;
    const [only, ...others] = golden(config, { positions: [0, 1, 9], bidirectional }).parts;
    assert.deepEqual(only.arrays, arrays);
    assert.deepEqual(others, []);
    const { before, beforeShape, values } = arrays.bias;
    const [buckets, heads] = beforeShape;
    const bias = t5Bias(Float32Array.from(before), heads, 10, 10, { bidirectional, buckets });
    assert.equal(values[2], bias[9], `a key after its query, ${bidirectional}`);
  }
  const encoder = { ...config, is_encoder_decoder: false };
  assert.deepEqual(
    golden(encoder).parts.map(({ part }) => part),
    [undefined],
  );
  assert.throws(() => golden(encoder, { bidirectional: false }), {
    name: 'RangeError',
    message: 'golden: bidirectional: expected true, as in the model, got false',
  });
});

/** The slopes of a port of ALiBi that counts heads from `first`. `heads` is a power of two. */
const slopesOf = (heads, first) =>
  Array.from({ length: heads }, (_, head) => Math.fround(2 ** ((-8 * (head + first)) / heads)));

/** The bias of an ALiBi port, in float32. */
const biasOf = (slopes, positions, sign) =>
  slopes.flatMap((slope) =>
    positions.flatMap((query) =>
      positions.map((key) => Math.fround(sign * slope * Math.abs(query - key))),
    ),
  );

test('a right port of ALiBi agrees, and ports with wrong slopes do not', () => {
  const vectors = golden(CONFIGS['bloom-560m'], { positions: [0, 1, 5, 9] });
  const { slopes, bias } = vectors.parts[0].arrays;
  for (const type of TYPES) {
    const agreesWith = (first, sign) => {
      const own = slopesOf(16, first).map(ROUND[type]);
      const rows = biasOf(own, vectors.positions, sign).map(ROUND[type]);
      const signed = own.map((slope) => -sign * slope);
      return { slopes: departure(slopes, signed, type) < 0, bias: departure(bias, rows, type) < 0 };
    };
    assert.deepEqual(agreesWith(1, -1), { slopes: true, bias: true }, type);
    assert.deepEqual(agreesWith(0, -1), { slopes: false, bias: false }, `off by one, ${type}`);
    assert.deepEqual(agreesWith(2, -1), { slopes: false, bias: false }, `off by one, ${type}`);
    assert.deepEqual(agreesWith(1, 1), { slopes: false, bias: false }, `opposite sign, ${type}`);
  }
});
