/* Colours for large matrices. */
import * as check from './check.js';
import {copyIn, copyOut, open, tiles} from './wasm.js';

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
  const o = check.settings(options, {min: -1, max: 1, out: undefined});
  check.array('values', values, ['Float32Array', 'Float64Array']);
  check.array('palette', palette, ['Uint8Array', 'Uint8ClampedArray']);
  const colors = check.count('palette.length / 4', check.rowsOf('palette', palette, 4, '[colors, 4]'), 1, 4096);
  if (check.number('max', o.max) <= check.number('min', o.min)) check.refuse('max', `more than min (${o.min})`, o.max);
  const out = check.result(o.out, Uint8ClampedArray, values.length * 4, '[values, 4]');
  const m = open(), most = 1 << 15, from = m.window + 4 * 4096, to = from + 4 * most;
  copyIn(m.u8, m.window, palette, 0);
  tiles(values.length, most, (first, count) => {
    copyIn(m.f32, from, values, first, 1, count);
    m.kernels.pe_colorize(to, from, count, m.window, colors, o.min, o.max);
    copyOut(m.u8, to, out, first * 4, 1, count * 4);
  });
  return out;
}
