/** Writes the measures of pe-similarity, in every language. */
import { apartText, fixed } from '../chassis/format.js';

/** @import { Metric, Model } from './model.js' */

/** Returns how many decimals a measure has. @param {Metric} metric */
const digitsOf = (metric) => (metric === 'cosine' ? 4 : 3);

/** Writes a measure. @param {number} value @param {Metric} metric */
export const valueText = (value, metric) => fixed(value, digitsOf(metric));

/**
 * Writes the measure of the chosen separation. If this separation has a rival, also writes the
 * rival's measure. Positions are more similar at the rival, which is a larger separation.
 * @param {Pick<Model, 'values' | 'rivals'> & {state: {offset: number, metric: Metric}}} model
 */
export function measureTexts({ state: { offset, metric }, values, rivals }) {
  const rival = rivals[offset];
  const pair = rival < 0 ? [values[offset]] : [values[offset], values[rival]];
  return apartText(pair, digitsOf(metric));
}
