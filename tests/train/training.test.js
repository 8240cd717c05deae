/* Tests createTraining: steps, evaluations, samples, attention, states, and its memory. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { alibiBias, ropeTable, sinusoidal, t5Bias } from '../../web/index.js';
import { createTraining, trainingText } from '../../web/train/index.js';
import { open } from '../../web/train/machine.js';
import { root } from '../support/browsers.js';
import { Model } from './model.js';
import { SCHEMES, SMALL, differences, prepared, randomText, referenceStep } from './tools.js';

const TASKS = ['sentences', 'far', 'copy'];
const TINY = { length: 16, dim: 16, layers: 2, heads: 2, batch: 3, steps: 12, seed: 7 };

/** Returns a training after some steps. */
function trained(options, steps = 4) {
  const training = createTraining({ ...TINY, ...options });
  training.step(steps);
  return training;
}

for (const scheme of SCHEMES)
  test(`${scheme}: one step changes all parameters as in doubles`, () => {
    for (const task of TASKS) {
      const options = { scheme, task, seed: 3, length: 16, dim: 16, layers: 2, heads: 2 };
      const all = { ...options, batch: 4, steps: 1, causal: true, rate: 0.01 };
      const training = createTraining(all);
      const before = Float64Array.from(
        training.state().parameters.subarray(0, training.parameters),
      );
      const wanted = referenceStep(all, before, all.rate);
      const loss = training.step();
      const { parameters } = training.state();
      const count = training.parameters;
      assert.ok(Math.abs(loss - wanted.loss) <= 1e-6 * wanted.loss, `${loss} ${wanted.loss}`);
      const { places } = new Model(all);
      const means = parameters.subarray(count, 2 * count).map((mean) => 10 * mean);
      const norm = Math.hypot(...wanted.gradient);
      const shortened = wanted.gradient.map((g) => g * Math.min(1, 1 / norm));
      for (const { name, difference } of differences(places, means, shortened))
        assert.ok(Number.isNaN(difference) || difference <= 1e-5, `${task} ${name}: ${difference}`);
      // The size of Adam's first step hardly depends on the size of a gradient. So a gradient near
      // 0 is left out: a rounding may change its sign, and reverse the whole step.
      let moved = 0;
      for (let i = 0; i < count; i++) {
        if (Math.abs(shortened[i]) < 1e-5) continue;
        moved++;
        const off = Math.abs(parameters[i] - wanted.weights[i]);
        assert.ok(off <= 1e-6, `${task}: weight ${i} is off by ${off}`);
      }
      assert.ok(moved > count / 4, `${moved} of ${count}`);
    }
  });

test('Adam follows its formula over several steps, and shortens long gradients', () => {
  const { machine, weights } = prepared({ scheme: 'none', ...SMALL });
  const { kernels, plan } = machine;
  const count = weights.length;
  let [w, m, v] = [Float64Array.from(weights), new Float64Array(count), new Float64Array(count)];
  for (let step = 1; step <= 3; step++) {
    const gradient = Float32Array.from(weights, (_, i) => (((i * 37 + step) % 101) - 50) / 100);
    machine.f32.set(gradient, machine.area('gradients') / 4);
    const norm = kernels.pe_train_adam(plan, step, 0.01, 2);
    assert.ok(Math.abs(norm - Math.hypot(...gradient)) < 1e-12 * norm);
    const g = Float64Array.from(gradient, (each) => (each * 2) / norm);
    m = m.map((each, i) => 0.9 * each + 0.1 * g[i]);
    v = v.map((each, i) => 0.98 * each + 0.02 * g[i] * g[i]);
    const spread = (i) => Math.sqrt(v[i] / (1 - 0.98 ** step)) + 1e-9;
    w = w.map((each, i) => each - (0.01 * m[i]) / (1 - 0.9 ** step) / spread(i));
  }
  const found = machine.floats(machine.area('weights'), count);
  for (let i = 0; i < count; i++) assert.ok(Math.abs(found[i] - w[i]) < 1e-6, `${i}`);
});

test('the rate grows, and then falls as a cosine', () => {
  const { kernels } = open();
  const rate = (step) => kernels.pe_train_rate(step, 300, 0.008);
  for (let step = 1; step <= 300; step++) {
    const wave = 0.004 * (1 + Math.cos((Math.PI * (step - 15)) / 285));
    const wanted = step <= 15 ? (0.008 * step) / 15 : wave;
    assert.ok(Math.abs(rate(step) - wanted) < 1e-15, `${step}`);
  }
  assert.equal(kernels.pe_train_rate(1, 1, 0.5), 0.5);
});

test('tables and biases have the bits of the library', () => {
  const length = 40;
  const shape = { dim: 32, layers: 1, heads: 4, trained: 32, length, causal: true };
  const area = (scheme, name, count) => {
    const { machine, weights } = prepared({ ...shape, scheme }, { keep: false });
    return { values: machine.floats(machine.area(name), count), weights };
  };
  assert.deepEqual(area('sinusoidal', 'table', length * 32).values, sinusoidal(length, 32));
  const { cos, sin } = ropeTable(length, 8);
  assert.deepEqual(area('rope', 'cosines', length * 4).values, cos);
  assert.deepEqual(area('rope', 'sines', length * 4).values, sin);
  // The last row of a bias has the differences key - query up to 0. A ramp begins with these.
  const last = (bias, head) =>
    bias.subarray((head * length + length - 1) * length).slice(0, length);
  const ramp = 2 * length + 8;
  const alibi = area('alibi', 'ramps', 4 * ramp).values;
  const t5 = area('t5', 'ramps', 4 * ramp);
  const alibiRows = alibiBias(4, length, length);
  const t5Rows = t5Bias(t5.weights.slice(-128), 4, length, length, { bidirectional: false });
  for (let head = 0; head < 4; head++) {
    const from = head * ramp;
    assert.deepEqual(alibi.slice(from, from + length), last(alibiRows, head));
    assert.deepEqual(t5.values.slice(from, from + length), last(t5Rows, head));
  }
});

test('losses at new lengths and within a window are those of the model in doubles', () => {
  for (const scheme of SCHEMES) {
    const training = trained({ scheme, task: 'copy', causal: scheme === 't5' });
    for (const window of [undefined, 6]) {
      const { loss, accuracy, asked } = training.evaluate(41, { window, texts: 2 });
      const model = new Model({ ...training.options, window });
      const weights = Float64Array.from(training.state().parameters.subarray(0, model.count));
      const sums = new Float64Array(41);
      for (const index of [0, 1]) {
        const text = trainingText('copy', 41, { seed: TINY.seed, index, test: true });
        const { logits } = model.forward(weights, text.tokens);
        model.losses(logits, text.targets).forEach((each, i) => (sums[i] += each / 2));
      }
      assert.ok(Number.isNaN(loss[0]) && Number.isNaN(accuracy[0]) && asked[0] === 0);
      for (let i = 1; i < 41; i++)
        assert.ok(Math.abs(loss[i] - sums[i]) < 2e-5, `${scheme} ${window} ${i}`);
    }
  }
});

test('attention and predictions are those of the model in doubles', () => {
  const { tokens } = randomText(21, 4);
  for (const scheme of SCHEMES) {
    const training = trained({ scheme });
    const model = new Model({ ...training.options, window: 9 });
    const weights = Float64Array.from(training.state().parameters.subarray(0, model.count));
    const { records, logits } = model.forward(weights, tokens);
    for (const [layer, head] of [
      [0, 0],
      [1, 1],
    ]) {
      const found = training.attention(tokens, layer, head, { window: 9 });
      const wanted = records[layer].parts[head];
      assert.equal(found.length, 441);
      found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) < 1e-5, `${scheme} ${i}`));
    }
    const found = training.predict(tokens, { window: 9 });
    for (let i = 0; i < 21; i++) {
      const row = Array.from(logits.subarray(24 * i, 24 * i + 24), Math.exp);
      const sum = row.reduce((a, b) => a + b);
      row.forEach((x, k) => assert.ok(Math.abs(x / sum - found[24 * i + k]) < 1e-5, `${scheme}`));
    }
  }
});

test('positions() returns the parameters that encode positions in the model in doubles', () => {
  const sizes = { learned: TINY.length * TINY.dim, t5: 32 * TINY.heads };
  for (const scheme of SCHEMES) {
    const training = trained({ scheme });
    const { places } = new Model({ ...training.options });
    const at = places.positions?.at;
    const wanted =
      at === undefined ? [] : training.state().parameters.subarray(at, at + sizes[scheme]);
    assert.deepEqual([...training.positions()], [...wanted], scheme);
  }
});

test('the same seed gives the same bits, another seed and another scheme give others', () => {
  const run = (options) => {
    const training = trained(options, 5);
    const { loss } = training.evaluate(24);
    return { loss: [...loss], state: training.state() };
  };
  for (const scheme of SCHEMES) {
    const first = run({ scheme });
    assert.deepEqual(run({ scheme }), first);
    assert.notDeepEqual(run({ scheme, seed: 8 }).loss, first.loss);
  }
  const losses = SCHEMES.map((scheme) => run({ scheme }).loss.join());
  assert.equal(new Set(losses).size, SCHEMES.length);
});

test('all schemes begin with the same weights', () => {
  const [first, ...others] = SCHEMES.map((scheme) => {
    const training = createTraining({ ...TINY, scheme });
    return training.state().parameters;
  });
  const count = createTraining({ ...TINY, scheme: 'none' }).parameters;
  for (const other of others) assert.deepEqual(other.subarray(0, count), first.subarray(0, count));
});

test('restore continues bit for bit, also between calls of other trainings', () => {
  for (const scheme of SCHEMES) {
    const whole = trained({ scheme }, 12);
    const first = trained({ scheme }, 5);
    const state = structuredClone(first.state());
    const second = createTraining({ ...TINY, scheme });
    second.restore(state);
    state.parameters.fill(0);
    assert.equal(second.done, 5);
    for (let i = 5; i < 12; i++) {
      second.step();
      trained({ scheme: 'rope', length: 20, dim: 32 }, 1).evaluate(50);
    }
    assert.deepEqual(second.state(), whole.state());
    assert.deepEqual(first.state().done, 5);
  }
});

test('many steps in one call are the same as one by one, and steps end', () => {
  const one = createTraining({ ...TINY, scheme: 't5' });
  const losses = Array.from({ length: 12 }, () => one.step());
  const all = createTraining({ ...TINY, scheme: 't5' });
  const mean = losses.reduce((a, b) => a + b) / 12;
  assert.ok(Math.abs(all.step(12) - mean) < 1e-12);
  assert.deepEqual(all.state(), one.state());
  assert.throws(() => all.step(), {
    name: 'RangeError',
    message: 'step: count: expected no further step, since all steps are done, got 1',
  });
});

test('a sample continues a text, the same for the same seed', () => {
  const training = createTraining({ scheme: 'alibi', seed: 1, steps: 120 });
  training.step(120);
  const prefix = [...'the old dog '].map((letter) => training.alphabet.indexOf(letter));
  const found = training.sample(prefix, 60);
  const text = Array.from(found, (token) => training.alphabet[token]).join('');
  assert.match(text, /the \w+/, text);
  assert.deepEqual(training.sample(prefix, 60), found);
  assert.deepEqual(training.sample(prefix, 20), found.slice(0, 20));
  assert.notDeepEqual(training.sample(prefix, 60, { seed: 1 }), found);
  assert.equal(training.sample(prefix, 0).length, 0);
});

test('the memory is 16 MiB, never grows, and is enough for the largest models and texts', () => {
  const machine = open();
  assert.equal(machine.bytes, 16 << 20);
  for (const scheme of SCHEMES)
    for (const keep of [true, false]) {
      const shape = { dim: 64, layers: 4, heads: 8, trained: 128, scheme, causal: false };
      const length = keep ? 128 : 1024;
      const end = machine.begin({ ...shape, length, window: length, keep });
      assert.ok(end <= machine.bytes, `${scheme}: ${end}`);
    }
  const training = createTraining({ scheme: 'learned', ...{ dim: 64, layers: 4, heads: 8 } });
  training.step();
  assert.equal(training.evaluate(1024, { texts: 1 }).loss.length, 1024);
  assert.equal(open(), machine);
  assert.equal(machine.f32.buffer.byteLength, 16 << 20);
});

test('without WebAssembly, the error says what is missing', () => {
  const code = `
    delete globalThis.WebAssembly;
    const { createTraining } = await import('./web/train/index.js');
    try { createTraining({ scheme: 'none' }); } catch (error) { console.log(error.message); }`;
  const args = ['--input-type=module', '-e', code];
  const printed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.match(printed, /^posenc cannot train here: WebAssembly with SIMD is missing or forbidden/);
  assert.match(
    printed,
    /import posenc\/train-scalar first\. The engine says: WebAssembly is not defined\n$/,
  );
});

test('trainings that are not in use leave nothing behind', async () => {
  setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const make = () => {
    const training = createTraining({ ...TINY, scheme: 'learned', dim: 64, length: 128 });
    training.step();
    training.evaluate(100, { texts: 1 });
  };
  /**
   * Returns the bytes of all buffers, waiting a little until they are at most `most`. The engine
   * frees buffers a little after garbage collection.
   */
  const used = async (most) => {
    for (let i = 0; i < 50; i++) {
      collect();
      await turn();
      if (process.memoryUsage().arrayBuffers <= most) break;
    }
    return process.memoryUsage().arrayBuffers;
  };
  make();
  const before = await used(0);
  for (let i = 0; i < 12; i++) make();
  const left = (await used(before + (1 << 20))) - before;
  assert.ok(left <= 1 << 20, `${left} bytes`);
});
