import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import {attention} from '../web/index.js';

let seed = 1;
const random = () => ((seed = Math.imul(seed, 1664525) + 1013904223 | 0) >>> 8) / 2 ** 24;
const noise = (length, scale = 1) => Float32Array.from({length}, () => (2 * random() - 1) * scale);
const bytes = array => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

/** The formula in doubles. A score of -Infinity is not attended to, whatever the value. */
function reference({q, k, v, heads, queries, keys, headDim, bias, causal = false, scale = 1 / Math.sqrt(headDim)}) {
  const weights = new Float64Array(heads * queries * keys), output = new Float64Array(heads * queries * headDim);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++) {
      const at = (h * queries + i) * keys, row = weights.subarray(at, at + keys);
      for (let j = 0; j < keys; j++) {
        let dot = 0;
        for (let d = 0; d < headDim; d++) dot += q[(h * queries + i) * headDim + d] * k[(h * keys + j) * headDim + d];
        row[j] = causal && j > i + keys - queries ? -Infinity : dot * scale + (bias ? bias[at + j] : 0);
      }
      let top = -Infinity, sum = 0;
      for (const score of row) top = Math.max(top, score);
      const attended = [...row].map(score => score !== -Infinity);
      for (let j = 0; j < keys; j++) sum += row[j] = attended[j] ? Math.exp(row[j] - top) : 0;
      for (let j = 0; j < keys; j++) {
        if (!attended[j]) continue;
        row[j] /= sum;
        for (let d = 0; d < headDim; d++) output[(h * queries + i) * headDim + d] += row[j] * v[(h * keys + j) * headDim + d];
      }
    }
  return {weights, output};
}

const worst = (got, wanted) => got.reduce((most, value, i) => Object.is(value, wanted[i]) ? most : Math.max(most, Math.abs(value - wanted[i])), 0);

/** Calls attention and compares it with the formula. Returns the result. */
function compare(options, what = '') {
  const got = attention(options), wanted = reference(options), {heads, queries, keys, headDim} = options;
  assert.equal(got.weights.length, heads * queries * keys);
  assert.equal(got.output.length, heads * queries * headDim);
  for (const part of ['weights', 'output']) {
    const error = worst(got[part], wanted[part]);
    assert.ok(error < 1e-6, `${part} of ${what} [${heads}, ${queries}, ${keys}, ${headDim}] off by ${error}`);
  }
  return got;
}

/** Random queries, keys and values. */
const tokens = (heads, queries, keys, headDim, spread = 1) => ({
  q: noise(heads * queries * headDim, spread), k: noise(heads * keys * headDim), v: noise(heads * keys * headDim), heads, queries, keys, headDim
});

const shapes = [
  [1, 1, 1, 1], [1, 0, 3, 2], [2, 3, 0, 2], [1, 1, 7, 1], [3, 5, 4, 3], [2, 33, 31, 8], [1, 31, 33, 5], [1, 32, 32, 64], [1, 64, 65, 7], [2, 2, 1023, 1], [1, 3, 1024, 4], [2, 35, 1025, 3],
  [1, 2, 2049, 33], [1, 2, 511, 64], [2, 2, 512, 64], [2, 2, 513, 64], [1, 5, 9, 8191], [1, 5, 9, 8192], [2, 3, 5, 4097], [1, 17, 40, 1024], [1, 33, 1100, 128]
];

test('weights and output are within 1e-6 of the formula in doubles', () => {
  for (const [heads, queries, keys, headDim] of shapes) {
    const options = tokens(heads, queries, keys, headDim, 3), bias = noise(heads * queries * keys, 4);
    compare(options, 'plain');
    compare({...options, bias}, 'biased');
    compare({...options, causal: true}, 'causal');
    compare({...options, bias, causal: true, scale: 0.37}, 'all');
    compare({...options, scale: -2}, 'scale -2');
    compare({...options, scale: 0}, 'scale 0');
  }
});

test('any small shape agrees with the formula', () => {
  const size = fc.integer({min: 0, max: 9}), width = fc.integer({min: 1, max: 9});
  fc.assert(fc.property(width, size, size, width, fc.boolean(), fc.boolean(), fc.double({min: -8, max: 8, noNaN: true}), (heads, queries, keys, headDim, causal, biased, scale) => {
    const bias = biased ? noise(heads * queries * keys).map(value => value < -0.5 ? -Infinity : value * 20) : undefined;
    compare({...tokens(heads, queries, keys, headDim), bias, causal, scale});
  }), {seed: 7, numRuns: 500});
});

test('scores far apart neither overflow nor lose the highest', () => {
  const q = Float32Array.of(1), k = Float32Array.of(1e30, -1e30, 3e38, -3e38), v = Float32Array.of(1, 2, 3, 4), options = {q, k, v, heads: 1, queries: 1, keys: 4, headDim: 1};
  assert.deepEqual([...attention(options).weights], [0, 0, 1, 0]);
  assert.deepEqual([...attention(options).output], [3]);
  compare({...options, k: Float32Array.of(-1e4, -1e4 - 1, -1e4 - 2, -1e4 - 745)}, 'all low');
  compare({...options, k: Float32Array.of(0, -30, -87, -104)}, 'fading');
  const many = 3000, rising = {q, k: Float32Array.from({length: many}, (_, i) => i / 2), v: noise(many), heads: 1, queries: 1, keys: many, headDim: 1};
  compare(rising, 'the highest score in the last tile');
  compare({...rising, q: Float32Array.of(-1)}, 'the highest score in the first tile');
});

test('the weights of a row add up to 1', () => {
  for (const [heads, queries, keys, headDim] of shapes.filter(shape => shape[2])) {
    const {weights} = attention(tokens(heads, queries, keys, headDim, 5));
    for (let row = 0; row < heads * queries; row++) {
      const sum = weights.subarray(row * keys, row * keys + keys).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-6, `${sum}`);
    }
  }
});

test('a row of only -Infinity has weights and output of zeros, and leaves its neighbours alone', () => {
  for (const [heads, queries, keys, headDim] of [[1, 3, 5, 4], [2, 40, 7, 3], [1, 3, 1500, 2], [1, 3, 9, 8192]]) {
    const options = tokens(heads, queries, keys, headDim), bias = noise(heads * queries * keys).fill(-Infinity, keys, 2 * keys), {weights, output} = compare({...options, bias});
    assert.ok(weights.subarray(keys, 2 * keys).every(value => Object.is(value, 0)));
    assert.ok(output.subarray(headDim, 2 * headDim).every(value => Object.is(value, 0)));
    assert.ok(output.subarray(0, headDim).some(value => value !== 0));
  }
  const {weights, output} = compare({...tokens(1, 5, 2, 3), causal: true}, 'more queries than keys, causal');
  assert.deepEqual([...weights.subarray(0, 6), ...output.subarray(0, 9)], Array(15).fill(0));
  assert.equal(weights[6], 1);
  assert.deepEqual([...attention({...tokens(1, 2, 0, 3), out: {output: noise(6)}}).output], Array(6).fill(0));
});

test('values behind the mask are not read, be they NaN or Infinity', () => {
  for (const keys of [6, 1030])
    for (const bad of [NaN, Infinity, -Infinity]) {
      const options = tokens(2, 4, keys, 3), bias = new Float32Array(2 * 4 * keys), masked = [1, keys - 2];
      for (let row = 0; row < 8; row++) for (const j of masked) bias[row * keys + j] = -Infinity;
      const clean = attention({...options, bias}), v = options.v.slice();
      for (const j of masked) for (let d = 0; d < 6; d++) v[((d / 3 | 0) * keys + j) * 3 + d % 3] = bad;
      const spoilt = attention({...options, v, bias});
      assert.deepEqual(spoilt, clean);
      assert.ok(attention({...options, v}).output.some(value => !Number.isFinite(value)), 'without the mask they are read');
      // the causal mask hides the values, and the keys too
      const k = options.k.slice(), last = keys - 1, hidden = options.v.slice();
      for (const head of [0, 1]) for (let d = 0; d < 3; d++) k[(head * keys + last) * 3 + d] = hidden[(head * keys + last) * 3 + d] = bad;
      const before = attention({...options, causal: true}), after = attention({...options, k, v: hidden, causal: true});
      for (const head of [0, 1]) assert.deepEqual(after.output.subarray(head * 12, head * 12 + 9), before.output.subarray(head * 12, head * 12 + 9));
    }
});

test('a NaN in a query, a bias or an attended key spoils only the rows that read it', () => {
  const options = tokens(1, 4, 5, 2), clean = attention(options), bias = new Float32Array(20), q = options.q.slice();
  bias[7] = q[5] = NaN;
  for (const [spoilt, bad] of [[attention({...options, bias}), 1], [attention({...options, q}), 2]])
    for (let row = 0; row < 4; row++) {
      const pick = result => [...result.weights.subarray(row * 5, row * 5 + 5), ...result.output.subarray(row * 2, row * 2 + 2)];
      if (row === bad) assert.ok(pick(spoilt).every(Number.isNaN));
      else assert.deepEqual(pick(spoilt), pick(clean));
    }
  const k = options.k.slice();
  k[0] = NaN;
  assert.ok(attention({...options, k}).output.every(Number.isNaN));
});

/** All orders of 0 ... n - 1. */
const orders = n => n ? orders(n - 1).flatMap(order => Array.from({length: n}, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)])) : [[]];
const permuted = (rows, width, order) => order.flatMap(row => [...rows.subarray(row * width, row * width + width)]);

/** Whether permuted tokens give the permuted weights and output, for every order; the count of those that do. */
function symmetric(n, headDim, options, source) {
  const qkv = ['q', 'k', 'v'], shape = {heads: 1, queries: n, keys: n, headDim, ...options}, {weights, output} = attention({...source, ...shape});
  return orders(n).filter(order => {
    const moved = Object.fromEntries(qkv.map(name => [name, Float32Array.from(permuted(source[name], headDim, order))])), got = attention({...moved, ...shape});
    const expected = Float32Array.from(order.flatMap(i => order.map(j => weights[i * n + j])));
    return bytes(got.weights).equals(bytes(expected)) && bytes(got.output).equals(bytes(Float32Array.from(permuted(output, headDim, order))));
  }).length;
}

test('permuted tokens give the permuted output bit for bit, over all 720 orders of six', () => {
  assert.equal(new Set(orders(6).map(String)).size, 720);
  for (const headDim of [1, 8, 17, 64])
    for (const start of [1, 22, 333, 4444]) {
      seed = start;
      assert.equal(symmetric(6, headDim, {}, tokens(1, 6, 6, headDim, 2)), 720, `headDim ${headDim}, seed ${start}`);
    }
});

test('the causal mask alone breaks that symmetry', () => {
  assert.equal(symmetric(6, 8, {causal: true}, tokens(1, 6, 6, 8)), 1);
});

test('heads do not see each other', () => {
  const all = tokens(3, 5, 6, 4), both = attention(all);
  for (let h = 0; h < 3; h++) {
    const one = attention({heads: 1, queries: 5, keys: 6, headDim: 4, q: all.q.slice(h * 20, h * 20 + 20), k: all.k.slice(h * 24, h * 24 + 24), v: all.v.slice(h * 24, h * 24 + 24)});
    assert.deepEqual(one.output, both.output.slice(h * 20, h * 20 + 20));
    assert.deepEqual(one.weights, both.weights.slice(h * 30, h * 30 + 30));
  }
});

test('a query has the same bits alone as among others, and keys of one tile as of several', () => {
  for (const [queries, keys, headDim] of [[70, 9, 5], [33, 1030, 3], [5, 20, 4096]]) {
    const all = tokens(1, queries, keys, headDim), {weights, output} = attention(all);
    for (const i of [0, 1, 31, 32, queries - 1].filter(i => i < queries)) {
      const one = attention({...all, queries: 1, q: all.q.slice(i * headDim, i * headDim + headDim)});
      assert.deepEqual(one.weights, weights.slice(i * keys, i * keys + keys));
      assert.deepEqual(one.output, output.slice(i * headDim, i * headDim + headDim));
    }
  }
  // keys that are masked fill up further tiles, and change nothing
  const few = tokens(1, 3, 40, 4), more = tokens(1, 3, 2100, 4), bias = new Float32Array(3 * 2100).fill(-Infinity);
  for (let row = 0; row < 3; row++) bias.fill(0, row * 2100, row * 2100 + 40);
  more.k.set(few.k), more.v.set(few.v);
  assert.deepEqual(attention({...more, q: few.q, bias}).output, attention(few).output);
});

test('out is filled and returned, and what is not given is made', () => {
  const options = tokens(1, 2, 3, 4), weights = noise(6), output = noise(8), plain = attention(options);
  const both = attention({...options, out: {weights, output}});
  assert.equal(both.weights, weights);
  assert.equal(both.output, output);
  assert.deepEqual(both, plain);
  assert.deepEqual(attention({...options, out: {weights: noise(6)}}), plain);
});
