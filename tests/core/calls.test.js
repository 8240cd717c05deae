/*
 * The memory of the kernels keeps frequencies from one call to the next. No result may depend on
 * what earlier calls have left there.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';
import { bitsOf } from '../support/reference.js';

const ramp = (length, step = 0.37) => Float32Array.from({ length }, (_, i) => ((i * step) % 2) - 1);
const { sinusoidal, ropeTable, applyRope, ropeMixedTable, createRope } = posenc;
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 16 };
const dynamic = { type: 'dynamic', factor: 2, max_position_embeddings: 4 };
const grid = [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1];
const mixed = [1, 2, 3, 4, 0.5, 0.25, 0.1, 0.7];
const turned = (options) => applyRope(ramp(64), { heads: 1, headDim: 16, ...options });

/** Returns calls of ropeTable for each `sectioning`, with and without positions and scaling. */
function tablesOfAxes() {
  const calls = {};
  for (const sectioning of ['chunked', 'interleaved', 'axial'])
    for (const where of [{}, { positions: grid }])
      for (const scaling of [{}, { scaling: yarn }]) {
        const sections = sectioning === 'interleaved' ? [4, 2, 2] : [2, 3, 3];
        const options = { sections, sectioning, ...where, ...scaling };
        const name = `${sectioning} ${Object.keys({ ...where, ...scaling })}`;
        calls[name] = () => ropeTable(4, 16, options);
      }
  return calls;
}

const CALLS = {
  sinusoidal: () => sinusoidal(4, 16),
  'another base': () => sinusoidal(4, 16, { base: 500 }),
  concatenated: () => sinusoidal(4, 16, { layout: 'concatenated', dtype: 'float64' }),
  fairseq: () => sinusoidal(4, 16, { layout: 'fairseq' }),
  'far off': () => sinusoidal(4, 16, { start: 100000.5 }),
  'float32 angles': () => sinusoidal(4, 16, { precision: 'float32', start: 999 }),
  positions: () => sinusoidal(4, 16, { positions: [3, -1, 0.5, 3] }),
  '2d': () => posenc.sinusoidal2d(2, 2, 16),
  '3d': () => posenc.sinusoidal3d(2, 2, 2, 16),
  timesteps: () => posenc.timestepEmbedding([1, 2.5], 16),
  Fourier: () => posenc.fourierFeatures([0.1, 0.2], 4),
  bands: () => posenc.fourierFeatures([0.1, 0.2], 4, { spacing: 'linear' }),
  matrix: () => posenc.fourierFeatures([0.1, 0.2], 4, { axes: 2, matrix: mixed }),
  shift: () => posenc.shiftRows(ramp(64), 16, 2),
  matrices: () => posenc.shiftMatrix(16, 3),
  table: () => ropeTable(4, 16),
  half: () => turned({}),
  interleaved: () => turned({ layout: 'interleaved', start: 7 }),
  inverse: () => turned({ inverse: true, scaling: yarn }),
  partial: () => ropeTable(4, 16, { rotaryDim: 8 }),
  yarn: () => ropeTable(4, 16, { scaling: yarn }),
  linear: () => ropeTable(4, 16, { scaling: { type: 'linear', factor: 2 } }),
  'dynamic within': () => ropeTable(4, 16, { scaling: dynamic }),
  'dynamic beyond': () => ropeTable(8, 16, { scaling: dynamic }),
  own: () => ropeTable(4, 16, { frequencies: mixed }),
  divisors: () => ropeTable(4, 16, { divisors: mixed }),
  both: () => ropeTable(4, 16, { divisors: mixed, scaling: yarn }),
  queries: () => ropeTable(4, 16, { xpos: { of: 'queries' } }),
  keys: () => ropeTable(4, 16, { xpos: { of: 'keys' } }),
  ...tablesOfAxes(),
  'sections rotate': () => turned({ sections: [2, 3, 3], positions: grid }),
  'sections alike': () => turned({ sections: [2, 3, 3], start: 2 }),
  'mixed of two': () => ropeMixedTable([0, 1, 1, 0], mixed),
  'mixed of four': () => ropeMixedTable([1, 2, 3, 4], mixed, { axes: 4 }),
  PoPE: () => posenc.applyPope(ramp(64), { heads: 1, headDim: 16 }),
  frequencies: () => posenc.ropeFrequencies(16).frequencies,
  wavelengths: () => posenc.wavelengths(16),
  prepared: () => {
    const k = ramp(64);
    const rope = createRope({
      heads: 1,
      headDim: 16,
      scaling: { ...yarn, mrope_section: [2, 3, 3] },
    });
    rope.apply({ k, positions: grid });
    rope.apply({ k, start: 5 });
    return k;
  },
  ALiBi: () => posenc.alibiBias(2, 3, 5),
  T5: () => posenc.t5Buckets(3, 5),
  Sandwich: () => posenc.sandwichBias(2, 3, 5),
  Swin: () => posenc.swinIndex(2, 3),
  similarity: () => posenc.similarity(ramp(64), 4, 16),
  resized: () => posenc.resizeGrid(ramp(16), [2, 2], [3, 3], 4),
  learned: () => posenc.learnedTable(4, 16, { seed: 3 }),
  identified: () =>
    Float64Array.of(posenc.identify(sinusoidal(16, 16, { layout: 'fairseq' }), 16, 16).base),
};

/** Returns the bits of all numbers of a result. */
function bitsOfAll(result) {
  const parts = ArrayBuffer.isView(result)
    ? [result]
    : Object.values(result).filter(ArrayBuffer.isView);
  return parts.map((part) => bitsOf(part).toString('hex')).join();
}

test('in any order, each call gives the same bits', () => {
  const names = Object.keys(CALLS);
  const alone = names.map((name) => {
    sinusoidal(3, 6, { base: 77 });
    return bitsOfAll(CALLS[name]());
  });
  let seed = 1;
  let before = '';
  for (let step = 0; step < 20000; step++) {
    seed = (seed * 48271) % 2147483647;
    const at = seed % names.length;
    assert.equal(bitsOfAll(CALLS[names[at]]()), alone[at], `${names[at]}, after ${before}`);
    before = names[at];
  }
});
