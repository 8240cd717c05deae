/*
 * Tests that other functions accept the description of a model as options. It may be copied or
 * changed, or be that of one layer.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import {
  alibiBias,
  applyRope,
  createRope,
  describeModel,
  ropeFrequencies,
  ropeTable,
  t5Bias,
} from '../../web/index.js';

const llama = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 4096,
  num_hidden_layers: 2,
};
const gemma = {
  model_type: 'gemma2',
  hidden_size: 2304,
  num_attention_heads: 8,
  num_key_value_heads: 4,
  head_dim: 256,
  num_hidden_layers: 4,
  sliding_window: 4096,
  max_position_embeddings: 8192,
};
const phi = {
  model_type: 'phi3',
  hidden_size: 64,
  num_attention_heads: 4,
  max_position_embeddings: 64,
  original_max_position_embeddings: 8,
  rope_scaling: { type: 'longrope', short_factor: Array(8).fill(1), long_factor: Array(8).fill(4) },
};

test('a description works as a copy, with more options, after JSON, and layer by layer', () => {
  const model = describeModel(llama);
  const { cos } = ropeTable(4, 128, model);
  assert.deepEqual(ropeTable(4, 128, { ...model }).cos, cos);
  assert.deepEqual(ropeTable(4, 128, structuredClone(model)).cos, cos);
  assert.deepEqual(ropeTable(4, 128, JSON.parse(JSON.stringify(model))).cos, cos);
  assert.ok(ropeTable(4, 128, { ...model, dtype: 'float64' }).cos instanceof Float64Array);
  for (const layer of describeModel(gemma).perLayer)
    assert.equal(ropeFrequencies(layer.headDim, layer).frequencies.length, 128);
  const t5 = describeModel({ model_type: 't5', d_model: 8, d_kv: 4, num_heads: 2 });
  assert.equal(t5Bias(new Float32Array(64), 2, 3, 3, { ...t5, bidirectional: false }).length, 18);
  assert.throws(
    () => ropeTable(4, 128, { ...model, dtpye: 'float64' }),
    /^TypeError: ropeTable: options: expected only .*, got "dtpye"; dtpye: did you mean dtype\?$/,
  );
  assert.throws(
    () => ropeTable(4, 128, { contextLength: 4, headDim: 128 }),
    /got "headDim"$/,
    'what has no scheme is no description',
  );
});

test('positions choose the frequencies of a described model, unless a context is given', () => {
  const scaling = { type: 'dynamic', factor: 2 };
  const model = describeModel({ ...llama, rope_scaling: scaling });
  const wanted = ropeTable(8192, 128, { scaling: { ...scaling, max_position_embeddings: 4096 } });
  assert.deepEqual(ropeTable(8192, 128, model).sin, wanted.sin);
  assert.notDeepEqual(ropeTable(4096, 128, model).sin, wanted.sin.subarray(0, 4096 * 64));
  const x = Float32Array.from({ length: 256 }, Math.cos);
  const turn = (options) => applyRope(x.slice(), { ...options, heads: 4, headDim: 16, length: 4 });
  const long = describeModel(phi);
  const short = {
    scaling: {
      ...phi.rope_scaling,
      max_position_embeddings: 64,
      original_max_position_embeddings: 8,
    },
  };
  assert.deepEqual(
    turn(long),
    turn({ ...short, contextLength: 4 }),
    'four positions take the short factors',
  );
  assert.deepEqual(
    turn({ ...long, start: 5 }),
    turn({ ...short, contextLength: 9, start: 5 }),
    'nine the long ones',
  );
  assert.deepEqual(turn({ ...long, contextLength: 20 }), turn({ ...short, contextLength: 20 }));
});

test('a cache keeps the options it was made with, even if the caller changes them', () => {
  for (const change of [
    { scaling: { type: 'linear', factor: 2 } },
    { frequencies: [1, 0.5, 0.25, 0.125] },
    { divisors: [2, 2, 2, 2] },
    {
      scaling: {
        rope_type: 'longrope',
        short_factor: [1, 2, 3, 4],
        long_factor: [1, 2, 3, 4],
        original_max_position_embeddings: 8,
      },
    },
  ]) {
    const given = structuredClone(change);
    const rope = createRope({ heads: 1, headDim: 8, length: 2, ...given });
    const k = Float32Array.from({ length: 8 }, Math.sin);
    const wanted = k.slice();
    const [part] = Object.values(given);
    const list = part.short_factor ?? part;
    if (Array.isArray(list)) list.fill(3);
    else list.factor = 5;
    rope.apply({ k, start: 4 });
    assert.deepEqual(
      k,
      applyRope(wanted, { heads: 1, headDim: 8, start: 4, ...change }),
      Object.keys(change)[0],
    );
  }
  assert.deepEqual(
    createRope({ heads: 1, headDim: 8, precision: 'float32' }).frequencies,
    ropeFrequencies(8, { precision: 'float32' }).frequencies,
  );
});

test('lists with a number for each pair continue from axis to axis', () => {
  const options = { sections: [4, 4], sectioning: 'axial' };
  const list = [1, 2, 3, 4, 5, 6, 7, 8];
  const plain = ropeFrequencies(16, options).frequencies;
  assert.deepEqual([...ropeFrequencies(16, { ...options, frequencies: list }).frequencies], list);
  const divided = plain.map((w, i) => w / list[i]);
  const near = (a, b) => a.forEach((w, i) => assert.ok(Math.abs(w / b[i] - 1) < 1e-15));
  near(ropeFrequencies(16, { ...options, divisors: list }).frequencies, divided);
  near(
    ropeFrequencies(16, {
      ...options,
      scaling: {
        type: 'longrope',
        short_factor: list,
        long_factor: list,
        original_max_position_embeddings: 8,
      },
    }).frequencies,
    divided,
  );
});

test('angles beyond 2^40 and detached arrays are refused', () => {
  for (const [name, options] of [
    ['divisors', { divisors: [1e-20, 1, 1, 1] }],
    ['scaling', { scaling: { type: 'linear', factor: 1e-30 } }],
    ['scaling', { scaling: { type: 'ntk', alpha: 1e-9 } }],
    ['frequencies', { frequencies: [1, 1e13, 1, 1] }],
  ])
    assert.throws(
      () => ropeTable(3, 8, options),
      new RegExp(`^RangeError: ropeTable: ${name}: expected angles within 2\\^40, got `),
    );
  const x = new Float32Array(8);
  structuredClone(x, { transfer: [x.buffer] });
  assert.throws(
    () => applyRope(x, { heads: 1, headDim: 8 }),
    /^RangeError: applyRope: x: expected an array that is not detached/,
  );
  assert.equal(applyRope(new Float32Array(0), { heads: 1, headDim: 8 }).length, 0);
});

test('no property of any description is an unknown option', () => {
  const folder = new URL('./configs/', import.meta.url);
  for (const file of readdirSync(folder))
    for (const [name, config] of Object.entries(JSON.parse(readFileSync(new URL(file, folder))))) {
      const model = describeModel(config);
      for (const each of [model, ...(model.perLayer ?? [])])
        assert.equal(alibiBias(1, 1, 1, { ...each, scheme: 'alibi', slopes: [0] }).length, 1, name);
    }
});
