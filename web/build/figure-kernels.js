/** Makes the kernels for pages with figures: a copy of posenc.wasm without the unused functions. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WHOLE = 'dist/posenc.wasm';

/** Copies posenc.wasm with these exports and what they need. The code of functions stays as it is. */
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
 * Returns the digits of the kernels that a program names. Returns all kernels if the tool that
 * leaves functions out is not installed; Emscripten of Debian brings it.
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
