/*
 * Tensors as they are: posenc takes an object with data, dims and type in place of an array. The
 * tensors of transformers.js and ONNX Runtime are such objects. Run it with `npm start`.
 */
import assert from 'node:assert/strict';
import { applyRope, createRope, positionsFromMask } from 'posenc';

/** Has the properties of a tensor of transformers.js. */
class Tensor {
  constructor(type, data, dims) {
    Object.assign(this, { type, data, dims });
  }
}

const [batch, heads, keyHeads, length, headDim] = [2, 4, 2, 5, 8];
const sines = (size) => Float32Array.from({ length: size }, (_, i) => Math.sin(i));
const q = new Tensor('float32', sines(batch * heads * length * headDim), [
  ...[batch, heads, length, headDim],
]);
const k = new Tensor('float32', sines(batch * keyHeads * length * headDim), [
  ...[batch, keyHeads, length, headDim],
]);
const mask = new Tensor('int64', BigInt64Array.from([1, 1, 1, 1, 1, 0, 0, 1, 1, 1], BigInt), [
  ...[batch, length],
]);

const before = q.data.slice();
const positions = positionsFromMask(mask, batch, length);
createRope({ heads, keyHeads, headDim, axes: 'bhsd' }).apply({ q, k, positions });
assert.notDeepEqual(q.data, before);

// The dims say how long a sequence is, and they must fit.
applyRope(q, { heads, headDim, axes: 'bhsd', positions, inverse: true });
q.data.forEach((x, i) => assert.ok(Math.abs(x - before[i]) < 1e-6));
assert.throws(() => applyRope(q, { heads, headDim, axes: 'bshd' }), /applyRope: x\.dims: expected/);
console.log('Tensors are rotated in place, and back.');
