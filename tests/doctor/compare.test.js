/* Tests `compare`. Its numbers must be those of plain loops, and its notes must name patterns. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { compareInPieces } from '../../web/doctor/compare.js';
import { compare, compareRows } from '../../web/doctor/index.js';
import { applyRope, sinusoidal, swapRopeLayout } from '../../web/index.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';
import { noise as noiseOf } from '../support/reference.js';

const noise = (length, seed = length) => noiseOf(Float32Array, length, seed);

const DIGITS = { float64: 53, float32: 24, float16: 11, bfloat16: 8 };
const LEAST = { float64: -960, float32: -126, float16: -14, bfloat16: -126 };

/** Uses a logarithm to return the distance from a number to the next number of the same type. */
function spacing(type, size) {
  let exponent = Math.max(LEAST[type], Math.floor(Math.log2(size)));
  if (2 ** exponent > size && exponent > LEAST[type]) exponent--;
  if (2 ** (exponent + 1) <= size) exponent++;
  return 2 ** (exponent - DIGITS[type] + 1);
}

const float = fc.float({ noDefaultInfinity: true, noNaN: true });
const wild = fc.oneof(
  float,
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1, Math.fround(1.0000001)),
);

test('errors, ulps, counts and the first departure agree with plain loops', () => {
  const arbitrary = fc.record({
    rows: fc.integer({ min: 1, max: 5 }),
    dim: fc.integer({ min: 1, max: 6 }),
    list: fc.array(fc.tuple(wild, wild, fc.boolean()), { minLength: 30, maxLength: 30 }),
    type: fc.constantFrom('float64', 'float32', 'bfloat16'),
    ulps: fc.constantFrom(0, 1, 4, 1000),
  });
  fc.assert(
    fc.property(arbitrary, ({ rows, dim, list, type, ulps }) => {
      const part = list.slice(0, rows * dim);
      const a = Float64Array.from(part, ([x]) => x);
      const b = Float64Array.from(part, ([x, y, same]) => (same ? x : y));
      const got = compare(type === 'float64' ? a : Float32Array.from(a), b, {
        rows,
        dim,
        ulps,
        ...(type === 'bfloat16' && { dtype: 'bfloat16' }),
      });
      const errors = [...a].map((x, i) => {
        if (Object.is(x, b[i]) || x === b[i]) return 0;
        return Number.isNaN(x - b[i]) ? Infinity : Math.abs(x - b[i]);
      });
      const inUlps = errors.map((error, i) => {
        if (error === 0 || error === Infinity) return error;
        return error / spacing(type, Math.max(Math.abs(a[i]), Math.abs(b[i])));
      });
      const departed = inUlps.map((each) => each > ulps);
      const first = departed.indexOf(true);
      assert.equal(got.type, type);
      assert.equal(got.maxError, Math.max(...errors));
      assert.equal(got.equal, errors.filter((error) => error === 0).length / a.length);
      assert.equal(got.agreed, departed.filter((each) => !each).length / a.length);
      assert.equal(
        got.departure && got.departure.row * dim + got.departure.column,
        first < 0 ? undefined : first,
      );
      if (first >= 0) assert.equal(got.departure.ulps, inUlps[first]);
      let below = -1;
      for (const { most, count } of got.histogram) {
        const wanted = inUlps.filter((each) => each > below && each <= most).length;
        assert.equal(count, wanted, `at most ${most}`);
        below = most;
      }
      for (let row = 0; row < rows; row++) {
        assert.equal(got.byRow.errors[row], Math.max(...errors.slice(row * dim, (row + 1) * dim)));
        const count = departed.slice(row * dim, (row + 1) * dim).filter(Boolean).length;
        assert.equal(got.byRow.departed[row], count);
      }
      // The largest error must be the same if both arrays change places.
      const turned = compare(b, a, { rows, dim, ulps });
      assert.equal(turned.maxError, got.maxError);
    }),
    { numRuns: 200 },
  );
});

test('without a layout, byPair has the largest error of each column of a head', () => {
  const a = noise(60);
  const b = noise(60, 7);
  const { errors } = compare(a, b, { rows: 5, headDim: 4 }).byPair;
  for (let column = 0; column < 4; column++) {
    const own = [...a.keys()].filter((i) => i % 4 === column);
    assert.equal(errors[column], Math.max(...own.map((i) => Math.abs(a[i] - b[i]))));
  }
});

test('bits of float16 and bfloat16 are read as numbers', () => {
  for (const dtype of ['float16', 'bfloat16']) {
    const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const values = Float64Array.from(all, (each) => valueOfHalf(each, dtype));
    const { equal, type } = compare(all, values, { dtype });
    assert.deepEqual([equal, type], [1, dtype]);
    const next = Uint16Array.of(bitsOfHalf(1.5, dtype) + 1);
    assert.equal(compare(next, Float32Array.of(1.5), { dtype }).worst.ulps, 1);
  }
});

test('the layout determines the pairs of heads', () => {
  for (const layout of ['half', 'interleaved'])
    for (const column of [0, 1, 5, 9, 15]) {
      const a = noise(64);
      const b = a.slice();
      b[32 + column] += 1;
      const got = compare(a, b, { rows: 4, headDim: 8, layout });
      const element = column % 8;
      const pair = layout === 'half' ? element % 4 : Math.floor(element / 2);
      assert.deepEqual(
        [got.departure.row, got.departure.column, got.departure.pair],
        [2, column, pair],
      );
      assert.deepEqual(
        [...got.byPair.departed],
        Array.from({ length: 4 }, (_, i) => Number(i === pair)),
      );
      assert.deepEqual(got.notes, [`Only pair ${pair} differs.`, 'Only row 2 differs.']);
    }
});

const exact = sinusoidal(512, 64);
const changed = (change) => exact.map((x, i) => change(x, Math.floor(i / 64), i % 64));
/** Arrays that differ from `exact` in a known way, and the note that must name the difference. */
const PATTERNS = [
  [exact, 'All elements are equal.'],
  [changed((x) => x * (1 + 2 ** -23)), 'All elements agree within 4 ulps of float32.'],
  [sinusoidal(512, 64, { start: 1 }), 'Row r of a is row r + 1 of b.'],
  [sinusoidal(512, 64, { start: -3 }), 'Row r of a is row r - 3 of b.'],
  [
    sinusoidal(512, 64, { layout: 'concatenated' }),
    'a has the half layout, and b has the interleaved layout.',
  ],
  [changed((x) => -x), 'a is b with the opposite sign.'],
  [changed((x) => x * 8), 'a is b times 8.'],
  [
    changed((x, _, column) => (column % 2 ? x : -x)),
    'Some elements have the opposite sign: is one array rotated backwards?',
  ],
  [
    sinusoidal(512, 64, { precision: 'float32' }),
    'The error grows with the row, as with angles in float32.',
  ],
  [
    sinusoidal(512, 64, { base: 10001 }),
    'The error grows with the row, as it does if frequencies differ.',
  ],
  [changed((x, _, column) => (column === 9 ? 0.5 : x)), 'Only column 9 differs.'],
  [
    changed((x, _, column) => ([3, 9].includes(column) ? 0.3 : x)),
    'Only 2 of 64 columns differ: 3, 9.',
  ],
  [changed((x, row) => (row === 7 ? x + 1 : x)), 'Only row 7 differs.'],
  [changed((x, row) => (row > 6 ? -x + 0.1 : x)), 'All rows from row 7 on differ.'],
  [changed((x, row) => (row === 7 ? NaN : x)), 'Some elements of one array are not finite.'],
];

test('the notes name what was done to an array', () => {
  for (const [a, note] of PATTERNS)
    assert.ok(compare(a, exact, { rows: 512 }).notes.includes(note), note);
});

test('notes name an element that stands out, and the pattern of the other errors', () => {
  const rough = sinusoidal(512, 16, { precision: 'float32' });
  const right = sinusoidal(512, 16);
  const grows = 'The error grows with the row, as with angles in float32.';
  assert.deepEqual(compare(rough, right, { rows: 512 }).notes, [grows]);
  rough[16 * 500 + 5] += 0.01;
  const [first, second] = compare(rough, right, { rows: 512 }).notes;
  assert.match(
    first,
    /^One element stands out: in row 500, column 5, the error is \d+ times the second largest\.$/,
  );
  assert.equal(second, grows);
  const alone = right.slice();
  alone[16 * 500 + 5] += 0.01;
  assert.deepEqual(compare(alone, right, { rows: 512 }).notes, [
    'Only column 5 differs.',
    'Only row 500 differs.',
  ]);
});

test('notes name elements that were rounded to 16 bits, and a shift of their rows', () => {
  const shift = (start) => sinusoidal(256, 32, { start, dtype: 'float64' });
  for (const type of ['float16', 'bfloat16']) {
    const rounded = (start) =>
      Float32Array.from(shift(start), (x) => valueOfHalf(bitsOfHalf(x, type), type));
    const note = `The elements of a are rounded to ${type}.`;
    assert.deepEqual(compare(rounded(0), sinusoidal(256, 32), { rows: 256 }).notes, [note]);
    assert.deepEqual(compare(rounded(1), sinusoidal(256, 32), { rows: 256 }).notes, [
      'Row r of a is row r + 1 of b.',
      note,
    ]);
  }
});

test('a tolerance may be one number, or one for each row or element', () => {
  const b = Float64Array.of(1, 2, 3, 4, 5, 6);
  const a = b.map((x) => x + 0.01 * x);
  const departures = (tolerance) => [...compare(a, b, { rows: 3, tolerance }).byRow.departed];
  assert.deepEqual(departures(0.035), [0, 1, 2]);
  assert.deepEqual(departures([0, 0.05, 0.055]), [2, 0, 1]);
  assert.deepEqual(departures([1, 0, 1, 0, 1, 0]), [1, 1, 1]);
  const { notes } = compare(a, b, { rows: 3, tolerance: [1, 1, 1] });
  assert.deepEqual(notes, ['All elements agree within their tolerances.']);
  const wrong = /^RangeError: \w+: tolerance: expected 3 or 6 numbers, got/;
  assert.throws(() => departures([1, 2]), wrong);
  assert.throws(() => departures([1, 2, -1]), /^RangeError: \w+: tolerance\[2\]: expected/);
  assert.throws(() => departures('1'), /^TypeError: \w+: tolerance: expected/);
});

test('random differences get no note on a shift, a layout, a sign, a factor or a growth', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const a = noise(512 + 64 * seed);
    const b = a.map((x, i) => x + ((i * 7919 * seed) % 101) / 1e3);
    const { notes } = compare(a, b, { dim: 64 });
    assert.deepEqual(notes, [], `${seed}`);
  }
});

test('a rotation with float32 angles grows, and a swapped layout is named for heads', () => {
  const options = { heads: 2, headDim: 32 };
  const x = noise(64 * 2048);
  const right = applyRope(x.slice(), options);
  const rough = applyRope(x.slice(), { ...options, precision: 'float32' });
  const swapped = swapRopeLayout(right.slice(), { headDim: 32, from: 'half', to: 'interleaved' });
  const shape = { rows: 2048, headDim: 32, layout: 'half' };
  const [note] = compare(rough, right, shape).notes;
  assert.equal(note, 'The error grows with the row, as with angles in float32.');
  assert.deepEqual(compare(swapped, right, shape).notes, [
    'a has the interleaved layout, and b has the half layout.',
  ]);
});

/** Makes a table, cosines or rotated rows. The function `angle(row, pair)` returns the angles. */
function waves(kind, rows, dim, angle) {
  const half = dim / 2;
  const x = noise(rows * dim, 5);
  const out = new Float32Array(rows * (kind === 'cosines' ? half : dim));
  for (let row = 0; row < rows; row++)
    for (let pair = 0; pair < half; pair++) {
      const [c, s] = [Math.cos(angle(row, pair)), Math.sin(angle(row, pair))];
      const at = row * dim + pair;
      if (kind === 'cosines') out[row * half + pair] = c;
      else if (kind === 'table') [out[at + pair], out[at + pair + 1]] = [s, c];
      else [out[at], out[at + half]] = [x[at] * c - x[at + half] * s, x[at + half] * c + x[at] * s];
    }
  return out;
}

const half = (type) => (x) => valueOfHalf(bitsOfHalf(x, type), type);
/**
 * Each entry has a wrong way to compute angles, whose error grows with the row. The entry also
 * lists the causes that a note may name. If the list is empty, the note must name no cause.
 */
const GROWTHS = {
  float32: [(p, w) => Math.fround(Math.fround(p) * Math.fround(w)), ['angles in float32']],
  bfloat16: [(p, w) => half('bfloat16')(p * half('bfloat16')(w)), ['angles in bfloat16']],
  float16: [(p, w) => half('float16')(p * half('float16')(w)), ['angles in float16']],
  frequencies: [(p, w) => p * w ** 1.01, ['frequencies differ']],
  base: [(p, w) => p * w ** 0.7, ['frequencies differ']],
  positions: [(p, w) => 1.001 * p * w, ['frequencies differ']],
  shifted: [(p, w) => (p + 0.5) * w, ['positions shifted']],
  shuffled: [(p, w) => ((p * 37) % 101) * w, []],
};

test('the cause of an error that grows with the row is right, or is not named', () => {
  const counts = { right: 0, unnamed: 0 };
  for (const kind of ['table', 'cosines', 'rotated'])
    for (const rows of [32, 128, 600])
      for (const [name, [angle, allowed]] of Object.entries(GROWTHS)) {
        const list = Array.from({ length: 16 }, (_, i) => 10000 ** (-i / 16));
        const [a, b] = [angle, (p, w) => p * w].map((each) =>
          waves(kind, rows, 32, (row, pair) => each(row, list[pair])),
        );
        const { notes } = compare(a, b, { rows });
        const said = notes.join(' ');
        const named = /(angles in \w+|frequencies differ|positions shifted)/.exec(said)?.[1];
        assert.ok(
          named === undefined || allowed.includes(named),
          `${kind} ${rows} ${name}: ${said}`,
        );
        counts[named ? 'right' : 'unnamed']++;
      }
  assert.ok(counts.right >= 45, JSON.stringify(counts));
});

test('the cause is found in arrays of several heads, whose size is not given', () => {
  const x = noise(64 * 4 * 32);
  const rotated = (options) => applyRope(x.slice(), { heads: 4, headDim: 32, ...options });
  const noteOf = (options) => compare(rotated(options), rotated({}), { rows: 64 }).notes[0];
  assert.match(noteOf({ precision: 'float32' }), /as with angles in float32\.$/);
  assert.match(noteOf({ base: 10100 }), /grows with the row, as it does if frequencies differ\.$/);
  assert.match(noteOf({ base: 500000 }), /^From row to row, pairs turn by wrong angles/);
  assert.match(noteOf({ start: 1 }), /^Each pair is turned by the same angle in every row/);
});

test('an error that grows for another reason gets no cause', () => {
  const rows = 256;
  const list = Array.from({ length: 16 }, (_, i) => 10000 ** (-i / 16));
  for (const kind of ['table', 'cosines', 'rotated']) {
    const b = waves(kind, rows, 32, (row, pair) => row * list[pair]);
    const other = noise(b.length, 7);
    const rowOf = (i) => Math.floor(i / (b.length / rows));
    const changes = [
      (x, i) => x * (1 + rowOf(i) * 1e-4),
      (x, i) => x + other[i] * rowOf(i) * 1e-5,
      (x, i) => x + (other[i] * rowOf(i)) / rows,
    ];
    for (const change of changes) {
      const { notes } = compare(b.map(change), b, { rows });
      assert.ok(notes.includes('The error grows with the row.'), `${kind}: ${notes.join(' ')}`);
    }
  }
});

test('positions that were rounded to 16 bits are named by the first row that departs', () => {
  for (const [type, rows] of [
    ['bfloat16', 300],
    ['float16', 2100],
  ]) {
    const list = Array.from({ length: 8 }, (_, i) => 10000 ** (-i / 8));
    const [a, b] = [half(type), (p) => p].map((each) =>
      waves('table', rows, 16, (row, pair) => each(row) * list[pair]),
    );
    const first = type === 'float16' ? 2049 : 257;
    assert.ok(
      compare(a, b, { rows }).notes.includes(
        `From row ${first} on, rows differ, but not row ${first + 1}: are positions rounded to ${type}?`,
      ),
    );
  }
});

/** Returns a function that reads rows of two arrays, and counts its calls. */
function readerOf(a, b, dim) {
  const read = async ({ start, end }) => {
    read.calls++;
    return [a, b].map((list) => list.subarray(start * dim, end * dim));
  };
  read.calls = 0;
  return read;
}

/**
 * Asserts that a comparison in pieces of 1 row, 3 rows or all rows gives the same numbers as a
 * comparison of the whole arrays.
 */
async function piecesAgree(a, b, options) {
  const { rows, dim } = options;
  const { notes: expected, ...numbers } = compare(a, b, options);
  for (const height of [1, 3, rows]) {
    const piece = height * dim + 1;
    const { notes, sought, ...found } = await compareInPieces(readerOf(a, b, dim), options, piece);
    assert.deepEqual(found, numbers);
    if (!sought) assert.deepEqual(notes, expected);
    assert.equal(sought === undefined, height >= rows || !numbers.departure);
  }
}

test('pieces of rows give the result of the whole arrays', async () => {
  const changes = [
    (b) => b,
    (b, dim) => b.map((_, i) => b[(i + dim) % b.length]),
    (b) => b.map((x) => -x),
    (b) => b.map((x) => 1.5 * x),
    (b) => b.map((x, i) => (i % 7 ? x : -x)),
    (b, dim) => b.map((x, i) => x * (1 + Math.floor(i / dim) / 1e4)),
    (b) => b.map((x, i) => (i === b.length >> 1 ? x + 9 : x + (i % 5) / 1e5)),
    (b) => b.map((x, i) => (i === 5 ? NaN : x)),
    (b, dim) => b.map((x, i) => (i >= (b.length >> 1) + dim ? x + 1 : x)),
    (b) => b.map((x, i) => (i % 3 === 1 ? x + 1 : x)),
  ];
  for (const [rows, dim, layout] of [
    [1, 8],
    [2, 6, 'half'],
    [5, 12, 'interleaved'],
    [17, 4],
    [64, 16, 'half'],
  ])
    for (const change of changes)
      for (const tolerance of [0, Float64Array.from({ length: rows }, (_, row) => row / 50)]) {
        const b = noise(rows * dim);
        const a = change(b, dim);
        const options = { rows, dim, layout, tolerance };
        await piecesAgree(a, b, options);
      }
});

test('patterns of large arrays are sought in the first rows that depart', async () => {
  const b = noise(64 * 16);
  const a = b.map((x, i) => (i >= 40 * 16 ? -x : x));
  const read = readerOf(a, b, 16);
  const options = { rows: 64, dim: 16 };
  const { notes, sought } = await compareInPieces(read, options, 8 * 16);
  assert.deepEqual(sought, { start: 40, end: 48 });
  assert.deepEqual(notes, ['a is b with the opposite sign.', 'All rows from row 40 on differ.']);
  assert.equal(read.calls, 9);
  const last = b.map((x, i) => (i >= 63 * 16 ? x + 1 : x));
  const end = await compareInPieces(readerOf(last, b, 16), options, 8 * 16);
  assert.deepEqual(end.sought, { start: 56, end: 64 });
  assert.deepEqual(await compareRows(readerOf(a, b, 16), options), compare(a, b, options));
});

test('compareRows refuses pieces of another size', async () => {
  const short = async () => [noise(3), noise(3)];
  await assert.rejects(
    compareRows(short, { rows: 2, dim: 2 }),
    /^RangeError: \w+: a: expected length 4/,
  );
});

test('elements that are NaN in both arrays are counted, and are not called rounded or equal', () => {
  const nan = new Float32Array(8).fill(NaN);
  const both = compare(nan, nan);
  assert.deepEqual(
    [both.agreed, both.nan, both.notes],
    [1, 8, ['8 elements are NaN in both arrays, which does not show that they agree.']],
  );
  const x = Float32Array.from({ length: 8 }, (_, i) => Math.fround(i / 7));
  assert.deepEqual(compare(x, nan).notes.slice(0, 1), [
    'Some elements of one array are not finite.',
  ]);
  assert.equal(compare(x, x).nan, undefined);
});

test('errors that begin at a row, at their full size, do not grow with the row', () => {
  const before = noise(64 * 64);
  const rotated = (positions) => applyRope(before.slice(), { heads: 1, headDim: 64, positions });
  const right = Array.from({ length: 64 }, (_, row) => row);
  const again = right.map((row) => (row < 40 ? row : row - 40));
  const { notes } = compare(rotated(again), rotated(right), { rows: 64 });
  assert.ok(notes.includes('All rows from row 40 on differ.'), notes.join(' '));
  assert.doesNotMatch(notes.join(' '), /grows with the row/);
});
