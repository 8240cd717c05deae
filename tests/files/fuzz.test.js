/* Opens 2,000 damaged files of each kind. tests/tools/fuzz-files.js opens more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samples } from '../support/file-makers.js';
import { fuzzFiles } from '../support/fuzz-files.js';

const COUNT = 2000;
const seed = Number(process.env.SEED ?? 1);

for (const kind of Object.keys(samples()))
  test(`damaged files are read or refused: ${kind}`, async (t) => {
    const { refused, slowest } = await fuzzFiles(kind, COUNT, seed);
    t.diagnostic(`${refused} of ${COUNT} refused, the slowest took ${slowest.toFixed(1)} ms`);
    assert.ok(refused > COUNT / 10, `only ${refused} are refused`);
    assert.ok(slowest < 1000, `${slowest} ms`);
  });
