/* Code that a user would write in plain JavaScript. The arguments are arrays and their sizes. */

export function sinusoidalLoop(out, length, dim, base) {
  const frequencies = new Float64Array(Math.ceil(dim / 2));
  for (let i = 0; i < frequencies.length; i++) frequencies[i] = base ** ((-2 * i) / dim);
  for (let p = 0; p < length; p++)
    for (let i = 0; i < dim; i += 2) {
      const angle = p * frequencies[i / 2];
      out[p * dim + i] = Math.sin(angle);
      if (i + 1 < dim) out[p * dim + i + 1] = Math.cos(angle);
    }
}

export function ropeTableLoop(cos, sin, length, dim, base) {
  const half = dim / 2;
  const frequencies = new Float64Array(half);
  for (let i = 0; i < half; i++) frequencies[i] = base ** ((-2 * i) / dim);
  for (let p = 0; p < length; p++)
    for (let i = 0; i < half; i++) {
      const angle = p * frequencies[i];
      cos[p * half + i] = Math.cos(angle);
      sin[p * half + i] = Math.sin(angle);
    }
}

export function addRows(x, table, length, dim) {
  const n = length * dim;
  for (let i = 0; i < x.length; i += n) for (let k = 0; k < n; k++) x[i + k] += table[k];
}

export function ropeHalfLoop(x, start, length, heads, dim, cos, sin) {
  const half = dim / 2;
  for (let p = 0; p < length; p++)
    for (let h = 0; h < heads; h++) {
      const at = (p * heads + h) * dim;
      for (let i = 0; i < half; i++) {
        const c = cos[(start + p) * half + i];
        const s = sin[(start + p) * half + i];
        const u = x[at + i];
        const v = x[at + half + i];
        x[at + i] = u * c - v * s;
        x[at + half + i] = u * s + v * c;
      }
    }
}

export function ropeInterleavedLoop(x, start, length, heads, dim, cos, sin) {
  const half = dim / 2;
  for (let p = 0; p < length; p++)
    for (let h = 0; h < heads; h++) {
      const at = (p * heads + h) * dim;
      for (let i = 0; i < half; i++) {
        const c = cos[(start + p) * half + i];
        const s = sin[(start + p) * half + i];
        const u = x[at + 2 * i];
        const v = x[at + 2 * i + 1];
        x[at + 2 * i] = u * c - v * s;
        x[at + 2 * i + 1] = u * s + v * c;
      }
    }
}

export function slopesLoop(out, heads) {
  for (let h = 0; h < heads; h++) out[h] = 2 ** ((-8 * (h + 1)) / heads);
}

export function alibiLoop(out, slopes, heads, queries, keys) {
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++) out[at++] = -slopes[h] * Math.abs(q + keys - queries - k);
}

export function addAlibiLoop(scores, slopes, heads, queries, keys) {
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++)
      for (let k = 0; k < keys; k++) scores[at++] -= slopes[h] * Math.abs(q + keys - queries - k);
}

function bucketOf(relative, buckets, maxDistance) {
  const side = buckets / 2;
  const exact = side >> 1;
  const n = Math.abs(relative);
  const bucket =
    n < exact
      ? n
      : Math.min(
          side - 1,
          exact +
            Math.floor((Math.log(n / exact) / Math.log(maxDistance / exact)) * (side - exact)),
        );
  return relative > 0 ? bucket + side : bucket;
}

export function t5Loop(out, queries, keys, buckets, maxDistance) {
  let at = 0;
  for (let q = 0; q < queries; q++)
    for (let k = 0; k < keys; k++)
      out[at++] = bucketOf(k - q - keys + queries, buckets, maxDistance);
}

/**
 * Copies each row from one long row. A user can write this after noticing that a value depends only
 * on the distance between query and key.
 */
function shiftedRows(out, ramp, queries, keys, at = 0) {
  for (let q = 0; q < queries; q++)
    out.set(ramp.subarray(queries - 1 - q, queries - 1 - q + keys), at + q * keys);
}

export function alibiRows(out, slopes, heads, queries, keys) {
  const ramp = new Float32Array(queries + keys);
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < ramp.length; i++) ramp[i] = -slopes[h] * Math.abs(i - keys + 1);
    shiftedRows(out, ramp, queries, keys, h * queries * keys);
  }
}

export function t5Rows(out, queries, keys, buckets, maxDistance) {
  const ramp = new Int32Array(queries + keys);
  for (let i = 0; i < ramp.length; i++) ramp[i] = bucketOf(i - keys + 1, buckets, maxDistance);
  shiftedRows(out, ramp, queries, keys);
}

export function attentionLoop(q, k, v, heads, queries, keys, dim, { weights, output }) {
  const scores = new Float64Array(keys);
  const scale = 1 / Math.sqrt(dim);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++) {
      const row = h * queries + i;
      let top = -Infinity;
      let sum = 0;
      for (let j = 0; j < keys; j++) {
        let dot = 0;
        for (let d = 0; d < dim; d++) dot += q[row * dim + d] * k[(h * keys + j) * dim + d];
        scores[j] = dot * scale;
        if (scores[j] > top) top = scores[j];
      }
      for (let j = 0; j < keys; j++) sum += scores[j] = Math.exp(scores[j] - top);
      const to = new Float64Array(dim);
      for (let j = 0; j < keys; j++) {
        const w = (weights[row * keys + j] = scores[j] / sum);
        for (let d = 0; d < dim; d++) to[d] += w * v[(h * keys + j) * dim + d];
      }
      output.set(to, row * dim);
    }
}

export function similarityLoop(table, length, dim, out) {
  const norms = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let d = 0; d < dim; d++) sum += table[i * dim + d] ** 2;
    norms[i] = Math.sqrt(sum);
  }
  for (let i = 0; i < length; i++)
    for (let j = 0; j < length; j++) {
      let dot = 0;
      for (let d = 0; d < dim; d++) dot += table[i * dim + d] * table[j * dim + d];
      out[i * length + j] = dot / (norms[i] * norms[j]);
    }
}
