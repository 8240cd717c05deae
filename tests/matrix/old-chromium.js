/* Starts a Chromium that an npm package contains as one compressed file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { brotliDecompressSync } from 'node:zlib';

/** The flags of these builds, which run without a sandbox and in a single process. */
const ALONE = ['--no-sandbox', '--disable-gpu', '--single-process', '--no-zygote'];

/** Unpacks a file that ends with .br, and starts it. @param {string} path */
export function launchPacked(path) {
  const executablePath = path.replace(/\.br$/, '');
  writeFileSync(executablePath, brotliDecompressSync(readFileSync(path)), { mode: 0o755 });
  return chromium.launch({ executablePath, args: ALONE });
}
