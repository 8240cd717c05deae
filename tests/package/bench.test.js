/*
 * Checks that the bench runs, and that its comparisons are fair. A call that copies the caller's
 * arrays may be compared only with rivals that copy them, too, or need no copy. No test depends on
 * a speed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { alibiSlopes } from '../../dist/posenc.js';
import { cases } from '../bench/cases.js';
import { best, leadOf, summarise } from '../bench/leads.js';
import { ROUNDS, measure } from '../bench/measure.js';
import { README_CASES } from '../bench/print.js';
import { root } from '../support/browsers.js';

const bench = (...args) =>
  execFileSync(process.execPath, ['tests/bench/bench.js', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Makes a row of the bench with invented times: two of posenc, and one of each rival. */
const rowOf = (times) => ({
  name: 'case',
  bars: {},
  rivals: {
    loop: { beside: ['window', 'resident'] },
    library: { beside: ['resident'] },
    'library with copies': { beside: ['window'] },
  },
  times: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, { ms }])),
});

const first = rowOf({ window: 2, resident: 1, loop: 6, library: 0.5, 'library with copies': 5 });
const second = rowOf({ window: 3, resident: 2, loop: 4, library: 3, 'library with copies': 7 });

test('the lead compares posenc with the fastest rival whose data is in a similar place', () => {
  assert.deepEqual(leadOf(first, 'window'), { by: 'library with copies', ms: 5, ratio: 2.5 });
  assert.deepEqual(leadOf(first, 'resident'), { by: 'library', ms: 0.5, ratio: 0.5 });
  assert.equal(leadOf({ ...first, rivals: {} }, 'window'), undefined);
});

test('the best of several runs is taken for posenc and for rivals alike', () => {
  const { times, leads } = best([first, second]);
  assert.deepEqual(
    Object.values(times).map(({ ms }) => ms),
    [2, 1, 4, 0.5, 5],
  );
  assert.deepEqual(leads.window, { by: 'loop', ms: 4, ratio: 2 });
});

test('the summary names the smallest leads, and those below 1', () => {
  const hosts = [
    { engine: 'A', rows: [second] },
    { engine: 'B', rows: [first, { ...first, rivals: {} }] },
  ];
  const { slowest, below } = summarise(hosts);
  assert.deepEqual(
    slowest.map(({ side, by, engine }) => [side, by, engine]),
    [
      ['window', 'loop', 'A'],
      ['resident', 'library', 'B'],
    ],
  );
  assert.deepEqual(below, slowest.slice(1));
});

/**
 * Makes a case of the bench, which computes the slopes of eight heads. Its rival is a loop that
 * writes the right slopes, and adds `error` to the last slope.
 */
const tiny = (error) => {
  const variant = (fill) => (memory) => {
    const out = memory.float32(8);
    return [() => fill(out), () => [out]];
  };
  return {
    name: 'tiny',
    tolerance: 0,
    posenc: variant((out) => void alibiSlopes(8, { out })),
    loops: {
      loop: variant((out) => out.forEach((_, i) => (out[i] = 2 ** -(i + 1) + error * (i === 7)))),
    },
    copies: [8, 0, 1],
    fresh: () => [() => alibiSlopes(8), () => new Float32Array(8)],
  };
};

test('a case is measured with all its variants, also without a limit', async () => {
  const peer = {
    run: async () => {},
    read: async () => [alibiSlopes(8)],
    tolerance: 0,
    beside: ['window'],
    way: 'direct',
  };
  const { times, rivals, differences, leads } = await measure(tiny(0), undefined, { peer });
  const names = ['window', 'resident', 'loop', 'peer', 'copies', 'fresh', 'allocation'];
  assert.deepEqual(Object.keys(times), names);
  for (const { ms, rounds } of Object.values(times)) assert.ok(ms > 0 && rounds === ROUNDS);
  assert.deepEqual(Object.keys(rivals), ['loop', 'peer']);
  assert.deepEqual(differences, { loop: 0, peer: 0 });
  assert.equal(leads.resident.by, 'loop');
  assert.equal(leads.resident.ratio, times.loop.ms / times.resident.ms);
});

test('a rival with a wrong result causes an error', async () => {
  await assert.rejects(measure(tiny(0.125)), /^Error: tiny: loop differs from posenc by 0.125/);
});

test('all cases have different names, and the README shows cases that exist', () => {
  const names = new Set(cases.map(({ name }) => name));
  assert.equal(names.size, cases.length);
  for (const name of README_CASES) assert.ok(names.has(name), name);
});

test('npm run bench measures a case, and prints what it wrote', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'result.json');
  const printed = bench('applyRope [1, 32, 128] half', '--runs', '2', '--json', file);
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const [{ engine, rows, runs, failures }] = result.hosts;
  assert.equal(engine, 'Node');
  assert.deepEqual(failures, []);
  assert.equal(runs[0].length, 2);
  const [{ times, leads }] = rows;
  assert.deepEqual(Object.keys(times), ['window', 'resident', 'loop', 'limit', 'copies']);
  assert.equal(leads.window.ratio, times.loop.ms / times.window.ms);
  assert.equal(result.summary.slowest[0].ratio, leads.window.ratio);
  assert.match(printed, /^slowest lead, your arrays: [\d.]+ x \(applyRope .*, loop, Node\)$/m);

  const again = bench('--from', file);
  assert.ok(printed.endsWith(again), again);
  writeFileSync(file, JSON.stringify({ ...result, hosts: [result.hosts[0], result.hosts[0]] }));
  const [head, , row] = bench('--from', file, '--markdown').split('\n').slice(-4);
  assert.match(head, /^\| +\| fastest rival \| your arrays \| lead \|.* leads in Node \|$/);
  assert.match(row, /^\| applyRope \[1, 32, 128\] half, start 1000 \| [\d.]+ us loop \|/);
  assert.equal(row.split('|').length, head.split('|').length);
});
