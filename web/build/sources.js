/** Lists the files of the project, including new files that are not committed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the names of all files of the project. @param {string} root the folder of the project */
export function projectFiles(root = '.') {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const text = execFileSync('git', ['-c', 'safe.directory=*', ...list], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = text.split('\0').filter((name) => name && existsSync(join(root, name)));
  return [...new Set(names)].sort();
}

/** Returns the names of the C sources and headers. */
export const cSources = (root) => projectFiles(root).filter((name) => /\.[ch]$/.test(name));
