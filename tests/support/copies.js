/*
 * Copies the project to temporary folders, for tests that change files or build the project again.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './browsers.js';

const ALWAYS = ['build.sh', 'package.json', 'package-lock.json', 'LICENSE'];

/**
 * Copies these files and folders to a temporary folder, and links this project's node_modules
 * there.
 */
export function copyOfProject(names) {
  const path = mkdtempSync(join(tmpdir(), 'posenc-copy-'));
  for (const name of [...ALWAYS, ...names])
    cpSync(join(root, name), join(path, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
