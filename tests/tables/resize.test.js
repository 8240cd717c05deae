/*
 * Compares resized tables with a dense evaluation, which uses integers and all weights, and with
 * published values. Also tests general laws, such as linearity.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';

import { createArena, resizeGrid } from '../../web/index.js';
import { sameBits } from '../support/comparisons.js';
import { cubic } from '../support/oracle.js';
import { noise, rowOf } from '../support/reference.js';

const abs = (n) => (n < 0n ? -n : n);

/** Returns the cubic kernel at |x| = n / unit, multiplied by `one`, which makes it an integer. */
function kernel(n, unit, one, antialias) {
  if (n >= 2n * unit) return 0n;
  if (n >= unit) {
    const outer = n ** 3n - 5n * n ** 2n * unit + 8n * n * unit ** 2n - 4n * unit ** 3n;
    return antialias ? -outer : -3n * outer;
  }
  return antialias
    ? 3n * n ** 3n - 5n * n ** 2n * unit + one
    : 5n * n ** 3n - 9n * n ** 2n * unit + one;
}

/** In units of 1 / FRACTION, sizes are whole numbers even if they include an offset. */
const FRACTION = 2 ** 56;

/**
 * Computes the weights of one axis by the formula, as integers. For each point of the resized axis,
 * the result has the weight of every original point, and the sum of these weights. All weights are
 * multiplied by `one`, which makes them integers. Without antialias, the weights of the formula
 * have the sum 1, so the sum is `one`. With antialias, they may have another sum.
 */
function matrix(from, to, offset, antialias) {
  const extent = BigInt(to * FRACTION) + BigInt(offset * FRACTION);
  const size = BigInt(from * FRACTION);
  const unit = 2n * (antialias && size > extent ? size : extent);
  const one = antialias ? 2n * unit ** 3n : 4n * unit ** 3n;
  return Array.from({ length: to }, (_, i) => {
    const row = Array(from).fill(0n);
    const centre = size * BigInt(2 * i + 1);
    for (let j = -2 - 2 * from; j < 3 * from + 2; j++) {
      const inside = Math.min(from - 1, Math.max(0, j));
      if (antialias && inside !== j) continue;
      const distance = abs(BigInt(2 * j + 1) * extent - centre);
      row[inside] += kernel(distance, unit, one, antialias);
    }
    return { row, sum: antialias ? row.reduce((a, b) => a + b) : one };
  });
}

const SCALE = 2 ** 40;

/** Returns [sum, size, unit] of an element. `size` is the sum of the magnitudes of its terms. */
function denseElement(down, across, table, columns, dim, element) {
  let sum = 0n;
  let size = 0n;
  down.row.forEach((weight, r) =>
    across.row.forEach((other, c) => {
      const term = weight * other * table[(r * columns + c) * dim + element];
      sum += term;
      size += abs(term);
    }),
  );
  return [sum, size, down.sum * across.sum];
}

/** Calls visit(index, sum, size, unit) for each element, whose value is sum / unit / SCALE. */
function dense(table, [rows, columns], [height, width], dim, given, visit) {
  const offset = rows === height && columns === width ? 0 : given.interpolateOffset;
  const down = matrix(rows, height, offset, given.antialias);
  const across = matrix(columns, width, offset, given.antialias);
  const fixed = Array.from(table, (value) => BigInt(value * SCALE));
  for (let at = 0; at < height * width * dim; at++) {
    const point = Math.floor(at / dim);
    const y = Math.floor(point / width);
    const x = point % width;
    visit(at, ...denseElement(down[y], across[x], fixed, columns, dim, at % dim));
  }
}

/**
 * Returns the error of a float32, minus half the distance between neighbouring floats. The exact
 * value is sum / unit / SCALE. A correctly rounded float32 gives 0 or less.
 */
function beyondRounding(got, sum, unit) {
  const value = Number(sum) / Number(unit) / SCALE;
  const gap = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(value) || 1e-60))) - 23);
  // In units of 2^-149, every float32 is a whole number.
  const whole = (x) => BigInt(x * 2 ** 149) * unit;
  const twice = 2n * (whole(got) - sum * BigInt(2 ** 149 / SCALE));
  return Number(abs(twice) - whole(gap)) / Number(unit) / 2 ** 150;
}

test('elements are sums in double precision, rounded once, as a dense evaluation confirms', () => {
  let elements = 0;
  let misrounded = 0;
  const extent = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(
      fc.tuple(extent, extent),
      fc.tuple(extent, extent),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      // The offset 0.1 is left out, because some of its exact results are within 1e-17 of the
      // middle between two floats.
      fc.constantFrom(0, 0, 0.1234567, 0.7654321),
      fc.integer(),
      (from, to, dim, antialias, interpolateOffset, seed) => {
        const table = noise(Float32Array, from[0] * from[1] * dim, seed);
        const options = { antialias, interpolateOffset };
        const got = resizeGrid(table, from, to, dim, options);
        dense(table, from, to, dim, options, (i, sum, size, unit) => {
          const beyond = beyondRounding(got[i], sum, unit);
          elements++;
          misrounded += beyond > 0;
          assert.ok(
            beyond <= (1.2e-15 * Number(size)) / Number(unit) / SCALE,
            `${from} to ${to} + ${interpolateOffset}, ${i}: ${got[i]}`,
          );
        });
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(elements > 1e4 && misrounded < elements / 1e4, `${misrounded} of ${elements}`);
});

test("the numbers 1 to 16, resized to 8 x 8 and to 9 x 10, have ONNX's published values", () => {
  const table = Float32Array.from({ length: 16 }, (_, i) => i + 1);
  const check = (to, options, row, column, within) =>
    resizeGrid(table, [4, 4], to, 1, options).forEach((value, i) => {
      const y = Math.floor(i / to[1]);
      // Each element of the table is the sum of a function of its row and a function of its
      // column. The same is true of the result.
      const wanted = row[i % to[1]] + column[y] - row[0];
      assert.ok(Math.abs(value - wanted) <= within, `${to} ${i}: ${value}, not ${wanted}`);
    });
  check(
    [8, 8],
    {},
    [0.47265625, 0.76953125, 1.24609375, 1.875, 2.28125, 2.91015625, 3.38671875, 3.68359375],
    [
      0.47265625, 1.66015625, 3.56640625, 6.08203125, 7.70703125, 10.22265625, 12.12890625,
      13.31640625,
    ],
    0,
  );
  check(
    [9, 10],
    {},
    [
      0.45507922, 0.64057922, 0.97157922, 1.42257922, 1.90732922, 2.22332922, 2.70807922,
      3.15907922, 3.49007922, 3.67557922,
    ],
    [
      0.45507922, 1.39437963, 2.95130693, 5.20525069, 6.88975, 8.57424931, 10.82819307, 12.38512037,
      13.32442078,
    ],
    1e-6,
  );
  // If the grid grows, antialias equals ONNX's cubic mode with exclude_outside and a = -0.5.
  check(
    [8, 8],
    { antialias: true },
    [
      0.55882353, 0.81494204, 1.35698249, 1.89705882, 2.39705882, 2.93713516, 3.47917561,
      3.73529412,
    ],
    [
      0.55882353, 1.58329755, 3.75145936, 5.91176471, 7.91176471, 10.07207005, 12.24023186,
      13.26470588,
    ],
    1e-6,
  );
});

test('a table whose elements are all equal keeps this value', () => {
  for (const [from, to] of [
    [
      [1, 1],
      [5, 7],
    ],
    [
      [7, 7],
      [3, 2],
    ],
    [
      [14, 14],
      [24, 24],
    ],
    [
      [3, 50],
      [50, 3],
    ],
    [
      [37, 16],
      [37, 40],
    ],
  ])
    for (const antialias of [false, true])
      for (const value of [1, 0.1, -3.7e20])
        assert.deepEqual(
          resizeGrid(new Float32Array(from[0] * from[1] * 3).fill(value), from, to, 3, {
            antialias,
          }),
          new Float32Array(to[0] * to[1] * 3).fill(value),
          `${from} to ${to}`,
        );
});

test('resizing to the same size changes no bit, even of NaN and Infinity', () => {
  const table = noise(Float32Array, 6 * 7 * 5, 3);
  [-0, NaN, Infinity, -Infinity, 1e-45, 3.4e38].forEach((value, i) => {
    table[17 * i + 3] = value;
  });
  for (const antialias of [false, true])
    sameBits(resizeGrid(table, [6, 7], [6, 7], 5, { antialias, prefix: 0 }), table, `${antialias}`);
  // If only the other axis changes its size, NaN does not reach other rows of the grid.
  const wider = resizeGrid(table, [6, 7], [6, 20], 5);
  const bad = new Set();
  wider.forEach((value, i) => Number.isFinite(value) || bad.add(Math.floor(i / 100)));
  assert.deepEqual([...bad], [...new Set([1, 2, 3].map((i) => Math.floor((17 * i + 3) / 35)))]);
});

test('away from the edge, resizing a linear function is exact, or off by a known cubic', () => {
  for (const [from, to, antialias] of [
    [20, 33, false],
    [20, 33, true],
    [33, 20, false],
    [20, 60, false],
    [20, 60, true],
    [60, 20, true],
    [64, 16, true],
  ]) {
    const ramp = Float32Array.from({ length: from * from * 2 }, (_, i) =>
      i % 2 ? Math.floor(i / 2) % from : Math.floor(i / 2 / from),
    );
    const out = resizeGrid(ramp, [from, from], [to, to], 2, { antialias });
    const margin = antialias ? Math.max(2, (2 * from) / to) : 2;
    for (let y = 0; y < to; y++)
      for (let x = 0; x < to; x++)
        [y, x].forEach((i, d) => {
          const at = ((i + 0.5) * from) / to - 0.5;
          const t = at - Math.floor(at);
          const wanted = at + (antialias ? 0 : (t * (1 - t) * (1 - 2 * t)) / 2);
          if (at >= margin && at <= from - 1 - margin)
            assert.ok(
              Math.abs(out[(y * to + x) * 2 + d] - wanted) <= 4e-6,
              `${from} to ${to}, ${wanted}: ${out[(y * to + x) * 2 + d]}`,
            );
        });
  }
});

test('prefix rows are copied unchanged, and do not affect the grid after them', () => {
  const table = noise(Float32Array, (3 + 4 * 5) * 6, 1);
  table[2] = NaN;
  for (const antialias of [false, true]) {
    const out = resizeGrid(table, [4, 5], [7, 3], 6, { prefix: 3, antialias });
    sameBits(out.subarray(0, 18), table.subarray(0, 18), 'prefix');
    sameBits(
      out.subarray(18),
      resizeGrid(table.subarray(18), [4, 5], [7, 3], 6, { antialias }),
      'grid',
    );
  }
});

const transposed = (table, [rows, columns], dim) =>
  Float32Array.from(table, (_, i) => {
    const p = Math.floor(i / dim);
    const r = p % rows;
    const c = Math.floor(p / rows);
    return table[(r * columns + c) * dim + (i % dim)];
  });
const mirrored = (table, [rows, columns], dim) =>
  Float32Array.from(table, (_, i) => {
    const p = Math.floor(i / dim);
    return table[
      ((rows - 1 - Math.floor(p / columns)) * columns + columns - 1 - (p % columns)) * dim +
        (i % dim)
    ];
  });

const close = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) <= 2e-6));
const swapped = ([a, b]) => [b, a];

/**
 * Asserts that resizing one axis after the other gives the same result as resizing both at once.
 * Also asserts that resizing commutes with transposing and with mirroring.
 */
function commutes(table, from, to, dim, options, out) {
  const half = [from[0], to[1]];
  const across = resizeGrid(table, from, half, dim, options);
  close(resizeGrid(across, half, to, dim, options), out);
  const turned = transposed(table, from, dim);
  const turnedOut = resizeGrid(turned, swapped(from), swapped(to), dim, options);
  close(transposed(turnedOut, swapped(to), dim), out);
  const mirroredOut = resizeGrid(mirrored(table, from, dim), from, to, dim, options);
  close(mirrored(mirroredOut, to, dim), out);
}

/** Asserts that resizing is linear. */
function isLinear(table, from, to, dim, options, out) {
  const scaled = table.map((value) => -8 * value);
  const wanted = out.map((value) => -8 * value);
  sameBits(resizeGrid(scaled, from, to, dim, options), wanted, 'scaled by -8');
}

/** Returns one element of each row. */
const elementOf = (table, dim, element) =>
  Float32Array.from({ length: table.length / dim }, (_, i) => table[i * dim + element]);

/** Asserts that resizing an element does not depend on the other elements of its row. */
function resizesAlone(table, from, to, dim, options, out, element) {
  const alone = resizeGrid(elementOf(table, dim, element), from, to, 1, options);
  sameBits(alone, elementOf(out, dim, element), `element ${element} of ${dim} alone`);
}

test('resizing is separable, linear, independent for each element, and respects symmetry', () => {
  const extent = fc.integer({ min: 1, max: 11 });
  fc.assert(
    fc.property(
      fc.tuple(extent, extent),
      fc.tuple(extent, extent),
      fc.integer({ min: 1, max: 18 }),
      fc.boolean(),
      fc.integer(),
      (from, to, dim, antialias, seed) => {
        const table = noise(Float32Array, from[0] * from[1] * dim, seed);
        const options = { antialias };
        const out = resizeGrid(table, from, to, dim, options);
        commutes(table, from, to, dim, options, out);
        isLinear(table, from, to, dim, options, out);
        resizesAlone(table, from, to, dim, options, out, dim - 1);
      },
    ),
    { numRuns: 200 },
  );
});

/** Computes one point of a resized line, from only the few weights that may differ from 0. */
function point(line, from, to, i, antialias) {
  const a = antialias ? -0.5 : -0.75;
  const scale = from / to;
  const wide = antialias ? Math.max(1, scale) : 1;
  const centre = (i + 0.5) * scale;
  let sum = 0;
  let value = 0;
  for (let j = Math.ceil(centre - 2 * wide - 1); j < centre + 2 * wide + 1; j++) {
    const inside = Math.min(from - 1, Math.max(0, j));
    if (antialias && inside !== j) continue;
    const w = cubic(Math.abs(j + 0.5 - centre) / wide, a);
    sum += w;
    value += w * line[inside];
  }
  return antialias ? value / sum : value;
}

/**
 * Asserts that some points of a line are right. The line is resized as a row, as a column, and as
 * two equal rows.
 */
function resizesLine(from, to, antialias) {
  const line = noise(Float32Array, from, from + to);
  const twice = Float32Array.from({ length: 2 * from }, (_, i) => line[i % from]);
  const picked = [0, 1, to >> 1, to - 1].filter((i) => i < to);
  for (const [table, a, b] of [
    [line, [1, from], [1, to]],
    [line, [from, 1], [to, 1]],
    [twice, [2, from], [2, to]],
  ]) {
    const out = resizeGrid(table, a, b, 1, { antialias });
    for (const i of picked) {
      const error = Math.abs(out[i] - point(line, from, to, i, antialias));
      assert.ok(error <= 1.3e-7, `${a} to ${b}, ${i}: ${out[i]}`);
    }
  }
}

test('grids with the largest numbers of rows or columns are resized', () => {
  for (const antialias of [false, true])
    for (const [from, to] of [
      [8192, 1],
      [8192, 8191],
      [8191, 8192],
      [1, 8192],
      [8192, 100],
      [3, 8192],
    ])
      resizesLine(from, to, antialias);
});

test('a large grid can be shrunk to a few points', () => {
  const square = noise(Float32Array, 300 * 300, 1);
  const shrunk = resizeGrid(square, [300, 300], [2, 3], 1, { antialias: true });
  const across = [0, 1, 2].map((x) =>
    Float64Array.from({ length: 300 }, (_, row) => point(rowOf(square, row, 300), 300, 3, x, true)),
  );
  shrunk.forEach((value, i) => {
    const wanted = point(across[i % 3], 300, 2, Math.floor(i / 3), true);
    assert.ok(Math.abs(value - wanted) <= 1e-9, `${i}`);
  });
});

test('tables whose rows are much larger than the window are resized', () => {
  for (const [dim, from, to] of [
    [200003, [2, 3], [3, 2]],
    [70001, [3, 3], [5, 4]],
    [9000, [8, 2], [3, 9]],
  ]) {
    const table = noise(Float32Array, from[0] * from[1] * dim, dim);
    const out = resizeGrid(table, from, to, dim);
    for (const element of [0, 1, 7, 8, dim >> 1, dim - 9, dim - 1])
      resizesAlone(table, from, to, dim, {}, out, element);
  }
});

test('a table, a result, or both in an arena give the same bits', () => {
  for (const [from, to, dim, prefix] of [
    [[4, 5], [9, 3], 7, 2],
    [[14, 14], [24, 24], 768, 1],
    [[40, 3], [2, 50], 1000, 0],
    [[1, 1], [1, 1], 1, 0],
  ])
    for (const antialias of [false, true]) {
      const count = prefix * dim + from[0] * from[1] * dim;
      const length = (prefix + to[0] * to[1]) * dim;
      const table = noise(Float32Array, count, 5);
      const options = { prefix, antialias };
      const wanted = resizeGrid(table, from, to, dim, options);
      const arena = createArena(4 * (count + length) + 64);
      const inside = arena.float32(count);
      const out = arena.float32(length);
      inside.set(table);
      sameBits(resizeGrid(inside, from, to, dim, { ...options, out }), wanted, 'both');
      sameBits(resizeGrid(inside, from, to, dim, options), wanted, 'table');
      sameBits(resizeGrid(table, from, to, dim, { ...options, out: out.fill(7) }), wanted, 'out');
    }
});

test('tables with dim 0 and grids of one point are resized', () => {
  assert.equal(resizeGrid(new Float32Array(0), [2, 3], [4, 5], 0).length, 0);
  assert.equal(resizeGrid(Float32Array.of(3), [1, 1], [1, 1], 1, { prefix: 0 })[0], 3);
});
