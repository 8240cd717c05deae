/* How alike the rows of a table are. */
import * as check from './check.js';
import {copyIn, copyOut, open, tiles} from './wasm.js';

const NAMES = check.names('metric out');
const METRICS = /** @type {const} */ (['cosine', 'dot', 'euclidean']);

/**
 * The similarity of every row with every row, sums in double precision, rounded once.
 * @param {Float32Array | Float64Array} table [length, dim]
 * @param {number} length @param {number} dim at most 65536; squares of float64 values beyond 1e154 overflow
 * @param {{metric?: 'cosine' | 'dot' | 'euclidean', out?: Float32Array}} [options] 'cosine' is 0 with a row of zeros;
 *   'euclidean' is a distance: 0 for equal rows
 * @returns {Float32Array} [length, length]
 * @throws {RangeError | TypeError}
 */
export function similarity(table, length, dim, options) {
  const {metric: name = 'cosine', out: given} = check.known(options, NAMES);
  check.array('table', table, check.FLOATS, check.count('length', length) * check.count('dim', dim, 0, 65536), '[length, dim]');
  const metric = METRICS.indexOf(check.word('metric', name, METRICS));
  const out = check.result(given, Float32Array, length * length, '[length, length]');
  const m = open(), room = 1 << 19, most = Math.max(1, Math.min(128, Math.floor(room / (8 * dim))));
  const a = m.window, b = a + room, scratch = b + room, tile = scratch + 8 * most * (most + 1);
  tiles(length, most, (row, rows) => {
    copyIn(m.f64, a, table, row * dim, 1, rows * dim);
    tiles(length, most, (column, columns) => {
      copyIn(m.f64, b, table, column * dim, 1, columns * dim);
      m.kernels.pe_similarity(tile, scratch, a, rows, b, columns, dim, metric);
      copyOut(m.f32, tile, out, row * length + column, rows, columns, length, columns);
    });
  });
  return out;
}
