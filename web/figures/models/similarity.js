import { similarity, sinusoidal, wavelengths } from '../../index.js';

/** Curve points for each step of the separation. */
export const FINE = 8;

/**
 * Cosine, dot product or distance of two encodings, which depend on their separation alone.
 * @param {number} dot sum of cos(k w) over the pairs, each as long as the others
 * @param {number} square sum of the squared differences @param {string} metric @param {number} pairs
 */
const measure = (dot, square, metric, pairs) => (metric === 'cosine' ? dot / pairs : metric === 'dot' ? dot : Math.sqrt(square));

/**
 * The measure of position 0 with each given row.
 * @param {Float64Array} rows [separations, dim] @param {number} dim @param {string} metric
 */
export function measures(rows, dim, metric) {
  const values = new Float64Array(rows.length / dim);
  for (let row = 0; row < values.length; row++) {
    let dot = 0;
    let square = 0;
    for (let at = row * dim; at < (row + 1) * dim; at += 2) {
      dot += rows[at + 1];
      square += rows[at] * rows[at] + (rows[at + 1] - 1) * (rows[at + 1] - 1);
    }
    values[row] = measure(dot, square, metric, dim / 2);
  }
  return values;
}

/** How much more alike separation `a` is than separation `b`. @param {ArrayLike<number>} values @param {string} metric @param {number} a @param {number} b */
export const lead = (values, metric, a, b) => (values[a] - values[b]) * (metric === 'euclidean' ? -1 : 1);

/**
 * The counter-examples to "nearer is more alike": separations that a farther one beats.
 * @param {ArrayLike<number>} values by separation @param {string} metric
 */
export function upsets(values, metric) {
  const count = values.length;
  const rivals = new Int32Array(count).fill(-1);
  const beaten = new Int32Array(count);
  let [first, largest, gap] = [-1, -1, 0];
  for (let near = count - 1; near >= 0; near--) {
    for (let far = near + 1; far < count; far++) {
      if (!(lead(values, metric, far, near) > 0)) continue;
      beaten[near]++;
      if (rivals[near] < 0 || lead(values, metric, far, rivals[near]) > 0) rivals[near] = far;
    }
    if (rivals[near] < 0) continue;
    first = near;
    if (lead(values, metric, rivals[near], near) > gap) [largest, gap] = [near, lead(values, metric, rivals[near], near)];
  }
  /** The best rival of each separation, how many beat it, the nearest one beaten, and the one beaten most. */
  return { rivals, beaten, first, largest, gap };
}

/**
 * Separations where the curve turns: less alike than both neighbours, or more.
 * @param {ArrayLike<number>} values @param {string} metric
 */
export function turningPoints(values, metric) {
  /** @type {number[]} */
  const low = [];
  /** @type {number[]} */
  const high = [];
  for (let at = 1; at + 1 < values.length; at++) {
    const [before, after] = [lead(values, metric, at, at - 1), lead(values, metric, at, at + 1)];
    if (before < 0 && after < 0) low.push(at);
    if (before > 0 && after > 0) high.push(at);
  }
  return { low, high };
}

/**
 * All separations of a table: the matrix, its curve, and where the curve goes the wrong way.
 * @param {{dim: number, base: number, length: number, metric: 'cosine' | 'dot' | 'euclidean'}} state
 */
export function similarityModel({ dim, base, length, metric }) {
  const table = sinusoidal(length, dim, { dtype: 'float64', base });
  const values = measures(table, dim, metric);
  const positions = Array.from({ length: (length - 1) * FINE + 1 }, (_, at) => at / FINE);
  const curve = measures(sinusoidal(positions.length, dim, { dtype: 'float64', base, positions }), dim, metric);
  const matrix = similarity(table, length, dim, { metric });
  // What is unrelated has no colour: similarity 0, or the distance of two encodings at right angles.
  const far = metric === 'euclidean' ? Math.sqrt(dim) : dim / 2;
  const picture = metric === 'cosine' ? matrix : matrix.map((value) => (metric === 'dot' ? value : -value) / far);
  let least = 0;
  for (let at = 1; at < length; at++) if (lead(values, metric, at, least) < 0) least = at;
  const waves = wavelengths(dim, { base });
  return {
    table, values, curve, matrix, picture, far, least, waves,
    unfinished: waves.filter((wavelength) => wavelength > length).length,
    ...upsets(values, metric), ...turningPoints(values, metric),
  };
}
