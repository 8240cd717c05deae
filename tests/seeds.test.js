/*
 * The numbers of five tutorials (S000 to S004 in golden/seed-numbers.json) come out of the kernels,
 * and the code of the first runs on them unchanged; where a tutorial is wrong, a test names its
 * value and asserts the right one.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addPositional, alibiSlopes, applyRope, attention, learnedTable, shiftMatrix, similarity, sinusoidal, sinusoidalPE, swapRopeLayout, wavelengths
} from '../web/index.js';
import {golden, ulp32} from './exact.js';
import * as reference from './reference.js';
import {rowTimes} from './reference.js';

const seeds = golden('seed-numbers');
const table = (length, dim, options) => sinusoidal(length, dim, {dtype: 'float64', ...options});
const row = (dim, start) => table(1, dim, {start});
const norm = x => Math.hypot(...x);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const largest = x => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const distances = (length, dim) => similarity(table(length, dim), length, dim, {metric: 'euclidean'}).subarray(0, length);
const cosines = (length, dim) => similarity(table(length, dim), length, dim);
const fill = (keys, make) => Object.fromEntries(Object.keys(keys).map(key => [key, make(Number(key))]));

/** Compares every number of a tree with the one computed, to 15 digits, or 7 where it was float32; none may be missing. */
function same(computed, expected, path) {
  if (typeof expected === 'object') {
    assert.deepEqual(Object.keys(computed ?? {}), Object.keys(expected), path);
    for (const key of Object.keys(expected)) same(computed[key], expected[key], `${path}.${key}`);
    return Object.keys(expected).length;
  }
  const single = computed instanceof Single, got = Number(computed), tolerance = (single ? 2 ** -24 : 1e-14) * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(got - expected) <= tolerance, `${path}: ${got}, not ${expected}`);
}

/** A number that was rounded to float32. */
class Single extends Number {}
const singles = x => Array.from(x, value => new Single(value));

/** A residue of rounding: the tutorial's own is not reproduced, its size is. */
function residue(value, seed) {
  assert.ok(value <= 2e-15 && seed <= 2e-15, `${value}, ${seed}`);
  return seed;
}

/** A number known by the digits its tutorial prints. */
function printed(value, seed, digits) {
  assert.equal(value.toFixed(digits), seed.toFixed(digits));
  return seed;
}

test('S000: wavelengths and the size of a learned table', () => {
  const {slowest_wavelength_by_d: slowest} = seeds.S000;
  same({
    slowest_wavelength_by_d: fill(slowest, d => wavelengths(d).at(-1)),
    limit: 1e4 * wavelengths(2)[0],
    learned_2048x4096: learnedTable(2048, 4096).length
  }, seeds.S000, 'S000');
});

test('S001: rows, norms, cycles, the two matrices, distances and parameter counts', () => {
  const pe = table(100, 64), waves = wavelengths(64), [before] = seeds.S001.token_norm_before_after;
  const wrong = shiftMatrix(64, 5, {convention: 'column'}), right = shiftMatrix(64, 5);
  for (const start of [0, 100, 1000, 5000, 9999]) assert.equal(norm(row(64, start)).toFixed(4), '5.6569');
  same({
    pe_d64: fill(seeds.S001.pe_d64, p => [...pe.subarray(64 * p, 64 * p + 8)]),
    norm_d64: norm(row(64, 9999)),
    cycles_in_100: {pair0: 100 / waves[0], pair16_d64: 100 / waves[16], pair7_d64: 100 / waves[7]},
    arc_deg_pair16_50pos: 50 / waves[16] * 360,
    relative_k5_d64: seeds.S001.relative_k5_d64.map(seed => {
      const at = row(64, seed.p), after = row(64, seed.p + 5), travelled = rowTimes(at, wrong), error = minus(after, travelled);
      return {
        p: seed.p,
        code_M_maxabs: largest(error),
        code_M_L2: norm(error),
        fixed_maxabs: residue(largest(minus(rowTimes(at, right), after)), seed.fixed_maxabs),
        code_M_equals_PE_p_minus_5: residue(largest(minus(travelled, row(64, seed.p - 5))), seed.code_M_equals_PE_p_minus_5)
      };
    }),
    printed_4_68_closed_form: norm(minus(row(64, 10), row(64, 0))),
    distance_d64_k0to99: singles(distances(100, 64)),
    token_norm_before_after: seeds.S001.token_norm_before_after,  // of the generator of another library
    pe_over_token: printed(norm(row(64, 3)) / before, seeds.S001.pe_over_token, 2),
    learned_params: {'512x768': learnedTable(512, 768).length, '4096x768': learnedTable(4096, 768).length},
    pair0_chord: fill(seeds.S001.pair0_chord, k => new Single(distances(711, 2)[k]))
  }, seeds.S001, 'S001');
});

test('S002: the toy sum, ALiBi slopes and the counts of a vision transformer', () => {
  const toy = table(3, 3), words = [[0.2, -0.5, 0.8], [0.1, 0.3, -0.2], [0.7, 0.1, 0.4]];
  const summed = addPositional(words, [0, 1, 2].map(p => [toy[3 * p], toy[3 * p + 1], toy[3 * p]]));
  const rounded = summed.map(numbers => numbers.map(x => Number(x.toFixed(2)))), vision = learnedTable(14 * 14 + 1, 768);
  same({
    toy_printed: rounded,
    toy_true_d3: [0, 1, 2].map(p => [...toy.subarray(3 * p, 3 * p + 3)]),
    alibi8: [...alibiSlopes(8)],
    alibi8_wrong_comment: singles(alibiSlopes(8, {maxBias: 1})),
    alibi12_seed: singles(alibiSlopes(12, {rule: 'geometric'})),
    alibi12_reference: singles(alibiSlopes(12)),
    vit: {patches: vision.length / 768 - 1, tokens: vision.length / 768, params: vision.length}
  }, seeds.S002, 'S002');
});

test('S003: what adding and concatenating cost', () => {
  const added = sinusoidal(1, 512).length, concatenated = learnedTable(1, 512).length + added;
  same({
    wq_add: added * 64, wq_concat: concatenated * 64, extra_encoder_6layers_8heads_qkv: (concatenated - added) * 64 * 6 * 8 * 3,
    pairs_d512: wavelengths(512).length
  }, seeds.S003, 'S003');
});

test('S004: similarities by offset, the extremes of a table and its spread', () => {
  const pe = table(64, 128), likeness = cosines(64, 128), small = table(10, 32), mean = small.reduce((a, b) => a + b) / 320;
  const least = pe.reduce((at, x, i) => x < pe[at] ? i : at, 0);
  const average = k => Array.from({length: 64 - k}, (_, p) => likeness[p * 64 + p + k]).reduce((a, b) => a + b) / (64 - k);
  const spread = Math.sqrt(small.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 320);
  same({
    cos_sim_d128: fill(seeds.S004.cos_sim_d128, k => new Single(average(k))),
    min: pe[least], min_at: [Math.floor(least / 128), least % 128], max: Math.max(...pe),
    std_10x32: Number(spread.toFixed(3)), rms: norm(small) / Math.sqrt(320),
    cos_sim_d128_k0to63: singles(likeness.subarray(0, 64))
  }, seeds.S004, 'S004');
});

test("4096 x 4096 differs from the article's JavaScript by at most 1 ulp or 1e-12, and in 0.001 % of elements at most", t => {
  const size = 4096, ours = sinusoidal(size, size), theirs = reference.sinusoidalPE(size, size);
  let different = 0;
  for (let i = 0; i < ours.length; i++) {
    const expected = theirs[i >> 12][i & 4095];
    if (ours[i] === expected) continue;
    different++;
    assert.ok(Math.abs(ours[i] - expected) <= Math.max(ulp32(expected), 1e-12), `position ${i >> 12}, element ${i & 4095}: ${ours[i]}, ${expected}`);
  }
  t.diagnostic(`${different} of ${ours.length} elements differ from the article's`);
  assert.ok(different <= 1e-5 * ours.length, `${different} differ`);
});

test("sinusoidalPE has the article's shape and the bits of sinusoidal", () => {
  for (const [length, dim, base] of [[5, 6, undefined], [3, 7, 100], [0, 4, 10], [2, 0, 10]]) {
    const rows = sinusoidalPE(length, dim, base), table = sinusoidal(length, dim, {base});
    assert.ok(Array.isArray(rows) && rows.length === length && rows.every(row => row instanceof Float32Array && row.length === dim));
    assert.deepEqual(rows.flatMap(row => [...row]), [...table]);
    const article = reference.sinusoidalPE(length, dim, base);
    rows.forEach((row, p) => row.forEach((x, i) => assert.ok(Math.abs(x - article[p][i]) <= ulp32(x))));
  }
});

test("addPositional adds rows in place as the article's does, longer tables and plain arrays too", () => {
  const pe = sinusoidalPE(9, 12);
  for (const make of [row => Float32Array.from(row), row => [...row], row => Float64Array.from(row)]) {
    const rows = [0, 1, 2, 3].map(p => make(reference.noise(Float32Array, 12 - p, p))), copy = rows.map(make), expected = reference.addPositional(copy, pe);
    assert.equal(addPositional(rows, pe), rows);
    assert.deepEqual(rows, expected);
  }
});

test("S001's 4.68e+00 is no largest error and no 1e-16: its matrix goes back 5 positions, and the transpose is exact", () => {
  const wrong = minus(row(64, 25), rowTimes(row(64, 20), shiftMatrix(64, 5, {convention: 'column'})));
  const right = minus(row(64, 25), rowTimes(row(64, 20), shiftMatrix(64, 5)));
  assert.deepEqual([norm(wrong).toFixed(4), largest(wrong).toFixed(4)], ['4.6794', '1.9982']);
  assert.ok(largest(right) <= 2e-15);
});

test('attention is equivariant, not invariant as S001 and S002 say: permuted tokens give the permuted outputs', () => {
  const x = sinusoidal(3, 4, {start: 1}), shape = {heads: 1, queries: 3, keys: 3, headDim: 4}, rows = y => [0, 1, 2].map(i => [...y.subarray(4 * i, 4 * i + 4)]);
  const swapped = Float32Array.of(...x.subarray(8), ...x.subarray(0, 8));
  const [a, b, c] = rows(attention({q: x, k: x, v: x, ...shape}).output);
  assert.deepEqual(rows(attention({q: swapped, k: swapped, v: swapped, ...shape}).output), [c, a, b]);
  assert.notDeepEqual(a, c);
});

test('the slowest wavelength is not 62,800, 62,832 or 63,000 but 60,611.5 at dim 512, and 47,117.2 at dim 64', () => {
  assert.deepEqual([512, 64].map(dim => wavelengths(dim).at(-1).toFixed(1)), ['60611.5', '47117.2']);
});

test('in 100 positions pair 0 makes 15.92 cycles, not 15, and pair 16 makes 0.159, not 2: pair 7 does', () => {
  assert.deepEqual([0, 16, 7].map(pair => (100 / wavelengths(64)[pair]).toPrecision(3)), ['15.9', '0.159', '2.12']);
  assert.equal((100 / wavelengths(64)[0]).toFixed(2), '15.92');
});

test('positions 0 and 3 do not look similar on pair 0, as S001 says, but opposite; 0 and 6 do, and 0 and 44', () => {
  assert.deepEqual([3, 6, 44].map(k => distances(45, 2)[k].toFixed(4)), ['1.9950', '0.2822', '0.0177']);
});

test("an encoding is not of similar magnitude to S001's embeddings, norm 0.7284 and not 5 to 6, but 7.77 times longer", () => {
  assert.equal((norm(row(64, 5)) / seeds.S001.token_norm_before_after[0]).toFixed(2), '7.77');
});

test("the third number of S002's toy encodings is not 0.84 or 0.91, the sine again, but 0.0022 and 0.0043", () => {
  assert.deepEqual([1, 2].map(p => row(3, p)[2].toFixed(4)), ['0.0022', '0.0043']);
  assert.deepEqual([[-0.2, 1], [0.4, 2]].map(([word, p]) => (word + row(3, p)[2]).toFixed(4)), ['-0.1978', '0.4043']);
});

test('very long sequences do not stay distinct on the slowest wave: its cosine is 1 in float32 to position 2, float16 213, bfloat16 603', () => {
  const last = p => sinusoidal(1, 512, {start: p})[511], wide = p => row(512, p)[511];
  assert.deepEqual([0, 1, 2].map(last), [1, 1, 1]);
  assert.ok(last(3) < 1);
  for (const [bits, p] of [[11, 213], [8, 603]]) assert.ok(wide(p) >= 1 - 2 ** -(bits + 1) && wide(p + 1) < 1 - 2 ** -(bits + 1));
});

test('whole positions never differ by multiples of 2 pi, as S001 fears: a sine meets itself nearly, at 44 and 710', () => {
  const sines = table(711, 2).filter((_, i) => i % 2 === 0);
  assert.equal(new Set(sines).size, 711);
  for (const [k, off] of [[44, '0.0177'], [710, '0.0001']]) assert.equal(Math.abs(sines[k]).toFixed(4), off);
  // the sine alone cannot tell p from pi - p, the cosine can
  assert.ok(Math.abs(sines[3] - row(2, Math.PI - 3)[0]) < 1e-15 && row(2, 3)[1] < 0 && row(2, Math.PI - 3)[1] > 0);
});

test('likeness does not fall with every step and then stay, as S001, S003 and S004 say: it turns at 5, 11 and 47, and still falls at 96', () => {
  const d64 = distances(100, 64), d128 = cosines(64, 128);
  assert.deepEqual([5, 6, 95, 96].map(k => d64[k].toFixed(3)), ['4.122', '4.109', '6.382', '6.516']);
  assert.deepEqual([11, 12, 47, 50].map(k => d128[k].toFixed(4)), ['0.6616', '0.6622', '0.4780', '0.5462']);
});

test('norms are not about equal because sines and cosines are orthogonal, but sqrt(d / 2) because each pair has length 1', () => {
  const one = row(64, 777);
  for (let i = 0; i < 64; i += 2) assert.ok(Math.abs(Math.hypot(one[i], one[i + 1]) - 1) < 4e-16);
  assert.ok(Math.abs(norm(one) - Math.sqrt(32)) < 2e-15);
});

test("ALiBi's slopes for 8 heads are not S002's 0.9170, 0.8409, ..., 0.5, but 0.5, 0.25, ..., 0.00390625; for 12 they are not monotone", () => {
  assert.deepEqual([...alibiSlopes(8)], [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
  assert.deepEqual([...alibiSlopes(12).subarray(7)].map(x => x.toFixed(4)), ['0.0039', '0.7071', '0.3536', '0.1768', '0.0884']);
  const monotone = alibiSlopes(12, {rule: 'geometric'});
  assert.ok(monotone.every((x, i) => !i || x < monotone[i - 1]) && monotone[0].toFixed(4) === '0.6300');
});

test('the two layouts of rotary embedding are not interchangeable, as S000 and S002 taken together suggest, but by a permutation', () => {
  const q = row(8, 3), options = {heads: 1, headDim: 8, start: 7}, half = applyRope(q.slice(), options);
  assert.ok(largest(minus(applyRope(q.slice(), {...options, layout: 'interleaved'}), half)) > 0.1);
  const permuted = swapRopeLayout(q.slice(), {headDim: 8, from: 'half', to: 'interleaved'});
  assert.deepEqual(swapRopeLayout(applyRope(permuted, {...options, layout: 'interleaved'}), {headDim: 8, from: 'interleaved', to: 'half'}), half);
});

test("a learned table does not begin with S002's standard deviation 1 but 0.02, and S003's first position is 0, not 1", () => {
  const learned = learnedTable(512, 768);
  assert.equal((norm(learned.subarray(0, 98304)) / Math.sqrt(98304)).toFixed(3), '0.020');
  assert.deepEqual([...sinusoidal(1, 6)], [0, 1, 0, 1, 0, 1]);
});

test('the fastest clock does not tick every couple of positions: its period is 6.28', () => {
  for (const dim of [2, 64, 512]) assert.equal(wavelengths(dim)[0], 2 * Math.PI);
});
