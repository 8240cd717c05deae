/* Finds what a vector contains: the frequencies of rope, or the slopes of ALiBi. */
import * as check from '../check.js';
import { candidatesFor } from './bases.js';
import { ruleOf } from './bias-formulas.js';
import { log } from './elementary.js';
import { dtypeOf, narrowestType, readElements, roundingOf } from './elements.js';

/** @typedef {import('./bases.js').Candidate} Candidate */
/** @typedef {import('./bases.js').Scaling} Scaling */
/** @typedef {import('./elements.js').Dtype} Dtype */
/** @typedef {import('./elements.js').FloatArray} FloatArray */

/**
 * What a vector contains. Most properties have the names of the options of ropeFrequencies and
 * alibiSlopes.
 * @typedef {object} VectorIdentification
 * @property {'rope' | 'alibi' | 'none'} scheme 'rope': frequencies; 'alibi': slopes; 'none': neither
 *   explains most elements
 * @property {number} [base] for rope
 * @property {number} [rotaryDim] for rope: two for each frequency
 * @property {Scaling} [scaling] for rope
 * @property {'paper' | 'geometric'} [rule] for ALiBi
 * @property {number} [maxBias] for ALiBi
 * @property {Float64Array} [slopes] for ALiBi
 * @property {number} matched the fraction of the elements that this explains
 * @property {{index: number, expected: number, got: number}} [departure] the first element that it
 *   does not explain
 * @property {string} [mistake] for ALiBi: the note that names a mistake, such as slopes that are off
 *   by one
 * @property {string[]} notes what is unusual, and which mistake may have caused it
 */

const readOptions = check.reader('identifyVector', [], ({ dtype, scaling, prefer }) => ({
  dtype,
  scaling,
  prefer,
}));

/** Frequencies explain a vector if they explain this fraction of its elements. */
const EXPLAINED = 0.75;

/** At most this many candidates are compared, the simplest first. */
const MOST_CANDIDATES = 32;

/** The unit roundoff of float32, 2^-24. */
const FLOAT32 = 1 / 16777216;

/**
 * Finds what a vector contains: the frequencies of rope (`inv_freq`), with their base and scaling,
 * or the slopes of ALiBi, with their rule.
 * @param {FloatArray} vector [n]: Float32Array, Float64Array, Float16Array, or a Uint16Array with
 *   the bits of float16 or bfloat16; n is at most 4096
 * @param {object} [options]
 * @param {Dtype} [options.dtype] what the bits in a Uint16Array are
 * @param {Scaling | Scaling[]} [options.scaling] scaling objects to try first
 * @param {'rope' | 'alibi'} [options.prefer] what is tried first. The default is frequencies if the
 *   vector begins with 1, and slopes otherwise
 * @returns {VectorIdentification}
 * @throws {RangeError | TypeError}
 * @example
 * const { frequencies } = ropeFrequencies(128, { base: 500000 });
 * const { scheme, base, rotaryDim } = identifyVector(frequencies);
 * console.log(scheme, base, rotaryDim); // rope 500000 128
 * const { rule } = identifyVector(alibiSlopes(12));
 * console.log(rule); // paper
 */
export function identifyVector(vector, options) {
  const given = readOptions(options);
  const dtype = dtypeOf(given.dtype);
  const scalings = [given.scaling ?? []].flat().map((each) => ({
    ...check.readAll('scaling', each),
  }));
  const { values, type } = readElements('vector', vector, dtype);
  check.count('the length of vector', values.length, 1, 4096);
  const narrow = narrowestType(values, type);
  const rounding = Math.max(roundingOf(narrow), FLOAT32);
  const usual = Math.abs(values[0] - 1) <= 4 * rounding ? 'rope' : 'alibi';
  const words = /** @type {const} */ (['rope', 'alibi']);
  const first = given.prefer === undefined ? usual : check.word('prefer', given.prefer, words);
  const ways = first === 'rope' ? [frequenciesIn, slopesIn] : [slopesIn, frequenciesIn];
  for (const find of ways) {
    const found = values.length > 1 ? find(values, rounding, scalings) : undefined;
    if (found) return found;
  }
  return { scheme: 'none', matched: 0, notes: ['No formula explains this vector.'] };
}

/**
 * @param {Float64Array} values
 * @param {number} rounding
 * @returns {VectorIdentification | undefined}
 */
function slopesIn(values, rounding) {
  const found = ruleOf([...values], 16 * rounding);
  if (!found) return undefined;
  return { scheme: 'alibi', ...found, slopes: Float64Array.from(found.slopes), matched: 1 };
}

/**
 * @param {Float64Array} values
 * @param {number} rounding
 * @param {Scaling[]} scalings
 * @returns {VectorIdentification | undefined}
 */
function frequenciesIn(values, rounding, scalings) {
  const pairs = values.length;
  const isFalling = values[0] > values[pairs - 1];
  if (!isFalling || !values.every((value) => value >= 0 && value < 1e6)) return undefined;
  const turns = Array.from(values, (speed) => ({
    speed,
    speedError: 2 * rounding * speed + 1e-30,
    phase: 0,
    phaseError: 0,
  }));
  let best = {
    matched: 0,
    departure: /** @type {VectorIdentification['departure']} */ (undefined),
  };
  /** @type {Candidate | undefined} */
  let chosen;
  const candidates = candidatesFor(turns, { pairs, scalings }).filter(({ step }) => step === 1);
  for (const each of candidates.slice(0, MOST_CANDIDATES)) {
    const found = compared(values, each, rounding);
    if (found.matched > best.matched) [best, chosen] = [found, each];
    if (best.matched === 1) break;
  }
  if (!chosen || best.matched < EXPLAINED) return undefined;
  const { base, scaling } = chosen;
  const named = scaling ? [`Frequencies are scaled: ${scaling.rope_type ?? scaling.type}.`] : [];
  return { scheme: 'rope', base, rotaryDim: 2 * pairs, scaling, ...best, notes: named };
}

/**
 * Compares a vector with the frequencies of a candidate. It allows the errors that `golden` allows.
 * @param {Float64Array} values
 * @param {Candidate} candidate
 * @param {number} rounding
 */
function compared(values, { base, frequencies }, rounding) {
  const most = Math.max((8 + log(Math.max(1, base))) * FLOAT32, 2 * rounding);
  const agrees = (/** @type {number} */ got, /** @type {number} */ index) =>
    Math.abs(got - frequencies[index]) <= most * frequencies[index];
  const index = values.findIndex((got, i) => !agrees(got, i));
  const matched = values.filter(agrees).length / values.length;
  const departure =
    index < 0 ? undefined : { index, expected: frequencies[index], got: values[index] };
  return { matched, departure };
}
