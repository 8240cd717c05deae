import { ropeFrequencies, sinusoidal, wavelengths } from '../../index.js';

/** Which pairs stand under the chosen one. */
export const PRESETS = ['spread', 'dims', 'first', 'own'];
const MOST = 5;

/**
 * The pairs of a preset, as far as there are that many, each once.
 * @param {{dim: number, lines: string, pairs: string}} state
 */
export function pairsOf({ dim, lines, pairs }) {
  const count = dim / 2;
  const wanted = lines === 'spread' ? [0, Math.floor((7 * count) / 32), Math.floor(count / 2), count - 1]
    : lines === 'dims' ? [0, 2, 10, 30].map((dimension) => dimension / 2)
      : lines === 'first' ? [0, 1, 2, 3]
        : (pairs.match(/\d+/g) ?? []).map(Number);
  return [...new Set(wanted)].filter((pair) => pair < count).slice(0, MOST);
}

/**
 * The position whose sine is nearest while its cosine has the other sign: the mirror image, sin x = sin(pi - x).
 * @param {ArrayLike<number>} table [positions, dim], interleaved
 * @param {number} dim @param {number} pair @param {number} position
 * @returns {number} -1 where no cosine has the other sign
 */
export function twinOf(table, dim, pair, position) {
  const [sine, cosine] = [table[position * dim + 2 * pair], table[position * dim + 2 * pair + 1]];
  let twin = -1;
  let least = Infinity;
  for (let row = 0; row * dim < table.length; row++) {
    const gap = Math.abs(table[row * dim + 2 * pair] - sine);
    if (gap < least && table[row * dim + 2 * pair + 1] * cosine < 0) [twin, least] = [row, gap];
  }
  return twin;
}

/**
 * Every pair at positions 0 to `length`, and how far apart the chosen one holds two of them.
 * @param {{dim: number, base: number, length: number, position: number, other: number, pair: number}} state
 */
export function wavesModel({ dim, base, length, position, other, pair }) {
  const table = sinusoidal(length + 1, dim, { dtype: 'float64', base });
  const waves = wavelengths(dim, { base });
  const sine = table[position * dim + 2 * pair] - table[other * dim + 2 * pair];
  const cosine = table[position * dim + 2 * pair + 1] - table[other * dim + 2 * pair + 1];
  return {
    table, waves, frequencies: ropeFrequencies(dim, { base }).frequencies,
    /** How far apart by the sine alone, and on the circle. */
    sine: Math.abs(sine), chord: Math.sqrt(sine * sine + cosine * cosine),
    /** Turns of a pair. @param {number} which @param {number} [positions] */
    turns: (which, positions = length) => positions / waves[which],
  };
}
