/* Tests shiftMatrix and shiftRows, which move rows by an offset. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { shiftMatrix, shiftRows, sinusoidal } from '../../web/index.js';
import { angle, fixed, frequencies, toFloat64, ulp32 } from '../support/exact.js';
import { bitsOf, noise, rowTimes, timesColumn } from '../support/reference.js';

const OFFSETS = [0, 1, 5, 31, 32, 1000, 65537, -1, -5, -4096, 0.5, -0.25, 12.375];
const table = (length, dim, options) => sinusoidal(length, dim, { dtype: 'float64', ...options });
const largest = (a, b) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

test('PE[pos + k] = PE[pos] M for rows, and PE[pos + k] = M PE[pos] for columns', (t) => {
  let worst = 0;
  for (const [dim, base] of [
    [2, 1e4],
    [6, 10],
    [64, 1e4],
    [130, 5e5],
  ]) {
    for (const offset of OFFSETS) {
      const row = shiftMatrix(dim, offset, { base });
      const column = shiftMatrix(dim, offset, { base, convention: 'column' });
      for (const start of [0, 10, 977, -50.5]) {
        const before = table(1, dim, { base, start });
        const after = table(1, dim, { base, start: start + offset });
        const found = Math.max(
          largest(rowTimes(before, row), after),
          largest(timesColumn(column, before), after),
        );
        assert.ok(
          found <= 2e-15,
          `dim ${dim}, base ${base}, offset ${offset}, position ${start}: off by ${found}`,
        );
        worst = Math.max(worst, found);
      }
    }
  }
  t.diagnostic(`worst ${worst}`);
  assert.ok(worst > 0);
});

test('the blocks of the matrix have exact cosines and sines; all other elements are zeros', () => {
  for (const [dim, base] of [
    [2, 1e4],
    [64, 1e4],
    [200, 1e6],
  ]) {
    for (const offset of [...OFFSETS, 2 ** 20]) {
      const matrix = shiftMatrix(dim, offset, { base });
      frequencies(dim / 2, base, dim).forEach((pair, i) => {
        const [sine, cosine] = angle(offset, pair);
        const at = 2 * i * (dim + 1);
        const block = [matrix[at], matrix[at + 1], matrix[at + dim], matrix[at + dim + 1]];
        [cosine, -sine, sine, cosine].forEach((v, k) => {
          const error = Math.abs(toFloat64(fixed(block[k]) - v));
          assert.ok(
            error <= 4 * 2 ** -53,
            `dim ${dim}, base ${base}, offset ${offset}, pair ${i}, entry ${k}: off by ${error}`,
          );
        });
      });
      matrix.forEach((x, at) =>
        assert.ok(x === 0 || Math.floor(at / dim) >> 1 === (at % dim) >> 1, `element ${at}: ${x}`),
      );
    }
  }
});

test("the matrix of 'column' has the bits of the transpose and of the opposite offset", () => {
  for (const [dim, offset] of [
    [2, 1],
    [64, 5],
    [10, -0.75],
    [128, 1e6],
  ]) {
    const row = shiftMatrix(dim, offset);
    const column = shiftMatrix(dim, offset, { convention: 'column' });
    assert.deepEqual(
      column,
      row.map((_, at) => row[(at % dim) * dim + Math.floor(at / dim)]),
    );
    assert.ok(
      column.every((x, at) => x === shiftMatrix(dim, -offset)[at] || dim > 10),
      `dim ${dim}`,
    );
    assert.notDeepEqual(column, row);
  }
});

test("the default convention is 'row', and the matrix of offset 0 is the identity", () => {
  assert.deepEqual(shiftMatrix(6, 3), shiftMatrix(6, 3, { convention: 'row', base: 10000 }));
  assert.deepEqual(
    shiftMatrix(4, 0).map(Math.abs),
    Float64Array.from({ length: 16 }, (_, at) => (at % 5 ? 0 : 1)),
  );
  assert.equal(shiftMatrix(0, 7).length, 0);
  assert.ok(Math.abs(shiftMatrix(2, 1)[2] - Math.sin(1)) < 1e-15 && shiftMatrix(2, 1)[1] < 0);
});

test('shiftRows multiplies rows by the matrix of the convention, in place', () => {
  for (const convention of ['row', 'column']) {
    for (const [rows, dim, offset, base] of [
      [0, 4, 1, 1e4],
      [1, 2, 5, 1e4],
      [7, 6, -3, 10],
      [20, 64, 12.5, 1e4],
      [600, 130, 1000, 5e5],
    ]) {
      const options = { convention, base };
      const matrix = shiftMatrix(dim, offset, options);
      for (const Kind of [Float32Array, Float64Array]) {
        const x = noise(Kind, rows * dim, dim);
        const before = x.slice();
        assert.equal(shiftRows(x, dim, offset, options), x);
        for (let row = 0; row < Math.min(rows, 9); row++) {
          const from = before.subarray(row * dim, row * dim + dim);
          const got = x.subarray(row * dim, row * dim + dim);
          rowTimes(from, matrix).forEach((value, i) => {
            // In float32, the sine, the cosine, both products and their sum are rounded.
            const tolerance =
              Kind === Float64Array ? 0 : 2.5 * ulp32(Math.hypot(from[i], from[i ^ 1]));
            assert.ok(
              Math.abs(got[i] - value) <= tolerance,
              `${convention}, dim ${dim}, offset ${offset}, element ${i}: ${got[i]}, not ${value}`,
            );
          });
        }
        const last = Math.max(0, rows - 1) * dim;
        assert.ok(
          bitsOf(shiftRows(before.slice(last), dim, offset, options)).equals(
            bitsOf(x.subarray(last)),
          ),
          `${rows} rows of ${dim}`,
        );
      }
    }
  }
});

test('shiftRows moves a table forward; the opposite offset and the transpose move it back', () => {
  for (const offset of OFFSETS) {
    const here = table(50, 64, { start: 100 });
    const there = table(50, 64, { start: 100 + offset });
    const moved = shiftRows(here.slice(), 64, offset);
    assert.ok(largest(moved, there) <= 2e-15, `offset ${offset}`);
    assert.ok(
      largest(shiftRows(moved.slice(), 64, -offset), here) <= 2e-15,
      `offset ${offset} and back`,
    );
    assert.deepEqual(
      shiftRows(moved.slice(), 64, offset, { convention: 'column' }),
      shiftRows(moved.slice(), 64, -offset),
    );
  }
});

test("rows times the matrix of 'column' move back, which is an error of length 4.6794", () => {
  const dim = 64;
  const k = 5;
  const transposed = shiftMatrix(dim, k, { convention: 'column' });
  const right = shiftMatrix(dim, k);
  for (const [pos, most] of [
    [0, '1.9999'],
    [10, '1.9995'],
    [20, '1.9982'],
    [30, '1.9960'],
  ]) {
    const before = table(1, dim, { start: pos });
    const after = table(1, dim, { start: pos + k });
    const wrong = rowTimes(before, transposed);
    assert.ok(
      largest(wrong, table(1, dim, { start: pos - k })) <= 2e-15,
      'it is the row of pos - k',
    );
    assert.equal(Math.hypot(...after.map((x, i) => x - wrong[i])).toFixed(4), '4.6794');
    assert.equal(largest(after, wrong).toFixed(4), most);
    assert.ok(largest(rowTimes(before, right), after) <= 2e-15);
  }
});
