/* Finds positions from angles. */
import { wrapped } from './elementary.js';

/**
 * Finds the position at which pairs have these angles. The slowest pair shows it roughly. This
 * estimate tells how many whole turns the next faster pair has made. The angle of that pair then
 * shows the position more precisely.
 * @param {{phase: number, error: number}[]} phases
 * @param {Float64Array} frequencies
 */
export function positionOf(phases, frequencies) {
  let position = 0;
  let error = Infinity;
  for (let i = phases.length - 1; i >= 0; i--) {
    const { phase, error: own } = phases[i];
    const frequency = frequencies[i];
    // Skips a pair that shows the position less precisely than the slower pairs did.
    if (!(frequency > 1e-12) || !(own / frequency < error) || Number.isNaN(phase)) continue;
    const isFirst = error === Infinity;
    if (!isFirst && error * frequency > 2) continue;
    position = isFirst
      ? phase / frequency
      : position + wrapped(phase - position * frequency) / frequency;
    error = own / frequency;
  }
  return { position, error };
}
