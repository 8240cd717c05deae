/**
 * Decimal logarithms for axes only, from products and square roots, so that no engine's own
 * logarithm decides where a tick lands. Good to about 1e-9.
 */

/**
 * log10 of a positive number.
 * @param {number} value
 */
export function decades(value) {
  if (!(value > 0)) return -Infinity;
  if (value === Infinity) return Infinity;
  let result = 0;
  while (value >= 10) { value /= 10; result++; }
  while (value < 1) { value *= 10; result--; }
  for (let bit = 0.5; bit > 1e-10; bit /= 2) {
    value *= value;
    if (value >= 10) { value /= 10; result += bit; }
  }
  return result;
}

/**
 * 10 to the power of a number.
 * @param {number} exponent
 */
export function tenTo(exponent) {
  let whole = Math.floor(exponent);
  let rest = exponent - whole;
  let result = 1;
  for (; whole > 0; whole--) result *= 10;
  for (; whole < 0; whole++) result /= 10;
  let root = 10;
  for (let bit = 0.5; bit > 1e-10; bit /= 2) {
    root = Math.sqrt(root);
    if (rest >= bit) { result *= root; rest -= bit; }
  }
  return result;
}
