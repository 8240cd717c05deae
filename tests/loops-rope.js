/* RoPE's relatives as a user would write them: functions that take their arrays and sizes. */

/** The frequencies are given; the attention factor is on both. */
export function tableLoop(cos, sin, length, frequencies, factor) {
  const pairs = frequencies.length;
  for (let p = 0; p < length; p++)
    for (let i = 0; i < pairs; i++) {
      const angle = p * frequencies[i];
      cos[p * pairs + i] = factor * Math.cos(angle);
      sin[p * pairs + i] = factor * Math.sin(angle);
    }
}

/** Pair i turns with axis axes[i]; positions [axes, length]. */
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
      const angle = p * frequencies[i], zeta = ((2 * i + 0.8 * pairs) / (2.8 * pairs)) ** (p / scale);
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
        const angle = p * frequencies[i], r = Math.log1p(Math.exp(x[at]));
        out[2 * at] = r * Math.cos(angle);
        out[2 * at + 1] = r * Math.sin(angle);
      }
}
