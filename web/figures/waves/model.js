import { ropeFrequencies, sinusoidal, wavelengths } from '../../index.js';

/*
 * Computes the numbers of pe-waves. Clock i of an encoding is a pair of numbers: the sine and the
 * cosine of one angle. The angle grows with the position, so the pair is a hand that goes round a
 * circle. The hand begins at 12 o'clock. The cosine is the height of its tip, and the sine is how
 * far the tip is to the right.
 */

/**
 * @typedef {object} State
 * @property {number} dim the number of dimensions
 * @property {number} base
 * @property {number} length the last position
 * @property {number} position the current position
 * @property {number} other the position that the current position is compared with
 * @property {number} pair the number of the chosen clock
 * @property {string} lines the name of a preset, which says which clocks the lower rows show
 * @property {string} pairs the text with the clocks of the preset `own`, as the reader types it
 * @property {'both' | 'cosine'} parts whether the figure shows sine and cosine, or only the cosine
 */

/** @typedef {ReturnType<typeof wavesModel>} Model */

/**
 * For each preset, a function that returns its clocks. `count` is the number of clocks of the
 * encoding, and `typed` is the text that the reader has typed. Some of the returned clocks may not
 * exist.
 * @type {Record<string, (count: number, typed: string) => number[]>}
 */
const PAIRS = {
  spread: (count) => [0, Math.floor((7 * count) / 32), Math.floor(count / 2), count - 1],
  // These clocks contain dimensions 0, 2, 10 and 30.
  dims: () => [0, 1, 5, 15],
  first: () => [0, 1, 2, 3],
  own: (_, typed) => (typed.match(/\d+/g) ?? []).map(Number),
};
export const PRESETS = Object.keys(PAIRS);

/** At most this many clocks fit below the chosen clock. */
const MOST = 5;

/**
 * Returns the clocks of the chosen preset, without duplicates and without clocks that do not exist.
 * @param {Pick<State, 'dim' | 'lines' | 'pairs'>} state
 */
export function pairsOf({ dim, lines, pairs }) {
  const count = dim / 2;
  const wanted = PAIRS[lines](count, pairs);
  return [...new Set(wanted)].filter((pair) => pair < count).slice(0, MOST);
}

/** The question asks about a slow clock, so the first FAST clocks may show their turns. */
const FAST = 8;

/**
 * Returns whether the turns of a clock stay hidden, because they would answer the question.
 * @param {number} pair
 * @param {boolean} covered
 */
export const isSecret = (pair, covered) => covered && pair >= FAST;

/**
 * Returns the twin of a position. Among the positions whose sine has the opposite sign, it has the
 * nearest cosine. Angles x and -x have the same cosine and opposite sines. So if the position has
 * the angle x, its twin has an angle close to -x, apart from whole turns.
 * @param {ArrayLike<number>} table [positions, dim], interleaved
 * @param {number} dim
 * @param {number} pair
 * @param {number} position
 * @returns {number} the twin, or -1 if no sine has the opposite sign
 */
export function twinOf(table, dim, pair, position) {
  const sine = table[position * dim + 2 * pair];
  const cosine = table[position * dim + 2 * pair + 1];
  let twin = -1;
  let least = Infinity;
  for (let row = 0; row * dim < table.length; row++) {
    const gap = Math.abs(table[row * dim + 2 * pair + 1] - cosine);
    if (gap < least && table[row * dim + 2 * pair] * sine < 0) {
      twin = row;
      least = gap;
    }
  }
  return twin;
}

/**
 * Computes all clocks at positions 0 to `length`. For the chosen clock, also computes the distance
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
    /** The clocks in the lower rows. */
    lanes: pairsOf(state),
    /** The sinusoidal encoding, [positions, dim], interleaved. */
    table,
    /** For each clock, the number of positions in which it turns once. */
    waves,
    /** For each clock, the angle in radians by which it turns from one position to the next. */
    frequencies: ropeFrequencies(dim, { base }).frequencies,
    /** The distance between `position` and `other` by the sine alone. */
    sine: Math.abs(sineGap),
    /** The distance by the cosine alone: the difference of the heights. */
    cosine: Math.abs(cosineGap),
    /** The straight-line distance between both positions' points on the circle. */
    chord: Math.sqrt(sineGap * sineGap + cosineGap * cosineGap),
    /**
     * Returns how many turns a clock makes in a number of positions.
     * @param {number} which the number of the clock
     * @param {number} [positions]
     */
    turns: (which, positions = length) => positions / waves[which],
    /** The twin of `position`, or -1; see twinOf. */
    twin: twinOf(table, dim, pair, position),
  };
}
