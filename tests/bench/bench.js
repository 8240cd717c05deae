/*
 * npm run bench [-- NAME] [--browser] [--peers] [--runs N] [--json FILE] [--plot FILE]
 *
 * Measures the public functions of posenc in the cases whose names contain NAME. It compares them
 * with plain JavaScript, and with the highest speed that memory or arithmetic allows. Then it
 * measures the first call, and how the time grows with the size. --browser runs in Chromium instead
 * of Node. --peers compares with other libraries, which it installs in a cache folder. --json
 * writes the numbers to a file, and --plot draws the growth as SVG.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { growth } from './growth.js';
import { ROUNDS, measureAll, startLimit } from './measure.js';
import { plot } from './plot.js';
import { best, head, notes, printFirst, printGrowth, printRow } from './print.js';
import { compileLimit, firstCalls } from './tools.js';

const {
  values: { browser, peers, runs, json, plot: picture },
  positionals: [filter = ''],
} = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean' },
    peers: { type: 'boolean' },
    runs: { type: 'string', default: '1' },
    json: { type: 'string' },
    plot: { type: 'string' },
  },
});

if (browser && peers)
  throw new Error('--peers: expected without --browser, since the comparison runs in Node');

const inNode = (limit) => ({
  name: `Node ${process.version.slice(1)}`,
  place: 'process',
  table: (report) => measureAll(startLimit(limit), filter, report),
  firstCalls,
  growth,
  close() {},
});

/** Measures the whole table `runs` times. For each row, it prints the best of the runs. */
async function tables(host) {
  const all = [];
  if (runs === '1') head();
  for (let run = 1; run <= Number(runs); run++) {
    const rows = [];
    if (runs !== '1') console.error(`posenc: run ${run} of ${runs}`);
    await host.table((row) => {
      rows.push(row);
      if (runs === '1') printRow(row);
    });
    all.push(rows);
  }
  const rows = all[0].map((_, i) => best(all.map((rows) => rows[i])));
  if (runs !== '1') {
    head();
    rows.forEach(printRow);
  }
  return { rows, runs: all };
}

const limit = compileLimit();
const host = browser
  ? await (await import('./browser.js')).inChromium(limit, filter)
  : inNode(limit);
const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
const machine = `${cpus()[0].model}, ${cpus().length} cores, ${memory}`;
const result = { machine, host: host.name, rounds: ROUNDS };
const bestOf = runs === '1' ? '' : `, the best of ${runs} runs`;
console.log(
  `posenc on ${machine}, ${host.name}, medians of ${ROUNDS} interleaved rounds${bestOf}\n`,
);
try {
  if (peers) result.peers = await (await import('./peers.js')).compare(limit, filter);
  else {
    Object.assign(result, await tables(host));
    if (result.rows.length) notes();
    if ('first call'.includes(filter))
      printFirst(host.place, (result.firstCalls = await host.firstCalls(9)));
    if ('growth'.includes(filter)) printGrowth((result.growth = await host.growth()));
    if (picture && result.growth) writeFileSync(picture, plot(result.growth));
  }
} finally {
  await host.close();
}
if (json) writeFileSync(json, JSON.stringify(result, null, 2) + '\n');
