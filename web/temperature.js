/* The temperature of attention without positions (Llama 4). */
import * as check from './check.js';
import {TILE, copyIn, copyOut, open, tiles} from './wasm.js';

const NAMES = check.names('start positions beta floor out');

/**
 * What Llama 4 multiplies queries by in its layers without positions (NoPE): 1 + beta ln(floor((p + 1) / floor) + 1)
 * at position p, which is 1 up to position floor - 2.
 * @param {number} length
 * @param {object} [options]
 * @param {number} [options.start] the first position, at least 0; 0
 * @param {ArrayLike<number>} [options.positions] `length` positions instead of start, each at least 0
 * @param {number} [options.beta] 0.1, `attn_scale`
 * @param {number} [options.floor] at least 1; 8192, `floor_scale`
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [length]
 * @throws {RangeError | TypeError}
 */
export function attentionTemperature(length, options) {
  const {start = 0, positions, beta = 0.1, floor = 8192, out: given} = check.known(options, NAMES);
  check.count('length', length);
  const list = check.positions(start, positions, length, length, 0);
  check.number('beta', beta);
  check.number('floor', floor, 1);
  const out = check.result(given, Float32Array, length, '[length]'), m = open(), to = m.window + TILE;
  tiles(length, TILE / 8, (first, count) => {
    if (list) copyIn(m.f64, m.window, list, first, 1, count);
    m.kernels.pe_temperature(to, count, list ? m.window : 0, start + first, beta, floor);
    copyOut(m.f32, to, out, first, 1, count);
  });
  return out;
}
