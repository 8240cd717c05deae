/*
 * Makes the inputs of golden vectors. Programs in any language can make equal inputs. The generator
 * uses only integers of 32 bits, and each number is exact in every type.
 */

/** The description of the generator that golden files contain. */
export const GENERATOR =
  'Element i of an array with number n (q: 1, k: 2, table: 3) is made with unsigned integers of 32 ' +
  'bits, which wrap: x = (seed + n * 0x9e3779b9 + i) * 0x85ebca6b; x ^= x >> 16; ' +
  'x *= 0x21f0aaad; x ^= x >> 15; x *= 0x735a2d97; x ^= x >> 15; element = ((x >> 24) - 128) / 64. ' +
  'It is a multiple of 1/64 from -2 to 127/64, which float16 and bfloat16 represent exactly.';

/**
 * Makes the elements of an array.
 * @param {number} seed an integer from 0 to 2^32 - 1
 * @param {number} array the number of the array: q has 1, k has 2, and table has 3
 * @param {number} length
 */
export const generated = (seed, array, length) =>
  Float64Array.from({ length }, (_, i) => elementOf(seed + Math.imul(array, 0x9e3779b9) + i));

/** @param {number} counter */
function elementOf(counter) {
  let x = Math.imul(counter, 0x85ebca6b);
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  x ^= x >>> 15;
  return ((x >>> 24) - 128) / 64;
}
