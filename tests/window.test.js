import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';

import * as posenc from '../web/index.js';
import {STRIP, TILE, open} from '../web/wasm.js';

const {sinusoidal, addPositional, ropeTable, applyRope, shiftRows, swapRopeLayout, learnedTable, lookup, similarity, attention, colorize} = posenc;
const web = name => new URL(`../web/${name}`, import.meta.url).href;
const bytes = array => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
const same = (a, b, what) => assert.ok(a.length === b.length && bytes(a).equals(bytes(b)), what);

let seed = 1;
/** Numbers in [-1, 1) with few bits, the same on every run. */
const noise = (length, Kind = Float32Array) => Kind.from({length}, () => ((seed = Math.imul(seed, 1664525) + 1013904223 | 0) >> 8) / 2 ** 23);

/** A length less one, itself, and more one. */
const around = (...lengths) => lengths.flatMap(length => [length - 1, length, length + 1]);
const SMALL = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33];
const FLOATS = TILE / 4;

test('a table of 1 GiB runs through memory that stays as it was', () => {
  const dim = 4096, rows = 4096, out = new Float32Array(rows * dim), before = open().u8.buffer.byteLength;
  assert.ok(before <= 4 << 20, `${before} bytes`);
  for (let piece = 0; piece < 16; piece++) {
    assert.equal(sinusoidal(rows, dim, {start: piece * rows, out}), out);
    for (const row of [0, 31, 1234 + piece, rows - 1])
      same(out.subarray(row * dim, row * dim + dim), sinusoidal(1, dim, {start: piece * rows + row}), `row ${piece * rows + row}`);
  }
  assert.equal(open().u8.buffer.byteLength, before);
  assert.equal(open().kernels.memory.buffer, open().u8.buffer);
});

test('a row of a sinusoidal table depends on its position alone, whatever the lengths around it', () => {
  for (const dtype of ['float32', 'float64']) {
    for (const layout of ['interleaved', 'concatenated', 'fairseq']) {
      const at = (position, dim) => sinusoidal(1, dim, {layout, dtype, start: position});
      for (const dim of [0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 33])
        for (const length of [...SMALL, 100]) {
          const table = sinusoidal(length, dim, {layout, dtype, start: 3});
          for (let r = 0; r < length; r++) same(table.subarray(r * dim, r * dim + dim), at(r + 3, dim), `${layout} ${dtype} ${length} x ${dim}, row ${r}`);
        }
      for (const dim of [1, 2, 5, 512])
        for (const length of around(Math.floor(TILE / (dim * (dtype === 'float32' ? 4 : 8))))) {
          const table = sinusoidal(length, dim, {layout, dtype});
          for (const r of [0, 1, 31, 32, length >> 1, length - 2, length - 1])
            same(table.subarray(r * dim, r * dim + dim), at(r, dim), `${layout} ${dtype} ${length} x ${dim}, row ${r}`);
        }
    }
  }
});

test('fractional positions have the same bits by start and by positions, on both sides of zero', () => {
  for (const dtype of ['float32', 'float64']) {
    for (const start of [-2.5, -40.5, -0.25, 0.75, -70]) {
      const positions = Array.from({length: 120}, (_, i) => start + i), by = sinusoidal(120, 8, {start, dtype});
      const wrong = positions.filter((p, i) => !bytes(by.subarray(i * 8, i * 8 + 8)).equals(bytes(sinusoidal(1, 8, {positions: [p], dtype}))));
      assert.deepEqual(wrong, [], `${dtype} from ${start}`);
    }
  }
});

test('tables given their positions have the rows of single calls, around a tile', () => {
  for (const dim of [1, 2, 6, 64])
    for (const length of [...SMALL, ...around(TILE / 4 / dim | 0)]) {
      const positions = Float64Array.from({length}, (_, i) => i * 7 % 1000 - 300), table = sinusoidal(length, dim, {positions});
      for (let r = 0; r < length; r += r < 40 || r > length - 3 ? 1 : 997)
        same(table.subarray(r * dim, r * dim + dim), sinusoidal(1, dim, {start: positions[r]}), `${length} x ${dim}, row ${r}`);
    }
});

test('wide tables, made strip by strip, join without a seam', () => {
  for (const dim of [...around(2 * STRIP), 8195, ...around(4 * STRIP), 20000, 20001]) {
    const whole = sinusoidal(3, dim, {start: 5}), sines = sinusoidal(3, dim, {start: 5, layout: 'concatenated'}), half = Math.ceil(dim / 2);
    const picked = whole.map((_, i) => sines[i - i % dim + (i % dim >> 1) + i % dim % 2 * half]);
    same(whole, picked, `${dim} interleaved and concatenated`);
    for (const pair of [0, STRIP - 1, STRIP, half - 1].filter(i => i < half)) {
      const angle = 6 * 10000 ** (-2 * pair / dim);
      assert.ok(Math.abs(whole[dim + 2 * pair] - Math.sin(angle)) < 1e-6, `sine ${pair} of ${dim}`);
      if (2 * pair + 1 < dim) assert.ok(Math.abs(whole[dim + 2 * pair + 1] - Math.cos(angle)) < 1e-6, `cosine ${pair} of ${dim}`);
    }
    const fairseq = sinusoidal(2, dim, {layout: 'fairseq', start: 1}), pairs = dim >> 1;
    for (const pair of [0, STRIP - 2, pairs - 1]) {
      assert.ok(Math.abs(fairseq[dim + pair] - Math.sin(2 * 10000 ** (-pair / (pairs - 1)))) < 1e-6, `fairseq ${pair} of ${dim}`);
      assert.ok(Math.abs(fairseq[dim + pairs + pair] - Math.cos(2 * 10000 ** (-pair / (pairs - 1)))) < 1e-6, `fairseq ${pair} of ${dim}`);
    }
    if (dim % 2) assert.equal(fairseq[2 * dim - 1], 0);
    assert.equal(posenc.wavelengths(dim).length, half);
  }
});

test('addPositional adds element by element at every size', () => {
  const shapes = [...SMALL.map(n => [n, 1, 3]), ...SMALL.map(n => [1, n, 1]),
    ...around(FLOATS).flatMap(n => [[n, 1, 1], [1, n, 3]]), [5, 7, 70000 / 35], [300, 301, 2], [1, 3 * FLOATS + 5, 2]];
  for (const [length, dim, batches] of shapes) {
    const period = length * dim, x = noise(period * batches), table = noise(period + 3);
    const expected = x.map((value, i) => value + table[i % period]);
    assert.equal(addPositional(x, table, {length, dim}), x);
    same(x, expected, `[${batches}, ${length}, ${dim}]`);
  }
});

/** Rotation as posenc.h writes it, in the precision of x. */
function rotate(x, heads, headDim, pairs, table, inverse, interleaved, length) {
  const one = x instanceof Float32Array ? Math.fround : value => value, y = x.slice();
  for (let u = 0; u * headDim < x.length; u++)
    for (let i = 0; i < pairs; i++) {
      const p = u * headDim + (interleaved ? 2 * i : i), q = interleaved ? p + 1 : p + pairs, t = Math.floor(u / heads) % length * pairs + i;
      const c = table.cos[t], s = inverse ? -table.sin[t] : table.sin[t];
      y[p] = one(one(x[p] * c) - one(x[q] * s));
      y[q] = one(one(x[p] * s) + one(x[q] * c));
    }
  return y;
}

test('applyRope rotates pair by pair at every size, and so does its table', () => {
  const shapes = [...SMALL.map(n => [1, n, 2, 6]), ...SMALL.map(n => [2, 3, 1, 2 * n]), [2, 3, 2, 8192],
    ...around(TILE / 4 / 64).map(n => [1, n, 1, 64]), ...around(TILE / 8).map(n => [1, n, 1, 2]), [3, 5000, 2, 66]];
  for (const Kind of [Float32Array, Float64Array])
    for (const [batches, length, heads, headDim] of shapes) {
      const x = noise(batches * length * heads * headDim, Kind), dtype = Kind === Float32Array ? 'float32' : 'float64';
      const table = ropeTable(length, headDim, {start: 2, dtype}), positions = Array.from({length}, (_, i) => i + 2);
      for (const [layout, inverse, how] of [['half', false, {start: 2}], ['interleaved', true, {positions}], ['half', true, {table}]]) {
        if (how.table && !headDim) continue;
        const expected = rotate(x, heads, headDim, headDim / 2, table, inverse, layout === 'interleaved', length), y = x.slice();
        assert.equal(applyRope(y, {heads, headDim, length, layout, inverse, ...how}), y);
        same(y, expected, `${Kind.name} [${batches}, ${length}, ${heads}, ${headDim}] ${layout} ${Object.keys(how)}`);
      }
      const all = Array.from({length: headDim ? batches * length : 0}, (_, i) => i % 5), y = applyRope(x.slice(), {heads, headDim, length, positions: all});
      same(y, rotate(x, heads, headDim, headDim / 2, ropeTable(all.length, headDim, {positions: all, dtype}), false, false, all.length), 'a position for each batch and row');
      if (!length || !headDim || x.length > 1e5) continue;
      const back = positions.map(p => length + 1 - p), picked = {cos: table.cos.slice(), sin: table.sin.slice()}, pairs = headDim / 2;
      for (const part of ['cos', 'sin']) back.forEach((from, to) => picked[part].set(table[part].subarray(from * pairs, (from + 1) * pairs), to * pairs));
      same(applyRope(x.slice(), {heads, headDim, length, table, positions: back}), rotate(x, heads, headDim, pairs, picked, false, false, length), 'rows of a table by position');
    }
});

test('the other in-place functions work row by row at every size', () => {
  for (const Kind of [Float32Array, Float64Array])
    for (const dim of [2, 4, 6, 66, 8192])
      for (const rows of dim === 8192 ? [0, 1, 3, 5, 9] : [...SMALL, ...around(Math.floor(TILE / dim / Kind.BYTES_PER_ELEMENT))]) {
        const x = noise(rows * dim, Kind), half = swapRopeLayout(x.slice(), {headDim: dim, from: 'interleaved', to: 'half'});
        same(half, x.map((_, i) => x[i - i % dim + (i % dim * 2) % dim + (i % dim * 2 >= dim ? 1 : 0)]), `swap ${rows} x ${dim}`);
        same(swapRopeLayout(half, {headDim: dim, from: 'half', to: 'interleaved'}), x, `swap back ${rows} x ${dim}`);
        const moved = shiftRows(x.slice(), dim, 1.5), partial = applyRope(x.slice(), {heads: 1, headDim: dim, rotaryDim: dim - 2, layout: 'interleaved'});
        for (const r of [0, 1, 31, 32, rows - 2, rows - 1].filter(r => r >= 0 && r < rows)) {
          same(moved.subarray(r * dim, r * dim + dim), shiftRows(x.slice(r * dim, r * dim + dim), dim, 1.5), `shiftRows ${rows} x ${dim}, row ${r}`);
          same(partial.subarray((r + 1) * dim - 2, (r + 1) * dim), x.subarray((r + 1) * dim - 2, (r + 1) * dim), 'what is not rotated stays');
        }
      }
});

test('biases and buckets are functions of the distance at every size', () => {
  const shapes = [...SMALL.flatMap(n => [[n, 5], [5, n]]), ...around(TILE / 16).flatMap(n => [[2, n], [n, 2]]), ...around(4 * FLOATS).map(n => [n, 1]),
    ...around(256).map(n => [n, n]), [3, 70000]];
  const slopes = posenc.alibiSlopes(3), weights = noise(32 * 3), far = 270000, row = posenc.t5Buckets(1, far + 1);
  for (const [queries, keys] of shapes) {
    const bias = posenc.alibiBias(3, queries, keys), causal = posenc.alibiBias(3, queries, keys, {causal: true}), buckets = posenc.t5Buckets(queries, keys);
    const t5 = posenc.t5Bias(weights, 3, queries, keys), scores = noise(bias.length * 2), sums = posenc.addAlibi(scores.slice(), 3, queries, keys);
    let wrong = 0;
    for (let i = 0; i < bias.length; i++) {
      const head = Math.floor(i / (queries * keys)), q = Math.floor(i / keys) % queries, k = i % keys, d = k - (q + keys - queries);
      wrong += bias[i] !== Math.fround(-slopes[head] * Math.abs(d)) || causal[i] !== (d > 0 ? -Infinity : bias[i]) ||
        t5[i] !== weights[buckets[q * keys + k] * 3 + head] || sums[i] !== Math.fround(scores[i] + bias[i]) || sums[i + bias.length] !== Math.fround(scores[i + bias.length] + bias[i]);
      if (head === 0) wrong += buckets[q * keys + k] !== row[far - Math.abs(d)] + (d > 0 ? 16 : 0);
    }
    assert.equal(wrong, 0, `${queries} x ${keys}`);
  }
});

test('learned tables, rows looked up and colours are the same in one piece as one by one', () => {
  const palette = Uint8Array.from({length: 40}, (_, i) => i * 5), whole = learnedTable(1, 2 * FLOATS + 9, {seed: 5});
  for (const length of [...SMALL, ...around(FLOATS, 2 * FLOATS), ...around(1 << 15)]) {
    same(learnedTable(1, length, {seed: 5}), whole.slice(0, length), `learned ${length}`);
    const values = noise(length), colors = colorize(values, palette), copy = lookup(values, 1, Int32Array.from({length}, (_, i) => length - 1 - i));
    same(copy, values.slice().reverse(), `lookup ${length}`);
    for (let i = 0; i < length; i += i < 40 || i > length - 4 ? 1 : 509) same(colors.subarray(4 * i, 4 * i + 4), colorize(values.slice(i, i + 1), palette), `colour ${i} of ${length}`);
  }
});

test('the widest work areas fit the window', () => {
  const rope = 65537, positions = Float64Array.from({length: rope}, (_, i) => i % 777 - 0.5), table = ropeTable(rope, 2, {positions});
  for (const i of [0, 1, 32767, 32768, 65535, 65536]) {
    const {cos, sin} = ropeTable(1, 2, {positions: [positions[i]]});
    assert.deepEqual([table.cos[i], table.sin[i]], [cos[0], sin[0]], `row ${i}`);
  }
  const buckets = 32768, options = {bidirectional: false, buckets, maxDistance: 70000}, weights = noise(4 * buckets);
  const index = posenc.t5Buckets(1, 80000, options), bias = posenc.t5Bias(weights, 4, 1, 80000, options);
  assert.equal(index[0], buckets - 1);
  assert.deepEqual([...index.slice(-3)], [2, 1, 0]);
  same(bias, bias.map((_, i) => weights[index[i % 80000] * 4 + Math.floor(i / 80000)]), 't5Bias');
  const slopes = posenc.alibiSlopes(65536);
  assert.ok(slopes.every((slope, i) => i === 0 || slope < slopes[i - 1] || slope === slopes[i - 1]));
  assert.equal(slopes[65535], 2 ** -8);
});

test('calls of different tables do not disturb one another', () => {
  const make = [() => sinusoidal(40, 12), () => sinusoidal(40, 12, {precision: 'float32'}), () => sinusoidal(40, 12, {base: 100}), () => ropeTable(40, 12, {start: 0.5}).cos,
    () => posenc.wavelengths(12), () => posenc.shiftMatrix(12, 7), () => posenc.t5Buckets(9, 9), () => learnedTable(5, 5),
    () => sinusoidal(2, 9000), () => sinusoidal(40, 11, {layout: 'fairseq'})];
  const alone = make.map(f => f());
  for (const f of make) for (const [i, g] of make.entries()) f(), same(g(), alone[i], `${f} then ${g}`);
});

test('NaN and Infinity stay in their element, pair or row', () => {
  for (const bad of [NaN, Infinity, -Infinity])
    for (const at of [0, 3, 4, 17, 38, 39]) {
      const x = noise(40), broken = x.slice();
      broken[at] = bad;
      const differs = (f, ...where) => {
        const good = f(x.slice()), spoilt = f(broken.slice()), found = [...good.keys()].filter(i => !Object.is(good[i], spoilt[i]));
        assert.deepEqual(found, where, `${f} with ${bad} at ${at}`);
      };
      const table = noise(20), row = at - at % 8;
      differs(y => addPositional(y, table, {length: 2, dim: 10}), at);
      differs(y => posenc.addAlibi(y, 2, 4, 5), at);
      differs(y => applyRope(y, {heads: 1, headDim: 8, start: 1}), row + at % 4, row + at % 4 + 4);
      differs(y => shiftRows(y, 8, 3), at - at % 2, at - at % 2 + 1);
      differs(y => swapRopeLayout(y, {headDim: 8, from: 'half', to: 'interleaved'}), row + at % 4 * 2 + (at % 8 >= 4 ? 1 : 0));
      const wrong = colorize(broken, Uint8Array.from({length: 16}, (_, i) => i + 1)), right = colorize(x, Uint8Array.from({length: 16}, (_, i) => i + 1));
      assert.deepEqual([...right.keys()].filter(i => right[i] !== wrong[i] && i >> 2 !== at), []);
      const alike = similarity(broken, 5, 8), before = similarity(x, 5, 8), r = at >> 3;
      for (let i = 0; i < 25; i++) assert.equal(Object.is(alike[i], before[i]), (i / 5 | 0) !== r && i % 5 !== r, `similarity ${i} with ${bad} at ${at}`);
      const run = q => attention({q, k: x, v: x, heads: 1, queries: 5, keys: 5, headDim: 8}), [a, b] = [run(x), run(broken)];
      const part = ({output}, i) => bytes(output.subarray(i * 8, i * 8 + 8));
      for (let i = 0; i < 5; i++) assert.equal(part(a, i).equals(part(b, i)), i !== r, `attention row ${i} with ${bad} at ${at}`);
    }
});

/** The same calls with arrays made in another way: `of(array)` gives the argument, `back` reads it. */
function sameResults(of, what) {
  const x = noise(48), wide = noise(48, Float64Array), table = noise(24);
  const calls = [
    of => addPositional(of(x), of(table), {length: 4, dim: 6}), of => applyRope(of(x), {heads: 2, headDim: 4, positions: of(table.slice(0, 6))}),
    of => applyRope(of(wide), {heads: 2, headDim: 4}),
    of => applyRope(of(x), {heads: 1, headDim: 4, table: {cos: of(table), sin: of(table)}, length: 12}), of => shiftRows(of(wide), 6, 2),
    of => swapRopeLayout(of(x), {headDim: 6, from: 'half', to: 'interleaved'}),
    of => posenc.addAlibi(of(x), 2, 4, 6, {slopes: of(x.slice(0, 2))}), of => posenc.alibiBias(2, 4, 6, {out: of(x)}), of => posenc.alibiSlopes(48, {out: of(x)}),
    of => learnedTable(6, 8, {out: of(x)}),
    of => lookup(of(table), 6, of(Float64Array.of(3, 0))), of => lookup(of(wide), 6, of(Uint8Array.of(3, 0, 1, 1)), {out: of(noise(24, Float64Array))}),
    of => similarity(of(x), 6, 8), of => similarity(of(wide), 6, 8, {out: of(noise(36))}),
    of => sinusoidal(6, 8, {out: of(x), positions: of(Int32Array.of(1, 2, 3, 4, 5, 6))}), of => sinusoidal(6, 8, {out: of(wide), dtype: 'float64'}),
    of => ropeTable(6, 8, {out: {cos: of(table), sin: of(noise(24))}}).cos,
    of => posenc.t5Buckets(4, 6, {out: of(new Int32Array(24))}), of => posenc.t5Bias(of(noise(64)), 2, 4, 6, {out: of(x)}),
    of => colorize(of(x), of(Uint8Array.from({length: 16}, (_, i) => i * 9)), {out: of(new Uint8ClampedArray(192))}),
    of => attention({q: of(x), k: of(x), v: of(x), heads: 2, queries: 4, keys: 4, headDim: 6, bias: of(noise(32)), out: {output: of(noise(48))}}).output
  ];
  for (const call of calls) {
    const from = seed, expected = call(array => array.slice());
    seed = from;
    same(call(of), expected, `${what}: ${call}`);
  }
}

test('arrays on shared memory, views into larger buffers and arrays of another realm give the same results', () => {
  sameResults(array => { const to = new array.constructor(new SharedArrayBuffer(array.byteLength)); to.set(array); return to; }, 'shared');
  sameResults(array => { const to = new array.constructor(array.length + 7).subarray(3, 3 + array.length); to.set(array); return to; }, 'view');
  sameResults(array => vm.runInNewContext(`array => ${array.constructor.name}.from(array)`)(array), 'another realm');
  const rows = vm.runInNewContext('[[1, 2], new Float32Array([3, 4])]');
  assert.deepEqual(Array.from(addPositional(rows, vm.runInNewContext('[[1, 1], [2, 2]]')), row => [...row]), [[2, 3], [5, 6]]);
});

test('what stands around a view is not written', () => {
  const buffer = new Float32Array(64).fill(9), view = buffer.subarray(5, 53);
  for (const f of [() => sinusoidal(6, 8, {out: view}), () => applyRope(view, {heads: 2, headDim: 4}), () => shiftRows(view, 6, 1),
    () => posenc.addAlibi(view, 2, 4, 6), () => learnedTable(6, 8, {out: view})]) f();
  assert.deepEqual([...buffer.subarray(0, 5), ...buffer.subarray(53)], Array(16).fill(9));
});

/** What a program prints that runs in a process of its own. */
function run(program) {
  const {stdout, stderr, status} = spawnSync(process.execPath, ['--input-type=module', '-e', program], {encoding: 'utf8'});
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test('the import has no side effect, and the first call without WebAssembly says what is wrong and what to do', () => {
  for (const loss of ['delete globalThis.WebAssembly', 'globalThis.WebAssembly = new Proxy({}, {get(_, name) { throw new Error(`touched ${String(name)}`); }})'])
    assert.match(run(`${loss}; const names = Object.keys(globalThis).length, posenc = await import('${web('index.js')}');
      if (Object.keys(globalThis).length !== names) throw new Error('a global was made');
      const out = new Float32Array(4).fill(7);
      try { posenc.sinusoidal(2, 2, {out}); } catch (error) { console.log(error.constructor.name, error.message, error.cause ? 'cause' : '', String(out)); }`),
    /^Error posenc .*WebAssembly.*SIMD.*Chrome 91.*'wasm-unsafe-eval'.* cause 7,7,7,7$/s);
});

test('useModule takes the module of the package, gives the same bits, and refuses others', () => {
  const module = new WebAssembly.Module(readFileSync(fileURLToPath(new URL('../dist/posenc.wasm', import.meta.url)))), before = sinusoidal(9, 9), machine = open();
  for (const other of [undefined, null, {}, 'posenc.wasm', new Uint8Array(8), new WebAssembly.Instance(module), Promise.resolve(module)])
    assert.throws(() => posenc.useModule(other), {name: 'TypeError', message: /^module: expected a WebAssembly.Module, got ./});
  assert.equal(open(), machine);
  assert.throws(() => posenc.useModule(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))), {name: 'TypeError', message: /^module: expected /});
  posenc.useModule(module);
  same(sinusoidal(9, 9), before, 'the same table');
  assert.notEqual(open(), machine);
});
