import { similarity, sinusoidal, wavelengths } from '../../index.js';

/*
 * Computes the numbers of pe-similarity. The separation k of two positions is how far apart they
 * are. All measures of two encodings depend on their separation alone. A separation is called more
 * alike than another one if positions at this separation have the more similar encodings.
 */

/** @typedef {'cosine' | 'dot' | 'euclidean'} Metric */

/**
 * @typedef {object} State
 * @property {Metric} metric the measure of similarity
 * @property {number} dim the number of dimensions
 * @property {number} base
 * @property {number} length the number of positions
 * @property {number} offset the separation of the two positions
 * @property {number} position the first of the two positions
 */

/** @typedef {ReturnType<typeof similarityModel> & {state: State}} Model */

/** @type {Metric[]} */
export const METRICS = ['cosine', 'dot', 'euclidean'];

/** The curve has this many points for each step of the separation. */
export const FINE = 8;

/**
 * For each measure, a function that computes it for two encodings. `dot` is their dot product, and
 * `square` is the sum of their squared differences. Each pair is an arrow of length 1. So the dot
 * product is the sum of cos(k w) over the pairs. Here w is the frequency of a pair.
 * @type {Record<Metric, (dot: number, square: number, pairs: number) => number>}
 */
const MEASURES = {
  cosine: (dot, _, pairs) => dot / pairs,
  dot: (dot) => dot,
  euclidean: (_, square) => Math.sqrt(square),
};

/**
 * Compares position 0 with each row by the chosen metric.
 * @param {Float64Array} rows [separations, dim], the encodings of positions
 * @param {number} dim
 * @param {Metric} metric
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
    values[row] = MEASURES[metric](dot, square, dim / 2);
  }
  return values;
}

/**
 * Returns by how much separation `a` is more alike than separation `b`. The result is negative if
 * `b` is more alike.
 * @param {ArrayLike<number>} values the measure of each separation
 * @param {Metric} metric
 * @param {number} a
 * @param {number} b
 */
export const lead = (values, metric, a, b) =>
  (values[a] - values[b]) * (metric === 'euclidean' ? -1 : 1);

/**
 * Finds the counter-examples to "nearer is more alike": the separations that are beaten. A larger
 * separation beats a smaller one if the larger one is more alike.
 * @param {ArrayLike<number>} values the measure of each separation
 * @param {Metric} metric
 */
export function upsets(values, metric) {
  const count = values.length;
  const rivals = new Int32Array(count).fill(-1);
  const beaten = new Int32Array(count);
  let first = -1;
  let largest = -1;
  let gap = 0;
  for (let near = count - 1; near >= 0; near--) {
    for (let far = near + 1; far < count; far++) {
      if (!(lead(values, metric, far, near) > 0)) continue;
      beaten[near]++;
      if (rivals[near] < 0 || lead(values, metric, far, rivals[near]) > 0) rivals[near] = far;
    }
    if (rivals[near] < 0) continue;
    first = near;
    const here = lead(values, metric, rivals[near], near);
    if (here > gap) {
      largest = near;
      gap = here;
    }
  }
  return {
    /**
     * For each separation, the most alike of the larger separations that beat it; -1 if none does.
     */
    rivals,
    /** For each separation, the number of larger separations that beat it. */
    beaten,
    /** The smallest separation that is beaten, or -1 if none is. */
    first,
    /** The separation that is beaten by the largest margin, or -1 if none is. */
    largest,
    /** The margin by which `largest` is beaten, or 0 if no separation is beaten. */
    gap,
  };
}

/**
 * Finds the separations at which the curve turns. `low` has the separations that are less alike
 * than both neighbours. `high` has the separations that are more alike than both.
 * @param {ArrayLike<number>} values the measure of each separation
 * @param {Metric} metric
 */
export function turningPoints(values, metric) {
  /** @type {number[]} */
  const low = [];
  /** @type {number[]} */
  const high = [];
  for (let at = 1; at + 1 < values.length; at++) {
    const before = lead(values, metric, at, at - 1);
    const after = lead(values, metric, at, at + 1);
    if (before < 0 && after < 0) low.push(at);
    if (before > 0 && after > 0) high.push(at);
  }
  return { low, high };
}

/**
 * For each measure, a function that returns the unit of its colour scale. The unit of a distance is
 * the distance of two encodings at right angles. The unit of the other measures is the similarity
 * of equal encodings.
 * @type {Record<Metric, (dim: number) => number>}
 */
const UNITS = {
  cosine: () => 1,
  dot: (dim) => dim / 2,
  euclidean: (dim) => Math.sqrt(dim),
};

/**
 * Computes all measures of a table of encodings: the matrix, and its curve over the separation.
 * Also finds the separations that contradict "nearer is more alike".
 * @param {Pick<State, 'dim' | 'base' | 'length' | 'metric'>} state
 */
export function similarityModel({ dim, base, length, metric }) {
  const table = sinusoidal(length, dim, { dtype: 'float64', base });
  const values = measures(table, dim, metric);
  const positions = Array.from({ length: (length - 1) * FINE + 1 }, (_, at) => at / FINE);
  const curve = measures(
    sinusoidal(positions.length, dim, { dtype: 'float64', base, positions }),
    dim,
    metric,
  );
  const matrix = similarity(table, length, dim, { metric });
  const unit = UNITS[metric](dim);
  const sign = metric === 'euclidean' ? -1 : 1;
  let least = 0;
  for (let at = 1; at < length; at++) if (lead(values, metric, at, least) < 0) least = at;
  const waves = wavelengths(dim, { base });
  return {
    /** The encodings, [length, dim]. */
    table,
    /** The measure of each separation. */
    values,
    /** The measure at FINE points for each step of the separation. */
    curve,
    /** The measure of every position with every other, [length, length]. */
    matrix,
    /**
     * The matrix divided by `unit`, to be drawn in colours. Distances become negative. The value 0
     * has no colour. For a distance, 0 means equal encodings. For the other measures, it means
     * encodings at right angles.
     */
    picture: metric === 'cosine' ? matrix : matrix.map((value) => (sign * value) / unit),
    /** The unit of the colour scale; see UNITS. */
    unit,
    /** The separation that is less alike than all others. */
    least,
    /** The number of pairs that do not finish a turn in `length` positions. */
    unfinished: waves.filter((wavelength) => wavelength > length).length,
    ...upsets(values, metric),
    ...turningPoints(values, metric),
  };
}
