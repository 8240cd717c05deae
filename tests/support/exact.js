/*
 * Computes powers, sines and cosines in BigInt fixed point, to more than 40 digits, and rounds them
 * correctly. The kernels are tested against these values. The values are themselves tested against
 * the values in golden/.
 */
import { readFileSync } from 'node:fs';

const BITS = 176n;
const ONE = 1n << BITS;
const SCALE = 2 ** -Number(BITS);
const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);
const single = new Float32Array(1);
const word = new Uint32Array(single.buffer);

const mul = (a, b) => (a * b) >> BITS;
const abs = (v) => (v < 0n ? -v : v);

/** Multiplies a double, which counts as exact, by a fixed-point number. */
export function times(x, v) {
  double[0] = Math.abs(x);
  const exponent = bits[0] >> 52n;
  const fraction = BigInt.asUintN(52, bits[0]);
  const product =
    ((exponent ? fraction | (1n << 52n) : fraction) * v) << ((exponent || 1n) - 1075n);
  return x < 0 ? -product : product;
}

/** Converts a double to a fixed-point number. @param {number} x */
export const fixed = (x) => times(x, ONE);

/** Converts a decimal string to a fixed-point number. */
export function decimal(text) {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)\.?(\d*)(?:e([-+]?\d+))?$/.exec(
    text,
  );
  const shift = BigInt(power) - BigInt(fraction.length);
  const digits = BigInt(whole + fraction) * ONE;
  const value = shift < 0n ? digits / 10n ** -shift : digits * 10n ** shift;
  return sign ? -value : value;
}

/**
 * Rounds to the nearest double, ties to even. Number(BigInt) rounds in this way. Multiplying by the
 * scale, a power of two, is exact.
 */
export const toFloat64 = (v) => Number(v) * SCALE;

/** Rounds to the nearest float32, ties to even. */
export function toFloat32(v) {
  const d = toFloat64(v);
  const near = Math.fround(d);
  const other = 2 * d - near;
  // Rounding twice is wrong only if the double is half-way between two floats and v is not.
  if (near === d || Math.fround(other) !== other) return near;
  const beyond = v - fixed(d);
  if (beyond === 0n) return near;
  return beyond > 0n ? Math.max(near, other) : Math.min(near, other);
}

/** Returns the distance between neighbouring float32 numbers at x. */
export function ulp32(x) {
  single[0] = x;
  const exponent = (word[0] >> 23) & 255;
  // Rounding x to float32 may reach the next power of two. The exponent is then too high by one.
  const reached = Math.abs(single[0]) > Math.abs(x) && !(word[0] & 0x7fffff);
  return 2 ** (Math.max(exponent, 1) - 150 - (reached ? 1 : 0));
}

/** Returns ln((1 + y) / (1 - y)). */
function log1(y) {
  const square = mul(y, y);
  let sum = 0n;
  for (let power = y, n = 1n; power; power = mul(power, square), n += 2n) sum += power / n;
  return 2n * sum;
}

/** Returns the angle whose tangent is 1 / inverse, with 32 extra bits. */
function arctangent(inverse) {
  let sum = 0n;
  for (let power = (ONE << 32n) / inverse, n = 1n; power; power /= -inverse * inverse, n += 2n)
    sum += power / n;
  return sum;
}

/** pi, by Machin's formula. */
export const PI = (4n * (4n * arctangent(5n) - arctangent(239n))) >> 32n;
const HALF_PI = PI >> 1n;
const LN2 = log1(ONE / 3n);

/** Returns ln v of a fixed-point number v > 0. */
export function lnFixed(v) {
  const exponent = BigInt(v.toString(2).length - 1) - BITS;
  const m = exponent < 0n ? v << -exponent : v >> exponent;
  return exponent * LN2 + log1(((m - ONE) * ONE) / (m + ONE));
}

/** Returns ln x of a double x > 0. */
export const ln = (x) => lnFixed(fixed(x));

/** Returns e^v for v <= 0. */
export function exp(v) {
  const n = v / LN2;
  const r = v - n * LN2;
  let sum = 0n;
  for (let term = ONE, k = 1n; term; term = mul(term, r) / k, k++) sum += term;
  return sum << n;
}

/** Returns base^(-2 index / divisor). */
export const frequency = (base, index, divisor) =>
  exp((-ln(base) * 2n * BigInt(index)) / BigInt(divisor));

/** Returns the sine and cosine of v radians, |v| <= 2^64. */
export function sinCos(v) {
  const angle = abs(v);
  const quarter = (angle + (HALF_PI >> 1n)) / HALF_PI;
  const r = angle - ((quarter * PI) >> 1n);
  let sine = 0n;
  let cosine = 0n;
  for (let term = ONE, n = 0n; term > 3n || term < -3n;) {
    cosine += term;
    term = mul(term, r) / ++n;
    sine += term;
    term = -mul(term, r) / ++n;
  }
  if (quarter & 1n) [sine, cosine] = [cosine, -sine];
  if (quarter & 2n) [sine, cosine] = [-sine, -cosine];
  return v < 0n ? [-sine, cosine] : [sine, cosine];
}

/** Returns the frequencies of a table, each with its sine and cosine, which `walk` needs. */
export function frequencies(pairs, base, divisor) {
  const log = ln(base);
  return Array.from({ length: pairs }, (_, i) => {
    const w = exp((-log * 2n * BigInt(i)) / BigInt(divisor));
    const [sine, cosine] = sinCos(w);
    return { w, sine, cosine };
  });
}

/** Returns the sine and cosine of position times frequency. */
export const angle = (position, { w }) => sinCos(times(position, w));

/**
 * Calls visit(row, sine, cosine) for the positions start, start + 1, ... The sines come from
 * s(n + 1) = 2 cos(w) s(n) - s(n - 1). Their errors grow with the square of the number of rows:
 * after a thousand rows, 20 of the 176 bits are lost.
 */
export function walk({ w, sine, cosine }, start, rows, visit) {
  let [s, c] = sinCos(times(start, w));
  let before = mul(s, cosine) - mul(c, sine);
  let beforeC = mul(c, cosine) + mul(s, sine);
  const twice = 2n * cosine;
  for (let row = 0; row < rows; row++) {
    visit(row, s, c);
    [before, s] = [s, mul(twice, s) - before];
    [beforeC, c] = [c, mul(twice, c) - beforeC];
  }
}

/** Returns whether a float32 agrees with a published number that was printed with some decimals. */
export const published = (got, expected, decimals) =>
  Math.abs(got - expected) <= 0.5 * 10 ** -decimals + ulp32(got) / 2;

/**
 * Measures the errors of float32 elements: how many are not correctly rounded, and the largest
 * error in units of max(ulp, 2^-52).
 */
export class Meter32 {
  elements = 0;
  misrounded = 0;
  worst = 0.5;
  where = 'everywhere';
  /**
   * @param {number} got
   * @param {bigint} v the exact value
   * @param {number} at the index of the element
   * @param {(at: number) => string} where describes an index
   */
  check(got, v, at, where) {
    this.elements++;
    if (got === toFloat32(v)) return;
    this.misrounded++;
    const exact = toFloat64(v);
    const error = Math.abs(got - exact) / Math.max(ulp32(exact), 2 ** -52);
    if (error <= this.worst) return;
    this.worst = error;
    this.where = `${where(at)}: ${got} for ${exact}`;
  }
  toString() {
    const { elements, misrounded, worst, where } = this;
    const errors = `${misrounded} not correctly rounded, worst ${worst} ulp`;
    return `${elements} elements, ${errors} (${where})`;
  }
}

/** Measures the largest absolute error of float64 elements, in units of 2^-53. */
export class Meter64 {
  elements = 0;
  worst = 0;
  where = 'nowhere';
  /**
   * @param {number} got
   * @param {bigint} v the exact value
   * @param {number} at the index of the element
   * @param {(at: number) => string} where describes an index
   */
  check(got, v, at, where) {
    this.elements++;
    const error = Math.abs(
      Number((v >> (BITS - 80n)) - BigInt(Math.round(got * 2 ** 80))) * 2 ** -27,
    );
    if (error <= this.worst) return;
    this.worst = error;
    this.where = `${where(at)}: ${got} for ${toFloat64(v)}`;
  }
  toString() {
    return `${this.elements} elements, worst ${this.worst} x 2^-53 (${this.where})`;
  }
}

/** Reads the values of a file in golden/. */
export const golden = (name) =>
  JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'));

/** Returns a function that describes the elements of a table with these positions, for a meter. */
export const placesOf = (positionOf, dim, base) => (at) =>
  `position ${positionOf(Math.floor(at / dim))}, element ${at % dim}, dim ${dim}, base ${base}`;

/** Measures the errors of an interleaved table whose rows begin at position `start`. */
export function measure(
  meter,
  table,
  dim,
  base,
  start,
  pairs = frequencies(Math.ceil(dim / 2), base, dim),
) {
  const rows = table.length / dim;
  const where = placesOf((row) => start + row, dim, base);
  pairs.forEach((pair, i) =>
    walk(pair, start, rows, (row, sine, cosine) => {
      const at = row * dim + 2 * i;
      meter.check(table[at], sine, at, where);
      if (2 * i + 1 < dim) meter.check(table[at + 1], cosine, at + 1, where);
    }),
  );
}

/** Measures the errors of an interleaved table whose rows have these positions. */
export function measureAt(
  meter,
  table,
  dim,
  base,
  positions,
  pairs = frequencies(Math.ceil(dim / 2), base, dim),
) {
  const where = placesOf((row) => positions[row], dim, base);
  positions.forEach((position, row) =>
    pairs.forEach((pair, i) => {
      const [sine, cosine] = angle(position, pair);
      const at = row * dim + 2 * i;
      meter.check(table[at], sine, at, where);
      if (2 * i + 1 < dim) meter.check(table[at + 1], cosine, at + 1, where);
    }),
  );
}
