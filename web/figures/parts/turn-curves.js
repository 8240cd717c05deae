/**
 * Computes sines and cosines of evenly spaced angles. Figures draw them as arcs and waves, and
 * never print them.
 */
import { sinusoidal } from '../../index.js';

/** At most this many curves are kept. */
const MOST_CURVES = 64;

/**
 * Returns the sine and the cosine of each angle: sine, cosine, sine, cosine, ... In a
 * sinusoidal table of two columns, each position is an angle in radians. So the angles are passed
 * as the positions of such a table.
 * @param {ArrayLike<number>} angles the angles in radians
 */
export const turned = (angles) =>
  sinusoidal(angles.length, 2, { dtype: 'float64', positions: angles });

/**
 * Returns the sines and cosines of evenly spaced angles, from 0 to a last angle.
 * @param {number} last the last angle in radians
 * @param {number} steps
 * @returns {Float64Array} sine, cosine, sine, cosine, ...
 */
export function sweep(last, steps) {
  const angles = new Float64Array(steps + 1);
  for (let at = 0; at <= steps; at++) angles[at] = (at * last) / steps;
  return turned(angles);
}

/**
 * Returns the number of steps that a curve needs to look round.
 * @param {number} radians the angle that the curve covers
 * @param {number} most the largest number of steps
 */
export const stepsFor = (radians, most) => Math.max(2, Math.min(most, Math.ceil(radians * 5) + 12));

/** A cache of the results of `sweep`. */
export class Curves {
  /** @type {Map<string, Float64Array>} */
  #kept = new Map();

  /**
   * Returns the result of `sweep`, which is computed only once for the same arguments.
   * @param {number} last the last angle in radians
   * @param {number} steps
   */
  get(last, steps) {
    const key = `${last} ${steps}`;
    let curve = this.#kept.get(key);
    if (!curve) {
      if (this.#kept.size >= MOST_CURVES) this.#kept.clear();
      curve = sweep(last, steps);
      this.#kept.set(key, curve);
    }
    return curve;
  }
}
