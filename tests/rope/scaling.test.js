/*
 * Compares the frequencies of scaled rotary embeddings with published numbers and with exact
 * arithmetic. Also checks general properties of these frequencies.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { applyRope, ropeFrequencies, ropeTable } from '../../web/index.js';
import {
  Meter32,
  PI,
  angle,
  exp,
  fixed,
  frequency,
  golden,
  ln,
  toFloat64,
} from '../support/exact.js';
import { bitsOf, noise } from '../support/reference.js';

const ONE = fixed(1);
const div = (a, b) => (a * ONE) / b;
const smaller = (a, b) => (a < b ? a : b);
const within = (x, from, to) => (x < from ? from : smaller(x, to));
const mul = (a, b) => (a * b) / ONE;
const yarn = { rope_type: 'yarn', factor: 10, original_max_position_embeddings: 2048 };
const llama3 = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};
const longrope = {
  rope_type: 'longrope',
  long_factor: Array.from({ length: 64 }, (_, i) => i + 1),
  short_factor: Array(64).fill(2),
  original_max_position_embeddings: 4096,
  max_position_embeddings: 131072,
};
const of = (headDim, options) => ropeFrequencies(headDim, options).frequencies;

/**
 * Each scaling has a name, the options of a call, and a function (base, i, dim). The function
 * returns the exact frequency as a fixed-point number.
 */
const EXACT = [
  [
    'linear',
    { scaling: { type: 'linear', factor: 3.7 } },
    (base, i, dim) => div(frequency(base, i, dim), fixed(3.7)),
  ],
  [
    'ntk',
    { scaling: { rope_type: 'ntk', factor: 8 } },
    (base, i, dim) => mul(frequency(base, i, dim), dim > 2 ? frequency(8, i, dim - 2) : ONE),
  ],
  [
    'dynamic',
    {
      scaling: { rope_type: 'dynamic', factor: 10, max_position_embeddings: 2048 },
      contextLength: 16384,
    },
    (base, i, dim) => mul(frequency(base, i, dim), dim > 2 ? frequency(71, i, dim - 2) : ONE),
  ],
  [
    'dynamic, alpha',
    { scaling: { type: 'dynamic', alpha: 1000, factor: 1 } },
    (base, i, dim) => mul(frequency(base, i, dim), dim > 2 ? frequency(1000, i, dim - 2) : ONE),
  ],
  [
    'llama3',
    { scaling: llama3 },
    (base, i, dim) => {
      const w = frequency(base, i, dim);
      const turns = (w * 8192n * ONE) / (2n * PI);
      const t = div(turns - ONE, 3n * ONE);
      const ramp = within(t, 0n, ONE);
      return mul(ONE - ramp, w / 8n) + mul(ramp, w);
    },
  ],
  [
    'yarn',
    { scaling: yarn },
    (base, i, dim) => blended(base, i, dim, 10n, ...rounded(base, dim, 2048, 32, 1)),
  ],
  [
    'yarn, other betas',
    { scaling: { ...yarn, beta_fast: 24, beta_slow: 2 } },
    (base, i, dim) => blended(base, i, dim, 10n, ...rounded(base, dim, 2048, 24, 2)),
  ],
  [
    'longrope, long',
    {
      scaling: {
        ...longrope,
        long_factor: (dim) => Array.from({ length: dim / 2 }, (_, i) => 1 + i / 3),
        short_factor: (dim) => Array(dim / 2).fill(2),
      },
      contextLength: 4097,
    },
    (base, i, dim) => div(frequency(base, i, dim), fixed(1 + i / 3)),
  ],
  [
    'proportional',
    { scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25, factor: 2 } },
    (base, i, dim) => (i < Math.floor(dim / 8) ? frequency(base, i, dim) / 2n : 0n),
  ],
  [
    'divisors',
    { divisors: (dim) => Array.from({ length: dim / 2 }, (_, i) => 1 + i / 7) },
    (base, i, dim) => div(frequency(base, i, dim), fixed(1 + i / 7)),
  ],
];

/** Returns the index, with a fraction, of the pair that turns n times within a length. */
const indexOf = (base, dim, length, n) =>
  div(BigInt(dim) * (ln(length) - ln(6 * n) - LN_PI_3), 2n * ln(base));
const LN_PI_3 = (() => {
  // Solves exp(x) = 3 / pi by Newton's method, and returns -x = ln(pi / 3). It does not solve
  // exp(x) = pi / 3, because the argument of exp must not be positive.
  let x = fixed(-Math.log(Math.PI / 3));
  for (let k = 0; k < 4; k++) x += div((3n * ONE * ONE) / PI, exp(x)) - ONE;
  return -x;
})();

function rounded(base, dim, length, fast, slow) {
  const floor = (v) => (v >= 0n ? v / ONE : -((-v + ONE - 1n) / ONE));
  const low = floor(indexOf(base, dim, length, fast));
  const high = -floor(-indexOf(base, dim, length, slow));
  const from = low > 0n ? low : 0n;
  const to = high < BigInt(dim - 1) ? high : BigInt(dim - 1);
  return [from * ONE, to === from ? to * ONE + fixed(Number(to) + 0.001) - to * ONE : to * ONE];
}

function blended(base, i, dim, factor, from, to) {
  const w = frequency(base, i, dim);
  const t = div(BigInt(i) * ONE - from, to - from);
  const ramp = within(t, 0n, ONE);
  return mul(ramp, w / factor) + mul(ONE - ramp, w);
}

/** Replaces the functions in options by the lists that they return for a dimension. */
function fill(options, dim) {
  if (typeof options === 'function') return options(dim);
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, fill(value, dim)]));
}

test('scaled frequencies are correctly rounded', () => {
  for (const [name, options, exact] of EXACT)
    for (const base of [1e4, 5e5, 150000.5])
      for (const dim of [2, 4, 6, 64, 96, 128, 256])
        of(dim, { base, ...fill(options, dim) }).forEach((got, i) =>
          assert.equal(
            got,
            toFloat64(exact(base, i, dim)),
            `${name}, base ${base}, dim ${dim}, pair ${i}`,
          ),
        );
});

test('tables of scaled frequencies are as exact as tables of unscaled ones', (t) => {
  const meter = new Meter32();
  for (const [name, options, exact] of EXACT)
    for (const dim of [6, 128])
      for (const start of [0, 2 ** 24 - 70, -1000.5]) {
        const o = fill(options, dim);
        const {
          cos,
          sin,
          attentionFactor = 1,
        } = ropeTable(70, dim, { ...(o.scaling ? { contextLength: 1 } : {}), ...o, start });
        for (const row of [0, 1, 33, 69]) {
          const pairs = Array.from({ length: dim / 2 }, (_, i) => i);
          pairs.forEach((i) => {
            const [s, c] = angle(start + row, { w: exact(1e4, i, dim) });
            const at = (row * dim) / 2 + i;
            const factor = fixed(attentionFactor);
            const where = () => `${name}, position ${start + row}, pair ${i} of ${dim}`;
            meter.check(sin[at], mul(s, factor), at, where);
            meter.check(cos[at], mul(c, factor), at, where);
          });
        }
      }
  t.diagnostic(String(meter));
  assert.ok(
    meter.elements > 15000 && meter.worst <= 1 && meter.misrounded <= 1e-4 * meter.elements,
    String(meter),
  );
});

/** The head dimensions and options of the reference values in doubles, by name. */
const CONFIGS = {
  default_d128_b1e4: [128, {}],
  dynamic_d128_b1e4_f10_seq16384_max2048: [
    128,
    {
      scaling: { rope_type: 'dynamic', factor: 10, max_position_embeddings: 2048 },
      contextLength: 16384,
    },
  ],
  yarn_d128_b1e4_f10_orig2048: [128, { scaling: yarn }],
  llama3_d128_b1e4_f10_lo1_hi4_old2048: [
    128,
    { scaling: { ...llama3, factor: 10 }, originalMaxPositions: 2048 },
  ],
  'llama3.1_d128_b5e5_f8_lo1_hi4_old8192': [128, { scaling: { ...llama3, rope_theta: 5e5 } }],
  'llama3.2_d64_b5e5_f32_lo1_hi4_old8192': [64, { base: 5e5, scaling: { ...llama3, factor: 32 } }],
  gptoss_yarn_d64_b150000_f32_orig4096_notrunc: [
    64,
    {
      base: 150000,
      scaling: {
        rope_type: 'yarn',
        factor: 32,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  gptoss_params_but_trunc: [
    64,
    {
      base: 150000,
      scaling: { rope_type: 'yarn', factor: 32, original_max_position_embeddings: 4096 },
    },
  ],
  deepseek_yarn_d64_b1e4_f40_orig4096: [
    64,
    {
      scaling: {
        type: 'yarn',
        factor: 40,
        mscale: 1,
        mscale_all_dim: 1,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  'qwen2.5_yarn_d128_b1e6_f4_orig32768': [
    128,
    { base: 1e6, scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 } },
  ],
  'gemma4_global_prop_d512_b1e6_p0.25_first4': [
    512,
    { base: 1e6, scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25 } },
  ],
};

test('frequencies agree with published ones of the reference implementation', () => {
  const { published, doubles } = golden('published-scalings');
  const got = {
    hf_expected_inv_freq_dynamic: of(128, {
      scaling: { rope_type: 'dynamic', factor: 10 },
      maxPositions: 2048,
      contextLength: 16384,
    }),
    hf_expected_inv_freq_yarn: of(128, { scaling: yarn }),
    hf_expected_inv_freq_llama3: of(128, {
      scaling: { ...llama3, factor: 10, original_max_position_embeddings: 2048 },
    }),
  };
  assert.deepEqual(Object.keys(got).sort(), Object.keys(published).sort());
  for (const [name, list] of Object.entries(published)) {
    assert.equal(list.length, 64);
    list.forEach((x, i) =>
      assert.ok(
        Math.abs(got[name][i] / x - 1) < 5e-5,
        `${name}, pair ${i}: ${got[name][i]}, not ${x}`,
      ),
    );
  }
  assert.deepEqual(Object.keys(CONFIGS).sort(), Object.keys(doubles).sort());
  for (const [name, [dim, options]] of Object.entries(CONFIGS)) {
    const { scaling, ...rest } = options;
    if (name.startsWith('llama3_')) delete scaling.original_max_position_embeddings;
    const list = of(dim, { ...rest, scaling });
    doubles[name].forEach((x, i) =>
      assert.ok(Math.abs(list[i] / x - 1) < 1e-14, `${name}, pair ${i}: ${list[i]}, not ${x}`),
    );
  }
  assert.deepEqual(
    [
      ...of(512, {
        base: 1e6,
        scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25 },
      }),
    ].map((w) => w === 0),
    Array.from({ length: 256 }, (_, i) => i >= 64),
  );
});

test('attention factors agree with published ones and with their formulas', () => {
  const factor = (scaling, options = {}) =>
    ropeFrequencies(128, { scaling, ...options }).attentionFactor;
  for (const [s, printed] of [
    [2, '1.0693147'],
    [4, '1.1386294'],
    [8, '1.2079442'],
    [10, '1.2302585'],
    [16, '1.2772589'],
    [20, '1.2995732'],
    [32, '1.3465736'],
    [40, '1.3688879'],
  ])
    assert.equal(factor({ ...yarn, factor: s }).toFixed(7), printed);
  assert.equal(factor({ ...yarn, factor: 40, mscale: 1, mscale_all_dim: 1 }), 1);
  assert.equal(
    factor({ ...yarn, factor: 40, mscale: 0.707, mscale_all_dim: 1 }),
    (0.1 * 0.707 * Math.log(40) + 1) / (0.1 * Math.log(40) + 1),
  );
  assert.equal((factor({ ...yarn, factor: 40 }) ** 2).toFixed(7), '1.8738542');
  assert.equal(factor({ ...yarn, attention_factor: 1.5 }), 1.5);
  assert.equal(factor(longrope).toFixed(7), '1.1902381');
  assert.equal(
    factor({ ...longrope, max_position_embeddings: undefined }, { maxPositions: 131072 }).toFixed(
      7,
    ),
    '1.1902381',
  );
  assert.equal(factor({ ...longrope, max_position_embeddings: 4096 }), 1);
  for (const scaling of [
    { type: 'linear', factor: 4 },
    { type: 'ntk', factor: 4 },
    llama3,
    { rope_type: 'proportional' },
    null,
    {},
  ])
    assert.equal(factor(scaling), 1);
});

test('longrope uses the long factors only beyond the original length', () => {
  const base = of(128);
  for (const [contextLength, divisor] of [
    [0, () => 2],
    [4096, () => 2],
    [4097, (i) => i + 1],
  ])
    of(128, { scaling: longrope, contextLength }).forEach((w, i) =>
      assert.ok(Math.abs((w * divisor(i)) / base[i] - 1) < 1e-15),
    );
  const upTo = ropeTable(4096, 128, { scaling: longrope });
  const beyond = ropeTable(4097, 128, { scaling: longrope });
  assert.notEqual(
    upTo.cos[64 + 5],
    beyond.cos[64 + 5],
    'the context length of a table follows from its last position',
  );
  assert.deepEqual(
    bitsOf(
      ropeTable(4097, 128, { scaling: longrope, contextLength: 4096 }).cos.subarray(0, 64 * 4096),
    ),
    bitsOf(upTo.cos),
  );
});

test('with a factor of 1, no scaling changes a bit', () => {
  const ones = Array(64).fill(1);
  const plain = of(128);
  for (const scaling of [
    { type: 'linear', factor: 1 },
    { type: 'ntk', factor: 1 },
    { type: 'dynamic', factor: 1, max_position_embeddings: 1e5 },
    { ...yarn, factor: 1 },
    { ...llama3, factor: 1 },
    { ...longrope, long_factor: ones, short_factor: ones },
    { rope_type: 'proportional', partial_rotary_factor: 1 },
    { type: 'mrope', mrope_section: [16, 24, 24] },
    { type: 'default' },
  ])
    assert.deepEqual(of(128, { scaling, contextLength: 1e5 }), plain, JSON.stringify(scaling));
  assert.deepEqual(of(128, { divisors: ones }), plain);
  assert.deepEqual(of(128, { frequencies: plain }), plain);
});

test('divisors make no angle too large, with any scaling that keeps the first frequency', () => {
  const divisors = Array(4).fill(1e-5);
  const ntk = { rope_type: 'ntk', factor: 1000 };
  const mildYarn = { ...yarn, factor: 1000 };
  const mildLlama3 = { ...llama3, factor: 1000 };
  for (const scaling of [undefined, ntk, mildYarn, mildLlama3]) {
    const table = (start) => ropeTable(1, 8, { scaling, divisors, start });
    assert.throws(() => table(2 ** 24), /^RangeError: \w+: divisors: expected angles within 2\^40/);
    assert.equal(table(2 ** 23).cos.length, 4);
  }
});

test('NTK keeps the first frequency, linear scaling divides all, and YaRN lies between', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 64 }),
      fc.double({ min: 1, max: 64, noNaN: true }),
      fc.constantFrom(1e4, 5e5),
      (pairs, factor, base) => {
        const dim = 2 * pairs;
        const plain = of(dim, { base });
        const ntk = of(dim, { base, scaling: { type: 'ntk', factor } });
        const linear = of(dim, { base, scaling: { type: 'linear', factor } });
        const between = of(dim, { base, scaling: { ...yarn, factor } });
        const close = (a, b) => Math.abs(a / b - 1) < 1e-14;
        assert.ok(ntk[0] === 1 && close(plain[pairs - 1] / ntk[pairs - 1], factor));
        linear.forEach((w, i) =>
          assert.ok(
            close(plain[i] / w, factor) &&
              between[i] <= plain[i] * (1 + 1e-15) &&
              between[i] >= w * (1 - 1e-15),
          ),
        );
        const rising = [...ntk].every((w, i) => !i || w <= ntk[i - 1]);
        assert.ok(rising);
      },
    ),
  );
  // Base 10000 with factor 8 and 128 elements has the frequencies of base 82684.6226405622 without
  // scaling.
  of(128, { scaling: { type: 'ntk', factor: 8 } }).forEach((w, i) =>
    assert.ok(Math.abs(w / of(128, { base: 82684.6226405622 })[i] - 1) < 1e-14),
  );
});

test('dynamic NTK changes nothing up to the trained length, but stretches waves beyond it', () => {
  const scaling = { rope_type: 'dynamic', factor: 2, max_position_embeddings: 512 };
  assert.deepEqual(of(64, { scaling, contextLength: 512 }), of(64));
  assert.ok(of(64, { scaling, contextLength: 513 })[31] < of(64)[31]);
  assert.deepEqual(bitsOf(ropeTable(512, 64, { scaling }).sin), bitsOf(ropeTable(512, 64).sin));
});

test('the attention factor multiplies cosines and sines; the inverse divides by it', () => {
  const o = { heads: 3, headDim: 64, scaling: yarn, start: 77 };
  const { cos, sin, attentionFactor } = ropeTable(20, 64, { scaling: yarn, dtype: 'float64' });
  cos.forEach((c, i) => assert.ok(Math.abs(Math.hypot(c, sin[i]) / attentionFactor - 1) < 1e-15));
  for (const Kind of [Float32Array, Float64Array])
    for (const table of [
      undefined,
      ropeTable(100, 64, { scaling: yarn, dtype: Kind === Float32Array ? 'float32' : 'float64' }),
    ]) {
      const x = noise(Kind, 5 * 3 * 64, 1);
      const y = x.slice();
      const how = table ? { heads: 3, headDim: 64, table, start: 77 } : o;
      applyRope(y, how);
      const length = (v) => Math.hypot(...v);
      assert.ok(Math.abs(length(y) / length(x) / attentionFactor - 1) < 1e-6);
      applyRope(y, { ...how, inverse: true });
      y.forEach((v, i) => assert.ok(Math.abs(v - x[i]) < (Kind === Float32Array ? 5e-7 : 1e-14)));
    }
});

test('results do not depend on earlier calls with other scalings', () => {
  const all = [
    {},
    ...EXACT.map(([, options]) => fill(options, 64)),
    { frequencies: Array.from({ length: 32 }, (_, i) => 1 / (i + 1)) },
    { sections: [8, 12, 12], sectioning: 'axial' },
  ];
  const table = (o) => ropeTable(9, 64, o.scaling ? { ...o, contextLength: 5000 } : o);
  const first = all.map(table);
  for (const order of [all.map((_, i) => i).reverse(), all.flatMap((_, i) => [i, 0, i])])
    for (const i of order) assert.deepEqual(table(all[i]), first[i], JSON.stringify(all[i]));
});

test("precision 'float32' also rounds scaled frequencies as most implementations do", () => {
  const { cos } = ropeTable(1, 128, {
    scaling: llama3,
    start: 131071,
    precision: 'float32',
    dtype: 'float64',
  });
  of(128, { scaling: llama3 }).forEach((w, i) =>
    assert.ok(Math.abs(cos[i] - Math.cos(Math.fround(Math.fround(w) * 131071))) < 1e-15),
  );
  assert.deepEqual(
    of(128, { scaling: llama3, precision: 'float32' }),
    of(128, { scaling: llama3 }).map(Math.fround),
  );
});
