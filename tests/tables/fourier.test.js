/* Compares Fourier features with the exact formula, published formulas, and each other. */
import assert from 'node:assert/strict';
import test from 'node:test';

import { createArena, fourierFeatures, sinusoidal } from '../../web/index.js';
import { Meter32, Meter64, PI, exp, fixed, ln, sinCos, times } from '../support/exact.js';
import { allNear, sameBits } from '../support/comparisons.js';
import { noise, range, rowOf } from '../support/reference.js';

/** Returns the product of two fixed-point numbers. */
const product = (a, b) => (a * b) >> 176n;

/** Returns the frequencies of the bands, from 1 to `last`, as fixed-point numbers. */
function bandsOf(bands, spacing, last) {
  if (bands === 1) return [fixed(1)];
  const steps = BigInt(bands - 1);
  return range(bands).map((k) =>
    spacing === 'linear'
      ? fixed(1 + (k * (last - 1)) / (bands - 1))
      : times(last, exp((-ln(last) * (steps - BigInt(k))) / steps)),
  );
}

/**
 * For each layout, a function that returns the column of a feature. `part` is 0 for the sine and 1
 * for the cosine.
 */
const LAYOUTS = {
  concatenated: (axes, bands, axis, band, part) => (part * axes + axis) * bands + band,
  interleaved: (axes, bands, axis, band, part) => (axis * bands + band) * 2 + part,
  nerf: (axes, bands, axis, band, part) => (band * 2 + part) * axes + axis,
  timm: (axes, bands, axis, band, part) => (part * bands + band) * axes + axis,
};

/** Calls check(layout, place, pi) for every layout of LAYOUTS, and for both values of `pi`. */
function eachForm(check) {
  for (const [layout, place] of Object.entries(LAYOUTS))
    for (const pi of [true, false]) check(layout, place, pi);
}

/**
 * Makes features in single and in double precision. In the result, `check` measures the errors of
 * both tables, and `done` asserts that they are small.
 */
function measured(x, bands, options) {
  const single = new Meter32();
  const double = new Meter64();
  const tables = [
    [fourierFeatures(x, bands, options), single],
    [fourierFeatures(x, bands, { dtype: 'float64', ...options }), double],
  ];
  return {
    tables,
    /** Measures the errors of a sine and a cosine. */
    check(turned, pi, at, band, where) {
      sinCos(pi ? product(PI, turned) : turned).forEach((value, part) => {
        for (const [table, meter] of tables) meter.check(table[at(part)], value, band, where);
      });
    },
    /** Asserts that errors are at most 1 ulp of a float32, and 4 x 2^-53 of a double. */
    done: (what) =>
      assert.ok(single.worst <= 1 && double.worst <= 4, `${what}: ${single}\n${double}`),
  };
}

/** Returns the resolution of an axis: the given resolution, or the default of the spacing. */
const resolutionOf = ({ maxResolution, spacing }, axis, bands) =>
  maxResolution?.[axis] ?? maxResolution ?? (spacing ? 224 : 2 ** bands);

/** Asserts that the features of six rows are correct except for the last bit. */
function exactFeatures(axes, bands, options, layout, place, pi) {
  const noises = noise(Float64Array, 4 * axes, axes + bands);
  const x = [...noises, ...Array(axes).fill(0), ...Array(axes).fill(1)];
  const width = 2 * axes * bands;
  const features = measured(x, bands, { axes, layout, pi, ...options });
  for (const [table] of features.tables) assert.equal(table.length, 6 * width);
  for (let axis = 0; axis < axes; axis++) {
    const last = resolutionOf(options, axis, bands) / 2;
    bandsOf(bands, options.spacing, last).forEach((w, band) => {
      for (let row = 0; row < 6; row++) {
        const at = (part) => row * width + place(axes, bands, axis, band, part);
        const where = () => `row ${row}, axis ${axis}, band ${band}`;
        features.check(times(x[row * axes + axis], w), pi, at, band, where);
      }
    });
  }
  features.done(`${axes} ${bands} ${layout} ${pi}`);
}

test('features of every spacing and layout are correct except for the last bit', () => {
  for (const [axes, bands, options] of [
    [1, 10, {}],
    [3, 10, {}],
    [2, 7, { spacing: 'linear' }],
    [2, 64, { spacing: 'linear', maxResolution: [224, 30.7] }],
    [3, 9, { maxResolution: 200 }],
    [2, 5, { maxResolution: [17, 224] }],
    [2, 1, { spacing: 'linear' }],
    [1, 1, {}],
    [4, 3, { maxResolution: 2 }],
  ])
    eachForm((layout, place, pi) => exactFeatures(axes, bands, options, layout, place, pi));
});

test("the encoding of a point has the values of the formula in NeRF's paper", () => {
  const x = [0.3, -0.7, 0.1];
  const wanted = x.flatMap((x) =>
    range(4).flatMap((k) => [Math.sin(2 ** k * Math.PI * x), Math.cos(2 ** k * Math.PI * x)]),
  );
  allNear(fourierFeatures(x, 4, { axes: 3, layout: 'interleaved' }), wanted, 1e-7, 'paper');
  allNear(
    fourierFeatures(x, 4, { axes: 3, layout: 'nerf', pi: false }),
    range(4).flatMap((k) => [Math.sin, Math.cos].flatMap((f) => x.map((x) => f(2 ** k * x)))),
    1e-7,
    'code',
  );
});

test('octaves are the same as geometric bands with maxResolution 2^bands', () => {
  for (const bands of [1, 2, 5, 20])
    sameBits(
      fourierFeatures([0.1, 0.7], bands),
      fourierFeatures([0.1, 0.7], bands, { maxResolution: 2 ** bands }),
      `${bands}`,
    );
  const far = fourierFeatures([2 ** -24], 64, { dtype: 'float64' });
  allNear(
    far.subarray(0, 24),
    range(24).map((k) => Math.sin(Math.PI * 2 ** (k - 24))),
    1e-15,
    'below a half turn',
  );
  assert.ok(
    far.subarray(24, 64).every((value) => Math.abs(value) < 1e-12 || Math.abs(value - 1) < 1e-12),
    'whole turns',
  );
});

/** Asserts that features with a matrix are correct except for the last bit. */
function exactRandomFeatures(axes, bands, layout, place, pi) {
  const matrix = noise(Float64Array, axes * bands, 7).map((b) => 10 * b);
  const x = [...noise(Float64Array, 5 * axes, 8), ...Array(axes).fill(0.5)];
  const features = measured(x, bands, { axes, matrix, layout, pi });
  for (let row = 0; row < 6; row++)
    for (let band = 0; band < bands; band++) {
      let sum = 0n;
      for (let axis = 0; axis < axes; axis++)
        sum += times(x[row * axes + axis], fixed(matrix[axis * bands + band]));
      const at = (part) => 2 * row * bands + place(1, bands, 0, band, part);
      features.check(sum, pi, at, band, () => `row ${row}, band ${band}`);
    }
  features.done(`${axes} x ${bands} ${layout} ${pi}`);
}

test('with a matrix, features are sines and cosines of pi x times the matrix', () => {
  for (const [axes, bands] of [
    [1, 4],
    [2, 128],
    [3, 7],
    [5, 1],
  ])
    eachForm((layout, place, pi) => exactRandomFeatures(axes, bands, layout, place, pi));
});

test('a matrix can give octaves on one axis, and the formula of SAM on two axes', () => {
  const octaves = fourierFeatures([0.3, -0.2], 4, { matrix: [1, 2, 4, 8] });
  sameBits(octaves, fourierFeatures([0.3, -0.2], 4));
  const b = [0.3, -1.2, 0.7, 2.1];
  const x = [0.25, -0.5];
  const dots = [0, 1].map((j) => 2 * Math.PI * (x[0] * b[j] + x[1] * b[2 + j]));
  allNear(
    fourierFeatures(x, 2, { axes: 2, matrix: b.map((value) => 2 * value) }),
    [...dots.map(Math.sin), ...dots.map(Math.cos)],
    1e-7,
    'SAM',
  );
});

/** Asserts that some rows of a table have the same bits as features that are made row by row. */
function sameAlone(table, width, x, bands, options, rows) {
  const { axes } = options;
  for (const row of rows)
    sameBits(
      rowOf(table, row, width),
      fourierFeatures(rowOf(x, row, axes), bands, options),
      `row ${row} of ${axes} axes and ${bands} bands`,
    );
}

test('a row has the same bits alone, in a table of several tiles, and in an arena', () => {
  for (const [rows, axes, bands] of [
    [0, 2, 3],
    [5000, 2, 16],
    [3, 1, 4096],
    [2, 2048, 2],
    [1000, 3, 33],
    [4, 2, 0],
  ]) {
    const x = noise(Float32Array, rows * axes, rows);
    const options = { axes, spacing: 'linear' };
    const width = 2 * axes * bands;
    const table = fourierFeatures(x, bands, options);
    const some = [0, rows >> 1, rows - 1].filter((row) => rows && row >= 0);
    sameAlone(table, width, x, bands, options, some);
    for (const dtype of ['float32', 'float64']) {
      const out = createArena(8 * rows * width + 64)[dtype](rows * width);
      const wanted = fourierFeatures(x, bands, { ...options, dtype });
      sameBits(fourierFeatures(x, bands, { ...options, dtype, out }), wanted, 'arena');
    }
  }
});

test('a row times a matrix has the same bits alone, in a table, and in an arena', () => {
  for (const [rows, axes, bands] of [
    [3000, 2, 40],
    [2, 2048, 1],
    [3, 1, 4096],
    [2, 3, 1364],
    [3, 2, 0],
  ]) {
    const x = noise(Float32Array, rows * axes, 1);
    const options = { axes, matrix: noise(Float32Array, axes * bands, 2) };
    const width = 2 * bands;
    const table = fourierFeatures(x, bands, options);
    sameAlone(table, width, x, bands, options, [0, rows - 1]);
    const out = createArena(4 * rows * width + 64).float32(rows * width);
    sameBits(fourierFeatures(x, bands, { ...options, out }), table, 'arena');
  }
});

test('fourierFeatures and other functions do not disturb the results of each other', () => {
  const bands = fourierFeatures([0.3], 8);
  const table = sinusoidal(9, 10);
  for (const between of [
    () => sinusoidal(9, 10),
    () => fourierFeatures([0.3], 8, { pi: false }),
    () => fourierFeatures([0.3], 8, { spacing: 'linear' }),
    () => fourierFeatures([1], 1, { matrix: [2] }),
    () => fourierFeatures([0.3], 8, { matrix: Array(8).fill(1) }),
  ]) {
    between();
    sameBits(fourierFeatures([0.3], 8), bands);
    sameBits(sinusoidal(9, 10), table);
  }
});
