/*
 * Tests that errors about missing memory and about modules of another version name the true cause.
 * Also tests that arenas that are not in use do not stay in memory.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { addPositional, createArena, sinusoidal, useModule } from '../../web/index.js';
import { VERSION, open } from '../../web/wasm.js';
import { root } from '../support/browsers.js';

/**
 * Runs a program in a process with 64 GB of address space. Each WebAssembly memory reserves about
 * 10 GB of it, so a few arenas use it up. In Chromium, about 125 arenas use up all addresses.
 */
function runWithFewAddresses(program) {
  const url = new URL('../../web/index.js', import.meta.url);
  const text = `import { createArena, sinusoidal } from '${url}'; ${program}`;
  const command = 'ulimit -v 64000000 && exec "$0" --input-type=module -e "$1"';
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, text], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

const EXHAUST = `
  const arenas = [];
  const tell = ({ constructor, message, cause }) =>
    console.log(constructor.name, message, '| cause', Boolean(cause));
  try {
    for (let i = 0; i < 1000; i++) arenas.push(createArena(16));
  } catch (error) {
    tell(error);
  }`;

test('an arena without memory says so, and so does a first call of another function', () => {
  const [arena, call] = runWithFewAddresses(`${EXHAUST}
    try {
      sinusoidal(2, 2);
    } catch (error) {
      tell(error);
    }`);
  const expected = 'createArena: bytes: expected an amount of memory that is available, got 16';
  assert.equal(arena, `RangeError ${expected} | cause true`);
  assert.match(call, /^RangeError posenc found no memory for its kernels\. .* \| cause true$/);
  assert.doesNotMatch(call, /SIMD|unsafe-eval/);
});

test('after an arena without memory, calls and arenas that exist still work', () => {
  const [, numbers] = runWithFewAddresses(`
    sinusoidal(2, 2);
    ${EXHAUST}
    console.log(sinusoidal(2, 2)[1], sinusoidal(1, 2, { out: arenas[0].float32(2) })[1]);`);
  assert.equal(numbers, '1 1');
});

test('an arena that is not in use is collected, also after calls that copy from it', async () => {
  setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const used = () => {
    const table = createArena(1 << 20)
      .float32(64)
      .fill(1);
    const x = addPositional(new Float32Array(64), table, { length: 8, dim: 8 });
    assert.ok(x.every((value) => value === 1));
    return new WeakRef(table.buffer);
  };
  const memories = [used(), used()];
  for (let i = 0; i < 10 && memories.some((memory) => memory.deref()); i++) {
    await turn();
    collect();
  }
  assert.deepEqual(
    memories.map((memory) => memory.deref()),
    [undefined, undefined],
  );
});

const bytes = readFileSync(join(root, 'dist/posenc.wasm'));

/** Returns a module that exports functions `names`, which return 1. It imports `imported`. */
function foreign(names, imported = []) {
  const text = (string) => [string.length, ...Buffer.from(string)];
  const section = (id, items) => [id, items.flat().length + 1, items.length, ...items.flat()];
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 97, 115, 109, 1, 0, 0, 0],
      ...section(1, [[0x60, 0, 1, 0x7f]]),
      ...section(
        2,
        imported.map((name) => [...text('env'), ...text(name), 0, 0]),
      ),
      ...section(3, [[0]]),
      ...section(
        7,
        names.map((name) => [...text(name), 0, imported.length]),
      ),
      ...section(10, [[4, 0, 0x41, 1, 0x0b]]),
    ]),
  );
}

test('useModule refuses kernels of another version, and keeps the machine', () => {
  const one = Buffer.from([4, 0, 0x41, VERSION, 0x0b]);
  const at = bytes.indexOf(one);
  assert.ok(at > 0 && bytes.indexOf(one, at + 1) < 0, 'the code of pe_version is not unique');
  const other = Uint8Array.from(bytes);
  other[at + 3] = VERSION + 1;
  const machine = open();
  const cases = [
    [new WebAssembly.Module(other), `of version ${VERSION}, got ${VERSION + 1}`],
    [foreign(['pe_angles']), `of version ${VERSION}, got none`],
  ];
  for (const [module, text] of cases)
    assert.throws(() => useModule(module), {
      name: 'TypeError',
      message: `useModule: module: expected posenc.wasm ${text}`,
    });
  for (const module of [foreign(['other', 'pe_version']), foreign(['pe_angles'], ['f'])])
    assert.throws(() => useModule(module), {
      name: 'TypeError',
      message: 'useModule: module: expected the module of posenc.wasm, got another',
    });
  assert.equal(open(), machine);
  assert.equal(sinusoidal(1, 2)[1], 1);
});

/** The hash of the declarations in posenc.h, and the version that these declarations have. */
const DECLARATIONS = { version: 3, hash: '04fb2f74f5708611' };

test('PE_VERSION is that of web/wasm.js, and belongs to the declarations of posenc.h', () => {
  const header = readFileSync(join(root, 'c/posenc.h'), 'utf8');
  assert.equal(Number(/\bPE_VERSION = (\d+)/.exec(header)[1]), VERSION);
  assert.equal(open().kernels.pe_version(), VERSION);
  const code = header.replace(/\/\*[^]*?\*\//g, '').replace(/\bPE_VERSION = \d+/, '');
  const hash = createHash('sha256').update(code.replace(/\s+/g, ' ')).digest('hex').slice(0, 16);
  const hint = 'raise PE_VERSION and VERSION, and write both here';
  assert.deepEqual({ version: VERSION, hash }, DECLARATIONS, hint);
});

test('the kernels name their compiler in their producers section', () => {
  const sections = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'producers');
  assert.equal(sections.length, 1);
  assert.match(Buffer.from(sections[0]).toString('latin1'), /processed-by.*clang.*\d+\.\d+\.\d+/s);
});
