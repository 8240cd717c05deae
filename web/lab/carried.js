/**
 * Reads the compressed scripts in a single-file page: other languages, the editor, and more. The
 * build (web/build/single-page.js) deflates the scripts, and writes the bytes as text.
 *
 * Each character stands for seven bits. UTF-8 has one byte for a character below U+0080, so the
 * text is 8/7 as long as the bytes. (In base64, a character stands for six bits, so the text would
 * be 4/3 as long.) A few of these characters are unsafe. An unsafe character and the next one
 * become a single character from U+0100, which has two bytes. So the text does not get longer.
 */
import { inflateSync, strFromU8 } from 'fflate';

/**
 * The characters that the text avoids. `<` could end the script. Parsers of HTML change NUL and
 * CR, and transfers of text change LF. \x1a ends a text on Windows. The others are commands to
 * terminals and printers.
 */
export const UNSAFE = '\0\x07\b\n\v\f\r\x1a\x1b<\x7f';

/** The type of the element that carries a script. */
export const TYPE = 'text/deflated';

/** The codes of characters that replace unsafe ones begin at 128 times this number. */
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
 * Returns the bytes that a text carries. If the last seven bits were an unsafe character, there may
 * be one more byte, a zero. It does no harm, because deflated bytes say where they end.
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
