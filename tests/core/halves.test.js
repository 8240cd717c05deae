/*
 * Tests numbers of 16 bits: every element is rounded once from its exact value, in tables,
 * rotations and biases. Node 20 has no Float16Array, so all arrays in this file contain bits.
 * tests/pages/halves.test.js tests Float16Array in browsers.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as posenc from '../../web/index.js';
import { angle, fixed, frequencies, toFloat64, walk } from '../support/exact.js';
import { HALVES, bitsOfHalf, isRounded, misrounded, valueOfHalf } from '../support/halves.js';
import { random, range } from '../support/reference.js';

/** Returns the bits of the number that is nearest to a fixed-point number. */
function bitsOfFixed(v, dtype) {
  const x = toFloat64(v);
  if (Math.abs(x) < 1e-40) return 0; // `walk` adds rounding errors to the sines of position 0
  const beyond = v - fixed(x);
  return bitsOfHalf(x, dtype, Number(beyond > 0n) - Number(beyond < 0n));
}

/** Asserts that at most 1 in 100000 elements is not rounded correctly. */
function assertRounded(got, values, dtype, what) {
  const wrong = misrounded(got, values, dtype);
  assert.ok(wrong <= got.length / 1e5, `${what} ${dtype}: ${wrong} of ${got.length}`);
}

const doublesOf = (bits, dtype) => Float64Array.from(bits, (each) => valueOfHalf(each, dtype));

/** Returns numbers of 16 bits. About half of them are below 1, and some are special. */
function halves(length, seed, dtype) {
  const draw = random(seed);
  const specials = [NaN, Infinity, -Infinity, 0, -0, 1e-6, -3e-8, 60000, 1e-39];
  return Uint16Array.from({ length }, (_, i) =>
    i % 101 === 7
      ? bitsOfHalf(specials[i % specials.length], dtype) || 0x7fff
      : bitsOfHalf(3 * (draw() + draw() + draw() - 1.5), dtype),
  );
}

test('the slow conversions agree with each other and with known bits', () => {
  const known = { float16: [0x3c00, 0x7bff, 1, 0x555], bfloat16: [0x3f80, 0x7f7f, 1, 0x3eab] };
  for (const dtype of HALVES) {
    for (let bits = 0; bits < 65536; bits++) {
      const x = valueOfHalf(bits, dtype);
      assert.ok(isRounded(bits, bitsOfHalf(x, dtype), dtype), `${dtype} ${bits}`);
    }
    assert.equal(valueOfHalf(known[dtype][0], dtype), 1);
  }
  assert.equal(valueOfHalf(0x7bff, 'float16'), 65504);
  assert.equal(bitsOfHalf(65520, 'float16'), 0x7c00);
  assert.equal(bitsOfHalf(1 / 3, 'float16'), known.float16[3] + 0x3000);
  assert.equal(bitsOfHalf(1 / 3, 'bfloat16'), known.bfloat16[3]);
  assert.equal(bitsOfHalf(1 + 2 ** -11, 'float16', 1), 0x3c01);
  assert.equal(bitsOfHalf(-1 - 2 ** -11, 'float16', 1), 0xbc00);
});

test('every element of a sinusoidal table is the exact value, rounded once', () => {
  for (const dtype of HALVES)
    for (const [start, rows, dim] of [
      [0, 64, 128],
      [-70, 100, 33],
      [16777100, 40, 96],
    ]) {
      const table = posenc.sinusoidal(rows, dim, { start, dtype });
      frequencies(Math.ceil(dim / 2), 1e4, dim).forEach((each, pair) =>
        walk(each, start, rows, (row, sine, cosine) => {
          const at = row * dim + 2 * pair;
          assert.equal(table[at], bitsOfFixed(sine, dtype), `${dtype} ${start} ${row} ${pair}`);
          if (2 * pair + 1 < dim) assert.equal(table[at + 1], bitsOfFixed(cosine, dtype));
        }),
      );
    }
});

test('of a million elements of a table, at most 1 in 100000 is not rounded correctly', () => {
  const [rows, dim] = [2048, 512];
  const values = new Float64Array(rows * dim);
  for (let i = 0; i < dim; i++) {
    const w = 10000 ** ((-2 * Math.floor(i / 2)) / dim);
    for (let p = 0; p < rows; p++) values[p * dim + i] = (i % 2 ? Math.cos : Math.sin)(p * w);
  }
  for (const dtype of HALVES)
    assertRounded(posenc.sinusoidal(rows, dim, { dtype }), values, dtype, 'sinusoidal');
});

/** Functions that make tables. Their argument contains more options, such as `dtype`. */
const TABLES = {
  concatenated: (o) => posenc.sinusoidal(300, 515, { layout: 'concatenated', ...o }),
  fairseq: (o) => posenc.sinusoidal(77, 33, { layout: 'fairseq', start: 2, ...o }),
  wide: (o) => posenc.sinusoidal(5, 9001, { start: 3.25, ...o }),
  'wide, split': (o) => posenc.sinusoidal(5, 9000, { layout: 'concatenated', ...o }),
  positions: (o) => posenc.sinusoidal(4, 20, { positions: [3, 3, -7.5, 1e9], ...o }),
  rounded: (o) => posenc.sinusoidal(50, 64, { precision: 'float32', start: 1e5, ...o }),
  mae: (o) => posenc.sinusoidal2d(13, 40, 128, { prefix: 1, ...o }),
  timm: (o) => posenc.sinusoidal2d(40, 13, 64, { order: 'timm', ...o }),
  frames: (o) => posenc.sinusoidal3d(3, 5, 7, 48, o),
  fourier: (o) => posenc.fourierFeatures(range(30), 7, { axes: 3, maxResolution: 64, ...o }),
  nerf: (o) => posenc.fourierFeatures([0.1, 0.7, 0.3], 10, { layout: 'nerf', ...o }),
  timestep: (o) => posenc.timestepEmbedding([0, 1.5, 999], 33, { flip: true, ...o }),
  rope: (o) => posenc.ropeTable(300, 64, o).cos,
  yarn: (o) => posenc.ropeTable(300, 64, { scaling: YARN, ...o }).sin,
  xpos: (o) => posenc.ropeTable(90, 64, { xpos: { of: 'keys' }, ...o }).cos,
  sections: (o) =>
    posenc.ropeTable(30, 64, { sections: [8, 12, 12], positions: range(90), ...o }).sin,
  mixed: (o) => posenc.ropeMixedTable(range(40), range(48, 0.1), { ...o }).sin,
};
const YARN = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 64 };

test('every kind of table with 16 bits is its table of doubles, rounded', () => {
  for (const [name, make] of Object.entries(TABLES)) {
    const values = make({ dtype: 'float64' });
    for (const dtype of HALVES) assert.equal(misrounded(make({ dtype }), values, dtype), 0, name);
  }
});

test('the attention factor is multiplied before the only rounding', () => {
  const { cos, attentionFactor } = posenc.ropeTable(40, 32, { scaling: YARN, dtype: 'float16' });
  const plain = posenc.ropeFrequencies(32, { scaling: YARN });
  assert.equal(attentionFactor, plain.attentionFactor);
  const values = new Float64Array(40 * 16);
  for (let p = 0; p < 40; p++)
    plain.frequencies.forEach((w, i) => {
      values[p * 16 + i] = attentionFactor * toFloat64(angle(p, { w: fixed(w) })[1]);
    });
  assert.equal(misrounded(cos, values, 'float16'), 0);
});

const LAYOUTS = ['half', 'interleaved', 'interleaved-to-half'];

test('rotations of a million elements are rounded once, in every layout', () => {
  for (const dtype of HALVES) {
    let [wrong, total] = [0, 0];
    for (const layout of LAYOUTS)
      for (const own of [
        { headDim: 128, heads: 8, length: 150 },
        { headDim: 70, heads: 3, length: 99, rotaryDim: 26, rotaryStart: 4 },
        { headDim: 6, heads: 2, length: 1000, inverse: true },
        { headDim: 64, heads: 4, length: 500, scaling: YARN, start: 7 },
      ]) {
        const x = halves(2 * own.length * own.heads * own.headDim, own.headDim, dtype);
        const values = doublesOf(x, dtype);
        posenc.applyRope(values, { ...own, layout });
        assert.equal(posenc.applyRope(x, { ...own, layout, dtype }), x);
        wrong += misrounded(x, values, dtype);
        total += x.length;
      }
    assert.ok(total > 1e6 && wrong <= total / 1e5, `${dtype}: ${wrong} of ${total}`);
  }
});

test('the formula of a rotation, from cosines and sines of Math, gives the same bits', () => {
  for (const dtype of HALVES) {
    const [length, headDim] = [200, 64];
    const x = halves(length * headDim, 5, dtype);
    const before = doublesOf(x, dtype);
    const values = before.slice();
    for (let p = 0; p < length; p++)
      for (let i = 0; i < 32; i++) {
        const a = p * 10000 ** (-i / 32);
        const at = p * headDim + i;
        values[at] = before[at] * Math.cos(a) - before[at + 32] * Math.sin(a);
        values[at + 32] = before[at] * Math.sin(a) + before[at + 32] * Math.cos(a);
      }
    posenc.applyRope(x, { heads: 1, headDim, dtype });
    // If two products are nearly equal, a small error of Math.sin or Math.cos can change the
    // rounded value of their difference.
    assert.ok(misrounded(x, values, dtype) <= 2);
  }
});

test('a rotation changes no other element, and its inverse nearly restores the array', () => {
  for (const dtype of HALVES) {
    const options = { heads: 3, headDim: 16, rotaryDim: 8, rotaryStart: 2, rotaryHeads: 2, dtype };
    const x = halves(48 * 20, 3, dtype).map((bits) => (bits & 0x83ff) | 0x3c00);
    const before = x.slice();
    posenc.applyRope(x, options);
    for (let i = 0; i < x.length; i++) {
      const rotates = i % 48 >= 16 && i % 16 >= 2 && i % 16 < 10;
      if (!rotates) assert.equal(x[i], before[i], i);
    }
    assert.notDeepEqual(x, before);
    posenc.applyRope(x, { ...options, inverse: true });
    const ulp = dtype === 'float16' ? 2 ** -10 : 2 ** -7;
    for (let i = 0; i < x.length; i++) {
      const off = valueOfHalf(x[i], dtype) - valueOfHalf(before[i], dtype);
      assert.ok(Math.abs(off) <= 6 * ulp, `${i}: ${off}`);
    }
  }
});

test('a table of floats and createRope rotate as the angles themselves do', () => {
  for (const dtype of HALVES)
    for (const layout of LAYOUTS) {
      const own = { heads: 4, headDim: 32, layout };
      const x = halves(128 * 50, 9, dtype);
      const [y, q, k] = [x.slice(), x.slice(), x.slice(0, 64 * 50)];
      posenc.applyRope(x, { ...own, start: 5, dtype });
      const table = posenc.ropeTable(60, 32, { dtype: 'float64' });
      posenc.applyRope(y, { ...own, start: 5, dtype, table });
      assert.deepEqual(y, x);
      posenc.createRope({ ...own, keyHeads: 2, dtype }).apply({ q, k, start: 5 });
      assert.deepEqual(q, x);
    }
});

test('swapRopeLayout moves bits, also those of NaN, and back', () => {
  for (const dtype of HALVES) {
    const x = Uint16Array.from({ length: 12 * 30 }, (_, i) => i * 40503);
    const before = x.slice();
    const options = { headDim: 12, rotaryDim: 8, rotaryStart: 2, dtype };
    posenc.swapRopeLayout(x, { ...options, from: 'half', to: 'interleaved' });
    for (let i = 0; i < x.length; i++) {
      const d = (i % 12) - 2;
      const from = d < 0 || d >= 8 ? i : i - d + Math.floor(d / 2) + (d % 2) * 4;
      assert.equal(x[i], before[from]);
    }
    posenc.swapRopeLayout(x, { ...options, from: 'interleaved', to: 'half' });
    assert.deepEqual(x, before);
  }
});

/** Returns one matrix for each head. Its elements are value(head, distance, query). */
function matrices(heads, queries, keys, causal, value) {
  const out = new Float64Array(heads * queries * keys);
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++) {
        const relative = k - q - keys + queries;
        const bias = causal && relative > 0 ? -Infinity : value(h, Math.abs(relative), q);
        out[(h * queries + q) * keys + k] = bias;
      }
  return out;
}

test('biases are rounded once from their formulas', () => {
  const [heads, queries, keys] = [5, 170, 290];
  const slopes = posenc.alibiSlopes(heads);
  const [p, a] = [
    [0.3, 0.5, 0.7, 1, 1.5],
    [0.1, 0.2, 0.3, 0.5, 2],
  ];
  const draw = random(1);
  const floats = (length) => Float32Array.from({ length }, () => draw() - 0.5);
  const network = { w1: floats(8), b1: floats(8), w2: floats(8 * heads), b2: floats(heads) };
  const fire = (h, D, q) => {
    const x = Math.log1p(0.1 * D) / (Math.log1p(0.1 * Math.max(q + 120, 30)) + 1e-6);
    const { w1, b1, w2, b2 } = network;
    return w1.reduce((sum, w, u) => sum + w2[h * 8 + u] * Math.max(0, w * x + b1[u]), b2[h]);
  };
  const power = { p, a, form: 'power' };
  const cases = {
    alibiBias: [{}, (h, D) => 0 - slopes[h] * D],
    kerpleBias: [{ p, a }, (h, D) => -p[h] * Math.log1p(a[h] * D)],
    'kerpleBias ': [power, (h, D) => -a[h] * D ** p[h]],
    fireBias: [{ ...network, threshold: 30 }, fire],
  };
  for (const [name, [own, value]] of Object.entries(cases))
    for (const causal of [false, true])
      for (const dtype of HALVES) {
        const bias = posenc[name.trim()](heads, queries, keys, { ...own, causal, dtype });
        assertRounded(bias, matrices(heads, queries, keys, causal, value), dtype, name);
      }
});

test('a million elements of ALiBi have the bits of the rounded product', () => {
  for (const dtype of HALVES) {
    const slopes = [0.1, 1 / 3, 0.7071067811865476, 1e-3];
    const values = matrices(4, 500, 600, false, (h, D) => 0 - slopes[h] * D);
    const bias = posenc.alibiBias(4, 500, 600, { slopes, dtype });
    assert.equal(misrounded(bias, values, dtype), 0);
  }
});

test('sandwichBias is its float32 bias within the rounding of both types', () => {
  for (const dtype of HALVES) {
    const wide = posenc.sandwichBias(3, 40, 90, { dim: 64, causal: true });
    const bias = posenc.sandwichBias(3, 40, 90, { dim: 64, causal: true, dtype });
    let off = 0;
    bias.forEach((bits, i) => (off += bits !== bitsOfHalf(wide[i], dtype)));
    assert.ok(off <= bias.length / 1000, `${off} differ from the bias that is rounded twice`);
  }
});

test('learned biases are the weights, rounded', () => {
  const draw = random(4);
  const floats = (length) =>
    Float32Array.from({ length }, () => (draw() - 0.5) * 10 ** (5 * draw() - 3));
  const [heads, queries, keys] = [3, 50, 70];
  const weights = floats(32 * heads);
  const buckets = posenc.t5Buckets(queries, keys);
  for (const dtype of HALVES) {
    const values = range(heads).flatMap((h) => Array.from(buckets, (b) => weights[b * heads + h]));
    assert.equal(
      misrounded(posenc.t5Bias(weights, heads, queries, keys, { dtype }), values, dtype),
      0,
    );
    for (const [height, width] of [
      [7, 7],
      [3, 11],
    ]) {
      const table = floats((2 * height - 1) * (2 * width - 1) * heads);
      const index = posenc.swinIndex(height, width);
      const wanted = range(heads).flatMap((h) => Array.from(index, (i) => table[i * heads + h]));
      const bias = posenc.swinBias(table, heads, height, width, { dtype });
      assert.equal(misrounded(bias, wanted, dtype), 0);
    }
  }
});

test('arrays of an arena and other arrays get the same bits', () => {
  for (const dtype of HALVES) {
    const arena = posenc.createArena(1 << 22);
    const same = (length, call) => {
      const [one, other] = [new Uint16Array(length), arena[dtype](length)];
      assert.equal(call(other), other);
      assert.deepEqual(Uint16Array.from(other), call(one));
      return other;
    };
    same(300 * 65, (out) => posenc.sinusoidal(300, 65, { dtype, out }));
    same(13 * 40 * 128, (out) => posenc.sinusoidal2d(13, 40, 128, { dtype, out }));
    same(20, (out) => posenc.fourierFeatures([0.5], 10, { dtype, out }));
    const x = same(4 * 50 * 70, (out) => posenc.alibiBias(4, 50, 70, { dtype, out }));
    const y = x.slice();
    const options = { heads: 2, headDim: 14, dtype, layout: 'interleaved-to-half' };
    assert.deepEqual(Uint16Array.from(posenc.applyRope(x, options)), posenc.applyRope(y, options));
  }
});

test('a type that is missing, or is not that of the array, is refused', () => {
  const x = new Uint16Array(8).fill(7);
  const own = { heads: 1, headDim: 4 };
  const refused = (call, message) =>
    assert.throws(call, (error) =>
      message.test
        ? message.test(error.message)
        : error.message === `${error.function}: ${message}`,
    );
  const bits = 'dtype: expected "float16" or "bfloat16", the type of the bits in';
  refused(() => posenc.applyRope(x, own), `${bits} x, got undefined`);
  refused(
    () => posenc.swapRopeLayout(x, { headDim: 4, from: 'half', to: 'half' }),
    `${bits} x, got undefined`,
  );
  refused(() => posenc.createRope(own).apply({ q: x }), `${bits} q, got undefined`);
  refused(
    () => posenc.applyRope(new Float32Array(8), { ...own, dtype: 'float16' }),
    'x: expected Float16Array or Uint16Array, since dtype is "float16", got Float32Array of length 8',
  );
  refused(
    () => posenc.applyRope(x, { ...own, dtype: 'float32' }),
    'x: expected Float32Array, since dtype is "float32", got Uint16Array of length 8',
  );
  refused(
    () => posenc.sinusoidal(2, 4, { dtype: 'float16', out: new Float32Array(8) }),
    'out: expected Float16Array or Uint16Array, got Float32Array of length 8',
  );
  refused(
    () => posenc.sinusoidal(2, 4, { dtype: 'bfloat16', out: new Uint16Array(9) }),
    'out: expected length 8 ([length, dim]), got Uint16Array of length 9',
  );
  refused(
    () => posenc.sinusoidal(2, 4, { out: x }),
    /^\w+: out: expected Float32Array, got Uint16Array/,
  );
  refused(
    () => posenc.alibiBias(1, 2, 2, { dtype: 'float64' }),
    /^\w+: dtype: expected "float32" or "float16"/,
  );
  assert.deepEqual(x, new Uint16Array(8).fill(7));
});
