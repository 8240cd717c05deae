/*
 * Tests what `identifyRotation` says about rows with unexpected positions. Bugs of ports with
 * caches, padding, batches and rounding cause such positions.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { identifyRotation } from '../../web/doctor/index.js';
import { rowNotes } from '../../web/doctor/row-positions.js';
import { applyRope } from '../../web/index.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';
import { FIRST_SEED, noise, random } from '../support/reference.js';
import { rotatedIn32 } from '../support/rotations.js';

const SHAPE = { heads: 2, headDim: 64 };
const WIDTH = 128;
const LLAMA = { layout: 'half', rotaryDim: 64, base: 10000 };

const FLOAT32 = 'Angles have the errors of float32.';

/** Returns a list of change(0), change(1), and so on, with one element for each row. */
const counted = (rows, change) => Array.from({ length: rows }, (_, row) => change(row));

/** Identifies a rotation whose rows have these positions. */
function identify(positions, options = {}, rotation = {}) {
  const before = noise(Float32Array, positions.length * WIDTH, 5);
  const after = applyRope(before.slice(), { ...SHAPE, ...rotation, positions });
  return identifyRotation(before, after, { ...SHAPE, ...options });
}

/** Asserts that a result has these positions of the rows, and these notes. */
function says(got, positions, notes) {
  assert.deepEqual([...(got.rowPositions ?? [])], positions);
  assert.deepEqual(got.notes, notes);
  assert.ok(got.departure && got.matched < 1, `${got.matched}`);
}

const rounded = (type) => (row) => valueOfHalf(bitsOfHalf(row, type), type);

/** Each entry has the positions that a port with a bug uses, and the notes on them. */
const BUGS = {
  'positions that stop': [
    counted(96, (row) => Math.min(row, 64)),
    ['Rows 65 to 95 all have the position 64.'],
  ],
  'positions in bfloat16': [
    counted(300, rounded('bfloat16')),
    ['Positions are rounded to bfloat16: row 257 has the position 256, not 257.'],
  ],
  'positions in float16': [
    counted(2100, rounded('float16')),
    ['Positions are rounded to float16: row 2049 has the position 2048, not 2049.'],
  ],
  'sequences side by side': [
    counted(72, (row) => row % 24),
    ['Positions begin at 0 again every 24 rows: are these sequences?'],
  ],
  'a cache that is left out': [
    counted(90, (row) => (row < 70 ? row : row - 70)),
    ['Positions begin at 0 again in row 70: is the length of the cache left out?'],
  ],
  'a gap': [
    counted(90, (row) => (row < 70 ? row : row + 3)),
    ['Positions of rows 70 to 89 are 3 too large.'],
  ],
  'few cached rows that are rotated twice': [
    counted(90, (row) => (row < 30 ? 2 * row : row)),
    ['Rows 0 to 29 have twice their positions: are they rotated twice?'],
  ],
  'most rows rotated twice': [
    counted(90, (row) => (row < 70 ? 2 * row : row)),
    ['Rows 0 to 69 have twice their positions: are they rotated twice?'],
  ],
  'a step back': [
    counted(90, (row) => (row < 70 ? row : row - 2)),
    ['Positions of rows 70 to 89 are 2 too small.'],
  ],
};

for (const [name, [positions, notes]] of Object.entries(BUGS))
  test(`a bug of positions is named: ${name}`, () => {
    says(identify(positions), positions, notes);
    says(identify(positions, { expected: LLAMA }), positions, notes);
  });

test('a bug of positions is named beyond a turn of the slowest pair', () => {
  for (const precision of ['exact', 'float32'])
    for (const first of [30000, 1000000]) {
      const positions = counted(90, (row) => first + row);
      const bugged = counted(90, (row) => (row < 70 ? first + row : row - 70));
      const got = identify(bugged, { positions, expected: LLAMA }, { precision });
      assert.deepEqual([...got.rowPositions], bugged);
      const notes = got.notes.filter((note) => note !== FLOAT32);
      assert.equal(notes.at(-1), `Positions of rows 70 to 89 are ${first + 70} too small.`);
    }
});

test('notes name padding that counts, and say that this is harmless for whole sequences', () => {
  const masked = [...counted(24, (row) => row), ...counted(19, (row) => row)];
  const counting = [...counted(24, (row) => row), ...counted(19, (row) => row + 5)];
  says(identify(counting, { positions: masked }), counting, [
    'Positions of rows 24 to 42 are 5 too large: does padding count?',
    'If queries and keys of a sequence shift alike, no score changes.',
  ]);
});

test('notes count rows through all sequences', () => {
  const positions = [...counted(20, (row) => row), ...counted(20, (row) => Math.min(row, 9))];
  says(identify(positions, { length: 20, expected: LLAMA }), positions, [
    'Rows 30 to 39 all have the position 9.',
    'Rows are counted through all sequences.',
  ]);
});

test('positions that several heads share are named once', () => {
  // This array has the shape [heads, length, headDim], so each of its 4 heads is like a sequence.
  const positions = counted(80, (row) => (row % 20 === 7 ? 0 : row % 20));
  const { notes } = identify(positions, { length: 20, expected: LLAMA });
  assert.deepEqual(notes, [
    'Row 7 has the position 0, not 7.',
    '3 sequences have the positions of the one before: they may be heads.',
    'Rows are counted through all sequences.',
  ]);
});

test('the settings of a model explain rows whose positions follow no rule', () => {
  const next = random(FIRST_SEED);
  for (const most of [4000, 1000000]) {
    const positions = counted(80, () => Math.floor(next() * most));
    const got = identify(positions, { expected: LLAMA });
    assert.deepEqual([...got.rowPositions], positions);
    assert.deepEqual([got.base, got.start, got.step, got.inverse], [10000, 0, 1, false]);
    assert.equal(got.notes.length, 5);
    assert.match(got.notes[4], /^7\d more rows have other positions\.$/);
    assert.equal(identify(positions).rowPositions, undefined);
  }
});

/** The wrong positions of rows 12 to 19, which follow 12 cached rows, and the note on them. */
const CACHES = [
  [(row) => row - 12, 'Positions begin at 0 again in row 12: is the length of the cache left out?'],
  [() => 12, 'Rows 13 to 19 all have the position 12.'],
  [(row) => row + 1, 'Positions of rows 12 to 19 are 1 too large.'],
];

/** The shapes and types of the arrays in which the bugs of caches must be found. */
const CACHED = [
  { heads: 2, headDim: 64, type: 'float32' },
  { heads: 8, headDim: 128, type: 'float32' },
  { heads: 8, headDim: 128, type: 'bfloat16' },
];

for (const { type, ...shape } of CACHED)
  test(`bugs of caches are named at the base 500000: ${type}, ${shape.headDim} elements`, () => {
    const isHalf = type === 'bfloat16';
    const toType = isHalf ? (x) => valueOfHalf(bitsOfHalf(x, type), type) : Math.fround;
    const expected = { layout: 'half', rotaryDim: shape.headDim, base: 500000 };
    for (const seed of [5, 6, 7]) {
      const before = noise(Float32Array, 20 * shape.heads * shape.headDim, seed).map(toType);
      const got = (positions) => {
        const after = rotatedIn32(before, { ...shape, base: 500000, positions }, toType);
        return identifyRotation(before, after, { ...shape, expected });
      };
      for (const [change, note] of CACHES) {
        const positions = counted(20, (row) => (row < 12 ? row : change(row)));
        const { notes, rowPositions, departure } = got(positions);
        assert.deepEqual(
          notes.filter((each) => each !== FLOAT32),
          [note],
        );
        assert.deepEqual([...rowPositions], positions);
        assert.equal(departure.row, positions[12] === 12 ? 13 : 12);
        if (notes.length > 1) assert.equal(notes.at(-1), FLOAT32);
      }
      const right = got(counted(20, (row) => row));
      assert.equal(right.departure, undefined);
      assert.equal(right.base, 500000);
    }
  });

test('a scaling and a bug of a cache are both named', () => {
  const positions = counted(90, (row) => (row < 70 ? row : row - 70));
  const scaling = { rope_type: 'linear', factor: 4 };
  const { notes } = identify(positions, { expected: LLAMA }, { scaling });
  assert.deepEqual(notes, [
    'The frequencies have the scaling linear; the model wants none.',
    'Positions begin at 0 again in row 70: is the length of the cache left out?',
  ]);
});

test('positions of rows are right, or not given, for random changes', () => {
  let given = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 60; seed++) {
    const next = random(seed);
    const pick = (count) => Math.floor(next() * count);
    const rows = 66 + pick(120);
    const [from, by, first] = [1 + pick(rows - 1), pick(60) - 30, pick(5000)];
    const stands = next() < 0.5;
    const positions = counted(rows, (row) => {
      if (row < from) return first + row;
      return Math.max(0, stands ? first + from + by : first + row + by);
    });
    const base = [10000, 500000, 1000000][pick(3)];
    const layout = ['half', 'interleaved'][pick(2)];
    const expected = { layout, base, rotaryDim: 64 };
    const { rowPositions, departure } = identify(positions, { expected }, { base, layout });
    if (!departure) continue;
    given += Number(rowPositions !== undefined);
    if (rowPositions) assert.deepEqual([...rowPositions], positions, `seed ${seed}`);
  }
  assert.ok(given > 40, `${given} of 60, from seed ${FIRST_SEED}`);
});

test('rows that are all at position 0 are no sequences of one row', () => {
  const rows = {
    found: new Float64Array(40),
    expected: Float64Array.from({ length: 40 }, (_, row) => row),
    length: 40,
  };
  assert.deepEqual(rowNotes(rows), ['Rows 1 to 39 all have the position 0.']);
});

test('a twentieth of a position is reported, and a hundredth is not', () => {
  const moved = (by) => identify(counted(40, (row) => row + (row < 10 ? 0 : by)));
  const { rowPositions } = moved(0.05);
  assert.deepEqual([...rowPositions].slice(8, 12), [8, 9, 10.05, 11.05]);
  assert.equal(moved(0.01).rowPositions, undefined);
});
