/*
 * Counts how many random rotations identifyRotation names, and prints the rotations that it does
 * not name.
 *   node tests/tools/rotations.js [COUNT] [FIRST_SEED]
 */
import { identifyRandom } from '../support/rotations.js';

const [count = 5000, first = 1] = process.argv.slice(2).map(Number);
const counts = { exact: 0, same: 0, unnamed: 0, wrong: 0 };
const started = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const { options, found, verdict } = identifyRandom(seed);
  counts[verdict]++;
  if (verdict !== 'exact')
    console.log(verdict, seed, JSON.stringify(options), '->', JSON.stringify(found));
}
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify(counts), `${((1000 * seconds) / count).toFixed(2)} ms each`);
