/* Tests that errors name the bad argument, what was expected, and what was given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTraining, trainingText } from '../../web/train/index.js';
import { flag, notNumbers, number, required, size, word } from '../core/refusals/tools.js';

const SHAPE = { length: 16, dim: 16, layers: 1, heads: 2, batch: 1, steps: 3 };
const make = (options) => createTraining({ scheme: 'rope', ...SHAPE, ...options });

/** Asserts that a call throws an error of this class, which names its function and the argument. */
function refuses(call, [Class, name, value], says = name) {
  const label = `${name} = ${typeof value === 'symbol' ? 'symbol' : JSON.stringify(`${value}`)}`;
  assert.throws(call, (error) => {
    assert.equal(error.constructor, Class, `${label}: ${error}`);
    assert.match(error.message, /^\w+: [^:]+: expected .+, got .+$/, label);
    assert.ok(error.message.startsWith(`${error.function}: ${says}: `), `${label}: ${error}`);
    return true;
  });
}

const OPTIONS = [
  ...required('scheme'),
  ...word('scheme', 'RoPE', 'xpos'),
  ...word('task', 'sentence'),
  ...size('seed'),
  ...size('length', 3, 129),
  ...size('dim', 0, 68),
  [RangeError, 'dim', 12],
  ...size('layers', 0, 5),
  ...size('heads', 0, 9),
  ...size('batch', 0, 65),
  ...size('steps', 0, 100001),
  ...flag('causal'),
  ...number('rate', -0.1, 1.1),
];

test('createTraining refuses bad options', () => {
  for (const row of OPTIONS) refuses(() => make({ [row[1]]: row[2] }), row);
  refuses(() => make({ causal: false }), [RangeError, 'causal', false]);
  refuses(() => make({ task: 'far', length: 15 }), [RangeError, 'length', 15]);
  for (const options of [undefined, null, 'rope', [], 4])
    refuses(() => createTraining(options), [TypeError, 'options', options]);
  for (const name of ['step', 'base', 'window', 'headDim'])
    refuses(() => make({ [name]: 4 }), [TypeError, 'options', name]);
  assert.throws(() => make({ dim: 20 }), {
    message: 'createTraining: dim: expected a multiple of 4 * heads (8), got 20',
  });
});

test('createTraining accepts the ends of all ranges', () => {
  const ends = [
    { seed: 2 ** 53 - 1, length: 4, dim: 4, heads: 1, rate: 0 },
    { length: 128, dim: 64, layers: 4, heads: 8, batch: 2, rate: 1 },
    { batch: 64 },
    { task: 'copy', causal: false, length: 5 },
    { task: 'far', causal: false, length: 16 },
    { task: undefined, seed: undefined, steps: 100000 },
  ];
  for (const options of ends) assert.ok(Number.isFinite(make(options).step()));
});

test('the methods refuse bad arguments, and change nothing', () => {
  const training = make();
  const before = training.state();
  const attend = (...args) => training.attention(...args);
  const cases = [
    [
      'count',
      [...size('count', 0, 4).filter(([, , x]) => x !== undefined)],
      (x) => training.step(x),
    ],
    ['length', [...required('length'), ...size('length', 0, 1025)], (x) => training.evaluate(x)],
    ['window', size('window', 0), (x) => training.evaluate(4, { window: x })],
    ['window', size('window', 0), (x) => training.predict([1], { window: x })],
    ['texts', size('texts', 0, 1025), (x) => training.evaluate(4, { texts: x })],
    ['first', size('first', -1, 2 ** 20 + 1), (x) => training.evaluate(4, { first: x })],
    ['layer', [...required('layer'), ...size('layer', 1)], (x) => attend([1], x, 0)],
    ['head', [...required('head'), ...size('head', 2)], (x) => attend([1], 0, x)],
    ['count', [...required('count'), ...size('count', 1023)], (x) => training.sample([1, 2], x)],
    ['seed', size('seed'), (x) => training.sample([1], 1, { seed: x })],
  ];
  for (const [, rows, call] of cases) for (const row of rows) refuses(() => call(row[2]), row);
  assert.deepEqual(training.state(), before);
});

test('the methods refuse bad tokens and options', () => {
  const training = make();
  const calls = {
    tokens: [(x) => training.predict(x), (x) => training.attention(x, 0, 0)],
    prefix: [(x) => training.sample(x, 1)],
  };
  for (const [name, list] of Object.entries(calls))
    for (const call of list) {
      for (const value of [undefined, null, 'the', 4, {}, new BigInt64Array(2)])
        refuses(() => call(value), [TypeError, name, value]);
      for (const value of [[], new Uint8Array(1025)])
        refuses(() => call(value), [RangeError, name, value]);
      for (const value of notNumbers)
        refuses(() => call([1, value]), [TypeError, name, value], `${name}[1]`);
      for (const value of [-1, 24, 0.5, NaN])
        refuses(() => call([value]), [RangeError, name, value], `${name}[0]`);
    }
  refuses(() => training.evaluate(4, { length: 4 }), [TypeError, 'options', 'length']);
  refuses(() => make({ task: 'copy' }).sample([1], 1), [TypeError, 'task', 'copy']);
});

test('restore refuses states of other trainings, and changes nothing', () => {
  const training = make();
  training.step();
  const state = training.state();
  const rows = [
    [RangeError, 'state.scheme', { scheme: 'alibi' }],
    [RangeError, 'state.seed', { seed: 1 }],
    [RangeError, 'state.steps', { steps: undefined }],
    [RangeError, 'state.done', { done: 4 }],
    [TypeError, 'state.done', { done: '1' }],
    [TypeError, 'state.parameters', { parameters: [1, 2] }],
    [RangeError, 'state.parameters', { parameters: new Float32Array(3) }],
  ];
  for (const [Class, name, changed] of rows)
    refuses(() => training.restore({ ...state, ...changed }), [Class, name, changed]);
  for (const value of [undefined, null, 'state'])
    refuses(() => training.restore(value), [TypeError, 'state', value]);
  assert.deepEqual(training.state(), state);
});

test('trainingText refuses bad arguments', () => {
  const rows = [
    ...required('task', 'length'),
    ...word('task', 'Far'),
    ...size('length', 0, 1025),
    ...size('seed'),
    ...size('index'),
    ...flag('test'),
  ];
  for (const row of rows) {
    const { task, length, ...options } = { task: 'far', length: 20, [row[1]]: row[2] };
    refuses(() => trainingText(task, length, options), row);
  }
  refuses(() => trainingText('far', 4, { length: 4 }), [TypeError, 'options', 'length']);
});
