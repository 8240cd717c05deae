/*
 * Opens damaged files of each kind, and prints how many were refused and how long it took.
 *   node tests/tools/fuzz-files.js [COUNT] [SEED] [KIND]
 */
import { samples } from '../support/file-makers.js';
import { fuzzFiles } from '../support/fuzz-files.js';

const [count = '100000', seed = String(Date.now() % 1e9), only] = process.argv.slice(2);
const kinds = Object.keys(samples()).filter((kind) => !only || kind === only);
console.log(`seed ${seed}`);
for (const kind of kinds) {
  const start = performance.now();
  const { refused, slowest, largest } = await fuzzFiles(kind, Number(count), Number(seed));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${kind}: ${count} files, ${refused} refused, ${seconds} s; the slowest took ` +
      `${slowest.toFixed(1)} ms; the largest array had ${largest} bytes`,
  );
}
