/* Says where tests keep what a later test or run can use, and by which key they find it again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A folder that git ignores. It goes when npm installs the packages anew. */
export const cacheFolder = join(root, 'node_modules/.cache/posenc');

/**
 * Returns a key that is another one if a text, the name of a file or what the file contains is
 * another one.
 * @param {string[]} texts
 * @param {string[]} files names from the root of the project
 */
export function contentHash(texts, files) {
  const hash = createHash('sha256');
  const parts = [...texts, ...files.flatMap((name) => [name, readFileSync(join(root, name))])];
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}
