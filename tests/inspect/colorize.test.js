import assert from 'node:assert/strict';
import test from 'node:test';

import fc from '../support/random.js';

import { colorize } from '../../web/index.js';

/** Returns a palette in which the bytes of each colour contain its index. */
const palette = (colors, Kind = Uint8Array) =>
  Kind.from({ length: 4 * colors }, (_, i) => [(i >> 2) & 255, i >> 10, 200, 255][i % 4]);

/** Colours the values. Returns the index of each value's colour, or -1 for transparent. */
const indices = (values, colors, options, Kind) => {
  const out = colorize(values, palette(colors, Kind), options);
  return Array.from(values, (_, i) => {
    const [r, g, b, a] = out.subarray(4 * i);
    if (!(r || g || b || a)) return -1;
    assert.deepEqual([b, a], [200, 255]);
    return r + 256 * g;
  });
};

/** Computes the index of the colour by the formula of posenc.h. */
const rule = (value, colors, min, max) =>
  Number.isNaN(value)
    ? -1
    : Math.min(colors - 1, Math.max(0, Math.floor((colors * (value - min)) / (max - min))));

test('the palette divides the range evenly', () => {
  assert.deepEqual(
    indices(Float32Array.of(-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 0.999, 1), 4),
    [0, 0, 1, 1, 2, 2, 3, 3, 3, 3],
  );
  assert.deepEqual(
    indices(Float32Array.of(10, 11, 12, 13, 14, 15), 5, { min: 10, max: 15 }),
    [0, 1, 2, 3, 4, 4],
  );
  const values = Float32Array.from({ length: 4096 }, (_, i) => (i + 0.5) / 2048 - 1);
  assert.deepEqual(indices(values, 4096), [...values.keys()]);
});

test('values beyond the range have the colour of its end, infinite ones too', () => {
  for (const colors of [1, 2, 3, 11, 256, 4096]) {
    const last = colors - 1;
    assert.deepEqual(
      indices(Float32Array.of(-1.0001, -5, -3e38, -Infinity, 1, 1.0001, 5, 3e38, Infinity), colors),
      [0, 0, 0, 0, last, last, last, last, last],
    );
  }
});

test('NaN is transparent among any values', () => {
  assert.deepEqual(indices(Float32Array.of(NaN, 0, NaN, 1, -1), 2), [-1, 1, -1, 1, 0]);
  assert.deepEqual([...colorize(Float32Array.of(NaN), new Uint8Array(4).fill(255))], [0, 0, 0, 0]);
});

test('every value has the colour of the rule', () => {
  const end = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const value = fc.float({ noDefaultInfinity: true });
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4096 }),
      end,
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      (list, colors, min, width) => {
        const values = Float32Array.from([
          ...list,
          min,
          min + width / 3,
          min + width / 2,
          min + width,
        ]);
        const max = min + width;
        indices(values, colors, { min, max }).forEach((got, i) => {
          const at = (colors * (values[i] - min)) / (max - min);
          // Very close to a border between two colours, rounding decides which one a value has.
          if (Math.abs(at - Math.round(at)) > 1e-9 * colors || Number.isNaN(at))
            assert.equal(got, rule(values[i], colors, min, max), `${values[i]}`);
        });
      },
    ),
    { seed: 5, numRuns: 400 },
  );
});

test('a value on a border has the colour above it', () => {
  const wrong = [];
  for (const colors of [2, 3, 5, 7, 11, 49, 98, 256])
    for (const width of [1, 3, 7, 49, 98, 103, 107]) {
      const values = Float32Array.from({ length: colors * width + 1 }, (_, i) => i);
      indices(values, colors, { min: 0, max: colors * width }).forEach((got, i) => {
        if (got !== rule(i, colors, 0, colors * width))
          wrong.push(`${i} of ${colors * width} in ${colors} colours: ${got}`);
      });
    }
  assert.deepEqual(wrong.slice(0, 9), []);
});

test('a float64 value has the colour of that value, not of the float32 next to it', () => {
  assert.deepEqual(
    indices(Float64Array.of(-1, -1e-12, 0, 1e-12, NaN, 1e300, -1e300, Infinity), 2),
    [0, 0, 1, 1, -1, 1, 0, 1],
  );
  assert.deepEqual(indices(Float64Array.of(0.4999999999, 0.5), 2, { min: 0, max: 1 }), [0, 1]);
});

test('bytes of the palette are copied as they are, from either kind of array', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 250, 0, 128, 0);
  assert.deepEqual(
    [...colorize(Float32Array.of(1, -1, 0), bytes)],
    [250, 0, 128, 0, 1, 2, 3, 4, 250, 0, 128, 0],
  );
  assert.deepEqual(indices(Float32Array.of(-1, 1), 300, {}, Uint8ClampedArray), [0, 299]);
});

test('out is filled and returned, ready for ImageData, and the inputs stay', () => {
  const values = Float32Array.of(-2, 0.1, NaN);
  const colors = palette(7);
  const out = new Uint8ClampedArray(12).fill(9);
  const [v, p] = [values.slice(), colors.slice()];
  assert.equal(colorize(values, colors, { out }), out);
  assert.deepEqual(out, colorize(values, colors));
  assert.ok(colorize(values, colors) instanceof Uint8ClampedArray);
  assert.deepEqual([values, colors], [v, p]);
  assert.equal(colorize(new Float32Array(0), colors).length, 0);
});

test('long arrays have the colours of their elements, across tiles', () => {
  for (const length of [32767, 32768, 32769, 70001]) {
    const values = Float32Array.from({ length }, (_, i) => ((i * 7919) % 65536) / 32768 - 1);
    assert.deepEqual(
      indices(values, 64),
      Array.from(values, (value) => rule(value, 64, -1, 1)),
    );
  }
});
