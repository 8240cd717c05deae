/*
 * Tests `identify`: it recognises the formulas of the library, names mistakes, and finds the first
 * element that departs from a formula.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { identify, ropeTable, sinusoidal, xlnetTable } from '../../web/index.js';
import { noise } from '../support/reference.js';

/** Makes a table of f(position, column), as another program would do. */
const table = (Kind, length, dim, f) =>
  Kind.from({ length: length * dim }, (_, i) => f(Math.floor(i / dim), i % dim));

/**
 * Asserts that a result has the fields of `wanted`. If `wanted` lacks one of the four fields below,
 * the result must have its value below, as for a table that a formula explains completely.
 */
function finds(got, wanted, where) {
  for (const [key, value] of Object.entries({
    departure: undefined,
    matched: 1,
    transposed: undefined,
    notes: [],
    ...wanted,
  }))
    assert.deepEqual(got[key], value, `${where}: ${key} of ${JSON.stringify(got)}`);
}

const LAYOUTS = ['interleaved', 'concatenated', 'fairseq'];
const BASES = [10, 100.5, 1000, 1234, 10000, 50000, 500000, 1000000];

test('sinusoidal tables of every layout, base and start are found again', () => {
  const arbitrary = fc.record({
    layout: fc.constantFrom(...LAYOUTS),
    base: fc.constantFrom(...BASES.filter((base) => base !== 1000)),
    start: fc.constantFrom(0, 1, 2, 7, -3, 0.5, 2.25, 1000, -12.125),
    dtype: fc.constantFrom('float32', 'float64'),
    length: fc.integer({ min: 24, max: 200 }),
    dim: fc.integer({ min: 12, max: 80 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ length, dim, layout, base, start, dtype }) => {
      // `start` is less than half a turn of the slowest wave.
      fc.pre(Math.abs(start) < 3 * base ** (1 - 2 / dim));
      const made = sinusoidal(length, dim, { layout, base, start, dtype });
      const got = identify(made, length, dim);
      if (got.base !== base)
        return assert.deepEqual(
          sinusoidal(length, dim, { layout: got.layout, base: got.base, start: got.start, dtype }),
          made,
          'another round base gives the same table',
        );
      finds(
        got,
        {
          scheme: 'sinusoidal',
          layout,
          base,
          start,
          precision: 'exact',
          flipped: undefined,
          notes: start === 1 ? ['Positions begin at 1.'] : [],
        },
        `${length} x ${dim}`,
      );
      assert.ok(got.maxError <= (dtype === 'float32' ? 3e-8 : 1e-15), `${got.maxError}`);
    }),
    { numRuns: 60 },
  );
});

test('small tables, single rows, single columns and odd dimensions are identified', () => {
  for (const dim of [4, 5, 6, 7, 9])
    for (const length of [4, 8, 33])
      for (const layout of LAYOUTS) {
        const got = identify(sinusoidal(length, dim, { layout }), length, dim);
        assert.deepEqual(
          [got.departure, got.matched, got.start],
          [undefined, 1, 0],
          `${length} x ${dim} ${layout}`,
        );
        if (dim > 5 || layout !== 'fairseq')
          finds(got, { layout, base: 10000 }, `${length} x ${dim} ${layout}`);
      }
  for (const [length, dim] of [
    [1, 1],
    [1, 8],
    [2, 8],
    [3, 1],
    [50, 1],
    [50, 2],
  ]) {
    const got = identify(sinusoidal(length, dim), length, dim);
    assert.deepEqual(
      [got.departure, got.scheme, got.layout, got.start],
      [undefined, 'sinusoidal', 'interleaved', 0],
      `${length} x ${dim}`,
    );
    assert.equal(got.base, dim > 2 ? 10000 : undefined);
  }
});

test('tables with cosines first, and tables of rope in all their forms, are identified', () => {
  const length = 100;
  const pairs = 32;
  const w = (i, d = 64, base = 1e4) => base ** ((-2 * i) / d);
  const flipped = table(Float32Array, length, 64, (p, j) =>
    j < 32 ? Math.cos(p * w(j)) : Math.sin(p * w(j - 32)),
  );
  finds(
    identify(flipped, length, 64),
    { scheme: 'sinusoidal', layout: 'concatenated', flipped: true, base: 1e4 },
    'timestep',
  );
  const shifted = table(Float32Array, length, 64, (p, j) =>
    j < 32 ? Math.cos(p * 1e4 ** (-j / 31)) : Math.sin(p * 1e4 ** (-(j - 32) / 31)),
  );
  finds(
    identify(shifted, length, 64),
    { scheme: 'sinusoidal', layout: 'fairseq', flipped: true, base: 1e4 },
    'timestep with a shift',
  );
  for (const base of [1e4, 5e5, 1e6])
    for (const part of ['cos', 'sin'])
      for (const start of [0, 1000]) {
        const half = ropeTable(length, 64, { base, start })[part];
        const at = { scheme: 'rope', part, base, start, rotaryDim: 64 };
        finds(identify(half, length, pairs), { ...at, layout: undefined }, `${part} ${base}`);
        finds(
          identify(
            table(Float32Array, length, 64, (p, j) => half[p * pairs + (j % pairs)]),
            length,
            64,
          ),
          { ...at, layout: 'half' },
          `${part} ${base} twice`,
        );
        finds(
          identify(
            table(Float32Array, length, 64, (p, j) => half[p * pairs + (j >> 1)]),
            length,
            64,
          ),
          { ...at, layout: 'interleaved' },
          `${part} ${base} repeated`,
        );
      }
});

test('float32 angles are distinguished from exact ones', () => {
  for (const [length, dim, layout] of [
    [512, 64, 'interleaved'],
    [2000, 33, 'concatenated'],
    [1000, 128, 'fairseq'],
  ]) {
    const got = identify(sinusoidal(length, dim, { layout, precision: 'float32' }), length, dim);
    finds(got, { layout, base: 10000, start: 0, precision: 'float32' }, layout);
    assert.ok(got.maxError > 1e-6, `${got.maxError}`);
  }
  const f = Math.fround;
  const naive = table(Float32Array, 1000, 64, (p, j) =>
    Math[j & 1 ? 'cos' : 'sin'](f(p * f(Math.exp(f(f(j >> 1) * f(-Math.log(10000) / 32)))))),
  );
  finds(
    identify(naive, 1000, 64),
    { layout: 'interleaved', base: 10000, precision: 'float32' },
    'exp of a float32',
  );
  const double = table(Float64Array, 3000, 64, (p, j) =>
    Math[j & 1 ? 'cos' : 'sin'](p / 10000 ** ((2 * (j >> 1)) / 64)),
  );
  finds(identify(double, 3000, 64), { base: 10000, precision: 'exact' }, 'doubles');
});

/** Rounds x to `digits` binary digits. Halfway between two numbers, the even one is returned. */
function rounded(x, digits) {
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x) || 1)) + 1 - digits);
  const low = Math.floor(x / step);
  const rest = x / step - low;
  return step * (rest > 0.5 || (rest === 0.5 && low % 2) ? low + 1 : low);
}

test('tables of float16 and bfloat16 have their formula, and a note', () => {
  for (const [type, digits] of [
    ['float16', 11],
    ['bfloat16', 8],
  ])
    for (const layout of LAYOUTS)
      for (const dtype of ['float32', 'float64'])
        for (const base of [10000, 500000]) {
          const half = sinusoidal(200, 48, { layout, dtype, base }).map((x) => rounded(x, digits));
          const got = identify(half, 200, 48);
          const notes = [`Elements are rounded to ${type}.`];
          finds(got, { layout, base, start: 0, notes }, `${type} ${layout} ${dtype}`);
          half[5 * 48 + 3] = 0.25;
          assert.equal(identify(half, 200, 48).departure.row, 5);
        }
  // A table of position 0 has only 0 and 1, which all types can represent. So no note names a type.
  assert.deepEqual(identify(sinusoidal(1, 4), 1, 4).notes, []);
});

test('a corrupted element is the departure', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LAYOUTS),
      fc.constantFrom('float32', 'float64'),
      fc.nat(),
      fc.constantFrom(1e-5, -0.01, 1, NaN, Infinity),
      fc.constantFrom(0, 5.5),
      (layout, dtype, at, by, start) => {
        const length = 60;
        const dim = 24;
        const whole = sinusoidal(length, dim, { layout, dtype, start });
        const index = at % whole.length;
        const was = whole[index];
        whole[index] += by;
        const got = identify(whole, length, dim);
        finds(
          got,
          {
            layout,
            base: 10000,
            start,
            departure: {
              row: Math.floor(index / dim),
              column: index % dim,
              expected: got.departure?.expected,
              got: whole[index],
            },
            matched: 1 - 1 / whole.length,
          },
          `${layout} ${index} ${by}`,
        );
        assert.ok(Math.abs(got.departure.expected - was) < 1e-7);
        assert.ok(got.maxError >= Math.abs(by) * 0.99 || Number.isNaN(by));
      },
    ),
    { numRuns: 40 },
  );
});

test('if all rows from one on are wrong, the departure is the first element of that row', () => {
  const length = 100;
  const dim = 32;
  const right = sinusoidal(length, dim);
  const wrong = right.map((x, i) => (i < 50 * dim ? x : 0));
  has(identify(wrong, length, dim), {
    layout: 'interleaved',
    base: 10000,
    departure: { row: 50, column: 0 },
  });
  function has(got, { departure, ...rest }) {
    assert.deepEqual([got.departure.row, got.departure.column], [departure.row, departure.column]);
    for (const key in rest) assert.equal(got[key], rest[key]);
  }
});

const sine = (p, w) => Math.sin(p * w);
const cosine = (p, w) => Math.cos(p * w);

test('notes name the mistakes that are often made', () => {
  const length = 120;
  const dim = 64;
  const make = (f) => table(Float32Array, length, dim, f);
  const wave = (p, j, w) => (j & 1 ? cosine(p, w) : sine(p, w));
  const named = (f, wanted, pattern) => {
    const got = identify(make(f), length, dim);
    assert.equal(got.departure, undefined, `${pattern}: ${JSON.stringify(got)}`);
    assert.ok(
      got.notes.some((note) => pattern.test(note)),
      `${pattern}: ${got.notes}`,
    );
    for (const key in wanted) assert.equal(got[key], wanted[key], `${pattern}: ${key}`);
  };
  named((p, j) => wave(p, j, 1e4 ** ((-4 * (j >> 1)) / dim)), { base: 1e8 }, /doubled/);
  named((p, j) => wave(p, j, 1e4 ** (-(j >> 1) / dim)), { base: 100 }, /halved/);
  named((p, j) => wave(p, j, 1e4 ** (-j / dim)), { base: 10000 }, /different frequencies/);
  named((p, j) => wave(p, j, 1e4 ** ((-2 * j) / dim)), { base: 1e8 }, /different frequencies/);
  named((p, j) => wave(p, j, 1e4 ** ((-2 * (j >> 1)) / (dim - 2))), { base: 10000 }, /dim - 2/);
  named(
    (p, j) => wave(p + 1, j, 1e4 ** ((-2 * (j >> 1)) / dim)),
    { base: 10000, start: 1 },
    /begin at 1/,
  );
  named(
    (p, j) => wave(p, j + 1, 1e4 ** ((-2 * (j >> 1)) / dim)),
    { base: 10000, flipped: true },
    /changed places/,
  );
  named(
    (p, j) => wave(p, j, (Math.PI / 180) * 1e4 ** ((-2 * (j >> 1)) / dim)),
    { base: 10000 },
    /degrees/,
  );
});

test('a transposed table is recognized, and its departure is in its own rows and columns', () => {
  const length = 90;
  const dim = 32;
  const right = sinusoidal(length, dim, { layout: 'concatenated' });
  const turned = table(Float32Array, dim, length, (r, c) => right[c * dim + r]);
  finds(
    identify(turned, dim, length),
    {
      layout: 'concatenated',
      base: 10000,
      transposed: true,
      notes: ['Transposed: positions are the columns.'],
    },
    'transposed',
  );
  turned[7 * length + 41] = 2;
  assert.deepEqual(identify(turned, dim, length).departure, {
    row: 7,
    column: 41,
    expected: identify(turned, dim, length).departure.expected,
    got: 2,
  });
});

test('tables with descending positions are recognized, as in Transformer-XL and XLNet', () => {
  const arbitrary = fc.record({
    layout: fc.constantFrom(...LAYOUTS),
    dtype: fc.constantFrom('float32', 'float64'),
    base: fc.constantFrom(1000, 10000, 500000),
    length: fc.integer({ min: 12, max: 300 }),
    last: fc.integer({ min: -300, max: 300 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ layout, dtype, base, length, last }) => {
      const start = last + length - 1;
      const positions = Array.from({ length }, (_, row) => start - row);
      const rows = sinusoidal(length, 24, { layout, dtype, base, positions });
      const wanted = { layout, base, start, descending: true, notes: ['Positions count down.'] };
      finds(identify(rows, length, 24), wanted, `${layout} from ${start} to ${last}`);
      rows[24 * 5 + 2] += 0.25;
      const { row, column } = identify(rows, length, 24).departure;
      assert.deepEqual([row, column], [5, 2]);
    }),
    { numRuns: 60 },
  );
  const shape = { base: 10000, descending: true, notes: ['Positions count down.'] };
  finds(identify(xlnetTable(30, 40, 32), 70, 32), { ...shape, start: 40 }, 'XLNet');
  const below = sinusoidal(12, 24, { positions: Array.from({ length: 12 }, (_, i) => -1 - i) });
  finds(identify(below, 12, 24), { ...shape, start: -1 }, 'from -1');
  // Only slow waves depend on the base. In these 12 rows, they make less than a tenth of a turn.
  const few = sinusoidal(12, 8, { base: 5e5, positions: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] });
  finds(identify(few, 12, 8), { ...shape, base: 5e5, start: 11 }, 'few rows');
  const up = identify(sinusoidal(70, 32), 70, 32);
  assert.equal(up.descending, undefined);
});

test('no formula is named for any other table', () => {
  const got = identify(noise(Float32Array, 64 * 32, 3), 64, 32);
  assert.ok(got.scheme === 'unknown' && got.matched < 0.02, JSON.stringify(got));
  assert.deepEqual([got.base, got.departure], [undefined, undefined]);
  for (const fill of [0, 1, NaN, 1e300])
    assert.equal(typeof identify(new Float64Array(12 * 6).fill(fill), 12, 6).scheme, 'string');
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.double(), fc.double({ min: -1, max: 1 })), {
        minLength: 12,
        maxLength: 12,
      }),
      (list) => {
        assert.equal(typeof identify(Float64Array.from(list), 3, 4).scheme, 'string');
      },
    ),
    { numRuns: 50 },
  );
});

test('a table of many rows is compared to its end', () => {
  const length = 5000;
  const dim = 16;
  const whole = sinusoidal(length, dim);
  finds(identify(whole, length, dim), { base: 10000 }, 'long');
  whole[whole.length - 1] = 0;
  assert.deepEqual(
    [identify(whole, length, dim).departure.row, identify(whole, length, dim).departure.column],
    [4999, 15],
  );
});

test('a table in the float32 arithmetic of fairseq has the base 10000, with and without padding', () => {
  const { fround } = Math;
  for (const [length, dim] of [
    [64, 20],
    [300, 20],
    [300, 12],
    [512, 64],
    [1000, 20],
  ]) {
    const half = dim / 2;
    const step = fround(-Math.log(10000) / (half - 1));
    const table = Float32Array.from({ length: length * dim }, (_, i) => {
      const [row, column] = [Math.floor(i / dim), i % dim];
      const frequency = fround(Math.exp(fround((column % half) * step)));
      const angle = fround(row * frequency);
      return column < half ? Math.sin(angle) : Math.cos(angle);
    });
    const padded = table.slice().fill(0, 0, dim);
    for (const each of [table, padded]) {
      const { layout, base, start } = identify(each, length, dim);
      assert.deepEqual([layout, base, start], ['fairseq', 10000, 0], `${length} x ${dim}`);
    }
  }
});
