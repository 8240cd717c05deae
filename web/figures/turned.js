import { sinusoidal } from '../index.js';

/** Sine and cosine of angles, to be drawn, not printed: a table of one pair turns by one radian a position. @param {number[]} angles */
export const turned = (angles) => sinusoidal(angles.length, 2, { dtype: 'float64', positions: angles });

/** Waves from angle 0 to a last one in even steps, the latest of them kept. */
export class Curves {
  /** @type {Map<string, Float64Array>} */
  #kept = new Map();

  /** @param {number} last angle @param {number} steps @returns {Float64Array} sine, cosine, sine, cosine, ... */
  get(last, steps) {
    const key = `${last} ${steps}`;
    let curve = this.#kept.get(key);
    if (!curve) {
      if (this.#kept.size > 15) this.#kept.clear();
      curve = turned(Array.from({ length: steps + 1 }, (_, at) => (at * last) / steps));
      this.#kept.set(key, curve);
    }
    return curve;
  }
}
