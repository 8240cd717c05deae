/* What the bench's page gives to the process that opened it. */
import {growth} from './growth.js';
import {measureAll, startLimit} from './measure.js';

/** @param {number[]} bytes of limit.c */
const table = (bytes, filter) => measureAll(startLimit(Uint8Array.from(bytes)), filter, globalThis.report);

globalThis.bench = {table, growth};
