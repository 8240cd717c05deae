/*
 * Compares rotations with those of ggml, the library of llama.cpp. The golden numbers are those of
 * ggml's formulas in double precision. Each case also has the largest error of ggml itself, which
 * computes in single precision.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyRope, ropeFrequencies } from '../../web/index.js';
import { golden } from '../support/exact.js';
import { numbers } from '../support/foreign.js';

const foreign = golden('foreign-ggml');
const DIM = 16;
/** The positions of three tokens on the axes t, h, w and e. */
const PLACES = [
  [3, 50, 999],
  [4, 2, 300],
  [2, 7, 51],
  [5, 0, 1],
];
const FACTORS = [1, 1.25, 2, 3.5, 4, 8, 8.5, 10];
// llama.cpp's freq_scale is 1 / factor, and its n_ctx_orig is the trained length. Its ext_factor is
// 1 for YaRN and 0 for linear scaling.
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 2048 };
const linear = { rope_type: 'linear', factor: 4 };
const interleaved = { layout: 'interleaved' };

/** Returns options for three tokens, each with a position on each of the given axes. */
const placed = (sections, axes = [0, 1, 2]) => ({
  sections,
  positions: axes.flatMap((axis) => PLACES[axis]),
});

/**
 * Returns options for ext_factor 1/2, which mixes the frequencies of YaRN and of linear scaling.
 * posenc has no option for this, but it takes a divisor for each pair.
 */
function halfYarn() {
  const of = (scaling) => ropeFrequencies(DIM, { scaling }).frequencies;
  const narrow = of(linear);
  return { scaling: yarn, divisors: of(yarn).map((w, i) => w / ((w + narrow[i]) / 2)) };
}

/** The options of applyRope for each case. */
const CASES = {
  normal: interleaved,
  'normal partial': { ...interleaved, rotaryDim: 12 },
  neox: {},
  'neox partial': { rotaryDim: 12, base: 500000 },
  linear: { scaling: linear },
  factors: { ...interleaved, divisors: FACTORS },
  yarn: { scaling: yarn },
  'yarn betas': { scaling: { ...yarn, beta_fast: 8, beta_slow: 2 } },
  'yarn factors': { scaling: yarn, divisors: FACTORS },
  // ggml's kernel multiplies attn_factor by m = 0.1 ln(factor) + 1. If the cosines of a model have
  // no factor, llama.cpp first divides attn_factor by m. The attention factor is then 1.
  'yarn attn_factor': { scaling: { ...yarn, attention_factor: 1 } },
  'yarn half': halfYarn(),
  mrope: placed([4, 2, 2]),
  'mrope yarn': { ...placed([2, 3, 3]), scaling: yarn },
  imrope: { ...placed([3, 3, 2]), sectioning: 'interleaved' },
  // The angles begin anew in each section. Only the first two axes are in use.
  vision: { ...placed([4, 4], [0, 1]), sectioning: 'axial' },
};

const rotate = (options) =>
  applyRope(numbers(3 * DIM, 1), { heads: 1, headDim: DIM, positions: PLACES[0], ...options });

/** Asserts that posenc is as near to the formula as a rotation in single precision can be. */
function check(name, got) {
  const [rounding, expected] = foreign[name];
  const worst = Math.max(...expected.map((value, i) => Math.abs(got[i] - value)));
  assert.ok(worst <= 2 ** -22 && worst < rounding, `${name}: ${worst}, and ${rounding} in ggml`);
}

test('rotations are those of ggml, and nearer to its formula than ggml itself', () => {
  for (const [name, options] of Object.entries(CASES)) check(name, rotate(options));
});

test('ggml rotates back by negative angles, but does not divide by the attention factor', () => {
  const back = rotate({ scaling: yarn, inverse: true });
  const { attentionFactor } = ropeFrequencies(DIM, { scaling: yarn });
  check(
    'yarn back',
    back.map((x) => x * attentionFactor ** 2),
  );
});

test('IMROPE: ggml rotates the pairs left over by axis e, and transformers by axis t', () => {
  const options = { ...placed([4, 2, 2]), sectioning: 'interleaved' };
  const got = rotate(options);
  const [, expected] = foreign['imrope rest'];
  const differ = expected.map((x, i) => Math.abs(x - got[i]) > 2 ** -22);
  const elements = [...differ.keys()].filter((i) => differ[i]);
  // The sections leave over only the last pair of a head, which has the elements 7 and 15.
  assert.deepEqual([...new Set(elements.map((i) => i % (DIM / 2)))], [7]);
  const last = rotate({ positions: PLACES[3] });
  check(
    'imrope rest',
    got.map((x, i) => (i % (DIM / 2) === 7 ? last[i] : x)),
  );
});
