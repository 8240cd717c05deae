/*
 * Compiles the fuzzer of the kernels (tests/kernels/fuzz.c), and runs it with a new seed:
 *
 *   node tests/tools/fuzz-native.js CALLS [SEED [CASE]]
 *
 * It ends when the kernels were called this often, or at the first failure. The program then
 * prints the number of the case, and CASE repeats it. With MSAN=1 in the environment, it looks for
 * reads of memory that nobody wrote, instead of accesses outside of arrays. This needs CC=clang.
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
