/* Checks the command: what it prints, what it writes, and its exit status. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nearest } from '../../web/command/arguments.js';
import { COMMANDS } from '../../web/command/commands.js';
import { identifyRows } from '../../web/findings/identify-rows.js';
import { progressOf } from '../../web/command/progress.js';
import { run } from '../../web/command/run.js';
import { compare, golden, identifyRotation } from '../../web/doctor/index.js';
import { openFile, writeCsv, writeNpy, writeSafetensors } from '../../web/files/index.js';
import * as library from '../../web/index.js';
import { root } from '../support/browsers.js';
import { gguf, llama, value } from '../support/file-makers.js';
import { noise } from '../support/reference.js';

const { alibiBias, applyRope, describeModel, learnedTable, ropeTable, sinusoidal } = library;
const folder = mkdtempSync(join(tmpdir(), 'posenc-command-'));
process.chdir(folder);
after(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true, force: true });
});

const CONFIG = {
  model_type: 'llama',
  hidden_size: 512,
  num_attention_heads: 8,
  num_key_value_heads: 2,
  num_hidden_layers: 4,
  max_position_embeddings: 4096,
  rope_theta: 500000,
};
const table = sinusoidal(64, 32, { layout: 'concatenated', start: 1 });
const before = learnedTable(64, 64, { seed: 3, std: 1 });
const after_ = applyRope(before.slice(), { heads: 2, headDim: 32, base: 500000, start: 7 });
const off = table.slice();
off[100] += 0.5;
const npy = (name, data, shape, dtype) => writeFileSync(name, writeNpy({ data, shape, dtype }));
writeFileSync('config.json', JSON.stringify(CONFIG));
writeFileSync('model.gguf', llama());
npy('mine.npy', table, [64, 32]);
npy('off.npy', off, [1, 64, 32]);
npy('a.npy', table, [64, 32]);
npy('b.npy', table, [64, 32]);
npy('before.npy', before, [64, 2, 32]);
npy('batch.npy', before, [2, 32, 2, 32]);
npy('after.npy', after_, [64, 2, 32]);
const queries = learnedTable(24, 64, { seed: 4, std: 1 });
const rotatedBy = (options) =>
  applyRope(queries.slice(), { heads: 1, headDim: 64, base: 500000, ...options });
npy('q.npy', queries, [24, 1, 64]);
npy('rotated.npy', rotatedBy({ layout: 'half' }), [24, 1, 64]);

/** Runs the command. Returns its status, and what it prints. */
async function posenc(line, { isTTY = false } = {}) {
  const printed = { stdout: '', stderr: '' };
  const streamOf = (name) => ({ isTTY, write: (text) => (printed[name] += text) });
  const words = line ? line.split(' ') : [];
  const status = await run(words, { stdout: streamOf('stdout'), stderr: streamOf('stderr') });
  return { status, ...printed };
}

/** Runs the command, and returns the JSON that it prints. */
async function json(line, wanted = 0) {
  const { status, stdout, stderr } = await posenc(line);
  assert.equal(status, wanted, stderr);
  return JSON.parse(stdout);
}

/** Returns a value as it is after it was written as JSON and read again. */
const kept = (value) =>
  JSON.parse(
    JSON.stringify(value, (_, each) => {
      if (typeof each === 'number' && !Number.isFinite(each)) return String(each);
      return ArrayBuffer.isView(each) ? [...each] : each;
    }),
  );

test('every command has an example, which runs, and is in its help', async () => {
  assert.deepEqual(
    Object.keys(COMMANDS),
    'describe table rope bias identify rotation compare golden bench'.split(' '),
  );
  for (const [name, { example }] of Object.entries(COMMANDS)) {
    assert.ok(example.startsWith(`posenc ${name}`), example);
    const { status, stdout, stderr } = await posenc(example.slice('posenc '.length));
    assert.equal(status, 0, `${example}: ${stderr}`);
    assert.ok(stdout || / wrote /.test(stderr), example);
    const help = await posenc(`${name} --help`);
    assert.equal(help.status, 0);
    assert.ok(help.stdout.includes(`\n  ${example}\n`), name);
    for (const option of Object.keys(COMMANDS[name].options))
      assert.ok(help.stdout.includes(`--${option}`), `${name} ${option}`);
    for (const text of help.stdout.split('\n')) assert.ok(text.length <= 100, text);
  }
});

test('without a command, posenc lists all; a wrong one gets a message', async () => {
  const { status, stdout } = await posenc('');
  assert.equal(status, 2);
  for (const name of Object.keys(COMMANDS)) assert.ok(stdout.includes(`  posenc ${name}`), name);
  assert.equal((await posenc('--help')).stdout, stdout);
  assert.equal((await posenc('--help')).status, 0);
  const wrong = {
    identfy: 'posenc: identfy is no command of posenc; did you mean identify?\n',
    'table 3 4 --lyout fairseq': 'posenc: --lyout is no option of table; did you mean --layout?\n',
    'bias alibi --head-s 3': 'posenc: --headS is no option of bias; did you mean --heads?\n',
    'bias alibbi': 'posenc: alibbi is no scheme of posenc bias; did you mean alibi?\n',
    'table 3': 'posenc: table: expected LENGTH DIM, got 3; posenc table --help shows an example\n',
    'table 3 x': 'posenc: DIM: expected an integer, got "x"\n',
    'table 3 4 --base': 'posenc: --base: expected a value\n',
    'table 3 4 --base ten': 'posenc: --base: expected a number, got "ten"\n',
    'table 3 4 --layout half': /^posenc: layout: expected "interleaved" or .*, got "half"\n$/,
    'table 3 4 -o x.txt':
      /^posenc: --output: expected a name that ends in \.json, .*, got "x\.txt"/,
    'table 3 4 -o none/x.npy': /^posenc: --output: expected a file .*, got none\/x\.npy \(ENOENT\)/,
    'rope config.json -o x.npy': /^posenc: --output: expected \.npz, .* for frequencies, cos, sin/,
    'describe config.json -o x.npz': /^posenc: --output: expected \.json for a report, got \.npz/,
    'describe mine.npy': /^posenc: mine\.npy: expected a config\.json or a \.gguf file, got npy\n$/,
    'identify config.json': 'posenc: config.json: expected tensors, got a config\n',
    'identify nothing.npy':
      'posenc: nothing.npy: expected a file that can be read, got nothing there\n',
    'describe nothing.json':
      /^posenc: nothing\.json: expected a file that can be read, got nothing/,
    'identify model.gguf:hafl': /: no tensor is called hafl; did you mean half\?\n$/,
    'identify model.gguf:blk.0.attn_q.weight': / is Q8_0; posenc reads only float32, /,
    'identify batch.npy':
      /^posenc: batch: float32 \[2, 32, 2, 32\]: expected a table \[length, dim\] or a bias /,
    'compare a.npy before.npy': /: expected the shape \[.*\] of .*, got \[.*\]\n$/,
    'rotation a.npy b.npy --scaling {': /^posenc: --scaling: expected JSON, got "\{"\n$/,
    'bias alibi --causal=5': 'posenc: --causal: expected true or false, got "5"\n',
    'rope config.json --layer 99 --start=x': /^posenc: --start: expected a number/,
  };
  for (const [line, message] of Object.entries(wrong)) {
    const { status: found, stderr, stdout: printed } = await posenc(line);
    assert.equal(found, 2, line);
    assert.equal(printed, '', line);
    if (typeof message === 'string') assert.equal(stderr, message);
    else assert.match(stderr, message, line);
  }
});

test('the nearest name is found, or none', () => {
  const names = ['layout', 'base', 'start', 'positions', 'precision', 'dtype'];
  const cases = {
    lyaout: 'layout',
    bas: 'base',
    Start: 'start',
    postions: 'positions',
    dtyp: 'dtype',
  };
  for (const [word, name] of Object.entries(cases)) assert.equal(nearest(word, names), name);
  for (const word of ['', 'x', 'colour', 'length']) assert.equal(nearest(word, names), undefined);
});

test('table prints CSV to a pipe, a report to a terminal, and writes every format', async () => {
  const line = 'table 6 8 --layout fairseq --start -2.5 --precision float32';
  const expected = sinusoidal(6, 8, { layout: 'fairseq', start: -2.5, precision: 'float32' });
  const { stdout } = await posenc(line);
  const read = Float32Array.from(stdout.trim().split(/[\n,]/), Number);
  assert.deepEqual(read, expected);
  const report = await posenc(line, { isTTY: true });
  assert.match(report.stdout, /^table: float32 \[6, 8\]\n {2}-?\d.*, \.\.\.\n$/);
  for (const end of ['npy', 'npz', 'safetensors']) {
    const { status, stderr } = await posenc(`${line} --output t.${end}`);
    assert.equal(status, 0);
    assert.equal(stderr, `posenc: wrote t.${end}: table [6, 8]\n`);
    const [tensor] = (await openFile(`t.${end}`)).tensors;
    assert.deepEqual(tensor.shape, [6, 8]);
    assert.deepEqual(await tensor.read(), expected, end);
  }
  await posenc(`${line} -o t.csv`);
  assert.equal(readFileSync('t.csv', 'utf8'), stdout);
  const { table: found } = await json(`${line} --json`);
  assert.deepEqual(Float32Array.from(found.values), expected);
  const half = await json('table 2 4 --dtype float16 --positions 1,5 --json');
  assert.equal(half.table.dtype, 'float16');
  const bits = sinusoidal(2, 4, { positions: [1, 5] });
  assert.ok(half.table.values.every((value, i) => Math.abs(value - bits[i]) < 5e-4));
});

test('describe gives the fields of describeModel, and sentences to a terminal', async () => {
  assert.deepEqual(await json('describe config.json'), kept(describeModel(CONFIG)));
  const { stdout } = await posenc('describe config.json', { isTTY: true });
  assert.match(
    stdout,
    /^config\.json rotates queries and keys \(RoPE\)\.\nAll 64 elements of a head rotate\.\nThe layout is half: a pair is i and i \+ 32\.\n[^]*\n {2}layout +half\n/,
  );
  assert.match(stdout, /\n {2}base +500000\n/);
  const gguf = await posenc('describe model.gguf', { isTTY: true });
  assert.equal(gguf.status, 0);
  assert.match(gguf.stdout, /\n {2}rope\.freq_base +500000\n/);
  assert.match(gguf.stdout, /\nrope_freqs\.weight divides the frequencies\.\n$/);
});

test('rope computes what ropeTable computes', async () => {
  await posenc('rope config.json --length 5 --start 100 -o rope.npz');
  const { tensors } = await openFile('rope.npz');
  const { cos, sin } = ropeTable(5, 64, { base: 500000, start: 100 });
  const found = Object.fromEntries(tensors.map((tensor) => [tensor.name, tensor]));
  assert.deepEqual(await found.cos.read(), cos);
  assert.deepEqual(await found.sin.read(), sin);
  const { frequencies } = library.ropeFrequencies(64, { base: 500000 });
  assert.deepEqual(await found.frequencies.read(), frequencies);
  const report = await posenc('rope config.json', { isTTY: true });
  assert.match(report.stdout, /\ncos: float32 \[2048, 32\]\n/);
});

test('rope does not mention the slowest pair if no pair rotates', async () => {
  const still = { ...CONFIG, model_type: 'gpt_neox', rotary_pct: 0 };
  writeFileSync('still.json', JSON.stringify(still));
  const { stdout } = await posenc('rope still.json --length 4', { isTTY: true });
  assert.match(stdout, /^still\.json: 0 of 64 dimensions rotate\.\n/);
  assert.doesNotMatch(stdout, /NaN|slowest/);
  const { stdout: usual } = await posenc('rope config.json', { isTTY: true });
  assert.match(usual, /\nThe slowest pair turns once in \d+ positions\.\n$/);
});

test('rope takes the head size of the layer, and the slowest pair that turns', async () => {
  const text = { ...CONFIG, model_type: 'gemma4_text', head_dim: 64, global_head_dim: 128 };
  const proportional = {
    rope_type: 'proportional',
    rope_theta: 1000000,
    partial_rotary_factor: 0.25,
  };
  const sliding = { rope_type: 'default', rope_theta: 10000 };
  const rope_parameters = { sliding_attention: sliding, full_attention: proportional };
  const layer_types = ['sliding_attention', 'full_attention'];
  const model = { ...text, num_hidden_layers: 2, layer_types, rope_parameters };
  writeFileSync('layers.json', JSON.stringify(model));
  const said = async (layer) =>
    (await posenc(`rope layers.json --length 4 --layer ${layer}`, { isTTY: true })).stdout;
  assert.match(await said(0), /^layers\.json: 64 of 64 dimensions rotate\.\n/);
  assert.match(await said(1), /^layers\.json: 128 of 128 dimensions rotate\.\n/);
  assert.match(await said(1), /\nThe slowest pair turns once in 160\.1 positions\.\n$/);
});

test('rope divides the frequencies by the factors of a .gguf file', async () => {
  const keys = {
    'general.architecture': value.string('llama'),
    'llama.embedding_length': value.uint32(512),
    'llama.attention.head_count': value.uint32(8),
    'llama.block_count': value.uint32(4),
    'llama.context_length': value.uint32(4096),
    'llama.rope.freq_base': value.float32(500000),
  };
  const divisors = Float32Array.from({ length: 32 }, (_, i) => 1 + i);
  const fileWith = (name) =>
    gguf({ keys, tensors: [{ name, type: 0, shape: [32], data: divisors }] });
  writeFileSync('factors.gguf', fileWith('rope_freqs.weight'));
  const { frequencies } = await json('rope factors.gguf --length 2');
  const wanted = library.ropeFrequencies(64, { base: 500000, divisors });
  assert.deepEqual(frequencies.values, [...wanted.frequencies]);
  assert.equal((await json('describe factors.gguf')).layout, 'interleaved');
  writeFileSync('long.gguf', fileWith('rope_factors_long.weight'));
  const { status, stderr } = await posenc('rope long.gguf');
  assert.equal(status, 2);
  assert.match(
    stderr,
    /^posenc: long\.gguf: expected rope_factors_long .*, got only rope_factors_/,
  );
});

test('bias computes what the functions of the library compute', async () => {
  const values = async (line) => {
    const { bias } = await json(`bias ${line} --json`);
    return [bias.values.map((value) => Math.fround(Number(value))), bias.shape];
  };
  assert.deepEqual(await values('alibi --heads 2 --queries 3 --keys 4 --causal'), [
    [...alibiBias(2, 3, 4, { causal: true })],
    [2, 3, 4],
  ]);
  const { sandwichBias, kerpleBias, swinIndex, t5Bias, t5Buckets } = library;
  assert.deepEqual(await values('sandwich --heads 1 --keys 3 --dim 64'), [
    [...sandwichBias(1, 3, 3, { dim: 64 })],
    [1, 3, 3],
  ]);
  assert.deepEqual(await values('kerple --heads 2 --keys 3 --p 1,0.5 --a 1,2'), [
    [...kerpleBias(2, 3, 3, { p: [1, 0.5], a: [1, 2] })],
    [2, 3, 3],
  ]);
  const t5 = { bidirectional: false, buckets: 8 };
  assert.deepEqual(await values('t5 --keys 9 --bidirectional=false --buckets 8'), [
    [...t5Buckets(9, 9, t5)],
    [9, 9],
  ]);
  const weights = learnedTable(8, 2, { seed: 1 });
  writeFileSync('t5.safetensors', writeSafetensors({ w: { data: weights, shape: [8, 2] } }));
  const line = 't5 --heads 2 --keys 9 --bidirectional=false --buckets 8 --weights t5.safetensors:w';
  assert.deepEqual(await values(line), [[...t5Bias(weights, 2, 9, 9, t5)], [2, 9, 9]]);
  assert.deepEqual(await values('swin --height 2'), [[...swinIndex(2, 2)], [4, 4]]);
});

test('identify gives the fields of the API, and its status says whether a formula fits', async () => {
  const found = await json('identify mine.npy');
  const { rowsRead, ...fields } = found;
  assert.deepEqual(fields, kept(library.identify(table, 64, 32)));
  assert.deepEqual(rowsRead, [{ start: 0, end: 64 }]);
  const { stdout } = await posenc('identify mine.npy', { isTTY: true });
  assert.match(
    stdout,
    /^mine: float32 \[64, 32\]\nThis is a sinusoidal table, in the layout concatenated\.\nThe form/,
  );
  assert.match(stdout, /\nPositions begin at 1\.\nAll 64 rows were read\.\n/);
  const [, line] = /\nTo make it: posenc (.*) -o pe\.npy\n$/.exec(stdout);
  await posenc(`${line} -o again.npy`);
  assert.equal((await posenc('compare again.npy mine.npy')).status, 0);
  const departed = await json('identify off.npy', 1);
  assert.deepEqual([departed.departure.row, departed.departure.column], [3, 4]);
  const report = await posenc('identify off.npy', { isTTY: true });
  assert.match(
    report.stdout,
    /\nThe first difference is in row 3, column 4: expected .*, got .*\.\n/,
  );
  npy('slopes.npy', library.alibiBias(8, 16, 16), [8, 16, 16]);
  const bias = await json('identify slopes.npy');
  assert.deepEqual([bias.scheme, bias.rule], ['alibi', 'paper']);
  const steep = library.alibiBias(8, 16, 16).map((value) => 2 * value);
  npy('steep.npy', steep, [8, 16, 16]);
  const { stdout: wrong, status } = await posenc('identify steep.npy', { isTTY: true });
  assert.equal(status, 1, 'a bias that names its mistake is no right one');
  const off0 = 'Slopes are off by one: heads are counted from 0, not from 1.';
  assert.ok(wrong.includes(`\n${off0}\nThis is a bias of ALiBi. The formula explains all`), wrong);
  assert.match(wrong, /\n {2}slopes +\[1,0\.5,0\.25,/);
  npy('noise.npy', before, [64, 64]);
  writeFileSync(
    'gpt2.json',
    JSON.stringify({ model_type: 'gpt2', n_positions: 64, n_embd: 64, n_head: 4 }),
  );
  assert.deepEqual((await json('identify noise.npy --config gpt2.json')).differences, []);
  const size = { d_model: 32, encoder_attention_heads: 2, max_position_embeddings: 128 };
  writeFileSync('marian.json', JSON.stringify({ model_type: 'marian', ...size }));
  const begun = await posenc('identify mine.npy --config marian.json', { isTTY: true });
  assert.equal(begun.status, 1);
  assert.match(begun.stdout, /\nIf the first row is at position 1, give --positions 1\.\n/);
  assert.equal((await posenc('identify mine.npy --config marian.json --positions 1')).status, 0);
  const alone = await posenc('identify mine.npy --positions 1');
  assert.match(alone.stderr, /--positions: expected --config with it/);
  const noise = await posenc('identify noise.npy', { isTTY: true });
  assert.equal(noise.status, 1);
  assert.match(
    noise.stdout,
    /\nNo formula is known for this table; the nearest formula explains \d.*\nThe table is learned, or random\.\nAll/,
  );
  const data = sinusoidal(64, 32, { dtype: 'bfloat16' });
  const bytes = writeSafetensors({
    wte: { data: before, shape: [64, 64] },
    'wpe.weight': { data, shape: [64, 32], dtype: 'bfloat16' },
  });
  writeFileSync('model.safetensors', bytes);
  assert.match((await json('identify model.safetensors')).notes.join(), /rounded to bfloat16/);
});

test('identify says whether the slopes of a bias are those of a model', async () => {
  npy('slopes.npy', library.alibiBias(8, 16, 16), [8, 16, 16]);
  const model = { model_type: 'bloom', n_head: 12, hidden_size: 768, n_layer: 2 };
  writeFileSync('bloom12.json', JSON.stringify(model));
  const slopesOf = (rule) =>
    library.alibiBias(12, 16, 16, { slopes: library.alibiSlopes(12, { rule }) });
  npy('paper.npy', slopesOf('paper'), [12, 16, 16]);
  npy('geometric.npy', slopesOf('geometric'), [12, 16, 16]);
  assert.deepEqual((await json('identify paper.npy --config bloom12.json')).differences, []);
  assert.equal((await posenc('identify geometric.npy')).status, 0);
  const geometric = await json('identify geometric.npy --config bloom12.json', 1);
  assert.deepEqual(geometric.differences, [
    '12 of 12 slopes differ: that of head 0 is 0.63, not 0.5.',
  ]);
  const again = [...library.alibiSlopes(8), ...library.alibiSlopes(8).subarray(0, 4)];
  npy('again.npy', library.alibiBias(12, 16, 16, { slopes: again }), [12, 16, 16]);
  const repeated = await json('identify again.npy', 1);
  assert.equal(repeated.mistake, 'The slopes begin again at head 8: they are those of 8 heads.');
  const eight = await json('identify slopes.npy --config bloom12.json', 1);
  assert.deepEqual(eight.differences, ['The bias has 8 heads, not 12.']);
  const rotating = await json('identify slopes.npy --config config.json', 1);
  assert.deepEqual(rotating.differences, ['config.json wants rope, but this tensor is alibi.']);
});

/**
 * Returns the source of a large .npy file. It computes sinusoidal rows when they are read. A read
 * that begins at row `shiftAt` or later returns rows that are shifted by one position. `reads`
 * lists the sizes of all reads.
 */
function hugeFile({ length, dim, shiftAt = Infinity, ...options }) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${length}, ${dim}), }`;
  const head = writeNpy({ data: new Float32Array(0) });
  head.set(Buffer.from(`${text.padEnd(head.length - 11)}\n`), 10);
  const reads = [];
  const read = (offset, size) => {
    reads.push(size);
    if (offset < head.length) return head.subarray(offset, offset + size);
    const start = (offset - head.length) / (4 * dim);
    const from = start >= shiftAt ? start + 1 : start;
    const rows = sinusoidal(size / (4 * dim), dim, { ...options, start: from });
    return new Uint8Array(rows.buffer);
  };
  return { reads, source: { size: head.length + 4 * length * dim, read } };
}

/** The config of a T5 with 8 heads. */
const T5 = { model_type: 't5', num_heads: 8, d_kv: 64, d_model: 512 };

test('identify accepts the bias of a part of T5 if its name tells the part', async () => {
  const weights = learnedTable(32, 8, { seed: 5, std: 3 });
  for (const bidirectional of [true, false])
    npy(
      bidirectional ? 't5-encoder.npy' : 't5-decoder.npy',
      library.t5Bias(weights, 8, 160, 160, { bidirectional }),
      [8, 160, 160],
    );
  writeFileSync('t5.json', JSON.stringify(T5));
  writeFileSync(
    't5-decoder.json',
    JSON.stringify({ ...T5, is_encoder_decoder: false, is_decoder: true }),
  );
  const encoder = await json('identify t5-encoder.npy --config t5.json');
  const decoder = await json('identify t5-decoder.npy --config t5.json');
  assert.deepEqual([encoder.part, decoder.part], ['encoder', 'decoder']);
  assert.match(decoder.notes[0], /right for the decoder\. In the encoder, bidirectional is true/);
  assert.match(encoder.notes[0], /right for the encoder\. In the decoder, bidirectional is false/);
  await json('identify t5-decoder.npy --config t5-decoder.json');
  copyFileSync('t5-decoder.npy', 't5-encoder-wrong.npy');
  const misnamed = await json('identify t5-encoder-wrong.npy --config t5.json', 1);
  assert.deepEqual(misnamed.differences, [
    'The value of bidirectional is false, not true.',
    'By its name, it belongs to the encoder.',
  ]);
  copyFileSync('t5-encoder.npy', 't5-unnamed.npy');
  const unnamed = await json('identify t5-unnamed.npy --config t5.json', 1);
  assert.match(unnamed.notes[1], /^Nothing tells which part it belongs to/);
  npy('t5-weights.npy', weights, [32, 8]);
  const line = 'identify t5-encoder.npy --config t5.json --weights t5-weights.npy';
  assert.deepEqual((await json(line)).differences, []);
  npy('t5-other.npy', weights.slice(8), [31, 8]);
  assert.deepEqual((await json(line.replace('weights.npy', 'other.npy'), 1)).differences, [
    'The bias has 256 weights (32 buckets), and t5-other has 248.',
  ]);
  // This bias has wrong elements. The report must count them, because the weights are given.
  const moved = library.t5Bias(weights, 8, 160, 160).map((x, i) => (i % 160 === 9 ? x + 1 : x));
  npy('t5-moved.npy', moved, [8, 160, 160]);
  const { differences } = await json(line.replace('t5-encoder', 't5-moved'), 1);
  assert.deepEqual(differences, [
    '1,280 of 204,800 elements are not what t5.json and the learned table give.',
  ]);
  const alone = await posenc('identify t5-encoder.npy --weights t5-weights.npy');
  assert.match(alone.stderr, /--weights: expected --config with it/);
  const table = await posenc('identify mine.npy --config t5.json --weights t5-weights.npy');
  assert.match(table.stderr, /--weights: expected with a bias of T5, got sinusoidal/);
  const wrong = await json('identify t5-encoder.npy --config t5-decoder.json', 1);
  assert.deepEqual(wrong.differences, ['The value of bidirectional is true, not false.']);
  const { stdout } = await posenc('describe t5.json', { isTTY: true });
  assert.match(stdout, /In the decoder, these keys share the bucket of distance 0/);
});

test('golden names the biases of both parts of T5, with weights [buckets, heads]', async () => {
  writeFileSync('t5.json', JSON.stringify(T5));
  await posenc('golden t5.json --positions 0..20 -o golden-t5.json');
  const { tensors } = await openFile('golden-t5.json');
  assert.deepEqual(
    tensors.map(({ name, shape }) => [name, shape]),
    ['encoder', 'decoder'].flatMap((part) => [
      [`${part}.bias`, [8, 21, 21]],
      [`${part}.bias.before`, [32, 8]],
    ]),
  );
  const weights = Float32Array.from(await tensors[1].readFloats());
  const bias = library.t5Bias(weights, 8, 21, 21, { bidirectional: false });
  npy('t5-port.npy', bias, [8, 21, 21]);
  await json('compare t5-port.npy golden-t5.json:decoder.bias');
  await json('compare t5-port.npy golden-t5.json:encoder.bias', 1);
  await posenc('golden t5.json --positions 0..20 -o golden-t5.safetensors');
  await json('compare t5-port.npy golden-t5.safetensors:decoder.bias');
  await posenc('golden t5.json --bidirectional=false -o golden-t5.json');
  const { tensors: one } = await openFile('golden-t5.json');
  assert.equal(one[0].name, 'bias');
});

test('a verdict by a config of an unknown type says as what it was read', async () => {
  const size = { hidden_size: 256, num_attention_heads: 4, rope_theta: 500000 };
  writeFileSync('unknown.json', JSON.stringify({ model_type: 'unheard_of', ...size }));
  const assumed =
    /wants.* The type of unknown\.json is not known: it was read as llama, whose layout and defaults/;
  const right = await json('rotation q.npy rotated.npy --config unknown.json');
  assert.match(right.verdict, assumed);
  const wrong = await json('rotation q.npy q.npy --config unknown.json --positions 5', 1);
  assert.match(wrong.verdict, assumed);
  const { cos } = ropeTable(32, 64, { base: 500000 });
  npy('cos64.npy', cos, [32, 32]);
  npy('sinusoid.npy', sinusoidal(32, 64), [32, 64]);
  assert.match((await json('identify cos64.npy --config unknown.json')).notes[0], assumed);
  const { differences } = await json('identify sinusoid.npy --config unknown.json', 1);
  assert.match(differences[0], assumed);
});

test('rotation reads positions on three axes', async () => {
  const config = {
    model_type: 'qwen2_vl',
    hidden_size: 128,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    num_hidden_layers: 2,
    rope_theta: 10000,
    rope_scaling: { type: 'mrope', mrope_section: [12, 10, 10] },
  };
  writeFileSync('images.json', JSON.stringify(config));
  const { positions } = library.mropePositions([{ text: 4 }, { image: [1, 4, 4] }, { text: 4 }]);
  const scaling = config.rope_scaling;
  npy(
    'image.npy',
    applyRope(queries.slice(), { heads: 1, headDim: 64, scaling, positions }),
    [24, 1, 64],
  );
  npy('image_ids.npy', positions, [3, 1, 24], 'int32');
  const line = 'rotation q.npy image.npy --positions image_ids.npy';
  const { verdict, differ } = await json(`${line} --config images.json`);
  assert.match(verdict, /^The rotated array is what images\.json wants at the given positions/);
  assert.equal(differ, 0);
  const rotated = `${line.replace('image.npy', 'rotated.npy')} --config images.json`;
  assert.equal((await posenc(rotated)).status, 1);
  assert.match((await posenc(line)).stderr, /expected --config with positions on several axes/);
  const refused = await posenc(`${line} --config config.json`);
  assert.match(
    refused.stderr,
    /positions: expected 3 sections \(mrope_section\) in the config, got none/,
  );
});

test('identify recognises frequencies, slopes and the indices of buckets', async () => {
  const inv = (base) => Float32Array.from(library.ropeFrequencies(64, { base }).frequencies);
  npy('inv.npy', inv(500000), [32]);
  npy('inv10k.npy', inv(10000), [32]);
  assert.equal((await json('identify inv.npy --config config.json')).base, 500000);
  const { differences } = await json('identify inv10k.npy --config config.json', 1);
  assert.deepEqual(differences.slice(0, 1), ['The value of base is 10000, not 500000.']);
  assert.match(differences[1], /^Frequency 1 is 0\.7499, not 0\.6636\.$/);
  const short = inv(500000).slice(0, 16);
  npy('short.npy', short, [16]);
  assert.match(
    (await json('identify short.npy --config config.json', 1)).differences[0],
    /wants 32 frequencies, and this vector has 16/,
  );
  writeFileSync(
    'bloom12.json',
    JSON.stringify({ model_type: 'bloom', hidden_size: 96, n_head: 12 }),
  );
  npy('slopes12.npy', library.alibiSlopes(12), [12]);
  npy('geo12.npy', library.alibiSlopes(12, { rule: 'geometric' }), [12]);
  await json('identify slopes12.npy --config bloom12.json');
  const wrong = await json('identify geo12.npy --config bloom12.json', 1);
  assert.match(wrong.differences[0], /12 of 12 slopes differ: that of head 0 is 0.63, not 0.5/);
  writeFileSync('t5.json', JSON.stringify(T5));
  for (const bidirectional of [true, false]) {
    const buckets = library.t5Buckets(160, 160, { bidirectional });
    const name = bidirectional ? 'encoder_buckets.npy' : 'decoder_buckets.npy';
    npy(name, buckets, [160, 160], 'int32');
    const found = await json(`identify ${name} --config t5.json`);
    assert.deepEqual([found.bidirectional, found.matched], [bidirectional, 1]);
    assert.equal(found.part, bidirectional ? 'encoder' : 'decoder');
  }
  const off = library.t5Buckets(160, 160);
  off[5 * 160 + 2] = 7;
  npy('buckets-off.npy', off, [160, 160], 'int32');
  const { departure } = await json('identify buckets-off.npy', 1);
  assert.deepEqual(departure, { head: 0, query: 5, key: 2, expected: 3, got: 7 });
});

test('of a table of 1 GiB, few rows are read, and all must follow one formula', async () => {
  const shape = { length: 262144, dim: 1024 };
  for (const precision of ['exact', 'float32']) {
    const { source, reads } = hugeFile({ ...shape, precision, layout: 'fairseq' });
    const [tensor] = (await openFile(source, 'huge.npy')).tensors;
    const found = await identifyRows(tensor, shape, library, () => undefined);
    assert.deepEqual([found.layout, found.base, found.start], ['fairseq', 10000, 0]);
    assert.equal(found.departure, undefined);
    assert.deepEqual(found.rowsRead.at(-1), { start: 262128, end: 262144 });
    assert.equal(found.rowsRead.length, 16);
    assert.ok(Math.max(...reads) <= 4194304, `${reads}`);
    assert.ok(reads.reduce((sum, each) => sum + each) < 6e6, `${reads}`);
  }
  const { source } = hugeFile({ ...shape, shiftAt: 200000 });
  const [tensor] = (await openFile(source, 'huge.npy')).tensors;
  const { departure, matched, notes } = await identifyRows(tensor, shape, library, () => undefined);
  assert.ok(departure.row >= 200000 && departure.row < 220000, `${departure.row}`);
  assert.ok(matched > 0.7 && matched < 1);
  assert.match(notes.at(-1), /^The formula ends between rows 1\d{5} and 2\d{5}\.$/);
});

/** Functions that make large tables. `identify` recognises the formula in the first rows. */
const LARGE = {
  flipped: (n, dim) => swapped(sinusoidal(n, dim), (column) => column ^ 1, dim),
  'flipped halves': (n, dim) => {
    const table = sinusoidal(n, dim, { layout: 'concatenated', base: 500 });
    return swapped(table, (column) => (column + dim / 2) % dim, dim);
  },
  descending: (n, dim) => {
    const positions = Float64Array.from({ length: n }, (_, i) => n / 8 - i);
    return sinusoidal(n, dim, { positions, layout: 'concatenated' });
  },
  'cosines of rope': (n, dim) => ropeTable(n, 2 * dim, { base: 500000 }).cos,
  'sines of rope, halves': (n, dim) => {
    const { sin } = ropeTable(n, dim);
    return Float32Array.from({ length: n * dim }, (_, i) => sin[columnOf(i, dim, dim / 2)]);
  },
};

/**
 * A wide table of `dim` columns repeats the columns of a narrow table, which has `pairs` columns.
 * Maps an index of the wide table to the index of the same element in the narrow table.
 */
const columnOf = (i, dim, pairs) => Math.floor(i / dim) * pairs + ((i % dim) % pairs);

/** Returns a copy of a table, in which column c has the elements of column partner(c). */
const swapped = (table, partner, dim) =>
  table.map((_, i) => table[i - (i % dim) + partner(i % dim)]);

test('rows of every kind of formula are compared with the formula of the first rows', async () => {
  const shape = { length: 40000, dim: 128 };
  for (const [name, make] of Object.entries(LARGE)) {
    const data = make(shape.length, shape.dim);
    const tensor = {
      shape: [shape.length, shape.dim],
      readFloats: async ({ start, end }) => data.slice(start * shape.dim, end * shape.dim),
    };
    const found = await identifyRows(tensor, shape, library, () => undefined);
    assert.deepEqual([found.departure, found.rowsRead.length], [undefined, 16], name);
    data[39990 * shape.dim + 3] += 0.1;
    const changed = await identifyRows(tensor, shape, library, () => undefined);
    assert.deepEqual([changed.departure.row, changed.departure.column], [39990, 3], name);
  }
});

test('rotation and compare give the fields of the API', async () => {
  const options = { heads: 2, headDim: 32 };
  assert.deepEqual(
    await json('rotation before.npy after.npy'),
    kept(identifyRotation(before, after_, options)),
  );
  const report = await posenc('rotation before.npy after.npy', { isTTY: true });
  assert.match(report.stdout, /\nThis rotation explains all elements:\n {2}layout +half\n/);
  npy('random.npy', learnedTable(64, 64, { seed: 9 }), [64, 2, 32]);
  assert.equal((await posenc('rotation before.npy random.npy')).status, 1);
  assert.deepEqual(await json('compare a.npy b.npy'), kept(compare(table, table, { rows: 64 })));
  npy('flat.npy', off, [64, 32]);
  const differing = await json('compare flat.npy a.npy --head-dim 8 --ulps 2', 1);
  const wanted = compare(off, table, { rows: 64, headDim: 8, ulps: 2 });
  assert.deepEqual(differing, kept(wanted));
  const text = await posenc('compare flat.npy a.npy', { isTTY: true });
  assert.match(
    text.stdout,
    /\nIn ulps of float32, all but 1 of the elements agree, and all but 1 of the elements are/,
  );
  assert.match(
    text.stdout,
    /\nThe first difference is in row 3, column 4: expected .*, got .*\.\n/,
  );
  npy(
    'half.npy',
    sinusoidal(64, 32, { dtype: 'float16', layout: 'concatenated', start: 1 }),
    [64, 32],
    'float16',
  );
  const halves = await json('compare half.npy mine.npy');
  assert.deepEqual([halves.type, halves.agreed], ['float16', 1]);
});

test('rotation leaves out padding, and names positions that count padding', async () => {
  const rows = (count, from) => Array.from({ length: count }, (_, row) => from + row);
  const rotate = (positions) =>
    applyRope(queries.slice(), {
      ...{ heads: 1, headDim: 64, base: 500000 },
      positions: Float64Array.from(positions),
    });
  const shape = [2, 12, 1, 64];
  npy('batch.npy', queries, shape);
  npy(
    'mask.npy',
    Float32Array.from(rows(24, 0), (row) => Number(row < 12 || row > 14)),
    [2, 12],
  );
  const both = [...rows(12, 0), ...rows(12, 0)];
  npy('counting.npy', rotate(both), shape);
  npy('masked.npy', rotate([...rows(12, 0), 0, 0, 0, ...rows(9, 0)]), shape);
  const line = (name) => `rotation batch.npy ${name} --config config.json --mask mask.npy`;
  const wrong = await json(line('counting.npy'), 1);
  assert.deepEqual(wrong.notes, [
    'Positions of rows 3 to 11 of batch item 1 are 3 too large: does padding count?',
    'If queries and keys of a sequence shift alike, no score changes.',
  ]);
  assert.deepEqual(wrong.rowPositions, [...rows(12, 0), ...rows(9, 3)]);
  assert.match(
    wrong.verdict,
    /^The rotated array is not what config\.json wants at the given positions: /,
  );
  assert.equal((await posenc(line('masked.npy'))).status, 0);
  const unmasked = await posenc('rotation batch.npy counting.npy --config config.json', {
    isTTY: true,
  });
  assert.equal(unmasked.status, 0, unmasked.stdout);
  assert.match(
    unmasked.stdout,
    /\n2 sequences were read, each as \[length 12, heads 1, headDim 64\]/,
  );
  assert.match(unmasked.stdout, /\nIf a sequence has padding on its left, give the mask/);
  const { stderr } = await posenc('rotation q.npy rotated.npy --mask mask.npy');
  assert.match(stderr, /mask: expected \[batch, length\] of \[24, 1, 64\], got \[2, 12\]/);
  const two = await posenc(`${line('masked.npy')} --length 12`);
  assert.match(
    two.stderr,
    /--length: expected only without --mask and without a file for --positions/,
  );
  const placed = 'rotation batch.npy masked.npy --config config.json --positions ids.npy';
  npy('ids.npy', Float32Array.from([...rows(12, 0), 0, 0, 0, ...rows(9, 0)]), [2, 12]);
  assert.equal((await posenc(placed)).status, 0);
  assert.equal((await posenc(placed.replace('masked', 'counting'))).status, 1);
  assert.equal((await posenc(`${placed} --mask mask.npy`)).status, 0);
  assert.equal((await posenc(`${line('masked.npy')} --positions 0..11,0..8`)).status, 0);
  const few = await posenc(`${line('masked.npy')} --positions 0..4`);
  assert.match(few.stderr, /positions: expected 24 or 21 numbers, got 5/);
  const none = await posenc(placed.replace('ids', 'nothing'));
  assert.match(none.stderr, /nothing\.npy: expected a file that can be read, got nothing there/);
});

test('rotation agrees with golden vectors and with the model, also at far positions', async () => {
  const sizes = { num_key_value_heads: 8, head_dim: 128, max_position_embeddings: 32768 };
  writeFileSync('mistral.json', JSON.stringify({ ...CONFIG, rope_theta: 10000, ...sizes }));
  // The model has 8 key heads, and 0..7 are 8 positions. The axis of the positions must not be
  // mistaken for the axis of the heads.
  for (const where of ['0..7', '30000..30015', '1000000..1000015']) {
    await posenc(`golden mistral.json --positions ${where} -o far.json`);
    const found = await posenc('rotation far.json:q.before far.json:q', { isTTY: true });
    assert.equal(found.status, 0, found.stdout);
    assert.match(found.stdout, /\nThis rotation explains all elements:\n {2}layout +half\n/);
    const line = 'rotation far.json:q.before far.json:q --config mistral.json';
    const judged = await posenc(line, { isTTY: true });
    assert.equal(judged.status, 0, judged.stdout);
    assert.doesNotMatch(judged.stdout, /No rotation|Positions begin/);
  }
});

test('rotation takes one position for every row, and refuses more positions', async () => {
  npy('heads.npy', queries, [6, 4, 64]);
  const positions = [0, 1, 2, 3, 4, 5];
  npy(
    'turned.npy',
    applyRope(queries.slice(), { heads: 4, headDim: 64, positions: Float64Array.from(positions) }),
    [6, 4, 64],
  );
  const found = await json('rotation heads.npy turned.npy --positions 3..8');
  assert.deepEqual([found.start, found.matched], [-3, 1]);
  const { stderr } = await posenc('rotation heads.npy turned.npy --positions 3..9');
  assert.match(stderr, /positions: expected 1 or 6 numbers, got 7/);
});

test('one decoding step is checked in every form in which it is written', async () => {
  const step = learnedTable(8, 64, { seed: 5, std: 1 });
  const rotatedAt = (start, options) =>
    applyRope(step.slice(), { heads: 8, headDim: 64, base: 500000, start, ...options });
  const right = 'what config.json wants at position 17: all 512 elements agree.';
  for (const shape of [
    [1, 8, 1, 64],
    [1, 1, 8, 64],
    [1, 8, 64],
    [8, 64],
    [1, 512],
  ]) {
    npy('step.npy', step, shape);
    const report = async (after, options, wanted) => {
      npy('turned.npy', after, shape);
      const line = `rotation step.npy turned.npy --config config.json${options}`;
      const { status, stdout, stderr } = await posenc(line, { isTTY: true });
      assert.equal(status, wanted, stdout + stderr);
      return stdout;
    };
    const agreed = await report(rotatedAt(17), ' --positions 17', 0);
    assert.match(agreed, RegExp(right));
    assert.match(agreed, /\n {2}first position +17\n/);
    assert.doesNotMatch(agreed, /\n {2}start /);
    const unknown = await report(rotatedAt(17), '', 1);
    assert.match(unknown, /The position is 17\.\n/);
    assert.match(unknown, RegExp(`${right}\nIf your row has .*\nThen give --positions 17\\.`));
    const early = await report(rotatedAt(16), ' --positions 17', 1);
    assert.match(early, /The position is 16, not 17: is the length of the cache left out\?/);
    const still = await report(step, ' --positions 17', 1);
    assert.match(still, /differ\.\nBoth arrays are equal: the position is 0, not 17, or nothing/);
    assert.match(
      await report(step, '', 1),
      /position is 0, or nothing rotates\.\nGive the position/,
    );
    assert.match(
      await report(step, ' --positions 0', 0),
      /So they do not show the layout or the base/,
    );
    const other = await report(rotatedAt(17, { layout: 'interleaved' }), ' --positions 17', 1);
    assert.match(other, /The layout is interleaved, not half\./);
    const isDoubtful = shape[0] === 8;
    assert.equal(/These heads may also be 8 rows/.test(unknown), isDoubtful);
  }
});

test('rotation names the attention factor that a model wants', async () => {
  const scaling = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 4096 };
  writeFileSync('yarn.json', JSON.stringify({ ...CONFIG, rope_scaling: scaling }));
  const options = { heads: 2, headDim: 64, base: 500000, start: 900 };
  const plain = { ...options, scaling: { ...scaling, attention_factor: 1 } };
  npy('yarn-q.npy', queries, [12, 2, 64]);
  npy('yarn-r.npy', applyRope(queries.slice(), plain), [12, 2, 64]);
  const line = 'rotation yarn-q.npy yarn-r.npy --config yarn.json --positions 900';
  const { notes } = await json(line, 1);
  assert.deepEqual(notes, ['The attention factor is 1, not 1.139.']);
  npy('yarn-r.npy', applyRope(queries.slice(), { ...options, scaling }), [12, 2, 64]);
  assert.deepEqual((await json(line)).notes, []);
});

test('rotation says how large the errors of float32 angles are, and that it accepts them', async () => {
  const verdictAt = async (start, precision) => {
    npy('far.npy', rotatedBy({ start, precision }), [24, 1, 64]);
    return json(`rotation q.npy far.npy --config far.json --positions ${start}`);
  };
  writeFileSync('far.json', JSON.stringify({ ...CONFIG, head_dim: 64 }));
  const { verdict, notes } = await verdictAt(100000, 'float32');
  assert.match(verdict, /: within errors of float32 angles, all 1,536 elements agree\.$/);
  const exact = rotatedBy({ start: 100000 });
  const rough = rotatedBy({ start: 100000, precision: 'float32' });
  const most = Math.max(...rough.map((x, i) => Math.abs(x - exact[i])));
  assert.equal(notes[0], 'Angles have the errors of float32.');
  const said = Number(/^They move elements by up to ([\d.]+)\. Compute/.exec(notes[1])[1]);
  assert.ok(Math.abs(said / most - 1) < 0.05 && most > 0.001, `${said} ${most}`);
  const plain = await verdictAt(100000, 'exact');
  assert.match(plain.verdict, /100023: all 1,536 elements agree\.$/);
  assert.deepEqual(plain.notes, []);
});

test('compare uses only the rows that both arrays have', async () => {
  npy('short.npy', table.slice(0, 40 * 32), [40, 32]);
  const { status, stdout } = await posenc('compare short.npy mine.npy', { isTTY: true });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\nOnly the first 40 of 64 rows of mine are compared\.\n$/);
  npy('narrow.npy', table.slice(0, 64 * 16), [64, 16]);
  const { stderr } = await posenc('compare narrow.npy mine.npy');
  assert.match(stderr, /expected the shape \[64, 16\]/);
});

test('large arrays are compared in pieces, and a rotation of the first rows with all rows', async () => {
  const [rows, shape] = [131104, { heads: 1, headDim: 128 }];
  const data = Float32Array.from({ length: rows * 128 }, (_, i) => ((i * 7919) % 1009) / 1009);
  npy('large.npy', data, [rows, 1, 128]);
  const ports = applyRope(data.slice(), { ...shape, start: 7 });
  npy('turned-large.npy', ports, [rows, 1, 128]);
  const compared = await posenc('compare turned-large.npy large.npy', { isTTY: true });
  assert.equal(compared.status, 1);
  assert.match(compared.stdout, /\nPatterns of elements were sought in rows 0 to 8191\.\n/);
  const line = 'rotation large.npy turned-large.npy';
  for (const where of ['7', `7..${rows + 6}`]) {
    const { status, stdout } = await posenc(`${line} --positions ${where}`, { isTTY: true });
    assert.equal(status, 0);
    assert.match(stdout, /\nThis rotation explains all elements:\n/);
    assert.match(stdout, /^large: float32 \[131104, 1, 128\]\n/);
    assert.match(stdout, /\nThe rotation was sought in the first 32768 of 131104 rows\. All rows/);
  }
  // In this array, the positions begin again at 0 in row 70000.
  const reset = applyRope(data.slice(), {
    ...shape,
    positions: Array.from({ length: rows }, (_, row) => (row < 70000 ? row : row - 70000)),
  });
  npy('reset-large.npy', reset, [rows, 1, 128]);
  writeFileSync('large.json', JSON.stringify({ ...CONFIG, head_dim: 128, rope_theta: 10000 }));
  const causes = [
    'Row 70000 differs first.',
    'Positions are 70000 too small: is the length of the cache left out?',
  ];
  const read = [{ start: 0, end: rows }];
  for (const options of ['', ' --config large.json']) {
    const found = await json(`rotation large.npy reset-large.npy${options}`, 1);
    assert.deepEqual([found.notes, found.rowsRead], [causes, read]);
    assert.ok(found.matched > 0.5 && found.matched < 0.9);
  }
  const right = applyRope(data.slice(), shape);
  const off = right.slice();
  off[rows * 128 - 1] += 0.5;
  npy('right-large.npy', right, [rows, 1, 128]);
  npy('off-large.npy', off, [rows, 1, 128]);
  const line2 = 'rotation large.npy right-large.npy --config large.json';
  const { verdict, rowsRead } = await json(line2);
  assert.match(verdict, /wants at positions 0 to 131103: all 16,781,312 elements agree\.$/);
  assert.deepEqual(rowsRead, read);
  const wrong = await json('rotation large.npy off-large.npy --config large.json', 1);
  assert.deepEqual([wrong.differ, wrong.notes[0]], [1, 'Row 131103 differs first.']);
  const early = await json('rotation large.npy turned-large.npy --config large.json', 1);
  assert.deepEqual(early.rowsRead, [{ start: 0, end: 32768 }]);
});

test('rotation says how to give positions, if the port is right at later ones', async () => {
  const line = 'rotation q.npy later.npy --config config.json';
  npy('later.npy', rotatedBy({ start: 100 }), [24, 1, 64]);
  const later = await posenc(line, { isTTY: true });
  assert.equal(later.status, 1);
  assert.ok(
    later.stdout.includes(
      '\nThe rotated array is what config.json wants at positions 100 to 123: ',
    ),
  );
  assert.ok(
    later.stdout.includes('the port is right.\nThen give --positions 100..123.\n'),
    later.stdout,
  );
  for (const where of ['100..123', '100'])
    assert.equal((await posenc(`${line} --positions ${where}`)).status, 0, where);
});

test('rotation says whether a rotation is what a model wants', async () => {
  const line = (name) => `rotation q.npy ${name} --config config.json`;
  const right = await posenc(line('rotated.npy'), { isTTY: true });
  assert.equal(right.status, 0, right.stdout);
  assert.match(
    right.stdout,
    /\nThe rotated array is what config\.json wants at positions 0 to 23: all 1,536 elements agree\.\n/,
  );
  npy('interleaved.npy', rotatedBy({ layout: 'interleaved' }), [24, 1, 64]);
  const layout = 'The layout is interleaved, not half.';
  const wrong = await posenc(line('interleaved.npy'), { isTTY: true });
  assert.equal(wrong.status, 1);
  assert.match(
    wrong.stdout,
    /\nThe rotated array is not what config\.json wants at positions 0 to 23: 1,\d+ of 1,536 elements differ\./,
  );
  assert.ok(wrong.stdout.includes(`\n${layout}\nIn interleaved, a pair is `), wrong.stdout);
  const cached = await posenc(`${line('rotated.npy')} --positions 100..123`, { isTTY: true });
  assert.equal(cached.status, 1);
  assert.match(
    cached.stdout,
    /\nPositions are 100 too small: is the length of the cache left out\?\n/,
  );
  const range = await posenc(`${line('rotated.npy')} --positions 123..100`);
  assert.deepEqual(
    [range.status, range.stderr],
    [2, 'posenc: --positions: expected a range such as 100..115, got "123..100"\n'],
  );
  const found = await json(line('interleaved.npy'), 1);
  assert.deepEqual(
    [found.layout, found.notes[0], found.differ > 1000],
    ['interleaved', layout, true],
  );
  npy('based.npy', rotatedBy({ base: 10000 }), [24, 1, 64]);
  const based = await json(line('based.npy'), 1);
  assert.deepEqual(based.notes, ['The base (rope_theta) is 10000, not 500000.']);
  const narrow = await posenc('rotation before.npy after.npy --config config.json');
  assert.deepEqual(
    [narrow.status, narrow.stderr],
    [2, 'posenc: before: expected heads of 64 elements, as in config.json, got [64, 2, 32]\n'],
  );
  writeFileSync('bloom.json', JSON.stringify({ model_type: 'bloom', n_head: 8, hidden_size: 64 }));
  const other = await posenc('rotation q.npy rotated.npy --config bloom.json');
  assert.deepEqual(
    [other.status, other.stderr],
    [2, 'posenc: --config: expected a model with rope, got alibi\n'],
  );
});

test('rotation finds the layer and the axis of the heads', async () => {
  const kind = { model_type: 'gemma3_text', num_hidden_layers: 6, head_dim: 64 };
  const gemma = { ...CONFIG, ...kind, rope_theta: 1e6 };
  writeFileSync('gemma.json', JSON.stringify({ ...gemma, sliding_window: 512 }));
  const queries = noise(Float32Array, 12 * 8 * 64, 5);
  const turned = applyRope(queries.slice(), { heads: 8, headDim: 64, base: 1e6 });
  const arrays = { q_in: queries, q_out: turned };
  const tensors = Object.entries(arrays).map(([name, data]) => [
    `layers.0.${name}`,
    { data, shape: [12, 8, 64] },
  ]);
  writeFileSync('dump.safetensors', writeSafetensors(Object.fromEntries(tensors)));
  const line = 'rotation dump.safetensors:layers.0.q_in dump.safetensors:layers.0.q_out';
  const wrong = await posenc(`${line} --config gemma.json`, { isTTY: true });
  assert.equal(wrong.status, 1);
  assert.match(
    wrong.stdout,
    /\nThis is what the layers with full attention want, such as layer 5\.\nLayer 0 has a sliding/,
  );
  assert.equal((await posenc(`${line} --config gemma.json --layer 5`)).status, 0);
  const far = await posenc(`${line} --config gemma.json --layer 6`);
  assert.deepEqual([far.status, far.stderr], [2, 'posenc: --layer: expected 0 to 5, got 6\n']);
  const alone = await posenc(`${line} --layer 5`);
  assert.deepEqual(
    [alone.status, alone.stderr],
    [2, 'posenc: --layer: expected --config with it\n'],
  );
  npy(
    'along.npy',
    applyRope(queries.slice(), { heads: 1, headDim: 64, length: 8, base: 5e5 }),
    [12, 8, 64],
  );
  npy('queries.npy', queries, [12, 8, 64]);
  const along = await posenc('rotation queries.npy along.npy --config config.json', {
    isTTY: true,
  });
  assert.equal(along.status, 1);
  assert.match(along.stdout, /\nThe array agrees only if axis 1 of \[12, 8, 64\] is the sequence/);
  assert.doesNotMatch(along.stdout, /--mask/);
  const short = queries.slice(0, 8 * 8 * 64);
  npy('even.npy', short, [8, 8, 64]);
  npy(
    'even-after.npy',
    applyRope(short.slice(), { ...{ heads: 1, headDim: 64 }, length: 8, base: 5e5 }),
    [8, 8, 64],
  );
  const even = 'rotation even.npy even-after.npy --config config.json';
  const doubt = await posenc(even, { isTTY: true });
  assert.equal(doubt.status, 1);
  assert.match(
    doubt.stdout,
    /axis 1 is the sequence\.\nIf it is the sequence, give --heads 1 --length 8\.\n/,
  );
  assert.equal((await posenc(`${even} --heads 1 --length 8`)).status, 0);
});

test('identify says that a matrix is a mask, and which keys it hides', async () => {
  const mask = Float32Array.from({ length: 400 }, (_, i) => {
    const distance = Math.floor(i / 20) - (i % 20);
    return distance < 0 || distance >= 6 ? -Infinity : 0;
  });
  npy('mask.npy', mask, [1, 1, 20, 20]);
  const { status, stdout } = await posenc('identify mask.npy', { isTTY: true });
  assert.equal(status, 0);
  assert.match(stdout, /\nThis is a mask: it hides keys, and changes no other score\.\n/);
  assert.match(stdout, /\nKeys at a distance of 6 and more are masked\./);
  npy('zeros.npy', new Float32Array(400), [20, 20]);
  const zeros = await posenc('identify zeros.npy', { isTTY: true });
  assert.doesNotMatch(zeros.stdout, /mask/);
});

test('compare names an element that stands out, and shows different numbers', async () => {
  const rows = 256;
  const exact = sinusoidal(rows, 16);
  const rough = sinusoidal(rows, 16, { precision: 'float32' }).map((x, i) => x + (i === 805) / 64);
  npy('exact.npy', exact, [rows, 16]);
  npy('rough.npy', rough, [rows, 16]);
  const { stdout } = await posenc('compare rough.npy exact.npy', { isTTY: true });
  assert.match(
    stdout,
    /\nOne element stands out: in row 50, column 5, the error is \d{3,} times the second largest\.\n/,
  );
  assert.match(stdout, /\nThe largest error is in row 50, column 5: 0\.01563, or \d+ ulps\.\n/);
  const [, wanted, got] = /expected (\S+), got (\S+)\.\n/.exec(stdout);
  assert.notEqual(wanted, got);
});

test('compare suggests the rotation that turns one array into the other', async () => {
  const shape = [16, 2, 32];
  const queries = learnedTable(16, 64, { seed: 3, std: 1 });
  npy('unturned.npy', queries, shape);
  npy('turned.npy', applyRope(queries.slice(), { heads: 2, headDim: 32 }), shape);
  npy(
    'noisy.npy',
    queries.map((value, i) => value + (i % 5 ? 0 : 0.5)),
    shape,
  );
  const hint =
    'A rotation turns the first array into the second: posenc rotation unturned.npy turned.npy';
  const said = await posenc('compare unturned.npy turned.npy', { isTTY: true });
  assert.ok(said.stdout.includes(hint), said.stdout);
  const other = await posenc('compare unturned.npy noisy.npy', { isTTY: true });
  assert.doesNotMatch(other.stdout, /posenc rotation/);
});

test('compare names an element by all axes of the arrays', async () => {
  const one = learnedTable(8, 400, { seed: 8 });
  const other = one.slice();
  other[7 * 400 + 13 * 20 + 5] += 1;
  npy('axes-a.npy', one, [8, 20, 20]);
  npy('axes-b.npy', other, [8, 20, 20]);
  const { stdout } = await posenc('compare axes-a.npy axes-b.npy', { isTTY: true });
  assert.match(
    stdout,
    /The first difference is in element \[7, 13, 5\] of \[8, 20, 20\]: expected/,
  );
  assert.match(stdout, /The largest error is in element \[7, 13, 5\] of \[8, 20, 20\]: 1, or /);
});

test('golden writes the numbers of the API', async () => {
  const wanted = kept(golden(CONFIG, { seed: 1, positions: [0, 5] }));
  assert.deepEqual(await json('golden config.json --seed 1 --positions 0,5'), wanted);
  await posenc('golden config.json --seed 1 --positions 0,5 -o golden.safetensors');
  const { tensors } = await openFile('golden.safetensors');
  const { q } = wanted.parts[0].arrays;
  const find = (name) => tensors.find((tensor) => tensor.name === name);
  assert.deepEqual([...(await find('q').read())], q.values);
  assert.deepEqual([...(await find('q.before').read())], q.before);
  assert.deepEqual(find('q').shape, q.shape);
});

test('golden.safetensors says what golden.json says, and has programs that read it', async () => {
  const config = { ...CONFIG, model_type: 'gemma3_text', head_dim: 16, num_hidden_layers: 6 };
  writeFileSync('two.json', JSON.stringify(config));
  await posenc('golden two.json --positions 0,5 -o two.safetensors');
  const bytes = readFileSync('two.safetensors');
  const size = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata } = JSON.parse(bytes.toString('utf8', 8, 8 + size));
  const { readers, readme, ...said } = JSON.parse(metadata.golden);
  assert.equal(readme, metadata.readme);
  const made = golden(config, { positions: [0, 5] });
  delete made.readers;
  delete made.readme;
  for (const { arrays } of made.parts)
    for (const array of Object.values(arrays)) {
      delete array.values;
      if (array.before) array.before = true;
    }
  assert.equal(made.parts.length, 2);
  assert.deepEqual(said, JSON.parse(JSON.stringify(made)));
  const { tensors } = await openFile('two.safetensors');
  writeFileSync('read.py', readers.python);
  writeFileSync('read.cjs', readers.javascript);
  for (const name of ['0.q', '1.q.before', '1.frequencies']) {
    const wanted = await tensors.find((tensor) => tensor.name === name).read();
    for (const [program, source] of [
      ['python3', 'read.py'],
      [process.execPath, 'read.cjs'],
    ]) {
      const lines = execFileSync(program, [source, 'two.safetensors', name], { encoding: 'utf8' });
      assert.deepEqual(lines.trim().split('\n').map(Number), [...wanted]);
    }
  }
});

test('compare compares a port with golden.json within its tolerances', async () => {
  await posenc('golden config.json -o vectors.json');
  const made = golden(CONFIG);
  const { before, shape } = made.parts[0].arrays.q;
  const options = { heads: 2, headDim: 64, base: 500000, positions: made.positions };
  const port = applyRope(Float32Array.from(before), { ...options, precision: 'float32' });
  npy('port.npy', port, shape);
  const { status, stdout } = await posenc('compare port.npy vectors.json:q', { isTTY: true });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\nWithin the tolerances of q for float32, all elements agree\.\n/);
  assert.equal((await posenc('compare port.npy vectors.json:q --ulps 4')).status, 1);
  writeFileSync('port.csv', writeCsv({ data: port, shape: [8, 128] }));
  assert.equal((await posenc('compare port.csv vectors.json:q')).status, 0);
  const lists = Array.from({ length: 8 }, (_, row) => [
    ...port.subarray(128 * row, 128 * row + 128),
  ]);
  writeFileSync('port.json', JSON.stringify(lists));
  assert.equal((await posenc('compare port.json vectors.json:q')).status, 0);
  npy('back.npy', applyRope(Float32Array.from(before), { ...options, inverse: true }), shape);
  const back = await posenc('compare back.npy vectors.json:q', { isTTY: true });
  assert.equal(back.status, 1);
  assert.match(back.stdout, /\nThe rotation goes back: its sines have the opposite sign\.\n/);
  await posenc('golden config.json -o vectors.safetensors');
  assert.equal((await posenc('compare port.npy vectors.safetensors:q')).status, 0);
  assert.equal((await posenc('compare back.npy vectors.safetensors:q')).status, 1);
  const same = await json('rotation vectors.safetensors:q.before back.npy');
  assert.deepEqual([same.base, same.inverse, same.matched], [500000, true, 1]);
  const cause = await json('rotation vectors.json:q.before back.npy');
  assert.deepEqual([cause.base, cause.inverse, cause.matched], [500000, true, 1]);
  const slopes = library.alibiSlopes(8).map((slope) => slope * (1 + 3 / 16777216));
  npy('slopes8.npy', slopes, [8]);
  writeFileSync('bloom8.json', JSON.stringify({ model_type: 'bloom', n_head: 8, hidden_size: 64 }));
  await posenc('golden bloom8.json -o bloom-vectors.json');
  assert.equal((await posenc('compare slopes8.npy bloom-vectors.json:slopes')).status, 0);
  npy(
    'slopes8.npy',
    slopes.map((slope) => slope * 1.001),
    [8],
  );
  assert.equal((await posenc('compare slopes8.npy bloom-vectors.json:slopes')).status, 1);
});

test('progress is shown after a second, and a terminal clears it at the end', (t) => {
  let now = 5000;
  t.mock.method(performance, 'now', () => now);
  for (const isTTY of [true, false]) {
    const told = [];
    const progress = progressOf('reading x', { isTTY, write: (text) => told.push(text) });
    for (const [fraction, passed] of [
      [0.1, 0],
      [0.4, 999],
      [0.5, 1],
      [0.9, 999],
    ]) {
      now += passed;
      progress.at(fraction);
    }
    progress.done();
    const line = 'posenc: reading x, 50 %';
    assert.deepEqual(told, isTTY ? [`\r${line}`, '\r\u001b[K'] : [`${line}\n`]);
  }
});

test('the program returns its status, and stops when its reader closes the pipe', () => {
  const program = join(root, 'web/command/index.js');
  const options = { cwd: folder, encoding: 'utf8' };
  assert.equal(execFileSync('node', [program, 'table', '1', '2'], options), '0,1\n');
  const differs = spawnSync('node', [program, 'compare', 'flat.npy', 'a.npy'], options);
  assert.equal(differs.status, 1);
  const wrong = spawnSync('node', [program, 'compare'], options);
  assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
  const shell = spawnSync('sh', ['-c', `node ${program} table 20000 32 | head -n 1`], options);
  assert.deepEqual([shell.stdout.split(',').length, shell.stderr], [32, '']);
});
