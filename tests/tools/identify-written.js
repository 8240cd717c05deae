/*
 * Counts how many tables identifyTable names, and how many it names wrongly. Its argument is the
 * folder that make-written-tables.py wrote:
 *   node tests/tools/identify-written.js FOLDER
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyTable } from '../../web/doctor/index.js';

const [folder] = process.argv.slice(2);
const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
const counts = { named: 0, unnamed: 0, wrong: 0 };
for (const { name, wanted, shape, file } of index) {
  const bytes = readFileSync(join(folder, file));
  const table = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  const found = identifyTable(table, ...shape);
  const isNamed = Object.entries(wanted).every(([key, value]) => found[key] === value);
  const isRight = isNamed && found.matched === 1;
  const verdict = found.scheme === 'learned' ? 'unnamed' : 'wrong';
  counts[isRight ? 'named' : verdict]++;
  if (!isRight) console.log(name, shape, JSON.stringify(found));
}
console.log(counts);
