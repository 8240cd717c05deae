/* Grids of positions: tables of two and three dimensions, and the resizing of learned ones. */
import {makeRows} from './angles.js';
import * as check from './check.js';
import {FLOAT64, TILE, address, copyIn, copyOut, open, resident, tiles} from './wasm.js';

const NAMES_3D = 'dtype base start scale out', GRID_3D = check.names(NAMES_3D), GRID_2D = check.names(`order prefix ${NAMES_3D}`);
const RESIZE = check.names('prefix antialias out');

/** What stands in each quarter of a row: 2 axis, and 1 more for the cosines; the rows of the grid are axis 0. */
const ORDERS = {mae: [2, 3, 0, 1], timm: [0, 2, 1, 3], 'timm-interleaved': [0, 1, 2, 3]};

/** The largest extent of a grid that is resized: the weights of both axes stand in the window. */
const EXTENT = 8192;

/**
 * A row for each point of a grid, its last axis the fastest, woven of rows of its axes. In the window, a line keeps
 * what is the same in the next.
 * @param {any} out @param {number} at its first element @param {number} dim
 * @param {number[]} lengths @param {import('./angles.js').Angles[]} angles of each axis, with the same frequencies
 * @param {{axis: number, from: number, count: number}[]} parts of a row: elements of that of an axis, sines and then cosines
 */
function weave(out, at, dim, lengths, angles, parts) {
  const m = open(out), size = out.BYTES_PER_ELEMENT, view = size === 8 ? m.f64 : m.f32, stays = resident(m, out);
  const {pairs} = angles[0], width = 2 * pairs * size, most = Math.max(1, Math.floor(TILE / width)), last = lengths.length - 1;
  const list = m.window, scratch = list + 128, tables = scratch + TILE, tile = tables + 3 * TILE, made = [-1, -1, -1], rows = [0, 0, 0];
  /** Finds the row of an axis, or makes it with those around it. @param {number} axis @param {number} index */
  const find = (axis, index) => {
    const sine = tables + axis * TILE, batch = Math.floor(index / most), first = batch * most;
    if (made[axis] !== batch) makeRows(m, angles[axis], {pairs, cosines: pairs, first, rows: Math.min(most, lengths[axis] - first), sine,
      cosine: sine + width / 2, stride: 2 * pairs, flags: size === 8 ? FLOAT64 : 0, scratch});
    made[axis] = batch;
    rows[axis] = sine + (index - first) * width;
  };
  const lines = dim && (out.length - at) / dim / lengths[last];
  if (lines) tiles(lengths[last], most, (first, some) => {
    find(last, first);
    for (let line = 0; line < lines; line++) {
      for (let axis = last - 1, rest = line; axis >= 0; rest = Math.floor(rest / lengths[axis--])) find(axis, rest % lengths[axis]);
      let put = list / 4, column = 0;
      for (const {axis, from, count} of parts) {
        if (stays || !line || axis < last) {
          m.i32[put++] = rows[axis] + from * size;
          m.i32[put++] = axis < last ? 0 : width;
          m.i32[put++] = column * size;
          m.i32[put++] = count * size;
        }
        column += count;
      }
      const to = at + (line * lengths[last] + first) * dim;
      const n = (put - list / 4) / 4;
      // In the window each piece of a line is copied while the nearest cache has it.
      if (stays) m.kernels.pe_weave(address(out, to), dim * size, some, list, n);
      else tiles(some, line ? Math.max(1, Math.floor(TILE / 4 / (dim * size))) : some, (c, few) => {
        m.kernels.pe_weave(tile + c * dim * size, dim * size, few, list, n);
        copyOut(view, tile + c * dim * size, out, to + c * dim, 1, few * dim);
      });
    }
  });
  return out;
}

/**
 * A table of two dimensions, or of three. Then the frequencies of both kinds of axes stand in one strip, and each row has the angles of both.
 * @param {string} product the names of the lengths @param {number[]} lengths @param {any} dim @param {any} options @param {Record<string, number>} known
 * @param {number} unit of which dim is a multiple @param {number} most
 */
function table(product, lengths, dim, options, known, unit, most) {
  const {order = 'mae', dtype, base = 1e4, start = 0, scale = 1, prefix = 0, out: given} = check.known(options, known), flat = lengths.length === 2;
  product.split(' * ').forEach((name, axis) => check.count(name, lengths[axis]));
  if (check.count('dim', dim, 0, most) % unit) check.refuse('dim', `a multiple of ${unit}`, dim);
  check.word('order', order, Object.keys(ORDERS));
  const own = flat ? 0 : dim / 8, pairs = flat ? dim / 4 : dim / 16 * 3, frequencies = {
    pairs: own + pairs, base: check.base(base), divisor: 2 * (own || pairs), key: flat ? '' : '3d', start: 0,
    change: flat ? undefined : (/** @type {any} */ m, /** @type {number} */ high, /** @type {number} */ low) => m.kernels.pe_frequencies(high + 8 * own, low + 8 * own, pairs, 0, base, 2 * pairs)
  };
  const from = check.each('start', start, lengths.length, check.position), by = check.each('scale', scale, lengths.length, check.position);
  const angles = lengths.map((length, axis) => {
    const positions = new Float64Array(length);
    for (let i = 0; i < length; i++) positions[i] = check.position('scale', (from[axis] + i) * by[axis]);
    return {...frequencies, positions};
  });
  const parts = (flat ? /** @type {any} */ (ORDERS)[order] : [0, 1, 4, 5, 2, 3]).map((/** @type {number} */ part) => {
    const shared = flat || part > 1;
    return {axis: part >> 1, from: part % 2 * (own + pairs) + (shared ? own : 0), count: shared ? pairs : own};
  });
  const head = check.count('prefix', prefix) * dim, points = lengths.reduce((product, length) => product * length, 1);
  const out = check.result(given, check.floats(dtype), head + points * dim, `[${flat ? 'prefix + ' : ''}${product}, dim]`);
  return weave(out.fill(0, 0, head), head, dim, lengths, angles, parts);
}

/**
 * A table of two dimensions: sines and cosines of the row and of the column of each point of a grid, row by row,
 * with the frequencies base^(-4k / dim). Sources disagree about the order, and about its name:
 *
 * - 'mae' (MAE, MoCo v3, DiT, PixArt, SD3): [sin column, cos column, sin row, cos row]; the column comes first,
 *   though the code of MAE calls that half emb_h.
 * - 'timm': [sin row, sin column, cos row, cos column].
 * - 'timm-interleaved' (interleave_sin_cos): [sin row, cos row, sin column, cos column].
 *
 * @template {'float32' | 'float64'} [D='float32']
 * @param {number} height rows of the grid
 * @param {number} width columns of the grid
 * @param {number} dim a multiple of 4, at most 16384
 * @param {object} [options]
 * @param {'mae' | 'timm' | 'timm-interleaved'} [options.order]
 * @param {D} [options.dtype] 'float32'
 * @param {number} [options.base] at least 1; 10000
 * @param {number | ArrayLike<number>} [options.start] the first row and column, or one number for both; 0
 * @param {number | ArrayLike<number>} [options.scale] factors of rows and columns, or one for both; a coordinate is
 *   (start + index) * scale, within 2^40. PixArt: base_size / extent / interpolation_scale; SD3: the same of its whole
 *   grid, with start at the corner of the crop. 1
 * @param {number} [options.prefix] rows of zeros before the grid, for class tokens; 0
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [prefix + height * width, dim]
 * @throws {RangeError | TypeError}
 * Source: He et al. 2022 (MAE), Chen et al. 2021 (MoCo v3), section 4, and their published code
 */
export function sinusoidal2d(height, width, dim, options) {
  return /** @type {any} */ (table('height * width', [height, width], dim, options, GRID_2D, 4, 16384));
}

/**
 * The table of CogVideoX, of three dimensions: a quarter of dim for the frame, then three quarters for column and
 * row as in 'mae'. A part of width n is [sin, cos] with the frequencies base^(-2k / n): n is dim / 4, and 3 dim / 8 twice.
 * @template {'float32' | 'float64'} [D='float32']
 * @param {number} frames @param {number} height @param {number} width
 * @param {number} dim a multiple of 16, at most 8192
 * @param {object} [options]
 * @param {D} [options.dtype] 'float32'
 * @param {number} [options.base] at least 1; 10000
 * @param {number | ArrayLike<number>} [options.start] the first frame, row and column, or one number for all; 0
 * @param {number | ArrayLike<number>} [options.scale] factors of the three, or one for all: 1 / temporal_interpolation_scale
 *   and 1 / spatial_interpolation_scale; 1
 * @param {Float32Array | Float64Array} [options.out]
 * @returns {D extends 'float64' ? Float64Array : Float32Array} [frames * height * width, dim]
 * @throws {RangeError | TypeError}
 * Source: Yang et al. 2024 (CogVideoX), and its published code
 */
export function sinusoidal3d(frames, height, width, dim, options) {
  return /** @type {any} */ (table('frames * height * width', [frames, height, width], dim, options, GRID_3D, 16, 8192));
}

/**
 * A learned table of a grid for a grid of another size, by bicubic interpolation between the centres of its
 * points, as PyTorch's interpolate(mode='bicubic', align_corners=False): with the kernel of Keys, a = -0.75 and the
 * edge repeated; or antialiased, as Pillow does: a = -0.5, widened where the grid shrinks, without what is beyond
 * the edge. Sums are taken in double precision and rounded once.
 * @param {Float32Array} table [prefix + rows * columns, dim]
 * @param {ArrayLike<number>} from its rows and columns, each from 1 to 8192
 * @param {ArrayLike<number>} to the rows and columns of the result, each from 1 to 8192
 * @param {number} dim
 * @param {object} [options]
 * @param {number} [options.prefix] rows that are kept as they are, before the grid; 0
 * @param {boolean} [options.antialias] false, as ViT, MAE and DINOv2 do; timm does
 * @param {Float32Array} [options.out] not overlapping the table
 * @returns {Float32Array} [prefix + rows * columns, dim]
 * @throws {RangeError | TypeError}
 * Source: Keys 1981, eq. 4 and 15
 */
export function resizeGrid(table, from, to, dim, options) {
  const {prefix = 0, antialias = false, out: given} = check.known(options, RESIZE);
  /** @param {string} name @param {any} value */
  const extent = (name, value) => check.count(name, value, 1, EXTENT);
  const [rows, columns] = check.numbers('from', from, extent, 2), [height, width] = check.numbers('to', to, extent, 2);
  const head = check.count('prefix', prefix) * check.count('dim', dim), shape = '[prefix + rows * columns, dim]';
  check.array('table', table, check.FLOAT32, head + rows * columns * dim, shape);
  check.flag('antialias', antialias);
  const out = check.result(given, Float32Array, head + height * width * dim, shape), {kernels, f64, i32, window, end} = open();
  out.set(table.subarray(0, head));

  let free = window;
  /** @param {number} from @param {number} to */
  const taps = (from, to) => {
    const most = Math.min(from, Math.ceil(4 * (antialias ? Math.max(from, to) : to) / to)), spans = free, weights = spans + 8 * to;
    kernels.pe_cubic_taps(spans, weights, most, from, to, antialias);
    free = weights + 8 * to * most;
    return {most, spans, weights, from: i32.subarray(spans / 4, weights / 4)};
  };
  const down = taps(rows, height), across = taps(columns, width);
  // The rest holds, in doubles, a ring of rows resized across, a row of the table and a row of the result: some columns of some elements.
  const room = Math.min(end - free, 3 * TILE) / 8, column = down.most + 1 + columns / width, edge = across.most + 3;
  tiles(dim, Math.max(1, Math.floor(room / (column + edge))), (d, n) => {
    tiles(width, Math.max(1, Math.floor((room / n - edge) / column)), (x, count) => {
      // A point that lies on another has no neighbours, the one before or after it may.
      const first = Math.max(0, across.from[2 * x] - 1), end = 2 * (x + count) - 2, last = Math.min(columns, across.from[end] + across.from[end + 1] + 1);
      let made = 0;
      const width8 = 8 * count * n, line = free + down.most * width8, result = line + 8 * (last - first) * n;
      for (let y = 0; y < height; y++) {
        const needed = down.from[2 * y] + down.from[2 * y + 1];
        for (let row = Math.max(made, down.from[2 * y]); row < needed; row++) {
          copyIn(f64, line, table, head + (row * columns + first) * dim + d, last - first, n, dim);
          kernels.pe_resize(free + row % down.most * width8, line, EXTENT, across.spans + 8 * x, first, across.weights + 8 * across.most * x, across.most, count, n);
        }
        made = Math.max(made, needed);
        kernels.pe_resize(result, free, down.most, down.spans + 8 * y, 0, down.weights + 8 * down.most * y, down.most, 1, count * n);
        copyOut(f64, result, out, head + (y * width + x) * dim + d, count, n, dim, n);
      }
    });
  });
  return out;
}
