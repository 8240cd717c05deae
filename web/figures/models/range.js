import { alibiSlopes, learnedTable, lookup, sinusoidal, wavelengths } from '../../index.js';
import { decades, tenTo } from '../log.js';

export const SCHEMES = ['learned', 'sinusoidal', 'rope', 'alibi'];
export const FARTHEST = 1e6;
/** Columns of the learned table that are shown. */
export const SHOWN = 32;
const STEPS = 360;
const HEADS = 8;

/** Where a position stands between 0 and the farthest one, in decades: 0 to 1. @param {number} position */
export const place = (position) => decades(position + 1) / decades(FARTHEST + 1);
/** The position at such a place. @param {number} at */
export const positionAt = (at) => Math.min(FARTHEST, Math.max(0, Math.round(tenTo(Math.min(1, Math.max(0, at)) * decades(FARTHEST + 1))) - 1));

/**
 * How far into its turn a pair stands, in positions.
 * @param {number} position @param {number} wavelength
 */
export const intoTurn = (position, wavelength) => position - Math.floor(position / wavelength) * wavelength;

/**
 * Whether training on positions 0 to length - 1 swept over the angle that a pair has at a position.
 * @param {number} position @param {number} wavelength @param {number} length
 */
export const swept = (position, wavelength, length) => intoTurn(position, wavelength) <= length - 1;

/**
 * Some of the pairs, the fastest and the slowest among them.
 * @param {number} pairs @param {number} most
 */
export const chosen = (pairs, most) => (pairs <= most ? Array.from({ length: pairs }, (_, pair) => pair)
  : Array.from({ length: most }, (_, at) => Math.round((at * (pairs - 1)) / (most - 1))));

/** How many pairs point where training never took them. @param {ArrayLike<number>} waves @param {number} position @param {number} length */
export function strangers(waves, position, length) {
  let count = 0;
  for (let pair = 0; pair < waves.length; pair++) if (!swept(position, waves[pair], length)) count++;
  return count;
}

/** What a learned table says to a position: null, or the error. @param {number} length @param {number} position */
export function refusal(length, position) {
  try {
    lookup(new Float32Array(length), 1, [position]);
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * The parts that stay while only the position moves.
 * @param {{dim: number, base: number, length: number, scheme: string}} state
 */
export function rangeScene({ dim, base, length, scheme }) {
  const waves = wavelengths(dim, { base });
  const positions = Array.from({ length: STEPS + 1 }, (_, at) => positionAt(at / STEPS));
  const slopes = alibiSlopes(HEADS);
  return {
    waves, positions,
    places: positions.map(place),
    /** Share of the pairs at angles that training swept over. */
    shares: positions.map((position) => 1 - strangers(waves, position, length) / waves.length),
    slopes,
    /** The bias of the steepest head and of the gentlest, in decades from 10^-2.6 to 10^6; that of distance 0 has none, and is not drawn. */
    depths: [slopes[0], slopes[HEADS - 1]].map((slope) => positions.map((position) => (decades(slope * position) + 2.6) / 8.6)),
    /** Coloured from -0.05 to 0.05. */
    rows: scheme === 'learned' ? learnedTable(length, Math.min(SHOWN, dim)).map((value) => value * 20) : null,
    parameters: length * dim,
  };
}

/**
 * What a position finds.
 * @param {ReturnType<typeof rangeScene>} scene
 * @param {{dim: number, base: number, length: number, position: number}} state
 */
export function rangeModel(scene, { dim, base, length, position }) {
  const row = sinusoidal(1, dim, { dtype: 'float64', base, start: position });
  let sum = 0;
  for (const value of row) sum += value * value;
  return { ...scene, row, norm: Math.sqrt(sum), strange: strangers(scene.waves, position, length), error: refusal(length, position), inside: position < length };
}
