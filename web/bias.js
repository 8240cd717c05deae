/* Biases that depend on key - query alone: a ramp over that difference, made once a tile, and shifted for each row. */
import {TILE, copyIn, copyOut, open, tiles, viewOf} from './wasm.js';

/**
 * Fills, or adds to, `groups` matrices of [queries, keys], the last query on the last key.
 * @param {Float32Array | Int32Array} out [groups, queries, keys]
 * @param {number} groups @param {number} queries @param {number} keys
 * @param {(m: import('./wasm.js').Machine, group: number, ramp: number, count: number, first: number) => void} makeRamp
 *   writes `count` values for the differences from `first` on to wasm memory
 * @param {number} reserved bytes of the window that makeRamp keeps for itself, a multiple of 16
 */
export function writeBias(out, groups, queries, keys, makeRamp, reserved = 0, add = false) {
  const m = open(), view = viewOf(m, out), wide = TILE / 8;
  const tile = m.window + reserved, ramp = tile + TILE;
  tiles(keys, wide, (column, columns) => {
    tiles(groups * queries, Math.max(1, Math.floor(TILE / 4 / columns)), (first, rows) => {
      const at = first * keys + column;
      if (add) copyIn(view, tile, out, at, rows, columns, keys);
      for (let done = 0; done < rows;) {
        const group = Math.floor((first + done) / queries), query = (first + done) % queries, some = Math.min(rows - done, queries - query);
        makeRamp(m, group, ramp, some - 1 + columns, column - (query + some - 1 + keys - queries));
        m.kernels.pe_toeplitz(tile + done * columns * 4, ramp, some, columns, columns, add);
        done += some;
      }
      copyOut(view, tile, out, at, rows, columns, keys);
    });
  });
  return out;
}
