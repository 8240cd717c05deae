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
