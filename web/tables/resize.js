/*
 * Resizes a learned table of a grid for a grid of another size. The table has a row for each point
 * of the grid. Each point of the result is a weighted sum of points of the table.
 */
import * as check from '../check.js';
import { Carver, TILE, copyIn, copyOut, open, tiles } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

const readOptions = check.reader('resizeGrid', ['learned', 'sinusoidal'], (given, described) => ({
  prefix: given.prefix,
  filter: given.filter,
  antialias: given.antialias,
  interpolateOffset: given.interpolateOffset,
  out: given.out,
  ofModel: described ? given : undefined,
}));
const FILTERS = ['bicubic', 'bilinear'];

/**
 * A grid has at most this many rows or columns. More weights would not fit the window of wasm
 * memory.
 */
const EXTENT = 8192;

/**
 * The weights of one axis. They lie in the window of wasm memory. A point of the result is a
 * weighted sum of consecutive points of the table. These points are its span.
 * @typedef {object} Taps
 * @property {number} most the length of the longest span
 * @property {number} spans the address of the spans, [points, 2] integers: the first point of each
 *   span, and its length
 * @property {number} weights the address of the weights, [points, most] doubles
 * @property {(point: number) => number} first returns the first point of the span of a point of the
 *   result
 * @property {(point: number) => number} end returns the first point after the span of a point of
 *   the result
 */

/**
 * Makes the weights of one axis.
 * @param {Machine} machine
 * @param {Carver} carver allocates space in the window
 * @param {number} from the length of the axis in the table
 * @param {number} to the length of the axis in the result
 * @param {number} offset the distance between points of the result is `from / (to + offset)` points
 *   of the table
 * @param {{antialias: boolean, linear: boolean}} filter
 * @returns {Taps}
 */
function makeTaps({ kernels, i32 }, carver, from, to, offset, { antialias, linear }) {
  const reach = antialias ? Math.max(from, to) : to;
  const most = Math.min(from, Math.ceil(((linear ? 2 : 4) * reach) / to));
  const spans = carver.words(2 * to);
  const weights = carver.doubles(to * most);
  const write = linear ? kernels.pe_linear_taps : kernels.pe_cubic_taps;
  write(spans, weights, most, from, to, offset, antialias);
  /** @param {number} point */
  const first = (point) => i32[spans / 4 + 2 * point];
  /** @param {number} point */
  const end = (point) => first(point) + i32[spans / 4 + 2 * point + 1];
  return { most, spans, weights, first, end };
}

/**
 * Resizes a learned table of a grid for a grid of another size. Interpolates between the centres of
 * the points. Sums are computed in double precision and rounded once.
 *
 * With filter 'bicubic' (ViT, DINOv2):
 * - Without antialias, the weights follow PyTorch's interpolate(mode='bicubic',
 *   align_corners=False): the cubic function of Keys with a = -0.75; points beyond the edge are
 *   equal to the point at the edge.
 * - With antialias, the weights follow Pillow: a = -0.5; the cubic function is widened if the
 *   grid shrinks; points beyond the edge have no weight.
 *
 * With filter 'bilinear' (SigLIP 2 NaFlex with antialias, Qwen3-VL without), the weights follow
 * interpolate(mode='bilinear', align_corners=False).
 *
 * For a table of size n and a result of size N, DINOv2 passes scale_factor = (N + 0.1) / n to
 * PyTorch, not N. The distance between points of the result is then n / (N + 0.1) points of the
 * table, not n / N. The first point is half this distance from the edge. `interpolateOffset` is the
 * 0.1. It has no effect if both sizes stay the same, because DINOv2 then uses the table as it is.
 * The port in transformers passes N.
 * @param {Float32Array} table [prefix + rows * columns, dim]
 * @param {ArrayLike<number>} from the numbers of rows and columns of the table's grid, each from 1
 *   to 8192
 * @param {ArrayLike<number>} to the numbers of rows and columns of the result's grid, each from 1
 *   to 8192
 * @param {number} dim
 * @param {object} [options]
 * @param {number} [options.prefix] the number of rows before the grid, which are copied unchanged;
 *   default 0
 * @param {'bicubic' | 'bilinear'} [options.filter] default 'bicubic'
 * @param {boolean} [options.antialias] true in timm, and in DINOv2 with registers; false in ViT,
 *   MAE, and DINOv2 without registers; default false
 * @param {number} [options.interpolateOffset] interpolate_offset in DINOv2's code: 0.1 without
 *   registers, and 0 with registers; at least 0, and less than 1; default 0
 * @param {Float32Array} [options.out] must not overlap the table
 * @returns {Float32Array<ArrayBuffer>} [prefix + rows * columns, dim]
 * @throws {RangeError | TypeError}
 * Source: Keys 1981, eq. 4 and 15; interpolate_pos_encoding in the code of DINOv2 (Oquab et al.
 *   2023)
 * @example
 * const table = Float32Array.of(0, 1, 2, 3);
 * const wide = resizeGrid(table, [2, 2], [2, 4], 1);
 * console.log(wide.subarray(0, 4)); // [-0.1055, 0.2266, 0.7734, 1.1055]
 * console.log(wide.subarray(4)); // [1.8945, 2.2266, 2.7734, 3.1055]
 */
export function resizeGrid(table, from, to, dim, options) {
  const checked = readOptions(options);
  const { prefix = 0, antialias = false, interpolateOffset = 0, out: given } = checked;
  const { filter = 'bicubic', ofModel } = checked;
  if (ofModel && ofModel.grid?.length !== 2)
    check.refuseKind('scheme', 'a table of rows and columns', 'another');
  /** @type {check.Check} */
  const extent = (name, value) => check.count(name, value, 1, EXTENT);
  const [rows, columns] = check.numbers('from', from, extent, 2);
  const [height, width] = check.numbers('to', to, extent, 2);
  const head = check.count('prefix', prefix) * check.count('dim', dim);
  const shape = '[prefix + rows * columns, dim]';
  check.flag('antialias', antialias);
  const linear = check.word('filter', filter, FILTERS) === 'bilinear';
  check.number('interpolateOffset', interpolateOffset, 0);
  if (interpolateOffset >= 1) check.refuse('interpolateOffset', 'less than 1', interpolateOffset);
  const points = check.array('table', table, check.FLOAT32, head + rows * columns * dim, shape);
  const out = check.result(given, Float32Array, head + height * width * dim, shape);
  check.apart('out', out, 'table', points);
  check.write(out, check.part(points, 0, head));
  const machine = open();
  const carver = new Carver(machine);
  const offset = rows === height && columns === width ? 0 : interpolateOffset;
  const down = makeTaps(machine, carver, rows, height, offset, { antialias, linear });
  const across = makeTaps(machine, carver, columns, width, offset, { antialias, linear });
  const area = carver.free;
  const grids = { table: points, out, head, dim, columns, height, width, down, across, area };
  // The result is made in blocks. A block has some elements of some columns. The rest of the window
  // has three areas of doubles for a block: the ring, a row of the table, and a row of the result
  // (see resizeBlock). In these areas, each element of each column needs `column` doubles. Each
  // element also needs `edge` doubles, for the points at both sides of the block. The alignment of
  // each area may take another double.
  const room = Math.min(machine.end - area, 3 * TILE) / 8 - 3;
  const column = down.most + 1 + columns / width;
  const edge = across.most + 3;
  tiles(dim, Math.max(1, Math.floor(room / (column + edge))), (element, elements) => {
    const most = Math.max(1, Math.floor((room / elements - edge) / column));
    tiles(width, most, (x, count) => resizeBlock(machine, grids, { element, elements, x, count }));
  });
  return check.given(out);
}

/**
 * Makes a block: some elements of some columns of the result. Each row of the table is first
 * resized to the columns of the result. The latest of these resized rows are kept in a ring buffer.
 * Each row of the result is a weighted sum of rows in this ring buffer.
 * @param {Machine} machine
 * @param {object} grids
 * @param {Float32Array} grids.table
 * @param {Float32Array} grids.out
 * @param {number} grids.head the number of elements before the grid
 * @param {number} grids.dim
 * @param {number} grids.columns the number of columns of the table's grid
 * @param {number} grids.height the number of rows of the result's grid
 * @param {number} grids.width the number of columns of the result's grid
 * @param {Taps} grids.down the weights of the rows
 * @param {Taps} grids.across the weights of the columns
 * @param {number} grids.area the address of the free part of the window
 * @param {object} block
 * @param {number} block.element the index of the first element
 * @param {number} block.elements the number of elements
 * @param {number} block.x the index of the first column of the result
 * @param {number} block.count the number of columns
 */
function resizeBlock(
  machine,
  { table, out, head, dim, columns, height, width, down, across, area },
  { element, elements, x, count },
) {
  const { kernels, f64 } = machine;
  // A point of the result that coincides with a point of the table has a span of only one point.
  // The spans of its neighbours may reach one point further to either side.
  const first = Math.max(0, across.first(x) - 1);
  const last = Math.min(columns, across.end(x + count - 1) + 1);
  const length = count * elements;
  const carver = new Carver(machine, area);
  const ring = carver.doubles(down.most * length);
  const line = carver.doubles((last - first) * elements);
  const result = carver.doubles(length);
  let made = 0;
  for (let y = 0; y < height; y++) {
    for (let row = Math.max(made, down.first(y)); row < down.end(y); row++) {
      const at = head + (row * columns + first) * dim + element;
      copyIn(f64, line, table, at, last - first, elements, dim);
      kernels.pe_resize(
        ring + 8 * (row % down.most) * length,
        line,
        EXTENT,
        across.spans + 8 * x,
        first,
        across.weights + 8 * across.most * x,
        across.most,
        count,
        elements,
      );
    }
    made = Math.max(made, down.end(y));
    kernels.pe_resize(
      result,
      ring,
      down.most,
      down.spans + 8 * y,
      0,
      down.weights + 8 * down.most * y,
      down.most,
      1,
      length,
    );
    const at = head + (y * width + x) * dim + element;
    copyOut(f64, result, out, at, count, elements, dim, elements);
  }
}
