/* Computes the temperature of the attention layers of Llama 4 that have no position embedding. */
import * as check from '../check.js';
import { Carver, TILE, copyNumbers, copyOut, open, tiles } from '../wasm.js';

const readOptions = check.reader(
  'attentionTemperature',
  [],
  ({ start, positions, beta, floor, out }) => ({
    start,
    positions,
    beta,
    floor,
    out,
  }),
);

/**
 * Returns the factors that multiply queries in the layers of Llama 4 that have no position
 * embedding (NoPE). At position p the factor is 1 + beta ln(floor((p + 1) / floor) + 1), which is 1
 * up to position floor - 2.
 * @param {number} length the number of positions
 * @param {object} [options]
 * @param {number} [options.start] the first position, at least 0; default 0
 * @param {ArrayLike<number>} [options.positions] instead of `start`: `length` positions, each at
 *   least 0
 * @param {number} [options.beta] `attn_scale` of the model's config; default 0.1
 * @param {number} [options.floor] `floor_scale` of the model's config, at least 1; default 8192
 * @param {Float32Array} [options.out] the array for the result; by default a new one
 * @returns {Float32Array<ArrayBuffer>} [length]
 * @throws {RangeError | TypeError}
 * Source: the code of Llama 4; the idea is in Nakanishi 2025 (scalable softmax)
 * @example
 * console.log(attentionTemperature(3, { start: 8190 })); // [1, 1.0693, 1.0693]
 */
export function attentionTemperature(length, options) {
  const given = readOptions(options);
  const { start = 0, positions, beta = 0.1, floor = 8192 } = given;
  check.count('length', length);
  const list = check.positions(start, positions, length, 0);
  check.number('beta', beta);
  check.number('floor', floor, 1);
  const out = check.result(given.out, Float32Array, length, '[length]');
  const machine = open();
  const carver = new Carver(machine);
  const positionArea = carver.bytes(TILE);
  const tile = carver.bytes(TILE / 2);
  tiles(length, TILE / 8, (first, count) => {
    if (list) copyNumbers(machine.f64, positionArea, list, first, count);
    const from = list ? positionArea : 0;
    machine.kernels.pe_temperature(tile, count, from, start + first, beta, floor);
    copyOut(machine.f32, tile, out, first, 1, count);
  });
  return check.given(out);
}
