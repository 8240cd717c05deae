/** Converts the bits of a float16 or a bfloat16, given as an integer, to its value. */

const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** Returns the float32 with these bits. @param {number} bits */
function fromBits(bits) {
  floatBits[0] = bits;
  return float[0];
}

/** Returns the value of a bfloat16: a float32 without its lower half. @param {number} bits */
export const fromBfloat16 = (bits) => fromBits(bits << 16);

/** Returns the value of a float16. @param {number} bits */
export function fromFloat16(bits) {
  const sign = (bits & 0x8000) << 16;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fromBits(sign | 0x7f800000 | (fraction << 13));
  if (exponent) return fromBits(sign | ((exponent + 112) << 23) | (fraction << 13));
  if (!fraction) return fromBits(sign);
  // The number is subnormal as a float16, but not as a float32. The shift moves its first bit to
  // the place of the implicit bit.
  const shift = Math.clz32(fraction) - 21;
  return fromBits(sign | ((113 - shift) << 23) | (((fraction << shift) & 1023) << 13));
}
