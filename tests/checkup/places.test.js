/* Checks how arrays are read against a config: where their heads are, and from which layer they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import * as doctor from '../../web/doctor/index.js';
import { openFile, writeSafetensors } from '../../web/files/index.js';
import { judgeRotation } from '../../web/findings/judge-rotation.js';
import { layerOf } from '../../web/findings/layer-kinds.js';
import { modelSentences } from '../../web/findings/model-sentences.js';
import { examineRotation, readPair } from '../../web/findings/pairs.js';
import * as library from '../../web/index.js';
import { NOTHING, json, npy } from '../support/opened.js';
import { noise } from '../support/reference.js';

const { applyRope, describeModel } = library;
const parts = { library, doctor };
const D = 16;
const CONFIG = {
  model_type: 'llama',
  hidden_size: 128,
  num_attention_heads: 8,
  num_key_value_heads: 2,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
};

/**
 * Makes an array of any order of axes, such as 'blhd', and rotates it. `position` gives the position
 * of a row from the indices of its axes. A last axis 'c' has all elements of all heads.
 */
function rotatedArray(order, sizes, position = ({ l }) => l, options = {}) {
  const axes = [...order.replace('c', 'hd')].map((name) => [name, { d: D, ...sizes }[name]]);
  const count = axes.reduce((product, [, side]) => product * side, 1);
  const before = noise(Float32Array, count, count);
  const positions = Float64Array.from({ length: count / D }, (_, unit) => {
    let rest = unit;
    const at = {};
    for (const [name, side] of axes.slice(0, -1).reverse()) {
      at[name] = rest % side;
      rest = Math.floor(rest / side);
    }
    return position({ ...sizes, ...at, sizes });
  });
  const after = applyRope(before.slice(), { heads: 1, headDim: D, positions, ...options });
  const sides = axes.map(([, side]) => side);
  const shape = order.endsWith('c') ? [...sides.slice(0, -2), sizes.h * D] : sides;
  return { before, after, shape };
}

async function pairOf({ before, after, shape }, names = ['a', 'b']) {
  const files = await Promise.all([
    npy(`${names[0]}.npy`, before, shape),
    npy(`${names[1]}.npy`, after, shape),
  ]);
  const tensors = files.map(({ tensors: [tensor] }) => tensor);
  return readPair(tensors, (tensor) => tensor.readFloats());
}

async function judge(array, { config = CONFIG, given = {}, names, layer } = {}) {
  const model = { name: 'config.json', model: describeModel(config), layer };
  return judgeRotation(await pairOf(array, names), given, model, parts);
}

const RIGHT = [
  ['lhd', { l: 12, h: 8 }],
  ['lhd', { l: 12, h: 2 }],
  ['hld', { l: 12, h: 8 }],
  ['hld', { l: 12, h: 2 }],
  ['blhd', { b: 3, l: 12, h: 8 }],
  ['blhd', { b: 1, l: 12, h: 2 }],
  ['bhld', { b: 3, l: 12, h: 8 }],
  ['bhld', { b: 1, l: 12, h: 2 }],
  ['bhld', { b: 2, l: 8, h: 2 }],
  ['bhld', { b: 2, l: 8, h: 8 }],
  ['blhd', { b: 2, l: 8, h: 8 }],
  ['lhd', { l: 8, h: 8 }],
  ['lhd', { l: 12, h: 1 }],
  ['hld', { l: 12, h: 1 }],
  ['bhld', { b: 1, l: 12, h: 1 }],
  ['ld', { l: 12, h: 1 }],
  ['lc', { l: 12, h: 8 }],
  ['lc', { l: 12, h: 2 }],
  ['blc', { b: 1, l: 12, h: 8 }],
  ['blc', { b: 3, l: 12, h: 2 }],
];

for (const [order, sizes] of RIGHT)
  test(`a right port is right in the order ${order}, ${JSON.stringify(sizes)}`, async () => {
    const { verdict, causes } = await judge(rotatedArray(order, sizes));
    assert.deepEqual([verdict, causes], ['right', []]);
  });

test('names tell queries from keys, if their numbers of heads leave a doubt', async () => {
  const array = rotatedArray('lhd', { l: 8, h: 2 });
  const keys = await judge(array, { names: ['k_before', 'k_after'] });
  assert.deepEqual([keys.verdict, keys.hints], ['right', []]);
  const unnamed = await judge(array);
  assert.deepEqual(unnamed.hints, [
    'Axis 0 or axis 1 may have the heads: the result holds if axis 0 is the sequence.',
  ]);
});

test('arrays that are rotated along their heads are wrong, in every order', async () => {
  const along = ({ h }) => h;
  const cases = [
    ['lhd', { l: 12, h: 8 }, 1],
    ['hld', { l: 12, h: 8 }, 0],
    ['bhld', { b: 2, l: 12, h: 8 }, 1],
    ['blhd', { b: 2, l: 12, h: 8 }, 2],
  ];
  for (const [order, sizes, axis] of cases) {
    const array = rotatedArray(order, sizes, along);
    const { verdict, causes } = await judge(array);
    assert.equal(verdict, 'wrong', order);
    assert.deepEqual(causes, [
      `The array agrees only if axis ${axis} of [${array.shape.join(', ')}] is the sequence: is it rotated along the heads?`,
      'In config.json, queries have 8 heads, and keys have 2.',
    ]);
    const other = await judge(rotatedArray(order, sizes, along, { layout: 'interleaved' }));
    assert.match(other.causes[0], /is it rotated along the heads\?$/);
    assert.ok(other.causes.includes('The layout is interleaved, not half.'));
  }
  const equal = await judge(rotatedArray('lhd', { l: 8, h: 8 }, along));
  assert.equal(equal.verdict, 'unsure');
  assert.match(equal.hints[0], /the result holds if axis 1 is the sequence\.$/);
});

test('a forgotten transpose is named', async () => {
  const { before, shape } = rotatedArray('lhd', { l: 12, h: 8 });
  const after = applyRope(before.slice(), { heads: 1, headDim: D, length: 12 });
  const { verdict, causes } = await judge({ before, after, shape });
  assert.equal(verdict, 'wrong');
  assert.match(causes[0], /a reshape replaces a transpose\.$/);
});

test('positions that run on through a batch are a finding, unless they are given', async () => {
  const running = ({ b, l, sizes }) => b * sizes.l + l;
  for (const order of ['blhd', 'bhld', 'blc']) {
    const array = rotatedArray(order, { b: 2, l: 12, h: 8 }, running);
    const { verdict, causes } = await judge(array);
    assert.deepEqual(
      [verdict, causes],
      ['wrong', ['Positions run on through the batch: sequence 1 begins at 12, not 0.']],
      order,
    );
  }
  const array = rotatedArray('blhd', { b: 2, l: 12, h: 8 }, running);
  const given = { positions: Float64Array.from({ length: 24 }, (_, row) => row) };
  assert.equal((await judge(array, { given })).verdict, 'right');
});

test('without a config, a reading that another one contradicts is said first', async () => {
  const cases = [
    ['hld', { l: 12, h: 8 }, /^8 sequences were read, .*\nIf axis 0 is the sequence, /],
    ['bhld', { b: 2, l: 12, h: 8 }, /^16 sequences were read, .*\nIf axis 1 is the sequence, /],
    ['lhd', { l: 12, h: 8 }, /^This rotation explains all elements:$/],
  ];
  for (const [order, sizes, says] of cases) {
    const pair = await pairOf(rotatedArray(order, sizes));
    assert.match(examineRotation(pair, {}, doctor).says.join('\n'), says);
  }
  const running = rotatedArray('blhd', { b: 2, l: 12, h: 8 }, ({ b, l }) => b * 12 + l);
  const found = examineRotation(await pairOf(running), {}, doctor);
  assert.match(found.says[0], /^Positions run on through the batch: sequence 1 begins at 12/);
});

const GEMMA = {
  ...CONFIG,
  model_type: 'gemma3_text',
  head_dim: D,
  num_hidden_layers: 6,
  rope_theta: 1e6,
  rope_local_base_freq: 1e4,
  sliding_window: 512,
  sliding_window_pattern: 6,
};
const sliding = rotatedArray('lhd', { l: 12, h: 8 }, undefined, { base: 1e4 });
const full = rotatedArray('lhd', { l: 12, h: 8 }, undefined, { base: 1e6 });

test('each kind of layers is tried, and the report says which one matches', async () => {
  const config = GEMMA;
  const [one, other] = await Promise.all([sliding, full].map((array) => judge(array, { config })));
  assert.deepEqual([one.verdict, other.verdict], ['right', 'right']);
  assert.deepEqual(one.hints, [
    'This is what the layers with a sliding window want, such as layer 0.',
    'Other layers want another rotation.',
  ]);
  assert.deepEqual(other.hints, [
    'This is what the layers with full attention want, such as layer 5.',
    'Other layers want another rotation.',
  ]);
  const wrong = rotatedArray('lhd', { l: 12, h: 8 }, undefined, {
    base: 1e4,
    layout: 'interleaved',
  });
  const { causes, hints } = await judge(wrong, { config });
  assert.equal(causes[0], 'The layout is interleaved, not half.');
  assert.ok(!causes.some((cause) => cause.includes('base')), `${causes}`);
  assert.deepEqual(hints, [
    'The array was compared with the layers that fit it best, such as layer 0.',
  ]);
});

test('a layer that is known decides which rotation is right', async () => {
  const config = GEMMA;
  const right = await judge(sliding, { config, layer: 0 });
  assert.deepEqual([right.verdict, right.hints], ['right', ['Layer 0 has a sliding window.']]);
  assert.equal((await judge(full, { config, layer: 5 })).verdict, 'right');
  const wrong = await judge(full, { config, layer: 0 });
  assert.deepEqual(
    [wrong.verdict, wrong.causes],
    [
      'wrong',
      [
        'This is what the layers with full attention want, such as layer 5.',
        'Layer 0 has a sliding window.',
      ],
    ],
  );
  const still = { ...CONFIG, model_type: 'smollm3', num_hidden_layers: 4, rope_theta: 1e4 };
  const turned = await judge(sliding, { config: still, layer: 3 });
  assert.equal(turned.verdict, 'wrong');
  assert.equal(turned.causes[1], 'Layer 3 has no positions: nothing should rotate in it.');
  const equal = { ...sliding, after: sliding.before };
  assert.equal((await judge(equal, { config: still, layer: 3 })).verdict, 'right');
  assert.equal((await judge(equal, { config: still, layer: 0 })).verdict, 'wrong');
  assert.equal((await judge(equal, { config: still })).verdict, 'wrong');
});

const LATENT = {
  ...CONFIG,
  model_type: 'deepseek_v3',
  num_key_value_heads: 8,
  qk_rope_head_dim: D,
  qk_nope_head_dim: 2 * D,
  v_head_dim: D,
  kv_lora_rank: 64,
};

/** Makes each head three times as wide. The first two thirds do not rotate. */
function wholeHeads({ before, after, shape }) {
  const widened = (list) =>
    Float32Array.from({ length: 3 * list.length }, (_, i) => {
      const at = (i % (3 * D)) - 2 * D;
      return at < 0 ? i % 7 : list[Math.floor(i / 3 / D) * D + at];
    });
  return { before: widened(before), after: widened(after), shape: [...shape.slice(0, -1), 3 * D] };
}

test('heads of latent attention are read as a whole, or as their part that rotates', async () => {
  const config = LATENT;
  const sizes = { l: 12, h: 8 };
  const layout = 'interleaved-to-half';
  for (const order of ['lhd', 'hld']) {
    const part = rotatedArray(order, sizes, undefined, { layout });
    assert.equal((await judge(part, { config })).verdict, 'right');
    assert.equal((await judge(wholeHeads(part), { config })).verdict, 'right');
    const along = rotatedArray(order, sizes, ({ h }) => h, { layout });
    assert.equal((await judge(wholeHeads(along), { config })).verdict, 'wrong');
  }
  const key = rotatedArray('bhld', { b: 1, l: 12, h: 1 }, undefined, { layout });
  assert.equal((await judge(key, { config })).verdict, 'right');
  const other = rotatedArray('lhd', sizes, undefined, { layout: 'half' });
  const wrong = await judge(wholeHeads(other), { config });
  assert.match(wrong.causes[0], /^The layout is half, not interleaved-to-half/);
  const whole = wholeHeads(rotatedArray('lhd', sizes, undefined, { layout }));
  const start = { heads: 8, headDim: 3 * D, rotaryDim: D, layout };
  const first = await judge(
    { ...whole, after: applyRope(whole.before.slice(), start) },
    { config },
  );
  assert.ok(first.causes.includes('The first element that rotates is 0, not 32.'));
});

test('an order that changes no score is a note, and the real departure comes first', async () => {
  const harmless = 'If queries and keys both have this layout, no score changes.';
  const sizes = { l: 12, h: 8 };
  const second = { ...LATENT, model_type: 'deepseek_v2' };
  for (const [config, own, other] of [
    [LATENT, 'interleaved-to-half', 'interleaved'],
    [second, 'interleaved', 'interleaved-to-half'],
  ]) {
    const port = (options) => judge(rotatedArray('lhd', sizes, undefined, options), { config });
    assert.equal((await port({ layout: own })).verdict, 'right');
    const alike = await port({ layout: other });
    assert.equal(alike.verdict, 'unsure');
    assert.equal(alike.causes[0], `The layout is ${other}, not ${own}.`);
    assert.equal(alike.causes[2], harmless);
    const wrong = await port({ layout: other, base: 500 });
    assert.equal(wrong.verdict, 'wrong');
    assert.equal(wrong.causes[0], 'The base (rope_theta) is 500, not 10000.');
    assert.equal(wrong.causes.at(-1), harmless);
    const unfit = await port({ layout: 'half' });
    assert.equal(unfit.verdict, 'wrong');
    assert.ok(!unfit.causes.includes(harmless));
  }
});

test('the error on heads of another size says whose size it is', async () => {
  const array = { ...rotatedArray('ld', { l: 10, h: 1 }), shape: [16, 10] };
  await assert.rejects(judge(array, { config: LATENT }), {
    message: 'a: expected heads of 16 or 48 elements, as in config.json, got [16, 10]',
  });
});

test('a description says once how much of a head rotates', () => {
  const turning = (config) =>
    [...modelSentences(describeModel(config)), ...describeModel(config).notes].filter((says) =>
      /of a head rotate/.test(says),
    );
  assert.deepEqual(turning(CONFIG), ['All 16 elements of a head rotate.']);
  assert.equal(turning(LATENT).length, 1);
  assert.equal(describeModel(LATENT).queryDim, 48);
});

test('a description calls frequencies scaled only if they are', () => {
  const said = (scaling) => {
    const config = { ...CONFIG, model_type: 'qwen2_vl', rope_scaling: scaling };
    return modelSentences(describeModel(config)).filter((says) => says.includes('scaled'));
  };
  const sections = { mrope_section: [2, 3, 3] };
  assert.deepEqual(said({ type: 'default', ...sections }), []);
  assert.deepEqual(said({ type: 'mrope', ...sections }), []);
  assert.deepEqual(said({ type: 'linear', factor: 2, ...sections }), [
    'The frequencies are scaled by the method linear.',
  ]);
});

test('with the config of another scheme or of other heads, a rotation is not called right', async () => {
  const files = (config) => [
    json(config),
    npy('one.npy', sliding.before, sliding.shape),
    npy('two.npy', sliding.after, sliding.shape),
  ];
  const first = async (config) => (await examine(await Promise.all(files(config)), NOTHING))[0];
  const bloom = await first({ model_type: 'bloom', n_head: 8, hidden_size: 128, n_layer: 2 });
  assert.deepEqual(
    [bloom.verdict, bloom.says[0]],
    ['wrong', 'config.json wants alibi, but these arrays show a rotation.'],
  );
  const wide = await first({ ...CONFIG, hidden_size: 512 });
  assert.deepEqual(
    [wide.verdict, wide.says],
    ['unsure', ['one: expected heads of 64 elements, as in config.json, got [12, 8, 16].']],
  );
});

test('the page takes the layer from the names of tensors', async () => {
  const file = async (name) =>
    openFile(
      writeSafetensors({
        [`${name}.q_in`]: { data: full.before, shape: full.shape },
        [`${name}.q_out`]: { data: full.after, shape: full.shape },
      }),
      'dump.safetensors',
    );
  const config = json(GEMMA);
  for (const [name, verdict] of [
    ['layers.0', 'wrong'],
    ['blk.5', 'right'],
  ]) {
    const [report] = await examine([await config, await file(name)], NOTHING);
    assert.equal(report.verdict, verdict, report.says.join('\n'));
  }
});

test('names tell a layer, unless they tell several', () => {
  const cases = {
    'model.layers.12.self_attn.q': 12,
    layer_3: 3,
    'layer0.safetensors': 0,
    'blk.7.attn_q': 7,
    'transformer.h.11.attn': 11,
    q_before: undefined,
    player_4: undefined,
  };
  for (const [name, layer] of Object.entries(cases))
    assert.equal(layerOf([name, 'q']), layer, name);
  assert.equal(layerOf(['layer_1', 'layer_2']), undefined);
});
