/* The products of sinusoidal positions alone, as a bias (Chi et al. 2023, Sandwich). */
import {makeRows} from './angles.js';
import {WIDE, result, shared, writeBias} from './bias.js';
import * as check from './check.js';
import {FLOAT64, STRIP, TILE, open, tiles} from './wasm.js';

const NAMES = check.names('dim causal out');

/**
 * (sum over i = 1..dim / 2 of cos(D 10000^(-2i / dim)) - dim / 2) / (8 h / heads) with D = |query - key|,
 * for the heads h = 1..heads. The sum starts at 1: the pair of frequency 1 is not in it.
 * @param {number} heads @param {number} queries @param {number} keys the last query on the last key
 * @param {object} [options]
 * @param {number} [options.dim] of a head, even, at most 8192; 128
 * @param {boolean} [options.causal] -Infinity for keys after their query
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function sandwichBias(heads, queries, keys, options) {
  const {dim = 128, causal, out: given} = check.known(options, NAMES), out = result(heads, queries, keys, given, causal);
  const pairs = check.even('dim', dim, 0, 2 * STRIP) / 2, stride = 2 * pairs, room = 16 * WIDE, m = open(out), sine = m.window + room;
  // the heads differ in what the sums are divided by
  const sums = shared(m, m.window, 1 - keys, (count, first) => tiles(count, Math.max(1, Math.floor(TILE / 8 / stride)), (row, rows) => {
    makeRows(m, {pairs, base: 1e4, divisor: dim, start: first},
      {strip: 1, pairs, cosines: pairs, first: row, rows, sine, cosine: sine + 8 * pairs, stride, flags: FLOAT64, scratch: 0});
    m.kernels.pe_sandwich_sums(m.window + 8 * row, sine, rows, pairs);
  }));
  return writeBias(out, heads, queries, keys, (_, head, ramp, count, first) =>
    m.kernels.pe_sandwich_ramp(ramp, sums(count, first), count, 8 * (head + 1) / heads), {reserved: room + TILE, causal});
}
