/* The functions that the page of the bench offers to the Node process that opened it. */
import { growth } from './growth.js';
import { measureAll, startLimit } from './measure.js';

/** Measures all cases. @param {number[]} bytes the compiled wasm of limit.c */
const table = (bytes, filter) =>
  measureAll(startLimit(Uint8Array.from(bytes)), filter, globalThis.report);

globalThis.bench = { table, growth };
