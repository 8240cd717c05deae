/*
 * npm run bench [-- NAME] [--browser] [--peers] [--runs N] [--json FILE] [--plot FILE]: posenc through its public
 * API beside plain JavaScript and beside what memory or arithmetic allow, in the cases whose name
 * contains NAME; then the first call and how cost grows. In Chromium instead, or beside other
 * libraries, which it installs in a folder of their own. --plot draws the growth as SVG.
 */
import {writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {parseArgs} from 'node:util';
import {growth} from './bench/growth.js';
import {ROUNDS, measureAll, startLimit} from './bench/measure.js';
import {plot} from './bench/plot.js';
import {best, head, notes, printFirst, printGrowth, printRow} from './bench/print.js';
import {compileLimit, firstCalls} from './bench/tools.js';

const {values: {browser, peers, runs, json, plot: picture}, positionals: [filter = '']} = parseArgs({
  allowPositionals: true,
  options: {browser: {type: 'boolean'}, peers: {type: 'boolean'}, runs: {type: 'string', default: '1'}, json: {type: 'string'}, plot: {type: 'string'}}
});

if (browser && peers) throw new Error('--peers: expected without --browser, since the comparison runs in Node');

const inNode = limit => ({
  name: `Node ${process.version.slice(1)}`, place: 'process', table: report => measureAll(startLimit(limit), filter, report), firstCalls, growth, close() {}
});

/** The whole table `runs` times; of several runs the best is printed, row by row. */
async function tables(host) {
  const all = [];
  if (runs === '1') head();
  for (let run = 1; run <= Number(runs); run++) {
    const rows = [];
    if (runs !== '1') console.error(`posenc: run ${run} of ${runs}`);
    await host.table(row => {
      rows.push(row);
      if (runs === '1') printRow(row);
    });
    all.push(rows);
  }
  const rows = all[0].map((_, i) => best(all.map(rows => rows[i])));
  if (runs !== '1') {
    head();
    rows.forEach(printRow);
  }
  return {rows, runs: all};
}

const limit = compileLimit(), host = browser ? await (await import('./bench/browser.js')).inChromium(limit, filter) : inNode(limit);
const machine = `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`, result = {machine, host: host.name, rounds: ROUNDS};
console.log(`posenc on ${machine}, ${host.name}, medians of ${ROUNDS} interleaved rounds${runs === '1' ? '' : `, the best of ${runs} runs`}\n`);
try {
  if (peers) result.peers = await (await import('./bench/peers.js')).compare(limit, filter);
  else {
    Object.assign(result, await tables(host));
    if (result.rows.length) notes();
    if ('first call'.includes(filter)) printFirst(host.place, result.firstCalls = await host.firstCalls(9));
    if ('growth'.includes(filter)) printGrowth(result.growth = await host.growth());
    if (picture && result.growth) writeFileSync(picture, plot(result.growth));
  }
} finally {
  await host.close();
}
if (json) writeFileSync(json, JSON.stringify(result, null, 2) + '\n');
