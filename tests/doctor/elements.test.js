/* Tests narrowestType, which returns the type to which the numbers of an array seem rounded. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { narrowestType } from '../../web/doctor/elements.js';

test('numbers count as rounded only to a type that represents all of them', () => {
  for (const [numbers, type] of [
    [[0.1, 3], 'float64'],
    [[Math.fround(0.1), 3], 'float32'],
    [[1.0009765625, 3], 'float16'],
    [[65504, 3 / 2 ** 24, NaN, -Infinity], 'float16'],
    [[1.0078125, 3], 'bfloat16'],
    // These numbers have at most eleven significant bits, but are too large or too small for
    // float16.
    [[1025 * 2 ** 10, 3], 'float32'],
    [[1025 / 2 ** 30, 3], 'float32'],
    // Powers of two and zeros are exact in all types, so they do not show a type.
    [[0, 0.5, -64], 'float32'],
  ])
    assert.equal(narrowestType(Float64Array.from(numbers), 'float64'), type, `${numbers}`);
});
