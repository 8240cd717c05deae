/* Checks the sizes that the pen of a figure gives to texts, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOLD_WIDTH, Pen } from '../../../web/figures/chassis/pen.js';
import fc from '../../support/random.js';

/** The width of a text in a font whose letters are half as wide as high. */
const measure = (text, size) => (text.length * size) / 2;

const fit = (text, width, size) => Pen.prototype.fit.call({ measure }, text, width, size);

test('a text gets the largest size at which it fits, also in bold; 12 px are the least', () => {
  const words = fc.string({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 20, max: 400 }),
      fc.integer({ min: 12, max: 40 }),
      (text, width, wanted) => {
        const fits = (size) => measure(text, size) * BOLD_WIDTH <= width;
        const { size, text: shown } = fit(text, width, wanted);
        if (fits(12)) {
          assert.equal(shown, text);
          assert.ok(fits(size) && size <= wanted, `${size} px`);
          assert.ok(size === wanted || !fits(size + 1), `${size + 1} px would fit, too`);
        } else assert.equal(size, 12);
      },
    ),
  );
});

test('a text that would be squeezed below three quarters of its width is shortened', () => {
  const long = 'x'.repeat(40);
  for (let width = 20; width < 300; width++) {
    const squeezed = (text) => width / BOLD_WIDTH / measure(text, 12);
    const { text } = fit(long, width, 12);
    if (text === long) assert.ok(squeezed(long) >= 0.75, `${width}`);
    else {
      assert.match(text, /^x+…$/);
      assert.ok(squeezed(text) >= 0.75 && squeezed(`x${text}`) < 0.75, `${width}: ${text}`);
    }
  }
});
