/**
 * Computes the numbers of PeClocks. A clock is a pair of dimensions: the sine and the cosine of an
 * angle that grows with the position. A hand points at this angle. Each clock has two hands, one
 * for each of the two positions that the figure compares.
 */
import { sinusoidal, wavelengths } from '../../index.js';

/**
 * @typedef {object} State
 * @property {number} dim the number of dimensions, two for each clock
 * @property {number} base
 * @property {number} position
 * @property {number} other the position that `position` is compared with
 * @property {number} pair the index of the chosen clock
 * @property {boolean} far whether the scrub bar is logarithmic
 */
/** @typedef {ReturnType<typeof clocksModel> & {state: State}} Model */

/** A clock confuses two positions if its hands are closer than this. Opposite hands are 2 apart. */
export const FOOLED = 0.02;

/**
 * Computes both hands of every clock, and the distance between the tips of the two hands.
 * @param {Pick<State, 'position' | 'other' | 'dim' | 'base'>} state
 */
export function clocksModel({ position, other, dim, base }) {
  const table = sinusoidal(2, dim, { dtype: 'float64', base, positions: [position, other] });
  const chords = new Float64Array(dim / 2);
  let sum = 0;
  let fooled = 0;
  for (let pair = 0; pair < chords.length; pair++) {
    const sine = table[2 * pair] - table[dim + 2 * pair];
    const cosine = table[2 * pair + 1] - table[dim + 2 * pair + 1];
    chords[pair] = Math.sqrt(sine * sine + cosine * cosine);
    sum += sine * sine + cosine * cosine;
    if (chords[pair] < FOOLED) fooled++;
  }
  return {
    waves: wavelengths(dim, { base }),
    /** The sines and cosines, [2, dim]: row 0 for `position`, row 1 for `other`. */
    table,
    /** The distance between the two hands of each clock. */
    chords,
    /** The distance of the two positions on all clocks together. */
    total: Math.sqrt(sum),
    /** The number of clocks that confuse the two positions. */
    fooled,
  };
}
