/**
 * Computes the numbers of PeRange: what four schemes give at a position, and whether training
 * included the position.
 * In sinusoidal positions and RoPE, each pair of dimensions turns like the hand of a clock.
 * On screen, a pair is therefore called a clock.
 */
import { alibiSlopes, learnedTable, lookup, sinusoidal, wavelengths } from '../../index.js';
import { decades, tenTo } from '../chassis/decades.js';

/** @typedef {'learned' | 'sinusoidal' | 'rope' | 'alibi'} Scheme */

/**
 * @typedef {object} State
 * @property {Scheme} scheme
 * @property {number} length the trained length: training saw positions 0 to length - 1
 * @property {number} position the chosen position; for RoPE and ALiBi, the chosen distance
 * @property {number} dim
 * @property {number} base
 * @property {number} slow how many times slower the clocks turn than in training
 */

/**
 * The numbers that stay the same while only the position changes.
 * @typedef {object} Scene
 * @property {Float64Array} waves the positions per turn of each pair
 * @property {number[]} positions the sampled positions: the curves have a point at each of them
 * @property {number[]} places where each sampled position is on the axis, from 0 to 1
 * @property {number[]} shares for each sampled position, the share of the pairs that are at angles
 *   that training saw
 * @property {Float32Array} slopes the slope of each ALiBi head
 * @property {number[][]} depths two lists, for the steepest head and for the gentlest. Each has the
 *   height of the bias in the lane, from 0 to 1, at each sampled position
 * @property {Float32Array | null} rows the learned table as palette values; null for other schemes
 * @property {number} parameters how many numbers the learned table has
 */

/**
 * The numbers that depend on the position. The page of the lab shows some of these numbers. It
 * refers to them by name, in its attributes data-n (web/lab/index.html).
 * @typedef {object} Answer
 * @property {State} state
 * @property {number} norm the length of the sinusoidal row, as a vector
 * @property {number} strange how many pairs are at angles that training never saw
 * @property {[least: number, most: number]} outside the fewest and the most degrees by which these
 *   pairs are outside their trained arcs
 * @property {string | null} error the error of the learned table, or null if it has the row
 * @property {boolean} inside whether training saw the position
 */

/** @typedef {Scene & Answer} Model */

/** @type {Scheme[]} */
export const SCHEMES = ['learned', 'sinusoidal', 'rope', 'alibi'];
/** Returns the schemes that are shown. Beginners see two: a table and a formula. */
export const schemesFor = (/** @type {boolean} */ beginner) =>
  beginner ? SCHEMES.slice(0, 2) : SCHEMES;
export const FARTHEST = 1e6;
/** The picture shows this many columns of the learned table. */
export const SHOWN_COLUMNS = 32;
/** The sampled positions divide the axis into this many steps. */
const STEPS = 360;
const HEADS = 8;

const AXIS_DECADES = decades(FARTHEST + 1);

/**
 * Returns where a position is on the logarithmic axis: 0 for position 0, and 1 for FARTHEST.
 * @param {number} position
 */
export const place = (position) => decades(position + 1) / AXIS_DECADES;

/**
 * Returns the position at a place on the axis.
 * @param {number} at from 0 to 1
 */
export function positionAt(at) {
  const share = Math.min(1, Math.max(0, at));
  const position = Math.round(tenTo(share * AXIS_DECADES)) - 1;
  return Math.min(FARTHEST, Math.max(0, position));
}

/**
 * Returns how many positions ago a pair began its current turn.
 * @param {number} position
 * @param {number} wavelength
 */
export const intoTurn = (position, wavelength) =>
  position - Math.floor(position / wavelength) * wavelength;

/**
 * Returns whether training saw the angle that a pair has at a position. Training saw the angle if
 * the pair passed it between positions 0 and length - 1.
 * @param {number} position
 * @param {number} wavelength
 * @param {number} length
 */
export const swept = (position, wavelength, length) => intoTurn(position, wavelength) <= length - 1;

/**
 * Selects at most `most` pairs, evenly spaced. The fastest and the slowest are always included.
 * @param {number} pairs the number of pairs
 * @param {number} most
 */
export function someOf(pairs, most) {
  if (pairs <= most) return Array.from({ length: pairs }, (_, pair) => pair);
  return Array.from({ length: most }, (_, at) => Math.round((at * (pairs - 1)) / (most - 1)));
}

/** The question asks about this position, which is beyond this trained length. */
export const ASKED = { length: 512, position: 600 };

/**
 * Selects pairs as someOf does, but always includes one particular pair. Of all pairs, it is
 * farthest outside its trained arc at ASKED.position, scaled to the trained length. The answer to
 * the question names this largest angle, so the picture must show it. The pair replaces the nearest
 * pair of the selection. The chosen position does not change the selection. So each clock keeps its
 * place in the picture.
 * @param {ArrayLike<number>} waves
 * @param {State} state
 * @param {number} most
 */
export function drawnPairs(waves, { length }, most) {
  const pairs = someOf(waves.length, most);
  const asked = (ASKED.position / ASKED.length) * length;
  const outside = Array.from(waves, (wavelength) => degreesOutside(asked, wavelength, length));
  const farthest = outside.indexOf(Math.max(...outside));
  if (!outside[farthest] || pairs.includes(farthest)) return pairs;
  const distances = pairs.map((pair) => Math.abs(pair - farthest));
  pairs[distances.indexOf(Math.min(...distances))] = farthest;
  return pairs;
}

/**
 * Counts the pairs that are at angles that training never saw.
 * @param {ArrayLike<number>} waves
 * @param {number} position
 * @param {number} length
 */
export function countUnseen(waves, position, length) {
  let count = 0;
  for (let pair = 0; pair < waves.length; pair++)
    if (!swept(position, waves[pair], length)) count++;
  return count;
}

/**
 * Returns, in turns, both ends of the shortest arc between the present angle of a pair and the
 * trained arc. The trained arc has all angles that training showed. It begins at the angle of
 * position 0. If the pair is nearer to this beginning than to the end of the trained arc, the
 * shortest arc ends at 1, after a whole turn. Inside the trained arc, both ends are 0.
 * @param {number} position
 * @param {number} wavelength
 * @param {number} length
 * @returns {[from: number, to: number]}
 */
export function arcOutside(position, wavelength, length) {
  const into = intoTurn(position, wavelength);
  const past = into - (length - 1);
  if (past <= 0) return [0, 0];
  const ends = past < wavelength - into ? [length - 1, into] : [into, wavelength];
  return [ends[0] / wavelength, ends[1] / wavelength];
}

/**
 * Returns by how many degrees a pair is outside the arc that training showed; 0 inside the arc.
 * @param {number} position
 * @param {number} wavelength
 * @param {number} length
 */
export function degreesOutside(position, wavelength, length) {
  const [from, to] = arcOutside(position, wavelength, length);
  return 360 * (to - from);
}

/**
 * Returns the error that a learned table gives for a position, or null if the table has the row.
 * @param {number} length the number of rows
 * @param {number} position
 */
export function lookupError(length, position) {
  try {
    lookup(new Float32Array(length), 1, [position]);
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Returns the height of a bias in its lane: 0 for 10^-2.6 and 1 for 10^6, on a logarithmic axis.
 * At distance 0, the bias is 0 and its height -Infinity, so nothing is drawn.
 * @param {number} bias without its sign
 */
const depthOf = (bias) => (decades(bias) + 2.6) / 8.6;

/**
 * Computes the numbers that do not depend on the position.
 * @param {Omit<State, 'position'>} state
 * @returns {Scene}
 */
export function rangeScene({ dim, base, length, scheme, slow }) {
  const waves = wavelengths(dim, { base });
  const positions = Array.from({ length: STEPS + 1 }, (_, at) => positionAt(at / STEPS));
  const slopes = alibiSlopes(HEADS);
  return {
    waves,
    positions,
    places: positions.map(place),
    shares: positions.map((at) => 1 - countUnseen(waves, at / slow, length) / waves.length),
    slopes,
    depths: [slopes[0], slopes[HEADS - 1]].map((slope) =>
      positions.map((position) => depthOf(slope * position)),
    ),
    // The factor 20 turns numbers from -0.05 to 0.05 into palette values from -1 to 1.
    rows:
      scheme === 'learned'
        ? learnedTable(length, Math.min(SHOWN_COLUMNS, dim)).map((value) => value * 20)
        : null,
    parameters: length * dim,
  };
}

/**
 * Returns the scene, and the numbers that depend on the position.
 * @param {Scene} scene
 * @param {State} state
 * @returns {Model}
 */
export function rangeModel(scene, state) {
  const { dim, base, length, position, slow } = state;
  // At `position`, slower clocks point where the clocks of training point at `place`.
  const place = position / slow;
  const row = sinusoidal(1, dim, { dtype: 'float64', base, start: position });
  let sum = 0;
  for (const value of row) sum += value * value;
  const degrees = [...scene.waves]
    .map((wavelength) => degreesOutside(place, wavelength, length))
    .filter((each) => each > 0);
  return {
    ...scene,
    state,
    norm: Math.sqrt(sum),
    strange: countUnseen(scene.waves, place, length),
    outside: [Math.min(...degrees), Math.max(...degrees)],
    error: lookupError(length, position),
    inside: position < length,
  };
}
