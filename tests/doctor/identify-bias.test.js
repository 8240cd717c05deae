/*
 * Tests `identifyBias`: random biases of all schemes are named, and none is named wrongly. Notes
 * name variants and mistakes of ports.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { identifyBias } from '../../web/doctor/index.js';
import {
  alibiBias,
  alibiSlopes,
  fireBias,
  kerpleBias,
  sandwichBias,
  swinBias,
  swinV2Table,
  t5Bias,
} from '../../web/index.js';
import { identifyRandomBias } from '../support/biases.js';
import { FIRST_SEED, noise } from '../support/reference.js';

/** Asserts that a result has these properties, and that it explains all elements. */
function has(got, wanted) {
  for (const [name, value] of Object.entries({ matched: 1, departure: undefined, ...wanted }))
    assert.deepEqual(got[name], value, `${name} of ${JSON.stringify(got)}`);
}

test('random biases are named, and none is named wrongly', () => {
  const counts = { exact: 0, same: 0, unnamed: 0, wrong: 0 };
  const failed = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 250; seed++) {
    const { verdict, ...about } = identifyRandomBias(seed);
    counts[verdict]++;
    if (verdict === 'wrong') failed.push({ seed, ...about });
  }
  assert.deepEqual(failed, []);
  assert.ok(
    counts.exact + counts.same >= 240,
    `from seed ${FIRST_SEED}: ${JSON.stringify(counts)}`,
  );
  assert.ok(counts.exact >= 220, `from seed ${FIRST_SEED}: ${JSON.stringify(counts)}`);
});

const SIZE = [8, 20, 20];
const slopes = alibiSlopes(8);

/** Makes a bias with the elements f(head, query, key). */
const made = (f, [heads, queries, keys] = SIZE) =>
  Float32Array.from({ length: heads * queries * keys }, (_, i) =>
    f(Math.floor(i / (queries * keys)), Math.floor(i / keys) % queries, i % keys),
  );
const alibi = (options) => identifyBias(alibiBias(...SIZE, options), ...SIZE);

test('the rule, the slopes, the direction and the mask of ALiBi are found', () => {
  has(alibi(), { scheme: 'alibi', rule: 'paper', maxBias: 8, direction: 'both', notes: [] });
  has(alibi({ causal: true }), { causal: true, direction: undefined, notes: [] });
  has(alibi({ maxBias: 5 }), {
    rule: 'paper',
    maxBias: 5,
    slopes: Float64Array.from(alibiSlopes(8, { maxBias: 5 })),
  });
  const six = alibiSlopes(6, { rule: 'geometric' });
  has(identifyBias(alibiBias(6, 9, 12, { slopes: six }), 6, 9, 12), {
    rule: 'geometric',
    maxBias: 8,
    mistake: undefined,
    notes: ['The paper has other slopes for 6 heads: 6 is no power of two.'],
  });
  has(alibi({ slopes: [0.1, 0.7, 0.2, 0.9, 0.4, 0.3, 0.35, 0.6] }), {
    rule: undefined,
    notes: ['The slopes follow no rule: they may be learned.'],
  });
  has(alibi({ slopes: [...alibiSlopes(4), 0, 0, 0, 0] }), {
    rule: 'paper',
    notes: ['Only the first 4 heads have a bias.'],
  });
});

/** Each entry has the wrong bias of a port, and the note that must name the port's mistake. */
const MISTAKES = [
  [
    (head, query, key) => -2 * slopes[head] * Math.abs(query - key),
    'Slopes are off by one: heads are counted from 0, not from 1.',
  ],
  [
    (head, query, key) => (-slopes[head] / 2) * Math.abs(query - key),
    'Slopes are off by one: heads are counted from 2, not from 1.',
  ],
  [
    (head, query, key) => -slopes[head] * 0.125 * Math.abs(query - key),
    'The slopes are those of the rule times 0.125.',
  ],
  [
    (head, query, key) => -slopes[7 - head] * Math.abs(query - key),
    'The slopes are in the reverse order of heads.',
  ],
  [
    (head, query, key) => slopes[head] * Math.abs(query - key),
    'Farther keys have a larger bias: its sign is flipped.',
  ],
  [
    (head, query, key) => slopes[head] * (key - query),
    'Keys after their query have the opposite sign.',
  ],
  [
    (head, query, key) => slopes[head] * Math.min(0, key - query),
    'Keys after their query have no bias.',
  ],
  [
    (head, query, key) => -slopes[head] * (Math.abs(query - key) + 1),
    'Distances are larger by 1. Softmax ignores the difference.',
  ],
  [
    (head, _, key) => slopes[head] * key,
    'Distances are counted from the first key. Softmax ignores the difference.',
  ],
  [
    (head, _, key) => slopes[head] * (key - 19),
    'Distances are counted from the last key. Softmax ignores the difference.',
  ],
  [
    (head, query, key) => (key < 3 ? -Infinity : -slopes[head] * Math.abs(query - key)),
    'The first 3 keys are masked for all queries, as padding is.',
  ],
  [
    (head, query, key) => (key > query ? -65504 : -slopes[head] * (query - key)),
    'Masked keys have -65504, not -Infinity.',
  ],
  [
    (head, query, key) =>
      key > query || query - key > 6 ? -Infinity : -slopes[head] * (query - key),
    'Keys at a distance of 7 and more are masked.',
  ],
];

for (const [f, note] of MISTAKES)
  test(`a variant of ALiBi is named: ${note}`, () => {
    const got = identifyBias(made(f), ...SIZE);
    has(got, { scheme: 'alibi', rule: 'paper', notes: [note] });
  });

test('slopes that are off by one are also named if the number of heads is no power of two', () => {
  const exponents = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3];
  const wrong = exponents.map((i) => 2 ** -i);
  const got = identifyBias(alibiBias(12, 9, 9, { slopes: wrong }), 12, 9, 9);
  has(got, {
    rule: 'paper',
    notes: ['Slopes are off by one: heads are counted from 0, not from 1.'],
  });
});

test('KERPLE, Sandwich and T5 are found with the parameters that made them', () => {
  const p = [1, 2.5, 0.5];
  const a = [0.1, 1, 7];
  const kerple = (form) => kerpleBias(3, 30, 40, { form, p: form === 'log' ? p : [1, 2, 0.5], a });
  has(identifyBias(kerple('log'), 3, 30, 40), { scheme: 'kerple', form: 'log', p, a });
  has(identifyBias(kerple('power'), 3, 30, 40), { scheme: 'kerple', form: 'power', a });
  const sandwich = sandwichBias(4, 30, 40, { dim: 96, causal: true });
  has(identifyBias(sandwich, 4, 30, 40), { scheme: 'sandwich', dim: 96, causal: true });
  const weights = noise(Float32Array, 32 * 4, 1);
  for (const bidirectional of [true, false]) {
    const bias = t5Bias(weights, 4, 200, 200, { bidirectional });
    const got = identifyBias(bias, 4, 200, 200);
    has(got, { scheme: 't5', bidirectional, buckets: 32, maxDistance: 128, notes: [] });
    // In a bidirectional bias, bucket 16 would be that of later keys at distance 0. There are no
    // such keys.
    const isUnused = (i) => bidirectional && i >> 2 === 16;
    assert.deepEqual(
      got.weights,
      weights.map((x, i) => (isUnused(i) ? NaN : x)),
    );
  }
  const short = identifyBias(t5Bias(weights, 4, 40, 40), 4, 40, 40);
  has(short, { scheme: 't5', buckets: 32, notes: ['Keys have all but 6 of the 32 buckets.'] });
  assert.ok(Number.isNaN(short.weights[15 * 4]));
});

test('the windows of Swin and of Swin V2 are found', () => {
  const table = noise(Float32Array, 13 * 13 * 3, 2);
  const got = identifyBias(swinBias(table, 3, 7, 7), 3, 49, 49);
  has(got, { scheme: 'swin', height: 7, width: 7, table, notes: [] });
  const network = {
    w1: noise(Float32Array, 64, 1),
    b1: noise(Float32Array, 32, 2),
    w2: noise(Float32Array, 64, 3),
  };
  const v2 = swinBias(swinV2Table(2, 4, 6, network), 2, 4, 6);
  has(identifyBias(v2, 2, 24, 24), {
    scheme: 'swin',
    height: 4,
    width: 6,
    notes: ["All values lie between 0 and 16, as those of Swin V2's network do."],
  });
});

test('learned values, clipped distances, noise and equal elements match no formula', () => {
  const list = noise(Float32Array, 400, 3);
  const each = made((head, query, key) => list[head * 45 + key - query + 20]);
  has(identifyBias(each, ...SIZE), {
    scheme: 'relative',
    notes: [
      'No formula explains the values: they may be learned.',
      'Keys at the same distance have the same value.',
      'No head has values that only fall, or only rise, as the distance grows.',
    ],
  });
  const clipped = made(
    (head, query, key) => list[head * 45 + Math.max(-4, Math.min(4, key - query)) + 20],
  );
  has(identifyBias(clipped, ...SIZE), { scheme: 'relative', maxDistance: 4 });
  const random = identifyBias(noise(Float32Array, 3200, 4), ...SIZE);
  assert.equal(random.scheme, 'none');
  assert.ok(random.notes[0] === 'No formula explains this bias.' && random.departure);
  const zero = identifyBias(new Float32Array(3200), ...SIZE);
  has(zero, { scheme: 'none', notes: ['All elements are 0, which changes nothing.'] });
  for (const fill of [NaN, Infinity, -Infinity, 1e300, 5])
    assert.equal(identifyBias(new Float64Array(75).fill(fill), 3, 5, 5).scheme, 'none', `${fill}`);
});

test('a bias of FIRE has no formula, and the notes say what it shows', () => {
  const network = (seed) => ({
    w1: noise(Float32Array, 16, seed),
    b1: noise(Float32Array, 16, seed + 1),
    w2: noise(Float32Array, 64, seed + 2),
    b2: noise(Float32Array, 4, seed + 3),
  });
  for (const [seed, causal] of [
    [1, false],
    [7, true],
  ]) {
    const bias = fireBias(4, 48, 48, { ...network(seed), threshold: 16, causal });
    const { scheme, notes } = identifyBias(bias, 4, 48, 48);
    assert.equal(scheme, 'none');
    assert.equal(notes[0], 'No formula explains this bias.');
    assert.match(
      notes[1],
      /^Only \d.* % of the elements have the value that is usual at their distance\.$/,
    );
    assert.match(notes[2], /as the distance grows|As the distance grows/);
    assert.deepEqual(notes.slice(3), [
      'Before query 17, keys at the same distance have the same value; later, they do not.',
      'From query 17 on, the nearest and the farthest key keep their values, as in FIRE.',
    ]);
  }
  const short = identifyBias(fireBias(4, 16, 16, network(1)), 4, 16, 16);
  assert.equal(short.scheme, 'relative');
  const other = noise(Float32Array, 4 * 48 * 48, 5);
  assert.doesNotMatch(identifyBias(other, 4, 48, 48).notes.join(' '), /FIRE|Before query/);
  const falling = made((head, query, key) => -Math.sqrt(query + key) - Math.abs(key - query));
  assert.ok(
    identifyBias(falling, ...SIZE).notes.some((note) => /^In every head, values fall/.test(note)),
  );
});

test('keys in the reverse order and the opposite sign are named, for computed biases only', () => {
  const reversed = (bias, keys) => bias.map((_, i) => bias[i - (i % keys) + keys - 1 - (i % keys)]);
  const both = alibiBias(8, 20, 20);
  const back = identifyBias(reversed(both, 20), 8, 20, 20);
  assert.deepEqual(
    [back.scheme, back.mistake, back.matched],
    ['alibi', 'The keys are in the reverse order.', 1],
  );
  const kerple = kerpleBias(8, 20, 20, { p: slopes, a: slopes }).map((x) => -x);
  const negated = identifyBias(kerple, 8, 20, 20);
  assert.deepEqual(
    [negated.scheme, negated.mistake],
    ['kerple', 'The sign of all values is flipped.'],
  );
  const t5 = t5Bias(noise(Float32Array, 256, 1), 8, 40, 40);
  assert.equal(
    identifyBias(
      t5.map((x) => -x),
      8,
      40,
      40,
    ).mistake,
    undefined,
  );
});

test('one wrong element is reported, and the scheme is still named', () => {
  const biases = [
    [alibiBias(8, 40, 40, { causal: true }), 'alibi'],
    [kerpleBias(8, 40, 40, { p: slopes, a: slopes }), 'kerple'],
    [t5Bias(noise(Float32Array, 256, 1), 8, 40, 40), 't5'],
    [sandwichBias(8, 40, 40), 'sandwich'],
  ];
  for (const [bias, scheme] of biases) {
    bias[(3 * 40 + 30) * 40 + 12] += 0.5;
    const { departure, ...got } = identifyBias(bias, 8, 40, 40);
    has(got, { scheme, matched: 1 - 1 / bias.length });
    assert.deepEqual([departure.head, departure.query, departure.key], [3, 30, 12], scheme);
    assert.ok(Math.abs(departure.got - departure.expected - 0.5) < 1e-4, scheme);
  }
});

test('bits of float16 and bfloat16, and floats rounded to these types are named', () => {
  for (const dtype of ['float16', 'bfloat16']) {
    const bits = alibiBias(12, 30, 300, { dtype, causal: true });
    has(identifyBias(bits, 12, 30, 300, { dtype }), {
      scheme: 'alibi',
      rule: 'paper',
      causal: true,
    });
  }
  const third = kerpleBias(2, 30, 90, { p: [1, 2], a: [0.3, 1], dtype: 'bfloat16' });
  const floats = new Float32Array(new Uint32Array(Uint32Array.from(third, (x) => x << 16)).buffer);
  const got = identifyBias(floats, 2, 30, 90);
  has(got, { scheme: 'kerple', notes: ['Elements are rounded to bfloat16.'] });
});

test('a bias without a finite number is no bias of zeros', () => {
  for (const value of [NaN, -Infinity]) {
    const { scheme, matched, notes } = identifyBias(new Float32Array(512).fill(value), 2, 16, 16);
    assert.deepEqual(
      [scheme, matched < 0.5, notes],
      ['none', true, ['No element is a finite number.']],
    );
  }
});

test('a bias whose rows have another constant has the same softmax, and is no mistake', () => {
  const slopes = alibiSlopes(12);
  const step = Float32Array.from(
    { length: 12 * 20 },
    (_, i) => slopes[Math.floor(i / 20)] * (i % 20),
  );
  const bloom = identifyBias(step, 12, 1, 20);
  has(bloom, { scheme: 'alibi', rule: 'paper', matched: 1, mistake: undefined });
  assert.match(bloom.notes.join(' '), /smaller by 19\. Softmax ignores the difference/);
  for (const causal of [true, false]) {
    const moved = alibiBias(4, 24, 24, { causal }).map((x, i) => x + (Math.floor(i / 24) % 7) / 4);
    const found = identifyBias(moved, 4, 24, 24);
    has(found, { scheme: 'alibi', rule: 'paper', matched: 1, mistake: undefined });
    assert.match(found.notes.join(' '), /a constant of its own\. Softmax ignores the difference/);
  }
  const signed = alibiBias(4, 24, 24).map((x, i) => {
    const isLater = i % 24 > Math.floor(i / 24) % 24;
    return isLater ? 0 : x - alibiSlopes(4)[Math.floor(i / 576)];
  });
  assert.equal(identifyBias(signed, 4, 24, 24).mistake, 'Distances are larger by 1.');
});
