/* Compares the similarity of table rows with the formulas, computed in doubles. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { similarity, sinusoidal } from '../../web/index.js';

let seed = 1;
const random = () => ((seed = (Math.imul(seed, 1664525) + 1013904223) | 0) >>> 8) / 2 ** 24;
const noise = (length, Kind = Float32Array) => Kind.from({ length }, () => 2 * random() - 1);
const METRICS = ['cosine', 'dot', 'euclidean'];

/** Computes the formulas in doubles, for the rows i and j. */
function reference(table, dim, i, j, metric) {
  let dot = 0;
  let squareI = 0;
  let squareJ = 0;
  let apart = 0;
  for (let d = 0; d < dim; d++) {
    const x = table[i * dim + d];
    const y = table[j * dim + d];
    dot += x * y;
    squareI += x * x;
    squareJ += y * y;
    apart += (x - y) ** 2;
  }
  if (metric === 'dot') return dot;
  if (metric === 'euclidean') return Math.sqrt(apart);
  return squareI === 0 || squareJ === 0 ? 0 : dot / Math.sqrt(squareI) / Math.sqrt(squareJ);
}

/** Calls `callback` for every pair of rows. */
function forEachPair(length, callback) {
  for (let i = 0; i < length; i++) for (let j = 0; j < length; j++) callback(i, j);
}

/**
 * Shapes near three limits: the sizes of a block of rows, of a vector, and of a tile. A tile has
 * 128 rows, or 2^19 bytes of doubles.
 */
const shapes = [
  [0, 0],
  [0, 4],
  [3, 0],
  ...[1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 129, 257].flatMap((length) => [
    [length, 1],
    [length, 3],
    [length, 8],
  ]),
  [7, 8191],
  [8, 8192],
  [9, 8193],
  [17, 8192],
  [3, 65535],
  [3, 65536],
  [130, 512],
  [129, 513],
  [128, 511],
];

test('every metric is its formula in doubles, rounded once', () => {
  for (const Kind of [Float32Array, Float64Array])
    for (const [length, dim] of shapes) {
      const table = noise(length * dim, Kind);
      for (const metric of METRICS) compare(table, length, dim, metric);
    }
});

function compare(table, length, dim, metric) {
  const got = similarity(table, length, dim, { metric });
  assert.equal(got.length, length * length);
  const step = length * dim > 60000 ? 37 : 1;
  for (let at = 0; at < got.length; at += step) {
    const wanted = reference(table, dim, Math.floor(at / length), at % length, metric);
    const allowed = Math.abs(wanted) * 2 ** -24 + 1e-12 * (1 + dim / 1000);
    assert.ok(
      Math.abs(got[at] - wanted) <= allowed,
      `${metric} ${at} of ${length} x ${dim}: ${got[at]}, not ${wanted}`,
    );
  }
}

test('cosine is the default, and out is filled and returned', () => {
  const table = noise(12);
  const out = noise(9);
  assert.equal(similarity(table, 3, 4, { out }), out);
  assert.deepEqual(out, similarity(table, 3, 4, { metric: 'cosine' }));
});

test('every metric is symmetric, bit for bit', () => {
  for (const [length, dim] of [
    [5, 3],
    [129, 7],
    [300, 16],
    [9, 8192],
    [33, 65],
  ])
    for (const metric of METRICS) {
      const matrix = similarity(noise(length * dim), length, dim, { metric });
      forEachPair(length, (i, j) => {
        if (j >= i) return;
        const same = Object.is(matrix[i * length + j], matrix[j * length + i]);
        assert.ok(same, `${metric} ${i}, ${j}`);
      });
    }
});

test('equal rows have cosine 1 and distance 0, and a row and its negative have cosine -1', () => {
  for (const dim of [1, 2, 3, 16, 1001]) {
    const row = noise(dim);
    const table = Float32Array.of(
      ...row,
      ...row.map((x) => -x),
      ...row,
      ...row.map((x) => x * 8),
      ...noise(dim),
    );
    const cosine = similarity(table, 5, dim);
    const distance = similarity(table, 5, dim, { metric: 'euclidean' });
    assert.deepEqual([...cosine.subarray(0, 4)], [1, -1, 1, 1]);
    for (let i = 0; i < 5; i++) assert.equal(cosine[i * 6], 1);
    assert.deepEqual([distance[0], distance[2], distance[6], distance[24]], [0, 0, 0, 0]);
    assert.ok(cosine.every((value) => Math.abs(value) <= 1));
  }
  const plain = noise(64 * 50);
  const cosine = similarity(plain, 50, 64);
  for (let i = 0; i < 50; i++) assert.equal(cosine[i * 51], 1);
});

test('distances of rows that are almost equal keep their precision', () => {
  const table = Float64Array.of(1e6, 1e6, 1e6 + 1e-6, 1e6);
  const distance = similarity(table, 2, 2, { metric: 'euclidean' })[1];
  assert.ok(Math.abs(distance / (table[2] - table[0]) - 1) < 1e-7);
});

test('the cosine with a row of zeros is 0, and other metrics treat this row like any other', () => {
  const table = Float32Array.of(0, 0, 0, 3, 4, 0, -0, 0, -0);
  const distances = similarity(table, 3, 3, { metric: 'euclidean' });
  const products = similarity(table, 3, 3, { metric: 'dot' });
  assert.deepEqual([...similarity(table, 3, 3)], [0, 0, 0, 0, 1, 0, 0, 0, 0]);
  assert.deepEqual([...distances], [0, 5, 0, 5, 0, 5, 0, 5, 0]);
  assert.deepEqual(
    [...products].map((x) => x + 0),
    [0, 0, 0, 0, 25, 0, 0, 0, 0],
  );
  assert.deepEqual([...similarity(new Float32Array(0), 2, 0)], [0, 0, 0, 0]);
});

test('the cosine is correct for very small and very large float32 values', () => {
  for (const scale of [2 ** -140, 2 ** -126, 1e-30, 1, 1e30, 2 ** 126]) {
    const cosine = similarity(Float32Array.of(scale, 0, scale, scale), 2, 2);
    assert.deepEqual(
      [...cosine],
      [1, Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2), 1],
      `${scale}`,
    );
  }
});

test('for sinusoidal positions, every metric depends only on the distance', () => {
  for (const [length, dim] of [
    [40, 8],
    [200, 64],
    [50, 512],
  ])
    for (const layout of ['interleaved', 'concatenated', 'fairseq']) {
      const table = sinusoidal(length, dim, { layout });
      for (const metric of METRICS)
        checkDiagonals(table, length, dim, metric, `${metric} of ${layout} ${length} x ${dim}`);
      const dot = similarity(table, length, dim, { metric: 'dot' });
      for (let i = 0; i < length; i++) {
        const error = Math.abs(dot[i * length + i] - dim / 2);
        assert.ok(error < 1e-6 * dim, 'the norm is sqrt(dim / 2)');
      }
    }
});

/** Checks that equal distances have equal similarities, and different distances do not. */
function checkDiagonals(table, length, dim, metric, what) {
  const matrix = similarity(table, length, dim, { metric });
  const size = metric === 'dot' ? dim / 2 : 1;
  forEachPair(length - 1, (i, j) => {
    const step = matrix[(i + 1) * length + j + 1] - matrix[i * length + j];
    assert.ok(Math.abs(step) < 2e-6 * size, `${what} at ${i + 1}, ${j + 1}`);
  });
  assert.ok(matrix[1] !== matrix[2]);
}

test('the similarity of two rows has the same bits wherever they are in the table', () => {
  const dim = 33;
  const table = noise(300 * dim);
  for (const metric of METRICS) {
    const all = similarity(table, 300, dim, { metric });
    for (const [i, j] of [
      [0, 127],
      [0, 128],
      [127, 128],
      [128, 255],
      [255, 256],
      [299, 3],
      [17, 18],
    ]) {
      const pair = Float32Array.of(
        ...table.subarray(i * dim, i * dim + dim),
        ...table.subarray(j * dim, j * dim + dim),
      );
      const two = similarity(pair, 2, dim, { metric });
      assert.ok(Object.is(two[1], all[i * 300 + j]), `${metric} ${i}, ${j}`);
    }
  }
});
