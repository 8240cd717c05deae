/*
 * Keeps how long each test file took in the last run, so that the next run can begin with the
 * longest.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { cacheFolder } from './cache.js';

const file = () => `${cacheFolder}/durations.json`;

/** Returns the milliseconds of each test file, by its name from the root of the project. */
export function keptDurations() {
  try {
    return JSON.parse(readFileSync(file(), 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the milliseconds of these files, which are named by their whole paths. */
export function keepDurations(durations) {
  const kept = keptDurations();
  for (const [path, duration] of Object.entries(durations))
    kept[relative('.', path)] = Math.round(duration);
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), JSON.stringify(kept));
}
