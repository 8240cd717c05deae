/* Compares attention with its formula, computed in doubles. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { attention } from '../../web/index.js';

let seed = 1;
const random = () => ((seed = (Math.imul(seed, 1664525) + 1013904223) | 0) >>> 8) / 2 ** 24;
const noise = (length, scale = 1) =>
  Float32Array.from({ length }, () => (2 * random() - 1) * scale);
const bytes = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

/**
 * Computes the formula in doubles. A key with a score of -Infinity has weight 0, and its value is
 * not read.
 */
function reference(options) {
  const { v, heads, queries, keys, headDim } = options;
  const weights = new Float64Array(heads * queries * keys);
  const output = new Float64Array(heads * queries * headDim);
  for (let row = 0; row < heads * queries; row++) {
    const head = Math.floor(row / queries);
    const scores = scoresOf(options, row);
    softmax(scores).forEach((weight, key) => {
      if (scores[key] === -Infinity) return;
      weights[row * keys + key] = weight;
      for (let d = 0; d < headDim; d++)
        output[row * headDim + d] += weight * v[(head * keys + key) * headDim + d];
    });
  }
  return { weights, output };
}

/** Returns the scores of a query. `row` is its index among the queries of all heads. */
function scoresOf({ q, k, queries, keys, headDim, bias, causal, scale }, row) {
  const head = Math.floor(row / queries);
  const position = (row % queries) + keys - queries;
  return Float64Array.from({ length: keys }, (_, key) => {
    if (causal && key > position) return -Infinity;
    let dot = 0;
    for (let d = 0; d < headDim; d++)
      dot += q[row * headDim + d] * k[(head * keys + key) * headDim + d];
    return dot * (scale ?? 1 / Math.sqrt(headDim)) + (bias ? bias[row * keys + key] : 0);
  });
}

function softmax(scores) {
  let highest = -Infinity;
  for (const score of scores) highest = Math.max(highest, score);
  const parts = scores.map((score) => (score === -Infinity ? 0 : Math.exp(score - highest)));
  let sum = 0;
  for (const part of parts) sum += part;
  return parts.map((part) => part / sum);
}

const worst = (got, wanted) =>
  got.reduce(
    (most, value, i) =>
      Object.is(value, wanted[i]) ? most : Math.max(most, Math.abs(value - wanted[i])),
    0,
  );

/** Calls attention, compares the result with the formula, and returns it. */
function compare(options, what = '') {
  const got = attention(options);
  const wanted = reference(options);
  const { heads, queries, keys, headDim } = options;
  assert.equal(got.weights.length, heads * queries * keys);
  assert.equal(got.output.length, heads * queries * headDim);
  for (const part of ['weights', 'output']) {
    const error = worst(got[part], wanted[part]);
    assert.ok(
      error < 1e-6,
      `${part} of ${what} [${heads}, ${queries}, ${keys}, ${headDim}] off by ${error}`,
    );
  }
  return got;
}

/** Returns random queries, keys and values. */
const tokens = (heads, queries, keys, headDim, spread = 1) => ({
  q: noise(heads * queries * headDim, spread),
  k: noise(heads * keys * headDim),
  v: noise(heads * keys * headDim),
  heads,
  queries,
  keys,
  headDim,
});

const shapes = [
  [1, 1, 1, 1],
  [1, 0, 3, 2],
  [2, 3, 0, 2],
  [1, 1, 7, 1],
  [3, 5, 4, 3],
  [2, 33, 31, 8],
  [1, 31, 33, 5],
  [1, 32, 32, 64],
  [1, 64, 65, 7],
  [2, 2, 1023, 1],
  [1, 3, 1024, 4],
  [2, 35, 1025, 3],
  [1, 2, 2049, 33],
  [1, 2, 511, 64],
  [2, 2, 512, 64],
  [2, 2, 513, 64],
  [1, 5, 9, 8191],
  [1, 5, 9, 8192],
  [2, 3, 5, 4097],
  [1, 17, 40, 1024],
  [1, 33, 1100, 128],
];

test('weights and output are within 1e-6 of the formula in doubles', () => {
  for (const [heads, queries, keys, headDim] of shapes) {
    const options = tokens(heads, queries, keys, headDim, 3);
    const bias = noise(heads * queries * keys, 4);
    compare(options, 'plain');
    compare({ ...options, bias }, 'biased');
    compare({ ...options, causal: true }, 'causal');
    compare({ ...options, bias, causal: true, scale: 0.37 }, 'all');
    compare({ ...options, scale: -2 }, 'scale -2');
    compare({ ...options, scale: 0 }, 'scale 0');
  }
});

test('any small shape agrees with the formula', () => {
  const size = fc.integer({ min: 0, max: 9 });
  const width = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(
      width,
      size,
      size,
      width,
      fc.boolean(),
      fc.boolean(),
      fc.double({ min: -8, max: 8, noNaN: true }),
      (heads, queries, keys, headDim, causal, biased, scale) => {
        const bias = biased
          ? noise(heads * queries * keys).map((value) => (value < -0.5 ? -Infinity : value * 20))
          : undefined;
        compare({ ...tokens(heads, queries, keys, headDim), bias, causal, scale });
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});

test('with very different scores nothing overflows, and the highest score decides', () => {
  const q = Float32Array.of(1);
  const k = Float32Array.of(1e30, -1e30, 3e38, -3e38);
  const v = Float32Array.of(1, 2, 3, 4);
  const options = { q, k, v, heads: 1, queries: 1, keys: 4, headDim: 1 };
  assert.deepEqual([...attention(options).weights], [0, 0, 1, 0]);
  assert.deepEqual([...attention(options).output], [3]);
  compare({ ...options, k: Float32Array.of(-1e4, -1e4 - 1, -1e4 - 2, -1e4 - 745) }, 'all low');
  compare({ ...options, k: Float32Array.of(0, -30, -87, -104) }, 'fading');
  const many = 3000;
  const rising = {
    q,
    k: Float32Array.from({ length: many }, (_, i) => i / 2),
    v: noise(many),
    heads: 1,
    queries: 1,
    keys: many,
    headDim: 1,
  };
  compare(rising, 'the highest score in the last tile');
  compare({ ...rising, q: Float32Array.of(-1) }, 'the highest score in the first tile');
});

test('the weights of a row add up to 1', () => {
  for (const [heads, queries, keys, headDim] of shapes.filter((shape) => shape[2])) {
    const { weights } = attention(tokens(heads, queries, keys, headDim, 5));
    for (let row = 0; row < heads * queries; row++) {
      const sum = weights.subarray(row * keys, row * keys + keys).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-6, `${sum}`);
    }
  }
});

test('if all scores of a row are -Infinity, only its weights and output become 0', () => {
  for (const [heads, queries, keys, headDim] of [
    [1, 3, 5, 4],
    [2, 40, 7, 3],
    [1, 3, 1500, 2],
    [1, 3, 9, 8192],
  ]) {
    const options = tokens(heads, queries, keys, headDim);
    const bias = noise(heads * queries * keys).fill(-Infinity, keys, 2 * keys);
    const { weights, output } = compare({ ...options, bias });
    assert.ok(weights.subarray(keys, 2 * keys).every((value) => Object.is(value, 0)));
    assert.ok(output.subarray(headDim, 2 * headDim).every((value) => Object.is(value, 0)));
    assert.ok(output.subarray(0, headDim).some((value) => value !== 0));
  }
  const { weights, output } = compare(
    { ...tokens(1, 5, 2, 3), causal: true },
    'more queries than keys, causal',
  );
  assert.deepEqual([...weights.subarray(0, 6), ...output.subarray(0, 9)], Array(15).fill(0));
  assert.equal(weights[6], 1);
  assert.deepEqual(
    [...attention({ ...tokens(1, 2, 0, 3), out: { output: noise(6) } }).output],
    Array(6).fill(0),
  );
});

/**
 * Returns a copy of the keys or values of two heads, in which some vectors are replaced by bad
 * numbers.
 */
function spoil(array, keys, which, bad) {
  const spoilt = array.slice();
  const dim = array.length / 2 / keys;
  for (const head of [0, 1])
    for (const key of which) {
      const at = (head * keys + key) * dim;
      spoilt.fill(bad, at, at + dim);
    }
  return spoilt;
}

test('masked values have no effect, even if they are NaN or Infinity', () => {
  for (const keys of [6, 1030])
    for (const bad of [NaN, Infinity, -Infinity]) {
      const options = tokens(2, 4, keys, 3);
      checkBiasMask(options, bad);
      checkCausalMask(options, bad);
    }
});

function checkBiasMask(options, bad) {
  const { keys } = options;
  const masked = [1, keys - 2];
  const bias = new Float32Array(2 * 4 * keys);
  for (let row = 0; row < 8; row++) for (const key of masked) bias[row * keys + key] = -Infinity;
  const v = spoil(options.v, keys, masked, bad);
  const clean = attention({ ...options, bias });
  assert.deepEqual(attention({ ...options, v, bias }), clean);
  const { output } = attention({ ...options, v });
  const read = output.some((value) => !Number.isFinite(value));
  assert.ok(read, 'without the mask they are read');
}

/** Checks that the causal mask hides both the values and the keys. */
function checkCausalMask(options, bad) {
  const { keys } = options;
  const k = spoil(options.k, keys, [keys - 1], bad);
  const v = spoil(options.v, keys, [keys - 1], bad);
  const before = attention({ ...options, causal: true });
  const after = attention({ ...options, k, v, causal: true });
  for (const head of [0, 1])
    assert.deepEqual(
      after.output.subarray(head * 12, head * 12 + 9),
      before.output.subarray(head * 12, head * 12 + 9),
    );
}

test('a NaN in a query, a bias or an attended key spoils only the rows that use it', () => {
  const options = tokens(1, 4, 5, 2);
  const clean = attention(options);
  const bias = new Float32Array(20);
  const q = options.q.slice();
  bias[7] = q[5] = NaN;
  const rowOf = ({ weights, output }, row) => [
    ...weights.subarray(row * 5, row * 5 + 5),
    ...output.subarray(row * 2, row * 2 + 2),
  ];
  for (const [spoilt, bad] of [
    [attention({ ...options, bias }), 1],
    [attention({ ...options, q }), 2],
  ])
    for (let row = 0; row < 4; row++) {
      if (row === bad) assert.ok(rowOf(spoilt, row).every(Number.isNaN));
      else assert.deepEqual(rowOf(spoilt, row), rowOf(clean, row));
    }
  const k = options.k.slice();
  k[0] = NaN;
  assert.ok(attention({ ...options, k }).output.every(Number.isNaN));
});

/** Returns all orders of the numbers 0 ... n - 1. */
const orders = (n) =>
  n
    ? orders(n - 1).flatMap((order) =>
        Array.from({ length: n }, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)]),
      )
    : [[]];

const permuted = (rows, width, order) =>
  Float32Array.from(order.flatMap((row) => [...rows.subarray(row * width, row * width + width)]));

/**
 * Counts the orders of the tokens that give the same weights and output, bit for bit, in the new
 * order.
 */
function symmetricOrders(length, headDim, options, { q, k, v }) {
  const shape = { heads: 1, queries: length, keys: length, headDim, ...options };
  const { weights, output } = attention({ q, k, v, ...shape });
  const isSymmetric = (order) => {
    const got = attention({
      q: permuted(q, headDim, order),
      k: permuted(k, headDim, order),
      v: permuted(v, headDim, order),
      ...shape,
    });
    const moved = order.flatMap((i) => order.map((j) => weights[i * length + j]));
    return (
      bytes(got.weights).equals(bytes(Float32Array.from(moved))) &&
      bytes(got.output).equals(bytes(permuted(output, headDim, order)))
    );
  };
  return orders(length).filter(isSymmetric).length;
}

test('in all 720 orders, six permuted tokens give the permuted output bit for bit', () => {
  assert.equal(new Set(orders(6).map(String)).size, 720);
  for (const headDim of [1, 8, 17, 64])
    for (const start of [1, 22, 333, 4444]) {
      seed = start;
      const count = symmetricOrders(6, headDim, {}, tokens(1, 6, 6, headDim, 2));
      assert.equal(count, 720, `headDim ${headDim}, seed ${start}`);
    }
});

test('with the causal mask alone, permuted tokens no longer give the permuted output', () => {
  assert.equal(symmetricOrders(6, 8, { causal: true }, tokens(1, 6, 6, 8)), 1);
});

test('heads do not affect each other', () => {
  const all = tokens(3, 5, 6, 4);
  const both = attention(all);
  const partOf = (array, head) => {
    const size = array.length / 3;
    return array.slice(head * size, (head + 1) * size);
  };
  for (let head = 0; head < 3; head++) {
    const one = attention({
      ...all,
      heads: 1,
      q: partOf(all.q, head),
      k: partOf(all.k, head),
      v: partOf(all.v, head),
    });
    assert.deepEqual(one.output, partOf(both.output, head));
    assert.deepEqual(one.weights, partOf(both.weights, head));
  }
});

test('other queries, and the number of tiles of keys, do not change a bit of an output', () => {
  for (const [queries, keys, headDim] of [
    [70, 9, 5],
    [33, 1030, 3],
    [5, 20, 4096],
  ]) {
    const all = tokens(1, queries, keys, headDim);
    const { weights, output } = attention(all);
    for (const i of [0, 1, 31, 32, queries - 1].filter((i) => i < queries)) {
      const q = all.q.slice(i * headDim, i * headDim + headDim);
      const one = attention({ ...all, queries: 1, q });
      assert.deepEqual(one.weights, weights.slice(i * keys, i * keys + keys));
      assert.deepEqual(one.output, output.slice(i * headDim, i * headDim + headDim));
    }
  }
  // The added keys are masked. They need more tiles, but change nothing.
  const few = tokens(1, 3, 40, 4);
  const more = tokens(1, 3, 2100, 4);
  const bias = new Float32Array(3 * 2100).fill(-Infinity);
  for (let row = 0; row < 3; row++) bias.fill(0, row * 2100, row * 2100 + 40);
  more.k.set(few.k);
  more.v.set(few.v);
  assert.deepEqual(attention({ ...more, q: few.q, bias }).output, attention(few).output);
});

test('the arrays in out are filled and returned, and missing arrays are created', () => {
  const options = tokens(1, 2, 3, 4);
  const weights = noise(6);
  const output = noise(8);
  const plain = attention(options);
  const both = attention({ ...options, out: { weights, output } });
  assert.equal(both.weights, weights);
  assert.equal(both.output, output);
  assert.deepEqual(both, plain);
  assert.deepEqual(attention({ ...options, out: { weights: noise(6) } }), plain);
});
