/** Numbers as text: a true minus sign, grouped thousands, a fixed count of digits. */

const MINUS = '\u2212';
/** @param {string} text */
const sign = (text) => text.replace('-', MINUS);
/** @type {Record<string, string>} */
const SUPERSCRIPT = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** 60611.5 -> "60,611.5" @param {number} value */
export function grouped(value, digits = 0) {
  const [whole, rest] = Math.abs(value).toFixed(digits).split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
  return (value < 0 && /[1-9]/.test(text) ? MINUS : '') + text;
}

/** @param {number} value */
export const fixed = (value, digits = 3) => {
  const text = value.toFixed(digits);
  return sign(/[1-9]/.test(text) ? text : text.replace('-', ''));
};

/** Always with its sign, so that columns and captions do not jitter. @param {number} value */
export const signed = (value, digits = 3) => {
  const text = fixed(value, digits);
  return text.startsWith(MINUS) ? text : '+' + text;
};

/** 6.03e-5 -> "6.03×10⁻⁵" @param {number} value */
export function scientific(value, digits = 2) {
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(digits).split('e');
  return `${sign(mantissa)}×10${[...String(Number(exponent))].map((each) => SUPERSCRIPT[each]).join('')}`;
}

/** A distance: plain where that shows it, scientific where it would read 0. @param {number} value */
export const distance = (value, digits = 4) => (value !== 0 && Math.abs(value) < 0.001 ? scientific(value) : fixed(value, digits));

/** A wavelength with about four useful digits. @param {number} value */
export const wave = (value) => grouped(value, value < 100 ? 2 : value < 10000 ? 1 : 0);

/** All digits the element type carries, and no more. @param {number} value @param {string} dtype */
export const full = (value, dtype) => sign(String(dtype === 'float32' ? Number(value.toPrecision(9)) : value));

/** One CSV cell, quoted only where needed. @param {string | number} cell */
export const csvCell = (cell) => (typeof cell === 'number' ? String(cell) : /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
