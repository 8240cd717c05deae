/*
 * Workers on shared memory: each rotates a part of one array. A row depends on its position alone,
 * so the parts have the bits of one call. Run it with `npm start`. In a browser, shared memory needs
 * the headers COOP and COEP.
 */
import assert from 'node:assert/strict';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { applyRope } from 'posenc';

const shape = { heads: 4, headDim: 16 };
const width = shape.heads * shape.headDim;
const [length, threads] = [64, 4];

function rotatePart({ shared, start, rows }) {
  const part = new Float32Array(shared, 4 * start * width, rows * width);
  applyRope(part, { ...shape, start });
}

async function rotateAll() {
  const shared = new SharedArrayBuffer(4 * length * width);
  const x = new Float32Array(shared).fill(1);
  const rows = length / threads;
  const ended = Array.from({ length: threads }, (_, i) => {
    const data = { shared, start: i * rows, rows };
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
  });
  assert.ok((await Promise.all(ended)).every((code) => code === 0));
  assert.deepEqual(x.slice(), applyRope(new Float32Array(length * width).fill(1), shape));
  console.log(`${threads} workers give the bits of one call.`);
}

if (isMainThread) await rotateAll();
else rotatePart(workerData);
