/*
 * Runs tests. build.sh starts this program after the build, with the arguments of `npm test`:
 *
 *   node tests/run.js               every test
 *   node tests/run.js FILE...       the tests in these files
 *   node tests/run.js --changed     the tests that files changed since HEAD reach by imports
 *   node tests/run.js --all ...     the same, with crossed lists in full: see support/crossed.js
 *
 * All files share the browsers of support/browser-host.js.
 */
import { statSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { projectFiles } from '../web/build/sources.js';
import { startBrowserHost } from './support/browser-host.js';
import { reachedTests } from './support/reached.js';
import { keptDurations, keepDurations } from './support/durations.js';

/**
 * Files at a time. A test often waits for a browser, so two cores are busy only with three files.
 */
const CONCURRENCY = 3;

/** Returns the names of the test files that the arguments choose. */
function chosenFiles({ changed, files }) {
  const all = projectFiles().filter((name) => /^tests\/.*\.test\.js$/.test(name));
  if (!changed) return files.length ? files : all;
  const { reached, skipped } = reachedTests();
  if (skipped.length)
    console.log(
      `posenc: ${skipped.length} files that test all of posenc are left out; npm test runs them`,
    );
  return reached;
}

/**
 * Returns the files with the longest first, so that no long file is left when all others have
 * ended. The length of a file that has never run is guessed from its size.
 */
function longestFirst(files) {
  const durations = keptDurations();
  const duration = (name) => durations[name] ?? statSync(name).size;
  return [...files].sort((one, other) => duration(other) - duration(one));
}

const { values, positionals } = parseArgs({
  options: { changed: { type: 'boolean' }, all: { type: 'boolean' } },
  allowPositionals: true,
});
const files = longestFirst(chosenFiles({ changed: values.changed, files: positionals }));
if (!files.length) {
  console.log('posenc: no test reaches what has changed');
  process.exit();
}
if (values.all) process.env.POSENC_TESTS = 'all';
const host = await startBrowserHost();
process.env.POSENC_BROWSERS = host.address;
const tests = run({ files, concurrency: CONCURRENCY });
const durations = {};
tests.on('test:fail', () => (process.exitCode = 1));
for (const type of ['test:pass', 'test:fail'])
  tests.on(type, ({ file, nesting, details }) => {
    if (!nesting && file) durations[file] = (durations[file] ?? 0) + details.duration_ms;
  });
tests.compose(spec).pipe(process.stdout);
tests.on('end', async () => {
  keepDurations(durations);
  await host.close();
});
