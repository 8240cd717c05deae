/* Rotations by several axes, of parts of heads, with lengths that grow, and RoPE's relatives. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {applyPope, applyRope, createArena, gridPositions, ropeFrequencies, ropeMixedTable, ropeTable, swapRopeLayout} from '../web/index.js';
import {golden} from './exact.js';
import {bitsOf, noise} from './reference.js';

const near = (got, wanted, most) => got.length === wanted.length && [...got].every((x, i) => Math.abs(x - wanted[i]) <= most);

/** For each pair the axis it turns with, from a table whose axes stand at positions 0 except one. */
function axesOf(options, pairs) {
  const axes = options.sections.length;
  return Array.from({length: pairs}, (_, pair) => {
    const turned = Array.from({length: axes}, (_, axis) => {
      const positions = Array(axes).fill(0);
      positions[axis] = 1;
      return ropeTable(1, 2 * pairs, {...options, positions}).sin[pair] !== 0;
    });
    assert.equal(turned.filter(Boolean).length, 1);
    return 'THW'[turned.indexOf(true)];
  }).join('');
}

test('sections: the axes of Qwen2-VL and Qwen3-VL', () => {
  assert.equal(axesOf({sections: [16, 24, 24]}, 64), 'T'.repeat(16) + 'H'.repeat(24) + 'W'.repeat(24));
  assert.equal(axesOf({sections: [24, 20, 20], sectioning: 'interleaved'}, 64), 'THW'.repeat(20) + 'TTTT');
  assert.equal(axesOf({sections: [11, 11, 10], sectioning: 'interleaved'}, 32), 'THW'.repeat(10) + 'TH');
});

test('each pair has the bits of the one-dimensional table of its axis, through the window and in an arena', () => {
  for (const [sections, sectioning] of [[[16, 24, 24]], [[24, 20, 20], 'interleaved'], [[8, 28, 28], 'axial'], [[64, 0], 'chunked'], [[3, 5], 'axial'], [[1, 0, 0], 'interleaved'], [[7], 'axial']])
    for (const precision of ['exact', 'float32']) for (const length of [1, 9, 3000]) {
      const axes = sections.length, pairs = sections.reduce((a, b) => a + b), positions = Float64Array.from({length: axes * length}, (_, i) => (i * 7919 % 1000) - 20 + (i % 5) / 4);
      const {cos, sin} = ropeTable(length, 2 * pairs, {sections, sectioning, positions, precision});
      const which = sectioning === 'axial' ? null : axesOf({sections: [...sections, ...Array(3 - axes).fill(0)].slice(0, Math.max(axes, sectioning === 'interleaved' ? 3 : axes)), sectioning}, pairs);
      for (let axis = 0, from = 0; axis < axes; from += sections[axis++]) {
        const own = sectioning === 'axial', width = own ? 2 * sections[axis] : 2 * pairs;
        const one = ropeTable(length, width, {positions: positions.slice(axis * length, axis * length + length), precision});
        for (let r = 0; r < length; r += 97) for (let i = 0; i < pairs; i++) {
          if (own ? i < from || i >= from + sections[axis] : which[i] !== 'THW'[axis]) continue;
          const at = r * width / 2 + (own ? i - from : i);
          assert.ok(sin[r * pairs + i] === one.sin[at] && cos[r * pairs + i] === one.cos[at], `${sections} ${sectioning}, row ${r}, pair ${i}`);
        }
      }
      const arena = createArena(8 * length * pairs + 64), out = {cos: arena.float32(length * pairs), sin: arena.float32(length * pairs)};
      ropeTable(length, 2 * pairs, {sections, sectioning, positions, precision, out});
      assert.ok(bitsOf(cos).equals(bitsOf(out.cos)) && bitsOf(sin).equals(bitsOf(out.sin)));
    }
});

test('axial frequencies begin anew on each axis; without positions all axes count alike', () => {
  assert.deepEqual([...ropeFrequencies(16, {sections: [2, 3, 3], sectioning: 'axial'}).frequencies], [...ropeFrequencies(4).frequencies, ...ropeFrequencies(6).frequencies, ...ropeFrequencies(6).frequencies]);
  // RoPE-ViT: theta^(-4k / d), theta 100
  ropeFrequencies(64, {sections: [16, 16], sectioning: 'axial', base: 100}).frequencies.forEach((w, i) => assert.ok(Math.abs(w - 100 ** (-4 * (i % 16) / 64)) < 1e-15));
  assert.deepEqual(ropeTable(7, 128, {sections: [16, 24, 24], start: 3}), ropeTable(7, 128, {start: 3}));
  assert.deepEqual(ropeTable(7, 128, {scaling: {type: 'mrope', mrope_section: [16, 24, 24]}, positions: [...'012345601234560123456'].map(Number)}), ropeTable(7, 128));
});

test('applyRope turns by each axis, for every batch, in every layout', () => {
  for (const layout of ['half', 'interleaved', 'interleaved-to-half']) for (const batches of [1, 3]) {
    const o = {heads: 2, headDim: 24, layout, sections: [4, 5, 3]}, length = 11, all = batches * length, x = noise(Float64Array, all * 48, 5);
    const positions = Array.from({length: 3 * all}, (_, i) => i * i % 101), {cos, sin} = ropeTable(all, 24, {sections: [4, 5, 3], positions, dtype: 'float64'});
    const one = applyRope(x.slice(), {...o, length, positions}), other = applyRope(x.slice(), {heads: 2, headDim: 24, layout, table: {cos, sin}});
    assert.ok(bitsOf(one).equals(bitsOf(other)));
    assert.ok(near(applyRope(one, {...o, length, positions, inverse: true}), x, 1e-14));
  }
});

test("DeepSeek's layout takes interleaved pairs and leaves halves: the same scores, permuted vectors", () => {
  const o = {heads: 3, headDim: 64, start: 1000}, q = noise(Float32Array, 4 * 192, 1);
  const wanted = swapRopeLayout(applyRope(q.slice(), {...o, layout: 'interleaved'}), {headDim: 64, from: 'interleaved', to: 'half'});
  assert.deepEqual(applyRope(q.slice(), {...o, layout: 'interleaved-to-half'}), wanted);
  const back = applyRope(wanted.slice(), {...o, layout: 'interleaved-to-half', inverse: true});
  assert.ok(near(back, q, 5e-7));
});

test('a part of each head, and some of the heads, turn; the rest keeps its bits', () => {
  fc.assert(fc.property(fc.integer({min: 1, max: 5}), fc.integer({min: 0, max: 5}), fc.integer({min: 0, max: 20}), fc.integer({min: 0, max: 12}), fc.constantFrom('half', 'interleaved'), fc.constantFrom(Float32Array, Float64Array),
    (heads, few, start, pairs, layout, Kind) => {
      const headDim = start + 2 * pairs + 3, rotaryHeads = Math.min(few, heads), x = noise(Kind, 6 * heads * headDim, 9);
      const got = applyRope(x.slice(), {heads, headDim, rotaryDim: 2 * pairs, rotaryStart: start, rotaryHeads, layout, start: 5});
      for (let row = 0; row < 6; row++) for (let h = 0; h < heads; h++) {
        const at = (row * heads + h) * headDim, part = x.slice(at + start, at + start + 2 * pairs);
        if (h >= heads - rotaryHeads && pairs) applyRope(part, {heads: 1, headDim: 2 * pairs, layout, start: 5 + row});
        for (let i = 0; i < headDim; i++) assert.equal(got[at + i], i >= start && i < start + 2 * pairs ? part[i - start] : x[at + i]);
      }
      const arena = createArena(8 * x.length), stays = Kind === Float32Array ? arena.float32(x.length) : arena.float64(x.length);
      stays.set(x);
      assert.ok(bitsOf(applyRope(stays, {heads, headDim, rotaryDim: 2 * pairs, rotaryStart: start, rotaryHeads, layout, start: 5})).equals(bitsOf(got)));
    }), {numRuns: 60});
});

test('xPos: its zetas, and scores that depend on the offset alone', () => {
  const zeta = golden('schemes')['xpos zeta, d 64'], at = position => ropeTable(1, 64, {xpos: {of: 'queries'}, start: position, dtype: 'float64'});
  at(512).cos.forEach((c, i) => assert.ok(Math.abs(Math.hypot(c, at(512).sin[i]) / zeta[i] - 1) < 1e-9));
  assert.equal(zeta[0].toFixed(10), '0.2857142857');
  at(0).cos.forEach(c => assert.equal(c, 1));
  const q = noise(Float64Array, 64, 1), k = noise(Float64Array, 64, 2);
  const turned = (x, of, start, center) => applyRope(x.slice(), {heads: 1, headDim: 64, layout: 'interleaved', start, xpos: {of, center}});
  const score = (m, n, center = 0) => { const a = turned(q, 'queries', m, center), b = turned(k, 'keys', n, center); return a.reduce((sum, v, i) => sum + v * b[i], 0); };
  for (const [m, n] of [[10, 3], [5000, 4993], [-100, -107], [7.5, 0.5]]) assert.ok(Math.abs(score(m, n) - score(7, 0)) < 1e-12, `${m}, ${n}: ${score(m, n)}, not ${score(7, 0)}`);
  assert.ok(Math.abs(score(100, 93, 1000) - score(7, 0)) < 1e-12, 'any fixed centre gives the same scores');
  assert.ok(near(applyRope(turned(q, 'keys', 700, 3), {heads: 1, headDim: 64, layout: 'interleaved', start: 700, xpos: {of: 'keys', center: 3}, inverse: true}), q, 1e-14));
  const {cos, sin} = ropeTable(300, 64, {xpos: {of: 'keys', center: 20, scale: 100, gamma: 0.3}, start: -7});
  for (const r of [0, 150, 299]) for (let i = 0; i < 32; i++) {
    const p = r - 7, length = ((2 * i + 0.3 * 64) / (1.3 * 64)) ** (-(p - 20) / 100), a = p * 1e4 ** (-i / 32);
    assert.ok(Math.abs(cos[r * 32 + i] - length * Math.cos(a)) < 1e-7 * length && Math.abs(sin[r * 32 + i] - length * Math.sin(a)) < 1e-7 * length);
  }
});

test('coordinates of grids: row-major, axes in the order of the shape; DINOv3 in (-1, 1) turns', () => {
  assert.deepEqual([...gridPositions([2, 3])], [0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2]);
  assert.deepEqual([...gridPositions([2, 2, 2])], [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  assert.deepEqual([...gridPositions([3], {start: -1, scale: 0.5})], [-1, -0.5, 0]);
  assert.deepEqual([...gridPositions([1, 2], {start: [5, 7], scale: [1, 2]})], [5, 5, 7, 9]);
  const turns = list => [...list].map(x => x / 2 / Math.PI);
  assert.deepEqual(turns(gridPositions([4], {coordinates: 'dinov3'})), [-0.75, -0.25, 0.25, 0.75]);
  assert.ok(near(turns(gridPositions([2, 4], {coordinates: 'dinov3', normalize: 'max'})).slice(0, 8), [-0.75, -0.75, -0.75, -0.75, -0.25, -0.25, -0.25, -0.25], 1e-15));
  // periods 1, 1.33352143 ... 74.98942093 at head dimension 64
  const {frequencies} = ropeFrequencies(64, {sections: [16, 16], sectioning: 'axial', base: 100}), periods = [...frequencies].map(w => 1 / w);
  assert.deepEqual([periods[0], periods[1].toFixed(8), periods[15].toFixed(8), periods[16]], [1, '1.33352143', '74.98942093', 1]);
});

test('RoPE-Mixed: the angle is the sum over axes, for each head; through applyRope scores depend on offsets alone', () => {
  for (const [axes, length, heads, pairs] of [[2, 6, 3, 4], [3, 200, 2, 5], [2, 0, 1, 1], [2, 1, 1, 1], [2, 70, 16, 64]]) for (const dtype of ['float32', 'float64']) {
    const n = heads * pairs, positions = noise(Float64Array, axes * length, 3).map(x => Math.round(x * 100)), f = noise(Float64Array, axes * n, 4), {cos, sin} = ropeMixedTable(positions, f, {axes, dtype});
    assert.equal(cos.length, length * n);
    for (let r = 0; r < length; r += 13) for (let j = 0; j < n; j++) {
      let a = 0;
      for (let axis = 0; axis < axes; axis++) a += positions[axis * length + r] * f[axis * n + j];
      const most = dtype === 'float32' ? 6e-8 : 1e-13;
      assert.ok(Math.abs(cos[r * n + j] - Math.cos(a)) < most && Math.abs(sin[r * n + j] - Math.sin(a)) < most);
    }
  }
  const f = noise(Float64Array, 2 * 2 * 8, 7), x = noise(Float64Array, 2 * 16, 8);
  const at = (y, x_) => applyRope(x.slice(), {heads: 1, headDim: 16, length: 2, layout: 'interleaved', table: ropeMixedTable([y, x_], f, {dtype: 'float64'})});
  const dot = (a, b, h) => { let sum = 0; for (let i = 0; i < 16; i++) sum += a[h * 16 + i] * b[h * 16 + i]; return sum; };
  for (const h of [0, 1]) assert.ok(Math.abs(dot(at(3, 5), at(1, 2), h) - dot(at(40, -2), at(38, -5), h)) < 1e-12);
});

test('PoPE: softplus lengths, positions as angles, doubled heads; scores depend on the offset alone', () => {
  for (const [layout, heads, headDim, length, batches] of [['interleaved', 2, 8, 5, 2], ['concatenated', 3, 5, 700, 1], ['interleaved', 1, 1, 1, 1], ['concatenated', 8, 4096, 1, 1]]) {
    const x = noise(Float32Array, batches * length * heads * headDim, 1).map(v => 20 * v), phases = noise(Float64Array, heads * headDim, 2), o = {heads, headDim, length, layout, phases, start: 3};
    const got = applyPope(x, o);
    for (let i = 0; i < x.length; i += x.length > 5000 ? 37 : 1) {
      const u = Math.floor(i / headDim), d = i % headDim, p = 3 + Math.floor(u / heads) % length, a = p * 1e4 ** (-d / headDim) + phases[u % heads * headDim + d], r = x[i] > 0 ? x[i] + Math.log1p(Math.exp(-x[i])) : Math.log1p(Math.exp(x[i]));
      const at = u * 2 * headDim + (layout === 'interleaved' ? 2 * d : d), next = layout === 'interleaved' ? 1 : headDim;
      assert.ok(Math.abs(got[at] - r * Math.cos(a)) < 1e-7 * r + 1e-30 && Math.abs(got[at + next] - r * Math.sin(a)) < 1e-7 * r + 1e-30, `${layout} element ${i}`);
    }
    const arena = createArena(12 * x.length + 64), stays = arena.float32(x.length), out = arena.float32(2 * x.length);
    stays.set(x);
    assert.ok(bitsOf(applyPope(stays, {...o, out})).equals(bitsOf(got)));
  }
  const q = noise(Float32Array, 32, 1), k = noise(Float32Array, 32, 2), phases = noise(Float64Array, 32, 3);
  const score = (m, n) => { const a = applyPope(q, {heads: 1, headDim: 32, start: m}), b = applyPope(k, {heads: 1, headDim: 32, start: n, phases}); return a.reduce((sum, v, i) => sum + v * b[i], 0); };
  for (const [m, n] of [[12, 5], [1000, 993]]) assert.ok(Math.abs(score(m, n) - score(7, 0)) < 2e-6);
});
