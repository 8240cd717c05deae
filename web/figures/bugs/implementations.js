/**
 * The code that the checks test. The code does all that a model does with positions: once without a
 * bug, and once with each of ten bugs. The library computes every number.
 */
import { alibiSlopes, attention, positionsFromMask, sinusoidal } from '../../index.js';

/** Rows of numbers, one for each position. @typedef {number[][]} Rows */

/**
 * Cuts an array into rows.
 * @param {ArrayLike<number>} flat
 * @param {number} width
 * @returns {Rows}
 */
const rowsOf = (flat, width) =>
  Array.from({ length: flat.length / width }, (_, row) =>
    Array.from({ length: width }, (_, at) => flat[row * width + at]),
  );

/** Joins rows. @param {Rows} rows */
const joined = (rows) => Float32Array.from(rows.flat());

/** Returns `length` consecutive whole numbers from `first` on. @param {number} length */
const counted = (length, first = 0) => Array.from({ length }, (_, at) => first + at);

/**
 * Does all that a model does with positions, without a bug. A model needs only some of these
 * functions. Each bug changes one function or one field.
 */
export class Implementation {
  /** The base of RoPE, as the config of the model says. */
  theta = 500000;
  /** The layout that the weights were trained for. @type {'half' | 'interleaved'} */
  layout = 'half';

  /**
   * Makes the sinusoidal table.
   * @param {number} length
   * @param {number} dim
   */
  table(length, dim) {
    return rowsOf(sinusoidal(length, dim), dim);
  }

  /** Adds the table to the vectors of words. @param {Rows} words */
  stamp(words) {
    const table = this.table(words.length, words[0].length);
    return words.map((word, position) => word.map((value, at) => value + table[position][at]));
  }

  /**
   * Returns the positions of a padded sentence.
   * @param {number[]} mask 0 for padding, 1 for a word
   */
  positions(mask) {
    return [...positionsFromMask(mask, 1, mask.length)];
  }

  /**
   * Rotates rows by RoPE, as applyRope of the library does. applyRope itself has many more options,
   * which would make this figure a tenth larger.
   * @param {Rows} rows
   * @param {number[]} positions
   */
  rotate(rows, positions) {
    const dim = rows[0].length;
    const half = dim / 2;
    const angles = rowsOf(sinusoidal(rows.length, dim, { base: this.theta, positions }), dim);
    return rows.map((row, at) => {
      const turned = [...row];
      for (let pair = 0; pair < half; pair++) {
        const [one, two] = this.layout === 'half' ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
        const [sine, cosine] = angles[at].slice(2 * pair);
        turned[one] = row[one] * cosine - row[two] * sine;
        turned[two] = row[one] * sine + row[two] * cosine;
      }
      return turned;
    });
  }

  /**
   * Computes attention with RoPE. The keys and values of earlier words are in a cache.
   * @param {Rows} queries
   * @param {Rows} keys
   * @param {Rows} values
   * @param {number} cached how many words before the first query are in the cache
   */
  attend(queries, keys, values, cached) {
    const headDim = keys[0].length;
    const { output } = attention({
      q: joined(this.rotate(queries, counted(queries.length, cached))),
      k: joined(this.rotate(keys, counted(keys.length))),
      v: joined(values),
      heads: 1,
      queries: queries.length,
      keys: keys.length,
      headDim,
    });
    return rowsOf(output, headDim);
  }

  /** Returns the slopes of ALiBi. @param {number} heads */
  slopes(heads) {
    return [...alibiSlopes(heads)];
  }
}

/** The names of the bugs and of their checks, in the order of the exhibits. */
export const BUGS = /** @type {const} */ ([
  'pairs',
  'transposed',
  'exponent',
  'first',
  'padding',
  'cache',
  'values',
  'layout',
  'theta',
  'slopes',
]);

/** @typedef {typeof BUGS[number]} Bug */

/** The code without a bug. */
export const RIGHT = new Implementation();

/** For each bug, the code with this bug. @type {Record<Bug, Implementation>} */
export const WRONG = {
  pairs: new (class extends Implementation {
    /** Gives column i the exponent i / dim, even if the column is a cosine. @override */
    table(/** @type {number} */ length, /** @type {number} */ dim) {
      // In a table of twice the width, both columns of pair i have this exponent.
      return super
        .table(length, 2 * dim)
        .map((row) => counted(dim).map((at) => row[2 * at + (at % 2)]));
    }
  })(),
  transposed: new (class extends Implementation {
    /** Adds the columns of the table instead of its rows. @override */
    stamp(/** @type {Rows} */ words) {
      const table = this.table(words.length, words[0].length);
      return words.map((word, position) => word.map((value, at) => value + table[at][position]));
    }
  })(),
  exponent: new (class extends Implementation {
    /** Doubles the exponent: 10000^(4i / dim) is 1e8^(2i / dim). @override */
    table(/** @type {number} */ length, /** @type {number} */ dim) {
      return rowsOf(sinusoidal(length, dim, { base: 1e8 }), dim);
    }
  })(),
  first: new (class extends Implementation {
    /** Starts the table with the row of position 1. @override */
    table(/** @type {number} */ length, /** @type {number} */ dim) {
      return rowsOf(sinusoidal(length, dim, { start: 1 }), dim);
    }
  })(),
  padding: new (class extends Implementation {
    /** Counts padding as positions, too. @override */
    positions(/** @type {number[]} */ mask) {
      return counted(mask.length);
    }
  })(),
  cache: new (class extends Implementation {
    /** Ignores the number of cached words, so the first query gets position 0. @override */
    attend(/** @type {Rows} */ queries, /** @type {Rows} */ keys, /** @type {Rows} */ values) {
      return super.attend(queries, keys, values, 0);
    }
  })(),
  values: new (class extends Implementation {
    /**
     * Rotates values, too.
     * @override
     * @param {Rows} queries
     * @param {Rows} keys
     * @param {Rows} values
     * @param {number} cached
     */
    attend(queries, keys, values, cached) {
      return super.attend(queries, keys, this.rotate(values, counted(values.length)), cached);
    }
  })(),
  layout: new (class extends Implementation {
    layout = /** @type {const} */ ('interleaved');
  })(),
  theta: new (class extends Implementation {
    theta = 10000;
  })(),
  slopes: new (class extends Implementation {
    /** Counts heads from 0 in the exponent, so the first slope is 1. @override */
    slopes(/** @type {number} */ heads) {
      return [1, ...super.slopes(heads).slice(0, -1)];
    }
  })(),
};
