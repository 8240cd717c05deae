/** Writes the slopes and biases of pe-alibi, in every language. */
import { fixed, localized } from '../chassis/format.js';
import { isBrief } from '../chassis/language.js';

/** The number of decimals for beginners. They show that each slope is half the one before. */
const BRIEF_DIGITS = 4;

/**
 * Writes a slope or a bias. A number of more than 10 characters is rounded to four significant
 * digits.
 * @param {number} slope
 */
export function slopeText(slope) {
  const short = isBrief() ? Number(slope.toFixed(BRIEF_DIGITS)) : slope;
  const text = String(short).length <= 10 ? String(short) : slope.toPrecision(4);
  return localized(text.replace('-Infinity', '-∞'));
}

/** Writes a bias, or how much it lowers a score. @param {number} bias */
export const biasText = (bias) =>
  isBrief() && Number.isFinite(bias) ? fixed(bias, 2) : slopeText(bias);
