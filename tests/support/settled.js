/* Waits until something no longer changes. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a value is read, in milliseconds. */
const INTERVAL = 100;

/** Waits at most this long, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Reads a value again and again, until it was the same `times` times in a row. Returns the value.
 * @param {() => any} read may return a promise
 */
export async function settled(read, times = 4) {
  let value = await read();
  for (let same = 1, end = Date.now() + PATIENCE; same < times;) {
    await pause(INTERVAL);
    const next = await read();
    same = isDeepStrictEqual(next, value) ? same + 1 : 1;
    value = next;
    assert.ok(Date.now() < end, `this still changes after ${PATIENCE} ms: ${JSON.stringify(next)}`);
  }
  return value;
}

/**
 * Asks again and again until the answer is true-like, and returns it. `what` says in the error what
 * did not come.
 * @param {() => any} ask may return a promise
 */
export async function until(ask, what) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(INTERVAL)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`after ${PATIENCE} ms, ${what}`);
}
