/* Tests learned tables: the random generator, the distributions of values, and lookup. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';

import { learnedTable, lookup } from '../../web/index.js';
import { bits, draw, normal, uniform } from '../support/draws.js';

const hash = (array) =>
  createHash('sha256').update(new Uint8Array(array.buffer)).digest('hex').slice(0, 32);

/** Returns the difference of two numbers in units of the last place of a float32. */
const ulps = (a, b) =>
  Math.abs(a - b) / 2 ** Math.max(-149, Math.floor(Math.log2(Math.abs(b))) - 23);

test('the generator is SplitMix64: it gives the published numbers for seed 1234567', () => {
  const published = [
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ];
  assert.deepEqual(
    published.map((_, i) => bits(1234567, i)),
    published,
  );
  assert.deepEqual(
    published.map((_, i) => draw(1234567, i)),
    published.map((bits) => (Number(bits >> 12n) + 0.5) / 2 ** 52),
  );
});

test('xavier tables have the bits of the generator, scaled to the bound', () => {
  for (const [rows, dim, seed] of [
    [1, 1, 0],
    [3, 5, 0],
    [16, 32, 1],
    [100, 41, 42],
    [7, 9, 2 ** 53 - 1],
    [2, 40000, 2 ** 32],
    [1, 65537, 9],
  ])
    assert.deepEqual(
      learnedTable(rows, dim, { init: 'xavier', seed }),
      uniform(rows * dim, seed, Math.sqrt(6 / (rows + dim))),
      `${rows} x ${dim}, seed ${seed}`,
    );
});

test('normal tables are the numbers of the generator after the Box-Muller transform', () => {
  for (const [rows, dim, seed, std] of [
    [1, 1, 0, 0.02],
    [3, 5, 0, 0.02],
    [16, 32, 1, 1],
    [100, 41, 42, 3.5],
    [7, 9, 2 ** 53 - 1, 0.02],
    [2, 40000, 2 ** 32, 1e-30],
  ]) {
    const got = learnedTable(rows, dim, { seed, std });
    const wanted = normal(rows * dim, seed, std);
    const off = got.filter((value, i) => value !== wanted[i]).length;
    got.forEach((value, i) =>
      assert.ok(
        ulps(value, wanted[i]) <= 1,
        `${i} of ${rows} x ${dim}: ${value}, not ${wanted[i]}`,
      ),
    );
    assert.ok(off <= got.length / 10000, `${off} of ${got.length} differ in the last bit`);
  }
});

test('a seed gives the same table on every computer and in every version', () => {
  const tables = {
    'normal 0': learnedTable(512, 64),
    'normal 42': learnedTable(128, 33, { seed: 42, std: 1 }),
    'xavier 0': learnedTable(512, 64, { init: 'xavier' }),
    'xavier 7': learnedTable(3, 70001, { init: 'xavier', seed: 7 }),
    'normal last': learnedTable(9, 9, { seed: Number.MAX_SAFE_INTEGER }),
  };
  assert.deepEqual(
    Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, hash(table)])),
    {
      'normal 0': '7681738b650c6d6d7375cc998b853215',
      'normal 42': 'bd64e4e6b5e8f273a3a12bd0c647bd4e',
      'xavier 0': 'e609cc1817389eb87f8bce515beccc49',
      'xavier 7': '31f43158906b7e83a47ca16f1aac7665',
      'normal last': 'a55ecd262750a29f2aad9779ad391efd',
    },
  );
});

test('equal seeds give equal tables, other seeds other tables, and the default seed is 0', () => {
  for (const init of ['normal', 'xavier']) {
    assert.deepEqual(
      learnedTable(20, 30, { init, seed: 5 }),
      learnedTable(20, 30, { init, seed: 5 }),
    );
    assert.deepEqual(learnedTable(20, 30, { init }), learnedTable(20, 30, { init, seed: 0 }));
    const seen = new Set(
      Array.from({ length: 300 }, (_, seed) => hash(learnedTable(1, 8, { init, seed }))),
    );
    assert.equal(seen.size, 300);
    const std = init === 'normal' ? 1 : undefined;
    const [a, b] = [1, 2].map((seed) => learnedTable(1000, 10, { init, seed, std }));
    const mean = a.reduce((sum, x, i) => sum + x * b[i], 0) / 1e4;
    assert.ok(Math.abs(mean) < (init === 'normal' ? 0.04 : 0.001), `correlated: ${mean}`);
  }
});

test('a longer table of normal values begins with the values of a shorter table', () => {
  const all = learnedTable(1, 140000);
  for (const length of [1, 2, 3, 65535, 65536, 65537, 131073])
    assert.deepEqual(learnedTable(1, length), all.slice(0, length), `${length}`);
});

test('a million normal values have the right mean, deviation, skewness and tails', () => {
  for (const [std, seed] of [
    [0.02, 0],
    [1, 3],
    [5, 2 ** 40],
  ]) {
    const values = learnedTable(1000, 1000, { std, seed });
    const moments = [0, 0, 0, 0, 0];
    let within = 0;
    let pairs = 0;
    values.forEach((value, i) => {
      const z = value / std;
      for (let k = 1, power = z; k < 5; k++, power *= z) moments[k] += power / 1e6;
      within += Math.abs(z) < 1;
      if (i) pairs += (z * values[i - 1]) / std / 1e6;
    });
    assert.ok(Math.abs(moments[1]) < 0.004, `mean ${moments[1]}`);
    assert.ok(Math.abs(moments[2] - 1) < 0.006, `variance ${moments[2]}`);
    assert.ok(Math.abs(moments[3]) < 0.012, `skew ${moments[3]}`);
    assert.ok(Math.abs(moments[4] - 3) < 0.03, `kurtosis ${moments[4]}`);
    assert.ok(Math.abs(within / 1e6 - 0.682689) < 0.002, `within one deviation ${within}`);
    assert.ok(Math.abs(pairs) < 0.004, `neighbours correlate by ${pairs}`);
  }
  assert.deepEqual(learnedTable(3, 3, { std: 0 }).map(Math.abs), new Float32Array(9));
});

test('xavier values fill the range within sqrt(6 / (maxLength + dim)) evenly', () => {
  for (const [rows, dim] of [
    [1000, 1000],
    [2000, 500],
    [1, 3],
  ]) {
    const bound = Math.sqrt(6 / (rows + dim));
    const values = learnedTable(rows, dim, { init: 'xavier', seed: 4 });
    const counts = Array(10).fill(0);
    for (const value of values) {
      assert.ok(Math.abs(value) <= Math.fround(bound));
      counts[Math.min(9, Math.floor((value / bound + 1) * 5))]++;
    }
    if (rows > 1)
      for (const count of counts)
        assert.ok(Math.abs(count / values.length - 0.1) < 0.0015, `${counts}`);
  }
});

test('lookup copies rows in any order, and can copy a row several times', () => {
  for (const Kind of [Float32Array, Float64Array])
    for (const dim of [1, 2, 3, 4, 5, 33]) {
      const table = Kind.from({ length: 7 * dim }, (_, i) => i / 8);
      const positions = [6, 0, 0, 3, 4, 5, 6, 5];
      const wanted = Kind.from(
        positions.flatMap((p) => [...table.subarray(p * dim, p * dim + dim)]),
      );
      const out = new Kind(8 * dim);
      for (const at of [positions, Int32Array.from(positions), Float64Array.from(positions)])
        assert.deepEqual(lookup(table, dim, at), wanted);
      assert.equal(lookup(table, dim, positions, { out }), out);
      assert.deepEqual(out, wanted);
    }
  assert.equal(lookup(Float32Array.of(1, 2), 2, []).length, 0);
  assert.ok(Object.is(lookup(Float32Array.of(1, -0), 1, [1])[0], -0));
});

test('offset is the row of position 0, as in RoBERTa, OPT and BART', () => {
  const table = Float32Array.from({ length: 7 * 3 }, (_, i) => i);
  const rows = (list) =>
    Float32Array.from(list.flatMap((row) => [3 * row, 3 * row + 1, 3 * row + 2]));
  for (const offset of [0, 1, 2, 5, 6]) {
    const positions = Array.from({ length: 7 - offset }, (_, i) => i);
    assert.deepEqual(
      lookup(table, 3, positions, { offset }),
      rows(positions.map((p) => p + offset)),
      `${offset}`,
    );
    assert.throws(() => lookup(table, 3, [7 - offset], { offset }), {
      name: 'RangeError',
      message: `lookup: positions[0]: expected an integer from 0 to ${6 - offset}, got ${7 - offset}`,
    });
  }
  const padding = 1;
  // In RoBERTa, the first token has the row padding + 1. A padding token has the row `padding`.
  const ids = [0, 31414, 232, 2, padding, padding];
  let seen = 0;
  const positions = ids.map((id) => (id === padding ? 0 : ++seen));
  assert.deepEqual(lookup(table, 3, positions, { offset: padding }), rows([2, 3, 4, 5, 1, 1]));
});

test('for a position after the last row, lookup throws a RangeError and writes nothing', () => {
  const table = learnedTable(4, 3);
  const out = new Float32Array(9).fill(5);
  for (const [bad, at] of [
    [4, 0],
    [-1, 1],
    [2 ** 31, 2],
    [1.5, 1],
    [NaN, 2],
  ]) {
    const positions = [0, 1, 2];
    positions[at] = bad;
    assert.throws(() => lookup(table, 3, positions, { out }), {
      name: 'RangeError',
      message: new RegExp(
        `^lookup: positions\\[${at}\\]: expected an integer from 0 to 3, got ${bad}`,
      ),
    });
    assert.deepEqual(out, new Float32Array(9).fill(5));
  }
});
