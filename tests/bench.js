/*
 * npm run bench [-- NAME]: posenc through its public API, copies included, beside the loop a user
 * would write and beside the memory limit, a fill or copy of the same bytes. Medians of interleaved
 * rounds in one process, so that the ratios hold on a noisy machine. Cases whose name contains NAME.
 */
import {cpus} from 'node:os';
import * as posenc from '../dist/posenc.js';
import {addRows, alibiLoop, attentionLoop, ropeLoop, similarityLoop, t5Loop} from './loops.js';
import {sinusoidalPE} from './reference.js';

const ROUNDS = 11;

/** Numbers in [-1, 1), the same in every run. */
function noise(length) {
  const out = new Float32Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) out[i] = (state = Math.imul(state, 1664525) + 1013904223 | 0) / 2147483648;
  return out;
}

const fill = array => () => { array.fill(1); };
const copy = (to, from) => () => { to.set(from); };

/** @type {[string, () => {posenc: () => void, loop: () => void, limit: () => void, calls?: number}][]} */
const cases = [
  ['sinusoidal 4096 x 4096', () => {
    const out = new Float32Array(4096 * 4096);
    return {posenc: () => { posenc.sinusoidal(4096, 4096, {out}); }, loop: () => { sinusoidalPE(4096, 4096); }, limit: fill(out)};
  }],
  ['sinusoidal 512 x 512', () => {
    const out = new Float32Array(512 * 512);
    return {posenc: () => { posenc.sinusoidal(512, 512, {out}); }, loop: () => { sinusoidalPE(512, 512); }, limit: fill(out), calls: 10};
  }],
  ['sinusoidal 64 x 128', () => {
    const out = new Float32Array(64 * 128);
    return {posenc: () => { posenc.sinusoidal(64, 128, {out}); }, loop: () => { sinusoidalPE(64, 128); }, limit: fill(out), calls: 200};
  }],
  ...['half', 'interleaved'].map(layout => [`applyRope [2048, 32, 128] ${layout}, ready table`, () => {
    const x = noise(2048 * 32 * 128), y = x.slice(), table = posenc.ropeTable(2048, 128);
    return {
      posenc: () => { posenc.applyRope(x, {heads: 32, headDim: 128, layout, table}); },
      loop: () => { ropeLoop(y, 2048, 32, 128, table.cos, table.sin, layout === 'interleaved'); }, limit: copy(y, x)
    };
  }]),
  ['applyRope [1, 32, 128] half, ready table', () => {
    const x = noise(32 * 128), y = x.slice(), table = posenc.ropeTable(2048, 128);
    const cos = table.cos.subarray(64 * 1000, 64 * 1001), sin = table.sin.subarray(64 * 1000, 64 * 1001);
    return {
      posenc: () => { posenc.applyRope(x, {heads: 32, headDim: 128, table, start: 1000}); },
      loop: () => { ropeLoop(y, 1, 32, 128, cos, sin, false); }, limit: copy(y, x), calls: 2000
    };
  }],
  ['alibiBias [32, 1024, 1024]', () => {
    const out = new Float32Array(32 * 1024 * 1024), slopes = posenc.alibiSlopes(32), other = out.slice();
    return {posenc: () => { posenc.alibiBias(32, 1024, 1024, {out}); }, loop: () => { alibiLoop(other, slopes, 32, 1024, 1024); }, limit: fill(out)};
  }],
  ...[128, 1024, 8192, 2048 * 1024].map(n => [`addPositional ${n} elements`, () => {
    const dim = Math.min(n, 128), length = n / dim, x = noise(n), y = x.slice(), table = posenc.sinusoidal(length, dim);
    return {
      posenc: () => { posenc.addPositional(x, table, {length, dim}); }, loop: () => { addRows(y, table, length, dim); },
      limit: copy(y, x), calls: Math.max(1, Math.floor(1e6 / n))
    };
  }]),
  ['t5Buckets [1024, 1024]', () => {
    const out = new Int32Array(1024 * 1024), other = out.slice();
    return {posenc: () => { posenc.t5Buckets(1024, 1024, {out}); }, loop: () => { t5Loop(other, 1024, 1024, 32, 128); }, limit: fill(out)};
  }],
  ['attention 8 heads x 512 x 64', () => {
    const q = noise(8 * 512 * 64), k = q.slice().reverse(), v = noise(8 * 512 * 64), shape = {heads: 8, queries: 512, keys: 512, headDim: 64};
    const out = {weights: new Float32Array(8 * 512 * 512), output: new Float32Array(8 * 512 * 64)}, other = structuredClone(out);
    return {posenc: () => { posenc.attention({q, k, v, ...shape, out}); }, loop: () => { attentionLoop(q, k, v, 8, 512, 512, 64, other); }, limit: fill(out.weights)};
  }],
  ['similarity 1024 x 512', () => {
    const table = posenc.sinusoidal(1024, 512), out = new Float32Array(1024 * 1024), other = out.slice();
    return {posenc: () => { posenc.similarity(table, 1024, 512, {out}); }, loop: () => { similarityLoop(table, 1024, 512, other); }, limit: fill(out)};
  }]
];

function time(work, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) work();
  return (performance.now() - start) / calls;
}
const median = times => times.sort((a, b) => a - b)[times.length >> 1];
const ms = t => t >= 1 ? `${t.toFixed(2)} ms` : `${(t * 1000).toFixed(2)} us`;

console.log(`${cpus()[0].model}, Node ${process.version}, medians of ${ROUNDS} interleaved rounds\n`);
const columns = ['', 'posenc', 'loop', 'limit', 'loop / posenc', 'posenc / limit'];
const widths = [46, 12, 12, 12, 15, 16];
const print = cells => console.log(cells.map((cell, i) => i ? cell.padStart(widths[i]) : cell.padEnd(widths[i])).join(''));
print(columns);
for (const [name, make] of cases) {
  if (!name.includes(process.argv[2] ?? '')) continue;
  const {calls = 1, ...works} = make(), times = {posenc: [], loop: [], limit: []};
  for (let round = -1; round < ROUNDS; round++)
    for (const key of Object.keys(times)) {
      const t = time(works[key], calls);
      if (round >= 0) times[key].push(t);  // the first round warms up
    }
  const [p, loop, limit] = [median(times.posenc), median(times.loop), median(times.limit)];
  print([name, ms(p), ms(loop), ms(limit), `${(loop / p).toFixed(1)} x`, `${(p / limit).toFixed(2)} x`]);
}
