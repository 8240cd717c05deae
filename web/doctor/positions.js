/* Finds positions from angles. */
import { wrapped } from './elementary.js';

/**
 * The angle that a pair shows, and its error.
 * @typedef {{phase: number, error: number}} Phase
 */

/**
 * A position, its error, and whether it explains the angles of all pairs.
 * @typedef {{position: number, error: number, agrees: boolean}} Place
 */

/** Positions are searched up to this distance from the expected position. */
const REACH = 2097152; // 2^21

/** If no position agrees, the result is the one with the least errors within this many turns. */
const NEAR_TURNS = 1024;

/** Pairs slower than this show no position. */
const SLOWEST = 1e-12;

/** A measured angle may differ from the angle at a position by this many of its errors. */
const SIGMAS = 7;

/** The relative error of an angle that is computed in float32. */
export const FLOAT32_ANGLE = 1 / 4194304; // 2^-22

/** A pair is left out if its angle at the rough position may be off by more radians than this. */
const UNCERTAIN = 2;

/**
 * Finds the position at which pairs have these angles. The slowest pair shows the position roughly,
 * except for whole turns. A position is right if all pairs agree with it, and it is a whole number
 * away from the expected position. The position nearest to the expected one is tried first, then
 * positions that are 1, 2, 3, ... whole turns away. Beyond NEAR_TURNS turns, a position is rejected
 * at the first pair that disagrees. This saves time if the frequencies are wrong and no position
 * fits.
 * @param {Phase[]} phases
 * @param {Float64Array} frequencies
 * @param {number} expected
 * @param {number} [mostTurns] the largest number of whole turns to try in each direction
 * @returns {Place}
 */
export function positionOf(phases, frequencies, expected, mostTurns = REACH) {
  const last = slowestPair(phases, frequencies);
  if (last < 0) return { position: 0, error: Infinity, agrees: false };
  const turn = (2 * Math.PI) / frequencies[last];
  const angle = phases[last].phase - expected * frequencies[last];
  const nearest = expected + wrapped(angle) / frequencies[last];
  const first = refined(phases, frequencies, last, nearest);
  if (isWhole(first, expected)) return first;
  let best = first;
  const most = Math.min(mostTurns, Math.floor(REACH / turn));
  for (let turns = 1; turns <= most; turns++)
    for (const position of [nearest + turns * turn, nearest - turns * turn]) {
      const isNear = turns <= NEAR_TURNS;
      const place = refined(phases, frequencies, last, position, isNear ? best.squares : 0);
      if (isWhole(place, expected)) return place;
      if (isNear && !first.agrees && place.squares < best.squares) best = place;
    }
  return best;
}

/**
 * Whether all pairs agree with a position, and it is a whole number away from the expected
 * position.
 * @param {Place} place
 * @param {number} expected
 */
function isWhole({ position, error, agrees }, expected) {
  const distance = position - expected;
  return agrees && Math.abs(distance - Math.round(distance)) <= SIGMAS * error;
}

/**
 * Returns the slowest pair that shows a position, or -1.
 * @param {Phase[]} phases
 * @param {Float64Array} frequencies
 */
function slowestPair(phases, frequencies) {
  let pair = phases.length - 1;
  while (pair >= 0 && !(frequencies[pair] > SLOWEST && !Number.isNaN(phases[pair].phase))) pair--;
  return pair;
}

/**
 * Refines the rough position that the pair `last` shows. The position tells how many whole turns
 * the next faster pair has made. The angle of that pair then shows the position more precisely, and
 * so on. `squares` is the sum of the squared differences between measured and computed angles.
 * @param {Phase[]} phases
 * @param {Float64Array} frequencies
 * @param {number} last
 * @param {number} rough
 * @param {number} [most] the sum at which to stop if a pair does not agree
 * @returns {Place & {squares: number}}
 */
function refined(phases, frequencies, last, rough, most = Infinity) {
  let position = rough;
  let error = phases[last].error / frequencies[last];
  let squares = 0;
  let agrees = true;
  for (let i = last - 1; i >= 0 && (agrees || squares < most); i--) {
    const { phase, error: own } = phases[i];
    const frequency = frequencies[i];
    if (!(error * frequency <= UNCERTAIN) || Number.isNaN(phase)) continue;
    const off = wrapped(phase - position * frequency);
    const float32 = FLOAT32_ANGLE * Math.abs(position) * frequency;
    squares += off * off;
    agrees &&= Math.abs(off) <= SIGMAS * (own + error * frequency) + float32;
    // The position stays if this pair shows it less precisely than the slower pairs.
    if (!(own / frequency < error)) continue;
    position += off / frequency;
    error = own / frequency;
  }
  return { position, error, squares, agrees };
}
