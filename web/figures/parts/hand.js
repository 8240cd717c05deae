import { angle } from '../../doctor/elementary.js';

/**
 * Returns the tip of the hand of a clock. In every figure, a hand begins at 12 o'clock and turns
 * clockwise. So the sine says how far the tip is to the right of the centre. The cosine says how
 * far the tip is above the centre. Both distances are in radii.
 * @param {{x: number, y: number, radius: number}} clock its centre and its radius
 * @param {number} sine
 * @param {number} cosine
 * @returns {[x: number, y: number]}
 */
export const tipOf = ({ x, y, radius }, sine, cosine) => [x + radius * sine, y - radius * cosine];

/**
 * Returns the angle by which a point moves around a centre, in turns from -1/2 to 1/2. Clockwise is
 * positive. The point moves from `from` to `to`.
 * @param {{x: number, y: number}} middle
 * @param {number[]} from
 * @param {number[]} to
 */
export function turnsRound({ x, y }, [fromX, fromY], [toX, toY]) {
  const [a, b, c, d] = [fromX - x, fromY - y, toX - x, toY - y];
  return angle(a * d - b * c, a * c + b * d) / (2 * Math.PI);
}
