/*
 * The angle of a vector, the logarithm and the exponential, with an error of about 1e-15. These
 * functions use only operations that give the same bits in every engine. posenc has kernels for
 * them, but no public functions. The doctor and the figures can call only public functions, so they
 * use this file.
 */
import { powerOfTwo } from './elements.js';

/** With this many terms, the sums of series have the precision of doubles. */
const TERMS = 14;

/**
 * Returns sum s^k / (2k + 1), from which both the arctangent and the logarithm are made.
 * @param {number} s at most 0.04 in magnitude
 */
function oddSeries(s) {
  let sum = 0;
  for (let k = TERMS; k >= 0; k--) sum = sum * s + 1 / (2 * k + 1);
  return sum;
}

/**
 * Returns the angle of the vector (x, y), from -pi to pi.
 * @param {number} y
 * @param {number} x
 * @returns {number}
 */
export function angle(y, x) {
  if (x < 0) return (y < 0 ? -Math.PI : Math.PI) - angle(y, -x);
  if (y === 0) return 0;
  // Each step replaces the vector by a vector with half the angle.
  let width = x;
  for (let i = 0; i < 3; i++) width += Math.sqrt(width * width + y * y);
  const t = y / width;
  return 8 * t * oddSeries(-t * t);
}

/** Returns the natural logarithm of a positive number. @param {number} x */
export function log(x) {
  if (!(x > 0)) return -Infinity;
  if (x === Infinity) return x;
  let exponent = 0;
  let rest = x;
  for (; rest > Math.SQRT2; rest /= 2) exponent++;
  for (; rest < Math.SQRT1_2; rest *= 2) exponent--;
  const t = (rest - 1) / (rest + 1);
  return exponent * Math.LN2 + 2 * t * oddSeries(t * t);
}

/** Returns e^x, for x from -600 to 600. @param {number} x */
export function exp(x) {
  const exponent = Math.round(x / Math.LN2);
  const rest = x - exponent * Math.LN2;
  let sum = 1;
  for (let k = TERMS + 2; k > 0; k--) sum = 1 + (sum * rest) / k;
  return sum * powerOfTwo(exponent);
}

/** Reduces an angle to the range from -pi to pi. @param {number} a */
export const wrapped = (a) => a - 2 * Math.PI * Math.round(a / (2 * Math.PI));
