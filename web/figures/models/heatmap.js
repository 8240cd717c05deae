import { ropeFrequencies, sinusoidal } from '../../index.js';

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
