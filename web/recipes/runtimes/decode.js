/*
 * A decode loop with a cache, for a batch with padding on the left and grouped heads. Run it with
 * `npm start`. Arrays are [batch, heads, length, headDim], as in PyTorch, ONNX Runtime and
 * transformers.js. At the end, the loop is compared with one call for all tokens at once.
 */
import assert from 'node:assert/strict';
import { attention, createRopes, describeModel, positionsFromMask } from 'posenc';

const config = {
  model_type: 'gemma3_text',
  hidden_size: 64,
  head_dim: 16,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  num_hidden_layers: 6,
  sliding_window: 4,
  max_position_embeddings: 128,
};
const model = describeModel(config);
const axes = 'bhsd';
const ropes = createRopes(model, { axes });

const padding = [0, 3];
const batch = padding.length;
const total = 10;
/** Stands for the projections of a model: numbers that depend on the token and the head. */
const project = (seed, heads, first, length) =>
  Float32Array.from({ length: batch * heads * length * model.headDim }, (_, i) => {
    const token = first + (Math.floor(i / model.headDim) % length);
    const head = Math.floor(i / (model.headDim * length));
    return Math.sin(seed + 12.9 * token + 7.1 * head + (i % model.headDim));
  });

/** A mask [batch, keys]: 0 for padding, and for keys before the window of the query. */
const maskOf = (keys, { window = Infinity }, query) =>
  Uint8Array.from(
    padding.flatMap((pad) =>
      Array.from({ length: keys }, (_, key) => Number(key >= pad && query - key < window)),
    ),
  );

/** Appends tokens to a cache [batch, heads, keys, headDim]. */
function appended(cache, added, heads, keys, length) {
  const size = model.headDim;
  const all = new Float32Array(batch * heads * (keys + length) * size);
  for (let row = 0; row < batch * heads; row++) {
    all.set(
      cache.subarray(row * keys * size, (row + 1) * keys * size),
      row * (keys + length) * size,
    );
    const from = row * length * size;
    all.set(added.subarray(from, from + length * size), (row * (keys + length) + keys) * size);
  }
  return all;
}

model.perLayer.forEach((layer, index) => {
  const { heads, keyHeads, headDim, softmaxScale = 1 } = layer;
  const sizes = { heads, keyHeads, headDim, axes, scale: softmaxScale / Math.sqrt(headDim) };
  let [keys, k, v] = [0, new Float32Array(0), new Float32Array(0)];
  let last;
  for (const length of [4, 1, 1, 1, 1, 1, 1]) {
    const q = project(1, heads, keys, length);
    const added = project(2, keyHeads, keys, length);
    const mask = maskOf(keys + length, {}, 0);
    const all = positionsFromMask(mask, batch, keys + length);
    const positions = all.filter((_, i) => i % (keys + length) >= keys);
    // A layer without positions has no rope.
    ropes[index]?.apply({ q, k: added, length, positions });
    k = appended(k, added, keyHeads, keys, length);
    v = appended(v, project(3, keyHeads, keys, length), keyHeads, keys, length);
    keys += length;
    // The prompt here is not longer than the window, so that one mask serves all its queries.
    const window = length === 1 ? layer : {};
    const seen = maskOf(keys, window, keys - 1);
    const step = { q, k, v, queries: length, keys, causal: true, mask: seen };
    last = attention({ ...sizes, ...step }).output;
  }
  const [q, all] = [project(1, heads, 0, total), project(2, keyHeads, 0, total)];
  const positions = positionsFromMask(maskOf(total, {}, 0), batch, total);
  ropes[index]?.apply({ q, k: all, length: total, positions });
  assert.deepEqual(all, k);
  const mask = maskOf(total, layer, total - 1);
  const once = { q, k: all, v, queries: total, keys: total, causal: true, mask };
  const { output } = attention({ ...sizes, ...once });
  for (let row = 0; row < batch * heads; row++) {
    const end = (row + 1) * total * headDim;
    assert.deepEqual(
      last.subarray(row * headDim, (row + 1) * headDim),
      output.slice(end - headDim, end),
    );
  }
});
console.log(`${model.perLayer.length} layers: the loop gives the numbers of one call.`);
