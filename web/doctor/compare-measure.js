/* Measures the differences of two arrays, whose rows are given in pieces. */
import { errorOf, spacing } from './elements.js';
import { toleranceAt } from './compare-tolerance.js';

/** @typedef {import('./compare.js').Arrays} Arrays */
/** @typedef {import('./compare.js').Comparison} Comparison */
/** @typedef {import('./compare.js').Difference} Difference */

/**
 * Facts about all elements that the notes need.
 * @typedef {object} Extremes
 * @property {number} size the largest magnitude of an element
 * @property {number} next the largest error, except that of the worst element
 * @property {number} nan how many elements are NaN in both arrays
 * @property {number} nextInRow the largest error of other elements in the row of the worst element
 */

/**
 * Returns the index of the pair, in its head, to which a column belongs.
 * @param {Pick<Arrays, 'headDim' | 'layout'>} arrays
 * @param {number} column
 */
function pairOf({ headDim, layout }, column) {
  const element = column % headDim;
  if (layout === undefined) return element;
  return layout === 'half' ? element % (headDim / 2) : element >> 1;
}

/** The largest number of entries of a histogram. The last entry counts all larger errors. */
const ENTRIES = 34;

/** Measures the differences of all elements. Pieces are added in the order of their rows. */
export class Measure {
  #counts = new Float64Array(ENTRIES);
  #length = 0;
  #departed = 0;
  #type;
  /** The first element that does not agree. @type {Difference | undefined} */
  #departure;
  /** @type {Difference | undefined} */
  #worst;
  /** @type {Extremes} */
  extremes = { size: 0, next: 0, nan: 0, nextInRow: 0 };

  /** @param {Pick<Arrays, 'rows' | 'headDim' | 'layout' | 'type'>} arrays */
  constructor({ rows, headDim, layout, type }) {
    const pairs = layout ? headDim / 2 : headDim;
    this.byRow = { errors: new Float64Array(rows), departed: new Uint32Array(rows) };
    this.byPair = { errors: new Float64Array(pairs), departed: new Uint32Array(pairs) };
    this.#type = type;
  }

  /**
   * @param {Arrays} arrays
   * @param {number} firstRow the index of their first row
   */
  add(arrays, firstRow) {
    const { a, b, dim, type, ulps } = arrays;
    let size = this.extremes.size;
    for (let i = 0; i < a.length; i++) {
      size = Math.max(size, Math.abs(a[i]), Math.abs(b[i]));
      const error = errorOf(a[i], b[i]);
      const inUlps = ulpsOf(type, error, Math.max(Math.abs(a[i]), Math.abs(b[i])));
      this.#counts[entryOf(inUlps)]++;
      if (error === 0) {
        if (Number.isNaN(a[i])) this.extremes.nan++;
        continue;
      }
      const column = i % dim;
      const row = firstRow + (i - column) / dim;
      const pair = pairOf(arrays, column);
      const isMore = error > (this.#worst?.error ?? 0);
      const isAgreed = inUlps <= ulps || error <= toleranceAt(arrays, i);
      const difference =
        isMore || (!isAgreed && !this.#departure)
          ? { row, column, pair, a: a[i], b: b[i], error, ulps: inUlps }
          : undefined;
      if (!isAgreed) {
        this.#departed++;
        this.#departure ??= difference;
        this.byRow.departed[row]++;
        this.byPair.departed[pair]++;
      }
      this.#rank(row, error, isMore ? difference : undefined);
      this.byRow.errors[row] = Math.max(this.byRow.errors[row], error);
      this.byPair.errors[pair] = Math.max(this.byPair.errors[pair], error);
    }
    this.extremes.size = size;
    this.#length += a.length;
  }

  /**
   * Compares an error with the largest errors so far.
   * @param {number} row
   * @param {number} error
   * @param {Difference} [worst] the difference, if its error is larger than all errors before
   */
  #rank(row, error, worst) {
    const { extremes } = this;
    if (worst) {
      extremes.next = this.#worst?.error ?? 0;
      extremes.nextInRow = this.byRow.errors[row];
      this.#worst = worst;
      return;
    }
    extremes.next = Math.max(extremes.next, error);
    if (row === this.#worst?.row) extremes.nextInRow = Math.max(extremes.nextInRow, error);
  }

  /** @returns {Omit<Comparison, 'notes'>} */
  result() {
    const counts = this.#counts;
    return {
      type: this.#type,
      agreed: this.#length ? (this.#length - this.#departed) / this.#length : 1,
      equal: this.#length ? counts[0] / this.#length : 1,
      nan: this.extremes.nan || undefined,
      maxError: this.#worst?.error ?? 0,
      departure: this.#departure,
      worst: this.#worst,
      histogram: histogramOf(counts),
      byRow: this.byRow,
      byPair: this.byPair,
    };
  }
}

/**
 * Returns an error in ulps.
 * @param {Arrays['type']} type
 * @param {number} error
 * @param {number} size the magnitude of the larger element
 */
const ulpsOf = (type, error, size) =>
  error === 0 || error === Infinity ? error : error / spacing(type, size);

/** Returns the entry of the histogram for an error. @param {number} ulps */
function entryOf(ulps) {
  if (ulps === 0) return 0;
  // Entry 1 counts errors up to 1 ulp. The limit of each later entry is twice as large.
  return ulps > 2147483648 ? ENTRIES - 1 : 33 - Math.clz32(Math.ceil(ulps) - 1); // 2^31
}

/** @param {Float64Array} counts */
function histogramOf(counts) {
  const entries = Array.from(counts, (count, entry) => ({ most: mostOf(entry), count }));
  while (entries.length && !entries[entries.length - 1].count) entries.pop();
  return entries;
}

/** @param {number} entry */
function mostOf(entry) {
  if (entry === 0) return 0;
  let most = 1;
  for (let i = 1; i < entry; i++) most *= 2;
  return entry === ENTRIES - 1 ? Infinity : most;
}
