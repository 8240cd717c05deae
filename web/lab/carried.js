/**
 * The scripts that a page in a single file carries: other languages, the editor, and more. The
 * build deflates their bytes and writes them as text (web/build/single-page.js). This module reads
 * the text.
 *
 * Each character carries seven bits. UTF-8 has one byte for a character below U+0080, so the text
 * has 8/7 of the bytes that it carries. (Base64 carries six bits, and has 4/3.) A few of these
 * characters are unsafe. Each of them, together with the next seven bits, becomes one character
 * from U+0100, which has two bytes. So they take no more room.
 */
import { inflateSync, strFromU8 } from 'fflate';

/**
 * The characters that the text avoids. `<` could end the script. Parsers of HTML change NUL and
 * CR, and transfers of text change LF. The others are commands to terminals and printers, and the
 * end of a text on Windows.
 */
export const UNSAFE = '\0\x07\b\n\v\f\r\x1a\x1b<\x7f';

/** The type of the element that carries a script. */
export const TYPE = 'text/deflated';

/** The first character that replaces an unsafe one, as a multiple of 128. */
const FIRST = 2;

/** Returns a text that carries bytes. The build calls it. @param {Uint8Array} bytes */
export function carrying(bytes) {
  const sevens = [];
  for (let bit = 0; bit < 8 * bytes.length; bit += 7) {
    const at = bit >> 3;
    const both = (bytes[at] << 8) | (bytes[at + 1] ?? 0);
    sevens.push((both >> (9 - (bit & 7))) & 127);
  }
  let text = '';
  for (let i = 0; i < sevens.length; i++) {
    const which = UNSAFE.indexOf(String.fromCharCode(sevens[i]));
    const code = which < 0 ? sevens[i] : ((FIRST + which) << 7) | (sevens[++i] ?? 0);
    text += String.fromCharCode(code);
  }
  return text;
}

/**
 * Returns the bytes that a text carries. There may be one more, a zero, if an unsafe character was
 * the last. It does no harm, because deflated bytes say where they end.
 * @param {string} text
 */
export function bytesOf(text) {
  const bytes = new Uint8Array((14 * text.length) >> 3);
  let [size, value, bits] = [0, 0, 0];
  const take = (/** @type {number} */ seven) => {
    value = (value << 7) | seven;
    bits += 7;
    if (bits < 8) return;
    bits -= 8;
    // The array keeps the low eight bits of a number.
    bytes[size++] = value >> bits;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) take(UNSAFE.charCodeAt((code >> 7) - FIRST));
    take(code & 127);
  }
  return bytes.subarray(0, size);
}

/** Returns the script that a text carries. @param {string} text */
export const inflated = (text) => strFromU8(inflateSync(bytesOf(text)));

// The figures may be in another script of the page. Their load-beside.js finds the function here.
Object.defineProperty(globalThis, Symbol.for('posenc-inflated'), { value: inflated });
