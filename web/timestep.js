/* Embeddings of real numbers: the timesteps of diffusion, and coordinates by Fourier features. */
import {writeTable} from './angles.js';
import * as check from './check.js';
import {FLOAT64, STRIP, TILE, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

const TIMESTEP = check.names('flip shift scale maxPeriod dtype out');
const FOURIER = check.names('axes spacing maxResolution matrix pi layout dtype out'), SPACINGS = ['geometric', 'linear'];

/** Where element (axis, band, sine or cosine) stands, as strides; see fourierFeatures. */
const LAYOUTS = {
  concatenated: (/** @type {number} */ axes, /** @type {number} */ bands) => [bands, 1, axes * bands],
  interleaved: (/** @type {number} */ _, /** @type {number} */ bands) => [2 * bands, 2, 1],
  nerf: (/** @type {number} */ axes) => [1, 2 * axes, axes],
  timm: (/** @type {number} */ axes, /** @type {number} */ bands) => [1, axes, axes * bands]
};

/** Half turns of the farthest angle. */
const TURNS = 549755813888; // 2^39

/**
 * The embedding of diffusion timesteps.
 *
 *     angle = timestep * scale * maxPeriod^(-i / (h - shift)),   h = floor(dim / 2),   i = 0, 1, ... h - 1
 *
 * h sines, then h cosines; an odd dim ends in a column of zeros. Of a single frequency, which is 1, shift changes nothing.
 * @template {'float32' | 'float64'} [D='float32']
 * @param {ArrayLike<number>} timesteps any real numbers; times scale, rounded to a double, within 2^40
 * @param {number} dim
 * @param {object} [options]
 * @param {boolean} [options.flip] cosines first (flip_sin_to_cos, as Stable Diffusion and DiT have it); false
 * @param {number} [options.shift] from 0 to 1 (downscale_freq_shift): 1 as DDPM and fairseq have it, 0 as most later models; 1
 * @param {number} [options.scale] 1
 * @param {number} [options.maxPeriod] at least 1; 10000
 * @param {D} [options.dtype] 'float32'
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [timesteps.length, dim]
 * @throws {RangeError | TypeError}
 * Source: Ho et al. 2020 (DDPM), its published code, and that of diffusers, whose defaults these are
 */
export function timestepEmbedding(timesteps, dim, options) {
  const {flip = false, shift = 1, scale = 1, maxPeriod = 1e4, dtype, out: given} = check.known(options, TIMESTEP);
  check.number('scale', scale);
  const positions = check.numbers('timesteps', timesteps, (name, value) => check.position(name, check.number(name, value) * scale));
  const pairs = Math.floor(check.count('dim', dim) / 2), divisor = 2 * (Math.max(2, pairs) - check.number('shift', shift, 0, 1));
  const angles = {pairs, base: check.number('maxPeriod', maxPeriod, 1), divisor, start: 0, positions};
  check.flag('flip', flip);
  const out = /** @type {any} */ (check.result(given, check.floats(dtype), positions.length * dim, '[timesteps, dim]'));
  writeTable(positions.length, angles, {sines: out, stride: dim, column: flip ? pairs : 0, at: flip ? 0 : pairs});
  if (dim % 2) for (let i = dim - 1; i < out.length; i += dim) out[i] = 0;
  return out;
}

/**
 * Fourier features: sines and cosines of each coordinate times bands of frequencies w from 1 on.
 *
 * - spacing 'geometric': octaves, w = 1, 2, 4, ... (NeRF); or, with a maxResolution, to half of that in even ratios (timm).
 * - 'linear': to maxResolution / 2, by default 112, in even steps, rounded to doubles (Perceiver; timm with linear_bands).
 * - with a matrix instead: of each row of coordinates times that, so that axes are summed. Random features (Tancik et al.;
 *   SAM, score-based models), of 2 pi x B with a normal matrix B, are those of the matrix 2 B.
 *
 * Layouts, as [slowest, ..., fastest], a matrix having one axis; the coordinates themselves, which most models put in front, are left out:
 * - 'concatenated' (Perceiver, SAM): [sine or cosine, axis, band].
 * - 'interleaved' (the paper of NeRF): [axis, band, sine or cosine].
 * - 'nerf' (its code, GLIGEN): [band, sine or cosine, axis].
 * - 'timm': [sine or cosine, band, axis].
 *
 * @template {'float32' | 'float64'} [D='float32']
 * @param {ArrayLike<number>} coordinates [rows, axes], flat; times the highest w, or with a matrix times axes and its largest number, within 2^39
 * @param {number} bands at most 4096 / axes; at most 64 octaves
 * @param {object} [options]
 * @param {number} [options.axes] at most 2048; 1
 * @param {'geometric' | 'linear'} [options.spacing]
 * @param {number | ArrayLike<number>} [options.maxResolution] at least 2; of each axis, or of all
 * @param {ArrayLike<number>} [options.matrix] [axes, bands], flat, in place of the two
 * @param {boolean} [options.pi] whether angles are pi w x, as in the papers, or w x, as in the code of NeRF; true
 * @param {'concatenated' | 'interleaved' | 'nerf' | 'timm'} [options.layout]
 * @param {D} [options.dtype] 'float32'
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [rows, 2 * axes * bands], or with a matrix [rows, 2 * bands]
 * @throws {RangeError | TypeError}
 * Source: Mildenhall et al. 2020 (NeRF), eq. 4; Jaegle et al. 2021 (Perceiver), section 3.2; Tancik et al. 2020, eq. 5
 */
export function fourierFeatures(coordinates, bands, options) {
  const {axes = 1, spacing = 'geometric', maxResolution, matrix, pi = true, layout = 'concatenated', dtype, out: given} = check.known(options, FOURIER);
  const random = matrix !== undefined, linear = check.word('spacing', spacing, SPACINGS) === 'linear', octaves = !linear && !random && maxResolution === undefined;
  check.count('axes', axes, 1, STRIP / 2);
  check.count('bands', bands, 0, Math.min(octaves ? 64 : STRIP, Math.floor(STRIP / axes) & -2));
  check.flag('pi', pi);
  check.word('layout', layout, Object.keys(LAYOUTS));
  if (random && (linear || maxResolution !== undefined)) throw new TypeError('matrix: expected either a matrix or spacing and maxResolution, got both');
  let octave = 2;
  for (let k = 1; k < bands && octaves; k++) octave *= 2;
  const top = random ? check.numbers('matrix', matrix, check.position, axes * bands) :
    check.each('maxResolution', octaves ? octave : maxResolution === undefined ? 224 : maxResolution, axes, (name, value) => check.number(name, value, 2));
  const groups = random ? 1 : axes, terms = axes / groups, far = TURNS / check.farthest(top) * (random ? 1 / axes : 2);
  const x = check.numbers('coordinates', coordinates, (name, value) => check.position(name, check.number(name, value, -far, far))), width = 2 * groups * bands;
  const out = /** @type {any} */ (check.result(given, check.floats(dtype), check.rowsOf('coordinates', x, axes, '[rows, axes]') * width, random ? '[rows, 2 * bands]' : '[rows, 2 * axes * bands]'));
  const m = open(out), {kernels, f64, frequencies} = m, plane = 8 * STRIP, even = 8 * (bands + 1 & -2), key = `fourier ${bands} ${axes} ${linear} ${maxResolution}`;
  if (m.key !== key || random) {
    m.key = random ? '' : key;
    const steps = Math.max(1, bands - 1);
    for (let axis = 0, at = frequencies; axis < axes; axis++, at += even) {
      if (linear || random) for (let k = 0; k < bands; k++) {
        f64[at / 8 + k] = random ? top[axis * bands + k] : 1 + k * (top[axis] / 2 - 1) / steps;
        f64[(at + plane) / 8 + k] = 0;
      } else kernels.pe_frequencies(at, at + plane, bands, 0, top[axis] / 2, -2 * steps);
    }
  }
  const size = out.BYTES_PER_ELEMENT, stays = resident(m, out), [group, pair, cosine] = /** @type {any} */ (LAYOUTS)[layout](groups, bands);
  if (width) tiles(x.length / axes, Math.max(1, Math.floor(TILE / (8 * axes + width * size))), (first, rows) => {
    const work = m.window + 8 * axes * rows, tile = work + 2 * even, to = stays ? address(out, first * width) : tile;
    copyIn(f64, m.window, x, first * axes, rows, axes);
    for (let g = 0; g < groups; g++)
      kernels.pe_fourier(to + g * group * size, to + (g * group + cosine) * size, rows, width, pair, m.window + 8 * g * terms, axes, terms,
        frequencies + g * even, frequencies + g * even + plane, bands, work, pi, size === 8 ? FLOAT64 : 0);
    if (!stays) copyOut(viewOf(m, out), tile, out, first * width, rows, width);
  });
  return out;
}
