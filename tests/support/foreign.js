/*
 * Compares results with numbers that the published code of other projects computes. The scripts
 * tests/tools/make-foreign-*.py write these numbers, and say where the code is.
 */
import assert from 'node:assert/strict';
import { ulp32 } from './exact.js';

/** Returns numbers from -1 to 1. tests/tools/foreign.py makes the same numbers. */
export const numbers = (count, seed) =>
  Float32Array.from(
    { length: count },
    (_, i) => (((i * 7919 + seed * 104729) % 2003) - 1001) / 1024,
  );

/**
 * Asserts that a float32 result is what code in double precision computes, rounded once. `within`
 * is the rounding error of that code, relative to `size`, the magnitude of its terms.
 */
export function agrees(got, expected, what, { within = 1e-14, size = 1 } = {}) {
  const flat = [expected].flat(Infinity);
  assert.equal(got.length, flat.length, what);
  flat.forEach((value, i) => {
    const allowed = ulp32(value) / 2 + within * Math.max(size, Math.abs(value));
    assert.ok(Math.abs(got[i] - value) <= allowed, `${what}, ${i}: ${got[i]}, not ${value}`);
  });
}
