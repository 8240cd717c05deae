/* Starts a Chromium that a package of npm contains as one compressed file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { brotliDecompressSync } from 'node:zlib';

/** Such builds have no sandbox and no processes of their own. */
const ALONE = ['--no-sandbox', '--disable-gpu', '--single-process', '--no-zygote'];

/** Unpacks a file that ends with .br, and starts it. @param {string} path */
export function launchPacked(path) {
  const executablePath = path.replace(/\.br$/, '');
  writeFileSync(executablePath, brotliDecompressSync(readFileSync(path)), { mode: 0o755 });
  return chromium.launch({ executablePath, args: ALONE });
}
