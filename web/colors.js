/* Colours for large matrices. */
import * as check from './check.js';
import {copyIn, copyOut, open, tiles} from './wasm.js';

const NAMES = check.names('min max out');

/**
 * A colour for each value, for ImageData: the palette divides the range from min to max evenly.
 * @param {Float32Array | Float64Array} values
 * @param {Uint8Array | Uint8ClampedArray} palette [colors, 4]: red, green, blue, alpha; at most 4096 colors
 * @param {{min?: number, max?: number, out?: Uint8ClampedArray}} [options] values beyond -1 and 1, or what is given here,
 *   have the colour of the end; NaN is transparent
 * @returns {Uint8ClampedArray} [values.length, 4]
 * @throws {RangeError | TypeError}
 */
export function colorize(values, palette, options) {
  const {min = -1, max = 1, out: given} = check.known(options, NAMES);
  check.array('values', values, check.FLOATS);
  check.array('palette', palette, ['Uint8Array', 'Uint8ClampedArray']);
  const colors = check.count('palette.length / 4', check.rowsOf('palette', palette, 4, '[colors, 4]'), 1, 4096);
  if (!(check.number('max', max) - check.number('min', min) > 0 && max - min < Infinity)) check.refuse('max', `more than min (${min}), by a finite amount`, max);
  const out = check.result(given, Uint8ClampedArray, values.length * 4, '[values, 4]');
  const m = open(), most = 1 << 15, from = m.window + 4 * 4096, to = from + 8 * most;
  copyIn(m.u8, m.window, palette, 0);
  tiles(values.length, most, (first, count) => {
    copyIn(m.f64, from, values, first, 1, count);
    m.kernels.pe_colorize(to, from, count, m.window, colors, min, max);
    copyOut(m.u8, to, out, first * 4, 1, count * 4);
  });
  return out;
}
