/*
 * Compares the hashes of all public functions in Deno and Bun with those in Node. npm downloads
 * these versions of Deno and Bun, about 180 MB, into its cache.
 *
 *   node tests/tools/runtimes.js
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as posenc from '../../dist/posenc.js';
import { hashesOf } from '../support/hashes.js';

const self = fileURLToPath(import.meta.url);

/** The npm package of each runtime, and the command that runs this file there. */
const RUNTIMES = {
  'deno@2.9.6': ['deno', 'run', '--allow-read', '--allow-env', self, 'print'],
  'bun@1.4.5': ['bun', self, 'print'],
};

/** Compares one runtime with Node. */
function compare(name, command, expected) {
  const npx = ['--yes', '--package', name, '--', ...command];
  const printed = execFileSync('npx', npx, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.deepEqual(JSON.parse(printed), expected, `${name} gives other bits than Node`);
  console.log(`${name}: ${Object.keys(expected).length} functions have the bits of Node`);
}

const hashes = hashesOf(posenc);
if (process.argv[2] === 'print') console.log(JSON.stringify(hashes));
else for (const [name, command] of Object.entries(RUNTIMES)) compare(name, command, hashes);
