/* Windows of an image: Swin's index and bias, Swin V2's coordinates and table. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {swinBias, swinIndex, swinV2Coordinates, swinV2Table} from '../web/index.js';
import {Meter32, fixed, lnFixed, published, ulp32} from './exact.js';
import {bitsOf, noise} from './reference.js';

const WINDOWS = [[1, 1], [2, 2], [1, 9], [9, 1], [3, 5], [7, 7], [8, 4], [12, 12], [24, 24], [33, 31], [16, 17], [1, 128]];
const indexOf = (query, key, height, width) => {
  const dy = Math.floor(query / width) - Math.floor(key / width), dx = query % width - key % width;
  return (dy + height - 1) * (2 * width - 1) + dx + width - 1;
};

test('the published index of a window of 2 x 2', () => assert.deepEqual([...swinIndex(2, 2)], [4, 3, 1, 0, 5, 4, 2, 1, 7, 6, 4, 3, 8, 7, 5, 4]));

test('the index is that of the two offsets, query - key', () => {
  for (const [height, width] of WINDOWS) {
    const tokens = height * width, out = new Int32Array(tokens * tokens).fill(-1);
    assert.equal(swinIndex(height, width, {out}), out);
    out.forEach((index, at) => {
      const expected = indexOf(Math.floor(at / tokens), at % tokens, height, width);
      if (index !== expected) assert.equal(index, expected, `${height} x ${width}, ${at}`);
    });
  }
});

test('the bias of a head is its column of the table at the index', () => {
  for (const [height, width] of WINDOWS) {
    for (const heads of [1, 3, 32]) {
      const tokens = height * width, index = swinIndex(height, width), table = noise(Float32Array, (2 * height - 1) * (2 * width - 1) * heads, heads);
      [table[0], table[heads - 1]] = [-0, NaN];
      const out = new Float32Array(heads * tokens * tokens).fill(7);
      assert.equal(swinBias(table, heads, height, width, {out}), out);
      let wrong = 0;
      for (let at = 0; at < out.length; at++) wrong += !Object.is(out[at], table[index[at % index.length] * heads + Math.floor(at / index.length)]);
      assert.equal(wrong, 0, `${heads} heads, ${height} x ${width}`);
    }
  }
});

test('a table of more heads than a tile has room for', () => {
  const heads = 40000, table = noise(Float32Array, 9 * heads, 1), bias = swinBias(table, heads, 2, 2), index = swinIndex(2, 2);
  assert.ok(bias.every((x, at) => x === table[index[at % 16] * heads + Math.floor(at / 16)]));
});

test('one row of tokens is a function of one distance, and a window of one column is the same', () => {
  const table = noise(Float32Array, 2 * 40 - 1, 4), wide = swinBias(table, 1, 1, 40), high = swinBias(table, 1, 40, 1);
  assert.deepEqual(wide, high);
  wide.forEach((x, at) => assert.equal(x, table[Math.floor(at / 40) - at % 40 + 39]));
});

/** sign(d) log2(1 + 8 |d| / span) / log2 8, in fixed point. */
function coordinate(d, span) {
  const v = d && lnFixed(fixed(1) + fixed(8 * Math.abs(d)) / BigInt(span)) * fixed(1) / lnFixed(fixed(8));
  return d < 0 ? -v : BigInt(v);
}

test('the published coordinates of a window of 8', () => {
  const of = swinV2Coordinates(8, 8);
  [0.366512, 0.572069, 0.715614, 0.826016, 0.915745, 0.991335, 1.056642].forEach((expected, i) => {
    for (const at of [2 * ((8 + i) * 15), 2 * (8 + i) + 1]) assert.ok(published(of[at], expected, 6), `${of[at]} for ${expected}`);
    assert.equal(of[2 * (6 - i) + 1], -of[2 * (8 + i) + 1]);
  });
});

test('coordinates are correctly rounded, in windows of the training and others', t => {
  const meter = new Meter32();
  for (const [height, width, pretrained] of [...WINDOWS, [128, 100], [24, 24, [12, 12]], [7, 9, [16, 2]], [3, 3, [1000003, 8]]]) {
    const out = new Float32Array(2 * (2 * height - 1) * (2 * width - 1)).fill(NaN), spans = (pretrained ?? [height, width]).map(side => side - 1);
    assert.equal(swinV2Coordinates(height, width, {pretrained, out}), out);
    const rows = Array.from({length: 2 * height - 1}, (_, y) => coordinate(y - height + 1, spans[0])), columns = Array.from({length: 2 * width - 1}, (_, x) => coordinate(x - width + 1, spans[1]));
    rows.forEach((v, y) => columns.forEach((u, x) => {
      const at = 2 * (y * (2 * width - 1) + x), where = () => `${height} x ${width}, offset ${y - height + 1}, ${x - width + 1}, trained on ${pretrained}`;
      meter.check(out[at], v, at, where);
      meter.check(out[at + 1], u, at, where);
    }));
  }
  t.diagnostic(`${meter}`);
  assert.equal(meter.misrounded, 0, `${meter}`);
});

test('the table is 16 sigmoids of the network, for any width of it', () => {
  for (const [heads, height, width, hidden, pretrained] of [[3, 2, 2, 1], [4, 7, 7, 512], [33, 3, 4, 100, [8, 8]], [2, 1, 5, 4096], [1, 20, 30, 3], [2, 2, 2, 0]]) {
    const w1 = noise(Float32Array, 2 * hidden, 1), b1 = noise(Float32Array, hidden, 2), w2 = noise(Float32Array, heads * hidden, 3).map(x => 4 * x);
    const table = swinV2Table(heads, height, width, {w1, b1, w2, pretrained}), [y, x] = pretrained ?? [height, width];
    const log = (d, side) => d && Math.sign(d) * Math.log2(1 + 8 * Math.abs(d) / (side - 1)) / 3;
    assert.equal(table.length, (2 * height - 1) * (2 * width - 1) * heads);
    table.forEach((got, at) => {
      const row = Math.floor(at / heads), dy = log(Math.floor(row / (2 * width - 1)) - height + 1, y), dx = log(row % (2 * width - 1) - width + 1, x);
      let sum = 0;
      for (let u = 0; u < hidden; u++) sum += w2[at % heads * hidden + u] * Math.max(0, w1[2 * u] * dy + w1[2 * u + 1] * dx + b1[u]);
      const expected = 16 / (1 + Math.exp(-sum));
      assert.ok(Math.abs(got - expected) <= ulp32(expected) / 2 + 1e-12 * expected * (1 + hidden), `${heads} heads, ${height} x ${width}, ${at}: ${got} for ${expected}`);
    });
    assert.ok(bitsOf(swinV2Table(heads, height, width, {w1, b1, w2, pretrained, out: table.slice().fill(NaN)})).equals(bitsOf(table)));
  }
});
