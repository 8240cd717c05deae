/*
 * Every function must refuse bad arguments before it writes anything. The files in refusals/ list
 * bad values for each parameter, and calls that each function must accept.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect, isDeepStrictEqual } from 'node:util';

import * as doctor from '../../web/doctor/index.js';
import * as library from '../../web/index.js';
import { functions as tables } from './refusals/tables.js';
import { functions as rope } from './refusals/rope.js';
import { functions as ropeMore } from './refusals/rope-variants.js';
import { functions as grid } from './refusals/grid.js';
import { functions as bias } from './refusals/alibi-and-t5.js';
import { functions as biases } from './refusals/other-biases.js';
import { functions as attention } from './refusals/attention.js';
import { functions as memory } from './refusals/memory.js';
import { functions as models } from './refusals/inspect.js';
import { functions as ports } from './refusals/doctor.js';
import { VAST, token } from './refusals/tools.js';

const posenc = { ...library, ...doctor };

// posenc must refuse a result of more than 2 GiB without allocating it. These proxies throw an
// error if such an array is allocated.
for (const name of ['Float32Array', 'Float64Array', 'Int32Array', 'Uint8ClampedArray']) {
  globalThis[name] = new Proxy(globalThis[name], {
    construct(Kind, args, target) {
      if (args[0] * Kind.BYTES_PER_ELEMENT > 2 ** 31)
        throw new Error(`${name} of ${args[0]} elements was allocated`);
      return Reflect.construct(Kind, args, target);
    },
  });
}

const functions = {
  ...tables,
  ...rope,
  ...ropeMore,
  ...bias,
  ...biases,
  ...grid,
  ...attention,
  ...memory,
  ...models,
  ...ports,
};

/** Calls a function with named values. Values that do not belong to a parameter become options. */
function call(name, { names }, values) {
  const options = Object.fromEntries(
    Object.entries(values).filter(([key]) => !names.includes(key)),
  );
  const given = names.map((key) => values[key]);
  if (Object.keys(options).length) given.push(options);
  return posenc[name](...given);
}

/**
 * Returns the numbers in a value, so that a test can see whether a call has changed them. For long
 * arrays, only the length is returned.
 */
function contents(value) {
  if (typeof value === 'number') return value;
  if (!value || typeof value !== 'object') return 0;
  if (ArrayBuffer.isView(value) && value.length > VAST) return value.length;
  if (ArrayBuffer.isView(value)) return [value.byteLength, ...(value.length < 100 ? value : [])];
  return Object.values(value).map(contents);
}

/** Calls a function. Returns the error, and whether the call has written to its arguments. */
function attempt(name, f, values) {
  const before = contents(values);
  let error;
  try {
    call(name, f, values);
  } catch (caught) {
    error = caught;
  }
  return { error, written: !isDeepStrictEqual(contents(values), before) };
}

/**
 * Makes a call with one bad value. Returns what is wrong with its refusal, or undefined if nothing
 * is.
 */
function fault(name, f, [Kind, argument, value, details = {}]) {
  const { says = argument, shows = value, rows, ...also } = details;
  const values = { ...f.good(), ...also, [argument]: value };
  if (argument === 'out' && value === undefined) delete values.out;
  if (rows) {
    delete values.length;
    delete values.dim;
  }
  const { error, written } = attempt(name, f, values);
  if (!error) return 'is accepted';
  if (written) return `has written before ${error}`;
  if (error.constructor !== Kind) return `throws ${error}`;
  if (!error.message.startsWith(`${name}: `)) return `does not name the function: ${error.message}`;
  const { argument: named, expected, got } = error;
  if (!error.message.startsWith(`${name}: ${named}: expected ${expected}, got ${got}`))
    return `has other properties than ${error.message}: ${inspect({ named, expected, got })}`;
  const [beginning, end] = error.message.slice(name.length + 2).split('got ');
  if (!(says.test ? says.test(beginning) : beginning.startsWith(says)))
    return `does not name the argument (${says}): ${error.message}`;
  if (!/expected \S/.test(beginning)) return `does not say what was expected: ${error.message}`;
  if (!(shows?.test ? shows.test(error.message) : end.includes(token(shows))))
    return `does not show what came: ${error.message}`;
}

const WITHOUT_OPTIONS = [
  'createArena',
  'ready',
  'useModule',
  'sinusoidalPE',
  'describeModel',
  'identify',
];

/**
 * Asserts that a function refuses an unknown option. Returns the names of its options, from the
 * message of the error.
 */
function knownOptions(name, f, unknown) {
  let message;
  assert.throws(
    () => call(name, f, { ...f.good(), [unknown]: 1 }),
    (error) => {
      const form = /^(\w+): options: expected only (.*), got "(.*?)"(; .*: did you mean .*\?)?$/;
      const [, of, ...rest] = form.exec(error.message) ?? [];
      message = of === name && ['', ...rest];
      return error.constructor === TypeError && message?.[2] === unknown;
    },
  );
  return message[1].split(', ');
}

for (const [name, f] of Object.entries(functions)) {
  test(`${name} refuses bad input, with a message of the common form, before it writes`, () => {
    const faults = f.rows
      .map((row) => [row, fault(name, f, row)])
      .filter(([, text]) => text)
      .map(
        ([[, argument, value, also = {}], text]) =>
          `${argument} = ${token(value)} (${Object.keys(also)}): ${text}`,
      );
    assert.deepEqual(faults, []);
  });

  test(`${name} accepts sizes of 0 and 1, and the limits of its ranges`, () => {
    for (const values of f.accepted)
      assert.doesNotThrow(() => posenc[name](...values), `${name}(${inspect(values)})`);
  });

  if (WITHOUT_OPTIONS.includes(name)) continue;

  test(`${name} refuses unknown options, and the lists have refusals for each known one`, () => {
    let known;
    for (const unknown of ['lenght', 'Base', 'constructor', 'toString', ''])
      known = knownOptions(name, f, unknown);
    const tested = f.rows.map((row) => row[1]);
    for (const option of known) assert.ok(tested.includes(option), `${option} has no refusals`);
    const parameters = f.names.map((key) => f.good()[key]);
    for (const options of [null, 5, 'x', true, [], 7n, () => 0])
      assert.throws(() => posenc[name](...parameters, options), {
        name: 'TypeError',
        message: new RegExp(`^${name}: options: expected an object, got .`),
      });
  });
}

test('addPositional refuses unknown options for arrays of rows, too', () => {
  const x = [[1]];
  assert.throws(() => posenc.addPositional(x, [[2]], { lenght: 1 }), {
    name: 'TypeError',
    message: /^addPositional: options: expected /,
  });
  assert.deepEqual(x, [[1]]);
});

test('the lists here have refusals for every parameter of every public function', () => {
  assert.deepEqual(Object.keys(functions).sort(), Object.keys(posenc).sort());
  for (const [name, { names, rows }] of Object.entries(functions))
    for (const parameter of names)
      assert.ok(
        rows.some((row) => row[1] === parameter),
        `${parameter} of ${name}`,
      );
});
