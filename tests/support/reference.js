/*
 * The formulas in plain JavaScript, as a reader would write them, one element at a time. The
 * kernels are tested against these functions.
 */
/** Returns a function that draws numbers in [0, 1), the same numbers in every run (mulberry32). */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), seed | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** The seed of the first random case. The variable SEED of the environment gives other cases. */
export const FIRST_SEED = Number(globalThis.process?.env.SEED ?? 1);

/** Returns a typed array of random numbers in (-1, 1). */
export function noise(Kind, length, seed) {
  const draw = random(seed);
  return Kind.from({ length }, () => 2 * draw() - 1);
}

/** Returns random positions in (-end, end), some of them negative and some with fractions. */
export function scattered(count, end, seed) {
  const draw = random(seed);
  return Array.from({ length: count }, (_, i) => {
    const whole = Math.floor(draw() * (end - 1)) * (i % 3 === 2 ? -1 : 1);
    return i % 4 === 3 ? whole + Math.fround(draw()) : whole;
  });
}

/** Returns the bytes of a typed array, in which different NaNs differ, and -0 differs from 0. */
export const bitsOf = (x) => Buffer.from(x.buffer, x.byteOffset, x.byteLength);

/** Returns the whole numbers start, start + 1, ... */
export const range = (length, start = 0) => Array.from({ length }, (_, i) => start + i);

/** Returns a row of a flat table. */
export const rowOf = (table, row, dim) => table.subarray(row * dim, row * dim + dim);

/** Returns a sinusoidal table as an array of rows, as common tutorial code does. */
export function sinusoidalPE(maxLen, d, base = 10000) {
  return Array.from({ length: maxLen }, (_, pos) => {
    const row = new Float32Array(d);
    for (let i = 0; i < d; i += 2) {
      const angle = pos / Math.pow(base, i / d);
      row[i] = Math.sin(angle);
      if (i + 1 < d) row[i + 1] = Math.cos(angle);
    }
    return row;
  });
}

/** Adds a table of sinusoidalPE to rows of embeddings in place, as common tutorial code does. */
export function addPositional(embeddings, pe) {
  embeddings.forEach((row, pos) => row.forEach((_, i) => (row[i] += pe[pos][i])));
  return embeddings;
}

/** Adds a table to x [..., length, dim] in place. */
export function addTable(x, table, length, dim) {
  for (let i = 0; i < x.length; i++) x[i] += table[i % (length * dim)];
  return x;
}

/**
 * Returns x [rows, heads, headDim] rotated. cos and sin are functions of (row, pair). `round`
 * rounds the result of each operation.
 */
export function rotate(
  x,
  { heads, headDim, rotaryDim = headDim, layout = 'half', inverse = false },
  cos,
  sin,
  round = (x) => x,
) {
  const out = Float64Array.from(x);
  const pairs = rotaryDim / 2;
  for (let head = 0; head < x.length / headDim; head++) {
    const row = Math.floor(head / heads);
    for (let i = 0; i < pairs; i++) {
      const a = head * headDim + (layout === 'half' ? i : 2 * i);
      const b = layout === 'half' ? a + pairs : a + 1;
      const c = cos(row, i);
      const s = (inverse ? -1 : 1) * sin(row, i);
      out[a] = round(round(x[a] * c) - round(x[b] * s));
      out[b] = round(round(x[a] * s) + round(x[b] * c));
    }
  }
  return out;
}

/** Multiplies a row vector by a matrix. */
export function rowTimes(row, matrix) {
  const n = row.length;
  return Float64Array.from(row, (_, j) =>
    row.reduce((sum, x, i) => sum + x * matrix[i * n + j], 0),
  );
}

/** Multiplies a matrix by a column vector. */
export function timesColumn(matrix, column) {
  const n = column.length;
  return Float64Array.from(column, (_, i) =>
    column.reduce((sum, x, j) => sum + matrix[i * n + j] * x, 0),
  );
}

/**
 * Computes the biases of ALiBi, [heads, queries, keys]. The last query is at the position of the
 * last key.
 */
export function alibiBias(slopes, queries, keys, causal) {
  const out = new Float32Array(slopes.length * queries * keys);
  let at = 0;
  for (const slope of slopes) {
    for (let q = 0; q < queries; q++) {
      for (let k = 0; k < keys; k++) {
        const distance = k - (q + keys - queries);
        out[at++] = causal && distance > 0 ? -Infinity : 0 - slope * Math.abs(distance);
      }
    }
  }
  return out;
}

/**
 * Computes where T5's logarithmic buckets start on one side, with integers alone. The first m
 * buckets contain one distance each, and the other N are logarithmic. Bucket t of the N starts at
 * the smallest n with n >= m (maxDistance / m)^(t / N). This means n^N >= maxDistance^t m^(N - t).
 */
export function t5Starts(side, maxDistance, only) {
  const m = Math.floor(side / 2);
  const N = side - m;
  const starts = [];
  for (const t of only ?? Array(N).keys()) {
    const target = BigInt(maxDistance) ** BigInt(t) * BigInt(m) ** BigInt(N - t);
    const reached = (n) => BigInt(n) ** BigInt(N) >= target;
    // The logarithm only tells where to begin the search.
    let n = Math.max(m, Math.round(m * Math.exp((Math.log(maxDistance / m) * t) / N)));
    while (!reached(n)) n++;
    while (n > m && reached(n - 1)) n--;
    starts.push(n);
  }
  return starts;
}

/**
 * Returns the bucket of the difference key - query, where the logarithmic buckets have these
 * starts.
 */
export function t5Bucket(relative, side, starts, bidirectional) {
  const upper = bidirectional && relative > 0;
  const distance = upper ? relative : Math.max(0, -relative);
  const m = Math.floor(side / 2);
  const bucket = distance < m ? distance : m + starts.findLastIndex((start) => start <= distance);
  return upper ? bucket + side : bucket;
}
