import assert from 'node:assert/strict';
import test from 'node:test';
import {inspect, isDeepStrictEqual} from 'node:util';

import * as posenc from '../web/index.js';
import {functions as tables} from './refusals/tables.js';
import {functions as rope} from './refusals/rope.js';
import {functions as ropeMore} from './refusals/rope-more.js';
import {functions as grid} from './refusals/grid.js';
import {functions as bias} from './refusals/bias.js';
import {functions as attention} from './refusals/attention.js';
import {functions as memory} from './refusals/memory.js';
import {functions as models} from './refusals/models.js';
import {Vast, token} from './refusals/tools.js';

// A result over 2 GiB must be refused by posenc, not by the memory of the machine that runs the tests.
for (const name of ['Float32Array', 'Float64Array', 'Int32Array', 'Uint8ClampedArray']) {
  globalThis[name] = new Proxy(globalThis[name], {
    construct(Kind, args, target) {
      if (args[0] * Kind.BYTES_PER_ELEMENT > 2 ** 31) throw new Error(`${name} of ${args[0]} elements was allocated`);
      return Reflect.construct(Kind, args, target);
    }
  });
}

const functions = {...tables, ...rope, ...ropeMore, ...bias, ...grid, ...attention, ...memory, ...models};

/** Calls a function with arguments by name; those that are not parameters are options. */
function call(name, {names}, values) {
  const options = Object.fromEntries(Object.entries(values).filter(([key]) => !names.includes(key)));
  return posenc[name](...names.map(key => values[key]), ...Object.keys(options).length ? [options] : []);
}

/** The elements of all arrays, to see that nothing was written. */
const contents = value => value instanceof Vast || !value ? 0 : ArrayBuffer.isView(value) ? [value.byteLength, ...value.length < 100 ? value : []] :
  typeof value === 'object' ? Object.values(value).map(contents) : typeof value === 'number' ? value : 0;

/** What is wrong with a refusal, or undefined. */
function fault(name, f, [Kind, argument, value, {says = argument, shows = value, rows, ...also} = {}]) {
  const values = {...f.good(), ...also, [argument]: value};
  if (argument === 'out' && value === undefined) delete values.out;
  if (rows) delete values.length, delete values.dim;
  const before = contents(values);
  let error;
  try { call(name, f, values); } catch (caught) { error = caught; }
  if (!error) return 'is accepted';
  if (!isDeepStrictEqual(contents(values), before)) return `has written before ${error}`;
  if (error.constructor !== Kind) return `throws ${error}`;
  const [beginning, end] = error.message.split('got ');
  if (!(says.test ? says.test(beginning) : beginning.startsWith(says))) return `does not name the argument (${says}): ${error.message}`;
  if (!/expected \S/.test(beginning)) return `does not say what was expected: ${error.message}`;
  if (!(shows?.test ? shows.test(error.message) : end.includes(token(shows)))) return `does not show what came: ${error.message}`;
}

for (const [name, f] of Object.entries(functions)) {
  test(`${name} refuses bad input before writing anything, naming the argument, what was expected and what came`, () => {
    const faults = f.rows.map(row => [row, fault(name, f, row)]).filter(([, text]) => text)
      .map(([[, argument, value, also = {}], text]) => `${argument} = ${token(value)} (${Object.keys(also)}): ${text}`);
    assert.deepEqual(faults, []);
  });

  test(`${name} accepts sizes of 0 and 1 and the ends of its domains`, () => {
    for (const values of f.accepted) assert.doesNotThrow(() => posenc[name](...values), `${name}(${inspect(values)})`);
  });

  if (['createArena', 'useModule', 'sinusoidalPE', 'describeModel', 'identify'].includes(name)) continue;

  test(`${name} refuses options it does not know, and each that it knows has refusals here`, () => {
    let known;
    for (const unknown of ['lenght', 'Base', 'constructor', 'toString', '']) {
      assert.throws(() => call(name, f, {...f.good(), [unknown]: 1}), error => {
        known = /^options: expected only (.*), got "(.*)"$/.exec(error.message);
        return error.constructor === TypeError && known?.[2] === unknown;
      });
    }
    for (const option of known[1].split(', ')) assert.ok(f.rows.some(row => row[1] === option), `${option} has no refusals`);
    for (const options of [null, 5, 'x', true, [], 7n, () => 0])
      assert.throws(() => posenc[name](...f.names.map(key => f.good()[key]), options), {name: 'TypeError', message: /^options: expected an object, got ./});
  });
}

test('addPositional refuses options it does not know for arrays of rows, too', () => {
  const x = [[1]];
  assert.throws(() => posenc.addPositional(x, [[2]], {lenght: 1}), {name: 'TypeError', message: /^options: expected /});
  assert.deepEqual(x, [[1]]);
});

test('every public function, and every parameter of it, has refusals here', () => {
  assert.deepEqual(Object.keys(functions).sort(), Object.keys(posenc).sort());
  for (const [name, {names, rows}] of Object.entries(functions))
    for (const parameter of names) assert.ok(rows.some(row => row[1] === parameter), `${parameter} of ${name}`);
});
