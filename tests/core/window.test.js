/*
 * Arrays of any size pass through the window of wasm memory piece by piece. Such a piece is called
 * a tile. No result depends on where tiles begin and end, or on earlier calls. Arrays in ordinary
 * memory, in shared memory and in larger buffers give the same result.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

import * as posenc from '../../web/index.js';
import { STRIP, TILE, open } from '../../web/wasm.js';
import { sameBits } from '../support/comparisons.js';
import { bitsOf, range, rowOf } from '../support/reference.js';

const {
  sinusoidal,
  addPositional,
  ropeTable,
  applyRope,
  shiftRows,
  swapRopeLayout,
  learnedTable,
  lookup,
  similarity,
  attention,
  colorize,
} = posenc;

let seed = 1;
/**
 * Makes pseudorandom numbers in [-1, 1) with few bits. They are the same in every run. The
 * generator is a linear congruence.
 */
function noise(length, Kind = Float32Array) {
  return Kind.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >> 8) / 2 ** 23;
  });
}

/** Returns each length, together with the lengths that are 1 less and 1 more. */
const around = (...lengths) => lengths.flatMap((length) => [length - 1, length, length + 1]);
const SMALL = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33];
const FLOATS = TILE / 4;
const DTYPES = { float32: Float32Array, float64: Float64Array };

/** Asserts that some rows of a table have the same bits as rows that are made one at a time. */
function sameRows(table, dim, rows, alone, what) {
  for (const row of rows) sameBits(rowOf(table, row, dim), alone(row), `${what}, row ${row}`);
}

test('making a table of 1 GiB does not enlarge the wasm memory', () => {
  const dim = 4096;
  const rows = 4096;
  const out = new Float32Array(rows * dim);
  const before = open().u8.buffer.byteLength;
  assert.ok(before <= 4 << 20, `${before} bytes`);
  for (let piece = 0; piece < 16; piece++) {
    assert.equal(sinusoidal(rows, dim, { start: piece * rows, out }), out);
    const alone = (row) => sinusoidal(1, dim, { start: piece * rows + row });
    sameRows(out, dim, [0, 31, 1234 + piece, rows - 1], alone, `piece ${piece}`);
  }
  assert.equal(open().u8.buffer.byteLength, before);
  assert.equal(open().kernels.memory.buffer, open().u8.buffer);
});

/** Asserts that rows of tables of many sizes have the same bits as tables of one row. */
function rowsDependOnPosition(layout, dtype) {
  const options = { layout, dtype };
  const size = DTYPES[dtype].BYTES_PER_ELEMENT;
  const check = (length, dim, start, rows) => {
    const table = sinusoidal(length, dim, { ...options, start });
    const alone = (row) => sinusoidal(1, dim, { ...options, start: start + row });
    sameRows(table, dim, rows, alone, `${layout} ${dtype} ${length} x ${dim}`);
  };
  for (const dim of [0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 33])
    for (const length of [...SMALL, 100]) check(length, dim, 3, range(length));
  for (const dim of [1, 2, 5, 512])
    for (const length of around(Math.floor(TILE / (dim * size))))
      check(length, dim, 0, [0, 1, 31, 32, length >> 1, length - 2, length - 1]);
}

test('a row of a sinusoidal table depends only on its position, at every table length', () => {
  for (const dtype of ['float32', 'float64'])
    for (const layout of ['interleaved', 'concatenated', 'fairseq'])
      rowsDependOnPosition(layout, dtype);
});

test('fractional positions near 0 give the same bits with start and with positions', () => {
  for (const dtype of ['float32', 'float64'])
    for (const start of [-2.5, -40.5, -0.25, 0.75, -70]) {
      const table = sinusoidal(120, 8, { start, dtype });
      const wrong = range(120, start).filter((position, i) => {
        const alone = sinusoidal(1, 8, { positions: [position], dtype });
        return !bitsOf(rowOf(table, i, 8)).equals(bitsOf(alone));
      });
      assert.deepEqual(wrong, [], `${dtype} from ${start}`);
    }
});

test('a table of given positions has the rows of single calls, at sizes around one tile', () => {
  for (const dim of [1, 2, 6, 64])
    for (const length of [...SMALL, ...around((TILE / 4 / dim) | 0)]) {
      const positions = Float64Array.from({ length }, (_, i) => ((i * 7) % 1000) - 300);
      const table = sinusoidal(length, dim, { positions });
      const alone = (row) => sinusoidal(1, dim, { start: positions[row] });
      const rows = [];
      for (let r = 0; r < length; r += r < 40 || r > length - 3 ? 1 : 997) rows.push(r);
      sameRows(table, dim, rows, alone, `${length} x ${dim}`);
    }
});

/** Asserts that a number differs from the wanted number by less than 1e-6. */
const close = (got, wanted, what) => assert.ok(Math.abs(got - wanted) < 1e-6, what);

/**
 * Asserts that an interleaved table has the same columns as a concatenated table, in another order.
 * Also asserts that some columns have the values of the formula.
 */
function joins(dim) {
  const whole = sinusoidal(3, dim, { start: 5 });
  const split = sinusoidal(3, dim, { start: 5, layout: 'concatenated' });
  const half = Math.ceil(dim / 2);
  const picked = whole.map((_, i) => {
    const column = i % dim;
    return split[i - column + (column >> 1) + (column % 2) * half];
  });
  sameBits(whole, picked, `${dim} interleaved and concatenated`);
  for (const pair of [0, STRIP - 1, STRIP, half - 1].filter((i) => i < half)) {
    const angle = 6 * 10000 ** ((-2 * pair) / dim);
    const at = dim + 2 * pair;
    close(whole[at], Math.sin(angle), `sine ${pair} of ${dim}`);
    if (2 * pair + 1 < dim) close(whole[at + 1], Math.cos(angle), `cosine ${pair} of ${dim}`);
  }
}

/** Asserts that some elements of a table in the layout of fairseq have the right values. */
function joinsFairseq(dim) {
  const table = sinusoidal(2, dim, { layout: 'fairseq', start: 1 });
  const pairs = dim >> 1;
  for (const pair of [0, STRIP - 2, pairs - 1]) {
    const angle = 2 * 10000 ** (-pair / (pairs - 1));
    close(table[dim + pair], Math.sin(angle), `fairseq ${pair} of ${dim}`);
    close(table[dim + pairs + pair], Math.cos(angle), `fairseq ${pair} of ${dim}`);
  }
  if (dim % 2) assert.equal(table[2 * dim - 1], 0);
}

test('tables wider than 4096 pairs, which are made in several strips, are correct', () => {
  for (const dim of [...around(2 * STRIP), 8195, ...around(4 * STRIP), 20000, 20001]) {
    joins(dim);
    joinsFairseq(dim);
    assert.equal(posenc.wavelengths(dim).length, Math.ceil(dim / 2));
  }
});

test('addPositional adds the right element of the table to each element, at every size', () => {
  const shapes = [
    ...SMALL.map((n) => [n, 1, 3]),
    ...SMALL.map((n) => [1, n, 1]),
    ...around(FLOATS).flatMap((n) => [
      [n, 1, 1],
      [1, n, 3],
    ]),
    [5, 7, 70000 / 35],
    [300, 301, 2],
    [1, 3 * FLOATS + 5, 2],
  ];
  for (const [length, dim, batches] of shapes) {
    const period = length * dim;
    const x = noise(period * batches);
    const table = noise(period + 3);
    const expected = x.map((value, i) => value + table[i % period]);
    assert.equal(addPositional(x, table, { length, dim }), x);
    sameBits(x, expected, `[${batches}, ${length}, ${dim}]`);
  }
});

/**
 * Rotates by the formula of posenc.h, in the precision of x. `shape` has the options of applyRope.
 */
function rotated(x, shape, table) {
  const { heads, headDim, length, inverse = false, layout = 'half' } = shape;
  const round = x instanceof Float32Array ? Math.fround : (value) => value;
  const interleaved = layout === 'interleaved';
  const pairs = headDim / 2;
  const y = x.slice();
  for (let unit = 0; unit * headDim < x.length; unit++)
    for (let i = 0; i < pairs; i++) {
      const p = unit * headDim + (interleaved ? 2 * i : i);
      const q = interleaved ? p + 1 : p + pairs;
      const at = (Math.floor(unit / heads) % length) * pairs + i;
      const c = table.cos[at];
      const s = inverse ? -table.sin[at] : table.sin[at];
      y[p] = round(round(x[p] * c) - round(x[q] * s));
      y[q] = round(round(x[p] * s) + round(x[q] * c));
    }
  return y;
}

/** Asserts that applyRope is right with the option start, with positions, and with a table. */
function rotatesEveryWay(x, shape, dtype, what) {
  const { length, headDim } = shape;
  const table = ropeTable(length, headDim, { start: 2, dtype });
  for (const [layout, inverse, how] of [
    ['half', false, { start: 2 }],
    ['interleaved', true, { positions: range(length, 2) }],
    ['half', true, { table }],
  ]) {
    if (how.table && !headDim) continue;
    const options = { ...shape, layout, inverse };
    const y = x.slice();
    assert.equal(applyRope(y, { ...options, ...how }), y);
    sameBits(y, rotated(x, options, table), `${what} ${layout} ${Object.keys(how)}`);
  }
}

/** Asserts that applyRope accepts a separate position for each row of each batch. */
function rotatesByAllPositions(x, batches, shape, dtype) {
  const { length, headDim } = shape;
  const positions = range(headDim ? batches * length : 0).map((i) => i % 5);
  const table = ropeTable(positions.length, headDim, { positions, dtype });
  sameBits(
    applyRope(x.slice(), { ...shape, positions }),
    rotated(x, { ...shape, length: positions.length }, table),
    'a position for each batch and row',
  );
}

/** Asserts that applyRope, given a table and positions, uses the rows of these positions. */
function rotatesByRowsOfTable(x, shape, dtype) {
  const { length, headDim } = shape;
  const pairs = headDim / 2;
  const table = ropeTable(length, headDim, { start: 2, dtype });
  const positions = range(length).map((i) => length - 1 - i);
  const picked = { cos: table.cos.slice(), sin: table.sin.slice() };
  for (const part of ['cos', 'sin'])
    positions.forEach((from, to) => picked[part].set(rowOf(table[part], from, pairs), to * pairs));
  sameBits(
    applyRope(x.slice(), { ...shape, table, positions }),
    rotated(x, shape, picked),
    'rows of a table by position',
  );
}

test('applyRope and ropeTable rotate each pair by the formula, at every size', () => {
  const shapes = [
    ...SMALL.map((n) => [1, n, 2, 6]),
    ...SMALL.map((n) => [2, 3, 1, 2 * n]),
    [2, 3, 2, 8192],
    ...around(TILE / 4 / 64).map((n) => [1, n, 1, 64]),
    ...around(TILE / 8).map((n) => [1, n, 1, 2]),
    [3, 5000, 2, 66],
  ];
  for (const [dtype, Kind] of Object.entries(DTYPES))
    for (const [batches, length, heads, headDim] of shapes) {
      const x = noise(batches * length * heads * headDim, Kind);
      const shape = { heads, headDim, length };
      rotatesEveryWay(x, shape, dtype, `${dtype} [${batches}, ${length}, ${heads}, ${headDim}]`);
      rotatesByAllPositions(x, batches, shape, dtype);
      if (length && headDim && x.length <= 1e5) rotatesByRowsOfTable(x, shape, dtype);
    }
});

/** Asserts that swapRopeLayout moves the elements of each row, and can move them back. */
function swapsRows(x, dim, what) {
  const half = swapRopeLayout(x.slice(), { headDim: dim, from: 'interleaved', to: 'half' });
  const wanted = x.map((_, i) => {
    const column = i % dim;
    return x[i - column + ((2 * column) % dim) + (2 * column >= dim ? 1 : 0)];
  });
  sameBits(half, wanted, `swap ${what}`);
  const back = swapRopeLayout(half, { headDim: dim, from: 'half', to: 'interleaved' });
  sameBits(back, x, `swap back ${what}`);
}

/**
 * Asserts that shiftRows treats each row on its own. Also asserts that applyRope changes only the
 * first rotaryDim elements.
 */
function movesRows(x, dim, rows, what) {
  const moved = shiftRows(x.slice(), dim, 1.5);
  const shape = { heads: 1, headDim: dim, rotaryDim: dim - 2, layout: 'interleaved' };
  const partial = applyRope(x.slice(), shape);
  for (const row of [0, 1, 31, 32, rows - 2, rows - 1].filter((r) => r >= 0 && r < rows)) {
    const alone = shiftRows(rowOf(x, row, dim).slice(), dim, 1.5);
    sameBits(rowOf(moved, row, dim), alone, `shiftRows ${what}, row ${row}`);
    const rest = (row + 1) * dim - 2;
    sameBits(
      partial.subarray(rest, rest + 2),
      x.subarray(rest, rest + 2),
      'what is not rotated stays',
    );
  }
}

test('swapRopeLayout and shiftRows treat each row on its own, at every size', () => {
  for (const Kind of [Float32Array, Float64Array])
    for (const dim of [2, 4, 6, 66, 8192]) {
      const fit = Math.floor(TILE / dim / Kind.BYTES_PER_ELEMENT);
      for (const rows of dim === 8192 ? [0, 1, 3, 5, 9] : [...SMALL, ...around(fit)]) {
        const x = noise(rows * dim, Kind);
        swapsRows(x, dim, `${rows} x ${dim}`);
        movesRows(x, dim, rows, `${rows} x ${dim}`);
      }
    }
});

/** Counts the elements of biases and buckets that do not have the value for their distance. */
function wrongBiases(queries, keys, { slopes, weights, far, farRow }) {
  const bias = posenc.alibiBias(3, queries, keys);
  const causal = posenc.alibiBias(3, queries, keys, { causal: true });
  const buckets = posenc.t5Buckets(queries, keys);
  const t5 = posenc.t5Bias(weights, 3, queries, keys);
  const scores = noise(bias.length * 2);
  const sums = posenc.addAlibi(scores.slice(), 3, queries, keys);
  let wrong = 0;
  for (let i = 0; i < bias.length; i++) {
    const head = Math.floor(i / (queries * keys));
    const query = Math.floor(i / keys) % queries;
    const key = i % keys;
    const distance = key - (query + keys - queries);
    const bucket = buckets[query * keys + key];
    const second = i + bias.length;
    wrong +=
      bias[i] !== Math.fround(-slopes[head] * Math.abs(distance)) ||
      causal[i] !== (distance > 0 ? -Infinity : bias[i]) ||
      t5[i] !== weights[bucket * 3 + head] ||
      sums[i] !== Math.fround(scores[i] + bias[i]) ||
      sums[second] !== Math.fround(scores[second] + bias[i]);
    if (head === 0) wrong += bucket !== farRow[far - Math.abs(distance)] + (distance > 0 ? 16 : 0);
  }
  return wrong;
}

test('biases and buckets have the value for their distance, at every size', () => {
  const shapes = [
    ...SMALL.flatMap((n) => [
      [n, 5],
      [5, n],
    ]),
    ...around(TILE / 16).flatMap((n) => [
      [2, n],
      [n, 2],
    ]),
    ...around(4 * FLOATS).map((n) => [n, 1]),
    ...around(256).map((n) => [n, n]),
    [3, 70000],
  ];
  const far = 270000;
  const known = {
    slopes: posenc.alibiSlopes(3),
    weights: noise(32 * 3),
    far,
    farRow: posenc.t5Buckets(1, far + 1),
  };
  for (const [queries, keys] of shapes)
    assert.equal(wrongBiases(queries, keys, known), 0, `${queries} x ${keys}`);
});

test('learnedTable, lookup and colorize give each element the same value at every length', () => {
  const palette = Uint8Array.from({ length: 40 }, (_, i) => i * 5);
  const whole = learnedTable(1, 2 * FLOATS + 9, { seed: 5 });
  for (const length of [...SMALL, ...around(FLOATS, 2 * FLOATS), ...around(1 << 15)]) {
    const learned = learnedTable(1, length, { seed: 5 });
    sameBits(learned, whole.slice(0, length), `learned ${length}`);
    const values = noise(length);
    const backwards = Int32Array.from({ length }, (_, i) => length - 1 - i);
    const copy = lookup(values, 1, backwards);
    sameBits(copy, values.slice().reverse(), `lookup ${length}`);
    const colors = colorize(values, palette);
    const alone = (i) => colorize(values.slice(i, i + 1), palette);
    for (let i = 0; i < length; i += i < 40 || i > length - 4 ? 1 : 509)
      sameBits(rowOf(colors, i, 4), alone(i), `colour ${i} of ${length}`);
  }
});

test('a table of one pair is correct with 65537 rows', () => {
  const length = 65537;
  const positions = Float64Array.from({ length }, (_, i) => (i % 777) - 0.5);
  const table = ropeTable(length, 2, { positions });
  for (const i of [0, 1, 32767, 32768, 65535, 65536]) {
    const { cos, sin } = ropeTable(1, 2, { positions: [positions[i]] });
    assert.deepEqual([table.cos[i], table.sin[i]], [cos[0], sin[0]], `row ${i}`);
  }
});

test('the largest number of buckets and the largest number of heads fit the window', () => {
  const buckets = 32768;
  const keys = 80000;
  const options = { bidirectional: false, buckets, maxDistance: 70000 };
  const weights = noise(4 * buckets);
  const index = posenc.t5Buckets(1, keys, options);
  assert.equal(index[0], buckets - 1);
  assert.deepEqual([...index.slice(-3)], [2, 1, 0]);
  const bias = posenc.t5Bias(weights, 4, 1, keys, options);
  const wanted = bias.map((_, i) => weights[index[i % keys] * 4 + Math.floor(i / keys)]);
  sameBits(bias, wanted, 't5Bias');
  const slopes = posenc.alibiSlopes(65536);
  assert.ok(slopes.every((slope, i) => i === 0 || slope <= slopes[i - 1]));
  assert.equal(slopes[65535], 2 ** -8);
});

test('no result depends on which table was made before', () => {
  const calls = [
    () => sinusoidal(40, 12),
    () => sinusoidal(40, 12, { precision: 'float32' }),
    () => sinusoidal(40, 12, { base: 100 }),
    () => ropeTable(40, 12, { start: 0.5 }).cos,
    () => posenc.wavelengths(12),
    () => posenc.shiftMatrix(12, 7),
    () => posenc.t5Buckets(9, 9),
    () => learnedTable(5, 5),
    () => sinusoidal(2, 9000),
    () => sinusoidal(40, 11, { layout: 'fairseq' }),
  ];
  const alone = calls.map((call) => call());
  for (const before of calls)
    calls.forEach((call, i) => {
      before();
      sameBits(call(), alone[i], `${before} then ${call}`);
    });
});

/** Returns the indexes at which two arrays differ. */
const differences = (a, b) => [...a.keys()].filter((i) => !Object.is(a[i], b[i]));

/**
 * Asserts that a bad value at `at` changes only the elements that in-place functions compute from
 * it.
 */
function staysInPlace(x, broken, at, bad) {
  const spreads = (call, ...where) =>
    assert.deepEqual(
      differences(call(x.slice()), call(broken.slice())),
      where,
      `${call} with ${bad} at ${at}`,
    );
  const table = noise(20);
  const row = at - (at % 8);
  const pair = at - (at % 2);
  const low = row + (at % 4);
  spreads((y) => addPositional(y, table, { length: 2, dim: 10 }), at);
  spreads((y) => posenc.addAlibi(y, 2, 4, 5), at);
  spreads((y) => applyRope(y, { heads: 1, headDim: 8, start: 1 }), low, low + 4);
  spreads((y) => shiftRows(y, 8, 3), pair, pair + 1);
  spreads(
    (y) => swapRopeLayout(y, { headDim: 8, from: 'half', to: 'interleaved' }),
    row + (at % 4) * 2 + (at % 8 >= 4 ? 1 : 0),
  );
}

/**
 * Asserts that a bad value at `at` changes only the results that are computed from it: colours,
 * similarities and attention.
 */
function staysWhereItIsRead(x, broken, at, bad) {
  const palette = Uint8Array.from({ length: 16 }, (_, i) => i + 1);
  const colors = differences(colorize(x, palette), colorize(broken, palette));
  assert.deepEqual(
    colors.filter((i) => i >> 2 !== at),
    [],
  );
  const row = at >> 3;
  const alike = similarity(broken, 5, 8);
  const before = similarity(x, 5, 8);
  for (let i = 0; i < 25; i++)
    assert.equal(
      Object.is(alike[i], before[i]),
      ((i / 5) | 0) !== row && i % 5 !== row,
      `similarity ${i} with ${bad} at ${at}`,
    );
  const shape = { heads: 1, queries: 5, keys: 5, headDim: 8 };
  const run = (q) => attention({ q, k: x, v: x, ...shape }).output;
  const good = run(x);
  const spoilt = run(broken);
  for (let i = 0; i < 5; i++)
    assert.equal(
      bitsOf(rowOf(good, i, 8)).equals(bitsOf(rowOf(spoilt, i, 8))),
      i !== row,
      `attention row ${i} with ${bad} at ${at}`,
    );
}

test('NaN and Infinity change only the results of their own element, pair or row', () => {
  for (const bad of [NaN, Infinity, -Infinity])
    for (const at of [0, 3, 4, 17, 38, 39]) {
      const x = noise(40);
      const broken = x.slice();
      broken[at] = bad;
      staysInPlace(x, broken, at, bad);
      staysWhereItIsRead(x, broken, at, bad);
    }
});

/**
 * Returns calls of most functions. Each call first passes all its arrays to `of`, which may copy
 * them to another type of memory.
 */
function callsOn({ x, wide, table }) {
  const shape = { heads: 2, queries: 4, keys: 4, headDim: 6 };
  const palette = Uint8Array.from({ length: 16 }, (_, i) => i * 9);
  const doubles = (length) => noise(length, Float64Array);
  return [
    (of) => addPositional(of(x), of(table), { length: 4, dim: 6 }),
    (of) => applyRope(of(x), { heads: 2, headDim: 4, positions: of(table.slice(0, 6)) }),
    (of) => applyRope(of(wide), { heads: 2, headDim: 4 }),
    (of) => {
      const tables = { cos: of(table), sin: of(table) };
      return applyRope(of(x), { heads: 1, headDim: 4, table: tables, length: 12 });
    },
    (of) => shiftRows(of(wide), 6, 2),
    (of) => swapRopeLayout(of(x), { headDim: 6, from: 'half', to: 'interleaved' }),
    (of) => posenc.addAlibi(of(x), 2, 4, 6, { slopes: of(x.slice(0, 2)) }),
    (of) => posenc.alibiBias(2, 4, 6, { out: of(x) }),
    (of) => posenc.alibiSlopes(48, { out: of(x) }),
    (of) => learnedTable(6, 8, { out: of(x) }),
    (of) => lookup(of(table), 6, of(Float64Array.of(3, 0))),
    (of) => lookup(of(wide), 6, of(Uint8Array.of(3, 0, 1, 1)), { out: of(doubles(24)) }),
    (of) => similarity(of(x), 6, 8),
    (of) => similarity(of(wide), 6, 8, { out: of(noise(36)) }),
    (of) => sinusoidal(6, 8, { out: of(x), positions: of(Int32Array.of(1, 2, 3, 4, 5, 6)) }),
    (of) => sinusoidal(6, 8, { out: of(wide), dtype: 'float64' }),
    (of) => ropeTable(6, 8, { out: { cos: of(table), sin: of(noise(24)) } }).cos,
    (of) => posenc.t5Buckets(4, 6, { out: of(new Int32Array(24)) }),
    (of) => posenc.t5Bias(of(noise(64)), 2, 4, 6, { out: of(x) }),
    (of) => colorize(of(x), of(palette), { out: of(new Uint8ClampedArray(192)) }),
    (of) => {
      const arrays = { q: of(x), k: of(x), v: of(x), bias: of(noise(32)) };
      return attention({ ...arrays, ...shape, out: { output: of(noise(48)) } }).output;
    },
  ];
}

/** Asserts that calls with arrays from `of` have the same results as calls with ordinary arrays. */
function sameResults(of, what) {
  const arrays = { x: noise(48), wide: noise(48, Float64Array), table: noise(24) };
  for (const call of callsOn(arrays)) {
    const from = seed;
    const expected = call((array) => array.slice());
    seed = from;
    sameBits(call(of), expected, `${what}: ${call}`);
  }
}

/** Evaluates an expression in another realm, where Array and Float32Array are other objects. */
const elsewhere = (expression) => vm.runInNewContext(expression);

test('arrays in shared memory, and views of parts of buffers, give the same results', () => {
  sameResults((array) => {
    const to = new array.constructor(new SharedArrayBuffer(array.byteLength));
    to.set(array);
    return to;
  }, 'shared');
  sameResults((array) => {
    const to = new array.constructor(array.length + 7).subarray(3, 3 + array.length);
    to.set(array);
    return to;
  }, 'view');
});

test('arrays from another realm give the same results', () => {
  sameResults(
    (array) => elsewhere(`array => ${array.constructor.name}.from(array)`)(array),
    'another realm',
  );
  const rows = elsewhere('[[1, 2], new Float32Array([3, 4])]');
  const sums = addPositional(rows, elsewhere('[[1, 1], [2, 2]]'));
  assert.deepEqual(
    Array.from(sums, (row) => [...row]),
    [
      [2, 3],
      [5, 6],
    ],
  );
});

test('no function writes to elements outside its view', () => {
  const buffer = new Float32Array(64).fill(9);
  const view = buffer.subarray(5, 53);
  sinusoidal(6, 8, { out: view });
  applyRope(view, { heads: 2, headDim: 4 });
  shiftRows(view, 6, 1);
  posenc.addAlibi(view, 2, 4, 6);
  learnedTable(6, 8, { out: view });
  assert.deepEqual([...buffer.subarray(0, 5), ...buffer.subarray(53)], Array(16).fill(9));
});

/** Runs a program in a process of its own, and returns what it prints. */
function run(program) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** Programs that take WebAssembly away: the first deletes it, the second makes every use throw. */
const LOSSES = [
  'delete globalThis.WebAssembly;',
  `globalThis.WebAssembly = new Proxy({}, {
    get(_, name) { throw new Error(\`touched \${String(name)}\`); },
  });`,
];

/**
 * Returns a program that runs without WebAssembly. It imports posenc, looks for new globals, calls
 * a function, and prints the error.
 */
const program = (loss) => `
  ${loss}
  const names = Object.keys(globalThis).length;
  const posenc = await import('${new URL('../../web/index.js', import.meta.url)}');
  if (Object.keys(globalThis).length !== names) throw new Error('a global was made');
  const out = new Float32Array(4).fill(7);
  try {
    posenc.sinusoidal(2, 2, { out });
  } catch (error) {
    const { constructor, message, cause } = error;
    console.log(constructor.name, message, cause ? 'cause' : '', String(out));
  }`;

test('importing posenc has no side effect; a call without WebAssembly explains its error', () => {
  for (const loss of LOSSES)
    assert.match(
      run(program(loss)),
      /^Error posenc .*SIMD.*'wasm-unsafe-eval'.*ready\(\).*posenc\/scalar.* cause 7,7,7,7$/s,
    );
});

/**
 * A program that imitates the main thread of Chrome before version 115. There, only small modules
 * compile synchronously.
 */
const OLD_CHROME = `
  for (const name of ['Module', 'Instance'])
    WebAssembly[name] = class {
      constructor() {
        throw new RangeError(\`WebAssembly.\${name} is disallowed on the main thread\`);
      }
    };`;

test('where kernels compile only asynchronously, calls work after ready()', () => {
  const said = run(`
    ${OLD_CHROME}
    const { createArena, ready, sinusoidal } = await import(
      '${new URL('../../web/index.js', import.meta.url)}'
    );
    const messageOf = (call) => {
      try {
        return String(call());
      } catch (error) {
        return error.message;
      }
    };
    console.log(messageOf(() => sinusoidal(1, 2)));
    await Promise.all([ready(), ready()]);
    console.log(messageOf(() => sinusoidal(1, 2)));
    console.log(messageOf(() => createArena(16)));
  `).split('\n');
  assert.match(said[0], /posenc cannot run its kernels here.*await ready\(\).*disallowed/);
  assert.equal(said[1], '0,1');
  assert.match(
    said[2],
    /^\w+: bytes: expected a thread in which arenas can be made, got .*disallowed/,
  );
});

test('ready() throws what a call throws, if nothing can run the kernels', () => {
  for (const loss of LOSSES) {
    const said = run(`
      ${loss}
      const { ready } = await import('${new URL('../../web/index.js', import.meta.url)}');
      await ready().catch(({ constructor, message }) => console.log(constructor.name, message));
    `);
    assert.match(said, /^Error posenc cannot run its kernels here/);
  }
});

/** Returns a module in which pe_version and pe_angles return this version, and no other kernels. */
function moduleWithoutKernels(version) {
  const names = ['pe_version', 'pe_angles'].map((name) => [
    ...[name.length, ...Buffer.from(name)],
    ...[0, 0], // the function with index 0
  ]);
  const list = [names.length, ...names.flat()];
  return Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...[1, 5, 1, 96, 0, 1, 127], // a type: no arguments, one i32
    ...[3, 2, 1, 0], // a function of this type
    ...[7, list.length, ...list], // its names
    ...[10, 6, 1, 4, 0, 65, version, 11], // its code: i32.const version
  );
}

test('useModule accepts only the module of the package, which gives the same bits', () => {
  const file = fileURLToPath(new URL('../../dist/posenc.wasm', import.meta.url));
  const module = new WebAssembly.Module(readFileSync(file));
  const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const instance = new WebAssembly.Instance(module);
  const before = sinusoidal(9, 9);
  const machine = open();
  const others = [undefined, null, {}, 'posenc.wasm', new Uint8Array(8), instance];
  for (const other of [...others, Promise.resolve(module)])
    assert.throws(() => posenc.useModule(other), {
      name: 'TypeError',
      message: /^\w+: module: expected a WebAssembly.Module, got ./,
    });
  assert.equal(open(), machine);
  assert.throws(() => posenc.useModule(empty), {
    name: 'TypeError',
    message: /^\w+: module: expected /,
  });
  const hollow = new WebAssembly.Module(moduleWithoutKernels(open().kernels.pe_version()));
  assert.throws(() => posenc.useModule(hollow), {
    name: 'TypeError',
    message: /^\w+: module: expected all exports of posenc\.wasm, got none called memory$/,
  });
  posenc.useModule(module);
  sameBits(sinusoidal(9, 9), before, 'the same table');
  assert.notEqual(open(), machine);
});
