/*
 * Runs rows of the table of environments. Each row runs in a new folder with the packed package.
 *
 *   node tests/matrix/run.js matrix [NAME...]     all rows, or these
 *   node tests/matrix/run.js recipes [NAME...]    only rows of web/recipes/
 *   node tests/matrix/run.js recipes today        one recipe, chosen by the date
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launchChromium, root } from '../support/browsers.js';
import { chosen } from './chosen.js';
import { lookAt } from './look.js';
import { launchPacked } from './old-chromium.js';
import { openWorkshop, serveBy, serveFolder, sh } from './workshop.js';

/** A row may take this long, in milliseconds. */
const PATIENCE = 900_000;
/** A failed row prints at most this many lines. */
const LINES = 40;

/** Returns why a row cannot run on this machine, or undefined if it can. */
function reasonAgainst({ not, needs }) {
  if (not) return not;
  if (needs && spawnSync('sh', ['-c', `command -v ${needs}`]).status !== 0)
    return `${needs} is not installed`;
  return undefined;
}

/** Starts the browser of a row, if the row does not use the default browser. */
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
  // The count of passed tests is checked because a pattern that matches no test passes, too.
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

/** Returns a promise that rejects after the time that a row may take. */
const tooLong = () =>
  new Promise((_, fail) => {
    setTimeout(() => fail(new Error('the row does not end')), PATIENCE).unref();
  });

/** Runs a row if it can run here. Returns its result, and lines that explain the result. */
async function resultOf(row, workshop, browser) {
  const reason = reasonAgainst(row);
  if (reason) return { result: 'not run', details: [reason] };
  try {
    await Promise.race([runRow(row, workshop, browser), tooLong()]);
    return { result: 'OK', details: [] };
  } catch (error) {
    return { result: 'failed', details: error.message.split('\n').slice(0, LINES) };
  }
}

/** Returns the commands of a row as one line. */
const commandOf = ({ test, steps = [], serve }) =>
  test ?? [...steps, serve?.command].filter(Boolean).join(' && ');

/** Runs rows one after the other, and prints a line of a table for each. */
async function runRows(rows) {
  const browser = await launchChromium();
  const workshop = openWorkshop();
  const count = { OK: 0, failed: 0, 'not run': 0 };
  for (const row of rows) {
    const start = Date.now();
    const { result, details } = await resultOf(row, workshop, browser);
    count[result]++;
    const seconds = `${((Date.now() - start) / 1000).toFixed(0)} s`;
    const command = result === 'not run' ? '' : commandOf(row);
    console.log(`${result.padEnd(8)}${seconds.padStart(6)}  ${row.name.padEnd(20)}  ${command}`);
    for (const line of details) console.log(`    ${line}`);
  }
  await browser.close();
  workshop.close();
  console.log(`${count.OK} passed, ${count.failed} failed, ${count['not run']} not run`);
  process.exitCode = count.failed ? 1 : 0;
}

await runRows(chosen(process.argv.slice(2)));
