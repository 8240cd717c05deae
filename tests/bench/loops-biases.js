/* The biases as a user would write them in plain JavaScript. */

export function kerpleLogLoop(out, p, a, heads, queries, keys) {
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++)
        out[at++] = -p[h] * Math.log(1 + a[h] * Math.abs(q + keys - queries - k));
}

export function kerplePowerLoop(out, p, a, heads, queries, keys) {
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++) out[at++] = -a[h] * Math.abs(q + keys - queries - k) ** p[h];
}

/**
 * Copies each row from one long row. A user can write this after noticing that a value depends only
 * on the distance between query and key.
 */
function shiftedRows(out, head, queries, keys, of) {
  const ramp = new Float32Array(queries + keys);
  for (let i = 0; i < ramp.length; i++) ramp[i] = of(Math.abs(i - keys + 1));
  for (let q = 0; q < queries; q++)
    out.set(ramp.subarray(queries - 1 - q, queries - 1 - q + keys), (head * queries + q) * keys);
}

export function kerpleLogRows(out, p, a, heads, queries, keys) {
  for (let h = 0; h < heads; h++)
    shiftedRows(out, h, queries, keys, (D) => -p[h] * Math.log1p(a[h] * D));
}

/**
 * Computes the sum of cosines only once per distance. Computing it for every query and key would be
 * far too slow.
 */
export function sandwichLoop(out, dim, heads, queries, keys) {
  const sums = new Float64Array(queries + keys);
  for (let D = 0; D < sums.length; D++)
    for (let i = 1; i <= dim / 2; i++) sums[D] += Math.cos(D * 10000 ** ((-2 * i) / dim)) - 1;
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++)
        out[at++] = sums[Math.abs(q + keys - queries - k)] / ((8 * (h + 1)) / heads);
}

export function fireLoop(out, { w1, b1, w2, b2 }, heads, queries, keys) {
  const hidden = w1.length;
  const units = new Float64Array(hidden);
  for (let q = 0; q < queries; q++)
    for (let k = 0; k < keys; k++) {
      const i = q + keys - queries;
      const x = Math.log(0.1 * Math.abs(i - k) + 1) / (Math.log(0.1 * Math.max(i, 512) + 1) + 1e-6);
      for (let u = 0; u < hidden; u++) units[u] = Math.max(0, w1[u] * x + b1[u]);
      for (let h = 0; h < heads; h++) {
        let sum = b2[h];
        for (let u = 0; u < hidden; u++) sum += w2[h * hidden + u] * units[u];
        out[(h * queries + q) * keys + k] = sum;
      }
    }
}

export function copeLoop(out, logits, q, table, heads, queries, keys, dim) {
  const positions = table.length / dim;
  const read = new Float64Array(positions);
  for (let row = 0; row < heads * queries; row++) {
    for (let p = 0; p < positions; p++) {
      let sum = 0;
      for (let d = 0; d < dim; d++) sum += q[row * dim + d] * table[p * dim + d];
      read[p] = sum;
    }
    const query = (row % queries) + keys - queries;
    for (let k = keys - 1, count = 0; k >= 0; k--) {
      if (k > query) {
        out[row * keys + k] = -Infinity;
        continue;
      }
      count += 1 / (1 + Math.exp(-logits[row * keys + k]));
      const position = Math.min(positions - 1, count);
      const below = Math.floor(position);
      const part = position - below;
      out[row * keys + k] = part * read[Math.ceil(position)] + (1 - part) * read[below];
    }
  }
}

/** Multiplies each query with every row of the table, and then picks the product for each key. */
export function shawLoop(out, q, table, most, heads, queries, keys, dim) {
  const rows = 2 * most + 1;
  const read = new Float64Array(rows);
  const scale = 1 / Math.sqrt(dim);
  for (let row = 0; row < heads * queries; row++) {
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let d = 0; d < dim; d++) sum += q[row * dim + d] * table[r * dim + d];
      read[r] = sum * scale;
    }
    const query = (row % queries) + keys - queries;
    for (let k = 0; k < keys; k++)
      out[row * keys + k] = read[Math.max(-most, Math.min(most, k - query)) + most];
  }
}

/**
 * Sums the weights that belong to each row of the table, and then adds the rows times their sums.
 */
export function shawValuesLoop(out, weights, table, most, heads, queries, keys, dim) {
  const rows = 2 * most + 1;
  const sums = new Float64Array(rows);
  const added = new Float64Array(dim);
  for (let row = 0; row < heads * queries; row++) {
    const query = (row % queries) + keys - queries;
    sums.fill(0);
    added.fill(0);
    for (let k = 0; k < keys; k++)
      sums[Math.max(-most, Math.min(most, k - query)) + most] += weights[row * keys + k];
    for (let r = 0; r < rows; r++)
      for (let d = 0; d < dim; d++) added[d] += sums[r] * table[r * dim + d];
    out.set(added, row * dim);
  }
}

export function shawBucketsLoop(out, queries, keys, most) {
  let at = 0;
  for (let q = 0; q < queries; q++)
    for (let k = 0; k < keys; k++)
      out[at++] = Math.max(-most, Math.min(most, k - q - keys + queries)) + most;
}

export function transformerXLLoop(out, q, v, table, heads, queries, keys, dim) {
  const scale = 1 / Math.sqrt(dim);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++)
      for (let k = 0; k < keys; k++) {
        const distance = i + keys - queries - k;
        const at = ((keys - 1 - distance) * heads + h) * dim;
        const row = (h * queries + i) * dim;
        let sum = 0;
        for (let d = 0; distance >= 0 && d < dim; d++)
          sum += (q[row + d] + v[h * dim + d]) * table[at + d];
        out[(h * queries + i) * keys + k] = distance < 0 ? -Infinity : sum * scale;
      }
}

function debertaBucket(relative, buckets, maxDistance) {
  const mid = buckets / 2;
  const n = Math.abs(relative);
  const bucket =
    n <= mid
      ? n
      : Math.ceil((Math.log(n / mid) / Math.log((maxDistance - 1) / mid)) * (mid - 1) - 1e-9) + mid;
  return Math.max(-buckets, Math.min(buckets - 1, relative < 0 ? -bucket : bucket));
}

export function debertaBucketsLoop(out, queries, keys, buckets, maxDistance) {
  let at = 0;
  for (let q = 0; q < queries; q++)
    for (let k = 0; k < keys; k++)
      out[at++] = debertaBucket(q + keys - queries - k, buckets, maxDistance);
}

export function debertaLoop(
  out,
  q,
  k,
  keyTable,
  queryTable,
  heads,
  queries,
  keys,
  dim,
  buckets,
  maxDistance,
) {
  const scale = 1 / Math.sqrt(3 * dim);
  const index = new Int32Array(queries * keys);
  debertaBucketsLoop(index, queries, keys, buckets, maxDistance);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++)
      for (let j = 0; j < keys; j++) {
        const at = (h * 2 * buckets + index[i * keys + j] + buckets) * dim;
        const row = (h * queries + i) * dim;
        const column = (h * keys + j) * dim;
        let sum = 0;
        for (let d = 0; d < dim; d++)
          sum += q[row + d] * keyTable[at + d] + k[column + d] * queryTable[at + d];
        out[(h * queries + i) * keys + j] = sum * scale;
      }
}

export function swinIndexLoop(out, height, width) {
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let v = 0; v < height; v++)
        for (let u = 0; u < width; u++)
          out[at++] = (y - v + height - 1) * (2 * width - 1) + x - u + width - 1;
}

export function swinLoop(out, table, index, heads) {
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < index.length; i++) out[h * index.length + i] = table[index[i] * heads + h];
}

export function swinV2Loop(out, heads, height, width, { w1, b1, w2 }) {
  const hidden = b1.length;
  const units = new Float64Array(hidden);
  const log = (d, side) => (Math.sign(d) * Math.log2(1 + (8 * Math.abs(d)) / (side - 1))) / 3;
  for (let dy = 1 - height, at = 0; dy < height; dy++)
    for (let dx = 1 - width; dx < width; dx++) {
      const y = log(dy, height);
      const x = log(dx, width);
      for (let u = 0; u < hidden; u++)
        units[u] = Math.max(0, w1[2 * u] * y + w1[2 * u + 1] * x + b1[u]);
      for (let h = 0; h < heads; h++) {
        let sum = 0;
        for (let u = 0; u < hidden; u++) sum += w2[h * hidden + u] * units[u];
        out[at++] = 16 / (1 + Math.exp(-sum));
      }
    }
}

export function temperatureLoop(out) {
  for (let p = 0; p < out.length; p++) out[p] = 1 + 0.1 * Math.log(Math.floor((p + 1) / 8192) + 1);
}
