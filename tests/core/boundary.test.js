/*
 * Tests what the library does with unusual arguments. A call with such an argument returns the same
 * as with plain data, or throws an error that names the argument. It throws before it writes
 * anything, and before any long work.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import * as posenc from '../../web/index.js';

const noise = (length, seed = 1) =>
  Float32Array.from({ length }, (_, i) => Math.fround(Math.sin(12.9898 * (i + seed))));

/** A class of arrays that breaks `subarray`, because its constructor expects rows and columns. */
class Matrix extends Float32Array {
  constructor(rows, columns) {
    super(rows * columns);
    this.columns = columns;
  }

  get(row, column) {
    return this[row * this.columns + column];
  }

  set(row, column, value) {
    this[row * this.columns + column] = value;
  }
}

/** Returns a Matrix with the elements of an array. */
function matrixOf(array) {
  const matrix = new Matrix(array.length, 1);
  for (let i = 0; i < array.length; i++) matrix[i] = array[i];
  return matrix;
}

/** Returns an array of another realm with the elements of an array. */
const foreignOf = (array) => vm.runInNewContext('Float32Array.from(list)', { list: [...array] });

/** Returns an array whose property `length` is overridden by a wrong number. */
function liarOf(array) {
  const liar = array.slice();
  Object.defineProperty(liar, 'length', { value: 3 });
  return liar;
}

/** Asserts that a call is refused, and that the message names the argument and the value passed. */
function refused(call, begins, note) {
  let error;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  assert.ok(error, `is accepted: ${note ?? call}`);
  assert.ok(error instanceof TypeError || error instanceof RangeError, String(error));
  assert.ok(error.message.startsWith(`${error.function}: ${begins}: expected `), error.message);
  assert.equal(error.argument, begins);
  assert.match(error.message, /, got /);
}

const size = { heads: 2, queries: 40, keys: 40, headDim: 16 };
const cube = 2 * 40 * 16;

/** Calls with arrays, most of them large. Each call passes its arrays through `of`. */
const CALLS = {
  applyRope: (of) => posenc.applyRope(of(noise(2048 * 128)), { heads: 1, headDim: 128 }),
  applyRopeTable: (of) => {
    const { cos, sin } = posenc.ropeTable(2048, 128);
    const table = { cos: of(cos), sin: of(sin) };
    return posenc.applyRope(noise(2000 * 128), { heads: 1, headDim: 128, start: 48, table });
  },
  swapRopeLayout: (of) =>
    posenc.swapRopeLayout(of(noise(2048 * 128)), { headDim: 128, from: 'half', to: 'interleaved' }),
  shiftRows: (of) => posenc.shiftRows(of(noise(2048 * 128)), 128, 3),
  addPositional: (of) =>
    posenc.addPositional(of(noise(300000)), of(noise(150000, 2)), { length: 1500, dim: 100 }),
  addRows: (of) => posenc.addPositional([of(noise(9)), of(noise(9, 2))], [noise(9, 3), noise(9)]),
  addAlibi: (of) => posenc.addAlibi(of(noise(2 * 400 * 400)), 2, 400, 400),
  sinusoidal: (of) => posenc.sinusoidal(1500, 300, { out: of(noise(450000)) }),
  ropeTable: (of) =>
    posenc.ropeTable(1500, 128, { out: { cos: of(noise(96000)), sin: of(noise(96000)) } }).sin,
  lookup: (of) => posenc.lookup(of(noise(4000)), 100, [5, 6, 7, 39, 0], { out: of(noise(500)) }),
  resizeGrid: (of) => posenc.resizeGrid(of(noise(1600)), [10, 10], [14, 9], 16),
  similarity: (of) => posenc.similarity(of(noise(300 * 20)), 300, 20),
  attention: (of) =>
    posenc.attention({
      ...size,
      q: of(noise(cube)),
      k: of(noise(cube, 2)),
      v: of(noise(cube, 3)),
      bias: of(noise(3200)),
    }).output,
  applyPope: (of) => posenc.applyPope(of(noise(3000 * 64)), { heads: 1, headDim: 64 }),
  fireBias: (of) =>
    posenc.fireBias(3, 40, 40, {
      w1: of(noise(8)),
      b1: of(noise(8, 2)),
      w2: of(noise(24, 3)),
      b2: of(noise(3, 4)),
    }),
  t5Bias: (of) => posenc.t5Bias(of(noise(64)), 2, 40, 40),
  swinBias: (of) => posenc.swinBias(of(noise(49 * 2)), 2, 4, 4),
  shawBias: (of) => posenc.shawBias({ ...size, q: of(noise(cube)), table: of(noise(33 * 16, 5)) }),
  copeBias: (of) =>
    posenc.copeBias({
      ...size,
      q: of(noise(cube)),
      table: of(noise(20 * 16, 5)),
      logits: of(noise(3200)),
    }),
  colorize: (of) =>
    posenc.colorize(
      of(noise(70000)),
      Uint8Array.from({ length: 64 }, (_, i) => i),
    ),
};

for (const [kind, of] of Object.entries({
  'of a subclass with its own constructor and methods': matrixOf,
  'of another realm': foreignOf,
  'whose own length lies': liarOf,
}))
  test(`arrays ${kind} give the same bits`, () => {
    for (const [name, call] of Object.entries(CALLS)) {
      const wanted = call((array) => array);
      const got = call(of);
      const lists = (result) => (Array.isArray(result) ? result : [result]);
      lists(wanted).forEach((list, at) =>
        assert.deepEqual(
          Array.from({ length: list.length }, (_, i) => lists(got)[at][i]),
          [...list],
          name,
        ),
      );
    }
  });

test('a call returns the very array that it was given, also if the array is unusual', () => {
  for (const of of [matrixOf, foreignOf, liarOf]) {
    const x = of(noise(64));
    assert.equal(posenc.applyRope(x, { heads: 1, headDim: 64 }), x);
    assert.equal(posenc.sinusoidal(1, 64, { out: x }), x);
    assert.equal(posenc.sinusoidal2d(1, 1, 64, { out: x }), x);
    assert.equal(posenc.lookup(noise(64), 64, [0], { out: x }), x);
    assert.equal(posenc.alibiBias(1, 8, 8, { out: x }), x);
    assert.equal(posenc.similarity(noise(8), 8, 1, { out: x }), x);
    assert.equal(posenc.ropeTable(1, 128, { out: { cos: x, sin: noise(64) } }).cos, x);
    const shape = { heads: 1, queries: 8, keys: 8, headDim: 8 };
    const vectors = { q: noise(64), k: noise(64), v: noise(64) };
    assert.equal(posenc.attention({ ...shape, ...vectors, out: { weights: x } }).weights, x);
  }
});

/** Returns options that have other values from the second reading on. */
function fickle(first, later) {
  const options = {};
  for (const name of Object.keys(first)) {
    let reads = 0;
    Object.defineProperty(options, name, {
      enumerable: true,
      get: () => (reads++ ? later[name] : first[name]),
    });
  }
  return options;
}

test('every option is read once, so that a getter cannot change it after its check', () => {
  const q = noise(cube);
  const table = noise(33 * 16, 5);
  const good = { ...size, q, table, causal: true };
  const later = { ...size, queries: 4000, keys: -1, q: null, table: 5, causal: 'x' };
  assert.deepEqual(posenc.shawBias(fickle(good, later)), posenc.shawBias(good));
  const plain = posenc.ropeTable(8, 16);
  const rotate = (options) => posenc.applyRope(noise(128), options);
  const rotation = { heads: 1, headDim: 16, table: plain, start: 1, length: 4 };
  const other = { heads: 9, headDim: 1, table: {}, start: 1e9, length: 3 };
  assert.deepEqual(rotate(fickle(rotation, other)), rotate(rotation));
  assert.deepEqual(
    rotate({ ...rotation, table: fickle(plain, { cos: noise(1), sin: null }) }),
    rotate(rotation),
  );
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 64 };
  const fickleYarn = fickle(yarn, { rope_type: 'x', factor: -1 });
  assert.deepEqual(
    posenc.ropeTable(8, 16, { scaling: fickleYarn }),
    posenc.ropeTable(8, 16, { scaling: yarn }),
  );
});

test('a getter may call posenc: a bias that is made while attention reads its options', () => {
  const good = { ...size, q: noise(cube), k: noise(cube, 2), v: noise(cube, 3) };
  const bias = posenc.alibiBias(2, 40, 40);
  const wanted = posenc.attention({ ...good, bias });
  const got = posenc.attention({
    ...good,
    get bias() {
      return posenc.alibiBias(2, 40, 40);
    },
  });
  assert.deepEqual(got, wanted);
});

test('options may come from a prototype or a class, or have no prototype', () => {
  class Options {
    get causal() {
      return true;
    }

    get maxDistance() {
      return 3;
    }
  }
  const q = noise(cube);
  const table = noise(7 * 16);
  const wanted = posenc.shawBias({ ...size, q, table, causal: true, maxDistance: 3 });
  const base = Object.create({ causal: true, maxDistance: 3 });
  assert.deepEqual(posenc.shawBias(Object.assign(base, { ...size, q, table })), wanted);
  assert.deepEqual(posenc.shawBias(Object.assign(new Options(), { ...size, q, table })), wanted);
  const bare = Object.assign(Object.create(null), {
    ...size,
    q,
    table,
    causal: true,
    maxDistance: 3,
  });
  assert.deepEqual(posenc.shawBias(bare), wanted);
  refused(() => posenc.sinusoidal(2, 4, Object.create({ basis: 3 })), 'options');
});

test('properties that a library adds to all objects are refused, and no options', (t) => {
  t.after(() => {
    delete Object.prototype.extend;
    delete Object.prototype.base;
  });
  const wanted = posenc.sinusoidal(4, 8);
  Object.prototype.base = 7;
  refused(() => posenc.sinusoidal(4, 8, {}), 'options');
  refused(() => posenc.sinusoidal(4, 8, { start: 0 }), 'options');
  assert.deepEqual(posenc.sinusoidal(4, 8), wanted);
  delete Object.prototype.base;
  Object.prototype.extend = () => 1;
  refused(() => posenc.sinusoidal(4, 8, {}), 'options');
});

test('a list with getters, a proxy, or on shared memory is read once', () => {
  const wanted = posenc.sinusoidal(3, 8, { positions: [1, 2, 3] });
  let reads = 0;
  const proxy = new Proxy([1, 2, 3], {
    get: (list, name) => (/^\d$/.test(name) && ++reads > 3 ? NaN : list[name]),
  });
  assert.deepEqual(posenc.sinusoidal(3, 8, { positions: proxy }), wanted);
  const shared = new Float64Array(new SharedArrayBuffer(24));
  shared.set([1, 2, NaN]);
  // The last element is NaN at first, and 3 when it is read again, as if another thread wrote it.
  const list = new Proxy([1, 2, NaN], {
    get: (target, name) => {
      if (name !== '2') return target[name];
      const value = shared[2];
      shared[2] = 3;
      return value;
    },
  });
  refused(() => posenc.sinusoidal(3, 8, { positions: list }), 'positions[2]');
});

test('what cannot be read is refused by its name, without an error of the engine', () => {
  const fake = Object.create(Float32Array.prototype);
  const proxied = new Proxy(noise(8), {});
  const bigints = new BigInt64Array(2);
  structuredClone(bigints, { transfer: [bigints.buffer] });
  refused(() => posenc.sinusoidal(1, 8, { out: proxied }), 'out');
  refused(() => posenc.sinusoidal(1, 8, { out: fake }), 'out');
  refused(() => posenc.applyRope(fake, { heads: 1, headDim: 8 }), 'x');
  refused(() => posenc.applyRope(proxied, { heads: 1, headDim: 8 }), 'x');
  refused(() => posenc.mropePositions(new Array(5)), 'segments[0]');
  refused(() => posenc.positionsFromMask(bigints, 1, 2), 'mask');
  const cyclic = { rope_type: 'linear', factor: 2 };
  cyclic.factor = cyclic;
  const rope = (scaling) => posenc.createRope({ heads: 1, headDim: 8, scaling });
  refused(() => rope([]), 'scaling');
  refused(() => rope({ rope_type: [] }), 'scaling.rope_type');
  refused(() => rope({ rope_type: {} }), 'scaling.rope_type');
  refused(() => rope(cyclic), 'scaling.factor');
});

test('a list that detaches an array is read before the array is checked', () => {
  const x = noise(64);
  const positions = [0, 1, 2, 3];
  Object.defineProperty(positions, 3, {
    get: () => {
      structuredClone(x, { transfer: [x.buffer] });
      return 3;
    },
  });
  refused(() => posenc.applyRope(x, { heads: 1, headDim: 16, positions }), 'x');
});

test('a call refuses an option that would have no effect', () => {
  const x = () => noise(64);
  const table = posenc.ropeTable(8, 16);
  const rope = { heads: 1, headDim: 16 };
  for (const option of [
    { base: 5e5 },
    { scaling: { rope_type: 'linear', factor: 2 } },
    { scaling: 'garbage' },
    { frequencies: [1] },
    { divisors: [1] },
    { sections: [8] },
    { sectioning: 'axial' },
    { xpos: { of: 'keys' } },
    { contextLength: 9 },
    { maxPositions: 9 },
    { originalMaxPositions: 9 },
    { precision: 'exact' },
  ]) {
    const [name] = Object.keys(option);
    refused(() => posenc.applyRope(x(), { ...rope, table, ...option }), name);
  }
  refused(() => posenc.ropeTable(2, 8, { sectioning: 'zzz' }), 'sectioning');
  for (const name of ['contextLength', 'maxPositions', 'originalMaxPositions'])
    refused(() => posenc.ropeTable(2, 8, { [name]: 64 }), name);
  refused(() => posenc.gridPositions([2, 2], { coordinates: 'dinov3', start: 1 }), 'start');
  refused(() => posenc.gridPositions([2, 2], { coordinates: 'dinov3', scale: 1 }), 'scale');
  refused(() => posenc.gridPositions([2, 2], { normalize: 'max' }), 'normalize');
  refused(() => posenc.learnedTable(2, 2, { init: 'xavier', std: 1 }), 'std');
  refused(() => posenc.mropePositions([{ text: 2 }], { tokensPerSecond: 4 }), 'tokensPerSecond');
  refused(() => posenc.addPositional([[1]], [[1]], { length: 1, dim: 1 }), 'options');
  refused(() => posenc.fourierFeatures([1], 2, { matrix: [1, 2], spacing: 'geometric' }), 'matrix');
});

test('a scaling must name its type, and its keys must agree with the options', () => {
  const of = (scaling, options) => () => posenc.ropeFrequencies(16, { scaling, ...options });
  refused(of({ factor: 4 }), 'scaling.rope_type');
  refused(of({ ropeType: 'linear', factor: 4 }), 'scaling.rope_type');
  refused(of({ long_factor: Array(8).fill(2) }), 'scaling.rope_type');
  refused(of({ rope_type: 'linear', type: 'yarn', factor: 4 }), 'scaling.type');
  refused(of({ rope_type: 'linear', factor: 4, rope_theta: 1e6 }, { base: 1e4 }), 'base');
  refused(of({ rope_type: 'default', partial_rotary_factor: 0.5 }, { rotaryDim: 12 }), 'rotaryDim');
  refused(of({ rope_type: 'linear', factor: 4, attention_factor: 2 }), 'scaling.attention_factor');
  const trained = { original_max_position_embeddings: 64 };
  refused(of({ rope_type: 'yarn', factor: 4, mscale: 0.7, ...trained }), 'scaling.mscale');
  refused(of({ rope_type: 'dynamic', alpha: 100, factor: 4 }), 'scaling.factor');
  const dynamic = { rope_type: 'dynamic', factor: 2, max_position_embeddings: 64 };
  refused(of(dynamic, { maxPositions: 32 }), 'maxPositions');
  refused(of({ ...dynamic, factor: 1e300 }), 'scaling.factor');
  // A key that repeats the value of an option is accepted. So are keys that are often combined in
  // published files.
  const { frequencies } = posenc.ropeFrequencies(16, { base: 1e6 });
  const same = { rope_type: 'default', type: 'mrope', rope_theta: 1e6, mrope_section: [4, 2, 2] };
  assert.deepEqual(
    posenc.ropeFrequencies(16, { scaling: same, base: 1e6 }).frequencies,
    frequencies,
  );
  posenc.ropeFrequencies(16, { scaling: dynamic, maxPositions: 64, contextLength: 128 });
  posenc.ropeFrequencies(16, { scaling: null, maxPositions: 64, contextLength: 128 });
  posenc.ropeFrequencies(16, { scaling: { type: 'dynamic', alpha: 1000, factor: 1 } });
});

test('whole descriptions, an earlier table as out, and length with positions are accepted', () => {
  const model = posenc.describeModel({
    model_type: 'llama',
    hidden_size: 64,
    num_attention_heads: 4,
    rope_theta: 5e5,
    max_position_embeddings: 128,
  });
  const table = posenc.ropeTable(8, model.headDim, model);
  const x = noise(64);
  posenc.applyRope(x, { ...model, heads: 4, table, start: 3 });
  refused(() => posenc.applyRope(x, { ...model, scheme: 'x', heads: 4, table }), 'options');
  const rope = posenc.createRope(model);
  rope.apply({ ...model, q: noise(64), start: 3 });
  refused(() => rope.apply({ q: noise(64), scheme: 'x', headDim: 999 }), 'arrays');
  refused(() => rope.apply({ ...model, q: noise(64), headDim: 8 }), 'headDim');
  const scaling = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 64 };
  const longer = posenc.ropeTable(8, 16, { scaling });
  assert.deepEqual(posenc.ropeTable(8, 16, { out: longer }).cos, posenc.ropeTable(8, 16).cos);
  const positions = posenc.positionsFromMask([0, 1, 1, 1], 2, 2);
  posenc.applyRope(noise(64), { heads: 1, headDim: 16, length: 2, positions });
});

test('two arrays of one call may not share memory if one of them is written', () => {
  const both = noise(64);
  refused(() => posenc.ropeTable(4, 32, { out: { cos: both, sin: both } }), 'out.sin');
  const half = both.subarray(0, 32);
  const inside = both.subarray(31, 63);
  refused(() => posenc.ropeTable(4, 16, { out: { cos: half, sin: inside } }), 'out.sin');
  const rope = posenc.createRope({ heads: 1, headDim: 16 });
  refused(() => rope.apply({ q: both, k: both }), 'q');
  refused(() => posenc.similarity(both, 8, 8, { out: both }), 'out');
  refused(() => posenc.resizeGrid(both, [2, 2], [2, 2], 16, { out: both }), 'out');
});

test('createRope refuses q and k of different lengths, since both begin at one position', () => {
  const rope = posenc.createRope({ heads: 1, headDim: 16 });
  refused(() => rope.apply({ q: noise(16), k: noise(64) }), 'k');
  const [q, k] = [noise(16), noise(64)];
  assert.throws(() => rope.apply({ q, k }), RangeError);
  assert.deepEqual([q, k], [noise(16), noise(64)], 'nothing is written');
});

test('sizes are checked before any work that grows with them', () => {
  const started = process.cpuUsage();
  const sparse = new Array(2 ** 32 - 1);
  const shorter = [];
  shorter.length = 2 ** 28;
  for (const [call, name] of [
    [() => posenc.sinusoidal2d(1e9, 1e9, 64), '[prefix + height * width, dim]'],
    [() => posenc.sinusoidalPE(2e7, 1), 'maxLen'],
    [() => posenc.sinusoidal(3, 4, { positions: sparse }), 'positions'],
    [() => posenc.ropeMixedTable(sparse, [1, 2]), 'positions'],
    [() => posenc.timestepEmbedding(sparse, 8), 'timesteps'],
    [() => posenc.timestepEmbedding(shorter, 8), 'timesteps[0]'],
    [() => posenc.mropePositions(sparse), 'segments[0]'],
    [() => posenc.addPositional(sparse, sparse), 'embeddings[0]'],
  ])
    refused(call, name);
  assert.equal(posenc.sinusoidal2d(2 ** 31, 0, 4).length, 0);
  assert.equal(posenc.sinusoidal3d(2 ** 31, 1, 1, 0).length, 0);
  assert.equal(posenc.positionsFromMask([], 2 ** 31, 0).length, 0);
  const none = new Float32Array(0);
  const shape = { heads: 2 ** 31, queries: 0, keys: 0, headDim: 1 };
  assert.equal(posenc.attention({ ...shape, q: none, k: none, v: none }).output.length, 0);
  const { user, system } = process.cpuUsage(started);
  assert.ok(user + system < 5e6, `${(user + system) / 1e6} s`);
});

test('a frozen row, or a row with a hole, is refused before anything is written', () => {
  const first = [1, 2];
  const frozen = Object.freeze([3, 4]);
  const add = (rows) => posenc.addPositional(rows, [new Float32Array([1, 1]), [1, 1]]);
  refused(() => add([first, frozen]), 'embeddings');
  assert.deepEqual(first, [1, 2]);
  const float = noise(2);
  refused(
    () =>
      posenc.addPositional(
        [float, frozen],
        [
          [1, 1],
          [1, 1],
        ],
      ),
    'embeddings',
  );
  assert.deepEqual(float, noise(2));
  const halfFrozen = [5, 6];
  Object.defineProperty(halfFrozen, 1, { writable: false });
  refused(() => add([first, halfFrozen]), 'embeddings');
  assert.deepEqual(
    [first, halfFrozen],
    [
      [1, 2],
      [5, 6],
    ],
  );
  refused(() => add([new Array(2)]), 'embeddings[0][0]');
});

test('a row that occurs twice gets both rows of the table, as in a plain loop', () => {
  const row = [1, 2];
  posenc.addPositional(
    [row, row],
    [
      [10, 20],
      [100, 200],
    ],
  );
  assert.deepEqual(row, [111, 222]);
});

test('times that are no numbers are refused', () => {
  const video = { video: [3, 1, 1], secondsPerGrid: 1e308 };
  refused(() => posenc.mropePositions([video], { tokensPerSecond: 1e308 }), 'segments');
  refused(() => posenc.mropePositions([video], { tokensPerSecond: 0 }), 'segments');
});

test('errors mention the option out only if the function has it', () => {
  assert.throws(
    () => posenc.gridPositions([2 ** 14, 2 ** 14]),
    (error) => !/out/.test(error.message),
  );
  assert.throws(() => posenc.sinusoidal(2 ** 20, 2 ** 20), /"out"/);
});
