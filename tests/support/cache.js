/*
 * Keeps the results of slow checks by the content of what they read, in a folder that git ignores.
 * A check whose inputs are those of a check that has passed need not run again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The folder of all that is kept. It goes when npm installs the packages anew. */
export const cacheFolder = join(root, 'node_modules/.cache/posenc');

/** Returns a hash of names, and of the contents of files. Each file is named from the root. */
export function contentHash(texts, files = []) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  for (const name of files)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Runs a check, unless it has passed with the same key before. A check fails by an error.
 * @param {string} name the name of the check
 * @param {string} key what the check depends on: see contentHash
 * @param {() => void | Promise<void>} check
 * @returns {Promise<boolean>} whether the check ran
 */
export async function oncePassed(name, key, check) {
  const file = join(cacheFolder, `${name}-passed`);
  if (existsSync(file) && readFileSync(file, 'utf8') === key) return false;
  await check();
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(file, key);
  return true;
}
