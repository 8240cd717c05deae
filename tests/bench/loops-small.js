/*
 * Plain JavaScript for small calls, as a user would write it for frequent calls. Values that do not
 * change from call to call, such as frequencies, are computed before the call.
 */

/** Returns the frequencies base^(-i / count). */
export const frequenciesOf = (count, base = 1e4) =>
  Float64Array.from({ length: count }, (_, i) => base ** (-i / count));

export function wavelengthsLoop(dim, base) {
  const out = new Float64Array(dim / 2);
  for (let i = 0; i < out.length; i++) out[i] = 2 * Math.PI * base ** ((2 * i) / dim);
  return out;
}

export function frequenciesLoop(dim, base) {
  const out = new Float64Array(dim / 2);
  for (let i = 0; i < out.length; i++) out[i] = base ** ((-2 * i) / dim);
  return out;
}

/** Writes the sines and cosines of one position side by side. */
export function rowLoop(out, position, frequencies) {
  for (let i = 0; i < frequencies.length; i++) {
    const angle = position * frequencies[i];
    out[2 * i] = Math.sin(angle);
    out[2 * i + 1] = Math.cos(angle);
  }
}

/** Writes all cosines of one position or timestep, and then its sines. */
export function stepLoop(out, position, frequencies) {
  const half = frequencies.length;
  for (let i = 0; i < half; i++) {
    const angle = position * frequencies[i];
    out[i] = Math.cos(angle);
    out[half + i] = Math.sin(angle);
  }
}

export function shiftMatrixLoop(dim, offset, frequencies) {
  const out = new Float64Array(dim * dim);
  for (let i = 0; i < dim / 2; i++) {
    const s = Math.sin(offset * frequencies[i]);
    const c = Math.cos(offset * frequencies[i]);
    const block = 2 * i * (dim + 1);
    out[block] = c;
    out[block + dim + 1] = c;
    out[block + dim] = s;
    out[block + 1] = -s;
  }
  return out;
}

export function shiftRowLoop(x, offset, frequencies) {
  for (let i = 0; i < frequencies.length; i++) {
    const s = Math.sin(offset * frequencies[i]);
    const c = Math.cos(offset * frequencies[i]);
    const u = x[2 * i];
    const v = x[2 * i + 1];
    x[2 * i] = u * c + v * s;
    x[2 * i + 1] = v * c - u * s;
  }
}

/** Draws normally distributed numbers by the method of Box and Muller. */
export function normalLoop(out, deviation) {
  for (let i = 0; i < out.length; i += 2) {
    const r = deviation * Math.sqrt(-2 * Math.log(1 - Math.random()));
    const angle = 2 * Math.PI * Math.random();
    out[i] = r * Math.cos(angle);
    out[i + 1] = r * Math.sin(angle);
  }
}

/** Rotates the heads of one position, for which no table was made. */
export function rotateLoop(x, position, heads, frequencies) {
  const half = frequencies.length;
  for (let i = 0; i < half; i++) {
    const c = Math.cos(position * frequencies[i]);
    const s = Math.sin(position * frequencies[i]);
    for (let h = 0; h < heads; h++) {
      const at = 2 * h * half + i;
      const u = x[at];
      const v = x[at + half];
      x[at] = u * c - v * s;
      x[at + half] = u * s + v * c;
    }
  }
}

/**
 * Reorders heads from the half layout to the interleaved layout. `copy` is a scratch array for one
 * head.
 */
export function swapLoop(x, copy) {
  const dim = copy.length;
  for (let at = 0; at < x.length; at += dim) {
    for (let i = 0; i < dim; i++) copy[i] = x[at + i];
    for (let i = 0; i < dim / 2; i++) {
      x[at + 2 * i] = copy[i];
      x[at + 2 * i + 1] = copy[dim / 2 + i];
    }
  }
}

export function gridLoop(height, width) {
  const out = new Float64Array(2 * height * width);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      out[at] = y;
      out[height * width + at] = x;
    }
  return out;
}

export function popeRowLoop(out, x, position, frequencies) {
  for (let i = 0; i < x.length; i++) {
    const angle = position * frequencies[i];
    const r = Math.log1p(Math.exp(x[i]));
    out[2 * i] = r * Math.cos(angle);
    out[2 * i + 1] = r * Math.sin(angle);
  }
}

/** Looks up the bucket of each distance in a list that the user has made once. */
export function bucketBiasLoop(out, weights, buckets, heads) {
  for (let h = 0; h < heads; h++)
    for (let k = 0; k < buckets.length; k++)
      out[h * buckets.length + k] = weights[buckets[k] * heads + h];
}

export function gatesLoop(out, logits) {
  for (let k = logits.length - 1, sum = 0; k >= 0; k--)
    out[k] = sum += 1 / (1 + Math.exp(-logits[k]));
}

export function xlnetLoop(out, queries, keys, frequencies) {
  const half = frequencies.length;
  for (let row = 0; row < keys + queries; row++)
    for (let i = 0; i < half; i++) {
      const angle = (keys - row) * frequencies[i];
      out[2 * row * half + i] = Math.sin(angle);
      out[(2 * row + 1) * half + i] = Math.cos(angle);
    }
}

export function coordinatesLoop(out, height, width) {
  const log = (d, side) => (Math.sign(d) * Math.log2(1 + (8 * Math.abs(d)) / (side - 1))) / 3;
  for (let y = 1 - height, at = 0; y < height; y++)
    for (let x = 1 - width; x < width; x++) {
      out[at++] = log(y, height);
      out[at++] = log(x, width);
    }
}

export function temperaturesLoop(out, start) {
  for (let i = 0; i < out.length; i++)
    out[i] = 1 + 0.1 * Math.log(Math.floor((start + i + 1) / 8192) + 1);
}

export function maskLoop(out, mask, batch, length) {
  for (let row = 0; row < batch; row++)
    for (let i = row * length, next = 0; i < (row + 1) * length; i++) out[i] = mask[i] ? next++ : 0;
}

/** Makes the positions of text tokens, and then those of an image. */
export function mropeLoop(text, [frames, rows, columns]) {
  const tokens = text + frames * rows * columns;
  const out = new Int32Array(3 * tokens);
  for (let i = 0; i < text; i++) out[i] = out[tokens + i] = out[2 * tokens + i] = i;
  for (let f = 0, at = text; f < frames; f++)
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, at++) {
        out[at] = text + f;
        out[tokens + at] = text + y;
        out[2 * tokens + at] = text + x;
      }
  return out;
}

export function colorsLoop(out, values, palette, min, max) {
  const colors = palette.length / 4;
  for (let i = 0; i < values.length; i++) {
    const share = (values[i] - min) / (max - min);
    const color = Math.max(0, Math.min(colors - 1, Math.floor(share * colors)));
    for (let k = 0; k < 4; k++) out[4 * i + k] = palette[4 * color + k];
  }
}

/** Makes the features of one point in the layout of NeRF. */
export function octavesLoop(out, point, bands) {
  const axes = point.length;
  for (let k = 0, at = 0, w = 1; k < bands; k++, at += 2 * axes, w *= 2)
    for (let a = 0; a < axes; a++) {
      out[at + a] = Math.sin(w * point[a]);
      out[at + axes + a] = Math.cos(w * point[a]);
    }
}

/** Adds each row of a table to the row of the embeddings with the same index. */
export function addToRowsLoop(rows, table) {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const addends = table[i];
    for (let k = 0; k < row.length; k++) row[k] += addends[k];
  }
}
