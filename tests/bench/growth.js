/*
 * Measures how the time grows with the length of a table and with its number of dimensions. It uses
 * the sources of the library instead of dist/, because only they give access to the memory size.
 */
import { sinusoidal } from '../../web/index.js';
import { open } from '../../web/wasm.js';
import { interleave } from './measure.js';

const lengths = [8, 10, 12, 14, 16, 18, 20].map((e) => [2 ** e, 128]);
const widths = [4, 6, 8, 10, 12, 13].map((e) => [1024, 2 ** e]);

/**
 * Returns the power p for which the time grows like size^p. It fits a line to the logarithms by
 * least squares.
 */
function power(rows) {
  const x = rows.map(({ length, dim }) => Math.log(length * dim));
  const y = rows.map(({ ms }) => Math.log(ms));
  const mean = (v) => v.reduce((a, b) => a + b) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  return (
    x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0) /
    x.reduce((sum, v) => sum + (v - mx) ** 2, 0)
  );
}

/**
 * Times tables of growing length, and tables with a growing number of dimensions.
 * @typedef {{length: number, dim: number, ms: number, nanoseconds: number, memory: number}} Row
 * @returns {Promise<{by: string, power: number, rows: Row[]}[]>}
 */
export async function growth() {
  const array = new Float32Array(2 ** 27).fill(1);
  const results = [];
  for (const [by, sizes] of [
    ['length', lengths],
    ['dim', widths],
  ]) {
    const rows = [];
    for (const [length, dim] of sizes) {
      const out = array.subarray(0, length * dim);
      const {
        table: { ms },
      } = await interleave(
        {
          table: () => {
            sinusoidal(length, dim, { out });
          },
        },
        ['table'],
      );
      rows.push({
        length,
        dim,
        ms,
        nanoseconds: (ms * 1e6) / (length * dim),
        memory: open().u8.byteLength,
      });
    }
    results.push({ by, power: power(rows), rows });
  }
  return results;
}
