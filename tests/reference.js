/* What the kernels are checked against, as plain JavaScript: the formulas as a reader would write them, one element at a time. */

/** Numbers in [0, 1), the same in every run (mulberry32). */
export function random(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let x = Math.imul(seed ^ seed >>> 15, seed | 1);
    x = x + Math.imul(x ^ x >>> 7, x | 61) ^ x;
    return ((x ^ x >>> 14) >>> 0) / 4294967296;
  };
}

/** A typed array of numbers in (-1, 1). */
export function noise(Kind, length, seed) {
  const draw = random(seed);
  return Kind.from({length}, () => 2 * draw() - 1);
}

/** Whole positions spread over (-end, end), and some with fractions. */
export function scattered(count, end, seed) {
  const draw = random(seed);
  return Array.from({length: count}, (_, i) => {
    const whole = Math.floor(draw() * (end - 1)) * (i % 3 === 2 ? -1 : 1);
    return i % 4 === 3 ? whole + Math.fround(draw()) : whole;
  });
}

/** The bits of a typed array, to compare NaN, -0 and all. */
export const bitsOf = x => Buffer.from(x.buffer, x.byteOffset, x.byteLength);

/** The table of the tutorial article. */
export function sinusoidalPE(maxLen, d, base = 10000) {
  return Array.from({length: maxLen}, (_, pos) => {
    const row = new Float32Array(d);
    for (let i = 0; i < d; i += 2) {
      const angle = pos / Math.pow(base, i / d);
      row[i] = Math.sin(angle);
      if (i + 1 < d) row[i + 1] = Math.cos(angle);
    }
    return row;
  });
}

/** The addition of the article, in place. */
export function addPositional(embeddings, pe) {
  embeddings.forEach((row, pos) => row.forEach((_, i) => row[i] += pe[pos][i]));
  return embeddings;
}

/** x [..., length, dim] plus a table, in place. */
export function addTable(x, table, length, dim) {
  for (let i = 0; i < x.length; i++) x[i] += table[i % (length * dim)];
  return x;
}

/** Rotates x [rows, heads, headDim]; cos and sin are functions of (row, pair), and each operation is rounded. */
export function rotate(x, {heads, headDim, rotaryDim = headDim, layout = 'half', inverse = false}, cos, sin, round = x => x) {
  const out = Float64Array.from(x), pairs = rotaryDim / 2;
  for (let head = 0; head < x.length / headDim; head++) {
    const row = Math.floor(head / heads);
    for (let i = 0; i < pairs; i++) {
      const a = head * headDim + (layout === 'half' ? i : 2 * i), b = layout === 'half' ? a + pairs : a + 1;
      const c = cos(row, i), s = (inverse ? -1 : 1) * sin(row, i);
      out[a] = round(round(x[a] * c) - round(x[b] * s));
      out[b] = round(round(x[a] * s) + round(x[b] * c));
    }
  }
  return out;
}

/** A row vector times a matrix. */
export function rowTimes(row, matrix) {
  const n = row.length;
  return Float64Array.from(row, (_, j) => row.reduce((sum, x, i) => sum + x * matrix[i * n + j], 0));
}

/** A matrix times a column vector. */
export function timesColumn(matrix, column) {
  const n = column.length;
  return Float64Array.from(column, (_, i) => column.reduce((sum, x, j) => sum + matrix[i * n + j] * x, 0));
}

/** The biases of ALiBi, [heads, queries, keys], the last query on the last key. */
export function alibiBias(slopes, queries, keys, causal) {
  const out = new Float32Array(slopes.length * queries * keys);
  let at = 0;
  for (const slope of slopes) {
    for (let q = 0; q < queries; q++) {
      for (let k = 0; k < keys; k++) {
        const distance = k - (q + keys - queries);
        out[at++] = causal && distance > 0 ? -Infinity : -slope * Math.abs(distance);
      }
    }
  }
  return out;
}

/**
 * The start of T5's buckets on one side by integers alone: the smallest n with
 * n >= m (maxDistance / m)^(t / N), that is n^N >= maxDistance^t m^(N - t); m buckets hold one distance each, N are logarithmic.
 */
export function t5Starts(side, maxDistance, only) {
  const m = Math.floor(side / 2), N = side - m, starts = [];
  for (const t of only ?? Array(N).keys()) {
    const target = BigInt(maxDistance) ** BigInt(t) * BigInt(m) ** BigInt(N - t);
    const reached = n => BigInt(n) ** BigInt(N) >= target;
    // the logarithm only says where to look
    let n = Math.max(m, Math.round(m * Math.exp(Math.log(maxDistance / m) * t / N)));
    while (!reached(n)) n++;
    while (n > m && reached(n - 1)) n--;
    starts.push(n);
  }
  return starts;
}

/** The bucket of key - query from those starts. */
export function t5Bucket(relative, side, starts, bidirectional) {
  const upper = bidirectional && relative > 0, distance = upper ? relative : Math.max(0, -relative), m = Math.floor(side / 2);
  const bucket = distance < m ? distance : m + starts.findLastIndex(start => start <= distance);
  return upper ? bucket + side : bucket;
}
