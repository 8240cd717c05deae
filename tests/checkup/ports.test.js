/*
 * Checks what pe-doctor says about ports with mistakes. Each port is written in plain arithmetic,
 * and shares no code with the library.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { bitsOfHalf, valueOfHalf } from '../support/halves.js';
import { NOTHING, json, npy } from '../support/opened.js';
import { noise } from '../support/reference.js';

const CONFIG = {
  model_type: 'llama',
  hidden_size: 256,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 8192,
  rope_theta: 500000,
};
const [ROWS, HEADS, DIM, HALF] = [48, 4, 64, 32];
const queries = noise(Float32Array, ROWS * HEADS * DIM, 2);
const powers = (base, width = DIM) =>
  Array.from({ length: width / 2 }, (_, i) => base ** ((-2 * i) / width));
const own = powers(500000);
const rounded = (type) => (x) => valueOfHalf(bitsOfHalf(x, type), type);
const bf16 = rounded('bfloat16');
const f16 = rounded('float16');

/** Rotates queries as a port does. `angle`, `pair` and other arguments may contain its mistake. */
function port({
  list = own,
  angle = (position, i) => position * list[i],
  pair = (x, y, c, s) => [x * c - y * s, y * c + x * s],
  factor = 1,
  round = (x) => x,
  width = DIM,
  apart = width / 2,
  positionOf = (row) => row,
}) {
  const out = queries.slice();
  for (let unit = 0; unit < ROWS * HEADS; unit++)
    for (let i = 0; i < width / 2; i++) {
      const [a, b] = [unit * DIM + i, unit * DIM + i + apart];
      const t = angle(positionOf(Math.floor(unit / HEADS), unit % HEADS), i);
      const [c, s] = [round(Math.cos(t) * factor), round(Math.sin(t) * factor)];
      [out[a], out[b]] = pair(queries[a], queries[b], c, s);
    }
  return out;
}

/**
 * Rotates queries element by element. `turn` returns the index of the angle, the index of the other
 * element, and a sign.
 */
const byElement = (turn) =>
  queries.map((x, i) => {
    const [index, other, sign] = turn(i % DIM);
    const t = Math.floor(i / DIM / HEADS) * own[index];
    return x * Math.cos(t) + sign * queries[i - (i % DIM) + other] * Math.sin(t);
  });

/** Examines the queries before and after a rotation, together with a config unless it is null. */
async function report(
  after,
  config = CONFIG,
  { shape = [ROWS, HEADS, DIM], before = queries } = {},
) {
  const file = (name, data) => npy(name, Float32Array.from(data), shape);
  const files = [file('before.npy', before), file('after.npy', after), config ? json(config) : []];
  const [found] = await examine(await Promise.all(files.flat()), NOTHING);
  return found;
}

/** Asserts that each rotation is reported as wrong, and that its report contains its sentence. */
async function areNamed(cases, config = CONFIG) {
  for (const [after, sentence] of cases) {
    const { verdict, says } = await report(after, config);
    assert.ok(says.includes(sentence), `${sentence} is not in: ${says.join(' ')}`);
    assert.equal(verdict, 'wrong', sentence);
  }
}

test('a right port is right', async () => {
  const { verdict } = await report(port({}));
  assert.equal(verdict, 'right');
});

test('rows that are rotated twice are named, even if they are most rows', async () => {
  const says = 'Rows 0 to 29 have twice their positions: are they rotated twice?';
  const after = port({ positionOf: (row) => (row < 30 ? 2 * row : row) });
  await areNamed([[after, says]]);
  await areNamed([[after, says]], null);
});

test('mistakes in the formula of a pair are named', () =>
  areNamed([
    [
      port({ pair: (x, y, c, s) => [x * c - y * s, y * c + (x * c - y * s) * s] }),
      'The first element of a pair is overwritten before the second one is computed from it.',
    ],
    [
      port({ pair: (x, y, c, s) => [x * c - x * s, y * c + y * s] }),
      'The elements of a pair do not change places before they are multiplied by the sine.',
    ],
    [
      port({ pair: (x, y, c, s) => [x * c - y * s, y * c - x * s] }),
      'There is one minus sign too many: the sine is subtracted from both elements of a pair.',
    ],
    [
      byElement((at) => (at < HALF ? [at >> 1, at + HALF, -1] : [at >> 1, at - HALF, 1])),
      'Pairs are those of the layout half, but cosines and sines have the order of interleaved.',
    ],
    [
      byElement((at) => [at % HALF, at ^ 1, at % 2 ? 1 : -1]),
      'Pairs are those of the layout interleaved, but cosines and sines have the order of half.',
    ],
    [
      port({}).map((x, i) => (Math.floor(i / DIM) % 2 ? queries[i] : x)),
      'Only 2 of 4 heads rotate: 0, 2.',
    ],
    [
      port({ positionOf: (row, head) => (row * HEADS + head) % ROWS }),
      'Rows and heads are exchanged without moving their elements: a reshape replaces a transpose.',
    ],
  ]));

test('mistakes in frequencies are named', () =>
  areNamed([
    [
      port({ list: own.map((x) => 1 / x) }),
      'The exponents of the frequencies lack their minus sign.',
    ],
    [
      port({ list: [...own].reverse() }),
      'Frequencies are in the reverse order: the last pair turns fastest.',
    ],
    [
      port({ list: own.map((x) => 2 * Math.PI * x) }),
      'Angles are multiplied by 2 pi, as if frequencies were whole turns.',
    ],
    [
      port({ list: own.map((x) => (x * Math.PI) / 180) }),
      'Angles are multiplied by pi / 180, as if they were degrees.',
    ],
    [
      port({ list: own.map((x) => x * own[1]) }),
      'Exponents begin at the second pair: each pair has the frequency of the next one.',
    ],
    [port({ angle: (p, i) => (i === 31 ? 0 : p * own[i]) }), 'Only the first 31 of 32 pairs turn.'],
    [port({ angle: (p, i) => (i ? p * own[i] : 0) }), 'Only pair 0 of 32 turns differently.'],
    [
      port({ angle: (p, i) => (i > 8 && i < 12 ? 1.5 : 1) * p * own[i] }),
      'Only 3 of 32 pairs turn differently: 9-11.',
    ],
    [
      port({ list: own.map((x, i) => x * (1 + 0.5 * Math.sin(i))) }),
      'Each pair turns evenly from row to row, but the frequencies follow no known formula.',
    ],
    [port({}).map((x) => x / 8), 'The array is divided by sqrt(headDim), as scores are.'],
  ]));

test('a rotation by the same angles in all rows is a rotation, and no difference', () =>
  areNamed([[port({ positionOf: () => 5 }), 'All rows have the position 5.']]));

test('what is rounded to 16 bits is named', () =>
  areNamed([
    [port({ list: own.map(bf16) }), 'Frequencies (inv_freq) are rounded to bfloat16.'],
    [port({ angle: (p, i) => bf16(p * own[i]) }), 'Angles are rounded to bfloat16.'],
    [
      port({ angle: (p, i) => f16(p * f16(own[i])) }),
      'Frequencies (inv_freq) and angles are rounded to float16.',
    ],
    [port({ round: bf16 }), 'Cosines and sines are rounded to bfloat16.'],
  ]));

test('mistakes in the ramp of YaRN are named', async () => {
  const plain = powers(10000);
  const factor = 0.1 * Math.log(4) + 1;
  const border = (turns) => (DIM * Math.log(2048 / (turns * 2 * Math.PI))) / (2 * Math.log(10000));
  const ramp = (low, high, isReversed = false) =>
    plain.map((x, i) => {
      const part = Math.min(1, Math.max(0, (i - low) / (high - low)));
      const kept = isReversed ? part : 1 - part;
      return x * kept + (x / 4) * (1 - kept);
    });
  const [low, high] = [Math.floor(border(32)), Math.ceil(border(1))];
  const scaling = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 2048 };
  const yarn = { ...CONFIG, rope_theta: 10000, rope_scaling: scaling };
  const right = await report(port({ list: ramp(low, high), factor }), yarn);
  assert.equal(right.verdict, 'right');
  await areNamed(
    [
      [
        port({ list: ramp(border(32), border(1)), factor }),
        'The borders of the ramp are not rounded to whole pairs (floor, ceil).',
      ],
      [
        port({ list: ramp(low, high, true), factor }),
        'The ramp of the scaling is reversed: slow pairs keep their frequencies, and fast pairs change.',
      ],
      [
        port({ list: ramp(low, high), factor: factor * factor }),
        'The attention factor is applied twice.',
      ],
      [
        port({
          list: ramp(low, high),
          pair: (x, y, c, s) => [x * c * factor - y * s, y * c * factor + x * s],
        }),
        'The attention factor multiplies the cosines, but not the sines.',
      ],
    ],
    yarn,
  );
});

test('mistakes in the ramp of Llama 3 are named, and other settings are not claimed', async () => {
  const llama3 = {
    ...CONFIG,
    rope_scaling: {
      rope_type: 'llama3',
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  };
  const smooth = own.map((x) => {
    const part = (8192 / ((2 * Math.PI) / x) - 1) / 3;
    if (part >= 1 || part <= 0) return part >= 1 ? x : x / 8;
    return part * (x / 8) + (1 - part) * x;
  });
  await areNamed(
    [
      [
        port({ list: smooth }),
        'In the middle of the ramp, scaled and plain frequencies have changed places.',
      ],
    ],
    llama3,
  );
  // This port forgets the factor 2 pi in wavelengths. Some values of the scaling give nearly the
  // same array. None gives exactly this array, so the report must name no value.
  const nearly = own.map((x) => {
    const part = (8192 * x - 1) / 3;
    if (part >= 1 || part <= 0) return part >= 1 ? x : x / 8;
    return (1 - part) * (x / 8) + part * x;
  });
  const { says } = await report(port({ list: nearly }), llama3);
  assert.equal(says[0], 'Only 7 of 32 pairs turn differently: 15-21.');
  assert.doesNotMatch(says.join(' '), /of the scaling is/);
});

test('a dynamic base is compared with that for the number of positions', async () => {
  const scaling = { rope_type: 'dynamic', factor: 2 };
  const sizes = { rope_theta: 10000, max_position_embeddings: 32, rope_scaling: scaling };
  const config = { ...CONFIG, ...sizes };
  const right = port({ list: powers(10000 * 2 ** (DIM / (DIM - 2))) });
  const { verdict } = await report(right, config);
  assert.equal(verdict, 'right');
  const plain = port({ list: powers(10000) });
  await areNamed(
    [[plain, 'For 48 positions, dynamic scaling wants the base 20452.23, not 10000.']],
    config,
  );
});

test('pairs that span a whole head of partial rotation are named, and so are changed elements', () =>
  areNamed(
    [
      [
        port({ width: 32, apart: 32, list: powers(10000, 32) }),
        'A pair is i and i + 32, not i and i + 16: the halves are those of the head.',
      ],
      [
        port({ width: 32, list: powers(10000, 32) }).map((x, i) => (i % DIM < 32 ? x : 0)),
        'All pairs turn as they should, but elements that should not rotate are changed.',
      ],
    ],
    { ...CONFIG, model_type: 'phi', rope_theta: 10000, partial_rotary_factor: 0.5 },
  ));

test('a base that only coarse elements hide is unsure, and a head without numbers is named', async () => {
  const [before, after] = [queries, port({ list: powers(490000) })].map((each) => each.map(bf16));
  const { verdict, says } = await report(after, CONFIG, { before });
  assert.equal(verdict, 'unsure');
  assert.equal(
    says[0],
    'Another base is nearer, but bfloat16 is too coarse to decide: give more rows.',
  );
  const hole = port({}).map((x, i) => (Math.floor(i / DIM) % HEADS === 2 ? NaN : x));
  await areNamed([[hole, 'Only head 2 of 4 differs.']]);
});

test('rows that are normalised after the rotation are named', async () => {
  const after = port({});
  for (let at = 0; at < after.length; at += DIM) {
    const row = after.subarray(at, at + DIM);
    const size = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0) / DIM);
    row.forEach((x, i) => (row[i] = x / size));
  }
  await areNamed([
    [after, 'All pairs turn as they should, but not all keep their length: are rows normalised?'],
  ]);
});

test('positions that count along the heads are wrong, also if they are right there', async () => {
  const after = port({ positionOf: (row, head) => head });
  const shapes = [
    [ROWS, HEADS, DIM],
    [2, HEADS, ROWS / 2, DIM],
  ];
  const along = queries.slice();
  for (let unit = 0; unit < ROWS * HEADS; unit++)
    for (let i = 0; i < HALF; i++) {
      const [a, b] = [unit * DIM + i, unit * DIM + i + HALF];
      const t = (Math.floor(unit / (ROWS / 2)) % HEADS) * own[i];
      along[a] = queries[a] * Math.cos(t) - queries[b] * Math.sin(t);
      along[b] = queries[b] * Math.cos(t) + queries[a] * Math.sin(t);
    }
  for (const [at, array] of [after, along].entries()) {
    const { verdict, says } = await report(array, CONFIG, { shape: shapes[at] });
    assert.equal(verdict, 'wrong');
    assert.match(
      says[0],
      /^The array agrees only if axis 1 of .* is it rotated along the heads\?$/,
    );
  }
});

test('a rotation that some layers want is right there, and text of a model for images is right', async () => {
  const gemma = {
    ...CONFIG,
    model_type: 'gemma3_text',
    head_dim: DIM,
    num_hidden_layers: 6,
    rope_theta: 1e6,
    rope_local_base_freq: 10000,
    sliding_window_pattern: 6,
  };
  const { verdict, says } = await report(port({ list: powers(10000) }), gemma);
  assert.equal(verdict, 'right');
  assert.deepEqual(says.slice(1, 3), [
    'This is what the layers with a sliding window want, such as layer 0.',
    'Other layers want another rotation.',
  ]);
  const images = {
    ...CONFIG,
    model_type: 'qwen2_vl',
    num_key_value_heads: 4,
    rope_scaling: { type: 'mrope', mrope_section: [8, 12, 12] },
  };
  assert.equal((await report(port({}), images)).verdict, 'right');
  // The rows are parts of an image. Each pair turns by one of their three positions.
  const image = port({
    angle: (p, i) => [3, p >> 3, p % 8][Number(i > 7) + Number(i > 19)] * own[i],
  });
  const other = await report(image, images);
  assert.equal(other.verdict, 'unsure');
  assert.match(other.says[0], /For images, give the three of each row, too: position_ids\.$/);
  assert.doesNotMatch(other.says.join(' '), /turns evenly|keep their length/);
});
