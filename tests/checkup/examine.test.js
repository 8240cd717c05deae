/* Checks what pe-doctor says about files, without a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import * as doctor from '../../web/doctor/index.js';
import { openFile, writeCsv, writeNpz, writeSafetensors } from '../../web/files/index.js';
import { examineRotation, readPair } from '../../web/findings/pairs.js';
import { mistakesOf } from '../../web/findings/rotation-mistakes.js';
import * as library from '../../web/index.js';
import * as opened from '../support/opened.js';

const { NOTHING, LLAMA: CONFIG, json } = opened;
const { golden } = doctor;
const { alibiBias, applyRope, describeModel, learnedTable, sinusoidal } = library;
const queries = learnedTable(64, 256, { seed: 1, std: 1 });
const SHAPE = [64, 4, 64];
const rotated = (options) => applyRope(queries.slice(), { heads: 4, headDim: 64, ...options });
const npy = (name, data, shape = SHAPE) => opened.npy(name, data, shape);

/** Examines files, and returns the reports as [verdict, first sentence]. */
async function verdicts(files, choices = NOTHING) {
  const reports = await examine(await Promise.all(files), choices);
  return reports.map(({ verdict, says }) => [verdict, says[0]]);
}

test('a pair is judged by the config, and the reason comes first', async () => {
  const scaling = { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
  const scaled = { ...CONFIG, rope_scaling: { ...scaling, original_max_position_embeddings: 512 } };
  const cases = [
    [
      CONFIG,
      {},
      /^The rotated array is what config\.json wants at positions 0 to 63: all 16,384 elements agree\.$/,
    ],
    [CONFIG, { precision: 'float32' }, /^The rotated array is what config\.json wants/],
    [CONFIG, { layout: 'interleaved' }, /^The layout is interleaved, not half\.$/],
    [CONFIG, { base: 500000 }, /^The base \(rope_theta\) is 500000, not 10000\.$/],
    [CONFIG, { start: 3.5 }, /^Positions begin at 3\.5\.$/],
    [CONFIG, { start: -3 }, /^Positions begin at -3\.$/],
    [CONFIG, { start: 3, base: 500000 }, /^The base \(rope_theta\) is 500000, not 10000\.$/],
    [CONFIG, { rotaryDim: 32 }, /^32 dimensions rotate, not 64\.$/],
    [scaled, {}, /^The frequencies are not scaled; the model wants llama3\.$/],
  ];
  for (const [config, options, says] of cases) {
    const after = npy('after.npy', rotated(options));
    const [[verdict, first]] = await verdicts([json(config), npy('before.npy', queries), after]);
    assert.match(first, says);
    assert.equal(verdict, says.source.includes('is what') ? 'right' : 'wrong', first);
  }
});

test('a right port whose rows begin later is unsure, and the report says how to tell', async () => {
  for (const start of [3, 30000]) {
    const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', rotated({ start }))];
    const [report] = await examine(await Promise.all(files), NOTHING);
    assert.equal(report.verdict, 'unsure');
    const last = start + 63;
    assert.deepEqual(report.says, [
      `Positions begin at ${start}.`,
      `The rotated array is what config.json wants at positions ${start} to ${last}: all 16,384 elements agree.`,
      'If your rows have these positions, the port is right.',
      'A sequence was read as [length 64, heads 4, headDim 64].',
    ]);
    assert.deepEqual(report.positions, { of: 'before.npy', text: `${start}..${last}` });
    assert.match(
      report.command,
      new RegExp(`--config config\\.json --positions ${start}\\.\\.${last}$`),
    );
  }
});

test('of T5, the bias of a part is right if names or a mask tell the part', async () => {
  const weights = learnedTable(32, 4, { seed: 5, std: 3 });
  const t5 = { model_type: 't5', num_heads: 4, d_kv: 64 };
  const said = {
    true: /^This is right for the encoder\./,
    false: /^This is right for the d/,
  };
  for (const bidirectional of [true, false]) {
    const bias = library.t5Bias(weights, 4, 160, 160, { bidirectional });
    const files = [json(t5), npy('bias.npy', bias, [4, 160, 160])];
    const [unchecked] = await examine(await Promise.all(files), NOTHING);
    assert.equal(unchecked.verdict, 'unsure');
    assert.match(
      unchecked.says[2],
      /^Only the buckets were checked\. .* \(relative_attention_bias\)/,
    );
    const table = npy('table.npy', weights, [32, 4]);
    const [open] = await examine(await Promise.all([...files, table]), NOTHING);
    assert.equal(open.verdict, 'unsure');
    assert.match(open.says[0], said[bidirectional]);
    assert.match(open.says[1], /^Nothing tells which part it belongs to/);
    const [own, other] = bidirectional ? ['encoder', 'decoder'] : ['decoder', 'encoder'];
    for (const names of [
      [`${own}_bias.npy`, 'table.npy'],
      ['bias.npy', `${own}.block.0.npy`],
    ]) {
      const named = [npy(names[0], bias, [4, 160, 160]), npy(names[1], weights, [32, 4])];
      const [right, ...others] = await examine(await Promise.all([json(t5), ...named]), NOTHING);
      assert.equal(right.verdict, 'right');
      assert.match(right.says[0], said[bidirectional]);
      const line = `identify ${names[0]} --config config.json --weights ${names[1]}`;
      assert.ok(right.command.endsWith(line), right.command);
      assert.deepEqual(
        others.map(({ title }) => title),
        ['config.json'],
      );
    }
    const wrong = [json(t5), npy(`${other}_bias.npy`, bias, [4, 160, 160]), table];
    const [report] = await examine(await Promise.all(wrong), NOTHING);
    assert.equal(report.verdict, 'wrong');
    assert.deepEqual(report.says.slice(0, 2), [
      `The value of bidirectional is ${bidirectional}, not ${!bidirectional}.`,
      `By its name, it belongs to the ${other}.`,
    ]);
  }
  for (const bidirectional of [true, false]) {
    const bias = library
      .t5Bias(weights, 4, 160, 160, { bidirectional })
      .map((x, i) => (i % 160 > Math.floor(i / 160) % 160 ? -Infinity : x));
    const files = [json(t5), npy('bias.npy', bias, [4, 160, 160])];
    const [[verdict, first]] = await verdicts(files);
    assert.equal(verdict, bidirectional ? 'wrong' : 'none', first);
    if (!bidirectional) assert.match(first, said.false);
  }
});

test('a bias of T5 with other weights than the learned table is wrong', async () => {
  const weights = learnedTable(32, 4, { seed: 5, std: 3 });
  const t5 = json({ model_type: 't5', num_heads: 4, d_kv: 64 });
  const bias = library.t5Bias(weights, 4, 160, 160);
  const negated = bias.map(
    (_, i) => bias[i - (i % 25600) + (i % 160) * 160 + Math.floor((i % 25600) / 160)],
  );
  const changed = weights.slice();
  changed[4 * 9 + 2] += 1;
  for (const [data, table, sentence] of [
    [negated, weights, /^Keys before a query have the weights of keys after it/],
    [bias, changed, /^Weights differ from the learned table in 1 of 124 places\.$/],
    [
      bias,
      weights.map((x) => x + 1),
      /^Weights differ from the learned table in 124 of 124 places\.$/,
    ],
    [
      bias.map((x) => x / 8),
      weights,
      /^The weights are those of the learned table times 0\.125\.$/,
    ],
  ]) {
    const files = [t5, npy('bias.npy', data, [4, 160, 160]), npy('table.npy', table, [32, 4])];
    const [[verdict, first]] = await verdicts(files);
    assert.equal(verdict, 'wrong');
    assert.match(first, sentence);
  }
});

test('buckets of T5 whose logarithms are rounded are named with the learned table', async () => {
  const weights = learnedTable(32, 4, { seed: 5, std: 3 });
  /** Returns the encoder's bucket of a distance in a port that rounds logarithms. */
  const bucketOf = (distance) => {
    const far = Math.abs(distance);
    const log = 8 + Math.round((Math.log(Math.max(far, 1) / 8) / Math.log(16)) * 8);
    return (distance > 0 ? 16 : 0) + (far < 8 ? far : Math.min(log, 15));
  };
  const bias = Float32Array.from({ length: 4 * 25600 }, (_, i) => {
    const distance = (i % 160) - (Math.floor(i / 160) % 160);
    return weights[bucketOf(distance) * 4 + Math.floor(i / 25600)];
  });
  const t5 = { model_type: 't5', num_heads: 4, d_kv: 64 };
  const files = [json(t5), npy('bias.npy', bias, [4, 160, 160])];
  const [alone] = await examine(await Promise.all(files), NOTHING);
  assert.equal(alone.verdict, 'unsure');
  files.push(npy('table.npy', weights, [32, 4]));
  const [report] = await examine(await Promise.all(files), NOTHING);
  assert.equal(report.verdict, 'wrong');
  const { length } = bias.filter((x, i) => {
    const distance = (i % 160) - (Math.floor(i / 160) % 160);
    const [row] = library.t5Buckets(1, 1 + Math.abs(distance));
    const bucket = distance > 0 ? row + 16 : row;
    return x !== weights[bucket * 4 + Math.floor(i / 25600)];
  });
  assert.deepEqual(report.says, [
    'Keys at the distance 10 have the weight of bucket 25, not 24.',
    'All wrong buckets are one too large: are logarithms rounded to the nearest integer, not down?',
    `${length.toLocaleString('en')} of 102,400 elements are not what config.json and the learned table give.`,
  ]);
  // Noise is not a bias made from this table, so the report names no mistake.
  const noise = learnedTable(640, 160, { seed: 9, std: 3 });
  const [other] = await examine(
    await Promise.all([json(t5), npy('bias.npy', noise, [4, 160, 160]), files[2]]),
    NOTHING,
  );
  assert.equal(other.verdict, 'unsure');
});

test('the table of Whisper’s encoder is right, and that with sines beside cosines is wrong', async () => {
  const whisper = json({
    model_type: 'whisper',
    d_model: 32,
    encoder_attention_heads: 2,
    max_target_positions: 448,
  });
  for (const [layout, verdict, sentence] of [
    ['fairseq', 'right', 'This is right for the encoder. In the decoder, scheme is learned.'],
    ['concatenated', 'wrong', 'Exponents are divided by 16, not by 15.'],
  ]) {
    const table = npy('embed_positions.npy', sinusoidal(64, 32, { layout }), [64, 32]);
    assert.deepEqual((await verdicts([whisper, table]))[0].slice(0, 2), [verdict, sentence]);
  }
});

test('by a config of an unknown type, the verdict says as what it was read', async () => {
  const unknown = { ...CONFIG, model_type: 'unheard_of', rope_theta: 1e4 };
  const files = [json(unknown), npy('before.npy', queries), npy('after.npy', rotated({}))];
  const [[, says]] = await verdicts(files);
  assert.match(
    says,
    /elements agree\. The type of config\.json is not known: it was read as llama/,
  );
});

/** Examines files. The reader has typed the positions `text` for the array `of`. */
async function reportAt(files, of, text) {
  const positions = new Map([[of, text]]);
  const [report] = await examine(await Promise.all(files), { ...NOTHING, positions });
  return report;
}

test('a rotation is judged at the positions that the reader gives', async () => {
  const packed = Float64Array.from({ length: 64 }, (_, row) => row % 40);
  const cases = [
    [rotated({ start: 5 }), '5', 'positions 5 to 68', '5'],
    [rotated({ start: 5 }), ' 5 .. 68 ', 'positions 5 to 68', '5..68'],
    [rotated({ positions: packed }), '0..39，0..23', 'the given positions', '0..39,0..23'],
  ];
  for (const [data, text, where, option] of cases) {
    const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', data)];
    const report = await reportAt(files, 'before.npy', text);
    assert.equal(report.verdict, 'right', text);
    assert.match(report.says[0], new RegExp(`wants at ${where}: all 16,384 elements agree`));
    assert.deepEqual(report.positions, { of: 'before.npy', text });
    assert.ok(report.command.endsWith(`--config config.json --positions ${option}`));
  }
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', rotated({ start: 5 }))];
  assert.equal((await reportAt(files, 'before.npy', '6..69')).verdict, 'wrong');
});

test('positions that cannot be used are one sentence, and the report is as without them', async () => {
  const after = rotated({ start: 5 });
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
  const [without] = await examine(await Promise.all(files), NOTHING);
  const cases = {
    '5-68': 'positions: expected numbers or ranges such as 100..115, got "5-68".',
    '9..5': 'positions: expected a range such as 100..115, got "9..5".',
    '5..20': 'positions: expected 1 or 64 numbers, got 16.',
  };
  for (const [text, error] of Object.entries(cases)) {
    const report = await reportAt(files, 'before.npy', text);
    assert.deepEqual(report.positions, { of: 'before.npy', text, error });
    assert.deepEqual([report.verdict, report.says], [without.verdict, without.says]);
    assert.equal(report.command, without.command);
  }
});

test('no positions are asked for where they are no question', async () => {
  const asks = async (files) => (await examine(await Promise.all(files), NOTHING))[0].positions;
  const pair = (options) => [npy('before.npy', queries), npy('after.npy', rotated(options))];
  const open = { of: 'before.npy', text: '' };
  assert.deepEqual(await asks([json(CONFIG), ...pair({})]), open);
  assert.deepEqual(await asks([json(CONFIG), ...pair({ layout: 'interleaved' })]), open);
  assert.equal(await asks(pair({})), undefined);
  assert.deepEqual(await asks(pair({ start: 5 })), open);
  const compared = [npy('ref.npy', rotated({})), npy('ours.npy', rotated({ start: 5 }))];
  assert.equal(await asks([json(CONFIG), ...compared]), undefined);
  assert.equal(await asks([npy('pe.npy', sinusoidal(64, 32), [64, 32])]), undefined);
});

/** Moves the axis of the heads before that of the rows: [b, l, h, d] becomes [b, h, l, d]. */
function headsFirst(list, [batch, length, heads, dim]) {
  const out = new Float32Array(list.length);
  for (let b = 0; b < batch; b++)
    for (let l = 0; l < length; l++)
      for (let h = 0; h < heads; h++) {
        const from = ((b * length + l) * heads + h) * dim;
        out.set(list.subarray(from, from + dim), ((b * heads + h) * length + l) * dim);
      }
  return out;
}

const BATCH = [2, 32, 4, 64];
const batchRows = Array.from({ length: 64 }, (_, row) => row);
/** The mask of two sequences. In the second, the first 3 rows are padding. */
const padding = Float32Array.from(batchRows, (row) => Number(row < 32 || row > 34));
const counted = Float64Array.from(batchRows, (row) => Math.max(0, (row % 32) - 3 * (row > 31)));
const counting = Float64Array.from(batchRows, (row) => row % 32);
const maskFile = () => npy('attention_mask.npy', padding, [2, 32]);
const positionsFile = () => npy('position_ids.npy', counted, [2, 32]);
const axesBefore = {
  'rows first': { axes: BATCH, order: (list) => list },
  'heads first': { axes: [2, 4, 32, 64], order: (list) => headsFirst(list, BATCH) },
};

/** Examines queries that were rotated at these positions, with other files. */
async function reportOf({ axes, order }, positions, others, choices = NOTHING) {
  const after = npy('after.npy', order(rotated({ positions })), axes);
  const files = [json(CONFIG), npy('before.npy', order(queries), axes), after, ...others];
  const [report] = await examine(await Promise.all(files), choices);
  return report;
}

for (const [name, axes] of Object.entries(axesBefore)) {
  test(`with a mask among the files, padding does not count (${name})`, async () => {
    const report = await reportOf(axes, counted, [maskFile()]);
    assert.equal(report.verdict, 'right', report.says[0]);
    assert.match(report.says[0], /at the given positions: all 15,616 elements agree/);
    assert.deepEqual(report.positions, { of: 'before.npy', text: '0..31,0..28' });
    assert.match(report.command, /before\.npy after\.npy --mask attention_mask\.npy --config/);
    const counts = await reportOf(axes, counting, [maskFile()]);
    assert.equal(counts.verdict, 'wrong');
    assert.equal(
      counts.says[0],
      'Positions of rows 3 to 31 of batch item 1 are 3 too large: does padding count?',
    );
    const where = counts.says.find((sentence) => sentence.startsWith('The first difference is'));
    assert.match(where, /^The first difference is in row 3 of batch item 1, head 0, element 0: /);
    const typed = { ...NOTHING, positions: new Map([['before.npy', '7..67']]) };
    const own = await reportOf(axes, counted, [maskFile()], typed);
    assert.equal(own.verdict, 'wrong');
    assert.match(own.command, / --mask attention_mask\.npy .* --positions 7\.\.67$/);
  });

  test(`positions among the files say where the rows are (${name})`, async () => {
    const report = await reportOf(axes, counted, [positionsFile()]);
    assert.equal(report.verdict, 'right', report.says[0]);
    assert.match(report.says[0], /all 16,384 elements agree/);
    assert.match(report.command, / --positions position_ids\.npy --config/);
    assert.equal((await reportOf(axes, counting, [positionsFile()])).verdict, 'wrong');
    const both = await reportOf(axes, counted, [maskFile(), positionsFile()]);
    assert.match(both.says[0], /all 15,616 elements agree/);
    assert.match(both.command, / --mask attention_mask\.npy --positions position_ids\.npy /);
  });
}

test('a mask in the same file is found, and one that does not fit is refused', async () => {
  const zipped = openFile(
    await writeNpz({
      q: { data: queries, shape: BATCH },
      q_rotated: { data: rotated({ positions: counted }), shape: BATCH },
      mask: { data: padding, shape: [2, 32] },
    }),
    'step.npz',
  );
  const [report] = await examine(await Promise.all([json(CONFIG), zipped]), NOTHING);
  assert.equal(report.verdict, 'right');
  assert.match(report.command, / --mask step\.npz:mask /);
  const short = npy('mask.npy', padding.subarray(0, 40), [2, 20]);
  const refused = await reportOf(axesBefore['rows first'], counted, [short]);
  assert.equal(refused.verdict, 'unsure');
  assert.equal(refused.says[0], 'mask: expected [batch, length] of [2, 32, 4, 64], got [2, 20].');
});

test('a table whose rows begin later is judged at the positions of the reader', async () => {
  const marian = { model_type: 'marian', d_model: 32, encoder_attention_heads: 2 };
  const data = sinusoidal(64, 32, { layout: 'concatenated', start: 5 });
  const files = [json({ ...marian, max_position_embeddings: 128 }), npy('pe.npy', data, [64, 32])];
  const [unsure] = await examine(await Promise.all(files), NOTHING);
  assert.equal(unsure.verdict, 'unsure');
  assert.deepEqual(unsure.says.slice(0, 2), [
    'The value of start is 5, not 0.',
    'If the first row has the position 5, the table is right.',
  ]);
  assert.deepEqual(unsure.positions, { of: 'pe.npy', text: '5' });
  for (const text of ['5', '5..68']) {
    const right = await reportAt(files, 'pe.npy', text);
    assert.equal(right.verdict, 'right');
    assert.ok(right.command.endsWith(`identify pe.npy --config config.json --positions ${text}`));
  }
  assert.equal((await reportAt(files, 'pe.npy', '6')).verdict, 'wrong');
  const errorOf = async (text) => (await reportAt(files, 'pe.npy', text)).positions.error;
  assert.equal(await errorOf('5,7'), 'positions: expected 1 or 64 numbers, got 2.');
  assert.match(
    await errorOf('5..67,70'),
    /^positions: expected numbers that count up by 1, got 70 in row 63\.$/,
  );
});

test('one decoding step is judged at its position, and equal arrays are never right', async () => {
  const step = queries.slice(0, 256);
  const at17 = applyRope(step.slice(), { heads: 4, headDim: 64, start: 17 });
  const given = { ...NOTHING, positions: new Map([['before.npy', '17']]) };
  for (const shape of [
    [1, 4, 1, 64],
    [1, 4, 64],
    [4, 64],
    [1, 256],
  ]) {
    const pair = (after) => [
      json(CONFIG),
      npy('before.npy', step, shape),
      npy('a.npy', after, shape),
    ];
    const first = async (after, choices) => (await verdicts(pair(after), choices))[0];
    const right =
      'The rotated array is what config.json wants at position 17: all 256 elements agree.';
    assert.deepEqual(await first(at17, given), ['right', right]);
    assert.deepEqual(await first(at17), ['unsure', 'The position is 17.']);
    const still = 'Both arrays are equal: the position is 0, not 17, or nothing rotates.';
    assert.deepEqual(await first(step, given), ['wrong', still]);
    const unknown = 'Both arrays are equal: the position is 0, or nothing rotates.';
    assert.deepEqual(await first(step), ['unsure', unknown]);
    const [{ positions }] = await examine(await Promise.all(pair(step)), NOTHING);
    assert.deepEqual(positions, { of: 'before.npy', text: '' });
  }
  const equal = [json(CONFIG), npy('before.npy', queries), npy('after.npy', queries)];
  const [[verdict, says]] = await verdicts(equal);
  assert.deepEqual([verdict, says], ['unsure', 'Nothing rotates: both arrays are equal.']);
  const compared = [json(CONFIG), npy('mine.npy', queries), npy('reference.npy', queries)];
  assert.equal((await verdicts(compared))[0][0], 'right');
});

test('all rows of large arrays are judged, and not only the first ones', async () => {
  const [rows, shape] = [40000, { heads: 2, headDim: 64 }];
  const size = [rows, 2, 64];
  const large = Float32Array.from({ length: rows * 128 }, (_, i) => ((i * 7919) % 1009) / 1009);
  const right = applyRope(large.slice(), shape);
  const late = right.slice();
  for (let i = 39000 * 128; i < late.length; i++) late[i] = large[i];
  const config = { ...CONFIG, hidden_size: 256 };
  const pair = (...arrays) => [
    npy('before.npy', arrays[0], size),
    npy('after.npy', arrays[1], size),
  ];
  const check = async (files) => {
    const [report] = await examine(await Promise.all(files), NOTHING);
    return [report.verdict, report.says[0], report.says.at(-1)];
  };
  const row = 'Row 39000 differs first.';
  const all =
    'The rotation was sought in the first 32768 of 40000 rows. All rows were compared with it.';
  const wants =
    'The rotated array is what config.json wants at positions 0 to 39999: all 5,120,000 elements agree.';
  assert.deepEqual(await check([json(config), ...pair(large, right)]), ['right', wants, all]);
  assert.deepEqual(await check([json(config), ...pair(large, late)]), ['wrong', row, all]);
  assert.deepEqual(await check(pair(large, late)), ['wrong', row, all]);
  assert.equal((await check(pair(right, late)))[0], 'wrong');
  assert.equal((await check([json(config), ...pair(right, late)]))[0], 'wrong');
  assert.equal((await check(pair(right, right.slice())))[0], 'right');
});

test('arrays of NaN are never right', async () => {
  const nan = queries.map(() => NaN);
  const after = npy('after.npy', nan);
  const both = '16384 elements are NaN in both arrays, which does not show that they agree.';
  const one = 'Some elements of one array are not finite.';
  const none = 'All elements are NaN in one of the arrays.';
  for (const config of [[], [json(CONFIG)]])
    for (const [array, says] of [
      [nan, both],
      [queries, one],
    ])
      assert.deepEqual((await verdicts([...config, npy('before.npy', array), after]))[0], [
        'wrong',
        config.length ? none : says,
      ]);
});

test('no mistake is named of an array that agrees with the model', async () => {
  const shape = { heads: 1, headDim: 64 };
  const before = queries.slice(0, 16 * 64);
  const after = applyRope(before.slice(), shape);
  const files = [npy('before.npy', before, [16, 1, 64]), npy('after.npy', after, [16, 1, 64])];
  const [a, b] = (await Promise.all(files)).map(({ tensors: [tensor] }) => tensor);
  const pair = await readPair([a, b], (tensor) => tensor.readFloats());
  const found = examineRotation(pair, {}, doctor);
  const lost = { ...found, data: { ...found.data, matched: 0 } };
  assert.equal(mistakesOf(pair, lost, describeModel(CONFIG), library), undefined);
});

/**
 * Rotates the queries as a port does. `makePair` gets cosine, sine and the two elements of a pair,
 * and returns the new pair.
 */
function ported(makePair) {
  const out = queries.slice();
  for (let unit = 0; unit < 64 * 4; unit++)
    for (let pair = 0; pair < 32; pair++) {
      const [x, y] = [64 * unit + pair, 64 * unit + pair + 32];
      const angle = Math.floor(unit / 4) * 10000 ** (-pair / 32);
      [out[x], out[y]] = makePair(Math.cos(angle), Math.sin(angle), queries[x], queries[y]);
    }
  return out;
}

test('mistakes after which the heads are not rotated are named', async () => {
  const firstOnly = queries.map((value, i) => (i % 256 < 64 ? rotated({})[i] : value));
  const cases = [
    [
      ported((c, s, a, b) => [a * c - b * s, b * c + a * s]),
      /^The rotated array is what config\.json wants/,
    ],
    [ported((c, s, a, b) => [a * c + b * s, b * c + a * s]), /^A minus sign is missing/],
    [
      ported((c, s, a, b) => [a * s - b * c, b * s + a * c]),
      /^Cosine and sine have changed places/,
    ],
    [firstOnly, /^Only one head rotates\.$/],
    [applyRope(queries.slice(), { heads: 1, headDim: 256 }), /^The rotation spans all heads/],
    [
      rotated({ scaling: { rope_type: 'linear', factor: 2 } }),
      /scaling linear; the model wants none/,
    ],
  ];
  for (const [after, says] of cases) {
    const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
    const [[verdict, first]] = await verdicts(files);
    assert.match(first, says);
    assert.equal(verdict, says.source.includes('is what') ? 'right' : 'wrong', first);
  }
});

test('positions that stop counting are named, and the report is certain', async () => {
  const positions = Float64Array.from({ length: 64 }, (_, row) => Math.min(row, 40));
  const after = rotated({ positions });
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
  const [report] = await examine(await Promise.all(files), NOTHING);
  assert.equal(report.verdict, 'wrong');
  assert.equal(report.says[0], 'Rows 41 to 63 all have the position 40.');
  assert.match(report.sure, /^Certain: this rotation explains all 16,384 elements\.$/);
});

test('a right port whose numbers are rounded to bfloat16 is right', async () => {
  const after = rotated({});
  const bits = new Uint32Array(after.buffer);
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] + 0x8000) & 0xffff0000;
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
  assert.equal((await verdicts(files))[0][0], 'right');
});

test('masks and values are not wrong because the model rotates', async () => {
  const mask = new Float32Array(256).map((_, i) => (i % 16 > i / 16 ? -Infinity : 0));
  const masks = [json(CONFIG), npy('mask.npy', mask, [1, 1, 16, 16])];
  assert.deepEqual((await verdicts(masks))[0], [
    'none',
    'This is a mask: it hides keys, and changes no other score.',
  ]);
  for (const shape of [SHAPE, [1, ...SHAPE], [64, 256]]) {
    const [values] = await verdicts([json(CONFIG), npy('v.npy', queries, shape)]);
    assert.equal(values[0], 'unsure');
    assert.match(values[1], /^No formula explains this array\./);
  }
});

test('a bias that names its mistake looks wrong, and rotated queries alone do not', async () => {
  const steep = alibiBias(8, 16, 16).map((value) => 2 * value);
  assert.deepEqual(await verdicts([npy('bias.npy', steep, [8, 16, 16])]), [
    ['wrong', 'Slopes are off by one: heads are counted from 0, not from 1.'],
  ]);
  const [alone] = await verdicts([json(CONFIG), npy('after.npy', rotated({}), [1, 4, 64, 64])]);
  assert.equal(alone[0], 'unsure');
  assert.match(alone[1], /give the array before the rotation, too\.$/);
});

test('an array of a port is compared with test vectors, and the rotation says why', async () => {
  const made = golden(CONFIG, { seed: 3 });
  const vectors = json(made, 'golden.json');
  const { before, shape } = made.parts[0].arrays.q;
  const { positions } = made;
  const port = (options) =>
    applyRope(Float32Array.from(before), { heads: 2, headDim: 64, positions, ...options });
  const examined = async (options, name = 'mine.npy') =>
    examine(await Promise.all([vectors, npy(name, port(options), shape)]), NOTHING);
  const [right] = await examined({ precision: 'float32' });
  assert.deepEqual([right.verdict, right.title], ['right', 'mine.npy → golden.json:q']);
  assert.equal(right.says[0], 'Within the tolerances of q for float32, all elements agree.');
  assert.equal(right.command, 'npx posenc compare mine.npy golden.json:q');
  const [back] = await examined({ inverse: true });
  assert.deepEqual(
    [back.verdict, back.says[0]],
    ['wrong', 'The rotation goes back: its sines have the opposite sign.'],
  );
  const [layout] = await examined({ layout: 'interleaved' });
  assert.equal(layout.says[0], 'The layout is interleaved, not half.');
  assert.match(layout.says[1], /^In interleaved, a pair is .* in half, it is i and i \+ 32\.$/);
  const text = new TextEncoder().encode(writeCsv({ data: port({}), shape: [1024, 1] }));
  const csv = openFile(text, 'mine.csv');
  assert.equal((await verdicts([csv, vectors]))[0][0], 'right');
  const [other] = await verdicts([vectors, npy('mine.npy', queries)]);
  assert.deepEqual(other, [
    'unsure',
    'No test vector has as many elements as this array. The vectors are:',
  ]);
  const [alone] = await verdicts([vectors]);
  assert.match(alone[1], /^These are test vectors\. Give an array of your port, too/);
});

test('one wrong element is found, and the heat map shows only this element', async () => {
  const after = rotated({});
  after[3000] += 0.5;
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
  const [{ verdict, says, sure, heat }] = await examine(await Promise.all(files), NOTHING);
  assert.equal(verdict, 'wrong');
  assert.match(says[0], /^The first difference is in row 11, head 2, element 56: /);
  assert.match(says.at(-1), /: 1 of 16,384 elements differ\.$/);
  assert.match(sure, /^Likely: this rotation explains all but 1 of the elements/);
  assert.deepEqual([heat.rows, heat.columns], [64, 32]);
  const marked = [...heat.values.keys()].filter((i) => Math.abs(heat.values[i]) > 0.01);
  assert.deepEqual(marked, [11 * 32 + 24]);
});

test('the names or the reader tell which array is the one before the rotation', async () => {
  const files = [npy('q_rot.npy', rotated({})), npy('q.npy', queries), json(CONFIG)];
  assert.equal((await verdicts(files))[0][0], 'right');
  const exchanged = await verdicts(files, { ...NOTHING, isExchanged: true });
  assert.deepEqual(exchanged[0], [
    'wrong',
    'The rotation goes back: its sines have the opposite sign.',
  ]);
});

test('heads may come before rows, and flat rows are divided by the config', async () => {
  const first = applyRope(queries.slice(), { heads: 1, headDim: 64, length: 64 });
  const [a, b] = [
    npy('before.npy', queries, [1, 4, 64, 64]),
    npy('after.npy', first, [1, 4, 64, 64]),
  ];
  assert.equal((await verdicts([json(CONFIG), a, b]))[0][0], 'right');
  const [c, d] = [npy('before.npy', queries, [64, 256]), npy('after.npy', rotated({}), [64, 256])];
  assert.equal((await verdicts([json(CONFIG), c, d]))[0][0], 'right');
  const batched = npy('after.npy', first, [4, 64, 64]);
  assert.equal((await verdicts([json(CONFIG), a, batched]))[0][0], 'right');
});

test('without a config, an .npz of two arrays gets the rotation, but no verdict', async () => {
  const after = rotated({ layout: 'interleaved' });
  const bytes = writeNpz({
    before: { data: queries, shape: SHAPE },
    after: { data: after, shape: SHAPE },
  });
  const [first] = await verdicts([openFile(bytes, 'both.npz')]);
  assert.deepEqual(first, ['none', 'The rotation has the layout interleaved and the base 10000.']);
});

test('arrays of a port and a reference are compared, even if one is a rotation', async () => {
  const tables = [0, 1].map((start) => sinusoidal(64, 32, { start }));
  for (const names of [
    ['a.npy', 'b.npy'],
    ['ours.npy', 'reference.npy'],
  ]) {
    const [a, b] = names.map((name, at) => npy(name, tables[at], [64, 32]));
    assert.deepEqual(await verdicts([a, b]), [['wrong', 'Row r of a is row r - 1 of b.']]);
  }
  const [ours, expected] = [{ start: 3 }, {}].map(rotated);
  const files = [npy('q_expected.npy', expected), npy('q_mine.npy', ours), json(CONFIG)];
  const [report] = await examine(await Promise.all(files), NOTHING);
  assert.equal(report.title, 'q_mine.npy (a) → q_expected.npy (b)');
  assert.equal(report.verdict, 'wrong');
  assert.match(report.command, /^npx posenc compare /);
});

test('an array that was got is compared with the expected one, in any order of files', async () => {
  const [got, expected] = [{ start: 3 }, {}].map(rotated);
  for (const files of [
    [npy('expected.npy', expected), npy('got.npy', got)],
    [npy('got.npy', got), npy('expected.npy', expected)],
  ]) {
    const [report] = await examine(await Promise.all(files), NOTHING);
    assert.equal(report.title, 'got.npy (a) → expected.npy (b)');
  }
});

test('another order of the elements of heads, or of the heads, is named', async () => {
  const [count, rows, dim] = [12, 16, 64];
  const keys = learnedTable(4 * rows, dim, { seed: 7, std: 1 });
  /**
   * Returns heads [12, 16, 64]. Element i of a head h is the element elementOf(i) of the key head
   * keyOf(h).
   */
  const heads = (keyOf, elementOf = (i) => i) =>
    Float32Array.from({ length: count * rows * dim }, (_, i) => {
      const [head, element] = [Math.floor(i / rows / dim), i % dim];
      const row = keyOf(head) * rows + (Math.floor(i / dim) % rows);
      return keys[row * dim + elementOf(element)];
    });
  const repeated = heads((head) => Math.floor(head / 3));
  const said = async (mine, shape = [1, count, rows, dim], ref = repeated, others = []) => {
    const files = [...others, npy('mine.npy', mine, shape), npy('ref.npy', ref, shape)];
    const [report] = await examine(await Promise.all(files), NOTHING);
    return [report.says[0], report.command.split('ref.npy ')[1]];
  };
  const tiled = heads((head) => head % 4);
  assert.deepEqual(await said(tiled), [
    'Head 1 of a is head 3 of b: are key heads tiled instead of repeated?',
    undefined,
  ]);
  assert.deepEqual(await said(repeated, undefined, tiled), [
    'Index 1 of axis 1 in a is index 0 in b: are heads in another order?',
    undefined,
  ]);
  const reversed = heads((head) => Math.floor((11 - head) / 3));
  assert.deepEqual(await said(reversed, [count, rows, dim]), [
    'Index 0 of axis 0 in a is index 9 in b: are heads in another order?',
    undefined,
  ]);
  const pairs = heads(
    (head) => Math.floor(head / 3),
    (i) => (i >> 1) + (i % 2) * 32,
  );
  const layout = 'a has the interleaved layout, and b has the half layout.';
  assert.deepEqual(await said(pairs), [layout, undefined]);
  const flat = await said(pairs, [48, 256], repeated, [json(CONFIG)]);
  assert.deepEqual(flat, [layout, '--headDim 64']);
});

test('two pairs among the files are two pairs', async () => {
  const files = ['q_before', 'q_after', 'pe_before', 'pe_after'].map((name) =>
    npy(`${name}.npy`, name.endsWith('after') ? rotated({}) : queries),
  );
  const reports = await examine(await Promise.all([json(CONFIG), ...files]), NOTHING);
  assert.deepEqual(
    reports.slice(0, 2).map(({ title, verdict }) => [title, verdict]),
    [
      ['q_before.npy → q_after.npy', 'right'],
      ['pe_before.npy → pe_after.npy', 'right'],
    ],
  );
});

test('the caption of a map counts no rounding as departing', async () => {
  const after = rotated({});
  const bits = new Uint32Array(after.buffer);
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] + 0x8000) & 0xffff0000;
  after[3000] += 0.5;
  const files = [json(CONFIG), npy('before.npy', queries), npy('after.npy', after)];
  const [{ heat }] = await examine(await Promise.all(files), NOTHING);
  assert.match(heat.says, /Differing rows: 1 of 64\. Differing pairs: 1 of 32\./);
});

test('arrays that are no rotation of each other are compared', async () => {
  const other = queries.map((value, i) => (i > 9000 ? 2 * value : value));
  const reports = await examine(
    await Promise.all([npy('a.npy', queries), npy('b.npy', other)]),
    NOTHING,
  );
  assert.equal(reports[0].verdict, 'wrong');
  assert.ok(reports[0].says.includes('All rows from row 35 on differ.'), `${reports[0].says}`);
  assert.equal(reports[0].command, 'npx posenc compare a.npy b.npy');
});

test('in a suggested command, no name of a file can be taken for an option or a word of the shell', async () => {
  const other = queries.map((value) => 2 * value);
  for (const [name, word] of [
    ['-f.npy', './-f.npy'],
    ['a b.npy', "'a b.npy'"],
    ["a'; ls '.npy", "'a'\\''; ls '\\''.npy'"],
    ['-$(ls).npy', "'./-$(ls).npy'"],
  ]) {
    const [{ command }] = await examine(
      await Promise.all([npy(name, queries), npy('b.npy', other)]),
      NOTHING,
    );
    assert.equal(command, `npx posenc compare ${word} b.npy`);
  }
});

test('arrays whose rows are no heads are compared', async () => {
  for (const shape of [
    [16, 4097],
    [4, 1, 1],
  ]) {
    const count = shape.reduce((product, axis) => product * axis);
    const a = Float32Array.from({ length: count }, (_, i) => Math.sin(i));
    const b = a.map((value, i) => (i === 1 ? value + 1 : value));
    const [report] = await examine(
      await Promise.all([npy('a.npy', a, shape), npy('b.npy', b, shape)]),
      NOTHING,
    );
    assert.equal(report.verdict, 'wrong', report.says[0]);
    assert.equal(report.command, 'npx posenc compare a.npy b.npy');
  }
});

test('tables and biases are judged by the config, too', async () => {
  const bloom = { model_type: 'bloom', hidden_size: 512, n_head: 8, n_layer: 2 };
  const bias = npy('bias.npy', alibiBias(8, 32, 32, { causal: true }), [8, 32, 32]);
  assert.equal((await verdicts([json(bloom), bias]))[0][0], 'right');
  const table = npy('pe.npy', sinusoidal(64, 32), [64, 32]);
  assert.deepEqual(await verdicts([json(bloom), table]).then(([first]) => first), [
    'wrong',
    'config.json wants alibi, but this tensor is sinusoidal.',
  ]);
  assert.equal((await verdicts([table]))[0][0], 'none');
});

test('a report on a large table counts the elements that were read', async () => {
  const rows = 40960;
  const large = npy('large.npy', sinusoidal(rows, 128), [rows, 128]);
  const [report] = await examine([await large], NOTHING);
  const read = (8192 + 15 * 16) * 128;
  const count = read.toLocaleString('en');
  assert.equal(report.sure, `Certain: this formula explains all ${count} elements that were read.`);
  assert.ok(report.says.some((each) => each.includes('Of 40960 rows, the first 8192 were read')));
});

test('of a checkpoint, the tensor with positions or the chosen one is examined', async () => {
  const rest = { data: queries, shape: [64, 256] };
  const wpe = { data: learnedTable(64, 32), shape: [64, 32] };
  const gpt = { model_type: 'gpt2', n_embd: 32, n_head: 2, n_layer: 2, n_positions: 64 };
  const named = openFile(
    writeSafetensors({ 'wpe.weight': wpe, a: rest, b: rest }),
    'm.safetensors',
  );
  const [table] = await examine([await json(gpt), await named], NOTHING);
  assert.equal(table.verdict, 'none');
  assert.equal(table.command, 'npx posenc identify m.safetensors:wpe.weight --config config.json');
  const three = await openFile(writeSafetensors({ a: rest, b: rest, c: rest }), 'm.safetensors');
  assert.equal((await examine([three], NOTHING)).length, 3);
  const bytes = writeSafetensors({ a: rest, b: rest, c: rest, d: rest });
  const [asked] = await examine([await openFile(bytes, 'm.safetensors')], NOTHING);
  assert.deepEqual(asked.choice.names, ['a', 'b', 'c', 'd']);
  const chosen = new Map([['m.safetensors', 'b']]);
  const [first] = await examine([await openFile(bytes, 'm.safetensors')], { ...NOTHING, chosen });
  assert.match(first.title, /^m\.safetensors:b, float32 \[64, 256\]$/);
});

test('queries from before their norm are unsure, and elements that are no numbers are named', async () => {
  const weights = learnedTable(1, 64, { seed: 7, std: 1 });
  const normed = queries.slice();
  for (let head = 0; head < normed.length; head += 64) {
    const size = Math.hypot(...queries.subarray(head, head + 64)) / 8;
    for (let i = 0; i < 64; i++) normed[head + i] *= weights[i] / size;
  }
  const after = applyRope(normed, { heads: 4, headDim: 64 });
  const pair = [npy('q_before.npy', queries), npy('q_after.npy', after)];
  const [unsure] = await verdicts([json(CONFIG), ...pair]);
  assert.deepEqual(unsure, [
    'unsure',
    'Each head was normalised: was the first array taken before q_norm or k_norm?',
  ]);
  const odd = rotated({});
  odd.fill(NaN, 7 * 256, 9 * 256);
  const files = [json(CONFIG), npy('q_before.npy', queries), npy('q_after.npy', odd)];
  assert.deepEqual((await verdicts(files))[0], [
    'wrong',
    '512 elements of q_after are not finite, from [7, 0, 0] to [8, 3, 63].',
  ]);
});

test('the report on files that cannot be examined is one sentence', async () => {
  const empty = (name) => npy(name, new Float32Array(0), [0, 4]);
  const odd = { model_type: 'nosuch' };
  for (const files of [[json(odd)], [empty('a.npy'), empty('b.npy')], [empty('a.npy')]]) {
    const [{ verdict, says }] = await examine(await Promise.all(files), NOTHING);
    assert.equal(verdict, 'unsure');
    assert.equal(says.length, 1);
    assert.match(says[0], /^[^\n]+\.$/);
  }
});
