/* Variants of RoPE as a user would write them. The arguments are arrays and their sizes. */

/** Writes cosines and sines, multiplied by the attention factor. */
export function tableLoop(cos, sin, length, frequencies, factor) {
  const pairs = frequencies.length;
  for (let p = 0; p < length; p++)
    for (let i = 0; i < pairs; i++) {
      const angle = p * frequencies[i];
      cos[p * pairs + i] = factor * Math.cos(angle);
      sin[p * pairs + i] = factor * Math.sin(angle);
    }
}

/** Rotates pair i by the position on the axis axes[i]. The shape of positions is [axes, length]. */
export function axesLoop(cos, sin, length, frequencies, axes, positions) {
  const pairs = frequencies.length;
  for (let p = 0; p < length; p++)
    for (let i = 0; i < pairs; i++) {
      const angle = positions[axes[i] * length + p] * frequencies[i];
      cos[p * pairs + i] = Math.cos(angle);
      sin[p * pairs + i] = Math.sin(angle);
    }
}

export function xposLoop(cos, sin, length, frequencies, scale) {
  const pairs = frequencies.length;
  for (let p = 0; p < length; p++)
    for (let i = 0; i < pairs; i++) {
      const angle = p * frequencies[i];
      const zeta = ((2 * i + 0.8 * pairs) / (2.8 * pairs)) ** (p / scale);
      cos[p * pairs + i] = zeta * Math.cos(angle);
      sin[p * pairs + i] = zeta * Math.sin(angle);
    }
}

export function mixedLoop(cos, sin, length, frequencies, positions) {
  const n = frequencies.length / 2;
  for (let p = 0; p < length; p++)
    for (let i = 0; i < n; i++) {
      const angle = positions[p] * frequencies[i] + positions[length + p] * frequencies[n + i];
      cos[p * n + i] = Math.cos(angle);
      sin[p * n + i] = Math.sin(angle);
    }
}

export function popeLoop(out, x, length, heads, dim, frequencies) {
  for (let p = 0, at = 0; p < length; p++)
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < dim; i++, at++) {
        const angle = p * frequencies[i];
        const r = Math.log1p(Math.exp(x[at]));
        out[2 * at] = r * Math.cos(angle);
        out[2 * at + 1] = r * Math.sin(angle);
      }
}
