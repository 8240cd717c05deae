import { ropeFrequencies, shiftMatrix, shiftRows, sinusoidal, wavelengths } from '../index.js';

/** The numbers that the figures draw: all from the kernels, with a few differences and sums. */

/** Two positions nearer than this on a clock look the same; a clock's hands are at most 2 apart. */
export const FOOLED = 0.02;

/**
 * Both positions on every clock, and how far apart each clock holds them.
 * @param {{position: number, other: number, dim: number, base: number}} state
 */
export function clocksModel({ position, other, dim, base }) {
  const table = sinusoidal(2, dim, { dtype: 'float64', base, positions: [position, other] });
  const chords = new Float64Array(dim / 2);
  let sum = 0;
  let fooled = 0;
  for (let pair = 0; pair < chords.length; pair++) {
    const sine = table[2 * pair] - table[dim + 2 * pair];
    const cosine = table[2 * pair + 1] - table[dim + 2 * pair + 1];
    chords[pair] = Math.sqrt(sine * sine + cosine * cosine);
    sum += sine * sine + cosine * cosine;
    if (chords[pair] < FOOLED) fooled++;
  }
  return { waves: wavelengths(dim, { base }), table, chords, total: Math.sqrt(sum), fooled };
}

/** The pair and the function behind a column. @param {{dim: number, layout: string}} state @param {number} column */
export function columnOf({ dim, layout }, column) {
  const halves = layout === 'concatenated';
  return { pair: halves ? column % (dim / 2) : Math.floor(column / 2), cosine: halves ? column >= dim / 2 : column % 2 === 1 };
}

/** Where column `column` of the interleaved matrix stands in the concatenated one. @param {number} dim @param {number} column */
export const movedTo = (dim, column) => Math.floor(column / 2) + (column % 2) * (dim / 2);

/**
 * How many values of two matrices differ after the columns are put in order.
 * @param {ArrayLike<number>} interleaved
 * @param {ArrayLike<number>} concatenated
 * @param {number} length
 * @param {number} dim
 */
export function differences(interleaved, concatenated, length, dim) {
  let count = 0;
  for (let row = 0; row < length; row++) {
    for (let column = 0; column < dim; column++) {
      if (interleaved[row * dim + column] !== concatenated[row * dim + movedTo(dim, column)]) count++;
    }
  }
  return count;
}

/**
 * @param {any} state
 * @param {Float32Array | Float64Array} [kept] the matrix, where only the cursor has moved
 */
export function heatmapModel(state, kept) {
  const { length, dim, base, layout, dtype, position, other } = state;
  const table = kept ?? sinusoidal(length, dim, { layout, dtype, base });
  let sum = 0;
  for (let column = 0; column < dim; column++) {
    const gap = table[position * dim + column] - table[other * dim + column];
    sum += gap * gap;
  }
  return { table, apart: Math.sqrt(sum), frequencies: ropeFrequencies(dim, { base }).frequencies };
}

/**
 * Row by row, how far `got` is from `wanted`: Euclidean, and the largest single difference.
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} wanted
 * @param {number} length
 * @param {number} dim
 */
export function errors(got, wanted, length, dim) {
  const l2 = new Float64Array(length);
  const max = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    let sum = 0;
    for (let at = row * dim; at < (row + 1) * dim; at++) {
      const gap = got[at] - wanted[at];
      sum += gap * gap;
      max[row] = Math.max(max[row], Math.abs(gap));
    }
    l2[row] = Math.sqrt(sum);
  }
  return { l2, max };
}

/**
 * Every row times the matrix, against the rows that were wanted.
 * @param {{dim: number, base: number, offset: number, length: number, convention: 'row' | 'column'}} state
 */
export function shiftModel({ dim, base, offset, length, convention }) {
  /** @param {number} start */
  const rows = (start) => sinusoidal(length, dim, { dtype: 'float64', base, start });
  const table = rows(0);
  const ahead = rows(offset);
  /** @param {'row' | 'column'} which */
  const times = (which) => shiftRows(table.slice(), dim, offset, { base, convention: which });
  const got = times(convention);
  const both = { row: errors(times('row'), ahead, length, dim), column: errors(times('column'), ahead, length, dim) };
  const frequencies = ropeFrequencies(dim, { base }).frequencies;
  return {
    table, ahead, got, both, frequencies,
    matrix: shiftMatrix(dim, offset, { base, convention }),
    error: both[convention],
    back: errors(got, rows(-offset), length, dim),
  };
}
