/* Checks and times a case. Node and the pages in browsers use this file. */
import { createArena } from '../../dist/posenc.js';
import { random } from '../support/reference.js';
import { SIDES, withLeads } from './leads.js';

export const ROUNDS = 15;

/** A sample lasts at least this many milliseconds, because the clocks of browsers are coarse. */
const SAMPLE = globalThis.process ? 4 : 10;

/**
 * Rivals that take at least SLOW milliseconds are timed in every fifth round. Rivals that take at
 * least SLOWEST milliseconds are timed once, before the rounds. Both rules apply only to rivals
 * that take more than FAR times as long as posenc. The ratios of all other rivals must be precise.
 */
const SLOW = 60;
const SLOWEST = 500;
const FAR = 4;

/** Allocates ordinary arrays of the caller, outside of wasm memory. */
const OWN = {
  float32: (/** @type {number} */ length) => new Float32Array(length),
  int32: (/** @type {number} */ length) => new Int32Array(length),
};

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
    const result = run();
    if (result?.then) await result;
  }
  return (performance.now() - start) / calls;
}

/**
 * Finds how many calls one sample needs. It tries more and more calls, which also warms up the
 * code.
 */
async function calibrate(run) {
  for (let calls = 1; ; calls *= 4) {
    const ms = await time(run, calls);
    if (ms * calls >= SAMPLE) return { ms, calls: Math.ceil(SAMPLE / ms) };
  }
}

/**
 * Times several functions in interleaved rounds, and returns the medians. Each round times every
 * function once, in random order. Slow functions are timed less often if they take far longer than
 * the first function.
 * @param {Record<string, () => any>} runs the functions by name
 * @param {string[]} always the names of functions that are timed in every round, however slow
 * @returns {Promise<Record<string, {ms: number, rounds: number, calls: number}>>}
 */
export async function interleave(runs, always) {
  const works = [];
  const draw = random(1);
  let reference;
  for (const [name, run] of Object.entries(runs)) {
    const { ms, calls } = await calibrate(run);
    reference ??= ms;
    const far = !always.includes(name) && ms > FAR * reference;
    const once = far && ms >= SLOWEST;
    works.push({
      name,
      run,
      calls,
      every: far && ms >= SLOW ? 5 : 1,
      once,
      times: once ? [ms] : [],
    });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { run, calls, every, once, times } of works
      .map((work) => [draw(), work])
      .sort(([a], [b]) => a - b)
      .map(([, work]) => work)) {
      if (once || round % every) continue;
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
 * @param {number[]} copies the number of floats, of copies into the window, and of copies out of it
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
 * A library that also computes a case.
 * @typedef {object} Peer
 * @property {() => any} run
 * @property {() => any} read returns the resulting arrays, or a promise of them
 * @property {number} tolerance the largest allowed difference from posenc
 * @property {('window' | 'resident')[]} beside the variants of posenc that it is compared with
 * @property {string} [way]
 */

/** Makes the variants of a case that plain JavaScript and posenc compute: pairs [run, read]. */
function worksOf(c) {
  let bytes = 0;
  const maker = (Kind) => (length) => {
    bytes += Math.ceil((length * Kind.BYTES_PER_ELEMENT) / 16) * 16;
    return new Kind(length);
  };
  const own = { float32: maker(Float32Array), int32: maker(Int32Array) };
  const window = c.posenc(own);
  const resident = c.posenc(createArena(bytes));
  const loops = Object.entries(c.loops).map(([name, loop]) => [name, loop(own)]);
  return { window, resident, ...Object.fromEntries(loops) };
}

/**
 * Runs every variant once, and compares the results with those of posenc. Returns the largest
 * difference of each rival.
 */
async function agree(c, { window, resident, ...loops }, peers) {
  window[0]();
  resident[0]();
  const wanted = window[1]();
  if (!resident[1]().every((array, i) => sameBits(wanted[i], array)))
    throw new Error(`${c.name}: the arena's result differs from the window's`);
  const rivals = Object.fromEntries(
    Object.entries(loops).map(([name, [run, read]]) => [
      name,
      { run, read, tolerance: c.tolerance },
    ]),
  );
  const differences = {};
  for (const [name, { run, read, tolerance }] of Object.entries({ ...rivals, ...peers })) {
    await run();
    const got = await read();
    const most = Math.max(...wanted.map((array, i) => difference(array, got[i])));
    if (!(most <= tolerance))
      throw new Error(`${c.name}: ${name} differs from posenc by ${most}, more than ${tolerance}`);
    differences[name] = most;
  }
  return differences;
}

/**
 * Runs every variant of a case once, compares the results, and then times all variants.
 * @param {import('./cases.js').Case} c
 * @param {any} limit the result of startLimit
 * @param {Record<string, Peer>} [peers]
 * @returns {Promise<import('./leads.js').Row>}
 */
export async function measure(c, limit, peers = {}) {
  const works = worksOf(c);
  const differences = await agree(c, works, peers);
  const runs = {};
  for (const [name, [run]] of Object.entries(works)) runs[name] = run;
  for (const [name, { run }] of Object.entries(peers)) runs[name] = run;
  if (c.limit) runs.limit = c.limit(limit);
  if (c.copies) runs.copies = copier(c.copies);
  if (c.fresh) [runs.fresh, runs.allocation] = c.fresh(OWN);
  const rivals = {};
  for (const name of Object.keys(c.loops)) rivals[name] = { beside: Object.keys(SIDES) };
  for (const [name, { beside, way }] of Object.entries(peers)) rivals[name] = { beside, way };
  return withLeads({
    name: c.name,
    bars: c.bars ?? {},
    arithmetic: c.arithmetic ?? false,
    times: await interleave(runs, ['window', 'resident', 'limit', 'copies', 'fresh', 'allocation']),
    rivals,
    differences,
  });
}
