/*
 * Tests `describeGguf`. Metadata of llama.cpp's files must give the same rotation as the
 * config.json of their model. The layout must be that of the converted weights.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { describeGguf, golden, identifyRotation } from '../../web/doctor/index.js';
import {
  HALF,
  INTERLEAVED,
  INTERLEAVED_SECTIONS,
  OTHERS,
  SECTIONED,
} from '../../web/doctor/gguf-architectures.js';
import { modelSentences } from '../../web/findings/model-sentences.js';
import { applyRope, describeModel, ropeFrequencies } from '../../web/index.js';
import { configs } from '../inspect/tools.js';
import { noise } from '../support/reference.js';

/** Adds the name of the architecture to the names of fields. */
const metadata = (name, fields) => ({
  'general.architecture': name,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${name}.${key}`, value])),
});
const LLAMA = {
  embedding_length: 4096,
  'attention.head_count': 32,
  'attention.head_count_kv': 8,
  block_count: 32,
  context_length: 8192,
  'rope.freq_base': 500000,
  'rope.dimension_count': 128,
};

/** Asserts that both descriptions have the same rotation and the same heads. */
function agree(got, expected, more = []) {
  for (const name of ['scheme', 'heads', 'keyHeads', 'headDim', 'rotaryDim', 'base', ...more])
    assert.deepEqual(got[name], expected[name], name);
  const frequencies = (model) => [...ropeFrequencies(model.headDim, model).frequencies];
  if (got.scheme === 'rope') assert.deepEqual(frequencies(got), frequencies(expected));
}

test('the layout of Llama is interleaved in a GGUF file and half on the hub', () => {
  const got = describeGguf(metadata('llama', LLAMA));
  const config = describeModel(configs['llama-3-8b']);
  agree(got, config, ['contextLength']);
  assert.deepEqual([got.layout, config.layout], ['interleaved', 'half']);
  assert.deepEqual(got.notes, [
    'The weights of the file want the rotation "norm" of llama.cpp.',
    'The conversion to GGUF permutes the weights of Llama. Its weights from Hugging Face want "half".',
  ]);
  const bigints = Object.fromEntries(
    Object.entries(LLAMA).map(([key, value]) => [key, BigInt(value)]),
  );
  agree(describeGguf(metadata('llama', bigints)), config);
});

test('partial rotation, YaRN and sections are described', () => {
  const neox = { embedding_length: 512, 'attention.head_count': 8, 'rope.dimension_count': 16 };
  const partial = describeGguf(metadata('gptneox', neox));
  assert.deepEqual([partial.layout, partial.rotaryDim, partial.base], ['half', 16, 10000]);
  assert.equal(partial.notes[0], '16 of 64 dimensions rotate.');
  const yarn = {
    ...LLAMA,
    'rope.scaling.type': 'yarn',
    'rope.scaling.factor': 4,
    'rope.scaling.original_context_length': 32768,
  };
  const { scaling } = describeGguf(metadata('qwen2', yarn));
  assert.deepEqual([scaling.rope_type, scaling.factor], ['yarn', 4]);
  const { attentionFactor } = ropeFrequencies(128, describeGguf(metadata('qwen2', yarn)));
  assert.ok(Math.abs(attentionFactor - (1 + 0.1 * Math.log(4))) < 1e-12);
  const sections = { ...LLAMA, 'rope.dimension_sections': [16, 24, 24, 0] };
  const typed = { ...LLAMA, 'rope.dimension_sections': Int32Array.of(16, 24, 24, 0) };
  assert.deepEqual(describeGguf(metadata('qwen2vl', typed)).sections, [16, 24, 24]);
  const vision = describeGguf(metadata('qwen2vl', sections));
  assert.deepEqual([vision.sections, vision.sectioning], [[16, 24, 24], 'chunked']);
  assert.equal(describeGguf(metadata('qwen3vl', sections)).sectioning, 'interleaved');
});

test('the tensors of a file scale frequencies', () => {
  const { frequencies } = ropeFrequencies(128, describeModel(configs['llama-3.1-8b']));
  const plain = ropeFrequencies(128, { base: 500000 }).frequencies;
  const rope_freqs = Float32Array.from(plain, (x, i) => x / frequencies[i]);
  const got = describeGguf(metadata('llama', LLAMA), { factors: { rope_freqs } });
  const own = ropeFrequencies(128, got);
  assert.equal(own.attentionFactor, 1);
  own.frequencies.forEach((x, i) => assert.ok(Math.abs(x / frequencies[i] - 1) < 1e-7));
  assert.deepEqual(
    [got.scaling.rope_type, got.scaling.factor, got.scaling.original_max_position_embeddings],
    ['llama3', 8, 8192],
  );
  assert.match(got.notes[0], /factors in rope_freqs\. They are those of llama3, with factor 8\.$/);
  assert.match(got.notes.at(-1), /permutes the weights of Llama/);
  assert.doesNotMatch(modelSentences(got).join(), /longrope/);
  const others = rope_freqs.map((x, i) => x + (i % 3));
  const odd = describeGguf(metadata('llama', LLAMA), { factors: { rope_freqs: others } });
  assert.match(odd.notes[0], /which follow no formula/);
  assert.doesNotMatch(modelSentences(odd).join(), /longrope/);
  const before = noise(Float32Array, 64 * 128, 1);
  const after = applyRope(before.slice(), { ...odd, heads: 1 });
  const rotation = identifyRotation(before, after, { heads: 1, headDim: 128, expected: odd });
  assert.equal(rotation.matched, 1);
  assert.doesNotMatch(rotation.notes.join(), /longrope/);
  const long = { ...LLAMA, 'rope.scaling.type': 'longrope' };
  const { scaling, notes } = describeGguf(metadata('phi3', long));
  assert.equal(scaling, undefined);
  assert.match(notes[0], /rope_factors_long/);
});

test('Gemma 3 has two bases, and so have its golden vectors', () => {
  const fields = {
    embedding_length: 2560,
    'attention.head_count': 8,
    'attention.head_count_kv': 4,
    'attention.key_length': 256,
    'attention.sliding_window': 1024,
    block_count: 34,
    context_length: 131072,
    'rope.freq_base': 1000000,
    'rope.scaling.type': 'linear',
    'rope.scaling.factor': 8,
  };
  const got = describeGguf(metadata('gemma3', fields));
  const config = describeModel(configs['gemma-3-4b']);
  assert.deepEqual(
    got.perLayer.map(({ base, window }) => [base, window]),
    config.perLayer.map(({ base, window }) => [base, window]),
  );
  assert.deepEqual(
    golden(got).parts.map(({ options }) => options.base),
    [10000, 1000000],
  );
});

test('ALiBi, T5, learned tables, and models without positions are described', () => {
  const base = { embedding_length: 1024, 'attention.head_count': 16, block_count: 24 };
  const described = (name, more) => describeGguf(metadata(name, { ...base, ...more }));
  assert.deepEqual([described('bloom').scheme, described('bloom').maxBias], ['alibi', 8]);
  assert.equal(described('mpt', { 'attention.max_alibi_bias': 16 }).maxBias, 16);
  const { scheme, buckets } = described('t5', { 'attention.relative_buckets_count': 64 });
  assert.deepEqual([scheme, buckets], ['t5', 64]);
  assert.equal(described('t5', {}).parts.decoder.bidirectional, false);
  assert.equal(described('t5encoder', {}).parts, undefined);
  assert.equal(described('gpt2', { context_length: 1024 }).maxPositions, 1024);
  assert.equal(described('mamba').scheme, 'none');
  assert.equal(described('jamba').scheme, 'nope');
  assert.equal(described('baichuan', { block_count: 40 }).scheme, 'alibi');
  assert.equal(described('baichuan').layout, 'interleaved');
});

test('every architecture is in one list', () => {
  const lists = [INTERLEAVED, HALF, SECTIONED, INTERLEAVED_SECTIONS, ...Object.values(OTHERS)];
  const all = lists.flat();
  assert.ok(all.length > 110 && new Set(all).size === all.length);
  for (const name of all) assert.equal(typeof describeGguf(metadata(name, LLAMA)).scheme, 'string');
});

test('wrong metadata is refused with a message', () => {
  assert.throws(
    () => describeGguf({}),
    /^TypeError: \w+: metadata\["general.architecture"\]: expected/,
  );
  assert.throws(
    () => describeGguf({ 'general.architecture': 'lama' }),
    /architecture of llama.cpp/,
  );
  const keys = Object.keys(metadata('llama', LLAMA));
  const value = fc.oneof(fc.anything(), fc.integer({ min: -2, max: 300 }), fc.constant(NaN));
  fc.assert(
    fc.property(fc.constantFrom(...keys), value, (key, broken) => {
      try {
        describeGguf({ ...metadata('llama', LLAMA), [key]: broken });
      } catch (error) {
        assert.ok(error instanceof RangeError || error instanceof TypeError);
        assert.match(error.message, /^\w+: metadata|^[\w"[\].]+.*: expected/);
      }
    }),
    { numRuns: 300 },
  );
});
