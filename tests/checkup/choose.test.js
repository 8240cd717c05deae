/*
 * Checks which tensors pe-doctor examines together, such as those before and after a rotation. Also
 * checks which tensors it reports as not checked.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { words } from '../../web/checkup/words.js';
import { openFile, writeSafetensors } from '../../web/files/index.js';
import { applyRope, learnedTable } from '../../web/index.js';
import * as opened from '../support/opened.js';

const { NOTHING, LLAMA: CONFIG, json } = opened;
const SHAPE = [20, 4, 64];
const q = learnedTable(20, 256, { seed: 1, std: 1 });
const k = learnedTable(20, 256, { seed: 2, std: 1 });
const v = learnedTable(20, 256, { seed: 3, std: 1 });
const rotated = (data, options) =>
  applyRope(data.slice(), { heads: 4, headDim: 64, length: 20, ...options });
const npy = (name, data) => opened.npy(name, data, SHAPE);
const tensors = (arrays, name = 'acts.safetensors') =>
  openFile(
    writeSafetensors(
      Object.fromEntries(
        Object.entries(arrays).map(([key, data]) => [key, { data, shape: SHAPE }]),
      ),
    ),
    name,
  );

/** Examines files, and returns the reports on arrays. */
async function reportsOn(files, choices) {
  const all = await Promise.all([json(CONFIG), ...files]);
  const reports = await examine(all, { ...NOTHING, ...choices });
  return reports.filter(({ isModel }) => !isModel);
}

const after = (name) => `acts.safetensors:${name}`;

test('pairs inside one file are found by their names, and each is checked', async () => {
  const back = { inverse: true };
  const file = tensors({
    q_before: q,
    q_after: rotated(q, back),
    k_before: k,
    k_after: rotated(k, back),
    v,
  });
  const [first, second, left] = await reportsOn([file]);
  for (const [report, name] of [
    [first, 'q'],
    [second, 'k'],
  ]) {
    assert.equal(report.title, `${after(`${name}_before`)} → ${after(`${name}_after`)}`);
    assert.equal(report.verdict, 'wrong');
    assert.equal(report.says[0], 'The rotation goes back: its sines have the opposite sign.');
  }
  assert.deepEqual([left.verdict, left.unchecked], ['unchecked', 1]);
  assert.match(left.says[0], /^No second array was found for v\./);
  assert.equal(left.choice.names.length, 5);
});

test('names of a pair may have many forms', async () => {
  const right = rotated(q);
  for (const [one, other] of [
    ['q', 'q_rot'],
    ['q', 'q_rope'],
    ['q', 'q_embed'],
    ['q_in', 'q_out'],
    ['q_pre_rope', 'q_post_rope'],
    ['query_states', 'query_states_rope'],
    ['Qcur', 'Qcur_rope'],
    ['layers.0.qBefore', 'layers.0.qAfter'],
    ['before_q', 'after_q'],
  ]) {
    // The file has another pair, too. So this pair is found by its names, and not because the file
    // has only two tensors.
    const files = [tensors({ [other]: right, [one]: q, k, k_rot: rotated(k) })];
    const reports = await reportsOn(files);
    const found = reports.map(({ title, verdict }) => [title, verdict]);
    assert.deepEqual(found, [
      [`${after(one)} → ${after(other)}`, 'right'],
      [`${after('k')} → ${after('k_rot')}`, 'right'],
    ]);
  }
});

test('weights, and layers that do not rotate, are no pairs', async () => {
  for (const [one, other] of [
    ['mlp_in', 'mlp_out'],
    ['embed_in.weight', 'embed_out.weight'],
    ['v_before', 'v_after'],
  ]) {
    const reports = await reportsOn([tensors({ [one]: q, [other]: k, a: v, b: v })]);
    assert.deepEqual(
      reports.map(({ verdict, unchecked }) => [verdict, unchecked]),
      [['unchecked', 4]],
      one,
    );
  }
});

test('a wrong layer of several comes first', async () => {
  const file = tensors(
    Object.fromEntries(
      [0, 1, 2].flatMap((layer) => [
        [`layers.${layer}.q_before`, q],
        [`layers.${layer}.q_after`, rotated(q, layer === 1 ? { layout: 'interleaved' } : {})],
      ]),
    ),
  );
  const [wrong, ...others] = await reportsOn([file]);
  assert.match(wrong.title, /layers\.1\.q_after$/);
  assert.deepEqual(
    [wrong, ...others].map(({ verdict }) => verdict),
    ['wrong', 'right', 'right'],
  );
});

test('values beside a right pair are not accused', async () => {
  const files = [npy('q_before.npy', q), npy('q_after.npy', rotated(q)), npy('v.npy', v)];
  const reports = await reportsOn(files);
  assert.deepEqual(
    reports.map(({ title, verdict }) => [title, verdict]),
    [
      ['q_before.npy → q_after.npy', 'right'],
      ['v.npy', 'unchecked'],
    ],
  );
  const [alone] = await reportsOn([npy('v.npy', v)]);
  assert.deepEqual([alone.verdict, alone.says], ['unsure', [words.lonely]]);
});

test('a tensor that is chosen is checked with its partner, or with the one that is chosen', async () => {
  const file = tensors({ a: q, b: rotated(q), q_before: k, q_after: rotated(k), v });
  const chosenIn = (name, partner) =>
    reportsOn([file], {
      chosen: new Map([['acts.safetensors', name]]),
      ...(partner !== undefined && { partners: new Map([['acts.safetensors', partner]]) }),
    });
  const [named, more] = await chosenIn('q_after');
  assert.equal(named.title, `${after('q_before')} → ${after('q_after')}`);
  assert.equal(named.verdict, 'right');
  assert.deepEqual([more.choice.chosen, more.choice.partner], ['q_after', 'q_before']);
  const [pair] = await chosenIn('a', 'b');
  assert.deepEqual([pair.title, pair.verdict], [`${after('a')} → ${after('b')}`, 'right']);
  const [alone] = await chosenIn('q_after', '');
  assert.equal(alone.says[0], words.lonely);
});

test('two arrays of a port and of a reference are compared, although both are rotated', async () => {
  for (const [mine, reference] of [
    ['my_q', 'hf_q'],
    ['q_rot_ours', 'q_rot_torch'],
    ['q_mine', 'q_ref'],
  ]) {
    const files = [
      npy(`${reference}.npy`, rotated(q)),
      npy(`${mine}.npy`, rotated(q, { start: 1 })),
    ];
    const [report] = await reportsOn(files);
    assert.equal(report.title, `${mine}.npy (a) → ${reference}.npy (b)`);
    assert.deepEqual(
      [report.verdict, report.says[0]],
      ['wrong', 'Each pair is turned by the same angle in every row: are positions shifted?'],
    );
  }
  const sides = [npy('hf_q_before.npy', q), npy('my_q_after.npy', rotated(q))];
  assert.equal((await reportsOn(sides))[0].verdict, 'right');
});

test('the summary says what was not checked, and praises nothing if nothing was checked', () => {
  const counts = { wrong: 0, unsure: 0, checked: 0, unchecked: 5 };
  assert.equal(words.done(2, counts), '2 files read. Nothing was checked.');
  assert.equal(
    words.done(2, { ...counts, checked: 1, unchecked: 1 }),
    '2 files read. Nothing looks wrong. 1 tensor was not checked.',
  );
  assert.equal(
    words.done(2, { ...counts, checked: 3, wrong: 2 }),
    '2 files read. 2 checks below failed. 5 tensors were not checked.',
  );
});
