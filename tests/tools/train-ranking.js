/*
 * Trains six models for each of several seeds. Ranks them by loss and accuracy on texts of eight
 * times the trained length. Loss and accuracy are means over the second half of these texts.
 *
 *   node tests/tools/train-ranking.js            both tasks, seeds 1 to 10
 *   node tests/tools/train-ranking.js 20 far     one task, seeds 1 to 20
 *
 * At the end it prints for how many seeds these statements hold:
 *   sentences   ALiBi has the smallest loss, and sinusoidal or learned the largest
 *   far         the model without positions and the model with T5's biases both answer better than
 *               the model with RoPE
 */
import { createTraining } from '../../web/train/index.js';
import { SCHEMES } from '../../web/train/machine.js';

const TIMES = 8;
const [seeds = 10, ...given] = process.argv.slice(2);
const tasks = given.length ? given : ['sentences', 'far'];

/**
 * Returns the mean of a list over the positions from `from` on, weighted by the number of answers
 * at each position.
 */
function meanFrom(list, asked, from) {
  let sum = 0;
  let answers = 0;
  for (let i = from; i < list.length; i++) {
    if (!asked[i]) continue;
    sum += list[i] * asked[i];
    answers += asked[i];
  }
  return sum / answers;
}

/** Trains a model, and returns its loss and accuracy far beyond the trained length. */
function farResult(options) {
  const training = createTraining(options);
  const { steps, length } = training.options;
  training.step(steps);
  const { loss, accuracy, asked } = training.evaluate(TIMES * length);
  const from = (TIMES * length) / 2;
  return { loss: meanFrom(loss, asked, from), accuracy: meanFrom(accuracy, asked, from) };
}

/** Functions that say whether the statement about a task holds. */
const HOLDS = {
  sentences(results) {
    const order = [...SCHEMES].sort((a, b) => results[a].loss - results[b].loss);
    return order[0] === 'alibi' && ['sinusoidal', 'learned'].includes(order.at(-1));
  },
  far: ({ none, t5, rope }) => none.accuracy > rope.accuracy && t5.accuracy > rope.accuracy,
};

for (const task of tasks) {
  let held = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const entries = SCHEMES.map((scheme) => [scheme, farResult({ scheme, task, seed })]);
    const results = Object.fromEntries(entries);
    const holds = HOLDS[task](results);
    if (holds) held++;
    const name = task === 'far' ? 'accuracy' : 'loss';
    const text = entries.map(([scheme, result]) => `${scheme} ${result[name].toFixed(2)}`);
    console.log(`${task}, seed ${seed}, ${name}: ${text.join(', ')}${holds ? '' : ' (not so)'}`);
  }
  console.log(`${task}: holds for ${held} of ${seeds} seeds`);
}
