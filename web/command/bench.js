/* Defines the command that measures how fast posenc is on this machine. */
import { loadLibrary } from './load.js';
import { progressOf } from './progress.js';
import { brief } from '../findings/reports.js';

/** Each call is repeated for this long, and at least LEAST times. */
const MILLISECONDS = 200;
const LEAST = 3;

/**
 * Returns the calls, by their names. Arrays are made once, as in a program that reuses them.
 * @param {import('./load.js').Library} library
 */
function callsOf({ sinusoidal, ropeTable, applyRope, addPositional, alibiBias }) {
  const table = new Float32Array(4096 * 1024);
  const x = new Float32Array(2048 * 32 * 128).fill(1);
  const bias = new Float32Array(32 * 1024 * 1024);
  const rows = sinusoidal(2048, 1024);
  const embeddings = new Float32Array(2048 * 1024);
  return {
    'sinusoidal(4096, 1024)': () => sinusoidal(4096, 1024, { out: table }),
    'ropeTable(2048, 128)': () => ropeTable(2048, 128),
    'applyRope [2048, 32, 128]': () => applyRope(x, { heads: 32, headDim: 128 }),
    'addPositional [2048, 1024]': () =>
      addPositional(embeddings, rows, { length: 2048, dim: 1024 }),
    'alibiBias(32, 1024, 1024)': () => alibiBias(32, 1024, 1024, { out: bias }),
  };
}

/** Returns the median time of a call, in milliseconds. @param {() => unknown} call */
function medianOf(call) {
  call();
  const times = [];
  const begin = performance.now();
  while (times.length < LEAST || performance.now() - begin < MILLISECONDS) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** @type {import('./commands.js').Command} */
export const bench = {
  words: [],
  says: 'measure how fast posenc is on this machine',
  options: {},
  example: 'posenc bench',
  async run() {
    const calls = Object.entries(callsOf(await loadLibrary()));
    const progress = progressOf('measuring');
    const data = calls.map(([call, run], i) => {
      progress.at(i / calls.length);
      return { call, milliseconds: medianOf(run) };
    });
    progress.done();
    const lines = data.map(
      ({ call, milliseconds }) => `${call.padEnd(28)}${brief(milliseconds)} ms`,
    );
    return { data, lines };
  },
};
