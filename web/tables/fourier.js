/*
 * Makes Fourier features: embeddings of coordinates. A feature is the sine or cosine of a
 * coordinate times a frequency. The frequencies of a coordinate are called its bands.
 */
import * as check from '../check.js';
import { precisionOf, result, elementType } from '../dtypes.js';
import {
  Carver,
  NOTHING_MADE,
  STRIP,
  TILE,
  address,
  copyNumbers,
  copyOut,
  open,
  resident,
  tiles,
  viewOf,
} from '../wasm.js';

const readOptions = check.reader(
  'fourierFeatures',
  [],
  ({ axes, spacing, maxResolution, matrix, pi, layout, dtype, out }) => ({
    axes,
    spacing,
    maxResolution,
    matrix,
    pi,
    layout,
    dtype,
    out,
  }),
);
const SPACINGS = ['geometric', 'linear'];

/**
 * Distances between features in a row, in elements: from an axis to the next, from a band to the
 * next, and from a sine to its cosine.
 * @typedef {{axis: number, band: number, cosine: number}} Strides
 */

/**
 * For each layout, the function that returns its strides.
 * @type {Record<string, (axes: number, bands: number) => Strides>}
 */
const LAYOUTS = {
  concatenated: (axes, bands) => ({ axis: bands, band: 1, cosine: axes * bands }),
  interleaved: (_, bands) => ({ axis: 2 * bands, band: 2, cosine: 1 }),
  nerf: (axes) => ({ axis: 1, band: 2 * axes, cosine: axes }),
  timm: (axes, bands) => ({ axis: 1, band: axes, cosine: axes * bands }),
};

const LAYOUT_NAMES = Object.keys(LAYOUTS);

/** Reads a matrix, which is usually the same in all calls. */
const readMatrix = check.recaller('matrix', -check.FARTHEST, check.FARTHEST, check.position);

/** The largest magnitude of an angle, in half turns. */
const FARTHEST = 549755813888; // 2^39

/** The largest number of bands if they are octaves. */
const OCTAVES = 64;

/**
 * Makes Fourier features: the sine and cosine of each coordinate times each frequency w. The
 * options determine the frequencies:
 *
 * - spacing 'geometric': octaves, w = 1, 2, 4, ... (NeRF). If maxResolution is given, w grows from
 *   1 to maxResolution / 2 in equal ratios (timm).
 * - spacing 'linear': w grows from 1 to maxResolution / 2 in equal steps; the default of
 *   maxResolution is 224. Each w is rounded to a double (Perceiver; timm with linear_bands).
 * - matrix: each row of coordinates is multiplied by the matrix, which sums over the axes. The
 *   result has the sines and cosines of the products. Random Fourier features (Tancik et al.; SAM,
 *   score-based models) are the sines and cosines of 2 pi x B, where the elements of B are normally
 *   distributed. For these features, give the matrix 2 B.
 *
 * The layouts are listed here with the index that changes fastest at the end. With a matrix, there
 * is only one axis. Most models put the coordinates before the features. The result does not
 * contain the coordinates.
 * - 'concatenated' (Perceiver, SAM): [sine or cosine, axis, band].
 * - 'interleaved' (the paper of NeRF): [axis, band, sine or cosine].
 * - 'nerf' (the code of NeRF, GLIGEN): [band, sine or cosine, axis].
 * - 'timm': [sine or cosine, band, axis].
 *
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {ArrayLike<number>} coordinates [rows, axes], flat. The magnitude of a coordinate times
 *   the highest w must be at most 2^39. With a matrix, the same limit holds for this product: the
 *   magnitude of a coordinate, times the number of axes, times the largest magnitude in the matrix.
 * @param {number} bands the number of frequencies: at most 4096 / axes; at most 64 if they are
 *   octaves
 * @param {object} [options]
 * @param {number} [options.axes] at most 2048, default 1
 * @param {'geometric' | 'linear'} [options.spacing] default 'geometric'
 * @param {number | ArrayLike<number>} [options.maxResolution] at least 2: one number for each axis,
 *   or one number for all axes
 * @param {ArrayLike<number>} [options.matrix] [axes, bands], flat, instead of spacing and
 *   maxResolution
 * @param {boolean} [options.pi] true for the angles pi w x, as in the papers; false for the angles
 *   w x, as in the code of NeRF; default true
 * @param {'concatenated' | 'interleaved' | 'nerf' | 'timm'} [options.layout] default 'concatenated'
 * @param {D} [options.dtype] default 'float32'
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [rows, 2 * axes * bands], or with a
 *   matrix [rows, 2 * bands]
 * @throws {RangeError | TypeError}
 * Source: Mildenhall et al. 2020 (NeRF), eq. 4; Jaegle et al. 2021 (Perceiver), section 3.2;
 *   Tancik et al. 2020, eq. 5
 * @example
 * console.log(fourierFeatures([0.25], 2)); // [0.7071, 1, 0.7071, 0]
 * console.log(fourierFeatures([0.25], 2, { layout: 'interleaved' })); // [0.7071, 0.7071, 1, 0]
 */
export function fourierFeatures(coordinates, bands, options) {
  const {
    axes = 1,
    spacing,
    maxResolution,
    matrix,
    pi = true,
    layout = 'concatenated',
    dtype,
    out: given,
  } = readOptions(options);
  const random = matrix !== undefined;
  const linear =
    check.word('spacing', spacing === undefined ? 'geometric' : spacing, SPACINGS) === 'linear';
  const octaves = !linear && !random && maxResolution === undefined;
  check.count('axes', axes, 1, STRIP / 2);
  check.count(
    'bands',
    bands,
    0,
    Math.min(octaves ? OCTAVES : STRIP, Math.floor(STRIP / axes) & -2),
  );
  check.flag('pi', pi);
  check.word('layout', layout, LAYOUT_NAMES);
  if (random && (spacing !== undefined || maxResolution !== undefined)) refuseBoth();
  const usual = octaves ? 2 * highestOctave(bands) : 224;
  const top = random
    ? readMatrix(matrix, axes * bands)
    : resolutions(maxResolution === undefined ? usual : maxResolution, axes);
  const most = (FARTHEST / check.farthest(top)) * (random ? 1 / axes : 2);
  const near = Math.min(most, check.FARTHEST);
  const x = check.within('coordinates', coordinates, -near, near, (name, value) =>
    check.position(name, check.number(name, value, -most, most)),
  );
  const type = elementType(dtype);
  const rows = check.rowsOf('coordinates', x, axes, '[rows, axes]');
  // With a matrix, there is one group of features for all axes. Otherwise each axis has its own
  // group.
  const groups = random ? 1 : axes;
  const width = 2 * groups * bands;
  const shape = random ? '[rows, 2 * bands]' : '[rows, 2 * axes * bands]';
  const out = result(given, type, rows * width, shape);
  const machine = open(out);
  const key = octaves ? 'octaves' : keyOf(linear, random, top);
  const list = random ? top : undefined;
  const { made } = machine;
  if (made.key !== key || made.pairs !== bands || made.first !== axes || made.list !== list) {
    machine.made = NOTHING_MADE;
    putFrequencies(machine, { axes, bands, random, linear, top });
    machine.made = { ...NOTHING_MADE, pairs: bands, first: axes, key, list };
  }
  const strides = LAYOUTS[layout](groups, bands);
  if (width)
    writeFeatures(machine, out, x, { axes, bands, groups, width, pi, strides, half: type.half });
  return check.given(out);
}

/** Throws, because a matrix already has the frequencies. @returns {never} */
function refuseBoth() {
  const expected = 'neither spacing nor maxResolution with it';
  throw check.failure(TypeError, 'matrix', expected, 'at least one');
}

/**
 * Returns a text that identifies the frequencies, except for those in a matrix.
 * @param {boolean} linear
 * @param {boolean} random whether there is a matrix
 * @param {Float64Array} top the resolution of each axis, if there is no matrix
 */
const keyOf = (linear, random, top) =>
  random ? 'matrix' : `${linear ? 'linear' : 'geometric'} ${top}`;

/** Returns the last of the frequencies 1, 2, 4, ... @param {number} bands their number */
function highestOctave(bands) {
  let octave = 1;
  for (let band = 1; band < bands; band++) octave *= 2;
  return octave;
}

/**
 * Checks `maxResolution`, and returns the resolution of each axis.
 * @param {unknown} given one number for each axis, or one number for all axes
 * @param {number} axes
 */
const resolutions = (given, axes) =>
  check.each('maxResolution', given, axes, (name, value) => check.number(name, value, 2));

/**
 * Returns how many bytes the frequencies of an axis take: a multiple of 16, so that the frequencies
 * of the next axis are aligned.
 * @param {number} bands
 */
const bytesOfAxis = (bands) => 8 * ((bands + 1) & -2);

/**
 * Writes the frequencies of all axes to the memory of the machine. Each frequency is the sum of a
 * high part and a low part. The low part is STRIP doubles after the high part.
 * @param {import('../wasm.js').Machine} machine
 * @param {object} spectrum
 * @param {number} spectrum.axes
 * @param {number} spectrum.bands
 * @param {boolean} spectrum.random whether the frequencies are a matrix
 * @param {boolean} spectrum.linear whether they grow in equal steps
 * @param {Float64Array} spectrum.top the matrix, or the resolution of each axis, which is twice its
 *   highest frequency
 */
function putFrequencies(machine, { axes, bands, random, linear, top }) {
  const { kernels, f64, frequencies } = machine;
  const steps = Math.max(1, bands - 1);
  for (let axis = 0; axis < axes; axis++) {
    const high = frequencies + axis * bytesOfAxis(bands);
    const low = high + 8 * STRIP;
    const highest = top[axis] / 2;
    if (random) f64.set(top.subarray(axis * bands, (axis + 1) * bands), high / 8);
    else if (linear)
      for (let k = 0; k < bands; k++) f64[high / 8 + k] = 1 + (k * (highest - 1)) / steps;
    else kernels.pe_frequencies(high, low, bands, 0, highest, -2 * steps);
    if (random || linear) f64.fill(0, low / 8, low / 8 + bands);
  }
}

/**
 * Writes the features of all rows. They pass through the window of wasm memory in tiles, unless
 * `out` lies in an arena.
 * @param {import('../wasm.js').Machine} machine
 * @param {import('../dtypes.js').Elements} out
 * @param {Float64Array} x the coordinates
 * @param {object} shape
 * @param {number} shape.axes
 * @param {number} shape.bands
 * @param {number} shape.groups the number of groups of features in a row; each group belongs to one
 *   axis, or to all axes if there is a matrix
 * @param {number} shape.width the number of elements in a row
 * @param {boolean} shape.pi
 * @param {Strides} shape.strides
 * @param {number} shape.half FLOAT16 or BFLOAT16 for elements of 16 bits, otherwise 0
 */
function writeFeatures(machine, out, x, { axes, bands, groups, width, pi, strides, half }) {
  const { kernels, f64, frequencies } = machine;
  const flags = precisionOf(out);
  const size = flags ? 8 : 4;
  const inPlace = !half && resident(machine, out);
  const terms = axes / groups;
  const length = x.length / axes;
  const most = Math.min(length, Math.max(1, Math.floor(TILE / (8 * axes + width * size))));
  const carver = new Carver(machine);
  const coordinates = carver.doubles(axes * most);
  const work = carver.bytes(2 * bytesOfAxis(bands));
  const tile = carver.bytes(most * width * size);
  tiles(length, most, (first, rows) => {
    const to = inPlace ? address(out, first * width) : tile;
    copyNumbers(f64, coordinates, x, first * axes, rows * axes);
    for (let group = 0; group < groups; group++) {
      const sine = to + group * strides.axis * size;
      const high = frequencies + group * bytesOfAxis(bands);
      kernels.pe_fourier(
        sine,
        sine + strides.cosine * size,
        rows,
        width,
        strides.band,
        coordinates + 8 * group * terms,
        axes,
        terms,
        high,
        high + 8 * STRIP,
        bands,
        work,
        pi,
        flags,
      );
    }
    if (half) kernels.pe_halves(tile, tile, rows * width, half);
    if (!inPlace) copyOut(viewOf(machine, out), tile, out, first * width, rows, width);
  });
}
