/*
 * Makes sinusoidal tables for grids of two and of three dimensions. The table has a row for each
 * point of the grid. Such a row consists of several parts. Each part depends on one coordinate of
 * the point and is copied from the sinusoidal table of that axis.
 */
import { Angles, makeRows } from '../angles/angles.js';
import * as check from '../check.js';
import { precisionOf, result, elementType } from '../dtypes.js';
import { Carver, TILE, address, copyOut, open, resident, tiles, viewOf } from '../wasm.js';

/** A result with at most this many elements is copied at once. */
const FEW = 4096;

const readOptions3d = check.reader('sinusoidal3d', [], ({ dtype, base, start, scale, out }) => ({
  dtype,
  base,
  start,
  scale,
  out,
}));
const readOptions2d = check.reader(
  'sinusoidal2d',
  ['sinusoidal'],
  ({ order, prefix, dtype, base, start, scale, out, grid }, described) => ({
    order,
    prefix,
    dtype,
    base,
    start,
    scale,
    out,
    ofModel: described ? { grid } : undefined,
  }),
);

/** Describes a part with the sines of an axis. @param {number} axis */
const sines = (axis) => ({ axis, cosine: false });
/** Describes a part with the cosines of an axis. @param {number} axis */
const cosines = (axis) => ({ axis, cosine: true });

/**
 * The four parts of a row of a table of two dimensions, by the option `order`. Axis 0 is the row of
 * the point in the grid, and axis 1 its column.
 */
const ORDERS = {
  mae: [sines(1), cosines(1), sines(0), cosines(0)],
  timm: [sines(0), sines(1), cosines(0), cosines(1)],
  'timm-interleaved': [sines(0), cosines(0), sines(1), cosines(1)],
};

const ORDER_NAMES = /** @type {(keyof typeof ORDERS)[]} */ (Object.keys(ORDERS));

/** The parts of a row of a table of three dimensions. Axes 0, 1 and 2 are frame, row and column. */
const ORDER_3D = [sines(0), cosines(0), sines(2), cosines(2), sines(1), cosines(1)];

/**
 * Each axis has a table of its own, whose rows have all sines, then all cosines. A row of the result
 * is joined from parts of such rows. A part has `count` elements, from element `from` on.
 * @typedef {{axis: number, from: number, count: number}} Part
 */

/**
 * Makes the rows of the table of a grid from rows of the tables of its axes, in three steps. `find`
 * makes rows of an axis. `listParts` lists the parts of these rows that a row of the result
 * contains. `weave` copies the parts. A line is all points of the grid that differ only on the last
 * axis.
 */
class Loom {
  /**
   * @param {import('../dtypes.js').Elements} out
   * @param {number} dim the number of elements in a row of the result
   * @param {number[]} lengths the length of each axis; the index on the last axis changes from row
   *   to row
   * @param {Angles[]} angles the angles of each axis; all axes have the same frequencies
   * @param {Part[]} parts the parts of a row of the result
   * @param {number} half FLOAT16 or BFLOAT16 for elements of 16 bits, otherwise 0
   */
  constructor(out, dim, lengths, angles, parts, half) {
    const machine = open(out);
    const size = check.sizeOf(out);
    const { pairs } = angles[0];
    this.machine = machine;
    this.out = out;
    this.lengths = lengths;
    this.angles = angles;
    this.parts = parts;
    this.dim = dim;
    this.size = size;
    this.half = half;
    this.precision = precisionOf(out);
    this.last = lengths.length - 1;
    /** The number of bytes of a row of an axis. */
    this.width = 2 * pairs * size;
    /** The number of rows in a batch: this many rows of an axis are made at once. */
    this.most = Math.max(1, Math.floor(TILE / (2 * pairs * (this.precision ? 8 : 4))));
    const carver = new Carver(machine);
    this.list = carver.words(4 * parts.length);
    this.scratch = carver.doubles(this.most);
    /** For each axis: the index of the batch in memory, or -1 if there is none, and its address. */
    this.batches = lengths.map(() => ({ number: -1, at: carver.bytes(TILE) }));
    this.tile = carver.free;
    /** Where the whole result is in memory, if it lies in an arena or has few elements. */
    this.whole = out.length <= FEW ? this.tile : undefined;
    if (resident(machine, out)) this.whole = address(out, 0);
    /** The address of the current row of each axis. */
    this.rows = lengths.map(() => 0);
  }

  /**
   * Makes a row the current row of its axis. If the row is not in memory, its batch is made first.
   * @param {number} axis
   * @param {number} index the index of the row
   */
  find(axis, index) {
    const { machine, angles, lengths, width, most, half, precision } = this;
    const batch = this.batches[axis];
    const number = Math.floor(index / most);
    const first = number * most;
    if (batch.number !== number) {
      const { pairs } = angles[axis];
      const rows = Math.min(most, lengths[axis] - first);
      makeRows(machine, angles[axis], {
        pairs,
        cosines: pairs,
        first,
        rows,
        sine: batch.at,
        cosine: batch.at + pairs * (precision ? 8 : 4),
        stride: 2 * pairs,
        flags: precision,
        scratch: this.scratch,
      });
      if (half) machine.kernels.pe_halves(batch.at, batch.at, rows * 2 * pairs, half);
      batch.number = number;
    }
    this.rows[axis] = batch.at + (index - first) * width;
  }

  /**
   * Finds the rows of all axes but the last. These rows are the same for the whole line.
   * @param {number} line
   */
  findLine(line) {
    let rest = line;
    for (let axis = this.last - 1; axis >= 0; axis--) {
      this.find(axis, rest % this.lengths[axis]);
      rest = Math.floor(rest / this.lengths[axis]);
    }
  }

  /**
   * Writes the list of parts that pe_weave needs. Each part has an address, a distance from one row
   * to the next, a column and a width. All are in bytes.
   * @param {boolean} all whether to list the parts of the last axis, too
   * @returns {number} the number of parts in the list
   */
  listParts(all) {
    const { rows, size, width, last } = this;
    const { i32 } = this.machine;
    let put = this.list / 4;
    let column = 0;
    for (const { axis, from, count } of this.parts) {
      if (all || axis < last) {
        i32[put++] = rows[axis] + from * size;
        i32[put++] = axis < last ? 0 : width;
        i32[put++] = column * size;
        i32[put++] = count * size;
      }
      column += count;
    }
    return (put - this.list / 4) / 4;
  }

  /**
   * Writes consecutive rows of one line to the result.
   * @param {number} line the index of the line
   * @param {number} to the index of the first element of these rows in the result
   * @param {number} count the number of rows
   */
  weave(line, to, count) {
    const { out, tile, list, whole } = this;
    const { pe_weave: weave } = this.machine.kernels;
    const bytes = this.dim * this.size;
    this.findLine(line);
    if (whole !== undefined) {
      weave(whole + to * this.size, bytes, count, list, this.listParts(true));
      return;
    }
    // The parts of the last axis are the same in every line. Only line 0 writes them to the tile.
    const parts = this.listParts(line === 0);
    const view = viewOf(this.machine, out);
    // Rows are copied to the result a few at a time, while they are in the first-level cache.
    const most = line ? Math.max(1, Math.floor(TILE / 4 / bytes)) : count;
    tiles(count, most, (first, some) => {
      const at = tile + first * bytes;
      weave(at, bytes, some, list, parts);
      copyOut(view, at, out, to + first * this.dim, 1, some * this.dim);
    });
  }
}

/**
 * Writes a row for each point of a grid. The index on the last axis changes from row to row.
 * @param {import('../dtypes.js').Elements} out
 * @param {number} head the number of elements before the grid
 * @param {number} dim
 * @param {number[]} lengths the length of each axis
 * @param {Angles[]} angles the angles of each axis
 * @param {Part[]} parts the parts of a row
 * @param {number} half FLOAT16 or BFLOAT16 for elements of 16 bits, otherwise 0
 */
function writeGrid(out, head, dim, lengths, angles, parts, half) {
  if (out.length === head) return;
  const loom = new Loom(out, dim, lengths, angles, parts, half);
  const { last } = loom;
  const lines = (out.length - head) / dim / lengths[last];
  tiles(lengths[last], loom.most, (first, count) => {
    loom.find(last, first);
    for (let line = 0; line < lines; line++)
      loom.weave(line, head + (line * lengths[last] + first) * dim, count);
  });
  // All lines of a small result are in the tile, and are copied together.
  if (loom.whole === loom.tile) {
    const view = viewOf(loom.machine, out);
    copyOut(view, loom.tile + head * loom.size, out, head, 1, out.length - head);
  }
}

/**
 * Returns the frequencies of a table of three dimensions. The first frequencies are for the frames.
 * Rows and columns share the other frequencies.
 * @param {number} own the number of pairs of the frames
 * @param {number} shared the number of pairs of the rows; the columns have as many
 * @param {number} base
 * @returns {import('../angles/angles.js').Frequencies}
 */
const frequencies3d = (own, shared, base) => ({
  pairs: own + shared,
  base,
  divisor: 2 * own,
  key: '3d',
  change: ({ kernels }, high, low) => {
    kernels.pe_frequencies(high + 8 * own, low + 8 * own, shared, 0, base, 2 * shared);
  },
});

/**
 * Returns the angles of each axis. The positions on an axis are (start + index) * scale.
 * @param {import('../angles/angles.js').Frequencies} frequencies
 * @param {number[]} lengths the length of each axis
 * @param {Float64Array} start
 * @param {Float64Array} scale
 * @returns {Angles[]}
 */
function anglesOfAxes(frequencies, lengths, start, scale) {
  const { pairs, base, divisor, key, change } = frequencies;
  return lengths.map((length, axis) => {
    const positions = new Float64Array(length);
    for (let i = 0; i < length; i++)
      positions[i] = check.position('scale', (start[axis] + i) * scale[axis]);
    const angles = new Angles(pairs, base, divisor, 0, positions);
    angles.key = key ?? '';
    angles.change = change;
    return angles;
  });
}

/**
 * The options of sinusoidal2d or sinusoidal3d, after they have been read.
 * @template D
 * @typedef {object} GridOptions
 * @property {keyof typeof ORDERS} [order]
 * @property {number} [prefix]
 * @property {D} [dtype]
 * @property {number} [base]
 * @property {unknown} [start]
 * @property {unknown} [scale]
 * @property {unknown} [out]
 */

/**
 * Checks all arguments and makes a table of two or three dimensions.
 * @template {import('../dtypes.js').Dtype} D
 * @param {string[]} axes the name of each axis
 * @param {number[]} lengths the length of each axis
 * @param {number} dim
 * @param {GridOptions<D>} options
 * @param {object} limits
 * @param {number} limits.unit dim must be a multiple of this number
 * @param {number} limits.most the largest dim
 */
function gridTable(axes, lengths, dim, options, { unit, most }) {
  const { order = 'mae', dtype, base = 1e4, start = 0, scale = 1, prefix = 0 } = options;
  axes.forEach((name, axis) => check.count(name, lengths[axis]));
  if (check.count('dim', dim, 0, most) % unit) check.refuse('dim', `a multiple of ${unit}`, dim);
  check.word('order', order, ORDER_NAMES);
  check.base(base);
  const from = check.each('start', start, lengths.length, check.position);
  const by = check.each('scale', scale, lengths.length, check.position);
  const flat = axes.length === 2;
  const head = check.count('prefix', prefix) * dim;
  const points = lengths.reduce((product, length) => product * length, 1);
  const type = elementType(dtype);
  const shape = `[${flat ? 'prefix + ' : ''}${axes.join(' * ')}, dim]`;
  const out = result(options.out, type, head + points * dim, shape);
  const clear = () => {
    for (let i = 0; i < head; i++) out[i] = 0;
  };
  if (out.length > head) {
    const { frequencies, parts } = flat ? rows2d(dim, base, order) : rows3d(dim, base);
    const angles = anglesOfAxes(frequencies, lengths, from, by);
    clear();
    writeGrid(out, head, dim, lengths, angles, parts, type.half);
  } else clear();
  return check.given(out);
}

/**
 * Returns the frequencies and the parts of a row of a table of two dimensions.
 * @param {number} dim
 * @param {number} base
 * @param {keyof typeof ORDERS} order
 */
function rows2d(dim, base, order) {
  const pairs = dim / 4;
  const parts = ORDERS[order].map(({ axis, cosine }) => ({
    axis,
    from: cosine ? pairs : 0,
    count: pairs,
  }));
  return { frequencies: { pairs, base, divisor: 2 * pairs }, parts };
}

/**
 * Returns the frequencies and the parts of a row of a table of three dimensions. Frames have
 * frequencies of their own, which come first.
 * @param {number} dim
 * @param {number} base
 */
function rows3d(dim, base) {
  const own = dim / 8;
  const shared = (dim / 16) * 3;
  const parts = ORDER_3D.map(({ axis, cosine }) => {
    const first = cosine ? own + shared : 0;
    return axis === 0
      ? { axis, from: first, count: own }
      : { axis, from: first + own, count: shared };
  });
  return { frequencies: frequencies3d(own, shared, base), parts };
}

/**
 * Makes a table for a grid of two dimensions. It has a row for each point of the grid. The row
 * contains sines and cosines of the point's row and column in the grid. The frequencies are
 * base^(-4k / dim). The points are in row-major order. The order of the sines and cosines differs
 * between sources:
 *
 * - 'mae' (MAE, MoCo v3, DiT, PixArt, SD3): [sin column, cos column, sin row, cos row]. The half of
 *   the column comes first, although the code of MAE calls this half emb_h.
 * - 'timm': [sin row, sin column, cos row, cos column].
 * - 'timm-interleaved' (interleave_sin_cos): [sin row, cos row, sin column, cos column].
 *
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {number} height the number of rows of the grid
 * @param {number} width the number of columns of the grid
 * @param {number} dim a multiple of 4, at most 16384
 * @param {object} [options]
 * @param {'mae' | 'timm' | 'timm-interleaved'} [options.order] default 'mae'
 * @param {D} [options.dtype] default 'float32'
 * @param {number} [options.base] at least 1, default 10000
 * @param {number | ArrayLike<number>} [options.start] the positions of the first row and the first
 *   column before scaling, or one number for both; default 0
 * @param {number | ArrayLike<number>} [options.scale] the factors of rows and columns, or one
 *   factor for both; default 1. A coordinate is (start + index) * scale, from -2^40 to 2^40. For
 *   PixArt, the scale is base_size / extent / interpolation_scale, where extent is the length of
 *   the axis. For SD3, extent is the length in the whole grid, and `start` is the corner of the
 *   crop.
 * @param {number} [options.prefix] the number of rows of zeros before the grid, for class tokens;
 *   default 0
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [prefix + height * width, dim]
 * @throws {RangeError | TypeError}
 * Source: He et al. 2022 (MAE), Chen et al. 2021 (MoCo v3), section 4, and their published code
 * @example
 * const table = sinusoidal2d(1, 2, 4);
 * console.log(table.subarray(0, 4)); // [0, 1, 0, 1]
 * console.log(table.subarray(4)); // [0.8415, 0.5403, 0, 1]
 */
export function sinusoidal2d(height, width, dim, options) {
  const limits = { unit: 4, most: 16384 };
  const given = readOptions2d(options);
  if (given.ofModel && given.ofModel.grid?.length !== 2)
    check.refuseKind('scheme', 'a table of rows and columns', 'another');
  return /** @type {any} */ (gridTable(['height', 'width'], [height, width], dim, given, limits));
}

/**
 * Makes a table for a grid of three dimensions, as CogVideoX does. In a row of the table, the first
 * dim / 4 elements are for the frame. The next 3 dim / 8 are for the column, and the last 3 dim / 8
 * are for the row. Each of these three parts has first its sines and then its cosines. In a part of
 * n elements, the frequencies are base^(-2k / n).
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {number} frames the number of frames
 * @param {number} height the number of rows of each frame
 * @param {number} width the number of columns of each frame
 * @param {number} dim a multiple of 16, at most 8192
 * @param {object} [options]
 * @param {D} [options.dtype] default 'float32'
 * @param {number} [options.base] at least 1, default 10000
 * @param {number | ArrayLike<number>} [options.start] the positions of the first frame, row and
 *   column before scaling, or one number for all three; default 0
 * @param {number | ArrayLike<number>} [options.scale] the factors of frames, rows and columns, or
 *   one factor for all three; default 1. For CogVideoX, the factor of frames is
 *   1 / temporal_interpolation_scale, and the others are 1 / spatial_interpolation_scale.
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [frames * height * width, dim]
 * @throws {RangeError | TypeError}
 * Source: Yang et al. 2024 (CogVideoX), and its published code
 * @example
 * const table = sinusoidal3d(2, 1, 1, 16);
 * console.log(table.subarray(0, 4)); // [0, 0, 1, 1]
 * console.log(table.subarray(16, 20)); // [0.8415, 0.01, 0.5403, 0.9999]
 */
export function sinusoidal3d(frames, height, width, dim, options) {
  const limits = { unit: 16, most: 8192 };
  const lengths = [frames, height, width];
  const axes = ['frames', 'height', 'width'];
  return /** @type {any} */ (gridTable(axes, lengths, dim, readOptions3d(options), limits));
}
