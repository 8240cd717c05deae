/* Assertions on whole arrays of numbers. */
import assert from 'node:assert/strict';
import { bitsOf } from './reference.js';

/** Asserts that two typed arrays have the same bits. */
export const sameBits = (got, wanted, what) =>
  assert.ok(got.length === wanted.length && bitsOf(got).equals(bitsOf(wanted)), what);

/** Asserts that each number differs from the expected number by at most `within`. */
export const allNear = (got, wanted, within, what) =>
  wanted.forEach((value, i) =>
    assert.ok(Math.abs(got[i] - value) <= within, `${what}, ${i}: ${got[i]}, not ${value}`),
  );
