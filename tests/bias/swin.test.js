/*
 * Tests relative positions in windows of an image: swinIndex, swinBias, swinV2Coordinates and
 * swinV2Table.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { swinBias, swinIndex, swinV2Coordinates, swinV2Table } from '../../web/index.js';
import { Meter32, fixed, lnFixed, published, ulp32 } from '../support/exact.js';
import { bitsOf, noise } from '../support/reference.js';

const WINDOWS = [
  [1, 1],
  [2, 2],
  [1, 9],
  [9, 1],
  [3, 5],
  [7, 7],
  [8, 4],
  [12, 12],
  [24, 24],
  [33, 31],
  [16, 17],
  [1, 128],
];

const offsetsOf = (height, width) => (2 * height - 1) * (2 * width - 1);

const indexOf = (query, key, height, width) => {
  const dy = Math.floor(query / width) - Math.floor(key / width);
  const dx = (query % width) - (key % width);
  return (dy + height - 1) * (2 * width - 1) + dx + width - 1;
};

test('the index of a window of 2 x 2 agrees with the published one', () =>
  assert.deepEqual([...swinIndex(2, 2)], [4, 3, 1, 0, 5, 4, 2, 1, 7, 6, 4, 3, 8, 7, 5, 4]));

test('the index follows from the two offsets of query - key', () => {
  for (const [height, width] of WINDOWS) {
    const tokens = height * width;
    const out = new Int32Array(tokens * tokens).fill(-1);
    assert.equal(swinIndex(height, width, { out }), out);
    out.forEach((index, at) => {
      const expected = indexOf(Math.floor(at / tokens), at % tokens, height, width);
      if (index !== expected) assert.equal(index, expected, `${height} x ${width}, ${at}`);
    });
  }
});

test('the bias of a head is the element of its table column at the index', () => {
  for (const [height, width] of WINDOWS)
    for (const heads of [1, 3, 32]) {
      const tokens = height * width;
      const table = noise(Float32Array, offsetsOf(height, width) * heads, heads);
      [table[0], table[heads - 1]] = [-0, NaN];
      const out = new Float32Array(heads * tokens * tokens).fill(7);
      assert.equal(swinBias(table, heads, height, width, { out }), out);
      const expected = lookedUp(table, heads, swinIndex(height, width));
      let wrong = 0;
      for (let at = 0; at < out.length; at++) wrong += !Object.is(out[at], expected[at]);
      assert.equal(wrong, 0, `${heads} heads, ${height} x ${width}`);
    }
});

/** Returns table[index][head] for every head and every pair of tokens. */
function lookedUp(table, heads, index) {
  const bias = new Float32Array(heads * index.length);
  let at = 0;
  for (let head = 0; head < heads; head++)
    for (const row of index) bias[at++] = table[row * heads + head];
  return bias;
}

test('a table may have more heads than fit in a work area', () => {
  const heads = 40000;
  const table = noise(Float32Array, 9 * heads, 1);
  const expected = lookedUp(table, heads, swinIndex(2, 2));
  assert.ok(swinBias(table, heads, 2, 2).every((x, at) => x === expected[at]));
});

test('a window of one row and a window of one column have the same bias', () => {
  const table = noise(Float32Array, 2 * 40 - 1, 4);
  const wide = swinBias(table, 1, 1, 40);
  const high = swinBias(table, 1, 40, 1);
  assert.deepEqual(wide, high);
  wide.forEach((x, at) => assert.equal(x, table[Math.floor(at / 40) - (at % 40) + 39]));
});

/** Returns sign(d) log2(1 + 8 |d| / span) / log2 8, as a fixed-point number. */
function coordinate(d, span) {
  if (!d) return 0n;
  const log = lnFixed(fixed(1) + fixed(8 * Math.abs(d)) / BigInt(span));
  const size = (log * fixed(1)) / lnFixed(fixed(8));
  return d < 0 ? -size : size;
}

test('the coordinates of a window of 8 x 8 agree with published ones', () => {
  const coordinates = swinV2Coordinates(8, 8);
  const expected = [0.366512, 0.572069, 0.715614, 0.826016, 0.915745, 0.991335, 1.056642];
  expected.forEach((x, i) => {
    for (const at of [2 * ((8 + i) * 15), 2 * (8 + i) + 1])
      assert.ok(published(coordinates[at], x, 6), `${coordinates[at]} for ${x}`);
    assert.equal(coordinates[2 * (6 - i) + 1], -coordinates[2 * (8 + i) + 1]);
  });
});

test('coordinates are correctly rounded, for any size of windows in training', (t) => {
  const meter = new Meter32();
  for (const [height, width, pretrained] of [
    ...WINDOWS,
    [128, 100],
    [24, 24, [12, 12]],
    [7, 9, [16, 2]],
    [3, 3, [1000003, 8]],
  ])
    measureCoordinates(meter, height, width, pretrained);
  t.diagnostic(`${meter}`);
  assert.equal(meter.misrounded, 0, `${meter}`);
});

function measureCoordinates(meter, height, width, pretrained) {
  const out = new Float32Array(2 * offsetsOf(height, width)).fill(NaN);
  assert.equal(swinV2Coordinates(height, width, { pretrained, out }), out);
  const [spanY, spanX] = (pretrained ?? [height, width]).map((side) => side - 1);
  const alongAxis = (side, span) =>
    Array.from({ length: 2 * side - 1 }, (_, i) => coordinate(i - side + 1, span));
  const rows = alongAxis(height, spanY);
  const columns = alongAxis(width, spanX);
  const where = (at) => `${height} x ${width}, element ${at}, trained on ${pretrained}`;
  let at = 0;
  for (const y of rows)
    for (const x of columns) {
      meter.check(out[at], y, at++, where);
      meter.check(out[at], x, at++, where);
    }
}

test('the table is 16 times the sigmoid of the network, for any number of hidden units', () => {
  for (const [heads, height, width, hidden, pretrained] of [
    [3, 2, 2, 1],
    [4, 7, 7, 512],
    [33, 3, 4, 100, [8, 8]],
    [2, 1, 5, 4096],
    [1, 20, 30, 3],
    [2, 2, 2, 0],
  ])
    checkTable(heads, height, width, hidden, pretrained);
});

function checkTable(heads, height, width, hidden, pretrained) {
  const w1 = noise(Float32Array, 2 * hidden, 1);
  const b1 = noise(Float32Array, hidden, 2);
  const w2 = noise(Float32Array, heads * hidden, 3).map((x) => 4 * x);
  const options = { w1, b1, w2, pretrained };
  const table = swinV2Table(heads, height, width, options);
  assert.equal(table.length, offsetsOf(height, width) * heads);
  const [sideY, sideX] = pretrained ?? [height, width];
  table.forEach((got, at) => {
    const row = Math.floor(at / heads);
    const dy = logarithm(Math.floor(row / (2 * width - 1)) - height + 1, sideY);
    const dx = logarithm((row % (2 * width - 1)) - width + 1, sideX);
    const expected = 16 / (1 + Math.exp(-output(options, at % heads, dy, dx)));
    const where = `${heads} heads, ${height} x ${width}, ${at}`;
    assert.ok(
      Math.abs(got - expected) <= ulp32(expected) / 2 + 1e-12 * expected * (1 + hidden),
      `${where}: ${got} for ${expected}`,
    );
  });
  const out = table.slice().fill(NaN);
  const again = swinV2Table(heads, height, width, { ...options, out });
  assert.ok(bitsOf(again).equals(bitsOf(table)));
}

/** Returns the coordinate of an offset, in double precision. */
const logarithm = (d, side) =>
  d && (Math.sign(d) * Math.log2(1 + (8 * Math.abs(d)) / (side - 1))) / 3;

/** Returns the output of the network for a head: w2 relu(w1 (dy, dx) + b1). */
function output({ w1, b1, w2 }, head, dy, dx) {
  let sum = 0;
  b1.forEach((bias, unit) => {
    const active = Math.max(0, w1[2 * unit] * dy + w1[2 * unit + 1] * dx + bias);
    sum += w2[head * b1.length + unit] * active;
  });
  return sum;
}
