/*
 * Compares rotary embeddings with those of vLLM, torchscale (xPos, RetNet) and x-transformers
 * (PoPE). The golden numbers are those of the formulas in double precision.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  alibiBias,
  applyPope,
  applyRope,
  ropeFrequencies,
  ropeMixedTable,
  ropeTable,
} from '../../web/index.js';
import { allNear } from '../support/comparisons.js';
import { golden } from '../support/exact.js';
import { agrees, numbers } from '../support/foreign.js';

const foreign = golden('foreign-rope');
const DIM = 16;
const PAIRS = DIM / 2;
/** The positions of three tokens on up to four axes. */
const PLACES = [
  [1, 3, 9],
  [2, 4, 1],
  [6, 2, 7],
  [8, 5, 11],
];
const FACTORS = [1, 1.25, 2, 3.5, 4, 8, 8.5, 10];
const pairs = Array.from({ length: PAIRS }, (_, i) => i);
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 2048 };
const deepseek = { ...yarn, factor: 40, original_max_position_embeddings: 4096 };
const llama3 = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 512,
};
const longrope = {
  rope_type: 'longrope',
  long_factor: FACTORS,
  short_factor: Array(PAIRS).fill(1),
  original_max_position_embeddings: 4096,
  max_position_embeddings: 131072,
};
const dynamic = { rope_type: 'dynamic', factor: 4, max_position_embeddings: 2048 };
const alpha = { rope_type: 'dynamic', alpha: 1000, factor: 1 };

/** The options of ropeFrequencies for each class of vLLM with one axis. */
const CLASSES = {
  default: {},
  // vLLM's "ntk" multiplies the base by the factor. It also divides all frequencies by
  // factor^(2 / dim).
  ntk: { base: 40000, scaling: { rope_type: 'linear', factor: 4 ** (2 / DIM) } },
  // vLLM's "mixed_b" has a divisor for each pair. posenc takes them from `divisors`.
  'ntk mixed': {
    divisors: pairs.map((i) => Math.exp((Math.log(4) * (i + 1) ** 0.625) / PAIRS ** 0.625)),
  },
  // vLLM's context length is always the length of the longest sequence that it serves.
  dynamic: { scaling: dynamic, contextLength: 8192 },
  'dynamic alpha': { scaling: alpha },
  llama3: { scaling: llama3 },
  'llama3 abrupt': { scaling: { ...llama3, factor: 16, high_freq_factor: 1 } },
  yarn: { scaling: yarn },
  // vLLM multiplies attn_factor by 0.1 ln(factor) + 1. posenc's attention_factor replaces both
  // factors, as in transformers.
  'yarn attn_factor': {
    scaling: { ...yarn, attention_factor: 0.75 * (0.1 * Math.log(4) + 1) },
  },
  'yarn untruncated': {
    scaling: { ...yarn, factor: 32, original_max_position_embeddings: 4096, truncate: false },
  },
  'yarn singular': {
    scaling: {
      ...yarn,
      original_max_position_embeddings: 600,
      truncate: false,
      beta_fast: 30,
      beta_slow: 30,
    },
  },
  // TeleChat3 multiplies the logarithm by 0.07, and YaRN by 0.1.
  telechat3: { scaling: { ...yarn, attention_factor: 0.07 * Math.log(4) + 1 } },
  deepseek: { scaling: { ...deepseek, mscale: 0.707, mscale_all_dim: 1 } },
  'deepseek equal': { scaling: { ...deepseek, mscale: 1, mscale_all_dim: 1 } },
  // Without mscale_all_dim, vLLM still uses mscale. transformers and posenc use neither.
  'deepseek mscale': {
    scaling: { ...deepseek, attention_factor: 0.1 * 0.707 * Math.log(40) + 1 },
  },
  // vLLM chooses the long factors by the longest sequence that it serves.
  longrope: { scaling: longrope, contextLength: 131072 },
  proportional: { scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25 } },
};

test('frequencies and factors are those of the classes of vLLM with one axis', () => {
  for (const [name, options] of Object.entries(CLASSES)) {
    const [factor, expected] = foreign[`vllm ${name}`];
    const { frequencies, attentionFactor } = ropeFrequencies(DIM, options);
    expected.forEach((w, i) =>
      assert.ok(Math.abs(frequencies[i] - w) <= 1e-14 * w, `${name}, ${i}: ${frequencies[i]}`),
    );
    assert.ok(Math.abs(attentionFactor - factor) <= 1e-15 * factor, `${name}: ${attentionFactor}`);
  }
});

test('if vLLM uses a name for other numbers, the difference is the documented one', () => {
  const of = (scaling) => ropeFrequencies(DIM, { scaling });
  const [, theirs] = foreign['vllm ntk'];
  const ours = of({ rope_type: 'ntk', factor: 4 }).frequencies;
  // posenc and vLLM divide the last frequency by the factor. Only vLLM divides the first frequency,
  // too.
  assert.ok(Math.abs(ours[PAIRS - 1] / theirs[PAIRS - 1] - 1) < 1e-14);
  assert.ok(ours[0] === 1 && Math.abs(theirs[0] - 4 ** (-2 / DIM)) < 1e-15);
  // If mscale is given alone, transformers ignores it, and vLLM uses it. So posenc refuses it.
  const { attentionFactor } = of(deepseek);
  assert.throws(
    () => of({ ...deepseek, mscale: 0.707 }),
    /^TypeError: \w+: scaling\.mscale: expected/,
  );
  assert.ok(attentionFactor - foreign['vllm deepseek mscale'][0] > 0.1);
});

/** Returns a table whose pair i turns with axis axes[i]. For other axes, its frequency is 0. */
function assigned(axes) {
  const plain = ropeFrequencies(DIM).frequencies;
  const frequencies = [0, 1, 2].flatMap((axis) =>
    pairs.map((i) => (axes[i] === axis ? plain[i] : 0)),
  );
  return ropeMixedTable(PLACES.slice(0, 3).flat(), frequencies, { axes: 3 });
}

/** Returns the table of three tokens with positions on several axes. */
const sectioned = (sections, options) =>
  ropeTable(3, DIM, { sections, positions: PLACES.slice(0, sections.length).flat(), ...options });

/** The tables for each class of vLLM with several axes. */
const TABLES = {
  mrope: () => sectioned([2, 3, 3]),
  'mrope interleaved': () => sectioned([4, 2, 2], { sectioning: 'interleaved' }),
  // With M-RoPE, vLLM's YaRN uses four times the trained length in place of the trained length.
  // transformers uses the trained length itself.
  'mrope yarn': () =>
    sectioned([2, 3, 3], {
      scaling: { ...yarn, original_max_position_embeddings: 8192, attention_factor: 1 },
    }),
  xdrope: () => sectioned([2, 2, 2, 2], { scaling: alpha }),
  // ERNIE 4.5's height and width alternate, and the time comes last.
  ernie: () => assigned([1, 2, 1, 2, 1, 2, 0, 0]),
  // openPangu's axes alternate, in proportion to their numbers of pairs.
  openpangu: () => assigned([0, 1, 2, 1, 2, 1, 2, 0]),
  // Columns come before rows, and both count from 1. The last token has position 0.
  'llama4 vision': () =>
    ropeTable(5, DIM, {
      sections: [4, 4],
      sectioning: 'axial',
      positions: [1, 2, 1, 2, 0, 1, 1, 2, 2, 0],
    }),
};

test('tables are those of the classes of vLLM with several axes', () => {
  for (const [name, make] of Object.entries(TABLES)) {
    const { cos, sin } = make();
    const [cosines, sines] = foreign[`vllm ${name}`];
    agrees(cos, cosines, `${name}, cosines`);
    agrees(sin, sines, `${name}, sines`);
  }
});

/** Asserts that rotated elements are near the expected ones. No pair has a length above 2. */
const near = (got, expected, what) => allNear(got, expected.flat(2), 2 ** -22, what);

/** Rotates the tokens from which the golden numbers were computed. */
const rotate = (options) =>
  applyRope(numbers(3 * 2 * DIM, 1), { heads: 2, headDim: DIM, ...options });

test("rotations are those of vLLM's styles, with all elements and with some", () => {
  const positions = PLACES[1];
  for (const [name, layout] of [
    ['neox', 'half'],
    ['gptj', 'interleaved'],
  ]) {
    near(rotate({ positions, layout }), foreign[`vllm ${name}`], name);
    near(rotate({ positions, layout, rotaryDim: 12 }), foreign[`vllm ${name} partial`], name);
  }
  const scaling = { ...yarn, factor: 1, attention_factor: 1.25 };
  const last = { positions, layout: 'interleaved', rotaryDim: 8, rotaryStart: 8, scaling };
  near(rotate(last), foreign['vllm deepseek v4'], 'DeepSeek V4');
  // vLLM's inverse rotates back, but multiplies by the attention factor again. posenc divides by
  // this factor.
  const back = rotate({ ...last, inverse: true }).map((x, i) => (i % DIM < 8 ? x : x * 1.25 ** 2));
  near(back, foreign['vllm deepseek v4 inverse'], 'DeepSeek V4, inverse');
});

test("with precision 'float32', cosines are as near to vLLM's as its frequencies allow", () => {
  // vLLM's powers in float32 have relative errors of up to (ln(base) + 2) 2^-24. Its linear class
  // divides the position, so it rounds once more than posenc.
  for (const [name, scaling] of [
    ['default', undefined],
    ['linear', { rope_type: 'linear', factor: 3 }],
  ]) {
    const { cos } = ropeTable(1, 64, { positions: [1000], precision: 'float32', scaling });
    const { frequencies } = ropeFrequencies(64, { scaling });
    foreign[`vllm float32 ${name}`].forEach((value, i) => {
      const allowed = 2 ** -24 * (1 + 1000 * frequencies[i] * (Math.log(1e4) + 4));
      assert.ok(Math.abs(cos[i] - value) <= allowed, `${name}, ${i}: ${cos[i]}, not ${value}`);
    });
  }
});

test("xPos is torchscale's, whose center is half of the length so far, rounded up", () => {
  const layout = 'interleaved';
  near(rotate({ layout, xpos: { of: 'queries', center: 2 } }), foreign['xpos queries'], 'queries');
  near(rotate({ layout, xpos: { of: 'keys', center: 2 } }), foreign['xpos keys'], 'keys');
  const later = rotate({ layout, start: 2, xpos: { of: 'queries', center: 3 } });
  near(later, foreign['xpos later queries'], 'later queries');
});

test("RetNet's code turns without the factors of xPos; its decay is a bias like ALiBi's", () => {
  const [cosines, sines, mask] = foreign.retnet;
  const frequencies = pairs.map((i) => 10000 ** (-i / (PAIRS - 1)));
  const { cos, sin } = ropeTable(4, DIM, { frequencies });
  agrees(cos, cosines, 'cosines', { within: 1e-15 });
  agrees(sin, sines, 'sines', { within: 1e-15 });
  const slopes = [5, 6, 7].map((power) => -Math.log(1 - 2 ** -power));
  const decay = alibiBias(3, 4, 4, { slopes, causal: true }).map(Math.exp);
  allNear(decay, mask.flat(2), 1e-7, 'decay');
});

test("PoPE is x-transformers' and PoPE-pytorch's, whose keys alone have phases", () => {
  const y = numbers(24, 2).map((x) => 4 * x);
  const inTurn = { heads: 2, headDim: 4 };
  const shape = { ...inTurn, layout: 'concatenated' };
  const phases = numbers(8, 3).map((x) => -3 - 3 * x);
  agrees(applyPope(y, shape), foreign['pope queries'], 'queries');
  agrees(applyPope(y, { ...shape, phases }), foreign['pope keys'], 'keys');
  agrees(applyPope(y, { ...inTurn, phases }), foreign['pope keys alternating'], 'PoPE-pytorch');
});
