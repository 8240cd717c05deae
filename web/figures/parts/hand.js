/**
 * Returns the tip of the hand of a clock. In every figure, a hand begins at 12 o'clock and turns
 * clockwise. So the sine is the distance of the tip to the right, and the cosine is its height,
 * both from the centre and in radii.
 * @param {{x: number, y: number, radius: number}} clock its middle and its radius
 * @param {number} sine
 * @param {number} cosine
 * @returns {[x: number, y: number]}
 */
export const tipOf = ({ x, y, radius }, sine, cosine) => [x + radius * sine, y - radius * cosine];

/**
 * The coefficients of an approximation of the arc tangent from 0 to 1, with an error of at most
 * 1e-5 (Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49).
 */
const ARC_TANGENT = [0.0208351, -0.085133, 0.180141, -0.3302995, 0.999866];

/** Returns the angle of an arrow with the x axis, in turns from -1/2 to 1/2. */
function turnsOf(/** @type {number} */ x, /** @type {number} */ y) {
  const [short, long] = [Math.abs(x), Math.abs(y)].sort((one, other) => one - other);
  if (!long) return 0;
  const slope = short / long;
  const eighth =
    (slope * ARC_TANGENT.reduce((sum, each) => sum * slope * slope + each, 0)) / (2 * Math.PI);
  const quarter = Math.abs(y) > Math.abs(x) ? 1 / 4 - eighth : eighth;
  const half = x < 0 ? 1 / 2 - quarter : quarter;
  return y < 0 ? -half : half;
}

/**
 * Returns by how many turns a point has gone round a middle, clockwise: from -1/2 to 1/2. A figure
 * takes a whole position from it, so the error of the approximation does not matter.
 * @param {{x: number, y: number}} middle
 * @param {number[]} from
 * @param {number[]} to
 */
export function turnsRound({ x, y }, [fromX, fromY], [toX, toY]) {
  const [a, b, c, d] = [fromX - x, fromY - y, toX - x, toY - y];
  return turnsOf(a * c + b * d, a * d - b * c);
}
