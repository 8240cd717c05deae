/**
 * Formats numbers as text, with a fixed number of digits and a true minus sign (U+2212). The marks
 * between thousands and before decimals depend on the current language. Beginners see fewer digits:
 * see `meant`.
 */
import { inFull, isBrief, languageNow } from './language.js';

const MINUS = '\u2212';

/** @type {Record<string, string>} */
const SUPERSCRIPT = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/**
 * The marks of numbers in each language. `group` separates thousands, and `decimal` precedes the
 * decimals. `lead` is an invisible mark at the beginning of a number. It keeps the minus sign
 * before the number in languages that run from right to left. `percent` follows a percentage.
 * @type {Record<string, {group: string, decimal: string, lead: string, percent: string}>}
 */
const marks = { en: { group: ',', decimal: '.', lead: '', percent: ' %' } };

/** Returns the marks of the current language. */
function marksNow() {
  const language = languageNow();
  if (!marks[language]) {
    const parts = new Intl.NumberFormat(`${language}-u-nu-latn`).formatToParts(-12345.6);
    const mark = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value;
    marks[language] = {
      group: mark('group') ?? '',
      decimal: mark('decimal') ?? '.',
      lead: mark('literal') ?? '',
      percent: /\d%/.test(new Intl.NumberFormat(language, { style: 'percent' }).format(1))
        ? '%'
        : ' %',
    };
  }
  return marks[language];
}

/**
 * Replaces the point, the hyphen and the per cent sign of a number by the marks of the current
 * language.
 * @param {string} text
 */
export function localized(text) {
  const { lead, decimal, percent } = marksNow();
  return lead + text.replace('-', MINUS).replace('.', decimal).replace(' %', percent);
}

/**
 * Returns the mark between two numbers: a semicolon in languages with a decimal comma, and a comma
 * in all other languages.
 */
export const separator = () => (marksNow().decimal === ',' ? ';' : ',');

/** Whether the text of a number has a digit other than 0. @param {string} text */
const hasDigit = (text) => /[1-9]/.test(text);

/** From this size on, beginners see no digits after the point. */
const WHOLE = 100;

/**
 * Returns how many digits after the point a number gets. Beginners see at most two significant
 * digits after the point: 0.4439 is 0.44, 0.0149 is 0.015, and 177.45 is 177.
 * @param {number} value
 * @param {number} digits
 */
function meant(value, digits) {
  const size = Math.abs(value);
  if (!isBrief()) return digits;
  if (size >= WHOLE) return 0;
  let most = 2;
  // A number that rounds to zero has no significant digit.
  if (Number(size.toFixed(digits))) for (let unit = 0.1; size < unit; unit /= 10) most++;
  return Math.min(digits, most);
}

/** Formats 60611.5 as "60,611.5" with one digit after the point. @param {number} value */
export function grouped(value, digits = 0) {
  const [whole, rest] = Math.abs(value).toFixed(meant(value, digits)).split('.');
  const { group, decimal, lead } = marksNow();
  // `whole` has at most 21 digits.
  // eslint-disable-next-line regexp/no-super-linear-move
  const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (rest ? decimal + rest : '');
  return lead + (value < 0 && hasDigit(text) ? MINUS : '') + text;
}

/** Formats -0.5 as "−0.500". A number that rounds to zero has no sign. @param {number} value */
export function fixed(value, digits = 3) {
  const text = value.toFixed(meant(value, digits));
  return localized(hasDigit(text) ? text : text.replace('-', ''));
}

/** Formats 12.5 as "12.5 %". Some languages have no space there. @param {number} value */
export const percent = (value, digits = 0) => fixed(value, digits) + marksNow().percent;

/**
 * Formats numbers that are compared. Beginners see fewer digits, unless the texts would be equal.
 * @param {number[]} values
 * @param {number} digits
 */
export function apartText(values, digits) {
  const write = () => values.map((value) => fixed(value, digits));
  const texts = write();
  return new Set(texts).size < texts.length ? inFull(write) : texts;
}

/**
 * Formats 0.5 as "+0.500". The sign is always shown, so that columns of numbers do not jitter.
 * @param {number} value
 */
export function signed(value, digits = 3) {
  const text = fixed(value, digits);
  return text.includes(MINUS) ? text : marksNow().lead + '+' + text;
}

/** Writes 5 as "00000101", with 8 binary digits. @param {number} value */
export const binary = (value) => value.toString(2).padStart(8, '0');

/** Formats 6.03e-5 as "6.03×10⁻⁵". @param {number} value */
export function scientific(value, digits = 2) {
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(digits).split('e');
  const power = [...String(Number(exponent))].map((sign) => SUPERSCRIPT[sign]).join('');
  return `${localized(mantissa)}×10${power}`;
}

/** Formats a distance, in scientific notation if it is below 0.001. @param {number} value */
export const distance = (value, digits = 4) =>
  value !== 0 && Math.abs(value) < 0.001 ? scientific(value) : fixed(value, digits);

/** Formats a wavelength with about four significant digits. @param {number} value */
export function wave(value) {
  if (value < 100) return grouped(value, 2);
  return grouped(value, value < 10000 ? 1 : 0);
}

/** Formats a wavelength with at least five significant digits. @param {number} value */
export function fineWave(value) {
  if (value < 100) return grouped(value, 4);
  return grouped(value, value < 1000 ? 2 : 1);
}

/**
 * Formats a number with all digits that its type can store, and no more.
 * @param {number} value
 * @param {string} dtype 'float32' or 'float64'
 */
export const full = (value, dtype) =>
  localized(String(dtype === 'float32' ? Number(value.toPrecision(9)) : value));

/** Formats one CSV cell, with quotes only if they are needed. @param {string | number} cell */
export function csvCell(cell) {
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
