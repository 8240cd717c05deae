/* The window keeps frequencies and seeds from call to call: no result depends on what was called before. */
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as posenc from '../web/index.js';

const ramp = (length, step = 0.37) => Float32Array.from({length}, (_, i) => (i * step) % 2 - 1);
const {sinusoidal, ropeTable, applyRope, ropeMixedTable, createRope} = posenc;
const yarn = {rope_type: 'yarn', factor: 4, original_max_position_embeddings: 16}, dynamic = {type: 'dynamic', factor: 2, max_position_embeddings: 4};
const grid = [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1], mixed = [1, 2, 3, 4, 0.5, 0.25, 0.1, 0.7];
const turned = options => applyRope(ramp(64), {heads: 1, headDim: 16, ...options});
const CALLS = {
  sinusoidal: () => sinusoidal(4, 16), 'another base': () => sinusoidal(4, 16, {base: 500}), concatenated: () => sinusoidal(4, 16, {layout: 'concatenated', dtype: 'float64'}),
  fairseq: () => sinusoidal(4, 16, {layout: 'fairseq'}), 'far off': () => sinusoidal(4, 16, {start: 100000.5}), 'float32 angles': () => sinusoidal(4, 16, {precision: 'float32', start: 999}),
  positions: () => sinusoidal(4, 16, {positions: [3, -1, 0.5, 3]}), '2d': () => posenc.sinusoidal2d(2, 2, 16), '3d': () => posenc.sinusoidal3d(2, 2, 2, 16),
  timesteps: () => posenc.timestepEmbedding([1, 2.5], 16), Fourier: () => posenc.fourierFeatures([0.1, 0.2], 4), bands: () => posenc.fourierFeatures([0.1, 0.2], 4, {spacing: 'linear'}),
  matrix: () => posenc.fourierFeatures([0.1, 0.2], 4, {axes: 2, matrix: mixed}), shift: () => posenc.shiftRows(ramp(64), 16, 2), matrices: () => posenc.shiftMatrix(16, 3),
  table: () => ropeTable(4, 16), half: () => turned({}), interleaved: () => turned({layout: 'interleaved', start: 7}), inverse: () => turned({inverse: true, scaling: yarn}),
  partial: () => ropeTable(4, 16, {rotaryDim: 8}), yarn: () => ropeTable(4, 16, {scaling: yarn}), linear: () => ropeTable(4, 16, {scaling: {type: 'linear', factor: 2}}),
  'dynamic within': () => ropeTable(4, 16, {scaling: dynamic}), 'dynamic beyond': () => ropeTable(8, 16, {scaling: dynamic}),
  own: () => ropeTable(4, 16, {frequencies: mixed}), divisors: () => ropeTable(4, 16, {divisors: mixed}), both: () => ropeTable(4, 16, {divisors: mixed, scaling: yarn}),
  queries: () => ropeTable(4, 16, {xpos: {of: 'queries'}}), keys: () => ropeTable(4, 16, {xpos: {of: 'keys'}}),
  ...Object.fromEntries(['chunked', 'interleaved', 'axial'].flatMap(sectioning => [{}, {positions: grid}].flatMap(where => [{}, {scaling: yarn}].map(scaling => [
    `${sectioning} ${Object.keys({...where, ...scaling})}`, () => ropeTable(4, 16, {sections: sectioning === 'interleaved' ? [4, 2, 2] : [2, 3, 3], sectioning, ...where, ...scaling})
  ])))),
  'sections rotate': () => turned({sections: [2, 3, 3], positions: grid}), 'sections alike': () => turned({sections: [2, 3, 3], start: 2}),
  'mixed of two': () => ropeMixedTable([0, 1, 1, 0], mixed), 'mixed of four': () => ropeMixedTable([1, 2, 3, 4], mixed, {axes: 4}),
  PoPE: () => posenc.applyPope(ramp(64), {heads: 1, headDim: 16}), frequencies: () => posenc.ropeFrequencies(16).frequencies, wavelengths: () => posenc.wavelengths(16),
  prepared: () => {
    const k = ramp(64), rope = createRope({heads: 1, headDim: 16, scaling: {...yarn, mrope_section: [2, 3, 3]}});
    rope.apply({k, positions: grid});
    rope.apply({k, start: 5});
    return k;
  },
  ALiBi: () => posenc.alibiBias(2, 3, 5), T5: () => posenc.t5Buckets(3, 5), Sandwich: () => posenc.sandwichBias(2, 3, 5), Swin: () => posenc.swinIndex(2, 3),
  similarity: () => posenc.similarity(ramp(64), 4, 16), resized: () => posenc.resizeGrid(ramp(16), [2, 2], [3, 3], 4), learned: () => posenc.learnedTable(4, 16, {seed: 3}),
  identified: () => Float64Array.of(posenc.identify(sinusoidal(16, 16, {layout: 'fairseq'}), 16, 16).base)
};

test('in any order, each call has the bits it has after a table of other frequencies', () => {
  /** All numbers of a result as bits. */
  const bits = result => [result].flatMap(part => ArrayBuffer.isView(part) ? [part] : Object.values(part).filter(ArrayBuffer.isView)).map(part => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('hex')).join();
  const names = Object.keys(CALLS), alone = names.map(name => {
    sinusoidal(3, 6, {base: 77});
    return bits(CALLS[name]());
  });
  for (let step = 0, seed = 1, before = ''; step < 20000; step++) {
    seed = seed * 48271 % 2147483647;
    const at = seed % names.length;
    assert.equal(bits(CALLS[names[at]]()), alone[at], `${names[at]}, after ${before}`);
    before = names[at];
  }
});
