/*
 * Writes biases tile by tile. A tile is a part of the result that fits in a work area.
 *
 * Most biases depend only on the difference key - query. Then every row of the matrix is the row
 * above it, moved to the right by one column. So all rows are parts of one list, the ramp. It
 * contains the values for consecutive differences.
 *
 *     ramp    -2 -1  0  1  2      the differences of 3 queries and 3 keys
 *     row 0          0  1  2
 *     row 1      -1  0  1
 *     row 2   -2 -1  0
 *
 * Each type of bias has a function that computes the ramp. writeBias fills the matrices from it.
 */
import * as check from '../check.js';
import { biasType, result } from '../dtypes.js';
import {
  Carver,
  FLOAT64,
  TILE,
  address,
  copyIn,
  copyOut,
  open,
  resident,
  tiles,
  viewOf,
} from '../wasm.js';

/** @typedef {import('../dtypes.js').BiasDtype} BiasDtype */
/** @typedef {import('../wasm.js').Machine} Machine */
/** @typedef {Float32Array | Int32Array | Uint16Array} Biases */

/**
 * The size, in bytes, of a tile that kernels write and do not read. Some C libraries copy a block
 * of this size without the processor's caches, which is faster. With other libraries, all tiles of
 * 64 KiB or more are equally fast.
 */
const WRITTEN_TILE = 1 << 20;

/** A result with more bytes than this does not stay in the processor's caches. */
const CACHED = 1 << 24;

/** The modes of pe_toeplitz, with the same values as in c/posenc.h. */
const FILL = 0;
const ADD = 1;
/** Fills a result that does not stay in the caches. FILL copies in a loop, which is slower then. */
const STREAM = 2;

/**
 * Rows with at least this many elements are copied one by one from a ramp in the caller's array.
 * Shorter rows are made in tiles, because the call of each copy would take too much time.
 */
const LONG = 512;

/** Replaces LONG for a result that does not stay in the caches. */
const LONG_UNCACHED = 1024;

/** Fewer rows than this are made in tiles. Copying the ramp first takes too long for them. */
const MANY = 64;

/**
 * The number of copies of a ramp that are used if the result does not stay in the caches. Each copy
 * begins one element further from a multiple of 32 bytes than the copy before it. Each row is
 * copied from the copy where its values have the same offset from a multiple of 32 bytes as in the
 * result. Processors copy such values faster.
 */
const ALIGNED = 8;

/** The largest number of columns in a tile, and the largest number of rows that share a ramp. */
export const WIDE = TILE / 16;

/** A result with at most this many elements is written at once. */
const FEW = 4096;

/** The largest finite float32. */
export const LARGEST32 = 3.4028234663852886e38;

/**
 * Checks the arguments that all biases have in common.
 * @param {number} heads
 * @param {number} queries
 * @param {number} keys
 * @param {boolean} [causal]
 */
export function checkShape(heads, queries, keys, causal = false) {
  check.count('heads', heads, 1, 65536);
  check.count('queries', queries);
  check.count('keys', keys);
  check.flag('causal', causal);
}

/**
 * Checks the arguments that all biases have in common, and returns the array for the result.
 * @param {number} heads
 * @param {number} queries
 * @param {number} keys
 * @param {unknown} [out]
 * @param {boolean} [causal]
 * @param {BiasDtype} [dtype]
 * @returns {any} [heads, queries, keys]
 */
export function checkResult(heads, queries, keys, out, causal, dtype) {
  checkShape(heads, queries, keys, causal);
  return result(out, biasType(dtype), heads * queries * keys, '[heads, queries, keys]');
}

/**
 * Copies weights, as doubles, to a new work area in wasm memory, and returns its address.
 * @param {Machine} machine
 * @param {Carver} carver
 * @param {Float32Array} weights
 */
export function placeWeights(machine, carver, weights) {
  const area = carver.doubles(weights.length);
  copyIn(machine.f64, area, weights, 0);
  return area;
}

/**
 * Writes a part of a matrix to wasm memory.
 * @callback FillPart
 * @param {number} group the index of the matrix
 * @param {number} query the first row of the part
 * @param {number} rows
 * @param {number} column the first column of the part
 * @param {number} columns
 * @param {number} to where to write: an address in wasm memory
 * @param {number} stride the number of elements from the beginning of a row to the next, at that
 *   address
 * @returns {void}
 */

/**
 * Fills `groups` matrices of [queries, keys] tile by tile, or adds to them.
 * @param {Biases} out [groups, queries, keys]
 * @param {number} groups
 * @param {number} queries
 * @param {number} keys
 * @param {number} tile the address of the tile; the window of wasm memory is free from there on
 * @param {FillPart} fill
 * @param {boolean} [add] whether `fill` reads what the tile contained before
 */
export function fillTiles(out, groups, queries, keys, tile, fill, add = false) {
  const machine = open(out);
  const view = viewOf(machine, out);
  const inPlace = resident(machine, out);
  const total = groups * queries;
  const size = check.sizeOf(out);
  const room = add ? TILE : Math.min(WRITTEN_TILE, machine.end - tile);
  tiles(keys, WIDE, (column, columns) => {
    const most = inPlace ? total : Math.max(1, Math.floor(room / size / columns));
    tiles(total, most, (first, rows) => {
      const at = first * keys + column;
      if (inPlace) {
        fillRows(fill, queries, first, rows, column, columns, address(out, at), keys, size);
        return;
      }
      if (add) copyIn(view, tile, out, at, rows, columns, keys);
      fillRows(fill, queries, first, rows, column, columns, tile, columns, size);
      copyOut(view, tile, out, at, rows, columns, keys);
    });
  });
}

/**
 * Fills rows that may belong to several matrices. Calls `fill` once for each matrix.
 * @param {FillPart} fill
 * @param {number} queries the number of rows of each matrix
 * @param {number} first the index of the first row, counted through all matrices
 * @param {number} rows
 * @param {number} column
 * @param {number} columns
 * @param {number} to
 * @param {number} stride
 * @param {number} size the number of bytes of an element
 */
function fillRows(fill, queries, first, rows, column, columns, to, stride, size) {
  let done = 0;
  while (done < rows) {
    const group = Math.floor((first + done) / queries);
    const query = (first + done) % queries;
    const count = Math.min(rows - done, queries - query);
    fill(group, query, count, column, columns, to + size * done * stride, stride);
    done += count;
  }
}

/**
 * Computes a ramp: writes the bias of the differences key - query = first, first + 1, ..., first +
 * count - 1.
 * @callback MakeRamp
 * @param {Machine} machine
 * @param {number} group the index of the matrix that uses the ramp
 * @param {number} ramp the address for the values of the ramp, which have 4 bytes each, or 8 bytes
 *   with FLOAT64
 * @param {number} count
 * @param {number} first
 * @param {number} query the index of the first row that uses the ramp
 * @param {number} flags FLOAT64 if the values are doubles, otherwise 0
 * @returns {void}
 */

/**
 * @typedef {object} BiasOptions
 * @property {Carver} [carver] allocates the work areas of writeBias; the caller has already used it
 *   to allocate the areas of makeRamp
 * @property {boolean} [add] whether to add to the values that the matrices contain
 * @property {boolean} [causal] whether to write -Infinity where key - query > 0
 * @property {BiasDtype} [dtype] the type of the matrices, if they contain floats; default 'float32'
 * @property {(query: number) => number} [rowsPerRamp] returns how many rows, from a given row on,
 *   share a ramp; missing if all rows share one ramp
 */

/** @type {BiasOptions} */
const NONE = {};

/**
 * Fills `groups` matrices of [queries, keys] from ramps, or adds to them. The last query is at the
 * position of the last key.
 * @template {Biases} T
 * @param {T} out [groups, queries, keys]
 * @param {number} groups
 * @param {number} queries
 * @param {number} keys
 * @param {MakeRamp} makeRamp
 * @param {BiasOptions} [options]
 * @returns {T} the caller's array; `out` is this array or a view of its memory
 */
export function writeBias(out, groups, queries, keys, makeRamp, options = NONE) {
  const { add = false, carver } = options;
  const machine = open(out);
  const areas = carver ?? new Carver(machine);
  const { half } = biasType(options.dtype);
  const floats = /** @type {Float32Array | Int32Array} */ (out);
  const shared = options.rowsPerRamp ? options.rowsPerRamp(0) : queries;
  if (!half && out.length <= FEW && shared >= queries) {
    if (out.length) writeFew(machine, areas, floats, groups, queries, keys, makeRamp, options);
    return check.given(out);
  }
  const size = half ? 2 : 4;
  const area = areas.bytes(2 * WIDE * (half ? 8 : 4));
  const ramp = new Ramp(machine, area, queries, keys, makeRamp, half, options);
  const inPlace = resident(machine, out);
  const cached = size * out.length <= CACHED;
  const isLong = keys >= (cached ? LONG : LONG_UNCACHED) && keys <= WIDE;
  if (isLong && queries >= MANY && !add && !inPlace && !half) {
    shiftRows(floats, groups, queries, keys, ramp, cached ? 1 : ALIGNED);
    return check.given(out);
  }
  const fillMode = inPlace && !cached ? STREAM : FILL;
  const mode = add ? ADD : fillMode;
  fillTiles(
    out,
    groups,
    queries,
    keys,
    areas.free,
    (group, query, rows, column, columns, to, stride) => {
      const end = query + rows;
      let row = query;
      while (row < end) {
        if (!ramp.serves(group, column, row)) ramp.make(group, column, columns, row);
        const count = Math.min(end, ramp.end) - row;
        const from = ramp.addressOf(row + count - 1);
        const part = to + size * (row - query) * stride;
        machine.kernels.pe_toeplitz(part, from, count, columns, stride, mode, half);
        row += count;
      }
    },
    add,
  );
  return check.given(out);
}

/**
 * Fills matrices from ramps without tiles. A ramp and the rows that it contains are a block.
 * @param {Float32Array | Int32Array} out [groups, queries, keys]
 * @param {number} groups
 * @param {number} queries
 * @param {number} keys
 * @param {Ramp} ramp
 * @param {number} copies how many copies of the ramp to use
 */
function shiftRows(out, groups, queries, keys, ramp, copies) {
  for (let group = 0; group < groups; group++)
    for (let query = 0; query < queries; query = ramp.end) {
      ramp.make(group, 0, keys, query);
      shiftBlock(out, (group * queries + query) * keys, ramp.end - query, keys, ramp, copies);
    }
}

/**
 * Fills consecutive rows from a ramp. First, copies of the ramp are written where the last rows
 * will be. Then the earlier rows are filled from these copies. At the end, the last rows are copied
 * from the ramp in wasm memory.
 * @param {Float32Array | Int32Array} out
 * @param {number} first the index of the first element of the first row
 * @param {number} rows
 * @param {number} keys the number of elements in a row
 * @param {Ramp} ramp
 * @param {number} copies a power of two
 */
function shiftBlock(out, first, rows, keys, ramp, copies) {
  const view = viewOf(ramp.machine, out);
  // The method comes from the prototype, so that a property of the array cannot replace it.
  const { copyWithin } = Float32Array.prototype;
  const length = rows + keys - 1;
  // The distance between two copies is 1 more than a multiple of `copies`.
  const apart = ((length + copies) & -copies) + 1;
  const ramps = first + rows * keys - copies * apart;
  const shifted = Math.max(0, Math.floor((ramps - first) / keys));
  for (let i = 0; shifted && i < copies; i++)
    copyOut(view, ramp.address, out, ramps + i * apart, 1, length);
  for (let row = 0; row < shifted; row++) {
    const to = first + row * keys;
    const from = ramps + rows - 1 - row;
    const start = from + ((to - from) & (copies - 1)) * apart;
    copyWithin.call(out, to, start, start + keys);
  }
  const last = ramp.addressOf(ramp.end - rows + shifted);
  copyOut(view, last, out, first + shifted * keys, rows - shifted, keys, keys, -1);
}

/**
 * Does what writeBias does, if the result fits in one tile and all rows share a ramp. A result in
 * an arena is written in place.
 * @param {Machine} machine
 * @param {Carver} areas
 * @param {Float32Array | Int32Array} out
 * @param {number} groups
 * @param {number} queries
 * @param {number} keys
 * @param {MakeRamp} makeRamp
 * @param {BiasOptions} options
 */
function writeFew(machine, areas, out, groups, queries, keys, makeRamp, { add, causal }) {
  const view = viewOf(machine, out);
  const inPlace = resident(machine, out);
  const size = queries * keys;
  const count = queries - 1 + keys;
  // The last differences are positive. They belong to keys after their query.
  const visible = causal ? keys : count;
  const ramp = areas.words(count);
  const tile = inPlace ? address(out, 0) : areas.words(out.length);
  if (add && !inPlace) copyIn(view, tile, out, 0);
  for (let group = 0; group < groups; group++) {
    const part = tile + 4 * group * size;
    // If there is only one query, its row is the ramp itself.
    const isRow = queries === 1 && !add;
    const to = isRow ? part : ramp;
    makeRamp(machine, group, to, visible, 1 - keys, 0, 0);
    if (visible < count) machine.f32.fill(-Infinity, to / 4 + visible, to / 4 + count);
    if (!isRow) machine.kernels.pe_toeplitz(part, to, queries, keys, keys, add ? ADD : FILL, 0);
  }
  if (!inPlace) copyOut(view, tile, out, 0, 1, out.length);
}

/**
 * The ramp in wasm memory. It contains the values of some rows of one matrix, from one column on.
 */
class Ramp {
  /**
   * @param {Machine} machine
   * @param {number} address
   * @param {number} queries
   * @param {number} keys
   * @param {MakeRamp} makeRamp
   * @param {number} half FLOAT16 or BFLOAT16 for elements of 16 bits, otherwise 0
   * @param {BiasOptions} options
   */
  constructor(machine, address, queries, keys, makeRamp, half, { causal = false, rowsPerRamp }) {
    this.machine = machine;
    this.address = address;
    this.queries = queries;
    this.keys = keys;
    this.makeRamp = makeRamp;
    this.causal = causal;
    this.rowsPerRamp = rowsPerRamp;
    this.half = half;
    this.group = -1;
    this.column = 0;
    /** The row after the last row that the ramp contains. */
    this.end = 0;
  }

  /**
   * Returns whether the ramp contains a row of a matrix. Callers ask for rows in ascending order.
   * @param {number} group
   * @param {number} column
   * @param {number} row
   */
  serves(group, column, row) {
    return this.group === group && this.column === column && row < this.end;
  }

  /**
   * Computes the ramp for the rows from `row` on.
   * @param {number} group
   * @param {number} column
   * @param {number} columns
   * @param {number} row
   */
  make(group, column, columns, row) {
    const { machine, address, half, rowsPerRamp } = this;
    const rows = rowsPerRamp ? Math.min(WIDE, rowsPerRamp(row)) : WIDE;
    this.group = group;
    this.column = column;
    this.end = Math.min(this.queries, row + rows);
    const first = column - (this.end - 1 + this.keys - this.queries);
    const count = this.end - 1 - row + columns;
    const visible = this.causal ? Math.min(count, Math.max(0, 1 - first)) : count;
    this.makeRamp(machine, group, address, visible, first, row, half && FLOAT64);
    if (visible < count) {
      const view = half ? machine.f64 : machine.f32;
      const start = address / check.sizeOf(view);
      view.fill(-Infinity, start + visible, start + count);
    }
    // Each value of the ramp is rounded only here, and not again in each row.
    if (half) machine.kernels.pe_halves(address, address, count, half);
  }

  /** Returns the address where the values of a row begin. @param {number} row */
  addressOf(row) {
    return this.address + (this.half ? 2 : 4) * (this.end - 1 - row);
  }
}

/**
 * Contains one number for each difference key - query. Ramps are computed from these numbers. The
 * numbers are computed when a ramp first needs them, and are kept for the ramps of other heads and
 * rows.
 */
export class SharedValues {
  /**
   * @param {Carver} carver
   * @param {number} least the smallest difference in any ramp
   * @param {(values: number, count: number, first: number) => void} make writes the values of the
   *   differences first, first + 1, ... to the address `values`
   * @param {number} [size] the bytes of a value; by default those of a double
   */
  constructor(carver, least, make, size = 8) {
    this.size = size;
    this.values = carver.bytes(2 * WIDE * size);
    this.least = least;
    this.make = make;
    /** The differences whose values are ready: from `first` up to `end` - 1. */
    this.first = 0;
    this.end = 0;
  }

  /**
   * Returns the address of the values of the differences first, first + 1, ... Computes them if
   * they are not ready.
   * @param {number} count
   * @param {number} first
   */
  addressOf(count, first) {
    const end = first + count;
    if (first < this.first || end > this.end) {
      this.end = end;
      this.first = Math.min(first, Math.max(this.least, end - 2 * WIDE));
      this.make(this.values, end - this.first, this.first);
    }
    return this.values + this.size * (first - this.first);
  }
}
