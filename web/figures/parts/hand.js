/**
 * Returns the point at which the hand of a clock ends. In every figure, a hand begins at 12 o'clock
 * and turns clockwise. So the sine is how far the tip is to the right, and the cosine is its height.
 * @param {{x: number, y: number, radius: number}} clock its middle and its radius
 * @param {number} sine
 * @param {number} cosine
 * @returns {[x: number, y: number]}
 */
export const tipOf = ({ x, y, radius }, sine, cosine) => [x + radius * sine, y - radius * cosine];
