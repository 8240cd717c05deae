/* Functions that the tests of training share. */
import { open, SCHEMES } from '../../web/train/machine.js';
import { makeText } from '../../web/train/tasks.js';
import { Model } from './model.js';

export { SCHEMES };

/** A small model: half of the usual width, and a length that is not a multiple of 4. */
export const SMALL = { dim: 16, layers: 2, heads: 2, length: 13, causal: true };

/** Returns numbers from -1 to 1 that look random and are the same each time. */
export function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Prepares the kernels for a model and a text. Returns the machine and the weights. */
export function prepared(options, { window = options.length, keep = true, seed = 3 } = {}) {
  const machine = open();
  const { length } = options;
  machine.begin({ trained: length, ...options, length, window, keep });
  const { kernels, plan } = machine;
  kernels.pe_train_initialize(plan, seed);
  const count = kernels.pe_train_parameters(plan);
  const at = machine.area('weights') / 4;
  // All gains begin with 1, and T5's biases with 0. Equal numbers would hide mistakes.
  const random = noise(seed);
  const weights = machine.f32.slice(at, at + count).map((weight) => weight + random() / 10);
  machine.write('weights', weights);
  kernels.pe_train_prepare(plan);
  return { machine, weights };
}

/** Returns a text of random tokens, in which every third position asks for nothing. */
export function randomText(length, seed) {
  const random = noise(seed);
  const token = () => Math.floor(12 * random() + 12);
  const tokens = Array.from({ length }, token);
  const targets = tokens.map((_, i) => (i % 3 === 2 ? -1 : token()));
  return { tokens, targets };
}

/** Returns the loss and the gradient of the kernels. */
export function kernelGradient(options, text, weight) {
  const { machine, weights } = prepared(options);
  machine.write('tokens', text.tokens);
  machine.write('targets', text.targets);
  const loss = machine.kernels.pe_train_backward(machine.plan, weight);
  const gradient = machine.floats(machine.area('gradients'), weights.length);
  return { loss, gradient, weights };
}

/**
 * Makes one step of training in doubles, as createTraining does it in floats.
 * @returns {{loss: number, weights: Float64Array}}
 */
export function referenceStep(options, weights, rate) {
  const { task, seed, batch, length } = options;
  const model = new Model(options);
  const texts = Array.from({ length: batch }, (_, index) =>
    makeText(task, length, { seed, index, test: false }),
  );
  const asked = texts.flatMap(({ targets }) => [...targets]).filter((each) => each >= 0).length;
  const gradient = new Float64Array(weights.length);
  let loss = 0;
  for (const text of texts) loss += model.backward(weights, gradient, text, 1 / asked);
  const norm = Math.hypot(...gradient);
  const shorter = Math.min(1, 1 / norm);
  // After the first step, Adam's corrected mean is the gradient, and the root of its corrected
  // square is the magnitude of the gradient.
  const moved = weights.map((weight, i) => {
    const g = gradient[i] * shorter;
    return weight - (rate * g) / (Math.abs(g) + 1e-9);
  });
  return { loss: loss / asked, weights: moved, gradient };
}

/** Returns the largest difference within each part, relative to the part's largest element. */
export function differences(places, found, wanted) {
  return Object.entries(places).map(([name, { at, size }]) => {
    let most = 0;
    let difference = 0;
    for (let i = at; i < at + size; i++) {
      most = Math.max(most, Math.abs(wanted[i]));
      difference = Math.max(difference, Math.abs(found[i] - wanted[i]));
    }
    return { name, difference: difference / most, most };
  });
}
