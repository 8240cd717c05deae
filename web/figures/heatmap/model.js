/**
 * Computes the numbers of PeHeatmap: the sinusoidal matrix, and how far apart two of its rows are.
 * A clock is a pair of columns: the sines and the cosines of one angle. The layout `interleaved`
 * puts the two columns side by side. The layout `concatenated` puts all sines before all cosines.
 */
import { ropeFrequencies, sinusoidal } from '../../index.js';

/**
 * @typedef {object} State
 * @property {number} length the number of rows, one for each position
 * @property {number} dim the number of columns
 * @property {number} base
 * @property {'interleaved' | 'concatenated'} layout the order of the columns
 * @property {'float32' | 'float64'} dtype
 * @property {number} position the chosen row
 * @property {number} other the row that the chosen row is compared with
 * @property {number} dimension the chosen column
 */
/** @typedef {ReturnType<typeof heatmapModel> & {state: State}} Model */

/**
 * Returns a column's clock, and whether the column contains the clock's cosine or its sine.
 * @param {Pick<State, 'dim' | 'layout'>} state
 * @param {number} column
 */
export function columnOf({ dim, layout }, column) {
  const halves = layout === 'concatenated';
  return {
    pair: halves ? column % (dim / 2) : Math.floor(column / 2),
    cosine: halves ? column >= dim / 2 : column % 2 === 1,
  };
}

/**
 * Returns where a column of the interleaved matrix is in the concatenated matrix.
 * @param {number} dim
 * @param {number} column
 */
export const movedTo = (dim, column) => Math.floor(column / 2) + (column % 2) * (dim / 2);

/**
 * Returns where the chosen column is in another layout.
 * @param {State} state
 * @param {State['layout']} layout the other layout
 */
export function columnIn({ dim, layout: before, dimension }, layout) {
  const { pair, cosine } = columnOf({ dim, layout: before }, dimension);
  const interleaved = 2 * pair + (cosine ? 1 : 0);
  return layout === 'concatenated' ? movedTo(dim, interleaved) : interleaved;
}

/**
 * Makes the matrix of a state, [length, dim].
 * @param {Omit<State, 'position' | 'other' | 'dimension'>} state
 */
export function matrixOf({ length, dim, base, layout, dtype }) {
  const table = sinusoidal(length, dim, { layout, dtype, base });
  let plain = layout === 'interleaved' ? table : null;
  let [least, most] = [0, 0];
  for (let at = 1; at < table.length; at++) {
    if (table[at] < table[least]) least = at;
    if (table[at] > table[most]) most = at;
  }
  return {
    table,
    /** The smallest number, its row and its column, and the largest number. */
    extremes: {
      least: table[least],
      row: Math.floor(least / dim),
      column: least % dim,
      most: table[most],
    },
    /** Returns the matrix in the interleaved layout. The first call makes it. */
    interleaved: () => (plain ??= sinusoidal(length, dim, { base, dtype })),
  };
}

/**
 * Returns the matrix, the distance between its two chosen rows, and the frequencies of the clocks.
 * @param {Omit<State, 'dimension'>} state
 * @param {ReturnType<typeof matrixOf>} [matrix] the matrix of the state, if it exists already
 */
export function heatmapModel(state, matrix = matrixOf(state)) {
  const { dim, base, position, other } = state;
  const { table } = matrix;
  let sum = 0;
  for (let column = 0; column < dim; column++) {
    const gap = table[position * dim + column] - table[other * dim + column];
    sum += gap * gap;
  }
  const { frequencies } = ropeFrequencies(dim, { base });
  return { ...matrix, apart: Math.sqrt(sum), frequencies };
}

/**
 * Returns the share of the first columns in the squared distance between the two chosen rows, from
 * 0 to 1. The layout must be `interleaved`, in which the first columns are the fastest.
 * @param {Pick<Model, 'state' | 'table'>} model
 * @param {number} columns
 */
export function shareOfFirst({ state, table }, columns) {
  const { dim, position, other } = state;
  let first = 0;
  let all = 0;
  for (let column = 0; column < dim; column++) {
    const gap = table[position * dim + column] - table[other * dim + column];
    all += gap * gap;
    if (column < columns) first += gap * gap;
  }
  return first / all;
}
