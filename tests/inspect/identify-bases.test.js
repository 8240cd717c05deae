/*
 * Tests that `identify` finds a base of many digits if the table is precise enough to show it. The
 * reported departure, precision and notes must be true, too.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { identify, ropeTable, sinusoidal } from '../../web/index.js';

let seed = 12345;
/** Draws numbers from 0 to 1 that are the same in every run. */
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
const pick = (list) => list[Math.floor(random() * list.length)];

/**
 * Makes a table. The kinds 'interleaved', 'concatenated' and 'fairseq' are sinusoidal. The others
 * are cosines or sines of rope: 'once', 'half' (two equal halves) or 'twice' (each column doubled).
 */
function make({ length, dim, kind, part, start, base, dtype }) {
  if (!['once', 'half', 'twice'].includes(kind))
    return sinusoidal(length, dim, { layout: kind, base, start, dtype });
  const pairs = kind === 'once' ? dim : dim / 2;
  const one = ropeTable(length, 2 * pairs, { base, start, dtype })[part];
  return one.map === undefined || kind === 'once'
    ? one
    : one.constructor.from(
        { length: length * dim },
        (_, i) =>
          one[Math.floor(i / dim) * pairs + (kind === 'half' ? (i % dim) % pairs : (i % dim) >> 1)],
      );
}

/** Asserts that the whole table is explained exactly, and that no mistake is named. */
function explained(got, where) {
  assert.deepEqual(
    [got.departure, got.matched, got.precision, got.flipped, got.transposed],
    [undefined, 1, 'exact', undefined, undefined],
    where,
  );
  assert.deepEqual(
    got.notes.filter((note) => note !== 'Positions begin at 1.'),
    [],
    where,
  );
}

test('random bases are found for every scheme, layout, start and length', () => {
  const [schemes, layouts] = [
    { once: undefined, half: 'half', twice: 'interleaved' },
    ['concatenated', 'fairseq'],
  ];
  for (let n = 0; n < 700; n++) {
    const length = pick([2, 3, 16, 64, 128, 512]);
    const dim = pick([4, 8, 16, 32, 64, 96, 128]);
    const kind = pick(['interleaved', ...layouts, ...Object.keys(schemes)]);
    const width = kind === 'once' ? 2 * dim : dim;
    const start = pick([0, 1, 100]);
    const dtype = pick(['float32', 'float64']);
    const part = pick(['cos', 'sin']);
    const round = random() < 0.5;
    let base;
    // `start` must be less than half a turn of the slowest wave.
    do base = 2 * 5e6 ** random();
    while (start > 3 * base ** (1 - 2 / width));
    if (round) base = Number(base.toPrecision(5));
    const got = identify(make({ length, dim, kind, part, start, base, dtype }), length, dim);
    const where = JSON.stringify({ length, dim, kind, part, start, base, dtype, got });
    explained(got, where);
    assert.equal(got.start, start, where);
    // A 'fairseq' table is also a 'concatenated' table, with the base base^(dim / (dim - 2)).
    // `identify` chooses the base with fewer digits. Small tables do not show the digits.
    const either = layouts.includes(kind);
    const divisor = (layout) => (layout === 'fairseq' ? dim - 2 : width);
    if (either && !(round && dim > 8 && length > 3)) assert.ok(layouts.includes(got.layout), where);
    else assert.equal(got.layout, kind in schemes ? schemes[kind] : kind, where);
    assert.deepEqual(
      [got.scheme, got.part, got.rotaryDim],
      kind in schemes ? ['rope', part, width] : ['sinusoidal', undefined, undefined],
      where,
    );
    // `shown` is the largest change of an angle, divided by the relative change of the base that
    // causes it. If it is small, larger errors of the base are allowed. They are also allowed for
    // few rows or pairs: there, some elements only contain the square of a small angle.
    const log = (Math.log(base) * divisor(got.layout)) / divisor(kind);
    const exponents = Array.from({ length: width / 2 }, (_, i) => (2 * i) / divisor(got.layout));
    const shown = Math.max(...exponents.map((u) => u * (start + length - 1) * Math.exp(-u * log)));
    const off = Math.abs(Math.log(got.base) - log);
    const single = dtype === 'float32';
    const few = length < 4 || dim < 8;
    const [fewAllowed, manyAllowed] = single ? [1e-5, 4e-8] : [1e-13, 4e-15];
    const allowed = few ? fewAllowed : manyAllowed;
    assert.ok(off * Math.min(1, shown) < allowed, `${off} ${shown} ${where}`);
    if (round && !few && !either) assert.equal(got.base, base, where);
  }
});

test('a base of many digits is found, also the base of a stretched rope', () => {
  for (const [length, dim] of [
    [64, 32],
    [128, 64],
    [512, 128],
  ])
    for (const dtype of ['float32', 'float64'])
      for (const layout of [
        'interleaved',
        'concatenated',
        ...(dtype === 'float64' ? ['fairseq'] : []),
      ]) {
        const got = identify(
          sinusoidal(length, dim, { base: 12345.678, layout, dtype }),
          length,
          dim,
        );
        explained(got, layout);
        assert.deepEqual([got.layout, got.base], [layout, 12345.678]);
      }
  for (const length of [64, 512, 3000]) {
    const got = identify(
      make({
        length,
        dim: 128,
        kind: 'half',
        part: 'cos',
        start: 0,
        base: 82684.6226405622,
        dtype: 'float32',
      }),
      length,
      128,
    );
    explained(got, `${length}`);
    assert.ok(Math.abs(got.base / 82684.6226405622 - 1) < 4e-8, `${got.base}`);
  }
});

test('a short table has the plain explanation', () => {
  for (const length of [1, 2, 3])
    for (const dim of [2, 3, 4, 6, 8, 16, 64])
      for (const base of [50, 1e4, 5e5])
        for (const layout of ['interleaved', 'concatenated', 'fairseq'])
          explained(
            identify(sinusoidal(length, dim, { base, layout }), length, dim),
            `${length} x ${dim} ${layout} ${base}`,
          );
});

test('a table that no base explains is unknown', () => {
  const length = 128;
  const dim = 64;
  const { cos } = ropeTable(length, dim, { base: 12345.678 });
  const wide = Float32Array.from(
    { length: length * dim },
    (_, i) => cos[Math.floor(i / dim) * 32 + (i % 32)],
  );
  for (const factor of [1.2079441541679836, dim ** -0.5]) {
    const got = identify(
      wide.map((x) => x * factor),
      length,
      dim,
    );
    assert.ok(got.scheme === 'unknown' && got.matched < 0.1, JSON.stringify(got));
    assert.deepEqual(got.notes, ['The table is learned, or random.']);
  }
});
