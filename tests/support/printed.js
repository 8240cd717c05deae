/* Reads numbers in the formats that figures print: "60,611.5", "−6.03×10⁻⁵", "+0.000", "12.5 %". */
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const PLAIN = /^[+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:×10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/;
const EVERY = new RegExp(PLAIN.source.slice(1), 'g');

function value(token) {
  const [, exponent = ''] = PLAIN.exec(token);
  const mantissa = token.split('×')[0].replaceAll(',', '').replace('−', '-');
  const power = Number(
    [...exponent].map((sign) => (sign === '⁻' ? '-' : SUPERSCRIPT.indexOf(sign))).join('') || 0,
  );
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return { value: Number(`${mantissa}e${power}`), unit: Number(`1e${power - digits}`), token };
}

/** Returns all numbers in a text, each with the unit of its last digit. */
export const numbersIn = (text) => [...text.matchAll(EVERY)].map(([token]) => value(token));

/** Returns whether a text shows this number, rounded to the digits that it shows. */
export function prints(text, number) {
  if (!Number.isFinite(number))
    return text === String(number).replace('Infinity', '∞').replace('-', '−');
  const read = numbersIn(text);
  if (read.length !== 1) return false;
  const [{ value, unit }] = read;
  const shown = text.includes('%') ? number * 100 : number;
  return Math.abs(value - shown) <= unit * 0.5000001 + Math.abs(shown) * 1e-15;
}
