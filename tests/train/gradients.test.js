/*
 * Tests the gradients of the kernels against a model in doubles that shares no code with them. Also
 * tests the gradients of this model against differences of its own losses.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model } from './model.js';
import { SCHEMES, SMALL, differences, kernelGradient, noise, randomText } from './tools.js';

const WEIGHT = 0.125;

/** The shapes that are tested: the usual shape, and shapes that do not fill whole blocks. */
const SHAPES = {
  'the usual shape': { dim: 32, layers: 2, heads: 4, length: 32, causal: true },
  'a length that is no multiple of 4': SMALL,
  'heads of 4 elements, without a mask': { ...SMALL, heads: 4, causal: false },
  'one layer with one head, without a mask': {
    ...{ dim: 24, layers: 1, heads: 1, length: 18 },
    causal: false,
  },
};

/** Returns the gradient of the model in doubles. */
function modelGradient(options, weights, text) {
  const model = new Model(options);
  const exact = Float64Array.from(weights);
  const gradient = new Float64Array(weights.length);
  const loss = model.backward(exact, gradient, text, WEIGHT);
  return { model, exact, gradient, loss };
}

for (const [name, shape] of Object.entries(SHAPES))
  for (const scheme of SCHEMES)
    test(`${scheme}, ${name}: gradients are within 1e-5 of those in doubles`, (t) => {
      const options = { scheme, ...shape };
      const text = randomText(shape.length, 11);
      const { loss, gradient, weights } = kernelGradient(options, text, WEIGHT);
      const wanted = modelGradient(options, weights, text);
      assert.equal(weights.length, wanted.model.count);
      assert.ok(Math.abs(loss - wanted.loss) <= 1e-6 * wanted.loss, `${loss} ${wanted.loss}`);
      const found = differences(wanted.model.places, gradient, wanted.gradient);
      for (const { name, difference, most } of found) {
        assert.ok(most > 1e-4, `${name}: the gradient is ${most}`);
        assert.ok(difference <= 1e-5, `${name}: ${difference}`);
      }
      t.diagnostic(`worst ${Math.max(...found.map(({ difference }) => difference))}`);
    });

test('learned, a text longer than the table: the last row gets the gradients of all that use it', () => {
  const text = randomText(13, 11);
  const { gradient, weights } = kernelGradient(
    { scheme: 'learned', ...SMALL, trained: 9 },
    text,
    WEIGHT,
  );
  const wanted = modelGradient({ scheme: 'learned', ...SMALL, length: 9 }, weights, text);
  for (const { name, difference } of differences(wanted.model.places, gradient, wanted.gradient))
    assert.ok(difference <= 1e-5, `${name}: ${difference}`);
});

/**
 * Returns the derivative of the loss with respect to one weight, from the losses at four values
 * around it. These values are so close that no input of a ReLU changes its sign between them.
 */
function slope(model, weights, text, index) {
  const step = 1e-5;
  const { [index]: middle } = weights;
  const at = (steps) => {
    weights[index] = middle + steps * step;
    return model.loss(weights, text);
  };
  const wide = at(2) - at(-2);
  const near = at(1) - at(-1);
  weights[index] = middle;
  return (8 * near - wide) / (12 * step);
}

for (const scheme of SCHEMES)
  test(`${scheme}: the model's gradients are the slopes of its loss`, () => {
    const options = { scheme, ...SMALL, length: 9 };
    const text = randomText(9, 12);
    const { gradient: floats, weights } = kernelGradient(options, text, WEIGHT);
    const { model, exact, gradient } = modelGradient(options, weights, text);
    const random = noise(5);
    for (const [name, { at, size }] of Object.entries(model.places)) {
      const most = gradient.subarray(at, at + size).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      for (let n = 0; n < 12; n++) {
        const index = at + Math.floor(((random() + 1) / 2) * size);
        const wanted = WEIGHT * slope(model, exact, text, index);
        const label = `${name}[${index - at}]`;
        assert.ok(Math.abs(gradient[index] - wanted) <= 1e-6 * most, `${label}: model`);
        assert.ok(Math.abs(floats[index] - wanted) <= 1e-5 * most, `${label}: kernels`);
      }
    }
  });
