/** Formats all sources: prettier formats web/ and tests/, and clang-format formats the C files. */
import { execFileSync } from 'node:child_process';
import { cSources } from './sources.js';

const run = (command, args) => execFileSync(command, args, { stdio: 'inherit' });

run('node_modules/.bin/prettier', ['--write', '--log-level', 'warn', '.']);
run(process.env.CLANG_FORMAT || 'clang-format', ['-i', ...cSources()]);
