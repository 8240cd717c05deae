/**
 * Decimal logarithms and powers of 10, for axes only. They are computed from products and square
 * roots, because the digits of Math.log10 and Math.pow may depend on the browser. Their error is
 * about 1e-9.
 */

const SMALLEST_BIT = 1e-10;

/**
 * Returns the decimal logarithm of a positive number, and -Infinity for any other value.
 * @param {number} value
 */
export function decades(value) {
  if (!(value > 0)) return -Infinity;
  if (value === Infinity) return Infinity;
  let result = 0;
  while (value >= 10) {
    value /= 10;
    result++;
  }
  while (value < 1) {
    value *= 10;
    result--;
  }
  // Squaring a number doubles its logarithm, so each round finds one more binary digit of the
  // result.
  for (let bit = 0.5; bit > SMALLEST_BIT; bit /= 2) {
    value *= value;
    if (value >= 10) {
      value /= 10;
      result += bit;
    }
  }
  return result;
}

/**
 * Returns 10 to the power of `exponent`.
 * @param {number} exponent
 */
export function tenTo(exponent) {
  let whole = Math.floor(exponent);
  let rest = exponent - whole;
  let result = 1;
  for (; whole > 0; whole--) result *= 10;
  for (; whole < 0; whole++) result /= 10;
  let root = 10;
  for (let bit = 0.5; bit > SMALLEST_BIT; bit /= 2) {
    root = Math.sqrt(root);
    if (rest >= bit) {
      result *= root;
      rest -= bit;
    }
  }
  return result;
}
