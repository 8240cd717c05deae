/* What a user would write in plain JavaScript: functions that take their arrays and sizes as arguments. */

export function addRows(x, table, length, dim) {
  const n = length * dim;
  for (let i = 0; i < x.length; i += n) for (let k = 0; k < n; k++) x[i + k] += table[k];
}

export function ropeLoop(x, length, heads, dim, cos, sin, interleaved) {
  const half = dim / 2;
  for (let p = 0; p < length; p++)
    for (let h = 0; h < heads; h++) {
      const at = (p * heads + h) * dim;
      for (let i = 0; i < half; i++) {
        const c = cos[p * half + i], s = sin[p * half + i];
        const a = interleaved ? at + 2 * i : at + i, b = interleaved ? a + 1 : a + half, u = x[a], v = x[b];
        x[a] = u * c - v * s;
        x[b] = u * s + v * c;
      }
    }
}

export function alibiLoop(out, slopes, heads, queries, keys) {
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < queries; q++) for (let k = 0; k < keys; k++) out[at++] = -slopes[h] * Math.abs(q + keys - queries - k);
}

export function t5Loop(out, queries, keys, buckets, maxDistance) {
  const side = buckets / 2, exact = side >> 1;
  let at = 0;
  for (let q = 0; q < queries; q++)
    for (let k = 0; k < keys; k++) {
      const relative = k - q - keys + queries, n = Math.abs(relative);
      const bucket = n < exact ? n : Math.min(side - 1, exact + Math.floor(Math.log(n / exact) / Math.log(maxDistance / exact) * (side - exact)));
      out[at++] = relative > 0 ? bucket + side : bucket;
    }
}

export function attentionLoop(q, k, v, heads, queries, keys, dim, {weights, output}) {
  const scores = new Float64Array(keys), scale = 1 / Math.sqrt(dim);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i++) {
      const row = h * queries + i;
      let top = -Infinity, sum = 0;
      for (let j = 0; j < keys; j++) {
        let dot = 0;
        for (let d = 0; d < dim; d++) dot += q[row * dim + d] * k[(h * keys + j) * dim + d];
        scores[j] = dot * scale;
        if (scores[j] > top) top = scores[j];
      }
      for (let j = 0; j < keys; j++) sum += scores[j] = Math.exp(scores[j] - top);
      const to = new Float64Array(dim);
      for (let j = 0; j < keys; j++) {
        const w = weights[row * keys + j] = scores[j] / sum;
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
