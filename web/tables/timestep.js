/* Makes embeddings of the timesteps of diffusion models. */
import { Angles, writeTable } from '../angles/angles.js';
import * as check from '../check.js';
import { result, elementType } from '../dtypes.js';
import { clearColumn } from './sinusoidal.js';

const readOptions = check.reader(
  'timestepEmbedding',
  [],
  ({ flip, shift, scale, maxPeriod, dtype, out }) => ({
    flip,
    shift,
    scale,
    maxPeriod,
    dtype,
    out,
  }),
);

/**
 * Makes the embeddings of diffusion timesteps.
 *
 *     angle = timestep * scale * maxPeriod^(-i / (h - shift)),  h = floor(dim / 2),  0 <= i < h
 *
 * A row has h sines, then h cosines. If dim is odd, the last column is zeros. If h is 1, the only
 * frequency is 1 for every shift.
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {ArrayLike<number>} timesteps any real numbers; timestep * scale, rounded to a double,
 *   must be from -2^40 to 2^40
 * @param {number} dim
 * @param {object} [options]
 * @param {boolean} [options.flip] whether cosines come first, as in Stable Diffusion and DiT
 *   (flip_sin_to_cos); default false
 * @param {number} [options.shift] from 0 to 1 (downscale_freq_shift): 1 in DDPM and fairseq, 0 in
 *   most later models; default 1
 * @param {number} [options.scale] default 1
 * @param {number} [options.maxPeriod] at least 1, default 10000
 * @param {D} [options.dtype] default 'float32'
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [timesteps.length, dim]
 * @throws {RangeError | TypeError}
 * Source: Ho et al. 2020 (DDPM) and its published code; the defaults are those of diffusers
 * @example
 * console.log(timestepEmbedding([0, 1], 4)); // [0, 0, 1, 1, 0.8415, 0.0001, 0.5403, 1]
 * console.log(timestepEmbedding([1], 4, { flip: true, shift: 0 }));
 * // [0.5403, 0.9999, 0.8415, 0.01]
 */
export function timestepEmbedding(timesteps, dim, options) {
  const {
    flip = false,
    shift = 1,
    scale = 1,
    maxPeriod = 1e4,
    dtype,
    out: given,
  } = readOptions(options);
  check.number('scale', scale);
  const farthest = scale === 1 ? check.FARTHEST : -1;
  const positions = check.within('timesteps', timesteps, -farthest, farthest, (name, value) =>
    check.position(name, check.number(name, value) * scale),
  );
  const pairs = Math.floor(check.count('dim', dim) / 2);
  const divisor = 2 * (Math.max(2, pairs) - check.number('shift', shift, 0, 1));
  const base = check.number('maxPeriod', maxPeriod, 1);
  check.flag('flip', flip);
  const type = elementType(dtype);
  const out = result(given, type, positions.length * dim, '[timesteps, dim]');
  writeTable(positions.length, new Angles(pairs, base, divisor, 0, positions), {
    sines: out,
    stride: dim,
    column: flip ? pairs : 0,
    at: flip ? 0 : pairs,
    half: type.half,
  });
  if (dim % 2) clearColumn(out, dim - 1, dim);
  return check.given(out);
}
