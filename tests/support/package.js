/* Packs the project as npm does, and installs the tarball in an empty project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOfProject } from './copies.js';

/** Runs a command, and returns what it prints. */
export const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Packs a copy of the project, because npm writes stubs into the folder that it packs. Returns the
 * names of the packed files, the tarball, and the folders of the empty project and of the package.
 */
export function installedPackage() {
  const scratch = mkdtempSync(join(tmpdir(), 'posenc-'));
  const copy = copyOfProject(['dist', 'web', 'c', 'README.md', 'LICENSE']);
  run('node', ['web/build/stubs.js', 'write'], copy.path);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const [packed] = JSON.parse(run('npm', pack, copy.path));
  copy.remove();
  const consumer = join(scratch, 'consumer');
  mkdirSync(consumer);
  writeFileSync(
    join(consumer, 'package.json'),
    '{"name": "consumer", "private": true, "type": "module"}',
  );
  const install = ['install', '--offline', '--no-audit', '--no-fund'];
  run('npm', [...install, join(scratch, packed.filename)], consumer);
  return {
    names: packed.files.map((file) => file.path),
    tarball: readFileSync(join(scratch, packed.filename)),
    consumer,
    folder: join(consumer, 'node_modules/posenc'),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
