/*
 * Slow conversions between doubles and numbers of 16 bits. They divide by the distance between
 * neighbouring numbers, so they share no method with the kernels.
 */

const FORMATS = {
  float16: { significant: 11, least: -14, infinity: 0x7c00 },
  bfloat16: { significant: 8, least: -126, infinity: 0x7f80 },
};
export const HALVES = Object.keys(FORMATS);

/** Returns the exponent of a positive finite number. */
function exponentOf(x) {
  let exponent = Math.max(-1074, Math.floor(Math.log2(x)));
  while (2 ** exponent > x) exponent--;
  while (2 ** (exponent + 1) <= x) exponent++;
  return exponent;
}

/**
 * Rounds the sum x + beyond to the nearest number of 16 bits, ties to even, and returns the bits.
 * The argument x must be the double that is nearest to the sum.
 */
export function bitsOfHalf(x, dtype, beyond = 0) {
  const { significant, least, infinity } = FORMATS[dtype];
  if (Number.isNaN(x)) return NaN;
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.abs(x);
  if (size === 0) return sign;
  if (size === Infinity) return sign | infinity;
  const exponent = Math.max(least, exponentOf(size));
  if (exponent > 1 - least) return sign | infinity;
  const parts = size / 2 ** (exponent - significant + 1);
  const whole = Math.floor(parts);
  const rest = parts - whole - 0.5;
  const further = rest === 0 ? Math.sign(beyond) * (sign ? -1 : 1) : rest;
  const up = further > 0 || (further === 0 && whole % 2 === 1);
  const first = (exponent - least) * 2 ** (significant - 1);
  return sign | Math.min(infinity, first + whole + Number(up));
}

/** Returns the value of a number of 16 bits. */
export function valueOfHalf(bits, dtype) {
  const { significant, least, infinity } = FORMATS[dtype];
  const size = bits & 0x7fff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (size >= infinity) return size > infinity ? NaN : sign * Infinity;
  const one = 2 ** (significant - 1);
  const exponent = Math.floor(size / one);
  const parts = (size % one) + (exponent ? one : 0);
  return sign * parts * 2 ** (least + Math.max(0, exponent - 1) + 1 - significant);
}

/**
 * Returns whether bits are those of a number that was rounded correctly; NaN may have any payload.
 */
export const isRounded = (bits, wanted, dtype) =>
  Number.isNaN(wanted) ? (bits & 0x7fff) > FORMATS[dtype].infinity : bits === wanted;

/** Counts the elements that are not the correctly rounded values of a list. */
export function misrounded(got, values, dtype) {
  if (got.length !== values.length) throw new Error(`${got.length} and ${values.length} elements`);
  let count = 0;
  for (let i = 0; i < got.length; i++)
    if (!isRounded(got[i], bitsOfHalf(values[i], dtype), dtype)) count++;
  return count;
}
