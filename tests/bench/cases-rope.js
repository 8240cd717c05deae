/* The cases of the variants of RoPE. See cases.js. */
import * as posenc from '../../dist/posenc.js';
import { ropeHalfLoop } from './loops.js';
import { axesLoop, mixedLoop, popeLoop, tableLoop, xposLoop } from './loops-rope.js';
import { noise } from './noise.js';

const yarn = {
  rope_type: 'yarn',
  factor: 4,
  original_max_position_embeddings: 32768,
  rope_theta: 1e6,
};

/** Makes a case that compares a table of cosines and sines from posenc with a table from a loop. */
const table = (
  name,
  length,
  dim,
  options,
  loop,
  {
    bars = {},
    tolerance = 1e-7,
    make = (out) => posenc.ropeTable(length, dim, { ...options, out }),
  } = {},
) => {
  const planes = ({ float32 }) => ({
    cos: float32((length * dim) / 2),
    sin: float32((length * dim) / 2),
  });
  return {
    name,
    bars,
    tolerance,
    posenc(memory) {
      const out = planes(memory);
      return [
        () => {
          make(out);
        },
        () => [out.cos, out.sin],
      ];
    },
    loops: {
      loop(memory) {
        const { cos, sin } = planes(memory);
        return [
          () => {
            loop(cos, sin);
          },
          () => [cos, sin],
        ];
      },
    },
    limit: (limit) => limit.store(length * dim),
    copies: [length * dim, 0, 1],
  };
};

const scaled = (length, dim, bars) => {
  const { frequencies, attentionFactor } = posenc.ropeFrequencies(dim, { scaling: yarn });
  return table(
    `ropeTable ${length}, ${dim}, YaRN`,
    length,
    dim,
    { scaling: yarn },
    (cos, sin) => tableLoop(cos, sin, length, frequencies, attentionFactor),
    { bars, tolerance: 2e-7 },
  );
};

const sectioned = (side, sections, sectioning, bars) => {
  const dim = 2 * sections.reduce((a, b) => a + b);
  const length = side * side;
  const positions = posenc.gridPositions(sections.length === 3 ? [1, side, side] : [side, side]);
  const { frequencies } = posenc.ropeFrequencies(dim, { sections, sectioning });
  const axes =
    sectioning === 'interleaved'
      ? frequencies.map((_, i) => (i % 3 < 1 || i > 3 * sections[1] ? 0 : i % 3))
      : sections.flatMap((count, axis) => Array(count).fill(axis));
  return table(
    `ropeTable ${side}², ${dim}, ${sectioning} ${sections}`,
    length,
    dim,
    { sections, sectioning, positions },
    (cos, sin) => axesLoop(cos, sin, length, frequencies, axes, positions),
    { bars },
  );
};

const xpos = (length, dim, bars) => {
  const { frequencies } = posenc.ropeFrequencies(dim);
  return table(
    `ropeTable ${length}, ${dim}, xPos`,
    length,
    dim,
    { xpos: { of: 'queries' } },
    (cos, sin) => xposLoop(cos, sin, length, frequencies, 512),
    { bars, tolerance: 1e-6 },
  );
};

const mixed = (side, heads, headDim) => {
  const positions = posenc.gridPositions([side, side]);
  const frequencies = noise(new Float64Array(heads * headDim), 3);
  const length = side * side;
  return table(
    `ropeMixedTable ${side}², ${heads} heads x ${headDim}`,
    length,
    heads * headDim,
    {},
    (cos, sin) => mixedLoop(cos, sin, length, frequencies, positions),
    { make: (out) => posenc.ropeMixedTable(positions, frequencies, { out }) },
  );
};

const pope = (length, heads, dim) => ({
  name: `applyPope [${length}, ${heads}, ${dim}]`,
  tolerance: 1e-6,
  posenc({ float32 }) {
    const x = noise(float32(length * heads * dim));
    const out = float32(2 * x.length);
    return [
      () => {
        posenc.applyPope(x, { heads, headDim: dim, out });
      },
      () => [out],
    ];
  },
  loops: {
    loop({ float32 }) {
      const x = noise(float32(length * heads * dim));
      const out = float32(2 * x.length);
      const { frequencies } = posenc.ropeFrequencies(2 * dim);
      return [
        () => {
          popeLoop(out, x, length, heads, dim, frequencies);
        },
        () => [out],
      ];
    },
  },
  limit: (limit) => limit.store(2 * length * heads * dim),
  copies: [length * heads * dim, 1, 2],
});

/** Makes the case of a decoding step in a model with 32 query heads and 8 key heads. */
const step = (bars) => ({
  name: 'createRope.apply, q [1, 32, 128] and k [1, 8, 128]',
  bars,
  tolerance: 1e-6,
  posenc({ float32 }) {
    const q = noise(float32(4096));
    const k = noise(float32(1024));
    const rope = posenc.createRope({ heads: 32, keyHeads: 8, headDim: 128 });
    return [
      () => {
        rope.apply({ q, k, start: 1000 });
      },
      () => [q, k],
    ];
  },
  loops: {
    loop({ float32 }) {
      const q = noise(float32(4096));
      const k = noise(float32(1024));
      const { cos, sin } = posenc.ropeTable(2048, 128);
      return [
        () => {
          ropeHalfLoop(q, 1000, 1, 32, 128, cos, sin);
          ropeHalfLoop(k, 1000, 1, 8, 128, cos, sin);
        },
        () => [q, k],
      ];
    },
  },
  limit: (limit) => limit.scale(5120),
});

export const cases = [
  scaled(32768, 128, { window: 2 }),
  scaled(64, 128, { loop: 1 }),
  sectioned(64, [16, 24, 24], 'chunked', { window: 2 }),
  sectioned(64, [24, 20, 20], 'interleaved', { window: 2 }),
  sectioned(64, [32, 32], 'axial', { window: 2 }),
  sectioned(8, [16, 16], 'axial', { loop: 1 }),
  xpos(2048, 128, {}),
  mixed(32, 12, 64),
  pope(512, 16, 64),
  step({ loop: 1 }),
];
