/* Tests how typed numbers are read, with a point, a comma, or separators of thousands. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readNumber } from '../../../web/figures/questions/number-input.js';
import { speakNow } from '../../support/languages.js';

after(() => speakNow('en'));

/** Texts, and the number that each means in English and in German. */
const TYPED = {
  2.5: [2.5, 2.5],
  '2,5': [2.5, 2.5],
  '−2,75': [-2.75, -2.75],
  ' 12 345 ': [12345, 12345],
  '1,000': [1000, 1],
  '1.000': [1, 1],
  '0,125': [0.125, 0.125],
  '1,000,000': [1e6, NaN],
  '1.000.000': [NaN, 1e6],
  '1,234.5': [1234.5, NaN],
  '1.234,5': [NaN, 1234.5],
  '1e-3': [0.001, 0.001],
  '.5': [0.5, 0.5],
  '': [NaN, NaN],
  five: [NaN, NaN],
  '2.5.1': [NaN, NaN],
  '0x10': [NaN, NaN],
};

for (const [at, language] of ['en', 'de'].entries())
  test(`numbers that are typed in ${language}`, () => {
    speakNow(language);
    for (const [text, wanted] of Object.entries(TYPED))
      assert.equal(readNumber(text), wanted[at], `"${text}"`);
  });
