/*
 * Runs rows of the table: an environment each, in a fresh folder, with the packed package.
 *
 *   node tests/matrix/run.js matrix [NAME...]     all rows, or these
 *   node tests/matrix/run.js recipes [NAME...]    only rows of web/recipes/
 *   node tests/matrix/run.js recipes today        one recipe, which the day chooses
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launchChromium, root } from '../support/browsers.js';
import { lookAt } from './look.js';
import { launchPacked } from './old-chromium.js';
import { ROWS } from './rows.js';
import { openWorkshop, serveBy, serveFolder, sh } from './workshop.js';

const DAY = 86_400_000;

/** Returns the rows that the arguments name. */
function chosen([kind, ...names]) {
  if (!['recipes', 'matrix'].includes(kind)) throw new Error(`expected recipes or matrix: ${kind}`);
  const rows = kind === 'recipes' ? ROWS.filter((row) => row.recipe) : ROWS;
  if (!names.length) return rows;
  const quick = rows.filter((row) => row.quick);
  const wanted =
    names[0] === 'today' ? [quick[Math.floor(Date.now() / DAY) % quick.length].name] : names;
  for (const name of wanted)
    if (!rows.some((row) => row.name === name)) throw new Error(`no row is called ${name}`);
  return rows.filter((row) => wanted.includes(row.name));
}

/** Says why a row cannot run on this machine, if it cannot. */
function reasonAgainst({ not, needs }) {
  if (not) return not;
  if (needs && spawnSync('sh', ['-c', `command -v ${needs}`]).status !== 0)
    return `${needs} is not installed`;
  return undefined;
}

/** Starts the browser that a row needs, if that of this machine will not do. */
function ownBrowser({ browser, flags }, path) {
  if (browser) return launchPacked(join(path, browser));
  return flags && launchChromium(...flags);
}

/** Opens the pages of a row. */
async function openPages(row, path, origin, { browser, installed }) {
  const own = await ownBrowser(row, path);
  try {
    for (const page of row.pages ?? ['/'])
      await lookAt(own ?? browser, origin + page, { ...row, installed });
  } finally {
    await own?.close();
  }
}

/** Starts the server of a row, and looks at its pages or at its answer. */
async function visit(row, path, tools) {
  const { command, folder } = row.serve;
  const server = command
    ? await serveBy(command, path)
    : await serveFolder(join(path, folder), row.headers);
  try {
    if (row.answers === undefined) await openPages(row, path, server.origin, tools);
    else assert.equal(await (await fetch(server.origin)).text(), row.answers);
  } finally {
    await server.close();
  }
}

/** Runs one row in a fresh folder. It throws an error if the row fails. */
async function runRow(row, workshop, browser) {
  // A pattern that matches no test would pass otherwise.
  if (row.test) return assert.match(await sh(row.test, root), /^# pass [1-9]/m);
  const path = await workshop.folder(row);
  try {
    let printed = '';
    for (const step of row.steps ?? []) printed += await sh(step, path);
    if (row.prints !== undefined) assert.equal(printed.trim(), row.prints);
    if (row.serve) await visit(row, path, { browser, installed: workshop.installed });
  } finally {
    workshop.removeFolder(path);
  }
}

/** Returns what a row runs, for the report. */
const commandOf = ({ test, steps = [], serve }) =>
  test ?? [...steps, serve?.command].filter(Boolean).join(' && ');

/** Runs rows one after the other, and prints a line for each. Returns how many failed. */
async function runRows(rows) {
  const browser = await launchChromium();
  const workshop = openWorkshop();
  const count = { OK: 0, failed: 0, 'not run': 0 };
  const report = (row, result, seconds, detail) => {
    count[result]++;
    const time = `${seconds.toFixed(0)} s`.padStart(6);
    console.log(`${result.padEnd(8)}${time}  ${row.name.padEnd(22)} ${commandOf(row)}`);
    if (detail) console.log(detail.replace(/^/gm, '    '));
  };
  for (const row of rows) {
    const start = Date.now();
    const seconds = () => (Date.now() - start) / 1000;
    const reason = reasonAgainst(row);
    if (reason) {
      report(row, 'not run', 0, reason);
      continue;
    }
    try {
      await runRow(row, workshop, browser);
      report(row, 'OK', seconds());
    } catch (error) {
      report(row, 'failed', seconds(), error.message);
    }
  }
  await browser.close();
  workshop.close();
  console.log(`${count.OK} passed, ${count.failed} failed, ${count['not run']} not run`);
  return count.failed;
}

process.exitCode = (await runRows(chosen(process.argv.slice(2)))) ? 1 : 0;
