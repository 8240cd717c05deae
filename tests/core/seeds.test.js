/*
 * Five tutorials, S000 to S004, print numbers about positional encodings. golden/seed-numbers.json
 * has these numbers. These tests compute the same numbers with posenc. If a tutorial is wrong, a
 * test names the wrong value and asserts the right value. The code of the first tutorial runs with
 * the functions of posenc without changes.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addPositional,
  alibiSlopes,
  applyRope,
  attention,
  learnedTable,
  shiftMatrix,
  similarity,
  sinusoidal,
  sinusoidalPE,
  swapRopeLayout,
  wavelengths,
} from '../../web/index.js';
import { golden, ulp32 } from '../support/exact.js';
import * as reference from '../support/reference.js';
import { rowTimes } from '../support/reference.js';

const seeds = golden('seed-numbers');
const table = (length, dim, options) => sinusoidal(length, dim, { dtype: 'float64', ...options });
const row = (dim, start) => table(1, dim, { start });
const norm = (x) => Math.hypot(...x);
const minus = (a, b) => a.map((x, i) => x - b[i]);
const largest = (x) => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const distances = (length, dim) =>
  similarity(table(length, dim), length, dim, { metric: 'euclidean' }).subarray(0, length);
const cosines = (length, dim) => similarity(table(length, dim), length, dim);
const fill = (keys, make) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, make(Number(key))]));

/**
 * Asserts that two nested objects have the same properties and the same numbers. Numbers may differ
 * by 1e-14; numbers that were rounded to float32 may differ by 2^-24. Both limits are relative for
 * numbers above 1.
 */
function same(computed, expected, path) {
  if (typeof expected === 'object') {
    assert.deepEqual(Object.keys(computed ?? {}), Object.keys(expected), path);
    for (const key of Object.keys(expected)) same(computed[key], expected[key], `${path}.${key}`);
    return Object.keys(expected).length;
  }
  const single = computed instanceof Single;
  const got = Number(computed);
  const tolerance = (single ? 2 ** -24 : 1e-14) * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(got - expected) <= tolerance, `${path}: ${got}, not ${expected}`);
}

/** A number that was rounded to float32. */
class Single extends Number {}
const singles = (x) => Array.from(x, (value) => new Single(value));

/**
 * Asserts that a computed rounding error and the rounding error in a tutorial are both at most
 * 2e-15. Returns the tutorial's value, since the exact value cannot be reproduced.
 */
function residue(value, seed) {
  assert.ok(value <= 2e-15 && seed <= 2e-15, `${value}, ${seed}`);
  return seed;
}

/** Asserts that a number has the digits that a tutorial prints. Returns the tutorial's number. */
function printed(value, seed, digits) {
  assert.equal(value.toFixed(digits), seed.toFixed(digits));
  return seed;
}

test('S000: wavelengths and the size of a learned table', () => {
  const { slowest_wavelength_by_d: slowest } = seeds.S000;
  same(
    {
      slowest_wavelength_by_d: fill(slowest, (d) => wavelengths(d).at(-1)),
      limit: 1e4 * wavelengths(2)[0],
      learned_2048x4096: learnedTable(2048, 4096).length,
    },
    seeds.S000,
    'S000',
  );
});

test('S001: rows, norms, cycles, two shift matrices, distances and parameter counts', () => {
  const pe = table(100, 64);
  const waves = wavelengths(64);
  const [before] = seeds.S001.token_norm_before_after;
  const wrong = shiftMatrix(64, 5, { convention: 'column' });
  const right = shiftMatrix(64, 5);
  for (const start of [0, 100, 1000, 5000, 9999])
    assert.equal(norm(row(64, start)).toFixed(4), '5.6569');
  same(
    {
      pe_d64: fill(seeds.S001.pe_d64, (p) => [...pe.subarray(64 * p, 64 * p + 8)]),
      norm_d64: norm(row(64, 9999)),
      cycles_in_100: {
        pair0: 100 / waves[0],
        pair16_d64: 100 / waves[16],
        pair7_d64: 100 / waves[7],
      },
      arc_deg_pair16_50pos: (50 / waves[16]) * 360,
      relative_k5_d64: seeds.S001.relative_k5_d64.map((seed) => {
        const at = row(64, seed.p);
        const after = row(64, seed.p + 5);
        const travelled = rowTimes(at, wrong);
        const error = minus(after, travelled);
        return {
          p: seed.p,
          code_M_maxabs: largest(error),
          code_M_L2: norm(error),
          fixed_maxabs: residue(largest(minus(rowTimes(at, right), after)), seed.fixed_maxabs),
          code_M_equals_PE_p_minus_5: residue(
            largest(minus(travelled, row(64, seed.p - 5))),
            seed.code_M_equals_PE_p_minus_5,
          ),
        };
      }),
      printed_4_68_closed_form: norm(minus(row(64, 10), row(64, 0))),
      distance_d64_k0to99: singles(distances(100, 64)),
      // This norm comes from the random generator of another library, so it is copied.
      token_norm_before_after: seeds.S001.token_norm_before_after,
      pe_over_token: printed(norm(row(64, 3)) / before, seeds.S001.pe_over_token, 2),
      learned_params: {
        '512x768': learnedTable(512, 768).length,
        '4096x768': learnedTable(4096, 768).length,
      },
      pair0_chord: fill(seeds.S001.pair0_chord, (k) => new Single(distances(711, 2)[k])),
    },
    seeds.S001,
    'S001',
  );
});

test('S002: a sum of toy embeddings, ALiBi slopes, and sizes in a vision transformer', () => {
  const toy = table(3, 3);
  const words = [
    [0.2, -0.5, 0.8],
    [0.1, 0.3, -0.2],
    [0.7, 0.1, 0.4],
  ];
  const summed = addPositional(
    words,
    [0, 1, 2].map((p) => [toy[3 * p], toy[3 * p + 1], toy[3 * p]]),
  );
  const rounded = summed.map((numbers) => numbers.map((x) => Number(x.toFixed(2))));
  const vision = learnedTable(14 * 14 + 1, 768);
  same(
    {
      toy_printed: rounded,
      toy_true_d3: [0, 1, 2].map((p) => [...toy.subarray(3 * p, 3 * p + 3)]),
      alibi8: [...alibiSlopes(8)],
      alibi8_wrong_comment: singles(alibiSlopes(8, { maxBias: 1 })),
      alibi12_seed: singles(alibiSlopes(12, { rule: 'geometric' })),
      alibi12_reference: singles(alibiSlopes(12)),
      vit: { patches: vision.length / 768 - 1, tokens: vision.length / 768, params: vision.length },
    },
    seeds.S002,
    'S002',
  );
});

test('S003: the numbers of parameters for adding and for concatenating', () => {
  const added = sinusoidal(1, 512).length;
  const concatenated = learnedTable(1, 512).length + added;
  same(
    {
      wq_add: added * 64,
      wq_concat: concatenated * 64,
      extra_encoder_6layers_8heads_qkv: (concatenated - added) * 64 * 6 * 8 * 3,
      pairs_d512: wavelengths(512).length,
    },
    seeds.S003,
    'S003',
  );
});

test('S004: similarities by offset, and the extremes and deviation of a table', () => {
  const pe = table(64, 128);
  const likeness = cosines(64, 128);
  const small = table(10, 32);
  const mean = small.reduce((a, b) => a + b) / 320;
  const least = pe.reduce((at, x, i) => (x < pe[at] ? i : at), 0);
  const average = (k) =>
    Array.from({ length: 64 - k }, (_, p) => likeness[p * 64 + p + k]).reduce((a, b) => a + b) /
    (64 - k);
  const spread = Math.sqrt(small.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 320);
  same(
    {
      cos_sim_d128: fill(seeds.S004.cos_sim_d128, (k) => new Single(average(k))),
      min: pe[least],
      min_at: [Math.floor(least / 128), least % 128],
      max: Math.max(...pe),
      std_10x32: Number(spread.toFixed(3)),
      rms: norm(small) / Math.sqrt(320),
      cos_sim_d128_k0to63: singles(likeness.subarray(0, 64)),
    },
    seeds.S004,
    'S004',
  );
});

test("99.999 % of 4096 x 4096 elements equal the article's; others are close", (t) => {
  const size = 4096;
  const ours = sinusoidal(size, size);
  const theirs = reference.sinusoidalPE(size, size);
  let different = 0;
  for (let i = 0; i < ours.length; i++) {
    const expected = theirs[i >> 12][i & 4095];
    if (ours[i] === expected) continue;
    different++;
    assert.ok(
      Math.abs(ours[i] - expected) <= Math.max(ulp32(expected), 1e-12),
      `position ${i >> 12}, element ${i & 4095}: ${ours[i]}, ${expected}`,
    );
  }
  t.diagnostic(`${different} of ${ours.length} elements differ from the article's`);
  assert.ok(different <= 1e-5 * ours.length, `${different} differ`);
});

test("sinusoidalPE returns the article's array of rows, with the bits of sinusoidal", () => {
  for (const [length, dim, base] of [
    [5, 6, undefined],
    [3, 7, 100],
    [0, 4, 10],
    [2, 0, 10],
  ]) {
    const rows = sinusoidalPE(length, dim, base);
    const table = sinusoidal(length, dim, { base });
    assert.ok(
      Array.isArray(rows) &&
        rows.length === length &&
        rows.every((row) => row instanceof Float32Array && row.length === dim),
    );
    assert.deepEqual(
      rows.flatMap((row) => [...row]),
      [...table],
    );
    const article = reference.sinusoidalPE(length, dim, base);
    rows.forEach((row, p) =>
      row.forEach((x, i) => assert.ok(Math.abs(x - article[p][i]) <= ulp32(x))),
    );
  }
});

test('addPositional adds arrays of rows in place, as the article does', () => {
  const pe = sinusoidalPE(9, 12);
  for (const make of [
    (row) => Float32Array.from(row),
    (row) => [...row],
    (row) => Float64Array.from(row),
  ]) {
    const rows = [0, 1, 2, 3].map((p) => make(reference.noise(Float32Array, 12 - p, p)));
    const copy = rows.map(make);
    const expected = reference.addPositional(copy, pe);
    assert.equal(addPositional(rows, pe), rows);
    assert.deepEqual(rows, expected);
  }
});

test("S001's matrix moves rows back, an error of length 4.6794; its transpose is right", () => {
  const wrong = minus(
    row(64, 25),
    rowTimes(row(64, 20), shiftMatrix(64, 5, { convention: 'column' })),
  );
  const right = minus(row(64, 25), rowTimes(row(64, 20), shiftMatrix(64, 5)));
  assert.deepEqual([norm(wrong).toFixed(4), largest(wrong).toFixed(4)], ['4.6794', '1.9982']);
  assert.ok(largest(right) <= 2e-15);
});

test('attention is equivariant under permutations, not invariant as S001 and S002 say', () => {
  const x = sinusoidal(3, 4, { start: 1 });
  const shape = { heads: 1, queries: 3, keys: 3, headDim: 4 };
  const rows = (y) => [0, 1, 2].map((i) => [...y.subarray(4 * i, 4 * i + 4)]);
  const swapped = Float32Array.of(...x.subarray(8), ...x.subarray(0, 8));
  const [a, b, c] = rows(attention({ q: x, k: x, v: x, ...shape }).output);
  assert.deepEqual(rows(attention({ q: swapped, k: swapped, v: swapped, ...shape }).output), [
    c,
    a,
    b,
  ]);
  assert.notDeepEqual(a, c);
});

test('the longest wavelength is 60,611.5 at dim 512, and 47,117.2 at dim 64', () => {
  assert.deepEqual(
    [512, 64].map((dim) => wavelengths(dim).at(-1).toFixed(1)),
    ['60611.5', '47117.2'],
  );
});

test('in 100 positions, pairs 0, 7 and 16 make 15.92 (not 15), 2.12 and 0.159 cycles', () => {
  assert.deepEqual(
    [0, 16, 7].map((pair) => (100 / wavelengths(64)[pair]).toPrecision(3)),
    ['15.9', '0.159', '2.12'],
  );
  assert.equal((100 / wavelengths(64)[0]).toFixed(2), '15.92');
});

test('positions 0 and 3 are almost opposite in pair 0, not similar as S001 says', () => {
  assert.deepEqual(
    [3, 6, 44].map((k) => distances(45, 2)[k].toFixed(4)),
    ['1.9950', '0.2822', '0.0177'],
  );
});

test("an encoding is 7.77 times longer than S001's embeddings, whose norm is 0.7284", () => {
  assert.equal((norm(row(64, 5)) / seeds.S001.token_norm_before_after[0]).toFixed(2), '7.77');
});

test("the third number of S002's toy encodings is 0.0022 or 0.0043, not the first number", () => {
  assert.deepEqual(
    [1, 2].map((p) => row(3, p)[2].toFixed(4)),
    ['0.0022', '0.0043'],
  );
  assert.deepEqual(
    [
      [-0.2, 1],
      [0.4, 2],
    ].map(([word, p]) => (word + row(3, p)[2]).toFixed(4)),
    ['-0.1978', '0.4043'],
  );
});

test('the slowest cosine is 1 up to position 2 in float32, 213 in float16, 603 in bfloat16', () => {
  const last = (p) => sinusoidal(1, 512, { start: p })[511];
  const wide = (p) => row(512, p)[511];
  assert.deepEqual([0, 1, 2].map(last), [1, 1, 1]);
  assert.ok(last(3) < 1);
  for (const [bits, p] of [
    [11, 213],
    [8, 603],
  ])
    assert.ok(wide(p) >= 1 - 2 ** -(bits + 1) && wide(p + 1) < 1 - 2 ** -(bits + 1));
});

test('whole positions never differ by a multiple of 2 pi; differences 44 and 710 are close', () => {
  const sines = table(711, 2).filter((_, i) => i % 2 === 0);
  assert.equal(new Set(sines).size, 711);
  for (const [k, off] of [
    [44, '0.0177'],
    [710, '0.0001'],
  ])
    assert.equal(Math.abs(sines[k]).toFixed(4), off);
  // Positions p and pi - p have the same sine. Only their cosines differ.
  assert.ok(
    Math.abs(sines[3] - row(2, Math.PI - 3)[0]) < 1e-15 &&
      row(2, 3)[1] < 0 &&
      row(2, Math.PI - 3)[1] > 0,
  );
});

test('similarity does not fall steadily and then level off, as S001, S003 and S004 say', () => {
  const d64 = distances(100, 64);
  const d128 = cosines(64, 128);
  assert.deepEqual(
    [5, 6, 95, 96].map((k) => d64[k].toFixed(3)),
    ['4.122', '4.109', '6.382', '6.516'],
  );
  assert.deepEqual(
    [11, 12, 47, 50].map((k) => d128[k].toFixed(4)),
    ['0.6616', '0.6622', '0.4780', '0.5462'],
  );
});

test('the norm of a row is sqrt(d / 2), because each pair has length 1', () => {
  const one = row(64, 777);
  for (let i = 0; i < 64; i += 2) assert.ok(Math.abs(Math.hypot(one[i], one[i + 1]) - 1) < 4e-16);
  assert.ok(Math.abs(norm(one) - Math.sqrt(32)) < 2e-15);
});

test('ALiBi has the slopes 0.5, 0.25, ... for 8 heads; for 12 heads they are not monotone', () => {
  assert.deepEqual(
    [...alibiSlopes(8)],
    [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625],
  );
  assert.deepEqual(
    [...alibiSlopes(12).subarray(7)].map((x) => x.toFixed(4)),
    ['0.0039', '0.7071', '0.3536', '0.1768', '0.0884'],
  );
  const monotone = alibiSlopes(12, { rule: 'geometric' });
  assert.ok(
    monotone.every((x, i) => !i || x < monotone[i - 1]) && monotone[0].toFixed(4) === '0.6300',
  );
});

test('the two rotary layouts give different results, but are equal after a permutation', () => {
  const q = row(8, 3);
  const options = { heads: 1, headDim: 8, start: 7 };
  const half = applyRope(q.slice(), options);
  assert.ok(
    largest(minus(applyRope(q.slice(), { ...options, layout: 'interleaved' }), half)) > 0.1,
  );
  const permuted = swapRopeLayout(q.slice(), { headDim: 8, from: 'half', to: 'interleaved' });
  assert.deepEqual(
    swapRopeLayout(applyRope(permuted, { ...options, layout: 'interleaved' }), {
      headDim: 8,
      from: 'interleaved',
      to: 'half',
    }),
    half,
  );
});

test('a new learned table has standard deviation 0.02, not 1; the first position is 0', () => {
  const learned = learnedTable(512, 768);
  assert.equal((norm(learned.subarray(0, 98304)) / Math.sqrt(98304)).toFixed(3), '0.020');
  assert.deepEqual([...sinusoidal(1, 6)], [0, 1, 0, 1, 0, 1]);
});

test('the shortest wavelength is 2 pi positions, not a couple of positions', () => {
  for (const dim of [2, 64, 512]) assert.equal(wavelengths(dim)[0], 2 * Math.PI);
});
