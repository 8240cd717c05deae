/*
 * Computes the random numbers of posenc.h in BigInt (SplitMix64 in counter mode), and the tables
 * that are made from them.
 */
const MASK = (1n << 64n) - 1n;

/** Returns draw number i as 64 bits. */
export function bits(seed, i) {
  let z = (BigInt(seed) + (BigInt(i) + 1n) * 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** Returns draw number i as a number in (0, 1). */
export const draw = (seed, i) => (Number(bits(seed, i) >> 12n) + 0.5) / 2 ** 52;

export const uniform = (length, seed, bound) =>
  Float32Array.from({ length }, (_, i) => (2 * draw(seed, i) - 1) * bound);

/** Returns normally distributed numbers by the method of Box and Muller. */
export const normal = (length, seed, std) =>
  Float32Array.from({ length }, (_, i) => {
    const radius = Math.sqrt(-2 * Math.log(draw(seed, i - (i % 2)))) * std;
    const angle = 2 * Math.PI * draw(seed, i - (i % 2) + 1);
    return radius * (i % 2 ? Math.sin(angle) : Math.cos(angle));
  });

/** Returns the table that learnedTable should make. Its shape is [rows, dim]. */
export const learnedRows = (rows, dim, { init = 'normal', std = 0.02, seed = 0 } = {}) =>
  init === 'normal'
    ? normal(rows * dim, seed, std)
    : uniform(rows * dim, seed, Math.sqrt(6 / (rows + dim)));
