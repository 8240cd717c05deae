import { sinusoidal } from '../index.js';

/** Sine and cosine of angles, to be drawn, not printed: a table of one pair turns by one radian a position. @param {ArrayLike<number>} angles */
export const turned = (angles) => sinusoidal(angles.length, 2, { dtype: 'float64', positions: angles });

/** From angle 0 to a last one in even steps. @param {number} last @param {number} steps @returns {Float64Array} sine, cosine, sine, cosine, ... */
export function sweep(last, steps) {
  const angles = new Float64Array(steps + 1);
  for (let at = 0; at <= steps; at++) angles[at] = (at * last) / steps;
  return turned(angles);
}

/** As many steps as a curve of that many radians needs to look round. @param {number} radians @param {number} most */
export const stepsFor = (radians, most) => Math.max(2, Math.min(most, Math.ceil(radians * 5) + 12));

/** Sweeps, the latest of them kept. */
export class Curves {
  /** @type {Map<string, Float64Array>} */
  #kept = new Map();

  /** @param {number} last @param {number} steps */
  get(last, steps) {
    const key = `${last} ${steps}`;
    let curve = this.#kept.get(key);
    if (!curve) {
      if (this.#kept.size > 63) this.#kept.clear();
      curve = sweep(last, steps);
      this.#kept.set(key, curve);
    }
    return curve;
  }
}
