/* Rounds numbers, and tells how far apart neighbouring numbers of a type are. */

/** @typedef {import('./elements.js').Dtype} Dtype */

/**
 * A type of elements.
 * @typedef {object} Type
 * @property {string[]} kinds the classes of arrays that have elements of this type
 * @property {number} digits the number of binary digits, including the first one
 * @property {number} least the exponent of the smallest number that has all digits; for float64 it
 *   is larger, so that the distance between neighbours is not subnormal
 */

/** All types, the finest first. @type {Record<Dtype, Type>} */
export const TYPES = {
  float64: { kinds: ['Float64Array'], digits: 53, least: -960 },
  float32: { kinds: ['Float32Array'], digits: 24, least: -126 },
  float16: { kinds: ['Float16Array', 'Uint16Array'], digits: 11, least: -14 },
  bfloat16: { kinds: ['Uint16Array'], digits: 8, least: -126 },
};
/**
 * Returns half the distance between 1 and the next number of a type. It is the largest relative
 * error of a number that is rounded to the type.
 * @param {Dtype} type
 */
export const roundingOf = (type) => powerOfTwo(-TYPES[type].digits);

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/** The index of the word with the exponent of a double, which depends on the order of bytes. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0];

/** Returns 2^exponent, for exponents of normal doubles. @param {number} exponent */
export function powerOfTwo(exponent) {
  number[0] = 0;
  words[HIGH] = (exponent + 1023) << 20;
  return number[0];
}

/**
 * Returns the distance from one number of a type to the next one ("ulp").
 * @param {Dtype} type
 * @param {number} size the magnitude of the number, finite
 */
export function spacing(type, size) {
  const { digits, least } = TYPES[type];
  number[0] = size;
  const exponent = ((words[HIGH] >>> 20) & 2047) - 1023;
  return powerOfTwo(Math.max(exponent, least) - digits + 1);
}

/**
 * Rounds a number to the nearest number of a type, ties to even. The result does not overflow: it
 * may exceed the largest number of the type.
 * @param {Dtype} type
 * @param {number} x
 */
export function roundedTo(type, x) {
  if (type === 'float64' || x === 0 || !Number.isFinite(x)) return x;
  const unit = spacing(type, Math.abs(x));
  const parts = Math.abs(x) / unit;
  const whole = Math.floor(parts);
  const rest = parts - whole;
  const isUp = rest > 0.5 || (rest === 0.5 && whole % 2 === 1);
  return Math.sign(x) * (isUp ? whole + 1 : whole) * unit;
}
