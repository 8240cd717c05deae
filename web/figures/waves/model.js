import { ropeFrequencies, sinusoidal, wavelengths } from '../../index.js';

/*
 * The numbers of pe-waves. Pair i of an encoding is the sine and the cosine of one angle. The angle
 * grows with the position, so the pair is a hand that goes round a circle.
 */

/**
 * @typedef {object} State
 * @property {number} dim the number of dimensions
 * @property {number} base
 * @property {number} length the last position
 * @property {number} position the current position
 * @property {number} other the position that the current position is compared with
 * @property {number} pair the number of the chosen pair
 * @property {string} lines the name of a preset, which says which pairs are drawn in the lower rows
 * @property {string} pairs the text with the pairs of the preset `own`, as the reader types it
 * @property {'both' | 'sine'} parts whether the figure shows sine and cosine, or only the sine
 */

/** @typedef {ReturnType<typeof wavesModel>} Model */

/**
 * For each preset, a function that returns its pairs. `count` is the number of pairs of the
 * encoding, `typed` what the reader has typed. Some of the pairs returned may not exist.
 * @type {Record<string, (count: number, typed: string) => number[]>}
 */
const PAIRS = {
  spread: (count) => [0, Math.floor((7 * count) / 32), Math.floor(count / 2), count - 1],
  // These pairs contain dimensions 0, 2, 10 and 30.
  dims: () => [0, 1, 5, 15],
  first: () => [0, 1, 2, 3],
  own: (_, typed) => (typed.match(/\d+/g) ?? []).map(Number),
};
export const PRESETS = Object.keys(PAIRS);

/** At most this many pairs fit below the chosen pair. */
const MOST = 5;

/**
 * Returns the pairs of the chosen preset, without duplicates and without pairs that do not exist.
 * @param {Pick<State, 'dim' | 'lines' | 'pairs'>} state
 */
export function pairsOf({ dim, lines, pairs }) {
  const count = dim / 2;
  const wanted = PAIRS[lines](count, pairs);
  return [...new Set(wanted)].filter((pair) => pair < count).slice(0, MOST);
}

/**
 * Returns the twin of a position: the position with the nearest sine among the positions whose
 * cosine has the opposite sign. Angles x and pi - x have the same sine and opposite cosines. So if
 * the position has the angle x, its twin has an angle close to pi - x, apart from whole turns.
 * @param {ArrayLike<number>} table [positions, dim], interleaved
 * @param {number} dim
 * @param {number} pair
 * @param {number} position
 * @returns {number} the twin, or -1 if no cosine has the opposite sign
 */
export function twinOf(table, dim, pair, position) {
  const sine = table[position * dim + 2 * pair];
  const cosine = table[position * dim + 2 * pair + 1];
  let twin = -1;
  let least = Infinity;
  for (let row = 0; row * dim < table.length; row++) {
    const gap = Math.abs(table[row * dim + 2 * pair] - sine);
    if (gap < least && table[row * dim + 2 * pair + 1] * cosine < 0) {
      twin = row;
      least = gap;
    }
  }
  return twin;
}

/**
 * Computes all pairs at positions 0 to `length`. For the chosen pair, also computes the distance
 * between the two positions that are compared.
 * @param {State} state
 */
export function wavesModel(state) {
  const { dim, base, length, position, other, pair } = state;
  const table = sinusoidal(length + 1, dim, { dtype: 'float64', base });
  const waves = wavelengths(dim, { base });
  const sineGap = table[position * dim + 2 * pair] - table[other * dim + 2 * pair];
  const cosineGap = table[position * dim + 2 * pair + 1] - table[other * dim + 2 * pair + 1];
  return {
    state,
    /** The pairs in the lower rows. */
    lanes: pairsOf(state),
    /** The sinusoidal encoding, [positions, dim], interleaved. */
    table,
    /** For each pair, the number of positions in which it turns once. */
    waves,
    /** For each pair, the angle in radians by which it turns from one position to the next. */
    frequencies: ropeFrequencies(dim, { base }).frequencies,
    /** The distance between `position` and `other` by the sine alone. */
    sine: Math.abs(sineGap),
    /** The straight-line distance between their points on the circle, by sine and cosine. */
    chord: Math.sqrt(sineGap * sineGap + cosineGap * cosineGap),
    /**
     * Returns how many turns a pair makes in a number of positions.
     * @param {number} which the number of the pair
     * @param {number} [positions]
     */
    turns: (which, positions = length) => positions / waves[which],
    /** The twin of `position`, or -1; see twinOf. */
    twin: twinOf(table, dim, pair, position),
  };
}
