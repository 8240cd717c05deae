/* The parts of the bench that need Node. They compile limit.c, and time calls in new processes. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

function scratch(work) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compiles limit.c to wasm as build.sh does. The memory has room for an array of 128 MiB.
 */
export function compileLimit() {
  return scratch((folder) => {
    const env = {
      ...process.env,
      NODE_PATH: '/usr/share/nodejs',
      ...(process.env.EMCC ? {} : { PATH: '/usr/bin:/bin' }),
    };
    execFileSync(
      process.env.EMCC || 'emcc',
      [
        join(import.meta.dirname, 'limit.c'),
        '-o',
        join(folder, 'limit.wasm'),
        '-std=c11',
        '-Wall',
        '-Wextra',
        '-Werror',
        '-O3',
        '-msimd128',
        '-ffp-contract=off',
        '-sSTANDALONE_WASM',
        '--no-entry',
        '-sINITIAL_MEMORY=142606336',
        '-sTOTAL_STACK=65536',
        '-Wl,--stack-first',
        '-Wl,--export=__heap_base',
      ],
      { env, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    return readFileSync(join(folder, 'limit.wasm'));
  });
}

/** Source code that times the first call in a process or a page. */
export const firstCall = `const start = performance.now();
posenc.sinusoidal(64, 128);
const call = performance.now() - start;`;

/**
 * Times the import and the first call in new processes. The time that an empty module in the same
 * folder needs is subtracted from the time of the import.
 */
export function firstCalls(count) {
  return scratch((folder) => {
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    for (const name of ['warm', 'empty']) writeFileSync(join(folder, `${name}.js`), 'export {};');
    copyFileSync(join(root, 'dist/posenc.js'), join(folder, 'posenc.js'));
    writeFileSync(
      join(folder, 'probe.js'),
      `
      const time = async name => {
        const start = performance.now(), module = await import(name);
        return [performance.now() - start, module];
      };
      await time('./warm.js');
      const [empty] = await time('./empty.js'), [loaded, posenc] = await time('./posenc.js');
      ${firstCall}
      console.log(JSON.stringify({imported: loaded - empty, call}));`,
    );
    return Array.from({ length: count }, () =>
      JSON.parse(execFileSync(process.execPath, [join(folder, 'probe.js')], { encoding: 'utf8' })),
    );
  });
}
