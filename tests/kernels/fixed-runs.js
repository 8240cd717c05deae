/*
 * Repeats the fixed runs of the native drivers (native*.c) with the kernels in wasm memory. The
 * drivers are C programs that call the kernels and print hashes of the results. Both make the same
 * calls with the same numbers, so both must print the same hashes.
 */
import assert from 'node:assert/strict';
import { BFLOAT16, FLOAT16, FLOAT64, INTERLEAVED, INVERSE, open } from '../../web/wasm.js';

/** Returns number i of the fixed numbers that the drivers use. */
const value = (i) => (Math.imul(i + 1, -1640531535) >>> 8) / 8388608 - 1;

const PAIRS = 37;

/** Allocates memory for the runs, and collects the lines that they print. */
class Runs {
  constructor() {
    this.machine = open();
    this.free = this.machine.window;
    this.lines = [];
  }

  /** Allocates this many bytes and returns their address. */
  take(bytes) {
    const address = this.free;
    this.free += (bytes + 15) & -16;
    assert.ok(this.free <= this.machine.end);
    return address;
  }

  floats(count) {
    const address = this.take(4 * count);
    for (let i = 0; i < count; i++) this.machine.f32[address / 4 + i] = value(i);
    return address;
  }

  doubles(count) {
    const address = this.take(8 * count);
    for (let i = 0; i < count; i++) this.machine.f64[address / 8 + i] = value(i);
    return address;
  }

  numbers(count, flags) {
    return flags & FLOAT64 ? this.doubles(count) : this.floats(count);
  }

  /** Adds a line with the hash of this many bytes. */
  print(name, number, address, bytes) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < bytes; i++) hash = Math.imul(hash ^ this.machine.u8[address + i], 16777619);
    this.lines.push(`${name} ${number} ${(hash >>> 0).toString(16).padStart(8, '0')}`);
  }
}

function extremeRuns(runs) {
  const { kernels, f64 } = runs.machine;
  const areas = [runs.take(8 * 66), runs.take(8 * 66), runs.take(8 * 66)];
  const [high, low, waves] = areas;
  let number = 0;
  for (const base of [1e154, 1.5e154, 1e155, 1e200, Number.MAX_VALUE])
    for (const divisor of [1, 2, 3, 64]) {
      const count = divisor + 2;
      kernels.pe_frequencies(high, low, count, 0, base, divisor);
      kernels.pe_wavelengths(waves, high, low, count);
      runs.print('extreme frequencies', number, high, 8 * count);
      runs.print('extreme wavelengths', number++, waves, 8 * count);
    }
  for (let i = 0; i < 66; i++) {
    const power = i < 60 ? -1074 + i : 958 + i;
    f64[waves / 8 + i] = kernels.pe_log((1 + value(i) / 4) * 2 ** power);
  }
  runs.print('extreme logarithms', 0, waves, 8 * 66);
}

function scalingRuns(runs) {
  const { kernels, f64 } = runs.machine;
  const [high, low] = [runs.doubles(64), runs.doubles(64)];
  const [sines, cosines] = [runs.doubles(3 * 64), runs.doubles(3 * 64)];
  const work = runs.take(8 * 64);
  const range = runs.take(16);
  const printBoth = (name, pair, bytes) =>
    pair.forEach((address, i) => runs.print(name, i, address, bytes));
  kernels.pe_frequencies(high, low, 64, 0, 10000, 128);
  kernels.pe_yarn_range(range, 128, 10000, 2048, 32, 1, 0);
  runs.print('range', 0, range, 16);
  kernels.pe_scale_ramp(high, low, 64, 10, f64[range / 8], f64[range / 8 + 1], 0);
  printBoth('ramp', [high, low], 512);
  kernels.pe_scale_base(high, low, 64, 8, 126);
  printBoth('base', [high, low], 512);
  kernels.pe_xpos(sines, cosines, 3, 64, 0, -2, 3, 512, 0.4, work, FLOAT64);
  printBoth('xpos', [sines, cosines], 1536);
}

function gridRuns(runs) {
  const { kernels } = runs.machine;
  const spans = runs.take(8 * 7);
  const weights = runs.take(8 * 7 * 8);
  const ring = runs.take(8 * 3 * 7 * 5);
  const [high, low] = [runs.doubles(6), runs.doubles(6)];
  const x = runs.doubles(9);
  const angles = runs.take(8 * 3 * 10);
  const input = runs.doubles(13 * 5);
  const out = runs.take(8 * 7 * 5);
  const work = runs.take(16 * 6);
  kernels.pe_cubic_taps(spans, weights, 8, 13, 7, 0.1, 1);
  runs.print('spans', 0, spans, 8 * 7);
  const [lines, shares] = [runs.take(8 * 7), runs.take(8 * 7 * 4)];
  kernels.pe_linear_taps(lines, shares, 4, 13, 7, 0.1, 1);
  runs.print('linear spans', 0, lines, 8 * 7);
  runs.print('linear weights', 0, shares, 16);
  for (let r = 0; r < 3; r++)
    kernels.pe_resize(ring + r * 280, input, 13, spans, 0, weights, 8, 7, 5);
  runs.print('ring', 0, ring, 8 * 105);
  kernels.pe_resize(out, ring, 3, spans + 8, 0, weights + 64, 8, 1, 35);
  runs.print('rows', 0, out, 8 * 35);
  kernels.pe_frequencies(high, low, 5, 0, 112, -8);
  for (const timesPi of [0, 1]) {
    const flags = FLOAT64;
    kernels.pe_fourier(angles, angles + 40, 3, 10, 1, x, 3, 1, high, low, 5, work, timesPi, flags);
    runs.print('fourier', timesPi, angles, 240);
  }
}

function angleRuns(runs) {
  const { kernels, f64 } = runs.machine;
  const rows = 70;
  const [high, low] = [runs.doubles(PAIRS), runs.doubles(PAIRS)];
  kernels.pe_frequencies(high, low, PAIRS, 0, 10000, 2 * PAIRS);
  const work = runs.take(8 * kernels.pe_angles_size(PAIRS));
  const waves = runs.take(8 * PAIRS);
  const positions = runs.doubles(rows);
  kernels.pe_wavelengths(waves, high, low, PAIRS);
  runs.print('wavelengths', 0, waves, 8 * PAIRS);
  runs.print('frequencies', 0, high, 8 * PAIRS);
  runs.print('frequencies', 1, low, 8 * PAIRS);
  kernels.pe_angles_begin(work, PAIRS, high, low, 1);
  for (let r = 0; r < rows; r++) f64[positions / 8 + r] *= 2 ** 20;
  for (let flags = 0; flags < 16; flags++) {
    if (flags & INVERSE) continue;
    const size = flags & FLOAT64 ? 8 : 4;
    const bytes = 2 * rows * PAIRS * size;
    const sines = runs.take(bytes);
    const cosines = sines + (flags & INTERLEAVED ? 1 : PAIRS) * size;
    const shape = [rows, 2 * PAIRS, PAIRS, PAIRS];
    for (const given of [0, 1]) {
      const where = [given ? positions : 0, 1000003, 0.375];
      kernels.pe_angles(sines, cosines, ...shape, flags, work, high, ...where);
      runs.print('angles', 2 * flags + given, sines, bytes);
    }
  }
}

function ropeRuns(runs) {
  const { kernels } = runs.machine;
  for (let flags = 0; flags < 8; flags++) {
    const x = runs.numbers(11 * 80, flags);
    const [cosines, sines] = [runs.numbers(4 * PAIRS, flags), runs.numbers(4 * PAIRS, flags)];
    kernels.pe_rotate(x, 11, 80, PAIRS, 3, 3, 2, cosines, sines, 4, flags);
    runs.print('rotate', flags, x, 11 * 80 * (flags & FLOAT64 ? 8 : 4));
  }
}

function slopeAndRandomRuns(runs) {
  const { kernels } = runs.machine;
  const out = runs.take(4 * 1000);
  for (let heads = 1; heads <= 1000; heads += 111) {
    kernels.pe_alibi_slopes(out, heads, 8, heads % 2);
    runs.print('slopes', heads, out, 4 * heads);
  }
  kernels.pe_random_normal(out, 1000, 3, 123456789, 0.02);
  runs.print('normal', 0, out, 4000);
  kernels.pe_random_uniform(out, 1000, 3, 123456789, 0.125);
  runs.print('uniform', 0, out, 4000);
}

function attentionRuns(runs) {
  const { kernels, f64 } = runs.machine;
  const weights = runs.take(4 * 45);
  const alike = runs.take(4 * 45);
  const bias = runs.floats(45);
  const scores = runs.take(8 * 45);
  const state = runs.doubles(10);
  const queries = runs.doubles(5 * 13);
  const keys = runs.doubles(9 * 13);
  const sums = runs.doubles(5 * 13);
  const scratch = runs.take(8 * 54);
  for (let r = 0; r < 5; r++) f64.set([-Infinity, 0], state / 8 + 2 * r);
  kernels.pe_attention_scores(scores, queries, 5, keys, 9, 13, bias, 3.25, 4);
  runs.print('scores', 0, scores, 8 * 45);
  kernels.pe_softmax_scan(state, scores, 5, 9, 0);
  runs.print('state', 0, state, 8 * 10);
  kernels.pe_softmax_weights(scores, weights, state, 5, 9);
  runs.print('weights', 0, weights, 4 * 45);
  kernels.pe_weighted_sum(sums, scores, keys, 5, 9, 13);
  runs.print('sums', 0, sums, 8 * 65);
  for (const metric of [0, 1, 2]) {
    kernels.pe_similarity(alike, scratch, queries, 5, keys, 9, 13, metric);
    runs.print('similarity', metric, alike, 4 * 45);
  }
  for (let i = 0; i < 50; i++) {
    f64[scores / 8 + (i % 45)] = kernels.pe_angle(value(i), value(2 * i + 1));
    f64[sums / 8 + i] = kernels.pe_exp(700 * value(i));
  }
  runs.print('vectors', 0, scores, 8 * 45);
  runs.print('exponentials', 0, sums, 8 * 50);
}

function contentRuns(runs, buckets, angles) {
  const { kernels, f64, i32 } = runs.machine;
  const logits = runs.floats(45);
  const counts = runs.take(40);
  const projected = runs.doubles(20);
  f64.fill(0, counts / 8, counts / 8 + 5);
  kernels.pe_cope(logits, 5, 9, 4, counts, 3, projected, 4);
  runs.print('cope', 0, logits, 180);
  runs.print('cope', 1, counts, 40);
  for (let i = 0; i < 13; i++) i32[buckets / 4 + i] = i % 4;
  kernels.pe_relative(logits, 5, 9, 9, buckets, 0, projected, angles, 4, 4);
  runs.print('relative', 0, logits, 180);
  kernels.pe_bucket_ramp(buckets, 13, -5, 0, 3, 3, -1, 2, 3, 1, 2);
  kernels.pe_relative_sums(angles, logits, 5, 9, buckets, 9);
  runs.print('relative', 1, angles, 360);
}

function biasRuns(runs) {
  const { kernels } = runs.machine;
  const n = 500;
  const ramp = runs.take(4 * n);
  const window = runs.take(4 * 144);
  const thresholds = runs.take(8 * n);
  const angles = runs.doubles(240);
  const sums = runs.take(160);
  const lines = runs.take(24 * 12);
  const w1 = runs.doubles(11);
  const b1 = runs.doubles(11);
  const w2 = runs.doubles(11);
  const buckets = runs.take(4 * n);
  for (const beyond of [0, 1]) {
    kernels.pe_bucket_thresholds(thresholds, n, 500, 1e6, 500, beyond);
    runs.print('thresholds', beyond, thresholds, 8 * n);
    kernels.pe_bucket_ramp(
      buckets,
      n,
      -499000,
      thresholds,
      500,
      1000,
      1 - 2 * beyond,
      7,
      900,
      1,
      11,
    );
    runs.print('buckets', beyond, buckets, 4 * n);
    kernels.pe_kerple_ramp(ramp, n, -77, 1.3, 0.07, beyond);
    runs.print('kerple', beyond, ramp, 4 * n);
  }
  kernels.pe_sandwich_sums(sums, angles, 20, 6);
  runs.print('sandwich', 0, sums, 160);
  kernels.pe_fire_lines(lines, w1, b1, w2, 0.25, 11);
  kernels.pe_fire_logs(thresholds, n, -77, 0.1);
  kernels.pe_fire_ramp(ramp, thresholds, n, 20, 1e-6, lines);
  runs.print('fire', 0, ramp, 4 * n);
  contentRuns(runs, buckets, angles);
  kernels.pe_swin(window, 12, 0, 12, ramp, 3, 4);
  runs.print('swin', 0, window, 4 * 144);
  kernels.pe_swin_coordinates(thresholds, 35, 0, 3, 4, 7, 7);
  runs.print('swin', 1, thresholds, 16 * 35);
  kernels.pe_swin_table(window, thresholds, 7, 3, 3, 4, 7, 7, w1, b1, 5, w2, 2);
  runs.print('swin', 2, window, 56);
  kernels.pe_temperature(ramp, n, 0, 77, 0.1, 3);
  runs.print('temperature', 0, ramp, 4 * n);
}

function halfRuns(runs) {
  const { kernels } = runs.machine;
  const n = 11 * 80;
  for (const type of [FLOAT16, BFLOAT16])
    for (const layout of [0, 1]) {
      const [x, scratch] = [runs.take(2 * n), runs.take(4 * PAIRS)];
      kernels.pe_halves(x, runs.doubles(n), n, type);
      runs.print('halves', type | layout, x, 2 * n);
      const wide = runs.take(8 * n);
      kernels.pe_widen(wide, x, n, type);
      runs.print('widened', type | layout, wide, 8 * n);
      runs.take(2 * n);
      const [cosines, sines] = [runs.doubles(4 * PAIRS), runs.doubles(4 * PAIRS)];
      kernels.pe_rotate(x, 11, 80, PAIRS, 3, 3, 2, cosines, sines, 4, type | layout);
      runs.print('rotated halves', type | layout, x, 2 * n);
      kernels.pe_swap_layout(x, 11, 80, PAIRS, type | layout, scratch);
      runs.print('swapped halves', type | layout, x, 2 * n);
    }
}

/** Makes all runs in the order of the drivers, and returns their lines. */
export function fixedRuns() {
  const runs = new Runs();
  extremeRuns(runs);
  scalingRuns(runs);
  gridRuns(runs);
  angleRuns(runs);
  ropeRuns(runs);
  slopeAndRandomRuns(runs);
  attentionRuns(runs);
  biasRuns(runs);
  halfRuns(runs);
  return runs.lines;
}
