/*
 * Tests rotations by several axes and rotations of a part of each head. Also tests xPos, RoPE-Mixed
 * and PoPE. With several axes, each pair turns with one axis. The option `sections` is the number
 * of pairs of each axis.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import {
  applyPope,
  applyRope,
  createArena,
  gridPositions,
  ropeFrequencies,
  ropeMixedTable,
  ropeTable,
  swapRopeLayout,
} from '../../web/index.js';
import { golden } from '../support/exact.js';
import { sameBits } from '../support/comparisons.js';
import { bitsOf, noise } from '../support/reference.js';

const near = (got, wanted, most) =>
  got.length === wanted.length && [...got].every((x, i) => Math.abs(x - wanted[i]) <= most);

/**
 * Finds the axis that each pair turns with. It makes tables in which only one axis has a position
 * other than 0. Returns a letter for each pair.
 */
function axesOf(options, pairs) {
  const axes = options.sections.length;
  return Array.from({ length: pairs }, (_, pair) => {
    const turned = Array.from({ length: axes }, (_, axis) => {
      const positions = Array(axes).fill(0);
      positions[axis] = 1;
      return ropeTable(1, 2 * pairs, { ...options, positions }).sin[pair] !== 0;
    });
    assert.equal(turned.filter(Boolean).length, 1);
    return 'THW'[turned.indexOf(true)];
  }).join('');
}

test('with the sections of Qwen2-VL and Qwen3-VL, each pair turns with the right axis', () => {
  assert.equal(
    axesOf({ sections: [16, 24, 24] }, 64),
    'T'.repeat(16) + 'H'.repeat(24) + 'W'.repeat(24),
  );
  assert.equal(
    axesOf({ sections: [24, 20, 20], sectioning: 'interleaved' }, 64),
    'THW'.repeat(20) + 'TTTT',
  );
  assert.equal(
    axesOf({ sections: [11, 11, 10], sectioning: 'interleaved' }, 32),
    'THW'.repeat(10) + 'TH',
  );
});

/**
 * Returns the letter of the axis of each pair. If interleaved sections name fewer than three axes,
 * the function adds axes without pairs.
 */
function expectedAxes({ sections, sectioning }, pairs) {
  const empty = Array(sectioning === 'interleaved' ? Math.max(0, 3 - sections.length) : 0).fill(0);
  return axesOf({ sections: [...sections, ...empty], sectioning }, pairs);
}

/** Asserts that the listed pairs have the same bits in `table` and in `one`, which has one axis. */
function samePairs(table, one, width, pairs, rows, pairsOfAxis, what) {
  for (let row = 0; row < rows; row += 97)
    for (const [own, pair] of pairsOfAxis) {
      const at = row * pairs + pair;
      const other = (row * width) / 2 + own;
      assert.ok(
        table.sin[at] === one.sin[other] && table.cos[at] === one.cos[other],
        `${what}, row ${row}, pair ${pair}`,
      );
    }
}

/** Asserts that each pair has the same bits as in a table that has only the axis of this pair. */
function sameAsSingleAxes(table, options, length, pairs) {
  const { sections, sectioning, positions, precision } = options;
  const own = sectioning === 'axial';
  const which = own ? null : expectedAxes(options, pairs);
  let from = 0;
  sections.forEach((count, axis) => {
    const first = from;
    const width = own ? 2 * count : 2 * pairs;
    const one = ropeTable(length, width, {
      positions: positions.slice(axis * length, (axis + 1) * length),
      precision,
    });
    const all = Array.from({ length: own ? count : pairs }, (_, i) => [i, own ? first + i : i]);
    const mine = own ? all : all.filter(([, pair]) => which[pair] === 'THW'[axis]);
    samePairs(table, one, width, pairs, length, mine, `${sections} ${sectioning}`);
    from += count;
  });
}

/** Asserts that a table in an arena has the same bits as the given table. */
function sameInArena(table, options, length, pairs) {
  const arena = createArena(8 * length * pairs + 64);
  const out = { cos: arena.float32(length * pairs), sin: arena.float32(length * pairs) };
  ropeTable(length, 2 * pairs, { ...options, out });
  sameBits(out.cos, table.cos);
  sameBits(out.sin, table.sin);
}

test('each pair has the same bits as in a table of only its axis, also in an arena', () => {
  for (const [sections, sectioning] of [
    [[16, 24, 24]],
    [[24, 20, 20], 'interleaved'],
    [[8, 28, 28], 'axial'],
    [[64, 0], 'chunked'],
    [[3, 5], 'axial'],
    [[1, 0, 0], 'interleaved'],
    [[7], 'axial'],
  ])
    for (const precision of ['exact', 'float32'])
      for (const length of [1, 9, 3000]) {
        const pairs = sections.reduce((a, b) => a + b);
        const positions = Float64Array.from(
          { length: sections.length * length },
          (_, i) => ((i * 7919) % 1000) - 20 + (i % 5) / 4,
        );
        const options = { sections, sectioning, positions, precision };
        const table = ropeTable(length, 2 * pairs, options);
        sameAsSingleAxes(table, options, length, pairs);
        sameInArena(table, options, length, pairs);
      }
});

test('axial frequencies begin at 1 on each axis; without positions, all axes are equal', () => {
  assert.deepEqual(
    [...ropeFrequencies(16, { sections: [2, 3, 3], sectioning: 'axial' }).frequencies],
    [
      ...ropeFrequencies(4).frequencies,
      ...ropeFrequencies(6).frequencies,
      ...ropeFrequencies(6).frequencies,
    ],
  );
  // The frequencies of RoPE-ViT: theta^(-4k / d), with theta = 100.
  ropeFrequencies(64, { sections: [16, 16], sectioning: 'axial', base: 100 }).frequencies.forEach(
    (w, i) => assert.ok(Math.abs(w - 100 ** ((-4 * (i % 16)) / 64)) < 1e-15),
  );
  const numbers = ({ cos, sin }) => ({ cos, sin });
  assert.deepEqual(
    numbers(ropeTable(7, 128, { sections: [16, 24, 24], start: 3 })),
    numbers(ropeTable(7, 128, { start: 3 })),
  );
  const mrope = ropeTable(7, 128, {
    scaling: { type: 'mrope', mrope_section: [16, 24, 24] },
    positions: [...'012345601234560123456'].map(Number),
  });
  assert.deepEqual(numbers(mrope), numbers(ropeTable(7, 128)));
});

test('applyRope with sections equals applyRope with their table, in every layout', () => {
  for (const layout of ['half', 'interleaved', 'interleaved-to-half'])
    for (const batches of [1, 3]) {
      const o = { heads: 2, headDim: 24, layout, sections: [4, 5, 3] };
      const length = 11;
      const all = batches * length;
      const x = noise(Float64Array, all * 48, 5);
      const positions = Array.from({ length: 3 * all }, (_, i) => (i * i) % 101);
      const { cos, sin } = ropeTable(all, 24, { sections: [4, 5, 3], positions, dtype: 'float64' });
      const one = applyRope(x.slice(), { ...o, length, positions });
      const other = applyRope(x.slice(), { heads: 2, headDim: 24, layout, table: { cos, sin } });
      assert.ok(bitsOf(one).equals(bitsOf(other)));
      assert.ok(near(applyRope(one, { ...o, length, positions, inverse: true }), x, 1e-14));
    }
});

test("DeepSeek's layout rotates interleaved pairs, and returns them in the layout 'half'", () => {
  const o = { heads: 3, headDim: 64, start: 1000 };
  const q = noise(Float32Array, 4 * 192, 1);
  const wanted = swapRopeLayout(applyRope(q.slice(), { ...o, layout: 'interleaved' }), {
    headDim: 64,
    from: 'interleaved',
    to: 'half',
  });
  assert.deepEqual(applyRope(q.slice(), { ...o, layout: 'interleaved-to-half' }), wanted);
  const back = applyRope(wanted.slice(), { ...o, layout: 'interleaved-to-half', inverse: true });
  assert.ok(near(back, q, 5e-7));
});

test('with rotaryDim and with fewer heads, all elements that do not turn keep their bits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom('half', 'interleaved'),
      fc.constantFrom(Float32Array, Float64Array),
      (heads, few, start, pairs, layout, Kind) => {
        const headDim = start + 2 * pairs + 3;
        const rotaryHeads = Math.min(few, heads);
        const x = noise(Kind, 6 * heads * headDim, 9);
        const got = applyRope(x.slice(), {
          heads,
          headDim,
          rotaryDim: 2 * pairs,
          rotaryStart: start,
          rotaryHeads,
          layout,
          start: 5,
        });
        for (let row = 0; row < 6; row++)
          for (let h = 0; h < heads; h++) {
            const at = (row * heads + h) * headDim;
            const part = x.slice(at + start, at + start + 2 * pairs);
            if (h >= heads - rotaryHeads && pairs)
              applyRope(part, { heads: 1, headDim: 2 * pairs, layout, start: 5 + row });
            for (let i = 0; i < headDim; i++)
              assert.equal(
                got[at + i],
                i >= start && i < start + 2 * pairs ? part[i - start] : x[at + i],
              );
          }
        const arena = createArena(8 * x.length);
        const stays = Kind === Float32Array ? arena.float32(x.length) : arena.float64(x.length);
        stays.set(x);
        assert.ok(
          bitsOf(
            applyRope(stays, {
              heads,
              headDim,
              rotaryDim: 2 * pairs,
              rotaryStart: start,
              rotaryHeads,
              layout,
              start: 5,
            }),
          ).equals(bitsOf(got)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('xPos has the published zetas', () => {
  const zeta = golden('published-scalings')['xpos zeta, d 64'];
  const at = (position) =>
    ropeTable(1, 64, { xpos: { of: 'queries' }, start: position, dtype: 'float64' });
  const { cos, sin } = at(512);
  cos.forEach((c, i) => assert.ok(Math.abs(Math.hypot(c, sin[i]) / zeta[i] - 1) < 1e-9));
  assert.equal(zeta[0].toFixed(10), '0.2857142857');
  at(0).cos.forEach((c) => assert.equal(c, 1));
});

test('scores of xPos depend only on the offset, and the option inverse rotates back', () => {
  const q = noise(Float64Array, 64, 1);
  const k = noise(Float64Array, 64, 2);
  const shape = { heads: 1, headDim: 64, layout: 'interleaved' };
  const turned = (x, of, start, center) =>
    applyRope(x.slice(), { ...shape, start, xpos: { of, center } });
  const score = (m, n, center = 0) => {
    const a = turned(q, 'queries', m, center);
    const b = turned(k, 'keys', n, center);
    return a.reduce((sum, v, i) => sum + v * b[i], 0);
  };
  const same = (got, what) =>
    assert.ok(Math.abs(got - score(7, 0)) < 1e-12, `${what}: ${got}, not ${score(7, 0)}`);
  for (const [m, n] of [
    [10, 3],
    [5000, 4993],
    [-100, -107],
    [7.5, 0.5],
  ])
    same(score(m, n), `${m}, ${n}`);
  same(score(100, 93, 1000), 'any fixed centre gives the same scores');
  const xpos = { of: 'keys', center: 3 };
  const back = { ...shape, start: 700, xpos, inverse: true };
  assert.ok(near(applyRope(turned(q, 'keys', 700, 3), back), q, 1e-14));
});

test('xPos follows its formula for any centre, scale and gamma', () => {
  const xpos = { of: 'keys', center: 20, scale: 100, gamma: 0.3 };
  const { cos, sin } = ropeTable(300, 64, { xpos, start: -7 });
  for (const row of [0, 150, 299])
    for (let i = 0; i < 32; i++) {
      const p = row - 7;
      const length = ((2 * i + 0.3 * 64) / (1.3 * 64)) ** (-(p - 20) / 100);
      const a = p * 1e4 ** (-i / 32);
      const at = row * 32 + i;
      assert.ok(Math.abs(cos[at] - length * Math.cos(a)) < 1e-7 * length);
      assert.ok(Math.abs(sin[at] - length * Math.sin(a)) < 1e-7 * length);
    }
});

test('grid positions are in row-major order; those of DINOv3 are turns from -1 to 1', () => {
  assert.deepEqual([...gridPositions([2, 3])], [0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2]);
  assert.deepEqual(
    [...gridPositions([2, 2, 2])],
    [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1],
  );
  assert.deepEqual([...gridPositions([3], { start: -1, scale: 0.5 })], [-1, -0.5, 0]);
  assert.deepEqual([...gridPositions([1, 2], { start: [5, 7], scale: [1, 2] })], [5, 5, 7, 9]);
  const turns = (list) => [...list].map((x) => x / 2 / Math.PI);
  assert.deepEqual(
    turns(gridPositions([4], { coordinates: 'dinov3' })),
    [-0.75, -0.25, 0.25, 0.75],
  );
  assert.ok(
    near(
      turns(gridPositions([2, 4], { coordinates: 'dinov3', normalize: 'max' })).slice(0, 8),
      [-0.75, -0.75, -0.75, -0.75, -0.25, -0.25, -0.25, -0.25],
      1e-15,
    ),
  );
  // At head dimension 64, the periods are 1, 1.33352143 ... 74.98942093.
  const { frequencies } = ropeFrequencies(64, {
    sections: [16, 16],
    sectioning: 'axial',
    base: 100,
  });
  const periods = [...frequencies].map((w) => 1 / w);
  assert.deepEqual(
    [periods[0], periods[1].toFixed(8), periods[15].toFixed(8), periods[16]],
    [1, '1.33352143', '74.98942093', 1],
  );
});

/** Asserts for every 13th row that the angles of RoPE-Mixed are sums over all axes. */
function sumsOverAxes(axes, length, count, dtype, table) {
  const { positions, frequencies } = table;
  const { cos, sin } = ropeMixedTable(positions, frequencies, { axes, dtype });
  assert.equal(cos.length, length * count);
  const most = dtype === 'float32' ? 6e-8 : 1e-13;
  for (let row = 0; row < length; row += 13)
    for (let j = 0; j < count; j++) {
      let angle = 0;
      for (let axis = 0; axis < axes; axis++)
        angle += positions[axis * length + row] * frequencies[axis * count + j];
      assert.ok(Math.abs(cos[row * count + j] - Math.cos(angle)) < most);
      assert.ok(Math.abs(sin[row * count + j] - Math.sin(angle)) < most);
    }
}

test('an angle of RoPE-Mixed is the sum of position times frequency over all axes', () => {
  for (const [axes, length, heads, pairs] of [
    [2, 6, 3, 4],
    [3, 200, 2, 5],
    [2, 0, 1, 1],
    [2, 1, 1, 1],
    [2, 70, 16, 64],
  ])
    for (const dtype of ['float32', 'float64']) {
      const count = heads * pairs;
      const positions = noise(Float64Array, axes * length, 3).map((x) => Math.round(x * 100));
      const frequencies = noise(Float64Array, axes * count, 4);
      sumsOverAxes(axes, length, count, dtype, { positions, frequencies });
    }
});

test('scores of RoPE-Mixed depend only on the offsets', () => {
  const frequencies = noise(Float64Array, 2 * 2 * 8, 7);
  const x = noise(Float64Array, 2 * 16, 8);
  const shape = { heads: 1, headDim: 16, length: 2, layout: 'interleaved' };
  const at = (row, column) => {
    const table = ropeMixedTable([row, column], frequencies, { dtype: 'float64' });
    return applyRope(x.slice(), { ...shape, table });
  };
  const dot = (a, b, head) => {
    let sum = 0;
    for (let i = 16 * head; i < 16 * head + 16; i++) sum += a[i] * b[i];
    return sum;
  };
  for (const head of [0, 1]) {
    const one = dot(at(3, 5), at(1, 2), head);
    const other = dot(at(40, -2), at(38, -5), head);
    assert.ok(Math.abs(one - other) < 1e-12);
  }
});

test('PoPE has softplus lengths and heads twice as wide; scores depend only on offsets', () => {
  for (const [layout, heads, headDim, length, batches] of [
    ['interleaved', 2, 8, 5, 2],
    ['concatenated', 3, 5, 700, 1],
    ['interleaved', 1, 1, 1, 1],
    ['concatenated', 8, 4096, 1, 1],
  ]) {
    const x = noise(Float32Array, batches * length * heads * headDim, 1).map((v) => 20 * v);
    const phases = noise(Float64Array, heads * headDim, 2);
    const o = { heads, headDim, length, layout, phases, start: 3 };
    const got = applyPope(x, o);
    for (let i = 0; i < x.length; i += x.length > 5000 ? 37 : 1) {
      const u = Math.floor(i / headDim);
      const d = i % headDim;
      const p = 3 + (Math.floor(u / heads) % length);
      const a = p * 1e4 ** (-d / headDim) + phases[(u % heads) * headDim + d];
      const r = x[i] > 0 ? x[i] + Math.log1p(Math.exp(-x[i])) : Math.log1p(Math.exp(x[i]));
      const at = u * 2 * headDim + (layout === 'interleaved' ? 2 * d : d);
      const next = layout === 'interleaved' ? 1 : headDim;
      assert.ok(
        Math.abs(got[at] - r * Math.cos(a)) < 1e-7 * r + 1e-30 &&
          Math.abs(got[at + next] - r * Math.sin(a)) < 1e-7 * r + 1e-30,
        `${layout} element ${i}`,
      );
    }
    const arena = createArena(12 * x.length + 64);
    const stays = arena.float32(x.length);
    const out = arena.float32(2 * x.length);
    stays.set(x);
    assert.ok(bitsOf(applyPope(stays, { ...o, out })).equals(bitsOf(got)));
  }
  const q = noise(Float32Array, 32, 1);
  const k = noise(Float32Array, 32, 2);
  const phases = noise(Float64Array, 32, 3);
  const score = (m, n) => {
    const a = applyPope(q, { heads: 1, headDim: 32, start: m });
    const b = applyPope(k, { heads: 1, headDim: 32, start: n, phases });
    return a.reduce((sum, v, i) => sum + v * b[i], 0);
  };
  for (const [m, n] of [
    [12, 5],
    [1000, 993],
  ])
    assert.ok(Math.abs(score(m, n) - score(7, 0)) < 2e-6);
});
