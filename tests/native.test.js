import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {open} from '../web/wasm.js';

const path = name => fileURLToPath(new URL(name, import.meta.url));
const SANITIZERS = '-fsanitize=address,undefined';

/** The first of the compilers that is there. */
function compiler() {
  for (const name of process.env.CC ? [process.env.CC] : ['cc', 'gcc', 'clang'])
    if (spawnSync(name, ['--version']).status === 0) return name;
  assert.fail(`a C compiler is missing (${process.env.CC ?? 'cc, gcc, clang'}); install it with: apt-get install gcc libc6-dev`);
}

const drivers = () => readdirSync(path('.')).filter(name => /^native.*\.c$/.test(name)).map(path);

/** Compiles and runs native*.c and returns what they print. */
function native() {
  const cc = compiler(), folder = mkdtempSync(join(tmpdir(), 'posenc-')), program = join(folder, 'native');
  const run = (command, args, input) => spawnSync(command, args, {input, encoding: 'utf8', env: {...process.env, ASAN_OPTIONS: 'detect_leaks=0'}});
  try {
    const probe = run(cc, [SANITIZERS, '-x', 'c', '-', '-o', program], 'int main(void) { return 0; }');
    assert.ok(probe.status === 0, `${cc} cannot link ${SANITIZERS}: the sanitizer runtime is missing; it comes with gcc, or with libclang-rt-dev`);
    const sources = readdirSync(path('../c')).filter(name => name.endsWith('.c')).map(name => path(`../c/${name}`));
    const built = run(cc, ['-std=c11', '-g', '-O1', SANITIZERS, '-fno-sanitize-recover=all', '-ffp-contract=off',
      '-Wall', '-Wextra', '-Werror', ...sources, ...drivers(), '-o', program, '-lm']);
    assert.equal(built.status, 0, built.stderr);
    const {status, signal, stdout, stderr} = run(program, []);
    assert.equal(status, 0, `native.c ended with ${status ?? signal}:\n${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const value = i => (Math.imul(i + 1, -1640531535) >>> 8) / 8388608 - 1;
const INTERLEAVED = 1, FLOAT64 = 2, INVERSE = 4;

/** The fixed runs of native.c, by the kernels in wasm memory. */
function fixedRuns() {
  const {kernels: k, u8, f32, f64, i32, window, end} = open(), lines = [];
  let free = window;
  const take = bytes => {
    const at = free;
    free += bytes + 15 & -16;
    assert.ok(free <= end);
    return at;
  };
  const floats = n => { const at = take(4 * n); for (let i = 0; i < n; i++) f32[at / 4 + i] = value(i); return at; };
  const doubles = n => { const at = take(8 * n); for (let i = 0; i < n; i++) f64[at / 8 + i] = value(i); return at; };
  const numbers = (n, flags) => flags & FLOAT64 ? doubles(n) : floats(n);
  const print = (name, number, at, bytes) => {
    let hash = 0x811c9dc5;
    for (let i = 0; i < bytes; i++) hash = Math.imul(hash ^ u8[at + i], 16777619);
    lines.push(`${name} ${number} ${(hash >>> 0).toString(16).padStart(8, '0')}`);
  };

  {
    const high = doubles(64), low = doubles(64), s = doubles(3 * 64), c = doubles(3 * 64), work = take(8 * 64), range = take(16);
    k.pe_frequencies(high, low, 64, 0, 10000, 128);
    k.pe_yarn_range(range, 128, 10000, 2048, 32, 1, 0);
    print('range', 0, range, 16);
    k.pe_scale_ramp(high, low, 64, 10, f64[range / 8], f64[range / 8 + 1], 0);
    for (const [i, at] of [high, low].entries()) print('ramp', i, at, 512);
    k.pe_scale_base(high, low, 64, 8, 126);
    for (const [i, at] of [high, low].entries()) print('base', i, at, 512);
    k.pe_xpos(s, c, 3, 64, 0, -2, 3, 512, 0.4, work, FLOAT64);
    for (const [i, at] of [s, c].entries()) print('xpos', i, at, 1536);
  }
  {
    const spans = take(8 * 7), weights = take(8 * 7 * 8), ring = take(8 * 3 * 7 * 5), high = doubles(6), low = doubles(6), x = doubles(9), angles = take(8 * 3 * 10);
    const input = doubles(13 * 5), out = take(8 * 7 * 5), work = take(16 * 6);
    k.pe_cubic_taps(spans, weights, 8, 13, 7, 1);
    print('spans', 0, spans, 8 * 7);
    for (let r = 0; r < 3; r++) k.pe_resize(ring + r * 280, input, 13, spans, 0, weights, 8, 7, 5);
    print('ring', 0, ring, 8 * 105);
    k.pe_resize(out, ring, 3, spans + 8, 0, weights + 64, 8, 1, 35);
    print('rows', 0, out, 8 * 35);
    k.pe_frequencies(high, low, 5, 0, 112, -8);
    for (const pi of [0, 1]) {
      k.pe_fourier(angles, angles + 40, 3, 10, 1, x, 3, 1, high, low, 5, work, pi, FLOAT64);
      print('fourier', pi, angles, 240);
    }
  }
  const pairs = 37, rows = 70, high = doubles(pairs), low = doubles(pairs);
  k.pe_frequencies(high, low, pairs, 0, 10000, 2 * pairs);
  const work = take(8 * k.pe_angles_size(pairs)), waves = take(8 * pairs), where = doubles(rows);
  k.pe_wavelengths(waves, high, low, pairs);
  print('wavelengths', 0, waves, 8 * pairs);
  print('frequencies', 0, high, 8 * pairs);
  print('frequencies', 1, low, 8 * pairs);
  k.pe_angles_begin(work, pairs, high, low, 1);
  for (let r = 0; r < rows; r++) f64[where / 8 + r] *= 2 ** 20;
  for (let flags = 0; flags < 16; flags++) {
    if (flags & INVERSE) continue;
    const size = flags & FLOAT64 ? 8 : 4, bytes = 2 * rows * pairs * size, out = take(bytes);
    for (const given of [0, 1]) {
      k.pe_angles(out, out + (flags & INTERLEAVED ? 1 : pairs) * size, rows, 2 * pairs, pairs, pairs, flags, work, high, given ? where : 0, 1000003, 0.375);
      print('angles', 2 * flags + given, out, bytes);
    }
  }
  for (let flags = 0; flags < 8; flags++) {
    const x = numbers(11 * 80, flags);
    k.pe_rotate(x, 11, 80, pairs, 3, 3, 2, numbers(4 * pairs, flags), numbers(4 * pairs, flags), 4, flags);
    print('rotate', flags, x, 11 * 80 * (flags & FLOAT64 ? 8 : 4));
  }
  const out = take(4 * 1000), weights = take(4 * 45), alike = take(4 * 45), bias = floats(45);
  for (let heads = 1; heads <= 1000; heads += 111) {
    k.pe_alibi_slopes(out, heads, 8, heads % 2);
    print('slopes', heads, out, 4 * heads);
  }
  k.pe_random_normal(out, 1000, 3, 123456789, 0.02);
  print('normal', 0, out, 4000);
  k.pe_random_uniform(out, 1000, 3, 123456789, 0.125);
  print('uniform', 0, out, 4000);
  const scores = take(8 * 45), state = doubles(10), q = doubles(5 * 13), keys = doubles(9 * 13), sums = doubles(5 * 13), scratch = take(8 * 54);
  for (let r = 0; r < 5; r++) f64[state / 8 + 2 * r] = -Infinity, f64[state / 8 + 2 * r + 1] = 0;
  k.pe_attention_scores(scores, q, 5, keys, 9, 13, bias, 3.25, 4);
  print('scores', 0, scores, 8 * 45);
  k.pe_softmax_scan(state, scores, 5, 9, 0);
  print('state', 0, state, 8 * 10);
  k.pe_softmax_weights(scores, weights, state, 5, 9);
  print('weights', 0, weights, 4 * 45);
  k.pe_weighted_sum(sums, scores, keys, 5, 9, 13);
  print('sums', 0, sums, 8 * 65);
  for (const metric of [0, 1, 2]) {
    k.pe_similarity(alike, scratch, q, 5, keys, 9, 13, metric);
    print('similarity', metric, alike, 4 * 45);
  }
  for (let i = 0; i < 50; i++) {
    f64[scores / 8 + i % 45] = k.pe_angle(value(i), value(2 * i + 1));
    f64[sums / 8 + i] = k.pe_exp(700 * value(i));
  }
  print('vectors', 0, scores, 8 * 45);
  print('exponentials', 0, sums, 8 * 50);
  biasRuns(k, {f64, i32, take, floats, doubles, print});
  return lines;
}

/** Those of native-biases.c. */
function biasRuns(k, {f64, i32, take, floats, doubles, print}) {
  const n = 500, ramp = take(4 * n), window = take(4 * 144), thresholds = take(8 * n), angles = doubles(240), sums = take(160), lines = take(24 * 12);
  const w1 = doubles(11), b1 = doubles(11), w2 = doubles(11), buckets = take(4 * n);
  for (const beyond of [0, 1]) {
    k.pe_bucket_thresholds(thresholds, n, 500, 1e6, 500, beyond);
    print('thresholds', beyond, thresholds, 8 * n);
    k.pe_bucket_ramp(buckets, n, -499000, thresholds, 500, 1000, 1 - 2 * beyond, 7, 900, 1, 11);
    print('buckets', beyond, buckets, 4 * n);
    k.pe_kerple_ramp(ramp, n, -77, 1.3, 0.07, beyond);
    print('kerple', beyond, ramp, 4 * n);
  }
  k.pe_sandwich_sums(sums, angles, 20, 6);
  print('sandwich', 0, sums, 160);
  k.pe_fire_lines(lines, w1, b1, w2, 0.25, 11);
  k.pe_fire_logs(thresholds, n, -77, 0.1);
  k.pe_fire_ramp(ramp, thresholds, n, 20, 1e-6, lines);
  print('fire', 0, ramp, 4 * n);
  const logits = floats(45), counts = take(40), projected = doubles(20);
  f64.fill(0, counts / 8, counts / 8 + 5);
  k.pe_cope(logits, 5, 9, 4, counts, 3, projected, 4);
  print('cope', 0, logits, 180);
  print('cope', 1, counts, 40);
  for (let i = 0; i < 13; i++) i32[buckets / 4 + i] = i % 4;
  k.pe_relative(logits, 5, 9, 9, buckets, 0, projected, angles, 4, 4);
  print('relative', 0, logits, 180);
  k.pe_swin(window, 12, 0, 12, ramp, 3, 4);
  print('swin', 0, window, 4 * 144);
  k.pe_swin_coordinates(thresholds, 35, 0, 3, 4, 7, 7);
  print('swin', 1, thresholds, 16 * 35);
  k.pe_swin_table(window, thresholds, 7, 3, 3, 4, 7, 7, w1, b1, 5, w2, 2);
  print('swin', 2, window, 56);
  k.pe_temperature(ramp, n, 0, 77, 0.1, 3);
  print('temperature', 0, ramp, 4 * n);
}

test('every kernel of posenc.h is driven natively', () => {
  const driver = drivers().map(file => readFileSync(file, 'utf8')).join(''), names = readFileSync(path('../c/posenc.h'), 'utf8').match(/(?<=PE_API [^;]*?)pe_\w+(?=\()/g);
  assert.ok(names.length > 20);
  for (const name of names) assert.match(driver, new RegExp(`\\b${name}\\(`));
});

test('every kernel runs clean under the address and undefined behaviour sanitizers, and has the bits of wasm', () => {
  const lines = native().trim().split('\n'), wasm = fixedRuns();
  assert.ok(new Set(wasm.map(line => line.split(' ')[2])).size > 40, 'the runs differ');
  assert.deepEqual(lines, wasm);
});
