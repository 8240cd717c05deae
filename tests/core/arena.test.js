/*
 * A call gives the same bits for arrays in an arena as for other arrays. It processes arrays in an
 * arena in place. Such an array is called resident.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';
import { open } from '../../web/wasm.js';
import { bitsOf, noise } from '../support/reference.js';

const { createArena } = posenc;

/** Copies an array to an arena, and returns the copy. */
function put(arena, array) {
  const view = arena[array.constructor.name.replace('Array', '').toLowerCase()](array.length);
  view.set(array);
  return view;
}

/** Returns the arrays of a result, which is one array or an object of arrays. */
const arraysOf = (result) =>
  ArrayBuffer.isView(result) ? [result] : Object.values(result).filter(ArrayBuffer.isView);

/**
 * Makes the same call several times: once for each subset of its arrays, with the arrays of this
 * subset in an arena. Asserts that the arrays and the result always have the same bits.
 */
function sameEverywhere(name, arrays, call) {
  const names = Object.keys(arrays);
  let wanted;
  for (let mask = 0; mask < 1 << names.length; mask++) {
    const arena = createArena(1 << 23);
    const chosen = names.filter((_, i) => (mask >> i) & 1);
    const place = (key) => (chosen.includes(key) ? put(arena, arrays[key]) : arrays[key].slice());
    const given = Object.fromEntries(names.map((key) => [key, place(key)]));
    const inputs = Object.values(given);
    const result = call(given);
    const all = [...inputs, ...arraysOf(result)].map((each) => bitsOf(each).toString('latin1'));
    wanted ??= all;
    all.forEach((bits, i) =>
      assert.ok(bits === wanted[i], `${name}: array ${i} differs where ${chosen} is resident`),
    );
  }
}

const f32 = (length) => noise(Float32Array, length, length);
const f64 = (length) => noise(Float64Array, length, length);

test('sinusoidal tables have the same bits in an arena', () => {
  for (const layout of ['interleaved', 'concatenated', 'fairseq'])
    for (const [length, dim] of [
      [40, 64],
      [33, 7],
      [3, 8195],
      [5, 20000],
      [300, 1],
    ]) {
      const positions = Array.from({ length }, (_, i) => 7.5 * i);
      sameEverywhere(`sinusoidal ${layout}`, { out: f32(length * dim) }, ({ out }) =>
        posenc.sinusoidal(length, dim, { layout, out, start: 5 }),
      );
      sameEverywhere(`positions ${layout}`, { out: f64(length * dim) }, ({ out }) =>
        posenc.sinusoidal(length, dim, { layout, dtype: 'float64', out, positions }),
      );
    }
});

test('rotary tables and rotations have the same bits in an arena', () => {
  sameEverywhere('ropeTable', { cos: f32(50 * 13), sin: f32(50 * 13) }, (out) =>
    posenc.ropeTable(50, 26, { out }),
  );
  const positions = [4, 3, 2, 9, 9, 0, 19, 1, 1];
  for (const layout of ['half', 'interleaved']) {
    const shape = { length: 9, heads: 3, headDim: 20, layout };
    sameEverywhere('applyRope', { x: f32(2 * 9 * 3 * 20) }, ({ x }) =>
      posenc.applyRope(x, { ...shape, rotaryDim: 14 }),
    );
    sameEverywhere(
      'applyRope with a table',
      { x: f32(2 * 9 * 3 * 20), cos: f32(20 * 10), sin: f32(20 * 10) },
      ({ x, ...table }) => posenc.applyRope(x, { ...shape, table, start: 4 }),
    );
    sameEverywhere(
      'applyRope at positions',
      { x: f64(9 * 3 * 20), cos: f32(20 * 10), sin: f64(20 * 10) },
      ({ x, ...table }) => posenc.applyRope(x, { heads: 3, headDim: 20, layout, table, positions }),
    );
  }
  sameEverywhere('swapRopeLayout', { x: f32(60) }, ({ x }) =>
    posenc.swapRopeLayout(x, { headDim: 20, from: 'half', to: 'interleaved' }),
  );
});

test('addPositional, shiftRows, learnedTable and lookup have the same bits in an arena', () => {
  for (const period of [7, 70000])
    sameEverywhere(
      'addPositional',
      { x: f32(3 * period), table: f32(period + 3) },
      ({ x, table }) => posenc.addPositional(x, table, { length: 1, dim: period }),
    );
  sameEverywhere('shiftRows', { x: f64(60) }, ({ x }) => posenc.shiftRows(x, 20, 3));
  sameEverywhere('learnedTable', { out: f32(60) }, ({ out }) =>
    posenc.learnedTable(3, 20, { out }),
  );
  sameEverywhere('lookup', { table: f32(60), out: f32(40) }, ({ table, out }) =>
    posenc.lookup(table, 20, [2, 0], { out }),
  );
});

test('biases and buckets have the same bits in an arena', () => {
  for (const [queries, keys] of [
    [1, 9],
    [5, 9],
    [300, 3],
    [2, 33000],
  ]) {
    const points = queries * keys;
    sameEverywhere('alibiBias', { out: f32(3 * points) }, ({ out }) =>
      posenc.alibiBias(3, queries, keys, { out, causal: true }),
    );
    sameEverywhere('addAlibi', { scores: f32(2 * 3 * points) }, ({ scores }) =>
      posenc.addAlibi(scores, 3, queries, keys),
    );
    sameEverywhere('t5Buckets', { out: new Int32Array(points) }, ({ out }) =>
      posenc.t5Buckets(queries, keys, { out }),
    );
    const arrays = { weights: f32(32 * 3), out: f32(3 * points) };
    sameEverywhere('t5Bias', arrays, ({ weights, out }) =>
      posenc.t5Bias(weights, 3, queries, keys, { out }),
    );
  }
  sameEverywhere('alibiSlopes', { out: f32(12) }, ({ out }) => posenc.alibiSlopes(12, { out }));
});

test('attention and similarity have the same bits in an arena', () => {
  sameEverywhere('attention', { q: f32(30), k: f32(50), bias: f32(15) }, ({ q, k, bias }) =>
    posenc.attention({ q, k, v: f32(50), bias, heads: 1, queries: 3, keys: 5, headDim: 10 }),
  );
  sameEverywhere('similarity', { table: f32(60), out: f32(9) }, ({ table, out }) =>
    posenc.similarity(table, 3, 20, { out }),
  );
});

test('a resident array is processed in place: its memory contains the result', () => {
  const arena = createArena(4096);
  const x = arena.float32(16);
  const same = new Float32Array(x.buffer, x.byteOffset, 16);
  assert.equal(posenc.sinusoidal(4, 4, { out: x }), x);
  assert.ok(same.some((value) => value !== 0));
  assert.notEqual(x.buffer, open().u8.buffer);
});

test('no function writes to elements outside a resident array', () => {
  const arena = createArena(1 << 20);
  const before = arena.float32(4).fill(7);
  const x = arena.float32(5 * 13);
  const after = arena.float32(4).fill(7);
  for (const layout of ['interleaved', 'concatenated', 'fairseq'])
    posenc.sinusoidal(5, 13, { layout, out: x });
  posenc.applyRope(x, { heads: 1, headDim: 13, rotaryDim: 10 });
  posenc.addPositional(x, posenc.sinusoidal(5, 13), { length: 5, dim: 13 });
  posenc.alibiBias(1, 5, 13, { out: x });
  assert.ok([...before, ...after].every((value) => value === 7));
});

test('an arena has exactly the requested size, contains zeros at first, and never moves', () => {
  const arena = createArena(1000);
  const a = arena.float32(3);
  const b = arena.float64(2);
  const c = arena.int32(1);
  const { buffer } = a;
  assert.equal(arena.bytes, 1000);
  assert.ok([...a, ...b, ...c].every((value) => value === 0));
  assert.ok([a, b, c].every((view) => view.byteOffset % 16 === 0));
  assert.ok(a.byteOffset + 12 <= b.byteOffset && b.byteOffset + 16 <= c.byteOffset);
  assert.throws(() => arena.float32(240), {
    name: 'RangeError',
    message: /^\w+: length: expected an integer from 0 to 238, got 240/,
  });
  assert.equal(arena.float32(238).length, 238);
  assert.throws(() => arena.int32(1), RangeError);
  assert.equal(arena.float64(0).length, 0);
  posenc.sinusoidal(1000, 1000);
  assert.equal(a.buffer, buffer);
  assert.equal(a.length, 3);
});

test('createArena refuses impossible sizes', () => {
  for (const [bytes, name] of [
    [-1, 'RangeError'],
    [1.5, 'RangeError'],
    ['8', 'TypeError'],
    [2 ** 40, 'RangeError'],
    [undefined, 'TypeError'],
  ])
    assert.throws(() => createArena(bytes), { name, message: /^\w+: bytes: expected / });
});

test('one call can use arrays from two arenas', () => {
  const one = createArena(4096);
  const other = createArena(4096);
  const x = put(one, f32(64));
  const table = put(other, f32(64));
  const plain = f32(64);
  posenc.addPositional(x, table, { length: 4, dim: 16 });
  posenc.addPositional(plain, f32(64), { length: 4, dim: 16 });
  assert.deepEqual([...x], [...plain]);
});
