/* Compares tables of grids with the exact formula, and with tables of one dimension. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';

import { createArena, sinusoidal, sinusoidal2d, sinusoidal3d } from '../../web/index.js';
import { Meter32, Meter64, angle, frequencies } from '../support/exact.js';
import { allNear, sameBits } from '../support/comparisons.js';
import { rowOf } from '../support/reference.js';

/** Makes rows of [sines, cosines] at the positions (start + index) * scale. */
const line = (length, width, { base = 1e4, dtype = 'float32', start = 0, scale = 1 }) =>
  sinusoidal(length, width, {
    layout: 'concatenated',
    base,
    dtype,
    positions: Float64Array.from({ length }, (_, i) => (start + i) * scale),
  });

/** Makes the table of sinusoidal2d from tables of one dimension, which other files test. */
function composed2d(
  height,
  width,
  dim,
  { order = 'mae', prefix = 0, start = [0, 0], scale = [1, 1], ...options } = {},
) {
  const half = dim / 2;
  const rows = line(height, half, { ...options, start: start[0], scale: scale[0] });
  const columns = line(width, half, { ...options, start: start[1], scale: scale[1] });
  const out = new rows.constructor((prefix + height * width) * dim);
  const quarter = dim / 4;
  for (let r = 0; r < height; r++)
    for (let c = 0; c < width; c++) {
      const row = rowOf(rows, r, half);
      const column = rowOf(columns, c, half);
      const at = (prefix + r * width + c) * dim;
      const sr = row.subarray(0, quarter);
      const cr = row.subarray(quarter);
      const sc = column.subarray(0, quarter);
      const cc = column.subarray(quarter);
      const parts = {
        mae: [sc, cc, sr, cr],
        timm: [sr, sc, cr, cc],
        'timm-interleaved': [sr, cr, sc, cc],
      }[order];
      parts.forEach((part, i) => out.set(part, at + i * quarter));
    }
  return out;
}

/** Makes the table of sinusoidal3d from tables of one and of two dimensions. */
function composed3d(
  frames,
  height,
  width,
  dim,
  { start = [0, 0, 0], scale = [1, 1, 1], ...options } = {},
) {
  const quarter = dim / 4;
  const times = line(frames, quarter, { ...options, start: start[0], scale: scale[0] });
  const planes = composed2d(height, width, 3 * quarter, {
    ...options,
    start: start.slice(1),
    scale: scale.slice(1),
  });
  const out = new times.constructor(frames * height * width * dim);
  for (let f = 0, at = 0; f < frames; f++)
    for (let p = 0; p < height * width; p++, at += dim) {
      out.set(rowOf(times, f, quarter), at);
      out.set(rowOf(planes, p, 3 * quarter), at + quarter);
    }
  return out;
}

test('a 2 x 2 grid with dim 8 has the values that MAE published', () => {
  const s0 = 0.8414709848078965;
  const s1 = 0.009999833334166664;
  const c0 = 0.5403023058681398;
  const c1 = 0.9999500004166653;
  const zero = [0, 0, 1, 1];
  const one = [s0, s1, c0, c1];
  const mae = [...zero, ...zero, ...one, ...zero, ...zero, ...one, ...one, ...one];
  allNear(sinusoidal2d(2, 2, 8, { dtype: 'float64' }), mae, 2e-16, 'mae');
  allNear(sinusoidal2d(2, 2, 8), mae, 3e-8, 'mae in float32');
  allNear(
    sinusoidal2d(2, 2, 8, { order: 'timm' }).subarray(8, 16),
    [0, 0, s0, s1, 1, 1, c0, c1],
    3e-8,
    'timm, column 1',
  );
  allNear(
    sinusoidal2d(2, 2, 8, { order: 'timm-interleaved' }).subarray(16, 24),
    [s0, s1, c0, c1, 0, 0, 1, 1],
    3e-8,
    'timm-interleaved, row 1',
  );
});

/**
 * For each order, which quarter of a table row contains each part. The parts are the sines of the
 * grid row, its cosines, the sines of the grid column, and its cosines.
 */
const QUARTERS = {
  mae: [2, 3, 0, 1],
  timm: [0, 2, 1, 3],
  'timm-interleaved': [0, 1, 2, 3],
};

/** Computes the exact [sine, cosine] of each pair at each position of an axis. */
const exactAxis = (length, pairs, start, scale) =>
  Array.from({ length }, (_, i) => pairs.map((pair) => angle((start + i) * scale, pair)));

/** Measures the errors of a table. `rows` and `columns` have the exact sines and cosines. */
function measureGrid(meter, table, rows, columns, order) {
  const quarter = rows[0].length;
  let at = 0;
  rows.forEach((row, r) =>
    columns.forEach((column, c) => {
      for (let k = 0; k < quarter; k++)
        [...row[k], ...column[k]].forEach((value, i) => {
          const element = at + QUARTERS[order][i] * quarter + k;
          meter.check(table[element], value, at, () => `${order} ${r}, ${c}`);
        });
      at += 4 * quarter;
    }),
  );
}

test('in each order, each element is its sine or cosine, correct except for the last bit', () => {
  for (const [height, width, dim, base, start, scale] of [
    [5, 9, 24, 1e4, 0, 1],
    [3, 70, 4, 1e4, 0, 1],
    [40, 2, 64, 100, [7, -3], [1, 0.5]],
    [2, 3, 20, 12345.678, 0.25, [1 / 3, 16 / 37]],
  ]) {
    const of = (list, axis) => (typeof list === 'number' ? list : list[axis]);
    const pairs = frequencies(dim / 4, base, dim / 2);
    const rows = exactAxis(height, pairs, of(start, 0), of(scale, 0));
    const columns = exactAxis(width, pairs, of(start, 1), of(scale, 1));
    for (const order of Object.keys(QUARTERS))
      for (const [dtype, meter, most] of [
        ['float32', new Meter32(), 1],
        ['float64', new Meter64(), 4],
      ]) {
        const table = sinusoidal2d(height, width, dim, { order, base, start, scale, dtype });
        measureGrid(meter, table, rows, columns, order);
        assert.equal(meter.elements, table.length);
        assert.ok(meter.worst <= most, `${order} ${height} x ${width} x ${dim}: ${meter}`);
      }
  }
});

test('a table of two dimensions has the same bits as rows of tables of one dimension', () => {
  const number = fc.oneof(fc.constant(1), fc.double({ min: -4, max: 4, noNaN: true }));
  const extent = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(
      extent,
      extent,
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom('mae', 'timm', 'timm-interleaved'),
      fc.constantFrom('float32', 'float64'),
      fc.integer({ min: 0, max: 3 }),
      fc.tuple(fc.integer({ min: -99, max: 99 }), number),
      fc.tuple(number, number),
      fc.constantFrom(1, 100, 1e4),
      (height, width, quarter, order, dtype, prefix, start, scale, base) => {
        const options = { order, dtype, prefix, start, scale, base };
        sameBits(
          sinusoidal2d(height, width, 4 * quarter, options),
          composed2d(height, width, 4 * quarter, options),
          JSON.stringify(options),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('long lines, wide rows and tall grids, which are made in batches, are correct', () => {
  for (const [height, width, dim, dtype] of [
    [3, 300, 2048, 'float32'],
    [3, 150, 2048, 'float64'],
    [300, 3, 2048, 'float32'],
    [2, 3, 16384, 'float64'],
    [3, 2, 16384, 'float32'],
    [2, 70000, 4, 'float32'],
    [40000, 1, 4, 'float64'],
    [1, 1, 4, 'float32'],
    [64, 64, 256, 'float32'],
    [65, 33, 12, 'float64'],
  ])
    for (const order of ['mae', 'timm'])
      sameBits(
        sinusoidal2d(height, width, dim, { order, dtype }),
        composed2d(height, width, dim, { order, dtype }),
        `${height} x ${width} x ${dim} ${order} ${dtype}`,
      );
  for (const [frames, height, width, dim, dtype] of [
    [3, 2, 40, 8192, 'float32'],
    [2, 30, 2, 8192, 'float64'],
    [40, 1, 2, 4096, 'float32'],
    [1, 3, 1, 16, 'float32'],
    [5, 4, 3, 48, 'float64'],
    [3, 70, 70, 64, 'float32'],
  ])
    sameBits(
      sinusoidal3d(frames, height, width, dim, { dtype }),
      composed3d(frames, height, width, dim, { dtype }),
      `${frames} x ${height} x ${width} x ${dim} ${dtype}`,
    );
});

test("CogVideoX's table has a quarter for the frame, then the bits of MAE's table", () => {
  const extent = fc.integer({ min: 0, max: 5 });
  const number = fc.oneof(fc.constant(1), fc.double({ min: -4, max: 4, noNaN: true }));
  fc.assert(
    fc.property(
      extent,
      extent,
      extent,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('float32', 'float64'),
      fc.tuple(number, number, number),
      fc.tuple(number, number, number),
      fc.constantFrom(1, 100, 1e4),
      (frames, height, width, sixteenth, dtype, start, scale, base) => {
        const options = { dtype, start, scale, base };
        sameBits(
          sinusoidal3d(frames, height, width, 16 * sixteenth, options),
          composed3d(frames, height, width, 16 * sixteenth, options),
          JSON.stringify(options),
        );
      },
    ),
    { numRuns: 200 },
  );
  // `wanted` is the row of frame 2, row 1, column 3, with dim 16. It is computed by the formula in
  // double precision.
  const w = (k) => 1e4 ** (-k / 3);
  const wanted = [
    Math.sin(2),
    Math.sin(2 / 100),
    Math.cos(2),
    Math.cos(2 / 100),
    ...[3, 1].flatMap((x) =>
      [Math.sin, Math.cos].flatMap((f) => [0, 1, 2].map((k) => f(x * w(k)))),
    ),
  ];
  allNear(
    sinusoidal3d(3, 2, 4, 16).subarray(((2 * 2 + 1) * 4 + 3) * 16),
    wanted,
    1e-7,
    'by the formula',
  );
});

test('one number as start or scale is for all axes; start gives parts of a larger grid', () => {
  sameBits(
    sinusoidal2d(4, 5, 16, { start: 3, scale: 0.5 }),
    sinusoidal2d(4, 5, 16, { start: [3, 3], scale: [0.5, 0.5] }),
  );
  sameBits(
    sinusoidal3d(2, 3, 4, 32, { start: 3, scale: 0.5 }),
    sinusoidal3d(2, 3, 4, 32, { start: [3, 3, 3], scale: Float32Array.of(0.5, 0.5, 0.5) }),
  );
  const whole = sinusoidal2d(9, 7, 24);
  const out = new Float32Array(whole.length);
  for (let row = 0; row < 9; row += 2)
    sinusoidal2d(Math.min(2, 9 - row), 7, 24, {
      start: [row, 0],
      out: out.subarray(row * 7 * 24, Math.min(row + 2, 9) * 7 * 24),
    });
  sameBits(out, whole, 'rows made two at a time');
});

test("start and scale give PixArt's scale and SD3's crop", () => {
  // PixArt's base_size 16 and interpolation_scale 2 give steps of 1/4 in a grid of 32 x 32 points.
  sameBits(
    sinusoidal2d(32, 32, 16, { scale: 16 / 32 / 2 }),
    composed2d(32, 32, 16, { scale: [0.25, 0.25] }),
  );
  const whole = sinusoidal2d(12, 12, 16, { scale: 0.75 });
  const crop = sinusoidal2d(4, 6, 16, { scale: 0.75, start: [4, 3] });
  for (let r = 0; r < 4; r++)
    sameBits(
      rowOf(crop, r, 96),
      whole.subarray(((r + 4) * 12 + 3) * 16, ((r + 4) * 12 + 9) * 16),
      `row ${r}`,
    );
});

test('prefix rows are zeros, and every element of out is overwritten', () => {
  for (const prefix of [1, 5]) {
    const out = new Float32Array((prefix + 6) * 8).fill(9);
    const table = sinusoidal2d(2, 3, 8, { prefix, out });
    assert.equal(table, out);
    sameBits(table.subarray(0, prefix * 8), new Float32Array(prefix * 8), 'prefix');
    sameBits(table.subarray(prefix * 8), sinusoidal2d(2, 3, 8), 'grid');
  }
  sameBits(sinusoidal2d(0, 5, 8, { prefix: 2 }), new Float32Array(16));
});

test("the transposed grid in order 'timm-interleaved' has the rows of order 'mae'", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      (height, width, quarter) => {
        const a = sinusoidal2d(height, width, 4 * quarter);
        const b = sinusoidal2d(width, height, 4 * quarter, { order: 'timm-interleaved' });
        for (let r = 0; r < height; r++)
          for (let c = 0; c < width; c++)
            sameBits(rowOf(a, r * width + c, 4 * quarter), rowOf(b, c * height + r, 4 * quarter));
      },
    ),
  );
});

test('tables in an arena have the same bits', () => {
  for (const [height, width, dim] of [
    [3, 5, 8],
    [70, 3, 12],
    [2, 300, 1024],
  ]) {
    const n = height * width * dim;
    const arena = createArena(20 * n + 8192);
    const out = arena.float32(n + dim);
    const wide = arena.float64(n);
    for (const order of ['mae', 'timm']) {
      sameBits(
        sinusoidal2d(height, width, dim, { order, prefix: 1, out }),
        sinusoidal2d(height, width, dim, { order, prefix: 1 }),
        `${height} x ${width} x ${dim}`,
      );
      sameBits(
        sinusoidal2d(height, width, dim, { order, dtype: 'float64', out: wide }),
        sinusoidal2d(height, width, dim, { order, dtype: 'float64' }),
        `${height} x ${width} x ${dim}`,
      );
    }
  }
  const arena = createArena(1 << 20);
  const out = arena.float32(3 * 4 * 5 * 32);
  sameBits(sinusoidal3d(3, 4, 5, 32, { out }), sinusoidal3d(3, 4, 5, 32));
});

test('tables of other functions do not disturb the tables of a grid', () => {
  const first = sinusoidal3d(2, 3, 4, 32);
  const flat = sinusoidal2d(3, 4, 32);
  for (const between of [
    () => sinusoidal(9, 10),
    () => sinusoidal2d(3, 4, 32),
    () => sinusoidal(4, 10, { layout: 'fairseq' }),
    () => sinusoidal2d(3, 4, 32, { base: 7 }),
    () => sinusoidal3d(2, 2, 2, 32, { base: 7 }),
  ]) {
    between();
    sameBits(sinusoidal3d(2, 3, 4, 32), first);
    between();
    sameBits(sinusoidal2d(3, 4, 32), flat);
  }
});
