/** How PeNaive names its encodings and meters, and what it says of them. */
import { distance, fixed, grouped, scientific, signed } from './format.js';

/** @type {Record<string, string>} */
export const NAMES = { raw: 'Plain number', fraction: 'Fraction', binary: 'Binary digits', sine: 'One sine', sinusoidal: 'Sinusoidal' };
/** @type {Record<string, string>} */
export const RULES = { bounded: 'within ±1', unique: 'unique', smooth: 'smooth', same: 'same step', any: 'any length' };
/** What the number on a meter is. @type {Record<string, string>} */
export const UNITS = { bounded: 'largest value', unique: 'closest two', smooth: 'largest step', same: 'step ratio', any: 'code moves' };

/** @typedef {import('./models/naive.js').Measured} Measured */

/** How a position p becomes its code. @param {string} encoding @param {number} length @param {number} dim */
export const recipe = (encoding, length, dim) => (
  { raw: 'p', fraction: `p / ${length}`, binary: 'p in base 2', sine: 'sin p', sinusoidal: `sin and cos of p at ${dim / 2} ${dim > 2 ? 'speeds' : 'speed'}` }[encoding] ?? '');

/** The number on a meter, short. @param {Measured} measured @param {string} meter */
export function reading({ meters: { bounded, unique, smooth, same, any } }, meter) {
  if (meter === 'bounded') return bounded.value > 1 ? grouped(bounded.value) : fixed(bounded.value, 2);
  if (meter === 'unique') return unique.value < 0.001 ? scientific(unique.value, 1) : fixed(unique.value, 4);
  if (meter === 'smooth') return `${fixed(100 * smooth.share, smooth.share < 0.1 ? 1 : 0)} %`;
  if (meter === 'same') return `${grouped(same.share, same.share < 100 ? 1 : 0)} ×`;
  return any.extra ? '+1 digit' : any.value ? distance(any.value) : '0';
}

/** The code of a position. @param {Measured} measured @param {number} position */
export function code({ encoding, width, table }, position) {
  const values = [...table.subarray(position * width, (position + 1) * width)];
  if (encoding === 'binary') return values.join('');
  if (encoding === 'sinusoidal') return `(${values.slice(0, 2).map((value) => signed(value, 3)).join(', ')}${width > 2 ? ', …' : ''})`;
  return encoding === 'raw' ? grouped(values[0]) : encoding === 'sine' ? signed(values[0], 4) : fixed(values[0], 4);
}

/**
 * What a meter shows, in a sentence.
 * @param {Measured} measured @param {string} meter @param {number} length
 * @param {{spread: number, still: number}} rounded
 */
export function verdict({ encoding, width, table, meters }, meter, length, rounded) {
  const sinusoidal = encoding === 'sinusoidal';
  const { at, pass, value } = meters[/** @type {keyof Measured['meters']} */ (meter)];
  const says = {
    bounded: () => {
      if (!pass) return `the largest value is ${grouped(value)} and grows with the text, beyond all that a network has seen.`;
      let sum = 0;
      for (const each of table.subarray(0, width)) sum += each * each;
      return `no value is beyond 1${sinusoidal ? `, and every code is ${fixed(Math.sqrt(sum), 4)} long, at any position` : ''}.`;
    },
    unique: () => (pass ? `the closest two, ${at[0]} and ${at[1]}, are ${distance(value)} apart.${sinusoidal ? ' In real numbers no two positions coincide, however far.' : ''}`
      : `${at[0]} and ${at[1]} are only ${distance(value)} apart, less than a tenth of an average step (${distance(value / meters.unique.share)}).`),
    smooth: () => (pass ? `the largest step is ${fixed(100 * meters.smooth.share, 1)} % of the widest distance between any two, less than half.`
      : `the step from ${at[0]} to ${at[1]} is ${distance(value)} long, ${fixed(100 * meters.smooth.share, 0)} % of the widest distance there is; half would do.`),
    same: () => {
      if (!pass) return `steps are from ${distance(meters.same.low)} (at ${at[0]}) to ${distance(value)} (at ${at[1]}) long.`;
      if (!sinusoidal) return `every step is ${distance(value)} long${encoding === 'fraction' ? ', as long as the text has this length' : ''}.`;
      const still = rounded.still > 1 ? `, and the slowest cosine reads exactly 1 up to position ${rounded.still - 1}` : '';
      return `every step is ${distance(value)} long, one rotation for all; stored as float32, steps differ by ${scientific(rounded.spread, 1)}${still}.`;
    },
    any: () => {
      if (meters.any.extra) return `${grouped(2 * length)} positions need ${width + 1} digits, not ${width}: codes of another shape.`;
      if (!pass) return `in a text twice as long, position ${at[0]} moves by ${distance(value)}: the same place, another code.`;
      return `in a text twice as long every code stays what it is.${sinusoidal ? ' Defined everywhere; whether a model copes there is another matter.' : ''}`;
    },
  };
  return { pass, says: says[/** @type {keyof typeof says} */ (meter)]() };
}
