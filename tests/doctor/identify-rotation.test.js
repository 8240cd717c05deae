/*
 * Tests `identifyRotation`: random rotations with the settings of published models are named, and
 * so are the bugs that ports of models have.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { identifyRotation } from '../../web/doctor/index.js';
import { layoutDifferences } from '../../web/doctor/layouts.js';
import { applyRope, swapRopeLayout } from '../../web/index.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';
import { FIRST_SEED, noise } from '../support/reference.js';
import { identifyRandom, MODELS, rotatedIn32 } from '../support/rotations.js';

const SHAPE = { heads: 2, headDim: 64 };
const ROWS = 16;
const x = noise(Float32Array, ROWS * 128, 5);
const rotated = (options, shape = SHAPE) => applyRope(x.slice(), { ...shape, ...options });
const identify = (after, options = SHAPE) => identifyRotation(x, after, options);

/** Asserts that a result has these properties, and that it explains all elements. */
function has(got, wanted) {
  for (const [name, value] of Object.entries({ matched: 1, departure: undefined, ...wanted }))
    assert.deepEqual(got[name], value, `${name} of ${JSON.stringify(got)}`);
}

test('random rotations are named, and none is named wrongly', () => {
  assert.ok(MODELS.length > 30 && MODELS.some(({ scaling }) => scaling?.rope_type === 'longrope'));
  const counts = { exact: 0, same: 0, unnamed: 0, wrong: 0 };
  const failed = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 200; seed++) {
    const { options, found, verdict } = identifyRandom(seed);
    counts[verdict]++;
    if (verdict === 'wrong') failed.push({ seed, options, found });
  }
  assert.deepEqual(failed, []);
  assert.ok(
    counts.exact + counts.same >= 197,
    `from seed ${FIRST_SEED}: ${JSON.stringify(counts)}`,
  );
  assert.ok(counts.exact >= 190, `from seed ${FIRST_SEED}: ${JSON.stringify(counts)}`);
});

const YARN = { rope_type: 'yarn', factor: 40, original_max_position_embeddings: 4096 };
const LLAMA3 = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};

/** Bugs of ports. Each has the result of a port, and what identifyRotation must find in it. */
const BUGS = {
  'another layout': [rotated({ layout: 'interleaved' }), { layout: 'interleaved', notes: [] }],
  'another base': [rotated({ base: 500000 }), { base: 500000, notes: [] }],
  'a changed base': [
    rotated({ scaling: { rope_type: 'ntk', factor: 8 } }),
    { base: 10000, scaling: { rope_type: 'ntk', factor: 8 } },
  ],
  'an offset': [rotated({ start: 1 }), { start: 1, notes: ['Positions begin at 1.'] }],
  'no scaling factor but a step': [
    rotated({ scaling: { rope_type: 'linear', factor: 4 } }),
    { step: 1, scaling: { rope_type: 'linear', factor: 4 } },
  ],
  backwards: [
    rotated({ inverse: true }),
    { inverse: true, notes: ['The rotation goes back: its sines have the opposite sign.'] },
  ],
  twice: [
    applyRope(rotated({ start: 3 }), { ...SHAPE, start: 3 }),
    {
      start: 6,
      step: 2,
      notes: ['Every angle is doubled: is rope applied twice?', 'Positions begin at 6.'],
    },
  ],
  'angles in float32': [
    rotated({ precision: 'float32', start: 5000 }),
    {
      precision: 'float32',
      notes: [
        'Positions begin at 5000.',
        'Angles have the errors of float32.',
        'They move elements by up to 0.00017. Compute angles in float64, and take off whole turns before you round them.',
      ],
    },
  ],
  'half of the head': [rotated({ rotaryDim: 32 }), { rotaryDim: 32, rotaryStart: 0 }],
  'the other half': [
    rotated({ rotaryDim: 32, rotaryStart: 32 }),
    { rotaryDim: 32, rotaryStart: 32 },
  ],
  'elements in the other order': [
    swapRopeLayout(rotated({ layout: 'interleaved' }), {
      headDim: 64,
      from: 'interleaved',
      to: 'half',
    }),
    { layout: 'interleaved-to-half' },
  ],
  'an attention factor': [
    rotated({ scaling: YARN }),
    { scaling: YARN, attentionFactor: 1 + 0.1 * Math.log(40) },
  ],
  'no attention factor': [
    rotated({ scaling: { ...YARN, attention_factor: 1 } }),
    { scaling: { ...YARN, attention_factor: 1 }, attentionFactor: 1 },
  ],
};

for (const [name, [after, wanted]] of Object.entries(BUGS))
  test(`a bug is named: ${name}`, () => has(identify(after), { base: 10000, ...wanted }));

test('rows with positions of other rows are named', () => {
  const positions = Array.from({ length: ROWS }, (_, i) => (i === 5 ? 4 : i));
  const got = identify(rotated({ positions }));
  has(got, { start: 0, base: 10000, matched: 15 / 16, departure: got.departure });
  assert.equal(got.departure.row, 5);
  assert.deepEqual(got.notes, ['Row 5 has the position 4, not 5.']);
  const padded = positions.map((_, i) => Math.max(1, i - 2));
  const { start, notes } = identify(rotated({ positions: padded }));
  assert.equal(start, -2);
  assert.deepEqual(notes, ['Positions begin at -2.', 'Rows 0 to 2 all have the position 1.']);
});

test('another divisor of the exponents is named if the base is known', () => {
  for (const divisor of [32, 128, 256]) {
    const base = 500000 ** (64 / divisor);
    const found = identify(rotated({ base }), { ...SHAPE, expected: { base: 500000 } });
    assert.deepEqual(found.notes, [`Exponents are divided by ${divisor}, not by 64.`]);
  }
  const { notes } = identify(rotated({}), { ...SHAPE, expected: { base: 500000 } });
  assert.deepEqual(notes, ['The base (rope_theta) is 10000, not 500000.']);
});

test('rows that all have the same position are named', () => {
  for (const base of [10000, 500000])
    for (const start of [7, -5, 900]) {
      const all = rotated({ base, positions: Array(ROWS).fill(start) });
      const notes = [`All rows have the position ${start}.`];
      has(identify(all), { base, start, step: 0, inverse: false, layout: 'half', notes });
    }
  const scaling = { rope_type: 'linear', factor: 4 };
  const scaled = rotated({ scaling, positions: Array(ROWS).fill(8) });
  has(identify(scaled), { start: 2, step: 0, scaling: undefined });
  has(identify(scaled, { ...SHAPE, scaling }), { start: 8, step: 0, scaling });
});

test('start and step refer to the given positions', () => {
  const positions = [3, 4, 5, 6, 20, 21, 22, 400, 401, 402, 403, 404, 1000, 1001, 1002, 1003];
  has(identify(rotated({ positions }), { ...SHAPE, positions }), {
    start: 0,
    step: 1,
    base: 10000,
  });
  const later = positions.map((position) => position + 17);
  has(identify(rotated({ positions: later }), { ...SHAPE, positions }), { start: 17, step: 1 });
  const down = positions.map((position) => -position);
  has(identify(rotated({ positions: down }), { ...SHAPE, positions }), { start: 0, inverse: true });
});

test('the slowest pair may have made many turns before the first position', () => {
  for (const headDim of [32, 64, 128])
    for (const first of [30000, 123456, 1000000]) {
      const before = noise(Float32Array, ROWS * headDim, first);
      const shape = { heads: 1, headDim };
      const positions = Array.from({ length: ROWS }, (_, i) => first + i);
      for (const precision of ['exact', 'float32']) {
        const after = applyRope(before.slice(), { ...shape, positions, precision });
        const wanted = { base: 10000, step: 1, inverse: false };
        has(identifyRotation(before, after, shape), { ...wanted, start: first });
        has(identifyRotation(before, after, { ...shape, positions }), { ...wanted, start: 0 });
      }
      const short = applyRope(before.slice(), shape);
      const { start, notes } = identifyRotation(before, short, { ...shape, positions });
      assert.equal(start, -first);
      const note = `Positions are ${first} too small: is the length of the cache left out?`;
      assert.equal(notes[0], note);
    }
});

test('narrow heads show far positions, if these are whole numbers', () => {
  for (const headDim of [2, 4, 6, 8])
    for (const start of [5, 3000]) {
      const before = noise(Float32Array, ROWS * headDim, start);
      const shape = { heads: 1, headDim };
      has(identifyRotation(before, applyRope(before.slice(), { ...shape, start }), shape), {
        start,
      });
    }
});

test('all rows may have one position beyond a turn of the slowest pair, or count down to it', () => {
  for (const start of [60000, 1000000]) {
    has(identify(rotated({ positions: Array(ROWS).fill(start) })), { start, step: 0 });
    const positions = Array.from({ length: ROWS }, (_, i) => -start - i);
    has(identify(rotated({ positions })), { start, step: 1, inverse: true });
  }
});

test('the rotation of a batch of sequences is found', () => {
  const shape = { heads: 1, headDim: 64, length: 16 };
  has(identify(rotated({ start: 9 }, shape), shape), { start: 9, step: 1, layout: 'half' });
});

test('notes say that nothing rotates, or that no rotation explains the arrays', () => {
  assert.deepEqual(identify(x.slice()).notes, ['Nothing rotates: both arrays are equal.']);
  const { matched, departure, notes } = identify(noise(Float32Array, x.length, 99));
  assert.ok(matched < 0.2 && departure, `${matched}`);
  assert.ok(notes.includes('No rotation explains these arrays.'));
});

test('one wrong element is reported, and the rotation is still named', () => {
  const after = rotated({ start: 2, base: 1e6 });
  after[7 * 128 + 64 + 40] += 0.25;
  const got = identify(after);
  const { departure } = got;
  has(got, { base: 1e6, start: 2, matched: 1 - 1 / x.length, departure });
  assert.deepEqual([departure.row, departure.head, departure.element], [7, 1, 40]);
  assert.ok(Math.abs(departure.got - departure.expected - 0.25) < 1e-5);
});

test('rotations of float64, float16 and bfloat16 arrays are found', () => {
  const doubles = Float64Array.from(x);
  const after = applyRope(doubles.slice(), { ...SHAPE, base: 123456.789, start: 0.5 });
  const exact = identifyRotation(doubles, after, SHAPE);
  has(exact, { start: 0.5, layout: 'half' });
  assert.ok(Math.abs(exact.base / 123456.789 - 1) < 1e-10, `${exact.base}`);
  for (const dtype of ['float16', 'bfloat16']) {
    const before = Uint16Array.from(x, (each) => bitsOfHalf(each, dtype));
    const bits = applyRope(before.slice(), {
      ...SHAPE,
      dtype,
      base: 500000,
      layout: 'interleaved',
    });
    const wanted = { layout: 'interleaved', base: 500000, start: 0, inverse: false };
    has(identifyRotation(before, bits, { ...SHAPE, dtype }), wanted);
    const floats = [before, bits].map((list) =>
      Float32Array.from(list, (b) => valueOfHalf(b, dtype)),
    );
    has(identifyRotation(...floats, SHAPE), wanted);
  }
});

test('longrope is found if the option scaling gives it', () => {
  const factors = Array.from({ length: 32 }, (_, i) => 1 + i * i * 0.07);
  const scaling = {
    rope_type: 'longrope',
    short_factor: factors,
    long_factor: factors,
    factor: 32,
    original_max_position_embeddings: 4096,
  };
  const after = rotated({ scaling });
  has(identify(after, { ...SHAPE, scaling: [YARN, scaling] }), { base: 10000, scaling });
  assert.ok(identify(after).matched < 0.999 || identify(after).base !== 10000);
});

test('positions that hardly differ give a result, and no error', () => {
  const before = Float32Array.from({ length: 12 }, (_, i) => (i % 5 === 2 ? 1e-30 : 0));
  const after = before.map((_, i) => before[(i + 4) % 12]);
  for (const positions of [
    [-5e-324, 0, 0],
    [1e-310, 0, 1],
    [3, 3, 3],
  ]) {
    const found = identifyRotation(before, after, { heads: 1, headDim: 4, positions });
    assert.ok(found.matched < 1, `${positions}`);
  }
});

test('arrays of any numbers give a result, and no error', () => {
  const special = fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1e-30, 1e30, 3);
  const number = fc.oneof(special, fc.double({ min: -2, max: 2, noNaN: true }));
  const arbitrary = fc.record({
    heads: fc.integer({ min: 1, max: 3 }),
    headDim: fc.integer({ min: 2, max: 20 }),
    positions: fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), {
      minLength: 2,
      maxLength: 12,
    }),
    list: fc.array(number, { minLength: 30, maxLength: 60 }),
    shift: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ heads, headDim, positions, list, shift }) => {
      const length = positions.length * heads * headDim;
      const before = Float32Array.from({ length }, (_, i) => list[(i * 7) % list.length]);
      const after = before.map((each, i) => (shift ? before[(i + shift) % length] : each));
      const { matched, departure } = identifyRotation(before, after, { heads, headDim, positions });
      assert.ok(matched >= 0 && matched <= 1, `${matched}`);
      assert.equal(departure === undefined, matched === 1);
    }),
    { numRuns: 100 },
  );
});

test('one row shows the layout, the base and the position', () => {
  for (const heads of [1, 4, 32])
    for (const [base, start, layout] of [
      [10000, 17, 'half'],
      [500000, 2, 'interleaved'],
      [1000000, 130001, 'half'],
    ]) {
      const shape = { heads, headDim: 64 };
      const row = noise(Float32Array, heads * 64, 8);
      const after = applyRope(row.slice(), { ...shape, base, start, layout });
      const all = { base, layout, step: 1, inverse: false };
      const found = identifyRotation(row, after, shape);
      has(found, { ...all, start, notes: [`The position is ${start}.`] });
      const right = identifyRotation(row, after, { ...shape, positions: [start] });
      has(right, { ...all, start: 0, notes: [] });
      const notes = [
        `The position is ${start}, not ${start + 9}: is the length of the cache left out?`,
      ];
      has(identifyRotation(row, after, { ...shape, positions: [start + 9] }), {
        ...all,
        start: -9,
        notes,
      });
    }
});

test('one row of a model is found at its position, with the scaling of the model', () => {
  const expected = { base: 150000, layout: 'half', scaling: LLAMA3 };
  const shape = { heads: 4, headDim: 128 };
  const row = noise(Float32Array, 512, 8);
  const rows = (options) => applyRope(row.slice(), { ...shape, ...expected, ...options });
  const { base, layout } = expected;
  for (const [options, notes, start = 0] of [
    [{ start: 900 }, []],
    [{ start: 7 }, ['The position is 7, not 900: is the length of the cache left out?'], -893],
    [{ start: 901 }, ['The position is 901, not 900.'], 1],
    [
      { start: -900 },
      ['The position is -900, not 900, or the sines have the opposite sign.'],
      -1800,
    ],
    [{ start: 900, layout: 'interleaved' }, layoutDifferences('interleaved', 'half', 128)],
  ]) {
    const found = identifyRotation(row, rows(options), { ...shape, expected, positions: [900] });
    has(found, { base, layout, ...options, start, notes });
  }
  const { notes } = identifyRotation(row, rows({ start: 900 }), shape);
  assert.deepEqual(notes, [
    'No rotation explains these arrays.',
    'For a single row, a scaling is tried only if it is given.',
  ]);
  // In a batch of decoding steps, each row has a position of its own.
  const two = noise(Float32Array, 1024, 8);
  const after = applyRope(two.slice(), { ...shape, ...expected, positions: [900, 898] });
  const batch = identifyRotation(two, after, { ...shape, expected, length: 1, positions: [900] });
  assert.deepEqual(batch.rowPositions, Float64Array.of(900, 898));
});

test('one row that does not change has the position 0, or nothing rotates', () => {
  const row = x.slice(0, 128);
  const notesOf = (options) => identifyRotation(row, row, { ...SHAPE, ...options }).notes;
  assert.deepEqual(notesOf({}), ['Both arrays are equal: the position is 0, or nothing rotates.']);
  assert.deepEqual(notesOf({ positions: [17] }), [
    'Both arrays are equal: the position is 0, not 17, or nothing rotates.',
  ]);
  assert.deepEqual(notesOf({ positions: [0] }), [
    'Both arrays are equal, as they must be at position 0. So they do not show the layout or the base.',
  ]);
  assert.equal(identifyRotation(row, row, { ...SHAPE, positions: [17] }).start, -17);
});

test('all that differs from what is expected is named, and nothing else', () => {
  const shape = { heads: 2, headDim: 64 };
  const far = { positions: Array.from({ length: ROWS }, (_, i) => 500 + i) };
  const model = { layout: 'half', base: 500000, headDim: 64, scaling: LLAMA3 };
  const yarn = { ...model, scaling: YARN };
  const cases = [
    [model, {}, []],
    [yarn, {}, []],
    [model, { scaling: undefined }, 'The frequencies are not scaled; the model wants llama3.'],
    [model, { scaling: { ...LLAMA3, factor: 32 } }, 'The factor of the scaling is 32, not 8.'],
    [
      { ...model, scaling: undefined },
      { scaling: LLAMA3 },
      'The frequencies have the scaling llama3; the model wants none.',
    ],
    [yarn, { scaling: { ...YARN, attention_factor: 1 } }, 'The attention factor is 1, not 1.369.'],
    [
      { ...model, rotaryDim: 32, scaling: undefined },
      { rotaryStart: 32 },
      'The first element that rotates is 32, not 0.',
    ],
    [{ ...model, headDim: 128 }, {}, 'Heads have 64 elements, not 128.'],
  ];
  for (const [expected, changes, wanted] of cases) {
    const after = rotated({ ...expected, ...changes, ...far, headDim: 64 });
    const { notes, matched } = identify(after, { ...shape, ...far, expected });
    assert.deepEqual([matched, notes], [1, [wanted].flat()]);
  }
});

test('NaN is neither equal nor explained', () => {
  const nan = x.map(() => NaN);
  const one = x.slice();
  one[200] = NaN;
  for (const [before, after, matched, note] of [
    [x, nan, 0, 'All elements are NaN in one of the arrays.'],
    [nan, nan, 0, 'All elements are NaN in one of the arrays.'],
    [nan, x, 0, 'All elements are NaN in one of the arrays.'],
    [one, one, 2047 / 2048, '1 of 2048 elements are NaN. All others are equal in both arrays.'],
  ]) {
    const found = identifyRotation(before, after, SHAPE);
    assert.deepEqual([found.matched, found.notes], [matched, [note]]);
    assert.equal(found.departure.row, matched ? 1 : 0);
  }
  const turned = rotated({});
  const both = applyRope(one.slice(), SHAPE);
  for (const [before, after] of [
    [x, turned.map((value, i) => (i === 300 ? NaN : value))],
    [one, both],
  ]) {
    const { matched, base, departure } = identifyRotation(before, after, SHAPE);
    assert.ok(matched < 1 && matched > 0.99, matched);
    assert.deepEqual([base, Number.isNaN(departure.got)], [10000, true]);
  }
});

test('a single position is that of the first row', () => {
  const after = rotated({ start: 17 });
  has(identify(after, { ...SHAPE, positions: [17] }), { start: 0, step: 1, notes: [] });
  assert.throws(() => identify(after, { ...SHAPE, positions: [17, 18] }), /1 or 16 numbers/);
});

test('frequencies that are rounded to float32 have the base and the step of the model', () => {
  const expected = { layout: 'half', rotaryDim: 64, base: 500000, scaling: LLAMA3 };
  const before = noise(Float32Array, 16 * 512, 5);
  for (const first of [0, 3]) {
    const positions = Array.from({ length: 16 }, (_, row) => first + row);
    const after = rotatedIn32(before, { ...SHAPE, heads: 8, base: 500000, positions });
    const { notes } = identifyRotation(before, after, { ...SHAPE, heads: 8, expected, positions });
    assert.equal(notes[0], 'The frequencies are not scaled; the model wants llama3.');
    assert.equal(notes[1], 'Angles have the errors of float32.');
    assert.match(notes[2], /^They move elements by up to (0\.00000|\d\.?\d?e-7)/);
    assert.equal(notes.length, 3);
  }
});

test('two numbers that differ are not written alike', () => {
  const scaling = { ...YARN, attention_factor: 1.00004 };
  const expected = { layout: 'half', rotaryDim: 64, base: 10000, scaling };
  const after = rotated({ scaling: { ...YARN, attention_factor: 1 } });
  const { notes } = identify(after, { ...SHAPE, expected });
  assert.deepEqual(notes, ['The attention factor is 1, not 1.00004.']);
});

test('no base and no step is invented that no model has', () => {
  // The two heads are wrongly read as one head, and positions begin again at 0 in row 12.
  const positions = Array.from({ length: 20 }, (_, row) => row % 12);
  const scaling = { ...LLAMA3, original_max_position_embeddings: 1024 };
  for (let seed = 1; seed < 9; seed++) {
    const before = noise(Float32Array, 20 * 128, seed);
    const after = applyRope(before.slice(), { ...SHAPE, base: 500000, scaling, positions });
    const { base, step, matched } = identifyRotation(before, after, { heads: 1, headDim: 128 });
    assert.ok(base <= 1e10 && Math.abs(step) <= 1e6, `seed ${seed}: ${base}, ${step}`);
    assert.ok(matched < 0.5, `seed ${seed}: ${matched}`);
  }
});
