#!/usr/bin/env node
/* Starts the command `posenc`. */
import { argv, exit, stderr, stdout } from 'node:process';
import { run } from './run.js';

// A program such as `head` closes the pipe early. The command then succeeds.
stdout.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
  exit(code === 'EPIPE' ? 0 : 2),
);

process.exitCode = await run(argv.slice(2), { stdout, stderr });
