/* Biases that depend on key - query alone: a ramp over that difference, made once a tile, and shifted for each row. */
import {TILE, address, copyIn, copyOut, open, resident, tiles, viewOf} from './wasm.js';

/** Bytes of a result that does not stay in the caches. */
const STREAMED = 1 << 24;

/**
 * Fills, or adds to, `groups` matrices of [queries, keys], the last query on the last key.
 * @param {Float32Array | Int32Array} out [groups, queries, keys]
 * @param {number} groups @param {number} queries @param {number} keys
 * @param {(m: import('./wasm.js').Machine, group: number, ramp: number, count: number, first: number) => void} makeRamp
 *   writes `count` values for the differences from `first` on to wasm memory
 * @param {number} reserved bytes of the window that makeRamp keeps for itself, a multiple of 16
 */
export function writeBias(out, groups, queries, keys, makeRamp, reserved = 0, add = false) {
  const m = open(out), view = viewOf(m, out), wide = TILE / 8, stays = resident(m, out);
  const tile = m.window + reserved, ramp = tile + (stays ? 0 : TILE);
  const mode = add ? 1 : stays && out.byteLength > STREAMED ? 2 : 0;  // PE_ADD, PE_STREAM, PE_FILL
  tiles(keys, wide, (column, columns) => {
    tiles(groups * queries, stays ? groups * queries : Math.max(1, Math.floor(TILE / 4 / columns)), (first, rows) => {
      const at = first * keys + column;
      if (add && !stays) copyIn(view, tile, out, at, rows, columns, keys);
      for (let done = 0; done < rows;) {
        const group = Math.floor((first + done) / queries), query = (first + done) % queries, some = Math.min(rows - done, queries - query, wide);
        makeRamp(m, group, ramp, some - 1 + columns, column - (query + some - 1 + keys - queries));
        const to = stays ? address(out, at + done * keys) : tile + done * columns * 4;
        m.kernels.pe_toeplitz(to, ramp, some, columns, stays ? keys : columns, mode);
        done += some;
      }
      if (!stays) copyOut(view, tile, out, at, rows, columns, keys);
    });
  });
  return out;
}
