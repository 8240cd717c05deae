/*
 * Tests the checks of arguments one by one: what they accept, what they refuse, and with which
 * message. Options may have getters, and arrays may have unusual classes.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import * as check from '../../web/check.js';
import { elementType } from '../../web/dtypes.js';

const refuses = (run, name, message) => assert.throws(run, { name, message });

test('counts, numbers and positions have the limits that their messages say', () => {
  const most = 2 ** 31;
  for (const value of [0, 1, most]) assert.equal(check.count('n', value), value);
  assert.equal(check.count('n', 4, 4, 4), 4);
  for (const [value, ...limits] of [[2, 2, 2], [2, 0, 4], [0]])
    assert.equal(check.even('n', value, ...limits), value);
  for (const [value, min, max, text] of [
    [3, 0, 4, 'an even number, got 3'],
    [6, 0, 4, 'an integer from 0 to 4, got 6'],
    [0, 2, 4, 'an integer from 2 to 4, got 0'],
  ])
    refuses(() => check.even('n', value, min, max), 'RangeError', `n: expected ${text}`);
  for (const [value, min, max, text] of [
    [-1, undefined, undefined, 'an integer of at least 0, got -1'],
    [0, 1, undefined, 'an integer of at least 1, got 0'],
    [NaN, undefined, undefined, 'an integer of at least 0, got NaN'],
    [0.5, undefined, undefined, 'an integer of at least 0, got 0.5'],
    [most + 1, undefined, undefined, 'an integer from 0 to 2147483648, got 2147483649'],
    [5, 1, 4, 'an integer from 1 to 4, got 5'],
    [-1, 0, 4, 'an integer from 0 to 4, got -1'],
  ])
    refuses(() => check.count('n', value, min, max), 'RangeError', `n: expected ${text}`);
  for (const [value, min, max, text] of [
    [Infinity, undefined, undefined, 'a finite number, got Infinity'],
    [0, 1, undefined, 'a finite number of at least 1, got 0'],
    [2, undefined, 1, 'a finite number and at most 1, got 2'],
    [2, 0, 1, 'a finite number of at least 0 and at most 1, got 2'],
  ])
    refuses(() => check.number('x', value, min, max), 'RangeError', `x: expected ${text}`);
  for (const sign of [-1, 1]) {
    assert.equal(check.position('p', sign * 2 ** 40), sign * 2 ** 40);
    assert.throws(() => check.position('p', sign * (2 ** 40 + 1)), RangeError);
  }
  assert.equal(check.base(1), 1);
  assert.throws(() => check.base(1 - 2 ** -53), RangeError);
  assert.deepEqual([check.scale(undefined, 4), check.scale(3, 4)], [0.5, 3]);
});

test('a message shows short strings and bigints, and the class or type of other values', () => {
  const shown = (value) => {
    try {
      return check.number('x', value);
    } catch (error) {
      return error.message.replace('x: expected a number, got ', '');
    }
  };
  for (const [value, text] of [
    ['a"b', '"a\\"b"'],
    ['x'.repeat(78), `"${'x'.repeat(78)}"`],
    ['x'.repeat(79), 'string of length 81'],
    [7n, '7n'],
    [10n ** 78n, `${10n ** 78n}n`],
    [10n ** 79n, 'bigint of length 81'],
    [null, 'null'],
    [true, 'true'],
    [[1, 2], 'Array of length 2'],
    [new Int8Array(3), 'Int8Array of length 3'],
    [new DataView(new ArrayBuffer(1)), 'DataView'],
    [{ length: 4 }, 'object'],
  ])
    assert.equal(shown(value), text);
});

const read = check.reader('', ['alibi'], ({ a, out, heads }, described) => ({
  a,
  out,
  heads,
  described,
}));

test('options are read once, also those that an object inherits', () => {
  let reads = 0;
  class Options {
    get a() {
      return ++reads;
    }
  }
  const half = Object.assign(Object.create({ a: 5 }), { out: 6 });
  assert.equal(read(new Options()).a, 1);
  assert.deepEqual(read(half), { a: 5, out: 6, heads: undefined, described: false });
  assert.equal(read(Object.assign(Object.create(null), { a: 3 })).a, 3);
  assert.equal(read(vm.runInNewContext('({a: 4})')).a, 4);
  assert.equal(read(undefined).described, false);
  assert.equal(read({ a: 1, [Symbol('b')]: 2 }).a, 1);
});

test('unknown options are refused, unless they belong to a description', () => {
  const names = 'expected only a, out, heads, got "headDim"';
  for (const scheme of [undefined, 'x', {}])
    assert.throws(() => read({ headDim: 4, scheme }), /^TypeError: options: expected only a, out/);
  refuses(() => read({ headDim: 4 }), 'TypeError', `options: ${names}`);
  refuses(() => read(Object.create({ headDim: 4 }), 'arrays'), 'TypeError', `arrays: ${names}`);
  const described = read({ scheme: 'alibi', headDim: 4, heads: 2 });
  assert.deepEqual([described.heads, described.described, described.headDim], [2, true, undefined]);
  assert.throws(() => read({ scheme: 'alibi', lenght: 4 }), /got "lenght"$/);
  refuses(
    () => read({ scheme: 'rope', headDim: 4 }),
    'TypeError',
    "scheme: expected 'alibi', got 'rope'",
  );
  assert.throws(() => read({ described: true }), /got "described"$/);
});

test('names that calls repeat, or give in another order, are known; others are refused each time', () => {
  const count = check.reader('', ['rope'], ({ length, dim }) => ({ length, dim }));
  for (const options of [{ length: 1, dim: 2 }, { dim: 2, length: 1 }, { dim: 2 }, { length: 1 }]) {
    assert.deepEqual(count(options), { length: undefined, dim: undefined, ...options });
    for (const stranger of [{ width: 1 }, { ...options, width: 1 }, { width: 1, ...options }])
      assert.throws(
        () => count(stranger),
        /^TypeError: options: expected only length, dim, got "w/,
      );
  }
  // An object with a `scheme` is the description of a model. It may have other properties, too.
  assert.deepEqual(count({ scheme: 'rope', heads: 1, dim: 2 }), { length: undefined, dim: 2 });
  assert.throws(() => count({ dim: 2, heads: 1 }), /got "heads"$/);
});

test('readers that share a pick know different names of it', () => {
  const pick = (given, described) => ({ a: given.a, b: given.b, c: given.c, described });
  const some = check.reader('', [], pick, ['c'], ['a', 'described']);
  assert.deepEqual(some({ a: 1 }), { a: 1, b: undefined, c: undefined, described: false });
  refuses(() => some({ b: 1 }), 'TypeError', 'options: expected only c, a, got "b"');
});

test('values that are no objects are refused', () => {
  for (const [value, text] of [
    [null, 'null'],
    [5, '5'],
    [() => 0, 'function'],
    [[], 'Array of length 0'],
    [new Float32Array(2), 'Float32Array of length 2'],
    [new DataView(new ArrayBuffer(1)), 'DataView'],
  ]) {
    refuses(() => read(value), 'TypeError', `options: expected an object, got ${text}`);
    for (const each of [check.readAny, check.readAll])
      refuses(() => each('x', value, ['a']), 'TypeError', `x: expected an object, got ${text}`);
  }
});

test('a property that a library adds to all objects is refused, and no option', () => {
  Object.prototype.pollution = 1;
  Object.prototype.a = 2;
  try {
    assert.throws(() => read({ out: 1 }), /^TypeError: options: expected .*(pollution|a)\b/);
  } finally {
    delete Object.prototype.pollution;
    delete Object.prototype.a;
  }
});

test('readAll copies all properties, each read once', () => {
  let reads = 0;
  class Config {
    get inner() {
      return ++reads;
    }
  }
  Object.defineProperty(Config.prototype, 'inner', { enumerable: true });
  const object = Object.assign(new Config(), { own: 7 });
  assert.deepEqual({ ...check.readAll('x', object) }, { own: 7, inner: 1 });
});

test('words, flags and dtypes are compared exactly', () => {
  assert.equal(check.word('w', 'a', ['a', 'b']), 'a');
  refuses(() => check.word('w', 'c', ['a', 'b']), 'RangeError', 'w: expected "a" or "b", got "c"');
  refuses(() => check.word('w', 1, ['a']), 'TypeError', 'w: expected "a", got 1');
  assert.equal(check.flag('f', false), false);
  assert.deepEqual(
    [undefined, 'float32', 'float64', 'bfloat16'].map((dtype) => elementType(dtype).Kind),
    [Float32Array, Float32Array, Float64Array, Uint16Array],
  );
});

class Matrix extends Float32Array {
  constructor(rows, columns) {
    super(rows * columns);
  }
}

test('a usual array is returned as it is; for an unusual one, a view of its memory', () => {
  for (const Kind of [Float32Array, Float64Array, Int32Array, Uint8Array, Uint8ClampedArray]) {
    const usual = new Kind(3);
    assert.equal(check.array('x', usual, [Kind.name], 3), usual);
    assert.equal(check.given(usual), usual);
  }
  const unusual = ['length', 'constructor']
    .map((name) => Object.defineProperty(new Float32Array(6), name, { value: 7 }))
    .concat(new Matrix(2, 3), new (vm.runInNewContext('Float32Array'))(6));
  for (const array of unusual) {
    const view = check.array('x', array, ['Float64Array', 'Float32Array'], 6);
    assert.equal(Object.getPrototypeOf(view), Float32Array.prototype);
    view[5] = 9;
    assert.deepEqual([array[5], view.length], [9, 6]);
    assert.equal(check.given(view), array);
  }
  const part = new Matrix(2, 3);
  const [, own] = [
    part,
    Object.setPrototypeOf(new Float32Array(part.buffer, 8, 2), Matrix.prototype),
  ];
  const view = check.array('x', own, check.FLOATS);
  assert.deepEqual([view.byteOffset, view.length], [8, 2]);
});

test('arrays of a wrong class or length, detached or beyond their memory, are refused', () => {
  const detached = new Matrix(2, 3);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const shrunk = new Float32Array(buffer, 8, 2);
  buffer.resize(0);
  for (const array of [detached, shrunk]) {
    const name = array.constructor === Matrix ? 'Float32Array' : array.constructor.name;
    const text = `x: expected an array that is not detached, got ${name} of length 0`;
    refuses(() => check.array('x', array, check.FLOATS), 'RangeError', text);
    refuses(() => check.numbers('x', array, check.number), 'RangeError', text);
  }
  assert.equal(check.array('x', new Float32Array(0), check.FLOATS, 0).length, 0);
  for (const value of [
    new Proxy(new Float32Array(2), {}),
    Object.create(Float32Array.prototype),
    { [Symbol.toStringTag]: 'Float32Array' },
  ])
    refuses(
      () => check.array('x', value, check.FLOATS),
      'TypeError',
      'x: expected Float32Array or Float64Array, got object',
    );
  refuses(
    () => check.array('x', new Int8Array(2), check.FLOATS),
    'TypeError',
    'x: expected Float32Array or Float64Array, got Int8Array of length 2',
  );
  const x = new Float32Array(3);
  const got = 'got Float32Array of length 3';
  refuses(() => check.array('x', x, check.FLOATS, 2), 'RangeError', `x: expected length 2, ${got}`);
  refuses(
    () => check.shaped('x', x, { rows: 2, columns: 3 }),
    'RangeError',
    `x: expected length 6 ([rows, columns]), ${got}`,
  );
  assert.equal(check.shaped('x', x, { rows: 1, columns: 3 }), x);
});

test('arrays that share an element are refused; neighbours are not', () => {
  const buffer = new ArrayBuffer(64);
  const at = (from, length) => new Float32Array(buffer, 4 * from, length);
  for (const [a, b] of [
    [at(0, 4), at(4, 4)],
    [at(4, 4), at(0, 4)],
    [at(0, 4), new Float32Array(4)],
  ])
    assert.doesNotThrow(() => check.apart('a', a, 'b', b));
  for (const [a, b] of [
    [at(0, 4), at(3, 4)],
    [at(3, 4), at(0, 4)],
    [at(0, 9), at(3, 2)],
    [at(8, 2), at(8, 2)],
  ])
    refuses(
      () => check.apart('a', a, 'b', b),
      'TypeError',
      'a: expected memory that does not overlap b, got an overlap',
    );
});

test('results and rows have the sizes that their messages say', () => {
  assert.doesNotThrow(() => check.fits(2 ** 29, 4, '[n]'));
  refuses(
    () => check.fits(2 ** 29 + 1, 4, '[n]'),
    'RangeError',
    '[n]: expected a result of at most 2 GiB, got 536870913 elements of 4 bytes',
  );
  function TooLarge() {
    throw new RangeError('Array buffer allocation failed');
  }
  TooLarge.BYTES_PER_ELEMENT = 8;
  refuses(
    () => check.result(undefined, TooLarge, 3, '[n]'),
    'RangeError',
    '[n]: expected an amount of memory that is available, got 24 bytes',
  );
  assert.equal(check.result(undefined, Float64Array, 3, '[n]').length, 3);
  const x = new Float32Array(6);
  assert.equal(check.rowsOf('x', x, 3, '[n]'), 2);
  assert.equal(check.rowsOf('x', new Float32Array(0), 0, '[n]'), 0);
  for (const width of [4, 0])
    refuses(
      () => check.rowsOf('x', x, width, '[n]'),
      'RangeError',
      `x: expected a multiple of ${width} elements ([n]), got Float32Array of length 6`,
    );
});

test('lists of numbers are copied', () => {
  assert.deepEqual([...check.copy('x', [NaN, Infinity])], [NaN, Infinity]);
  assert.deepEqual([...check.numbers('x', new Int8Array([1, 2]), check.number, 2, 3)], [1, 2]);
  assert.deepEqual([...check.each('x', 2, 3, check.number)], [2, 2, 2]);
  assert.deepEqual([...check.each('x', [2, 3], 2, check.number)], [2, 3]);
  refuses(() => check.each('x', NaN, 2, check.number), 'RangeError', /^x: /);
  assert.equal(check.farthest([1, -3, 2]), 3);
  assert.equal(check.farthest([-4, 3]), 4);
  assert.equal(check.farthest([]), 0);
  assert.doesNotThrow(() => check.oneOfLengths('x', [1], 1, 2));
  refuses(
    () => check.oneOfLengths('x', [1], 2, 3, 2),
    'RangeError',
    'x: expected 2 or 3 numbers, got Array of length 1',
  );
});

test('a list is refused by its first wrong element, with its index', () => {
  const numbers = (value, ...lengths) => check.numbers('x', value, check.number, ...lengths);
  refuses(() => numbers([1, 'a']), 'TypeError', 'x[1]: expected a number, got "a"');
  refuses(() => numbers([1, NaN]), 'RangeError', 'x[1]: expected a finite number, got NaN');
  const lengths = 'expected 2 or 3 numbers, got Array of length 1';
  refuses(() => numbers([1], 2, 3, 2), 'RangeError', `x: ${lengths}`);
  for (const value of ['12', { length: 1 }, new BigInt64Array(1), null])
    assert.throws(() => numbers(value), /^TypeError: x: expected an array of numbers, got /);
});

test('huge lists are refused before work that grows with their length', () => {
  const numbers = (length) => check.numbers('x', new Array(length), check.number);
  const most = 'x: expected at most 268435456 numbers, got Array of length ';
  refuses(() => numbers(2 ** 32 - 1), 'RangeError', `${most}4294967295`);
  refuses(() => numbers(2 ** 28 + 1), 'RangeError', `${most}268435457`);
  // A list of 2^28 numbers has an allowed length. It is refused for its first element, or because
  // there is too little memory.
  assert.throws(() => numbers(2 ** 28), /^(?!.*at most)\w+Error: x/);
});

test('an array of other values gives its elements one by one', () => {
  const { length, read: element } = check.items('x', ['a', 'b'], 'an array');
  assert.deepEqual([length, element(0), element(1)], [2, 'a', 'b']);
  for (const value of [null, new Float32Array(1), { length: 1 }])
    assert.throws(() => check.items('x', value, 'an array'), /^TypeError: x: expected an array, /);
});

test('positions are either given, or count up from start', () => {
  assert.equal(check.positions(3, undefined), undefined);
  assert.deepEqual([...check.positions(0, [1, 2], 2)], [1, 2]);
  assert.deepEqual([...check.positions(0, [1, 2, 3])], [1, 2, 3]);
  assert.throws(() => check.positions(0, [1], 2), /^RangeError: positions: expected 2 numbers/);
  assert.throws(() => check.positions(1, [1]), /^TypeError: positions: .* both \(start 1\)$/);
  assert.throws(() => check.positions(-1, undefined, 1, 0), /^RangeError: start: /);
  assert.throws(() => check.positions(0, [0, -1], 2, 0), /^RangeError: positions\[1\]: /);
});
