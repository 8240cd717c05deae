import { sinusoidal, wavelengths } from '../../index.js';

/** The number of dimensions of the sinusoidal table. Two dimensions are one pair. */
const DIM = 64;

/** @typedef {{length: number, pair: number, position: number}} State */

/**
 * @typedef {object} Numbers
 * @property {Float64Array} sines [length], the sine of the pair at each position
 * @property {number} wavelength the number of positions per cycle of the pair
 */

/** @typedef {Numbers & {state: State}} Model */

/**
 * Computes the numbers of the figure.
 * @param {Pick<State, 'length' | 'pair'>} state
 * @returns {Numbers}
 */
export function sampleModel({ length, pair }) {
  const table = sinusoidal(length, DIM, { dtype: 'float64' });
  const sines = Float64Array.from({ length }, (_, position) => table[position * DIM + 2 * pair]);
  return { sines, wavelength: wavelengths(DIM)[pair] };
}
