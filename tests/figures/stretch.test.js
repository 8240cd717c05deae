/* Tests pe-stretch: the numbers of each method, the reading of configs, and use in a browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeStretch } from '../../web/elements.js';
import { enact } from '../../web/figures/chassis/scene.js';
import { normalise } from '../../web/figures/chassis/state.js';
import { planStrip } from '../../web/figures/stretch/layers.js';
import { layerTexts, paragraphs, shortened } from '../../web/figures/stretch/config-words.js';
import { CONFIGS } from '../../web/figures/stretch/configs.js';
import {
  METHODS,
  clockPairs,
  clocksOf,
  methodOf,
  pacesOf,
  scalingOf,
  stretchModel,
  withoutAnswers,
} from '../../web/figures/stretch/model.js';
import { exampleNames } from '../../web/figures/stretch/words.js';
import { readConfig } from '../../web/figures/stretch/read-config.js';
import { UNSTRETCHED } from '../../web/figures/stretch/stretch.js';
import { launchChromium, openPage, root, settle } from '../support/browsers.js';

const STATE = {
  dim: 128,
  base: 10000,
  length: 4096,
  factor: 16,
  target: 0,
  ramp: 'paper',
  scaling: '',
  pair: 56,
};
const [NONE, LINEAR, NTK, YARN, LLAMA3, LONGROPE] = METHODS.keys();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
/** Fails unless `text` includes `wanted`. */
const includes = (text, wanted) => assert.ok(text.includes(wanted), text);
const near = (got, wanted, what) =>
  assert.ok(Math.abs(got / wanted - 1) < 1e-12, `${what}: ${got}, not ${wanted}`);
const counts = ({ rows }, method) => {
  const { kept, blended, slowed, unseen } = rows[method].counts;
  return [kept, blended, slowed, unseen];
};
const config = (name) => JSON.stringify(CONFIGS.find(([each]) => each.startsWith(name))[1]);
const read = (name) => stretchModel({ ...STATE, ...readConfig(config(name), STATE).patch });

/**
 * Returns each method's new frequencies, divided by the old ones. The formulas are those of the
 * papers. If `ramp` is 'code', YaRN's formula is that of its authors' code.
 */
function reference({ dim, base, length, factor, ramp }) {
  const pairs = [...Array(dim / 2).keys()];
  const clamp = (x) => Math.min(1, Math.max(0, x));
  const turns = (i) => length / (2 * Math.PI * base ** ((2 * i) / dim));
  const mix = (slow) => 1 - slow + slow / factor;
  const at = (n) => (dim * Math.log(length / (2 * Math.PI * n))) / (2 * Math.log(base));
  let [low, high] = [at(32), at(1)];
  if (ramp === 'code') [low, high] = [Math.floor(low), Math.ceil(high)];
  [low, high] = [Math.max(low, 0), Math.min(high, dim - 1)];
  if (low === high) high += 0.001;
  return [
    pairs.map(() => 1),
    pairs.map(() => 1 / factor),
    pairs.map((i) => factor ** ((-2 * i) / (dim - 2))),
    pairs.map((i) =>
      mix(ramp === 'paper' ? clamp((32 - turns(i)) / 31) : clamp((i - low) / (high - low))),
    ),
    pairs.map((i) => mix(clamp((4 - turns(i)) / 3))),
  ];
}

test('Llama 2 is stretched 16 times: the base of NTK, and YaRN as in the paper', () => {
  const model = stretchModel(STATE);
  assert.equal(model.target, 65536);
  assert.equal(model.raised.toFixed(1), '167198.7');
  assert.equal(model.whole, 46);
  assert.deepEqual(counts(model, YARN), [21, 25, 18, 0]);
  assert.equal(model.rows[YARN].amplitude.toFixed(4), '1.2773');
  near(model.rows[YARN].amplitude, 0.1 * Math.log(16) + 1, 'amplitude');
  assert.deepEqual(counts(model, NONE), [64, 0, 0, 18]);
  assert.deepEqual(counts(model, LINEAR), [0, 0, 64, 0]);
  assert.deepEqual(counts(model, NTK), [1, 62, 1, 17]);
  assert.deepEqual(counts(model, LLAMA3), [36, 10, 18, 0]);
  assert.equal(model.rows[LONGROPE], null);
});

test('every ratio and wavelength equals the formulas, for each form of the ramp of YaRN', () => {
  for (const patch of [
    {},
    { ramp: 'code' },
    { ramp: 'exact' },
    { dim: 64, base: 150000, factor: 32, ramp: 'exact' },
    { dim: 96, base: 5e5, length: 8192, factor: 2.5, ramp: 'code' },
  ]) {
    const state = { ...STATE, ...patch };
    const { rows, waves } = stretchModel(state);
    reference(state).forEach((ratios, method) =>
      ratios.forEach((ratio, pair) => {
        near(rows[method].ratio[pair], ratio, `${METHODS[method].key} ${pair}`);
        near(
          rows[method].waves[pair],
          (2 * Math.PI * state.base ** ((2 * pair) / state.dim)) / ratio,
          'wavelength',
        );
        near(waves[pair], 2 * Math.PI * state.base ** ((2 * pair) / state.dim), 'wavelength');
      }),
    );
  }
});

test('a stretch of 1 changes nothing; NTK slows the last pair by the whole stretch', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 128 }),
      fc.double({ min: 100, max: 1e6, noNaN: true }),
      fc.double({ min: 1, max: 64, noNaN: true }),
      fc.constantFrom('paper', 'code', 'exact'),
      (pairs, base, factor, ramp) => {
        const state = { ...STATE, dim: 2 * pairs, base, ramp };
        for (const method of [NONE, LINEAR, NTK, YARN, LLAMA3])
          assert.deepEqual(counts(stretchModel({ ...state, factor: 1 }), method), [pairs, 0, 0, 0]);
        const { rows } = stretchModel({ ...state, factor });
        near(rows[NTK].ratio[0], 1, 'first');
        near(rows[NTK].ratio[pairs - 1], 1 / factor, 'last');
        for (const method of [LINEAR, NTK, YARN, LLAMA3])
          rows[method].ratio.forEach((ratio, pair) =>
            assert.ok(
              ratio <= 1 + 1e-12 &&
                ratio * factor >= 1 - 1e-12 &&
                (!pair || ratio <= rows[method].ratio[pair - 1] * (1 + 1e-12)),
            ),
          );
        assert.equal(rows[LINEAR].counts.unseen, 0);
      },
    ),
    { numRuns: 200 },
  );
});

test('the configs of models give the expected frequencies and counts of pairs', () => {
  assert.deepEqual(counts(read('Llama 3.1'), LLAMA3), [29, 6, 29, 29]);
  const llama = read('Llama 3.1').rows[LLAMA3].frequencies;
  for (const [i, wanted] of [
    [28, 3.211445995e-3],
    [31, 8.567514129e-4],
    [34, 1.785078128e-4],
    [35, 9.556212354e-5],
  ])
    assert.ok(Math.abs(llama[i] / wanted - 1) < 1e-9);
  assert.deepEqual([read('Qwen').target, ...counts(read('Qwen'), YARN)], [131072, 24, 16, 24, 0]);
  assert.equal(read('Qwen').rows[YARN].amplitude.toFixed(7), '1.1386294');
  assert.deepEqual(
    [readConfig(config('gpt-oss'), STATE).patch.ramp, ...counts(read('gpt-oss'), YARN)],
    ['exact', 9, 9, 14, 0],
  );
  near(
    read('gpt-oss').rows[YARN].ratio[9],
    1 - (((9 - 8.092779115512402) / (17.39802450158856 - 8.092779115512402)) * 31) / 32,
    'gpt-oss, pair 9',
  );
  assert.equal(read('gpt-oss').rows[YARN].amplitude.toFixed(7), '1.3465736');
  assert.deepEqual(
    [
      read('DeepSeek').target,
      ...counts(read('DeepSeek'), YARN),
      read('DeepSeek').rows[YARN].amplitude,
    ],
    [163840, 11, 12, 9, 0, 1],
  );
  const { rows, target, own } = read('Phi-3.5');
  const { long_factor: list } = CONFIGS.find(([name]) => name === 'Phi-3.5 mini')[1].rope_scaling;
  assert.deepEqual([target, own], [131072, 'longrope']);
  list.forEach((divisor, pair) => near(rows[LONGROPE].ratio[pair], 1 / divisor, `pair ${pair}`));
  assert.equal(rows[LONGROPE].amplitude.toFixed(7), '1.1902381');
  assert.deepEqual([read('Llama 2').own, read('Llama 2').target], [null, 4096]);
});

test('a clock counts as kept only if rounding alone changes it', () => {
  const [, phi] = CONFIGS.find(([name]) => name === 'Phi-3.5 mini');
  const long_factor = phi.rope_scaling.long_factor.map((_, pair) => (pair % 3 ? 1.00001 : 1));
  const changed = { ...phi, rope_scaling: { ...phi.rope_scaling, long_factor } };
  const { patch } = readConfig(JSON.stringify(changed), STATE);
  const { kept, blended, slowed } = stretchModel({ ...STATE, ...patch }).rows[LONGROPE].counts;
  assert.deepEqual([kept, blended, slowed], [16, 32, 0]);
});

test('as the stretch grows, the clocks return to angles seen in training', () => {
  const { waves } = stretchModel(STATE);
  const pairs = clockPairs(64);
  assert.deepEqual(pairs, [0, 4, 8, 57, 60, 63]);
  for (const method of [LINEAR, YARN])
    for (const factor of [1, 2, 7, 16]) {
      const state = { ...STATE, target: 65536, factor };
      const ratios = reference(state)[method];
      const clocks = clocksOf(waves, pacesOf(stretchModel(state), method));
      clocks.forEach(({ step, far, slowed }, at) => {
        const wave = 2 * Math.PI * 10000 ** (pairs[at] / 64);
        near(step, ratios[pairs[at]] / wave, 'step');
        near(far, (65536 * ratios[pairs[at]]) / wave, 'far');
        near(slowed, 1 / ratios[pairs[at]], 'slowed');
        // Slow clocks stay within the angles of the training only with the full factor, 16.
        if (at > 2) assert.equal(far > (4096 / wave) * (1 + 1e-9), factor < 16);
      });
    }
});

test('the attempts and the answer of the question stretch the same long text', () => {
  const figure = new PeStretch();
  const { tries, shows } = figure.question();
  const after = (movement) => {
    enact(figure, movement);
    const { method, factor, target } = figure.state;
    return { method, factor, target, unseen: counts(figure.compute(figure.state), YARN)[3] };
  };
  assert.equal(after(tries.none).factor, 1);
  assert.deepEqual(after(tries.all), { method: 'linear', factor: 16, target: 65536, unseen: 0 });
  figure.setState({ length: 8192, base: 500000, factor: 3 });
  const shown = after(shows);
  assert.deepEqual(shown, { method: 'yarn', factor: 16, target: 65536, unseen: 0 });
  assert.equal(figure.state.base, UNSTRETCHED.base);
});

test('an open question hides methods that answer it, but not that of a pasted model', () => {
  const numbers = withoutAnswers(stretchModel(STATE));
  assert.deepEqual(
    numbers.rows.map((row) => row !== null),
    [true, true, false, false, false, false],
  );
  assert.deepEqual(pacesOf(numbers, YARN), {});
  assert.deepEqual(clocksOf(numbers.waves, {}), []);
  assert.ok(withoutAnswers(read('Qwen')).rows[YARN]);
});

/** Reads a config. Returns the figure's numbers for it, and all paragraphs that describe it. */
function readAll(given) {
  const { patch, reading, error } = readConfig(JSON.stringify(given), STATE);
  assert.equal(error, undefined);
  const state = { ...STATE, ...patch };
  const chosen = METHODS.findIndex(({ key }) => key === state.method);
  const model = { ...stretchModel(state), state, chosen };
  return { model, reading, plan: reading.plan, said: paragraphs(model, reading).join(' ') };
}
const example = (name) => CONFIGS.find(([each]) => each.startsWith(name))[1];
const SMOLLM3 = {
  model_type: 'smollm3',
  hidden_size: 2048,
  num_attention_heads: 16,
  num_hidden_layers: 36,
  max_position_embeddings: 65536,
};
const MODERNBERT = {
  model_type: 'modernbert',
  hidden_size: 768,
  num_attention_heads: 12,
  num_hidden_layers: 22,
  max_position_embeddings: 8192,
};

const letters = (length, letterOf) => Array.from({ length }, (_, layer) => letterOf(layer + 1));
/**
 * Each entry has a config, the letter of each layer, the number of layers after which the letters
 * repeat, and the texts about the layers. W stands for a window, C for chunks, A for all positions,
 * N for layers without positions, and L for linear attention.
 */
const STRIPS = [
  [
    example('Gemma 3'),
    letters(26, (n) => (n % 6 ? 'W' : 'A')),
    6,
    [
      '22 of 26 layers see the last 512 tokens, with base 10,000.',
      '4 of 26 layers, every 6th, see the whole text, with base 1,000,000.',
    ],
  ],
  [
    example('gpt-oss'),
    letters(24, (n) => (n % 2 ? 'W' : 'A')),
    2,
    [
      '12 of 24 layers, every 2nd, see the last 128 tokens.',
      '12 of 24 layers, every 2nd, see the whole text.',
    ],
  ],
  [
    example('Llama 4'),
    letters(48, (n) => (n % 4 ? 'C' : 'N')),
    4,
    [
      '36 of 48 layers see their chunk of 8,192 tokens.',
      '12 of 48 layers, every 4th, see the whole text, without positions.',
    ],
  ],
  [
    SMOLLM3,
    letters(36, (n) => (n % 4 ? 'A' : 'N')),
    4,
    [
      '27 of 36 layers see the whole text.',
      '9 of 36 layers, every 4th, see the whole text, without positions.',
    ],
  ],
  [
    example('Qwen3-Next'),
    letters(48, (n) => (n % 4 ? 'L' : 'A')),
    4,
    [
      '36 of 48 layers have linear attention or none.',
      '12 of 48 layers, every 4th, see the whole text.',
    ],
  ],
  [
    MODERNBERT,
    letters(22, (n) => (n % 3 === 1 ? 'A' : 'W')),
    3,
    [
      '8 of 22 layers, every 3rd, see the whole text, with base 160,000.',
      '14 of 22 layers see 64 tokens to each side, with base 10,000.',
    ],
  ],
];

test('the strip of layers: letters, counts and distances of six models', () => {
  for (const [given, wanted, period, texts] of STRIPS) {
    const { plan } = readAll(given);
    assert.deepEqual(
      plan.kindOf.map((kind) => plan.kinds[kind].letter),
      wanted,
      given.model_type,
    );
    assert.equal(plan.period, period);
    assert.deepEqual(
      plan.kinds.map((_, at) => layerTexts.kind(plan, at)),
      texts,
    );
  }
  const { plan } = readAll(example('Gemma 3'));
  assert.equal(
    layerTexts.layer(plan, 5),
    'Layer 6 of 26 sees the whole text, with base 1,000,000.',
  );
  assert.equal(layerTexts.shown(plan), 'The figure shows the pairs of the layers marked A.');
  assert.match(layerTexts.shown(readAll(example('Llama 4')).plan), / marked C\.$/);
});

test('layers that are all alike have no strip, and a window gets one sentence', () => {
  const { plan, said } = readAll(example('Llama 2'));
  assert.equal(plan, null);
  assert.doesNotMatch(said, /layers/);
  const mistral = { ...example('Llama 2'), model_type: 'mistral', sliding_window: 1024 };
  assert.equal(readAll(mistral).plan, null);
  assert.match(readAll(mistral).said, / All layers see the last 1,024 tokens\.$/);
});

test('any list of layers gives the right kinds, periods and distances', () => {
  const rope = { scheme: 'rope', heads: 1, keyHeads: 1, headDim: 8, rotaryDim: 8, base: 1e4 };
  const layers = [
    rope,
    { ...rope, window: 8 },
    { ...rope, window: 16 },
    { ...rope, scheme: 'none' },
    { ...rope, base: 1e6 },
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(layers.length - 1), { minLength: 1, maxLength: 40 }), (list) => {
      const plan = planStrip({ ...rope, perLayer: list.map((at) => ({ ...layers[at] })) });
      const unique = [...new Set(list)];
      if (unique.length < 2) return assert.equal(plan, null);
      assert.deepEqual(
        plan.kindOf,
        list.map((at) => unique.indexOf(at)),
      );
      assert.equal(new Set(plan.kinds.map(({ letter }) => letter)).size, unique.length);
      assert.equal(plan.shown, unique.indexOf(0));
      plan.kinds.forEach(({ count, every }, kind) => {
        assert.equal(count, list.filter((at) => at === unique[kind]).length);
        if (!every) return;
        const first = plan.kindOf.indexOf(kind);
        plan.kindOf.forEach((each, at) =>
          assert.equal(each === kind, at % every === first, `${list}: ${every}`),
        );
      });
      const { period } = plan;
      const repeats = (by) => list.every((at, layer) => layer < by || at === list[layer - by]);
      for (let by = 1; by <= list.length / 2; by++)
        if (!period || by <= period) assert.equal(repeats(by), by === period);
    }),
  );
});

test('of Llama 3.1, the text names pairs that never completed a turn, and later training', () => {
  const { model, said } = readAll(example('Llama 3.1'));
  const slow = [...Array(64).keys()].filter(
    (pair) => 2 * Math.PI * 500000 ** (pair / 64) > 8192,
  ).length;
  assert.equal(slow, 29);
  assert.deepEqual(model.stages, { first: 8192, last: 131072, isTrained: true });
  assert.equal(
    said,
    'Read as llama, a model with rotary positions (RoPE). ' +
      'Each head rotates 128 dimensions, as 64 pairs with base 500,000. ' +
      'Its weights expect the layout half: a pair is dimensions i and i + 64. ' +
      'The file says that the model was first trained on 8,192 positions and made for 131,072. ' +
      `In the first 8,192 positions, ${slow} of 64 pairs never completed a turn. ` +
      'The model was then trained on up to 131,072 positions, as its authors report. ' +
      'Its scaling, Llama 3, keeps 29 of 64 pairs, blends 6 and slows 29 by a factor of 8. ' +
      '29 of 64 pairs reach angles that the first 8,192 positions never showed. ' +
      'Later training showed them.',
  );
  const figure = new PeStretch();
  const captionOf = (given, patch) => {
    figure.setState({ ...readConfig(JSON.stringify(given), STATE).patch, ...patch });
    return words(figure.caption(figure.compute(figure.state)));
  };
  const ending =
    ` In the first 8,192 positions, ${slow} of 64 pairs never completed a turn. ` +
    `✗ ${slow} of 64 pairs reach angles unseen in the first training. ` +
    '✓ The model was then trained on up to 131,072 positions.';
  const caption = captionOf(example('Llama 3.1'));
  assert.ok(caption.endsWith(ending), caption);
  assert.doesNotMatch(captionOf(example('Llama 3.1'), { length: 4096 }), /then trained/);
  assert.doesNotMatch(captionOf(example('Llama 3.1'), { method: 'yarn' }), /then trained/);
  for (const name of ['gpt-oss', 'DeepSeek', 'Phi-3.5', 'Llama 4']) {
    const text = captionOf(example(name));
    assert.match(text, /The file says that the model was made for [\d,]+ positions\.$/);
    assert.doesNotMatch(text, /then trained/);
  }
});

test('the text claims no trained length that the file does not contain', () => {
  const qwen = readAll(example('Qwen 2.5'));
  assert.equal(qwen.model.stages, null);
  includes(
    qwen.said,
    'The file asks for a stretch from 32,768 to 131,072 positions. ' +
      'It does not say that training reached them. ' +
      'In 32,768 positions, 24 of 64 pairs never completed a turn.',
  );
  const linear = { rope_type: 'linear', factor: 4 };
  includes(
    readAll({ ...example('Llama 2'), rope_scaling: linear }).said,
    'The file contains only one length, 4,096 positions. ' +
      'The figure assumes that this is 4 times the trained length. In 1,024 positions, ',
  );
  includes(
    readAll(example('Llama 2')).said,
    'The file contains one length, 4,096 positions, and the figure takes it as trained. ' +
      'In 4,096 positions, 18 of 64 pairs never completed a turn.',
  );
  includes(
    readAll({ model_type: 'falcon', hidden_size: 4544, num_attention_heads: 71 }).said,
    'The file contains no length, so the figure keeps 4,096 positions.',
  );
  includes(
    readAll({ model_type: 'falcon', hidden_size: 4544, num_attention_heads: 71 }).said,
    'The file contains no base, so 10,000 is assumed.',
  );
  assert.doesNotMatch(readAll(example('Llama 3.1')).said, /assumed/);
  includes(
    readAll(linear).said,
    'This text contains only a scaling. The figure applies it to 64 pairs',
  );
  const mrope = { rope_type: 'default', mrope_section: [16, 24, 24] };
  assert.doesNotMatch(
    readAll({ ...example('Llama 2'), model_type: 'qwen2_vl', rope_scaling: mrope }).said,
    /does not stretch/,
  );
});

test('the text names an unknown type, how it is read, and the part of a head that turns', () => {
  const unknown = { ...example('Llama 2'), model_type: 'novel', rope_theta: 10000 };
  includes(
    readAll(unknown).said,
    'Read as llama, with pairs in halves and the defaults of Llama: the type is not known. ' +
      'The file calls it “novel”. ' +
      'It is a model with rotary positions (RoPE). Each head rotates 128 dimensions, ',
  );
  includes(
    readAll(example('Qwen3-Next')).said,
    'Read as qwen3_next, a model with rotary positions (RoPE). ' +
      'Each head rotates 64 of its 256 dimensions, as 32 pairs with base 10,000,000.',
  );
});

test('no sentence about a model or its layers has more than 20 words', () => {
  for (const given of [...CONFIGS.map(([, each]) => each), SMOLLM3, MODERNBERT]) {
    const { plan, said } = readAll(given);
    const texts = plan
      ? [
          layerTexts.title(plan),
          layerTexts.shown(plan),
          ...plan.kinds.map((_, at) => layerTexts.kind(plan, at)),
          ...plan.kindOf.map((_, at) => layerTexts.layer(plan, at)),
        ]
      : [];
    for (const sentence of [said, ...texts].join(' ').split(/[.:] /))
      assert.ok(sentence.split(' ').length <= 20, sentence);
  }
});

test('a state made of a config is allowed, and no list is lost in a link', () => {
  assert.deepEqual(
    CONFIGS.map(([name]) => name),
    exampleNames,
  );
  for (const [name, each] of CONFIGS) {
    const { patch, error } = readConfig(JSON.stringify(each), STATE);
    assert.equal(error, undefined, name);
    for (const [key, value] of Object.entries(patch))
      assert.equal(normalise(PeStretch.allFields, patch)[key], value, `${name} ${key}`);
  }
});

test('a model without rotary pairs is refused', () => {
  assert.match(
    readConfig('{"model_type": "bloom", "n_embed": 4096, "n_head": 32}', STATE).error,
    /no rotary pairs to stretch: its scheme is “alibi”/,
  );
});

test('a scaling can be alone, in old spelling or without lengths; nonsense is refused', () => {
  const { patch } = readConfig('{"type": "linear", "factor": 4}', STATE);
  assert.deepEqual([patch.method, patch.factor, patch.length, patch.dim], ['linear', 4, 4096, 128]);
  const dynamic = readConfig(
    '{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, ' +
      '"max_position_embeddings": 2048, "rope_scaling": {"type": "dynamic", "factor": 2}}',
    STATE,
  ).patch;
  assert.deepEqual(
    [dynamic.method, dynamic.factor, dynamic.length, dynamic.target],
    ['ntk', 2, 2048, 0],
  );
  near(
    stretchModel({ ...STATE, ...dynamic }).raised,
    10000 * 3 ** (128 / 126),
    'base at 4096 positions',
  );
  for (const [text, says] of [
    ['{', /^This is not valid JSON: /],
    ['[]', /config: expected an object/],
    ['null', /config: expected an object/],
    ['{"model_type": "x"}', /^config\.model_type: expected a known model type, got "x"\.$/],
    ['{"type": "yarn"}', /factor/],
    ['{"type": "yarn", "factor": -1}', /factor: expected/],
    ['{"type": "nonsense", "factor": 2}', /rope_type: expected/],
  ])
    assert.match(shortened(readConfig(text, STATE).error), says);
});

test('for any link, the figure has numbers or says why it has none', () => {
  const figure = new PeStretch();
  const piece = fc.constantFrom(
    '{',
    '}',
    '"rope_type":"yarn"',
    '"long_factor":[1,2]',
    ',',
    '"rope_type":"longrope"',
    '"factor":"x"',
    '"beta_fast":0',
    '"low_freq_factor":9',
    '"rope_type":"llama3"',
    'null',
    '7',
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((parts) => parts.join('')),
      fc.record({
        dim: fc.nat(600),
        base: fc.double(),
        length: fc.double(),
        factor: fc.double(),
        target: fc.double(),
        pair: fc.nat(400),
      }),
      fc.nat(5),
      (scaling, patch, method) => {
        figure.setState({ ...patch, scaling, method: METHODS[method].key });
        figure.model = figure.compute(figure.state);
        assert.ok(words(figure.caption(figure.model)).length > 20);
        assert.doesNotMatch(
          words(figure.caption(figure.model)) + figure.describe(),
          /NaN|undefined/,
        );
        figure.model.rows.forEach((row) =>
          row?.ratio.forEach((ratio) => assert.ok(ratio > 0 && Number.isFinite(ratio))),
        );
        for (const table of figure.tables(figure.model))
          assert.equal(table.row(0).length, table.columns.length);
      },
    ),
    { numRuns: 500 },
  );
});

test('captions name the form of YaRN, and the answer names what it slows', () => {
  const figure = new PeStretch();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  const yarn = say({ method: 'yarn', factor: 16 });
  assert.ok(
    yarn.startsWith(
      'YaRN (blending by turns, as in the paper) ' +
        'keeps 21 of 64 pairs, blends 25 and slows 18 by a factor of 16. ' +
        'Pair 56 turns once in 317,907 positions (19,869 before stretching). ' +
        'It makes 0.206 turns in training and 0.206 in 65,536 positions. ✓',
    ),
    yarn,
  );
  assert.match(say({ ramp: 'code' }), /rounded borders, as in the common code/);
  assert.match(say({ method: 'none' }), /✗ 18 of 64 pairs reach angles unseen in training/);
  assert.match(say({ method: 'longrope' }), /^LongRoPE needs divisors: paste a config\.$/);
  const question = figure.question();
  enact(figure, question.shows);
  const model = figure.compute(figure.state);
  assert.equal(question.surprise(model), '18 of 64 clocks');
  assert.match(
    words(question.because(model)),
    /slows them by a factor of 16.*next 25 a little.*21 fastest as trained/,
  );
  assert.match(
    words(figure.words.caption(model, false, true)),
    /^YaRN slows 43 of 64 clocks, by a factor of up to 16\. ✓ No clock reaches a new angle\.$/,
  );
  figure.setState({ factor: 1 });
  assert.match(
    words(figure.words.caption(figure.compute(figure.state), false, true)),
    /^No clock is slowed\..* 65,536\. ✗ Some clocks reach new angles\.$/,
  );
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

/** Opens a page that contains only the figure. */
async function alone(options) {
  const { page, errors, close } = await openPage(chromium, 'about:blank', options);
  await page.setContent(
    '<!doctype html><html lang="en"><title>A lesson</title>' +
      '<main><h1>A lesson</h1><pe-stretch></pe-stretch></main>',
  );
  await page.addScriptTag({ path: `${root}/dist/figures.iife.js` });
  await page.waitForFunction(
    () => document.querySelector('pe-stretch').shadowRoot.querySelector('canvas')?.width > 1,
  );
  await settle(page);
  const state = () => page.evaluate(() => document.querySelector('pe-stretch').getState());
  return {
    page,
    errors,
    close,
    state,
    figure: page.locator('pe-stretch'),
    panel: page.locator('[part=config]'),
  };
}

test('by keyboard alone: the reveal, methods, pairs and the stretch, in 25 strokes', async () => {
  const { page, errors, close, state, figure } = await alone();
  let strokes = 0;
  const press = async (...keys) => {
    for (const key of keys) (strokes++, await page.keyboard.press(key));
  };
  // Tab goes to the question, ArrowUp chooses the last answer, and Enter presses Reveal.
  await press('Tab', 'ArrowUp', 'Tab', 'Enter');
  await settle(page);
  await figure.locator('.pe-surprise').waitFor();
  assert.match(await figure.locator('.pe-result').first().textContent(), /Right.*18 of 64/);
  assert.equal((await state()).method, 'yarn');
  await press('Tab', 'ArrowDown', 'p', 'p', 'o', 'Home', 'PageDown', 'ArrowLeft');
  assert.ok(strokes <= 25);
  const { method, pair, factor } = await state();
  assert.deepEqual({ method, pair, factor }, { method: 'llama3', pair: 57, factor: 10 });
  await page.waitForFunction(
    (text) =>
      document
        .querySelector('pe-stretch')
        .shadowRoot.querySelector('[part=live]')
        .textContent.includes(text),
    'Llama 3, pair 57: its new frequency is 0.1000 times the old. ' +
      'It makes 0.179 turns in training, and 0.286 in 65,536 positions, ' +
      'where it reaches unseen angles.',
  );
  await press('Space');
  await page.waitForFunction(() => document.querySelector('pe-stretch').state.factor > 10);
  await press('Space');
  assert.deepEqual(errors, []);
  await close();
});

test('a config is pasted, dropped or chosen, and the figure says what the model does', async () => {
  const { page, errors, close, state, panel, figure } = await alone();
  const area = panel.getByLabel('Your model');
  await area.fill(config('gpt-oss'));
  includes(
    await panel.textContent(),
    '✓ Read as gpt_oss, a model with rotary positions (RoPE). ' +
      'Each head rotates 64 dimensions, as 32 pairs with base 150,000. ' +
      'Its weights expect the layout half: a pair is dimensions i and i + 32. ' +
      'The file says that the model was first trained on 4,096 positions and made for 131,072. ' +
      'In the first 4,096 positions, 14 of 32 pairs never completed a turn. ' +
      'The file does not say how long the texts of later training were. ' +
      'Its scaling, YaRN, keeps 9 of 32 pairs, blends 9 and slows 14 by a factor of 32. ' +
      'It multiplies cosines and sines by 1.3466.',
  );
  assert.equal((await state()).ramp, 'exact');
  await area.fill('{"model_type": "bloom", "n_embed": 64, "n_head": 4}');
  assert.match(await panel.textContent(), /✗ This model has no rotary pairs/);
  assert.equal((await state()).base, 150000);
  await panel.getByLabel('Example models').selectOption({ label: 'Phi-3.5 mini' });
  includes(
    await panel.textContent(),
    'Its scaling, LongRoPE, ' +
      'divides the frequency of each pair by its own number, at most 64.84. ' +
      'It multiplies cosines and sines by 1.1902.',
  );
  await settle(page);
  assert.match(await figure.locator('.pe-chosen').textContent(), /LongRoPE.*1\.1902/);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'config.json'));
    document
      .querySelector('pe-stretch')
      .shadowRoot.querySelector('[part=config]')
      .dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  }, config('Llama 3.1'));
  await page.waitForFunction(() => document.querySelector('pe-stretch').state.method === 'llama3');
  assert.match(
    await panel.textContent(),
    /29 of 64 pairs reach angles that the first 8,192 positions never showed. Later training showed them/,
  );
  await figure.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await area.inputValue(), '');
  assert.equal((await state()).base, 10000);
  assert.deepEqual(errors, []);
  await close();
});

test('the strip of layers by keyboard, by pointer, in the table, and on a phone', async () => {
  const { page, errors, close, panel, figure } = await alone({
    viewport: { width: 360, height: 800 },
  });
  await panel.getByLabel('Example models').selectOption({ label: 'Gemma 3 1B' });
  const strip = panel.getByRole('slider', { name: 'Layer' });
  const says = () => strip.getAttribute('aria-valuetext');
  assert.equal(await strip.locator('[data-layer]').count(), 26);
  assert.equal(await says(), 'Layer 1 of 26 sees the last 512 tokens, with base 10,000.');
  await panel.getByRole('button', { name: 'Open a file' }).focus();
  await page.keyboard.press('Tab');
  assert.ok(await strip.evaluate((element) => element === element.getRootNode().activeElement));
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
  assert.equal(await says(), 'Layer 6 of 26 sees the whole text, with base 1,000,000.');
  assert.equal(await strip.getAttribute('aria-valuenow'), '6');
  includes(await panel.innerText(), 'Layer 6 of 26 sees the whole text, with base 1,000,000.');
  for (const [key, now] of [
    ['ArrowUp', '7'],
    ['ArrowDown', '6'],
    ['End', '26'],
    ['ArrowRight', '26'],
    ['PageDown', '16'],
    ['PageUp', '26'],
    ['Home', '1'],
    ['ArrowLeft', '1'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await strip.getAttribute('aria-valuenow'), now, key);
  }
  await strip.locator('[data-layer="11"]').click();
  assert.match(await says(), /^Layer 12 of 26 sees the whole text/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await figure.getByRole('button', { name: 'Table' }).click();
  const picker = figure.getByLabel('Choose a table');
  await picker.selectOption({ label: 'Layers of the config' });
  const rows = figure.locator('[part=table] tbody tr');
  assert.equal(
    await rows.nth(5).innerText(),
    '6\tA\tLayer 6 of 26 sees the whole text, with base 1,000,000.',
  );
  await panel.getByLabel('Example models').selectOption({ label: 'Llama 2 7B' });
  assert.equal(await strip.count(), 0);
  assert.equal(await picker.locator('option').count(), 3);
  await panel.getByLabel('Example models').selectOption({ label: 'Llama 4 Scout' });
  assert.equal(await strip.locator('[data-layer]').count(), 48);
  await figure.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await strip.count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

const nested = (open, levels, inner, close) => open.repeat(levels) + inner + close.repeat(levels);

const TOO_DEEP = /^Objects and lists of a config may be nested at most 20 times\./;
const TOO_LONG = /^This text is too long: a config has at most 1,000,000 characters\./;
const UNKNOWN = /^config\.model_type: expected a known model type, got "x.*…/;

test('a text that is far too long, deep or strange is refused in a few words', () => {
  for (const [text, says] of [
    ['x'.repeat(2e6), TOO_LONG],
    [JSON.stringify({ model_type: 'x'.repeat(2e6) }), TOO_LONG],
    [nested('{"text_config":', 3e5, '{}', '}'), TOO_LONG],
    [nested('{"text_config":', 6e4, '{}', '}'), TOO_DEEP],
    [nested('[', 4e5, '', ']'), TOO_DEEP],
    [JSON.stringify({ model_type: 'x'.repeat(9e5) }), UNKNOWN],
    [JSON.stringify({ model_type: 'x y '.repeat(2e5) }), UNKNOWN],
    [`{"${'x'.repeat(300)}`, /^This is not valid JSON: /],
  ]) {
    const said = shortened(readConfig(text, STATE).error);
    assert.match(said, says);
    assert.ok(said.length < 350, `${said.length} characters`);
  }
});

test('on a phone, a refusal fits, and the figure stays; a file that is too long is cut', async () => {
  const { page, errors, close, state, panel } = await alone({
    viewport: { width: 360, height: 800 },
  });
  const result = panel.getByRole('status');
  const area = panel.locator('textarea');
  await area.fill(config('Llama 3.1'));
  assert.match(await result.textContent(), /^✓ /);
  const before = await state();
  for (const [text, says] of [
    [nested('[', 30, '', ']'), TOO_DEEP],
    [JSON.stringify({ model_type: 'x'.repeat(3000) }), UNKNOWN],
    [JSON.stringify({ model_type: 'x y '.repeat(3000) }), UNKNOWN],
    [`{"${'x'.repeat(300)}`, /^This is not valid JSON: /],
  ]) {
    await area.fill(text);
    const said = await result.textContent();
    assert.match(said.slice(2), says);
    assert.match(said, /^✗ .* The figure has not changed\.$/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), said);
  }
  assert.deepEqual(await state(), before);
  // The browser would need seconds to lay this text out.
  await area.evaluate((element) => (element.style.display = 'none'));
  await panel.locator('input[type=file]').setInputFiles({
    name: 'config.json',
    mimeType: 'application/json',
    buffer: Buffer.alloc(6e6, '{"a": "é"}'),
  });
  await result.getByText('too long').waitFor();
  assert.ok((await area.evaluate(({ value }) => value.length)) < 4.1e6);
  assert.deepEqual(errors, []);
  await close();
});

test('NTK keeps the base of a single pair', () => {
  assert.equal(stretchModel({ ...STATE, dim: 2 }).raised, 10000);
});

test('a scaling is a JSON object, and names a method or none', () => {
  for (const text of ['', '{', '"yarn"', '7', 'true', 'null', '[]', '[{"rope_type": "yarn"}]'])
    assert.equal(scalingOf(text), null, text);
  assert.deepEqual(scalingOf('{"factor": 2}'), { factor: 2 });
  const named = ['default', 'linear', 'ntk', 'dynamic', 'yarn', 'llama3', 'longrope', 'su', 'x'];
  assert.deepEqual(
    named.map((name) => methodOf({ rope_type: name })),
    ['none', 'linear', 'ntk', 'ntk', 'yarn', 'llama3', 'longrope', 'longrope', 'none'],
  );
  assert.deepEqual([methodOf({}), methodOf(null), methodOf(undefined)], ['none', 'none', 'none']);
});

test('objects nested 20 times are read, and 21 times are refused', () => {
  const llama = (levels) =>
    JSON.stringify({
      ...JSON.parse(config('Llama 2')),
      other: JSON.parse(nested('[', levels, '', ']')),
    });
  assert.equal(readConfig(llama(19), STATE).patch.length, 4096);
  assert.match(readConfig(llama(20), STATE).error, /nested at most 20 times/);
});

test('a long message keeps its beginning and its end', () => {
  assert.equal(shortened('a'.repeat(400)), 'a'.repeat(400));
  assert.equal(shortened('a'.repeat(401)), `${'a'.repeat(120)}…${'a'.repeat(60)}`);
  const long = shortened(`begin ${'word '.repeat(100)}end`);
  assert.match(long, /^begin (word )+…( word)+ end$/);
});

test('a link brings back the lists of a model', async () => {
  const { page, errors, close, state, panel } = await alone();
  await panel.getByLabel('Example models').selectOption({ label: 'Phi-3.5 mini' });
  await settle(page);
  const kept = await state();
  await page.getByRole('button', { name: 'Link to this' }).click();
  await page.waitForFunction(() => location.hash.length > 20);
  const hash = await page.evaluate(() => location.hash);
  assert.ok(hash.length < 4000, `${hash.length}`);
  await page.evaluate(() => document.querySelector('pe-stretch').reset());
  await page.evaluate((hash) => {
    location.hash = '';
    location.hash = hash;
  }, hash);
  await page.waitForFunction(
    () => document.querySelector('pe-stretch').state.method === 'longrope',
  );
  assert.deepEqual(await state(), kept);
  assert.deepEqual(errors, []);
  await close();
});

test('rows, bars and zones are found by the pointer, also on a phone', async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 800 },
  ]) {
    const { page, errors, close, state, figure } = await alone({ viewport });
    await figure.locator('.pe-plot').scrollIntoViewIfNeeded();
    const at = await page.evaluate(() => document.querySelector('pe-stretch').locate(3, 40));
    const box = await figure.locator('.pe-plot').boundingBox();
    await page.mouse.click(box.x + at.x, box.y + at.y + 6);
    const { method, pair } = await state();
    assert.deepEqual({ method, pair }, { method: 'yarn', pair: 40 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(errors, []);
    await close();
  }
});
