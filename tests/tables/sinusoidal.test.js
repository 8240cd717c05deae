/* Compares sinusoidal tables with the exact formula, and tests laws that relate several tables. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { addPositional, sinusoidal, wavelengths } from '../../web/index.js';
import {
  Meter32,
  Meter64,
  PI,
  angle,
  decimal,
  fixed,
  frequencies,
  frequency,
  golden,
  measure,
  measureAt,
  placesOf,
  sinCos,
  times,
  toFloat32,
  toFloat64,
  ulp32,
  walk,
} from '../support/exact.js';
import { addTable, bitsOf, noise, scattered } from '../support/reference.js';

const DIMS = [1, 2, 3, 5, 7, 64, 127, 128, 129, 512, 1000, 4096, 8191, 8192];
const BASES = [10, 100, 1e4, 5e5, 1e6, 1e7];

/** Asserts that a number agrees with a text to 30 digits. */
function agrees(v, text) {
  const expected = decimal(text);
  const off = v > expected ? v - expected : expected - v;
  assert.ok(
    off * 10n ** 30n <= (expected < 0n ? -expected : expected),
    `${text}: off by ${toFloat64(off)}`,
  );
}

test('the exact formula of these tests agrees with mpmath to 30 digits', () => {
  let count = 0;
  for (const [base, dim, pair, w, wavelength] of golden('frequencies')) {
    agrees(frequency(base, pair, dim), w);
    agrees((times(2, PI) * fixed(1)) / frequency(base, pair, dim), wavelength);
    count++;
  }
  for (const [base, dim, pair, rows] of golden('angles')) {
    for (const [position, sine, cosine] of rows) {
      const [s, c] = angle(position, { w: frequency(base, pair, dim) });
      agrees(s, sine);
      agrees(c, cosine);
      count++;
    }
  }
  assert.ok(count > 450, `${count} values`);
});

test('the exact formula of these tests rounds to float32 once, and ties to even', () => {
  const tie = 1 + 2 ** -24; // half-way between 1 and the next float
  const tiny = 1n;
  assert.equal(toFloat32(fixed(tie)), 1);
  assert.equal(toFloat32(fixed(tie) + tiny), 1 + 2 ** -23);
  assert.equal(toFloat32(fixed(tie) - tiny), 1);
  assert.equal(toFloat32(fixed(1 + 3 * 2 ** -24)), 1 + 2 ** -22);
  assert.equal(toFloat32(fixed(1 + 3 * 2 ** -24) - tiny), 1 + 2 ** -23);
  assert.equal(toFloat32(-fixed(tie) - tiny), -1 - 2 ** -23);
  assert.equal(toFloat32(fixed(1 - 2 ** -25) - tiny), 1 - 2 ** -24);
  assert.deepEqual([1, 0.75, 1 - 2 ** -30, 0.5, 1e-10].map(ulp32), [
    2 ** -23,
    2 ** -24,
    2 ** -24,
    2 ** -24,
    2 ** -57,
  ]);
});

test('the exact formula gives the same values row by row as for a single row', () => {
  const [pair] = frequencies(3, 1e7, 3).slice(2);
  walk(pair, 16e6 + 0.375, 300, (row, sine, cosine) => {
    const [s, c] = angle(16e6 + 0.375 + row, pair);
    const off = (a, b) => toFloat64(a > b ? a - b : b - a);
    assert.ok(off(s, sine) < 1e-38 && off(c, cosine) < 1e-38);
  });
});

test('tables have the rounded values of mpmath', () => {
  for (const [base, dim, pair, rows] of golden('angles')) {
    const positions = rows.map((row) => row[0]);
    const table = sinusoidal(rows.length, dim, { base, positions });
    rows.forEach(([position, sine, cosine], row) => {
      const at = row * dim + 2 * pair;
      const where = `position ${position}, pair ${pair}, dim ${dim}, base ${base}`;
      assert.equal(table[at], toFloat32(decimal(sine)), where);
      if (2 * pair + 1 < dim) assert.equal(table[at + 1], toFloat32(decimal(cosine)), where);
    });
  }
});

test('errors of float32 tables are at most 1 ulp or 2^-52; almost all are rounded right', (t) => {
  const meter = new Meter32();
  const end = 2 ** 24;
  DIMS.forEach((dim, d) =>
    BASES.forEach((base, b) => {
      const pairs = frequencies(Math.ceil(dim / 2), base, dim);
      const rows = Math.max(16, Math.min(256, (65536 / dim) | 0));
      const spread = scattered(3, end - rows, 10 * d + b + 1);
      for (const start of [0, end - rows + 1, -end, ...spread, -rows / 2 - 0.25])
        measure(meter, sinusoidal(rows, dim, { base, start }), dim, base, start, pairs);
    }),
  );
  t.diagnostic(`float32, start: ${meter}`);
  assert.ok(meter.elements > 5e6, `${meter}`);
  assert.ok(meter.worst <= 1, `${meter}`);
  assert.ok(meter.misrounded <= 1e-5 * meter.elements, `${meter}`);
});

test('given positions in any order have errors as small as consecutive positions', (t) => {
  const meter = new Meter32();
  for (const dim of [1, 7, 64, 129, 512, 8192]) {
    for (const base of BASES) {
      const positions = [
        2 ** 24,
        0,
        -(2 ** 24),
        31,
        32,
        33,
        32,
        0.1,
        -0.1,
        ...scattered(dim > 999 ? 3 : 40, 2 ** 24, dim),
      ];
      measureAt(
        meter,
        sinusoidal(positions.length, dim, { base, positions }),
        dim,
        base,
        positions,
      );
    }
  }
  t.diagnostic(`float32, positions: ${meter}`);
  assert.ok(
    meter.elements > 3e5 && meter.worst <= 1 && meter.misrounded <= 1e-5 * meter.elements,
    `${meter}`,
  );
});

test('errors of float64 tables are at most 4 x 2^-53 up to position 2^20', (t) => {
  const meter = new Meter64();
  const end = 2 ** 20;
  DIMS.forEach((dim, d) =>
    BASES.forEach((base, b) => {
      const pairs = frequencies(Math.ceil(dim / 2), base, dim);
      const rows = Math.max(4, Math.min(256, (16384 / dim) | 0));
      for (const start of [
        0,
        end - rows + 1,
        -end,
        ...scattered(2, end - rows, 100 + 10 * d + b),
        4095.1,
      ])
        measure(
          meter,
          sinusoidal(rows, dim, { base, start, dtype: 'float64' }),
          dim,
          base,
          start,
          pairs,
        );
      const positions = scattered(4, end, 200 + 10 * d + b);
      measureAt(
        meter,
        sinusoidal(4, dim, { base, positions, dtype: 'float64' }),
        dim,
        base,
        positions,
        pairs,
      );
    }),
  );
  t.diagnostic(`float64: ${meter}`);
  assert.ok(meter.elements > 2e6, `${meter}`);
  assert.ok(meter.worst <= 4, `${meter}`);
});

test('errors of the most difficult elements are at most 0.502 ulp (float64: 2.64 x 2^-53)', (t) => {
  const narrow = new Meter32();
  const wide = new Meter64();
  for (const [position, at, dim, base] of [
    [15410927, 28, 92, 1175.7780154815309],
    [15992195, 1057, 1062, 76.511693176945585],
    [11663464, 165, 3026, 1e4],
    [7078137, 399, 6838, 1e4],
    [33393, 1875, 5730, 6629.9183501292064],
    [633, 331, 1130, 30.987847006511757],
    [175362, 263, 932, 33.842533124167602],
    [15215608, 100, 512, 1e4],
  ]) {
    const exact = angle(position, { w: frequency(base, at >> 1, dim) })[at % 2];
    const where = () => `position ${position}, element ${at}, dim ${dim}, base ${base}`;
    narrow.check(sinusoidal(1, dim, { base, start: position })[at], exact, at, where);
    if (position <= 2 ** 20)
      wide.check(
        sinusoidal(1, dim, { base, start: position, dtype: 'float64' })[at],
        exact,
        at,
        where,
      );
  }
  t.diagnostic(`float32: ${narrow}`);
  t.diagnostic(`float64: ${wide}`);
  assert.ok(narrow.worst <= 0.502 && wide.worst <= 2.64, `${narrow}; ${wide}`);
});

test('errors of tables wider than 8192, which are made in several strips, are also small', () => {
  const narrow = new Meter32();
  const wide = new Meter64();
  const dim = 10001;
  const base = 1e6;
  const pairs = frequencies(5001, base, dim);
  measure(narrow, sinusoidal(20, dim, { base, start: 999_990 }), dim, base, 999_990, pairs);
  measure(
    wide,
    sinusoidal(20, dim, { base, start: 999_990, dtype: 'float64' }),
    dim,
    base,
    999_990,
    pairs,
  );
  assert.ok(narrow.misrounded < 3 && narrow.worst <= 1 && wide.worst <= 4, `${narrow}; ${wide}`);
});

test('errors of the fairseq layout, which has its own frequencies, are also small', () => {
  const narrow = new Meter32();
  const wide = new Meter64();
  for (const dim of [4, 6, 65, 512, 8192]) {
    for (const base of [100, 1e4, 1e7]) {
      const half = Math.floor(dim / 2);
      const pairs = frequencies(half, base, 2 * half - 2);
      const rows = 16;
      for (const start of [0, 1e6 + 0.5, -(2 ** 20)]) {
        const options = { layout: 'fairseq', base, start };
        const where = placesOf((row) => `${start} + ${row}`, dim, base);
        for (const [meter, table] of [
          [narrow, sinusoidal(rows, dim, options)],
          [wide, sinusoidal(rows, dim, { ...options, dtype: 'float64' })],
        ]) {
          pairs.forEach((pair, i) =>
            walk(pair, start, rows, (row, sine, cosine) => {
              meter.check(table[row * dim + i], sine, row * dim + i, where);
              meter.check(table[row * dim + half + i], cosine, row * dim + half + i, where);
            }),
          );
        }
      }
    }
  }
  assert.ok(
    narrow.misrounded <= 1e-5 * narrow.elements && narrow.worst <= 1 && wide.worst <= 4,
    `${narrow}; ${wide}`,
  );
});

test("precision 'float32' gives correctly rounded sines and cosines of float32 angles", () => {
  for (const [base, dim, pair, rows] of golden('float32')) {
    const w = toFloat32(frequency(base, pair, dim));
    for (const [position, value, sine, cosine] of rows) {
      assert.equal(Math.fround(w * Math.fround(position)), Number(value));
      const row = sinusoidal(1, dim, { base, start: position, precision: 'float32' });
      assert.deepEqual(
        [row[2 * pair], row[2 * pair + 1]],
        [toFloat32(decimal(sine)), toFloat32(decimal(cosine))],
        `position ${position}, base ${base}`,
      );
    }
  }
  const wide = new Meter64();
  for (const dim of [1, 7, 64, 129, 1000]) {
    for (const base of BASES) {
      const positions = [0, 1, 2 ** 24 + 1, 1048575, ...scattered(20, 2 ** 25, dim + base)];
      const options = { base, positions, precision: 'float32' };
      const where = placesOf((row) => positions[row], dim, base);
      const table = sinusoidal(positions.length, dim, options);
      const doubles = sinusoidal(positions.length, dim, { ...options, dtype: 'float64' });
      for (let i = 0; i < dim; i += 2) {
        const w = toFloat32(frequency(base, i / 2, dim));
        positions.forEach((position, row) => {
          sinCos(fixed(Math.fround(w * Math.fround(position))))
            .slice(0, dim - i)
            .forEach((v, k) => {
              const at = row * dim + i + k;
              assert.equal(table[at], toFloat32(v), where(at));
              wide.check(doubles[at], v, at, where);
            });
        });
      }
    }
  }
  assert.ok(wide.worst <= 1, `${wide}`);
});

/**
 * Asserts that windows of a table have the same bits as tables that are made with start or with
 * positions. A window is a range of rows.
 */
function sameWindows(start, length, windows, dim, options) {
  const table = sinusoidal(length, dim, { ...options, start });
  for (const [from, rows] of windows) {
    const expected = bitsOf(table.subarray(from * dim, (from + rows) * dim));
    const where = `${rows} rows from ${start} + ${from}, dim ${dim}`;
    assert.ok(
      bitsOf(sinusoidal(rows, dim, { ...options, start: start + from })).equals(expected),
      where,
    );
    const positions = Array.from({ length: rows }, (_, r) => start + from + r);
    assert.ok(
      bitsOf(sinusoidal(rows, dim, { ...options, positions })).equals(expected),
      `positions, ${where}`,
    );
  }
}
const KINDS = [
  [64, {}],
  [7, { layout: 'concatenated' }],
  [130, { layout: 'fairseq', dtype: 'float64' }],
  [9, { precision: 'float32' }],
  [3000, {}],
];
const WINDOWS = [
  [0, 1],
  [199, 1],
  [1, 31],
  [33, 100],
  [64, 32],
  [69, 3],
  [70, 130],
  [100, 0],
];

test('a table has the same bits as the same rows of a longer table', () => {
  for (const [dim, options] of KINDS)
    for (const start of [0, -70, 70.625, -270.375, 2 ** 24 - 100])
      sameWindows(start, 200, WINDOWS, dim, options);
});

test('rows of a longer table also have the same bits where fractional positions cross 0', () => {
  for (const [dim, options] of KINDS) sameWindows(-69.375, 200, WINDOWS, dim, options);
  sameWindows(-0.375, 33, [[32, 1]], 2, { dtype: 'float64' });
});

test('a row depends only on its position, in any order of positions', () => {
  const positions = [33, 0, 5e6, 33, -33, 32, 31.5, 1e12, 31.5, 33, 4097];
  const dim = 66;
  const table = sinusoidal(positions.length, dim, { positions });
  positions.forEach((start, row) => {
    assert.ok(
      bitsOf(table.subarray(row * dim, (row + 1) * dim)).equals(
        bitsOf(sinusoidal(1, dim, { start })),
      ),
      `position ${start}`,
    );
  });
});

test('the row of position -p is the row of position p with negated sines', () => {
  for (const dtype of ['float32', 'float64']) {
    const positions = [1, 31, 32, 1000.25, 0.1, 65537, 2 ** 24];
    const dim = 65;
    const options = { dtype };
    const there = sinusoidal(positions.length, dim, { ...options, positions });
    const mirrored = sinusoidal(positions.length, dim, {
      ...options,
      positions: positions.map((p) => -p),
    });
    assert.deepEqual(
      mirrored,
      there.map((x, i) => ((i % dim) % 2 ? x : -x)),
    );
  }
});

test('the interleaved and concatenated layouts have the same columns in another order', () => {
  for (const dim of [1, 2, 3, 5, 8, 127, 512, 8192, 8195]) {
    for (const dtype of ['float32', 'float64']) {
      const options = { start: 12345.5, dtype, base: 5e5 };
      const pairs = Math.ceil(dim / 2);
      const interleaved = sinusoidal(3, dim, options);
      const concatenated = sinusoidal(3, dim, { ...options, layout: 'concatenated' });
      assert.deepEqual(
        interleaved,
        concatenated.map((_, at) => {
          const column = at % dim;
          return concatenated[at - column + (column >> 1) + (column % 2 ? pairs : 0)];
        }),
      );
    }
  }
});

test('the norm of a row of even dim is sqrt(dim / 2)', () => {
  for (const dim of [2, 4, 64, 512, 8192]) {
    for (const layout of ['interleaved', 'concatenated', 'fairseq']) {
      const norm = Math.hypot(...sinusoidal(1, dim, { layout, start: 5000.5, dtype: 'float64' }));
      assert.ok(Math.abs(norm - Math.sqrt(dim / 2)) <= 1e-12, `dim ${dim}, ${layout}: ${norm}`);
      const single = Math.hypot(...sinusoidal(1, dim, { layout, start: 123456 }));
      assert.ok(Math.abs(single - Math.sqrt(dim / 2)) <= 1e-6, `dim ${dim}, ${layout}: ${single}`);
    }
  }
});

test('wavelengths are correctly rounded', () => {
  for (const [base, dim, pair, , wavelength] of golden('frequencies'))
    assert.equal(wavelengths(dim, { base })[pair], Number(wavelength));
  for (const base of [1, 2, ...BASES, 1e12]) {
    for (const dim of [0, 1, 2, 3, 129, 1000, 8192, 9001]) {
      const got = wavelengths(dim, { base });
      assert.equal(got.length, Math.ceil(dim / 2));
      got.forEach((x, i) =>
        assert.equal(
          x,
          toFloat64((times(2, PI) * fixed(1)) / frequency(base, i, dim)),
          `pair ${i}, dim ${dim}, base ${base}`,
        ),
      );
    }
  }
  assert.deepEqual(wavelengths(512), wavelengths(512, { base: 10000 }));
});

test('the layouts have the published values', () => {
  // The values come from Vaswani et al., from tensor2tensor and fairseq, and from Marian and
  // RoFormer. Marian and RoFormer also give values for odd dims.
  const published = [
    [{}, 4, 1, [0.84147098, 0.54030231, 0.00999983, 0.99995]],
    [{}, 4, 2, [0.90929743, -0.41614684, 0.01999867, 0.99980001]],
    [{ layout: 'fairseq' }, 6, 2, [0.9093, 0.02, 0.0002, -0.4161, 0.9998, 1]],
    [{ layout: 'fairseq' }, 6, 3, [0.1411, 0.03, 0.0003, -0.99, 0.9996, 1]],
    [{ layout: 'fairseq' }, 512, 1, [0.84147098, 0.82177865, 0.80180493, 0.78165023, 0.76140377]],
    [{ layout: 'fairseq' }, 512, 2, [0.90929743, 0.93651021, 0.95829457, 0.9750571, 0.98720255]],
    [{ layout: 'concatenated' }, 6, 1, [0.8415, 0.0464, 0.0022, 0.5403, 0.9989, 1]],
    [{ layout: 'concatenated' }, 512, 1, [0.8415, 0.8219, 0.802, 0.7819, 0.7617]],
    [{ layout: 'concatenated' }, 512, 2, [0.9093, 0.9364, 0.9581, 0.9749, 0.987]],
    [{ layout: 'concatenated' }, 5, 1, [0.8415, 0.0251, 0.0006, 0.5403, 0.9997]],
    [{ layout: 'concatenated' }, 5, 2, [0.9093, 0.0502, 0.00126, -0.4162, 0.9987]],
  ];
  for (const [options, dim, start, values] of published) {
    const row = sinusoidal(1, dim, { ...options, start });
    const digits = Math.max(...values.map((x) => String(Math.abs(x)).length - 2));
    // The spago project prints -0.4162 for the cosine of 2, which is -0.41615.
    const tolerance = digits > 5 ? 6e-8 : 6e-5;
    values.forEach((x, i) =>
      assert.ok(
        Math.abs(row[i] - x) <= tolerance,
        `dim ${dim}, position ${start}, element ${i}: ${row[i]}, not ${x}`,
      ),
    );
  }
});

test('fairseq tables of odd dim end with a column of zeros; dims 2 and 3 have frequency 1', () => {
  const options = { layout: 'fairseq', start: 1 };
  const even = sinusoidal(4, 6, options);
  const out = new Float32Array(4 * 7).fill(NaN);
  const table = sinusoidal(4, 7, { ...options, out });
  assert.equal(table, out);
  for (let row = 0; row < 4; row++)
    assert.deepEqual(
      table.subarray(7 * row, 7 * row + 7),
      Float32Array.of(...even.subarray(6 * row, 6 * row + 6), 0),
    );
  const [s, c] = [Math.fround(Math.sin(5)), Math.fround(Math.cos(5))];
  for (const [dim, row] of [
    [0, []],
    [1, [0]],
    [2, [s, c]],
    [3, [s, c, 0]],
  ])
    assert.deepEqual([...sinusoidal(1, dim, { layout: 'fairseq', start: 5 })], row);
});

test('in the interleaved layout, an odd dim has a last sine without its cosine', () => {
  assert.deepEqual(sinusoidal(2, 1, { start: 1 }), Float32Array.of(Math.sin(1), Math.sin(2)));
  const expected = [Math.sin(2), Math.cos(2), Math.sin(2 * 1e4 ** (-2 / 3))].map(Math.fround);
  assert.deepEqual([...sinusoidal(1, 3, { start: 2 })], expected);
  assert.deepEqual(
    [...sinusoidal(1, 3, { start: 2, layout: 'concatenated' })],
    [expected[0], expected[2], expected[1]],
  );
});

test('addPositional adds a table to every batch, with the same bits as a plain loop', () => {
  for (const [batches, length, dim] of [
    [1, 1, 1],
    [3, 5, 7],
    [2, 64, 128],
    [1, 300, 257],
    [2, 513, 130],
    [0, 4, 4],
    [5, 1, 65536],
    [2, 1, 65537],
  ]) {
    const table = sinusoidal(length + 2, dim);
    const x = noise(Float32Array, batches * length * dim, dim);
    if (x.length > 3) [x[0], x[1], x[2]] = [NaN, Infinity, -0];
    const expected = addTable(x.slice(), table, length, dim);
    assert.equal(addPositional(x, table, { length, dim }), x);
    assert.ok(bitsOf(x).equals(bitsOf(expected)), `${batches} x ${length} x ${dim}`);
  }
});
