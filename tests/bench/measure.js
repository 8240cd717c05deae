/*
 * Checks and times the cases. Node, the page in Chromium and the comparison with peers (other
 * libraries) all use this file.
 */
import { createArena } from '../../dist/posenc.js';
import { random } from '../support/reference.js';
import { cases } from './cases.js';

export const ROUNDS = 15;

/** A sample lasts at least this many milliseconds, because the clocks of browsers are coarse. */
const SAMPLE = globalThis.process ? 4 : 10;

/**
 * Loops and peers that take at least SLOW milliseconds are timed in every fifth round. Those that
 * take at least SLOWEST are timed in one round.
 */
const SLOW = 60;
const SLOWEST = 500;

export const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/**
 * Starts the loops of limit.c, which have their own wasm memory.
 * @param {Uint8Array} bytes the compiled wasm of limit.c
 */
export function startLimit(bytes) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const at = (exports.__heap_base.value + 63) & -64;
  return {
    store: (n) => () => {
      exports.store(at, n, 1);
    },
    scale: (n) => () => {
      exports.scale(at, n, 1);
    },
    add: (n) => () => {
      exports.add(at, n, at + 4 * n + 64);
    },
    multiplyAdd: (n) => () => {
      exports.multiply_add(n, 0.5, 1);
    },
  };
}

/** Returns the milliseconds of one call. A run of a peer may return a promise. */
async function time(run, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const wait = run();
    if (wait) await wait;
  }
  return (performance.now() - start) / calls;
}

/**
 * Finds how many calls make a sample. It tries more and more calls, which also warms up the code.
 */
async function calibrate(run) {
  for (let calls = 1; ; calls *= 4) {
    const ms = await time(run, calls);
    if (ms * calls >= SAMPLE) return { ms, calls: Math.ceil(SAMPLE / ms) };
  }
}

/**
 * Returns n for a run that is timed in every nth round. A slow run is timed less often.
 * @param {number} ms the milliseconds of one call
 */
function roundsBetween(ms) {
  if (ms < SLOW) return 1;
  return ms < SLOWEST ? 5 : ROUNDS;
}

/**
 * Times several functions in interleaved rounds, and returns the medians. Each round times every
 * function once, in random order.
 * @param {Record<string, () => any>} runs the functions by name
 * @param {string[]} always the names of functions that are timed in every round, however slow
 * @returns {Promise<Record<string, {ms: number, rounds: number, calls: number}>>}
 */
export async function interleave(runs, always) {
  const works = [];
  const draw = random(1);
  for (const [name, run] of Object.entries(runs)) {
    const { ms, calls } = await calibrate(run);
    const every = always.includes(name) ? 1 : roundsBetween(ms);
    works.push({ name, run, calls, every, times: [] });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { run, calls, every, times } of works
      .map((work) => [draw(), work])
      .sort(([a], [b]) => a - b)
      .map(([, work]) => work)) {
      if (round % every) continue;
      if (calls > 1) await run(); // loads the data into a cache, if it fits
      times.push(await time(run, calls));
    }
  return Object.fromEntries(
    works.map(({ name, calls, times }) => [
      name,
      { ms: median(times), rounds: times.length, calls },
    ]),
  );
}

/**
 * Returns a function that only copies, as calls through the window do. The window is the part of
 * wasm memory through which the arrays of the caller pass, piece by piece. A piece has 1 MiB where
 * nothing is copied in, and 256 KiB otherwise.
 * @param {number[]} copies the number of floats, of copies in, and of copies out
 */
function copier([n, ins, outs]) {
  const tile = new Float32Array(ins ? 1 << 16 : 1 << 18);
  const own = new Float32Array(n);
  return () => {
    for (let at = 0; at < n; at += tile.length) {
      const piece = own.subarray(at, at + tile.length);
      const same = tile.length === piece.length ? tile : tile.subarray(0, piece.length);
      for (let i = 0; i < ins; i++) tile.set(piece);
      for (let i = 0; i < outs; i++) piece.set(same);
    }
  };
}

/**
 * Returns the largest difference between two arrays; Infinity if, at some index, only one of them
 * has a number.
 */
export function difference(a, b) {
  let most = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (!(d <= most) && !Object.is(a[i], b[i])) most = Number.isNaN(d) ? Infinity : d;
  }
  return most;
}

function sameBits(a, b) {
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return x.length === y.length && x.every((bits, i) => bits === y[i]);
}

/**
 * Runs every variant of a case once, compares the results, and then times all variants.
 * @param {import('./cases.js').Case} c
 * @param {any} limit the result of startLimit
 * @param {Record<string, {run: () => any, read: () => any, tolerance: number}>} [peers]
 */
export async function measure(c, limit, peers = {}) {
  let bytes = 0;
  const maker = (Kind) => (length) => {
    bytes += Math.ceil(length / 4) * 16;
    return new Kind(length);
  };
  const own = { float32: maker(Float32Array), int32: maker(Int32Array) };
  const works = { window: c.posenc(own) };
  works.resident = c.posenc(createArena(bytes));
  for (const [name, loop] of Object.entries(c.loops)) works[name] = loop(own);
  for (const [run] of Object.values(works)) run();

  const wanted = works.window[1]();
  const differences = {};
  if (!works.resident[1]().every((array, i) => sameBits(wanted[i], array)))
    throw new Error(`${c.name}: the arena's result differs from the window's`);
  const agree = (name, got, tolerance) => {
    differences[name] = Math.max(...wanted.map((array, i) => difference(array, got[i])));
    if (differences[name] > tolerance)
      throw new Error(
        `${c.name}: ${name} differs from posenc by ${differences[name]}, more than ${tolerance}`,
      );
  };
  for (const name of Object.keys(c.loops)) agree(name, works[name][1](), c.tolerance);
  for (const [name, peer] of Object.entries(peers)) {
    await peer.run();
    agree(name, await peer.read(), peer.tolerance);
  }
  const runs = Object.fromEntries([
    ...Object.entries(works).map(([name, [run]]) => [name, run]),
    ...Object.entries(peers).map(([name, { run }]) => [name, run]),
  ]);
  if (c.copies) runs.copies = copier(c.copies);
  const times = await interleave({ ...runs, limit: c.limit(limit) }, [
    'window',
    'resident',
    'limit',
    'copies',
  ]);
  return {
    name: c.name,
    bars: c.bars ?? {},
    arithmetic: c.arithmetic ?? false,
    times,
    differences,
  };
}

/** Measures all cases whose names contain `filter`, one after the other. */
export async function measureAll(limit, filter, report) {
  for (const c of cases) if (c.name.includes(filter)) await report(await measure(c, limit));
}
