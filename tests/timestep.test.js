import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {createArena, fourierFeatures, sinusoidal, timestepEmbedding} from '../web/index.js';
import {Meter32, Meter64, PI, angle, exp, fixed, frequencies, ln, sinCos, times} from './exact.js';
import {bitsOf, noise, scattered} from './reference.js';

const same = (a, b, what) => assert.ok(a.length === b.length && bitsOf(a).equals(bitsOf(b)), what);
const near = (got, wanted, within, what) => wanted.forEach((value, i) => assert.ok(Math.abs(got[i] - value) <= within, `${what}, ${i}: ${got[i]}, not ${value}`));
const range = (length, start = 0) => Array.from({length}, (_, i) => start + i);

test("the values of diffusers' own test: rows 23 to 25, columns 47 to 49 of 128 timesteps in 64 columns", () => {
  const piece = options => {
    const table = timestepEmbedding(range(128), 64, options);
    return [23, 24, 25].flatMap(row => [...table.subarray(row * 64 + 47, row * 64 + 50)]);
  };
  near(piece({shift: 1, flip: false}), [0.9646, 0.9804, 0.9892, 0.9615, 0.9787, 0.9882, 0.9582, 0.9769, 0.9872], 5.1e-5, 'DDPM');
  near(piece({shift: 0, flip: true}), [0.3019, 0.228, 0.1716, 0.3146, 0.2377, 0.179, 0.3272, 0.2474, 0.1864], 5.1e-5, 'GLIDE, latent diffusion');
  // angles of thousands, which float32 has to some 3 digits
  near(piece({scale: 1000}), [-0.9801, -0.9464, -0.9349, -0.3952, 0.8887, -0.9709, 0.5299, -0.2853, -0.9927], 1e-3, 'Grad-TTS');
});

test('the formula, in double precision', () => {
  const number = fc.double({min: -1000, max: 1000, noNaN: true});
  fc.assert(fc.property(fc.array(number, {maxLength: 9}), fc.integer({min: 0, max: 21}), fc.boolean(), fc.constantFrom(0, 0.25, 1), fc.constantFrom(1, 0.5, -3), fc.constantFrom(1, 100, 1e4),
    (timesteps, dim, flip, shift, scale, maxPeriod) => {
      const half = Math.floor(dim / 2), got = timestepEmbedding(timesteps, dim, {flip, shift, scale, maxPeriod, dtype: 'float64'});
      assert.equal(got.length, timesteps.length * dim);
      timesteps.forEach((t, row) => {
        for (let i = 0; i < half; i++) {
          const a = t * scale * (half === 1 ? 1 : Math.exp(-Math.log(maxPeriod) * i / (half - shift)));
          assert.ok(Math.abs(got[row * dim + i + (flip ? half : 0)] - Math.sin(a)) < 1e-11 && Math.abs(got[row * dim + i + (flip ? 0 : half)] - Math.cos(a)) < 1e-11);
        }
        if (dim % 2) assert.ok(Object.is(got[row * dim + dim - 1], 0));
      });
    }), {numRuns: 300});
});

test('fractional and far timesteps are as exact as tables of positions', () => {
  for (const [dim, shift, maxPeriod, timesteps] of [[64, 0, 1e4, scattered(40, 2 ** 20, 1)], [62, 1, 1e4, [0.1, 999.999, 1e-9, 123456.789, -0.3]], [20, 0.5, 777.25, scattered(30, 1000, 2).map(x => x + 1 / 3)]]) {
    const half = dim / 2, pairs = frequencies(half, maxPeriod, 2 * (half - shift)), single = new Meter32(), double = new Meter64();
    const tables = [[timestepEmbedding(timesteps, dim, {shift, maxPeriod}), single], [timestepEmbedding(timesteps, dim, {shift, maxPeriod, dtype: 'float64'}), double]];
    timesteps.forEach((t, row) => pairs.forEach((pair, i) => {
      const [sine, cosine] = angle(t, pair);
      for (const [table, meter] of tables) {
        meter.check(table[row * dim + i], sine, i, () => `sine at ${t}`);
        meter.check(table[row * dim + half + i], cosine, i, () => `cosine at ${t}`);
      }
    }));
    assert.ok(single.worst <= 1 && double.worst <= 4, `${single}\n${double}`);
  }
});

test('laws: the tables of fairseq and RoFormer, halves flipped, scale on the timesteps, odd dims, an arena', () => {
  const timesteps = [...range(70, -3), 0.5, 999.25];
  for (const dim of [2, 3, 4, 7, 64, 321])
    for (const dtype of ['float32', 'float64']) {
      const half = Math.floor(dim / 2), own = timestepEmbedding(timesteps, dim, {dtype}), flipped = timestepEmbedding(timesteps, dim, {dtype, flip: true});
      same(own, sinusoidal(timesteps.length, dim, {layout: 'fairseq', positions: timesteps, dtype}), `fairseq ${dim}`);
      if (dim % 2 === 0) same(timestepEmbedding(timesteps, dim, {dtype, shift: 0}), sinusoidal(timesteps.length, dim, {layout: 'concatenated', positions: timesteps, dtype}), `${dim}`);
      same(flipped, own.map((_, i) => { const c = i % dim; return own[c < half ? i + half : c < 2 * half ? i - half : i]; }), `flipped ${dim}`);
      same(timestepEmbedding(timesteps.map(t => t / 4), dim, {dtype, scale: 4}), own, `scaled ${dim}`);
      const arena = createArena(16 * own.length + 64), out = arena[dtype](own.length);
      same(timestepEmbedding(timesteps, dim, {dtype, flip: true, out: out.fill(5)}), flipped, `arena ${dim}`);
    }
  for (const shift of [0, 0.5, 1]) near(timestepEmbedding([2], 2, {shift}), [Math.sin(2), Math.cos(2)], 1e-7, 'a single frequency is 1');
});

test('more timesteps and columns than a tile holds', () => {
  for (const [count, dim, flip] of [[40000, 16, true], [40000, 16, false], [5, 20000, true], [70, 8192, true]]) {
    const timesteps = noise(Float32Array, count, 1).map(x => 1000 * x), table = timestepEmbedding(timesteps, dim, {flip});
    for (const row of [0, 1, count >> 1, count - 1]) same(table.subarray(row * dim, row * dim + dim), timestepEmbedding([timesteps[row]], dim, {flip}), `row ${row} of ${count} x ${dim}`);
  }
});

const product = (a, b) => a * b >> 176n;

/** Frequencies as fixed point. */
const bandsOf = (bands, spacing, last) => range(bands).map(k => {
  const steps = BigInt(Math.max(1, bands - 1)), i = BigInt(k);
  if (bands === 1) return fixed(1);
  return spacing === 'linear' ? fixed(1 + k * (last - 1) / (bands - 1)) : times(last, exp(-ln(last) * (steps - i) / steps));
});

const LAYOUTS = {
  concatenated: (axes, bands, a, k, p) => (p * axes + a) * bands + k, interleaved: (axes, bands, a, k, p) => (a * bands + k) * 2 + p,
  nerf: (axes, bands, a, k, p) => (k * 2 + p) * axes + a, timm: (axes, bands, a, k, p) => (p * bands + k) * axes + a
};

test('Fourier features: every spacing and layout, with and without pi, correctly rounded but for the last bit', () => {
  for (const [axes, bands, options] of [[1, 10, {}], [3, 10, {}], [2, 7, {spacing: 'linear'}], [2, 64, {spacing: 'linear', maxResolution: [224, 30.7]}], [3, 9, {maxResolution: 200}],
    [2, 5, {maxResolution: [17, 224]}], [2, 1, {spacing: 'linear'}], [1, 1, {}], [4, 3, {maxResolution: 2}]])
    for (const [layout, place] of Object.entries(LAYOUTS))
      for (const pi of [true, false]) {
        const x = [...noise(Float64Array, 4 * axes, axes + bands), ...Array(axes).fill(0), ...Array(axes).fill(1)], width = 2 * axes * bands, single = new Meter32(), double = new Meter64();
        const tables = [[fourierFeatures(x, bands, {axes, layout, pi, ...options}), single], [fourierFeatures(x, bands, {axes, layout, pi, dtype: 'float64', ...options}), double]];
        for (const [table] of tables) assert.equal(table.length, 6 * width);
        for (let a = 0; a < axes; a++) {
          const resolution = options.maxResolution?.[a] ?? options.maxResolution ?? (options.spacing ? 224 : 2 ** bands);
          bandsOf(bands, options.spacing, resolution / 2).forEach((w, k) => {
            for (let row = 0; row < 6; row++) {
              const turned = times(x[row * axes + a], w);
              sinCos(pi ? product(PI, turned) : turned).forEach((value, p) => {
                for (const [table, meter] of tables) meter.check(table[row * width + place(axes, bands, a, k, p)], value, k, () => `row ${row}, axis ${a}, band ${k}`);
              });
            }
          });
        }
        assert.ok(single.worst <= 1 && double.worst <= 4, `${axes} ${bands} ${layout} ${pi}: ${single}\n${double}`);
      }
});

test("NeRF's encoding of a point, by the formula of the paper", () => {
  const x = [0.3, -0.7, 0.1], wanted = x.flatMap(x => range(4).flatMap(k => [Math.sin(2 ** k * Math.PI * x), Math.cos(2 ** k * Math.PI * x)]));
  near(fourierFeatures(x, 4, {axes: 3, layout: 'interleaved'}), wanted, 1e-7, 'paper');
  near(fourierFeatures(x, 4, {axes: 3, layout: 'nerf', pi: false}), range(4).flatMap(k => [Math.sin, Math.cos].flatMap(f => x.map(x => f(2 ** k * x)))), 1e-7, 'code');
});

test('octaves are the geometric bands to 2^bands', () => {
  for (const bands of [1, 2, 5, 20]) same(fourierFeatures([0.1, 0.7], bands), fourierFeatures([0.1, 0.7], bands, {maxResolution: 2 ** bands}), `${bands}`);
  const far = fourierFeatures([2 ** -24], 64, {dtype: 'float64'});
  near(far.subarray(0, 24), range(24).map(k => Math.sin(Math.PI * 2 ** (k - 24))), 1e-15, 'below a half turn');
  assert.ok(far.subarray(24, 64).every(value => Math.abs(value) < 1e-12 || Math.abs(value - 1) < 1e-12), 'whole turns');
});

test('a matrix: the sines and cosines of pi x times it, in every layout, of any number of axes', () => {
  for (const [axes, bands] of [[1, 4], [2, 128], [3, 7], [5, 1]])
    for (const [layout, place] of Object.entries(LAYOUTS))
      for (const pi of [true, false]) {
        const matrix = noise(Float64Array, axes * bands, 7).map(b => 10 * b), x = [...noise(Float64Array, 5 * axes, 8), ...Array(axes).fill(0.5)], single = new Meter32(), double = new Meter64();
        const tables = [[fourierFeatures(x, bands, {axes, matrix, layout, pi}), single], [fourierFeatures(x, bands, {axes, matrix, layout, pi, dtype: 'float64'}), double]];
        for (let row = 0; row < 6; row++)
          for (let j = 0; j < bands; j++) {
            let sum = 0n;
            for (let a = 0; a < axes; a++) sum += times(x[row * axes + a], fixed(matrix[a * bands + j]));
            sinCos(pi ? product(PI, sum) : sum).forEach((value, p) => {
              for (const [table, meter] of tables) meter.check(table[2 * row * bands + place(1, bands, 0, j, p)], value, j, () => `row ${row}, band ${j}`);
            });
          }
        assert.ok(single.worst <= 1 && double.worst <= 4, `${axes} x ${bands} ${layout} ${pi}: ${single}\n${double}`);
      }
  // one axis and octaves; random features of SAM, by their formula
  same(fourierFeatures([0.3, -0.2], 4, {matrix: [1, 2, 4, 8]}), fourierFeatures([0.3, -0.2], 4));
  const b = [0.3, -1.2, 0.7, 2.1], x = [0.25, -0.5], dots = [0, 1].map(j => 2 * Math.PI * (x[0] * b[j] + x[1] * b[2 + j]));
  near(fourierFeatures(x, 2, {axes: 2, matrix: b.map(value => 2 * value)}), [...dots.map(Math.sin), ...dots.map(Math.cos)], 1e-7, 'SAM');
});

test('rows alone, in a tile, past it and in an arena have the same bits', () => {
  for (const [rows, axes, bands] of [[0, 2, 3], [5000, 2, 16], [3, 1, 4096], [2, 2048, 2], [1000, 3, 33], [4, 2, 0]]) {
    const x = noise(Float32Array, rows * axes, rows), options = {axes, spacing: 'linear'}, width = 2 * axes * bands, table = fourierFeatures(x, bands, options);
    for (const row of [0, rows >> 1, rows - 1].filter(row => rows && row >= 0))
      same(table.subarray(row * width, row * width + width), fourierFeatures(x.subarray(row * axes, row * axes + axes), bands, options), `${rows} ${axes} ${bands}`);
    for (const dtype of ['float32', 'float64']) {
      const arena = createArena(8 * rows * width + 64), out = arena[dtype](rows * width);
      same(fourierFeatures(x, bands, {...options, dtype, out}), fourierFeatures(x, bands, {...options, dtype}), 'arena');
    }
  }
  for (const [rows, axes, bands] of [[3000, 2, 40], [2, 2048, 1], [3, 1, 4096], [2, 3, 1364], [3, 2, 0]]) {
    const x = noise(Float32Array, rows * axes, 1), matrix = noise(Float32Array, axes * bands, 2), width = 2 * bands, table = fourierFeatures(x, bands, {axes, matrix});
    for (const row of [0, rows - 1]) same(table.subarray(row * width, row * width + width), fourierFeatures(x.subarray(row * axes, row * axes + axes), bands, {axes, matrix}), `${rows} ${axes} ${bands}`);
    const arena = createArena(4 * rows * width + 64), out = arena.float32(rows * width);
    same(fourierFeatures(x, bands, {axes, matrix, out}), table, 'arena');
  }
});

test('tables of other kinds between do not disturb the bands, nor they those', () => {
  const bands = fourierFeatures([0.3], 8), table = sinusoidal(9, 10);
  for (const between of [() => sinusoidal(9, 10), () => fourierFeatures([0.3], 8, {pi: false}), () => fourierFeatures([0.3], 8, {spacing: 'linear'}), () => fourierFeatures([1], 1, {matrix: [2]}), () => fourierFeatures([0.3], 8, {matrix: Array(8).fill(1)})]) {
    between();
    same(fourierFeatures([0.3], 8), bands);
    same(sinusoidal(9, 10), table);
  }
});
