/*
 * Compiles the fuzzer of the kernels (tests/kernels/fuzz.c), and runs it with a new seed:
 *
 *   node tests/tools/fuzz-native.js CALLS [SEED [CASE]]
 *
 * It ends when the kernels were called CALLS times, or at the first failure. After a failure, it
 * prints the number of the case. With this number as CASE, it repeats the case. With MSAN=1 in the
 * environment, it looks for reads of uninitialised memory, instead of accesses outside of arrays.
 * MSAN=1 needs CC=clang.
 */
import { SANITIZERS, run, sourcesOf, withProgram } from '../support/native.js';

const [calls = '10000000', seed = String(Date.now()), ...rest] = process.argv.slice(2);
const sanitizers = process.env.MSAN ? '-fsanitize=memory' : SANITIZERS;
const args = [seed, calls, ...rest];
process.exitCode = withProgram(
  sourcesOf('tests/kernels', /^fuzz.*\.c$/),
  (program) => run(program, args, { show: true }).status ?? 1,
  [sanitizers, '-O2'],
);
