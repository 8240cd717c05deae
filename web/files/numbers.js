/* Reads numbers that are written as text. */
import { refuseFile } from './refuse.js';

/** Words that mean numbers, in lower case. */
const WORDS = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
  ['-inf', -Infinity],
  ['-infinity', -Infinity],
]);

/** Matches a number. No digit can be part of two repetitions, so the time is linear. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the number that a text means, or undefined if it means none. @param {string} text */
export const numberOf = (text) =>
  NUMBER.test(text) ? Number(text) : WORDS.get(text.toLowerCase());

/**
 * Returns the numbers in a JSON array.
 * @param {string} file
 * @param {string} part
 * @param {unknown[]} list
 */
export const numbersOf = (file, part, list) =>
  Float64Array.from(list, (value) => {
    const number = typeof value === 'string' ? WORDS.get(value.toLowerCase()) : value;
    return typeof number === 'number' ? number : refuseFile(file, part, 'numbers', value);
  });
