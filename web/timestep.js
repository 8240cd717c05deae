/* Embeddings of real numbers: the timesteps of diffusion, and coordinates by Fourier features. */
import {writeTable} from './angles.js';
import * as check from './check.js';
import {FLOAT64, STRIP, TILE, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

const TIMESTEP = check.names('flip shift scale maxPeriod dtype out');
const FOURIER = check.names('axes spacing maxResolution pi layout dtype out'), GAUSSIAN = check.names('axes flip dtype out');
const SPACINGS = ['geometric', 'linear'];

/** Where element (axis, band, sine or cosine) stands, as strides; see fourierFeatures. */
const LAYOUTS = {
  concatenated: (/** @type {number} */ axes, /** @type {number} */ bands) => [bands, 1, axes * bands],
  interleaved: (/** @type {number} */ _, /** @type {number} */ bands) => [2 * bands, 2, 1],
  nerf: (/** @type {number} */ axes) => [1, 2 * axes, axes],
  timm: (/** @type {number} */ axes, /** @type {number} */ bands) => [1, axes, axes * bands]
};

/** The most octaves, and the most numbers of a matrix. */
const OCTAVES = 64, MATRIX = 16384;

/** Half turns of the farthest angle, and the farthest coordinate. */
const TURNS = 549755813888, FARTHEST = 1099511627776; // 2^39, 2^40

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
  writeTable(positions.length, angles, flip ? {sines: out.subarray(pairs), cosines: out, stride: dim} : {sines: out, stride: dim, at: pairs});
  if (dim % 2) for (let i = dim - 1; i < out.length; i += dim) out[i] = 0;
  return out;
}

/**
 * Rows of sines and cosines of coordinates: groups of pairs, each of as many coordinates.
 * @param {import('./wasm.js').Machine} m @param {any} out @param {Float64Array} x [rows, axes] @param {number} axes
 * @param {number} groups @param {number} pairs in each
 * @param {number[]} strides from group to group, from pair to pair, and from sine to cosine @param {number} sine where sines begin
 * @param {number} high frequencies, [groups][axes / groups][pairs rounded up to an even number] @param {number} low
 * @param {number} free where they end
 */
function write(m, out, x, axes, groups, pairs, [group, pair, cosine], sine, high, low, free) {
  const size = out.BYTES_PER_ELEMENT, stays = resident(m, out), width = 2 * groups * pairs, terms = axes / groups, plane = 8 * terms * (pairs + 1 & -2);
  if (width) tiles(x.length / axes, Math.max(1, Math.floor(TILE / (8 * axes + width * size))), (first, rows) => {
    const work = free + 8 * axes * rows, tile = work + 16 * (pairs + 1 & -2), to = (stays ? address(out, first * width) : tile) + sine * size;
    copyIn(m.f64, free, x, first * axes, rows, axes);
    for (let g = 0; g < groups; g++)
      m.kernels.pe_fourier(to + g * group * size, to + (g * group + cosine) * size, rows, width, pair, free + 8 * g * terms, axes, terms,
        high + g * plane, low + g * plane, pairs, work, size === 8 ? FLOAT64 : 0);
    if (!stays) copyOut(viewOf(m, out), tile, out, first * width, rows, width);
  });
  return out;
}

/**
 * Sines and cosines of each coordinate times bands of frequencies w from 1 on.
 *
 * - spacing 'geometric': octaves, w = 1, 2, 4, ... (NeRF); or, with a maxResolution, to half of that in even ratios (timm).
 * - 'linear': to maxResolution / 2, by default 112, in even steps (Perceiver; timm with linear_bands).
 *
 * Layouts, as [slowest, ..., fastest]; the coordinates themselves, which most models put in front, are left out:
 * - 'concatenated' (Perceiver): [sine or cosine, axis, band].
 * - 'interleaved' (the paper of NeRF): [axis, band, sine or cosine].
 * - 'nerf' (its code, GLIGEN): [band, sine or cosine, axis].
 * - 'timm': [sine or cosine, band, axis].
 *
 * @template {'float32' | 'float64'} [D='float32']
 * @param {ArrayLike<number>} coordinates [rows, axes], flat; times the highest w within 2^39
 * @param {number} bands at most 4096 / axes; at most 64 octaves
 * @param {object} [options]
 * @param {number} [options.axes] 1
 * @param {'geometric' | 'linear'} [options.spacing]
 * @param {number | ArrayLike<number>} [options.maxResolution] at least 2; of each axis, or of all
 * @param {boolean} [options.pi] whether angles are pi w x, as in the papers, or w x, as in the code of NeRF; true
 * @param {'concatenated' | 'interleaved' | 'nerf' | 'timm'} [options.layout]
 * @param {D} [options.dtype] 'float32'
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [rows, 2 * axes * bands]
 * @throws {RangeError | TypeError}
 * Source: Mildenhall et al. 2020 (NeRF), eq. 4; Jaegle et al. 2021 (Perceiver), section 3.2
 */
export function fourierFeatures(coordinates, bands, options) {
  const {axes = 1, spacing = 'geometric', maxResolution, pi = true, layout = 'concatenated', dtype, out: given} = check.known(options, FOURIER);
  const linear = check.word('spacing', spacing, SPACINGS) === 'linear', octaves = !linear && maxResolution === undefined;
  check.count('axes', axes, 1, STRIP / 2);
  check.count('bands', bands, 0, Math.min(octaves ? OCTAVES : STRIP, Math.floor(STRIP / axes) & -2));
  check.flag('pi', pi);
  let octave = 2;
  for (let k = 1; k < bands && octaves; k++) octave *= 2;
  const top = check.each('maxResolution', maxResolution ?? (linear ? 224 : octave), axes, (name, value) => check.number(name, value, 2)).map(value => value / 2);
  const strides = /** @type {any} */ (LAYOUTS)[check.word('layout', layout, Object.keys(LAYOUTS))](axes, bands), far = TURNS / check.farthest(top);
  const x = check.numbers('coordinates', coordinates, (name, value) => check.number(name, value, -far, far));
  const out = check.result(given, check.floats(dtype), check.rowsOf('coordinates', x, axes, '[rows, axes]') * 2 * axes * bands, '[rows, 2 * axes * bands]');
  const m = open(out), low = m.frequencies + 8 * STRIP, key = `fourier ${bands} ${linear} ${top} ${pi}`;
  if (m.key !== key) {
    for (let axis = 0, at = 0; axis < axes; axis++, at += 8 * (bands + 1 & -2)) m.kernels.pe_fourier_bands(m.frequencies + at, low + at, bands, linear, top[axis], pi);
    m.key = key;
  }
  return write(m, out, x, axes, axes, bands, strides, 0, m.frequencies, low, m.window);
}

/**
 * Random Fourier features, of a matrix that is given: [sin, cos] of 2 pi x B. SAM takes coordinates in [-1, 1].
 * @template {'float32' | 'float64'} [D='float32']
 * @param {ArrayLike<number>} coordinates [rows, axes], flat; |coordinate| * |B| * axes within 2^38
 * @param {ArrayLike<number>} matrix B, [axes, features], flat: at most 16384 numbers
 * @param {object} [options]
 * @param {number} [options.axes] 1
 * @param {boolean} [options.flip] cosines first, as in the paper; false, as in the code of SAM and of score-based models
 * @param {D} [options.dtype] 'float32'
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [rows, 2 * features]
 * @throws {RangeError | TypeError}
 * Source: Tancik et al. 2020, eq. 5; Kirillov et al. 2023 (SAM), its published code
 */
export function gaussianFeatures(coordinates, matrix, options) {
  const {axes = 1, flip = false, dtype, out: given} = check.known(options, GAUSSIAN);
  check.count('axes', axes, 1, MATRIX);
  const b = check.numbers('matrix', matrix, check.position), pairs = check.rowsOf('matrix', b, axes, '[axes, features]');
  if (b.length > MATRIX) check.refuse('matrix', `at most ${MATRIX} numbers`, matrix);
  check.flag('flip', flip);
  const far = Math.min(FARTHEST, TURNS / 2 / axes / check.farthest(b));
  const x = check.numbers('coordinates', coordinates, (name, value) => check.number(name, value, -far, far));
  const out = check.result(given, check.floats(dtype), check.rowsOf('coordinates', x, axes, '[rows, axes]') * 2 * pairs, '[rows, 2 * features]');
  const m = open(out), width = pairs + 1 & -2, high = m.window, low = high + 8 * axes * width;
  for (let i = 0; i < b.length; i++) {
    const at = Math.floor(i / pairs) * width + i % pairs;
    m.f64[high / 8 + at] = 4 * b[i];  // quarter turns
    m.f64[low / 8 + at] = 0;
  }
  return write(m, out, x, axes, 1, pairs, [0, 1, flip ? -pairs : pairs], flip ? pairs : 0, high, low, low + 8 * axes * width);
}
