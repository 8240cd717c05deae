/* Compares CoPE's positions and biases with sums of gates as in the paper. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { copeBias, copePositions } from '../../web/index.js';
import { published, ulp32 } from '../support/exact.js';
import { pairAt } from '../support/relative.js';
import { bitsOf, noise } from '../support/reference.js';

/** Returns the positions of one row of keys, in double precision. */
function positionsOf(logits, query, last = Infinity) {
  const positions = new Float64Array(logits.length);
  let sum = 0;
  for (let key = query; key >= 0; key--) {
    sum += 1 / (1 + Math.exp(-logits[key]));
    positions[key] = Math.min(last, sum);
  }
  return positions;
}

/** Returns random logits, some of which have gates close to 0 or 1. */
const wide = (length, seed) => noise(Float32Array, length, seed).map((x) => 12 * x);

/** Returns whether a result is rounded only once, up to the errors of a sum of `terms` terms. */
const close = (got, expected, terms = 0) =>
  Math.abs(got - expected) <= ulp32(expected) / 2 + 1e-13 * (terms + Math.abs(expected)) ||
  Object.is(got, expected);

test('positions agree with published ones', () => {
  const logits = Float32Array.of(...noise(Float32Array, 12, 1), 0, 1, -1, 2);
  const lastRow = copePositions(logits, 4, 4).subarray(12);
  const expected = [2.380797, 1.880797, 1.149738, 0.880797];
  lastRow.forEach((x, i) => assert.ok(published(x, expected[i], 6), `${x}`));
});

const SHAPES = [
  [1, 1, 1],
  [2, 5, 5],
  [1, 3, 9],
  [3, 9, 3],
  [2, 40, 33],
  [1, 3, 4097],
  [1, 2, 9000],
  [1, 700, 2],
  [2, 0, 3],
  [2, 3, 0],
  [1, 130, 130],
];

/** Calls `callback` for each row of [groups, queries, keys], with the logits of the row's keys. */
function forEachRow(logits, groups, queries, keys, callback) {
  for (let row = 0; row < groups * queries && keys; row++) {
    const query = (row % queries) + keys - queries;
    callback(row, query, logits.subarray(row * keys, (row + 1) * keys));
  }
}

test('positions are sums of gates from query to key, up to the largest position', () => {
  for (const [groups, queries, keys] of SHAPES)
    for (const maxPosition of [undefined, 0, 2.5, 30])
      checkPositions(groups, queries, keys, maxPosition);
});

function checkPositions(groups, queries, keys, maxPosition) {
  const logits = wide(groups * queries * keys, keys);
  const out = new Float32Array(logits.length).fill(NaN);
  assert.equal(copePositions(logits, queries, keys, { maxPosition, out }), out);
  forEachRow(logits, groups, queries, keys, (row, query, ofRow) =>
    positionsOf(ofRow, query, maxPosition).forEach((expected, key) => {
      const got = out[row * keys + key];
      const where = `${queries} x ${keys}, row ${row}, key ${key}`;
      assert.ok(close(got, expected), `${where}: ${got} for ${expected}`);
    }),
  );
}

test('biases are q . table, interpolated between the two rows around the position', () => {
  for (const [heads, queries, keys] of SHAPES)
    for (const [positions, headDim, scale] of [
      [64, 16, 1],
      [1, 3, -0.5],
      [7, 8192, 0.125],
      [5000, 2, 1],
    ])
      if (headDim <= 16 || queries * keys <= 3000)
        checkBias({ heads, queries, keys, headDim, scale }, positions);
});

function checkBias(shape, positions) {
  const { heads, queries, keys, headDim, scale } = shape;
  const logits = wide(heads * queries * keys, 7);
  const q = noise(Float32Array, heads * queries * headDim, 8);
  const table = noise(Float32Array, positions * headDim, 9);
  const options = { ...shape, logits, q, table };
  const bias = copeBias({ ...options, scale: scale === 1 ? undefined : scale });
  const product = (row, position) => {
    let sum = 0;
    for (let i = 0; i < headDim; i++) sum += q[row * headDim + i] * table[position * headDim + i];
    return sum * scale;
  };
  const between = (row, position) => {
    const below = Math.floor(position);
    const part = position - below;
    if (!part) return product(row, below);
    return (1 - part) * product(row, below) + part * product(row, below + 1);
  };
  forEachRow(logits, heads, queries, keys, (row, query, ofRow) =>
    positionsOf(ofRow, query, positions - 1).forEach((position, key) => {
      const got = bias[row * keys + key];
      const expected = key > query ? -Infinity : between(row, position);
      const where = `${queries} x ${keys}, ${positions} positions, row ${row}, key ${key}`;
      assert.ok(close(got, expected, headDim), `${where}: ${got} for ${expected}`);
    }),
  );
  const inPlace = copeBias({ ...options, out: logits });
  assert.ok(bitsOf(inPlace).equals(bitsOf(bias)), 'in place of the logits');
}

test('positions of neighbours differ by at most 1; if all gates are 1, they differ by 1', () => {
  const sizes = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(sizes, sizes, fc.integer(), (queries, keys, seed) => {
      checkFall(copePositions(wide(queries * keys, seed), queries, keys), queries, keys);
      const open = copePositions(new Float32Array(queries * keys).fill(1000), queries, keys);
      open.forEach((x, at) => assert.equal(x, Math.max(0, 1 - pairAt(at, queries, keys).relative)));
      const shut = copePositions(new Float32Array(queries * keys).fill(-Infinity), queries, keys);
      assert.ok(shut.every((x) => x === 0));
    }),
    { numRuns: 50 },
  );
});

function checkFall(positions, queries, keys) {
  positions.forEach((x, at) => {
    const { relative } = pairAt(at, queries, keys);
    if (relative > 0) assert.equal(x, 0);
    else {
      const next = positions[at + 1];
      assert.ok(x > 0 && (relative === 0 || (x >= next && x <= next + 1 + 1e-5)));
    }
  });
}

test('a NaN spoils only the positions that include it, and no other row', () => {
  const logits = wide(25, 3);
  logits[4 * 5 + 2] = NaN;
  const spoilt = (values) => [...values.keys()].filter((at) => Number.isNaN(values[at]));
  assert.deepEqual(spoilt(copePositions(logits, 5, 5)), [20, 21, 22]);
  const q = noise(Float32Array, 10, 1);
  const table = noise(Float32Array, 6, 1);
  const bias = copeBias({ logits, q, table, heads: 1, queries: 5, keys: 5, headDim: 2 });
  assert.deepEqual(
    spoilt(bias).filter((at) => at < 20),
    [],
  );
});
