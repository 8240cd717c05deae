/**
 * A linear probe: one matrix that is fitted to read the word and the position out of a sum. Ridge
 * regression fits it to one half of all sums. The other half tests it.
 */
import { similarity } from '../../index.js';

/**
 * The strengths of the ridge, in units of the mean diagonal element of the matrix `products` in
 * `fit`. The figure draws the result of the first strength. A stronger ridge can make the probe
 * confuse neighbouring positions, because their stamps are nearly alike. A far weaker ridge is
 * smaller than the rounding errors of the products, which are computed in float32.
 */
export const RIDGES = [1e-5, 1e-4, 1e-3];

/**
 * Solves A X = B for a symmetric, positive definite matrix A. Both arrays are overwritten, and B
 * becomes X.
 * @param {Float64Array} matrix A, [size, size]
 * @param {Float64Array} sides B, [size, columns]
 * @param {number} size
 */
export function solve(matrix, sides, size) {
  const columns = sides.length / size;
  factorize(matrix, size);
  for (let row = 0; row < size; row++) {
    for (let at = 0; at < row; at++) subtractRow(sides, row, at, matrix[row * size + at], columns);
    divideRow(sides, row, matrix[row * size + row], columns);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let at = row + 1; at < size; at++)
      subtractRow(sides, row, at, matrix[at * size + row], columns);
    divideRow(sides, row, matrix[row * size + row], columns);
  }
  return sides;
}

/**
 * Replaces the lower triangle of a matrix A by its Cholesky factor L, where A is L times its
 * transpose.
 * @param {Float64Array} matrix
 * @param {number} size
 */
function factorize(matrix, size) {
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row * size + column];
      for (let at = 0; at < column; at++)
        rest -= matrix[row * size + at] * matrix[column * size + at];
      matrix[row * size + column] =
        row === column ? Math.sqrt(rest) : rest / matrix[column * size + column];
    }
}

/**
 * @param {Float64Array} rows
 * @param {number} row
 * @param {number} other the row that is subtracted, times the factor
 * @param {number} factor
 * @param {number} columns
 */
function subtractRow(rows, row, other, factor, columns) {
  const [to, from] = [row * columns, other * columns];
  for (let at = 0; at < columns; at++) rows[to + at] -= factor * rows[from + at];
}

/**
 * @param {Float64Array} rows
 * @param {number} row
 * @param {number} divisor
 * @param {number} columns
 */
function divideRow(rows, row, divisor, columns) {
  for (let at = row * columns; at < (row + 1) * columns; at++) rows[at] /= divisor;
}

/**
 * Returns whether the probe is fitted to a sum. All other sums test the probe.
 * @param {number} word
 * @param {number} position
 */
const isFitted = (word, position) => (word + position) % 2 === 0;

/**
 * Fits the probe. It has a column for each word, then a column for each position. The column of a
 * word should give 1 for the sums of this word, and 0 for all other sums.
 * @param {Float32Array} words [count, dim]
 * @param {Float32Array} stamps [length, dim]
 * @param {number} dim
 * @param {number} ridge
 */
function fit(words, stamps, dim, ridge) {
  const [count, length] = [words.length / dim, stamps.length / dim];
  const fitted = Math.ceil((count * length) / 2);
  const columns = count + length;
  // Each row contains one component of all sums, so that `similarity` multiplies components.
  const sums = new Float32Array(dim * fitted);
  const sides = new Float64Array(dim * columns);
  for (let at = 0; at < dim; at++) {
    let sum = at * fitted;
    for (let word = 0; word < count; word++)
      for (let position = 0; position < length; position++) {
        if (!isFitted(word, position)) continue;
        const value = words[word * dim + at] + stamps[position * dim + at];
        sums[sum++] = value;
        sides[at * columns + word] += value;
        sides[at * columns + count + position] += value;
      }
  }
  const products = Float64Array.from(similarity(sums, dim, fitted, { metric: 'dot' }));
  let squares = 0;
  for (let at = 0; at < dim; at++) squares += products[at * dim + at];
  for (let at = 0; at < dim; at++) products[at * dim + at] += (ridge * squares) / dim;
  return solve(products, sides, dim);
}

/**
 * Multiplies rows by the probe.
 * @param {Float32Array} rows [count, dim]
 * @param {Float64Array} probe [dim, columns]
 * @param {number} dim
 */
function read(rows, probe, dim) {
  const columns = probe.length / dim;
  const count = rows.length / dim;
  const scores = new Float64Array(count * columns);
  for (let row = 0; row < count; row++)
    for (let at = 0; at < dim; at++) {
      const value = rows[row * dim + at];
      for (let column = 0; column < columns; column++)
        scores[row * columns + column] += value * probe[at * columns + column];
    }
  return scores;
}

/**
 * Returns the column with the largest score of a sum. The probe is linear, so the score of a sum is
 * the sum of two scores.
 * @param {Float64Array} ofWord the scores of the word
 * @param {Float64Array} ofStamp the scores of the stamp
 * @param {number} from the first column to look at
 * @param {number} to the column after the last
 */
function best(ofWord, ofStamp, from, to) {
  let found = from;
  for (let at = from + 1; at < to; at++)
    if (ofWord[at] + ofStamp[at] > ofWord[found] + ofStamp[found]) found = at;
  return found - from;
}

/**
 * Fits the probe to one half of all sums, and tests it on the other half.
 * @param {Float32Array} words [count, dim]
 * @param {Float32Array} stamps [length, dim]
 * @param {number} dim
 * @param {number} [ridge]
 * @returns {{word: number, position: number}} the shares of the tested sums whose word and whose
 *   position the probe reads right
 */
export function probeShares(words, stamps, dim, ridge = RIDGES[0]) {
  const [count, length] = [words.length / dim, stamps.length / dim];
  const columns = count + length;
  const probe = fit(words, stamps, dim, ridge);
  const [byWord, byStamp] = [read(words, probe, dim), read(stamps, probe, dim)];
  const right = { word: 0, position: 0, tested: 0 };
  for (let word = 0; word < count; word++)
    for (let position = 0; position < length; position++) {
      if (isFitted(word, position)) continue;
      const ofWord = byWord.subarray(word * columns, (word + 1) * columns);
      const ofStamp = byStamp.subarray(position * columns, (position + 1) * columns);
      right.tested++;
      if (best(ofWord, ofStamp, 0, count) === word) right.word++;
      if (best(ofWord, ofStamp, count, columns) === position) right.position++;
    }
  return { word: right.word / right.tested, position: right.position / right.tested };
}
