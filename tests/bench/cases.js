/*
 * The cases that are measured in Node, in browsers, and in the comparison with peers (other
 * libraries). Each case has several variants: posenc, and one or more loops. A function makes each
 * variant from a memory {float32, int32}. The memory allocates either the caller's own arrays or
 * arrays in an arena. The function returns a pair [run, read]. `run` does the work, and `read`
 * returns the resulting arrays.
 */
import * as posenc from '../../dist/posenc.js';
import {
  addAlibiLoop,
  addRows,
  alibiLoop,
  alibiRows,
  attentionLoop,
  ropeHalfLoop,
  ropeInterleavedLoop,
  ropeTableLoop,
  similarityLoop,
  sinusoidalLoop,
  slopesLoop,
  t5Loop,
  t5Rows,
} from './loops.js';
import { sinusoidalPE } from '../support/reference.js';
import { cases as grid } from './cases-grid.js';
import { cases as rope } from './cases-rope.js';
import { cases as biases } from './cases-biases.js';
import { cases as small } from './cases-small.js';
import { freshly } from './fresh.js';
import { noise } from './noise.js';

/**
 * The bars of a case: how fast posenc must be. The limit is the time that a loop of limit.c takes.
 * @typedef {object} Bars
 * @property {number} [window] with the caller's arrays, posenc may take this many times as long as
 *   the limit
 * @property {number} [resident] with arrays in an arena, posenc may take this many times as long as
 *   the limit
 * @property {number} [loop] posenc must be at least this many times as fast as the loop
 * @property {number} [orBelow] a call that takes fewer milliseconds than this need not meet `loop`
 */

/**
 * Makes one variant of a case.
 * @typedef {(memory: any) => [() => void, () => ArrayLike<number>[]]} Work
 */

/**
 * A case of the bench: one call of posenc, and other code for the same work.
 * @typedef {object} Case
 * @property {string} name
 * @property {Work} posenc
 * @property {Record<string, Work>} loops the variant 'loop', and other plain JavaScript
 * @property {(limit: any) => () => void} [limit] chooses a loop of limit.c and its size
 * @property {number[]} [copies] how a call copies the caller's arrays: the number of floats, of
 *   copies in, and of copies out
 * @property {(memory: any) => [() => any, () => any]} [fresh] makes two functions: the call of
 *   posenc without `out`, and one that only allocates such a result, see fresh.js
 * @property {number} tolerance the largest allowed difference between the loops and posenc
 * @property {Bars} [bars]
 * @property {any[]} [peers] the name and the sizes of the workload, if peers take part
 */

/** Makes the tables of cosines and sines, for positions that begin at 0. */
export function ropeArrays({ float32 }, length, dim) {
  return posenc.ropeTable(length, dim, {
    out: { cos: float32((length * dim) / 2), sin: float32((length * dim) / 2) },
  });
}

function flat(rows) {
  const out = new Float32Array(rows.length * rows[0].length);
  rows.forEach((row, i) => out.set(row, i * row.length));
  return out;
}

const sinusoidal = (length, dim, bars, peers) => ({
  name: `sinusoidal ${length} x ${dim}`,
  bars,
  tolerance: 1e-7,
  peers: peers && ['sinusoidal', length, dim],
  posenc({ float32 }) {
    const out = float32(length * dim);
    return [
      () => {
        posenc.sinusoidal(length, dim, { out });
      },
      () => [out],
    ];
  },
  loops: {
    loop({ float32 }) {
      const out = float32(length * dim);
      return [
        () => {
          sinusoidalLoop(out, length, dim, 1e4);
        },
        () => [out],
      ];
    },
    article() {
      let rows;
      return [
        () => {
          rows = sinusoidalPE(length, dim);
        },
        () => [flat(rows)],
      ];
    },
  },
  limit: (limit) => limit.store(length * dim),
  copies: [length * dim, 0, 1],
  fresh: freshly(() => () => posenc.sinusoidal(length, dim), length * dim),
});

const ropeTable = (length, dim, bars) => ({
  name: `ropeTable ${length}, ${dim}`,
  bars,
  tolerance: 1e-7,
  peers: ['ropeTable', length, dim],
  posenc({ float32 }) {
    const out = { cos: float32((length * dim) / 2), sin: float32((length * dim) / 2) };
    return [
      () => {
        posenc.ropeTable(length, dim, { out });
      },
      () => [out.cos, out.sin],
    ];
  },
  loops: {
    loop({ float32 }) {
      const cos = float32((length * dim) / 2);
      const sin = float32((length * dim) / 2);
      return [
        () => {
          ropeTableLoop(cos, sin, length, dim, 1e4);
        },
        () => [cos, sin],
      ];
    },
  },
  limit: (limit) => limit.store(length * dim),
  copies: [length * dim, 0, 1],
  fresh: freshly(() => () => posenc.ropeTable(length, dim), length * dim),
});

const applyRope = (length, heads, dim, layout, bars, { start = 0, rows = length } = {}) => ({
  name: `applyRope [${length}, ${heads}, ${dim}] ${layout}${start ? `, start ${start}` : ''}`,
  bars,
  tolerance: 1e-6,
  peers: length > 1 && ['applyRope', length, heads, dim, layout],
  posenc(memory) {
    const x = noise(memory.float32(length * heads * dim));
    const table = ropeArrays(memory, rows, dim);
    return [
      () => {
        posenc.applyRope(x, { heads, headDim: dim, layout, table, start });
      },
      () => [x],
    ];
  },
  loops: {
    loop(memory) {
      const x = noise(memory.float32(length * heads * dim));
      const { cos, sin } = ropeArrays(memory, rows, dim);
      const loop = layout === 'half' ? ropeHalfLoop : ropeInterleavedLoop;
      return [
        () => {
          loop(x, start, length, heads, dim, cos, sin);
        },
        () => [x],
      ];
    },
  },
  limit: (limit) => limit.scale(length * heads * dim),
  copies: [length * heads * dim, 1, 1],
});

const addPositional = (length, dim, bars, peers) => ({
  name: `addPositional [${length}, ${dim}]`,
  bars,
  tolerance: 0,
  peers: peers && ['addPositional', length, dim],
  posenc({ float32 }) {
    const x = noise(float32(length * dim));
    const table = noise(float32(length * dim), 2);
    return [
      () => {
        posenc.addPositional(x, table, { length, dim });
      },
      () => [x],
    ];
  },
  loops: {
    loop({ float32 }) {
      const x = noise(float32(length * dim));
      const table = noise(float32(length * dim), 2);
      return [
        () => {
          addRows(x, table, length, dim);
        },
        () => [x],
      ];
    },
  },
  limit: (limit) => limit.add(length * dim),
  copies: [length * dim, 2, 1],
});

const alibiSlopes = (heads, bars) => ({
  name: `alibiSlopes ${heads}`,
  bars,
  tolerance: 1e-7,
  posenc({ float32 }) {
    const out = float32(heads);
    return [
      () => {
        posenc.alibiSlopes(heads, { out });
      },
      () => [out],
    ];
  },
  loops: {
    loop({ float32 }) {
      const out = float32(heads);
      return [
        () => {
          slopesLoop(out, heads);
        },
        () => [out],
      ];
    },
  },
  limit: (limit) => limit.store(heads),
  fresh: freshly(() => () => posenc.alibiSlopes(heads), heads),
});

const alibi = (adding, heads, queries, keys, bars) => ({
  name: `${adding ? 'addAlibi' : 'alibiBias'} [${heads}, ${queries}, ${keys}]`,
  bars,
  tolerance: 1e-4,
  peers: [adding ? 'addAlibi' : 'alibiBias', heads, queries, keys],
  posenc({ float32 }) {
    const out = noise(float32(heads * queries * keys));
    return [
      adding
        ? () => {
            posenc.addAlibi(out, heads, queries, keys);
          }
        : () => {
            posenc.alibiBias(heads, queries, keys, { out });
          },
      () => [out],
    ];
  },
  loops: Object.fromEntries(
    Object.entries(adding ? { loop: addAlibiLoop } : { loop: alibiLoop, rows: alibiRows }).map(
      ([name, loop]) => [
        name,
        ({ float32 }) => {
          const out = noise(float32(heads * queries * keys));
          const slopes = posenc.alibiSlopes(heads);
          return [
            () => {
              loop(out, slopes, heads, queries, keys);
            },
            () => [out],
          ];
        },
      ],
    ),
  ),
  limit: (limit) => limit[adding ? 'scale' : 'store'](heads * queries * keys),
  copies: [heads * queries * keys, adding ? 1 : 0, 1],
  fresh: adding
    ? undefined
    : freshly(() => () => posenc.alibiBias(heads, queries, keys), heads * queries * keys),
});

const t5Buckets = (queries, keys, bars, peers) => ({
  name: `t5Buckets [${queries}, ${keys}]`,
  bars,
  tolerance: 0,
  peers: peers && ['t5Buckets', queries, keys],
  posenc({ int32 }) {
    const out = int32(queries * keys);
    return [
      () => {
        posenc.t5Buckets(queries, keys, { out });
      },
      () => [out],
    ];
  },
  loops: Object.fromEntries(
    Object.entries(queries > 1 ? { loop: t5Loop, rows: t5Rows } : { loop: t5Loop }).map(
      ([name, loop]) => [
        name,
        ({ int32 }) => {
          const out = int32(queries * keys);
          return [
            () => {
              loop(out, queries, keys, 32, 128);
            },
            () => [out],
          ];
        },
      ],
    ),
  ),
  limit: (limit) => limit.store(queries * keys),
  copies: [queries * keys, 0, 1],
  fresh: freshly(() => () => posenc.t5Buckets(queries, keys), queries * keys, Int32Array),
});

const attention = (heads, length, dim) => {
  const arrays = ({ float32 }) => ({
    q: noise(float32(heads * length * dim)),
    k: noise(float32(heads * length * dim), 2),
    v: noise(float32(heads * length * dim), 3),
    out: { weights: float32(heads * length * length), output: float32(heads * length * dim) },
  });
  return {
    name: `attention ${heads} heads x ${length} x ${dim}`,
    tolerance: 1e-6,
    arithmetic: true,
    posenc(memory) {
      const options = { ...arrays(memory), heads, queries: length, keys: length, headDim: dim };
      return [
        () => {
          posenc.attention(options);
        },
        () => [options.out.output, options.out.weights],
      ];
    },
    loops: {
      loop(memory) {
        const { q, k, v, out } = arrays(memory);
        return [
          () => {
            attentionLoop(q, k, v, heads, length, length, dim, out);
          },
          () => [out.output, out.weights],
        ];
      },
    },
    // The limit counts the multiply-adds of scores and outputs, but no exponentials.
    limit: (limit) => limit.multiplyAdd(2 * heads * length * length * dim),
  };
};

const similarity = (length, dim) => ({
  name: `similarity ${length} x ${dim}`,
  tolerance: 1e-6,
  arithmetic: true,
  posenc({ float32 }) {
    const table = noise(float32(length * dim));
    const out = float32(length * length);
    return [
      () => {
        posenc.similarity(table, length, dim, { out });
      },
      () => [out],
    ];
  },
  loops: {
    loop({ float32 }) {
      const table = noise(float32(length * dim));
      const out = float32(length * length);
      return [
        () => {
          similarityLoop(table, length, dim, out);
        },
        () => [out],
      ];
    },
  },
  // The limit computes the whole matrix, although the matrix is symmetric.
  limit: (limit) => limit.multiplyAdd(length * length * dim),
});

/** @type {Case[]} */
export const cases = [
  sinusoidal(4096, 4096, { window: 2.2, resident: 1.4 }, true),
  sinusoidal(2048, 1024, {}, true),
  sinusoidal(512, 512, { window: 6, resident: 5 }, true),
  ropeTable(2048, 128, { window: 8, resident: 6 }),
  ...['half', 'interleaved'].map((layout) =>
    applyRope(2048, 32, 128, layout, { window: 2, resident: 1.25 }),
  ),
  addPositional(2048, 1024, { window: 1.6, resident: 1.2 }, true),
  alibi(false, 32, 1024, 1024, { window: 1.4, resident: 1.1 }),
  alibi(true, 32, 1024, 1024, { window: 2, resident: 1.25 }),
  t5Buckets(1024, 1024, { window: 1.4, resident: 1.2 }, true),
  attention(8, 512, 64),
  similarity(1024, 512),
  ...['half', 'interleaved'].map((layout) =>
    applyRope(1, 32, 128, layout, { loop: 3 }, { start: 1000, rows: 2048 }),
  ),
  sinusoidal(64, 128, { loop: 5 }),
  alibiSlopes(8, { loop: 0.5, orBelow: 0.0005 }),
  t5Buckets(1, 64, { loop: 0.5, orBelow: 0.0005 }),
  ...[128, 256, 1024].map((n) => addPositional(n / 128, 128)),
  ...rope,
  ...grid,
  ...biases,
  ...small,
];
