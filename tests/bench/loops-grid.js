/*
 * Encodings of grids and of real numbers, as a user would write them in plain JavaScript. They
 * follow published code. Resizing uses bicubic interpolation.
 */

/** Makes the table of the MAE paper, with a sine and a cosine for each angle of each point. */
export function sinusoidal2dLoop(out, height, width, dim, base) {
  const quarter = dim / 4;
  const frequencies = new Float64Array(quarter);
  for (let k = 0; k < quarter; k++) frequencies[k] = base ** (-k / quarter);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += dim)
      for (let k = 0; k < quarter; k++) {
        out[at + k] = Math.sin(column * frequencies[k]);
        out[at + quarter + k] = Math.cos(column * frequencies[k]);
        out[at + 2 * quarter + k] = Math.sin(row * frequencies[k]);
        out[at + 3 * quarter + k] = Math.cos(row * frequencies[k]);
      }
}

/**
 * Makes the table of sinusoidal2dLoop from a table of positions. All points of a row share half of
 * their values, and so do all points of a column.
 */
export function sinusoidal2dPieces(out, height, width, dim, base) {
  const half = dim / 2;
  const quarter = dim / 4;
  const positions = Math.max(height, width);
  const table = new Float32Array(positions * half);
  for (let k = 0; k < quarter; k++) {
    const frequency = base ** (-k / quarter);
    for (let p = 0; p < positions; p++) {
      table[p * half + k] = Math.sin(p * frequency);
      table[p * half + quarter + k] = Math.cos(p * frequency);
    }
  }
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += dim) {
      out.set(table.subarray(column * half, column * half + half), at);
      out.set(table.subarray(row * half, row * half + half), at + half);
    }
}

export function sinusoidal3dLoop(out, frames, height, width, dim, base) {
  const t = dim / 8;
  const s = (3 * dim) / 16;
  const temporal = new Float64Array(t);
  const spatial = new Float64Array(s);
  for (let k = 0; k < t; k++) temporal[k] = base ** (-k / t);
  for (let k = 0; k < s; k++) spatial[k] = base ** (-k / s);
  for (let frame = 0, at = 0; frame < frames; frame++)
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++, at += dim) {
        for (let k = 0; k < t; k++) {
          out[at + k] = Math.sin(frame * temporal[k]);
          out[at + t + k] = Math.cos(frame * temporal[k]);
        }
        for (let k = 0; k < s; k++) {
          out[at + 2 * t + k] = Math.sin(column * spatial[k]);
          out[at + 2 * t + s + k] = Math.cos(column * spatial[k]);
          out[at + 2 * t + 2 * s + k] = Math.sin(row * spatial[k]);
          out[at + 2 * t + 3 * s + k] = Math.cos(row * spatial[k]);
        }
      }
}

export function timestepLoop(out, timesteps, dim, maxPeriod) {
  const half = dim / 2;
  const frequencies = new Float64Array(half);
  for (let i = 0; i < half; i++) frequencies[i] = Math.exp((-Math.log(maxPeriod) * i) / half);
  for (let t = 0; t < timesteps.length; t++)
    for (let i = 0; i < half; i++) {
      const angle = timesteps[t] * frequencies[i];
      out[t * dim + i] = Math.cos(angle);
      out[t * dim + half + i] = Math.sin(angle);
    }
}

export function fourierLoop(out, coordinates, axes, bands) {
  for (let at = 0, i = 0; i < coordinates.length; i += axes)
    for (let k = 0; k < bands; k++) {
      for (let a = 0; a < axes; a++) out[at++] = Math.sin(2 ** k * coordinates[i + a]);
      for (let a = 0; a < axes; a++) out[at++] = Math.cos(2 ** k * coordinates[i + a]);
    }
}

export function gaussianLoop(out, coordinates, matrix, axes, features) {
  for (let r = 0; r < coordinates.length / axes; r++)
    for (let j = 0; j < features; j++) {
      let sum = 0;
      for (let a = 0; a < axes; a++) sum += coordinates[r * axes + a] * matrix[a * features + j];
      out[r * 2 * features + j] = Math.sin(2 * Math.PI * sum);
      out[r * 2 * features + features + j] = Math.cos(2 * Math.PI * sum);
    }
}

export function lookupLoop(out, table, dim, positions, offset) {
  for (let i = 0; i < positions.length; i++)
    for (let k = 0; k < dim; k++) out[i * dim + k] = table[(positions[i] + offset) * dim + k];
}

function cubic(x, a) {
  x = Math.abs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0;
}

/** Returns, for each new point, the old points from which it is interpolated, and their weights. */
function tapsOf(from, to, antialias) {
  const scale = from / to;
  const wide = antialias ? Math.max(1, scale) : 1;
  const taps = [];
  for (let i = 0; i < to; i++) {
    const centre = scale * (i + 0.5);
    const points = [];
    const weights = [];
    for (let j = Math.floor(centre - 2 * wide); j <= Math.ceil(centre + 2 * wide); j++) {
      if (Math.abs(j + 0.5 - centre) >= 2 * wide || (antialias && (j < 0 || j >= from))) continue;
      points.push(Math.min(from - 1, Math.max(0, j)));
      weights.push(cubic((j + 0.5 - centre) / wide, antialias ? -0.5 : -0.75));
    }
    const sum = antialias ? weights.reduce((a, b) => a + b) : 1;
    taps.push({ points, weights: weights.map((w) => w / sum) });
  }
  return taps;
}

/** Multiplies a row of the table by a weight, and adds it to the sums. */
function addRow(sums, weight, table, from) {
  for (let d = 0; d < sums.length; d++) sums[d] += weight * table[from + d];
}

/** Computes each new point from all old points around it, as the formula says. */
export function resizeLoop(out, table, [rows, columns], [height, width], dim, antialias) {
  const down = tapsOf(rows, height, antialias);
  const across = tapsOf(columns, width, antialias);
  const sums = new Float64Array(dim);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += dim) {
      sums.fill(0);
      for (let i = 0; i < down[y].points.length; i++)
        for (let j = 0; j < across[x].points.length; j++) {
          const weight = down[y].weights[i] * across[x].weights[j];
          const from = (down[y].points[i] * columns + across[x].points[j]) * dim;
          addRow(sums, weight, table, from);
        }
      for (let d = 0; d < dim; d++) out[at + d] = sums[d];
    }
}

/** Resizes first the columns and then the rows, with an intermediate table of doubles. */
export function resizeSeparately(out, table, [rows, columns], [height, width], dim, antialias) {
  const down = tapsOf(rows, height, antialias);
  const across = tapsOf(columns, width, antialias);
  const between = new Float64Array(rows * width * dim);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++)
      for (let j = 0; j < across[x].points.length; j++) {
        const w = across[x].weights[j];
        const from = (y * columns + across[x].points[j]) * dim;
        const at = (y * width + x) * dim;
        for (let d = 0; d < dim; d++) between[at + d] += w * table[from + d];
      }
  const sums = new Float64Array(width * dim);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let i = 0; i < down[y].points.length; i++) {
      const w = down[y].weights[i];
      const from = down[y].points[i] * width * dim;
      for (let d = 0; d < sums.length; d++) sums[d] += w * between[from + d];
    }
    for (let d = 0; d < sums.length; d++) out[y * sums.length + d] = sums[d];
  }
}
