/** Draws random numbers from a seed. A seed gives the same numbers on every computer. */
import { seedOf } from '../figures/parts/word-seed.js';

/**
 * @typedef {object} Draw
 * @property {<Item>(list: Item[]) => Item} of draws one item of a list
 * @property {(low: number, high: number) => number} from draws an integer from `low` to `high`,
 *   both included
 */

/**
 * Returns a source of random numbers. It is the generator mulberry32, seeded with a hash of a text.
 * @param {string} text
 * @returns {Draw}
 */
export function drawBy(text) {
  let state = seedOf(text);
  /** @param {number} count */
  const below = (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 0x100000000) * count);
  };
  return {
    of: (list) => list[below(list.length)],
    from: (low, high) => low + below(high - low + 1),
  };
}

/**
 * Returns the items of a list in random order.
 * @template Item
 * @param {Item[]} list
 * @param {Draw} draw
 */
export function shuffled(list, { from }) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = from(0, last);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
