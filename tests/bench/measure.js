/* Checking and timing a case; the page, the process and the comparison with peers share it. */
import {createArena} from '../../dist/posenc.js';
import {random} from '../reference.js';
import {cases} from './cases.js';

export const ROUNDS = 15;

/** A sample lasts this many milliseconds at least; clocks of browsers are coarse. */
const SAMPLE = globalThis.process ? 4 : 10;

/** Loops and peers that take longer are timed in a fifth of the rounds; those that take far longer, in one. */
const SLOW = 60, SLOWEST = 500;

export const median = times => times.sort((a, b) => a - b)[times.length >> 1];

/** The limit's loops over memory of their own. @param {Uint8Array} bytes of limit.c */
export function startLimit(bytes) {
  const {exports} = new WebAssembly.Instance(new WebAssembly.Module(bytes)), at = exports.__heap_base.value + 63 & -64;
  return {
    store: n => () => { exports.store(at, n, 1); },
    scale: n => () => { exports.scale(at, n, 1); },
    add: n => () => { exports.add(at, n, at + 4 * n + 64); },
    multiplyAdd: n => () => { exports.multiply_add(n, 0.5, 1); }
  };
}

/** Milliseconds of one call; runs of peers may be promises. */
async function time(run, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const wait = run();
    if (wait) await wait;
  }
  return (performance.now() - start) / calls;
}

/** How many calls make a sample, found by more and more of them, which also warms up. */
async function calibrate(run) {
  for (let calls = 1; ; calls *= 4) {
    const ms = await time(run, calls);
    if (ms * calls >= SAMPLE) return {ms, calls: Math.ceil(SAMPLE / ms)};
  }
}

/**
 * Medians over rounds in which every work is timed once, in random order.
 * @param {Record<string, () => any>} runs @param {string[]} always those timed in every round, however slow
 * @returns {Promise<Record<string, {ms: number, rounds: number, calls: number}>>}
 */
export async function interleave(runs, always) {
  const works = [], draw = random(1);
  for (const [name, run] of Object.entries(runs)) {
    const {ms, calls} = await calibrate(run), every = always.includes(name) || ms < SLOW ? 1 : ms < SLOWEST ? 5 : ROUNDS;
    works.push({name, run, calls, every, times: []});
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const {run, calls, every, times} of works.map(work => [draw(), work]).sort(([a], [b]) => a - b).map(([, work]) => work)) {
      if (round % every) continue;
      if (calls > 1) await run();  // so that data which fits a cache is in it
      times.push(await time(run, calls));
    }
  return Object.fromEntries(works.map(({name, calls, times}) => [name, {ms: median(times), rounds: times.length, calls}]));
}

/** What the window costs without any kernel: its copies, tile by tile; of 1 MiB, where nothing comes in. @param {number[]} copies as a case has them */
function copier([n, ins, outs]) {
  const tile = new Float32Array(ins ? 1 << 16 : 1 << 18), own = new Float32Array(n);
  return () => {
    for (let at = 0; at < n; at += tile.length) {
      const piece = own.subarray(at, at + tile.length), same = tile.length === piece.length ? tile : tile.subarray(0, piece.length);
      for (let i = 0; i < ins; i++) tile.set(piece);
      for (let i = 0; i < outs; i++) piece.set(same);
    }
  };
}

/** The largest difference; infinite where only one is a number. */
export function difference(a, b) {
  let most = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (!(d <= most) && !Object.is(a[i], b[i])) most = Number.isNaN(d) ? Infinity : d;
  }
  return most;
}

function sameBits(a, b) {
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length), y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return x.length === y.length && x.every((bits, i) => bits === y[i]);
}

/**
 * Runs everything once and compares, then times.
 * @param {import('./cases.js').Case} c @param {any} limit of startLimit
 * @param {Record<string, {run: () => any, read: () => any, tolerance: number}>} [peers]
 */
export async function measure(c, limit, peers = {}) {
  let bytes = 0;
  const maker = Kind => length => {
    bytes += Math.ceil(length / 4) * 16;
    return new Kind(length);
  };
  const own = {float32: maker(Float32Array), int32: maker(Int32Array)};
  const works = {window: c.posenc(own)};
  works.resident = c.posenc(createArena(bytes));
  for (const [name, loop] of Object.entries(c.loops)) works[name] = loop(own);
  for (const [run] of Object.values(works)) run();

  const wanted = works.window[1](), differences = {};
  if (!works.resident[1]().every((array, i) => sameBits(wanted[i], array))) throw new Error(`${c.name}: the arena's result differs from the window's`);
  const agree = (name, got, tolerance) => {
    differences[name] = Math.max(...wanted.map((array, i) => difference(array, got[i])));
    if (differences[name] > tolerance) throw new Error(`${c.name}: ${name} differs from posenc by ${differences[name]}, more than ${tolerance}`);
  };
  for (const name of Object.keys(c.loops)) agree(name, works[name][1](), c.tolerance);
  for (const [name, peer] of Object.entries(peers)) {
    await peer.run();
    agree(name, await peer.read(), peer.tolerance);
  }
  const runs = Object.fromEntries([...Object.entries(works).map(([name, [run]]) => [name, run]), ...Object.entries(peers).map(([name, {run}]) => [name, run])]);
  if (c.copies) runs.copies = copier(c.copies);
  const times = await interleave({...runs, limit: c.limit(limit)}, ['window', 'resident', 'limit', 'copies']);
  return {name: c.name, bars: c.bars ?? {}, arithmetic: c.arithmetic ?? false, times, differences};
}

/** Measures the cases whose name contains `filter`, one after the other. */
export async function measureAll(limit, filter, report) {
  for (const c of cases) if (c.name.includes(filter)) await report(await measure(c, limit));
}
