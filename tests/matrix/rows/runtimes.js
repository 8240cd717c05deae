/* Rows for programs without a page: in versions of Node, in Deno, Bun and workerd. */
import { readFileSync } from 'node:fs';
import { ANSWER, IMPORT, REQUIRE, testsOf } from './programs.js';

const THREAD = `
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { sinusoidal } from 'posenc';

if (isMainThread) new Worker(new URL(import.meta.url)).once('message', console.log);
else parentPort.postMessage(sinusoidal(2, 4)[4].toFixed(4));
`;
const FILES = { 'import.mjs': IMPORT, 'require.cjs': REQUIRE, 'thread.mjs': THREAD };

/** A program that prints a line with the hash of all results of each public function. */
const HASHES = `
import * as posenc from 'posenc';
import * as doctor from 'posenc/doctor';
import { hashesOf } from './hashes.mjs';

for (const line of Object.entries(hashesOf(posenc, doctor))) console.log(line.join(' '));
`;

/** Returns the row that compares the hashes of a runtime with those of Node. */
const bits = (name, version, command) => ({
  name: `${name}-bits`,
  packages: [`${name}@${version}`],
  files: {
    'print.mjs': HASHES,
    'hashes.mjs': readFileSync(new URL('../../support/hashes.js', import.meta.url), 'utf8'),
  },
  steps: [
    'node print.mjs > wanted',
    `${command} print.mjs > found`,
    'diff wanted found',
    "grep -c '^applyRope [0-9a-f]' found",
  ],
  prints: '1',
});
const answers = (count) => Array(count).fill(ANSWER).join('\n');

/**
 * Returns the row of a Node version from npm. Its programs load posenc by import, by require and in
 * a thread.
 */
const node = (version) => ({
  name: `node-${version.split('.')[0]}`,
  packages: [`node@${version}`],
  files: FILES,
  steps: ['node import.mjs', 'node require.cjs', 'node thread.mjs'],
  prints: answers(3),
});

const WORKERD = `
import { sinusoidal } from 'posenc';

export default { fetch: () => new Response(sinusoidal(2, 4)[4].toFixed(4)) };
`;

const EDGE = `
import 'posenc/scalar';
import { sinusoidal } from 'posenc';

export const runtime = 'edge';
export const GET = () => new Response(sinusoidal(2, 4)[4].toFixed(4));
`;

export const RUNTIMES = [
  ...['16.20.2', '18.20.8', '20.20.2', '22.23.3', '24.21.0', '26.10.0'].map(node),
  {
    name: 'deno',
    packages: ['deno@2.9.6'],
    files: FILES,
    steps: ['deno run import.mjs', 'deno run --allow-read require.cjs', 'deno check import.mjs'],
    prints: answers(2),
  },
  {
    name: 'bun',
    packages: ['bun@1.4.5'],
    files: FILES,
    steps: ['bun import.mjs', 'bun require.cjs', 'bun thread.mjs'],
    prints: answers(3),
  },
  bits('deno', '2.9.6', 'deno run --allow-read --allow-env'),
  bits('bun', '1.4.5', 'bun'),
  {
    name: 'workerd',
    packages: ['node@22.23.3', 'wrangler@4.164.0'],
    files: {
      'wrangler.toml': 'name = "lesson"\nmain = "main.js"\ncompatibility_date = "2026-01-01"\n',
      'main.js': WORKERD,
    },
    serve: { command: 'wrangler dev --ip 127.0.0.1 --port $PORT' },
    answers: ANSWER,
  },
  {
    // This runtime compiles no WebAssembly from bytes, so it takes the scalar kernels.
    name: 'next-edge',
    packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
    files: { 'app/route.js': EDGE },
    steps: ['next build'],
    serve: { command: 'next start' },
    answers: ANSWER,
  },
  {
    name: 'jitless',
    test: testsOf('pages/scalar', 'without WebAssembly, the'),
  },
  { name: 'electron', not: 'the npm package of Electron loads its program from another host' },
  { name: 'metro', not: 'Metro bundles for React Native, none of whose engines runs here' },
];
