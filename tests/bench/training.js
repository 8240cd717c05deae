/*
 * Measures how fast training is. The time of `runs` is measured once. Each other time is the best
 * of several rounds, in which the measurements take turns. "!" marks a number that does not meet
 * its requirement in BARS.
 *
 *   node tests/bench/training.js [--rounds 20]
 *
 *   step    one step of one model: 16 texts of 32 tokens, width 32, 2 layers, 4 heads
 *   limit   the multiply-adds of a step, at the speed of multiply-adds in registers (limit.c)
 *   plain   the same step in plain JavaScript (tests/train/model.js), with arrays of doubles and of
 *           floats. This model has no positions: their sines would be computed in every step
 *   runs    six models, 300 steps each, with 15 evaluations at 256 positions
 */
import { parseArgs } from 'node:util';
import { createTraining } from '../../web/train/index.js';
import { SCHEMES } from '../../web/train/machine.js';
import { makeText } from '../../web/train/tasks.js';
import { Model } from '../train/model.js';
import { compileLimit } from './tools.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const ROUNDS = Number(values.rounds);

/**
 * The required speed: the most seconds, the largest multiple of the limit, and the smallest lead
 * over plain JavaScript.
 */
const BARS = { seconds: 15, limit: 2.5, lead: 4 };

/** Returns how long a call takes, in milliseconds. */
function time(call) {
  const start = performance.now();
  call();
  return performance.now() - start;
}

/** Returns the number of multiply-adds of a step: forward, and twice as many backward. */
function multiplyAdds({ length, dim, layers, batch }) {
  const matrices = length * dim * (3 * dim + dim + 2 * 2 * dim);
  const attention = ((length * (length + 1)) / 2) * dim * 2;
  const head = length * dim * 24;
  return 3 * batch * (layers * (matrices + attention) + head);
}

/** Returns a function that makes a step in plain JavaScript, with arrays of class `Floats`. */
function plainStep(training, Floats) {
  const { options } = training;
  const { task, seed, batch, length } = options;
  const model = new Model(options, Floats);
  const { count } = model;
  const weights = Floats.from(training.state().parameters.subarray(0, count));
  const [means, squares] = [new Floats(count), new Floats(count)];
  let step = 0;
  return () => {
    const gradient = new Floats(count);
    for (let i = 0; i < batch; i++) {
      const text = makeText(task, length, { seed, index: step * batch + i, test: false });
      model.backward(weights, gradient, text, 1 / (batch * length));
    }
    step++;
    const [first, second] = [1 - 0.9 ** step, 1 - 0.98 ** step];
    for (let i = 0; i < count; i++) {
      means[i] += 0.1 * (gradient[i] - means[i]);
      squares[i] += 0.02 * (gradient[i] * gradient[i] - squares[i]);
      weights[i] -= (0.004 * means[i]) / first / (Math.sqrt(squares[i] / second) + 1e-9);
    }
  };
}

/** Trains six models as a page does, and returns the seconds that this takes. */
function sixRuns() {
  const milliseconds = time(() => {
    for (const scheme of SCHEMES) {
      const training = createTraining({ scheme });
      for (let i = 0; i < 15; i++) {
        training.step(20);
        training.evaluate(256);
      }
    }
  });
  return milliseconds / 1000;
}

/** Returns the best times of a step, of the limit and of plain JavaScript. */
function bestTimes() {
  const module = new WebAssembly.Module(compileLimit());
  const { multiply_add_floats: multiplyAdd } = new WebAssembly.Instance(module).exports;
  const options = { scheme: 'none', steps: 100000 };
  const trainings = SCHEMES.map((scheme) => createTraining({ ...options, scheme }));
  const work = multiplyAdds(trainings[0].options);
  const calls = {
    limit: () => multiplyAdd(work, 0.5, 1),
    doubles: plainStep(createTraining(options), Float64Array),
    floats: plainStep(createTraining(options), Float32Array),
    ...Object.fromEntries(SCHEMES.map((scheme, i) => [scheme, () => trainings[i].step()])),
  };
  const best = {};
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, call] of Object.entries(calls))
      best[name] = Math.min(best[name] ?? Infinity, time(call));
  return { work, best };
}

const { work, best } = bestTimes();
const mark = (isGood) => (isGood ? '' : ' !');
console.log(`a step has ${(work / 1e6).toFixed(1)} million multiply-adds`);
console.log(`limit                ${best.limit.toFixed(2)} ms`);
for (const scheme of SCHEMES) {
  const ratio = best[scheme] / best.limit;
  const name = `step, ${scheme}`.padEnd(20);
  const times = `${ratio.toFixed(2)} times the limit${mark(ratio <= BARS.limit)}`;
  console.log(`${name} ${best[scheme].toFixed(2)} ms, ${times}`);
}
for (const name of ['doubles', 'floats']) {
  const lead = best[name] / best.none;
  const text = `lead ${lead.toFixed(1)} x${mark(lead >= BARS.lead)}`;
  console.log(`plain, ${name.padEnd(13)} ${best[name].toFixed(2)} ms, ${text}`);
}
const seconds = sixRuns();
console.log(`six runs             ${seconds.toFixed(1)} s${mark(seconds <= BARS.seconds)}`);
