/*
 * Hashes of results of all public functions. Every engine must give the same hashes. This module
 * imports nothing, so that it runs in Node, Deno, Bun, pages and workers.
 */

/** The shape of the queries and keys, which several calls share. */
const SHAPE = { heads: 2, queries: 9, keys: 11, headDim: 16 };
const PAIRS = [SHAPE.heads, SHAPE.queries, SHAPE.keys];

/** One config of each type of scaling. */
const SCALINGS = {
  linear: { factor: 4 },
  ntk: { factor: 2 },
  dynamic: { factor: 2, max_position_embeddings: 64 },
  yarn: { factor: 4, original_max_position_embeddings: 32 },
  llama3: {
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 64,
  },
  longrope: {
    long_factor: Array.from({ length: 32 }, (_, i) => 1 + i / 3),
    short_factor: Array(32).fill(1.5),
    original_max_position_embeddings: 64,
  },
  proportional: { partial_rotary_factor: 0.5 },
};

const CONFIG = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: { rope_type: 'llama3', ...SCALINGS.llama3 },
};

/** Options for arrays of 16-bit numbers. */
const ROUNDED = { heads: 1, headDim: 64, dtype: 'bfloat16' };

/**
 * Calls of the library `p`, by the name of the function. `noise` makes arrays of random numbers.
 */
const TABLES = {
  wavelengths: (p) => p.wavelengths(128),
  sinusoidal: (p) => [
    p.sinusoidal(513, 130),
    p.sinusoidal(40, 33, { dtype: 'float64', start: 1e9 }),
    p.sinusoidal(64, 64, { precision: 'float32', layout: 'fairseq' }),
    p.sinusoidal(64, 64, { dtype: 'float16' }),
    p.sinusoidal(64, 64, { dtype: 'bfloat16', positions: Array(64).fill(0.3) }),
  ],
  sinusoidalPE: (p) => p.sinusoidalPE(9, 10),
  sinusoidal2d: (p) => p.sinusoidal2d(7, 9, 64),
  sinusoidal3d: (p) => p.sinusoidal3d(3, 4, 5, 96),
  resizeGrid: (p, noise) => p.resizeGrid(noise(64 * 32), [8, 8], [12, 10], 32, { antialias: true }),
  timestepEmbedding: (p, noise) => p.timestepEmbedding(noise(20), 64),
  fourierFeatures: (p, noise) => p.fourierFeatures(noise(64), 4, { axes: 2 }),
  addPositional: (p, noise) => p.addPositional(noise(640), noise(320), { length: 10, dim: 32 }),
  shiftMatrix: (p) => p.shiftMatrix(32, 5.5),
  shiftRows: (p, noise) => p.shiftRows(noise(320), 32, 7),
  learnedTable: (p) => [
    p.learnedTable(64, 33, { seed: 3 }),
    p.learnedTable(64, 33, { init: 'xavier' }),
  ],
  lookup: (p, noise) => p.lookup(noise(320), 32, [3, 0, 9]),
};

const ROTATIONS = {
  ropeFrequencies: (p) =>
    Object.entries(SCALINGS).map(([type, scaling]) =>
      p.ropeFrequencies(64, { scaling: { rope_type: type, ...scaling }, contextLength: 100 }),
    ),
  ropeTable: (p) => [
    p.ropeTable(100, 64, { start: 1e6 }),
    p.ropeTable(20, 64, { dtype: 'float64', xpos: { of: 'keys' } }),
    p.ropeTable(20, 64, { scaling: { rope_type: 'yarn', ...SCALINGS.yarn }, dtype: 'float16' }),
  ],
  applyRope: (p, noise) => [
    p.applyRope(noise(8192), { heads: 4, headDim: 64 }),
    p.applyRope(Float64Array.from(noise(8192)), { heads: 4, headDim: 64, layout: 'interleaved' }),
    p.applyRope(p.sinusoidal(64, 64, { dtype: 'bfloat16' }), ROUNDED),
  ],
  createRope: (p, noise) => {
    const q = noise(8192);
    p.createRope({ heads: 4, headDim: 64 }).apply({ q, start: 77 });
    return q;
  },
  createRopes: (p, noise) => {
    const [q, sizes] = [noise(8192), { hidden_size: 256, num_attention_heads: 4 }];
    const model = p.describeModel({ model_type: 'llama', ...sizes, num_hidden_layers: 2 });
    for (const rope of p.createRopes(model)) rope.apply({ q, start: 77 });
    return q;
  },
  swapRopeLayout: (p, noise) =>
    p.swapRopeLayout(noise(8192), { headDim: 64, from: 'half', to: 'interleaved' }),
  gridPositions: (p) => p.gridPositions([3, 4]),
  ropeMixedTable: (p, noise) => p.ropeMixedTable(noise(20), noise(64), { axes: 2 }),
  applyPope: (p, noise) => p.applyPope(noise(8192), { heads: 4, headDim: 64 }),
  positionsFromMask: (p) => p.positionsFromMask([0, 0, 1, 1, 1, 1, 1, 1], 2, 4),
  mropePositions: (p) => p.mropePositions([{ text: 3 }, { image: [1, 2, 3] }, { text: 2 }]),
};

const BIASES = {
  alibiSlopes: (p) => p.alibiSlopes(12),
  alibiBias: (p) => [p.alibiBias(12, 50, 70), p.alibiBias(12, 5, 7, { dtype: 'float16' })],
  addAlibi: (p, noise) => p.addAlibi(noise(198), ...PAIRS, { causal: true }),
  t5Buckets: (p) => p.t5Buckets(64, 300),
  t5Bias: (p, noise) => p.t5Bias(noise(64), ...PAIRS),
  kerpleBias: (p) => [
    p.kerpleBias(...PAIRS, { p: [1, 2], a: [1, 0.5] }),
    p.kerpleBias(...PAIRS, { p: [1, 2], a: [1, 0.5], form: 'power' }),
  ],
  sandwichBias: (p) => p.sandwichBias(...PAIRS),
  fireBias: (p, noise) =>
    p.fireBias(...PAIRS, { w1: noise(8), b1: noise(8), w2: noise(16), b2: noise(2) }),
  copePositions: (p, noise) => p.copePositions(noise(198), 9, 11),
  copeBias: (p, noise) =>
    p.copeBias({ ...SHAPE, q: noise(288), table: noise(64), logits: noise(198) }),
  shawBuckets: (p) => p.shawBuckets(9, 11, { maxDistance: 4 }),
  shawBias: (p, noise) => p.shawBias({ ...SHAPE, q: noise(288), table: noise(528) }),
  shawValues: (p, noise) => p.shawValues({ ...SHAPE, weights: noise(198), table: noise(528) }),
  transformerXLBias: (p, noise) =>
    p.transformerXLBias({ ...SHAPE, q: noise(288), v: noise(32), table: noise(352) }),
  xlnetTable: (p) => p.xlnetTable(9, 11, 32),
  debertaBuckets: (p) => p.debertaBuckets(9, 300),
  debertaBias: (p, noise) => {
    const tables = { keyTable: noise(2 * 16 * 16), queryTable: noise(2 * 16 * 16) };
    const vectors = { ...SHAPE, q: noise(288), k: noise(352), ...tables };
    return p.debertaBias({ ...vectors, buckets: 8, maxDistance: 30 });
  },
  swinIndex: (p) => p.swinIndex(3, 4),
  swinBias: (p, noise) => p.swinBias(noise(70), 2, 3, 4),
  swinV2Coordinates: (p) => p.swinV2Coordinates(3, 4),
  swinV2Table: (p, noise) => p.swinV2Table(2, 3, 4, { w1: noise(8), b1: noise(4), w2: noise(8) }),
};

const OTHERS = {
  attentionTemperature: (p) => p.attentionTemperature(20, { beta: 0.1, floor: 4 }),
  attention: (p, noise) =>
    p.attention({ ...SHAPE, q: noise(288), k: noise(352), v: noise(352), causal: true }),
  similarity: (p, noise) =>
    ['cosine', 'dot', 'euclidean'].map((metric) => p.similarity(noise(640), 20, 32, { metric })),
  describeModel: (p) => p.describeModel(CONFIG),
  identify: (p) => p.identify(p.sinusoidal(64, 128, { base: 777, start: 1 }), 64, 128),
  colorize: (p, noise) => p.colorize(noise(99), Uint8Array.of(0, 1, 2, 255, 99, 98, 97, 255)),
  createArena: (p) => p.sinusoidal(64, 64, { out: p.createArena(1 << 15).float32(4096) }),
};

/** Calls of `d`, the functions of posenc/doctor. */
export const DOCTOR = {
  compare: (p, noise, d) => d.compare(noise(640), noise(640).slice().reverse(), { rows: 20 }),
  describeGguf: (p, noise, d) =>
    d.describeGguf({
      'general.architecture': 'qwen2',
      'qwen2.embedding_length': 512,
      'qwen2.attention.head_count': 8,
    }),
  golden: (p, noise, d) => d.golden(CONFIG, { positions: [0, 9, 99], dtype: 'bfloat16' }),
  identifyBias: (p, noise, d) => [
    d.identifyBias(p.kerpleBias(2, 20, 30, { p: [1, 0.7], a: [1, 0.3] }), 2, 20, 30),
    d.identifyBias(p.t5Bias(noise(64), 2, 60, 60), 2, 60, 60),
  ],
  identifyRotation: (p, noise, d) => {
    const scaling = { rope_type: 'yarn', ...SCALINGS.yarn };
    const options = { heads: 2, headDim: 32, base: 5e5, scaling, start: 3 };
    const before = noise(1024);
    return d.identifyRotation(before, p.applyRope(before.slice(), options), {
      heads: 2,
      headDim: 32,
    });
  },
  identifyTable: (p, noise, d) => [
    d.identifyTable(p.sinusoidal2d(5, 6, 32), 30, 32),
    d.identifyTable(p.sinusoidal(30, 32, { dtype: 'bfloat16' }), 30, 32, { dtype: 'bfloat16' }),
    d.identifyTable(noise(640), 20, 32),
  ],
  identifyVector: (p, noise, d) => [
    d.identifyVector(p.ropeFrequencies(64, { base: 5e5 }).frequencies),
    d.identifyVector(p.alibiSlopes(12)),
  ],
};

export const CALLS = { ...TABLES, ...ROTATIONS, ...BIASES, ...OTHERS };

/** Adds bytes to a hash (FNV-1a). */
const added = (hash, bytes) => bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16777619), hash);

/** Adds arrays, lists and objects of results to a hash, with all bits of their numbers. */
function hashed(hash, result) {
  if (ArrayBuffer.isView(result))
    return added(hash, new Uint8Array(result.buffer, result.byteOffset, result.byteLength));
  if (typeof result === 'number') return hashed(hash, Float64Array.of(result));
  if (result === null || typeof result !== 'object')
    return added(
      hash,
      [...String(result)].map((sign) => sign.codePointAt(0)),
    );
  return Object.entries(result).reduce(
    (sum, [key, value]) => hashed(hashed(sum, key), value),
    hash,
  );
}

/**
 * Returns the hash of the results of each call, by the name of the function. If `doctor` is given,
 * the hashes of its functions are added.
 */
export function hashesOf(posenc, doctor) {
  const noise = (length) => posenc.learnedTable(1, length, { std: 1, seed: length });
  const hash = (call) => (hashed(0x811c9dc5, call(posenc, noise, doctor)) >>> 0).toString(16);
  const calls = { ...CALLS, ...(doctor && DOCTOR) };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, hash(call)]));
}
