/* The functions that the page of the bench offers to the Node process that opened it. */
import { cases } from './cases.js';
import { growth } from './growth.js';
import { measure, startLimit } from './measure.js';

let limit;

globalThis.bench = {
  /** Starts the loops of limit.c. @param {number[]} bytes their compiled wasm */
  start(bytes) {
    limit = startLimit(Uint8Array.from(bytes));
  },
  /** Measures one case. @param {number} index its index in the list of cases */
  measure: (index) => measure(cases[index], limit),
  growth,
};
