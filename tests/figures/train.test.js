/* Tests pe-train: its numbers, its sentences, and its runs in a worker and between frames. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeTrain } from '../../web/elements.js';
import {
  LESSONS,
  Run,
  SCHEMES,
  TIMES,
  alikeOf,
  isOrdered,
  orderOf,
  reachedBy,
  trainModel,
} from '../../web/figures/train/model.js';
import { linkEntry } from '../../web/figures/chassis/links.js';
import {
  caption,
  findings,
  lessonTexts,
  settings,
  tables,
  headingOf,
} from '../../web/figures/train/words.js';
import { createTraining, trainingText } from '../../web/train/index.js';
import { SCHEMES as KERNEL_SCHEMES } from '../../web/train/machine.js';
import { ROUNDS, Runner, TIMES as RUNNER_TIMES } from '../../web/train/runner.js';
import { audit } from '../support/axe.js';
import { chromium, classic, on, server, useAuthors } from '../support/authors.js';
import { launchChromium, openPage, settle, show, wholeLab } from '../support/browsers.js';
import { isWhole } from '../support/crossed.js';
import { noise, range } from '../support/reference.js';
import { settled, until } from '../support/settled.js';

useAuthors();

/** The settings of a run that takes about a second. */
const SHORT = { task: 'sentences', seed: 5, length: 16, steps: 15, layers: 1, causal: true };
const ENTRY = 'seed=5,length=16,steps=15,layers=1';

/** Returns all messages of a run in this process. */
function messagesOf(config, orders = []) {
  const messages = [];
  return new Promise((done) => {
    const runner = new Runner((message) => {
      messages.push(message);
      if (message.kind !== 'end') return;
      for (const order of orders) runner.take(order);
      done(messages);
    }, 1000);
    runner.take({ kind: 'train', config });
  });
}

/** Returns the losses and the results at the end of a run, as text with all digits. */
const digitsOf = ({ losses, end }) =>
  JSON.stringify([
    losses,
    end.all.map(({ loss }) => [...loss]),
    end.near.map(({ loss }) => [...loss]),
    end.samples,
  ]);

/** A message to the runner that asks for the attention of one head. */
const ORDER = { kind: 'attention', key: 'a', scheme: 3, layer: 0, head: 2 };
/** The messages of the short run in this process. Runs in browsers must have the same digits. */
const told = messagesOf(SHORT, [ORDER]);
const wanted = told.then((messages) => {
  const run = new Run();
  for (const message of messages) run.hear(message);
  return digitsOf(run);
});

/** Returns the digits of the run that has ended in a page, and where it ran. */
async function resultOf(frame) {
  const { place, reason, ...run } = await frame.evaluate(() => {
    const { losses, end, place, reason } = document.querySelector('pe-train').run;
    const read = (list) => list.map(({ loss }) => ({ loss: [...loss] }));
    return {
      losses,
      place,
      reason,
      end: end && { ...end, all: read(end.all), near: read(end.near) },
    };
  });
  assert.equal(reason, '');
  return { place, digits: digitsOf(run) };
}

/** Trains in a page, and returns the digits of the run and where it ran. */
async function trainIn(frame) {
  await frame.evaluate(() => void document.querySelector('pe-train').train(true));
  await frame.waitForFunction(() =>
    ['done', 'failed'].includes(document.querySelector('pe-train').run.phase),
  );
  return resultOf(frame);
}

/** Returns the names of the scripts that a page loaded for the training. */
const scriptsOf = (requests) =>
  requests.map((url) => url.split('/').at(-1)).filter((name) => name.startsWith('train'));

test('a run trains six schemes as six single trainings do', async () => {
  assert.deepEqual(
    SCHEMES.map(({ key }) => key),
    [...KERNEL_SCHEMES],
  );
  assert.equal(RUNNER_TIMES, TIMES);
  const messages = await told;
  const end = messages.find(({ kind }) => kind === 'end');
  const attention = messages.find(({ kind }) => kind === 'attention');
  const length = TIMES * SHORT.length;
  for (const [at, { key }] of SCHEMES.entries()) {
    const parts = messages.filter(({ kind, scheme }) => kind === 'part' && scheme === at);
    assert.equal(parts.length, ROUNDS);
    const training = createTraining({ ...SHORT, scheme: key });
    const losses = Array.from({ length: SHORT.steps }, () => training.step());
    assert.deepEqual(
      parts.flatMap((part) => [...part.losses]),
      losses,
    );
    assert.equal(end.samples[at].length, 48);
    if (key !== 'rope') continue;
    for (const [read, window, texts] of [
      [parts.at(-1).read, undefined, 16],
      [end.all[at], undefined, 64],
      [end.near[at], SHORT.length, 64],
    ]) {
      const { loss, accuracy, asked } = training.evaluate(length, { window, texts });
      assert.deepEqual(read.asked, asked);
      assert.deepEqual(read.accuracy, accuracy);
      for (let i = 0; i < length; i++) assert.ok(Math.abs(read.loss[i] - loss[i]) < 1e-12);
    }
    const { tokens } = trainingText('sentences', length, { seed: 5, test: true });
    const weights = training.attention(tokens, 0, 2);
    const from = length - SHORT.length;
    let far = 0;
    for (let query = 0; query < SHORT.length; query++)
      for (let i = 0; i < length; i++) {
        const weight = weights[(from + query) * length + i];
        if (i < from) far += weight / SHORT.length;
        else assert.equal(attention.beyond[query * SHORT.length + i - from], weight);
      }
    assert.ok(Math.abs(attention.far - far) < 1e-12);
    const inside = training.attention(tokens.subarray(0, SHORT.length), 0, 2);
    assert.deepEqual(attention.inside, inside);
  }
});

test('rows of a learned table are compared; the caption says if they show an order', async () => {
  const learned = SCHEMES.findIndex(({ key }) => key === 'learned');
  const order = { ...ORDER, key: 'learned,1,1', scheme: learned, head: 0 };
  const messages = await messagesOf(SHORT, [order]);
  const { table } = messages.find(({ kind }) => kind === 'attention');
  const training = createTraining({ ...SHORT, scheme: 'learned' });
  training.step(SHORT.steps);
  assert.deepEqual(table, training.positions());
  const row = (at) => [...table.subarray(32 * at, 32 * at + 32)];
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const { cosines, means } = alikeOf(table, SHORT.length);
  for (const [a, b] of [
    [0, 1],
    [3, 15],
    [9, 9],
  ]) {
    const wanted = dot(row(a), row(b)) / Math.sqrt(dot(row(a), row(a)) * dot(row(b), row(b)));
    assert.ok(Math.abs(cosines[a * SHORT.length + b] - wanted) < 1e-6);
  }
  assert.equal(means.length, SHORT.length);
  assert.ok(Math.abs(means[0] - 1) < 1e-6);
  const run = new Run();
  run.config = SHORT;
  for (const message of messages) run.hear(message);
  const state = { ...new PeTrain().getState(), ...SHORT, scheme: 'learned', layer: 1, head: 1 };
  const says = (means) => {
    run.alike = { cosines, means };
    return caption(trainModel(state, run), false, false).join('');
  };
  const falling = means.map((_, apart) => 1 - apart / 8);
  assert.match(says(falling), /made near rows alike.* neighbours is \+0\.88, .* 8 apart \+0\.00\./);
  assert.match(says(means.map(() => 0.1)), /show no order in this run.* neighbours is \+0\.10/);
  const other = { ...state, scheme: 'rope' };
  assert.deepEqual([trainModel(other, run).alike, trainModel(other, run).attention], [null, null]);
  assert.equal(trainModel(state, run).attention, run.attention);
  for (const patch of [{ layer: 2 }, { head: 2 }])
    assert.equal(trainModel({ ...state, ...patch }, run).attention, null);
});

/**
 * Returns a run that has ended. Its losses and accuracies have one value at all positions within
 * the trained length, and another value at all positions past it.
 */
function endedRun(state, numbers) {
  const run = new Run();
  const size = TIMES * state.length;
  const read = (inside, beyond) => ({
    loss: Float64Array.from({ length: size }, (_, i) => (i < state.length ? inside : beyond)),
    accuracy: Float64Array.from({ length: size }, (_, i) => (i < state.length ? inside : beyond)),
    asked: new Int32Array(size).fill(3),
  });
  for (const [at, { key }] of SCHEMES.entries()) {
    const [training, inside, beyond, near] = numbers[key] ?? [0.3, 0.3, 1, 1];
    run.hear({
      kind: 'part',
      scheme: at,
      losses: new Float64Array(state.steps).fill(training),
      read: read(inside, beyond),
    });
    run.end ??= { kind: 'end', all: [], near: [], samples: [], floor: 0.25 };
    run.end.all.push(read(inside, beyond));
    run.end.near.push(read(inside, near));
  }
  run.phase = 'done';
  return run;
}

/** Returns what pe-train computes from a state and from a run that has ended. */
function modelAfter(entry, numbers, guess = '') {
  const figure = new PeTrain();
  figure.state = entry;
  figure.run = endedRun(figure.state, numbers);
  figure.run.guess = guess;
  return figure.compute(figure.state);
}

/** For each lesson: a state, numbers that confirm the lesson, and numbers that do not. */
const CASES = {
  alike: ['', { alibi: [0.3, 0.3, 0.3, 0.3], rope: [0.4, 0.3, 3, 3] }, { rope: [1.6, 0.3, 2, 2] }],
  nearby: [
    '',
    { alibi: [0.3, 0.3, 0.27, 0.26] },
    { alibi: [0.3, 0.3, 0.27, 0.9], none: [0.3, 0.3, 1, 1] },
  ],
  distant: ['', { rope: [0.3, 0.3, 3, 0.3] }, { rope: [0.3, 0.3, 3, 2] }],
  defined: ['', { sinusoidal: [0.3, 0.3, 3.3, 3] }, { sinusoidal: [0.3, 0.3, 0.4, 0.4] }],
  turned: [
    'task=far',
    { none: [0, 1, 1, 0], t5: [0, 1, 0.9, 0], alibi: [0, 1, 0.8, 0], rope: [0, 1, 0.5, 0] },
    { none: [0, 1, 0.7, 0], t5: [0, 1, 0.9, 0], alibi: [0, 1, 0.8, 0], rope: [0, 1, 0.5, 0] },
  ],
  order: ['task=copy', { none: [1, 0.68, 0.3, 0] }, { none: [2, 0.33, 0.3, 0] }],
  orderless: ['task=copy,causal=0', { none: [2, 0.22, 0.2, 0] }, { none: [1, 0.68, 0.3, 0] }],
};

test('a lesson is stated if the numbers confirm it, and denied if they do not', () => {
  assert.deepEqual(Object.keys(CASES).sort(), Object.keys(LESSONS).sort());
  for (const [name, [entry, holds, fails]] of Object.entries(CASES))
    for (const [numbers, isShown] of [
      [holds, true],
      [fails, false],
    ]) {
      const model = modelAfter(entry, numbers);
      const { says, denies } = lessonTexts[name];
      const said = findings(model);
      assert.equal(said.includes(says(model, model.reached)), isShown, `${name}: ${said}`);
      assert.equal(said.includes(denies(model, model.reached)), !isShown, `${name}: ${said}`);
      if (!isShown) assert.notEqual(headingOf(model), lessonTexts[name].title ?? '');
    }
  // A lesson about one task is left out in other tasks.
  assert.doesNotMatch(findings(modelAfter('task=far', {})).join(), /ALiBi stays flat|Sinusoidal/);
  assert.equal(headingOf(modelAfter('', CASES.alike[1])), lessonTexts.alike.title);
});

test('the order, the hits, the means and the tables are those of the numbers', () => {
  const numbers = {
    none: [0.5, 0.5, 1.5, 1],
    sinusoidal: [0.3, 0.3, 5, 5],
    learned: [0.3, 0.3, 3, 2],
    rope: [0.3, 0.3, 3.5, 0.3],
    alibi: [0.3, 0.3, 0.25, 0.25],
    t5: [0.3, 0.3, 1.6, 0.3],
  };
  const model = modelAfter('position=200,scheme=rope,window=near', numbers, '405231');
  assert.deepEqual(model.order, [4, 0, 5, 2, 3, 1]);
  assert.equal(model.hits, 6);
  assert.equal(modelAfter('', numbers, '045231').hits, 4);
  assert.equal(modelAfter('', numbers).hits, 0);
  // Position 200 is past the trained length, so `window` changes `here`, but not `order`.
  assert.ok(Math.abs(model.here - 0.3) < 1e-12);
  assert.ok(Math.abs(modelAfter('position=200,scheme=rope', numbers).here - 3.5) < 1e-12);
  const [byPosition, accuracy, steps, summary] = tables(model);
  assert.deepEqual(byPosition.row(255), [255, 1, 5, 2, 0.3, 0.25, 0.3]);
  assert.equal(accuracy.rows, 256);
  assert.deepEqual([steps.rows, steps.row(0)[1]], [300, 0.5]);
  assert.deepEqual(
    summary.row(3).map((cell) => (typeof cell === 'number' ? cell.toFixed(6) : cell)),
    ['RoPE', '0.300000', '0.300000', '3.500000', '0.300000', '0.300000', '3.500000'],
  );
  assert.equal(createTraining({ scheme: 'none' }).options.batch * 32 * 300, model.letters);
  assert.ok(Math.abs(model.guessing - Math.log(24)) < 1e-15);
  assert.ok(Math.abs(modelAfter('task=far', {}).guessing - Math.log(4)) < 1e-15);
  assert.equal(modelAfter('task=copy', {}).guessing, model.guessing);
  // Positions at which nothing is asked do not count.
  const run = endedRun({ length: 16, steps: 15 }, {});
  for (const { loss, asked } of run.end.all) [loss[64], asked[64]] = [NaN, 0];
  assert.ok(Math.abs(reachedBy(run, 16)[0].beyond - 1) < 1e-12);
});

/** Returns the weighted mean of `numbers` at the indices from `from` to `to` - 1. */
function weighted(numbers, weights, from, to) {
  const all = range(to - from, from).flatMap((at) => Array(weights[at]).fill(numbers[at]));
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

/** Returns a run in which all positions and all steps have different numbers. */
function unevenRun(length, steps) {
  const size = 8 * length;
  const list = (seed) => Float64Array.from(noise(Float64Array, size, seed), (x) => 1 + x ** 2);
  const asked = Int32Array.from({ length: size }, (_, at) => (at * at + 1) % 5);
  const read = (seed) => ({ loss: list(seed), accuracy: list(seed + 100), asked });
  const run = new Run();
  for (const at of range(6))
    run.hear({
      kind: 'part',
      scheme: at,
      losses: noise(Float64Array, steps + at, 200 + at),
      read: read(at + 1),
    });
  const [all, near] = [range(6).map((at) => read(at + 10)), range(6).map((at) => read(at + 20))];
  run.hear({ kind: 'end', all, near, samples: [], floor: 0.25 });
  return run;
}

const nearTo = (value, wanted, what) =>
  assert.ok(Math.abs(value - wanted) < 1e-12, `${what}: ${value} instead of ${wanted}`);

test('what models reached is the mean over each part, weighted by the numbers of answers', () => {
  for (const [length, steps] of [
    [16, 15],
    [32, 20],
    [64, 300],
  ]) {
    const run = unevenRun(length, steps);
    const [half, end] = [4 * length, 8 * length];
    for (const [at, got] of reachedBy(run, length).entries()) {
      const [{ loss, accuracy, asked }, { loss: near }] = [run.end.all[at], run.end.near[at]];
      // `training` is the mean loss of the last steps. Their number is a fifteenth of all steps,
      // rounded up.
      const last = run.losses[at].slice(-Math.ceil(run.losses[at].length / 15));
      const wanted = {
        training: weighted(last, Array(last.length).fill(1), 0, last.length),
        inside: weighted(loss, asked, 0, length),
        beyond: weighted(loss, asked, half, end),
        near: weighted(near, asked, half, end),
        right: weighted(accuracy, asked, 0, length),
        rightBeyond: weighted(accuracy, asked, half, end),
      };
      for (const [name, value] of Object.entries(wanted)) nearTo(got[name], value, name);
    }
  }
});

test('blocks, races and the loss at a position are means of the run', () => {
  const [length, steps] = [32, 20];
  const run = unevenRun(length, steps);
  const state = { ...new PeTrain().getState(), length, steps, scheme: 'alibi', window: 'near' };
  const size = (8 * length) / 32;
  for (const position of [0, size - 1, size, 100, 8 * length - 1]) {
    const model = trainModel({ ...state, position }, run);
    const wanted = run.end.near.map(({ loss, asked }) =>
      range(32).map((block) => weighted(loss, asked, block * size, (block + 1) * size)),
    );
    wanted.forEach((row, at) =>
      row.forEach((value, block) => nearTo(model.blocks[at][block], value, `block ${block}`)),
    );
    assert.equal(model.chosen, 4);
    nearTo(model.here, wanted[4][Math.floor(position / size)], `position ${position}`);
    assert.deepEqual([model.wall, model.longest, model.done, model.floor], [32, 256, 20, 0.25]);
  }
  // Each point of a curve is the mean loss of five steps. The last point may have fewer steps.
  trainModel(state, run).races.forEach((points, at) => {
    const losses = run.losses[at];
    const groups = range(Math.ceil(losses.length / 5)).map((group) =>
      range(losses.length).filter((step) => Math.floor(step / 5) === group),
    );
    const wanted = groups.map((group) => ({
      step: (group[0] + group.at(-1) + 1) / 2,
      loss: group.reduce((sum, step) => sum + losses[step], 0) / group.length,
    }));
    assert.deepEqual(points, wanted);
  });
  run.end = null;
  const during = trainModel(state, run);
  assert.deepEqual([during.read, during.reached, during.order], [run.read, null, null]);
  assert.equal(during.floor, null);
  assert.equal(trainModel(state, new Run()).here, null);
});

test('a run has 90 readings, and its end takes as long as 12 more', () => {
  const run = new Run();
  const [read, losses] = [{ loss: [], accuracy: [], asked: [] }, []];
  const part = { kind: 'part', scheme: 0, losses, read };
  run.phase = 'running';
  [run.worked, run.since] = [3000, 500];
  for (const readings of range(90, 1)) {
    run.hear(part);
    assert.equal(run.readings, readings);
    nearTo(run.progress, readings / 102, 'progress');
    // Until each of the six models has a reading, the remaining time is not known.
    const each = readings < 6 ? NaN : 1 / readings;
    for (const [phase, now, seconds] of [
      ['running', 1500, 4],
      ['paused', 1500, 3],
    ]) {
      run.phase = phase;
      const left = run.secondsLeft(now);
      if (readings < 6) assert.ok(Number.isNaN(left));
      else nearTo(left / (seconds * each * (102 - readings)), 1, `${phase} ${readings}`);
    }
  }
  run.hear({ kind: 'end', all: [], near: [], samples: [], floor: 0 });
  assert.deepEqual([run.progress, run.phase, run.active], [1, 'done', false]);
  for (const phase of ['loading', 'running', 'paused'])
    assert.ok(Object.assign(run, { phase }).active, phase);
});

/**
 * Returns results of all models. `all` changes results of every model, `named` those of single
 * models.
 */
const reachedWith = (all, named = {}) =>
  SCHEMES.map(({ key }) => ({
    ...{ training: 1, inside: 1, beyond: 1, near: 1, right: 0, rightBeyond: 0 },
    ...all,
    ...named[key],
  }));

test('a lesson holds up to its bound, and not past it', () => {
  /**
   * For each lesson: lists of arguments of reachedWith. The lesson holds with the first list. Each
   * other list exceeds a bound of the lesson.
   */
  const bounds = {
    turned: [
      [{ rightBeyond: 0.2 }, { none: { rightBeyond: 0.3 }, t5: { rightBeyond: 0.3 } }],
      [{ rightBeyond: 0.3 }, { none: { rightBeyond: 0.5 }, t5: { rightBeyond: 0.3 } }],
      [{ rightBeyond: 0.3 }, { none: { rightBeyond: 0.3 }, t5: { rightBeyond: 0.5 } }],
      [{ rightBeyond: 0.4 }, { alibi: { rightBeyond: 0.2 } }],
      [{ rightBeyond: 0.4 }, { rope: { rightBeyond: 0.2 } }],
    ],
    order: [
      [{}, { none: { right: 0.5 } }],
      [{ right: 1 }, { none: { right: 0.4999 } }],
    ],
    orderless: [
      [{ right: 1 }, { none: { right: 0.3999 } }],
      [{}, { none: { right: 0.4 } }],
    ],
    alike: [
      [{}, { rope: { beyond: 1.5 }, none: { training: 1.1 - 1e-9 } }],
      [{}, { rope: { beyond: 1.4999 } }],
      [{}, { rope: { beyond: 1.5 }, none: { training: 1.1001 } }],
      [{}, { rope: { beyond: 3 }, none: { training: 1.4001 } }],
    ],
    nearby: [
      [{}, { alibi: { inside: 0, beyond: 0.1, near: 0.1 + 0.05 } }],
      [{}, { alibi: { inside: 0, beyond: 0.1001, near: 0 } }],
      [{}, { alibi: { inside: 0, beyond: 0.1, near: 0.1501 } }],
      [{}, { alibi: { inside: 1, beyond: 0.9 }, t5: { beyond: 0.8 } }],
    ],
    defined: [
      [{}, { sinusoidal: { inside: 1, beyond: 2 } }],
      [{}, { sinusoidal: { inside: 0.25, beyond: 0.7499 } }],
      [{}, { sinusoidal: { inside: 2, beyond: 3.9999 } }],
    ],
  };
  for (const [name, [atBound, ...past]] of Object.entries(bounds)) {
    assert.ok(LESSONS[name].holds(reachedWith(...atBound)), name);
    for (const numbers of past)
      assert.ok(
        !LESSONS[name].holds(reachedWith(...numbers)),
        `${name} ${JSON.stringify(numbers)}`,
      );
  }
  assert.ok(LESSONS.defined.holds(reachedWith({}, { sinusoidal: { inside: 0.25, beyond: 0.75 } })));
});

test('lessons that hold come first; a table shows an order from a difference of 0.3 on', () => {
  const model = modelAfter('', CASES.alike[2]);
  const flags = model.lessons.map(({ holds }) => holds);
  assert.ok(flags.includes(true) && flags.includes(false), `${flags}`);
  assert.deepEqual(
    flags,
    flags.toSorted((one, other) => other - one),
  );
  assert.ok(isOrdered({ means: [1, 0.3, 0, 0] }));
  assert.ok(!isOrdered({ means: [1, 0.2999, 0, -1] }));
  assert.equal(alikeOf(new Float32Array(0), 16), null);
  const { means } = alikeOf(Float32Array.of(1, 0, 0, 1, 1, 0), 3);
  assert.deepEqual(means, [1, 0, 1]);
  assert.equal(orderOf('99401'), '401235');
  assert.equal(orderOf(''), '012345');
});

test('links leave the guess out, and file names contain the settings', () => {
  const figure = new PeTrain();
  figure.setState({ guess: '543210', seed: 7, task: 'far' });
  assert.deepEqual(linkEntry(figure), { seed: '7', task: 'far' });
  assert.equal(figure.fileName, 'train-far-300-steps-seed-7');
  assert.match(settings(figure.state), /^task far, seed 7, 300 steps, /);
});

test('before a run, nothing is claimed; settings that do not fit are corrected', () => {
  const figure = new PeTrain();
  const model = figure.compute(figure.state);
  assert.doesNotMatch(String(caption(model, true, true)), /nothing about longer|flat|defined/);
  assert.deepEqual(findings(model), []);
  figure.state = 'task=sentences,causal=0,guess=99401';
  assert.equal(figure.state.causal, true);
  assert.equal(figure.state.guess, '401235');
  figure.state = 'task=copy,causal=0,length=999,layers=9';
  assert.deepEqual([figure.state.causal, figure.state.length, figure.state.layers], [false, 64, 2]);
});

const page = (attributes = '') =>
  `<h1>A lesson</h1><pe-train ${attributes} state="${ENTRY}"></pe-train>`;

/**
 * Presses “Try another task” in a trained figure. The next task, far facts, has a ranking of its
 * own, so the figure must ask for an order again.
 */
async function tryFarFacts(tab, figure) {
  const card = figure.locator('.pe-predict');
  await card.getByRole('button', { name: 'Try another task' }).press('Enter');
  await settle(tab);
  assert.match(await card.locator('legend').textContent(), /texts of \d+ tokens/);
  assert.match(await figure.locator('.pe-caption').textContent(), /begins with facts/);
  assert.ok(await card.getByRole('button', { name: 'Move ALiBi up' }).isVisible());
  await figure.evaluate((each) => each.setState({ task: 'sentences' }));
}

test('by keys: the reader orders names and trains in a worker, with the bits of Node', async () => {
  const address = server.author(page('level="beginner"') + classic);
  const {
    page: tab,
    errors,
    requests,
    close,
  } = await openPage(chromium, address, { reducedMotion: 'reduce' });
  const figure = await show(tab, 'pe-train');
  await on(tab, 'pe-train', (figure) => {
    figure.told = [];
    for (const type of ['pe-answer', 'pe-reveal'])
      figure.addEventListener(type, ({ detail }) => figure.told.push({ type, ...detail }));
  });
  const card = figure.locator('.pe-predict');
  for (let i = 0; i < 4; i++) {
    await card.getByRole('button', { name: 'Move ALiBi up' }).focus();
    await tab.keyboard.press('Enter');
    await settle(tab);
    // The button that moved with its row keeps the focus.
    assert.ok(
      await card
        .getByRole('button', { name: 'Move ALiBi up' })
        .evaluate((each) => each.matches(':focus')),
    );
  }
  assert.equal(await figure.evaluate(({ state }) => state.guess), '401235');
  await card.getByRole('button', { name: 'Train with this order' }).press('Enter');
  await tab.waitForFunction(() => document.querySelector('pe-train').run.phase === 'done');
  await settle(tab);
  const told = await figure.evaluate(({ told }) => told);
  const order = await figure.evaluate(({ model }) => model.order);
  const correct = order.join('') === '401235';
  assert.equal(told[0].option, 'alibi,none,sinusoidal,learned,rope,t5');
  assert.match(told[0].ask, /^All models learn from texts of \d+ letters.*Put the best first\.$/);
  assert.equal(told[0].said, [4, 0, 1, 2, 3, 5].map((at) => NAMES[at]).join(', '));
  assert.deepEqual(
    [told[0].question, told[0].correct, told[0].attempt],
    ['train-predict', correct, 1],
  );
  assert.deepEqual(told[1], { type: 'pe-reveal', correct });
  const rows = await card.locator('tbody tr').allTextContents();
  assert.match(rows[0], new RegExp(`1.*${NAMES[order[0]]}.*ALiBi`));
  assert.match(await card.locator('.pe-surprise').textContent(), /^\d of 6 in place$/);
  assert.deepEqual(await resultOf(tab), { place: 'worker', digits: await wanted });
  assert.deepEqual(scriptsOf(requests), ['trainer.js']);
  await audit(tab, 'after a run');
  await tryFarFacts(tab, figure);
  // A second run ends the worker of the first, and a reset ends the worker of the second.
  await figure.evaluate((each) => void each.train(true));
  await tab.waitForFunction(() => document.querySelector('pe-train').run.readings);
  await until(() => tab.workers().length === 1, 'the worker of the first run does not end');
  await figure.evaluate((each) => each.reset());
  await until(() => tab.workers().length === 0, 'the worker of the second run does not end');
  assert.ok(await card.getByRole('button', { name: 'Just train' }).isVisible());
  assert.deepEqual(errors, []);
  await close();
});

const NAMES = ['None', 'Sinusoidal', 'Learned', 'RoPE', 'ALiBi', 'T5'];

test('if workers are refused, training between frames gives the same bits', async () => {
  const module = '<script type="module" src="figures/train.js"></script>';
  const policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'";
  const { page: tab, close } = await openPage(chromium, server.author(page() + module, policy));
  await show(tab, 'pe-train');
  const { place, digits } = await trainIn(tab);
  assert.equal(place, 'page');
  assert.equal(digits, await wanted);
  await close();
});

/**
 * Trains in a page until each model has been evaluated once. A whole run without SIMD would take
 * too long. Returns where the training ran, and the first loss of each model.
 */
async function beginIn(frame) {
  await frame.evaluate(() => void document.querySelector('pe-train').train(false));
  await frame.waitForFunction(() => {
    const { readings, phase } = document.querySelector('pe-train').run;
    return readings >= 6 || phase === 'failed';
  });
  return on(frame, 'pe-train', (figure) => {
    const { reason, place, losses } = figure.run;
    figure.halt();
    return { reason, place, losses: losses.map((list) => [...list].slice(0, 1)) };
  });
}

/** Returns what beginIn must return. The losses are those of the run in this process. */
async function wantedFrom(place) {
  const [losses] = JSON.parse(await wanted);
  return { reason: '', place, losses: losses.map((list) => list.slice(0, 1)) };
}

/**
 * Begins to train in a lesson, and checks the losses. Returns the names of the scripts that the
 * page loaded for the training.
 */
async function beginInLesson(browser, place, policy) {
  const address = server.author(page() + classic, policy);
  const { page: tab, requests, close } = await openPage(browser, address);
  await show(tab, 'pe-train');
  assert.deepEqual(await beginIn(tab), await wantedFrom(place));
  await close();
  return scriptsOf(requests);
}

test('where WebAssembly is forbidden, kernels without it give the same bits', async () => {
  for (const [place, workers] of [
    ['worker', 'blob:'],
    ['page', "'none'"],
  ]) {
    const policy = `script-src 'self'; worker-src ${workers}`;
    const late = await beginInLesson(chromium, place, policy);
    assert.deepEqual(late, ['trainer.js', 'train-scalar.js']);
  }
});

/** Opens the lab as a file, lets `check` use its page, and closes it. */
async function inLab(browser, check) {
  const { page: lab, errors, requests, close } = await openPage(browser, wholeLab);
  await show(lab, 'pe-train');
  await on(lab, 'pe-train', (figure, entry) => (figure.state = entry), ENTRY);
  await check(lab);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((url) => !/^(data|blob):/.test(url)),
    [wholeLab],
  );
  await close();
}

/** Opens a sandboxed frame in a lesson, lets `check` use the frame, and closes the lesson. */
async function inFrame(browser, check) {
  const query = `figure=train&${ENTRY.replaceAll(',', '&')}`;
  const html = `<iframe sandbox="allow-scripts" width="900" height="900" src="embed.html?${query}"></iframe>`;
  const { page: outer, errors, close } = await openPage(browser, server.author(html));
  const [, frame] = outer.frames();
  await frame.waitForSelector('pe-train canvas');
  await check(frame);
  assert.deepEqual(errors, []);
  await close();
}

test('the lab as a file, and a sandboxed frame, give the same bits', async () => {
  for (const within of [inLab, inFrame])
    await within(chromium, async (frame) =>
      assert.deepEqual(await trainIn(frame), { place: 'worker', digits: await wanted }),
    );
});

test('where SIMD is missing, a frame gives the same bits, with the kernels that it contains', async (t) => {
  const browser = await launchChromium('--js-flags=--no-enable-sse3');
  t.after(() => browser.close());
  // The lab contains these kernels in the same form as the page in the frame.
  for (const within of isWhole ? [inLab, inFrame] : [inFrame])
    await within(browser, async (frame) =>
      assert.deepEqual(await beginIn(frame), await wantedFrom('worker')),
    );
});

test('a run can be paused, resumed or stopped before its engine has opened', async () => {
  const { page: tab, errors, close } = await openPage(chromium, server.author(page() + classic));
  const figure = await show(tab, 'pe-train');
  await figure.evaluate((each) => {
    each.train(false);
    each.hold();
    each.hold();
  });
  await tab.waitForFunction(() => document.querySelector('pe-train').run.readings);
  await figure.evaluate((each) => {
    const { terminate } = Worker.prototype;
    window.ended = 0;
    Worker.prototype.terminate = function () {
      window.ended++;
      terminate.call(this);
    };
    each.trainOther();
    each.halt();
  });
  // The second run only begins its worker to end it.
  await tab.waitForFunction(() => window.ended === 2);
  assert.deepEqual(await figure.evaluate(({ run }) => [run.phase, run.readings]), ['stopped', 0]);
  assert.deepEqual(errors, []);
  await close();
});

test('a run that was stopped stays stopped if its engine fails; an error in the worker ends it', async () => {
  const { page: tab, close } = await openPage(chromium, server.author(page() + classic));
  const figure = await show(tab, 'pe-train');
  await tab.evaluate(() => {
    window.Worker = class {
      constructor() {
        setTimeout(() => this.onmessage({ data: { kind: 'ready', able: true } }), 100);
        setTimeout(() => this.onerror({ message: 'out of memory', preventDefault() {} }), 300);
      }
      postMessage() {}
      terminate() {}
    };
  });
  await figure.evaluate((each) => each.train(false));
  await tab.waitForFunction(() => document.querySelector('pe-train').run.phase === 'failed');
  assert.equal(await figure.evaluate(({ run }) => run.reason), 'out of memory');
  await tab.evaluate(() => {
    URL.createObjectURL = () => {
      window.asked = true;
      throw new Error('no addresses');
    };
  });
  await figure.evaluate((each) => {
    each.train(false);
    each.halt();
  });
  await tab.waitForFunction(() => window.asked);
  await settle(tab);
  assert.equal(await figure.evaluate(({ run }) => run.phase), 'stopped');
  await close();
});

test('a run waits while it is paused, goes on to the same bits, and can be stopped', async () => {
  const { page: tab, errors, close } = await openPage(chromium, server.author(page() + classic));
  const figure = await show(tab, 'pe-train');
  const readings = () => figure.evaluate(({ run }) => run.readings);
  const button = (name) => figure.getByRole('button', { name, exact: true });
  assert.equal(tab.workers().length, 0); // a run never starts by itself
  await button('Just train').click();
  // Code in the page presses the buttons, since the run could end before a press by the test.
  const pressAfter = (count, name) =>
    figure.evaluate(
      async (each, [count, name]) => {
        while (each.run.readings < count) await new Promise(requestAnimationFrame);
        const buttons = [...each.shadowRoot.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === name).click();
      },
      [count, name],
    );
  await pressAfter(6, 'Pause');
  assert.ok((await settled(readings)) < 90);
  await audit(tab, 'during a run');
  await button('Go on').click();
  await tab.waitForFunction(() => document.querySelector('pe-train').run.end);
  const digits = await figure.evaluate(({ run }) => JSON.stringify(run.losses));
  assert.ok((await wanted).startsWith(`[${digits}`));
  await button('Another seed').click();
  await pressAfter(1, 'Stop');
  assert.equal(await figure.evaluate(({ state }) => state.seed), 6);
  await settle(tab);
  assert.match(await figure.locator('.pe-predict').textContent(), /Stopped at step \d+ of 15/);
  await until(() => tab.workers().length === 0, 'the worker of the stopped run does not end');
  // A change of the settings removes the run.
  await figure.evaluate((each) => each.setState({ seed: 7 }));
  assert.deepEqual(await figure.evaluate(({ run }) => [run.phase, run.readings]), ['idle', 0]);
  assert.deepEqual(errors, []);
  await close();
});
