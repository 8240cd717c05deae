import { attention, ropeFrequencies, shiftMatrix, shiftRows, sinusoidal } from '../../index.js';

/*
 * Computes the numbers of pe-shift. One matrix M shifts every encoding by k positions:
 * PE[p] M = PE[p + k]. PE[p] is a row here. This is the row convention. In the column convention,
 * the matrix is M transposed. A row multiplied by the transposed matrix gives PE[p - k] instead.
 *
 * A head that multiplies every key by M looks k positions back. The reason is that the key of p - k
 * becomes PE[p], which is the query. With the transposed matrix, the head looks k positions ahead.
 */

/** @typedef {'row' | 'column'} Convention */

/**
 * @typedef {object} State
 * @property {number} dim the number of dimensions
 * @property {number} base
 * @property {number} length the number of positions
 * @property {number} position the current position
 * @property {number} offset the number k of positions by which the matrix shifts
 * @property {number} pair the number of the chosen pair
 * @property {Convention} convention `row` for the correct matrix, `column` for its transpose
 */

/** @typedef {ReturnType<typeof shiftModel> & {state: State}} Model */

/**
 * Computes the error of each row: how far it is from the row that is wanted. `l2` has the Euclidean
 * distances of the rows, and `max` has the largest difference within each row.
 * @param {ArrayLike<number>} got [length, dim]
 * @param {ArrayLike<number>} wanted [length, dim]
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
 * Returns by how many positions the chosen matrix moves an encoding forward.
 * @param {Pick<State, 'offset' | 'convention'>} state
 */
export const stepsOf = ({ offset, convention }) => (convention === 'row' ? offset : -offset);

/**
 * Computes the attention of a head that moves every key forward and then compares it with the
 * query. The scores are dot products, which are not scaled.
 * @param {Pick<State, 'dim' | 'base' | 'length'>} state
 * @param {number} steps by how many positions the head moves the keys
 * @param {number[]} [positions] the positions of the queries; all positions if left out
 * @returns {Float32Array} the weights, [queries, length]
 */
export function look({ dim, base, length }, steps, positions) {
  const queries = positions?.length ?? length;
  const table = sinusoidal(length, dim, { base });
  const q = positions ? sinusoidal(queries, dim, { base, positions }) : table;
  const k = shiftRows(table.slice(), dim, steps, { base });
  const shape = { heads: 1, queries, keys: length, headDim: dim };
  return attention({ q, k, v: table, ...shape, scale: 1 }).weights;
}

/**
 * Divides each row by its largest value, so that the brightest value of every row is 1.
 * @param {Float32Array} weights [rows, length]
 * @param {number} length
 */
export function brightened(weights, length) {
  const bright = weights.slice();
  for (let first = 0; first < bright.length; first += length) {
    const row = bright.subarray(first, first + length);
    const most = Math.max(...row);
    row.forEach((weight, at) => {
      row[at] = weight / most;
    });
  }
  return bright;
}

/**
 * Multiplies the encodings of all positions by the matrix, and compares the products with the
 * encodings that are wanted. Also computes where the head looks from every position.
 * @param {Omit<State, 'position' | 'pair'>} state
 */
export function shiftModel({ dim, base, offset, length, convention }) {
  /** Returns the encodings of `length` positions. @param {number} start the first position */
  const rows = (start) => sinusoidal(length, dim, { dtype: 'float64', base, start });
  const table = rows(0);
  const ahead = rows(offset);
  /** Returns all encodings times the matrix. @param {Convention} which */
  const times = (which) => shiftRows(table.slice(), dim, offset, { base, convention: which });
  const got = times(convention);
  const weights = look({ dim, base, length }, stepsOf({ offset, convention }));
  const both = {
    row: errors(times('row'), ahead, length, dim),
    column: errors(times('column'), ahead, length, dim),
  };
  return {
    /** The encodings before the shift, [length, dim]. */
    table,
    /** The encodings that the shift should give, [length, dim]. */
    ahead,
    /** The products that the chosen matrix gives, [length, dim]. */
    got,
    /** The errors of both matrices: `row` is right, `column` is its transpose. */
    both,
    /** For each pair, the angle in radians by which it turns from one position to the next. */
    frequencies: ropeFrequencies(dim, { base }).frequencies,
    /** The chosen matrix, [dim, dim]. */
    matrix: shiftMatrix(dim, offset, { base, convention }),
    /** The errors of the chosen matrix. */
    error: both[convention],
    /** The errors of the products if they are compared with PE[p - k]. */
    back: errors(got, rows(-offset), length, dim),
    /** The attention weights: row p says how much the head at position p looks at each position. */
    weights,
    /** `weights` as brightness of a heat map: the largest value of every row is 1. */
    bright: brightened(weights, length),
  };
}

/**
 * Returns the position to which the chosen matrix moves the current position.
 * @param {State} state
 */
export const landsOn = (state) => state.position + stepsOf(state);

/**
 * Returns the position that the head looks at. The result may be outside the sequence.
 * @param {State} state
 */
export const looksAt = (state) => state.position - stepsOf(state);

/** The question says where the head looks from this position. */
export const TOLD = 10;

/**
 * Returns whether the head may be shown before the question has been answered. The question says
 * that the head at position 10 looks at position 5. It asks where the head looks from
 * another position.
 * @param {State} state
 */
export const isTold = (state) => state.position === TOLD || looksAt(state) === 5;

/**
 * Returns the angle by which the chosen matrix turns the chosen pair. It is positive if the turn is
 * clockwise.
 * @param {Pick<Model, 'state' | 'frequencies'>} model
 */
export function angleOf({ state, frequencies }) {
  const radians = stepsOf(state) * frequencies[state.pair];
  const degrees = (radians * 180) / Math.PI;
  return {
    radians,
    degrees,
    /** The angle without its whole turns, between -180 and 180 degrees. */
    rest: degrees - 360 * Math.round(degrees / 360),
  };
}
