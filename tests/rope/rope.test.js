/* Tests rotary embeddings: frequencies, tables and rotations. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import {
  applyRope,
  ropeFrequencies,
  ropeTable,
  sinusoidal,
  swapRopeLayout,
} from '../../web/index.js';
import {
  Meter32,
  Meter64,
  frequencies,
  frequency,
  golden,
  toFloat64,
  ulp32,
  walk,
} from '../support/exact.js';
import { bitsOf, noise, rotate } from '../support/reference.js';

const BASES = [10, 100, 1e4, 5e5, 1e6, 1e7];
const KINDS = [Float32Array, Float64Array];
const LAYOUTS = ['half', 'interleaved'];
const near = (got, expected, tolerance, where = '') =>
  expected.forEach((x, i) =>
    assert.ok(Math.abs(got[i] - x) <= tolerance, `${where} element ${i}: ${got[i]}, not ${x}`),
  );

test('frequencies are correctly rounded', () => {
  for (const [base, dim, pair, w] of golden('frequencies')) {
    if (dim % 2 === 0)
      assert.equal(
        ropeFrequencies(dim, { base }).frequencies[pair],
        Number(w),
        `pair ${pair}, dim ${dim}, base ${base}`,
      );
  }
  for (const base of [1, 2, 1.5, 12345.678, ...BASES, 1e12]) {
    for (const width of [0, 2, 4, 6, 64, 96, 128, 1000, 8192]) {
      const { frequencies: got, attentionFactor } = ropeFrequencies(8192, {
        base,
        rotaryDim: width,
      });
      assert.equal(attentionFactor, 1);
      assert.equal(got.length, width / 2);
      got.forEach((x, i) =>
        assert.equal(
          x,
          toFloat64(frequency(base, i, width)),
          `pair ${i}, width ${width}, base ${base}`,
        ),
      );
    }
  }
  assert.deepEqual(ropeFrequencies(128), ropeFrequencies(160, { rotaryDim: 128, base: 10000 }));
});

test('frequencies are also correct for the largest bases', () => {
  for (const base of [1e100, 1e300, Number.MAX_VALUE]) {
    ropeFrequencies(256, { base }).frequencies.forEach((x, i) => {
      const expected = base ** (-i / 128);
      assert.ok(
        Math.abs(x - expected) <= 1e-12 * expected,
        `pair ${i}, base ${base}: ${x}, not ${expected}`,
      );
    });
  }
});

// Up to position 2^24, the limit for float32 is 1 ulp, or 2^-52 where an ulp is smaller. Up to
// position 2^20, the limit for float64 is 4 x 2^-53.
test('the errors of float32 and float64 tables stay below their limits', (t) => {
  const narrow = new Meter32();
  const wide = new Meter64();
  for (const dim of [2, 4, 6, 64, 80, 128, 256, 1000, 8192]) {
    for (const base of BASES) {
      const half = dim / 2;
      const pairs = frequencies(half, base, dim);
      const rows = Math.max(16, Math.min(128, (32768 / dim) | 0));
      for (const [meter, start, dtype] of [
        [narrow, 0, 'float32'],
        [narrow, 2 ** 24 - rows + 1, 'float32'],
        [narrow, 7654321.75, 'float32'],
        [narrow, -131072, 'float32'],
        [wide, 0, 'float64'],
        [wide, 2 ** 20 - rows + 1, 'float64'],
        [wide, -654321.75, 'float64'],
      ]) {
        const { cos, sin } = ropeTable(rows, dim, { base, start, dtype });
        const where = (at) =>
          `position ${start + Math.floor(at / half)}, pair ${at % half}, dim ${dim}, base ${base}`;
        pairs.forEach((pair, i) =>
          walk(pair, start, rows, (row, sine, cosine) => {
            const at = row * half + i;
            meter.check(sin[at], sine, at, where);
            meter.check(cos[at], cosine, at, where);
          }),
        );
      }
    }
  }
  t.diagnostic(`float32: ${narrow}`);
  t.diagnostic(`float64: ${wide}`);
  assert.ok(
    narrow.elements > 3e6 && narrow.worst <= 1 && narrow.misrounded <= 1e-5 * narrow.elements,
    `${narrow}`,
  );
  assert.ok(wide.elements > 2e6 && wide.worst <= 4, `${wide}`);
});

test('tables have the values of mpmath, for exact and for float32 angles', () => {
  for (const [base, position, pair, ...values] of golden('rope')) {
    const options = { base, start: position, dtype: 'float64' };
    const exact = ropeTable(1, 128, options);
    const usual = ropeTable(1, 128, { ...options, precision: 'float32' });
    const where = `base ${base}, position ${position}, pair ${pair},`;
    near([exact.cos[pair], exact.sin[pair]], values.slice(0, 2).map(Number), 4 * 2 ** -53, where);
    near([usual.cos[pair], usual.sin[pair]], values.slice(2).map(Number), 2 ** -53, where);
  }
});

test('a table has the values of the sinusoidal table, and is written to `out`', () => {
  for (const options of [
    {},
    { dtype: 'float64', start: -3.5 },
    { precision: 'float32', base: 5e5 },
    { positions: [4, 1e6, 0.5, -2, 4] },
  ]) {
    const table = sinusoidal(5, 96, { ...options, layout: 'concatenated' });
    const { cos, sin } = ropeTable(5, 128, { ...options, rotaryDim: 96 });
    const part = (first) => table.filter((_, i) => i % 96 >= first && i % 96 < first + 48);
    assert.deepEqual(sin, part(0));
    assert.deepEqual(cos, part(48));
    const out = { cos: new cos.constructor(240), sin: new sin.constructor(240) };
    const again = ropeTable(5, 128, { ...options, rotaryDim: 96, out });
    assert.deepEqual({ cos: again.cos, sin: again.sin }, { cos, sin });
    assert.equal(again.rotaryDim, 96);
    assert.deepEqual(out, { cos, sin });
  }
});

/**
 * Returns pairs of options and positions. In each pair, the options give applyRope the positions in
 * another way.
 */
function rowsOf(batches, length) {
  const count = batches * length;
  const cycle = Array.from({ length: count }, (_, i) => i % length);
  const each = cycle.map((i) => (i * 7 + 3) % (length + 4));
  const perBatch = cycle.map((p, i) => (p * 5 + Math.floor(i / length)) % (length + 4));
  return [
    [{}, cycle],
    [{ start: 4 }, cycle.map((p) => p + 4)],
    [{ positions: each.slice(0, length) }, each],
    [{ positions: perBatch }, perBatch],
  ];
}

/**
 * Compares applyRope with a plain implementation of the rotation. Uses one shape and one array type
 * for x, and all options.
 */
function compareRotations(Kind, [batches, length, heads, headDim, rotaryDim]) {
  const dtype = Kind === Float32Array ? 'float32' : 'float64';
  const pairs = (rotaryDim ?? headDim) / 2;
  const round = Kind === Float32Array ? Math.fround : undefined;
  const x = noise(Kind, batches * length * heads * headDim, headDim);
  const shape = { heads, headDim, rotaryDim, length };
  const all = ['float32', 'float64'].map((dtype) =>
    ropeTable(length + 4, headDim, { rotaryDim, dtype }),
  );
  // A float32 table is not exact enough for float64 data.
  const tables = all.slice(dtype === 'float32' ? 0 : 1);
  const { cos, sin } = tables[0];
  for (const [rows, positions] of rowsOf(batches, length))
    for (const layout of LAYOUTS)
      for (const inverse of [false, true]) {
        const at = (values) => (r, i) => values[positions[r] * pairs + i];
        const turned = { ...shape, layout, inverse };
        const expected = bitsOf(Kind.from(rotate(x, turned, at(cos), at(sin), round)));
        for (const table of [undefined, ...tables]) {
          const copy = x.slice();
          const sizes = `${batches} x ${length} x ${heads} x ${headDim} ${dtype}`;
          const where = `${sizes} ${layout} ${Object.keys(rows)}`;
          assert.equal(applyRope(copy, { ...turned, ...rows, table }), copy);
          assert.ok(
            bitsOf(copy).equals(expected),
            `${where}, table ${table?.cos.constructor.name}`,
          );
        }
      }
}

test('applyRope has the same bits as a plain implementation, with and without a table', () => {
  for (const shape of [
    [1, 1, 1, 2],
    [2, 3, 2, 6],
    [3, 5, 1, 10, 4],
    [2, 7, 3, 64],
    [2, 4, 2, 80, 32],
    [2, 600, 3, 128],
    [1, 3, 2, 8192, 8190],
  ])
    for (const Kind of KINDS) compareRotations(Kind, shape);
});

test('a float32 table rotates float64 data without any rounding to float32', () => {
  const { cos, sin } = ropeTable(3, 8);
  const x = noise(Float64Array, 24, 1);
  const expected = rotate(
    x,
    { heads: 1, headDim: 8 },
    (r, i) => cos[r * 4 + i],
    (r, i) => sin[r * 4 + i],
  );
  assert.deepEqual(applyRope(x, { heads: 1, headDim: 8, table: { cos, sin } }), expected);
});

test('the error of a rotated float32 is at most 1.5 ulp of the length of its pair', (t) => {
  let worst = 0;
  for (const layout of LAYOUTS) {
    const shape = { heads: 4, headDim: 128, layout };
    const x = noise(Float32Array, 500 * 512, 3);
    const { cos, sin } = ropeTable(500, 128, { start: 1e6 });
    const exact = rotate(
      x,
      shape,
      (r, i) => cos[r * 64 + i],
      (r, i) => sin[r * 64 + i],
    );
    const got = applyRope(x.slice(), { ...shape, start: 1e6 });
    got.forEach((value, at) => {
      const other = layout === 'half' ? at ^ 64 : at ^ 1;
      worst = Math.max(worst, Math.abs(value - exact[at]) / ulp32(Math.hypot(x[at], x[other])));
    });
  }
  t.diagnostic(`worst ${worst} ulp`);
  assert.ok(worst <= 1.5 && worst > 0.5, `${worst}`);
});

test('applyRope treats base, precision and all positions as ropeTable does', () => {
  for (const options of [
    { base: 5e5, start: 1e6 },
    { start: -3.25 },
    { precision: 'float32', start: 131071 },
    { positions: [0.5, -2, 1e6, 2 ** 40] },
  ]) {
    for (const Kind of KINDS) {
      const x = noise(Kind, 4 * 2 * 16, 5);
      const shape = { heads: 2, headDim: 16 };
      const dtype = Kind === Float32Array ? 'float32' : 'float64';
      const table = ropeTable(4, 16, { ...options, dtype });
      assert.deepEqual(
        applyRope(x.slice(), { ...shape, ...options }),
        applyRope(x.slice(), { ...shape, table }),
      );
      assert.notDeepEqual(
        applyRope(x.slice(), { ...shape, ...options }),
        applyRope(x.slice(), shape),
      );
    }
  }
});

test('applyRope has the values of ONNX Runtime and RoFormer', () => {
  const four = [-1.2188, 1.1676, -1.0574, -0.1188];
  const six = [-1.0574, -0.1188, -0.9078, 0.3452, -0.5713, -0.2351];
  const interleaved = { heads: 1, headDim: 4, layout: 'interleaved', start: 1 };
  const half = { heads: 1, headDim: 6, start: 1 };
  for (const Kind of KINDS) {
    near(
      applyRope(Kind.from(four), interleaved),
      [-1.6411, -0.3948, -1.0561, -0.1294],
      1e-4,
      'interleaved',
    );
    near(
      applyRope(Kind.from(six), half),
      [-0.8618, -0.0922, -0.9073, -0.7032, -0.5762, -0.2371],
      1e-4,
      'half',
    );
    // The cosines and sines are from a test of ONNX Runtime, and have only four digits there.
    const table = { cos: Float32Array.of(1, 0.5403), sin: Float32Array.of(0, 0.8415) };
    const partial = applyRope(Kind.from([1.0076, -0.7529, -0.225, -0.4327, -1.5071, -0.4586]), {
      heads: 1,
      headDim: 6,
      rotaryDim: 4,
      table,
    });
    near(partial, [1.0076, -0.0427, -0.225, -0.8673, -1.5071, -0.4586], 1.01e-4, 'partial');
    const q = applyRope(
      Kind.from({ length: 16 * 64 }, (_, i) => i / 100),
      { heads: 1, headDim: 64, layout: 'interleaved' },
    );
    near(
      q.subarray(64),
      [-0.2012, 0.8897, 0.0263, 0.9401, 0.2074, 0.9463, 0.3481, 0.9343],
      6e-5,
      'position 1',
    );
    near(
      q.subarray(320),
      [3.9859, -2.158, -0.7984, -4.4904, -4.1181, -2.0252, -4.4782, 1.1253],
      6e-5,
      'position 5',
    );
  }
});

const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: 64,
  maxLength: 64,
});
const place = fc.integer({ min: -4096, max: 4096 });
const offset = fc.integer({ min: -100000, max: 100000 });
const layoutOf = fc.constantFrom(...LAYOUTS);
const base = fc.constantFrom(...BASES);
const holds = (...property) =>
  fc.assert(fc.property(...property), { seed: 20170612, numRuns: 300 });
const turned = (x, start, options) =>
  applyRope(Float64Array.from(x), { heads: 1, headDim: 64, start, ...options });
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

test('a rotation keeps norms, and its inverse undoes it', () =>
  holds(vector, place, layoutOf, base, (x, start, layout, base) => {
    const y = turned(x, start, { layout, base });
    assert.ok(Math.abs(dot(y, y) - dot(x, x)) <= 1e-13 * Math.max(1, dot(x, x)));
    near(applyRope(y, { heads: 1, headDim: 64, start, layout, base, inverse: true }), x, 1e-15);
  }));

test('scores of queries and keys depend only on the difference of their positions', () =>
  holds(vector, vector, place, place, offset, layoutOf, base, (q, k, m, n, by, layout, base) => {
    const score = dot(turned(q, m, { layout, base }), turned(k, n, { layout, base }));
    const moved = dot(turned(q, m + by, { layout, base }), turned(k, n + by, { layout, base }));
    assert.ok(Math.abs(score - moved) <= 1e-12, `${score}, ${moved}`);
  }));

const widthOf = fc.constantFrom(2, 6, 32, 62, 64);

test('both layouts give the same bits if swapRopeLayout converts before and after', () =>
  holds(vector, place, widthOf, (values, start, rotaryDim) => {
    const headDim = rotaryDim > 32 ? 64 : 32;
    const shape = { heads: 64 / headDim, headDim, rotaryDim, start };
    const swap = { headDim, rotaryDim };
    for (const Kind of KINDS) {
      const x = Kind.from(values);
      const half = applyRope(x.slice(), shape);
      const across = swapRopeLayout(x.slice(), { ...swap, from: 'half', to: 'interleaved' });
      applyRope(across, { ...shape, layout: 'interleaved' });
      assert.ok(
        bitsOf(swapRopeLayout(across, { ...swap, from: 'interleaved', to: 'half' })).equals(
          bitsOf(half),
        ),
      );
    }
  }));

test('swapRopeLayout moves pair i from (i, i + n) to (2i, 2i + 1), for any number of heads', () => {
  const seven = swapRopeLayout(Float32Array.of(0, 1, 2, 3, 4, 5, 6), {
    headDim: 7,
    rotaryDim: 6,
    from: 'half',
    to: 'interleaved',
  });
  assert.deepEqual(seven, Float32Array.of(0, 3, 1, 4, 2, 5, 6));
  for (const [rows, headDim, rotaryDim] of [
    [1, 2, 2],
    [700, 128, 128],
    [5, 8192, 8192],
    [33, 80, 32],
  ]) {
    const x = noise(Float32Array, rows * headDim, 9);
    const expected = x.map((value, at) => {
      const i = at % headDim;
      return i < rotaryDim ? x[at - i + (i % 2 ? rotaryDim / 2 : 0) + (i >> 1)] : value;
    });
    assert.deepEqual(
      swapRopeLayout(x, { headDim, rotaryDim, from: 'half', to: 'interleaved' }),
      expected,
    );
    assert.equal(swapRopeLayout(x, { headDim, rotaryDim, from: 'half', to: 'half' }), x);
    assert.deepEqual(x, expected);
  }
});

test('swapping keeps every NaN bit for bit; a rotation keeps elements that do not rotate', () => {
  for (const Kind of KINDS) {
    const make = () => {
      const x = noise(Kind, 3 * 20, 2);
      const words = new Uint32Array(x.buffer);
      const high = Kind === Float32Array ? 1 : 2;
      // Some of these values are signalling NaNs.
      for (let i = 0; i < x.length; i += 3)
        words[i * high + high - 1] = 0x7f800000 + (high - 1) * 0x700000 + i + 1;
      return x;
    };
    const x = make();
    const options = { headDim: 20, rotaryDim: 12 };
    swapRopeLayout(x, { ...options, from: 'half', to: 'interleaved' });
    assert.ok(!bitsOf(x).equals(bitsOf(make())));
    swapRopeLayout(x, { ...options, from: 'interleaved', to: 'half' });
    assert.ok(bitsOf(x).equals(bitsOf(make())));
    const y = applyRope(make(), { heads: 1, ...options, start: 5 });
    const z = make();
    for (let row = 0; row < 3; row++)
      assert.ok(
        bitsOf(y.subarray(row * 20 + 12, row * 20 + 20)).equals(
          bitsOf(z.subarray(row * 20 + 12, row * 20 + 20)),
        ),
      );
  }
});
