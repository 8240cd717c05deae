/* Arrays that stand in an arena: the same results, bit for bit, without a copy, in memory of a fixed size. */
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as posenc from '../web/index.js';
import {open} from '../web/wasm.js';
import {bitsOf, noise} from './reference.js';

const {createArena} = posenc;

/** A copy of an array in an arena. */
function put(arena, array) {
  const view = arena[array.constructor.name.replace('Array', '').toLowerCase()](array.length);
  view.set(array);
  return view;
}

/** Runs a call on arrays of the caller, on resident ones, and on every mixture of the two. */
function sameEverywhere(name, arrays, call) {
  const names = Object.keys(arrays);
  let wanted;
  for (let mask = 0; mask < 1 << names.length; mask++) {
    const arena = createArena(1 << 23);
    const given = Object.fromEntries(names.map((key, i) => [key, mask >> i & 1 ? put(arena, arrays[key]) : arrays[key].slice()]));
    const inputs = names.map(key => given[key]), got = call(given);
    const all = [...inputs, ...(ArrayBuffer.isView(got) ? [got] : Object.values(got).filter(ArrayBuffer.isView))].map(each => bitsOf(each).toString('latin1'));
    wanted ??= all;
    all.forEach((bits, i) => assert.ok(bits === wanted[i], `${name}: array ${i} differs where ${names.filter((_, k) => mask >> k & 1)} is resident`));
  }
}

const f32 = length => noise(Float32Array, length, length), f64 = length => noise(Float64Array, length, length);

test('every function gives resident arrays the bits it gives others', () => {
  for (const layout of ['interleaved', 'concatenated', 'fairseq'])
    for (const [length, dim] of [[40, 64], [33, 7], [3, 8195], [5, 20000], [300, 1]]) {
      sameEverywhere(`sinusoidal ${layout}`, {out: f32(length * dim)}, ({out}) => posenc.sinusoidal(length, dim, {layout, out, start: 5}));
      sameEverywhere(`positions ${layout}`, {out: f64(length * dim)}, ({out}) =>
        posenc.sinusoidal(length, dim, {layout, dtype: 'float64', out, positions: Array.from({length}, (_, i) => 7.5 * i)}));
    }
  sameEverywhere('ropeTable', {cos: f32(50 * 13), sin: f32(50 * 13)}, out => posenc.ropeTable(50, 26, {out}));
  for (const layout of ['half', 'interleaved']) {
    sameEverywhere('applyRope', {x: f32(2 * 9 * 3 * 20)}, ({x}) => posenc.applyRope(x, {length: 9, heads: 3, headDim: 20, rotaryDim: 14, layout}));
    sameEverywhere('applyRope with a table', {x: f32(2 * 9 * 3 * 20), cos: f32(20 * 10), sin: f32(20 * 10)}, ({x, ...table}) =>
      posenc.applyRope(x, {length: 9, heads: 3, headDim: 20, layout, table, start: 4}));
    sameEverywhere('applyRope at positions', {x: f64(9 * 3 * 20), cos: f32(20 * 10), sin: f64(20 * 10)}, ({x, ...table}) =>
      posenc.applyRope(x, {heads: 3, headDim: 20, layout, table, positions: [4, 3, 2, 9, 9, 0, 19, 1, 1]}));
  }
  sameEverywhere('swapRopeLayout', {x: f32(60)}, ({x}) => posenc.swapRopeLayout(x, {headDim: 20, from: 'half', to: 'interleaved'}));
  for (const period of [7, 70000]) sameEverywhere('addPositional', {x: f32(3 * period), table: f32(period + 3)}, ({x, table}) => posenc.addPositional(x, table, {length: 1, dim: period}));
  sameEverywhere('shiftRows', {x: f64(60)}, ({x}) => posenc.shiftRows(x, 20, 3));
  sameEverywhere('learnedTable', {out: f32(60)}, ({out}) => posenc.learnedTable(3, 20, {out}));
  sameEverywhere('lookup', {table: f32(60), out: f32(40)}, ({table, out}) => posenc.lookup(table, 20, [2, 0], {out}));
  for (const [queries, keys] of [[5, 9], [300, 3], [2, 33000]]) {
    sameEverywhere('alibiBias', {out: f32(3 * queries * keys)}, ({out}) => posenc.alibiBias(3, queries, keys, {out, causal: true}));
    sameEverywhere('addAlibi', {scores: f32(2 * 3 * queries * keys)}, ({scores}) => posenc.addAlibi(scores, 3, queries, keys));
    sameEverywhere('t5Buckets', {out: new Int32Array(queries * keys)}, ({out}) => posenc.t5Buckets(queries, keys, {out}));
    sameEverywhere('t5Bias', {weights: f32(32 * 3), out: f32(3 * queries * keys)}, ({weights, out}) => posenc.t5Bias(weights, 3, queries, keys, {out}));
  }
  sameEverywhere('attention', {q: f32(30), k: f32(50), bias: f32(15)}, ({q, k, bias}) =>
    posenc.attention({q, k, v: f32(50), bias, heads: 1, queries: 3, keys: 5, headDim: 10}));
  sameEverywhere('similarity', {table: f32(60), out: f32(9)}, ({table, out}) => posenc.similarity(table, 3, 20, {out}));
  sameEverywhere('alibiSlopes', {out: f32(12)}, ({out}) => posenc.alibiSlopes(12, {out}));
});

test('a resident array is worked on in place: its memory holds the result', () => {
  const arena = createArena(4096), x = arena.float32(16), same = new Float32Array(x.buffer, x.byteOffset, 16);
  assert.equal(posenc.sinusoidal(4, 4, {out: x}), x);
  assert.ok(same.some(value => value !== 0));
  assert.notEqual(x.buffer, open().u8.buffer);
});

test('what stands around a resident array stays', () => {
  const arena = createArena(1 << 20), before = arena.float32(4).fill(7), x = arena.float32(5 * 13), after = arena.float32(4).fill(7);
  for (const layout of ['interleaved', 'concatenated', 'fairseq']) posenc.sinusoidal(5, 13, {layout, out: x});
  posenc.applyRope(x, {heads: 1, headDim: 13, rotaryDim: 10});
  posenc.addPositional(x, posenc.sinusoidal(5, 13), {length: 5, dim: 13});
  posenc.alibiBias(1, 5, 13, {out: x});
  assert.ok([...before, ...after].every(value => value === 7));
});

test('an arena has its size and no more, starts with zeros, and never moves', () => {
  const arena = createArena(1000), a = arena.float32(3), b = arena.float64(2), c = arena.int32(1), {buffer} = a;
  assert.equal(arena.bytes, 1000);
  assert.ok([...a, ...b, ...c].every(value => value === 0));
  assert.ok([a, b, c].every(view => view.byteOffset % 16 === 0));
  assert.ok(a.byteOffset + 12 <= b.byteOffset && b.byteOffset + 16 <= c.byteOffset);
  assert.throws(() => arena.float32(240), {name: 'RangeError', message: /^length: expected an integer from 0 to 238, got 240/});
  assert.equal(arena.float32(238).length, 238);
  assert.throws(() => arena.int32(1), RangeError);
  assert.equal(arena.float64(0).length, 0);
  posenc.sinusoidal(1000, 1000);
  assert.equal(a.buffer, buffer);
  assert.equal(a.length, 3);
});

test('arenas beyond what is to be had are refused', () => {
  for (const [bytes, name] of [[-1, 'RangeError'], [1.5, 'RangeError'], ['8', 'TypeError'], [2 ** 40, 'RangeError'], [undefined, 'TypeError']])
    assert.throws(() => createArena(bytes), {name, message: /^bytes: expected /});
});

test('arrays of two arenas in one call are served, too', () => {
  const one = createArena(4096), other = createArena(4096), x = put(one, f32(64)), table = put(other, f32(64)), plain = f32(64);
  posenc.addPositional(x, table, {length: 4, dim: 16});
  posenc.addPositional(plain, f32(64), {length: 4, dim: 16});
  assert.deepEqual([...x], [...plain]);
});
