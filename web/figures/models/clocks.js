import { sinusoidal, wavelengths } from '../../index.js';

/** Two positions nearer than this on a clock look the same; a clock's hands are at most 2 apart. */
export const FOOLED = 0.02;

/**
 * Both positions on every clock, and how far apart each clock holds them.
 * @param {{position: number, other: number, dim: number, base: number}} state
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
  return { waves: wavelengths(dim, { base }), table, chords, total: Math.sqrt(sum), fooled };
}
