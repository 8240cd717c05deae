/**
 * Computes the numbers of PeClocks. A clock is a pair of dimensions: the sine and the cosine of an
 * angle that grows with the position. A hand points at this angle. Each clock has two hands, one
 * for each of the two positions that the figure compares.
 */
import { sinusoidal, wavelengths } from '../../index.js';
import { turned } from '../parts/turn-curves.js';

/**
 * @typedef {object} State
 * @property {'compare' | 'build'} task 'compare' shows two positions on all clocks of an encoding;
 *   with 'build', the reader builds a small stack of clocks
 * @property {'geometric' | 'linear'} spacing see wavesOf
 * @property {number} clocks the number of clocks that the reader builds
 * @property {number} dim the number of dimensions of the encoding, two for each clock
 * @property {number} base
 * @property {number} position
 * @property {number} other the position that `position` is compared with
 * @property {number} pair the index of the chosen clock
 * @property {boolean} far whether the scrub bar is logarithmic
 */
/** @typedef {ReturnType<typeof clocksModel>} Hands */
/** @typedef {import('./build-model.js').Build} Build */
/** @typedef {Hands & {state: State, build: Build | null}} Model */
/** @typedef {Pick<State, 'dim' | 'base'> & {spacing?: State['spacing']}} Stack */

/** A clock confuses two positions if the tips of its hands are closer than this, in radii. */
export const FOOLED = 0.02;
/** FOOLED as an angle in degrees. A chord this short is about equal to its angle in radians. */
export const FOOLED_DEGREES = (FOOLED * 180) / Math.PI;

/**
 * Returns the wavelength of each clock: the number of positions in which it turns once. Geometric
 * wavelengths grow by the same factor from each clock to the next, as in the encoding. Linear
 * wavelengths grow by the same number of positions. Both kinds have the same fastest and slowest
 * clock.
 * @param {Stack} stack
 * @returns {Float64Array}
 */
export function wavesOf({ dim, base, spacing }) {
  const waves = wavelengths(dim, { base });
  if (spacing !== 'linear' || waves.length < 2) return waves;
  const [fastest] = waves;
  const step = (waves[waves.length - 1] - fastest) / (waves.length - 1);
  return waves.map((_, clock) => fastest + clock * step);
}

/**
 * Returns where the hands point: a row of sine, cosine, sine, cosine, ... for each position.
 * @param {Stack} stack
 * @param {number[]} positions
 * @returns {Float64Array} [positions, dim]
 */
export function handsAt(stack, positions) {
  const { dim, base, spacing } = stack;
  if (spacing !== 'linear')
    return sinusoidal(positions.length, dim, { dtype: 'float64', base, positions });
  const waves = wavesOf(stack);
  const angles = positions.flatMap((position) =>
    Array.from(waves, (wave) => (2 * Math.PI * position) / wave),
  );
  return turned(angles);
}

/**
 * Returns how far apart two hands of a clock point, in degrees from 0 to 180.
 * @param {number} positions the distance between the two positions
 * @param {number} wave the number of positions in which the clock turns once
 */
export function degreesApart(positions, wave) {
  const turns = Math.abs(positions) / wave;
  const part = turns - Math.floor(turns);
  return 360 * Math.min(part, 1 - part);
}

/**
 * Computes both hands of every clock, and the distance between the tips of the two hands.
 * @param {Pick<State, 'position' | 'other'> & Stack} state
 */
export function clocksModel(state) {
  const { position, other, dim } = state;
  const table = handsAt(state, [position, other]);
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
    /** The two positions whose hands are shown. */
    position,
    other,
    waves: wavesOf(state),
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
