/*
 * Ten programs as the author of a runtime would write them, each against plain JavaScript (see
 * plain.js). The arrays of attention are [batch, heads, length, headDim].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import {
  alibiBias,
  applyRope,
  attention,
  createArena,
  createRope,
  createRopes,
  describeModel,
  mropePositions,
  positionsFromMask,
  resizeGrid,
  ropeTable,
  t5Bias,
} from '../../web/index.js';
import { noise, range } from '../support/reference.js';
import { attended, distance, frequenciesOf, llama3, turnHead, turned, yarn } from './plain.js';

const floats = (length, seed) => noise(Float32Array, length, seed);
const near = (got, wanted, most, where) =>
  assert.ok(distance(got, wanted) < most, `${where}: ${distance(got, wanted)}`);

test('Llama 3.1: a cache, grouped heads, and padding on the left', () => {
  const [batch, heads, keyHeads, headDim, prompt, steps] = [2, 4, 2, 8, 5, 3];
  const scaling = {
    ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    original_max_position_embeddings: 64,
  };
  const sizes = { hidden_size: 32, head_dim: headDim, num_hidden_layers: 1 };
  const model = describeModel({
    ...{ model_type: 'llama', ...sizes, rope_theta: 500000, rope_scaling: scaling },
    ...{ num_attention_heads: heads, num_key_value_heads: keyHeads, max_position_embeddings: 512 },
  });
  const padding = [0, 2];
  const [rope] = createRopes(model, { axes: 'bhsd' });
  const shape = { axes: 'bhsd', heads, keyHeads, headDim, causal: true };
  const all = { batch, headDim, frequencies: llama3(5e5, headDim, scaling) };
  const cache = { k: [], v: [] };
  for (let step = 0; step <= steps; step++) {
    const length = step ? 1 : prompt;
    const keys = prompt + step;
    const [q, k, v] = [heads, keyHeads, keyHeads].map((each, i) =>
      floats(batch * each * length * headDim, 10 * step + i),
    );
    // The prompt has padding. Later, the position is the number of tokens before.
    const mask = padding.flatMap((pad) => range(keys).map((key) => Number(key >= pad)));
    const positions = step
      ? padding.map((pad) => keys - 1 - pad)
      : positionsFromMask(mask, batch, prompt);
    const positionOf = (item, token) => positions[item * length + token];
    const plain = { ...all, length, positionOf };
    const [plainQ, plainK] = [
      turned(q, { ...plain, heads }),
      turned(k, { ...plain, heads: keyHeads }),
    ];
    rope.apply({ q, k, length, positions });
    near(q, plainQ, 1e-6, 'q');
    cache.k.push({ length, own: k, plain: plainK });
    cache.v.push({ length, own: v, plain: v });
    const joined = (list, name) =>
      range(batch * keyHeads).flatMap((row) =>
        list.flatMap((each) => {
          const size = each.length * headDim;
          return [...each[name].subarray(row * size, row * size + size)];
        }),
      );
    const own = [cache.k, cache.v].map((list) => Float32Array.from(joined(list, 'own')));
    const run = { ...shape, queries: length, keys };
    const { output } = attention({ ...run, q, k: own[0], v: own[1], mask });
    const biasOf = (item, _, query, key) =>
      key < padding[item] || key > query + keys - length ? -Infinity : 0;
    const [plainKeys, plainValues] = [cache.k, cache.v].map((list) => joined(list, 'plain'));
    const wanted = attended({ ...run, batch, q: plainQ, k: plainKeys, v: plainValues, biasOf });
    near(output, wanted, 1e-6, 'output');
  }
});

test('Qwen2-VL: text around an image has three positions for each token', () => {
  const [heads, headDim] = [2, 16];
  const model = describeModel({
    ...{ model_type: 'qwen2_vl_text', hidden_size: 32, num_attention_heads: heads },
    ...{ num_key_value_heads: heads, num_hidden_layers: 2, max_position_embeddings: 64 },
    ...{ rope_theta: 1e6, rope_scaling: { type: 'mrope', mrope_section: [2, 3, 3] } },
  });
  const { positions } = mropePositions([{ text: 2 }, { image: [1, 2, 2] }, { text: 2 }]);
  const rows = [
    [0, 1, 2, 2, 2, 2, 4, 5],
    [0, 1, 2, 2, 3, 3, 4, 5],
    [0, 1, 2, 3, 2, 3, 4, 5],
  ];
  const axisOf = (pair) => (pair < 2 ? 0 : 1 + Number(pair >= 5));
  const q = floats(heads * 8 * headDim, 3);
  const wanted = turned(q, {
    ...{ heads, length: 8, headDim, frequencies: frequenciesOf(1e6, headDim) },
    positionOf: (_, token, pair) => rows[axisOf(pair)][token],
  });
  applyRope(
    { data: q, dims: [1, heads, 8, headDim], type: 'float32' },
    {
      ...model.perLayer[0],
      ...{ axes: 'bhsd', positions },
    },
  );
  near(q, wanted, 1e-6, 'q');
});

test('BLOOM: distances skip padding', () => {
  const [heads, keys] = [4, 6];
  const model = describeModel({ model_type: 'bloom', hidden_size: 32, n_head: heads, n_layer: 2 });
  assert.equal(model.scheme, 'alibi');
  const mask = [1, 0, 0, 1, 1, 1];
  const positions = positionsFromMask(mask, 1, keys);
  const bias = alibiBias(heads, 2, keys, { ...model, positions });
  const place = [0, 0, 0, 1, 2, 3];
  for (const head of range(heads))
    for (const query of [4, 5])
      for (const key of range(keys).filter((each) => mask[each])) {
        const wanted = 0 - 2 ** (-2 * (head + 1)) * Math.abs(place[query] - place[key]);
        assert.ok(Object.is(bias[(head * 2 + query - 4) * keys + key], wanted));
      }
});

test('T5: a bias from buckets, and scores that are not divided', () => {
  const [heads, length, headDim] = [2, 40, 4];
  const model = describeModel({ model_type: 't5', d_model: 8, d_kv: headDim, num_heads: heads });
  const weights = floats(32 * heads, 5);
  const bias = t5Bias(weights, heads, length, length, { ...model, bidirectional: true });
  const bucketOf = (relative) => {
    const far = Math.abs(relative);
    const late = relative > 0 ? 16 : 0;
    if (far < 8) return late + far;
    return late + Math.min(15, 8 + Math.floor((Math.log(far / 8) / Math.log(16)) * 8 + 1e-9));
  };
  const biasOf = (_, head, query, key) => weights[bucketOf(key - query) * heads + head];
  const [q, k, v] = [1, 2, 3].map((seed) => floats(heads * length * headDim, seed));
  const shape = { heads, queries: length, keys: length, headDim };
  const { output } = attention({ q, k, v, ...shape, bias, scale: model.softmaxScale / 2 });
  near(output, attended({ q, k, v, ...shape, scale: 1, biasOf }), 1e-6, 'output');
});

/** The weight of a point at distance x: bicubic as in PyTorch, or bilinear. */
const KERNELS = {
  bicubic: (x, a = -0.75) => {
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
  },
  bilinear: (x) => Math.max(0, 1 - x),
};

test('a ViT of 14 x 14 patches is resized to 24 x 24, bicubic and bilinear', () => {
  const model = describeModel({
    ...{ model_type: 'vit', hidden_size: 3, num_attention_heads: 1, image_size: 224 },
    patch_size: 16,
  });
  assert.deepEqual([model.grid, model.prefix], [[14, 14], 1]);
  const table = floats(197 * 3, 7);
  for (const [filter, weightOf] of Object.entries(KERNELS)) {
    const got = resizeGrid(table, model.grid, [24, 24], 3, { prefix: 1, filter });
    const near14 = (i) => Math.min(13, Math.max(0, i));
    const taps = (i) => {
      const x = ((i + 0.5) * 14) / 24 - 0.5;
      return range(4, Math.floor(x) - 1).map((at) => [near14(at), weightOf(Math.abs(x - at))]);
    };
    const wanted = [...table.subarray(0, 3)];
    for (const row of range(24))
      for (const column of range(24))
        for (const d of range(3)) {
          const sum = taps(row).map(([r, a]) =>
            taps(column).reduce(
              (part, [c, b]) => part + a * b * table[3 + (r * 14 + c) * 3 + d],
              0,
            ),
          );
          wanted.push(sum.reduce((part, each) => part + each));
        }
    near(got, wanted, 1e-6, filter);
  }
});

test('DeepSeek V3: mscale changes the scale of the scores, and not the cosines', () => {
  const scaling = {
    ...{ type: 'yarn', factor: 40, mscale: 1, mscale_all_dim: 1, beta_fast: 32, beta_slow: 1 },
    original_max_position_embeddings: 4096,
  };
  const model = describeModel({
    ...{ model_type: 'deepseek_v3', hidden_size: 64, num_attention_heads: 2, num_hidden_layers: 3 },
    ...{ qk_rope_head_dim: 8, qk_nope_head_dim: 16, max_position_embeddings: 163840 },
    rope_scaling: scaling,
  });
  const magnitude = 0.1 * Math.log(40) + 1;
  assert.equal(model.attentionFactor, 1);
  assert.ok(Math.abs(model.softmaxScale - magnitude ** 2) < 1e-12, `${model.softmaxScale}`);
  assert.equal(model.queryDim, 24);
  const rope = createRope({ ...model, axes: 'bhsd', layout: 'interleaved', keyHeads: 1 });
  const [q, k] = [floats(2 * 3 * 8, 1), floats(3 * 8, 2)];
  const own = {
    ...{ length: 3, headDim: 8, layout: 'interleaved', frequencies: yarn(1e4, 8, scaling) },
    positionOf: (_, token) => 1000 + token,
  };
  const wanted = [turned(q, { ...own, heads: 2 }), turned(k, { ...own, heads: 1 })];
  rope.apply({ q, k, length: 3, start: 1000 });
  near(q, wanted[0], 1e-6, 'q');
  near(k, wanted[1], 1e-6, 'k');
});

test('gpt-oss: layers with a window and without share one rotation', () => {
  const scaling = {
    ...{ rope_type: 'yarn', factor: 32, beta_fast: 32, beta_slow: 1, truncate: false },
    original_max_position_embeddings: 4096,
  };
  const model = describeModel({
    ...{ model_type: 'gpt_oss', hidden_size: 64, head_dim: 16, num_attention_heads: 4 },
    ...{ num_key_value_heads: 2, num_hidden_layers: 4, sliding_window: 128 },
    ...{ max_position_embeddings: 131072, rope_theta: 150000, rope_scaling: scaling },
  });
  assert.deepEqual(
    model.perLayer.map(({ window }) => window),
    [128, undefined, 128, undefined],
  );
  const ropes = createRopes(model, { axes: 'bshd' });
  const factor = 0.1 * Math.log(32) + 1;
  const frequencies = yarn(15e4, 16, scaling);
  for (const rope of ropes) {
    const k = floats(2 * 3 * 16, 4);
    const wanted = Float64Array.from(k);
    for (const token of range(3))
      for (const head of range(2))
        turnHead(wanted, (token * 2 + head) * 16, frequencies, () => 70 + token, { factor });
    rope.apply({ k, length: 3, start: 70 });
    near(k, wanted, 2e-6, 'k');
  }
});

test('bfloat16: queries of 16 bits, and a table of 16 bits that posenc made', () => {
  const bits = (values) =>
    Uint16Array.from(values, (x) => new Uint32Array(Float32Array.of(x).buffer)[0] >>> 16);
  const valuesOf = (list) =>
    Float32Array.from(list, (x) => new Float32Array(Uint32Array.of(x << 16).buffer)[0]);
  const [heads, length, headDim] = [2, 5, 8];
  const x = bits(floats(heads * length * headDim, 6));
  const wanted = turned(valuesOf(x), {
    ...{ heads, length, headDim, frequencies: frequenciesOf(1e4, headDim) },
    positionOf: (_, token) => 3 + token,
  });
  const [q, y] = [x.slice(), x.slice()];
  const dtype = 'bfloat16';
  createRope({ heads, headDim, axes: 'bhsd', dtype }).apply({ q, length, start: 3 });
  near(valuesOf(q), wanted, 2 ** -7, 'createRope');
  const table = ropeTable(8, headDim, { dtype });
  applyRope(y, { heads, headDim, axes: 'hsd', start: 3, table, dtype });
  near(valuesOf(y), wanted, 2 ** -6, 'a table');
});

test('shared memory: workers rotate parts of one array', async () => {
  const [heads, length, headDim] = [2, 6, 8];
  const x = new Float32Array(new SharedArrayBuffer(4 * heads * length * headDim));
  x.set(floats(x.length, 8));
  const wanted = turned(x, {
    ...{ heads: 1, length: 12, headDim, frequencies: frequenciesOf(1e4, headDim) },
    positionOf: (_, row) => Math.floor(row / heads),
  });
  const part = (start) => `
    import { workerData } from 'node:worker_threads';
    const { applyRope } = await import(workerData.library);
    const rows = workerData.x.subarray(${start} * 16, ${start} * 16 + 48);
    applyRope(rows, { heads: 2, headDim: 8, start: ${start} });`;
  const library = new URL('../../web/index.js', import.meta.url).href;
  const ended = [0, 3].map((start) => {
    const code = new URL(`data:text/javascript,${encodeURIComponent(part(start))}`);
    const worker = new Worker(code, { workerData: { x, library } });
    return new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', resolve);
    });
  });
  assert.deepEqual(await Promise.all(ended), [0, 0]);
  near(x, wanted, 1e-6, 'x');
});

test('an arena: steps take no new memory, and reset frees all arrays at once', () => {
  const [heads, keyHeads, headDim] = [4, 2, 16];
  const arena = createArena(8192);
  const rope = createRope({ heads, keyHeads, headDim, length: 64 });
  const frequencies = frequenciesOf(1e4, headDim);
  let first;
  for (let step = 0; step < 200; step++) {
    const [q, k] = [arena.float32(heads * headDim), arena.float32(keyHeads * headDim)];
    first ??= q.byteOffset;
    assert.equal(q.byteOffset, first);
    assert.ok(q.every((value) => value === 0));
    q.set(floats(q.length, step));
    k.set(floats(k.length, step + 1));
    const own = { length: 1, headDim, frequencies, positionOf: () => step };
    const wanted = [turned(q, { ...own, heads }), turned(k, { ...own, heads: keyHeads })];
    rope.apply({ q, k, start: step });
    near(q, wanted[0], 1e-6, 'q');
    near(k, wanted[1], 1e-6, 'k');
    arena.reset();
  }
});
