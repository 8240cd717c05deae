/* Compares all rows of a table with each other. */
import * as check from '../check.js';
import { Carver, copyIn, copyOut, open, tiles } from '../wasm.js';

const readOptions = check.reader('similarity', [], ({ metric, out }) => ({ metric, out }));

/** The metrics, in the order of c/posenc.h. */
const METRICS = /** @type {const} */ (['cosine', 'dot', 'euclidean']);

/** The size of a work area for rows, in bytes. */
const ROOM = 1 << 19;

/**
 * Computes the similarity of every row with every row. Sums are computed in double precision and
 * rounded once.
 * @param {Float32Array | Float64Array} table [length, dim]
 * @param {number} length the number of rows
 * @param {number} dim the number of elements of a row, at most 65536. If values exceed 1e154, their
 *   products overflow, except in cosines
 * @param {object} [options]
 * @param {'cosine' | 'dot' | 'euclidean'} [options.metric] default 'cosine'. The cosine with a row
 *   of zeros is 0. 'euclidean' is a distance, and 0 for equal rows
 * @param {Float32Array} [options.out] the array for the result; by default a new one
 * @returns {Float32Array<ArrayBuffer>} [length, length]
 * @throws {RangeError | TypeError}
 * @example
 * const table = sinusoidal(4, 64);
 * console.log(similarity(table, 4, 64).subarray(0, 4)); // [1, 0.9662, 0.8845, 0.7996]
 * console.log(similarity(table, 4, 64, { metric: 'dot' }).subarray(0, 4));
 * // [32, 30.9168, 28.3039, 25.587]
 */
export function similarity(table, length, dim, options) {
  const { metric: name = 'cosine', out: given } = readOptions(options);
  const size = check.count('length', length) * check.count('dim', dim, 0, 65536);
  const list = check.array('table', table, check.FLOATS, size, '[length, dim]');
  const metric = METRICS.indexOf(check.word('metric', name, METRICS));
  const out = check.result(given, Float32Array, length * length, '[length, length]');
  check.apart('out', out, 'table', list);
  const machine = open();
  const { kernels, f32, f64 } = machine;
  const carver = new Carver(machine);
  const most = Math.max(1, Math.min(128, Math.floor(ROOM / (8 * dim))));
  const rowArea = carver.bytes(ROOM);
  const columnArea = carver.bytes(ROOM);
  const scratch = carver.doubles(most * (most + 1));
  const tile = carver.words(most * most);
  tiles(length, most, (row, rows) => {
    copyIn(f64, rowArea, list, row * dim, 1, rows * dim);
    tiles(length, most, (column, columns) => {
      copyIn(f64, columnArea, list, column * dim, 1, columns * dim);
      kernels.pe_similarity(tile, scratch, rowArea, rows, columnArea, columns, dim, metric);
      copyOut(f32, tile, out, row * length + column, rows, columns, length, columns);
    });
  });
  return check.given(out);
}
