/*
 * Powers, sines and cosines in BigInt fixed point, to more than 40 digits, and their correct
 * rounding: what the kernels are held against. Held itself against the values in golden/.
 */
import {readFileSync} from 'node:fs';

const BITS = 176n, ONE = 1n << BITS, SCALE = 2 ** -Number(BITS);
const double = new Float64Array(1), bits = new BigUint64Array(double.buffer);
const single = new Float32Array(1), word = new Uint32Array(single.buffer);

const mul = (a, b) => a * b >> BITS;
const abs = v => v < 0n ? -v : v;

/** A double times a fixed-point number; the double is taken as it stands. */
export function times(x, v) {
  double[0] = Math.abs(x);
  const exponent = bits[0] >> 52n, fraction = BigInt.asUintN(52, bits[0]);
  const product = (exponent ? fraction | 1n << 52n : fraction) * v << (exponent || 1n) - 1075n;
  return x < 0 ? -product : product;
}

/** @param {number} x */
export const fixed = x => times(x, ONE);

/** A decimal string as fixed point. */
export function decimal(text) {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)\.?(\d*)(?:e([-+]?\d+))?$/.exec(text);
  const shift = BigInt(power) - BigInt(fraction.length), digits = BigInt(whole + fraction) * ONE;
  const value = shift < 0n ? digits / 10n ** -shift : digits * 10n ** shift;
  return sign ? -value : value;
}

/** Rounded to the nearest double, ties to even, as Number(BigInt) does; the scale is a power of two. */
export const toFloat64 = v => Number(v) * SCALE;

/** Rounded to the nearest float32, ties to even. */
export function toFloat32(v) {
  const d = toFloat64(v), near = Math.fround(d), other = 2 * d - near;
  // Rounding twice goes wrong only where the double is half-way between two floats and v is not.
  if (near === d || Math.fround(other) !== other) return near;
  const beyond = v - fixed(d);
  return beyond === 0n ? near : beyond > 0n ? Math.max(near, other) : Math.min(near, other);
}

/** The distance of float32 neighbours at x. */
export function ulp32(x) {
  single[0] = x;
  const exponent = word[0] >> 23 & 255;
  // x may have been rounded up to the next power of two
  return 2 ** (Math.max(exponent, 1) - 150 - (Math.abs(single[0]) > Math.abs(x) && !(word[0] & 0x7fffff) ? 1 : 0));
}

/** ln((1 + y) / (1 - y)). */
function log1(y) {
  const square = mul(y, y);
  let sum = 0n;
  for (let power = y, n = 1n; power; power = mul(power, square), n += 2n) sum += power / n;
  return 2n * sum;
}

/** The arc whose tangent is 1 / inverse, with 32 bits more. */
function arctangent(inverse) {
  let sum = 0n;
  for (let power = (ONE << 32n) / inverse, n = 1n; power; power /= -inverse * inverse, n += 2n) sum += power / n;
  return sum;
}

/** pi, by Machin's formula. */
export const PI = 4n * (4n * arctangent(5n) - arctangent(239n)) >> 32n;
const HALF_PI = PI >> 1n, LN2 = log1(ONE / 3n);

/** ln v of a fixed-point v > 0. */
export function lnFixed(v) {
  const exponent = BigInt(v.toString(2).length - 1) - BITS, m = exponent < 0n ? v << -exponent : v >> exponent;
  return exponent * LN2 + log1((m - ONE) * ONE / (m + ONE));
}

/** ln x of a double x > 0. */
export const ln = x => lnFixed(fixed(x));

/** e^v for v <= 0. */
export function exp(v) {
  const n = v / LN2, r = v - n * LN2;
  let sum = 0n;
  for (let term = ONE, k = 1n; term; term = mul(term, r) / k, k++) sum += term;
  return sum << n;
}

/** base^(-2 index / divisor). */
export const frequency = (base, index, divisor) => exp(-ln(base) * 2n * BigInt(index) / BigInt(divisor));

/** The sine and cosine of v radians, of |v| to 2^64. */
export function sinCos(v) {
  const angle = abs(v), quarter = (angle + (HALF_PI >> 1n)) / HALF_PI, r = angle - (quarter * PI >> 1n);
  let sine = 0n, cosine = 0n;
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

/** The frequencies of a table, with the sine and cosine of each, for walk. */
export function frequencies(pairs, base, divisor) {
  const log = ln(base);
  return Array.from({length: pairs}, (_, i) => {
    const w = exp(-log * 2n * BigInt(i) / BigInt(divisor)), [sine, cosine] = sinCos(w);
    return {w, sine, cosine};
  });
}

/** The sine and cosine of position times frequency. */
export const angle = (position, {w}) => sinCos(times(position, w));

/**
 * visit(row, sine, cosine) for the positions start, start + 1, ..., by s(n + 1) = 2 cos(w) s(n) - s(n - 1).
 * Errors grow with the square of the rows: 20 bits of the 176 for a thousand.
 */
export function walk({w, sine, cosine}, start, rows, visit) {
  let [s, c] = sinCos(times(start, w));
  let before = mul(s, cosine) - mul(c, sine), beforeC = mul(c, cosine) + mul(s, sine);
  const twice = 2n * cosine;
  for (let row = 0; row < rows; row++) {
    visit(row, s, c);
    [before, s] = [s, mul(twice, s) - before];
    [beforeC, c] = [c, mul(twice, c) - beforeC];
  }
}

/** Whether a float32 is a published number, printed to so many decimals. */
export const published = (got, expected, decimals) => Math.abs(got - expected) <= 0.5 * 10 ** -decimals + ulp32(got) / 2;

/** Collects errors of float32 elements: how many are not correctly rounded, and the worst in units of max(ulp, 2^-52). */
export class Meter32 {
  elements = 0;
  misrounded = 0;
  worst = 0.5;
  where = 'everywhere';
  /** @param {number} got @param {bigint} v @param {number} at its index @param {(at: number) => string} where that is */
  check(got, v, at, where) {
    this.elements++;
    if (got === toFloat32(v)) return;
    this.misrounded++;
    const exact = toFloat64(v), error = Math.abs(got - exact) / Math.max(ulp32(exact), 2 ** -52);
    if (error <= this.worst) return;
    this.worst = error;
    this.where = `${where(at)}: ${got} for ${exact}`;
  }
  toString() {
    return `${this.elements} elements, ${this.misrounded} not correctly rounded, worst ${this.worst} ulp (${this.where})`;
  }
}

/** The same for float64 elements: the worst absolute error, in units of 2^-53. */
export class Meter64 {
  elements = 0;
  worst = 0;
  where = 'nowhere';
  /** @param {number} got @param {bigint} v @param {number} at its index @param {(at: number) => string} where that is */
  check(got, v, at, where) {
    this.elements++;
    const error = Math.abs(Number((v >> BITS - 80n) - BigInt(Math.round(got * 2 ** 80))) * 2 ** -27);
    if (error <= this.worst) return;
    this.worst = error;
    this.where = `${where(at)}: ${got} for ${toFloat64(v)}`;
  }
  toString() {
    return `${this.elements} elements, worst ${this.worst} x 2^-53 (${this.where})`;
  }
}

/** Values of a file in golden/. */
export const golden = name => JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'));

/** Checks an interleaved table, and says where its worst element is. */
export function measure(meter, table, dim, base, start, pairs = frequencies(Math.ceil(dim / 2), base, dim)) {
  const rows = table.length / dim;
  const where = at => `position ${start + Math.floor(at / dim)}, element ${at % dim}, dim ${dim}, base ${base}`;
  pairs.forEach((pair, i) => walk(pair, start, rows, (row, sine, cosine) => {
    const at = row * dim + 2 * i;
    meter.check(table[at], sine, at, where);
    if (2 * i + 1 < dim) meter.check(table[at + 1], cosine, at + 1, where);
  }));
}

/** Checks rows at given positions one by one. */
export function measureAt(meter, table, dim, base, positions, pairs = frequencies(Math.ceil(dim / 2), base, dim)) {
  const where = at => `position ${positions[Math.floor(at / dim)]}, element ${at % dim}, dim ${dim}, base ${base}`;
  positions.forEach((position, row) => pairs.forEach((pair, i) => {
    const [sine, cosine] = angle(position, pair), at = row * dim + 2 * i;
    meter.check(table[at], sine, at, where);
    if (2 * i + 1 < dim) meter.check(table[at + 1], cosine, at + 1, where);
  }));
}
