/*
 * Small calls: every function at its smallest useful size, such as one token of a small model. Each
 * call is compared with a plain loop for exactly this call. See cases.js.
 */
import * as posenc from '../../dist/posenc.js';
import { sinusoidalPE } from '../support/reference.js';
import { mixedLoop } from './loops-rope.js';
import { noise } from './noise.js';
import * as biases from './loops-biases.js';
import * as grids from './loops-grid.js';
import * as loops from './loops-small.js';
import * as plain from './loops.js';

/**
 * @typedef {object} Shape
 * @property {Record<string, number>} [inputs] the sizes of the float32 input arrays, by name
 * @property {number} [length] the length of the result, if there is an array for it
 * @property {'float32' | 'int32' | 'bytes'} [kind] the class of this array
 * @property {number} [tolerance]
 */

/** Returns the arrays of a result. Bytes become floats, since measure.js compares 32-bit words. */
const listsOf = (result) =>
  (ArrayBuffer.isView(result) ? [result] : Object.values(result))
    .filter((list) => ArrayBuffer.isView(list))
    .map((list) => (list.BYTES_PER_ELEMENT === 1 ? Float32Array.from(list) : list));

/**
 * Makes a case. Both functions get the input arrays and the array for the result. If a function
 * writes its result elsewhere, it returns the arrays of this result.
 * @param {string} name
 * @param {Shape} shape
 * @param {(arrays: any, out: any) => any} run
 * @param {(arrays: any, out: any) => any} loop
 * @param {number} [allocated] how many floats the call allocates; the limit is then this allocation
 */
function small(
  name,
  { inputs = {}, length = 0, kind = 'float32', tolerance = 1e-6 },
  run,
  loop,
  allocated = 0,
) {
  const make = (f) => (memory) => {
    const arrays = {};
    Object.entries(inputs).forEach(([key, size], i) => {
      arrays[key] = noise(memory.float32(size), i + 1);
    });
    const out = kind === 'bytes' ? new Uint8ClampedArray(length) : memory[kind](length);
    let result;
    return [
      () => {
        result = f(arrays, out);
      },
      () => listsOf(result ?? out),
    ];
  };
  const kept = [];
  const allocate = () => {
    kept[0] = new Float32Array(allocated);
  };
  return {
    name: `small: ${name}`,
    bars: { loop: 1 },
    tolerance,
    posenc: make(run),
    loops: { loop: make(loop) },
    limit: (limit) => (allocated ? allocate : limit.store(Math.max(length, 4))),
  };
}

/**
 * Makes a case of a function without `out`. The loop makes a new array, too, and the limit is the
 * time to make this array.
 */
const fresh = (name, length, run, loop, shape = {}) =>
  small(
    `${name}, new array`,
    shape,
    run,
    (arrays) => {
      const out = new Float32Array(length);
      loop(arrays, out);
      return out;
    },
    length,
  );

const wide = loops.frequenciesOf(32);
const narrow = loops.frequenciesOf(16);
const slow = loops.frequenciesOf(64);
const slopes = posenc.alibiSlopes(8);
const point = noise(new Float32Array(3));
const matrix = noise(new Float32Array(32), 2);
const doubled = matrix.map((value) => 2 * value);
const cached = posenc.ropeTable(2048, 64);
const rope = posenc.createRope({ heads: 9, keyHeads: 3, headDim: 64 });
const mixed = noise(new Float64Array(64));
const buckets = posenc.t5Buckets(1, 32);
const p = [0.3, 0.5, 0.7, 0.9];
const a = [1, 0.9, 0.8, 0.7];
const swinIndex = posenc.swinIndex(7, 7);
const palette = Uint8Array.from({ length: 64 }, (_, i) => i);
const mask = Int32Array.from({ length: 64 }, (_, i) => Number(i > 2));
const head = new Float32Array(64);
const one = { heads: 1, queries: 1, keys: 32, headDim: 32 };

const tables = [
  small(
    'wavelengths 64',
    { tolerance: 1e-8 },
    () => posenc.wavelengths(64),
    () => loops.wavelengthsLoop(64, 1e4),
  ),
  small(
    'sinusoidal 1 x 64',
    { length: 64 },
    (_, out) => posenc.sinusoidal(1, 64, { start: 1000, out }),
    (_, out) => loops.rowLoop(out, 1000, wide),
  ),
  fresh(
    'sinusoidal 1 x 64',
    64,
    () => posenc.sinusoidal(1, 64, { start: 1000 }),
    (_, out) => loops.rowLoop(out, 1000, wide),
  ),
  small(
    'sinusoidalPE 4 x 16',
    {},
    () => posenc.sinusoidalPE(4, 16),
    () => sinusoidalPE(4, 16),
  ),
  small(
    'sinusoidal2d [4, 4] x 16',
    { length: 256 },
    (_, out) => posenc.sinusoidal2d(4, 4, 16, { out }),
    (_, out) => grids.sinusoidal2dLoop(out, 4, 4, 16, 1e4),
  ),
  small(
    'sinusoidal3d [2, 2, 2] x 32',
    { length: 256 },
    (_, out) => posenc.sinusoidal3d(2, 2, 2, 32, { out }),
    (_, out) => grids.sinusoidal3dLoop(out, 2, 2, 2, 32, 1e4),
  ),
  small(
    'resizeGrid [2, 2] to [3, 3] x 16',
    { inputs: { table: 64 }, length: 144 },
    ({ table }, out) => posenc.resizeGrid(table, [2, 2], [3, 3], 16, { out }),
    ({ table }, out) => grids.resizeLoop(out, table, [2, 2], [3, 3], 16, false),
  ),
  small(
    'timestepEmbedding 1 x 32',
    { length: 32 },
    (_, out) => posenc.timestepEmbedding([500], 32, { flip: true, shift: 0, out }),
    (_, out) => loops.stepLoop(out, 500, narrow),
  ),
  small(
    'fourierFeatures [1, 3] x 4',
    { length: 24 },
    (_, out) => posenc.fourierFeatures(point, 4, { axes: 3, pi: false, layout: 'nerf', out }),
    (_, out) => loops.octavesLoop(out, point, 4),
  ),
  small(
    'fourierFeatures [1, 1] x 32, matrix',
    { length: 64 },
    (_, out) => posenc.fourierFeatures([0.5], 32, { matrix: doubled, out }),
    (_, out) => grids.gaussianLoop(out, [0.5], matrix, 1, 32),
  ),
  small(
    'addPositional [1, 128]',
    { inputs: { x: 128, table: 256 }, tolerance: 0 },
    ({ x, table }) => posenc.addPositional(x, table, { length: 1, dim: 128 }),
    ({ x, table }) => {
      plain.addRows(x, table, 1, 128);
      return x;
    },
  ),
  small(
    'addPositional, 2 rows of 64',
    { inputs: { first: 64, second: 64, pe: 64 }, tolerance: 0 },
    ({ first, second, pe }) => posenc.addPositional([first, second], [pe, pe]),
    ({ first, second, pe }) => {
      loops.addToRowsLoop([first, second], [pe, pe]);
      return [first, second];
    },
  ),
  small(
    'shiftMatrix 16',
    { tolerance: 1e-8 },
    () => posenc.shiftMatrix(16, 5),
    () => loops.shiftMatrixLoop(16, 5, loops.frequenciesOf(8)),
  ),
  small(
    'shiftRows [1, 64]',
    { inputs: { x: 64 }, tolerance: 1e-4 },
    ({ x }) => posenc.shiftRows(x, 64, 5),
    ({ x }) => {
      loops.shiftRowLoop(x, 5, wide);
      return x;
    },
  ),
  small(
    'learnedTable 2 x 16',
    { length: 32, tolerance: Infinity },
    (_, out) => posenc.learnedTable(2, 16, { out }),
    (_, out) => loops.normalLoop(out, 0.02),
  ),
  small(
    'lookup 1 x 256',
    { inputs: { table: 2048 }, length: 256, tolerance: 0 },
    ({ table }, out) => posenc.lookup(table, 256, [5], { out }),
    ({ table }, out) => grids.lookupLoop(out, table, 256, [5], 0),
  ),
  fresh(
    'lookup 1 x 256',
    256,
    ({ table }) => posenc.lookup(table, 256, [5]),
    ({ table }, out) => grids.lookupLoop(out, table, 256, [5], 0),
    { inputs: { table: 2048 }, tolerance: 0 },
  ),
];

const ropes = [
  small(
    'ropeFrequencies 64',
    { tolerance: 1e-8 },
    () => posenc.ropeFrequencies(64),
    () => ({ frequencies: loops.frequenciesLoop(64, 1e4), attentionFactor: 1 }),
  ),
  small(
    'ropeTable 1, 64',
    { inputs: { cos: 32, sin: 32 } },
    ({ cos, sin }) => posenc.ropeTable(1, 64, { start: 1000, out: { cos, sin } }),
    ({ cos, sin }) => {
      for (let i = 0; i < 32; i++) {
        cos[i] = Math.cos(1000 * wide[i]);
        sin[i] = Math.sin(1000 * wide[i]);
      }
      return { cos, sin };
    },
  ),
  ...[3, 9].map((heads) =>
    small(
      `applyRope [1, ${heads}, 64], table`,
      { inputs: { x: 64 * heads }, tolerance: 1e-4 },
      ({ x }) => posenc.applyRope(x, { heads, headDim: 64, table: cached, start: 1000 }),
      ({ x }) => {
        plain.ropeHalfLoop(x, 1000, 1, heads, 64, cached.cos, cached.sin);
        return x;
      },
    ),
  ),
  small(
    'applyRope [1, 3, 64]',
    { inputs: { x: 192 }, tolerance: 1e-4 },
    ({ x }) => posenc.applyRope(x, { heads: 3, headDim: 64, start: 1000 }),
    ({ x }) => {
      loops.rotateLoop(x, 1000, 3, wide);
      return x;
    },
  ),
  small(
    'createRope.apply, q [1, 9, 64] and k [1, 3, 64]',
    { inputs: { q: 576, k: 192 }, tolerance: 1e-4 },
    ({ q, k }) => {
      rope.apply({ q, k, start: 1000 });
      return { q, k };
    },
    ({ q, k }) => {
      plain.ropeHalfLoop(q, 1000, 1, 9, 64, cached.cos, cached.sin);
      plain.ropeHalfLoop(k, 1000, 1, 3, 64, cached.cos, cached.sin);
      return { q, k };
    },
  ),
  small(
    'swapRopeLayout [8, 64]',
    { inputs: { x: 512 }, tolerance: 0 },
    ({ x }) => posenc.swapRopeLayout(x, { headDim: 64, from: 'half', to: 'interleaved' }),
    ({ x }) => {
      loops.swapLoop(x, head);
      return x;
    },
  ),
  small(
    'gridPositions [14, 14]',
    { tolerance: 0 },
    () => posenc.gridPositions([14, 14]),
    () => loops.gridLoop(14, 14),
  ),
  small(
    'ropeMixedTable 1 token, 1 head x 64',
    { inputs: { cos: 32, sin: 32 } },
    ({ cos, sin }) => posenc.ropeMixedTable([3, 5], mixed, { out: { cos, sin } }),
    ({ cos, sin }) => {
      mixedLoop(cos, sin, 1, mixed, [3, 5]);
      return { cos, sin };
    },
  ),
  small(
    'applyPope [1, 1, 64]',
    { inputs: { x: 64 }, length: 128 },
    ({ x }, out) => posenc.applyPope(x, { heads: 1, headDim: 64, start: 1000, out }),
    ({ x }, out) => loops.popeRowLoop(out, x, 1000, slow),
  ),
  small(
    'positionsFromMask [1, 64]',
    { length: 64, kind: 'int32', tolerance: 0 },
    (_, out) => posenc.positionsFromMask(mask, 1, 64, { out }),
    (_, out) => loops.maskLoop(out, mask, 1, 64),
  ),
  small(
    'mropePositions, 4 text tokens and an image of 2 x 2',
    { tolerance: 0 },
    () => posenc.mropePositions([{ text: 4 }, { image: [1, 2, 2] }]),
    () => loops.mropeLoop(4, [1, 2, 2]),
  ),
];

const scores = [
  small(
    'alibiSlopes 8',
    { length: 8 },
    (_, out) => posenc.alibiSlopes(8, { out }),
    (_, out) => plain.slopesLoop(out, 8),
  ),
  small(
    'alibiBias [8, 1, 32]',
    { length: 256 },
    (_, out) => posenc.alibiBias(8, 1, 32, { out }),
    (_, out) => plain.alibiLoop(out, slopes, 8, 1, 32),
  ),
  fresh(
    'alibiBias [8, 1, 32]',
    256,
    () => posenc.alibiBias(8, 1, 32),
    (_, out) => plain.alibiLoop(out, slopes, 8, 1, 32),
  ),
  small(
    'addAlibi [8, 1, 32]',
    { inputs: { x: 256 }, tolerance: 1e-4 },
    ({ x }) => posenc.addAlibi(x, 8, 1, 32),
    ({ x }) => {
      plain.addAlibiLoop(x, slopes, 8, 1, 32);
      return x;
    },
  ),
  small(
    't5Buckets [1, 32]',
    { length: 32, kind: 'int32', tolerance: 0 },
    (_, out) => posenc.t5Buckets(1, 32, { out }),
    (_, out) => plain.t5Loop(out, 1, 32, 32, 128),
  ),
  small(
    't5Bias [8, 1, 32]',
    { inputs: { weights: 256 }, length: 256, tolerance: 0 },
    ({ weights }, out) => posenc.t5Bias(weights, 8, 1, 32, { out }),
    ({ weights }, out) => loops.bucketBiasLoop(out, weights, buckets, 8),
  ),
  ...['log', 'power'].map((form) =>
    small(
      `kerpleBias ${form} [4, 1, 32]`,
      { length: 128, tolerance: 1e-5 },
      (_, out) => posenc.kerpleBias(4, 1, 32, { form, p, a, out }),
      form === 'log'
        ? (_, out) => biases.kerpleLogLoop(out, p, a, 4, 1, 32)
        : (_, out) => biases.kerplePowerLoop(out, p, a, 4, 1, 32),
    ),
  ),
  small(
    'sandwichBias [4, 1, 32], 32',
    { length: 128, tolerance: 1e-5 },
    (_, out) => posenc.sandwichBias(4, 1, 32, { dim: 32, out }),
    (_, out) => biases.sandwichLoop(out, 32, 4, 1, 32),
  ),
  small(
    'fireBias [4, 1, 32], 32 units',
    { inputs: { w1: 32, b1: 32, w2: 128, b2: 4 }, length: 128, tolerance: 1e-5 },
    (weights, out) => posenc.fireBias(4, 1, 32, { ...weights, out }),
    (weights, out) => biases.fireLoop(out, weights, 4, 1, 32),
  ),
  small(
    'copePositions [1, 32]',
    { inputs: { logits: 32 }, length: 32, tolerance: 1e-5 },
    ({ logits }, out) => posenc.copePositions(logits, 1, 32, { out }),
    ({ logits }, out) => loops.gatesLoop(out, logits),
  ),
  small(
    'copeBias [1, 1, 32], 16 x 32',
    { inputs: { logits: 32, q: 32, table: 512 }, length: 32, tolerance: 1e-4 },
    ({ logits, q, table }, out) => posenc.copeBias({ logits, q, table, ...one, out }),
    ({ logits, q, table }, out) => biases.copeLoop(out, logits, q, table, 1, 1, 32, 32),
  ),
  small(
    'shawBuckets [16, 16]',
    { length: 256, kind: 'int32', tolerance: 0 },
    (_, out) => posenc.shawBuckets(16, 16, { out }),
    (_, out) => biases.shawBucketsLoop(out, 16, 16, 16),
  ),
  small(
    'shawBias [1, 1, 32], 32',
    { inputs: { q: 32, table: 33 * 32 }, length: 32 },
    ({ q, table }, out) => posenc.shawBias({ q, table, ...one, out }),
    ({ q, table }, out) => biases.shawLoop(out, q, table, 16, 1, 1, 32, 32),
  ),
  small(
    'shawValues [1, 1, 32], 32',
    { inputs: { weights: 32, table: 33 * 32 }, length: 32 },
    ({ weights, table }, out) => posenc.shawValues({ weights, table, ...one, out }),
    ({ weights, table }, out) => biases.shawValuesLoop(out, weights, table, 16, 1, 1, 32, 32),
  ),
  small(
    'transformerXLBias [1, 1, 32], 32',
    { inputs: { q: 32, v: 32, table: 1024 }, length: 32 },
    ({ q, v, table }, out) => posenc.transformerXLBias({ q, v, table, ...one, out }),
    ({ q, v, table }, out) => biases.transformerXLLoop(out, q, v, table, 1, 1, 32, 32),
  ),
  small(
    'xlnetTable [1 + 4] x 32',
    { length: 160 },
    (_, out) => posenc.xlnetTable(1, 4, 32, { out }),
    (_, out) => loops.xlnetLoop(out, 1, 4, narrow),
  ),
  small(
    'debertaBuckets [16, 16]',
    { length: 256, kind: 'int32', tolerance: 0 },
    (_, out) => posenc.debertaBuckets(16, 16, { out }),
    (_, out) => biases.debertaBucketsLoop(out, 16, 16, 256, 512),
  ),
  small(
    'debertaBias [1, 8, 8], 32',
    { inputs: { q: 256, k: 256, keyTable: 16384, queryTable: 16384 }, length: 64 },
    (o, out) => posenc.debertaBias({ ...o, heads: 1, queries: 8, keys: 8, headDim: 32, out }),
    ({ q, k, keyTable, queryTable }, out) =>
      biases.debertaLoop(out, q, k, keyTable, queryTable, 1, 8, 8, 32, 256, 512),
  ),
  small(
    'swinIndex 7 x 7',
    { length: 2401, kind: 'int32', tolerance: 0 },
    (_, out) => posenc.swinIndex(7, 7, { out }),
    (_, out) => biases.swinIndexLoop(out, 7, 7),
  ),
  small(
    'swinBias 3 heads, 7 x 7',
    { inputs: { table: 507 }, length: 7203, tolerance: 0 },
    ({ table }, out) => posenc.swinBias(table, 3, 7, 7, { out }),
    ({ table }, out) => biases.swinLoop(out, table, swinIndex, 3),
  ),
  small(
    'swinV2Coordinates 8 x 8',
    { length: 450 },
    (_, out) => posenc.swinV2Coordinates(8, 8, { out }),
    (_, out) => loops.coordinatesLoop(out, 8, 8),
  ),
  small(
    'swinV2Table 3 heads, 4 x 4, 512 units',
    { inputs: { w1: 1024, b1: 512, w2: 1536 }, length: 147, tolerance: 1e-5 },
    (weights, out) => posenc.swinV2Table(3, 4, 4, { ...weights, out }),
    (weights, out) => biases.swinV2Loop(out, 3, 4, 4, weights),
  ),
  ...[1, 16].map((length) =>
    small(
      `attentionTemperature ${length}`,
      { length },
      (_, out) => posenc.attentionTemperature(length, { start: 9000, out }),
      (_, out) => loops.temperaturesLoop(out, 9000),
    ),
  ),
  small(
    'attention [1, 1, 32], 64',
    { inputs: { q: 64, k: 2048, v: 2048, weights: 32, output: 64 } },
    ({ q, k, v, weights, output }) =>
      posenc.attention({
        q,
        k,
        v,
        heads: 1,
        queries: 1,
        keys: 32,
        headDim: 64,
        out: { weights, output },
      }),
    ({ q, k, v, weights, output }) => {
      plain.attentionLoop(q, k, v, 1, 1, 32, 64, { weights, output });
      return { weights, output };
    },
  ),
  small(
    'similarity 8 x 64',
    { inputs: { table: 512 }, length: 64 },
    ({ table }, out) => posenc.similarity(table, 8, 64, { out }),
    ({ table }, out) => plain.similarityLoop(table, 8, 64, out),
  ),
  small(
    'colorize 64',
    { inputs: { values: 64 }, length: 256, kind: 'bytes', tolerance: 0 },
    ({ values }, out) => posenc.colorize(values, palette, { out }),
    ({ values }, out) => loops.colorsLoop(out, values, palette, -1, 1),
  ),
];

/** @type {import('./cases.js').Case[]} */
export const cases = [...tables, ...ropes, ...scores];
