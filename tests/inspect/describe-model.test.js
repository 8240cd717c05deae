/*
 * Tests describeModel on the families in configs/, on old and new spellings, and on any other JSON.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import {
  addAlibi,
  alibiBias,
  alibiSlopes,
  applyRope,
  attentionTemperature,
  createRope,
  describeModel,
  learnedTable,
  lookup,
  mropePositions,
  ropeFrequencies,
  ropeTable,
  sinusoidal,
  t5Bias,
} from '../../web/index.js';
import { ALIKE, configs, has, refuses } from './tools.js';

const describe = (name) => describeModel(structuredClone(configs[name]));

const rope = (heads, keyHeads, headDim, base, more = {}) => ({
  scheme: 'rope',
  layout: 'half',
  heads,
  keyHeads,
  headDim,
  rotaryDim: headDim,
  base,
  scaling: undefined,
  perLayer: ALIKE,
  ...more,
});
const NEIGHBOURS = { layout: 'interleaved' };
const YARN = {
  rope_type: 'yarn',
  factor: 40,
  original_max_position_embeddings: 4096,
  max_position_embeddings: 163840,
};

/** For each config, fields that its description must have. Other tests check single layers. */
const EXPECTED = {
  'llama-1-7b': rope(32, 32, 128, 1e4, { contextLength: 2048 }),
  'llama-2-70b': rope(64, 8, 128, 1e4, { contextLength: 4096 }),
  'llama-3-8b': rope(32, 8, 128, 5e5, { contextLength: 8192 }),
  'llama-3.1-8b': rope(32, 8, 128, 5e5, {
    contextLength: 131072,
    scaling: {
      rope_type: 'llama3',
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  }),
  'llama-3.2-1b': rope(32, 8, 64, 5e5, { scaling: { rope_type: 'llama3', factor: 32 } }),
  'llama-4-scout': {
    ...rope(40, 8, 128, 5e5, NEIGHBOURS),
    chunk: 8192,
    contextLength: 10485760,
    scaling: { rope_type: 'llama3', factor: 16 },
    perLayer: { length: 48 },
  },
  'llama-3.2-11b-vision': {
    ...rope(32, 8, 128, 5e5),
    scaling: { rope_type: 'llama3', factor: 8 },
    perLayer: { length: 40 },
  },
  'smollm3-3b': { ...rope(16, 4, 128, 5e6), perLayer: { length: 36 } },
  'mistral-7b-v0.1': rope(32, 8, 128, 1e4, { window: 4096 }),
  'mistral-nemo': rope(32, 8, 128, 1e6, { window: undefined, contextLength: 1024000 }),
  'mixtral-8x7b': rope(32, 8, 128, 1e6),
  'command-r7b': { ...rope(32, 8, 128, 5e4, NEIGHBOURS), perLayer: { length: 32 } },
  'qwen2-7b': rope(28, 4, 128, 1e6, { window: undefined }),
  'qwen2.5-7b-yarn': rope(28, 4, 128, 1e6, {
    scaling: {
      rope_type: 'yarn',
      factor: 4,
      original_max_position_embeddings: 32768,
      type: undefined,
    },
  }),
  'qwen3-8b': rope(32, 8, 128, 1e6),
  'qwen2-vl-7b': rope(28, 4, 128, 1e6, {
    scaling: { rope_type: 'default', mrope_section: [16, 24, 24] },
  }),
  'qwen2.5-vl-3b': rope(16, 2, 128, 1e6, {
    scaling: { rope_type: 'default', mrope_section: [16, 24, 24], rope_theta: undefined },
  }),
  'qwen3-vl-30b': rope(32, 4, 128, 5e6, {
    scaling: { mrope_section: [24, 20, 20], mrope_interleaved: true },
  }),
  'qwen3.5': {
    ...rope(16, 4, 256, 1e7),
    rotaryDim: 64,
    scaling: { mrope_section: [11, 11, 10] },
    perLayer: { length: 8 },
  },
  'gemma-7b': rope(16, 16, 256, 1e4),
  'gemma-2-2b': { ...rope(8, 4, 256, 1e4), perLayer: { length: 26 }, window: undefined },
  'gemma-3-1b': { ...rope(4, 1, 256, 1e6), perLayer: { length: 26 } },
  'gemma-3-4b': {
    ...rope(8, 4, 256, 1e6),
    contextLength: 131072,
    scaling: { rope_type: 'linear', factor: 8 },
    perLayer: { length: 34 },
  },
  'gemma-3-new-spelling': {
    ...rope(8, 4, 256, 1e6),
    scaling: { rope_type: 'linear', factor: 8 },
    perLayer: { length: 6 },
  },
  'gemma-4-26b': {
    ...rope(16, 2, 512, 1e6),
    scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25 },
    perLayer: { length: 30 },
  },
  'phi-1': { ...rope(32, 32, 64, 1e4), rotaryDim: 32 },
  'phi-2': { ...rope(32, 32, 80, 1e4), rotaryDim: 32 },
  'phi-3-mini-4k': rope(32, 32, 96, 1e4, { window: 2047 }),
  'phi-3.5-mini': rope(32, 32, 96, 1e4, {
    scaling: {
      rope_type: 'longrope',
      original_max_position_embeddings: 4096,
      max_position_embeddings: 131072,
    },
  }),
  'phi-4': rope(40, 10, 128, 25e4),
  'phi-4-mini': { ...rope(24, 8, 128, 1e4), rotaryDim: 96, scaling: { rope_type: 'longrope' } },
  'deepseek-v2': rope(128, 1, 64, 1e4, {
    layout: 'interleaved',
    scaling: { ...YARN, mscale: 0.707, mscale_all_dim: 0.707 },
  }),
  'deepseek-v3': rope(128, 1, 64, 1e4, {
    layout: 'interleaved-to-half',
    scaling: { ...YARN, mscale: 1, mscale_all_dim: 1 },
  }),
  'gpt-oss-20b': {
    ...rope(64, 8, 64, 15e4),
    window: undefined,
    scaling: { rope_type: 'yarn', factor: 32, truncate: false },
    perLayer: { length: 24 },
  },
  'gpt-j-6b': { ...rope(16, 16, 256, 1e4, NEIGHBOURS), rotaryDim: 64, contextLength: 2048 },
  'gpt-neox-20b': { ...rope(64, 64, 96, 1e4), rotaryDim: 24 },
  'glm-4-9b': { ...rope(32, 2, 128, 1e4, NEIGHBOURS), rotaryDim: 64 },
  dynamic: rope(32, 32, 128, 1e4, {
    scaling: { rope_type: 'dynamic', factor: 10, max_position_embeddings: 2048 },
  }),
  'falcon-7b': rope(71, 1, 64, 1e4),
  'falcon-40b': rope(128, 8, 64, 1e4),
  'falcon-rw-1b': { scheme: 'alibi', heads: 32, maxBias: 8 },
  'bloom-560m': { scheme: 'alibi', heads: 16, maxBias: 8, contextLength: 2048 },
  'mpt-7b': { scheme: 'alibi', heads: 32, maxBias: 8, contextLength: 2048 },
  'mpt-without': { scheme: 'learned', dim: 512, offset: 0, maxPositions: 128, contextLength: 128 },
  'mpt-rotary': rope(8, 8, 64, 5e5, { contextLength: 2048, window: undefined }),
  'jina-v2-small': { scheme: 'alibi', heads: 8, maxBias: 8, contextLength: 8192 },
  't5-small': {
    scheme: 't5',
    heads: 8,
    headDim: 64,
    buckets: 32,
    maxDistance: 128,
    bidirectional: true,
    parts: { encoder: { bidirectional: true }, decoder: { bidirectional: false } },
  },
  'umt5-small': { scheme: 't5', heads: 6, buckets: 32, maxDistance: 128 },
  gpt2: { scheme: 'learned', dim: 768, offset: 0, maxPositions: 1024, contextLength: 1024 },
  'opt-125m': { scheme: 'learned', dim: 768, offset: 2, maxPositions: 2050, contextLength: 2048 },
  'bert-base': { scheme: 'learned', dim: 768, offset: 0, maxPositions: 512, contextLength: 512 },
  'bert-relative': { scheme: 'relative', maxDistance: 511 },
  'roberta-base': { scheme: 'learned', offset: 2, maxPositions: 514, contextLength: 512 },
  'bart-base': { scheme: 'learned', heads: 12, offset: 2, maxPositions: 1026, contextLength: 1024 },
  'opus-mt': { scheme: 'sinusoidal', layout: 'concatenated', base: 1e4, dim: 512, start: 0 },
  'm2m100-418m': { scheme: 'sinusoidal', layout: 'fairseq', base: 1e4, dim: 1024, start: 2 },
  'vit-base-224': { scheme: 'learned', dim: 768, grid: [14, 14], prefix: 1, maxPositions: 197 },
  'siglip-384': { scheme: 'learned', grid: [24, 24], prefix: 0, maxPositions: 576 },
  'modernbert-base': {
    ...rope(12, 12, 64, 16e4),
    window: undefined,
    contextLength: 8192,
    perLayer: { length: 22 },
  },
};

test('every config is described as its family works', () => {
  assert.deepEqual(Object.keys(configs).sort(), Object.keys(EXPECTED).sort());
  for (const [name, wanted] of Object.entries(EXPECTED)) {
    const before = structuredClone(configs[name]);
    const got = describeModel(configs[name]);
    assert.deepEqual(configs[name], before, `${name} is left alone`);
    has(got, wanted, name);
    assert.ok(
      Array.isArray(got.notes) && got.notes.every((note) => typeof note === 'string'),
      name,
    );
  }
});

/** Describes a config, and returns the indices of the layers for which f is true. */
const where = (name, f) =>
  describe(name)
    .perLayer.map((layer, i) => (f(layer) ? i : -1))
    .filter((i) => i >= 0);

const multiples = (n, of, length) =>
  Array.from({ length }, (_, i) => i).filter((i) => (i + of) % n === 0);
const local = (layer) =>
  layer.base === 1e4 && layer.scaling === undefined && layer.headDim === layer.rotaryDim;

test('layers with a window have a base of their own in Gemma 3 and ModernBERT', () => {
  assert.deepEqual(
    where('gemma-3-4b', (layer) => !local(layer)),
    multiples(6, 1, 34),
  );
  assert.ok(
    describe('gemma-3-4b')
      .perLayer.filter(local)
      .every(({ window }) => window === 1024),
  );
  for (const { scaling, base, window } of describe('gemma-3-4b').perLayer.filter(
    (layer) => !local(layer),
  ))
    assert.deepEqual([scaling.factor, base, window], [8, 1e6, undefined]);
  assert.deepEqual(
    where('gemma-3-new-spelling', (layer) => !local(layer)),
    [5],
  );
  assert.deepEqual(
    where('modernbert-base', ({ base, window }) => base === 16e4 && window === undefined),
    multiples(3, 0, 22),
  );
  assert.deepEqual(
    where(
      'modernbert-base',
      ({ base, window, windowBothWays }) => base === 1e4 && window === 65 && windowBothWays,
    ).length,
    14,
  );
});

test('layers that attend to everything have other heads and another scaling in Gemma 4', () => {
  assert.deepEqual(
    where(
      'gemma-4-26b',
      ({ headDim, scaling }) => headDim === 512 && scaling.rope_type === 'proportional',
    ),
    multiples(6, 1, 30),
  );
  assert.deepEqual(
    where('gemma-4-26b', ({ keyHeads }) => keyHeads === 2),
    multiples(6, 1, 30),
  );
  assert.ok(
    describe('gemma-4-26b').perLayer.every(({ keyHeads }) => keyHeads === 2 || keyHeads === 8),
  );
  assert.deepEqual(
    where('gemma-4-26b', (layer) => local(layer) && layer.headDim === 256 && layer.window === 1024)
      .length,
    25,
  );
});

test('every second layer has a window in Gemma 2 and gpt-oss', () => {
  assert.deepEqual(
    where('gemma-2-2b', ({ window }) => window === 4096),
    multiples(2, 0, 26),
  );
  assert.deepEqual(
    where('gpt-oss-20b', ({ window, scaling }) => window === 128 && scaling.factor === 32),
    multiples(2, 0, 24),
  );
});

test('some layers have no positions, or no attention', () => {
  assert.deepEqual(
    where('llama-3.2-11b-vision', ({ scheme }) => scheme === 'nope'),
    [3, 8, 13, 18, 23, 28, 33, 38],
  );
  assert.deepEqual(
    where('smollm3-3b', ({ scheme }) => scheme === 'nope'),
    multiples(4, 1, 36),
  );
  assert.deepEqual(
    where('command-r7b', ({ scheme, window }) => scheme === 'nope' && window === undefined),
    multiples(4, 1, 32),
  );
  assert.deepEqual(
    where('command-r7b', ({ scheme, window }) => scheme === 'rope' && window === 4096).length,
    24,
  );
  assert.deepEqual(
    where('qwen3.5', ({ scheme }) => scheme === 'none'),
    [0, 1, 2, 4, 5, 6],
  );
});

test('layers of Llama 4 without positions scale their queries, and a config may mark them', () => {
  const scout = describe('llama-4-scout').perLayer;
  scout.forEach((layer, i) =>
    has(
      layer,
      i % 4 === 3
        ? { scheme: 'nope', chunk: undefined, temperature: { beta: 0.1, floor: 8192 } }
        : { scheme: 'rope', chunk: 8192, temperature: undefined },
      i,
    ),
  );
  assert.deepEqual(attentionTemperature(9000, scout[3].temperature), attentionTemperature(9000));
  const marked = structuredClone(configs['llama-4-scout']);
  marked.text_config.no_rope_layers = Array.from({ length: 48 }, (_, i) => (i ? 1 : 0));
  marked.text_config.attn_temperature_tuning = false;
  has(describeModel(marked).perLayer[0], { scheme: 'nope', temperature: undefined }, 'marked');
  assert.equal(describeModel(marked).perLayer[3].scheme, 'rope');
});

test('the other functions accept what describeModel describes', () => {
  for (const name of Object.keys(configs)) {
    const found = describe(name);
    const { scheme, heads, headDim, base, rotaryDim, scaling, layout, keyHeads } = found;
    if (scheme === 'rope') {
      for (const layer of [found, ...(found.perLayer ?? [])].filter(
        (layer) => layer.scheme === 'rope',
      )) {
        const { frequencies } = ropeFrequencies(layer.headDim, {
          base: layer.base,
          rotaryDim: layer.rotaryDim,
          scaling: layer.scaling,
        });
        assert.equal(frequencies.length, layer.rotaryDim / 2);
      }
      const axes = scaling?.mrope_section ? 3 : 1;
      assert.equal(
        ropeTable(3, headDim, { base, rotaryDim, scaling, positions: new Array(3 * axes).fill(1) })
          .cos.length,
        (3 * rotaryDim) / 2,
      );
      const x = new Float32Array(2 * heads * headDim).fill(1);
      applyRope(x, {
        heads,
        headDim,
        base,
        rotaryDim,
        scaling,
        layout,
        positions: new Array(2 * axes).fill(1),
      });
      createRope({ heads, keyHeads, headDim, base, rotaryDim, scaling, layout, length: 2 }).apply({
        q: x,
        ...(axes > 1 ? { positions: [0, 1, 0, 1, 0, 1] } : {}),
      });
      assert.ok(x.every(Number.isFinite));
    } else if (scheme === 'alibi')
      alibiBias(heads, 2, 2, { slopes: alibiSlopes(heads, { maxBias: found.maxBias }) });
    else if (scheme === 't5')
      t5Bias(new Float32Array(found.buckets * heads), heads, 2, 3, {
        buckets: found.buckets,
        maxDistance: found.maxDistance,
        bidirectional: found.bidirectional,
      });
    else if (scheme === 'learned')
      lookup(learnedTable(found.maxPositions, found.dim), found.dim, [
        found.offset ?? 0,
        found.maxPositions - 1,
      ]);
    else if (scheme === 'sinusoidal')
      assert.equal(
        sinusoidal(2, found.dim, { layout, base, start: found.start }).length,
        2 * found.dim,
      );
    else assert.equal(scheme, 'relative');
  }
});

const close = (got, wanted, digits, where) =>
  assert.ok(
    Math.abs(got - wanted) <= 10 ** -digits * Math.abs(wanted),
    `${where}: ${got} for ${wanted}`,
  );
const frequenciesOf = (name, contextLength) => {
  const { headDim, base, rotaryDim, scaling } = describe(name);
  return ropeFrequencies(headDim, { base, rotaryDim, scaling, contextLength });
};

test('the descriptions of models give published numbers', () => {
  const llama = frequenciesOf('llama-3.1-8b').frequencies;
  const published = [
    3.211445995e-3, 2.166570764e-3, 1.371893568e-3, 8.567514129e-4, 5.24846161e-4, 3.126937504e-4,
    1.785078128e-4, 9.556212354e-5,
  ];
  published.forEach((value, i) => close(llama[28 + i], value, 9, `Llama 3.1, ${28 + i}`));
  for (const [name, factor, length] of [
    ['gpt-oss-20b', 1.3465736],
    ['deepseek-v3', 1],
    ['deepseek-v2', 1],
    ['phi-3.5-mini', 1.1902381, 8192],
    ['qwen2.5-7b-yarn', 1.1386294],
  ])
    close(frequenciesOf(name, length).attentionFactor, factor, 7, name);
  close(frequenciesOf('dynamic', 16384).frequencies[63], 1.6265e-6, 4, 'dynamic NTK');
  const gemma = frequenciesOf('gemma-4-26b').frequencies;
  assert.deepEqual([gemma.filter((w) => w).length, gemma.length, gemma[0]], [64, 256, 1]);
  close(gemma[63], 1e6 ** (-126 / 512), 14, 'Gemma 4');
  const scout = frequenciesOf('llama-4-scout').frequencies;
  scout.forEach((w, i) =>
    close(
      w,
      5e5 ** (-i / 64) / ((2 * Math.PI) / 5e5 ** (-i / 64) > 8192 ? 16 : 1),
      14,
      `Llama 4, ${i}`,
    ),
  );
  assert.deepEqual(
    [2, 3]
      .map(
        (i) =>
          (frequenciesOf('phi-3.5-mini', 4097).frequencies[i] * [1.2, 1.4][i - 2]) /
          frequenciesOf('phi-3.5-mini', 4096).frequencies[i],
      )
      .map((x) => x.toFixed(12)),
    ['1.000000000000', '1.000000000000'],
  );
});

test('notes say what the numbers do not show', () => {
  const noted = (name, pattern) =>
    assert.ok(
      describe(name).notes.some((note) => pattern.test(note)),
      `${name}: ${describe(name).notes}`,
    );
  const silent = (name) => assert.deepEqual(describe(name).notes, [], name);
  for (const name of [
    'llama-3-8b',
    'llama-3.1-8b',
    'mistral-7b-v0.1',
    'qwen3-8b',
    'gpt2',
    'bert-base',
  ])
    silent(name);
  noted('gpt-j-6b', /\(2i, 2i \+ 1\)/);
  noted('gpt-j-6b', /64 of 256 dimensions/);
  noted('gpt-neox-20b', /24 of 96/);
  noted('deepseek-v3', /last 64 dimensions/);
  noted('deepseek-v3', /mscale_all_dim/);
  noted('gpt-oss-20b', /attention factor/);
  noted('phi-3.5-mini', /Beyond 4096 positions/);
  noted('dynamic', /cached keys/);
  noted('qwen2-vl-7b', /mropePositions/);
  noted('falcon-rw-1b', /before scores are divided/);
  noted('bloom-560m', /skip padding/);
  noted('t5-small', /not divided by sqrt/);
  noted('umt5-small', /Each layer/);
  for (const name of ['mpt-7b', 'jina-v2-small']) silent(name);
  noted('mpt-rotary', /turns ALiBi off, but/);
  noted('mpt-without', /turns ALiBi off, but/);
});

test('old and new spellings are read alike', () => {
  const llama = {
    model_type: 'llama',
    hidden_size: 256,
    num_attention_heads: 4,
    max_position_embeddings: 512,
  };
  const linear = { factor: 2 };
  const spelt = [
    { rope_theta: 5000, rope_scaling: { ...linear, type: 'linear' } },
    { rope_theta: 5000, rope_scaling: { ...linear, rope_type: 'linear' } },
    { rope_parameters: { ...linear, rope_type: 'linear', rope_theta: 5000 } },
    { rope_theta: 5000, rope_parameters: { ...linear, rope_type: 'linear', type: 'old' } },
    { rope_parameters: { full_attention: { ...linear, rope_type: 'linear', rope_theta: 5000 } } },
    {
      num_hidden_layers: null,
      head_dim: null,
      rope_theta: 5000,
      rope_scaling: null,
      rope_parameters: { ...linear, type: 'linear' },
    },
  ].map((fields) => describeModel({ ...llama, ...fields }));
  for (const each of spelt) assert.deepEqual(each, spelt[0]);
  assert.deepEqual([spelt[0].base, spelt[0].scaling.rope_type], [5000, 'linear']);
  const phi = structuredClone(configs['phi-3.5-mini']);
  const wanted = describe('phi-3.5-mini');
  for (const type of ['longrope', 'su', 'yarn'])
    assert.deepEqual(
      describeModel({ ...phi, rope_scaling: { ...phi.rope_scaling, type } }),
      wanted,
      type,
    );
  for (const plain of [
    {},
    { rope_scaling: { type: 'default' } },
    { rope_scaling: {} },
    { rope_parameters: { rope_type: 'default', rope_theta: 1e4 } },
  ])
    assert.equal(describeModel({ ...llama, ...plain }).scaling, undefined);
  const modern = {
    ...configs['modernbert-base'],
    rope_scaling: { rope_type: 'linear', factor: 2 },
  };
  assert.ok(
    describeModel(modern).perLayer.every(({ scaling }) => scaling.factor === 2),
    'both kinds of ModernBERT scale',
  );
  assert.equal(describeModel({ ...configs['deepseek-v3'], rope_interleave: false }).layout, 'half');
  assert.equal(describeModel({ text_config: { text_config: llama }, hidden_size: 1 }).headDim, 64);
});

test('a description of M-RoPE works with mropePositions and applyRope', () => {
  const { headDim, base, rotaryDim, scaling, layout } = describe('qwen2-vl-7b');
  const { positions } = mropePositions([{ image: [1, 2, 2] }, { text: 2 }]);
  const x = new Float32Array(6 * headDim).fill(1);
  const turned = applyRope(x.slice(), {
    heads: 1,
    headDim,
    base,
    rotaryDim,
    scaling,
    layout,
    positions,
  });
  for (const [token, pair, axis] of [
    [3, 0, 0],
    [3, 20, 1],
    [3, 50, 2],
    [5, 50, 2],
  ]) {
    const angle = positions[axis * 6 + token] * base ** ((-2 * pair) / rotaryDim);
    assert.ok(
      Math.abs(turned[token * headDim + pair] - (Math.cos(angle) - Math.sin(angle))) < 1e-6,
    );
  }
});

const LLAMA = configs['llama-3.1-8b'];
const PHI = configs['phi-3.5-mini'];

/** Broken configs, each with the class of its error and the beginning of the message. */
const REFUSALS = [
  [null, TypeError, /^\w+: config: expected an object, got null/],
  [[], TypeError, /^\w+: config: expected an object, got Array/],
  [{}, TypeError, /^\w+: config\.model_type: expected a string, got undefined/],
  [
    { model_type: 'constructor' },
    RangeError,
    /^\w+: config\.model_type: expected a known model type, got "constructor"/,
  ],
  [
    { model_type: 'llama' },
    TypeError,
    new RegExp(
      '^describeModel: config\\.num_attention_heads or n_head or n_heads or num_heads or ' +
        'encoder_attention_heads or attention_heads: expected an integer, got undefined',
    ),
  ],
  [
    { model_type: 'llama', num_attention_heads: 4 },
    TypeError,
    /^\w+: config\.hidden_size or n_embd or d_model or .*: expected an integer, got undefined/,
  ],
  [
    { model_type: 'llama', num_attention_heads: 4, hidden_size: 258 },
    RangeError,
    /^\w+: config\.hidden_size \/ 4 heads: expected an integer from 1 to 8192, got 64\.5/,
  ],
  [
    { ...LLAMA, rope_theta: '1e4' },
    TypeError,
    /^\w+: config\.rope_theta: expected a number, got "1e4"/,
  ],
  [
    { ...LLAMA, rope_scaling: { ...LLAMA.rope_scaling, factor: undefined } },
    TypeError,
    /^\w+: config\.rope_scaling\.factor: /,
  ],
  [
    { ...LLAMA, rope_scaling: { rope_type: 'ntk2' } },
    RangeError,
    /^\w+: config\.rope_scaling\.rope_type: expected .*got "ntk2"/,
  ],
  [
    { ...LLAMA, rope_scaling: 8 },
    TypeError,
    /^\w+: config\.rope_scaling: expected an object, got 8/,
  ],
  [
    {
      ...LLAMA,
      rope_scaling: null,
      rope_parameters: { full_attention: { rope_type: 'yarn', factor: 'x' } },
    },
    TypeError,
    /^\w+: config\.rope_parameters\.full_attention\.factor: /,
  ],
  [
    { ...LLAMA, head_dim: 63 },
    RangeError,
    /^\w+: config\.head_dim: expected an even number, got 63/,
  ],
  [
    { ...configs['phi-2'], partial_rotary_factor: 2 },
    RangeError,
    /^\w+: config\.partial_rotary_factor: /,
  ],
  [
    { ...configs['qwen2-vl-7b'], rope_scaling: { type: 'mrope', mrope_section: [1, 2, 3] } },
    RangeError,
    /^\w+: config\.rope_scaling\.mrope_section: expected a sum of 64/,
  ],
  [
    {
      ...PHI,
      rope_scaling: { type: 'su', short_factor: [1], long_factor: [1] },
    },
    RangeError,
    /^\w+: config\.rope_scaling\.short_factor: expected 48 numbers/,
  ],
  [
    {
      ...PHI,
      rope_scaling: { ...PHI.rope_scaling, long_factor: [1] },
    },
    RangeError,
    /^\w+: config\.rope_scaling\.long_factor: expected 48 numbers/,
  ],
  [
    { ...configs['gemma-2-2b'], num_hidden_layers: undefined },
    TypeError,
    /^\w+: config\.num_hidden_layers: /,
  ],
  [
    { ...configs['smollm3-3b'], no_rope_layers: [1, 0] },
    RangeError,
    /^\w+: config\.no_rope_layers: expected 0 or 36 numbers/,
  ],
  [
    { ...configs['smollm3-3b'], no_rope_layers: 4 },
    TypeError,
    /^\w+: config\.no_rope_layers: expected an array of numbers, got 4/,
  ],
  ...[() => 4, Symbol('4')].map((value) => [
    { ...configs['smollm3-3b'], other: { value } },
    TypeError,
    /^\w+: config\.other\.value: expected a value of JSON, got /,
  ]),
  ...['constructor', { toString: 4 }].map((word) => [
    { ...configs['bert-base'], model_type: 'esm', position_embedding_type: word },
    typeof word === 'string' ? RangeError : TypeError,
    /^\w+: config\.position_embedding_type: expected "absolute" or /,
  ]),
  [
    {
      ...configs['bert-base'],
      model_type: 'deberta',
      relative_attention: true,
      pos_att_type: [{ toString: 4 }],
    },
    TypeError,
    /^\w+: config\.pos_att_type\[0\]: expected a string, got object/,
  ],
  [
    { model_type: 'swin', embed_dim: 96, num_heads: [3, { toString: 4 }], window_size: 7 },
    TypeError,
    /^\w+: config\.num_heads\[1\]: expected an integer, got object/,
  ],
  [
    { ...configs['gemma-2-2b'], num_hidden_layers: 1e9 },
    RangeError,
    /^\w+: config\.num_hidden_layers: expected an integer from 1 to 4096/,
  ],
  [
    {
      ...configs['qwen3.5'],
      text_config: {
        ...configs['qwen3.5'].text_config,
        num_hidden_layers: 1,
        layer_types: ['conv2'],
      },
    },
    RangeError,
    /^\w+: config\.text_config\.layer_types\[0\]: expected "full_attention" or /,
  ],
  [
    { model_type: 'bert', num_attention_heads: 2, hidden_size: 4 },
    TypeError,
    /^\w+: config\.max_position_embeddings or n_positions or /,
  ],
  [
    { model_type: 'vit', num_attention_heads: 2, hidden_size: 4 },
    TypeError,
    /^\w+: config\.image_size: /,
  ],
  [
    { ...configs['mpt-7b'], attn_config: { alibi_bias_max: 500 } },
    RangeError,
    /^\w+: config\.attn_config\.alibi_bias_max: /,
  ],
  [
    { model_type: 't5', num_heads: 2, d_kv: 2, relative_attention_num_buckets: 1.5 },
    RangeError,
    /^\w+: config\.relative_attention_num_buckets: /,
  ],
];

test('errors name what is missing or wrong', () => {
  for (const [config, Kind, message] of REFUSALS) refuses(config, Kind, message);
});

/** Asserts that a config is either described, or refused by an error that names a field. */
function describedOrRefused(config) {
  try {
    const found = describeModel(config);
    assert.equal(typeof found.scheme, 'string');
  } catch (error) {
    assert.ok(
      [TypeError, RangeError].includes(error.constructor),
      `${error.stack} for ${JSON.stringify(config)}`,
    );
    assert.match(error.message, /^\w+: config\b.*: expected /s, JSON.stringify(config));
  }
}

/** The names of all fields in configs/. */
const FIELDS = new Set(
  JSON.stringify(configs)
    .match(/"\w+"(?=:)/g)
    .map((key) => key.slice(1, -1)),
);

const VALUES = [
  ...[null, 0, -1, 1, 2, 0.5, 1e300, 'default', 'yarn', 'su'],
  ...[[], {}, { toString: 1 }, { rope_type: { toString: null } }],
];

test('any other JSON is described, or refused by name', () => {
  fc.assert(fc.property(fc.jsonValue(), describedOrRefused), { numRuns: 300 });
  const edit = fc.record({
    key: fc.constantFrom(...FIELDS),
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...VALUES)),
    nested: fc.constantFrom('', 'text_config', 'rope_scaling', 'rope_parameters'),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(configs)),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (name, edits) => {
        const config = structuredClone(configs[name]);
        for (const { key, value, nested } of edits) {
          const isObject = config[nested] && typeof config[nested] === 'object';
          const target = isObject ? config[nested] : config;
          target[key] = structuredClone(value);
        }
        describedOrRefused(JSON.parse(JSON.stringify(config)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('each function takes its own options from a description, and refuses misspelt ones', () => {
  const llama = describe('llama-3.1-8b');
  const { headDim, base, rotaryDim, scaling, contextLength } = llama;
  assert.deepEqual(
    ropeFrequencies(headDim, llama),
    ropeFrequencies(headDim, { base, rotaryDim, scaling, contextLength }),
  );
  assert.deepEqual(
    applyRope(new Float32Array(4096).fill(1), llama),
    applyRope(new Float32Array(4096).fill(1), { heads: 32, headDim, base, scaling, contextLength }),
  );
  const mpt = describeModel({
    model_type: 'mpt',
    d_model: 4096,
    n_heads: 32,
    attn_config: { alibi_bias_max: 16 },
  });
  const slopes = alibiSlopes(32, { maxBias: 16 });
  assert.equal(alibiBias(32, 1, 2, mpt)[0], Math.fround(-(2 ** -0.5)));
  for (const options of [mpt, { maxBias: 16 }, { slopes }]) {
    assert.deepEqual(alibiBias(32, 3, 4, options), alibiBias(32, 3, 4, { slopes }));
    assert.deepEqual(
      addAlibi(new Float32Array(2 * 32 * 12).fill(1), 32, 3, 4, options),
      addAlibi(new Float32Array(2 * 32 * 12).fill(1), 32, 3, 4, { slopes }),
    );
  }
  assert.deepEqual(
    alibiBias(32, 3, 4, Object.assign(mpt, { slopes: alibiSlopes(32) })),
    alibiBias(32, 3, 4),
    'slopes beside a description',
  );
  const bloom = describe('bloom-560m');
  const t5 = describe('t5-small');
  assert.deepEqual(alibiBias(bloom.heads, 2, 3, bloom), alibiBias(bloom.heads, 2, 3));
  const weights = new Float32Array(t5.buckets * t5.heads).fill(1);
  assert.deepEqual(t5Bias(weights, t5.heads, 2, 3, t5), t5Bias(weights, t5.heads, 2, 3));
  assert.throws(() => ropeFrequencies(headDim, { ...llama, bass: 1 }), {
    name: 'TypeError',
    message: /^ropeFrequencies: options: expected only .*, got "bass"; bass: did you mean base\?$/,
  });
});
