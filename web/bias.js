/* Biases in tiles; and those that depend on key - query alone: a ramp over that difference, made once for many rows, and shifted for each. */
import * as check from './check.js';
import {TILE, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

/** Bytes of a tile that is only written: C libraries copy so many at once past the caches, which takes half the time. */
const PAST = 1 << 20;

/** Bytes of a result that does not stay in the caches. */
const STREAMED = 1 << 24;

/** The most columns of a tile, and rows of one ramp. */
export const WIDE = TILE / 16;

/** The largest finite float32. */
export const LARGEST32 = 3.4028234663852886e38;

/** Checks what every bias has. @param {any} heads @param {any} queries @param {any} keys @param {any} causal */
export function shape(heads, queries, keys, causal = false) {
  check.count('heads', heads, 1, 65536);
  check.count('queries', queries);
  check.count('keys', keys);
  check.flag('causal', causal);
}

/**
 * The same, and the array it goes to.
 * @param {any} heads @param {any} queries @param {any} keys @param {any} out @param {any} [causal]
 * @returns {Float32Array} [heads, queries, keys]
 */
export function result(heads, queries, keys, out, causal) {
  shape(heads, queries, keys, causal);
  return check.result(out, Float32Array, heads * queries * keys, '[heads, queries, keys]');
}

/** @type {{reserved?: number, add?: boolean, causal?: boolean, alike?: (query: number) => number}} */
const NONE = {};

/** Weights as doubles, in wasm memory. @param {import('./wasm.js').Machine} m @param {number} at @param {Float32Array | undefined} weights @returns {number} the end */
export function place(m, at, weights, first = 0, length = /** @type {Float32Array} */ (weights).length) {
  copyIn(m.f64, at, weights, first, 1, length);
  return at + length * 8;
}

/**
 * Fills, or adds to, `groups` matrices of [queries, keys] tile by tile.
 * @param {Float32Array | Int32Array} out [groups, queries, keys]
 * @param {number} groups @param {number} queries @param {number} keys
 * @param {number} reserved bytes of the window that fill keeps for itself, a multiple of 16
 * @param {(group: number, query: number, rows: number, column: number, columns: number, to: number, stride: number) => void} fill
 *   writes a part of a matrix to wasm memory
 */
export function fillTiles(out, groups, queries, keys, reserved, fill, add = false) {
  const m = open(out), view = viewOf(m, out), tile = m.window + reserved, stays = resident(m, out);
  const room = add ? TILE : Math.min(PAST, m.end - tile);
  tiles(keys, WIDE, (column, columns) => {
    tiles(groups * queries, stays ? groups * queries : Math.max(1, Math.floor(room / 4 / columns)), (first, rows) => {
      const at = first * keys + column;
      if (add && !stays) copyIn(view, tile, out, at, rows, columns, keys);
      for (let done = 0, some; done < rows; done += some) {
        const group = Math.floor((first + done) / queries), query = (first + done) % queries;
        some = Math.min(rows - done, queries - query);
        fill(group, query, some, column, columns, stays ? address(out, at + done * keys) : tile + done * columns * 4, stays ? keys : columns);
      }
      if (!stays) copyOut(view, tile, out, at, rows, columns, keys);
    });
  });
  return out;
}

/**
 * Doubles of differences that several ramps are made from, 2 WIDE of them at most: made where a ramp first needs them.
 * @param {import('./wasm.js').Machine} m @param {number} at @param {number} least the smallest difference that any ramp has
 * @param {(count: number, first: number) => void} make writes them for the differences from `first` on
 * @returns {(count: number, first: number) => number} where those of a ramp stand
 */
export function shared(m, at, least, make) {
  let from = 0, end = 0;
  return (count, first) => {
    if (first < from || first + count > end) {
      end = first + count;
      make(end - (from = Math.min(first, Math.max(least, end - 2 * WIDE))), from);
    }
    return at + 8 * (first - from);
  };
}

/**
 * Fills, or adds to, `groups` matrices of [queries, keys], the last query on the last key.
 * @template {Float32Array | Int32Array} T
 * @param {T} out [groups, queries, keys]
 * @param {number} groups @param {number} queries @param {number} keys
 * @param {(m: import('./wasm.js').Machine, group: number, ramp: number, count: number, first: number, query: number) => void} makeRamp
 *   writes `count` values for the differences from `first` on to wasm memory; they hold for the rows from `query` on
 * @param {object} [options]
 * @param {number} [options.reserved] bytes of the window that makeRamp keeps for itself, a multiple of 16
 * @param {boolean} [options.add] @param {boolean} [options.causal] -Infinity where key - query > 0
 * @param {(query: number) => number} [options.alike] for how many rows a ramp holds, if not for all
 * @returns {T}
 */
export function writeBias(out, groups, queries, keys, makeRamp, {reserved = 0, add = false, causal = false, alike} = NONE) {
  const m = open(out), stays = resident(m, out), ramp = m.window + reserved;
  const mode = add ? 1 : stays && out.byteLength > STREAMED ? 2 : 0;  // PE_ADD, PE_STREAM, PE_FILL
  let whose = -1, where = 0, end = 0;  // the group, column and last row of the ramp there
  fillTiles(out, groups, queries, keys, reserved + 8 * WIDE, (group, query, rows, column, columns, to, stride) => {
    for (let row = query, some; row < query + rows; row += some) {
      if (whose !== group || where !== column || row >= end) {
        whose = group, where = column, end = Math.min(queries, row + (alike ? Math.min(WIDE, alike(row)) : WIDE));
        const first = column - (end - 1 + keys - queries), count = end - 1 - row + columns;
        const past = causal ? Math.min(count, Math.max(0, 1 - first)) : count;
        makeRamp(m, group, ramp, past, first, row);
        if (past < count) m.f32.fill(-Infinity, ramp / 4 + past, ramp / 4 + count);
      }
      some = Math.min(query + rows - row, end - row);
      m.kernels.pe_toeplitz(to + (row - query) * stride * 4, ramp + (end - row - some) * 4, some, columns, stride, mode);
    }
  }, add);
  return out;
}
