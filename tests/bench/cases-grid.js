/*
 * Defines the cases of the bench for grids, timesteps, Fourier features and rows of a table. See
 * cases.js.
 */
import * as posenc from '../../dist/posenc.js';
import * as loops from './loops-grid.js';
import { freshly } from './fresh.js';
import { noise } from './noise.js';

/**
 * Makes a case whose variants differ only in the function that fills `out`. `own` (for posenc) and
 * each of `others` (for the loops) get `out` and the memory, and return this function.
 */
const filling = (
  name,
  length,
  bars,
  own,
  others,
  { tolerance = 1e-7, ins = 0, limit = 'store' } = {},
) => ({
  name,
  bars,
  tolerance,
  posenc(memory) {
    const out = memory.float32(length);
    const run = own(out, memory);
    return [run, () => [out]];
  },
  loops: Object.fromEntries(
    Object.entries(others).map(([name, make]) => [
      name,
      (memory) => {
        const out = memory.float32(length);
        const run = make(out, memory);
        return [run, () => [out]];
      },
    ]),
  ),
  limit: (limits) => limits[limit](length),
  copies: [length, ins, 1],
  fresh: freshly((memory) => own(undefined, memory), length),
});

const sinusoidal2d = (height, width, dim, bars) =>
  filling(
    `sinusoidal2d [${height}, ${width}] x ${dim}`,
    height * width * dim,
    bars,
    (out) => () => {
      posenc.sinusoidal2d(height, width, dim, { out });
    },
    {
      loop: (out) => () => {
        loops.sinusoidal2dLoop(out, height, width, dim, 1e4);
      },
      pieces: (out) => () => {
        loops.sinusoidal2dPieces(out, height, width, dim, 1e4);
      },
    },
  );

const sinusoidal3d = (frames, height, width, dim, bars) =>
  filling(
    `sinusoidal3d [${frames}, ${height}, ${width}] x ${dim}`,
    frames * height * width * dim,
    bars,
    (out) => () => {
      posenc.sinusoidal3d(frames, height, width, dim, { out });
    },
    {
      loop: (out) => () => {
        loops.sinusoidal3dLoop(out, frames, height, width, dim, 1e4);
      },
    },
  );

const timesteps = (count, dim, bars, name = '', step = 1) => {
  const times = Float64Array.from({ length: count }, (_, i) => i * step);
  return filling(
    `timestepEmbedding ${count} x ${dim}${name}`,
    count * dim,
    bars,
    (out) => () => {
      posenc.timestepEmbedding(times, dim, { flip: true, shift: 0, out });
    },
    {
      loop: (out) => () => {
        loops.timestepLoop(out, times, dim, 1e4);
      },
    },
  );
};

const fourier = (rows, axes, bands, bars) => {
  const x = noise(new Float32Array(rows * axes));
  return filling(
    `fourierFeatures [${rows}, ${axes}] x ${bands}`,
    rows * 2 * axes * bands,
    bars,
    (out) => () => {
      posenc.fourierFeatures(x, bands, { axes, pi: false, layout: 'nerf', out });
    },
    {
      loop: (out) => () => {
        loops.fourierLoop(out, x, axes, bands);
      },
    },
  );
};

const random = (rows, axes, bands, bars) => {
  const x = noise(new Float32Array(rows * axes));
  const b = noise(new Float32Array(axes * bands), 2);
  const matrix = b.map((value) => 2 * value);
  return filling(
    `fourierFeatures [${rows}, ${axes}] x ${bands}, matrix`,
    rows * 2 * bands,
    bars,
    (out) => () => {
      posenc.fourierFeatures(x, bands, { axes, matrix, out });
    },
    {
      loop: (out) => () => {
        loops.gaussianLoop(out, x, b, axes, bands);
      },
    },
  );
};

const lookup = (count, dim, bars) => {
  const positions = Int32Array.from({ length: count }, (_, i) => i);
  return filling(
    `lookup ${count} x ${dim}, offset 2`,
    count * dim,
    bars,
    (out, { float32 }) => {
      const table = noise(float32((count + 2) * dim));
      return () => {
        posenc.lookup(table, dim, positions, { offset: 2, out });
      };
    },
    {
      loop(out, { float32 }) {
        const table = noise(float32((count + 2) * dim));
        return () => {
          loops.lookupLoop(out, table, dim, positions, 2);
        };
      },
    },
    { tolerance: 0, limit: 'scale' },
  );
};

const resize = (from, to, dim, antialias, bars) =>
  filling(
    `resizeGrid [${from}] to [${to}] x ${dim}${antialias ? ', antialias' : ''}`,
    to[0] * to[1] * dim,
    bars,
    (out, { float32 }) => {
      const table = noise(float32(from[0] * from[1] * dim));
      return () => {
        posenc.resizeGrid(table, from, to, dim, { antialias, out });
      };
    },
    Object.fromEntries(
      [
        ['loop', loops.resizeLoop],
        ['separately', loops.resizeSeparately],
      ].map(([name, loop]) => [
        name,
        (out, { float32 }) => {
          const table = noise(float32(from[0] * from[1] * dim));
          return () => {
            loop(out, table, from, to, dim, antialias);
          };
        },
      ]),
    ),
    { tolerance: 1e-6 },
  );

export const cases = [
  sinusoidal2d(128, 128, 1024, { window: 2, resident: 2 }),
  sinusoidal2d(32, 32, 1152, {}),
  sinusoidal3d(13, 30, 45, 768, { window: 2, resident: 2 }),
  timesteps(4096, 1024, { window: 2, resident: 2 }),
  timesteps(4096, 1024, {}, ', fractional', 0.2437),
  fourier(4096, 3, 10, {}),
  random(4096, 2, 128, {}),
  lookup(4096, 1024, { window: 2, resident: 2 }),
  resize([14, 14], [24, 24], 768, false, { loop: 4 }),
  resize([37, 37], [57, 57], 1024, true, { loop: 4 }),
  resize([24, 24], [14, 14], 768, true, { loop: 4 }),
  sinusoidal2d(8, 8, 64, { loop: 1 }),
  sinusoidal3d(2, 4, 4, 64, { loop: 1 }),
  timesteps(1, 320, { loop: 1 }),
  timesteps(8, 320, { loop: 1 }, ', fractional', 0.2437),
  fourier(1, 3, 10, { loop: 1 }),
  random(1, 2, 128, { loop: 1 }),
  lookup(8, 64, { loop: 1 }),
  resize([2, 2], [3, 3], 64, false, { loop: 1 }),
];
