import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {createArena, resizeGrid} from '../web/index.js';
import {bitsOf, noise} from './reference.js';

const same = (a, b, what) => assert.ok(a.length === b.length && bitsOf(a).equals(bitsOf(b)), what);

/**
 * The weights of every point of one axis in every point of another, by the formula in integers: those of a point times
 * some number, and their sum times that number (which is 1 without antialias).
 */
function matrix(from, to, antialias) {
  const unit = 2n * BigInt(antialias ? Math.max(from, to) : to), one = antialias ? 2n * unit ** 3n : 4n * unit ** 3n;
  const k = n => {  // the kernel of |x| = n / unit, times `one`
    const outer = n ** 3n - 5n * n ** 2n * unit + 8n * n * unit ** 2n - 4n * unit ** 3n;
    if (n >= 2n * unit) return 0n;
    if (n >= unit) return antialias ? -outer : -3n * outer;
    return antialias ? 3n * n ** 3n - 5n * n ** 2n * unit + one : 5n * n ** 3n - 9n * n ** 2n * unit + one;
  };
  return Array.from({length: to}, (_, i) => {
    const row = Array(from).fill(0n), centre = BigInt(from) * BigInt(2 * i + 1);
    for (let j = -2 - 2 * from; j < 3 * from + 2; j++)
      if (!antialias || j >= 0 && j < from) {
        const n = BigInt(2 * j + 1) * BigInt(to) - centre;
        row[Math.min(from - 1, Math.max(0, j))] += k(n < 0n ? -n : n);
      }
    return {row, sum: antialias ? row.reduce((a, b) => a + b) : one};
  });
}

const SCALE = 2 ** 40;

/** visit(index, value, the sum of the magnitudes that are added, both times SCALE and `unit`) for each element. */
function dense(table, [rows, columns], [height, width], dim, antialias, visit) {
  const down = matrix(rows, height, antialias), across = matrix(columns, width, antialias), fixed = Array.from(table, value => BigInt(value * SCALE));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let d = 0; d < dim; d++, at++) {
        let sum = 0n, size = 0n;
        for (let r = 0; r < rows; r++)
          for (let c = 0; c < columns; c++) {
            const term = down[y].row[r] * across[x].row[c] * fixed[(r * columns + c) * dim + d];
            sum += term;
            size += term < 0n ? -term : term;
          }
        visit(at, sum, size, down[y].sum * across[x].sum);
      }
}

test('against a dense evaluation in integers: rounded once from sums in double precision', () => {
  let elements = 0, misrounded = 0;
  const extent = fc.integer({min: 1, max: 12});
  fc.assert(fc.property(fc.tuple(extent, extent), fc.tuple(extent, extent), fc.integer({min: 1, max: 4}), fc.boolean(), fc.integer(), (from, to, dim, antialias, seed) => {
    const table = noise(Float32Array, from[0] * from[1] * dim, seed), got = resizeGrid(table, from, to, dim, {antialias});
    dense(table, from, to, dim, antialias, (i, sum, size, unit) => {
      const value = Number(sum) / Number(unit) / SCALE, gap = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(value) || 1e-60))) - 23);
      // in units of 2^-149, of which every float32 is a whole number
      const whole = x => BigInt(x * 2 ** 149) * unit, twice = 2n * (whole(got[i]) - sum * BigInt(2 ** 149 / SCALE));
      const beyond = Number((twice < 0n ? -twice : twice) - whole(gap)) / Number(unit) / 2 ** 150;
      elements++;
      misrounded += beyond > 0;
      assert.ok(beyond <= 1.2e-15 * Number(size) / Number(unit) / SCALE, `${from} to ${to}, ${i}: ${got[i]}, not ${value}`);
    });
  }), {numRuns: 150});
  assert.ok(elements > 1e4 && misrounded < elements / 1e4, `${misrounded} of ${elements}`);
});

test("ONNX's published cubic upsampling of 1..16, by 2 and to 9 x 10, with a = -0.75 and the edge repeated", () => {
  const table = Float32Array.from({length: 16}, (_, i) => i + 1);
  const check = (to, options, row, column, within) => resizeGrid(table, [4, 4], to, 1, options).forEach((value, i) => {
    const y = Math.floor(i / to[1]), wanted = row[i % to[1]] + column[y] - row[0];  // the table is a sum of row and column, and so is the result
    assert.ok(Math.abs(value - wanted) <= within, `${to} ${i}: ${value}, not ${wanted}`);
  });
  check([8, 8], {}, [0.47265625, 0.76953125, 1.24609375, 1.875, 2.28125, 2.91015625, 3.38671875, 3.68359375],
    [0.47265625, 1.66015625, 3.56640625, 6.08203125, 7.70703125, 10.22265625, 12.12890625, 13.31640625], 0);
  check([9, 10], {}, [0.45507922, 0.64057922, 0.97157922, 1.42257922, 1.90732922, 2.22332922, 2.70807922, 3.15907922, 3.49007922, 3.67557922],
    [0.45507922, 1.39437963, 2.95130693, 5.20525069, 6.88975, 8.57424931, 10.82819307, 12.38512037, 13.32442078], 1e-6);
  // exclude_outside with a = -0.5 is what antialias does where the grid grows
  check([8, 8], {antialias: true}, [0.55882353, 0.81494204, 1.35698249, 1.89705882, 2.39705882, 2.93713516, 3.47917561, 3.73529412],
    [0.55882353, 1.58329755, 3.75145936, 5.91176471, 7.91176471, 10.07207005, 12.24023186, 13.26470588], 1e-6);
});

test('a table of a constant stays that constant', () => {
  for (const [from, to] of [[[1, 1], [5, 7]], [[7, 7], [3, 2]], [[14, 14], [24, 24]], [[3, 50], [50, 3]], [[37, 16], [37, 40]]])
    for (const antialias of [false, true])
      for (const value of [1, 0.1, -3.7e20])
        assert.deepEqual(resizeGrid(new Float32Array(from[0] * from[1] * 3).fill(value), from, to, 3, {antialias}), new Float32Array(to[0] * to[1] * 3).fill(value), `${from} to ${to}`);
});

test('the same size changes no bit, whatever stands there', () => {
  const table = noise(Float32Array, 6 * 7 * 5, 3);
  [-0, NaN, Infinity, -Infinity, 1e-45, 3.4e38].forEach((value, i) => { table[17 * i + 3] = value; });
  for (const antialias of [false, true]) same(resizeGrid(table, [6, 7], [6, 7], 5, {antialias, prefix: 0}), table, `${antialias}`);
  // and along an axis that keeps its size, NaN stays in its line
  const wider = resizeGrid(table, [6, 7], [6, 20], 5), bad = new Set();
  wider.forEach((value, i) => Number.isFinite(value) || bad.add(Math.floor(i / 100)));
  assert.deepEqual([...bad], [...new Set([1, 2, 3].map(i => Math.floor((17 * i + 3) / 35)))]);
});

test('a ramp stays a ramp away from the edge where a = -0.5, and with a = -0.75 is off by t (1 - t) (1 - 2 t) / 2', () => {
  for (const [from, to, antialias] of [[20, 33, false], [20, 33, true], [33, 20, false], [20, 60, false], [20, 60, true], [60, 20, true], [64, 16, true]]) {
    const ramp = Float32Array.from({length: from * from * 2}, (_, i) => i % 2 ? Math.floor(i / 2) % from : Math.floor(i / 2 / from));
    const out = resizeGrid(ramp, [from, from], [to, to], 2, {antialias}), margin = antialias ? Math.max(2, 2 * from / to) : 2;
    for (let y = 0; y < to; y++)
      for (let x = 0; x < to; x++)
        [y, x].forEach((i, d) => {
          const at = (i + 0.5) * from / to - 0.5, t = at - Math.floor(at), wanted = at + (antialias ? 0 : t * (1 - t) * (1 - 2 * t) / 2);
          if (at >= margin && at <= from - 1 - margin) assert.ok(Math.abs(out[(y * to + x) * 2 + d] - wanted) <= 4e-6, `${from} to ${to}, ${wanted}: ${out[(y * to + x) * 2 + d]}`);
        });
  }
});

test('prefix rows are copied as they are, and the grid after them is that without', () => {
  const table = noise(Float32Array, (3 + 4 * 5) * 6, 1);
  table[2] = NaN;
  for (const antialias of [false, true]) {
    const out = resizeGrid(table, [4, 5], [7, 3], 6, {prefix: 3, antialias});
    same(out.subarray(0, 18), table.subarray(0, 18), 'prefix');
    same(out.subarray(18), resizeGrid(table.subarray(18), [4, 5], [7, 3], 6, {antialias}), 'grid');
  }
});

const transposed = (table, [rows, columns], dim) => Float32Array.from(table, (_, i) => {
  const p = Math.floor(i / dim), r = p % rows, c = Math.floor(p / rows);
  return table[(r * columns + c) * dim + i % dim];
});
const mirrored = (table, [rows, columns], dim) => Float32Array.from(table, (_, i) => {
  const p = Math.floor(i / dim);
  return table[((rows - 1 - Math.floor(p / columns)) * columns + columns - 1 - p % columns) * dim + i % dim];
});

test('resizing is separable, commutes with transposing and mirroring, is linear, and treats each element alone', () => {
  const extent = fc.integer({min: 1, max: 11});
  fc.assert(fc.property(fc.tuple(extent, extent), fc.tuple(extent, extent), fc.integer({min: 1, max: 18}), fc.boolean(), fc.integer(), (from, to, dim, antialias, seed) => {
    const table = noise(Float32Array, from[0] * from[1] * dim, seed), options = {antialias}, out = resizeGrid(table, from, to, dim, options);
    const close = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) <= 2e-6));
    close(resizeGrid(resizeGrid(table, from, [from[0], to[1]], dim, options), [from[0], to[1]], to, dim, options), out);
    close(transposed(resizeGrid(transposed(table, from, dim), [from[1], from[0]], [to[1], to[0]], dim, options), [to[1], to[0]], dim), out);
    close(mirrored(resizeGrid(mirrored(table, from, dim), from, to, dim, options), to, dim), out);
    same(resizeGrid(table.map(value => -8 * value), from, to, dim, options), out.map(value => -8 * value), 'scaled by -8');
    const alone = Float32Array.from({length: table.length / dim}, (_, i) => table[i * dim + dim - 1]);
    same(resizeGrid(alone, from, to, 1, options), Float32Array.from({length: to[0] * to[1]}, (_, i) => out[i * dim + dim - 1]), 'the last element alone');
  }), {numRuns: 200});
});

/** Weights of one point, where the whole matrix would be too large. */
function point(table, from, to, i, antialias) {
  const a = antialias ? -0.5 : -0.75, scale = from / to, wide = antialias ? Math.max(1, scale) : 1, centre = (i + 0.5) * scale;
  let sum = 0, value = 0;
  for (let j = Math.ceil(centre - 2 * wide - 1); j < centre + 2 * wide + 1; j++) {
    const x = Math.abs(j + 0.5 - centre) / wide, inside = Math.min(from - 1, Math.max(0, j));
    const w = x < 1 ? (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1 : x < 2 ? a * x ** 3 - 5 * a * x ** 2 + 8 * a * x - 4 * a : 0;
    if (antialias && inside !== j) continue;
    sum += w;
    value += w * table[inside];
  }
  return antialias ? value / sum : value;
}

test('the largest extents and rows far wider than the window', () => {
  for (const antialias of [false, true])
    for (const [from, to] of [[8192, 1], [8192, 8191], [8191, 8192], [1, 8192], [8192, 100], [3, 8192]]) {
      const line = noise(Float32Array, from, from + to), picked = [0, 1, to >> 1, to - 1].filter(i => i < to);
      for (const [a, b] of [[[1, from], [1, to]], [[from, 1], [to, 1]], [[2, from], [2, to]]]) {
        const table = a[0] === 2 ? Float32Array.from({length: 2 * from}, (_, i) => line[i % from]) : line, out = resizeGrid(table, a, b, 1, {antialias});
        for (const i of picked) assert.ok(Math.abs(out[i] - point(line, from, to, i, antialias)) <= 1.3e-7, `${a} to ${b}, ${i}: ${out[i]}`);
      }
    }
  const square = noise(Float32Array, 300 * 300, 1), shrunk = resizeGrid(square, [300, 300], [2, 3], 1, {antialias: true});
  const across = [0, 1, 2].map(x => Float64Array.from({length: 300}, (_, row) => point(square.subarray(300 * row, 300 * row + 300), 300, 3, x, true)));
  shrunk.forEach((value, i) => assert.ok(Math.abs(value - point(across[i % 3], 300, 2, Math.floor(i / 3), true)) <= 1e-9, `${i}`));
  for (const [dim, from, to] of [[200003, [2, 3], [3, 2]], [70001, [3, 3], [5, 4]], [9000, [8, 2], [3, 9]]]) {
    const table = noise(Float32Array, from[0] * from[1] * dim, dim), out = resizeGrid(table, from, to, dim);
    for (const d of [0, 1, 7, 8, dim >> 1, dim - 9, dim - 1]) {
      const alone = Float32Array.from({length: from[0] * from[1]}, (_, i) => table[i * dim + d]);
      same(resizeGrid(alone, from, to, 1), Float32Array.from({length: to[0] * to[1]}, (_, i) => out[i * dim + d]), `${dim}, ${d}`);
    }
  }
});

test('an arena gives the same bits, whichever of the arrays stands in it', () => {
  for (const [from, to, dim, prefix] of [[[4, 5], [9, 3], 7, 2], [[14, 14], [24, 24], 768, 1], [[40, 3], [2, 50], 1000, 0], [[1, 1], [1, 1], 1, 0]])
    for (const antialias of [false, true]) {
      const count = prefix * dim + from[0] * from[1] * dim, length = (prefix + to[0] * to[1]) * dim, table = noise(Float32Array, count, 5), options = {prefix, antialias};
      const wanted = resizeGrid(table, from, to, dim, options), arena = createArena(4 * (count + length) + 64), inside = arena.float32(count), out = arena.float32(length);
      inside.set(table);
      same(resizeGrid(inside, from, to, dim, {...options, out}), wanted, 'both');
      same(resizeGrid(inside, from, to, dim, options), wanted, 'table');
      same(resizeGrid(table, from, to, dim, {...options, out: out.fill(7)}), wanted, 'out');
    }
});

test('nothing remains: sizes of nothing', () => {
  assert.equal(resizeGrid(new Float32Array(0), [2, 3], [4, 5], 0).length, 0);
  assert.equal(resizeGrid(Float32Array.of(3), [1, 1], [1, 1], 1, {prefix: 0})[0], 3);
});
