/* Computes the colours of large matrices. */
import * as check from '../check.js';
import { Carver, copyIn, copyOut, open, tiles } from '../wasm.js';

const readOptions = check.reader('colorize', [], ({ min, max, out }) => ({ min, max, out }));

const MOST_COLORS = 4096;

/** Values are copied to wasm memory in tiles of at most this many values. */
const TILE_VALUES = 32768;

/**
 * @typedef {object} ColorizeOptions
 * @property {number} [min] -1 if left out; smaller values get the first colour
 * @property {number} [max] 1 if left out; larger values get the last colour
 * @property {Uint8ClampedArray} [out] [values.length, 4]
 */

/**
 * Computes a colour for each value, in the format of ImageData. The colours of the palette divide
 * the range from min to max evenly. NaN becomes transparent.
 * @param {Float32Array | Float64Array} values
 * @param {Uint8Array | Uint8ClampedArray} palette [colors, 4]: red, green, blue, alpha; 1 to 4096
 *   colors
 * @param {ColorizeOptions} [options]
 * @returns {Uint8ClampedArray<ArrayBuffer>} [values.length, 4]
 * @throws {RangeError | TypeError}
 * @example
 * const palette = Uint8Array.of(0, 0, 255, 255, 255, 0, 0, 255);
 * console.log(colorize(Float32Array.of(-1, 1), palette)); // [0, 0, 255, 255, 255, 0, 0, 255]
 */
export function colorize(values, palette, options) {
  const { min = -1, max = 1, out: given } = readOptions(options);
  checkRange(min, max);
  const list = check.array('values', values, check.FLOATS);
  const bytes = check.array('palette', palette, ['Uint8Array', 'Uint8ClampedArray']);
  const rows = check.rowsOf('palette', bytes, 4, '[colors, 4]');
  const colors = check.count('palette.length / 4', rows, 1, MOST_COLORS);
  const out = check.result(given, Uint8ClampedArray, list.length * 4, '[values, 4]');
  check.apart('out', out, 'values', list);

  const machine = open();
  const carver = new Carver(machine);
  const paletteAt = carver.bytes(4 * MOST_COLORS);
  const valuesAt = carver.doubles(TILE_VALUES);
  const colorsAt = carver.bytes(4 * TILE_VALUES);
  copyIn(machine.u8, paletteAt, bytes, 0);
  tiles(list.length, TILE_VALUES, (first, count) => {
    copyIn(machine.f64, valuesAt, list, first, 1, count);
    machine.kernels.pe_colorize(colorsAt, valuesAt, count, paletteAt, colors, min, max);
    copyOut(machine.u8, colorsAt, out, first * 4, 1, count * 4);
  });
  return check.given(out);
}

/**
 * Checks that min and max are numbers, and that max is larger by a finite amount.
 * @param {unknown} min
 * @param {unknown} max
 */
function checkRange(min, max) {
  const end = check.number('max', max);
  const width = end - check.number('min', min);
  if (!(width > 0 && width < Infinity))
    check.refuse('max', `a number above min (${min}), with a finite difference`, max);
}
