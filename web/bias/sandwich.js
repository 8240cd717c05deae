/* Sandwich (Chi et al. 2023): a bias that is made from the dot products of sinusoidal positions. */
import { Angles, makeRows } from '../angles/angles.js';
import { SharedValues, checkResult, writeBias } from './distance.js';
import * as check from '../check.js';
import { Carver, FLOAT64, TILE, WIDEST, open, tiles } from '../wasm.js';

const readOptions = check.reader('sandwichBias', [], ({ dim, causal, dtype, out }) => ({
  dim,
  causal,
  dtype,
  out,
}));

/**
 * Returns, for the heads h = 1..heads,
 *
 *     (sum over i = 1..dim / 2 of cos(D 10000^(-2i / dim)) - dim / 2) / (8 h / heads)
 *
 * where D = |query - key|. The sum starts at i = 1, so it leaves out the pair of frequency 1. The
 * code of NeMo agrees. In attention-gym, the sum goes from 0 to dim / 2 - 1, and dim / 2 is not
 * subtracted. attention-gym refers to the appendix of the paper.
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {number} heads
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {object} [options]
 * @param {number} [options.dim] the number of elements of a head, an even number up to 8192;
 *   default 128
 * @param {boolean} [options.causal] whether keys after their query get -Infinity; default false
 * @param {D} [options.dtype] default 'float32'
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Chi et al. 2023 (Dissecting Transformer Length Extrapolation)
 * @example
 * console.log(sandwichBias(2, 1, 3)); // [-1.3005, -0.3617, 0, -0.6502, -0.1808, 0]
 */
export function sandwichBias(heads, queries, keys, options) {
  const { dim = 128, causal, dtype, out: given } = readOptions(options);
  const out = checkResult(heads, queries, keys, given, causal, dtype);
  check.even('dim', dim, 0, WIDEST);
  const machine = open(out);
  const carver = new Carver(machine);
  const angles = carver.bytes(TILE);
  // All heads use the same sums, and divide them by different numbers.
  const sums = new SharedValues(carver, 1 - keys, (values, count, first) =>
    makeSums(machine, values, count, first, dim, angles),
  );
  return writeBias(
    out,
    heads,
    queries,
    keys,
    ({ kernels }, head, ramp, count, first, _, flags) => {
      const divisor = (8 * (head + 1)) / heads;
      kernels.pe_sandwich_ramp(ramp, sums.addressOf(count, first), count, divisor, flags);
    },
    { carver, causal, dtype },
  );
}

/**
 * Writes the sums of 1 - cosine for the differences first, first + 1, ...
 * @param {import('../wasm.js').Machine} machine
 * @param {number} sums the address for the sums
 * @param {number} count
 * @param {number} first
 * @param {number} dim
 * @param {number} sine the address of a work area of TILE bytes, where each row has its sines, and
 *   then its cosines
 */
function makeSums(machine, sums, count, first, dim, sine) {
  const pairs = dim / 2;
  const rowsPerTile = Math.max(1, Math.floor(TILE / 8 / dim));
  const angles = new Angles(pairs, 1e4, dim, first);
  tiles(count, rowsPerTile, (row, rows) => {
    makeRows(machine, angles, {
      strip: 1,
      pairs,
      cosines: pairs,
      first: row,
      rows,
      sine,
      cosine: sine + 8 * pairs,
      stride: dim,
      flags: FLOAT64,
      scratch: 0,
    });
    machine.kernels.pe_sandwich_sums(sums + 8 * row, sine, rows, pairs);
  });
}
