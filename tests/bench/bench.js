/*
 * npm run bench [-- NAME] [--all] [--browser] [--firefox] [--peers] [--runs N] [--json FILE]
 *   [--from FILE] [--markdown] [--plot FILE]
 *
 * Measures the public functions of posenc in the cases whose names contain NAME. It compares them
 * with the fastest rival, and with the highest speed that memory or arithmetic allows. Then it
 * measures the first call, and how the time grows with the size.
 *
 * It runs in Node. --browser runs it in Chromium, --firefox in Firefox, and --all in all three,
 * with peers. --peers measures only the cases with peers: other libraries, which it installs in a
 * cache folder. --json writes the numbers to a file, and --from prints such a file again.
 * --markdown prints the table of the README. --plot draws the growth as SVG.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { cases } from './cases.js';
import { growth } from './growth.js';
import { best, summarise } from './leads.js';
import { ROUNDS, measure, startLimit } from './measure.js';
import { plot } from './plot.js';
import * as print from './print.js';
import { compileLimit, firstCalls } from './tools.js';

const {
  values: options,
  positionals: [filter = ''],
} = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    browser: { type: 'boolean' },
    firefox: { type: 'boolean' },
    peers: { type: 'boolean' },
    runs: { type: 'string', default: '1' },
    json: { type: 'string' },
    from: { type: 'string' },
    markdown: { type: 'boolean' },
    plot: { type: 'string' },
  },
});
const { all, browser, firefox, peers } = options;
const runs = Number(options.runs);
if (!(Number.isInteger(runs) && runs > 0))
  throw new RangeError(`--runs: expected a whole number from 1, got ${options.runs}`);

const ENGINES = [
  ...(all || peers || !(browser || firefox) ? ['Node'] : []),
  ...(all || browser ? ['Chromium'] : []),
  ...(all || firefox ? ['Firefox'] : []),
];

/** Whether each row is printed as soon as its case is measured. This needs a single table. */
const atOnce = ENGINES.length === 1 && runs === 1;

/** Prepares the bench in this process. @param {Uint8Array} bytes the result of compileLimit */
async function inNode(bytes) {
  const limit = startLimit(bytes);
  const opened = (all || peers) && (await (await import('./peers.js')).openPeers());
  return {
    engine: 'Node',
    name: `Node ${process.version.slice(1)}`,
    place: 'process',
    peers: opened && { versions: opened.versions, failures: opened.failures },
    async measure(index) {
      const c = cases[index];
      const taking = opened && c.peers ? await opened.taking(c) : {};
      try {
        return await measure(c, limit, taking);
      } finally {
        for (const peer of Object.values(taking)) await peer.close();
      }
    },
    firstCalls,
    growth,
    close() {},
  };
}

/** Measures cases in one engine. All cases run `runs` times, and the best run of each counts. */
async function table(host, indices) {
  const rows = new Map();
  const failures = [];
  for (let run = 1; run <= runs; run++) {
    if (!atOnce) console.error(`posenc: ${host.name}, run ${run} of ${runs}`);
    for (const index of indices)
      try {
        const row = await host.measure(index);
        rows.set(index, [...(rows.get(index) ?? []), row]);
        if (atOnce) print.printRow(row);
      } catch (error) {
        failures.push({ name: cases[index].name, error: String(error) });
      }
  }
  const measured = [...rows.values()];
  return { rows: measured.map(best), runs: measured, failures };
}

/** Measures everything in one engine. */
async function measureIn(engine, limit, indices) {
  const host =
    engine === 'Node'
      ? await inNode(limit)
      : await (await import('./browser.js')).inBrowser(engine, limit);
  const { name, place } = host;
  try {
    if (atOnce && indices.length) print.head();
    const result = { engine, name, place, ...(await table(host, indices)), peers: host.peers };
    if (peers) return result;
    if ('first call'.includes(filter)) result.firstCalls = await host.firstCalls(9);
    if ('growth'.includes(filter)) result.growth = await host.growth();
    return result;
  } finally {
    await host.close();
  }
}

async function measureAll() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const machine = `${cpus()[0].model}, ${cpus().length} cores, ${memory}`;
  const bestOf = runs === 1 ? '' : `, the best of ${runs} runs`;
  console.log(`posenc on ${machine}, medians of ${ROUNDS} interleaved rounds${bestOf}\n`);
  const taking = ({ name, peers: known }) => name.includes(filter) && (all || !peers || known);
  const indices = [...cases.keys()].filter((index) => taking(cases[index]));
  const limit = compileLimit();
  const hosts = [];
  for (const engine of ENGINES) hosts.push(await measureIn(engine, limit, indices));
  return { machine, rounds: ROUNDS, hosts, summary: summarise(hosts) };
}

function printAll({ hosts, summary }) {
  if (hosts.length > 1) print.printLeads(hosts);
  else if (!atOnce || options.from) {
    print.head();
    hosts[0].rows.forEach(print.printRow);
  }
  if (hosts[0].rows.length) print.noteOnLeads();
  if (hosts[0].rows.length && hosts.length === 1) print.noteOnLimits();
  for (const { name, place, firstCalls, growth } of hosts) {
    if (firstCalls) print.printFirst(`${place} of ${name}`, firstCalls);
    if (growth) print.printGrowth(growth, name);
  }
  print.printFailures(hosts);
  print.printSummary(summary);
  if (options.markdown) print.printMarkdown(hosts);
}

const result = options.from ? JSON.parse(readFileSync(options.from, 'utf8')) : await measureAll();
printAll(result);
if (options.json) writeFileSync(options.json, JSON.stringify(result, null, 2) + '\n');
if (options.plot && result.hosts[0].growth)
  writeFileSync(options.plot, plot(result.hosts[0].growth));
// The exit status tells whether all cases ran with the right results. It ignores the speed.
if (result.hosts.some(({ failures }) => failures.length)) process.exitCode = 1;
