/*
 * The tables of ropeTable feed the operator RotaryEmbedding of ONNX Runtime: its inputs cos_cache
 * and sin_cache are [positions, rotaryDim / 2], as posenc makes them. Run it with `npm start`.
 */
import assert from 'node:assert/strict';
import * as ort from 'onnxruntime-web';
import { applyRope, ropeTable } from 'posenc';

/**
 * A graph with one operator: y = RotaryEmbedding(x, position_ids, cos_cache, sin_cache). x is
 * [2, 4, 5, 8], the caches are [16, 4].
 */
const GRAPH = [
  'CAg6+wEKXgoBeAoMcG9zaXRpb25faWRzCgljb3NfY2FjaGUKCXNpbl9jYWNoZRIBeSIPUm90YXJ5RW1iZWRkaW5n',
  'KhIKC2ludGVybGVhdmVkGACgAQI6DWNvbS5taWNyb3NvZnQSBWJlbmNoWhsKAXgSFgoUCAESEAoCCAIKAggECgII',
  'BQoCCAhaHgoMcG9zaXRpb25faWRzEg4KDAgHEggKAggCCgIIBVobCgljb3NfY2FjaGUSDgoMCAESCAoCCBAKAggE',
  'WhsKCXNpbl9jYWNoZRIOCgwIARIICgIIEAoCCARiGwoBeRIWChQIARIQCgIIAgoCCAQKAggFCgIICEIECgAQEUIR',
  'Cg1jb20ubWljcm9zb2Z0EAE=',
].join('');

ort.env.wasm.numThreads = 1;
const [batch, heads, length, headDim] = [2, 4, 5, 8];
const x = Float32Array.from({ length: batch * heads * length * headDim }, (_, i) => Math.sin(i));
const positions = BigInt64Array.from([0, 1, 2, 3, 4, 9, 10, 11, 12, 13], BigInt);
const { cos, sin } = ropeTable(16, headDim, { base: 500000 });
const session = await ort.InferenceSession.create(Buffer.from(GRAPH, 'base64'));
const { y } = await session.run({
  x: new ort.Tensor('float32', x, [batch, heads, length, headDim]),
  position_ids: new ort.Tensor('int64', positions, [batch, length]),
  cos_cache: new ort.Tensor('float32', cos, [16, headDim / 2]),
  sin_cache: new ort.Tensor('float32', sin, [16, headDim / 2]),
});
applyRope(x, { heads, headDim, length, axes: 'bhsd', base: 500000, positions });
const off = x.reduce((most, value, i) => Math.max(most, Math.abs(value - y.data[i])), 0);
assert.ok(off < 1e-6, `${off}`);
console.log(`ONNX Runtime and applyRope differ by at most ${off}.`);
