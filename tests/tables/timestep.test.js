/* Compares embeddings of timesteps with published values, the exact formula, and other tables. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';

import { createArena, sinusoidal, timestepEmbedding } from '../../web/index.js';
import { Meter32, Meter64, angle, frequencies } from '../support/exact.js';
import { allNear, sameBits } from '../support/comparisons.js';
import { noise, range, rowOf, scattered } from '../support/reference.js';

/** Returns rows 23 to 25, columns 47 to 49, of a table of 128 timesteps and 64 columns. */
function piece(options) {
  const table = timestepEmbedding(range(128), 64, options);
  return [23, 24, 25].flatMap((row) => [...table.subarray(row * 64 + 47, row * 64 + 50)]);
}

test("embeddings have the values of diffusers' own test", () => {
  allNear(
    piece({ shift: 1, flip: false }),
    [0.9646, 0.9804, 0.9892, 0.9615, 0.9787, 0.9882, 0.9582, 0.9769, 0.9872],
    5.1e-5,
    'DDPM',
  );
  allNear(
    piece({ shift: 0, flip: true }),
    [0.3019, 0.228, 0.1716, 0.3146, 0.2377, 0.179, 0.3272, 0.2474, 0.1864],
    5.1e-5,
    'GLIDE, latent diffusion',
  );
  // These angles are larger than 1000. In float32, they have about three correct decimals.
  allNear(
    piece({ scale: 1000 }),
    [-0.9801, -0.9464, -0.9349, -0.3952, 0.8887, -0.9709, 0.5299, -0.2853, -0.9927],
    1e-3,
    'Grad-TTS',
  );
});

test('embeddings agree with the formula in double precision', () => {
  const number = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 9 }),
      fc.integer({ min: 0, max: 21 }),
      fc.boolean(),
      fc.constantFrom(0, 0.25, 1),
      fc.constantFrom(1, 0.5, -3),
      fc.constantFrom(1, 100, 1e4),
      (timesteps, dim, flip, shift, scale, maxPeriod) => {
        const half = Math.floor(dim / 2);
        const got = timestepEmbedding(timesteps, dim, {
          flip,
          shift,
          scale,
          maxPeriod,
          dtype: 'float64',
        });
        assert.equal(got.length, timesteps.length * dim);
        timesteps.forEach((t, row) => {
          const at = row * dim;
          for (let i = 0; i < half; i++) {
            const power = (-Math.log(maxPeriod) * i) / (half - shift);
            const a = t * scale * (half === 1 ? 1 : Math.exp(power));
            assert.ok(Math.abs(got[at + i + (flip ? half : 0)] - Math.sin(a)) < 1e-11);
            assert.ok(Math.abs(got[at + i + (flip ? 0 : half)] - Math.cos(a)) < 1e-11);
          }
          if (dim % 2) assert.ok(Object.is(got[at + dim - 1], 0));
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('fractional and large timesteps have errors as small as tables of positions', () => {
  for (const [dim, shift, maxPeriod, timesteps] of [
    [64, 0, 1e4, scattered(40, 2 ** 20, 1)],
    [62, 1, 1e4, [0.1, 999.999, 1e-9, 123456.789, -0.3]],
    [20, 0.5, 777.25, scattered(30, 1000, 2).map((x) => x + 1 / 3)],
  ]) {
    const half = dim / 2;
    const pairs = frequencies(half, maxPeriod, 2 * (half - shift));
    const single = new Meter32();
    const double = new Meter64();
    const tables = [
      [timestepEmbedding(timesteps, dim, { shift, maxPeriod }), single],
      [timestepEmbedding(timesteps, dim, { shift, maxPeriod, dtype: 'float64' }), double],
    ];
    timesteps.forEach((t, row) =>
      pairs.forEach((pair, i) => {
        const [sine, cosine] = angle(t, pair);
        for (const [table, meter] of tables) {
          meter.check(table[row * dim + i], sine, i, () => `sine at ${t}`);
          meter.check(table[row * dim + half + i], cosine, i, () => `cosine at ${t}`);
        }
      }),
    );
    assert.ok(single.worst <= 1 && double.worst <= 4, `${single}\n${double}`);
  }
});

const TIMESTEPS = [...range(70, -3), 0.5, 999.25];

/** Calls check(dim, dtype) for even and odd dims, small and large. */
function eachDim(check) {
  for (const dim of [2, 3, 4, 7, 64, 321])
    for (const dtype of ['float32', 'float64']) check(dim, dtype);
}

test('embeddings of timesteps equal the tables of fairseq and RoFormer', () =>
  eachDim((dim, dtype) => {
    const length = TIMESTEPS.length;
    const options = { positions: TIMESTEPS, dtype };
    const own = timestepEmbedding(TIMESTEPS, dim, { dtype });
    sameBits(own, sinusoidal(length, dim, { layout: 'fairseq', ...options }), `fairseq ${dim}`);
    if (dim % 2 === 0)
      sameBits(
        timestepEmbedding(TIMESTEPS, dim, { dtype, shift: 0 }),
        sinusoidal(length, dim, { layout: 'concatenated', ...options }),
        `${dim}`,
      );
  }));

/**
 * Returns the index that column `c` of the flipped table has in the unflipped table. The halves are
 * swapped. The last column of an odd dim stays.
 */
function flippedColumn(c, half) {
  if (c < half) return c + half;
  return c < 2 * half ? c - half : c;
}

test('flip swaps halves, scale multiplies timesteps, and an arena gives the same bits', () =>
  eachDim((dim, dtype) => {
    const half = Math.floor(dim / 2);
    const own = timestepEmbedding(TIMESTEPS, dim, { dtype });
    const flipped = timestepEmbedding(TIMESTEPS, dim, { dtype, flip: true });
    const swapped = own.map((_, i) => own[i - (i % dim) + flippedColumn(i % dim, half)]);
    sameBits(flipped, swapped, `flipped ${dim}`);
    const quarters = TIMESTEPS.map((t) => t / 4);
    sameBits(timestepEmbedding(quarters, dim, { dtype, scale: 4 }), own, `scaled ${dim}`);
    const arena = createArena(16 * own.length + 64);
    const out = arena[dtype](own.length).fill(5);
    const inArena = timestepEmbedding(TIMESTEPS, dim, { dtype, flip: true, out });
    sameBits(inArena, flipped, `arena ${dim}`);
  }));

test('if there is only one frequency, it is 1 for every shift', () => {
  for (const shift of [0, 0.5, 1])
    allNear(
      timestepEmbedding([2], 2, { shift }),
      [Math.sin(2), Math.cos(2)],
      1e-7,
      'a single frequency is 1',
    );
});

test('a row has the same bits alone and in a table that is larger than one tile', () => {
  for (const [count, dim, flip] of [
    [40000, 16, true],
    [40000, 16, false],
    [5, 20000, true],
    [70, 8192, true],
  ]) {
    const timesteps = noise(Float32Array, count, 1).map((x) => 1000 * x);
    const table = timestepEmbedding(timesteps, dim, { flip });
    for (const row of [0, 1, count >> 1, count - 1])
      sameBits(
        rowOf(table, row, dim),
        timestepEmbedding([timesteps[row]], dim, { flip }),
        `row ${row} of ${count} x ${dim}`,
      );
  }
});
