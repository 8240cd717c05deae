/** Makes the kernels for pages with figures: a copy of posenc.wasm without the unused functions. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WHOLE = 'dist/posenc.wasm';

/**
 * Copies posenc.wasm with only these exports and the functions that they need. The code of these
 * functions does not change.
 */
function copyWith(names) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-kernels-'));
  const graph = join(folder, 'graph.json');
  const copy = join(folder, 'copy.wasm');
  const root = { name: 'root', root: true, reaches: names };
  try {
    writeFileSync(graph, JSON.stringify([root, ...names.map((name) => ({ name, export: name }))]));
    const options = ['--enable-simd', `--graph-file=${graph}`, WHOLE, '-o', copy];
    execFileSync('wasm-metadce', options, { stdio: ['ignore', 'ignore', 'inherit'] });
    return readFileSync(copy, 'hex');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the kernels that a program names, as hexadecimal digits. The tool wasm-metadce removes
 * the other kernels. If it is not installed, all kernels are returned. In Debian, it is in the
 * package binaryen, which Emscripten needs.
 */
export function kernelsNamedIn(program) {
  const module = new WebAssembly.Module(readFileSync(WHOLE));
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  try {
    return copyWith(names.filter((name) => new RegExp(`\\b${name}\\b`).test(program)));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return readFileSync(WHOLE, 'hex');
  }
}
