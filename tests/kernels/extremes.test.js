/*
 * Tests the kernels at the ends of the range of doubles: at numbers whose squares, powers or
 * products underflow or overflow.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorize, ropeTable, similarity, wavelengths } from '../../web/index.js';
import { Carver, open } from '../../web/wasm.js';
import { exp, fixed, lnFixed, toFloat64 } from '../support/exact.js';

const LN2 = lnFixed(fixed(2));

/** Returns ln(m 2^power), where m is within the range of the fixed-point numbers. */
const lnOf = (m, power) => lnFixed(fixed(m)) + BigInt(power) * LN2;

test('pe_log is correctly rounded from the smallest subnormal number to the largest number', () => {
  const { pe_log: log } = open().kernels;
  assert.equal(log(5e-324), -744.4400719213812);
  for (const m of [1, 1 + 2 ** -20, 1.25, Math.SQRT2, 1.999])
    for (let power = -1074; power < 1024; power += power < -1000 || power > 1000 ? 1 : 37) {
      // `scaled` is x / 2^power. It differs from m if x is subnormal and therefore rounded.
      // 2^-power can overflow, so both lines multiply by two factors.
      const x = m * 2 ** Math.ceil(power / 2) * 2 ** Math.floor(power / 2);
      const scaled = x * 2 ** -Math.ceil(power / 2) * 2 ** -Math.floor(power / 2);
      assert.equal(log(x), toFloat64(lnOf(scaled, power)), `${x}`);
    }
  assert.equal(log(Number.MAX_VALUE), toFloat64(lnOf(2 - 2 ** -52, 1023)));
});

/** Returns the frequencies of pairs 0, 1, ... as [high, low]. */
function frequenciesOf(count, base, divisor) {
  const machine = open();
  const carver = new Carver(machine);
  const [high, low] = [carver.doubles(count), carver.doubles(count)];
  machine.kernels.pe_frequencies(high, low, count, 0, base, divisor);
  const listAt = (address) => [...machine.f64.subarray(address / 8, address / 8 + count)];
  return [listAt(high), listAt(low)];
}

test('frequencies of the largest bases are exact, and 0 below the smallest number', () => {
  for (const base of [1e154, 1.4e154, 1e155, 1e160, 1e200, 1e300, Number.MAX_VALUE])
    for (const divisor of [1, 2, 3, 64]) {
      const count = divisor + 2;
      const [high, low] = frequenciesOf(count, base, divisor);
      const log = lnOf(base * 2 ** -500, 500);
      for (let i = 0; i < count; i++) {
        const power = (-2n * BigInt(i) * log) / BigInt(divisor);
        // The exact result is scaled by 2^shift, since 2^-176 is the smallest fixed-point number.
        const shift = i ? Number(-power / LN2) : 0;
        const wanted = toFloat64(exp(power + BigInt(shift) * LN2));
        const error = Math.abs(high[i] - wanted * 2 ** Math.max(-1074, -shift));
        const what = `base ${base}, pair ${i} of divisor ${divisor}: ${high[i]} + ${low[i]}`;
        if (shift > 1080) assert.deepEqual([high[i], low[i]], [0, 0], what);
        else if (shift < 970) assert.equal(high[i], wanted * 2 ** -shift, what);
        else assert.ok(error <= 2 ** -1060, what);
      }
    }
});

test('a wavelength beyond the largest number is infinite', () => {
  const waves = wavelengths(4096, { base: Number.MAX_VALUE });
  assert.equal(waves[0], 2 * Math.PI);
  assert.ok(waves.every((wave, i) => !i || wave > waves[i - 1] || wave === Infinity));
  assert.equal(waves.at(-1), Infinity);
});

test('colours divide the largest ranges evenly, too', () => {
  const palette = Uint8Array.from({ length: 4 * 256 }, (_, i) => i >> 2);
  const indices = (values, min, max) =>
    Array.from(values, (value) => colorize(Float64Array.of(value), palette, { min, max })[0]);
  assert.deepEqual(indices([0, 1e307, 5e307, 1e308, Infinity, NaN], 0, 1e308), [
    ...[0, 25, 128, 255, 255, 0],
  ]);
  assert.deepEqual(indices([-8e307, -4e307, 0, 4e307, 1.7e308], -8e307, 8e307), [
    ...[0, 64, 128, 192, 255],
  ]);
  assert.deepEqual(indices([0, 5e-324, 1e-323], 0, 2e-323), [0, 64, 128]);
});

test('the cosine of rows does not depend on their scale, however small or large', () => {
  const rows = [3, 4, 0, -4, 3, 0, 1, 1, 1];
  const wanted = similarity(Float64Array.from(rows), 3, 3);
  for (const unit of [2 ** -1070, 1e-310, 1e-200, 1e-160, 1e-150, 1e150, 1e160, 3e307]) {
    const table = Float64Array.from(rows, (x) => x * unit);
    const got = similarity(table, 3, 3);
    got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-7, `${unit}: ${got}`));
  }
  const mixed = Float64Array.of(3e-200, 4e-200, 3e200, 4e200, 1, 0, 0, 0);
  const expected = Float32Array.of(
    ...[1, 1, 0.6, 0, 1, 1, 0.6, 0],
    ...[0.6, 0.6, 1, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(similarity(mixed, 4, 2), expected);
});

test('xPos has no effect if gamma is at least 2^100, up to the largest number', () => {
  const table = (gamma) => ropeTable(3, 8, { xpos: { of: 'queries', gamma }, start: 1000 });
  const plain = ropeTable(3, 8, { start: 1000 });
  for (const gamma of [2 ** 100, 1e200, 1e307, 1e308, Number.MAX_VALUE]) {
    assert.deepEqual(table(gamma).cos, plain.cos, `${gamma}`);
    assert.deepEqual(table(gamma).sin, plain.sin, `${gamma}`);
  }
});

test('the angle of a vector does not depend on its length, however small or large', () => {
  const { pe_angle: angle } = open().kernels;
  const directions = [
    [1, 0],
    [1, 1],
    [0.5, -1],
    [-1, 1],
    [-1, -0.5],
    [0, -1],
  ];
  for (const [y, x] of directions)
    for (const length of [5e-324, 1e-320, 1e-300, 1e-170, 1e170, 8e307, Number.MAX_VALUE]) {
      const [down, right] = [y * length, x * length];
      const scaled = [down, right].map((side) => side / length);
      assert.ok(Math.abs(angle(down, right) - angle(...scaled)) < 2 ** -49, `${[down, right]}`);
    }
  assert.equal(angle(0, 0), 0);
  for (const pair of [
    [NaN, 1],
    [1, NaN],
    [NaN, 0],
  ])
    assert.ok(Number.isNaN(angle(...pair)));
});

test('the last line of a FIRE network has no end, even for an infinite input', () => {
  const machine = open();
  const carver = new Carver(machine);
  const [lines, logs, ramp] = [carver.doubles(3), carver.doubles(1), carver.words(4)];
  machine.f64.set([Infinity, 2, 1], lines / 8);
  // In memory, `logs` follow the only line. The kernel must not read them as another line.
  machine.f64.set([Infinity], logs / 8);
  machine.kernels.pe_fire_ramp(ramp, logs, 1, 0, 1, lines);
  assert.equal(machine.f32[ramp / 4], Infinity);
});
